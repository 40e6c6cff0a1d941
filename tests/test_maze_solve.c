// SPDX-License-Identifier: MIT
// Distances, paths, measures of mazes, and whether they are perfect.
#include "maze_ways.h"

#include <math.h>
#include <signal.h>
#include <string.h>

// --- distances

// The lowest of the farthest cells.
static uint64_t farthest_of(const uint32_t *distances, uint64_t cells)
{
    uint64_t farthest = QX_MAZE_NONE;
    for (uint64_t cell = 0; cell < cells; cell++) {
        if (distances[cell] == QX_MAZE_FAR) continue;
        if (farthest == QX_MAZE_NONE || distances[cell] > distances[farthest]) farthest = cell;
    }
    return farthest;
}

static void distances_are_those_of_going_over_all_openings(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 0);
    for (uint32_t i = 0; i < 6000; i++) {
        ways_memory memory;
        qx_maze *maze = maze_by_chance(&random, i % 10 ? 7 : 20);
        const uint64_t cells = qx_maze_get_info(maze).cells;
        uint32_t *plain = malloc((size_t)cells * sizeof *plain);
        assert_non_null(plain);
        ways_memory_make(&memory, maze);
        for (uint32_t j = 0; j < 3; j++) {
            const uint64_t from = qx_random_below(&random, (uint32_t)cells);
            const uint64_t found =
                qx_maze_solve_distances(maze, from, memory.distances, memory.scratch);
            plain_distances(maze, from, plain);
            if (!qx_maze_get_present(maze, from)) plain[from] = QX_MAZE_FAR;
            assert_memory_equal(memory.distances, plain, (size_t)cells * sizeof *plain);
            assert_int_equal(found, farthest_of(plain, cells));
        }
        ways_memory_free(&memory);
        free(plain);
        qx_maze_destroy(maze);
    }
}

// Levels of many thousand cells, rows that end within words, and on each axis the longest.
static void larger_mazes_have_shortest_ways(void **state)
{
    (void)state;
    static const uint32_t sizes[][3] = { { 61, 53, 47 }, { 300, 2, 90 },  { 2, 300, 90 },
                                         { 90, 2, 300 }, { 257, 257, 1 }, { 64, 64, 64 } };
    for (size_t i = 0; i < 4 * QX_COUNT(sizes); i++) {
        ways_memory memory;
        const uint32_t *size = sizes[i / 4];
        qx_maze *maze =
            maze_of(&(qx_maze_desc){ .width = size[0],
                                     .height = size[1],
                                     .depth = size[2],
                                     .seed = i,
                                     .algorithm = i % 4 == 1 ? QX_MAZE_BACKTRACKER : QX_MAZE_ELLER,
                                     .braid = i % 4 == 2 ? 0.4f : i % 4 == 3 });
        const uint64_t from = qx_maze_get_info(maze).cells / 7 * i % 7;
        ways_memory_make(&memory, maze);
        const uint64_t found =
            qx_maze_solve_distances(maze, from, memory.distances, memory.scratch);
        assert_distances(maze, from, memory.distances);
        assert_int_equal(found, farthest_of(memory.distances, qx_maze_get_info(maze).cells));
        ways_memory_free(&memory);
        qx_maze_destroy(maze);
    }
}

// Without a wall, levels are as wide as they can be.
static void without_walls_steps_are_those_along_the_axes(void **state)
{
    (void)state;
    const uint32_t size[] = { 50, 40, 30 };
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 50, .height = 40, .depth = 30 });
    const uint64_t cells = qx_maze_get_info(maze).cells;
    for (uint64_t cell = 0; cell < cells; cell++)
        for (uint32_t face = 1; face < 6; face += 2)
            (void)qx_maze_set_open(maze, cell, (qx_maze_face)face, true);
    ways_memory memory;
    ways_memory_make(&memory, maze);
    const uint32_t at[] = { 20, 39, 7 };
    (void)qx_maze_solve_distances(maze, qx_maze_get_cell(maze, at[0], at[1], at[2]),
                                  memory.distances, memory.scratch);
    for (uint64_t cell = 0; cell < cells; cell++) {
        const int x = (int)(cell % size[0]), y = (int)(cell / size[0] % size[1]),
                  z = (int)(cell / size[0] / size[1]);
        const int steps = abs(x - (int)at[0]) + abs(y - (int)at[1]) + abs(z - (int)at[2]);
        assert_int_equal(memory.distances[cell], steps);
    }
    ways_memory_free(&memory);
    qx_maze_destroy(maze);
}

