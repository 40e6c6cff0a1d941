// SPDX-License-Identifier: MIT
// How bright each bolt may be. Many bolts that come and go one by one leave the whole picture's
// light much the same, so that a limiter of the whole (flashes.h) sees nothing, while every part of
// the picture flashes. So large changes are counted here as well, up and down: while there are too
// many, all bolts stay as they are, and take up their new light together.
#include "lightning_room.h"

#include <quincunx/flash.h>

#include <math.h>

enum {
    SECOND = 62,      // ticks, and some that rounding may take
    MOST_CHANGES = 6, // two a flash
    MANY_CHANGES = 3, // once there were so many, further ones come at even distances
    DISTANCE = 10     // ticks, of each
};

enum { UP = 1, DOWN, BOTH };

#define NOTHING 1e-4f
#define LIT_SHARE 0.9f // of a halo's radius: the breadth that lights up by a tenth, branches too
#define LARGE (0.5f * QX_FLASH_AREA)

static float length_of(const lightning_strike *s)
{
    float length = 0.0f;
    for (uint32_t i = 1; i < s->end_count; i++) {
        const qx_vec3 a = s->ends[s->tree ? 0 : i - 1], b = s->ends[i];
        length += sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
    }
    return length;
}

static float area_of(const lightning_play *r, const lightning_strike *s)
{
    const float *v = r->rules.values;
    const float breadth = 2.0f * LIT_SHARE * v[PARAM_HALO] * v[PARAM_WIDTH] * s->scale;
    return fminf(length_of(s) * breadth / (r->rules.width * r->rules.height), 1.0f);
}

// Broad bolts that swing by more than their breadth make the picture flash by their motion alone.
static bool is_vast(const lightning_play *r)
{
    const float *v = r->rules.values;
    const float halo = v[PARAM_HALO] * v[PARAM_WIDTH];
    const float piece = 500.0f / (float)(1u << (uint32_t)v[PARAM_GENERATIONS]);
    const float swings = fmaxf(500.0f * v[PARAM_SWAY], piece * v[PARAM_CRACKLE]);
    return halo > 36.0f && swings > 0.3f * halo;
}

typedef struct change {
    float brighter, darker; // shares of the picture
} change;

static change wanted(const lightning_play *r)
{
    change c = { 0.0f, 0.0f };
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &r->strikes[i];
        const float more = s->wish.light - s->held.light;
        if (!s->used) continue;
        if (more < -NOTHING) c.darker += s->area;
        if (more > NOTHING || (s->wish.light > NOTHING && s->wish.unborn < s->held.unborn))
            c.brighter += s->area;
    }
    return c;
}

static uint32_t count_changes(const lightning_play *r)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < LIGHTNING_CHANGES; i++) {
        const uint32_t tick = r->light.changes[i];
        count += tick > 0 && r->rules.tick + 1 - tick < SECOND;
    }
    return count;
}

static void note_changes(lightning_play *r, uint32_t cost)
{
    for (; cost > 0; cost--) {
        for (uint32_t i = LIGHTNING_CHANGES; i-- > 1;)
            r->light.changes[i] = r->light.changes[i - 1];
        r->light.changes[0] = r->rules.tick + 1;
    }
}

// Going on in the same direction is no other change; up and down at once, here and there, are two.
static bool may_change(lightning_play *r, const change *c)
{
    const bool up = c->brighter >= LARGE, down = c->darker >= LARGE;
    const uint32_t direction = up && down ? BOTH : up ? UP : DOWN;
    if ((!up && !down) || (direction != BOTH && direction == r->light.direction)) return true;
    const uint32_t cost = direction == BOTH ? 2 : 1;
    const uint32_t count = count_changes(r), since = r->rules.tick + 1 - r->light.changes[0];
    if (count + cost > MOST_CHANGES) return false;
    if (count + cost > MANY_CHANGES && since < DISTANCE * cost) return false;
    note_changes(r, cost);
    r->light.direction = direction;
    return true;
}

static bool is_over(const lightning_strike *s)
{
    return !s->alive && s->held.light < NOTHING && s->held_before.light < NOTHING &&
           s->wish_before.light < NOTHING;
}

void lightning_run_light(lightning_play *r)
{
    r->light.vast = is_vast(r);
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++)
        r->strikes[i].area = r->strikes[i].used ? area_of(r, &r->strikes[i]) : 0.0f;
    const change c = wanted(r);
    if (may_change(r, &c))
        for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) r->strikes[i].held = r->strikes[i].wish;
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++)
        if (r->strikes[i].used && is_over(&r->strikes[i])) r->strikes[i].used = false;
}
