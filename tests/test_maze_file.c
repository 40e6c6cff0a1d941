// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <quincunx/maze_file.h>
#include <quincunx/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static qx_maze *make(const qx_maze_desc *desc)
{
    qx_maze *maze;
    assert_int_equal(qx_maze_create(desc, NULL, &maze), QX_OK);
    return maze;
}

static qx_maze_file file_of(const qx_maze_desc *desc)
{
    const uint64_t last = (uint64_t)desc->width * desc->height * desc->depth - 1;
    return (qx_maze_file){ .maze = make(desc),
                           .desc = *desc,
                           .has_route = true,
                           .route = { .entrance = { 0, QX_MAZE_LOW_Z },
                                      .exit = { last, QX_MAZE_HIGH_Y } } };
}

static char *text_of(const qx_maze_file *file)
{
    uint8_t *bytes;
    size_t size;
    assert_int_equal(qx_maze_save_memory(file, NULL, &bytes, &size), QX_OK);
    char *text = malloc(size + 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    free(bytes);
    return text;
}

static qx_maze_desc random_desc(uint64_t seed)
{
    qx_random random;
    qx_random_seed(&random, seed, 1);
    return (qx_maze_desc){ .width = 1 + qx_random_below(&random, 20),
                           .height = 1 + qx_random_below(&random, 9),
                           .depth = 1 + qx_random_below(&random, 9),
                           .algorithm =
                               (qx_maze_algorithm)qx_random_below(&random, QX_MAZE_ALGORITHM_COUNT),
                           .seed = (uint64_t)qx_random_next(&random) << 32 | seed,
                           .braid = seed % 3 ? 0.0f : 0.37f,
                           .newest = 0.25f };
}

// --- JSON

static void what_is_saved_is_loaded(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        const qx_maze_desc desc = random_desc(seed);
        qx_maze_file file = file_of(&desc), back;
        char *text = text_of(&file);
        qx_error error = { 0 };
        if (qx_maze_load_memory(text, strlen(text), NULL, &back, &error) != QX_OK)
            fail_msg("%s: %s", error.message, text);
        assert_int_equal(qx_maze_hash(back.maze), qx_maze_hash(file.maze));
        assert_int_equal(back.desc.width, desc.width);
        assert_int_equal(back.desc.algorithm, desc.algorithm);
        assert_int_equal(back.desc.seed, desc.seed);
        assert_true(back.desc.braid == desc.braid && back.desc.newest == desc.newest);
        assert_true(back.has_route);
        assert_int_equal(back.route.exit.cell, file.route.exit.cell);
        assert_int_equal(back.route.exit.face, file.route.exit.face);
        char *again = text_of(&back);
        assert_string_equal(text, again);
        free(again);
        free(text);
        qx_maze_destroy(back.maze);
        qx_maze_destroy(file.maze);
    }
}

static void the_text_is_as_documented(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 2, .height = 1, .depth = 1, .seed = 7, .share_x = 0.5f };
    qx_maze_file file = file_of(&desc);
    const uint64_t solution[] = { 0, 1 };
    const qx_maze_measures measures = { .dead_ends = 2, .length = 1, .difficulty = 1.5 };
    file.solution = solution;
    file.solution_count = COUNT(solution);
    file.measures = &measures;
    char *text = text_of(&file), wanted[1000];
    snprintf(wanted, sizeof wanted,
             "{\n\"format\": \"quincunx maze\",\n\"version\": 1,\n\"size\": [2, 1, 1],\n"
             "\"algorithm\": \"eller\",\n\"seed\": \"7\",\n\"shares\": [0.5, 0, 0],\n"
             "\"braid\": 0,\n\"newest\": 0,\n\"slab_height\": 0,\n\"hash\": \"0x%016llx\",\n"
             "\"openings\": {\n\"x\": \"01\",\n\"y\": \"00\",\n\"z\": \"00\"},\n"
             "\"entrance\": {\"cell\": [0,0,0], \"face\": \"low_z\"},\n"
             "\"exit\": {\"cell\": [1,0,0], \"face\": \"high_y\"},\n"
             "\"solution\": [[0,0,0], [1,0,0]],\n"
             "\"measures\": {\"dead_ends\": 2, \"corridors\": 0, \"junctions\": 0, \"turns\": 0,\n"
             "\"length\": 1, \"route_turns\": 0, \"route_junctions\": 0, \"longest_detour\": 0, "
             "\"difficulty\": 1.5}\n}\n",
             (unsigned long long)qx_maze_hash(file.maze));
    assert_string_equal(text, wanted);
    free(text);
    qx_maze_destroy(file.maze);
}

