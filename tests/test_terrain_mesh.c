// SPDX-License-Identifier: MIT
#include "simds_here.h"
#include "threads.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "terrain_cases.h"

#define MOST (300u * 300u)

static uint16_t codes[MOST];
static float heights[MOST];
static uint8_t mask[MOST];

static void fill(uint64_t seed, uint32_t holes_in)
{
    qx_random random;
    qx_random_seed(&random, seed, 4);
    for (size_t i = 0; i < MOST; i++) {
        codes[i] = (uint16_t)qx_random_next(&random);
        heights[i] = qx_random_range(&random, -50, 900);
        mask[i] = holes_in == 0 || qx_random_below(&random, holes_in) > 0;
    }
}

static qx_terrain_desc described(bool coded, uint32_t columns, uint32_t rows)
{
    return (qx_terrain_desc){ .samples = { .data = coded ? (const void *)codes : heights,
                                           .kind = coded ? QX_TERRAIN_U16 : QX_TERRAIN_F32,
                                           .columns = columns,
                                           .rows = rows },
                              .low = -20,
                              .high = 411.7f };
}

static qx_vec3 *normals_of(const qx_terrain *t, qx_terrain_normals rule,
                           const qx_terrain_neighbours *around)
{
    const qx_terrain_info info = qx_terrain_get_info(t);
    qx_vec3 *normals = malloc((size_t)info.columns * info.rows * sizeof *normals);
    assert_non_null(normals);
    qx_terrain_build_normals(t, rule, around, normals, NULL);
    return normals;
}

// Sums of the slopes that a vertex's normal is made of, from heights alone.
typedef struct slopes {
    double x, z;
} slopes;

static double one_sided(double h, double near, double far, bool has_far)
{
    return has_far ? (4 * near - 3 * h - far) / 2 : near - h;
}

static double along(const qx_terrain *t, int64_t c, int64_t r, int64_t dc, int64_t dr)
{
    float h, before, after, far;
    const bool has_before =
        qx_terrain_get_height(t, (uint32_t)(c - dc), (uint32_t)(r - dr), &before);
    const bool has_after = qx_terrain_get_height(t, (uint32_t)(c + dc), (uint32_t)(r + dr), &after);
    if (!qx_terrain_get_height(t, (uint32_t)c, (uint32_t)r, &h)) return 0;
    if (has_before && has_after) return ((double)after - (double)before) / 2;
    if (!has_before && !has_after) return 0;
    const int64_t side = has_after ? 2 : -2;
    const bool has_far =
        qx_terrain_get_height(t, (uint32_t)(c + side * dc), (uint32_t)(r + side * dr), &far);
    const double slope =
        one_sided((double)h, (double)(has_after ? after : before), (double)far, has_far);
    return has_after ? slope : -slope;
}

static slopes plain_smooth(const qx_terrain *t, uint32_t c, uint32_t r)
{
    return (slopes){ along(t, c, r, 1, 0), along(t, c, r, 0, 1) };
}

// The cross product of a triangle's sides, added for each triangle the mesh has at a vertex.
static void add_crosses(const float *positions, const uint32_t *indices, uint64_t count,
                        double *sums)
{
    for (uint64_t i = 0; i < count; i += 3) {
        const float *a = positions + 3 * (size_t)indices[i],
                    *b = positions + 3 * (size_t)indices[i + 1],
                    *c = positions + 3 * (size_t)indices[i + 2];
        double u[3], v[3];
        for (int k = 0; k < 3; k++) {
            u[k] = (double)b[k] - (double)a[k];
            v[k] = (double)c[k] - (double)a[k];
        }
        const double cross[3] = { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                  u[0] * v[1] - u[1] * v[0] };
        assert_true(cross[1] > 0); // counter-clockwise from above
        for (int corner = 0; corner < 3; corner++)
            for (int k = 0; k < 3; k++)
                sums[3 * (size_t)indices[i + (uint64_t)corner] + (size_t)k] += cross[k];
    }
}

typedef struct mesh {
    uint64_t vertices, count;
    float *positions;
    uint32_t *indices;
} mesh;

static mesh mesh_of(const qx_terrain *t, const qx_terrain_mesh_desc *desc)
{
    const qx_terrain_mesh_counts counts = qx_terrain_mesh_bound(t, desc);
    mesh m = { .vertices = counts.vertices };
    m.positions = malloc(counts.vertices * 12);
    m.indices = malloc(counts.indices * 4 + 4);
    assert_true(m.positions && m.indices);
    m.indices[counts.indices] = 0xABCDEF01u;
    assert_int_equal(
        qx_terrain_build_vertices(t, desc, &(qx_terrain_layout){ .positions = m.positions }, NULL),
        QX_OK);
    assert_int_equal(qx_terrain_build_indices(t, desc, NULL, m.indices, &m.count), QX_OK);
    assert_int_equal(m.count, counts.indices);
    assert_int_equal(m.indices[counts.indices], 0xABCDEF01u);
    return m;
}

