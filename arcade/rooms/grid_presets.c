// SPDX-License-Identifier: MIT
// What happens without hands: the presets, and the ripples of a net that nobody touches.
// Everything is a function of its age and of the room's own random numbers; `level` fades it in
// and out.
#include "grid_room.h"

#include "sound_grid.h"

#include <quincunx/math.h>

#define TURN 6.283185307179586
#define UNTOUCHED_TICKS 420u // until ripples begin
#define RIPPLES_IN 0.018f    // of their level, a tick
#define RIPPLES_OUT 0.04f
#define PRESET_IN 0.02f
#define PART_TICKS 480u // that one kind of ripples lasts
#define PART_FADE 110.0f
#define TRAIL_PIECES 14u
#define TRAIL_STEP 3u

#define CYAN 0x46BCFFFFu
#define BLUE 0x5C8CFFFFu
#define VIOLET 0x9A7BFFFFu
#define PINK 0xFF5C9EFFu
#define ORANGE 0xFF8A3DFFu
#define YELLOW 0xFFD24AFFu
#define TEAL 0x5CE0D8FFu

typedef struct spot {
    float x, y, vx, vy;
} spot;

// --- helpers

static float swing(uint32_t age, double period, double phase)
{
    return (float)qx_sin(TURN * ((double)age / period + phase));
}

static float ease(float share)
{
    if (share <= 0.0f) return 0.0f;
    if (share >= 1.0f) return 1.0f;
    return share * share * (3.0f - 2.0f * share);
}

// Sizes are meant for a view 720 high; a narrow one gets smaller ones.
static float size_of(const grid_play *r)
{
    const float smaller = r->net.width < r->net.height ? r->net.width : r->net.height;
    return smaller / 720.0f;
}

static float random_range(grid_play *r, float low, float high)
{
    return qx_random_range(&r->rules.random, low, high);
}

// A slow figure about the middle; reach is a share of the view.
static spot wander(const grid_play *r, uint32_t age, double period_x, double period_y,
                   double phase_x, double phase_y, float reach)
{
    const float x = r->net.width * (0.5f + reach * swing(age, period_x, phase_x));
    const float y = r->net.height * (0.5f + reach * swing(age, period_y, phase_y));
    const float next_x = r->net.width * (0.5f + reach * swing(age + 1, period_x, phase_x));
    const float next_y = r->net.height * (0.5f + reach * swing(age + 1, period_y, phase_y));
    return (spot){ x, y, next_x - x, next_y - y };
}

static void shine(grid_play *r, const spot *s, uint32_t glow, float radius, float intensity,
                  uint32_t colour)
{
    grid_shine(r, &(grid_light){ .x = s->x,
                                 .y = s->y,
                                 .vx = s->vx,
                                 .vy = s->vy,
                                 .radius = radius,
                                 .intensity = intensity,
                                 .glow = glow,
                                 .colour = colour });
}

static void push_at(grid_play *r, qx_grid_push_kind kind, const spot *s, float radius,
                    float strength)
{
    grid_net_push(&r->net, &(qx_grid_push){ .kind = kind,
                                            .x = s->x,
                                            .y = s->y,
                                            .radius = radius * size_of(r),
                                            .strength = strength });
}

// Only within the plane: pushed in depth as well, a net that is slack from the ring would stay
// dented.
static void start_drop(grid_play *r, float x, float y, float radius, float level)
{
    grid_start(r, &(grid_event){ .push = { .kind = QX_GRID_RING,
                                           .x = x,
                                           .y = y,
                                           .radius = 4.0f,
                                           .width = 0.4f * radius,
                                           .strength = 4.2f * level },
                                 .growth = 6.5f,
                                 .life = 40,
                                 .envelope = ENVELOPE_FADE,
                                 .glow = GLOW_RING,
                                 .colour = CYAN });
}

// A comet: it pushes the net apart as it flies, and leaves a wake.
static void fly(grid_play *r, const spot *s, float strength, uint32_t colour, float level)
{
    push_at(r, QX_GRID_EXPLODE, s, 105.0f, strength * level);
    shine(r, s, GLOW_HEAD, 40.0f, level, colour);
}

// --- presets

static void rain(grid_play *r, uint32_t age, float level)
{
    if (age % 7 != 0) return;
    const float x = random_range(r, 0.02f, 0.98f) * r->net.width;
    const float y = random_range(r, 0.02f, 0.98f) * r->net.height;
    const float radius = random_range(r, 50.0f, 110.0f) * size_of(r);
    start_drop(r, x, y, radius, level);
    if (age % 21 == 0)
        grid_sound(r, &sound_grid[QX_GRID_RING], x, radius > 80.0f ? 1.0f : 2.0f, 0.16f * level);
}

