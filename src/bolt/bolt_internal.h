// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/bolt.h>

#include "base/memory.h"

// Points are kept strand by strand. A strand's first point is a copy of the point it begins at, all
// fields but width and brightness alike, so that a fork is closed to the last bit however the bolt
// moves; width and brightness there are the branch's own. Places are in the frame of the link: x
// along from start (0) to end (1), y and z across, in lengths of the link.

// Fields are padded so that kernels may read whole blocks from any point on; the padding holds 0.
#define BOLT_BLOCK 16u

// One array each, a point an entry.
typedef struct bolt_points {
    float *x, *y, *z; // at rest; z only where desc.space is QX_BOLT_SOLID
    float *distance;  // way along the tree from the start of the link, in its lengths
    float *sway;    // how far it moves with the bolt as a whole, in lengths; 0 at ends that are met
    float *crackle; // how far it moves on its own, in lengths; 0 at ends that are met
    uint32_t *key;  // its own random bits
    float *width;   // half of it, in world units, at this point
    float *brightness; // 0..1, what is drawn
} bolt_points;

// A trunk or a branch: a run of points that is not forked, in order after the strand it begins at.
typedef struct bolt_strand {
    uint32_t first, count; // points; its segments are count - 1
    uint32_t segment;      // index of its first
    uint32_t parent;       // strand it begins at, or QX_BOLT_NONE
    uint32_t fork;         // point of that strand (counted within it) where it begins
    uint32_t link, depth;
    uint32_t target; // end it leads to: index into a pose's ends, or QX_BOLT_NONE for a free tip
} bolt_strand;

typedef struct bolt_kernels bolt_kernels; // bolt_kernel.h: poses; grown by bolt_breakdown_kernel.h

struct qx_bolt {
    qx_allocator allocator;
    qx_bolt_desc desc; // resolved; path and targets are NULL: their places are in `ends`
    qx_bolt_info info;
    const bolt_kernels *kernels;
    // Every strand has a segment of its own: strand_room is segment_room, point_room their sum.
    // particle_room is 0 unless it was created to grow by QX_BOLT_BREAKDOWN.
    uint32_t segment_room, strand_room, point_room, end_room, obstacle_room, particle_room;
    uint32_t point_count;
    bolt_points points;
    bolt_strand *strands;
    qx_bolt_segment *segments;
    qx_vec3 *ends;  // as described
    double *starts; // of links along the path, and its end: the trunks' ways in world units
    double way;     // from the path's start to the farthest tip, likewise; 0 for one link
    qx_bolt_obstacle *obstacles;
    void *scratch; // of growing; what it holds is the growth's own affair
    size_t scratch_size;
};

// The frame that takes places of a link to the world.
typedef struct bolt_frame {
    qx_vec3 origin, along, across, up; // the three as long as the link
} bolt_frame;

// bolt_frame.c: from one end to another. Solid: the smallest turn that takes x to `along`. Flat: a
// quarter turn within the plane of x and y; up is 0. Ends alike give zeros.
bolt_frame bolt_frame_between(qx_vec3 from, qx_vec3 to, qx_bolt_space space);

// bolt_frame.c: of a link as described, world units.
float bolt_link_length(const qx_bolt *bolt, uint32_t link);

// bolt_desc.c
qx_result bolt_check_desc(const qx_bolt_desc *resolved);
uint32_t bolt_link_count(const qx_bolt_desc *resolved);
uint32_t bolt_end_count(const qx_bolt_desc *resolved);

// Uniform 32 bits from any 32, one to one (Wellons, "Prospecting for hash functions", 2018).
static inline uint32_t bolt_mix(uint32_t bits)
{
    bits = (bits ^ bits >> 16) * UINT32_C(0x7FEB352D);
    bits = (bits ^ bits >> 15) * UINT32_C(0x846CA68B);
    return bits ^ bits >> 16;
}

// Each way to grow fills points (x, y, z, key), point_count, strands (all but `segment`),
// info.strands, info.capped and info.targets_reached, from a checked description whose ends and
// obstacles are already in the bolt, and says how much scratch it wants for one. There is at least
// one strand; trunks come first, a strand after its parent. Two ways from the same start are two
// strands without a parent.
// bolt_tree.c then reckons what follows from the shape: distance, power, width, brightness, sway,
// crackle, the segments, reach.
size_t bolt_midpoint_bound(const qx_bolt_desc *resolved);
void bolt_midpoint_grow(qx_bolt *bolt);
size_t bolt_offsets_bound(const qx_bolt_desc *resolved);
void bolt_offsets_grow(qx_bolt *bolt);
size_t bolt_breakdown_bound(const qx_bolt_desc *resolved);
void bolt_breakdown_grow(qx_bolt *bolt);
size_t bolt_tree_bound(const qx_bolt_desc *resolved);
void bolt_tree_finish(qx_bolt *bolt);
