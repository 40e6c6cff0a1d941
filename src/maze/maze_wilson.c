// SPDX-License-Identifier: MIT
#include "maze_walk.h"

#include <quincunx/random.h>

#include <string.h>

// Wilson, "Generating Random Spanning Trees More Quickly than the Cover Time" (1996): random walks
// from cells that wait until they meet the tree; what each went last from every cell, loops thus
// forgotten, joins the tree. Neither root nor order changes how likely a tree is.

typedef struct wilson {
    maze_walk walk; // left: not in the tree yet
    uint64_t *core; // cells that have a choice
    uint8_t *ways;  // by which face a walk left a cell last
    uint32_t faces[6];
    uint32_t face_count; // of axes longer than one cell
    qx_random random;
} wilson;

// A cell with one neighbour has no choice: it joins the tree at once and leaves the graph, and so
// along. Walks would take the square of a corridor's length.
static void peel(maze_walk *walk, uint64_t cell)
{
    uint32_t faces[6];
    maze_walk_stand(walk, cell);
    while (maze_walk_look(walk, walk->left, faces) == 1) {
        maze_walk_open(walk, faces[0]);
        maze_walk_take(walk, walk->cell);
        maze_walk_go(walk, faces[0]);
    }
}

static void peel_all(wilson *w)
{
    const uint64_t cells = w->walk.maze->info.cells;
    for (uint64_t cell = 0; cell < cells; cell++)
        if (maze_bit(w->walk.left, cell)) peel(&w->walk, cell);
    memcpy(w->core, w->walk.left, w->walk.maze->words * sizeof *w->core);
}

// To one neighbour of the core, all alike: those that are none are drawn again.
static void wander(wilson *w)
{
    maze_walk *walk = &w->walk;
    while (maze_bit(walk->left, walk->cell)) {
        const uint32_t face = w->faces[qx_random_below(&w->random, w->face_count)];
        if (!maze_walk_is_inside(walk, face)) continue;
        if (!maze_bit(w->core, maze_walk_beside(walk, face))) continue;
        w->ways[walk->cell] = (uint8_t)face;
        maze_walk_go(walk, face);
    }
}

static void join(wilson *w, uint64_t start)
{
    maze_walk *walk = &w->walk;
    maze_walk_stand(walk, start);
    while (maze_bit(walk->left, walk->cell)) {
        const uint32_t face = w->ways[walk->cell];
        maze_walk_open(walk, face);
        maze_walk_take(walk, walk->cell);
        maze_walk_go(walk, face);
    }
}

static void list_faces(wilson *w)
{
    for (uint32_t face = 0; face < 6; face++)
        if (w->walk.limits[face / 2] > 1) w->faces[w->face_count++] = face;
}

// Walks are shortest toward the middle.
static uint64_t middle(const qx_maze_info *info)
{
    const uint64_t row = (uint64_t)(info->depth / 2) * info->height + info->height / 2;
    return row * info->width + info->width / 2;
}

static void grow(wilson *w)
{
    const qx_maze_info *info = &w->walk.maze->info;
    list_faces(w);
    peel_all(w);
    maze_walk_take(&w->walk, maze_walk_find(&w->walk, middle(info)));
    for (uint64_t cell = 0; cell < info->cells; cell++) {
        if (!maze_bit(w->walk.left, cell)) continue;
        maze_walk_stand(&w->walk, cell);
        wander(w);
        join(w, cell);
    }
}

qx_result maze_make_wilson(qx_maze *maze, const qx_maze_desc *desc)
{
    wilson w = { .face_count = 0 };
    const uint64_t plane = (uint64_t)maze->words * sizeof *w.core;
    if (!maze_walk_begin(&w.walk, maze, plane + maze->info.cells, 1)) return QX_NO_MEMORY;
    w.core = w.walk.more;
    w.ways = (uint8_t *)(w.core + maze->words);
    qx_random_seed(&w.random, desc->seed, QX_MAZE_WILSON);
    grow(&w);
    maze_walk_end(&w.walk);
    return QX_OK;
}
