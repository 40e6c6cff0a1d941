// SPDX-License-Identifier: MIT
// The picture: land at its level of detail, balls on it, the brush's ring.
#include "quality.h"
#include "terrain_room.h"

#include <quincunx/math.h>

#include <math.h>
#include <stdlib.h>

#define TURN 6.283185307179586

#define MOST_PATCHES 2048.0f
#define LEAST_PATCHES 160.0f
#define PATCH_PIXELS 2880.0f // of the picture for each patch: more are hardly seen
#define SLOW_MS 34.0f        // of a frame

enum { BALL_RINGS = 14, BALL_SIDES = 24, RING_PIECES = 72 };

struct terrain_picture {
    qx_terrain_lod *lod;
    qx_land *land;
    qx_solid *ball;
    uint32_t number; // of the map that is there; 0 none
    uint32_t edits;  // that are in it
    qx_land_count count;
    auto_quality quality; // its level is one of the efforts
    float patches;        // allowed now; 0 before the first frame
};

enum { EFFORT_FULL, EFFORT_USUAL };

terrain_picture *terrain_picture_create(void)
{
    terrain_picture *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    quality_start(&p->quality);
    p->quality.level = EFFORT_USUAL;
    return p;
}

static void forget_land(terrain_picture *p, qx_render *render)
{
    qx_land_destroy(render, p->land);
    qx_terrain_lod_destroy(p->lod);
    p->land = NULL;
    p->lod = NULL;
    p->number = 0;
}

void terrain_picture_release(terrain_picture *p, qx_render *render)
{
    forget_land(p, render);
    qx_solid_destroy(render, p->ball);
    p->ball = NULL;
}

void terrain_picture_destroy(terrain_picture *p)
{
    free(p);
}

qx_land_count terrain_picture_count(const terrain_picture *p)
{
    return p->count;
}

// --- what is on the GPU

static void make_land(const terrain_play *r, terrain_picture *p, qx_render *render)
{
    const qx_terrain_lod_desc desc = { .normals = true };
    forget_land(p, render);
    p->number = r->map.number;
    p->edits = r->map.edits;
    if (qx_terrain_lod_create(r->map.field, &desc, NULL, &p->lod) != QX_OK) return;
    (void)qx_land_create(render, p->lod, NULL, &p->land);
}

static void take_edits(const terrain_play *r, terrain_picture *p, qx_render *render)
{
    for (; p->edits != r->map.edits; p->edits++) {
        const qx_terrain_area *area = &r->map.areas[p->edits % TERRAIN_AREAS];
        qx_terrain_lod_update(p->lod, area);
        qx_land_update(render, p->land, area);
    }
}

// Where more edits have gone by than are remembered, all is made anew.
static void fit_land(const terrain_play *r, terrain_picture *p, qx_render *render)
{
    const bool missed = r->map.edits - p->edits > TERRAIN_AREAS;
    if (p->number != r->map.number || (p->land && missed))
        make_land(r, p, render);
    else if (p->land)
        take_edits(r, p, render);
}

// A globe in eight stripes, so that its rolling is seen.
static void make_ball(terrain_picture *p, qx_render *render)
{
    enum { VERTICES = (BALL_RINGS + 1) * (BALL_SIDES + 1), INDICES = 6 * BALL_RINGS * BALL_SIDES };
    float places[3 * VERTICES];
    uint32_t colours[VERTICES], indices[INDICES], vertex = 0, index = 0;
    for (uint32_t ring = 0; ring <= BALL_RINGS; ring++)
        for (uint32_t side = 0; side <= BALL_SIDES; side++) {
            const double down = 0.5 * TURN * ring / BALL_RINGS, round = TURN * side / BALL_SIDES;
            places[3 * vertex] = (float)(qx_sin(down) * qx_sin(round));
            places[3 * vertex + 1] = (float)qx_cos(down);
            places[3 * vertex + 2] = (float)(qx_sin(down) * qx_cos(round));
            colours[vertex++] = side * 8 / BALL_SIDES % 2 ? 0xFF8A3DFF : 0xF2ECE0FF;
        }
    for (uint32_t ring = 0; ring < BALL_RINGS; ring++)
        for (uint32_t side = 0; side < BALL_SIDES; side++) {
            const uint32_t a = ring * (BALL_SIDES + 1) + side, b = a + BALL_SIDES + 1;
            const uint32_t corners[6] = { a, b, a + 1, a + 1, b, b + 1 };
            for (uint32_t i = 0; i < 6; i++) indices[index++] = corners[i];
        }
    const qx_solid_desc desc = { .positions = places,
                                 .normals = places,
                                 .colours = colours,
                                 .vertex_count = VERTICES,
                                 .indices = indices,
                                 .index_count = INDICES };
    (void)qx_solid_create(render, &desc, &p->ball);
}

