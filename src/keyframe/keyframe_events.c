// SPDX-License-Identifier: MIT
#include "keyframe_internal.h"

// Keys stand at whole ticks of the unrolled way. Each turn owns those from its start up to, not
// with, the next one's, so that none is told twice; how many lie before a place is then a division
// and a search, and the events that were asked for are walked one by one.

typedef struct way {
    const qx_keyframe_clock *clock;
    const int64_t *times;
    uint32_t count;
} way;

static bool goes_back(const way *w, int64_t turn)
{
    return w->clock->loop == QX_KEYFRAME_PING_PONG && turn & 1;
}

// Keys with a time below.
static uint32_t keys_below(const way *w, int64_t time)
{
    uint32_t low = 0, high = w->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (w->times[middle] < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Of a turn, in the order of the way: the keys of a ping-pong's way to and way back share its ends,
// one each; a repetition begins with the keys at the end of the one before.
static uint32_t keys_of_turn(const way *w, int64_t turn)
{
    const int64_t duration = w->clock->duration;
    if (w->clock->loop != QX_KEYFRAME_PING_PONG) return w->count;
    return goes_back(w, turn) ? w->count - keys_below(w, 1) : keys_below(w, duration);
}

// The i-th key of a turn, and how far into the turn it is.
static uint32_t key_of_turn(const way *w, int64_t turn, uint32_t i, int64_t *offset, int64_t *owner)
{
    const int64_t duration = w->clock->duration;
    *owner = turn;
    if (w->clock->loop != QX_KEYFRAME_REPEAT) {
        const uint32_t key = goes_back(w, turn) ? w->count - 1 - i : i;
        *offset = goes_back(w, turn) ? duration - w->times[key] : w->times[key];
        return key;
    }
    const uint32_t at_end = w->count - keys_below(w, duration);
    const uint32_t key = i < at_end ? w->count - at_end + i : i - at_end;
    *offset = i < at_end ? 0 : w->times[key];
    if (i < at_end) *owner = turn - 1;
    return key;
}

// Of a turn, those less than `offset` into it.
static uint32_t keys_before_offset(const way *w, int64_t turn, int64_t offset)
{
    if (offset <= 0) return 0;
    if (w->clock->loop == QX_KEYFRAME_PING_PONG && goes_back(w, turn))
        return w->count - keys_below(w, w->clock->duration - offset + 1);
    const uint32_t below = keys_below(w, offset);
    if (w->clock->loop == QX_KEYFRAME_PING_PONG) return below;
    return w->count - keys_below(w, w->clock->duration) + below;
}

// A place on the way as a turn and the number of its keys before it.
typedef struct mark {
    int64_t turn;
    uint32_t keys;
} mark;

static mark mark_at(const way *w, int64_t place)
{
    const int64_t turn = keyframe_floor_divide(place, w->clock->duration);
    return (mark){ turn, keys_before_offset(w, turn, place - turn * w->clock->duration) };
}

static uint64_t keys_between(const way *w, mark from, mark to)
{
    if (from.turn == to.turn) return to.keys - from.keys;
    uint64_t between = (uint64_t)(to.turn - from.turn - 1);
    uint64_t full = between / 2 * ((uint64_t)keys_of_turn(w, 0) + keys_of_turn(w, 1));
    if (between & 1) full += keys_of_turn(w, from.turn + 1);
    return keys_of_turn(w, from.turn) - from.keys + full + to.keys;
}

// The first moment at which the clock is at or past a whole place.
static int64_t moment_of(const qx_keyframe_clock *clock, int64_t place)
{
    const int64_t speed = clock->speed < 0 ? -(int64_t)clock->speed : clock->speed;
    const int64_t ahead = clock->speed < 0 ? clock->at - place : place - clock->at;
    const int64_t part = clock->speed < 0 ? clock->at_part : -(int64_t)clock->at_part;
    const int64_t high = keyframe_floor_divide(ahead, speed);
    const int64_t rest = (ahead - high * speed) * 65536 + part;
    return clock->since + high * 65536 - keyframe_floor_divide(-rest, speed);
}

static void write_events(const way *w, mark from, uint64_t count, qx_keyframe_event *events)
{
    const bool falls = w->clock->speed < 0;
    int64_t turn = from.turn;
    uint32_t next = from.keys; // falling: the one before it comes next
    for (uint64_t i = 0; i < count; i++) {
        while (falls ? next == 0 : next == keys_of_turn(w, turn)) {
            turn += falls ? -1 : 1;
            next = falls ? keys_of_turn(w, turn) : 0;
        }
        if (falls) next--;
        int64_t offset, owner;
        const uint32_t key = key_of_turn(w, turn, next, &offset, &owner);
        events[i] =
            (qx_keyframe_event){ .key = key,
                                 .turn = owner,
                                 .when = moment_of(w->clock, turn * w->clock->duration + offset),
                                 .backward = falls != goes_back(w, owner) };
        if (!falls) next++;
    }
}

static int64_t rounded_up(keyframe_position p)
{
    return p.whole + (p.part > 0);
}

static int64_t within(int64_t place, int64_t most)
{
    return place < 0 ? 0 : place > most ? most : place;
}

// The whole places from `from` up to, not with, `to` are those that were crossed.
static void crossed(const qx_keyframe_clock *clock, int64_t before, int64_t now, int64_t *from,
                    int64_t *to)
{
    const keyframe_position first = keyframe_position_at(clock, before);
    const keyframe_position last = keyframe_position_at(clock, now);
    if (clock->speed < 0) {
        *from = rounded_up(last);
        *to = rounded_up(first);
    } else {
        *from = first.whole + 1;
        *to = last.whole + 1;
    }
}

uint64_t qx_keyframe_clock_cross(const qx_keyframe_clock *clock, int64_t before, int64_t now,
                                 const int64_t *times, uint32_t count, qx_keyframe_event *events,
                                 uint32_t capacity)
{
    if (clock->duration <= 0 || clock->speed == 0 || count == 0 || now <= before) return 0;
    const way w = { clock, times, count };
    int64_t from, to;
    crossed(clock, before, now, &from, &to);
    mark low, high;
    if (clock->loop == QX_KEYFRAME_ONCE) { // one turn, which owns its end too
        low = (mark){ 0, keys_below(&w, within(from, clock->duration + 1)) };
        high = (mark){ 0, keys_below(&w, within(to, clock->duration + 1)) };
    } else {
        low = mark_at(&w, from);
        high = mark_at(&w, to);
    }
    const uint64_t all = keys_between(&w, low, high);
    write_events(&w, clock->speed < 0 ? high : low, all < capacity ? all : capacity, events);
    return all;
}
