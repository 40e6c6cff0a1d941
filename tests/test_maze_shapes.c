// SPDX-License-Identifier: MIT
// Mazes in any shape of cells, and mazes whose dead ends are opened again.
#include "maze_plain.h"

#include <math.h>
#include <string.h>

static const qx_maze_algorithm masked[] = { QX_MAZE_BACKTRACKER, QX_MAZE_KRUSKAL, QX_MAZE_WILSON,
                                            QX_MAZE_GROWING_TREE };

#define MASK_WORDS 40u

// Grows one connected blob of cells from a cell by chance; the bits behind the last cell are noise.
static void blob_by_chance(const qx_maze_desc *desc, uint64_t mask[MASK_WORDS], qx_random *random)
{
    qx_maze *box = maze_of(
        &(qx_maze_desc){ .width = desc->width, .height = desc->height, .depth = desc->depth });
    const uint32_t cells = (uint32_t)qx_maze_get_info(box).cells;
    memset(mask, 0, MASK_WORDS * sizeof *mask);
    uint64_t cell = qx_random_below(random, cells);
    for (uint32_t steps = 1 + qx_random_below(random, 2 * cells); steps > 0; steps--) {
        mask[cell / 64] |= UINT64_C(1) << cell % 64;
        const qx_maze_face face = (qx_maze_face)qx_random_below(random, 6);
        const uint64_t other = qx_maze_get_neighbour(box, cell, face);
        if (other != QX_MAZE_NONE) cell = other;
    }
    if (cells % 64) mask[cells / 64] |= UINT64_C(0xA5A5A5A5A5A5A5A5) << cells % 64;
    qx_maze_destroy(box);
}

static qx_maze_desc small_by_chance(qx_random *random)
{
    return (qx_maze_desc){ .width = 1 + qx_random_below(random, 13),
                           .height = 1 + qx_random_below(random, 13),
                           .depth = 1 + qx_random_below(random, 13),
                           .seed = qx_random_next(random) };
}

static void assert_present(const qx_maze *maze, const uint64_t *mask)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    for (uint64_t cell = 0; cell < cells; cell++)
        assert_int_equal(qx_maze_get_present(maze, cell), plain_bit(mask, cell));
    for (uint64_t cell = cells; cell < 64 * MASK_WORDS; cell++)
        assert_false(qx_maze_get_present(maze, cell));
    assert_false(qx_maze_get_present(maze, QX_MAZE_NONE));
}

static void any_shape_that_hangs_together_is_filled(void **state)
{
    (void)state;
    qx_random random;
    uint64_t mask[MASK_WORDS];
    qx_random_seed(&random, 1, 0);
    for (uint32_t i = 0; i < 6000; i++) {
        qx_maze_desc desc = small_by_chance(&random);
        blob_by_chance(&desc, mask, &random);
        desc.mask = mask;
        desc.algorithm = masked[i % QX_COUNT(masked)];
        desc.newest = i % 3 ? 0.0f : -1.0f;
        qx_maze *maze = maze_of(&desc);
        if (!plain_is_perfect(maze, mask)) fail_msg("case %u is not perfect", i);
        if (i < 500) assert_present(maze, mask);
        qx_maze_destroy(maze);
    }
}

static uint32_t parts_of(const qx_maze_desc *desc)
{
    qx_maze *box = maze_of(
        &(qx_maze_desc){ .width = desc->width, .height = desc->height, .depth = desc->depth });
    const uint64_t cells = qx_maze_get_info(box).cells;
    uint64_t label[64 * MASK_WORDS];
    for (uint64_t cell = 0; cell < cells; cell++) label[cell] = cell;
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint64_t cell = 0; cell < cells; cell++) {
            for (int face = 0; face < 6 && plain_bit(desc->mask, cell); face++) {
                const uint64_t other = qx_maze_get_neighbour(box, cell, (qx_maze_face)face);
                if (other == QX_MAZE_NONE || !plain_bit(desc->mask, other)) continue;
                if (label[other] >= label[cell]) continue;
                label[cell] = label[other];
                changed = true;
            }
        }
    }
    uint32_t parts = 0;
    for (uint64_t cell = 0; cell < cells; cell++)
        parts += plain_bit(desc->mask, cell) && label[cell] == cell;
    qx_maze_destroy(box);
    return parts;
}

