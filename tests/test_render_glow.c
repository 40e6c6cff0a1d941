// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gl.h"
#include "gl_picture.h"
#include "state.h"

#include <quincunx/bolt.h>
#include <quincunx/random.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { BLACK = 0x000000FF };

static const qx_glow_form forms[] = { QX_GLOW_MAX, QX_GLOW_SUM };

static qx_frame plain_frame(uint32_t width, uint32_t height)
{
    return (qx_frame){
        .width = width,
        .height = height,
        .view = { 0, 0, (float)width, (float)height },
        .background = BLACK,
    };
}

static bool in_bytes(void **state)
{
    return ((gl_stage *)*state)->bytes;
}

typedef struct scene {
    qx_glow_form form;
    qx_glow glow;
    const qx_glow_line *lines;
    size_t count;
    const qx_bolt_vertex *vertices;
    uint32_t vertex_count;
    const uint32_t *indices;
    uint32_t index_count;
} scene;

static void draw_scene(qx_render *render, const void *user)
{
    const scene *of = user;
    qx_render_glow(render, of->form, &of->glow, of->lines, of->count);
    qx_render_ribbon(render, of->form, &of->glow, of->vertices, of->vertex_count, of->indices,
                     of->index_count);
}

static picture take(void **state, qx_frame frame, const scene *of)
{
    return picture_take(((gl_stage *)*state)->render, frame, draw_scene, NULL, of);
}

// The same picture without a GPU.
static picture rasterise(const qx_frame *frame, const scene *of)
{
    const uint32_t width = frame->width, height = frame->height;
    const qx_view cover = qx_view_cover(&frame->view, width, height);
    const qx_glow_picture planes = {
        .planes = calloc((size_t)3 * width * height, sizeof(float)),
        .width = width,
        .height = height,
        .origin = { cover.x, cover.y },
        .scale = qx_view_scale(&frame->view, width, height),
    };
    picture drawn = { width, height, malloc((size_t)3 * width * height) };
    assert_true(planes.planes && drawn.rgb);
    assert_int_equal(qx_glow_build(&of->glow, of->form, of->lines, of->count, &planes, NULL),
                     QX_OK);
    qx_glow_build_bytes(&planes, &(qx_glow_tone){ .background = frame->background }, drawn.rgb);
    free(planes.planes);
    return drawn;
}

static qx_glow_line line_between(float from_x, float from_y, float to_x, float to_y)
{
    return (qx_glow_line){ { from_x, from_y, 0 }, { to_x, to_y, 0 }, 1, 1 };
}

static void check_alike(void **state, qx_frame frame, const scene *of, int most)
{
    picture gpu = take(state, frame, of), cpu = rasterise(&frame, of);
    const int worst = picture_worst(&gpu, &cpu);
    const double apart = picture_apart(&gpu, &cpu);
    picture_free(&gpu);
    picture_free(&cpu);
    if (worst > most || apart > (most > 2 ? 1.5 : 0.6))
        fail_msg("%d, %g bytes apart on the mean", worst, apart);
}

// Bytes of a third of the light, added up one by one, round each time.
static int tolerance(void **state, const scene *of)
{
    if (!in_bytes(state)) return 2;
    return of->form == QX_GLOW_MAX ? 6 : 24;
}

static void every_line_looks_as_without_a_gpu(void **state)
{
    static const uint32_t sizes[][2] = { { 160, 90 }, { 321, 180 }, { 90, 200 } };
    qx_random random;
    qx_random_seed(&random, 1, 1);
    for (int i = 0; i < 24; i++) {
        const uint32_t *size = sizes[i % 3];
        qx_frame frame = plain_frame(size[0], size[1]);
        frame.view = (qx_view){ -20, 10, 160, 90 };
        qx_glow_line lines[12];
        for (size_t k = 0; k < COUNT_OF(lines); k++) {
            lines[k] = line_between(
                qx_random_range(&random, -60, 180), qx_random_range(&random, -20, 130),
                qx_random_range(&random, -60, 180), qx_random_range(&random, -20, 130));
            lines[k].scale = qx_random_range(&random, 0.2f, 1.3f);
            lines[k].brightness = qx_random_range(&random, 0.1f, 0.6f);
        }
        const scene of = { .form = forms[i % 2],
                           .glow = qx_glow_get_ramp((qx_glow_ramp)(i % QX_GLOW_RAMP_COUNT),
                                                    i % 4 == 0 ? 40.0f : 12.0f),
                           .lines = lines,
                           .count = i % 4 < 2 ? 12 : 3 };
        check_alike(state, frame, &of, tolerance(state, &of));
    }
}

