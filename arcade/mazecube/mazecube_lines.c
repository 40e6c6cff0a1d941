// SPDX-License-Identifier: MIT
// What of the cube is lines: all slices that are not shown, the edges of the shown one, the cube's
// own, and the article's three arrows.
#include "mazecube_paint.h"

#include <quincunx/math.h>

#include <math.h>

#define TURN 6.283185307179586

#define FAINT 0.34f   // light of the slices beside the shown one
#define THINNER 0.75f // of each further one

// --- what is not shown

// Distance from the shown slice, in slices; 0 within it.
static float away(const paint *p, const qx_maze_edge *e)
{
    const slice *s = &p->game->slice;
    const float from[3] = { e->from.x, e->from.y, e->from.z };
    const float to[3] = { e->to.x, e->to.y, e->to.z };
    const float at = 0.5f * (from[s->face / 2] + to[s->face / 2]);
    return fmaxf(fabsf(at - (float)s->index - 0.5f) - 0.5f, 0.0f);
}

void paint_rest(paint *p)
{
    const float most = p->canvas->palette ? 0.4f * FAINT : FAINT; // its lines are brighter
    const float faint = most * 3.0f / sqrtf(p->size + 6.0f);
    paint_pen(p, QX_BLEND_ADD, QX_SPACE_BEHIND, 1.0f);
    for (size_t i = 0; i < p->picture->edge_count; i++) {
        const qx_maze_edge *e = &p->picture->edges[i];
        const float light = faint * powf(THINNER, away(p, e));
        if (light < 0.006f) continue;
        paint_line(p, (vec){ e->from.x, e->from.y, e->from.z }, (vec){ e->to.x, e->to.y, e->to.z },
                   -1.0f, light, p->palette->line);
    }
    paint_up(p);
}

// A place of the world, in the cube's frame.
static vec from_world(const paint *p, double x, double y, double z)
{
    const double half = 0.5 * (double)p->size;
    return vec_add(quat_apply(quat_inverse(p->pose.turn), (vec){ x, y, z }),
                   (vec){ half, half, half });
}

// Rings on level ground, far below: what the cube's tilt is seen against.
void paint_ground(paint *p)
{
    const double low = -1.05 * (double)p->size, wide = 0.62 * (double)p->size;
    const vec middle = from_world(p, 0.0, low, 0.0);
    paint_pen(p, QX_BLEND_ADD, QX_SPACE_BEHIND, 1.0f);
    for (int i = 1; i <= 4; i++) {
        const vec across = vec_sub(from_world(p, wide * i, low, 0.0), middle);
        const vec along = vec_sub(from_world(p, 0.0, low, wide * i), middle);
        paint_circle(p, middle, across, along, -1.0f, 0.34f - 0.07f * (float)i, p->palette->line);
    }
    for (int i = 0; i < 24; i++) {
        const double angle = TURN * i / 24, x = qx_cos(angle), z = qx_sin(angle);
        for (int k = i % 2 ? 2 : 1; k < 4; k++)
            paint_line(p, from_world(p, k * wide * x, low, k * wide * z),
                       from_world(p, (k + 1) * wide * x, low, (k + 1) * wide * z), -1.0f,
                       0.26f - 0.06f * (float)k, p->palette->line);
    }
    paint_up(p);
}

// The twelve edges, a corner at a time: edges along `axis` leave the corners whose bit of it is 0.
void paint_frame(paint *p)
{
    const double low = -0.5 * WALL, high = (double)p->size + 0.5 * WALL;
    paint_pen(p, QX_BLEND_ADD, QX_SPACE_BEHIND, 1.0f);
    for (uint32_t i = 0; i < 8; i++) {
        const vec from = { i & 1 ? high : low, i & 2 ? high : low, i & 4 ? high : low };
        const vec ends[3] = { { high, from.y, from.z },
                              { from.x, high, from.z },
                              { from.x, from.y, high } };
        for (uint32_t axis = 0; axis < 3; axis++)
            if (!(i >> axis & 1)) paint_line(p, from, ends[axis], -1.5f, 0.5f, p->palette->line);
    }
    paint_up(p);
}

