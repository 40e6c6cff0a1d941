// SPDX-License-Identifier: MIT
// Many events of a tick are few sounds: what is alike and in the same third of the arena is gathered
// into one voice that is a little louder, so that 200 deaths are a broad explosion and not a queue
// for 32 voices.
#include "blaster_sound.h"

#include "blaster_patches.h"

#include <math.h>

// A sixteenth of the music is a tenth of a second, the time from shot to shot: fire falls in with
// the beat.
#define TEMPO 150.0f
#define SIXTEENTH FIRE_TICKS

#define WIDTH 0.8f // of the panorama: nothing is in one ear alone
#define THIRDS 3u
#define LOUDEST_CROWD 2.0f

#define CALM 0.22f // the least intensity of a game that goes on
#define RISE_TICKS 70.0f
#define FALL_TICKS 180.0f
#define DEATH_TICKS 40.0f
#define NOTICEABLE 0.02f
#define NEAR 160.0f // an enemy at this distance counts half

#define BEAT_TICKS (8 * SIXTEENTH)
#define SECOND_BEAT (2 * SIXTEENTH)

#define HUM_KEY 0x100u // keys of holes: twice their id from here on
#define HUM_FAR 0.3f

// What happened alike in one tick and one third of the arena.
typedef struct crowd {
    uint32_t count, id; // id: of the latest, or which jump it was
    float x;            // sum
} crowd;

typedef struct tune_note {
    uint32_t tick;
    blaster_voice voice;
    int32_t semitone;
    float gain;
} tune_note;

#define TUNE_NOTES 5u

static const tune_note tunes[BLASTER_TUNES][TUNE_NOTES] = {
    [TUNE_RETURN] = { { 4 * SIXTEENTH, VOICE_CHIME, -12, 0.5f },
                      { 5 * SIXTEENTH, VOICE_CHIME, -5, 0.6f },
                      { 6 * SIXTEENTH, VOICE_CHIME, 0, 0.7f } },
    [TUNE_EXTRA_LIFE] = { { 0, VOICE_CHIME, 0, 0.8f },
                          { SIXTEENTH, VOICE_CHIME, 3, 0.8f },
                          { 2 * SIXTEENTH, VOICE_CHIME, 7, 0.9f },
                          { 3 * SIXTEENTH, VOICE_CHIME, 12, 1.0f },
                          { 5 * SIXTEENTH, VOICE_CHIME, 19, 0.6f } },
    // After the worst of the explosion.
    [TUNE_GAME_OVER] = { { 8 * SIXTEENTH, VOICE_FAREWELL, 7, 1.0f },
                         { 12 * SIXTEENTH, VOICE_FAREWELL, 5, 1.0f },
                         { 16 * SIXTEENTH, VOICE_FAREWELL, 3, 1.0f },
                         { 20 * SIXTEENTH, VOICE_FAREWELL, 0, 1.0f },
                         { 20 * SIXTEENTH, VOICE_FAREWELL, -12, 0.9f } },
    // Soft: the fight goes on.
    [TUNE_READY] = { { 0, VOICE_CHIME, 7, 0.4f }, { SIXTEENTH, VOICE_CHIME, 12, 0.5f } },
};

static float unit(float value)
{
    return value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f; // NaN is 0
}

static float pan_at(float x)
{
    return WIDTH * (2.0f * unit(x / (float)ARENA_WIDTH) - 1.0f);
}

static float semitones(float count)
{
    return exp2f(count / 12.0f);
}

static float pentatonic(uint32_t degree)
{
    static const float above[5] = { 0.0f, 3.0f, 5.0f, 7.0f, 10.0f };
    return semitones(12.0f * (float)(degree / 5u) + above[degree % 5u]);
}

// -1..1, another for each tick: cosmetic, so the game's own random numbers are left alone.
static float variation(uint32_t tick)
{
    uint32_t mixed = tick * 2654435761u;
    mixed ^= mixed >> 15;
    mixed *= 2246822519u;
    return (float)(mixed >> 16) / 32767.5f - 1.0f;
}

