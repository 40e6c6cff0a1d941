// SPDX-License-Identifier: MIT
#include "music_score.h"

#include <stddef.h>

#define MODES 3u
#define DEGREES 7
#define CHORDS 4u
#define PROGRESSIONS 6u
#define SECTION_BARS 8u

#define BASS_FLOOR 0 // semitones above the lowest tonic
#define ARP_FLOOR 24
#define LEAD_FLOOR 38

static const int32_t scales[MODES][DEGREES] = {
    { 0, 2, 3, 5, 7, 8, 10 }, // minor
    { 0, 2, 3, 5, 7, 9, 10 }, // dorian
    { 0, 1, 3, 5, 7, 8, 10 }, // phrygian
};

// Degrees from 0. None is the diminished one of its mode (1, 5 and 4).
static const uint8_t progressions[MODES][PROGRESSIONS][CHORDS] = {
    { { 0, 5, 2, 6 },
      { 0, 3, 5, 6 },
      { 0, 6, 5, 3 },
      { 5, 6, 0, 0 },
      { 0, 2, 5, 4 },
      { 0, 5, 3, 4 } },
    { { 0, 3, 0, 6 },
      { 0, 2, 6, 3 },
      { 0, 3, 6, 4 },
      { 0, 6, 3, 3 },
      { 2, 6, 0, 3 },
      { 0, 4, 3, 6 } },
    { { 0, 1, 0, 6 },
      { 0, 1, 2, 1 },
      { 0, 5, 1, 0 },
      { 0, 6, 5, 1 },
      { 5, 1, 0, 0 },
      { 0, 3, 1, 0 } },
};

// Rhythms are sixteen bits, the lowest the first sixteenth of the bar.
static const uint16_t bass_rhythms[] = { 0x5555, 0x4949, 0x1111, 0x5151, 0x5545, 0x2449 };
static const uint16_t kick_rhythms[] = { 0x0101, 0x0401, 0x0501, 0x0441 };
static const uint16_t snare_rhythms[] = { 0x0100, 0x1010, 0x9010 };
static const uint16_t hat_rhythms[] = { 0x4444, 0x5454, 0x4554, 0x6464 };

#define PICK(random, table)                                                                        \
    ((table)[qx_random_below((random), (uint32_t)(sizeof(table) / sizeof((table)[0])))])
#define FOUR_ON_THE_FLOOR 0x1111u

// Spreads hits over the bar as evenly as they go: Bjorklund's rhythms, by Bresenham's line.
static uint32_t even_rhythm(uint32_t hits, uint32_t shift)
{
    uint32_t rhythm = 0;
    for (uint32_t step = 0; step < SCORE_STEPS; step++)
        if (((step + shift) * hits) % SCORE_STEPS < hits) rhythm |= 1u << step;
    return rhythm;
}

static bool has(uint32_t rhythm, uint32_t step)
{
    return (rhythm >> step & 1u) != 0;
}

// The next semitone at or above `floor` that is the same note in some octave.
static int32_t lift(int32_t semitone, int32_t floor)
{
    int32_t above = (semitone - floor) % 12;
    if (above < 0) above += 12;
    return floor + above;
}

static int32_t degree_semitone(const score *s, uint32_t degree)
{
    return scales[s->mode][degree % DEGREES] + 12 * (int32_t)(degree / DEGREES);
}

static void take_chord(score *s)
{
    const uint32_t at = s->bar / s->bars_a_chord % CHORDS;
    const uint32_t degree = progressions[s->mode][s->progression][at];
    for (uint32_t i = 0; i < 3; i++) s->chord[i] = degree_semitone(s, degree + 2 * i);
}

static void make_motif(score *s)
{
    s->lead_rhythm[0] = even_rhythm(2 + qx_random_below(&s->random, 3), 0) | 1u;
    s->lead_rhythm[1] =
        even_rhythm(1 + qx_random_below(&s->random, 3), qx_random_below(&s->random, 4));
    for (uint32_t i = 0; i < SCORE_STEPS; i++)
        s->lead_contour[i] = (int32_t)qx_random_below(&s->random, 5) - 2;
}

static void make_section(score *s)
{
    qx_random *r = &s->random;
    s->progression = (s->progression + 1 + qx_random_below(r, PROGRESSIONS - 1)) % PROGRESSIONS;
    s->bars_a_chord = 1 + qx_random_below(r, 2);
    s->pad_floor = 24 + (int32_t)qx_random_below(r, 5);
    s->arp_rhythm = even_rhythm(5 + qx_random_below(r, 5), 0);
    s->arp_order = qx_random_below(r, 4);
    s->bass_rhythm = PICK(r, bass_rhythms);
    s->kick_rhythm = PICK(r, kick_rhythms);
    s->snare_rhythm = PICK(r, snare_rhythms);
    s->hat_rhythm = PICK(r, hat_rhythms);
    s->lead_at = 2;
    make_motif(s);
}

void score_start(score *s, uint32_t mode, uint64_t seed, uint64_t stream)
{
    *s = (score){ .mode = mode < MODES ? mode : 0 };
    qx_random_seed(&s->random, seed, stream);
    s->progression = qx_random_below(&s->random, PROGRESSIONS);
    make_section(s);
    // The first section opens on the tonic, so that the ear knows where home is.
    s->progression = qx_random_below(&s->random, 3);
}

typedef struct writer {
    score_note *notes;
    uint32_t count;
} writer;

static void put(writer *w, score_note note)
{
    if (w->count < SCORE_MOST_NOTES) w->notes[w->count++] = note;
}

