// SPDX-License-Identifier: MIT
// Where the eye is, and where the model: on the floor in the middle, or on its way along a strip.
#include "model_room.h"

#include <quincunx/math.h>

#include <math.h>

#define FIELD 0.6f                // vertical angle of view, radians
#define HALF_FIELD 0.30933624961f // its half's tangent
#define MARGIN 1.12f
#define NEARER 0.44f // of the sweep: its near side looks larger
#define ASIDE 0.07f  // of half the breadth: the column covers the left, the list the right
#define FREE 0.85f
#define LIFT 0.32f // of half the height: in narrow pictures the column is above the model
#define TURN 6.2831853f

// --- the model's place

float model_strip(const model_play *r)
{
    const model_source *s = &r->source;
    const float apart = fminf(fmaxf(0.32f * fmaxf(s->size.x, s->size.z), 0.4f), 1.2f);
    const bool strip = r->rules.values[PARAM_ONION] == ONION_STRIP && model_cycle(r) > 0;
    const uint32_t ghosts = model_ghosts(s);
    return strip && ghosts > 1 ? apart * (float)(ghosts - 1) : 0.0f;
}

float model_strip_x(const model_play *r, double share)
{
    return (float)(share - 0.5) * model_strip(r);
}

qx_mat4 model_place(const model_source *s, float x)
{
    const float k = s->scale;
    return qx_mat4_place((qx_vec3){ x - k * s->middle.x, -k * s->middle.y, -k * s->middle.z }, k);
}

qx_vec3 model_world(const model_source *s, qx_vec3 own, float x)
{
    const float k = s->scale;
    return (qx_vec3){ x + k * (own.x - s->middle.x), k * (own.y - s->middle.y),
                      k * (own.z - s->middle.z) };
}

// What was begun after it is seen from its beginning on.
int64_t model_moment(const model_play *r, const scene_canvas *canvas)
{
    const int64_t passed = r->rules.now - r->before;
    const int64_t at = r->before + (int64_t)((double)canvas->blend * (double)passed);
    const uint32_t count = r->player.count;
    return count > 0 && at < r->player.layers[count - 1].since ? r->rules.now : at;
}

// --- the eye

// Far enough for all of it, whatever the shape of the picture.
static float distance_of(const model_play *r, float aspect, bool columns)
{
    const qx_vec3 size = r->source.size;
    const float deep = r->source.sweep, wide = model_strip(r) + deep;
    const float free = columns ? FREE : 1.0f;
    const float across = free * (aspect < 1.0f ? HALF_FIELD : HALF_FIELD * aspect);
    const float along = aspect < 1.0f ? HALF_FIELD / aspect : HALF_FIELD;
    const float fits = fmaxf(0.5f * wide / across, 0.5f * (size.y + 0.7f) / along);
    const float nearer = 0.15f * model_strip(r) * (float)fabs(qx_sin((double)r->rules.yaw));
    return MARGIN * fits + NEARER * deep + nearer; // an end of the strip that is turned to the eye
}

static float blended(float from, float to, float share)
{
    return from + (to - from) * share;
}

qx_camera model_camera(const model_play *r, const scene_canvas *canvas)
{
    const float aspect = (float)canvas->width / (float)canvas->height;
    float before = r->yaw_before;
    if (before - r->rules.yaw > 0.5f * TURN) before -= TURN;
    if (before - r->rules.yaw < -0.5f * TURN) before += TURN;
    const double yaw = (double)blended(before, r->rules.yaw, canvas->blend);
    const double pitch = (double)blended(r->pitch_before, r->rules.pitch, canvas->blend);
    const float zoom = blended(r->zoom_before, r->rules.zoom, canvas->blend);
    const bool columns = canvas->hud && aspect > 1.3f;
    const float away = zoom * distance_of(r, aspect, columns);
    const float aside = columns ? ASIDE * away * HALF_FIELD * aspect : 0.0f;
    const float lift = canvas->hud && aspect < 1.0f ? LIFT * away * HALF_FIELD / aspect : 0.0f;
    const qx_vec3 target = { -aside * (float)qx_cos(yaw), 0.44f * r->source.size.y + lift,
                             aside * (float)qx_sin(yaw) };
    const float flat = away * (float)qx_cos(pitch);
    return (qx_camera){ .eye = { target.x + flat * (float)qx_sin(yaw),
                                 fmaxf(target.y + away * (float)qx_sin(pitch), 0.05f),
                                 target.z + flat * (float)qx_cos(yaw) },
                        .target = target,
                        .field = FIELD,
                        .nearest = 0.05f * away,
                        .farthest = 8.0f * away + 40.0f };
}
