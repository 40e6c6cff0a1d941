// SPDX-License-Identifier: MIT
// The stack of slices, small, in the corner: all of the cube's layers over one another, the ball's
// one lit, turned about as the cube is but held level; and an arrow that leans as gravity does.
#include "mazecube_paint.h"

#include "column.h"

#include <math.h>
#include <stdio.h>

#define STACK 118.0f // height of the stack, units of a picture of 720
#define BREADTH 132.0f
#define ARROW 34.0f
#define SQUAT 0.30          // how much of a layer's depth is seen
#define LEAST_PIXELS 112.0f // of the whole map

enum { MAP_LINES = 256 };

typedef struct map {
    const mazecube *game;
    const scene_canvas *canvas;
    const ui_palette *palette;
    float unit;     // world units of one of the map's
    qx_vec2 middle; // of the stack, world units
    uint32_t axis;
    bool flipped;      // low layers on top
    quat turn;         // of the cube, level
    double size, step; // cells; height of a layer in the map's units
    float shown;
    size_t count;
    qx_line lines[MAP_LINES];
} map;

qx_view mazecube_map_place(const scene_canvas *canvas)
{
    const qx_view cover = qx_view_cover(&canvas->view, canvas->width, canvas->height);
    const float least = LEAST_PIXELS / (BREADTH + 24.0f) /
                        qx_view_scale(&canvas->view, canvas->width, canvas->height);
    const float unit = fmaxf(fminf(cover.width, cover.height) / 720.0f, least);
    const float width = (BREADTH + 24.0f) * unit;
    const float height = (STACK + ARROW + 64.0f) * unit;
    return (qx_view){ cover.x + cover.width - width, cover.y, width, height };
}

// The cube's turn with its shown face straight down: the shortest way there is undone.
static quat level_turn(quat turn, uint32_t face)
{
    const vec down = quat_apply(turn, paint_face(face));
    const vec axis = vec_cross(down, (vec){ 0.0, -1.0, 0.0 });
    const quat back = { axis.x, axis.y, axis.z, 1.0 - down.y };
    return quat_unit(quat_multiply(quat_unit(back), turn));
}

static map begin(const mazecube *game, const scene_canvas *canvas, quat turn, uint32_t face,
                 float shown)
{
    const qx_view place = mazecube_map_place(canvas);
    const float unit = place.width / (BREADTH + 24.0f);
    return (
        map){ .game = game,
              .canvas = canvas,
              .palette = ui_palette_get(canvas->palette),
              .unit = unit,
              .middle = { place.x + 0.5f * place.width, place.y + unit * (0.5f * STACK + 30.0f) },
              .axis = face / 2,
              .flipped = face % 2 != 0,
              .turn = level_turn(turn, face),
              .size = (double)game->level.size,
              .step = (double)(STACK - 34.0f) / (double)game->level.size,
              .shown = shown };
}

// A place of the cube, in cells, on the map.
static qx_vec3 spot(const map *m, vec place)
{
    const double half = 0.5 * m->size;
    const vec at = quat_apply(m->turn, vec_sub(place, (vec){ half, half, half }));
    const double flat = 0.62 * (double)BREADTH / (m->size * 1.0);
    const double x = at.x * flat, y = at.z * flat * SQUAT - at.y * m->step;
    return (qx_vec3){ m->middle.x + m->unit * (float)x, m->middle.y + m->unit * (float)y, 0.0f };
}

static void draw_line(map *m, qx_vec3 from, qx_vec3 to, float width, uint32_t colour, float alpha)
{
    if (m->count == MAP_LINES || alpha * m->shown < 0.01f) return;
    m->lines[m->count++] = (qx_line){ from, to, -width, 1.0f, ui_fade(colour, alpha * m->shown) };
}

