// SPDX-License-Identifier: MIT
#include "failing.h"
#include "maze_solids.h"

#include <quincunx/maze_mesh.h>
#include <quincunx/random.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static qx_maze *make(uint32_t width, uint32_t height, uint32_t depth, uint64_t seed, float braid)
{
    qx_maze *maze;
    const qx_maze_desc desc = {
        .width = width, .height = height, .depth = depth, .seed = seed, .braid = braid
    };
    assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_OK);
    return maze;
}

// Openings beyond those of a perfect maze.
static int64_t cycles_of(const qx_maze *maze)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    return (int64_t)info.openings - (int64_t)info.cells + 1;
}

static void check_whole(const solid_case *of)
{
    solid_mesh mesh = solid_mesh_make(of);
    solid_mesh_assert_closed(&mesh);
    const int64_t openings = of->desc.opening_count, euler = solid_mesh_euler(&mesh);
    assert_true(euler == 4 - 2 * openings - 2 * cycles_of(of->maze));
    assert_int_equal(solid_mesh_surfaces(&mesh), openings ? 1 : 2); // outside and inside
    solid_mesh_assert_faces(&mesh, of);
    solid_mesh_free(&mesh);
}

// Sealed, with one opening and with two; merged and in slices.
static void check_maze(const qx_maze *maze, uint64_t seed)
{
    static const qx_maze_mesh_desc descs[] = { { .cell = 4, .wall = 1 },
                                               { .cell = 5, .wall = 3, .shell = 7 },
                                               { .cell = 9, .wall = 2, .shell = 1 } };
    qx_maze_opening openings[2];
    solid_openings(maze, seed, openings);
    for (uint32_t count = 0; count < 3; count++) {
        solid_case of = { .maze = maze, .desc = descs[(seed + count) % COUNT(descs)] };
        of.desc.openings = openings;
        of.desc.opening_count = count;
        of.desc.slice_axis = (uint32_t)(seed / 3 + count) % 4;
        check_whole(&of);
    }
}

static void every_small_box_is_closed(void **state)
{
    (void)state;
    for (uint32_t box = 0; box < 6 * 6 * 6; box++) {
        for (uint64_t seed = box; seed < box + 2; seed++) {
            qx_maze *maze = make(box % 6 + 1, box / 6 % 6 + 1, box / 36 + 1, seed, 0);
            check_maze(maze, seed);
            qx_maze_destroy(maze);
        }
    }
}

static void cubes_and_long_boxes_are_closed(void **state)
{
    static const uint32_t sizes[][3] = { { 7, 7, 7 },    { 8, 8, 8 },    { 9, 9, 9 },
                                         { 10, 10, 10 }, { 11, 11, 11 }, { 12, 12, 12 },
                                         { 31, 3, 2 },   { 32, 2, 3 },   { 2, 33, 3 },
                                         { 3, 2, 64 },   { 1, 1, 200 },  { 95, 1, 7 },
                                         { 63, 1, 1 },   { 2, 40, 40 } };
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        qx_maze *maze = make(sizes[i][0], sizes[i][1], sizes[i][2], i, 0);
        check_maze(maze, i);
        qx_maze_destroy(maze);
    }
}

static void random_boxes_with_cycles_are_closed(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 11, 1);
    for (uint64_t seed = 0; seed < 60; seed++) {
        const uint32_t w = 1 + qx_random_below(&random, 18), h = 1 + qx_random_below(&random, 12),
                       d = 1 + qx_random_below(&random, 10);
        qx_maze *maze = make(w, h, d, seed, (float)(seed % 5) / 4.0f);
        check_maze(maze, seed);
        qx_maze_destroy(maze);
    }
}

