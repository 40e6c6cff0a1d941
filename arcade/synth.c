// SPDX-License-Identifier: MIT
#include "synth.h"

#include <math.h>
#include <stddef.h>

#define PI 3.14159265f
#define PERIOD 4294967296.0f
#define LEAST_ATTACK 0.001f
#define LEAST_RELEASE 0.006f // steeper falls begin with a corner that can be heard
#define LONGEST 60.0f
#define STEAL_SECONDS 0.005f
#define FOLLOW_SECONDS 0.008f

// Takes NaN to the low end.
static float clamp(float value, float low, float high)
{
    return value > low ? (value < high ? value : high) : low;
}

void synth_filter_set(synth_filter *f, float cutoff, float resonance, float rate)
{
    const float g = tanf(PI * clamp(cutoff, 10.0f, 0.45f * rate) / rate);
    const float k = 2.0f - 1.9f * clamp(resonance, 0.0f, 1.0f); // a peak of 20 dB at most
    f->a1 = 1.0f / (1.0f + g * (g + k));
    f->a2 = g * f->a1;
    f->a3 = g * f->a2;
}

void synth_filter_run(synth_filter *f, float *samples, uint32_t count)
{
    const float a1 = f->a1, a2 = f->a2, a3 = f->a3;
    float band = f->band, low = f->low;
    for (uint32_t i = 0; i < count; i++) {
        const float rest = samples[i] - low;
        const float v1 = a1 * band + a2 * rest;
        const float v2 = low + a2 * band + a3 * rest;
        band = 2.0f * v1 - band;
        low = 2.0f * v2 - low;
        samples[i] = v2;
    }
    f->band = band;
    f->low = low;
}

void synth_envelope_start(synth_envelope *e, const patch *p, float hold)
{
    *e = (synth_envelope){
        .attack = clamp(p->attack, LEAST_ATTACK, LONGEST),
        .decay = clamp(p->decay, 0.0f, LONGEST),
        .sustain = clamp(p->sustain, 0.0f, 1.0f),
        .release = clamp(p->release, LEAST_RELEASE, LONGEST),
        .hold = hold < 0.0f ? -1.0f : clamp(hold, 0.0f, LONGEST),
    };
}

// Cubic falls sound like exponential ones and yet end: at half time 18 dB down, at the end exactly
// nothing.
static float fall(float part)
{
    const float rest = part < 1.0f ? 1.0f - part : 0.0f;
    return rest * rest * rest;
}

static float level_before_release(const synth_envelope *e, float age)
{
    if (age < e->attack) {
        const float part = age / e->attack;
        return part * part * (3.0f - 2.0f * part);
    }
    if (age >= e->attack + e->decay) return e->sustain;
    return e->sustain + (1.0f - e->sustain) * fall((age - e->attack) / e->decay);
}

float synth_envelope_step(synth_envelope *e, float seconds)
{
    e->age += seconds;
    const float end = e->attack + e->decay + e->hold;
    if (!e->released && e->hold >= 0.0f && e->age >= end) {
        e->released = true;
        e->release_age = end;
        e->release_from = e->sustain;
        if (e->decay <= 0.0f && e->hold <= 0.0f) e->release_from = 1.0f; // straight from the peak
    }
    if (!e->released) return level_before_release(e, e->age);
    return e->release_from * fall((e->age - e->release_age) / e->release);
}

bool synth_envelope_done(const synth_envelope *e)
{
    if (!e->released) return false;
    return e->release_from <= 0.0f || e->age - e->release_age >= e->release;
}

static void place(float side[2], float pan, float gain)
{
    const float angle = (clamp(pan, -1.0f, 1.0f) + 1.0f) * (PI / 4.0f);
    const float loud = clamp(gain, 0.0f, 4.0f);
    side[0] = loud * cosf(angle);
    side[1] = pan < 1.0f ? loud * sinf(angle) : loud;
    if (pan >= 1.0f) side[0] = 0.0f; // the cosine of a float's quarter turn is not quite nothing
}

static float sweep_step(float from, float to, float seconds, float block)
{
    if (!(from > 0.0f) || !(to > 0.0f) || !(seconds > 0.0f)) return 1.0f;
    return exp2f(log2f(to / from) * block / seconds);
}

