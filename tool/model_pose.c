// SPDX-License-Identifier: MIT
#include "model.h"

#include <inttypes.h>
#include <quincunx/file.h>
#include <quincunx/obj.h>
#include <quincunx/ply.h>
#include <quincunx/stl.h>
#include <stdio.h>
#include <stdlib.h>

// A pose is a model that stands still; its arrays are new, all else is the model's that it is of.
typedef struct pose {
    const model_options *options;
    const qx_model *model;
    uint32_t clip;
    double place; // ticks
    qx_model_mesh *meshes;
    qx_mesh *described;
    float *values; // positions and normals of one mesh after another
    uint64_t vertices, triangles;
} pose;

static void release(pose *p)
{
    free(p->meshes);
    free(p->described);
    free(p->values);
}

static bool take_memory(pose *p)
{
    for (uint32_t i = 0; i < p->model->mesh_count; i++) {
        p->vertices += p->model->meshes[i].vertex_count;
        p->triangles += p->model->meshes[i].index_count / 3;
    }
    p->meshes = calloc(p->model->mesh_count, sizeof *p->meshes);
    p->described = calloc(p->model->mesh_count, sizeof *p->described);
    p->values = calloc(p->vertices, 6 * sizeof *p->values);
    return p->meshes && p->described && p->values;
}

// Clips without a duration stand at 0.
static void find_place(pose *p)
{
    if (p->model->clip_count == 0) return;
    const qx_model_clip *clip = &p->model->clips[p->clip];
    const qx_keyframe_loop loop = (qx_keyframe_loop)p->options->loop;
    qx_keyframe_clock clock;
    qx_keyframe_clock_start(&clock, loop,
                            loop == QX_KEYFRAME_REPEAT ? clip->period : clip->duration, 0);
    p->place = qx_keyframe_clock_sample(&clock, qx_keyframe_ticks(p->options->time)).place;
}

static qx_result build_mesh(pose *p, uint32_t number, float *values)
{
    const qx_model_mesh *from = &p->model->meshes[number];
    const qx_keyframe_layout out = { .positions = values,
                                     .normals = values + 3 * (size_t)from->vertex_count };
    const qx_result result =
        qx_model_pose(p->model, number, p->clip, p->place, (qx_keyframe_curve)p->options->curve,
                      p->options->loop == QX_KEYFRAME_REPEAT, &out);
    qx_model_mesh *to = &p->meshes[number];
    *to = *from;
    to->kind = QX_MODEL_STILL;
    to->key_count = 1;
    to->positions = out.positions;
    to->normals = out.normals;
    to->key_names = to->target_names = NULL;
    to->target_count = 0;
    to->targets = NULL;
    to->weights = NULL;
    p->described[number] = (qx_mesh){ .name = to->name && to->name[0] ? to->name : NULL,
                                      .vertex_count = to->vertex_count,
                                      .positions = to->positions,
                                      .normals = to->flat ? NULL : to->normals,
                                      .texture_places = to->texture_places,
                                      .indices = to->indices,
                                      .index_count = to->index_count,
                                      .colour = to->colour };
    return result;
}

static qx_result build(pose *p)
{
    float *values = p->values;
    find_place(p);
    for (uint32_t i = 0; i < p->model->mesh_count; i++) {
        const qx_result result = build_mesh(p, i, values);
        if (result != QX_OK) return result;
        values += 6 * (size_t)p->model->meshes[i].vertex_count;
    }
    return QX_OK;
}

// --- writing

// As a model, so that its pictures stay named.
static qx_result save_glb(const pose *p, qx_error *error)
{
    qx_model still = *p->model;
    uint8_t *bytes;
    size_t size;
    still.meshes = p->meshes;
    still.clips = NULL;
    still.clip_count = 0;
    qx_result result = qx_model_save_gltf(&still, 0.0f, NULL, &bytes, &size, NULL, error);
    if (result != QX_OK) return result;
    result = qx_file_save(p->options->output, bytes, size, error);
    free(bytes);
    return result;
}

static qx_result save(const pose *p, qx_error *error)
{
    const qx_mesh_set set = { .meshes = p->described,
                              .count = p->model->mesh_count,
                              .axes = QX_MESH_Y_UP };
    const char *path = p->options->output;
    switch ((model_format)p->options->format) {
    case MODEL_STL: return qx_stl_save_file(&set, path, NULL, error);
    case MODEL_PLY: return qx_ply_save_file(&set, path, NULL, error);
    case MODEL_OBJ: return qx_obj_save_file(&set, path, NULL, error);
    case MODEL_GLB:
    case MODEL_MD2:
    case MODEL_BY_NAME: break;
    }
    return save_glb(p, error);
}

static void report(const pose *p)
{
    if (p->options->quiet) return;
    fputs("qx model: ", stderr);
    if (p->model->clip_count > 0) {
        const qx_model_clip *clip = &p->model->clips[p->clip];
        fprintf(stderr, "\"%s\" at %.6g s of %.6g s, ", clip->name,
                p->place / (double)QX_KEYFRAME_SECOND,
                (double)(p->options->loop == QX_KEYFRAME_REPEAT ? clip->period : clip->duration) /
                    (double)QX_KEYFRAME_SECOND);
    } else {
        fputs("there is no clip, it stands still; ", stderr);
    }
    fprintf(stderr, "%" PRIu64 " vertices, %" PRIu64 " triangles: %s\n", p->vertices, p->triangles,
            model_output_name(p->options));
}

int model_pose_write(const model_options *options, const qx_model *model)
{
    pose p = { .options = options, .model = model };
    qx_error error = { 0 };
    int status = model_find_clip(options, model, &p.clip);
    if (status != EXIT_DONE) return status;
    qx_result result = take_memory(&p) ? build(&p) : QX_NO_MEMORY;
    if (result == QX_OK) result = save(&p, &error);
    if (result == QX_OK)
        report(&p);
    else
        status = model_complain(model_output_name(options), result, &error);
    release(&p);
    return status;
}