static void draw_layer(map *m, uint32_t index, float width, uint32_t colour, float alpha)
{
    static const double corner[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    for (int i = 0; i < 4; i++) {
        const double *a = corner[i], *b = corner[(i + 1) % 4];
        const double at = index + (m->flipped ? 1.0 : 0.0);
        draw_line(m, spot(m, paint_spread(m->axis, at, a[0] * m->size, a[1] * m->size)),
                  spot(m, paint_spread(m->axis, at, b[0] * m->size, b[1] * m->size)), width, colour,
                  alpha);
    }
}

static double along(const map *m, vec place)
{
    return vec_axis(place, (int)m->axis);
}

// On its layer's floor.
static vec laid(const map *m, vec place)
{
    const double at = floor(along(m, place)) + (m->flipped ? 1.0 : 0.0);
    return vec_add(place, paint_spread(m->axis, at - along(m, place), 0.0, 0.0));
}

static vec middle_of(const map *m, uint64_t cell)
{
    const uint32_t size = m->game->level.size;
    return (vec){ (double)(cell % size) + 0.5, (double)(cell / size % size) + 0.5,
                  (double)(cell / size / size) + 0.5 };
}

static void sign(const map *m, qx_sprite_shape shape, vec at, float half, float angle,
                 uint32_t colour)
{
    const qx_sprite s = { .centre = spot(m, laid(m, at)),
                          .half_width = half * m->unit,
                          .half_height = half * m->unit,
                          .angle = angle,
                          .intensity = 1.0f,
                          .colour = ui_fade(colour, m->shown),
                          .shape = (uint32_t)shape };
    qx_render_sprites(m->canvas->render, QX_BLEND_ALPHA, &s, 1);
}

static void draw_stack(map *m, vec at_ball)
{
    const uint32_t size = m->game->level.size;
    const double at = fmin(fmax(along(m, at_ball), 0.0), m->size - 0.01);
    const float faint = size > 8 ? 0.45f : 0.7f;
    for (uint32_t i = 0; i < size; i++) draw_layer(m, i, 1.0f, m->palette->line, faint);
    draw_layer(m, (uint32_t)at, 2.2f, m->palette->mark[2], 1.0f);
    qx_render_lines(m->canvas->render, QX_BLEND_ALPHA, m->lines, m->count);
    m->count = 0;
    sign(m, QX_SPRITE_BOX, middle_of(m, m->game->path[0]), 3.0f, 0.0f, m->palette->text);
    sign(m, QX_SPRITE_RING, middle_of(m, m->game->route.exit.cell), 6.0f, 0.0f,
         m->palette->mark[4]);
    sign(m, QX_SPRITE_BOX, middle_of(m, m->game->route.exit.cell), 2.5f, 0.785f,
         m->palette->mark[4]);
    sign(m, QX_SPRITE_DISC, at_ball, 4.5f, 0.0f, m->palette->mark[0]);
}

// Leans as gravity does against the shown floor, x and depth of the map's own view.
static void draw_gravity(map *m, quat turn, uint32_t face)
{
    const vec down =
        quat_apply(level_turn(turn, face), quat_apply(quat_inverse(turn), (vec){ 0.0, -1.0, 0.0 }));
    const double x = down.x, y = down.z * SQUAT - down.y;
    const double length = fmax(sqrt(x * x + y * y), 0.2);
    const double reach = (double)(ARROW * m->unit), bx = x / length, by = y / length;
    const qx_vec3 from = { m->middle.x, m->middle.y + 0.5f * STACK * m->unit + 4.0f * m->unit,
                           0.0f };
    const qx_vec3 tip = { from.x + (float)(x * reach), from.y + (float)(y * reach), 0.0f };
    draw_line(m, from, tip, 2.0f, m->palette->text, 1.0f);
    for (int side = -1; side <= 1; side += 2) {
        const double u = -0.30 * bx + 0.18 * side * by, v = -0.30 * by - 0.18 * side * bx;
        draw_line(m, tip, (qx_vec3){ tip.x + (float)(u * reach), tip.y + (float)(v * reach), 0.0f },
                  2.0f, m->palette->text, 1.0f);
    }
    qx_render_lines(m->canvas->render, QX_BLEND_ALPHA, m->lines, m->count);
    m->count = 0;
}

// Counted from the floor that is down, 1 first.
static void draw_count(const map *m, vec at_ball)
{
    char words[24];
    const column c = column_begin(m->canvas);
    const double at = fmin(fmax(along(m, at_ball), 0.0), m->size - 0.01);
    const uint32_t index = (uint32_t)at, size = m->game->level.size;
    snprintf(words, sizeof words, "%u / %u", m->flipped ? size - index : index + 1, size);
    const qx_view place = mazecube_map_place(m->canvas);
    column_write(&c, words, m->middle.x, place.y + place.height - 6.0f * m->unit, c.size,
                 m->palette->dim, m->shown, QX_ALIGN_CENTRE);
}

void mazecube_draw_map(const mazecube *game, const mazecube_look *look, const scene_canvas *canvas)
{
    if (!game->maze || look->backdrop) return;
    const slice *s = &game->slice;
    const mazecube_pose pose = mazecube_pose_between(&look->before, &look->now, canvas->blend);
    const float fade = s->face == s->face_before ? 1.0f : paint_ease(0.0f, 1.0f, (float)s->fade);
    if (fade < 1.0f) {
        map before = begin(game, canvas, pose.turn, s->face_before, 1.0f - fade);
        draw_stack(&before, pose.ball);
    }
    map now = begin(game, canvas, pose.turn, s->face, fade);
    draw_stack(&now, pose.ball);
    now.shown = 1.0f;
    draw_gravity(&now, pose.turn, s->face);
    draw_count(&now, pose.ball);
}
