// SPDX-License-Identifier: MIT
// Which keys, or weights of targets, make the pose of a moment: from the clip's place by ease and
// curve, of all clips that share the pose.
#include "model_room.h"

#include <math.h>
#include <string.h>

enum { MIX_MOST = 8, GATHER_MOST = 4 * (QX_KEYFRAME_LAYERS + 1) };

// --- between keys

static double eased(const model_play *r, uint32_t key, double share)
{
    const int32_t chosen = r->rules.values[PARAM_EASE];
    const uint8_t *own = r->source.eases;
    if (share <= 0.0) return 0.0;
    if (chosen != EASE_OWN) return qx_keyframe_ease((qx_ease)(chosen - EASE_FIRST), share);
    return own ? qx_keyframe_ease((qx_ease)own[key], share) : share;
}

static int64_t period_of(const model_play *r, uint32_t clip)
{
    const bool repeats = r->source.clips[clip].loop == QX_KEYFRAME_REPEAT;
    return repeats ? r->source.model->clips[clip].period : 0;
}

// What share of the way from one key to the next comes to as a place; beyond both where the ease
// swings over.
static double place_of(const model_play *r, const int64_t *times, uint32_t count, int64_t period,
                       uint32_t first, double place)
{
    const qx_keyframe_span span =
        qx_keyframe_span_find(times, count, QX_KEYFRAME_LINEAR, period, place);
    const double from = (double)times[span.key[1]];
    const bool around = span.key[2] <= span.key[1];
    const double to = around ? (double)(times[0] + period) : (double)times[span.key[2]];
    const double most = period > 0 ? (double)(times[0] + period) : (double)times[count - 1];
    if (span.share <= 0.0) return place;
    const double at = from + (to - from) * eased(r, first + span.key[1], span.share);
    return fmin(fmax(at, (double)times[0]), most);
}

// LINEAR takes the ease as it is: poses beyond their keys where it swings over.
static qx_keyframe_span linear_span(const model_play *r, const int64_t *times, uint32_t count,
                                    int64_t period, uint32_t first, double place)
{
    qx_keyframe_span span = qx_keyframe_span_find(times, count, QX_KEYFRAME_LINEAR, period, place);
    if (span.share <= 0.0) return span;
    span.weight[2] = (float)eased(r, first + span.key[1], span.share);
    span.weight[1] = 1.0f - span.weight[2];
    return span;
}

static qx_keyframe_span span_of(const model_play *r, uint32_t which, double place)
{
    const qx_model_clip *clip = &r->source.model->clips[which];
    const int64_t period = period_of(r, which);
    const int64_t *times = clip->times;
    switch (r->rules.values[PARAM_CURVE]) {
    case CURVE_STEP:
        return qx_keyframe_span_find(times, clip->count, QX_KEYFRAME_STEP, period, place);
    case CURVE_CATMULL_ROM:
        return qx_keyframe_span_find(times, clip->count, QX_KEYFRAME_CATMULL_ROM, period,
                                     place_of(r, times, clip->count, period, clip->first, place));
    default: return linear_span(r, times, clip->count, period, clip->first, place);
    }
}

// --- mixes of keys

typedef struct gathered {
    uint32_t count;
    uint32_t key[GATHER_MOST];
    float weight[GATHER_MOST];
} gathered;

static void add_key(gathered *g, uint32_t key, float weight)
{
    uint32_t i = 0;
    if (!(weight > 0.0f) && !(weight < 0.0f)) return;
    while (i < g->count && g->key[i] != key) i++;
    if (i == g->count) {
        if (g->count == GATHER_MOST) return;
        g->key[g->count] = key;
        g->weight[g->count++] = 0.0f;
    }
    g->weight[i] += weight;
}

static void add_clip(const model_play *r, gathered *g, uint32_t which, double place, float share)
{
    const qx_model_clip *clip = &r->source.model->clips[which];
    if (!clip->times || clip->count == 0) return;
    const qx_keyframe_span span = span_of(r, which, place);
    for (int i = 0; i < 4; i++) add_key(g, clip->first + span.key[i], share * span.weight[i]);
}

