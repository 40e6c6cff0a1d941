// SPDX-License-Identifier: MIT
#pragma once

// `qx model`: what its parts share. model_options.c reads the command line, model.c loads models,
// finds clips and runs the rest, model_info.c says what a model is like, model_convert.c writes
// models, model_pose.c one pose, model_ball.c makes the article's ball.

#include "arguments.h"

#include <quincunx/model.h>

/// Which word follows `qx model`.
typedef enum model_task { MODEL_INFO, MODEL_CONVERT, MODEL_POSE, MODEL_BALL } model_task;

typedef enum model_format {
    MODEL_MD2,
    MODEL_GLB,
    MODEL_OBJ,
    MODEL_STL,
    MODEL_PLY,
    MODEL_BY_NAME
} model_format;

/// Numbers that are NAN were not given.
typedef struct model_options {
    qx_model_options file;
    double rate, time, frames, max_error; // keys a second read; seconds; keys a second written
    const char *clip;                     // NULL: none was named
    int curve, loop;                      // -1: not given
    bool repeats;
    uint64_t keys, detail;
    double radius, height, squash;
    bool json;
    int format; // a model_format, never MODEL_BY_NAME once the command line is checked
    const char *input, *output;
    bool quiet;
} model_options;

/// Reads and checks the command line.
/// @return ARGUMENTS_READ; else the exit status is in *status and all has been said.
arguments_result model_options_read(int count, char **words, model_options *options,
                                    model_task *task, int *status);

/// Says "qx model: PATH: …" with the line or byte; returns EXIT_BAD_INPUT.
int model_complain(const char *path, qx_result result, const qx_error *error);

/// Finds the clip that was named, by its name or else its number from 1; says which there are.
/// @param clip  Receives its index; 0 where none was named.
/// @return The exit status.
int model_find_clip(const model_options *options, const qx_model *model, uint32_t *clip);

/// Says what was odd, unless that is not wanted.
void model_say_warnings(const model_options *options, const char *path, const qx_model *model);

/// "standard output" for "-".
const char *model_output_name(const model_options *options);

/// Prints what a model is like.
void model_info_print(const model_options *options, const qx_model *model);

/// Writes it, or a pose of it.
/// @return The exit status.
int model_convert_write(const model_options *options, const qx_model *model);
int model_pose_write(const model_options *options, const qx_model *model);

/// Makes the ball and writes it.
int model_ball_write(const model_options *options);
