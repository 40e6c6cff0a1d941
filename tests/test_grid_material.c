// SPDX-License-Identifier: MIT
// The law of the springs: energy, momentum, rest, and waves that travel alike at any density.
#include "grid_cases.h"

#include <math.h>

static double ratio_of(double a, double b)
{
    return b > 0.0 ? a / b : a > 0.0 ? INFINITY : 1.0;
}

// --- energy

// The largest growth of a net left alone: over its start, the same but for its first tick, and over
// what it was 120 ticks before.
typedef struct growth {
    double start, later, before;
} growth;

static void leave_alone(qx_grid *grid, growth *g)
{
    enum { TICKS = 180, SPAN = 120 };
    double energy[TICKS];
    for (int tick = 0; tick < TICKS; tick++) {
        qx_grid_step(grid, NULL);
        energy[tick] = qx_grid_energy(grid);
        g->start = fmax(g->start, ratio_of(energy[tick], energy[0]) - 1.0);
        if (tick > 1) g->later = fmax(g->later, ratio_of(energy[tick], energy[0]) - 1.0);
        if (tick >= SPAN)
            g->before = fmax(g->before, ratio_of(energy[tick], energy[tick - SPAN]) - 1.0);
    }
}

static void energy_with_substeps_never_grows_whatever_the_push(void **state)
{
    (void)state;
    growth g = { 0 };
    for (uint32_t seed = 0; seed < cases(1500); seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 20);
        qx_grid_desc desc = random_desc(&random, 300);
        desc.material = QX_GRID_WORLD;
        qx_grid *grid = make_grid(&desc);
        const float cell = qx_grid_get_info(grid).spacing_x;
        push_at_random(grid, &random, 1 + qx_random_below(&random, 10),
                       fminf(1e6f, cell * (seed % 3 == 0 ? 1000.0f : 2.0f)));
        if (qx_grid_get_info(grid).substeps > 1) leave_alone(grid, &g);
        qx_grid_destroy(grid);
    }
    assert_true(g.start <= 1e-6);
    assert_true(g.before <= 1e-6);
}

static void push_once(qx_grid *grid, qx_random *random, float cell, bool wide)
{
    qx_grid_push push = random_push(random, grid, wide ? 2.0f * cell : 1000.0f * cell);
    if (wide) {
        push.law = QX_GRID_SMOOTH;
        push.radius = fmaxf(push.radius, 3.0f * cell);
        push.width = fmaxf(push.width, 3.0f * cell);
        if (push.kind == QX_GRID_RING)
            push.radius =
                push.width + fmaxf(push.radius, 3.0f * cell); // its centre has no direction
    }
    assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
}

// With one step a tick the world's law is the tutorial's: springs that were slack are stretched
// before they can answer. A push that sets neighbours against each other then shows more energy for
// a tick; no other does, and none for long.
static void energy_with_one_step_grows_for_a_tick_at_most(void **state)
{
    (void)state;
    growth wide = { 0 }, any = { 0 };
    for (uint32_t seed = 0; seed < cases(800); seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 26);
        const float cell = qx_random_range(&random, 22.0f, 60.0f);
        qx_grid *grid = make_grid(
            &(qx_grid_desc){ .width = 20 * cell, .height = 15 * cell, .columns = 21, .rows = 16 });
        assert_int_equal(qx_grid_get_info(grid).substeps, 1);
        push_once(grid, &random, cell, seed % 2 == 0);
        leave_alone(grid, seed % 2 == 0 ? &wide : &any);
        qx_grid_destroy(grid);
    }
    print_message("by %.3g for wide, %.3g for any pushes\n", wide.start, any.start);
    assert_true(wide.start <= 1e-6);
    assert_true(any.start <= 3.5); // as a checkerboard of velocities
    assert_true(any.later <= 1e-6);
    assert_true(wide.before <= 1e-6 && any.before <= 1e-6);
}

