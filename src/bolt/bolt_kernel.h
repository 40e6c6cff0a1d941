// SPDX-License-Identifier: MIT
#pragma once

#include "bolt_internal.h"

// The inner loops of poses and ribbons, compiled once for each instruction set from bolt_kernel.c.
// They work on chunks: points of one or more strands, moved to the world, on the build's stack.

// Points of a chunk that are written at a time: a trunk of 128 segments is one.
#define BOLT_CHUNK 144u
// Where the first one lies: a neighbour comes before it, and whole blocks are aligned.
#define BOLT_FIRST BOLT_BLOCK
// A neighbour after the last one too, and padding for whole blocks.
#define BOLT_SLOTS (BOLT_FIRST + BOLT_CHUNK + 2u * BOLT_BLOCK)

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

// Points in the slots BOLT_FIRST .. end - 1; what lies in those before and after are neighbours in
// their strands, if they have them, or copies.
typedef struct bolt_chunk {
    _Alignas(QX_CACHE_LINE) float x[BOLT_SLOTS];
    float y[BOLT_SLOTS], z[BOLT_SLOTS];
    float half[BOLT_SLOTS];                       // half the width
    float light[BOLT_SLOTS];                      // 0..1
    int32_t begins[BOLT_SLOTS], ends[BOLT_SLOTS]; // all bits set at a strand's first and last point
    uint32_t end;
} bolt_chunk;

// What becomes of a joint.
enum {
    BOLT_MITRE = 0,
    BOLT_BEVEL = 1,
    BOLT_TURN_BACK = 2 // ends square and starts again
};

// Left and right vertex of a point, as they lie in memory.
typedef struct bolt_pair {
    float left[4], right[4];
} bolt_pair;

// Sides of a chunk's points. Normals are unit vectors to the left, each that of the segment that
// leads to its point: an eye and a straight segment lie in one plane, so that both ends have the
// same. z and `near` are not used in a flat view.
typedef struct bolt_sides {
    _Alignas(QX_CACHE_LINE) float x[BOLT_SLOTS];
    float y[BOLT_SLOTS], z[BOLT_SLOTS];
    float square[BOLT_SLOTS]; // length² of the segment as it is seen
    float near[BOLT_SLOTS];   // 1 / distance of the point from the eye
    float inset[BOLT_SLOTS];  // how far the inner corner lies along both segments, > 0 to the right
    bolt_pair pairs[BOLT_SLOTS];
    // Joints that are no mitres: what each slot's is, the two pairs that follow there, and their
    // slots in order, then one that there is not.
    int32_t joint[BOLT_SLOTS];
    bolt_pair middle[BOLT_SLOTS], next[BOLT_SLOTS];
    uint32_t bent[BOLT_CHUNK + BOLT_BLOCK];
} bolt_sides;

typedef struct bolt_mesh bolt_mesh; // bolt_mesh.h

struct bolt_kernels {
    // Forgets where strands begin and end.
    void (*clear)(bolt_chunk *chunk);
    // Moves `count` points from `first` on to the slots from `slot` on; may write BOLT_BLOCK - 1
    // slots more.
    void (*move)(const bolt_move *move, const bolt_points *points, size_t first, size_t count,
                 bolt_chunk *chunk, size_t slot, bool solid, bool stretched);
    // Makes the slots from `slot` on copies, without width, of the one before.
    void (*pad)(bolt_chunk *chunk, size_t slot);
    // Normals; true where some segment has none, all 0, because it has no length as it is seen. The
    // eye is NULL for a view along z.
    bool (*normals)(const bolt_chunk *chunk, const qx_vec3 *eye, bolt_sides *sides);
    // Pairs from normals.
    void (*joints)(const bolt_chunk *chunk, const qx_vec3 *eye, bolt_sides *sides);
    // Writes the vertices of all pieces at `to`, with up to BOLT_BLOCK beyond; returns where it
    // ended.
    qx_bolt_vertex *(*pieces)(bolt_mesh *mesh, qx_bolt_vertex *to);
    // Writes the triangles of so many steps from pair to pair.
    void (*indices)(uint32_t first, size_t steps, uint32_t *to);
    // Widens a box: x, y, z and what is to be ignored, four times over, each for some vertices. May
    // look at up to 3 vertices more.
    void (*bound)(const qx_bolt_vertex *vertices, size_t count, float *low, float *high);
};

// Steps whose indices are written at a time.
#define BOLT_STEPS 8u

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
