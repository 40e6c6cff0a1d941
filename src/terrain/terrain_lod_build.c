// SPDX-License-Identifier: MIT
// Which patches are drawn, and where their vertices lie.
//
// Why there are no cracks: let D be the diagonal of a patch of level l. Distances are of columns and
// rows alone. A patch of level l has a point nearer than reach[l], so all its points are nearer
// than reach[l] + D. What is drawn of level m > l has no point nearer than reach[m - 1]. Where both
// meet, reach[m - 1] < reach[l] + D < morph_from[l + 1] < reach[l + 1]: so m is l + 1, the vertices
// of l there have arrived (they are farther than reach[l]), and those of l + 1 have not left.
#include "terrain_lod.h"

#include <quincunx/math.h>

#include <float.h>
#include <math.h>

#define MORPH_SHARE 0.35f         // of the distance where it begins
#define ARRIVED (1.0f - 0x1p-10f) // of reach; what rounding may do to distances is far less
#define APART (1.0f + 0x1p-10f)

static float finite_or(float value, float otherwise)
{
    return value >= -FLT_MAX && value <= FLT_MAX ? value : otherwise;
}

static float above_or(float value, float otherwise)
{
    return value > 0.0f && value <= FLT_MAX ? value : otherwise;
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

// Whole cells and the rest.
static void split(double cells, int32_t *whole, float *rest)
{
    const double near = clamp(cells, -1e9, 1e9);
    *whole = (int32_t)near - (near < (double)(int32_t)near);
    *rest = (float)(near - (double)*whole);
}

static float off_heights(const qx_terrain *t, float y)
{
    return y > t->highest  ? finite_or(y - t->highest, FLT_MAX)
           : y < t->lowest ? finite_or(t->lowest - y, FLT_MAX)
                           : 0.0f;
}

// Pixels of an error of 1 at distance 1, over those that are allowed.
static double pixels_of(const qx_terrain_view *view)
{
    const double half = 0.5 * clamp((double)above_or(view->field, 0.9f), 1e-3, 3.0);
    const double pixels = (double)above_or(view->pixels, 720.0f);
    return pixels * qx_cos(half) / (2.0 * qx_sin(half) * (double)above_or(view->error, 2.0f));
}

static void set_reaches(const qx_terrain_lod *lod, double scale, qx_terrain_ranges *r)
{
    const uint32_t top = r->levels - 1;
    const double cell_x = (double)r->cell_x, cell_z = (double)r->cell_z;
    const double cell = sqrt(cell_x * cell_x + cell_z * cell_z);
    double reach = 0.0;
    for (uint32_t l = 0; l < top; l++) {
        double from = (double)lod->errors[l + 1] * scale;
        if (from < 0.5 * cell) from = 0.0; // nobody is nearer than that
        if (reach > 0.0) {
            const double least = (reach + cell * (QX_TERRAIN_PATCH << (l - 1))) * (double)APART;
            from = from > least ? from : least;
        }
        reach = clamp(from * (double)(1.0f + MORPH_SHARE), 0.0, 1e30);
        r->morph_from[l] = (float)clamp(from, 0.0, 1e30);
        r->reach[l] = (float)reach;
        r->morph_to[l] = r->reach[l] * ARRIVED;
    }
    r->reach[top] = r->morph_from[top] = r->morph_to[top] = FLT_MAX;
}

qx_terrain_ranges qx_terrain_lod_sample_ranges(const qx_terrain_lod *lod,
                                               const qx_terrain_view *view)
{
    const qx_terrain *t = lod->t;
    const double across = (double)(t->columns - 1), down = (double)(t->rows - 1);
    qx_terrain_ranges r = { .levels = lod->levels,
                            .cell_x = (float)((double)t->width / across),
                            .cell_z = (float)((double)t->depth / down),
                            .above = off_heights(t, finite_or(view->eye.y, 0.0f)) };
    const double x = (double)finite_or(view->eye.x, 0.0f), z = (double)finite_or(view->eye.z, 0.0f);
    split(x * (across / (double)t->width) + 0.5 * across, &r.eye_column, &r.eye_right);
    split(z * (down / (double)t->depth) + 0.5 * down, &r.eye_row, &r.eye_down);
    set_reaches(lod, pixels_of(view), &r);
    return r;
}

// What a choice works with. Boxes are in cells from the eye, so that they are exact.
typedef struct choice {
    const qx_terrain_lod *lod;
    const qx_terrain_ranges *ranges;
    const qx_terrain_view *view;
    qx_terrain_patch *patches;
    uint32_t count, capacity;
    double eye_x, eye_z;                   // cells from the first sample
    double x0, z0;                         // world place of the first sample
    double squares[QX_TERRAIN_MAX_LEVELS]; // of reach
    double farthest;                       // squared
    double above;                          // squared
} choice;

// A rectangle of the tree: a patch or a quarter of one, within the field.
typedef struct node {
    uint32_t column, row, end_column, end_row, level;
} node;

static double gap(double low, double high, double at)
{
    return at < low ? low - at : at > high ? at - high : 0.0;
}

// Squared.
static double distance_to(const choice *c, const node *n)
{
    const double x = gap(n->column, n->end_column, c->eye_x) * (double)c->ranges->cell_x,
                 z = gap(n->row, n->end_row, c->eye_z) * (double)c->ranges->cell_z;
    return x * x + z * z + c->above;
}

static bool find_heights(const qx_terrain *t, const node *n, double *lowest, double *highest)
{
    uint32_t level = n->level + 2; // of the pyramid, whose lowest blocks have a quarter of the side
    if (t->present && level < LOD_FILL_LEVEL) level = LOD_FILL_LEVEL;
    if (level >= t->level_count) level = t->level_count - 1;
    const uint32_t side = TERRAIN_BLOCK << level;
    const size_t at = (size_t)(n->row / side) * t->level_columns[level] + n->column / side;
    const terrain_bounds b = t->pyramid[t->level_start[level] + at];
    *lowest = terrain_bound_height(t, b.lowest);
    *highest = terrain_bound_height(t, b.highest);
    return b.lowest <= b.highest; // or nothing but holes
}

// Which of the planes in `mask` cut the box; -1 where it is outside of one.
static int cut(const choice *c, const node *n, double lowest, double highest, int mask)
{
    const double x[2] = { c->x0 + (double)c->ranges->cell_x * n->column,
                          c->x0 + (double)c->ranges->cell_x * n->end_column };
    const double z[2] = { c->z0 + (double)c->ranges->cell_z * n->row,
                          c->z0 + (double)c->ranges->cell_z * n->end_row };
    for (int i = 0; i < 6; i++) {
        if (!(mask >> i & 1)) continue;
        const float *p = c->view->planes[i];
        const double px = (double)p[0], py = (double)p[1], pz = (double)p[2], pd = (double)p[3];
        const double most =
            px * x[px > 0.0] + py * (py > 0.0 ? highest : lowest) + pz * z[pz > 0.0] + pd;
        if (most < 0.0) return -1;
        const double least =
            px * x[px <= 0.0] + py * (py > 0.0 ? lowest : highest) + pz * z[pz <= 0.0] + pd;
        if (least >= 0.0) mask &= ~(1 << i);
    }
    return mask;
}

static void put(choice *c, const node *n, uint8_t quarters, double lowest, double highest)
{
    if (c->count < c->capacity)
        c->patches[c->count] = (qx_terrain_patch){ n->column, n->row,        (uint8_t)n->level,
                                                   quarters,  (float)lowest, (float)highest };
    c->count++;
}

// A child, 0 to 3 by column and row. False where the field ends before it.
static bool child_of(const choice *c, const node *n, uint32_t which, node *child)
{
    const qx_terrain *t = c->lod->t;
    const uint32_t half = QX_TERRAIN_PATCH << n->level >> 1;
    child->column = n->column + (which & 1) * half;
    child->row = n->row + (which >> 1) * half;
    if (child->column >= t->columns - 1 || child->row >= t->rows - 1) return false;
    child->end_column = lod_at_most(child->column + half, t->columns - 1);
    child->end_row = lod_at_most(child->row + half, t->rows - 1);
    child->level = n->level - 1;
    return true;
}

static uint32_t nearest_child(const choice *c, const node *n)
{
    const double half = (double)(QX_TERRAIN_PATCH << n->level >> 1);
    return (uint32_t)(c->eye_x > n->column + half) + 2 * (uint32_t)(c->eye_z > n->row + half);
}

static uint8_t quarters_within(const choice *c, const node *n)
{
    uint8_t quarters = 0;
    node child = { 0 };
    for (uint32_t i = 0; i < 4; i++) quarters |= (uint8_t)(child_of(c, n, i, &child) << i);
    return quarters;
}

static bool choose(choice *c, const node *n, int mask);

// Children that are near enough choose for themselves; the rest is drawn at this level.
static void split_up(choice *c, const node *n, int mask, double lowest, double highest)
{
    uint8_t rest = 0;
    const uint32_t nearest = nearest_child(c, n);
    for (uint32_t i = 0; i < 4; i++) {
        node child = { 0 };
        if (child_of(c, n, nearest ^ i, &child) && !choose(c, &child, mask))
            rest |= (uint8_t)(1 << (nearest ^ i));
    }
    if (rest) put(c, n, rest, lowest, highest);
}

// False where the level above should draw this.
static bool choose(choice *c, const node *n, int mask)
{
    const double distance = distance_to(c, n);
    if (distance >= c->squares[n->level]) return false;
    if (distance > c->farthest) return true;
    double lowest, highest;
    if (!find_heights(c->lod->t, n, &lowest, &highest)) return true;
    mask = cut(c, n, lowest, highest, mask);
    if (mask < 0) return true;
    if (n->level == 0 || distance >= c->squares[n->level - 1])
        put(c, n, quarters_within(c, n), lowest, highest);
    else
        split_up(c, n, mask, lowest, highest);
    return true;
}

static int used_planes(const qx_terrain_view *view)
{
    int mask = 0;
    for (int i = 0; i < 6; i++) {
        bool finite = true, zero = true;
        for (int k = 0; k < 4; k++) {
            finite &= finite_or(view->planes[i][k], 0.0f) == view->planes[i][k];
            zero &= view->planes[i][k] == 0.0f;
        }
        if (finite && !zero) mask |= 1 << i;
    }
    return mask;
}

uint32_t qx_terrain_lod_build(const qx_terrain_lod *lod, const qx_terrain_view *view,
                              const qx_terrain_ranges *ranges, qx_terrain_patch *patches,
                              uint32_t capacity)
{
    const qx_terrain *t = lod->t;
    const double farthest = (double)above_or(view->farthest, FLT_MAX);
    choice c = { .lod = lod,
                 .ranges = ranges,
                 .view = view,
                 .patches = patches,
                 .capacity = capacity,
                 .eye_x = (double)ranges->eye_column + (double)ranges->eye_right,
                 .eye_z = (double)ranges->eye_row + (double)ranges->eye_down,
                 .x0 = -0.5 * (double)t->width,
                 .z0 = -0.5 * (double)t->depth,
                 .farthest = farthest * farthest,
                 .above = (double)ranges->above * (double)ranges->above };
    for (uint32_t l = 0; l < lod->levels; l++)
        c.squares[l] = (double)ranges->reach[l] * (double)ranges->reach[l];
    const node root = { 0, 0, t->columns - 1, t->rows - 1, lod->levels - 1 };
    choose(&c, &root, used_planes(view));
    return c.count;
}

// How far a vertex has gone to the next level's.
static float morph_of(const qx_terrain_ranges *r, uint32_t level, uint32_t column, uint32_t row)
{
    const float x = ((float)((int32_t)column - r->eye_column) - r->eye_right) * r->cell_x;
    const float z = ((float)((int32_t)row - r->eye_row) - r->eye_down) * r->cell_z;
    const float distance = sqrtf(x * x + z * z + r->above * r->above);
    const float from = r->morph_from[level], to = r->morph_to[level];
    if (level + 1 >= r->levels || distance <= from) return 0.0f;
    return distance >= to ? 1.0f : (distance - from) / (to - from);
}

static qx_vec3 place_of(const qx_terrain *t, uint32_t column, uint32_t row)
{
    return (qx_vec3){ (float)terrain_place(column, t->columns, t->width),
                      lod_height(t, column, row), (float)terrain_place(row, t->rows, t->depth) };
}

// Exactly either of them at 0 and 1, and where both are equal.
static float between(float a, float b, float share)
{
    return share >= 1.0f ? b : a + (b - a) * share;
}

qx_vec3 qx_terrain_lod_sample_vertex(const qx_terrain_lod *lod, const qx_terrain_ranges *ranges,
                                     const qx_terrain_patch *patch, uint32_t i, uint32_t j)
{
    const qx_terrain *t = lod->t;
    const uint32_t last_column = t->columns - 1, last_row = t->rows - 1, level = patch->level;
    const uint32_t column = lod_at_most(patch->column + (i << level), last_column),
                   row = lod_at_most(patch->row + (j << level), last_row);
    const float share = morph_of(ranges, level, column, row);
    const qx_vec3 a = place_of(t, column, row);
    const qx_vec3 b = place_of(t, lod_at_most(patch->column + ((i & ~1u) << level), last_column),
                               lod_at_most(patch->row + ((j & ~1u) << level), last_row));
    return (qx_vec3){ between(a.x, b.x, share), between(a.y, b.y, share),
                      between(a.z, b.z, share) };
}
