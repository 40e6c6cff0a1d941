// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <quincunx/render.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096 };

static size_t build(const char *words, float size, qx_line *lines)
{
    assert_true(qx_text_bound(words) <= ROOM);
    return qx_text_build(&(qx_text){ .words = words, .size = size }, lines);
}

static void bound_is_what_build_writes(void **state)
{
    (void)state;
    static const char *const words[] = {
        "",
        " ",
        "A",
        "Quincunx",
        "0123456789",
        "the quick brown fox",
        "\xC3\x97\xC2\xB0\xE2\x80\xA6",
        "\xFF\xFE",
    };
    qx_line lines[ROOM];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_int_equal(qx_text_bound(words[i]), build(words[i], 10, lines));
    }
}

static void nothing_is_nothing(void **state)
{
    (void)state;
    assert_int_equal(qx_text_bound(NULL), 0);
    assert_true(qx_text_breadth(NULL, 10) == 0.0f);
    assert_true(qx_text_breadth("", 10) == 0.0f);
    qx_line line;
    assert_int_equal(qx_text_build(&(qx_text){ .size = 10 }, &line), 0);
}

static void every_printable_character_has_its_own_shape(void **state)
{
    (void)state;
    static qx_line drawn[95][256];
    size_t counts[95];
    for (int i = 0; i < 95; i++) {
        const char word[] = { (char)(' ' + i), '\0' };
        assert_true(qx_text_bound(word) <= 256);
        memset(drawn[i], 0, sizeof drawn[i]);
        counts[i] = build(word, 12, drawn[i]);
        assert_true((counts[i] == 0) == (i == 0));
        for (int other = 0; other < i; other++) {
            assert_false(counts[other] == counts[i] &&
                         memcmp(drawn[other], drawn[i], sizeof drawn[i]) == 0);
        }
    }
}

static void strokes_stay_inside_their_box(void **state)
{
    (void)state;
    qx_line lines[ROOM];
    for (int c = ' '; c <= '~'; c++) {
        const char word[] = { (char)c, '\0' };
        const float breadth = qx_text_breadth(word, 12);
        const size_t count = build(word, 12, lines);
        for (size_t i = 0; i < count; i++) {
            const qx_vec3 ends[] = { lines[i].from, lines[i].to };
            for (int end = 0; end < 2; end++) {
                assert_true(ends[end].x >= -0.01f &&
                            ends[end].x <= breadth + 1.01f); // Q's tail sticks out
                assert_true(ends[end].y >= -14.01f && ends[end].y <= 4.01f);
            }
            assert_true(lines[i].from.x != lines[i].to.x || lines[i].from.y != lines[i].to.y);
        }
    }
}

static void capitals_and_digits_stand_on_the_base_line_and_are_as_high_as_size(void **state)
{
    (void)state;
    qx_line lines[ROOM];
    for (const char *c = "ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789"; *c; c++) {
        const char word[] = { *c, '\0' };
        const size_t count = build(word, 30, lines);
        float top = 100, low = -100;
        for (size_t i = 0; i < count; i++) {
            top = fminf(top, fminf(lines[i].from.y, lines[i].to.y));
            low = fmaxf(low, fmaxf(lines[i].from.y, lines[i].to.y));
        }
        assert_true(fabsf(top + 30) < 0.01f);
        assert_true(fabsf(low) < 0.01f);
    }
}

static void digits_are_equally_broad(void **state)
{
    (void)state;
    for (char c = '0'; c <= '9'; c++) {
        const char word[] = { c, '\0' };
        assert_true(qx_text_breadth(word, 20) == qx_text_breadth("0", 20));
    }
}

static void breadth_grows_with_size_and_words(void **state)
{
    (void)state;
    const float one = qx_text_breadth("score", 10);
    assert_true(one > 0);
    assert_true(fabsf(qx_text_breadth("score", 25) - 2.5f * one) < 1e-3f);
    const float gap = qx_text_breadth("scorescore", 10) - 2 * one;
    assert_true(gap > 1 && gap < 5);
}

static void alignment_moves_the_words(void **state)
{
    (void)state;
    qx_line left[64], other[64];
    const float breadth = qx_text_breadth("HI", 24);
    const float expected[] = { 0, 0.5f * breadth, breadth };
    qx_text text = { .words = "HI", .x = 100, .y = 50, .size = 24 };
    const size_t count = qx_text_build(&text, left);
    for (int align = QX_ALIGN_LEFT; align <= QX_ALIGN_RIGHT; align++) {
        text.align = (qx_align)align;
        assert_int_equal(qx_text_build(&text, other), count);
        for (size_t i = 0; i < count; i++) {
            assert_true(fabsf(left[i].from.x - other[i].from.x - expected[align]) < 1e-3f);
            assert_true(left[i].from.y == other[i].from.y);
        }
    }
}