// Where the number of sub-steps is only just enough there is the least to spare.
static void energy_never_grows_where_substeps_just_suffice(void **state)
{
    (void)state;
    double above = 0.0;
    for (uint32_t n = 1; n <= 12; n++)
        for (uint32_t seed = 0; seed < cases(24); seed++) {
            qx_random random;
            qx_random_seed(&random, seed, 21);
            // 2c + sqrt(4c² + 2k) = n, solved for the square of wave_scale over spacing.
            const double c = 0.06, k = 0.28, share = n * n / (4.0 * c * n + 2.0 * k);
            qx_grid_desc desc = { .width = 480,
                                  .height = 480,
                                  .columns = 21,
                                  .rows = 21,
                                  .border =
                                      seed % 2 ? QX_GRID_BORDER_FIXED : QX_GRID_BORDER_ANCHORED,
                                  .wave_scale = (float)(24.0 * sqrt(share) * 0.99999) };
            qx_grid *grid = make_grid(&desc);
            assert_int_equal(qx_grid_get_info(grid).substeps, n);
            push_at_random(grid, &random, 3, seed % 4 < 2 ? 1e4f : 40.0f);
            qx_grid_step(grid, NULL);
            const double start = qx_grid_energy(grid);
            for (int tick = 0; tick < 300; tick++) {
                qx_grid_step(grid, NULL);
                above = fmax(above, qx_grid_energy(grid) / start - 1.0);
            }
            qx_grid_destroy(grid);
        }
    print_message("at most %.3g above its start\n", above);
    assert_true(above <= 1e-6);
}

// The tutorial's constants swing by up to a hundredth, for pushes that are wider than a cell and a
// half and do not throw points by more than a cell a tick.
static void classic_energy_grows_by_a_hundredth_at_most(void **state)
{
    (void)state;
    double above = 0.0;
    for (uint32_t seed = 0; seed < cases(800); seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 22);
        qx_grid *grid = make_grid(&(qx_grid_desc){
            .width = 500, .height = 400, .columns = 26, .rows = 21, .material = QX_GRID_CLASSIC });
        qx_grid_push push = random_push(&random, grid, 20.0f);
        push.radius = fmaxf(push.radius, 1.5f * 20.0f);
        push.width = fmaxf(push.width, 1.5f * 20.0f);
        if (push.kind == QX_GRID_RING) push.radius += push.width; // its centre has no direction
        if (push.law == QX_GRID_TUTORIAL) push.strength *= 0.1f;
        assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
        qx_grid_step(grid, NULL);
        const double start = qx_grid_energy(grid);
        for (int tick = 0; tick < 240; tick++) {
            qx_grid_step(grid, NULL);
            above = fmax(above, qx_grid_energy(grid) / start - 1.0);
        }
        qx_grid_destroy(grid);
    }
    print_message("at most %.3g above its start\n", above);
    assert_true(above <= 0.01);
}

static void energy_at_rest_is_that_of_taut_springs(void **state)
{
    (void)state;
    for (int material = QX_GRID_WORLD; material <= QX_GRID_CLASSIC; material++) {
        qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 900,
                                                   .height = 400,
                                                   .columns = 31,
                                                   .rows = 11,
                                                   .material = (qx_grid_material)material });
        const qx_grid_info info = qx_grid_get_info(grid);
        const double x = 0.05 * (double)info.spacing_x, y = 0.05 * (double)info.spacing_y;
        const double rest = 30 * 11 * 0.5 * (double)info.stiffness_x * x * x +
                            31 * 10 * 0.5 * (double)info.stiffness_y * y * y;
        assert_true(fabs(qx_grid_energy(grid) / rest - 1.0) < 1e-4);
        grid_row_fields(grid, 5)[GRID_VZ * (size_t)grid->stride + 15] = 100.0f;
        assert_true(fabs((qx_grid_energy(grid) - rest) / 5000.0 - 1.0) < 1e-3);
        qx_grid_destroy(grid);
    }
}

// --- momentum

