// SPDX-License-Identifier: MIT
// Meshes on the GPU. A pose between two keys is two solids, one a key, and one factor; keys stay
// there as long as there is room. Any other pose is made by the processor and sent.
#include "model_room.h"

#include <quincunx/math.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TURN 6.283185307179586

enum {
    KEY_SLOTS = 24,          // of a mesh
    LEAST_SLOTS = 4,         // two for the pose, two for one that it fades from
    SLOT_VERTICES = 6000000, // of all of them
    GHOST_VERTICES = 400000, // of all ghosts
    LEAST_GHOSTS = 5,
    MOST_ONIONS = 8,
    FLOOR_RINGS = 10,
    FLOOR_CORNERS = 48 // of a ring
};

typedef struct slot {
    qx_solid *solid;
    uint32_t key, used; // used: the frame it was last drawn in
} slot;

typedef struct part {
    slot keys[KEY_SLOTS];
    qx_solid *poses[1 + MODEL_MOST_GHOSTS];
} part;

struct model_picture {
    uint32_t frame, part_count, slot_count;
    part *parts; // a mesh
    model_item *items;
    qx_solid *floor;
    qx_texture **skins; // a mesh
};

uint32_t model_ghosts(const model_source *s)
{
    const uint32_t vertices = model_source_vertices(s);
    const uint32_t most = vertices > 0 ? GHOST_VERTICES / vertices : 0;
    return most < LEAST_GHOSTS ? 0 : most < MODEL_MOST_GHOSTS ? most : MODEL_MOST_GHOSTS;
}

// --- memory

model_picture *model_picture_create(const model_source *s)
{
    const uint32_t meshes = s->model->mesh_count, vertices = model_source_vertices(s);
    const uint32_t slots = vertices > 0 ? SLOT_VERTICES / vertices : KEY_SLOTS;
    model_picture *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->part_count = meshes;
    p->slot_count = slots < LEAST_SLOTS ? LEAST_SLOTS : slots < KEY_SLOTS ? slots : KEY_SLOTS;
    p->parts = calloc(meshes, sizeof *p->parts);
    p->skins = calloc(meshes, sizeof(qx_texture *));
    p->items = malloc((size_t)meshes * (1 + MODEL_MOST_GHOSTS) * sizeof *p->items);
    if (p->parts && p->skins && p->items) return p;
    model_picture_destroy(p);
    return NULL;
}

void model_picture_release(model_picture *p, qx_render *render)
{
    for (uint32_t i = 0; i < p->part_count; i++) {
        for (int k = 0; k < KEY_SLOTS; k++) qx_solid_destroy(render, p->parts[i].keys[k].solid);
        for (int k = 0; k <= MODEL_MOST_GHOSTS; k++) qx_solid_destroy(render, p->parts[i].poses[k]);
        qx_texture_destroy(render, p->skins[i]);
        p->parts[i] = (part){ 0 };
        p->skins[i] = NULL;
    }
    qx_solid_destroy(render, p->floor);
    p->floor = NULL;
}

void model_picture_destroy(model_picture *p)
{
    if (!p) return;
    free(p->parts);
    free((void *)p->skins);
    free(p->items);
    free(p);
}

// --- solids

static qx_solid *make(qx_render *render, const qx_model_mesh *mesh, const float *positions,
                      const float *normals)
{
    qx_solid *solid;
    qx_solid_create(render,
                    &(qx_solid_desc){ .positions = positions,
                                      .normals = mesh->flat ? NULL : normals,
                                      .texture_places = mesh->texture_places,
                                      .vertex_count = mesh->vertex_count,
                                      .indices = mesh->indices,
                                      .index_count = mesh->index_count },
                    &solid);
    return solid;
}

static const qx_solid *fill(qx_render *render, qx_solid **solid, const qx_model_mesh *mesh,
                            const float *positions, const float *normals)
{
    if (*solid)
        qx_solid_set(render, *solid, positions, 12, normals, 12);
    else
        *solid = make(render, mesh, positions, normals);
    return *solid;
}

