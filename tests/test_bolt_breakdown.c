// SPDX-License-Identifier: MIT
// Breakdown: targets are reached exactly, obstacles are gone around, and the same bits come out of
// every instruction set.
#include "bolt_cases.h"
#include "simds_here.h"

#include "bolt/bolt_breakdown_kernel.h"

#include <float.h>

typedef struct place {
    double x, y, z;
} place;

// A bolt at rest.
typedef struct drawing {
    qx_bolt *bolt;
    qx_bolt_info info;
    qx_glow_line *lines; // line i is segment i
} drawing;

static drawing draw(const qx_bolt_desc *desc)
{
    qx_bolt_desc still = *desc;
    still.growth = QX_BOLT_BREAKDOWN;
    still.sway = still.crackle = -1.0f;
    drawing d = { .bolt = bolt_of(&still) };
    d.info = qx_bolt_get_info(d.bolt);
    d.lines = calloc(qx_bolt_bound_lines(d.bolt), sizeof *d.lines);
    assert_non_null(d.lines);
    assert_int_equal(qx_bolt_build_lines(d.bolt, NULL, d.lines, NULL), d.info.segments);
    return d;
}

static void drop(drawing *d)
{
    free(d->lines);
    qx_bolt_destroy(d->bolt);
}

static void assert_same_place(qx_vec3 a, qx_vec3 b)
{
    assert_true(a.x == b.x && a.y == b.y && a.z == b.z);
}

static qx_vec3 last_place(const drawing *d, uint32_t strand)
{
    const bolt_strand *s = &d->bolt->strands[strand];
    return d->lines[s->segment + s->count - 2].to;
}

static qx_vec3 by_chance(qx_random *random, float reach)
{
    qx_vec3 made;
    made.x = qx_random_range(random, -reach, reach);
    made.y = qx_random_range(random, -reach, reach);
    made.z = qx_random_range(random, -reach, reach);
    return made;
}

static double gap(qx_vec3 a, qx_vec3 b)
{
    const double x = (double)a.x - b.x, y = (double)a.y - b.y, z = (double)a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

// --- targets

static void check_end(const drawing *d, qx_vec3 end, uint32_t target)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < d->info.strands; i++) {
        if (d->bolt->strands[i].target != target) continue;
        assert_same_place(last_place(d, i), end);
        found++;
    }
    assert_int_equal(found, 1);
}

static void expect_reached(qx_bolt_desc desc, uint32_t seeds)
{
    for (uint32_t seed = 0; seed < seeds; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 1);
        desc.seed = seed;
        desc.from = by_chance(&random, 1000.0f);
        desc.to = by_chance(&random, 1000.0f);
        drawing d = draw(&desc);
        assert_int_equal(d.info.targets_reached, 1);
        assert_int_equal(d.bolt->strands[0].target, 1);
        assert_int_equal(d.bolt->strands[0].depth, 0);
        assert_same_place(d.lines[0].from, desc.from);
        check_end(&d, desc.to, 1);
        drop(&d);
    }
}

static void the_end_is_reached_exactly_with_any_eta(void **state)
{
    (void)state;
    static const float etas[] = { 0.1f, 0.5f, 1.0f, 2.3f, 4.0f, 10.0f, 16.0f };
    for (uint32_t i = 0; i < QX_COUNT(etas); i++) {
        expect_reached((qx_bolt_desc){ .eta = etas[i] }, 200);
        expect_reached((qx_bolt_desc){ .eta = etas[i], .space = QX_BOLT_SOLID }, 100);
    }
}

// Two may be as close as they like, one may be the start itself.
static void all_targets_are_reached_exactly(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 300; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 2);
        qx_vec3 targets[6];
        const uint32_t count = 1 + qx_random_below(&random, 6);
        qx_bolt_desc desc = { .from = { -500.0f, 0.0f, 0.0f }, .to = { 500.0f, 0.0f, 0.0f } };
        for (uint32_t i = 0; i < count; i++) targets[i] = by_chance(&random, 500.0f);
        if (seed % 5 == 0) targets[0] = desc.from;
        if (seed % 5 == 1) targets[count - 1] = targets[0];
        if (seed % 5 == 2) targets[0] = desc.to;
        desc.seed = seed;
        desc.space = (qx_bolt_space)qx_random_below(&random, 2);
        // What is behind or before a flat bolt is met all the same, when ends move there.
        if (desc.space == QX_BOLT_FLAT)
            for (uint32_t i = 0; i < count; i++) targets[i].z = 0.0f;
        desc.targets = targets;
        desc.target_count = count;
        drawing d = draw(&desc);
        assert_int_equal(d.info.targets_reached, 1 + count);
        assert_int_equal(d.bolt->strands[0].target, 1);
        check_end(&d, desc.to, 1);
        for (uint32_t i = 0; i < count; i++) check_end(&d, targets[i], 2 + i);
        drop(&d);
    }
}

