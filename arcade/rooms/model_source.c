// SPDX-License-Identifier: MIT
// The model that is shown: opened from its file, measured, and made ready to be posed.
#include "model_room.h"

#include <quincunx/hash.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_SIDE 4.0f // in world units

// Comes down: so near to the floor, and so much higher at the key before or after.
#define FLOOR_SHARE 0.02f
#define RISE_SHARE 0.05f

enum { MOST_EDGES = 1500000 };

#define FLAT 0.02f // world units: what is no higher lies so far above the floor

#define LEAST_SHARE 0.6f // of all clips, that the first counts as

// --- memory

static bool take_memory(model_source *s)
{
    const qx_model *m = s->model;
    uint32_t vertices = 1, targets = 1, keys = 1;
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        const qx_model_mesh *mesh = &m->meshes[i];
        if (mesh->vertex_count > vertices) vertices = mesh->vertex_count;
        if (mesh->target_count > targets) targets = mesh->target_count;
        if (i == 0) keys = mesh->key_count;
    }
    const uint32_t clips = m->clip_count > 0 ? m->clip_count : 1;
    s->clips = calloc(clips, sizeof *s->clips);
    s->ends = calloc(clips, sizeof *s->ends);
    s->lands = calloc(keys, sizeof *s->lands);
    s->centres = calloc(keys, sizeof *s->centres);
    s->bodies = calloc(m->mesh_count, sizeof *s->bodies);
    s->skins = calloc(m->mesh_count, sizeof *s->skins);
    s->positions = malloc((size_t)vertices * 12);
    s->normals = malloc((size_t)vertices * 12);
    s->weights = malloc((size_t)targets * 2 * sizeof *s->weights);
    return s->clips && s->ends && s->lands && s->centres && s->bodies && s->skins && s->positions &&
           s->normals && s->weights;
}

void model_source_close(model_source *s)
{
    for (uint32_t i = 0; s->bodies && i < s->model->mesh_count; i++) {
        qx_keyframe_keys_destroy(s->bodies[i].keys);
        qx_keyframe_morph_destroy(s->bodies[i].morph);
        free(s->bodies[i].edges);
    }
    if (s->skins) model_skins_close(s);
    free(s->clips);
    free(s->ends);
    free(s->lands);
    free(s->centres);
    free(s->bodies);
    free(s->skins);
    free(s->positions);
    free(s->normals);
    free(s->weights);
    qx_model_destroy(s->file);
    model_ball_destroy(s->ball);
    *s = (model_source){ 0 };
}

// --- edges

static int by_ends(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(uint32_t[2])) < 0 ? -1 : memcmp(a, b, sizeof(uint32_t[2])) > 0;
}

static bool find_edges(model_body *body, const qx_model_mesh *mesh)
{
    uint32_t count = 0;
    if (mesh->index_count > MOST_EDGES) return true; // no wireframe could show so many
    body->edges = malloc((size_t)mesh->index_count * sizeof *body->edges);
    if (!body->edges) return false;
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        const uint32_t a = mesh->indices[i], b = mesh->indices[i % 3 == 2 ? i - 2 : i + 1];
        body->edges[i][0] = a < b ? a : b;
        body->edges[i][1] = a < b ? b : a;
    }
    qsort(body->edges, mesh->index_count, sizeof *body->edges, by_ends);
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        if (count > 0 && by_ends(body->edges[count - 1], body->edges[i]) == 0) continue;
        memmove(body->edges[count++], body->edges[i], sizeof *body->edges);
    }
    body->edge_count = count;
    return true;
}

// --- poses

static qx_result open_keys(model_body *body, const qx_model_mesh *mesh)
{
    const qx_keyframe_keys_desc desc = { .vertex_count = mesh->vertex_count,
                                         .key_count = mesh->key_count,
                                         .normals = true };
    qx_result result = qx_keyframe_keys_create(&desc, &body->keys);
    for (uint32_t key = 0; key < mesh->key_count && result == QX_OK; key++) {
        const size_t first = (size_t)key * mesh->vertex_count * 3;
        result = qx_keyframe_keys_set(body->keys, key, mesh->positions + first, 12,
                                      mesh->normals + first, 12, NULL);
    }
    return result;
}

static qx_result open_morph(model_body *body, const qx_model_mesh *mesh)
{
    return qx_keyframe_morph_create(&(qx_keyframe_morph_desc){ .vertex_count = mesh->vertex_count,
                                                               .target_count = mesh->target_count,
                                                               .positions = mesh->positions,
                                                               .normals = mesh->normals,
                                                               .targets = mesh->targets },
                                    &body->morph);
}

static qx_result open_bodies(model_source *s)
{
    for (uint32_t i = 0; i < s->model->mesh_count; i++) {
        const qx_model_mesh *mesh = &s->model->meshes[i];
        model_body *body = &s->bodies[i];
        body->skin = UINT32_MAX;
        const qx_result result =
            mesh->kind == QX_MODEL_MORPH ? open_morph(body, mesh) : open_keys(body, mesh);
        if (result != QX_OK) return result;
        if (!find_edges(body, mesh)) return QX_NO_MEMORY;
    }
    return QX_OK;
}

