// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

#include <stdbool.h>

/// @file
/// Keyframes in time: clocks that never drift, curves through keys, eases and springs, clips that
/// cross-fade.
///
/// Does: say where in a clip a moment lies (once, looped, to and fro, at any speed, either way);
/// which keys were crossed; what a curve is between its keys; how clips share the pose while one
/// takes over from another.
/// Does not: hold meshes (keyframe_pose.h does), read files, keep time.
///
///     qx_keyframe_clock clock;
///     qx_keyframe_clock_start(&clock, QX_KEYFRAME_PING_PONG, qx_keyframe_ticks(0.3), now);
///     qx_keyframe_phase phase = qx_keyframe_clock_sample(&clock, now);
///     float share = qx_keyframe_ease(QX_EASE_OUT_BOUNCE, phase.fraction);
///
/// Everything here is a pure function of its arguments: any jump, any direction, no accumulated
/// error.
/// Threads: every function may be called from any thread at any time, on values of its own.
/// Same bits everywhere.
/// Sources: docs/keyframe.md.

/// Ticks of a second: every usual frame and sample rate divides it ("flicks", Horvath 2018).
#define QX_KEYFRAME_SECOND INT64_C(705600000)

/// The nearest tick; seconds within 1e9, else the nearest of those, and 0 for NaN.
QX_API int64_t qx_keyframe_ticks(double seconds);

typedef enum qx_keyframe_loop {
    QX_KEYFRAME_ONCE = 0,  ///< Ends stay: the first pose before, the last one after.
    QX_KEYFRAME_REPEAT,
    QX_KEYFRAME_PING_PONG  ///< To and fro.
} qx_keyframe_loop;

/// Speed 1, forward.
#define QX_KEYFRAME_SPEED_1 65536

/// Where in a clip each moment lies. A value to copy and to store; fields are for reading.
typedef struct qx_keyframe_clock {
    qx_keyframe_loop loop;
    int64_t duration; ///< Ticks; 0 or less: a still, at fraction 0.
    int64_t since;    ///< The moment, in ticks, at which it was at `at`.
    int64_t at;       ///< Ticks of the clip, counted on through repetitions.
    int32_t at_part;  ///< And 65,536ths of a tick.
    int32_t speed;    ///< 65,536ths; negative runs backward.
} qx_keyframe_clock;

QX_API void qx_keyframe_clock_start(qx_keyframe_clock *clock, qx_keyframe_loop loop,
                                    int64_t duration, int64_t now);

/// Another speed, or direction, from now on: the pose does not jump.
QX_API void qx_keyframe_clock_set_speed(qx_keyframe_clock *clock, int32_t speed, int64_t now);

/// Puts it at a place of the clip, ticks, from now on.
QX_API void qx_keyframe_clock_set_place(qx_keyframe_clock *clock, int64_t place, int64_t now);

typedef struct qx_keyframe_phase {
    int64_t turn;    ///< Which repetition, from 0; negative before the start.
    double fraction; ///< 0 to 1 of the clip; below 1 where it repeats.
    int64_t place;   ///< The same in ticks of the clip, rounded down.
    bool backward;   ///< Runs toward 0 now.
    bool ended;      ///< ONCE: at an end, for good.
} qx_keyframe_phase;

/// Exact: the nearest double to the rational number it is, at any moment within 1e9 s.
QX_API qx_keyframe_phase qx_keyframe_clock_sample(const qx_keyframe_clock *clock, int64_t now);

/// One key or end that was crossed.
typedef struct qx_keyframe_event {
    uint32_t key;   ///< Index into `times`.
    int64_t turn;
    int64_t when;   ///< The moment, ticks.
    bool backward;
} qx_keyframe_event;

/// Every key crossed after `before`, up to and with `now`, in order of time (of equal times in the
/// order of the way); a key at which a way turns back counts once.
/// @param times  Of the keys, ticks of the clip, not falling, from 0 to duration.
/// @return How many there are; the first `capacity` are written.
QX_API uint64_t qx_keyframe_clock_cross(const qx_keyframe_clock *clock, int64_t before, int64_t now,
                                        const int64_t *times, uint32_t count,
                                        qx_keyframe_event *events, uint32_t capacity);

