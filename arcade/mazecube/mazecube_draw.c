// SPDX-License-Identifier: MIT
// The order of the picture, and the pen.
#include "mazecube_paint.h"

#include <quincunx/math.h>

#include <math.h>

#define TURN 6.283185307179586

enum { CIRCLE_PIECES = 64 };

// --- the pen

qx_vec3 paint_place(const paint *p, vec place)
{
    const double half = 0.5 * (double)p->size;
    const float x = (float)(place.x - half), y = (float)(place.y - half),
                z = (float)(place.z - half);
    const qx_vec3 *t = p->turned;
    return (qx_vec3){ t[0].x * x + t[1].x * y + t[2].x * z, t[0].y * x + t[1].y * y + t[2].y * z,
                      t[0].z * x + t[1].z * y + t[2].z * z };
}

void paint_up(paint *p)
{
    qx_space_lines(p->canvas->render, p->blend, p->depth, p->lines, p->count);
    p->count = 0;
}

void paint_pen(paint *p, qx_blend blend, qx_space_depth depth, float strength)
{
    paint_up(p);
    p->blend = blend;
    p->depth = depth;
    p->strength = strength;
}

void paint_line(paint *p, vec from, vec to, float width, float intensity, uint32_t colour)
{
    const float light = intensity * p->strength * p->light;
    if (!(light > 0.002f)) return;
    if (p->count == PAINT_LINES) paint_up(p);
    p->lines[p->count++] =
        (qx_line){ paint_place(p, from), paint_place(p, to), width, light, colour };
}

void paint_circle(paint *p, vec centre, vec across, vec along, float width, float intensity,
                  uint32_t colour)
{
    vec from = vec_add(centre, across);
    for (int i = 1; i <= CIRCLE_PIECES; i++) {
        const double angle = TURN * i / CIRCLE_PIECES;
        const vec way = vec_add(vec_scale(across, qx_cos(angle)), vec_scale(along, qx_sin(angle)));
        const vec to = vec_add(centre, way);
        paint_line(p, from, to, width, intensity, colour);
        from = to;
    }
}

void paint_sprite(paint *p, qx_sprite_shape shape, vec at, float half, float angle, float intensity,
                  uint32_t colour)
{
    const qx_sprite sprite = { .centre = paint_place(p, at),
                               .half_width = half,
                               .half_height = half,
                               .angle = angle,
                               .intensity = intensity * p->light,
                               .colour = colour,
                               .shape = (uint32_t)shape };
    qx_space_sprites(p->canvas->render, p->blend, p->depth, &sprite, 1);
}

vec paint_face(uint32_t face)
{
    return paint_spread(face / 2, face % 2 ? 1.0 : -1.0, 0.0, 0.0);
}

vec paint_spread(uint32_t axis, double along, double u, double v)
{
    return axis == 0   ? (vec){ along, u, v }
           : axis == 1 ? (vec){ v, along, u }
                       : (vec){ u, v, along };
}

vec paint_middle(const paint *p, uint64_t cell)
{
    const uint32_t size = p->game->level.size;
    return (vec){ (double)(cell % size) + 0.5, (double)(cell / size % size) + 0.5,
                  (double)(cell / size / size) + 0.5 };
}

float paint_ease(float from, float to, float at)
{
    const float share = fminf(fmaxf((at - from) / (to - from), 0.0f), 1.0f);
    return share * share * (3.0f - 2.0f * share);
}

float paint_breath(const paint *p, float depth)
{
    return 1.0f - 0.5f * depth + 0.5f * depth * (float)qx_sin(0.5 * TURN * p->time);
}

// --- the picture

static void prepare(paint *p)
{
    static const vec axes[3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const scene_canvas *canvas = p->canvas;
    p->camera = mazecube_camera(p->game, p->look);
    const qx_vec3 eye = p->camera.eye, to = p->camera.target;
    const vec way = { eye.x - to.x, eye.y - to.y, eye.z - to.z };
    p->pixel = (float)vec_length(way) * tanf(0.5f * p->camera.field) / 360.0f;
    p->pose = mazecube_pose_between(&p->look->before, &p->look->now, canvas->blend);
    for (int i = 0; i < 3; i++) {
        const vec t = quat_apply(p->pose.turn, axes[i]);
        p->turned[i] = (qx_vec3){ (float)t.x, (float)t.y, (float)t.z };
    }
    p->size = (float)p->game->level.size;
    p->light = p->look->backdrop ? 0.45f : 1.0f;
    p->time = canvas->reduced_motion ? 0.5 : ((double)p->game->tick + (double)canvas->blend) / 60.0;
}

void mazecube_draw(const mazecube *game, mazecube_picture *picture, const mazecube_look *look,
                   const scene_canvas *canvas)
{
    paint p = { .game = game,
                .picture = picture,
                .look = look,
                .canvas = canvas,
                .palette = ui_palette_get(canvas->palette) };
    if (!game->maze) return;
    picture_fit(picture, game, canvas->render);
    prepare(&p);
    qx_space_begin(canvas->render, &(qx_space){ .camera = p.camera,
                                                .rough_edges = true, // lines lie along all of them
                                                .sun = { -0.35f, 0.85f, 0.4f },
                                                .sky = 0x3A4278FF,
                                                .ground = 0x14122AFF });
    paint_ground(&p);
    paint_rest(&p);
    paint_slices(&p);
    paint_outlines(&p);
    paint_frame(&p);
    if (!look->backdrop) {
        paint_arrows(&p);
        paint_marks(&p);
    }
    qx_space_end(canvas->render);
}
