// SPDX-License-Identifier: MIT
// Many bolts in one mesh: indices that serve all of them, nothing between them, the bytes of each
// alone.
#include "bolt_builds.h"

#include <stdbool.h>

static bool is_same(const qx_bolt_vertex *a, const qx_bolt_vertex *b)
{
    return memcmp(a, b, 3 * sizeof a->x) == 0;
}

// --- indices

static void indices_are_those_of_pairs_in_a_row(void **state)
{
    (void)state;
    enum { MOST = 400, GUARD = 16 };
    static uint32_t indices[3 * MOST + GUARD];
    static const uint32_t firsts[] = { 0, 1, 7777, UINT32_MAX - MOST };
    for (uint32_t vertices = 0; vertices <= MOST; vertices += 2) {
        const uint32_t first = firsts[vertices / 2 % QX_COUNT(firsts)];
        const uint32_t expected = vertices < 4 ? 0 : 3 * vertices - 6;
        memset(indices, 0xA5, sizeof indices);
        assert_int_equal(qx_bolt_build_indices(first, vertices, NULL), expected);
        assert_int_equal(qx_bolt_build_indices(first, vertices, indices), expected);
        for (uint32_t i = 0; i < expected; i++) {
            static const uint32_t corners[] = { 0, 1, 2, 1, 3, 2 };
            assert_int_equal(indices[i], first + i / 6 * 2 + corners[i % 6]);
        }
        for (uint32_t i = expected; i < expected + GUARD; i++)
            assert_int_equal(indices[i], 0xA5A5A5A5);
    }
}

