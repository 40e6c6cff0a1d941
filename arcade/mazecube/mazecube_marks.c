// SPDX-License-Identifier: MIT
// What is seen through every wall: the ball and where it came from, start, exit, checkpoints, the
// way. All strokes are drawn twice: dim through everything, then bright where nothing is before
// them. Each mark has a shape of its own, so that none hangs on its hue.
#include "mazecube_paint.h"

#include <math.h>

#define HIDDEN 0.30f

// --- the ball

static double ball_reach(const paint *p, double least_pixels)
{
    return fmax(1.4 * BALL_RADIUS, least_pixels * (double)p->pixel);
}

static void ball_behind_walls(paint *p)
{
    const uint32_t colour = p->palette->mark[0];
    p->blend = QX_BLEND_ALPHA; // the dark takes away what would lie over the ring
    paint_sprite(p, QX_SPRITE_GLOW, p->pose.ball, (float)ball_reach(p, 24.0), 0.0f, 1.0f,
                 0x05060FB0);
    p->blend = QX_BLEND_ADD;
    paint_sprite(p, QX_SPRITE_DISC, p->pose.ball, (float)BALL_RADIUS, 0.0f, 0.35f, colour);
    paint_sprite(p, QX_SPRITE_GLOW, p->pose.ball, (float)ball_reach(p, 22.0), 0.0f, 0.30f, colour);
    paint_sprite(p, QX_SPRITE_RING, p->pose.ball, (float)ball_reach(p, 11.0), 0.0f, 1.1f, colour);
}

// The same dark, and light enough that the gate is found behind any wall.
static void exit_behind_walls(paint *p)
{
    const qx_maze_opening *way = &p->game->route.exit;
    const vec at =
        vec_add(paint_middle(p, way->cell), vec_scale(paint_face((uint32_t)way->face), 0.5));
    const float reach = fmaxf(0.9f, 24.0f * p->pixel);
    p->blend = QX_BLEND_ALPHA;
    paint_sprite(p, QX_SPRITE_GLOW, at, reach, 0.0f, 1.0f, 0x05060F90);
    p->blend = QX_BLEND_ADD;
    paint_sprite(p, QX_SPRITE_GLOW, at, reach, 0.0f, 0.2f * paint_breath(p, 0.35f),
                 p->palette->mark[4]);
}

static void ghost_behind_walls(paint *p, vec at)
{
    paint_sprite(p, QX_SPRITE_RING, at, (float)ball_reach(p, 9.0), 0.0f, 0.45f,
                 p->palette->mark[1]);
    paint_sprite(p, QX_SPRITE_RING, at, (float)(0.6 * ball_reach(p, 9.0)), 0.0f, 0.45f,
                 p->palette->mark[1]);
}

// The first wall below the ball, along gravity; false where none is.
static bool find_ground(const paint *p, vec down, vec *ground)
{
    const double step = 0.02;
    for (double way = 0.0; way < 1.7 * (double)p->size; way += step) {
        const vec at = vec_add(p->pose.ball, vec_scale(down, way));
        const double parts[3] = { at.x, at.y, at.z };
        int box[3];
        for (int i = 0; i < 3; i++) {
            const double plane = floor(parts[i] + 0.5 * WALL);
            box[i] = 2 * (int)plane + (parts[i] + 0.5 * WALL - plane < WALL ? 0 : 1);
        }
        if (!lattice_solid(&p->game->walls, box[0], box[1], box[2])) continue;
        *ground = vec_add(at, vec_scale(down, -step));
        return true;
    }
    return false;
}

static vec down_of(const paint *p)
{
    return quat_apply(quat_inverse(p->pose.turn), (vec){ 0.0, -1.0, 0.0 });
}

// Its shadow lies on the shown floor right below it, whatever is between.
static void ball_shadow(const paint *p)
{
    slice_share shares[2];
    const slice_share *s = &shares[paint_shares(p, shares) - 1];
    const uint32_t axis = s->face / 2;
    const double parts[3] = { p->pose.ball.x, p->pose.ball.y, p->pose.ball.z };
    const double level = paint_level(s, 0.012);
    const double above = fabs(parts[axis] - level);
    if (above > 1.0) return;
    const vec at = paint_spread(axis, level, parts[(axis + 1) % 3], parts[(axis + 2) % 3]);
    paint_disc(p, at, s->face, (float)(BALL_RADIUS * (0.85 + 0.5 * above)), 0x000000FF,
               0.6f * s->base);
}

static void drop_line(paint *p)
{
    vec ground;
    const vec down = down_of(p);
    if (!find_ground(p, down, &ground)) return;
    const vec foot = vec_add(p->pose.ball, vec_scale(down, BALL_RADIUS));
    if (vec_dot(vec_sub(ground, foot), down) > 0.05)
        paint_line(p, foot, ground, -1.5f, 0.6f, p->palette->mark[0]);
}

