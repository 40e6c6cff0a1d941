// SPDX-License-Identifier: MIT
#include "model_arena.h"

#include "base/memory.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct model_block {
    struct model_block *next;
    size_t size; // all of it
    alignas(16) char bytes[];
} model_block;

void *model_take(model_arena *arena, size_t count, size_t size)
{
    size_t bytes, all;
    if (!size_multiply(count, size, &bytes) || !size_add(bytes, sizeof(model_block), &all))
        return NULL;
    model_block *block = qx_allocate(&arena->allocator, all, 16);
    if (!block) return NULL;
    block->next = arena->blocks;
    block->size = all;
    arena->blocks = block;
    arena->model.bytes += all;
    return block->bytes;
}

model_arena *model_arena_create(const qx_allocator *allocator)
{
    const qx_allocator used = qx_allocator_resolve(allocator);
    model_arena *arena = qx_allocate_zeroed(&used, sizeof *arena, alignof(model_arena));
    if (!arena) return NULL;
    arena->allocator = used;
    arena->warnings = model_take(arena, MODEL_WARNINGS, sizeof *arena->warnings);
    if (arena->warnings) return arena;
    model_arena_destroy(arena);
    return NULL;
}

void model_arena_destroy(model_arena *arena)
{
    if (!arena) return;
    const qx_allocator allocator = arena->allocator;
    for (model_block *block = arena->blocks; block;) {
        model_block *next = block->next;
        qx_release(&allocator, block, block->size);
        block = next;
    }
    qx_release(&allocator, arena, sizeof *arena);
}

void qx_model_destroy(qx_model *model)
{
    model_arena_destroy((model_arena *)model);
}

const char *model_take_name(model_arena *arena, const void *bytes, size_t size)
{
    const char *from = bytes;
    const char *end = memchr(from, 0, size);
    const size_t length = end ? (size_t)(end - from) : size;
    char *name = model_take(arena, length + 1, 1);
    if (!name) return NULL;
    for (size_t i = 0; i < length; i++) name[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '_';
    name[length] = '\0';
    return name;
}

void model_warn(model_arena *arena, const char *format, ...)
{
    if (arena->model.warning_count == MODEL_WARNINGS) return;
    qx_model_warning *warning = &arena->warnings[arena->model.warning_count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(warning->text, sizeof warning->text, format, arguments);
    va_end(arguments);
}

qx_model *model_finish(model_arena *arena)
{
    arena->model.warnings = arena->warnings;
    arena->model.bytes += sizeof *arena;
    return &arena->model;
}
