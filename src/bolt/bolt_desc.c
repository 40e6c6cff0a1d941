// SPDX-License-Identifier: MIT
#include "bolt_internal.h"

#include <float.h>
#include <math.h>

#define FARTHEST 1e7f
// Factors on widths by this, and back, are floats.
#define THINNEST 1e-30f
#define PI_HALF 1.57079637f // the float next to it

static bool is_within(float value, float low, float high)
{
    return value >= low && value <= high; // false for NaN
}

static bool is_above(float value, float low, float high)
{
    return value > low && value <= high;
}

// Fields in which any negative value means none.
static bool is_at_most(float value, float high)
{
    return is_within(value, -FLT_MAX, high);
}

static bool is_place(qx_vec3 p)
{
    return is_within(p.x, -FARTHEST, FARTHEST) && is_within(p.y, -FARTHEST, FARTHEST) &&
           is_within(p.z, -FARTHEST, FARTHEST);
}

static bool are_places(const qx_vec3 *places, uint32_t count)
{
    if (count != 0 && !places) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!is_place(places[i])) return false;
    return true;
}

static double distance_between(qx_vec3 from, qx_vec3 to)
{
    const double x = (double)to.x - from.x, y = (double)to.y - from.y, z = (double)to.z - from.z;
    return sqrt((x * x + y * y) + z * z);
}

uint32_t bolt_link_count(const qx_bolt_desc *desc)
{
    return desc->path_count > 1 ? desc->path_count - 1 : 1;
}

uint32_t bolt_end_count(const qx_bolt_desc *desc)
{
    if (desc->path_count > 1) return desc->path_count;
    return desc->growth == QX_BOLT_BREAKDOWN ? 2 + desc->target_count : 2;
}

static uint64_t trunk_segments(const qx_bolt_desc *desc)
{
    if (desc->growth == QX_BOLT_BREAKDOWN) return 0;
    return (uint64_t)bolt_link_count(desc) << desc->generations;
}

// The first link that has a length; 0 where none has.
static double first_length(const qx_bolt_desc *desc)
{
    if (desc->path_count == 0) return distance_between(desc->from, desc->to);
    if (!desc->path || bolt_link_count(desc) > QX_BOLT_MAX_LINKS) return 0.0;
    for (uint32_t i = 1; i < desc->path_count; i++) {
        const double length = distance_between(desc->path[i - 1], desc->path[i]);
        if (length > 0.0 || length != length) return length; // NaN is refused later
    }
    return 0.0;
}

static uint32_t default_segments(const qx_bolt_desc *desc)
{
    const uint32_t links = bolt_link_count(desc);
    if (links > QX_BOLT_MAX_LINKS || desc->generations > QX_BOLT_MAX_GENERATIONS) return 4096;
    const uint32_t usual = links == 1 ? 4096 : links < 128 ? 512 * links : 65536;
    const uint64_t wanted = 4 * trunk_segments(desc);
    if (wanted <= usual) return usual;
    return wanted < QX_BOLT_MAX_SEGMENTS ? (uint32_t)wanted : QX_BOLT_MAX_SEGMENTS;
}

static float at_least(double value, double least)
{
    return (float)(value > least ? value : least);
}

static void fill(float *field, float value)
{
    if (*field == 0.0f) *field = value;
}

static void fill_count(uint32_t *field, uint32_t value)
{
    if (*field == 0) *field = value;
}

qx_bolt_desc qx_bolt_desc_resolve(const qx_bolt_desc *desc)
{
    qx_bolt_desc used = *desc;
    const double length = first_length(&used);
    const float unit = length > 0.0 && length < 1e8 ? at_least(length, 120.0 * THINNEST) : 120.0f;
    fill_count(&used.generations, 7);
    fill(&used.roughness, 0.95f);
    fill(&used.branch_chance, 0.3f);
    fill(&used.branch_scale, 0.7f);
    fill(&used.branch_angle, 0.61f);
    fill_count(&used.depth, 3);
    fill_count(&used.segments, default_segments(&used));
    fill(&used.width, unit / 120.0f);
    fill(&used.taper, 0.8f);
    fill(&used.power, 1.0f);
    fill(&used.trunk_share, 0.6f);
    fill(&used.sway, 0.04f);
    fill(&used.crackle, 0.25f);
    fill(&used.rate, 6.0f);
    fill(&used.eta, 4.0f);
    fill(&used.cell, unit / 40.0f);
    fill_count(&used.particles, used.segments < 1000 ? used.segments : 1000);
    return used;
}

