// SPDX-License-Identifier: MIT
#include "maze_solids.h"

#include <quincunx/random.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void sizes_of(const qx_maze *maze, uint32_t sizes[3])
{
    const qx_maze_info info = qx_maze_get_info(maze);
    sizes[0] = info.width;
    sizes[1] = info.height;
    sizes[2] = info.depth;
}

solid_mesh solid_mesh_make(const solid_case *of)
{
    const qx_maze_mesh_desc *desc = &of->desc;
    solid_mesh mesh = { .positions = NULL };
    uint32_t sizes[3];
    sizes_of(of->maze, sizes);
    assert_int_equal(qx_maze_mesh_bound(of->maze, desc, &mesh.counts), QX_OK);
    // Nothing to spare: sanitizers see what is written too far.
    mesh.positions = malloc(mesh.counts.vertices * sizeof *mesh.positions + 1);
    mesh.indices = malloc(mesh.counts.indices * sizeof *mesh.indices + 1);
    if (desc->slice_axis) {
        mesh.range_count = 2 * sizes[desc->slice_axis - 1] + 1;
        mesh.ranges = malloc(mesh.range_count * sizeof *mesh.ranges);
        memset(mesh.ranges, 0xAA, mesh.range_count * sizeof *mesh.ranges);
    }
    memset(mesh.indices, 0xFF, mesh.counts.indices * sizeof *mesh.indices);
    assert_int_equal(qx_maze_mesh_build(of->maze, desc, mesh.positions, mesh.indices, mesh.ranges),
                     QX_OK);
    return mesh;
}

void solid_mesh_free(solid_mesh *mesh)
{
    free(mesh->positions);
    free(mesh->indices);
    free(mesh->ranges);
}

typedef struct place {
    int64_t at[3];
} place;

static place place_of(const solid_mesh *mesh, uint32_t vertex)
{
    const qx_vec3 v = mesh->positions[vertex];
    const place p = { { (int64_t)v.x, (int64_t)v.y, (int64_t)v.z } };
    assert_true((float)p.at[0] == v.x && (float)p.at[1] == v.y && (float)p.at[2] == v.z);
    return p;
}

static place cross(place a, place b, place c)
{
    int64_t u[3], v[3];
    for (size_t i = 0; i < 3; i++) {
        u[i] = b.at[i] - a.at[i];
        v[i] = c.at[i] - a.at[i];
    }
    return (place){ { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                      u[0] * v[1] - u[1] * v[0] } };
}

static place normal_of(const solid_mesh *mesh, uint32_t first)
{
    const uint32_t *corners = mesh->indices + first;
    return cross(place_of(mesh, corners[0]), place_of(mesh, corners[1]),
                 place_of(mesh, corners[2]));
}

static int compare_edges(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// All edges in the direction of their faces, or in the other one, sorted.
static uint64_t *sorted_edges(const solid_mesh *mesh, bool turned)
{
    const uint32_t count = mesh->counts.indices;
    uint64_t *edges = malloc(count * sizeof *edges + 1);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t from = mesh->indices[i], to = mesh->indices[i - i % 3 + (i + 1) % 3];
        assert_true(from < mesh->counts.vertices);
        edges[i] = turned ? to << 32 | from : from << 32 | to;
    }
    qsort(edges, count, sizeof *edges, compare_edges);
    return edges;
}

static void assert_edges_pair(const solid_mesh *mesh)
{
    uint64_t *edges = sorted_edges(mesh, false), *turned = sorted_edges(mesh, true);
    for (uint32_t i = 0; i < mesh->counts.indices; i++) {
        assert_true(edges[i] == turned[i]);
        assert_true(i == 0 || edges[i] != edges[i - 1]);
    }
    free(turned);
    free(edges);
}

static void assert_not_flat(const solid_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->counts.indices; i += 3) {
        const place n = normal_of(mesh, i); // along one axis, and not 0
        assert_true(((n.at[0] != 0) + (n.at[1] != 0) + (n.at[2] != 0)) == 1);
    }
}

typedef struct side {
    uint64_t edge; // the lower vertex first
    uint32_t face;
} side;

static int compare_sides(const void *a, const void *b)
{
    return compare_edges(&((const side *)a)->edge, &((const side *)b)->edge);
}

// Faces of one plane that meet in an edge look the same way: none lies on the other.
static void assert_no_folds(const solid_mesh *mesh)
{
    const uint32_t count = mesh->counts.indices;
    side *sides = malloc(count * sizeof *sides + 1);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t a = mesh->indices[i], b = mesh->indices[i - i % 3 + (i + 1) % 3];
        sides[i] = (side){ a < b ? a << 32 | b : b << 32 | a, i - i % 3 };
    }
    qsort(sides, count, sizeof *sides, compare_sides);
    for (uint32_t i = 0; i < count; i += 2) {
        const place a = normal_of(mesh, sides[i].face), b = normal_of(mesh, sides[i + 1].face);
        for (size_t axis = 0; axis < 3; axis++)
            assert_true((a.at[axis] >= 0 || b.at[axis] <= 0) &&
                        (a.at[axis] <= 0 || b.at[axis] >= 0));
    }
    free(sides);
}

