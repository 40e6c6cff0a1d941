// SPDX-License-Identifier: MIT
#include "memory.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

// malloc where it is aligned enough, so that what a loader hands out can go back through free().
static void *default_alloc(void *user, size_t size, size_t alignment)
{
    (void)user;
    if (alignment <= alignof(max_align_t)) return malloc(size);
    size_t padded;
    if (!size_align(size, alignment, &padded)) return NULL;
    return aligned_alloc(alignment, padded);
}

static void default_free(void *user, void *pointer, size_t size)
{
    (void)user;
    (void)size;
    free(pointer);
}

qx_allocator qx_allocator_resolve(const qx_allocator *allocator)
{
    if (allocator) return *allocator;
    return (qx_allocator){ .alloc = default_alloc, .free = default_free };
}

void *qx_allocate(const qx_allocator *allocator, size_t size, size_t alignment)
{
    assert(alignment != 0 && (alignment & (alignment - 1)) == 0);
    const qx_allocator used = qx_allocator_resolve(allocator);
    return used.alloc(used.user, size ? size : 1, alignment);
}

void *qx_allocate_zeroed(const qx_allocator *allocator, size_t size, size_t alignment)
{
    void *pointer = qx_allocate(allocator, size, alignment);
    if (pointer) memset(pointer, 0, size);
    return pointer;
}

void qx_release(const qx_allocator *allocator, void *pointer, size_t size)
{
    if (!pointer) return;
    const qx_allocator used = qx_allocator_resolve(allocator);
    used.free(used.user, pointer, size ? size : 1);
}