static void free_mesh(mesh *m)
{
    free(m->positions);
    free(m->indices);
}

static void assert_near(qx_vec3 n, double x, double y, double z)
{
    const double length = sqrt(x * x + y * y + z * z);
    assert_true(fabs((double)n.x - x / length) < 4e-6 && fabs((double)n.y - y / length) < 4e-6 &&
                fabs((double)n.z - z / length) < 4e-6);
}

// Smooth ones against the definition, those of the mesh against the triangles that are written.
static void normals_are_what_they_are_of(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 1);
    for (uint32_t round = 0; round < 120; round++) {
        const uint32_t columns = between(&random, 2, 40), rows = between(&random, 2, 40);
        fill(round, round % 4 == 0 ? 7 : 0);
        qx_terrain_desc desc = described(round % 2, columns, rows);
        desc.mask = mask;
        desc.diagonal = (qx_terrain_diagonal)(round % 3);
        desc.width = qx_random_range(&random, 1000, 90000);
        desc.depth = qx_random_range(&random, 1000, 90000);
        qx_terrain *t = create(&desc);
        mesh m = mesh_of(t, NULL);
        double *sums = calloc(3 * m.vertices, sizeof *sums);
        assert_non_null(sums);
        add_crosses(m.positions, m.indices, m.count, sums);
        qx_vec3 *smooth = normals_of(t, QX_TERRAIN_SMOOTH_NORMALS, NULL),
                *drawn = normals_of(t, QX_TERRAIN_MESH_NORMALS, NULL);
        for (uint32_t i = 0; i < m.vertices; i++) {
            const slopes s = plain_smooth(t, i % columns, i / columns);
            const double *sum = sums + 3 * (size_t)i;
            assert_near(smooth[i], -s.x * (columns - 1) / (double)desc.width, 1,
                        -s.z * (rows - 1) / (double)desc.depth);
            assert_near(drawn[i], sum[0], sum[1] > 0 ? sum[1] : 1, sum[2]);
        }
        free(smooth);
        free(drawn);
        free(sums);
        free_mesh(&m);
        qx_terrain_destroy(t);
    }
}

// What the reference says of a paraboloid: second-order differences are exact, the border too.
static void parabolas_have_exact_normals(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 20 * 20; i++) {
        const float x = (float)(i % 20), z = (float)(i / 20);
        heights[i] = x * x - 3 * z * z + 4 * x;
    }
    qx_terrain *t = of_floats(heights, 20, 20);
    qx_vec3 *normals = normals_of(t, QX_TERRAIN_SMOOTH_NORMALS, NULL);
    for (uint32_t i = 0; i < 20 * 20; i++)
        assert_near(normals[i], -(2.0 * (i % 20) + 4), 1, 6.0 * (i / 20));
    free(normals);
    qx_terrain_destroy(t);
}

