// SPDX-License-Identifier: MIT
#include "png_memory.h"

#include "base/memory.h"

#include <stdalign.h>

// The allocator wants sizes back that libpng does not keep: each block begins with its own.
typedef struct block {
    alignas(max_align_t) size_t size;
} block;

png_voidp qx_png_malloc(png_structp png, png_alloc_size_t size)
{
    png_memory *memory = png_get_mem_ptr(png);
    size_t all;
    block *start = NULL;
    if (size_add(size, sizeof(block), &all))
        start = qx_allocate(&memory->allocator, all, alignof(max_align_t));
    if (!start) {
        memory->failed = true;
        return NULL;
    }
    start->size = all;
    return start + 1;
}

void qx_png_free(png_structp png, png_voidp pointer)
{
    png_memory *memory = png_get_mem_ptr(png);
    block *start = (block *)pointer - 1;
    qx_release(&memory->allocator, start, start->size);
}
