// SPDX-License-Identifier: MIT
// Levels of detail, seen: patches that cover the field once and finely enough, edges that close, what
// lies outside of the view.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "terrain_cases.h"
#include "terrain_lods.h"

#include <math.h>
#include <string.h>

static qx_terrain_view random_view(qx_random *random, const qx_terrain_info *info)
{
    static const float errors[] = { 1, 8, 30, 120 };
    const float up = qx_random_below(random, 2) ? 40 : 400;
    return (qx_terrain_view){ .eye = { lod_anywhere(random, 0.5f * info->width),
                                       qx_random_range(random, -up, up),
                                       lod_anywhere(random, 0.5f * info->depth) },
                              .field = qx_random_range(random, 0.3f, 1.5f),
                              .pixels = (float)between(random, 200, 2000),
                              .error = errors[qx_random_below(random, 4)] };
}

typedef struct rectangle {
    uint32_t column, row, end_column, end_row;
} rectangle;

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static rectangle quarter_of(const qx_terrain_patch *p, uint32_t q, const qx_terrain_info *info)
{
    const uint32_t half = QX_TERRAIN_PATCH << p->level >> 1;
    const uint32_t column = p->column + (q & 1) * half, row = p->row + (q >> 1) * half;
    return (rectangle){ column, row, least(column + half, info->columns - 1),
                        least(row + half, info->rows - 1) };
}

// How often each cell is drawn.
static uint8_t *coverage(uint32_t count, const qx_terrain_info *info)
{
    const uint32_t cells = info->columns - 1;
    uint8_t *covered = calloc((size_t)cells * (info->rows - 1), 1);
    assert_non_null(covered);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(lod_patches[i].quarters > 0 && lod_patches[i].quarters < 16);
        for (uint32_t q = 0; q < 4; q++) {
            if (!(lod_patches[i].quarters >> q & 1)) continue;
            const rectangle r = quarter_of(&lod_patches[i], q, info);
            assert_true(r.column < r.end_column && r.row < r.end_row);
            for (uint32_t row = r.row; row < r.end_row; row++)
                for (uint32_t c = r.column; c < r.end_column; c++)
                    covered[(size_t)row * cells + c]++;
        }
    }
    return covered;
}

static bool cell_is_there(const qx_terrain *t, uint32_t column, uint32_t row)
{
    const int holes = is_hole(t, column, row) + is_hole(t, column + 1, row) +
                      is_hole(t, column, row + 1) + is_hole(t, column + 1, row + 1);
    return holes == 0;
}

static void every_cell_is_drawn_once(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 2, 2 }, { 40, 200 }, { 257, 257 }, { 300, 131 } };
    for (uint32_t round = 0; round < 240; round++) {
        const uint32_t *size = sizes[round % COUNT(sizes)];
        const lod_kind k = lod_kinds[round / COUNT(sizes) % LOD_KINDS];
        qx_terrain *t = lod_field(round % 24, k, size[0], size[1], 50);
        const qx_terrain_info info = qx_terrain_get_info(t);
        qx_terrain_lod *lod = lod_of(t, false);
        qx_random random;
        qx_random_seed(&random, round, 1);
        const qx_terrain_view view = random_view(&random, &info);
        qx_terrain_ranges ranges;
        uint8_t *covered = coverage(lod_choose(lod, &view, &ranges), &info);
        for (uint32_t row = 0; row + 1 < info.rows; row++)
            for (uint32_t c = 0; c + 1 < info.columns; c++) {
                const uint8_t times = covered[(size_t)row * (info.columns - 1) + c];
                assert_true(times == 1 || (times == 0 && !cell_is_there(t, c, row)));
            }
        free(covered);
        qx_terrain_lod_destroy(lod);
        qx_terrain_destroy(t);
    }
}

static double gap(double low, double high, double at)
{
    return at < low ? low - at : at > high ? at - high : 0;
}

