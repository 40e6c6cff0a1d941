// SPDX-License-Identifier: MIT
// Rollback, as networked games do it: net_rollback [FILE.svg]
// Tick 20 is reached on a guess. Then word arrives that the other player pushed at tick 8: the net
// goes back to a copy of that tick, takes the push, and runs to tick 20 again. The result has the
// bits that the other player's machine has, which knew of the push in time.
#include <inttypes.h>
#include <quincunx/grid.h>
#include <quincunx/svg.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 640, HEIGHT = 360, THEIR_TICK = 8, NOW = 20, MOST_LINES = 12000 };

static const qx_grid_push ours = { QX_GRID_EXPLODE, .x = 200, .y = 180, .radius = 120,
                                   .strength = 7 };
static const qx_grid_push theirs = { QX_GRID_EXPLODE, .x = 440, .y = 180, .radius = 120,
                                     .strength = 7 };

typedef struct net_drawing {
    qx_svg_line lines[MOST_LINES];
    size_t count;
} net_drawing;

static qx_grid *make_net(void)
{
    qx_grid *net;
    const qx_grid_desc desc = { .width = WIDTH, .height = HEIGHT, .points = 600 };
    if (qx_grid_create(&desc, &net) != QX_OK) return NULL;
    qx_grid_apply(net, &ours);
    return net;
}

static void run(qx_grid *net, int from, int to)
{
    for (int tick = from; tick < to; tick++) qx_grid_step(net, NULL);
}

static void draw(const qx_grid *net, uint32_t colour, net_drawing *out)
{
    static qx_grid_line lines[MOST_LINES];
    const qx_grid_line_desc look = { .thick = 1.4f, .thin = 0.7f, .middle = -1 };
    if (qx_grid_bound_lines(net, &look) > MOST_LINES - out->count) return;
    const uint32_t count = qx_grid_build_lines(net, &look, lines);
    for (uint32_t i = 0; i < count; i++)
        out->lines[out->count++] = (qx_svg_line){ { lines[i].from.x, lines[i].from.y },
                                                  { lines[i].to.x, lines[i].to.y },
                                                  lines[i].width,
                                                  colour };
}

// What this machine does: guess, draw the guess, go back, do it right.
static uint64_t guess_and_correct(qx_grid *net, void *copy, net_drawing *out)
{
    run(net, 0, THEIR_TICK);
    qx_grid_copy_state(net, copy);
    run(net, THEIR_TICK, NOW);
    printf("guess     0x%016" PRIx64 "\n", qx_grid_hash(net));
    draw(net, 0xC0504DFF, out);

    if (qx_grid_restore_state(net, copy, qx_grid_bound_state(net)) != QX_OK) return 0;
    qx_grid_apply(net, &theirs);
    run(net, THEIR_TICK, NOW);
    printf("corrected 0x%016" PRIx64 "\n", qx_grid_hash(net));
    draw(net, 0x4FD8FFFF, out);
    return qx_grid_hash(net);
}

// What the other machine does: it knows of both pushes.
static uint64_t know_all_along(qx_grid *net)
{
    run(net, 0, THEIR_TICK);
    qx_grid_apply(net, &theirs);
    run(net, THEIR_TICK, NOW);
    printf("other     0x%016" PRIx64 "\n", qx_grid_hash(net));
    return qx_grid_hash(net);
}

static int save(const net_drawing *out, const char *path)
{
    const qx_svg svg = { .width = WIDTH,
                         .height = HEIGHT,
                         .background = 0x05060FFF,
                         .decimals = 1,
                         .title = "A net as guessed (red) and after rollback (blue)",
                         .lines = out->lines,
                         .count = out->count };
    qx_error error;
    if (qx_svg_save_file(&svg, path, NULL, &error) == QX_OK) return 0;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return 1;
}

int main(int count, char **arguments)
{
    qx_grid *here = make_net(), *there = make_net();
    void *copy = here ? malloc(qx_grid_bound_state(here)) : NULL;
    net_drawing *out = calloc(1, sizeof *out);
    int status = 1;
    if (here && there && copy && out) {
        const uint64_t corrected = guess_and_correct(here, copy, out);
        const uint64_t known = know_all_along(there);
        puts(corrected == known ? "equal" : "different");
        status = corrected != known || save(out, count > 1 ? arguments[1] : "rollback.svg") != 0;
    }
    free(out);
    free(copy);
    qx_grid_destroy(there);
    qx_grid_destroy(here);
    return status;
}