// 3 x 3 tiles of one map: each one's normals, its neighbours given, are the whole map's.
static void tiles_have_the_normals_of_the_whole(void **state)
{
    (void)state;
    static const uint32_t cuts[] = { 0, 6, 8, 23 }; // even: alternating cells go on
    for (uint32_t round = 0; round < 24; round++) {
        fill(round, round % 4 == 3 ? 9 : 0);
        qx_terrain_desc desc = described(round & 1, 24, 24);
        desc.diagonal = (qx_terrain_diagonal)(round % 3);
        desc.mask = mask;
        qx_terrain *whole = create(&desc), *tiles[5][5] = { { NULL } };
        for (uint32_t i = 0; i < 9; i++) {
            const uint32_t x = cuts[i % 3], y = cuts[i / 3];
            const size_t first = (size_t)y * 24 + x;
            static uint8_t part[24 * 24];
            qx_terrain_desc one = desc;
            one.samples.columns = cuts[i % 3 + 1] - x + 1;
            one.samples.rows = cuts[i / 3 + 1] - y + 1;
            one.samples.stride = 24 * (round & 1 ? sizeof codes[0] : sizeof heights[0]);
            one.samples.data = round & 1 ? (const void *)(codes + first) : heights + first;
            for (uint32_t v = 0; v < one.samples.columns * one.samples.rows; v++)
                part[v] = mask[first + v / one.samples.columns * 24 + v % one.samples.columns];
            one.mask = part;
            tiles[i / 3 + 1][i % 3 + 1] = create(&one);
        }
        for (uint32_t i = 0; i < 18; i++) {
            const uint32_t x = i % 3, y = i / 3 % 3;
            const qx_terrain_neighbours around = { .left = tiles[y + 1][x],
                                                   .right = tiles[y + 1][x + 2],
                                                   .up = tiles[y][x + 1],
                                                   .down = tiles[y + 2][x + 1],
                                                   .left_up = tiles[y][x],
                                                   .right_up = tiles[y][x + 2],
                                                   .left_down = tiles[y + 2][x],
                                                   .right_down = tiles[y + 2][x + 2] };
            const qx_terrain_normals rule = (qx_terrain_normals)(i / 9);
            const qx_terrain *tile = tiles[y + 1][x + 1];
            const qx_terrain_info info = qx_terrain_get_info(tile);
            qx_vec3 *all = normals_of(whole, rule, NULL), *ours = normals_of(tile, rule, &around);
            for (uint32_t v = 0; v < info.columns * info.rows; v++) {
                const uint32_t c = cuts[x] + v % info.columns, r = cuts[y] + v / info.columns;
                assert_memory_equal(&ours[v], &all[r * 24 + c], sizeof *ours);
            }
            free(all);
            free(ours);
        }
        for (uint32_t i = 0; i < 9; i++) qx_terrain_destroy(tiles[i / 3 + 1][i % 3 + 1]);
        qx_terrain_destroy(whole);
    }
}

// Different maps that share a border line, with alternating cells of both parities.
static void different_tiles_agree_on_their_border(void **state)
{
    (void)state;
    static float other[MOST];
    for (uint32_t round = 0; round < 12; round++) {
        fill(round, 0);
        memcpy(other, heights, sizeof other);
        fill(round + 99, 0);
        for (uint32_t r = 0; r < 9; r++) other[r * 8] = heights[r * 6 + 5];
        qx_terrain_desc desc = described(false, 6, 9);
        desc.diagonal = (qx_terrain_diagonal)(round % 3);
        qx_terrain *left = create(&desc);
        desc.samples.data = other;
        desc.samples.columns = 8;
        qx_terrain *right = create(&desc);
        for (int rule = 0; rule < 2; rule++) {
            qx_vec3 *a = normals_of(left, (qx_terrain_normals)rule,
                                    &(qx_terrain_neighbours){ .right = right }),
                    *b = normals_of(right, (qx_terrain_normals)rule,
                                    &(qx_terrain_neighbours){ .left = left });
            for (uint32_t r = 0; r < 9; r++)
                assert_memory_equal(&a[r * 6 + 5], &b[r * 8], sizeof *a);
            free(a);
            free(b);
        }
        qx_terrain_destroy(left);
        qx_terrain_destroy(right);
    }
}

// The duplicated column is skipped: the seam's slope is taken across it.
static void assert_slope_across(const qx_terrain *t, const qx_vec3 *normals, uint32_t columns)
{
    float left, middle, right;
    if (!qx_terrain_get_height(t, columns - 2, 1, &left)) return;
    if (!qx_terrain_get_height(t, 0, 1, &middle) || !qx_terrain_get_height(t, 1, 1, &right)) return;
    const double slope = ((double)right - (double)left) / 2;
    const qx_vec3 n = normals[columns];
    assert_true(fabs((double)-n.x / (double)n.y - slope) < 1e-4 * (1 + fabs(slope)));
}

