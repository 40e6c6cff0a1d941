// SPDX-License-Identifier: MIT
// Entrances and exits of mazes against all pairs of border cells.
#include "maze_ways.h"

#include <math.h>
#include <string.h>

static qx_maze_route route_of(const qx_maze *maze, const qx_maze_exit_desc *desc)
{
    ways_memory memory;
    qx_maze_route route;
    ways_memory_make(&memory, maze);
    assert_int_equal(qx_maze_solve_exit(maze, desc, memory.distances, memory.scratch, &route),
                     QX_OK);
    ways_memory_free(&memory);
    return route;
}

static bool is_outside(const qx_maze *maze, qx_maze_opening opening)
{
    return plain_outside(maze, opening.cell) >> (uint32_t)opening.face & 1;
}

static void assert_route(const qx_maze *maze, const qx_maze_route *route, bool entrance_outside,
                         const uint32_t *distances)
{
    assert_true(is_outside(maze, route->exit));
    if (entrance_outside) assert_true(is_outside(maze, route->entrance));
    assert_true(route->entrance.cell != route->exit.cell ||
                route->entrance.face != route->exit.face);
    assert_int_equal(distances[route->entrance.cell], 0);
    assert_int_equal(distances[route->exit.cell], route->length);
    assert_distances(maze, route->entrance.cell, distances);
}

// Whether a way may go from a cell through the outside to a cell and out.
static bool can_leave(const qx_maze *maze, uint64_t from, uint64_t to)
{
    return plain_count(plain_outside(maze, to)) > (from == to && plain_outside(maze, from) ? 1 : 0);
}

// The longest way between border cells; QX_MAZE_FAR where there is none.
static uint32_t longest_plainly(const qx_maze *maze)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    uint32_t *distances = malloc((size_t)cells * sizeof *distances), longest = QX_MAZE_FAR;
    assert_non_null(distances);
    for (uint64_t from = 0; from < cells; from++) {
        if (!plain_outside(maze, from) || !qx_maze_get_present(maze, from)) continue;
        plain_distances(maze, from, distances);
        for (uint64_t to = 0; to < cells; to++) {
            if (!can_leave(maze, from, to) || distances[to] == QX_MAZE_FAR) continue;
            if (longest == QX_MAZE_FAR || distances[to] > longest) longest = distances[to];
        }
    }
    free(distances);
    return longest;
}

static bool is_forest(const qx_maze *maze)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    uint32_t *distances = malloc((size_t)cells * sizeof *distances);
    uint64_t parts = 0;
    assert_non_null(distances);
    for (uint64_t from = 0; from < cells; from++) { // a part is counted at its lowest cell
        if (!qx_maze_get_present(maze, from)) continue;
        uint64_t lowest = 0;
        plain_distances(maze, from, distances);
        while (distances[lowest] == QX_MAZE_FAR) lowest++;
        parts += lowest == from;
    }
    free(distances);
    return qx_maze_get_info(maze).openings + parts == qx_maze_get_info(maze).present;
}

static void diameters_are_the_longest_of_all_pairs(void **state)
{
    (void)state;
    qx_random random;
    uint32_t forests = 0, loops = 0, reached = 0;
    qx_random_seed(&random, 1, 0);
    for (uint32_t i = 0; i < 4000; i++) {
        ways_memory memory;
        qx_maze_route route;
        qx_maze *maze = maze_by_chance(&random, 5);
        const uint32_t longest = longest_plainly(maze);
        const bool forest = is_forest(maze);
        ways_memory_make(&memory, maze);
        const qx_result result = qx_maze_solve_exit(maze, &(qx_maze_exit_desc){ .seed = i },
                                                    memory.distances, memory.scratch, &route);
        assert_int_equal(result, longest == QX_MAZE_FAR ? QX_NOT_FOUND : QX_OK);
        if (result == QX_OK) {
            assert_route(maze, &route, true, memory.distances);
            assert_true(route.length <= longest);
            if (forest)
                assert_int_equal(route.length, longest);
            else
                reached += route.length == longest;
            *(forest ? &forests : &loops) += 1;
        }
        ways_memory_free(&memory);
        qx_maze_destroy(maze);
    }
    assert_in_range(forests, 1000, 3000);
    assert_in_range(loops, 1000, 3000);
    assert_true(reached * 100 >= loops * 97); // a lower bound, and nearly always the longest
}

