// SPDX-License-Identifier: MIT
#include "gltf_load.h"

#include <inttypes.h>
#include <string.h>

#define MOST_COUNT ((uint64_t)1 << 28)
#define MOST_BYTES ((uint64_t)1 << 40)

// --- numbers

static uint32_t component_bytes(uint32_t component)
{
    switch (component) {
    case GLTF_INT8:
    case GLTF_UINT8: return 1;
    case GLTF_INT16:
    case GLTF_UINT16: return 2;
    case GLTF_UINT32:
    case GLTF_FLOAT: return 4;
    default: return 0;
    }
}

static uint32_t get_16(const uint8_t *at)
{
    return (uint32_t)(at[0] | at[1] << 8);
}

static uint32_t get_32(const uint8_t *at)
{
    return get_16(at) | get_16(at + 2) << 16;
}

static uint32_t get_whole(const uint8_t *at, uint32_t component)
{
    if (component == GLTF_UINT8) return at[0];
    return component == GLTF_UINT16 ? get_16(at) : get_32(at);
}

static float get_float(const uint8_t *at)
{
    const uint32_t bits = get_32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Signed ones have one number more below 0 than above: both it and the next are -1.
static float signed_share(int32_t value, int32_t most)
{
    return value < -most ? -1.0f : (float)value / (float)most;
}

static float get_number(const uint8_t *at, uint32_t component, bool normalized)
{
    switch (component) {
    case GLTF_INT8: {
        const int32_t value = (int8_t)at[0];
        return normalized ? signed_share(value, 127) : (float)value;
    }
    case GLTF_UINT8: return normalized ? (float)at[0] / 255.0f : (float)at[0];
    case GLTF_INT16: {
        const int32_t value = (int16_t)get_16(at);
        return normalized ? signed_share(value, 32767) : (float)value;
    }
    case GLTF_UINT16: return normalized ? (float)get_16(at) / 65535.0f : (float)get_16(at);
    case GLTF_UINT32: return (float)get_32(at);
    default: return get_float(at);
    }
}

static void get_element(const gltf_accessor *a, const uint8_t *at, float *values)
{
    const uint32_t step = component_bytes(a->component);
    for (uint32_t i = 0; i < a->width; i++)
        values[i] = get_number(at + i * step, a->component, a->normalized);
}

// --- reading

static uint32_t sparse_index(const gltf_accessor *a, uint32_t i)
{
    const size_t size = component_bytes(a->sparse_component);
    return get_whole(a->sparse_indices + i * size, a->sparse_component);
}

static const uint8_t *sparse_value(const gltf_accessor *a, uint32_t i)
{
    return a->sparse_values + (size_t)i * a->width * component_bytes(a->component);
}

qx_result gltf_read_floats(gltf_file *g, const gltf_accessor *a, float *values)
{
    const qx_result result = gltf_charge(g, a->count, 4 * (uint64_t)a->width);
    if (result != QX_OK) return result;
    for (uint32_t i = 0; a->bytes && i < a->count; i++)
        get_element(a, a->bytes + i * a->stride, values + (size_t)i * a->width);
    if (!a->bytes) memset(values, 0, (size_t)a->count * a->width * sizeof *values);
    for (uint32_t i = 0; i < a->sparse_count; i++)
        get_element(a, sparse_value(a, i), values + (size_t)sparse_index(a, i) * a->width);
    return QX_OK;
}

void gltf_read_sparse(const gltf_accessor *a, uint32_t *indices, float *values)
{
    for (uint32_t i = 0; i < a->sparse_count; i++) {
        indices[i] = sparse_index(a, i);
        get_element(a, sparse_value(a, i), values + (size_t)i * a->width);
    }
}

qx_result gltf_read_indices(gltf_file *g, const gltf_accessor *a, uint32_t *indices)
{
    const qx_result result = gltf_charge(g, a->count, 4);
    if (result != QX_OK) return result;
    for (uint32_t i = 0; i < a->count; i++)
        indices[i] = a->bytes ? get_whole(a->bytes + i * a->stride, a->component) : 0;
    for (uint32_t i = 0; i < a->sparse_count; i++)
        indices[sparse_index(a, i)] = get_whole(sparse_value(a, i), a->component);
    return QX_OK;
}

// --- what they say of themselves

static bool find_type(const cJSON *json, uint32_t *rows, uint32_t *columns)
{
    static const struct {
        const char *name;
        uint32_t rows, columns;
    } types[] = { { "SCALAR", 1, 1 }, { "VEC2", 2, 1 }, { "VEC3", 3, 1 }, { "VEC4", 4, 1 },
                  { "MAT2", 2, 2 },   { "MAT3", 3, 3 }, { "MAT4", 4, 4 } };
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(json, "type");
    for (size_t i = 0; cJSON_IsString(type) && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(type->valuestring, types[i].name) != 0) continue;
        *rows = types[i].rows;
        *columns = types[i].columns;
        return true;
    }
    return false;
}

