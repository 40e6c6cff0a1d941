// SPDX-License-Identifier: MIT
// Pictures of Maze Cube: the shown slice, the ball and the exit are where the camera says they are,
// in their colours, from all six faces and at every size; nothing is blown out, nothing black.
#include "gl_picture.h"
#include "mazecube/mazecube_hands.h"
#include "mazecube/mazecube_paint.h"

#include <quincunx/math.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.141592653589793

enum { WIDTH = 640, HEIGHT = 360 };

// --- memory that fails

static int allocations_left = -1; // below 0: no end of them

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size)
{
    if (allocations_left == 0) return NULL;
    if (allocations_left > 0) allocations_left--;
    return __real_malloc(size);
}

// --- a moment of a game

typedef struct moment {
    mazecube game;
    mazecube_look look;
    scene_canvas canvas;
    mazecube_picture *picture; // NULL: made for the one shot
} moment;

static vec middle_of(const mazecube *game, uint64_t cell)
{
    const uint32_t size = game->level.size;
    return (vec){ (double)(cell % size) + 0.5, (double)(cell / size % size) + 0.5,
                  (double)(cell / size / size) + 0.5 };
}

static vec toward(uint32_t face)
{
    const double way = face % 2 ? 1.0 : -1.0;
    return (vec){ face / 2 == 0 ? way : 0.0, face / 2 == 1 ? way : 0.0, face / 2 == 2 ? way : 0.0 };
}

// With a face down, then about the vertical, then tilted.
static quat turned(uint32_t face, double yaw, double tilt)
{
    static const double down[6][2] = { { 0, 0.5 }, { 0, -0.5 }, { 0, 0 },
                                       { 1, 0 },   { -0.5, 0 }, { 0.5, 0 } };
    const quat lying = quat_of((vec){ PI * down[face][0], 0.0, PI * down[face][1] });
    const quat about = quat_multiply(quat_of((vec){ 0.0, yaw, 0.0 }), lying);
    return quat_unit(quat_multiply(quat_of((vec){ 0.7 * tilt, 0.0, -0.7 * tilt }), about));
}

static void look_again(moment *m)
{
    m->look.before = m->look.now = mazecube_pose_of(&m->game);
}

// The ball lies in a cell of the way, on the wall that is down.
static void put_ball(moment *m, double share, uint32_t face)
{
    mazecube *game = &m->game;
    const uint32_t place = (uint32_t)(share * (game->path_count - 1));
    const double drop = 0.5 - 0.5 * WALL - BALL_RADIUS;
    game->ball.at = vec_add(middle_of(game, game->path[place]), vec_scale(toward(face), drop));
    for (uint32_t i = 0; i < MAZECUBE_TRAIL; i++) game->trail[i] = game->ball.at;
    slice_start(&game->slice, game->rule, cube_down(&game->cube), game->ball.at, game->walls.size);
    look_again(m);
}

static moment open_moment(uint32_t size, uint32_t face, double tilt, slice_rule rule)
{
    const level_desc level = { .size = size, .seed = 40 + size };
    moment m = { .canvas = { .view = { 0, 0, 1280, 720 },
                             .width = WIDTH,
                             .height = HEIGHT,
                             .particles = 1.0f,
                             .flash = 1.0f,
                             .hud = true } };
    assert_true(mazecube_start(&m.game, &level, rule));
    m.game.cube.turn = turned(face, 0.4, tilt);
    put_ball(&m, 0.6, face);
    return m;
}

static void close_moment(moment *m)
{
    mazecube_stop(&m->game);
}

static void draw_scene(qx_render *render, const void *user)
{
    const moment *m = user;
    scene_canvas canvas = m->canvas;
    canvas.render = render;
    mazecube_draw(&m->game, m->picture, &m->look, &canvas);
}

static void draw_map(qx_render *render, const void *user)
{
    const moment *m = user;
    scene_canvas canvas = m->canvas;
    canvas.render = render;
    mazecube_draw_map(&m->game, &m->look, &canvas);
}

static qx_frame frame_of(const moment *m)
{
    return (qx_frame){
        .width = m->canvas.width, .height = m->canvas.height, .view = m->canvas.view, .bloom = 1.0f
    };
}

