// SPDX-License-Identifier: MIT
#pragma once

#include "bolt_internal.h"

// The inner loops of poses and ribbons, compiled once for each instruction set from bolt_kernel.c.
// They work on chunks: points of one or more strands, moved to the world, on the stack of the build.

// Points of a chunk that are written at a time.
#define BOLT_CHUNK 128u
// One slot before and one after them for neighbours, and padding for whole blocks.
#define BOLT_SLOTS (BOLT_CHUNK + 2u + 2u * BOLT_BLOCK)

// Most lattice cells of the sway; where the tree reaches farther, cells are longer.
#define BOLT_CELLS 24u

// What of a pose its points have in common.
typedef struct bolt_move {
    bolt_frame frame;
    float scale, light; // factors on width and brightness
    // Sway: values at the lattice places, for this moment.
    float per_length; // cells in a length of the link
    uint32_t cells;
    float sway[3][BOLT_CELLS + 1];
    // Crackle: this moment lies `fraction` after the first of three knots.
    uint32_t knots[3];
    float fraction;
    // Stretch toward a target that is not where the frame would have it: world units, growing with
    // the distance.
    qx_vec3 start, slope;
    float distance;
} bolt_move;

// Points 1 .. count; 0 and count + 1 are neighbours in their strands, if they have them, or copies.
typedef struct bolt_chunk {
    float x[BOLT_SLOTS], y[BOLT_SLOTS], z[BOLT_SLOTS];
    float half[BOLT_SLOTS];                       // half the width
    float light[BOLT_SLOTS];                      // 0..1
    int32_t begins[BOLT_SLOTS], ends[BOLT_SLOTS]; // all bits set at a strand's first and last point
    uint32_t count;
} bolt_chunk;

// What becomes of a joint.
enum {
    BOLT_MITRE = 0,
    BOLT_BEVEL_LEFT = 1, // the left side is the outer one
    BOLT_BEVEL_RIGHT = 2,
    BOLT_TURN_BACK = 4 // ends square and starts again
};

// Sides of a chunk's points. Normals are unit vectors to the left; `to` that of the segment that
// leads to a point, `on` that of the one that leads on. A flat view has one for each segment, in
// `on`, from slot 0.
typedef struct bolt_sides {
    float to_x[BOLT_SLOTS], to_y[BOLT_SLOTS], to_z[BOLT_SLOTS];
    float on_x[BOLT_SLOTS], on_y[BOLT_SLOTS], on_z[BOLT_SLOTS];
    float to_square[BOLT_SLOTS], on_square[BOLT_SLOTS]; // length² of the segment as it is seen
    float left_x[BOLT_SLOTS], left_y[BOLT_SLOTS], left_z[BOLT_SLOTS];
    float right_x[BOLT_SLOTS], right_y[BOLT_SLOTS], right_z[BOLT_SLOTS];
    // Where the next segment starts, for bevels and turns alone.
    float next_left_x[BOLT_SLOTS], next_left_y[BOLT_SLOTS], next_left_z[BOLT_SLOTS];
    float next_right_x[BOLT_SLOTS], next_right_y[BOLT_SLOTS], next_right_z[BOLT_SLOTS];
    uint32_t light[BOLT_SLOTS]; // as it lies in a vertex, across and along 0
    int32_t joint[BOLT_SLOTS];
} bolt_sides;

struct bolt_kernels {
    // Moves `count` points from `first` on to the slots from `slot` on; may write BOLT_BLOCK - 1
    // slots more.
    void (*move)(const bolt_move *move, const bolt_points *points, size_t first, size_t count,
                 bolt_chunk *chunk, size_t slot, bool solid, bool stretched);
    // Normals; true where some segment has none, all 0, because it has no length as it is seen. The
    // eye is NULL for a view along z.
    bool (*normals)(const bolt_chunk *chunk, const qx_vec3 *eye, bolt_sides *sides);
    // Sides from normals; true where some joint is not a mitre.
    bool (*joints)(const bolt_chunk *chunk, const qx_vec3 *eye, bolt_sides *sides);
    // Writes pairs of vertices of mitred points, and up to BOLT_BLOCK - 1 pairs beyond.
    void (*pairs)(const bolt_chunk *chunk, const bolt_sides *sides, size_t slot, size_t count,
                  bool flat, qx_bolt_vertex *vertices);
    // Writes the triangles between `pairs` + 1 pairs, and up to BOLT_STRIP - 1 pairs' beyond.
    void (*strip)(uint32_t first, size_t pairs, uint32_t *indices);
    // Widens a box (x, y, z and a value to be ignored).
    void (*bound)(const qx_bolt_vertex *vertices, size_t count, float low[4], float high[4]);
};

// Pairs whose indices are written at a time.
#define BOLT_STRIP 8u

extern const bolt_kernels bolt_kernels_scalar;
#if defined(__x86_64__)
extern const bolt_kernels bolt_kernels_sse2, bolt_kernels_avx2, bolt_kernels_avx512;
#elif defined(__aarch64__)
extern const bolt_kernels bolt_kernels_neon;
#endif

// bolt_pose.c: the table for a resolved set.
const bolt_kernels *bolt_kernels_of(qx_simd simd);

// The last word of a vertex: across, along and above them brightness, as they lie in memory.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BOLT_ACROSS 24
#define BOLT_ALONG 16
#define BOLT_LIGHT 0
#else
#define BOLT_ACROSS 0
#define BOLT_ALONG 8
#define BOLT_LIGHT 16
#endif
#define BOLT_LEFT ((uint32_t)(uint8_t)-127 << BOLT_ACROSS)
#define BOLT_RIGHT ((uint32_t)127 << BOLT_ACROSS)
#define BOLT_START ((uint32_t)(uint8_t)-127 << BOLT_ALONG)
#define BOLT_END ((uint32_t)127 << BOLT_ALONG)