// --- what is shown

// Where box i of the lattice begins.
static double edge_of(int i)
{
    return i % 2 ? 0.5 * (i - 1) + 0.5 * WALL : 0.5 * i - 0.5 * WALL;
}

static bool solid_at(const paint *p, uint32_t axis, int layer, int u, int v)
{
    int box[3];
    box[axis] = layer;
    box[(axis + 1) % 3] = u;
    box[(axis + 2) % 3] = v;
    return lattice_solid(&p->game->walls, box[0], box[1], box[2]);
}

// How an outline of a layer of boxes is drawn.
typedef struct outline {
    uint32_t axis;
    int layer;
    double height; // along the axis
    float width, light;
    uint32_t colour;
    bool inner; // without the outside of the cube
} outline;

static bool differs(const paint *p, const outline *o, bool across, int i, int j)
{
    return across
               ? solid_at(p, o->axis, o->layer, j, i - 1) != solid_at(p, o->axis, o->layer, j, i)
               : solid_at(p, o->axis, o->layer, i - 1, j) != solid_at(p, o->axis, o->layer, i, j);
}

static void draw_run(paint *p, const outline *o, bool across, int i, int first, int end)
{
    const double at = edge_of(i), from = edge_of(first), to = edge_of(end);
    const vec a = across ? paint_spread(o->axis, o->height, from, at)
                         : paint_spread(o->axis, o->height, at, from);
    const vec b = across ? paint_spread(o->axis, o->height, to, at)
                         : paint_spread(o->axis, o->height, at, to);
    paint_line(p, a, b, o->width, o->light, o->colour);
}

// All along one boundary between boxes, in runs as long as they go.
static void draw_boundary(paint *p, const outline *o, bool across, int i)
{
    const int count = 2 * (int)p->size + 1;
    for (int j = 0; j < count; j++) {
        if (!differs(p, o, across, i, j)) continue;
        const int first = j;
        while (j < count && differs(p, o, across, i, j)) j++;
        draw_run(p, o, across, i, first, j);
    }
}

static void draw_outline(paint *p, const outline *o)
{
    const int count = 2 * (int)p->size + 1, rim = o->inner ? 1 : 0;
    for (int i = rim; i <= count - rim; i++) {
        draw_boundary(p, o, false, i);
        draw_boundary(p, o, true, i);
    }
}

// Where walls end or turn, from their floor to their crown.
static void draw_corners(paint *p, const outline *o, double floor)
{
    const int count = 2 * (int)p->size + 1;
    for (int i = 0; i <= count; i++) {
        for (int j = 0; j <= count; j++) {
            const bool low = solid_at(p, o->axis, o->layer, i - 1, j - 1);
            const bool high = solid_at(p, o->axis, o->layer, i, j);
            const bool left = solid_at(p, o->axis, o->layer, i - 1, j);
            const bool right = solid_at(p, o->axis, o->layer, i, j - 1);
            if ((low == left && high == right) || (low == right && high == left)) continue;
            paint_line(p, paint_spread(o->axis, floor, edge_of(i), edge_of(j)),
                       paint_spread(o->axis, o->height, edge_of(i), edge_of(j)), o->width,
                       0.4f * o->light, o->colour);
        }
    }
}

