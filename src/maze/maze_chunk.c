// SPDX-License-Identifier: MIT
#include "maze_internal.h"
#include "maze_layer.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

// Chunks are the cells of a binary tree: each opens one way, toward a chunk before it, by one door
// in the face between the two. So they hang together as a tree, and as the inside of each is a
// perfect maze, so is the world. All that a chunk needs is its own hash and those of the chunks
// behind it.

// What the layer machine takes for the largest layer, with some to spare.
#define LAYER_ROOM 32768u
#define LAYER_WORDS (QX_MAZE_CHUNK * QX_MAZE_CHUNK / 64 + 1)

// What a chunk's hash is asked for.
enum { FOR_INSIDE, FOR_WAY, FOR_DOOR };

typedef struct place {
    uint32_t at[3]; // in chunks
} place;

static uint64_t hash_of(const qx_maze_world *world, const place *p, uint32_t purpose)
{
    const uint64_t column = maze_mix(maze_mix(world->seed, p->at[0]), p->at[1]);
    return maze_mix(maze_mix(column, p->at[2]), purpose);
}

static uint32_t cells_along(const qx_maze_world *world, uint32_t axis)
{
    return axis == 0 ? world->width : axis == 1 ? world->height : world->depth;
}

static uint32_t chunks_along(const qx_maze_world *world, uint32_t axis)
{
    return (cells_along(world, axis) + QX_MAZE_CHUNK - 1) / QX_MAZE_CHUNK;
}

static uint32_t size_of(const qx_maze_world *world, const place *p, uint32_t axis)
{
    const uint32_t left = cells_along(world, axis) - p->at[axis] * QX_MAZE_CHUNK;
    return left < QX_MAZE_CHUNK ? left : QX_MAZE_CHUNK;
}

// The axis along which a chunk opens toward low; 3 for the first of all.
static uint32_t way_of(const qx_maze_world *world, const place *p)
{
    uint32_t axes[3], count = 0;
    for (uint32_t axis = 0; axis < 3; axis++)
        if (p->at[axis] > 0) axes[count++] = axis;
    return count ? axes[(hash_of(world, p, FOR_WAY) >> 32) % count] : 3;
}

typedef struct door {
    uint32_t u, v; // along the other two axes, the lower one first
} door;

// Where a chunk opens toward low. Sizes along the other axes are those of the chunk before, too.
static door door_of(const qx_maze_world *world, const place *p, uint32_t axis)
{
    const uint64_t hash = hash_of(world, p, FOR_DOOR);
    const uint32_t u = size_of(world, p, axis == 0), v = size_of(world, p, axis == 2 ? 1 : 2);
    return (door){ .u = (uint32_t)(hash >> 32) % u, .v = (uint32_t)hash % v };
}

static void open_low(const qx_maze_world *world, const place *p, qx_maze_chunk *chunk)
{
    const uint32_t axis = way_of(world, p);
    if (axis == 3) return;
    const door d = door_of(world, p, axis);
    chunk->low[axis][d.v] |= 1u << d.u;
}

static void open_high(const qx_maze_world *world, const place *p, uint32_t axis,
                      qx_maze_chunk *chunk)
{
    place next = *p;
    if (++next.at[axis] == chunks_along(world, axis) || way_of(world, &next) != axis) return;
    const door d = door_of(world, &next, axis);
    switch (axis) {
    case 0: chunk->planes[0][d.v][d.u] |= 1u << (chunk->width - 1); break;
    case 1: chunk->planes[1][d.v][chunk->height - 1] |= 1u << d.u; break;
    default: chunk->planes[2][chunk->depth - 1][d.v] |= 1u << d.u; break;
    }
}

// The bits of a row out of a layer's plane.
static uint32_t row_of(const uint64_t *plane, uint32_t width, uint32_t y)
{
    const uint32_t at = y * width, shift = at % 64;
    uint64_t bits = plane[at / 64] >> shift;
    if (shift + width > 64) bits |= plane[at / 64 + 1] << (64 - shift);
    return (uint32_t)bits & (UINT32_MAX >> (32 - width));
}

static void copy_layer(uint64_t planes[3][LAYER_WORDS], uint32_t z, qx_maze_chunk *chunk)
{
    for (uint32_t axis = 0; axis < 3; axis++)
        for (uint32_t y = 0; y < chunk->height; y++)
            chunk->planes[axis][z][y] = row_of(planes[axis], chunk->width, y);
}

static void make_inside(uint64_t seed, qx_maze_chunk *chunk)
{
    alignas(QX_CACHE_LINE) unsigned char memory[LAYER_ROOM];
    alignas(QX_CACHE_LINE) uint64_t planes[3][LAYER_WORDS] = { { 0 } };
    uint64_t *const written[] = { planes[0], planes[1], planes[2] };
    const qx_maze_desc size = {
        .width = chunk->width, .height = chunk->height, .depth = chunk->depth, .seed = seed
    };
    const qx_maze_desc desc = qx_maze_desc_resolve(&size);
    size_t bytes = 0;
    const bool bounded = maze_layers_bound(&desc, &bytes);
    assert(bounded && bytes <= sizeof memory);
    (void)bounded;
    maze_layers layers;
    maze_layers_lay_out(&layers, &desc, memory);
    maze_layers_begin(&layers, &desc);
    for (uint32_t z = 0; z < chunk->depth; z++) {
        maze_layers_step(&layers, written);
        copy_layer(planes, z, chunk);
    }
}

static bool is_within(const qx_maze_world *world, const place *p)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint32_t cells = cells_along(world, axis);
        if (cells == 0 || cells > QX_MAZE_MAX_AXIS) return false;
        if (p->at[axis] >= chunks_along(world, axis)) return false;
    }
    return true;
}

qx_result qx_maze_chunk_build(const qx_maze_world *world, uint32_t x, uint32_t y, uint32_t z,
                              qx_maze_chunk *chunk)
{
    const place p = { { x, y, z } };
    if (!is_within(world, &p)) return QX_BAD_VALUE;
    *chunk = (qx_maze_chunk){ .width = size_of(world, &p, 0),
                              .height = size_of(world, &p, 1),
                              .depth = size_of(world, &p, 2) };
    make_inside(hash_of(world, &p, FOR_INSIDE), chunk);
    open_low(world, &p, chunk);
    for (uint32_t axis = 0; axis < 3; axis++) open_high(world, &p, axis, chunk);
    return QX_OK;
}