// --- paths

static void assert_path(const qx_maze *maze, const uint64_t *cells, uint64_t count, uint64_t from,
                        uint64_t to, const uint32_t *distances)
{
    assert_int_equal(cells[0], from);
    assert_int_equal(cells[count - 1], to);
    for (uint64_t i = 1; i < count; i++) {
        uint64_t lowest = QX_MAZE_NONE;
        for (uint32_t face = 0; face < 6; face++) {
            const uint64_t other = qx_maze_get_neighbour(maze, cells[i - 1], (qx_maze_face)face);
            if (!qx_maze_get_open(maze, cells[i - 1], (qx_maze_face)face)) continue;
            if (distances[other] + 1 == distances[cells[i - 1]] && other < lowest) lowest = other;
        }
        assert_int_equal(cells[i], lowest);
    }
}

static void paths_are_shortest_ways_by_the_lowest_cells(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 0);
    for (uint32_t i = 0; i < 4000; i++) {
        ways_memory memory;
        qx_maze *maze = maze_by_chance(&random, 8);
        const uint32_t cells = (uint32_t)qx_maze_get_info(maze).cells;
        uint64_t *path = malloc((cells + 1) * sizeof *path);
        assert_non_null(path);
        ways_memory_make(&memory, maze);
        const uint64_t to = qx_random_below(&random, cells), from = qx_random_below(&random, cells);
        (void)qx_maze_solve_distances(maze, to, memory.distances, memory.scratch);
        path[cells] = 77;
        const uint64_t count = qx_maze_solve_path(maze, from, memory.distances, path, cells);
        assert_int_equal(path[cells], 77);
        if (memory.distances[from] == QX_MAZE_FAR)
            assert_int_equal(count, 0);
        else
            assert_int_equal(count, memory.distances[from] + 1);
        if (count) assert_path(maze, path, count, from, to, memory.distances);
        free(path);
        ways_memory_free(&memory);
        qx_maze_destroy(maze);
    }
}

static void a_path_is_cut_at_its_room(void **state)
{
    (void)state;
    ways_memory memory;
    uint64_t path[4] = { 9, 9, 9, 9 };
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 10, .height = 1, .depth = 1 });
    ways_memory_make(&memory, maze);
    (void)qx_maze_solve_distances(maze, 9, memory.distances, memory.scratch);
    assert_int_equal(qx_maze_solve_path(maze, 2, memory.distances, path, 3), 8);
    for (uint64_t i = 0; i < 3; i++) assert_int_equal(path[i], 2 + i);
    assert_int_equal(path[3], 9);
    assert_int_equal(qx_maze_solve_path(maze, 2, memory.distances, NULL, 0), 8);
    assert_int_equal(qx_maze_solve_path(maze, 10, memory.distances, path, 3), 0);
    assert_int_equal(qx_maze_solve_path(maze, QX_MAZE_NONE, memory.distances, path, 3), 0);
    ways_memory_free(&memory);
    qx_maze_destroy(maze);
}

// --- perfect

static void flip_by_chance(qx_maze *maze, qx_random *random)
{
    const uint64_t cell = qx_random_below(random, (uint32_t)qx_maze_get_info(maze).cells);
    const qx_maze_face face = (qx_maze_face)qx_random_below(random, 6);
    (void)qx_maze_set_open(maze, cell, face, !qx_maze_get_open(maze, cell, face));
}

static uint64_t *mask_of(const qx_maze *maze)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    uint64_t *mask = calloc((size_t)plain_words(cells), sizeof *mask);
    assert_non_null(mask);
    for (uint64_t cell = 0; cell < cells; cell++)
        if (qx_maze_get_present(maze, cell)) mask[cell / 64] |= UINT64_C(1) << cell % 64;
    return mask;
}

