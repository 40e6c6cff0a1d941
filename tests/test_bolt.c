// SPDX-License-Identifier: MIT
// Descriptions, memory, and what midpoints and sorted offsets grow: statistics over many seeds.
#include "bolt_cases.h"

#include "failing.h"

#include <float.h>

#define PI 3.14159265358979

// --- descriptions

static void defaults_are_filled_in_and_stay(void **state)
{
    (void)state;
    const qx_bolt_desc desc = { .to = { 240, 0, 0 } };
    const qx_bolt_desc once = qx_bolt_desc_resolve(&desc), twice = qx_bolt_desc_resolve(&once);
    assert_int_equal(once.generations, 7);
    assert_int_equal(once.segments, 4096);
    assert_int_equal(once.depth, 3);
    assert_true(once.width == 2.0f && once.cell == 6.0f);
    assert_true(once.roughness > 0.0f && once.branch_chance > 0.0f && once.sway > 0.0f);
    assert_true(once.width == twice.width && once.segments == twice.segments);
    assert_true(once.branch_angle == twice.branch_angle && once.taper == twice.taper);
}

static void negative_fields_stay_none(void **state)
{
    (void)state;
    const qx_bolt_desc desc = { .taper = -1, .sway = -1, .crackle = -1, .branch_chance = -1 };
    const qx_bolt_desc used = qx_bolt_desc_resolve(&desc);
    assert_true(used.taper < 0 && used.sway < 0 && used.crackle < 0 && used.branch_chance < 0);
}

static void default_caps_leave_room_for_branches(void **state)
{
    (void)state;
    const qx_vec3 path[300] = { { 0, 0, 0 } };
    const struct {
        qx_bolt_desc desc;
        uint32_t segments;
    } cases[] = {
        { { .generations = 10 }, 4096 },
        { { .generations = 11 }, 8192 },
        { { .generations = 16 }, 262144 },
        { { .path = path, .path_count = 3 }, 1024 },
        { { .path = path, .path_count = 300 }, 299 * 4 * 128 },
        { { .path = path, .path_count = 300, .generations = 5 }, 65536 },
        { { .path = path, .path_count = 300, .generations = 16 }, QX_BOLT_MAX_SEGMENTS },
    };
    for (size_t i = 0; i < QX_COUNT(cases); i++)
        assert_int_equal(qx_bolt_desc_resolve(&cases[i].desc).segments, cases[i].segments);
}

static const qx_vec3 good_path[] = { { 0, 0, 0 }, { 9, 0, 0 }, { 9, 9, 0 } };
static const qx_vec3 nan_path[] = { { 0, 0, 0 }, { 9, NAN, 0 }, { 9, 9, 0 } };
static const qx_bolt_obstacle ball[] = { { .centre = { 5, 0, 0 }, .radius = 2 } };
static const qx_bolt_obstacle box[] = { { .centre = { 5, 0, 0 }, .half = { 1, 1, 0 } } };
static const qx_bolt_obstacle hollow[] = { { .centre = { 5, 0, 0 } } };
static const qx_bolt_obstacle lost[] = { { .centre = { 5, NAN, 0 }, .radius = 1 } };

#define TO .to = { 10, 0, 0 }
#define BREAKS TO, .growth = QX_BOLT_BREAKDOWN

