// SPDX-License-Identifier: MIT
// The article's ball, and two richer ones, as a model of one mesh and three clips:
//
//   bounce  two keys, to and fro, 0.3 s a key
//   squash  five: up, stretched by its fall, flat on the floor, stretched, up
//   wobble  two: pressed flat, then let go, once
#include "model_room.h"

#include <stdlib.h>

enum { DETAIL = 3, BOUNCE = 0, SQUASH = 2, WOBBLE = 7, KEYS = 9 };

#define MS (QX_KEYFRAME_SECOND / 1000)

typedef struct model_ball {
    qx_model model;
    qx_model_mesh mesh;
    qx_vec3 *positions, *normals;
    uint32_t *indices;
} model_ball;

static const int64_t bounce_times[] = { 0, 300 * MS };
static const int64_t squash_times[] = { 0, 280 * MS, 460 * MS, 640 * MS, 920 * MS };
static const int64_t wobble_times[] = { 0, 1600 * MS };

static const qx_model_clip clips[MODEL_BALL_CLIPS] = {
    { .name = "bounce",
      .duration = 300 * MS,
      .period = 600 * MS,
      .first = BOUNCE,
      .count = 2,
      .times = bounce_times },
    { .name = "squash",
      .duration = 920 * MS,
      .period = 920 * MS,
      .first = SQUASH,
      .count = 5,
      .times = squash_times },
    { .name = "wobble",
      .duration = 1600 * MS,
      .period = 2000 * MS,
      .first = WOBBLE,
      .count = 2,
      .times = wobble_times },
};

static const uint8_t loops[MODEL_BALL_CLIPS] = { QX_KEYFRAME_PING_PONG, QX_KEYFRAME_REPEAT,
                                                 QX_KEYFRAME_ONCE };

// Gravity: quicker and quicker down, and the same backward up.
static const uint8_t eases[KEYS] = { QX_EASE_IN_QUAD,  QX_EASE_LINEAR,      QX_EASE_IN_QUAD,
                                     QX_EASE_OUT_QUAD, QX_EASE_IN_QUAD,     QX_EASE_OUT_QUAD,
                                     QX_EASE_LINEAR,   QX_EASE_OUT_ELASTIC, QX_EASE_LINEAR };

const qx_model *model_ball_model(const model_ball *ball)
{
    return &ball->model;
}

const uint8_t *model_ball_loops(void)
{
    return loops;
}

const uint8_t *model_ball_eases(void)
{
    return eases;
}

static bool fill(model_ball *b, uint32_t vertices)
{
    const qx_keyframe_ball_desc bounce = { .detail = DETAIL },
                                squash = { .detail = DETAIL, .keys = 5 };
    const qx_keyframe_ball_desc wobble = { .detail = DETAIL, .height = 1.0f, .squash = 0.5f };
    qx_vec3 *p = b->positions, *n = b->normals;
    const size_t count = vertices;
    bool good = qx_keyframe_ball_build(&bounce, p, n, b->indices) == QX_OK;
    good &= qx_keyframe_ball_build(&squash, p + SQUASH * count, n + SQUASH * count, b->indices) ==
            QX_OK;
    good &= qx_keyframe_ball_build(&wobble, p + WOBBLE * count, n + WOBBLE * count, b->indices) ==
            QX_OK;
    for (size_t i = WOBBLE * count; i < (WOBBLE + 1) * count; i++) { // it is let go: flat first
        const qx_vec3 place = p[i], normal = n[i];
        p[i] = p[i + count];
        n[i] = n[i + count];
        p[i + count] = place;
        n[i + count] = normal;
    }
    return good;
}

static void describe(model_ball *b, const qx_keyframe_ball_counts *counts)
{
    b->mesh = (qx_model_mesh){ .name = "ball",
                               .kind = QX_MODEL_KEYS,
                               .vertex_count = counts->vertices,
                               .index_count = counts->indices,
                               .indices = b->indices,
                               .colour = 0xE88A1AFF,
                               .key_count = KEYS,
                               .positions = &b->positions[0].x,
                               .normals = &b->normals[0].x };
    b->model = (qx_model){ .format = "ball",
                           .mesh_count = 1,
                           .clip_count = MODEL_BALL_CLIPS,
                           .meshes = &b->mesh,
                           .clips = clips,
                           .bounds = qx_keyframe_pose_bounds(&b->positions[0].x, 12,
                                                             KEYS * counts->vertices) };
}

model_ball *model_ball_create(void)
{
    const qx_keyframe_ball_counts counts =
        qx_keyframe_ball_bound(&(qx_keyframe_ball_desc){ .detail = DETAIL });
    model_ball *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->positions = malloc(KEYS * counts.vertices * sizeof *b->positions);
    b->normals = malloc(KEYS * counts.vertices * sizeof *b->normals);
    b->indices = malloc(counts.indices * sizeof *b->indices);
    if (!b->positions || !b->normals || !b->indices || !fill(b, counts.vertices)) {
        model_ball_destroy(b);
        return NULL;
    }
    describe(b, &counts);
    return b;
}

void model_ball_destroy(model_ball *b)
{
    if (!b) return;
    free(b->positions);
    free(b->normals);
    free(b->indices);
    free(b);
}
