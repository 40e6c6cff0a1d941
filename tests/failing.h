// SPDX-License-Identifier: MIT
#pragma once

// An allocator for tests: refuses the n-th request and all after it, and knows what is still out.

#include <quincunx/base.h>
#include <stdlib.h>

typedef struct failing {
    long allowed; // requests still granted
    long requests, live;
    size_t live_bytes;
} failing;

static inline void *failing_alloc(void *user, size_t size, size_t alignment)
{
    failing *book = user;
    (void)alignment; // malloc's is enough for what `formats` asks for
    book->requests++;
    if (book->allowed-- <= 0) return NULL;
    void *pointer = malloc(size);
    if (pointer) {
        book->live++;
        book->live_bytes += size;
    }
    return pointer;
}

static inline void failing_free(void *user, void *pointer, size_t size)
{
    failing *book = user;
    book->live--;
    book->live_bytes -= size;
    free(pointer);
}

static inline qx_allocator failing_after(failing *book, long allowed)
{
    *book = (failing){ .allowed = allowed };
    return (qx_allocator){ failing_alloc, failing_free, book };
}
