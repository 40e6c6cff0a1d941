// SPDX-License-Identifier: MIT
// Meshes on the GPU, made once a level: the maze in slices across each axis, of which ranges are
// drawn, and the ball.
#include "mazecube_paint.h"

#include <quincunx/math.h>

#include <math.h>
#include <stdlib.h>

enum { RINGS = 24, COLUMNS = 48, DISC_CORNERS = 32 };

#define FLOOR_COLOUR 0x1E1F58FFu
#define FLOOR_COLOUR_CONTRAST 0x14163CFFu

// --- making

// Counts and arrays of one slicing; freed by drop.
typedef struct sheet {
    qx_maze_mesh_counts counts;
    qx_vec3 *positions;
    uint32_t *indices;
} sheet;

static void drop(sheet *s)
{
    free(s->positions);
    free(s->indices);
}

static bool fill(sheet *s, const mazecube *game, uint32_t axis, qx_maze_mesh_range *ranges)
{
    const qx_maze_mesh_desc desc = { .cell = 1.0f,
                                     .wall = (float)WALL,
                                     .shell = (float)WALL,
                                     .openings = &game->route.exit,
                                     .opening_count = 1,
                                     .slice_axis = axis + 1,
                                     .slice_closed = true };
    if (qx_maze_mesh_bound(game->maze, &desc, &s->counts) != QX_OK) return false;
    s->positions = malloc(s->counts.vertices * sizeof *s->positions);
    s->indices = malloc(s->counts.indices * sizeof *s->indices);
    return s->positions && s->indices &&
           qx_maze_mesh_build(game->maze, &desc, s->positions, s->indices, ranges) == QX_OK;
}

static qx_solid *make_slices(const mazecube *game, qx_render *render, uint32_t axis,
                             qx_maze_mesh_range *ranges)
{
    sheet s = { 0 };
    qx_solid *solid = NULL;
    if (fill(&s, game, axis, ranges))
        qx_solid_create(render,
                        &(qx_solid_desc){ .positions = &s.positions[0].x,
                                          .vertex_count = s.counts.vertices,
                                          .indices = s.indices,
                                          .index_count = s.counts.indices },
                        &solid);
    drop(&s);
    return solid;
}

// Dark caps and a band of dark fields show which way it rolls.
static uint32_t ball_colour(int ring, int column)
{
    const bool cap = ring <= RINGS / 6 || ring >= RINGS - RINGS / 6;
    const bool field = abs(ring - RINGS / 2) <= RINGS / 8 && column % (COLUMNS / 4) < COLUMNS / 8;
    return cap || field ? 0x4C6088FF : 0xFFFFFFFF;
}

static qx_solid *make_ball(qx_render *render)
{
    enum { CORNERS = (RINGS + 1) * (COLUMNS + 1), INDICES = 6 * RINGS * COLUMNS };
    static const uint32_t corner[] = { 0, COLUMNS + 1, 1, 1, COLUMNS + 1, COLUMNS + 2 };
    qx_vec3 positions[CORNERS];
    uint32_t colours[CORNERS], indices[INDICES];
    for (int i = 0; i < CORNERS; i++) {
        const double down = 3.141592653589793 * (i / (COLUMNS + 1)) / RINGS;
        const double around = 6.283185307179586 * (i % (COLUMNS + 1)) / COLUMNS;
        positions[i] = (qx_vec3){ (float)(qx_sin(down) * qx_cos(around)), (float)qx_cos(down),
                                  (float)(-qx_sin(down) * qx_sin(around)) };
        colours[i] = ball_colour(i / (COLUMNS + 1), i % (COLUMNS + 1));
    }
    for (uint32_t i = 0; i < INDICES; i++) {
        const uint32_t cell = i / 6;
        indices[i] = cell / COLUMNS * (COLUMNS + 1) + cell % COLUMNS + corner[i % 6];
    }
    qx_solid *solid;
    qx_solid_create(render,
                    &(qx_solid_desc){ .positions = &positions[0].x,
                                      .normals = &positions[0].x,
                                      .colours = colours,
                                      .vertex_count = CORNERS,
                                      .indices = indices,
                                      .index_count = INDICES },
                    &solid);
    return solid;
}

