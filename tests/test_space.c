// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gl.h"
#include "gl_told.h"
#include "space_stage.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { WIDTH = 160, HEIGHT = 120 };

static qx_render *render_of(void **state)
{
    return ((gl_stage *)*state)->render;
}

static double allowed(void **state)
{
    return ((gl_stage *)*state)->bytes ? 0.015 : 0.006;
}

static picture take(void **state, const qx_space *space, space_draw *draw, const void *user)
{
    return space_take(render_of(state), space_frame(WIDTH, HEIGHT), space, NULL, draw, user);
}

static double light_at(const picture *taken, const qx_space *space, qx_vec3 place)
{
    qx_vec3 pixel;
    assert_true(qx_camera_project(&space->camera, taken->width, taken->height, place, &pixel));
    assert_true(pixel.x >= 0 && pixel.x < (float)taken->width);
    assert_true(pixel.y >= 0 && pixel.y < (float)taken->height);
    return picture_light(taken, (uint32_t)pixel.x, (uint32_t)pixel.y);
}

// Shadows

// A floor, and what stands on it.
typedef struct scene {
    qx_solid *box, *ball;
    bool has_box, no_shadow, glass;
} scene;

static scene make_yard(void **state)
{
    qx_render *render = render_of(state);
    return (scene){ .box = space_box(render),
                    .ball = space_ball(render, 32, (qx_vec3){ 1, 1, 1 }) };
}

static void destroy_yard(void **state, scene *yard)
{
    qx_solid_destroy(render_of(state), yard->box);
    qx_solid_destroy(render_of(state), yard->ball);
}

static void draw_yard(qx_render *render, const void *user)
{
    const scene *yard = user;
    const qx_mat4 floor = { { 8, 0, 0, 0, 0, 1, 0, 0, 0, 0, 8, 0, 0, -1, 0, 1 } };
    qx_space_solid(render, yard->box, &(qx_solid_look){ .place = floor, .colour = 0xA0A0A0FF });
    qx_solid_look look = { .colour = 0xA0A0A0FF, .no_shadow = yard->no_shadow };
    if (yard->glass) look.alpha = 0.5f;
    if (yard->has_box) {
        look.place = qx_mat4_place((qx_vec3){ 0, 1, 0 }, 1);
        qx_space_solid(render, yard->box, &look);
    } else {
        look.place = qx_mat4_place((qx_vec3){ -3, 1, 0 }, 1);
        qx_space_solid(render, yard->ball, &look);
    }
}

static qx_space sunny(qx_vec3 sun)
{
    return (qx_space){
        .camera = { .eye = { 6, 9, 12 }, .nearest = 0.5f, .farthest = 60 },
        .sun = sun,
        .shadow_reach = 8,
        .sky = 0x000000FF,
        .ground = 0x000000FF,
    };
}

static void shadows_fall_away_from_the_sun(void **state)
{
    scene yard = make_yard(state);
    yard.has_box = true;
    for (int i = 0; i < 8; i++) {
        const float angle = 0.3f + (float)i * 0.7853982f;
        const float x = cosf(angle), z = sinf(angle);
        const qx_space space = sunny((qx_vec3){ x, 1, z });
        picture taken = take(state, &space, draw_yard, &yard);
        for (int far = 2; far <= 4; far++) { // of 2 units' height under 45 degrees: 2 to 3 long
            const float way = 0.9f * (float)far;
            const qx_vec3 behind = { -x * way, 0, -z * way }, before = { x * way, 0, z * way };
            qx_vec3 shown;
            qx_camera_project(&space.camera, WIDTH, HEIGHT, behind, &shown);
            const bool hidden = behind.x < 1.2f && behind.z < 1.2f; // perhaps by the box
            if (!hidden && far == 2) assert_true(light_at(&taken, &space, behind) < 0.02);
            if (before.x > 1.2f || before.z > 1.2f) {
                assert_true(light_at(&taken, &space, before) > 0.15);
            }
        }
        picture_free(&taken);
    }
    destroy_yard(state, &yard);
}

// The shadow begins at the foot of what throws it, and ends where the sun's ray does.
static void shadows_are_not_loose(void **state)
{
    scene yard = make_yard(state);
    yard.has_box = true;
    const qx_space space = sunny((qx_vec3){ -1, 1, 0 });
    picture taken = take(state, &space, draw_yard, &yard);
    assert_true(light_at(&taken, &space, (qx_vec3){ 1.06f, 0, 0.5f }) < 0.02);
    assert_true(light_at(&taken, &space, (qx_vec3){ 2.85f, 0, 0 }) < 0.03);
    assert_true(light_at(&taken, &space, (qx_vec3){ 3.15f, 0, 0 }) > 0.15);
    picture_free(&taken);
    destroy_yard(state, &yard);
}