static uint32_t gap(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

// The least gap between what is wanted and what there is; QX_MAZE_FAR where there is no exit.
static uint32_t nearest_plainly(const qx_maze *maze, uint64_t from, uint32_t wanted)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    uint32_t *distances = malloc((size_t)cells * sizeof *distances), least = QX_MAZE_FAR;
    assert_non_null(distances);
    plain_distances(maze, from, distances);
    for (uint64_t to = 0; to < cells; to++) {
        if (distances[to] == QX_MAZE_FAR || !can_leave(maze, from, to)) continue;
        if (gap(distances[to], wanted) < least) least = gap(distances[to], wanted);
    }
    free(distances);
    return least;
}

static void the_articles_exit_is_the_farthest_from_the_first_cell(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 0);
    for (uint32_t i = 0; i < 4000; i++) {
        ways_memory memory;
        qx_maze_route route;
        qx_maze *maze = maze_by_chance(&random, 6);
        const qx_maze_exit_desc desc = { .rule = QX_MAZE_EXIT_ARTICLE, .seed = i };
        ways_memory_make(&memory, maze);
        const qx_result result =
            qx_maze_solve_exit(maze, &desc, memory.distances, memory.scratch, &route);
        const bool leaves =
            qx_maze_get_present(maze, 0) && nearest_plainly(maze, 0, 0) != QX_MAZE_FAR;
        assert_int_equal(result, leaves ? QX_OK : QX_NOT_FOUND);
        if (result == QX_OK) {
            assert_route(maze, &route, true, memory.distances);
            assert_int_equal(route.entrance.cell, 0);
            for (uint64_t cell = 0; cell < qx_maze_get_info(maze).cells; cell++) {
                if (!plain_outside(maze, cell) || memory.distances[cell] == QX_MAZE_FAR) continue;
                assert_true(memory.distances[cell] <= route.length);
            }
        }
        ways_memory_free(&memory);
        qx_maze_destroy(maze);
    }
}

static void lengths_are_met_as_nearly_as_can_be(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 0);
    for (uint32_t i = 0; i < 6000; i++) {
        ways_memory memory;
        qx_maze_route route;
        qx_maze *maze = maze_by_chance(&random, 6);
        const uint32_t cells = (uint32_t)qx_maze_get_info(maze).cells;
        const qx_maze_exit_desc desc = { .rule = QX_MAZE_EXIT_LENGTH,
                                         .from = qx_random_below(&random, cells),
                                         .length = i % 50 ? qx_random_below(&random, 40)
                                                          : UINT32_MAX - i % 3,
                                         .seed = i };
        const uint32_t least = nearest_plainly(maze, desc.from, desc.length);
        ways_memory_make(&memory, maze);
        const qx_result result =
            qx_maze_solve_exit(maze, &desc, memory.distances, memory.scratch, &route);
        if (!qx_maze_get_present(maze, desc.from)) {
            assert_int_equal(result, QX_BAD_VALUE);
        } else if (least == QX_MAZE_FAR) {
            assert_int_equal(result, QX_NOT_FOUND);
        } else {
            assert_int_equal(result, QX_OK);
            assert_route(maze, &route, plain_outside(maze, desc.from) != 0, memory.distances);
            assert_int_equal(route.entrance.cell, desc.from);
            assert_int_equal(gap(route.length, desc.length), least);
        }
        ways_memory_free(&memory);
        qx_maze_destroy(maze);
    }
}

// --- equals

// How far counts are from being even, in standard deviations (Wilson and Hilferty).
static double unevenness(const uint32_t *counts, size_t bins, double expected)
{
    double square = 0;
    for (size_t i = 0; i < bins; i++) {
        const double off = counts[i] - expected;
        square += off * off / expected;
    }
    const double freedom = (double)bins - 1, part = 2 / (9 * freedom);
    return (cbrt(square / freedom) - (1 - part)) / sqrt(part);
}