// Every other case has two walls changed: often as many openings as before, and a loop.
static void perfect_is_what_union_find_over_all_openings_says(void **state)
{
    (void)state;
    qx_random random;
    uint32_t perfect = 0;
    qx_random_seed(&random, 3, 0);
    for (uint32_t i = 0; i < 6000; i++) {
        ways_memory memory;
        qx_maze *maze = maze_by_chance(&random, 8);
        for (uint32_t flips = i % 2 * 2; flips > 0; flips--) flip_by_chance(maze, &random);
        uint64_t *mask = mask_of(maze);
        ways_memory_make(&memory, maze);
        const bool is = plain_is_perfect(maze, mask);
        assert_true(qx_maze_is_perfect(maze, memory.scratch) == is);
        perfect += is;
        ways_memory_free(&memory);
        free(mask);
        qx_maze_destroy(maze);
    }
    assert_in_range(perfect, 1000, 5000); // both kinds were there
}

static void as_many_openings_with_a_loop_are_not_perfect(void **state)
{
    (void)state;
    ways_memory memory;
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 3, .height = 2, .depth = 1 });
    ways_memory_make(&memory, maze);
    assert_true(qx_maze_is_perfect(maze, memory.scratch));
    for (uint64_t cell = 0; cell < 6; cell++)
        for (uint32_t face = 1; face < 6; face += 2)
            (void)qx_maze_set_open(maze, cell, (qx_maze_face)face, false);
    assert_int_equal(qx_maze_set_open(maze, 0, QX_MAZE_HIGH_X, true), QX_OK); // a square of four
    assert_int_equal(qx_maze_set_open(maze, 0, QX_MAZE_HIGH_Y, true), QX_OK);
    assert_int_equal(qx_maze_set_open(maze, 4, QX_MAZE_LOW_X, true), QX_OK);
    assert_int_equal(qx_maze_set_open(maze, 4, QX_MAZE_LOW_Y, true), QX_OK);
    assert_int_equal(qx_maze_set_open(maze, 2, QX_MAZE_HIGH_Y, true), QX_OK); // and two beside it
    assert_int_equal(qx_maze_get_info(maze).openings, 5);
    assert_false(qx_maze_is_perfect(maze, memory.scratch));
    ways_memory_free(&memory);
    qx_maze_destroy(maze);
}

// --- measures

static qx_maze_face face_between(const qx_maze *maze, uint64_t a, uint64_t b)
{
    uint32_t face = 0;
    while (qx_maze_get_neighbour(maze, a, (qx_maze_face)face) != b) face++;
    assert_in_range(face, 0, 5);
    return (qx_maze_face)face;
}

static void count_plainly(const qx_maze *maze, qx_maze_measures *m)
{
    for (uint64_t cell = 0; cell < qx_maze_get_info(maze).cells; cell++) {
        const uint32_t faces = qx_maze_get_faces(maze, cell), count = plain_count(faces);
        m->dead_ends += count == 1;
        m->corridors += count == 2;
        m->junctions += count > 2;
        m->turns += count == 2 && faces != 3u && faces != 12u && faces != 48u;
    }
}

// The least of the steps from any cell of the path, each reckoned with alone.
static void stray_plainly(const qx_maze *maze, const uint64_t *path, uint64_t count,
                          qx_maze_measures *m)
{
    const size_t cells = (size_t)qx_maze_get_info(maze).cells;
    uint32_t *least = malloc(2 * cells * sizeof *least), *one = least + cells;
    assert_non_null(least);
    for (size_t cell = 0; cell < cells; cell++) least[cell] = QX_MAZE_FAR;
    for (uint64_t i = 0; i < count; i++) {
        plain_distances(maze, path[i], one);
        for (size_t cell = 0; cell < cells; cell++)
            if (one[cell] < least[cell]) least[cell] = one[cell];
    }
    for (size_t cell = 0; cell < cells; cell++) {
        if (least[cell] == QX_MAZE_FAR || least[cell] == 0) continue;
        if (least[cell] > m->longest_detour) m->longest_detour = least[cell];
        m->difficulty += 1.0 / least[cell];
    }
    free(least);
}

