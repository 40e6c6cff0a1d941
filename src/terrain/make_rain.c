// SPDX-License-Identifier: MIT
#include "make_internal.h"

#include <quincunx/random.h>

#include <math.h>

// Drops of water that roll downhill, take soil while they can carry more and leave it where they
// cannot: after Beyer, "Implementation of a method for hydraulic erosion" (2015), with the constants
// of Lague's "Hydraulic Erosion" (2019), for maps of 255 cells. Larger maps are taken to be larger
// land: heights are counted in 1 / 255 of the longer side. Ours differs:
// - A drop speeds up downhill (theirs adds the drop's fall with the wrong sign).
// - Drops live longer on larger maps, and it rains on coarser ones first, so that valleys grow.
// - Brushes are not weighed anew at the border: less is taken there.
#define CELLS 255.0f
#define INERTIA 0.05f
#define CAPACITY 4.0f
#define LEAST_CAPACITY 0.04f
#define DEPOSIT 0.3f
#define ERODE 0.3f
#define GRAVITY 4.0f
#define WATER_LEFT 0.74f // at the end of a life
#define LEAST_LIFE 30u
#define MOST_LIFE 200u

// Cells of the longer side up to which there is no coarser map.
#define FINEST_SIDE 512u

// Soil is taken within so many cells, the more the nearer; whole cells of that to each side.
#define RADIUS 3.0f
#define REACH 2
#define BRUSH (2 * REACH + 1)

typedef struct ground {
    float *heights;
    uint32_t columns, rows; // of places; on a tileable map they go on at the other side
    size_t stride;
    bool tileable;
    float brush[BRUSH][BRUSH]; // adds up to 1
} ground;

typedef struct drop {
    float x, y, along_x, along_y;
    float speed, water, soil;
} drop;

// The heights of a cell's corners, and where in it the drop is.
typedef struct spot {
    uint32_t left, top, right, bottom;
    float u, v;
    float height, slope_x, slope_y;
} spot;

static float *height_at(const ground *g, uint32_t column, uint32_t row)
{
    return &g->heights[row * g->stride + column];
}

static uint32_t next(uint32_t at, uint32_t count)
{
    return at + 1 == count ? 0 : at + 1;
}

static spot look(const ground *g, const drop *d)
{
    spot s = { .left = (uint32_t)d->x, .top = (uint32_t)d->y };
    s.right = next(s.left, g->columns);
    s.bottom = next(s.top, g->rows);
    s.u = d->x - (float)s.left;
    s.v = d->y - (float)s.top;
    const float lt = *height_at(g, s.left, s.top), rt = *height_at(g, s.right, s.top);
    const float lb = *height_at(g, s.left, s.bottom), rb = *height_at(g, s.right, s.bottom);
    s.slope_x = (rt - lt) * (1.0f - s.v) + (rb - lb) * s.v;
    s.slope_y = (lb - lt) * (1.0f - s.u) + (rb - rt) * s.u;
    s.height = (lt * (1.0f - s.u) + rt * s.u) * (1.0f - s.v) + (lb * (1.0f - s.u) + rb * s.u) * s.v;
    return s;
}

static void leave_soil(const ground *g, const spot *s, float soil)
{
    *height_at(g, s->left, s->top) += soil * (1.0f - s->u) * (1.0f - s->v);
    *height_at(g, s->right, s->top) += soil * s->u * (1.0f - s->v);
    *height_at(g, s->left, s->bottom) += soil * (1.0f - s->u) * s->v;
    *height_at(g, s->right, s->bottom) += soil * s->u * s->v;
}

// --- the brush

static void make_brush(ground *g)
{
    float sum = 0.0f;
    for (int y = -REACH; y <= REACH; y++)
        for (int x = -REACH; x <= REACH; x++) {
            g->brush[y + REACH][x + REACH] = RADIUS - sqrtf((float)(x * x + y * y));
            sum += g->brush[y + REACH][x + REACH];
        }
    for (int y = 0; y < BRUSH; y++)
        for (int x = 0; x < BRUSH; x++) g->brush[y][x] /= sum;
}

