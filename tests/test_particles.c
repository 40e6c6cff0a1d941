// SPDX-License-Identifier: MIT
// Blaster's particles: the tutorial's motion by its numbers, the limit, the order, what is refused.
#include "blaster/particles.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define NEAR(a, b) assert_float_equal(a, b, 1e-3f)

static int open_particles(void **state)
{
    *state = calloc(1, sizeof(particles));
    return *state ? 0 : -1;
}

static int close_particles(void **state)
{
    free(*state);
    return 0;
}

static void throw(particles * p, particle_kind kind, float x, float y, float vx, float vy,
                  float life)
{
    particles_add(p, &(particle){ { x, y }, { vx, vy }, life, 0x10203000, kind });
}

static void ticks(particles *p, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) particles_tick(p, NULL, 0);
}

// --- laws

static void opacity_follows_life_and_speed(void **state)
{
    (void)state;
    static const struct {
        float left, speed, opacity;
    } cases[] = { { 1, 5, 1 },           { 0.5f, 1, 1 }, { 0.25f, 5, 0.25f }, { 1, 0.5f, 0.25f },
                  { 0.1f, 0.1f, 0.01f }, { 0, 5, 0 },    { 1, 0, 0 } };
    for (size_t i = 0; i < COUNT(cases); i++)
        NEAR(particle_opacity(cases[i].left, cases[i].speed), cases[i].opacity);
}

static void stretch_follows_speed(void **state)
{
    (void)state;
    static const struct {
        particle_kind kind;
        float speed, opacity, stretch;
    } cases[] = { { PARTICLE_SPARK, 2, 1, 0.5f }, { PARTICLE_FREE, 4.5f, 1, 1 },
                  { PARTICLE_RING, 16, 1, 1 },    { PARTICLE_BULLET, 2, 1, 0.3f },
                  { PARTICLE_BULLET, 9, 1, 1 },   { PARTICLE_SPARK, 18, 0.2f, 0.2f } };
    for (size_t i = 0; i < COUNT(cases); i++)
        NEAR(particle_stretch(cases[i].kind, cases[i].speed, cases[i].opacity), cases[i].stretch);
}

static void sparks_and_dots_keep_94_of_100(void **state)
{
    particles *p = *state;
    throw(p, PARTICLE_SPARK, 300, 300, 10, -5, 100);
    throw(p, PARTICLE_GLOW, 300, 300, 10, -5, 100);
    ticks(p, 1);
    for (uint32_t i = 0; i < 2; i++) {
        NEAR(p->x[i], 310.0f);
        NEAR(p->y[i], 295.0f);
        NEAR(p->vx[i], 9.4f);
        NEAR(p->vy[i], -4.7f);
    }
}

static void others_keep_96_to_100_by_their_place(void **state)
{
    particles *p = *state;
    static const particle_kind kinds[] = { PARTICLE_FREE, PARTICLE_BULLET, PARTICLE_RING };
    double sum = 0.0;
    for (uint32_t i = 0; i < 3000; i++)
        throw(p, kinds[i % 3], 100.0f + 0.137f * (float)i, 300, 0, 10, 100);
    ticks(p, 1);
    for (uint32_t i = 0; i < p->count; i++) {
        assert_true(p->vy[i] >= 9.6f - 1e-4f && p->vy[i] <= 10.0f);
        sum += p->vy[i];
    }
    assert_true(fabs(sum / 3000.0 - 9.8) < 0.02);
}

static void edges_throw_back(void **state)
{
    particles *p = *state;
    static const struct {
        float x, y, vx, vy;
        float sign_x, sign_y;
    } cases[] = { { 797, 300, 9, 3, -1, 1 }, { 3, 300, -9, 3, 1, 1 },    { 400, 597, 3, 9, 1, -1 },
                  { 400, 3, 3, -9, 1, 1 },   { 799, 599, 9, 9, -1, -1 }, { 400, 300, 9, 9, 1, 1 } };
    for (size_t i = 0; i < COUNT(cases); i++)
        throw(p, PARTICLE_SPARK, cases[i].x, cases[i].y, cases[i].vx, cases[i].vy, 100);
    ticks(p, 1);
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_true(p->vx[i] * cases[i].sign_x > 0.0f);
        assert_true(p->vy[i] * cases[i].sign_y > 0.0f);
    }
    ticks(p, 60);
    for (uint32_t i = 0; i < p->count; i++) {
        assert_true(p->x[i] > -10.0f && p->x[i] < ARENA_WIDTH + 10.0f);
        assert_true(p->y[i] > -10.0f && p->y[i] < ARENA_HEIGHT + 10.0f);
    }
}

