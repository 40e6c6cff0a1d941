// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing.h"
#include "gl.h"
#include "gl_picture.h"
#include "gl_told.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { BLACK = 0x000000FF };

// Light below the knee of the tone curve comes out as it went in, so pictures can be measured.
#define PLAIN 0.4f

static qx_render *render_of(void **state)
{
    return ((gl_stage *)*state)->render;
}

static qx_frame plain_frame(uint32_t width, uint32_t height)
{
    return (qx_frame){
        .width = width,
        .height = height,
        .view = { 0, 0, (float)width, (float)height },
        .background = BLACK,
    };
}

typedef struct line_list {
    qx_blend blend;
    const qx_line *lines;
    size_t count;
} line_list;

static void draw_lines(qx_render *render, const void *user)
{
    const line_list *list = user;
    qx_render_lines(render, list->blend, list->lines, list->count);
}

static picture take_lines(void **state, qx_frame frame, qx_blend blend, const qx_line *lines,
                          size_t count)
{
    const line_list list = { blend, lines, count };
    return picture_take(render_of(state), frame, draw_lines, NULL, &list);
}

static qx_line plain_line(float from_x, float from_y, float to_x, float to_y, float width)
{
    return (qx_line){ { from_x, from_y, 0 }, { to_x, to_y, 0 }, width, PLAIN, 0xFFFFFFFF };
}

// Views

static void view_is_fitted_and_centred(void **state)
{
    (void)state;
    const qx_view view = { 100, 50, 1280, 720 };
    assert_true(fabsf(qx_view_scale(&view, 1280, 720) - 1.0f) < 1e-6f);
    assert_true(fabsf(qx_view_scale(&view, 320, 240) - 0.25f) < 1e-6f);
    const qx_view wide = qx_view_cover(&view, 3440, 1440);
    assert_true(fabsf(wide.width - 1720) < 1e-2f && fabsf(wide.height - 720) < 1e-2f);
    assert_true(fabsf(wide.x - (100 - 220)) < 1e-2f && fabsf(wide.y - 50) < 1e-2f);
    const qx_view tall = qx_view_cover(&view, 320, 240);
    assert_true(fabsf(tall.width - 1280) < 1e-2f && fabsf(tall.height - 960) < 1e-2f);
    const qx_vec2 middle = qx_view_place(&view, 320, 240, (qx_vec2){ 160, 120 });
    assert_true(fabsf(middle.x - 740) < 1e-2f && fabsf(middle.y - 410) < 1e-2f);
    const qx_vec2 corner = qx_view_place(&view, 320, 240, (qx_vec2){ 0, 0 });
    assert_true(fabsf(corner.x - tall.x) < 1e-2f && fabsf(corner.y - tall.y) < 1e-2f);
}

// Creating

static void without_a_context_it_says_so(void **state)
{
    (void)state;
    qx_render *render = (qx_render *)1;
    qx_error error;
    assert_int_equal(qx_render_create(NULL, &render, &error), QX_UNSUPPORTED);
    assert_null(render);
    assert_int_equal(error.code, QX_UNSUPPORTED);
    assert_string_equal(error.message, "no OpenGL context is current on this thread");
    assert_int_equal(qx_render_create(NULL, &render, NULL), QX_UNSUPPORTED);
    qx_render_destroy(NULL);
}

static void text_tells_about_the_context(void **state)
{
    const gl_stage *stage = *state;
    const char *text = qx_render_text(stage->render);
    assert_non_null(strstr(text, stage->dialect == GL_DIALECT_ES ? "OpenGL ES 3." : "OpenGL "));
    assert_non_null(strstr(text, stage->bytes ? ", RGBA8" : ", RGBA16F"));
}