static void dots_look_as_without_a_gpu(void **state)
{
    const qx_glow_line dots[] = { line_between(20.3f, 20, 20.3f, 20),
                                  line_between(50, 30, 50.01f, 30) };
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        const scene of = { .form = forms[form], .lines = dots, .count = 2 };
        check_alike(state, plain_frame(70, 50), &of, tolerance(state, &of));
    }
}

static void lines_that_end_far_away_lose_nothing(void **state)
{
    const qx_glow_line lines[] = { line_between(-1e6f, 30, 1e6f, 30),
                                   line_between(70, -2e6f, 70, 20),
                                   line_between(3e6f, 80, 3e6f, 1e6f) };
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        const scene of = { .form = forms[form], .lines = lines, .count = 3 };
        check_alike(state, plain_frame(100, 60), &of, tolerance(state, &of));
    }
}

static void cut(const qx_glow_line *whole, uint32_t count, qx_glow_line *pieces)
{
    const float x = whole->to.x - whole->from.x, y = whole->to.y - whole->from.y;
    for (uint32_t i = 0; i < count; i++) {
        const float a = (float)i / (float)count, b = (float)(i + 1) / (float)count;
        pieces[i] = *whole;
        pieces[i].from = (qx_vec3){ whole->from.x + a * x, whole->from.y + a * y, 0 };
        pieces[i].to = (qx_vec3){ whole->from.x + b * x, whole->from.y + b * y, 0 };
    }
}

static void cutting_a_line_changes_nothing(void **state)
{
    static const uint32_t counts[] = { 2, 8, 64 };
    if (in_bytes(state)) skip(); // rounding 64 times shows in bytes
    for (int turn = 0; turn < 6; turn++) {
        const float x = cosf(0.2f + (float)turn), y = sinf(0.2f + (float)turn);
        const qx_glow_line line =
            line_between(64 - 50 * x, 48.3f - 40 * y, 64 + 50 * x, 48.3f + 40 * y);
        for (size_t i = 0; i < COUNT_OF(counts) * COUNT_OF(forms); i++) {
            qx_glow_line pieces[64];
            cut(&line, counts[i / 2], pieces);
            scene of = { .form = forms[i % 2], .lines = &line, .count = 1 };
            picture one = take(state, plain_frame(128, 96), &of);
            of.lines = pieces;
            of.count = counts[i / 2];
            picture many = take(state, plain_frame(128, 96), &of);
            const int worst = picture_worst(&one, &many);
            if (worst > 1) fail_msg("form %d, %u pieces: %d", (int)i % 2, counts[i / 2], worst);
            picture_free(&one);
            picture_free(&many);
        }
    }
}

// The article's complaint: beams that overlap at the joints of a jagged bolt shine brighter the
// finer it is cut.
static void finer_bolts_are_as_bright(void **state)
{
    qx_glow_line coarse[32], fine[512];
    for (int i = 0; i < 32; i++) {
        coarse[i] =
            line_between(20 + 600 * (float)i / 32, 40 + 9 * sinf((float)(i * i)),
                         20 + 600 * (float)(i + 1) / 32, 40 + 9 * sinf((float)((i + 1) * (i + 1))));
        cut(&coarse[i], 16, &fine[16 * i]);
    }
    const scene few = { .form = QX_GLOW_MAX, .lines = coarse, .count = 32 };
    const scene many = { .form = QX_GLOW_MAX, .lines = fine, .count = 512 };
    picture a = take(state, plain_frame(640, 80), &few);
    picture b = take(state, plain_frame(640, 80), &many);
    assert_true(picture_mean(&a, 0, 0, 640, 80) > 0.02);
    assert_in_range(picture_worst(&a, &b), 0, in_bytes(state) ? 3 : 1);
    picture_free(&a);
    picture_free(&b);
}

