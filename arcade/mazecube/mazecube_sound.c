// SPDX-License-Identifier: MIT
#include "mazecube_sound.h"

#include "mazecube_patches.h"

#include <math.h>

#define TEMPO 66.0f
#define INTENSITY 0.3f
#define FULL_SPEED 9.0f // cells / s of rolling: as loud as it gets
#define EASE 0.25f      // share of a change that is heard in a tick
#define HARD 3.0f       // cells / s: from here on a hit is a knock
#define HARDEST 14.0f
#define STEP_TICKS 7u // of the farewell
#define BELLS 6u

enum { KEY_ROLL = 0x200, KEY_GRAIN, KEY_GROOVE, KEY_EXIT };

static float within(float value, float low, float high)
{
    return value > low ? value < high ? value : high : low; // NaN is low
}

static float semitones(float count)
{
    return exp2f(count / 12.0f);
}

static void play(sound *s, mazecube_voice voice, float pitch, float gain)
{
    sound_play(s, &mazecube_patches[voice], 0.0f, pitch, gain);
}

static uint32_t count_walls(uint32_t contacts)
{
    uint32_t count = 0;
    for (; contacts; contacts &= contacts - 1) count++;
    return count;
}

// --- rolling

static void feel(const mazecube *game, mazecube_ears *ears)
{
    const float speed = within((float)game->rolled * 60.0f, 0.0f, 30.0f);
    const float groove = count_walls(game->ball.contacts) > 1 ? 1.0f : 0.0f;
    ears->speed += EASE * (speed - ears->speed);
    ears->groove += EASE * (groove - ears->groove);
}

// Body and pitch rise with the speed, and a grain comes in with it.
static void roll(sound *s, const mazecube_ears *ears)
{
    const float share = within(ears->speed / FULL_SPEED, 0.0f, 1.0f), level = sqrtf(share);
    const float pitch = 0.6f + 1.5f * level;
    if (share < 0.004f) return;
    sound_hold(s, KEY_ROLL, &mazecube_patches[VOICE_ROLL], 0.0f, pitch,
               level * (1.0f - 0.45f * ears->groove));
    sound_hold(s, KEY_GRAIN, &mazecube_patches[VOICE_ROLL_GRAIN], 0.0f, 1.0f, share * level);
    if (ears->groove > 0.02f)
        sound_hold(s, KEY_GROOVE, &mazecube_patches[VOICE_ROLL_GROOVE], 0.0f, pitch,
                   level * ears->groove);
}

// --- events

static void hit(sound *s, double speed, mazecube_ears *ears)
{
    static const float off[] = { 0.0f, 1.4f, -0.9f, 0.5f, -1.6f };
    const float strength = within((float)speed / HARDEST, 0.0f, 1.0f);
    const float pitch = semitones(off[ears->hits++ % 5u] + 3.0f * strength);
    const float gain = within(0.1f + 1.3f * sqrtf(strength), 0.0f, 1.3f);
    if ((float)speed < HARD)
        play(s, VOICE_TOCK, pitch, gain);
    else
        play(s, VOICE_KNOCK, pitch, gain);
}

static float pentatonic(uint32_t degree)
{
    static const float above[5] = { 0.0f, 3.0f, 5.0f, 7.0f, 10.0f };
    return semitones(12.0f * (float)(degree / 5u) + above[degree % 5u]);
}

static void tell(sound *s, const mazecube_event *e, mazecube_ears *ears)
{
    switch (e->kind) {
    case MAZECUBE_HIT: hit(s, e->value, ears); break;
    case MAZECUBE_CHECKPOINT:
        play(s, VOICE_CHECKPOINT, pentatonic((uint32_t)within((float)e->value, 0.0f, 1e6f) % 8u),
             1.0f);
        break;
    case MAZECUBE_UNDO: play(s, VOICE_UNDO, 1.0f, 1.0f); break;
    case MAZECUBE_HINT: play(s, VOICE_HINT, 1.0f, 1.0f); break;
    case MAZECUBE_FREEZE: play(s, VOICE_FREEZE, 1.0f, 1.0f); break;
    case MAZECUBE_THAW: play(s, VOICE_THAW, 1.0f, 1.0f); break;
    case MAZECUBE_SHOWN: play(s, VOICE_SHOWN, 1.0f, 1.0f); break;
    case MAZECUBE_SLICE: play(s, VOICE_SLICE, 1.0f, 1.0f); break;
    case MAZECUBE_LEFT: ears->tune = 1; break;
    case MAZECUBE_REFUSED: play(s, VOICE_REFUSED, 1.0f, 1.0f); break;
    }
}

// A bell a step upward, and one higher for each star.
static void farewell(sound *s, mazecube_ears *ears)
{
    static const uint32_t degrees[BELLS] = { 0, 2, 3, 5, 8, 10 };
    if (ears->tune == 0) return;
    const uint32_t at = ears->tune++ - 1, bells = 3u + ears->stars;
    if (at % STEP_TICKS == 0 && at / STEP_TICKS < bells && at / STEP_TICKS < BELLS)
        play(s, VOICE_BELL, pentatonic(degrees[at / STEP_TICKS]), 0.9f);
    if (at / STEP_TICKS >= BELLS) ears->tune = 0;
}

// --- what lasts

static void sing(sound *s, const mazecube *game, mazecube_bearing exit)
{
    const float distance = within(exit.distance, 0.0f, 40.0f);
    const float gain = 0.12f + 0.88f / (1.0f + 0.12f * distance * distance);
    if (game->over || game->frozen) return;
    sound_hold(s, KEY_EXIT, &mazecube_patches[VOICE_EXIT], 0.9f * within(exit.pan, -1.0f, 1.0f),
               1.0f, gain);
}

void mazecube_sound_rest(sound *s, mazecube_ears *ears)
{
    const music piece = {
        .tempo = TEMPO, .root = MAZECUBE_ROOT, .mode = 0, .seed = ears->music_seed
    };
    if (!s || ears->playing) return;
    sound_set_music(s, &piece, INTENSITY);
    ears->playing = true;
}

void mazecube_sound(sound *s, const mazecube *game, mazecube_bearing exit, mazecube_ears *ears)
{
    if (!s) return;
    mazecube_sound_rest(s, ears);
    ears->stars = mazecube_stars(game);
    feel(game, ears);
    roll(s, ears);
    for (uint32_t i = 0; i < game->event_count && i < MAZECUBE_EVENTS; i++)
        tell(s, &game->events[i], ears);
    farewell(s, ears);
    sing(s, game, exit);
}
