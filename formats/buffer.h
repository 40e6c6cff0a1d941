// SPDX-License-Identifier: MIT
#pragma once

// Bytes that grow at the end: what every writer fills, and readers of unknown length.

#include <quincunx/base.h>

#include <stdbool.h>

typedef struct qx_buffer {
    const qx_allocator *allocator;
    uint8_t *bytes;
    size_t size, capacity;
    bool failed; // memory ran out: nothing is added any more, one check at the end suffices
} qx_buffer;

/// Makes room for `more` bytes after those that are there. False, and `failed`, without memory.
bool qx_buffer_reserve(qx_buffer *buffer, size_t more);

void qx_buffer_add(qx_buffer *buffer, const void *bytes, size_t size);

void qx_buffer_text(qx_buffer *buffer, const char *text);

/// A decimal number without exponent, independent of the locale: rounded to `decimals` (0 to 6)
/// digits, half away from zero, zeros at the end cut off, never "-0".
/// @param value  Within +-1e12.
void qx_buffer_number(qx_buffer *buffer, double value, int decimals);

/// A float in the fewest digits that are read back as the same float, independent of the locale;
/// with an exponent ("1.5e-7") below 1e-5 and from 1e9 on, never "-0".
/// @param value  Within +-1e37.
void qx_buffer_float(qx_buffer *buffer, float value);

/// Hands the bytes over in memory of exactly `size` (1 for 0); the buffer is empty afterwards.
/// @return QX_OK, QX_NO_MEMORY (everything is given back).
qx_result qx_buffer_finish(qx_buffer *buffer, uint8_t **bytes, size_t *size);

void qx_buffer_release(qx_buffer *buffer);
