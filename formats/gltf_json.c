// SPDX-License-Identifier: MIT
#include "gltf_json.h"

#include "mesh.h"
#include "srgb.h"

// The text is written straight down: it has one shape, and numbers must not depend on a library's
// or a locale's way of printing.

enum { FLOAT = 5126, UNSIGNED_SHORT = 5123, UNSIGNED_INT = 5125 }; // componentType
enum { ARRAY_BUFFER = 34962, ELEMENT_ARRAY_BUFFER = 34963 };       // target
enum { MODE_LINES = 1 };

static void add(qx_buffer *buffer, const char *text)
{
    qx_buffer_text(buffer, text);
}

static void add_whole(qx_buffer *buffer, size_t number)
{
    qx_buffer_number(buffer, (double)number, 0); // at most 2^32
}

// "name":number, with a comma in front.
static void add_field(qx_buffer *buffer, const char *name, size_t number)
{
    add(buffer, ",\"");
    add(buffer, name);
    add(buffer, "\":");
    add_whole(buffer, number);
}

static void add_floats(qx_buffer *buffer, const char *name, const float *values, int count)
{
    add(buffer, "\"");
    add(buffer, name);
    add(buffer, "\":[");
    for (int i = 0; i < count; i++) {
        if (i > 0) add(buffer, ",");
        qx_buffer_float(buffer, values[i]);
    }
    add(buffer, "]");
}

static void add_quoted(qx_buffer *buffer, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    add(buffer, "\"");
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        char escaped[] = "\\u0000";
        escaped[4] = digits[byte >> 4];
        escaped[5] = digits[byte & 15];
        if (byte < 0x20 || byte == '"' || byte == '\\')
            add(buffer, escaped);
        else
            qx_buffer_add(buffer, text, 1);
    }
    add(buffer, "\"");
}

// Begins an array's next element.
static void separate(qx_buffer *buffer, size_t number)
{
    if (number > 0) add(buffer, ",");
}

// --- nodes and meshes

static void add_nodes(qx_buffer *buffer, const qx_mesh_set *set)
{
    add(buffer, ",\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (uint32_t i = 0; i < set->count; i++) {
        separate(buffer, i);
        add_whole(buffer, i);
    }
    add(buffer, "]}],\"nodes\":[");
    for (uint32_t i = 0; i < set->count; i++) {
        separate(buffer, i);
        add(buffer, "{\"name\":");
        qx_mesh_add_name(buffer, set, i, add_quoted);
        add_field(buffer, "mesh", i);
        add(buffer, "}");
    }
    add(buffer, "]");
}

static void add_attributes(qx_buffer *buffer, const gltf_part *parts, uint32_t count, size_t first)
{
    static const char *const names[] = { "POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0" };
    add(buffer, "\"attributes\":{");
    for (uint32_t i = 0; i < count && parts[i].kind != GLTF_INDEX; i++) {
        separate(buffer, i);
        add(buffer, "\"");
        add(buffer, names[parts[i].kind]);
        add(buffer, "\":");
        add_whole(buffer, first + i);
    }
    add(buffer, "}");
}

static void add_meshes(qx_buffer *buffer, const qx_mesh_set *set)
{
    size_t accessor = 0;
    add(buffer, ",\"meshes\":[");
    for (uint32_t i = 0; i < set->count; i++) {
        gltf_part parts[GLTF_PARTS];
        const uint32_t count = qx_gltf_list_parts(&set->meshes[i], parts);
        separate(buffer, i);
        add(buffer, "{\"name\":");
        qx_mesh_add_name(buffer, set, i, add_quoted);
        add(buffer, ",\"primitives\":[{");
        add_attributes(buffer, parts, count, accessor);
        accessor += count;
        if (parts[count - 1].kind == GLTF_INDEX) add_field(buffer, "indices", accessor - 1);
        add_field(buffer, "material", i);
        if (set->meshes[i].kind == QX_MESH_LINES) add_field(buffer, "mode", MODE_LINES);
        add(buffer, "}]}");
    }
    add(buffer, "]");
}