static uint32_t find(uint32_t *parents, uint32_t i)
{
    while (parents[i] != i) i = parents[i] = parents[parents[i]];
    return i;
}

// Around a vertex, faces follow each other: the ends of the edge of one that is across from the
// vertex meet those of the next. As many groups of these edges as vertices says that each is a fan.
static void assert_vertices_are_fans(const solid_mesh *mesh)
{
    const uint32_t count = mesh->counts.indices;
    uint64_t *edges = sorted_edges(mesh, false); // sorted by where they start
    uint32_t *parents = malloc(count * sizeof *parents + 1), groups = count;
    for (uint32_t i = 0; i < count; i++) parents[i] = i;
    for (uint32_t i = 0; i < count; i += 3) {
        for (uint32_t j = 0; j < 3; j++) { // of vertex a: the edge a-b to the edge a-c
            const uint64_t a = mesh->indices[i + j], b = mesh->indices[i + (j + 1) % 3],
                           c = mesh->indices[i + (j + 2) % 3];
            const uint64_t ab = a << 32 | b, ac = a << 32 | c;
            const uint64_t *x = bsearch(&ab, edges, count, sizeof ab, compare_edges);
            const uint64_t *y = bsearch(&ac, edges, count, sizeof ac, compare_edges);
            assert_true(x && y);
            const uint32_t p = find(parents, (uint32_t)(x - edges)),
                           q = find(parents, (uint32_t)(y - edges));
            if (p == q) continue;
            parents[p] = q;
            groups--;
        }
    }
    assert_int_equal(groups, mesh->counts.vertices); // and so each is used
    free(parents);
    free(edges);
}

void solid_mesh_assert_closed(const solid_mesh *mesh)
{
    assert_edges_pair(mesh);
    assert_not_flat(mesh);
    assert_no_folds(mesh);
    assert_vertices_are_fans(mesh);
}

// Whether p lies on the line from a to b, and not at its ends.
static bool is_inside(place a, place b, place p)
{
    const place n = cross(a, b, p);
    if (n.at[0] || n.at[1] || n.at[2]) return false;
    int64_t before = 0, after = 0;
    for (size_t i = 0; i < 3; i++) {
        before += (p.at[i] - a.at[i]) * (b.at[i] - a.at[i]);
        after += (b.at[i] - p.at[i]) * (b.at[i] - a.at[i]);
    }
    return before > 0 && after > 0;
}

void solid_mesh_assert_no_junctions(const solid_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->counts.indices; i++) {
        const place a = place_of(mesh, mesh->indices[i]);
        const place b = place_of(mesh, mesh->indices[i - i % 3 + (i + 1) % 3]);
        for (uint32_t v = 0; v < mesh->counts.vertices; v++)
            assert_false(is_inside(a, b, place_of(mesh, v)));
    }
}

int64_t solid_mesh_euler(const solid_mesh *mesh)
{
    const int64_t faces = mesh->counts.indices / 3;
    return (int64_t)mesh->counts.vertices - faces * 3 / 2 + faces;
}

uint32_t solid_mesh_surfaces(const solid_mesh *mesh)
{
    uint32_t *parents = malloc(mesh->counts.vertices * sizeof *parents + 1);
    uint32_t surfaces = mesh->counts.vertices;
    for (uint32_t i = 0; i < mesh->counts.vertices; i++) parents[i] = i;
    for (uint32_t i = 0; i < mesh->counts.indices; i++) {
        const uint32_t a = find(parents, mesh->indices[i]),
                       b = find(parents, mesh->indices[i - i % 3]);
        if (a == b) continue;
        parents[a] = b;
        surfaces--;
    }
    free(parents);
    return surfaces;
}

int64_t solid_mesh_volume6(const solid_mesh *mesh)
{
    int64_t volume = 0;
    for (uint32_t i = 0; i < mesh->counts.indices; i += 3) {
        const place n = normal_of(mesh, i), a = place_of(mesh, mesh->indices[i]);
        for (size_t axis = 0; axis < 3; axis++) volume += a.at[axis] * n.at[axis];
    }
    return volume;
}

static bool has_cell(const solid_case *of, const uint32_t at[3])
{
    const uint64_t cell = qx_maze_get_cell(of->maze, at[0], at[1], at[2]);
    if (cell == QX_MAZE_NONE) return false;
    return !of->mask || (of->mask[cell / 64] >> cell % 64 & 1);
}

// Between the two cells of a wall, one of which may be outside.
static bool is_open(const solid_case *of, uint32_t axis, const uint32_t low[3],
                    const uint32_t high[3])
{
    const uint64_t a = qx_maze_get_cell(of->maze, low[0], low[1], low[2]);
    const uint64_t b = qx_maze_get_cell(of->maze, high[0], high[1], high[2]);
    const qx_maze_face up = (qx_maze_face)(2 * axis + 1), down = (qx_maze_face)(2 * axis);
    for (uint32_t i = 0; i < of->desc.opening_count; i++) {
        const qx_maze_opening o = of->desc.openings[i];
        if ((o.cell == a && o.face == up) || (o.cell == b && o.face == down)) return true;
    }
    return a != QX_MAZE_NONE && qx_maze_get_open(of->maze, a, up);
}

