// SPDX-License-Identifier: MIT
// Blaster by ear: hand-made states and events go in, what is played and what is heard is measured.
#include "blaster/blaster_patches.h"
#include "blaster/blaster_sound.h"
#include "hearing.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RATE 48000u
#define TICK 800u // frames of a tick
#define SECONDS 12u
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static float heard[2 * SECONDS * RATE];
static blaster game;
static blaster_ears ears;
static sound *out;

// The linker leads these through here (--wrap): what is asked for is looked at, and passed on.

typedef struct request {
    const patch *patch;
    float pan, pitch, gain;
} request;

static request played[4096];
static uint32_t played_count, music_calls, allocations;
static float intensity;

void *__real_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void __real_sound_play(sound *s, const patch *p, float pan, float pitch, float gain);
void __real_sound_set_music(sound *s, const music *piece, float how_much);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void __wrap_sound_play(sound *s, const patch *p, float pan, float pitch, float gain);
void __wrap_sound_set_music(sound *s, const music *piece, float how_much);

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void __wrap_sound_play(sound *s, const patch *p, float pan, float pitch, float gain)
{
    if (played_count < COUNT(played)) played[played_count++] = (request){ p, pan, pitch, gain };
    __real_sound_play(s, p, pan, pitch, gain);
}

void __wrap_sound_set_music(sound *s, const music *piece, float how_much)
{
    music_calls++;
    intensity = how_much;
    __real_sound_set_music(s, piece, how_much);
}

// A game with nobody else in it, the ship in the middle.
static void empty_game(void)
{
    memset(&game, 0, sizeof game);
    game.ship.at = (place){ 400.0f, 300.0f };
    game.lives = LIVES_START;
    game.multiplier = 1;
    game.spawn_chance = SPAWN_START;
}

static int begin(void **state)
{
    (void)state;
    empty_game();
    ears = (blaster_ears){ .music_seed = 3 };
    out = sound_create(RATE, 7);
    played_count = music_calls = allocations = 0;
    return out ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    sound_destroy(out);
    return 0;
}

static void without_music(void)
{
    sound_set_volumes(out, (sound_volumes){ 1.0f, 1.0f, 0.0f });
    sound_mix(out, heard, RATE / 2);
}

static event *happens(event_kind kind, uint32_t what, float x, uint32_t value)
{
    event *e = &game.events[game.event_count++];
    *e = (event){ .kind = kind, .what = what, .id = 5, .at = { x, 300.0f }, .value = value };
    return e;
}

// One tick from `at` on in `heard`; its events are over then.
static void hear_tick(uint32_t at)
{
    blaster_sound(out, &game, &ears);
    sound_mix(out, heard + 2 * TICK * at, TICK);
    game.tick++;
    game.event_count = 0;
    for (uint32_t i = 0; i < game.hole_count; i++) game.holes[i].age++;
}

static void hear(uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) hear_tick(i);
}

static const float *from(uint32_t tick)
{
    return heard + 2 * TICK * tick;
}

static double side(uint32_t ticks, uint32_t which)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < ticks * TICK; i++)
        sum += (double)heard[2 * i + which] * (double)heard[2 * i + which];
    return sqrt(sum / (ticks * TICK));
}

static void a_hole_at(float x, float y)
{
    game.holes[game.hole_count++] = (hole){ .at = { x, y }, .hits = HOLE_HITS, .id = 8 };
}

static void enemies_around(uint32_t count, float away)
{
    game.enemy_count = count;
    for (uint32_t i = 0; i < count; i++)
        game.enemies[i] = (enemy){ .at = { game.ship.at.x + away, game.ship.at.y }, .age = 100 };
}

