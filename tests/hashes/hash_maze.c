// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/maze.h>

// Eller's mazes in memory, in slabs and as streams. Other ways to make mazes: hash_maze_ways.c.

static uint64_t add_word(uint64_t hash, uint64_t word)
{
    return qx_hash_bytes(hash, &word, sizeof word);
}

static uint64_t add_maze(uint64_t hash, const qx_maze_desc *desc)
{
    qx_maze *maze;
    if (qx_maze_create(desc, NULL, &maze) != QX_OK) return 0;
    const qx_maze_info info = qx_maze_get_info(maze);
    for (uint32_t axis = 0; axis < 3; axis++) hash = add_word(hash, info.opened[axis]);
    hash = add_word(hash, qx_maze_hash(maze));
    qx_maze_destroy(maze);
    return hash;
}

static uint64_t add_stream(uint64_t hash, const qx_maze_desc *desc)
{
    static unsigned char state[16384];
    const size_t words = ((size_t)desc->width * desc->height + 63) / 64;
    qx_maze_stream *stream;
    qx_maze_layer layer;
    if (qx_maze_stream_create(desc, &stream) != QX_OK) return 0;
    const size_t size = qx_maze_stream_bound_state(stream);
    for (int z = 0; z < 30 && qx_maze_stream_step(stream, &layer); z++)
        for (uint32_t axis = 0; axis < 3; axis++)
            hash = qx_hash_bytes(hash, layer.planes[axis], words * sizeof(uint64_t));
    if (size <= sizeof state) {
        qx_maze_stream_copy_state(stream, state);
        hash = qx_hash_bytes(hash, state, size);
    }
    qx_maze_stream_destroy(stream);
    return hash;
}

uint64_t hash_maze(qx_simd simd)
{
    static const qx_maze_desc mazes[] = {
        { .width = 1, .height = 1, .depth = 1 },
        { .width = 2, .height = 3, .depth = 4 },
        { .width = 8, .height = 8, .depth = 8 },
        { .width = 64, .height = 32, .depth = 9 },
        { .width = 37, .height = 41, .depth = 11 },
        { .width = 300, .height = 1, .depth = 1 },
        { .width = 1, .height = 60, .depth = 30 },
        { .width = 100, .height = 90, .depth = 1 },
        { .width = 30,
          .height = 30,
          .depth = 9,
          .share_x = 0.7f,
          .share_y = 0.2f,
          .share_z = 0.1f },
        { .width = 30, .height = 30, .depth = 9, .share_x = 1, .share_y = 1, .share_z = 5 },
        { .width = 30, .height = 30, .depth = 9, .share_y = 1 },
    };
    (void)simd;
    uint64_t hash = QX_HASH_START;
    for (size_t i = 0; i < sizeof mazes / sizeof mazes[0]; i++) {
        qx_maze_desc desc = mazes[i];
        desc.seed = i * UINT64_C(0x123456789ABCDEF);
        hash = add_stream(add_maze(hash, &desc), &desc);
        desc.slab_height = 1 + (uint32_t)i % 4;
        hash = add_maze(hash, &desc);
        desc.slab_height = 0;
        desc.depth = 0;
        hash = add_stream(hash, &desc);
    }
    return hash;
}
