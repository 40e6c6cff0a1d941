// SPDX-License-Identifier: MIT
#pragma once

#include "memory.h"

// One block of memory in which many arrays lie. Laid out twice: first without a block, to learn
// how large it must be.
typedef struct layout {
    char *base; // NULL: sizes only
    size_t size;
    bool fits; // begin with true; false where the size would wrap
} layout;

/// `count` elements of `size` bytes at the next cache line; NULL without a block.
static inline void *layout_take(layout *l, size_t count, size_t size)
{
    size_t bytes, aligned, end = 0;
    const size_t start = l->size;
    l->fits = l->fits && size_multiply(count, size, &bytes) &&
              size_align(bytes, QX_CACHE_LINE, &aligned) && size_add(start, aligned, &end);
    if (!l->fits) return NULL;
    l->size = end;
    return l->base ? l->base + start : NULL;
}
