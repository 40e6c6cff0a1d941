// SPDX-License-Identifier: MIT
// Six scenes: marks, parameters, and from where to where their bolts go.
#include "lightning_room.h"

#include <quincunx/math.h>

#include <math.h>

#define TURN 6.283185307179586

enum { FILAMENTS = 11, GRAINS = 3, BARS = 12 };

typedef struct setting {
    lightning_param param;
    float value;
} setting;

enum { SETTINGS_MOST = 24 };

// --- helpers

static float swing(const lightning_play *r, double seconds, double phase)
{
    return (float)qx_sin(TURN * ((double)r->rules.tick / 60.0 / seconds + phase));
}

static qx_vec3 at(float x, float y)
{
    return (qx_vec3){ x, y, 0.0f };
}

static qx_vec3 place_of(const lightning_mark *m)
{
    return m ? at(m->x, m->y) : at(0.0f, 0.0f);
}

static lightning_mark *put(lightning_play *r, lightning_kind kind, float x, float y, float reach,
                           float pace, float phase)
{
    const uint32_t i = lightning_add_mark(r, kind, x * r->rules.width, y * r->rules.height);
    lightning_mark *m = &r->rules.marks[i < LIGHTNING_MARKS ? i : LIGHTNING_MARKS - 1];
    m->reach = reach;
    m->pace = pace;
    m->phase = phase;
    return m;
}

static void source_of(lightning_play *r, uint32_t which, const lightning_source *made)
{
    lightning_source *s = &r->sources[which];
    const double phase = s->time; // set before: seconds ahead of the room's clock
    *s = *made;
    s->active = true;
    s->salt = which;
    s->schedule = lightning_schedule(r);
    s->time = (double)(r->rules.tick - r->rules.epoch) / 60.0 + phase;
}

static void simple_source(lightning_play *r, uint32_t which, double phase, float distance,
                          float scale, float power)
{
    r->sources[which].time = phase;
    source_of(r, which,
              &(lightning_source){ .distance = distance, .scale = scale, .power = power });
}

// Sideways of a place by chance; a mark in the hand is met exactly.
static float stray(const lightning_play *r, const lightning_mark *m, uint32_t source,
                   uint64_t index, uint32_t which)
{
    if (m->held > 0) return 0.0f;
    return r->rules.values[PARAM_SCATTER] * (lightning_unit(r, source, index, which) - 0.5f);
}

// --- strike: one great stroke at a time

static const setting strike_settings[] = {
    { PARAM_GENERATIONS, 8 }, { PARAM_CHANCE, 0.3f },     { PARAM_GROWTH, QX_BOLT_OFFSETS },
    { PARAM_TAPER, 0.6f },    { PARAM_ROUGHNESS, 0.95f }, { PARAM_STRAIGHTNESS, 0.05f },
    { PARAM_DEPTH, 4 },       { PARAM_SWAY, 0.004f },     { PARAM_CRACKLE, 0.16f },
    { PARAM_RATE, 5 },        { PARAM_BIRTH, 0.10f },     { PARAM_VANISH, 0.6f },
    { PARAM_PERIOD, 1.6f },   { PARAM_JITTER, 0.3f },     { PARAM_FULL, 0.5f },
    { PARAM_DIM, 0.7f },      { PARAM_DIMMED, 0.55f },    { PARAM_FLASHES, 3 },
    { PARAM_SCATTER, 0.5f },  { PARAM_POWER, 1.5f },      { PARAM_HALO, 74 },
    { PARAM_CORE, 0.06f },    { PARAM_TRUNK, 0.42f },
};

static void strike_start(lightning_play *r)
{
    put(r, MARK_START, 0.52f, 0.09f, 0.0f, 0.0f, 0.0f);
    put(r, MARK_TARGET, 0.5f, 0.88f, 0.0f, 0.0f, 0.0f);
}

static void strike_sources(lightning_play *r)
{
    simple_source(r, 0, 0.0, 620.0f, 1.0f, 1.0f);
}

// From anywhere in the cloud, and always to the mark.
static uint32_t strike_aim(const lightning_play *r, uint32_t source, uint64_t index, qx_vec3 *ends)
{
    const lightning_mark *from = lightning_mark_of(r, MARK_START, 0);
    const lightning_mark *to = lightning_mark_of(r, MARK_TARGET, 0);
    if (!from || !to) return 0;
    ends[0] = at(from->x + 0.5f * r->rules.width * stray(r, from, source, index, 0), from->y);
    ends[1] = place_of(to);
    return 2;
}