static void play(sound *s, blaster_voice voice, float x, float pitch, float gain)
{
    sound_play(s, &blaster_patches[voice], pan_at(x), pitch, gain);
}

// Gathering the events of a tick

static blaster_voice voice_of(const event *e)
{
    const blaster_voice spawn[] = { VOICE_SEEKER_SPAWN, VOICE_WANDERER_SPAWN, VOICE_HOLE_SPAWN };
    switch (e->kind) {
    case EVENT_SHOT: return VOICE_SHOT;
    case EVENT_BULLET_GONE: return VOICE_FIZZLE;
    case EVENT_SPAWN: return e->what <= EVENT_HOLE ? spawn[e->what] : BLASTER_VOICES;
    case EVENT_ENEMY_DEAD: return e->what == ENEMY_SEEKER ? VOICE_SEEKER_DEAD : VOICE_WANDERER_DEAD;
    case EVENT_ENEMY_SWALLOWED: return VOICE_SWALLOWED;
    case EVENT_VANISHED: return VOICE_VANISHED;
    case EVENT_HOLE_HIT: return VOICE_HOLE_HIT;
    case EVENT_HOLE_DEAD: return VOICE_HOLE_DEAD;
    case EVENT_SHIP_DEAD: return VOICE_SHIP_DEAD;
    case EVENT_SHIP_RETURN: return VOICE_SHIP_RETURN;
    case EVENT_STRIKE: return VOICE_STRIKE;
    case EVENT_STRIKE_LINK: return VOICE_RIPPLE;
    case EVENT_STRIKE_REFUSED: return VOICE_DUD;
    default: return BLASTER_VOICES; // nothing with a place
    }
}

static uint32_t third_of(const event *e)
{
    // Both bullets of a shot are one, wherever they are, and so are all jumps of a tick.
    if (e->kind == EVENT_SHOT || e->kind == EVENT_STRIKE_LINK) return 0;
    const uint32_t third = (uint32_t)(unit(e->at.x / (float)ARENA_WIDTH) * (float)THIRDS);
    return third < THIRDS ? third : THIRDS - 1u;
}

static void gather(const blaster *game, crowd crowds[BLASTER_VOICES][THIRDS])
{
    for (uint32_t i = 0; i < game->event_count && i < EVENTS_MAX; i++) {
        const event *e = &game->events[i];
        const blaster_voice voice = voice_of(e);
        if (voice == BLASTER_VOICES) continue;
        crowd *c = &crowds[voice][third_of(e)];
        c->count++;
        c->id = e->kind == EVENT_STRIKE_LINK ? e->value : e->id;
        c->x += e->at.x;
    }
}

// One-shots

static float hit_pitch(const blaster *game, uint32_t id)
{
    for (uint32_t i = 0; i < game->hole_count && i < HOLES_MAX; i++) {
        const hole *h = &game->holes[i];
        if (h->id == id && h->hits <= HOLE_HITS) return pentatonic(HOLE_HITS - h->hits);
    }
    return pentatonic(HOLE_HITS); // that was the last one
}

static float pitch_of(blaster_voice voice, const blaster *game, uint32_t id)
{
    switch (voice) {
    case VOICE_SHOT: return semitones(0.45f * variation(game->tick));
    case VOICE_SEEKER_DEAD:
    case VOICE_WANDERER_DEAD: return pentatonic(id % 5u);
    case VOICE_RIPPLE: return pentatonic(id % 10u);
    case VOICE_HOLE_HIT: return hit_pitch(game, id);
    default: return 1.0f;
    }
}

static float gain_of(blaster_voice voice, const blaster *game, uint32_t count)
{
    if (voice == VOICE_SHOT) return 1.0f + 0.15f * variation(game->tick + 7u);
    return fminf(sqrtf((float)count), LOUDEST_CROWD);
}

static void play_layers(sound *s, blaster_voice voice, float x, float gain)
{
    if (voice == VOICE_HOLE_DEAD) play(s, VOICE_HOLE_DEAD_DEEP, x, 1.0f, gain);
    if (voice == VOICE_STRIKE) play(s, VOICE_STRIKE_DEEP, x, 1.0f, gain);
    if (voice != VOICE_SHIP_DEAD) return;
    play(s, VOICE_SHIP_DEAD_FALL, x, 1.0f, gain);
    play(s, VOICE_SHIP_DEAD_DEEP, x, 1.0f, gain);
}

