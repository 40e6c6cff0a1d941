// SPDX-License-Identifier: MIT
// Meshes of qx terrain, read back: places, seams of tiles, true errors, blocks that are closed.
#include "tool_drive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <quincunx/base.h>
#include <quincunx/file.h>
#include <quincunx/height.h>
#include <quincunx/obj.h>
#include <quincunx/stl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- meshes as files have them

typedef struct vertex {
    qx_vec3 place, normal;
    qx_vec2 texture;
} vertex;

// Corners of triangles, three each.
typedef struct soup {
    vertex *vertices; // of a PLY
    uint32_t vertex_count;
    qx_vec3 *corners;
    size_t count;
} soup;

static uint32_t get_32(const char *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value); // this test's machines are little-endian
    return value;
}

static uint32_t count_of(const char *head, const char *element)
{
    const char *at = strstr(head, element);
    assert_non_null(at);
    return (uint32_t)strtoul(at + strlen(element), NULL, 10);
}

static soup load_ply(const char *path)
{
    soup s = { 0 };
    size_t size;
    char *bytes = tool_text(path, &size);
    s.vertex_count = count_of(bytes, "element vertex ");
    const uint32_t faces = count_of(bytes, "element face ");
    const char *at = strstr(bytes, "end_header\n") + strlen("end_header\n");
    assert_int_equal(size - (size_t)(at - bytes), 32 * (size_t)s.vertex_count + 13 * (size_t)faces);
    s.vertices = malloc(s.vertex_count * sizeof *s.vertices);
    memcpy(s.vertices, at, s.vertex_count * sizeof *s.vertices);
    at += 32 * (size_t)s.vertex_count;
    s.corners = malloc(3 * (size_t)faces * sizeof *s.corners);
    for (uint32_t i = 0; i < faces; i++, at += 13)
        for (int k = 0; k < 3; k++) {
            const uint32_t index = get_32(at + 1 + 4 * k);
            assert_true(at[0] == 3 && index < s.vertex_count);
            s.corners[s.count++] = s.vertices[index].place;
        }
    free(bytes);
    return s;
}

// With y up, as other meshes.
static soup load_stl(const char *path)
{
    soup s = { 0 };
    size_t size;
    char *bytes = tool_text(path, &size);
    const uint32_t faces = get_32(bytes + 80);
    assert_int_equal(size, 84 + 50 * (size_t)faces);
    s.corners = malloc(3 * (size_t)faces * sizeof *s.corners);
    for (uint32_t i = 0; i < faces; i++)
        for (size_t k = 0; k < 3; k++) {
            qx_vec3 p;
            memcpy(&p, bytes + 84 + 50 * (size_t)i + 12 + 12 * k, sizeof p);
            s.corners[s.count++] = (qx_vec3){ p.x, p.z, -p.y };
        }
    free(bytes);
    return s;
}

static void free_soup(soup *s)
{
    free(s->vertices);
    free(s->corners);
}

// --- maps

enum { SIDE = 65 };

static float heights[SIDE * SIDE];

// Hills that are not symmetrical; `holes`: some samples, and a pond.
static void write_hills(bool holes)
{
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            const double x = column, z = row;
            float *height = &heights[SIDE * row + column];
            *height = (float)(6 * sin(0.21 * x + 0.4) * cos(0.13 * z) + 0.05 * x +
                              0.3 * sin(1.7 * x + 0.9 * z));
            const bool pond = (column - 30) * (column - 30) + (row - 34) * (row - 34) < 60;
            if (holes && (pond || (column * 7 + row * 13) % 41 == 0)) *height = NAN;
        }
    assert_int_equal(qx_file_save("../hills.r32", heights, sizeof heights, NULL), QX_OK);
}

#define HILLS "terrain ../hills.r32 --raw 65x65:f32le --size 64x64 "

static double said_after(const char *words)
{
    char *text = tool_text("../err", NULL);
    const char *at = strstr(text, words);
    assert_non_null(at);
    const double number = strtod(at + strlen(words), NULL);
    free(text);
    return number;
}

// --- places

