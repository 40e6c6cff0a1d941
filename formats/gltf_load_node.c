// SPDX-License-Identifier: MIT
#include "gltf_load.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// The tree of nodes: each has one parent at most, none is its own ancestor. Walked by a queue:
// depth costs nothing.

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

// --- places, rows of 3 x 4

// Where `inner` puts things, seen from outside of `outer`.
static void multiply(const double outer[12], const double inner[12], double product[12])
{
    double to[12];
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++) {
            double sum = column == 3 ? outer[4 * row + 3] : 0.0;
            for (int k = 0; k < 3; k++) sum += outer[4 * row + k] * inner[4 * k + column];
            to[4 * row + column] = sum;
        }
    memcpy(product, to, sizeof to);
}

// The file's are columns of 4 x 4.
static bool take_matrix(const float matrix[16], double to[12])
{
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++)
            to[4 * row + column] = (double)matrix[4 * column + row];
    return matrix[3] == 0.0f && matrix[7] == 0.0f && matrix[11] == 0.0f && matrix[15] == 1.0f;
}

// Translation, rotation (a quaternion of any length but 0) and scale.
static bool compose(const float t[3], const float r[4], const float s[3], double to[12])
{
    double x = (double)r[0], y = (double)r[1], z = (double)r[2], w = (double)r[3];
    const double length = sqrt(x * x + y * y + z * z + w * w);
    if (length < 1e-6) return false;
    x /= length;
    y /= length;
    z /= length;
    w /= length;
    const double rotation[9] = { 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w),
                                 2.0 * (x * z + y * w),       2.0 * (x * y + z * w),
                                 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w),
                                 2.0 * (x * z - y * w),       2.0 * (y * z + x * w),
                                 1.0 - 2.0 * (x * x + y * y) };
    for (int row = 0; row < 3; row++) {
        for (int k = 0; k < 3; k++) to[4 * row + k] = rotation[3 * row + k] * (double)s[k];
        to[4 * row + 3] = (double)t[row];
    }
    return true;
}

static qx_result read_place(gltf_file *g, const cJSON *json, uint32_t number, gltf_node *node)
{
    static const float still[3] = { 0 }, upright[4] = { 0, 0, 0, 1 }, whole[3] = { 1, 1, 1 };
    const float *matrix, *t, *r, *s;
    if (gltf_numbers(g, json, "matrix", 16, "nodes", number, &matrix) != QX_OK ||
        gltf_numbers(g, json, "translation", 3, "nodes", number, &t) != QX_OK ||
        gltf_numbers(g, json, "rotation", 4, "nodes", number, &r) != QX_OK ||
        gltf_numbers(g, json, "scale", 3, "nodes", number, &s) != QX_OK)
        return g->failed;
    if (matrix && !take_matrix(matrix, node->place))
        return gltf_fail(g, QX_BAD_DATA,
                         "nodes[%" PRIu32 "]/matrix: its last row is not 0, 0, 0, 1", number);
    if (!matrix && !compose(t ? t : still, r ? r : upright, s ? s : whole, node->place))
        return gltf_fail(g, QX_BAD_DATA, "nodes[%" PRIu32 "]/rotation: of length 0", number);
    return QX_OK;
}

// --- nodes

static qx_result read_node(gltf_file *g, const cJSON *json, uint32_t number, gltf_node *node)
{
    node->parent = GLTF_NONE;
    if (!gltf_index(json, "mesh", g->mesh_count, &node->mesh))
        return gltf_fail(g, QX_BAD_DATA, "nodes[%" PRIu32 "]/mesh: there is none such", number);
    if (gltf_text(g, member(json, "name"), &node->name) != QX_OK) return g->failed;
    if (node->mesh != GLTF_NONE) {
        const uint32_t targets = g->meshes[node->mesh].target_count;
        if (gltf_numbers(g, json, "weights", targets, "nodes", number, &node->weights) != QX_OK)
            return g->failed;
        if (member(json, "skin"))
            model_warn(g->arena, "nodes[%" PRIu32 "]/skin: skeletons are not read", number);
    }
    return read_place(g, json, number, node);
}