// --- how much of it

typedef struct effort {
    float patches; // most of them
    bool rough_edges;
} effort;

// Pictures and films take the usual effort, and all of it where a detail was asked for. What is
// seen live tries for more, and gives way while frames take too long: without a GPU it is many small
// triangles at smooth edges that cost.
static effort effort_of(const terrain_play *r, const scene_canvas *canvas)
{
    const float pixels = (float)canvas->width * (float)canvas->height;
    const float usual = fminf(fmaxf(pixels / PATCH_PIXELS, LEAST_PATCHES), MOST_PATCHES);
    const effort efforts[] = {
        { MOST_PATCHES, false }, { usual, false }, { usual, true }, { LEAST_PATCHES, true }
    };
    auto_quality *q = &r->picture->quality;
    if (!(canvas->frame_ms > 0.0))
        return efforts[r->options.given[PARAM_ERROR] ? EFFORT_FULL : EFFORT_USUAL];
    quality_step(q, (float)canvas->frame_ms, SLOW_MS);
    return efforts[q->level];
}

// Live it changes so slowly that nothing is seen to jump.
static void allow_patches(terrain_picture *p, float patches, bool live)
{
    const float share = live && p->patches > 0.0f ? 0.04f : 1.0f;
    p->patches += share * (patches - p->patches);
}

// --- in the space

static void draw_ball(const terrain_play *r, const scene_canvas *canvas, uint32_t which)
{
    const terrain_ball *now = &r->rules.balls[which], *then = &r->balls_before[which];
    const spot to = terrain_ball_place(r, now), from = terrain_ball_place(r, then);
    const double share = then->alive ? (double)canvas->blend : 1.0;
    const qx_vec3 at = { (float)(from.x + share * (to.x - from.x)),
                         (float)(from.y + share * (to.y - from.y)),
                         (float)(from.z + share * (to.z - from.z)) };
    const float light = qx_land_sample_sun(r->picture->land, now->at.x, now->at.z);
    const uint32_t grey = (uint32_t)(110.0f + 145.0f * light);
    qx_space_solid(canvas->render, r->picture->ball,
                   &(qx_solid_look){ .place = qx_mat4_turn(at, now->radius, now->turn),
                                     .colour = grey << 24 | grey << 16 | grey << 8 | 0xFFu,
                                     .gloss = 0.35f,
                                     .rim = 0.15f });
}

static void draw_balls(const terrain_play *r, const scene_canvas *canvas)
{
    if (!r->picture->ball) make_ball(r->picture, canvas->render);
    if (!r->picture->ball) return;
    for (uint32_t i = 0; i < TERRAIN_BALLS; i++)
        if (r->rules.balls[i].alive) draw_ball(r, canvas, i);
}

static qx_vec3 ring_point(const terrain_play *r, double radius, uint32_t i)
{
    const double angle = TURN * (double)i / RING_PIECES;
    const double x = r->aim.x + radius * qx_cos(angle), z = r->aim.z + radius * qx_sin(angle);
    double y, level;
    if (!terrain_ground(r, x, z, &y)) y = r->aim.y;
    if (terrain_water(r, &level)) y = fmax(y, level); // it floats, to be seen
    return (qx_vec3){ (float)x, (float)y + 0.04f * (float)radius, (float)z };
}