static void orbit(grid_play *r, const spot *centre, uint32_t age, uint32_t which, float radius,
                  float level)
{
    const double period = 95.0 + 34.0 * which, phase = which / 3.0;
    spot s = *centre;
    const float reach = radius * (1.0f + 0.28f * (float)which);
    s.x += reach * swing(age, period, phase);
    s.y -= reach * swing(age, period, phase + 0.25);
    s.vx += reach * (swing(age + 1, period, phase) - swing(age, period, phase));
    s.vy -= reach * (swing(age + 1, period, phase + 0.25) - swing(age, period, phase + 0.25));
    fly(r, &s, 0.9f, which == 1 ? PINK : ORANGE, level);
}

// Draws in and twists; matter circles around it; every ten seconds it lets go with a shock.
static void black_hole(grid_play *r, uint32_t age, float level)
{
    const uint32_t phase = age % 600;
    const float breath =
        ease((float)phase / 120.0f) * (1.0f - ease(((float)phase - 570.0f) / 30.0f));
    const spot s = wander(r, age, 1500.0, 1100.0, 0.0, 0.1, 0.16f);
    const float pull = level * breath;
    push_at(r, QX_GRID_IMPLODE, &s, 400.0f, 1.25f * pull);
    push_at(r, QX_GRID_VORTEX, &s, 300.0f, 0.7f * pull);
    shine(r, &s, GLOW_SPOT, 60.0f * size_of(r), 0.7f * pull, VIOLET);
    for (uint32_t i = 0; i < 3; i++) orbit(r, &s, age, i, 150.0f * size_of(r), level);
    grid_sound_held(r, 90, &sound_grid_held[QX_GRID_IMPLODE], s.x, 0.35f * pull);
    if (phase != 590) return;
    grid_start_shock(r, s.x, s.y, 1.0f, 1.3f * level);
    grid_sound(r, &sound_grid[QX_GRID_EXPLODE], s.x, 0.75f, 0.7f * level);
}

// Two ships fly figures and sweep their guns.
static void bullets(grid_play *r, uint32_t age, float level)
{
    for (uint32_t i = 0; i < 2; i++) {
        const spot s =
            wander(r, age, 620.0 + 130.0 * i, 410.0 + 90.0 * i, 0.5 * i + 0.1, 0.5 * i, 0.27f);
        const double aim = TURN * (0.5 * i + 0.17 * (double)swing(age, 240.0, 0.3 * i)) +
                           0.021 * (double)age * (i == 0 ? 1.0 : -1.0);
        push_at(r, QX_GRID_IMPLODE, &s, 130.0f, 0.7f * level);
        shine(r, &s, GLOW_SPOT, 30.0f, 0.9f * level, i == 0 ? CYAN : PINK);
        if ((age + 3 * i) % 9 != 0) continue;
        grid_start_bullet(r, s.x, s.y, 13.0f * (float)qx_cos(aim), 13.0f * (float)qx_sin(aim),
                          0.8f * level);
        grid_sound(r, &sound_grid[QX_GRID_DIRECTED], s.x, age % 27 < 9 ? 2.0f : 1.5f, 0.1f * level);
    }
}

// Places that hop about without ever coming near the last one (golden ratio).
static void hop(const grid_play *r, uint32_t count, float *x, float *y)
{
    const uint32_t a = (count * 2654435769u) >> 16, b = (count * 3242174889u) >> 16;
    *x = r->net.width * (0.12f + 0.76f * (float)a / 65535.0f);
    *y = r->net.height * (0.15f + 0.7f * (float)b / 65535.0f);
}

static void shockwaves(grid_play *r, uint32_t age, float level)
{
    float x, y;
    if (age % 54 != 0) return;
    hop(r, age / 54 + 1, &x, &y);
    grid_start_shock(r, x, y, age / 54 % 4 == 3 ? -1.0f : 1.0f, level);
    grid_sound(r, &sound_grid[QX_GRID_RING], x, age / 54 % 2 ? 1.0f : 0.75f, 0.3f * level);
}

static void start_band(grid_play *r, float x, float y, float vx, float vy, float strength)
{
    grid_start(r, &(grid_event){ .push = { .kind = QX_GRID_WAVE,
                                           .x = x,
                                           .y = y,
                                           .to_x = x + vx,
                                           .to_y = y + vy,
                                           .direction = { vx, vy, 0.0f },
                                           .width = 110.0f * size_of(r),
                                           .strength = strength },
                                 .vx = vx,
                                 .vy = vy,
                                 .life = 600,
                                 .envelope = ENVELOPE_STEADY });
}

// A crest between two troughs of half its height: together they leave the net where it was.
static void start_swell(grid_play *r, float x, float y, float vx, float vy, float level)
{
    static const float heights[] = { -0.42f, 0.84f, -0.42f };
    const float behind = 25.0f * size_of(r);
    for (uint32_t i = 0; i < 3; i++) {
        const float back = behind * (float)i;
        start_band(r, x - back * vx, y - back * vy, vx, vy, heights[i] * level);
    }
}

