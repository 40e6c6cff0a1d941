// SPDX-License-Identifier: MIT
#include "music.h"

#include <math.h>

#define CHANGE_SECONDS 0.4f
#define PAUSE_SECONDS 0.05f
#define INTENSITY_SECONDS 1.5f

#define TONE 440.0f // every tuned patch is written at this pitch

// How a part is played, and at which intensity it begins to be heard and is all there.
typedef struct part_sound {
    patch patch;
    float from, full;
} part_sound;

static const part_sound parts[SCORE_PARTS] = {
    [SCORE_DRONE] = { .patch = { .wave = WAVE_TRIANGLE,
                                 .pitch = TONE,
                                 .attack = 0.6f,
                                 .sustain = 1.0f,
                                 .release = 0.5f,
                                 .cutoff = 320.0f,
                                 .gain = 0.1f },
                      .from = -1.0f,
                      .full = 1.0f },
    [SCORE_PAD] = { .patch = { .wave = WAVE_SAW,
                               .pitch = TONE,
                               .attack = 0.9f,
                               .decay = 2.0f,
                               .sustain = 0.7f,
                               .release = 1.6f,
                               .vibrato_rate = 0.4f,
                               .vibrato_depth = 0.05f,
                               .cutoff = 500.0f,
                               .cutoff_end = 900.0f,
                               .resonance = 0.1f,
                               .gain = 0.055f,
                               .echo = 0.25f },
                    .from = -1.0f,
                    .full = 1.0f },
    [SCORE_BASS] = { .patch = { .wave = WAVE_SAW,
                                .pitch = TONE,
                                .attack = 0.006f,
                                .decay = 0.18f,
                                .sustain = 0.5f,
                                .release = 0.09f,
                                .cutoff = 900.0f,
                                .cutoff_end = 240.0f,
                                .resonance = 0.25f,
                                .gain = 0.2f },
                     .from = 0.1f,
                     .full = 0.35f },
    [SCORE_ARP] = { .patch = { .wave = WAVE_SQUARE,
                               .pitch = TONE,
                               .attack = 0.004f,
                               .decay = 0.20f,
                               .sustain = 0.1f,
                               .release = 0.12f,
                               .cutoff = 1800.0f,
                               .cutoff_end = 500.0f,
                               .resonance = 0.25f,
                               .gain = 0.065f,
                               .echo = 0.45f },
                    .from = 0.2f,
                    .full = 0.55f },
    [SCORE_HAT] = { .patch = { .wave = WAVE_NOISE,
                               .pitch = TONE,
                               .attack = 0.001f,
                               .decay = 0.05f,
                               .cutoff = 9000.0f,
                               .gain = 0.06f,
                               .echo = 0.05f },
                    .from = 0.35f,
                    .full = 0.6f },
    [SCORE_KICK] = { .patch = { .wave = WAVE_SINE,
                                .pitch = 130.0f,
                                .pitch_end = 42.0f,
                                .attack = 0.001f,
                                .decay = 0.22f,
                                .gain = 0.24f },
                     .from = 0.45f,
                     .full = 0.7f },
    [SCORE_SNARE] = { .patch = { .wave = WAVE_TRIANGLE,
                                 .noise = 0.8f,
                                 .pitch = 190.0f,
                                 .pitch_end = 150.0f,
                                 .attack = 0.001f,
                                 .decay = 0.16f,
                                 .cutoff = 5000.0f,
                                 .cutoff_end = 1500.0f,
                                 .gain = 0.12f,
                                 .echo = 0.2f },
                      .from = 0.55f,
                      .full = 0.8f },
    [SCORE_LEAD] = { .patch = { .wave = WAVE_TRIANGLE,
                                .pitch = TONE,
                                .attack = 0.03f,
                                .decay = 0.3f,
                                .sustain = 0.6f,
                                .release = 0.5f,
                                .vibrato_rate = 5.2f,
                                .vibrato_depth = 0.12f,
                                .fm_ratio = 1.0f,
                                .fm_depth = 0.5f,
                                .cutoff = 2400.0f,
                                .gain = 0.09f,
                                .echo = 0.5f },
                     .from = 0.65f,
                     .full = 0.9f },
};

static float unit(float value)
{
    return value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;
}

void music_player_start(music_player *m, uint64_t seed, float rate)
{
    *m = (music_player){ .rate = rate, .seed = seed, .noise = (uint32_t)seed | 1u };
}

// Another tempo alone is no other piece: games may speed up as they go.
static bool is_same(const music *a, const music *b)
{
    const bool both = (a->tempo > 0.0f) == (b->tempo > 0.0f);
    return both && a->root == b->root && a->mode == b->mode && a->seed == b->seed;
}