// Two takes of a note, left and right, that the player tunes a little apart.
static void write_pads(const score *s, writer *w)
{
    const float steps = (float)(SCORE_STEPS * s->bars_a_chord);
    for (int i = 0; i < 3; i++) {
        const int32_t semitone = lift(s->chord[i], s->pad_floor);
        put(w, (score_note){ SCORE_PAD, semitone, steps, 0.9f, -0.7f });
        put(w, (score_note){ SCORE_PAD, semitone, steps, 0.9f, 0.7f });
    }
    put(w, (score_note){ SCORE_DRONE, lift(s->chord[0], BASS_FLOOR), steps, 1.0f, 0.0f });
}

static void write_bass(score *s, writer *w, uint32_t step)
{
    if (!has(s->bass_rhythm, step)) return;
    const bool octave = step % 4 == 2 && qx_random_below(&s->random, 3) == 0;
    const int32_t semitone = lift(s->chord[0], BASS_FLOOR) + (octave ? 12 : 0);
    put(w, (score_note){ SCORE_BASS, semitone, 1.4f, step == 0 ? 1.0f : 0.8f, 0.0f });
}

// The chord over two octaves: up, down, up and down, or in thirds.
static int32_t arp_semitone(const score *s, uint32_t at)
{
    static const uint8_t orders[4][8] = {
        { 0, 1, 2, 3, 4, 5, 3, 4 },
        { 5, 4, 3, 2, 1, 0, 2, 1 },
        { 0, 1, 2, 3, 4, 3, 2, 1 },
        { 0, 2, 1, 3, 2, 4, 3, 5 },
    };
    const uint32_t place = orders[s->arp_order][at % 8];
    return lift(s->chord[place % 3], ARP_FLOOR) + 12 * (int32_t)(place / 3);
}

static void write_arp(score *s, writer *w, uint32_t step, float density)
{
    const bool busy = density > 0.75f && step % 2 == 0;
    if (!has(s->arp_rhythm, step) && !busy) return;
    const float accent = step % 4 == 0 ? 1.0f : qx_random_range(&s->random, 0.55f, 0.8f);
    const float pan = s->arp_at % 2 == 0 ? -0.4f : 0.4f;
    put(w, (score_note){ SCORE_ARP, arp_semitone(s, s->arp_at), 1.0f, accent, pan });
    s->arp_at++;
}

static void write_drums(score *s, writer *w, uint32_t step, float density)
{
    const uint32_t kicks = density > 0.85f ? FOUR_ON_THE_FLOOR : s->kick_rhythm;
    if (has(kicks, step)) put(w, (score_note){ SCORE_KICK, 0, 1.0f, 1.0f, 0.0f });
    if (has(s->snare_rhythm, step)) {
        const float gain = step % 8 == 4 || step == 8 ? 1.0f : 0.4f;
        put(w, (score_note){ SCORE_SNARE, 0, 1.0f, gain, 0.1f });
    }
    const bool ghost = density > 0.6f && qx_random_below(&s->random, 4) == 0;
    if (has(s->hat_rhythm, step) || ghost) {
        const float gain =
            has(s->hat_rhythm, step) ? qx_random_range(&s->random, 0.7f, 1.0f) : 0.35f;
        put(w, (score_note){ SCORE_HAT, 0, 1.0f, gain, -0.25f });
    }
}

// A half tone from a chord note, in any octave, is what would grate.
static bool grates(const score *s, int32_t semitone)
{
    for (int i = 0; i < 3; i++) {
        const int32_t apart = lift(semitone - s->chord[i], 0);
        if (apart == 1 || apart == 11) return true;
    }
    return false;
}

// The scale from the lead's floor up, less what grates with the chord.
static int32_t lead_semitone(const score *s, int32_t at)
{
    int32_t place = 0, semitone = LEAD_FLOOR;
    for (;; semitone++) {
        bool in_scale = false;
        for (int i = 0; i < DEGREES; i++)
            in_scale |= lift(scales[s->mode][i], 0) == lift(semitone, 0);
        if (!in_scale || grates(s, semitone)) continue;
        if (place == at) return semitone;
        place++;
    }
}

static float steps_to_next(uint32_t rhythm, uint32_t step)
{
    uint32_t next = step + 1;
    while (next < SCORE_STEPS && !has(rhythm, next)) next++;
    return (float)(next - step);
}

// The motif speaks in the first two bars of every four and leaves the other two to the echo.
static void write_lead(score *s, writer *w, uint32_t step)
{
    if (s->bar % 4 >= 2) return;
    const uint32_t rhythm = s->lead_rhythm[s->bar % 2];
    if (!has(rhythm, step)) return;
    s->lead_at += s->lead_contour[(step + 5 * (s->bar % 2)) % SCORE_STEPS];
    if (s->lead_at < 0) s->lead_at = -s->lead_at;
    if (s->lead_at > 8) s->lead_at = 16 - s->lead_at;
    const float steps = steps_to_next(rhythm, step) * 0.9f;
    put(w, (score_note){ SCORE_LEAD, lead_semitone(s, s->lead_at), steps, 0.9f, 0.15f });
}

static void begin_bar(score *s, writer *w)
{
    if (s->bar > 0 && s->bar % SECTION_BARS == 0) make_section(s);
    if (s->bar % s->bars_a_chord != 0) return;
    take_chord(s);
    write_pads(s, w);
}

uint32_t score_step(score *s, uint32_t step, float density, score_note notes[SCORE_MOST_NOTES])
{
    writer w = { notes, 0 };
    if (step == 0) begin_bar(s, &w);
    write_bass(s, &w, step);
    write_arp(s, &w, step, density);
    write_drums(s, &w, step, density);
    write_lead(s, &w, step);
    if (step + 1 == SCORE_STEPS) s->bar++;
    return w.count;
}
