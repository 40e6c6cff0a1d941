// SPDX-License-Identifier: MIT
#include "gltf_load.h"

#include "base/memory.h"
#include "model_folder.h"
#include "srgb.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// What materials and meshes say, all of them, whether a node shows them or not.

enum { MODE_TRIANGLES = 4, MODE_FAN = 6 };

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

// --- materials

static uint32_t channel(float light, bool linear)
{
    const double share = light > 0.0f ? (light < 1.0f ? (double)light : 1.0) : 0.0; // NaN: 0
    return (uint32_t)((linear ? qx_srgb_from_linear(share) : share) * 255.0 + 0.5);
}

static uint32_t colour_of(const float factor[4])
{
    uint32_t colour = 0;
    for (int i = 0; i < 4; i++) colour = colour << 8 | channel(factor[i], i < 3);
    return colour;
}

// As it is called in the folder; left out where it leads elsewhere. `place` is numbered in the file.
static qx_result name_skin(gltf_file *g, const char *place, uint32_t number, const char *uri,
                           const char **skin)
{
    static const char here[] = ".";
    char *path;
    size_t size;
    const qx_result result = model_folder_find(here, uri, &g->arena->allocator, &path, &size, NULL);
    if (result == QX_NO_MEMORY) return gltf_fail(g, result, "out of memory");
    if (result != QX_OK) {
        model_warn(g->arena, "%s[%" PRIu32 "]: its picture does not lie in the folder", place,
                   number);
        return QX_OK;
    }
    const cJSON name = { .type = cJSON_String, .valuestring = path + sizeof here };
    const qx_result copied = gltf_text(g, &name, skin);
    qx_release(&g->arena->allocator, path, size);
    return copied;
}

static qx_result find_picture(gltf_file *g, const gltf_list *textures, const gltf_list *images,
                              uint32_t texture, const char **skin)
{
    uint32_t source;
    if (!gltf_index(textures->items[texture], "source", images->count, &source))
        return gltf_fail(g, QX_BAD_DATA, "textures[%" PRIu32 "]/source: there is none such",
                         texture);
    if (source == GLTF_NONE) return QX_OK; // an extension's
    const cJSON *uri = member(images->items[source], "uri");
    if (!cJSON_IsString(uri) || strncmp(uri->valuestring, "data:", 5) == 0) {
        model_warn(g->arena, "images[%" PRIu32 "]: embedded pictures are not read", source);
        return QX_OK;
    }
    return name_skin(g, "images", source, uri->valuestring, skin);
}

// Our own writer's, of what glTF cannot show.
static qx_result read_note(gltf_file *g, const cJSON *json, uint32_t number,
                           gltf_material *material)
{
    const cJSON *note = member(member(json, "extras"), "skin");
    if (!cJSON_IsString(note)) return QX_OK;
    return name_skin(g, "materials", number, note->valuestring, &material->skin);
}

static qx_result read_material(gltf_file *g, const cJSON *json, uint32_t number,
                               const gltf_list *textures, const gltf_list *images,
                               gltf_material *material)
{
    const cJSON *surface = member(json, "pbrMetallicRoughness");
    const cJSON *picture = member(surface, "baseColorTexture");
    const float *factor;
    *material = (gltf_material){ .colour = 0xFFFFFFFF };
    if (gltf_numbers(g, surface, "baseColorFactor", 4, "materials", number, &factor) != QX_OK)
        return g->failed;
    if (factor) material->colour = colour_of(factor);
    if (!picture) return read_note(g, json, number, material);
    uint32_t texture;
    uint64_t place;
    if (!gltf_index(picture, "index", textures->count, &texture) || texture == GLTF_NONE ||
        !gltf_whole(picture, "texCoord", 1000, 0, &place))
        return gltf_fail(g, QX_BAD_DATA,
                         "materials[%" PRIu32 "]/pbrMetallicRoughness/baseColorTexture: there is"
                         " none such",
                         number);
    material->texture_place = (uint32_t)place;
    return find_picture(g, textures, images, texture, &material->skin);
}

// Each picture once.
static qx_result list_skin(gltf_file *g, const char **skins, const char *skin)
{
    uint32_t *count = &g->arena->model.skin_count;
    if (!skin) return QX_OK;
    if (gltf_charge(g, *count, 1) != QX_OK) return g->failed; // many look through many
    for (uint32_t i = 0; i < *count; i++)
        if (strcmp(skins[i], skin) == 0) return QX_OK;
    skins[(*count)++] = skin;
    return QX_OK;
}

