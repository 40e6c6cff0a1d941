// SPDX-License-Identifier: MIT
#include "simds_here.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <quincunx/glow.h>
#include <quincunx/random.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const qx_glow_form forms[] = { QX_GLOW_MAX, QX_GLOW_SUM };

static qx_glow_picture new_picture(uint32_t width, uint32_t height)
{
    qx_glow_picture picture = { .width = width, .height = height };
    picture.planes = calloc((size_t)3 * width * height, sizeof(float));
    assert_non_null(picture.planes);
    return picture;
}

static void draw(const qx_glow *glow, qx_glow_form form, const qx_glow_line *lines, size_t count,
                 const qx_glow_picture *picture)
{
    assert_int_equal(qx_glow_build(glow, form, lines, count, picture, NULL), QX_OK);
}

static size_t floats_in(const qx_glow_picture *picture)
{
    return (size_t)3 * picture->width * picture->height;
}

static double total(const qx_glow_picture *picture)
{
    double sum = 0;
    for (size_t i = 0; i < floats_in(picture); i++) sum += (double)picture->planes[i];
    return sum;
}

static double worst(const qx_glow_picture *a, const qx_glow_picture *b)
{
    double most = 0;
    for (size_t i = 0; i < floats_in(a); i++)
        most = fmax(most, fabs((double)a->planes[i] - (double)b->planes[i]));
    return most;
}

static int worst_byte(const qx_glow_picture *a, const qx_glow_picture *b)
{
    const size_t size = floats_in(a);
    uint8_t *bytes = malloc(2 * size);
    assert_non_null(bytes);
    qx_glow_build_bytes(a, NULL, bytes);
    qx_glow_build_bytes(b, NULL, bytes + size);
    int most = 0;
    for (size_t i = 0; i < size; i++) {
        const int apart = abs(bytes[i] - bytes[size + i]);
        if (apart > most) most = apart;
    }
    free(bytes);
    return most;
}

static qx_glow_line line_between(float from_x, float from_y, float to_x, float to_y)
{
    return (qx_glow_line){ { from_x, from_y, 0 }, { to_x, to_y, 0 }, 1, 1 };
}

static qx_glow_line random_line(qx_random *random, float width, float height)
{
    qx_glow_line line = { .scale = 1 };
    line.from.x = qx_random_range(random, -0.3f, 1.3f) * width;
    line.from.y = qx_random_range(random, -0.3f, 1.3f) * height;
    line.to.x = qx_random_range(random, -0.3f, 1.3f) * width;
    line.to.y = qx_random_range(random, -0.3f, 1.3f) * height;
    line.scale = qx_random_range(random, 0.3f, 1.5f);
    line.brightness = qx_random_range(random, 0.1f, 1.5f);
    return line;
}

// Cutting a line must not show: the pieces share their ends exactly.
static void cut(const qx_glow_line *whole, uint32_t count, qx_glow_line *pieces)
{
    const float x = whole->to.x - whole->from.x, y = whole->to.y - whole->from.y;
    for (uint32_t i = 0; i < count; i++) {
        const float a = (float)i / (float)count, b = (float)(i + 1) / (float)count;
        pieces[i] = *whole;
        pieces[i].from = (qx_vec3){ whole->from.x + a * x, whole->from.y + a * y, 0 };
        pieces[i].to = (qx_vec3){ whole->from.x + b * x, whole->from.y + b * y, 0 };
    }
    pieces[0].from = whole->from;
    pieces[count - 1].to = whole->to;
}

// The glow

static void defaults_are_filled_in(void **state)
{
    (void)state;
    const qx_glow used = qx_glow_resolve(&(qx_glow){ .halo = 40, .core_light = -1 });
    assert_true(used.halo == 40.0f && fabsf(used.core - 4) < 1e-5f &&
                fabsf(used.middle - 16) < 1e-5f);
    assert_true(used.core_light == -1.0f && used.middle_light == 0.6f && used.halo_light == 0.2f);
    const qx_glow storm = qx_glow_get_ramp(QX_GLOW_STORM, 0);
    assert_true(storm.halo == 16.0f && used.halo_colour == storm.halo_colour);
    const qx_glow again = qx_glow_resolve(&storm);
    assert_memory_equal(&again, &storm, sizeof storm);
    const qx_glow bad = qx_glow_resolve(&(qx_glow){ .halo = -3 });
    assert_true(bad.halo == -3.0f);
}

