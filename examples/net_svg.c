// SPDX-License-Identifier: MIT
// A net after an explosion, as a drawing for a page or a plotter: net_svg [FILE.svg]
#include <quincunx/grid.h>
#include <quincunx/svg.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 640, HEIGHT = 360 };

static const qx_grid_line_desc look = { .thick = 1.6f, .thin = 0.7f, .middle = 0.35f };

// Pushed at once by two explosions and a vortex, then left alone for a seventh of a second.
static qx_grid *make_net(void)
{
    qx_grid *net;
    const qx_grid_desc desc = { .width = WIDTH, .height = HEIGHT, .points = 900 };
    if (qx_grid_create(&desc, &net) != QX_OK) return NULL;
    const qx_grid_push pushes[] = {
        { QX_GRID_EXPLODE, .x = 220, .y = 190, .radius = 130, .strength = 16 },
        { QX_GRID_EXPLODE, .x = 470, .y = 110, .radius = 70, .strength = 9 },
        { QX_GRID_VORTEX, .x = 450, .y = 260, .radius = 110, .strength = 12 },
    };
    for (size_t i = 0; i < sizeof pushes / sizeof pushes[0]; i++) qx_grid_apply(net, &pushes[i]);
    for (int tick = 0; tick < 9; tick++) qx_grid_step(net, NULL);
    return net;
}

// Lines that were pushed toward the viewer or away keep their place on paper: z is left out.
static void flatten(const qx_grid_line *lines, size_t count, qx_svg_line *drawn)
{
    for (size_t i = 0; i < count; i++)
        drawn[i] = (qx_svg_line){ .from = { lines[i].from.x, lines[i].from.y },
                                  .to = { lines[i].to.x, lines[i].to.y },
                                  .width = lines[i].width,
                                  .colour = lines[i].width > 1 ? 0x4FD8FFFF : 0x5A55D6FF };
}

static int write_drawing(const qx_grid *net, const char *path)
{
    const uint32_t bound = qx_grid_bound_lines(net, &look);
    qx_grid_line *lines = malloc(bound * sizeof *lines);
    qx_svg_line *drawn = malloc(bound * sizeof *drawn);
    int status = 1;
    if (lines && drawn) {
        const uint32_t count = qx_grid_build_lines(net, &look, lines);
        flatten(lines, count, drawn);
        const qx_svg drawing = { .width = WIDTH,
                                 .height = HEIGHT,
                                 .background = 0x05060FFF,
                                 .decimals = 1,
                                 .title = "A net after an explosion",
                                 .lines = drawn,
                                 .count = count };
        qx_error error;
        status = qx_svg_save_file(&drawing, path, NULL, &error) != QX_OK;
        if (status)
            fprintf(stderr, "%s: %s\n", path, error.message);
        else
            printf("%s: %u lines\n", path, count);
    }
    free(drawn);
    free(lines);
    return status;
}

int main(int count, char **arguments)
{
    qx_grid *net = make_net();
    if (!net) return 1;
    const int status = write_drawing(net, count > 1 ? arguments[1] : "net.svg");
    qx_grid_destroy(net);
    return status;
}