static const qx_bolt_desc bad_descriptions[] = {
    { .to = { NAN, 0, 0 } },
    { .to = { 0, INFINITY, 0 } },
    { .from = { 0, 0, -INFINITY } },
    { .to = { 1.1e7f, 0, 0 } },
    { .to = { -FLT_MAX, 0, FLT_MAX } },
    { TO, .path = good_path, .path_count = 1 },
    { TO, .path_count = 3 },
    { TO, .path = nan_path, .path_count = 3 },
    { TO, .path = good_path, .path_count = QX_BOLT_MAX_LINKS + 2 },
    { TO, .path = good_path, .path_count = UINT32_MAX },
    { TO, .growth = (qx_bolt_growth)3 },
    { TO, .growth = (qx_bolt_growth)-1 },
    { TO, .space = (qx_bolt_space)2 },
    { TO, .generations = QX_BOLT_MAX_GENERATIONS + 1 },
    { TO, .generations = UINT32_MAX },
    { TO, .roughness = 1.01f },
    { TO, .roughness = -0.1f },
    { TO, .roughness = NAN },
    { TO, .straightness = -0.01f },
    { TO, .straightness = 1.01f },
    { TO, .branch_chance = 1.01f },
    { TO, .branch_chance = NAN },
    { TO, .branch_chance = -INFINITY },
    { TO, .branch_scale = 0.04f },
    { TO, .branch_scale = 1.01f },
    { TO, .branch_angle = -0.1f },
    { TO, .branch_angle = 1.58f },
    { TO, .depth = 16 },
    { TO, .segments = QX_BOLT_MAX_SEGMENTS + 1 },
    { TO, .segments = UINT32_MAX },
    { TO, .segments = 127 },
    { TO, .segments = 255, .path = good_path, .path_count = 3 },
    { TO, .width = -1 },
    { TO, .width = 1.1e6f },
    { TO, .width = 0.9e-30f },
    { TO, .width = NAN },
    { TO, .taper = 1.01f },
    { TO, .power = -1 },
    { TO, .power = 101 },
    { TO, .trunk_share = -0.1f },
    { TO, .trunk_share = 1.01f },
    { TO, .sway = 1.01f },
    { TO, .sway = NAN },
    { TO, .crackle = 1.01f },
    { TO, .rate = -1 },
    { TO, .rate = 1001 },
    { TO, .rate = INFINITY },
    { TO, .simd = (qx_simd)99 },
    { BREAKS, .path = good_path, .path_count = 3 },
    { BREAKS, .eta = 0.09f },
    { BREAKS, .eta = 17 },
    { BREAKS, .cell = -1 },
    { BREAKS, .cell = NAN },
    { BREAKS, .segments = 100, .particles = 101 },
    { BREAKS, .target_count = 1 },
    { BREAKS, .targets = nan_path, .target_count = 2 },
    { BREAKS, .targets = good_path, .target_count = QX_BOLT_MAX_TARGETS + 1 },
    { BREAKS, .obstacle_count = 1 },
    { BREAKS, .obstacles = ball, .obstacle_count = QX_BOLT_MAX_OBSTACLES + 1 },
    { BREAKS, .obstacles = hollow, .obstacle_count = 1 },
    { BREAKS, .obstacles = lost, .obstacle_count = 1 },
    { BREAKS, .obstacles = box, .obstacle_count = 1, .space = QX_BOLT_SOLID },
    { .from = { 4, 0, 0 }, BREAKS, .obstacles = ball, .obstacle_count = 1 },
    { .from = { 4, 0, 50 }, BREAKS, .obstacles = ball, .obstacle_count = 1 },
    { .from = { 6, 1, 0 }, BREAKS, .obstacles = box, .obstacle_count = 1 },
    { .to = { 5, 1, 0 }, .growth = QX_BOLT_BREAKDOWN, .obstacles = ball, .obstacle_count = 1 },
    { .from = { 0, 20, 0 },
      BREAKS,
      .targets = &ball[0].centre,
      .target_count = 1,
      .obstacles = ball,
      .obstacle_count = 1 },
};

static void bad_descriptions_are_refused(void **state)
{
    (void)state;
    qx_bolt *kept = bolt_of(&(qx_bolt_desc){ TO });
    const uint64_t before = qx_bolt_hash(kept);
    for (size_t i = 0; i < QX_COUNT(bad_descriptions); i++) {
        qx_bolt *bolt = (qx_bolt *)1;
        if (qx_bolt_create(&bad_descriptions[i], &bolt) != QX_BAD_VALUE)
            fail_msg("row %zu was taken", i);
        assert_null(bolt);
        assert_int_equal(qx_bolt_generate(kept, &bad_descriptions[i]), QX_BAD_VALUE);
        assert_true(qx_bolt_hash(kept) == before);
    }
    qx_bolt_destroy(kept);
}