static void ramps_have_names_and_differ(void **state)
{
    (void)state;
    static const char *const names[] = { "storm", "plasma", "ember", "acid", "gold" };
    for (int i = 0; i < QX_GLOW_RAMP_COUNT; i++) {
        assert_string_equal(qx_glow_ramp_text((qx_glow_ramp)i), names[i]);
        for (int k = 0; k < i; k++) {
            const qx_glow a = qx_glow_get_ramp((qx_glow_ramp)i, 16);
            const qx_glow b = qx_glow_get_ramp((qx_glow_ramp)k, 16);
            assert_true(a.halo_colour != b.halo_colour && a.middle_colour != b.middle_colour);
        }
    }
    assert_null(qx_glow_ramp_text(QX_GLOW_RAMP_COUNT));
    assert_null(qx_glow_ramp_text((qx_glow_ramp)-1));
}

typedef struct seen {
    double l, a, b; // OKLab
} seen;

static double linear(uint32_t byte)
{
    const double c = (byte & 255) / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

// As colour-blind eyes see it: Machado, Oliveira and Fernandes (2009), severity 1, in linear light.
static seen see(uint32_t colour, int blindness)
{
    static const double eyes[4][3][3] = {
        { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
        { { 0.152286, 1.052583, -0.204868 },
          { 0.114503, 0.786281, 0.099216 },
          { -0.003882, -0.048116, 1.051998 } },
        { { 0.367322, 0.860646, -0.227968 },
          { 0.280085, 0.672501, 0.047413 },
          { -0.011820, 0.042940, 0.968881 } },
        { { 1.255528, -0.076749, -0.178779 },
          { -0.078411, 0.930809, 0.147602 },
          { 0.004733, 0.691367, 0.303900 } },
    };
    const double c[3] = { linear(colour >> 24), linear(colour >> 16), linear(colour >> 8) };
    double v[3];
    for (int i = 0; i < 3; i++) {
        const double *e = eyes[blindness][i];
        v[i] = fmax(e[0] * c[0] + e[1] * c[1] + e[2] * c[2], 0);
    }
    const double l = cbrt(0.4122214708 * v[0] + 0.5363325363 * v[1] + 0.0514459929 * v[2]);
    const double m = cbrt(0.2119034982 * v[0] + 0.6806995451 * v[1] + 0.1073969566 * v[2]);
    const double s = cbrt(0.0883024619 * v[0] + 0.2817188376 * v[1] + 0.6299787005 * v[2]);
    return (seen){ 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                   1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                   0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s };
}

static double apart(uint32_t a, uint32_t b, int blindness)
{
    const seen x = see(a, blindness), y = see(b, blindness);
    return sqrt((x.l - y.l) * (x.l - y.l) + (x.a - y.a) * (x.a - y.a) + (x.b - y.b) * (x.b - y.b));
}

static void ramps_stay_apart_for_colour_blind_eyes(void **state)
{
    (void)state;
    for (int blindness = 0; blindness < 4; blindness++) {
        for (int i = 0; i < QX_GLOW_RAMP_COUNT; i++) {
            for (int k = 0; k < i; k++) {
                const qx_glow a = qx_glow_get_ramp((qx_glow_ramp)i, 16);
                const qx_glow b = qx_glow_get_ramp((qx_glow_ramp)k, 16);
                const double middle = apart(a.middle_colour, b.middle_colour, blindness);
                const double halo = apart(a.halo_colour, b.halo_colour, blindness);
                // 0.02 is about what can just be told apart.
                if (fmax(middle, halo) < 0.1)
                    fail_msg("%s and %s, eyes %d: %.3f, %.3f", qx_glow_ramp_text((qx_glow_ramp)i),
                             qx_glow_ramp_text((qx_glow_ramp)k), blindness, middle, halo);
            }
        }
    }
}

// The law

static void a_long_line_gives_the_law_in_both_forms(void **state)
{
    (void)state;
    const qx_glow glow = qx_glow_resolve(&(qx_glow){ .halo = 20,
                                                     .halo_colour = 0xFFFFFFFF,
                                                     .halo_light = 1,
                                                     .middle_light = -1,
                                                     .core_light = -1 });
    const qx_glow_line line = line_between(-100, 7, 100, 7);
    for (int i = 0; i < 50; i++) {
        const double d = 0.5 * i;
        const double expected = d < 20 ? pow(1 - d * d / 400, 2.5) : 0;
        for (size_t form = 0; form < COUNT_OF(forms); form++) {
            const qx_vec2 place = { 3, 7 + (float)d };
            const qx_vec3 light = qx_glow_sample(&glow, forms[form], &line, place);
            assert_true(fabs((double)light.x - expected) < 1e-6);
            assert_true(light.x == light.y && light.y == light.z);
        }
    }
}

static void the_sum_is_the_integral_of_its_points(void **state)
{
    (void)state;
    const qx_glow glow = {
        .halo = 10, .halo_colour = 0xFFFFFFFF, .halo_light = 1, .middle_light = -1, .core_light = -1
    };
    const qx_glow_line line = line_between(2, 1, 9, 5);
    const double length = sqrt(49 + 16.0);
    enum { STEPS = 20000 };
    for (int i = 0; i < 40; i++) {
        const qx_vec2 place = { -6 + 0.6f * (float)i, 9 - 0.4f * (float)i };
        double sum = 0;
        for (int k = 0; k < STEPS; k++) {
            const double t = (k + 0.5) / STEPS;
            const double x = 2 + 7 * t - (double)place.x, y = 1 + 4 * t - (double)place.y;
            const double rest = fmax(1 - (x * x + y * y) / 100, 0);
            sum += rest * rest;
        }
        sum *= length / STEPS / 10 * 15 / 16;
        const double found = (double)qx_glow_sample(&glow, QX_GLOW_SUM, &line, place).x;
        assert_true(fabs(found - sum) < 1e-6);
    }
}

static void pictures_hold_what_sample_says(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 1);
    for (int i = 0; i < 200; i++) {
        qx_glow_picture picture = new_picture(90, 70);
        picture.scale = qx_random_range(&random, 0.7f, 2);
        picture.origin.x = qx_random_range(&random, -20, 20);
        picture.origin.y = qx_random_range(&random, -20, 20);
        const qx_glow glow = qx_glow_get_ramp((qx_glow_ramp)(i % QX_GLOW_RAMP_COUNT),
                                              qx_random_range(&random, 30, 70));
        qx_glow_line line = random_line(&random, 60, 50);
        line.scale = 1;
        const qx_glow_form form = forms[i % 2];
        draw(&glow, form, &line, 1, &picture);
        const size_t plane = (size_t)90 * 70;
        for (uint32_t y = 0; y < 70; y++) {
            for (uint32_t x = 0; x < 90; x++) {
                const qx_vec2 place = { picture.origin.x + ((float)x + 0.5f) / picture.scale,
                                        picture.origin.y + ((float)y + 0.5f) / picture.scale };
                const qx_vec3 light = qx_glow_sample(&glow, form, &line, place);
                const float *found = &picture.planes[(size_t)y * 90 + x];
                assert_true(fabsf(found[0] - light.x) < 1e-4f);
                assert_true(fabsf(found[plane] - light.y) < 1e-4f);
                assert_true(fabsf(found[2 * plane] - light.z) < 1e-4f);
            }
        }
        free(picture.planes);
    }
}

static void lights_may_lie_in_any_order(void **state)
{
    (void)state;
    const qx_glow glow = { .core = 30, .middle = 20, .halo = 10 };
    const qx_glow_line line = line_between(30, 30, 70, 45);
    qx_glow_picture picture = new_picture(100, 80);
    draw(&glow, QX_GLOW_MAX, &line, 1, &picture);
    for (uint32_t y = 0; y < 80; y++) {
        for (uint32_t x = 0; x < 100; x++) {
            const qx_vec2 place = { (float)x + 0.5f, (float)y + 0.5f };
            const float expected = qx_glow_sample(&glow, QX_GLOW_MAX, &line, place).x;
            assert_true(fabsf(picture.planes[(size_t)y * 100 + x] - expected) < 1e-4f);
        }
    }
    free(picture.planes);
}

static void a_line_of_no_length_is_a_dot_or_nothing(void **state)
{
    (void)state;
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, 12);
    const qx_glow_line dot = line_between(20.5f, 20.5f, 20.5f, 20.5f);
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        qx_glow_picture picture = new_picture(41, 41);
        draw(&glow, forms[form], &dot, 1, &picture);
        if (forms[form] == QX_GLOW_SUM)
            assert_true(total(&picture) == 0.0);
        else
            assert_true(picture.planes[20 * 41 + 20] > 1.0f);
        for (uint32_t i = 0; i < 41 * 41; i++) // round: the same turned by 90 degrees
            assert_true(fabsf(picture.planes[i] - picture.planes[(i % 41) * 41 + i / 41]) < 1e-5f);
        free(picture.planes);
    }
}

