// SPDX-License-Identifier: MIT
// How bolts move: a pure function of the time, met ends, closed forks, no pops, growth from the
// start.
#include "bolt_builds.h"

#include "failing.h"

#include <quincunx/hash.h>

#define CASES 400u

static qx_bolt *bolt_by_chance(uint64_t seed)
{
    bolt_case c;
    bolt_case_by_chance(&c, seed);
    return bolt_of(&c.desc);
}

static qx_bolt_pose pose_by_chance(qx_random *random)
{
    qx_bolt_pose pose = { .time = (double)qx_random_range(random, -5000.0f, 5000.0f) };
    if (qx_random_below(random, 3) == 0) pose.unborn = qx_random_unit(random);
    if (qx_random_below(random, 3) == 0) pose.dimmed = qx_random_unit(random);
    if (qx_random_below(random, 3) == 0) pose.scale = qx_random_range(random, 0.1f, 4.0f);
    return pose;
}

// --- time

static void any_frame_rate_and_order_give_the_same_bytes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        qx_bolt *bolt = bolt_by_chance(seed);
        build b = build_for(bolt);
        uint64_t fine[241];
        for (int i = 0; i <= 240; i++) {
            build_moment(&b, bolt, &(qx_bolt_pose){ .time = 1e4 + i / 240.0 }, NULL);
            fine[i] = build_hash(&b);
        }
        for (int rate = 30; rate <= 60; rate += 30)
            for (int i = rate; i >= 0; i--) { // backwards
                build_moment(&b, bolt, &(qx_bolt_pose){ .time = 1e4 + i / (double)rate }, NULL);
                assert_int_equal(build_hash(&b), fine[i * (240 / rate)]);
            }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

static void each_instruction_set_gives_the_same_bytes(void **state)
{
    (void)state;
    qx_simd simds[8];
    const uint32_t sets = simds_here(simds);
    for (uint64_t seed = 0; seed < CASES; seed++) {
        bolt_case c;
        bolt_case_by_chance(&c, seed);
        uint64_t first = 0;
        for (uint32_t i = 0; i < sets; i++) {
            qx_random random;
            qx_random_seed(&random, seed, 3);
            c.desc.simd = simds[i];
            qx_bolt *bolt = bolt_of(&c.desc);
            build b = build_for(bolt);
            const qx_bolt_pose pose = pose_by_chance(&random);
            const qx_bolt_camera eye = { .eye = { 100.0f, -300.0f, 700.0f }, .placed = true };
            build_moment(&b, bolt, &pose, seed % 2 ? &eye : NULL);
            if (i == 0) first = build_hash(&b);
            assert_int_equal(build_hash(&b), first);
            build_free(&b);
            qx_bolt_destroy(bolt);
        }
    }
}

static void times_far_away_are_as_smooth(void **state)
{
    (void)state;
    qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .to = { 500.0f, 0.0f, 0.0f }, .seed = 4 });
    build b = build_for(bolt), later = build_for(bolt);
    static const double times[] = { -1e9, -123456789.0, 1e6, 987654321.0, 999999999.0 };
    for (size_t i = 0; i < QX_COUNT(times); i++) {
        build_moment(&b, bolt, &(qx_bolt_pose){ .time = times[i] }, NULL);
        build_moment(&later, bolt, &(qx_bolt_pose){ .time = times[i] + 1.0 / 1024.0 }, NULL);
        float most = 0.0f;
        for (uint32_t k = 0; k < b.line_count; k++)
            most = fmaxf(most, length_between(b.lines[k].to, later.lines[k].to));
        assert_true(most > 0.0f && most < 1.0f);
    }
    build_free(&b);
    build_free(&later);
    qx_bolt_destroy(bolt);
}

// --- ends and forks

static void expect_met_ends(const build *b, const qx_bolt *bolt, const qx_vec3 *ends)
{
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        const bolt_strand *s = &bolt->strands[i];
        if (s->parent == QX_BOLT_NONE)
            assert_true(is_same_place(b->lines[s->segment].from, ends[s->link]));
        if (s->target != QX_BOLT_NONE)
            assert_true(is_same_place(b->lines[s->segment + s->count - 2].to, ends[s->target]));
    }
}