static qx_maze_measures measure_plainly(const qx_maze *maze, const uint64_t *path, uint64_t count)
{
    qx_maze_measures m = { .length = (uint32_t)count - 1 };
    count_plainly(maze, &m);
    for (uint64_t i = 0; i + 1 < count; i++) {
        const uint32_t ways = plain_count(qx_maze_get_faces(maze, path[i]));
        m.route_junctions += i == 0 ? ways > 1 : ways > 2;
        if (i == 0) continue;
        m.route_turns +=
            face_between(maze, path[i - 1], path[i]) != face_between(maze, path[i], path[i + 1]);
    }
    stray_plainly(maze, path, count, &m);
    m.difficulty += m.route_turns / 4.0;
    return m;
}

static void assert_measures(const qx_maze_measures *a, const qx_maze_measures *b)
{
    assert_int_equal(a->dead_ends, b->dead_ends);
    assert_int_equal(a->corridors, b->corridors);
    assert_int_equal(a->junctions, b->junctions);
    assert_int_equal(a->turns, b->turns);
    assert_int_equal(a->length, b->length);
    assert_int_equal(a->route_turns, b->route_turns);
    assert_int_equal(a->route_junctions, b->route_junctions);
    assert_int_equal(a->longest_detour, b->longest_detour);
    assert_true(fabs(a->difficulty - b->difficulty) <= 1e-9 * (1.0 + b->difficulty));
}

static void measures_are_those_of_a_plain_count(void **state)
{
    (void)state;
    qx_random random;
    uint32_t measured = 0;
    qx_random_seed(&random, 4, 0);
    for (uint32_t i = 0; i < 2000; i++) {
        ways_memory memory;
        qx_maze_measures found;
        qx_maze *maze = maze_by_chance(&random, 6);
        const uint32_t cells = (uint32_t)qx_maze_get_info(maze).cells;
        const uint64_t from = qx_random_below(&random, cells), to = qx_random_below(&random, cells);
        uint64_t path[6 * 6 * 6];
        ways_memory_make(&memory, maze);
        const qx_result result =
            qx_maze_measure(maze, from, to, memory.distances, memory.scratch, &found);
        (void)qx_maze_solve_distances(maze, to, memory.distances, memory.scratch);
        const uint64_t count =
            qx_maze_solve_path(maze, from, memory.distances, path, QX_COUNT(path));
        if (!qx_maze_get_present(maze, from) || !qx_maze_get_present(maze, to)) {
            assert_int_equal(result, QX_BAD_VALUE);
        } else if (!count) {
            assert_int_equal(result, QX_NOT_FOUND);
        } else {
            const qx_maze_measures plain = measure_plainly(maze, path, count);
            assert_int_equal(result, QX_OK);
            assert_measures(&found, &plain);
            measured++;
        }
        ways_memory_free(&memory);
        qx_maze_destroy(maze);
    }
    assert_in_range(measured, 1200, 2000);
}

static void cells_outside_are_refused(void **state)
{
    (void)state;
    ways_memory memory;
    qx_maze_measures measures;
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 3, .height = 3, .depth = 3 });
    static const uint64_t bad[][2] = {
        { 27, 0 }, { 0, 27 }, { QX_MAZE_NONE, 0 }, { 0, QX_MAZE_NONE }
    };
    ways_memory_make(&memory, maze);
    for (size_t i = 0; i < QX_COUNT(bad); i++)
        assert_int_equal(qx_maze_measure(maze, bad[i][0], bad[i][1], memory.distances,
                                         memory.scratch, &measures),
                         QX_BAD_VALUE);
    assert_int_equal(qx_maze_solve_distances(maze, 27, memory.distances, memory.scratch),
                     QX_MAZE_NONE);
    for (size_t i = 0; i < 27; i++) assert_int_equal(memory.distances[i], QX_MAZE_FAR);
    ways_memory_free(&memory);
    qx_maze_destroy(maze);
}

// --- extremes