static void sums_add_up_and_the_brightest_does_not(void **state)
{
    const qx_glow glow = { .core_light = -1, .middle_light = -1, .halo_colour = 0xFFFFFFFF };
    const qx_glow_line cross[] = { line_between(10, 10, 90, 90), line_between(90, 10, 10, 90) };
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        const scene of = { .form = forms[form], .glow = glow, .lines = cross, .count = 2 };
        picture taken = take(state, plain_frame(100, 100), &of);
        const double middle = picture_light(&taken, 50, 50), arm = picture_light(&taken, 25, 25);
        assert_true(fabs(arm - 0.2) < 0.01);
        assert_true(fabs(middle - (forms[form] == QX_GLOW_SUM ? 0.4 : 0.2)) < 0.02);
        picture_free(&taken);
    }
}

static void the_brightest_is_added_to_the_scene_once(void **state)
{
    const qx_glow glow = { .core_light = -1, .middle_light = -1, .halo_colour = 0xFFFFFFFF };
    const qx_glow_line lines[] = { line_between(-50, 20, 150, 20), line_between(-50, 20, 150, 20) };
    const scene of = { .form = QX_GLOW_MAX, .glow = glow, .lines = lines, .count = 2 };
    qx_frame frame = plain_frame(60, 40);
    frame.background = 0x6C6C6CFF; // 0.15
    picture taken = take(state, frame, &of);
    assert_true(fabs(picture_light(&taken, 30, 20) - 0.35) < 0.02);
    picture_free(&taken);
}

static void depth_enlarges_the_glow(void **state)
{
    const qx_glow glow = { .core_light = -1, .middle_light = -1, .halo_colour = 0xFFFFFFFF };
    qx_glow_line line = line_between(0, 32, 64, 32);
    scene of = { .glow = glow, .lines = &line, .count = 1 };
    picture flat = take(state, plain_frame(64, 64), &of);
    line.from.z = line.to.z = 1000; // factor 1.5
    picture near = take(state, plain_frame(64, 64), &of);
    assert_true(fabs(picture_mean(&near, 30, 0, 4, 64) - 1.5 * picture_mean(&flat, 30, 0, 4, 64)) <
                0.05 * picture_mean(&near, 30, 0, 4, 64));
    line.from.z = line.to.z = -3000; // behind the eye
    picture behind = take(state, plain_frame(64, 64), &of);
    assert_true(picture_mean(&behind, 0, 0, 64, 64) < 1e-3);
    picture_free(&flat);
    picture_free(&near);
    picture_free(&behind);
}

// Ribbons

// A straight ribbon with caps, as bolt.h describes them.
static void make_ribbon(const qx_glow_line *line, float half, qx_bolt_vertex vertices[8],
                        uint32_t indices[18])
{
    const float x = line->to.x - line->from.x, y = line->to.y - line->from.y;
    const float reach = sqrtf(x * x + y * y), wx = x / reach, wy = y / reach;
    const float places[] = { -half, 0, reach, reach + half };
    static const int8_t along[] = { -127, 0, 0, 127 };
    for (int i = 0; i < 8; i++) {
        const float ahead = places[i / 2], side = i % 2 ? half : -half;
        vertices[i] = (qx_bolt_vertex){
            .x = line->from.x + wx * ahead - wy * side,
            .y = line->from.y + wy * ahead + wx * side,
            .across = i % 2 ? 127 : -127,
            .along = along[i / 2],
            .brightness = (uint16_t)(line->brightness * 65535),
        };
    }
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t quad[] = { 0, 1, 2, 2, 1, 3 };
        for (int k = 0; k < 6; k++) indices[6 * i + (uint32_t)k] = 2 * i + quad[k];
    }
}

static void a_straight_ribbon_looks_like_its_line(void **state)
{
    static const float halos[] = { 5, 16, 30 };
    for (int i = 0; i < 12; i++) {
        const float angle = 0.1f + 0.55f * (float)i;
        qx_glow_line line = line_between(64, 64, 64 + 34 * cosf(angle), 64 + 34 * sinf(angle));
        line.brightness = 0.8f;
        qx_bolt_vertex vertices[8];
        uint32_t indices[18];
        const float halo = halos[i % 3];
        make_ribbon(&line, halo, vertices, indices);
        scene of = { .glow = qx_glow_get_ramp(QX_GLOW_STORM, halo), .lines = &line, .count = 1 };
        picture lines = take(state, plain_frame(140, 140), &of);
        of.count = 0;
        of.vertices = vertices;
        of.vertex_count = 8;
        of.indices = indices;
        of.index_count = 18;
        picture ribbon = take(state, plain_frame(140, 140), &of);
        const int worst = picture_worst(&lines, &ribbon);
        if (worst > 3) fail_msg("%d: %d", i, worst);
        picture_free(&lines);
        picture_free(&ribbon);
    }
}

