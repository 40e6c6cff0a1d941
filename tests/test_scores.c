// SPDX-License-Identifier: MIT
// Tables of high scores: order, names from any bytes, and files that are never believed unread.
#include "fresh_folder.h"
#include "scores.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static storage_problem problem;

static score_entry entry_of(uint64_t score, uint64_t seed)
{
    score_entry e = { .score = score, .seed = seed, .ticks = 1234 };
    strcpy(e.name, "Ada");
    snprintf(e.replay, sizeof e.replay, "dart-%lu-%lx.qxrp", (unsigned long)score,
             (unsigned long)seed);
    return e;
}

static score_table table_of(uint32_t count)
{
    score_table t;
    score_table_start(&t);
    for (uint32_t i = 0; i < count; i++) {
        const score_entry e = entry_of(1000 - 10 * i, i);
        assert_int_equal(score_insert(&t, &e), i);
    }
    strcpy(t.last_name, "Grace \xC3\xA9");
    return t;
}

static void assert_same_table(const score_table *a, const score_table *b)
{
    assert_int_equal(a->count, b->count);
    assert_string_equal(a->last_name, b->last_name);
    for (uint32_t i = 0; i < a->count; i++) {
        assert_true(a->entries[i].score == b->entries[i].score);
        assert_true(a->entries[i].seed == b->entries[i].seed);
        assert_int_equal(a->entries[i].ticks, b->entries[i].ticks);
        assert_string_equal(a->entries[i].name, b->entries[i].name);
        assert_string_equal(a->entries[i].replay, b->entries[i].replay);
    }
}

// What holds for every table, wherever it came from.
static void assert_sound(const score_table *t)
{
    char clean[SCORE_NAME_BYTES];
    assert_true(t->count <= SCORES_MAX);
    assert_true(t->last_name[0] != '\0');
    for (uint32_t i = 0; i < t->count; i++) {
        const score_entry *e = &t->entries[i];
        assert_true(e->score > 0);
        if (i > 0) assert_true(t->entries[i - 1].score >= e->score);
        score_name_clean(clean, e->name, strlen(e->name));
        assert_string_equal(clean, e->name);
        assert_true(e->name[0] != '\0');
        assert_true(e->replay[0] == '\0' || score_file_valid(e->replay));
    }
}

// --- order

static void the_best_are_first_and_ten(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 5, 1);
    for (uint32_t round = 0; round < 1000; round++) {
        score_table t;
        uint64_t best = 0;
        score_table_start(&t);
        for (uint32_t i = 0; i < 30; i++) {
            const score_entry e = entry_of(qx_random_below(&random, 41), i);
            const bool belongs = score_belongs(&t, e.score);
            const uint32_t place = score_insert(&t, &e);
            assert_int_equal(belongs, place < SCORES_MAX);
            if (belongs) assert_int_equal(t.entries[place].seed, i);
            if (e.score > best) best = e.score;
            assert_sound(&t);
        }
        assert_int_equal(t.count, SCORES_MAX);
        assert_true(t.entries[0].score == best);
    }
}

static void of_equal_scores_the_older_stays_ahead(void **state)
{
    (void)state;
    score_table t;
    score_table_start(&t);
    for (uint32_t i = 0; i < SCORES_MAX; i++) {
        const score_entry e = entry_of(50, i);
        assert_int_equal(score_insert(&t, &e), i);
    }
    for (uint32_t i = 0; i < SCORES_MAX; i++) assert_int_equal(t.entries[i].seed, i);
    const score_entry late = entry_of(50, 99), better = entry_of(51, 100);
    assert_false(score_belongs(&t, 50));
    assert_int_equal(score_insert(&t, &late), SCORES_MAX);
    assert_int_equal(score_insert(&t, &better), 0);
    assert_int_equal(t.entries[1].seed, 0);
    assert_int_equal(t.entries[SCORES_MAX - 1].seed, SCORES_MAX - 2);
}