static bool has_ends(const qx_bolt_desc *desc)
{
    if (desc->path_count == 0) return is_place(desc->from) && is_place(desc->to);
    if (desc->path_count == 1 || desc->path_count > QX_BOLT_MAX_LINKS + 1) return false;
    return desc->growth != QX_BOLT_BREAKDOWN && are_places(desc->path, desc->path_count);
}

static bool has_shape(const qx_bolt_desc *desc)
{
    if (desc->growth != QX_BOLT_MIDPOINT && desc->growth != QX_BOLT_OFFSETS &&
        desc->growth != QX_BOLT_BREAKDOWN)
        return false;
    if (desc->space != QX_BOLT_FLAT && desc->space != QX_BOLT_SOLID) return false;
    if (desc->generations > QX_BOLT_MAX_GENERATIONS) return false;
    if (desc->depth > 15 || desc->segments > QX_BOLT_MAX_SEGMENTS) return false;
    return is_above(desc->roughness, 0.0f, 1.0f) && is_within(desc->straightness, 0.0f, 1.0f) &&
           is_at_most(desc->branch_chance, 1.0f) && is_within(desc->branch_scale, 0.05f, 1.0f) &&
           is_above(desc->branch_angle, 0.0f, PI_HALF);
}

static bool has_light_and_motion(const qx_bolt_desc *desc)
{
    return is_within(desc->width, THINNEST, 1e6f) && is_at_most(desc->taper, 1.0f) &&
           is_above(desc->power, 0.0f, 100.0f) && is_above(desc->trunk_share, 0.0f, 1.0f) &&
           is_at_most(desc->sway, 1.0f) && is_at_most(desc->crackle, 1.0f) &&
           is_above(desc->rate, 0.0f, 1e3f);
}

static bool is_obstacle(const qx_bolt_obstacle *o, qx_bolt_space space)
{
    if (!is_place(o->centre)) return false;
    if (o->radius != 0.0f) return is_above(o->radius, 0.0f, FARTHEST);
    return is_above(o->half.x, 0.0f, FARTHEST) && is_above(o->half.y, 0.0f, FARTHEST) &&
           (space == QX_BOLT_FLAT || is_above(o->half.z, 0.0f, FARTHEST));
}

// The edge itself counts as inside: growth could not leave it.
static bool is_inside(const qx_bolt_obstacle *o, qx_vec3 place, qx_bolt_space space)
{
    if (o->radius != 0.0f) {
        if (space == QX_BOLT_FLAT) place.z = o->centre.z;
        return distance_between(o->centre, place) <= (double)o->radius;
    }
    return fabsf(place.x - o->centre.x) <= o->half.x && fabsf(place.y - o->centre.y) <= o->half.y &&
           (space == QX_BOLT_FLAT || fabsf(place.z - o->centre.z) <= o->half.z);
}

static bool is_free(const qx_bolt_desc *desc, qx_vec3 place)
{
    for (uint32_t i = 0; i < desc->obstacle_count; i++)
        if (is_inside(&desc->obstacles[i], place, desc->space)) return false;
    return true;
}

static bool has_breakdown(const qx_bolt_desc *desc)
{
    if (!is_within(desc->eta, 0.1f, 16.0f) || !is_above(desc->cell, 0.0f, FARTHEST)) return false;
    if (desc->particles > desc->segments || desc->target_count > QX_BOLT_MAX_TARGETS) return false;
    if (desc->obstacle_count > QX_BOLT_MAX_OBSTACLES) return false;
    if (desc->obstacle_count != 0 && !desc->obstacles) return false;
    if (!are_places(desc->targets, desc->target_count)) return false;
    for (uint32_t i = 0; i < desc->obstacle_count; i++)
        if (!is_obstacle(&desc->obstacles[i], desc->space)) return false;
    for (uint32_t i = 0; i < desc->target_count; i++)
        if (!is_free(desc, desc->targets[i])) return false;
    return is_free(desc, desc->from) && is_free(desc, desc->to);
}

qx_result bolt_check_desc(const qx_bolt_desc *desc)
{
    if (!has_shape(desc) || !has_ends(desc) || !has_light_and_motion(desc)) return QX_BAD_VALUE;
    if (desc->growth == QX_BOLT_BREAKDOWN) return has_breakdown(desc) ? QX_OK : QX_BAD_VALUE;
    return trunk_segments(desc) <= desc->segments ? QX_OK : QX_BAD_VALUE;
}
