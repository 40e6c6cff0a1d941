// SPDX-License-Identifier: MIT
#include "terrain_fields.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t scramble(uint64_t value)
{
    value ^= value >> 31;
    value *= UINT64_C(0x7FB5D329728EA185);
    value ^= value >> 27;
    value *= UINT64_C(0x81DADEF4BC2DD44D);
    return value ^ value >> 33;
}

static uint64_t chance(const field_case *c, uint32_t column, uint32_t row)
{
    return scramble(c->seed * UINT64_C(0x9E3779B97F4A7C15) +
                    ((uint64_t)column << 32 | (uint64_t)row) + 1);
}

double field_sample(const field_case *c, uint32_t column, uint32_t row)
{
    const uint64_t drawn = chance(c, column, row);
    const double x = column, y = row, phase = (double)(c->seed % 100);
    double value = 0.0;
    switch (c->kind) {
    case FIELD_NOISE: value = (double)(drawn % 65536); break;
    case FIELD_HILLS:
        value = floor(32000.0 + 20000.0 * sin(0.13 * x + phase) * cos(0.17 * y - phase) +
                      (double)(drawn % 300));
        break;
    default: value = 20000.0 + 11.0 * x + 7.0 * y; break;
    }
    return c->floats ? (float)(0.37 * value) : value;
}

qx_terrain *make_field(const field_case *c)
{
    const size_t count = (size_t)c->columns * c->rows;
    float *heights = calloc(count, sizeof *heights);
    uint16_t *codes = calloc(count, sizeof *codes);
    uint8_t *mask = calloc(count, 1);
    for (uint32_t row = 0; row < c->rows; row++)
        for (uint32_t column = 0; column < c->columns; column++) {
            const size_t at = (size_t)row * c->columns + column;
            const double value = field_sample(c, column, row);
            heights[at] = (float)value;
            if (!c->floats) codes[at] = (uint16_t)value;
            mask[at] = scramble(chance(c, column, row)) % 1000 >= c->holes;
        }
    const qx_terrain_desc desc = {
        .samples = { .data = c->floats ? (const void *)heights : (const void *)codes,
                     .kind = c->floats ? QX_TERRAIN_F32 : QX_TERRAIN_U16,
                     .columns = c->columns,
                     .rows = c->rows },
        .high = 65535, // a code is a world unit
        .mask = c->holes ? mask : NULL,
        .simd = c->simd,
    };
    qx_terrain *terrain;
    assert_int_equal(qx_terrain_create(&desc, NULL, &terrain), QX_OK);
    free(mask);
    free(codes);
    free(heights);
    return terrain;
}

static simple_mesh make_room(qx_terrain_simple_counts counts)
{
    simple_mesh mesh = { .counts = counts };
    mesh.places = malloc((counts.vertices + 1) * sizeof *mesh.places);
    mesh.indices = malloc((3 * (size_t)counts.triangles + 1) * sizeof *mesh.indices);
    mesh.places[counts.vertices] = mesh.indices[3 * (size_t)counts.triangles] = 0xC0FFEE;
    return mesh;
}

static void check_ends(const simple_mesh *mesh)
{
    assert_int_equal(mesh->places[mesh->counts.vertices], 0xC0FFEE);
    assert_int_equal(mesh->indices[3 * (size_t)mesh->counts.triangles], 0xC0FFEE);
}

simple_mesh build_rtin(qx_terrain_rtin *rtin, float error)
{
    simple_mesh mesh = make_room(qx_terrain_rtin_bound(rtin, error));
    const qx_terrain_simple_counts counts =
        qx_terrain_rtin_build(rtin, error, mesh.places, mesh.indices);
    assert_int_equal(counts.vertices, mesh.counts.vertices);
    assert_int_equal(counts.triangles, mesh.counts.triangles);
    check_ends(&mesh);
    return mesh;
}

simple_mesh build_tin(const qx_terrain_tin *tin)
{
    simple_mesh mesh = make_room(qx_terrain_tin_get_info(tin).counts);
    qx_terrain_tin_build(tin, mesh.places, mesh.indices);
    check_ends(&mesh);
    return mesh;
}

void free_mesh(simple_mesh *mesh)
{
    free(mesh->places);
    free(mesh->indices);
}

static int32_t column_of(const simple_mesh *mesh, size_t index)
{
    return (int32_t)(mesh->places[mesh->indices[index]] & 0xFFFF);
}

static int32_t row_of(const simple_mesh *mesh, size_t index)
{
    return (int32_t)(mesh->places[mesh->indices[index]] >> 16);
}

uint64_t mesh_area(const simple_mesh *mesh)
{
    uint64_t area = 0;
    for (size_t i = 0; i < 3 * (size_t)mesh->counts.triangles; i += 3) {
        const int64_t ux = column_of(mesh, i + 1) - column_of(mesh, i);
        const int64_t uy = row_of(mesh, i + 1) - row_of(mesh, i);
        const int64_t vx = column_of(mesh, i + 2) - column_of(mesh, i);
        const int64_t vy = row_of(mesh, i + 2) - row_of(mesh, i);
        assert_true(uy * vx - ux * vy > 0); // seen from above
        area += (uint64_t)(uy * vx - ux * vy);
    }
    return area;
}

// A side of a triangle from the lower to the higher number, and which way it went.
typedef struct side {
    uint32_t low, high;
    int way;
} side;

static int compare_sides(const void *a, const void *b)
{
    const side *s = a, *t = b;
    if (s->low != t->low) return s->low < t->low ? -1 : 1;
    if (s->high != t->high) return s->high < t->high ? -1 : 1;
    return s->way - t->way;
}

