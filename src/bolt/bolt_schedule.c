// SPDX-License-Identifier: MIT
#include "bolt_chance.h"

#include <quincunx/bolt.h>
#include <quincunx/math.h>

#define TURN 6.28318530717958647692
#define SPEED_OF_SOUND 343.0 // metres a second
#define MOST_FLASHES 8u
#define MOST_DISTANCE 1e6f
#define LAST 1e12 // strikes begin up to then

// All times come earlier by this, so that frames whose times are multiples of 1/60 with a rounding
// error or two meet them.
#define EARLY (1.0 - 1e-12)

// A schedule with its defaults, in double: 1/6 as a float is later than a sixth.
typedef struct plan {
    uint64_t seed;
    double period, jitter; // seconds both
    double full, life;     // seconds from the strike on
    double dimmed;
    double gap; // seconds from one flare to the next
    uint32_t flashes;
} plan;

static bool in_range(float value, float low, float high)
{
    return value >= low && value <= high; // refuses NaN too
}

static bool is_good(const qx_bolt_schedule *s)
{
    return (s->period == 0.0f || in_range(s->period, 0.01f, 1e6f)) &&
           in_range(s->jitter, 0.0f, 1.0f) && in_range(s->full, 0.0f, 1e3f) && s->dim <= 1e3f &&
           s->dimmed <= 1.0f && s->flashes <= MOST_FLASHES;
}

static double with_default(float given, double preset)
{
    if (given == 0.0f) return preset;
    return given > 0.0f ? (double)given : 0.0;
}

static plan plan_of(const qx_bolt_schedule *s)
{
    plan p = { .seed = s->seed, .flashes = s->flashes > 0 ? s->flashes : 1 };
    p.period = with_default(s->period, 1.0 / 6.0) * EARLY;
    p.jitter = (double)s->jitter * p.period;
    p.full = with_default(s->full, 1.0 / 6.0) * EARLY;
    p.life = p.full + with_default(s->dim, 1.0 / 6.0) * EARLY;
    p.dimmed = with_default(s->dimmed, 0.5);
    p.gap = p.full / (double)p.flashes;
    return p;
}

// The jitter stays below the period: strikes keep their order.
static double begin_of(const plan *p, uint64_t index)
{
    const double late = (double)(bolt_chance(p->seed, 2 * index) >> 11) * 0x1p-53;
    return (double)index * p->period + late * p->jitter;
}

// How many strikes begin at or before `time - delay`.
static uint64_t count_until(const plan *p, double delay, double time)
{
    if (!(time >= delay)) return 0;
    // One more than there can be, and one for rounding; then down past those that the jitter moved.
    uint64_t count = (uint64_t)((time - delay) / p->period) + 2;
    while (count > 0 && begin_of(p, count - 1) + delay > time) count--;
    return count;
}

// --- strikes

// Full light at each flare, a smooth dip in between, and down to the dimmed time after the last.
static double dip(const plan *p, double age)
{
    if (p->flashes == 1) return 0.0;
    const double flare = age / p->gap;
    const bool last = flare >= (double)(p->flashes - 1);
    const double whole = last ? (double)(p->flashes - 1) : (double)(uint64_t)flare;
    const double turn = (flare - whole) * (last ? 0.5 : 1.0);
    return p->dimmed * (0.5 - 0.5 * qx_cos(TURN * turn));
}

// True where one of the flares began within the exposure.
static bool flared(const plan *p, double begin, double time, double exposure)
{
    for (uint32_t k = 0; k < p->flashes; k++) {
        const double flare = begin + k * p->gap;
        if (flare <= time && flare > time - exposure) return true;
    }
    return false;
}

static float dimmed_at(const plan *p, double begin, double time, double exposure)
{
    const double age = time - begin;
    if (flared(p, begin, time, exposure)) return 0.0f;
    return (float)(age < p->full ? dip(p, age) : p->dimmed);
}

uint32_t qx_bolt_sample_schedule(const qx_bolt_schedule *schedule, double time, double exposure,
                                 qx_bolt_strike *strikes)
{
    uint32_t count = 0;
    if (!is_good(schedule) || !(time >= 0.0 && time <= LAST) || !(exposure >= 0.0)) return 0;
    const plan p = plan_of(schedule);
    // Those that are over but began within the exposure are as late as those that live on: the
    // first one of neither kind has none of them before it.
    for (uint64_t left = count_until(&p, 0.0, time); left > 0 && count < QX_BOLT_MAX_STRIKES;
         left--) {
        const double begin = begin_of(&p, left - 1);
        if (!(time < begin + p.life || begin > time - exposure)) break;
        strikes[count++] = (qx_bolt_strike){ left - 1, bolt_chance(p.seed, 2 * (left - 1) + 1),
                                             time - begin, dimmed_at(&p, begin, time, exposure) };
    }
    return count;
}

// --- events

// Events of one kind of all strikes, each `delay` after its strike.
typedef struct stream {
    qx_bolt_event_kind kind;
    uint32_t flash;
    double delay;
    uint64_t next, end; // strikes
} stream;

#define STREAMS (MOST_FLASHES + 2)

// In the order in which those of the same moment are told.
static uint32_t open_streams(const plan *p, double thunder, double after, double until,
                             stream *streams)
{
    uint32_t count = 0;
    streams[count++] = (stream){ .kind = QX_BOLT_EVENT_STRIKE };
    for (uint32_t k = 0; k < p->flashes; k++)
        streams[count++] = (stream){ QX_BOLT_EVENT_FLASH, k, k * p->gap, 0, 0 };
    streams[count++] = (stream){ .kind = QX_BOLT_EVENT_THUNDER, .delay = thunder };
    for (uint32_t i = 0; i < count; i++) {
        streams[i].next = count_until(p, streams[i].delay, after);
        streams[i].end = count_until(p, streams[i].delay, until);
    }
    return count;
}

static uint32_t count_events(const stream *streams, uint32_t count)
{
    uint64_t events = 0;
    for (uint32_t i = 0; i < count; i++) events += streams[i].end - streams[i].next;
    return events < UINT32_MAX ? (uint32_t)events : UINT32_MAX;
}

static qx_bolt_event take_first(const plan *p, stream *streams, uint32_t count)
{
    stream *first = NULL;
    double earliest = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        if (streams[i].next == streams[i].end) continue;
        const double time = begin_of(p, streams[i].next) + streams[i].delay;
        if (first && time >= earliest) continue;
        first = &streams[i];
        earliest = time;
    }
    return (qx_bolt_event){ first->kind, first->flash, first->next++, earliest };
}

uint32_t qx_bolt_build_events(const qx_bolt_schedule *schedule, float distance, double after,
                              double until, qx_bolt_event *events, uint32_t capacity)
{
    stream streams[STREAMS];
    const double last = until < LAST ? until : LAST;
    if (!is_good(schedule) || !in_range(distance, 0.0f, MOST_DISTANCE)) return 0;
    if (!(after < until && after < last)) return 0;
    const plan p = plan_of(schedule);
    const double thunder = (double)distance / SPEED_OF_SOUND;
    const uint32_t open = open_streams(&p, thunder, after, last, streams);
    const uint32_t count = count_events(streams, open);
    for (uint32_t i = 0; i < count && i < capacity; i++) events[i] = take_first(&p, streams, open);
    return count;
}