// --- measures

static qx_vec3 size_of(const qx_keyframe_box *b)
{
    return (qx_vec3){ b->high.x - b->low.x, b->high.y - b->low.y, b->high.z - b->low.z };
}

static float side_of(qx_vec3 size)
{
    return fmaxf(size.x, fmaxf(size.y, size.z));
}

static double away_of(const model_source *s, const float *place)
{
    const double x = (double)place[0] - (double)s->middle.x;
    const double z = (double)place[2] - (double)s->middle.z;
    return x * x + z * z;
}

// A ball sweeps its own breadth, a cube its diagonal. Morphs are taken at their base, but for no
// less than their box is broad.
static float sweep_of(const model_source *s, bool by_clip)
{
    double most = 0.0;
    for (uint32_t i = 0; i < s->model->mesh_count; i++) {
        const qx_model_mesh *mesh = &s->model->meshes[i];
        const bool some = by_clip && mesh->kind == QX_MODEL_KEYS;
        const size_t first = some ? s->model->clips[0].first : 0;
        const size_t count = some ? s->model->clips[0].count : mesh->key_count;
        for (size_t v = first * mesh->vertex_count; v < (first + count) * mesh->vertex_count; v++)
            most = fmax(most, away_of(s, mesh->positions + 3 * v));
    }
    const float breadth = 2.0f * (float)sqrt(most) * s->scale;
    return fmaxf(breadth, fmaxf(s->size.x, s->size.z));
}

// By its first clip: who stands there shall not be small because another clip lies down or leaps.
static void measure(model_source *s)
{
    const qx_keyframe_box all = s->model->bounds;
    const bool by_clip = s->model->clip_count > 0 && s->file; // the ball is measured by all
    const qx_keyframe_box first = by_clip ? s->model->clips[0].bounds : all;
    const qx_vec3 own = size_of(&first);
    const float side = fmaxf(side_of(own), LEAST_SHARE * side_of(size_of(&all)));
    s->scale = side > 0.0f ? LARGEST_SIDE / side : 1.0f;
    const float above = own.y * s->scale < FLAT ? FLAT / s->scale : 0.0f; // not in the floor
    s->middle = (qx_vec3){ 0.5f * (first.low.x + first.high.x), all.low.y - above,
                           0.5f * (first.low.z + first.high.z) };
    s->size =
        (qx_vec3){ own.x * s->scale, (first.high.y - all.low.y) * s->scale, own.z * s->scale };
    s->sweep = sweep_of(s, by_clip);
}

// Lowest place of a key, and its middle.
static float low_of(const qx_model_mesh *mesh, uint32_t key, qx_vec3 *centre)
{
    const float *p = mesh->positions + (size_t)key * mesh->vertex_count * 3;
    const qx_keyframe_box box = qx_keyframe_pose_bounds(p, 12, mesh->vertex_count);
    *centre = (qx_vec3){ 0.5f * (box.low.x + box.high.x), 0.5f * (box.low.y + box.high.y),
                         0.5f * (box.low.z + box.high.z) };
    return box.low.y;
}

static bool is_higher(const model_source *s, uint32_t key, float than)
{
    qx_vec3 centre;
    const float side = LARGEST_SIDE / s->scale;
    return low_of(&s->model->meshes[0], key, &centre) > than + RISE_SHARE * side;
}

static void find_landings(model_source *s)
{
    const qx_model_mesh *mesh = &s->model->meshes[0];
    const float near_floor = s->model->bounds.low.y + FLOOR_SHARE * LARGEST_SIDE / s->scale;
    for (uint32_t c = 0; c < s->model->clip_count && mesh->kind == QX_MODEL_KEYS; c++) {
        const qx_model_clip *clip = &s->model->clips[c];
        for (uint32_t i = 0; i < clip->count; i++) {
            const uint32_t key = clip->first + i;
            const float low = low_of(mesh, key, &s->centres[key]);
            if (low > near_floor) continue;
            s->lands[key] = (i > 0 && is_higher(s, key - 1, low)) ||
                            (i + 1 < clip->count && is_higher(s, key + 1, low));
        }
    }
}

uint32_t model_source_vertices(const model_source *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->model->mesh_count; i++) count += s->model->meshes[i].vertex_count;
    return count;
}

uint32_t model_source_triangles(const model_source *s)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->model->mesh_count; i++)
        count += s->model->meshes[i].index_count / 3;
    return count;
}

// Of all that a recording depends on and of what it shows.
static uint64_t stamp_of(const qx_model *m)
{
    uint64_t hash = qx_hash_bytes(QX_HASH_START, &m->bounds, sizeof m->bounds);
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        const qx_model_mesh *mesh = &m->meshes[i];
        const size_t floats = (size_t)mesh->key_count * mesh->vertex_count * 3;
        hash = qx_hash_bytes(hash, mesh->indices, mesh->index_count * sizeof *mesh->indices);
        hash = qx_hash_bytes(hash, mesh->positions, floats * sizeof *mesh->positions);
    }
    for (uint32_t i = 0; i < m->clip_count; i++) {
        const qx_model_clip *clip = &m->clips[i];
        const int64_t numbers[] = { clip->duration, clip->period, clip->first, clip->count };
        hash = qx_hash_bytes(hash, clip->name, strlen(clip->name));
        hash = qx_hash_bytes(hash, numbers, sizeof numbers);
        if (clip->times) hash = qx_hash_bytes(hash, clip->times, clip->count * sizeof(int64_t));
    }
    return hash;
}

