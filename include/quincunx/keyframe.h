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
    QX_KEYFRAME_ONCE = 0, ///< Ends stay: the first pose before, the last one after.
    QX_KEYFRAME_REPEAT,
    QX_KEYFRAME_PING_PONG  ///< To and fro.
} qx_keyframe_loop;

/// Speed 1, forward.
#define QX_KEYFRAME_SPEED_1 65536

/// Most speed, forward or backward.
#define QX_KEYFRAME_SPEED_MOST (1000 * QX_KEYFRAME_SPEED_1)

/// Most ticks of a moment or a duration, to either side: 1e9 s. What is beyond counts as that.
#define QX_KEYFRAME_MOST (INT64_C(1000000000) * QX_KEYFRAME_SECOND)

/// Where in a clip each moment lies. A value to copy and to store; fields are for reading. A clip
/// that has run for more than 2^61 ticks of its own (3.2e9 s) stays there.
typedef struct qx_keyframe_clock {
    qx_keyframe_loop loop;
    int64_t duration; ///< Ticks; 0 or less: a still, at fraction 0.
    int64_t since;    ///< The moment, in ticks, at which it was at `at`.
    int64_t at;       ///< Ticks of the clip, counted on through repetitions.
    int32_t at_part;  ///< And 65,536ths of a tick.
    int32_t speed;    ///< 65,536ths; negative runs backward.
} qx_keyframe_clock;

/// Begins at place 0, forward at speed 1.
QX_API void qx_keyframe_clock_start(qx_keyframe_clock *clock, qx_keyframe_loop loop,
                                    int64_t duration, int64_t now);

/// Another speed, or direction, from now on: the pose does not jump. A clip played ONCE that is
/// over turns back from its end at once.
QX_API void qx_keyframe_clock_set_speed(qx_keyframe_clock *clock, int32_t speed, int64_t now);

/// Puts it at a place, ticks of the clip, from now on.
QX_API void qx_keyframe_clock_set_place(qx_keyframe_clock *clock, int64_t place, int64_t now);

typedef struct qx_keyframe_phase {
    int64_t turn;    ///< Which repetition, from 0; negative before the start.
    double fraction; ///< 0 to 1 of the clip; below 1 where it repeats.
    double place;    ///< The same in ticks of the clip.
    bool backward;   ///< Runs toward 0 now.
    bool ended;      ///< ONCE: at the end it runs to, for good.
} qx_keyframe_phase;

/// The nearest double to the rational number that the fraction is; of clips longer than 194 s
/// within two units in the last place.
QX_API qx_keyframe_phase qx_keyframe_clock_sample(const qx_keyframe_clock *clock, int64_t now);

/// One key that was crossed.
typedef struct qx_keyframe_event {
    uint32_t key;   ///< Index into `times`.
    int64_t turn;   ///< The repetition that the key belongs to.
    int64_t when;   ///< The first moment at or past the key, ticks.
    bool backward;  ///< Crossed on the way to 0.
} qx_keyframe_event;

/// Every key crossed after `before`, up to and with `now`, in order of time. Of a clip that
/// repeats, its end and its start are two keys at one moment where there are keys at both; where a
/// way turns back a key counts once. A key at the very start is not crossed by starting there.
/// @param times  Of the keys, ticks of the clip, not falling, from 0 to duration.
/// @return How many there are; the first `capacity` are written. 0 where now is not after before.
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
    QX_KEYFRAME_CUBIC        ///< Hermite, as glTF's CUBICSPLINE: a key holds in-tangent, value and
                             ///< out-tangent, tangents a second.
} qx_keyframe_curve;

/// Values over time: `width` floats a key.
typedef struct qx_keyframe_track {
    qx_keyframe_curve curve;
    uint32_t count, width; ///< 1 or more.
    const int64_t *times;  ///< Ticks, not falling; of equal ones the last holds.
    const float *values;   ///< count * width; CUBIC 3 times as many.
    int64_t period;        ///< From the last key it goes on to the first again, which is at
                           ///< times[0] + period; at least from first to last key. 0: ends stay.
} qx_keyframe_track;

/// The values at a place, ticks; outside of the keys the first or last. At a key exactly the stored
/// value; between two that are equal, LINEAR and CATMULL_ROM of four equal ones give that very
/// value; LINEAR stays within its two.
/// @param values  Receives `width`.
QX_API void qx_keyframe_track_sample(const qx_keyframe_track *track, double place, float *values);

/// Which keys a place lies between, for poses.
typedef struct qx_keyframe_span {
    uint32_t key[4]; ///< One before, from, to, one after. At a key: from, with weight 1.
    float weight[4]; ///< What each counts by the curve; together 1.
    double share;    ///< Between from and to, 0 to 1.
} qx_keyframe_span;

/// Finds it. CUBIC counts as CATMULL_ROM: poses hold no tangents.
/// @param period  As in a track.
QX_API qx_keyframe_span qx_keyframe_span_find(const int64_t *times, uint32_t count,
                                              qx_keyframe_curve curve, int64_t period,
                                              double place);

/// A clip of a player: a run of keys.
typedef struct qx_keyframe_clip {
    uint32_t first, count; ///< Keys.
    const int64_t *times;  ///< Of these keys, ticks from 0. May be NULL where no events are wanted.
    int64_t duration;      ///< Ticks.
    qx_keyframe_loop loop;
} qx_keyframe_clip;

/// Clips that may share a pose while one takes over from another.
#define QX_KEYFRAME_LAYERS 4u

typedef struct qx_keyframe_layer {
    uint32_t clip;
    qx_keyframe_clock clock;
    int64_t since, fade; ///< Ticks: from when, and within how many, it takes over.
} qx_keyframe_layer;

/// Plays clips, one taking over from another. A value to copy and to store; zero plays nothing.
typedef struct qx_keyframe_player {
    uint32_t count;
    qx_keyframe_layer layers[QX_KEYFRAME_LAYERS]; ///< The latest last.
} qx_keyframe_player;

/// Begins a clip, from its end where speed is negative, that takes over within `fade` ticks (0: at
/// once), smoothly, also in the middle of another fade. Of more than QX_KEYFRAME_LAYERS the
/// faintest goes.
QX_API void qx_keyframe_player_play(qx_keyframe_player *player, const qx_keyframe_clip *clips,
                                    uint32_t clip, int32_t speed, int64_t fade, int64_t now);

/// What the pose is made of at a moment.
typedef struct qx_keyframe_share {
    uint32_t clip;
    qx_keyframe_phase phase;
    float weight; ///< Above 0; together 1.
} qx_keyframe_share;

/// @return How many clips share the pose, the latest last.
QX_API uint32_t qx_keyframe_player_sample(const qx_keyframe_player *player, int64_t now,
                                          qx_keyframe_share shares[QX_KEYFRAME_LAYERS]);

/// Keys crossed by the clip that was begun last, as qx_keyframe_clock_cross; keys are counted from
/// the clip's first. Nothing before it began.
QX_API uint64_t qx_keyframe_player_cross(const qx_keyframe_player *player,
                                         const qx_keyframe_clip *clips, int64_t before, int64_t now,
                                         qx_keyframe_event *events, uint32_t capacity);
