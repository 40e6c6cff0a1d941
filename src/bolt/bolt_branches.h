// SPDX-License-Identifier: MIT
#pragma once

// What growing by midpoints and by sorted offsets share: trunks first, then branch after branch,
// the longest first, until the cap.

#include "bolt_internal.h"

// A branch that may grow. `segments` of it, from the point `fork` of `strand`.
typedef struct bolt_offer {
    float length; // world units
    uint32_t strand, fork, segments;
    uint32_t bits; // which way it turns
} bolt_offer;

// All that were made, and a heap of those that wait: the longest on top, of equals the earliest.
// Its numbers hold the bits of the length above those of the place in the list, turned round.
typedef struct bolt_offers {
    bolt_offer *list;
    uint64_t *heap;
    uint32_t made, waiting;
} bolt_offers;

typedef struct bolt_way bolt_way;

struct bolt_way {
    // Fills the points between the first and the last of a strand, which are placed.
    void (*fill)(qx_bolt *bolt, const bolt_way *way, const bolt_strand *strand);
    // Where a branch that was offered leads to.
    qx_vec3 (*tip)(const qx_bolt *bolt, const bolt_offer *offer);
    // Offers all branches of a strand that is finished.
    void (*offer)(const qx_bolt *bolt, uint32_t strand, bolt_offers *offers);
    float offsets[QX_BOLT_MAX_GENERATIONS]; // of midpoints, a generation each
};

size_t bolt_branches_bound(const qx_bolt_desc *desc);
void bolt_branches_grow(qx_bolt *bolt, const bolt_way *way);

void bolt_offers_add(bolt_offers *offers, bolt_offer offer);

// A vector turned away from its direction: by an angle from 1/4 to all of desc.branch_angle, to
// either side (within the plane) or all around (solid). `bits` decide.
qx_vec3 bolt_branch_turn(const qx_bolt_desc *desc, qx_vec3 along, uint32_t bits);

static inline qx_vec3 bolt_point(const qx_bolt *bolt, uint32_t point)
{
    return (qx_vec3){ bolt->points.x[point], bolt->points.y[point],
                      bolt->desc.space == QX_BOLT_SOLID ? bolt->points.z[point] : 0.0f };
}

static inline void bolt_set_point(qx_bolt *bolt, uint32_t point, qx_vec3 place, uint32_t key)
{
    bolt->points.x[point] = place.x;
    bolt->points.y[point] = place.y;
    if (bolt->desc.space == QX_BOLT_SOLID) bolt->points.z[point] = place.z;
    bolt->points.key[point] = key;
}

// Cosine and sine of an angle, of which every turn is as likely. `bits` decide.
qx_vec2 bolt_round(uint32_t bits);

// A vector across `along` and as long, at any azimuth alike. `bits` decide.
qx_vec3 bolt_across(qx_vec3 along, uint32_t bits);