static void who_casts_none_is_lit_around(void **state)
{
    scene yard = make_yard(state);
    yard.has_box = true;
    const qx_space space = sunny((qx_vec3){ -1, 1, 0 });
    for (int i = 0; i < 2; i++) {
        yard.no_shadow = i == 0;
        yard.glass = i == 1;
        picture taken = take(state, &space, draw_yard, &yard);
        assert_true(light_at(&taken, &space, (qx_vec3){ 2, 0, 0 }) > 0.15);
        picture_free(&taken);
    }
    destroy_yard(state, &yard);
}

// A ball that throws its shadow out of the picture: with a shadow map everything seen looks as
// without one.
static void nothing_shades_itself(void **state)
{
    scene yard = make_yard(state);
    static const qx_vec3 suns[] = {
        { 0, 1, 0 }, { -1, 1, 0.3f }, { 0.2f, 1, 1 }, { 1, 0.4f, 0.2f }, { 1, 0.15f, 0.1f }
    };
    for (size_t i = 0; i < COUNT_OF(suns); i++) {
        qx_space space = sunny(suns[i]);
        space.camera = (qx_camera){ .eye = { 2, 4, 7 }, .target = { 1, 0.2f, 1 } };
        yard.no_shadow = true; // casts none, but takes some
        picture with = take(state, &space, draw_yard, &yard);
        space.shadow_reach = 0;
        picture without = take(state, &space, draw_yard, &yard);
        assert_true(picture_worst(&with, &without) <= 1);
        picture_free(&with);
        picture_free(&without);
    }
    destroy_yard(state, &yard);
}

static void balls_have_one_clean_night_side(void **state)
{
    scene yard = make_yard(state);
    static const qx_vec3 suns[] = { { -1, 1, 0.3f }, { 0.2f, 1, 1 }, { 1, 0.4f, 0.2f } };
    for (size_t i = 0; i < COUNT_OF(suns); i++) {
        qx_space space = sunny(suns[i]);
        space.camera = (qx_camera){ .eye = { -1, 3, 3 }, .target = { -3, 1, 0 }, .field = 0.25f };
        picture with = take(state, &space, draw_yard, &yard);
        space.shadow_reach = 0;
        picture without = take(state, &space, draw_yard, &yard);
        for (uint32_t k = 0; k < WIDTH * HEIGHT; k++) { // all of it is the ball
            const double darker = picture_light(&without, k % WIDTH, k / WIDTH) -
                                  picture_light(&with, k % WIDTH, k / WIDTH);
            assert_true(fabs(darker) < 0.02);
        }
        picture_free(&with);
        picture_free(&without);
    }
    destroy_yard(state, &yard);
}

// The same view through targets at other distances: the map moves, shadows do not.
static void shadows_stand_still_when_the_camera_moves(void **state)
{
    scene yard = make_yard(state);
    yard.has_box = true;
    qx_space space = sunny((qx_vec3){ -1, 1.3f, 0.4f });
    picture first = take(state, &space, draw_yard, &yard);
    for (int i = 1; i < 12; i++) {
        const float share = 0.0137f * (float)i;
        space.camera.target = (qx_vec3){ 6 * share, 9 * share, 12 * share };
        picture moved = take(state, &space, draw_yard, &yard);
        assert_true(picture_worst(&first, &moved) <= 3);
        picture_free(&moved);
    }
    picture_free(&first);
    destroy_yard(state, &yard);
}

static void beyond_the_map_the_sun_shines(void **state)
{
    scene yard = make_yard(state);
    yard.has_box = true;
    qx_space space = sunny((qx_vec3){ -1, 1, 0 });
    space.shadow_reach = 1.5f;
    picture taken = take(state, &space, draw_yard, &yard);
    assert_true(light_at(&taken, &space, (qx_vec3){ 6, 0, 2 }) > 0.15);
    assert_true(light_at(&taken, &space, (qx_vec3){ -6, 0, -2 }) > 0.15);
    picture_free(&taken);
    destroy_yard(state, &yard);
}

// Sky

