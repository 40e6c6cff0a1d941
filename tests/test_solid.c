// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing.h"
#include "gl.h"
#include "gl_told.h"
#include "space_stage.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

#define GREY 0x808080FFu
#define GREY_LIGHT 0.2158605 // of the byte 0x80

static qx_render *render_of(void **state)
{
    return ((gl_stage *)*state)->render;
}

// Of light that goes through two roundings, in 8 bits at a third of the brightness three.
static double allowed(void **state)
{
    return ((gl_stage *)*state)->bytes ? 0.012 : 0.004;
}

// A few solids that most tests draw once.
typedef struct cast {
    const qx_solid *solid;
    qx_solid_look look;
} cast;

typedef struct cast_list {
    const cast *all;
    size_t count;
} cast_list;

static void draw_casts(qx_render *render, const void *user)
{
    const cast_list *list = user;
    for (size_t i = 0; i < list->count; i++) {
        qx_space_solid(render, list->all[i].solid, &list->all[i].look);
    }
}

static picture take(void **state, const qx_space *space, const cast *all, size_t count)
{
    const cast_list list = { all, count };
    return space_take(render_of(state), space_frame(96, 64), space, NULL, draw_casts, &list);
}

// The middle pixel of one solid.
static double light_of(void **state, const qx_space *space, const qx_solid *solid,
                       const qx_solid_look *look)
{
    const cast one = { solid, *look };
    picture taken = take(state, space, &one, 1);
    const double light = picture_light(&taken, 48, 32);
    picture_free(&taken);
    return light;
}

// Where things are

static void a_solid_is_where_the_camera_says(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *ball = space_ball(render, 16, (qx_vec3){ 1, 1, 1 });
    static const qx_vec3 places[] = { { 0, 0, 0 }, { 2, 1, -3 }, { -3, -2, 1 }, { 1, 3, -6 } };
    const qx_camera camera = { .eye = { 2, 3, 9 }, .target = { 0, 0.5f, 0 } };
    qx_space space = space_dark(1, 1);
    space.camera = camera;
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        const qx_solid_look look = { .place = qx_mat4_place(places[i], 0.2f), .glow = 0.5f };
        const cast_list list = { &(cast){ ball, look }, 1 };
        picture taken = space_take(render, space_frame(320, 200), &space, NULL, draw_casts, &list);
        double sum = 0, x_sum = 0, y_sum = 0;
        for (uint32_t y = 0; y < 200; y++) {
            for (uint32_t x = 0; x < 320; x++) {
                const double light = picture_light(&taken, x, y);
                sum += light;
                x_sum += light * (x + 0.5);
                y_sum += light * (y + 0.5);
            }
        }
        qx_vec3 pixel;
        assert_true(qx_camera_project(&camera, 320, 200, places[i], &pixel));
        assert_true(sum > 10);
        assert_true(fabs(x_sum / sum - (double)pixel.x) < 0.15);
        assert_true(fabs(y_sum / sum - (double)pixel.y) < 0.15);
        picture_free(&taken);
    }
    qx_solid_destroy(render, ball);
}

static void what_is_nearer_hides_in_any_order(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 1, 1);
    const qx_space space = space_dark(5, 2);
    const cast near = {
        card,
        { .place = qx_mat4_place((qx_vec3){ 0, 0, 1 }, 1), .glow = 0.5f, .colour = 0xFF0000FF }
    };
    const cast far = {
        card,
        { .place = qx_mat4_place((qx_vec3){ 0, 0, -1 }, 2), .glow = 0.5f, .colour = 0x00FF00FF }
    };
    for (int order = 0; order < 2; order++) {
        const cast all[] = { order ? near : far, order ? far : near };
        picture taken = take(state, &space, all, 2);
        assert_true(picture_byte(&taken, 48, 32, 0) > 150);
        assert_true(picture_byte(&taken, 48, 32, 1) < 5);
        assert_true(picture_byte(&taken, 48, 8, 1) > 150); // the far one is larger
        picture_free(&taken);
    }
    qx_solid_destroy(render, card);
}

