// SPDX-License-Identifier: MIT
#pragma once

#include "keyframe.h"

/// @file
/// Poses of meshes: between key meshes of the same vertices, or a base and weighted morph targets;
/// positions and unit normals into the caller's memory.
///
/// Does: interpolate, blend and add poses in one pass; keep keys as floats or packed in 8 bytes a
/// vertex; morph sparsely; recompute normals; tell bounds and ray hits.
/// Does not: keep time (keyframe.h), read files, draw.
///
///     qx_keyframe_pose_build(keys, &(qx_keyframe_mix){ .count = 2, .key = { 3, 4 },
///                                                      .weight = { 0.75f, 0.25f } },
///                            &(qx_keyframe_layout){ .positions = p, .normals = n }, NULL);
///
/// Threads: const calls may run together. Same bits everywhere.
/// Sources: docs/keyframe.md.

/// Key meshes: N poses of the same vertices.
typedef struct qx_keyframe_keys qx_keyframe_keys;

typedef enum qx_keyframe_storage {
    QX_KEYFRAME_FLOATS = 0, ///< 24 bytes a vertex with normals, 12 without.
    QX_KEYFRAME_PACKED      ///< 8 bytes: 3 x 16 bits in the key's box, 2 x 8 bits octahedral
                            ///< normal.
} qx_keyframe_storage;

typedef struct qx_keyframe_keys_desc {
    uint32_t vertex_count, key_count; ///< 1 or more; vertices up to 2^28.
    qx_keyframe_storage storage;
    bool normals;                  ///< Keys have them.
    qx_simd simd;                  ///< Default: the widest this processor has.
    const qx_allocator *allocator; ///< Copied. Default malloc.
} qx_keyframe_keys_desc;

/// Keys at the origin with normals (0, 0, 1).
/// @return QX_OK, QX_BAD_VALUE, QX_UNSUPPORTED (desc.simd), QX_NO_MEMORY.
QX_API qx_result qx_keyframe_keys_create(const qx_keyframe_keys_desc *desc,
                                         qx_keyframe_keys **keys);
QX_API void qx_keyframe_keys_destroy(qx_keyframe_keys *keys);

/// Sets one key. Normals are made unit length; those that are it, to 1.5e-7, are kept to the last
/// bit, those of length 0 become (0, 0, 1). Strides in bytes, multiples of 4, at least 12; 0: 12.
/// @param normals  May be NULL where keys have none.
/// @param error    PACKED: the largest distance any vertex was moved; may be NULL.
/// @return QX_OK, QX_BAD_VALUE (no such key; a stride; a value not finite or beyond 1e9): the key
///         is as it was.
QX_API qx_result qx_keyframe_keys_set(qx_keyframe_keys *keys, uint32_t key, const float *positions,
                                      size_t position_stride, const float *normals,
                                      size_t normal_stride, float *error);

/// What keys are, and what packing has cost so far.
typedef struct qx_keyframe_keys_info {
    uint32_t vertex_count, key_count;
    qx_keyframe_storage storage;
    bool normals;
    size_t bytes;         ///< All memory.
    float position_error; ///< Largest distance of a vertex of any key set so far; 0 of FLOATS.
    float normal_error;   ///< Largest angle, radians; 0 of FLOATS.
} qx_keyframe_keys_info;
QX_API qx_keyframe_keys_info qx_keyframe_keys_get_info(const qx_keyframe_keys *keys);

/// Where a pose goes. Strides in bytes, multiples of 4, at least 12; 0: 12. NULL pieces are not
/// written. Quickest are tightly packed ones (12 and 12) and x, y, z, normal after each other
/// (24 and 24).
typedef struct qx_keyframe_layout {
    float *positions;
    size_t position_stride;
    float *normals;
    size_t normal_stride;
} qx_keyframe_layout;

/// What a pose is made of: up to 8 keys, weights of any sign within 1e6 (Catmull-Rom's are negative
/// at times). Keys of weight 0 count for nothing. Where all weights are 0 or more and sum to 1, as
/// 1 - f and f of a * (1 - f) + b * f, the pose lies within its keys; where they sum to 1, vertices
/// that are the same in all of them are that very vertex, so a pose at a key is the key.
typedef struct qx_keyframe_mix {
    uint32_t count;
    uint32_t key[8];
    float weight[8];
} qx_keyframe_mix;

/// Writes a pose. Normals are of length 1 within 2e-7; where their mix is shorter than 1e-6, the
/// one of the key with the greatest weight.
/// @param workers  May be NULL. Many vertices are split among them.
/// @return QX_OK, QX_BAD_VALUE (a key, weight or stride out of range; normals asked of keys
///         without).
QX_API qx_result qx_keyframe_pose_build(const qx_keyframe_keys *keys, const qx_keyframe_mix *mix,
                                        const qx_keyframe_layout *out, const qx_workers *workers);

/// Adds (a - b) * weight to a pose that is there: additive animation. Normals are made unit again;
/// those that nothing was added to stay as they are. Weight as in a mix.
/// @return As above.
QX_API qx_result qx_keyframe_pose_add(const qx_keyframe_keys *keys, uint32_t a, uint32_t b,
                                      float weight, const qx_keyframe_layout *out);

/// Morph targets: a base and what each target adds.
typedef struct qx_keyframe_morph qx_keyframe_morph;

