// SPDX-License-Identifier: MIT
#include "maze_chance.h"
#include "maze_walk.h"

// Cells from which the tree may grow, oldest first. What has no neighbour left leaves a gap, so
// that the order stays; gaps are closed when they are more than the cells.
typedef struct list {
    uint64_t *cells; // QX_MAZE_NONE in a gap
    uint64_t length, live;
} list;

static void add(list *active, uint64_t cell)
{
    active->cells[active->length++] = cell;
    active->live++;
}

static void close_gaps(list *active)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < active->length; i++)
        if (active->cells[i] != QX_MAZE_NONE) active->cells[kept++] = active->cells[i];
    active->length = kept;
}

static void drop(list *active, uint64_t place)
{
    active->cells[place] = QX_MAZE_NONE;
    active->live--;
    if (active->length > 2 * active->live) close_gaps(active);
    while (active->length && active->cells[active->length - 1] == QX_MAZE_NONE) active->length--;
}

// The last place of the list is never a gap, and at most half of the others are.
static uint64_t choose(const list *active, qx_random *random, float newest)
{
    if (qx_random_unit(random) < newest) return active->length - 1;
    for (;;) {
        const uint64_t place = maze_random_below(random, active->length);
        if (active->cells[place] != QX_MAZE_NONE) return place;
    }
}

static void grow(maze_walk *walk, list *active, qx_random *random, float newest)
{
    uint32_t faces[6];
    while (active->live) {
        const uint64_t place = choose(active, random, newest);
        maze_walk_stand(walk, active->cells[place]);
        const uint32_t count = maze_walk_look(walk, walk->left, faces);
        if (!count) {
            drop(active, place);
            continue;
        }
        const uint32_t face = faces[qx_random_below(random, count)];
        maze_walk_open(walk, face);
        maze_walk_go(walk, face);
        maze_walk_take(walk, walk->cell);
        add(active, walk->cell);
    }
}

qx_result maze_make_growing_tree(qx_maze *maze, const qx_maze_desc *desc)
{
    maze_walk walk;
    if (!maze_walk_begin(&walk, maze, maze->info.present, sizeof(uint64_t))) return QX_NO_MEMORY;
    list active = { .cells = walk.more };
    qx_random random;
    qx_random_seed(&random, desc->seed, QX_MAZE_GROWING_TREE);
    add(&active, maze_walk_find(&walk, maze_mix(desc->seed, 0) % maze->info.cells));
    maze_walk_take(&walk, active.cells[0]);
    grow(&walk, &active, &random, desc->newest);
    maze_walk_end(&walk);
    return QX_OK;
}