static picture shoot_with(void **state, const moment *given, bool map)
{
    const gl_stage *stage = *state;
    moment m = *given;
    if (!m.picture) m.picture = mazecube_picture_create();
    assert_non_null(m.picture);
    picture t = picture_take(stage->render, frame_of(&m), draw_scene, map ? draw_map : NULL, &m);
    if (given->picture) return t;
    mazecube_picture_release(m.picture, stage->render);
    mazecube_picture_destroy(m.picture);
    return t;
}

static picture shoot(void **state, const moment *m)
{
    return shoot_with(state, m, false);
}

// --- what is where

static qx_vec3 pixel_of(const moment *m, vec place)
{
    const qx_camera camera = mazecube_camera(&m->game, &m->look);
    const mazecube_pose pose =
        mazecube_pose_between(&m->look.before, &m->look.now, m->canvas.blend);
    qx_vec3 pixel;
    assert_true(qx_camera_project(&camera, m->canvas.width, m->canvas.height,
                                  mazecube_world(&m->game, &pose, place), &pixel));
    return pixel;
}

typedef bool is_hue(int r, int g, int b);

static bool is_cyan(int r, int g, int b)
{
    return b > 90 && b > r + 30 && g > r + 12;
}

static bool is_gold(int r, int g, int b)
{
    return r > 70 && r > b + 35 && g > b + 15 && r >= g;
}

// Share of the pixels around a place, `reach` to each side and within the picture.
static double share_of(const picture *t, qx_vec3 at, int reach, is_hue *is)
{
    int count = 0, all = 0;
    for (int y = (int)at.y - reach; y <= (int)at.y + reach; y++)
        for (int x = (int)at.x - reach; x <= (int)at.x + reach; x++) {
            if (x < 0 || y < 0 || x >= (int)t->width || y >= (int)t->height) continue;
            const uint32_t u = (uint32_t)x, v = (uint32_t)y;
            all++;
            count +=
                is(picture_byte(t, u, v, 0), picture_byte(t, u, v, 1), picture_byte(t, u, v, 2));
        }
    return all > 0 ? (double)count / all : 0.0;
}

static double light_at(const picture *t, qx_vec3 at)
{
    if (!(at.x >= 1 && at.y >= 1 && at.x < (float)t->width - 1 && at.y < (float)t->height - 1))
        return 0.0;
    return picture_mean(t, (uint32_t)at.x - 1, (uint32_t)at.y - 1, 3, 3);
}