// The one that holds the key, else the one that was not drawn for the longest time; NULL where all
// are drawn in this frame.
static slot *slot_for(model_picture *p, uint32_t mesh, uint32_t key)
{
    slot *slots = p->parts[mesh].keys, *oldest = NULL;
    for (uint32_t i = 0; i < p->slot_count; i++) {
        if (slots[i].solid && slots[i].key == key) return &slots[i];
        if (slots[i].used == p->frame) continue;
        if (!oldest || slots[i].used < oldest->used) oldest = &slots[i];
    }
    return oldest;
}

static const qx_solid *key_solid(const model_play *r, qx_render *render, uint32_t mesh,
                                 uint32_t key)
{
    const qx_model_mesh *m = &r->source.model->meshes[mesh];
    slot *s = slot_for(r->picture, mesh, key);
    const size_t first = (size_t)key * m->vertex_count * 3;
    if (!s || key >= m->key_count) return NULL;
    if (!s->solid || s->key != key)
        fill(render, &s->solid, m, m->positions + first, m->normals + first);
    s->key = key;
    s->used = r->picture->frame;
    return s->solid;
}

// --- items

typedef struct gathering {
    const model_play *r;
    qx_render *render;
    uint32_t count;
    uint32_t ghost; // number of the pose's own solid
    float x, near;  // of what is added
} gathering;

static void add(gathering *g, uint32_t mesh, const qx_solid *solid, const qx_solid *toward,
                float mix)
{
    if (!solid) return;
    g->r->picture->items[g->count++] = (model_item){
        .solid = solid, .toward = toward, .mix = mix, .mesh = mesh, .x = g->x, .ghost = g->near
    };
}

// Two buffers and one factor.
static bool add_pair(gathering *g, uint32_t mesh, const qx_keyframe_mix *mix)
{
    const bool two = mix->count == 2;
    const qx_solid *from = key_solid(g->r, g->render, mesh, mix->key[0]);
    const qx_solid *to = two ? key_solid(g->r, g->render, mesh, mix->key[1]) : NULL;
    if (!from || (two && !to)) return false;
    add(g, mesh, from, to, two ? mix->weight[1] : 0.0f);
    return true;
}

// What lies in the source's room.
static void add_posed(gathering *g, uint32_t mesh)
{
    const model_source *s = &g->r->source;
    add(g, mesh,
        fill(g->render, &g->r->picture->parts[mesh].poses[g->ghost], &s->model->meshes[mesh],
             s->positions, s->normals),
        NULL, 0.0f);
}

static void add_mix(gathering *g, uint32_t mesh, const qx_keyframe_mix *mix)
{
    const bool by_gpu = g->r->rules.values[PARAM_PATH] == PATH_GPU && model_mix_is_pair(mix);
    if (by_gpu && add_pair(g, mesh, mix)) return;
    if (model_pose_mix(g->r, mesh, mix)) add_posed(g, mesh);
}

static void add_weights(gathering *g, uint32_t mesh)
{
    if (model_pose_weights(g->r, mesh, g->r->source.weights)) add_posed(g, mesh);
}

static void add_now(gathering *g, int64_t now)
{
    const qx_keyframe_mix mix = model_mix_now(g->r, now);
    const qx_keyframe_mix still = { .count = 1, .weight = { 1.0f } };
    for (uint32_t i = 0; i < g->r->picture->part_count; i++) {
        const qx_model_kind kind = g->r->source.model->meshes[i].kind;
        if (kind == QX_MODEL_MORPH) {
            model_weights_now(g->r, i, now, g->r->source.weights);
            add_weights(g, i);
        } else {
            add_mix(g, i, kind == QX_MODEL_KEYS ? &mix : &still);
        }
    }
}

static void add_at(gathering *g, int64_t place)
{
    const qx_keyframe_mix mix = model_mix_at(g->r, place);
    for (uint32_t i = 0; i < g->r->picture->part_count; i++) {
        const qx_model_kind kind = g->r->source.model->meshes[i].kind;
        if (kind == QX_MODEL_KEYS) add_mix(g, i, &mix);
        if (kind != QX_MODEL_MORPH) continue;
        model_weights_at(g->r, i, place, g->r->source.weights);
        add_weights(g, i);
    }
}

// --- ghosts

