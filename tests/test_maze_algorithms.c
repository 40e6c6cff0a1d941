// SPDX-License-Identifier: MIT
// The ways to make mazes besides Eller's.
#include "maze_plain.h"

#include "failing.h"

#include <math.h>
#include <string.h>

static const qx_maze_algorithm algorithms[] = { QX_MAZE_BACKTRACKER, QX_MAZE_KRUSKAL,
                                                QX_MAZE_WILSON,      QX_MAZE_GROWING_TREE,
                                                QX_MAZE_BINARY_TREE, QX_MAZE_SIDEWINDER };

static const uint32_t sizes[][3] = {
    { 1, 1, 1 },   { 1, 1, 2 },  { 2, 1, 1 },   { 1, 2, 1 },   { 1, 1, 777 }, { 777, 1, 1 },
    { 1, 777, 1 }, { 2, 2, 2 },  { 3, 3, 3 },   { 255, 3, 7 }, { 3, 255, 7 }, { 3, 7, 255 },
    { 64, 64, 1 }, { 63, 5, 4 }, { 65, 5, 4 },  { 128, 2, 2 }, { 1, 64, 64 }, { 4, 16, 1 },
    { 8, 8, 8 },   { 7, 9, 11 }, { 1, 5, 129 }, { 129, 1, 5 }, { 200, 2, 1 }, { 2, 200, 1 },
};

// Mostly small, at times long on one axis, at times flat.
static qx_maze_desc desc_by_chance(qx_maze_algorithm algorithm, qx_random *random)
{
    uint32_t size[3];
    for (size_t i = 0; i < 3; i++) size[i] = 1 + qx_random_below(random, 9);
    if (qx_random_below(random, 3) == 0) size[qx_random_below(random, 3)] = 1;
    if (qx_random_below(random, 4) == 0)
        size[qx_random_below(random, 3)] = 1 + qx_random_below(random, 200);
    return (qx_maze_desc){ .width = size[0],
                           .height = size[1],
                           .depth = size[2],
                           .algorithm = algorithm,
                           .seed = (uint64_t)qx_random_next(random) << 20,
                           .newest = 2.0f * qx_random_unit(random) - 1.0f,
                           .share_x = qx_random_unit(random),
                           .share_y = qx_random_unit(random),
                           .share_z = qx_random_unit(random) };
}

static void assert_perfect(const qx_maze_desc *desc)
{
    qx_maze *maze = maze_of(desc);
    if (!plain_is_perfect(maze, NULL)) {
        fail_msg("%ux%ux%u by %d, seed %llu: not perfect", desc->width, desc->height, desc->depth,
                 (int)desc->algorithm, (unsigned long long)desc->seed);
    }
    qx_maze_destroy(maze);
}

static void all_are_perfect(void **state)
{
    (void)state;
    for (size_t a = 0; a < QX_COUNT(algorithms); a++) {
        qx_random random;
        qx_random_seed(&random, 1, a);
        for (size_t i = 0; i < QX_COUNT(sizes); i++) {
            const qx_maze_desc desc = { .width = sizes[i][0],
                                        .height = sizes[i][1],
                                        .depth = sizes[i][2],
                                        .algorithm = algorithms[a],
                                        .seed = i };
            assert_perfect(&desc);
        }
        for (uint32_t i = 0; i < 3000; i++) {
            const qx_maze_desc desc = desc_by_chance(algorithms[a], &random);
            assert_perfect(&desc);
        }
    }
}

static void a_million_cells_in_a_line_are_one_corridor(void **state)
{
    (void)state;
    for (size_t a = 0; a < QX_COUNT(algorithms); a++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            const qx_maze_desc desc = { .width = axis == 0 ? 1000000 : 1,
                                        .height = axis == 1 ? 1000000 : 1,
                                        .depth = axis == 2 ? 1000000 : 1,
                                        .algorithm = algorithms[a] };
            qx_maze *maze = maze_of(&desc);
            assert_int_equal(qx_maze_get_info(maze).opened[axis], 999999);
            qx_maze_destroy(maze);
        }
    }
}

static void the_seed_alone_decides(void **state)
{
    (void)state;
    for (size_t a = 0; a < QX_COUNT(algorithms); a++) {
        qx_maze_desc desc = { .width = 67, .height = 31, .depth = 5, .algorithm = algorithms[a] };
        const uint64_t hash = maze_hash_of(&desc);
        assert_int_equal(maze_hash_of(&desc), hash);
        desc.seed = 1;
        assert_int_not_equal(maze_hash_of(&desc), hash);
        desc.seed = UINT64_C(1) << 63;
        assert_int_not_equal(maze_hash_of(&desc), hash);
    }
}