// Cutting

static void check_cut(const qx_glow *glow, const qx_glow_line *line)
{
    static const uint32_t counts[] = { 2, 8, 64 };
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        qx_glow_picture one = new_picture(120, 90);
        draw(glow, forms[form], line, 1, &one);
        for (size_t i = 0; i < COUNT_OF(counts); i++) {
            qx_glow_line pieces[64];
            qx_glow_picture many = new_picture(120, 90);
            cut(line, counts[i], pieces);
            draw(glow, forms[form], pieces, counts[i], &many);
            const double far = worst(&one, &many);
            const int bytes = worst_byte(&one, &many);
            if (far > 1.0 / 255 || bytes > 1)
                fail_msg("form %d, %u pieces: %g, %d", (int)forms[form], counts[i], far, bytes);
            free(many.planes);
        }
        free(one.planes);
    }
}

static void cutting_a_line_changes_nothing(void **state)
{
    (void)state;
    static const float halos[] = { 2, 5, 16, 60 };
    qx_random random;
    qx_random_seed(&random, 2, 1);
    for (size_t i = 0; i < COUNT_OF(halos); i++) {
        const qx_glow glow = qx_glow_get_ramp((qx_glow_ramp)i, halos[i]);
        for (int turn = 0; turn < 16; turn++) {
            const float angle = (float)turn * 0.3927f + (turn > 8 ? 0.1f : 0);
            const float x = 60 + qx_random_unit(&random), y = 45 + qx_random_unit(&random);
            const qx_glow_line line = line_between(x - 35 * cosf(angle), y - 35 * sinf(angle),
                                                   x + 35 * cosf(angle), y + 35 * sinf(angle));
            check_cut(&glow, &line);
        }
    }
}