static void masks_are_kept(void **state)
{
    (void)state;
    const uint64_t mask = 0x0EF7; // 4 x 4 without a few cells, in one part
    const qx_maze_desc desc = {
        .width = 4, .height = 4, .depth = 1, .algorithm = QX_MAZE_KRUSKAL, .mask = &mask
    };
    qx_maze_file file = { .maze = make(&desc), .desc = desc }, back;
    char *text = text_of(&file);
    assert_int_equal(qx_maze_load_memory(text, strlen(text), NULL, &back, NULL), QX_OK);
    assert_int_equal(qx_maze_hash(back.maze), qx_maze_hash(file.maze));
    assert_int_equal(qx_maze_get_info(back.maze).present, 10);
    assert_false(back.has_route);
    free(text);
    qx_maze_destroy(back.maze);
    qx_maze_destroy(file.maze);
}

// It is no mask to speak of, and no file tells of it.
static void masks_of_all_cells_do_not_matter(void **state)
{
    (void)state;
    const uint64_t mask = UINT64_MAX;
    qx_maze_desc desc = { .width = 8, .height = 4, .depth = 2, .algorithm = QX_MAZE_WILSON };
    qx_maze_file plain = { .maze = make(&desc), .desc = desc };
    desc.mask = &mask;
    qx_maze_file masked = { .maze = make(&desc), .desc = desc }, back;
    char *text = text_of(&masked), *other = text_of(&plain);
    assert_string_equal(text, other);
    assert_non_null(strstr(text, "hash"));
    char wanted[40];
    snprintf(wanted, sizeof wanted, "0x%016llx", (unsigned long long)qx_maze_hash(plain.maze));
    assert_non_null(strstr(text, wanted));
    assert_int_equal(qx_maze_load_memory(text, strlen(text), NULL, &back, NULL), QX_OK);
    free(text);
    free(other);
    qx_maze_destroy(back.maze);
    qx_maze_destroy(masked.maze);
    qx_maze_destroy(plain.maze);
}

// --- damage: each row replaces a part of a good file.

static char *replaced(const char *text, const char *part, const char *other)
{
    const char *at = strstr(text, part);
    if (!at) fail_msg("no %s", part);
    char *changed = malloc(strlen(text) + strlen(other) + 1);
    assert_non_null(changed);
    memcpy(changed, text, (size_t)(at - text));
    strcpy(changed + (at - text), other);
    strcat(changed, at + strlen(part));
    return changed;
}