// All ways of the longest, as entrance * cells + exit.
static size_t pairs_plainly(const qx_maze *maze, uint64_t *pairs, size_t capacity)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    const uint32_t longest = longest_plainly(maze);
    uint32_t *distances = malloc((size_t)cells * sizeof *distances);
    size_t count = 0;
    assert_non_null(distances);
    for (uint64_t from = 0; from < cells; from++) {
        if (!plain_outside(maze, from)) continue;
        plain_distances(maze, from, distances);
        for (uint64_t to = 0; to < cells; to++) {
            if (!plain_outside(maze, to) || distances[to] != longest) continue;
            assert_true(count < capacity);
            pairs[count++] = from * cells + to;
        }
    }
    free(distances);
    return count;
}

static void assert_pairs_even(const qx_maze *maze, const uint64_t *pairs, size_t count)
{
    uint32_t counts[64] = { 0 };
    const uint64_t cells = qx_maze_get_info(maze).cells;
    const uint32_t rounds = 200 * (uint32_t)count;
    for (uint32_t seed = 0; seed < rounds; seed++) {
        const qx_maze_route route = route_of(maze, &(qx_maze_exit_desc){ .seed = seed });
        const uint64_t pair = route.entrance.cell * cells + route.exit.cell;
        size_t i = 0;
        while (i < count && pairs[i] != pair) i++;
        assert_true(i < count);
        counts[i]++;
    }
    assert_true(fabs(unevenness(counts, count, 200.0)) < 4.5);
}

// Of an even and an odd number of steps, with ends on two branches and on more.
static void every_pair_of_ends_is_as_likely(void **state)
{
    (void)state;
    uint32_t tried[2] = { 0 }, many = 0;
    for (uint64_t seed = 0; seed < 120; seed++) {
        uint64_t pairs[64];
        qx_maze *maze = maze_of(&(qx_maze_desc){
            .width = 4, .height = 3, .depth = 3, .seed = seed, .algorithm = QX_MAZE_WILSON });
        const size_t count = pairs_plainly(maze, pairs, 64);
        if (count > 2) assert_pairs_even(maze, pairs, count);
        if (count > 2) tried[longest_plainly(maze) % 2]++;
        many += count > 8;
        qx_maze_destroy(maze);
    }

    assert_true(tried[0] >= 20 && tried[1] >= 20 && many >= 3);
}

// A star: all ends on branches of their own, none of which is the middle's.
static void every_pair_of_a_star_is_as_likely(void **state)
{
    (void)state;
    uint64_t pairs[64];
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 3, .height = 3, .depth = 3 });
    for (uint64_t cell = 0; cell < 27; cell++)
        for (uint32_t face = 1; face < 6; face += 2)
            (void)qx_maze_set_open(maze, cell, (qx_maze_face)face, false);
    for (uint32_t face = 0; face < 6; face++)
        assert_int_equal(qx_maze_set_open(maze, 13, (qx_maze_face)face, true), QX_OK);
    const size_t count = pairs_plainly(maze, pairs, 64);
    assert_int_equal(count, 30);
    assert_pairs_even(maze, pairs, count);
    qx_maze_destroy(maze);
}

// A cube of one cell: any two of its six faces.
static void faces_of_one_cell_are_as_likely_and_two(void **state)
{
    (void)state;
    static const qx_maze_exit_rule rules[] = { QX_MAZE_EXIT_DIAMETER, QX_MAZE_EXIT_ARTICLE,
                                               QX_MAZE_EXIT_LENGTH };
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 1, .height = 1, .depth = 1 });
    for (size_t rule = 0; rule < 3; rule++) {
        uint32_t counts[30] = { 0 };
        for (uint32_t seed = 0; seed < 30 * 500; seed++) {
            const qx_maze_exit_desc desc = { .rule = rules[rule], .seed = seed };
            const qx_maze_route route = route_of(maze, &desc);
            const uint32_t in = (uint32_t)route.entrance.face, out = (uint32_t)route.exit.face;
            assert_int_equal(route.length, 0);
            assert_int_not_equal(in, out);
            counts[5 * in + out - (out > in)]++;
        }
        assert_true(fabs(unevenness(counts, 30, 500.0)) < 4.5);
    }
    qx_maze_destroy(maze);
}

