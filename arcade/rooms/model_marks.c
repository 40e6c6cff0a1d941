// SPDX-License-Identifier: MIT
// Lines: the floor's grid, wireframe and normals of a pose or key, and the way that the middle of
// the model takes along the strip.
#include "model_room.h"

#include <math.h>

#define REACH MODEL_FLOOR
#define GRID_COLOUR 0x4A55D8FFu
#define WIRE_COLOUR 0xFFE9A8FFu
#define NORMAL_COLOUR 0x5CC8FFFFu
#define WAY_COLOUR 0xFFC247FFu

enum {
    PEN_LINES = 512,
    GRID_HALF = 15,
    GRID_PIECES = 20,
    WAY_PIECES = 120,
    MOST_WIRES = 30000, // of a mesh; of more edges every n-th is drawn
    MOST_NORMALS = 6000
};

typedef struct pen {
    qx_render *render;
    uint32_t count;
    qx_line lines[PEN_LINES];
} pen;

static void pen_up(pen *p)
{
    qx_space_lines(p->render, QX_BLEND_ADD, QX_SPACE_BEHIND, p->lines, p->count);
    p->count = 0;
}

static void stroke(pen *p, qx_vec3 from, qx_vec3 to, float width, float intensity, uint32_t colour)
{
    if (!(intensity > 0.003f)) return;
    if (p->count == PEN_LINES) pen_up(p);
    p->lines[p->count++] = (qx_line){ from, to, width, intensity, colour };
}

// --- the floor

static float faded(float x, float z, float half)
{
    const float past = fmaxf(fabsf(x) - half, 0.0f), away = sqrtf(past * past + z * z) / REACH;
    return away < 1.0f ? (1.0f - away) * (1.0f - away) : 0.0f;
}

static void rule(pen *p, float at, float half, float intensity)
{
    const float piece = 2.0f * (REACH + half) / GRID_PIECES;
    for (int i = 0; i < GRID_PIECES; i++) {
        const float from = (float)i * piece - REACH - half, to = from + piece;
        const float middle = 0.5f * (from + to);
        stroke(p, (qx_vec3){ from, 0.0f, at }, (qx_vec3){ to, 0.0f, at }, -1.3f,
               intensity * faded(middle, at, half), GRID_COLOUR);
    }
}

static void cross_rule(pen *p, float at, float half, float intensity)
{
    const float piece = 2.0f * REACH / GRID_PIECES;
    for (int i = 0; i < GRID_PIECES; i++) {
        const float from = (float)i * piece - REACH, to = from + piece;
        stroke(p, (qx_vec3){ at, 0.0f, from }, (qx_vec3){ at, 0.0f, to }, -1.3f,
               intensity * faded(at, 0.5f * (from + to), half), GRID_COLOUR);
    }
}

void model_mark_floor(const model_play *r, qx_render *render)
{
    pen p = { .render = render };
    const float half = 0.5f * model_strip(r);
    const int across = GRID_HALF + (int)half;
    for (int i = -GRID_HALF; i <= GRID_HALF; i++)
        rule(&p, (float)i, half, i % 5 == 0 ? 0.55f : 0.26f);
    for (int i = -across; i <= across; i++)
        cross_rule(&p, (float)i, half, i % 5 == 0 ? 0.55f : 0.26f);
    pen_up(&p);
}

// --- pose and key

static qx_vec3 place_of(const model_source *s, uint32_t vertex, float x)
{
    const float *p = s->positions + 3 * (size_t)vertex;
    return model_world(s, (qx_vec3){ p[0], p[1], p[2] }, x);
}

static void mark_wires(const model_play *r, pen *p, uint32_t mesh, float x)
{
    const model_body *body = &r->source.bodies[mesh];
    const uint32_t step = 1 + body->edge_count / MOST_WIRES;
    const float dense = (float)body->edge_count / 4000.0f;
    const float light = 0.3f / (1.0f + dense);
    for (uint32_t i = 0; i < body->edge_count; i += step)
        stroke(p, place_of(&r->source, body->edges[i][0], x),
               place_of(&r->source, body->edges[i][1], x), -1.2f, light, WIRE_COLOUR);
}

static void mark_normals(const model_play *r, pen *p, uint32_t mesh, float x)
{
    const model_source *s = &r->source;
    const uint32_t count = s->model->meshes[mesh].vertex_count;
    const uint32_t step = 1 + count / MOST_NORMALS;
    const float length = 0.16f;
    for (uint32_t i = 0; i < count; i += step) {
        const qx_vec3 from = place_of(s, i, x);
        const float *n = s->normals + 3 * (size_t)i;
        const qx_vec3 to = { from.x + length * n[0], from.y + length * n[1],
                             from.z + length * n[2] };
        stroke(p, from, to, -1.3f, 0.7f, NORMAL_COLOUR);
    }
}

// A key stands where its pose is on the strip.
static void mark_mesh(const model_play *r, pen *p, uint32_t mesh, int64_t now, float x)
{
    const int32_t wire = r->rules.values[PARAM_WIRE], normals = r->rules.values[PARAM_NORMALS];
    for (int32_t of = MARKS_POSE; of <= MARKS_KEY; of++) {
        if (wire != of && normals != of) continue;
        if (!model_pose_now(r, mesh, now, of == MARKS_KEY)) continue;
        if (wire == of) mark_wires(r, p, mesh, x);
        if (normals == of) mark_normals(r, p, mesh, x);
    }
}

// --- the way along the strip

static qx_vec3 middle_at(const model_play *r, double share)
{
    const qx_keyframe_mix mix = model_mix_at(r, model_cycle_place(r, share));
    qx_vec3 sum = { 0.0f, 0.0f, 0.0f };
    for (uint32_t i = 0; i < mix.count; i++) {
        const qx_vec3 c = r->source.centres[mix.key[i]];
        sum.x += mix.weight[i] * c.x;
        sum.y += mix.weight[i] * c.y;
        sum.z += mix.weight[i] * c.z;
    }
    return model_world(&r->source, sum, model_strip_x(r, share));
}

void model_mark_way(const model_play *r, qx_render *render)
{
    pen p = { .render = render };
    if (model_strip(r) <= 0.0f || r->source.model->meshes[0].kind != QX_MODEL_KEYS) return;
    const uint32_t dots = model_ghosts(&r->source);
    qx_vec3 from = middle_at(r, 0.0);
    for (int i = 1; i <= WAY_PIECES; i++) {
        const qx_vec3 to = middle_at(r, (double)i / WAY_PIECES);
        stroke(&p, from, to, -1.6f, 0.45f, WAY_COLOUR);
        from = to;
    }
    pen_up(&p);
    for (uint32_t i = 0; i < dots; i++) {
        const qx_sprite dot = { .centre = middle_at(r, (double)i / (double)(dots - 1)),
                                .half_width = -3.0f,
                                .half_height = -3.0f,
                                .intensity = 0.9f,
                                .colour = WAY_COLOUR,
                                .shape = QX_SPRITE_DISC };
        qx_space_sprites(render, QX_BLEND_ADD, QX_SPACE_BEHIND, &dot, 1);
    }
}

void model_mark_pose(const model_play *r, qx_render *render, int64_t now)
{
    pen p = { .render = render };
    const qx_keyframe_phase phase = model_phase(r, now);
    const float x = model_strip_x(r, model_cycle_share(r, &phase));
    for (uint32_t i = 0; i < r->source.model->mesh_count; i++) mark_mesh(r, &p, i, now, x);
    pen_up(&p);
}
