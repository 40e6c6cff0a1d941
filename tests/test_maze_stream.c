// SPDX-License-Identifier: MIT
// Mazes layer by layer: the same as in memory, stopped and gone on with, without end.
#include "maze_plain.h"

#include "failing.h"

#include <quincunx/hash.h>

#include <math.h>
#include <string.h>

static qx_maze_stream *stream_of(const qx_maze_desc *desc)
{
    qx_maze_stream *stream;
    assert_int_equal(qx_maze_stream_create(desc, &stream), QX_OK);
    return stream;
}

static qx_maze_desc random_desc(qx_random *random)
{
    qx_maze_desc desc = { .seed = qx_random_next(random) };
    desc.width = 1 + qx_random_below(random, 20);
    desc.height = 1 + qx_random_below(random, 20);
    desc.depth = 1 + qx_random_below(random, 20);
    if (qx_random_below(random, 2)) return desc;
    desc.share_x = qx_random_unit(random);
    desc.share_y = qx_random_unit(random);
    desc.share_z = qx_random_unit(random);
    return desc;
}

static void assert_same_layer(const qx_maze *maze, const qx_maze_layer *layer, uint64_t cells)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint64_t *plane = qx_maze_get_plane(maze, axis);
        for (uint64_t c = 0; c < cells; c++)
            assert_int_equal(plain_bit(layer->planes[axis], c),
                             plain_bit(plane, layer->z * cells + c));
        const uint64_t last = layer->planes[axis][plain_words(cells) - 1];
        assert_true(cells % 64 == 0 || last >> cells % 64 == 0);
    }
}

// At a random layer the state is carried over to another stream, which may have gone elsewhere.
static qx_maze_stream *carry_over(const qx_maze_desc *desc, qx_maze_stream *from, uint32_t ahead)
{
    qx_maze_stream *to = stream_of(desc);
    qx_maze_layer layer;
    const size_t size = qx_maze_stream_bound_state(from);
    char *state = malloc(size + 1);
    assert_non_null(state);
    while (ahead-- > 0) (void)qx_maze_stream_step(to, &layer);
    qx_maze_stream_copy_state(from, state + 1); // at any address
    qx_maze_stream_destroy(from);
    assert_int_equal(qx_maze_stream_bound_state(to), size);
    assert_int_equal(qx_maze_stream_restore_state(to, state + 1, size), QX_OK);
    free(state);
    return to;
}

static void streams_are_what_memory_holds(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 2);
    for (uint32_t i = 0; i < 2000; i++) {
        const qx_maze_desc desc = random_desc(&random);
        const uint32_t stop = qx_random_below(&random, desc.depth + 1);
        qx_maze *maze = maze_of(&desc);
        qx_maze_stream *stream = stream_of(&desc);
        qx_maze_layer layer;
        for (uint32_t z = 0; z < desc.depth; z++) {
            if (z == stop) stream = carry_over(&desc, stream, qx_random_below(&random, 30));
            assert_true(qx_maze_stream_step(stream, &layer));
            assert_int_equal(layer.z, z);
            assert_same_layer(maze, &layer, (uint64_t)desc.width * desc.height);
        }
        if (stop == desc.depth) stream = carry_over(&desc, stream, 0);
        assert_false(qx_maze_stream_step(stream, &layer));
        assert_false(qx_maze_stream_step(stream, &layer));
        qx_maze_stream_destroy(stream);
        qx_maze_destroy(maze);
    }
}