static qx_vec3 place_of(const build *b, const bolt_strand *strand, uint32_t point)
{
    if (point + 1 < strand->count) return b->lines[strand->segment + point].from;
    return b->lines[strand->segment + point - 1].to;
}

static void expect_closed(const build *b, const qx_bolt *bolt)
{
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        const bolt_strand *s = &bolt->strands[i];
        for (uint32_t k = 1; k + 1 < s->count; k++)
            assert_true(
                is_same_place(b->lines[s->segment + k - 1].to, b->lines[s->segment + k].from));
        if (s->parent == QX_BOLT_NONE) continue;
        const qx_vec3 fork = place_of(b, &bolt->strands[s->parent], s->fork);
        assert_true(is_same_place(b->lines[s->segment].from, fork));
    }
}

static void ends_that_move_are_met_and_forks_stay_closed(void **state)
{
    (void)state;
    uint32_t chains = 0, several = 0, met = 0;
    for (uint64_t seed = 0; seed < 3 * CASES; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 5);
        qx_bolt *bolt = bolt_by_chance(seed);
        build b = build_for(bolt);
        qx_vec3 ends[16];
        assert_true(bolt->info.ends <= QX_COUNT(ends));
        for (int moment = 0; moment < 3; moment++) {
            qx_bolt_pose pose = pose_by_chance(&random);
            pose.unborn = 0.0f;
            move_ends(bolt, moment == 0 ? 0.0f : 400.0f, &random, ends);
            if (moment > 0) pose.ends = ends;
            build_moment(&b, bolt, &pose, NULL);
            assert_int_equal(b.line_count, bolt->info.segments);
            expect_met_ends(&b, bolt, moment > 0 ? ends : described_ends(bolt));
            expect_closed(&b, bolt);
        }
        chains += bolt->info.links > 1;
        several += bolt->desc.growth == QX_BOLT_BREAKDOWN && bolt->info.targets_reached > 1;
        met += bolt->info.targets_reached;
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
    assert_true(chains > 50 && several > 20 && met > 100); // all were tried
}

// No growth makes one, but a branch may begin at an end that is met.
static void branches_at_an_end_move_with_it(void **state)
{
    (void)state;
    qx_bolt *bolt =
        bolt_of(&(qx_bolt_desc){ .to = { 300.0f, 0.0f, 0.0f }, .seed = 3, .branch_chance = 0.5f });
    const bolt_points *p = &bolt->points;
    bolt_strand *branch = &bolt->strands[1];
    assert_int_equal(branch->parent, 0);
    branch->fork = bolt->strands[0].count - 1;
    const uint32_t end = bolt->strands[0].first + branch->fork;
    float *const fields[] = { p->x, p->y, p->distance, p->sway, p->crackle };
    for (size_t i = 0; i < QX_COUNT(fields); i++) fields[i][branch->first] = fields[i][end];
    p->key[branch->first] = p->key[end];
    build b = build_for(bolt);
    for (int i = 0; i < 200; i++) {
        const qx_vec3 ends[] = { { 0.1f * (float)i, 7.3f, 0.0f },
                                 { 333.3f, 0.7f * (float)i, 0.0f } };
        build_moment(&b, bolt, &(qx_bolt_pose){ .time = i, .ends = ends }, NULL);
        expect_met_ends(&b, bolt, ends);
        expect_closed(&b, bolt);
    }
    build_free(&b);
    qx_bolt_destroy(bolt);
}