// Every quarter lies where an error of its level is small enough, counted where it may have begun.
static void what_is_drawn_is_fine_enough(void **state)
{
    (void)state;
    qx_terrain *t = lod_field(5, lod_kinds[0], 500, 400, 80);
    const qx_terrain_info info = qx_terrain_get_info(t);
    qx_terrain_lod *lod = lod_of(t, false);
    const qx_terrain_lod_info of = qx_terrain_lod_get_info(lod);
    qx_random random;
    qx_random_seed(&random, 3, 1);
    uint32_t coarse = 0;
    for (int round = 0; round < 300; round++) {
        const qx_terrain_view view = random_view(&random, &info);
        qx_terrain_ranges r;
        const uint32_t count = lod_choose(lod, &view, &r);
        const double unit = (double)view.pixels / (2 * tan(0.5 * (double)view.field));
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t level = lod_patches[i].level;
            coarse += level > 0;
            for (uint32_t q = 0; level > 0 && q < 4; q++) {
                if (!(lod_patches[i].quarters >> q & 1)) continue;
                const rectangle box = quarter_of(&lod_patches[i], q, &info);
                const double x =
                    gap(box.column, box.end_column, r.eye_column + (double)r.eye_right);
                const double z = gap(box.row, box.end_row, r.eye_row + (double)r.eye_down);
                const double away = sqrt(pow(x * (double)r.cell_x, 2) +
                                         pow(z * (double)r.cell_z, 2) + pow((double)r.above, 2));
                const double nearest = fmax(away, 0.8); // half a cell's diagonal
                assert_true((double)of.errors[level] * unit <=
                            (double)view.error * nearest * 1.0001);
            }
        }
    }
    assert_true(coarse > 1000);
    qx_terrain_lod_destroy(lod);
    qx_terrain_destroy(t);
}

// Cracks. Every step along a side of a quarter, from one place to another, is taken by its
// neighbour too, with the same bits; but on the field's border.

typedef struct segment {
    qx_vec3 ends[2]; // in a fixed order
} segment;

#define SEGMENTS 2000000
static segment segments[SEGMENTS];
static uint32_t segment_count;

static int compare_segments(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(segment));
}

static void add_step(qx_vec3 from, qx_vec3 to)
{
    if (memcmp(&from, &to, sizeof from) == 0) return;
    assert_true(segment_count < SEGMENTS);
    const bool turned = memcmp(&from, &to, sizeof from) > 0;
    segments[segment_count++] = turned ? (segment){ { to, from } } : (segment){ { from, to } };
}

static void add_side(const qx_terrain_lod *lod, const qx_terrain_ranges *ranges,
                     const qx_terrain_patch *p, uint32_t i, uint32_t j, uint32_t di, uint32_t dj)
{
    qx_vec3 at = qx_terrain_lod_sample_vertex(lod, ranges, p, i, j);
    for (uint32_t step = 0; step < QX_TERRAIN_PATCH / 2; step++) {
        i += di;
        j += dj;
        const qx_vec3 next = qx_terrain_lod_sample_vertex(lod, ranges, p, i, j);
        add_step(at, next);
        at = next;
    }
}

static void add_sides(const qx_terrain_lod *lod, const qx_terrain_ranges *ranges,
                      const qx_terrain_patch *p)
{
    const uint32_t half = QX_TERRAIN_PATCH / 2;
    for (uint32_t q = 0; q < 4; q++) {
        if (!(p->quarters >> q & 1)) continue;
        const uint32_t i = (q & 1) * half, j = (q >> 1) * half;
        add_side(lod, ranges, p, i, j, 1, 0);
        add_side(lod, ranges, p, i, j + half, 1, 0);
        add_side(lod, ranges, p, i, j, 0, 1);
        add_side(lod, ranges, p, i + half, j, 0, 1);
    }
}