static void what_is_too_far_is_not_reached(void **state)
{
    (void)state;
    const qx_vec3 far = { 0.0f, -9e6f, 0.0f };
    qx_bolt_desc desc = { .to = { 100.0f, 0.0f, 0.0f }, .targets = &far, .target_count = 1 };
    drawing d = draw(&desc);
    assert_int_equal(d.info.targets_reached, 1);
    check_end(&d, desc.to, 1);
    drop(&d);

    desc = (qx_bolt_desc){ .to = { 9e6f, 0.0f, 0.0f }, .cell = 1.0f };
    d = draw(&desc);
    assert_int_equal(d.info.targets_reached, 0);
    assert_int_equal(d.bolt->strands[0].target, QX_BOLT_NONE);
    assert_true(d.info.segments > 500 && d.info.segments <= 1000);
    assert_true(d.info.reach > 0.0f);
    drop(&d);
}

// --- obstacles

static double segment_to_ball(place a, place b, place c)
{
    const place way = { b.x - a.x, b.y - a.y, b.z - a.z };
    const double square = way.x * way.x + way.y * way.y + way.z * way.z;
    double t = 0.0;
    if (square > 0.0)
        t = ((c.x - a.x) * way.x + (c.y - a.y) * way.y + (c.z - a.z) * way.z) / square;
    t = fmin(fmax(t, 0.0), 1.0);
    const place off = { a.x + t * way.x - c.x, a.y + t * way.y - c.y, a.z + t * way.z - c.z };
    return sqrt(off.x * off.x + off.y * off.y + off.z * off.z);
}

// The most that a line is inside a box, by looking at many points of it: another way than the
// module's.
static double depth_in_box(place a, place b, place c, place half)
{
    double most = -DBL_MAX;
    for (uint32_t i = 0; i <= 200; i++) {
        const double t = i / 200.0;
        const double x = half.x - fabs(a.x + t * (b.x - a.x) - c.x);
        const double y = half.y - fabs(a.y + t * (b.y - a.y) - c.y);
        const double z = half.z - fabs(a.z + t * (b.z - a.z) - c.z);
        most = fmax(most, fmin(fmin(x, y), z));
    }
    return most;
}

static place flattened(qx_vec3 v, bool flat)
{
    return (place){ (double)v.x, (double)v.y, flat ? 0.0 : (double)v.z };
}

static double depth_in(const qx_bolt_obstacle *o, const qx_glow_line *line, bool flat)
{
    const place a = flattened(line->from, flat), b = flattened(line->to, flat);
    const place c = flattened(o->centre, flat);
    if (o->radius > 0.0f) return (double)o->radius - segment_to_ball(a, b, c);
    place half = { (double)o->half.x, (double)o->half.y, (double)o->half.z };
    if (flat) half.z = DBL_MAX;
    return depth_in_box(a, b, c, half);
}

static void expect_clear(const drawing *d)
{
    const qx_bolt_desc *desc = &d->bolt->desc;
    const double rounding = 1e-3 * (double)desc->cell;
    for (uint32_t k = 0; k < desc->obstacle_count; k++)
        for (uint32_t i = 0; i < d->info.segments; i++)
            assert_true(depth_in(&desc->obstacles[k], &d->lines[i], desc->space == QX_BOLT_FLAT) <=
                        rounding);
}

static bool is_off(const qx_bolt_obstacle *o, qx_vec3 end, bool flat)
{
    const qx_glow_line line = { .from = end, .to = end };
    return depth_in(o, &line, flat) < 0.0;
}

