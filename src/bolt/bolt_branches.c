// SPDX-License-Identifier: MIT
#include "bolt_branches.h"

#include <quincunx/math.h>

#include <math.h>

#define TRUNK_BITS UINT32_C(0x2545F491)
#define TIP_BITS UINT32_C(0x9E3779B9)
#define SIDE_BITS UINT32_C(0x5851F42D)

// Longer first; of equals the earlier, so that the order never depends on the heap's history.
static bool is_before(const bolt_offer *a, const bolt_offer *b)
{
    if (a->length != b->length) return a->length > b->length;
    if (a->strand != b->strand) return a->strand < b->strand;
    return a->fork < b->fork;
}

void bolt_offers_add(bolt_offers *offers, bolt_offer offer)
{
    uint32_t place = offers->count++;
    while (place > 0) {
        const uint32_t above = (place - 1) / 2;
        if (!is_before(&offer, &offers->heap[above])) break;
        offers->heap[place] = offers->heap[above];
        place = above;
    }
    offers->heap[place] = offer;
}

static bolt_offer take_longest(bolt_offers *offers)
{
    const bolt_offer longest = offers->heap[0], last = offers->heap[--offers->count];
    uint32_t place = 0;
    for (;;) {
        uint32_t below = 2 * place + 1;
        if (below >= offers->count) break;
        if (below + 1 < offers->count && is_before(&offers->heap[below + 1], &offers->heap[below]))
            below++;
        if (!is_before(&offers->heap[below], &last)) break;
        offers->heap[place] = offers->heap[below];
        place = below;
    }
    offers->heap[place] = last;
    return longest;
}

float bolt_link_length(const qx_bolt *bolt, uint32_t link)
{
    const qx_vec3 a = bolt->ends[link], b = bolt->ends[link + 1];
    const double x = (double)b.x - a.x, y = (double)b.y - a.y, z = (double)b.z - a.z;
    return (float)sqrt((x * x + y * y) + z * z);
}

// Sine and cosine of an angle of which every turn is as likely: an eighth of a turn to either side
// by series, its quarter from the two lowest bits. Errors stay below 4e-7.
static void any_angle(uint32_t bits, float *sine, float *cosine)
{
    const float angle = ((float)(bits >> 8) * 0x1p-23f - 1.0f) * 0.785398163f;
    const float square = angle * angle;
    const float s =
        angle *
        (1.0f - square * (1.0f / 6.0f - square * (1.0f / 120.0f - square * (1.0f / 5040.0f))));
    const float c =
        1.0f - square * (0.5f - square * (1.0f / 24.0f -
                                          square * (1.0f / 720.0f - square * (1.0f / 40320.0f))));
    const float x = bits & 1 ? s : c, y = bits & 1 ? c : s;
    *sine = bits & 2 ? -y : y;
    *cosine = bits & 1 ? (bits & 2 ? x : -x) : (bits & 2 ? -x : x);
}

// The smallest turn from the x axis, as bolt_frame.c has it, but in float and from the other side
// where the vector points backward: an azimuth by chance does not mind.
qx_vec3 bolt_across(qx_vec3 along, uint32_t bits)
{
    const float length = sqrtf((along.x * along.x + along.y * along.y) + along.z * along.z);
    if (!(length > 0.0f)) return (qx_vec3){ 0.0f, 0.0f, 0.0f };
    const float side = along.x < 0.0f ? -1.0f : 1.0f;
    const float k = 1.0f / (length + side * along.x);
    float sine, cosine;
    any_angle(bits, &sine, &cosine);
    const float lean = (along.y * cosine + along.z * sine) * k;
    return (qx_vec3){ -side * (along.y * cosine + along.z * sine), length * cosine - along.y * lean,
                      length * sine - along.z * lean };
}

qx_vec3 bolt_branch_turn(const qx_bolt_desc *desc, qx_vec3 along, uint32_t bits)
{
    const double share = 0.25 + 0.75 * ((double)(bits >> 8) * 0x1p-24);
    const double angle = share * (double)desc->branch_angle;
    const float sine = (float)qx_sin(angle), cosine = (float)qx_cos(angle);
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
        way->fill(bolt, strand);
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
    way->fill(bolt, strand);
}

// Offers are never more than the points they begin at.
size_t bolt_branches_bound(const qx_bolt_desc *desc)
{
    return (size_t)desc->segments * sizeof(bolt_offer);
}

void bolt_branches_grow(qx_bolt *bolt, const bolt_way *way)
{
    bolt_offers offers = { .heap = bolt->scratch };
    bolt->info.strands = 0;
    grow_trunks(bolt, way);
    for (uint32_t i = 0; i < bolt->info.links; i++) way->offer(bolt, i, &offers);
    uint32_t left = bolt->desc.segments - (bolt->point_count - bolt->info.strands);
    while (offers.count > 0) {
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