// What springs take from one end they give to the other, so that until a wave meets the border only
// what acts on each point alone changes the sums over all points: sum of velocities P and of
// displacements U then obey P' = d (P - t (k U + c P)), U' = U + t (P - t (k U + c P)), k and c
// being those of the inner anchors.
static void springs_keep_momentum(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < cases(300); seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 23);
        const float wave_scale = qx_random_range(&random, 5.0f, 25.0f);
        qx_grid *grid = make_grid(&(qx_grid_desc){
            .width = 600, .height = 600, .columns = 61, .rows = 61, .wave_scale = wave_scale });
        const uint32_t n = qx_grid_get_info(grid).substeps;
        double p[3] = { 0 }, u[3] = { 0 }, size = 0.0;
        for (int i = 0; i < 3; i++) {
            qx_grid_push push = random_push(&random, grid, 30.0f);
            if (push.kind >= QX_GRID_RING) push.kind = QX_GRID_DIRECTED;
            push.x = qx_random_range(&random, 260.0f, 340.0f);
            push.y = qx_random_range(&random, 260.0f, 340.0f);
            push.radius = qx_random_range(&random, 20.0f, 60.0f);
            assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
        }
        qx_grid_step(grid, NULL);
        const double time = 1.0 / n, damping = pow(0.98, time), k = 0.002 / 9.0, c = 0.02 / 9.0;
        for (uint32_t tick = 0; tick <= 12 / n; tick++) {
            double found[6] = { 0 };
            size = 0.0;
            for (uint32_t row = 0; row < 61; row++)
                for (uint32_t column = 0; column < 61; column++)
                    for (uint32_t field = 0; field < 6; field++) {
                        const double value = (double)field_of(grid, column, row, field);
                        found[field] += value;
                        size += fabs(value);
                    }
            for (int i = 0; i < 3; i++) {
                if (tick > 0) {
                    assert_true(fabs(found[i] - u[i]) <= 1e-5 * size);
                    assert_true(fabs(found[3 + i] - p[i]) <= 1e-5 * size);
                }
                u[i] = found[i];
                p[i] = found[3 + i];
                for (uint32_t step = 0; step < n; step++) {
                    const double swift = p[i] - time * (k * u[i] + c * p[i]);
                    u[i] += time * swift;
                    p[i] = damping * swift;
                }
            }
            qx_grid_step(grid, NULL);
        }
        qx_grid_destroy(grid);
    }
}

// --- rest and finiteness

static void rest_stays_rest_exactly(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < cases(200); seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 24);
        qx_grid_desc desc = random_desc(&random, 1000);
        desc.border = QX_GRID_BORDER_FIXED;
        qx_grid *grid = make_grid(&desc);
        const uint64_t before = qx_grid_hash(grid);
        step_times(grid, 60);
        assert_true(is_resting_grid(grid));
        assert_true(qx_grid_hash(grid) == before);
        qx_grid_destroy(grid);
    }
}

// Places, radii and strengths over all that is allowed, 1e6 and 0 and exact points among them.
static qx_grid_push wild_push(qx_random *random, const qx_grid *grid)
{
    static const float strengths[] = { 1e6f, -1e6f, 1e5f, 1e3f, 1.0f, 0.0f, 1e-6f };
    static const float sizes[] = { 0.0f, 1e-4f, 0.01f, 1.0f, 1e3f, 1e5f, 1e6f };
    static const float places[] = { 1e7f, -1e7f, 1e5f, 0.0f, -1.0f };
    qx_grid_push push = random_push(random, grid, 1.0f);
    push.strength = strengths[qx_random_below(random, COUNT(strengths))];
    if (qx_random_below(random, 2)) push.radius = sizes[qx_random_below(random, COUNT(sizes))];
    if (qx_random_below(random, 2)) push.width = sizes[qx_random_below(random, COUNT(sizes))];
    if (qx_random_below(random, 4) == 0) push.x = places[qx_random_below(random, COUNT(places))];
    if (qx_random_below(random, 4) == 0) push.z = places[qx_random_below(random, COUNT(places))];
    if (qx_random_below(random, 4) == 0) push.to_x = places[qx_random_below(random, COUNT(places))];
    if (qx_random_below(random, 4) == 0) { // exactly on a point
        const qx_grid_info info = qx_grid_get_info(grid);
        push.x = push.to_x = info.spacing_x * (float)qx_random_below(random, info.columns);
        push.y = push.to_y = info.spacing_y * (float)qx_random_below(random, info.rows);
    }
    return push;
}

