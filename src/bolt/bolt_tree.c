// SPDX-License-Identifier: MIT
#include "bolt_internal.h"

#include <math.h>
#include <string.h>

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

// Free tips and met ends of a link share its power. Where a branch begins at the very end of a
// strand, that is no tip: all goes on.
typedef struct demand {
    double weights;             // of free tips
    double per_weight, per_end; // power of a free tip of weight 1, and of a met end
    uint32_t met;
} demand;

// What of a strand its points have in common.
typedef struct strand_facts {
    float length, inverse;   // inverse is 0 where it has no length
    float weight;            // of its tip
    bool goes_on;            // has no tip of its own
    float width, brightness; // factors on both where it begins
} strand_facts;

typedef struct reckoning {
    demand *demands;     // a link each
    strand_facts *facts; // a strand each
} reckoning;

size_t bolt_tree_bound(const qx_bolt_desc *desc)
{
    return bolt_link_count(desc) * sizeof(demand) + desc->segments * sizeof(strand_facts);
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

// Lengths of all segments at once, into the field for width: loops of a strand each cost more to
// enter than twigs of one segment take. What spans from strand to strand is never looked at.
static void measure_segments(const qx_bolt *bolt)
{
    const bolt_points *p = &bolt->points;
    const uint32_t count = bolt->point_count - 1;
    if (bolt->desc.space == QX_BOLT_SOLID) {
        for (uint32_t i = 0; i < count; i++) {
            const float x = p->x[i + 1] - p->x[i], y = p->y[i + 1] - p->y[i];
            const float z = p->z[i + 1] - p->z[i];
            p->width[i] = sqrtf((x * x + y * y) + z * z);
        }
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const float x = p->x[i + 1] - p->x[i], y = p->y[i + 1] - p->y[i];
        p->width[i] = sqrtf(x * x + y * y);
    }
}

static float not_below_zero(float value)
{
    return value > 0.0f ? value : 0.0f;
}

// By the shorter neighbour, so that no point passes another; the ends of strands come later.
static void crackle_between(const qx_bolt *bolt)
{
    float *crackle = bolt->points.crackle;
    const float *length = bolt->points.width;
    const float most = not_below_zero(bolt->desc.crackle);
    for (uint32_t i = 1; i + 1 < bolt->point_count; i++)
        crackle[i] = most * (length[i - 1] < length[i] ? length[i - 1] : length[i]);
}

// Numbers a strand's segments and adds up its way from the start of the link.
static void lay_strand(qx_bolt *bolt, uint32_t index)
{
    bolt_strand *strand = &bolt->strands[index];
    const bolt_strand s = *strand;
    const uint32_t segment = bolt->info.segments;
    strand->segment = segment;
    bolt->info.segments += s.count - 1;
    qx_bolt_segment *segments = bolt->segments + segment;
    float *distances = bolt->points.distance + s.first;
    const float *lengths = bolt->points.width + s.first;
    float distance = 0.0f;
    if (s.parent != QX_BOLT_NONE)
        distance = bolt->points.distance[bolt->strands[s.parent].first + s.fork];
    for (uint32_t k = 0; k + 1 < s.count; k++) {
        segments[k] = (qx_bolt_segment){ .parent = segment + k - 1,
                                         .strand = index,
                                         .link = s.link,
                                         .depth = s.depth,
                                         .distance = distance,
                                         .length = lengths[k] };
        distances[k] = distance;
        distance += lengths[k];
    }
    distances[s.count - 1] = distance;
    segments[0].parent = segment_to(bolt, strand, 0);
    if (distance > bolt->info.reach) bolt->info.reach = distance;
}

static strand_facts facts_of(const qx_bolt *bolt, const bolt_strand *strand)
{
    const float *distance = bolt->points.distance;
    strand_facts facts = { .length = distance[last_of(strand)] - distance[strand->first] };
    facts.inverse = facts.length > 0.0f ? 1.0f / facts.length : 0.0f;
    facts.weight = facts.length > LEAST_LENGTH ? facts.length : LEAST_LENGTH;
    for (uint32_t i = 1; i < strand->depth; i++) facts.weight *= DEEPER;
    return facts;
}

// All tips of a link together have a power of 1.
static void share_demand(const qx_bolt *bolt, demand *link)
{
    const bool free_ones = link->weights > 0.0, met_ones = link->met > 0;
    const double share = !free_ones ? 1.0 : met_ones ? (double)bolt->desc.trunk_share : 0.0;
    link->per_end = met_ones ? share / (double)link->met : 0.0;
    link->per_weight = free_ones ? (1.0 - share) / link->weights : 0.0;
}

static void lay_strands(qx_bolt *bolt, const reckoning *r)
{
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        lay_strand(bolt, i);
        const bolt_strand *strand = &bolt->strands[i];
        r->facts[i] = facts_of(bolt, strand);
        if (strand->parent == QX_BOLT_NONE) continue;
        if (strand->fork + 1 == bolt->strands[strand->parent].count)
            r->facts[strand->parent].goes_on = true;
    }
}

