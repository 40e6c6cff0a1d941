// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // mkdtemp, WEXITSTATUS
#include "tool_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <dirent.h>
#include <quincunx/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];

int tool_enter_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/qx-test-XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 && system("mkdir work") == 0 && chdir("work") == 0
               ? 0
               : -1;
}

int tool_leave_folder(void **state)
{
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

int tool_run(const char *arguments)
{
    char command[2000];
    snprintf(command, sizeof command, "'%s' %s >../out 2>../err </dev/null", QX_PROGRAM, arguments);
    const int status = system(command);
    assert_true(WIFEXITED(status)); // never by a signal
    return WEXITSTATUS(status);
}

void tool_run_well(const char *arguments)
{
    const int status = tool_run(arguments);
    if (status != 0) fail_msg("qx %s: status %d", arguments, status);
}

void tool_assert_fails(const char *arguments, int status, const char *says)
{
    const int got = tool_run(arguments);
    if (got != status) fail_msg("qx %s: status %d", arguments, got);
    if (!tool_contains("../err", says)) fail_msg("qx %s: says nothing of %s", arguments, says);
}

void tool_assert_refused(const char *const rows[][2], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tool_assert_fails(rows[i][0], 2, rows[i][1]);
        assert_true(tool_contains("../err", "--help is the manual"));
        assert_int_equal(tool_count_entries(), 0);
    }
}

char *tool_text(const char *path, size_t *size)
{
    uint8_t *bytes;
    size_t count;
    if (qx_file_load(path, 1 << 26, NULL, &bytes, &count, NULL) != QX_OK)
        fail_msg("no file %s", path);
    char *text = malloc(count + 1);
    assert_non_null(text);
    memcpy(text, bytes, count);
    text[count] = '\0';
    free(bytes);
    if (size) *size = count;
    return text;
}

bool tool_contains(const char *path, const char *part)
{
    char *text = tool_text(path, NULL);
    const bool found = strstr(text, part) != NULL;
    free(text);
    return found;
}

void tool_assert_same(const char *a, const char *b, bool same)
{
    size_t a_size, b_size;
    char *a_text = tool_text(a, &a_size), *b_text = tool_text(b, &b_size);
    assert_int_equal(a_size == b_size && memcmp(a_text, b_text, a_size) == 0, same);
    free(a_text);
    free(b_text);
}

void tool_assert_lines_fit(const char *path, size_t most)
{
    char *lines = tool_text(path, NULL);
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n"))
        if (strlen(line) > most) fail_msg("too broad: %s", line);
    free(lines);
}

int tool_count_entries(void)
{
    int count = 0;
    DIR *entries = opendir(".");
    assert_non_null(entries);
    while (readdir(entries)) count++;
    closedir(entries);
    return count - 2;
}