// Each layer adds as many openings as cells, but for sets still apart and openings up from the
// last.
static void streams_without_end_go_on(void **state)
{
    (void)state;
    enum { WIDTH = 23, HEIGHT = 17, CELLS = WIDTH * HEIGHT };
    qx_maze_stream *stream =
        stream_of(&(qx_maze_desc){ .width = WIDTH, .height = HEIGHT, .seed = 4 });
    uint64_t opened[3] = { 0 };
    qx_maze_layer layer;
    for (uint64_t z = 0; z < 5000; z++) {
        assert_true(qx_maze_stream_step(stream, &layer));
        assert_int_equal(layer.z, z);
        uint64_t up = 0;
        for (uint32_t axis = 0; axis < 3; axis++)
            for (uint64_t c = 0; c < CELLS; c++) {
                const bool open = plain_bit(layer.planes[axis], c);
                opened[axis] += open;
                if (axis == 2) up += open;
            }
        assert_true(up > 0);
    }
    const double all = (double)opened[0] + (double)opened[1] + (double)opened[2];
    for (uint32_t axis = 0; axis < 3; axis++)
        assert_true(fabs((double)opened[axis] / all - 1.0 / 3.0) < 0.002);
    assert_true(fabs(all - 5000.0 * CELLS) < CELLS);
    qx_maze_stream_destroy(stream);
}

static uint32_t find(uint32_t *parent, uint32_t cell)
{
    while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
    return cell;
}

// Opens walls of the last layer between what does not hang together.
static void join_last_layer(qx_maze *maze)
{
    static uint32_t parent[4096];
    const uint32_t cells = (uint32_t)qx_maze_get_info(maze).cells;
    assert_true(cells <= QX_COUNT(parent));
    for (uint32_t c = 0; c < cells; c++) parent[c] = c;
    for (uint32_t c = 0; c < cells; c++)
        for (uint32_t face = QX_MAZE_HIGH_X; face <= QX_MAZE_HIGH_Z; face += 2)
            if (qx_maze_get_open(maze, c, (qx_maze_face)face))
                parent[find(parent, c)] =
                    find(parent, (uint32_t)qx_maze_get_neighbour(maze, c, (qx_maze_face)face));
    for (uint32_t c = cells - 64; c < cells; c++)
        for (uint32_t face = QX_MAZE_HIGH_X; face <= QX_MAZE_HIGH_Y; face += 2) {
            const uint64_t other = qx_maze_get_neighbour(maze, c, (qx_maze_face)face);
            if (other == QX_MAZE_NONE || find(parent, c) == find(parent, (uint32_t)other)) continue;
            parent[find(parent, c)] = find(parent, (uint32_t)other);
            assert_int_equal(qx_maze_set_open(maze, c, (qx_maze_face)face, true), QX_OK);
        }
}

// The first layers of a stream without end, with a connected layer put on top, make a perfect maze.
static void beginnings_of_endless_streams_are_forests(void **state)
{
    (void)state;
    enum { SIDE = 8, LAYERS = 12 };
    for (uint64_t seed = 0; seed < 200; seed++) {
        qx_maze_stream *stream =
            stream_of(&(qx_maze_desc){ .width = SIDE, .height = SIDE, .seed = seed });
        uint64_t planes[3][LAYERS] = { { 0 } };
        qx_maze_layer layer;
        for (uint32_t z = 0; z < LAYERS; z++) {
            assert_true(qx_maze_stream_step(stream, &layer));
            for (uint32_t axis = 0; axis < 3; axis++) planes[axis][z] = layer.planes[axis][0];
        }
        qx_maze_stream_destroy(stream);
        planes[2][LAYERS - 1] = 0;
        const uint64_t *const given[] = { planes[0], planes[1], planes[2] };
        const qx_maze_desc box = { .width = SIDE, .height = SIDE, .depth = LAYERS };
        qx_maze *maze;
        assert_int_equal(qx_maze_create_from(&box, given, &maze), QX_OK);
        join_last_layer(maze);
        assert_true(plain_is_perfect(maze, NULL));
        qx_maze_destroy(maze);
    }
}

static uint64_t hash_steps(qx_maze_stream *stream, uint32_t steps, size_t words)
{
    uint64_t hash = 0;
    qx_maze_layer layer;
    while (steps-- > 0 && qx_maze_stream_step(stream, &layer))
        for (uint32_t axis = 0; axis < 3; axis++)
            for (size_t i = 0; i < words; i++) hash = hash * 31 + layer.planes[axis][i];
    return hash;
}

