// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/bolt.h>
#include <quincunx/hash.h>
#include <quincunx/random.h>

#define EVENTS 64u
#define MOST_POINTS 200u

static uint64_t add_word(uint64_t hash, uint64_t word)
{
    return qx_hash_bytes(hash, &word, sizeof word);
}

static uint64_t add_double(uint64_t hash, double value)
{
    return qx_hash_bytes(hash, &value, sizeof value);
}

// --- lives and strikes

static uint64_t add_life(uint64_t hash, qx_random *random)
{
    qx_bolt_life life;
    life.birth = qx_random_range(random, -0.1f, 0.3f);
    life.steady = qx_random_range(random, 0.0f, 0.5f);
    life.vanish = qx_random_range(random, -0.1f, 0.3f);
    for (uint32_t i = 0; i < 20; i++) {
        qx_bolt_pose pose = { 0 };
        hash = add_word(hash, qx_bolt_sample_life(&life, i / 17.0, &pose));
        const float values[] = { pose.unborn, pose.dimmed };
        hash = qx_hash_floats(hash, values, 2);
    }
    return hash;
}

static qx_bolt_schedule next_schedule(qx_random *random, uint64_t seed)
{
    qx_bolt_schedule s = { .seed = seed };
    if (seed % 4 == 0) return s;
    s.period = qx_random_range(random, 0.02f, 0.5f);
    s.jitter = qx_random_unit(random);
    s.full = qx_random_range(random, 0.01f, 0.4f);
    s.dim = qx_random_range(random, -0.1f, 0.4f);
    s.flashes = 1 + qx_random_below(random, 8);
    return s;
}

static uint64_t add_strikes(uint64_t hash, const qx_bolt_schedule *s, double time)
{
    qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
    const uint32_t count = qx_bolt_sample_schedule(s, time, 1.0 / 60.0, strikes);
    for (uint32_t i = 0; i < count; i++) {
        hash = add_word(add_word(hash, strikes[i].index), strikes[i].seed);
        hash = add_double(hash, strikes[i].age);
        hash = qx_hash_floats(hash, &strikes[i].dimmed, 1);
    }
    return add_word(hash, count);
}

static uint64_t add_events(uint64_t hash, const qx_bolt_schedule *s, float distance, double after)
{
    qx_bolt_event events[EVENTS];
    const uint32_t count = qx_bolt_build_events(s, distance, after, after + 2.0, events, EVENTS);
    for (uint32_t i = 0; i < count && i < EVENTS; i++) {
        hash = add_word(hash, (uint64_t)events[i].kind << 32 | events[i].flash);
        hash = add_double(add_word(hash, events[i].strike), events[i].time);
    }
    return add_word(hash, count);
}

static uint64_t add_schedule(uint64_t hash, qx_random *random, uint64_t seed)
{
    const qx_bolt_schedule s = next_schedule(random, seed);
    for (uint32_t i = 0; i < 60; i++) hash = add_strikes(hash, &s, i / 30.0);
    hash = add_strikes(hash, &s, 1e9 / 7.0);
    hash = add_events(hash, &s, 0.0f, -1.0);
    return add_events(hash, &s, qx_random_range(random, 0.0f, 3000.0f), 1e5 / 3.0);
}

// --- shapes

static qx_vec3 next_place(qx_random *random)
{
    qx_vec3 v;
    v.x = qx_random_range(random, -500.0f, 500.0f);
    v.y = qx_random_range(random, -500.0f, 500.0f);
    v.z = qx_random_range(random, -500.0f, 500.0f);
    return v;
}

static uint64_t add_shape(uint64_t hash, qx_random *random, uint64_t seed)
{
    qx_vec3 given[8], others[3], points[MOST_POINTS];
    uint32_t count;
    for (uint32_t i = 0; i < 8; i++) given[i] = next_place(random);
    for (uint32_t i = 0; i < 3; i++) others[i] = next_place(random);
    if (seed % 3 == 0) given[4] = given[3];
    qx_bolt_shape s = { .kind = (qx_bolt_shape_kind)(seed % (QX_BOLT_CONE + 1)),
                        .points = given,
                        .point_count = 8,
                        .others = others,
                        .other_count = 3,
                        .closed = seed % 2 == 0,
                        .half = { 12.5f, 7.25f },
                        .radius = 33.0f,
                        .angle = 0.7f,
                        .seed = seed };
    s.centre = next_place(random);
    if (seed % 5 != 0) s.axis = next_place(random);
    s.steps = qx_random_below(random, 20);
    if (qx_bolt_bound_path(&s) > MOST_POINTS) return 0;
    hash = add_word(hash, (uint64_t)qx_bolt_build_path(&s, points, &count));
    for (uint32_t i = 0; i < count; i++) {
        const float values[] = { points[i].x, points[i].y, points[i].z };
        hash = qx_hash_floats(hash, values, 3);
    }
    return hash;
}

uint64_t hash_bolt_time(qx_simd simd)
{
    (void)simd;
    qx_random random;
    uint64_t hash = QX_HASH_START;
    qx_random_seed(&random, 1, 9);
    for (uint64_t i = 0; i < 12; i++) hash = add_life(hash, &random);
    for (uint64_t i = 0; i < 24; i++) hash = add_schedule(hash, &random, i);
    for (uint64_t i = 0; i < 70; i++) hash = add_shape(hash, &random, i);
    return hash;
}