static void any_forces_leave_the_net_finite(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < cases(1500); seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 25);
        const qx_grid_desc desc = random_desc(&random, 300);
        qx_grid *grid = make_grid(&desc);
        for (int tick = 0; tick < 40; tick++) {
            for (uint32_t i = qx_random_below(&random, 30); i > 0; i--) {
                const qx_grid_push push = wild_push(&random, grid);
                assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
            }
            qx_grid_step(grid, NULL);
        }
        assert_true(is_finite_grid(grid));
        step_times(grid, 40);
        assert_true(is_finite_grid(grid));
        assert_true(isfinite(qx_grid_energy(grid)));
        const qx_vec3 sampled = qx_grid_sample_position(grid, 1e30f, -1.0f);
        assert_true(isfinite(sampled.x) && isfinite(sampled.y) && isfinite(sampled.z));
        qx_grid_destroy(grid);
    }
}

// What a tick leaves is 0 or large enough for the next one's products: denormal ones would make
// ticks many times slower.
#define LEAST 1e-14f

static void expect_nothing_tiny(const qx_grid *grid)
{
    uint32_t tiny = 0;
    for (uint32_t row = 0; row < grid->desc.rows; row++) {
        const float *fields = grid_row_fields(grid, row);
        for (uint32_t i = 0; i < GRID_FIELDS * grid->stride; i++)
            tiny += fabsf(fields[i]) > 0.0f && fabsf(fields[i]) < LEAST;
    }
    assert_int_equal(tiny, 0);
}

static void push_aslant(qx_grid *grid, float x, float y)
{
    const qx_grid_push push = { .kind = QX_GRID_DIRECTED,
                                .x = x,
                                .y = y,
                                .radius = 80,
                                .strength = 9,
                                .direction = { 1, 0, 1 } };
    assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
}

static void waves_that_run_into_rest_leave_nothing_tiny(void **state)
{
    (void)state;
    for (uint32_t points = 600; points <= 6000; points *= 10)
        for (int material = QX_GRID_WORLD; material <= QX_GRID_CLASSIC; material++) {
            qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 1280,
                                                       .height = 720,
                                                       .points = points,
                                                       .material = (qx_grid_material)material });
            push_aslant(grid, 500, 300);
            for (int tick = 0; tick < 60; tick++) {
                qx_grid_step(grid, NULL);
                expect_nothing_tiny(grid);
            }
            qx_grid_destroy(grid);
        }
}

static void waves_that_die_out_end_in_rest(void **state)
{
    (void)state;
    qx_grid *grid =
        make_grid(&(qx_grid_desc){ .width = 240, .height = 240, .columns = 11, .rows = 11 });
    push_aslant(grid, 110, 120);
    for (int tick = 0; tick < 20000; tick++) {
        qx_grid_step(grid, NULL);
        if (tick % 50 == 0) expect_nothing_tiny(grid);
    }
    assert_true(is_resting_grid(grid));
    qx_grid_destroy(grid);
}

// --- constants

typedef struct density {
    qx_grid_desc desc;
    uint32_t substeps;
} density;

static const density densities[] = {
    { { .width = 1272, .height = 720, .spacing = 24 }, 1 },
    { { .width = 1280, .height = 720 }, 1 },
    { { .width = 1280, .height = 720, .points = 60000 }, 11 },
    { { .width = 1280, .height = 720, .points = 60000, .wave_scale = 28 }, 15 },
    { { .width = 1280, .height = 720, .spacing = 2.8f, .wave_scale = 28 }, 27 },
    { { .width = 1280, .height = 720, .points = 1000000 }, 152 },
    { { .width = 1280, .height = 720, .points = 60000, .material = QX_GRID_CLASSIC }, 1 },
    { { .width = 7680, .height = 4320, .points = 600 }, 1 },
};

