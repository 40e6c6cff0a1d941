// SPDX-License-Identifier: MIT
// Files that are written whole or not at all, and never believed unread.
#define _POSIX_C_SOURCE 200809L

#include "storage.h"

#include <quincunx/hash.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[4] = { 'T', 'E', 'S', 'T' };

static char folder[64]; // fresh for each test
static char path[128];  // a file in it
static char aside[160]; // where it goes when it is damaged
static storage_problem problem;

static int open_fresh_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/qx-storage-XXXXXX");
    if (!mkdtemp(folder) || !storage_open(folder, &problem)) return 1;
    snprintf(path, sizeof path, "%sthing", storage_folder());
    snprintf(aside, sizeof aside, "%s.damaged", path);
    return 0;
}

// Visits every name in the folder; removes them all where wanted.
static uint32_t count_files(bool and_remove)
{
    uint32_t count = 0;
    DIR *all = opendir(folder);
    assert_non_null(all);
    for (struct dirent *entry = readdir(all); entry; entry = readdir(all)) {
        if (entry->d_name[0] == '.') continue;
        char name[512];
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        if (and_remove) remove(name);
        count++;
    }
    closedir(all);
    return count;
}

static int remove_folder(void **state)
{
    (void)state;
    storage_fail_after(0);
    chmod(folder, 0755);
    count_files(true);
    return rmdir(folder);
}

static void write_raw(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static size_t read_raw(const char *name, uint8_t *bytes, size_t room)
{
    FILE *file = fopen(name, "rb");
    if (!file) return 0;
    const size_t size = fread(bytes, 1, room, file);
    fclose(file);
    return size;
}

static bool exists(const char *name)
{
    struct stat info;
    return stat(name, &info) == 0;
}

static storage_result save_words(const char *words)
{
    return storage_save(path, magic, 3, words, strlen(words), &problem);
}

// Loads and compares; the result is the load's.
static storage_result load_words(const char *expected)
{
    void *payload;
    size_t size;
    uint32_t version;
    const storage_result result = storage_load(path, magic, 3, &version, &payload, &size, &problem);
    if (result != STORAGE_OK) {
        assert_null(payload);
        assert_int_equal(size, 0);
        return result;
    }
    assert_int_equal(version, 3);
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(payload, expected, size);
    free(payload);
    return result;
}

static void what_is_saved_comes_back(void **state)
{
    (void)state;
    assert_int_equal(load_words(""), STORAGE_MISSING);
    assert_int_equal(save_words("first"), STORAGE_OK);
    assert_int_equal(load_words("first"), STORAGE_OK);
    assert_int_equal(save_words("second, longer"), STORAGE_OK);
    assert_int_equal(load_words("second, longer"), STORAGE_OK);
    assert_string_equal(problem.text, "");
    assert_int_equal(save_words(""), STORAGE_OK);
    assert_int_equal(load_words(""), STORAGE_OK);
    assert_int_equal(count_files(false), 1);
}

static void bytes_of_a_file_are_these(void **state)
{
    (void)state;
    uint8_t bytes[64];
    static const uint8_t header[16] = { 'T', 'E', 'S', 'T', 3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0 };
    assert_int_equal(save_words("hi"), STORAGE_OK);
    assert_int_equal(read_raw(path, bytes, sizeof bytes), 26);
    assert_memory_equal(bytes, header, sizeof header);
    assert_memory_equal(bytes + 16, "hi", 2);
    uint64_t hash = qx_hash_bytes(QX_HASH_START, header, sizeof header);
    hash = qx_hash_bytes(hash, "hi", 2);
    for (size_t i = 0; i < 8; i++) assert_int_equal(bytes[18 + i], (uint8_t)(hash >> (8 * i)));
}

static void every_failing_step_of_a_save_keeps_the_old_file(void **state)
{
    (void)state;
    uint32_t failures = 0;
    bool reached_the_end = false;
    for (uint32_t n = 1; n < 64 && !reached_the_end; n++) {
        storage_fail_after(0);
        assert_int_equal(save_words("old"), STORAGE_OK);
        storage_fail_after(n);
        const storage_result result = save_words("new and longer");
        storage_fail_after(0);
        assert_int_equal(count_files(false), 1);
        if (result == STORAGE_OK) {
            assert_int_equal(load_words("new and longer"), STORAGE_OK);
            reached_the_end = n > 11; // the step after the rename may fail without harm
            continue;
        }
        failures++;
        assert_int_equal(result, STORAGE_FAILED);
        assert_non_null(strstr(problem.text, path));
        assert_non_null(strstr(problem.text, "No space left"));
        assert_non_null(strstr(problem.text, "Free some space"));
        assert_int_equal(load_words("old"), STORAGE_OK);
    }
    assert_true(reached_the_end);
    assert_true(failures >=
                9); // look, open, read, create, three writes, two flushes, close, rename
}

static void every_failing_step_of_a_load_leaves_the_file_alone(void **state)
{
    (void)state;
    assert_int_equal(save_words("kept"), STORAGE_OK);
    for (uint32_t n = 1; n <= 3; n++) {
        storage_fail_after(n);
        assert_int_equal(load_words("kept"), STORAGE_FAILED);
        assert_non_null(strstr(problem.text, path));
        storage_fail_after(0);
        assert_int_equal(load_words("kept"), STORAGE_OK);
    }
    storage_fail_after(4);
    assert_int_equal(load_words("kept"), STORAGE_OK);
}

static void first_save_that_fails_leaves_nothing(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 8; n++) {
        storage_fail_after(n);
        assert_int_equal(save_words("never"), STORAGE_FAILED);
        assert_int_equal(count_files(false), 0);
    }
}