// Moved as a whole, turned or stretched, a bolt at rest does the same.
static void the_shape_follows_its_ends(void **state)
{
    (void)state;
    for (int space = QX_BOLT_FLAT; space <= QX_BOLT_SOLID; space++) {
        qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .to = { 200.0f, 0.0f, 0.0f },
                                                 .space = (qx_bolt_space)space,
                                                 .sway = -1.0f,
                                                 .crackle = -1.0f,
                                                 .seed = 8 });
        build rest = build_for(bolt), moved = build_for(bolt);
        const qx_vec3 ends[] = { { 50.0f, 70.0f, 0.0f }, { 50.0f, 470.0f, 0.0f } };
        build_moment(&rest, bolt, NULL, NULL);
        build_moment(&moved, bolt, &(qx_bolt_pose){ .ends = ends }, NULL);
        for (uint32_t i = 0; i < rest.line_count; i++) { // a quarter turn, twice as long
            const qx_vec3 a = rest.lines[i].to, b = moved.lines[i].to;
            assert_true(fabsf(b.x - (50.0f - 2.0f * a.y)) < 1e-3f);
            assert_true(fabsf(b.y - (70.0f + 2.0f * a.x)) < 1e-3f);
            assert_true(fabsf(b.z - 2.0f * a.z) < 1e-3f);
        }
        build_free(&rest);
        build_free(&moved);
        qx_bolt_destroy(bolt);
    }
}

// One target moves: the way to it is stretched, and no other way jumps.
static void ways_to_targets_are_stretched_evenly(void **state)
{
    (void)state;
    uint32_t tried = 0;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        bolt_case c;
        bolt_case_by_chance(&c, seed);
        if (c.desc.growth != QX_BOLT_BREAKDOWN || c.desc.target_count == 0) continue;
        c.desc.sway = c.desc.crackle = -1.0f;
        qx_bolt *bolt = bolt_of(&c.desc);
        build before = build_for(bolt), after = build_for(bolt);
        qx_vec3 ends[8];
        memcpy(ends, described_ends(bolt), bolt->info.ends * sizeof *ends);
        ends[2].x += 100.0f;
        build_moment(&before, bolt, NULL, NULL);
        build_moment(&after, bolt, &(qx_bolt_pose){ .ends = ends }, NULL);
        for (uint32_t i = 0; i < before.line_count; i++) {
            const float moved = length_between(before.lines[i].to, after.lines[i].to);
            assert_true(moved < 100.1f);
            const float change = fabsf(length_between(before.lines[i].from, before.lines[i].to) -
                                       length_between(after.lines[i].from, after.lines[i].to));
            const float way = bolt->segments[i].length;
            for (uint32_t k = 0; k < bolt->info.strands; k++) {
                const bolt_strand *s = &bolt->strands[k];
                if (s->target != 2 || i < s->segment || i >= s->segment + s->count - 1) continue;
                const float *d = bolt->points.distance + s->first;
                assert_true(change <= 100.0f * way / (d[s->count - 1] - d[0]) + 0.05f);
                tried++;
            }
        }
        build_free(&before);
        build_free(&after);
        qx_bolt_destroy(bolt);
    }
    assert_true(tried > 100);
}

// --- smoothness

// Greatest acceleration: noise goes at most from -1 to 1 between knots, with 6 of curvature, in
// each of the axes.
static float greatest_acceleration(const qx_bolt *bolt)
{
    float reach = 0.0f;
    for (uint32_t i = 0; i < bolt->point_count; i++)
        reach = fmaxf(reach, bolt->points.sway[i] + bolt->points.crackle[i]);
    const float length = length_between(bolt->ends[0], bolt->ends[1]);
    return 2.0f * 6.0f * 1.74f * reach * length * bolt->desc.rate * bolt->desc.rate;
}

static void nothing_pops(void **state)
{
    (void)state;
    static const double step = 1.0 / 1024.0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 7);
        qx_bolt *bolt = bolt_of(&(qx_bolt_desc){
            .to = { 300.0f, 0.0f, 0.0f }, .space = (qx_bolt_space)(seed % 2), .seed = seed });
        build at[3] = { build_for(bolt), build_for(bolt), build_for(bolt) };
        const float least = greatest_acceleration(bolt) * (float)(step * step) + 3e-4f;
        const float fastest = 1.74f * 2.0f * 1.5f * 6.0f * 0.3f * 300.0f; // generous
        for (int moment = 0; moment < 40; moment++) {
            // Knots of all phases lie between.
            const double time = (double)qx_random_range(&random, -100.0f, 100.0f);
            for (int k = 0; k < 3; k++)
                build_moment(&at[k], bolt, &(qx_bolt_pose){ .time = time + k * step }, NULL);
            for (uint32_t i = 0; i < at[0].line_count; i++) {
                const qx_vec3 a = at[0].lines[i].to, b = at[1].lines[i].to, c = at[2].lines[i].to;
                assert_true(length_between(a, b) <= fastest * (float)step);
                const qx_vec3 middle = { 0.5f * (a.x + c.x), 0.5f * (a.y + c.y),
                                         0.5f * (a.z + c.z) };
                assert_true(2.0f * length_between(b, middle) <= least);
            }
        }
        for (int k = 0; k < 3; k++) build_free(&at[k]);
        qx_bolt_destroy(bolt);
    }
}

