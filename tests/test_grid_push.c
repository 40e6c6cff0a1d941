// SPDX-License-Identifier: MIT
// Every push against a loop over all points, and what the header says about each.
#include "grid_cases.h"
#include "grid_plain.h"

#include <float.h>
#include <math.h>

// --- against the plain loop

// Steps both and says how far they are apart.
static double step_both(qx_grid *grid, plain_grid *plain)
{
    qx_grid_step(grid, NULL);
    plain_step(plain);
    const double worst = plain_compare(plain, grid);
    plain_free(plain);
    return worst;
}

static double compare_one_tick(qx_grid *grid, qx_random *random, uint32_t pushes, float strength)
{
    plain_grid plain = plain_from(grid);
    for (uint32_t i = 0; i < pushes; i++) {
        const qx_grid_push push = random_push(random, grid, strength);
        assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
        plain_apply(&plain, &push);
    }
    return step_both(grid, &plain);
}

static double worse(double worst, double ratio, uint32_t seed)
{
    if (ratio > 4.0) print_message("seed %u: %g times what rounding may do\n", seed, ratio);
    return fmax(worst, ratio);
}

static void expect_rounding_alone(double worst)
{
    print_message("at most %.2f times what rounding may do\n", worst);
    assert_true(worst <= 4.0);
}

static void expect_agreement(uint64_t stream, uint32_t count, uint32_t most, float cells)
{
    double worst = 0.0;
    for (uint32_t seed = 0; seed < count; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, stream);
        const qx_grid_desc desc = random_desc(&random, 1500);
        qx_grid *grid = make_grid(&desc);
        if (cells > 0.0f) displace(grid, &random, cells);
        const float spacing = qx_grid_get_info(grid).spacing_x;
        const double ratio =
            compare_one_tick(grid, &random, 1 + qx_random_below(&random, most), 2.0f * spacing);
        worst = worse(worst, ratio, seed);
        qx_grid_destroy(grid);
    }
    expect_rounding_alone(worst);
}

static void one_push_on_a_resting_net_agrees(void **state)
{
    (void)state;
    expect_agreement(1, cases(3000), 1, 0.0f);
}

static void one_push_on_a_bent_net_agrees(void **state)
{
    (void)state;
    expect_agreement(2, cases(3000), 1, 2.0f);
}

// Points that strayed by up to half of the net: they must be found from the rest lattice all the
// same.
static void pushes_on_a_torn_net_agree(void **state)
{
    (void)state;
    expect_agreement(3, cases(1500), 3, 40.0f);
}

static void a_hundred_overlapping_pushes_agree(void **state)
{
    (void)state;
    expect_agreement(4, cases(300), 100, 3.0f);
}

// Explosions in runs of equal ones, more than one call of a kernel takes, others between them.
static void volleys_agree(void **state)
{
    (void)state;
    double worst = 0.0;
    for (uint32_t seed = 0; seed < cases(300); seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 7);
        const qx_grid_desc desc = random_desc(&random, 1500);
        qx_grid *grid = make_grid(&desc);
        displace(grid, &random, 2.0f);
        plain_grid plain = plain_from(grid);
        const float cell = qx_grid_get_info(grid).spacing_x;
        qx_grid_push shot = random_push(&random, grid, cell);
        for (uint32_t i = 0; i < 150; i++) {
            if (qx_random_below(&random, 20) == 0) shot = random_push(&random, grid, cell);
            shot.kind = QX_GRID_EXPLODE;
            shot.law = QX_GRID_SMOOTH;
            shot.x += qx_random_range(&random, -cell, cell);
            shot.y += qx_random_range(&random, -cell, cell);
            shot.z = 0.0f;
            const qx_grid_push push =
                qx_random_below(&random, 10) ? shot : random_push(&random, grid, cell);
            assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
            plain_apply(&plain, &push);
        }
        worst = worse(worst, step_both(grid, &plain), seed);
        qx_grid_destroy(grid);
    }
    expect_rounding_alone(worst);
}

static void many_ticks_agree(void **state)
{
    (void)state;
    double worst = 0.0;
    for (uint32_t seed = 0; seed < cases(200); seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 5);
        const qx_grid_desc desc = random_desc(&random, 600);
        qx_grid *grid = make_grid(&desc);
        for (int tick = 0; tick < 30; tick++)
            worst = fmax(worst, compare_one_tick(grid, &random, qx_random_below(&random, 4),
                                                 qx_grid_get_info(grid).spacing_x));
        qx_grid_destroy(grid);
    }
    expect_rounding_alone(worst);
}

