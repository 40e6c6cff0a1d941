// SPDX-License-Identifier: MIT
#include "maze_exit.h"

#include "maze_chance.h"
#include "maze_openings.h"

// Steps more or less than wanted; QX_MAZE_FAR where the cell cannot be the exit.
static uint32_t gap_of(const maze_search *search, uint64_t cell, uint32_t wanted)
{
    const uint32_t distance = search->wave.distances[cell];
    if (distance >= MAZE_WAVE_BLOCKED) return QX_MAZE_FAR;
    if (cell == search->entrance && !maze_border_is_edge(search->maze, cell)) return QX_MAZE_FAR;
    return distance < wanted ? wanted - distance : distance - wanted;
}

maze_equals maze_exit_count(const maze_search *search, uint32_t wanted)
{
    maze_equals equals = { .distance_gap = QX_MAZE_FAR };
    maze_border at = { .maze = search->maze };
    do {
        const uint32_t gap = gap_of(search, at.cell, wanted);
        if (gap < equals.distance_gap) equals = (maze_equals){ .distance_gap = gap };
        equals.count += gap == equals.distance_gap && gap != QX_MAZE_FAR;
    } while (maze_border_next(&at));
    return equals;
}

uint64_t maze_exit_get(const maze_search *search, uint32_t wanted, maze_equals equals,
                       uint64_t index)
{
    maze_border at = { .maze = search->maze };
    do {
        if (gap_of(search, at.cell, wanted) == equals.distance_gap && index-- == 0) return at.cell;
    } while (maze_border_next(&at));
    return QX_MAZE_NONE;
}

static qx_maze_face draw_face(qx_random *random, uint32_t faces)
{
    uint32_t list[6] = { QX_MAZE_LOW_X }, count = 0;
    for (uint32_t face = 0; face < 6; face++)
        if (faces >> face & 1) list[count++] = face;
    return (qx_maze_face)list[qx_random_below(random, count)];
}

static void draw_faces(maze_search *search, qx_maze_route *route)
{
    uint32_t faces = maze_border_faces(search->maze, route->entrance.cell);
    route->entrance.face = draw_face(&search->random, faces);
    if (route->exit.cell == route->entrance.cell)
        faces &= ~(1u << route->entrance.face);
    else
        faces = maze_border_faces(search->maze, route->exit.cell);
    route->exit.face = draw_face(&search->random, faces);
}

// The entrance is known and the wave has run from it.
static qx_result draw_exit(maze_search *search, uint32_t wanted, qx_maze_route *route)
{
    maze_wave_finish(&search->wave);
    const maze_equals equals = maze_exit_count(search, wanted);
    if (!equals.count) return QX_NOT_FOUND;
    const uint64_t index = maze_random_below(&search->random, equals.count);
    const uint64_t cell = maze_exit_get(search, wanted, equals, index);
    route->entrance.cell = search->entrance;
    route->exit.cell = cell;
    route->length = search->wave.distances[cell];
    draw_faces(search, route);
    return QX_OK;
}

static qx_result solve_from(maze_search *search, uint64_t from, uint32_t wanted,
                            qx_maze_route *route)
{
    search->entrance = from;
    maze_wave_run_from(&search->wave, from);
    return draw_exit(search, wanted, route);
}

qx_result qx_maze_solve_exit(const qx_maze *maze, const qx_maze_exit_desc *desc,
                             uint32_t *distances, void *scratch, qx_maze_route *route)
{
    maze_search search = { .maze = maze, .entrance = QX_MAZE_NONE };
    uint32_t length;
    *route = (qx_maze_route){ .length = 0 };
    maze_wave_begin(&search.wave, maze, distances, scratch);
    search.bits = (uint64_t *)scratch + maze_wave_bound(maze) / sizeof(uint64_t);
    qx_random_seed(&search.random, desc->seed, 0);
    switch (desc->rule) {
    case QX_MAZE_EXIT_DIAMETER:
        if (!maze_exit_span(&search, &length)) return QX_NOT_FOUND;
        return draw_exit(&search, length, route);
    case QX_MAZE_EXIT_ARTICLE:
        if (!maze_is_there(maze, 0)) return QX_NOT_FOUND;
        return solve_from(&search, 0, MAZE_WAVE_BLOCKED, route); // the nearest to what is too far
    case QX_MAZE_EXIT_LENGTH:
        if (!maze_is_there(maze, desc->from)) return QX_BAD_VALUE;
        return solve_from(&search, desc->from, desc->length, route);
    default: return QX_BAD_VALUE;
    }
}
