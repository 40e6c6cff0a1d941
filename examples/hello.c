// SPDX-License-Identifier: MIT
#include <quincunx/quincunx.h>
#include <stdio.h>

int main(void)
{
    qx_grid *net;
    if (qx_grid_create(&(qx_grid_desc){ .width = 700, .height = 440 }, &net) != QX_OK) return 1;
    const qx_grid_push hit = { QX_GRID_DIRECTED, .x = 350, .y = 220, .radius = 60, .strength = 50 };
    qx_grid_apply(net, &hit);
    for (int tick = 0; tick < 24; tick++) qx_grid_step(net, NULL);
    for (float y = 10; y < 440; y += 20, putchar('\n')) {
        for (float x = 5; x < 700; x += 10) {
            const int height = (int)qx_grid_sample_displacement(net, x, y).z;
            putchar(" .:oO"[height < 0 ? 0 : height / 4 % 5]);
        }
    }
    qx_grid_destroy(net);
}
