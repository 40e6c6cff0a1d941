// SPDX-License-Identifier: MIT
#pragma once

#include "keyframe_pose.h"

/// @file
/// Animated meshes as files: MD2, glTF 2.0 with morph targets, series of OBJ; read into one form,
/// written from it. Part of the library `formats`.
///
/// Does: read MD2 (robustly), .gltf and .glb, NAME_0001.obj …; write MD2, .glb, OBJ series.
/// Does not: read skeletons, cameras, materials beyond a colour and a picture's name; node
/// animation other than weights.
///
///     qx_model *model;
///     if (qx_model_load_file("knight.md2", NULL, NULL, &model, &error) != QX_OK) return 1;
///
/// Space: y up, right-handed, front counter-clockwise, whatever the file had.
/// Threads: calls are independent of each other; a model is never changed.

/// What a mesh of a model moves by.
typedef enum qx_model_kind {
    QX_MODEL_STILL = 0,
    QX_MODEL_KEYS,  ///< Key meshes.
    QX_MODEL_MORPH  ///< A base and weighted targets.
} qx_model_kind;

/// One mesh; all arrays are the model's.
typedef struct qx_model_mesh {
    const char *name;
    qx_model_kind kind;
    uint32_t vertex_count, index_count; ///< Triangles.
    const uint32_t *indices;
    const float *texture_places;  ///< u, v; 0, 0 left top. NULL: none.
    uint32_t colour;              ///< 0xRRGGBBAA.
    const char *skin;             ///< A picture's name as the file gives it; NULL: none.
    uint32_t skin_width, skin_height; ///< MD2 counts texture places in pixels; 0: not known.
    uint32_t key_count;           ///< KEYS; 1 of STILL; MORPH: 1, the base.
    const float *positions;       ///< key_count * vertex_count * 3.
    const float *normals;         ///< Likewise; never NULL.
    bool flat;                    ///< The file had no normals: each triangle's own, of every pose
                                  ///< anew. No two triangles share a vertex then.
    const char *const *key_names; ///< NULL: none.
    uint32_t target_count;        ///< MORPH.
    const qx_keyframe_target *targets;
    const char *const *target_names; ///< NULL: none.
    const float *weights;         ///< MORPH: where no clip says otherwise.
} qx_model_mesh;

/// One clip.
typedef struct qx_model_clip {
    const char *name;
    int64_t duration;             ///< Ticks, played once; 0: a still.
    int64_t period;               ///< Ticks, repeated: from its last key it goes on to its first.
    uint32_t first, count;        ///< KEYS: keys of mesh 0.
    const int64_t *times;         ///< KEYS: of its keys, ticks from 0.
    const qx_keyframe_track *tracks; ///< MORPH: one a mesh; of those that stand still count is 0.
    qx_keyframe_box bounds;       ///< Around every pose of it; of KEYS with LINEAR or STEP curves
                                  ///< (for others: qx_keyframe_clip_bounds).
} qx_model_clip;

typedef struct qx_model_warning {
    char text[160];
} qx_model_warning;

typedef struct qx_model {
    const char *format; ///< "MD2", "glTF", "OBJ".
    uint32_t mesh_count, clip_count, skin_count, warning_count;
    const qx_model_mesh *meshes;
    const qx_model_clip *clips;
    const char *const *skins;     ///< Names of pictures.
    const qx_model_warning *warnings; ///< What was odd and how it was taken.
    qx_keyframe_box bounds;       ///< Around every pose of all clips, and all keys; without clips
                                  ///< around the still.
    size_t bytes;
} qx_model;

typedef struct qx_model_options {
    double frames_a_second; ///< MD2 and OBJ, 0.001 to 10,000. Default 10.
    size_t limit;           ///< Most bytes of a file (of a series: of all together), and of what it
                            ///< becomes. Default 1 GiB.
    bool file_axes;         ///< MD2: keep z up instead.
} qx_model_options;

/// Reads a model; the format is told by its first bytes. MD2's clips are found in the names of its
/// frames ("run1" to "run6" are "run"); OBJ is one still.
/// @param folder  Where files it names are looked for; names that lead out of it are refused. NULL:
///                none are read.
/// @return QX_OK, QX_BAD_VALUE, QX_BAD_DATA, QX_TRUNCATED, QX_TOO_LARGE, QX_UNSUPPORTED,
///         QX_NOT_FOUND (a file it names), QX_FILE_ERROR, QX_NO_MEMORY.
QX_API qx_result qx_model_load_memory(const void *bytes, size_t size, const char *folder,
                                      const qx_model_options *options,
                                      const qx_allocator *allocator, qx_model **model,
                                      qx_error *error);

/// Reads a file; files it names are looked for in its folder. Of an OBJ whose name ends in digits,
/// all that follow in number, to the first that is missing, are keys of one clip: all must have as
/// many vertices, and the same faces of the same vertices and texture places; normals may be
/// numbered as they like.
/// @param path  "-" means standard input, without a folder.
/// @return As above; of a series error->message names the file.
QX_API qx_result qx_model_load_file(const char *path, const qx_model_options *options,
                                    const qx_allocator *allocator, qx_model **model,
                                    qx_error *error);
