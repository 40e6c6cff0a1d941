// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "space_stage.h"

#include <math.h>
#include <stdlib.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { WIDTH = 120, HEIGHT = 96 };

#define PLAIN 0.4f

static qx_render *render_of(void **state)
{
    return ((gl_stage *)*state)->render;
}

typedef struct drawing {
    const qx_solid *solid; // with this look, where there is one
    qx_solid_look look;
    qx_blend blend;
    qx_space_depth depth;
    const qx_line *lines;
    const qx_sprite *sprites;
    size_t count;
} drawing;

static void draw(qx_render *render, const void *user)
{
    const drawing *it = user;
    if (it->solid) qx_space_solid(render, it->solid, &it->look);
    if (it->lines) qx_space_lines(render, it->blend, it->depth, it->lines, it->count);
    if (it->sprites) qx_space_sprites(render, it->blend, it->depth, it->sprites, it->count);
}

static picture take(void **state, const qx_space *space, const drawing *all)
{
    return space_take(render_of(state), space_frame(WIDTH, HEIGHT), space, NULL, draw, all);
}

static picture take_lines(void **state, const qx_space *space, qx_blend blend, const qx_line *lines,
                          size_t count)
{
    return take(state, space, &(drawing){ .blend = blend, .lines = lines, .count = count });
}

static qx_line line_of(qx_vec3 from, qx_vec3 to, float width)
{
    return (qx_line){ from, to, width, PLAIN, 0xFFFFFFFF };
}

typedef struct profile {
    double sum, centre; // of coverage along one column of pixels
} profile;

static profile measure(const picture *taken, uint32_t x)
{
    profile found = { 0, 0 };
    for (uint32_t y = 0; y < taken->height; y++) {
        const double cover = picture_light(taken, x, y) / (double)PLAIN;
        found.sum += cover;
        found.centre += cover * (y + 0.5);
    }
    found.centre /= found.sum;
    return found;
}

static double total(const picture *taken)
{
    return picture_mean(taken, 0, 0, taken->width, taken->height) * taken->width * taken->height /
           (double)PLAIN;
}

static double rounding(void **state)
{
    return ((gl_stage *)*state)->bytes ? 0.1 : 0.03; // of a line's breadth
}

// One pixel a unit at the origin, ten units deep.
static qx_space plain_space(void)
{
    return space_dark(200, HEIGHT);
}

static void lines_lie_where_they_should_and_are_as_wide(void **state)
{
    const qx_space space = plain_space();
    static const float widths[] = { 0.4f, 1, 2.5f, 6 };
    static const float depths[] = { 0, 100, -200 };
    for (size_t i = 0; i < COUNT_OF(widths); i++) {
        for (size_t k = 0; k < COUNT_OF(depths); k++) {
            const float y = 3.3f;
            const double larger = 200 / (200 - (double)depths[k]);
            const qx_line line =
                line_of((qx_vec3){ -400, y, depths[k] }, (qx_vec3){ 400, y, depths[k] }, widths[i]);
            picture taken = take_lines(state, &space, QX_BLEND_ADD, &line, 1);
            const profile found = measure(&taken, 60);
            const double expected = (double)widths[i] * larger;
            assert_true(fabs(found.sum - expected) < rounding(state) * expected + 0.03);
            assert_true(fabs(found.centre - (48 - (double)y * larger)) < 0.1);
            picture_free(&taken);
        }
    }
}

static void widths_in_pixels_stay_at_any_distance(void **state)
{
    const qx_space space = plain_space();
    for (int depth = -500; depth <= 100; depth += 200) {
        const float z = (float)depth;
        const qx_line line = line_of((qx_vec3){ -900, 2, z }, (qx_vec3){ 900, 2, z }, -30);
        picture taken = take_lines(state, &space, QX_BLEND_ADD, &line, 1);
        assert_true(fabs(measure(&taken, 60).sum - 30.0 * HEIGHT / 720) < 0.15);
        picture_free(&taken);
    }
}