// Cells by chance, so that one part and several are about as frequent.
static void shapes_in_several_parts_are_refused(void **state)
{
    (void)state;
    qx_random random;
    uint64_t mask[MASK_WORDS];
    uint32_t one = 0, several = 0;
    qx_random_seed(&random, 2, 0);
    for (uint32_t i = 0; i < 4000; i++) {
        qx_maze_desc desc = { .width = 1 + qx_random_below(&random, 4),
                              .height = 1 + qx_random_below(&random, 4),
                              .depth = 1 + qx_random_below(&random, 4),
                              .algorithm = masked[i % QX_COUNT(masked)],
                              .mask = mask };
        for (size_t w = 0; w < MASK_WORDS; w++)
            for (uint32_t bit = 0; bit < 64; bit++)
                mask[w] = mask[w] << 1 | (qx_random_below(&random, 5) > 1);
        const uint32_t parts = parts_of(&desc);
        qx_maze *maze;
        const qx_result result = qx_maze_create(&desc, NULL, &maze);
        assert_int_equal(result, parts == 1 ? QX_OK : QX_BAD_VALUE);
        assert_int_equal(maze != NULL, parts == 1);
        one += parts == 1;
        several += parts > 1;
        qx_maze_destroy(maze);
    }
    assert_true(one > 1000 && several > 1000);
}

static void empty_masks_are_refused(void **state)
{
    (void)state;
    const uint64_t behind = UINT64_MAX << 60; // of 3 x 4 x 5 cells, none
    for (size_t i = 0; i < QX_COUNT(masked); i++) {
        qx_maze *maze = (qx_maze *)1;
        const qx_maze_desc desc = {
            .width = 3, .height = 4, .depth = 5, .algorithm = masked[i], .mask = &behind
        };
        assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_BAD_VALUE);
        assert_null(maze);
    }
}

static void some_algorithms_take_no_mask(void **state)
{
    (void)state;
    static const qx_maze_algorithm others[] = { QX_MAZE_ELLER, QX_MAZE_BINARY_TREE,
                                                QX_MAZE_SIDEWINDER };
    const uint64_t all = UINT64_MAX;
    for (size_t i = 0; i < QX_COUNT(others); i++) {
        qx_maze *maze = (qx_maze *)1;
        const qx_maze_desc desc = {
            .width = 3, .height = 3, .depth = 3, .algorithm = others[i], .mask = &all
        };
        assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_BAD_VALUE);
        assert_null(maze);
    }
}

// A spiral of one cell's width has one maze; searches in it are as deep as it has cells.
static void long_masks_are_no_deeper(void **state)
{
    (void)state;
    enum { WIDE = 1001, WORDS = (WIDE * WIDE + 63) / 64 };
    uint64_t *mask = calloc(WORDS, sizeof *mask);
    assert_non_null(mask);
    uint64_t present = 0;
    for (uint64_t y = 0; y < WIDE; y++) {
        for (uint64_t x = 0; x < WIDE; x++) { // rows, joined at the right and at the left by turns
            if (y % 2 && x != (y % 4 == 1 ? WIDE - 1 : 0)) continue;
            mask[(y * WIDE + x) / 64] |= UINT64_C(1) << (y * WIDE + x) % 64;
            present++;
        }
    }
    for (size_t i = 0; i < QX_COUNT(masked); i++) {
        qx_maze *maze = maze_of(&(qx_maze_desc){
            .width = WIDE, .height = WIDE, .depth = 1, .algorithm = masked[i], .mask = mask });
        assert_int_equal(qx_maze_get_info(maze).present, present);
        assert_int_equal(qx_maze_get_info(maze).openings, present - 1);
        assert_int_equal(plain_dead_ends(maze), 2);
        qx_maze_destroy(maze);
    }
    free(mask);
}

// Cells with one opening that have a second neighbour to be opened to.
static uint64_t curable_dead_ends(const qx_maze *maze, const uint64_t *mask)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    uint64_t count = 0;
    for (uint64_t cell = 0; cell < cells; cell++) {
        const uint32_t faces = qx_maze_get_faces(maze, cell);
        uint32_t neighbours = 0;
        for (int face = 0; face < 6; face++) {
            const uint64_t other = qx_maze_get_neighbour(maze, cell, (qx_maze_face)face);
            neighbours += other != QX_MAZE_NONE && (!mask || plain_bit(mask, other));
        }
        count += faces != 0 && (faces & (faces - 1)) == 0 && neighbours > 1;
    }
    return count;
}

static uint64_t closed_again(const qx_maze *before, const qx_maze *after)
{
    uint64_t count = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint64_t *was = qx_maze_get_plane(before, axis), *is = qx_maze_get_plane(after, axis);
        const uint64_t words = plain_words(qx_maze_get_info(before).cells);
        for (uint64_t i = 0; i < words; i++) count += (was[i] & ~is[i]) != 0;
    }
    return count;
}