// Two cells of a square, each at a corner: four faces lead out, two of each.
static void faces_of_a_corner_are_as_likely(void **state)
{
    (void)state;
    uint32_t counts[8] = { 0 };
    const uint64_t mask[] = { 0x3 };
    qx_maze *maze = maze_of(&(qx_maze_desc){
        .width = 2, .height = 2, .depth = 1, .mask = mask, .algorithm = QX_MAZE_WILSON });
    for (uint32_t seed = 0; seed < 8 * 500; seed++) {
        const qx_maze_route route = route_of(maze, &(qx_maze_exit_desc){ .seed = seed });
        const bool low = route.entrance.cell == 0;
        const qx_maze_opening west = low ? route.entrance : route.exit;
        const qx_maze_opening east = low ? route.exit : route.entrance;
        assert_int_equal(route.length, 1);
        assert_true(west.face == QX_MAZE_LOW_X || west.face == QX_MAZE_LOW_Y);
        assert_true(east.face == QX_MAZE_HIGH_X || east.face == QX_MAZE_LOW_Y);
        counts[4 * low + 2 * (west.face == QX_MAZE_LOW_X) + (east.face == QX_MAZE_HIGH_X)]++;
    }
    assert_true(fabs(unevenness(counts, 8, 500.0)) < 4.5);
    qx_maze_destroy(maze);
}

// --- what is one cell high, broad or deep

// A line along an axis: in at one end, out at the other, whatever the rule says of it.
static void lines_are_left_at_their_ends(void **state)
{
    (void)state;
    for (uint32_t axis = 0; axis < 3; axis++)
        for (uint32_t size = 2; size < 9; size++) {
            const qx_maze_desc desc = { .width = axis == 0 ? size : 1,
                                        .height = axis == 1 ? size : 1,
                                        .depth = axis == 2 ? size : 1 };
            qx_maze *maze = maze_of(&desc);
            for (uint32_t seed = 0; seed < 30; seed++) {
                const qx_maze_exit_desc question = { .rule = (qx_maze_exit_rule)(seed % 3),
                                                     .length = size,
                                                     .seed = seed };
                const qx_maze_route route = route_of(maze, &question);
                const uint32_t in = (uint32_t)route.entrance.face;
                assert_int_equal(route.length, size - 1);
                assert_int_equal(in, 2 * axis + (route.entrance.cell != 0));
                assert_int_equal(route.exit.face, in ^ 1);
            }
            qx_maze_destroy(maze);
        }
}

// Flat across each axis, of all sizes: never through the paper, and the longest way of the rim.
static void flat_mazes_are_left_at_their_rims(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 3 * 7 * 7; i++) {
        const uint32_t axis = i / 49, a = 2 + i / 7 % 7, b = 2 + i % 7;
        const qx_maze_desc desc = { .width = axis == 0 ? 1 : a,
                                    .height = axis == 1   ? 1
                                              : axis == 0 ? a
                                                          : b,
                                    .depth = axis == 2 ? 1 : b,
                                    .algorithm = QX_MAZE_WILSON,
                                    .seed = i };
        qx_maze *maze = maze_of(&desc);
        const uint32_t longest = longest_plainly(maze);
        for (uint32_t seed = 0; seed < 30; seed++) {
            const qx_maze_exit_desc question = { .rule = (qx_maze_exit_rule)(seed % 3),
                                                 .length = 2,
                                                 .seed = seed };
            const qx_maze_route route = route_of(maze, &question);
            assert_int_not_equal((uint32_t)route.entrance.face / 2, axis);
            assert_int_not_equal((uint32_t)route.exit.face / 2, axis);
            assert_true(is_outside(maze, route.entrance) && is_outside(maze, route.exit));
            if (question.rule == QX_MAZE_EXIT_DIAMETER) assert_int_equal(route.length, longest);
        }
        qx_maze_destroy(maze);
    }
}

