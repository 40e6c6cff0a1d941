// SPDX-License-Identifier: MIT
#include "gltf_morph.h"

#include "base/memory.h"
#include "gltf_component.h"
#include "gltf_write.h"
#include "model_folder.h"

#include <string.h>
#include <strings.h>

static void add(qx_buffer *json, const char *text)
{
    qx_buffer_text(json, text);
}

// --- nodes and meshes

static void add_nodes(qx_buffer *json, const qx_model *model)
{
    gltf_add_scene(json, model->mesh_count);
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        gltf_separate(json, i);
        add(json, "{\"name\":");
        gltf_add_quoted(json, model->meshes[i].name);
        gltf_add_field(json, "mesh", i);
        add(json, "}");
    }
    add(json, "]");
}

// Parts are walked as they are listed; returns the first one behind the base.
static uint32_t add_base(qx_buffer *json, const morph_writer *w, uint32_t part)
{
    static const char *const names[] = { "POSITION", "NORMAL", "TEXCOORD_0" };
    const uint32_t first = part;
    add(json, "{\"attributes\":{");
    for (; w->parts[part].kind != MORPH_INDEX; part++) {
        gltf_separate(json, part - first);
        add(json, "\"");
        add(json, names[w->parts[part].kind]);
        add(json, "\":");
        gltf_add_whole(json, part);
    }
    add(json, "}");
    gltf_add_field(json, "indices", part);
    gltf_add_field(json, "material", w->parts[part].mesh);
    return part + 1;
}

static uint32_t add_targets(qx_buffer *json, const morph_writer *w, uint32_t part, uint32_t count)
{
    const uint32_t mesh = w->parts[part - 1].mesh;
    const bool turns = gltf_morph_turns(&w->model->meshes[mesh]);
    add(json, ",\"targets\":[");
    for (uint32_t i = 0; i < count; i++) {
        gltf_separate(json, i);
        add(json, "{\"POSITION\":");
        gltf_add_whole(json, part++);
        if (turns) gltf_add_field(json, "NORMAL", part++);
        add(json, "}");
    }
    add(json, "]");
    return part;
}

static void add_weights(qx_buffer *json, const qx_model_mesh *mesh)
{
    bool still = true;
    if (mesh->kind != QX_MODEL_MORPH || !mesh->weights) return;
    for (uint32_t i = 0; i < mesh->target_count; i++) still = still && mesh->weights[i] == 0.0f;
    if (still) return; // so it is without them
    add(json, ",");
    gltf_add_floats(json, "weights", mesh->weights, (int)mesh->target_count);
}

static void add_target_names(qx_buffer *json, const qx_model_mesh *mesh)
{
    const bool keys = mesh->kind == QX_MODEL_KEYS;
    const char *const *names = keys ? mesh->key_names : mesh->target_names;
    const uint32_t count = gltf_morph_targets(mesh);
    if (!names || count == 0) return;
    add(json, ",\"extras\":{\"targetNames\":[");
    for (uint32_t i = 0; i < count; i++) {
        gltf_separate(json, i);
        gltf_add_quoted(json, names[keys ? i + 1 : i]);
    }
    add(json, "]}");
}

static void add_meshes(qx_buffer *json, const morph_writer *w)
{
    uint32_t part = 0;
    add(json, ",\"meshes\":[");
    for (uint32_t i = 0; i < w->model->mesh_count; i++) {
        const qx_model_mesh *mesh = &w->model->meshes[i];
        const uint32_t targets = gltf_morph_targets(mesh);
        gltf_separate(json, i);
        add(json, "{\"name\":");
        gltf_add_quoted(json, mesh->name);
        add(json, ",\"primitives\":[");
        part = add_base(json, w, part);
        if (targets > 0) part = add_targets(json, w, part, targets);
        add(json, "}]");
        add_weights(json, mesh);
        add_target_names(json, mesh);
        add(json, "}");
    }
    add(json, "]");
}

// --- materials and pictures

static void add_uri(qx_buffer *json, const char *name)
{
    static const char digits[] = "0123456789ABCDEF";
    for (; *name; name++) {
        const unsigned char byte = (unsigned char)*name;
        const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= 'a' && byte <= 'z') || strchr("-._~/", byte);
        const char encoded[3] = { '%', digits[byte >> 4], digits[byte & 15] };
        qx_buffer_add(json, plain ? name : encoded, plain ? 1 : 3);
    }
}

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcasecmp(name + length - tail, ending) == 0;
}

// PNG and JPEG are what glTF knows, and readers look in the file's own folder. Others, and those of
// meshes without texture places, are noted in what glTF calls extras, for our own reader.
static bool has_picture_name(const char *name)
{
    return ends_in(name, ".png") || ends_in(name, ".jpg") || ends_in(name, ".jpeg");
}

