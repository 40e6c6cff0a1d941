// SPDX-License-Identifier: MIT
#include "maze_ways.h"

#include <string.h>

#define GUARD 64
#define GUARD_BYTE 0xA5

// --- mazes

static uint64_t word_by_chance(qx_random *random)
{
    return (uint64_t)qx_random_next(random) << 32 | qx_random_next(random);
}

static void clear(uint64_t *bits, uint64_t cell)
{
    bits[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

// Openings by chance, none out of the box or off the mask.
static void open_by_chance(const qx_maze *box, const uint64_t *mask, qx_random *random, float share,
                           uint32_t axis, uint64_t *plane)
{
    const uint64_t cells = qx_maze_get_info(box).cells;
    memset(plane, 0xFF, plain_words(cells) * sizeof *plane);
    for (uint64_t cell = 0; cell < 64 * plain_words(cells); cell++) {
        const uint64_t other = qx_maze_get_neighbour(box, cell, (qx_maze_face)(2 * axis + 1));
        if (other == QX_MAZE_NONE || qx_random_unit(random) >= share)
            clear(plane, cell);
        else if (mask && (!plain_bit(mask, cell) || !plain_bit(mask, other)))
            clear(plane, cell);
    }
}

static qx_maze *scattered(const qx_maze_desc *box_desc, qx_random *random)
{
    qx_maze_desc desc = *box_desc;
    qx_maze *box = maze_of(&desc), *maze;
    const uint64_t words = plain_words(qx_maze_get_info(box).cells);
    uint64_t *bits = malloc(4 * words * sizeof *bits);
    assert_non_null(bits);
    uint64_t *mask = bits + 3 * words;
    for (uint64_t i = 0; i < words; i++)
        mask[i] = word_by_chance(random) | word_by_chance(random) | word_by_chance(random);
    mask[0] |= 1; // one at least
    desc.mask = qx_random_below(random, 2) ? mask : NULL;
    const float share = qx_random_below(random, 4) ? qx_random_unit(random) : 2.0f;
    const uint64_t *planes[3];
    for (uint32_t axis = 0; axis < 3; axis++) {
        open_by_chance(box, desc.mask, random, share, axis, bits + axis * words);
        planes[axis] = bits + axis * words;
    }
    assert_int_equal(qx_maze_create_from(&desc, planes, &maze), QX_OK);
    qx_maze_destroy(box);
    free(bits);
    return maze;
}

qx_maze *maze_by_chance(qx_random *random, uint32_t most)
{
    qx_maze_desc desc = { .width = 1 + qx_random_below(random, most),
                          .height = 1 + qx_random_below(random, most),
                          .depth = 1 + qx_random_below(random, most),
                          .seed = qx_random_next(random) };
    const uint32_t kind = qx_random_below(random, 3);
    if (kind == 0) return scattered(&desc, random);
    desc.algorithm = (qx_maze_algorithm)qx_random_below(random, QX_MAZE_ALGORITHM_COUNT);
    desc.braid = kind == 1 ? 0.0f : qx_random_unit(random);
    return maze_of(&desc);
}

// A layer of at most 16 x 16 cells.
typedef struct plain_layer {
    qx_maze *maze;
    qx_random *random;
    uint32_t size, cells;
    uint32_t parent[256];
} plain_layer;

static uint32_t root_of(const plain_layer *layer, uint32_t cell)
{
    while (layer->parent[cell] != cell) cell = layer->parent[cell];
    return cell;
}

// Walls within the layer, two numbers a cell, in any order.
static void join(plain_layer *layer, uint64_t first, float chance)
{
    uint32_t walls[512];
    for (uint32_t i = 0; i < 2 * layer->cells; i++) {
        const uint32_t j = qx_random_below(layer->random, i + 1);
        walls[i] = walls[j];
        walls[j] = i;
    }
    for (uint32_t i = 0; i < 2 * layer->cells; i++) {
        const uint32_t cell = walls[i] / 2, size = layer->size;
        const bool along_y = walls[i] % 2;
        if (along_y ? cell / size + 1 == size : cell % size + 1 == size) continue;
        const uint32_t a = root_of(layer, cell), b = root_of(layer, cell + (along_y ? size : 1));
        if (a == b || qx_random_unit(layer->random) >= chance) continue;
        layer->parent[a] = b;
        const qx_maze_face face = along_y ? QX_MAZE_HIGH_Y : QX_MAZE_HIGH_X;
        assert_int_equal(qx_maze_set_open(layer->maze, first + cell, face, true), QX_OK);
    }
}

// Openings up: by chance, and one of any cell of a set that has none. Then the next layer's sets.
static void rise(plain_layer *layer, uint64_t first, float chance)
{
    uint32_t next[256], roots[256], tallies[256] = { 0 }, chosen[256] = { 0 };
    bool up[256], has[256] = { false };
    for (uint32_t i = 0; i < layer->cells; i++) {
        up[i] = qx_random_unit(layer->random) < chance;
        has[root_of(layer, i)] |= up[i];
        roots[i] = layer->cells;
        next[i] = i;
    }
    for (uint32_t i = 0; i < layer->cells; i++) {
        const uint32_t root = root_of(layer, i);
        if (qx_random_below(layer->random, ++tallies[root]) == 0) chosen[root] = i;
    }
    for (uint32_t i = 0; i < layer->cells; i++) {
        const uint32_t root = root_of(layer, i);
        if (!up[i] && (has[root] || chosen[root] != i)) continue;
        assert_int_equal(qx_maze_set_open(layer->maze, first + i, QX_MAZE_HIGH_Z, true), QX_OK);
        if (roots[root] == layer->cells) roots[root] = i;
        next[i] = roots[root];
    }
    memcpy(layer->parent, next, sizeof next);
}

qx_maze *maze_by_plain_eller(qx_random *random, uint32_t size)
{
    const qx_maze_desc desc = { .width = size, .height = size, .depth = size };
    const uint64_t cells = (uint64_t)size * size * size;
    uint64_t *closed = calloc((size_t)plain_words(cells), sizeof *closed);
    plain_layer layer = { .random = random, .size = size, .cells = size * size };
    assert_true(closed && size <= 16);
    const uint64_t *planes[] = { closed, closed, closed };
    assert_int_equal(qx_maze_create_from(&desc, planes, &layer.maze), QX_OK);
    free(closed);
    for (uint32_t i = 0; i < 256; i++) layer.parent[i] = i;
    for (uint32_t z = 0; z < size; z++) {
        join(&layer, (uint64_t)z * layer.cells, z + 1 < size ? 0.5f : 2.0f);
        if (z + 1 < size) rise(&layer, (uint64_t)z * layer.cells, 0.3f);
    }
    return layer.maze;
}

// --- memory

static void *guarded(ways_memory *memory, size_t piece, size_t size)
{
    const size_t whole = (size + 2 * GUARD + 63) / 64 * 64;
    unsigned char *bytes = aligned_alloc(64, whole);
    assert_non_null(bytes);
    memset(bytes, GUARD_BYTE, whole);
    memory->pieces[piece] = bytes;
    memory->sizes[piece] = size;
    return bytes + GUARD;
}

void ways_memory_make(ways_memory *memory, const qx_maze *maze)
{
    const size_t cells = (size_t)qx_maze_get_info(maze).cells;
    memory->distances = guarded(memory, 0, cells * sizeof *memory->distances);
    memory->scratch = guarded(memory, 1, qx_maze_bound_scratch(maze));
}

void ways_memory_free(ways_memory *memory)
{
    for (size_t piece = 0; piece < 2; piece++) {
        const unsigned char *bytes = memory->pieces[piece];
        for (size_t i = 0; i < GUARD; i++) {
            assert_int_equal(bytes[i], GUARD_BYTE);
            assert_int_equal(bytes[GUARD + memory->sizes[piece] + i], GUARD_BYTE);
        }
        free(memory->pieces[piece]);
    }
}

// --- distances

void plain_distances(const qx_maze *maze, uint64_t from, uint32_t *distances)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    bool changed = true;
    for (uint64_t i = 0; i < cells; i++) distances[i] = QX_MAZE_FAR;
    distances[from] = 0;
    while (changed) {
        changed = false;
        for (uint64_t cell = 0; cell < cells; cell++) {
            if (distances[cell] == QX_MAZE_FAR) continue;
            for (uint32_t face = 0; face < 6; face++) {
                if (!qx_maze_get_open(maze, cell, (qx_maze_face)face)) continue;
                const uint64_t other = qx_maze_get_neighbour(maze, cell, (qx_maze_face)face);
                if (distances[other] <= distances[cell] + 1) continue;
                distances[other] = distances[cell] + 1;
                changed = true;
            }
        }
    }
}

// No neighbour is more than a step nearer or farther, and one is nearer.
static void assert_distance(const qx_maze *maze, uint64_t cell, const uint32_t *distances)
{
    bool nearer = false;
    for (uint32_t face = 0; face < 6; face++) {
        if (!qx_maze_get_open(maze, cell, (qx_maze_face)face)) continue;
        const uint64_t other = qx_maze_get_neighbour(maze, cell, (qx_maze_face)face);
        const uint32_t here = distances[cell], there = distances[other];
        assert_int_equal(here == QX_MAZE_FAR, there == QX_MAZE_FAR);
        if (here == QX_MAZE_FAR) continue;
        assert_true(here + 1 == there || there + 1 == here); // equal is none: cells are chequered
        nearer |= there + 1 == here;
    }
    assert_true(nearer == (distances[cell] != 0 && distances[cell] != QX_MAZE_FAR));
}

void assert_distances(const qx_maze *maze, uint64_t from, const uint32_t *distances)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    uint64_t starts = 0;
    for (uint64_t cell = 0; cell < cells; cell++) {
        starts += distances[cell] == 0;
        assert_distance(maze, cell, distances);
    }
    assert_int_equal(starts, 1);
    assert_int_equal(distances[from], 0);
}

uint32_t plain_outside(const qx_maze *maze, uint64_t cell)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    uint32_t faces = 0;
    for (uint32_t face = 0; face < 6; face++)
        if (qx_maze_get_neighbour(maze, cell, (qx_maze_face)face) == QX_MAZE_NONE)
            faces |= 1u << face;
    if (info.cells == 1) return faces; // else what is one cell long has no outside
    if (info.width == 1) faces &= ~(1u << QX_MAZE_LOW_X | 1u << QX_MAZE_HIGH_X);
    if (info.height == 1) faces &= ~(1u << QX_MAZE_LOW_Y | 1u << QX_MAZE_HIGH_Y);
    if (info.depth == 1) faces &= ~(1u << QX_MAZE_LOW_Z | 1u << QX_MAZE_HIGH_Z);
    return faces;
}