static void cells_of_one_length_are_as_likely(void **state)
{
    (void)state;
    uint32_t counts[27] = { 0 }, used = 0;
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 3, .height = 3, .depth = 3 });
    for (uint64_t cell = 0; cell < 27; cell++)
        for (uint32_t face = 1; face < 6; face += 2)
            (void)qx_maze_set_open(maze, cell, (qx_maze_face)face, true);
    for (uint32_t seed = 0; seed < 7 * 1000; seed++) { // seven cells three steps from a corner
        const qx_maze_exit_desc desc = { .rule = QX_MAZE_EXIT_LENGTH, .length = 3, .seed = seed };
        counts[route_of(maze, &desc).exit.cell]++;
    }
    for (uint32_t i = 0; i < 27; i++)
        if (counts[i]) counts[used++] = counts[i];
    assert_int_equal(used, 6); // and one of them is the middle, which has no face outside
    assert_true(fabs(unevenness(counts, 6, 7000.0 / 6)) < 4.5);
    qx_maze_destroy(maze);
}

// --- what is known of exits

typedef struct figures {
    double share; // of the longest way that the article's is
    double edges; // share of the article's exits in cells of two faces or more
} figures;

static figures figures_of(uint32_t size)
{
    figures sums = { 0, 0 };
    const uint32_t rounds = 1500;
    qx_random random;
    qx_random_seed(&random, 4, size);
    for (uint64_t seed = 0; seed < rounds; seed++) {
        qx_maze *maze = maze_by_plain_eller(&random, size);
        const qx_maze_exit_desc desc = { .rule = QX_MAZE_EXIT_ARTICLE, .seed = seed };
        const qx_maze_route article = route_of(maze, &desc);
        const qx_maze_route longest = route_of(maze, &(qx_maze_exit_desc){ .seed = seed });
        assert_true(article.length * 2 >= longest.length);
        sums.share += (double)article.length / longest.length;
        sums.edges += plain_count(plain_outside(maze, article.exit.cell)) > 1;
        qx_maze_destroy(maze);
    }
    return (figures){ sums.share / rounds, sums.edges / rounds };
}

// What another program found: 82 to 69 of a hundred, and 66 to 28. That depends a little on its
// coins, which are not known.
static void the_articles_way_is_as_short_as_is_known(void **state)
{
    (void)state;
    const figures small = figures_of(4), large = figures_of(12);
    assert_true(fabs(small.share - 0.82) < 0.03);
    assert_true(fabs(large.share - 0.69) < 0.02);
    assert_true(fabs(small.edges - 0.66) < 0.09);
    assert_true(fabs(large.edges - 0.28) < 0.04);
}

// The part of the longest way that the way from a corner has, on average.
static double share_from(uint32_t size, uint32_t corner, uint64_t rounds)
{
    double sum = 0.0;
    for (uint64_t seed = 0; seed < rounds; seed++) {
        const uint32_t end = size - 1;
        qx_maze *maze =
            maze_of(&(qx_maze_desc){ .width = size, .height = size, .depth = size, .seed = seed });
        const uint64_t from = qx_maze_get_cell(maze, corner & 1 ? end : 0, corner & 2 ? end : 0,
                                               corner & 4 ? end : 0);
        const qx_maze_exit_desc far = { .rule = QX_MAZE_EXIT_LENGTH,
                                        .from = from,
                                        .length = size * size * size };
        sum += (double)route_of(maze, &far).length /
               route_of(maze, &(qx_maze_exit_desc){ .seed = seed }).length;
        qx_maze_destroy(maze);
    }
    return sum / (double)rounds;
}

// Made from below upward, and still as deep seen from below as from above.
static void small_mazes_have_no_better_corner(void **state)
{
    (void)state;
    for (uint32_t size = 4; size <= 10; size += 3) {
        double least = 1.0, most = 0.0;
        for (uint32_t corner = 0; corner < 8; corner++) {
            const double share = share_from(size, corner, 6000 / (size * size));
            least = share < least ? share : least;
            most = share > most ? share : most;
        }
        if (least < 0.77 || most > 0.86 || most - least > 0.05)
            fail_msg("%u: ways from corners are %g to %g of the longest", size, least, most);
    }
}

