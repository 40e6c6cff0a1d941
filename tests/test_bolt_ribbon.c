// SPDX-License-Identifier: MIT
// The mesh of a bolt: its joints, its sides, its light, seen flat and from an eye.
#include "bolt_builds.h"

#include "failing.h"

#include <quincunx/hash.h>

#define MOMENTS 3000u

static qx_vec3 place_of(const qx_bolt_vertex *v)
{
    return (qx_vec3){ v->x, v->y, v->z };
}

static float distance_to_segment(qx_vec3 p, qx_vec3 a, qx_vec3 b)
{
    const float x = b.x - a.x, y = b.y - a.y;
    const float square = x * x + y * y;
    float share = square > 0.0f ? ((p.x - a.x) * x + (p.y - a.y) * y) / square : 0.0f;
    share = fminf(fmaxf(share, 0.0f), 1.0f);
    return hypotf(p.x - a.x - share * x, p.y - a.y - share * y);
}

static float distance_to_line(qx_vec3 p, const qx_vec3 *points, uint32_t count)
{
    float least = INFINITY;
    for (uint32_t i = 0; i + 1 < count; i++)
        least = fminf(least, distance_to_segment(p, points[i], points[i + 1]));
    return least;
}

// Twice the area, positive where the corners run as those of a strip that is not folded.
static double area_of(const build *b, uint32_t triangle)
{
    const uint32_t *i = b->indices + 3 * triangle;
    const qx_bolt_vertex *p = &b->vertices[i[0]], *q = &b->vertices[i[1]], *r = &b->vertices[i[2]];
    return -(((double)q->x - (double)p->x) * ((double)r->y - (double)p->y) -
             ((double)q->y - (double)p->y) * ((double)r->x - (double)p->x));
}

// --- a rasteriser: the light at a place, added up over all triangles

static double profile(double across, double along)
{
    const double square = (across * across + along * along) / (127.0 * 127.0);
    return square < 1.0 ? (1.0 - square) * (1.0 - square) * sqrt(1.0 - square) : 0.0;
}

typedef struct shine {
    double sum, most;
} shine;

static shine shine_at(const build *b, double x, double y)
{
    shine result = { 0.0, 0.0 };
    for (uint32_t t = 0; t < b->counts.indices / 3; t++) {
        const uint32_t *i = b->indices + 3 * t;
        double share[3], across = 0.0, along = 0.0, light = 0.0;
        const double area = area_of(b, t);
        if (!(fabs(area) > 1e-12)) continue;
        for (int k = 0; k < 3; k++) {
            const qx_bolt_vertex *q = &b->vertices[i[(k + 1) % 3]];
            const qx_bolt_vertex *r = &b->vertices[i[(k + 2) % 3]];
            share[k] = -(((double)q->x - x) * ((double)r->y - y) -
                         ((double)q->y - y) * ((double)r->x - x)) /
                       area;
        }
        if (share[0] < 0.0 || share[1] < 0.0 || share[2] < 0.0) continue;
        for (int k = 0; k < 3; k++) {
            const qx_bolt_vertex *v = &b->vertices[i[k]];
            across += share[k] * v->across;
            along += share[k] * v->along;
            light += share[k] * v->brightness / 65535.0;
        }
        const double value = light * profile(across, along);
        result.sum += value;
        result.most = fmax(result.most, value);
    }
    return result;
}

// --- single joints

// Two segments of this length, the second turned by `turn` to the right of the first.
static void bend(qx_vec3 points[3], float length, double turn)
{
    points[0] = (qx_vec3){ 0.0f, 0.0f, 0.0f };
    points[1] = (qx_vec3){ length, 0.0f, 0.0f };
    points[2] =
        (qx_vec3){ length + (float)(length * cos(turn)), (float)(length * sin(turn)), 0.0f };
}

