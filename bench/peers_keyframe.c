// SPDX-License-Identifier: MIT
#include "peers_keyframe.h"
#include "bench.h"
#include "keyframe_md2.h"

#include <quincunx/keyframe_pose.h>
#include <quincunx/model.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define POSES 10000 // in each of our rounds: about as long as the peer's

typedef struct posing {
    qx_keyframe_keys *keys;
    qx_keyframe_layout to;
    float room[6 * BENCH_MD2_VERTICES];
} posing;

static bool leave_model(const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(QX_PEERS_FOLDER "/model.md2", "wb");
    if (!file) return false;
    const bool written = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && written;
}

static bool pack_model(posing *p, const qx_model *model)
{
    const qx_model_mesh *mesh = &model->meshes[0];
    const size_t floats = 3 * (size_t)mesh->vertex_count;
    const qx_keyframe_keys_desc desc = { .vertex_count = mesh->vertex_count,
                                         .key_count = mesh->key_count,
                                         .storage = QX_KEYFRAME_PACKED,
                                         .normals = true };
    if (mesh->vertex_count > BENCH_MD2_VERTICES ||
        qx_keyframe_keys_create(&desc, &p->keys) != QX_OK)
        return false;
    for (uint32_t key = 0; key < mesh->key_count; key++)
        if (qx_keyframe_keys_set(p->keys, key, mesh->positions + floats * key, 0,
                                 mesh->normals + floats * key, 0, NULL) != QX_OK)
            return false;
    p->to = (qx_keyframe_layout){ .positions = p->room, .normals = p->room + floats };
    return true;
}

void close_poses(void *ours)
{
    posing *p = ours;
    qx_keyframe_keys_destroy(p->keys);
    free(p);
}

void *open_poses(void)
{
    size_t size;
    qx_model *model = NULL;
    posing *p = calloc(1, sizeof *p);
    uint8_t *bytes = bench_md2(&size);
    const bool good = p && bytes && leave_model(bytes, size) &&
                      qx_model_load_memory(bytes, size, NULL, NULL, NULL, &model, NULL) == QX_OK &&
                      pack_model(p, model);
    qx_model_destroy(model);
    free(bytes);
    if (good) return p;
    if (p) close_poses(p);
    return NULL;
}

tally round_poses(void *ours, uint32_t piece)
{
    posing *p = ours;
    const double start = bench_seconds();
    for (uint32_t i = 0; i < POSES; i++) {
        const uint32_t key = (piece * 3 + i) % (BENCH_MD2_FRAMES - 1);
        const float share = (float)(i + 1) / (POSES + 1);
        const qx_keyframe_mix mix = { 2, { key, key + 1 }, { 1.0f - share, share } };
        if (qx_keyframe_pose_build(p->keys, &mix, &p->to, NULL) != QX_OK) return (tally){ 0 };
    }
    return (tally){ POSES, bench_seconds() - start };
}
