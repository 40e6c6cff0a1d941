// SPDX-License-Identifier: MIT
#include "bolt_branches.h"

#include <math.h>
#include <string.h>

#define TRUNK_BITS UINT32_C(0x2545F491)
#define TIP_BITS UINT32_C(0x9E3779B9)
#define SIDE_BITS UINT32_C(0x5851F42D)

static uint64_t rank_of(float length, uint32_t made)
{
    uint32_t bits; // of lengths, none of which is negative, they are in order
    memcpy(&bits, &length, sizeof bits);
    return (uint64_t)bits << 32 | (UINT32_MAX - made);
}

void bolt_offers_add(bolt_offers *offers, bolt_offer offer)
{
    const uint64_t rank = rank_of(offer.length, offers->made);
    uint32_t place = offers->waiting++;
    while (place > 0 && offers->heap[(place - 1) / 2] < rank) {
        offers->heap[place] = offers->heap[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    offers->heap[place] = rank;
    offers->list[offers->made++] = offer;
}

static bolt_offer take_longest(bolt_offers *offers)
{
    uint64_t *heap = offers->heap;
    const uint64_t longest = heap[0], last = heap[--offers->waiting];
    uint32_t place = 0, below = 1;
    for (; below < offers->waiting; place = below, below = 2 * place + 1) {
        if (below + 1 < offers->waiting) below += heap[below + 1] > heap[below];
        if (heap[below] <= last) break;
        heap[place] = heap[below];
    }
    heap[place] = last;
    return offers->list[UINT32_MAX - (uint32_t)longest];
}

// By series, for angles up to a quarter of a turn to either side; errors stay below 4e-7. qx_sin
// would take a third of all the time of growing.
static void sine_cosine(float angle, float *sine, float *cosine)
{
    const float q = angle * angle;
    const float s = 1.0f / 120.0f - q * (1.0f / 5040.0f - q * (1.0f / 362880.0f - q / 39916800.0f));
    const float c =
        1.0f / 24.0f - q * (1.0f / 720.0f - q * (1.0f / 40320.0f - q * (1.0f / 3628800.0f)));
    *sine = angle * (1.0f - q * (1.0f / 6.0f - q * s));
    *cosine = 1.0f - q * (0.5f - q * c);
}

// An eighth of a turn to either side of one of four quarters, which the two lowest bits choose.
qx_vec2 bolt_round(uint32_t bits)
{
    float s, c;
    sine_cosine(((float)(bits >> 8) * 0x1p-23f - 1.0f) * 0.785398163f, &s, &c);
    // Factors of 0, 1 and -1: choices by chance would be guessed wrongly every other time.
    const float turned = (float)(bits & 1), side = 1.0f - (float)(bits & 2);
    return (qx_vec2){ side * ((1.0f - turned) * c - turned * s),
                      side * (turned * c + (1.0f - turned) * s) };
}

// The smallest turn from the x axis, as bolt_frame.c has it, but in float and from the other side
// where the vector points backward: an azimuth by chance does not mind.
qx_vec3 bolt_across(qx_vec3 along, uint32_t bits)
{
    const float length = sqrtf((along.x * along.x + along.y * along.y) + along.z * along.z);
    if (!(length > 0.0f)) return (qx_vec3){ 0.0f, 0.0f, 0.0f };
    const float side = along.x < 0.0f ? -1.0f : 1.0f;
    const float k = 1.0f / (length + side * along.x);
    const qx_vec2 round = bolt_round(bits);
    const float lean = along.y * round.x + along.z * round.y;
    return (qx_vec3){ -side * lean, length * round.x - along.y * (lean * k),
                      length * round.y - along.z * (lean * k) };
}

qx_vec3 bolt_branch_turn(const qx_bolt_desc *desc, qx_vec3 along, uint32_t bits)
{
    float sine, cosine;
    const float share = 0.25f + 0.75f * ((float)(bits >> 8) * 0x1p-24f);
    sine_cosine(share * desc->branch_angle, &sine, &cosine);
    qx_vec3 side = { -along.y, along.x, 0.0f };
    if (desc->space == QX_BOLT_SOLID)
        side = bolt_across(along, bolt_mix(bits ^ SIDE_BITS));
    else if (bits & 1)
        side = (qx_vec3){ along.y, -along.x, 0.0f };
    return (qx_vec3){ along.x * cosine + side.x * sine, along.y * cosine + side.y * sine,
                      along.z * cosine + side.z * sine };
}

static bolt_strand *add_strand(qx_bolt *bolt, uint32_t segments)
{
    bolt_strand *strand = &bolt->strands[bolt->info.strands++];
    *strand = (bolt_strand){ .first = bolt->point_count,
                             .count = segments + 1,
                             .parent = QX_BOLT_NONE,
                             .target = QX_BOLT_NONE };
    bolt->point_count += segments + 1;
    return strand;
}

static void grow_trunks(qx_bolt *bolt, const bolt_way *way)
{
    const uint64_t seed = bolt->desc.seed;
    const uint32_t bits = bolt_mix((uint32_t)seed ^ bolt_mix((uint32_t)(seed >> 32) ^ TRUNK_BITS));
    for (uint32_t link = 0; link < bolt->info.links; link++) {
        bolt_strand *strand = add_strand(bolt, 1u << bolt->desc.generations);
        strand->link = link;
        strand->target = link + 1;
        const uint32_t key = bolt_mix(bits + link * TIP_BITS);
        bolt_set_point(bolt, strand->first, (qx_vec3){ 0.0f, 0.0f, 0.0f }, key);
        bolt_set_point(bolt, strand->first + strand->count - 1, (qx_vec3){ 1.0f, 0.0f, 0.0f },
                       bolt_mix(key ^ TIP_BITS));
        way->fill(bolt, way, strand);
    }
}

static void grow_branch(qx_bolt *bolt, const bolt_way *way, const bolt_offer *offer)
{
    const bolt_strand *from = &bolt->strands[offer->strand];
    const uint32_t fork = from->first + offer->fork;
    bolt_strand *strand = add_strand(bolt, offer->segments);
    strand->parent = offer->strand;
    strand->fork = offer->fork;
    strand->link = from->link;
    strand->depth = from->depth + 1;
    bolt_set_point(bolt, strand->first, bolt_point(bolt, fork), bolt->points.key[fork]);
    bolt_set_point(bolt, strand->first + strand->count - 1, way->tip(bolt, offer),
                   bolt_mix(bolt->points.key[fork] ^ TIP_BITS));
    way->fill(bolt, way, strand);
}

// Offers are never more than the points they begin at.
size_t bolt_branches_bound(const qx_bolt_desc *desc)
{
    return (size_t)desc->segments * (sizeof(uint64_t) + sizeof(bolt_offer));
}

void bolt_branches_grow(qx_bolt *bolt, const bolt_way *way)
{
    uint64_t *heap = bolt->scratch;
    bolt_offers offers = { .list = (bolt_offer *)(void *)(heap + bolt->desc.segments),
                           .heap = heap };
    bolt->info.strands = 0;
    grow_trunks(bolt, way);
    for (uint32_t i = 0; i < bolt->info.links; i++) way->offer(bolt, i, &offers);
    uint32_t left = bolt->desc.segments - (bolt->point_count - bolt->info.strands);
    while (offers.waiting > 0) {
        const bolt_offer longest = take_longest(&offers);
        // From the first that does not fit on none is taken: a shorter one would be out of turn.
        if (longest.segments > left) {
            left = 0;
            bolt->info.capped += longest.segments;
            continue;
        }
        left -= longest.segments;
        grow_branch(bolt, way, &longest);
        const uint32_t strand = bolt->info.strands - 1;
        if (bolt->strands[strand].depth < bolt->desc.depth) way->offer(bolt, strand, &offers);
    }
}
