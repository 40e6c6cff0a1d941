// SPDX-License-Identifier: MIT
#include "net_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

float net_moved_at(const room_play *p, float x, float y)
{
    const qx_vec3 d = qx_grid_sample_displacement(p->grid->net.grid, x, y);
    return sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
}

// Farthest that the net is off its place within reach of (x, y).
float net_moved_near(const room_play *p, float x, float y, float reach)
{
    float most = 0.0f;
    for (int i = -4; i <= 4; i++)
        for (int j = -4; j <= 4; j++)
            most = fmaxf(
                most, net_moved_at(p, x + 0.25f * reach * (float)i, y + 0.25f * reach * (float)j));
    return most;
}

void net_assert_finite(const room_play *p)
{
    const qx_grid_info info = qx_grid_get_info(p->grid->net.grid);
    for (uint32_t i = 0; i < info.points; i++) {
        const qx_vec3 at = p->grid->net.positions[i];
        assert_true(isfinite(at.x) && isfinite(at.y) && isfinite(at.z));
    }
}

double net_unrest(const room_play *p)
{
    double sum = 0.0;
    for (int i = 1; i < 16; i++)
        for (int j = 1; j < 9; j++)
            sum += (double)net_moved_at(p, 80.0f * (float)i, 80.0f * (float)j);
    return sum / (15 * 8);
}