static void each_space_has_its_own_depth(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 1, 1);
    const qx_space space = space_dark(5, 2);
    qx_target *target;
    assert_int_equal(qx_target_create(render, 32, 32, &target), QX_OK);
    qx_frame frame = space_frame(32, 32);
    frame.framebuffer = qx_target_framebuffer(target);
    qx_render_begin(render, &frame);
    qx_space_begin(render, &space);
    qx_space_solid(render, card,
                   &(qx_solid_look){ .place = qx_mat4_place((qx_vec3){ 0, 0, 1 }, 1),
                                     .glow = 0.5f,
                                     .colour = 0xFF0000FF });
    qx_space_begin(render, &space); // ends the first
    qx_space_solid(render, card, &(qx_solid_look){ .glow = 0.5f, .colour = 0x00FF00FF });
    qx_render_end(render); // ends the second
    uint8_t pixels[32 * 32 * 3];
    qx_target_read(render, target, pixels);
    const uint8_t *middle = pixels + 3 * (16 * 32 + 16);
    assert_true(middle[0] < 5 && middle[1] > 150);
    qx_target_destroy(render, target);
    qx_solid_destroy(render, card);
}

static void draw_stripe(qx_render *render, const void *user)
{
    (void)user;
    const qx_line lines[] = { { { 4, 60, 0 }, { 92, 3, 0 }, 5, 0.4f, 0x80FF40FF },
                              { { 0, 30, 0 }, { 96, 34, 0 }, 1.3f, 0.3f, 0xFFFFFFFF } };
    qx_render_lines(render, QX_BLEND_ADD, lines, 2);
}

static void what_was_there_stays_beneath(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 1, 2);
    const cast_list list = { &(cast){ card, { .glow = 0.5f, .colour = 0x0000FFFF } }, 1 };
    picture before = picture_take(render, space_frame(96, 64), draw_stripe, NULL, NULL);
    for (int rough = 0; rough < 2; rough++) {
        qx_space space = space_dark(5, 2);
        space.rough_edges = rough != 0;
        picture empty = space_take(render, space_frame(96, 64), &space, draw_stripe, NULL, NULL);
        picture taken =
            space_take(render, space_frame(96, 64), &space, draw_stripe, draw_casts, &list);
        assert_true(picture_worst(&before, &empty) <= 1);
        assert_true(picture_byte(&taken, 48, 32, 1) < 5); // the card covers
        assert_true(picture_byte(&taken, 48, 32, 2) > 150);
        assert_int_equal(picture_byte(&taken, 8, 30, 1), picture_byte(&before, 8, 30, 1));
        picture_free(&empty);
        picture_free(&taken);
    }
    picture_free(&before);
    qx_solid_destroy(render, card);
}

static void edges_are_smooth(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 1.2f, 1.2f);
    const float q[4] = { 0, 0, sinf(0.1f), cosf(0.1f) };
    const cast one = { card, { .place = qx_mat4_turn((qx_vec3){ 0 }, 1, q), .glow = 0.5f } };
    int between[2];
    for (int rough = 0; rough < 2; rough++) {
        qx_space space = space_dark(5, 2);
        space.rough_edges = rough != 0;
        picture taken = take(state, &space, &one, 1);
        double cover = 0;
        between[rough] = 0;
        for (uint32_t i = 0; i < 96 * 64; i++) {
            const double share = picture_light(&taken, i % 96, i / 96) / 0.5;
            cover += share;
            between[rough] += share > 0.15 && share < 0.85;
        }
        const bool bytes = ((gl_stage *)*state)->bytes; // samples may be averaged as they are
        assert_true(fabs(cover - 38.4 * 38.4) < (bytes ? 40 : 15)); // pixels
        picture_free(&taken);
    }
    assert_int_equal(between[1], 0);
    if (render->space.samples > 1) assert_true(between[0] > 60);
    qx_solid_destroy(render, card);
}

