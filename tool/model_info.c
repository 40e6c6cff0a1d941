// SPDX-License-Identifier: MIT
#include "model.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// --- what is known

typedef struct facts {
    const qx_model *model;
    const char *path;
    uint64_t vertices, triangles;
} facts;

static facts facts_of(const qx_model *model, const char *path)
{
    facts f = { .model = model, .path = path };
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        f.vertices += model->meshes[i].vertex_count;
        f.triangles += model->meshes[i].index_count / 3;
    }
    return f;
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
        print_box(&clip->bounds);
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
    print_box(&f->model->bounds);
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
    print_bounds(&clip->bounds);
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
    print_bounds(&f->model->bounds);
    fputs(",\n", stdout);
    print_lists(f);
    puts("}");
}

void model_info_print(const model_options *options, const qx_model *model)
{
    const facts f = facts_of(model, options->input);
    if (options->json)
        print_json(&f);
    else
        print_words(&f);
}