static void limits_themselves_are_taken(void **state)
{
    (void)state;
    const qx_bolt_desc good[] = {
        { .from = { -1e7f, -1e7f, -1e7f }, .to = { 1e7f, 1e7f, 1e7f } },
        { TO, .generations = 1, .segments = 2 },
        { TO, .generations = QX_BOLT_MAX_GENERATIONS, .segments = 65536 },
        { TO, .roughness = FLT_MIN, .straightness = 1, .branch_chance = 1 },
        { TO, .branch_scale = 0.05f, .branch_angle = 1.57079637f, .depth = 15 },
        { TO, .branch_chance = -FLT_MAX, .taper = -FLT_MAX, .sway = -1, .crackle = -1 },
        { TO, .width = 1e6f, .power = 100, .trunk_share = 1, .rate = 1000 },
        { TO, .obstacles = ball, .obstacle_count = 1, .targets = good_path, .target_count = 3 },
    };
    for (size_t i = 0; i < QX_COUNT(good); i++) qx_bolt_destroy(bolt_of(&good[i]));
}

// --- memory

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    for (int growth = QX_BOLT_MIDPOINT; growth <= QX_BOLT_BREAKDOWN; growth++) {
        qx_bolt_desc desc = { TO, .growth = (qx_bolt_growth)growth };
        for (long n = 0;; n++) {
            failing book;
            const qx_allocator allocator = failing_after(&book, n);
            desc.allocator = &allocator;
            qx_bolt *bolt = (qx_bolt *)1;
            const qx_result result = qx_bolt_create(&desc, &bolt);
            if (result == QX_OK) {
                assert_true(n > 0);
                assert_int_equal(book.live_bytes, qx_bolt_get_info(bolt).bytes);
            } else {
                assert_int_equal(result, QX_NO_MEMORY);
                assert_null(bolt);
            }
            qx_bolt_destroy(bolt);
            assert_int_equal(book.live, 0);
            assert_int_equal(book.live_bytes, 0);
            if (result == QX_OK) break;
        }
    }
    qx_bolt_destroy(NULL);
}

// Whatever was there before: not a bit of it may show.
static void generate_gives_what_create_gives(void **state)
{
    (void)state;
    failing book;
    const qx_allocator allocator = failing_after(&book, 1);
    qx_bolt_desc room = { TO, .growth = QX_BOLT_BREAKDOWN, .segments = 4000, .particles = 100 };
    const qx_vec3 far[20] = { { 100, 100, 100 } };
    room.targets = far;
    room.target_count = 20;
    room.obstacles = (const qx_bolt_obstacle[]){ { { 50, 50, 50 }, 1, { 0, 0, 0 } },
                                                 { { 60, 50, 50 }, 1, { 0, 0, 0 } } };
    room.obstacle_count = 2;
    room.allocator = &allocator;
    qx_bolt *bolt = bolt_of(&room);
    for (uint64_t seed = 0; seed < 500; seed++) {
        bolt_case c;
        bolt_case_by_chance(&c, seed);
        assert_int_equal(qx_bolt_generate(bolt, &c.desc), QX_OK);
        assert_true(qx_bolt_hash(bolt) == hash_of(&c.desc));
    }
    assert_int_equal(book.requests, 1);
    qx_bolt_destroy(bolt);
}