static void periodic_maps_have_no_seam(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 600; round++) {
        const uint32_t columns = 2 + round % 14, rows = 2 + round / 14 % 8;
        fill(round, round % 4 == 3 ? 9 : 0);
        qx_terrain_desc desc = described(round & 1, columns, rows);
        desc.periodic = true;
        desc.diagonal = (qx_terrain_diagonal)(round % 3);
        desc.mask = mask;
        qx_terrain *t = create(&desc);
        for (int rule = 0; rule < 2; rule++) {
            qx_vec3 *n = normals_of(t, (qx_terrain_normals)rule, NULL);
            for (uint32_t r = 0; r < rows; r++)
                assert_memory_equal(&n[r * columns], &n[(r + 1) * columns - 1], sizeof *n);
            for (uint32_t c = 0; c < columns; c++)
                assert_memory_equal(&n[c], &n[(rows - 1) * columns + c], sizeof *n);
            if (rule == 0) assert_slope_across(t, n, columns);
            free(n);
        }
        qx_terrain_destroy(t);
    }
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void places_are_exact(void **state)
{
    (void)state;
    fill(1, 0);
    static const float sizes[] = { 1, 0.1f, 1000, 3.3333333f, 123456.7f };
    for (uint32_t i = 0; i < 5; i++) {
        qx_terrain_desc desc = described(true, 37, 50);
        desc.width = sizes[i];
        desc.depth = sizes[4 - i];
        qx_terrain *t = create(&desc);
        const qx_terrain_mesh_desc how = { .repeat = 7.3f };
        float *p = malloc(37 * 50 * 12), *uv = malloc(37 * 50 * 8);
        assert_int_equal(
            qx_terrain_build_vertices(
                t, &how, &(qx_terrain_layout){ .positions = p, .texture_places = uv }, NULL),
            QX_OK);
        assert_true(p[0] == -sizes[i] / 2 && p[2] == -sizes[4 - i] / 2);
        assert_true(p[3 * 1849] == sizes[i] / 2 && p[3 * 1849 + 2] == sizes[4 - i] / 2);
        assert_true(uv[0] == 0 && uv[1] == 0 && uv[2 * 1849] == 7.3f && uv[2 * 1849 + 1] == 7.3f);
        for (uint32_t v = 0; v < 37 * 50; v++) {
            assert_true(p[3 * v + 1] == height_at(t, v % 37, v / 37));
            assert_true(p[3 * v] == -p[3 * (v / 37 * 37 + 36 - v % 37)]); // symmetric
            assert_true(uv[2 * v] == (float)((double)7.3f * ((v % 37) / 36.0)));
        }
        free(p);
        free(uv);
        qx_terrain_destroy(t);
    }
}

static void copies_share_their_borders(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 6, 1);
    fill(3, 0);
    for (uint32_t round = 0; round < 200; round++) {
        const uint32_t columns = between(&random, 2, 30), rows = between(&random, 2, 30),
                       n = between(&random, 2, 40), i = between(&random, 0, n - 2);
        qx_terrain_desc desc = described(round & 1, columns, rows);
        desc.periodic = true;
        desc.width = qx_random_range(&random, 0.1f, 1e4f);
        desc.depth = qx_random_range(&random, 0.1f, 1e4f);
        qx_terrain *t = create(&desc);
        qx_terrain_mesh_desc a = { .copies_x = n, .copies_z = n, .copy_x = i, .copy_z = i }, b = a,
                             c = a;
        b.copy_x++;
        c.copy_z++;
        mesh here = mesh_of(t, &a), right = mesh_of(t, &b), below = mesh_of(t, &c);
        for (uint32_t r = 0; r < rows; r++)
            assert_memory_equal(here.positions + 3 * (r * columns + columns - 1),
                                right.positions + 3 * r * columns, 12);
        for (uint32_t k = 0; k < columns; k++)
            assert_memory_equal(here.positions + 3 * ((rows - 1) * columns + k),
                                below.positions + 3 * k, 12);
        const double x = ((double)i - (n - 1) / 2.0) * (double)desc.width - (double)desc.width / 2;
        assert_true(fabs((double)here.positions[0] - x) <= 1e-7 * (double)desc.width * n);
        free_mesh(&here);
        free_mesh(&right);
        free_mesh(&below);
        qx_terrain_destroy(t);
    }
}