// Those that our own writer lists first, in its order.
static qx_result list_skins(gltf_file *g)
{
    const cJSON *list = member(member(g->root, "extras"), "skins"), *item;
    if (!cJSON_IsArray(list)) list = NULL;
    const size_t listed = list ? (size_t)cJSON_GetArraySize(list) : 0;
    const char **skins = gltf_take(g, g->material_count + listed, sizeof *skins);
    if (!skins) return g->failed;
    g->arena->model.skins = skins;
    uint32_t number = 0;
    cJSON_ArrayForEach(item, list)
    {
        const char *skin = NULL;
        const uint32_t place = number++;
        if (!cJSON_IsString(item)) continue;
        if (name_skin(g, "extras/skins", place, item->valuestring, &skin) != QX_OK)
            return g->failed;
        if (list_skin(g, skins, skin) != QX_OK) return g->failed;
    }
    for (uint32_t i = 0; i < g->material_count; i++)
        if (list_skin(g, skins, g->materials[i].skin) != QX_OK) return g->failed;
    return QX_OK;
}

qx_result gltf_read_materials(gltf_file *g)
{
    gltf_list list, textures, images;
    if (gltf_list_objects(g, g->root, "materials", &list) != QX_OK ||
        gltf_list_objects(g, g->root, "textures", &textures) != QX_OK ||
        gltf_list_objects(g, g->root, "images", &images) != QX_OK)
        return g->failed;
    g->materials = gltf_take_scratch(g, list.count, sizeof *g->materials);
    if (!g->materials) return g->failed;
    g->material_count = list.count;
    for (uint32_t i = 0; i < list.count; i++)
        if (read_material(g, list.items[i], i, &textures, &images, &g->materials[i]) != QX_OK)
            return g->failed;
    return list_skins(g);
}

// --- primitives

// Where in the file a message speaks of.
typedef struct place {
    uint32_t mesh, primitive, target; // target: GLTF_NONE for what is not of one
} place;

static qx_result fail(gltf_file *g, place at, const char *what, const char *fault)
{
    char target[32] = "";
    if (at.target != GLTF_NONE) snprintf(target, sizeof target, "/targets[%" PRIu32 "]", at.target);
    return gltf_fail(g, QX_BAD_DATA, "meshes[%" PRIu32 "]/primitives[%" PRIu32 "]%s/%.30s: %s",
                     at.mesh, at.primitive, target, what, fault);
}

static bool is_attribute(const gltf_accessor *a, uint32_t width)
{
    return a->width == width && a->component != GLTF_UINT32;
}

// An attribute of `width` numbers; GLTF_NONE where there is none. Of the base's count.
static qx_result read_attribute(gltf_file *g, place at, const cJSON *attributes, const char *name,
                                uint32_t width, uint32_t base, uint32_t *accessor)
{
    if (!gltf_index(attributes, name, g->accessor_count, accessor))
        return fail(g, at, name, "its accessor is not there");
    if (*accessor == GLTF_NONE) return QX_OK;
    const gltf_accessor *a = &g->accessors[*accessor];
    if (!is_attribute(a, width)) return fail(g, at, name, "its accessor is of another type");
    if (base == GLTF_NONE || a->count == g->accessors[base].count) return QX_OK;
    char fault[80];
    snprintf(fault, sizeof fault, "%" PRIu32 " vertices where the base has %" PRIu32, a->count,
             g->accessors[base].count);
    return fail(g, at, name, fault);
}

static qx_result read_target(gltf_file *g, place at, const cJSON *json,
                             const gltf_primitive *primitive, gltf_target *target)
{
    const uint32_t base = primitive->position;
    if (read_attribute(g, at, json, "POSITION", 3, base, &target->position) != QX_OK ||
        read_attribute(g, at, json, "NORMAL", 3, base, &target->normal) != QX_OK)
        return g->failed;
    if (target->position != GLTF_NONE && base == GLTF_NONE)
        return fail(g, at, "POSITION", "it has no base");
    if (target->normal != GLTF_NONE && primitive->normal == GLTF_NONE)
        return fail(g, at, "NORMAL", "it has no base");
    return QX_OK;
}

static qx_result read_targets(gltf_file *g, place at, const cJSON *json, gltf_mesh *mesh,
                              gltf_primitive *primitive)
{
    const cJSON *list = member(json, "targets"), *item;
    const uint32_t count = cJSON_IsArray(list) ? (uint32_t)cJSON_GetArraySize(list) : 0;
    if (list && count == 0) return fail(g, at, "targets", "it is no array, or an empty one");
    if (at.primitive == 0) mesh->target_count = count;
    if (count != mesh->target_count) {
        char fault[80];
        snprintf(fault, sizeof fault, "%" PRIu32 " where the first has %" PRIu32, count,
                 mesh->target_count);
        return fail(g, at, "targets", fault);
    }
    gltf_target *targets = gltf_take_scratch(g, count, sizeof *targets);
    if (!targets) return g->failed;
    primitive->targets = targets;
    at.target = 0;
    cJSON_ArrayForEach(item, list)
    {
        if (read_target(g, at, item, primitive, &targets[at.target]) != QX_OK) return g->failed;
        at.target++;
    }
    return QX_OK;
}