static void creation_survives_every_missing_allocation(void **state)
{
    (void)state;
    failing book;
    for (long allowed = 0;; allowed++) {
        const qx_allocator allocator = failing_after(&book, allowed);
        qx_render *render;
        qx_target *target = NULL;
        qx_result result =
            qx_render_create(&(qx_render_desc){ .allocator = &allocator }, &render, NULL);
        if (result == QX_OK) result = qx_target_create(render, 8, 8, &target);
        assert_true(result == QX_OK || result == QX_NO_MEMORY);
        if (render) {
            qx_target_destroy(render, target);
            qx_render_destroy(render);
        }
        assert_int_equal(book.live, 0);
        if (result == QX_OK) break;
        assert_true(allowed < 10);
    }
}

static void drawing_does_not_allocate(void **state)
{
    (void)state;
    failing book;
    const qx_allocator allocator = failing_after(&book, 1000);
    qx_render *render;
    qx_target *target;
    assert_int_equal(qx_render_create(&(qx_render_desc){ .allocator = &allocator }, &render, NULL),
                     QX_OK);
    assert_int_equal(qx_target_create(render, 64, 64, &target), QX_OK);
    const long before = book.requests;
    qx_frame frame = plain_frame(64, 64);
    frame.framebuffer = qx_target_framebuffer(target);
    frame.bloom = 1;
    uint8_t pixels[64 * 64 * 3];
    const qx_line line = plain_line(0, 0, 64, 64, 2);
    for (int i = 0; i < 10; i++) {
        qx_render_begin(render, &frame);
        qx_render_lines(render, QX_BLEND_MAX, &line, 1);
        qx_render_words(render, QX_BLEND_ADD, &(qx_text){ .words = "words", .y = 40, .size = 12 });
        qx_render_end(render);
        qx_target_read(render, target, pixels);
    }
    assert_int_equal(book.requests, before);
    qx_target_destroy(render, target);
    qx_render_destroy(render);
}

static void every_shader_compiles(void **state)
{
    const gl_stage *stage = *state;
    for (uint32_t i = 0; i < QX_SHADER_COUNT; i++) {
        const qx_shader_text text = qx_render_shader(i, stage->dialect == GL_DIALECT_ES);
        const GLuint shader = glCreateShader(i % 2 == 0 ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER);
        glShaderSource(shader, QX_SHADER_PARTS, text.parts, NULL);
        glCompileShader(shader);
        GLint compiled = 0;
        char log[2048] = "";
        glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        if (!compiled || log[0] != '\0') fail_msg("%s: %s", text.name, log);
        glDeleteShader(shader);
    }
}

static void write_shader(const qx_shader_text *text, const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int part = 0; part < QX_SHADER_PARTS; part++) {
        fputs(text->parts[part], file);
    }
    assert_int_equal(fclose(file), 0);
}

static void every_shader_passes_the_reference_compiler(void **state)
{
    (void)state;
    if (system("glslangValidator --version > /dev/null 2>&1") != 0) {
        fprintf(stderr, "skipped: no glslangValidator here\n");
        skip();
    }
    for (uint32_t i = 0; i < 2 * QX_SHADER_COUNT; i++) {
        const qx_shader_text text = qx_render_shader(i / 2, i % 2 == 1);
        const char *path = i / 2 % 2 == 0 ? "test_render_shader.vert" : "test_render_shader.frag";
        char command[128];
        write_shader(&text, path);
        snprintf(command, sizeof command, "glslangValidator %s > test_render_shader.log 2>&1",
                 path);
        if (system(command) != 0)
            fail_msg("%s, %s: see test_render_shader.log", text.name, i % 2 ? "ES" : "core");
        remove(path);
        remove("test_render_shader.log");
    }
}

// Lines

typedef struct profile {
    double sum, centre; // of coverage along one column or row of pixels
} profile;

static profile measure(const picture *taken, bool down, uint32_t at)
{
    profile found = { 0, 0 };
    for (uint32_t i = 0; i < (down ? taken->height : taken->width); i++) {
        const double cover = picture_light(taken, down ? at : i, down ? i : at) / (double)PLAIN;
        found.sum += cover;
        found.centre += cover * (i + 0.5);
    }
    found.centre /= found.sum;
    return found;
}

