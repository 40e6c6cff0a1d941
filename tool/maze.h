// SPDX-License-Identifier: MIT
#pragma once

// `qx maze`: what its parts share. maze_options.c reads the command line, maze.c makes mazes, reads
// them and says what it did, maze_puzzle.c finds entrance, exit and solution, maze_slices.c says
// what is to be seen of a layer, maze_picture.c draws that as SVG and PNG, maze_text.c in letters,
// maze_print.c builds meshes and says whether they can be printed, maze_stream.c writes mazes
// larger than memory.

#include "arguments.h"
#include "numbered.h"

#include <quincunx/maze_file.h>
#include <quincunx/maze_mesh.h>

typedef enum maze_format {
    MAZE_STL,
    MAZE_3MF,
    MAZE_OBJ,
    MAZE_GLB,
    MAZE_SVG,
    MAZE_PNG,
    MAZE_JSON,
    MAZE_TEXT,
    MAZE_BY_NAME
} maze_format;

/// Not given: a black that nobody sees.
#define MAZE_COLOUR_BY_FORMAT 0x00000001u

/// How a maze is shown. Lengths are millimetres; negative numbers were not given.
typedef struct maze_look {
    int format; // a maze_format, never MAZE_BY_NAME once the command line is checked
    double cell, wall, ball;
    bool halves, lid, solution, force;
    double scale;                      // pixels a cell
    uint32_t walls, trail, background; // or MAZE_COLOUR_BY_FORMAT
} maze_look;

typedef struct maze_options {
    qx_maze_desc desc;
    bool sized, biased, has_exit, closed; // closed: neither entrance nor exit
    int algorithm;
    double braid, newest;
    qx_maze_exit_desc exit;
    bool stream;
    maze_look look;
    const char *input, *output;
    bool quiet;
} maze_options;

/// A maze with what is to be known of it.
typedef struct maze_puzzle {
    qx_maze_file file;
    uint64_t *solution; // file.solution points here; NULL where there is no way
    qx_maze_measures measures;
} maze_puzzle;

/// Which words follow `qx maze`.
typedef enum maze_task { MAZE_MAKE, MAZE_INFO, MAZE_SOLVE } maze_task;

/// Reads and checks the command line.
/// @return ARGUMENTS_READ; else the exit status is in *status and all has been said.
arguments_result maze_options_read(int count, char **words, maze_options *options, maze_task *task,
                                   int *status);

/// "eller", by qx_maze_algorithm.
const char *maze_algorithm_name(qx_maze_algorithm algorithm);

/// Finds entrance and exit, where none are there and `closed` does not forbid it, the solution and
/// its measures.
/// @return QX_OK, QX_NO_MEMORY, QX_NOT_FOUND (no way from one to the other), QX_BAD_VALUE.
qx_result maze_puzzle_solve(maze_puzzle *puzzle, const maze_options *options);

/// Whether every cell can be reached from every other in exactly one way.
/// @return QX_OK, QX_NO_MEMORY.
qx_result maze_puzzle_check(const maze_puzzle *puzzle, bool *perfect);

void maze_puzzle_release(maze_puzzle *puzzle);

/// Where a writer writes to, and what it has to tell of it.
typedef struct maze_output {
    const char *path; // where there are several files, each has something put before its suffix
    char failed[NUMBERED_BYTES]; // the one that could not be written
    char said[200];              // sizes, how many files
} maze_output;

/// The writers: one file or several, as look->format says.
/// @return QX_OK, or why not, with error->message filled and output->failed the path.
qx_result maze_picture_save(const maze_look *look, const maze_puzzle *puzzle, maze_output *output,
                            qx_error *error);

qx_result maze_text_save(const maze_look *look, const maze_puzzle *puzzle, maze_output *output,
                         qx_error *error);

qx_result maze_print_save(const maze_look *look, const maze_puzzle *puzzle, maze_output *output,
                          qx_error *error);

/// Whether the ball passes and walls can be printed; says the numbers where not.
/// @return True, or look->force.
bool maze_print_check(const maze_look *look, const maze_puzzle *puzzle);

int maze_stream_run(const maze_options *options);

/// What a line of a slice stands for.
typedef enum slice_ink {
    INK_WALL,
    INK_TRAIL,
    INK_STEP, // where the trail goes up or down
    INK_MARK, // where else one could
    INK_WAY,  // entrance and exit
    INK_NUMBER
} slice_ink;

/// In cells, y down, from the left top corner of the layer's box; arrows and numbers lie outside
/// it, at most SLICE_MARGIN away.
typedef struct slice_line {
    qx_vec2 from, to;
    slice_ink ink;
} slice_line;

#define SLICE_MARGIN 1.0f

typedef struct slice_lines {
    slice_line *lines; // to be freed
    size_t count, capacity;
    bool failed;
} slice_lines;

/// A layer seen from above: x to the right, y up the page. Walls come first.
slice_lines maze_slice_build(const maze_puzzle *puzzle, uint32_t z, bool solution);

/// Fills an error in one line.
qx_result maze_fail(qx_error *error, qx_result code, const char *words);
