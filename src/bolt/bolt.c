// SPDX-License-Identifier: MIT
#include "bolt_kernel.h"

#include "base/layout.h"

#include <quincunx/hash.h>

#include <string.h>

static void *take_field(layout *l, const qx_bolt *b)
{
    return layout_take(l, (size_t)b->point_room + BOLT_BLOCK, sizeof(float));
}

static void lay_out(qx_bolt *b, layout *l)
{
    layout_take(l, 1, sizeof *b);
    b->points.x = take_field(l, b);
    b->points.y = take_field(l, b);
    b->points.z = take_field(l, b);
    b->points.distance = take_field(l, b);
    b->points.sway = take_field(l, b);
    b->points.crackle = take_field(l, b);
    b->points.width = take_field(l, b);
    b->points.brightness = take_field(l, b);
    b->points.key = take_field(l, b);
    b->strands = layout_take(l, b->strand_room, sizeof *b->strands);
    b->segments = layout_take(l, b->segment_room, sizeof *b->segments);
    b->ends = layout_take(l, b->end_room, sizeof *b->ends);
    b->starts = layout_take(l, b->end_room, sizeof *b->starts);
    b->obstacles = layout_take(l, b->obstacle_room, sizeof *b->obstacles);
    b->scratch = layout_take(l, b->scratch_size, 1);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

// Any way to grow may follow in the same memory, but for breakdown, whose scratch is much larger
// than the others'.
static size_t scratch_for(const qx_bolt_desc *desc)
{
    const size_t strands = larger(bolt_midpoint_bound(desc), bolt_offsets_bound(desc));
    const size_t size = larger(strands, bolt_tree_bound(desc));
    return desc->growth == QX_BOLT_BREAKDOWN ? larger(size, bolt_breakdown_bound(desc)) : size;
}

static qx_result check(qx_bolt_desc *desc)
{
    const qx_result result = bolt_check_desc(desc);
    return result == QX_OK ? qx_simd_resolve(desc->simd, &desc->simd) : result;
}

static void take_desc(qx_bolt *b, const qx_bolt_desc *desc)
{
    const uint32_t links = bolt_link_count(desc), ends = bolt_end_count(desc);
    if (desc->path_count != 0) {
        memcpy(b->ends, desc->path, ends * sizeof *b->ends);
    } else {
        b->ends[0] = desc->from;
        b->ends[1] = desc->to;
        if (ends > 2) memcpy(b->ends + 2, desc->targets, (ends - 2) * sizeof *b->ends);
    }
    b->desc = *desc;
    b->kernels = bolt_kernels_of(desc->simd);
    if (desc->growth != QX_BOLT_BREAKDOWN) b->desc.target_count = b->desc.obstacle_count = 0;
    if (b->desc.obstacle_count != 0)
        memcpy(b->obstacles, desc->obstacles, desc->obstacle_count * sizeof *b->obstacles);
    b->desc.path = b->desc.targets = NULL;
    b->desc.obstacles = b->obstacles;
    b->desc.allocator = &b->allocator;
    b->info = (qx_bolt_info){ .links = links,
                              .ends = ends,
                              .width = desc->width,
                              .simd = desc->simd,
                              .bytes = b->info.bytes };
}

static void clear_padding(const qx_bolt *b)
{
    void *const fields[] = { b->points.x,     b->points.y,       b->points.z,
                             b->points.sway,  b->points.crackle, b->points.distance,
                             b->points.width, b->points.key,     b->points.brightness };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        memset((char *)fields[i] + b->point_count * sizeof(float), 0, BOLT_BLOCK * sizeof(float));
}

// What a build reads lies together, in as few pages as it fills: of room for the most that might
// grow, much is empty.
static void draw_together(qx_bolt *b)
{
    float **const fields[] = { &b->points.x,        &b->points.y,         &b->points.z,
                               &b->points.distance, &b->points.sway,      &b->points.crackle,
                               &b->points.width,    &b->points.brightness };
    const size_t stride = (b->point_count + 2 * BOLT_BLOCK - 1) / BOLT_BLOCK * BOLT_BLOCK;
    float *to = b->points.x;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (fields[i] == &b->points.z && b->desc.space == QX_BOLT_FLAT) continue;
        *fields[i] = memmove(to, *fields[i], stride * sizeof *to);
        to += stride;
    }
    b->points.key = memmove(to, b->points.key, stride * sizeof *to);
    b->strands = memmove(to + stride, b->strands, b->info.strands * sizeof *b->strands);
    if (b->desc.space == QX_BOLT_FLAT) b->points.z = NULL;
}

