// SPDX-License-Identifier: MIT
// A harness without libFuzzer: runs the files named on the command line through it, each of them
// also cut at every length and with every byte inverted once.

#include "fuzz.h"

#include <quincunx/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// In a block of exactly its size, so that reading behind the end is seen under the sanitizers.
static void run(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) abort();
    if (size) memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void run_all(uint8_t *bytes, size_t size)
{
    run(bytes, size);
    for (size_t at = 0; at < size; at++) {
        run(bytes, at);
        bytes[at] = (uint8_t)~bytes[at];
        run(bytes, size);
        bytes[at] = (uint8_t)~bytes[at];
    }
}

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        uint8_t *bytes;
        size_t size;
        qx_error error;
        if (qx_file_load(arguments[i], 1 << 20, NULL, &bytes, &size, &error) != QX_OK) {
            fprintf(stderr, "%s: %s\n", arguments[i], error.message);
            return 1;
        }
        run_all(bytes, size);
        free(bytes);
    }
    printf("%d files, whole, cut and damaged\n", count - 1);
    return count > 1 ? 0 : 1;
}