static bool same_point(const qx_grid *a, const qx_grid *b, uint32_t column, uint32_t row)
{
    for (uint32_t field = 0; field < GRID_FIELDS; field++) {
        const float x = field_of(a, column, row, field), y = field_of(b, column, row, field);
        if (x < y || x > y) return false;
    }
    return true;
}

// Where a tick is one step, springs hand nothing on before the next: what is out of reach has the
// very same bits.
static void nothing_out_of_reach_changes(void **state)
{
    (void)state;
    uint32_t untouched = 0;
    for (uint32_t seed = 0; seed < cases(1000); seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 6);
        qx_grid_desc desc = random_desc(&random, 1500);
        desc.material = QX_GRID_CLASSIC;
        qx_grid *pushed = make_grid(&desc), *left = make_grid(&desc);
        qx_random again = random;
        displace(pushed, &random, 10.0f);
        displace(left, &again, 10.0f);
        plain_grid plain = plain_from(pushed);
        const qx_grid_push push = random_push(&random, pushed, 100.0f);
        plain_apply(&plain, &push);
        assert_int_equal(qx_grid_apply(pushed, &push), QX_OK);
        qx_grid_step(pushed, NULL);
        qx_grid_step(left, NULL);
        for (uint32_t row = 0; row < plain.info.rows; row++)
            for (uint32_t column = 0; column < plain.info.columns; column++) {
                if (plain_at(&plain, column, row)->touched) continue;
                assert_true(same_point(pushed, left, column, row));
                untouched++;
            }
        plain_free(&plain);
        qx_grid_destroy(pushed);
        qx_grid_destroy(left);
    }
    assert_true(untouched > 1000 * cases(100));
}

// --- shapes, on a fine net at rest: its first tick moves each point by just what pushes it

#define FINE 401u
#define MIDDLE (FINE / 2)
#define WHERE 200.0f // the middle point

static qx_grid *fine_net(void)
{
    return make_grid(&(qx_grid_desc){
        .width = 400, .height = 400, .columns = FINE, .rows = FINE, .material = QX_GRID_CLASSIC });
}

static qx_vec3 moved(const qx_grid *grid, uint32_t column, uint32_t row)
{
    return (qx_vec3){ field_of(grid, column, row, GRID_UX), field_of(grid, column, row, GRID_UY),
                      field_of(grid, column, row, GRID_UZ) };
}

static double length_of(qx_vec3 v)
{
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z);
}

static qx_grid *push_fine_net(const qx_grid_push *push)
{
    qx_grid *grid = fine_net();
    assert_int_equal(qx_grid_apply(grid, push), QX_OK);
    qx_grid_step(grid, NULL);
    return grid;
}

static qx_grid_push shaped(qx_grid_push_kind kind)
{
    return (qx_grid_push){ .kind = kind,
                           .x = WHERE,
                           .y = WHERE,
                           .to_x = WHERE + 40,
                           .to_y = WHERE,
                           .radius = 150,
                           .width = 45,
                           .strength = 3 };
}

// How far a point is toward the edge of what `shaped` reaches, 1 being the edge.
static double share_of(const qx_grid_push *push, double x, double y)
{
    const double d = sqrt(x * x + y * y);
    const double over = x < 0.0 ? x : x > 40.0 ? x - 40.0 : 0.0;
    switch (push->kind) {
    case QX_GRID_RING: return fabs(d - 150.0) / 45.0;
    case QX_GRID_WAVE: return fabs(x) / 45.0;
    case QX_GRID_LINE: return sqrt(over * over + y * y) / 150.0;
    default: return d / 150.0;
    }
}

static void strength_is_the_greatest_acceleration(void **state)
{
    (void)state;
    for (int kind = QX_GRID_EXPLODE; kind <= QX_GRID_WAVE; kind++) {
        const qx_grid_push push = shaped((qx_grid_push_kind)kind);
        qx_grid *grid = push_fine_net(&push);
        double greatest = 0.0;
        for (uint32_t row = 0; row < FINE; row++)
            for (uint32_t column = 0; column < FINE; column++)
                greatest = fmax(greatest, length_of(moved(grid, column, row)));
        assert_true(greatest > 3.0 * 0.999 && greatest < 3.0 * 1.000002);
        qx_grid_destroy(grid);
    }
}

