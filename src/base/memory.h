// SPDX-License-Identifier: MIT
#pragma once

// Memory for the project's own libraries: the caller's allocator or malloc, and sizes that cannot
// wrap. Not installed; QX_API only so that `formats` can link against a shared core.

#include <quincunx/base.h>

#include <stdbool.h>

#define QX_CACHE_LINE 64

/// A copy to keep: what `allocator` points to, or malloc where it is NULL.
QX_API qx_allocator qx_allocator_resolve(const qx_allocator *allocator);

/// Memory of `size` bytes (0 counts as 1) from `allocator`, or from malloc where that is NULL.
/// NULL when there is none. With malloc and an alignment of at most alignof(max_align_t), plain
/// free() may take it back.
QX_API void *qx_allocate(const qx_allocator *allocator, size_t size, size_t alignment);

/// As qx_allocate, all bytes 0.
QX_API void *qx_allocate_zeroed(const qx_allocator *allocator, size_t size, size_t alignment);

/// Gives memory back; NULL is allowed. `size` as it was asked for.
QX_API void qx_release(const qx_allocator *allocator, void *pointer, size_t size);

/// a + b. False, with *sum untouched, where that does not fit.
static inline bool size_add(size_t a, size_t b, size_t *sum)
{
    if (b > SIZE_MAX - a) return false;
    *sum = a + b;
    return true;
}

/// a * b. False, with *product untouched, where that does not fit.
static inline bool size_multiply(size_t a, size_t b, size_t *product)
{
    if (a != 0 && b > SIZE_MAX / a) return false;
    *product = a * b;
    return true;
}

/// The next multiple of `alignment` (a power of two). False, with *aligned untouched, where that
/// does not fit.
static inline bool size_align(size_t size, size_t alignment, size_t *aligned)
{
    size_t padded;
    if (!size_add(size, alignment - 1, &padded)) return false;
    *aligned = padded & ~(alignment - 1);
    return true;
}
