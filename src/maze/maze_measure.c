// SPDX-License-Identifier: MIT
#include "maze_openings.h"
#include "maze_wave.h"

#include "base/bits.h"

// Kinds of cells, 64 at a time: which have one opening at least, two, three.
static void count_kinds(const qx_maze *maze, qx_maze_measures *measures)
{
    for (size_t word = 0; word < maze->words; word++) {
        uint64_t faces[6], one = 0, two = 0, three = 0, straight = 0;
        maze_openings_word(maze, word, faces);
        for (uint32_t face = 0; face < 6; face++) {
            three |= two & faces[face];
            two |= one & faces[face];
            one |= faces[face];
        }
        for (uint32_t axis = 0; axis < 3; axis++) straight |= faces[2 * axis] & faces[2 * axis + 1];
        measures->dead_ends += bits_count(one & ~two);
        measures->corridors += bits_count(two & ~three);
        measures->junctions += bits_count(three);
        measures->turns += bits_count(two & ~three & ~straight);
    }
}

static uint32_t openings_of(const qx_maze *maze, uint64_t cell)
{
    return bits_count(qx_maze_get_faces(maze, cell));
}

// Walks the shortest way, the wave having run from its end, and lists its cells in the queue.
static void walk(maze_wave *wave, uint64_t from, qx_maze_measures *measures)
{
    const qx_maze *maze = wave->maze;
    uint64_t cell = from, way = 0;
    for (uint32_t i = 0; i < measures->length; i++) {
        const uint64_t next = maze_path_next(maze, wave->distances, cell);
        measures->route_turns += i > 0 && next - cell != way;
        measures->route_junctions += openings_of(maze, cell) > (i > 0 ? 2u : 1u);
        wave->queue[i] = cell;
        way = next - cell; // wraps, and tells the six ways apart
        cell = next;
    }
    wave->queue[measures->length] = cell;
}

// Steps off the way into all wrong ones at once. In a tree, who strays into a wrong way and walks
// on at random sees a cell h steps off with a chance of 1 / h before being back. Turns lead nobody
// astray and cost the sense of direction: a quarter each.
static void stray(maze_wave *wave, qx_maze_measures *measures)
{
    maze_wave_prepare(wave, true);
    for (uint32_t i = 0; i <= measures->length; i++) maze_wave_add(wave, wave->queue[i]);
    while (maze_wave_step(wave)) measures->difficulty += (double)wave->arrived / wave->level;
    measures->longest_detour = wave->farthest;
    measures->difficulty += 0.25 * measures->route_turns;
}

qx_result qx_maze_measure(const qx_maze *maze, uint64_t from, uint64_t to, uint32_t *distances,
                          void *scratch, qx_maze_measures *measures)
{
    maze_wave wave;
    *measures = (qx_maze_measures){ .length = 0 };
    if (!maze_is_there(maze, from) || !maze_is_there(maze, to)) return QX_BAD_VALUE;
    maze_wave_begin(&wave, maze, distances, scratch);
    maze_wave_run_from(&wave, to);
    maze_wave_finish(&wave);
    if (distances[from] == QX_MAZE_FAR) return QX_NOT_FOUND;
    measures->length = distances[from];
    count_kinds(maze, measures);
    walk(&wave, from, measures);
    stray(&wave, measures);
    return QX_OK;
}
