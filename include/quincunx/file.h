// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

/// @file
/// Whole files: read into memory, written so that a file is complete or not there. Part of the
/// library `formats`.
///
/// Does: read files, pipes and standard input up to a limit; write beside the name, flush, rename,
/// at once or piece by piece.
/// Does not: append, seek, create folders, lock.
///
///     if (qx_file_save("net.json", text, length, &error) != QX_OK)
///         fprintf(stderr, "net.json: %s\n", error.message);
///
/// Messages do not repeat the path, here and in every loader of `formats`: print it in front.
/// Threads: calls are independent of each other; writing one path twice at a time leaves one whole
/// file.

/// Reads a file to its end.
/// @param path   "-" means standard input.
/// @param limit  Most bytes to take.
/// @param bytes  Receives memory from `allocator` (NULL: malloc); give it back with the allocator's
///               free and `size`. NULL on failure. An empty file gives memory too, of size 0 (to be
///               given back as size 1).
/// @return QX_OK, QX_NOT_FOUND, QX_FILE_ERROR (a folder, no permission, ...), QX_TOO_LARGE,
///         QX_NO_MEMORY.
QX_API qx_result qx_file_load(const char *path, size_t limit, const qx_allocator *allocator,
                              uint8_t **bytes, size_t *size, qx_error *error);

/// Writes a file: under another name in the same folder, flushed to the disk, then renamed.
/// Whatever had the name stays as it was until then, and for good where anything fails. Devices and
/// pipes are written directly. Interrupts (SIGINT, SIGTERM, SIGHUP to this thread) wait until the
/// file is whole or gone.
/// @param path  "-" means standard output. A symbolic link is followed, not replaced.
/// @return QX_OK, QX_FILE_ERROR with the system's reason in error->message.
QX_API qx_result qx_file_save(const char *path, const void *bytes, size_t size, qx_error *error);

/// A file that is being written piece by piece.
typedef struct qx_file qx_file;

/// Begins a file as qx_file_save would: nothing is seen of it under its name until qx_file_commit.
/// @param file  Receives it, in memory from `allocator` (NULL: malloc); NULL on failure.
/// @return QX_OK, QX_FILE_ERROR with the system's reason in error->message, QX_NO_MEMORY.
QX_API qx_result qx_file_create(const char *path, const qx_allocator *allocator, qx_file **file,
                                qx_error *error);

/// Writes the next piece. After a failure there is only qx_file_destroy.
/// @return QX_OK, QX_FILE_ERROR.
QX_API qx_result qx_file_write(qx_file *file, const void *bytes, size_t size, qx_error *error);

/// Flushes it to the disk, gives it its name, and frees `file`, whatever is returned.
/// @return QX_OK, QX_FILE_ERROR (nothing is left; what had the name before stays).
QX_API qx_result qx_file_commit(qx_file *file, qx_error *error);

/// Gives a file up: nothing of it is left, and what had the name before stays. NULL is allowed.
QX_API void qx_file_destroy(qx_file *file);