// Openings lead to cells that are there.
static bool stays_inside(const qx_maze *maze, const uint64_t *mask)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    for (uint64_t cell = 0; cell < cells; cell++)
        if (mask && !plain_bit(mask, cell) && qx_maze_get_faces(maze, cell)) return false;
    const uint64_t *planes[3];
    for (uint32_t axis = 0; axis < 3; axis++) planes[axis] = qx_maze_get_plane(maze, axis);
    const qx_maze_info info = qx_maze_get_info(maze);
    const qx_maze_desc box = { .width = info.width, .height = info.height, .depth = info.depth };
    qx_maze *same;
    const qx_result result = qx_maze_create_from(&box, planes, &same);
    qx_maze_destroy(same);
    return result == QX_OK; // refused where one leads outside
}

// Returns whether it was no more than its share.
static bool check_braid(const qx_maze_desc *desc, const qx_maze *before)
{
    qx_maze *after = maze_of(desc);
    const uint64_t curable = curable_dead_ends(before, desc->mask), all = plain_dead_ends(before);
    const uint64_t wanted = (uint64_t)((double)all * (double)desc->braid + 0.5);
    const uint64_t gone = all - plain_dead_ends(after);
    if (wanted <= curable) assert_in_range(gone, wanted, wanted + 1);
    if (wanted >= curable) assert_int_equal(curable_dead_ends(after, desc->mask), 0);
    assert_int_equal(closed_again(before, after), 0);
    assert_true(stays_inside(after, desc->mask));
    const uint64_t opened = qx_maze_get_info(after).openings - qx_maze_get_info(before).openings;
    assert_true(2 * opened >= gone && opened <= gone);
    qx_maze_destroy(after);
    return gone <= wanted;
}

static void braiding_removes_its_share_of_dead_ends(void **state)
{
    (void)state;
    static const float shares[] = { 0.0f, 0.001f, 0.1f, 0.25f, 0.5f, 0.9f, 1.0f };
    qx_random random;
    uint64_t mask[MASK_WORDS];
    uint32_t exact = 0;
    qx_random_seed(&random, 3, 0);
    for (uint32_t i = 0; i < 1400; i++) {
        qx_maze_desc desc = small_by_chance(&random);
        desc.algorithm = (qx_maze_algorithm)(i % QX_MAZE_ALGORITHM_COUNT);
        if (desc.algorithm >= QX_MAZE_BACKTRACKER && desc.algorithm < QX_MAZE_BINARY_TREE &&
            i % 2) {
            blob_by_chance(&desc, mask, &random);
            desc.mask = mask;
        }
        qx_maze *before = maze_of(&desc);
        for (size_t s = 0; s < QX_COUNT(shares); s++) {
            desc.braid = shares[s];
            exact += check_braid(&desc, before);
        }
        qx_maze_destroy(before);
    }
    assert_true(exact > 1400 * QX_COUNT(shares) * 96 / 100); // two at once is the exception
}

// Two dead ends that face each other are cured by one opening, so far fewer openings than dead
// ends.
static void braiding_joins_dead_ends(void **state)
{
    (void)state;
    qx_maze_desc desc = { .width = 100, .height = 100, .depth = 1, .algorithm = QX_MAZE_KRUSKAL };
    qx_maze *before = maze_of(&desc);
    desc.braid = 1.0f;
    qx_maze *after = maze_of(&desc);
    assert_true((double)(qx_maze_get_info(after).openings - qx_maze_get_info(before).openings) <
                0.75 * (double)plain_dead_ends(before));
    assert_int_equal(plain_dead_ends(after), 0);
    qx_maze_destroy(before);
    qx_maze_destroy(after);
}

static void a_line_keeps_its_ends(void **state)
{
    (void)state;
    qx_maze *maze = maze_of(&(qx_maze_desc){ .width = 1, .height = 1, .depth = 50, .braid = 1.0f });
    assert_int_equal(plain_dead_ends(maze), 2);
    assert_true(plain_is_perfect(maze, NULL));
    qx_maze_destroy(maze);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_shape_that_hangs_together_is_filled),
        cmocka_unit_test(shapes_in_several_parts_are_refused),
        cmocka_unit_test(empty_masks_are_refused),
        cmocka_unit_test(some_algorithms_take_no_mask),
        cmocka_unit_test(long_masks_are_no_deeper),
        cmocka_unit_test(braiding_removes_its_share_of_dead_ends),
        cmocka_unit_test(braiding_joins_dead_ends),
        cmocka_unit_test(a_line_keeps_its_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
