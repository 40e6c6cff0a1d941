// SPDX-License-Identifier: MIT
// Worlds of chunks: whole ones put together, and far corners of the largest.
#include "maze_plain.h"

#include <string.h>

// Counted by the linker's --wrap: building takes no memory.
static long requests;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    requests++;
    return __real_malloc(size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    requests++;
    return __real_aligned_alloc(alignment, size);
}

static void build(const qx_maze_world *world, const uint32_t at[3], qx_maze_chunk *chunk)
{
    memset(chunk, 0xA5, sizeof *chunk); // all of it has to be written
    const long before = requests;
    assert_int_equal(qx_maze_chunk_build(world, at[0], at[1], at[2], chunk), QX_OK);
    assert_int_equal(requests, before);
}

static uint32_t chunks_of(uint32_t cells)
{
    return (cells + QX_MAZE_CHUNK - 1) / QX_MAZE_CHUNK;
}

static bool is_open(const qx_maze_chunk *chunk, uint32_t axis, uint32_t x, uint32_t y, uint32_t z)
{
    return chunk->planes[axis][z][y] >> x & 1;
}

typedef struct planes {
    uint64_t *of[3];
    uint32_t width, height;
} planes;

static planes planes_of(uint32_t width, uint32_t height, uint32_t depth)
{
    planes p = { .width = width, .height = height };
    const uint64_t words = plain_words((uint64_t)width * height * depth);
    for (size_t i = 0; i < 3; i++) {
        p.of[i] = calloc((size_t)words, sizeof *p.of[i]);
        assert_non_null(p.of[i]);
    }
    return p;
}

static void free_planes(planes *p)
{
    for (size_t i = 0; i < 3; i++) free(p->of[i]);
}

// Writes a chunk whose first cell goes to the cell `from`.
static void put(const qx_maze_chunk *chunk, const uint32_t from[3], planes *p)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        for (uint32_t z = 0; z < chunk->depth; z++) {
            for (uint32_t y = 0; y < chunk->height; y++) {
                for (uint32_t x = 0; x < chunk->width; x++) {
                    if (!is_open(chunk, axis, x, y, z)) continue;
                    const uint64_t row = (uint64_t)(from[2] + z) * p->height + from[1] + y;
                    const uint64_t cell = row * p->width + from[0] + x;
                    p->of[axis][cell / 64] |= UINT64_C(1) << cell % 64;
                }
            }
        }
    }
}

static qx_maze *maze_of_planes(const planes *p, uint32_t depth)
{
    const uint64_t *const of[] = { p->of[0], p->of[1], p->of[2] };
    const qx_maze_desc desc = { .width = p->width, .height = p->height, .depth = depth };
    qx_maze *maze;
    assert_int_equal(qx_maze_create_from(&desc, of, &maze), QX_OK);
    return maze;
}

static bool has_nothing_beyond(const qx_maze_chunk *chunk)
{
    const uint32_t beyond = chunk->width == 32 ? 0 : UINT32_MAX << chunk->width;
    for (uint32_t axis = 0; axis < 3; axis++)
        for (uint32_t z = 0; z < QX_MAZE_CHUNK; z++)
            for (uint32_t y = 0; y < QX_MAZE_CHUNK; y++) {
                const uint32_t row = chunk->planes[axis][z][y];
                const bool there = z < chunk->depth && y < chunk->height;
                if (row & (there ? beyond : UINT32_MAX)) return false;
            }
    return true;
}

static uint32_t count_bits(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

static uint32_t doors_toward_low(const qx_maze_chunk *chunk)
{
    uint32_t count = 0;
    for (uint32_t axis = 0; axis < 3; axis++)
        for (uint32_t i = 0; i < QX_MAZE_CHUNK; i++) count += count_bits(chunk->low[axis][i]);
    return count;
}

static void world_is_perfect(const qx_maze_world *world)
{
    planes p = planes_of(world->width, world->height, world->depth);
    uint32_t at[3];
    for (at[2] = 0; at[2] < chunks_of(world->depth); at[2]++) {
        for (at[1] = 0; at[1] < chunks_of(world->height); at[1]++) {
            for (at[0] = 0; at[0] < chunks_of(world->width); at[0]++) {
                qx_maze_chunk chunk;
                const uint32_t from[] = { at[0] * 32, at[1] * 32, at[2] * 32 };
                build(world, at, &chunk);
                assert_true(has_nothing_beyond(&chunk));
                assert_int_equal(doors_toward_low(&chunk), at[0] + at[1] + at[2] > 0);
                put(&chunk, from, &p);
            }
        }
    }
    qx_maze *maze = maze_of_planes(&p, world->depth);
    if (!plain_is_perfect(maze, NULL))
        fail_msg("%ux%ux%u is not perfect", world->width, world->height, world->depth);
    qx_maze_destroy(maze);
    free_planes(&p);
}

static void worlds_are_perfect(void **state)
{
    (void)state;
    static const qx_maze_world worlds[] = {
        { 96, 96, 96, 1 }, { 70, 33, 100, 2 },  { 1, 1, 1, 3 },    { 32, 32, 32, 4 },
        { 33, 1, 1, 5 },   { 1, 33, 1, 6 },     { 1, 1, 33, 7 },   { 1, 1, 500, 8 },
        { 65, 64, 63, 9 }, { 129, 130, 1, 10 }, { 31, 97, 2, 11 }, { 300, 40, 35, 12 },
    };
    for (size_t i = 0; i < QX_COUNT(worlds); i++) world_is_perfect(&worlds[i]);
}

static void worlds_by_chance_are_perfect(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 0);
    for (uint32_t i = 0; i < 60; i++) {
        const qx_maze_world world = { .width = 1 + qx_random_below(&random, 80),
                                      .height = 1 + qx_random_below(&random, 80),
                                      .depth = 1 + qx_random_below(&random, 80),
                                      .seed = (uint64_t)qx_random_next(&random) << 32 };
        world_is_perfect(&world);
    }
}

