// SPDX-License-Identifier: MIT
#include <quincunx/threemf.h>

#include "base/memory.h"
#include "error.h"
#include "print.h"

#include <string.h>
#include <zip.h>

// Three files in a zip: what kinds of file there are, where the model is, the model.

enum { MOST = 1 << 30 }; // the specification's: indices and vertices below 2^31, with room

static const char types[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
    "<Default Extension=\"rels\""
    " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
    "<Default Extension=\"model\""
    " ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/>"
    "</Types>\n";

static const char relations[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
    "<Relationship Target=\"/3D/3dmodel.model\" Id=\"model\""
    " Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/>"
    "</Relationships>\n";

static const char model_head[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<model unit=\"millimeter\" xml:lang=\"en-US\""
    " xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n"
    "<metadata name=\"Application\">Quincunx</metadata>\n"
    "<resources>\n";

// --- XML

static void add(qx_buffer *buffer, const char *text)
{
    qx_buffer_text(buffer, text);
}

static void add_whole(qx_buffer *buffer, uint64_t number)
{
    qx_buffer_number(buffer, (double)number, 0); // below 2^32
}

static void add_count(qx_buffer *buffer, const char *before, uint64_t number)
{
    add(buffer, before);
    add_whole(buffer, number);
    add(buffer, "\"");
}

// U+FFFE and U+FFFF are no characters to XML.
static bool is_no_character(const char *at)
{
    const unsigned char *bytes = (const unsigned char *)at;
    return bytes[0] == 0xEF && bytes[1] == 0xBF && bytes[2] >= 0xBE;
}

static void add_escaped(qx_buffer *buffer, const char *text)
{
    for (; *text; text++) {
        if (is_no_character(text)) {
            add(buffer, "_");
            text += 2;
        } else if ((unsigned char)*text < 0x20)
            add(buffer, "_");
        else if (*text == '<')
            add(buffer, "&lt;");
        else if (*text == '&')
            add(buffer, "&amp;");
        else if (*text == '"')
            add(buffer, "&quot;");
        else
            qx_buffer_add(buffer, text, 1);
    }
}

static void add_colour(qx_buffer *buffer, uint32_t colour)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[] = "#RRGGBBAA";
    for (int i = 0; i < 8; i++) text[1 + i] = digits[colour >> (28 - 4 * i) & 15];
    add(buffer, text);
}

// --- the model: resource 1 holds the materials, where there are any; objects follow from 2 on.

static bool has_colours(const qx_mesh_set *set)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (set->meshes[i].colour) return true;
    return false;
}

static void add_materials(qx_buffer *buffer, const qx_mesh_set *set)
{
    add(buffer, "<basematerials id=\"1\">\n");
    for (uint32_t i = 0; i < set->count; i++) {
        add(buffer, "<base name=\"");
        qx_mesh_add_name(buffer, set, i, add_escaped);
        add(buffer, "\" displaycolor=\"");
        add_colour(buffer, qx_mesh_colour(&set->meshes[i]));
        add(buffer, "\"/>\n");
    }
    add(buffer, "</basematerials>\n");
}

static void add_vertices(qx_buffer *buffer, const qx_mesh_set *set, const qx_mesh *mesh)
{
    static const char *const before[] = { "<vertex x=\"", "\" y=\"", "\" z=\"" };
    const float scale = (set->metres == 0.0f ? 1.0f : set->metres) * 1000.0f;
    add(buffer, "<vertices>\n");
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const qx_vec3 place = qx_print_position(set, mesh, i);
        const float values[] = { place.x * scale, place.y * scale, place.z * scale };
        for (int axis = 0; axis < 3; axis++) {
            add(buffer, before[axis]);
            qx_buffer_float(buffer, values[axis]);
        }
        add(buffer, "\"/>\n");
    }
    add(buffer, "</vertices>\n");
}

static void add_triangles(qx_buffer *buffer, const qx_mesh *mesh)
{
    static const char *const before[] = { "<triangle v1=\"", "\" v2=\"", "\" v3=\"" };
    const size_t count = qx_mesh_index_count(mesh);
    add(buffer, "<triangles>\n");
    for (size_t i = 0; i < count; i++) {
        add(buffer, before[i % 3]);
        add_whole(buffer, qx_mesh_index(mesh, i));
        if (i % 3 == 2) add(buffer, "\"/>\n");
    }
    add(buffer, "</triangles>\n");
}

static void add_object(qx_buffer *buffer, const qx_mesh_set *set, uint32_t number, bool coloured)
{
    add_count(buffer, "<object id=\"", 2 + (uint64_t)number);
    add(buffer, " type=\"model\" name=\"");
    qx_mesh_add_name(buffer, set, number, add_escaped);
    add(buffer, "\"");
    if (coloured) add_count(buffer, " pid=\"1\" pindex=\"", number);
    add(buffer, ">\n<mesh>\n");
    add_vertices(buffer, set, &set->meshes[number]);
    add_triangles(buffer, &set->meshes[number]);
    add(buffer, "</mesh>\n</object>\n");
}