// Long swells from two sides cross while the middle breathes.
static void breathing(grid_play *r, uint32_t age, float level)
{
    const float in = -130.0f * size_of(r);
    const spot middle = wander(r, age, 1300.0, 900.0, 0.1, 0.2, 0.1f);
    if (age % 120 == 0) start_swell(r, in, 0.5f * r->net.height, 5.6f, 1.6f, level);
    if (age % 165 == 60)
        start_swell(r, 0.5f * r->net.width, r->net.height - in, -1.2f, -4.4f, level);
    push_at(r, QX_GRID_EXPLODE, &middle, 380.0f, 0.36f * swing(age, 200.0, 0.0) * level);
    if (age % 120 == 0) grid_sound(r, &sound_grid[QX_GRID_WAVE], 0.0f, 1.0f, 0.2f * level);
}

static void strike(grid_play *r, float level)
{
    const float x = random_range(r, 0.1f, 0.9f) * r->net.width;
    const float lean = random_range(r, -0.25f, 0.25f) * r->net.width;
    const float depth = random_range(r, 0.55f, 1.0f) * r->net.height;
    grid_start(r, &(grid_event){ .push = { .kind = QX_GRID_LINE,
                                           .x = x,
                                           .y = 0.0f,
                                           .to_x = x + lean,
                                           .to_y = depth,
                                           .radius = 120.0f * size_of(r),
                                           .strength = 2.6f * level },
                                 .life = 16,
                                 .envelope = ENVELOPE_FADE,
                                 .glow = GLOW_STROKE,
                                 .colour = VIOLET });
    grid_sound(r, &sound_grid[QX_GRID_LINE], x, 1.0f, 0.3f * level);
}

// Three whirls wander, it rains, and every second and a half lightning strikes.
static void storm(grid_play *r, uint32_t age, float level)
{
    for (uint32_t i = 0; i < 3; i++) {
        const spot s =
            wander(r, age, 700.0 + 170.0 * i, 520.0 + 110.0 * i, 0.33 * i, 0.6 * i, 0.34f);
        push_at(r, QX_GRID_VORTEX, &s, 260.0f, (i == 1 ? -1.1f : 1.1f) * level);
        push_at(r, QX_GRID_IMPLODE, &s, 200.0f, 0.5f * level);
        shine(r, &s, GLOW_SPOT, 40.0f, 0.35f * level, CYAN);
    }
    if (age % 2 == 0) rain(r, age / 2, 0.6f * level);
    if (age % 90 == 45) strike(r, level);
}

static void start_meteor(grid_play *r, float level)
{
    const float x = random_range(r, 0.15f, 1.1f) * r->net.width;
    const float speed = random_range(r, 9.0f, 13.0f);
    grid_start_bullet(r, x, -60.0f, -0.42f * speed, speed, 1.1f * level);
}

// They fall at a slant; now and then one bursts inside the net.
static void meteors(grid_play *r, uint32_t age, float level)
{
    float x, y;
    if (age % 13 == 0) start_meteor(r, level);
    if (age % 78 != 40) return;
    hop(r, age / 78 + 7, &x, &y);
    grid_start(r, &(grid_event){ .push = { .kind = QX_GRID_EXPLODE,
                                           .x = x,
                                           .y = y,
                                           .radius = 210.0f * size_of(r),
                                           .strength = 3.0f * level },
                                 .life = 12,
                                 .envelope = ENVELOPE_FADE,
                                 .glow = GLOW_SPOT,
                                 .colour = ORANGE });
    grid_start_shock(r, x, y, 1.0f, 0.8f * level);
    grid_sound(r, &sound_grid[QX_GRID_EXPLODE], x, 1.0f, 0.4f * level);
}

typedef void run(grid_play *r, uint32_t age, float level);

static const struct {
    const char *word, *title;
    run *tick;
    uint32_t colour;
} presets[] = {
    { "none", "None", NULL, CYAN },
    { "rain", "Rain", rain, CYAN },
    { "hole", "Black hole", black_hole, VIOLET },
    { "bullets", "Bullets", bullets, YELLOW },
    { "shocks", "Shockwaves", shockwaves, TEAL },
    { "breath", "Breathing waves", breathing, CYAN },
    { "storm", "Storm", storm, VIOLET },
    { "meteors", "Meteor shower", meteors, ORANGE },
};

uint32_t grid_preset_count(void)
{
    return (uint32_t)(sizeof presets / sizeof presets[0]);
}

const char *grid_preset_word(uint32_t preset)
{
    return presets[preset].word;
}

const char *grid_preset_title(uint32_t preset)
{
    return presets[preset].title;
}

uint32_t grid_preset_colour(uint32_t preset)
{
    return presets[preset].colour;
}