// Every kind of event, when it is due (ticks) and how loud it may be (dB).
static const struct due {
    event_kind kind;
    uint32_t what, value, first, last;
    double low, high;
} due[] = {
    { EVENT_SHOT, 0, 0, 0, 5, -33.0, -28.0 },
    { EVENT_BULLET_GONE, 0, 0, 0, 6, -43.0, -36.0 },
    { EVENT_SPAWN, ENEMY_SEEKER, 0, 0, 15, -30.0, -23.0 },
    { EVENT_SPAWN, ENEMY_WANDERER, 0, 0, 20, -30.0, -22.0 },
    { EVENT_SPAWN, EVENT_HOLE, 0, 6, 60, -25.0, -18.0 },
    { EVENT_ENEMY_DEAD, ENEMY_SEEKER, 4, 0, 15, -22.0, -18.0 },
    { EVENT_ENEMY_DEAD, ENEMY_WANDERER, 4, 0, 20, -22.0, -18.0 },
    { EVENT_ENEMY_SWALLOWED, ENEMY_SEEKER, 0, 0, 15, -28.0, -20.0 },
    { EVENT_HOLE_HIT, 0, 0, 0, 15, -28.0, -20.0 },
    { EVENT_HOLE_DEAD, 0, 10, 0, 50, -18.0, -11.0 },
    { EVENT_SHIP_DEAD, 0, 0, 0, 80, -14.0, -9.0 },
    { EVENT_SHIP_RETURN, 0, 0, 0, 60, -22.0, -16.0 },
    { EVENT_EXTRA_LIFE, 0, 5, 0, 40, -22.0, -16.0 },
    { EVENT_MULTIPLIER, 0, 2, 0, 12, -27.0, -21.0 },
    { EVENT_GAME_OVER, 0, 99, 48, 160, -22.0, -14.0 },
    { EVENT_VANISHED, ENEMY_SEEKER, 0, 6, 40, -34.0, -26.0 },
    { EVENT_STRIKE_READY, 0, 0, 0, 30, -30.0, -22.0 },
    { EVENT_STRIKE, 0, 7, 0, 40, -20.0, -13.0 },
    { EVENT_STRIKE_LINK, 0, 3, 0, 8, -32.0, -24.0 },
    { EVENT_STRIKE_REFUSED, 0, 0, 0, 8, -36.0, -28.0 },
};

static void hear_due(const struct due *d, float x)
{
    begin(NULL);
    without_music();
    happens(d->kind, d->what, x, d->value);
    hear(240);
}

static void every_event_is_heard_when_it_is_due(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(due); i++) {
        const struct due *d = &due[i];
        hear_due(d, 400.0f);
        const uint32_t frames = (d->last - d->first) * TICK;
        const double loud = hearing_loudness(heard, 240 * TICK, RATE);
        if (loud < d->low || loud > d->high) fail_msg("event %d: %.1f dB", (int)d->kind, loud);
        assert_true(hearing_rms(from(d->first), frames) > pow(10.0, (d->low - 12.0) / 20.0));
        assert_true(hearing_rms(from(230), 10 * TICK) < 0.1 * pow(10.0, d->high / 20.0));
        sound_destroy(out);
    }
    out = NULL;
}

static void the_ships_death_is_the_loudest(void **state)
{
    (void)state;
    double loudest = -100.0, own = -100.0;
    for (size_t i = 0; i < COUNT(due); i++) {
        hear_due(&due[i], 400.0f);
        const double loud = hearing_loudness(heard, 240 * TICK, RATE);
        if (due[i].kind == EVENT_SHIP_DEAD)
            own = loud;
        else
            loudest = fmax(loudest, loud);
        sound_destroy(out);
    }
    out = NULL;
    assert_true(own > loudest + 2.0);
}

// Any two kinds differ by a quarter in brightness, or in length, or by 5 dB.
static void explosions_can_be_told_apart(void **state)
{
    (void)state;
    static const uint32_t kinds[] = { 5, 6, 7, 8, 9, 10 }; // of `due`
    double centre[COUNT(kinds)], length[COUNT(kinds)], loud[COUNT(kinds)];
    for (size_t i = 0; i < COUNT(kinds); i++) {
        hear_due(&due[kinds[i]], 400.0f);
        centre[i] = log2(hearing_centroid(heard, RATE / 2, RATE));
        length[i] = log2(hearing_length(heard, 240 * TICK, RATE));
        loud[i] = hearing_loudness(heard, 240 * TICK, RATE);
        sound_destroy(out);
        for (size_t k = 0; k < i; k++) {
            const bool apart = fabs(centre[i] - centre[k]) > 0.32 ||
                               fabs(length[i] - length[k]) > 0.32 || fabs(loud[i] - loud[k]) > 5.0;
            assert_true(apart);
        }
    }
    out = NULL;
}