// On the ground, as far as the brush reaches; a ball's is as wide as the ball.
static void draw_ring(const terrain_play *r, const scene_canvas *canvas)
{
    static const uint32_t colours[TOOL_COUNT] = { 0,          0xFFD24AFF, 0x5CC8FFFF, 0x7FD08AFF,
                                                  0xC9A0FFFF, 0xFF5C9EFF, 0xFF8A3DFF, 0 };
    const uint32_t tool = terrain_choice(r, PARAM_TOOL);
    const double share = tool == TOOL_BALL ? 0.12 : 1.0;
    const double radius = share * (double)terrain_brush_radius(r);
    qx_line lines[RING_PIECES];
    if (!r->aims || !canvas->hud) return;
    qx_vec3 from = ring_point(r, radius, 0);
    for (uint32_t i = 0; i < RING_PIECES; i++) {
        const qx_vec3 to = ring_point(r, radius, i + 1);
        lines[i] = (qx_line){ from, to, -2.2f, 1.3f, colours[tool] };
        from = to;
    }
    qx_space_lines(canvas->render, QX_BLEND_ALPHA, QX_SPACE_BEHIND, lines, RING_PIECES);
}

static qx_space space_of(const terrain_play *r, const scene_canvas *canvas, bool rough_edges)
{
    const terrain_light light = terrain_light_of(r);
    qx_camera camera = terrain_camera_between(r, canvas->blend);
    if (canvas->reduced_motion) camera.up = (qx_vec3){ 0.0f, 1.0f, 0.0f };
    return (qx_space){ .camera = camera,
                       .rough_edges = rough_edges,
                       .sun = light.sun,
                       .sun_colour = light.sun_colour,
                       .sun_light = light.sun_light,
                       .sky = light.sky,
                       .ground = light.ground,
                       .fog_density = light.density,
                       .clear_sky = true,
                       .horizon = light.horizon,
                       .zenith = light.zenith };
}

static qx_land_look look_of(const terrain_play *r, const scene_canvas *canvas)
{
    const uint32_t show = terrain_choice(r, PARAM_SHOW);
    const uint32_t copies = 2 * (uint32_t)terrain_copies(r) + 1;
    qx_land_look look = { .error = r->rules.values[PARAM_ERROR],
                          .patches = (uint32_t)r->picture->patches,
                          .copies_x = copies,
                          .copies_z = copies,
                          .water_colour = terrain_light_of(r).water,
                          .wire = show == SHOW_WIRE || show == SHOW_BOTH,
                          .level_colours = show == SHOW_LEVELS || show == SHOW_BOTH };
    double level;
    if (terrain_choice(r, PARAM_SHAPE) == QX_TERRAIN_DUNES) {
        look.grass = 0xB98F5CFF;
        look.rock = 0x9C7448FF;
        look.sand = 0xC9A470FF;
        look.no_snow = true;
    }
    look.water = terrain_water(r, &level);
    look.water_level = (float)level;
    if (!canvas->reduced_motion)
        look.seconds = ((float)(r->rules.tick % 216000u) + canvas->blend) / 60.0f;
    return look;
}

void terrain_draw(const terrain_play *r, const scene_canvas *canvas)
{
    const effort now = effort_of(r, canvas);
    const qx_space space = space_of(r, canvas, now.rough_edges);
    allow_patches(r->picture, now.patches, canvas->frame_ms > 0.0);
    fit_land(r, r->picture, canvas->render);
    qx_space_begin(canvas->render, &space);
    if (r->picture->land) {
        const qx_land_look look = look_of(r, canvas);
        draw_balls(r, canvas);
        qx_space_land(canvas->render, r->picture->land, &look);
        draw_ring(r, canvas);
    }
    qx_space_end(canvas->render);
    if (r->picture->land) r->picture->count = qx_land_get_count(r->picture->land);
}