// --- arc: two electrodes, filaments that follow each other without a break

static const setting arc_settings[] = {
    { PARAM_GENERATIONS, 7 }, { PARAM_CHANCE, 0.05f },       { PARAM_ROUGHNESS, 0.93f },
    { PARAM_BRANCH, 0.4f },   { PARAM_SWAY, 0.05f },         { PARAM_CRACKLE, 0.22f },
    { PARAM_RATE, 2.5f },     { PARAM_BIRTH, 0.08f },        { PARAM_VANISH, 0.25f },
    { PARAM_PERIOD, 2.4f },   { PARAM_FULL, 2.4f },          { PARAM_DIM, 0.2f },
    { PARAM_DIMMED, 0.3f },   { PARAM_POWER, 1.1f },         { PARAM_HALO, 40 },
    { PARAM_CORE, 0.07f },    { PARAM_STRAIGHTNESS, 0.35f }, { PARAM_RAMP, QX_GLOW_PLASMA },
};

static void arc_start(lightning_play *r)
{
    put(r, MARK_START, 0.34f, 0.56f, 34.0f, 0.09f, 0.0f);
    put(r, MARK_TARGET, 0.66f, 0.56f, 34.0f, 0.07f, 0.4f);
}

static void arc_sources(lightning_play *r)
{
    static const float scales[] = { 1.0f, 0.6f, 0.45f };
    for (uint32_t i = 0; i < 3; i++) {
        r->sources[i].time = 0.8 * i;
        source_of(r, i,
                  &(lightning_source){ .distance = 0.0f,
                                       .scale = scales[i],
                                       .power = 0.4f + 0.6f * scales[i],
                                       .hums = true });
    }
}

static uint32_t pair_aim(const lightning_play *r, uint32_t source, uint64_t index, qx_vec3 *ends)
{
    const lightning_mark *from = lightning_mark_of(r, MARK_START, 0);
    const lightning_mark *to = lightning_mark_of(r, MARK_TARGET, 0);
    (void)source, (void)index;
    if (!from || !to) return 0;
    ends[0] = place_of(from);
    ends[1] = place_of(to);
    return 2;
}

// --- chain: from target to target

static const setting chain_settings[] = {
    { PARAM_GENERATIONS, 6 },
    { PARAM_CHANCE, 0.3f },
    { PARAM_ROUGHNESS, 0.95f },
    { PARAM_BRANCH, 0.5f },
    { PARAM_SWAY, 0.05f },
    { PARAM_CRACKLE, 0.25f },
    { PARAM_RATE, 7 },
    { PARAM_BIRTH, 0.06f },
    { PARAM_VANISH, 0.3f },
    { PARAM_PERIOD, 0.9f },
    { PARAM_FULL, 0.5f },
    { PARAM_DIM, 0.35f },
    { PARAM_DIMMED, 0.5f },
    { PARAM_POWER, 1.2f },
    { PARAM_HALO, 42 },
    { PARAM_CORE, 0.08f },
    { PARAM_JITTER, 0.1f },
    { PARAM_TRUNK, 0.75f },
    { PARAM_STRAIGHTNESS, 0.25f },
};

static void chain_start(lightning_play *r)
{
    static const float places[][2] = { { 0.38f, 0.26f }, { 0.47f, 0.68f }, { 0.58f, 0.34f },
                                       { 0.69f, 0.74f }, { 0.77f, 0.24f }, { 0.87f, 0.56f },
                                       { 0.93f, 0.3f } };
    put(r, MARK_START, 0.26f, 0.6f, 20.0f, 0.05f, 0.0f);
    for (uint32_t i = 0; i < 7; i++)
        put(r, MARK_TARGET, places[i][0], places[i][1], 46.0f, 0.045f + 0.011f * (float)i,
            0.37f * (float)i);
}

static void chain_sources(lightning_play *r)
{
    simple_source(r, 0, 0.0, 40.0f, 1.0f, 1.0f);
}

// The start and every target in turn.
static uint32_t chain_aim(const lightning_play *r, uint32_t source, uint64_t index, qx_vec3 *ends)
{
    const lightning_mark *from = lightning_mark_of(r, MARK_START, 0);
    uint32_t count = 0;
    (void)source, (void)index;
    if (!from) return 0;
    ends[count++] = place_of(from);
    for (uint32_t i = 0; count < LIGHTNING_ENDS; i++) {
        const lightning_mark *to = lightning_mark_of(r, MARK_TARGET, i);
        if (!to) break;
        ends[count++] = place_of(to);
    }
    return count;
}

