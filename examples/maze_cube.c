// SPDX-License-Identifier: MIT
// A maze taken apart, layer above layer, with the longest way from border to border, drawn without
// a GPU: maze_cube [FILE.png [SEED]]
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 480, HEIGHT = 270, SIDE = 6, LAYERS = 3, CELLS = SIDE * SIDE * LAYERS };

// Pixels: half a cell's width and height, from layer to layer, a wall's height.
static const float across = 18, down = 9.8f, up = 66, tall = 8;

typedef struct drawing {
    qx_maze *maze;
    qx_glow_picture picture;
    qx_glow walls, way;
    uint64_t cells[CELLS]; // of the way
    uint64_t length;
    qx_result result; // the first that is bad
} drawing;

// From cells to the picture, seen from above a corner.
static qx_vec3 project(float x, float y, float z)
{
    return (qx_vec3){ WIDTH / 2.0f + across * (x - y), 147 + down * (x + y) - up * z, 0 };
}

static void draw(drawing *d, const qx_glow *glow, qx_vec3 from, qx_vec3 to, float brightness)
{
    const qx_glow_line line = { from, to, .scale = 1, .brightness = brightness };
    const qx_result result = qx_glow_build(glow, QX_GLOW_MAX, &line, 1, &d->picture, NULL);
    if (d->result == QX_OK) d->result = result;
}

// What stands in front takes light from what is drawn already.
static void darken(drawing *d, float x, float top, float bottom, float left)
{
    for (int row = (int)top; row < (int)bottom; row++)
        for (int plane = 0; plane < 3; plane++)
            d->picture.planes[(plane * HEIGHT + row) * WIDTH + (int)x] *= left;
}

static void draw_floor(drawing *d, float z)
{
    const qx_vec3 left = project(0, SIDE, z), right = project(SIDE, 0, z);
    const qx_vec3 front = project(SIDE, SIDE, z);
    for (float x = left.x; x < right.x; x++) {
        const float off = x < front.x ? front.x - x : x - front.x;
        const float reach = (across * SIDE - off) * down / across;
        darken(d, x, left.y - reach, left.y + reach, 0.15f);
    }
    draw(d, &d->walls, left, front, 0.35f);
    draw(d, &d->walls, front, right, 0.35f);
}

// `from` is left of `to` in the picture.
static void draw_wall(drawing *d, qx_vec3 from, qx_vec3 to)
{
    const qx_vec3 over_from = { from.x, from.y - tall, 0 }, over_to = { to.x, to.y - tall, 0 };
    for (float x = from.x; x < to.x; x++) {
        const float y = from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x);
        darken(d, x, y - tall, y, 0.1f);
    }
    draw(d, &d->walls, from, to, 0.12f);
    draw(d, &d->walls, from, over_from, 0.3f);
    draw(d, &d->walls, to, over_to, 0.3f);
    draw(d, &d->walls, over_from, over_to, 0.8f);
}

// Walls at the back of each cell, the farthest first, so that nearer ones come to stand in front.
static void draw_walls(drawing *d, uint32_t z)
{
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            const uint64_t cell = qx_maze_get_cell(d->maze, x, y, z);
            const float u = (float)x, v = (float)y, w = (float)z;
            if (!qx_maze_get_open(d->maze, cell, QX_MAZE_LOW_Y))
                draw_wall(d, project(u, v, w), project(u + 1, v, w));
            if (!qx_maze_get_open(d->maze, cell, QX_MAZE_LOW_X))
                draw_wall(d, project(u, v + 1, w), project(u, v, w));
        }
    }
}

static qx_vec3 middle(uint64_t cell)
{
    return project((float)(cell % SIDE) + 0.5f, (float)(cell / SIDE % SIDE) + 0.5f,
                   (float)(cell / SIDE / SIDE));
}

// Steps within the layer, and those up from it, which the next one then shades.
static void draw_way(drawing *d, uint64_t z)
{
    for (uint64_t i = 1; i < d->length; i++) {
        const uint64_t a = d->cells[i - 1], b = d->cells[i];
        if ((a < b ? a : b) / (SIDE * SIDE) == z) draw(d, &d->way, middle(a), middle(b), 1);
    }
}

// The longest way between two cells at the border.
static void find_way(drawing *d)
{
    static uint32_t distances[CELLS];
    const qx_maze_exit_desc rule = { .rule = QX_MAZE_EXIT_DIAMETER };
    qx_maze_route route;
    void *scratch = malloc(qx_maze_bound_scratch(d->maze));
    d->result = QX_NO_MEMORY;
    if (!scratch) return;
    d->result = qx_maze_solve_exit(d->maze, &rule, distances, scratch, &route);
    if (d->result == QX_OK)
        d->length = qx_maze_solve_path(d->maze, route.exit.cell, distances, d->cells, CELLS);
    printf("%u steps\n", route.length);
    free(scratch);
}

int main(int count, char **words)
{
    static float planes[3 * WIDTH * HEIGHT];
    static uint8_t pixels[3 * WIDTH * HEIGHT];
    static drawing d = { .picture = { planes, WIDTH, HEIGHT, .scale = 1 } };
    const uint64_t seed = count > 2 ? strtoull(words[2], NULL, 10) : 5;
    const qx_maze_desc desc = { .width = SIDE, .height = SIDE, .depth = LAYERS, .seed = seed };
    if (qx_maze_create(&desc, NULL, &d.maze) != QX_OK) return 1;
    d.walls = qx_glow_get_ramp(QX_GLOW_STORM, 4);
    d.way = qx_glow_get_ramp(QX_GLOW_GOLD, 9);
    find_way(&d);
    for (uint32_t z = 0; z < LAYERS; z++) {
        draw_floor(&d, (float)z);
        draw_walls(&d, z);
        draw_way(&d, z);
    }
    qx_maze_destroy(d.maze);
    qx_glow_build_bytes(&d.picture, NULL, pixels);
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    qx_error error;
    const char *path = count > 1 ? words[1] : "maze_cube.png";
    const qx_result saved = qx_png_save_file(&image, path, NULL, &error);
    if (saved != QX_OK) fprintf(stderr, "%s: %s\n", path, error.message);
    return d.result != QX_OK || saved != QX_OK;
}