static void the_sky_goes_from_horizon_to_zenith(void **state)
{
    qx_space space = {
        .camera = { .eye = { 0, 5, 0 }, .target = { 0, 5, -1 }, .field = 1.2f },
        .sun = { 0, 0, 1 }, // behind
        .clear_sky = true,
        .horizon = 0xA08060FF,
        .zenith = 0x004080FF,
    };
    picture taken = take(state, &space, NULL, NULL);
    assert_true(abs(picture_byte(&taken, 80, 60, 0) - 0xA0) < 8);
    assert_true(abs(picture_byte(&taken, 80, 100, 1) - 0x80) < 3); // below
    for (uint32_t y = 1; y < 60; y++) {
        assert_true(picture_byte(&taken, 80, y, 0) >= picture_byte(&taken, 80, y - 1, 0) - 1);
    }
    picture_free(&taken);
    space.camera.target = (qx_vec3){ 0, 9, 0 };
    taken = take(state, &space, NULL, NULL);
    assert_true(picture_byte(&taken, 80, 60, 0) < 8);
    assert_true(abs(picture_byte(&taken, 80, 60, 2) - 0x80) < 3);
    picture_free(&taken);
}

static void the_sun_stands_where_it_shines_from(void **state)
{
    qx_space space = { .camera = { .eye = { 1, 1, 1 }, .field = 1 },
                       .sun = { 0.3f, 0.35f, -1 },
                       .clear_sky = true };
    space.camera.target = (qx_vec3){ 1, 1.2f, 0 };
    picture taken = take(state, &space, NULL, NULL);
    const qx_vec3 far = { 1 + 300, 1 + 350, 1 - 1000 };
    const double there = light_at(&taken, &space, far);
    assert_true(there > 0.8);
    assert_true(there > 2 * picture_light(&taken, 20, 60));
    picture_free(&taken);
}

static void draw_far_card(qx_render *render, const void *user)
{
    qx_space_solid(render, user,
                   &(qx_solid_look){ .colour = 0xFF0000FF,
                                     .glow = 0.2f,
                                     .place = qx_mat4_place((qx_vec3){ 0 }, 1000) });
}

static void thick_fog_is_the_sky_at_the_horizon(void **state)
{
    qx_solid *card = space_card(render_of(state), 1, 1);
    const qx_space space = { .camera = { .eye = { 0, 0, 500 } },
                             .sun = { 0, 0, 1 },
                             .clear_sky = true,
                             .fog_density = 0.02f };
    picture taken = take(state, &space, draw_far_card, card);
    picture sky = take(state, &space, NULL, NULL);
    assert_true(abs(picture_byte(&taken, 80, 62, 0) - picture_byte(&sky, 80, 62, 0)) <= 1);
    assert_true(abs(picture_byte(&taken, 80, 62, 2) - picture_byte(&sky, 80, 62, 2)) <= 1);
    picture_free(&taken);
    picture_free(&sky);
    qx_solid_destroy(render_of(state), card);
}

// Textures

typedef struct hung {
    const qx_solid *card;
    const qx_texture *texture;
    float size;
} hung;

static void draw_hung(qx_render *render, const void *user)
{
    const hung *it = user;
    qx_space_solid(render, it->card,
                   &(qx_solid_look){ .texture = it->texture,
                                     .glow = 0.6f,
                                     .place = qx_mat4_place((qx_vec3){ 0 }, it->size) });
}

static void textures_are_srgb_the_right_way_up(void **state)
{
    qx_render *render = render_of(state);
    const uint8_t pixels[] = { 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 128, 128, 128, 255 };
    qx_texture *texture;
    assert_int_equal(qx_texture_create(render, pixels, 2, 2, false, &texture), QX_OK);
    qx_solid *card = space_card(render, 1, 1);
    const qx_space space = space_dark(5, 1);
    picture taken = take(state, &space, draw_hung, &(hung){ card, texture, 1 });
    assert_true(picture_byte(&taken, 40, 20, 0) > 150 && picture_byte(&taken, 40, 20, 1) < 20);
    assert_true(picture_byte(&taken, 120, 20, 1) > 150 && picture_byte(&taken, 120, 20, 0) < 20);
    assert_true(picture_byte(&taken, 40, 100, 2) > 150 && picture_byte(&taken, 40, 100, 1) < 20);
    assert_true(fabs(picture_light(&taken, 120, 110) - 0.6 * 0.2158605) < allowed(state));
    picture_free(&taken);
    qx_texture_destroy(render, texture);
    qx_solid_destroy(render, card);
}