// (1 - t²)² is below 4 (1 - t)², and no profile is more than 3.5 times that: no step and no slope
// at the edge.
static void smooth_pushes_end_flat(void **state)
{
    (void)state;
    for (int kind = QX_GRID_EXPLODE; kind <= QX_GRID_WAVE; kind++) {
        const qx_grid_push push = shaped((qx_grid_push_kind)kind);
        qx_grid *grid = push_fine_net(&push);
        for (uint32_t row = 0; row < FINE; row++)
            for (uint32_t column = 0; column < FINE; column++) {
                const double t = share_of(&push, column - (double)MIDDLE, row - (double)MIDDLE);
                const double left = t < 1.0 ? 1.0 - t : 0.0;
                assert_true(length_of(moved(grid, column, row)) <=
                            3.0 * 14.0 * left * left + 1e-12);
            }
        qx_grid_destroy(grid);
    }
}

static void tutorial_pushes_follow_its_formulas(void **state)
{
    (void)state;
    for (int kind = QX_GRID_EXPLODE; kind <= QX_GRID_DIRECTED; kind++) {
        qx_grid_push push = shaped((qx_grid_push_kind)kind);
        push.law = QX_GRID_TUTORIAL;
        push.radius = 80;
        qx_grid *grid = push_fine_net(&push);
        for (uint32_t column = MIDDLE; column + 1 < FINE; column++) {
            const double d = column - MIDDLE;
            const double expected = d >= 80.0                 ? 0.0
                                    : kind == QX_GRID_EXPLODE ? 100.0 * 3.0 * d / (10000.0 + d * d)
                                    : kind == QX_GRID_IMPLODE ? -10.0 * 3.0 * d / (100.0 + d * d)
                                                              : 10.0 * 3.0 / (10.0 + d);
            const qx_vec3 at = moved(grid, column, MIDDLE);
            const double found = (double)(kind == QX_GRID_DIRECTED ? at.z : at.x);
            assert_true(fabs(found - expected) <= 4.0 * (double)FLT_EPSILON * fabs(expected));
        }
        qx_grid_destroy(grid);
    }
}

// From the reference: 0.54 at 10 and 2.68 at 80 (just inside) for a bullet's explosion.
static void a_bullet_pushes_as_the_tutorial_measured(void **state)
{
    (void)state;
    const qx_grid_push bullet = {
        .law = QX_GRID_TUTORIAL, .x = WHERE, .y = WHERE, .radius = 80.5f, .strength = 5.5f
    };
    qx_grid *grid = push_fine_net(&bullet);
    assert_true(fabs((double)moved(grid, MIDDLE + 10, MIDDLE).x - 0.5446) < 1e-3);
    assert_true(fabs((double)moved(grid, MIDDLE + 80, MIDDLE).x - 2.6829) < 1e-3);
    assert_true(length_of(moved(grid, MIDDLE + 81, MIDDLE)) <= 0.0);
    qx_grid_destroy(grid);
}

// --- directions

typedef struct heading {
    qx_grid_push push;
    int dx, dy;     // of the point looked at, from the middle
    qx_vec3 wanted; // direction
} heading;