static void one_cell_is_a_maze(void **state)
{
    (void)state;
    ways_memory memory;
    uint64_t path[1];
    qx_maze_measures measures;
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 1, .height = 1, .depth = 1 });
    ways_memory_make(&memory, maze);
    assert_true(qx_maze_is_perfect(maze, memory.scratch));
    assert_int_equal(qx_maze_solve_distances(maze, 0, memory.distances, memory.scratch), 0);
    assert_int_equal(memory.distances[0], 0);
    assert_int_equal(qx_maze_solve_path(maze, 0, memory.distances, path, 1), 1);
    assert_int_equal(path[0], 0);
    assert_int_equal(qx_maze_measure(maze, 0, 0, memory.distances, memory.scratch, &measures),
                     QX_OK);
    assert_true(measures.difficulty == 0.0);
    assert_int_equal(measures.length + measures.dead_ends + measures.corridors, 0);
    ways_memory_free(&memory);
    qx_maze_destroy(maze);
}

static void a_million_cells_in_a_line_are_walked(void **state)
{
    (void)state;
    const uint32_t length = 1000000;
    for (uint32_t axis = 0; axis < 3; axis++) {
        ways_memory memory;
        qx_maze_measures m;
        qx_maze *maze = maze_of(&(qx_maze_desc){ .width = axis == 0 ? length : 1,
                                                 .height = axis == 1 ? length : 1,
                                                 .depth = axis == 2 ? length : 1 });
        uint64_t *path = malloc(length * sizeof *path);
        assert_non_null(path);
        ways_memory_make(&memory, maze);
        assert_true(qx_maze_is_perfect(maze, memory.scratch));
        assert_int_equal(qx_maze_solve_distances(maze, 0, memory.distances, memory.scratch),
                         length - 1);
        for (uint32_t i = 0; i < length; i++) assert_int_equal(memory.distances[i], i);
        assert_int_equal(qx_maze_solve_path(maze, length - 1, memory.distances, path, length),
                         length);
        for (uint32_t i = 0; i < length; i++) assert_int_equal(path[i], length - 1 - i);
        assert_int_equal(
            qx_maze_measure(maze, 1000, length - 1, memory.distances, memory.scratch, &m), QX_OK);
        assert_int_equal(m.length, length - 1001);
        assert_int_equal(m.corridors, length - 2);
        assert_int_equal(m.route_junctions, 1);
        assert_int_equal(m.longest_detour, 1000);
        ways_memory_free(&memory);
        free(path);
        qx_maze_destroy(maze);
    }
}

#ifndef NDEBUG
static jmp_buf back;

static void come_back(int signal_number)
{
    (void)signal_number;
    longjmp(back, 1);
}

static void unaligned_scratch_is_asserted(void **state)
{
    (void)state;
    ways_memory memory;
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 2, .height = 2, .depth = 2 });
    ways_memory_make(&memory, maze);
    for (volatile int call = 0; call < 2; call++) {
        void (*volatile before)(int) = signal(SIGABRT, come_back);
        if (setjmp(back) == 0) {
            void *unaligned = (char *)memory.scratch + 8;
            if (call == 0)
                (void)qx_maze_is_perfect(maze, unaligned);
            else
                (void)qx_maze_solve_distances(maze, 0, memory.distances, unaligned);
            fail_msg("call %d took unaligned memory", call);
        }
        (void)signal(SIGABRT, before);
    }
    ways_memory_free(&memory);
    qx_maze_destroy(maze);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_going_over_all_openings),
        cmocka_unit_test(larger_mazes_have_shortest_ways),
        cmocka_unit_test(without_walls_steps_are_those_along_the_axes),
        cmocka_unit_test(paths_are_shortest_ways_by_the_lowest_cells),
        cmocka_unit_test(a_path_is_cut_at_its_room),
        cmocka_unit_test(perfect_is_what_union_find_over_all_openings_says),
        cmocka_unit_test(as_many_openings_with_a_loop_are_not_perfect),
        cmocka_unit_test(measures_are_those_of_a_plain_count),
        cmocka_unit_test(cells_outside_are_refused),
        cmocka_unit_test(one_cell_is_a_maze),
        cmocka_unit_test(a_million_cells_in_a_line_are_walked),
#ifndef NDEBUG
        cmocka_unit_test(unaligned_scratch_is_asserted),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
