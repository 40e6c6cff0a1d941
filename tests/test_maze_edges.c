// SPDX-License-Identifier: MIT
#include <quincunx/maze_mesh.h>
#include <quincunx/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The lattice of unit edges by definition: walls are drawn one by one, and each marks the four
// edges around it with the plane that it lies in and the side that it lies on.
typedef struct drawn {
    uint32_t size[3];
    uint8_t *marks; // a byte a lattice point and direction: two bits for each of two planes
} drawn;

static uint8_t *mark_at(const drawn *d, const uint32_t at[3], uint32_t along)
{
    const size_t point = ((size_t)at[2] * (d->size[1] + 1) + at[1]) * (d->size[0] + 1) + at[0];
    return &d->marks[3 * point + along];
}

// The wall across `axis` whose low corner is `at`.
static void draw_wall(const drawn *d, uint32_t axis, const uint32_t at[3])
{
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t along = (axis + 1 + i / 2) % 3, other = 3 - axis - along, far = i % 2;
        uint32_t edge[] = { at[0], at[1], at[2] };
        edge[other] += far;
        // The first two bits are for walls across the axis after the edge's own.
        *mark_at(d, edge, along) |= (uint8_t)(1u << ((axis == (along + 1) % 3 ? 0 : 2) + far));
    }
}

static bool in_slice(const uint32_t cell[3], uint32_t axis, uint32_t slice)
{
    return !axis || cell[axis - 1] == slice;
}

static void draw_cell(const drawn *d, const qx_maze *maze, const uint32_t cell[3])
{
    const uint64_t index = qx_maze_get_cell(maze, cell[0], cell[1], cell[2]);
    for (uint32_t face = 0; face < 6; face++) {
        if (qx_maze_get_open(maze, index, (qx_maze_face)face)) continue;
        uint32_t at[] = { cell[0], cell[1], cell[2] };
        at[face / 2] += face % 2;
        draw_wall(d, face / 2, at);
    }
}

static drawn draw(const qx_maze *maze, const uint64_t *mask, uint32_t axis, uint32_t slice)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    drawn d = { { info.width, info.height, info.depth }, NULL };
    const size_t points = (size_t)(info.width + 1) * (info.height + 1) * (info.depth + 1);
    d.marks = calloc(3 * points, 1);
    for (uint64_t i = 0; i < info.cells; i++) {
        const uint32_t cell[] = { (uint32_t)(i % info.width),
                                  (uint32_t)(i / info.width % info.height),
                                  (uint32_t)(i / info.width / info.height) };
        if (mask && !(mask[i / 64] >> i % 64 & 1)) continue;
        if (in_slice(cell, axis, slice)) draw_cell(&d, maze, cell);
    }
    return d;
}

static bool is_drawn(uint8_t mark)
{
    return mark != 0 && mark != 3 && mark != 12; // two walls of one plane are flat
}

static float along(qx_vec3 v, uint32_t axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Takes the units of a run out of what was drawn; they must be there, and none just before or
// behind.
static uint32_t take_run(const drawn *d, const qx_maze_edge *edge)
{
    uint32_t axis = 0, at[3];
    for (uint32_t i = 0; i < 3; i++) {
        at[i] = (uint32_t)along(edge->from, i);
        if (along(edge->to, i) != along(edge->from, i)) axis = i;
    }
    const uint32_t start = at[axis], end = (uint32_t)along(edge->to, axis);
    assert_true(end > start && end <= d->size[axis]);
    if (start) {
        at[axis] = start - 1;
        assert_false(is_drawn(*mark_at(d, at, axis)));
    }
    at[axis] = end;
    assert_true(end == d->size[axis] || !is_drawn(*mark_at(d, at, axis)));
    for (at[axis] = start; at[axis] < end; at[axis]++) assert_true(is_drawn(*mark_at(d, at, axis)));
    return end - start;
}

static void check_edges(const qx_maze *maze, const uint64_t *mask, uint32_t axis, uint32_t slice)
{
    const uint64_t most = qx_maze_bound_edges(maze);
    qx_maze_edge *edges = malloc(most * sizeof *edges);
    const uint64_t count = qx_maze_build_edges(maze, axis, slice, edges);
    assert_true(count <= most);
    drawn d = draw(maze, mask, axis, slice);
    uint64_t units = 0, wanted = 0;
    for (uint64_t i = 0; i < count; i++) {
        units += take_run(&d, &edges[i]);
        for (uint64_t j = 0; j < i; j++)
            assert_true(memcmp(&edges[i], &edges[j], sizeof edges[i]) != 0);
    }
    const size_t points = (size_t)(d.size[0] + 1) * (d.size[1] + 1) * (d.size[2] + 1);
    for (size_t i = 0; i < 3 * points; i++) wanted += is_drawn(d.marks[i]);
    assert_true(units == wanted);
    free(d.marks);
    free(edges);
}

static void check_all(const qx_maze *maze, const uint64_t *mask)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    const uint32_t sizes[] = { info.width, info.height, info.depth };
    check_edges(maze, mask, 0, 0);
    for (uint32_t axis = 1; axis <= 3; axis++)
        for (uint32_t slice = 0; slice < sizes[axis - 1]; slice++)
            check_edges(maze, mask, axis, slice);
}

