// SPDX-License-Identifier: MIT
// Takes commands at the start of each block, renders effects and music side by side, and adds the
// two up.
#include "sound.h"

#include "mixer.h"
#include "music.h"
#include "sound_queue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EFFECT_VOICES 32u
#define FADING_VOICES 8u // room for those that give way
#define HELD_VOICES 16u

#define SAME_PATCH_LIMIT 4u
#define SAME_PATCH_SECONDS 0.015f
#define HOLD_SECONDS 0.040f // then a fade: silent 50 ms after the last renewal
#define HOLD_FADE_SECONDS 0.010f
#define PAUSE_FADE_SECONDS 0.015f
#define VOLUME_SECONDS 0.012f

#define ECHO_SECONDS 0.3f
#define ECHO_FEEDBACK 0.42f

typedef struct held_voice {
    synth_voice voice;
    uint32_t key;
    float idle; // seconds since it was renewed
} held_voice;

struct sound {
    sound_queue queue;
    // From here on the mixing thread's own.
    float rate;
    uint32_t noise;
    wavetable table;
    synth_voice effects[EFFECT_VOICES + FADING_VOICES];
    held_voice held[HELD_VOICES];
    music_player music;
    mixer_leveller leveller;
    mixer_echo echo;
    mixer_gain master, effects_gain, music_gain;
    float block[2 * SYNTH_BLOCK]; // rendered ahead
    uint32_t block_used;          // frames of it handed out
};

static float unit(float value)
{
    return value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;
}

static mixer_gain steady(float value)
{
    return (mixer_gain){ .from = value, .to = value, .target = value };
}

sound *sound_create(uint32_t rate, uint64_t seed)
{
    sound *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->rate = (float)(rate < 8000u ? 8000u : rate > 192000u ? 192000u : rate);
    if (!mixer_echo_create(&s->echo, s->rate)) {
        sound_destroy(s);
        return NULL;
    }
    s->noise = (uint32_t)(seed ^ (seed >> 32)) * 2u + 1u;
    wavetable_fill(&s->table);
    mixer_echo_set(&s->echo, ECHO_SECONDS, ECHO_FEEDBACK, s->rate);
    music_player_start(&s->music, seed, s->rate);
    s->leveller.gain = 1.0f;
    s->master = s->effects_gain = s->music_gain = steady(1.0f);
    s->block_used = SYNTH_BLOCK;
    return s;
}

void sound_destroy(sound *s)
{
    if (!s) return;
    mixer_echo_destroy(&s->echo);
    free(s);
}

// The playing thread's side: only the queue is touched.

static bool is_playable(const sound *s, const patch *p, float pan, float pitch, float gain)
{
    return s && p && isfinite(pan) && isfinite(pitch) && isfinite(gain);
}

void sound_play(sound *s, const patch *p, float pan, float pitch, float gain)
{
    if (!is_playable(s, p, pan, pitch, gain)) return;
    const sound_command command = { SOUND_PLAY, { .note = { p, 0, pan, pitch, gain } } };
    sound_queue_put(&s->queue, &command);
}

void sound_hold(sound *s, uint32_t key, const patch *p, float pan, float pitch, float gain)
{
    if (!is_playable(s, p, pan, pitch, gain)) return;
    const sound_command command = { SOUND_HOLD, { .note = { p, key, pan, pitch, gain } } };
    sound_queue_put(&s->queue, &command);
}

void sound_set_volumes(sound *s, sound_volumes volumes)
{
    if (!s) return;
    const sound_command command = { SOUND_VOLUMES, { .volumes = volumes } };
    sound_queue_put(&s->queue, &command);
}

void sound_set_music(sound *s, const music *piece, float intensity)
{
    if (!s) return;
    sound_command command = { SOUND_MUSIC, { .music = { .intensity = intensity } } };
    if (piece) command.of.music.music = *piece;
    sound_queue_put(&s->queue, &command);
}

