// SPDX-License-Identifier: MIT
#include "maze_layer.h"

static uint64_t layer_cells(const qx_maze *maze)
{
    return (uint64_t)maze->info.width * maze->info.height;
}

// Layers whose bits begin where a word does are made in place.
static void make_in_place(maze_layers *layers, qx_maze *maze)
{
    for (uint64_t z = 0; z < maze->info.depth; z++) {
        const size_t at = (size_t)(z * layers->words);
        maze_layers_step(layers, (uint64_t *const[]){ maze->planes[0] + at, maze->planes[1] + at,
                                                      maze->planes[2] + at });
    }
}

static void make_beside(maze_layers *layers, qx_maze *maze, uint64_t *room)
{
    uint64_t *const planes[] = { room, room + layers->words, room + 2 * (size_t)layers->words };
    for (uint64_t z = 0; z < maze->info.depth; z++) {
        maze_layers_step(layers, planes);
        for (size_t axis = 0; axis < 3; axis++)
            maze_put_bits(maze->planes[axis], z * layers->cells, planes[axis], layers->words, NULL);
    }
}

static qx_result make_whole(qx_maze *maze, const qx_maze_desc *desc)
{
    size_t bytes, room;
    const bool in_place = layer_cells(maze) % 64 == 0;
    if (!maze_layers_bound(desc, &bytes)) return QX_TOO_LARGE;
    const size_t beside = in_place ? 0 : 3 * (size_t)(layer_cells(maze) / 64 + 1);
    if (!size_add(bytes, beside * sizeof(uint64_t), &room)) return QX_TOO_LARGE;
    char *memory = qx_allocate(&maze->allocator, room, QX_CACHE_LINE);
    if (!memory) return QX_NO_MEMORY;
    maze_layers layers;
    maze_layers_lay_out(&layers, desc, memory);
    maze_layers_begin(&layers, desc);
    if (in_place)
        make_in_place(&layers, maze);
    else
        make_beside(&layers, maze, (uint64_t *)(void *)(memory + bytes));
    qx_release(&maze->allocator, memory, room);
    return QX_OK;
}

qx_result maze_make_eller(qx_maze *maze, const qx_maze_desc *desc, const qx_workers *workers)
{
    if (desc->slab_height && desc->slab_height < desc->depth)
        return maze_make_slabs(maze, desc, workers);
    return make_whole(maze, desc);
}
