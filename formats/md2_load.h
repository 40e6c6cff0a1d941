// SPDX-License-Identifier: MIT
#pragma once

#include "model_arena.h"

/// Whether a file begins as MD2 files do.
bool md2_is(const uint8_t *bytes, size_t size);

/// Reads one into an empty arena. Offsets and counts are taken for lies until they are found to
/// fit; OpenGL commands are not read at all.
qx_result md2_load(const uint8_t *bytes, size_t size, const qx_model_options *options,
                   model_arena *arena, qx_error *error);