// Whether the shown slice, or light close to it, covers a place: the eye's ray meets its box.
static bool is_covered(const moment *m, vec place)
{
    const mazecube *game = &m->game;
    const qx_vec3 eye = mazecube_camera(game, &m->look).eye;
    const double size = game->level.size, margin = 0.12 * size;
    const vec turned_back = quat_apply(quat_inverse(game->cube.turn), (vec){ eye.x, eye.y, eye.z });
    const vec from = vec_add(turned_back, (vec){ 0.5 * size, 0.5 * size, 0.5 * size });
    const vec way = vec_sub(place, from);
    double enter = -1e9, leave = 1e9;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const bool across = axis == game->slice.face / 2;
        const double low = (across ? game->slice.index : 0.0) - margin;
        const double high = (across ? game->slice.index + 1.0 : size) + margin;
        const double speed = vec_axis(way, (int)axis), at = vec_axis(from, (int)axis);
        const double a = (low - at) / speed, b = (high - at) / speed;
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter < leave;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Median light along the outer walls of a slice, where their crowns are drawn when it is shown; of
// others only what the shown one leaves free. Below 0 where that is nothing.
static double light_of_slice(const moment *m, const picture *t, uint32_t index)
{
    const mazecube *game = &m->game;
    const uint32_t face = game->slice.face, axis = face / 2;
    const double up = 0.5 * WALL + 0.42, size = game->level.size;
    double lights[60];
    size_t count = 0;
    for (int i = 0; i < 60; i++) {
        const int side = i % 4;
        const double along = size * (i / 4 + 0.5) / 15.0;
        double at[3];
        at[axis] = face % 2 ? index + 1.0 - up : index + up;
        at[(axis + 1) % 3] = side < 2 ? along : side == 2 ? 0.0 : size;
        at[(axis + 2) % 3] = side > 1 ? along : side == 0 ? 0.0 : size;
        const vec place = { at[0], at[1], at[2] };
        if (index != game->slice.index && is_covered(m, place)) continue;
        lights[count++] = light_at(t, pixel_of(m, place));
    }
    qsort(lights, count, sizeof lights[0], compare);
    return count > 0 ? lights[count / 2] : -1.0;
}

static vec exit_place(const mazecube *game)
{
    const qx_maze_opening *way = &game->route.exit;
    return vec_add(middle_of(game, way->cell), vec_scale(toward((uint32_t)way->face), 0.55));
}

static void assert_neither_white_nor_black(const picture *t)
{
    const double mean = picture_mean(t, 0, 0, t->width, t->height);
    assert_true(mean > 0.008 && mean < 0.30);
    assert_true(picture_white_share(t) < 0.004);
}

// --- the tests

static void assert_all_is_seen(void **state, uint32_t size, uint32_t face, uint32_t palette)
{
    moment m = open_moment(size, face, 0.25, SLICE_CLEAN);
    m.canvas.palette = palette;
    assert_int_equal(m.game.slice.face, face);
    picture t = shoot(state, &m);
    assert_true(share_of(&t, pixel_of(&m, m.game.ball.at), 2, is_cyan) > 0.6);
    const int reach = size < 5 ? 24 : size < 9 ? 14 : 9;
    assert_true(share_of(&t, pixel_of(&m, exit_place(&m.game)), reach, is_gold) > 0.05);
    const double shown = light_of_slice(&m, &t, m.game.slice.index);
    assert_true(shown > 0.1);
    for (uint32_t i = 0; i < size; i++)
        if (i != m.game.slice.index) assert_true(shown > 3.0 * light_of_slice(&m, &t, i));
    assert_neither_white_nor_black(&t);
    picture_free(&t);
    close_moment(&m);
}

static void slice_ball_and_exit_are_seen_from_all_faces(void **state)
{
    static const uint32_t sizes[] = { 3, 5, 9, 15 };
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t face = 0; face < 6; face++)
            assert_all_is_seen(state, sizes[i], face, face % 2);
}

// What the rules say of a box of the lattice across the shown slice, and how bright it is there.
typedef struct contrast {
    double solid, open; // mean light
    int solids, opens;
} contrast;

static void compare_box(const moment *m, const picture *t, int layer, int u, int v, double height,
                        contrast *c)
{
    const uint32_t face = m->game.slice.face, axis = face / 2;
    const double up = 0.5 * WALL + height;
    int box[3];
    double at[3];
    box[axis] = layer;
    box[(axis + 1) % 3] = u;
    box[(axis + 2) % 3] = v;
    at[axis] = face % 2 ? m->game.slice.index + 1.0 - up : m->game.slice.index + up;
    at[(axis + 1) % 3] = 0.5 * u;
    at[(axis + 2) % 3] = 0.5 * v;
    const double light = light_at(t, pixel_of(m, (vec){ at[0], at[1], at[2] }));
    const bool solid = lattice_solid(&m->game.walls, box[0], box[1], box[2]);
    *(solid ? &c->solid : &c->open) += light;
    *(solid ? &c->solids : &c->opens) += 1;
}

// Floors against the holes in them, from above; crowns of walls against the ways between, aslant.
static void floor_and_walls_are_those_of_the_rules(void **state)
{
    for (uint32_t face = 0; face < 6; face++) {
        moment m = open_moment(7, face, 0.0, SLICE_CLEAN), steep = m;
        m.game.slice.index = m.game.slice.index_before = 3; // its floor is not the outside
        steep.game.slice = m.game.slice;
        steep.look.pitch_more = 0.55f;
        picture t = shoot(state, &m), from_above = shoot(state, &steep);
        const int layer = 2 * (int)m.game.slice.index + 1, base = layer + (face % 2 ? 1 : -1);
        contrast floors = { 0 }, crowns = { 0 };
        for (int u = 1; u < 14; u++)
            for (int v = 1; v < 14; v++) {
                if (u % 2 && v % 2) compare_box(&steep, &from_above, base, u, v, 0.0, &floors);
                if (u % 2 != v % 2) compare_box(&m, &t, layer, u, v, 0.42, &crowns);
            }
        assert_true(floors.opens > 2 && crowns.opens > 10);
        assert_true(floors.solid / floors.solids > 1.35 * floors.open / floors.opens);
        assert_true(crowns.solid / crowns.solids > 1.3 * crowns.open / crowns.opens);
        picture_free(&from_above);
        picture_free(&t);
        close_moment(&m);
    }
}