// --- storm: clouds, strikes at random places far and near, small ones in between

static const setting storm_settings[] = {
    { PARAM_GENERATIONS, 7 }, { PARAM_CHANCE, 0.3f },     { PARAM_GROWTH, QX_BOLT_OFFSETS },
    { PARAM_TAPER, 0.6f },    { PARAM_ROUGHNESS, 0.95f }, { PARAM_STRAIGHTNESS, 0.05f },
    { PARAM_DEPTH, 3 },       { PARAM_SWAY, 0.006f },     { PARAM_CRACKLE, 0.16f },
    { PARAM_RATE, 5 },        { PARAM_BIRTH, 0.08f },     { PARAM_VANISH, 0.4f },
    { PARAM_PERIOD, 1.7f },   { PARAM_JITTER, 1 },        { PARAM_FULL, 0.35f },
    { PARAM_DIM, 0.4f },      { PARAM_DIMMED, 0.55f },    { PARAM_FLASHES, 2 },
    { PARAM_SCATTER, 1 },     { PARAM_POWER, 1.4f },      { PARAM_HALO, 64 },
    { PARAM_CORE, 0.06f },    { PARAM_TRUNK, 0.42f },
};

static void storm_start(lightning_play *r)
{
    put(r, MARK_START, 0.24f, 0.15f, 40.0f, 0.013f, 0.1f);
    put(r, MARK_START, 0.53f, 0.11f, 50.0f, 0.011f, 0.45f);
    put(r, MARK_START, 0.82f, 0.16f, 40.0f, 0.015f, 0.8f);
}

// Near, middle, far; then small ones below the clouds.
static const struct {
    float distance, scale, power, ground; // ground: share of the way from the horizon to the front
} depths[] = { { 280.0f, 1.0f, 1.0f, 0.75f },
               { 900.0f, 0.5f, 0.8f, 0.25f },
               { 2400.0f, 0.26f, 0.6f, 0.03f } };

static void storm_sources(lightning_play *r)
{
    for (uint32_t i = 0; i < 3; i++)
        simple_source(r, i, 0.73 * i, depths[i].distance, depths[i].scale, depths[i].power);
    for (uint32_t i = 0; i < GRAINS; i++)
        simple_source(r, 3 + i, 0.41 * i + 0.2, 1500.0f, 0.16f, 0.6f);
}

static const lightning_mark *some_cloud(const lightning_play *r, uint32_t source, uint64_t index)
{
    const uint32_t count = lightning_count_marks(r, MARK_START);
    if (count == 0) return NULL;
    const float chance = 0.999f * lightning_unit(r, source, index, 2);
    return lightning_mark_of(r, MARK_START, (uint32_t)(chance * (float)count));
}

static void aim_grain(const lightning_play *r, uint32_t source, uint64_t index, qx_vec3 *ends)
{
    const float length = 60.0f + 90.0f * lightning_unit(r, source, index, 3);
    const float lean = 2.0f * lightning_unit(r, source, index, 4) - 1.0f;
    ends[1] =
        at(ends[0].x + 0.9f * length * lean, ends[0].y + length * (1.0f - 0.6f * lean * lean));
}

static uint32_t storm_aim(const lightning_play *r, uint32_t source, uint64_t index, qx_vec3 *ends)
{
    const lightning_mark *cloud = some_cloud(r, source, index);
    if (!cloud) return 0;
    const float horizon = lightning_ground(r), front = r->rules.height - horizon;
    ends[0] =
        at(cloud->x + 0.3f * r->rules.width * stray(r, cloud, source, index, 0), cloud->y + 20.0f);
    if (source >= 3) {
        aim_grain(r, source, index, ends);
        return 2;
    }
    const float lean = lightning_unit(r, source, index, 1) - 0.5f;
    const float x = ends[0].x + 0.34f * r->rules.width * r->rules.values[PARAM_SCATTER] * lean;
    ends[1] = at(fminf(fmaxf(x, 0.02f * r->rules.width), 0.98f * r->rules.width),
                 horizon + depths[source].ground * front);
    return 2;
}

// --- globe: from the middle to the glass

