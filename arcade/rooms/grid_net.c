// SPDX-License-Identifier: MIT
// The net: making it in any shape and density, pushing it, stepping it.
#include "grid_room.h"

#include <math.h>
#include <stdlib.h>

// Denser nets are drawn without blending between two ticks: that would double what goes to the
// graphics card, and no one sees it move by less than a cell.
#define MOST_BLENDED 100000u

// Pushes are made for the spacing that the material law imitates. In the classic law a denser net
// is softer; by the root of the spacing less looks about as lively as the sparse net does. (In
// proportion: a dense net hardly moves.)
#define SPACING_MEANT 24.0f

static const uint32_t ladder[] = { 1600, 6000, 15000, 60000, 250000, 1000000 };
#define LADDER_COUNT (sizeof ladder / sizeof ladder[0])

uint32_t grid_denser(uint32_t points)
{
    for (size_t i = 0; i < LADDER_COUNT; i++)
        if (ladder[i] > points) return ladder[i];
    return points;
}

uint32_t grid_sparser(uint32_t points)
{
    for (size_t i = LADDER_COUNT; i-- > 0;)
        if (ladder[i] < points) return ladder[i];
    return points;
}

static bool make_positions(grid_net *net, uint32_t count)
{
    net->bytes = (size_t)count * sizeof(qx_vec3);
    net->positions = malloc(net->bytes);
    if (count > MOST_BLENDED) return net->positions;
    net->before = malloc(net->bytes);
    return net->positions && net->before;
}

static void show(grid_net *net)
{
    qx_grid_build_positions(net->grid, net->positions, sizeof(qx_vec3));
}

static float give_of(const qx_grid_info *info, uint32_t material)
{
    const float spacing = 0.5f * (info->spacing_x + info->spacing_y);
    if (material == QX_GRID_WORLD || spacing > SPACING_MEANT) return 1.0f;
    return sqrtf(spacing / SPACING_MEANT);
}

qx_result grid_net_open(grid_net *net, uint32_t points, uint32_t material, int16_t width,
                        int16_t height)
{
    grid_net made = { .points = points, .material = material, .width = width, .height = height };
    const qx_grid_desc desc = { .width = width,
                                .height = height,
                                .points = points,
                                .material = (qx_grid_material)material,
                                .damping_floor = 0.35f };
    const qx_result result = qx_grid_create(&desc, &made.grid);
    if (result != QX_OK) return result;
    const qx_grid_info info = qx_grid_get_info(made.grid);
    if (!make_positions(&made, info.points)) {
        grid_net_close(&made);
        return QX_NO_MEMORY;
    }
    made.give = give_of(&info, material);
    grid_net_close(net);
    *net = made;
    grid_net_rest(net);
    return QX_OK;
}

void grid_net_close(grid_net *net)
{
    qx_grid_destroy(net->grid);
    free(net->positions);
    free(net->before);
    *net = (grid_net){ 0 };
}

// A push beyond the limit of one tick is left out: with so many at once none is missed.
void grid_net_push(grid_net *net, const qx_grid_push *push)
{
    qx_grid_push given = *push;
    given.strength *= net->give;
    qx_grid_apply(net->grid, &given);
}

void grid_net_step(grid_net *net, const qx_workers *workers)
{
    if (net->before) {
        qx_vec3 *oldest = net->before;
        net->before = net->positions;
        net->positions = oldest;
    }
    qx_grid_step(net->grid, workers);
    show(net);
}

void grid_net_rest(grid_net *net)
{
    qx_grid_reset(net->grid);
    show(net);
    if (net->before) qx_grid_build_positions(net->grid, net->before, sizeof(qx_vec3));
}