static void add_strip(gathering *g, double now)
{
    const uint32_t count = model_ghosts(&g->r->source);
    for (uint32_t i = 0; i < count; i++) {
        const double share = (double)i / (double)(count - 1);
        g->ghost = 1 + i;
        g->x = model_strip_x(g->r, share);
        g->near = 1.0f - 0.9f * (float)fabs(share - now);
        add_at(g, model_cycle_place(g->r, share));
    }
}

// The clip's keys where they are, evenly chosen of many.
static void add_onion(gathering *g, double now)
{
    const model_source *s = &g->r->source;
    const qx_keyframe_clip *clip = &s->clips[model_clip_now(g->r)];
    const uint32_t ghosts = model_ghosts(s);
    const uint32_t most = ghosts < MOST_ONIONS ? ghosts : MOST_ONIONS;
    const uint32_t count = clip->count < most ? clip->count : most;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t key = count > 1 ? i * (clip->count - 1) / (count - 1) : 0;
        const double share =
            clip->duration > 0 ? (double)clip->times[key] / (double)clip->duration : 0.0;
        g->ghost = 1 + i;
        g->near = 1.0f - 0.9f * (float)fabs(share - now);
        add_at(g, clip->times[key]);
    }
}

uint32_t model_gather(const model_play *r, qx_render *render, int64_t now, const model_item **items)
{
    const qx_keyframe_phase phase = model_phase(r, now);
    const double share = model_cycle_share(r, &phase);
    gathering g = { .r = r, .render = render, .x = model_strip_x(r, share) };
    r->picture->frame++;
    add_now(&g, now);
    g.x = 0.0f;
    if (model_strip(r) > 0.0f)
        add_strip(&g, share);
    else if (r->rules.values[PARAM_ONION] == ONION_KEYS && r->source.model->clip_count > 0)
        add_onion(&g, phase.fraction);
    *items = r->picture->items;
    return g.count;
}

// --- the rest

// A disc of radius 1, less and less opaque toward its edge.
static void lay_floor(qx_vec3 *places, uint32_t *colours, uint32_t *indices)
{
    static const uint32_t corner[6] = { 0, FLOOR_CORNERS, 1, 1, FLOOR_CORNERS, FLOOR_CORNERS + 1 };
    for (uint32_t i = 0; i < (FLOOR_RINGS + 1) * FLOOR_CORNERS; i++) {
        const float away = (float)(i / FLOOR_CORNERS) / FLOOR_RINGS, left = 1.0f - away;
        const double angle = TURN * (double)(i % FLOOR_CORNERS) / (FLOOR_CORNERS - 1);
        places[i] = (qx_vec3){ away * (float)qx_cos(angle), 0.0f, -away * (float)qx_sin(angle) };
        colours[i] = 0xFFFFFF00u | (uint32_t)(255.0f * left * left * (1.0f + away));
    }
    for (uint32_t i = 0; i < 6 * FLOOR_RINGS * (FLOOR_CORNERS - 1); i++) {
        const uint32_t cell = i / 6;
        indices[i] =
            cell / (FLOOR_CORNERS - 1) * FLOOR_CORNERS + cell % (FLOOR_CORNERS - 1) + corner[i % 6];
    }
}

const qx_solid *model_picture_floor(const model_play *r, qx_render *render)
{
    enum {
        CORNERS = (FLOOR_RINGS + 1) * FLOOR_CORNERS,
        INDICES = 6 * FLOOR_RINGS * (FLOOR_CORNERS - 1)
    };
    qx_vec3 places[CORNERS];
    uint32_t colours[CORNERS], indices[INDICES];
    if (r->picture->floor) return r->picture->floor;
    lay_floor(places, colours, indices);
    qx_solid_create(render,
                    &(qx_solid_desc){ .positions = &places[0].x,
                                      .colours = colours,
                                      .vertex_count = CORNERS,
                                      .indices = indices,
                                      .index_count = INDICES },
                    &r->picture->floor);
    return r->picture->floor;
}

const qx_texture *model_picture_skin(const model_play *r, uint32_t mesh, qx_render *render)
{
    const uint32_t which = r->source.bodies[mesh].skin;
    if (which == UINT32_MAX) return NULL;
    qx_texture **texture = &r->picture->skins[which]; // no more skins than meshes
    const qx_image *image = &r->source.skins[which].image;
    if (!*texture)
        qx_texture_create(render, image->pixels, image->width, image->height, true, texture);
    return *texture;
}