typedef struct mesh {
    qx_bolt_vertex *vertices;
    uint32_t *indices;
    qx_bolt_counts used;
    qx_glow_line *lines;
    uint32_t line_count;
} mesh;

static mesh grow(const qx_bolt_desc *desc)
{
    const qx_bolt_pose pose = { .time = 1 };
    qx_bolt *bolt;
    assert_int_equal(qx_bolt_create(desc, &bolt), QX_OK);
    const qx_bolt_counts room = qx_bolt_bound_ribbon(bolt);
    mesh grown = { .vertices = malloc(room.vertices * sizeof *grown.vertices),
                   .indices = malloc(room.indices * sizeof *grown.indices),
                   .lines = malloc(qx_bolt_bound_lines(bolt) * sizeof *grown.lines) };
    assert_true(grown.vertices && grown.indices && grown.lines);
    grown.used = qx_bolt_build_ribbon(bolt, &pose, NULL, grown.vertices, grown.indices, 0, NULL);
    grown.line_count = qx_bolt_build_lines(bolt, &pose, grown.lines, NULL);
    qx_bolt_destroy(bolt);
    return grown;
}

static void free_mesh(mesh *grown)
{
    free(grown->vertices);
    free(grown->indices);
    free(grown->lines);
}

// Twigs end in triangles without area, whose pixels once outshone the whole picture: bloom spreads
// what is too bright.
static void a_ribbon_shines_like_its_lines(void **state)
{
    qx_frame frame = plain_frame(1280, 720);
    frame.bloom = 1;
    for (int i = 0; i < 5; i++) {
        const float x = (float)i;
        const qx_bolt_desc desc = { .from = { 110 + 260 * x, 40, 0 },
                                    .to = { 150 + 250 * x, 680, 0 },
                                    .seed = (uint64_t)i + 11,
                                    .width = 32 };
        mesh grown = grow(&desc);
        scene of = { .lines = grown.lines, .count = grown.line_count };
        picture lines = take(state, frame, &of);
        of = (scene){ .vertices = grown.vertices,
                      .vertex_count = grown.used.vertices,
                      .indices = grown.indices,
                      .index_count = grown.used.indices };
        picture ribbon = take(state, frame, &of);
        const double a = picture_mean(&lines, 0, 0, 1280, 720);
        const double b = picture_mean(&ribbon, 0, 0, 1280, 720);
        if (fabs(a / b - 1) > 0.1) fail_msg("bolt %d: %g, as lines %g", i, b, a);
        picture_free(&lines);
        picture_free(&ribbon);
        free_mesh(&grown);
    }
}

static void ribbons_larger_than_the_stream_draw_the_same(void **state)
{
    const gl_stage *stage = *state;
    const qx_bolt_desc desc = {
        .from = { 20, 20, 0 }, .to = { 300, 150, 0 }, .width = 20, .generations = 9, .seed = 3
    };
    mesh grown = grow(&desc);
    qx_render *small;
    const qx_precision precision = stage->bytes ? QX_PRECISION_BYTES : QX_PRECISION_BEST;
    assert_int_equal(
        qx_render_create_with(&(qx_render_desc){ .stream_bytes = 1 }, precision, &small, NULL),
        QX_OK);
    assert_true(grown.used.indices * sizeof *grown.vertices > 4 * small->stream.size);
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        const scene of = { .form = forms[form],
                           .vertices = grown.vertices,
                           .vertex_count = grown.used.vertices,
                           .indices = grown.indices,
                           .index_count = grown.used.indices };
        picture large = take(state, plain_frame(320, 180), &of);
        picture cut_up = picture_take(small, plain_frame(320, 180), draw_scene, NULL, &of);
        assert_true(picture_mean(&large, 0, 0, 320, 180) > 0.005);
        assert_int_equal(picture_worst(&large, &cut_up), 0);
        picture_free(&large);
        picture_free(&cut_up);
    }
    qx_render_destroy(small);
    free_mesh(&grown);
}