static void all_other_walls_are_faint_lines(void **state)
{
    static const uint32_t sizes[] = { 3, 6, 10, 15 };
    for (uint32_t i = 0; i < 4; i++) {
        moment m = open_moment(sizes[i], i + 1, 0.2, SLICE_CLEAN);
        m.look.pitch_more = -0.5f;
        picture t = shoot(state, &m);
        const double shown = light_of_slice(&m, &t, m.game.slice.index);
        qx_maze_edge *edges = malloc(qx_maze_bound_edges(m.game.maze) * sizeof *edges);
        double *lights = malloc(qx_maze_bound_edges(m.game.maze) * sizeof *lights);
        const uint64_t count = qx_maze_build_edges(m.game.maze, 0, 0, edges);
        size_t free_ones = 0;
        for (uint64_t k = 0; k < count; k++) {
            const qx_vec3 a = edges[k].from, b = edges[k].to;
            const vec at = { 0.5f * (a.x + b.x), 0.5f * (a.y + b.y), 0.5f * (a.z + b.z) };
            if (!is_covered(&m, at)) lights[free_ones++] = light_at(&t, pixel_of(&m, at));
        }
        qsort(lights, free_ones, sizeof *lights, compare);
        assert_true(free_ones > 8);
        assert_true(lights[free_ones / 2] < 0.1 * shown);
        assert_true(lights[free_ones / 2] > 1.8 * light_at(&t, (qx_vec3){ 6, 6, 0 }));
        free(edges);
        free(lights);
        picture_free(&t);
        close_moment(&m);
    }
}

// The eye is so low that walls stand before the ball wherever it lies.
static void the_ball_is_seen_through_walls(void **state)
{
    for (uint32_t face = 0; face < 6; face++) {
        moment m = open_moment(7, face, 0.0, SLICE_CLEAN);
        m.look.pitch_more = 0.12f - (float)HANDS_PITCH;
        for (int i = 0; i < 4; i++) {
            put_ball(&m, 0.2 * (i + 1), face);
            picture t = shoot(state, &m);
            const qx_vec3 at = pixel_of(&m, m.game.ball.at);
            assert_true(share_of(&t, at, 8, is_cyan) > 0.2);
            picture_free(&t);
        }
        close_moment(&m);
    }
}

// Seen from under the floor, which is glass then.
static void the_ball_is_seen_from_below(void **state)
{
    moment m = open_moment(6, 2, 0.1, SLICE_CLEAN);
    m.look.pitch_more = -2.0f * (float)HANDS_PITCH;
    picture t = shoot(state, &m);
    assert_true(share_of(&t, pixel_of(&m, m.game.ball.at), 8, is_cyan) > 0.3);
    assert_neither_white_nor_black(&t);
    picture_free(&t);
    close_moment(&m);
}

static void every_shape_of_picture_is_luminous(void **state)
{
    static const uint32_t sizes[][2] = {
        { 320, 240 }, { 640, 360 }, { 1280, 720 }, { 3440, 1440 }, { 720, 1280 }
    };
    for (uint32_t i = 0; i < 5; i++) {
        moment m = open_moment(3 * (i + 1), i, 0.3, SLICE_CLEAN);
        m.canvas.width = sizes[i][0];
        m.canvas.height = sizes[i][1];
        picture t = shoot_with(state, &m, true);
        assert_neither_white_nor_black(&t);
        assert_true(share_of(&t, pixel_of(&m, m.game.ball.at), 2, is_cyan) > 0.6);
        picture_free(&t);
        close_moment(&m);
    }
}