static bool on_border(const segment *s, const qx_terrain_info *info)
{
    const float x = 0.5f * info->width, z = 0.5f * info->depth;
    const qx_vec3 a = s->ends[0], b = s->ends[1];
    return (a.x == b.x && fabsf(a.x) == x) || (a.z == b.z && fabsf(a.z) == z);
}

static uint32_t mixed_levels(uint32_t count)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < count; i++) seen |= 1u << lod_patches[i].level;
    return (seen & (seen - 1)) != 0;
}

static void walk_edges(const qx_terrain_lod *lod, const qx_terrain_ranges *ranges, uint32_t count,
                       const qx_terrain_info *info)
{
    segment_count = 0;
    for (uint32_t i = 0; i < count; i++) add_sides(lod, ranges, &lod_patches[i]);
    qsort(segments, segment_count, sizeof(segment), compare_segments);
    for (uint32_t i = 0; i < segment_count;) {
        uint32_t same = 1;
        while (i + same < segment_count && compare_segments(&segments[i], &segments[i + same]) == 0)
            same++;
        assert_true(same == 2 || (same == 1 && on_border(&segments[i], info)));
        i += same;
    }
}

static void edges_close_for_a_thousand_cameras(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 257, 257 }, { 300, 131 }, { 40, 213 }, { 513, 260 } };
    uint32_t mixed = 0, rounds = 0;
    for (uint32_t f = 0; f < 8; f++) {
        const lod_kind k = { f & 1, false, false, f & 2, (qx_terrain_diagonal)(f % 3) };
        qx_terrain *t = lod_field(f, k, sizes[f % 4][0], sizes[f % 4][1], f & 4 ? 200 : 20);
        const qx_terrain_info info = qx_terrain_get_info(t);
        qx_terrain_lod *lod = lod_of(t, false);
        qx_random random;
        qx_random_seed(&random, f, 2);
        for (int round = 0; round < 128; round++, rounds++) {
            const qx_terrain_view view = random_view(&random, &info);
            qx_terrain_ranges ranges;
            const uint32_t count = lod_choose(lod, &view, &ranges);
            mixed += mixed_levels(count);
            walk_edges(lod, &ranges, count, &info);
        }
        qx_terrain_lod_destroy(lod);
        qx_terrain_destroy(t);
    }
    assert_true(rounds >= 1000 && mixed > 400);
}

// Vertices that stand, that are on their way and that have arrived are all there: the walk above saw
// them.
static void a_level_of_vertices_lies_on_its_own_samples(void **state)
{
    (void)state;
    qx_terrain *t = lod_field(2, lod_kinds[0], 300, 260, 60);
    qx_terrain_lod *lod = lod_of(t, false);
    qx_terrain_view view = { .eye = { 12.3f, 4, -20 }, .error = 30 };
    qx_terrain_ranges ranges;
    const uint32_t count = lod_choose(lod, &view, &ranges);
    uint32_t still = 0, between_levels = 0, arrived = 0;
    for (uint32_t n = 0; n < count; n++) {
        for (uint32_t i = 1; i < QX_TERRAIN_PATCH; i += 2) {
            const uint32_t column = lod_patches[n].column + (i << lod_patches[n].level),
                           row = lod_patches[n].row;
            if (column > 299) continue;
            const qx_vec3 at = qx_terrain_lod_sample_vertex(lod, &ranges, &lod_patches[n], i, 0);
            const qx_vec3 next =
                qx_terrain_lod_sample_vertex(lod, &ranges, &lod_patches[n], i - 1, 0);
            const float x = 299.0f * ((float)column / 299.0f - 0.5f);
            const bool here = fabsf(at.x - x) < 1e-3f && at.y == height_at(t, column, row);
            const bool there = memcmp(&at, &next, sizeof at) == 0;
            still += here;
            arrived += there;
            between_levels += !here && !there;
        }
    }
    assert_true(still > 100 && arrived > 100 && between_levels > 100);
    qx_terrain_lod_destroy(lod);
    qx_terrain_destroy(t);
}

