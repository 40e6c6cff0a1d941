// SPDX-License-Identifier: MIT
#include "model.h"

#include "machine.h"

#include <inttypes.h>
#include <math.h>
#include <quincunx/file.h>
#include <quincunx/obj.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES (180.0 / 3.14159265358979323846)

// What is written: the model as it is, one clip of it, or what it was baked into.
typedef struct job {
    const model_options *options;
    uint32_t clip; // of options->clip
    qx_model shown;
    qx_model_clip one;
    qx_model *baked; // NULL: none
    qx_model_cost cost;
    uint64_t bytes; // 0: not counted
} job;

// --- what to write

static bool has(const qx_model *model, qx_model_kind kind)
{
    for (uint32_t i = 0; i < model->mesh_count; i++)
        if (model->meshes[i].kind == kind) return true;
    return false;
}

// Keys outside a clip are only left behind by baking; other formats than glb take one mesh of keys.
static bool must_bake(const job *j, const qx_model *model)
{
    if (!isnan(j->options->frames)) return true;
    if (j->options->clip && has(model, QX_MODEL_KEYS)) return true;
    return j->options->format != MODEL_GLB &&
           (model->mesh_count != 1 || has(model, QX_MODEL_MORPH) || j->options->clip);
}

// Keys a second; 0: keys stay. MD2 is played at 10, and series are read so.
static double frames_of(const job *j, const qx_model *model)
{
    if (!isnan(j->options->frames)) return j->options->frames;
    return has(model, QX_MODEL_MORPH) ? 10.0 : 0.0;
}

// Rather than be ended by a system that gave memory which it does not have.
static int check_memory(const job *j, const qx_model *model, double frames)
{
    double keys = 0.0, vertices = 0.0;
    for (uint32_t i = 0; i < model->clip_count; i++) {
        const qx_model_clip *clip = &model->clips[i];
        if (j->options->clip && i != j->clip) continue;
        const int64_t length = j->options->repeats ? clip->period : clip->duration;
        keys += frames > 0.0 ? 1.0 + (double)length / (double)QX_KEYFRAME_SECOND * frames
                             : (double)clip->count;
    }
    for (uint32_t i = 0; i < model->mesh_count; i++)
        vertices += (double)model->meshes[i].vertex_count;
    const double wanted = 24.0 * keys * vertices, here = machine_memory();
    if (here <= 0.0 || wanted <= here) return EXIT_DONE;
    fprintf(stderr,
            "qx model: %.4g keys of %.0f vertices want about %.3g GB of memory: too many for here: "
            "see --fps and --clip\n",
            keys, vertices, wanted * 1e-9);
    return EXIT_BAD_INPUT;
}

static int bake(job *j, const qx_model *model)
{
    const qx_model_bake bake = { .clip = j->options->clip ? j->clip + 1 : 0,
                                 .frames = frames_of(j, model),
                                 .curve = (qx_keyframe_curve)j->options->curve,
                                 .repeats = j->options->repeats };
    qx_error error = { 0 };
    const int status = check_memory(j, model, bake.frames);
    if (status != EXIT_DONE) return status;
    const qx_result result = qx_model_bake_keys(model, &bake, NULL, &j->baked, &error);
    if (result != QX_OK) return model_complain(model_output_name(j->options), result, &error);
    model_say_warnings(j->options, model_output_name(j->options), j->baked);
    j->shown = *j->baked;
    return EXIT_DONE;
}

static int choose(job *j, const qx_model *model)
{
    const int status = model_find_clip(j->options, model, &j->clip);
    if (status != EXIT_DONE) return status;
    if (must_bake(j, model)) return bake(j, model);
    j->shown = *model;
    if (!j->options->clip) return EXIT_DONE;
    j->one = model->clips[j->clip];
    j->shown.clips = &j->one;
    j->shown.clip_count = 1;
    return EXIT_DONE;
}

// --- writing

static qx_result save_bytes(job *j, uint8_t *bytes, size_t size, qx_error *error)
{
    const qx_result result = qx_file_save(j->options->output, bytes, size, error);
    free(bytes);
    j->bytes = size;
    return result;
}

// What the file's readers will find odd, such as more than games take.
static void say_oddities(const job *j, const uint8_t *bytes, size_t size)
{
    qx_model *again;
    if (j->options->quiet) return;
    if (qx_model_load_memory(bytes, size, NULL, NULL, NULL, &again, NULL) != QX_OK) return;
    model_say_warnings(j->options, model_output_name(j->options), again);
    qx_model_destroy(again);
}

static qx_result save_md2(job *j, qx_error *error)
{
    uint8_t *bytes;
    size_t size;
    const qx_result result = qx_model_save_md2(&j->shown, NULL, &bytes, &size, &j->cost, error);
    if (result != QX_OK) return result;
    if ((double)j->cost.position_error > j->options->max_error) { // false for NAN
        free(bytes);
        snprintf(error->message, sizeof error->message,
                 "8 bits an axis move a vertex by %.4g, more than the --max-error of %.4g",
                 (double)j->cost.position_error, j->options->max_error);
        return QX_TOO_LARGE;
    }
    say_oddities(j, bytes, size);
    return save_bytes(j, bytes, size, error);
}

