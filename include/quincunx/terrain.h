// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

#include <stdbool.h>

/// @file
/// Height fields: made from samples in memory, asked, walked on, edited.
///
/// Does: decode samples of any usual kind into heights, keep them small, tell height, normal,
/// slope, ray hits and contacts of the very triangles that are drawn, change parts of them.
/// Does not: read files (height.h does), build meshes (terrain_mesh.h, terrain_simplify.h and
/// terrain_lod.h do), make up maps (terrain_make.h does), draw.
///
///     qx_terrain *terrain;
///     const qx_terrain_desc desc = { .samples = { .data = grey, .columns = 257, .rows = 257 },
///                                    .high = 120, .width = 1000, .depth = 1000 };
///     if (qx_terrain_create(&desc, NULL, &terrain) != QX_OK) return 1;
///     float height;
///     qx_terrain_sample_height(terrain, 12.5f, -40.0f, &height);
///     qx_terrain_destroy(terrain);
///
/// Space: right-handed, x right (columns), y up, z toward the viewer (rows); the field lies around
/// the origin, from -width / 2 to width / 2 and from -depth / 2 to depth / 2, moved by nothing.
/// Vertex (column c, row r): x = width * (c / (columns - 1) - 1/2), z likewise, y its height.
/// Threads: const calls of one field may run together; different fields are independent.
/// Same bits: the same description and calls give the same bits on every machine.
/// Sources: docs/terrain.md.

typedef struct qx_terrain qx_terrain;

/// Most samples along an axis.
#define QX_TERRAIN_MAX_AXIS 65536u

/// What a sample is. t is 0 to 1 between desc.low and desc.high.
typedef enum qx_terrain_kind {
    QX_TERRAIN_U8 = 0,      ///< t = v / 255.
    QX_TERRAIN_U16,         ///< Of this machine's byte order; t = v / 65,535.
    QX_TERRAIN_RGB8,        ///< t = (R * 65,536 + G * 256 + B) / 16,777,215.
    QX_TERRAIN_F32,         ///< The height itself; low and high do not matter.
    QX_TERRAIN_TERRAIN_RGB, ///< Height (R * 65,536 + G * 256 + B) / 10 - 10,000.
    QX_TERRAIN_TERRARIUM    ///< Height R * 256 + G + B / 256 - 32,768.
} qx_terrain_kind;

/// Samples in the caller's memory. Zero means the default.
typedef struct qx_terrain_samples {
    const void *data;
    qx_terrain_kind kind;
    uint32_t columns, rows; ///< 2 to QX_TERRAIN_MAX_AXIS each.
    size_t step;            ///< Bytes from one sample of a row to the next. Default: its size (3
                            ///< for the RGB kinds).
    size_t stride;          ///< Bytes from one row to the next. Default columns * step.
} qx_terrain_samples;

/// How a cell is cut into its two triangles, seen from above with rows downward.
typedef enum qx_terrain_diagonal {
    QX_TERRAIN_RT_LB = 0,  ///< From right top to left bottom: (LT, LB, RT), (RT, LB, RB).
    QX_TERRAIN_LT_RB,      ///< From left top to right bottom: (LT, LB, RB), (LT, RB, RT).
    QX_TERRAIN_ALTERNATING ///< RT_LB where column + row is even, LT_RB where it is odd.
} qx_terrain_diagonal;

/// How the samples are laid down: first mirrored, then turned counter-clockwise seen from above
/// (what was at the right comes to the top). Quarter turns exchange columns and rows.
typedef enum qx_terrain_turn {
    QX_TERRAIN_AS_IS = 0, QX_TERRAIN_TURN_90, QX_TERRAIN_TURN_180, QX_TERRAIN_TURN_270,
    QX_TERRAIN_MIRROR, ///< Left and right change places.
    QX_TERRAIN_MIRROR_90, QX_TERRAIN_MIRROR_180, QX_TERRAIN_MIRROR_270
} qx_terrain_turn;