// Records of a caller's own layout: what is between the pieces stays as it was.
static void any_layout_holds_the_same(void **state)
{
    (void)state;
    fill(4, 11);
    qx_terrain_desc desc = described(true, 290, 37);
    desc.mask = mask;
    qx_terrain *t = create(&desc);
    const size_t n = 290 * 37;
    float *records = malloc(n * 64), *p = malloc(n * 12 + 4), *m = malloc(n * 12),
          *u = malloc(n * 8), *g = malloc(n * 16);
    assert_true(records && p && m && u && g);
    memset(records, 0xA5, n * 64);
    const qx_terrain_layout apart = { .positions = p + 1,
                                      .normals = m,
                                      .texture_places = u,
                                      .tangents = g },
                            together = { .positions = records,
                                         .position_stride = 64,
                                         .normals = records + 4,
                                         .normal_stride = 64,
                                         .texture_places = records + 8,
                                         .texture_stride = 64,
                                         .tangents = records + 11,
                                         .tangent_stride = 64 };
    assert_int_equal(qx_terrain_build_vertices(t, NULL, &apart, NULL), QX_OK);
    assert_int_equal(qx_terrain_build_vertices(t, NULL, &together, NULL), QX_OK);
    for (size_t i = 0; i < n; i++) {
        const float *r = records + 16 * i;
        assert_memory_equal(r, p + 1 + 3 * i, 12);
        assert_memory_equal(r + 4, m + 3 * i, 12);
        assert_memory_equal(r + 8, u + 2 * i, 8);
        assert_memory_equal(r + 11, g + 4 * i, 16);
        assert_true(bits_of(r[3]) == 0xA5A5A5A5 && bits_of(r[7]) == 0xA5A5A5A5 &&
                    bits_of(r[10]) == 0xA5A5A5A5 && bits_of(r[15]) == 0xA5A5A5A5);
        // The tangent lies in the surface, and cross(normal, tangent) * w points along v.
        const float *a = m + 3 * i, *b = g + 4 * i;
        assert_true(b[3] == -1 && b[2] == 0 &&
                    fabsf(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) < 1e-6f);
        assert_true(b[3] * (a[0] * b[1] - a[1] * b[0]) > 0);
        const bool hole = is_hole(t, (uint32_t)(i % 290), (uint32_t)(i / 290));
        if (!hole) continue;
        assert_true(a[0] == 0 && a[1] == 1 && a[2] == 0);
        assert_true(p[1 + 3 * i + 1] == qx_terrain_get_info(t).lowest);
    }
    free(records);
    free(p);
    free(m);
    free(u);
    free(g);
    qx_terrain_destroy(t);
}

// Every size around runs, bands and lines of memory: parts of a large mesh equal the whole.
static void areas_are_parts_of_the_whole(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 8, 1);
    fill(5, 40);
    qx_terrain_desc desc = described(false, 300, 300);
    desc.diagonal = QX_TERRAIN_ALTERNATING;
    desc.mask = mask;
    qx_terrain *t = create(&desc);
    mesh whole = mesh_of(t, NULL);
    for (uint32_t round = 0; round < 200; round++) {
        qx_terrain_area a = { .first_column = between(&random, 0, 298),
                              .first_row = between(&random, 0, 298) };
        a.last_column = between(&random, a.first_column + 1, 299);
        a.last_row = between(&random, a.first_row + 1, 299);
        const uint32_t columns = a.last_column - a.first_column + 1;
        mesh part = mesh_of(t, &(qx_terrain_mesh_desc){ .area = &a });
        for (uint32_t v = 0; v < part.vertices; v++) {
            const uint32_t at = (a.first_row + v / columns) * 300 + a.first_column + v % columns;
            assert_memory_equal(part.positions + 3 * (size_t)v, whole.positions + 3 * (size_t)at,
                                12);
        }
        // Its triangles are those of the whole that lie inside, in the same order.
        uint64_t next = 0;
        for (uint64_t i = 0; i < whole.count; i += 3) {
            uint32_t mine[3];
            bool inside = true;
            for (uint64_t k = 0; k < 3; k++) {
                const uint32_t c = whole.indices[i + k] % 300, r = whole.indices[i + k] / 300;
                inside &= c >= a.first_column && c <= a.last_column && r >= a.first_row &&
                          r <= a.last_row;
                mine[k] = (r - a.first_row) * columns + (c - a.first_column);
            }
            if (!inside) continue;
            assert_true(next + 3 <= part.count);
            assert_memory_equal(mine, part.indices + next, sizeof mine);
            next += 3;
        }
        assert_int_equal(next, part.count);
        free_mesh(&part);
    }
    free_mesh(&whole);
    qx_terrain_destroy(t);
}

// The two triangles of a cell, as the reference lists them.
static void cells_are_cut_as_said(void **state)
{
    (void)state;
    static const uint32_t rt_lb[] = { 0, 3, 1, 1, 3, 4 }, lt_rb[] = { 0, 3, 4, 0, 4, 1 };
    fill(1, 0);
    for (int diagonal = 0; diagonal < 3; diagonal++) {
        qx_terrain_desc desc = described(true, 3, 3);
        desc.diagonal = (qx_terrain_diagonal)diagonal;
        qx_terrain *t = create(&desc);
        mesh m = mesh_of(t, NULL);
        assert_int_equal(m.count, 24);
        for (uint32_t i = 0; i < 24; i++) {
            const uint32_t cell = i / 6, first = cell % 2 + cell / 2 * 3;
            const bool other = diagonal == 1 || (diagonal == 2 && (cell == 1 || cell == 2));
            assert_int_equal(m.indices[i], first + (other ? lt_rb : rt_lb)[i % 6]);
        }
        free_mesh(&m);
        qx_terrain_destroy(t);
    }
}

