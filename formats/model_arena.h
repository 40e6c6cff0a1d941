// SPDX-License-Identifier: MIT
#pragma once

// A model while it is read: all its memory in blocks that are given back together, whatever became
// of it.

#include <quincunx/model.h>

#include <stdbool.h>

typedef struct model_arena {
    qx_model model; // first: a model is its arena
    qx_allocator allocator;
    struct model_block *blocks;
    qx_model_warning *warnings; // room for MODEL_WARNINGS
} model_arena;

enum { MODEL_WARNINGS = 64 };

// Of qx_model_options.limit.
#define MODEL_LIMIT ((size_t)1 << 30)

/// NULL without memory.
model_arena *model_arena_create(const qx_allocator *allocator);
void model_arena_destroy(model_arena *arena);

/// `count` things of `size` bytes, 16-aligned, not cleared; NULL without memory.
void *model_take(model_arena *arena, size_t count, size_t size);

/// A copy of at most `size` bytes up to the first 0, as printable ASCII: others become '_'. NULL
/// without memory.
const char *model_take_name(model_arena *arena, const void *bytes, size_t size);

/// Notes what was odd and how it was taken; the first MODEL_WARNINGS are kept.
void model_warn(model_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// The model, which is its arena from now on.
qx_model *model_finish(model_arena *arena);