bool solid_box(const solid_case *of, const uint32_t box[3])
{
    bool beside = false;
    uint32_t walls = 0, axis = 0, low[3], high[3];
    for (uint32_t i = 0; i < 3; i++) {
        low[i] = (box[i] - 1) / 2; // of 0 far outside
        high[i] = box[i] / 2;
        if (box[i] % 2) continue;
        walls++;
        axis = i;
    }
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t at[] = { i & 1 ? low[0] : high[0], i & 2 ? low[1] : high[1],
                                i & 4 ? low[2] : high[2] };
        beside = beside || has_cell(of, at);
    }
    if (walls == 0) return false;
    return beside && !(walls == 1 && is_open(of, axis, low, high));
}

int64_t solid_plane(const solid_case *of, uint32_t axis, uint32_t plane)
{
    const qx_maze_mesh_desc used = qx_maze_mesh_desc_resolve(&of->desc);
    uint32_t sizes[3];
    sizes_of(of->maze, sizes);
    if (plane == 0) return 0;
    const int64_t shell = (int64_t)used.shell, cell = (int64_t)used.cell;
    const int64_t end = shell + plane / 2 * cell - (plane % 2 ? 0 : (int64_t)used.wall);
    return plane == 2 * sizes[axis] + 1 ? end - (int64_t)used.wall + shell : end;
}

static int64_t length_of(const solid_case *of, uint32_t axis, uint32_t box)
{
    return solid_plane(of, axis, box + 1) - solid_plane(of, axis, box);
}

int64_t solid_boxes(const solid_case *of, uint32_t low, uint32_t high)
{
    uint32_t sizes[3], box[3];
    int64_t volume = 0;
    sizes_of(of->maze, sizes);
    for (box[2] = low; box[2] < high; box[2]++)
        for (box[1] = 0; box[1] <= 2 * sizes[1]; box[1]++)
            for (box[0] = 0; box[0] <= 2 * sizes[0]; box[0]++)
                if (solid_box(of, box))
                    volume += length_of(of, 0, box[0]) * length_of(of, 1, box[1]) *
                              length_of(of, 2, box[2]);
    return volume;
}

// Twice the areas of one axis: of each plane, of the faces that look low and high.
static int64_t *box_areas(const solid_case *of, uint32_t axis, const uint32_t sizes[3])
{
    const uint32_t u = (axis + 1) % 3, v = (axis + 2) % 3, planes = 2 * sizes[axis] + 2;
    int64_t *areas = calloc(2 * planes, sizeof *areas);
    uint32_t box[3];
    for (box[v] = 0; box[v] <= 2 * sizes[v]; box[v]++) {
        for (box[u] = 0; box[u] <= 2 * sizes[u]; box[u]++) {
            const int64_t twice = 2 * length_of(of, u, box[u]) * length_of(of, v, box[v]);
            bool before = false;
            for (uint32_t plane = 0; plane < planes; plane++) {
                box[axis] = plane;
                const bool here = plane + 1 < planes && solid_box(of, box);
                if (here != before) areas[2 * plane + before] += twice;
                before = here;
            }
        }
    }
    return areas;
}

void solid_mesh_assert_faces(const solid_mesh *mesh, const solid_case *of)
{
    uint32_t sizes[3];
    sizes_of(of->maze, sizes);
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint32_t planes = 2 * sizes[axis] + 2;
        int64_t *areas = box_areas(of, axis, sizes);
        for (uint32_t i = 0; i < mesh->counts.indices; i += 3) {
            const int64_t at = place_of(mesh, mesh->indices[i]).at[axis];
            const int64_t twice = normal_of(mesh, i).at[axis];
            uint32_t plane = 0;
            if (!twice) continue;
            while (plane < planes && solid_plane(of, axis, plane) != at) plane++;
            assert_true(plane < planes);
            areas[2 * plane + (twice > 0)] -= twice > 0 ? twice : -twice;
        }
        for (uint32_t i = 0; i < 2 * planes; i++) assert_true(areas[i] == 0);
        free(areas);
    }
}

void solid_openings(const qx_maze *maze, uint64_t seed, qx_maze_opening openings[2])
{
    const qx_maze_info info = qx_maze_get_info(maze);
    uint32_t found = 0;
    qx_random random;
    qx_random_seed(&random, seed, 5);
    while (found < 2) {
        qx_maze_opening o = { qx_random_below(&random, (uint32_t)info.cells),
                              (qx_maze_face)qx_random_below(&random, 6) };
        if (qx_maze_get_neighbour(maze, o.cell, o.face) != QX_MAZE_NONE) continue;
        if (found && o.cell == openings[0].cell && o.face == openings[0].face) continue;
        openings[found++] = o;
    }
}
