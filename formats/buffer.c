// SPDX-License-Identifier: MIT
#include "buffer.h"

#include "base/memory.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

// Half as much again: at most a third of the memory lies idle, and freed blocks can be used again.
static bool grown_capacity(size_t capacity, size_t needed, size_t *grown)
{
    size_t more;
    if (!size_add(capacity, capacity / 2, &more)) return false;
    *grown = more > needed ? more : needed;
    return true;
}

static bool move(qx_buffer *buffer, size_t capacity)
{
    uint8_t *bytes = qx_allocate(buffer->allocator, capacity, alignof(max_align_t));
    if (!bytes) return false;
    if (buffer->size) memcpy(bytes, buffer->bytes, buffer->size);
    qx_release(buffer->allocator, buffer->bytes, buffer->capacity);
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

bool qx_buffer_reserve(qx_buffer *buffer, size_t more)
{
    if (buffer->failed) return false;
    if (buffer->bytes && more <= buffer->capacity - buffer->size) return true;
    size_t needed, capacity;
    buffer->failed = !size_add(buffer->size, more, &needed) ||
                     !grown_capacity(buffer->capacity, needed, &capacity) ||
                     !move(buffer, capacity);
    return !buffer->failed;
}

void qx_buffer_add(qx_buffer *buffer, const void *bytes, size_t size)
{
    if (size == 0 || !qx_buffer_reserve(buffer, size)) return;
    memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
}

void qx_buffer_text(qx_buffer *buffer, const char *text)
{
    qx_buffer_add(buffer, text, strlen(text));
}

// Digits from the last to the first; zeros behind the point are left out until one counts.
void qx_buffer_number(qx_buffer *buffer, double value, int decimals)
{
    assert(value >= -1e12 && value <= 1e12 && decimals >= 0 && decimals <= 6);
    double scale = 1.0;
    for (int i = 0; i < decimals; i++) scale *= 10.0;
    const bool negative = value < 0.0;
    uint64_t rest = (uint64_t)((negative ? -value : value) * scale + 0.5);
    const bool minus = negative && rest != 0;
    char text[32];
    char *first = text + sizeof text;
    bool counts = false;
    for (int place = 0; place < decimals; place++, rest /= 10) {
        counts |= rest % 10 != 0;
        if (counts) *--first = (char)('0' + rest % 10);
    }
    if (counts) *--first = '.';
    do *--first = (char)('0' + rest % 10);
    while (rest /= 10);
    if (minus) *--first = '-';
    qx_buffer_add(buffer, first, (size_t)(text + sizeof text - first));
}

qx_result qx_buffer_finish(qx_buffer *buffer, uint8_t **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    const bool exact = buffer->bytes && buffer->capacity == buffer->size;
    if (buffer->failed || (!exact && !move(buffer, buffer->size))) {
        qx_buffer_release(buffer);
        return QX_NO_MEMORY;
    }
    *bytes = buffer->bytes;
    *size = buffer->size;
    *buffer = (qx_buffer){ .allocator = buffer->allocator };
    return QX_OK;
}

void qx_buffer_release(qx_buffer *buffer)
{
    qx_release(buffer->allocator, buffer->bytes, buffer->capacity);
    *buffer = (qx_buffer){ .allocator = buffer->allocator };
}