#define AT .x = WHERE, .y = WHERE, .radius = 50, .width = 20, .strength = 1
static const heading headings[] = {
    { { .kind = QX_GRID_EXPLODE, AT }, 10, 0, { 1, 0, 0 } },
    { { .kind = QX_GRID_EXPLODE, AT }, 0, -10, { 0, -1, 0 } },
    { { .kind = QX_GRID_IMPLODE, AT }, 10, 0, { -1, 0, 0 } },
    { { .kind = QX_GRID_IMPLODE, AT }, -6, 8, { 0.6f, -0.8f, 0 } },
    { { .kind = QX_GRID_DIRECTED, AT }, 10, 3, { 0, 0, 1 } },
    { { .kind = QX_GRID_DIRECTED, AT, .direction = { 3e6f, -4e6f, 0 } }, 0, 0, { 0.6f, -0.8f, 0 } },
    { { .kind = QX_GRID_DIRECTED, AT, .direction = { 3e-9f, -4e-9f, 0 } },
      0,
      0,
      { 0.6f, -0.8f, 0 } },
    { { .kind = QX_GRID_DIRECTED, AT, .direction = { 0, 0, -2 } }, 0, 9, { 0, 0, -1 } },
    { { .kind = QX_GRID_VORTEX, AT },
      10,
      0,
      { 0, 1, 0 } }, // right of it goes down: clockwise, y down
    { { .kind = QX_GRID_VORTEX, AT }, 0, 10, { -1, 0, 0 } },
    { { .kind = QX_GRID_RING, AT }, 40, 0, { 1, 0, 0 } },
    { { .kind = QX_GRID_RING, AT }, 0, -60, { 0, -1, 0 } },
    { { .kind = QX_GRID_LINE, AT, .to_x = WHERE + 50, .to_y = WHERE }, 25, 10, { 0, 1, 0 } },
    { { .kind = QX_GRID_LINE, AT, .to_x = WHERE + 50, .to_y = WHERE }, 60, 0, { 1, 0, 0 } },
    { { .kind = QX_GRID_LINE, AT, .to_x = WHERE, .to_y = WHERE },
      3,
      4,
      { 0.6f, 0.8f, 0 } }, // a point
    { { .kind = QX_GRID_WAVE, AT, .to_x = WHERE, .to_y = WHERE }, 10, 150, { 0, 0, 1 } },
    { { .kind = QX_GRID_WAVE, AT, .to_x = WHERE, .to_y = WHERE + 7, .direction = { 0, 1, 0 } },
      150,
      5,
      { 0, 1, 0 } },
};
#undef AT

static void pushes_go_where_the_header_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(headings); i++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            const heading *h = &headings[i];
            qx_grid_push push = h->push;
            push.strength *= (float)sign;
            qx_grid *grid = push_fine_net(&push);
            const qx_vec3 v =
                moved(grid, (uint32_t)((int)MIDDLE + h->dx), (uint32_t)((int)MIDDLE + h->dy));
            const double length = length_of(v);
            assert_true(length > 0.01);
            assert_true(fabs((double)v.x / length - sign * (double)h->wanted.x) < 1e-5);
            assert_true(fabs((double)v.y / length - sign * (double)h->wanted.y) < 1e-5);
            assert_true(fabs((double)v.z / length - sign * (double)h->wanted.z) < 1e-5);
            qx_grid_destroy(grid);
        }
}

static void bands_are_where_the_header_says(void **state)
{
    (void)state;
    const qx_grid_push across = { .kind = QX_GRID_WAVE,
                                  .x = WHERE,
                                  .y = WHERE,
                                  .to_x = WHERE + 1,
                                  .to_y = WHERE,
                                  .width = 20,
                                  .strength = 1 };
    qx_grid *grid = push_fine_net(&across);
    for (uint32_t row = 1; row < FINE - 1; row++) {
        assert_true(length_of(moved(grid, MIDDLE + 19, row)) > 0.0);
        assert_true(length_of(moved(grid, MIDDLE + 20, row)) <= 0.0);
        assert_true(length_of(moved(grid, MIDDLE - 20, row)) <= 0.0);
    }
    qx_grid_destroy(grid);
}

// --- places

static void pushes_that_reach_nothing_change_nothing(void **state)
{
    (void)state;
    static const qx_grid_push nothing[] = {
        { .x = 640, .y = 360, .radius = 0, .strength = 100 },
        { .law = QX_GRID_TUTORIAL, .x = 640, .y = 360, .radius = 0, .strength = 100 },
        { .x = 640, .y = 360, .radius = 1e-30f, .strength = 100 },
        { .kind = QX_GRID_LINE,
          .x = 0,
          .y = 0,
          .to_x = 1280,
          .to_y = 720,
          .radius = 0,
          .strength = 100 },
        { .kind = QX_GRID_RING, .x = 640, .y = 360, .radius = 100, .width = 0, .strength = 100 },
        { .kind = QX_GRID_WAVE, .x = 640, .y = 360, .width = 0, .strength = 100 },
        { .x = -500, .y = 360, .radius = 400, .strength = 1e6f },
        { .x = 640, .y = 1e7f, .radius = 1e6f, .strength = 1e6f },
        { .kind = QX_GRID_IMPLODE, .x = -1e7f, .y = -1e7f, .radius = 1e6f, .strength = -1e6f },
        { .kind = QX_GRID_RING,
          .x = 640,
          .y = 360,
          .radius = 1e5f,
          .width = 1e3f,
          .strength = 1e6f },
        { .kind = QX_GRID_LINE,
          .x = -1e7f,
          .y = -600,
          .to_x = 1e7f,
          .to_y = -600,
          .radius = 500,
          .strength = 1e6f },
        { .kind = QX_GRID_WAVE, .x = -600, .y = 0, .width = 500, .strength = 1e6f },
        { .x = 640, .y = 360, .z = 500, .radius = 400, .strength = 100 },
    };
    for (size_t i = 0; i < COUNT(nothing); i++) {
        qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 1280, .height = 720 });
        const uint64_t before = qx_grid_hash(grid);
        assert_int_equal(qx_grid_apply(grid, &nothing[i]), QX_OK);
        assert_true(qx_grid_hash(grid) != before); // it waits, and is part of the state
        qx_grid_step(grid, NULL);
        assert_true(qx_grid_hash(grid) == before);
        qx_grid_destroy(grid);
    }
}

