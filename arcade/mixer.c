// SPDX-License-Identifier: MIT
#include "mixer.h"

#include <math.h>
#include <stdlib.h>

#define ECHO_LONGEST 0.5f
#define ECHO_SLEW 0.05f // frames a frame the delay moves by: a passing bend of a semitone
#define ECHO_DAMP_HZ 2600.0f
#define NOTHING 1e-7f // -140 dB; also keeps denormals, which are slow, out of the line

// Effects are turned down where their peak is above CROWD, and never pass the ceiling; that leaves
// music its room below the bend of the soft limit.
#define CROWD 0.4f
#define CROWD_CEILING 0.7f
#define CROWD_RELEASE 0.25f

#define STRAIGHT 0.6f

void mixer_gain_step(mixer_gain *g, float seconds, float settle)
{
    g->from = g->to;
    g->to += (g->target - g->to) * (seconds / (settle + seconds));
    if (fabsf(g->target - g->to) < 1e-5f) g->to = g->target;
}

bool mixer_echo_create(mixer_echo *e, float rate)
{
    *e = (mixer_echo){ .size = (uint32_t)(ECHO_LONGEST * rate) + 2u };
    e->left = calloc(e->size, sizeof *e->left);
    e->right = calloc(e->size, sizeof *e->right);
    e->quiet = e->size;
    e->damp = 1.0f - expf(-6.2831853f * ECHO_DAMP_HZ / rate);
    return e->left && e->right;
}

void mixer_echo_destroy(mixer_echo *e)
{
    free(e->left);
    free(e->right);
}

void mixer_echo_set(mixer_echo *e, float seconds, float feedback, float rate)
{
    const float longest = (float)(e->size - 2u);
    e->delay_target = fminf(fmaxf(seconds * rate, 2.0f), longest);
    e->feedback_target = feedback;
    if (mixer_echo_idle(e) || e->delay <= 0.0f) e->delay = e->delay_target;
}

bool mixer_echo_idle(const mixer_echo *e)
{
    return e->quiet >= e->size;
}

static float tap(const mixer_echo *e, const float *line)
{
    const uint32_t whole = (uint32_t)e->delay;
    const float part = e->delay - (float)(int32_t)whole;
    const uint32_t near = e->at >= whole ? e->at - whole : e->at + e->size - whole;
    const uint32_t far = near > 0 ? near - 1u : e->size - 1u;
    return line[near] + (line[far] - line[near]) * part;
}

static float flush(float value)
{
    return fabsf(value) < NOTHING ? 0.0f : value;
}

static void run_frame(mixer_echo *e, float send, float *left, float *right)
{
    const float from_left = tap(e, e->left), from_right = tap(e, e->right);
    e->dull[0] = flush(e->dull[0] + (from_right - e->dull[0]) * e->damp);
    e->dull[1] = flush(e->dull[1] + (from_left - e->dull[1]) * e->damp);
    e->left[e->at] = flush(send + e->dull[0] * e->feedback);
    e->right[e->at] = flush(e->dull[1] * e->feedback);
    const bool silent = e->left[e->at] == 0.0f && e->right[e->at] == 0.0f;
    e->quiet = silent ? e->quiet + (e->quiet < e->size) : 0;
    e->at = e->at + 1u < e->size ? e->at + 1u : 0;
    *left += from_left;
    *right += from_right;
}

void mixer_echo_run(mixer_echo *e, synth_output *out)
{
    e->feedback += (e->feedback_target - e->feedback) * 0.05f;
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        const float away = e->delay_target - e->delay;
        e->delay += fminf(fmaxf(away, -ECHO_SLEW), ECHO_SLEW);
        run_frame(e, out->send[i], &out->left[i], &out->right[i]);
    }
}

static float peak_of(const synth_output *out)
{
    float peak = 0.0f;
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        const float left = fabsf(out->left[i]), right = fabsf(out->right[i]);
        const float louder = left > right ? left : right;
        peak = louder > peak ? louder : peak;
    }
    return peak;
}

// Everything above CROWD is squeezed into what is left below the ceiling.
static float gain_for(float peak)
{
    if (peak <= CROWD) return 1.0f;
    const float room = CROWD_CEILING - CROWD, over = (peak - CROWD) / room;
    return (CROWD + room * over / (1.0f + over)) / peak;
}

void mixer_leveller_run(mixer_leveller *l, synth_output *out, float seconds)
{
    const float from = l->gain, wanted = gain_for(peak_of(out));
    if (wanted < from)
        l->gain = wanted;
    else
        l->gain += (wanted - from) * (seconds / (CROWD_RELEASE + seconds));
    const float step = (l->gain - from) / (float)SYNTH_BLOCK;
    for (uint32_t i = 0; i < SYNTH_BLOCK; i++) {
        const float gain = from + step * (float)(int32_t)(i + 1);
        out->left[i] *= gain;
        out->right[i] *= gain;
        out->send[i] *= gain;
    }
}

float mixer_soft_limit(float value)
{
    const float size = fabsf(value);
    if (size <= STRAIGHT) return value;
    const float over = (size - STRAIGHT) / (1.0f - STRAIGHT);
    const float squeezed = fminf(STRAIGHT + (1.0f - STRAIGHT) * over / (1.0f + over), 0.999f);
    return value < 0.0f ? -squeezed : squeezed;
}
