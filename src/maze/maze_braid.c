// SPDX-License-Identifier: MIT
#include "maze_chance.h"
#include "maze_openings.h"
#include "maze_walk.h"

#include "base/bits.h"

// Cells of a word that have one opening.
static uint64_t dead_ends_of(const qx_maze *maze, size_t word)
{
    uint64_t once = 0, more = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint64_t high = maze->planes[axis][word];
        const uint64_t low = maze_openings_low(maze, word, axis);
        more |= (once & high) | ((once | high) & low);
        once |= high | low;
    }
    return once & ~more;
}

static uint64_t count_ends(const qx_maze *maze)
{
    uint64_t count = 0;
    for (size_t i = 0; i < maze->words; i++) count += bits_count(dead_ends_of(maze, i));
    return count;
}

typedef struct braid {
    maze_walk walk;         // left: all cells
    uint64_t *dead;         // a bit a cell
    uint64_t *ends;         // in the order they are dealt with
    uint64_t count, wanted; // dead ends; those still to go
    qx_random random;
} braid;

static void list_ends(braid *b)
{
    const qx_maze *maze = b->walk.maze;
    uint64_t listed = 0;
    for (size_t i = 0; i < maze->words; i++) {
        b->dead[i] = dead_ends_of(maze, i);
        for (uint64_t bits = b->dead[i]; bits; bits &= bits - 1)
            b->ends[listed++] = i * UINT64_C(64) + bits_lowest(bits);
    }
}

static bool is_open(const maze_walk *walk, uint32_t face)
{
    const uint64_t beside = maze_walk_beside(walk, face);
    return maze_bit(walk->maze->planes[face / 2], face % 2 ? walk->cell : beside);
}

// Keeps the walls, and of them those toward dead ends, or toward none, where there are any.
static uint32_t prefer(const braid *b, uint32_t *faces, uint32_t count, bool dead)
{
    uint32_t walls = 0, liked = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!is_open(&b->walk, faces[i])) faces[walls++] = faces[i];
    for (uint32_t i = 0; i < walls; i++) {
        const uint32_t face = faces[i];
        if (maze_bit(b->dead, maze_walk_beside(&b->walk, face)) != dead) continue;
        faces[i] = faces[liked];
        faces[liked++] = face;
    }
    return liked ? liked : walls;
}

static void revive(braid *b, uint64_t cell)
{
    if (!maze_bit(b->dead, cell)) return;
    b->dead[cell / 64] &= ~(UINT64_C(1) << (cell % 64));
    b->wanted -= b->wanted > 0;
}

// A wall between two dead ends does for both, so one opening the less is wanted, and the maze keeps
// more of its shape; unless only one is to go.
static void open_end(braid *b, uint64_t end)
{
    uint32_t faces[6];
    maze_walk_stand(&b->walk, end);
    uint32_t count = maze_walk_look(&b->walk, b->walk.left, faces);
    count = prefer(b, faces, count, b->wanted > 1);
    if (!count) return;
    const uint32_t face = faces[qx_random_below(&b->random, count)];
    maze_walk_open(&b->walk, face);
    revive(b, maze_walk_beside(&b->walk, face));
    revive(b, end);
}

qx_result maze_braid(qx_maze *maze, const qx_maze_desc *desc)
{
    braid b = { .count = count_ends(maze) };
    b.wanted = (uint64_t)((double)b.count * (double)desc->braid + 0.5);
    if (!b.wanted) return QX_OK;
    if (!maze_walk_begin(&b.walk, maze, maze->words + b.count, sizeof *b.dead)) return QX_NO_MEMORY;
    b.dead = b.walk.more;
    b.ends = b.dead + maze->words;
    qx_random_seed(&b.random, desc->seed, QX_MAZE_ALGORITHM_COUNT);
    list_ends(&b);
    maze_shuffle(&b.random, b.ends, b.count);
    for (uint64_t i = 0; i < b.count && b.wanted; i++)
        if (maze_bit(b.dead, b.ends[i])) open_end(&b, b.ends[i]);
    maze_walk_end(&b.walk);
    return QX_OK;
}