// Expects damage, and the file under its other name with the same bytes.
static void expect_set_aside(const uint8_t *bytes, size_t size)
{
    uint8_t found[256];
    assert_int_equal(load_words(""), STORAGE_DAMAGED);
    assert_non_null(strstr(problem.text, path));
    assert_non_null(strstr(problem.text, "set aside as"));
    assert_false(exists(path));
    assert_int_equal(read_raw(aside, found, sizeof found), size);
    assert_memory_equal(found, bytes, size);
    assert_int_equal(remove(aside), 0);
    assert_int_equal(load_words(""), STORAGE_MISSING);
}

static void write_raw_words(const char *name, const char *words)
{
    write_raw(name, words, strlen(words));
}

static void expect_raw_words(const char *name, const char *words)
{
    uint8_t found[256];
    assert_int_equal(read_raw(name, found, sizeof found), strlen(words));
    assert_memory_equal(found, words, strlen(words));
}

static void what_was_set_aside_before_stays(void **state)
{
    (void)state;
    char second[192], third[192];
    snprintf(second, sizeof second, "%s-2", aside);
    snprintf(third, sizeof third, "%s-3", aside);
    write_raw_words(path, "the first");
    assert_int_equal(load_words(""), STORAGE_DAMAGED);
    write_raw_words(path, "the second");
    assert_int_equal(load_words(""), STORAGE_DAMAGED);
    assert_non_null(strstr(problem.text, ".damaged-2"));
    assert_int_equal(mkdir(third, 0755), 0); // taken, too
    write_raw_words(path, "the third");
    assert_int_equal(load_words(""), STORAGE_DAMAGED);
    expect_raw_words(aside, "the first");
    expect_raw_words(second, "the second");
    assert_int_equal(rmdir(third), 0);
    third[strlen(third) - 1] = '4';
    expect_raw_words(third, "the third");
}

// However often a file is damaged: it stays where it is, and that is told.
static void a_file_that_finds_no_name_stays(void **state)
{
    (void)state;
    uint32_t kept = 0;
    for (; kept < 200; kept++) {
        write_raw_words(path, "no file of ours");
        assert_int_equal(load_words(""), STORAGE_DAMAGED);
        if (exists(path)) break;
    }
    assert_in_range(kept, 10, 100);
    assert_non_null(strstr(problem.text, "could not be renamed"));
    assert_int_equal(count_files(false), kept + 1);
}

static void a_file_cut_at_any_length_is_set_aside(void **state)
{
    (void)state;
    uint8_t bytes[256];
    assert_int_equal(save_words("some words of payload"), STORAGE_OK);
    const size_t size = read_raw(path, bytes, sizeof bytes);
    for (size_t length = 0; length < size; length++) {
        write_raw(path, bytes, length);
        expect_set_aside(bytes, length);
    }
    bytes[size] = 0;
    write_raw(path, bytes, size + 1);
    expect_set_aside(bytes, size + 1);
}