static void spread_out(qx_bolt *b)
{
    lay_out(b, &(layout){ .base = (char *)b, .fits = true });
}

static void grow(qx_bolt *b, const qx_bolt_desc *desc)
{
    spread_out(b);
    take_desc(b, desc);
    b->point_count = 0;
    switch (desc->growth) {
    case QX_BOLT_OFFSETS: bolt_offsets_grow(b); break;
    case QX_BOLT_BREAKDOWN: bolt_breakdown_grow(b); break;
    case QX_BOLT_MIDPOINT: bolt_midpoint_grow(b); break;
    }
    bolt_tree_finish(b);
    clear_padding(b);
    draw_together(b);
}

qx_result qx_bolt_create(const qx_bolt_desc *desc, qx_bolt **out)
{
    *out = NULL;
    qx_bolt_desc used = qx_bolt_desc_resolve(desc);
    const qx_result result = check(&used);
    if (result != QX_OK) return result;

    const bool breaks = used.growth == QX_BOLT_BREAKDOWN;
    qx_bolt plan = { .allocator = qx_allocator_resolve(desc->allocator),
                     .segment_room = used.segments,
                     .strand_room = used.segments,
                     .point_room = 2 * used.segments,
                     .end_room = bolt_end_count(&used),
                     .obstacle_room = breaks ? used.obstacle_count : 0,
                     .particle_room = breaks ? used.particles : 0,
                     .scratch_size = scratch_for(&used) };
    layout measure = { .fits = true };
    lay_out(&plan, &measure);
    if (!measure.fits) return QX_NO_MEMORY;
    char *block = qx_allocate(&plan.allocator, measure.size, QX_CACHE_LINE);
    if (!block) return QX_NO_MEMORY;

    qx_bolt *bolt = (qx_bolt *)(void *)block;
    *bolt = plan;
    bolt->info.bytes = measure.size;
    grow(bolt, &used);
    *out = bolt;
    return QX_OK;
}

void qx_bolt_destroy(qx_bolt *bolt)
{
    if (!bolt) return;
    const qx_allocator allocator = bolt->allocator;
    qx_release(&allocator, bolt, bolt->info.bytes);
}

static bool has_room(const qx_bolt *b, const qx_bolt_desc *desc)
{
    if (desc->segments > b->segment_room || bolt_end_count(desc) > b->end_room) return false;
    if (desc->growth == QX_BOLT_BREAKDOWN &&
        (desc->particles > b->particle_room || desc->obstacle_count > b->obstacle_room))
        return false;
    return scratch_for(desc) <= b->scratch_size;
}

qx_result qx_bolt_generate(qx_bolt *bolt, const qx_bolt_desc *desc)
{
    qx_bolt_desc used = qx_bolt_desc_resolve(desc);
    const qx_result result = check(&used);
    if (result != QX_OK) return result;
    if (!has_room(bolt, &used)) return QX_TOO_LARGE;
    grow(bolt, &used);
    return QX_OK;
}

qx_bolt_info qx_bolt_get_info(const qx_bolt *bolt)
{
    return bolt->info;
}

const qx_bolt_segment *qx_bolt_get_segments(const qx_bolt *bolt)
{
    return bolt->segments;
}

static uint64_t add_field(uint64_t hash, const qx_bolt *b, const float *field)
{
    return qx_hash_floats(hash, field, b->point_count);
}

uint64_t qx_bolt_hash(const qx_bolt *bolt)
{
    const bolt_points *p = &bolt->points;
    uint64_t hash = QX_HASH_START;
    hash = add_field(hash, bolt, p->x);
    hash = add_field(hash, bolt, p->y);
    if (bolt->desc.space == QX_BOLT_SOLID) hash = add_field(hash, bolt, p->z);
    hash = add_field(hash, bolt, p->distance);
    hash = add_field(hash, bolt, p->sway);
    hash = add_field(hash, bolt, p->crackle);
    hash = add_field(hash, bolt, p->width);
    hash = add_field(hash, bolt, p->brightness);
    hash = qx_hash_bytes(hash, p->key, bolt->point_count * sizeof *p->key);
    hash = qx_hash_bytes(hash, bolt->strands, bolt->info.strands * sizeof *bolt->strands);
    hash = qx_hash_bytes(hash, bolt->segments, bolt->info.segments * sizeof *bolt->segments);
    for (uint32_t i = 0; i < bolt->info.ends; i++) {
        const float end[] = { bolt->ends[i].x, bolt->ends[i].y, bolt->ends[i].z };
        hash = qx_hash_floats(hash, end, 3);
    }
    return hash;
}