// The doors of a chunk in its high face along an axis are those of the low face of the next one.
static void assert_border(const qx_maze_chunk *chunk, const qx_maze_chunk *next, uint32_t axis)
{
    const uint32_t w = chunk->width, h = chunk->height, d = chunk->depth;
    for (uint32_t i = 0; i < QX_MAZE_CHUNK; i++) {
        uint32_t high = 0;
        if (axis == 0)
            for (uint32_t y = 0; y < h && i < d; y++)
                high |= (chunk->planes[0][i][y] >> (w - 1) & 1) << y;
        if (axis == 1 && i < d) high = chunk->planes[1][i][h - 1];
        if (axis == 2 && i < h) high = chunk->planes[2][d - 1][i];
        assert_int_equal(high, next->low[axis][i]);
    }
}

static const uint32_t last = QX_MAZE_MAX_AXIS / QX_MAZE_CHUNK - 1;

static void both_sides_of_a_border_agree(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 0);
    uint32_t open = 0;
    for (uint32_t i = 0; i < 600; i++) {
        const uint32_t less = i % 31; // so the last chunk is no whole one
        const qx_maze_world world = { .width = QX_MAZE_MAX_AXIS - less,
                                      .height = QX_MAZE_MAX_AXIS - (less + 7) % 31,
                                      .depth = QX_MAZE_MAX_AXIS - (less + 11) % 31,
                                      .seed = i };
        uint32_t at[3];
        for (size_t axis = 0; axis < 3; axis++) {
            const uint32_t near = qx_random_below(&random, 3);
            at[axis] = i % 3 == 0 ? near : i % 3 == 1 ? last - 1 - near : near + (1u << 24);
        }
        qx_maze_chunk chunk, next;
        build(&world, at, &chunk);
        for (uint32_t axis = 0; axis < 3; axis++) {
            uint32_t beside[] = { at[0], at[1], at[2] };
            beside[axis]++;
            build(&world, beside, &next);
            assert_border(&chunk, &next, axis);
            for (uint32_t k = 0; k < QX_MAZE_CHUNK; k++) open += next.low[axis][k] != 0;
        }
    }
    assert_in_range(open, 450, 900); // each chunk opens one of its three low faces
}

static void assert_inside_is_perfect(const qx_maze_chunk *chunk)
{
    static const uint32_t first[3];
    qx_maze_chunk inside = *chunk;
    for (uint32_t z = 0; z < inside.depth; z++) {
        for (uint32_t y = 0; y < inside.height; y++) {
            inside.planes[0][z][y] &= ~(1u << (inside.width - 1));
            if (y + 1 == inside.height) inside.planes[1][z][y] = 0;
            if (z + 1 == inside.depth) inside.planes[2][z][y] = 0;
        }
    }
    planes p = planes_of(inside.width, inside.height, inside.depth);
    put(&inside, first, &p);
    qx_maze *maze = maze_of_planes(&p, inside.depth);
    assert_true(plain_is_perfect(maze, NULL));
    qx_maze_destroy(maze);
    free_planes(&p);
}

static void far_corners_are_made_like_near_ones(void **state)
{
    (void)state;
    const qx_maze_world world = { QX_MAZE_MAX_AXIS, QX_MAZE_MAX_AXIS - 31, QX_MAZE_MAX_AXIS - 5,
                                  7 };
    for (uint32_t corner = 0; corner < 8; corner++) {
        const uint32_t at[] = { corner & 1 ? last : 0, corner & 2 ? last : 0,
                                corner & 4 ? last : 0 };
        qx_maze_chunk chunk, again;
        build(&world, at, &chunk);
        build(&world, at, &again);
        assert_memory_equal(&chunk, &again, sizeof chunk);
        assert_int_equal(chunk.width, 32);
        assert_int_equal(chunk.height, corner & 2 ? 1 : 32);
        assert_int_equal(chunk.depth, corner & 4 ? 27 : 32);
        assert_inside_is_perfect(&chunk);
        for (uint32_t z = 0; z < chunk.depth && corner & 1; z++) // the world is closed
            for (uint32_t y = 0; y < chunk.height; y++)
                assert_int_equal(chunk.planes[0][z][y] >> 31, 0);
    }
}