/// Everything a field is made from. Zero means the default; only samples must be given.
typedef struct qx_terrain_desc {
    qx_terrain_samples samples; ///< Read during create only.
    float low, high;     ///< Heights of t = 0 and t = 1, within 1e9 of 0; high below low turns the
                         ///< map upside down. Both 0: 0 and 1.
    float width, depth;  ///< World units, 1e-3 to 1e9. Default 1 a cell: columns - 1, rows - 1 (as
                         ///< laid down).
    qx_terrain_diagonal diagonal;
    qx_terrain_turn turn;
    bool periodic;       ///< The last column repeats the first and the last row the first: normals
                         ///< at the border go on across it. The repeated samples are made equal.
    bool has_no_data;    ///< Samples of the value `no_data` are holes; NaN, infinite ones and
                         ///< heights beyond 1e9 always are.
    double no_data;      ///< As the sample is stored: 0 to 255, to 65,535 or to 16,777,215, or a
                         ///< height.
    const uint8_t *mask; ///< One byte a sample, before the turn, rows * columns: 0 is a hole. NULL:
                         ///< none.
    qx_simd simd;
    const qx_allocator *allocator; ///< Copied. Default malloc.
} qx_terrain_desc;

/// What a field is.
typedef struct qx_terrain_info {
    uint32_t columns, rows; ///< As laid down.
    float width, depth;
    float low, high;      ///< Of the description; of F32 and the kinds in metres, equal to lowest
                          ///< and highest.
    float lowest, highest; ///< Of the samples that are no holes; 0 and 0 where all are.
    uint64_t holes;       ///< Samples that are missing. A triangle with one of them is not there.
    qx_terrain_diagonal diagonal;
    bool periodic;
    bool coded;           ///< Kept as 16 bits a sample; else as floats.
    size_t bytes;         ///< Memory held, all told.
} qx_terrain_info;

/// Returns the description with every default filled in.
QX_API qx_terrain_desc qx_terrain_desc_resolve(const qx_terrain_desc *desc);

/// Makes a field. U8 and U16 samples are kept as 16 bits (U8 times 257, which is exact), all others
/// as floats; h = low + (high - low) * t in double, rounded once, and t = 1 is high itself.
/// @param workers  Decode in parallel; NULL for this thread alone.
/// @return QX_OK, QX_BAD_VALUE (a size or value out of range or not finite), QX_UNSUPPORTED (this
///         processor has no such instruction set), QX_NO_MEMORY.
QX_API qx_result qx_terrain_create(const qx_terrain_desc *desc, const qx_workers *workers,
                                   qx_terrain **terrain);

/// Frees a field; NULL is allowed.
QX_API void qx_terrain_destroy(qx_terrain *terrain);

QX_API qx_terrain_info qx_terrain_get_info(const qx_terrain *terrain);

/// A hash of all heights, holes and what the field is.
QX_API uint64_t qx_terrain_hash(const qx_terrain *terrain);

/// The height of one vertex. False at a hole, with height 0.
QX_API bool qx_terrain_get_height(const qx_terrain *terrain, uint32_t column, uint32_t row,
                                  float *height);

/// Where a place lies.
typedef enum qx_terrain_where {
    QX_TERRAIN_OUTSIDE = 0, ///< Beyond the border; the border itself is inside.
    QX_TERRAIN_HOLE,
    QX_TERRAIN_ON
} qx_terrain_where;

/// The height of the drawn triangle over (x, z). 0 where there is none. The border of a hole is ON.
QX_API qx_terrain_where qx_terrain_sample_height(const qx_terrain *terrain, float x, float z,
                                                 float *height);

/// Also the triangle's normal, of length 1; `slope` is its angle to the vertical in radians. Either
/// may be NULL.
QX_API qx_terrain_where qx_terrain_sample_normal(const qx_terrain *terrain, float x, float z,
                                                 qx_vec3 *normal, float *slope);

/// Many at once, quicker than one by one and with the same bits: where[i] and heights[i] for
/// places[i] (x, z). `where` may be NULL.
QX_API void qx_terrain_sample_heights(const qx_terrain *terrain, const qx_vec2 *places,
                                      uint32_t count, float *heights, uint8_t *where);

/// A straight way: from origin to origin + reach * direction, both ends included.
typedef struct qx_terrain_ray {
    qx_vec3 origin, direction; ///< Finite; the direction of any length above 0.
    float reach;               ///< In lengths of direction, 0 or more; infinity is allowed.
} qx_terrain_ray;

typedef struct qx_terrain_hit {
    float distance;       ///< In lengths of direction.
    qx_vec3 place, normal; ///< The drawn triangle's, upward.
    uint32_t column, row; ///< Of the cell's left top vertex.
    uint32_t triangle;    ///< 0 or 1 of the cell, as qx_terrain_diagonal lists them.
} qx_terrain_hit;

