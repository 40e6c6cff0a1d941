// SPDX-License-Identifier: MIT
#include "gltf_load.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Animations become clips, and their channels of weights become tracks, one a mesh of the node.
// Everything else that moves is looked at, so that what is damaged is refused, and left out.

typedef struct sampler {
    uint32_t input, output; // accessors
    qx_keyframe_curve curve;
    qx_keyframe_track track; // count 0: not read yet
} sampler;

typedef struct animation {
    gltf_file *g;
    uint32_t number;
    const cJSON *json;
    sampler *samplers;
    uint32_t sampler_count;
    qx_keyframe_track *tracks; // one a mesh of the model
    int64_t duration;
    bool moves, moves_else; // weights; anything else
} animation;

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

// `what`: "samplers" or "channels".
static qx_result fail(animation *a, const char *what, uint32_t number, const char *fault)
{
    return gltf_fail(a->g, QX_BAD_DATA, "animations[%" PRIu32 "]/%s[%" PRIu32 "]: %s", a->number,
                     what, number, fault);
}

// --- samplers

static qx_keyframe_curve find_curve(animation *a, const cJSON *name, uint32_t number)
{
    if (!name) return QX_KEYFRAME_LINEAR;
    const char *text = cJSON_IsString(name) ? name->valuestring : "";
    if (strcmp(text, "STEP") == 0) return QX_KEYFRAME_STEP;
    if (strcmp(text, "CUBICSPLINE") == 0) return QX_KEYFRAME_CUBIC;
    if (strcmp(text, "LINEAR") != 0)
        model_warn(a->g->arena,
                   "animations[%" PRIu32 "]/samplers[%" PRIu32
                   "]/interpolation: there is none such, LINEAR it is",
                   a->number, number);
    return QX_KEYFRAME_LINEAR;
}

static qx_result read_sampler(animation *a, const cJSON *json, uint32_t number)
{
    sampler *s = &a->samplers[number];
    const gltf_file *g = a->g;
    if (!gltf_index(json, "input", g->accessor_count, &s->input) || s->input == GLTF_NONE)
        return fail(a, "samplers", number, "its input is not there");
    if (!gltf_index(json, "output", g->accessor_count, &s->output) || s->output == GLTF_NONE)
        return fail(a, "samplers", number, "its output is not there");
    const gltf_accessor *input = &g->accessors[s->input];
    if (input->width != 1 || input->component != GLTF_FLOAT)
        return fail(a, "samplers", number, "its input holds no floats");
    s->curve = find_curve(a, member(json, "interpolation"), number);
    if (s->curve == QX_KEYFRAME_CUBIC && input->count < 2)
        return fail(a, "samplers", number, "CUBICSPLINE wants two keys or more");
    return QX_OK;
}

static qx_result read_samplers(animation *a)
{
    gltf_list list;
    if (gltf_list_objects(a->g, a->json, "samplers", &list) != QX_OK) return a->g->failed;
    a->samplers = gltf_take_scratch(a->g, list.count, sizeof *a->samplers);
    if (!a->samplers) return a->g->failed;
    a->sampler_count = list.count;
    for (uint32_t i = 0; i < list.count; i++)
        if (read_sampler(a, list.items[i], i) != QX_OK) return a->g->failed;
    return QX_OK;
}

// Most files count in frames or thousandths of a second, which floats have rounded: where a float
// is the nearest one to such a time, that is what was meant.
static int64_t ticks_of(float seconds)
{
    const double frames = floor((double)seconds * 3000.0 + 0.5);
    if ((float)(frames / 3000.0) == seconds && frames < 1e12)
        return (int64_t)frames * (QX_KEYFRAME_SECOND / 3000);
    return qx_keyframe_ticks((double)seconds);
}

