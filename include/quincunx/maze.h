// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

#include <stdbool.h>

/// @file
/// Mazes in boxes of cells, in two and three dimensions: made, streamed, asked and measured.
///
/// Does: make perfect mazes by Eller's algorithm carried into three dimensions and by six others,
/// in memory, layer by layer without end, or chunk by chunk out of a world of 2^30 cells an axis;
/// braid them; find distances, paths, exits and measures.
/// Does not: draw, make meshes (maze_mesh.h does), move a ball, read files.
///
///     qx_maze *maze;
///     const qx_maze_desc desc = { .width = 8, .height = 8, .depth = 8, .seed = 7 };
///     if (qx_maze_create(&desc, NULL, &maze) != QX_OK) return 1;
///     bool east = qx_maze_get_open(maze, 0, QX_MAZE_HIGH_X);   // is there a way from cell 0?
///     qx_maze_destroy(maze);
///
/// Cells: (x, y, z) has the index (z * height + y) * width + x; z counts layers.
/// Perfect: every cell can be reached from every other in exactly one way.
/// Threads: const calls of one maze may run together; different mazes are independent.
/// Same bits: the same description gives the same maze on every machine, for any number of workers.
/// Sources: docs/maze.md.

typedef struct qx_maze qx_maze;

/// Most cells along an axis.
#define QX_MAZE_MAX_AXIS (1u << 30)

/// No such cell.
#define QX_MAZE_NONE UINT64_MAX
/// The distance of what cannot be reached.
#define QX_MAZE_FAR UINT32_MAX

/// The six ways out of a cell.
typedef enum qx_maze_face {
    QX_MAZE_LOW_X = 0,
    QX_MAZE_HIGH_X,
    QX_MAZE_LOW_Y,
    QX_MAZE_HIGH_Y,
    QX_MAZE_LOW_Z,
    QX_MAZE_HIGH_Z
} qx_maze_face;

/// How a maze is made. All give perfect mazes.
typedef enum qx_maze_algorithm {
    QX_MAZE_ELLER = 0,    ///< Layer by layer with union-find: quick, memory of one layer.
    QX_MAZE_BACKTRACKER,  ///< Depth first: long winding corridors, few dead ends.
    QX_MAZE_KRUSKAL,      ///< Edges in random order: many short dead ends.
    QX_MAZE_WILSON,       ///< Loop-erased walks: every perfect maze is equally likely.
    QX_MAZE_GROWING_TREE, ///< From the newest or any cell of a list, `newest` of the time the
                          ///< newest.
    QX_MAZE_BINARY_TREE,  ///< Each cell opens one way, toward low x, y or z: quickest, with a
                          ///< slant.
    QX_MAZE_SIDEWINDER,   ///< Runs along x that open once each toward low y or z.
    QX_MAZE_ALGORITHM_COUNT
} qx_maze_algorithm;

/// Everything a maze is made from. Zero means the default; only the size must be given.
///
/// Shares: an axis of n cells has at most (n - 1) / n of all cells as openings, and at least one
/// between any two neighbouring layers across it. Within that ELLER meets the wishes to an opening
/// or two. Mazes under 200 cells at times, and those of two rows along y oftener, miss them by a few
/// openings more.
/// With slabs each layer on top of one is connected, so slabs of a layer or two have their least
/// shares sooner. What an axis cannot give, or what it has to have, comes from the others: wishes
/// out of reach give the nearest there is.
typedef struct qx_maze_desc {
    uint32_t width, height, depth; ///< Cells along x, y and z, 1 to QX_MAZE_MAX_AXIS.
    qx_maze_algorithm algorithm;   ///< Default QX_MAZE_ELLER.
    uint64_t seed;
    float share_x, share_y, share_z; ///< Wanted shares of the openings along each axis, any sum;
                                     ///< kept within 1 % of all where the size lets them: see
                                     ///< above. Default: equal for axes longer than 1. ELLER,
                                     ///< KRUSKAL, BINARY_TREE.
    float braid;                   ///< Share of dead ends that are opened again, 0 to 1. Default 0.
    float newest;                  ///< GROWING_TREE: 0 to 1. Default 0.5; negative: never.
    uint32_t slab_height;          ///< ELLER: layers of a slab; slabs are made in parallel, up to
                                   ///< 16 at once, and joined: another maze, alike for any number
                                   ///< of workers. 0: all in one, on one thread.
    const uint64_t *mask;          ///< A bit a cell, by index from the lowest bit of the first
                                   ///< word: 1 where there is a cell. NULL: all. BACKTRACKER,
                                   ///< KRUSKAL, WILSON and GROWING_TREE; the cells must hang
                                   ///< together.
    const qx_allocator *allocator; ///< Copied. Default malloc.
} qx_maze_desc;