static bool is_on_border(const qx_terrain_info *info, uint32_t a, uint32_t b)
{
    const uint32_t ca = a & 0xFFFF, cb = b & 0xFFFF, ra = a >> 16, rb = b >> 16;
    return (ca == cb && (ca == 0 || ca == info->columns - 1)) ||
           (ra == rb && (ra == 0 || ra == info->rows - 1));
}

// Sides of one triangle alone lie on the border; with holes they may also be a step long or a
// cell's diagonal, as all samples beside holes are vertices.
static void check_lone(const qx_terrain *terrain, const simple_mesh *mesh, const side *s)
{
    const qx_terrain_info info = qx_terrain_get_info(terrain);
    const uint32_t a = mesh->places[s->low], b = mesh->places[s->high];
    if (is_on_border(&info, a, b)) return;
    assert_true(info.holes > 0);
    const int dx = abs((int)(a & 0xFFFF) - (int)(b & 0xFFFF));
    const int dy = abs((int)(a >> 16) - (int)(b >> 16));
    assert_true(dx <= 1 && dy <= 1);
}

static void check_sides(const qx_terrain *terrain, const simple_mesh *mesh)
{
    const size_t count = 3 * (size_t)mesh->counts.triangles;
    side *sides = malloc((count + 1) * sizeof *sides);
    for (size_t i = 0; i < count; i++) {
        const uint32_t from = mesh->indices[i];
        const uint32_t to = mesh->indices[i % 3 == 2 ? i - 2 : i + 1];
        sides[i] = from < to ? (side){ from, to, 0 } : (side){ to, from, 1 };
    }
    qsort(sides, count, sizeof *sides, compare_sides);
    for (size_t i = 0; i < count;) {
        const bool pair =
            i + 1 < count && sides[i].low == sides[i + 1].low && sides[i].high == sides[i + 1].high;
        if (pair)
            assert_true(sides[i].way == 0 && sides[i + 1].way == 1);
        else
            check_lone(terrain, mesh, &sides[i]);
        i += pair ? 2 : 1;
    }
    free(sides);
}

static void check_vertices(const qx_terrain *terrain, const simple_mesh *mesh)
{
    const qx_terrain_info info = qx_terrain_get_info(terrain);
    uint8_t *used = calloc(mesh->counts.vertices + 1, 1);
    uint8_t *seen = calloc((size_t)info.columns * info.rows, 1);
    for (size_t i = 0; i < 3 * (size_t)mesh->counts.triangles; i++) used[mesh->indices[i]] = 1;
    for (uint32_t i = 0; i < mesh->counts.vertices; i++) {
        const size_t at =
            (size_t)(mesh->places[i] >> 16) * info.columns + (mesh->places[i] & 0xFFFF);
        assert_true(used[i] && !seen[at]);
        seen[at] = 1;
    }
    free(seen);
    free(used);
}

static bool is_whole(const qx_terrain *terrain, const qx_terrain_info *info, int64_t column,
                     int64_t row)
{
    float height;
    if (column < 0 || row < 0 || column + 1 >= info->columns || row + 1 >= info->rows) return false;
    for (uint32_t i = 0; i < 4; i++)
        if (!qx_terrain_get_height(terrain, (uint32_t)column + i % 2, (uint32_t)row + i / 2,
                                   &height))
            return false;
    return true;
}

// Samples that are there, but in no cell of four that are: no triangle may hold them.
static uint64_t count_lonely(const qx_terrain *terrain, const qx_terrain_info *info)
{
    uint64_t lonely = 0;
    float height;
    for (int64_t row = 0; row < info->rows; row++)
        for (int64_t column = 0; column < info->columns; column++)
            lonely += qx_terrain_get_height(terrain, (uint32_t)column, (uint32_t)row, &height) &&
                      !is_whole(terrain, info, column - 1, row - 1) &&
                      !is_whole(terrain, info, column, row - 1) &&
                      !is_whole(terrain, info, column - 1, row) &&
                      !is_whole(terrain, info, column, row);
    return lonely;
}

void check_mesh(const qx_terrain *terrain, const simple_mesh *mesh, double error)
{
    qx_terrain_measured measured;
    assert_int_equal(qx_terrain_measure(terrain, mesh->places, mesh->counts.vertices, mesh->indices,
                                        3 * (size_t)mesh->counts.triangles, NULL, &measured),
                     QX_OK);
    assert_true(measured.error <= error);
    const qx_terrain_info info = qx_terrain_get_info(terrain);
    assert_true(measured.missed <= (info.holes ? count_lonely(terrain, &info) : 0));
    if (info.holes == 0) {
        assert_int_equal(mesh_area(mesh), 2 * (uint64_t)(info.columns - 1) * (info.rows - 1));
    }
    check_sides(terrain, mesh);
    check_vertices(terrain, mesh);
}

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

uint32_t border_of(const simple_mesh *mesh, uint32_t columns, uint32_t rows, field_side which,
                   uint32_t *along)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->counts.vertices; i++) {
        const uint32_t column = mesh->places[i] & 0xFFFF, row = mesh->places[i] >> 16;
        const bool upright = which == SIDE_LEFT || which == SIDE_RIGHT;
        const uint32_t across = upright ? column : row;
        const uint32_t last = upright ? columns - 1 : rows - 1;
        const uint32_t wanted = which == SIDE_RIGHT || which == SIDE_BOTTOM ? last : 0;
        if (across == wanted) along[count++] = upright ? row : column;
    }
    qsort(along, count, sizeof *along, compare_numbers);
    return count;
}