// --- materials

static float glow_of(const qx_mesh *mesh)
{
    return mesh->glow > 0.0f ? mesh->glow : 1.0f;
}

static bool is_strong(const qx_mesh *mesh)
{
    return mesh->finish == QX_MESH_GLOWING && glow_of(mesh) > 1.0f;
}

static bool is_translucent(const qx_mesh *mesh)
{
    if ((qx_mesh_colour(mesh) & 255) != 255) return true;
    for (uint32_t i = 0; mesh->colours && i < mesh->vertex_count; i++)
        if ((qx_mesh_vertex_colour(mesh, i) & 255) != 255) return true;
    return false;
}

static void add_emission(qx_buffer *buffer, const qx_mesh *mesh, const float base[4])
{
    const float factor = glow_of(mesh) < 1.0f ? glow_of(mesh) : 1.0f;
    const float light[] = { base[0] * factor, base[1] * factor, base[2] * factor };
    add(buffer, ",");
    add_floats(buffer, "emissiveFactor", light, 3);
    if (!is_strong(mesh)) return;
    add(buffer, ",\"extensions\":{\"KHR_materials_emissive_strength\":{\"emissiveStrength\":");
    qx_buffer_float(buffer, glow_of(mesh));
    add(buffer, "}}");
}

static void add_material(qx_buffer *buffer, const qx_mesh *mesh)
{
    const uint32_t colour = qx_mesh_colour(mesh);
    float base[4] = { [3] = (float)((colour & 255) / 255.0) };
    for (int i = 0; i < 3; i++) base[i] = (float)qx_linear_from_srgb(colour >> (24 - 8 * i) & 255);
    add(buffer, "{\"pbrMetallicRoughness\":{");
    add_floats(buffer, "baseColorFactor", base, 4);
    add(buffer, ",\"metallicFactor\":0}");
    if (mesh->finish == QX_MESH_UNLIT) add(buffer, ",\"extensions\":{\"KHR_materials_unlit\":{}}");
    if (mesh->finish == QX_MESH_GLOWING) add_emission(buffer, mesh, base);
    if (is_translucent(mesh)) add(buffer, ",\"alphaMode\":\"BLEND\"");
    if (mesh->two_sided) add(buffer, ",\"doubleSided\":true");
    add(buffer, "}");
}

static void add_materials(qx_buffer *buffer, const qx_mesh_set *set)
{
    add(buffer, ",\"materials\":[");
    for (uint32_t i = 0; i < set->count; i++) {
        separate(buffer, i);
        add_material(buffer, &set->meshes[i]);
    }
    add(buffer, "]");
}

static void add_extensions(qx_buffer *buffer, const qx_mesh_set *set)
{
    bool unlit = false, strong = false;
    for (uint32_t i = 0; i < set->count; i++) {
        unlit |= set->meshes[i].finish == QX_MESH_UNLIT;
        strong |= is_strong(&set->meshes[i]);
    }
    if (!unlit && !strong) return;
    add(buffer, ",\"extensionsUsed\":[");
    if (unlit) add(buffer, "\"KHR_materials_unlit\"");
    if (unlit && strong) add(buffer, ",");
    if (strong) add(buffer, "\"KHR_materials_emissive_strength\"");
    add(buffer, "]");
}

// --- accessors, buffer views

static float smaller(float a, float b)
{
    return b < a ? b : a;
}

static float greater(float a, float b)
{
    return b > a ? b : a;
}

