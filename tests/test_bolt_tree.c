// SPDX-License-Identifier: MIT
// What is reckoned from a shape: the order of segments, ways, power, width, motion, for all ways to
// grow alike.
#include "bolt_cases.h"

#define TREES 10000u

typedef void (*tree_check)(const qx_bolt *bolt);

static void check_trees(uint32_t count, tree_check check)
{
    for (uint32_t seed = 0; seed < count; seed++) {
        bolt_case c;
        bolt_case_by_chance(&c, seed);
        qx_bolt *bolt = bolt_of(&c.desc);
        check(bolt);
        qx_bolt_destroy(bolt);
    }
}

static bool is_near(double a, double b, double relative)
{
    return fabs(a - b) <= relative * fabs(b);
}

static void check_power(const qx_bolt *bolt)
{
    const qx_bolt_info info = qx_bolt_get_info(bolt);
    const qx_bolt_segment *s = qx_bolt_get_segments(bolt);
    double *children = calloc(info.segments + info.links, sizeof *children);
    double *roots = children + info.segments;
    assert_non_null(children);
    for (uint32_t i = 0; i < info.segments; i++) {
        assert_true(s[i].power > 0.0f && s[i].power <= 1.000001f);
        *(s[i].parent == QX_BOLT_NONE ? &roots[s[i].link] : &children[s[i].parent]) +=
            (double)s[i].power;
    }
    for (uint32_t i = 0; i < info.segments; i++)
        if (children[i] > 0.0) assert_true(is_near(children[i], (double)s[i].power, 1e-6));
    for (uint32_t i = 0; i < info.links; i++) assert_true(is_near(roots[i], 1.0, 1e-6));
    free(children);
}

static void power_is_conserved_at_every_fork(void **state)
{
    (void)state;
    check_trees(TREES, check_power);
}

static void check_order(const qx_bolt *bolt)
{
    const qx_bolt_info info = qx_bolt_get_info(bolt);
    const qx_bolt_segment *s = qx_bolt_get_segments(bolt);
    assert_true(info.segments >= 1 && info.segments <= bolt->desc.segments);
    assert_true(info.strands >= info.links && info.strands <= info.segments);
    assert_int_equal(bolt->point_count, info.segments + info.strands);
    float reach = 0.0f;
    for (uint32_t i = 0; i < info.segments; i++) {
        assert_true(s[i].length >= 0.0f && s[i].strand < info.strands && s[i].link < info.links);
        const float end = s[i].distance + s[i].length;
        reach = end > reach ? end : reach;
        if (s[i].parent == QX_BOLT_NONE) {
            assert_true(s[i].distance == 0.0f);
            continue;
        }
        assert_true(s[i].parent < i);
        const qx_bolt_segment *p = &s[s[i].parent];
        assert_true(s[i].distance == p->distance + p->length);
        assert_true(s[i].link == p->link && s[i].depth >= p->depth && s[i].depth <= p->depth + 1);
        assert_true((s[i].depth == p->depth) == (s[i].strand == p->strand) ||
                    bolt->desc.growth == QX_BOLT_BREAKDOWN);
    }
    assert_true(info.reach == reach);
}

static void parents_come_first_and_ways_add_up(void **state)
{
    (void)state;
    check_trees(2000, check_order);
}

static void assert_closed(const float *field, uint32_t first, uint32_t fork)
{
    assert_memory_equal(field + first, field + fork, sizeof *field);
}

static void check_strand(const qx_bolt *bolt, uint32_t index)
{
    const bolt_points *p = &bolt->points;
    const bolt_strand *s = &bolt->strands[index];
    assert_true(s->count >= 2);
    assert_true(s->depth <= bolt->desc.depth || bolt->desc.growth == QX_BOLT_BREAKDOWN);
    if (s->target != QX_BOLT_NONE) {
        assert_true(s->target < bolt->info.ends);
        assert_true(p->sway[s->first + s->count - 1] == 0.0f);
        assert_true(p->crackle[s->first + s->count - 1] == 0.0f);
    }
    if (s->parent == QX_BOLT_NONE) {
        assert_true(p->sway[s->first] == 0.0f && p->crackle[s->first] == 0.0f);
        assert_true(p->distance[s->first] == 0.0f);
        return;
    }
    assert_true(s->parent < index && s->fork < bolt->strands[s->parent].count);
    const uint32_t fork = bolt->strands[s->parent].first + s->fork;
    assert_closed(p->x, s->first, fork);
    assert_closed(p->y, s->first, fork);
    if (bolt->desc.space == QX_BOLT_SOLID) assert_closed(p->z, s->first, fork);
    assert_closed(p->distance, s->first, fork);
    assert_closed(p->sway, s->first, fork);
    assert_closed(p->crackle, s->first, fork);
    assert_int_equal(p->key[s->first], p->key[fork]);
}

