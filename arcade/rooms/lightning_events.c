// SPDX-License-Identifier: MIT
// Cracks with each flash, thunder as late as it is far, and the hum of what burns without a break.
#include "lightning_room.h"

#include "sound_lightning.h"

#include <math.h>

#define TICK (1.0 / 60.0)
#define NEAR 150.0f       // metres: nearer than this nothing thunders, it zaps
#define ROLL_LATER 210.0f // metres that the echo from the hills goes farther

enum { EVENTS = 16, KEY_HUM = 200, KEY_BUZZ = 210 };

static float pan_of(const lightning_play *r, float x)
{
    const float pan = 1.6f * (x / r->rules.width - 0.5f);
    return pan < -0.8f ? -0.8f : pan > 0.8f ? 0.8f : pan;
}

static void say(const lightning_play *r, sound_lightning_voice voice, float x, float pitch,
                float gain)
{
    if (gain > 0.01f) sound_play(r->sound, &sound_lightning[voice], pan_of(r, x), pitch, gain);
}

static float end_of(const lightning_play *r, uint32_t source, uint64_t index)
{
    qx_vec3 ends[LIGHTNING_ENDS];
    const uint32_t count = lightning_aim(r, source, index, ends);
    return count > 0 ? ends[count - 1].x : 0.5f * r->rules.width;
}

// Air swallows the high part first, then the rest.
static float loudness_at(float distance)
{
    return 1.0f / (1.0f + distance / 600.0f);
}

static void say_flash(const lightning_play *r, const lightning_source *s, uint32_t source,
                      const qx_bolt_event *e)
{
    const float x = end_of(r, source, e->strike), gain = loudness_at(s->distance);
    const float pitch = 0.9f + 0.2f * lightning_unit(r, s->salt, e->strike, 7);
    if (s->scale < 0.2f)
        say(r, LIGHTNING_SPARK, x, pitch, 0.3f);
    else if (s->distance < NEAR)
        say(r, e->flash == 0 ? LIGHTNING_ZAP : LIGHTNING_SNAP, x, pitch, 0.7f * gain);
    else if (e->flash == 0 && s->distance < 700.0f)
        say(r, LIGHTNING_CRACK, x, pitch, gain);
    else
        say(r, LIGHTNING_SNAP, x, pitch, 0.5f * gain);
}

static void say_thunder(const lightning_play *r, const lightning_source *s, uint32_t source,
                        const qx_bolt_event *e)
{
    const float x = end_of(r, source, e->strike), gain = loudness_at(s->distance);
    if (s->scale < 0.2f || s->distance < NEAR) return;
    say(r, s->distance < 1000.0f ? LIGHTNING_CLAP : LIGHTNING_RUMBLE, x, 1.0f,
        s->distance < 1000.0f ? 2.4f * gain : 5.0f * gain);
}

static void say_roll(const lightning_play *r, const lightning_source *s, uint32_t source,
                     const qx_bolt_event *e)
{
    if (s->scale < 0.2f || s->distance < NEAR) return;
    say(r, LIGHTNING_ROLL, r->rules.width - end_of(r, source, e->strike), 1.0f,
        3.0f * loudness_at(s->distance));
}

typedef void tell(const lightning_play *r, const lightning_source *s, uint32_t source,
                  const qx_bolt_event *e);

static void hear(const lightning_play *r, uint32_t source, float distance, qx_bolt_event_kind kind,
                 tell *say_it)
{
    qx_bolt_event events[EVENTS];
    const lightning_source *s = &r->sources[source];
    uint32_t count =
        qx_bolt_build_events(&s->schedule, distance, s->time - TICK, s->time, events, EVENTS);
    if (count > EVENTS) count = EVENTS;
    for (uint32_t i = 0; i < count; i++)
        if (events[i].kind == kind) say_it(r, s, source, &events[i]);
}

static void hear_source(const lightning_play *r, uint32_t source)
{
    const lightning_source *s = &r->sources[source];
    if (!s->active || s->hums) return;
    hear(r, source, s->distance, QX_BOLT_EVENT_FLASH, say_flash);
    hear(r, source, s->distance, QX_BOLT_EVENT_THUNDER, say_thunder);
    hear(r, source, s->distance + ROLL_LATER, QX_BOLT_EVENT_THUNDER, say_roll);
}

// One voice for all: a dozen of the same pitch would only beat.
static void hum(const lightning_play *r)
{
    float light = 0.0f, x = 0.0f;
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &r->strikes[i];
        if (!s->used || !r->sources[s->source].hums || s->end_count == 0) continue;
        light += s->wish.light;
        x += s->wish.light * s->ends[0].x;
    }
    if (light > 0.01f)
        sound_hold(r->sound, KEY_HUM, &sound_lightning_hum, pan_of(r, x / light), 1.0f,
                   fminf(0.5f + 0.1f * light, 1.0f));
}

static void buzz(const lightning_play *r)
{
    for (uint32_t i = 0; i < LIGHTNING_HANDS; i++)
        if (r->rules.hands[i].act == ACT_STRIKE)
            sound_hold(r->sound, KEY_BUZZ + i, &sound_lightning_buzz,
                       pan_of(r, r->rules.hands[i].x), 1.0f, 0.6f);
}

void lightning_run_events(lightning_play *r)
{
    if (!r->sound) return;
    for (uint32_t i = 0; i < LIGHTNING_SOURCES; i++) hear_source(r, i);
    hum(r);
    buzz(r);
}