static void workers_change_nothing(void **state)
{
    (void)state;
    static const uint32_t wide[][3] = { { 300, 300, 20 }, { 1, 1, 600000 }, { 7, 3, 50000 },
                                        { 600001, 1, 1 }, { 513, 1025, 1 }, { 1, 3, 200000 } };
    for (size_t i = 0; i < QX_COUNT(wide); i++) {
        qx_maze *maze;
        const qx_maze_desc desc = { .width = wide[i][0],
                                    .height = wide[i][1],
                                    .depth = wide[i][2],
                                    .algorithm = QX_MAZE_BINARY_TREE,
                                    .seed = i };
        assert_int_equal(qx_maze_create(&desc, &workers_backward, &maze), QX_OK);
        assert_int_equal(qx_maze_hash(maze), maze_hash_of(&desc));
        assert_true(plain_is_perfect(maze, NULL));
        qx_maze_destroy(maze);
    }
}

static uint32_t low_openings(const qx_maze *maze, uint64_t cell)
{
    uint32_t count = 0;
    for (uint32_t axis = 0; axis < 3; axis++)
        count += qx_maze_get_open(maze, cell, (qx_maze_face)(2 * axis));
    return count;
}

static void binary_trees_open_once_toward_low(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 0);
    for (uint32_t i = 0; i < 500; i++) {
        const qx_maze_desc desc = desc_by_chance(QX_MAZE_BINARY_TREE, &random);
        qx_maze *maze = maze_of(&desc);
        const uint64_t cells = qx_maze_get_info(maze).cells;
        for (uint64_t cell = 0; cell < cells; cell++)
            assert_int_equal(low_openings(maze, cell), cell > 0);
        qx_maze_destroy(maze);
    }
}

// Openings toward low y and z of the run that begins at *cell, which moves behind it.
static uint32_t openings_of_run(const qx_maze *maze, uint64_t *cell)
{
    uint32_t count = 0;
    bool on = true;
    while (on) {
        count += qx_maze_get_open(maze, *cell, QX_MAZE_LOW_Y);
        count += qx_maze_get_open(maze, *cell, QX_MAZE_LOW_Z);
        on = qx_maze_get_open(maze, (*cell)++, QX_MAZE_HIGH_X);
    }
    return count;
}

static void sidewinder_runs_open_once(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 0);
    for (uint32_t i = 0; i < 500; i++) {
        const qx_maze_desc desc = desc_by_chance(QX_MAZE_SIDEWINDER, &random);
        qx_maze *maze = maze_of(&desc);
        uint64_t cell = 0;
        assert_int_equal(openings_of_run(maze, &cell), 0);
        assert_int_equal(cell, desc.width);
        while (cell < qx_maze_get_info(maze).cells)
            assert_int_equal(openings_of_run(maze, &cell), 1);
        qx_maze_destroy(maze);
    }
}

static void assert_shares(const qx_maze_desc *desc, const double wanted[3])
{
    qx_maze *maze = maze_of(desc);
    const qx_maze_info info = qx_maze_get_info(maze);
    for (uint32_t axis = 0; axis < 3; axis++) {
        const double share = (double)info.opened[axis] / (double)info.openings;
        if (fabs(share - wanted[axis]) > 0.01) {
            fail_msg("%ux%ux%u by %d, axis %u: %.4f, not %.4f", desc->width, desc->height,
                     desc->depth, (int)desc->algorithm, axis, share, wanted[axis]);
        }
    }
    assert_true(plain_is_perfect(maze, NULL));
    qx_maze_destroy(maze);
}

static void shares_are_equal_by_default(void **state)
{
    (void)state;
    static const uint32_t boxes[][3] = { { 40, 40, 40 },  { 20, 30, 100 }, { 4, 100, 90 },
                                         { 255, 7, 30 },  { 5, 5, 2000 },  { 200, 200, 1 },
                                         { 1, 150, 333 }, { 2, 200, 200 } };
    for (size_t i = 0; i < QX_COUNT(boxes); i++) {
        const uint32_t *box = boxes[i];
        const double axes = (box[0] > 1) + (box[1] > 1) + (box[2] > 1);
        const double wanted[] = { box[0] > 1 ? 1 / axes : 0, box[1] > 1 ? 1 / axes : 0,
                                  box[2] > 1 ? 1 / axes : 0 };
        qx_maze_desc desc = { .width = box[0], .height = box[1], .depth = box[2], .seed = i };
        desc.algorithm = QX_MAZE_KRUSKAL;
        assert_shares(&desc, wanted);
        desc.algorithm = QX_MAZE_BINARY_TREE;
        assert_shares(&desc, wanted);
    }
}

// Every axis has a tenth at least, and no more than its length allows.
static void shares_are_as_wanted(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 4, 0);
    for (uint32_t i = 0; i < 40; i++) {
        double wanted[3], sum = 0;
        for (size_t axis = 0; axis < 3; axis++)
            sum += wanted[axis] = 0.2 + (double)qx_random_unit(&random);
        for (size_t axis = 0; axis < 3; axis++) wanted[axis] /= sum;
        const qx_maze_desc desc = { .width = 25 + qx_random_below(&random, 30),
                                    .height = 25 + qx_random_below(&random, 30),
                                    .depth = 25 + qx_random_below(&random, 30),
                                    .algorithm = i % 2 ? QX_MAZE_KRUSKAL : QX_MAZE_BINARY_TREE,
                                    .seed = i,
                                    .share_x = 5.0f * (float)wanted[0],
                                    .share_y = 5.0f * (float)wanted[1],
                                    .share_z = 5.0f * (float)wanted[2] };
        assert_shares(&desc, wanted);
    }
}

