// SPDX-License-Identifier: MIT
#pragma once

// What the two writers of .glb share, that of still meshes (gltf.c) and that of models
// (gltf_morph.c): the container, numbers as bytes, and words of JSON. The text is written straight
// down: it has one shape, and numbers must not depend on a library's or a locale's way of printing.

#include "buffer.h"

enum { GLTF_ARRAY_BUFFER = 34962, GLTF_ELEMENT_ARRAY_BUFFER = 34963 }; // target

/// Bytes of a .glb besides its JSON and its binary chunk.
enum { GLTF_HEADER_BYTES = 12, GLTF_CHUNK_BYTES = 8, GLTF_FRAME_BYTES = 12 + 2 * 8 };

/// Takes memory for a whole file and fills in all but the binary chunk.
/// @param json   A multiple of 4 bytes.
/// @param chunk  Receives where the `binary` bytes go.
/// @return QX_OK, QX_TOO_LARGE, QX_NO_MEMORY.
qx_result gltf_frame(const qx_buffer *json, size_t binary, const qx_allocator *allocator,
                     uint8_t **bytes, size_t *size, uint8_t **chunk);

// --- bytes, the least first; each returns where the next goes

uint8_t *gltf_put_16(uint8_t *at, uint32_t value);
uint8_t *gltf_put_32(uint8_t *at, uint32_t value);
uint8_t *gltf_put_float(uint8_t *at, float value);

/// 16 bits each where they fit, filled up to a multiple of 4.
uint8_t *gltf_put_indices(uint8_t *at, const uint32_t *indices, size_t count, size_t bytes_each);

/// Bytes of each index of so many vertices: 65,535 is no index, as it would restart a strip.
size_t gltf_index_bytes(uint32_t vertex_count);

// --- JSON

void gltf_add_whole(qx_buffer *buffer, size_t number);

/// "name":number, with a comma in front.
void gltf_add_field(qx_buffer *buffer, const char *name, size_t number);

/// "name":[values]
void gltf_add_floats(qx_buffer *buffer, const char *name, const float *values, int count);

/// A text in quotes.
void gltf_add_quoted(qx_buffer *buffer, const char *text);

/// Begins an array's next element.
void gltf_separate(qx_buffer *buffer, size_t number);

/// "pbrMetallicRoughness":{"baseColorFactor":[…],"metallicFactor":0 without its end; 0xRRGGBBAA.
/// @param base  Receives the factors.
void gltf_add_surface(qx_buffer *buffer, uint32_t colour, float base[4]);

/// ,"scene":0,"scenes":[…],"nodes":[ of `count` nodes.
void gltf_add_scene(qx_buffer *buffer, size_t count);

/// A buffer view from `*offset` on, which moves to where the next one begins, a multiple of 4.
/// @param target  0: none.
void gltf_add_view(qx_buffer *buffer, size_t *offset, size_t size, size_t target);

/// The end of the file's JSON, filled with spaces to a multiple of 4 bytes.
void gltf_add_end(qx_buffer *buffer, size_t binary);
