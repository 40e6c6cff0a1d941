// SPDX-License-Identifier: MIT
#pragma once

#include "model_arena.h"
#include "obj_file.h"

/// Makes a model of files of the same topology, one a key. Vertices are split where texture places
/// or, in any file, normals are; where a corner has no normal, all become flat.
/// @param names  Of the files, in the arena; what follows digits and separators in front of them is
///               the clip's.
/// @return QX_OK, QX_TOO_LARGE, QX_NO_MEMORY.
qx_result obj_load(const obj_file *files, const char *const *names, uint32_t count,
                   const qx_model_options *options, model_arena *arena, qx_error *error);

/// Reads the file that `bytes` are and, where its name ends in digits, those after it.
/// @param path  NULL: there is no name.
qx_result obj_load_series(const char *path, const uint8_t *bytes, size_t size,
                          const qx_model_options *options, model_arena *arena, qx_error *error);
