// SPDX-License-Identifier: MIT
#pragma once

// What the tests of poses and ribbons share: builds with room of their own, moments by chance, and
// bolts of any shape.

#include "bolt_cases.h"
#include "simds_here.h"

// Everything that one moment is written as.
typedef struct build {
    qx_glow_line *lines;
    qx_bolt_vertex *vertices;
    uint32_t *indices;
    uint32_t line_count;
    qx_bolt_counts room, counts;
    qx_bolt_bounds line_bounds, bounds;
} build;

// Room for whatever the bolt may grow; what lies behind it must stay as it is.
build build_for(const qx_bolt *bolt);
void build_free(build *b);

// Writes lines and ribbon, and checks what holds for all: room and the values behind it, indices,
// bounds that fit exactly, no value that is not finite.
void build_moment(build *b, const qx_bolt *bolt, const qx_bolt_pose *pose,
                  const qx_bolt_camera *camera);
uint64_t build_hash(const build *b);

// Ends that have moved by up to `reach`, for pose.ends.
void move_ends(const qx_bolt *bolt, float reach, qx_random *random, qx_vec3 *ends);
// Where the ends of a bolt as described are.
const qx_vec3 *described_ends(const qx_bolt *bolt);

// A bolt of one strand through these points, at rest, whose frame is the world: the first point is
// (0, 0, 0). Both tips are free.
qx_bolt *bolt_through(const qx_vec3 *points, uint32_t count, float half_width);

float length_between(qx_vec3 a, qx_vec3 b);
bool is_same_place(qx_vec3 a, qx_vec3 b);
