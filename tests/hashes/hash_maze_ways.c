// SPDX-License-Identifier: MIT
// Mazes by all ways but Eller's, and chunks.
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/maze.h>

#include <stdlib.h>

// A cross of three bars in 9 x 8 x 7 cells, whole in itself.
static void fill_cross(uint64_t mask[8])
{
    for (uint32_t cell = 0; cell < 9 * 8 * 7; cell++) {
        const uint32_t x = cell % 9, y = cell / 9 % 8, z = cell / 72;
        const int inner = (x / 3 == 1) + (y / 3 == 1) + (z / 3 == 1);
        if (inner >= 2) mask[cell / 64] |= UINT64_C(1) << cell % 64;
    }
}

static uint64_t add_maze(uint64_t hash, const qx_maze_desc *desc)
{
    qx_maze *maze;
    if (qx_maze_create(desc, NULL, &maze) != QX_OK) abort();
    const uint64_t word = qx_maze_hash(maze);
    qx_maze_destroy(maze);
    return qx_hash_bytes(hash, &word, sizeof word);
}

static uint64_t add_way(uint64_t hash, qx_maze_algorithm algorithm, const uint64_t *mask)
{
    const qx_maze_desc descs[] = {
        { .width = 13, .height = 11, .depth = 9, .seed = 1 },
        { .width = 67, .height = 40, .depth = 1, .seed = 2, .braid = 0.3f },
        { .width = 1, .height = 1, .depth = 200, .seed = 3, .braid = 1.0f },
        { .width = 5, .height = 130, .depth = 6, .seed = UINT64_MAX, .newest = -1.0f },
        { .width = 9,
          .height = 8,
          .depth = 7,
          .seed = 4,
          .share_x = 0.5f,
          .share_y = 0.3f,
          .share_z = 0.2f,
          .newest = 0.9f,
          .mask = algorithm < QX_MAZE_BINARY_TREE ? mask : NULL },
    };
    for (size_t i = 0; i < sizeof descs / sizeof descs[0]; i++) {
        qx_maze_desc desc = descs[i];
        desc.algorithm = algorithm;
        hash = add_maze(hash, &desc);
    }
    return hash;
}

static uint64_t add_chunk(uint64_t hash, uint32_t x, uint32_t y, uint32_t z)
{
    const qx_maze_world world = { QX_MAZE_MAX_AXIS, QX_MAZE_MAX_AXIS - 9, 100, 6 };
    qx_maze_chunk chunk;
    if (qx_maze_chunk_build(&world, x, y, z, &chunk) != QX_OK) abort();
    return qx_hash_bytes(hash, &chunk, sizeof chunk);
}

uint64_t hash_maze_ways(qx_simd simd)
{
    (void)simd;
    uint64_t hash = QX_HASH_START, mask[8] = { 0 };
    fill_cross(mask);
    for (int way = QX_MAZE_BACKTRACKER; way < QX_MAZE_ALGORITHM_COUNT; way++)
        hash = add_way(hash, (qx_maze_algorithm)way, mask);
    hash = add_chunk(hash, 0, 0, 0);
    hash = add_chunk(hash, 12345678, 87654, 1);
    return add_chunk(hash, QX_MAZE_MAX_AXIS / 32 - 1, QX_MAZE_MAX_AXIS / 32 - 1, 3);
}