static void overlapping_lines_add_up_only_where_asked(void **state)
{
    (void)state;
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, 16);
    const qx_glow_line cross[] = { line_between(10.5f, 10.5f, 90.5f, 90.5f),
                                   line_between(90.5f, 10.5f, 10.5f, 90.5f) };
    qx_glow_picture picture = new_picture(100, 100);
    draw(&glow, QX_GLOW_MAX, cross, 2, &picture);
    draw(&glow, QX_GLOW_MAX, cross, 2, &picture);
    const float middle = picture.planes[50 * 100 + 50], arm = picture.planes[30 * 100 + 30];
    assert_true(fabsf(middle - arm) < 0.02f * arm);
    memset(picture.planes, 0, floats_in(&picture) * sizeof(float));
    draw(&glow, QX_GLOW_SUM, cross, 2, &picture);
    assert_true(picture.planes[50 * 100 + 50] > 1.9f * picture.planes[30 * 100 + 30]);
    free(picture.planes);
}

// Any resolution

static void light_is_the_same_at_any_scale(void **state)
{
    (void)state;
    static const float scales[] = { 0.25f, 0.5f, 1, 2, 4, 8 };
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_GOLD, 16);
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        double first = 0;
        for (size_t i = 0; i < COUNT_OF(scales); i++) {
            qx_glow_picture picture =
                new_picture((uint32_t)(160 * scales[i]), (uint32_t)(120 * scales[i]));
            picture.scale = scales[i];
            const qx_glow_line lines[] = { line_between(20, 30, 140, 75),
                                           line_between(30, 99.3f, 130, 99.3f) };
            draw(&glow, forms[form], lines, 2, &picture);
            const double light = total(&picture) / (double)(scales[i] * scales[i]);
            if (i == 0) first = light;
            assert_true(fabs(light - first) < 0.03 * first);
            free(picture.planes);
        }
    }
}

static void thin_lines_keep_their_light_wherever_they_lie(void **state)
{
    (void)state;
    const qx_glow glow = { .halo = 0.5f, .core_light = -1, .middle_light = -1 };
    const qx_glow half = { .halo = 0.25f, .core_light = -1, .middle_light = -1 };
    for (int step = 0; step < 16; step++) {
        const float y = 10 + (float)step / 16;
        const qx_glow_line line = line_between(-20, y, 60, y + 0.3f * (float)(step % 3));
        qx_glow_picture a = new_picture(40, 24), b = new_picture(40, 24);
        draw(&glow, QX_GLOW_MAX, &line, 1, &a);
        draw(&half, QX_GLOW_MAX, &line, 1, &b);
        assert_true(fabs(total(&a) - 2 * total(&b)) < 1e-3 * total(&a));
        double light = 0; // of the brightest channel, in a column
        for (uint32_t row = 0; row < 24; row++) light += (double)a.planes[2 * 960 + row * 40 + 20];
        const double blue = linear(qx_glow_resolve(&glow).halo_colour >> 8);
        const double area = 0.2 * blue * 0.5 * 5 * 3.14159265 / 16; // of the profile, radius 1/2
        assert_true(fabs(light - area) < 0.05 * area);
        free(a.planes);
        free(b.planes);
    }
}

// Same bits

