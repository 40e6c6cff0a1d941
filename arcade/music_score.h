// SPDX-License-Identifier: MIT
// What the music plays: chords, patterns and melodies made up bar by bar from a seed. Knows notes,
// not sounds. Sections of eight bars share a chord sequence, patterns and a motif; each section
// makes up new ones, so that the music never comes round, and every note is one of the chord's or
// lies at least a whole tone from all of those.
#pragma once

#include <quincunx/random.h>

#include <stdbool.h>
#include <stdint.h>

#define SCORE_STEPS 16u      // to a bar: sixteenths
#define SCORE_MOST_NOTES 16u // at one step

typedef enum score_part {
    SCORE_DRONE,
    SCORE_PAD,
    SCORE_BASS,
    SCORE_ARP,
    SCORE_HAT,
    SCORE_KICK,
    SCORE_SNARE,
    SCORE_LEAD,
    SCORE_PARTS
} score_part;

typedef struct score_note {
    score_part part;
    int32_t semitone; // above the lowest tonic; 0 for drums
    float steps;      // how long it lasts
    float gain;       // accent, 0..1
    float pan;        // -1..1
} score_note;

typedef struct score {
    qx_random random;
    uint32_t mode;         // as in music
    uint32_t bar;          // counts on for ever
    uint32_t progression;  // which of the mode's
    uint32_t bars_a_chord; // 1 or 2
    int32_t chord[3];      // semitones above the tonic: root, third, fifth
    int32_t pad_floor;     // the pads' lowest semitone
    uint32_t arp_rhythm, arp_order, arp_at;
    uint32_t bass_rhythm, kick_rhythm, snare_rhythm, hat_rhythm;
    uint32_t lead_rhythm[2]; // of odd and even bars
    int32_t lead_contour[SCORE_STEPS];
    int32_t lead_at; // where the melody stands, in places of the chord's gamut
} score;

// seed and stream make different music each; mode above 2 counts as minor.
void score_start(score *s, uint32_t mode, uint64_t seed, uint64_t stream);

// The notes of all parts that begin at this step; call for steps 0 .. SCORE_STEPS - 1 in turn.
// density, 0..1, makes patterns busier. Returns how many were written.
uint32_t score_step(score *s, uint32_t step, float density, score_note notes[SCORE_MOST_NOTES]);