static void sixteen_bits_reach_256_squared(void **state)
{
    (void)state;
    fill(1, 0);
    uint64_t written;
    uint16_t *narrow = malloc(255 * 255 * 6 * sizeof *narrow);
    qx_terrain_desc desc = described(true, 256, 256);
    qx_terrain *t = create(&desc);
    mesh m = mesh_of(t, NULL);
    assert_int_equal(qx_terrain_build_indices(t, NULL, narrow, NULL, &written), QX_OK);
    assert_int_equal(written, m.count);
    for (uint64_t i = 0; i < written; i++) assert_int_equal(narrow[i], m.indices[i]);
    assert_int_equal(qx_terrain_count_blocks(t), 1);
    free_mesh(&m);
    qx_terrain_destroy(t);
    desc = described(true, 257, 257);
    t = create(&desc);
    assert_int_equal(qx_terrain_build_indices(t, NULL, narrow, NULL, &written), QX_TOO_LARGE);
    assert_int_equal(written, 0);
    assert_int_equal(qx_terrain_count_blocks(t), 4);
    free(narrow);
    qx_terrain_destroy(t);
}

static void blocks_cover_every_cell_once(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 2, 2 },     { 256, 256 }, { 257, 257 },
                                         { 257, 256 }, { 300, 300 }, { 2, 40000 },
                                         { 40000, 2 }, { 3, 29000 }, { 29000, 3 } };
    fill(1, 0);
    static uint8_t seen[MOST];
    for (size_t i = 0; i < COUNT(sizes); i++) {
        const uint32_t columns = sizes[i][0], rows = sizes[i][1];
        const qx_terrain_desc desc = described(true, columns, rows);
        qx_terrain *t = create(&desc);
        memset(seen, 0, sizeof seen);
        for (uint32_t b = 0; b < qx_terrain_count_blocks(t); b++) {
            const qx_terrain_area a = qx_terrain_get_block(t, b);
            assert_true(a.last_column < columns && a.last_row < rows);
            assert_true((a.last_column - a.first_column + 1) * (a.last_row - a.first_row + 1) <=
                        65536);
            for (uint32_t r = a.first_row; r < a.last_row; r++)
                for (uint32_t c = a.first_column; c < a.last_column; c++)
                    seen[(size_t)r * columns + c]++;
        }
        for (uint32_t r = 0; r + 1 < rows; r++)
            for (uint32_t c = 0; c + 1 < columns; c++)
                assert_int_equal(seen[(size_t)r * columns + c], 1);
        qx_terrain_destroy(t);
    }
}

// Within half a step of 16 bits of what they stand for.
static void octahedral_normals_are_near(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < 8; round++) {
        fill(round, round & 1 ? 20 : 0);
        for (size_t i = 0; i < MOST; i++) codes[i] = (uint16_t)(1000 + codes[i] % 60000);
        qx_terrain_desc desc = described(round & 2, 150, 101);
        desc.mask = mask;
        desc.width = round & 4 ? 15 : 150000;
        qx_terrain *t = create(&desc);
        const size_t n = 150 * 101;
        int16_t(*pairs)[2] = malloc(n * 4);
        qx_terrain_compact *compact = malloc(n * sizeof *compact);
        qx_vec3 *normals = normals_of(t, (qx_terrain_normals)(round / 4), NULL);
        qx_terrain_build_octahedral(t, (qx_terrain_normals)(round / 4), NULL, pairs, NULL);
        qx_terrain_build_compact(t, (qx_terrain_normals)(round / 4), NULL, compact, NULL);
        const qx_terrain_info info = qx_terrain_get_info(t);
        for (uint32_t i = 0; i < n; i++) {
            const qx_vec3 back = qx_terrain_sample_octahedral(pairs[i]);
            const double off = fabs((double)back.x - (double)normals[i].x) +
                               fabs((double)back.y - (double)normals[i].y) +
                               fabs((double)back.z - (double)normals[i].z);
            assert_true(off < 1.5e-4);
            assert_memory_equal(pairs[i], compact[i].normal, 4);
            const double height = is_hole(t, i % 150, i / 150)
                                      ? (double)info.lowest
                                      : (double)height_at(t, i % 150, i / 150);
            const double back_height = (double)info.low + ((double)info.high - (double)info.low) *
                                                              compact[i].height / 65535;
            assert_true(fabs(back_height - height) <=
                        ((double)info.high - (double)info.low) / 65535 * 0.501);
        }
        free(pairs);
        free(compact);
        free(normals);
        qx_terrain_destroy(t);
    }
}

