// SPDX-License-Identifier: MIT
#include "model_bounds.h"

#include "base/memory.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

// A pose is straight in its weights, so all that lie between two keys of straight ones lie in the
// box of the two; a Hermite curve lies within the control points of the Bezier curve that it is,
// two keys and two more. So the box of a few poses holds all of them.

typedef struct bounder {
    const qx_allocator *allocator;
    uint64_t work; // that is left
    // Of the mesh that is looked at.
    const qx_model_mesh *mesh;
    float *positions, *weights;
    qx_keyframe_box *deltas; // around each target's, 0 among them
    qx_keyframe_box base;
} bounder;

typedef struct around {
    qx_keyframe_box box;
    bool any;
} around;

// --- boxes

static void widen(around *a, const qx_keyframe_box *by)
{
    qx_keyframe_box *box = &a->box;
    if (!a->any) *box = *by;
    a->any = true;
    box->low.x = by->low.x < box->low.x ? by->low.x : box->low.x;
    box->low.y = by->low.y < box->low.y ? by->low.y : box->low.y;
    box->low.z = by->low.z < box->low.z ? by->low.z : box->low.z;
    box->high.x = by->high.x > box->high.x ? by->high.x : box->high.x;
    box->high.y = by->high.y > box->high.y ? by->high.y : box->high.y;
    box->high.z = by->high.z > box->high.z ? by->high.z : box->high.z;
}

static void add_scaled(float *low, float *high, float from, float to, float weight)
{
    *low += weight * (weight > 0.0f ? from : to);
    *high += weight * (weight > 0.0f ? to : from);
}

static float larger(float low, float high)
{
    return fabsf(low) > fabsf(high) ? fabsf(low) : fabsf(high);
}

// What rounding may move a sum by: key and pose between each, by product and sum of each target.
static float rounding(float most, uint32_t active)
{
    return most * (float)(active + 2) * 5e-7f;
}

static void grow(float *low, float *high, float by)
{
    *low -= by;
    *high += by;
}

// --- one set of weights

static uint32_t size_of(const bounder *b, uint32_t target)
{
    const qx_keyframe_target *t = &b->mesh->targets[target];
    if (!t->positions) return 0;
    return t->indices ? t->count : b->mesh->vertex_count;
}

// As qx_model_pose does.
static void add_target(const bounder *b, uint32_t target)
{
    const qx_keyframe_target *t = &b->mesh->targets[target];
    const uint32_t count = size_of(b, target);
    const float weight = b->weights[target];
    for (uint32_t i = 0; i < count; i++) {
        float *to = b->positions + 3 * (size_t)(t->indices ? t->indices[i] : i);
        for (size_t axis = 0; axis < 3; axis++)
            to[axis] += weight * t->positions[3 * (size_t)i + axis];
    }
}

// Of the targets' boxes: what no pose leaves, whichever vertex it is.
static qx_keyframe_box outer_box(const bounder *b)
{
    qx_keyframe_box box = b->base;
    for (uint32_t i = 0; i < b->mesh->target_count; i++) {
        const qx_keyframe_box *d = &b->deltas[i];
        const float weight = b->weights[i];
        add_scaled(&box.low.x, &box.high.x, d->low.x, d->high.x, weight);
        add_scaled(&box.low.y, &box.high.y, d->low.y, d->high.y, weight);
        add_scaled(&box.low.z, &box.high.z, d->low.z, d->high.z, weight);
    }
    return box;
}

static uint64_t work_of(const bounder *b, uint32_t *active)
{
    uint64_t sum = b->mesh->vertex_count;
    *active = 0;
    for (uint32_t i = 0; i < b->mesh->target_count; i++) {
        if (b->weights[i] == 0.0f) continue;
        sum += size_of(b, i);
        ++*active;
    }
    return 3 * sum;
}