static void all_marks_at_once_are_not_blown_out(void **state)
{
    moment m = open_moment(6, 3, 0.4, SLICE_ARTICLE);
    m.game.gave_up = true;
    m.game.hint_left = MAZECUBE_HINT_TICKS / 2;
    m.game.hint_from = 2;
    m.game.hint_count = 3;
    m.look.ghost_shown = true;
    m.look.ghost = middle_of(&m.game, m.game.path[1]);
    picture t = shoot_with(state, &m, true);
    assert_neither_white_nor_black(&t);
    picture_free(&t);
    close_moment(&m);
}

// From tick to tick the picture never changes by a jump.
static void slices_fade_without_a_jump(void **state)
{
    static const uint32_t before[] = { 4, 2 }; // another face, another layer
    for (int i = 0; i < 2; i++) {
        moment m = open_moment(6, 2, 0.5, SLICE_CLEAN);
        picture last = { 0 };
        double worst = 0.0, sum = 0.0;
        m.picture = mazecube_picture_create();
        m.game.slice.face_before = before[i];
        m.game.slice.index_before = i == 0 ? (uint32_t)m.game.ball.at.z : m.game.slice.index + 1;
        for (int tick = 0; tick <= SLICE_FADE_TICKS; tick++) {
            m.game.slice.fade = (double)tick / SLICE_FADE_TICKS;
            picture t = shoot(state, &m);
            const double apart = last.rgb ? picture_apart(&last, &t) : 0.0;
            worst = fmax(worst, apart);
            sum += apart;
            picture_free(&last);
            last = t;
        }
        assert_true(sum > 1.0);
        assert_true(worst < 0.2 * sum);
        picture_free(&last);
        mazecube_picture_release(m.picture, ((gl_stage *)*state)->render);
        mazecube_picture_destroy(m.picture);
        close_moment(&m);
    }
}

static void what_is_asked_for_is_drawn(void **state)
{
    moment m = open_moment(5, 2, 0.2, SLICE_CLEAN);
    m.canvas.reduced_motion = true;
    picture plain = shoot(state, &m);

    moment other = m;
    other.game.gave_up = true;
    picture t = shoot(state, &other);
    const qx_vec3 way = pixel_of(&m, middle_of(&m.game, m.game.path[m.game.path_count / 3]));
    assert_true(light_at(&t, way) > light_at(&plain, way) + 0.05);
    picture_free(&t);

    other = m;
    other.look.ghost_shown = true;
    other.look.ghost = middle_of(&m.game, m.game.path[0]);
    t = shoot(state, &other);
    assert_true(picture_apart(&plain, &t) > 0.02);
    picture_free(&t);

    other = m;
    other.game.hint_left = MAZECUBE_HINT_TICKS / 2;
    other.game.hint_from = 1;
    other.game.hint_count = 3;
    t = shoot(state, &other);
    const qx_vec3 hint = pixel_of(&m, middle_of(&m.game, m.game.path[2]));
    assert_true(light_at(&t, hint) > light_at(&plain, hint) + 0.01);
    picture_free(&t);

    other = m;
    other.look.backdrop = true;
    t = shoot_with(state, &other, true);
    assert_true(share_of(&t, pixel_of(&m, m.game.ball.at), 2, is_cyan) < 0.1);
    assert_true(picture_mean(&t, 0, 0, WIDTH, HEIGHT) <
                0.7 * picture_mean(&plain, 0, 0, WIDTH, HEIGHT));
    picture_free(&t);

    picture_free(&plain);
    close_moment(&m);
}

// The two arrows that name the shown face are brighter than the third.
static void the_articles_arrows_name_the_face(void **state)
{
    for (uint32_t face = 0; face < 6; face++) {
        moment m = open_moment(4, face, 0.3, SLICE_CLEAN);
        picture plain = shoot(state, &m);
        m.game.rule = SLICE_ARTICLE;
        picture t = shoot(state, &m);
        double more[3];
        for (uint32_t axis = 0; axis < 3; axis++) {
            more[axis] = 0.0;
            for (int i = 2; i < 40; i++) {
                double at[3] = { -0.5 * WALL, -0.5 * WALL, -0.5 * WALL };
                at[axis] = 0.1 * i;
                const qx_vec3 pixel = pixel_of(&m, (vec){ at[0], at[1], at[2] });
                more[axis] += light_at(&t, pixel) - light_at(&plain, pixel);
            }
        }
        for (uint32_t axis = 0; axis < 3; axis++)
            if (axis != face / 2) assert_true(more[axis] > 1.5 * more[face / 2]);
        picture_free(&t);
        picture_free(&plain);
        close_moment(&m);
    }
}