static void generate_refuses_what_has_no_room(void **state)
{
    (void)state;
    const qx_vec3 places[] = { { 1, 1, 1 }, { 2, 2, 2 }, { 3, 3, 3 } };
    const qx_bolt_obstacle two[] = { { .centre = { 50, 9, 9 }, .radius = 1 },
                                     { .centre = { 60, 9, 9 }, .radius = 1 } };
    const qx_bolt_desc plain = { TO, .segments = 500, .generations = 5 };
    const qx_bolt_desc breaks = {
        BREAKS,           .segments = 500,    .particles = 50, .targets = places, .target_count = 1,
        .obstacles = two, .obstacle_count = 1
    };
    qx_bolt_desc larger[] = { plain, plain, breaks, breaks, breaks, breaks };
    larger[0].segments = 501;
    larger[1].path = good_path;
    larger[1].path_count = 3;
    larger[3].particles = 51;
    larger[4].target_count = 2;
    larger[5].obstacle_count = 2;
    for (size_t i = 0; i < QX_COUNT(larger); i++) {
        qx_bolt *bolt = bolt_of(i < 3 ? &plain : &breaks);
        const uint64_t before = qx_bolt_hash(bolt);
        if (qx_bolt_generate(bolt, &larger[i]) != QX_TOO_LARGE) fail_msg("row %zu was taken", i);
        assert_true(qx_bolt_hash(bolt) == before);
        qx_bolt_destroy(bolt);
    }
}

// --- the same and not the same

static void seeds_give_bolts_of_their_own(void **state)
{
    (void)state;
    uint64_t hashes[200];
    for (uint32_t i = 0; i < 200; i++) {
        qx_bolt_desc desc = { TO, .seed = i < 100 ? i : (uint64_t)(i - 99) << 32 };
        hashes[i] = hash_of(&desc);
        assert_true(hashes[i] == hash_of(&desc));
        for (uint32_t k = 0; k < i; k++) assert_true(hashes[k] != hashes[i]);
    }
}

static void every_instruction_set_grows_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        bolt_case c;
        bolt_case_by_chance(&c, seed);
        c.desc.simd = QX_SIMD_SCALAR;
        const uint64_t expected = hash_of(&c.desc);
        for (int simd = QX_SIMD_SSE2; simd <= QX_SIMD_NEON; simd++) {
            qx_simd found;
            if (qx_simd_resolve((qx_simd)simd, &found) != QX_OK) continue;
            c.desc.simd = found;
            assert_true(hash_of(&c.desc) == expected);
        }
    }
}

// What is coarse stays where it is when a generation is added.
static void more_generations_refine_the_same_trunk(void **state)
{
    (void)state;
    qx_bolt *fine = bolt_of(&(qx_bolt_desc){ TO, .generations = QX_BOLT_MAX_GENERATIONS });
    for (uint32_t generations = 1; generations < QX_BOLT_MAX_GENERATIONS; generations++) {
        qx_bolt *coarse = bolt_of(&(qx_bolt_desc){ TO, .generations = generations });
        const uint32_t step = 1u << (QX_BOLT_MAX_GENERATIONS - generations);
        for (uint32_t i = 0; i < coarse->strands[0].count; i++) {
            assert_true(coarse->points.x[i] == fine->points.x[step * i]);
            assert_true(coarse->points.y[i] == fine->points.y[step * i]);
        }
        qx_bolt_destroy(coarse);
    }
    qx_bolt_destroy(fine);
}

// --- statistics

// Where a middle lies in its segment: along it, and to its side, in lengths of the segment.
typedef struct split {
    double along, side, up;
} split;

static split split_at(const qx_bolt *bolt, uint32_t middle, uint32_t step)
{
    const bolt_points *p = &bolt->points;
    const bool solid = bolt->desc.space == QX_BOLT_SOLID;
    const uint32_t a = middle - step, b = middle + step;
    const double dx = p->x[b] - p->x[a], dy = p->y[b] - p->y[a];
    const double dz = solid ? p->z[b] - p->z[a] : 0.0;
    const double x = p->x[middle] - p->x[a], y = p->y[middle] - p->y[a];
    const double z = solid ? p->z[middle] - p->z[a] : 0.0;
    const double square = dx * dx + dy * dy + dz * dz;
    const double along = (x * dx + y * dy + z * dz) / square;
    // Sideways within the plane of x and y as far as that goes, and up across both.
    const double flat = sqrt(dx * dx + dy * dy), length = sqrt(square);
    const double side = (y * dx - x * dy) / flat / length;
    const double up = (z * flat - dz * (x * dx + y * dy) / flat) / square;
    return (split){ along, side, up };
}