static void random_lines(uint64_t seed, qx_glow_line *lines, size_t count, float width,
                         float height)
{
    qx_random random;
    qx_random_seed(&random, seed, 3);
    for (size_t i = 0; i < count; i++) lines[i] = random_line(&random, width, height);
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 1, 1 }, { 16, 70 }, { 37, 129 }, { 200, 64 } };
    qx_simd sets[8];
    const uint32_t simds = simds_here(sets);
    for (size_t size = 0; size < COUNT_OF(sizes); size++) {
        qx_glow_line lines[40];
        random_lines(size, lines, 40, (float)sizes[size][0], (float)sizes[size][1]);
        for (size_t form = 0; form < COUNT_OF(forms); form++) {
            qx_glow_picture first = new_picture(sizes[size][0], sizes[size][1]);
            const qx_glow glow = qx_glow_get_ramp(QX_GLOW_ACID, size % 2 ? 6 : 50);
            first.simd = sets[0];
            draw(&glow, forms[form], lines, 40, &first);
            for (size_t i = 1; i < simds; i++) {
                qx_glow_picture other = new_picture(sizes[size][0], sizes[size][1]);
                other.simd = sets[i];
                draw(&glow, forms[form], lines, 40, &other);
                assert_memory_equal(first.planes, other.planes, floats_in(&first) * sizeof(float));
                free(other.planes);
            }
            free(first.planes);
        }
    }
}

// Last to first: any order must do.
static void backwards(void *user, uint32_t count, void (*task)(void *context, uint32_t index),
                      void *context)
{
    *(uint32_t *)user += count;
    while (count > 0) task(context, --count);
}

static void workers_give_the_same_bits(void **state)
{
    (void)state;
    qx_glow_line lines[60];
    random_lines(9, lines, 60, 150, 333);
    uint32_t tasks = 0;
    const qx_workers workers = { backwards, &tasks };
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        qx_glow_picture alone = new_picture(150, 333), shared = new_picture(150, 333);
        const qx_glow glow = qx_glow_get_ramp(QX_GLOW_PLASMA, 30);
        draw(&glow, forms[form], lines, 60, &alone);
        assert_int_equal(qx_glow_build(&glow, forms[form], lines, 60, &shared, &workers), QX_OK);
        assert_memory_equal(alone.planes, shared.planes, floats_in(&alone) * sizeof(float));
        free(alone.planes);
        free(shared.planes);
    }
    assert_true(tasks >= 8);
}

// A path that turns a little at every step, with long lines across it.
static void path_lines(qx_glow_line *lines, size_t count, float width, float height)
{
    qx_random random;
    qx_random_seed(&random, 11, 1);
    float x = 0.1f * width, y = 0.5f * height;
    for (size_t i = 0; i < count; i++) {
        lines[i] = random_line(&random, width, height);
        if (i % 50 == 49) continue;
        const float right = qx_random_range(&random, -2, 8), down = qx_random_range(&random, -6, 6);
        lines[i].from = (qx_vec3){ x, y, 0 };
        lines[i].to = (qx_vec3){ x += right, y += down, 0 };
    }
}

// Rows 4 KiB apart are drawn tile by tile, others are not.
static void widths_that_crowd_the_cache_give_the_same_bits(void **state)
{
    (void)state;
    enum { LINES = 400, W = 1024, MORE = W + 16, H = 100 };
    static qx_glow_line lines[LINES];
    path_lines(lines, LINES, W, H);
    uint32_t tasks = 0;
    const qx_workers workers = { backwards, &tasks };
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_GOLD, 20);
    qx_simd sets[8];
    const uint32_t simds = simds_here(sets);
    for (size_t i = 0; i < 2 * simds; i++) {
        qx_glow_picture crowded = new_picture(W, H), shared = new_picture(W, H);
        qx_glow_picture other = new_picture(MORE, H);
        crowded.simd = shared.simd = other.simd = sets[i / 2];
        draw(&glow, forms[i % 2], lines, LINES, &crowded);
        draw(&glow, forms[i % 2], lines, LINES, &other);
        assert_int_equal(qx_glow_build(&glow, forms[i % 2], lines, LINES, &shared, &workers),
                         QX_OK);
        assert_true(total(&crowded) > 1000);
        assert_memory_equal(crowded.planes, shared.planes, floats_in(&crowded) * sizeof(float));
        for (size_t row = 0; row < 3 * H; row++)
            assert_memory_equal(crowded.planes + row * W, other.planes + row * MORE,
                                W * sizeof(float));
        free(crowded.planes);
        free(shared.planes);
        free(other.planes);
    }
}

// Edges and far away