/// How values go from one key to the next. Penner's ten families, each three ways, and linear.
typedef enum qx_ease {
    QX_EASE_LINEAR = 0,
    QX_EASE_IN_SINE, QX_EASE_OUT_SINE, QX_EASE_IN_OUT_SINE,
    QX_EASE_IN_QUAD, QX_EASE_OUT_QUAD, QX_EASE_IN_OUT_QUAD,
    QX_EASE_IN_CUBIC, QX_EASE_OUT_CUBIC, QX_EASE_IN_OUT_CUBIC,
    QX_EASE_IN_QUART, QX_EASE_OUT_QUART, QX_EASE_IN_OUT_QUART,
    QX_EASE_IN_QUINT, QX_EASE_OUT_QUINT, QX_EASE_IN_OUT_QUINT,
    QX_EASE_IN_EXPO, QX_EASE_OUT_EXPO, QX_EASE_IN_OUT_EXPO,
    QX_EASE_IN_CIRC, QX_EASE_OUT_CIRC, QX_EASE_IN_OUT_CIRC,
    QX_EASE_IN_BACK, QX_EASE_OUT_BACK, QX_EASE_IN_OUT_BACK,
    QX_EASE_IN_ELASTIC, QX_EASE_OUT_ELASTIC, QX_EASE_IN_OUT_ELASTIC,
    QX_EASE_IN_BOUNCE, QX_EASE_OUT_BOUNCE, QX_EASE_IN_OUT_BOUNCE,
    QX_EASE_COUNT
} qx_ease;

/// The ease at t: exactly 0 at 0 and below, 1 at 1 and above; 0 for NaN. BACK and ELASTIC leave 0
/// to 1 in between.
QX_API double qx_keyframe_ease(qx_ease ease, double t);

/// "linear", "in-sine", … and back; QX_EASE_COUNT where there is none of this name.
QX_API const char *qx_keyframe_ease_text(qx_ease ease);
QX_API qx_ease qx_keyframe_ease_find(const char *text);

/// CSS's cubic-bezier(x1, y1, x2, y2): x1 and x2 are taken into 0 to 1.
QX_API double qx_keyframe_bezier(double x1, double y1, double x2, double y2, double t);

/// A damped spring let go at 0 that comes to rest at 1.
typedef struct qx_keyframe_spring {
    double frequency; ///< Swings a second, undamped; above 0. Default 2.
    double damping;   ///< 1 is critical. Default 0.5.
    double velocity;  ///< At the start, a second. Default 0.
} qx_keyframe_spring;
QX_API double qx_keyframe_spring_sample(const qx_keyframe_spring *spring, double seconds);

typedef enum qx_keyframe_curve {
    QX_KEYFRAME_LINEAR = 0,
    QX_KEYFRAME_STEP,
    QX_KEYFRAME_CATMULL_ROM, ///< Tangents from the neighbours' times and values; at the ends
                             ///< one-sided.
    QX_KEYFRAME_CUBIC        ///< glTF's CUBICSPLINE: keys hold in-tangent, value, out-tangent.
} qx_keyframe_curve;

/// Values over time: `width` floats a key.
typedef struct qx_keyframe_track {
    qx_keyframe_curve curve;
    uint32_t count, width;
    const int64_t *times; ///< Ticks, not falling; of equal ones the last holds.
    const float *values;  ///< count * width, CUBIC 3 times as many.
    bool wraps;           ///< CATMULL_ROM: the last key's neighbour is the first again.
} qx_keyframe_track;

/// The values at a place of the clip; outside of the keys the first or last. At a key exactly the
/// stored value. @param values  Receives `width`.
QX_API void qx_keyframe_track_sample(const qx_keyframe_track *track, double place, float *values);

/// Which two (or four) keys a place lies between, for poses.
typedef struct qx_keyframe_span {
    uint32_t key[4];  ///< Before, from, to, after.
    float share;      ///< Between from and to, 0 to 1.
    float weight[4];  ///< What each counts by the curve; sum 1.
} qx_keyframe_span;
QX_API qx_keyframe_span qx_keyframe_span_find(const int64_t *times, uint32_t count,
                                              qx_keyframe_curve curve, bool wraps, double place);

/// A clip of a player: a run of keys.
typedef struct qx_keyframe_clip {
    uint32_t first, count; ///< Keys.
    int64_t duration;      ///< Ticks.
    qx_keyframe_loop loop;
} qx_keyframe_clip;

#define QX_KEYFRAME_LAYERS 4u

/// Plays clips, one taking over from another; also additive layers. A value to copy and to store.
typedef struct qx_keyframe_player {
    struct {
        uint32_t clip;
        qx_keyframe_clock clock;
        int64_t fade_since, fade; ///< Ticks in which it takes over.
        double weight_from;
        bool used;
    } layers[QX_KEYFRAME_LAYERS]; ///< The latest last.
    int64_t asked; ///< Up to when events were told.
} qx_keyframe_player;

/// Begins a clip that takes over within `fade` ticks; from a fade in the middle it goes on without
/// a jump.
QX_API void qx_keyframe_player_play(qx_keyframe_player *player, const qx_keyframe_clip *clips,
                                    uint32_t clip, int32_t speed, int64_t fade, int64_t now);

/// What the pose is made of at a moment: clips with places and weights of sum 1.
typedef struct qx_keyframe_share {
    uint32_t clip;
    qx_keyframe_phase phase;
    float weight;
} qx_keyframe_share;
QX_API uint32_t qx_keyframe_player_sample(const qx_keyframe_player *player, int64_t now,
                                          qx_keyframe_share shares[QX_KEYFRAME_LAYERS]);
