// SPDX-License-Identifier: MIT
// Mazes as such: cells, faces, openings one by one and as planes, mazes from given planes, bad
// input.
#include "maze_plain.h"

#include "failing.h"

#include <math.h>
#include <string.h>

#define SIZES                                                                                      \
    {                                                                                              \
        { 1, 1, 1 }, { 5, 1, 1 }, { 1, 5, 1 }, { 1, 1, 5 }, { 4, 3, 2 }, { 64, 2, 2 },             \
            { 3, 7, 65 }, { 9, 9, 9 },                                                             \
    }

static void cells_and_neighbours_agree(void **state)
{
    (void)state;
    static const uint32_t sizes[][3] = SIZES;
    static const int ways[6][3] = { { -1, 0, 0 }, { 1, 0, 0 },  { 0, -1, 0 },
                                    { 0, 1, 0 },  { 0, 0, -1 }, { 0, 0, 1 } };
    for (size_t i = 0; i < QX_COUNT(sizes); i++) {
        const uint32_t w = sizes[i][0], h = sizes[i][1], d = sizes[i][2];
        qx_maze *maze = maze_of(&(qx_maze_desc){ .width = w, .height = h, .depth = d });
        uint64_t cell = 0;
        for (uint32_t z = 0; z < d; z++)
            for (uint32_t y = 0; y < h; y++)
                for (uint32_t x = 0; x < w; x++, cell++) {
                    assert_true(qx_maze_get_cell(maze, x, y, z) == cell);
                    uint32_t faces = 0;
                    for (uint32_t face = 0; face < 6; face++) {
                        const int *way = ways[face];
                        const uint64_t other =
                            qx_maze_get_neighbour(maze, cell, (qx_maze_face)face);
                        assert_true(other == qx_maze_get_cell(maze, x + (uint32_t)way[0],
                                                              y + (uint32_t)way[1],
                                                              z + (uint32_t)way[2]));
                        const bool open = qx_maze_get_open(maze, cell, (qx_maze_face)face);
                        faces |= (uint32_t)open << face;
                        if (other == QX_MAZE_NONE)
                            assert_false(open);
                        else
                            assert_int_equal(
                                open, qx_maze_get_open(maze, other, (qx_maze_face)(face ^ 1)));
                    }
                    assert_int_equal(qx_maze_get_faces(maze, cell), faces);
                }
        assert_true(qx_maze_get_info(maze).cells == cell);
        assert_true(qx_maze_get_cell(maze, w, 0, 0) == QX_MAZE_NONE);
        assert_true(qx_maze_get_cell(maze, 0, UINT32_MAX, 0) == QX_MAZE_NONE);
        qx_maze_destroy(maze);
    }
}

static void places_outside_are_closed(void **state)
{
    (void)state;
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 3, .height = 3, .depth = 3 });
    const uint64_t outside[] = { 27, 28, 1000, QX_MAZE_NONE };
    for (size_t i = 0; i < QX_COUNT(outside); i++) {
        assert_int_equal(qx_maze_get_faces(maze, outside[i]), 0);
        for (uint32_t face = 0; face < 6; face++) {
            const qx_maze_face through = (qx_maze_face)face;
            assert_false(qx_maze_get_open(maze, outside[i], through));
            assert_true(qx_maze_get_neighbour(maze, outside[i], through) == QX_MAZE_NONE);
            assert_int_equal(qx_maze_set_open(maze, outside[i], through, true), QX_BAD_VALUE);
        }
    }
    assert_false(qx_maze_get_open(maze, 13, (qx_maze_face)6));
    assert_int_equal(qx_maze_set_open(maze, 13, (qx_maze_face)6, true), QX_BAD_VALUE);
    assert_int_equal(qx_maze_set_open(maze, 0, QX_MAZE_LOW_X, true), QX_BAD_VALUE);
    assert_int_equal(qx_maze_set_open(maze, 2, QX_MAZE_HIGH_X, true), QX_BAD_VALUE);
    assert_null(qx_maze_get_plane(maze, 3));
    qx_maze_destroy(maze);
}

