// SPDX-License-Identifier: MIT
#include "maze_plain.h"

qx_maze *maze_of(const qx_maze_desc *desc)
{
    qx_maze *maze;
    assert_int_equal(qx_maze_create(desc, NULL, &maze), QX_OK);
    return maze;
}

uint64_t maze_hash_of(const qx_maze_desc *desc)
{
    qx_maze *maze = maze_of(desc);
    const uint64_t hash = qx_maze_hash(maze);
    qx_maze_destroy(maze);
    return hash;
}

static uint64_t find(const uint64_t *parent, uint64_t cell)
{
    while (parent[cell] != cell) cell = parent[cell];
    return cell;
}

// Opens nothing to cells that are not there, and joins no two that hang together already.
static bool join_cells(const qx_maze *maze, const uint64_t *mask, uint64_t *parent,
                       uint64_t opened[3])
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    for (uint64_t cell = 0; cell < cells; cell++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            const qx_maze_face face = (qx_maze_face)(2 * axis + 1);
            if (!qx_maze_get_open(maze, cell, face)) continue;
            const uint64_t other = qx_maze_get_neighbour(maze, cell, face);
            if (mask && (!plain_bit(mask, cell) || !plain_bit(mask, other))) return false;
            uint64_t a = find(parent, cell), b = find(parent, other);
            if (a == b) return false;
            for (uint64_t at = cell, up; at != a; at = up) up = parent[at], parent[at] = a;
            parent[a] = b;
            opened[axis]++;
        }
    }
    return true;
}

bool plain_is_perfect(const qx_maze *maze, const uint64_t *mask)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    uint64_t *parent = malloc((size_t)info.cells * sizeof *parent), opened[3] = { 0 }, present = 0;
    assert_non_null(parent);
    for (uint64_t cell = 0; cell < info.cells; cell++) {
        parent[cell] = cell;
        present += !mask || plain_bit(mask, cell);
    }
    const bool no_cycle = join_cells(maze, mask, parent, opened);
    free(parent);
    for (uint32_t axis = 0; axis < 3; axis++)
        if (opened[axis] != info.opened[axis]) return false;
    return no_cycle && present == info.present &&
           opened[0] + opened[1] + opened[2] == present - 1 && info.openings == present - 1;
}

uint64_t plain_dead_ends(const qx_maze *maze)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    uint64_t count = 0;
    for (uint64_t cell = 0; cell < cells; cell++) {
        const uint32_t faces = qx_maze_get_faces(maze, cell);
        count += faces != 0 && (faces & (faces - 1)) == 0;
    }
    return count;
}

static void run_backward(void *user, uint32_t count, void (*task)(void *context, uint32_t index),
                         void *context)
{
    (void)user;
    while (count-- > 0) task(context, count);
}

const qx_workers workers_backward = { .parallel_for = run_backward };