static void sounds_come_from_where_things_are(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(due); i++) {
        const event_kind kind = due[i].kind;
        if (kind == EVENT_EXTRA_LIFE || kind == EVENT_GAME_OVER || kind == EVENT_MULTIPLIER ||
            kind == EVENT_STRIKE_READY)
            continue;
        for (int right = 0; right < 2; right++) {
            hear_due(&due[i], right ? 760.0f : 40.0f);
            const double near = side(20, right ? 1 : 0), far = side(20, right ? 0 : 1);
            assert_true(near > 2.0 * far && far > 0.0);
            sound_destroy(out);
        }
    }
    out = NULL;
}

static void everything_happens(void)
{
    for (uint32_t i = 0; i < ENEMIES_MAX; i++)
        happens(EVENT_ENEMY_DEAD, i % 2u, 4.0f * (float)i, 40)->id = i;
    for (uint32_t i = 0; i < BULLETS_MAX; i++)
        happens(i % 2 ? EVENT_SHOT : EVENT_BULLET_GONE, 0, 6.0f * (float)i, 0);
    for (size_t i = 0; i < COUNT(due); i++)
        happens(due[i].kind, due[i].what, 50.0f * (float)i, due[i].value);
    for (uint32_t m = 2; m <= MULTIPLIER_MAX; m++) happens(EVENT_MULTIPLIER, 0, 400.0f, m);
}

static void hear_storm(void)
{
    game.lives = 1;
    game.multiplier = MULTIPLIER_MAX;
    game.spawn_chance = SPAWN_LEAST;
    enemies_around(ENEMIES_MAX, 30.0f);
    a_hole_at(400.0f, 300.0f);
    a_hole_at(420.0f, 300.0f);
    ears.danger = 1.0f;
    hear(120);
    for (uint32_t tick = 120; tick < 360; tick++) { // each 16th of a second, then in every tick
        if (tick < 240 ? tick % 4 == 0 : true) everything_happens();
        hear_tick(tick);
    }
    hear_tick(360);
}

static void the_worst_storm_does_not_clip(void **state)
{
    (void)state;
    hear_storm();
    assert_true(hearing_is_in_bounds(heard, 361 * TICK));
    assert_true(hearing_peak(heard, 361 * TICK) < 0.97);
    uint32_t bent = 0; // samples in the limiter's steep half
    for (uint32_t i = 0; i < 2 * 361 * TICK; i++) bent += fabsf(heard[i]) > 0.8f;
    assert_true(bent < 361 * TICK / 50);
    assert_true(intensity > 0.9f);
}

static void two_hundred_deaths_are_a_few_voices(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ENEMIES_MAX; i++)
        happens(EVENT_ENEMY_DEAD, i % 2u, 4.0f * (float)i, 4);
    blaster_sound(out, &game, &ears);
    assert_int_equal(played_count, 6);
    for (uint32_t i = 0; i < played_count; i++) {
        assert_true(played[i].gain > 1.0f && played[i].gain <= 2.0f);
        assert_true(fabsf(played[i].pan) < 0.9f);
    }
    assert_true(played[0].pan < -0.3f && played[2].pan > 0.3f);
}

// After the storm what follows is heard as usual: nothing stays turned down, nothing hangs.
static void calm_returns_after_the_storm(void **state)
{
    (void)state;
    hear_storm();
    empty_game();
    game.tick = 10000;
    without_music();
    hear(600);
    hear(120);
    assert_true(hearing_is_silent(heard, 120 * TICK));
    happens(EVENT_ENEMY_DEAD, ENEMY_SEEKER, 400.0f, 2);
    hear(60);
    assert_true(hearing_loudness(heard, 60 * TICK, RATE) > -22.0);
}