static void damaged_states_are_refused(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 13, .height = 11, .depth = 40, .seed = 2 };
    qx_maze_stream *stream = stream_of(&desc), *twin = stream_of(&desc);
    (void)hash_steps(stream, 9, 3);
    (void)hash_steps(twin, 5, 3);
    const size_t size = qx_maze_stream_bound_state(stream);
    unsigned char *kept = malloc(size);
    assert_non_null(kept);
    qx_maze_stream_copy_state(stream, kept);
    for (size_t i = 0; i < size; i++) {
        for (uint32_t bit = 0; bit < 8; bit += 3) {
            kept[i] ^= (unsigned char)(1u << bit);
            assert_int_equal(qx_maze_stream_restore_state(twin, kept, size), QX_BAD_DATA);
            kept[i] ^= (unsigned char)(1u << bit);
        }
    }
    const size_t wrong[] = { 0, 1, 8, size - 1, size + 1, SIZE_MAX };
    for (size_t i = 0; i < QX_COUNT(wrong); i++)
        assert_int_equal(qx_maze_stream_restore_state(twin, kept, wrong[i]), QX_BAD_DATA);
    (void)hash_steps(twin, 4, 3); // it is where it was, and goes on
    assert_true(hash_steps(twin, 31, 3) == hash_steps(stream, 31, 3));
    free(kept);
    qx_maze_stream_destroy(stream);
    qx_maze_stream_destroy(twin);
}

// As the module sums a state up: the sum itself, its third word, counts as 0.
static void sum_again(unsigned char *kept, size_t head, size_t size)
{
    memset(kept + 16, 0, 8);
    const uint64_t sum =
        qx_hash_bytes(qx_hash_bytes(QX_HASH_START, kept, head), kept + head, size - head);
    memcpy(kept + 16, &sum, sizeof sum);
}

// States whose sum is right: restored as they are, refused with any of the words changed that lead
// to places in memory or steer the coins.
static void states_that_lie_are_refused(void **state)
{
    (void)state;
    enum { CELLS = 13 * 11, SETS = 32, YIELD = 64, BARE = 80, HEAD = 88 };
    static const struct {
        size_t at;
        uint64_t value;
    } lies[] = {
        { SETS, 0 },
        { SETS, 1 },
        { SETS, CELLS },
        { SETS, UINT64_MAX },
        { YIELD, UINT64_C(0x7FF8000000000000) },     // NaN
        { YIELD + 8, UINT64_C(0x7FF0000000000000) }, // without end
        { YIELD + 8, UINT64_C(0xBFF0000000000000) }, // -1
        { BARE, UINT64_C(0x7FE0000000000000) },
        { HEAD, UINT64_MAX },                  // labels
        { HEAD + CELLS * 4, 0 },               // no openings below
        { HEAD + CELLS * 4 + 16, UINT64_MAX }, // openings behind the last cell
    };
    qx_maze_stream *stream =
        stream_of(&(qx_maze_desc){ .width = 13, .height = 11, .depth = 40, .seed = 2 });
    (void)hash_steps(stream, 9, 3);
    const size_t size = qx_maze_stream_bound_state(stream);
    unsigned char *kept = malloc(size);
    assert_non_null(kept);
    for (size_t i = 0; i < QX_COUNT(lies); i++) {
        qx_maze_stream_copy_state(stream, kept);
        sum_again(kept, HEAD, size);
        assert_int_equal(qx_maze_stream_restore_state(stream, kept, size), QX_OK);
        memcpy(kept + lies[i].at, &lies[i].value, sizeof lies[i].value);
        sum_again(kept, HEAD, size);
        if (qx_maze_stream_restore_state(stream, kept, size) != QX_BAD_DATA) fail_msg("lie %zu", i);
    }
    free(kept);
    qx_maze_stream_destroy(stream);
}

