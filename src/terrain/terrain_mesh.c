// SPDX-License-Identifier: MIT
#include "terrain_mesh.h"

#include <string.h>

#define TABLE 2048u // columns at a time: what is the same in all rows is reckoned once for a band

// Vertices of an area, by bands of rows.
typedef struct vertices {
    terrain_shade shade;
    terrain_mesh_plan plan;
    qx_terrain_layout layout;
    terrain_store store;
    terrain_code code;
} vertices;

typedef struct lines {
    uint32_t column, count;
    float x[TABLE], u[TABLE];
} lines;

static float copied_place(uint32_t index, uint32_t samples, uint32_t copy, uint32_t copies,
                          float size)
{
    const int64_t cells = (int64_t)samples - 1;
    const int64_t twice = 2 * (copy * cells + index) - copies * cells;
    return (float)((double)twice * (double)size / (double)(2 * cells));
}

static float texture_place(uint32_t index, uint32_t samples, float repeat)
{
    return (float)((double)repeat * ((double)index / (double)(samples - 1)));
}

bool terrain_plan_mesh(const qx_terrain *t, const qx_terrain_mesh_desc *desc,
                       terrain_mesh_plan *plan)
{
    static const qx_terrain_mesh_desc nothing = { .repeat = 1 };
    const qx_terrain_mesh_desc *d = desc ? desc : &nothing;
    *plan = (terrain_mesh_plan){ .normals = d->normals,
                                 .repeat = d->repeat != 0.0f ? d->repeat : 1.0f,
                                 .copies = { d->copies_x ? d->copies_x : 1,
                                             d->copies_z ? d->copies_z : 1 },
                                 .copy = { d->copy_x, d->copy_z },
                                 .area = { 0, 0, t->columns - 1, t->rows - 1 } };
    if (d->area) plan->area = *d->area;
    const qx_terrain_area *a = &plan->area;
    if ((unsigned)d->normals > QX_TERRAIN_MESH_NORMALS) return false;
    if (!(plan->repeat >= -TERRAIN_MOST && plan->repeat <= TERRAIN_MOST)) return false;
    if (plan->copy[0] >= plan->copies[0] || plan->copy[1] >= plan->copies[1]) return false;
    if (a->first_column > a->last_column || a->last_column >= t->columns) return false;
    if (a->first_row > a->last_row || a->last_row >= t->rows) return false;
    plan->columns = a->last_column - a->first_column + 1;
    plan->rows = a->last_row - a->first_row + 1;
    return terrain_neighbours_fit(t, d->neighbours);
}

static bool is_stride(const void *piece, size_t *stride, size_t least)
{
    if (*stride == 0) *stride = least;
    return !piece || *stride >= least;
}

static bool resolve_layout(qx_terrain_layout *l)
{
    return is_stride(l->positions, &l->position_stride, 12) &&
           is_stride(l->normals, &l->normal_stride, 12) &&
           is_stride(l->texture_places, &l->texture_stride, 8) &&
           is_stride(l->tangents, &l->tangent_stride, 16);
}