// Some small, some as wide as half of the way, none around an end.
static uint32_t obstacles_by_chance(qx_random *random, const qx_bolt_desc *desc,
                                    qx_bolt_obstacle *all, uint32_t most)
{
    const bool flat = desc->space == QX_BOLT_FLAT;
    uint32_t count = 0;
    for (uint32_t i = 0; i < most; i++) {
        qx_bolt_obstacle o = { .centre = by_chance(random, 500.0f) };
        if (qx_random_below(random, 2) == 0) {
            o.radius = qx_random_range(random, 4.0f, 200.0f);
        } else {
            o.half.x = qx_random_range(random, 1.0f, 150.0f);
            o.half.y = qx_random_range(random, 1.0f, 150.0f);
            o.half.z = flat ? 0.0f : qx_random_range(random, 1.0f, 150.0f);
        }
        if (is_off(&o, desc->from, flat) && is_off(&o, desc->to, flat)) all[count++] = o;
    }
    return count;
}

static void bolts_go_around_obstacles(void **state)
{
    (void)state;
    uint32_t reached = 0, bolts = 0;
    for (uint32_t seed = 0; seed < 600; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 3);
        qx_bolt_obstacle obstacles[24];
        qx_bolt_desc desc = { .seed = seed };
        desc.space = (qx_bolt_space)qx_random_below(&random, 2);
        desc.eta = qx_random_range(&random, 0.5f, 10.0f);
        desc.from = by_chance(&random, 500.0f);
        desc.to = by_chance(&random, 500.0f);
        if (gap(desc.from, desc.to) < 100.0) continue;
        const uint32_t most = 1 + qx_random_below(&random, QX_COUNT(obstacles));
        desc.obstacle_count = obstacles_by_chance(&random, &desc, obstacles, most);
        desc.obstacles = obstacles;
        drawing d = draw(&desc);
        expect_clear(&d);
        bolts++;
        reached += d.info.targets_reached;
        drop(&d);
    }
    print_message("%u of %u bolts between obstacles by chance got there\n", reached, bolts);
    assert_true(reached >= bolts * 9 / 10); // some ends are walled in
}

// Walls thinner than a cell, with a door at alternating sides.
static uint32_t build_walls(qx_bolt_obstacle *walls)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const float x = 250.0f + 250.0f * (float)i, side = i % 2 ? 1.0f : -1.0f;
        walls[count++] = (qx_bolt_obstacle){ .centre = { x, side * 100.0f, 0.0f },
                                             .half = { 1.5f, 400.0f, 400.0f } };
    }
    for (uint32_t i = 0; i < 2; i++) // floor and ceiling
        walls[count++] = (qx_bolt_obstacle){ .centre = { 500.0f, i ? 405.0f : -405.0f, 0.0f },
                                             .half = { 700.0f, 10.0f, 400.0f } };
    return count;
}

static void doors_in_walls_are_found(void **state)
{
    (void)state;
    qx_bolt_obstacle walls[5];
    const uint32_t count = build_walls(walls);
    for (uint32_t seed = 0; seed < 100; seed++) {
        const qx_bolt_desc desc = {
            .to = { 1000.0f, 0.0f, 0.0f }, .seed = seed, .obstacles = walls, .obstacle_count = count
        };
        drawing d = draw(&desc);
        expect_clear(&d);
        assert_int_equal(d.info.targets_reached, 1);
        assert_true(d.info.reach > 1.5f);
        drop(&d);
    }
}

// Six boxes around a place.
static void build_cell(qx_vec3 around, float inner, qx_bolt_obstacle *walls)
{
    const float thick = 0.1f * inner, off = inner + thick;
    for (uint32_t i = 0; i < 6; i++) {
        const float side = i % 2 ? off : -off;
        qx_vec3 c = around, half = { off + thick, off + thick, off + thick };
        *(i < 2 ? &c.x : i < 4 ? &c.y : &c.z) += side;
        *(i < 2 ? &half.x : i < 4 ? &half.y : &half.z) = thick;
        walls[i] = (qx_bolt_obstacle){ .centre = c, .half = half };
    }
}

// Flat, the boxes before and behind would lie on the ends themselves.
static qx_bolt_desc walled(qx_vec3 around, float inner, qx_bolt_space space,
                           qx_bolt_obstacle *walls)
{
    build_cell(around, inner, walls);
    return (qx_bolt_desc){ .to = { 1000.0f, 0.0f, 0.0f },
                           .space = space,
                           .obstacles = walls,
                           .obstacle_count = space == QX_BOLT_FLAT ? 4 : 6 };
}

