// SPDX-License-Identifier: MIT
// Writes models of every kind as .glb files into a folder, for the validator: the two balls, a ball
// that only its top moves, one without normals, and any files named behind it.

#include <quincunx/file.h>
#include <quincunx/model.h>
#include <quincunx/png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char skin[] = "skin of a ball.png";

static bool write(const char *folder, const char *name, const qx_model *model, float max_error)
{
    char path[1024];
    uint8_t *bytes;
    size_t size;
    qx_error error;
    snprintf(path, sizeof path, "%s/model_%s.glb", folder, name);
    if (qx_model_save_gltf(model, max_error, NULL, &bytes, &size, NULL, &error) != QX_OK ||
        qx_file_save(path, bytes, size, &error) != QX_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return false;
    }
    free(bytes);
    return true;
}

// --- balls

typedef struct ball {
    qx_keyframe_ball_counts counts;
    qx_vec3 *positions, *normals;
    qx_vec2 *places;
    uint32_t *indices;
    qx_model_mesh mesh;
} ball;

static bool make_ball(ball *b, uint32_t detail, uint32_t keys)
{
    const qx_keyframe_ball_desc desc = { .detail = detail, .keys = keys > 1 ? keys : 2 };
    b->counts = qx_keyframe_ball_bound(&desc);
    const size_t places = (size_t)b->counts.vertices * b->counts.keys;
    b->positions = calloc(places, sizeof *b->positions);
    b->normals = calloc(places, sizeof *b->normals);
    b->places = calloc(b->counts.vertices, sizeof *b->places);
    b->indices = calloc(b->counts.indices, sizeof *b->indices);
    if (!b->positions || !b->normals || !b->places || !b->indices) return false;
    if (qx_keyframe_ball_build(&desc, b->positions, b->normals, b->indices) != QX_OK) return false;
    for (uint32_t i = 0; i < b->counts.vertices; i++)
        b->places[i] = (qx_vec2){ b->normals[i].x / 2 + 0.5f, b->normals[i].y / 2 + 0.5f };
    b->mesh = (qx_model_mesh){ .name = "ball \"\xC3\xA4\"",
                               .kind = keys > 1 ? QX_MODEL_KEYS : QX_MODEL_STILL,
                               .vertex_count = b->counts.vertices,
                               .index_count = b->counts.indices,
                               .indices = b->indices,
                               .texture_places = &b->places[0].x,
                               .colour = 0xFF7F3FC0,
                               .skin = skin,
                               .key_count = keys,
                               .positions = &b->positions[0].x,
                               .normals = &b->normals[0].x };
    return true;
}

static void give_back(ball *b)
{
    free(b->positions);
    free(b->normals);
    free(b->places);
    free(b->indices);
}

static bool write_ball(const char *folder, const char *name, uint32_t detail, uint32_t keys,
                       float max_error)
{
    static const int64_t times[] = { 0, 1, 2, QX_KEYFRAME_SECOND, QX_KEYFRAME_SECOND * 3 };
    static const char *const skins[] = { "no picture.pcx", skin };
    ball b = { .positions = NULL };
    bool done = make_ball(&b, detail, keys);
    const qx_model_clip clips[] = {
        { .name = "bounce", .count = keys, .times = times },
        { .name = "last", .first = keys - 1, .count = 1, .times = times }
    };
    const qx_model model = { .mesh_count = 1,
                             .clip_count = 2,
                             .skin_count = 2,
                             .meshes = &b.mesh,
                             .clips = clips,
                             .skins = skins };
    done = done && write(folder, name, &model, max_error);
    give_back(&b);
    return done;
}

// --- morph targets

// A sparse target, one of nothing and a dense one of positions alone; every curve.
static bool write_morphs(const char *folder, const char *name, const ball *b, bool flat)
{
    static const float delta[] = { 0, 1, 0, 0, 2, 0 }, turn[] = { 1, 0, 0, -1, 0, 0.5f };
    static const uint32_t moved[] = { 3, 11 };
    static const int64_t times[] = { QX_KEYFRAME_SECOND / 4, QX_KEYFRAME_SECOND };
    static const float values[18] = { 0.5f, -1, 0, 1, 2, 0.25f };
    const qx_keyframe_target targets[] = {
        { .positions = delta, .normals = flat ? NULL : turn, .indices = moved, .count = 2 },
        { .count = 0 },
        { .positions = &b->positions[0].x, .count = b->counts.vertices }
    };
    qx_keyframe_track tracks[4][2] = { { { .count = 0 } } };
    qx_model_clip clips[4];
    for (int i = 0; i < 4; i++) {
        tracks[i][i % 2] = (qx_keyframe_track){ (qx_keyframe_curve)i, 2, 3, times, values, 0 };
        clips[i] = (qx_model_clip){ .name = "clip", .tracks = tracks[i] };
    }
    const float weights[] = { 0.5f, 0, -1 };
    qx_model_mesh meshes[] = { b->mesh, b->mesh };
    for (int i = 0; i < 2; i++) {
        meshes[i].kind = QX_MODEL_MORPH;
        meshes[i].flat = flat;
        meshes[i].target_count = 3;
        meshes[i].targets = targets;
        meshes[i].weights = weights;
    }
    meshes[1].texture_places = NULL;
    meshes[1].skin = NULL;
    meshes[1].colour = 0x203040FF;
    const qx_model model = { .mesh_count = 2, .clip_count = 4, .meshes = meshes, .clips = clips };
    return write(folder, name, &model, 0);
}

static bool write_morph(const char *folder, const char *name, bool flat)
{
    ball b = { .positions = NULL };
    const bool done = make_ball(&b, 1, 1) && write_morphs(folder, name, &b, flat);
    give_back(&b);
    return done;
}

static bool write_file(const char *folder, const char *path, int number)
{
    char name[16];
    qx_model *model;
    qx_error error;
    if (qx_model_load_file(path, NULL, NULL, &model, &error) != QX_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return false;
    }
    snprintf(name, sizeof name, "file%d", number);
    const bool done = write(folder, name, model, 0);
    qx_model_destroy(model);
    return done;
}

static bool write_skin(const char *folder)
{
    char path[1024];
    uint8_t pixels[] = { 255, 128, 64 };
    snprintf(path, sizeof path, "%s/%s", folder, skin);
    const qx_image image = { .width = 1, .height = 1, .channels = 3, .pixels = pixels };
    return qx_png_save_file(&image, path, NULL, NULL) == QX_OK;
}

int main(int count, char **words)
{
    if (count < 2) return 1;
    bool done = write_skin(words[1]);
    done &= write_ball(words[1], "still", 2, 1, 0);
    done &= write_ball(words[1], "two_keys", 3, 2, 0);
    done &= write_ball(words[1], "five_keys", 1, 5, 0);
    done &= write_ball(words[1], "nearly_still", 2, 2, 100);
    done &= write_ball(words[1], "many_vertices", 6, 2, 1.0f);
    done &= write_morph(words[1], "morph", false);
    done &= write_morph(words[1], "flat", true);
    for (int i = 2; i < count; i++) done &= write_file(words[1], words[i], i);
    return done ? 0 : 1;
}
