// SPDX-License-Identifier: MIT
#include "level_table.h"

#include <quincunx/random.h>

#include <stdlib.h>

#define WORDS ((LEVEL_SIZE_MAX * LEVEL_SIZE_MAX * LEVEL_SIZE_MAX + 63u) / 64u)
#define ENDLESS_SIZE_MAX 12u

// Streams of a level's seed.
enum { STREAM_DRAW = 11, STREAM_ENDLESS, STREAM_DAILY, STREAM_ANOTHER };

static uint64_t mix(uint64_t seed, uint64_t stream)
{
    qx_random random;
    qx_random_seed(&random, seed, stream);
    const uint64_t high = qx_random_next(&random);
    return high << 32 | qx_random_next(&random);
}

const char *level_fault(const level_desc *level)
{
    if (level->size < LEVEL_SIZE_MIN || level->size > LEVEL_SIZE_MAX)
        return "a cube is 3 to 15 cells wide, and levels are numbered 1 to 81";
    if ((uint32_t)level->algorithm >= QX_MAZE_ALGORITHM_COUNT)
        return "there is no such way to make mazes";
    if (!(level->braid >= 0.0f && level->braid <= 1.0f)) return "braid is a share, 0 to 1";
    return NULL;
}

level_desc level_get(uint32_t number)
{
    if (number < 1 || number > LEVEL_COUNT) return (level_desc){ .size = 0 };
    const level_world *world = &level_worlds[(number - 1) / LEVELS_OF_WORLD];
    const level_row *row = &level_rows[number - 1];
    return (level_desc){ .size = world->sizes[(number - 1) % LEVELS_OF_WORLD],
                         .algorithm = world->algorithm,
                         .braid = world->braid,
                         .seed = row->seed,
                         .par = row->par,
                         .number = number };
}

const char *level_world_title(uint32_t world)
{
    return world < LEVEL_WORLDS ? level_worlds[world].title : "";
}

const char *level_world_note(uint32_t world)
{
    return world < LEVEL_WORLDS ? level_worlds[world].note : "";
}

double level_rating(const qx_maze_measures *measures)
{
    return measures->difficulty + measures->length / 8.0 + (double)measures->dead_ends / 100.0;
}

// --- proposals

// A cube of a kind drawn from the seed. Backtracker's ways are too long for wide ones.
static level_desc propose(uint64_t seed, uint32_t size)
{
    static const qx_maze_algorithm kinds[] = { QX_MAZE_ELLER, QX_MAZE_GROWING_TREE, QX_MAZE_KRUSKAL,
                                               QX_MAZE_WILSON, QX_MAZE_BACKTRACKER };
    qx_random random;
    qx_random_seed(&random, seed, STREAM_ENDLESS);
    const uint32_t kind = qx_random_below(&random, size > 6 ? 4 : 5);
    const float braid = qx_random_below(&random, 3) == 0 ? 0.3f : 0.0f;
    return (level_desc){ .size = size, .algorithm = kinds[kind], .braid = braid, .seed = seed };
}

level_desc level_endless(uint64_t seed, uint32_t solved)
{
    const uint32_t size = LEVEL_SIZE_MIN + solved / 2;
    return propose(mix(seed, STREAM_ENDLESS + ((uint64_t)solved << 8)),
                   size < ENDLESS_SIZE_MAX ? size : ENDLESS_SIZE_MAX);
}

level_desc level_daily(uint32_t year, uint32_t month, uint32_t day)
{
    const uint64_t date = (uint64_t)year << 32 | (uint64_t)(month & 0xFFFF) << 16 | (day & 0xFFFF);
    const uint64_t seed = mix(date, STREAM_DAILY);
    return propose(seed, 5 + (uint32_t)(seed % 4));
}

level_desc level_another(const level_desc *level)
{
    level_desc other = *level;
    other.seed = mix(level->seed, STREAM_ANOTHER);
    other.par = 0;
    other.number = 0;
    return other;
}

// --- mazes that begin at a corner

// The three axes along which a corner lies at the far end, a bit each; 8 for what is no corner.
static uint32_t corner_of(uint64_t cell, uint32_t size)
{
    uint32_t corner = 0;
    for (uint32_t axis = 0; axis < 3; axis++, cell /= size) {
        const uint64_t at = cell % size;
        if (at != 0 && at != size - 1) return 8;
        corner |= (uint32_t)(at != 0) << axis;
    }
    return corner;
}

static uint64_t mirror_cell(uint64_t cell, uint32_t size, uint32_t axes)
{
    uint64_t mirrored = 0, stride = 1;
    for (uint32_t axis = 0; axis < 3; axis++, cell /= size, stride *= size) {
        const uint64_t at = cell % size;
        mirrored += (axes >> axis & 1 ? size - 1 - at : at) * stride;
    }
    return mirrored;
}