static void add_bounds(qx_buffer *buffer, const qx_mesh_set *set, const qx_mesh *mesh)
{
    qx_vec3 low = qx_gltf_position(set, mesh, 0), high = low;
    for (uint32_t i = 1; i < mesh->vertex_count; i++) {
        const qx_vec3 v = qx_gltf_position(set, mesh, i);
        low = (qx_vec3){ smaller(low.x, v.x), smaller(low.y, v.y), smaller(low.z, v.z) };
        high = (qx_vec3){ greater(high.x, v.x), greater(high.y, v.y), greater(high.z, v.z) };
    }
    add(buffer, ",");
    add_floats(buffer, "min", (const float[]){ low.x, low.y, low.z }, 3);
    add(buffer, ",");
    add_floats(buffer, "max", (const float[]){ high.x, high.y, high.z }, 3);
}

static void add_accessor(qx_buffer *buffer, const qx_mesh_set *set, const qx_mesh *mesh,
                         const gltf_part *part, size_t view)
{
    static const char *const types[] = { "VEC3", "VEC3", "VEC2", "VEC4", "SCALAR" };
    const bool wide = part->kind == GLTF_INDEX && part->bytes_each == 4;
    const int component = part->kind < GLTF_COLOUR ? FLOAT : wide ? UNSIGNED_INT : UNSIGNED_SHORT;
    add(buffer, "{\"bufferView\":");
    add_whole(buffer, view);
    add_field(buffer, "componentType", (size_t)component);
    if (part->kind == GLTF_COLOUR) add(buffer, ",\"normalized\":true");
    add_field(buffer, "count", part->count);
    add(buffer, ",\"type\":\"");
    add(buffer, types[part->kind]);
    add(buffer, "\"");
    if (part->kind == GLTF_POSITION) add_bounds(buffer, set, mesh);
    add(buffer, "}");
}

static void add_accessors(qx_buffer *buffer, const qx_mesh_set *set)
{
    size_t number = 0;
    add(buffer, ",\"accessors\":[");
    for (uint32_t i = 0; i < set->count; i++) {
        gltf_part parts[GLTF_PARTS];
        const uint32_t count = qx_gltf_list_parts(&set->meshes[i], parts);
        for (uint32_t part = 0; part < count; part++, number++) {
            separate(buffer, number);
            add_accessor(buffer, set, &set->meshes[i], &parts[part], number);
        }
    }
    add(buffer, "]");
}

// Each begins at a multiple of 4. Returns where the next one begins.
static size_t add_view(qx_buffer *buffer, const gltf_part *part, size_t offset)
{
    const size_t size = part->count * part->bytes_each;
    const int target = part->kind == GLTF_INDEX ? ELEMENT_ARRAY_BUFFER : ARRAY_BUFFER;
    add(buffer, "{\"buffer\":0");
    if (offset > 0) add_field(buffer, "byteOffset", offset);
    add_field(buffer, "byteLength", size);
    add_field(buffer, "target", (size_t)target);
    add(buffer, "}");
    return offset + (size + 3) / 4 * 4;
}

static void add_views(qx_buffer *buffer, const qx_mesh_set *set)
{
    size_t offset = 0;
    add(buffer, ",\"bufferViews\":[");
    for (uint32_t i = 0; i < set->count; i++) {
        gltf_part parts[GLTF_PARTS];
        const uint32_t count = qx_gltf_list_parts(&set->meshes[i], parts);
        for (uint32_t part = 0; part < count; part++) {
            separate(buffer, offset);
            offset = add_view(buffer, &parts[part], offset);
        }
    }
    add(buffer, "]");
}

void qx_gltf_add_json(qx_buffer *buffer, const qx_mesh_set *set, size_t binary)
{
    add(buffer, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Quincunx\"}");
    add_extensions(buffer, set);
    add_nodes(buffer, set);
    add_meshes(buffer, set);
    add_materials(buffer, set);
    add_accessors(buffer, set);
    add_views(buffer, set);
    add(buffer, ",\"buffers\":[{\"byteLength\":");
    add_whole(buffer, binary);
    add(buffer, "}]}");
    while (buffer->size % 4 && !buffer->failed) add(buffer, " ");
}