static void expect_clean(const build *b, const qx_vec3 *points, uint32_t count, float half)
{
    for (uint32_t i = 0; i < b->counts.vertices; i++) // no spike
        assert_true(distance_to_line(place_of(&b->vertices[i]), points, count) <= 2.01f * half);
    for (uint32_t t = 0; t < b->counts.indices / 3; t++) // no fold
        assert_true(area_of(b, t) >= -1e-4 * (double)half * (double)half);
}

static void joints_have_no_spike_and_no_fold_at_any_turn(void **state)
{
    (void)state;
    for (int i = -18000; i <= 18000; i += 15) {
        const double turn = i * 3.14159265358979 / 18000.0;
        for (int k = 0; k < 3; k++) {
            static const float lengths[] = { 100.0f, 5.0f, 0.5f };
            qx_vec3 points[3];
            bend(points, lengths[k], turn);
            qx_bolt *bolt = bolt_through(points, 3, 2.0f);
            build b = build_for(bolt);
            build_moment(&b, bolt, NULL, NULL);
            expect_clean(&b, points, 3, 2.0f);
            build_free(&b);
            qx_bolt_destroy(bolt);
        }
    }
}

// Places of the outer side of a joint, farthest from it.
static float farthest_corner(double turn)
{
    qx_vec3 points[3];
    bend(points, 100.0f, turn);
    qx_bolt *bolt = bolt_through(points, 3, 2.0f);
    build b = build_for(bolt);
    build_moment(&b, bolt, NULL, NULL);
    float most = 0.0f;
    for (uint32_t i = 0; i < b.counts.vertices; i++) {
        const qx_vec3 p = place_of(&b.vertices[i]);
        if (length_between(p, points[1]) < 20.0f)
            most = fmaxf(most, distance_to_line(p, points, 3));
    }
    build_free(&b);
    qx_bolt_destroy(bolt);
    return most / 2.0f;
}

static void mitres_are_cut_beyond_twice_the_width(void **state)
{
    (void)state;
    static const double degree = 3.14159265358979 / 180.0;
    for (int turn = 1; turn < 168; turn++) { // beyond, it turns back
        if (turn == 120) continue;           // the limit itself
        const double tip = turn < 120 ? 1.0 / cos(0.5 * turn * degree) : 1.0;
        for (int side = -1; side <= 1; side += 2)
            assert_true(fabs((double)farthest_corner(side * turn * degree) - tip) < 1e-3);
    }
    assert_true((double)farthest_corner(180.0 * degree) <= 1.4143); // a cap
}

// --- polylines

// A walk whose turns are up to `wild`, now and then with a point again, a turn back, a tiny step.
static uint32_t walk(qx_random *random, float wild, float step, bool odd, qx_vec3 points[],
                     uint32_t room)
{
    float angle = qx_random_range(random, -3.0f, 3.0f);
    points[0] = (qx_vec3){ 0.0f, 0.0f, 0.0f };
    for (uint32_t i = 1; i < room; i++) {
        const uint32_t kind = odd ? qx_random_below(random, 12) : 12;
        float length = step * qx_random_range(random, 0.5f, 1.5f);
        angle += qx_random_range(random, -wild, wild);
        if (kind == 0) length = 0.0f;
        if (kind == 1) length *= 1e-6f;
        if (kind == 2) angle += 3.14159265f;
        if (kind == 3) angle += 3.14f;
        points[i].x = points[i - 1].x + length * cosf(angle);
        points[i].y = points[i - 1].y + length * sinf(angle);
        points[i].z = 0.0f;
        if (kind == 4 && i >= 2) points[i] = points[i - 2]; // back exactly
    }
    return room;
}