static void half_resolution_shows_the_same(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *ball = space_ball(render, 16, (qx_vec3){ 1, 1, 1 });
    qx_space space = space_dark(5, 3);
    space.sun_light = 1;
    const cast_list list = { &(cast){ ball, { .colour = 0xC0C0C0FF } }, 1 };
    qx_frame frame = space_frame(192, 128);
    picture full = space_take(render, frame, &space, NULL, draw_casts, &list);
    frame.resolution = 0.5f;
    picture half = space_take(render, frame, &space, NULL, draw_casts, &list);
    assert_true(picture_apart(&full, &half) < 2);
    picture_free(&full);
    picture_free(&half);
    qx_solid_destroy(render, ball);
}

// Light

static void sunlight_follows_lambert(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 4, 4);
    for (int degrees = 0; degrees <= 180; degrees += 15) {
        const float angle = (float)degrees * 3.14159265f / 180;
        qx_space space = space_dark(5, 2);
        space.sun_light = 2;
        space.sun = (qx_vec3){ 3 * sinf(angle), 0, 3 * cosf(angle) };
        const double light = light_of(state, &space, card, &(qx_solid_look){ .colour = GREY });
        const double expected = GREY_LIGHT * 1.6 * fmax(cos((double)angle), 0);
        assert_true(fabs(light - expected) < allowed(state));
    }
    qx_solid_destroy(render, card);
}

static void sky_and_ground_light_from_above_and_below(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 4, 4);
    qx_space space = space_dark(5, 2);
    space.sky = 0xFFFFFFFF;
    for (int degrees = -80; degrees <= 80; degrees += 20) {
        const float half = (float)degrees * 0.5f * 3.14159265f / 180; // about x: up is +
        const float q[4] = { -sinf(half), 0, 0, cosf(half) };
        const qx_solid_look look = { .place = qx_mat4_turn((qx_vec3){ 0 }, 1, q), .colour = GREY };
        const double expected = GREY_LIGHT * (0.5 + 0.5 * sin(2 * (double)half));
        assert_true(fabs(light_of(state, &space, card, &look) - expected) < allowed(state));
    }
    qx_solid_destroy(render, card);
}

static void glow_needs_no_lamp(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 4, 4);
    const qx_space space = space_dark(5, 2);
    assert_true(light_of(state, &space, card, &(qx_solid_look){ .colour = GREY }) < 0.002);
    const qx_solid_look look = { .colour = GREY, .glow = 1.5f };
    const double expected = GREY_LIGHT * 1.5;
    assert_true(fabs(light_of(state, &space, card, &look) - expected) < allowed(state));
    qx_solid_destroy(render, card);
}

static void gloss_shines_where_the_sun_is_mirrored(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 4, 4);
    qx_space space = space_dark(5, 2);
    space.sun_light = 0.3f;
    const qx_solid_look matt = { .colour = GREY }, glossy = { .colour = GREY, .gloss = 0.6f };
    space.sun = (qx_vec3){ 0, 0, 1 };
    assert_true(light_of(state, &space, card, &glossy) >
                light_of(state, &space, card, &matt) + 0.1);
    space.sun = (qx_vec3){ 1, 0, 0.3f };
    assert_true(fabs(light_of(state, &space, card, &glossy) -
                     light_of(state, &space, card, &matt)) < allowed(state));
    qx_solid_destroy(render, card);
}

static void rims_shine_where_the_surface_turns_away(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *ball = space_ball(render, 24, (qx_vec3){ 1, 1, 1 });
    const qx_space space = space_dark(20, 2.2f);
    const cast one = { ball, { .rim = 0.5f } };
    picture taken = take(state, &space, &one, 1);
    assert_true(picture_light(&taken, 48, 32) < 0.01);
    assert_true(picture_light(&taken, 48, 3) > 0.15);
    picture_free(&taken);
    qx_solid_destroy(render, ball);
}

