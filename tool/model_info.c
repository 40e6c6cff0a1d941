// SPDX-License-Identifier: MIT
#include "model.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- bounds

static void widen(qx_keyframe_box *box, const qx_keyframe_box *other, bool first)
{
    if (first) *box = *other;
    if (other->low.x < box->low.x) box->low.x = other->low.x;
    if (other->low.y < box->low.y) box->low.y = other->low.y;
    if (other->low.z < box->low.z) box->low.z = other->low.z;
    if (other->high.x > box->high.x) box->high.x = other->high.x;
    if (other->high.y > box->high.y) box->high.y = other->high.y;
    if (other->high.z > box->high.z) box->high.z = other->high.z;
}

// A morphing mesh at weights that are tried one after the other.
typedef struct trial {
    const qx_model_mesh *mesh;
    qx_keyframe_morph *morph;
    float *weights, *positions;
    qx_keyframe_box *box;
    bool any;
} trial;

static float value_of(const qx_keyframe_track *track, uint32_t key, uint32_t part, uint32_t target)
{
    const size_t parts = track->curve == QX_KEYFRAME_CUBIC ? 3 : 1;
    return track->values[(key * parts + part) * track->width + target];
}

static void try_weights(trial *t)
{
    const qx_keyframe_layout out = { .positions = t->positions };
    if (qx_keyframe_morph_build(t->morph, t->weights, &out) != QX_OK) return;
    const qx_keyframe_box pose = qx_keyframe_pose_bounds(t->positions, 12, t->mesh->vertex_count);
    widen(t->box, &pose, !t->any);
    t->any = true;
}

static void try_key(trial *t, const qx_keyframe_track *track, uint32_t key)
{
    const uint32_t part = track->curve == QX_KEYFRAME_CUBIC ? 1 : 0;
    for (uint32_t i = 0; i < track->width; i++) t->weights[i] = value_of(track, key, part, i);
    try_weights(t);
}

static float within(double weight, double most)
{
    return (float)(weight < -most ? -most : weight > most ? most : weight);
}

// A control point of the Bezier curve that the Hermite curve is on one side of a key: what lies
// between two keys lies within their control points.
static void try_tangent(trial *t, const qx_keyframe_track *track, uint32_t key, bool out)
{
    const uint32_t from = out ? key : key - 1;
    const double third =
        (double)(track->times[from + 1] - track->times[from]) / (3.0 * QX_KEYFRAME_SECOND);
    for (uint32_t i = 0; i < track->width; i++) {
        const double tangent = (double)value_of(track, key, out ? 2 : 0, i);
        const double value = (double)value_of(track, key, 1, i);
        t->weights[i] = within(value + (out ? third : -third) * tangent, 1e6);
    }
    try_weights(t);
}

static void try_track(trial *t, const qx_keyframe_track *track)
{
    for (uint32_t key = 0; key < track->count; key++) {
        try_key(t, track, key);
        if (track->curve != QX_KEYFRAME_CUBIC) continue;
        if (key > 0) try_tangent(t, track, key, false);
        if (key + 1 < track->count) try_tangent(t, track, key, true);
    }
}

static void try_still(trial *t)
{
    for (uint32_t i = 0; i < t->mesh->target_count; i++)
        t->weights[i] = t->mesh->weights ? t->mesh->weights[i] : 0.0f;
    try_weights(t);
}

// Poses are linear in the weights: with straight ones the farthest are at keys.
static bool bound_morph(const qx_model_mesh *mesh, const qx_keyframe_track *track,
                        qx_keyframe_box *box)
{
    const qx_keyframe_morph_desc desc = { .vertex_count = mesh->vertex_count,
                                          .target_count = mesh->target_count,
                                          .positions = mesh->positions,
                                          .targets = mesh->targets };
    trial t = { .mesh = mesh, .box = box };
    t.weights = malloc(((size_t)mesh->target_count + 1) * sizeof *t.weights);
    t.positions = malloc((size_t)mesh->vertex_count * 3 * sizeof *t.positions);
    const bool good =
        t.weights && t.positions && qx_keyframe_morph_create(&desc, &t.morph) == QX_OK;
    if (good && track && track->count > 0)
        try_track(&t, track);
    else if (good)
        try_still(&t);
    qx_keyframe_morph_destroy(t.morph);
    free(t.weights);
    free(t.positions);
    return good;
}

static void bound_keys(const qx_model_mesh *mesh, const qx_model_clip *clip, qx_keyframe_box *box)
{
    const bool keys = clip && mesh->kind == QX_MODEL_KEYS;
    const uint32_t first = keys ? clip->first : 0, count = keys ? clip->count : 1;
    for (uint32_t i = 0; i < count; i++) {
        const size_t at = 3 * ((size_t)first + i) * mesh->vertex_count;
        const qx_keyframe_box key =
            qx_keyframe_pose_bounds(mesh->positions + at, 12, mesh->vertex_count);
        widen(box, &key, i == 0);
    }
}