static void nothing_is_no_score(void **state)
{
    (void)state;
    score_table t;
    score_table_start(&t);
    const score_entry none = entry_of(0, 1), most = entry_of(UINT64_MAX, 2);
    assert_false(score_belongs(&t, 0));
    assert_int_equal(score_insert(&t, &none), SCORES_MAX);
    assert_int_equal(score_insert(&t, &most), 0);
    assert_int_equal(t.count, 1);
}

static void entries_are_removed_wherever_they_stand(void **state)
{
    (void)state;
    for (uint32_t place = 0; place <= SCORES_MAX; place++) {
        score_table t = table_of(SCORES_MAX);
        score_remove(&t, place);
        assert_int_equal(t.count, place < SCORES_MAX ? SCORES_MAX - 1 : SCORES_MAX);
        for (uint32_t i = 0; i < t.count; i++)
            assert_int_equal(t.entries[i].seed, i < place ? i : i + 1);
    }
}

// --- names

static void names_are_cleaned(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
    } cases[] = {
        { "Ada", "Ada" },
        { "", "" },
        { "   ", "" },
        { "  Ada  L.  ", "Ada  L." },
        { "A\tB\nC\r\x1B[31mD\x7F", "ABC[31mD" },
        { "0123456789ABCDEFGH", "0123456789ABCDEF" },
        { "0123456789ABCDE FGH", "0123456789ABCDE" },                       // no blank at the end
        { "\xC3\xA9t\xC3\xA9", "\xC3\xA9t\xC3\xA9" },                       // two bytes each
        { "\xE5\xAD\x90\xF0\x9F\x9A\x80", "\xE5\xAD\x90\xF0\x9F\x9A\x80" }, // three and four
        { "a\xFF\xFE"
          "b",
          "ab" },
        { "a\xC3", "a" }, // cut in the middle of a character
        { "a\xC3(", "a(" },
        { "\xC0\x80\xC1\xBF", "" }, // longer than they need be
        { "\xE0\x80\xAF\xF0\x80\x80\xAF", "" },
        { "\xED\xA0\x80x", "x" },     // a surrogate
        { "\xF4\x90\x80\x80x", "x" }, // beyond Unicode
        { "\xF8\x88\x80\x80\x80x", "x" },
        { "\x80\x80x", "x" },
        { "\xC2\x85\xC2\x9Fx", "x" }, // control characters of ISO 8859
        { "\xE2\x80\xAE"
          "abc",
          "abc" },                          // turns the writing around
        { "\xE2\x80\x8B\xEF\xBB\xBF", "" }, // unseen
        { "\xEF\xBF\xBF\xF0\x9F\xBF\xBFx", "x" },
        { "\xC2\xA0\xE3\x80\x80"
          "Ada\xE3\x80\x80",
          "Ada" }, // other blanks
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char name[SCORE_NAME_BYTES];
        score_name_clean(name, cases[i].from, strlen(cases[i].from));
        assert_string_equal(name, cases[i].to);
    }
    char name[SCORE_NAME_BYTES];
    score_name_clean(name, "a\0b", 3);
    assert_string_equal(name, "ab");
}

static void a_name_of_a_thousand_characters_is_cut_to_sixteen(void **state)
{
    (void)state;
    char name[SCORE_NAME_BYTES], from[4000];
    for (size_t i = 0; i < sizeof from; i += 4) memcpy(from + i, "\xF0\x9F\x9A\x80", 4);
    score_name_clean(name, from, sizeof from);
    assert_int_equal(strlen(name), 4 * SCORE_NAME_CHARACTERS);
    memset(from, 'x', 1000);
    score_name_clean(name, from, 1000);
    assert_string_equal(name, "xxxxxxxxxxxxxxxx");
}