static void walls_open_and_close(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 1);
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 7, .height = 6, .depth = 5 });
    for (uint32_t i = 0; i < 5000; i++) {
        const uint64_t cell = qx_random_below(&random, 210);
        const qx_maze_face face = (qx_maze_face)qx_random_below(&random, 6);
        const uint64_t other = qx_maze_get_neighbour(maze, cell, face);
        const bool was = qx_maze_get_open(maze, cell, face), open = qx_random_below(&random, 2);
        const qx_maze_info before = qx_maze_get_info(maze);
        const uint64_t hash = qx_maze_hash(maze);
        const qx_result result = qx_maze_set_open(maze, cell, face, open);
        assert_int_equal(result, other == QX_MAZE_NONE ? QX_BAD_VALUE : QX_OK);
        if (result != QX_OK) continue;
        const qx_maze_info after = qx_maze_get_info(maze);
        assert_int_equal(qx_maze_get_open(maze, cell, face), open);
        assert_int_equal(qx_maze_get_open(maze, other, (qx_maze_face)(face ^ 1)), open);
        assert_int_equal(after.openings + was, before.openings + open);
        assert_int_equal(after.opened[face / 2] + was, before.opened[face / 2] + open);
        assert_int_equal(qx_maze_hash(maze) == hash, was == open);
    }
    qx_maze_destroy(maze);
}

static void planes_are_the_openings(void **state)
{
    (void)state;
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 11, .height = 6, .depth = 7, .seed = 5 });
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint64_t *plane = qx_maze_get_plane(maze, axis);
        for (uint64_t cell = 0; cell < 462; cell++)
            assert_int_equal(plain_bit(plane, cell),
                             qx_maze_get_open(maze, cell, (qx_maze_face)(2 * axis + 1)));
        assert_true(plane[462 / 64] >> 462 % 64 == 0);
    }
    qx_maze_destroy(maze);
}

static void mazes_are_made_again_from_their_planes(void **state)
{
    (void)state;
    static const uint32_t sizes[][3] = SIZES;
    for (size_t i = 0; i < QX_COUNT(sizes); i++) {
        const qx_maze_desc desc = {
            .width = sizes[i][0], .height = sizes[i][1], .depth = sizes[i][2], .seed = i
        };
        qx_maze *maze = maze_of(&desc), *again;
        const uint64_t *const planes[] = { qx_maze_get_plane(maze, 0), qx_maze_get_plane(maze, 1),
                                           qx_maze_get_plane(maze, 2) };
        assert_int_equal(qx_maze_create_from(&desc, planes, &again), QX_OK);
        assert_true(qx_maze_hash(again) == qx_maze_hash(maze));
        assert_int_equal(qx_maze_get_info(again).openings, qx_maze_get_info(maze).openings);
        qx_maze_destroy(maze);
        qx_maze_destroy(again);
    }
}

static qx_result open_one(const qx_maze_desc *desc, uint32_t axis, uint64_t bit)
{
    uint64_t bits[3][2] = { { 0 } };
    const uint64_t *const planes[] = { bits[0], bits[1], bits[2] };
    qx_maze *maze = (qx_maze *)1;
    bits[axis][bit / 64] |= UINT64_C(1) << bit % 64;
    const qx_result result = qx_maze_create_from(desc, planes, &maze);
    if (result != QX_OK) assert_null(maze);
    if (result == QX_OK) qx_maze_destroy(maze);
    return result;
}

// Every single bit of every plane: taken where there is a neighbour, refused elsewhere, behind the
// last cell too.
static void openings_outward_are_refused(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 4, .height = 3, .depth = 6 };
    for (uint64_t bit = 0; bit < 128; bit++) {
        const bool inside = bit < 72;
        const bool inner[] = { inside && bit % 4 < 3, inside && bit / 4 % 3 < 2, bit < 60 };
        for (uint32_t axis = 0; axis < 3; axis++)
            assert_int_equal(open_one(&desc, axis, bit), inner[axis] ? QX_OK : QX_BAD_DATA);
    }
}