// All walls away, and all there: as many cycles as can be, and a chamber a cell.
static void extremes_are_closed(void **state)
{
    (void)state;
    for (uint32_t box = 0; box < 4 * 4 * 4; box++) {
        qx_maze *maze = make(box % 4 + 1, box / 4 % 4 + 1, box / 16 + 1, 1, 0);
        const qx_maze_info info = qx_maze_get_info(maze);
        for (uint64_t i = 0; i < 6 * info.cells; i++)
            qx_maze_set_open(maze, i / 6, (qx_maze_face)(i % 6), true);
        for (uint32_t slice = 0; slice < 4; slice++)
            check_whole(&(solid_case){ .maze = maze,
                                       .desc = { .cell = 4, .wall = 1, .slice_axis = slice } });
        for (uint64_t i = 0; i < 6 * info.cells; i++)
            qx_maze_set_open(maze, i / 6, (qx_maze_face)(i % 6), false);
        const solid_case of = { .maze = maze, .desc = { .cell = 4, .wall = 1 } };
        solid_mesh mesh = solid_mesh_make(&of);
        solid_mesh_assert_closed(&mesh);
        assert_int_equal(mesh.counts.indices, 36 * (info.cells + 1)); // 12 triangles a box
        assert_int_equal(solid_mesh_surfaces(&mesh), info.cells + 1);
        solid_mesh_free(&mesh);
        qx_maze_destroy(maze);
    }
}

static void no_vertex_lies_inside_an_edge(void **state)
{
    (void)state;
    for (uint32_t box = 0; box < 2 * 3 * 3; box++) {
        qx_maze *maze = make(box % 2 + 2, box / 2 % 3 + 1, box / 6 + 2, box, 0);
        qx_maze_opening openings[2];
        solid_openings(maze, box, openings);
        for (uint32_t slice = 0; slice < 4; slice++) {
            const solid_case of = { .maze = maze,
                                    .desc = { .cell = 4,
                                              .wall = 1,
                                              .openings = openings,
                                              .opening_count = 1,
                                              .part =
                                                  box % 2 ? QX_MAZE_PART_LOW : QX_MAZE_PART_WHOLE,
                                              .shell = 16,
                                              .pin = 4,
                                              .play = 1,
                                              .slice_axis = slice } };
            solid_mesh mesh = solid_mesh_make(&of);
            solid_mesh_assert_no_junctions(&mesh);
            solid_mesh_free(&mesh);
        }
        qx_maze_destroy(maze);
    }
}

static uint64_t box_faces(const solid_case *of)
{
    const qx_maze_info info = qx_maze_get_info(of->maze);
    uint64_t faces = 0;
    uint32_t box[3];
    for (box[2] = 0; box[2] <= 2 * info.depth; box[2]++) {
        for (box[1] = 0; box[1] <= 2 * info.height; box[1]++) {
            for (box[0] = 0; box[0] <= 2 * info.width; box[0]++) {
                if (!solid_box(of, box)) continue;
                for (uint32_t face = 0; face < 6; face++) {
                    uint32_t next[] = { box[0], box[1], box[2] };
                    next[face / 2] += face % 2 ? 1 : UINT32_MAX;
                    const bool outside = next[0] > 2 * info.width || next[1] > 2 * info.height ||
                                         next[2] > 2 * info.depth;
                    faces += outside || !solid_box(of, next);
                }
            }
        }
    }
    return faces;
}

// No closed surface with these corners has fewer triangles; this is what merging comes to.
static void merging_leaves_few_triangles(void **state)
{
    (void)state;
    qx_maze *maze = make(12, 12, 12, 3, 0);
    for (uint32_t slice = 0; slice < 4; slice++) {
        const solid_case of = { .maze = maze,
                                .desc = { .cell = 4, .wall = 1, .slice_axis = slice } };
        qx_maze_mesh_counts counts;
        assert_int_equal(qx_maze_mesh_bound(maze, &of.desc, &counts), QX_OK);
        const double share = counts.indices / 3 / (2.0 * (double)box_faces(&of));
        print_message("slice axis %u: %.3f of two triangles a face\n", slice, share);
        assert_true(share < (slice ? 0.6 : 0.4));
    }
    qx_maze_destroy(maze);
}