// Towards the distance a line of constant width gets narrower as 1 over the distance.
static void lines_taper_with_distance(void **state)
{
    qx_space space = space_dark(1, 1);
    space.camera = (qx_camera){ .eye = { 0, 0, 0 }, .target = { 0, 0, -10 }, .field = 1 };
    const double focal = HEIGHT / 2 / tan(0.5);
    const qx_line line = line_of((qx_vec3){ -1.5f, 0, -2 }, (qx_vec3){ 12, 0, -18 }, 0.2f);
    picture taken = take_lines(state, &space, QX_BLEND_ALPHA, &line, 1);
    for (uint32_t x = 20; x <= 100; x += 20) {
        const double along = (x + 0.5 - WIDTH / 2) / focal;             // x over -z there
        const double far = (27.0 / 32 * 2 + 1.5) / (27.0 / 32 - along); // of the line's x and z
        assert_true(fabs(measure(&taken, x).sum - 0.2 * focal / far) <
                    0.05 + 0.04 * 0.2 * focal / far);
    }
    picture_free(&taken);
}

static qx_vec3 between(qx_vec3 a, qx_vec3 b, float share)
{
    return (qx_vec3){ a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share,
                      a.z + (b.z - a.z) * share };
}

// A line that passes the eye looks like the part of it that lies before the eye.
static void lines_past_the_eye_are_cut_right(void **state)
{
    qx_space space = space_dark(10, 8);
    space.camera.nearest = 0.05f;
    static const qx_vec3 ends[][2] = {
        { { 1, 0.5f, 30 }, { -2, -1, -10 } },
        { { -0.3f, -1, 12 }, { 3, 2, -40 } },
        { { 0.2f, 0.1f, 1000 }, { -3, 2, -100 } },
        { { 500, 20, 400 }, { -3, -1, -10 } },
    };
    static const float widths[] = { 0.1f, -40 };
    for (size_t i = 0; i < 2 * COUNT_OF(ends); i++) {
        const qx_vec3 from = ends[i / 2][0], to = ends[i / 2][1];
        const float visible = (from.z - 9.5f) / (from.z - to.z); // from half a unit before the eye
        const qx_line whole = line_of(from, to, widths[i % 2]);
        const qx_line part = line_of(between(from, to, visible), to, widths[i % 2]);
        picture a = take_lines(state, &space, QX_BLEND_ALPHA, &whole, 1);
        picture b = take_lines(state, &space, QX_BLEND_ALPHA, &part, 1);
        assert_true(total(&a) > 20);
        // What lies nearer than half a unit is outside the picture, or a few pixels of its rim.
        assert_true(picture_apart(&a, &b) < 0.6);
        const qx_line turned = line_of(to, from, widths[i % 2]);
        picture c = take_lines(state, &space, QX_BLEND_ALPHA, &turned, 1);
        assert_true(picture_worst(&a, &c) <= 2);
        picture_free(&a);
        picture_free(&b);
        picture_free(&c);
    }
}

// What lies in the line of sight is a round dot, wherever it begins.
static void a_line_through_the_eye_is_a_dot(void **state)
{
    const qx_space space = space_dark(10, 8);
    for (int i = 0; i < 3; i++) {
        static const float begins[] = { 30, 10, 5 };
        const qx_line line = line_of((qx_vec3){ 0, 0, begins[i] }, (qx_vec3){ 0, 0, -20 }, -60);
        picture taken = take_lines(state, &space, QX_BLEND_ALPHA, &line, 1);
        assert_true(fabs(total(&taken) - 3.1415927 * 16) < 4);
        picture_free(&taken);
    }
}

static void lines_behind_the_eye_are_nothing(void **state)
{
    const qx_space space = space_dark(10, 8);
    const qx_line lines[] = {
        line_of((qx_vec3){ -5, 0, 11 }, (qx_vec3){ 5, 0, 30 }, 1),
        line_of((qx_vec3){ 0, 0, 10 }, (qx_vec3){ 0, 0, 10 }, 1),
        line_of((qx_vec3){ 900, 0, 0 }, (qx_vec3){ 900, 5, 0 }, 1),
        line_of((qx_vec3){ NAN, 0, 0 }, (qx_vec3){ 0, 5, 0 }, 1),
    };
    picture taken = take_lines(state, &space, QX_BLEND_ADD, lines, COUNT_OF(lines));
    assert_true(total(&taken) < 0.5);
    picture_free(&taken);
}

