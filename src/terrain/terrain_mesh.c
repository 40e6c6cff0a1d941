// SPDX-License-Identifier: MIT
#include "terrain_mesh.h"
#include "terrain_sink.h"

#include <string.h>

#define TABLE 2048u // columns at a time: what is the same in all rows is reckoned once for a band

// Vertices of an area, by bands of rows.
typedef struct vertices {
    terrain_shade shade;
    terrain_mesh_plan plan;
    qx_terrain_layout layout;
    terrain_code code;
} vertices;

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

// A piece of all vertices on its way to the caller: packed ones by a sink, others one by one.
typedef struct piece {
    terrain_sink sink;
    char *first;
    size_t stride, size;
    float run[4 * TERRAIN_RUN];
} piece;

static void open_piece(const vertices *v, float *first, size_t stride, size_t size, piece *p)
{
    p->first = (char *)first;
    p->stride = stride;
    p->size = size;
    terrain_sink_open(&p->sink, v->shade.kernels, first,
                      (size_t)v->plan.columns * v->plan.rows * size);
}

static float *room_of(piece *p, size_t vertex)
{
    return p->stride == p->size ? terrain_sink_room(&p->sink, p->first + vertex * p->size) : p->run;
}

static void put(piece *p, size_t vertex, uint32_t count)
{
    char *out = p->first + vertex * p->stride;
    if (p->stride == p->size) {
        terrain_sink_put(&p->sink, out, count * p->size);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        memcpy(out + i * p->stride, (const char *)p->run + i * p->size, p->size);
}

// All pieces, and what is the same in all rows of some columns.
typedef struct pieces {
    piece positions, normals, places, tangents;
    uint32_t column, count;
    float x[TABLE], u[TABLE];
} pieces;

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

static void put_positions(const vertices *v, pieces *p, uint32_t at, uint32_t row, size_t vertex,
                          uint32_t count)
{
    const terrain_mesh_plan *plan = &v->plan;
    const qx_terrain *t = v->shade.t;
    _Alignas(64) float scratch[TERRAIN_RUN];
    const float z = copied_place(row, t->rows, plan->copy[1], plan->copies[1], t->depth);
    const float *heights = heights_of(v, terrain_index(t, p->column + at, row), count, scratch);
    v->shade.kernels->positions(p->x + at, heights, z, count, room_of(&p->positions, vertex));
    put(&p->positions, vertex, count);
}

static void put_slopes(const vertices *v, pieces *p, uint32_t at, uint32_t row, size_t vertex,
                       uint32_t count)
{
    _Alignas(64) float x[TERRAIN_RUN], z[TERRAIN_RUN];
    terrain_slopes(&v->shade, p->column + at, row, count, x, z);
    if (v->layout.normals) {
        v->shade.kernels->normals(x, z, count, room_of(&p->normals, vertex));
        put(&p->normals, vertex, count);
    }
    if (v->layout.tangents) {
        v->shade.kernels->tangents(x, count, room_of(&p->tangents, vertex));
        put(&p->tangents, vertex, count);
    }
}

static void put_places(const vertices *v, pieces *p, uint32_t at, uint32_t row, size_t vertex,
                       uint32_t count)
{
    const float place = texture_place(row, v->shade.t->rows, v->plan.repeat);
    v->shade.kernels->pairs(p->u + at, place, count, room_of(&p->places, vertex));
    put(&p->places, vertex, count);
}

static void put_row(const vertices *v, pieces *p, uint32_t row)
{
    const qx_terrain_area *a = &v->plan.area;
    const qx_terrain_layout *l = &v->layout;
    const size_t first = (size_t)(row - a->first_row) * v->plan.columns;
    for (uint32_t at = 0; at < p->count; at += TERRAIN_RUN) {
        const uint32_t count = p->count - at < TERRAIN_RUN ? p->count - at : TERRAIN_RUN;
        const size_t vertex = first + (p->column + at - a->first_column);
        if (l->positions) put_positions(v, p, at, row, vertex, count);
        if (l->normals || l->tangents) put_slopes(v, p, at, row, vertex, count);
        if (l->texture_places) put_places(v, p, at, row, vertex, count);
    }
}

static void open_pieces(const vertices *v, pieces *p)
{
    const qx_terrain_layout *l = &v->layout;
    open_piece(v, l->positions, l->position_stride, 12, &p->positions);
    open_piece(v, l->normals, l->normal_stride, 12, &p->normals);
    open_piece(v, l->texture_places, l->texture_stride, 8, &p->places);
    open_piece(v, l->tangents, l->tangent_stride, 16, &p->tangents);
}

static void close_pieces(pieces *p)
{
    terrain_sink_close(&p->positions.sink);
    terrain_sink_close(&p->normals.sink);
    terrain_sink_close(&p->places.sink);
    terrain_sink_close(&p->tangents.sink);
}

static void choose_columns(const vertices *v, uint32_t column, pieces *p)
{
    const terrain_mesh_plan *plan = &v->plan;
    const qx_terrain *t = v->shade.t;
    const uint32_t left = plan->area.last_column - column + 1;
    p->column = column;
    p->count = left < TABLE ? left : TABLE;
    for (uint32_t i = 0; i < p->count; i++) {
        p->x[i] = copied_place(column + i, t->columns, plan->copy[0], plan->copies[0], t->width);
        p->u[i] = texture_place(column + i, t->columns, plan->repeat);
    }
}

static void put_band(void *context, uint32_t band)
{
    const vertices *v = context;
    const qx_terrain_area *a = &v->plan.area;
    const uint32_t end = terrain_band_end(band, v->plan.rows);
    pieces p;
    open_pieces(v, &p);
    for (uint32_t c = a->first_column; c <= a->last_column; c += TABLE) {
        choose_columns(v, c, &p);
        for (uint32_t row = band * TERRAIN_BAND; row < end; row++)
            put_row(v, &p, a->first_row + row);
    }
    close_pieces(&p);
}

qx_result qx_terrain_build_vertices(const qx_terrain *terrain, const qx_terrain_mesh_desc *desc,
                                    const qx_terrain_layout *layout, const qx_workers *workers)
{
    const qx_terrain *t = terrain;
    vertices v = { .layout = *layout,
                   .code = { (double)t->low, (double)t->high - (double)t->low, t->high } };
    if (!terrain_plan_mesh(t, desc, &v.plan) || !resolve_layout(&v.layout)) return QX_BAD_VALUE;
    v.shade = terrain_shade_of(t, v.plan.normals, desc ? desc->neighbours : NULL);
    terrain_for_bands(v.plan.rows, workers, put_band, &v);
    return QX_OK;
}
