// SPDX-License-Identifier: MIT
#include "maze_internal.h"

#include <quincunx/random.h>

#include <string.h>

// Eller's algorithm layer by layer, by the plainest means.
typedef struct layer {
    const qx_maze *maze;
    uint32_t width, cells;
    uint32_t *parent, *next, *open, *seen; // `cells` each: root, root above, first opening, met
    qx_random random;
} layer;

static uint32_t find(uint32_t *parent, uint32_t cell)
{
    while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
    return cell;
}

static bool unite(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = find(parent, a);
    b = find(parent, b);
    if (a == b) return false;
    parent[a > b ? a : b] = a > b ? b : a;
    return true;
}

static bool coin(layer *at, uint32_t percent)
{
    return qx_random_below(&at->random, 100) < percent;
}

static void open_inside(layer *at, uint64_t base, bool last)
{
    for (uint32_t c = 0; c < at->cells; c++) {
        if (c + at->width < at->cells && (last || coin(at, 40)) &&
            unite(at->parent, c, c + at->width))
            maze_open(at->maze->planes[1], base + c);
        if ((c + 1) % at->width && (last || coin(at, 60)) && unite(at->parent, c, c + 1))
            maze_open(at->maze->planes[0], base + c);
    }
}

static void go_up(layer *at, uint64_t base, uint32_t cell)
{
    const uint32_t root = find(at->parent, cell);
    maze_open(at->maze->planes[2], base + cell);
    if (at->open[root] == UINT32_MAX) at->open[root] = cell;
    at->next[cell] = at->open[root];
}

static void open_upward(layer *at, uint64_t base)
{
    memset(at->open, 0xFF, at->cells * sizeof *at->open);
    memset(at->seen, 0, at->cells * sizeof *at->seen);
    for (uint32_t c = 0; c < at->cells; c++) at->next[c] = c;
    for (uint32_t c = 0; c < at->cells; c++)
        if (coin(at, 30)) go_up(at, base, c);
    uint32_t *chosen = at->next; // of a set without opening no cell's entry is used yet
    for (uint32_t c = 0; c < at->cells; c++) {
        const uint32_t root = find(at->parent, c);
        if (at->open[root] == UINT32_MAX && qx_random_below(&at->random, ++at->seen[root]) == 0)
            chosen[root] = c;
    }
    for (uint32_t c = 0; c < at->cells; c++) {
        if (at->parent[c] != c || at->open[c] != UINT32_MAX) continue;
        const uint32_t cell = chosen[c];
        chosen[c] = c;
        go_up(at, base, cell);
    }
    uint32_t *const swapped = at->parent;
    at->parent = at->next;
    at->next = swapped;
}

qx_result maze_make_eller(qx_maze *maze, const qx_maze_desc *desc, const qx_workers *workers)
{
    (void)workers;
    const uint64_t cells = (uint64_t)desc->width * desc->height;
    if (cells >= UINT32_MAX) return QX_TOO_LARGE;
    const size_t bytes = 4 * (size_t)cells * sizeof(uint32_t);
    uint32_t *memory = qx_allocate(&maze->allocator, bytes, QX_CACHE_LINE);
    if (!memory) return QX_NO_MEMORY;
    layer at = { .maze = maze, .width = desc->width, .cells = (uint32_t)cells, .parent = memory };
    at.next = memory + cells;
    at.open = memory + 2 * cells;
    at.seen = memory + 3 * cells;
    qx_random_seed(&at.random, desc->seed, 1);
    for (uint32_t c = 0; c < at.cells; c++) at.parent[c] = c;
    for (uint32_t z = 0; z < desc->depth; z++) {
        open_inside(&at, z * cells, z + 1 == desc->depth);
        if (z + 1 < desc->depth) open_upward(&at, z * cells);
    }
    qx_release(&maze->allocator, memory, bytes);
    return QX_OK;
}