static void far_ends_lose_no_precision(void **state)
{
    const qx_space space = plain_space();
    const qx_line near = line_of((qx_vec3){ -90, -45, 0 }, (qx_vec3){ 90, 45, 0 }, 2);
    const qx_line far = line_of((qx_vec3){ -2e6f, -1e6f, 0 }, (qx_vec3){ 2e6f, 1e6f, 0 }, 2);
    picture a = take_lines(state, &space, QX_BLEND_ALPHA, &near, 1);
    picture b = take_lines(state, &space, QX_BLEND_ALPHA, &far, 1);
    assert_true(picture_worst(&a, &b) <= 12);
    picture_free(&a);
    picture_free(&b);
}

static void pieces_add_up_to_the_whole(void **state)
{
    qx_space space = space_dark(10, 8);
    const qx_vec3 from = { -4, -2, 3 }, to = { 4, 2.5f, -12 };
    const qx_line whole = line_of(from, to, 0.3f);
    qx_line pieces[9];
    for (int i = 0; i < 9; i++) {
        pieces[i] =
            line_of(between(from, to, (float)i / 9), between(from, to, (float)(i + 1) / 9), 0.3f);
    }
    picture one = take_lines(state, &space, QX_BLEND_ADD, &whole, 1);
    picture nine = take_lines(state, &space, QX_BLEND_ADD, pieces, 9);
    const bool bytes = ((gl_stage *)*state)->bytes;
    assert_true(picture_worst(&one, &nine) <= (bytes ? 40 : 30));
    assert_true(picture_apart(&one, &nine) < 0.3);
    picture_free(&one);
    picture_free(&nine);
}

static void solids_hide_lines_behind_them(void **state)
{
    qx_solid *card = space_card(render_of(state), 60, 60);
    const qx_space space = plain_space();
    static const struct {
        float z;
        qx_space_depth depth;
        bool seen;
    } cases[] = { { -20, QX_SPACE_BEHIND, false },
                  { 20, QX_SPACE_BEHIND, true },
                  { -20, QX_SPACE_THROUGH, true },
                  { 0, QX_SPACE_BEHIND, true } };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const qx_line line =
            line_of((qx_vec3){ -300, 0, cases[i].z }, (qx_vec3){ 300, 0, cases[i].z }, 4);
        const drawing it = { .solid = card, .depth = cases[i].depth, .lines = &line, .count = 1 };
        picture taken = take(state, &space, &it);
        assert_int_equal(measure(&taken, 60).sum > 3, cases[i].seen);
        assert_true(measure(&taken, 5).sum > 3); // beside the card
        picture_free(&taken);
    }
    qx_solid_destroy(render_of(state), card);
}