static void fog_leaves_its_share(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 400, 400);
    static const float distances[] = { 1, 5, 10, 20, 40 };
    for (size_t i = 0; i < COUNT_OF(distances); i++) {
        qx_space space = space_dark(distances[i], 0.2f * distances[i]);
        space.fog = 0xFF00FFFF;
        space.fog_density = 0.05f;
        const qx_solid_look look = { .colour = 0x00FF00FF, .glow = 0.5f };
        const double thick = (double)(distances[i] * 0.05f);
        const double expected = 0.5 * exp(-thick * thick);
        assert_true(fabs(light_of(state, &space, card, &look) - expected) < allowed(state));
    }
    qx_solid_destroy(render, card);
}

static void solids_without_normals_are_flat(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *box = space_box(render);
    qx_space space = space_dark(5, 1);
    space.camera.eye = (qx_vec3){ 40, 30, 50 };
    space.camera.field = 0.08f;
    space.sun_light = 1;
    space.sun = (qx_vec3){ 0.48f, 0.64f, 0.6f };
    static const qx_vec3 on_faces[] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const double facing[] = { 0.48, 0.64, 0.6 };
    const cast one = { box, { .colour = GREY } };
    picture taken = take(state, &space, &one, 1);
    for (int i = 0; i < 3; i++) {
        for (int step = -2; step <= 2; step++) { // over all of a face
            const float off = 0.4f * (float)step;
            const qx_vec3 face = on_faces[i];
            const qx_vec3 at = { face.x + off * (1 - face.x), face.y + off * (1 - face.y),
                                 face.z + off * (1 - face.z) };
            qx_vec3 pixel;
            qx_camera_project(&space.camera, 96, 64, at, &pixel);
            const double light = picture_light(&taken, (uint32_t)pixel.x, (uint32_t)pixel.y);
            assert_true(fabs(light - GREY_LIGHT * 0.8 * facing[i]) < allowed(state));
        }
    }
    picture_free(&taken);
    qx_solid_destroy(render, box);
}

static void normals_turn_with_what_they_belong_to(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 4, 4);
    qx_space space = space_dark(5, 2);
    space.sun_light = 1;
    space.sun = (qx_vec3){ 0, 1, 1 };
    // Flattened 4 times along z and sheared up by it: the plane y = z, whose normal is no image of
    // the card's under the same matrix.
    const qx_mat4 places[] = {
        { { 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0.25f, 0, 0, 0, 0, 1 } },
        { { 3, 0, 0, 0, 0, 2, -2, 0, 0, 0, 5, 0, 0, 0, 0, 1 } },
        { { -3, 0, 0, 0, 0, 2, -2, 0, 0, 0, 5, 0, 0, 0, 0, 1 } }, // mirrored
    };
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        const qx_solid_look look = { .place = places[i], .colour = GREY };
        assert_true(fabs(light_of(state, &space, card, &look) - GREY_LIGHT * 0.8) < allowed(state));
    }
    qx_solid_destroy(render, card);
}

static void backs_show_only_when_asked_for(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 4, 4);
    qx_space space = space_dark(5, 2);
    space.sun_light = 1;
    space.sun = (qx_vec3){ 0, 0, 1 };
    const float about_y[4] = { 0, 1, 0, 0 };
    qx_solid_look look = { .place = qx_mat4_turn((qx_vec3){ 0 }, 1, about_y), .colour = GREY };
    assert_true(light_of(state, &space, card, &look) < 0.002);
    look.two_sided = true; // and is lit as a front is
    assert_true(fabs(light_of(state, &space, card, &look) - GREY_LIGHT * 0.8) < allowed(state));
    qx_solid_destroy(render, card);
}

// Blending