/// What a maze came to be.
typedef struct qx_maze_info {
    uint32_t width, height, depth;
    uint64_t cells;    ///< Of the box.
    uint64_t present;  ///< Of the mask.
    uint64_t openings; ///< Between two cells.
    uint64_t opened[3]; ///< Along each axis.
    size_t bytes;      ///< Memory held, all told.
} qx_maze_info;

/// Returns the description with every default filled in.
QX_API qx_maze_desc qx_maze_desc_resolve(const qx_maze_desc *desc);

/// Makes a maze.
/// @param workers  Makes slabs in parallel; NULL for this thread alone. The maze is the same.
/// @param maze     Receives it; NULL on failure.
/// @return QX_OK, QX_BAD_VALUE (a field out of range or not finite; a mask without cells, in
///         several parts, or for an algorithm that takes none), QX_TOO_LARGE (more cells than
///         memory has addresses for; ELLER: more than 2^32 - 65 in a layer), QX_NO_MEMORY.
QX_API qx_result qx_maze_create(const qx_maze_desc *desc, const qx_workers *workers,
                                qx_maze **maze);

/// Makes a maze of given openings instead: three planes as qx_maze_get_plane gives them; openings
/// through the outside or a mask are refused.
/// @return As qx_maze_create, and QX_BAD_DATA. The mask may be in several parts here.
QX_API qx_result qx_maze_create_from(const qx_maze_desc *desc, const uint64_t *const planes[3],
                                     qx_maze **maze);

/// Frees a maze; NULL is allowed.
QX_API void qx_maze_destroy(qx_maze *maze);

QX_API qx_maze_info qx_maze_get_info(const qx_maze *maze);

/// The index of a cell, or QX_MAZE_NONE outside the box.
QX_API uint64_t qx_maze_get_cell(const qx_maze *maze, uint32_t x, uint32_t y, uint32_t z);

/// The neighbour through a face, wall or not; QX_MAZE_NONE outside.
QX_API uint64_t qx_maze_get_neighbour(const qx_maze *maze, uint64_t cell, qx_maze_face face);

/// Whether a cell is there: in the box, and in the mask where there is one.
QX_API bool qx_maze_get_present(const qx_maze *maze, uint64_t cell);

/// Whether a cell is there and has no wall at this face. The outside is always closed.
QX_API bool qx_maze_get_open(const qx_maze *maze, uint64_t cell, qx_maze_face face);

/// All six at once: bit i is face i.
QX_API uint32_t qx_maze_get_faces(const qx_maze *maze, uint64_t cell);

/// Opens or closes the wall between two cells.
/// @return QX_OK, QX_BAD_VALUE (no cell behind that face).
QX_API qx_result qx_maze_set_open(qx_maze *maze, uint64_t cell, qx_maze_face face, bool open);

/// The openings toward higher x (axis 0), y (1) or z (2): a bit a cell by index from the lowest bit
/// of the first word, (cells + 63) / 64 words. Borrowed until the next set or destroy.
QX_API const uint64_t *qx_maze_get_plane(const qx_maze *maze, uint32_t axis);