// Without phases of their own all would stand still at every knot of the noise.
static void expect_moving(const qx_bolt_desc *desc, double between_knots)
{
    qx_bolt *bolt = bolt_of(desc);
    build a = build_for(bolt), b = build_for(bolt);
    for (int i = 0; i < 200; i++) {
        const double time = i * between_knots - 0.001;
        build_moment(&a, bolt, &(qx_bolt_pose){ .time = time }, NULL);
        build_moment(&b, bolt, &(qx_bolt_pose){ .time = time + 0.002 }, NULL);
        uint32_t moving = 0;
        for (uint32_t k = 0; k < a.line_count; k++)
            moving += length_between(a.lines[k].to, b.lines[k].to) > 1e-3f;
        assert_true(moving > a.line_count / 2);
    }
    build_free(&a);
    build_free(&b);
    qx_bolt_destroy(bolt);
}

static void a_bolt_never_stands_still(void **state)
{
    (void)state;
    qx_bolt_desc desc = { .to = { 300.0f, 0.0f, 0.0f }, .sway = -1.0f, .seed = 2 };
    expect_moving(&desc, 1.0 / 6.0);
    desc.sway = 0.0f;
    desc.crackle = -1.0f;
    expect_moving(&desc, 4.0 / 6.0);
}

// Displacement over its reach, of the noise of one kind alone, at times far from each other.
static void tally_noise(const qx_bolt_desc *desc, bool common, tally *x, tally *y, tally *z)
{
    qx_bolt *bolt = bolt_of(desc);
    build b = build_for(bolt);
    const bolt_points *p = &bolt->points;
    for (int i = 0; i < 40; i++) {
        build_moment(&b, bolt, &(qx_bolt_pose){ .time = 1e3 + 17.3 * i }, NULL);
        for (uint32_t s = 0; s < bolt->info.strands; s++) {
            const bolt_strand *strand = &bolt->strands[s];
            const uint32_t k = strand->count / 2, point = strand->first + k;
            const float reach = common ? p->sway[point] : p->crackle[point];
            if (reach < 1e-4f || k == 0) continue;
            const qx_vec3 at = place_of(&b, strand, k);
            tally_add(x, (double)((at.x - p->x[point]) / reach));
            tally_add(y, (double)((at.y - p->y[point]) / reach));
            if (desc->space == QX_BOLT_SOLID) tally_add(z, (double)((at.z - p->z[point]) / reach));
            if (common) break; // others move alike
        }
    }
    build_free(&b);
    qx_bolt_destroy(bolt);
}

static void expect_noise(const tally *t)
{
    assert_mean(t, 0.0, 4.5);
    const double deviation = sqrt(t->squares / t->count);
    assert_true(deviation > 0.3 && deviation < 0.6); // of what is uniform and blended
}

static void motion_has_mean_zero(void **state)
{
    (void)state;
    for (int common = 0; common <= 1; common++)
        for (int space = QX_BOLT_FLAT; space <= QX_BOLT_SOLID; space++) {
            tally x = { 0 }, y = { 0 }, z = { 0 };
            for (uint64_t seed = 0; seed < 40; seed++) {
                const qx_bolt_desc desc = { .to = { 1.0f, 0.0f, 0.0f },
                                            .seed = seed,
                                            .space = (qx_bolt_space)space,
                                            .sway = common ? 0.5f : -1.0f,
                                            .crackle = common ? -1.0f : 0.5f };
                tally_noise(&desc, common != 0, &x, &y, &z);
            }
            expect_noise(&x);
            expect_noise(&y);
            if (space == QX_BOLT_SOLID) expect_noise(&z);
        }
}