static void a_million_cells_in_a_line_have_two_ends(void **state)
{
    (void)state;
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 1, .height = 1000000, .depth = 1 });
    const qx_maze_route route = route_of(maze, &(qx_maze_exit_desc){ .seed = 1 });
    assert_int_equal(route.length, 999999);
    assert_int_equal(route.entrance.cell + route.exit.cell, 999999);
    qx_maze_destroy(maze);
}

// --- bad input

static void bad_questions_are_refused(void **state)
{
    (void)state;
    static const qx_maze_exit_desc bad[] = {
        { .rule = QX_MAZE_EXIT_LENGTH, .from = 27 },
        { .rule = QX_MAZE_EXIT_LENGTH, .from = QX_MAZE_NONE },
        { .rule = (qx_maze_exit_rule)3 },
        { .rule = (qx_maze_exit_rule)99 },
    };
    ways_memory memory;
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 3, .height = 3, .depth = 3 });
    ways_memory_make(&memory, maze);
    for (size_t i = 0; i < QX_COUNT(bad); i++) {
        qx_maze_route route;
        assert_int_equal(
            qx_maze_solve_exit(maze, &bad[i], memory.distances, memory.scratch, &route),
            QX_BAD_VALUE);
    }
    ways_memory_free(&memory);
    qx_maze_destroy(maze);
}

// Two cells, of which the one at the border has one face: nobody comes out where he came in.
static void one_face_is_not_entrance_and_exit(void **state)
{
    (void)state;
    const uint64_t mask[] = { UINT64_C(1) << 13 | UINT64_C(1) << 14 };
    static const qx_maze_exit_desc descs[] = {
        { .rule = QX_MAZE_EXIT_DIAMETER },
        { .rule = QX_MAZE_EXIT_ARTICLE },
        { .rule = QX_MAZE_EXIT_LENGTH, .from = 14 },
    };
    ways_memory memory;
    qx_maze_route route;
    qx_maze *maze = maze_of(&(qx_maze_desc){
        .width = 3, .height = 3, .depth = 3, .mask = mask, .algorithm = QX_MAZE_WILSON });
    ways_memory_make(&memory, maze);
    for (size_t i = 0; i < QX_COUNT(descs); i++)
        assert_int_equal(
            qx_maze_solve_exit(maze, &descs[i], memory.distances, memory.scratch, &route),
            QX_NOT_FOUND);
    const qx_maze_exit_desc inside = { .rule = QX_MAZE_EXIT_LENGTH, .from = 13 };
    assert_int_equal(qx_maze_solve_exit(maze, &inside, memory.distances, memory.scratch, &route),
                     QX_OK);
    assert_int_equal(route.exit.cell, 14);
    assert_int_equal(route.exit.face, QX_MAZE_HIGH_X);
    ways_memory_free(&memory);
    qx_maze_destroy(maze);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diameters_are_the_longest_of_all_pairs),
        cmocka_unit_test(the_articles_exit_is_the_farthest_from_the_first_cell),
        cmocka_unit_test(lengths_are_met_as_nearly_as_can_be),
        cmocka_unit_test(every_pair_of_ends_is_as_likely),
        cmocka_unit_test(every_pair_of_a_star_is_as_likely),
        cmocka_unit_test(faces_of_one_cell_are_as_likely_and_two),
        cmocka_unit_test(faces_of_a_corner_are_as_likely),
        cmocka_unit_test(lines_are_left_at_their_ends),
        cmocka_unit_test(flat_mazes_are_left_at_their_rims),
        cmocka_unit_test(cells_of_one_length_are_as_likely),
        cmocka_unit_test(the_articles_way_is_as_short_as_is_known),
        cmocka_unit_test(small_mazes_have_no_better_corner),
        cmocka_unit_test(a_million_cells_in_a_line_have_two_ends),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(one_face_is_not_entrance_and_exit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