static void midpoint_offsets_have_no_mean(void **state)
{
    (void)state;
    tally along = { 0 }, side = { 0 };
    double widest = 0.0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ TO, .seed = seed, .roughness = 1 });
        for (uint32_t i = 1; i < 128; i += 1) {
            const split s = split_at(bolt, i, i & (0u - i));
            assert_true(s.along > 0.3499 && s.along < 0.6501);
            assert_true(fabs(s.side) < 0.27);
            widest = fabs(s.side) > widest ? fabs(s.side) : widest;
            tally_add(&along, s.along);
            tally_add(&side, s.side);
        }
        qx_bolt_destroy(bolt);
    }
    assert_mean(&along, 0.5, 4.0);
    assert_mean(&side, 0.0, 4.0);
    assert_true(widest > 0.25);
}

static void solid_offsets_have_any_azimuth_alike(void **state)
{
    (void)state;
    tally cosine = { 0 }, sine = { 0 }, twice = { 0 }, thrice = { 0 }, octants[8] = { { 0 } };
    for (uint64_t seed = 0; seed < 1000; seed++) {
        qx_bolt *bolt =
            bolt_of(&(qx_bolt_desc){ TO, .seed = seed, .roughness = 1, .space = QX_BOLT_SOLID });
        for (uint32_t i = 1; i < 128; i += 2) {
            const split s = split_at(bolt, i, 1);
            const double azimuth = atan2(s.up, s.side) + PI;
            tally_add(&cosine, cos(azimuth));
            tally_add(&sine, sin(azimuth));
            tally_add(&twice, cos(2.0 * azimuth));
            tally_add(&thrice, sin(3.0 * azimuth));
            for (int k = 0; k < 8; k++)
                tally_add(&octants[k], (int)(azimuth * 4.0 / PI) % 8 == k ? 1.0 : 0.0);
        }
        qx_bolt_destroy(bolt);
    }
    assert_mean(&cosine, 0.0, 4.0);
    assert_mean(&sine, 0.0, 4.0);
    assert_mean(&twice, 0.0, 4.0);
    assert_mean(&thrice, 0.0, 4.0);
    for (int k = 0; k < 8; k++) assert_mean(&octants[k], 0.125, 4.0);
}

static void sorted_offsets_have_no_mean_and_stay_sorted(void **state)
{
    (void)state;
    tally side = { 0 }, middle = { 0 };
    for (uint64_t seed = 0; seed < 2000; seed++) {
        qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ TO, .seed = seed, .growth = QX_BOLT_OFFSETS });
        const bolt_points *p = &bolt->points;
        for (uint32_t i = 1; i <= 128; i++) assert_true(p->x[i] > p->x[i - 1]);
        for (uint32_t i = 1; i < 128; i++) {
            // Never farther from its neighbour than their distance lets it.
            const double gap = (double)p->x[i] - (double)p->x[i - 1];
            assert_true(fabs((double)p->y[i] - (double)p->y[i - 1]) < 3.5 * gap);
        }
        tally_add(&side, (double)p->y[64]);
        tally_add(&middle, (double)p->x[64]);
        qx_bolt_destroy(bolt);
    }
    assert_mean(&side, 0.0, 4.0);
    assert_mean(&middle, 0.5, 4.0);
}

static void trees_have_the_expected_size(void **state)
{
    (void)state;
    const float chances[] = { 0.1f, 0.3f, 0.6f, 1.0f };
    for (size_t i = 0; i < QX_COUNT(chances); i++) {
        tally segments = { 0 };
        for (uint64_t seed = 0; seed < 3000; seed++) {
            qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ TO, .seed = seed, .generations = 5,
                                                     .branch_chance = chances[i], .depth = 15 });
            assert_int_equal(bolt->info.capped, 0);
            tally_add(&segments, bolt->info.segments);
            qx_bolt_destroy(bolt);
        }
        const double expected = pow(2.0 + (double)chances[i], 5.0);
        if (chances[i] < 1.0f)
            assert_mean(&segments, expected, 4.0);
        else
            assert_true(segments.sum / segments.count == 243.0);
    }
}