bool gltf_morph_find_pictures(const morph_writer *w)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->model->skin_count; i++) {
        qx_buffer uri = { .allocator = w->allocator };
        char *path = NULL;
        size_t size = 0;
        w->pictures[i] = MORPH_NO_PICTURE;
        if (!has_picture_name(w->model->skins[i])) continue;
        add_uri(&uri, w->model->skins[i]);
        qx_buffer_add(&uri, "", 1);
        const qx_result result = uri.failed ? QX_NO_MEMORY
                                            : model_folder_find(".", (const char *)uri.bytes,
                                                                w->allocator, &path, &size, NULL);
        qx_release(w->allocator, path, size);
        qx_buffer_release(&uri);
        if (result == QX_NO_MEMORY) return false;
        if (result == QX_OK) w->pictures[i] = count++;
    }
    return true;
}

// MORPH_NO_PICTURE also where places of texture are missing.
static uint32_t picture_of(const morph_writer *w, const qx_model_mesh *mesh)
{
    if (!mesh->skin || !mesh->texture_places) return MORPH_NO_PICTURE;
    for (uint32_t i = 0; i < w->model->skin_count; i++)
        if (strcmp(w->model->skins[i], mesh->skin) == 0) return w->pictures[i];
    return MORPH_NO_PICTURE;
}

static void add_material(qx_buffer *json, const morph_writer *w, const qx_model_mesh *mesh)
{
    float base[4];
    const uint32_t picture = picture_of(w, mesh);
    add(json, "{");
    if (mesh->skin) {
        add(json, "\"name\":");
        gltf_add_quoted(json, mesh->skin);
        add(json, ",");
    }
    gltf_add_surface(json, mesh->colour, base);
    if (picture != MORPH_NO_PICTURE) {
        add(json, ",\"baseColorTexture\":{\"index\":");
        gltf_add_whole(json, picture);
        add(json, "}");
    }
    add(json, "}");
    if ((mesh->colour & 255) != 255) add(json, ",\"alphaMode\":\"BLEND\"");
    if (mesh->skin && picture == MORPH_NO_PICTURE) {
        add(json, ",\"extras\":{\"skin\":\"");
        add_uri(json, mesh->skin);
        add(json, "\"}");
    }
    add(json, "}");
}

// All of them: MD2 names several for one mesh.
static void add_skins(qx_buffer *json, const qx_model *model)
{
    if (model->skin_count == 0) return;
    add(json, ",\"extras\":{\"skins\":[");
    for (uint32_t i = 0; i < model->skin_count; i++) {
        gltf_separate(json, i);
        add(json, "\"");
        add_uri(json, model->skins[i]);
        add(json, "\"");
    }
    add(json, "]}");
}

static void add_pictures(qx_buffer *json, const morph_writer *w)
{
    size_t count = 0;
    for (uint32_t i = 0; i < w->model->skin_count; i++) {
        if (w->pictures[i] == MORPH_NO_PICTURE) continue;
        add(json, count++ == 0 ? ",\"images\":[" : ",");
        add(json, "{\"uri\":\"");
        add_uri(json, w->model->skins[i]);
        add(json, "\"}");
    }
    if (count == 0) return;
    add(json, "],\"textures\":[");
    for (size_t i = 0; i < count; i++) {
        gltf_separate(json, i);
        add(json, "{\"source\":");
        gltf_add_whole(json, i);
        add(json, "}");
    }
    add(json, "]");
}

static void add_materials(qx_buffer *json, const morph_writer *w)
{
    add(json, ",\"materials\":[");
    for (uint32_t i = 0; i < w->model->mesh_count; i++) {
        gltf_separate(json, i);
        add_material(json, w, &w->model->meshes[i]);
    }
    add(json, "]");
    add_pictures(json, w);
}

// --- animations

// A clip's parts are pairs of times and weights, one a mesh that moves.
static uint32_t end_of_clip(const morph_writer *w, uint32_t part)
{
    const uint32_t clip = w->parts[part].item;
    while (part < w->part_count && w->parts[part].item == clip) part += 2;
    return part;
}

static void add_samplers(qx_buffer *json, const morph_writer *w, uint32_t first, uint32_t end)
{
    static const char *const curves[] = { [QX_KEYFRAME_LINEAR] = "LINEAR",
                                          [QX_KEYFRAME_STEP] = "STEP",
                                          [QX_KEYFRAME_CUBIC] = "CUBICSPLINE" };
    add(json, ",\"samplers\":[");
    for (uint32_t part = first; part < end; part += 2) {
        const morph_part *times = &w->parts[part];
        gltf_separate(json, part - first);
        add(json, "{\"input\":");
        gltf_add_whole(json, part);
        gltf_add_field(json, "output", part + 1);
        add(json, ",\"interpolation\":\"");
        add(json, curves[gltf_morph_curve(w->model, times->item, times->mesh)]);
        add(json, "\"}");
    }
    add(json, "]");
}