// --- clips

// The first track of weights that has keys within the clip: those are shown and heard.
static const qx_keyframe_track *moving_track(const model_source *s, const qx_model_clip *clip)
{
    for (uint32_t i = 0; clip->tracks && i < s->model->mesh_count; i++) {
        const qx_keyframe_track *t = &clip->tracks[i];
        if (t->count > 1 && t->times[0] >= 0 && t->times[t->count - 1] <= clip->duration) return t;
    }
    return NULL;
}

void model_source_loop(model_source *s, uint32_t loop)
{
    for (uint32_t i = 0; i < s->model->clip_count; i++) {
        const qx_model_clip *from = &s->model->clips[i];
        qx_keyframe_clip *to = &s->clips[i];
        const qx_keyframe_loop own = s->loops ? (qx_keyframe_loop)s->loops[i] : QX_KEYFRAME_REPEAT;
        to->loop = loop == LOOP_OWN ? own : (qx_keyframe_loop)(loop - LOOP_ONCE);
        to->duration = to->loop == QX_KEYFRAME_REPEAT ? from->period : from->duration;
        const qx_keyframe_track *track = from->times ? NULL : moving_track(s, from);
        to->first = from->first;
        to->count = from->times ? from->count : track ? track->count : 2;
        s->ends[i][1] = to->duration;
        to->times = from->times ? from->times : track ? track->times : s->ends[i];
    }
}

static void list_clips(const model_source *s, char *text, size_t room)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < s->model->clip_count; i++) {
        const char *name = s->model->clips[i].name;
        if (used + strlen(name) + 6 > room) {
            snprintf(text + used, room - used, ", ...");
            return;
        }
        used += (size_t)snprintf(text + used, room - used, "%s%s", i > 0 ? ", " : "", name);
    }
}

bool model_source_find(const model_source *s, const char *name, uint32_t *clip, char *problem,
                       size_t size)
{
    char list[160];
    const size_t digits = strspn(name, "0123456789");
    const bool number = digits > 0 && digits < 10 && name[digits] == '\0';
    for (*clip = 0; *clip < s->model->clip_count; (*clip)++)
        if (strcmp(s->model->clips[*clip].name, name) == 0) return true;
    *clip = number ? (uint32_t)strtoul(name, NULL, 10) - 1 : UINT32_MAX;
    if (*clip < s->model->clip_count) return true;
    list_clips(s, list, sizeof list);
    if (s->model->clip_count == 0)
        snprintf(problem, size, "no clip \"%.40s\": the model has none, it stands still", name);
    else
        snprintf(problem, size, "no clip \"%.40s\"; there are %s", name, list);
    return false;
}

// --- opening

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool open_file(model_source *s, const char *path, char *problem, size_t size)
{
    qx_error error;
    const qx_result result = qx_model_load_file(path, NULL, NULL, &s->file, &error);
    const char *base = base_name(path);
    if (result != QX_OK) {
        char where[40] = "";
        if (error.line > 0)
            snprintf(where, sizeof where, "line %u: ", (unsigned)error.line);
        else if (error.offset > 0)
            snprintf(where, sizeof where, "byte %llu: ", (unsigned long long)error.offset);
        snprintf(problem, size, "%.200s: %s%s", path, where,
                 error.message[0] ? error.message : qx_result_text(result));
        return false;
    }
    s->model = s->file;
    snprintf(s->title, sizeof s->title, "%.39s", base);
    memcpy(s->folder, path, (size_t)(base - path));
    return true;
}

static bool open_ball(model_source *s)
{
    s->ball = model_ball_create();
    if (!s->ball) return false;
    s->model = model_ball_model(s->ball);
    s->loops = model_ball_loops();
    s->eases = model_ball_eases();
    snprintf(s->title, sizeof s->title, "The bouncing ball");
    return true;
}

static bool fail(model_source *s, qx_result result, char *problem, size_t size)
{
    snprintf(problem, size, "the model cannot be shown: %s", qx_result_text(result));
    model_source_close(s);
    return false;
}

bool model_source_open(model_source *s, const model_options *o, char *problem, size_t size)
{
    *s = (model_source){ 0 };
    if (o->path[0] && !open_file(s, o->path, problem, size)) return false;
    if (!o->path[0] && !open_ball(s)) return fail(s, QX_NO_MEMORY, problem, size);
    const qx_result result = take_memory(s) ? open_bodies(s) : QX_NO_MEMORY;
    if (result != QX_OK) return fail(s, result, problem, size);
    measure(s);
    find_landings(s);
    model_source_loop(s, LOOP_OWN);
    s->stamp = stamp_of(s->model);
    if (model_skins_open(s, o->skin, problem, size)) return true;
    model_source_close(s);
    return false;
}