static void seeds_and_places_tell_chunks_apart(void **state)
{
    (void)state;
    enum { COUNT = 64 };
    static qx_maze_chunk chunks[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        const qx_maze_world world = { 1u << 20, 1u << 20, 1u << 20, i / 32 };
        const uint32_t at[] = { i % 2 + (i & 16u), i / 2 % 2, i / 4 % 2 + (i & 8u) };
        build(&world, at, &chunks[i]);
        for (uint32_t k = 0; k < i; k++)
            assert_memory_not_equal(chunks[i].planes, chunks[k].planes, sizeof chunks[i].planes);
    }
}

// Every cell of a face may have the door.
static void doors_are_anywhere(void **state)
{
    (void)state;
    uint32_t met[3][2] = { { 0 } };
    const qx_maze_world world = { QX_MAZE_MAX_AXIS, QX_MAZE_MAX_AXIS, QX_MAZE_MAX_AXIS, 3 };
    for (uint32_t i = 1; i < 1000; i++) {
        const uint32_t at[] = { 5 * i, 7 * i, 11 * i };
        qx_maze_chunk chunk;
        build(&world, at, &chunk);
        for (uint32_t axis = 0; axis < 3; axis++) {
            for (uint32_t v = 0; v < QX_MAZE_CHUNK; v++) {
                met[axis][0] |= chunk.low[axis][v];
                met[axis][1] |= (uint32_t)(chunk.low[axis][v] != 0) << v;
            }
        }
    }
    for (uint32_t axis = 0; axis < 3; axis++) {
        assert_int_equal(met[axis][0], UINT32_MAX);
        assert_int_equal(met[axis][1], UINT32_MAX);
    }
}

static void what_is_outside_is_refused(void **state)
{
    (void)state;
    static const struct {
        qx_maze_world world;
        uint32_t x, y, z;
    } bad[] = {
        { { 0, 1, 1, 0 }, 0, 0, 0 },
        { { 1, 0, 1, 0 }, 0, 0, 0 },
        { { 1, 1, 0, 0 }, 0, 0, 0 },
        { { QX_MAZE_MAX_AXIS + 1, 1, 1, 0 }, 0, 0, 0 },
        { { 1, UINT32_MAX, 1, 0 }, 0, 0, 0 },
        { { 1, 1, UINT32_MAX, 0 }, 0, 0, 0 },
        { { 32, 32, 32, 0 }, 1, 0, 0 },
        { { 32, 32, 32, 0 }, 0, 1, 0 },
        { { 33, 33, 33, 0 }, 0, 0, 2 },
        { { QX_MAZE_MAX_AXIS, 1, 1, 0 }, 1u << 25, 0, 0 },
        { { 1, QX_MAZE_MAX_AXIS, 1, 0 }, 0, UINT32_MAX, 0 },
    };
    for (size_t i = 0; i < QX_COUNT(bad); i++) {
        qx_maze_chunk chunk;
        assert_int_equal(qx_maze_chunk_build(&bad[i].world, bad[i].x, bad[i].y, bad[i].z, &chunk),
                         QX_BAD_VALUE);
    }
}

// Every bit of a place counts: nothing comes again 2^20 chunks on.
static void chunks_of_other_places_differ(void **state)
{
    (void)state;
    static qx_maze_chunk here, there;
    const qx_maze_world world = { QX_MAZE_MAX_AXIS, QX_MAZE_MAX_AXIS, QX_MAZE_MAX_AXIS, 5 };
    assert_int_equal(qx_maze_chunk_build(&world, 1, 2, 3, &here), QX_OK);
    for (uint32_t axis = 0; axis < 3; axis++) {
        for (uint32_t bit = 0; bit < 25; bit++) {
            uint32_t at[] = { 1, 2, 3 };
            at[axis] ^= 1u << bit;
            assert_int_equal(qx_maze_chunk_build(&world, at[0], at[1], at[2], &there), QX_OK);
            assert_memory_not_equal(here.planes, there.planes, sizeof here.planes);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_of_other_places_differ),
        cmocka_unit_test(worlds_are_perfect),
        cmocka_unit_test(worlds_by_chance_are_perfect),
        cmocka_unit_test(both_sides_of_a_border_agree),
        cmocka_unit_test(far_corners_are_made_like_near_ones),
        cmocka_unit_test(seeds_and_places_tell_chunks_apart),
        cmocka_unit_test(doors_are_anywhere),
        cmocka_unit_test(what_is_outside_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