static void transparent_solids_come_after_the_others(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 4, 4);
    const qx_space space = space_dark(5, 2);
    const qx_mat4 near = qx_mat4_place((qx_vec3){ 0, 0, 1 }, 1);
    const cast all[] = {
        { card, { .place = near, .glow = 0.4f, .colour = 0xFF0000FF, .alpha = 0.25f } },
        { card, { .glow = 0.4f, .colour = 0x00FF00FF } },
    };
    picture taken = take(state, &space, all, 2);
    assert_true(fabs(picture_light(&taken, 48, 32) - 0.3) < allowed(state));
    assert_true(fabs(picture_top(&taken, 48, 32) - 0.3) < allowed(state));
    assert_true(picture_byte(&taken, 48, 32, 0) > 80); // 0.1 of the red one
    picture_free(&taken);

    const cast glass[] = {
        // the first writes no depth
        { card, { .place = near, .glow = 0.4f, .colour = 0xFF000080 } },
        { card, { .glow = 0.4f, .colour = 0x00FF0080 } },
    };
    taken = take(state, &space, glass, 2);
    assert_true(picture_light(&taken, 48, 32) > 0.15);
    picture_free(&taken);
    qx_solid_destroy(render, card);
}

// Meshes

static void vertex_colours_and_ranges(void **state)
{
    qx_render *render = render_of(state);
    static const float corners[] = { -2, -1, 0, 0, -1, 0, 0, 1, 0, -2, -1, 0, 0, 1, 0, -2, 1, 0,
                                     0,  -1, 0, 2, -1, 0, 2, 1, 0, 0,  -1, 0, 2, 1, 0, 0,  1, 0 };
    uint32_t colours[12];
    for (int i = 0; i < 12; i++) colours[i] = i < 6 ? 0xFF0000FF : 0x00FF00FF;
    qx_solid *solid;
    assert_int_equal(
        qx_solid_create(
            render,
            &(qx_solid_desc){ .positions = corners, .colours = colours, .vertex_count = 12 },
            &solid),
        QX_OK);
    const qx_space space = space_dark(5, 2);
    static const struct {
        uint32_t first, count;
        bool left, right;
    } cases[] = { { 0, 0, true, true },
                  { 0, 6, true, false },
                  { 6, 6, false, true },
                  { 6, 600, false, true },
                  { 12, 6, false, false } };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const cast one = { solid,
                           { .glow = 0.4f, .first = cases[i].first, .count = cases[i].count } };
        picture taken = take(state, &space, &one, 1);
        assert_int_equal(picture_byte(&taken, 30, 32, 0) > 100, cases[i].left);
        assert_int_equal(picture_byte(&taken, 66, 32, 1) > 100, cases[i].right);
        assert_true(picture_byte(&taken, 30, 32, 1) < 3);
        picture_free(&taken);
    }
    qx_solid_destroy(render, solid);
}

// More vertices than 16-bit indices can tell apart; the last ones are those that show. In strides.
static void large_meshes_are_drawn(void **state)
{
    qx_render *render = render_of(state);
    static const uint32_t counts[] = { 65534, 65535, 65536, 70000 };
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const uint32_t count = counts[i];
        float(*vertices)[5] = calloc(count, sizeof *vertices);
        assert_non_null(vertices);
        const float corners[3][2] = { { -4, -4 }, { 4, -4 }, { 0, 6 } };
        for (uint32_t k = 0; k < 3; k++) {
            vertices[count - 3 + k][1] = corners[k][0];
            vertices[count - 3 + k][2] = corners[k][1];
        }
        const uint32_t indices[] = { 0, 1, 2, count - 3, count - 2, count - 1 };
        const qx_solid_desc desc = { .positions = &vertices[0][1],
                                     .position_stride = sizeof *vertices,
                                     .vertex_count = count,
                                     .indices = indices,
                                     .index_count = 6 };
        qx_solid *solid;
        assert_int_equal(qx_solid_create(render, &desc, &solid), QX_OK);
        free(vertices);
        const qx_space space = space_dark(5, 2);
        const double light = light_of(state, &space, solid, &(qx_solid_look){ .glow = 0.4f });
        assert_true(fabs(light - 0.4) < allowed(state));
        qx_solid_destroy(render, solid);
    }
}