static void fire_for_a_minute_stays_even_and_soft(void **state)
{
    (void)state;
    without_music();
    double low = 100.0, high = -100.0;
    for (uint32_t second = 0; second < 60; second++) {
        for (uint32_t tick = 0; tick < 60; tick++) {
            if (tick % FIRE_TICKS == 0) {
                happens(EVENT_SHOT, 0, 430.0f, 0);
                happens(EVENT_SHOT, 0, 440.0f, 0);
            }
            hear_tick(tick);
        }
        const double loud = hearing_loudness(heard, RATE, RATE);
        low = fmin(low, loud);
        high = fmax(high, loud);
        assert_true(hearing_corner(heard, RATE) < 0.02);
    }
    assert_true(low > -32.0 && high < -28.0 && high - low < 2.0);
}

static void no_two_shots_in_a_row_are_alike(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 600; i++) {
        game.tick = i * FIRE_TICKS;
        happens(EVENT_SHOT, 0, 400.0f, 0);
        blaster_sound(out, &game, &ears);
        game.event_count = 0;
        const request *now = &played[played_count - 1];
        assert_true(now->pitch > 0.97f && now->pitch < 1.03f);
        assert_true(now->gain > 0.8f && now->gain < 1.2f);
        if (i > 0) assert_true(fabsf(now->pitch - now[-1].pitch) > 1e-5f);
    }
    assert_int_equal(played_count, 600);
}

static void a_hole_hums_the_louder_the_nearer(void **state)
{
    (void)state;
    static const float distances[] = { 390.0f, 240.0f, 180.0f, 120.0f, 60.0f, 0.0f };
    double before = 0.0, deep_before = -1.0;
    without_music();
    a_hole_at(0.0f, 300.0f);
    for (size_t i = 0; i < COUNT(distances); i++) {
        game.holes[0].at.x = 400.0f - distances[i];
        hear(180);
        const double loud = hearing_rms(from(60), 120 * TICK);
        const double deep = hearing_partial(from(60), 120 * TICK, RATE, BLASTER_ROOT);
        assert_true(loud > (i == 0 ? 0.005 : before * 1.05));
        assert_true(i < 2 || deep > deep_before * 1.2);
        before = loud;
        deep_before = deep;
    }
    assert_true(before < 0.2);
    game.ship.dead = 60; // nobody is left to pull
    hear(180);
    assert_true(hearing_rms(from(60), 120 * TICK) < 0.3 * before);
}

static void holes_come_and_go_without_a_click(void **state)
{
    (void)state;
    without_music();
    for (uint32_t tick = 0; tick < 600; tick++) {
        if (tick % 100 == 30) a_hole_at(200.0f + (float)tick / 2.0f, 300.0f);
        if (tick % 100 == 90) game.hole_count = 0;
        hear_tick(tick);
    }
    assert_true(hearing_rms(heard, 600 * TICK) > 0.01);
    assert_true(hearing_corner(heard, 600 * TICK) < 0.02);
    assert_true(hearing_rms(from(597), 3 * TICK) < 0.2 * hearing_rms(from(580), 10 * TICK));
}

static double side_of_hole(float x, uint32_t which)
{
    begin(NULL);
    without_music();
    a_hole_at(x, 300.0f);
    hear(120);
    const double level = side(120, which);
    sound_destroy(out);
    return level;
}

static void holes_hum_from_where_they_are(void **state)
{
    (void)state;
    assert_true(side_of_hole(40.0f, 0) > 2.0 * side_of_hole(40.0f, 1));
    assert_true(side_of_hole(760.0f, 1) > 2.0 * side_of_hole(760.0f, 0));
    out = NULL;
}

static void the_last_life_beats_and_no_other(void **state)
{
    (void)state;
    static const struct {
        uint32_t lives, dead;
        bool over, beats;
    } lives[] = { { 4, 0, false, false }, { 3, 0, false, false },  { 2, 0, false, false },
                  { 1, 0, false, true },  { 1, 50, false, false }, { 0, 100, true, false } };
    for (size_t i = 0; i < COUNT(lives); i++) {
        begin(NULL);
        without_music();
        game.lives = lives[i].lives;
        game.ship.dead = lives[i].dead;
        game.over = lives[i].over;
        hear(192);
        if (lives[i].beats) {
            assert_true(hearing_rms(heard, 20 * TICK) > 0.02);
            assert_true(hearing_rms(from(36), 10 * TICK) < 0.002); // rests in between
            assert_int_equal(played_count, 8);
        } else {
            assert_true(hearing_is_silent(heard, 192 * TICK));
        }
        sound_destroy(out);
    }
    out = NULL;
}

