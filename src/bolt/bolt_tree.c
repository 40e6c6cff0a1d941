// SPDX-License-Identifier: MIT
#include "bolt_internal.h"

#include <math.h>

// What follows from the shape of a tree: from the start outward its ways, from the tips inward the
// power each part has to carry, and from these how wide, bright and restless it is.

// Weight of a tip against one as long that is less deep by one.
#define DEEPER 0.6f
// Share of its brightness that a branch has lost at its tip.
#define FADE 0.7f
// Height of x²(1 - x) to 1.
#define BUMP 6.75f
// Lengths below count as this, so that what has no length gets power too.
#define LEAST_LENGTH 1e-6f

// Free tips and met ends of a link share its power.
typedef struct demand {
    double weights; // of free tips
    uint32_t met;
} demand;

// Factors on width and brightness where a strand begins.
typedef struct fading {
    float width, brightness;
} fading;

typedef struct reckoning {
    demand *demands; // a link each
    fading *fadings; // a strand each
} reckoning;

size_t bolt_tree_bound(const qx_bolt_desc *desc)
{
    return bolt_link_count(desc) * sizeof(demand) + desc->segments * sizeof(fading);
}

static bool is_met(const bolt_strand *strand)
{
    return strand->target != QX_BOLT_NONE;
}

static uint32_t last_of(const bolt_strand *strand)
{
    return strand->first + strand->count - 1;
}

// The segment that leads to a strand's point; what leads to its first is its parent's affair.
static uint32_t segment_to(const qx_bolt *bolt, const bolt_strand *strand, uint32_t point)
{
    while (point == 0) {
        if (strand->parent == QX_BOLT_NONE) return QX_BOLT_NONE;
        point = strand->fork;
        strand = &bolt->strands[strand->parent];
    }
    return strand->segment + point - 1;
}

static void number_segments(qx_bolt *bolt)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        bolt_strand *strand = &bolt->strands[i];
        strand->segment = count;
        const uint32_t leading = segment_to(bolt, strand, 0);
        for (uint32_t k = 0; k + 1 < strand->count; k++, count++) {
            bolt->segments[count].parent = k == 0 ? leading : count - 1;
            bolt->segments[count].strand = i;
            bolt->segments[count].link = strand->link;
            bolt->segments[count].depth = strand->depth;
        }
    }
    bolt->info.segments = count;
}

// Lengths first, in a loop of their own: sums have to wait for each other, roots do not.
static void measure_strand(qx_bolt *bolt, const bolt_strand *strand)
{
    const bolt_points *p = &bolt->points;
    qx_bolt_segment *segments = bolt->segments + strand->segment;
    const bool solid = bolt->desc.space == QX_BOLT_SOLID;
    float *lengths = p->crackle + strand->first;
    for (uint32_t k = 0; k + 1 < strand->count; k++) {
        const uint32_t a = strand->first + k, b = a + 1;
        const float x = p->x[b] - p->x[a], y = p->y[b] - p->y[a];
        const float z = solid ? p->z[b] - p->z[a] : 0.0f;
        lengths[k] = sqrtf((x * x + y * y) + z * z);
    }
    float distance = 0.0f;
    if (strand->parent != QX_BOLT_NONE)
        distance = p->distance[bolt->strands[strand->parent].first + strand->fork];
    p->distance[strand->first] = distance;
    for (uint32_t k = 0; k + 1 < strand->count; k++) {
        segments[k].distance = distance;
        segments[k].length = lengths[k];
        distance += lengths[k];
        p->distance[strand->first + k + 1] = distance;
    }
    if (distance > bolt->info.reach) bolt->info.reach = distance;
}

static float strand_length(const qx_bolt *bolt, const bolt_strand *strand)
{
    return bolt->points.distance[last_of(strand)] - bolt->points.distance[strand->first];
}

static float tip_weight(const qx_bolt *bolt, const bolt_strand *strand)
{
    const float length = strand_length(bolt, strand);
    float weight = length > LEAST_LENGTH ? length : LEAST_LENGTH;
    for (uint32_t i = 1; i < strand->depth; i++) weight *= DEEPER;
    return weight;
}

static void gather_demand(const qx_bolt *bolt, demand *demands)
{
    for (uint32_t i = 0; i < bolt->info.links; i++) demands[i] = (demand){ 0.0, 0 };
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        const bolt_strand *strand = &bolt->strands[i];
        demand *link = &demands[strand->link];
        if (is_met(strand))
            link->met++;
        else
            link->weights += (double)tip_weight(bolt, strand);
    }
}

// What reaches a tip. All tips of a link together have 1.
static double tip_power(const qx_bolt *bolt, const bolt_strand *strand, const demand *link)
{
    const bool free_ones = link->weights > 0.0, met_ones = link->met > 0;
    const double share = !free_ones ? 1.0 : met_ones ? (double)bolt->desc.trunk_share : 0.0;
    if (is_met(strand)) return share / (double)link->met;
    return (1.0 - share) * (double)tip_weight(bolt, strand) / link->weights;
}

// From the tips inward. What branches take at a point waits in its field for brightness, as the
// float that their first segment carries: parents then are sums of what their children show.
static void share_power(qx_bolt *bolt, const demand *demands)
{
    float *taken = bolt->points.brightness;
    for (uint32_t i = 0; i < bolt->point_count; i++) taken[i] = 0.0f;
    for (uint32_t i = bolt->info.strands; i-- > 0;) {
        const bolt_strand *strand = &bolt->strands[i];
        qx_bolt_segment *segments = bolt->segments + strand->segment;
        double power = tip_power(bolt, strand, &demands[strand->link]);
        for (uint32_t k = strand->count - 1; k-- > 0;) {
            power += (double)taken[strand->first + k + 1];
            segments[k].power = (float)power;
        }
        if (strand->parent == QX_BOLT_NONE) continue;
        const double all = (double)segments[0].power + (double)taken[strand->first];
        taken[bolt->strands[strand->parent].first + strand->fork] += (float)all;
    }
}