static void openings_beside_the_mask_are_refused(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 1);
    for (uint32_t i = 0; i < 300; i++) {
        const uint64_t mask[] = { (uint64_t)qx_random_next(&random) << 32 | qx_random_next(&random),
                                  qx_random_next(&random) };
        const qx_maze_desc desc = { .width = 4, .height = 3, .depth = 6, .mask = mask };
        static const uint64_t steps[] = { 1, 4, 12 };
        const uint32_t axis = qx_random_below(&random, 3);
        const uint64_t bit = qx_random_below(&random, 59) / 12 * 12; // has neighbours on all axes
        const bool both = plain_bit(mask, bit) && plain_bit(mask, bit + steps[axis]);
        assert_int_equal(open_one(&desc, axis, bit), both ? QX_OK : QX_BAD_DATA);
    }
}

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    static const uint64_t mask[] = { 0xFF }, none[] = { 0 };
    static const struct {
        qx_maze_desc desc;
        qx_result result;
    } bad[] = {
        { { .width = 0, .height = 2, .depth = 2 }, QX_BAD_VALUE },
        { { .width = 2, .height = 0, .depth = 2 }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 0 }, QX_BAD_VALUE },
        { { .width = QX_MAZE_MAX_AXIS + 1, .height = 1, .depth = 1 }, QX_BAD_VALUE },
        { { .width = 1, .height = UINT32_MAX, .depth = 1 }, QX_BAD_VALUE },
        { { .width = 1, .height = 1, .depth = UINT32_MAX }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .algorithm = QX_MAZE_ALGORITHM_COUNT },
          QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .algorithm = (qx_maze_algorithm)-1 },
          QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .share_x = NAN }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .share_y = INFINITY }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .share_z = -0.1f }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .braid = NAN }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .braid = 1.01f }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .braid = -0.01f }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .newest = NAN }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .newest = 1.5f }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .mask = mask }, QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .algorithm = QX_MAZE_WILSON, .mask = none },
          QX_BAD_VALUE },
        { { .width = 2, .height = 2, .depth = 2, .algorithm = QX_MAZE_KRUSKAL, .slab_height = 1 },
          QX_BAD_VALUE },
        { { .width = QX_MAZE_MAX_AXIS, .height = QX_MAZE_MAX_AXIS, .depth = QX_MAZE_MAX_AXIS },
          QX_TOO_LARGE },
        { { .width = QX_MAZE_MAX_AXIS, .height = QX_MAZE_MAX_AXIS, .depth = 4 }, QX_TOO_LARGE },
    };
    for (size_t i = 0; i < QX_COUNT(bad); i++) {
        qx_maze *maze = (qx_maze *)1;
        failing book;
        const qx_allocator allocator = failing_after(&book, 1);
        qx_maze_desc desc = bad[i].desc;
        desc.allocator = &allocator;
        const qx_result result = qx_maze_create(&desc, NULL, &maze);
        if (result != bad[i].result) fail_msg("%zu: %s", i, qx_result_text(result));
        assert_null(maze);
        assert_int_equal(book.live, 0);
    }
    qx_maze_destroy(NULL);
}

static void defaults_are_told(void **state)
{
    (void)state;
    const qx_maze_desc cube = qx_maze_desc_resolve(&(qx_maze_desc){ 4, 4, 4, .seed = 9 });
    assert_true(cube.share_x == cube.share_y && cube.share_y == cube.share_z);
    assert_true(cube.share_x > 0.0f && cube.newest == 0.5f && cube.seed == 9);
    const qx_maze_desc flat = qx_maze_desc_resolve(&(qx_maze_desc){ 4, 4, 1, .newest = -1.0f });
    assert_true(flat.share_x > 0.0f && flat.share_z == 0.0f && flat.newest == 0.0f);
    const qx_maze_desc given = qx_maze_desc_resolve(&(qx_maze_desc){ 4, 4, 4, .share_y = 2.0f });
    assert_true(given.share_x == 0.0f && given.share_y == 2.0f && given.share_z == 0.0f);
}

static void mazes_from_planes_need_memory(void **state)
{
    (void)state;
    static const uint64_t none[] = { 0 };
    const uint64_t *const planes[] = { none, none, none };
    failing book;
    const qx_allocator allocator = failing_after(&book, 0);
    qx_maze *maze = (qx_maze *)1;
    qx_maze_desc desc = { .width = 2, .height = 3, .depth = 4, .allocator = &allocator };
    assert_int_equal(qx_maze_create_from(&desc, planes, &maze), QX_NO_MEMORY);
    assert_null(maze);
    desc.width = 0;
    assert_int_equal(qx_maze_create_from(&desc, planes, &maze), QX_BAD_VALUE);
    assert_null(maze);
    assert_int_equal(book.live, 0);
}

static void different_mazes_have_different_hashes(void **state)
{
    (void)state;
    uint64_t hashes[200];
    for (uint32_t i = 0; i < QX_COUNT(hashes); i++)
        hashes[i] = maze_hash_of(
            &(qx_maze_desc){ .width = 3 + i % 2, .height = 5 - i % 2, .depth = 4, .seed = i / 2 });
    for (size_t i = 0; i < QX_COUNT(hashes); i++)
        for (size_t j = 0; j < i; j++) assert_true(hashes[i] != hashes[j]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_and_neighbours_agree),
        cmocka_unit_test(places_outside_are_closed),
        cmocka_unit_test(walls_open_and_close),
        cmocka_unit_test(planes_are_the_openings),
        cmocka_unit_test(mazes_are_made_again_from_their_planes),
        cmocka_unit_test(openings_outward_are_refused),
        cmocka_unit_test(openings_beside_the_mask_are_refused),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(defaults_are_told),
        cmocka_unit_test(mazes_from_planes_need_memory),
        cmocka_unit_test(different_mazes_have_different_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