static const setting globe_settings[] = {
    { PARAM_SPACE, QX_BOLT_SOLID },
    { PARAM_GENERATIONS, 6 },
    { PARAM_CHANCE, 0.1f },
    { PARAM_ROUGHNESS, 0.7f },
    { PARAM_STRAIGHTNESS, 0.3f },
    { PARAM_BRANCH, 0.5f },
    { PARAM_SWAY, 0.07f },
    { PARAM_CRACKLE, 0.1f },
    { PARAM_RATE, 1.6f },
    { PARAM_BIRTH, 0.25f },
    { PARAM_VANISH, 0.5f },
    { PARAM_PERIOD, 4 },
    { PARAM_FULL, 4 },
    { PARAM_DIM, 0.4f },
    { PARAM_DIMMED, 0.3f },
    { PARAM_POWER, 0.8f },
    { PARAM_HALO, 30 },
    { PARAM_CORE, 0.06f },
    { PARAM_RAMP, QX_GLOW_PLASMA },
    { PARAM_TRUNK, 0.7f },
};

float lightning_globe_radius(const lightning_play *r)
{
    return 0.38f * fminf(r->rules.height, 0.9f * r->rules.width);
}

static void globe_start(lightning_play *r)
{
    put(r, MARK_START, 0.54f, 0.47f, 0.0f, 0.0f, 0.0f);
}

static void globe_sources(lightning_play *r)
{
    for (uint32_t i = 0; i < FILAMENTS; i++) {
        r->sources[i].time = 4.0 * (double)i / FILAMENTS;
        source_of(r, i,
                  &(lightning_source){ .scale = i % 3 == 0 ? 1.0f : 0.7f,
                                       .power = i % 3 == 0 ? 1.0f : 0.75f,
                                       .hums = true });
    }
}

static double near_angle(double angle)
{
    while (angle > 0.5 * TURN) angle -= TURN;
    while (angle < -0.5 * TURN) angle += TURN;
    return angle;
}

// Filaments within a quarter turn or so lean to the pointer, the nearest most.
static double drawn_to(const lightning_play *r, const lightning_mark *m, double angle)
{
    const double to = qx_atan2((double)(r->rules.pull_y - m->y), (double)(r->rules.pull_x - m->x));
    const double away = near_angle(to - angle), share = away / 0.9;
    return angle + (double)r->rules.pull * away / (1.0 + share * share * share * share);
}

static uint32_t globe_aim(const lightning_play *r, uint32_t source, uint64_t index, qx_vec3 *ends)
{
    const lightning_mark *m = lightning_mark_of(r, MARK_START, 0);
    if (!m) return 0;
    const double pace = 13.0 + 2.3 * (double)(source % 5), phase = 0.37 * source;
    double angle = TURN * (double)source / FILAMENTS + 0.5 * (double)swing(r, pace, phase) +
                   0.05 * (double)r->rules.tick / 60.0;
    angle = drawn_to(r, m, near_angle(angle));
    const double tilt = 0.9 * (double)swing(r, 1.7 * pace, 0.61 * source);
    const double flat = qx_cos((1.0 - 0.8 * (double)r->rules.pull) * tilt);
    const float radius = lightning_globe_radius(r);
    (void)index;
    ends[0] = place_of(m);
    ends[1] =
        (qx_vec3){ m->x + radius * (float)(flat * qx_cos(angle)),
                   m->y + radius * (float)(flat * qx_sin(angle)), radius * (float)qx_sin(tilt) };
    return 2;
}

// --- cage: breakdown between obstacles, to several targets

static const setting cage_settings[] = {
    { PARAM_GROWTH, QX_BOLT_BREAKDOWN },
    { PARAM_ETA, 4 },
    { PARAM_CELL, 12 },
    { PARAM_PARTICLES, 1400 },
    { PARAM_SWAY, 0 },
    { PARAM_CRACKLE, 0.16f },
    { PARAM_RATE, 6 },
    { PARAM_BIRTH, 0.22f },
    { PARAM_VANISH, 0.4f },
    { PARAM_PERIOD, 1.5f },
    { PARAM_FULL, 1.0f },
    { PARAM_DIM, 0.5f },
    { PARAM_DIMMED, 0.5f },
    { PARAM_POWER, 1.3f },
    { PARAM_HALO, 34 },
    { PARAM_CORE, 0.08f },
    { PARAM_TRUNK, 0.6f },
    { PARAM_TAPER, 0.7f },
    { PARAM_RAMP, QX_GLOW_ACID },
};