// The way the ball is drawn along the floor, longer where it is steeper.
static void slope_arrow(paint *p)
{
    const vec up = vec_scale(paint_face(p->game->slice.face), -1.0);
    const vec down = down_of(p);
    const vec pull = vec_sub(down, vec_scale(up, vec_dot(down, up)));
    const double steep = vec_length(pull);
    if (steep < 0.04 || p->game->over) return;
    const vec way = vec_scale(pull, 1.0 / steep), side = vec_cross(up, way);
    const double unit = fmax(1.0, 22.0 * (double)p->pixel);
    const vec from = vec_add(p->pose.ball, vec_scale(way, 0.55 * unit));
    const vec tip = vec_add(from, vec_scale(way, unit * (0.15 + 0.9 * steep)));
    const vec back = vec_sub(tip, vec_scale(way, 0.17 * unit));
    const float light = 0.8f * paint_ease(0.04f, 0.12f, (float)steep);
    paint_line(p, from, tip, -2.0f, light, p->palette->text);
    paint_line(p, tip, vec_add(back, vec_scale(side, 0.13 * unit)), -2.0f, light, p->palette->text);
    paint_line(p, tip, vec_sub(back, vec_scale(side, 0.13 * unit)), -2.0f, light, p->palette->text);
}

static void trail(paint *p)
{
    const float width = fminf(0.08f, fmaxf(0.045f, 2.0f * p->pixel));
    vec from = p->pose.ball;
    for (uint32_t i = 0; i < MAZECUBE_TRAIL; i++) {
        const vec to =
            p->game->trail[(p->game->trail_next + MAZECUBE_TRAIL - 1 - i) % MAZECUBE_TRAIL];
        const vec way = vec_sub(to, from);
        const float age = 1.0f - (float)i / MAZECUBE_TRAIL;
        if (vec_dot(way, way) < 1.0)
            paint_line(p, from, to, width, 0.75f * age, p->palette->mark[0]);
        from = to;
    }
}

// --- places

// A square across an axis.
static void square(paint *p, uint32_t axis, vec centre, double half, float width, float light,
                   uint32_t colour)
{
    for (int i = 0; i < 4; i++) {
        const double u = i == 0 || i == 3 ? half : -half, v = i < 2 ? half : -half;
        const double u2 = i == 2 || i == 3 ? half : -half, v2 = i == 0 || i == 3 ? half : -half;
        paint_line(p, vec_add(centre, paint_spread(axis, 0.0, u, v)),
                   vec_add(centre, paint_spread(axis, 0.0, u2, v2)), width, light, colour);
    }
}

// A gate that widens outward, and an arrow out of it.
static void exit_gate(paint *p)
{
    const qx_maze_opening *way = &p->game->route.exit;
    const uint32_t axis = (uint32_t)way->face / 2, colour = p->palette->mark[4];
    const vec out = paint_face((uint32_t)way->face);
    const vec inner = vec_add(paint_middle(p, way->cell), vec_scale(out, 0.5 - 0.5 * WALL));
    const double unit = fmax(0.7, 18.0 * (double)p->pixel), half = 0.5 - 0.5 * WALL;
    const vec mouth = vec_add(inner, vec_scale(out, WALL));
    const vec rim = vec_add(mouth, vec_scale(out, 0.25 * unit));
    const float light = 1.3f * paint_breath(p, 0.35f);
    square(p, axis, inner, half, 0.05f, 0.7f * light, colour);
    square(p, axis, mouth, half, 0.08f, light, colour);
    square(p, axis, rim, half + 0.2 * unit, 0.05f, 0.8f * light, colour);
    for (int i = 0; i < 4; i++) {
        const double u = i & 1 ? 1.0 : -1.0, v = i & 2 ? 1.0 : -1.0, wide = half + 0.2 * unit;
        paint_line(p, vec_add(mouth, paint_spread(axis, 0.0, half * u, half * v)),
                   vec_add(rim, paint_spread(axis, 0.0, wide * u, wide * v)), 0.05f, 0.8f * light,
                   colour);
    }
    const vec tip = vec_add(mouth, vec_scale(out, 1.1 * unit));
    paint_line(p, vec_add(mouth, vec_scale(out, 0.2 * unit)), tip, -2.5f, light, colour);
    for (int i = 0; i < 4; i++) {
        const double u = i == 0 ? 0.22 : i == 1 ? -0.22 : 0.0;
        const double v = i == 2 ? 0.22 : i == 3 ? -0.22 : 0.0;
        const vec barb =
            vec_add(paint_spread(axis, 0.0, u * unit, v * unit), vec_scale(out, -0.3 * unit));
        paint_line(p, tip, vec_add(tip, barb), -2.5f, light, colour);
    }
}