static void vertices_differ_and_are_in_order(void **state)
{
    (void)state;
    qx_maze *maze = make(7, 6, 5, 2, 0);
    const solid_case of = { .maze = maze, .desc = { .cell = 4, .wall = 1 } };
    solid_mesh mesh = solid_mesh_make(&of);
    for (uint32_t i = 1; i < mesh.counts.vertices; i++) {
        const qx_vec3 a = mesh.positions[i - 1], b = mesh.positions[i];
        assert_true(a.z < b.z || (a.z == b.z && (a.y < b.y || (a.y == b.y && a.x < b.x))));
    }
    solid_mesh_free(&mesh);
    qx_maze_destroy(maze);
}

static float along(qx_vec3 v, uint32_t axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static void check_slices(const solid_case *of)
{
    const uint32_t axis = of->desc.slice_axis - 1;
    solid_mesh mesh = solid_mesh_make(of);
    uint32_t next = 0;
    for (uint32_t i = 0; i < mesh.range_count; i++) {
        const qx_maze_mesh_range range = mesh.ranges[i];
        if (!range.count) continue; // of a part, what is in the other one
        assert_int_equal(range.first, next);
        next += range.count;
        for (uint32_t k = range.first; k < next; k++) {
            const float at = along(mesh.positions[mesh.indices[k]], axis);
            assert_true(at >= (float)solid_plane(of, axis, i));
            const bool pins = of->desc.part == QX_MAZE_PART_LOW && axis == 2 &&
                              i == qx_maze_get_info(of->maze).depth / 2 * 2;
            assert_true(pins || at <= (float)solid_plane(of, axis, i + 1));
        }
    }
    assert_int_equal(next, mesh.counts.indices);
    solid_mesh_free(&mesh);
}

static void slices_hold_all_triangles_once(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 24; seed++) {
        const uint32_t i = (uint32_t)seed;
        qx_maze *maze = make(2 + i % 5, 2 + i % 3, 2 + i % 4, seed, 0);
        check_slices(&(solid_case){ .maze = maze,
                                    .desc = { .cell = 20,
                                              .wall = 4,
                                              .shell = 16,
                                              .pin = 8,
                                              .play = 1,
                                              .part = (qx_maze_part)(seed % 3),
                                              .slice_axis = (uint32_t)seed / 3 % 3 + 1 } });
        qx_maze_destroy(maze);
    }
}

// One range as a mesh of its own, of the vertices it uses.
static solid_mesh take_range(const solid_mesh *mesh, qx_maze_mesh_range range)
{
    solid_mesh taken = { .counts.indices = range.count };
    uint32_t *number = malloc(mesh->counts.vertices * sizeof *number + 1);
    memset(number, 0xFF, mesh->counts.vertices * sizeof *number);
    taken.positions = malloc(mesh->counts.vertices * sizeof *taken.positions + 1);
    taken.indices = malloc(range.count * sizeof *taken.indices + 1);
    for (uint32_t i = 0; i < range.count; i++) {
        const uint32_t vertex = mesh->indices[range.first + i];
        if (number[vertex] == UINT32_MAX) {
            number[vertex] = taken.counts.vertices;
            taken.positions[taken.counts.vertices++] = mesh->positions[vertex];
        }
        taken.indices[i] = number[vertex];
    }
    free(number);
    return taken;
}