static void multiplier_steps_climb_the_scale(void **state)
{
    (void)state;
    float before = 0.0f;
    for (uint32_t m = 2; m <= MULTIPLIER_MAX; m++) {
        happens(EVENT_MULTIPLIER, 0, 400.0f, m);
        blaster_sound(out, &game, &ears);
        game.event_count = 0;
        const request *now = &played[played_count - 1];
        assert_int_equal(played_count, m - 1);
        assert_ptr_equal(now->patch, &blaster_patches[VOICE_MULTIPLIER]);
        assert_true(now->pitch > before * 1.1f);
        before = now->pitch;
    }
    happens(EVENT_MULTIPLIER, 0, 400.0f, 1);
    blaster_sound(out, &game, &ears);
    assert_ptr_equal(played[played_count - 1].patch, &blaster_patches[VOICE_LAPSE]);
    assert_int_equal(played_count, MULTIPLIER_MAX);
}

static void many_steps_of_a_tick_are_one(void **state)
{
    (void)state;
    for (uint32_t m = 2; m <= 12; m++) happens(EVENT_MULTIPLIER, 0, 400.0f, m);
    blaster_sound(out, &game, &ears);
    assert_int_equal(played_count, 1);
    assert_true(played[0].pitch > 4.0f && played[0].pitch < 5.0f); // eleven degrees up
}

static void a_hole_rings_higher_with_each_hit(void **state)
{
    (void)state;
    a_hole_at(100.0f, 100.0f);
    float before = 0.0f;
    for (uint32_t left = HOLE_HITS - 1; left > 0; left--) {
        game.holes[0].hits = left;
        happens(EVENT_HOLE_HIT, 0, 100.0f, 0)->id = game.holes[0].id;
        blaster_sound(out, &game, &ears);
        game.event_count = 0;
        assert_true(played[played_count - 1].pitch > before);
        before = played[played_count - 1].pitch;
    }
    game.hole_count = 0;
    happens(EVENT_HOLE_HIT, 0, 100.0f, 0);
    blaster_sound(out, &game, &ears);
    assert_true(played[played_count - 1].pitch > before);
}

// Lightning

// As the rules tell it, four jumps and four deaths a tick. Returns the ticks it takes.
static uint32_t hear_strike(uint32_t targets, uint32_t at)
{
    uint32_t tick = 0;
    happens(EVENT_STRIKE, 0, 400.0f, targets);
    for (uint32_t i = 0; i < targets; i++) {
        const float x = 100.0f + 600.0f * (float)(i % 7) / 7.0f;
        happens(EVENT_STRIKE_LINK, i % 2, x, i);
        happens(EVENT_ENEMY_DEAD, i % 2, x, 40)->id = i;
        if (i % 4 == 3) hear_tick(at + tick++);
    }
    hear_tick(at + tick++);
    return tick;
}

static void lightning_is_a_crack_and_a_ripple_that_climbs(void **state)
{
    (void)state;
    without_music();
    float before = 0.0f;
    hear_strike(24, 0);
    uint32_t ripples = 0;
    for (uint32_t i = 0; i < played_count; i++) {
        if (played[i].patch != &blaster_patches[VOICE_RIPPLE]) continue;
        ripples++;
        if (ripples <= 2) assert_true(played[i].pitch > before);
        before = played[i].pitch;
    }
    assert_int_equal(ripples, 6); // one a tick
    assert_ptr_equal(played[0].patch, &blaster_patches[VOICE_SEEKER_DEAD]);
    assert_true(hearing_length(heard, 7 * TICK, RATE) > 0.02);
}

// Within the loudest music, one strike after the other.
static void lightning_does_not_clip(void **state)
{
    (void)state;
    game.lives = 1;
    game.multiplier = MULTIPLIER_MAX;
    game.spawn_chance = SPAWN_LEAST;
    ears.danger = 1.0f;
    enemies_around(ENEMIES_MAX, 30.0f);
    a_hole_at(400.0f, 300.0f);
    uint32_t tick = 0, bent = 0;
    while (tick < 300) {
        tick += hear_strike(60, tick);
        for (uint32_t rest = 0; rest < 30; rest++) hear_tick(tick++);
    }
    assert_true(hearing_is_in_bounds(heard, tick * TICK));
    assert_true(hearing_peak(heard, tick * TICK) < 0.97);
    for (uint32_t i = 0; i < 2 * tick * TICK; i++) bent += fabsf(heard[i]) > 0.8f;
    assert_true(bent < tick * TICK / 50);
}