static void a_small_map_comes_out_exactly(void **state)
{
    (void)state;
    assert_int_equal(qx_file_save("../small.pgm", "P2 3 2 255  0 51 102  153 204 255", 34, NULL),
                     QX_OK);
    tool_run_well("terrain ../small.pgm --min -1 --max 4 --size 8x3 -o a.obj");
    static const char *const lines[] = {
        "v -4 -1 -1.5\nv 0 0 -1.5\nv 4 1 -1.5\nv -4 2 1.5\nv 0 3 1.5\nv 4 4 1.5\n",
        "vt 0 1",
        "vt 1 0",
        "f 1/1/1 4/4/4 2/2/2",
        "f 2/2/2 4/4/4 5/5/5",
    };
    char *text = tool_text("a.obj", NULL);
    for (size_t i = 0; i < COUNT(lines); i++)
        if (!strstr(text, lines[i])) fail_msg("no %s in %s", lines[i], text);
    free(text);
    tool_run_well(
        "terrain ../small.pgm --max 255 --turn 90 --diagonal lt-rb --exaggerate 2 -o b.obj");
    assert_true(tool_contains("b.obj", "v -0.5 204 -1\nv 0.5 510 -1\nv -0.5 102 0\nv 0.5 408 0\n"));
    assert_true(tool_contains("b.obj", "f 1/1/1 3/3/3 4/4/4\nf 1/1/1 4/4/4 2/2/2\n"));
    tool_run_well("terrain ../small.pgm --max 255 --turn mirror -o c.obj");
    assert_true(tool_contains("c.obj", "v -1 102 -0.5\nv 0 51 -0.5\nv 1 0 -0.5\n"));
}

static void glb_has_normals_and_texture_places(void **state)
{
    (void)state;
    write_hills(false);
    tool_run_well(HILLS "-o a.glb");
    size_t size;
    char *bytes = tool_text("a.glb", &size);
    assert_memory_equal(bytes, "glTF", 4);
    assert_int_equal(get_32(bytes + 8), size);
    assert_non_null(strstr(bytes + 20, "\"NORMAL\""));
    assert_non_null(strstr(bytes + 20, "\"TEXCOORD_0\""));
    free(bytes);
}

static void heights_and_normals_are_exaggerated(void **state)
{
    (void)state;
    write_hills(false);
    tool_run_well(HILLS "-o a.ply");
    tool_run_well(HILLS "--exaggerate 3 -o b.ply");
    soup a = load_ply("a.ply"), b = load_ply("b.ply");
    assert_int_equal(a.vertex_count, SIDE * SIDE);
    assert_int_equal(b.vertex_count, SIDE * SIDE);
    for (uint32_t i = 0; i < a.vertex_count; i++) {
        const vertex *v = &a.vertices[i], *w = &b.vertices[i];
        assert_true(v->place.y == heights[i] && w->place.y == 3 * v->place.y);
        assert_true(v->place.x == w->place.x && v->place.z == w->place.z);
        const float x = 3 * v->normal.x, z = 3 * v->normal.z, y = v->normal.y;
        const float length = sqrtf(x * x + y * y + z * z);
        assert_true(fabsf(w->normal.x - x / length) < 1e-6f);
        assert_true(fabsf(w->normal.y - y / length) < 1e-6f);
        assert_true(fabsf(w->normal.z - z / length) < 1e-6f);
    }
    free_soup(&a);
    free_soup(&b);
}

static void holes_leave_nothing_behind(void **state)
{
    (void)state;
    write_hills(true);
    static const char *const options[] = { "", "--error 0.5", "--error 0.5 --simplify rtin",
                                           "--error 0 --diagonal alternating" };
    for (size_t i = 0; i < COUNT(options); i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, HILLS "%s -o a.ply", options[i]);
        tool_run_well(arguments);
        soup s = load_ply("a.ply");
        for (uint32_t k = 0; k < s.vertex_count; k++) {
            const qx_vec3 p = s.vertices[k].place;
            assert_true(p.y == heights[SIDE * (int)(p.z + 32) + (int)(p.x + 32)]); // no hole
        }
        free_soup(&s);
    }
}

// --- true errors

// Twice the area of a, b and (x, z), seen from above.
static double area(qx_vec3 a, qx_vec3 b, double x, double z)
{
    return ((double)b.z - (double)a.z) * (x - (double)a.x) -
           ((double)b.x - (double)a.x) * (z - (double)a.z);
}