// 10,000 n / (d² + 10,000) inward; 45 / (d + 100) across, within 400.
static void holes_draw_and_swirl(void **state)
{
    particles *p = *state;
    const hole at = { .at = { 500, 300 } };
    static const float distances[] = { 1, 50, 100, 399, 401 };
    for (size_t i = 0; i < COUNT(distances); i++)
        throw(p, PARTICLE_SPARK, 500 - distances[i], 300, 0, 0, 100);
    particles_tick(p, &at, 1);
    for (size_t i = 0; i < COUNT(distances); i++) {
        const float d = distances[i], inward = 10000.0f / (d * d + 10000.0f);
        const float across = d < 400.0f ? 45.0f / (d + 100.0f) : 0.0f;
        NEAR(p->vx[i], 0.94f * inward);
        NEAR(p->vy[i], -0.94f * across);
    }
}

static void rings_ignore_holes(void **state)
{
    particles *p = *state;
    const hole at = { .at = { 500, 300 } };
    throw(p, PARTICLE_RING, 450, 300, 0, 8, 100);
    particles_tick(p, &at, 1);
    assert_float_equal(p->vx[0], 0.0f, 0.0f);
}

static void two_holes_add_up(void **state)
{
    particles *p = *state;
    const hole at[] = { { .at = { 300, 300 } }, { .at = { 500, 300 } } };
    throw(p, PARTICLE_SPARK, 400, 300, 0, 0, 100);
    particles_tick(p, at, 2);
    NEAR(p->vx[0], 0.0f);
    NEAR(p->vy[0], 0.0f);
}

static void on_a_hole_all_stays_finite(void **state)
{
    particles *p = *state;
    const hole at[] = { { .at = { 400, 300 } }, { .at = { 400, 300 } } };
    for (uint32_t i = 0; i < 64; i++)
        throw(p, (particle_kind)(i % PARTICLE_KINDS), 400, 300, 0, i < 32 ? 0.0f : 1e-20f, 5000);
    for (uint32_t i = 0; i < 3000; i++) particles_tick(p, at, 2);
    assert_int_equal(p->count, 64);
    for (uint32_t i = 0; i < p->count; i++)
        assert_true(isfinite(p->x[i] + p->y[i] + p->vx[i] + p->vy[i]));
}

static void what_hardly_moves_stands(void **state)
{
    particles *p = *state;
    throw(p, PARTICLE_SPARK, 400, 300, 1e-30f, -1e-30f, 100);
    ticks(p, 1);
    assert_float_equal(p->vx[0], 0.0f, 0.0f);
    assert_float_equal(p->vy[0], 0.0f, 0.0f);
}

static void a_life_lasts_its_ticks(void **state)
{
    particles *p = *state;
    static const float lives[] = { 1, 50, 60, 90, 190 };
    for (size_t i = 0; i < COUNT(lives); i++) {
        *p = (particles){ 0 };
        throw(p, PARTICLE_SPARK, 400, 300, 1, 1, lives[i]);
        const uint32_t life = (uint32_t)lives[i];
        ticks(p, life - 1);
        assert_int_equal(p->count, 1);
        ticks(p, 2); // a tick more where the sum of the shares falls short of 1
        assert_int_equal(p->count, 0);
    }
}

// --- limit and order

static void the_oldest_give_way(void **state)
{
    particles *p = *state;
    for (uint32_t i = 0; i < PARTICLES_MAX + 100; i++)
        throw(p, PARTICLE_SPARK, (float)(i % 700) + 1.0f, (float)(i / 700) + 1.0f, 0, 0, 1000);
    assert_int_equal(p->count, PARTICLES_MAX);
    assert_float_equal(p->x[p->first], 101.0f, 0.0f);
    for (uint32_t i = 0; i < 5 * PARTICLES_MAX; i++) throw(p, PARTICLE_SPARK, 5, 5, 0, 0, 1000);
    assert_int_equal(p->count, PARTICLES_MAX);
    assert_true(p->first + p->count <= PARTICLES_ROOM);
    for (uint32_t i = p->first; i < p->first + p->count; i++)
        assert_float_equal(p->x[i], 5.0f, 0.0f);
}

static void those_left_keep_their_order(void **state)
{
    particles *p = *state;
    for (uint32_t i = 0; i < 1000; i++)
        throw(p, PARTICLE_SPARK, 1.0f + 0.5f * (float)i, 300, 0, 0, i % 3 == 0 ? 5.0f : 500.0f);
    ticks(p, 10);
    assert_int_equal(p->count, 666);
    for (uint32_t i = p->first + 1; i < p->first + p->count; i++)
        assert_true(p->x[i] > p->x[i - 1]);
    ticks(p, 600);
    assert_int_equal(p->count, 0);
    assert_int_equal(p->first, 0);
}