static void damaged_files_are_explained(void **state)
{
    (void)state;
    static const struct {
        const char *part, *other;
        qx_result result;
        const char *fault;
    } bad[] = {
        { "{\n", "", QX_BAD_DATA, "behind its end" },
        { "\n}\n", "", QX_BAD_DATA, "JSON" },
        { "\n}\n", "\n} x", QX_BAD_DATA, "behind its end" },
        { "quincunx maze", "maze", QX_BAD_DATA, "\"format\"" },
        { "\"version\": 1", "\"version\": 2", QX_UNSUPPORTED, "version 2" },
        { "\"version\": 1", "\"version\": 1.5", QX_BAD_DATA, "\"version\"" },
        { "\"version\": 1", "\"version\": null", QX_BAD_DATA, "\"version\"" },
        { "[3, 3, 2]", "[3, 3]", QX_BAD_DATA, "\"size\"" },
        { "[3, 3, 2]", "3", QX_BAD_DATA, "\"size\"" },
        { "[3, 3, 2]", "[0, 3, 2]", QX_BAD_DATA, "\"size\"" },
        { "[3, 3, 2]", "[-3, 3, 2]", QX_BAD_DATA, "\"size\"" },
        { "[3, 3, 2]", "[3.5, 3, 2]", QX_BAD_DATA, "\"size\"" },
        { "[3, 3, 2]", "[\"3\", 3, 2]", QX_BAD_DATA, "\"size\"" },
        { "[3, 3, 2]", "[1e999, 3, 2]", QX_BAD_DATA, "\"size\"" },
        { "[3, 3, 2]", "[NaN, 3, 2]", QX_BAD_DATA, "JSON" },
        { "[3, 3, 2]", "[1073741825, 1, 1]", QX_BAD_DATA, "2^30" },
        { "[3, 3, 2]", "[1073741824, 1073741824, 1073741824]", QX_TOO_LARGE, "more cells" },
        { "[3, 3, 2]", "[1073741824, 8, 1]", QX_TRUNCATED, "6 hexadecimal digits where its size" },
        { "[3, 3, 2]", "[3, 3, 3]", QX_TRUNCATED, "wants 8" },
        { "[3, 3, 2]", "[3, 3, 1]", QX_BAD_DATA, "wants 4" },
        { "[3, 3, 2]", "[3, 2, 3]", QX_BAD_DATA, "outside" },
        { "eller", "ellen", QX_BAD_DATA, "\"algorithm\"" },
        { "\"eller\"", "7", QX_BAD_DATA, "\"algorithm\"" },
        { "\"seed\": \"1\"", "\"seed\": 1", QX_BAD_DATA, "\"seed\"" },
        { "\"seed\": \"1\"", "\"seed\": \"\"", QX_BAD_DATA, "\"seed\"" },
        { "\"seed\": \"1\"", "\"seed\": \"18446744073709551616\"", QX_BAD_DATA, "\"seed\"" },
        { "[0, 0, 0]", "[0, 0]", QX_BAD_DATA, "\"shares\"" },
        { "[0, 0, 0]", "[0, 0, -1]", QX_BAD_DATA, "\"shares\"" },
        { "\"braid\": 0", "\"braid\": 2", QX_BAD_DATA, "\"braid\"" },
        { "\"newest\": 0", "\"newest\": {}", QX_BAD_DATA, "\"newest\"" },
        { "\"slab_height\": 0", "\"slab_height\": -1", QX_BAD_DATA, "\"slab_height\"" },
        { "\"0x", "\"0x1", QX_BAD_DATA, "\"hash\"" },
        { "\"0x", "\"", QX_BAD_DATA, "\"hash\"" },
        { "openings", "opened", QX_BAD_DATA, "\"x\": it is missing" },
        { "\"y\"", "\"Y\"", QX_BAD_DATA, "\"y\": it is missing" },
        { "\"x\": \"", "\"x\": \"0", QX_BAD_DATA, "7 hexadecimal digits" },
        { "\"entrance\"", "\"way in\"", QX_BAD_DATA, "\"entrance\"" },
        { "\"exit\"", "\"way out\"", QX_BAD_DATA, "\"exit\"" },
        { "[0,0,0]", "[0,0,2]", QX_BAD_DATA, "\"entrance\"" },
        { "[0,0,0]", "[0,0]", QX_BAD_DATA, "\"entrance\"" },
        { "\"low_z\"", "\"low\"", QX_BAD_DATA, "\"entrance\"" },
        { "\"low_z\"", "\"high_z\"", QX_BAD_DATA, "does not lead outside" },
    };
    const qx_maze_desc desc = { .width = 3, .height = 3, .depth = 2, .seed = 1 };
    const qx_maze_file file = file_of(&desc);
    char *text = text_of(&file);
    for (size_t i = 0; i < COUNT(bad); i++) {
        char *changed = replaced(text, bad[i].part, bad[i].other);
        qx_maze_file back;
        qx_error error = { 0 };
        const qx_result result = qx_maze_load_memory(changed, strlen(changed), NULL, &back, &error);
        if (result != bad[i].result || error.code != result || !strstr(error.message, bad[i].fault))
            fail_msg("row %zu: %d, %s", i, (int)result, error.message);
        assert_null(back.maze);
        assert_int_equal(back.desc.width, 0);
        free(changed);
    }
    free(text);
    qx_maze_destroy(file.maze);
}

static void bad_digits_and_bits_are_found(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 3, .height = 3, .depth = 2, .seed = 1 };
    const qx_maze_file file = file_of(&desc);
    char *text = text_of(&file);
    char *digits = strstr(text, "\"x\": \"") + 6;
    static const struct {
        size_t digit;
        char letter;
        const char *fault;
    } bad[] = { { 3, 'g', "digits 3 and 4 are not hexadecimal" },
                { 4, ' ', "digits 5 and 6" },
                { 4, 'f', "behind the last cell" } };
    for (size_t i = 0; i < COUNT(bad); i++) {
        const char before = digits[bad[i].digit];
        qx_maze_file back;
        qx_error error;
        digits[bad[i].digit] = bad[i].letter;
        assert_int_equal(qx_maze_load_memory(text, strlen(text), NULL, &back, &error), QX_BAD_DATA);
        if (!strstr(error.message, bad[i].fault)) fail_msg("%s", error.message);
        digits[bad[i].digit] = before;
    }
    free(text);
    qx_maze_destroy(file.maze);
}