static void play_crowds(sound *s, const blaster *game)
{
    crowd crowds[BLASTER_VOICES][THIRDS] = { 0 };
    gather(game, crowds);
    for (uint32_t voice = 0; voice < BLASTER_VOICES; voice++) {
        for (uint32_t third = 0; third < THIRDS; third++) {
            const crowd *c = &crowds[voice][third];
            if (c->count == 0) continue;
            const float x = c->x / (float)c->count, gain = gain_of(voice, game, c->count);
            play(s, voice, x, pitch_of(voice, game, c->id), gain);
            play_layers(s, voice, x, gain);
        }
    }
}

// Several steps of one tick are heard as the last of them.
static void play_multiplier(sound *s, const blaster *game, blaster_ears *ears)
{
    const uint32_t before = ears->multiplier;
    for (uint32_t i = 0; i < game->event_count && i < EVENTS_MAX; i++)
        if (game->events[i].kind == EVENT_MULTIPLIER) ears->multiplier = game->events[i].value;
    const uint32_t now = ears->multiplier;
    if (now == before || now == 0) return;
    const float x = game->ship.at.x, along = unit((float)now / (float)MULTIPLIER_MAX);
    if (now > before)
        play(s, VOICE_MULTIPLIER, x, pentatonic((now - 1u) % MULTIPLIER_MAX), 1.2f - 0.6f * along);
    else
        play(s, VOICE_LAPSE, x, 1.0f, 0.3f + 0.7f * unit((float)before / (float)MULTIPLIER_MAX));
}

// Tunes

static void start_tunes(const blaster *game, blaster_ears *ears)
{
    for (uint32_t i = 0; i < game->event_count && i < EVENTS_MAX; i++) {
        switch (game->events[i].kind) {
        case EVENT_SHIP_RETURN: ears->tune[TUNE_RETURN] = 1; break;
        case EVENT_EXTRA_LIFE: ears->tune[TUNE_EXTRA_LIFE] = 1; break;
        case EVENT_GAME_OVER: ears->tune[TUNE_GAME_OVER] = 1; break;
        case EVENT_STRIKE_READY: ears->tune[TUNE_READY] = 1; break;
        default: break;
        }
    }
}

static void play_tunes(sound *s, blaster_ears *ears)
{
    for (uint32_t t = 0; t < BLASTER_TUNES; t++) {
        if (ears->tune[t] == 0) continue;
        bool more = false;
        for (uint32_t i = 0; i < TUNE_NOTES; i++) {
            const tune_note *n = &tunes[t][i];
            if (n->tick + 1u == ears->tune[t] && n->gain > 0.0f)
                play(s, n->voice, 0.5f * (float)ARENA_WIDTH, semitones((float)n->semitone),
                     n->gain);
            more |= n->tick + 1u > ears->tune[t];
        }
        ears->tune[t] = more ? ears->tune[t] + 1u : 0;
    }
}

// What lasts

static float distance(place a, place b)
{
    const float x = a.x - b.x, y = a.y - b.y;
    return sqrtf(x * x + y * y);
}

static bool is_alive(const blaster *game)
{
    return game->ship.dead == 0 && !game->over;
}

// As the pull goes: 1 in the hole's centre, 0 where its reach ends.
static float pull_of(const blaster *game, const hole *h)
{
    return is_alive(game) ? unit(1.0f - distance(game->ship.at, h->at) / HOLE_REACH) : 0.0f;
}