static void lines_lie_where_they_should_and_are_as_wide(void **state)
{
    static const float widths[] = { 0.3f, 1, 1.7f, 2, 3, 6.5f };
    for (size_t i = 0; i < COUNT_OF(widths); i++) {
        for (int step = 0; step < 8; step++) {
            const float place = 20 + (float)step / 8;
            const qx_line flat = plain_line(4, place, 60, place, widths[i]);
            const qx_line upright = plain_line(place, 4, place, 60, widths[i]);
            for (int down = 0; down < 2; down++) {
                picture taken = take_lines(state, plain_frame(64, 64), QX_BLEND_ADD,
                                           down ? &flat : &upright, 1);
                const profile found = measure(&taken, down, 32);
                assert_true(fabs(found.sum - (double)widths[i]) < 0.04 * (double)widths[i] + 0.02);
                assert_true(fabs(found.centre - (double)place) < 0.1);
                picture_free(&taken);
            }
        }
    }
}

static double total_cover(const picture *taken)
{
    return picture_mean(taken, 0, 0, taken->width, taken->height) * taken->width * taken->height /
           (double)PLAIN;
}

static void light_of_a_line_is_its_length_times_its_width(void **state)
{
    for (int turn = 0; turn < 12; turn++) {
        const float angle = 0.1f + (float)turn * 0.5f;
        const qx_line line = plain_line(64, 64, 64 + 50 * cosf(angle), 64 + 50 * sinf(angle), 3);
        picture taken = take_lines(state, plain_frame(128, 128), QX_BLEND_ADD, &line, 1);
        assert_true(fabs(total_cover(&taken) - 150) < 6);
        picture_free(&taken);
    }
}

static void a_line_in_pieces_draws_like_the_whole(void **state)
{
    const qx_line whole = plain_line(10, 20, 118, 75, 3);
    qx_line pieces[9];
    for (int i = 0; i < 9; i++) {
        const float a = (float)i / 9, b = (float)(i + 1) / 9;
        pieces[i] = plain_line(10 + 108 * a, 20 + 55 * a, 10 + 108 * b, 20 + 55 * b, 3);
    }
    picture one = take_lines(state, plain_frame(128, 96), QX_BLEND_ADD, &whole, 1);
    picture nine = take_lines(state, plain_frame(128, 96), QX_BLEND_ADD, pieces, 9);
    const bool bytes = ((gl_stage *)*state)->bytes;
    assert_true(picture_worst(&one, &nine) <= (bytes ? 20 : 3)); // bytes round the dark rims
    assert_true(picture_apart(&one, &nine) < (bytes ? 0.3 : 0.05));
    picture_free(&one);
    picture_free(&nine);
}

static void width_in_pixels_of_a_720_line_picture(void **state)
{
    static const uint32_t heights[] = { 360, 720, 1440 };
    for (size_t i = 0; i < COUNT_OF(heights); i++) {
        qx_frame frame = plain_frame(40, heights[i]);
        frame.view = (qx_view){ 0, 0, 4, (float)heights[i] / 10 };
        const qx_line line = plain_line(0, frame.view.height / 2, 4, frame.view.height / 2, -4);
        picture taken = take_lines(state, frame, QX_BLEND_ADD, &line, 1);
        assert_true(fabs(measure(&taken, true, 20).sum - 4.0 * heights[i] / 720) < 0.2);
        picture_free(&taken);
    }
}

