// SPDX-License-Identifier: MIT
// Every shape a bolt's path may have, a tile each: bolt_shapes [FILE.png]
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { TILE = 150, ACROSS = 4, WIDTH = ACROSS * TILE, HEIGHT = 2 * TILE };

static const qx_vec3 places[] = { { 14, 110, 0 }, { 50, 34, 0 }, { 88, 118, 0 }, { 136, 44, 0 } };
static const qx_vec3 left[] = { { 20, 20, 0 }, { 20, 75, 0 }, { 20, 130, 0 } };
static const qx_vec3 right[] = { { 130, 38, 0 }, { 130, 112, 0 } };

// Those that end at a place by chance are struck several times.
typedef struct tile {
    qx_bolt_shape shape;
    uint64_t strikes;
    qx_glow_ramp ramp;
} tile;

static const tile tiles[] = {
    { { .kind = QX_BOLT_POLYLINE, .points = places, .point_count = 4 }, 1, QX_GLOW_STORM },
    { { .kind = QX_BOLT_SPLINE, .points = places, .point_count = 4, .steps = 5 },
      1,
      QX_GLOW_STORM },
    { { .kind = QX_BOLT_CIRCLE, .centre = { 75, 75, 0 }, .radius = 50 }, 1, QX_GLOW_EMBER },
    { { .kind = QX_BOLT_RECTANGLE, .centre = { 75, 75, 0 }, .half = { 56, 40 } },
      1,
      QX_GLOW_EMBER },
    { { .kind = QX_BOLT_BETWEEN,
        .points = left,
        .point_count = 3,
        .others = right,
        .other_count = 2 },
      4,
      QX_GLOW_PLASMA },
    { { .kind = QX_BOLT_DISC, .centre = { 75, 75, 0 }, .radius = 62 }, 9, QX_GLOW_PLASMA },
    { { .kind = QX_BOLT_CONE, .centre = { 75, 12, 0 }, .radius = 128, .angle = 0.7f },
      9,
      QX_GLOW_ACID },
    { { .kind = QX_BOLT_POLYLINE, .points = places, .point_count = 4, .closed = true },
      1,
      QX_GLOW_GOLD },
};

static bool draw_path(const qx_vec3 *path, uint32_t count, uint64_t seed, qx_glow_ramp ramp,
                      const qx_glow_picture *picture)
{
    qx_bolt *bolt;
    const qx_bolt_desc desc = { .path = path,
                                .path_count = count,
                                .seed = seed,
                                .width = 1.2f,
                                .generations = count > 4 ? 4 : 6,
                                .branch_chance = 0.15f };
    if (qx_bolt_create(&desc, &bolt) != QX_OK) return false;
    qx_glow_line *lines = malloc(qx_bolt_bound_lines(bolt) * sizeof *lines);
    const qx_glow glow = qx_glow_get_ramp(ramp, 8);
    bool done = lines;
    if (done) {
        const uint32_t built = qx_bolt_build_lines(bolt, NULL, lines, NULL);
        done = qx_glow_build(&glow, QX_GLOW_MAX, lines, built, picture, NULL) == QX_OK;
    }
    free(lines);
    qx_bolt_destroy(bolt);
    return done;
}

static bool draw_tile(const tile *t, const qx_glow_picture *picture)
{
    qx_bolt_shape shape = t->shape;
    qx_vec3 *path = malloc(qx_bolt_bound_path(&shape) * sizeof *path);
    bool done = path;
    for (shape.seed = 1; shape.seed <= t->strikes && done; shape.seed++) {
        uint32_t count;
        done = qx_bolt_build_path(&shape, path, &count) == QX_OK &&
               draw_path(path, count, shape.seed, t->ramp, picture);
    }
    free(path);
    return done;
}

static bool save(const qx_glow_picture *picture, const char *path)
{
    static uint8_t pixels[3 * WIDTH * HEIGHT];
    qx_glow_build_bytes(picture, NULL, pixels);
    qx_error error;
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    if (qx_png_save_file(&image, path, NULL, &error) == QX_OK) return true;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return false;
}

int main(int count, char **words)
{
    static float planes[3 * WIDTH * HEIGHT];
    const qx_glow_picture whole = { planes, WIDTH, HEIGHT, .scale = 1 };
    for (int i = 0; i < (int)(sizeof tiles / sizeof tiles[0]); i++) {
        qx_glow_picture picture = whole;
        picture.origin = (qx_vec2){ (float)(-TILE * (i % ACROSS)), (float)(-TILE * (i / ACROSS)) };
        if (!draw_tile(&tiles[i], &picture)) return 1;
    }
    return save(&whole, count > 1 ? words[1] : "bolt_shapes.png") ? 0 : 1;
}
