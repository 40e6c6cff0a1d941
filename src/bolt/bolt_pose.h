// SPDX-License-Identifier: MIT
#pragma once

#include "bolt_kernel.h"

// A moment of a bolt, read chunk by chunk: what both lines and ribbons are built from.

// How the way to a target, and what hangs on it, is moved so that the target is met: by `start` and
// from `distance` on by `slope` a length, world units.
typedef struct bolt_stretch {
    qx_vec3 start, slope;
    float distance;
} bolt_stretch;

typedef struct bolt_moment {
    const qx_bolt *bolt;
    const qx_vec3 *ends;
    double places; // new places since time 0
    float front;   // how far the bolt has grown, in lengths of the link
    double way;    // likewise along the whole path, world units, for links that are born in turn
    bool in_turn;
    bool cut; // some of it has still to grow
    bool stretched;
    uint32_t link; // that `move` is for
    bolt_move move;
    bolt_stretch stretches[2 + QX_BOLT_MAX_TARGETS]; // by end
} bolt_moment;

// Points of a strand that lie in a chunk.
typedef struct bolt_piece {
    uint32_t strand;
    uint32_t from; // first of them in its strand
    uint32_t slot, count;
    bool begins, ends;  // the strand, as far as it has grown
    bool leads, trails; // its point before, after them lies in the slot before, after
} bolt_piece;

typedef struct bolt_reader {
    bolt_moment moment;
    uint32_t strand, point; // where the next chunk starts
    uint32_t piece_count, special_count;
    bolt_piece pieces[BOLT_CHUNK];
    uint32_t specials[BOLT_CHUNK]; // pieces some of whose points are put in their places by hand
    bolt_chunk chunk;
} bolt_reader;

// False where the pose is out of range or nothing has grown.
bool bolt_read_start(bolt_reader *reader, const qx_bolt *bolt, const qx_bolt_pose *pose);
// The next points, in order. False where there are none left.
bool bolt_read_chunk(bolt_reader *reader);