// The height of a triangle that looks up over a place; false where it does not cover it.
static bool height_over(const qx_vec3 *t, double x, double z, double *height)
{
    const double whole = area(t[0], t[1], (double)t[2].x, (double)t[2].z);
    if (!(whole > 1e-9)) return false;
    const double c = area(t[0], t[1], x, z) / whole, a = area(t[1], t[2], x, z) / whole,
                 b = area(t[2], t[0], x, z) / whole;
    *height = a * (double)t[0].y + b * (double)t[1].y + c * (double)t[2].y;
    return a >= -1e-6 && b >= -1e-6 && c >= -1e-6;
}

// Whether no cell around a sample is whole: what few triangles cover of such cells is open.
static bool is_lonely(int sample)
{
    for (int cell = 0; cell < 4; cell++) {
        const int column = sample % SIDE - (cell & 1), row = sample / SIDE - (cell >> 1);
        if (column < 0 || row < 0 || column + 1 >= SIDE || row + 1 >= SIDE) continue;
        const float *lt = &heights[SIDE * row + column];
        if (!isnan(lt[0] + lt[1] + lt[SIDE] + lt[SIDE + 1])) return false;
    }
    return true;
}

// The farthest a sample lies from the mesh: heights times `up` from `ground` on, places times
// `across`.
static double true_error(const soup *s, double across, double up, double ground)
{
    double worst = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (isnan(heights[i])) continue;
        const double x = (i % SIDE - 32) * across, z = (i / SIDE - 32) * across;
        double nearest = INFINITY;
        for (size_t k = 0; k < s->count; k += 3) {
            double height;
            if (!height_over(s->corners + k, x, z, &height)) continue;
            nearest = fmin(nearest, fabs(height - (((double)heights[i] - ground) * up)));
        }
        if (isinf(nearest))
            assert_true(is_lonely(i));
        else
            worst = fmax(worst, nearest);
    }
    return worst;
}

static void errors_are_kept_and_told(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        double most, up;
        bool holes;
    } cases[] = {
        { "--error 0.2", 0.2, 1, false },
        { "--error 1 --simplify rtin", 1, 1, false },
        { "--error 0", 0, 1, false },
        { "--error 1 --exaggerate 4", 1, 4, false },
        { "--error 0.7 --tile 1", 0.7, 1, false },
        { "--error 0.4", 0.4, 1, true },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char arguments[200];
        write_hills(cases[i].holes);
        snprintf(arguments, sizeof arguments, HILLS "%s -o a.ply", cases[i].options);
        tool_run_well(arguments);
        const double said = said_after("at most ");
        soup s = load_ply(strstr(cases[i].options, "tile") ? "a-0-0.ply" : "a.ply");
        const double error = true_error(&s, 1, cases[i].up, 0);
        assert_true(error <= cases[i].most + 1e-5);
        assert_true(fabs(error - said) < 1e-5);
        if (cases[i].most > 0) assert_true(s.count < 3 * 2 * 64 * 64 * 3 / 4);
        free_soup(&s);
    }
}

// --- tiles

static int compare_vertices(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(vertex));
}

// Vertices on x (or z) = place, sorted; the mesh keeps them.
static uint32_t take_line(soup *s, bool along_z, float place)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        const vertex v = s->vertices[i];
        if ((along_z ? v.place.x : v.place.z) != place) continue;
        s->vertices[i] = s->vertices[count];
        s->vertices[count++] = v;
    }
    qsort(s->vertices, count, sizeof(vertex), compare_vertices);
    return count;
}

static void assert_line_shared(const char *one, const char *other, bool along_z, float place)
{
    soup a = load_ply(one), b = load_ply(other);
    const uint32_t count = take_line(&a, along_z, place);
    assert_true(count >= 2);
    assert_int_equal(take_line(&b, along_z, place), count);
    if (memcmp(a.vertices, b.vertices, count * sizeof(vertex)) != 0)
        fail_msg("%s and %s differ", one, other);
    free_soup(&a);
    free_soup(&b);
}

static double area_from_above(const soup *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->count; i += 3) {
        const qx_vec3 *t = s->corners + i;
        const double twice = area(t[0], t[1], (double)t[2].x, (double)t[2].z);
        assert_true(twice > 0); // outward
        sum += twice / 2;
    }
    return sum;
}