static qx_result read_times(animation *a, uint32_t number)
{
    sampler *s = &a->samplers[number];
    const gltf_accessor *input = &a->g->accessors[s->input];
    float *seconds = gltf_take_scratch(a->g, input->count, sizeof *seconds);
    int64_t *times = gltf_take(a->g, input->count, sizeof *times);
    if (!seconds || !times || gltf_read_floats(a->g, input, seconds) != QX_OK) return a->g->failed;
    for (uint32_t i = 0; i < input->count; i++) {
        if (!(seconds[i] >= 0.0f && seconds[i] <= 1e9f))
            return fail(a, "samplers", number, "a time is below 0, beyond 1e9 or no number");
        if (i > 0 && seconds[i] <= seconds[i - 1])
            return gltf_fail(a->g, QX_BAD_DATA,
                             "animations[%" PRIu32 "]/samplers[%" PRIu32 "]: time %" PRIu32
                             " does not rise",
                             a->number, number, i);
        times[i] = ticks_of(seconds[i]);
        if (i > 0 && times[i] < times[i - 1]) times[i] = times[i - 1];
    }
    s->track.times = times;
    s->track.count = input->count;
    return QX_OK;
}

static qx_result read_weights(animation *a, uint32_t number, uint32_t targets)
{
    sampler *s = &a->samplers[number];
    const gltf_accessor *output = &a->g->accessors[s->output];
    if (s->track.values) return QX_OK;
    if (output->width != 1 || (output->component != GLTF_FLOAT && !output->normalized) ||
        output->component == GLTF_UINT32)
        return fail(a, "samplers", number, "its output holds no weights");
    float *values = gltf_take(a->g, output->count, sizeof *values);
    if (!values || gltf_read_floats(a->g, output, values) != QX_OK) return a->g->failed;
    for (uint32_t i = 0; i < output->count; i++) {
        const bool tangent = s->curve == QX_KEYFRAME_CUBIC && i / targets % 3 != 1;
        if (!(fabsf(values[i]) <= (tangent ? 1e9f : 1e6f)))
            return fail(a, "samplers", number, "a weight is not finite, or beyond 1e6");
    }
    s->track.values = values;
    s->track.width = targets;
    s->track.curve = s->curve;
    return QX_OK;
}

// --- channels

typedef struct channel {
    uint32_t number, sampler, node;
    const char *path;
} channel;

// Numbers an element, by path; 0 for paths that are not known.
static uint32_t width_of(const char *path)
{
    static const struct {
        const char *path;
        uint32_t width;
    } paths[] = { { "weights", 1 }, { "translation", 3 }, { "scale", 3 }, { "rotation", 4 } };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        if (strcmp(path, paths[i].path) == 0) return paths[i].width;
    return 0;
}

static qx_result check_output(animation *a, const channel *c, uint32_t targets)
{
    const sampler *s = &a->samplers[c->sampler];
    const gltf_accessor *output = &a->g->accessors[s->output];
    const uint64_t keys = a->g->accessors[s->input].count;
    const uint64_t wanted = keys * (s->curve == QX_KEYFRAME_CUBIC ? 3 : 1) * targets;
    if (output->width != width_of(c->path))
        return fail(a, "samplers", c->sampler, "its output is of another type than its channel");
    if (output->count == wanted) return QX_OK;
    return gltf_fail(a->g, QX_BAD_DATA,
                     "animations[%" PRIu32 "]/samplers[%" PRIu32 "]: %" PRIu32
                     " elements in its output where %" PRIu64 " belong",
                     a->number, c->sampler, output->count, wanted);
}

static qx_result add_tracks(animation *a, const channel *c)
{
    gltf_file *g = a->g;
    const uint32_t meshes = g->arena->model.mesh_count;
    if (gltf_charge(g, meshes, 1) != QX_OK) return g->failed; // many channels look through many
    for (uint32_t i = 0; i < meshes; i++) {
        if (g->mesh_nodes[i] != c->node) continue;
        if (a->tracks[i].count > 0)
            return fail(a, "channels", c->number, "another moves the same weights");
        a->tracks[i] = a->samplers[c->sampler].track;
        a->moves = true;
    }
    return QX_OK;
}