void synth_voice_start(synth_voice *v, const patch *p, const synth_note *note, float rate,
                       uint32_t noise)
{
    const float block = (float)SYNTH_BLOCK / rate;
    *v = (synth_voice){ .patch = p, .noise = noise, .gate = 1.0f, .fresh = true };
    synth_envelope_start(&v->envelope, p, note->hold);
    v->glide_time = v->envelope.attack + v->envelope.decay + clamp(p->hold, 0.0f, LONGEST);
    v->glide = v->sweep = 1.0f;
    v->glide_step = sweep_step(p->pitch, p->pitch_end, v->glide_time, block);
    v->sweep_step = sweep_step(p->cutoff, p->cutoff_end, v->glide_time, block);
    v->brightness = clamp(note->brightness, 0.01f, 100.0f);
    synth_voice_steer(v, note->pan, note->pitch, note->gain);
    v->pitch = v->pitch_target;
    v->side[0] = v->side_target[0];
    v->side[1] = v->side_target[1];
}

void synth_voice_steer(synth_voice *v, float pan, float pitch, float gain)
{
    v->pitch_target = clamp(pitch, 1.0f / 64.0f, 64.0f);
    place(v->side_target, pan, clamp(gain, 0.0f, 4.0f) * clamp(v->patch->gain, 0.0f, 1.0f));
}

void synth_voice_fade(synth_voice *v, float seconds, float rate)
{
    v->gate_step = -(float)SYNTH_BLOCK / (seconds * rate);
}

void synth_voice_revive(synth_voice *v, float seconds, float rate)
{
    v->gate_step = (float)SYNTH_BLOCK / (seconds * rate);
}

float synth_voice_loudness(const synth_voice *v)
{
    // A voice that has only begun counts with what it is about to be.
    if (v->envelope.age < v->envelope.attack) return v->side[0] + v->side[1];
    return v->heard[0] + v->heard[1];
}

static float frequency_now(const synth_voice *v, float rate)
{
    const patch *p = v->patch;
    float hz = p->pitch * v->glide * v->pitch;
    if (p->vibrato_depth > 0.0f) {
        const float turn = v->envelope.age * clamp(p->vibrato_rate, 0.0f, 100.0f);
        hz *= exp2f(clamp(p->vibrato_depth, 0.0f, 48.0f) / 12.0f *
                    sinf(2.0f * PI * fmodf(turn, 1.0f)));
    }
    return clamp(hz, 1.0f, 0.45f * rate);
}

static float fm_depth(const patch *p)
{
    return clamp(p->fm_depth, 0.0f, 100.0f);
}

static uint32_t level_for(const synth_voice *v, float hz, float rate)
{
    const float reach = 1.0f + clamp(v->patch->fm_ratio, 0.0f, 64.0f) * fm_depth(v->patch);
    return wavetable_level(0.5f * rate / (hz * reach));
}

// The phase of each sample, the step running straight from the last block's to this one's.
static void run_phase(synth_voice *v, const wavetable *t, uint32_t step,
                      uint32_t phases[SYNTH_BLOCK])
{
    const int64_t change = ((int64_t)step - (int64_t)v->step) / (int64_t)SYNTH_BLOCK;
    const uint32_t step_change = (uint32_t)change;
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        v->step += step_change;
        phases[i] = v->phase;
        v->phase += v->step;
    }
    v->step = step;

    const float depth = fm_depth(v->patch) * (PERIOD / (2.0f * PI));
    if (depth <= 0.0f) return;
    const float ratio = clamp(v->patch->fm_ratio, 0.0f, 64.0f);
    const uint32_t fm_step = (uint32_t)(int64_t)((float)step * ratio);
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        phases[i] += (uint32_t)(int64_t)(depth * wavetable_read(t->sine, v->fm_phase));
        v->fm_phase += fm_step;
    }
}

static void read_wave(const wavetable *t, wave shape, uint32_t level,
                      const uint32_t phases[SYNTH_BLOCK], float samples[SYNTH_BLOCK])
{
    const float *table = shape == WAVE_SINE       ? t->sine
                         : shape == WAVE_TRIANGLE ? t->triangle[level]
                                                  : t->saw[level];
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) samples[i] = wavetable_read(table, phases[i]);
    if (shape != WAVE_SQUARE) return;
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) // two saws half a period apart
        samples[i] -= wavetable_read(table, phases[i] + 0x80000000u);
}

// Where the pitch has left a level of the table, this block leads over from the old one to the new.
static void run_wave(synth_voice *v, const wavetable *t, uint32_t level,
                     const uint32_t phases[SYNTH_BLOCK], float samples[SYNTH_BLOCK])
{
    read_wave(t, v->patch->wave, level, phases, samples);
    if (level == v->level || v->fresh || v->patch->wave == WAVE_SINE) return;
    float old[SYNTH_BLOCK];
    read_wave(t, v->patch->wave, v->level, phases, old);
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++)
        samples[i] = old[i] + (samples[i] - old[i]) * ((float)i / (float)SYNTH_BLOCK);
}