static void put(const vertices *v, float *piece, size_t stride, size_t vertex, const float *values,
                size_t size, uint32_t count)
{
    char *out = (char *)piece + vertex * stride;
    if (stride == size) {
        v->store(out, values, count * size);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        memcpy(out + i * stride, (const char *)values + i * size, size);
}

// Heights of a run, holes at the lowest; `scratch` is used where they do not lie in the field.
static const float *heights_of(const vertices *v, size_t index, uint32_t count, float *scratch)
{
    const qx_terrain *t = v->shade.t;
    if (t->codes)
        v->shade.kernels->decode(&v->code, t->codes + index, count, scratch);
    else if (t->present)
        memcpy(scratch, t->heights + index, count * sizeof *scratch);
    else
        return t->heights + index;
    for (uint32_t i = 0; t->present && i < count; i++)
        if (!terrain_present(t, index + i)) scratch[i] = t->lowest;
    return scratch;
}

static void put_positions(const vertices *v, const lines *table, uint32_t at, uint32_t row,
                          size_t vertex, uint32_t count)
{
    const terrain_mesh_plan *p = &v->plan;
    const qx_terrain *t = v->shade.t;
    _Alignas(64) float scratch[TERRAIN_RUN], out[3 * TERRAIN_RUN];
    const size_t index = terrain_index(t, table->column + at, row);
    const float z = copied_place(row, t->rows, p->copy[1], p->copies[1], t->depth);
    const float *heights = heights_of(v, index, count, scratch);
    v->shade.kernels->positions(table->x + at, heights, z, count, out);
    put(v, v->layout.positions, v->layout.position_stride, vertex, out, 12, count);
}

static void put_slopes(const vertices *v, uint32_t column, uint32_t row, size_t vertex,
                       uint32_t count)
{
    const qx_terrain_layout *l = &v->layout;
    const terrain_kernels *kernels = v->shade.kernels;
    _Alignas(64) float x[TERRAIN_RUN], z[TERRAIN_RUN], out[4 * TERRAIN_RUN];
    terrain_slopes(&v->shade, column, row, count, x, z);
    if (l->normals) {
        kernels->normals(x, z, count, out);
        put(v, l->normals, l->normal_stride, vertex, out, 12, count);
    }
    if (l->tangents) {
        kernels->tangents(x, count, out);
        put(v, l->tangents, l->tangent_stride, vertex, out, 16, count);
    }
}

static void put_texture_places(const vertices *v, const lines *table, uint32_t at, uint32_t row,
                               size_t vertex, uint32_t count)
{
    _Alignas(64) float out[2 * TERRAIN_RUN];
    const float place = texture_place(row, v->shade.t->rows, v->plan.repeat);
    v->shade.kernels->pairs(table->u + at, place, count, out);
    put(v, v->layout.texture_places, v->layout.texture_stride, vertex, out, 8, count);
}

static void put_row(const vertices *v, const lines *table, uint32_t row)
{
    const terrain_mesh_plan *p = &v->plan;
    const size_t first = (size_t)(row - p->area.first_row) * p->columns;
    for (uint32_t at = 0; at < table->count; at += TERRAIN_RUN) {
        const uint32_t count = table->count - at < TERRAIN_RUN ? table->count - at : TERRAIN_RUN;
        const uint32_t column = table->column + at;
        const size_t vertex = first + (column - p->area.first_column);
        if (v->layout.positions) put_positions(v, table, at, row, vertex, count);
        if (v->layout.normals || v->layout.tangents) put_slopes(v, column, row, vertex, count);
        if (v->layout.texture_places) put_texture_places(v, table, at, row, vertex, count);
    }
}

static void fill_table(const vertices *v, uint32_t column, lines *table)
{
    const terrain_mesh_plan *p = &v->plan;
    const qx_terrain *t = v->shade.t;
    const uint32_t left = p->area.last_column - column + 1;
    table->column = column;
    table->count = left < TABLE ? left : TABLE;
    for (uint32_t i = 0; i < table->count; i++) {
        table->x[i] = copied_place(column + i, t->columns, p->copy[0], p->copies[0], t->width);
        table->u[i] = texture_place(column + i, t->columns, p->repeat);
    }
}

static void put_band(void *context, uint32_t band)
{
    const vertices *v = context;
    const qx_terrain_area *a = &v->plan.area;
    const uint32_t end = terrain_band_end(band, v->plan.rows);
    lines table;
    for (uint32_t c = a->first_column; c <= a->last_column; c += TABLE) {
        fill_table(v, c, &table);
        for (uint32_t row = band * TERRAIN_BAND; row < end; row++)
            put_row(v, &table, a->first_row + row);
    }
    v->shade.kernels->settle();
}

qx_result qx_terrain_build_vertices(const qx_terrain *terrain, const qx_terrain_mesh_desc *desc,
                                    const qx_terrain_layout *layout, const qx_workers *workers)
{
    const qx_terrain *t = terrain;
    vertices v = { .layout = *layout,
                   .code = { (double)t->low, (double)t->high - (double)t->low, t->high } };
    if (!terrain_plan_mesh(t, desc, &v.plan) || !resolve_layout(&v.layout)) return QX_BAD_VALUE;
    v.shade = terrain_shade_of(t, v.plan.normals, desc ? desc->neighbours : NULL);
    v.store = terrain_choose_store(v.shade.kernels, (size_t)v.plan.columns * v.plan.rows * 32);
    terrain_for_bands(v.plan.rows, workers, put_band, &v);
    return QX_OK;
}
