// SPDX-License-Identifier: MIT
#include "numbered.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool numbered_path(const char *path, uint64_t number, char out[NUMBERED_BYTES])
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    const size_t stem = dot && (!slash || dot > slash + 1) ? (size_t)(dot - path) : strlen(path);
    const int length =
        snprintf(out, NUMBERED_BYTES, "%.*s-%04" PRIu64 "%s", (int)stem, path, number, path + stem);
    return length > 0 && length < NUMBERED_BYTES;
}
