// SPDX-License-Identifier: MIT
#include "maze_chance.h"
#include "maze_exit.h"
#include "maze_openings.h"

#include <string.h>

// In a tree the border cell farthest from any cell is an end of a longest way between border cells,
// and all longest ways have the same middle. Two ends make such a way when the middle lies between
// them: when they are on different branches of it. So ends are counted branch by branch, and each
// pair is as likely.

static void prepare(maze_search *search)
{
    maze_border at = { .maze = search->maze };
    maze_wave_prepare(&search->wave, false);
    do search->wave.distances[at.cell] |= MAZE_WAVE_WATCHED;
    while (maze_border_next(&at));
}

static void run_from(maze_search *search, uint64_t cell)
{
    prepare(search);
    maze_wave_add(&search->wave, cell);
    maze_wave_run(&search->wave);
}

// Marks an end in each part of the maze that has border cells, the last of them the entrance.
// Returns how many.
static uint64_t mark_ends(maze_search *search)
{
    maze_border at = { .maze = search->maze };
    uint64_t parts = 0;
    memset(search->bits, 0, search->maze->words * sizeof *search->bits);
    prepare(search);
    do {
        if (!maze_is_there(search->maze, at.cell)) continue;
        maze_wave_start(&search->wave);
        if (!maze_wave_add(&search->wave, at.cell)) continue;
        maze_wave_run(&search->wave);
        search->entrance = search->wave.farthest_cell;
        maze_open(search->bits, search->entrance);
        parts++;
    } while (maze_border_next(&at));
    return parts;
}

// Runs from all ends at once: who comes farthest is in the part with the longest way.
static void run_from_ends(maze_search *search)
{
    maze_border at = { .maze = search->maze };
    prepare(search);
    do {
        if (maze_bit(search->bits, at.cell)) maze_wave_add(&search->wave, at.cell);
    } while (maze_border_next(&at));
    maze_wave_run(&search->wave);
    search->entrance = search->wave.farthest_cell;
}

// From end to end, until the way no longer grows; the wave has then run from the entrance.
static void stretch(maze_search *search)
{
    uint32_t longest = 0;
    run_from(search, search->entrance);
    while (search->wave.farthest > longest && !maze_wave_is_tree(&search->wave)) {
        longest = search->wave.farthest;
        search->entrance = search->wave.farthest_cell;
        run_from(search, search->entrance);
    }
}

static uint64_t middle_cell(const maze_search *search)
{
    uint64_t cell = search->wave.farthest_cell;
    for (uint32_t i = 0; i < search->wave.farthest / 2; i++)
        cell = maze_path_next(search->maze, search->wave.distances, cell);
    return cell;
}

// In a tree that is at once the longest. With loops, the cell farthest from its middle is often an
// end of a longer one (Crescenzi et al., "On computing the diameter of real-world undirected
// graphs", 2013, begin so); that is tried as long as it helps, and may end before the longest.
static void span(maze_search *search)
{
    uint32_t longest = 0;
    stretch(search);
    uint64_t entrance = search->entrance;
    while (search->wave.farthest > longest && !maze_wave_is_tree(&search->wave)) {
        entrance = search->entrance;
        longest = search->wave.farthest;
        run_from(search, middle_cell(search));
        search->entrance = search->wave.farthest_cell;
        stretch(search);
    }
    if (search->wave.farthest >= longest) return;
    search->entrance = entrance;
    run_from(search, entrance);
}

// A branch begins behind an opening of the middle, which is blocked. Where the middle is an opening
// itself, there are two, each blocked by the other.
typedef struct branch {
    uint64_t root, block;
    maze_equals ends;
} branch;

typedef struct middle {
    branch branches[6];
    uint32_t count, depth; // of branches; steps from a root to an end
} middle;

static void find_middle(const maze_search *search, middle *m)
{
    const qx_maze *maze = search->maze;
    const uint32_t length = search->wave.farthest;
    const uint64_t cell = middle_cell(search);
    m->depth = (length - 1) / 2;
    if (length % 2) {
        const uint64_t other = maze_path_next(maze, search->wave.distances, cell);
        m->branches[0] = (branch){ .root = cell, .block = other };
        m->branches[1] = (branch){ .root = other, .block = cell };
        m->count = 2;
        return;
    }
    const uint32_t faces = qx_maze_get_faces(maze, cell);
    m->count = 0;
    for (uint32_t face = 0; face < 6; face++) {
        if (!(faces >> face & 1)) continue;
        const uint64_t root = qx_maze_get_neighbour(maze, cell, (qx_maze_face)face);
        m->branches[m->count++] = (branch){ .root = root, .block = cell };
    }
}

static void run_branch(maze_search *search, const branch *b)
{
    maze_wave_prepare(&search->wave, false);
    search->wave.distances[b->block] = MAZE_WAVE_BLOCKED;
    maze_wave_add(&search->wave, b->root);
    maze_wave_run(&search->wave);
}

// How many pairs have their first end on a branch.
static uint64_t pairs_of(const middle *m, uint32_t index)
{
    uint64_t others = 0;
    for (uint32_t i = 0; i < m->count; i++) others += i == index ? 0 : m->branches[i].ends.count;
    return m->branches[index].ends.count * others;
}

// The first end of a pair.
static uint64_t draw_end(maze_search *search, middle *m)
{
    uint64_t pairs = 0;
    search->entrance = QX_MAZE_NONE; // the root may be an end
    for (uint32_t i = 0; i < m->count; i++) {
        branch *b = &m->branches[i];
        run_branch(search, b);
        b->ends = maze_exit_count(search, m->depth);
        if (b->ends.distance_gap) b->ends.count = 0;
    }
    for (uint32_t i = 0; i < m->count; i++) pairs += pairs_of(m, i);
    uint64_t drawn = maze_random_below(&search->random, pairs);
    uint32_t i = 0;
    for (; drawn >= pairs_of(m, i); i++) drawn -= pairs_of(m, i);
    run_branch(search, &m->branches[i]);
    return maze_exit_get(search, m->depth, m->branches[i].ends, drawn % m->branches[i].ends.count);
}

// No two border cells are joined: of those with two faces, any.
static bool draw_lone(maze_search *search)
{
    maze_border at = { .maze = search->maze };
    prepare(search);
    do {
        if (maze_is_there(search->maze, at.cell) && maze_border_is_edge(search->maze, at.cell))
            maze_wave_add(&search->wave, at.cell);
    } while (maze_border_next(&at));
    search->entrance = QX_MAZE_NONE;
    const maze_equals equals = maze_exit_count(search, 0);
    if (!equals.count) return false;
    const uint64_t index = maze_random_below(&search->random, equals.count);
    search->entrance = maze_exit_get(search, 0, equals, index);
    run_from(search, search->entrance);
    return true;
}

bool maze_exit_span(maze_search *search, uint32_t *length)
{
    const uint64_t parts = mark_ends(search);
    if (!parts) return false;
    if (parts > 1) run_from_ends(search);
    span(search);
    *length = search->wave.farthest;
    if (!*length) return draw_lone(search);
    if (!maze_wave_is_tree(&search->wave)) return true;
    middle m;
    find_middle(search, &m);
    search->entrance = draw_end(search, &m);
    run_from(search, search->entrance);
    return true;
}