// Away from a place has no direction there: the point stays, and its neighbours do not.
static void a_push_exactly_on_a_point_is_even(void **state)
{
    (void)state;
    for (int law = QX_GRID_SMOOTH; law <= QX_GRID_TUTORIAL; law++)
        for (int kind = QX_GRID_EXPLODE; kind <= QX_GRID_LINE; kind++) {
            if (kind == QX_GRID_DIRECTED || (law == QX_GRID_TUTORIAL && kind > QX_GRID_IMPLODE))
                continue;
            qx_grid_push push = { .kind = (qx_grid_push_kind)kind,
                                  .law = (qx_grid_law)law,
                                  .x = WHERE,
                                  .y = WHERE,
                                  .to_x = WHERE,
                                  .to_y = WHERE,
                                  .radius = 20,
                                  .width = 40,
                                  .strength = 7 };
            qx_grid *grid = push_fine_net(&push);
            assert_true(is_finite_grid(grid));
            assert_true(length_of(moved(grid, MIDDLE, MIDDLE)) <= 0.0);
            assert_true(length_of(moved(grid, MIDDLE + 1, MIDDLE)) > 0.0);
            qx_grid_destroy(grid);
        }
}

// --- slowing

// Speed of the middle point after hits that hardly push it, over its speed without them.
static double kept_after(const qx_grid_desc *desc, qx_grid_law law, uint32_t hits)
{
    qx_grid *hit = make_grid(desc), *left = make_grid(desc);
    const qx_grid_push up = {
        .kind = QX_GRID_DIRECTED, .x = 100, .y = 100, .radius = 90, .strength = 10
    };
    const qx_grid_push weak = {
        .law = law, .x = 100, .y = 100, .radius = 1000, .strength = 1e-12f
    };
    assert_int_equal(qx_grid_apply(hit, &up), QX_OK);
    assert_int_equal(qx_grid_apply(left, &up), QX_OK);
    for (uint32_t i = 0; i < hits; i++) assert_int_equal(qx_grid_apply(hit, &weak), QX_OK);
    qx_grid_step(hit, NULL);
    qx_grid_step(left, NULL);
    const uint32_t column = desc->columns / 2, row = desc->rows / 2;
    const double ratio =
        (double)field_of(hit, column, row, GRID_VZ) / (double)field_of(left, column, row, GRID_VZ);
    qx_grid_destroy(hit);
    qx_grid_destroy(left);
    return ratio;
}

static void overlapping_hits_slow_down_to_the_floor(void **state)
{
    (void)state;
    static const struct {
        qx_grid_material material;
        float floor, wave_scale;
        double least;
    } floors[] = {
        { QX_GRID_CLASSIC, 0, 0, 0 },     { QX_GRID_CLASSIC, 0.5f, 0, 0.5 },
        { QX_GRID_WORLD, 0, 0, 0.35 },    { QX_GRID_WORLD, 0, 60, 0.35 },
        { QX_GRID_WORLD, 0.1f, 60, 0.1 }, { QX_GRID_WORLD, 1.0f, 0, 1.0 },
    };
    for (size_t i = 0; i < COUNT(floors); i++) {
        const qx_grid_desc desc = { .width = 200,
                                    .height = 200,
                                    .columns = 9,
                                    .rows = 9,
                                    .material = floors[i].material,
                                    .damping_floor = floors[i].floor,
                                    .wave_scale = floors[i].wave_scale };
        for (uint32_t hits = 0; hits <= 10; hits++) {
            const double least = floors[i].least, rest = 1.0 - hits * (1.0 - pow(0.6, 0.25));
            const double tutorial = pow(0.6, hits), smooth = pow(fmax(rest, 0.0), 4.0);
            assert_true(fabs(kept_after(&desc, QX_GRID_TUTORIAL, hits) - fmax(tutorial, least)) <
                        1e-5);
            assert_true(fabs(kept_after(&desc, QX_GRID_SMOOTH, hits) - fmax(smooth, least)) < 1e-5);
        }
    }
}

