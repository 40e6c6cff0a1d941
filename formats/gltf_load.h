// SPDX-License-Identifier: MIT
#pragma once

// glTF 2.0 is read in steps, each of which leaves nothing unchecked that the next one needs:
// container and JSON (gltf_load.c), buffers and views (gltf_load_buffer.c), accessors
// (gltf_load_accessor.c), materials and meshes (gltf_load_mesh.c), nodes (gltf_load_node.c) and
// animations (gltf_load_animation.c) become plain structs; then each mesh that a node shows becomes
// a model's (gltf_load_build.c).

#include "gltf_component.h"
#include "model_arena.h"

#include <cjson/cJSON.h>

/// Whether a file begins as .glb or as JSON.
bool gltf_is(const uint8_t *bytes, size_t size);

/// Reads one into an empty arena.
/// @param folder  Where .bin files are; NULL: none are read.
qx_result gltf_load(const uint8_t *bytes, size_t size, const char *folder,
                    const qx_model_options *options, model_arena *arena, qx_error *error);

#define GLTF_NONE UINT32_MAX

/// An array of JSON, so that its n-th element is found at once.
typedef struct gltf_list {
    const cJSON **items;
    uint32_t count;
} gltf_list;

typedef struct gltf_bytes {
    const uint8_t *bytes;
    uint64_t size;
    uint32_t stride; // of views; 0: elements lie side by side
} gltf_bytes;

/// All of its bytes are there, and its sparse indices rise below `count`.
typedef struct gltf_accessor {
    uint32_t component, width; // componentType; numbers an element
    bool normalized;
    uint32_t count;
    const uint8_t *bytes; // NULL: zeros
    size_t stride;
    uint32_t sparse_count, sparse_component;
    const uint8_t *sparse_indices, *sparse_values;
} gltf_accessor;

typedef struct gltf_material {
    uint32_t colour;
    const char *skin;       // NULL: none
    uint32_t texture_place; // n of TEXCOORD_n
} gltf_material;

/// Accessors, or GLTF_NONE.
typedef struct gltf_target {
    uint32_t position, normal;
} gltf_target;

typedef struct gltf_primitive {
    uint32_t mode; // 4 to 6; GLTF_NONE: it is left out
    uint32_t position, normal, texture_place, indices, material;
    const gltf_target *targets;
} gltf_primitive;

typedef struct gltf_mesh {
    const char *name; // NULL: none
    gltf_primitive *primitives;
    uint32_t primitive_count, target_count;
    const float *weights;            // NULL: 0
    const char *const *target_names; // NULL: none
} gltf_mesh;

typedef struct gltf_node {
    const char *name; // NULL: none
    uint32_t mesh, parent;
    const float *weights; // NULL: the mesh's
    double place[12];     // rows of 3 x 4; in the end from the node to the scene
    bool shown;
} gltf_node;

typedef struct gltf_file {
    const uint8_t *json, *chunk; // chunk: of a .glb, NULL where there is none
    size_t json_size, chunk_size;
    const char *folder;
    model_arena *arena, *scratch; // scratch goes when all is read
    qx_error *error;
    qx_result failed;
    uint64_t limit, made; // bytes that were made out of the file
    cJSON *root;
    gltf_bytes *buffers, *views;
    gltf_accessor *accessors;
    gltf_material *materials;
    gltf_mesh *meshes;
    gltf_node *nodes;
    uint32_t buffer_count, view_count, accessor_count, material_count, mesh_count, node_count;
    uint32_t *mesh_nodes; // of the model's meshes, their node
} gltf_file;

/// Ends reading, with a reason; returns `code`.
qx_result gltf_fail(gltf_file *g, qx_result code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Counts bytes that are made, or looked at once more than the file has them, against the limit.
qx_result gltf_charge(gltf_file *g, uint64_t count, uint64_t size);

/// Memory of the model, or for as long as reading takes, cleared. NULL, and g->failed, where there
/// is none.
void *gltf_take(gltf_file *g, size_t count, size_t size);
void *gltf_take_scratch(gltf_file *g, size_t count, size_t size);

/// A member of an object that is a whole number up to `most`; `missing` where there is none. False
/// for anything else.
bool gltf_whole(const cJSON *object, const char *name, uint64_t most, uint64_t missing,
                uint64_t *value);

/// The same for an index below `count`; GLTF_NONE where there is none.
bool gltf_index(const cJSON *object, const char *name, uint32_t count, uint32_t *index);

/// A member that is an array of objects, or missing.
qx_result gltf_list_objects(gltf_file *g, const cJSON *object, const char *name, gltf_list *list);

/// A member that is an array of exactly `count` finite numbers within +-1e9, into scratch memory;
/// NULL with QX_OK where it is missing.
qx_result gltf_numbers(gltf_file *g, const cJSON *object, const char *name, uint32_t count,
                       const char *place, uint32_t number, const float **numbers);

/// A copy of a text without control characters. NULL where it is none, or empty.
qx_result gltf_text(gltf_file *g, const cJSON *text, const char **copy);

// --- steps

qx_result gltf_read_buffers(gltf_file *g);
qx_result gltf_read_views(gltf_file *g);
qx_result gltf_read_accessors(gltf_file *g);
qx_result gltf_read_materials(gltf_file *g);
qx_result gltf_read_meshes(gltf_file *g);
qx_result gltf_read_nodes(gltf_file *g);
qx_result gltf_build_meshes(gltf_file *g);
qx_result gltf_read_animations(gltf_file *g);

// --- accessors

/// All elements, as floats; sparse ones included.
qx_result gltf_read_floats(gltf_file *g, const gltf_accessor *accessor, float *values);

/// The sparse ones alone.
void gltf_read_sparse(const gltf_accessor *accessor, uint32_t *indices, float *values);

/// Of SCALARs.
qx_result gltf_read_indices(gltf_file *g, const gltf_accessor *accessor, uint32_t *indices);