// Across z.
static qx_solid *make_disc(qx_render *render)
{
    qx_vec3 positions[DISC_CORNERS];
    uint32_t indices[3 * (DISC_CORNERS - 2)];
    for (int i = 0; i < DISC_CORNERS; i++) {
        const double around = 6.283185307179586 * i / DISC_CORNERS;
        positions[i] = (qx_vec3){ (float)qx_cos(around), (float)qx_sin(around), 0.0f };
    }
    for (uint32_t i = 0; i < DISC_CORNERS - 2; i++) {
        indices[3 * i] = 0;
        indices[3 * i + 1] = i + 1;
        indices[3 * i + 2] = i + 2;
    }
    qx_solid *solid;
    qx_solid_create(render,
                    &(qx_solid_desc){ .positions = &positions[0].x,
                                      .vertex_count = DISC_CORNERS,
                                      .indices = indices,
                                      .index_count = 3 * (DISC_CORNERS - 2) },
                    &solid);
    return solid;
}

static void make_edges(mazecube_picture *picture, const mazecube *game)
{
    picture->edges = malloc(qx_maze_bound_edges(game->maze) * sizeof *picture->edges);
    if (picture->edges) picture->edge_count = qx_maze_build_edges(game->maze, 0, 0, picture->edges);
}

static bool is_same(const level_desc *a, const level_desc *b)
{
    return a->size == b->size && a->algorithm == b->algorithm && a->seed == b->seed &&
           !(a->braid < b->braid) && !(a->braid > b->braid);
}

void picture_fit(mazecube_picture *picture, const mazecube *game, qx_render *render)
{
    if (is_same(&picture->level, &game->level)) return;
    mazecube_picture_release(picture, render);
    picture->level = game->level;
    for (uint32_t axis = 0; axis < 3; axis++)
        picture->slices[axis] = make_slices(game, render, axis, picture->ranges[axis]);
    picture->ball = make_ball(render);
    picture->disc = make_disc(render);
    make_edges(picture, game);
}

mazecube_picture *mazecube_picture_create(void)
{
    return calloc(1, sizeof(mazecube_picture));
}

void mazecube_picture_release(mazecube_picture *picture, qx_render *render)
{
    for (int axis = 0; axis < 3; axis++) qx_solid_destroy(render, picture->slices[axis]);
    qx_solid_destroy(render, picture->ball);
    qx_solid_destroy(render, picture->disc);
    free(picture->edges);
    *picture = (mazecube_picture){ 0 };
}

void mazecube_picture_destroy(mazecube_picture *picture)
{
    free(picture);
}

// --- slices

uint32_t paint_shares(const paint *p, slice_share shares[2])
{
    const slice *s = &p->game->slice;
    const float step = p->canvas->blend / SLICE_FADE_TICKS;
    const float fade = s->fade < 1.0 ? fminf((float)s->fade + step, 1.0f) : 1.0f;
    uint32_t count = 0;
    if (fade < 1.0f)
        shares[count++] =
            (slice_share){ s->face_before, s->index_before, 1.0f - paint_ease(0.4f, 1.0f, fade),
                           1.0f - paint_ease(0.0f, 0.6f, fade) };
    shares[count++] = (slice_share){ s->face, s->index, paint_ease(0.0f, 0.6f, fade),
                                     paint_ease(0.4f, 1.0f, fade) };
    return count;
}

double paint_level(const slice_share *s, double height)
{
    const double up = 0.5 * WALL + height;
    return s->face % 2 ? s->index + 1.0 - up : s->index + up;
}

// From the mesh's space, sized along an axis from `anchor` on.
static qx_mat4 place_of(const paint *p, uint32_t axis, float anchor, float height)
{
    float scale[3] = { 1.0f, 1.0f, 1.0f }, moved[3];
    scale[axis] = height;
    for (uint32_t i = 0; i < 3; i++)
        moved[i] = (1.0f - scale[i]) * anchor - scale[i] * 0.5f * (float)WALL - 0.5f * p->size;
    qx_mat4 place = { { 0 } };
    for (int i = 0; i < 3; i++) {
        const qx_vec3 t = p->turned[i];
        place.m[4 * i] = t.x * scale[i];
        place.m[4 * i + 1] = t.y * scale[i];
        place.m[4 * i + 2] = t.z * scale[i];
        place.m[12] += t.x * moved[i];
        place.m[13] += t.y * moved[i];
        place.m[14] += t.z * moved[i];
    }
    place.m[15] = 1.0f;
    return place;
}