static fading fading_at(const qx_bolt *bolt, const bolt_strand *strand, fading start, float share)
{
    if (is_met(strand)) return start;
    const float taper = bolt->desc.taper > 0.0f ? bolt->desc.taper : 0.0f;
    return (fading){ start.width * (1.0f - taper * share),
                     start.brightness * (1.0f - FADE * share) };
}

static float share_of(const qx_bolt *bolt, const bolt_strand *strand, uint32_t point, float inverse)
{
    return (bolt->points.distance[point] - bolt->points.distance[strand->first]) * inverse;
}

static float inverse_length(const qx_bolt *bolt, const bolt_strand *strand)
{
    const float length = strand_length(bolt, strand);
    return length > 0.0f ? 1.0f / length : 0.0f;
}

static fading start_fading(const qx_bolt *bolt, const bolt_strand *strand, const fading *fadings)
{
    if (strand->parent == QX_BOLT_NONE) return (fading){ 1.0f, 1.0f };
    const bolt_strand *parent = &bolt->strands[strand->parent];
    const float share =
        share_of(bolt, parent, parent->first + strand->fork, inverse_length(bolt, parent));
    return fading_at(bolt, parent, fadings[strand->parent], share);
}

// Both follow a root of power: light itself spans too much for a screen, and a twig with a
// hundredth of the power is still there to be seen. sqrt is the only root that is exact.
static void light_strand(qx_bolt *bolt, const bolt_strand *strand, fading start)
{
    const bolt_points *p = &bolt->points;
    qx_bolt_segment *segments = bolt->segments + strand->segment;
    const float half = 0.5f * bolt->desc.width, inverse = inverse_length(bolt, strand);
    float power = -1.0f, width = 0.0f, brightness = 0.0f;
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t point = strand->first + k;
        const float carried = segments[k + 1 < strand->count ? k : k - 1].power;
        if (carried != power) { // only at forks
            power = carried;
            const float root = sqrtf(power < 1.0f ? power : 1.0f);
            brightness = sqrtf(root * sqrtf(root));
            width = half * sqrtf(root);
        }
        const fading fade = fading_at(bolt, strand, start, share_of(bolt, strand, point, inverse));
        p->width[point] = width * fade.width;
        p->brightness[point] = brightness * fade.brightness;
    }
    for (uint32_t k = 0; k + 1 < strand->count; k++) {
        const uint32_t a = strand->first + k, b = a + 1;
        segments[k].width = p->width[a] + p->width[b];
        segments[k].brightness = 0.5f * (p->brightness[a] + p->brightness[b]);
    }
}

// Where a strand is met it comes to rest; a free tip swings on, the further the longer it is.
static void sway_strand(qx_bolt *bolt, const bolt_strand *strand)
{
    const bolt_points *p = &bolt->points;
    const float inverse = inverse_length(bolt, strand), length = strand_length(bolt, strand);
    const float most = bolt->desc.sway > 0.0f ? bolt->desc.sway : 0.0f;
    const float own = most * (length < 1.0f ? length : 1.0f);
    const bool met = is_met(strand);
    float start = 0.0f;
    if (strand->parent != QX_BOLT_NONE)
        start = p->sway[bolt->strands[strand->parent].first + strand->fork];
    for (uint32_t point = strand->first; point <= last_of(strand); point++) {
        const float t = share_of(bolt, strand, point, inverse), rest = 1.0f - t;
        const float met_sway = start * rest * rest * (1.0f + 2.0f * t) + own * BUMP * t * t * rest;
        p->sway[point] = met ? met_sway : start + own * t * t;
    }
    p->sway[strand->first] = start;
    if (met) p->sway[last_of(strand)] = 0.0f;
}

// By the shorter neighbour, so that no point passes another.
static void crackle_strand(qx_bolt *bolt, const bolt_strand *strand)
{
    float *crackle = bolt->points.crackle + strand->first;
    const qx_bolt_segment *segments = bolt->segments + strand->segment;
    const float most = bolt->desc.crackle > 0.0f ? bolt->desc.crackle : 0.0f;
    const uint32_t last = strand->count - 1;
    for (uint32_t k = 1; k < last; k++) {
        const float before = segments[k - 1].length, after = segments[k].length;
        crackle[k] = most * (before < after ? before : after);
    }
    crackle[0] = 0.0f;
    if (strand->parent != QX_BOLT_NONE)
        crackle[0] = bolt->points.crackle[bolt->strands[strand->parent].first + strand->fork];
    crackle[last] = is_met(strand) ? 0.0f : most * segments[last - 1].length;
}

void bolt_tree_finish(qx_bolt *bolt)
{
    const reckoning r = { .demands = bolt->scratch,
                          .fadings =
                              (fading *)(void *)((demand *)bolt->scratch + bolt->info.links) };
    bolt->info.reach = 0.0f;
    number_segments(bolt);
    for (uint32_t i = 0; i < bolt->info.strands; i++) measure_strand(bolt, &bolt->strands[i]);
    gather_demand(bolt, r.demands);
    share_power(bolt, r.demands);
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        const bolt_strand *strand = &bolt->strands[i];
        r.fadings[i] = start_fading(bolt, strand, r.fadings);
        light_strand(bolt, strand, r.fadings[i]);
        sway_strand(bolt, strand);
        crackle_strand(bolt, strand);
    }
}