static void a_ribbon_has_no_other_indices(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        bolt_case c;
        bolt_case_by_chance(&c, seed);
        qx_bolt *bolt = bolt_of(&c.desc);
        build b = build_for(bolt);
        for (int moment = 0; moment < 3; moment++) {
            const qx_bolt_pose pose = { .time = moment * 0.7, .unborn = 0.3f * (float)moment };
            build_moment(&b, bolt, &pose, NULL);
            uint32_t *all = malloc((3 * b.counts.vertices + 1) * sizeof *all);
            assert_non_null(all);
            assert_int_equal(qx_bolt_build_indices(0, b.counts.vertices, all), b.counts.indices);
            assert_memory_equal(all, b.indices, b.counts.indices * sizeof *all);
            const qx_bolt_counts without =
                qx_bolt_build_ribbon(bolt, &pose, NULL, b.vertices, NULL, 0, NULL);
            assert_int_equal(without.vertices, b.counts.vertices);
            assert_int_equal(without.indices, b.counts.indices);
            free(all);
        }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

// --- what lies between

static bool is_link(const qx_bolt_vertex *pair)
{
    return pair[0].across >= pair[1].across;
}

static bool is_empty(const qx_bolt_vertex *vertices, const uint32_t *triangle)
{
    const qx_bolt_vertex *a = &vertices[triangle[0]], *b = &vertices[triangle[1]],
                         *c = &vertices[triangle[2]];
    return is_same(a, b) || is_same(b, c) || is_same(c, a);
}

// Triangles to and from each link: two corners are the same, to the last bit. Returns how many
// links there are.
static uint32_t expect_empty_links(const qx_bolt_vertex *vertices, uint32_t count)
{
    uint32_t *indices = malloc((3 * count + 1) * sizeof *indices), links = 0;
    assert_non_null(indices);
    qx_bolt_build_indices(0, count, indices);
    for (uint32_t pair = 0; pair < count / 2; pair++) {
        if (!is_link(&vertices[2 * pair])) continue;
        links++;
        for (uint32_t k = 0; k < 2; k++) {
            if (pair > 0) assert_true(is_empty(vertices, indices + 6 * (pair - 1) + 3 * k));
            if (pair + 1 < count / 2) assert_true(is_empty(vertices, indices + 6 * pair + 3 * k));
        }
    }
    free(indices);
    return links;
}

static uint32_t turns_back(const qx_bolt_vertex *vertices, uint32_t count)
{
    uint32_t ends = 0;
    for (uint32_t i = 0; i + 1 < count; i += 2)
        ends += vertices[i].along == 127 && vertices[i + 1].along == 127 && !is_link(vertices + i);
    return ends;
}

static void strands_are_linked_by_nothing(void **state)
{
    (void)state;
    uint32_t seen = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        bolt_case c;
        bolt_case_by_chance(&c, seed);
        qx_bolt *bolt = bolt_of(&c.desc);
        build b = build_for(bolt);
        const qx_bolt_camera camera = { .eye = { 30.0f, -70.0f, 400.0f }, .placed = seed % 2 == 1 };
        build_moment(&b, bolt, &(qx_bolt_pose){ .time = 3.5 }, &camera);
        const uint32_t links = expect_empty_links(b.vertices, b.counts.vertices);
        // One between each two of what ends with a cap, one before and one behind them all.
        assert_int_equal(links, turns_back(b.vertices, b.counts.vertices) + 1);
        assert_true(links > bolt->info.strands);
        seen += links;
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
    assert_true(seen > 1000);
}

// --- many

enum { BOLTS = 300, MANY = 5 * BOLTS };

typedef struct fleet {
    qx_bolt *bolts[BOLTS];
    const qx_bolt *built[MANY]; // each five times
    qx_bolt_pose poses[MANY];
    uint32_t room; // vertices
} fleet;

static const qx_simd sets[] = { QX_SIMD_BEST, QX_SIMD_SCALAR, QX_SIMD_SSE2,
                                QX_SIMD_AVX2, QX_SIMD_AVX512, QX_SIMD_NEON };

// One set of instructions after the other, as far as there are any.
static void fleet_make(fleet *f)
{
    *f = (fleet){ 0 };
    for (uint32_t i = 0; i < BOLTS; i++) {
        bolt_case c;
        bolt_case_by_chance(&c, i);
        qx_simd found;
        c.desc.segments = 2048;
        c.desc.simd = sets[i % QX_COUNT(sets)];
        if (qx_simd_resolve(c.desc.simd, &found) != QX_OK) c.desc.simd = QX_SIMD_BEST;
        f->bolts[i] = bolt_of(&c.desc);
    }
    for (uint32_t i = 0; i < MANY; i++) {
        f->built[i] = f->bolts[i % BOLTS];
        f->poses[i] = (qx_bolt_pose){ .time = 0.31 * i, .unborn = i % 5 == 4 ? 0.4f : 0.0f };
        if (i % 17 == 16) f->poses[i].time = NAN;
        f->room += qx_bolt_bound_ribbon(f->built[i]).vertices;
    }
}

static void fleet_free(fleet *f)
{
    for (uint32_t i = 0; i < BOLTS; i++) qx_bolt_destroy(f->bolts[i]);
}

static qx_bolt_bounds joined(qx_bolt_bounds a, qx_bolt_bounds b)
{
    return (qx_bolt_bounds){
        { fminf(a.low.x, b.low.x), fminf(a.low.y, b.low.y), fminf(a.low.z, b.low.z) },
        { fmaxf(a.high.x, b.high.x), fmaxf(a.high.y, b.high.y), fmaxf(a.high.z, b.high.z) }
    };
}

// Bolt by bolt, appended.
static uint32_t build_singly(const fleet *f, uint32_t count, const qx_bolt_pose *poses,
                             const qx_bolt_camera *camera, qx_bolt_vertex *vertices,
                             qx_bolt_bounds *bounds)
{
    uint32_t written = 0;
    *bounds = (qx_bolt_bounds){ 0 };
    for (uint32_t i = 0; i < count; i++) {
        qx_bolt_bounds one;
        const qx_bolt_counts made = qx_bolt_build_ribbon(
            f->built[i], poses ? &poses[i] : NULL, camera, vertices + written, NULL, written, &one);
        if (made.vertices == 0) continue;
        *bounds = written == 0 ? one : joined(*bounds, one);
        written += made.vertices;
    }
    return written;
}

static void expect_alike(const fleet *f, uint32_t count, const qx_bolt_pose *poses,
                         const qx_bolt_camera *camera, qx_bolt_vertex *singly, qx_bolt_vertex *many)
{
    qx_bolt_bounds expected, bounds;
    const uint32_t written = build_singly(f, count, poses, camera, singly, &expected);
    memset(many, 0xA5, (written + BOLT_BLOCK) * sizeof *many);
    memset(many + f->room, 0xA5, sizeof *many);
    assert_int_equal(qx_bolt_build_ribbons(f->built, poses, count, camera, many, &bounds), written);
    assert_memory_equal(many, singly, written * sizeof *many);
    assert_memory_equal(&bounds, &expected, sizeof bounds);
    const unsigned char *guard = (const unsigned char *)(many + f->room);
    for (size_t i = 0; i < sizeof *many; i++) assert_int_equal(guard[i], 0xA5);
    memset(many, 0x5A, written * sizeof *many);
    assert_int_equal(qx_bolt_build_ribbons(f->built, poses, count, camera, many, NULL), written);
    assert_memory_equal(many, singly, written * sizeof *many);
}

// Large enough to go past the cache, from every place of a line and one that no line has.
static void many_are_their_bolts_in_a_row(void **state)
{
    (void)state;
    static fleet f;
    fleet_make(&f);
    qx_bolt_vertex *singly = malloc(f.room * sizeof *singly);
    char *memory = aligned_alloc(64, (f.room * sizeof *singly + 256) / 64 * 64);
    assert_true(singly && memory);
    static const uint32_t offsets[] = { 0, 16, 32, 48, 4 };
    const qx_bolt_camera camera = { .eye = { 30.0f, -70.0f, 400.0f }, .placed = true };
    for (size_t i = 0; i < QX_COUNT(offsets); i++) {
        qx_bolt_vertex *many = (qx_bolt_vertex *)(void *)(memory + offsets[i]);
        expect_alike(&f, MANY, f.poses, NULL, singly, many);
        expect_alike(&f, MANY, f.poses, &camera, singly, many);
        expect_alike(&f, MANY, NULL, NULL, singly, many);
        for (uint32_t count = 0; count < 4; count++)
            expect_alike(&f, count, f.poses, NULL, singly, many);
    }
    qx_bolt_bounds bounds;
    const uint32_t written = build_singly(&f, MANY, f.poses, NULL, singly, &bounds);
    assert_true(written * sizeof *singly > (size_t)3 << 20);
    expect_empty_links(singly, written);
    free(memory);
    free(singly);
    fleet_free(&f);
}

static void what_is_out_of_range_writes_nothing(void **state)
{
    (void)state;
    qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .to = { 300.0f, 0.0f, 0.0f } });
    build b = build_for(bolt);
    const qx_bolt *const twice[] = { bolt, bolt };
    const qx_bolt_pose bad[] = { { .time = INFINITY }, { .unborn = NAN } };
    const qx_bolt_camera nowhere = { .eye = { NAN, 0.0f, 0.0f }, .placed = true };
    qx_bolt_bounds bounds = { { 1, 1, 1 }, { 1, 1, 1 } };
    assert_int_equal(qx_bolt_build_ribbons(twice, bad, 2, NULL, b.vertices, &bounds), 0);
    assert_true(is_same_place(bounds.low, (qx_vec3){ 0 }));
    assert_true(is_same_place(bounds.high, (qx_vec3){ 0 }));
    assert_int_equal(qx_bolt_build_ribbons(twice, NULL, 2, &nowhere, b.vertices, NULL), 0);
    assert_int_equal(qx_bolt_build_ribbons(twice, NULL, 0, NULL, b.vertices, NULL), 0);
    build_free(&b);
    qx_bolt_destroy(bolt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_are_those_of_pairs_in_a_row),
        cmocka_unit_test(a_ribbon_has_no_other_indices),
        cmocka_unit_test(strands_are_linked_by_nothing),
        cmocka_unit_test(many_are_their_bolts_in_a_row),
        cmocka_unit_test(what_is_out_of_range_writes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
