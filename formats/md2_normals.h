// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// The 162 normals that MD2 files number.

#define MD2_NORMALS 162

/// Writes them in the file's order and axes (z up), each of length 1. Made, not typed in: an
/// icosahedron whose faces are split in 16.
void md2_normals_build(float normals[MD2_NORMALS][3]);

/// The one nearest to a direction of any length.
uint8_t md2_normals_find(const float normals[MD2_NORMALS][3], const float direction[3]);
