// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

/// @file
/// A net of point masses and springs that is pushed about and finds back: the warping background
/// grid.
///
/// Does: simulate a rectangular net in fixed ticks of 1/60 s; push, pull, twist and shake it; say
/// where any place of it went; write positions and lines for drawing; copy and restore its state
/// for rollback.
/// Does not: draw, keep time, start threads, read files. The caller accumulates real time and steps
/// whole ticks.
///
///     qx_grid *grid;
///     if (qx_grid_create(&(qx_grid_desc){ .width = 1280, .height = 720 }, &grid) != QX_OK) return 1;
///     qx_grid_apply(grid, &(qx_grid_push){ .kind = QX_GRID_EXPLODE, .x = 640, .y = 360,
///                                          .radius = 80, .strength = 8 });
///     qx_grid_step(grid, NULL);                                       // one tick
///     qx_grid_build_positions(grid, vertices, sizeof(qx_vec3));       // what to draw
///     qx_grid_destroy(grid);
///
/// Space: x to the right, y down, z toward the viewer; the net spans (0, 0) to (width, height) at z
/// = 0.
/// Units: the caller's world units for length, ticks for time.
/// Threads: one call at a time for one grid; const calls of one grid may run together; different
/// grids are independent.
/// Same bits: the same description and calls give the same state on every compiler, processor,
/// instruction set and number of workers.
/// Source: the spring net of the "Shape Blaster" tutorial (Hoffman, Grant); docs/grid.md has the
/// law and what differs.

typedef struct qx_grid qx_grid;

/// Most points a net may have.
#define QX_GRID_MAX_POINTS 16777216u

/// How stiffness follows density.
typedef enum qx_grid_material {
    QX_GRID_WORLD = 0, ///< Waves travel alike at any density; a tick takes as many sub-steps as
                       ///< that needs.
    QX_GRID_CLASSIC    ///< The tutorial's constants per cell, one step a tick: denser nets are
                       ///< softer and slower.
} qx_grid_material;

/// What the edge of the net does.
typedef enum qx_grid_border {
    QX_GRID_BORDER_FIXED = 0, ///< Border points never move; the rest shape is exactly the lattice.
    QX_GRID_BORDER_ANCHORED   ///< Border points hang on springs, as in the tutorial; the edges sag
                              ///< inward a little.
} qx_grid_border;

/// Everything a net is made from. Zero means the default; only width and height must be given.
typedef struct qx_grid_desc {
    float width;                   ///< World units, 1e-3 to 1e6.
    float height;                  ///< World units, 1e-3 to 1e6.
    uint32_t points;               ///< About how many; 4 or more; cells are made nearly square and
                                   ///< fit exactly. Default 1,600.
    float spacing;                 ///< About how far apart, world units; used where points is 0 and
                                   ///< this is not.
    uint32_t columns, rows;        ///< Exactly how many points across and down, 2 or more; used
                                   ///< where both are given.
    qx_grid_material material;     ///< Default QX_GRID_WORLD.
    qx_grid_border border;         ///< Default QX_GRID_BORDER_FIXED.
    float wave_scale;              ///< QX_GRID_WORLD: spacing whose classic waves are imitated,
                                   ///< world units. Default 24.
    float damping_floor;           ///< Least factor that pushes of one tick together may slow a
                                   ///< point by, in (0, 1]. Default 0.35 in QX_GRID_WORLD, none in
                                   ///< QX_GRID_CLASSIC.
    uint32_t pushes;               ///< Most pushes one tick can take. Default 1,024, at most
                                   ///< 65,536; each takes some 160 bytes and 4 for every band of
                                   ///< rows (at most 256 bands).
    qx_simd simd;                  ///< Default: the widest this processor has.
    const qx_allocator *allocator; ///< Copied. Default malloc.
} qx_grid_desc;

/// What a net came to be: the counts, spacings and constants really used.
typedef struct qx_grid_info {
    uint32_t columns, rows;     ///< Points across and down.
    uint32_t points;            ///< columns * rows.
    float width, height;        ///< As described.
    float spacing_x, spacing_y; ///< World units between neighbours at rest.
    uint32_t substeps;          ///< Steps taken in one tick.
    float stiffness_x, stiffness_y; ///< Of the springs between neighbours, per tick².
    float damping_x, damping_y; ///< Of the springs between neighbours, per tick.
    qx_simd simd;               ///< Which kernels run.
    size_t bytes;               ///< Memory held, all told.
} qx_grid_info;