/// A hash of size, mask and openings.
QX_API uint64_t qx_maze_hash(const qx_maze *maze);

/// Layer by layer: Eller's algorithm with the memory of one layer.
typedef struct qx_maze_stream qx_maze_stream;

/// Begins a stream. desc.depth 0 is a maze without end; ELLER alone, no mask, no slabs, no braid.
/// @return As qx_maze_create.
QX_API qx_result qx_maze_stream_create(const qx_maze_desc *desc, qx_maze_stream **stream);

QX_API void qx_maze_stream_destroy(qx_maze_stream *stream);

/// One layer of a stream.
typedef struct qx_maze_layer {
    uint64_t z;                ///< 0 first.
    const uint64_t *planes[3]; ///< As qx_maze_get_plane, of width * height cells; borrowed until
                               ///< the next step.
} qx_maze_layer;

/// Makes the next layer: the same as qx_maze_create makes it. Never allocates.
/// @return False after the last one.
QX_API bool qx_maze_stream_step(qx_maze_stream *stream, qx_maze_layer *layer);

/// Bytes that a copy of a stream's state takes: to stop, to store, to go on elsewhere (on a
/// processor of the same byte order).
QX_API size_t qx_maze_stream_bound_state(const qx_maze_stream *stream);
QX_API void qx_maze_stream_copy_state(const qx_maze_stream *stream, void *state);
/// @return QX_OK, QX_BAD_DATA (of another description, of another size, or damaged; the stream is
///         unchanged).
QX_API qx_result qx_maze_stream_restore_state(qx_maze_stream *stream, const void *state,
                                              size_t size);

/// Cells of a chunk along an axis.
#define QX_MAZE_CHUNK 32u

/// A world of chunks, none of which needs another to be made: perfect as a whole. Each chunk but the
/// first has one door toward low x, y or z, chosen by the seed; inside it is an Eller maze.
typedef struct qx_maze_world {
    uint32_t width, height, depth; ///< Cells, 1 to QX_MAZE_MAX_AXIS.
    uint64_t seed;
} qx_maze_world;

/// One chunk of a world: QX_MAZE_CHUNK cells an axis, fewer at the far borders.
typedef struct qx_maze_chunk {
    uint32_t width, height, depth; ///< Cells that are there.
    uint32_t planes[3][QX_MAZE_CHUNK][QX_MAZE_CHUNK]; ///< [axis][z][y], bit x: open toward higher
                                                      ///< x, y, z; into the next chunk too.
    uint32_t low[3][QX_MAZE_CHUNK];                   ///< Openings to the chunks before: [0][z] bit
                                                      ///< y, [1][z] bit x, [2][y] bit x.
} qx_maze_chunk;

/// Makes the chunk that begins at the cell (32 x, 32 y, 32 z), the same every time. Never
/// allocates.
/// @return QX_OK, QX_BAD_VALUE (outside the world, or a world out of range).
QX_API qx_result qx_maze_chunk_build(const qx_maze_world *world, uint32_t x, uint32_t y, uint32_t z,
                                     qx_maze_chunk *chunk);

/// Bytes of scratch memory that each of the calls below takes for a maze of this size; 16-aligned.
/// About 8.2 a cell, room for a queue and a bit set; little of it is touched but by
/// qx_maze_is_perfect.
QX_API size_t qx_maze_bound_scratch(const qx_maze *maze);

/// Whether every cell can be reached from every other in exactly one way.
QX_API bool qx_maze_is_perfect(const qx_maze *maze, void *scratch);

/// Writes the steps from a cell to every other, QX_MAZE_FAR where there is no way.
/// @param distances  One a cell.
/// @return The cell farthest away, the lowest of several; `from` itself where nothing else is
///         reached; QX_MAZE_NONE where `from` is no cell. Ways end after 2^32 - 130 steps.
QX_API uint64_t qx_maze_solve_distances(const qx_maze *maze, uint64_t from, uint32_t *distances,
                                        void *scratch);