// The heaviest where there are too many; together 1 again then.
static qx_keyframe_mix mix_of(gathered *g)
{
    qx_keyframe_mix mix = { 0 };
    float sum = 0.0f;
    const bool all = g->count <= MIX_MOST;
    for (; mix.count < MIX_MOST && mix.count < g->count; mix.count++) {
        uint32_t most = mix.count;
        for (uint32_t i = mix.count; i < g->count && !all; i++)
            if (fabsf(g->weight[i]) > fabsf(g->weight[most])) most = i;
        mix.key[mix.count] = g->key[most];
        mix.weight[mix.count] = g->weight[most];
        sum += g->weight[most];
        g->key[most] = g->key[mix.count];
        g->weight[most] = g->weight[mix.count];
    }
    for (uint32_t i = 0; i < mix.count && !all && sum > 0.1f; i++) mix.weight[i] /= sum;
    if (mix.count == 0) mix = (qx_keyframe_mix){ .count = 1, .key = { 0 }, .weight = { 1.0f } };
    return mix;
}

// How much of the clip it is blended with there is.
static float blended(const model_play *r, uint32_t *with)
{
    const int32_t *v = r->rules.values;
    *with = (uint32_t)v[PARAM_WITH] - 1;
    return v[PARAM_WITH] > 0 ? (float)v[PARAM_SHARE] / 100.0f : 0.0f;
}

// It keeps step with the other: at the same share of its own length.
static double place_in(const model_play *r, uint32_t clip, const qx_keyframe_phase *phase)
{
    return phase->fraction * (double)r->source.clips[clip].duration;
}

qx_keyframe_mix model_mix_now(const model_play *r, int64_t now)
{
    qx_keyframe_share shares[QX_KEYFRAME_LAYERS];
    const uint32_t count = qx_keyframe_player_sample(&r->player, now, shares);
    uint32_t with;
    const float second = blended(r, &with);
    gathered g = { 0 };
    for (uint32_t i = 0; i < count; i++)
        add_clip(r, &g, shares[i].clip, shares[i].phase.place, shares[i].weight * (1.0f - second));
    if (second > 0.0f && count > 0)
        add_clip(r, &g, with, place_in(r, with, &shares[count - 1].phase), second);
    return mix_of(&g);
}

qx_keyframe_mix model_mix_at(const model_play *r, int64_t place)
{
    const uint32_t clip = model_clip_now(r);
    const int64_t length = r->source.clips[clip].duration;
    const qx_keyframe_phase phase = { .fraction =
                                          length > 0 ? (double)place / (double)length : 0.0 };
    uint32_t with;
    const float second = blended(r, &with);
    gathered g = { 0 };
    if (r->source.model->clip_count > 0) add_clip(r, &g, clip, (double)place, 1.0f - second);
    if (second > 0.0f) add_clip(r, &g, with, place_in(r, with, &phase), second);
    return mix_of(&g);
}

bool model_mix_is_pair(const qx_keyframe_mix *mix)
{
    if (mix->count == 1) return true;
    return mix->count == 2 && mix->weight[0] >= 0.0f && mix->weight[1] >= 0.0f;
}

// --- weights of targets

// As the track says, or by the curve that was chosen; tangents are used only where it is the
// track's own.
static void sample(const model_play *r, uint32_t clip, uint32_t mesh, double place, float *weights)
{
    static const qx_keyframe_curve curves[] = { QX_KEYFRAME_LINEAR, QX_KEYFRAME_LINEAR,
                                                QX_KEYFRAME_STEP, QX_KEYFRAME_CATMULL_ROM };
    qx_keyframe_track track = r->source.model->clips[clip].tracks[mesh];
    const int32_t curve = r->rules.values[PARAM_CURVE];
    if (track.curve != QX_KEYFRAME_CUBIC && curve != CURVE_OWN) track.curve = curves[curve];
    track.period = period_of(r, clip);
    qx_keyframe_track_sample(&track, place_of(r, track.times, track.count, track.period, 0, place),
                             weights);
}