// Under the clean rule, too, if quietly: their tips stand out of the cube's corners.
static void the_articles_arrows_are_a_guide(void **state)
{
    double tips = 0.0, aside = 0.0;
    for (uint32_t face = 0; face < 6; face++) {
        moment m = open_moment(4, face, 0.3, SLICE_CLEAN);
        picture t = shoot(state, &m);
        for (uint32_t axis = 0; axis < 3; axis++) {
            double at[3] = { -0.5 * WALL, -0.5 * WALL, -0.5 * WALL };
            at[axis] = 4.0 * 1.09;
            tips += light_at(&t, pixel_of(&m, (vec){ at[0], at[1], at[2] }));
            at[axis] = 4.0 * 1.2;
            aside += light_at(&t, pixel_of(&m, (vec){ at[0], at[1], at[2] }));
        }
        picture_free(&t);
        close_moment(&m);
    }
    assert_true(tips > 1.5 * aside);
}

static bool is_any(int r, int g, int b)
{
    return r + g + b > 120;
}

static void the_map_stays_in_its_place_and_follows_the_ball(void **state)
{
    static const uint32_t sizes[][2] = { { 640, 360 }, { 1280, 720 }, { 360, 640 }, { 860, 360 } };
    for (uint32_t i = 0; i < 4; i++) {
        moment m = open_moment(5, 2, 0.2, SLICE_CLEAN);
        m.canvas.width = sizes[i][0];
        m.canvas.height = sizes[i][1];
        m.canvas.reduced_motion = true;
        const qx_view place = mazecube_map_place(&m.canvas);
        const float scale = qx_view_scale(&m.canvas.view, m.canvas.width, m.canvas.height);
        picture plain = shoot(state, &m), low = shoot_with(state, &m, true);
        const uint32_t left = m.canvas.width - (uint32_t)(place.width * scale + 1.5f);
        const uint32_t bottom = (uint32_t)(place.height * scale + 1.5f);
        assert_true(bottom < m.canvas.height / 2 && left > m.canvas.width / 2);
        for (uint32_t y = 0; y < m.canvas.height; y++)
            for (uint32_t x = 0; x < m.canvas.width; x++)
                if (x < left || y > bottom)
                    assert_int_equal(picture_byte(&plain, x, y, 0), picture_byte(&low, x, y, 0));
        const qx_vec3 middle = { (float)(left + m.canvas.width) / 2, (float)bottom / 2, 0 };
        assert_true(share_of(&low, middle, (int)bottom / 2, is_any) >
                    share_of(&plain, middle, (int)bottom / 2, is_any) + 0.02);
        m.game.ball.at.y = 4.5;
        look_again(&m);
        picture high = shoot_with(state, &m, true);
        const uint32_t wide = m.canvas.width - left;
        assert_true(fabs(picture_mean(&high, left, 0, wide, bottom / 4) -
                         picture_mean(&low, left, 0, wide, bottom / 4)) > 0.002);
        picture_free(&high);
        picture_free(&low);
        picture_free(&plain);
        close_moment(&m);
    }
}

static void nothing_moves_by_itself_with_reduced_motion(void **state)
{
    moment m = open_moment(4, 0, 0.2, SLICE_CLEAN);
    m.canvas.reduced_motion = true;
    m.game.gave_up = true;
    picture a = shoot(state, &m);
    m.game.tick += 37;
    picture b = shoot(state, &m);
    assert_int_equal(picture_worst(&a, &b), 0);
    m.canvas.reduced_motion = false;
    picture c = shoot(state, &m);
    assert_true(picture_worst(&a, &c) > 8);
    picture_free(&a);
    picture_free(&b);
    picture_free(&c);
    close_moment(&m);
}