void sound_pause(sound *s, bool paused)
{
    if (!s) return;
    const sound_command command = { SOUND_PAUSE, { .paused = paused } };
    sound_queue_put(&s->queue, &command);
}

// The mixing thread's side.

static uint32_t next_noise(sound *s)
{
    s->noise = s->noise * 747796405u + 2891336453u;
    return s->noise ^ (s->noise >> 15);
}

static bool is_crowded(const sound *s, const patch *p)
{
    uint32_t recent = 0;
    for (uint32_t i = 0; i < EFFECT_VOICES + FADING_VOICES; i++) {
        const synth_voice *v = &s->effects[i];
        recent += v->patch == p && v->envelope.age < SAME_PATCH_SECONDS;
    }
    return recent >= SAME_PATCH_LIMIT;
}

static void play(sound *s, const sound_command *c)
{
    const patch *p = c->of.note.patch;
    if (is_crowded(s, p)) return;
    synth_voice *v = synth_claim(s->effects, EFFECT_VOICES + FADING_VOICES, EFFECT_VOICES, s->rate);
    if (!v) return;
    const synth_note note = {
        .pan = c->of.note.pan,
        .pitch = c->of.note.pitch,
        .gain = c->of.note.gain,
        .brightness = 1.0f,
        .hold = p->hold > 0.0f ? p->hold : 0.0f,
    };
    synth_voice_start(v, p, &note, s->rate, next_noise(s));
}

static held_voice *held_slot(sound *s, uint32_t key)
{
    held_voice *unused = NULL;
    for (uint32_t i = 0; i < HELD_VOICES; i++) {
        held_voice *h = &s->held[i];
        if (h->voice.patch && h->key == key) return h;
        if (!h->voice.patch && !unused) unused = h;
    }
    return unused;
}

// A key that changes its patch goes on as the old one's fade; the new one comes with the first call
// after that.
static void hold(sound *s, const sound_command *c)
{
    held_voice *h = held_slot(s, c->of.note.key);
    if (!h) return;
    const float pan = c->of.note.pan, pitch = c->of.note.pitch, gain = c->of.note.gain;
    if (!h->voice.patch) {
        const synth_note note = { pan, pitch, gain, .brightness = 1.0f, .hold = -1.0f };
        synth_voice_start(&h->voice, c->of.note.patch, &note, s->rate, next_noise(s));
        h->key = c->of.note.key;
    } else if (h->voice.patch != c->of.note.patch) {
        synth_voice_fade(&h->voice, HOLD_FADE_SECONDS, s->rate);
        return;
    }
    synth_voice_steer(&h->voice, pan, pitch, gain);
    synth_voice_revive(&h->voice, HOLD_FADE_SECONDS, s->rate);
    h->idle = 0.0f;
}

static void set_volumes(sound *s, const sound_volumes *v)
{
    s->master.target = unit(v->master);
    s->effects_gain.target = unit(v->effects);
    s->music_gain.target = unit(v->music);
}

static void set_music(sound *s, const sound_command *c)
{
    music_player_set(&s->music, &c->of.music.music, c->of.music.intensity);
    const float eighth = music_player_eighth(&s->music);
    mixer_echo_set(&s->echo, eighth > 0.0f ? eighth : ECHO_SECONDS, s->echo.feedback_target,
                   s->rate);
}

// Voices that start while paused are heard: they are the pause menu's.
static void set_pause(sound *s, bool paused)
{
    music_player_pause(&s->music, paused);
    const float delay = s->echo.delay_target / s->rate;
    mixer_echo_set(&s->echo, delay, paused ? 0.0f : ECHO_FEEDBACK, s->rate);
    if (!paused) return;
    for (uint32_t i = 0; i < EFFECT_VOICES + FADING_VOICES; i++)
        if (s->effects[i].patch && s->effects[i].gate_step >= 0.0f)
            synth_voice_fade(&s->effects[i], PAUSE_FADE_SECONDS, s->rate);
    for (uint32_t i = 0; i < HELD_VOICES; i++)
        if (s->held[i].voice.patch)
            synth_voice_fade(&s->held[i].voice, PAUSE_FADE_SECONDS, s->rate);
}