// Columns of matrices begin at multiples of 4.
static uint32_t element_bytes(uint32_t component, uint32_t rows, uint32_t columns)
{
    const uint32_t column = rows * component_bytes(component);
    return columns == 1 ? column : columns * ((column + 3) / 4 * 4);
}

// `count` elements from an offset of a view on: in `*bytes`, where none lies behind its end.
static qx_result reach(gltf_file *g, const cJSON *json, uint32_t number, const char *part,
                       uint32_t view, uint64_t count, uint64_t size, const uint8_t **bytes)
{
    uint64_t offset;
    if (!gltf_whole(json, "byteOffset", MOST_BYTES, 0, &offset))
        return gltf_fail(g, QX_BAD_DATA, "accessors[%" PRIu32 "]%s/byteOffset: no whole number",
                         number, part);
    const uint64_t stride = g->views[view].stride ? g->views[view].stride : size;
    if (stride < size)
        return gltf_fail(g, QX_BAD_DATA,
                         "accessors[%" PRIu32 "]%s: elements of %" PRIu64 " bytes, %" PRIu64
                         " apart",
                         number, part, size, stride);
    const uint64_t end = offset + (count - 1) * stride + size;
    if (end > g->views[view].size)
        return gltf_fail(g, QX_BAD_DATA,
                         "accessors[%" PRIu32 "]%s: %" PRIu64 " bytes behind the view's end",
                         number, part, end - g->views[view].size);
    *bytes = g->views[view].bytes + offset;
    return QX_OK;
}

static qx_result check_sparse_indices(gltf_file *g, const gltf_accessor *a, uint32_t number)
{
    const qx_result result = gltf_charge(g, a->sparse_count, 4);
    if (result != QX_OK) return result;
    for (uint32_t i = 0; i < a->sparse_count; i++) {
        const uint32_t index = sparse_index(a, i);
        if (index >= a->count)
            return gltf_fail(g, QX_BAD_DATA,
                             "accessors[%" PRIu32 "]/sparse/indices: %" PRIu32 " of %" PRIu32,
                             number, index, a->count);
        if (i > 0 && index <= sparse_index(a, i - 1))
            return gltf_fail(g, QX_BAD_DATA,
                             "accessors[%" PRIu32 "]/sparse/indices: number %" PRIu32
                             " does not rise",
                             number, i);
    }
    return QX_OK;
}