// Trunks come first, so a link's has its number.
static double trunk_way(const qx_bolt *bolt, uint32_t link)
{
    return (double)bolt->points.distance[last_of(&bolt->strands[link])];
}

static double world_length(const qx_bolt *bolt, uint32_t link, double way)
{
    return (double)bolt_link_length(bolt, link) * way;
}

// For links that are born in turn. Branches of the last ones may lead on beyond the path's end.
static void measure_path(qx_bolt *bolt)
{
    bolt->starts[0] = bolt->way = 0.0;
    if (bolt->info.links == 1) return;
    for (uint32_t i = 0; i < bolt->info.links; i++)
        bolt->starts[i + 1] = bolt->starts[i] + world_length(bolt, i, trunk_way(bolt, i));
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        const bolt_strand *strand = &bolt->strands[i];
        const double tip = (double)bolt->points.distance[last_of(strand)];
        const double way = bolt->starts[strand->link] + world_length(bolt, strand->link, tip);
        if (way > bolt->way) bolt->way = way;
    }
}

static void gather_demand(const qx_bolt *bolt, const reckoning *r)
{
    for (uint32_t i = 0; i < bolt->info.links; i++) r->demands[i] = (demand){ .met = 0 };
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        const bolt_strand *strand = &bolt->strands[i];
        demand *link = &r->demands[strand->link];
        if (r->facts[i].goes_on) continue;
        if (is_met(strand))
            link->met++;
        else
            link->weights += (double)r->facts[i].weight;
    }
    for (uint32_t i = 0; i < bolt->info.links; i++) share_demand(bolt, &r->demands[i]);
}

// From the tips inward. What branches take at a point waits in its field for brightness, as the
// float that their first segment carries: parents then are sums of what their children show. Each
// point's power and its share of the way to the tip are left in the fields for width and sway.
static void carry_power(qx_bolt *bolt, const bolt_strand *strand, double power,
                        const strand_facts *facts)
{
    const bolt_points *p = &bolt->points;
    qx_bolt_segment *segments = bolt->segments + strand->segment;
    const uint32_t first = strand->first, last = last_of(strand);
    const float start = p->distance[first];
    power += (double)p->brightness[last];
    p->width[last] = (float)power;
    p->sway[last] = (p->distance[last] - start) * facts->inverse;
    for (uint32_t point = last; point-- > first;) {
        const float carried = (float)power;
        segments[point - first].power = carried;
        p->width[point] = carried;
        p->sway[point] = (p->distance[point] - start) * facts->inverse;
        power += (double)p->brightness[point];
    }
    if (strand->parent == QX_BOLT_NONE) return;
    const double all = (double)segments[0].power + (double)p->brightness[first];
    p->brightness[bolt->strands[strand->parent].first + strand->fork] += (float)all;
}

static void share_power(qx_bolt *bolt, const reckoning *r)
{
    memset(bolt->points.brightness, 0, bolt->point_count * sizeof(float));
    for (uint32_t i = bolt->info.strands; i-- > 0;) {
        const bolt_strand *strand = &bolt->strands[i];
        const demand *link = &r->demands[strand->link];
        double tip = link->per_weight * (double)r->facts[i].weight;
        if (is_met(strand)) tip = link->per_end;
        if (r->facts[i].goes_on) tip = 0.0;
        carry_power(bolt, strand, tip, &r->facts[i]);
    }
}

// Both follow a root of power: light itself spans too much for a screen, and a twig with a
// hundredth of the power is still there to be seen. sqrt is the only root that is exact.
static void take_roots(const qx_bolt *bolt)
{
    const bolt_points *p = &bolt->points;
    const float half = 0.5f * bolt->desc.width;
    for (uint32_t i = 0; i < bolt->point_count; i++) {
        const float power = p->width[i] < 1.0f ? p->width[i] : 1.0f;
        const float root = sqrtf(power), fourth = sqrtf(root);
        p->width[i] = half * fourth;
        p->brightness[i] = sqrtf(root * fourth);
    }
}

