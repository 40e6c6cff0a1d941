// SPDX-License-Identifier: MIT
// Walkers stay above the ground whatever they do, stand still where they can, follow what goes
// down, slip where it is steep, slide along what they meet.
#include "terrain_plain.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
// cmocka wants the four above it
#include <cmocka.h>

#define TICK (1.0f / 60.0f)
#define GRAVITY 9.81f

static float ground_at(const plain_field *f, float x, float z)
{
    float height;
    assert_int_equal(qx_terrain_sample_height(f->terrain, x, z, &height), QX_TERRAIN_ON);
    return height;
}

static bool is_over_ground(const plain_field *f, float x, float z)
{
    float height;
    return qx_terrain_sample_height(f->terrain, x, z, &height) == QX_TERRAIN_ON;
}

static qx_terrain_walker walker_at(const plain_field *f, float x, float z, float radius)
{
    const float top = is_over_ground(f, x, z) ? ground_at(f, x, z) : f->info.highest;
    return (qx_terrain_walker){ .feet = { x, top, z }, .radius = radius, .height = radius * 6.0f };
}

static void step(const plain_field *f, qx_terrain_walker *w, float seconds)
{
    w->velocity.y -= GRAVITY * seconds;
    qx_terrain_step_walker(f->terrain, w, seconds);
}

static double level_speed(const qx_terrain_walker *w)
{
    return sqrt((double)w->velocity.x * (double)w->velocity.x +
                (double)w->velocity.z * (double)w->velocity.z);
}

// The body is free of every triangle and not below any.
static void is_free(const plain_field *f, const qx_terrain_walker *w)
{
    const plain_point centre = { (double)w->feet.x, (double)w->feet.y + (double)w->radius,
                                 (double)w->feet.z };
    const double off = plain_distance(f, centre);
    assert_true(off >= (double)w->radius * (1.0 - 1e-6));
    double height;
    if (plain_height(f, centre.x, centre.z, &height) == QX_TERRAIN_ON)
        assert_true((double)w->feet.y >= height);
}

static void is_finite_walker(const qx_terrain_walker *w)
{
    assert_true(isfinite(w->feet.x) && isfinite(w->feet.y) && isfinite(w->feet.z));
    assert_true(isfinite(w->velocity.x) && isfinite(w->velocity.y) && isfinite(w->velocity.z));
}

// --- never inside

static void push(qx_random *random, qx_terrain_walker *w, float speed)
{
    w->velocity.x = qx_random_range(random, -speed, speed);
    w->velocity.z = qx_random_range(random, -speed, speed);
    if (qx_random_below(random, 8) == 0) w->velocity.y = qx_random_range(random, -speed, speed);
}

static void nobody_ends_below_or_inside_the_ground(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) { // of 100 steps each
        plain_field f = plain_by_chance(seed, 9, PLAIN_ANY);
        qx_random random;
        qx_random_seed(&random, seed, 1);
        const float cell = (float)f.cell;
        const float radius = cell * qx_random_range(&random, 0.02f, seed % 4 ? 0.4f : 2.0f);
        // From a crawl to through the whole field in a step.
        const float speed = cell * (float)pow(10.0, (double)qx_random_range(&random, -1.0f, 3.0f));
        const float seconds = (float)pow(10.0, (double)qx_random_range(&random, -3.0f, 0.5f));
        qx_terrain_walker w = walker_at(&f, 0.3f * f.info.width, -0.2f * f.info.depth, radius);
        for (int i = 0; i < 100; i++) {
            if (i % 25 == 0) {
                w.feet.x = qx_random_range(&random, -0.5f, 0.5f) * f.info.width;
                w.feet.z = qx_random_range(&random, -0.5f, 0.5f) * f.info.depth;
                w.feet.y = f.info.lowest + (float)f.range * qx_random_range(&random, -1.0f, 2.0f);
                w.velocity = (qx_vec3){ 0.0f, 0.0f, 0.0f };
            }
            push(&random, &w, speed);
            step(&f, &w, seconds);
            is_finite_walker(&w);
            is_free(&f, &w);
        }
        plain_free(&f);
    }
}

