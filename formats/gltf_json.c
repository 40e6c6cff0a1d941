// SPDX-License-Identifier: MIT
#include "gltf_json.h"

#include "gltf_component.h"
#include "gltf_write.h"
#include "mesh.h"

enum { MODE_LINES = 1 };

static void add(qx_buffer *buffer, const char *text)
{
    qx_buffer_text(buffer, text);
}

// --- nodes and meshes

static void add_nodes(qx_buffer *buffer, const qx_mesh_set *set)
{
    gltf_add_scene(buffer, set->count);
    for (uint32_t i = 0; i < set->count; i++) {
        gltf_separate(buffer, i);
        add(buffer, "{\"name\":");
        qx_mesh_add_name(buffer, set, i, gltf_add_quoted);
        gltf_add_field(buffer, "mesh", i);
        add(buffer, "}");
    }
    add(buffer, "]");
}

static void add_attributes(qx_buffer *buffer, const gltf_part *parts, uint32_t count, size_t first)
{
    static const char *const names[] = { "POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0" };
    add(buffer, "\"attributes\":{");
    for (uint32_t i = 0; i < count && parts[i].kind != GLTF_INDEX; i++) {
        gltf_separate(buffer, i);
        add(buffer, "\"");
        add(buffer, names[parts[i].kind]);
        add(buffer, "\":");
        gltf_add_whole(buffer, first + i);
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
        gltf_separate(buffer, i);
        add(buffer, "{\"name\":");
        qx_mesh_add_name(buffer, set, i, gltf_add_quoted);
        add(buffer, ",\"primitives\":[{");
        add_attributes(buffer, parts, count, accessor);
        accessor += count;
        if (parts[count - 1].kind == GLTF_INDEX) gltf_add_field(buffer, "indices", accessor - 1);
        gltf_add_field(buffer, "material", i);
        if (set->meshes[i].kind == QX_MESH_LINES) gltf_add_field(buffer, "mode", MODE_LINES);
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
    gltf_add_floats(buffer, "emissiveFactor", light, 3);
    if (!is_strong(mesh)) return;
    add(buffer, ",\"extensions\":{\"KHR_materials_emissive_strength\":{\"emissiveStrength\":");
    qx_buffer_float(buffer, glow_of(mesh));
    add(buffer, "}}");
}

static void add_material(qx_buffer *buffer, const qx_mesh *mesh)
{
    float base[4];
    add(buffer, "{");
    gltf_add_surface(buffer, qx_mesh_colour(mesh), base);
    add(buffer, "}");
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
        gltf_separate(buffer, i);
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
    gltf_add_floats(buffer, "min", (const float[]){ low.x, low.y, low.z }, 3);
    add(buffer, ",");
    gltf_add_floats(buffer, "max", (const float[]){ high.x, high.y, high.z }, 3);
}

static void add_accessor(qx_buffer *buffer, const qx_mesh_set *set, const qx_mesh *mesh,
                         const gltf_part *part, size_t view)
{
    static const char *const types[] = { "VEC3", "VEC3", "VEC2", "VEC4", "SCALAR" };
    const bool wide = part->kind == GLTF_INDEX && part->bytes_each == 4;
    const int component = part->kind < GLTF_COLOUR ? GLTF_FLOAT : wide ? GLTF_UINT32 : GLTF_UINT16;
    add(buffer, "{\"bufferView\":");
    gltf_add_whole(buffer, view);
    gltf_add_field(buffer, "componentType", (size_t)component);
    if (part->kind == GLTF_COLOUR) add(buffer, ",\"normalized\":true");
    gltf_add_field(buffer, "count", part->count);
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
            gltf_separate(buffer, number);
            add_accessor(buffer, set, &set->meshes[i], &parts[part], number);
        }
    }
    add(buffer, "]");
}

static void add_views(qx_buffer *buffer, const qx_mesh_set *set)
{
    size_t offset = 0;
    add(buffer, ",\"bufferViews\":[");
    for (uint32_t i = 0; i < set->count; i++) {
        gltf_part parts[GLTF_PARTS];
        const uint32_t count = qx_gltf_list_parts(&set->meshes[i], parts);
        for (uint32_t part = 0; part < count; part++) {
            const bool index = parts[part].kind == GLTF_INDEX;
            gltf_add_view(buffer, &offset, parts[part].count * parts[part].bytes_each,
                          index ? GLTF_ELEMENT_ARRAY_BUFFER : GLTF_ARRAY_BUFFER);
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
    gltf_add_end(buffer, binary);
}