static void a_flip_of_any_bit_is_noticed(void **state)
{
    (void)state;
    uint8_t bytes[256];
    assert_int_equal(save_words("some words"), STORAGE_OK);
    const size_t size = read_raw(path, bytes, sizeof bytes);
    for (size_t bit = 0; bit < size * 8; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        write_raw(path, bytes, size);
        expect_set_aside(bytes, size);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

static void foreign_files_in_our_place_are_set_aside(void **state)
{
    (void)state;
    static const char text[] = "Dear diary, these are forty bytes and more of text.";
    write_raw(path, text, sizeof text);
    expect_set_aside((const uint8_t *)text, sizeof text);
    assert_int_equal(storage_save(path, "ELSE", 3, "x", 1, &problem), STORAGE_OK);
    assert_int_equal(load_words(""), STORAGE_DAMAGED);
    assert_non_null(strstr(problem.text, "another kind"));
}

static void files_outside_our_folder_are_never_renamed(void **state)
{
    (void)state;
    static const char text[] = "A picture of the player's, named by mistake on the command line.";
    uint8_t found[128];
    write_raw(path, text, sizeof text);
    assert_true(storage_open("/tmp", &problem));
    snprintf(path, sizeof path, "/%s/thing", folder); // the same place, but not spelled as ours
    assert_int_equal(load_words(""), STORAGE_DAMAGED);
    assert_non_null(strstr(problem.text, "left as it is"));
    assert_int_equal(read_raw(path, found, sizeof found), sizeof text);
    assert_int_equal(count_files(false), 1);
}

static void files_from_later_versions_are_left_alone(void **state)
{
    (void)state;
    uint8_t before[128], after[128];
    assert_int_equal(storage_save(path, magic, 4, "future", 6, &problem), STORAGE_OK);
    const size_t size = read_raw(path, before, sizeof before);
    assert_int_equal(load_words(""), STORAGE_NEWER);
    assert_non_null(strstr(problem.text, path));
    assert_int_equal(save_words("past"), STORAGE_NEWER);
    assert_non_null(strstr(problem.text, "later version"));
    assert_int_equal(read_raw(path, after, sizeof after), size);
    assert_memory_equal(before, after, size);
    assert_int_equal(count_files(false), 1);
}

static void earlier_versions_are_told_apart(void **state)
{
    (void)state;
    void *payload;
    size_t size;
    uint32_t version;
    assert_int_equal(storage_save(path, magic, 2, "old", 3, &problem), STORAGE_OK);
    assert_int_equal(storage_load(path, magic, 3, &version, &payload, &size, NULL), STORAGE_OK);
    assert_int_equal(version, 2);
    free(payload);
    assert_int_equal(save_words("now"), STORAGE_OK); // takes its place
}

static void what_is_too_large_is_refused(void **state)
{
    (void)state;
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fseek(file, (long)STORAGE_MAX_BYTES, SEEK_SET), 0); // sparse: takes no room
    assert_int_equal(fputc('x', file), 'x');
    assert_int_equal(fclose(file), 0);
    assert_int_equal(load_words(""), STORAGE_DAMAGED);
    assert_non_null(strstr(problem.text, "64 MiB"));
    assert_int_equal(storage_save(path, magic, 3, "x", STORAGE_MAX_BYTES, &problem),
                     STORAGE_FAILED);
}

static void a_folder_in_the_way_is_named(void **state)
{
    (void)state;
    assert_int_equal(mkdir(path, 0755), 0);
    assert_int_equal(load_words(""), STORAGE_FAILED);
    assert_non_null(strstr(problem.text, "not a file"));
    assert_int_equal(save_words("x"), STORAGE_FAILED);
    assert_int_equal(rmdir(path), 0);
}

static void a_folder_that_is_read_only_fails_clearly(void **state)
{
    (void)state;
    if (geteuid() ==
        0) { // permissions do not hold for root: a folder of the kernel's serves as well
        snprintf(path, sizeof path, "/proc/thing");
    } else {
        assert_int_equal(chmod(folder, 0555), 0);
    }
    assert_int_equal(save_words("x"), STORAGE_FAILED);
    assert_non_null(strstr(problem.text, path));
    assert_non_null(strstr(problem.text, geteuid() == 0 ? "another place" : "--data FOLDER"));
    assert_int_equal(storage_can_save(path, magic, 3, &problem), STORAGE_FAILED);
    assert_non_null(strstr(problem.text, path));
}

static void asking_whether_a_save_would_do_changes_nothing(void **state)
{
    (void)state;
    char link[160];
    assert_int_equal(storage_can_save(path, magic, 3, &problem), STORAGE_OK);
    assert_int_equal(count_files(false), 0);
    assert_int_equal(save_words("old"), STORAGE_OK);
    assert_int_equal(storage_can_save(path, magic, 3, &problem), STORAGE_OK);
    assert_int_equal(load_words("old"), STORAGE_OK);
    assert_int_equal(storage_can_save(path, magic, 2, &problem), STORAGE_NEWER);
    assert_int_equal(count_files(false), 1);

    snprintf(link, sizeof link, "%s.link", path); // to nowhere
    assert_int_equal(symlink("nowhere", link), 0);
    assert_int_equal(storage_can_save(link, magic, 3, &problem), STORAGE_OK);
    assert_int_equal(count_files(false), 2);
    assert_int_equal(storage_can_save("/dev/null", magic, 3, &problem), STORAGE_FAILED);
    assert_non_null(strstr(problem.text, "/dev/null is not a file"));
}

static void folders_are_made_or_refused_with_a_reason(void **state)
{
    (void)state;
    char deep[128], file[128], under[160];
    snprintf(deep, sizeof deep, "%s/a/b//c", folder);
    assert_true(storage_open(deep, &problem));
    assert_string_equal(problem.text, "");
    assert_true(exists(deep));
    assert_int_equal(storage_folder()[strlen(storage_folder()) - 1], '/');
    for (const char *const *end = (const char *const[]){ "/a/b/c", "/a/b", "/a", NULL }; *end;
         end++) {
        snprintf(deep, sizeof deep, "%s%s", folder, *end);
        assert_int_equal(rmdir(deep), 0);
    }

    snprintf(file, sizeof file, "%s/file", folder);
    snprintf(under, sizeof under, "%s/below", file);
    write_raw(file, "x", 1);
    const char *const bad[] = { "", file, under, "/proc/none/such" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(storage_open(bad[i], &problem));
        assert_string_equal(storage_folder(), "");
        assert_non_null(strstr(problem.text, "--data"));
    }
}

static void without_a_home_there_is_a_clear_word(void **state)
{
    (void)state;
    char *home = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    char *data = getenv("XDG_DATA_HOME") ? strdup(getenv("XDG_DATA_HOME")) : NULL;
    unsetenv("XDG_DATA_HOME");
    setenv("HOME", "/proc/none", 1);
    assert_false(storage_open(NULL, &problem));
    assert_string_equal(storage_folder(), "");
    assert_non_null(strstr(problem.text, "--data FOLDER"));
    unsetenv("HOME");
    assert_false(storage_open(NULL, &problem));
    assert_non_null(strstr(problem.text, "--data FOLDER"));

    setenv("XDG_DATA_HOME", folder, 1);
    assert_true(storage_open(NULL, &problem));
    assert_memory_equal(storage_folder(), folder, strlen(folder));
    assert_int_equal(rmdir(storage_folder()), 0);
    char outer[128];
    snprintf(outer, sizeof outer, "%s/quincunx", folder);
    rmdir(outer);

    unsetenv("XDG_DATA_HOME");
    if (home) setenv("HOME", home, 1);
    if (data) setenv("XDG_DATA_HOME", data, 1);
    free(home);
    free(data);
}

static void long_paths_keep_reason_and_remedy(void **state)
{
    (void)state;
    char name[6000];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    assert_int_equal(storage_save(name, magic, 1, "x", 1, &problem), STORAGE_FAILED);
    assert_non_null(strstr(problem.text, "another place"));
    void *payload;
    size_t size;
    uint32_t version;
    assert_int_equal(storage_load(name, magic, 1, &version, &payload, &size, &problem),
                     STORAGE_FAILED);
    assert_non_null(strstr(problem.text, "permissions"));
}

#define HERE(test) cmocka_unit_test_setup_teardown(test, open_fresh_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HERE(what_is_saved_comes_back),
        HERE(bytes_of_a_file_are_these),
        HERE(every_failing_step_of_a_save_keeps_the_old_file),
        HERE(every_failing_step_of_a_load_leaves_the_file_alone),
        HERE(first_save_that_fails_leaves_nothing),
        HERE(a_file_cut_at_any_length_is_set_aside),
        HERE(a_flip_of_any_bit_is_noticed),
        HERE(what_was_set_aside_before_stays),
        HERE(a_file_that_finds_no_name_stays),
        HERE(foreign_files_in_our_place_are_set_aside),
        HERE(files_outside_our_folder_are_never_renamed),
        HERE(files_from_later_versions_are_left_alone),
        HERE(earlier_versions_are_told_apart),
        HERE(what_is_too_large_is_refused),
        HERE(a_folder_in_the_way_is_named),
        HERE(a_folder_that_is_read_only_fails_clearly),
        HERE(asking_whether_a_save_would_do_changes_nothing),
        HERE(folders_are_made_or_refused_with_a_reason),
        HERE(without_a_home_there_is_a_clear_word),
        HERE(long_paths_keep_reason_and_remedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