static void defaults_are_filled_in(void **state)
{
    (void)state;
    qx_line lines[16];
    qx_text_build(&(qx_text){ .words = "L", .size = 16 }, lines);
    assert_true(lines[0].width == 2.0f);
    assert_true(lines[0].intensity == 1.0f);
    assert_int_equal(lines[0].colour, 0xFFFFFFFF);
    qx_text_build(
        &(qx_text){ .words = "L", .size = 16, .width = -2, .intensity = 3, .colour = 0x102030FF },
        lines);
    assert_true(lines[0].width == -2.0f);
    assert_true(lines[0].intensity == 3.0f);
    assert_int_equal(lines[0].colour, 0x102030FF);
}

static void what_is_no_character_is_a_box(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        size_t boxes;
    } cases[] = {
        { "\x01", 1 }, // a control character
        { "\n", 1 },
        { "\xE4\xB8\xAD", 1 }, // well formed, not in the font
        { "\xF0\x9F\x98\x80", 1 },
        { "\x80", 1 }, // continuation without a start
        { "\xFF\xFE", 2 },
        { "\xC3", 1 }, // ends too early
        { "\xE2\x86", 2 },
        { "\xF0\x9F\x98", 3 },
        { "\xC0\x80", 2 }, // overlong
        { "\xE0\x80\x80", 3 },
        { "\xED\xA0\x80", 3 },     // surrogate
        { "\xF4\x90\x80\x80", 4 }, // above U+10FFFF
        { "\xF8\x88\x80\x80\x80", 5 },
    };
    const size_t box = qx_text_bound("\x01");
    assert_int_equal(box, 4);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(qx_text_bound(cases[i].words), cases[i].boxes * box);
    }
}

static void bad_bytes_do_not_swallow_what_follows(void **state)
{
    (void)state;
    assert_int_equal(qx_text_bound("\xE2\x86"
                                   "A"),
                     2 * qx_text_bound("\x01") + qx_text_bound("A"));
    assert_int_equal(qx_text_bound("\xC3"
                                   "A"),
                     qx_text_bound("\x01") + qx_text_bound("A"));
}

static void extras_are_in_the_font(void **state)
{
    (void)state;
    static const char *const extras[] = {
        "\xC2\xB7",     "\xC3\x97",     "\xC2\xB0",     "\xE2\x80\xA6", "\xE2\x80\x93",
        "\xE2\x80\x94", "\xE2\x80\x98", "\xE2\x80\x99", "\xE2\x80\x9C", "\xE2\x80\x9D",
        "\xE2\x86\x90", "\xE2\x86\x91", "\xE2\x86\x92", "\xE2\x86\x93",
    };
    qx_line box[16], drawn[ROOM];
    build("\x01", 12, box);
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++) {
        const size_t count = build(extras[i], 12, drawn);
        assert_true(count > 0);
        assert_false(count == 4 && memcmp(box, drawn, 4 * sizeof *box) == 0);
    }
}

static void random_bytes_are_survived(void **state)
{
    (void)state;
    uint32_t random = 1;
    qx_line lines[ROOM];
    for (int round = 0; round < 20000; round++) {
        char words[17] = { 0 };
        for (int i = 0; i < 16; i++) {
            random = random * 1664525u + 1013904223u;
            words[i] = (char)(random >> 24);
        }
        assert_int_equal(build(words, 9, lines), qx_text_bound(words));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bound_is_what_build_writes),
        cmocka_unit_test(nothing_is_nothing),
        cmocka_unit_test(every_printable_character_has_its_own_shape),
        cmocka_unit_test(strokes_stay_inside_their_box),
        cmocka_unit_test(capitals_and_digits_stand_on_the_base_line_and_are_as_high_as_size),
        cmocka_unit_test(digits_are_equally_broad),
        cmocka_unit_test(breadth_grows_with_size_and_words),
        cmocka_unit_test(alignment_moves_the_words),
        cmocka_unit_test(defaults_are_filled_in),
        cmocka_unit_test(what_is_no_character_is_a_box),
        cmocka_unit_test(bad_bytes_do_not_swallow_what_follows),
        cmocka_unit_test(extras_are_in_the_font),
        cmocka_unit_test(random_bytes_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