// Of `tiles` x `tiles` that are cut at these places of 64.
static void check_tiles(const char *options, uint32_t tiles, bool holes)
{
    char arguments[200], one[32], other[32];
    snprintf(arguments, sizeof arguments, HILLS "%s --tile %u -o t.ply", options, tiles);
    tool_run_well(arguments);
    double sum = 0;
    for (uint32_t row = 0; row < tiles; row++)
        for (uint32_t column = 0; column < tiles; column++) {
            snprintf(one, sizeof one, "t-%u-%u.ply", column, row);
            soup s = load_ply(one);
            sum += area_from_above(&s);
            free_soup(&s);
            const float right = (float)(64 * (column + 1) / tiles) - 32.0f;
            const float bottom = (float)(64 * (row + 1) / tiles) - 32.0f;
            snprintf(other, sizeof other, "t-%u-%u.ply", column + 1, row);
            if (column + 1 < tiles) assert_line_shared(one, other, true, right);
            snprintf(other, sizeof other, "t-%u-%u.ply", column, row + 1);
            if (row + 1 < tiles) assert_line_shared(one, other, false, bottom);
        }
    if (!holes) assert_true(fabs(sum - 4096) < 1e-9); // all of it, once
}

static void tiles_share_their_borders_bit_for_bit(void **state)
{
    (void)state;
    static const char *const options[] = { "", "--exaggerate 1.7", "--error 0.3",
                                           "--error 0.3 --exaggerate 0.9",
                                           "--diagonal alternating" };
    write_hills(false);
    for (size_t i = 0; i < COUNT(options); i++)
        for (uint32_t tiles = 2; tiles <= 5; tiles++) check_tiles(options[i], tiles, false);
    check_tiles("--error 0.3 --simplify rtin", 2, false);
    check_tiles("--error 0.3 --simplify rtin", 8, false);
}

static bool lies_on_holes(vertex v, bool along_z)
{
    const int column = (int)(v.place.x + 32), row = (int)(v.place.z + 32);
    for (int step = -1; step <= 1; step++) {
        const int c = along_z ? column + step : column, r = along_z ? row : row + step;
        for (int side = -1; side <= 1; side++) {
            const int cc = along_z ? c : c + side, rr = along_z ? r + side : r;
            if (cc < 0 || rr < 0 || cc >= SIDE || rr >= SIDE) continue;
            if (isnan(heights[SIDE * rr + cc])) return true;
        }
    }
    return false;
}

// What is beside a hole may belong to one tile alone; all else is in both.
static void assert_line_shared_but_for_holes(const char *one, const char *other, float place)
{
    soup a = load_ply(one), b = load_ply(other);
    const uint32_t many = take_line(&a, true, place), few = take_line(&b, true, place);
    uint32_t shared = 0;
    for (uint32_t i = 0; i < many; i++) {
        const bool found =
            bsearch(&a.vertices[i], b.vertices, few, sizeof(vertex), compare_vertices) != NULL;
        assert_true(found || lies_on_holes(a.vertices[i], true));
        shared += found;
    }
    assert_true(shared > 4);
    free_soup(&a);
    free_soup(&b);
}

static void tiles_with_holes_share_the_rest(void **state)
{
    (void)state;
    write_hills(true);
    static const char *const options[] = { "", "--error 0.3", "--error 0.3 --simplify rtin" };
    for (size_t i = 0; i < COUNT(options); i++) {
        char arguments[200];
        snprintf(arguments, sizeof arguments, HILLS "%s --tile 2 -o t.ply", options[i]);
        tool_run_well(arguments);
        assert_line_shared_but_for_holes("t-0-0.ply", "t-1-0.ply", 0);
        assert_line_shared_but_for_holes("t-1-0.ply", "t-0-0.ply", 0);
        assert_line_shared_but_for_holes("t-0-1.ply", "t-1-1.ply", 0);
    }
}

