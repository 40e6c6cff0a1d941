// SPDX-License-Identifier: MIT
// One voice: an oscillator, a low pass and an envelope, as a patch describes them, rendered in
// short blocks. Pitch, cutoff and level are worked out once a block; pitch and level then run
// straight from one block to the next.
#pragma once

#include "sound.h"
#include "wavetable.h"

// 0.7 ms at 48 kHz: fine enough to start notes at, long enough to make the work once a block cheap.
#define SYNTH_BLOCK 32u

// Where voices sound: added to, never cleared. Each has room for a block.
typedef struct synth_output {
    float left[SYNTH_BLOCK], right[SYNTH_BLOCK];
    float send[SYNTH_BLOCK]; // to the echo line, mono
} synth_output;

// A low pass of two poles in the trapezoidal form: stable for every cutoff and resonance, moved at
// any speed. Source: Simper, "Linear Trapezoidal Integrated State Variable Filter" (2013).
typedef struct synth_filter {
    float a1, a2, a3;
    float low, band;
} synth_filter;

// cutoff in Hz, taken to 10 .. 0.45 * rate; resonance 0..1, taken into range.
void synth_filter_set(synth_filter *f, float cutoff, float resonance, float rate);
void synth_filter_run(synth_filter *f, float *samples, uint32_t count);

// Attack, decay, sustain, release in seconds; the curve has no corners that could click.
typedef struct synth_envelope {
    float attack, decay, sustain, release;
    float hold; // seconds at the sustain level before the release; negative lasts until it is faded
    float age;
    float release_age, release_from;
    bool released;
} synth_envelope;

void synth_envelope_start(synth_envelope *e, const patch *p, float hold);

// The level after some more seconds.
float synth_envelope_step(synth_envelope *e, float seconds);
bool synth_envelope_done(const synth_envelope *e);

// What a note adds to its patch.
typedef struct synth_note {
    float pan;        // -1 .. 1
    float pitch;      // factor
    float gain;       // factor
    float brightness; // factor on the cutoff
    float hold;       // as in synth_envelope
} synth_note;

typedef struct synth_voice {
    const patch *patch; // NULL while it is free
    synth_envelope envelope;
    synth_filter filter;
    uint32_t phase, step; // of 2^32 a period; step a sample
    uint32_t fm_phase, noise;
    uint32_t level;            // of the wave table
    float pitch, pitch_target; // the note's factor; the second is followed
    float glide, glide_step;   // factor of the patch's own sweep, and its change a block
    float sweep, sweep_step;   // the same of the cutoff
    float glide_time;          // seconds the sweeps take
    float brightness;
    float side[2], side_target[2]; // gains left and right
    float heard[2];                // what the last block ended at
    float gate, gate_step;         // 1 while it may sound; falls when it must go
    bool fresh;                    // nothing rendered yet
} synth_voice;

// Starts a voice on a free slot. noise picks the noise it makes.
void synth_voice_start(synth_voice *v, const patch *p, const synth_note *note, float rate,
                       uint32_t noise);

// Follows to another place, pitch and gain within about 10 ms.
void synth_voice_steer(synth_voice *v, float pan, float pitch, float gain);

// Goes silent within some seconds without a click and frees the slot; takes that back.
void synth_voice_fade(synth_voice *v, float seconds, float rate);
void synth_voice_revive(synth_voice *v, float seconds, float rate);

// How loud it is to be taken for when one has to give way.
float synth_voice_loudness(const synth_voice *v);

void synth_voice_render(synth_voice *v, const wavetable *t, float rate, synth_output *out);

// A free slot of a pool, or NULL. Where `limit` voices sound already, the quietest and then oldest
// one begins to fade, so a pool wants a few slots more than its limit.
synth_voice *synth_claim(synth_voice *voices, uint32_t count, uint32_t limit, float rate);
