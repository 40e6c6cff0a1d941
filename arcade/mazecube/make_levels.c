// SPDX-License-Identifier: MIT
// Chooses the seeds of the 81 levels and writes level_table.c on stdout: a minute's work, to be
// done again when worlds, mazes, the ball or the solver change.
//
//     cmake --build build/release --target mazecube_levels
//     build/release/bin/mazecube_levels > level_table.c && mv level_table.c arcade/mazecube/
//     clang-format -i arcade/mazecube/level_table.c
//
// Each level is the one of SEEDS mazes of its world and size whose rating is nearest to what is
// wanted, above the level's before, and which the solver solves. In the first world a way of few
// turns is worth more than that: the rating counts what lies beside the way, and of two small cubes
// rated alike one may take nine turns and the other six.
#include "level_table.h"
#include "plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define SEEDS 240u
#define BUDGET 2000000u // simulated ticks for one plan
#define SPARED 0.5      // of rating, for each turn of a way in the first world

// Of the first and the last level of each world.
static const double ratings[LEVEL_WORLDS][2] = { { 9, 34 },    { 36, 72 },   { 73, 100 },
                                                 { 101, 124 }, { 126, 190 }, { 192, 245 },
                                                 { 247, 300 }, { 302, 430 }, { 434, 600 } };

typedef struct candidate {
    uint64_t seed;
    double rating, off; // from what is wanted
} candidate;

static bool measure(level_desc *level, qx_maze_measures *measures)
{
    qx_maze *maze;
    qx_maze_route route;
    if (level_build(level, &maze, &route) != QX_OK) return false;
    uint32_t *distances = malloc(qx_maze_get_info(maze).cells * sizeof *distances);
    void *scratch = aligned_alloc(16, (qx_maze_bound_scratch(maze) + 15) / 16 * 16);
    const bool done =
        distances && scratch &&
        qx_maze_measure(maze, 0, route.exit.cell, distances, scratch, measures) == QX_OK;
    free(distances);
    free(scratch);
    qx_maze_destroy(maze);
    return done;
}

static int nearest_first(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->off != y->off) return x->off < y->off ? -1 : 1;
    return (x->seed > y->seed) - (x->seed < y->seed);
}

static double off_of(const level_desc *level, const qx_maze_measures *measures, double wanted)
{
    const double rating = level_rating(measures);
    const double off = rating < wanted ? wanted - rating : rating - wanted;
    return level->number <= LEVELS_OF_WORLD ? off + SPARED * measures->route_turns : off;
}

static uint32_t collect(level_desc level, double wanted, double above, candidate found[SEEDS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < SEEDS; i++) {
        qx_maze_measures measures;
        level.seed = (uint64_t)level.number * 1000 + i;
        if (!measure(&level, &measures)) continue;
        const double rating = level_rating(&measures), off = off_of(&level, &measures, wanted);
        if (rating > above) found[count++] = (candidate){ level.seed, rating, off };
    }
    qsort(found, count, sizeof found[0], nearest_first);
    return count;
}

static double wanted_of(uint32_t number)
{
    const uint32_t world = (number - 1) / LEVELS_OF_WORLD, place = (number - 1) % LEVELS_OF_WORLD;
    const double first = ratings[world][0], last = ratings[world][1];
    return first + (last - first) * place / (LEVELS_OF_WORLD - 1);
}

// Raises *rating to that of the level; false where none of the seeds will do.
static bool choose(uint32_t number, double *rating)
{
    static candidate found[SEEDS];
    static plan p;
    level_desc level = level_get(number);
    const uint32_t count = collect(level, wanted_of(number), *rating, found);
    for (uint32_t i = 0; i < count; i++) {
        level.seed = found[i].seed;
        if (!plan_solve(&p, &level, BUDGET)) continue;
        *rating = found[i].rating;
        printf("    { 0x%016" PRIX64 ", %u }, // %u: rated %.1f, %u ticks of plan\n", level.seed,
               plan_par(&p), number, *rating, p.ticks);
        return true;
    }
    fprintf(stderr, "mazecube_levels: none for level %u\n", number);
    return false;
}

int main(void)
{
    double rating = 0.0;
    puts("// SPDX-License-Identifier: MIT\n"
         "// Written by make_levels.c: seed and par of every level.\n"
         "#include \"level_table.h\"\n\n"
         "const level_row level_rows[LEVEL_COUNT] = {");
    for (uint32_t number = 1; number <= LEVEL_COUNT; number++)
        if (!choose(number, &rating)) return 1;
    puts("};");
    return 0;
}