static void bad_ones_are_left_out(void **state)
{
    particles *p = *state;
    static const particle bad[] = {
        { { NAN, 1 }, { 1, 1 }, 10, 0, PARTICLE_SPARK },
        { { 1, INFINITY }, { 1, 1 }, 10, 0, PARTICLE_SPARK },
        { { 1, 1 }, { -INFINITY, 1 }, 10, 0, PARTICLE_SPARK },
        { { 1, 1 }, { 1, NAN }, 10, 0, PARTICLE_SPARK },
        { { 1, 1 }, { 1, 1 }, 0, 0, PARTICLE_SPARK },
        { { 1, 1 }, { 1, 1 }, -5, 0, PARTICLE_SPARK },
        { { 1, 1 }, { 1, 1 }, NAN, 0, PARTICLE_SPARK },
        { { 1, 1 }, { 1, 1 }, INFINITY, 0, PARTICLE_SPARK },
        { { 1, 1 }, { 1, 1 }, 10, 0, PARTICLE_KINDS },
    };
    for (size_t i = 0; i < COUNT(bad); i++) particles_add(p, &bad[i]);
    assert_int_equal(p->count, 0);
    ticks(p, 3);
}

// --- the picture

typedef struct drawing {
    qx_line lines[PARTICLES_MAX];
    qx_sprite dots[PARTICLES_MAX];
} drawing;

static void a_share_of_all_is_a_share_of_each_burst(void **state)
{
    particles *p = *state;
    drawing *d = malloc(sizeof *d);
    assert_non_null(d);
    for (uint32_t i = 0; i < 120; i++) throw(p, PARTICLE_SPARK, 400, 300, 5, 1, 100);
    for (uint32_t i = 0; i < 120; i++) throw(p, PARTICLE_GLOW, 400, 300, 5, 1, 100);
    static const struct {
        float share;
        uint32_t least, most;
    } cases[] = { { 0, 0, 0 },      { -1, 0, 0 },    { 0.25f, 26, 34 },
                  { 0.5f, 56, 64 }, { 1, 120, 120 }, { 7, 120, 120 } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const particles_view view = { .share = cases[i].share, .intensity = 1 };
        const particles_drawn drawn = particles_build(p, &view, d->lines, d->dots);
        assert_in_range(drawn.lines, cases[i].least, cases[i].most);
        assert_in_range(drawn.dots, cases[i].least, cases[i].most);
    }
    free(d);
}

static void pictures_stand_between_ticks(void **state)
{
    particles *p = *state;
    drawing *d = malloc(sizeof *d);
    assert_non_null(d);
    throw(p, PARTICLE_SPARK, 400, 300, 8, 0, 100);
    const particles_view view = { .x = 100, .y = 20, .back = 0.5f, .share = 1, .intensity = 1 };
    assert_int_equal(particles_build(p, &view, d->lines, d->dots).lines, 1);
    const qx_line *line = &d->lines[0];
    NEAR(0.5f * (line->from.x + line->to.x), 496.0f);
    NEAR(line->from.y, 320.0f);
    assert_true(line->to.x > line->from.x);
    assert_int_equal(line->colour, 0x102030FF);
    free(d);
}

static void equal_throws_give_equal_bytes(void **state)
{
    particles *p = *state, *other = calloc(1, sizeof *other);
    assert_non_null(other);
    const hole at = { .at = { 250, 310 } };
    for (uint32_t tick = 0; tick < 300; tick++) {
        for (uint32_t i = 0; i < 97; i++) {
            const float x = (float)(tick * 7 % 800), v = (float)(i % 17) - 8.0f;
            throw(p, (particle_kind)(i % PARTICLE_KINDS), x, 300, v, 3, 190);
            throw(other, (particle_kind)(i % PARTICLE_KINDS), x, 300, v, 3, 190);
        }
        particles_tick(p, &at, 1);
        particles_tick(other, &at, 1);
    }
    assert_int_equal(p->count, other->count);
    assert_memory_equal(p, other, sizeof *p);
    free(other);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_particles, close_particles)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(opacity_follows_life_and_speed),
        CASE(stretch_follows_speed),
        CASE(sparks_and_dots_keep_94_of_100),
        CASE(others_keep_96_to_100_by_their_place),
        CASE(edges_throw_back),
        CASE(holes_draw_and_swirl),
        CASE(rings_ignore_holes),
        CASE(two_holes_add_up),
        CASE(on_a_hole_all_stays_finite),
        CASE(what_hardly_moves_stands),
        CASE(a_life_lasts_its_ticks),
        CASE(the_oldest_give_way),
        CASE(those_left_keep_their_order),
        CASE(bad_ones_are_left_out),
        CASE(a_share_of_all_is_a_share_of_each_burst),
        CASE(pictures_stand_between_ticks),
        CASE(equal_throws_give_equal_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