static qx_result save_glb(job *j, qx_error *error)
{
    uint8_t *bytes;
    size_t size;
    const float most = isnan(j->options->max_error) ? 0.0f : (float)j->options->max_error;
    const qx_result result =
        qx_model_save_gltf(&j->shown, most, NULL, &bytes, &size, &j->cost, error);
    return result == QX_OK ? save_bytes(j, bytes, size, error) : result;
}

static bool is_series(const job *j)
{
    return j->options->format == MODEL_OBJ && j->shown.meshes[0].key_count > 1;
}

static qx_result save_obj(job *j, qx_error *error)
{
    const qx_model_mesh *mesh = &j->shown.meshes[0];
    const bool standard = strcmp(j->options->output, "-") == 0;
    if (is_series(j) && !standard)
        return qx_model_save_obj_series(&j->shown, j->options->output, NULL, error);
    if (is_series(j)) {
        snprintf(error->message, sizeof error->message,
                 "%" PRIu32 " keys are as many files, which do not fit there: see --clip, or `qx "
                 "model pose`",
                 mesh->key_count);
        return QX_BAD_VALUE;
    }
    const qx_mesh still = { .name = mesh->name && mesh->name[0] ? mesh->name : NULL,
                            .vertex_count = mesh->vertex_count,
                            .positions = mesh->positions,
                            .normals = mesh->flat ? NULL : mesh->normals,
                            .texture_places = mesh->texture_places,
                            .indices = mesh->indices,
                            .index_count = mesh->index_count };
    const qx_mesh_set set = { .meshes = &still, .count = 1, .axes = QX_MESH_Y_UP };
    return qx_obj_save_file(&set, j->options->output, NULL, error);
}

static qx_result save(job *j, qx_error *error)
{
    if (j->options->format == MODEL_MD2) return save_md2(j, error);
    return j->options->format == MODEL_GLB ? save_glb(j, error) : save_obj(j, error);
}

// --- what is said

// Keys a second, for formats that do not know; 0: uneven ones, or none.
static double pace_of(const qx_model *model)
{
    int64_t step = 0;
    for (uint32_t i = 0; i < model->clip_count; i++) {
        const qx_model_clip *clip = &model->clips[i];
        for (uint32_t k = 1; clip->times && k < clip->count; k++) {
            const int64_t own = clip->times[k] - clip->times[k - 1];
            if (step == 0) step = own;
            if (own <= 0 || llabs(own - step) > step / 100) return 0.0;
        }
    }
    return step > 0 ? (double)QX_KEYFRAME_SECOND / (double)step : 0.0;
}

static void say_count(const char *before, uint64_t count, const char *what)
{
    fprintf(stderr, "%s%" PRIu64 " %s%s", before, count, what, count == 1 ? "" : "s");
}

static void report_counts(const job *j)
{
    uint64_t triangles = 0, keys = 0, targets = 0;
    for (uint32_t i = 0; i < j->shown.mesh_count; i++) {
        const qx_model_mesh *mesh = &j->shown.meshes[i];
        triangles += mesh->index_count / 3;
        targets += mesh->target_count;
        if (mesh->kind == QX_MODEL_KEYS) keys += mesh->key_count;
    }
    fputs("qx model: ", stderr);
    say_count("", j->shown.clip_count, "clip");
    if (keys > 0) say_count(", ", keys, "key");
    if (targets > 0) say_count(", ", targets, "target");
    say_count(", ", triangles, "triangle");
    if (keys == 0 || j->options->format == MODEL_GLB) return;
    const double pace = pace_of(&j->shown);
    if (pace > 0.0)
        fprintf(stderr, ", for %.4g keys a second", pace);
    else if (j->shown.clip_count > 0)
        fputs(", of uneven times, which the format does not know", stderr);
}

static void report(const job *j)
{
    if (j->options->quiet) return;
    report_counts(j);
    if (j->bytes > 0) fprintf(stderr, ", %" PRIu64 " bytes", j->bytes);
    if (j->options->format == MODEL_OBJ)
        fputs("; exact", stderr);
    else
        fprintf(stderr, "; at most %.4g off, normals %.3g degrees, texture places %.3g",
                (double)j->cost.position_error, (double)j->cost.normal_error * DEGREES,
                (double)j->cost.texture_error);
    if (is_series(j)) {
        const char *path = j->options->output, *dot = strrchr(path, '.');
        const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
        const int stem = (int)(dot && dot > name ? dot - path : (ptrdiff_t)strlen(path));
        fprintf(stderr, ": %.*s_0001%s to _%04" PRIu32 "\n", stem, path, path + stem,
                j->shown.meshes[0].key_count);
    } else {
        fprintf(stderr, ": %s\n", model_output_name(j->options));
    }
}

int model_convert_write(const model_options *options, const qx_model *model)
{
    job j = { .options = options };
    qx_error error = { 0 };
    int status = choose(&j, model);
    if (status == EXIT_DONE) {
        const qx_result result = save(&j, &error);
        if (result == QX_OK)
            report(&j);
        else
            status = model_complain(model_output_name(options), result, &error);
    }
    qx_model_destroy(j.baked);
    return status;
}
