// SPDX-License-Identifier: MIT
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_KEYS = 5 };

#define MS (QX_KEYFRAME_SECOND / 1000)

// The article's 0.3 s a key; and a fall that takes longer than being squashed.
static const int64_t two_times[] = { 0, 300 * MS };
static const int64_t five_times[MOST_KEYS] = { 0, 280 * MS, 460 * MS, 640 * MS, 920 * MS };

static const qx_model_clip two = {
    .name = "bounce", .duration = 300 * MS, .period = 600 * MS, .count = 2, .times = two_times
};
static const qx_model_clip five = {
    .name = "squash", .duration = 920 * MS, .period = 920 * MS, .count = 5, .times = five_times
};

typedef struct ball {
    qx_vec3 *positions, *normals;
    uint32_t *indices;
    qx_keyframe_ball_counts counts;
} ball;

static void release(ball *b)
{
    free(b->positions);
    free(b->normals);
    free(b->indices);
}

static qx_result build(const model_options *options, ball *b)
{
    const qx_keyframe_ball_desc desc = { .detail = (uint32_t)options->detail,
                                         .radius = (float)options->radius,
                                         .height =
                                             isnan(options->height) ? 0.0f : (float)options->height,
                                         .squash = (float)options->squash,
                                         .keys = (uint32_t)options->keys };
    b->counts = qx_keyframe_ball_bound(&desc);
    if (b->counts.keys == 0) return QX_BAD_VALUE;
    const size_t places = (size_t)b->counts.vertices * b->counts.keys;
    b->positions = malloc(places * sizeof *b->positions);
    b->normals = malloc(places * sizeof *b->normals);
    b->indices = malloc(b->counts.indices * sizeof *b->indices);
    if (!b->positions || !b->normals || !b->indices) return QX_NO_MEMORY;
    return qx_keyframe_ball_build(&desc, b->positions, b->normals, b->indices);
}

static int write_ball(const model_options *options, const ball *b)
{
    const qx_model_mesh mesh = { .name = "ball",
                                 .kind = QX_MODEL_KEYS,
                                 .vertex_count = b->counts.vertices,
                                 .index_count = b->counts.indices,
                                 .indices = b->indices,
                                 .colour = 0xE88A1AFF,
                                 .key_count = b->counts.keys,
                                 .positions = &b->positions[0].x,
                                 .normals = &b->normals[0].x };
    const qx_model model = { .format = "ball",
                             .mesh_count = 1,
                             .clip_count = 1,
                             .meshes = &mesh,
                             .clips = b->counts.keys == 2 ? &two : &five };
    return model_convert_write(options, &model);
}

int model_ball_write(const model_options *options)
{
    ball b = { 0 };
    const qx_result result = build(options, &b);
    const int status = result == QX_OK
                           ? write_ball(options, &b)
                           : model_complain("the ball", result, &(qx_error){ .code = result });
    release(&b);
    return status;
}
