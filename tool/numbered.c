// SPDX-License-Identifier: MIT
#include "numbered.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool named_path(const char *path, const char *name, char out[NUMBERED_BYTES])
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    const char *first = slash ? slash + 1 : path; // a dot there hides the file
    const size_t stem = dot && dot > first ? (size_t)(dot - path) : strlen(path);
    const int length =
        snprintf(out, NUMBERED_BYTES, "%.*s-%s%s", (int)stem, path, name, path + stem);
    return length > 0 && length < NUMBERED_BYTES;
}

bool numbered_path(const char *path, uint64_t number, char out[NUMBERED_BYTES])
{
    char name[24];
    snprintf(name, sizeof name, "%04" PRIu64, number);
    return named_path(path, name, out);
}