static bool is_inside(const ground *g, const spot *s)
{
    return s->left >= REACH && s->left + REACH < g->columns && s->top >= REACH &&
           s->top + REACH < g->rows;
}

static void take_inside(const ground *g, const spot *s, float soil)
{
    for (uint32_t y = 0; y < BRUSH; y++) {
        float *row = height_at(g, s->left - REACH, s->top + y - REACH);
        for (uint32_t x = 0; x < BRUSH; x++) row[x] -= soil * g->brush[y][x];
    }
}

// Any sample from the far side too; false beyond the border of a map that has one.
static bool find(uint32_t at, int by, uint32_t count, bool tileable, uint32_t *found)
{
    const int64_t place = (int64_t)at + by, all = count;
    *found = (uint32_t)((place % all + all) % all);
    return tileable || (place >= 0 && place < all);
}

static void take_at_border(const ground *g, const spot *s, float soil)
{
    for (int y = -REACH; y <= REACH; y++) {
        uint32_t row, column;
        if (!find(s->top, y, g->rows, g->tileable, &row)) continue;
        for (int x = -REACH; x <= REACH; x++)
            if (find(s->left, x, g->columns, g->tileable, &column))
                *height_at(g, column, row) -= soil * g->brush[y + REACH][x + REACH];
    }
}

static void take_soil(const ground *g, const spot *s, float soil)
{
    if (is_inside(g, s))
        take_inside(g, s, soil);
    else
        take_at_border(g, s, soil);
}

// --- drops

// Downhill, a little of the old way kept. False on a plain.
static bool turn(drop *d, const spot *s)
{
    d->along_x = d->along_x * INERTIA - s->slope_x * (1.0f - INERTIA);
    d->along_y = d->along_y * INERTIA - s->slope_y * (1.0f - INERTIA);
    const float length = sqrtf(d->along_x * d->along_x + d->along_y * d->along_y);
    if (!(length > 1e-12f)) return false;
    d->along_x /= length;
    d->along_y /= length;
    return true;
}

// A step never is longer than 1, so the other side is one turn away; rounding may end on it.
static float around(float at, float count)
{
    if (at < 0.0f) at += count;
    return at >= count ? at - count : at;
}

// False where it leaves the map.
static bool move(const ground *g, drop *d)
{
    d->x += d->along_x;
    d->y += d->along_y;
    if (g->tileable) {
        d->x = around(d->x, (float)g->columns);
        d->y = around(d->y, (float)g->rows);
        return true;
    }
    return d->x >= 0.0f && d->x < (float)(g->columns - 1) && d->y >= 0.0f &&
           d->y < (float)(g->rows - 1);
}

// Soil that is left or taken where the drop was; `rise` is how much higher it is now.
static void work(const ground *g, drop *d, const spot *was, float rise)
{
    const float carried = -rise * d->speed * d->water * CAPACITY;
    const float capacity = carried > LEAST_CAPACITY ? carried : LEAST_CAPACITY;
    if (rise > 0.0f || d->soil > capacity) { // fills the hollow behind it, and no more
        const float surplus = (d->soil - capacity) * DEPOSIT;
        const float left = rise > 0.0f ? (rise < d->soil ? rise : d->soil) : surplus;
        leave_soil(g, was, left);
        d->soil -= left;
    } else { // digs no hole deeper than where it goes
        const float wanted = (capacity - d->soil) * ERODE;
        const float taken = wanted < -rise ? wanted : -rise;
        take_soil(g, was, taken);
        d->soil += taken;
    }
}

static void run(const ground *g, drop *d, uint32_t life, float evaporation)
{
    spot here = look(g, d);
    for (uint32_t step = 0; step < life; step++) {
        if (!turn(d, &here) || !move(g, d)) return;
        const spot was = here;
        const float rise = look(g, d).height - was.height;
        work(g, d, &was, rise);
        const float energy = d->speed * d->speed - rise * GRAVITY;
        d->speed = sqrtf(energy > 0.0f ? energy : 0.0f);
        d->water *= evaporation;
        here = look(g, d);
    }
}