static void walled_in_ends_are_reported(void **state)
{
    (void)state;
    const qx_vec3 ends[] = { { 0.0f, 0.0f, 0.0f }, { 1000.0f, 0.0f, 0.0f } };
    qx_bolt_obstacle walls[6];
    for (uint32_t seed = 0; seed < 40; seed++) {
        qx_bolt_desc desc = walled(ends[seed % 2], 100.0f, (qx_bolt_space)(seed / 2 % 2), walls);
        desc.seed = seed;
        drawing d = draw(&desc);
        expect_clear(&d);
        assert_int_equal(d.info.targets_reached, 0);
        assert_true(d.info.segments > 4);
        for (uint32_t i = 0; seed % 2 == 0 && i < d.info.segments; i++)
            assert_true(gap(d.lines[i].to, desc.from) < 180.0); // stays in its cell
        drop(&d);
    }
}

static void a_start_without_room_is_a_dot(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        qx_bolt_obstacle walls[6];
        const qx_bolt_desc desc = walled((qx_vec3){ 0 }, 3.0f, (qx_bolt_space)i, walls);
        drawing d = draw(&desc);
        assert_int_equal(d.info.segments, 1);
        assert_int_equal(d.info.targets_reached, 0);
        assert_same_place(d.lines[0].from, desc.from);
        assert_same_place(d.lines[0].to, desc.from);
        drop(&d);
    }
}

// A target close to a wall is free, and reached without touching it.
static void ends_may_lie_close_to_obstacles(void **state)
{
    (void)state;
    const qx_bolt_obstacle walls[] = {
        { .centre = { -10.01f, 0.0f, 0.0f }, .radius = 10.0f },
        { .centre = { 1010.01f, 0.0f, 0.0f }, .half = { 10.0f, 300.0f, 300.0f } },
    };
    for (uint32_t seed = 0; seed < 100; seed++) {
        const qx_bolt_desc desc = { .to = { 1000.0f, 0.0f, 0.0f },
                                    .seed = seed,
                                    .space = (qx_bolt_space)(seed % 2),
                                    .obstacles = walls,
                                    .obstacle_count = 2 };
        drawing d = draw(&desc);
        expect_clear(&d);
        assert_int_equal(d.info.targets_reached, 1);
        drop(&d);
    }
}

// --- bad input

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    const qx_bolt_obstacle ball = { .centre = { 50.0f, 0.0f, 0.0f }, .radius = 20.0f };
    const qx_bolt_obstacle at_start = { .centre = { 0.0f, 3.0f, 0.0f }, .radius = 3.0f };
    const qx_bolt_obstacle at_end = { .centre = { 105.0f, 0.0f, 0.0f }, .half = { 6, 1, 1 } };
    const qx_bolt_obstacle behind = { .centre = { 0.0f, 0.0f, 900.0f }, .radius = 1.0f };
    const qx_bolt_obstacle none = { .centre = { 50.0f, 50.0f, 0.0f } };
    const qx_bolt_obstacle endless = { .centre = { 50.0f, 50.0f, 0.0f }, .radius = INFINITY };
    const qx_bolt_obstacle nowhere = { .centre = { NAN, 50.0f, 0.0f }, .radius = 1.0f };
    const qx_bolt_obstacle negative = { .centre = { 50.0f, 50.0f, 0.0f }, .radius = -1.0f };
    const qx_vec3 inside = { 55.0f, 5.0f, 0.0f }, missing = { 0.0f, NAN, 0.0f };
    const qx_bolt_desc bad[] = {
        { .obstacles = &at_start, .obstacle_count = 1 },
        { .obstacles = &at_end, .obstacle_count = 1 },
        { .obstacles = &behind, .obstacle_count = 1 },
        { .obstacles = &none, .obstacle_count = 1 },
        { .obstacles = &endless, .obstacle_count = 1 },
        { .obstacles = &nowhere, .obstacle_count = 1 },
        { .obstacles = &negative, .obstacle_count = 1 },
        { .obstacle_count = 1 },
        { .obstacles = &ball, .obstacle_count = QX_BOLT_MAX_OBSTACLES + 1 },
        { .obstacles = &ball, .obstacle_count = 1, .targets = &inside, .target_count = 1 },
        { .targets = &missing, .target_count = 1 },
        { .target_count = 1 },
        { .targets = &inside, .target_count = QX_BOLT_MAX_TARGETS + 1 },
        { .eta = NAN },
        { .eta = 0.05f },
        { .eta = 17.0f },
        { .cell = -1.0f },
        { .cell = NAN },
        { .cell = INFINITY },
        { .segments = 10, .particles = 11 },
    };
    for (uint32_t i = 0; i < QX_COUNT(bad); i++) {
        qx_bolt_desc desc = bad[i];
        qx_bolt *bolt = (qx_bolt *)1;
        desc.growth = QX_BOLT_BREAKDOWN;
        desc.to = (qx_vec3){ 100.0f, 0.0f, 0.0f };
        assert_int_equal(qx_bolt_create(&desc, &bolt), QX_BAD_VALUE);
        assert_null(bolt);
    }
    // Solid, it lies out of the way.
    const qx_bolt_desc fine = { .to = { 100.0f, 0.0f, 0.0f },
                                .space = QX_BOLT_SOLID,
                                .obstacles = &behind,
                                .obstacle_count = 1 };
    drawing d = draw(&fine);
    assert_int_equal(d.info.targets_reached, 1);
    drop(&d);
}

