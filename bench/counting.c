// SPDX-License-Identifier: MIT
#include "bench.h"

#include <stdlib.h>

static void *counted_alloc(void *user, size_t size, size_t alignment)
{
    ++*(unsigned *)user;
    const size_t rounded = (size + alignment - 1) / alignment * alignment;
    return aligned_alloc(alignment, rounded);
}

static void counted_free(void *user, void *pointer, size_t size)
{
    (void)user;
    (void)size;
    free(pointer);
}

qx_allocator bench_counting(unsigned *count)
{
    return (qx_allocator){ counted_alloc, counted_free, count };
}