// Far away, black and white are the light between them, wherever the pixels' middles lie.
static void distant_textures_keep_their_light(void **state)
{
    qx_render *render = render_of(state);
    static uint8_t pixels[256 * 256 * 4];
    for (uint32_t i = 0; i < 256 * 256; i++) {
        const uint8_t byte = ((i ^ (i >> 8)) & 1) ? 255 : 0;
        pixels[4 * i] = pixels[4 * i + 1] = pixels[4 * i + 2] = byte;
        pixels[4 * i + 3] = 255;
    }
    qx_texture *texture;
    assert_int_equal(qx_texture_create(render, pixels, 256, 256, true, &texture), QX_OK);
    qx_solid *card = space_card(render, 1, 1);
    const qx_space space = space_dark(5, 4);
    picture taken = take(state, &space, draw_hung, &(hung){ card, texture, 1 });
    for (uint32_t x = 70; x < 90; x++) {
        assert_true(fabs(picture_light(&taken, x, 60) - 0.3) < 0.02);
    }
    picture_free(&taken);
    qx_texture_destroy(render, texture);
    qx_solid_destroy(render, card);
}

static void bad_textures_are_refused(void **state)
{
    qx_render *render = render_of(state);
    static const uint8_t pixel[4] = { 1, 2, 3, 4 };
    const struct {
        const uint8_t *pixels;
        uint32_t width, height;
        qx_result expected;
    } bad[] = {
        { NULL, 1, 1, QX_BAD_VALUE },
        { pixel, 0, 1, QX_BAD_VALUE },
        { pixel, 1, 0, QX_BAD_VALUE },
        { pixel, render->texture_limit + 1, 1, QX_TOO_LARGE },
        { pixel, 1, UINT32_MAX, QX_TOO_LARGE },
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        qx_texture *texture = (qx_texture *)1;
        assert_int_equal(
            qx_texture_create(render, bad[i].pixels, bad[i].width, bad[i].height, true, &texture),
            bad[i].expected);
        assert_null(texture);
    }
}

// The order of things

// 40 x 30 small cards, more than one space keeps at once, with a shadow map.
static void draw_many(qx_render *render, const void *user)
{
    for (int i = 0; i < 40 * 30; i++) {
        const qx_vec3 at = { (float)(i % 40) - 19.5f, (float)(i / 40) - 14.5f, 0 };
        qx_space_solid(render, user,
                       &(qx_solid_look){ .place = qx_mat4_place(at, 0.8f), .glow = 0.5f });
    }
}

static void any_number_of_solids_is_drawn(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 1, 1);
    qx_space space = space_dark(50, 30);
    space.sun_light = 0.001f;
    space.shadow_reach = 20;
    picture taken = take(state, &space, draw_many, card);
    for (uint32_t i = 0; i < 40 * 30; i++) {
        const uint32_t x = i % 40 * 4 + 2, y = i / 40 * 4 + 2;
        assert_true(picture_light(&taken, x, y) > 0.4);
    }
    picture_free(&taken);
    qx_solid_destroy(render, card);
}

// A box, more solids than are kept at once, and then the floor that its shadow falls on.
static void draw_floor_last(qx_render *render, const void *user)
{
    const scene *yard = user;
    const qx_solid_look box = { .place = qx_mat4_place((qx_vec3){ 0, 1, 0 }, 1) };
    const qx_mat4 floor = { { 8, 0, 0, 0, 0, 1, 0, 0, 0, 0, 8, 0, 0, -1, 0, 1 } };
    const qx_solid_look crumb = { .place = qx_mat4_place((qx_vec3){ 0, 1, 0 }, 0.01f) };
    qx_space_solid(render, yard->box, &box);
    for (int i = 0; i < QX_SPACE_DRAWS; i++) qx_space_solid(render, yard->box, &crumb);
    qx_space_solid(render, yard->box, &(qx_solid_look){ .place = floor, .colour = 0xA0A0A0FF });
}

static void shadows_last_to_the_end_of_the_space(void **state)
{
    scene yard = make_yard(state);
    const qx_space space = sunny((qx_vec3){ -1, 1, 0 });
    picture taken = take(state, &space, draw_floor_last, &yard);
    assert_true(light_at(&taken, &space, (qx_vec3){ 2, 0, 0 }) < 0.02);
    assert_true(light_at(&taken, &space, (qx_vec3){ 4, 0, 0 }) > 0.15);
    picture_free(&taken);
    destroy_yard(state, &yard);
}

