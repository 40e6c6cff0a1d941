// SPDX-License-Identifier: MIT
#pragma once

// A PNG's checksums made right again after damage, so that tests and fuzzing get past them.

#include <stddef.h>
#include <stdint.h>

static inline uint32_t png_chunk_check(const uint8_t *bytes, size_t size)
{
    uint32_t check = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        check ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) check = check >> 1 ^ (check & 1 ? 0xEDB88320u : 0u);
    }
    return ~check;
}

static inline void png_put_big_endian(uint8_t *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

static inline uint32_t png_get_big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// For as many chunks as there are whole ones.
static inline void png_mend_checks(uint8_t *bytes, size_t size)
{
    for (size_t at = 8; at + 12 <= size;) {
        const size_t length = png_get_big_endian(bytes + at);
        if (length > size - at - 12) return;
        png_put_big_endian(bytes + at + 8 + length, png_chunk_check(bytes + at + 4, length + 4));
        at += length + 12;
    }
}
