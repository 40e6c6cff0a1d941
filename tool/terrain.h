// SPDX-License-Identifier: MIT
#pragma once

// `qx terrain`: what its parts share. terrain_options.c reads the command line, terrain.c runs it
// and says what it did, terrain_source.c reads and makes fields, terrain_ground.c simplifies and
// cuts them, terrain_mesh.c writes meshes to look at, terrain_print.c meshes to print,
// terrain_picture.c pictures and samples, terrain_info.c says what a map is like.

#include "arguments.h"
#include "numbered.h"

#include <quincunx/height.h>
#include <quincunx/terrain_make.h>
#include <quincunx/terrain_simplify.h>

typedef enum terrain_format {
    TERRAIN_OBJ,
    TERRAIN_GLB,
    TERRAIN_PLY,
    TERRAIN_STL,
    TERRAIN_PNG,
    TERRAIN_PGM,
    TERRAIN_R16,
    TERRAIN_R32,
    TERRAIN_BY_NAME
} terrain_format;

/// What a PNG shows.
typedef enum terrain_picture { PICTURE_HEIGHT, PICTURE_NORMAL, PICTURE_HILLSHADE } terrain_picture;

typedef enum terrain_simplifier { SIMPLIFY_TIN, SIMPLIFY_RTIN } terrain_simplifier;

/// Which words follow `qx terrain`.
typedef enum terrain_task { TERRAIN_CONVERT, TERRAIN_INFO, TERRAIN_MAKE } terrain_task;

/// Numbers that are NAN, and sizes of 0, were not given.
typedef struct terrain_options {
    qx_height_options file;
    int encoding;
    double low, high, no_data;
    double size[2]; // world units
    int diagonal, turn;
    bool periodic;

    qx_terrain_make make;
    double samples[2], cell;
    int shape;
    uint64_t octaves, rain, slides;
    double features, gain, warp, rest;

    int format; // a terrain_format, never TERRAIN_BY_NAME once the command line is checked
    int picture, simplify;
    double exaggerate, error, sun[2], sky; // sun: azimuth and altitude, degrees
    uint64_t tiles;
    double bed[2], base, width, scale; // millimetres; millimetres a world unit

    bool json;
    uint64_t bins;
    const char *input, *output;
    bool quiet;
} terrain_options;

/// Reads and checks the command line.
/// @return ARGUMENTS_READ; else the exit status is in *status and all has been said.
arguments_result terrain_options_read(int count, char **words, terrain_options *options,
                                      terrain_task *task, int *status);

/// A field and where it comes from.
typedef struct terrain_source {
    qx_terrain *terrain;
    qx_terrain_info info;
    const char *format; // "PNG", "raw", …; NULL: made
    uint32_t bits;
    qx_terrain_kind kind;
} terrain_source;

/// Heights are those of the file, not --min to --max of samples.
bool terrain_has_heights(qx_terrain_kind kind);

/// Whether only the samples are wanted, whatever heights they stand for.
bool terrain_keeps_samples(const terrain_options *options);

/// Reads or makes a field; says what went wrong.
/// @return The exit status.
int terrain_source_create(const terrain_options *options, terrain_task task,
                          terrain_source *source);

/// What was done, for the report.
typedef struct terrain_output {
    char failed[NUMBERED_BYTES]; // the path that could not be written
    char said[200];
} terrain_output;

/// A ground of few triangles.
typedef struct terrain_ground {
    uint32_t *places, *indices;
    qx_terrain_simple_counts counts;
    double error; // as measured at every sample
} terrain_ground;

/// Simplifies a field as options->simplify says.
/// @param error   World units.
/// @param border  Of a TIN.
/// @param block   Cells of an RTIN's block; 0: the largest there is.
qx_result terrain_ground_build(const terrain_options *options, const qx_terrain *terrain,
                               double error, qx_terrain_border border, uint32_t block,
                               terrain_ground *ground, qx_error *error_out);

void terrain_ground_release(terrain_ground *ground);

/// How borders between parts are simplified so that they meet.
qx_terrain_border terrain_shared_border(const terrain_source *source);

/// A field of its own of some samples of another one.
qx_result terrain_cut(const terrain_options *options, const terrain_source *source,
                      const qx_terrain_area *area, qx_terrain **part, qx_error *error);

/// The first sample of part `i` of `parts`; the last one of the part before.
uint32_t terrain_part_start(uint32_t samples, uint64_t parts, uint64_t i);

/// The writers: one file or several, as options->format says.
/// @return QX_OK, or why not, with error->message filled and output->failed the path.
qx_result terrain_mesh_save(const terrain_options *options, const terrain_source *source,
                            terrain_output *output, qx_error *error);
qx_result terrain_print_save(const terrain_options *options, const terrain_source *source,
                             terrain_output *output, qx_error *error);
qx_result terrain_picture_save(const terrain_options *options, const terrain_source *source,
                               terrain_output *output, qx_error *error);

/// Prints what a map is like.
/// @return The exit status.
int terrain_info_print(const terrain_options *options, const terrain_source *source);

/// Fills an error in one line.
qx_result terrain_fail(qx_error *error, qx_result code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Refuses what this machine's memory does not hold, rather than be ended by a system that gave
/// what it does not have.
qx_result terrain_check_memory(double bytes, const char *advice, qx_error *error);
