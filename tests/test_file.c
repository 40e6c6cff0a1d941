// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // mkdtemp, setrlimit, symlink
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <quincunx/file.h>
#include <quincunx/png.h>
#include <quincunx/random.h>
#include <quincunx/svg.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "failing_bytes.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// Every test runs in an empty folder of its own.
static char folder[64];

static int enter_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/qx-test-XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    (void)state;
    DIR *entries = opendir(".");
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove(entry->d_name);
    if (entries) closedir(entries);
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static int count_entries(void)
{
    int count = 0;
    DIR *entries = opendir(".");
    assert_non_null(entries);
    while (readdir(entries)) count++;
    closedir(entries);
    return count - 2;
}

static void assert_holds(const char *path, const char *text)
{
    uint8_t *bytes;
    size_t size;
    assert_int_equal(qx_file_load(path, 1000, NULL, &bytes, &size, NULL), QX_OK);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(bytes, text, size);
    free(bytes);
}

static void what_is_saved_is_loaded(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0, 1, 4095, 4096, 4097, 65536, 1000003 };
    uint8_t *bytes = malloc(1000003);
    assert_non_null(bytes);
    qx_random random;
    qx_random_seed(&random, 1, 1);
    for (size_t i = 0; i < 1000003; i++) bytes[i] = (uint8_t)qx_random_next(&random);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        assert_int_equal(qx_file_save("data", bytes, sizes[i], NULL), QX_OK);
        uint8_t *back;
        size_t size;
        assert_int_equal(qx_file_load("data", sizes[i], NULL, &back, &size, NULL), QX_OK);
        assert_int_equal(size, sizes[i]);
        assert_memory_equal(back, bytes, size);
        free(back);
        assert_int_equal(count_entries(), 1);
    }
    free(bytes);
}

static void files_above_the_limit_are_refused(void **state)
{
    (void)state;
    assert_int_equal(qx_file_save("data", "12345", 5, NULL), QX_OK);
    for (size_t limit = 0; limit < 5; limit++) {
        uint8_t *bytes = (uint8_t *)1;
        size_t size = 1;
        qx_error error;
        assert_int_equal(qx_file_load("data", limit, NULL, &bytes, &size, &error), QX_TOO_LARGE);
        assert_null(bytes);
        assert_int_equal(size, 0);
        assert_int_equal(error.code, QX_TOO_LARGE);
    }
    uint8_t *bytes;
    size_t size;
    assert_int_equal(qx_file_load("/dev/zero", 1 << 20, NULL, &bytes, &size, NULL), QX_TOO_LARGE);
}

static void what_cannot_be_read_says_why(void **state)
{
    (void)state;
    assert_int_equal(qx_file_save("plain", "x", 1, NULL), QX_OK);
    static const struct {
        const char *path;
        qx_result expected;
    } bad[] = {
        { "missing", QX_NOT_FOUND },     { "missing/too", QX_NOT_FOUND }, { "", QX_NOT_FOUND },
        { "plain/below", QX_NOT_FOUND }, { ".", QX_FILE_ERROR },          { "/", QX_FILE_ERROR },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        uint8_t *bytes = (uint8_t *)1;
        size_t size = 1;
        qx_error error = { .code = QX_OK };
        assert_int_equal(qx_file_load(bad[i].path, 10, NULL, &bytes, &size, &error),
                         bad[i].expected);
        assert_int_equal(error.code, bad[i].expected);
        assert_non_null(strchr(error.message, ':')); // what was tried: the system's reason
        assert_null(bytes);
    }
}

static void what_cannot_be_written_says_why(void **state)
{
    (void)state;
    assert_int_equal(qx_file_save("plain", "x", 1, NULL), QX_OK);
    static const char *const bad[] = { "",  "missing/folder/file", "plain/below", ".",
                                       "/", "/proc/nothing",       "/dev/full" };
    for (size_t i = 0; i < COUNT(bad); i++) {
        qx_error error = { .code = QX_OK };
        assert_int_equal(qx_file_save(bad[i], "text", 4, &error), QX_FILE_ERROR);
        assert_int_equal(error.code, QX_FILE_ERROR);
        assert_non_null(strchr(error.message, ':'));
        assert_int_equal(qx_file_save(bad[i], "text", 4, NULL), QX_FILE_ERROR);
    }
    assert_int_equal(count_entries(), 1);
    assert_holds("plain", "x");
}

static void endless_names_are_refused(void **state)
{
    (void)state;
    char name[6000];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(qx_file_save(name, "x", 1, NULL), QX_FILE_ERROR);
    for (size_t i = 1; i < sizeof name; i += 2) name[i] = '/';
    name[sizeof name - 1] = '\0';
    assert_int_equal(qx_file_save(name, "x", 1, NULL), QX_FILE_ERROR);
    name[255] = '\0'; // as long as a name may be: the one beside it is shorter
    memset(name, 'a', 255);
    assert_int_equal(qx_file_save(name, "x", 1, NULL), QX_OK);
    assert_holds(name, "x");
}