static void crossing_beams_do_not_add_up(void **state)
{
    const qx_line cross[] = { plain_line(10, 10, 54, 54, 4), plain_line(54, 10, 10, 54, 4) };
    for (int blend = QX_BLEND_ADD; blend <= QX_BLEND_MAX; blend++) {
        picture taken = take_lines(state, plain_frame(64, 64), (qx_blend)blend, cross, 2);
        const double middle = picture_light(&taken, 32, 32);
        const double arm = picture_light(&taken, 22, 22);
        assert_true(fabs(arm - (double)PLAIN) < 0.02);
        if (blend == QX_BLEND_ADD) {
            assert_true(middle > 0.65); // bent down by the tone curve from 0.8
        } else {
            assert_true(fabs(middle - (double)PLAIN) < 0.02);
        }
        picture_free(&taken);
    }
}

static void draw_beam_over_line(qx_render *render, const void *user)
{
    const qx_line *lines = user;
    qx_render_lines(render, QX_BLEND_MAX, &lines[0], 1);
    qx_render_lines(render, QX_BLEND_ADD, &lines[1], 1);
    qx_render_lines(render, QX_BLEND_MAX, &lines[0], 1);
}

static void beams_are_added_once_to_the_scene(void **state)
{
    qx_line lines[] = { plain_line(10, 32, 54, 32, 6), plain_line(32, 10, 32, 54, 6) };
    lines[0].intensity = lines[1].intensity = 0.25f;
    picture taken =
        picture_take(render_of(state), plain_frame(64, 64), draw_beam_over_line, NULL, lines);
    assert_true(fabs(picture_light(&taken, 20, 32) - 0.25) < 0.02);
    assert_true(fabs(picture_light(&taken, 32, 20) - 0.25) < 0.02);
    assert_true(fabs(picture_light(&taken, 32, 32) - 0.5) < 0.03);
    picture_free(&taken);
    picture next = picture_take(render_of(state), plain_frame(64, 64), NULL, NULL, NULL);
    assert_true(picture_mean(&next, 0, 0, 64, 64) < 1e-3); // the next frame knows nothing of them
    picture_free(&next);
}

static void a_small_stream_draws_the_same(void **state)
{
    const gl_stage *stage = *state;
    qx_render *small;
    const qx_precision precision = stage->bytes ? QX_PRECISION_BYTES : QX_PRECISION_BEST;
    assert_int_equal(
        qx_render_create_with(&(qx_render_desc){ .stream_bytes = 1 }, precision, &small, NULL),
        QX_OK);
    static qx_line lines[1000];
    for (int i = 0; i < 1000; i++) {
        lines[i] = plain_line((float)(i % 50) * 2, (float)(i / 50) * 4, (float)(i % 50) * 2 + 1,
                              (float)(i / 50) * 4, 1);
    }
    const line_list list = { QX_BLEND_ADD, lines, 1000 };
    picture large = take_lines(state, plain_frame(100, 80), QX_BLEND_ADD, lines, 1000);
    picture cut = picture_take(small, plain_frame(100, 80), draw_lines, NULL, &list);
    assert_true(picture_mean(&large, 0, 0, 100, 80) > 0.01);
    assert_int_equal(picture_worst(&large, &cut), 0);
    picture_free(&large);
    picture_free(&cut);
    qx_render_destroy(small);
}

static void perspective_enlarges_from_the_middle(void **state)
{
    qx_line line = plain_line(40, 20, 40, 44, 2);
    line.from.z = line.to.z = 1000; // factor 1.5 from 32
    picture taken = take_lines(state, plain_frame(64, 64), QX_BLEND_ADD, &line, 1);
    const profile found = measure(&taken, false, 32);
    assert_true(fabs(found.centre - 44) < 0.1);
    assert_true(fabs(found.sum - 3) < 0.15);
    picture_free(&taken);
}

// Glow and tone