static qx_result read_sparse(gltf_file *g, const cJSON *json, uint32_t number, uint32_t size,
                             gltf_accessor *a)
{
    const cJSON *sparse = cJSON_GetObjectItemCaseSensitive(json, "sparse");
    const cJSON *indices = cJSON_GetObjectItemCaseSensitive(sparse, "indices");
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(sparse, "values");
    uint64_t count, component;
    uint32_t index_view, value_view;
    if (!sparse) return QX_OK;
    if (!gltf_whole(sparse, "count", a->count, 0, &count) || count == 0)
        return gltf_fail(g, QX_BAD_DATA, "accessors[%" PRIu32 "]/sparse/count: not 1 to %" PRIu32,
                         number, a->count);
    if (!gltf_whole(indices, "componentType", GLTF_UINT32, 0, &component) ||
        (component != GLTF_UINT8 && component != GLTF_UINT16 && component != GLTF_UINT32))
        return gltf_fail(g, QX_BAD_DATA,
                         "accessors[%" PRIu32 "]/sparse/indices/componentType: no kind of index",
                         number);
    if (!gltf_index(indices, "bufferView", g->view_count, &index_view) || index_view == GLTF_NONE ||
        !gltf_index(values, "bufferView", g->view_count, &value_view) || value_view == GLTF_NONE)
        return gltf_fail(g, QX_BAD_DATA, "accessors[%" PRIu32 "]/sparse: there is no such view",
                         number);
    a->sparse_count = (uint32_t)count;
    a->sparse_component = (uint32_t)component;
    if (g->views[index_view].stride || g->views[value_view].stride)
        return gltf_fail(g, QX_BAD_DATA, "accessors[%" PRIu32 "]/sparse: its views have strides",
                         number);
    qx_result result = reach(g, indices, number, "/sparse/indices", index_view, count,
                             component_bytes(a->sparse_component), &a->sparse_indices);
    if (result == QX_OK)
        result =
            reach(g, values, number, "/sparse/values", value_view, count, size, &a->sparse_values);
    return result == QX_OK ? check_sparse_indices(g, a, number) : result;
}

static qx_result read_accessor(gltf_file *g, const cJSON *json, uint32_t number, gltf_accessor *a)
{
    uint64_t component, count;
    uint32_t view, rows = 1, columns = 1;
    if (!gltf_whole(json, "componentType", GLTF_FLOAT, 0, &component) ||
        component_bytes((uint32_t)component) == 0)
        return gltf_fail(g, QX_BAD_DATA, "accessors[%" PRIu32 "]/componentType: there is none such",
                         number);
    if (!gltf_whole(json, "count", UINT64_C(1) << 53, 0, &count) || count == 0)
        return gltf_fail(g, QX_BAD_DATA, "accessors[%" PRIu32 "]/count: not 1 or more", number);
    if (count > MOST_COUNT)
        return gltf_fail(g, QX_TOO_LARGE,
                         "accessors[%" PRIu32 "]/count: %" PRIu64 " of 2^28 at most", number,
                         count);
    if (!find_type(json, &rows, &columns))
        return gltf_fail(g, QX_BAD_DATA, "accessors[%" PRIu32 "]/type: there is none such", number);
    if (!gltf_index(json, "bufferView", g->view_count, &view))
        return gltf_fail(g, QX_BAD_DATA, "accessors[%" PRIu32 "]/bufferView: there is none such",
                         number);
    *a = (gltf_accessor){ .component = (uint32_t)component,
                          .width = rows * columns,
                          .normalized =
                              cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "normalized")),
                          .count = (uint32_t)count };
    const uint32_t size = element_bytes(a->component, rows, columns);
    qx_result result = QX_OK;
    if (view != GLTF_NONE) {
        a->stride = g->views[view].stride ? g->views[view].stride : size;
        result = reach(g, json, number, "", view, count, size, &a->bytes);
    }
    return result == QX_OK ? read_sparse(g, json, number, size, a) : result;
}

qx_result gltf_read_accessors(gltf_file *g)
{
    gltf_list list;
    if (gltf_list_objects(g, g->root, "accessors", &list) != QX_OK) return g->failed;
    g->accessors = gltf_take_scratch(g, list.count, sizeof *g->accessors);
    if (!g->accessors) return g->failed;
    g->accessor_count = list.count;
    for (uint32_t i = 0; i < list.count; i++)
        if (read_accessor(g, list.items[i], i, &g->accessors[i]) != QX_OK) return g->failed;
    return QX_OK;
}