// Together ranges hold what the whole holds, each what lies in its own layer, and closing them
// takes no vertex more.
static void check_closed_slices(solid_case of)
{
    solid_mesh open = solid_mesh_make(&of);
    of.desc.slice_closed = true;
    solid_mesh mesh = solid_mesh_make(&of);
    assert_int_equal(mesh.counts.vertices, open.counts.vertices);
    assert_memory_equal(mesh.positions, open.positions,
                        open.counts.vertices * sizeof *open.positions);
    int64_t volume = 0;
    for (uint32_t i = 0; i < mesh.range_count; i++) {
        solid_mesh range = take_range(&mesh, mesh.ranges[i]);
        const int64_t own = solid_mesh_volume6(&range);
        solid_mesh_assert_closed(&range);
        solid_mesh_assert_no_junctions(&range);
        assert_true(mesh.ranges[i].count == 0 || own > 0);
        if (of.desc.slice_axis == 3 && of.desc.part == QX_MAZE_PART_WHOLE)
            assert_true(own == 6 * solid_boxes(&of, i, i + 1));
        volume += own;
        solid_mesh_free(&range);
    }
    assert_true(volume == solid_mesh_volume6(&open));
    solid_mesh_free(&mesh);
    solid_mesh_free(&open);
}

static void closed_slices_are_closed(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 90; seed++) {
        const uint32_t i = (uint32_t)seed;
        qx_maze *maze = make(2 + i % 5, 1 + i % 4, 2 + i % 3, seed, i % 2 ? 0.5f : 0.0f);
        qx_maze_opening openings[2];
        solid_openings(maze, seed, openings);
        check_closed_slices((solid_case){ .maze = maze,
                                          .desc = { .cell = 20,
                                                    .wall = 4,
                                                    .shell = 16,
                                                    .pin = 8,
                                                    .play = 1,
                                                    .part = (qx_maze_part)(i / 3 % 5),
                                                    .openings = openings,
                                                    .opening_count = i / 7 % 3,
                                                    .slice_axis = i % 3 + 1 } });
        qx_maze_destroy(maze);
    }
    qx_maze *wide = make(40, 33, 3, 1, 0.0f); // rows of more than one word
    for (uint32_t axis = 1; axis < 4; axis++) {
        const qx_maze_mesh_desc desc = { .cell = 4, .wall = 1, .slice_axis = axis };
        solid_case of = { .maze = wide, .desc = desc };
        of.desc.slice_closed = true;
        solid_mesh mesh = solid_mesh_make(&of);
        for (uint32_t i = 0; i < mesh.range_count; i++) {
            solid_mesh range = take_range(&mesh, mesh.ranges[i]);
            solid_mesh_assert_closed(&range);
            solid_mesh_free(&range);
        }
        assert_true(solid_mesh_volume6(&mesh) == 6 * solid_boxes(&of, 0, 7));
        solid_mesh_free(&mesh);
    }
    qx_maze_destroy(wide);
}

// A shape of cells, a ball with a hole: walls stand around what is there.
static void masks_have_walls_around_them(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        uint64_t mask[8 * 8 * 8 / 64] = { 0 };
        uint64_t first = QX_MAZE_NONE, present = 0;
        for (int i = 0; i < 8 * 8 * 8; i++) {
            const int x = 2 * (i % 8) - 7, y = 2 * (i / 8 % 8) - 7, z = 2 * (i / 64) - 7;
            const int far = x * x + y * y + z * z;
            if (far > 70 - (int)seed % 7 * 4 || (seed % 2 && far < 12)) continue;
            mask[i / 64] |= UINT64_C(1) << i % 64;
            if (!present++) first = (uint64_t)i;
        }
        const qx_maze_desc desc = { .width = 8,
                                    .height = 8,
                                    .depth = 8,
                                    .seed = seed,
                                    .algorithm = QX_MAZE_BACKTRACKER,
                                    .mask = mask };
        const qx_maze_opening opening = { first, QX_MAZE_LOW_Z };
        qx_maze *maze;
        assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_OK);
        const solid_case of = { .maze = maze,
                                .mask = mask,
                                .desc = { .cell = 4,
                                          .wall = 1,
                                          .openings = &opening,
                                          .opening_count = 1,
                                          .slice_axis = seed % 4 } };
        solid_mesh mesh = solid_mesh_make(&of);
        solid_mesh_assert_closed(&mesh);
        solid_mesh_assert_faces(&mesh, &of);
        assert_true(solid_mesh_volume6(&mesh) == 6 * solid_boxes(&of, 0, 17));
        assert_true(solid_mesh_euler(&mesh) == (seed % 2 ? 4 : 2)); // the hole is a surface
        if (seed % 4) check_closed_slices(of);
        solid_mesh_free(&mesh);
        qx_maze_destroy(maze);
    }
}

