// SPDX-License-Identifier: MIT
#include "land.h"

#include <math.h>
#include <string.h>

// Where the sun reaches. Lines of the map are taken one after the other, away from the sun; each
// keeps how high the shadow stands over it: the line before, there the higher of ground and shadow,
// lowered by what sunlight falls from line to line. So a whole map costs as much as reading it. What
// lies between two texels of the line before is taken in proportion, which widens the edges of long
// shadows as the sun's breadth does.

#define NOTHING (-1e30f)

size_t land_shade_floats(const land_shade *s)
{
    const size_t longer = s->columns > s->rows ? s->columns : s->rows;
    return (size_t)s->columns * s->rows + 4 * (longer + 2);
}

// A way through the map, line by line.
typedef struct sweep {
    const float *heights;
    uint8_t *texels;
    ptrdiff_t along, across; // texels from line to line, and within one
    uint32_t lines, width;
    bool backward, wraps;
    float off;  // where the line before is looked at
    float fall; // of sunlight, from line to line
    float water;
} sweep;

// The higher of ground and shadow, with one more at each end.
static void top_line(const sweep *w, uint32_t line, const float *shadow, float *top)
{
    const float *heights = w->heights + (ptrdiff_t)line * w->along;
    for (uint32_t i = 0; i < w->width; i++) {
        const float height = heights[(ptrdiff_t)i * w->across];
        top[i + 1] = height > shadow[i] ? height : shadow[i];
    }
    top[0] = w->wraps ? top[w->width - 1] : NOTHING;
    top[w->width + 1] = w->wraps ? top[2] : NOTHING;
}

static void lower_line(const sweep *w, const float *top, float *shadow)
{
    const int32_t whole = w->off < 0.0f ? -1 : 0;
    const float part = w->off - (float)whole;
    for (uint32_t i = 0; i < w->width; i++) {
        const float *from = top + (int32_t)i + 1 + whole;
        shadow[i] = from[0] * (1.0f - part) + from[1] * part - w->fall;
    }
}

// Full light where the shadow is a line's fall below the ground, none where it is as much above.
// Under water it is the surface that is lit.
static void light_line(const sweep *w, uint32_t line, const float *shadow)
{
    const float scale = 0.5f / w->fall;
    for (uint32_t i = 0; i < w->width; i++) {
        const ptrdiff_t at = (ptrdiff_t)line * w->along + (ptrdiff_t)i * w->across;
        const float height = w->heights[at] > w->water ? w->heights[at] : w->water;
        const float light = 0.5f + (height - shadow[i]) * scale;
        w->texels[2 * at] = (uint8_t)(255.0f * (light < 0.0f ? 0.0f : light > 1.0f ? 1.0f : light));
    }
}

static void run(const sweep *w, float *shadow, float *top)
{
    for (uint32_t i = 0; i < w->width; i++) shadow[i] = NOTHING;
    const uint32_t rounds = w->wraps ? 2 : 1;
    for (uint32_t n = 0; n < rounds * w->lines; n++) {
        const uint32_t step = n % w->lines, line = w->backward ? w->lines - 1 - step : step;
        if (n > 0 && !(step == 0 && w->wraps)) { // the last line repeats the first
            lower_line(w, top, shadow);
        }
        if (n + w->lines >= rounds * w->lines) light_line(w, line, shadow);
        top_line(w, line, shadow, top);
    }
}

static sweep sweep_of(const land_shade *s, qx_vec3 sun)
{
    const float x = sun.x / s->cell_x, z = sun.z / s->cell_z;
    const bool by_columns = fabsf(x) >= fabsf(z);
    const float most = by_columns ? fabsf(x) : fabsf(z);
    sweep w = { .heights = s->heights,
                .texels = s->texels,
                .along = by_columns ? 1 : (ptrdiff_t)s->columns,
                .across = by_columns ? (ptrdiff_t)s->columns : 1,
                .lines = by_columns ? s->columns : s->rows,
                .width = by_columns ? s->rows : s->columns,
                .backward = (by_columns ? x : z) > 0.0f,
                .wraps = s->wraps,
                .off = (by_columns ? z : x) / most,
                .fall = sun.y / most,
                .water = s->water };
    return w;
}

static void light_all(land_shade *s, uint8_t light)
{
    const size_t texels = (size_t)s->columns * s->rows;
    for (size_t i = 0; i < texels; i++) s->texels[2 * i] = light;
}