// Where a strand is met it keeps its width and light.
static float taper_of(const qx_bolt *bolt, const bolt_strand *strand)
{
    return is_met(strand) ? 0.0f : not_below_zero(bolt->desc.taper);
}

static float fade_of(const bolt_strand *strand)
{
    return is_met(strand) ? 0.0f : FADE;
}

// A branch takes over what its parent has lost up to the fork.
static void begin_fading(const qx_bolt *bolt, const bolt_strand *strand, const reckoning *r,
                         strand_facts *facts)
{
    facts->width = facts->brightness = 1.0f;
    if (strand->parent == QX_BOLT_NONE) return;
    const bolt_strand *parent = &bolt->strands[strand->parent];
    const strand_facts *before = &r->facts[strand->parent];
    const float *distance = bolt->points.distance + parent->first;
    const float share = (distance[strand->fork] - distance[0]) * before->inverse;
    facts->width = before->width * (1.0f - taper_of(bolt, parent) * share);
    facts->brightness = before->brightness * (1.0f - fade_of(parent) * share);
}

static void light_strand(qx_bolt *bolt, const bolt_strand *strand, const strand_facts *facts)
{
    const bolt_points *p = &bolt->points;
    qx_bolt_segment *segments = bolt->segments + strand->segment;
    const float taper = taper_of(bolt, strand), fade = fade_of(strand);
    float width = 0.0f, brightness = 0.0f;
    for (uint32_t k = 0; k < strand->count; k++) {
        const uint32_t point = strand->first + k;
        const float share = p->sway[point];
        const float wide = p->width[point] * (facts->width * (1.0f - taper * share));
        const float bright = p->brightness[point] * (facts->brightness * (1.0f - fade * share));
        p->width[point] = wide;
        p->brightness[point] = bright;
        if (k > 0) {
            segments[k - 1].width = width + wide;
            segments[k - 1].brightness = 0.5f * (brightness + bright);
        }
        width = wide;
        brightness = bright;
    }
}

// Where a strand is met it comes to rest; a free tip swings on, the further the longer it is.
static void sway_strand(qx_bolt *bolt, const bolt_strand *strand, const strand_facts *facts,
                        float start)
{
    float *sway = bolt->points.sway + strand->first;
    const uint32_t last = strand->count - 1;
    const float own =
        not_below_zero(bolt->desc.sway) * (facts->length < 1.0f ? facts->length : 1.0f);
    sway[0] = start;
    if (!is_met(strand)) {
        for (uint32_t k = 1; k <= last; k++) sway[k] = start + own * (sway[k] * sway[k]);
        return;
    }
    for (uint32_t k = 1; k < last; k++) {
        const float t = sway[k], rest = 1.0f - t;
        sway[k] = rest * (start * rest * (1.0f + 2.0f * t) + own * BUMP * (t * t));
    }
    sway[last] = 0.0f;
}

static void loosen_strand(qx_bolt *bolt, const bolt_strand *strand, const strand_facts *facts)
{
    const bolt_points *p = &bolt->points;
    const uint32_t first = strand->first, last = last_of(strand);
    const float length = bolt->segments[strand->segment + strand->count - 2].length;
    const bool begins = strand->parent == QX_BOLT_NONE;
    const uint32_t fork = begins ? 0 : bolt->strands[strand->parent].first + strand->fork;
    sway_strand(bolt, strand, facts, begins ? 0.0f : p->sway[fork]);
    p->crackle[first] = begins ? 0.0f : p->crackle[fork];
    p->crackle[last] = is_met(strand) ? 0.0f : not_below_zero(bolt->desc.crackle) * length;
}

void bolt_tree_finish(qx_bolt *bolt)
{
    demand *demands = bolt->scratch;
    const reckoning r = { demands, (strand_facts *)(void *)(demands + bolt->info.links) };
    measure_segments(bolt);
    crackle_between(bolt);
    lay_strands(bolt, &r);
    measure_path(bolt);
    gather_demand(bolt, &r);
    share_power(bolt, &r);
    take_roots(bolt);
    for (uint32_t i = 0; i < bolt->info.strands; i++) {
        const bolt_strand *strand = &bolt->strands[i];
        begin_fading(bolt, strand, &r, &r.facts[i]);
        light_strand(bolt, strand, &r.facts[i]);
        loosen_strand(bolt, strand, &r.facts[i]);
    }
}