static void tiles_of_holes_alone_are_left_out(void **state)
{
    (void)state;
    write_hills(false);
    for (int i = 0; i < SIDE * SIDE; i++)
        if (i % SIDE < 40) heights[i] = NAN;
    assert_int_equal(qx_file_save("../hills.r32", heights, sizeof heights, NULL), QX_OK);
    tool_run_well(HILLS "--tile 2 -o t.obj");
    assert_true(tool_contains("../err", "2 tiles, 2 of holes alone left out"));
    assert_int_equal(tool_count_entries(), 2);
    tool_run_well(HILLS "--tile 2 --error 1 -o t.obj");
    tool_run_well(HILLS "--bed 60x60 -o t.stl");
    assert_true(tool_contains("../err", "2 parts"));
    assert_int_equal(tool_count_entries(), 4);
}

// --- blocks

static int compare_edges(const void *a, const void *b)
{
    return memcmp(a, b, 2 * sizeof(qx_vec3));
}

static qx_vec3 *edges_of(const soup *s, bool backward)
{
    qx_vec3 *edges = malloc(2 * s->count * sizeof *edges);
    for (size_t i = 0; i < s->count; i++) {
        qx_vec3 from = s->corners[i], to = s->corners[i % 3 == 2 ? i - 2 : i + 1];
        edges[2 * i] = backward ? to : from;
        edges[2 * i + 1] = backward ? from : to;
    }
    qsort(edges, s->count, 2 * sizeof *edges, compare_edges);
    return edges;
}

// Each edge is there once each way, by places alone, as readers of STL see it.
static void assert_closed(const soup *s)
{
    for (size_t i = 0; i < s->count; i++) { // 0 is never -0 here
        assert_true(!signbit(s->corners[i].y) || s->corners[i].y != 0);
        s->corners[i].x += 0.0f;
        s->corners[i].z += 0.0f;
    }
    qx_vec3 *there = edges_of(s, false), *back = edges_of(s, true);
    assert_memory_equal(there, back, 2 * s->count * sizeof *there);
    for (size_t i = 2; i < 2 * s->count; i += 2)
        assert_true(compare_edges(&there[i - 2], &there[i]) != 0);
    free(there);
    free(back);
}

static double volume_of(const soup *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->count; i += 3) {
        const qx_vec3 p = s->corners[i], q = s->corners[i + 1], r = s->corners[i + 2];
        const double x = (double)q.y * (double)r.z - (double)q.z * (double)r.y;
        const double y = (double)q.z * (double)r.x - (double)q.x * (double)r.z;
        const double z = (double)q.x * (double)r.y - (double)q.y * (double)r.x;
        sum += (double)p.x * x + (double)p.y * y + (double)p.z * z;
    }
    return sum / 6;
}

typedef struct box {
    float low[3], high[3];
} box;

static box box_of(const soup *s)
{
    box b = { { 1e9f, 1e9f, 1e9f }, { -1e9f, -1e9f, -1e9f } };
    for (size_t i = 0; i < s->count; i++) {
        const float p[3] = { s->corners[i].x, s->corners[i].y, s->corners[i].z };
        for (int k = 0; k < 3; k++) {
            b.low[k] = fminf(b.low[k], p[k]);
            b.high[k] = fmaxf(b.high[k], p[k]);
        }
    }
    return b;
}

static void blocks_are_closed_and_of_the_size_asked_for(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        double width, base, up;
        bool holes;
    } cases[] = {
        { "", 100, 2, 100.0 / 64, false },
        { "--width 64 --base 3", 64, 3, 1, false },
        { "--scale 2 --exaggerate 1.5 --base 0.5", 128, 0.5, 3, false },
        { "--width 64 --error 0.2", 64, 2, 1, false },
        { "--width 64 --error 0.2 --simplify rtin", 64, 2, 1, false },
        { "--width 64 --turn as-is", 64, 2, 1, true },
        { "--width 64 --error 0.2", 64, 2, 1, true },
        { "--width 64 --error 0.2 --simplify rtin", 64, 2, 1, true },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char arguments[200];
        write_hills(cases[i].holes);
        double lowest = INFINITY;
        for (int k = 0; k < SIDE * SIDE; k++) lowest = fmin(lowest, (double)heights[k]);
        snprintf(arguments, sizeof arguments, HILLS "%s -o a.stl", cases[i].options);
        tool_run_well(arguments);
        soup s = load_stl("a.stl");
        assert_closed(&s);
        assert_true(volume_of(&s) > 0);
        const box b = box_of(&s);
        assert_true(b.low[1] == 0);
        assert_true(fabs((double)(b.high[0] - b.low[0]) - cases[i].width) < 1e-4);
        const bool few = strstr(cases[i].options, "error") != NULL;
        const double ground = lowest - cases[i].base / cases[i].up;
        const double error = true_error(&s, cases[i].width / 64, cases[i].up, ground);
        assert_true(error <= (few ? 0.2 : 0.0) + 1e-4);
        if (few) assert_true(fabs(error - said_after("at most ")) < 1e-4);
        free_soup(&s);
    }
}

