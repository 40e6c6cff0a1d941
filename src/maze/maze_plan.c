// SPDX-License-Identifier: MIT
#include "maze_plan.h"

#include <math.h>

// Sets of a layer for each opening up. Fewer sets take more tries, and more give less choice of the
// way up: at 1 each set goes up once. Where they are few, lower layers hang together soon and ways
// from there are short: at 0.2 the farthest cell from a corner below is 70 % of the longest way
// off, from one above 90 %; at 0.75 it is 80 % from all. So small mazes, in which that shows, have
// many, and large ones few, which is quicker. Shuffled edges and coins of 0.5 and 0.3 have about
// 1/6.
#define SETS_WHERE_LARGE 0.2
#define SETS_WHERE_SMALL 0.75
#define SMALL_LAYER 1024.0 // cells

static double within(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

static uint32_t count_of(double value, double least, double most)
{
    return (uint32_t)(within(value, least, most) + 0.5);
}

static double between(double large, double small, double how_small)
{
    return large + (small - large) * how_small;
}

// Openings of all layers together.
static double openings_of(const maze_plan *plan)
{
    return plan->cells * plan->layers - (plan->through > 0.0 ? 0.0 : 1.0);
}

maze_plan maze_plan_of(const qx_maze_desc *desc, uint64_t layers, bool above)
{
    const double w = (double)desc->width, h = (double)desc->height;
    maze_plan plan = {
        .cells = w * h, .edges = (w - 1.0) * h, .edges_y = w * (h - 1.0), .layers = (double)layers
    };
    const double wishes[] = { desc->width > 1 ? (double)desc->share_x : 0.0,
                              desc->height > 1 ? (double)desc->share_y : 0.0,
                              desc->depth != 1 ? (double)desc->share_z : 0.0 };
    const double sum = wishes[0] + wishes[1] + wishes[2];
    for (size_t i = 0; i < 3 && sum > 0.0; i++) plan.share[i] = wishes[i] / sum;
    plan.small = plan.cells > SMALL_LAYER ? SMALL_LAYER / plan.cells : 1.0;
    if (above) plan.through = (double)maze_plan_floor(&plan);
    return plan;
}

// Yields of equal shares: of a layer on which nothing hangs together yet, of one above a slab, and
// of all others. Layers of the first two kinds say little about the one that follows them.
typedef struct yields {
    double large[2], small[2];
} yields;

static const yields yields_alone = { { 0.885, 0.88 }, { 0.955, 0.945 } };
static const yields yields_above = { { 0.78, 0.69 }, { 0.86, 0.82 } };
static const yields yields_later = { { 0.745, 0.625 }, { 0.87, 0.845 } };

static void set_yields(maze_tally *tally, const yields *of, double small)
{
    for (size_t axis = 0; axis < 2; axis++)
        tally->yield[axis] = between(of->large[axis], of->small[axis], small);
}

maze_tally maze_tally_begin(const maze_plan *plan)
{
    maze_tally tally = { .opened = { 0, 0, (uint64_t)plan->through }, .bare = 0.9 };
    set_yields(&tally, plan->through > 0.0 ? &yields_above : &yields_alone, plan->small);
    return tally;
}

void maze_tally_walls(const maze_plan *plan, maze_tally *tally, bool alone,
                      const uint32_t opened[2], const uint32_t tried[2])
{
    for (size_t axis = 0; axis < 2; axis++) {
        tally->opened[axis] += opened[axis];
        if (opened[axis] > 0) tally->yield[axis] = (double)opened[axis] / (double)tried[axis];
    }
    if (alone) set_yields(tally, &yields_later, plan->small);
}

uint32_t maze_plan_up(const maze_plan *plan, const maze_tally *tally, uint64_t z)
{
    const double done = (double)z + 1.0;
    double wanted = plan->share[2] * plan->cells * done;
    if (plan->layers > 0.0) {
        const double all = plan->share[2] * openings_of(plan);
        wanted = plan->through + (all - plan->through) * done / (plan->layers - 1.0);
    }
    return count_of(wanted - (double)tally->opened[2], 1.0, plan->cells);
}

uint32_t maze_plan_floor(const maze_plan *plan)
{
    return count_of(plan->share[2] * plan->cells, 1.0, plan->cells);
}

uint32_t maze_plan_sets(const maze_plan *plan, uint32_t up)
{
    const double each = between(SETS_WHERE_LARGE, SETS_WHERE_SMALL, plan->small);
    return count_of(each * (double)up, 1.0, (double)up);
}

uint32_t maze_plan_x(const maze_plan *plan, const maze_tally *tally, uint32_t inside)
{
    const double sum = plan->share[0] + plan->share[1];
    const double part = sum > 0.0 ? plan->share[0] / sum : plan->edges_y > 0.0 ? 0.5 : 1.0;
    const double after = (double)tally->opened[0] + (double)tally->opened[1] + (double)inside;
    const double most = within(plan->edges, 0.0, (double)inside);
    return count_of(part * after - (double)tally->opened[0], 0.0, most);
}

uint32_t maze_plan_coin(const maze_plan *plan, const maze_tally *tally, uint32_t axis,
                        uint32_t wanted)
{
    const double tried = (axis ? plan->edges_y : plan->edges) * tally->yield[axis];
    if (!(tried > 0.0)) return 0;
    return count_of(256.0 * (double)wanted / tried, 0.0, 256.0);
}

// Chance spreads the number of openings by about half the root of the cells.
uint32_t maze_plan_coin_up(const maze_plan *plan, const maze_tally *tally, uint32_t up,
                           uint32_t sets)
{
    const double bare = within(tally->bare, 0.0, 1.0) * (double)sets;
    const double coins = (double)up - sqrt(plan->cells) - bare;
    const double free = plan->cells - bare;
    if (!(coins > 0.0) || !(free > 0.0)) return 0;
    return (uint32_t)within(256.0 * coins / free, 0.0, 256.0);
}
