// SPDX-License-Identifier: MIT
// The synthesiser: a few voices made of patches, a sequencer for music, mixed to stereo floats.
// Knows no device: the shell calls sound_mix from SDL's audio callback, tests call it into memory.
// Threads: one thread plays and sets, one other may mix; commands cross in a ring without locks and
// are heard from the next block of 32 frames on. When the ring is full, a command is dropped.
// The same seed and the same commands between the same frames give the same samples.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct sound sound;

// None has partials above half the sample rate. Noise is white and knows no pitch.
typedef enum wave { WAVE_SINE, WAVE_TRIANGLE, WAVE_SAW, WAVE_SQUARE, WAVE_NOISE } wave;

// How one voice sounds. Times in seconds, pitch in Hz, levels 0..1. Static data: a voice keeps the
// pointer. What is out of range or NaN is taken into range.
typedef struct patch {
    wave wave;
    float noise;         // share of white noise mixed in
    float attack, decay; // up to full level; from there to sustain
    float sustain;       // a level; a held voice stays there
    float release;       // a one-shot's way to silence, after attack + decay + hold
    float hold;          // how long a one-shot stays at its sustain level
    float pitch;         // at the start
    float pitch_end;     // reached exponentially over attack + decay + hold; 0 keeps pitch
    float vibrato_rate;  // Hz
    float vibrato_depth; // semitones to either side
    float fm_ratio;      // a sine at pitch * ratio
    float fm_depth;      // bends the phase by so many radians
    float cutoff;        // low pass in Hz; 0 leaves it out
    float cutoff_end;    // moved as the pitch; 0 keeps cutoff
    float resonance;     // 0..1
    float gain;          // 0..1
    float echo;          // share sent to the echo line
} patch;

// The master volumes are 0..1; changes are smoothed so that they do not click.
typedef struct sound_volumes {
    float master, effects, music;
} sound_volumes;

// rate in Hz, 8,000 to 192,000, taken into that range. NULL where memory lacks. Every function
// takes NULL for a sound that is not there.
sound *sound_create(uint32_t rate, uint64_t seed);
void sound_destroy(sound *s);

// A one-shot. pan -1 left .. 1 right; pitch is a factor (1 as in the patch); gain a factor, 0..4.
// At most 32 sound: then the quietest and oldest gives way. A patch started more than four times
// within 15 ms is dropped, and so is a call with a value that is not finite.
void sound_play(sound *s, const patch *p, float pan, float pitch, float gain);

// A voice that lasts while it is renewed: call each tick with the same key; silent 50 ms after the
// last call. Follows changes of pan, pitch and gain. At most 16 keys sound, further ones wait.
void sound_hold(sound *s, uint32_t key, const patch *p, float pan, float pitch, float gain);

void sound_set_volumes(sound *s, sound_volumes volumes);

// Music that the sequencer makes up as it goes and never repeats; intensity 0..1 brings in more of
// its voices, within a second or two. Another root, mode or seed takes over after a short fade;
// another tempo goes on with the same piece. The echo keeps its time.
typedef struct music {
    float tempo;   // beats a minute, 30 to 300; 0 is silence
    float root;    // Hz of the tonic, in any octave
    uint32_t mode; // 0 minor, 1 dorian, 2 phrygian
    uint32_t seed;
} music;

// piece may be NULL for silence. May be called every tick.
void sound_set_music(sound *s, const music *piece, float intensity);

// Silences voices and holds the music, with a short fade; and goes on. What is played meanwhile is
// heard: the pause menu has its sounds.
void sound_pause(sound *s, bool paused);

// Writes frames * 2 floats, |value| < 1 always (a soft limiter sees to it). Never allocates, locks
// or waits; costs next to nothing while nothing sounds.
void sound_mix(sound *s, float *stereo, uint32_t frames);

// The menu's own sounds.
extern const patch sound_menu_move, sound_menu_confirm, sound_menu_back, sound_menu_change;