static void spaces_outside_a_scene_draw_nothing(void **state)
{
    qx_render *render = render_of(state);
    qx_solid *card = space_card(render, 9, 9);
    const qx_space space = space_dark(5, 2);
    const qx_line line = { { -1, 0, 0 }, { 1, 0, 0 }, 1, 1, 0xFFFFFFFF };
    qx_target *target;
    assert_int_equal(qx_target_create(render, 8, 8, &target), QX_OK);
    qx_frame frame = space_frame(8, 8);
    frame.framebuffer = qx_target_framebuffer(target);
    qx_space_begin(render, &space);
    qx_space_solid(render, card, &(qx_solid_look){ .glow = 1 });
    qx_space_end(render);
    qx_render_begin(render, &frame);
    qx_space_solid(render, card, &(qx_solid_look){ .glow = 1 }); // in no space
    qx_space_lines(render, QX_BLEND_ADD, QX_SPACE_THROUGH, &line, 1);
    qx_space_end(render);
    qx_render_compose(render);
    qx_space_begin(render, &space);
    qx_space_solid(render, card, &(qx_solid_look){ .glow = 1 });
    qx_space_end(render);
    qx_render_end(render);
    uint8_t pixels[8 * 8 * 3];
    qx_target_read(render, target, pixels);
    for (size_t i = 0; i < sizeof pixels; i++) assert_true(pixels[i] <= 1);
    qx_target_destroy(render, target);
    qx_solid_destroy(render, card);
}

static void sizes_may_change_from_frame_to_frame(void **state)
{
    scene yard = make_yard(state);
    static const uint32_t sizes[][2] = { { 64, 64 }, { 1, 1 }, { 300, 20 }, { 64, 64 } };
    picture taken[COUNT_OF(sizes)];
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        qx_space space = sunny((qx_vec3){ -1, 1, 0 });
        space.rough_edges = i == 2;
        taken[i] = space_take(render_of(state), space_frame(sizes[i][0], sizes[i][1]), &space, NULL,
                              draw_yard, &yard);
    }
    assert_int_equal(picture_worst(&taken[0], &taken[3]), 0);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) picture_free(&taken[i]);
    destroy_yard(state, &yard);
}

static void strange_values_leave_the_rest_alone(void **state)
{
    scene yard = make_yard(state);
    const qx_space strange[] = {
        { .camera = { .eye = { NAN, 0, 0 } } },
        { .sun = { NAN, 0, 0 }, .sun_light = NAN, .fog_density = NAN, .shadow_reach = NAN },
        { .sun_light = INFINITY, .shadow_reach = INFINITY, .fog_density = INFINITY },
        { .camera = { .eye = { 1e30f, 0, 0 } }, .shadow_reach = 1e-30f, .clear_sky = true },
        { .sun_light = 1e30f, .shadow_reach = 1e30f },
    };
    const qx_space plain = sunny((qx_vec3){ -1, 1, 0 });
    picture before = take(state, &plain, draw_yard, &yard);
    for (size_t i = 0; i < COUNT_OF(strange); i++) {
        picture taken = take(state, &strange[i], draw_yard, &yard);
        picture_free(&taken);
    }
    picture after = take(state, &plain, draw_yard, &yard);
    assert_int_equal(picture_worst(&before, &after), 0);
    picture_free(&before);
    picture_free(&after);
    destroy_yard(state, &yard);
}

static void disturb_depth(void)
{
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_NEVER);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    glFrontFace(GL_CW);
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glEnable(GL_DEPTH_TEST);
}

static void openGL_is_left_as_documented(void **state)
{
    scene yard = make_yard(state);
    qx_space space = sunny((qx_vec3){ -1, 1, 0 });
    space.clear_sky = true;
    picture before = take(state, &space, draw_yard, &yard);
    disturb_depth();
    picture taken = take(state, &space, draw_yard, &yard);
    assert_int_equal(picture_worst(&before, &taken), 0);
    picture_free(&before);
    picture_free(&taken);
    static const gl_state_value values[] = {
        { GL_CURRENT_PROGRAM, 0 },
        { GL_VERTEX_ARRAY_BINDING, 0 },
        { GL_ARRAY_BUFFER_BINDING, 0 },
        { GL_UNIFORM_BUFFER_BINDING, 0 },
        { GL_ACTIVE_TEXTURE, GL_TEXTURE0 },
        { GL_BLEND, 0 },
        { GL_DEPTH_TEST, 0 },
        { GL_DEPTH_WRITEMASK, 1 },
        { GL_CULL_FACE, 0 },
        { GL_POLYGON_OFFSET_FILL, 0 },
    };
    gl_told_state(values, COUNT_OF(values));
    for (GLenum unit = 0; unit < 2; unit++) {
        GLint found = -1;
        glActiveTexture(GL_TEXTURE1 - unit);
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &found);
        assert_int_equal(found, 0);
    }
    destroy_yard(state, &yard);
}

