// SPDX-License-Identifier: MIT
// Slabs made in parallel: the same maze for any number of workers and any order of tasks.
#include "maze_plain.h"

#include "failing.h"
#include "threads.h"

static uint64_t hash_with(const qx_maze_desc *desc, const qx_workers *workers)
{
    qx_maze *maze;
    assert_int_equal(qx_maze_create(desc, workers, &maze), QX_OK);
    assert_true(plain_is_perfect(maze, NULL));
    const uint64_t hash = qx_maze_hash(maze);
    qx_maze_destroy(maze);
    return hash;
}

static qx_maze_desc random_desc(qx_random *random)
{
    qx_maze_desc desc = { .seed = qx_random_next(random) };
    desc.width = 1 + qx_random_below(random, 12);
    desc.height = 1 + qx_random_below(random, 12);
    desc.depth = 1 + qx_random_below(random, 80);
    desc.slab_height = 1 + qx_random_below(random, 9);
    if (qx_random_below(random, 2)) return desc;
    desc.share_x = qx_random_unit(random);
    desc.share_y = qx_random_unit(random);
    desc.share_z = qx_random_unit(random);
    return desc;
}

// Slabs of a few cells share words of bits with their neighbours: threads must not.
static void slabs_are_alike_for_any_number_of_workers(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 8, 1);
    for (uint32_t i = 0; i < 100; i++) {
        const qx_maze_desc desc = random_desc(&random);
        const uint64_t alone = hash_with(&desc, NULL);
        assert_true(hash_with(&desc, &workers_backward) == alone);
        for (uint32_t threads = 1; threads <= 8; threads++) {
            const qx_workers workers = { run_on_threads, &threads };
            assert_true(hash_with(&desc, &workers) == alone);
        }
    }
}

static uint32_t bits_between(const uint64_t *plane, uint64_t from, uint64_t to)
{
    uint32_t count = 0;
    for (uint64_t bit = from; bit < to; bit++) count += plain_bit(plane, bit);
    return count;
}

// As many openings as between other layers, not one.
static void floors_of_slabs_have_many_openings(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 30, .height = 20, .depth = 40, .slab_height = 8 };
    qx_maze *maze = maze_of(&desc);
    const uint64_t *up = qx_maze_get_plane(maze, 2), layer = 30 * 20;
    for (uint64_t z = 7; z < 39; z += 8)
        assert_int_equal(bits_between(up, z * layer, (z + 1) * layer), 200);
    qx_maze_destroy(maze);
}

// One slab is no slab.
static void slabs_as_high_as_the_maze_are_plain(void **state)
{
    (void)state;
    qx_maze_desc desc = { .width = 9, .height = 8, .depth = 7, .seed = 3 };
    const uint64_t plain = maze_hash_of(&desc);
    desc.slab_height = 6;
    assert_true(maze_hash_of(&desc) != plain);
    desc.slab_height = 7;
    assert_true(maze_hash_of(&desc) == plain);
    desc.slab_height = UINT32_MAX;
    assert_true(maze_hash_of(&desc) == plain);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    static const qx_maze_desc mazes[] = {
        { .width = 9, .height = 8, .depth = 7 },
        { .width = 8, .height = 8, .depth = 8 },
        { .width = 9, .height = 8, .depth = 7, .slab_height = 2 },
    };
    for (size_t i = 0; i < QX_COUNT(mazes); i++) {
        for (long allowed = 0;; allowed++) {
            failing book;
            const qx_allocator allocator = failing_after(&book, allowed);
            qx_maze_desc desc = mazes[i];
            desc.allocator = &allocator;
            qx_maze *maze = (qx_maze *)1;
            const qx_result result = qx_maze_create(&desc, NULL, &maze);
            if (result == QX_OK) assert_true(qx_maze_get_info(maze).bytes == book.live_bytes);
            if (result != QX_OK) assert_null(maze);
            qx_maze_destroy(maze);
            assert_int_equal(book.live, 0);
            if (result == QX_OK) break;
            assert_int_equal(result, QX_NO_MEMORY);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slabs_are_alike_for_any_number_of_workers),
        cmocka_unit_test(floors_of_slabs_have_many_openings),
        cmocka_unit_test(slabs_as_high_as_the_maze_are_plain),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