static void syntax_is_told_with_its_line(void **state)
{
    (void)state;
    static const char text[] = "{\n\"format\": \"quincunx maze\",\n\"version\": ?\n}\n";
    qx_maze_file back;
    qx_error error;
    assert_int_equal(qx_maze_load_memory(text, strlen(text), NULL, &back, &error), QX_BAD_DATA);
    assert_int_equal(error.line, 3);
    assert_true(error.offset > 30 && error.offset < strlen(text));
    assert_int_equal(qx_maze_load_memory(NULL, 0, NULL, &back, &error), QX_BAD_DATA);
    char deep[5000];
    memset(deep, '[', sizeof deep);
    assert_int_equal(qx_maze_load_memory(deep, sizeof deep, NULL, &back, &error), QX_BAD_DATA);
}

static void cut_files_never_load(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 5, .height = 4, .depth = 3, .seed = 3 };
    const qx_maze_file file = file_of(&desc);
    char *text = text_of(&file);
    const size_t size = strlen(text);
    for (size_t cut = 0; cut + 1 < size; cut++) {
        qx_maze_file back;
        assert_int_equal(qx_maze_load_memory(text, cut, NULL, &back, NULL), QX_BAD_DATA);
        assert_null(back.maze);
    }
    free(text);
    qx_maze_destroy(file.maze);
}

static void what_cannot_be_said_is_not_saved(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 3, .height = 3, .depth = 3 };
    const uint64_t beyond = 27;
    const qx_maze_measures measures = { .difficulty = NAN };
    qx_maze_file bad[6];
    for (size_t i = 0; i < COUNT(bad); i++) bad[i] = file_of(&desc);
    bad[0].desc.algorithm = QX_MAZE_ALGORITHM_COUNT;
    bad[1].desc.share_y = NAN;
    bad[2].route.exit = (qx_maze_opening){ 13, QX_MAZE_HIGH_X };
    bad[3].route.entrance.face = (qx_maze_face)6;
    bad[4].solution = &beyond;
    bad[4].solution_count = 1;
    bad[5].measures = &measures;
    for (size_t i = 0; i < COUNT(bad); i++) {
        uint8_t *bytes = (uint8_t *)1;
        size_t size = 1;
        assert_int_equal(qx_maze_save_memory(&bad[i], NULL, &bytes, &size), QX_BAD_VALUE);
        assert_null(bytes);
        assert_int_equal(size, 0);
        qx_maze_destroy(bad[i].maze);
    }
}

// --- raw

static uint8_t *raw_of(const qx_maze_desc *desc, size_t *size)
{
    qx_maze_stream *stream;
    assert_int_equal(qx_maze_stream_create(desc, &stream), QX_OK);
    const size_t layer_bytes = qx_maze_file_bound_layer(desc->width, desc->height);
    *size = QX_MAZE_FILE_HEAD + layer_bytes * desc->depth;
    uint8_t *bytes = malloc(*size), *at = bytes + QX_MAZE_FILE_HEAD;
    assert_non_null(bytes);
    qx_maze_file_build_head(desc, bytes);
    for (qx_maze_layer layer; qx_maze_stream_step(stream, &layer); at += layer_bytes)
        qx_maze_file_build_layer(&layer, desc->width, desc->height, at);
    assert_ptr_equal(at, bytes + *size);
    qx_maze_stream_destroy(stream);
    return bytes;
}

static void raw_layers_are_the_same_maze(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 500; seed++) {
        qx_maze_desc desc = random_desc(seed);
        desc.algorithm = QX_MAZE_ELLER;
        desc.braid = 0;
        desc.newest = 0;
        qx_maze *maze = make(&desc);
        size_t size;
        uint8_t *bytes = raw_of(&desc, &size);
        qx_maze_file back;
        assert_int_equal(qx_maze_load_memory(bytes, size, NULL, &back, NULL), QX_OK);
        assert_int_equal(qx_maze_hash(back.maze), qx_maze_hash(maze));
        assert_int_equal(back.desc.seed, desc.seed);
        qx_maze_destroy(back.maze);
        qx_maze_destroy(maze);
        free(bytes);
    }
}