// Cleaning what is clean changes nothing, whatever bytes it was made of.
static void clean_names_stay_as_they_are(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 9, 1);
    for (uint32_t round = 0; round < 20000; round++) {
        char from[40], once[SCORE_NAME_BYTES], twice[SCORE_NAME_BYTES];
        const size_t size = qx_random_below(&random, 41);
        const uint32_t low = round % 2 == 0 ? 0 : 160; // also such as are nearly UTF-8
        for (size_t i = 0; i < size; i++)
            from[i] = (char)(low + qx_random_below(&random, 256 - low));
        score_name_clean(once, from, size);
        score_name_clean(twice, once, strlen(once));
        assert_string_equal(once, twice);
    }
}

static void names_of_files_lead_nowhere_else(void **state)
{
    (void)state;
    static const char *const good[] = { "dart-1-ff.qxrp", "a.qxrp", "maze_cube-10-0-2.qxrp" };
    static const char *const bad[] = {
        "",        ".qxrp",     "../a.qxrp", "a/b.qxrp", "a.qxrq",
        "a.qxrp ", "a\\b.qxrp", "a.b.qxrp",  "A.qxrp",   "a\xC3.qxrp"
    };
    char longest[200];
    for (size_t i = 0; i < COUNT(good); i++) assert_true(score_file_valid(good[i]));
    for (size_t i = 0; i < COUNT(bad); i++) assert_false(score_file_valid(bad[i]));
    memset(longest, 'a', sizeof longest);
    strcpy(longest + SCORE_FILE_BYTES - 5, ".qxrp");
    assert_false(score_file_valid(longest));
    assert_true(score_file_valid(longest + 1));
}

// --- bytes

static void a_table_comes_back(void **state)
{
    (void)state;
    for (uint32_t count = 0; count <= SCORES_MAX; count++) {
        uint8_t bytes[SCORES_BOUND];
        const char *reason;
        score_table back;
        score_table t = table_of(count);
        if (count > 2) t.entries[2].replay[0] = '\0';
        const size_t size = scores_encode(&t, "dart", bytes);
        assert_true(scores_decode(&back, "dart", bytes, size, &reason));
        assert_same_table(&t, &back);
    }
}

static void the_largest_table_fits(void **state)
{
    (void)state;
    uint8_t bytes[SCORES_BOUND];
    const char *reason;
    score_table back, t = table_of(SCORES_MAX);
    for (uint32_t i = 0; i < SCORES_MAX; i++) {
        for (size_t k = 0; k + 1 < SCORE_NAME_BYTES; k += 4)
            memcpy(t.entries[i].name + k, "\xF0\x9F\x9A\x80", 5);
        memset(t.entries[i].replay, 'r', SCORE_FILE_BYTES - 6);
        strcpy(t.entries[i].replay + SCORE_FILE_BYTES - 6, ".qxrp");
    }
    const size_t size = scores_encode(&t, "dart", bytes);
    assert_true(size <= SCORES_BOUND);
    assert_true(scores_decode(&back, "dart", bytes, size, &reason));
    assert_same_table(&t, &back);
}

static void every_cut_payload_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[SCORES_BOUND];
    const char *reason;
    score_table t = table_of(SCORES_MAX), back;
    const size_t size = scores_encode(&t, "dart", bytes);
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *exact = malloc(cut > 0 ? cut : 1); // so that a step too far is seen
        assert_non_null(exact);
        memcpy(exact, bytes, cut);
        assert_false(scores_decode(&back, "dart", exact, cut, &reason));
        assert_non_null(reason);
        assert_int_equal(back.count, 0);
        free(exact);
    }
    bytes[size] = 0;
    assert_false(scores_decode(&back, "dart", bytes, size + 1, &reason));
}

static void every_changed_payload_is_refused_or_sound(void **state)
{
    (void)state;
    uint8_t bytes[SCORES_BOUND];
    const char *reason;
    score_table t = table_of(SCORES_MAX), back;
    const size_t size = scores_encode(&t, "dart", bytes);
    uint32_t refused = 0;
    for (size_t i = 0; i < size; i++) {
        for (uint32_t change = 1; change < 256; change++) {
            bytes[i] ^= (uint8_t)change;
            refused += !scores_decode(&back, "dart", bytes, size, &reason);
            assert_sound(&back);
            bytes[i] ^= (uint8_t)change;
        }
    }
    assert_true(refused > size * 100);
}

