// SPDX-License-Identifier: MIT
#pragma once

// An OBJ file as it stands: numbers, and triangles that name them.

#include "buffer.h"

#define OBJ_NONE UINT32_MAX

/// A triangle's corner: numbers from 0; OBJ_NONE where the file names none.
typedef struct obj_corner {
    uint32_t place, texture_place, normal;
} obj_corner;

/// Arrays of floats and corners.
typedef struct obj_file {
    qx_buffer places, texture_places, normals, corners;
} obj_file;

/// Whether the first word is one of OBJ's.
bool obj_is(const uint8_t *bytes, size_t size);

/// Reads v, vt, vn and f: faces of three or more corners are fanned, negative numbers count from
/// the latest. All else is passed over. Every number named is there, no value is beyond 1e9.
/// @param limit  Most bytes that the corners may take.
/// @param file   To be released whatever is returned.
qx_result obj_file_read(const uint8_t *bytes, size_t size, size_t limit,
                        const qx_allocator *allocator, obj_file *file, qx_error *error);
void obj_file_release(obj_file *file);

/// Whether two files have as many places, and the same corners but for their normals.
/// @return QX_OK, QX_BAD_DATA with the difference in error->message.
qx_result obj_file_compare(const obj_file *first, const obj_file *other, qx_error *error);

uint32_t obj_file_count(const qx_buffer *array, size_t each);
