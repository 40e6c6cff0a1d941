// SPDX-License-Identifier: MIT
#pragma once

#include "bolt_breakdown_kernel.h"
#include "bolt_internal.h"
#include "bolt_obstacle.h"

// What has grown: particles on a jittered lattice, each beside its parent, parents first. Particle
// 0 is the start. Places in cells, in the frame of the ends.

// No step from particle to particle is longer: a cell's diagonal with its ends jittered apart.
#define BREAKDOWN_LONGEST 3.2

#define BREAKDOWN_TARGETS (QX_BOLT_MAX_TARGETS + 1)

typedef struct breakdown_tree {
    float *x, *y, *z;
    uint32_t *parent;
    uint32_t count, room;
    uint32_t leaf[BREAKDOWN_TARGETS]; // the particle at each target, or QX_BOLT_NONE
    uint32_t target_count;            // `to` and desc.targets
} breakdown_tree;

// What is put together in scratch when the tree becomes strands.
typedef struct breakdown_strands {
    float *below;              // longest way on from a particle to a tip
    uint32_t *next;            // the child with which its strand goes on, or QX_BOLT_NONE
    uint32_t *child, *sibling; // lists of children, the first grown first
    float *x, *y, *z;          // places after smoothing
    uint8_t *wanted;           // leads to a target
    uint32_t *queue;           // first particles of strands to be written, and
    uint32_t *begin;           // the strand each begins at
    uint32_t *fork;            // and where
} breakdown_strands;

static inline place3 breakdown_place(const breakdown_tree *tree, uint32_t particle)
{
    return (place3){ (double)tree->x[particle], (double)tree->y[particle],
                     (double)tree->z[particle] };
}

// bolt_breakdown_tree.c: writes points, strands and what the bolt knows of them.
void bolt_breakdown_finish(qx_bolt *bolt, const cell_frame *frame, const obstacle_set *obstacles,
                           const place3 *targets, const breakdown_tree *tree,
                           const breakdown_strands *room);