static void mix_noise(synth_voice *v, float share, float samples[SYNTH_BLOCK])
{
    uint32_t state = v->noise;
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        state = state * 1664525u + 1013904223u;
        const float white = (float)(int32_t)state * (1.0f / 2147483648.0f);
        samples[i] += (white - samples[i]) * share;
    }
    v->noise = state;
}

static void run_oscillator(synth_voice *v, const wavetable *t, float rate,
                           float samples[SYNTH_BLOCK])
{
    const patch *p = v->patch;
    if (p->wave == WAVE_NOISE) {
        for (uint32_t i = 0; i < SYNTH_BLOCK; i++) samples[i] = 0.0f;
        mix_noise(v, 1.0f, samples);
        return;
    }
    uint32_t phases[SYNTH_BLOCK];
    const float hz = frequency_now(v, rate);
    const uint32_t step = (uint32_t)(hz / rate * PERIOD);
    const uint32_t level = level_for(v, hz, rate);
    if (v->fresh) v->step = step;
    run_phase(v, t, step, phases);
    run_wave(v, t, level, phases, samples);
    v->level = level;
    if (p->noise > 0.0f) mix_noise(v, clamp(p->noise, 0.0f, 1.0f), samples);
}

static void follow(synth_voice *v, float seconds)
{
    const float share = seconds / (FOLLOW_SECONDS + seconds);
    v->pitch += (v->pitch_target - v->pitch) * share;
    for (int i = 0; i < 2; i++) v->side[i] += (v->side_target[i] - v->side[i]) * share;
    v->gate = clamp(v->gate + v->gate_step, 0.0f, 1.0f);
    if (v->envelope.age < v->glide_time) {
        v->glide *= v->glide_step;
        v->sweep *= v->sweep_step;
    }
}

static void mix(synth_voice *v, float level, const float samples[SYNTH_BLOCK], synth_output *out)
{
    const float left = v->heard[0], right = v->heard[1];
    v->heard[0] = v->side[0] * level;
    v->heard[1] = v->side[1] * level;
    const float left_step = (v->heard[0] - left) / (float)SYNTH_BLOCK;
    const float right_step = (v->heard[1] - right) / (float)SYNTH_BLOCK;
    const float send = clamp(v->patch->echo, 0.0f, 1.0f) * 0.7f;
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        const float along = (float)(int32_t)(i + 1);
        const float l = samples[i] * (left + left_step * along);
        const float r = samples[i] * (right + right_step * along);
        out->left[i] += l;
        out->right[i] += r;
        out->send[i] += (l + r) * send;
    }
}

void synth_voice_render(synth_voice *v, const wavetable *t, float rate, synth_output *out)
{
    const float seconds = (float)SYNTH_BLOCK / rate;
    float samples[SYNTH_BLOCK];
    run_oscillator(v, t, rate, samples);
    if (v->patch->cutoff > 0.0f) {
        const float cutoff = v->patch->cutoff * v->sweep * v->brightness;
        synth_filter_set(&v->filter, cutoff, v->patch->resonance, rate);
        synth_filter_run(&v->filter, samples, SYNTH_BLOCK);
    }
    follow(v, seconds);
    mix(v, synth_envelope_step(&v->envelope, seconds) * v->gate, samples, out);
    v->fresh = false;
    if (synth_envelope_done(&v->envelope) || v->gate <= 0.0f) v->patch = NULL;
}

static bool gives_way_before(const synth_voice *a, const synth_voice *b)
{
    const float first = synth_voice_loudness(a), second = synth_voice_loudness(b);
    return first < second || (first <= second && a->envelope.age > b->envelope.age);
}

synth_voice *synth_claim(synth_voice *voices, uint32_t count, uint32_t limit, float rate)
{
    synth_voice *unused = NULL, *victim = NULL;
    uint32_t sounding = 0;
    for (uint32_t i = 0; i < count; i++) {
        synth_voice *v = &voices[i];
        if (!v->patch) {
            if (!unused) unused = v;
        } else if (v->gate_step >= 0.0f) {
            sounding++;
            if (!victim || gives_way_before(v, victim)) victim = v;
        }
    }
    if (unused && victim && sounding >= limit) synth_voice_fade(victim, STEAL_SECONDS, rate);
    return unused;
}