// From a hum to a growl an octave lower. The pitches stay: a glide would be out of tune most of the
// time. A hole's id chooses root or fifth.
static void hold_holes(sound *s, const blaster *game)
{
    for (uint32_t i = 0; i < game->hole_count && i < HOLES_MAX; i++) {
        const hole *h = &game->holes[i];
        const float pull = pull_of(game, h), pan = pan_at(h->at.x);
        const float throb = 1.0f + 0.1f * sinf((float)(h->age % 3600u) / 6.0f);
        const float pitch = h->id % 2u == 0 ? 1.0f : semitones(7.0f);
        const uint32_t key = HUM_KEY + 2u * h->id;
        const float hum = throb * (HUM_FAR + (1.0f - HUM_FAR) * pull), growl = throb * pull * pull;
        sound_hold(s, key, &blaster_patches[VOICE_HUM], pan, pitch, hum);
        if (growl > 0.0f) sound_hold(s, key + 1u, &blaster_patches[VOICE_GROWL], pan, pitch, growl);
    }
}

// A heart on the last life, stronger in danger.
static void beat(sound *s, const blaster *game, blaster_ears *ears)
{
    if (!is_alive(game) || game->lives != 1) {
        ears->pulse = 0;
        return;
    }
    const uint32_t at = ears->pulse++ % BEAT_TICKS;
    const float gain = 0.6f + 0.4f * ears->danger, x = 0.5f * (float)ARENA_WIDTH;
    if (at == 0) play(s, VOICE_PULSE, x, 1.0f, gain);
    if (at == SECOND_BEAT) play(s, VOICE_PULSE, x, 1.0f, 0.6f * gain);
}

// Music

static float crowd_danger(const blaster *game)
{
    float near = 0.0f;
    for (uint32_t i = 0; i < game->enemy_count && i < ENEMIES_MAX; i++) {
        const enemy *e = &game->enemies[i];
        const float away = distance(game->ship.at, e->at) / NEAR;
        near += (e->age < ENEMY_FADE_TICKS ? 0.5f : 1.0f) / (1.0f + away * away);
    }
    const float many = (float)game->enemy_count;
    return 0.35f * near / (near + 1.5f) + 0.1f * many / (many + 8.0f);
}

float blaster_danger(const blaster *game)
{
    if (!is_alive(game)) return 0.0f;
    float pull = 0.0f;
    for (uint32_t i = 0; i < game->hole_count && i < HOLES_MAX; i++)
        pull = fmaxf(pull, pull_of(game, &game->holes[i]));
    const float chain = unit(((float)game->multiplier - 1.0f) / (float)(MULTIPLIER_MAX - 1));
    const float late = (SPAWN_START - game->spawn_chance) / (SPAWN_START - SPAWN_LEAST);
    return unit(CALM + crowd_danger(game) + 0.2f * sqrtf(chain) + 0.25f * unit(late) +
                0.12f * pull);
}

static void ease_danger(const blaster *game, blaster_ears *ears)
{
    const float wanted = blaster_danger(game);
    const float ticks = !is_alive(game)         ? DEATH_TICKS
                        : wanted > ears->danger ? RISE_TICKS
                                                : FALL_TICKS;
    ears->danger += (wanted - ears->danger) / ticks;
}

static void lead_music(sound *s, blaster_ears *ears)
{
    if (ears->playing && fabsf(ears->danger - ears->told) < NOTICEABLE) return;
    const music piece = {
        .tempo = TEMPO, .root = BLASTER_ROOT, .mode = 0, .seed = ears->music_seed
    };
    sound_set_music(s, &piece, ears->danger);
    ears->told = ears->danger;
    ears->playing = true;
}

// The music goes on over a new game.
static void notice_new_game(const blaster *game, blaster_ears *ears)
{
    if (game->tick >= ears->last_tick && ears->multiplier > 0) return;
    ears->multiplier = 1;
    ears->pulse = 0;
    for (uint32_t t = 0; t < BLASTER_TUNES; t++) ears->tune[t] = 0;
}

void blaster_sound(sound *s, const blaster *game, blaster_ears *ears)
{
    if (!s) return;
    notice_new_game(game, ears);
    ears->last_tick = game->tick;
    ease_danger(game, ears);
    play_crowds(s, game);
    play_multiplier(s, game, ears);
    start_tunes(game, ears);
    play_tunes(s, ears);
    hold_holes(s, game);
    beat(s, game, ears);
    lead_music(s, ears);
}