// --- the tree

static void check_strand(const drawing *d, uint32_t index)
{
    const bolt_strand *s = &d->bolt->strands[index];
    const bolt_points *p = &d->bolt->points;
    if (s->parent == QX_BOLT_NONE) {
        assert_same_place(d->lines[s->segment].from, d->bolt->ends[0]);
    } else {
        const bolt_strand *parent = &d->bolt->strands[s->parent];
        const uint32_t fork = parent->first + s->fork;
        assert_true(s->parent < index && s->fork < parent->count && s->fork > 0);
        assert_int_equal(s->depth, parent->depth + 1);
        assert_true(p->x[fork] == p->x[s->first] && p->y[fork] == p->y[s->first]);
        assert_int_equal(p->key[fork], p->key[s->first]);
        assert_same_place(d->lines[s->segment].from, d->lines[parent->segment + s->fork - 1].to);
    }
    if (index == 0 || s->target != QX_BOLT_NONE) return;
    assert_true(s->depth <= d->bolt->desc.depth);
}

static bool leads_to_target(const drawing *d, uint32_t strand)
{
    for (uint32_t i = strand; i < d->info.strands; i++) {
        uint32_t up = i;
        while (up > strand && d->bolt->strands[up].parent != QX_BOLT_NONE)
            up = d->bolt->strands[up].parent;
        if (up == strand && d->bolt->strands[i].target != QX_BOLT_NONE) return true;
    }
    return false;
}

static void trees_are_connected_and_tidy(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 300; seed++) {
        const qx_vec3 target = { 300.0f, 200.0f, 0.0f };
        const qx_bolt_desc desc = { .to = { 600.0f, 0.0f, 0.0f },
                                    .seed = seed,
                                    .space = (qx_bolt_space)(seed % 2),
                                    .depth = 1 + seed % 4,
                                    .eta = 1.0f + (float)(seed % 3),
                                    .targets = &target,
                                    .target_count = seed % 3 == 0 };
        drawing d = draw(&desc);
        uint32_t segments = 0;
        for (uint32_t i = 0; i < d.info.strands; i++) {
            const uint32_t count = d.bolt->strands[i].count;
            check_strand(&d, i);
            assert_true(count >= 2);
            if (i > 0 && count == 2) assert_true(leads_to_target(&d, i)); // no stubs
            segments += count - 1;
        }
        assert_int_equal(segments, d.info.segments);
        assert_int_equal(d.info.capped, 0);
        drop(&d);
    }
}

static void no_more_grow_than_may(void **state)
{
    (void)state;
    static const uint32_t most[] = { 1, 2, 3, 15, 16, 17, 100, 1023, 4000 };
    for (uint32_t i = 0; i < 2 * QX_COUNT(most); i++) {
        const qx_bolt_desc desc = { .to = { 1e6f, 0.0f, 0.0f },
                                    .cell = 1.0f,
                                    .eta = 2.5f,
                                    .space = (qx_bolt_space)(i % 2),
                                    .segments = most[i / 2],
                                    .particles = most[i / 2] };
        drawing d = draw(&desc);
        assert_true(d.info.segments >= 1 && d.info.segments <= most[i / 2]);
        drop(&d);
    }
}

static double mean_strands(float eta)
{
    double sum = 0.0;
    for (uint32_t seed = 0; seed < 100; seed++) {
        const qx_bolt_desc desc = { .to = { 100.0f, 0.0f, 0.0f }, .seed = seed, .eta = eta };
        drawing d = draw(&desc);
        sum += d.info.strands;
        drop(&d);
    }
    return sum / 100.0;
}