// However far a step goes: what is higher than the walker can climb stops it.
static void no_speed_tunnels_through_a_wall(void **state)
{
    (void)state;
    float heights[9 * 9];
    for (uint32_t i = 0; i < 81; i++) heights[i] = i % 9 == 6 ? 50.0f : 0.0f;
    plain_field f = plain_of(&(qx_terrain_desc){
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 9, .rows = 9 } });
    for (float speed = 0.5f; speed < 1e30f; speed *= 7.0f)
        for (float seconds = 1e-3f; seconds < 2e3f; seconds *= 10.0f) {
            qx_terrain_walker w = walker_at(&f, -2.0f, 0.0f, 0.2f);
            for (int i = 0; i < 20; i++) {
                w.velocity.x = speed;
                w.velocity.z = 0.0f;
                step(&f, &w, seconds);
                assert_true(w.feet.x < 2.0f && w.feet.y < 20.0f);
            }
        }
    plain_free(&f);
}

// --- standing

static void who_stands_does_not_creep(void **state)
{
    (void)state;
    uint32_t stood = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        plain_field f = plain_by_chance(seed, 17, PLAIN_GENTLE);
        qx_random random;
        qx_random_seed(&random, seed, 2);
        const float x = qx_random_range(&random, -0.45f, 0.45f) * f.info.width;
        const float z = qx_random_range(&random, -0.45f, 0.45f) * f.info.depth;
        qx_terrain_walker w = walker_at(&f, x, z, (float)f.cell * 0.05f);
        w.feet.y += 0.5f * w.radius;
        for (int i = 0; i < 120 && !w.standing; i++) step(&f, &w, TICK);
        if (!w.standing) continue; // too steep there
        stood++;
        step(&f, &w, TICK);
        const qx_terrain_walker still = w;
        for (int i = 0; i < 600; i++) {
            step(&f, &w, i % 2 ? TICK : 0.1f);
            assert_memory_equal(&w.feet, &still.feet, sizeof w.feet);
            assert_true(w.standing);
            assert_true(w.velocity.x == 0.0f && w.velocity.y == 0.0f && w.velocity.z == 0.0f);
        }
        is_free(&f, &w);
        plain_free(&f);
    }
    assert_true(stood > 150);
}

static plain_field slope(float rise, qx_terrain_diagonal diagonal)
{
    float heights[65 * 9];
    for (uint32_t i = 0; i < 65 * 9; i++) heights[i] = rise * (float)(i % 65);
    return plain_of(&(qx_terrain_desc){
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 65, .rows = 9 },
        .diagonal = diagonal });
}