static void solids_are_set_anew(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 1, 1);
    const qx_space space = space_dark(5, 2);
    const cast one = { card, { .glow = 0.4f } };
    const float moved[] = { 0.9f, -0.5f, 0, 1.4f, -0.5f, 0, 1.4f, 0.5f, 0, 0.9f, 0.5f, 0 };
    qx_solid_set(render, card, moved, 0, NULL, 0);
    picture taken = take(state, &space, &one, 1);
    assert_true(picture_light(&taken, 48, 32) < 0.01);
    assert_true(fabs(picture_light(&taken, 84, 32) - 0.4) < allowed(state));
    picture_free(&taken);
    qx_solid_destroy(render, card);
}

// Morphing

typedef struct corner {
    float position[3], normal[3];
} corner;

static void random_corners(corner *corners, uint32_t count, uint64_t seed)
{
    for (uint32_t i = 0; i < count * 6; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        ((float *)corners)[i] = (float)(int32_t)(seed >> 32) / 1073741824.0f;
    }
}

static void run_morph(GLuint program, const corner *from, const corner *to, uint32_t count,
                      float share, corner *found)
{
    static const float same[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
    static const float turn[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    const GLsizeiptr size = (GLsizeiptr)(count * sizeof(corner));
    GLuint array, buffers[3];
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(3, buffers);
    for (GLuint i = 0; i < 2; i++) {
        glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
        glBufferData(GL_ARRAY_BUFFER, size, i == 0 ? from : to, GL_STATIC_DRAW);
        for (GLuint k = 0; k < 2; k++) {
            glEnableVertexAttribArray(2 * i + k);
            glVertexAttribPointer(2 * i + k, 3, GL_FLOAT, GL_FALSE, sizeof(corner),
                                  (const void *)(12 * (size_t)k));
        }
    }
    glBindBuffer(GL_UNIFORM_BUFFER, buffers[2]);
    glBufferData(GL_UNIFORM_BUFFER, 1024, NULL, GL_STATIC_DRAW);
    float nothing[256] = { 0 };
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof nothing, nothing);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffers[2]);
    glUseProgram(program);
    glUniformMatrix4fv(glGetUniformLocation(program, "place"), 1, GL_FALSE, same);
    glUniformMatrix3fv(glGetUniformLocation(program, "turn"), 1, GL_FALSE, turn);
    glUniform1f(glGetUniformLocation(program, "share"), share);
    gl_told_draw(count, found, (size_t)size);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, 0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindVertexArray(0);
    glUseProgram(0);
    glDeleteBuffers(3, buffers);
    glDeleteVertexArrays(1, &array);
}

static void morphs_are_what_the_processor_makes_of_them(void **state)
{
    enum { COUNT = 1000 };
    static corner from[COUNT], to[COUNT], found[COUNT];
    static const float shares[] = { 0, 0.125f, 0.4f, 0.5f, 0.77f, 1 };
    random_corners(from, COUNT, 1);
    random_corners(to, COUNT, 2);
    static const char *const told[] = { "way", "facing" };
    const GLuint program = gl_told_program(*state, QX_PROGRAM_SOLID, told, 2);
    for (size_t i = 0; i < COUNT_OF(shares); i++) {
        run_morph(program, from, to, COUNT, shares[i], found);
        for (int k = 0; k < COUNT; k++) {
            float normal[3], length = 0;
            for (int axis = 0; axis < 3; axis++) {
                const float f = shares[i];
                const float at = from[k].position[axis] * (1 - f) + to[k].position[axis] * f;
                assert_true(fabsf(found[k].position[axis] - at) < 1e-5f);
                normal[axis] = from[k].normal[axis] * (1 - f) + to[k].normal[axis] * f;
                length += normal[axis] * normal[axis];
            }
            for (int axis = 0; axis < 3; axis++) {
                assert_true(fabsf(found[k].normal[axis] - normal[axis] / sqrtf(length)) < 1e-5f);
            }
        }
    }
    const corner up = { { 0 }, { 0, 0, 2 } }, down = { { 0 }, { 0, 0, -2 } };
    run_morph(program, &up, &down, 1, 0.5f, found); // no direction between: the first's
    assert_true(fabsf(found[0].normal[2] - 1) < 1e-6f);
    glDeleteProgram(program);
}