// Edges and diagonals of a black box's faces: those toward the eye show whole where their faces are
// not seen at too flat an angle (the last two eyes), those behind do not shine through.
static void lines_on_solids_show_whole(void **state)
{
    qx_solid *box = space_box(render_of(state));
    static const qx_vec3 eyes[] = {
        { 3, 4, 5 }, { 30, 22, 40 }, { 6, 1.5f, 2 }, { 1.2f, 7, 1.1f }
    };
    static const float widths[] = { -12, 0.05f, 0.2f };
    const qx_line on[] = {
        line_of((qx_vec3){ 1, 1, 1 }, (qx_vec3){ 1, 1, -1 }, 0),
        line_of((qx_vec3){ 1, 1, 1 }, (qx_vec3){ -1, 1, 1 }, 0),
        line_of((qx_vec3){ -1, 1, -1 }, (qx_vec3){ 1, 1, 1 }, 0),
        line_of((qx_vec3){ 1, -1, -1 }, (qx_vec3){ 1, 1, 1 }, 0),
        line_of((qx_vec3){ -0.5f, 1, 0.9f }, (qx_vec3){ 0.5f, 1, 0.9f }, 0),
    };
    for (size_t i = 0; i < COUNT_OF(eyes) * COUNT_OF(widths); i++) {
        qx_space space = plain_space();
        const qx_vec3 eye = eyes[i / COUNT_OF(widths)];
        const float far = sqrtf(eye.x * eye.x + eye.y * eye.y + eye.z * eye.z);
        space.camera = (qx_camera){ .eye = eye, .field = 4 / far };
        for (size_t k = 0; k < COUNT_OF(on); k++) {
            qx_line line = on[k];
            line.width = widths[i % COUNT_OF(widths)];
            drawing it = { .blend = QX_BLEND_ALPHA, .lines = &line, .count = 1 };
            picture alone = take(state, &space, &it);
            it.solid = box;
            it.look.colour = 0x000000FF;
            picture with = take(state, &space, &it);
            assert_true(total(&with) > (i < 2 * COUNT_OF(widths) ? 0.97 : 0.55) * total(&alone));
            line.from.x -= 2 * line.from.x, line.from.y -= 2 * line.from.y;
            line.from.z -= 2 * line.from.z, line.to.x -= 2 * line.to.x;
            line.to.y -= 2 * line.to.y, line.to.z -= 2 * line.to.z;
            picture behind = take(state, &space, &it);
            assert_true(total(&behind) < 0.6 * total(&alone)); // half of an outline may show
            picture_free(&alone);
            picture_free(&with);
            picture_free(&behind);
        }
    }
    qx_solid_destroy(render_of(state), box);
}

static void fog_takes_light_from_lines(void **state)
{
    static const float distances[] = { 10, 20, 40 };
    for (size_t i = 0; i < COUNT_OF(distances); i++) {
        qx_space space = space_dark(distances[i], distances[i]);
        space.fog = 0xFFFFFFFF;
        space.fog_density = 0.03f;
        const float far = distances[i];
        const qx_line line = line_of((qx_vec3){ 0, -far, 0 }, (qx_vec3){ 0, far, 0 }, 0.5f * far);
        const double thick = sqrt(2.0) * (double)(far * 0.03f), share = exp(-thick * thick);
        picture adds = take_lines(state, &space, QX_BLEND_ADD, &line, 1);
        picture covers = take_lines(state, &space, QX_BLEND_ALPHA, &line, 1);
        // Clipped near the picture's edge, so nearer than its ends' own distance.
        const double found = picture_light(&adds, 60, 48);
        assert_true(found > (double)PLAIN * share - 0.01 && found < (double)PLAIN);
        assert_true(picture_light(&covers, 60, 48) > (double)PLAIN);
        picture_free(&adds);
        picture_free(&covers);
    }
}

// Sprites

static picture take_sprite(void **state, const qx_space *space, const qx_sprite *sprite)
{
    return take(state, space, &(drawing){ .blend = QX_BLEND_ALPHA, .sprites = sprite, .count = 1 });
}

