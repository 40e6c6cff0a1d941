// SPDX-License-Identifier: MIT
#pragma once

// `qx bolt`: what its parts share. bolt_options.c reads the command line, bolt.c grows and counts
// frames, bolt_lines.c says what is to be seen at a moment, bolt_picture.c draws that as SVG and
// PNG, bolt_mesh.c builds OBJ and glTF, bolt_tree.c JSON.

#include "arguments.h"

#include <quincunx/quincunx.h>

typedef enum bolt_format {
    BOLT_SVG,
    BOLT_PNG,
    BOLT_JSON,
    BOLT_OBJ,
    BOLT_GLB,
    BOLT_BY_NAME
} bolt_format;

typedef enum bolt_mesh_form {
    BOLT_RIBBON,
    BOLT_TUBE,
    BOLT_LINES,
    BOLT_MESH_BY_SPACE
} bolt_mesh_form;

enum { BOLT_MOST_PLACES = 4096 };

/// How a bolt is shown. Negative numbers were not given.
typedef struct bolt_look {
    int format; // a bolt_format, never BOLT_BY_NAME once the command line is checked
    int ramp, form, mesh;
    double halo, exposure;
    uint64_t layers;
    double size[2], scale, margin;
    double view[4]; // x, y, width, height
    uint32_t background;
    double emission, metres;
} bolt_look;

typedef struct bolt_options {
    argument_place from, to;
    qx_vec3 path[BOLT_MOST_PLACES], targets[QX_BOLT_MAX_TARGETS];
    uint32_t path_count, target_count, obstacle_count;
    qx_bolt_obstacle obstacles[QX_BOLT_MAX_OBSTACLES];
    qx_bolt_shape shape;
    bool shaped, spline, closed;
    uint64_t steps;

    int growth;
    bool solid;
    uint64_t seed, generations, depth, cap, particles;
    double roughness, straightness, branches, branch_scale, branch_angle;
    double width, taper, power, trunk_share, sway, crackle, rate, eta, cell;

    double time, fps;
    qx_bolt_life life;
    bool lives, in_turn;
    double storm, jitter; // period, 0 without a storm
    uint64_t flashes;
    uint64_t frames;

    bolt_look look;
    const char *output;
    bool quiet;
} bolt_options;

/// One moment of a bolt: what one file shows.
typedef struct bolt_moment {
    qx_bolt *bolt;
    const qx_bolt_desc *desc; // resolved
    qx_bolt_pose pose;
    bool visible; // false before birth and after vanishing
    bool storm;   // what is seen are these strikes, each grown into `bolt` when it is its turn
    qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
    uint32_t strike_count;
} bolt_moment;

/// Reads and checks the command line.
/// @return ARGUMENTS_READ; else the exit status is in *status and all has been said.
arguments_result bolt_options_read(int count, char **words, bolt_options *options, int *status);

/// Says what the command line describes.
/// @param path  Receives the points of a chain, to be freed; NULL where there is none. desc->path
///              points there.
/// @return EXIT_DONE, or the exit status, after saying why.
int bolt_options_describe(const bolt_options *options, qx_bolt_desc *desc, qx_vec3 **path);

/// The part of the plane that is drawn, and how large.
typedef struct bolt_box {
    float left, top, width, height; // world units
    float scale;                    // pixels or units of the drawing a world unit
    float pixels[2];
} bolt_box;

/// Lines of this moment, to be freed; NULL without memory.
/// @param bounds  The box around them, all 0 where there are none; NULL where it is not wanted.
qx_glow_line *bolt_lines_build(const bolt_moment *moment, uint32_t *count, qx_bolt_bounds *bounds);

/// Makes `all` hold `more` too.
void bolt_lines_include(qx_bolt_bounds *all, const qx_bolt_bounds *more);

/// The glow that a bolt of this width is drawn with.
qx_glow bolt_picture_glow(const bolt_look *look, float width);

/// The box that holds `bounds` and the glow around them, as size, scale, margin and view say.
bolt_box bolt_picture_box(const bolt_look *look, const qx_glow *glow, const qx_bolt_bounds *bounds);

qx_result bolt_picture_save(const bolt_look *look, const bolt_box *box, const bolt_moment *moment,
                            const char *path, qx_error *error);

/// @return QX_NOT_FOUND where nothing is to be seen: there are no empty meshes.
qx_result bolt_mesh_save(const bolt_look *look, const bolt_moment *moment, const char *path,
                         qx_error *error);

qx_result bolt_tree_save(const bolt_moment *moment, const char *path, qx_error *error);