static void add_model(qx_buffer *buffer, const qx_mesh_set *set)
{
    const bool coloured = has_colours(set);
    add(buffer, model_head);
    if (coloured) add_materials(buffer, set);
    for (uint32_t i = 0; i < set->count && !buffer->failed; i++)
        add_object(buffer, set, i, coloured);
    add(buffer, "</resources>\n<build>\n");
    for (uint32_t i = 0; i < set->count; i++) {
        add_count(buffer, "<item objectid=\"", 2 + (uint64_t)i);
        add(buffer, "/>\n");
    }
    add(buffer, "</build>\n</model>\n");
}

// --- the zip

// With the earliest time a zip can tell, whatever the clock and the time zone.
static bool add_file(zip_t *archive, const char *name, const void *bytes, size_t size)
{
    const zip_uint16_t first_of_january_1980 = 1 << 5 | 1;
    zip_source_t *source = zip_source_buffer(archive, bytes, size, 0);
    if (!source) return false;
    const zip_int64_t index = zip_file_add(archive, name, source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    const zip_uint64_t file = (zip_uint64_t)index;
    return zip_file_set_dostime(archive, file, 0, first_of_january_1980, 0) == 0 &&
           zip_set_file_compression(archive, file, ZIP_CM_DEFLATE, 6) == 0;
}

static bool add_files(zip_t *archive, const qx_buffer *model)
{
    return add_file(archive, "[Content_Types].xml", types, sizeof types - 1) &&
           add_file(archive, "_rels/.rels", relations, sizeof relations - 1) &&
           add_file(archive, "3D/3dmodel.model", model->bytes, model->size);
}

// Fills `target`, whose bytes stay there when the archive is closed.
static bool pack(zip_source_t *target, const qx_buffer *model)
{
    zip_t *archive = zip_open_from_source(target, ZIP_TRUNCATE, NULL);
    if (!archive) return false;
    zip_source_keep(target); // closing gives one reference back
    if (add_files(archive, model) && zip_close(archive) == 0) return true;
    zip_discard(archive);
    return false;
}

static qx_result read_packed(zip_source_t *target, const qx_allocator *allocator, uint8_t **bytes,
                             size_t *size)
{
    zip_stat_t about;
    if (zip_source_stat(target, &about) != 0 || !(about.valid & ZIP_STAT_SIZE)) return QX_NO_MEMORY;
    uint8_t *file = qx_allocate(allocator, (size_t)about.size, 1);
    if (!file) return QX_NO_MEMORY;
    const bool open = zip_source_open(target) == 0;
    const bool read = open && zip_source_read(target, file, about.size) == (zip_int64_t)about.size;
    if (open) zip_source_close(target);
    if (!read) {
        qx_release(allocator, file, (size_t)about.size);
        return QX_NO_MEMORY;
    }
    *bytes = file;
    *size = (size_t)about.size;
    return QX_OK;
}

// Everything is in memory, so memory is all that can be missing.
static qx_result write(const qx_mesh_set *set, const qx_allocator *allocator, uint8_t **bytes,
                       size_t *size)
{
    qx_buffer model = { .allocator = allocator };
    add_model(&model, set);
    zip_source_t *target = model.failed ? NULL : zip_source_buffer_create(NULL, 0, 0, NULL);
    qx_result result = QX_NO_MEMORY;
    if (target && pack(target, &model)) result = read_packed(target, allocator, bytes, size);
    if (target) zip_source_free(target);
    qx_buffer_release(&model);
    return result;
}

// --- checks

static bool has_twins(const qx_mesh *mesh)
{
    const size_t count = qx_mesh_index_count(mesh);
    for (size_t i = 0; i < count; i += 3) {
        const uint32_t a = qx_mesh_index(mesh, i), b = qx_mesh_index(mesh, i + 1),
                       c = qx_mesh_index(mesh, i + 2);
        if (a == b || b == c || c == a) return true;
    }
    return false;
}

static qx_result check(const qx_mesh_set *set, qx_error *error)
{
    const qx_result result = qx_print_check(set, MOST, error);
    if (result != QX_OK) return result;
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->meshes[i].vertex_count > MOST)
            return qx_error_set(error, QX_TOO_LARGE, 0, "mesh %u: too many vertices", (unsigned)i);
        if (has_twins(&set->meshes[i]))
            return qx_error_set(error, QX_BAD_VALUE, 0, "mesh %u: a triangle has a corner twice",
                                (unsigned)i);
    }
    return QX_OK;
}

static qx_result save(const qx_mesh_set *set, const qx_allocator *allocator, uint8_t **bytes,
                      size_t *size, qx_error *error)
{
    *bytes = NULL;
    *size = 0;
    qx_result result = check(set, error);
    if (result != QX_OK) return result;
    result = write(set, allocator, bytes, size);
    if (result != QX_OK) qx_error_set(error, result, 0, "%s", qx_result_text(result));
    return result;
}

qx_result qx_threemf_save_memory(const qx_mesh_set *set, const qx_allocator *allocator,
                                 uint8_t **bytes, size_t *size)
{
    return save(set, allocator, bytes, size, NULL);
}

qx_result qx_threemf_save_file(const qx_mesh_set *set, const char *path,
                               const qx_allocator *allocator, qx_error *error)
{
    return qx_mesh_save_file(save, set, path, allocator, error);
}