static void glow_surrounds_bright_things_and_only_when_asked_for(void **state)
{
    qx_line line = plain_line(100, 100, 220, 100, 4);
    line.intensity = 2;
    qx_frame frame = plain_frame(320, 200);
    picture without = take_lines(state, frame, QX_BLEND_ADD, &line, 1);
    frame.bloom = 1;
    picture with = take_lines(state, frame, QX_BLEND_ADD, &line, 1);
    frame.bloom = 2;
    picture twice = take_lines(state, frame, QX_BLEND_ADD, &line, 1);

    assert_true(picture_mean(&without, 0, 0, 320, 90) < 1e-3);
    const double near = picture_mean(&with, 140, 90, 40, 4);
    const double middle = picture_mean(&with, 140, 76, 40, 4);
    const double far = picture_mean(&with, 140, 60, 40, 4);
    assert_true(near > 0.02 && near < 0.5);
    assert_true(near > 1.3 * middle && middle > 1.3 * far && far > 1e-4);
    assert_true(picture_mean(&twice, 140, 76, 40, 4) > 1.6 * middle);

    const double glow =
        picture_mean(&with, 0, 0, 320, 200) - picture_mean(&without, 0, 0, 320, 200);
    const double source = 2.0 * 120 * 4 / (320 * 200);
    assert_true(glow > 0.3 * source && glow < 1.5 * source);
    picture_free(&without);
    picture_free(&with);
    picture_free(&twice);
}

static void background_does_not_glow(void **state)
{
    qx_frame frame = plain_frame(160, 90);
    frame.background = 0;
    frame.bloom = 2;
    picture taken = picture_take(render_of(state), frame, NULL, NULL, NULL);
    const int coarse = ((gl_stage *)*state)->bytes ? 2 : 1; // beside dithering by half a step
    for (uint32_t i = 0; i < 160 * 90; i++) {
        assert_true(abs(taken.rgb[3 * i] - 0x05) <= coarse);
        assert_true(abs(taken.rgb[3 * i + 1] - 0x06) <= coarse);
        assert_true(abs(taken.rgb[3 * i + 2] - 0x0F) <= coarse);
    }
    picture_free(&taken);
}

static picture take_box(void **state, float intensity, uint32_t colour)
{
    qx_line line = plain_line(0, 16, 32, 16, 40);
    line.intensity = intensity;
    line.colour = colour;
    return take_lines(state, plain_frame(32, 32), QX_BLEND_ALPHA, &line, 1);
}

static void exposure_scales_light(void **state)
{
    qx_line line = plain_line(0, 16, 32, 16, 40);
    line.intensity = 0.1f;
    qx_frame frame = plain_frame(32, 32);
    frame.exposure = 4;
    picture taken = take_lines(state, frame, QX_BLEND_ALPHA, &line, 1);
    assert_true(fabs(picture_light(&taken, 16, 16) - 0.4) < 0.02);
    picture_free(&taken);
}

static void bright_colours_keep_their_hue(void **state)
{
    static const float intensities[] = { 0.2f, 0.6f, 1, 2, 3 };
    int last = 0;
    for (size_t i = 0; i < COUNT_OF(intensities); i++) {
        picture taken = take_box(state, intensities[i], 0xFF4010FF);
        const int red = picture_byte(&taken, 16, 16, 0);
        const double green = picture_light(&taken, 16, 16) / picture_top(&taken, 16, 16);
        assert_true(red > last || red >= 254);
        assert_true(green > 0.04 && green < 0.12); // 0.051 is the colour's own
        last = red;
        picture_free(&taken);
    }
}

static void only_the_hottest_turns_white(void **state)
{
    if (((gl_stage *)*state)->bytes) skip(); // has no such heights
    picture hot = take_box(state, 1000, 0xFF4010FF);
    assert_true(picture_byte(&hot, 16, 16, 1) > 200 && picture_byte(&hot, 16, 16, 2) > 200);
    picture_free(&hot);
}