static void steepest_decides_who_stands_and_who_slips(void **state)
{
    (void)state;
    static const struct {
        float rise, steepest;
        bool stands;
    } cases[] = {
        { 0.0f, 0.0f, true },  { 0.5f, 0.0f, true },  { 1.15f, 0.0f, true }, { 1.25f, 0.0f, false },
        { 4.0f, 0.0f, false }, { 0.5f, 0.4f, false }, { 0.5f, 0.5f, true },  { 4.0f, 1.4f, true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int d = 0; d < 3; d++) {
            plain_field f = slope(cases[i].rise, (qx_terrain_diagonal)d);
            qx_terrain_walker w = walker_at(&f, 10.0f, 0.3f, 0.3f);
            w.steepest = cases[i].steepest;
            for (int k = 0; k < 60; k++) {
                step(&f, &w, TICK);
                is_free(&f, &w);
            }
            assert_int_equal(w.standing, cases[i].stands);
            if (cases[i].stands)
                assert_true(w.feet.x == 10.0f && w.velocity.y == 0.0f);
            else // downhill, and faster and faster: g sin cos of the slope, about
                assert_true(w.feet.x < 9.0f && w.velocity.x < -1.0f && w.velocity.y < -1.0f);
            plain_free(&f);
        }
}

// Uphill, downhill and across at the speed that is asked for; always standing.
static void walks_keep_their_speed_and_the_ground(void **state)
{
    (void)state;
    static const float rises[] = { -1.0f, -0.4f, 0.0f, 0.4f, 1.0f };
    for (size_t i = 0; i < sizeof rises / sizeof rises[0]; i++)
        for (float seconds = 0.004f; seconds < 1.1f; seconds *= 4.0f) {
            plain_field f = slope(rises[i], QX_TERRAIN_RT_LB);
            qx_terrain_walker w = walker_at(&f, -20.0f, 0.0f, 0.3f);
            step(&f, &w, TICK);
            assert_true(w.standing);
            float time = 0.0f;
            while (time < 4.0f) {
                w.velocity.x = 5.0f;
                step(&f, &w, seconds);
                time += seconds;
                assert_true(w.standing);
                is_free(&f, &w);
            }
            assert_true(fabsf(w.feet.x - (-20.0f + 5.0f * time)) < 0.01f);
            plain_free(&f);
        }
}

// Over hills, crests and hollows: standing all the way, whatever the tick.
static void downhill_is_followed(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        float heights[33 * 33];
        for (uint32_t i = 0; i < 33 * 33; i++)
            heights[i] = 0.8f * sinf(0.7f * (float)(i % 33) + (float)seed) +
                         0.8f * cosf(0.6f * (float)(i / 33));
        plain_field f = plain_of(&(qx_terrain_desc){
            .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 33, .rows = 33 },
            .diagonal = (qx_terrain_diagonal)(seed % 3) });
        const float seconds = seed % 2 ? TICK : 0.25f;
        qx_terrain_walker w = walker_at(&f, -14.0f, -14.0f, 0.25f);
        w.feet.y += 0.1f;
        for (int i = 0; i < 30; i++) step(&f, &w, TICK);
        for (int i = 0; (float)i * seconds < 5.0f; i++) {
            w.velocity.x = 5.0f;
            w.velocity.z = 4.0f;
            step(&f, &w, seconds);
            assert_true(w.standing);
            assert_true(level_speed(&w) > 6.4);
            assert_true(w.feet.y - ground_at(&f, w.feet.x, w.feet.z) < 0.2f);
        }
        assert_true(w.feet.x > 10.0f && w.feet.z > 5.0f);
        plain_free(&f);
    }
}

static void jumps_leave_the_ground_and_come_back(void **state)
{
    (void)state;
    plain_field f = slope(0.3f, QX_TERRAIN_RT_LB);
    qx_terrain_walker w = walker_at(&f, 0.0f, 0.0f, 0.3f);
    step(&f, &w, TICK);
    assert_true(w.standing);
    w.velocity.y = 5.0f;
    float top = w.feet.y;
    const float start = w.feet.y;
    int ticks = 0;
    do {
        step(&f, &w, TICK);
        top = fmaxf(top, w.feet.y);
    } while (!w.standing && ++ticks < 100);
    assert_true(ticks > 55 && ticks < 65);                 // 2 v / g = 1.02 s
    assert_true(top - start > 1.1f && top - start < 1.3f); // v^2 / 2 g = 1.27
    assert_true(fabsf(w.feet.y - start) < 0.01f);
    plain_free(&f);
}

// --- what is met

// Toward a wall at 45 degrees: along it, with what of the speed goes along it.
static void walls_are_slid_along(void **state)
{
    (void)state;
    float heights[9 * 65];
    for (uint32_t i = 0; i < 9 * 65; i++) heights[i] = i % 9 >= 6 ? 50.0f : 0.0f;
    plain_field f = plain_of(&(qx_terrain_desc){
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 9, .rows = 65 } });
    for (float seconds = 0.004f; seconds < 1.1f; seconds *= 4.0f) {
        qx_terrain_walker w = walker_at(&f, 0.0f, -20.0f, 0.25f);
        float time = 0.0f;
        while (time < 6.0f) {
            w.velocity.x = 4.0f;
            w.velocity.z = 4.0f;
            step(&f, &w, seconds);
            time += seconds;
            is_free(&f, &w);
        }
        assert_true(fabsf(w.feet.z - (-20.0f + 4.0f * time)) < 0.05f);
        assert_true(w.feet.x < 1.0f && w.feet.x > 0.7f && w.feet.y < 0.2f);
        assert_true(w.standing && w.velocity.x < 0.1f && w.velocity.z > 3.9f);
    }
    plain_free(&f);
}