static void all_octahedral_pairs_are_normals(void **state)
{
    (void)state;
    for (int x = -32768; x <= 32767; x += 97) {
        for (int z = -32768; z <= 32767; z += 101) {
            const qx_vec3 n =
                qx_terrain_sample_octahedral((const int16_t[]){ (int16_t)x, (int16_t)z });
            assert_true(fabs((double)n.x * (double)n.x + (double)n.y * (double)n.y +
                             (double)n.z * (double)n.z - 1) < 1e-6 &&
                        n.y >= 0);
        }
    }
}

static void triplanar_weights_sum_to_one(void **state)
{
    (void)state;
    static const float odd[] = { 0, -0.0f, 1, -1, 1e-40f, 1e38f, -3e38f, INFINITY, NAN, 0.5f };
    static const float sharp[] = { 0, 1, 4, 32, -5, 1e9f, NAN, INFINITY };
    for (size_t i = 0; i < 1000 * COUNT(sharp); i++) {
        const qx_vec3 n = { odd[i % 10], odd[i / 10 % 10], odd[i / 100 % 10] };
        const qx_vec3 w = qx_terrain_sample_triplanar(n, sharp[i / 1000]);
        assert_true(w.x >= 0 && w.y >= 0 && w.z >= 0 && fabsf(w.x + w.y + w.z - 1) < 1e-6f);
    }
    const qx_vec3 up = qx_terrain_sample_triplanar((qx_vec3){ 0, 1, 0 }, 0),
                  cliff = qx_terrain_sample_triplanar((qx_vec3){ -1, 0.05f, 0 }, 0),
                  half = qx_terrain_sample_triplanar((qx_vec3){ 0, 1, -1 }, 8);
    assert_true(up.x == 0 && up.y == 1 && up.z == 0);
    assert_true(cliff.x > 0.9999f && half.y == 0.5f && half.z == 0.5f);
}

// Sets of instructions and numbers of workers: the same bits, from buffers that begin anywhere.
static void all_ways_give_the_same_bits(void **state)
{
    (void)state;
    qx_simd simds[8];
    const uint32_t count = simds_here(simds);
    const size_t n = 300 * 300;
    float *one = malloc(n * 12 + 256), *other = malloc(n * 12 + 256);
    assert_true(one && other);
    for (uint32_t round = 0; round < 12; round++) {
        fill(round, round % 4 == 1 ? 50 : 0);
        qx_terrain_desc desc = described(round & 1, 300, 300);
        desc.diagonal = (qx_terrain_diagonal)(round % 3);
        desc.mask = mask;
        desc.simd = QX_SIMD_SCALAR;
        const qx_terrain_normals rule = (qx_terrain_normals)(round / 2 % 2);
        qx_terrain *plain = create(&desc);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t threads = 1 + i;
            const qx_workers workers = { run_on_threads, &threads };
            desc.simd = simds[i];
            qx_terrain *t = create(&desc);
            float *to = other + 1 + 3 * i;
            other[3 * i] = to[3 * n] = 77;
            qx_terrain_build_normals(plain, rule, NULL, (qx_vec3 *)(void *)one, NULL);
            qx_terrain_build_normals(t, rule, NULL, (qx_vec3 *)(void *)to, &workers);
            assert_memory_equal(one, to, n * 12);
            assert_true(other[3 * i] == 77 && to[3 * n] == 77); // nothing beside it is written
            const qx_terrain_layout l = { .positions = one, .normals = NULL },
                                    k = { .positions = to };
            assert_int_equal(qx_terrain_build_vertices(plain, NULL, &l, NULL), QX_OK);
            assert_int_equal(qx_terrain_build_vertices(t, NULL, &k, &workers), QX_OK);
            assert_memory_equal(one, to, n * 12);
            assert_true(other[3 * i] == 77 && to[3 * n] == 77);
            int16_t *shifted = (int16_t *)(void *)other + 1 + 2 * i; // aligned to 2 only
            qx_terrain_build_octahedral(plain, rule, NULL, (int16_t(*)[2])(void *)one, NULL);
            qx_terrain_build_octahedral(t, rule, NULL, (int16_t(*)[2])(void *)shifted, &workers);
            assert_memory_equal(one, shifted, n * 4);
            qx_terrain_destroy(t);
        }
        qx_terrain_destroy(plain);
    }
    free(one);
    free(other);
}