static void draw_range(const paint *p, uint32_t axis, uint32_t which, const qx_solid_look *finish)
{
    const qx_maze_mesh_range range = p->picture->ranges[axis][which];
    qx_solid_look look = *finish;
    look.first = range.first;
    look.count = range.count;
    if (range.count > 0 && p->picture->slices[axis])
        qx_space_solid(p->canvas->render, p->picture->slices[axis], &look);
}

// Looked at from below it is glass, so that the ball on it is seen.
static float opacity(const paint *p, const slice_share *s)
{
    const vec middle = paint_spread(s->face / 2, paint_level(s, 0.0), 0.5 * (double)p->size,
                                    0.5 * (double)p->size);
    const qx_vec3 at = paint_place(p, middle);
    const vec to_eye = { p->camera.eye.x - at.x, p->camera.eye.y - at.y, p->camera.eye.z - at.z };
    const vec up = quat_apply(p->pose.turn, vec_scale(paint_face(s->face), -1.0));
    const double facing = vec_dot(up, to_eye) / vec_length(to_eye);
    return 0.3f + 0.7f * paint_ease(-0.08f, 0.12f, (float)facing);
}

static uint32_t dimmed(uint32_t colour, float light)
{
    return (ui_mix(0x000000FF, colour, light) & 0xFFFFFF00u) | 0xFFu;
}

static void paint_base(const paint *p, const slice_share *s)
{
    const uint32_t axis = s->face / 2;
    const uint32_t colour = p->canvas->palette ? FLOOR_COLOUR_CONTRAST : FLOOR_COLOUR;
    const float alpha = s->base * opacity(p, s);
    const qx_solid_look look = { .place = place_of(p, axis, 0.0f, 1.0f),
                                 .colour = dimmed(colour, p->light),
                                 .alpha = fminf(alpha, 1.0f),
                                 .glow = 0.10f };
    if (alpha > 0.004f) draw_range(p, axis, 2 * s->index + 2 * (s->face % 2), &look);
}

static void paint_walls(const paint *p, const slice_share *s)
{
    const uint32_t axis = s->face / 2;
    const uint32_t colour =
        ui_mix(0x2E2880FF, p->palette->mark[2], p->canvas->palette ? 0.5f : 0.25f);
    const float height = PAINT_HEIGHT * s->walls;
    const qx_solid_look look = { .place = place_of(p, axis, (float)paint_level(s, 0.0), height),
                                 .colour = dimmed(colour, p->light),
                                 .glow = 0.06f };
    if (height > 0.01f) draw_range(p, axis, 2 * s->index + 1, &look);
}

void paint_slices(paint *p)
{
    slice_share shares[2];
    const uint32_t count = paint_shares(p, shares);
    for (uint32_t i = 0; i < count; i++) {
        paint_walls(p, &shares[i]);
        paint_base(p, &shares[i]);
    }
}

// --- round things

void paint_ball_solid(const paint *p, vec at, quat roll, uint32_t colour, float alpha)
{
    const quat turn = quat_multiply(p->pose.turn, roll);
    const float q[4] = { (float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w };
    if (!p->picture->ball) return;
    qx_space_solid(
        p->canvas->render, p->picture->ball,
        &(qx_solid_look){ .place = qx_mat4_turn(paint_place(p, at), (float)BALL_RADIUS, q),
                          .colour = colour,
                          .alpha = alpha,
                          .gloss = 0.5f,
                          .glow = 0.22f,
                          .rim = 0.5f });
}

void paint_disc(const paint *p, vec at, uint32_t face, float radius, uint32_t colour, float alpha)
{
    static const quat turns[3] = { { 0.0, 0.7071067811865476, 0.0, 0.7071067811865476 },
                                   { 0.7071067811865476, 0.0, 0.0, 0.7071067811865476 },
                                   { 0.0, 0.0, 0.0, 1.0 } };
    const quat turn = quat_multiply(p->pose.turn, turns[face / 2]);
    const float q[4] = { (float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w };
    if (!p->picture->disc) return;
    qx_space_solid(p->canvas->render, p->picture->disc,
                   &(qx_solid_look){ .place = qx_mat4_turn(paint_place(p, at), radius, q),
                                     .colour = colour,
                                     .alpha = alpha,
                                     .two_sided = true });
}