// Danger

static void danger_follows_what_threatens(void **state)
{
    (void)state;
    const float calm = blaster_danger(&game);
    assert_true(calm > 0.15f && calm < 0.3f);
    float before = calm;
    for (uint32_t count = 5; count <= ENEMIES_MAX; count *= 2) {
        enemies_around(count, 200.0f);
        const float far = blaster_danger(&game);
        enemies_around(count, 50.0f);
        assert_true(far > before && blaster_danger(&game) > far + 0.001f);
        before = far;
    }
    for (uint32_t i = 0; i < game.enemy_count; i++) game.enemies[i].age = 0;
    assert_true(blaster_danger(&game) < before + 0.05f); // those that fade in count half

    empty_game();
    game.multiplier = MULTIPLIER_MAX;
    assert_true(blaster_danger(&game) > calm + 0.1f);
    empty_game();
    game.spawn_chance = SPAWN_LEAST;
    assert_true(blaster_danger(&game) > calm + 0.1f);
    empty_game();
    a_hole_at(410.0f, 300.0f);
    assert_true(blaster_danger(&game) > calm + 0.05f);
    game.ship.dead = 1;
    assert_true(blaster_danger(&game) <= 0.0f);
}

static void the_music_thickens_with_danger_and_thins_after_it(void **state)
{
    (void)state;
    hear(600);
    const double calm = hearing_rms(from(300), 300 * TICK);
    const float calm_intensity = intensity;
    enemies_around(60, 80.0f);
    game.multiplier = 15;
    game.spawn_chance = 40.0f;
    float before = ears.danger;
    for (uint32_t tick = 0; tick < 600; tick++) {
        hear_tick(tick);
        assert_true(ears.danger >= before && ears.danger - before < 0.02f);
        before = ears.danger;
    }
    const double wild = hearing_rms(from(300), 300 * TICK);
    assert_true(intensity > 0.7f && calm_intensity < 0.3f);
    assert_true(wild > 2.0 * calm && calm > 0.005);
    empty_game();
    game.tick = 2000;
    hear(720);
    hear(600);
    assert_true(intensity < 0.3f);
    assert_true(hearing_rms(from(300), 300 * TICK) < 0.6 * wild);
    game.over = true;
    hear(300);
    assert_true(intensity < 0.05f);
}

static void the_music_is_told_only_what_is_new(void **state)
{
    (void)state;
    hear(600);
    assert_true(music_calls > 0 && music_calls < 15);
    music_calls = 0;
    hear(600);
    assert_int_equal(music_calls, 0);
    enemies_around(60, 80.0f);
    hear(600);
    assert_true(music_calls > 5 && music_calls < 60);
}

// Whole

static bool is_pentatonic(double hz)
{
    static const double notes[] = { 0.0, 3.0, 5.0, 7.0, 10.0, 12.0 };
    const double above = fmod(12.0 * log2(hz / (double)BLASTER_ROOT) + 120.0, 12.0);
    for (size_t i = 0; i < COUNT(notes); i++)
        if (fabs(above - notes[i]) < 0.05) return true;
    return false;
}

static void voices_are_in_tune(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BLASTER_VOICES; i++) {
        const patch *p = &blaster_patches[i];
        if (p->wave == WAVE_NOISE) continue;
        assert_true(is_pentatonic((double)p->pitch));
        if (p->pitch_end > 0.0f) assert_true(is_pentatonic((double)p->pitch_end));
    }
    hear_storm();
    hear(200);
    assert_true(played_count > 1000);
    for (uint32_t i = 0; i < played_count; i++) {
        const patch *p = played[i].patch;
        if (p->wave == WAVE_NOISE || p == &blaster_patches[VOICE_SHOT]) continue;
        // Of explosions that fall, the interval by which they are moved counts.
        assert_true(is_pentatonic((double)p->pitch * (double)played[i].pitch));
    }
}

