// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <quincunx/random.h>
#include <quincunx/svg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "failing_bytes.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// --- numbers

static void assert_number(double value, int decimals, const char *expected)
{
    qx_buffer buffer = { 0 };
    qx_buffer_number(&buffer, value, decimals);
    qx_buffer_add(&buffer, "", 1);
    assert_false(buffer.failed);
    assert_string_equal((const char *)buffer.bytes, expected);
    qx_buffer_release(&buffer);
}

static void numbers_are_short_and_rounded(void **state)
{
    (void)state;
    assert_number(0.0, 2, "0");
    assert_number(-0.0, 2, "0");
    assert_number(-0.004, 2, "0");
    assert_number(-0.005, 2, "-0.01");
    assert_number(1.0, 6, "1");
    assert_number(100.0, 2, "100");
    assert_number(100.5, 2, "100.5");
    assert_number(0.05, 2, "0.05");
    assert_number(-12.25, 1, "-12.3");
    assert_number(0.999, 2, "1");
    assert_number(1e6, 2, "1000000");
    assert_number(-1e12, 6, "-1000000000000");
    assert_number(0.000001, 6, "0.000001");
    assert_number(2.5, 0, "3");
}

static void numbers_read_back_within_their_rounding(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 1);
    for (int i = 0; i < 20000; i++) {
        const int decimals = 1 + (int)qx_random_below(&random, 6);
        const double value = (double)qx_random_range(&random, -1e4f, 1e4f);
        qx_buffer buffer = { 0 };
        qx_buffer_number(&buffer, value, decimals);
        qx_buffer_add(&buffer, "", 1);
        const double back = strtod((const char *)buffer.bytes, NULL);
        assert_true(fabs(back - value) <= 0.5001 * pow(10.0, -decimals));
        qx_buffer_release(&buffer);
    }
}

// --- drawings

static char *text_of(const qx_svg *drawing)
{
    uint8_t *bytes;
    size_t size;
    assert_int_equal(qx_svg_save_memory(drawing, NULL, &bytes, &size), QX_OK);
    char *text = malloc(size + 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    free(bytes);
    return text;
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text++) count++;
    return count;
}

static void the_whole_text_is_as_documented(void **state)
{
    (void)state;
    const qx_svg_line lines[] = {
        { { 0, 0 }, { 10, 0.5f }, 2, 0x3366FFFF },
        { { 10, 0.5f }, { 20, -3.125f }, 2, 0x3366FFFF }, // goes on
        { { 5, 5 }, { 6, 6 }, 2, 0x3366FFFF },            // begins anew
        { { 6, 6 }, { 7, 7 }, 1, 0x3366FF80 },            // looks different
    };
    char *text = text_of(&(qx_svg){ .width = 100,
                                    .height = 62.5f,
                                    .background = 0x05060FFF,
                                    .title = "a <net> & more",
                                    .lines = lines,
                                    .count = COUNT(lines) });
    assert_string_equal(
        text,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"100\" height=\"62.5\" "
        "viewBox=\"0 0 100 62.5\">\n"
        "<title>a &lt;net&gt; &amp; more</title>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#05060f\"/>\n"
        "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
        "<path stroke=\"#3366ff\" stroke-width=\"2\" d=\"M0 0L10 0.5L20 -3.13M5 5L6 6\"/>\n"
        "<path stroke=\"#3366ff\" stroke-opacity=\"0.502\" stroke-width=\"1\" d=\"M6 6L7 7\"/>\n"
        "</g>\n</svg>\n");
    free(text);
}

static void an_empty_drawing_in_millimetres_is_a_page(void **state)
{
    (void)state;
    char *text = text_of(&(qx_svg){ .width = 210, .height = 297, .unit = QX_SVG_MILLIMETRE });
    assert_non_null(strstr(text, "width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\""));
    assert_int_equal(count_of(text, "<path"), 0);
    assert_int_equal(count_of(text, "<rect"), 0);
    assert_non_null(strstr(text, "</svg>\n"));
    free(text);
}