static void the_rules_are_left_alone_and_meshes_are_made_anew(void **state)
{
    qx_render *render = ((gl_stage *)*state)->render;
    moment m = open_moment(5, 4, 0.2, SLICE_CLEAN), other = open_moment(8, 1, 0.2, SLICE_CLEAN);
    const uint64_t hash = mazecube_hash(&m.game);
    m.picture = other.picture = mazecube_picture_create();
    picture a = shoot(state, &m);
    assert_int_equal(mazecube_hash(&m.game), hash);
    picture foreign = shoot(state, &other); // another level by the same picture
    picture b = shoot(state, &m);
    mazecube_picture_release(m.picture, render);
    picture c = shoot(state, &m);
    assert_int_equal(picture_worst(&a, &b), 0);
    assert_int_equal(picture_worst(&a, &c), 0);
    assert_true(picture_apart(&a, &foreign) > 0.5);
    mazecube_picture_release(m.picture, render);
    mazecube_picture_release(m.picture, render);
    mazecube_picture_destroy(m.picture);
    mazecube_picture_destroy(NULL);
    picture_free(&a);
    picture_free(&b);
    picture_free(&c);
    picture_free(&foreign);
    close_moment(&m);
    close_moment(&other);
}

static void an_empty_game_draws_nothing(void **state)
{
    moment m = { .canvas = { .view = { 0, 0, 1280, 720 }, .width = 64, .height = 36 } };
    picture t = shoot_with(state, &m, true);
    assert_true(picture_mean(&t, 0, 0, 64, 36) < 0.01);
    picture_free(&t);
}

static void without_memory_lines_remain(void **state)
{
    for (int allowed = 0; allowed < 12; allowed++) {
        moment m = open_moment(4, 2, 0.2, SLICE_CLEAN);
        const gl_stage *stage = *state;
        m.picture = mazecube_picture_create();
        qx_target *target;
        assert_int_equal(qx_target_create(stage->render, WIDTH, HEIGHT, &target), QX_OK);
        picture t = { WIDTH, HEIGHT, malloc(3 * WIDTH * HEIGHT) };
        qx_frame frame = frame_of(&m);
        frame.framebuffer = qx_target_framebuffer(target);
        qx_render_begin(stage->render, &frame);
        allocations_left = allowed;
        draw_scene(stage->render, &m);
        allocations_left = -1;
        qx_render_end(stage->render);
        qx_target_read(stage->render, target, t.rgb);
        assert_true(share_of(&t, pixel_of(&m, m.game.ball.at), 12, is_cyan) > 0.1);
        qx_target_destroy(stage->render, target);
        mazecube_picture_release(m.picture, stage->render);
        mazecube_picture_destroy(m.picture);
        picture_free(&t);
        close_moment(&m);
    }
}

// --- poses and the camera

static void the_cube_stands_in_the_circle_of_the_arcball(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 640, 360 }, { 3440, 1440 }, { 720, 1280 } };
    for (uint32_t i = 0; i < 3; i++) {
        moment m = open_moment(5, 2, 0.6, SLICE_CLEAN);
        m.canvas.width = sizes[i][0];
        m.canvas.height = sizes[i][1];
        const double w = sizes[i][0], h = sizes[i][1];
        const double radius = HANDS_ARCBALL * fmin(w, h);
        const qx_vec3 middle = pixel_of(&m, (vec){ 2.5, 2.5, 2.5 });
        assert_true(fabs((double)middle.x - 0.5 * w) < 0.5 &&
                    fabs((double)middle.y - 0.5 * h) < 0.5);
        double most = 0.0;
        for (int k = 0; k < 8; k++) {
            const qx_vec3 at = pixel_of(&m, (vec){ k & 1 ? 5 : 0, k & 2 ? 5 : 0, k & 4 ? 5 : 0 });
            const double x = (double)(at.x - middle.x), y = (double)(at.y - middle.y);
            most = fmax(most, sqrt(x * x + y * y));
        }
        assert_true(most < 1.25 * radius && most > 0.75 * radius);
        close_moment(&m);
    }
}