static void only_the_kinds_named_slow(void **state)
{
    (void)state;
    const qx_grid_desc desc = {
        .width = 200, .height = 200, .columns = 9, .rows = 9, .material = QX_GRID_CLASSIC
    };
    for (int kind = QX_GRID_EXPLODE; kind <= QX_GRID_WAVE; kind++) {
        const bool slows = kind == QX_GRID_EXPLODE || kind == QX_GRID_IMPLODE ||
                           kind == QX_GRID_VORTEX || kind == QX_GRID_LINE;
        qx_grid *grid = make_grid(&desc);
        const qx_grid_push up = {
            .kind = QX_GRID_DIRECTED, .x = 100, .y = 100, .radius = 90, .strength = 10
        };
        const qx_grid_push weak = { .kind = (qx_grid_push_kind)kind,
                                    .x = 100,
                                    .y = 100,
                                    .to_x = 100,
                                    .to_y = 100,
                                    .radius = 90,
                                    .width = 90,
                                    .strength = 1e-12f };
        assert_int_equal(qx_grid_apply(grid, &up), QX_OK);
        assert_int_equal(qx_grid_apply(grid, &weak), QX_OK);
        qx_grid_step(grid, NULL);
        const double kept = (double)field_of(grid, 4, 4, GRID_VZ) / (10.0 * 0.98);
        assert_true(fabs(kept - (slows ? 0.6 : 1.0)) < 1e-5);
        qx_grid_destroy(grid);
    }
}

// --- bad input

#define GOOD .x = 1, .y = 2, .to_x = 3, .to_y = 4, .radius = 5, .width = 6, .strength = 7
static const qx_grid_push bad_pushes[] = {
    { GOOD, .kind = (qx_grid_push_kind)(QX_GRID_WAVE + 1) },
    { GOOD, .kind = (qx_grid_push_kind)0x7FFFFFFF },
    { GOOD, .law = (qx_grid_law)(QX_GRID_TUTORIAL + 1) },
    { GOOD, .law = (qx_grid_law)0x7FFFFFFF },
    { GOOD, .kind = QX_GRID_VORTEX, .law = QX_GRID_TUTORIAL },
    { GOOD, .kind = QX_GRID_RING, .law = QX_GRID_TUTORIAL },
    { GOOD, .kind = QX_GRID_LINE, .law = QX_GRID_TUTORIAL },
    { GOOD, .kind = QX_GRID_WAVE, .law = QX_GRID_TUTORIAL },
    { .radius = -1, .strength = 1 },
    { .radius = 1.1e6f, .strength = 1 },
    { .radius = 1e38f, .strength = 1 },
    { .radius = 1, .strength = 1.1e6f },
    { .radius = 1, .strength = -1.1e6f },
    { .radius = 1, .strength = 1e38f },
    { .kind = QX_GRID_RING, .radius = 1, .width = -1, .strength = 1 },
    { .kind = QX_GRID_RING, .radius = 1, .width = 1e38f, .strength = 1 },
    { .radius = 1, .strength = 1, .x = 1e38f },
    { .radius = 1, .strength = 1, .z = -1e38f },
    { .kind = QX_GRID_LINE, .radius = 1, .strength = 1, .to_y = 1e38f },
};

static float *float_of(qx_grid_push *push, int field)
{
    float *const fields[] = { &push->x,           &push->y,           &push->z,
                              &push->to_x,        &push->to_y,        &push->direction.x,
                              &push->direction.y, &push->direction.z, &push->radius,
                              &push->width,       &push->strength };
    return field < (int)COUNT(fields) ? fields[field] : NULL;
}

static qx_grid *busy_net(uint32_t pushes)
{
    qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 1280, .height = 720, .pushes = pushes });
    const qx_grid_push push = { .x = 600, .y = 300, .radius = 200, .strength = 9 };
    for (int tick = 0; tick < 3; tick++) {
        assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
        qx_grid_step(grid, NULL);
    }
    assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
    return grid;
}