// Culling

static qx_vec3 cross(qx_vec3 a, qx_vec3 b)
{
    return (qx_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static void set_plane(float plane[4], qx_vec3 n, qx_vec3 at)
{
    plane[0] = n.x;
    plane[1] = n.y;
    plane[2] = n.z;
    plane[3] = -(n.x * at.x + n.y * at.y + n.z * at.z);
}

// A pyramid from the eye along a direction.
static void set_planes(qx_terrain_view *view, qx_random *random)
{
    const float a = qx_random_range(random, 0, 6.28f), down = qx_random_range(random, -0.9f, 0.3f);
    const qx_vec3 ahead = { cosf(a), down, sinf(a) }, right = { -sinf(a), 0, cosf(a) };
    const qx_vec3 up = cross(right, ahead);
    const float wide = 0.5f;
    const qx_vec3 sides[4] = {
        { wide * ahead.x + right.x, wide * ahead.y + right.y, wide * ahead.z + right.z },
        { wide * ahead.x - right.x, wide * ahead.y - right.y, wide * ahead.z - right.z },
        { wide * ahead.x + up.x, wide * ahead.y + up.y, wide * ahead.z + up.z },
        { wide * ahead.x - up.x, wide * ahead.y - up.y, wide * ahead.z - up.z },
    };
    for (int i = 0; i < 4; i++) set_plane(view->planes[i], sides[i], view->eye);
    set_plane(view->planes[4], ahead, view->eye);
}

static bool is_seen(const qx_terrain_view *view, qx_vec3 p)
{
    for (int i = 0; i < 6; i++) {
        const float *n = view->planes[i];
        if (n[0] * p.x + n[1] * p.y + n[2] * p.z + n[3] < 0) return false;
    }
    return true;
}

static void what_is_seen_is_drawn_and_most_else_is_not(void **state)
{
    (void)state;
    uint64_t seen = 0, drawn = 0, all = 0;
    for (uint32_t round = 0; round < 200; round++) {
        qx_terrain *t = lod_field(round % 10, lod_kinds[round % LOD_KINDS], 257, 200, 60);
        const qx_terrain_info info = qx_terrain_get_info(t);
        qx_terrain_lod *lod = lod_of(t, false);
        qx_random random;
        qx_random_seed(&random, round, 4);
        qx_terrain_view view = random_view(&random, &info);
        view.error = 1;
        set_planes(&view, &random);
        qx_terrain_ranges ranges;
        uint8_t *covered = coverage(lod_choose(lod, &view, &ranges), &info);
        for (uint32_t row = 0; row + 1 < info.rows; row++) {
            for (uint32_t c = 0; c + 1 < info.columns; c++) {
                const bool has = covered[(size_t)row * (info.columns - 1) + c] > 0;
                drawn += has;
                all++;
                if (!cell_is_there(t, c, row)) continue;
                const qx_vec3 p = { ((float)c / (float)(info.columns - 1) - 0.5f) * info.width,
                                    height_at(t, c, row),
                                    ((float)row / (float)(info.rows - 1) - 0.5f) * info.depth };
                if (!is_seen(&view, p)) continue;
                seen++;
                assert_true(has);
            }
        }
        free(covered);
        qx_terrain_lod_destroy(lod);
        qx_terrain_destroy(t);
    }
    assert_true(seen > 1000 && drawn * 2 < all);
}

static void nothing_beyond_the_farthest_is_drawn(void **state)
{
    (void)state;
    qx_terrain *t = lod_field(3, lod_kinds[0], 400, 400, 60);
    qx_terrain_lod *lod = lod_of(t, false);
    qx_terrain_view view = { .eye = { -150, 10, -150 }, .farthest = 60, .error = 1 };
    qx_terrain_ranges ranges;
    const uint32_t near = lod_choose(lod, &view, &ranges);
    assert_true(near > 0);
    for (uint32_t i = 0; i < near; i++) // their first corners; x from -199.5, z from -259.35
        assert_true(lod_patches[i].column < 112 && lod_patches[i].row < 132);
    view.farthest = 0;
    assert_true(lod_choose(lod, &view, &ranges) > near);
    qx_terrain_lod_destroy(lod);
    qx_terrain_destroy(t);
}

static void too_few_places_give_the_first(void **state)
{
    (void)state;
    qx_terrain *t = lod_field(3, lod_kinds[0], 300, 300, 60);
    qx_terrain_lod *lod = lod_of(t, false);
    const qx_terrain_view view = { .eye = { 0, 10, 0 }, .error = 1 };
    qx_terrain_ranges ranges;
    const uint32_t count = lod_choose(lod, &view, &ranges);
    assert_true(count > 8);
    qx_terrain_patch few[8];
    memset(few, 0xAB, sizeof few);
    assert_int_equal(qx_terrain_lod_build(lod, &view, &ranges, few, 7), count);
    for (int i = 0; i < 7; i++)
        assert_true(few[i].column == lod_patches[i].column && few[i].row == lod_patches[i].row &&
                    few[i].level == lod_patches[i].level &&
                    few[i].quarters == lod_patches[i].quarters);
    assert_int_equal(few[7].level, 0xAB);
    assert_int_equal(qx_terrain_lod_build(lod, &view, &ranges, NULL, 0), count);
    qx_terrain_lod_destroy(lod);
    qx_terrain_destroy(t);
}

static void bad_views_do_no_harm(void **state)
{
    (void)state;
    qx_terrain *t = lod_field(3, lod_kinds[2], 200, 300, 60);
    qx_terrain_lod *lod = lod_of(t, false);
    static const float bad[] = { NAN, INFINITY, -INFINITY, -1, 0, 3.4e38f, -3.4e38f, 1e-40f };
    for (uint32_t i = 0; i < 11 * COUNT(bad); i++) {
        qx_terrain_view view = { .eye = { 3, 4, 5 }, .field = 1, .pixels = 700, .error = 2 };
        float *fields[] = { &view.eye.x,        &view.eye.y,        &view.eye.z,
                            &view.field,        &view.pixels,       &view.error,
                            &view.farthest,     &view.planes[0][0], &view.planes[1][1],
                            &view.planes[2][2], &view.planes[3][3] };
        *fields[i % 11] = bad[i / 11];
        qx_terrain_ranges r;
        const uint32_t count = lod_choose(lod, &view, &r);
        for (uint32_t l = 0; l < r.levels; l++)
            assert_true(isfinite(r.reach[l]) && isfinite(r.morph_from[l]) &&
                        isfinite(r.morph_to[l]));
        assert_true(isfinite(r.eye_right) && isfinite(r.eye_down) && isfinite(r.above));
        for (uint32_t n = 0; n < count; n++) {
            const qx_vec3 at = qx_terrain_lod_sample_vertex(lod, &r, &lod_patches[n], n % 33, 7);
            assert_true(isfinite(at.x) && isfinite(at.y) && isfinite(at.z));
        }
    }
    qx_terrain_lod_destroy(lod);
    qx_terrain_destroy(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_is_drawn_once),
        cmocka_unit_test(what_is_drawn_is_fine_enough),
        cmocka_unit_test(edges_close_for_a_thousand_cameras),
        cmocka_unit_test(a_level_of_vertices_lies_on_its_own_samples),
        cmocka_unit_test(what_is_seen_is_drawn_and_most_else_is_not),
        cmocka_unit_test(nothing_beyond_the_farthest_is_drawn),
        cmocka_unit_test(too_few_places_give_the_first),
        cmocka_unit_test(bad_views_do_no_harm),
    };
    return cmocka_run_group_tests_name("terrain_lod_view", tests, NULL, NULL);
}