static void branches_lean_to_both_sides_within_the_angle(void **state)
{
    (void)state;
    tally lean = { 0 };
    for (uint64_t seed = 0; seed < 300; seed++) {
        qx_bolt *bolt = bolt_of(
            &(qx_bolt_desc){ TO, .seed = seed, .branch_angle = 0.8f, .branch_scale = 0.6f });
        for (uint32_t i = 1; i < bolt->info.strands; i++) {
            const bolt_strand *s = &bolt->strands[i];
            const uint32_t fork = bolt->strands[s->parent].first + s->fork;
            const uint32_t before = fork - (s->fork & (0u - s->fork));
            const uint32_t tip = s->first + s->count - 1;
            const bolt_points *p = &bolt->points;
            const double x = p->x[fork] - p->x[before], y = p->y[fork] - p->y[before];
            const double u = p->x[tip] - p->x[fork], v = p->y[tip] - p->y[fork];
            const double angle = atan2(x * v - y * u, x * u + y * v);
            assert_true(fabs(angle) < 0.8001 && fabs(angle) > 0.1999);
            assert_true(fabs(hypot(u, v) / hypot(x, y) - 0.6) < 1e-3);
            tally_add(&lean, angle);
        }
        qx_bolt_destroy(bolt);
    }
    assert_mean(&lean, 0.0, 4.0);
}

static void straight_bolts_are_straight(void **state)
{
    (void)state;
    for (int growth = QX_BOLT_MIDPOINT; growth <= QX_BOLT_OFFSETS; growth++) {
        qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ TO, .growth = (qx_bolt_growth)growth,
                                                 .straightness = 1, .space = QX_BOLT_SOLID });
        for (uint32_t i = 0; i < bolt->strands[0].count; i++)
            assert_true(bolt->points.y[i] == 0.0f && bolt->points.z[i] == 0.0f);
        qx_bolt_destroy(bolt);
    }
}

// --- caps

static int by_length(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

// Distances from fork to tip of all branches, longest first.
static uint32_t branch_lengths(const qx_bolt *bolt, float *lengths)
{
    uint32_t count = 0;
    for (uint32_t i = bolt->info.links; i < bolt->info.strands; i++) {
        const bolt_strand *s = &bolt->strands[i];
        const uint32_t a = s->first, b = s->first + s->count - 1;
        lengths[count++] =
            hypotf(bolt->points.x[b] - bolt->points.x[a], bolt->points.y[b] - bolt->points.y[a]);
    }
    qsort(lengths, count, sizeof *lengths, by_length);
    return count;
}

static void caps_keep_the_longest_and_tell(void **state)
{
    (void)state;
    static float all[4096], kept[4096];
    for (uint64_t seed = 0; seed < 60; seed++) {
        qx_bolt_desc desc = { TO, .seed = seed, .branch_chance = 0.5f, .generations = 6 };
        if (seed & 1) desc.growth = QX_BOLT_OFFSETS;
        if (seed & 2) desc.depth = 1; // nothing hangs on what is left out
        qx_bolt *whole = bolt_of(&desc);
        assert_int_equal(whole->info.capped, 0);
        const uint32_t count = branch_lengths(whole, all);
        for (uint32_t cap = 64; cap < whole->info.segments; cap += 23) {
            desc.segments = cap;
            qx_bolt *bolt = bolt_of(&desc);
            assert_true(bolt->info.segments <= cap && bolt->info.capped > 0);
            assert_true(bolt->info.capped + bolt->info.segments <= whole->info.segments);
            if (seed & 2)
                assert_int_equal(bolt->info.capped + bolt->info.segments, whole->info.segments);
            assert_int_equal(bolt->strands[0].count, 65);
            const uint32_t left = branch_lengths(bolt, kept);
            assert_true(left < count);
            for (uint32_t i = 0; i < left; i++) assert_true(fabsf(kept[i] - all[i]) < 1e-5f);
            qx_bolt_destroy(bolt);
        }
        desc.segments = whole->info.segments;
        qx_bolt *exact = bolt_of(&desc);
        assert_int_equal(exact->info.capped, 0);
        assert_true(qx_bolt_hash(exact) == qx_bolt_hash(whole));
        qx_bolt_destroy(exact);
        qx_bolt_destroy(whole);
    }
}

static void every_link_of_a_chain_has_its_trunk(void **state)
{
    (void)state;
    static qx_vec3 path[QX_BOLT_MAX_LINKS + 1];
    for (uint32_t i = 0; i <= QX_BOLT_MAX_LINKS; i++)
        path[i] = (qx_vec3){ (float)i, (float)(i % 7), (float)(i % 5) };
    const uint32_t links[] = { 1, 2, 31, 1000, QX_BOLT_MAX_LINKS };
    for (size_t k = 0; k < QX_COUNT(links); k++) {
        qx_bolt *bolt =
            bolt_of(&(qx_bolt_desc){ .path = path, .path_count = links[k] + 1, .generations = 3 });
        assert_int_equal(bolt->info.links, links[k]);
        assert_int_equal(bolt->info.ends, links[k] + 1);
        for (uint32_t i = 0; i < links[k]; i++) {
            assert_int_equal(bolt->strands[i].link, i);
            assert_int_equal(bolt->strands[i].target, i + 1);
            assert_int_equal(bolt->strands[i].count, 9);
        }
        qx_bolt_destroy(bolt);
    }
}

// The links' lengths count, not only their shares: a short link's branches are left out first.
static void branches_of_short_links_are_left_out_first(void **state)
{
    (void)state;
    const qx_vec3 path[] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1000, 0, 0 } };
    const qx_bolt_desc desc = {
        .path = path, .path_count = 3, .segments = 330, .branch_chance = 1
    };
    qx_bolt *bolt = bolt_of(&desc);
    assert_true(bolt->info.strands > 2);
    for (uint32_t i = 2; i < bolt->info.strands; i++) assert_int_equal(bolt->strands[i].link, 1);
    qx_bolt_destroy(bolt);
}