static void corners_and_wedges_hold(void **state)
{
    (void)state;
    float heights[17 * 17];
    for (uint32_t i = 0; i < 17 * 17; i++) {
        const float x = fabsf((float)(i % 17) - 8.0f), z = fabsf((float)(i / 17) - 8.0f);
        heights[i] = 3.0f * fmaxf(x, z); // a pit of four steep sides
    }
    plain_field f = plain_of(&(qx_terrain_desc){
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 17, .rows = 17 } });
    qx_terrain_walker w = walker_at(&f, 5.0f, 3.0f, 0.3f);
    for (int i = 0; i < 600; i++) {
        step(&f, &w, TICK);
        is_free(&f, &w);
    }
    assert_true(fabsf(w.feet.x) < 0.5f && fabsf(w.feet.z) < 0.5f && w.feet.y < 2.0f);
    assert_true(w.standing); // on the sides around it
    const qx_vec3 rest = w.feet;
    for (int i = 0; i < 60; i++) {
        w.velocity.x = w.velocity.z = 0.0f; // as who steers it would
        step(&f, &w, TICK);
        assert_true(w.standing);
    }
    assert_true(fabsf(w.feet.x - rest.x) < 1e-3f && fabsf(w.feet.y - rest.y) < 1e-3f);
    plain_free(&f);
}

static void steep_ground_is_not_climbed(void **state)
{
    (void)state;
    plain_field f = slope(2.0f, QX_TERRAIN_RT_LB);
    for (float speed = 1.0f; speed < 1e4f; speed *= 10.0f) {
        qx_terrain_walker w = walker_at(&f, -10.0f, 0.0f, 0.3f);
        const float start = w.feet.y + 0.5f;
        for (int i = 0; i < 60; i++) {
            w.velocity.x = speed;
            step(&f, &w, TICK);
            assert_true(w.feet.y < start);
        }
    }
    plain_free(&f);
}

// --- where ground ends

static void holes_and_the_border_have_no_ground(void **state)
{
    (void)state;
    float heights[17 * 17] = { 0 };
    for (uint32_t r = 6; r < 11; r++)
        for (uint32_t c = 6; c < 11; c++) heights[r * 17 + c] = NAN;
    plain_field f = plain_of(&(qx_terrain_desc){
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = 17, .rows = 17 } });
    qx_terrain_walker w = walker_at(&f, -7.0f, 0.0f, 0.3f);
    for (int i = 0; i < 300; i++) { // into the hole
        w.velocity.x = 3.0f;
        step(&f, &w, TICK);
        is_free(&f, &w);
    }
    assert_true(w.feet.y < -5.0f && w.feet.x < 3.0f - 0.3f + 1e-3f && !w.standing);
    const float depth = w.feet.y;
    for (int i = 0; i < 300; i++) { // its sides go down without end
        w.velocity.x = i < 100 ? 9.0f : -9.0f;
        w.velocity.z = i % 20 < 10 ? 5.0f : -5.0f;
        step(&f, &w, TICK);
        assert_true(fabsf(w.feet.x) < 3.0f && fabsf(w.feet.z) < 3.0f && w.feet.y < depth);
    }
    w = walker_at(&f, 7.0f, 5.0f, 0.3f);
    for (int i = 0; i < 300; i++) { // over the border
        w.velocity.x = 3.0f;
        step(&f, &w, TICK);
    }
    assert_true(w.feet.x > 8.3f && w.feet.y < -20.0f && !w.standing);
    for (int i = 0; i < 300; i++) { // and not back under the field
        w.velocity.x = -1e3f;
        step(&f, &w, TICK);
        assert_true(w.feet.x > 8.29f);
    }
    plain_free(&f);
}

// --- the rest