static void expect_refused(qx_grid *grid, const qx_grid_push *push, qx_result result)
{
    const uint64_t before = qx_grid_hash(grid);
    assert_int_equal(qx_grid_apply(grid, push), result);
    assert_true(qx_grid_hash(grid) == before);
}

static void bad_pushes_are_refused_and_change_nothing(void **state)
{
    (void)state;
    qx_grid *grid = busy_net(0), *other = busy_net(0);
    for (size_t i = 0; i < COUNT(bad_pushes); i++)
        expect_refused(grid, &bad_pushes[i], QX_BAD_VALUE);
    qx_grid_step(grid, NULL);
    qx_grid_step(other, NULL);
    assert_true(qx_grid_hash(grid) == qx_grid_hash(other));
    qx_grid_destroy(grid);
    qx_grid_destroy(other);
}

// In every field, used by its kind or not: what is not a number has no business in a description.
static void values_that_are_not_finite_are_refused_in_every_field(void **state)
{
    (void)state;
    static const float values[] = { NAN, INFINITY, -INFINITY };
    qx_grid *grid = busy_net(0);
    for (int kind = QX_GRID_EXPLODE; kind <= QX_GRID_WAVE; kind++)
        for (int field = 0; field < 11; field++)
            for (size_t i = 0; i < COUNT(values); i++) {
                qx_grid_push push = { GOOD, .kind = (qx_grid_push_kind)kind };
                *float_of(&push, field) = values[i];
                expect_refused(grid, &push, QX_BAD_VALUE);
            }
    qx_grid_destroy(grid);
}

static void a_full_list_refuses_more_until_the_next_tick(void **state)
{
    (void)state;
    qx_grid *grid = busy_net(3); // one waits
    const qx_grid_push push = { .x = 100, .y = 100, .radius = 50, .strength = 1 };
    assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
    assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
    expect_refused(grid, &push, QX_TOO_LARGE);
    qx_grid_step(grid, NULL);
    assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
    qx_grid_destroy(grid);
}

// The limits themselves are allowed, and keep the net finite.
static void the_largest_values_are_taken(void **state)
{
    (void)state;
    static const float signs[] = { 1.0f, -1.0f };
    for (int kind = QX_GRID_EXPLODE; kind <= QX_GRID_WAVE; kind++)
        for (size_t i = 0; i < COUNT(signs); i++) {
            qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 1280, .height = 720 });
            const qx_grid_push push = { .kind = (qx_grid_push_kind)kind,
                                        .x = 640,
                                        .y = 360,
                                        .to_x = -1e7f,
                                        .to_y = 1e7f,
                                        .direction = { 1e7f, -1e7f, 1e7f },
                                        .radius = 1e6f,
                                        .width = 1e6f,
                                        .strength = 1e6f * signs[i] };
            for (int tick = 0; tick < 30; tick++) {
                for (int hit = 0; hit < 100; hit++)
                    assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
                qx_grid_step(grid, NULL);
            }
            assert_true(is_finite_grid(grid));
            qx_grid_destroy(grid);
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_push_on_a_resting_net_agrees),
        cmocka_unit_test(one_push_on_a_bent_net_agrees),
        cmocka_unit_test(pushes_on_a_torn_net_agree),
        cmocka_unit_test(a_hundred_overlapping_pushes_agree),
        cmocka_unit_test(volleys_agree),
        cmocka_unit_test(many_ticks_agree),
        cmocka_unit_test(nothing_out_of_reach_changes),
        cmocka_unit_test(strength_is_the_greatest_acceleration),
        cmocka_unit_test(smooth_pushes_end_flat),
        cmocka_unit_test(tutorial_pushes_follow_its_formulas),
        cmocka_unit_test(a_bullet_pushes_as_the_tutorial_measured),
        cmocka_unit_test(pushes_go_where_the_header_says),
        cmocka_unit_test(bands_are_where_the_header_says),
        cmocka_unit_test(pushes_that_reach_nothing_change_nothing),
        cmocka_unit_test(a_push_exactly_on_a_point_is_even),
        cmocka_unit_test(overlapping_hits_slow_down_to_the_floor),
        cmocka_unit_test(only_the_kinds_named_slow),
        cmocka_unit_test(bad_pushes_are_refused_and_change_nothing),
        cmocka_unit_test(values_that_are_not_finite_are_refused_in_every_field),
        cmocka_unit_test(a_full_list_refuses_more_until_the_next_tick),
        cmocka_unit_test(the_largest_values_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
