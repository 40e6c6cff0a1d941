// SPDX-License-Identifier: MIT
#include <quincunx/model.h>

#include <math.h>
#include <string.h>

// Straight from a model's own arrays, in double: for whoever wants one pose. Whoever plays many
// copies them into qx_keyframe_keys or qx_keyframe_morph, whose kernels need no file.

#define SHORTEST 1e-6 // of a mix of normals that has a direction

static bool is_stride(size_t stride)
{
    return stride == 0 || (stride >= 12 && stride % 4 == 0);
}

static size_t used_stride(size_t stride)
{
    return stride ? stride : 12;
}

static float *vertex_of(float *first, size_t stride, uint32_t vertex)
{
    return (float *)(void *)((char *)first + (size_t)vertex * stride);
}

static void copy_out(const float *values, uint32_t count, float *first, size_t stride)
{
    for (uint32_t i = 0; first && i < count; i++)
        memcpy(vertex_of(first, used_stride(stride), i), values + 3 * (size_t)i, 12);
}

static void set_unit(float *normal, const double n[3], const float *otherwise)
{
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int axis = 0; axis < 3; axis++)
        normal[axis] = length >= SHORTEST ? (float)(n[axis] / length) : otherwise[axis];
}

static qx_result flat_normals(const qx_model_mesh *mesh, const qx_keyframe_layout *out)
{
    return qx_keyframe_normals_build(out->positions, out->position_stride, mesh->vertex_count,
                                     mesh->indices, mesh->index_count, false, out->normals,
                                     out->normal_stride);
}

// --- keys

// The four keys of a span, at one array.
typedef struct mix {
    const float *key[4];
    double weight[4], share;
    bool linear;
} mix;

static mix mix_of(const qx_model_mesh *mesh, const float *values, uint32_t first,
                  const qx_keyframe_span *span, qx_keyframe_curve curve)
{
    mix m = { .share = span->share, .linear = curve == QX_KEYFRAME_LINEAR };
    for (int i = 0; i < 4; i++) {
        const size_t key = (size_t)first + span->key[i];
        m.key[i] = values + 3 * key * mesh->vertex_count;
        m.weight[i] = (double)span->weight[i];
    }
    return m;
}

// Within the two keys that it lies between.
static float mix_linear(float a, float b, double share)
{
    if (a == b) return a;
    const float mixed = (float)((double)a * (1.0 - share) + (double)b * share);
    const float low = a < b ? a : b, high = a < b ? b : a;
    return mixed < low ? low : mixed > high ? high : mixed;
}

// As differences from one key: four equal ones are that very value.
static float mix_value(const mix *m, size_t at)
{
    const float value = m->key[1][at];
    if (m->linear) return mix_linear(value, m->key[2][at], m->share);
    double sum = 0.0;
    for (int i = 0; i < 4; i++)
        if (i != 1) sum += m->weight[i] * ((double)m->key[i][at] - (double)value);
    return (float)((double)value + sum);
}

static void mix_positions(const mix *m, uint32_t count, float *first, size_t stride)
{
    for (uint32_t i = 0; i < count; i++) {
        float *position = vertex_of(first, stride, i);
        for (size_t axis = 0; axis < 3; axis++) position[axis] = mix_value(m, 3 * (size_t)i + axis);
    }
}

static void mix_normals(const mix *m, uint32_t count, float *first, size_t stride)
{
    const float *nearer = m->key[m->share <= 0.5 ? 1 : 2];
    for (uint32_t i = 0; i < count; i++) {
        double n[3] = { 0.0, 0.0, 0.0 };
        for (size_t axis = 0; axis < 3; axis++)
            for (int k = 0; k < 4; k++)
                n[axis] += m->weight[k] * (double)m->key[k][3 * (size_t)i + axis];
        set_unit(vertex_of(first, stride, i), n, nearer + 3 * (size_t)i);
    }
}

static qx_result pose_at_key(const qx_model_mesh *mesh, uint32_t key, const qx_keyframe_layout *out)
{
    const size_t first = 3 * (size_t)key * mesh->vertex_count;
    copy_out(mesh->positions + first, mesh->vertex_count, out->positions, out->position_stride);
    copy_out(mesh->normals + first, mesh->vertex_count, out->normals, out->normal_stride);
    return QX_OK;
}

static qx_result pose_keys(const qx_model_mesh *mesh, const qx_model_clip *clip, double place,
                           qx_keyframe_curve curve, bool repeats, const qx_keyframe_layout *out)
{
    if (clip->count == 0 || clip->first >= mesh->key_count ||
        clip->count > mesh->key_count - clip->first)
        return QX_BAD_VALUE;
    const qx_keyframe_span span =
        qx_keyframe_span_find(clip->times, clip->count, curve, repeats ? clip->period : 0, place);
    if (span.share == 0.0 || curve == QX_KEYFRAME_STEP)
        return pose_at_key(mesh, clip->first + span.key[1], out);
    const mix positions = mix_of(mesh, mesh->positions, clip->first, &span, curve);
    const mix normals = mix_of(mesh, mesh->normals, clip->first, &span, curve);
    if (out->positions)
        mix_positions(&positions, mesh->vertex_count, out->positions,
                      used_stride(out->position_stride));
    if (out->normals && mesh->flat) return flat_normals(mesh, out);
    if (out->normals)
        mix_normals(&normals, mesh->vertex_count, out->normals, used_stride(out->normal_stride));
    return QX_OK;
}

// --- targets