static void check_strands(const qx_bolt *bolt)
{
    uint32_t points = 0, segments = 0;
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        assert_int_equal(bolt->strands[i].first, points);
        assert_int_equal(bolt->strands[i].segment, segments);
        points += bolt->strands[i].count;
        segments += bolt->strands[i].count - 1;
        check_strand(bolt, i);
    }
}

static void strands_are_closed_at_forks(void **state)
{
    (void)state;
    check_trees(2000, check_strands);
}

static void assert_between(const float *field, uint32_t count, float low, float high)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(field[i] >= low && field[i] <= high)) fail_msg("%u: %g", i, (double)field[i]);
}

static void check_finite(const qx_bolt *bolt)
{
    const bolt_points *p = &bolt->points;
    const uint32_t count = bolt->point_count + BOLT_BLOCK; // kernels read the padding too
    const float half = 0.5f * bolt->desc.width;
    assert_between(p->x, count, -50.0f, 50.0f);
    assert_between(p->y, count, -50.0f, 50.0f);
    if (bolt->desc.space == QX_BOLT_SOLID) assert_between(p->z, count, -50.0f, 50.0f);
    assert_between(p->distance, count, 0.0f, bolt->info.reach);
    assert_between(p->sway, count, 0.0f, 16.0f);
    assert_between(p->crackle, count, 0.0f, 1.5f);
    assert_between(p->width, count, 0.0f, half);
    assert_between(p->brightness, count, 0.0f, 1.0f);
}

static void all_fields_are_finite_padding_too(void **state)
{
    (void)state;
    check_trees(2000, check_finite);
}

static void check_widths(const qx_bolt *bolt)
{
    const bolt_points *p = &bolt->points;
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        const bolt_strand *s = &bolt->strands[i];
        for (uint32_t k = 1; k < s->count; k++) {
            assert_true(p->width[s->first + k] <= p->width[s->first + k - 1]);
            assert_true(p->brightness[s->first + k] <= p->brightness[s->first + k - 1]);
        }
        if (s->parent == QX_BOLT_NONE || s->fork == 0) continue;
        const uint32_t before = bolt->strands[s->parent].first + s->fork - 1;
        assert_true(p->width[s->first] <= p->width[before]);
        assert_true(p->brightness[s->first] <= p->brightness[before]);
    }
}

static void nothing_gets_wider_or_brighter_toward_a_tip(void **state)
{
    (void)state;
    check_trees(2000, check_widths);
}

static void trunks_keep_their_width_and_branches_taper(void **state)
{
    (void)state;
    qx_bolt *bolt = bolt_of(&(qx_bolt_desc){
        .to = { 100, 0, 0 }, .seed = 3, .branch_chance = 1, .trunk_share = 1, .width = 2 });
    assert_true(bolt->points.width[0] == 1.0f);
    const bolt_strand *trunk = &bolt->strands[0];
    assert_true(fabsf(bolt->points.width[trunk->count - 1] - 1.0f) < 1e-6f);
    qx_bolt_destroy(bolt);

    bolt = bolt_of(&(qx_bolt_desc){
        .to = { 100, 0, 0 }, .seed = 3, .branch_chance = 1, .taper = 0.5f, .depth = 1 });
    for (uint32_t i = 1; i < bolt->info.strands; i++) {
        const bolt_strand *s = &bolt->strands[i];
        const float *width = bolt->points.width + s->first;
        assert_true(is_near((double)width[s->count - 1], 0.5 * (double)width[0], 1e-5));
    }
    qx_bolt_destroy(bolt);
}

static void a_trunk_alone_carries_all(void **state)
{
    (void)state;
    for (qx_bolt_growth growth = QX_BOLT_MIDPOINT; growth <= QX_BOLT_OFFSETS; growth++) {
        qx_bolt *bolt =
            bolt_of(&(qx_bolt_desc){ .to = { 1, 2, 3 }, .branch_chance = -1, .growth = growth });
        assert_int_equal(bolt->info.strands, 1);
        assert_int_equal(bolt->info.segments, 128);
        for (uint32_t i = 0; i < 128; i++) {
            assert_true(qx_bolt_get_segments(bolt)[i].power == 1.0f);
            assert_true(qx_bolt_get_segments(bolt)[i].brightness == 1.0f);
        }
        qx_bolt_destroy(bolt);
    }
}