static void low_eta_is_bushy_and_high_eta_nearly_a_line(void **state)
{
    (void)state;
    static const float etas[] = { 0.3f, 1.0f, 1.7f, 4.0f, 6.5f, 10.0f };
    double last = 1e9;
    for (uint32_t i = 0; i < QX_COUNT(etas); i++) {
        const double strands = mean_strands(etas[i]);
        assert_true(strands < last);
        last = strands;
    }
    assert_true(mean_strands(1.0f) > 15.0 && mean_strands(16.0f) < 4.0);
}

// --- scale

// By powers of two nothing is rounded differently.
static void trees_scale_with_their_world(void **state)
{
    (void)state;
    const qx_bolt_obstacle ball = { .centre = { 400.0f, 20.0f, 0.0f }, .radius = 100.0f };
    const qx_bolt_desc desc = { .to = { 800.0f, 100.0f, 0.0f }, .obstacles = &ball };
    for (int32_t power = -20; power <= 13; power++) {
        const float scale = ldexpf(1.0f, power);
        qx_bolt_desc scaled = desc;
        qx_bolt_obstacle large = ball;
        scaled.obstacle_count = (uint32_t)(power % 2 == 0);
        large.centre = (qx_vec3){ 400.0f * scale, 20.0f * scale, 0.0f };
        large.radius *= scale;
        scaled.to = (qx_vec3){ 800.0f * scale, 100.0f * scale, 0.0f };
        scaled.obstacles = &large;
        qx_bolt_desc plain = desc;
        plain.obstacle_count = scaled.obstacle_count;
        drawing a = draw(&plain), b = draw(&scaled);
        assert_int_equal(a.bolt->point_count, b.bolt->point_count);
        const size_t size = a.bolt->point_count * sizeof(float);
        assert_memory_equal(a.bolt->points.x, b.bolt->points.x, size);
        assert_memory_equal(a.bolt->points.y, b.bolt->points.y, size);
        drop(&a);
        drop(&b);
    }
}

static void expect_finite(const drawing *d)
{
    for (uint32_t i = 0; i < d->info.segments; i++) {
        const qx_glow_line *l = &d->lines[i];
        const float sum = l->from.x + l->from.y + l->from.z + l->to.x + l->to.y + l->to.z;
        assert_true(isfinite(sum) && isfinite(l->scale) && isfinite(l->brightness));
    }
}

static void any_scale_and_cell_stays_finite(void **state)
{
    (void)state;
    static const float ways[] = { 0.0f, 1e-42f, 1e-30f, 1e-3f, 1.0f, 1e3f, 1e6f, 1e7f };
    static const float cells[] = { 1e-45f, 1e-38f, 1e-6f, 1e-3f, 1.0f, 1e3f, 1e7f };
    const qx_bolt_obstacle ball = { .centre = { -5e3f, 5e3f, 0.0f }, .radius = 4e3f };
    const qx_vec3 target = { -7.0f, 5.0f, 3.0f };
    for (uint32_t i = 0; i < QX_COUNT(ways) * QX_COUNT(cells) * 4; i++) {
        const qx_bolt_desc desc = { .to = { ways[i / 4 / QX_COUNT(cells)], 0.0f, 0.0f },
                                    .cell = cells[i / 4 % QX_COUNT(cells)],
                                    .width = 1.0f,
                                    .particles = 60,
                                    .space = (qx_bolt_space)(i % 2),
                                    .targets = &target,
                                    .target_count = i / 2 % 2,
                                    .obstacles = &ball,
                                    .obstacle_count = i / 2 % 2 };
        drawing d = draw(&desc);
        expect_finite(&d);
        drop(&d);
    }
}

static void ends_on_each_other_are_a_dot(void **state)
{
    (void)state;
    const qx_vec3 target = { 5.0f, 5.0f, 5.0f };
    const qx_bolt_obstacle ball = { .centre = { 9.0f, 9.0f, 5.0f }, .radius = 1.0f };
    for (uint32_t i = 0; i < 4; i++) {
        const qx_bolt_desc desc = { .from = { 3.0f, 4.0f, 5.0f },
                                    .to = { 3.0f, 4.0f, 5.0f },
                                    .space = (qx_bolt_space)(i % 2),
                                    .targets = &target,
                                    .target_count = i / 2,
                                    .obstacles = &ball,
                                    .obstacle_count = i / 2 };
        drawing d = draw(&desc);
        expect_finite(&d);
        assert_same_place(d.lines[0].from, desc.from);
        check_end(&d, desc.to, 1);
        assert_int_equal(d.info.targets_reached, 1);
        drop(&d);
    }
}