/// The nearest hit from either side. A ray through an edge or vertex of the field hits, and so does
/// one that touches or lies in a triangle but for rounding (1e-10 of the range).
/// @param ray  One that is not finite, or of no direction, hits nothing.
/// @param hit  Zeroed where there is none.
QX_API bool qx_terrain_solve_ray(const qx_terrain *terrain, const qx_terrain_ray *ray,
                                 qx_terrain_hit *hit);

/// Whether anything is hit at all: shade and sight. Quicker than the nearest.
QX_API bool qx_terrain_solve_any(const qx_terrain *terrain, const qx_terrain_ray *ray);

/// The first touch of a sphere whose centre takes the way of a ray; distance 0 where it touches
/// from the start. `place` is where it touches, `normal` from there to the centre. Radius 0 is a
/// ray.
/// @param radius  Finite, 0 or more; nothing is hit otherwise.
QX_API bool qx_terrain_solve_sphere(const qx_terrain *terrain, const qx_terrain_ray *ray,
                                    float radius, qx_terrain_hit *hit);

/// Somebody who walks: a capsule that stands upright, by its lowest point.
typedef struct qx_terrain_walker {
    qx_vec3 feet, velocity; ///< World units; a second.
    float radius, height;   ///< Above 0; height at least 2 * radius.
    float steepest;         ///< Slope that can be stood on, radians. Default 0.87 (50 degrees); at
                            ///< most 89 degrees count.
    bool standing;          ///< In and out: on ground no steeper than that, or held between steep
                            ///< sides.
} qx_terrain_walker;

/// Moves a walker by velocity * seconds: it slides along what it meets, follows the ground downhill
/// while standing (velocity.y above 0 jumps), slips where it is too steep and does not climb there,
/// never ends below or inside the ground, at any speed and in any time. It floats over the ground
/// by 1/500 of its radius and what floats round off, so rounding never brings it in. Velocity loses
/// what goes into the ground; on ground that can be stood on only the fall, so that walking keeps
/// its speed uphill. Gravity, steering and friction are the caller's. Ground is solid all the way
/// down and has no roofs, so of a body nothing but its lower sphere matters. In holes and beyond
/// the border there is no ground: a walker falls there freely, and what it fell past is a wall. One
/// put into the ground comes out on top. Values out of range, or not finite, and seconds below 0
/// change nothing.
QX_API void qx_terrain_step_walker(const qx_terrain *terrain, qx_terrain_walker *walker,
                                   float seconds);

/// How heights change within a rectangle of samples.
typedef enum qx_terrain_edit_kind {
    QX_TERRAIN_RAISE = 0, ///< By amount, times the brush.
    QX_TERRAIN_FLATTEN,   ///< Toward the height `amount`.
    QX_TERRAIN_SMOOTH,    ///< Toward the mean of the four neighbours, by amount 0 to 1.
    QX_TERRAIN_CUT,       ///< Makes holes.
    QX_TERRAIN_FILL       ///< Takes holes back, at the height `amount`.
} qx_terrain_edit_kind;

/// A round brush, in world units: full at the centre, fading to 0 at the radius; CUT and FILL take
/// all within it. It does not reach across the border of a periodic field.
typedef struct qx_terrain_edit {
    qx_terrain_edit_kind kind;
    float x, z, radius; ///< Within 1e9; radius above 0.
    float amount;       ///< Within 1e9.
    float hardness; ///< 0 to 1: share of the radius that is full. Default 0.
} qx_terrain_edit;

/// A rectangle of samples, last ones included.
typedef struct qx_terrain_area {
    uint32_t first_column, first_row, last_column, last_row;
} qx_terrain_area;

/// Changes heights and everything the field derives from them, there alone: afterwards all is as if
/// made anew from the changed samples. Coded fields keep within low and high. Of a periodic field
/// the repeated samples follow.
/// @param area  Receives what changed, for meshes and levels of detail; NULL where it is not
///              wanted.
/// @return QX_OK, QX_BAD_VALUE, QX_NO_MEMORY (the first hole of a field without takes memory),
///         QX_NOT_FOUND (nothing of the field is touched).
QX_API qx_result qx_terrain_apply(qx_terrain *terrain, const qx_terrain_edit *edit,
                                  qx_terrain_area *area);