static void a_morph_looks_like_the_solid_between(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *round = space_ball(render, 12, (qx_vec3){ 1, 1, 1 });
    qx_solid *wide = space_ball(render, 12, (qx_vec3){ 1.5f, 0.5f, 1 });
    qx_solid *third = space_ball(render, 12, (qx_vec3){ 1.25f, 0.75f, 1 });
    qx_solid *box = space_box(render);
    qx_space space = space_dark(6, 3);
    const qx_solid_look looks[] = {
        { .toward = wide, .mix = 0.5f, .glow = 0.4f }, // dark: only shapes are compared
        { .glow = 0.4f },
        { .toward = box, .mix = 0.5f, .glow = 0.4f }, // of another count: left alone
        { .toward = wide, .mix = NAN, .glow = 0.4f },
    };
    const cast casts[] = { { round, looks[0] },
                           { third, looks[1] },
                           { round, looks[2] },
                           { round, looks[3] },
                           { round, looks[1] } };
    picture taken[5];
    for (int i = 0; i < 5; i++) taken[i] = take(state, &space, &casts[i], 1);
    assert_true(picture_worst(&taken[0], &taken[1]) <= 1);
    assert_true(picture_worst(&taken[2], &taken[4]) == 0);
    assert_true(picture_worst(&taken[3], &taken[4]) == 0);
    assert_true(picture_apart(&taken[0], &taken[4]) > 1);
    for (int i = 0; i < 5; i++) picture_free(&taken[i]);
    qx_solid_destroy(render, round);
    qx_solid_destroy(render, wide);
    qx_solid_destroy(render, third);
    qx_solid_destroy(render, box);
}

// Bad input and memory