// --- growing and fading

static float grown_length(const qx_bolt *bolt, float front)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < bolt->info.segments; i++) {
        const qx_bolt_segment *s = &bolt->segments[i];
        sum += (double)fminf(fmaxf(front - s->distance, 0.0f), s->length);
    }
    return (float)sum;
}

static float drawn_length(const build *b)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < b->line_count; i++)
        sum += (double)length_between(b->lines[i].from, b->lines[i].to);
    return (float)sum;
}

static void growth_reaches_exactly_the_front(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        bolt_case c;
        bolt_case_by_chance(&c, seed);
        c.desc.sway = c.desc.crackle = -1.0f;
        if (c.desc.path_count != 0 || c.desc.growth == QX_BOLT_BREAKDOWN) continue;
        c.desc.from = (qx_vec3){ 0.0f, 0.0f, 0.0f };
        c.desc.to = (qx_vec3){ 1.0f, 0.0f, 0.0f };
        qx_bolt *bolt = bolt_of(&c.desc);
        build b = build_for(bolt);
        uint32_t before = 0;
        for (int i = 0; i <= 50; i++) {
            const float unborn = 1.0f - (float)i / 50.0f;
            build_moment(&b, bolt, &(qx_bolt_pose){ .unborn = unborn }, NULL);
            const float expected = grown_length(bolt, (1.0f - unborn) * bolt->info.reach);
            assert_true(fabsf(drawn_length(&b) - expected) <= 1e-4f * (1.0f + expected));
            assert_true(b.line_count >= before);
            if (i == 0) assert_true(b.line_count == 0 && b.counts.vertices == 0);
            before = b.line_count;
        }
        assert_int_equal(before, bolt->info.segments);
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

// A step of growth changes no more than what grows in it, while the bolt moves.
static void growth_is_smooth(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .to = { 1.0f, 0.0f, 0.0f }, .seed = seed });
        build b = build_for(bolt);
        float before = 0.0f;
        const int steps = 2000;
        for (int i = 1; i <= steps; i++) {
            const float unborn = 1.0f - (float)i / (float)steps;
            build_moment(&b, bolt, &(qx_bolt_pose){ .time = 3.0, .unborn = unborn }, NULL);
            const float length = drawn_length(&b);
            const float most = 3.0f * (float)bolt->info.strands * bolt->info.reach / (float)steps;
            assert_true(length >= before - 1e-5f && length <= before + most);
            before = length;
        }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

// --- links in turn

// How many lines begin, and end, at a place.
static uint32_t begin_at(const build *b, qx_vec3 place)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->line_count; i++) count += is_same_place(b->lines[i].from, place);
    return count;
}

static uint32_t end_at(const build *b, qx_vec3 place)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->line_count; i++) count += is_same_place(b->lines[i].to, place);
    return count;
}

// Says how many links have begun; none before the one in front of it has met its end.
static uint32_t expect_turns(const build *b, const qx_vec3 *ends, uint32_t links)
{
    uint32_t begun = 0, met = 0;
    for (uint32_t i = 0; i < links; i++) {
        const bool begins = begin_at(b, ends[i]) > 0;
        if (begins && i > 0) assert_true(end_at(b, ends[i]) > 0);
        begun += begins;
        met += end_at(b, ends[i + 1]) > 0;
    }
    assert_true(begun <= met + 1);
    return begun;
}

static void links_in_turn_begin_where_the_last_one_has_struck(void **state)
{
    (void)state;
    uint32_t partial = 0;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        qx_bolt *bolt = bolt_by_chance(seed);
        if (bolt->info.links == 1) {
            qx_bolt_destroy(bolt);
            continue;
        }
        qx_random random;
        qx_random_seed(&random, seed, 9);
        build b = build_for(bolt);
        qx_vec3 ends[PATH_ROOM];
        uint32_t before = 0;
        for (int i = 0; i <= 40; i++) {
            move_ends(bolt, 200.0f, &random, ends); // they fly about, the order stays
            const qx_bolt_pose pose = {
                .ends = ends, .time = i, .unborn = 1.0f - (float)i / 40.0f, .in_turn = true
            };
            build_moment(&b, bolt, &pose, NULL);
            const uint32_t begun = expect_turns(&b, ends, bolt->info.links);
            assert_true(begun >= before && (i > 0 || b.line_count == 0));
            partial += begun > 0 && begun < bolt->info.links;
            before = begun;
        }
        assert_int_equal(b.line_count, bolt->info.segments);
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
    assert_true(partial > 1000); // mostly on the way
}