static void parts_fit_their_bed_and_each_other(void **state)
{
    (void)state;
    static const char *const options[] = { "", "--error 0.1" };
    write_hills(false);
    for (size_t i = 0; i < COUNT(options); i++) {
        char arguments[200], path[32];
        tool_run_well(HILLS "--width 200 -o whole.stl");
        soup whole = load_stl("whole.stl");
        const double all = volume_of(&whole);
        free_soup(&whole);
        snprintf(arguments, sizeof arguments, HILLS "--width 200 --bed 90x110 %s -o part.stl",
                 options[i]);
        tool_run_well(arguments);
        assert_true(tool_contains("../err", "200 x 200"));
        assert_true(tool_contains("../err", "in 6 parts of 3 x 2"));
        double sum = 0, width = 0;
        for (int part = 1; part <= 6; part++) {
            snprintf(path, sizeof path, "part-%04d.stl", part);
            soup s = load_stl(path);
            assert_closed(&s);
            const box b = box_of(&s);
            assert_true(b.low[1] == 0 && b.high[0] - b.low[0] <= 90 && b.high[2] - b.low[2] <= 110);
            assert_true(fabsf(b.high[0] + b.low[0]) < 1e-4f); // around its own middle
            if (part <= 3) width += (double)(b.high[0] - b.low[0]);
            sum += volume_of(&s);
            free_soup(&s);
        }
        assert_true(fabs(width - 200) < 1e-3);
        assert_true(fabs(sum - all) < 0.02 * all);
        assert_int_equal(tool_count_entries(), 7);
    }
}

// --- files that are written piece by piece

static void pieces_are_the_whole(void **state)
{
    (void)state;
    write_hills(false);
    tool_run_well(HILLS "-o a.ply");
    soup s = load_ply("a.ply");
    const qx_mesh mesh = { .vertex_count = (uint32_t)s.count, .positions = &s.corners[0].x };
    const qx_mesh meshes[3] = { mesh, mesh, mesh };
    const qx_mesh_set set = { .meshes = meshes, .count = 3 };
    uint8_t *bytes;
    size_t size, read;
    assert_int_equal(qx_obj_save_memory(&set, NULL, &bytes, &size), QX_OK);
    assert_int_equal(qx_obj_save_file(&set, "a.obj", NULL, NULL), QX_OK);
    char *text = tool_text("a.obj", &read);
    assert_true(read == size && memcmp(text, bytes, size) == 0);
    free(text);
    free(bytes);
    assert_int_equal(qx_stl_save_memory(&set, NULL, &bytes, &size), QX_OK);
    assert_int_equal(qx_stl_save_file(&set, "a.stl", NULL, NULL), QX_OK);
    text = tool_text("a.stl", &read);
    assert_true(read == size && memcmp(text, bytes, size) == 0);
    free(text);
    free(bytes);
    free_soup(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_small_map_comes_out_exactly),
        IN_FOLDER(glb_has_normals_and_texture_places),
        IN_FOLDER(heights_and_normals_are_exaggerated),
        IN_FOLDER(holes_leave_nothing_behind),
        IN_FOLDER(errors_are_kept_and_told),
        IN_FOLDER(tiles_share_their_borders_bit_for_bit),
        IN_FOLDER(tiles_with_holes_share_the_rest),
        IN_FOLDER(tiles_of_holes_alone_are_left_out),
        IN_FOLDER(blocks_are_closed_and_of_the_size_asked_for),
        IN_FOLDER(parts_fit_their_bed_and_each_other),
        IN_FOLDER(pieces_are_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
