// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// The 162 normals that MD2 files number.

#define MD2_NORMALS 162

/// Writes them in the file's order and axes (z up), each of length 1. Made, not typed in: an
/// icosahedron whose faces are split in 16.
void md2_normals_build(float normals[MD2_NORMALS][3]);

/// Finds the one nearest to a direction: only a fifth of them can be nearest to any of an octant.
typedef struct md2_finder {
    float normals[MD2_NORMALS][3];
    uint8_t near[8][MD2_NORMALS]; // their numbers, rising
    uint8_t counts[8];
} md2_finder;

void md2_finder_build(md2_finder *finder);

/// @param direction  Of any length; of those that are equally near the first.
uint8_t md2_finder_find(const md2_finder *finder, const float direction[3]);