// --- ripples

// Two whirls that turn against each other circle the middle.
static void twins(grid_play *r, uint32_t age, float level)
{
    for (uint32_t i = 0; i < 2; i++) {
        const spot s = wander(r, age, 900.0, 640.0, 0.1 + 0.5 * i, 0.05 + 0.5 * i, 0.24f);
        push_at(r, QX_GRID_VORTEX, &s, 260.0f, (i == 0 ? 0.75f : -0.75f) * level);
        push_at(r, QX_GRID_IMPLODE, &s, 200.0f, 0.6f * level);
        shine(r, &s, GLOW_SPOT, 34.0f, 0.5f * level, i == 0 ? CYAN : VIOLET);
    }
}

static spot comet(const grid_play *r, uint32_t age, uint32_t which)
{
    return wander(r, age, 330.0 + 50.0 * which, 230.0 + 75.0 * which, 0.31 * which, 0.43 * which,
                  0.4f);
}

// What a comet left behind on its way: pieces that fade.
static void trail(grid_play *r, uint32_t age, uint32_t which, uint32_t colour, float level)
{
    spot to = comet(r, age, which);
    for (uint32_t i = 0; i < TRAIL_PIECES && age >= (i + 1) * TRAIL_STEP; i++) {
        const spot from = comet(r, age - (i + 1) * TRAIL_STEP, which);
        const float rest = 1.0f - (float)i / (float)TRAIL_PIECES;
        grid_shine(r, &(grid_light){ .x = from.x,
                                     .y = from.y,
                                     .to_x = to.x,
                                     .to_y = to.y,
                                     .radius = 2.6f * rest,
                                     .intensity = 0.7f * rest * rest * level,
                                     .glow = GLOW_STROKE,
                                     .colour = colour });
        to = from;
    }
}

static void comets(grid_play *r, uint32_t age, float level)
{
    static const uint32_t colours[] = { CYAN, PINK, YELLOW };
    for (uint32_t i = 0; i < 3; i++) {
        const spot s = comet(r, age, i);
        fly(r, &s, 3.2f, colours[i], level);
        trail(r, age, i, colours[i], level);
    }
}

static void drops(grid_play *r, uint32_t age, float level)
{
    float x, y;
    if (age % 14 != 0) return;
    hop(r, age / 14 + 3, &x, &y);
    start_drop(r, x, y, (age / 14 % 2 ? 130.0f : 90.0f) * size_of(r), 1.4f * level);
    grid_sound(r, &sound_grid[QX_GRID_RING], x, age / 14 % 3 ? 1.0f : 0.75f, 0.1f * level);
}

static void soft_shocks(grid_play *r, uint32_t age, float level)
{
    shockwaves(r, age, 0.95f * level);
}

static const struct {
    run *tick;
    float swell; // how much of the swells goes with it
    uint32_t colour;
} parts[] = {
    { twins, 0.35f, CYAN },       { comets, 0.3f, BLUE },      { drops, 0.16f, TEAL },
    { black_hole, 0.1f, VIOLET }, { soft_shocks, 0.3f, CYAN },
};
#define PART_COUNT (sizeof parts / sizeof parts[0])

uint32_t grid_ripple_colour(const grid_play *r)
{
    return parts[r->rules.ripple_age / PART_TICKS % PART_COUNT].colour;
}

static void run_part(grid_play *r, uint32_t part, uint32_t age, float level)
{
    parts[part % PART_COUNT].tick(r, age, 0.85f * level);
    breathing(r, age, parts[part % PART_COUNT].swell * level);
}

// One part after the other, each fading into the next.
static void run_ripples(grid_play *r, uint32_t age, float level)
{
    const uint32_t part = age / PART_TICKS;
    const float in = part == 0 ? 1.0f : ease((float)(age % PART_TICKS) / PART_FADE);
    run_part(r, part, age, in * level);
    if (in < 1.0f) run_part(r, part - 1, age, (1.0f - in) * level);
}

static float approach(float value, float target, float up, float down)
{
    if (value < target) return value + up < target ? value + up : target;
    return value - down > target ? value - down : target;
}

void grid_run_presets(grid_play *r)
{
    grid_rules *rules = &r->rules;
    const bool rippling = !rules->calm && rules->preset == 0 && rules->untouched > UNTOUCHED_TICKS;
    rules->ripple_level = approach(rules->ripple_level, rippling, RIPPLES_IN, RIPPLES_OUT);
    if (rules->ripple_level > 0.0f) run_ripples(r, rules->ripple_age++, ease(rules->ripple_level));
    rules->preset_level = approach(rules->preset_level, rules->preset > 0, PRESET_IN, 1.0f);
    if (rules->preset > 0)
        presets[rules->preset].tick(r, rules->preset_age++, ease(rules->preset_level));
}