// Sizes that are no sums of powers of two: the box is as long as it says, and places are exact.
static void sizes_are_kept(void **state)
{
    static const qx_maze_mesh_desc descs[] = { { .cell = 0 },
                                               { .cell = 10, .wall = 1.6f },
                                               { .cell = 0.013f, .wall = 0.0021f, .shell = 0.1f },
                                               { .cell = 1e6f, .wall = 1e5f },
                                               { .cell = 7.7f, .wall = 7.6f } };
    (void)state;
    qx_maze *maze = make(9, 5, 3, 4, 0);
    for (size_t i = 0; i < COUNT(descs); i++) {
        qx_maze_fit fit;
        assert_int_equal(qx_maze_mesh_measure(maze, &descs[i], &fit), QX_OK);
        solid_mesh mesh = solid_mesh_make(&(solid_case){ .maze = maze, .desc = descs[i] });
        qx_vec3 high = { 0, 0, 0 };
        int exponent;
        frexpf(fit.size.x, &exponent);
        for (uint32_t v = 0; v < mesh.counts.vertices; v++) {
            const qx_vec3 p = mesh.positions[v];
            high = (qx_vec3){ fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z) };
            assert_true(p.x >= 0 && p.y >= 0 && p.z >= 0);
            assert_true(fmod(ldexp((double)p.y, 24 - exponent), 1.0) == 0.0);
        }
        assert_true(fabsf(high.x - fit.size.x) <= 1e-6f * fit.size.x);
        assert_true(fabsf(high.y - fit.size.y) <= 1e-6f * fit.size.x);
        assert_true(fabsf(high.z - fit.size.z) <= 1e-6f * fit.size.x);
        solid_mesh_free(&mesh);
    }
    qx_maze_destroy(maze);
}

// Signed areas, exactly, of sizes that are not whole: no triangle is turned over by rounding.
static void no_triangle_is_turned_by_rounding(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        qx_maze *maze = make(12, 11, 5, seed, 0);
        const qx_maze_mesh_desc desc = { .cell = 3.3f, .wall = 0.01f + 0.07f * (float)seed };
        solid_mesh mesh = solid_mesh_make(&(solid_case){ .maze = maze, .desc = desc });
        const float scale = 262144.0f; // of 2^24 units for at most 2^6: whole, and exact
        for (uint32_t v = 0; v < mesh.counts.vertices; v++) {
            mesh.positions[v].x *= scale;
            mesh.positions[v].y *= scale;
            mesh.positions[v].z *= scale;
        }
        solid_mesh_assert_closed(&mesh);
        solid_mesh_free(&mesh);
        qx_maze_destroy(maze);
    }
}

static void measures_are_those_of_the_parts(void **state)
{
    (void)state;
    qx_maze *maze = make(8, 6, 5, 4, 0);
    qx_maze_fit fit;
    qx_maze_mesh_desc desc = { .cell = 10, .wall = 1.5f };
    assert_int_equal(qx_maze_mesh_measure(maze, &desc, &fit), QX_OK);
    assert_true(fit.corridor == 8.5f && fit.opening == 8.5f && fit.thinnest == 1.5f);
    assert_true(fit.size.x == 81.5f && fit.size.y == 61.5f && fit.size.z == 51.5f);
    desc.part = QX_MAZE_PART_LOW; // a shell of 4.5, pins of 1.8, holes of 2.16
    assert_int_equal(qx_maze_mesh_measure(maze, &desc, &fit), QX_OK);
    assert_true(fit.size.x == 87.5f && fabsf(fit.size.z - (4.5f + 18.5f + 1.8f)) < 1e-5f);
    assert_true(fabsf(fit.thinnest - 1.17f) < 1e-5f);
    desc.pin = 3; // with room for the hole, and a wall on both sides
    assert_true(qx_maze_mesh_desc_resolve(&desc).shell == 3 + 2 * 0.3f + 2 * 1.5f);
    assert_int_equal(qx_maze_mesh_measure(maze, &desc, &fit), QX_OK);
    assert_true(fabsf(fit.thinnest - 1.5f) < 1e-5f);
    qx_maze_destroy(maze);
}