// An element of an array of numbers of nodes.
static bool take_number(const gltf_file *g, const cJSON *item, uint32_t *node)
{
    if (!cJSON_IsNumber(item)) return false;
    const double number = item->valuedouble;
    if (!(number >= 0.0 && number < (double)g->node_count) || number != floor(number)) return false;
    *node = (uint32_t)number;
    return true;
}

static qx_result adopt(gltf_file *g, const cJSON *json, uint32_t number)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, member(json, "children"))
    {
        uint32_t child;
        if (!take_number(g, item, &child))
            return gltf_fail(g, QX_BAD_DATA, "nodes[%" PRIu32 "]/children: there is none such",
                             number);
        if (g->nodes[child].parent != GLTF_NONE)
            return gltf_fail(g, QX_BAD_DATA, "nodes[%" PRIu32 "]: it is a child twice", child);
        g->nodes[child].parent = number;
    }
    return QX_OK;
}

// --- scenes

static qx_result show_scene(gltf_file *g)
{
    gltf_list scenes;
    uint32_t scene;
    if (gltf_list_objects(g, g->root, "scenes", &scenes) != QX_OK) return g->failed;
    if (!gltf_index(g->root, "scene", scenes.count, &scene))
        return gltf_fail(g, QX_BAD_DATA, "scene: there is none such");
    if (scene == GLTF_NONE && scenes.count > 0) scene = 0;
    if (scene == GLTF_NONE) { // all of them
        for (uint32_t i = 0; i < g->node_count; i++)
            g->nodes[i].shown = g->nodes[i].parent == GLTF_NONE;
        return QX_OK;
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, member(scenes.items[scene], "nodes"))
    {
        uint32_t node;
        if (!take_number(g, item, &node))
            return gltf_fail(g, QX_BAD_DATA, "scenes[%" PRIu32 "]/nodes: there is none such",
                             scene);
        g->nodes[node].shown = true;
    }
    return QX_OK;
}

// --- the walk

// Parents first. What no root leads to goes round in a circle.
static qx_result walk(gltf_file *g, const gltf_list *list)
{
    uint32_t *queue = gltf_take_scratch(g, g->node_count, sizeof *queue);
    uint32_t end = 0;
    if (!queue) return g->failed;
    for (uint32_t i = 0; i < g->node_count; i++)
        if (g->nodes[i].parent == GLTF_NONE) queue[end++] = i;
    for (uint32_t i = 0; i < end; i++) {
        const cJSON *item;
        cJSON_ArrayForEach(item, member(list->items[queue[i]], "children"))
        {
            if (!take_number(g, item, &queue[end])) continue; // adopted, so it is one
            gltf_node *child = &g->nodes[queue[end++]];
            multiply(g->nodes[queue[i]].place, child->place, child->place);
            child->shown = child->shown || g->nodes[queue[i]].shown;
        }
    }
    if (end == g->node_count) return QX_OK;
    return gltf_fail(g, QX_BAD_DATA, "nodes: %" PRIu32 " of them are their own ancestors",
                     g->node_count - end);
}

qx_result gltf_read_nodes(gltf_file *g)
{
    gltf_list list;
    if (gltf_list_objects(g, g->root, "nodes", &list) != QX_OK) return g->failed;
    g->nodes = gltf_take_scratch(g, list.count, sizeof *g->nodes);
    if (!g->nodes) return g->failed;
    g->node_count = list.count;
    for (uint32_t i = 0; i < list.count; i++)
        if (read_node(g, list.items[i], i, &g->nodes[i]) != QX_OK) return g->failed;
    for (uint32_t i = 0; i < list.count; i++)
        if (adopt(g, list.items[i], i) != QX_OK) return g->failed;
    const qx_result result = show_scene(g);
    return result == QX_OK ? walk(g, &list) : result;
}