// Of all meshes in one clip; in none where `clip` is NULL.
static bool bound_clip(const qx_model *model, const qx_model_clip *clip, qx_keyframe_box *box)
{
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        const qx_model_mesh *mesh = &model->meshes[i];
        qx_keyframe_box own = { 0 };
        if (mesh->kind == QX_MODEL_MORPH) {
            if (!bound_morph(mesh, clip && clip->tracks ? &clip->tracks[i] : NULL, &own))
                return false;
        } else {
            bound_keys(mesh, clip, &own);
        }
        widen(box, &own, i == 0);
    }
    return true;
}

// --- what is known

typedef struct facts {
    const qx_model *model;
    const char *path;
    qx_keyframe_box all, *clips;
    uint64_t vertices, triangles;
} facts;

static bool find_facts(facts *f)
{
    const qx_model *model = f->model;
    f->clips = calloc(model->clip_count + 1, sizeof *f->clips);
    if (!f->clips) return false;
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        f->vertices += model->meshes[i].vertex_count;
        f->triangles += model->meshes[i].index_count / 3;
    }
    if (model->clip_count == 0) return bound_clip(model, NULL, &f->all);
    for (uint32_t i = 0; i < model->clip_count; i++) {
        if (!bound_clip(model, &model->clips[i], &f->clips[i])) return false;
        widen(&f->all, &f->clips[i], i == 0);
    }
    return true;
}

// Of tracks, the longest's.
static uint32_t keys_of(const qx_model *model, const qx_model_clip *clip)
{
    uint32_t most = clip->count;
    for (uint32_t i = 0; clip->tracks && i < model->mesh_count; i++)
        if (clip->tracks[i].count > most) most = clip->tracks[i].count;
    return most;
}

static double seconds_of(int64_t ticks)
{
    return (double)ticks / (double)QX_KEYFRAME_SECOND;
}

// Whether a picture lies beside the model. Names that lead out of its folder are not looked for.
static bool is_there(const facts *f, const char *skin)
{
    const char *slash = strrchr(f->path, '/');
    const int folder = slash ? (int)(slash + 1 - f->path) : 0;
    char path[4096];
    if (skin[0] == '/' || strstr(skin, "..") || strcmp(f->path, "-") == 0) return false;
    const int length = snprintf(path, sizeof path, "%.*s%s", folder, f->path, skin);
    FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "rb") : NULL;
    if (file) fclose(file);
    return file != NULL;
}

// --- words

static void print_box(const qx_keyframe_box *box)
{
    printf("%.6g %.6g %.6g to %.6g %.6g %.6g", (double)box->low.x, (double)box->low.y,
           (double)box->low.z, (double)box->high.x, (double)box->high.y, (double)box->high.z);
}

static void print_meshes(const facts *f)
{
    for (uint32_t i = 0; i < f->model->mesh_count; i++) {
        const qx_model_mesh *mesh = &f->model->meshes[i];
        printf("%-16s\"%s\": %" PRIu32 " vertices, %" PRIu32 " triangles", i == 0 ? "meshes" : "",
               mesh->name ? mesh->name : "", mesh->vertex_count, mesh->index_count / 3);
        if (mesh->kind == QX_MODEL_KEYS) printf(", %" PRIu32 " keys", mesh->key_count);
        if (mesh->kind == QX_MODEL_MORPH)
            printf(", %" PRIu32 " target%s", mesh->target_count,
                   mesh->target_count == 1 ? "" : "s");
        if (mesh->flat) fputs(", flat", stdout);
        if (mesh->skin) printf(", skin \"%s\"", mesh->skin);
        putchar('\n');
    }
}

static void print_clips(const facts *f)
{
    if (f->model->clip_count == 0) printf("%-16snone: it stands still\n", "clips");
    for (uint32_t i = 0; i < f->model->clip_count; i++) {
        const qx_model_clip *clip = &f->model->clips[i];
        const uint32_t keys = keys_of(f->model, clip);
        printf("%-16s%-4" PRIu32 "%-16s %4" PRIu32 " key%s %6.6g s, repeated %6.6g s, from ",
               i == 0 ? "clips" : "", i + 1, clip->name, keys, keys == 1 ? ", " : "s,",
               seconds_of(clip->duration), seconds_of(clip->period));
        print_box(&f->clips[i]);
        putchar('\n');
    }
}