// Long links take long; the next one begins when the way to its start has been gone, to the last
// bit; a repeated point takes no time.
static void links_in_turn_grow_at_one_speed(void **state)
{
    (void)state;
    static const qx_vec3 path[] = {
        { 0, 0, 0 }, { 10, 0, 0 }, { 10, 0, 0 }, { 10, 1000, 0 }, { 110, 1000, 0 }
    };
    const qx_bolt_desc desc = { .path = path,
                                .path_count = QX_COUNT(path),
                                .straightness = 1.0f,
                                .branch_chance = -1.0f,
                                .sway = -1.0f,
                                .crackle = -1.0f };
    qx_bolt *bolt = bolt_of(&desc);
    build b = build_for(bolt);
    for (int i = 0; i <= 1110; i++) {
        const float unborn = 1.0f - (float)i / 1110.0f;
        build_moment(&b, bolt, &(qx_bolt_pose){ .unborn = unborn, .in_turn = true }, NULL);
        assert_true(fabsf(drawn_length(&b) - (float)i) < 0.02f);
    }
    build_free(&b);
    qx_bolt_destroy(bolt);
}

// Branches too, those that reach beyond the end of their link or of the whole path among them.
static void links_in_turn_grow_without_a_jump(void **state)
{
    (void)state;
    static const qx_vec3 path[] = { { 0, 0, 0 }, { 300, 0, 0 }, { 330, 40, 0 }, { 60, 300, 0 } };
    for (uint64_t seed = 0; seed < 20; seed++) {
        qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .path = path,
                                                 .path_count = QX_COUNT(path),
                                                 .seed = seed,
                                                 .branch_angle = 0.1f,
                                                 .branch_scale = 1.0f,
                                                 .sway = -1.0f,
                                                 .crackle = -1.0f });
        build b = build_for(bolt);
        const int steps = 1000;
        const float most = (float)(bolt->way / steps) * (float)bolt->info.strands;
        float before = 0.0f;
        for (int i = 1; i <= steps; i++) {
            const float unborn = 1.0f - (float)i / (float)steps;
            build_moment(&b, bolt, &(qx_bolt_pose){ .unborn = unborn, .in_turn = true }, NULL);
            const float length = drawn_length(&b), grown = length - before;
            assert_true(grown >= -0.01f && grown <= 0.5f * most + 1.0f);
            before = length;
        }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

static void one_link_or_none_with_a_length_has_no_turns(void **state)
{
    (void)state;
    static const qx_vec3 nowhere[3] = { { 7, 7, 7 }, { 7, 7, 7 }, { 7, 7, 7 } };
    static const qx_vec3 path[3] = { { 0, 0, 0 }, { 90, 0, 0 }, { 300, 90, 0 } };
    const qx_bolt_desc single = { .to = { 300, 90, 0 }, .segments = 1024 };
    qx_bolt *bolts[] = { bolt_of(&(qx_bolt_desc){ .path = path, .path_count = 3 }),
                         bolt_of(&(qx_bolt_desc){ .path = nowhere, .path_count = 3 }) };
    assert_int_equal(qx_bolt_generate(bolts[0], &single), QX_OK); // a path before
    for (size_t k = 0; k < QX_COUNT(bolts); k++) {
        build b = build_for(bolts[k]);
        for (int i = 1; i <= 20; i++) {
            qx_bolt_pose pose = { .unborn = 1.0f - (float)i / 20.0f };
            build_moment(&b, bolts[k], &pose, NULL);
            const uint64_t side_by_side = build_hash(&b);
            assert_true(b.line_count > 0);
            pose.in_turn = true;
            build_moment(&b, bolts[k], &pose, NULL);
            assert_int_equal(build_hash(&b), side_by_side);
        }
        build_free(&b);
        qx_bolt_destroy(bolts[k]);
    }
}