static qx_maze_face mirror_face(uint32_t face, uint32_t axes)
{
    return (qx_maze_face)(face ^ (axes >> (face / 2) & 1));
}

static qx_result mirror(qx_maze **maze, uint32_t size, uint32_t axes)
{
    static const uint64_t closed[WORDS];
    const uint64_t *const planes[3] = { closed, closed, closed };
    const qx_maze_desc desc = { .width = size, .height = size, .depth = size };
    qx_maze *mirrored;
    const qx_result result = qx_maze_create_from(&desc, planes, &mirrored);
    if (result != QX_OK) return result;
    const uint64_t cells = (uint64_t)size * size * size;
    for (uint64_t cell = 0; cell < cells; cell++) {
        const uint32_t faces = qx_maze_get_faces(*maze, cell);
        for (uint32_t face = 0; face < 6; face++)
            if (faces >> face & 1)
                qx_maze_set_open(mirrored, mirror_cell(cell, size, axes), mirror_face(face, axes),
                                 true);
    }
    qx_maze_destroy(*maze);
    *maze = mirrored;
    return QX_OK;
}

static qx_maze_opening mirror_opening(qx_maze_opening at, uint32_t size, uint32_t axes)
{
    return (qx_maze_opening){ mirror_cell(at.cell, size, axes), mirror_face(at.face, axes) };
}

// The corner's end becomes the entrance, and that corner cell 0.
static qx_result put_at_corner(qx_maze **maze, uint32_t size, qx_maze_route *route)
{
    if (corner_of(route->entrance.cell, size) > 7) {
        const qx_maze_opening entrance = route->exit;
        route->exit = route->entrance;
        route->entrance = entrance;
    }
    const uint32_t axes = corner_of(route->entrance.cell, size);
    if (axes > 7) return QX_NOT_FOUND;
    if (axes == 0) return QX_OK;
    route->entrance = mirror_opening(route->entrance, size, axes);
    route->exit = mirror_opening(route->exit, size, axes);
    return mirror(maze, size, axes);
}

static qx_result find_route(const qx_maze *maze, const level_desc *level, uint64_t seed,
                            qx_maze_exit_rule rule, qx_maze_route *route)
{
    const uint64_t cells = (uint64_t)level->size * level->size * level->size;
    const qx_maze_exit_desc desc = { .rule = rule, .seed = seed };
    uint32_t *distances = malloc(cells * sizeof *distances);
    void *scratch = aligned_alloc(16, (qx_maze_bound_scratch(maze) + 15) / 16 * 16);
    qx_result result = QX_NO_MEMORY;
    if (distances && scratch) result = qx_maze_solve_exit(maze, &desc, distances, scratch, route);
    free(distances);
    free(scratch);
    return result;
}

// One maze; QX_NOT_FOUND where its longest way does not begin at a corner.
static qx_result draw(const level_desc *level, uint64_t seed, qx_maze_exit_rule rule,
                      qx_maze **maze, qx_maze_route *route)
{
    const qx_maze_desc desc = { .width = level->size,
                                .height = level->size,
                                .depth = level->size,
                                .algorithm = level->algorithm,
                                .braid = level->braid,
                                .seed = seed };
    qx_result result = qx_maze_create(&desc, NULL, maze);
    if (result != QX_OK) return result;
    result = find_route(*maze, level, seed, rule, route);
    if (result == QX_OK) result = put_at_corner(maze, level->size, route);
    if (result == QX_OK) return QX_OK;
    qx_maze_destroy(*maze);
    *maze = NULL;
    return result;
}

static uint64_t seed_of_draw(const level_desc *level, uint32_t number)
{
    return number == 0 ? level->seed : mix(level->seed, STREAM_DRAW + ((uint64_t)number << 8));
}

qx_result level_draw(level_desc *level, uint32_t number)
{
    qx_maze *maze;
    qx_maze_route route;
    if (level_fault(level)) return QX_BAD_VALUE;
    const uint64_t seed = seed_of_draw(level, number);
    const qx_result result = draw(level, seed, QX_MAZE_EXIT_DIAMETER, &maze, &route);
    if (result != QX_OK) return result;
    qx_maze_destroy(maze);
    level->seed = seed;
    return QX_OK;
}

qx_result level_build(level_desc *level, qx_maze **maze, qx_maze_route *route)
{
    *maze = NULL;
    *route = (qx_maze_route){ .length = 0 };
    if (level_fault(level)) return QX_BAD_VALUE;
    for (uint32_t number = 0; number < LEVEL_DRAWS; number++) {
        const uint64_t seed = seed_of_draw(level, number);
        const qx_result result = draw(level, seed, QX_MAZE_EXIT_DIAMETER, maze, route);
        if (result == QX_OK) level->seed = seed;
        if (result != QX_NOT_FOUND) return result;
    }
    return draw(level, level->seed, QX_MAZE_EXIT_ARTICLE, maze, route); // from cell 0, always there
}