// --- the file

#define FILE_NAME "scores-dart"
#define ASIDE FILE_NAME ".damaged"

static size_t save_some(const score_table *t, uint8_t bytes[SCORES_BOUND])
{
    assert_int_equal(scores_save(t, "dart", &problem), STORAGE_OK);
    const size_t size = fresh_read(FILE_NAME, bytes, SCORES_BOUND);
    assert_true(size > 100);
    return size;
}

static void a_file_comes_back(void **state)
{
    (void)state;
    uint8_t bytes[SCORES_BOUND];
    const score_table t = table_of(7);
    score_table back;
    assert_int_equal(scores_load(&back, "dart", &problem), STORAGE_MISSING);
    assert_int_equal(back.count, 0);
    assert_string_equal(back.last_name, SCORE_NAME_DEFAULT);
    assert_string_equal(problem.text, "");
    save_some(&t, bytes);
    assert_int_equal(scores_load(&back, "dart", &problem), STORAGE_OK);
    assert_same_table(&t, &back);
    assert_int_equal(fresh_count(""), 1);
}

static void assert_set_aside(const uint8_t *bytes, size_t size)
{
    uint8_t kept[SCORES_BOUND + 1];
    score_table back = table_of(3);
    assert_int_equal(scores_load(&back, "dart", &problem), STORAGE_DAMAGED);
    assert_int_equal(back.count, 0);
    assert_non_null(strstr(problem.text, FILE_NAME));
    assert_false(fresh_exists(FILE_NAME));
    assert_int_equal(fresh_read(ASIDE, kept, sizeof kept), size);
    assert_memory_equal(kept, bytes, size);
    assert_int_equal(remove(fresh_path(ASIDE)), 0);
}

static void every_cut_file_is_set_aside(void **state)
{
    (void)state;
    uint8_t bytes[SCORES_BOUND];
    const score_table t = table_of(3);
    const size_t size = save_some(&t, bytes);
    for (size_t cut = 0; cut < size; cut++) {
        fresh_write(FILE_NAME, bytes, cut);
        assert_set_aside(bytes, cut);
    }
}

static void every_flipped_file_is_set_aside(void **state)
{
    (void)state;
    uint8_t bytes[SCORES_BOUND];
    const score_table t = table_of(3);
    const size_t size = save_some(&t, bytes);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= (uint8_t)(1u << i % 8);
        fresh_write(FILE_NAME, bytes, size);
        assert_set_aside(bytes, size);
        bytes[i] ^= (uint8_t)(1u << i % 8);
    }
}

// Its checksum fits, but what it says does not.
static void nonsense_with_a_good_checksum_is_set_aside(void **state)
{
    (void)state;
    static const char *const words[] = { "", "nonsense",
                                         "\x04"
                                         "dart"
                                         "\x03"
                                         "Ada"
                                         "\xFF" };
    for (size_t i = 0; i < COUNT(words); i++) {
        uint8_t bytes[200];
        assert_int_equal(
            storage_save(fresh_path(FILE_NAME), "QXSC", 1, words[i], strlen(words[i]), &problem),
            STORAGE_OK);
        const size_t size = fresh_read(FILE_NAME, bytes, sizeof bytes);
        assert_set_aside(bytes, size);
    }
}