static void bad_meshes_are_refused(void **state)
{
    qx_render *render = render_of(state);
    static const float good[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
    static const float not [] = { 0, 0, 0, 1, NAN, 0, 0, 1, 0 };
    static const float endless[] = { 0, 0, 0, 1, INFINITY, 0, 0, 1, 0 };
    static const uint32_t beyond[] = { 0, 1, 3 };
    const qx_solid_desc bad[] = {
        { .vertex_count = 3 },
        { .positions = good },
        { .positions = good, .vertex_count = 2 },
        { .positions = good, .vertex_count = 3, .indices = beyond, .index_count = 3 },
        { .positions = good, .vertex_count = 3, .indices = beyond, .index_count = 2 },
        { .positions = good, .vertex_count = 3, .indices = beyond },
        { .positions = good, .vertex_count = UINT32_MAX },
        { .positions = good, .vertex_count = 3, .position_stride = 8 },
        { .positions = good, .vertex_count = 3, .normals = good, .normal_stride = 4 },
        { .positions = not, .vertex_count = 3 },
        { .positions = endless, .vertex_count = 3 },
        { .positions = good, .vertex_count = 3, .normals = not },
        { .positions = good, .vertex_count = 3, .texture_places = not },
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        qx_solid *solid = (qx_solid *)1;
        assert_int_equal(qx_solid_create(render, &bad[i], &solid), QX_BAD_VALUE);
        assert_null(solid);
    }
    qx_solid_destroy(render, NULL);
}

static void creation_survives_every_missing_allocation(void **state)
{
    (void)state;
    static const float corners[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
    static const uint8_t pixel[4] = { 255, 255, 255, 255 };
    failing book;
    for (long granted = 1;; granted++) {
        const qx_allocator allocator = failing_after(&book, granted);
        qx_render *render;
        qx_solid *solid = NULL;
        qx_texture *texture = NULL;
        qx_result result =
            qx_render_create(&(qx_render_desc){ .allocator = &allocator }, &render, NULL);
        if (result == QX_OK) {
            const qx_solid_desc desc = { .positions = corners, .vertex_count = 3 };
            result = qx_solid_create(render, &desc, &solid);
            if (result == QX_OK) {
                result = qx_texture_create(render, pixel, 1, 1, false, &texture);
            }
            assert_true(result == QX_OK || result == QX_NO_MEMORY);
            qx_solid_destroy(render, solid);
            qx_texture_destroy(render, texture);
            qx_render_destroy(render);
        }
        assert_int_equal(book.live, 0);
        if (result == QX_OK) break;
        assert_true(granted < 10);
    }
}

static void drawing_does_not_allocate(void **state)
{
    (void)state;
    failing book;
    const qx_allocator allocator = failing_after(&book, 1000);
    qx_render *render;
    assert_int_equal(qx_render_create(&(qx_render_desc){ .allocator = &allocator }, &render, NULL),
                     QX_OK);
    qx_solid *card = space_card(render, 1, 1);
    const float corners[12] = { 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0 };
    const long before = book.requests;
    const qx_frame frame = { .width = 32, .height = 32 };
    for (int i = 0; i < 5; i++) {
        qx_solid_set(render, card, corners, 12, corners, 12);
        qx_render_begin(render, &frame);
        qx_space_begin(render, &(qx_space){ .shadow_reach = 3, .clear_sky = true });
        for (int k = 0; k < 1500; k++) qx_space_solid(render, card, &(qx_solid_look){ .glow = 1 });
        qx_space_end(render);
        qx_render_end(render);
    }
    assert_int_equal(book.requests, before);
    qx_solid_destroy(render, card);
    qx_render_destroy(render);
}

int main(void)
{
#define DRAWN(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest drawn[] = {
        DRAWN(a_solid_is_where_the_camera_says),
        DRAWN(what_is_nearer_hides_in_any_order),
        DRAWN(each_space_has_its_own_depth),
        DRAWN(what_was_there_stays_beneath),
        DRAWN(edges_are_smooth),
        DRAWN(half_resolution_shows_the_same),
        DRAWN(sunlight_follows_lambert),
        DRAWN(sky_and_ground_light_from_above_and_below),
        DRAWN(glow_needs_no_lamp),
        DRAWN(gloss_shines_where_the_sun_is_mirrored),
        DRAWN(rims_shine_where_the_surface_turns_away),
        DRAWN(fog_leaves_its_share),
        DRAWN(solids_without_normals_are_flat),
        DRAWN(normals_turn_with_what_they_belong_to),
        DRAWN(backs_show_only_when_asked_for),
        DRAWN(transparent_solids_come_after_the_others),
        DRAWN(vertex_colours_and_ranges),
        DRAWN(large_meshes_are_drawn),
        DRAWN(solids_are_set_anew),
        DRAWN(morphs_are_what_the_processor_makes_of_them),
        DRAWN(a_morph_looks_like_the_solid_between),
        DRAWN(bad_meshes_are_refused),
        DRAWN(creation_survives_every_missing_allocation),
        DRAWN(drawing_does_not_allocate),
    };
    return cmocka_run_group_tests_name("core", drawn, gl_stage_core, gl_stage_close) +
           cmocka_run_group_tests_name("ES", drawn, gl_stage_es, gl_stage_close) +
           cmocka_run_group_tests_name("core, bytes", drawn, gl_stage_core_bytes, gl_stage_close) +
           cmocka_run_group_tests_name("ES, bytes", drawn, gl_stage_es_bytes, gl_stage_close);
}