static const float *track_values(const qx_keyframe_track *track, uint32_t key, uint32_t part)
{
    const size_t parts = track->curve == QX_KEYFRAME_CUBIC ? 3 : 1;
    return track->values + ((size_t)key * parts + part) * track->width;
}

// One target's weight of a track of any number of them: the two keys around the place are a track
// of width 1.
static float sample_weight(const qx_keyframe_track *track, const qx_keyframe_span *span,
                           uint32_t target)
{
    const uint32_t from = span->key[1], to = span->key[2];
    const uint32_t parts = track->curve == QX_KEYFRAME_CUBIC ? 3 : 1;
    const int64_t length = track->times[track->count - 1] - track->times[0];
    const int64_t spacing =
        to > from ? track->times[to] - track->times[from] : track->period - length;
    const int64_t times[2] = { 0, from == to ? 0 : spacing };
    float values[6], weight;
    for (uint32_t part = 0; part < parts; part++) {
        values[part] = track_values(track, from, part)[target];
        values[parts + part] = track_values(track, to, part)[target];
    }
    const qx_keyframe_track two = { track->curve, 2, 1, times, values, 0 };
    qx_keyframe_track_sample(&two, span->share * (double)times[1], &weight);
    return weight;
}

static float sample_catmull_rom(const qx_keyframe_track *track, const qx_keyframe_span *span,
                                uint32_t target)
{
    const double value = (double)track_values(track, span->key[1], 0)[target];
    double sum = value;
    for (int i = 0; i < 4; i++)
        if (i != 1)
            sum += (double)span->weight[i] *
                   ((double)track_values(track, span->key[i], 0)[target] - value);
    return (float)sum;
}

static float weight_of(const qx_model_mesh *mesh, const qx_keyframe_track *track,
                       const qx_keyframe_span *span, uint32_t target)
{
    if (!track) return mesh->weights ? mesh->weights[target] : 0.0f;
    if (track->curve == QX_KEYFRAME_CATMULL_ROM) return sample_catmull_rom(track, span, target);
    return sample_weight(track, span, target);
}

static void add_deltas(const qx_keyframe_target *target, const float *deltas, uint32_t vertices,
                       float weight, float *first, size_t stride)
{
    const uint32_t count = target->indices ? target->count : vertices;
    for (uint32_t i = 0; i < count; i++) {
        float *to = vertex_of(first, stride, target->indices ? target->indices[i] : i);
        for (size_t axis = 0; axis < 3; axis++) to[axis] += weight * deltas[3 * (size_t)i + axis];
    }
}

static void make_unit(const qx_model_mesh *mesh, float *first, size_t stride)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float *normal = vertex_of(first, stride, i);
        const double n[3] = { (double)normal[0], (double)normal[1], (double)normal[2] };
        set_unit(normal, n, mesh->normals + 3 * (size_t)i);
    }
}

static qx_result pose_morph(const qx_model_mesh *mesh, const qx_keyframe_track *track, double place,
                            const qx_keyframe_layout *out)
{
    qx_keyframe_span span = { .share = 0.0 };
    if (track)
        span =
            qx_keyframe_span_find(track->times, track->count, track->curve, track->period, place);
    pose_at_key(mesh, 0, out);
    bool moved = false, turned = false;
    for (uint32_t i = 0; i < mesh->target_count; i++) {
        const float weight = weight_of(mesh, track, &span, i);
        const qx_keyframe_target *target = &mesh->targets[i];
        if (weight == 0.0f) continue; // so that all 0 is the base, bit for bit
        if (out->positions && target->positions)
            add_deltas(target, target->positions, mesh->vertex_count, weight, out->positions,
                       used_stride(out->position_stride));
        if (out->normals && target->normals && !mesh->flat)
            add_deltas(target, target->normals, mesh->vertex_count, weight, out->normals,
                       used_stride(out->normal_stride));
        moved |= target->positions != NULL;
        turned |= target->normals != NULL;
    }
    if (out->normals && mesh->flat && moved) return flat_normals(mesh, out);
    if (out->normals && turned && !mesh->flat)
        make_unit(mesh, out->normals, used_stride(out->normal_stride));
    return QX_OK;
}

// --- any

static const qx_keyframe_track *track_of(const qx_model_clip *clip, uint32_t mesh)
{
    if (!clip || !clip->tracks || clip->tracks[mesh].count == 0) return NULL;
    return &clip->tracks[mesh];
}

qx_result qx_model_pose(const qx_model *model, uint32_t mesh, uint32_t clip, double place,
                        qx_keyframe_curve curve, bool repeats, const qx_keyframe_layout *out)
{
    const uint32_t clips = model->clip_count > 0 ? model->clip_count : 1;
    if (mesh >= model->mesh_count || clip >= clips || !(fabs(place) <= 1e300)) return QX_BAD_VALUE;
    if (!is_stride(out->position_stride) || !is_stride(out->normal_stride)) return QX_BAD_VALUE;
    const qx_model_mesh *shown = &model->meshes[mesh];
    const qx_model_clip *played = model->clip_count > 0 ? &model->clips[clip] : NULL;
    if (shown->flat && out->normals && !out->positions) return QX_BAD_VALUE;
    if (shown->kind == QX_MODEL_MORPH) return pose_morph(shown, track_of(played, mesh), place, out);
    if (shown->kind == QX_MODEL_KEYS && played)
        return pose_keys(shown, played, place, curve, repeats, out);
    return pose_at_key(shown, 0, out);
}