static void a_new_game_starts_with_no_tune_of_the_old(void **state)
{
    (void)state;
    game.tick = 5000;
    game.over = true;
    happens(EVENT_GAME_OVER, 0, 0.0f, 10);
    hear(10);
    empty_game();
    hear(300);
    assert_int_equal(played_count, 0);
}

static void nothing_is_allocated(void **state)
{
    (void)state;
    allocations = 0;
    hear_storm();
    assert_int_equal(allocations, 0);
}

static void the_same_game_gives_the_same_samples(void **state)
{
    (void)state;
    static float first[2 * 361 * TICK];
    hear_storm();
    memcpy(first, heard, sizeof first);
    end(NULL);
    begin(NULL);
    hear_storm();
    assert_memory_equal(first, heard, sizeof first);
}

static void no_speaker_is_no_fault(void **state)
{
    (void)state;
    everything_happens();
    a_hole_at(1.0f, 1.0f);
    for (int i = 0; i < 100; i++) blaster_sound(NULL, &game, &ears);
    assert_int_equal(music_calls, 0);
    hear(1);
    assert_int_equal(music_calls, 1); // the music is not taken for started
}

// States that the rules never make.
static void odd_states_do_no_harm(void **state)
{
    (void)state;
    static const float odd[] = { NAN, INFINITY, -INFINITY, 1e30f, -1e30f };
    static const uint32_t counts[] = { 0, 7, UINT32_MAX };
    for (size_t i = 0; i < COUNT(odd); i++) {
        for (size_t k = 0; k < COUNT(counts); k++) {
            empty_game();
            everything_happens();
            happens((event_kind)99, 0, odd[i], 0);
            happens(EVENT_SPAWN, 77, odd[i], 0);
            for (uint32_t e = 0; e < game.event_count; e += 3) game.events[e].at.x = odd[i];
            a_hole_at(odd[i], odd[i]);
            enemies_around(20, odd[i]);
            game.ship.at.y = odd[i];
            game.spawn_chance = odd[i];
            game.multiplier = game.lives = counts[k];
            game.event_count = game.enemy_count = game.hole_count = counts[k];
            const float danger = blaster_danger(&game);
            assert_true(danger >= 0.0f && danger <= 1.0f);
            blaster_sound(out, &game, &ears);
            sound_mix(out, heard, RATE);
            assert_true(hearing_is_in_bounds(heard, RATE));
            assert_true(ears.danger >= 0.0f && ears.danger <= 1.0f);
        }
    }
}

#define HEARD(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_heard_when_it_is_due),
        cmocka_unit_test(the_ships_death_is_the_loudest),
        cmocka_unit_test(explosions_can_be_told_apart),
        cmocka_unit_test(sounds_come_from_where_things_are),
        HEARD(the_worst_storm_does_not_clip),
        HEARD(two_hundred_deaths_are_a_few_voices),
        HEARD(calm_returns_after_the_storm),
        HEARD(fire_for_a_minute_stays_even_and_soft),
        HEARD(no_two_shots_in_a_row_are_alike),
        HEARD(a_hole_hums_the_louder_the_nearer),
        HEARD(holes_come_and_go_without_a_click),
        cmocka_unit_test(holes_hum_from_where_they_are),
        cmocka_unit_test(the_last_life_beats_and_no_other),
        HEARD(multiplier_steps_climb_the_scale),
        HEARD(many_steps_of_a_tick_are_one),
        HEARD(a_hole_rings_higher_with_each_hit),
        HEARD(lightning_is_a_crack_and_a_ripple_that_climbs),
        HEARD(lightning_does_not_clip),
        HEARD(danger_follows_what_threatens),
        HEARD(the_music_thickens_with_danger_and_thins_after_it),
        HEARD(the_music_is_told_only_what_is_new),
        HEARD(voices_are_in_tune),
        HEARD(a_new_game_starts_with_no_tune_of_the_old),
        HEARD(nothing_is_allocated),
        HEARD(the_same_game_gives_the_same_samples),
        HEARD(no_speaker_is_no_fault),
        HEARD(odd_states_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
