// SPDX-License-Identifier: MIT
#include "bolt_breakdown.h"

#include "base/exact.h"

#include <math.h>
#include <string.h>

// From particles to strands: the way to `to` is the trunk, ways to other targets are strands of
// their own, and everything else falls apart into the longest ways left.

// Share of a point's place that its neighbours' mean gives: enough to lose the lattice's staircase,
// and the line stays jagged.
#define SMOOTHING 0.35f

typedef struct finishing {
    qx_bolt *bolt;
    const cell_frame *frame;
    const obstacle_set *obstacles;
    const place3 *targets;
    const breakdown_tree *tree;
    const breakdown_strands *room;
    uint32_t key;
} finishing;

static float step_length(const breakdown_tree *t, uint32_t particle)
{
    const uint32_t parent = t->parent[particle];
    const float x = t->x[particle] - t->x[parent], y = t->y[particle] - t->y[parent];
    const float z = t->z[particle] - t->z[parent];
    return sqrtf((x * x + y * y) + z * z);
}

static void link_children(const finishing *f)
{
    const breakdown_tree *t = f->tree;
    const breakdown_strands *s = f->room;
    for (uint32_t i = 0; i < t->count; i++) {
        s->child[i] = s->next[i] = QX_BOLT_NONE;
        s->below[i] = 0.0f;
        s->wanted[i] = 0;
    }
    for (uint32_t i = t->count; i-- > 1;) {
        const uint32_t parent = t->parent[i];
        s->sibling[i] = s->child[parent];
        s->child[parent] = i;
        const float way = s->below[i] + step_length(t, i);
        if (way < s->below[parent]) continue;
        s->below[parent] = way;
        s->next[parent] = i;
    }
}

static void want_way_to(const finishing *f, uint32_t particle)
{
    const breakdown_strands *s = f->room;
    const uint32_t *parent = f->tree->parent;
    s->wanted[particle] = 1;
    s->next[particle] = QX_BOLT_NONE;
    while (parent[particle] != QX_BOLT_NONE && !s->wanted[parent[particle]]) {
        s->next[parent[particle]] = particle;
        particle = parent[particle];
        s->wanted[particle] = 1;
    }
}

// Where `to` was not reached, what came nearest leads the trunk.
static uint32_t nearest_to_end(const finishing *f)
{
    double least = 1e300;
    uint32_t nearest = 0;
    for (uint32_t i = 1; i < f->tree->count; i++) {
        const place3 away = place3_between(breakdown_place(f->tree, i), f->targets[0]);
        const double square = place3_dot(away, away);
        if (square >= least) continue;
        least = square;
        nearest = i;
    }
    return nearest;
}

static void want_ways(const finishing *f)
{
    const breakdown_tree *t = f->tree;
    want_way_to(f, t->leaf[0] != QX_BOLT_NONE ? t->leaf[0] : nearest_to_end(f));
    for (uint32_t i = 1; i < t->target_count; i++)
        if (t->leaf[i] != QX_BOLT_NONE) want_way_to(f, t->leaf[i]);
}

// --- smoothing

// Only where no moved segment can meet an obstacle: before and after smoothing, the neighbours of a
// point lie in a ball around it as large as the longest step, and so do the lines to them.
static bool may_move(const finishing *f, uint32_t particle)
{
    const place3 place = breakdown_place(f->tree, particle);
    for (uint32_t i = 0; i < f->obstacles->count; i++) {
        const obstacle *o = &f->obstacles->all[i];
        if (obstacle_distance(f->obstacles, o, place) < BREAKDOWN_LONGEST) return false;
    }
    return true;
}

static float smoothed(const float *field, uint32_t before, uint32_t at, uint32_t after)
{
    const float mean = 0.5f * (field[before] + field[after]);
    return field[at] + SMOOTHING * (mean - field[at]);
}

static void smooth(const finishing *f)
{
    const breakdown_tree *t = f->tree;
    const breakdown_strands *s = f->room;
    for (uint32_t i = 0; i < t->count; i++) {
        const uint32_t before = t->parent[i], after = s->next[i];
        const bool moves = before != QX_BOLT_NONE && after != QX_BOLT_NONE && may_move(f, i);
        s->x[i] = moves ? smoothed(t->x, before, i, after) : t->x[i];
        s->y[i] = moves ? smoothed(t->y, before, i, after) : t->y[i];
        s->z[i] = moves ? smoothed(t->z, before, i, after) : t->z[i];
    }
}

// --- strands

static uint32_t target_at(const finishing *f, uint32_t particle)
{
    for (uint32_t i = 0; i < f->tree->target_count; i++)
        if (f->tree->leaf[i] == particle) return i + 1;
    return QX_BOLT_NONE;
}