static void infinite_light_leaves_no_holes(void **state)
{
    qx_line lines[64];
    for (int i = 0; i < 64; i++) { // together beyond what a half float holds
        lines[i] = plain_line(30, 30, 90, 30, 2);
        lines[i].intensity = i % 2 == 0 ? INFINITY : 1e30f;
    }
    qx_frame frame = plain_frame(256, 144);
    frame.background = 0x202020FF;
    frame.bloom = 1;
    picture taken = take_lines(state, frame, QX_BLEND_ADD, lines, 64);
    assert_true(picture_byte(&taken, 60, 30, 1) > 200);
    for (uint32_t i = 0; i < 3 * 256 * 144; i++) {
        assert_true(taken.rgb[i] >= 0x1E); // NaN would be black
    }
    assert_true(picture_byte(&taken, 250, 140, 1) < 0x24);
    picture_free(&taken);
}

// Sprites and what lies on top

static void draw_sprites(qx_render *render, const void *user)
{
    qx_render_sprites(render, QX_BLEND_ALPHA, user, 1);
}

static void sprites_cover_their_area(void **state)
{
    static const double areas[] = { 3.14159265 / 3, 3.14159265, 0,
                                    4 }; // of half size 1; soft dot: integral of (1 - r²)²
    for (uint32_t shape = QX_SPRITE_GLOW; shape <= QX_SPRITE_BOX; shape++) {
        const qx_sprite sprite = { { 32, 32, 0 }, 20, 12, 0.5f, PLAIN, 0xFFFFFFFF, shape };
        picture taken =
            picture_take(render_of(state), plain_frame(64, 64), draw_sprites, NULL, &sprite);
        const double area = total_cover(&taken);
        if (shape == QX_SPRITE_RING) {
            assert_true(area > 90 && area < 140); // a line of 1.2 px, 100 long
            assert_true(picture_light(&taken, 32, 32) < 0.01);
        } else {
            assert_true(fabs(area - areas[shape] * 240) < 0.03 * areas[shape] * 240);
            assert_true(picture_light(&taken, 32, 32) > 0.35);
        }
        picture_free(&taken);
    }
}

static void pictures_are_read_from_the_top(void **state)
{
    const qx_sprite sprite = { { 4, 4, 0 }, 4, 4, 0, 1, 0x336699FF, QX_SPRITE_BOX };
    picture taken =
        picture_take(render_of(state), plain_frame(40, 30), NULL, draw_sprites, &sprite);
    static const uint8_t expected[] = { 0x33, 0x66, 0x99 };
    for (int channel = 0; channel < 3;
         channel++) { // drawn over the scene, a colour is exactly itself
        assert_in_range(picture_byte(&taken, 1, 1, channel), expected[channel] - 1,
                        expected[channel] + 1);
        assert_in_range(picture_byte(&taken, 38, 1, channel), 0, 1);
        assert_in_range(picture_byte(&taken, 1, 28, channel), 0, 1);
    }
    picture_free(&taken);
}

static void draw_words(qx_render *render, const void *user)
{
    qx_render_words(render, QX_BLEND_ALPHA, user);
}

static void words_are_drawn_at_their_place(void **state)
{
    const qx_text text = {
        .words = "Words", .x = 100, .y = 60, .size = 30, .align = QX_ALIGN_CENTRE
    };
    picture taken = picture_take(render_of(state), plain_frame(200, 80), NULL, draw_words, &text);
    const uint32_t half = (uint32_t)(qx_text_breadth(text.words, text.size) / 2);
    assert_true(picture_mean(&taken, 100 - half, 30, 2 * half, 30) > 0.05);
    assert_true(picture_mean(&taken, 0, 0, 200, 26) < 1e-3);
    assert_true(picture_mean(&taken, 0, 64, 200, 16) < 1e-3);
    assert_true(picture_mean(&taken, 0, 0, 100 - half - 4, 80) < 1e-3);
    picture_free(&taken);
}

static void many_words_are_drawn_to_the_end(void **state)
{
    const qx_text text = { .words = "SSSSSSSSSSSSSSSSSSSSSSSSSSSSSS",
                           .x = 200,
                           .y = 20,
                           .size = 12,
                           .align = QX_ALIGN_RIGHT };
    picture taken = picture_take(render_of(state), plain_frame(210, 30), NULL, draw_words, &text);
    assert_true(qx_text_bound(text.words) > 512);
    assert_true(picture_mean(&taken, 192, 8, 8, 12) > 0.05);
    picture_free(&taken);
}