static void any_allocation_may_fail(void **state)
{
    (void)state;
    qx_maze *maze = make(4, 3, 4, 1, 0);
    for (uint32_t kind = 0; kind < 20; kind++) {
        failing book;
        qx_maze_mesh_desc desc = { .part = (qx_maze_part)(kind / 4), .slice_axis = kind % 4 };
        qx_vec3 positions[2000];
        uint32_t indices[12000];
        qx_maze_mesh_counts counts;
        qx_result result = QX_NO_MEMORY;
        for (long n = 0; result != QX_OK; n++) {
            const qx_allocator allocator = failing_after(&book, n);
            desc.allocator = &allocator;
            result = qx_maze_mesh_bound(maze, &desc, &counts);
            assert_true(result == (n < book.requests ? QX_NO_MEMORY : QX_OK));
            assert_true(result == QX_OK || (!counts.vertices && !counts.indices));
            assert_true(book.live == 0 && book.live_bytes == 0);
        }
        assert_true(counts.vertices <= 2000 && counts.indices <= 12000);
        result = QX_NO_MEMORY;
        for (long n = 0; result != QX_OK; n++) {
            const qx_allocator allocator = failing_after(&book, n);
            desc.allocator = &allocator;
            indices[0] = UINT32_MAX;
            result = qx_maze_mesh_build(maze, &desc, positions, indices, NULL);
            assert_true(result == (n < book.requests ? QX_NO_MEMORY : QX_OK));
            assert_true(result == QX_OK || indices[0] == UINT32_MAX);
            assert_true(book.live == 0 && book.live_bytes == 0);
        }
    }
    qx_maze_destroy(maze);
}

static void bad_descriptions_are_refused(void **state)
{
    static const qx_maze_opening inside = { 0, QX_MAZE_HIGH_X }, beyond = { 27, QX_MAZE_LOW_X },
                                 faceless = { 0, (qx_maze_face)6 };
    static const qx_maze_mesh_desc bad[] = {
        { .part = (qx_maze_part)5 },
        { .part = (qx_maze_part)-1 },
        { .cell = NAN },
        { .cell = INFINITY },
        { .cell = -1 },
        { .cell = 1e-4f },
        { .cell = 2e6f },
        { .wall = NAN },
        { .wall = -1 },
        { .wall = 10 },
        { .cell = 1, .wall = 1.5f },
        { .shell = NAN },
        { .shell = -1 },
        { .shell = INFINITY },
        { .pin = NAN },
        { .play = NAN },
        { .part = QX_MAZE_PART_LOW, .shell = 4, .pin = 4 },
        { .part = QX_MAZE_PART_LID, .shell = 4, .pin = 2, .play = 1 },
        { .part = QX_MAZE_PART_BOX, .pin = -1 },
        { .part = QX_MAZE_PART_HIGH, .play = -1 },
        { .openings = &inside, .opening_count = 1 },
        { .openings = &beyond, .opening_count = 1 },
        { .openings = &faceless, .opening_count = 1 },
        { .opening_count = 1 },
        { .slice_axis = 4 },
    };
    (void)state;
    qx_maze *maze = make(3, 3, 3, 1, 0), *flat = make(3, 3, 1, 1, 0);
    qx_maze_mesh_counts counts;
    qx_maze_fit fit;
    for (size_t i = 0; i < COUNT(bad); i++) {
        counts.vertices = counts.indices = 1;
        fit.corridor = 1;
        assert_int_equal(qx_maze_mesh_bound(maze, &bad[i], &counts), QX_BAD_VALUE);
        assert_true(counts.vertices == 0 && counts.indices == 0);
        assert_int_equal(qx_maze_mesh_build(maze, &bad[i], NULL, NULL, NULL), QX_BAD_VALUE);
        assert_int_equal(qx_maze_mesh_measure(maze, &bad[i], &fit), QX_BAD_VALUE);
        assert_true(fit.corridor == 0);
    }
    for (int part = QX_MAZE_PART_LOW; part <= QX_MAZE_PART_HIGH; part++) {
        const qx_maze_mesh_desc half = { .part = (qx_maze_part)part };
        assert_int_equal(qx_maze_mesh_bound(flat, &half, &counts), QX_BAD_VALUE);
    }
    qx_maze_destroy(flat);
    qx_maze_destroy(maze);
}