static void light_and_width_follow_the_pose(void **state)
{
    (void)state;
    qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .to = { 300.0f, 0.0f, 0.0f }, .power = 2.0f });
    build whole = build_for(bolt), part = build_for(bolt);
    build_moment(&whole, bolt, NULL, NULL);
    build_moment(&part, bolt, &(qx_bolt_pose){ .dimmed = 0.75f, .scale = 3.0f }, NULL);
    assert_true(fabsf(whole.lines[0].scale - 1.0f) < 0.01f);
    assert_true(fabsf(whole.lines[0].brightness - 2.0f) < 0.02f);
    for (uint32_t i = 0; i < whole.line_count; i++) {
        const qx_glow_line *a = &whole.lines[i], *b = &part.lines[i];
        assert_true(fabsf(b->scale - 3.0f * a->scale) <= 1e-5f * b->scale);
        assert_true(fabsf(b->brightness - 0.25f * a->brightness) <= 1e-5f);
        assert_true(fabsf(a->scale * bolt->info.width - bolt->segments[i].width) < 1e-4f);
    }
    assert_true(abs((int)part.vertices[0].brightness - (int)whole.vertices[0].brightness / 4) <= 1);
    build_moment(&part, bolt, &(qx_bolt_pose){ .dimmed = 1.0f }, NULL);
    assert_int_equal(part.vertices[0].brightness, 0);
    build_free(&whole);
    build_free(&part);
    qx_bolt_destroy(bolt);
}

// --- bad input and memory

static void poses_out_of_range_write_nothing(void **state)
{
    (void)state;
    static const qx_vec3 bad_ends[][2] = {
        { { NAN, 0, 0 }, { 1, 0, 0 } },
        { { 0, 0, 0 }, { 1, INFINITY, 0 } },
        { { 0, 0, -2e7f }, { 1, 0, 0 } },
    };
    const qx_bolt_pose bad[] = {
        { .time = (double)NAN }, { .time = (double)INFINITY },
        { .time = 1.1e9 },       { .time = -1.1e9 },
        { .unborn = NAN },       { .unborn = INFINITY },
        { .dimmed = NAN },       { .dimmed = -INFINITY },
        { .scale = NAN },        { .scale = -1.0f },
        { .scale = INFINITY },   { .scale = 1e7f },
        { .ends = bad_ends[0] }, { .ends = bad_ends[1] },
        { .ends = bad_ends[2] }, { .unborn = 1.0f },
        { .unborn = 7.0f },
    };
    qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .to = { 300.0f, 0.0f, 0.0f } });
    build b = build_for(bolt);
    for (size_t i = 0; i < QX_COUNT(bad); i++) {
        build_moment(&b, bolt, &bad[i], NULL);
        assert_int_equal(b.line_count, 0);
        assert_true(b.counts.vertices == 0 && b.counts.indices == 0);
    }
    static const qx_vec3 bad_eyes[] = { { NAN, 0, 0 }, { 0, INFINITY, 0 }, { 0, 0, 2e9f } };
    for (size_t i = 0; i < QX_COUNT(bad_eyes); i++) {
        build_moment(&b, bolt, NULL, &(qx_bolt_camera){ .eye = bad_eyes[i], .placed = true });
        assert_int_equal(b.counts.vertices, 0);
        build_moment(&b, bolt, NULL, &(qx_bolt_camera){ .eye = bad_eyes[i] }); // not looked at
        assert_true(b.counts.vertices > 0);
    }
    build_moment(&b, bolt, &(qx_bolt_pose){ .unborn = -1.0f, .dimmed = 2.0f }, NULL); // as 0 and 1
    assert_int_equal(b.line_count, bolt->info.segments);
    build_free(&b);
    qx_bolt_destroy(bolt);
}