static void damaged_raw_files_are_explained(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 5, .height = 5, .depth = 3, .seed = 4 };
    size_t size;
    uint8_t *bytes = raw_of(&desc, &size);
    static const struct {
        size_t at;
        uint8_t value;
        qx_result result;
        const char *fault;
    } bad[] = {
        { 8, 0, QX_BAD_DATA, "size" },        { 11, 0x3F, QX_TRUNCATED, "cells end early" },
        { 11, 0xFF, QX_BAD_DATA, "size" },    { 16, 2, QX_BAD_DATA, "more behind" },
        { 16, 4, QX_TRUNCATED, "end early" }, { 20, 9, QX_UNSUPPORTED, "algorithm" },
        { 35, 0xFF, QX_BAD_DATA, "share" },   { 64 + 3, 0x80, QX_BAD_DATA, "behind the last cell" },
        { 64, 0xFF, QX_BAD_DATA, "outside" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        const uint8_t before = bytes[bad[i].at];
        qx_maze_file back;
        qx_error error = { 0 };
        bytes[bad[i].at] = bad[i].value;
        const qx_result result = qx_maze_load_memory(bytes, size, NULL, &back, &error);
        if (result != bad[i].result || !strstr(error.message, bad[i].fault))
            fail_msg("row %zu: %d, %s", i, (int)result, error.message);
        assert_null(back.maze);
        bytes[bad[i].at] = before;
    }
    for (size_t cut = 8; cut < size; cut++) {
        qx_maze_file back;
        assert_int_equal(qx_maze_load_memory(bytes, cut, NULL, &back, NULL), QX_TRUNCATED);
    }
    free(bytes);
}

// --- memory and files

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 9, .height = 8, .depth = 7 };
    const qx_maze_file file = file_of(&desc);
    size_t raw_size;
    uint8_t *raw = raw_of(&desc, &raw_size);
    char *text = text_of(&file);
    for (int kind = 0; kind < 3; kind++) {
        long allowed = 0;
        for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
            failing book;
            const qx_allocator allocator = failing_after(&book, allowed);
            qx_maze_file back = { 0 };
            uint8_t *bytes = NULL;
            size_t size = 0;
            if (kind == 0) result = qx_maze_save_memory(&file, &allocator, &bytes, &size);
            if (kind == 1)
                result = qx_maze_load_memory(text, strlen(text), &allocator, &back, NULL);
            if (kind == 2) result = qx_maze_load_memory(raw, raw_size, &allocator, &back, NULL);
            assert_true(result == QX_OK || result == QX_NO_MEMORY);
            if (bytes) allocator.free(allocator.user, bytes, size);
            qx_maze_destroy(back.maze);
            assert_int_equal(book.live, 0);
            assert_int_equal(book.live_bytes, 0);
        }
        assert_true(allowed > 1);
    }
    free(text);
    free(raw);
    qx_maze_destroy(file.maze);
}

static void files_say_why_they_cannot_be(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 2, .height = 2, .depth = 2 };
    qx_maze_file file = file_of(&desc), back;
    qx_error error;
    assert_int_equal(qx_maze_save_file(&file, "/dev/full", NULL, &error), QX_FILE_ERROR);
    assert_int_equal(qx_maze_load_file("/missing/maze.json", NULL, &back, &error), QX_NOT_FOUND);
    assert_null(back.maze);
    assert_int_equal(qx_maze_load_file("/dev/null", NULL, &back, &error), QX_BAD_DATA);
    qx_maze_destroy(file.maze);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_is_loaded),
        cmocka_unit_test(the_text_is_as_documented),
        cmocka_unit_test(masks_are_kept),
        cmocka_unit_test(masks_of_all_cells_do_not_matter),
        cmocka_unit_test(damaged_files_are_explained),
        cmocka_unit_test(bad_digits_and_bits_are_found),
        cmocka_unit_test(syntax_is_told_with_its_line),
        cmocka_unit_test(cut_files_never_load),
        cmocka_unit_test(what_cannot_be_said_is_not_saved),
        cmocka_unit_test(raw_layers_are_the_same_maze),
        cmocka_unit_test(damaged_raw_files_are_explained),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(files_say_why_they_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
