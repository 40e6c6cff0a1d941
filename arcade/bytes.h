// SPDX-License-Identifier: MIT
// Numbers and blocks in rows of bytes, low bytes first, as kept files hold them. A reader takes its
// bytes for hostile: it never leaves them, and remembers what was wrong first; after that it gives
// zeros.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct byte_writer {
    uint8_t *bytes; // room for all that is put
    size_t size;    // so far
} byte_writer;

void bytes_put(byte_writer *w, uint64_t value, uint32_t count); // 1 to 8 bytes of it
void bytes_put_block(byte_writer *w, const void *block, size_t size);

typedef struct byte_reader {
    const uint8_t *bytes;
    size_t size, at;
    const char *reason; // a part of a sentence; NULL while all is well
} byte_reader;

// Only the first complaint counts.
void bytes_complain(byte_reader *r, const char *reason);
uint64_t bytes_get(byte_reader *r, uint32_t count);
// The next bytes where they lie; NULL where something was wrong.
const uint8_t *bytes_get_block(byte_reader *r, size_t size);
// True where all was well and nothing is left.
bool bytes_end(byte_reader *r);