bool land_shade_light(land_shade *s, qx_vec3 sun, float water)
{
    const float moved = fabsf(sun.x - s->sun.x) + fabsf(sun.y - s->sun.y) + fabsf(sun.z - s->sun.z);
    if (s->lit && moved < 1e-5f && !(water < s->water) && !(water > s->water)) return false;
    s->sun = sun;
    s->water = water;
    s->lit = true;
    if (sun.y <= 1e-3f) {
        light_all(s, 0);
    } else if (fabsf(sun.x) + fabsf(sun.z) < 1e-4f) {
        light_all(s, 255);
    } else {
        const sweep w = sweep_of(s, sun);
        float *shadow = s->scratch;
        run(&w, shadow, shadow + w.width);
    }
    return true;
}

// How open the ground is to the sky, by how far it lies below the mean of what is around, at three
// widths. Cheaper than eight horizons, and nobody sees which.

static uint32_t within(int64_t at, uint32_t count)
{
    return at < 0 ? 0 : at >= (int64_t)count ? count - 1 : (uint32_t)at;
}

// Means over 2 * reach + 1 values of a line, at `first` to `last`.
static void mean_line(const float *from, size_t step, uint32_t count, uint32_t reach,
                      uint32_t first, uint32_t last, float *to)
{
    double sum = 0.0;
    for (int64_t i = (int64_t)first - reach; i <= (int64_t)first + reach; i++)
        sum += (double)from[within(i, count) * step];
    for (uint32_t i = first; i <= last; i++) {
        to[i] = (float)(sum / (2.0 * reach + 1.0));
        sum += (double)from[within((int64_t)i + reach + 1, count) * step] -
               (double)from[within((int64_t)i - reach, count) * step];
    }
}

static float steepness(float mean, float height, float reach)
{
    return mean > height ? (mean - height) / reach : 0.0f;
}

// Of means along rows and along columns: a square's mean takes another map.
static void close_lines(land_shade *s, const qx_terrain_area *a, uint32_t reach, bool down)
{
    const uint32_t count = down ? s->rows : s->columns;
    const uint32_t first = down ? a->first_row : a->first_column,
                   last = down ? a->last_row : a->last_column;
    const uint32_t line_end = down ? a->last_column : a->last_row;
    const size_t step = down ? s->columns : 1, next = down ? 1 : s->columns;
    const float far = (float)reach * (down ? s->cell_z : s->cell_x);
    for (uint32_t line = down ? a->first_column : a->first_row; line <= line_end; line++) {
        const float *from = s->heights + line * next;
        mean_line(from, step, count, reach, first, last, s->scratch);
        for (uint32_t i = first; i <= last; i++) {
            uint8_t *open = s->texels + 2 * (line * next + i * step) + 1;
            const float share =
                1.0f / (1.0f + 0.7f * steepness(s->scratch[i], from[i * step], far));
            *open = (uint8_t)((float)*open * share);
        }
    }
}

enum { FAR = 48 };

void land_shade_open(land_shade *s, const qx_terrain_area *changed)
{
    const qx_terrain_area a = { within((int64_t)changed->first_column - FAR, s->columns),
                                within((int64_t)changed->first_row - FAR, s->rows),
                                within((int64_t)changed->last_column + FAR, s->columns),
                                within((int64_t)changed->last_row + FAR, s->rows) };
    for (uint32_t row = a.first_row; row <= a.last_row; row++)
        for (uint32_t c = a.first_column; c <= a.last_column; c++)
            s->texels[2 * ((size_t)row * s->columns + c) + 1] = 255;
    for (uint32_t reach = 3; reach <= FAR; reach *= 4) {
        close_lines(s, &a, reach, false);
        close_lines(s, &a, reach, true);
    }
    s->lit = false;
}

float land_shade_sun(const land_shade *s, float column, float row)
{
    const float x = fminf(fmaxf(column, 0.0f), (float)(s->columns - 1)),
                z = fminf(fmaxf(row, 0.0f), (float)(s->rows - 1));
    const uint32_t c = (uint32_t)x < s->columns - 2 ? (uint32_t)x : s->columns - 2,
                   r = (uint32_t)z < s->rows - 2 ? (uint32_t)z : s->rows - 2;
    const uint8_t *at = s->texels + 2 * ((size_t)r * s->columns + c);
    const uint8_t *low = at + 2 * (size_t)s->columns;
    const float u = x - (float)c, v = z - (float)r;
    const float top = (float)at[0] * (1.0f - u) + (float)at[2] * u,
                bottom = (float)low[0] * (1.0f - u) + (float)low[2] * u;
    return (top * (1.0f - v) + bottom * v) / 255.0f;
}