// Targets rest: a tree turns with its ends, and would turn into the obstacles.
static void cage_start(lightning_play *r)
{
    // In radii of the cage.
    static const float outside[][2] = {
        { -1.92f, 0.0f }, { -1.07f, -1.6f }, { 1.07f, -1.52f }, { 2.06f, 0.08f }, { -0.07f, 1.72f }
    };
    const float width = r->rules.width, height = r->rules.height;
    const float inner = fminf(0.25f * height, 0.22f * width);
    const float middle = width > height ? 0.57f : 0.5f;
    put(r, MARK_START, middle, 0.5f, 0.0f, 0.0f, 0.0f);
    for (uint32_t i = 0; i < BARS; i++) {
        const double angle = TURN * (i + 0.5) / BARS;
        const float x = middle + inner * (float)qx_cos(angle) / width;
        const float y = 0.5f + inner * (float)qx_sin(angle) / height;
        put(r, i % 3 == 1 ? MARK_BOX : MARK_BALL, x, y, 0.0f, 0.0f, 0.0f)->radius = 0.15f * inner;
    }
    for (uint32_t i = 0; i < 5; i++)
        put(r, MARK_TARGET, middle + inner * outside[i][0] / width,
            0.5f + inner * outside[i][1] / height, 0.0f, 0.0f, 0.3f * (float)i);
}

// Breakdown reaches all targets with one tree; the other ways take a bolt a target.
static void cage_sources(lightning_play *r)
{
    const bool tree = (uint32_t)r->rules.values[PARAM_GROWTH] == QX_BOLT_BREAKDOWN;
    const uint32_t targets = lightning_count_marks(r, MARK_TARGET), most = LIGHTNING_HAND_SOURCE;
    const uint32_t count = tree ? 1 : targets < most ? targets : most;
    for (uint32_t i = 0; i < count; i++) simple_source(r, i, 0.0, 60.0f, 1.0f, 1.0f);
}

static uint32_t cage_aim(const lightning_play *r, uint32_t source, uint64_t index, qx_vec3 *ends)
{
    const bool tree = (uint32_t)r->rules.values[PARAM_GROWTH] == QX_BOLT_BREAKDOWN;
    if (tree) return chain_aim(r, source, index, ends);
    const lightning_mark *from = lightning_mark_of(r, MARK_START, 0);
    const lightning_mark *to = lightning_mark_of(r, MARK_TARGET, source);
    if (!from || !to) return 0;
    ends[0] = place_of(from);
    ends[1] = place_of(to);
    return 2;
}

// --- the table

typedef uint32_t aim(const lightning_play *r, uint32_t source, uint64_t index, qx_vec3 *ends);

#define SETTINGS(of) of, sizeof of / sizeof of[0]

static const struct preset {
    const char *word, *title;
    void (*start)(lightning_play *r);
    void (*sources)(lightning_play *r);
    aim *aim;
    lightning_kind adds;
    const setting *settings;
    size_t setting_count;
} presets[LIGHTNING_PRESETS] = {
    [PRESET_STRIKE] = { "strike", "Strike", strike_start, strike_sources, strike_aim, MARK_BALL,
                        SETTINGS(strike_settings) },
    [PRESET_ARC] = { "arc", "Arc", arc_start, arc_sources, pair_aim, MARK_BALL,
                     SETTINGS(arc_settings) },
    [PRESET_CHAIN] = { "chain", "Chain", chain_start, chain_sources, chain_aim, MARK_TARGET,
                       SETTINGS(chain_settings) },
    [PRESET_STORM] = { "storm", "Storm", storm_start, storm_sources, storm_aim, MARK_BALL,
                       SETTINGS(storm_settings) },
    [PRESET_GLOBE] = { "globe", "Plasma globe", globe_start, globe_sources, globe_aim, MARK_BALL,
                       SETTINGS(globe_settings) },
    [PRESET_CAGE] = { "cage", "Cage", cage_start, cage_sources, cage_aim, MARK_BALL,
                      SETTINGS(cage_settings) },
};

const char *lightning_preset_word(uint32_t preset)
{
    return presets[preset].word;
}

const char *lightning_preset_title(uint32_t preset)
{
    return presets[preset].title;
}

lightning_kind lightning_preset_adds(const lightning_play *r)
{
    return presets[r->rules.preset].adds;
}

// What a preset leaves alone.
static const setting common[] = {
    { PARAM_GENERATIONS, 7 }, { PARAM_ROUGHNESS, 0.95f }, { PARAM_CHANCE, 0.3f },
    { PARAM_BRANCH, 0.7f },   { PARAM_ANGLE, 35 },        { PARAM_DEPTH, 3 },
    { PARAM_TAPER, 0.8f },    { PARAM_TRUNK, 0.6f },      { PARAM_ETA, 4 },
    { PARAM_CELL, 16 },       { PARAM_PARTICLES, 1000 },  { PARAM_DIMMED, 0.5f },
    { PARAM_FLASHES, 1 },     { PARAM_WIDTH, 1 },         { PARAM_SCATTER, 0 },
};

