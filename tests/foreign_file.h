// SPDX-License-Identifier: MIT
// Files that others made: they lie in $QX_TEST_DATA, which need not be there.
#pragma once

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// False where it is not there.
static inline bool foreign_file_path(const char *folder, const char *name, char path[1024])
{
    const char *data = getenv("QX_TEST_DATA");
    snprintf(path, 1024, "%s/%s/%s", data ? data : "", folder, name);
    FILE *file = data ? fopen(path, "rb") : NULL;
    if (file) fclose(file);
    return file != NULL;
}

// Says how many are missing; where none is there the test ends as skipped.
static inline void foreign_file_skip(size_t missing, size_t count, const char *folder)
{
    if (missing == 0) return;
    print_message("SKIPPED: %zu of %zu files are not in $QX_TEST_DATA/%s\n", missing, count,
                  folder);
    if (missing == count) skip();
}