// Unusable values mean silence or the nearest that can be played.
static music repaired(const music *piece)
{
    music m = *piece;
    if (!(m.tempo > 0.0f) || !isfinite(m.tempo)) return (music){ 0 };
    m.tempo = fminf(fmaxf(m.tempo, 30.0f), 300.0f);
    if (!(m.root > 1.0f) || !(m.root < 20000.0f)) m.root = 55.0f;
    return m;
}

void music_player_set(music_player *m, const music *piece, float intensity)
{
    const music wanted = repaired(piece);
    m->intensity_target = unit(intensity);
    m->changing = !is_same(&wanted, &m->playing);
    m->next = wanted;
    if (!m->changing) m->playing.tempo = wanted.tempo;
}

void music_player_pause(music_player *m, bool paused)
{
    m->paused = paused;
}

float music_player_eighth(const music_player *m)
{
    return m->next.tempo > 0.0f ? 30.0f / m->next.tempo : 0.0f;
}

static void begin_piece(music_player *m)
{
    m->playing = m->next;
    m->changing = false;
    for (uint32_t i = 0; i < MUSIC_VOICES; i++) m->voices[i].patch = NULL;
    if (m->playing.tempo <= 0.0f) return;
    m->base = m->playing.root;
    while (m->base >= 82.4f) m->base *= 0.5f;
    while (m->base < 41.2f) m->base *= 2.0f;
    m->intensity = m->intensity_target;
    m->until_step = 0.0;
    m->step = 0;
    score_start(&m->score, m->playing.mode, m->seed ^ ((uint64_t)m->playing.seed << 20),
                m->piece++);
}

static void move_fade(music_player *m, float seconds)
{
    m->fade_heard = m->fade;
    if (m->changing && m->fade <= 0.0f) begin_piece(m);
    const bool down = m->changing || m->paused;
    const float move = seconds / (m->paused ? PAUSE_SECONDS : CHANGE_SECONDS);
    m->fade = unit(m->fade + (down ? -move : move));
}

static float part_gain(score_part part, float intensity)
{
    const float along =
        unit((intensity - parts[part].from) / (parts[part].full - parts[part].from));
    return along * along * (3.0f - 2.0f * along);
}

static float pitch_factor(const music_player *m, const score_note *n)
{
    if (n->part == SCORE_KICK || n->part == SCORE_SNARE || n->part == SCORE_HAT) return 1.0f;
    const float detune = n->part == SCORE_PAD ? n->pan * 0.1f : 0.0f; // semitones
    return m->base / TONE * exp2f(((float)n->semitone + detune) / 12.0f);
}

static void start_note(music_player *m, const score_note *n)
{
    const float gain = part_gain(n->part, m->intensity);
    if (gain < 0.01f) return;
    synth_voice *v = synth_claim(m->voices, MUSIC_VOICES, MUSIC_LIMIT, m->rate);
    if (!v) return;
    const patch *p = &parts[n->part].patch;
    const float seconds = n->steps * 15.0f / m->playing.tempo;
    const float rest = seconds - p->attack - p->decay;
    const synth_note note = {
        .pan = n->pan,
        .pitch = pitch_factor(m, n),
        .gain = gain * n->gain,
        .brightness = 0.7f + 0.8f * m->intensity,
        .hold = p->sustain > 0.0f && rest > 0.0f ? rest : 0.0f,
    };
    m->noise = m->noise * 747796405u + 2891336453u;
    synth_voice_start(v, p, &note, m->rate, m->noise);
}

static void keep_time(music_player *m)
{
    if (m->until_step <= 0.0) {
        score_note notes[SCORE_MOST_NOTES];
        const uint32_t count = score_step(&m->score, m->step, m->intensity, notes);
        for (uint32_t i = 0; i < count; i++) start_note(m, &notes[i]);
        m->step = (m->step + 1u) % SCORE_STEPS;
        m->until_step += (double)m->rate * 15.0 / (double)m->playing.tempo;
    }
    m->until_step -= (double)SYNTH_BLOCK;
}

static void apply_fade(const music_player *m, synth_output *out)
{
    const float step = (m->fade - m->fade_heard) / (float)SYNTH_BLOCK;
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        const float gain = m->fade_heard + step * (float)(int32_t)(i + 1);
        out->left[i] *= gain;
        out->right[i] *= gain;
        out->send[i] *= gain;
    }
}

bool music_player_render(music_player *m, const wavetable *t, synth_output *out)
{
    const float seconds = (float)SYNTH_BLOCK / m->rate;
    move_fade(m, seconds);
    if (m->playing.tempo <= 0.0f || (m->fade <= 0.0f && m->fade_heard <= 0.0f)) return false;
    m->intensity += (m->intensity_target - m->intensity) * (seconds / INTENSITY_SECONDS);
    keep_time(m);
    for (uint32_t i = 0; i < MUSIC_VOICES; i++)
        if (m->voices[i].patch) synth_voice_render(&m->voices[i], t, m->rate, out);
    if (m->fade < 1.0f || m->fade_heard < 1.0f) apply_fade(m, out);
    return true;
}
