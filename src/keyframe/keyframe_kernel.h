// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The inner loops of poses and morphs, compiled once for each instruction set from
// keyframe_kernel.c. They work on whole blocks of vertices: what lies behind the last vertex is
// there too, and finite.

#define KEYFRAME_BLOCK 16u
#define KEYFRAME_TRIPLES (3 * (size_t)KEYFRAME_BLOCK) // floats in a block of positions or normals
#define KEYFRAME_MOST_KEYS 8u

// Blocks that are worked on at a time where a pose does not go straight to where it is wanted.
#define KEYFRAME_CHUNK 16u
#define KEYFRAME_CHUNK_VERTICES (KEYFRAME_CHUNK * KEYFRAME_BLOCK)

// A packed block: 16 codes of x, of y, of z, and where there are normals 16 of theirs, the low byte
// along x and the high byte along y of the octahedron, both signed.
#define KEYFRAME_CODES (3 * (size_t)KEYFRAME_BLOCK)
#define KEYFRAME_CODES_NORMALS (4 * (size_t)KEYFRAME_BLOCK)

// Position of code c along an axis: low + step * c.
typedef struct keyframe_frame {
    float low[3], step[3];
} keyframe_frame;

// What is known of the weights.
typedef enum keyframe_guard {
    KEYFRAME_ANY,
    KEYFRAME_WHOLE, // they sum to 1
    KEYFRAME_CONVEX // and none is below 0
} keyframe_guard;

// Keys of weight 0 are left out.
typedef struct keyframe_parts {
    uint32_t count;
    uint32_t nearest; // the greatest weight's
    keyframe_guard guard;
    float weight[KEYFRAME_MOST_KEYS];
    const float *positions[KEYFRAME_MOST_KEYS]; // floats: x, y, z, x, y, z …
    const float *normals[KEYFRAME_MOST_KEYS];   // floats: in blocks of 16 x, 16 y, 16 z
    const uint16_t *codes[KEYFRAME_MOST_KEYS];  // packed
    const keyframe_frame *frames[KEYFRAME_MOST_KEYS];
    size_t block; // packed: codes in one
} keyframe_parts;

// Most targets that are added at a time.
#define KEYFRAME_MOST_TARGETS 64u

// Deltas of a block's positions, of its normals behind them, and `record` floats from block to
// block.
typedef struct keyframe_sum {
    uint32_t count;
    size_t record;
    float weight[KEYFRAME_MOST_TARGETS];
    const float *deltas[KEYFRAME_MOST_TARGETS];
} keyframe_sum;

// Entries of one sparse target in a chunk.
typedef struct keyframe_entries {
    const float *deltas; // position, then normal, `width` floats an entry; readable a little beyond
    const uint8_t *places; // vertices of the chunk
    uint32_t count;
    uint32_t width; // 3, or 6 with normals
    float weight;
} keyframe_entries;

typedef struct keyframe_kernels {
    // Blocks first .. first + count - 1 of a pose, x, y, z after each other; either may be NULL.
    // `stream` writes past the caches, to places that are 16-aligned.
    void (*floats)(const keyframe_parts *parts, size_t first, size_t count, float *positions,
                   float *normals, bool stream);
    void (*packed)(const keyframe_parts *parts, size_t first, size_t count, float *positions,
                   float *normals, bool stream);
    // to = base + sum of weight * delta, of positions or of normals; the base has `step` floats
    // from block to block.
    void (*sum)(const keyframe_sum *sum, const float *base, size_t step, size_t blocks, float *to);
    // Both in one pass, base and deltas being positions with normals behind them; writes x, y, z
    // after each other. Either may be NULL.
    void (*morph)(const keyframe_sum *sum, const float *base, size_t blocks, float *positions,
                  float *normals);
    // Normals from blocks of 16 x, 16 y, 16 z; those that are the base's stay as they are.
    void (*finish)(const float *base, size_t step, const float *sums, size_t blocks,
                   float *normals);
    // For entries, places of `step` floats a vertex, 4 or 8, and back. Up to one float behind the
    // last of triples is read and written, and one of each place behind its three.
    void (*widen)(const float *triples, size_t blocks, size_t step, float *wide);
    void (*narrow)(const float *wide, size_t blocks, size_t step, float *triples);
    // The same from and to blocks of 16 x, 16 y, 16 z.
    void (*widen_blocks)(const float *from, size_t blocks, size_t step, float *wide);
    void (*narrow_blocks)(const float *wide, size_t blocks, size_t step, float *to);
    // Adds entries of 3 floats to places of 4, of 6 to places of 8. The rest is of no matter.
    void (*add)(const keyframe_entries *entries, float *wide);
    // After streaming: what was written can be seen by others.
    void (*fence)(void);
} keyframe_kernels;

extern const keyframe_kernels keyframe_kernels_scalar;
#if defined(__x86_64__)
extern const keyframe_kernels keyframe_kernels_sse2, keyframe_kernels_avx2, keyframe_kernels_avx512;
#elif defined(__aarch64__)
extern const keyframe_kernels keyframe_kernels_neon;
#endif