/// Writes a shortest path, both ends included.
/// @param distances  From `to`, as qx_maze_solve_distances wrote them.
/// @param cells      Room for `capacity`.
/// @return Cells of the path, 0 where there is none; where more than `capacity`, the first are
///         written.
QX_API uint64_t qx_maze_solve_path(const qx_maze *maze, uint64_t from, const uint32_t *distances,
                                   uint64_t *cells, uint64_t capacity);

/// How start and exit are chosen.
typedef enum qx_maze_exit_rule {
    QX_MAZE_EXIT_DIAMETER = 0, ///< The longest way between two border cells; both ends are found.
                               ///< With loops, where that takes too long: one from which the
                               ///< farthest border cell is no farther, which may be shorter.
    QX_MAZE_EXIT_ARTICLE,      ///< From cell 0 the border cell farthest away.
    QX_MAZE_EXIT_LENGTH        ///< From `from` the border cell whose distance is nearest to
                               ///< `length`.
} qx_maze_exit_rule;

typedef struct qx_maze_exit_desc {
    qx_maze_exit_rule rule;
    uint64_t from;   ///< QX_MAZE_EXIT_LENGTH: the start.
    uint32_t length; ///< QX_MAZE_EXIT_LENGTH: steps wanted.
    uint64_t seed;   ///< Decides between equals, each as likely, and between the faces of a cell at
                     ///< an edge.
} qx_maze_exit_desc;

/// A way through the outside wall.
typedef struct qx_maze_opening {
    uint64_t cell;
    qx_maze_face face;
} qx_maze_opening;

typedef struct qx_maze_route {
    qx_maze_opening entrance, exit; ///< Never the same face of one cell. ARTICLE: the entrance is
                                    ///< cell 0 and its face by the seed. LENGTH: that of `from`; of
                                    ///< a cell that is not at the border, the face means nothing.
    uint32_t length;                ///< Steps between the two cells.
} qx_maze_route;

/// Finds the exit. Border cells are those with a face toward the outside of the box. An axis that
/// is one cell long has no such faces, so a maze of one layer is left at its rim and a line at its
/// ends; only the maze of a single cell is left by any face.
/// @param distances  Room for one a cell; left holding the distances from the entrance.
/// @return QX_OK, QX_BAD_VALUE (rule or `from` out of range), QX_NOT_FOUND (no border cell is
///         reached, or only the entrance's own, with one face; cell 0 is not there).
QX_API qx_result qx_maze_solve_exit(const qx_maze *maze, const qx_maze_exit_desc *desc,
                                    uint32_t *distances, void *scratch, qx_maze_route *route);

/// What a maze is like for somebody who has to find the way.
typedef struct qx_maze_measures {
    uint64_t dead_ends;     ///< Cells with one opening.
    uint64_t corridors;     ///< Cells with two.
    uint64_t junctions;     ///< Cells with three or more.
    uint64_t turns;         ///< Corridor cells whose two openings do not face each other.
    uint32_t length;        ///< Steps of the shortest way.
    uint32_t route_turns;   ///< Its changes of direction.
    uint32_t route_junctions; ///< Its cells, the last aside, with more than one way on.
    uint32_t longest_detour;  ///< Steps from it to the cell farthest off.
    double difficulty;      ///< 0 upward: a quarter of route_turns and, for each cell that is h
                            ///< steps off the way, 1 / h. docs/maze.md says why.
} qx_maze_measures;

/// Measures the way from one cell to another.
/// @param distances  Scratch, one a cell.
/// @return QX_OK, QX_BAD_VALUE, QX_NOT_FOUND (there is no way).
QX_API qx_result qx_maze_measure(const qx_maze *maze, uint64_t from, uint64_t to,
                                 uint32_t *distances, void *scratch, qx_maze_measures *measures);