static void errors_of_others_are_no_reason_to_fail(void **state)
{
    qx_render *render = render_of(state);
    scene yard = make_yard(state);
    const qx_space space = sunny((qx_vec3){ -1, 1, 0 });
    picture before = space_take(render, space_frame(77, 55), &space, NULL, draw_yard, &yard);
    picture other = take(state, &space, draw_yard, &yard); // the next one makes a target anew
    const GLsizei samples = render->space.samples;
    glEnable(0xFFFF);
    qx_render_begin(render, &(qx_frame){ .width = 77, .height = 55 });
    qx_space_begin(render, &space);
    assert_true(render->space.open);
    qx_render_end(render);
    assert_int_equal(glGetError(), GL_INVALID_ENUM);
    assert_int_equal(render->space.samples, samples);
    picture after = space_take(render, space_frame(77, 55), &space, NULL, draw_yard, &yard);
    assert_int_equal(picture_worst(&before, &after), 0);
    picture_free(&before);
    picture_free(&other);
    picture_free(&after);
    destroy_yard(state, &yard);
}

// What is drawn inside with a program of its own gets each pass once, and shares the light.
typedef struct guest {
    int cast, shown;
} guest;

static void draw_guest(qx_render *render, qx_space_pass pass, const void *user)
{
    guest *told = *(guest *const *)user;
    GLint samples = -1, depth = 0;
    glGetIntegerv(GL_DEPTH_TEST, &depth);
    glGetIntegerv(GL_SAMPLES, &samples);
    assert_true(depth);
    if (pass == QX_SPACE_CAST) {
        told->cast++;
    } else {
        told->shown++;
        assert_int_equal(samples, render->space.samples);
    }
}

static void add_guest(qx_render *render, const void *user)
{
    qx_space_add(render, &(qx_space_draw){ .callback = draw_guest, .user = user });
}

static void guests_are_called_once_a_pass(void **state)
{
    guest told = { 0, 0 };
    guest *const at = &told;
    qx_space space = sunny((qx_vec3){ 0, 1, 0 });
    picture taken = take(state, &space, add_guest, &at);
    picture_free(&taken);
    assert_true(told.cast == 1 && told.shown == 1);
    space.shadow_reach = 0;
    taken = take(state, &space, add_guest, &at);
    picture_free(&taken);
    assert_true(told.cast == 1 && told.shown == 2);
}

int main(void)
{
#define DRAWN(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest drawn[] = {
        DRAWN(shadows_fall_away_from_the_sun),
        DRAWN(shadows_are_not_loose),
        DRAWN(who_casts_none_is_lit_around),
        DRAWN(nothing_shades_itself),
        DRAWN(balls_have_one_clean_night_side),
        DRAWN(shadows_stand_still_when_the_camera_moves),
        DRAWN(beyond_the_map_the_sun_shines),
        DRAWN(the_sky_goes_from_horizon_to_zenith),
        DRAWN(the_sun_stands_where_it_shines_from),
        DRAWN(thick_fog_is_the_sky_at_the_horizon),
        DRAWN(textures_are_srgb_the_right_way_up),
        DRAWN(distant_textures_keep_their_light),
        DRAWN(bad_textures_are_refused),
        DRAWN(any_number_of_solids_is_drawn),
        DRAWN(shadows_last_to_the_end_of_the_space),
        DRAWN(spaces_outside_a_scene_draw_nothing),
        DRAWN(sizes_may_change_from_frame_to_frame),
        DRAWN(strange_values_leave_the_rest_alone),
        DRAWN(openGL_is_left_as_documented),
        DRAWN(errors_of_others_are_no_reason_to_fail),
        DRAWN(guests_are_called_once_a_pass),
    };
    return cmocka_run_group_tests_name("core", drawn, gl_stage_core, gl_stage_close) +
           cmocka_run_group_tests_name("ES", drawn, gl_stage_es, gl_stage_close) +
           cmocka_run_group_tests_name("core, bytes", drawn, gl_stage_core_bytes, gl_stage_close) +
           cmocka_run_group_tests_name("ES, bytes", drawn, gl_stage_es_bytes, gl_stage_close);
}
