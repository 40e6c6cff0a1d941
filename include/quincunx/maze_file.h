// SPDX-License-Identifier: MIT
#pragma once

#include "maze.h"

/// @file
/// Mazes in files: JSON with all that is known of them, and raw layers for mazes that are larger
/// than memory. Part of the library `formats`.
///
/// Does: write a maze with how it was made, its entrance and exit, and for other readers also its
/// solution and measures; read mazes again, from either form; build the raw form's pieces.
/// Does not: trust a file: openings are checked, solution and measures are left out when reading;
/// maze.h finds them again.
///
///     qx_maze_file file;
///     if (qx_maze_load_file("maze.json", NULL, &file, &error) != QX_OK) return 1;
///     …
///     qx_maze_destroy(file.maze);
///
/// JSON: docs/formats.md has its fields. Raw: a head of QX_MAZE_FILE_HEAD bytes (the eight letters
/// "qxmaze1\n"; width, height, depth and algorithm in 32 bits; the seed in 64; three shares as
/// 32-bit floats; 20 bytes 0), then layer by layer the planes of x, y and z as qx_maze_layer has
/// them: 64-bit words. All numbers have their lowest byte first.
/// Same bits: the same maze gives the same bytes on every machine and in every locale.
/// Threads: calls are independent of each other.

/// Largest file that is read.
#define QX_MAZE_FILE_MAX_BYTES (1u << 30)

/// Bytes of the raw form before its first layer.
#define QX_MAZE_FILE_HEAD 64u

/// What a file holds.
typedef struct qx_maze_file {
    qx_maze *maze;     ///< Loaded: the caller destroys it.
    qx_maze_desc desc; ///< How it was made; what a loaded file does not say is 0 but for the size.
                       ///< Mask and allocator are not kept.
    bool has_route;    ///< Whether there are entrance and exit.
    qx_maze_route route; ///< Loaded: the length is 0.
    const uint64_t *solution;         ///< To save: cells from entrance to exit. Loaded: NULL.
    size_t solution_count;
    const qx_maze_measures *measures; ///< To save; may be NULL. Loaded: NULL.
} qx_maze_file;

/// Writes a maze as JSON into memory from `allocator` (NULL: malloc).
/// @param bytes  Receives the text without a final zero; give it back with the allocator's free and
///               `size`. NULL on failure.
/// @return QX_OK, QX_BAD_VALUE (a cell outside the maze, no such face or algorithm, not finite),
///         QX_UNSUPPORTED (a maze with a mask and closed cells, which cannot be told from missing
///         ones), QX_NO_MEMORY.
QX_API qx_result qx_maze_save_memory(const qx_maze_file *file, const qx_allocator *allocator,
                                     uint8_t **bytes, size_t *size);

/// Writes a maze as JSON into a file; "-" means standard output.
/// @return As qx_maze_save_memory, and QX_FILE_ERROR; the reason is in error->message.
QX_API qx_result qx_maze_save_file(const qx_maze_file *file, const char *path,
                                   const qx_allocator *allocator, qx_error *error);

/// Reads a maze, JSON or raw. Memory stays in proportion to `size`, whatever sizes it claims.
/// @param file  Receives it; its maze lives in memory from `allocator`. All 0 on failure.
/// @return QX_OK, QX_BAD_DATA, QX_TRUNCATED, QX_TOO_LARGE, QX_UNSUPPORTED (another version),
///         QX_NO_MEMORY; what and where is in `error`.
QX_API qx_result qx_maze_load_memory(const void *bytes, size_t size, const qx_allocator *allocator,
                                     qx_maze_file *file, qx_error *error);

/// As qx_maze_load_memory from a file ("-": standard input) of at most QX_MAZE_FILE_MAX_BYTES, and
/// QX_NOT_FOUND, QX_FILE_ERROR.
QX_API qx_result qx_maze_load_file(const char *path, const qx_allocator *allocator,
                                   qx_maze_file *file, qx_error *error);

/// Writes the raw form's head.
QX_API void qx_maze_file_build_head(const qx_maze_desc *desc, uint8_t head[QX_MAZE_FILE_HEAD]);

/// Bytes of one raw layer; 0 where they are more than memory has addresses for.
QX_API size_t qx_maze_file_bound_layer(uint32_t width, uint32_t height);

/// Writes one raw layer.
/// @param bytes  Room for qx_maze_file_bound_layer.
QX_API void qx_maze_file_build_layer(const qx_maze_layer *layer, uint32_t width, uint32_t height,
                                     uint8_t *bytes);