static void add_channels(qx_buffer *json, const morph_writer *w, uint32_t first, uint32_t end)
{
    add(json, ",\"channels\":[");
    for (uint32_t part = first; part < end; part += 2) {
        gltf_separate(json, part - first);
        add(json, "{\"sampler\":");
        gltf_add_whole(json, (part - first) / 2);
        add(json, ",\"target\":{\"path\":\"weights\"");
        gltf_add_field(json, "node", w->parts[part].mesh);
        add(json, "}}");
    }
    add(json, "]");
}

static void add_animations(qx_buffer *json, const morph_writer *w)
{
    uint32_t first = 0;
    while (first < w->part_count && w->parts[first].kind != MORPH_TIMES) first++;
    if (first == w->part_count) return;
    add(json, ",\"animations\":[");
    for (uint32_t part = first, end; part < w->part_count; part = end) {
        end = end_of_clip(w, part);
        gltf_separate(json, part - first);
        add(json, "{\"name\":");
        gltf_add_quoted(json, w->model->clips[w->parts[part].item].name);
        add_samplers(json, w, part, end);
        add_channels(json, w, part, end);
        add(json, "}");
    }
    add(json, "]");
}

// --- accessors, buffer views

static bool has_bounds(morph_kind kind)
{
    return kind == MORPH_POSITION || kind == MORPH_TARGET_POSITION || kind == MORPH_TIMES;
}

static void add_sparse(qx_buffer *json, const morph_part *part, size_t view)
{
    static const int components[] = { [1] = GLTF_UINT8, [2] = GLTF_UINT16, [4] = GLTF_UINT32 };
    add(json, ",\"sparse\":{\"count\":");
    gltf_add_whole(json, part->stored);
    add(json, ",\"indices\":{\"bufferView\":");
    gltf_add_whole(json, view);
    gltf_add_field(json, "componentType", (size_t)components[gltf_morph_index_bytes(part)]);
    add(json, "},\"values\":{\"bufferView\":");
    gltf_add_whole(json, view + 1);
    add(json, "}}");
}

static void add_accessor(qx_buffer *json, const morph_writer *w, const morph_part *part,
                         size_t *view)
{
    static const char *const types[] = { [1] = "SCALAR", [2] = "VEC2", [3] = "VEC3" };
    const bool index = part->kind == MORPH_INDEX;
    const bool wide = gltf_index_bytes(w->model->meshes[part->mesh].vertex_count) == 4;
    const int component = !index ? GLTF_FLOAT : wide ? GLTF_UINT32 : GLTF_UINT16;
    add(json, "{\"type\":\"");
    add(json, types[part->width]);
    add(json, "\"");
    if (!part->sparse) gltf_add_field(json, "bufferView", *view);
    gltf_add_field(json, "componentType", (size_t)component);
    gltf_add_field(json, "count", part->count);
    if (has_bounds(part->kind)) {
        add(json, ",");
        gltf_add_floats(json, "min", part->low, (int)part->width);
        add(json, ",");
        gltf_add_floats(json, "max", part->high, (int)part->width);
    }
    if (part->sparse && part->stored > 0) add_sparse(json, part, *view);
    *view += !part->sparse ? 1 : part->stored > 0 ? 2 : 0; // without any, all are 0
    add(json, "}");
}

static void add_accessors(qx_buffer *json, const morph_writer *w)
{
    size_t view = 0;
    add(json, ",\"accessors\":[");
    for (uint32_t i = 0; i < w->part_count; i++) {
        gltf_separate(json, i);
        add_accessor(json, w, &w->parts[i], &view);
    }
    add(json, "]");
}

static size_t target_of(morph_kind kind)
{
    if (kind == MORPH_INDEX) return GLTF_ELEMENT_ARRAY_BUFFER;
    return kind == MORPH_TIMES || kind == MORPH_WEIGHTS ? 0 : GLTF_ARRAY_BUFFER;
}

static void add_views(qx_buffer *json, const morph_writer *w)
{
    size_t offset = 0;
    add(json, ",\"bufferViews\":[");
    for (uint32_t i = 0; i < w->part_count; i++) {
        const morph_part *part = &w->parts[i];
        const size_t element = 4 * (size_t)part->width;
        if (part->kind == MORPH_INDEX) {
            const uint32_t vertices = w->model->meshes[part->mesh].vertex_count;
            gltf_add_view(json, &offset, part->count * gltf_index_bytes(vertices),
                          GLTF_ELEMENT_ARRAY_BUFFER);
        } else if (!part->sparse) {
            gltf_add_view(json, &offset, part->count * element, target_of(part->kind));
        } else if (part->stored > 0) {
            gltf_add_view(json, &offset, part->stored * gltf_morph_index_bytes(part), 0);
            gltf_add_view(json, &offset, part->stored * element, 0);
        }
    }
    add(json, "]");
}

void gltf_morph_json(const morph_writer *w, qx_buffer *json, size_t binary)
{
    add(json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Quincunx\"}");
    add_nodes(json, w->model);
    add_meshes(json, w);
    add_materials(json, w);
    add_skins(json, w->model);
    add_animations(json, w);
    add_accessors(json, w);
    add_views(json, w);
    gltf_add_end(json, binary);
}