static qx_keyframe_box box_of_pose(bounder *b, uint64_t work)
{
    b->work -= work;
    memcpy(b->positions, b->mesh->positions, 12 * (size_t)b->mesh->vertex_count);
    for (uint32_t i = 0; i < b->mesh->target_count; i++)
        if (b->weights[i] != 0.0f) add_target(b, i);
    return qx_keyframe_pose_bounds(b->positions, 12, b->mesh->vertex_count);
}

static void try_weights(bounder *b, around *a)
{
    uint32_t active;
    const uint64_t work = work_of(b, &active);
    const qx_keyframe_box outer = outer_box(b);
    qx_keyframe_box box = work <= b->work ? box_of_pose(b, work) : outer;
    grow(&box.low.x, &box.high.x, rounding(larger(outer.low.x, outer.high.x), active));
    grow(&box.low.y, &box.high.y, rounding(larger(outer.low.y, outer.high.y), active));
    grow(&box.low.z, &box.high.z, rounding(larger(outer.low.z, outer.high.z), active));
    widen(a, &box);
}

// --- tracks

static const float *values_of(const qx_keyframe_track *track, uint32_t key, uint32_t part)
{
    const size_t parts = track->curve == QX_KEYFRAME_CUBIC ? 3 : 1;
    return track->values + (key * parts + part) * track->width;
}

static void try_key(bounder *b, const qx_keyframe_track *track, uint32_t key, around *a)
{
    const float *values = values_of(track, key, track->curve == QX_KEYFRAME_CUBIC);
    memcpy(b->weights, values, track->width * sizeof *values);
    try_weights(b, a);
}

// The control point before a key, or behind it.
static void try_tangent(bounder *b, const qx_keyframe_track *track, uint32_t key, bool behind,
                        around *a)
{
    const uint32_t from = behind ? key : key - 1;
    const double seconds =
        (double)(track->times[from + 1] - track->times[from]) / (double)QX_KEYFRAME_SECOND;
    const double third = (behind ? seconds : -seconds) / 3.0;
    const float *values = values_of(track, key, 1), *slopes = values_of(track, key, behind ? 2 : 0);
    for (uint32_t i = 0; i < track->width; i++)
        b->weights[i] = (float)((double)values[i] + third * (double)slopes[i]);
    try_weights(b, a);
}

// Tracks out of files: no periods, no Catmull-Rom.
static void try_track(bounder *b, const qx_keyframe_track *track, around *a)
{
    for (uint32_t key = 0; key < track->count; key++) {
        try_key(b, track, key, a);
        if (track->curve != QX_KEYFRAME_CUBIC) continue;
        if (key > 0) try_tangent(b, track, key, false, a);
        if (key + 1 < track->count) try_tangent(b, track, key, true, a);
    }
}

// --- meshes

static void find_delta_boxes(bounder *b)
{
    for (uint32_t i = 0; i < b->mesh->target_count; i++) {
        const float nothing[3] = { 0.0f, 0.0f, 0.0f };
        const qx_keyframe_box origin = qx_keyframe_pose_bounds(nothing, 12, 1);
        around a = { origin, true };
        if (size_of(b, i) > 0) {
            const qx_keyframe_box box =
                qx_keyframe_pose_bounds(b->mesh->targets[i].positions, 12, size_of(b, i));
            widen(&a, &box);
        }
        b->deltas[i] = a.box;
    }
}

static const qx_keyframe_track *track_of(const qx_model_clip *clip, uint32_t mesh)
{
    return clip->tracks && clip->tracks[mesh].count > 0 ? &clip->tracks[mesh] : NULL;
}

static void try_still(bounder *b, around *a)
{
    const size_t bytes = b->mesh->target_count * sizeof *b->weights;
    if (b->mesh->weights) {
        memcpy(b->weights, b->mesh->weights, bytes);
    } else {
        memset(b->weights, 0, bytes);
    }
    try_weights(b, a);
}