/// What a push does to the points it reaches.
typedef enum qx_grid_push_kind {
    QX_GRID_EXPLODE = 0, ///< Away from (x, y, z).
    QX_GRID_IMPLODE,     ///< Toward (x, y, z), strongest near it.
    QX_GRID_DIRECTED,    ///< Along `direction`, strongest at (x, y, z).
    QX_GRID_VORTEX,      ///< Around (x, y), clockwise on screen (y down) where strength is
                         ///< positive.
    QX_GRID_RING,        ///< Away from (x, y, z) at a distance of `radius`, `width` to either side:
                         ///< a shock front.
    QX_GRID_LINE,        ///< Away from the segment (x, y) to (to_x, to_y), within `radius` of it.
    QX_GRID_WAVE         ///< Along `direction` in a straight band through (x, y), `width` to either
                         ///< side; the band lies across (to_x - x, to_y - y), or across the x axis
                         ///< where both are equal.
} qx_grid_push_kind;

/// How a push fades with distance.
typedef enum qx_grid_law {
    QX_GRID_SMOOTH = 0, ///< Reaches 0 with zero slope at the radius; `strength` is the greatest
                        ///< acceleration.
    QX_GRID_TUTORIAL    ///< The tutorial's formulas with their hard edge; EXPLODE, IMPLODE and
                        ///< DIRECTED only.
} qx_grid_law;

/// One push. Accelerations act for one tick, taken at the points' places when the tick begins.
typedef struct qx_grid_push {
    qx_grid_push_kind kind;
    qx_grid_law law;     ///< Default QX_GRID_SMOOTH.
    float x, y, z;       ///< Centre, world units, within 1e7; may lie outside the net.
    float to_x, to_y;    ///< QX_GRID_LINE, QX_GRID_WAVE: the second point, within 1e7.
    qx_vec3 direction;   ///< QX_GRID_DIRECTED, QX_GRID_WAVE: which way; any length up to 1e7; all 0
                         ///< means +z.
    float radius;        ///< World units, at most 1e6; 0 reaches nothing. QX_GRID_WAVE does not use
                         ///< it.
    float width;         ///< QX_GRID_RING, QX_GRID_WAVE: half the band's breadth, world units.
    float strength;      ///< World units per tick² (QX_GRID_SMOOTH) or the tutorial's force; may be
                         ///< negative; |strength| <= 1e6.
} qx_grid_push;

/// Returns the description with every default filled in, columns, rows, points and spacing
/// included. Fields out of range come back as they are; create refuses them.
QX_API qx_grid_desc qx_grid_desc_resolve(const qx_grid_desc *desc);

/// Makes a net at rest.
/// @param desc  See each field; at most QX_GRID_MAX_POINTS points.
/// @param grid  Receives the net; NULL on failure.
/// @return QX_OK, QX_BAD_VALUE (a field out of range or not finite), QX_TOO_LARGE (too many points,
///         or more sub-steps than 1,000), QX_UNSUPPORTED (desc.simd is not there), QX_NO_MEMORY.
QX_API qx_result qx_grid_create(const qx_grid_desc *desc, qx_grid **grid);

/// Frees a net; NULL is allowed.
QX_API void qx_grid_destroy(qx_grid *grid);

/// The counts, spacings and constants in use.
QX_API qx_grid_info qx_grid_get_info(const qx_grid *grid);

/// Adds a push to the coming tick. Its cost, paid in the step, is in proportion to the points it
/// may reach; explosions at z = 0 are quickest, most so where equal ones follow one another. Pushes
/// of one tick add up; EXPLODE, IMPLODE, VORTEX and LINE also slow the points, whatever their
/// strength: to 0.6 of their speed at the middle of one, (1 - 0.12 n)^4 at that of n; with
/// QX_GRID_TUTORIAL to 0.6^n. A push of strength or reach 0 does nothing at all.
/// @return QX_OK, QX_BAD_VALUE (not finite, out of range, unknown kind or law), QX_TOO_LARGE
///         (desc.pushes reached). On failure the net is unchanged.
QX_API qx_result qx_grid_apply(qx_grid *grid, const qx_grid_push *push);

