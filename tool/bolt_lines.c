// SPDX-License-Identifier: MIT
#include "bolt.h"

#include <stdlib.h>

void bolt_lines_include(qx_bolt_bounds *all, const qx_bolt_bounds *more)
{
    const qx_vec3 low = more->low, high = more->high;
    if (low.x < all->low.x) all->low.x = low.x;
    if (low.y < all->low.y) all->low.y = low.y;
    if (low.z < all->low.z) all->low.z = low.z;
    if (high.x > all->high.x) all->high.x = high.x;
    if (high.y > all->high.y) all->high.y = high.y;
    if (high.z > all->high.z) all->high.z = high.z;
}

// Grows one strike of a storm and adds its lines; how many there are.
static uint32_t build_strike(const bolt_moment *moment, const qx_bolt_strike *strike,
                             qx_glow_line *lines, qx_bolt_bounds *bounds)
{
    qx_bolt_desc desc = *moment->desc;
    desc.seed = strike->seed;
    if (qx_bolt_generate(moment->bolt, &desc) != QX_OK) return 0; // it was created from the same
    const qx_bolt_pose pose = { .time = strike->age, .dimmed = strike->dimmed };
    return qx_bolt_build_lines(moment->bolt, &pose, lines, bounds);
}

static uint32_t build_storm(const bolt_moment *moment, qx_glow_line *lines, qx_bolt_bounds *bounds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < moment->strike_count; i++) {
        qx_bolt_bounds strike;
        count += build_strike(moment, &moment->strikes[i], lines + count, &strike);
        if (i == 0) *bounds = strike;
        bolt_lines_include(bounds, &strike);
    }
    return count;
}

qx_glow_line *bolt_lines_build(const bolt_moment *moment, uint32_t *count, qx_bolt_bounds *bounds)
{
    const size_t bolts = moment->storm ? moment->strike_count : 1;
    const size_t most = bolts * qx_bolt_bound_lines(moment->bolt);
    qx_glow_line *lines = calloc(most + 1, sizeof *lines);
    qx_bolt_bounds box = { 0 };
    *count = 0;
    if (lines)
        *count = moment->storm ? build_storm(moment, lines, &box)
                               : qx_bolt_build_lines(moment->bolt, &moment->pose, lines, &box);
    if (bounds) *bounds = box;
    return lines;
}
