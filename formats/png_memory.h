// SPDX-License-Identifier: MIT
#pragma once

// libpng's memory through the caller's allocator, for reading and writing alike.

#include <quincunx/base.h>

#include <png.h>
#include <stdbool.h>

typedef struct png_memory {
    qx_allocator allocator;
    bool failed; // an allocation failed, whatever libpng made of it
} png_memory;

png_voidp qx_png_malloc(png_structp png, png_alloc_size_t size);

void qx_png_free(png_structp png, png_voidp pointer);
