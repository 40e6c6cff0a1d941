// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/base.h>

#include <stdbool.h>

/// Finds which of `count` records of `size` bytes, one after the other, are alike.
/// @param numbers   Receives each record's number among the different ones, in order of first ones.
/// @param examples  Receives the first record of each number; room for `count`.
/// @param distinct  Receives how many numbers there are.
/// @return False without memory.
bool model_merge(const uint8_t *records, size_t size, uint32_t count, const qx_allocator *allocator,
                 uint32_t *numbers, uint32_t *examples, uint32_t *distinct);