static qx_result read_weight_channel(animation *a, const channel *c)
{
    const gltf_file *g = a->g;
    const uint32_t mesh = g->nodes[c->node].mesh;
    const uint32_t targets = mesh == GLTF_NONE ? 0 : g->meshes[mesh].target_count;
    if (targets == 0)
        return fail(a, "channels", c->number, "weights of a node without morph targets");
    if (check_output(a, c, targets) != QX_OK) return a->g->failed;
    if (read_weights(a, c->sampler, targets) != QX_OK) return a->g->failed;
    if (a->samplers[c->sampler].track.width != targets)
        return fail(a, "channels", c->number, "its sampler moves other weights");
    return add_tracks(a, c);
}

static qx_result read_channel(animation *a, const cJSON *json, uint32_t number)
{
    const cJSON *target = member(json, "target"), *path = member(target, "path");
    channel c = { .number = number, .path = cJSON_IsString(path) ? path->valuestring : "" };
    if (!gltf_index(json, "sampler", a->sampler_count, &c.sampler) || c.sampler == GLTF_NONE)
        return fail(a, "channels", number, "its sampler is not there");
    if (!gltf_index(target, "node", a->g->node_count, &c.node))
        return fail(a, "channels", number, "its node is not there");
    if (a->samplers[c.sampler].track.count == 0 && read_times(a, c.sampler) != QX_OK)
        return a->g->failed;
    const qx_keyframe_track *track = &a->samplers[c.sampler].track;
    const int64_t last = track->times[track->count - 1];
    if (last > a->duration) a->duration = last;
    const bool weights = strcmp(c.path, "weights") == 0;
    a->moves_else = a->moves_else || !weights || c.node == GLTF_NONE;
    if (c.node == GLTF_NONE || width_of(c.path) == 0) return QX_OK; // an extension's
    return weights ? read_weight_channel(a, &c) : check_output(a, &c, 1);
}

static qx_result read_channels(animation *a)
{
    gltf_list list;
    if (gltf_list_objects(a->g, a->json, "channels", &list) != QX_OK) return a->g->failed;
    a->tracks = gltf_take(a->g, a->g->arena->model.mesh_count, sizeof *a->tracks);
    if (!a->tracks) return a->g->failed;
    for (uint32_t i = 0; i < list.count; i++)
        if (read_channel(a, list.items[i], i) != QX_OK) return a->g->failed;
    return QX_OK;
}

// --- clips

static qx_result add_clip(animation *a, qx_model_clip *clip)
{
    const char *name;
    if (gltf_text(a->g, member(a->json, "name"), &name) != QX_OK) return a->g->failed;
    if (!name) {
        char *made = gltf_take(a->g, 16, 1);
        if (!made) return a->g->failed;
        snprintf(made, 16, "clip%" PRIu32, a->number + 1);
        name = made;
    }
    *clip = (qx_model_clip){
        .name = name, .duration = a->duration, .period = a->duration, .tracks = a->tracks
    };
    return QX_OK;
}

static void warn(const animation *a)
{
    if (a->moves && a->moves_else)
        model_warn(a->g->arena, "animations[%" PRIu32 "]: all but weights is left out", a->number);
    if (!a->moves)
        model_warn(a->g->arena, "animations[%" PRIu32 "]: it moves no weights and is left out",
                   a->number);
}

qx_result gltf_read_animations(gltf_file *g)
{
    gltf_list list;
    if (gltf_list_objects(g, g->root, "animations", &list) != QX_OK) return g->failed;
    qx_model_clip *clips = gltf_take(g, list.count, sizeof *clips);
    if (!clips) return g->failed;
    g->arena->model.clips = clips;
    for (uint32_t i = 0; i < list.count; i++) {
        animation a = { .g = g, .number = i, .json = list.items[i] };
        qx_result result = read_samplers(&a);
        if (result == QX_OK) result = read_channels(&a);
        if (result != QX_OK) return result;
        warn(&a);
        if (!a.moves) continue;
        if (add_clip(&a, &clips[g->arena->model.clip_count]) != QX_OK) return g->failed;
        g->arena->model.clip_count++;
    }
    return QX_OK;
}
