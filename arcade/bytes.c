// SPDX-License-Identifier: MIT
#include "bytes.h"

#include <string.h>

void bytes_put(byte_writer *w, uint64_t value, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) w->bytes[w->size++] = (uint8_t)(value >> 8 * i);
}

void bytes_put_block(byte_writer *w, const void *block, size_t size)
{
    if (size > 0) memcpy(w->bytes + w->size, block, size);
    w->size += size;
}

void bytes_complain(byte_reader *r, const char *reason)
{
    if (!r->reason) r->reason = reason;
}

const uint8_t *bytes_get_block(byte_reader *r, size_t size)
{
    if (r->size - r->at < size) bytes_complain(r, "it ends too early");
    if (r->reason) return NULL;
    r->at += size;
    return r->bytes + r->at - size;
}

uint64_t bytes_get(byte_reader *r, uint32_t count)
{
    uint64_t value = 0;
    const uint8_t *from = bytes_get_block(r, count);
    for (uint32_t i = 0; from && i < count; i++) value |= (uint64_t)from[i] << 8 * i;
    return value;
}

bool bytes_end(byte_reader *r)
{
    if (r->at < r->size) bytes_complain(r, "something was added at its end");
    return !r->reason;
}