static void edges_are_where_walls_are_not_flat(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 1);
    for (uint64_t seed = 0; seed < 120; seed++) {
        const uint32_t most = seed < 110 ? 5 : 9;
        qx_maze_desc desc = { .seed = seed, .braid = seed % 3 ? 0.0f : 0.7f };
        desc.width = 1 + qx_random_below(&random, most);
        desc.height = 1 + qx_random_below(&random, most);
        desc.depth = 1 + qx_random_below(&random, most);
        qx_maze *maze;
        assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_OK);
        check_all(maze, NULL);
        qx_maze_destroy(maze);
    }
}

static void edges_go_around_a_mask(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 1);
    uint32_t made = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        uint64_t mask[6 * 4 * 3 / 64 + 1] = { 0 };
        for (uint32_t i = 0; i < 6 * 4 * 3; i++)
            if (qx_random_below(&random, 4)) mask[i / 64] |= UINT64_C(1) << i % 64;
        const qx_maze_desc desc = { .width = 6,
                                    .height = 4,
                                    .depth = 3,
                                    .seed = seed,
                                    .algorithm = QX_MAZE_BACKTRACKER,
                                    .mask = mask };
        qx_maze *maze;
        if (qx_maze_create(&desc, NULL, &maze) != QX_OK) continue; // does not hang together
        made++;
        check_all(maze, mask);
        qx_maze_destroy(maze);
    }
    assert_true(made > 20);
}

// A box without inner walls is its twelve edges; one cell too; a wall across it adds four.
static void boxes_have_twelve_edges(void **state)
{
    (void)state;
    qx_maze_edge edges[64];
    qx_maze *maze;
    qx_maze_desc desc = { .width = 1, .height = 1, .depth = 1 };
    assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_OK);
    assert_int_equal(qx_maze_build_edges(maze, 0, 0, edges), 12);
    assert_int_equal(qx_maze_build_edges(maze, 2, 0, edges), 12);
    qx_maze_destroy(maze);
    desc.width = 2;
    assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_OK);
    assert_int_equal(qx_maze_build_edges(maze, 0, 0, edges), 12);
    assert_true(qx_maze_bound_edges(maze) <= 64);
    assert_int_equal(qx_maze_set_open(maze, 0, QX_MAZE_HIGH_X, false), QX_OK);
    assert_int_equal(qx_maze_build_edges(maze, 0, 0, edges), 16);
    assert_int_equal(qx_maze_build_edges(maze, 1, 0, edges), 12); // closed on both sides
    qx_maze_destroy(maze);
}

static void slices_that_are_not_there_are_empty(void **state)
{
    (void)state;
    qx_maze *maze;
    const qx_maze_desc desc = { .width = 2, .height = 3, .depth = 4 };
    assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_OK);
    assert_int_equal(qx_maze_build_edges(maze, 1, 2, NULL), 0);
    assert_int_equal(qx_maze_build_edges(maze, 2, 3, NULL), 0);
    assert_int_equal(qx_maze_build_edges(maze, 3, UINT32_MAX, NULL), 0);
    assert_int_equal(qx_maze_build_edges(maze, 4, 0, NULL), 0);
    qx_maze_destroy(maze);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_where_walls_are_not_flat),
        cmocka_unit_test(edges_go_around_a_mask),
        cmocka_unit_test(boxes_have_twelve_edges),
        cmocka_unit_test(slices_that_are_not_there_are_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