static void many_lines_draw_to_the_end(void **state)
{
    const gl_stage *stage = *state;
    static qx_glow_line lines[3000];
    for (int i = 0; i < 3000; i++) {
        lines[i] = line_between((float)(i % 60) * 5, (float)(i / 60) * 3, (float)(i % 60) * 5 + 3,
                                (float)(i / 60) * 3);
        lines[i].scale = 0.1f;
    }
    qx_render *small;
    const qx_precision precision = stage->bytes ? QX_PRECISION_BYTES : QX_PRECISION_BEST;
    assert_int_equal(
        qx_render_create_with(&(qx_render_desc){ .stream_bytes = 1 }, precision, &small, NULL),
        QX_OK);
    const scene of = { .lines = lines, .count = 3000 };
    picture large = take(state, plain_frame(300, 150), &of);
    picture cut_up = picture_take(small, plain_frame(300, 150), draw_scene, NULL, &of);
    assert_true(picture_mean(&large, 280, 140, 16, 8) > 0.05);
    assert_int_equal(picture_worst(&large, &cut_up), 0);
    picture_free(&large);
    picture_free(&cut_up);
    qx_render_destroy(small);
}

// Strange input

static void strange_values_leave_the_rest_alone(void **state)
{
    const qx_glow_line lines[] = {
        { { NAN, 0, 0 }, { 10, 10, 0 }, 1, 1 },       { { 0, 0, 0 }, { INFINITY, 10, 0 }, 1, 1 },
        { { 0, 0, -1e9f }, { 10, 10, -1e9f }, 1, 1 }, { { 2, 2, 0 }, { 3, 2, 0 }, -1, 1 },
        { { 2, 2, 0 }, { 3, 2, 0 }, 1, -5 },
    };
    const qx_bolt_vertex vertices[3] = { { .x = NAN }, { .x = 5 }, { .y = 5 } };
    const uint32_t indices[] = { 0, 1, 2, 0, 1, 3, UINT32_MAX, 0, 1, 1, 2 };
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        const scene of = { .form = forms[form],
                           .lines = lines,
                           .count = COUNT_OF(lines),
                           .vertices = vertices,
                           .vertex_count = 3,
                           .indices = indices,
                           .index_count = COUNT_OF(indices) };
        picture taken = take(state, plain_frame(100, 100), &of);
        assert_true(picture_mean(&taken, 50, 50, 50, 50) < 1e-3);
        picture_free(&taken);
    }
}

static void bad_glows_draw_nothing(void **state)
{
    static const qx_glow bad[] = { { .halo = NAN }, { .core = -1 }, { .core_light = INFINITY } };
    const qx_glow_line line = line_between(0, 20, 40, 20);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const scene of = { .glow = bad[i], .lines = &line, .count = 1 };
        picture taken = take(state, plain_frame(40, 40), &of);
        assert_true(picture_mean(&taken, 0, 0, 40, 40) < 1e-3);
        picture_free(&taken);
    }
}

static void draws_between_frames_are_ignored(void **state)
{
    const qx_glow_line line = line_between(0, 0, 10, 10);
    const scene of = { .lines = &line, .count = 1 };
    draw_scene(((gl_stage *)*state)->render, &of);
}

int main(void)
{
#define DRAWN(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest drawn[] = {
        DRAWN(every_line_looks_as_without_a_gpu),
        DRAWN(dots_look_as_without_a_gpu),
        DRAWN(lines_that_end_far_away_lose_nothing),
        DRAWN(cutting_a_line_changes_nothing),
        DRAWN(finer_bolts_are_as_bright),
        DRAWN(sums_add_up_and_the_brightest_does_not),
        DRAWN(the_brightest_is_added_to_the_scene_once),
        DRAWN(depth_enlarges_the_glow),
        DRAWN(a_straight_ribbon_looks_like_its_line),
        DRAWN(a_ribbon_shines_like_its_lines),
        DRAWN(ribbons_larger_than_the_stream_draw_the_same),
        DRAWN(many_lines_draw_to_the_end),
        DRAWN(strange_values_leave_the_rest_alone),
        DRAWN(bad_glows_draw_nothing),
        DRAWN(draws_between_frames_are_ignored),
    };
    return cmocka_run_group_tests_name("core", drawn, gl_stage_core, gl_stage_close) +
           cmocka_run_group_tests_name("ES", drawn, gl_stage_es, gl_stage_close) +
           cmocka_run_group_tests_name("core, bytes", drawn, gl_stage_core_bytes, gl_stage_close) +
           cmocka_run_group_tests_name("ES, bytes", drawn, gl_stage_es_bytes, gl_stage_close);
}