static void apply(lightning_play *r, const setting *settings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        r->rules.values[settings[i].param] =
            lightning_param_clamp(settings[i].param, settings[i].value);
}

// How it is drawn stays as it was chosen.
static void reset_values(lightning_play *r, const struct preset *p)
{
    const float form = r->rules.values[PARAM_FORM], drawn = r->rules.values[PARAM_DRAWN];
    for (uint32_t i = 0; i < PARAM_COUNT; i++) r->rules.values[i] = lightning_param_clamp(i, 0.0f);
    apply(r, common, sizeof common / sizeof common[0]);
    apply(r, p->settings, p->setting_count);
    r->rules.values[PARAM_FORM] = form;
    r->rules.values[PARAM_DRAWN] = drawn;
}

void lightning_choose_preset(lightning_play *r, uint32_t preset)
{
    const struct preset *p = &presets[preset];
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++) r->rules.marks[i] = (lightning_mark){ 0 };
    for (uint32_t i = 0; i < LIGHTNING_HANDS; i++) r->rules.hands[i].act = ACT_NONE;
    r->rules.preset = preset;
    r->rules.preset_tick = r->rules.tick;
    reset_values(r, p);
    p->start(r);
    for (int i = 0; i < 2; i++) lightning_drift_marks(r); // to their places, and there at rest
    for (uint32_t i = 0; i < PARAM_COUNT; i++) r->rules.timing[i] = r->rules.values[i];
    r->rules.epoch = r->rules.tick;
}

// --- the hands' own bolts: drilian's two that overlap, from the nearest start

static void hand_source(lightning_play *r, uint32_t which)
{
    const lightning_hand *h = &r->rules.hands[which];
    lightning_source *s = &r->sources[LIGHTNING_HAND_SOURCE + which];
    if (h->act != ACT_STRIKE) return;
    *s = (lightning_source){ .active = true,
                             .schedule = { .full = 0.3f, .period = 0.3f, .dim = 0.15f },
                             .time = (double)(r->rules.tick - h->began) / 60.0,
                             .distance = 30.0f,
                             .scale = 0.8f,
                             .power = 1.0f,
                             .salt = LIGHTNING_HAND_SOURCE + which + 32 * (h->began & 0xFFFFu) };
}

static uint32_t hand_aim(const lightning_play *r, uint32_t which, qx_vec3 *ends)
{
    const lightning_hand *h = &r->rules.hands[which];
    const qx_vec2 to = lightning_in_room(r, h->x, h->y);
    const lightning_mark *nearest = NULL;
    float least = 0.0f;
    for (uint32_t i = 0; i < lightning_count_marks(r, MARK_START); i++) {
        const lightning_mark *m = lightning_mark_of(r, MARK_START, i);
        const float dx = m->x - to.x, dy = m->y - to.y, distance = dx * dx + dy * dy;
        if (nearest && distance >= least) continue;
        nearest = m;
        least = distance;
    }
    if (!nearest) return 0;
    ends[0] = place_of(nearest);
    ends[1] = at(to.x, to.y);
    return 2;
}

void lightning_lay_sources(lightning_play *r)
{
    for (uint32_t i = 0; i < LIGHTNING_SOURCES; i++) r->sources[i] = (lightning_source){ 0 };
    presets[r->rules.preset].sources(r);
    for (uint32_t i = 0; i < LIGHTNING_HANDS; i++) hand_source(r, i);
}

uint32_t lightning_aim(const lightning_play *r, uint32_t source, uint64_t index, qx_vec3 *ends)
{
    const bool tree = (uint32_t)r->rules.values[PARAM_GROWTH] == QX_BOLT_BREAKDOWN;
    const uint32_t count = source >= LIGHTNING_HAND_SOURCE
                               ? hand_aim(r, source - LIGHTNING_HAND_SOURCE, ends)
                               : presets[r->rules.preset].aim(r, source, index, ends);
    for (uint32_t i = 0; i < count && tree; i++) ends[i] = lightning_clear_of(r, ends[i]);
    return count > 1 ? count : 0;
}

float lightning_ground(const lightning_play *r)
{
    return (r->rules.preset == PRESET_STORM ? 0.8f : 0.82f) * r->rules.height;
}