static void print_words(const facts *f)
{
    const qx_model *model = f->model;
    printf("%-16s%s\n", "file", model->format);
    printf("%-16s%" PRIu64 " vertices, %" PRIu64 " triangles, %zu bytes of memory\n", "size",
           f->vertices, f->triangles, model->bytes);
    printf("%-16s", "bounds");
    print_box(&f->all);
    putchar('\n');
    print_meshes(f);
    print_clips(f);
    for (uint32_t i = 0; i < model->skin_count; i++)
        printf("%-16s%s%s\n", i == 0 ? "skins" : "", model->skins[i],
               is_there(f, model->skins[i]) ? "" : " (not found)");
    for (uint32_t i = 0; i < model->warning_count; i++)
        printf("%-16s%s\n", i == 0 ? "notes" : "", model->warnings[i].text);
}

// --- JSON

static void print_text(const char *text)
{
    putchar('"');
    for (; text && *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (byte < ' ')
            printf("\\u%04x", (unsigned)byte);
        else
            printf("%s%c", byte == '"' || byte == '\\' ? "\\" : "", *text);
    }
    putchar('"');
}

static void print_field(const char *name, const char *text)
{
    printf("\"%s\": ", name);
    print_text(text);
}

static void print_bounds(const qx_keyframe_box *box)
{
    printf("\"low\": [%.9g, %.9g, %.9g], \"high\": [%.9g, %.9g, %.9g]", (double)box->low.x,
           (double)box->low.y, (double)box->low.z, (double)box->high.x, (double)box->high.y,
           (double)box->high.z);
}

static void print_mesh(const qx_model_mesh *mesh)
{
    static const char *const kinds[] = { "still", "keys", "morph" };
    fputs("{ ", stdout);
    print_field("name", mesh->name);
    printf(", \"kind\": \"%s\", \"vertices\": %" PRIu32 ", \"triangles\": %" PRIu32
           ", \"keys\": %" PRIu32 ", \"flat\": %s, \"textured\": %s, \"targets\": [",
           kinds[mesh->kind], mesh->vertex_count, mesh->index_count / 3, mesh->key_count,
           mesh->flat ? "true" : "false", mesh->texture_places ? "true" : "false");
    for (uint32_t i = 0; i < mesh->target_count; i++) {
        if (i > 0) fputs(", ", stdout);
        print_text(mesh->target_names ? mesh->target_names[i] : "");
    }
    fputs("], \"skin\": ", stdout);
    if (mesh->skin)
        print_text(mesh->skin);
    else
        fputs("null", stdout);
    fputs(" }", stdout);
}

static void print_clip(const facts *f, uint32_t number)
{
    const qx_model_clip *clip = &f->model->clips[number];
    fputs("{ ", stdout);
    print_field("name", clip->name);
    printf(", \"keys\": %" PRIu32 ", \"seconds\": %.17g, \"repeated\": %.17g, ",
           keys_of(f->model, clip), seconds_of(clip->duration), seconds_of(clip->period));
    print_bounds(&f->clips[number]);
    fputs(" }", stdout);
}

static void print_lists(const facts *f)
{
    const qx_model *model = f->model;
    fputs("\"meshes\": [", stdout);
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", stdout);
        print_mesh(&model->meshes[i]);
    }
    fputs("],\n\"clips\": [", stdout);
    for (uint32_t i = 0; i < model->clip_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", stdout);
        print_clip(f, i);
    }
    fputs("],\n\"skins\": [", stdout);
    for (uint32_t i = 0; i < model->skin_count; i++) {
        fputs(i > 0 ? ", { " : "{ ", stdout);
        print_field("name", model->skins[i]);
        printf(", \"found\": %s }", is_there(f, model->skins[i]) ? "true" : "false");
    }
    fputs("],\n\"warnings\": [", stdout);
    for (uint32_t i = 0; i < model->warning_count; i++) {
        fputs(i > 0 ? ",\n" : "\n", stdout);
        print_text(model->warnings[i].text);
    }
    puts("]");
}

static void print_json(const facts *f)
{
    fputs("{\n", stdout);
    print_field("format", f->model->format);
    printf(",\n\"vertices\": %" PRIu64 ",\n\"triangles\": %" PRIu64 ",\n\"bytes\": %zu,\n",
           f->vertices, f->triangles, f->model->bytes);
    print_bounds(&f->all);
    fputs(",\n", stdout);
    print_lists(f);
    puts("}");
}

int model_info_print(const model_options *options, const qx_model *model)
{
    facts f = { .model = model, .path = options->input };
    const bool found = find_facts(&f);
    if (!found)
        fputs("qx model: out of memory\n", stderr);
    else if (options->json)
        print_json(&f);
    else
        print_words(&f);
    free(f.clips);
    return found ? EXIT_DONE : EXIT_BAD_INPUT;
}
