// SPDX-License-Identifier: MIT
// One bolt in three lights: rounded beams that add up, and the two forms of glow.h. Above, its
// lines as they are; below, each cut in 16: what may not change then does not: glow_forms [FILE.png]
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDE = 220, HIGH = 130, FORMS = 3, CUT = 16, WIDTH = FORMS * WIDE, HEIGHT = 2 * HIGH };

static const char *const names[FORMS] = { "beams added", "QX_GLOW_SUM", "QX_GLOW_MAX" };

// The tile of the picture for one form: above or below.
static qx_glow_picture tile_of(float *planes, int form, bool cut)
{
    const qx_vec2 origin = { (float)(-WIDE * form), cut ? -HIGH : 0 };
    return (qx_glow_picture){ planes, WIDTH, HEIGHT, origin, .scale = 1 };
}

static float between(float from, float to, float share)
{
    return from + (to - from) * share;
}

static void cut_lines(const qx_glow_line *lines, uint32_t count, qx_glow_line *pieces)
{
    for (uint32_t i = 0; i < count * CUT; i++) {
        const qx_glow_line *line = &lines[i / CUT];
        const float begin = (float)(i % CUT) / CUT, end = (float)(i % CUT + 1) / CUT;
        const qx_vec3 from = line->from, to = line->to;
        pieces[i] = *line;
        pieces[i].from = (qx_vec3){ between(from.x, to.x, begin), between(from.y, to.y, begin), 0 };
        pieces[i].to = (qx_vec3){ between(from.x, to.x, end), between(from.y, to.y, end), 0 };
    }
}

// What is often done: each line is a beam with round ends, and light adds up where they overlap.
static void add_beam(const qx_glow *glow, const qx_glow_line *line, const qx_glow_picture *tile)
{
    const int reach = (int)(glow->halo * line->scale) + 1;
    const float *a = &line->from.x, *b = &line->to.x;
    int low[2], high[2];
    for (int axis = 0; axis < 2; axis++) {
        const int limit = axis ? HIGH : WIDE;
        low[axis] = (int)(a[axis] < b[axis] ? a[axis] : b[axis]) - reach;
        high[axis] = (int)(a[axis] < b[axis] ? b[axis] : a[axis]) + reach;
        if (low[axis] < 0) low[axis] = 0;
        if (high[axis] >= limit) high[axis] = limit - 1;
    }
    for (int y = low[1]; y <= high[1]; y++) {
        for (int x = low[0]; x <= high[0]; x++) {
            const qx_vec2 place = { (float)x + 0.5f, (float)y + 0.5f };
            const qx_vec3 light = qx_glow_sample(glow, QX_GLOW_MAX, line, place);
            float *pixel =
                tile->planes + (y - (int)tile->origin.y) * WIDTH + x - (int)tile->origin.x;
            pixel[0] += light.x;
            pixel[WIDTH * HEIGHT] += light.y;
            pixel[2 * WIDTH * HEIGHT] += light.z;
        }
    }
}

static bool draw(const qx_glow *glow, const qx_glow_line *lines, uint32_t count, float *planes,
                 bool cut)
{
    const qx_glow_picture beams = tile_of(planes, 0, cut);
    const qx_glow_picture sum = tile_of(planes, 1, cut), max = tile_of(planes, 2, cut);
    for (uint32_t i = 0; i < count; i++) add_beam(glow, &lines[i], &beams);
    return qx_glow_build(glow, QX_GLOW_SUM, lines, count, &sum, NULL) == QX_OK &&
           qx_glow_build(glow, QX_GLOW_MAX, lines, count, &max, NULL) == QX_OK;
}

// How far the byte of any pixel moved when lines were cut.
static int largest_change(const uint8_t *pixels, int form)
{
    int most = 0;
    for (int y = 0; y < HIGH; y++) {
        for (int i = 3 * WIDE * form; i < 3 * WIDE * (form + 1); i++) {
            const int change = abs(pixels[3 * WIDTH * y + i] - pixels[3 * WIDTH * (y + HIGH) + i]);
            if (change > most) most = change;
        }
    }
    return most;
}

static bool save(const uint8_t *bytes, const char *path)
{
    qx_error error;
    const qx_image image = { (uint8_t *)bytes, WIDTH, HEIGHT, 3 };
    if (qx_png_save_file(&image, path, NULL, &error) == QX_OK) return true;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return false;
}

static bool compare(const char *path)
{
    static float planes[3 * WIDTH * HEIGHT];
    static uint8_t pixels[3 * WIDTH * HEIGHT];
    static qx_glow_line lines[64], pieces[64 * CUT];
    qx_bolt *bolt;
    const qx_bolt_desc desc = { .from = { 16, 30, 0 },
                                .to = { 204, 100, 0 },
                                .seed = 2,
                                .generations = 5,
                                .segments = 64,
                                .branch_chance = 0.2f };
    if (qx_bolt_create(&desc, &bolt) != QX_OK) return false;
    const uint32_t count = qx_bolt_build_lines(bolt, NULL, lines, NULL);
    qx_bolt_destroy(bolt);
    cut_lines(lines, count, pieces);
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, 16);
    if (!draw(&glow, lines, count, planes, false)) return false;
    if (!draw(&glow, pieces, count * CUT, planes, true)) return false;
    const qx_glow_picture picture = tile_of(planes, 0, false);
    qx_glow_build_bytes(&picture, NULL, pixels);
    for (int form = 0; form < FORMS; form++)
        printf("%s: up to %d / 255 by cutting\n", names[form], largest_change(pixels, form));
    return save(pixels, path) && largest_change(pixels, 1) <= 1 && largest_change(pixels, 2) <= 1;
}

int main(int count, char **words)
{
    return compare(count > 1 ? words[1] : "glow_forms.png") ? 0 : 1;
}