// Frames

static void half_resolution_shows_the_same_picture(void **state)
{
    const qx_line line = plain_line(20, 30, 140, 30, 8);
    qx_frame frame = plain_frame(161, 91);
    picture full = take_lines(state, frame, QX_BLEND_ADD, &line, 1);
    frame.resolution = 0.5f;
    picture half = take_lines(state, frame, QX_BLEND_ADD, &line, 1);
    const profile a = measure(&full, true, 80);
    const profile b = measure(&half, true, 80);
    assert_true(fabs(a.centre - b.centre) < 0.3);
    assert_true(fabs(a.sum - b.sum) < 0.5);
    picture_free(&full);
    picture_free(&half);
}

static void any_size_works(void **state)
{
    static const uint32_t sizes[][2] = { { 1, 1 },   { 3, 5 },     { 17, 1 },
                                         { 1, 999 }, { 641, 359 }, { 7680, 4320 } };
    const qx_line line = { { -1e5f, 5, 0 }, { 1e5f, 5, 0 }, 2e4f, PLAIN, 0xFFFFFFFF };
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        qx_frame frame = plain_frame(sizes[i][0], sizes[i][1]);
        frame.bloom = 1;
        picture taken = take_lines(state, frame, QX_BLEND_ADD, &line, 1);
        assert_true(picture_light(&taken, 0, 0) > 0.3);
        assert_true(picture_light(&taken, sizes[i][0] - 1, sizes[i][1] - 1) > 0.3);
        picture_free(&taken);
    }
}

static void targets_refuse_bad_sizes(void **state)
{
    static const uint32_t bad[][2] = { { 0, 1 }, { 1, 0 }, { 1u << 20, 1 }, { 1, UINT32_MAX } };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        qx_target *target = (qx_target *)1;
        assert_int_equal(qx_target_create(render_of(state), bad[i][0], bad[i][1], &target),
                         QX_BAD_VALUE);
        assert_null(target);
    }
    qx_target_destroy(render_of(state), NULL);
}

static void draw_what_cannot_be_seen(qx_render *render, const void *user)
{
    (void)user;
    const qx_line strange[] = {
        { { NAN, 0, 0 }, { 10, 10, 0 }, 2, 1, 0xFFFFFFFF },
        { { 0, 0, 0 }, { INFINITY, 10, 0 }, 2, 1, 0xFFFFFFFF },
        { { 0, 0, -1e9f }, { 10, 10, -1e9f }, 0, 1, 0xFFFFFFFF },
        { { 5, 5, 0 }, { 5, 5, 0 }, 0, 1, 0xFFFFFFFF },
    };
    const qx_sprite sprite = { { NAN, 5, 0 }, -1, INFINITY, NAN, 1, 0xFFFFFFFF, 99 };
    qx_render_lines(render, QX_BLEND_ADD, strange, COUNT_OF(strange));
    qx_render_lines(render, QX_BLEND_ADD, NULL, 0);
    qx_render_sprites(render, QX_BLEND_ADD, &sprite, 1);
    qx_render_sprites(render, QX_BLEND_ADD, NULL, 0);
    qx_render_words(render, QX_BLEND_ADD, &(qx_text){ .words = NULL, .size = 10 });
}

static void strange_values_leave_the_rest_alone(void **state)
{
    qx_frame frame = plain_frame(128, 128);
    frame.bloom = 1;
    picture taken = picture_take(render_of(state), frame, draw_what_cannot_be_seen, NULL, NULL);
    assert_true(picture_mean(&taken, 64, 64, 64, 64) < 0.01);
    picture_free(&taken);
}

