// SPDX-License-Identifier: MIT
#include "keyframe_internal.h"

#include <stddef.h>

// A position is worked out anew from the moment the clock was last told anything:
// at + (now - since) * speed, in whole numbers, so that nothing adds up and any moment may be asked
// for.

#define FARTHEST (INT64_C(1) << 61)

int64_t qx_keyframe_ticks(double seconds)
{
    if (!(seconds < 1e9)) return seconds >= 1e9 ? QX_KEYFRAME_MOST : 0; // NaN
    if (seconds <= -1e9) return -QX_KEYFRAME_MOST;
    const double ticks = seconds * (double)QX_KEYFRAME_SECOND;
    return (int64_t)(ticks < 0.0 ? ticks - 0.5 : ticks + 0.5);
}

int64_t keyframe_moment(int64_t now)
{
    if (now > QX_KEYFRAME_MOST) return QX_KEYFRAME_MOST;
    return now < -QX_KEYFRAME_MOST ? -QX_KEYFRAME_MOST : now;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

// --- positions

keyframe_position keyframe_position_at(const qx_keyframe_clock *clock, int64_t now)
{
    const int64_t passed = keyframe_moment(now) - clock->since;
    const double about = (double)clock->at + (double)passed * ((double)clock->speed / 65536.0);
    if (about > (double)FARTHEST) return (keyframe_position){ FARTHEST, 0 };
    if (about < -(double)FARTHEST) return (keyframe_position){ -FARTHEST, 0 };

    const int64_t high = keyframe_floor_divide(passed, 65536);
    const int64_t low = passed - high * 65536; // 0 to 65,535
    const int64_t rest = low * clock->speed + clock->at_part;
    const int64_t carry = keyframe_floor_divide(rest, 65536);
    return (keyframe_position){ clock->at + high * clock->speed + carry,
                                (int32_t)(rest - carry * 65536) };
}

static bool is_past_end(const qx_keyframe_clock *clock, keyframe_position p)
{
    return p.whole >= clock->duration;
}

// A clip played once stands still at its ends.
static keyframe_position held(const qx_keyframe_clock *clock, keyframe_position p)
{
    if (is_past_end(clock, p)) return (keyframe_position){ clock->duration, 0 };
    if (p.whole < 0) return (keyframe_position){ 0, 0 };
    return p;
}

// --- what is told

static void go_on_from(qx_keyframe_clock *clock, keyframe_position p, int64_t now)
{
    clock->since = keyframe_moment(now);
    clock->at = p.whole;
    clock->at_part = p.part;
}

void qx_keyframe_clock_start(qx_keyframe_clock *clock, qx_keyframe_loop loop, int64_t duration,
                             int64_t now)
{
    *clock = (qx_keyframe_clock){ .loop = loop,
                                  .duration = clamp(duration, 0, QX_KEYFRAME_MOST),
                                  .since = keyframe_moment(now),
                                  .speed = QX_KEYFRAME_SPEED_1 };
}

void qx_keyframe_clock_set_speed(qx_keyframe_clock *clock, int32_t speed, int64_t now)
{
    const keyframe_position p = keyframe_position_at(clock, now);
    go_on_from(clock, clock->loop == QX_KEYFRAME_ONCE ? held(clock, p) : p, now);
    clock->speed = (int32_t)clamp(speed, -QX_KEYFRAME_SPEED_MOST, QX_KEYFRAME_SPEED_MOST);
}

void qx_keyframe_clock_set_place(qx_keyframe_clock *clock, int64_t place, int64_t now)
{
    go_on_from(clock, (keyframe_position){ keyframe_moment(place), 0 }, now);
}

// --- what is asked

// (whole + part / 65,536) / duration, for 0 <= whole < duration or both ends. Below 2^37 ticks all
// three are exact doubles, so the quotient is rounded once.
static double fraction_of(int64_t whole, int32_t part, int64_t duration)
{
    return ((double)whole + (double)part / 65536.0) / (double)duration;
}

static qx_keyframe_phase sample_once(const qx_keyframe_clock *clock, keyframe_position p)
{
    const bool backward = clock->speed < 0;
    const bool at_start = p.whole < 0 || (p.whole == 0 && p.part == 0);
    const bool ended = backward ? at_start : clock->speed > 0 && is_past_end(clock, p);
    p = held(clock, p);
    return (qx_keyframe_phase){ .fraction = fraction_of(p.whole, p.part, clock->duration),
                                .place = (double)p.whole + (double)p.part / 65536.0,
                                .backward = backward,
                                .ended = ended };
}

// The way back of a ping-pong, measured from its other end.
static keyframe_position turned(keyframe_position p, int64_t duration)
{
    if (p.part == 0) return (keyframe_position){ duration - p.whole, 0 };
    return (keyframe_position){ duration - p.whole - 1, 65536 - p.part };
}

qx_keyframe_phase qx_keyframe_clock_sample(const qx_keyframe_clock *clock, int64_t now)
{
    if (clock->duration <= 0) return (qx_keyframe_phase){ .ended = true };
    keyframe_position p = keyframe_position_at(clock, now);
    if (clock->loop == QX_KEYFRAME_ONCE) return sample_once(clock, p);

    int64_t turn = keyframe_floor_divide(p.whole, clock->duration);
    p.whole -= turn * clock->duration;
    const bool back = clock->loop == QX_KEYFRAME_PING_PONG && turn & 1;
    if (back) p = turned(p, clock->duration);
    double fraction = fraction_of(p.whole, p.part, clock->duration);
    double place = (double)p.whole + (double)p.part / 65536.0;
    if (!back && fraction >= 1.0) { // long clips, just below an end: rounded up to the next turn
        turn++;
        const bool now_back = clock->loop == QX_KEYFRAME_PING_PONG;
        fraction = now_back ? 1.0 : 0.0;
        place = now_back ? (double)clock->duration : 0.0;
    }
    const bool odd = clock->loop == QX_KEYFRAME_PING_PONG && turn & 1;
    return (qx_keyframe_phase){
        .turn = turn, .fraction = fraction, .place = place, .backward = odd != (clock->speed < 0)
    };
}