static void bolts_of_no_length_stay_finite(void **state)
{
    (void)state;
    for (int width = 0; width <= 1; width++)
        for (int space = QX_BOLT_FLAT; space <= QX_BOLT_SOLID; space++) {
            const qx_vec3 place = { 30.0f, -20.0f, 5.0f };
            qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .from = place,
                                                     .to = place,
                                                     .space = (qx_bolt_space)space,
                                                     .width = width ? 4.0f : 0.0f });
            build b = build_for(bolt);
            for (int i = 0; i <= 10; i++) {
                build_moment(&b, bolt, &(qx_bolt_pose){ .time = i, .unborn = 0.1f * (float)i },
                             NULL);
                for (uint32_t k = 0; k < b.line_count; k++)
                    assert_true(is_same_place(b.lines[k].from, place) &&
                                is_same_place(b.lines[k].to, place));
            }
            build_free(&b);
            qx_bolt_destroy(bolt);
        }
}

// Whatever the ends, what is not given suits; the thinnest line at the greatest scale is a float.
static void the_least_and_the_most_stay_finite(void **state)
{
    (void)state;
    static const float lengths[] = { 1e-45f, 1e-38f, 1e-30f, 1e-20f, 1.0f, 1e7f };
    for (size_t i = 0; i < QX_COUNT(lengths) * 4; i++) {
        qx_bolt_desc desc = { .to = { lengths[i / 4], 0.0f, 0.0f },
                              .growth = i % 4 == 3 ? QX_BOLT_BREAKDOWN : QX_BOLT_MIDPOINT,
                              .width = i % 4 == 1   ? 1e-30f
                                       : i % 4 == 2 ? 1e6f
                                                    : 0.0f };
        qx_bolt *bolt = bolt_of(&desc);
        build b = build_for(bolt);
        static const float scales[] = { 1e-45f, 1.0f, 1e6f };
        for (size_t k = 0; k < QX_COUNT(scales); k++)
            build_moment(&b, bolt, &(qx_bolt_pose){ .scale = scales[k] }, NULL);
        assert_true(b.lines[0].scale > 0.99e6f && b.lines[0].scale < 1.01e6f);
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

static void building_never_allocates(void **state)
{
    (void)state;
    failing book;
    const qx_allocator allocator = failing_after(&book, 1000);
    qx_bolt *bolt =
        bolt_of(&(qx_bolt_desc){ .to = { 300.0f, 0.0f, 0.0f }, .allocator = &allocator });
    build b = build_for(bolt);
    const long before = book.requests;
    for (int i = 0; i < 100; i++)
        build_moment(&b, bolt, &(qx_bolt_pose){ .time = i, .unborn = 0.01f * (float)i }, NULL);
    assert_int_equal(book.requests, before);
    build_free(&b);
    qx_bolt_destroy(bolt);
    assert_int_equal(book.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_frame_rate_and_order_give_the_same_bytes),
        cmocka_unit_test(each_instruction_set_gives_the_same_bytes),
        cmocka_unit_test(times_far_away_are_as_smooth),
        cmocka_unit_test(ends_that_move_are_met_and_forks_stay_closed),
        cmocka_unit_test(branches_at_an_end_move_with_it),
        cmocka_unit_test(the_shape_follows_its_ends),
        cmocka_unit_test(ways_to_targets_are_stretched_evenly),
        cmocka_unit_test(nothing_pops),
        cmocka_unit_test(a_bolt_never_stands_still),
        cmocka_unit_test(motion_has_mean_zero),
        cmocka_unit_test(growth_reaches_exactly_the_front),
        cmocka_unit_test(growth_is_smooth),
        cmocka_unit_test(links_in_turn_begin_where_the_last_one_has_struck),
        cmocka_unit_test(links_in_turn_grow_at_one_speed),
        cmocka_unit_test(links_in_turn_grow_without_a_jump),
        cmocka_unit_test(one_link_or_none_with_a_length_has_no_turns),
        cmocka_unit_test(light_and_width_follow_the_pose),
        cmocka_unit_test(poses_out_of_range_write_nothing),
        cmocka_unit_test(bolts_of_no_length_stay_finite),
        cmocka_unit_test(the_least_and_the_most_stay_finite),
        cmocka_unit_test(building_never_allocates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