// A ball that is over such a sign rises out of the slice when the cube stands on its head.
static void draw_open_above(paint *p, const slice_share *s, float light)
{
    const uint32_t axis = s->face / 2;
    const int layer = 2 * (int)s->index + (s->face % 2 ? 0 : 2);
    const double height = paint_level(s, 0.84);
    for (int u = 1; u < 2 * (int)p->size; u += 2) {
        for (int v = 1; v < 2 * (int)p->size; v += 2) {
            if (solid_at(p, axis, layer, u, v)) continue;
            const double x = 0.5 * u, y = 0.5 * v, half = 0.14;
            const vec corner[4] = { paint_spread(axis, height, x - half, y - half),
                                    paint_spread(axis, height, x + half, y - half),
                                    paint_spread(axis, height, x + half, y + half),
                                    paint_spread(axis, height, x - half, y + half) };
            for (int i = 0; i < 4; i++)
                paint_line(p, corner[i], corner[(i + 1) % 4], 0.03f, light, p->palette->dim);
        }
    }
}

void paint_outlines(paint *p)
{
    slice_share shares[2];
    const uint32_t count = paint_shares(p, shares);
    const float dense = fminf(1.0f, 3.2f / sqrtf(p->size + 2.0f)); // many lines are bright together
    paint_pen(p, QX_BLEND_ADD, QX_SPACE_BEHIND, 1.0f);
    for (uint32_t i = 0; i < count; i++) {
        const slice_share *s = &shares[i];
        const int layer = 2 * (int)s->index + 1, base = s->face % 2 ? layer + 1 : layer - 1;
        const double top = paint_level(s, PAINT_HEIGHT * 0.84 * (double)s->walls);
        const outline crown = { .axis = s->face / 2,
                                .layer = layer,
                                .height = top,
                                .width = fminf(0.035f, 2.6f * p->pixel),
                                .light = 0.85f * s->walls * dense,
                                .colour = p->palette->mark[2] };
        const outline holes = { .axis = s->face / 2,
                                .layer = base,
                                .height = paint_level(s, 0.0),
                                .width = fminf(0.04f, 3.0f * p->pixel),
                                .light = 0.7f * s->base * dense,
                                .colour = p->palette->mark[1],
                                .inner = true };
        draw_outline(p, &crown);
        draw_corners(p, &crown, paint_level(s, 0.0));
        draw_outline(p, &holes);
        draw_open_above(p, s, 0.4f * s->walls);
    }
    paint_up(p);
}

// --- the article's arrows

static void draw_arrow(paint *p, uint32_t axis, bool chosen)
{
    const double begin = -0.5 * WALL, length = (double)p->size * 1.12,
                 head = 0.05 * (double)p->size;
    const uint32_t colour = chosen ? p->palette->text : p->palette->faint;
    const float width = chosen ? -2.5f : -1.5f, light = chosen ? 0.45f : 0.4f;
    const vec tip = paint_spread(axis, length, begin, begin);
    paint_line(p, (vec){ begin, begin, begin }, tip, width, light, colour);
    for (int i = 0; i < 4; i++) {
        const double u = i == 0 ? head : i == 1 ? -head : 0.0;
        const double v = i == 2 ? head : i == 3 ? -head : 0.0;
        paint_line(p, tip, paint_spread(axis, length - 1.8 * head, begin + u, begin + v), width,
                   light, colour);
    }
}

// The two that name the shown face lie in it. Where they do not decide which it is they are quieter,
// and behind the walls.
void paint_arrows(paint *p)
{
    const double far = (double)p->size + 0.5 * WALL;
    const bool decide = p->game->rule == SLICE_ARTICLE;
    paint_pen(p, QX_BLEND_ADD, decide ? QX_SPACE_THROUGH : QX_SPACE_BEHIND, decide ? 1.0f : 0.4f);
    for (uint32_t axis = 0; axis < 3; axis++) draw_arrow(p, axis, axis != p->game->slice.face / 2);
    paint_up(p);
    if (!decide) return;
    paint_sprite(p, QX_SPRITE_DISC, (vec){ -0.5 * WALL, -0.5 * WALL, -0.5 * WALL }, -5.0f, 0.0f,
                 0.9f, p->palette->text);
    paint_sprite(p, QX_SPRITE_RING, (vec){ far, far, far }, -7.0f, 0.0f, 0.9f, p->palette->dim);
}