// Walls stand on the side that is down, whichever it is.
static void heights_count_from_the_shown_floor(void **state)
{
    (void)state;
    const slice_share low = { .face = 2, .index = 4 }, high = { .face = 3, .index = 4 };
    assert_true(fabs(paint_level(&low, 0.25) - (4.0 + 0.5 * WALL + 0.25)) < 1e-9);
    assert_true(fabs(paint_level(&high, 0.25) - (5.0 - 0.5 * WALL - 0.25)) < 1e-9);
}

static void poses_blend_and_jumps_do_not(void **state)
{
    (void)state;
    const quat none = { 0, 0, 0, 1 };
    const mazecube_pose a = { none, { 1, 1, 1 }, none };
    mazecube_pose b = { quat_of((vec){ 0, 0.2, 0 }), { 1.4, 1, 1 }, none };
    const mazecube_pose half = mazecube_pose_between(&a, &b, 0.5f);
    assert_true(fabs(half.ball.x - 1.2) < 1e-6);
    const vec x = quat_apply(half.turn, (vec){ 1, 0, 0 });
    assert_true(fabs(x.x - qx_cos(0.1)) < 1e-4 && fabs(x.z + qx_sin(0.1)) < 1e-4);
    b.ball = (vec){ 4, 1, 1 };
    assert_true(fabs(mazecube_pose_between(&a, &b, 0.1f).ball.x - 4.0) < 1e-9);
}

// A ball that rolls once its girth shows the same side again, and rolls about the right axis.
static void the_ball_rolls_as_far_as_it_goes(void **state)
{
    (void)state;
    enum { STEPS = 400 };
    moment m = open_moment(9, 2, 0.0, SLICE_CLEAN);
    mazecube_pose pose = mazecube_pose_of(&m.game);
    m.game.ball.contacts = 1u << 2; // the floor, at low y
    for (int i = 0; i < STEPS; i++) {
        m.game.ball.at.x += 2.0 * PI * BALL_RADIUS / STEPS;
        pose = mazecube_pose_next(&pose, &m.game);
        if (i + 1 != STEPS / 4) continue;
        const vec top = quat_apply(pose.roll, (vec){ 0, 1, 0 });
        assert_true(fabs(top.x - 1.0) < 1e-6); // what was on top is ahead
    }
    const vec top = quat_apply(pose.roll, (vec){ 0, 1, 0 });
    assert_true(fabs(top.y - 1.0) < 1e-6);
    close_moment(&m);
}

int main(void)
{
#define PICTURE_TEST(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest pictures[] = {
        PICTURE_TEST(slice_ball_and_exit_are_seen_from_all_faces),
        PICTURE_TEST(floor_and_walls_are_those_of_the_rules),
        PICTURE_TEST(all_other_walls_are_faint_lines),
        PICTURE_TEST(the_ball_is_seen_through_walls),
        PICTURE_TEST(the_ball_is_seen_from_below),
        PICTURE_TEST(every_shape_of_picture_is_luminous),
        PICTURE_TEST(all_marks_at_once_are_not_blown_out),
        PICTURE_TEST(slices_fade_without_a_jump),
        PICTURE_TEST(what_is_asked_for_is_drawn),
        PICTURE_TEST(the_articles_arrows_name_the_face),
        PICTURE_TEST(the_articles_arrows_are_a_guide),
        PICTURE_TEST(the_map_stays_in_its_place_and_follows_the_ball),
        PICTURE_TEST(nothing_moves_by_itself_with_reduced_motion),
        PICTURE_TEST(the_rules_are_left_alone_and_meshes_are_made_anew),
        PICTURE_TEST(an_empty_game_draws_nothing),
        PICTURE_TEST(without_memory_lines_remain),
    };
    const struct CMUnitTest poses[] = {
        cmocka_unit_test(the_cube_stands_in_the_circle_of_the_arcball),
        cmocka_unit_test(heights_count_from_the_shown_floor),
        cmocka_unit_test(poses_blend_and_jumps_do_not),
        cmocka_unit_test(the_ball_rolls_as_far_as_it_goes),
    };
    const int failed = cmocka_run_group_tests(poses, NULL, NULL);
    return failed + cmocka_run_group_tests(pictures, gl_stage_core, gl_stage_close);
}