static void odd_polylines_have_no_spike_and_no_fold(void **state)
{
    (void)state;
    enum { ROOM = 400 };
    static qx_vec3 points[ROOM];
    for (uint64_t seed = 0; seed < 120; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 1);
        const float half = qx_random_range(&random, 0.1f, 20.0f);
        const uint32_t count =
            walk(&random, 3.0f, 10.0f, true, points, 2 + qx_random_below(&random, ROOM - 2));
        qx_bolt *bolt = bolt_through(points, count, half);
        build b = build_for(bolt);
        build_moment(&b, bolt, NULL, NULL);
        expect_clean(&b, points, count, half);
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

static void points_all_alike_are_a_dot(void **state)
{
    (void)state;
    qx_vec3 points[300] = { { 0.0f, 0.0f, 0.0f } };
    for (uint32_t count = 2; count <= QX_COUNT(points); count += 149) {
        qx_bolt *bolt = bolt_through(points, count, 3.0f);
        build b = build_for(bolt);
        const qx_bolt_camera eyes[] = { { .eye = { 5.0f, 5.0f, 9.0f }, .placed = true },
                                        { .eye = { 0.0f, 0.0f, 0.0f }, .placed = true },
                                        { .placed = false } };
        for (size_t i = 0; i < QX_COUNT(eyes); i++) {
            build_moment(&b, bolt, NULL, &eyes[i]);
            for (uint32_t k = 0; k < b.counts.vertices; k++)
                assert_true(length_between(place_of(&b.vertices[k]), points[0]) <= 4.3f);
            if (i != 1) assert_true(shine_at(&b, 0.05, 0.02).most > 0.9);
        }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

// Change of across over a triangle, by the half width: 1 where across is the distance.
static double slope_of(const build *b, uint32_t t, float half)
{
    const uint32_t *i = b->indices + 3 * t;
    const qx_bolt_vertex *p = &b->vertices[i[0]], *q = &b->vertices[i[1]], *r = &b->vertices[i[2]];
    const double ux = (double)(q->x - p->x), uy = (double)(q->y - p->y);
    const double vx = (double)(r->x - p->x), vy = (double)(r->y - p->y);
    const double du = (q->across - p->across) / 127.0, dv = (r->across - p->across) / 127.0;
    const double area = ux * vy - uy * vx;
    return (double)half * hypot(du * vy - dv * uy, dv * ux - du * vx) / fabs(area);
}

static bool is_body(const build *b, uint32_t t)
{
    int flat = 0, centre = 0;
    for (int k = 0; k < 3; k++) {
        const qx_bolt_vertex *v = &b->vertices[b->indices[3 * t + (uint32_t)k]];
        flat += v->along == 0;
        centre += v->across == 0;
    }
    const qx_bolt_vertex *v[3];
    for (int k = 0; k < 3; k++) v[k] = &b->vertices[b->indices[3 * t + (uint32_t)k]];
    // Of a bevel's own triangle two corners lie on one side and the third in the centre.
    const bool bevel = centre == 1 && abs(v[0]->across + v[1]->across + v[2]->across) == 254;
    return flat == 3 && !bevel;
}

static void across_is_the_distance_in_every_triangle(void **state)
{
    (void)state;
    static const float wilds[] = { 0.3f, 1.2f, 2.6f };
    uint32_t seen = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 2);
        qx_vec3 points[80];
        const float half = qx_random_range(&random, 0.5f, 8.0f);
        const uint32_t count = walk(&random, wilds[seed % 3], 20.0f, false, points, 80);
        qx_bolt *bolt = bolt_through(points, count, half);
        build b = build_for(bolt);
        build_moment(&b, bolt, NULL, NULL);
        for (uint32_t t = 0; t < b.counts.indices / 3; t++) {
            if (!is_body(&b, t) || area_of(&b, t) < 1e-2 * (double)half * (double)half) continue;
            assert_true(fabs(slope_of(&b, t, half) - 1.0) < 5e-3);
            seen++;
        }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
    assert_true(seen > 60 * 79);
}

// Measured from the vertices: both sides of each segment lie half a width from its line.
static void width_is_constant_through_shallow_bends(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 4);
        qx_vec3 points[50];
        walk(&random, 0.5f, 20.0f, false, points, 50);
        qx_bolt *bolt = bolt_through(points, 50, 3.0f);
        build b = build_for(bolt);
        build_moment(&b, bolt, NULL, NULL);
        assert_int_equal(b.counts.vertices, 2 * 50 + 8); // all mitred, two caps, begin and end
        for (uint32_t i = 0; i + 1 < 50; i++)
            for (uint32_t k = 0; k < 4; k++) {
                const qx_vec3 a = points[i], c = points[i + 1];
                const qx_vec3 p = place_of(&b.vertices[4 + 2 * i + k]);
                const float length = length_between(a, c);
                const float off = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / length;
                assert_true(fabsf(fabsf(off) - 3.0f) < 3e-4f);
                assert_true((off > 0.0f) == (b.vertices[4 + 2 * i + k].across < 0));
            }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

// Along the line itself, at its half and at its edge, added up and as the most.
static void light_along_a_bent_line_is_even(void **state)
{
    (void)state;
    static const float wilds[] = { 0.5f, 1.5f, 2.0f };
    for (uint64_t seed = 0; seed < 30; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 6);
        qx_vec3 points[12];
        float angle = 0.0f;
        points[0] = (qx_vec3){ 0.0f, 0.0f, 0.0f };
        for (uint32_t i = 1; i < 12; i++) { // turns to either side, so that it never meets itself
            points[i].x = points[i - 1].x + 30.0f * cosf(angle);
            points[i].y = points[i - 1].y + 30.0f * sinf(angle);
            points[i].z = 0.0f;
            angle = (i % 2 ? 1.0f : -1.0f) * 0.5f * wilds[seed % 3] * qx_random_unit(&random);
        }
        qx_bolt *bolt = bolt_through(points, 12, 4.0f);
        build b = build_for(bolt);
        build_moment(&b, bolt, NULL, NULL);
        for (uint32_t i = 0; i + 1 < 12; i++)
            for (int k = 0; k < 60; k++) {
                const double s = (k + 0.37) / 60.0;
                const double x = (double)points[i].x + s * (double)(points[i + 1].x - points[i].x);
                const double y = (double)points[i].y + s * (double)(points[i + 1].y - points[i].y);
                const shine light = shine_at(&b, x, y);
                assert_true(light.sum > 0.98 && light.sum < 1.02);
                assert_true(light.most > 0.98);
            }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

// Around a joint of any turn, mitred, cut or turned back: nothing dark on the line, nothing
// brighter than it where the sides do not overlap of themselves.
static void light_at_joints_is_even(void **state)
{
    (void)state;
    for (int turn = 0; turn <= 180; turn += 3) {
        qx_vec3 points[3];
        bend(points, 100.0f, turn * 3.14159265358979 / 180.0);
        qx_bolt *bolt = bolt_through(points, 3, 4.0f);
        build b = build_for(bolt);
        build_moment(&b, bolt, NULL, NULL);
        for (int k = -80; k <= 80; k++) {
            const int leg = k < 0 ? 0 : 1;
            const double s = fabs((k + 0.43) / 80.0) * 0.3;
            const double way = leg == 0 ? -1.0 : 1.0;
            const double x =
                (double)points[1].x + way * s * (double)(points[leg + 1].x - points[leg].x);
            const double y =
                (double)points[1].y + way * s * (double)(points[leg + 1].y - points[leg].y);
            const shine light = shine_at(&b, x, y + 1e-4);
            assert_true(light.most > 0.98 && light.most < 1.02);
            if (turn <= 160) assert_true(light.sum > 0.98 && light.sum < 1.02);
        }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

static void caps_are_round(void **state)
{
    (void)state;
    const qx_vec3 points[] = { { 0, 0, 0 }, { 50, 0, 0 } };
    qx_bolt *bolt = bolt_through(points, 2, 8.0f);
    build b = build_for(bolt);
    build_moment(&b, bolt, NULL, NULL);
    for (int i = 0; i < 360; i += 7)
        for (double r = 0.1; r < 8.0; r += 0.9) {
            const double angle = i * 3.14159265358979 / 180.0;
            const double x = r * cos(angle), y = r * sin(angle);
            const double expected = profile(127.0 * y / 8.0, x < 0.0 ? 127.0 * x / 8.0 : 0.0);
            assert_true(fabs(shine_at(&b, x, y).most - expected) < 0.01);
            assert_true(fabs(shine_at(&b, 50.0 - x, y).most - expected) < 0.01);
        }
    build_free(&b);
    qx_bolt_destroy(bolt);
}

// --- whole bolts

static qx_bolt_pose pose_by_chance(qx_random *random, const qx_bolt *bolt, qx_vec3 *ends)
{
    qx_bolt_pose pose = { .time = (double)qx_random_range(random, -5000.0f, 5000.0f) };
    if (qx_random_below(random, 3) == 0) pose.unborn = qx_random_unit(random);
    if (qx_random_below(random, 3) == 0) pose.scale = qx_random_range(random, 0.1f, 9.0f);
    if (qx_random_below(random, 2) == 0) {
        move_ends(bolt, 500.0f, random, ends);
        pose.ends = ends;
    }
    return pose;
}

// build_moment looks at all that must hold.
static void thousands_of_moments_are_in_bounds(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < MOMENTS / 4; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 8);
        bolt_case c;
        bolt_case_by_chance(&c, seed);
        qx_bolt *bolt = bolt_of(&c.desc);
        build b = build_for(bolt);
        for (int i = 0; i < 4; i++) {
            qx_vec3 ends[16];
            const qx_bolt_pose pose = pose_by_chance(&random, bolt, ends);
            qx_bolt_camera camera = { .placed = i % 2 == 1 };
            camera.eye.x = qx_random_range(&random, -1000.0f, 1000.0f);
            camera.eye.y = qx_random_range(&random, -1000.0f, 1000.0f);
            camera.eye.z = qx_random_range(&random, -1000.0f, 1000.0f);
            build_moment(&b, bolt, &pose, i == 0 ? NULL : &camera);
        }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

// A strand's first pair, which is that of its fork, lies around the fork's own place.
static void branches_begin_in_their_parents(void **state)
{
    (void)state;
    qx_bolt *bolt =
        bolt_of(&(qx_bolt_desc){ .to = { 600.0f, 0.0f, 0.0f }, .seed = 5, .branch_chance = 0.4f });
    build b = build_for(bolt);
    build_moment(&b, bolt, &(qx_bolt_pose){ .time = 2.0 }, NULL);
    uint32_t found = 0;
    for (uint32_t s = 1; s < bolt->info.strands; s++) {
        const qx_vec3 fork = b.lines[bolt->strands[s].segment].from;
        const float half = bolt->points.width[bolt->strands[s].first];
        for (uint32_t i = 0; i < b.counts.vertices; i += 2) {
            const qx_bolt_vertex *l = &b.vertices[i], *r = l + 1;
            const qx_vec3 middle = { 0.5f * (l->x + r->x), 0.5f * (l->y + r->y), 0.0f };
            if (length_between(middle, fork) > 1e-3f) continue;
            if (fabsf(length_between(place_of(l), place_of(r)) - 2.0f * half) > 1e-2f * half)
                continue;
            found++;
            break;
        }
    }
    assert_int_equal(found, bolt->info.strands - 1);
    build_free(&b);
    qx_bolt_destroy(bolt);
}

static void a_thousand_bolts_share_a_buffer(void **state)
{
    (void)state;
    enum { BOLTS = 1000 };
    qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .to = { 300.0f, 0.0f, 0.0f }, .generations = 5 });
    const qx_bolt_counts room = qx_bolt_bound_ribbon(bolt);
    qx_bolt_vertex *vertices = malloc(sizeof *vertices * (BOLTS * 400u + room.vertices));
    uint32_t *indices = malloc(sizeof *indices * (BOLTS * 1200u + room.indices));
    build alone = build_for(bolt);
    assert_true(vertices && indices);
    qx_bolt_counts all = { 0 };
    uint64_t hashes[BOLTS];
    for (uint32_t i = 0; i < BOLTS; i++) {
        const qx_bolt_desc desc = { .to = { 300.0f, (float)i, 0.0f }, .generations = 5, .seed = i };
        assert_int_equal(qx_bolt_generate(bolt, &desc), QX_OK);
        build_moment(&alone, bolt, NULL, NULL);
        hashes[i] = qx_hash_bytes(QX_HASH_START, alone.vertices,
                                  alone.counts.vertices * sizeof *alone.vertices);
        const qx_bolt_counts one = qx_bolt_build_ribbon(bolt, NULL, NULL, vertices + all.vertices,
                                                        indices + all.indices, all.vertices, NULL);
        assert_true(one.vertices == alone.counts.vertices && one.indices == alone.counts.indices);
        for (uint32_t k = 0; k < one.indices; k++)
            assert_int_equal(indices[all.indices + k], alone.indices[k] + all.vertices);
        all.vertices += one.vertices;
        all.indices += one.indices;
        assert_true(all.vertices <= BOLTS * 400u && all.indices <= BOLTS * 1200u);
    }
    qx_bolt_vertex *at = vertices;
    for (uint32_t i = 0; i < BOLTS; i++) { // none was written over
        const qx_bolt_desc desc = { .to = { 300.0f, (float)i, 0.0f }, .generations = 5, .seed = i };
        assert_int_equal(qx_bolt_generate(bolt, &desc), QX_OK);
        build_moment(&alone, bolt, NULL, NULL);
        assert_int_equal(qx_hash_bytes(QX_HASH_START, at, alone.counts.vertices * sizeof *at),
                         hashes[i]);
        at += alone.counts.vertices;
    }
    build_free(&alone);
    free(vertices);
    free(indices);
    qx_bolt_destroy(bolt);
}

// --- seen from an eye

static void sides_face_the_eye(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .from = { -100.0f, 20.0f, -300.0f },
                                                 .to = { 400.0f, 10.0f, 80.0f },
                                                 .space = QX_BOLT_SOLID,
                                                 .seed = seed });
        build b = build_for(bolt);
        const qx_vec3 eye = { 50.0f, -250.0f, 300.0f };
        build_moment(&b, bolt, NULL, &(qx_bolt_camera){ .eye = eye, .placed = true });
        for (uint32_t i = 0; i < b.counts.vertices; i += 2) {
            if (b.vertices[i].across > b.vertices[i + 1].across) continue; // between two strands
            const qx_vec3 l = place_of(&b.vertices[i]), r = place_of(&b.vertices[i + 1]);
            const qx_vec3 side = { l.x - r.x, l.y - r.y, l.z - r.z };
            const qx_vec3 view = { eye.x - 0.5f * (l.x + r.x), eye.y - 0.5f * (l.y + r.y),
                                   eye.z - 0.5f * (l.z + r.z) };
            const float width = length_between(l, r), far = length_between(view, (qx_vec3){ 0 });
            const float lean = side.x * view.x + side.y * view.y + side.z * view.z;
            assert_true(fabsf(lean) <= 0.02f * width * far);
        }
        build_free(&b);
        qx_bolt_destroy(bolt);
    }
}