static void write_point(const finishing *f, qx_vec3 place, uint32_t key)
{
    qx_bolt *bolt = f->bolt;
    const uint32_t i = bolt->point_count++;
    bolt->points.x[i] = place.x;
    bolt->points.y[i] = place.y;
    if (bolt->desc.space == QX_BOLT_SOLID) bolt->points.z[i] = place.z;
    bolt->points.key[i] = key;
}

static float in_lengths(const finishing *f, double cells)
{
    return f->frame->way > 0.0 ? (float)(cells / f->frame->way) : 0.0f;
}

// Targets from their own place, which a float in cells would round.
static void write_particle(const finishing *f, uint32_t particle, uint32_t target)
{
    const breakdown_strands *s = f->room;
    place3 place = { (double)s->x[particle], (double)s->y[particle], (double)s->z[particle] };
    if (target != QX_BOLT_NONE) place = f->targets[target - 1];
    const qx_vec3 at = { in_lengths(f, place.x), in_lengths(f, place.y), in_lengths(f, place.z) };
    write_point(f, at, bolt_mix(f->key + particle));
}

// The branches at a point of strand `from` are put at the end of the queue, which has `count`. Free
// ones of a single segment are left out: they look like lint on the line.
static uint32_t enqueue(const finishing *f, uint32_t particle, uint32_t goes_on, uint32_t from,
                        uint32_t fork, uint32_t count)
{
    const breakdown_strands *s = f->room;
    const uint32_t depth = f->bolt->strands[from].depth + 1;
    for (uint32_t c = s->child[particle]; c != QX_BOLT_NONE; c = s->sibling[c]) {
        const bool shows = depth <= f->bolt->desc.depth && s->next[c] != QX_BOLT_NONE;
        if (c == goes_on || !(s->wanted[c] || shows)) continue;
        s->queue[count] = c;
        s->begin[count] = from;
        s->fork[count] = fork;
        count++;
    }
    return count;
}

// Strands that begin at the start have no parent, but are as deep as one of the trunk's.
static uint32_t write_strand(const finishing *f, uint32_t index, uint32_t count)
{
    qx_bolt *bolt = f->bolt;
    const breakdown_strands *s = f->room;
    const uint32_t first = s->queue[index], start = f->tree->parent[first];
    const bool rooted = start == 0;
    bolt_strand *strand = &bolt->strands[index];
    *strand = (bolt_strand){ .first = bolt->point_count,
                             .parent = rooted ? QX_BOLT_NONE : s->begin[index],
                             .fork = rooted ? 0 : s->fork[index],
                             .depth = index == 0 ? 0 : bolt->strands[s->begin[index]].depth + 1,
                             .target = QX_BOLT_NONE };
    write_particle(f, start, QX_BOLT_NONE);
    if (index == 0) count = enqueue(f, start, first, 0, 0, count);
    uint32_t along = 1;
    for (uint32_t i = first; i != QX_BOLT_NONE; i = s->next[i], along++) {
        const uint32_t target = target_at(f, i);
        write_particle(f, i, target);
        if (target != QX_BOLT_NONE) strand->target = target;
        count = enqueue(f, i, s->next[i], index, along, count);
    }
    strand->count = along;
    return count;
}

// Nothing could grow: a dot.
static void write_dot(const finishing *f)
{
    f->bolt->strands[0] =
        (bolt_strand){ .count = 2, .parent = QX_BOLT_NONE, .target = QX_BOLT_NONE };
    write_point(f, (qx_vec3){ 0 }, bolt_mix(f->key));
    write_point(f, (qx_vec3){ 0 }, bolt_mix(f->key));
    f->bolt->info.strands = 1;
}

static void write_strands(const finishing *f)
{
    uint32_t count = 1;
    f->room->queue[0] = f->room->next[0];
    for (uint32_t i = 0; i < count; i++) count = write_strand(f, i, count);
    f->bolt->info.strands = count;
}

static void count_reached(const finishing *f)
{
    uint32_t reached = 0;
    for (uint32_t i = 0; i < f->tree->target_count; i++)
        if (f->tree->leaf[i] != QX_BOLT_NONE) reached++;
    f->bolt->info.targets_reached = reached;
}

void bolt_breakdown_finish(qx_bolt *bolt, const cell_frame *frame, const obstacle_set *obstacles,
                           const place3 *targets, const breakdown_tree *tree,
                           const breakdown_strands *room)
{
    const uint32_t high = (uint32_t)(bolt->desc.seed >> 32), low = (uint32_t)bolt->desc.seed;
    const finishing f = { .bolt = bolt,
                          .frame = frame,
                          .obstacles = obstacles,
                          .targets = targets,
                          .tree = tree,
                          .room = room,
                          .key = bolt_mix(low ^ bolt_mix(high)) };
    bolt->point_count = 0;
    bolt->info.capped = 0; // a particle is a segment, and there are no more of them than may be
    count_reached(&f);
    if (tree->count == 1) {
        write_dot(&f);
        return;
    }
    link_children(&f);
    want_ways(&f);
    smooth(&f);
    write_strands(&f);
}