/// Advances one tick of 1/60 s. Never allocates.
/// @param workers  Runs bands of rows in parallel; NULL for this thread alone. The result is the
///                 same.
QX_API void qx_grid_step(qx_grid *grid, const qx_workers *workers);

/// Puts every point to rest at its place and forgets pushes that wait.
QX_API void qx_grid_reset(qx_grid *grid);

/// Steps until nothing moves faster than `speed`, or `ticks` are over. For the sagging rest shape
/// of QX_GRID_BORDER_ANCHORED.
/// @param speed  World units a tick, >= 0.
/// @return Ticks taken.
QX_API uint32_t qx_grid_settle(qx_grid *grid, float speed, uint32_t ticks,
                               const qx_workers *workers);

/// Kinetic energy and that of all springs, points of mass 1, world units² per tick². At rest it is
/// that of the taut springs, not 0. The sum runs in row order and is the same everywhere.
QX_API double qx_grid_energy(const qx_grid *grid);

/// A hash of the whole state, pushes that wait included: equal states, equal hashes.
QX_API uint64_t qx_grid_hash(const qx_grid *grid);

/// Bytes that a copy of the state takes.
QX_API size_t qx_grid_bound_state(const qx_grid *grid);

/// Writes the state, pushes that wait included, to `state`, which has room for qx_grid_bound_state
/// bytes.
QX_API void qx_grid_copy_state(const qx_grid *grid, void *state);

/// Takes back a state copied from a net of the same description.
/// @return QX_OK, QX_BAD_DATA (of another net, of another size, or with values that no net has; the
///         net is unchanged).
QX_API qx_result qx_grid_restore_state(qx_grid *grid, const void *state, size_t size);

/// Where the place (x, y) of the resting net is now: bilinear between the four points around it.
/// Places outside the net are taken to its border; not finite ones to (0, 0).
QX_API qx_vec3 qx_grid_sample_position(const qx_grid *grid, float x, float y);

/// As qx_grid_sample_position, less (x, y, 0).
QX_API qx_vec3 qx_grid_sample_displacement(const qx_grid *grid, float x, float y);

/// Writes all positions, row by row from the top, three floats a point.
/// @param positions  columns * rows of them.
/// @param stride     Bytes from one to the next, at least sizeof(qx_vec3) and a multiple of 4.
QX_API void qx_grid_build_positions(const qx_grid *grid, void *positions, size_t stride);

/// True for lines to be drawn thick: every third, counted from the middle so that the picture is
/// symmetric.
/// @param index  Row or column.
/// @param count  Rows or columns there are.
QX_API int qx_grid_is_thick(uint32_t index, uint32_t count);

/// One straight piece of the net for drawing.
typedef struct qx_grid_line {
    qx_vec3 from, to; ///< World units.
    float width;      ///< As asked for: thick, thin or middle.
} qx_grid_line;

/// What lines to write. Zero means the default.
typedef struct qx_grid_line_desc {
    float thick;       ///< Width of every third row and column. Default 3.
    float thin;        ///< Width of the others. Default 1.
    float middle;      ///< Width of the two extra lines through each cell. Default 1; negative
                       ///< leaves them out.
    float smooth;      ///< A segment is bent at its Catmull-Rom middle where that is farther than
                       ///< this from the straight middle, world units. Default 1; negative keeps
                       ///< all straight.
} qx_grid_line_desc;

/// Most lines a build can write for this description.
QX_API uint32_t qx_grid_bound_lines(const qx_grid *grid, const qx_grid_line_desc *desc);

/// Writes rows, then columns, then middle lines.
/// @param lines  Room for qx_grid_bound_lines of them.
/// @return How many were written.
QX_API uint32_t qx_grid_build_lines(const qx_grid *grid, const qx_grid_line_desc *desc,
                                    qx_grid_line *lines);