static void rain(const ground *g, const qx_terrain_make *make)
{
    const uint32_t side = g->columns > g->rows ? g->columns : g->rows;
    uint32_t life = side / 8 > LEAST_LIFE ? side / 8 : LEAST_LIFE;
    if (life > MOST_LIFE) life = MOST_LIFE;
    const float evaporation = 1.0f - (1.0f - WATER_LEFT) / (float)life;
    const float places_x = (float)(make->tileable ? g->columns : g->columns - 1);
    const float places_y = (float)(make->tileable ? g->rows : g->rows - 1);
    qx_random random;
    qx_random_seed(&random, make->seed, 0x7261696E);
    for (uint32_t i = 0; i < make->rain; i++) {
        drop d = { .speed = 1.0f, .water = 1.0f };
        d.x = qx_random_unit(&random) * places_x;
        d.y = qx_random_unit(&random) * places_y;
        run(g, &d, life, evaporation);
    }
}

// --- from large to small

static uint32_t side_of(const qx_terrain_make *make)
{
    return (make->columns > make->rows ? make->columns : make->rows) - 1;
}

static bool has_coarse(const qx_terrain_make *make)
{
    return side_of(make) > FINEST_SIDE;
}

static uint32_t half(uint32_t samples)
{
    return samples > 3 ? (samples + 1) / 2 : 2;
}

// With as many drops a sample.
static qx_terrain_make coarse_of(const qx_terrain_make *make)
{
    qx_terrain_make coarse = *make;
    coarse.columns = half(make->columns);
    coarse.rows = half(make->rows);
    coarse.rain = make->rain / 4;
    coarse.seed = make->seed + 1;
    return coarse;
}

static size_t sample_count(const qx_terrain_make *make)
{
    return (size_t)make->columns * make->rows;
}

size_t make_rain_bound(const qx_terrain_make *make)
{
    uint64_t floats = 0;
    for (qx_terrain_make level = *make; has_coarse(&level);) {
        level = coarse_of(&level);
        floats += 2 * (uint64_t)level.columns * level.rows + level.columns;
    }
    return floats < SIZE_MAX / sizeof(float) ? (size_t)floats * sizeof(float) : SIZE_MAX;
}

// A drop digs what is as wide as its brush, so on large maps all valleys would be small. It rains
// on a coarser map first, and what changes there changes here. Heights are in cells of their map.
static void rain_on_levels(const qx_terrain_make *make, float *heights, float *scratch)
{
    qx_terrain_make here = *make;
    if (has_coarse(make)) {
        const qx_terrain_make coarse = coarse_of(make);
        const size_t count = sample_count(&coarse);
        const float factor = (float)side_of(&coarse) / (float)side_of(make);
        float *before = scratch, *after = before + count, *line = after + count;
        make_coarse_take(make, heights, &coarse, factor, before);
        for (size_t i = 0; i < count; i++) after[i] = before[i];
        rain_on_levels(&coarse, after, line + coarse.columns);
        for (size_t i = 0; i < count; i++) after[i] -= before[i];
        make_coarse_add(make, heights, &coarse, 1.0f / factor, after, line);
        make_close(make, heights);
        here.rain -= coarse.rain;
    }
    ground g = {
        .heights = heights,
        .columns = make_own(make, make->columns),
        .rows = make_own(make, make->rows),
        .stride = make->columns,
        .tileable = make->tileable,
    };
    make_brush(&g);
    rain(&g, &here);
    make_close(make, heights);
}

void make_rain(const qx_terrain_make *make, float lowest, float relief, float *heights,
               float *scratch)
{
    const float scale = (float)side_of(make) / CELLS;
    const size_t count = sample_count(make);
    for (size_t i = 0; i < count; i++) heights[i] = (heights[i] - lowest) / relief * scale;
    rain_on_levels(make, heights, scratch);
    for (size_t i = 0; i < count; i++) heights[i] = lowest + heights[i] / scale * relief;
}