// A cube's eight corners.
static void start_corners(paint *p)
{
    const double half = 0.36, leg = 0.2;
    const vec at = paint_middle(p, p->game->path[0]);
    for (int i = 0; i < 8; i++) {
        const double x = i & 1 ? half : -half, y = i & 2 ? half : -half, z = i & 4 ? half : -half;
        const double in = (half - leg) / half;
        const vec corner = vec_add(at, (vec){ x, y, z });
        const vec ends[3] = { { x * in, y, z }, { x, y * in, z }, { x, y, z * in } };
        for (int k = 0; k < 3; k++)
            paint_line(p, corner, vec_add(at, ends[k]), -1.5f, 0.7f, p->palette->text);
    }
}

static void diamond(paint *p, vec at, double half, float width, float light, uint32_t colour)
{
    const vec tips[6] = { { half, 0, 0 },  { 0, half, 0 }, { -half, 0, 0 },
                          { 0, -half, 0 }, { 0, 0, half }, { 0, 0, -half } };
    for (int i = 0; i < 4; i++) {
        paint_line(p, vec_add(at, tips[i]), vec_add(at, tips[(i + 1) % 4]), width, light, colour);
        for (int k = 4; k < 6; k++)
            paint_line(p, vec_add(at, tips[i]), vec_add(at, tips[k]), width, light, colour);
    }
}

// The latest and the next: more of them would show the way, and clutter it.
static void checkpoints(paint *p)
{
    const mazecube *game = p->game;
    const double half = fmax(0.22, 7.0 * (double)p->pixel);
    for (uint32_t i = 0; i < game->checkpoint_count && i <= game->checkpoint; i++) {
        if (i + 1 < game->checkpoint) continue;
        const vec at = paint_middle(p, game->path[game->checkpoints[i]]);
        const bool next = i == game->checkpoint;
        const float light = next ? 1.1f * paint_breath(p, 0.3f) : 0.5f;
        diamond(p, at, next ? half : 0.7 * half, next ? -2.0f : -1.5f, light, p->palette->mark[1]);
    }
}

// --- the way

static void hint_cells(paint *p)
{
    const mazecube *game = p->game;
    const float left = (float)game->hint_left / MAZECUBE_HINT_TICKS;
    const float light = paint_ease(0.0f, 0.15f, left) * (1.0f - paint_ease(0.97f, 1.0f, left));
    for (uint32_t i = 0; i < game->hint_count && game->hint_left; i++) {
        const vec at = paint_middle(p, game->path[game->hint_from + i]);
        const float share = light * (1.0f - 0.22f * (float)i);
        for (int k = 0; k < 2; k++) {
            const double z = k ? 0.4 : -0.4;
            square(p, 2, vec_add(at, (vec){ 0.0, 0.0, z }), 0.4, 0.04f, 0.6f * share,
                   p->palette->mark[4]);
            square(p, 0, vec_add(at, (vec){ z, 0.0, 0.0 }), 0.4, 0.04f, 0.6f * share,
                   p->palette->mark[4]);
        }
        paint_up(p);
        paint_sprite(p, QX_SPRITE_GLOW, at, 0.6f, 0.0f, 0.4f * p->strength * share,
                     p->palette->mark[4]);
    }
}

// Beads run along it, toward the exit.
static void solution(paint *p)
{
    const mazecube *game = p->game;
    const double run = p->time * 3.0;
    if (!game->gave_up) return;
    for (uint32_t i = 0; i + 1 < game->path_count; i++) {
        const vec from = paint_middle(p, game->path[i]), to = paint_middle(p, game->path[i + 1]);
        paint_line(p, from, to, 0.11f, 0.7f, p->palette->mark[4]);
        if (i % 4 != (uint32_t)run % 4) continue;
        const double at = run - floor(run);
        const vec way = vec_sub(to, from), bead = vec_add(from, vec_scale(way, 0.7 * at));
        paint_line(p, bead, vec_add(bead, vec_scale(way, 0.3)), 0.2f, 1.6f, p->palette->mark[4]);
    }
}

static void strokes(paint *p, qx_space_depth depth, float strength)
{
    paint_pen(p, QX_BLEND_ADD, depth, strength);
    solution(p);
    trail(p);
    start_corners(p);
    checkpoints(p);
    exit_gate(p);
    hint_cells(p);
    drop_line(p);
    slope_arrow(p);
    paint_up(p);
}

void paint_marks(paint *p)
{
    const vec ghost = p->look->ghost;
    ball_shadow(p);
    paint_pen(p, QX_BLEND_ADD, QX_SPACE_THROUGH, 1.0f);
    exit_behind_walls(p);
    strokes(p, QX_SPACE_THROUGH, HIDDEN);
    paint_pen(p, QX_BLEND_ADD, QX_SPACE_THROUGH, 1.0f);
    if (p->look->ghost_shown) ghost_behind_walls(p, ghost);
    ball_behind_walls(p);
    paint_ball_solid(p, p->pose.ball, p->pose.roll, p->palette->mark[0], 1.0f);
    if (p->look->ghost_shown) paint_ball_solid(p, ghost, p->pose.roll, p->palette->mark[1], 0.45f);
    strokes(p, QX_SPACE_BEHIND, 1.0f - HIDDEN);
}