// --- the same bits

static void every_instruction_set_grows_the_same_tree(void **state)
{
    (void)state;
    qx_simd simds[8];
    const uint32_t count = simds_here(simds);
    const qx_bolt_obstacle ball = { .centre = { 300.0f, 20.0f, 10.0f }, .radius = 100.0f };
    for (uint32_t seed = 0; seed < 60; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 4);
        qx_bolt_desc desc = { .to = { 600.0f, 0.0f, 0.0f },
                              .growth = QX_BOLT_BREAKDOWN,
                              .seed = seed,
                              .space = (qx_bolt_space)(seed % 2),
                              .obstacles = &ball,
                              .obstacle_count = seed / 2 % 2 };
        desc.eta = seed % 3 == 0 ? 4.0f : qx_random_range(&random, 0.1f, 16.0f);
        if (seed % 5 == 0) desc.to.x = 1e5f, desc.cell = 15.0f;
        desc.simd = simds[0];
        const uint64_t hash = hash_of(&desc);
        for (uint32_t i = 1; i < count; i++) {
            desc.simd = simds[i];
            assert_true(hash_of(&desc) == hash);
        }
    }
}

static void seeds_differ(void **state)
{
    (void)state;
    uint64_t hashes[64];
    for (uint32_t seed = 0; seed < 64; seed++) {
        const qx_bolt_desc desc = { .to = { 600.0f, 0.0f, 0.0f },
                                    .growth = QX_BOLT_BREAKDOWN,
                                    .seed = (uint64_t)seed << (seed % 2 ? 40 : 0) };
        hashes[seed] = hash_of(&desc);
        for (uint32_t i = 1; i < seed; i++) assert_true(hashes[i] != hashes[seed]);
    }
}

static void memory_can_be_grown_in_again(void **state)
{
    (void)state;
    const qx_bolt_obstacle ball = { .centre = { 300.0f, 20.0f, 10.0f }, .radius = 100.0f };
    const qx_vec3 target = { 100.0f, -250.0f, 0.0f };
    qx_bolt_desc desc = { .to = { 600.0f, 0.0f, 0.0f },
                          .growth = QX_BOLT_BREAKDOWN,
                          .targets = &target,
                          .target_count = 1,
                          .obstacles = &ball,
                          .obstacle_count = 1 };
    qx_bolt *bolt = bolt_of(&desc);
    for (uint32_t i = 0; i < 24; i++) {
        desc.seed = i;
        desc.space = (qx_bolt_space)(i % 2);
        desc.obstacle_count = i / 2 % 2;
        desc.target_count = i / 4 % 2;
        desc.particles = i % 3 == 0 ? 100 : 1000;
        assert_int_equal(qx_bolt_generate(bolt, &desc), QX_OK);
        assert_true(qx_bolt_hash(bolt) == hash_of(&desc));
    }
    desc.particles = 1001;
    assert_int_equal(qx_bolt_generate(bolt, &desc), QX_TOO_LARGE);
    qx_bolt_destroy(bolt);
}

// --- kernels against libm

#define SITES 777u
#define ROOM (SITES + BREAKDOWN_BLOCK)

typedef struct site_room {
    float x[ROOM], y[ROOM], z[ROOM], potential[ROOM], weight[ROOM];
    float sums[(ROOM / BREAKDOWN_GROUP + 1) * BREAKDOWN_BLOCK];
} site_room;

static breakdown_sites sites_by_chance(site_room *room)
{
    qx_random random;
    qx_random_seed(&random, 1, 5);
    for (uint32_t i = 0; i < ROOM; i++) {
        const uint32_t from = i < SITES ? i : 0; // padding repeats the first
        room->x[i] = from < i ? room->x[0] : qx_random_range(&random, -40.0f, 40.0f);
        room->y[i] = from < i ? room->y[0] : qx_random_range(&random, -40.0f, 40.0f);
        room->z[i] = from < i ? room->z[0] : qx_random_range(&random, -40.0f, 40.0f);
        room->potential[i] = from < i ? room->potential[0] : qx_random_range(&random, -5.0f, 5.0f);
    }
    return (breakdown_sites){ room->x,      room->y,    room->z, room->potential,
                              room->weight, room->sums, SITES };
}