static void add_weights(const model_play *r, uint32_t mesh, uint32_t clip, double place,
                        float share, float *weights)
{
    const qx_model_mesh *m = &r->source.model->meshes[mesh];
    const qx_keyframe_track *tracks =
        clip < r->source.model->clip_count ? r->source.model->clips[clip].tracks : NULL;
    float *own = r->source.weights + m->target_count;
    if (tracks && tracks[mesh].count > 0)
        sample(r, clip, mesh, place, own);
    else
        memcpy(own, m->weights, m->target_count * sizeof *own);
    for (uint32_t i = 0; i < m->target_count; i++) weights[i] += share * own[i];
}

void model_weights_now(const model_play *r, uint32_t mesh, int64_t now, float *weights)
{
    qx_keyframe_share shares[QX_KEYFRAME_LAYERS];
    const uint32_t count = qx_keyframe_player_sample(&r->player, now, shares);
    uint32_t with;
    const float second = blended(r, &with);
    memset(weights, 0, r->source.model->meshes[mesh].target_count * sizeof *weights);
    for (uint32_t i = 0; i < count; i++)
        add_weights(r, mesh, shares[i].clip, shares[i].phase.place,
                    shares[i].weight * (1.0f - second), weights);
    if (second > 0.0f && count > 0)
        add_weights(r, mesh, with, place_in(r, with, &shares[count - 1].phase), second, weights);
    if (count == 0) add_weights(r, mesh, UINT32_MAX, 0.0, 1.0f, weights);
}

void model_weights_at(const model_play *r, uint32_t mesh, int64_t place, float *weights)
{
    memset(weights, 0, r->source.model->meshes[mesh].target_count * sizeof *weights);
    add_weights(r, mesh, model_clip_now(r), (double)place, 1.0f, weights);
}

// --- poses

static qx_keyframe_layout room_of(const model_play *r)
{
    return (qx_keyframe_layout){ .positions = r->source.positions, .normals = r->source.normals };
}

bool model_pose_mix(const model_play *r, uint32_t mesh, const qx_keyframe_mix *mix)
{
    const qx_keyframe_layout out = room_of(r);
    const qx_keyframe_mix still = { .count = 1, .weight = { 1.0f } };
    const model_body *body = &r->source.bodies[mesh];
    const bool moves = r->source.model->meshes[mesh].kind == QX_MODEL_KEYS;
    return body->keys &&
           qx_keyframe_pose_build(body->keys, moves ? mix : &still, &out, NULL) == QX_OK;
}

bool model_pose_weights(const model_play *r, uint32_t mesh, const float *weights)
{
    const qx_keyframe_layout out = room_of(r);
    const qx_keyframe_morph *morph = r->source.bodies[mesh].morph;
    return morph && qx_keyframe_morph_build(morph, weights, &out) == QX_OK;
}

static qx_keyframe_mix heaviest(const qx_keyframe_mix *mix)
{
    uint32_t most = 0;
    for (uint32_t i = 1; i < mix->count; i++)
        if (mix->weight[i] > mix->weight[most]) most = i;
    return (qx_keyframe_mix){ .count = 1, .key = { mix->key[most] }, .weight = { 1.0f } };
}

bool model_pose_now(const model_play *r, uint32_t mesh, int64_t now, bool key)
{
    if (r->source.model->meshes[mesh].kind == QX_MODEL_MORPH) {
        model_weights_now(r, mesh, now, r->source.weights);
        return model_pose_weights(r, mesh, r->source.weights);
    }
    const qx_keyframe_mix mix = model_mix_now(r, now), one = heaviest(&mix);
    return model_pose_mix(r, mesh, key ? &one : &mix);
}
