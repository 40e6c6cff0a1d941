// SPDX-License-Identifier: MIT
// Every perfect maze of a small box or shape is as likely as every other: counted.
#include "maze_plain.h"

#include <math.h>

typedef struct shape {
    uint32_t width, height, depth;
    uint64_t mask;  // 0: all
    uint32_t trees; // spanning trees, where they are known
} shape;

static const shape shapes[] = {
    { 2, 2, 1, 0, 4 },     { 3, 2, 1, 0, 15 },  { 3, 3, 1, 0, 192 },
    { 1, 3, 3, 0, 192 },   { 2, 2, 2, 0, 384 }, { 3, 3, 1, 0757, 8 }, // a ring of eight cells
    { 3, 3, 1, 0377, 0 },                                             // without a corner
    { 4, 3, 1, 0xFB7, 0 }, // a tail of two cells beside a ring
    { 5, 2, 1, 0x3F8, 0 }, // corridors and a square
    { 3, 2, 2, 06777, 0 },
};

static uint64_t cells_of(const shape *s)
{
    return (uint64_t)s->width * s->height * s->depth;
}

static bool is_there(const shape *s, uint64_t cell)
{
    return !s->mask || (s->mask >> cell & 1);
}

// Kirchhoff's matrix: degrees on the diagonal, -1 where two cells are neighbours. Rows of cells
// that are not there are those of the unit matrix.
static void fill_matrix(const shape *s, const qx_maze *maze, double matrix[12][12])
{
    for (uint64_t cell = 0; cell < cells_of(s); cell++) {
        if (!is_there(s, cell)) matrix[cell][cell] = 1;
        for (int face = 0; face < 6 && is_there(s, cell); face++) {
            const uint64_t other = qx_maze_get_neighbour(maze, cell, (qx_maze_face)face);
            if (other == QX_MAZE_NONE || !is_there(s, other)) continue;
            matrix[cell][cell] += 1;
            matrix[cell][other] = -1;
        }
    }
}

static double determinant(double matrix[12][12], uint64_t size, uint64_t without)
{
    double product = 1;
    for (uint64_t i = 0; i < size; i++) matrix[without][i] = matrix[i][without] = 0;
    matrix[without][without] = 1;
    for (uint64_t i = 0; i < size; i++) {
        product *= matrix[i][i];
        for (uint64_t j = i + 1; j < size; j++) {
            const double by = matrix[j][i] / matrix[i][i];
            for (uint64_t k = i; k < size; k++) matrix[j][k] -= by * matrix[i][k];
        }
    }
    return product;
}

// By the matrix tree theorem.
static uint32_t count_trees(const shape *s)
{
    double matrix[12][12] = { { 0 } };
    qx_maze *box =
        maze_of(&(qx_maze_desc){ .width = s->width, .height = s->height, .depth = s->depth });
    uint64_t root = 0;
    while (!is_there(s, root)) root++;
    fill_matrix(s, box, matrix);
    qx_maze_destroy(box);
    return (uint32_t)(determinant(matrix, cells_of(s), root) + 0.5);
}

static uint64_t make_tree(const shape *s, qx_maze_algorithm algorithm, uint64_t seed)
{
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = s->width,
                                             .height = s->height,
                                             .depth = s->depth,
                                             .algorithm = algorithm,
                                             .mask = s->mask ? &s->mask : NULL,
                                             .seed = seed });
    const uint64_t tree = qx_maze_get_plane(maze, 0)[0] | qx_maze_get_plane(maze, 1)[0] << 16 |
                          qx_maze_get_plane(maze, 2)[0] << 32;
    qx_maze_destroy(maze);
    return tree;
}

static int compare(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

// How often trees differ in number from what is expected of chance, in standard deviations of
// chi-square; the number of different ones.
static double unevenness(const shape *s, qx_maze_algorithm algorithm, uint32_t trees,
                         uint32_t *found)
{
    const uint32_t each = 50, draws = each * trees;
    uint64_t *drawn = malloc(draws * sizeof *drawn);
    assert_non_null(drawn);
    for (uint32_t i = 0; i < draws; i++) drawn[i] = make_tree(s, algorithm, i);
    qsort(drawn, draws, sizeof *drawn, compare);
    double sum = 0;
    *found = 0;
    for (uint32_t i = 0, end; i < draws; i = end, ++*found) {
        for (end = i; end < draws && drawn[end] == drawn[i];) end++;
        const double off = (double)(end - i) - each;
        sum += off * off / each;
    }
    free(drawn);
    const double freedom = trees - 1.0;
    sum += (double)(trees - *found) * each; // those that never came
    return (sum - freedom) / sqrt(2.0 * freedom);
}

static void every_tree_is_as_likely(void **state)
{
    (void)state;
    for (size_t i = 0; i < QX_COUNT(shapes); i++) {
        const uint32_t trees = count_trees(&shapes[i]);
        if (shapes[i].trees) assert_int_equal(trees, shapes[i].trees);
        assert_true(trees > 1);
        uint32_t found;
        const double off = unevenness(&shapes[i], QX_MAZE_WILSON, trees, &found);
        if (fabs(off) > 4.0 || found != trees)
            fail_msg("shape %zu: %u of %u trees, %.1f deviations", i, found, trees, off);
    }
}

// So that the measure itself is known to see what it should.
static void a_backtracker_prefers_some(void **state)
{
    (void)state;
    uint32_t found;
    assert_true(unevenness(&shapes[2], QX_MAZE_BACKTRACKER, 192, &found) > 100.0);
    assert_true(unevenness(&shapes[4], QX_MAZE_KRUSKAL, 384, &found) > 10.0);
}

// A uniform tree of the square lattice has 8/pi^2 (1 - 2/pi) of its cells as dead ends (Manna, Dhar
// and Majumdar, "Spanning trees in two dimensions", 1992).
static void large_trees_have_the_known_dead_ends(void **state)
{
    (void)state;
    qx_maze *maze = maze_of(
        &(qx_maze_desc){ .width = 700, .height = 700, .depth = 1, .algorithm = QX_MAZE_WILSON });
    const double share = (double)plain_dead_ends(maze) / (700.0 * 700.0);
    assert_true(fabs(share - 0.2945) < 0.003);
    qx_maze_destroy(maze);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tree_is_as_likely),
        cmocka_unit_test(a_backtracker_prefers_some),
        cmocka_unit_test(large_trees_have_the_known_dead_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