static void constants_scale_as_the_law_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(densities); i++) {
        qx_grid_desc desc = densities[i].desc;
        desc.pushes = 16;
        qx_grid *grid = make_grid(&desc);
        const qx_grid_info info = qx_grid_get_info(grid);
        const double scale = desc.wave_scale > 0.0f ? (double)desc.wave_scale : 24.0;
        const bool classic = desc.material == QX_GRID_CLASSIC;
        const double x = classic ? 1.0 : scale / (double)info.spacing_x,
                     y = classic ? 1.0 : scale / (double)info.spacing_y;
        assert_int_equal(info.substeps, densities[i].substeps);
        assert_true(fabs((double)info.stiffness_x / (0.28 * x * x) - 1.0) < 1e-6);
        assert_true(fabs((double)info.stiffness_y / (0.28 * y * y) - 1.0) < 1e-6);
        assert_true(fabs((double)info.damping_x / (0.06 * x * x) - 1.0) < 1e-6);
        assert_true(fabs((double)info.damping_y / (0.06 * y * y) - 1.0) < 1e-6);
        qx_grid_destroy(grid);
    }
}

// --- waves

#define WATCHED 4

// How a push from the middle is seen at some places: the greatest height, and when half of it was
// reached.
typedef struct sighting {
    double height[WATCHED], arrival[WATCHED];
} sighting;

static const float watched[WATCHED][2] = {
    { 200, 0 }, { 300, 0 }, { 0, 200 }, { 180, 140 }
}; // from the middle

static double height_of(qx_vec3 moved, const float place[2], bool in_plane)
{
    if (!in_plane) return (double)moved.z;
    const double x = (double)place[0], y = (double)place[1];
    return ((double)moved.x * x + (double)moved.y * y) / sqrt(x * x + y * y);
}

static void note(sighting *s, double seen[WATCHED][160], int ticks)
{
    for (int w = 0; w < WATCHED; w++) {
        s->height[w] = 0.0;
        for (int t = 0; t < ticks; t++) s->height[w] = fmax(s->height[w], seen[w][t]);
        int t = 0;
        while (seen[w][t] < 0.5 * s->height[w]) t++;
        assert_true(t > 0);
        s->arrival[w] = t - (seen[w][t] - 0.5 * s->height[w]) / (seen[w][t] - seen[w][t - 1]);
    }
}

static sighting watch(uint32_t columns, uint32_t rows, const qx_grid_push *push)
{
    static double seen[WATCHED][160];
    qx_grid *grid = make_grid(&(qx_grid_desc){
        .width = 1280, .height = 720, .columns = columns, .rows = rows, .wave_scale = 28 });
    assert_int_equal(qx_grid_apply(grid, push), QX_OK);
    for (int tick = 0; tick < 160; tick++) {
        qx_grid_step(grid, NULL);
        for (int w = 0; w < WATCHED; w++) {
            const qx_vec3 moved =
                qx_grid_sample_displacement(grid, 640.0f + watched[w][0], 360.0f + watched[w][1]);
            seen[w][tick] = height_of(moved, watched[w], push->kind == QX_GRID_EXPLODE);
        }
    }
    qx_grid_destroy(grid);
    sighting s;
    note(&s, seen, 160);
    return s;
}

static void expect_alike(const sighting *a, const sighting *b, double heights, double speeds)
{
    double arrival = 0.0, height = 0.0, greatest = 0.0;
    for (int w = 0; w < WATCHED; w++) greatest = fmax(greatest, b->height[w]);
    for (int w = 0; w < WATCHED; w++) {
        if (b->height[w] < 0.1 * greatest) continue; // in the plane, hardly anything runs aslant
        arrival = fmax(arrival, fabs(a->arrival[w] - b->arrival[w]));
        height = fmax(height, fabs(a->height[w] / b->height[w] - 1.0));
    }
    const double speed = (a->arrival[1] - a->arrival[0]) / (b->arrival[1] - b->arrival[0]) - 1.0;
    print_message("arrival %.3f ticks, height %.2f %%, speed %.2f %% apart\n", arrival,
                  100.0 * height, 100.0 * speed);
    assert_true(arrival <= 1.0);
    assert_true(height <= heights);
    assert_true(fabs(speed) <= speeds);
}

