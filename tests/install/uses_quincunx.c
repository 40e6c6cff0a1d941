// SPDX-License-Identifier: MIT
#include <quincunx/quincunx.h>

#include <stdio.h>

int main(void)
{
    qx_grid *grid;
    if (qx_grid_create(&(qx_grid_desc){ .width = 640, .height = 360 }, &grid) != QX_OK) return 1;
    const qx_grid_push push = { .x = 320, .y = 180, .radius = 80, .strength = 8 };
    if (qx_grid_apply(grid, &push) != QX_OK) return 1;
    qx_grid_step(grid, NULL);
    const int moved = qx_grid_sample_displacement(grid, 340, 180).x > 0.0f;
    qx_grid_destroy(grid);
    puts(moved ? "quincunx works" : "the net did not move");
    return !moved;
}
