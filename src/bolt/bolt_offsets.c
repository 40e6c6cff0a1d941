// SPDX-License-Identifier: MIT
#include "bolt_branches.h"

#include <math.h>

// Hoffman's algorithm: sorted places along a strand, each moved sideways by a displacement that
// stays the closer to its neighbour's the closer they lie. Branches begin at sorted places of the
// finished strand and are the shorter the later they begin.

#define PLACE_BITS UINT32_C(0x9E3779B1)
#define SIDE_BITS UINT32_C(0x68E31DA4)
#define ROUND_BITS UINT32_C(0x1B56C4E9)
#define COUNT_BITS UINT32_C(0xB5297A4D)
#define BRANCH_BITS UINT32_C(0x85EBCA77)

// Greatest displacement, in lengths of the strand.
#define OFFSET 0.5f
// How much of the way from its neighbour's displacement to its own a point goes that lies a whole
// strand further. Never more than all of it.
#define FREEDOM 2.5f
// Steepness of the taper at both ends.
#define TAPER 10.0f

static float unit_of(uint32_t bits)
{
    return (float)(bits >> 8) * 0x1p-24f;
}

// Gaps by chance, made to fill the strand, are what sorting places by chance comes to. None is
// smaller than a seventh of the largest: points that nearly coincide would only cost.
static float gap_of(uint32_t bits)
{
    return 0.25f + 1.5f * unit_of(bits);
}

static float fill_share(uint32_t key, uint32_t segments)
{
    double sum = 0.0;
    for (uint32_t i = 1; i <= segments; i++) sum += (double)gap_of(bolt_mix(key + i * PLACE_BITS));
    return (float)(1.0 / sum);
}

static float taper_at(float place)
{
    const float taper = TAPER * place * (1.0f - place);
    return taper < 1.0f ? taper : 1.0f;
}

static float side_of(uint32_t bits)
{
    return (float)((int32_t)(bits >> 8) * 2 - 0xFFFFFF) * 0x1p-24f;
}

// A new displacement, of which the place takes its share.
static qx_vec2 wish_of(const qx_bolt_desc *desc, uint32_t bits)
{
    const float side = OFFSET * (1.0f - desc->straightness) * side_of(bolt_mix(bits ^ SIDE_BITS));
    if (desc->space == QX_BOLT_FLAT) return (qx_vec2){ side, 0.0f };
    const qx_vec2 round = bolt_round(bolt_mix(bits ^ ROUND_BITS));
    return (qx_vec2){ side * round.x, side * round.y };
}

static void fill(qx_bolt *bolt, const bolt_way *way, const bolt_strand *strand)
{
    (void)way;
    const uint32_t segments = strand->count - 1;
    const uint32_t key = bolt->points.key[strand->first + segments];
    const qx_vec3 from = bolt_point(bolt, strand->first);
    const bolt_frame frame =
        bolt_frame_between(from, bolt_point(bolt, strand->first + segments), bolt->desc.space);
    const float share = fill_share(key, segments);
    const float freedom = FREEDOM * bolt->desc.roughness;
    float place = 0.0f;
    qx_vec2 side = { 0.0f, 0.0f };
    for (uint32_t i = 1; i < segments; i++) {
        const uint32_t bits = bolt_mix(key + i * PLACE_BITS);
        const float gap = gap_of(bits) * share;
        const float free = freedom * gap < 1.0f ? freedom * gap : 1.0f;
        const qx_vec2 wish = wish_of(&bolt->desc, bits);
        place += gap;
        side.x += free * (wish.x - side.x);
        side.y += free * (wish.y - side.y);
        const float taper = taper_at(place), y = taper * side.x, z = taper * side.y;
        const qx_vec3 moved = {
            from.x + (place * frame.along.x + (y * frame.across.x + z * frame.up.x)),
            from.y + (place * frame.along.y + (y * frame.across.y + z * frame.up.y)),
            from.z + (place * frame.along.z + (y * frame.across.z + z * frame.up.z))
        };
        bolt_set_point(bolt, strand->first + i, moved, bits);
    }
}

static qx_vec3 reach_of(const qx_bolt *bolt, const bolt_strand *strand)
{
    const qx_vec3 a = bolt_point(bolt, strand->first);
    const qx_vec3 b = bolt_point(bolt, strand->first + strand->count - 1);
    return (qx_vec3){ b.x - a.x, b.y - a.y, b.z - a.z };
}

static float scale_at(const qx_bolt *bolt, const bolt_strand *strand, uint32_t fork)
{
    const uint32_t segments = strand->count - 1;
    return bolt->desc.branch_scale * ((float)(segments - fork) / (float)segments);
}

static qx_vec3 tip(const qx_bolt *bolt, const bolt_offer *offer)
{
    const bolt_strand *strand = &bolt->strands[offer->strand];
    const qx_vec3 from = bolt_point(bolt, strand->first + offer->fork);
    const qx_vec3 way = bolt_branch_turn(&bolt->desc, reach_of(bolt, strand), offer->bits);
    const float scale = scale_at(bolt, strand, offer->fork);
    return (qx_vec3){ from.x + scale * way.x, from.y + scale * way.y, from.z + scale * way.z };
}

// As midpoints would give the large ones: two places of every halving's generation may branch.
// Deeper strands have fewer, as they have less room.
static uint32_t branches_of(const qx_bolt *bolt, const bolt_strand *strand, uint32_t bits)
{
    float halvings = 0.0f;
    for (uint32_t left = strand->count - 1; left > 1; left /= 2) halvings += 1.0f;
    const float chance = bolt->desc.branch_chance > 0.0f ? bolt->desc.branch_chance : 0.0f;
    return (uint32_t)(2.0f * chance * halvings / (float)(1 + strand->depth) + unit_of(bits));
}

static void offer(const qx_bolt *bolt, uint32_t index, bolt_offers *offers)
{
    const bolt_strand *strand = &bolt->strands[index];
    const uint32_t segments = strand->count - 1;
    const uint32_t key = bolt->points.key[strand->first + segments] ^ BRANCH_BITS;
    const uint32_t first_side = bolt_mix(key ^ COUNT_BITS);
    const uint32_t count = branches_of(bolt, strand, first_side);
    const qx_vec3 d = reach_of(bolt, strand);
    const float unit =
        bolt_link_length(bolt, strand->link) * sqrtf((d.x * d.x + d.y * d.y) + d.z * d.z);
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t bits = bolt_mix(key + i * PLACE_BITS);
        const float place = ((float)i + unit_of(bits)) / (float)count;
        const uint32_t fork = 1 + (uint32_t)(place * (float)(segments - 1));
        const float scale = fork < segments ? scale_at(bolt, strand, fork) : 0.0f;
        const uint32_t wanted = (uint32_t)(scale * (float)segments);
        if (fork == last || wanted < 2) continue;
        last = fork;
        // To either side in turn.
        const uint32_t turn = (bolt_mix(bits ^ COUNT_BITS) & ~1u) | ((first_side + i) & 1u);
        bolt_offers_add(offers, (bolt_offer){ scale * unit, index, fork, wanted, turn });
    }
}

size_t bolt_offsets_bound(const qx_bolt_desc *desc)
{
    return bolt_branches_bound(desc);
}

void bolt_offsets_grow(qx_bolt *bolt)
{
    bolt_branches_grow(bolt, &(bolt_way){ .fill = fill, .tip = tip, .offer = offer });
}