static void draws_between_frames_are_ignored(void **state)
{
    const qx_line line = plain_line(0, 0, 10, 10, 2);
    qx_render_lines(render_of(state), QX_BLEND_ADD, &line, 1);
    qx_render_compose(render_of(state));
    qx_render_end(render_of(state));
}

static void openGL_is_left_as_documented(void **state)
{
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_CULL_FACE);
    glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
    glActiveTexture(GL_TEXTURE5);
    qx_line line = plain_line(0, 16, 32, 16, 40);
    qx_frame frame = plain_frame(32, 32);
    frame.bloom = 1;
    picture taken = take_lines(state, frame, QX_BLEND_MAX, &line, 1);
    assert_true(picture_byte(&taken, 16, 16, 0) > 100);
    picture_free(&taken);

    static const gl_state_value values[] = {
        { GL_CURRENT_PROGRAM, 0 },
        { GL_VERTEX_ARRAY_BINDING, 0 },
        { GL_ARRAY_BUFFER_BINDING, 0 },
        { GL_ACTIVE_TEXTURE, GL_TEXTURE0 },
        { GL_TEXTURE_BINDING_2D, 0 },
        { GL_BLEND_EQUATION_RGB, GL_FUNC_ADD },
        { GL_BLEND, 0 },
        { GL_DEPTH_TEST, 0 },
        { GL_SCISSOR_TEST, 0 },
        { GL_CULL_FACE, 0 },
    };
    gl_told_state(values, COUNT_OF(values));
}

int main(void)
{
    const struct CMUnitTest without_context[] = {
        cmocka_unit_test(view_is_fitted_and_centred),
        cmocka_unit_test(without_a_context_it_says_so),
        cmocka_unit_test(every_shader_passes_the_reference_compiler),
    };
#define DRAWN(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest drawn[] = {
        DRAWN(text_tells_about_the_context),
        DRAWN(creation_survives_every_missing_allocation),
        DRAWN(drawing_does_not_allocate),
        DRAWN(every_shader_compiles),
        DRAWN(lines_lie_where_they_should_and_are_as_wide),
        DRAWN(light_of_a_line_is_its_length_times_its_width),
        DRAWN(a_line_in_pieces_draws_like_the_whole),
        DRAWN(width_in_pixels_of_a_720_line_picture),
        DRAWN(crossing_beams_do_not_add_up),
        DRAWN(beams_are_added_once_to_the_scene),
        DRAWN(a_small_stream_draws_the_same),
        DRAWN(perspective_enlarges_from_the_middle),
        DRAWN(glow_surrounds_bright_things_and_only_when_asked_for),
        DRAWN(background_does_not_glow),
        DRAWN(exposure_scales_light),
        DRAWN(bright_colours_keep_their_hue),
        DRAWN(only_the_hottest_turns_white),
        DRAWN(infinite_light_leaves_no_holes),
        DRAWN(sprites_cover_their_area),
        DRAWN(pictures_are_read_from_the_top),
        DRAWN(words_are_drawn_at_their_place),
        DRAWN(many_words_are_drawn_to_the_end),
        DRAWN(half_resolution_shows_the_same_picture),
        DRAWN(any_size_works),
        DRAWN(targets_refuse_bad_sizes),
        DRAWN(strange_values_leave_the_rest_alone),
        DRAWN(draws_between_frames_are_ignored),
        DRAWN(openGL_is_left_as_documented),
    };
    return cmocka_run_group_tests_name("no context", without_context, NULL, NULL) +
           cmocka_run_group_tests_name("core", drawn, gl_stage_core, gl_stage_close) +
           cmocka_run_group_tests_name("ES", drawn, gl_stage_es, gl_stage_close) +
           cmocka_run_group_tests_name("core, bytes", drawn, gl_stage_core_bytes, gl_stage_close) +
           cmocka_run_group_tests_name("ES, bytes", drawn, gl_stage_es_bytes, gl_stage_close);
}
