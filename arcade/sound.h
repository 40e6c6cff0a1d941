// SPDX-License-Identifier: MIT
// The synthesiser: a few voices made of patches, a sequencer for music, mixed to stereo floats. Knows no device: the
// shell calls sound_mix from SDL's audio callback, tests call it into memory.
// Threads: one thread plays and sets, one other may mix; commands cross in a ring without locks.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct sound sound;

typedef enum wave { WAVE_SINE, WAVE_TRIANGLE, WAVE_SAW, WAVE_SQUARE, WAVE_NOISE } wave;

// How one voice sounds. Times in seconds, pitch in Hz, levels 0..1. Static data: a voice keeps the pointer.
typedef struct patch {
    wave wave;
    float noise;             // share of white noise mixed in
    float attack, decay, sustain, release; // ADSR; sustain is a level; one-shot voices release after attack + decay + hold
    float hold;              // how long a one-shot stays at its sustain level
    float pitch;             // at the start
    float pitch_end;         // reached exponentially over attack + decay + hold; 0 keeps pitch
    float vibrato_rate, vibrato_depth; // Hz, semitones
    float fm_ratio, fm_depth;// a sine at pitch * ratio bends the phase by depth radians
    float cutoff, cutoff_end;// low pass in Hz, moved as the pitch; 0 leaves it out
    float resonance;         // 0..1
    float gain;              // 0..1
    float echo;              // share sent to the echo line
} patch;

// The master volumes are 0..1; changes are smoothed so that they do not click.
typedef struct sound_volumes { float master, effects, music; } sound_volumes;

// rate in Hz, 8,000 to 192,000. NULL where memory lacks.
sound *sound_create(uint32_t rate, uint64_t seed);
void sound_destroy(sound *s);

// A one-shot. pan -1 left .. 1 right; pitch is a factor (1 as in the patch); gain a factor. The quietest, oldest voice
// gives way when all are busy; a patch started more than four times within 15 ms is dropped. sound may be NULL.
void sound_play(sound *s, const patch *patch, float pan, float pitch, float gain);

// A voice that lasts while it is renewed: call each tick with the same key; silent 50 ms after the last call.
void sound_hold(sound *s, uint32_t key, const patch *patch, float pan, float pitch, float gain);

void sound_set_volumes(sound *s, sound_volumes volumes);

// Music: a loop that the sequencer makes from a seed; intensity 0..1 brings in more of its voices. Off at 0 tempo.
typedef struct music {
    float tempo;        // beats a minute
    float root;         // Hz of the tonic
    uint32_t mode;      // 0 minor, 1 dorian, 2 phrygian
    uint32_t seed;
} music;
void sound_set_music(sound *s, const music *music, float intensity);

// Silences voices and holds the music, with a short fade; and goes on.
void sound_pause(sound *s, bool paused);

// Writes frames * 2 floats, |value| < 1 always (a soft limiter sees to it).
void sound_mix(sound *s, float *stereo, uint32_t frames);

// The menu's own sounds.
extern const patch sound_menu_move, sound_menu_confirm, sound_menu_back, sound_menu_change;