static void what_floats_cannot_tell_apart_is_too_large(void **state)
{
    static const qx_maze_mesh_desc fine[] = { { .cell = 10, .wall = 1e-6f },
                                              { .cell = 10, .wall = 9.9999999f },
                                              { .shell = 1e-7f },
                                              { .part = QX_MAZE_PART_LOW, .pin = 1e-7f } };
    (void)state;
    qx_maze *maze = make(20, 2, 2, 1, 0);
    qx_maze_mesh_counts counts;
    for (size_t i = 0; i < COUNT(fine); i++) {
        const qx_result result = qx_maze_mesh_bound(maze, &fine[i], &counts);
        assert_true(result == QX_TOO_LARGE || (i == 1 && result == QX_BAD_VALUE));
    }
    qx_maze_destroy(maze);
}

// Boxes of cells without openings: 12 triangles each, made quickly.
static void more_than_32_bits_of_indices_are_too_large(void **state)
{
    (void)state;
    const uint32_t size = 493; // 36 * 493^3 is just above 2^32
    const size_t words = (size_t)size * size * size / 64 + 1;
    uint64_t *plane = calloc(words, sizeof *plane);
    const uint64_t *const planes[] = { plane, plane, plane };
    qx_maze *maze;
    qx_maze_mesh_counts counts = { 1, 1 };
    qx_maze_desc desc = { .width = size, .height = size, .depth = size };
    assert_non_null(plane);
    assert_int_equal(qx_maze_create_from(&desc, planes, &maze), QX_OK);
    const qx_maze_mesh_desc whole = { .cell = 10 };
    assert_int_equal(qx_maze_mesh_bound(maze, &whole, &counts), QX_TOO_LARGE);
    assert_true(counts.vertices == 0 && counts.indices == 0);
    qx_maze_destroy(maze);
    desc = (qx_maze_desc){ .width = 1u << 23, .height = 1, .depth = 1 };
    assert_int_equal(qx_maze_create_from(&desc, planes, &maze), QX_OK);
    assert_int_equal(qx_maze_mesh_bound(maze, &whole, &counts), QX_TOO_LARGE); // for floats
    qx_maze_destroy(maze);
    free(plane);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_box_is_closed),
        cmocka_unit_test(cubes_and_long_boxes_are_closed),
        cmocka_unit_test(random_boxes_with_cycles_are_closed),
        cmocka_unit_test(extremes_are_closed),
        cmocka_unit_test(no_vertex_lies_inside_an_edge),
        cmocka_unit_test(merging_leaves_few_triangles),
        cmocka_unit_test(vertices_differ_and_are_in_order),
        cmocka_unit_test(slices_hold_all_triangles_once),
        cmocka_unit_test(closed_slices_are_closed),
        cmocka_unit_test(masks_have_walls_around_them),
        cmocka_unit_test(sizes_are_kept),
        cmocka_unit_test(no_triangle_is_turned_by_rounding),
        cmocka_unit_test(measures_are_those_of_the_parts),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(what_floats_cannot_tell_apart_is_too_large),
        cmocka_unit_test(more_than_32_bits_of_indices_are_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