static void sprites_are_as_large_as_they_should(void **state)
{
    const qx_space space = plain_space();
    static const struct {
        float z, half_width, half_height;
        double area;
    } cases[] = {
        { 0, 10, 6, 240 },       { 100, 10, 6, 960 },
        { -200, 10, 6, 60 },     { 100, -60, -45, 192 }, // pixels of a 720-line picture
        { -200, -60, -45, 192 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        qx_sprite sprite = {
            { 3, 2, cases[i].z }, cases[i].half_width, cases[i].half_height, 0, PLAIN,
            0xFFFFFFFF,           QX_SPRITE_BOX
        };
        picture taken = take_sprite(state, &space, &sprite);
        assert_true(fabs(total(&taken) - cases[i].area) < 0.04 * cases[i].area + 2);
        picture_free(&taken);
        sprite.shape = QX_SPRITE_DISC;
        taken = take_sprite(state, &space, &sprite);
        assert_true(fabs(total(&taken) - 0.7853982 * cases[i].area) < 0.05 * cases[i].area + 2);
        picture_free(&taken);
    }
}

static void sprites_turn_as_flat_ones_do(void **state)
{
    const qx_space space = plain_space();
    const qx_sprite sprite = { { 0, 0, 0 }, 30, 3, 0.5f, PLAIN, 0xFFFFFFFF, QX_SPRITE_BOX };
    picture taken = take_sprite(state, &space, &sprite); // its right end is lower
    assert_true(picture_light(&taken, 60 + 22, 48 + 12) > 0.3);
    assert_true(picture_light(&taken, 60 + 22, 48 - 12) < 0.01);
    picture_free(&taken);
}

static void sprites_are_hidden_by_what_is_before_their_centre(void **state)
{
    qx_solid *card = space_card(render_of(state), 100, 100);
    const qx_space space = plain_space();
    for (int i = 0; i < 3; i++) {
        const qx_sprite sprite = {
            { 0, 0, i == 1 ? 5 : -5 }, 20, 20, 0, PLAIN, 0xFFFFFFFF, QX_SPRITE_BOX
        };
        const drawing it = { .solid = card,
                             .sprites = &sprite,
                             .count = 1,
                             .depth = i == 2 ? QX_SPACE_THROUGH : QX_SPACE_BEHIND };
        picture taken = take(state, &space, &it);
        assert_int_equal(picture_light(&taken, 60, 48) > 0.3, i > 0);
        picture_free(&taken);
    }
    qx_solid_destroy(render_of(state), card);
}

static void sprites_behind_the_eye_are_nothing(void **state)
{
    const qx_space space = plain_space();
    const qx_sprite sprites[] = {
        { { 0, 0, 300 }, 50, 50, 0, 1, 0xFFFFFFFF, QX_SPRITE_BOX },
        { { 0, 0, 200 }, 50, 50, 0, 1, 0xFFFFFFFF, QX_SPRITE_BOX },
        { { 0, NAN, 0 }, 50, 50, 0, 1, 0xFFFFFFFF, QX_SPRITE_BOX },
    };
    const drawing it = { .sprites = sprites, .count = 3 };
    picture taken = take(state, &space, &it);
    assert_true(total(&taken) < 0.5);
    picture_free(&taken);
}

static void the_brighter_wins_where_asked_for(void **state)
{
    const qx_space space = plain_space();
    const qx_line cross[] = { line_of((qx_vec3){ -40, 0, 0 }, (qx_vec3){ 40, 0, 0 }, 6),
                              line_of((qx_vec3){ 0, -40, 0 }, (qx_vec3){ 0, 40, 0 }, 6) };
    picture taken = take_lines(state, &space, QX_BLEND_MAX, cross, 2);
    assert_true(fabs(picture_light(&taken, 60, 48) - (double)PLAIN) < 0.02);
    picture_free(&taken);
    taken = take_lines(state, &space, QX_BLEND_ADD, cross, 2);
    assert_true(picture_light(&taken, 60, 48) > 0.65);
    picture_free(&taken);
}

int main(void)
{
#define DRAWN(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest drawn[] = {
        DRAWN(lines_lie_where_they_should_and_are_as_wide),
        DRAWN(widths_in_pixels_stay_at_any_distance),
        DRAWN(lines_taper_with_distance),
        DRAWN(lines_past_the_eye_are_cut_right),
        DRAWN(a_line_through_the_eye_is_a_dot),
        DRAWN(lines_behind_the_eye_are_nothing),
        DRAWN(far_ends_lose_no_precision),
        DRAWN(pieces_add_up_to_the_whole),
        DRAWN(solids_hide_lines_behind_them),
        DRAWN(lines_on_solids_show_whole),
        DRAWN(fog_takes_light_from_lines),
        DRAWN(sprites_are_as_large_as_they_should),
        DRAWN(sprites_turn_as_flat_ones_do),
        DRAWN(sprites_are_hidden_by_what_is_before_their_centre),
        DRAWN(sprites_behind_the_eye_are_nothing),
        DRAWN(the_brighter_wins_where_asked_for),
    };
    return cmocka_run_group_tests_name("core", drawn, gl_stage_core, gl_stage_close) +
           cmocka_run_group_tests_name("ES", drawn, gl_stage_es, gl_stage_close) +
           cmocka_run_group_tests_name("core, bytes", drawn, gl_stage_core_bytes, gl_stage_close) +
           cmocka_run_group_tests_name("ES, bytes", drawn, gl_stage_es_bytes, gl_stage_close);
}