static qx_result read_attributes(gltf_file *g, place at, const cJSON *attributes,
                                 gltf_primitive *primitive)
{
    const uint32_t material = primitive->material;
    char texture_place[24];
    snprintf(texture_place, sizeof texture_place, "TEXCOORD_%" PRIu32,
             material == GLTF_NONE ? 0 : g->materials[material].texture_place);
    if (!cJSON_IsObject(attributes)) return fail(g, at, "attributes", "they are no object");
    if (read_attribute(g, at, attributes, "POSITION", 3, GLTF_NONE, &primitive->position) != QX_OK)
        return g->failed;
    const uint32_t base = primitive->position;
    if (read_attribute(g, at, attributes, "NORMAL", 3, base, &primitive->normal) != QX_OK)
        return g->failed;
    return read_attribute(g, at, attributes, texture_place, 2, base, &primitive->texture_place);
}

// Leaves out what is no surface.
static void look_at_mode(gltf_file *g, place at, uint64_t mode, gltf_primitive *primitive)
{
    primitive->mode = (uint32_t)mode;
    if (mode >= MODE_TRIANGLES && primitive->position != GLTF_NONE) return;
    primitive->mode = GLTF_NONE;
    model_warn(g->arena, "meshes[%" PRIu32 "]/primitives[%" PRIu32 "]: %s are left out", at.mesh,
               at.primitive,
               mode < MODE_TRIANGLES ? "points and lines" : "triangles of no POSITION");
}

static qx_result read_primitive(gltf_file *g, place at, const cJSON *json, gltf_mesh *mesh,
                                gltf_primitive *primitive)
{
    uint64_t mode;
    if (!gltf_whole(json, "mode", MODE_FAN, MODE_TRIANGLES, &mode))
        return fail(g, at, "mode", "not 0 to 6");
    if (!gltf_index(json, "material", g->material_count, &primitive->material))
        return fail(g, at, "material", "there is none such");
    if (!gltf_index(json, "indices", g->accessor_count, &primitive->indices))
        return fail(g, at, "indices", "there is no such accessor");
    if (primitive->indices != GLTF_NONE) {
        const gltf_accessor *a = &g->accessors[primitive->indices];
        if (a->width != 1 || (a->component != GLTF_UINT8 && a->component != GLTF_UINT16 &&
                              a->component != GLTF_UINT32))
            return fail(g, at, "indices", "its accessor holds no indices");
    }
    if (read_attributes(g, at, member(json, "attributes"), primitive) != QX_OK) return g->failed;
    look_at_mode(g, at, mode, primitive);
    return read_targets(g, at, json, mesh, primitive);
}

// --- meshes

static qx_result read_target_names(gltf_file *g, const cJSON *json, uint32_t number,
                                   gltf_mesh *mesh)
{
    const cJSON *names = member(member(json, "extras"), "targetNames"), *item;
    if (!names || mesh->target_count == 0) return QX_OK;
    if (!cJSON_IsArray(names) || cJSON_GetArraySize(names) != (int64_t)mesh->target_count) {
        model_warn(g->arena, "meshes[%" PRIu32 "]/extras/targetNames: not one a target", number);
        return QX_OK;
    }
    const char **list = gltf_take(g, mesh->target_count, sizeof *list);
    if (!list) return g->failed;
    uint32_t i = 0;
    cJSON_ArrayForEach(item, names)
    {
        if (gltf_text(g, item, &list[i]) != QX_OK) return g->failed;
        if (!list[i]) list[i] = "";
        i++;
    }
    mesh->target_names = list;
    return QX_OK;
}

static qx_result read_mesh(gltf_file *g, const cJSON *json, uint32_t number, gltf_mesh *mesh)
{
    const cJSON *list = member(json, "primitives"), *item;
    const uint32_t count = cJSON_IsArray(list) ? (uint32_t)cJSON_GetArraySize(list) : 0;
    if (count == 0) return gltf_fail(g, QX_BAD_DATA, "meshes[%" PRIu32 "]: no primitives", number);
    if (gltf_text(g, member(json, "name"), &mesh->name) != QX_OK) return g->failed;
    mesh->primitives = gltf_take_scratch(g, count, sizeof *mesh->primitives);
    if (!mesh->primitives) return g->failed;
    mesh->primitive_count = count;
    place at = { number, 0, GLTF_NONE };
    cJSON_ArrayForEach(item, list)
    {
        if (read_primitive(g, at, item, mesh, &mesh->primitives[at.primitive]) != QX_OK)
            return g->failed;
        at.primitive++;
    }
    if (gltf_numbers(g, json, "weights", mesh->target_count, "meshes", number, &mesh->weights) !=
        QX_OK)
        return g->failed;
    return read_target_names(g, json, number, mesh);
}

qx_result gltf_read_meshes(gltf_file *g)
{
    gltf_list list;
    if (gltf_list_objects(g, g->root, "meshes", &list) != QX_OK) return g->failed;
    g->meshes = gltf_take_scratch(g, list.count, sizeof *g->meshes);
    if (!g->meshes) return g->failed;
    g->mesh_count = list.count;
    for (uint32_t i = 0; i < list.count; i++)
        if (read_mesh(g, list.items[i], i, &g->meshes[i]) != QX_OK) return g->failed;
    return QX_OK;
}