static void take_commands(sound *s)
{
    sound_command c;
    while (sound_queue_take(&s->queue, &c)) {
        switch (c.kind) {
        case SOUND_PLAY: play(s, &c); break;
        case SOUND_HOLD: hold(s, &c); break;
        case SOUND_VOLUMES: set_volumes(s, &c.of.volumes); break;
        case SOUND_MUSIC: set_music(s, &c); break;
        case SOUND_PAUSE: set_pause(s, c.of.paused); break;
        }
    }
}

static bool render_held(sound *s, held_voice *h, synth_output *out)
{
    if (!h->voice.patch) return false;
    const float before = h->idle;
    h->idle += (float)SYNTH_BLOCK / s->rate;
    if (before < HOLD_SECONDS && h->idle >= HOLD_SECONDS)
        synth_voice_fade(&h->voice, HOLD_FADE_SECONDS, s->rate);
    synth_voice_render(&h->voice, &s->table, s->rate, out);
    return true;
}

static bool render_effects(sound *s, synth_output *out)
{
    bool heard = false;
    for (uint32_t i = 0; i < EFFECT_VOICES + FADING_VOICES; i++) {
        if (!s->effects[i].patch) continue;
        synth_voice_render(&s->effects[i], &s->table, s->rate, out);
        heard = true;
    }
    for (uint32_t i = 0; i < HELD_VOICES; i++) heard |= render_held(s, &s->held[i], out);
    return heard;
}

static void scale(synth_output *out, const mixer_gain *g)
{
    const float step = (g->to - g->from) / (float)SYNTH_BLOCK;
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        const float gain = g->from + step * (float)(int32_t)(i + 1);
        out->left[i] *= gain;
        out->right[i] *= gain;
        out->send[i] *= gain;
    }
}

static void add(synth_output *to, const synth_output *from)
{
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        to->left[i] += from->left[i];
        to->right[i] += from->right[i];
        to->send[i] += from->send[i];
    }
}

static void finish(sound *s, synth_output *out)
{
    scale(out, &s->master);
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        s->block[2 * i] = mixer_soft_limit(out->left[i]);
        s->block[2 * i + 1] = mixer_soft_limit(out->right[i]);
    }
}

static void render_block(sound *s)
{
    const float seconds = (float)SYNTH_BLOCK / s->rate;
    take_commands(s);
    mixer_gain_step(&s->master, seconds, VOLUME_SECONDS);
    mixer_gain_step(&s->effects_gain, seconds, VOLUME_SECONDS);
    mixer_gain_step(&s->music_gain, seconds, VOLUME_SECONDS);

    synth_output all = { 0 }, tune = { 0 };
    const bool any_effect = render_effects(s, &all);
    const bool any_music = music_player_render(&s->music, &s->table, &tune);
    if (any_effect) {
        mixer_leveller_run(&s->leveller, &all, seconds);
        scale(&all, &s->effects_gain);
    } else {
        s->leveller.gain = 1.0f;
    }
    if (any_music) {
        scale(&tune, &s->music_gain);
        add(&all, &tune);
    }
    if (!any_effect && !any_music && mixer_echo_idle(&s->echo)) {
        memset(s->block, 0, sizeof s->block);
        return;
    }
    mixer_echo_run(&s->echo, &all);
    finish(s, &all);
}

void sound_mix(sound *s, float *stereo, uint32_t frames)
{
    if (!s) {
        memset(stereo, 0, 2u * sizeof *stereo * frames);
        return;
    }
    while (frames > 0) {
        if (s->block_used == SYNTH_BLOCK) {
            render_block(s);
            s->block_used = 0;
        }
        const uint32_t left = SYNTH_BLOCK - s->block_used;
        const uint32_t count = frames < left ? frames : left;
        memcpy(stereo, &s->block[2u * s->block_used], 2u * sizeof *stereo * count);
        s->block_used += count;
        stereo += 2u * count;
        frames -= count;
    }
}
