// SPDX-License-Identifier: MIT
#pragma once

// Files that a model names: only those in its own folder or below it.

#include <quincunx/base.h>

/// Finds where a name leads from a folder. %20 and the like are made characters first; a scheme, a
/// drive, a root, "..", "\" and control characters are refused, encoded or not.
/// @param path  Receives folder and name, in memory of `size` bytes from `allocator`; NULL on
///              failure.
/// @return QX_OK, QX_BAD_DATA with the reason in error->message, QX_NO_MEMORY.
qx_result model_folder_find(const char *folder, const char *name, const qx_allocator *allocator,
                            char **path, size_t *size, qx_error *error);

/// Reads such a file. Messages name it.
/// @return As above, and what qx_file_load returns.
qx_result model_folder_load(const char *folder, const char *name, size_t limit,
                            const qx_allocator *allocator, uint8_t **bytes, size_t *size,
                            qx_error *error);