// Heights and sizes at the ends of their ranges.
static void nothing_overflows(void **state)
{
    (void)state;
    const float steep[] = { 1e9f, -1e9f, 1e9f, -1e9f, 1e9f, -1e9f, 1e9f, 1e9f, -1e9f };
    qx_terrain_desc desc = {
        .samples = { .data = steep, .kind = QX_TERRAIN_F32, .columns = 3, .rows = 3 },
        .width = 1e-3f,
        .depth = 1e-3f
    };
    for (int rule = 0; rule < 2; rule++) {
        qx_terrain *t = create(&desc);
        qx_vec3 *n = normals_of(t, (qx_terrain_normals)rule, NULL);
        int16_t pairs[9][2];
        qx_terrain_build_octahedral(t, (qx_terrain_normals)rule, NULL, pairs, NULL);
        for (int i = 0; i < 9; i++)
            assert_true(
                fabs(sqrt((double)n[i].x * (double)n[i].x + (double)n[i].y * (double)n[i].y +
                          (double)n[i].z * (double)n[i].z) -
                     1) < 1e-6);
        free(n);
        qx_terrain_destroy(t);
    }
}

static void bad_meshes_are_refused(void **state)
{
    (void)state;
    fill(1, 0);
    const qx_terrain_desc desc = described(true, 9, 9), narrow = described(true, 9, 8);
    qx_terrain *t = create(&desc), *other = create(&narrow);
    const qx_terrain_area areas[] = {
        { 0, 0, 9, 8 }, { 0, 0, 8, 9 }, { 5, 0, 4, 8 }, { 0, 5, 8, 4 }
    };
    const qx_terrain_neighbours wrong = { .left = other };
    const qx_terrain_mesh_desc bad[] = {
        { .normals = (qx_terrain_normals)2 },
        { .repeat = NAN },
        { .repeat = INFINITY },
        { .copies_x = 3, .copy_x = 3 },
        { .copy_z = 1 },
        { .area = &areas[0] },
        { .area = &areas[1] },
        { .area = &areas[2] },
        { .area = &areas[3] },
        { .neighbours = &wrong },
    };
    float p[9 * 9 * 3];
    uint32_t indices[8 * 8 * 6];
    uint64_t written = 9;
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_int_equal(
            qx_terrain_build_vertices(t, &bad[i], &(qx_terrain_layout){ .positions = p }, NULL),
            QX_BAD_VALUE);
        assert_int_equal(qx_terrain_build_indices(t, &bad[i], NULL, indices, &written),
                         QX_BAD_VALUE);
        assert_int_equal(written, 0);
        assert_int_equal(qx_terrain_mesh_bound(t, &bad[i]).vertices, 0);
    }
    const qx_terrain_layout layouts[] = { { .positions = p, .position_stride = 11 },
                                          { .normals = p, .normal_stride = 8 },
                                          { .texture_places = p, .texture_stride = 4 },
                                          { .tangents = p, .tangent_stride = 12 } };
    for (size_t i = 0; i < COUNT(layouts); i++)
        assert_int_equal(qx_terrain_build_vertices(t, NULL, &layouts[i], NULL), QX_BAD_VALUE);
    assert_int_equal(qx_terrain_build_indices(t, NULL, NULL, NULL, &written), QX_BAD_VALUE);
    assert_int_equal(qx_terrain_build_indices(t, NULL, (uint16_t *)(void *)p, indices, &written),
                     QX_BAD_VALUE);
    qx_terrain_destroy(t);
    qx_terrain_destroy(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals_are_what_they_are_of),
        cmocka_unit_test(parabolas_have_exact_normals),
        cmocka_unit_test(tiles_have_the_normals_of_the_whole),
        cmocka_unit_test(different_tiles_agree_on_their_border),
        cmocka_unit_test(periodic_maps_have_no_seam),
        cmocka_unit_test(places_are_exact),
        cmocka_unit_test(copies_share_their_borders),
        cmocka_unit_test(any_layout_holds_the_same),
        cmocka_unit_test(areas_are_parts_of_the_whole),
        cmocka_unit_test(cells_are_cut_as_said),
        cmocka_unit_test(sixteen_bits_reach_256_squared),
        cmocka_unit_test(blocks_cover_every_cell_once),
        cmocka_unit_test(octahedral_normals_are_near),
        cmocka_unit_test(all_octahedral_pairs_are_normals),
        cmocka_unit_test(triplanar_weights_sum_to_one),
        cmocka_unit_test(all_ways_give_the_same_bits),
        cmocka_unit_test(nothing_overflows),
        cmocka_unit_test(bad_meshes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