// From very far in front an eye sees what the flat view has.
static void a_far_eye_sees_the_flat_picture(void **state)
{
    (void)state;
    qx_bolt *bolt = bolt_of(&(qx_bolt_desc){ .to = { 300.0f, 90.0f, 0.0f }, .seed = 3 });
    build flat = build_for(bolt), seen = build_for(bolt);
    build_moment(&flat, bolt, NULL, NULL);
    const qx_bolt_camera camera = { .eye = { 150.0f, 45.0f, 1e8f }, .placed = true };
    build_moment(&seen, bolt, NULL, &camera);
    assert_int_equal(flat.counts.vertices, seen.counts.vertices);
    for (uint32_t i = 0; i < flat.counts.vertices; i++) {
        assert_true(length_between(place_of(&flat.vertices[i]), place_of(&seen.vertices[i])) <
                    0.01f);
        assert_int_equal(flat.vertices[i].across, seen.vertices[i].across);
        assert_int_equal(flat.vertices[i].along, seen.vertices[i].along);
    }
    build_free(&flat);
    build_free(&seen);
    qx_bolt_destroy(bolt);
}

static void looking_along_a_segment_keeps_the_last_side(void **state)
{
    (void)state;
    // The middle segment points at the eye.
    const qx_vec3 points[] = { { 0, 0, 0 }, { 40, 0, 0 }, { 40, 0, 50 }, { 40, 30, 50 } };
    qx_bolt *bolt = bolt_through(points, 4, 2.0f);
    build b = build_for(bolt);
    const qx_vec3 eyes[] = {
        { 40, 0, 500 }, { 40, 0, 0 }, { 40, 0, 50 }, { 20, 0, 0 }, { 40, 0, -9 }
    };
    for (size_t i = 0; i < QX_COUNT(eyes); i++) {
        build_moment(&b, bolt, NULL, &(qx_bolt_camera){ .eye = eyes[i], .placed = true });
        for (uint32_t k = 0; k < b.counts.vertices; k++) {
            float near = INFINITY;
            for (size_t p = 0; p < 4; p++)
                near = fminf(near, length_between(place_of(&b.vertices[k]), points[p]));
            assert_true(near <= 4.1f);
        }
        if (i == 0) // level with the first segment's side
            assert_true(fabsf(b.vertices[6].x - b.vertices[7].x) < 4.1f);
    }
    build_free(&b);
    qx_bolt_destroy(bolt);
}