static void try_clips(bounder *b, const qx_model *model, uint32_t mesh, around *clips)
{
    find_delta_boxes(b);
    b->base = qx_keyframe_pose_bounds(b->mesh->positions, 12, b->mesh->vertex_count);
    for (uint32_t i = 0; i < model->clip_count; i++) {
        const qx_keyframe_track *track = track_of(&model->clips[i], mesh);
        if (track) {
            try_track(b, track, &clips[i]);
        } else {
            try_still(b, &clips[i]);
        }
    }
    if (model->clip_count == 0) try_still(b, clips);
}

// @return False without memory.
static bool bound_morph(bounder *b, const qx_model *model, uint32_t mesh, around *clips)
{
    const qx_allocator *allocator = b->allocator;
    b->mesh = &model->meshes[mesh];
    const size_t targets = b->mesh->target_count;
    const size_t floats = 3 * (size_t)b->mesh->vertex_count * sizeof *b->positions;
    b->positions = qx_allocate(allocator, floats, alignof(float));
    b->weights = qx_allocate(allocator, targets * sizeof *b->weights, alignof(float));
    b->deltas = qx_allocate(allocator, targets * sizeof *b->deltas, alignof(qx_keyframe_box));
    const bool good = b->positions && b->weights && b->deltas;
    if (good) try_clips(b, model, mesh, clips);
    qx_release(allocator, b->positions, floats);
    qx_release(allocator, b->weights, targets * sizeof *b->weights);
    qx_release(allocator, b->deltas, targets * sizeof *b->deltas);
    return good;
}

static void widen_by_keys(around *a, const qx_keyframe_box *boxes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) widen(a, &boxes[i]);
}

// Keys that no clip shows count for the model all the same.
static bool bound_keys(const bounder *b, const qx_model *model, uint32_t mesh, around *clips,
                       around *all)
{
    const qx_model_mesh *m = &model->meshes[mesh];
    const size_t bytes = m->key_count * sizeof(qx_keyframe_box);
    qx_keyframe_box *boxes = qx_allocate(b->allocator, bytes, alignof(qx_keyframe_box));
    if (!boxes) return false;
    for (uint32_t i = 0; i < m->key_count; i++)
        boxes[i] = qx_keyframe_pose_bounds(m->positions + 3 * (size_t)i * m->vertex_count, 12,
                                           m->vertex_count);
    for (uint32_t i = 0; i < model->clip_count; i++) {
        const qx_model_clip *clip = &model->clips[i];
        const bool moves = m->kind == QX_MODEL_KEYS;
        widen_by_keys(&clips[i], boxes + (moves ? clip->first : 0), moves ? clip->count : 1);
    }
    widen_by_keys(all, boxes, m->key_count);
    qx_release(b->allocator, boxes, bytes);
    return true;
}

static bool bound_meshes(bounder *b, const qx_model *model, around *clips, around *all)
{
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        const bool morphs = model->meshes[i].kind == QX_MODEL_MORPH;
        if (morphs ? !bound_morph(b, model, i, clips) : !bound_keys(b, model, i, clips, all))
            return false;
    }
    return true;
}

bool model_bounds_find(model_arena *arena, uint64_t work)
{
    qx_model *model = &arena->model;
    qx_model_clip *clips = (qx_model_clip *)model->clips;                 // the arena's own
    const uint32_t count = model->clip_count > 0 ? model->clip_count : 1; // 1: it stands still
    const size_t bytes = count * sizeof(around);
    bounder b = { .allocator = &arena->allocator, .work = work };
    around all = { .any = false };
    around *found = qx_allocate_zeroed(&arena->allocator, bytes, alignof(around));
    const bool good = found && bound_meshes(&b, model, found, &all);
    for (uint32_t i = 0; good && i < count; i++) {
        if (found[i].any) widen(&all, &found[i].box);
        if (i < model->clip_count) clips[i].bounds = found[i].box;
    }
    model->bounds = all.box;
    qx_release(&arena->allocator, found, bytes);
    return good;
}
