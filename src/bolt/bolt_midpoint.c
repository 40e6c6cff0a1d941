// SPDX-License-Identifier: MIT
#include "bolt_branches.h"

#include <math.h>

// Drilian's algorithm: every segment is split near its middle, the middle moves sideways, and now
// and then a branch begins there. A point never moves once it is placed, so each strand can be
// grown wholly before its branches: what a branch needs of the moment it began, the start of the
// split segment, is still at its place.

#define NODE_BITS UINT32_C(0x9E3779B1)
#define CHANCE_BITS UINT32_C(0x68E31DA4)
#define TURN_BITS UINT32_C(0xB5297A4D)
#define ROUND_BITS UINT32_C(0x1B56C4E9)

// Greatest sideways offset, in lengths of the segment. The first generations have less of it: in
// full it bends the whole bolt into a bow.
#define OFFSET 0.26f
#define FIRST_SHARE 0.4f
#define SHARE_GAIN 0.2f

// Halvings to one segment, of a power of two up to 2^16.
static uint32_t halvings(uint32_t segments)
{
    uint32_t count = (uint32_t)(segments > 0xFFFF) << 4;
    count |= (uint32_t)(segments >> count > 0xFF) << 3;
    count |= (uint32_t)(segments >> count > 0xF) << 2;
    count |= (uint32_t)(segments >> count > 0x3) << 1;
    return count | (uint32_t)(segments >> count > 0x1);
}

// The segments on either side of a point when it was placed are as many as a branch from it has.
static uint32_t lowest_bit(uint32_t bits)
{
    return bits & (0u - bits);
}

// Offsets shrink with the segments, and by `roughness` at every generation beyond that.
static void set_offsets(const qx_bolt_desc *desc, float *offsets)
{
    float kept = 1.0f - desc->straightness;
    for (uint32_t i = 0; i < QX_BOLT_MAX_GENERATIONS; i++, kept *= desc->roughness) {
        const float share = FIRST_SHARE + SHARE_GAIN * (float)i;
        offsets[i] = OFFSET * (share < 1.0f ? share : 1.0f) * kept;
    }
}

// 0.35 to 0.65, and -1 to 1 with a mean of exactly 0, from one half of the bits each.
static float place_of(uint32_t bits)
{
    return 0.35f + 0.3f * ((float)(bits >> 16) * 0x1p-16f);
}

static float side_of(uint32_t bits)
{
    return (float)((int32_t)(bits & 0xFFFF) * 2 - 0xFFFF) * 0x1p-16f;
}

typedef struct level {
    uint32_t step; // points from one end of a segment to the other
    uint32_t node; // number of the first segment in the tree of splits
    float offset;
} level;

static void split_flat(const bolt_points *p, uint32_t first, uint32_t key, level l)
{
    for (uint32_t i = 0; i < l.node; i++) {
        const uint32_t a = first + i * l.step, b = a + l.step, m = a + l.step / 2;
        const uint32_t bits = bolt_mix(key + (l.node + i) * NODE_BITS);
        const float x = p->x[b] - p->x[a], y = p->y[b] - p->y[a];
        const float along = place_of(bits), side = side_of(bits) * l.offset;
        p->x[m] = p->x[a] + (along * x - side * y);
        p->y[m] = p->y[a] + (along * y + side * x);
        p->key[m] = bits;
    }
}

static void split_solid(const bolt_points *p, uint32_t first, uint32_t key, level l)
{
    for (uint32_t i = 0; i < l.node; i++) {
        const uint32_t a = first + i * l.step, b = a + l.step, m = a + l.step / 2;
        const uint32_t bits = bolt_mix(key + (l.node + i) * NODE_BITS);
        const qx_vec3 d = { p->x[b] - p->x[a], p->y[b] - p->y[a], p->z[b] - p->z[a] };
        const qx_vec3 across = bolt_across(d, bolt_mix(bits ^ ROUND_BITS));
        const float along = place_of(bits), side = side_of(bits) * l.offset;
        p->x[m] = p->x[a] + (along * d.x + side * across.x);
        p->y[m] = p->y[a] + (along * d.y + side * across.y);
        p->z[m] = p->z[a] + (along * d.z + side * across.z);
        p->key[m] = bits;
    }
}

// The last point's key is the strand's own; a first point's is that of the fork.
static void fill(qx_bolt *bolt, const bolt_way *way, const bolt_strand *strand)
{
    const uint32_t segments = strand->count - 1;
    const uint32_t key = bolt->points.key[strand->first + segments];
    const float *offset = way->offsets + (bolt->desc.generations - halvings(segments));
    for (uint32_t node = 1; node < segments; node *= 2, offset++) {
        const level l = { segments / node, node, *offset };
        if (bolt->desc.space == QX_BOLT_SOLID)
            split_solid(&bolt->points, strand->first, key, l);
        else
            split_flat(&bolt->points, strand->first, key, l);
    }
}

// The stretch that led to a point when it was placed by a split.
static qx_vec3 stretch_to(const qx_bolt *bolt, uint32_t strand, uint32_t fork)
{
    const uint32_t middle = bolt->strands[strand].first + fork;
    const qx_vec3 a = bolt_point(bolt, middle - lowest_bit(fork));
    const qx_vec3 b = bolt_point(bolt, middle);
    return (qx_vec3){ b.x - a.x, b.y - a.y, b.z - a.z };
}

static qx_vec3 tip(const qx_bolt *bolt, const bolt_offer *offer)
{
    const uint32_t fork = bolt->strands[offer->strand].first + offer->fork;
    const qx_vec3 from = bolt_point(bolt, fork);
    const qx_vec3 stretch = stretch_to(bolt, offer->strand, offer->fork);
    const qx_vec3 way = bolt_branch_turn(&bolt->desc, stretch, offer->bits);
    const float scale = bolt->desc.branch_scale;
    return (qx_vec3){ from.x + scale * way.x, from.y + scale * way.y, from.z + scale * way.z };
}

static void offer(const qx_bolt *bolt, uint32_t index, bolt_offers *offers)
{
    const bolt_strand *strand = &bolt->strands[index];
    const float chance = bolt->desc.branch_chance;
    const uint64_t limit = chance > 0.0f ? (uint64_t)((double)chance * 0x1p32) : 0;
    const float unit = bolt->desc.branch_scale * bolt_link_length(bolt, strand->link);
    for (uint32_t i = 1; i + 1 < strand->count; i++) {
        const uint32_t bits = bolt_mix(bolt->points.key[strand->first + i] ^ CHANCE_BITS);
        if (bits >= limit) continue;
        const qx_vec3 d = stretch_to(bolt, index, i);
        const float length = unit * sqrtf((d.x * d.x + d.y * d.y) + d.z * d.z);
        bolt_offers_add(
            offers, (bolt_offer){ length, index, i, lowest_bit(i), bolt_mix(bits ^ TURN_BITS) });
    }
}

size_t bolt_midpoint_bound(const qx_bolt_desc *desc)
{
    return bolt_branches_bound(desc);
}

void bolt_midpoint_grow(qx_bolt *bolt)
{
    bolt_way way = { .fill = fill, .tip = tip, .offer = offer };
    set_offsets(&bolt->desc, way.offsets);
    bolt_branches_grow(bolt, &way);
}