static void what_lies_outside_is_cut_off(void **state)
{
    (void)state;
    qx_glow_line lines[30];
    random_lines(4, lines, 30, 100, 80);
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_EMBER, 24);
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        qx_glow_picture large = new_picture(100, 80), part = new_picture(43, 31);
        part.origin = (qx_vec2){ 32, 16 };
        draw(&glow, forms[form], lines, 30, &large);
        draw(&glow, forms[form], lines, 30, &part);
        for (uint32_t plane = 0; plane < 3; plane++)
            for (uint32_t y = 0; y < 31; y++)
                for (uint32_t x = 0; x < 43; x++) {
                    const float a = large.planes[plane * 8000 + (y + 16) * 100 + x + 32];
                    const float b = part.planes[plane * 1333 + y * 43 + x];
                    assert_true(fabsf(a - b) < 1e-4f);
                }
        free(large.planes);
        free(part.planes);
    }
}

static void nothing_is_written_beside_the_picture(void **state)
{
    (void)state;
    enum { GUARD = 64, W = 33, H = 21, SIZE = 3 * W * H };
    static float memory[GUARD + SIZE + GUARD];
    qx_glow_line lines[50];
    random_lines(5, lines, 50, W, H);
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, 10);
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        for (size_t i = 0; i < COUNT_OF(memory); i++)
            memory[i] = i < GUARD || i >= GUARD + SIZE ? -7 : 0;
        const qx_glow_picture picture = { .planes = memory + GUARD, .width = W, .height = H };
        draw(&glow, forms[form], lines, 50, &picture);
        for (size_t i = 0; i < GUARD; i++)
            assert_true(memory[i] == -7.0f && memory[GUARD + SIZE + i] == -7.0f);
    }
}

static void lines_that_end_far_away_lose_nothing(void **state)
{
    (void)state;
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, 16);
    const qx_glow_line near = line_between(-200, 30, 300, 30),
                       far = line_between(-1e7f, 30, 1e7f, 30);
    const qx_glow_line near_end = line_between(-200, 30, 50, 30),
                       far_end = line_between(-1e7f, 30, 50, 30);
    for (size_t form = 0; form < COUNT_OF(forms); form++) {
        qx_glow_picture a = new_picture(100, 60), b = new_picture(100, 60);
        draw(&glow, forms[form], &near, 1, &a);
        draw(&glow, forms[form], &far, 1, &b);
        assert_true(total(&a) > 100 && worst(&a, &b) < 1e-4);
        memset(a.planes, 0, floats_in(&a) * sizeof(float));
        memset(b.planes, 0, floats_in(&b) * sizeof(float));
        draw(&glow, forms[form], &near_end, 1, &a);
        draw(&glow, forms[form], &far_end, 1, &b);
        assert_true(total(&a) > 100 && worst(&a, &b) < 1e-4);
        free(a.planes);
        free(b.planes);
    }
}

static void extreme_values_stay_finite(void **state)
{
    (void)state;
    static const float places[] = { 0, 1e-40f, 0.5f, -1e7f, 1e7f, 3e38f, -3e38f };
    static const float scales[] = { 1e-6f, 1, 1e6f };
    static const float halos[] = { 1e-3f, 16, 1e6f };
    for (size_t i = 0; i < COUNT_OF(places) * COUNT_OF(places) * 9; i++) {
        qx_glow_picture picture = new_picture(20, 70);
        picture.scale = scales[i % 3];
        const qx_glow glow = { .halo = halos[i / 3 % 3], .core_light = 1e4f };
        const float a = places[i / 9 % COUNT_OF(places)], b = places[i / 9 / COUNT_OF(places)];
        const qx_glow_line lines[] = { { { a, b, 0 }, { b, a, 0 }, 1e4f, 1e6f },
                                       { { a, a, a }, { b, b, b }, 1e-30f, 1e6f },
                                       { { 0, 0, 0 }, { a, b, 0 }, 1, 1 } };
        for (size_t form = 0; form < COUNT_OF(forms); form++)
            draw(&glow, forms[form], lines, 3, &picture);
        for (size_t k = 0; k < floats_in(&picture); k++) assert_true(isfinite(picture.planes[k]));
        free(picture.planes);
    }
}

// Bad input