static void the_same_steps_give_the_same_bits(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        plain_field f = plain_by_chance(seed, 33, PLAIN_ANY);
        qx_terrain_walker both[2];
        for (int k = 0; k < 2; k++) {
            qx_random random;
            qx_random_seed(&random, seed, 3);
            memset(&both[k], 0, sizeof both[k]);
            both[k].radius = 0.1f * (float)f.cell;
            both[k].height = (float)f.cell;
            both[k].feet.y = f.info.highest;
            for (int i = 0; i < 300; i++) {
                push(&random, &both[k], 5.0f * (float)f.cell);
                step(&f, &both[k], TICK);
            }
        }
        assert_memory_equal(&both[0], &both[1], sizeof both[0]);
        plain_free(&f);
    }
}

static void values_out_of_range_change_nothing(void **state)
{
    (void)state;
    plain_field f = plain_by_chance(3, 9, PLAIN_WHOLE);
    static const qx_terrain_walker bad[] = {
        { .radius = 0.0f, .height = 2.0f },
        { .radius = -1.0f, .height = 2.0f },
        { .radius = 1.0f, .height = 1.9f },
        { .radius = NAN, .height = 2.0f },
        { .radius = 0.5f, .height = INFINITY },
        { .radius = 0.5f, .height = 2.0f, .steepest = NAN },
        { .radius = 0.5f, .height = 2.0f, .feet = { NAN, 0, 0 } },
        { .radius = 0.5f, .height = 2.0f, .velocity = { 0, -INFINITY, 0 } },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        qx_terrain_walker w = bad[i];
        qx_terrain_step_walker(f.terrain, &w, 1.0f);
        assert_memory_equal(&w, &bad[i], sizeof w);
    }
    static const float times[] = { -1.0f, NAN, INFINITY };
    for (size_t i = 0; i < 3; i++) {
        const qx_terrain_walker good = { .radius = 0.5f, .height = 2.0f, .velocity = { 1, 1, 1 } };
        qx_terrain_walker w = good;
        qx_terrain_step_walker(f.terrain, &w, times[i]);
        assert_memory_equal(&w, &good, sizeof w);
    }
    plain_free(&f);
}

static void extreme_values_stay_finite(void **state)
{
    (void)state;
    plain_field f = plain_by_chance(5, 9, PLAIN_ANY);
    static const float sizes[] = { -3e38f, -1e20f, -1.0f, 0.0f, 1e-40f, 1.0f, 1e20f, 3e38f };
    static const float radii[] = { 1e-40f, 1e-3f, 1.0f, 1e18f, 1e38f };
    for (size_t a = 0; a < 8; a++)
        for (size_t b = 0; b < 8; b++)
            for (size_t c = 0; c < 5; c++) {
                qx_terrain_walker w = { .feet = { sizes[a], sizes[b], 0.1f },
                                        .velocity = { sizes[b], sizes[a], sizes[(a + b) % 8] },
                                        .radius = radii[c],
                                        .height = 2.0f * radii[c],
                                        .standing = true };
                qx_terrain_step_walker(f.terrain, &w, c % 2 ? 1.0f : 3e38f);
                is_finite_walker(&w);
            }
    plain_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_ends_below_or_inside_the_ground),
        cmocka_unit_test(no_speed_tunnels_through_a_wall),
        cmocka_unit_test(who_stands_does_not_creep),
        cmocka_unit_test(steepest_decides_who_stands_and_who_slips),
        cmocka_unit_test(walks_keep_their_speed_and_the_ground),
        cmocka_unit_test(downhill_is_followed),
        cmocka_unit_test(jumps_leave_the_ground_and_come_back),
        cmocka_unit_test(walls_are_slid_along),
        cmocka_unit_test(corners_and_wedges_hold),
        cmocka_unit_test(steep_ground_is_not_climbed),
        cmocka_unit_test(holes_and_the_border_have_no_ground),
        cmocka_unit_test(the_same_steps_give_the_same_bits),
        cmocka_unit_test(values_out_of_range_change_nothing),
        cmocka_unit_test(extreme_values_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
