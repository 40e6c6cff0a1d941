// SPDX-License-Identifier: MIT
// Plays a score with its own voices: keeps time, fades parts in and out with the intensity, pauses,
// changes pieces.
#pragma once

#include "music_score.h"
#include "synth.h"

#define MUSIC_LIMIT 24u
#define MUSIC_VOICES (MUSIC_LIMIT + 4u)

typedef struct music_player {
    float rate;
    uint64_t seed, piece; // each piece is a stream of its own
    music playing, next;  // tempo 0: nothing
    bool changing;        // `next` waits for the fade to end
    bool paused;
    float fade; // 0..1; the piece stands still at 0
    float fade_heard;
    float intensity, intensity_target;
    float base;        // Hz of the lowest tonic, 41 .. 82
    double until_step; // frames
    uint32_t step, noise;
    score score;
    synth_voice voices[MUSIC_VOICES];
} music_player;

void music_player_start(music_player *m, uint64_t seed, float rate);

// Another piece takes over after a short fade; the same piece only changes its intensity.
void music_player_set(music_player *m, const music *piece, float intensity);
void music_player_pause(music_player *m, bool paused);

// Seconds of an eighth note of the piece that was set last, 0 without one.
float music_player_eighth(const music_player *m);

// Adds a block; false where there is nothing to hear.
bool music_player_render(music_player *m, const wavetable *t, synth_output *out);