// On one field with 1,581, 6,161 and 54,481 points, cells of 25, 12 and 4 units. Pushes of six
// cells come out alike within 6 % of their height, of three within 15 %, of twelve within 2.7 %.
static void waves_travel_alike_at_any_density(void **state)
{
    (void)state;
#define AT .x = 640, .y = 360
    static const struct {
        qx_grid_push push;
        double heights, speeds; // how far they may be apart with the fewest points
    } views[] = {
        { { .kind = QX_GRID_DIRECTED, AT, .radius = 160, .strength = 6 }, 0.06, 0.01 },
        { { .kind = QX_GRID_DIRECTED, AT, .radius = 200, .strength = 30 }, 0.06, 0.01 },
        { { .kind = QX_GRID_EXPLODE, AT, .radius = 160, .strength = 6 }, 0.06, 0.01 },
        { { .kind = QX_GRID_DIRECTED, AT, .radius = 77, .strength = 6 }, 0.15, 0.02 },
        { { .kind = QX_GRID_EXPLODE, AT, .radius = 77, .strength = 6 }, 0.15, 0.02 },
    };
#undef AT
    for (size_t i = 0; i < cases(COUNT(views)); i++) {
        const sighting coarse = watch(51, 31, &views[i].push),
                       fine = watch(101, 61, &views[i].push);
        const sighting finest = watch(301, 181, &views[i].push);
        expect_alike(&coarse, &finest, views[i].heights, views[i].speeds);
        expect_alike(&fine, &finest, i < 3 ? 0.027 : 0.06, 0.01);
    }
}

// How fast a sine wave of 560 units along x runs, as a standing wave tells: amplitudes at
// successive ticks obey a'' = p a' + q a with q = -exp(-2 g), p = 2 exp(-g) cos w, g being the
// damping; fitted to 100 ticks by least squares. The springs alone give w² + g² - anchor.
static double speed_of_sine(const qx_grid_desc *desc, uint32_t field)
{
    qx_grid *grid = make_grid(desc);
    const double k = 2.0 * acos(-1.0) / 560.0;
    const uint32_t columns = grid->desc.columns, middle = grid->desc.rows / 2;
    double a[3] = { 0 }, xx = 0.0, xy = 0.0, yy = 0.0, xz = 0.0, yz = 0.0;
    for (uint32_t row = 1; row + 1 < grid->desc.rows; row++)
        for (uint32_t column = 1; column + 1 < columns; column++)
            grid_row_fields(grid, row)[field * (size_t)grid->stride + column] =
                (float)(0.01 * sin(k * 1120.0 * column / (columns - 1)));
    for (int tick = 0; tick < 100; tick++) {
        qx_grid_step(grid, NULL);
        a[0] = a[1];
        a[1] = a[2];
        a[2] = 0.0;
        for (uint32_t column = 0; column < columns; column++)
            a[2] += (double)field_of(grid, column, middle, field) *
                    sin(k * 1120.0 * column / (columns - 1));
        if (tick < 2) continue;
        xx += a[1] * a[1];
        xy += a[1] * a[0];
        yy += a[0] * a[0];
        xz += a[1] * a[2];
        yz += a[0] * a[2];
    }
    qx_grid_destroy(grid);
    const double p = (xz * yy - yz * xy) / (xx * yy - xy * xy),
                 q = (yz * xx - xz * xy) / (xx * yy - xy * xy);
    const double g = -0.5 * log(-q), w = acos(p / (2.0 * exp(-g)));
    return sqrt(w * w + g * g - 0.002 / 9.0) / k;
}