QX_API void qx_model_destroy(qx_model *model);

/// What becomes of a model when its clips are played into key meshes.
typedef struct qx_model_bake {
    uint32_t clip;           ///< Counted from 1. Default: all of them, one after the other.
    double frames;           ///< Keys a second, 0.1 to 1,000; of each clip the nearest number whose
                             ///< even steps end in its last key. Default: keys stay where they are;
                             ///< of MORPH 30.
    qx_keyframe_curve curve; ///< Between keys of KEYS.
    bool repeats;            ///< KEYS: also the way from a clip's last key to its first.
} qx_model_bake;

/// Makes a model of one mesh of kind KEYS (STILL, where it has one key) out of any model: all its
/// meshes together, with the colour and skin of the first, its clips played; of one without clips
/// the still. Poses at keys are exactly those keys. Names of keys are kept where keys stay, else
/// made of clip and number.
/// @param bake  NULL: all defaults.
/// @return QX_OK, QX_BAD_VALUE, QX_TOO_LARGE (more than 2^32 / 3 vertices or 2^24 keys),
///         QX_NO_MEMORY.
QX_API qx_result qx_model_bake_keys(const qx_model *model, const qx_model_bake *bake,
                                    const qx_allocator *allocator, qx_model **baked,
                                    qx_error *error);

/// A clip's pose of one mesh at a place, ticks: what every writer and room uses. KEYS of a clip
/// that `repeats` go on from the last key to the first. Morphed positions and normals are base and
/// weighted deltas, normals made unit; with all weights 0 the base, bit for bit. Never allocates.
/// @param clip   Of a model without clips 0: the first key, or the mesh's own weights.
/// @param curve  Of KEYS; MORPH has its own.
/// @param out    Room for the mesh's vertices. Normals of a `flat` mesh need positions too.
/// @return QX_OK, QX_BAD_VALUE (no such mesh or clip; a stride; a place that is not finite).
QX_API qx_result qx_model_pose(const qx_model *model, uint32_t mesh, uint32_t clip, double place,
                               qx_keyframe_curve curve, bool repeats,
                               const qx_keyframe_layout *out);

/// What writing cost.
typedef struct qx_model_cost {
    float position_error; ///< Largest distance, the model's units.
    float normal_error;   ///< Largest angle, radians.
    float texture_error;  ///< Largest difference of u or v.
} qx_model_cost;

/// Writes the first mesh, of kind KEYS or STILL, as MD2: z up, 8 bits an axis in each frame's box,
/// 162 normals. Vertices that come out alike in all frames become one. Frames are named as keys
/// are, else by clip and number. Texture places are counted in the pixels of the skin; where its
/// size is not known, or does not give them exactly, in the fewest of 256 to 16,384 that do best.
/// OpenGL commands are an empty list. Games take less than the format (2,048 vertices, 4,096
/// triangles, 512 frames, 32 skins, skins 480 high): what is more is written all the same.
/// @param cost  May be NULL.
/// @return QX_OK, QX_BAD_VALUE, QX_UNSUPPORTED (MORPH: bake it first), QX_TOO_LARGE (more than
///         65,536 vertices or texture places, 2^24 triangles or frames, 2 GiB), QX_NO_MEMORY.
QX_API qx_result qx_model_save_md2(const qx_model *model, const qx_allocator *allocator,
                                   uint8_t **bytes, size_t *size, qx_model_cost *cost,
                                   qx_error *error);

/// Writes a .glb: each mesh a node; keys become morph targets, the first one the base, played by
/// weights of which one is 1 at each key; clips become animations. Sparse where that is smaller.
/// Skins that are .png or .jpg and lie in the model's folder become pictures of their meshes where
/// these have texture places; the names of others are noted in `extras`, where our reader finds
/// them. Periods of clips are not kept: glTF's animations end with their last key.
/// @param max_error  Deltas of places no longer than this are left out, 0 to 1e9. 0: none.
/// @param cost       May be NULL.
/// @return QX_OK, QX_BAD_VALUE (a number that is not finite or out of range, a name that is not
///         UTF-8; the mesh or clip is named), QX_TOO_LARGE (4 GiB), QX_NO_MEMORY.
QX_API qx_result qx_model_save_gltf(const qx_model *model, float max_error,
                                    const qx_allocator *allocator, uint8_t **bytes, size_t *size,
                                    qx_model_cost *cost, qx_error *error);

/// Writes the keys of the first mesh as NAME_0001.obj, NAME_0002.obj …: `path` is NAME.obj. All
/// of them or none: where one cannot be written, those there were before are there again.
/// @return QX_OK, QX_BAD_VALUE, QX_UNSUPPORTED (MORPH: bake it first), QX_NO_MEMORY, QX_FILE_ERROR
///         (also where the file after the last is there already: a reader would take it for more of
///         the series).
QX_API qx_result qx_model_save_obj_series(const qx_model *model, const char *path,
                                          const qx_allocator *allocator, qx_error *error);