// --- frames and hard cases

static double dot(qx_vec3 a, qx_vec3 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static void assert_square(bolt_frame f, bool solid)
{
    const double square = dot(f.along, f.along), near = 1e-6 * square;
    assert_true(fabs(dot(f.along, f.across)) <= near);
    assert_true(fabs(dot(f.across, f.across) - square) <= near);
    if (!solid) return;
    assert_true(fabs(dot(f.along, f.up)) <= near && fabs(dot(f.across, f.up)) <= near);
    assert_true(fabs(dot(f.up, f.up) - square) <= near);
    // Right-handed: along x across = up.
    assert_true(
        (double)f.along.x * f.across.y * f.up.z - (double)f.along.x * f.across.z * f.up.y +
            (double)f.along.y * f.across.z * f.up.x - (double)f.along.y * f.across.x * f.up.z +
            (double)f.along.z * f.across.x * f.up.y - (double)f.along.z * f.across.y * f.up.x >
        0.0);
}

static void frames_are_square_in_every_direction(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 5, 5);
    for (int i = 0; i < 20000; i++) {
        // A third of them close to -x, where the formula for all others would fail.
        const float off = i % 3 ? 1.0f : qx_random_unit(&random) * 1e-4f;
        qx_vec3 to = { i % 3 ? qx_random_range(&random, -1, 1) : -1.0f, 0, 0 };
        to.y = off * qx_random_range(&random, -1, 1);
        to.z = off * qx_random_range(&random, -1, 1);
        assert_square(bolt_frame_between((qx_vec3){ 0, 0, 0 }, to, QX_BOLT_SOLID), true);
        to.z = 0.0f;
        const bolt_frame flat = bolt_frame_between((qx_vec3){ 0, 0, 0 }, to, QX_BOLT_FLAT);
        assert_true(flat.across.z == 0.0f && flat.across.x == -to.y && flat.across.y == to.x);
        assert_square(flat, false);
        const bolt_frame solid = bolt_frame_between((qx_vec3){ 0, 0, 0 }, to, QX_BOLT_SOLID);
        assert_true(solid.along.z == 0.0f && solid.across.z == 0.0f);
        assert_true(fabs((double)solid.across.x + (double)to.y) < 1e-6);
        assert_true(fabs((double)solid.across.y - (double)to.x) < 1e-6);
    }
    assert_square(bolt_frame_between((qx_vec3){ 1, 2, 3 }, (qx_vec3){ -4, 2, 3 }, QX_BOLT_SOLID),
                  true);
}