typedef struct qx_keyframe_target {
    const float *positions;  ///< Deltas, x, y, z. NULL: none.
    const float *normals;    ///< NULL: none.
    const uint32_t *indices; ///< Sparse: rising vertex numbers of `count` deltas. NULL: all
                             ///< vertices.
    uint32_t count;
} qx_keyframe_target;

typedef struct qx_keyframe_morph_desc {
    uint32_t vertex_count, target_count;
    const float *positions, *normals; ///< Base, tightly packed. Normals may be NULL.
    const qx_keyframe_target *targets;
    qx_simd simd;
    const qx_allocator *allocator; ///< Copied.
} qx_keyframe_morph_desc;

/// Copies all. Targets of which most vertices do not move are kept sparse, so that a pose costs in
/// proportion to the deltas that are not zero of targets whose weight is not. Base normals are made
/// unit as keys' are. Deltas of normals are not used where the base has none.
/// @return QX_OK, QX_BAD_VALUE (no vertices, more than 2^28; values not finite or beyond 1e9;
///         indices that do not rise or reach beyond the vertices), QX_UNSUPPORTED (desc.simd),
///         QX_NO_MEMORY.
QX_API qx_result qx_keyframe_morph_create(const qx_keyframe_morph_desc *desc,
                                          qx_keyframe_morph **morph);
QX_API void qx_keyframe_morph_destroy(qx_keyframe_morph *morph);

typedef struct qx_keyframe_morph_info {
    uint32_t vertex_count, target_count;
    uint32_t sparse_count; ///< Targets that are kept sparse.
    uint64_t deltas;       ///< Of all targets, that are not zero: places that move or turn.
    bool normals;
    size_t bytes; ///< All memory.
} qx_keyframe_morph_info;
QX_API qx_keyframe_morph_info qx_keyframe_morph_get_info(const qx_keyframe_morph *morph);

/// base + sum of weight * delta, normals made unit; all weights 0: the base, bit for bit. Places
/// that no target of a weight moves stay. Where a normal's sum is shorter than 1e-6 it is the
/// base's.
/// @param weights  target_count of them, finite, within 1e6.
/// @return QX_OK, QX_BAD_VALUE (a weight or stride; normals asked of a base without).
QX_API qx_result qx_keyframe_morph_build(const qx_keyframe_morph *morph, const float *weights,
                                         const qx_keyframe_layout *out);

/// Normals of a pose from its triangles; (0, 0, 1) where they have no area, or no finite one.
/// @param smooth  Area-weighted at each vertex; else each triangle's own goes to its three (of a
///                mesh whose triangles share no vertices).
/// @return QX_OK, QX_BAD_VALUE (a stride; indices that are no triangles of its vertices): nothing
///         is written.
QX_API qx_result qx_keyframe_normals_build(const float *positions, size_t position_stride,
                                           uint32_t vertex_count, const uint32_t *indices,
                                           uint32_t index_count, bool smooth, float *normals,
                                           size_t normal_stride);

typedef struct qx_keyframe_box {
    qx_vec3 low, high;
} qx_keyframe_box;

/// Around one pose, exactly.
QX_API qx_keyframe_box qx_keyframe_pose_bounds(const float *positions, size_t stride,
                                               uint32_t vertex_count);

/// Around every pose between keys first .. first + count - 1, however they are mixed with weights
/// of 0 to 1; with CATMULL_ROM or CUBIC also with the weights that qx_keyframe_span_find gives,
/// which overshoot, whatever the keys' times. Of keys that there are not: all 0.
QX_API qx_keyframe_box qx_keyframe_clip_bounds(const qx_keyframe_keys *keys, uint32_t first,
                                               uint32_t count, qx_keyframe_curve curve);

/// The nearest triangle of a pose that a ray hits, from either side.
/// @return False where there is none. `distance` in lengths of direction.
QX_API bool qx_keyframe_pose_ray(const float *positions, size_t stride, const uint32_t *indices,
                                 uint32_t index_count, qx_vec3 origin, qx_vec3 direction,
                                 float *distance, uint32_t *triangle);

/// The article's ball: an icosphere over the floor y = 0 and squashed against it.
typedef struct qx_keyframe_ball_desc {
    uint32_t detail; ///< Each of 20 faces in 4^detail triangles, 1 to 6. Default 3.
    float radius;    ///< 1e-6 to 1e6. Default 1.
    float height;    ///< Of its middle over the floor in the first key. Default 3 radii.
    float squash;    ///< Height of the ball on the floor over its own, 0.2 to 1; it grows as much
                     ///< broader as keeps its volume. Default 0.6.
    uint32_t keys;   ///< 2: up, and on the floor. 5: up, stretched by its fall, on the floor,
                     ///< stretched, up. Default 2.
} qx_keyframe_ball_desc;
typedef struct qx_keyframe_ball_counts {
    uint32_t vertices, indices, keys;
} qx_keyframe_ball_counts;
/// All 0 where a field is out of range.
QX_API qx_keyframe_ball_counts qx_keyframe_ball_bound(const qx_keyframe_ball_desc *desc);
/// @param positions  vertices * keys, key after key; normals likewise, of length 1.
/// @return QX_OK, QX_BAD_VALUE.
QX_API qx_result qx_keyframe_ball_build(const qx_keyframe_ball_desc *desc, qx_vec3 *positions,
                                        qx_vec3 *normals, uint32_t *indices);