static void trunks_bring_their_share_to_the_end(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        qx_bolt *bolt = bolt_of(&(qx_bolt_desc){
            .to = { 9, 0, 0 }, .seed = seed, .branch_chance = 1, .trunk_share = 0.3f });
        assert_true(is_near((double)bolt->segments[127].power, 0.3, 1e-6));
        qx_bolt_destroy(bolt);
    }
}

// The sway is strongest at 2/3 of the trunk, where it is what the description says.
// The power of a free tip for each length of its branch.
static double tip_power(const qx_bolt *bolt, const bolt_strand *s)
{
    const float *distance = bolt->points.distance + s->first;
    const qx_bolt_segment *last = &bolt->segments[s->segment + s->count - 2];
    return (double)last->power / (double)(distance[s->count - 1] - distance[0]);
}

static void tips_share_by_length_and_deeper_ones_get_less(void **state)
{
    (void)state;
    uint32_t deep = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        qx_bolt *bolt =
            bolt_of(&(qx_bolt_desc){ .to = { 500, 0, 0 }, .seed = seed, .branch_chance = 0.5f });
        double by_depth[4] = { 0 };
        for (uint32_t i = 1; i < bolt->info.strands; i++) {
            const bolt_strand *s = &bolt->strands[i];
            const double power = tip_power(bolt, s);
            if (by_depth[s->depth] == 0.0) by_depth[s->depth] = power;
            assert_true(is_near(power, by_depth[s->depth], 1e-3));
        }
        for (uint32_t depth = 2; depth < 4; depth++) {
            if (by_depth[depth] == 0.0) continue;
            assert_true(by_depth[depth] < 0.9 * by_depth[depth - 1]);
            deep++;
        }
        qx_bolt_destroy(bolt);
    }
    assert_true(deep > 100);
}

static void trunks_sway_most_toward_the_end(void **state)
{
    (void)state;
    qx_bolt *bolt = bolt_of(&(qx_bolt_desc){
        .to = { 300, 0, 0 }, .straightness = 1, .branch_chance = -1, .sway = 0.1f });
    uint32_t most = 0;
    for (uint32_t i = 0; i < bolt->point_count; i++)
        if (bolt->points.sway[i] > bolt->points.sway[most]) most = i;
    assert_true(fabsf(bolt->points.sway[most] - 0.1f) < 1e-3f);
    assert_true(fabsf(bolt->points.x[most] - 2.0f / 3.0f) < 0.02f);
    qx_bolt_destroy(bolt);
}

static void lengths_are_those_of_the_places(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        bolt_case c;
        bolt_case_by_chance(&c, seed);
        qx_bolt *bolt = bolt_of(&c.desc);
        const bolt_points *p = &bolt->points;
        for (uint32_t i = 0; i < bolt->info.segments; i++) {
            const bolt_strand *s = &bolt->strands[bolt->segments[i].strand];
            const uint32_t a = s->first + (i - s->segment), b = a + 1;
            const double x = (double)p->x[b] - (double)p->x[a];
            const double y = (double)p->y[b] - (double)p->y[a];
            const bool solid = c.desc.space == QX_BOLT_SOLID;
            const double z = solid ? (double)p->z[b] - (double)p->z[a] : 0.0;
            const double length = sqrt(x * x + y * y + z * z);
            assert_true(fabs((double)bolt->segments[i].length - length) < 1e-6 * (1.0 + length));
        }
        qx_bolt_destroy(bolt);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(power_is_conserved_at_every_fork),
        cmocka_unit_test(parents_come_first_and_ways_add_up),
        cmocka_unit_test(strands_are_closed_at_forks),
        cmocka_unit_test(all_fields_are_finite_padding_too),
        cmocka_unit_test(nothing_gets_wider_or_brighter_toward_a_tip),
        cmocka_unit_test(trunks_keep_their_width_and_branches_taper),
        cmocka_unit_test(a_trunk_alone_carries_all),
        cmocka_unit_test(trunks_bring_their_share_to_the_end),
        cmocka_unit_test(tips_share_by_length_and_deeper_ones_get_less),
        cmocka_unit_test(trunks_sway_most_toward_the_end),
        cmocka_unit_test(lengths_are_those_of_the_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