static void tables_of_other_games_and_foreign_files_are_refused(void **state)
{
    (void)state;
    uint8_t bytes[SCORES_BOUND];
    static const char letter[] = "Dear friend, this is a letter and no table of anything at all.";
    const score_table t = table_of(3);
    const size_t size = save_some(&t, bytes);
    fresh_write("scores-maze", bytes, size);
    score_table back;
    assert_int_equal(scores_load(&back, "maze", &problem), STORAGE_DAMAGED);
    assert_non_null(strstr(problem.text, "another game"));
    assert_int_equal(back.count, 0);
    assert_int_equal(fresh_read("scores-maze.damaged", bytes, sizeof bytes), size);
    fresh_write(FILE_NAME, letter, sizeof letter);
    assert_set_aside((const uint8_t *)letter, sizeof letter);
}

static void newer_tables_are_left_alone_and_never_overwritten(void **state)
{
    (void)state;
    uint8_t before[200], after[200];
    score_table back, t = table_of(2);
    assert_int_equal(storage_save(fresh_path(FILE_NAME), "QXSC", 2, "future", 6, &problem),
                     STORAGE_OK);
    const size_t size = fresh_read(FILE_NAME, before, sizeof before);
    assert_int_equal(scores_load(&back, "dart", &problem), STORAGE_NEWER);
    assert_int_equal(back.count, 0);
    assert_int_equal(scores_save(&t, "dart", &problem), STORAGE_NEWER);
    assert_int_equal(fresh_read(FILE_NAME, after, sizeof after), size);
    assert_memory_equal(before, after, size);
    assert_int_equal(fresh_count(""), 1);
}

static void a_full_disk_keeps_the_table(void **state)
{
    (void)state;
    uint8_t bytes[SCORES_BOUND];
    const score_table old = table_of(3), new = table_of(8);
    bool saved = false;
    uint32_t failures = 0;
    save_some(&old, bytes);
    for (uint32_t n = 1; !saved; n++) {
        score_table back;
        storage_fail_after(n);
        saved = scores_save(&new, "dart", &problem) == STORAGE_OK;
        storage_fail_after(0);
        failures += !saved;
        if (!saved) assert_non_null(strstr(problem.text, "kept"));
        assert_int_equal(scores_load(&back, "dart", &problem), STORAGE_OK);
        assert_same_table(saved ? &new : &old, &back);
        assert_int_equal(fresh_count(""), 1); // and nothing half of one lies about
    }
    assert_true(failures > 6);
}

static void without_a_folder_it_is_said(void **state)
{
    (void)state;
    const score_table t = table_of(1);
    score_table back;
    assert_false(storage_open("/dev/null/nowhere", &problem));
    assert_int_equal(scores_load(&back, "dart", &problem), STORAGE_MISSING);
    assert_int_equal(scores_save(&t, "dart", &problem), STORAGE_FAILED);
    assert_non_null(strstr(problem.text, "--data"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_are_first_and_ten),
        cmocka_unit_test(of_equal_scores_the_older_stays_ahead),
        cmocka_unit_test(nothing_is_no_score),
        cmocka_unit_test(entries_are_removed_wherever_they_stand),
        cmocka_unit_test(names_are_cleaned),
        cmocka_unit_test(a_name_of_a_thousand_characters_is_cut_to_sixteen),
        cmocka_unit_test(clean_names_stay_as_they_are),
        cmocka_unit_test(names_of_files_lead_nowhere_else),
        cmocka_unit_test(a_table_comes_back),
        cmocka_unit_test(the_largest_table_fits),
        cmocka_unit_test(every_cut_payload_is_refused),
        cmocka_unit_test(every_changed_payload_is_refused_or_sound),
        IN_FOLDER(a_file_comes_back),
        IN_FOLDER(every_cut_file_is_set_aside),
        IN_FOLDER(every_flipped_file_is_set_aside),
        IN_FOLDER(nonsense_with_a_good_checksum_is_set_aside),
        IN_FOLDER(tables_of_other_games_and_foreign_files_are_refused),
        IN_FOLDER(newer_tables_are_left_alone_and_never_overwritten),
        IN_FOLDER(a_full_disk_keeps_the_table),
        IN_FOLDER(without_a_folder_it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
