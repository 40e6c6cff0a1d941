// SPDX-License-Identifier: MIT
// A thunderstorm over a town, drawn without a GPU: bolt_picture FILE.png
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 560, HEIGHT = 312, PIXELS = WIDTH * HEIGHT };

// A bolt from the clouds to the ground, its halo and how near it is: far ones are dim and thin.
typedef struct stroke {
    qx_vec3 from, to;
    uint64_t seed;
    float halo, brightness;
} stroke;

static const stroke strokes[] = {
    { { 88, -24, 0 }, { 44, 288, 0 }, 4, 5, 0.16f },
    { { 448, -8, 0 }, { 502, 288, 0 }, 9, 8, 0.35f },
    { { 282, -32, 0 }, { 240, 288, 0 }, 21, 18, 1.0f },
};

// Grown once, posed once: its lines into the picture, each pixel the brightest line's.
static qx_result draw_stroke(const stroke *s, const qx_glow_picture *picture)
{
    const qx_bolt_desc desc = { .from = s->from,
                                .to = s->to,
                                .seed = s->seed,
                                .growth = QX_BOLT_OFFSETS,
                                .generations = 8,
                                .branch_chance = 0.4f,
                                .branch_scale = 0.9f,
                                .power = s->brightness };
    qx_bolt *bolt;
    qx_result result = qx_bolt_create(&desc, &bolt);
    if (result != QX_OK) return result;
    qx_glow_line *lines = malloc(qx_bolt_bound_lines(bolt) * sizeof *lines);
    if (lines) {
        const qx_bolt_pose moment = { .time = 0.1 };
        const uint32_t count = qx_bolt_build_lines(bolt, &moment, lines, NULL);
        const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, s->halo);
        result = qx_glow_build(&glow, QX_GLOW_MAX, lines, count, picture, NULL);
        printf("%u segments\n", count);
    }
    free(lines);
    qx_bolt_destroy(bolt);
    return lines ? result : QX_NO_MEMORY;
}

// Clouds lit from within are a few very wide lines of added light along the upper edge.
static qx_result draw_clouds(const qx_glow_picture *picture)
{
    const qx_glow_line clouds[] = {
        { { 144, -16, 0 }, { 416, -48, 0 }, .scale = 1, .brightness = 0.7f },
        { { 240, 8, 0 }, { 336, -8, 0 }, .scale = 0.6f, .brightness = 0.7f },
        { { 432, -16, 0 }, { 560, -24, 0 }, .scale = 0.7f, .brightness = 0.4f },
        { { -80, 308, 0 }, { 656, 308, 0 }, .scale = 0.6f, .brightness = 0.5f },
    };
    const qx_glow dusk = { .halo = 210,
                           .core_light = -1,
                           .middle_light = -1,
                           .halo_light = 0.16f,
                           .halo_colour = 0x5A4FD0FF };
    return qx_glow_build(&dusk, QX_GLOW_SUM, clouds, sizeof clouds / sizeof clouds[0], picture,
                         NULL);
}

// Houses stand in front of all light; each has the height that chance gives it.
static void cover(float *planes, uint32_t left, uint32_t right, uint32_t roof)
{
    for (size_t plane = 0; plane < 3; plane++)
        for (size_t y = roof; y < HEIGHT; y++)
            for (size_t x = left; x < right && x < WIDTH; x++)
                planes[plane * PIXELS + y * WIDTH + x] = 0.0f;
}

static qx_result draw_town(const qx_glow_picture *picture)
{
    const qx_glow lamp = qx_glow_get_ramp(QX_GLOW_GOLD, 3);
    qx_random random;
    qx_random_seed(&random, 12, 0);
    qx_result result = QX_OK;
    for (uint32_t left = 0; left < WIDTH && result == QX_OK;) {
        const uint32_t right = left + 12 + qx_random_below(&random, 27);
        const uint32_t roof = HEIGHT - 28 - qx_random_below(&random, left % 3 ? 20 : 48);
        cover(picture->planes, left, right, roof);
        qx_glow_line window = { .scale = 1, .brightness = 0.5f };
        window.from.x = (float)left + 6;
        window.from.y = (float)(roof + 6 + 5 * qx_random_below(&random, 4));
        window.to = (qx_vec3){ window.from.x + 2, window.from.y, 0 };
        result = qx_glow_build(&lamp, QX_GLOW_MAX, &window, 1, picture, NULL);
        left = right;
    }
    return result;
}

static int save(const qx_glow_picture *picture, const char *path)
{
    static uint8_t pixels[PIXELS * 3];
    qx_glow_build_bytes(picture, NULL, pixels);
    qx_error error;
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    if (qx_png_save_file(&image, path, NULL, &error) == QX_OK) return 0;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return 1;
}

int main(int count, char **words)
{
    static float planes[3 * PIXELS];
    const qx_glow_picture picture = { planes, WIDTH, HEIGHT, .scale = 1 };
    qx_result result = QX_OK;
    for (size_t i = 0; i < sizeof strokes / sizeof strokes[0] && result == QX_OK; i++)
        result = draw_stroke(&strokes[i], &picture);
    if (result == QX_OK) result = draw_clouds(&picture);
    if (result == QX_OK) result = draw_town(&picture);
    if (result == QX_OK) return save(&picture, count > 1 ? words[1] : "bolt_picture.png");
    fprintf(stderr, "%s\n", qx_result_text(result));
    return 1;
}