static void check_weights(const breakdown_sites *s, float low, float eta)
{
    double total = 0.0, sums = 0.0;
    for (uint32_t i = 0; i < SITES; i++) {
        const double share = fmax(((double)s->potential[i] - (double)low) * 0.1, 0.0);
        const double exact = pow(share, (double)eta), got = (double)s->weight[i];
        assert_true(fabs(got - exact) <= 2e-4 * exact + 1e-7);
        total += got;
    }
    for (uint32_t i = SITES; i < ROOM - ROOM % BREAKDOWN_BLOCK; i++)
        assert_true(s->weight[i] == 0.0f);
    for (uint32_t i = 0; i < (SITES / BREAKDOWN_GROUP + 1) * BREAKDOWN_BLOCK; i++)
        sums += (double)s->sums[i];
    assert_true(fabs(total - sums) <= 1e-5 * total);
}

static void check_kernels(const breakdown_kernels *kernels)
{
    static const float etas[] = { 0.1f, 0.25f, 1.0f, 1.5f, 2.0f, 4.0f, 7.0f, 7.7f, 16.0f };
    static site_room room, before;
    const breakdown_sites s = sites_by_chance(&room);
    const qx_vec3 at = { 1.5f, -2.5f, 3.5f };
    before = room;
    const breakdown_range range = kernels->repel_solid(&s, at, 0.5f);
    double low = 1e30, high = -1e30, crowd = 0.0;
    for (uint32_t i = 0; i < SITES; i++) {
        const place p = { (double)room.x[i], (double)room.y[i], (double)room.z[i] };
        const place c = { (double)at.x, (double)at.y, (double)at.z };
        const double near = 1.0 / sqrt(pow(segment_to_ball(p, p, c), 2.0) + 0.01);
        crowd += near;
        const double exact = (double)before.potential[i] - 0.5 * near;
        assert_true(fabs(exact - (double)room.potential[i]) < 1e-5);
        low = fmin(low, (double)room.potential[i]);
        high = fmax(high, (double)room.potential[i]);
    }
    assert_true((double)range.low == low && (double)range.high == high);
    for (uint32_t i = SITES; i < ROOM; i++) room.x[i] = room.y[i] = room.z[i] = 1e18f;
    assert_true(fabs((double)kernels->crowd(room.x, room.y, room.z, SITES, at) - crowd) <
                1e-4 * crowd);
    for (uint32_t i = 0; i < QX_COUNT(etas); i++) {
        kernels->weigh(&s, -5.5f, 0.1f, etas[i]);
        check_weights(&s, -5.5f, etas[i]);
        kernels->weigh(&s, 1.0f, 0.1f, etas[i]); // most of them below
        check_weights(&s, 1.0f, etas[i]);
    }
}

static void kernels_do_what_they_say(void **state)
{
    (void)state;
    qx_simd found;
    check_kernels(&breakdown_kernels_scalar);
    (void)found;
#if defined(__x86_64__)
    check_kernels(&breakdown_kernels_sse2);
    if (qx_simd_resolve(QX_SIMD_AVX2, &found) == QX_OK) check_kernels(&breakdown_kernels_avx2);
    if (qx_simd_resolve(QX_SIMD_AVX512, &found) == QX_OK) check_kernels(&breakdown_kernels_avx512);
#elif defined(__aarch64__)
    check_kernels(&breakdown_kernels_neon);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_is_reached_exactly_with_any_eta),
        cmocka_unit_test(all_targets_are_reached_exactly),
        cmocka_unit_test(what_is_too_far_is_not_reached),
        cmocka_unit_test(bolts_go_around_obstacles),
        cmocka_unit_test(doors_in_walls_are_found),
        cmocka_unit_test(walled_in_ends_are_reported),
        cmocka_unit_test(a_start_without_room_is_a_dot),
        cmocka_unit_test(ends_may_lie_close_to_obstacles),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(trees_are_connected_and_tidy),
        cmocka_unit_test(no_more_grow_than_may),
        cmocka_unit_test(low_eta_is_bushy_and_high_eta_nearly_a_line),
        cmocka_unit_test(trees_scale_with_their_world),
        cmocka_unit_test(any_scale_and_cell_stays_finite),
        cmocka_unit_test(ends_on_each_other_are_a_dot),
        cmocka_unit_test(every_instruction_set_grows_the_same_tree),
        cmocka_unit_test(seeds_differ),
        cmocka_unit_test(memory_can_be_grown_in_again),
        cmocka_unit_test(kernels_do_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