static void states_of_other_mazes_are_refused(void **state)
{
    (void)state;
    static const qx_maze_desc others[] = {
        { .width = 12, .height = 12, .depth = 10, .seed = 2 },
        { .width = 18, .height = 8, .depth = 10, .seed = 1 },
        { .width = 12, .height = 12, .depth = 11, .seed = 1 },
        { .width = 12, .height = 12, .depth = 0, .seed = 1 },
        { .width = 12, .height = 12, .depth = 10, .seed = 1, .share_x = 1 },
        { .width = 12, .height = 11, .depth = 10, .seed = 1 },
    };
    qx_maze_stream *stream =
        stream_of(&(qx_maze_desc){ .width = 12, .height = 12, .depth = 10, .seed = 1 });
    for (size_t i = 0; i < QX_COUNT(others); i++) {
        qx_maze_stream *other = stream_of(&others[i]);
        const size_t size = qx_maze_stream_bound_state(other);
        void *kept = malloc(size);
        assert_non_null(kept);
        qx_maze_stream_copy_state(other, kept);
        assert_int_equal(qx_maze_stream_restore_state(stream, kept, size), QX_BAD_DATA);
        free(kept);
        qx_maze_stream_destroy(other);
    }
    qx_maze_stream_destroy(stream);
}

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    static const uint64_t mask[1] = { 0xFF };
    static const qx_maze_desc bad[] = {
        { .width = 0, .height = 2, .depth = 2 },
        { .width = 2, .height = 0, .depth = 2 },
        { .width = QX_MAZE_MAX_AXIS + 1, .height = 2, .depth = 2 },
        { .width = 2, .height = 2, .depth = QX_MAZE_MAX_AXIS + 1 },
        { .width = 2, .height = 2, .depth = 2, .algorithm = QX_MAZE_KRUSKAL },
        { .width = 2, .height = 2, .depth = 2, .algorithm = (qx_maze_algorithm)99 },
        { .width = 2, .height = 2, .depth = 2, .mask = mask },
        { .width = 2, .height = 2, .depth = 2, .slab_height = 1 },
        { .width = 2, .height = 2, .depth = 2, .braid = 0.5f },
        { .width = 2, .height = 2, .depth = 2, .braid = NAN },
        { .width = 2, .height = 2, .depth = 2, .share_x = NAN },
        { .width = 2, .height = 2, .depth = 2, .share_y = -1.0f },
        { .width = 2, .height = 2, .depth = 2, .share_z = INFINITY },
    };
    for (size_t i = 0; i < QX_COUNT(bad); i++) {
        qx_maze_stream *stream = (qx_maze_stream *)1;
        assert_int_equal(qx_maze_stream_create(&bad[i], &stream), QX_BAD_VALUE);
        assert_null(stream);
    }
    qx_maze_stream *stream;
    const qx_maze_desc huge = { .width = QX_MAZE_MAX_AXIS, .height = QX_MAZE_MAX_AXIS };
    assert_int_equal(qx_maze_stream_create(&huge, &stream), QX_TOO_LARGE);
    assert_null(stream);
    qx_maze_stream_destroy(NULL);
}

static void memory_comes_at_create_alone(void **state)
{
    (void)state;
    failing book;
    const qx_allocator allocator = failing_after(&book, 0);
    const qx_maze_desc desc = { .width = 30, .height = 20, .depth = 9, .allocator = &allocator };
    qx_maze_stream *stream;
    assert_int_equal(qx_maze_stream_create(&desc, &stream), QX_NO_MEMORY);
    assert_null(stream);
    book.allowed = 1;
    assert_int_equal(qx_maze_stream_create(&desc, &stream), QX_OK);
    (void)hash_steps(stream, 20, 10);
    qx_maze_stream_destroy(stream);
    assert_int_equal(book.live, 0);
    assert_int_equal(book.requests, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_what_memory_holds),
        cmocka_unit_test(streams_without_end_go_on),
        cmocka_unit_test(beginnings_of_endless_streams_are_forests),
        cmocka_unit_test(damaged_states_are_refused),
        cmocka_unit_test(states_that_lie_are_refused),
        cmocka_unit_test(states_of_other_mazes_are_refused),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(memory_comes_at_create_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