static void bad_lines_leave_the_picture_alone(void **state)
{
    (void)state;
    static const qx_glow_line bad[] = {
        { { NAN, 0, 0 }, { 1, 1, 0 }, 1, 1 },      { { 0, 0, NAN }, { 1, 1, 0 }, 1, 1 },
        { { 0, INFINITY, 0 }, { 1, 1, 0 }, 1, 1 }, { { 0, 0, 0 }, { 1, -INFINITY, 0 }, 1, 1 },
        { { 0, 0, 0 }, { 1, 1, 0 }, 0, 1 },        { { 0, 0, 0 }, { 1, 1, 0 }, -1, 1 },
        { { 0, 0, 0 }, { 1, 1, 0 }, NAN, 1 },      { { 0, 0, 0 }, { 1, 1, 0 }, 1.1e4f, 1 },
        { { 0, 0, 0 }, { 1, 1, 0 }, INFINITY, 1 }, { { 0, 0, 0 }, { 1, 1, 0 }, 1, -0.1f },
        { { 0, 0, 0 }, { 1, 1, 0 }, 1, NAN },      { { 0, 0, 0 }, { 1, 1, 0 }, 1, INFINITY },
        { { 0, 0, 0 }, { 1, 1, 0 }, 1, 1.1e6f },
    };
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, 16);
    qx_glow_picture picture = new_picture(20, 20);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const qx_glow_line lines[] = { line_between(0, 0, 20, 20), bad[i] };
        for (size_t form = 0; form < COUNT_OF(forms); form++)
            assert_int_equal(qx_glow_build(&glow, forms[form], lines, 2, &picture, NULL),
                             QX_BAD_VALUE);
        assert_true(total(&picture) == 0.0);
        const qx_vec3 light = qx_glow_sample(&glow, QX_GLOW_MAX, &bad[i], (qx_vec2){ 0, 0 });
        assert_true(light.x == 0.0f && light.y == 0.0f && light.z == 0.0f);
    }
    free(picture.planes);
}

static void bad_glows_and_pictures_are_refused(void **state)
{
    (void)state;
    static const qx_glow glows[] = {
        { .halo = -1 },         { .halo = NAN },         { .halo = 2e6f },
        { .core = 1e-5f },      { .core = INFINITY },    { .middle = NAN },
        { .core_light = 2e4f }, { .middle_light = NAN }, { .halo_light = INFINITY },
    };
    float planes[3 * 4 * 4] = { 0 };
    const qx_glow_picture good = { .planes = planes, .width = 4, .height = 4 };
    const qx_glow_line line = line_between(0, 0, 4, 4);
    for (size_t i = 0; i < COUNT_OF(glows); i++)
        assert_int_equal(qx_glow_build(&glows[i], QX_GLOW_MAX, &line, 1, &good, NULL),
                         QX_BAD_VALUE);
    const qx_glow_picture pictures[] = {
        { .planes = NULL, .width = 4, .height = 4 },
        { .planes = planes, .width = 0, .height = 4 },
        { .planes = planes, .width = 4, .height = 0 },
        { .planes = planes, .width = 16385, .height = 4 },
        { .planes = planes, .width = 4, .height = UINT32_MAX },
        { .planes = planes, .width = 4, .height = 4, .scale = -1 },
        { .planes = planes, .width = 4, .height = 4, .scale = NAN },
        { .planes = planes, .width = 4, .height = 4, .scale = 2e6f },
        { .planes = planes, .width = 4, .height = 4, .origin = { NAN, 0 } },
        { .planes = planes, .width = 4, .height = 4, .origin = { 0, INFINITY } },
    };
    const qx_glow glow = { 0 };
    for (size_t i = 0; i < COUNT_OF(pictures); i++)
        assert_int_equal(qx_glow_build(&glow, QX_GLOW_MAX, &line, 1, &pictures[i], NULL),
                         QX_BAD_VALUE);
    assert_int_equal(qx_glow_build(&glow, (qx_glow_form)7, &line, 1, &good, NULL), QX_BAD_VALUE);
    qx_glow_picture other = good;
    for (int simd = QX_SIMD_SCALAR; simd <= QX_SIMD_NEON; simd++) {
        qx_simd found;
        other.simd = (qx_simd)simd;
        assert_int_equal(qx_glow_build(&glow, QX_GLOW_MAX, NULL, 0, &other, NULL),
                         qx_simd_resolve((qx_simd)simd, &found));
    }
    for (size_t i = 0; i < COUNT_OF(planes); i++) assert_true(planes[i] == 0.0f);
}

// Bytes

static void bytes_follow_light(void **state)
{
    (void)state;
    enum { N = 256 };
    static float planes[3 * N];
    static uint8_t rgb[3 * N];
    for (int i = 0; i < N; i++) // grey, each byte's own light, below the knee as it is
        planes[i] = planes[N + i] = planes[2 * N + i] = (float)linear((uint32_t)i);
    const qx_glow_picture picture = { .planes = planes, .width = N, .height = 1 };
    qx_glow_build_bytes(&picture, &(qx_glow_tone){ .background = 0x000000FF }, rgb);
    for (int i = 0; i < 202; i++) assert_int_equal(rgb[3 * i], i);
    for (int i = 1; i < N; i++) assert_true(rgb[3 * i] >= rgb[3 * i - 3]);
    qx_glow_build_bytes(&picture, &(qx_glow_tone){ .background = 0x000000FF, .exposure = 0.5f },
                        rgb);
    assert_in_range(rgb[3 * 188], 136, 138); // half of half
}