// In the plane sqrt(0.28) cells a tick, out of it sqrt(0.28 · 0.05): 14.8 and 3.3 units where cells
// of 28 are meant.
static void waves_have_the_speed_of_the_tutorial_at_any_density(void **state)
{
    (void)state;
    static const uint32_t counts[] = { 41, 81, 161 };
    for (size_t i = 0; i < cases(COUNT(counts)); i++) {
        const qx_grid_desc desc = { .width = 1120,
                                    .height = 2240,
                                    .columns = counts[i],
                                    .rows = 2 * counts[i] - 1,
                                    .wave_scale = 28 };
        const double swift = speed_of_sine(&desc, GRID_UX), slow = speed_of_sine(&desc, GRID_UZ);
        print_message("%.2f units a tick in the plane, %.2f out of it\n", swift, slow);
        assert_true(fabs(swift / 14.816 - 1.0) < 0.01);
        assert_true(fabs(slow / 3.313 - 1.0) < 0.01);
    }
}

// --- settling

static void a_pushed_net_settles(void **state)
{
    (void)state;
    qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 1280, .height = 720 });
    const qx_grid_push push = {
        .kind = QX_GRID_DIRECTED, .x = 640, .y = 360, .radius = 200, .strength = 20
    };
    assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
    assert_int_equal(qx_grid_settle(grid, 0.01f, 0, NULL), 0);
    assert_int_equal(qx_grid_settle(grid, 0.0f, 7, NULL), 7);
    const uint32_t ticks = qx_grid_settle(grid, 0.01f, 100000, NULL);
    assert_true(ticks > 10 && ticks < 2000);
    assert_int_equal(qx_grid_settle(grid, 0.01f, 100000, NULL), 1);
    qx_grid_destroy(grid);
}

// The tutorial's edges sag inward by about 3 units between their anchored ends, alike on all sides.
static void anchored_borders_sag_inward(void **state)
{
    (void)state;
    for (int material = QX_GRID_WORLD; material <= QX_GRID_CLASSIC; material++) {
        qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 1176,
                                                   .height = 1176,
                                                   .spacing = 28,
                                                   .wave_scale = 28,
                                                   .material = (qx_grid_material)material,
                                                   .border = QX_GRID_BORDER_ANCHORED });
        assert_true(qx_grid_settle(grid, 1e-4f, 5000, NULL) < 5000);
        const qx_vec3 left = qx_grid_sample_displacement(grid, 0, 588),
                      right = qx_grid_sample_displacement(grid, 1176, 588);
        const qx_vec3 top = qx_grid_sample_displacement(grid, 588, 0);
        print_message("sags by %.2f\n", (double)left.x);
        assert_true(left.x > 1.0f && left.x < 6.0f);
        assert_true(left.x <= -right.x && left.x >= -right.x && left.x <= top.y && left.x >= top.y);
        qx_grid_destroy(grid);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_with_substeps_never_grows_whatever_the_push),
        cmocka_unit_test(energy_with_one_step_grows_for_a_tick_at_most),
        cmocka_unit_test(energy_never_grows_where_substeps_just_suffice),
        cmocka_unit_test(classic_energy_grows_by_a_hundredth_at_most),
        cmocka_unit_test(energy_at_rest_is_that_of_taut_springs),
        cmocka_unit_test(springs_keep_momentum),
        cmocka_unit_test(rest_stays_rest_exactly),
        cmocka_unit_test(any_forces_leave_the_net_finite),
        cmocka_unit_test(waves_that_run_into_rest_leave_nothing_tiny),
        cmocka_unit_test(waves_that_die_out_end_in_rest),
        cmocka_unit_test(constants_scale_as_the_law_says),
        cmocka_unit_test(waves_travel_alike_at_any_density),
        cmocka_unit_test(waves_have_the_speed_of_the_tutorial_at_any_density),
        cmocka_unit_test(a_pushed_net_settles),
        cmocka_unit_test(anchored_borders_sag_inward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