// A file may grow to 1,000 bytes here: the disk is full in the middle of writing.
static void a_disk_that_fills_up_leaves_the_old_file(void **state)
{
    (void)state;
    static const char large[5000];
    assert_int_equal(qx_file_save("data", "old", 3, NULL), QX_OK);
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit tight = { 1000, before.rlim_max };
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    qx_error error;
    const qx_result over = qx_file_save("data", large, sizeof large, &error);
    const qx_result fresh = qx_file_save("fresh", large, sizeof large, NULL);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(over, QX_FILE_ERROR);
    assert_int_equal(fresh, QX_FILE_ERROR);
    assert_holds("data", "old");
    assert_int_equal(count_entries(), 1); // neither `fresh` nor anything half written
}

static void permissions_of_a_replaced_file_stay(void **state)
{
    (void)state;
    assert_int_equal(qx_file_save("data", "old", 3, NULL), QX_OK);
    assert_int_equal(chmod("data", 0640), 0);
    assert_int_equal(qx_file_save("data", "new", 3, NULL), QX_OK);
    struct stat about;
    assert_int_equal(stat("data", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    assert_holds("data", "new");
}

static void links_are_followed(void **state)
{
    (void)state;
    assert_int_equal(qx_file_save("target", "old", 3, NULL), QX_OK);
    assert_int_equal(symlink("target", "link"), 0);
    assert_int_equal(qx_file_save("link", "new", 3, NULL), QX_OK);
    struct stat about;
    assert_int_equal(lstat("link", &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_holds("target", "new");
}

static void devices_are_written_and_stay_devices(void **state)
{
    (void)state;
    assert_int_equal(qx_file_save("/dev/null", "text", 4, NULL), QX_OK);
    struct stat about;
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
}

static void pipes_are_read_to_their_end(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "piped", 5), 5);
    close(ends[1]);
    char path[32];
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    if (access(path, R_OK) == 0) assert_holds(path, "piped");
    close(ends[0]);
}

static void reading_survives_every_failing_allocation(void **state)
{
    (void)state;
    assert_int_equal(qx_file_save("data", "12345", 5, NULL), QX_OK);
    long allowed = 0;
    for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
        failing book;
        const qx_allocator allocator = failing_after(&book, allowed);
        uint8_t *bytes;
        size_t size;
        result = qx_file_load("data", 100, &allocator, &bytes, &size, NULL);
        failing_bytes_settle(&book, result, bytes, size);
    }
}

// --- piece by piece

static void a_file_shows_once_it_is_committed(void **state)
{
    (void)state;
    assert_int_equal(qx_file_save("data", "old", 3, NULL), QX_OK);
    qx_file *file;
    assert_int_equal(qx_file_create("data", NULL, &file, NULL), QX_OK);
    assert_int_equal(qx_file_write(file, "new ", 4, NULL), QX_OK);
    assert_int_equal(qx_file_write(file, "and long", 8, NULL), QX_OK);
    assert_holds("data", "old");
    assert_int_equal(qx_file_commit(file, NULL), QX_OK);
    assert_holds("data", "new and long");
    assert_int_equal(count_entries(), 1);
}

static void a_file_given_up_leaves_nothing(void **state)
{
    (void)state;
    assert_int_equal(qx_file_save("data", "old", 3, NULL), QX_OK);
    static const char *const names[] = { "data", "fresh" };
    for (size_t i = 0; i < COUNT(names); i++) {
        qx_file *file;
        assert_int_equal(qx_file_create(names[i], NULL, &file, NULL), QX_OK);
        assert_int_equal(qx_file_write(file, "half", 4, NULL), QX_OK);
        qx_file_destroy(file);
    }
    qx_file_destroy(NULL);
    assert_holds("data", "old");
    assert_int_equal(count_entries(), 1);
}

static void a_device_is_written_piece_by_piece(void **state)
{
    (void)state;
    qx_file *file;
    qx_error error;
    assert_int_equal(qx_file_create("/dev/null", NULL, &file, &error), QX_OK);
    assert_int_equal(qx_file_write(file, "text", 4, &error), QX_OK);
    assert_int_equal(qx_file_commit(file, &error), QX_OK);
    assert_int_equal(qx_file_create("/dev/full", NULL, &file, &error), QX_OK);
    assert_int_equal(qx_file_write(file, "text", 4, &error), QX_FILE_ERROR);
    assert_non_null(strchr(error.message, ':'));
    qx_file_destroy(file);
}

static void beginning_says_what_is_wrong(void **state)
{
    (void)state;
    static const char *const bad[] = { "missing/folder/file", ".", "/proc/nothing" };
    for (size_t i = 0; i < COUNT(bad); i++) {
        qx_file *file = (qx_file *)1;
        qx_error error;
        assert_int_equal(qx_file_create(bad[i], NULL, &file, &error), QX_FILE_ERROR);
        assert_null(file);
        assert_non_null(strchr(error.message, ':'));
    }
    failing book;
    const qx_allocator none = failing_after(&book, 0), one = failing_after(&book, 1);
    qx_file *file = (qx_file *)1;
    book.allowed = 0;
    assert_int_equal(qx_file_create("data", &none, &file, NULL), QX_NO_MEMORY);
    assert_null(file);
    book.allowed = 1;
    assert_int_equal(qx_file_create("data", &one, &file, NULL), QX_OK);
    assert_int_equal(qx_file_commit(file, NULL), QX_OK);
    assert_int_equal(book.live, 0);
    assert_holds("data", "");
}

// The formats hand their paths through: one good and one bad each.
static void pictures_and_drawings_go_through_files(void **state)
{
    (void)state;
    uint8_t pixels[] = { 1, 2, 3, 4, 5, 6 };
    const qx_image image = { pixels, 2, 1, 3 };
    qx_error error = { .code = QX_OK };
    assert_int_equal(qx_png_save_file(&image, "a.png", NULL, &error), QX_OK);
    qx_image back;
    assert_int_equal(qx_png_load_file("a.png", 3, NULL, &back, &error), QX_OK);
    assert_memory_equal(back.pixels, pixels, sizeof pixels);
    free(back.pixels);
    assert_int_equal(qx_png_save_file(&image, "/dev/full", NULL, &error), QX_FILE_ERROR);
    assert_int_equal(qx_png_load_file("b.png", 3, NULL, &back, &error), QX_NOT_FOUND);
    assert_null(back.pixels);
    assert_int_equal(qx_png_save_file(&(qx_image){ pixels, 0, 1, 3 }, "c.png", NULL, &error),
                     QX_BAD_VALUE);

    const qx_svg drawing = { .width = 10, .height = 10 };
    assert_int_equal(qx_svg_save_file(&drawing, "a.svg", NULL, &error), QX_OK);
    assert_int_equal(qx_svg_save_file(&drawing, "/dev/full", NULL, &error), QX_FILE_ERROR);
    assert_int_equal(qx_svg_save_file(&(qx_svg){ 0 }, "b.svg", NULL, &error), QX_BAD_VALUE);
    assert_int_equal(count_entries(), 2);
}

// Saves until it is ended from outside.
static pid_t start_saving(const uint8_t *bytes, size_t size)
{
    const pid_t child = fork();
    if (child != 0) return child;
    signal(SIGINT, SIG_DFL);
    while (qx_file_save("a", bytes, size, NULL) == QX_OK) continue;
    _exit(99);
}

static void interrupted_saves_leave_whole_files(void **state)
{
    (void)state;
    const size_t size = 4 << 20;
    uint8_t *bytes = calloc(size, 1);
    assert_non_null(bytes);
    for (long i = 0; i < 20; i++) {
        const pid_t child = start_saving(bytes, size);
        assert_true(child > 0);
        nanosleep(&(struct timespec){ .tv_nsec = (5 + 2 * i) * 1000 * 1000 }, NULL);
        assert_int_equal(kill(child, SIGINT), 0);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        struct stat about;
        const bool there = stat("a", &about) == 0;
        assert_int_equal(count_entries(), there);
        if (there) assert_int_equal(about.st_size, (off_t)size);
    }
    free(bytes);
}

#define test_in_folder(function)                                                                   \
    cmocka_unit_test_setup_teardown(function, enter_folder, leave_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(what_is_saved_is_loaded),
        test_in_folder(files_above_the_limit_are_refused),
        test_in_folder(what_cannot_be_read_says_why),
        test_in_folder(what_cannot_be_written_says_why),
        test_in_folder(endless_names_are_refused),
        test_in_folder(a_disk_that_fills_up_leaves_the_old_file),
        test_in_folder(permissions_of_a_replaced_file_stay),
        test_in_folder(links_are_followed),
        test_in_folder(devices_are_written_and_stay_devices),
        test_in_folder(pipes_are_read_to_their_end),
        test_in_folder(reading_survives_every_failing_allocation),
        test_in_folder(a_file_shows_once_it_is_committed),
        test_in_folder(a_file_given_up_leaves_nothing),
        test_in_folder(a_device_is_written_piece_by_piece),
        test_in_folder(beginning_says_what_is_wrong),
        test_in_folder(pictures_and_drawings_go_through_files),
        test_in_folder(interrupted_saves_leave_whole_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