static void darkness_is_the_background(void **state)
{
    (void)state;
    qx_glow_picture picture = new_picture(50, 40);
    uint8_t rgba[50 * 40 * 4];
    qx_glow_build_bytes(&picture, NULL, rgba);
    for (int i = 0; i < 50 * 40; i++)
        assert_true(rgba[3 * i] == 5 && rgba[3 * i + 1] == 6 && rgba[3 * i + 2] == 15);
    qx_glow_build_bytes(&picture, &(qx_glow_tone){ .background = 0x336699FF }, rgba);
    assert_true(rgba[0] == 0x33 && rgba[1] == 0x66 && rgba[2] == 0x99);
    qx_glow_build_bytes(&picture, &(qx_glow_tone){ .transparent = true }, rgba);
    for (int i = 0; i < 50 * 40; i++) assert_int_equal(rgba[4 * i + 3], 0);
    free(picture.planes);
}

static void transparent_pictures_look_the_same_over_black(void **state)
{
    (void)state;
    qx_glow_picture picture = new_picture(80, 60);
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_PLASMA, 16);
    const qx_glow_line line = line_between(15, 15, 60, 40);
    draw(&glow, QX_GLOW_MAX, &line, 1, &picture);
    static uint8_t rgb[80 * 60 * 3], rgba[80 * 60 * 4];
    qx_glow_build_bytes(&picture, &(qx_glow_tone){ .background = 0x000000FF }, rgb);
    qx_glow_build_bytes(&picture, &(qx_glow_tone){ .transparent = true }, rgba);
    for (int i = 0; i < 80 * 60; i++)
        for (int channel = 0; channel < 3; channel++) {
            const double over = rgba[4 * i + channel] * rgba[4 * i + 3] / 255.0;
            assert_true(fabs(over - rgb[3 * i + channel]) <= 1.6);
        }
    free(picture.planes);
}

static void strange_light_becomes_bytes(void **state)
{
    (void)state;
    float planes[] = { NAN, INFINITY, -INFINITY, -5,  1e30f, 5000, 0, 0, 0,
                       0,   0,        0,         NAN, 1,     1,    1, 1, 1 };
    const qx_glow_picture picture = { .planes = planes, .width = 6, .height = 1 };
    uint8_t rgba[6 * 4];
    static const qx_glow_tone tones[] = { { 0 },
                                          { .exposure = INFINITY },
                                          { .exposure = NAN },
                                          { .exposure = -1, .transparent = true } };
    for (size_t i = 0; i < COUNT_OF(tones); i++) qx_glow_build_bytes(&picture, &tones[i], rgba);
    qx_glow_build_bytes(&picture, NULL, rgba);
    assert_true(rgba[0] == 5 && rgba[3] == 255 && rgba[6] < 20 && rgba[9] < 20 && rgba[12] == 255);
    assert_true(rgba[4] > 180); // the hottest turns white
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_filled_in),
        cmocka_unit_test(ramps_have_names_and_differ),
        cmocka_unit_test(ramps_stay_apart_for_colour_blind_eyes),
        cmocka_unit_test(a_long_line_gives_the_law_in_both_forms),
        cmocka_unit_test(the_sum_is_the_integral_of_its_points),
        cmocka_unit_test(pictures_hold_what_sample_says),
        cmocka_unit_test(lights_may_lie_in_any_order),
        cmocka_unit_test(a_line_of_no_length_is_a_dot_or_nothing),
        cmocka_unit_test(cutting_a_line_changes_nothing),
        cmocka_unit_test(overlapping_lines_add_up_only_where_asked),
        cmocka_unit_test(light_is_the_same_at_any_scale),
        cmocka_unit_test(thin_lines_keep_their_light_wherever_they_lie),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(workers_give_the_same_bits),
        cmocka_unit_test(widths_that_crowd_the_cache_give_the_same_bits),
        cmocka_unit_test(what_lies_outside_is_cut_off),
        cmocka_unit_test(nothing_is_written_beside_the_picture),
        cmocka_unit_test(lines_that_end_far_away_lose_nothing),
        cmocka_unit_test(extreme_values_stay_finite),
        cmocka_unit_test(bad_lines_leave_the_picture_alone),
        cmocka_unit_test(bad_glows_and_pictures_are_refused),
        cmocka_unit_test(bytes_follow_light),
        cmocka_unit_test(darkness_is_the_background),
        cmocka_unit_test(transparent_pictures_look_the_same_over_black),
        cmocka_unit_test(strange_light_becomes_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
