// SPDX-License-Identifier: MIT
#pragma once

// A model as a .glb file. Its bytes (gltf_morph.c), its JSON (gltf_morph_json.c) and the values of
// each piece (gltf_morph_values.c) go by one list of parts, each of which is an accessor.

#include "buffer.h"

#include <quincunx/model.h>
#include <stdbool.h>

typedef enum morph_kind {
    MORPH_POSITION,
    MORPH_NORMAL,
    MORPH_TEXTURE_PLACE,
    MORPH_INDEX,
    MORPH_TARGET_POSITION,
    MORPH_TARGET_NORMAL,
    MORPH_TIMES,
    MORPH_WEIGHTS
} morph_kind;

typedef struct morph_part {
    morph_kind kind;
    uint32_t mesh, item; // item: the target, or the clip
    uint32_t width;      // numbers an element
    uint32_t count;      // elements
    bool sparse;
    uint32_t stored;       // of sparse parts, elements that are not 0
    float low[3], high[3]; // around all elements
} morph_part;

#define MORPH_NO_PICTURE UINT32_MAX

typedef struct morph_writer {
    const qx_model *model;
    float max_error;
    const qx_allocator *allocator;
    morph_part *parts;
    uint32_t part_count;
    float *values;      // room for any part's
    uint32_t *pictures; // of each skin the number of its image, or MORPH_NO_PICTURE
    qx_model_cost cost;
} morph_writer;

/// @return QX_OK, QX_BAD_VALUE with the mesh or clip and its fault in error->message.
qx_result gltf_morph_check(const qx_model *model, qx_error *error);

/// Targets of a mesh: keys but the first, or morph targets.
uint32_t gltf_morph_targets(const qx_model_mesh *mesh);

/// Whether targets move normals: all of a mesh's do then, as some readers take a missing delta for
/// the base's normal.
bool gltf_morph_turns(const qx_model_mesh *mesh);

/// Keys of a clip that move a mesh's weights; 0: none.
uint32_t gltf_morph_keys(const qx_model *model, uint32_t clip, uint32_t mesh);

/// How a clip's weights of a mesh go from key to key: LINEAR, STEP or CUBIC.
qx_keyframe_curve gltf_morph_curve(const qx_model *model, uint32_t clip, uint32_t mesh);

/// Values of any part but MORPH_INDEX into writer->values.
void gltf_morph_fill(const morph_writer *writer, const morph_part *part);

/// The same of a target without anything left out.
void gltf_morph_deltas(const qx_model_mesh *mesh, uint32_t target, bool normals, float *values);

/// Bytes of each index of a sparse part, and of all of them.
size_t gltf_morph_index_bytes(const morph_part *part);
size_t gltf_morph_indices_bytes(const morph_part *part);

/// Finds out which skins are pictures that glTF can name, into writer->pictures.
/// @return False without memory.
bool gltf_morph_find_pictures(const morph_writer *writer);

/// The JSON, filled with spaces to a multiple of 4 bytes.
void gltf_morph_json(const morph_writer *writer, qx_buffer *json, size_t binary);