static void equal_ends_make_one_dot(void **state)
{
    (void)state;
    for (int growth = QX_BOLT_MIDPOINT; growth <= QX_BOLT_BREAKDOWN; growth++) {
        for (int space = QX_BOLT_FLAT; space <= QX_BOLT_SOLID; space++) {
            const qx_bolt_desc desc = { .from = { 3, 4, 5 },
                                        .to = { 3, 4, 5 },
                                        .growth = (qx_bolt_growth)growth,
                                        .space = (qx_bolt_space)space };
            qx_bolt *bolt = bolt_of(&desc);
            const uint32_t bound = qx_bolt_bound_lines(bolt);
            qx_glow_line *lines = malloc(bound * sizeof *lines);
            assert_non_null(lines);
            const uint32_t count = qx_bolt_build_lines(bolt, NULL, lines, NULL);
            assert_true(count >= 1 && count == bolt->info.segments);
            for (uint32_t i = 0; i < count; i++) {
                assert_memory_equal(&lines[i].from, &desc.from, sizeof desc.from);
                assert_memory_equal(&lines[i].to, &desc.from, sizeof desc.from);
                assert_true(lines[i].scale > 0.0f && lines[i].scale <= 1.0f);
            }
            free(lines);
            qx_bolt_destroy(bolt);
        }
    }
}

static void a_thousand_bolts_are_all_there(void **state)
{
    (void)state;
    static qx_bolt *bolts[1000];
    uint64_t hashes = 0;
    for (uint32_t i = 0; i < 1000; i++)
        bolts[i] = bolt_of(&(qx_bolt_desc){ TO, .seed = i, .segments = 512 });
    for (uint32_t i = 0; i < 1000; i++) {
        const qx_bolt_info info = qx_bolt_get_info(bolts[i]);
        assert_true(info.segments >= 128 && info.segments <= 512);
        assert_true(info.segments + info.capped >= 128);
        hashes ^= qx_bolt_hash(bolts[i]);
        qx_bolt_destroy(bolts[i]);
    }
    assert_true(hashes != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_filled_in_and_stay),
        cmocka_unit_test(negative_fields_stay_none),
        cmocka_unit_test(default_caps_leave_room_for_branches),
        cmocka_unit_test(bad_descriptions_are_refused),
        cmocka_unit_test(limits_themselves_are_taken),
        cmocka_unit_test(every_failing_allocation_is_reported),
        cmocka_unit_test(generate_gives_what_create_gives),
        cmocka_unit_test(generate_refuses_what_has_no_room),
        cmocka_unit_test(seeds_give_bolts_of_their_own),
        cmocka_unit_test(every_instruction_set_grows_the_same),
        cmocka_unit_test(more_generations_refine_the_same_trunk),
        cmocka_unit_test(midpoint_offsets_have_no_mean),
        cmocka_unit_test(solid_offsets_have_any_azimuth_alike),
        cmocka_unit_test(sorted_offsets_have_no_mean_and_stay_sorted),
        cmocka_unit_test(trees_have_the_expected_size),
        cmocka_unit_test(branches_lean_to_both_sides_within_the_angle),
        cmocka_unit_test(straight_bolts_are_straight),
        cmocka_unit_test(caps_keep_the_longest_and_tell),
        cmocka_unit_test(every_link_of_a_chain_has_its_trunk),
        cmocka_unit_test(branches_of_short_links_are_left_out_first),
        cmocka_unit_test(frames_are_square_in_every_direction),
        cmocka_unit_test(equal_ends_make_one_dot),
        cmocka_unit_test(a_thousand_bolts_are_all_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
