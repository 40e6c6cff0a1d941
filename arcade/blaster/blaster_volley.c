// SPDX-License-Identifier: MIT
#include "blaster_volley.h"

#include <quincunx/hash.h>

#include <math.h>
#include <string.h>

#define TICK (1.0 / 60.0)
#define CAP 4096u // segments of a chain

enum {
    GENERATIONS = 6, // of a link
    STAND_TICKS = 8, // after the last link
    FADE_TICKS = 22,
    FLARE_TICKS = 7 // in which a new link calms down
};

#define CALM 0.8f  // light of a link that has calmed down
#define FLARE 0.9f // how much brighter it begins

// --- bolts

// Narrow, for the net is to show beside it, with many short branches; the links of a chain are of
// any length, so sway and offsets, which go by it, are small.
static qx_bolt_desc desc_of(const qx_vec3 *path, uint32_t points, uint64_t seed)
{
    return (qx_bolt_desc){ .path = path,
                           .path_count = points,
                           .seed = seed,
                           .generations = GENERATIONS,
                           .branch_chance = 0.16f,
                           .branch_scale = 0.6f,
                           .straightness = 0.25f,
                           .depth = 2,
                           .segments = CAP,
                           .sway = 0.02f,
                           .rate = 9.0f };
}

qx_result volley_open(volley *v, uint64_t seed)
{
    qx_vec3 path[VOLLEY_LINKS_MAX + 1];
    *v = (volley){ .seed = seed };
    for (uint32_t i = 0; i <= VOLLEY_LINKS_MAX; i++)
        path[i] = (qx_vec3){ 10.0f * (float)i, 0.0f, 0.0f };
    const qx_bolt_desc desc = desc_of(path, VOLLEY_LINKS_MAX + 1, seed);
    for (uint32_t i = 0; i < STRIKE_CHAINS; i++) {
        const qx_result result = qx_bolt_create(&desc, &v->bolts[i]);
        if (result == QX_OK) continue;
        volley_close(v);
        return result;
    }
    return QX_OK;
}

void volley_close(volley *v)
{
    for (uint32_t i = 0; i < STRIKE_CHAINS; i++) qx_bolt_destroy(v->bolts[i]);
    *v = (volley){ 0 };
}

// --- a tick

static uint32_t path_of(const strike *s, uint32_t chain, qx_vec3 *path)
{
    uint32_t points = 0;
    path[points++] = (qx_vec3){ s->from.x, s->from.y, 0.0f };
    for (uint32_t i = chain; i < s->count; i += s->chains)
        path[points++] = (qx_vec3){ s->targets[i].at.x, s->targets[i].at.y, 0.0f };
    return points;
}

static void grow(volley *v, const strike *s, uint32_t tick)
{
    v->chains = s->chains;
    v->age = 0;
    v->speed = (float)s->pace / (float)s->chains;
    v->ticks = (s->count + s->pace - 1) / s->pace;
    for (uint32_t i = 0; i < v->chains; i++) {
        const uint64_t which = (uint64_t)tick << 8 | i;
        const uint32_t points = path_of(s, i, v->paths[i]);
        const qx_bolt_desc desc =
            desc_of(v->paths[i], points, qx_hash_bytes(v->seed, &which, sizeof which));
        v->links[i] = qx_bolt_generate(v->bolts[i], &desc) == QX_OK ? points - 1 : 0;
    }
}

void volley_tick(volley *v, const blaster *game)
{
    if (v->chains > 0 && ++v->age > v->ticks + STAND_TICKS + FADE_TICKS) v->chains = 0;
    for (uint32_t i = 0; i < game->event_count; i++) {
        if (game->events[i].kind == EVENT_STRIKE) grow(v, &game->strike, game->tick);
        if (game->events[i].kind == EVENT_SHIP_DEAD) v->chains = 0;
    }
}

// --- a picture

uint32_t volley_bound_lines(const volley *v)
{
    uint32_t lines = 0;
    for (uint32_t i = 0; i < STRIKE_CHAINS; i++) lines += qx_bolt_bound_lines(v->bolts[i]);
    return lines;
}

// Of all of it; the links of the first tick are there at age 0 and blend 1, and so this may be up to a
// tick below 0.
static float fading(const volley *v, float age)
{
    const float past = age - (float)(v->ticks + STAND_TICKS);
    const float left = fminf(fmaxf(1.0f - past / (float)FADE_TICKS, 0.0f), 1.0f);
    return left * left;
}

// Of a link by its age in ticks.
static float link_light(float age, float flare)
{
    const float fresh = fminf(fmaxf(1.0f - age / (float)FLARE_TICKS, 0.0f), 1.0f);
    return CALM + flare * FLARE * fresh * fresh;
}

static qx_vec3 moved(qx_vec3 at, place by)
{
    return (qx_vec3){ at.x + by.x, at.y + by.y, at.z };
}

// Keeps the links that are there, in their light: a whole pose has a line for each segment.
static uint32_t keep_struck(const volley *v, const qx_bolt *bolt, float age, place origin,
                            float flare, qx_glow_line *lines)
{
    const qx_bolt_segment *segments = qx_bolt_get_segments(bolt);
    const qx_bolt_info info = qx_bolt_get_info(bolt);
    const float faded = fading(v, age), front = (age + 1.0f) * v->speed;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < info.segments; i++) {
        const qx_bolt_segment *s = &segments[i];
        const float past = front - (float)s->link - s->distance / info.reach;
        if (past <= 0.0f) continue;
        lines[kept] = lines[i];
        lines[kept].from = moved(lines[i].from, origin);
        lines[kept].to = moved(lines[i].to, origin);
        lines[kept].brightness *= faded * link_light(past / v->speed, flare);
        kept++;
    }
    return kept;
}

uint32_t volley_build_lines(const volley *v, float blend, place origin, place from, float flare,
                            qx_glow_line *lines)
{
    uint32_t count = 0;
    const float age = (float)v->age - 1.0f + blend;
    for (uint32_t i = 0; i < v->chains; i++) {
        if (v->links[i] == 0) continue;
        qx_vec3 ends[VOLLEY_LINKS_MAX + 1];
        memcpy(ends, v->paths[i], sizeof ends);
        ends[0] = (qx_vec3){ from.x, from.y, 0.0f };
        const qx_bolt_pose pose = { .ends = ends, .time = TICK * (double)age };
        qx_bolt_build_lines(v->bolts[i], &pose, lines + count, NULL);
        count += keep_struck(v, v->bolts[i], age, origin, flare, lines + count);
    }
    return count;
}
