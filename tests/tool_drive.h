// SPDX-License-Identifier: MIT
// Runs the program qx as a shell does and reads what it wrote. QX_PROGRAM is its path, from the
// build.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// Every test runs in an empty folder of its own; what qx says goes to ../out and ../err.
int tool_enter_folder(void **state);
int tool_leave_folder(void **state);
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, tool_enter_folder, tool_leave_folder)

int tool_run(const char *arguments); // gives qx's status; a signal fails the test
void tool_run_well(const char *arguments);
// With this status, and a message in which `says` stands.
void tool_assert_fails(const char *arguments, int status, const char *says);
// Each row's command line with status 2, its second string and a hint at the manual; no file comes.
void tool_assert_refused(const char *const rows[][2], size_t count);

// A file's bytes with a '\0' behind them, to be freed; size may be NULL.
char *tool_text(const char *path, size_t *size);
bool tool_contains(const char *path, const char *part);
void tool_assert_same(const char *a, const char *b, bool same);
void tool_assert_lines_fit(const char *path, size_t most);
int tool_count_entries(void); // of the test's folder