// Near the most that a thin box has room for: of an axis of n cells there are n - 1 edges a line.
static void thin_axes_keep_large_shares(void **state)
{
    (void)state;
    static const struct {
        uint32_t box[3];
        double wanted[3];
    } cases[] = {
        { { 2, 100, 100 }, { 0.46, 0.27, 0.27 } }, { { 100, 2, 100 }, { 0.45, 0.46, 0.09 } },
        { { 100, 100, 3 }, { 0.2, 0.18, 0.62 } },  { { 4, 4, 1000 }, { 0.7, 0.15, 0.15 } },
        { { 300, 2, 1 }, { 0.54, 0.46, 0 } },      { { 1, 3, 2000 }, { 0, 0.63, 0.37 } },
        { { 60, 60, 60 }, { 0.96, 0.02, 0.02 } },
    };
    for (size_t i = 0; i < QX_COUNT(cases); i++) {
        qx_maze_desc desc = { .width = cases[i].box[0],
                              .height = cases[i].box[1],
                              .depth = cases[i].box[2],
                              .share_x = (float)cases[i].wanted[0],
                              .share_y = (float)cases[i].wanted[1],
                              .share_z = (float)cases[i].wanted[2] };
        desc.algorithm = QX_MAZE_KRUSKAL;
        assert_shares(&desc, cases[i].wanted);
        desc.algorithm = QX_MAZE_BINARY_TREE;
        assert_shares(&desc, cases[i].wanted);
    }
}

static void an_axis_without_share_still_connects(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 6; i++) {
        const qx_maze_desc desc = { .width = 12,
                                    .height = 10,
                                    .depth = 11,
                                    .algorithm = i < 3 ? QX_MAZE_KRUSKAL : QX_MAZE_BINARY_TREE,
                                    .share_x = i % 3 == 0,
                                    .share_y = i % 3 == 1,
                                    .share_z = i % 3 == 2 };
        static const uint64_t most[] = { 11 * 10 * 11, 12 * 9 * 11, 12 * 10 * 10 };
        qx_maze *maze = maze_of(&desc);
        assert_true(plain_is_perfect(maze, NULL));
        assert_true(qx_maze_get_info(maze).opened[i % 3] >= most[i % 3] * 96 / 100);
        qx_maze_destroy(maze);
    }
}

static double dead_end_share(float newest)
{
    const qx_maze_desc desc = {
        .width = 60, .height = 60, .depth = 1, .algorithm = QX_MAZE_GROWING_TREE, .newest = newest
    };
    qx_maze *maze = maze_of(&desc);
    const double share = (double)plain_dead_ends(maze) / 3600.0;
    qx_maze_destroy(maze);
    return share;
}

static void the_newest_cell_makes_corridors(void **state)
{
    (void)state;
    const double always = dead_end_share(1.0f), half = dead_end_share(0.0f),
                 never = dead_end_share(-1.0f);
    assert_true(always < 0.13);
    assert_true(half > always + 0.05);
    assert_true(never > half + 0.02);
}

// Every n-th request refused, nothing lost; the one after the last is granted, and so is the maze.
static void no_memory_is_said(void **state)
{
    (void)state;
    static const uint64_t mask[] = { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX };
    for (size_t a = 0; a < QX_COUNT(algorithms); a++) {
        const bool masked = algorithms[a] < QX_MAZE_BINARY_TREE;
        qx_result result = QX_NO_MEMORY;
        for (long n = 0; result != QX_OK; n++) {
            failing book;
            const qx_allocator allocator = failing_after(&book, n);
            qx_maze *maze = NULL;
            const qx_maze_desc desc = { .width = 6,
                                        .height = 6,
                                        .depth = 6,
                                        .algorithm = algorithms[a],
                                        .braid = 0.5f,
                                        .mask = masked ? mask : NULL,
                                        .allocator = &allocator };
            result = qx_maze_create(&desc, NULL, &maze);
            assert_true(n < 10);
            assert_true(result == QX_OK || (result == QX_NO_MEMORY && !maze));
            assert_true(result == QX_OK ? n >= 2 : book.live == 0);
            qx_maze_destroy(maze);
            assert_int_equal(book.live, 0);
            assert_int_equal(book.live_bytes, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_perfect),
        cmocka_unit_test(a_million_cells_in_a_line_are_one_corridor),
        cmocka_unit_test(the_seed_alone_decides),
        cmocka_unit_test(workers_change_nothing),
        cmocka_unit_test(binary_trees_open_once_toward_low),
        cmocka_unit_test(sidewinder_runs_open_once),
        cmocka_unit_test(shares_are_equal_by_default),
        cmocka_unit_test(shares_are_as_wanted),
        cmocka_unit_test(thin_axes_keep_large_shares),
        cmocka_unit_test(an_axis_without_share_still_connects),
        cmocka_unit_test(the_newest_cell_makes_corridors),
        cmocka_unit_test(no_memory_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