// --- memory

static void building_never_allocates(void **state)
{
    (void)state;
    failing book;
    const qx_allocator allocator = failing_after(&book, 1000);
    qx_bolt *bolt =
        bolt_of(&(qx_bolt_desc){ .to = { 300.0f, 0.0f, 0.0f }, .allocator = &allocator });
    build b = build_for(bolt);
    const long before = book.requests;
    const qx_bolt_camera camera = { .eye = { 1.0f, 2.0f, 300.0f }, .placed = true };
    for (int i = 0; i < 100; i++)
        build_moment(&b, bolt, &(qx_bolt_pose){ .time = i }, i % 2 ? &camera : NULL);
    assert_int_equal(book.requests, before);
    build_free(&b);
    qx_bolt_destroy(bolt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_have_no_spike_and_no_fold_at_any_turn),
        cmocka_unit_test(mitres_are_cut_beyond_twice_the_width),
        cmocka_unit_test(odd_polylines_have_no_spike_and_no_fold),
        cmocka_unit_test(points_all_alike_are_a_dot),
        cmocka_unit_test(across_is_the_distance_in_every_triangle),
        cmocka_unit_test(width_is_constant_through_shallow_bends),
        cmocka_unit_test(light_along_a_bent_line_is_even),
        cmocka_unit_test(light_at_joints_is_even),
        cmocka_unit_test(caps_are_round),
        cmocka_unit_test(thousands_of_moments_are_in_bounds),
        cmocka_unit_test(branches_begin_in_their_parents),
        cmocka_unit_test(a_thousand_bolts_share_a_buffer),
        cmocka_unit_test(sides_face_the_eye),
        cmocka_unit_test(a_far_eye_sees_the_flat_picture),
        cmocka_unit_test(looking_along_a_segment_keeps_the_last_side),
        cmocka_unit_test(building_never_allocates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