static void every_line_is_there_and_tags_are_closed(void **state)
{
    (void)state;
    static qx_svg_line lines[500];
    for (uint64_t seed = 0; seed < 200; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 1);
        const size_t count = qx_random_below(&random, COUNT(lines) + 1);
        for (size_t i = 0; i < count; i++) {
            lines[i] = (qx_svg_line){
                .from = { qx_random_range(&random, -1e6f, 1e6f),
                          qx_random_range(&random, -1e6f, 1e6f) },
                .to = { qx_random_range(&random, -10, 10), qx_random_range(&random, -10, 10) },
                .width = (float)qx_random_below(&random, 3),
                .colour = qx_random_below(&random, 2) ? 0x102030FF : qx_random_next(&random),
            };
            if (i > 0 && qx_random_below(&random, 2)) lines[i].from = lines[i - 1].to;
        }
        char *text = text_of(&(qx_svg){ .width = 10,
                                        .height = 10,
                                        .decimals = 1 + (uint32_t)seed % 6,
                                        .lines = lines,
                                        .count = count });
        assert_int_equal(count_of(text, "L"), count);
        assert_int_equal(count_of(text, "<path"), count_of(text, "\"/>\n"));
        assert_int_equal(count_of(text, "nan") + count_of(text, "inf") + count_of(text, "e+"), 0);
        free(text);
    }
}

static void control_characters_in_titles_become_spaces(void **state)
{
    (void)state;
    char *text = text_of(&(qx_svg){ .width = 1, .height = 1, .title = "a\x01\nb\x7f\xc3\xa4" });
    assert_non_null(strstr(text, "<title>a  b \xc3\xa4</title>"));
    free(text);
}

static void the_locale_changes_nothing(void **state)
{
    (void)state;
    const qx_svg drawing = { .width = 1.5f, .height = 2.25f };
    char *before = text_of(&drawing);
    static const char *const names[] = { "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8" };
    for (size_t i = 0; i < COUNT(names); i++) {
        if (!setlocale(LC_ALL, names[i])) continue;
        char *after = text_of(&drawing);
        setlocale(LC_ALL, "C");
        assert_string_equal(before, after);
        free(after);
    }
    free(before);
}

static void bad_drawings_are_refused(void **state)
{
    (void)state;
    const qx_svg_line good = { { 0, 0 }, { 1, 1 }, 1, 0xFF };
    const qx_svg_line bad_lines[] = {
        { { NAN, 0 }, { 1, 1 }, 1, 0xFF },   { { 0, INFINITY }, { 1, 1 }, 1, 0xFF },
        { { 0, 0 }, { -2e6f, 1 }, 1, 0xFF }, { { 0, 0 }, { 1, NAN }, 1, 0xFF },
        { { 0, 0 }, { 1, 1 }, -1, 0xFF },    { { 0, 0 }, { 1, 1 }, NAN, 0xFF },
        { { 0, 0 }, { 1, 1 }, 2e6f, 0xFF },
    };
    const qx_svg bad[] = {
        { .width = 0, .height = 1 },
        { .width = 1, .height = -1 },
        { .width = NAN, .height = 1 },
        { .width = 1, .height = INFINITY },
        { .width = 2e6f, .height = 1 },
        { .width = 1, .height = 1, .decimals = 7 },
        { .width = 1, .height = 1, .count = 1 },
        { .width = 1, .height = 1, .unit = (qx_svg_unit)2 },
    };
    for (size_t i = 0; i < COUNT(bad) + COUNT(bad_lines); i++) {
        const qx_svg_line lines[] = { good, i < COUNT(bad) ? good : bad_lines[i - COUNT(bad)] };
        const qx_svg with_lines = { .width = 1, .height = 1, .lines = lines, .count = 2 };
        uint8_t *bytes = (uint8_t *)1;
        size_t size = 1;
        assert_int_equal(
            qx_svg_save_memory(i < COUNT(bad) ? &bad[i] : &with_lines, NULL, &bytes, &size),
            QX_BAD_VALUE);
        assert_null(bytes);
        assert_int_equal(size, 0);
    }
}

static void saving_survives_every_failing_allocation(void **state)
{
    (void)state;
    static qx_svg_line lines[200];
    for (size_t i = 0; i < COUNT(lines); i++)
        lines[i] = (qx_svg_line){ { 1, 2 }, { 3, 4 }, 1, (uint32_t)i };
    const qx_svg drawing = { .width = 9, .height = 9, .lines = lines, .count = COUNT(lines) };
    long allowed = 0;
    for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        uint8_t *bytes;
        size_t size;
        result = qx_svg_save_memory(&drawing, &allocator, &bytes, &size);
        failing_bytes_settle(&book, result, bytes, size);
    }
    assert_true(allowed > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_short_and_rounded),
        cmocka_unit_test(numbers_read_back_within_their_rounding),
        cmocka_unit_test(the_whole_text_is_as_documented),
        cmocka_unit_test(an_empty_drawing_in_millimetres_is_a_page),
        cmocka_unit_test(every_line_is_there_and_tags_are_closed),
        cmocka_unit_test(control_characters_in_titles_become_spaces),
        cmocka_unit_test(the_locale_changes_nothing),
        cmocka_unit_test(bad_drawings_are_refused),
        cmocka_unit_test(saving_survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
