// SPDX-License-Identifier: MIT
#include "bolt_breakdown.h"

#include "base/exact.h"
#include "base/layout.h"
#include "bolt_route.h"

#include <quincunx/random.h>

#include <math.h>
#include <string.h>

// Fast breakdown after Kim, Sewall, Sud and Lin (2007): free neighbours of the grown particles are
// sites, each with a potential that is summed up instead of solved for, and one of them, chosen by
// ((potential - lowest) / (highest - lowest))^eta, becomes the next particle. Ours differs:
// - A particle takes R1 / r off a site. The paper's 1 - R1 / r is the same after the range is
//   normalised, and loses digits as particles add up.
// - Targets draw with the same strength from everywhere, along the way around obstacles to the
//   nearest one that is left, and near it as opposite charges: charges alone would not be felt from
//   afar, and would be felt through walls.
// - The range ends a window below the highest potential: far behind the front nothing grows any
//   more, so that even a bushy bolt gets to its target before its particles are used up.
// - Sites are jittered within their cells, so that no direction of the lattice shows.

// Half the spacing, as in the paper.
#define R1 0.5f
// Potential gained with each cell toward a target. With half of it, one solid bolt in ten misses.
#define STEER 0.7
#define CHARGE 10.0
// Of the potential. Solid bolts have more sites at any distance, bushy ones use more of them.
#define WINDOW 12.0f
#define BUSHY_WINDOW 6.0f
#define WINDOW_PER_ETA 1.5f
#define SOLID_WINDOW 0.75f
// To each side, in cells.
#define JITTER 0.4f
// A target this near, in cells, is reached.
#define TOUCH 1.5
// Below this a particle would crowd the target: its parent goes there instead.
#define CROWDED 0.5
// What is kept clear of obstacles, in cells: more than rounding moves a point by.
#define CLEARANCE 0.02
// Lengths of the way between the ends that a bolt may reach: the squares still are floats.
#define MOST_LENGTHS 1e12
// Lattice coordinates have 21 bits; sites at the rim are not used.
#define COORDINATE_BITS 21u
#define COORDINATE_MASK ((UINT64_C(1) << COORDINATE_BITS) - 1)
#define MIDDLE (UINT64_C(1) << (COORDINATE_BITS - 1))
// Padding of particles: adds nothing, and its square is a float.
#define OUT_OF_THE_WORLD 1e18f

typedef struct breakdown {
    const qx_bolt_desc *desc;
    const breakdown_kernels *kernels;
    bool solid;
    obstacle_set obstacles;
    double clearance;
    bolt_route *route; // NULL where nothing is in the way
    double route_start;
    place3 targets[BREAKDOWN_TARGETS], left[BREAKDOWN_TARGETS];
    uint32_t left_count;
    breakdown_tree tree;
    breakdown_sites sites;
    breakdown_range range; // of the sites' potentials
    uint32_t site_room;
    float *pull;      // a site's part of the potential that targets make
    uint32_t *feeder; // the particle it would grow from
    uint64_t *cell;
    uint64_t *taken; // hash set of the cells of sites and particles; 0 is free
    uint32_t taken_bits;
    obstacle *obstacle_room;
    breakdown_strands strands;
    uint64_t seed;
    qx_random random;
} breakdown;

// --- memory

// A step to a neighbour brings at most this many cells nearer: a block of 3 x 3 (x 3) less where it
// overlaps the same block around the parent.
static uint32_t most_sites(uint32_t particles, bool solid)
{
    return solid ? 26 + 19 * particles : 8 + 5 * particles;
}

static void lay_out_tree(breakdown *b, layout *l)
{
    const size_t room = (size_t)b->tree.room + BREAKDOWN_BLOCK;
    b->tree.x = layout_take(l, room, sizeof(float));
    b->tree.y = layout_take(l, room, sizeof(float));
    b->tree.z = layout_take(l, room, sizeof(float));
    b->tree.parent = layout_take(l, room, sizeof(uint32_t));
    breakdown_strands *s = &b->strands;
    s->below = layout_take(l, room, sizeof(float));
    s->next = layout_take(l, room, sizeof(uint32_t));
    s->child = layout_take(l, room, sizeof(uint32_t));
    s->sibling = layout_take(l, room, sizeof(uint32_t));
    s->x = layout_take(l, room, sizeof(float));
    s->y = layout_take(l, room, sizeof(float));
    s->z = layout_take(l, room, sizeof(float));
    s->wanted = layout_take(l, room, sizeof(uint8_t));
    s->queue = layout_take(l, room, sizeof(uint32_t));
    s->begin = layout_take(l, room, sizeof(uint32_t));
    s->fork = layout_take(l, room, sizeof(uint32_t));
}

static void lay_out(breakdown *b, layout *l)
{
    const size_t room = (size_t)b->site_room + BREAKDOWN_BLOCK;
    lay_out_tree(b, l);
    b->sites.x = layout_take(l, room, sizeof(float));
    b->sites.y = layout_take(l, room, sizeof(float));
    b->sites.z = layout_take(l, room, sizeof(float));
    b->sites.potential = layout_take(l, room, sizeof(float));
    b->sites.weight = layout_take(l, room, sizeof(float));
    b->sites.sums = layout_take(l, (room / BREAKDOWN_GROUP + 1) * BREAKDOWN_BLOCK, sizeof(float));
    b->pull = layout_take(l, room, sizeof(float));
    b->feeder = layout_take(l, room, sizeof(uint32_t));
    b->cell = layout_take(l, room, sizeof(uint64_t));
    b->taken = layout_take(l, (size_t)1 << b->taken_bits, sizeof(uint64_t));
    b->obstacle_room = layout_take(l, b->desc->obstacle_count, sizeof(obstacle));
    b->route = layout_take(l, b->desc->obstacle_count != 0 ? 1 : 0, sizeof(bolt_route));
    if (b->desc->obstacle_count == 0) b->route = NULL;
}

static breakdown plan(const qx_bolt_desc *desc, bool solid)
{
    breakdown b = { .desc = desc, .solid = solid };
    b.tree.room = desc->particles + 1;
    b.site_room = most_sites(desc->particles + 1, solid);
    // At most half full: every cell in there is a particle or can become a site.
    while ((UINT64_C(1) << b.taken_bits) < 2 * ((uint64_t)b.site_room + 1)) b.taken_bits++;
    return b;
}

static size_t bound(const qx_bolt_desc *desc, bool solid)
{
    breakdown b = plan(desc, solid);
    layout measure = { .fits = true };
    lay_out(&b, &measure);
    return measure.fits ? measure.size : SIZE_MAX;
}

// The solid one is larger; what is created flat may be grown solid later.
size_t bolt_breakdown_bound(const qx_bolt_desc *resolved)
{
    return bound(resolved, true);
}

// --- cells

static uint64_t mix(uint64_t bits)
{
    bits = (bits ^ bits >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94D049BB133111EB);
    return bits ^ bits >> 31;
}

static uint64_t coordinate(uint64_t cell, uint32_t axis)
{
    return cell >> (axis * COORDINATE_BITS) & COORDINATE_MASK;
}

static uint64_t cell_at(uint64_t x, uint64_t y, uint64_t z)
{
    return x | y << COORDINATE_BITS | z << 2 * COORDINATE_BITS;
}

static bool is_rim(uint64_t cell)
{
    for (uint32_t axis = 0; axis < 3; axis++)
        if (coordinate(cell, axis) == 0 || coordinate(cell, axis) == COORDINATE_MASK) return true;
    return false;
}

static float place_along(uint64_t cell, uint32_t axis, uint64_t bits)
{
    const int32_t whole = (int32_t)coordinate(cell, axis) - (int32_t)MIDDLE;
    const int32_t part = (int32_t)coordinate(bits, axis) - (int32_t)MIDDLE;
    return (float)whole + (float)part * (JITTER / (float)MIDDLE);
}

static qx_vec3 place_of(const breakdown *b, uint64_t cell)
{
    const uint64_t bits = mix(cell ^ b->seed);
    return (qx_vec3){ place_along(cell, 0, bits), place_along(cell, 1, bits),
                      b->solid ? place_along(cell, 2, bits) : 0.0f };
}

// Marks a cell. False where it was marked before.
static bool claim(breakdown *b, uint64_t cell, bool mark)
{
    const uint32_t last = (UINT32_C(1) << b->taken_bits) - 1;
    uint32_t slot = (uint32_t)((cell * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - b->taken_bits));
    while (b->taken[slot] != 0 && b->taken[slot] != cell) slot = (slot + 1) & last;
    if (b->taken[slot] == cell) return false;
    if (mark) b->taken[slot] = cell;
    return true;
}

// --- targets

static double way_to_target(const breakdown *b, place3 place)
{
    if (b->route) return bolt_route_distance(b->route, place);
    double best = 1e300;
    for (uint32_t i = 0; i < b->left_count; i++) {
        const place3 away = place3_between(place, b->left[i]);
        const double square = place3_dot(away, away);
        if (square < best) best = square;
    }
    return sqrt(best);
}

static float pull_at(const breakdown *b, place3 place)
{
    const double way = way_to_target(b, place);
    return (float)(STEER * (b->route_start - way) + CHARGE / (1.0 + way));
}

static void aim(breakdown *b)
{
    b->left_count = 0;
    for (uint32_t i = 0; i < b->tree.target_count; i++)
        if (b->tree.leaf[i] == QX_BOLT_NONE) b->left[b->left_count++] = b->targets[i];
    if (b->left_count == 0) return;
    if (b->route) bolt_route_solve(b->route, b->left, b->left_count);
    b->route_start = way_to_target(b, (place3){ 0 });
}

// --- sites

// As vectors read whole blocks.
static void pad(breakdown *b)
{
    breakdown_sites *s = &b->sites;
    for (uint32_t i = s->count; i % BREAKDOWN_BLOCK != 0; i++) {
        s->x[i] = s->x[0];
        s->y[i] = s->y[0];
        s->z[i] = s->z[0];
        s->potential[i] = s->potential[0];
    }
}

static void add_site(breakdown *b, uint64_t cell, qx_vec3 place, uint32_t feeder)
{
    breakdown_sites *s = &b->sites;
    const breakdown_tree *t = &b->tree;
    const uint32_t i = s->count++;
    s->x[i] = place.x;
    s->y[i] = place.y;
    s->z[i] = place.z;
    b->cell[i] = cell;
    b->feeder[i] = feeder;
    b->pull[i] = pull_at(b, place3_of(place));
    s->potential[i] = b->pull[i] - R1 * b->kernels->crowd(t->x, t->y, t->z, t->count, place);
    if (s->potential[i] < b->range.low) b->range.low = s->potential[i];
    if (s->potential[i] > b->range.high) b->range.high = s->potential[i];
}

// The last one fills the gap.
static void remove_site(breakdown *b, uint32_t site)
{
    breakdown_sites *s = &b->sites;
    const uint32_t last = --s->count;
    s->x[site] = s->x[last];
    s->y[site] = s->y[last];
    s->z[site] = s->z[last];
    s->potential[site] = s->potential[last];
    b->cell[site] = b->cell[last];
    b->feeder[site] = b->feeder[last];
    b->pull[site] = b->pull[last];
    pad(b);
}

typedef struct nearby {
    const obstacle *all[QX_BOLT_MAX_OBSTACLES];
    uint32_t count;
} nearby;

static void find_nearby(const breakdown *b, place3 place, nearby *found)
{
    found->count = 0;
    for (uint32_t i = 0; i < b->obstacles.count; i++) {
        const obstacle *o = &b->obstacles.all[i];
        if (obstacle_distance(&b->obstacles, o, place) < BREAKDOWN_LONGEST + b->clearance)
            found->all[found->count++] = o;
    }
}

static bool is_clear(const breakdown *b, const nearby *near, place3 from, place3 to, double margin)
{
    for (uint32_t i = 0; i < near->count; i++)
        if (obstacle_blocks(&b->obstacles, near->all[i], from, to, margin)) return false;
    return true;
}

// A cell that only this particle cannot reach stays free for others. An end may lie as close to an
// obstacle as it likes.
static void feed(breakdown *b, uint32_t particle, uint64_t cell)
{
    nearby near;
    const place3 from = breakdown_place(&b->tree, particle);
    find_nearby(b, from, &near);
    const double margin = particle == 0 ? 0.0 : b->clearance;
    const uint64_t layers = b->solid ? 3 : 1;
    for (uint64_t i = 0; i < 9 * layers; i++) {
        const uint64_t other =
            cell + cell_at(i % 3, i / 3 % 3, i / 9) - cell_at(1, 1, b->solid ? 1 : 0);
        if (other == cell || is_rim(other) || !claim(b, other, false)) continue;
        const qx_vec3 place = place_of(b, other);
        if (near.count != 0 && !is_clear(b, &near, from, place3_of(place), margin)) continue;
        claim(b, other, true);
        add_site(b, other, place, particle);
    }
    pad(b);
}

static void repel(breakdown *b, qx_vec3 at, float strength)
{
    b->range = b->solid ? b->kernels->repel_solid(&b->sites, at, strength)
                        : b->kernels->repel_flat(&b->sites, at, strength);
}

// Targets have changed: sites are drawn elsewhere.
static void aim_again(breakdown *b)
{
    breakdown_sites *s = &b->sites;
    aim(b);
    if (b->left_count == 0) return;
    for (uint32_t i = 0; i < s->count; i++) {
        const place3 place = { (double)s->x[i], (double)s->y[i], (double)s->z[i] };
        const float pull = pull_at(b, place);
        s->potential[i] += pull - b->pull[i];
        b->pull[i] = pull;
    }
    pad(b);
    repel(b, (qx_vec3){ 0 }, 0.0f);
}

// --- choosing

// Which of `count` values a number below their sum falls to; takes those before it off. Rounding
// may carry it past the last one that is not 0: then that one.
static uint32_t walk(const float *values, size_t stride, uint32_t count, float *number)
{
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < count; i++) {
        const float value = values[i * stride];
        if (value > 0.0f) chosen = i;
        if (value > *number) break;
        *number -= value;
    }
    return chosen;
}

static void weigh(const breakdown *b)
{
    const float high = b->range.high, span = high - b->range.low, eta = b->desc->eta;
    const float grown = BUSHY_WINDOW + WINDOW_PER_ETA * eta;
    const float window = (grown < WINDOW ? grown : WINDOW) * (b->solid ? SOLID_WINDOW : 1.0f);
    // A single site, or all alike: one potential is as good as the other.
    const float range = span > 1e-6f && span < window ? span : window;
    b->kernels->weigh(&b->sites, high - range, 1.0f / range, eta);
}

// By lane, then by group, then within it: sums of sums, whose order no processor changes.
static uint32_t choose(breakdown *b)
{
    const breakdown_sites *s = &b->sites;
    weigh(b);
    const uint32_t groups = (s->count + BREAKDOWN_GROUP - 1) / BREAKDOWN_GROUP;
    float lanes[BREAKDOWN_BLOCK] = { 0 }, total = 0.0f;
    for (uint32_t g = 0; g < groups; g++)
        for (uint32_t i = 0; i < BREAKDOWN_BLOCK; i++) lanes[i] += s->sums[g * BREAKDOWN_BLOCK + i];
    for (uint32_t i = 0; i < BREAKDOWN_BLOCK; i++) total += lanes[i];

    float number = qx_random_unit(&b->random) * total;
    const uint32_t lane = walk(lanes, 1, BREAKDOWN_BLOCK, &number);
    const uint32_t group = walk(s->sums + lane, BREAKDOWN_BLOCK, groups, &number);
    const uint32_t first = group * BREAKDOWN_GROUP + lane;
    const uint32_t rest = (s->count - first + BREAKDOWN_BLOCK - 1) / BREAKDOWN_BLOCK;
    const uint32_t most = BREAKDOWN_GROUP / BREAKDOWN_BLOCK;
    const uint32_t block =
        walk(s->weight + first, BREAKDOWN_BLOCK, rest < most ? rest : most, &number);
    return first + block * BREAKDOWN_BLOCK;
}

// --- growing

static uint32_t add_particle(breakdown *b, qx_vec3 place, uint32_t parent)
{
    breakdown_tree *t = &b->tree;
    const uint32_t i = t->count++;
    t->x[i] = place.x;
    t->y[i] = place.y;
    t->z[i] = place.z;
    t->parent[i] = parent;
    return i;
}

// Where the last step to a target starts from; QX_BOLT_NONE where it cannot be taken.
static uint32_t last_step(const breakdown *b, uint32_t particle, place3 target)
{
    nearby near;
    const place3 place = breakdown_place(&b->tree, particle);
    const place3 away = place3_between(place, target);
    const double square = place3_dot(away, away);
    if (square > TOUCH * TOUCH) return QX_BOLT_NONE;
    find_nearby(b, place, &near);
    const uint32_t parent = b->tree.parent[particle];
    if (square < CROWDED * CROWDED && parent != QX_BOLT_NONE &&
        is_clear(b, &near, breakdown_place(&b->tree, parent), target, 0.0))
        return parent;
    return is_clear(b, &near, place, target, 0.0) ? particle : QX_BOLT_NONE;
}

// The particle at a target is a leaf: a strand ends there, exactly.
static bool reach_targets(breakdown *b, uint32_t particle)
{
    bool reached = false;
    for (uint32_t i = 0; i < b->tree.target_count; i++) {
        if (b->tree.leaf[i] != QX_BOLT_NONE || b->tree.count == b->tree.room) continue;
        const place3 target = b->targets[i];
        const uint32_t from = last_step(b, particle, target);
        if (from == QX_BOLT_NONE) continue;
        const qx_vec3 place = { (float)target.x, (float)target.y, (float)target.z };
        b->tree.leaf[i] = add_particle(b, place, from);
        if (b->sites.count > 0) repel(b, place, R1);
        reached = true;
    }
    return reached;
}

static void begin(breakdown *b)
{
    memset(b->taken, 0, sizeof *b->taken << b->taken_bits);
    const uint32_t padded = b->tree.room + BREAKDOWN_BLOCK;
    for (uint32_t i = 0; i < padded; i++)
        b->tree.x[i] = b->tree.y[i] = b->tree.z[i] = OUT_OF_THE_WORLD;
    const uint64_t cell = cell_at(MIDDLE, MIDDLE, MIDDLE);
    b->range = (breakdown_range){ .low = 1e30f, .high = -1e30f };
    add_particle(b, (qx_vec3){ 0 }, QX_BOLT_NONE);
    claim(b, cell, true);
    if (reach_targets(b, 0)) aim(b);
    if (b->left_count > 0) feed(b, 0, cell);
}

static void grow_one(breakdown *b)
{
    const uint32_t site = choose(b);
    const uint64_t cell = b->cell[site];
    const qx_vec3 place = { b->sites.x[site], b->sites.y[site], b->sites.z[site] };
    const uint32_t particle = add_particle(b, place, b->feeder[site]);
    remove_site(b, site);
    repel(b, place, R1);
    const bool reached = reach_targets(b, particle);
    feed(b, particle, cell);
    if (reached) aim_again(b);
}

static void choose_kernels(breakdown *b)
{
    b->kernels = &breakdown_kernels_scalar;
    switch (b->desc->simd) {
#if defined(__x86_64__)
    case QX_SIMD_SSE2: b->kernels = &breakdown_kernels_sse2; break;
    case QX_SIMD_AVX2: b->kernels = &breakdown_kernels_avx2; break;
    case QX_SIMD_AVX512: b->kernels = &breakdown_kernels_avx512; break;
#elif defined(__aarch64__)
    case QX_SIMD_NEON: b->kernels = &breakdown_kernels_neon; break;
#endif
    default: break;
    }
}

// Ends on each other, or so close that lengths of the way between them cannot count what may grow,
// make a frame of no length: a dot, and no way to other targets.
static cell_frame frame_of(const qx_bolt *bolt)
{
    const qx_bolt_desc *desc = &bolt->desc;
    const cell_frame frame =
        cell_frame_of(bolt->ends[0], bolt->ends[1], (double)desc->cell, desc->space);
    double most = BREAKDOWN_LONGEST * desc->particles;
    for (uint32_t i = 0; i < desc->target_count; i++) {
        const place3 target = cell_frame_place(&frame, bolt->ends[2 + i]);
        most = exact_max(most, sqrt(place3_dot(target, target)));
    }
    return most <= MOST_LENGTHS * frame.way ? frame : (cell_frame){ .flat = frame.flat };
}

static void set_targets(breakdown *b, const cell_frame *frame, const qx_vec3 *ends)
{
    b->tree.target_count = frame->way > 0.0 ? 1 + b->desc->target_count : 1;
    for (uint32_t i = 0; i < b->tree.target_count; i++) {
        b->targets[i] = cell_frame_place(frame, ends[i + 1]);
        b->tree.leaf[i] = QX_BOLT_NONE;
    }
    b->targets[0] = (place3){ frame->way, 0.0, 0.0 };
    if (b->route)
        bolt_route_begin(b->route, &b->obstacles, !b->solid, b->targets, b->tree.target_count);
    aim(b);
}

void bolt_breakdown_grow(qx_bolt *bolt)
{
    const qx_bolt_desc *desc = &bolt->desc;
    const cell_frame frame = frame_of(bolt);
    breakdown b = plan(desc, desc->space == QX_BOLT_SOLID);
    lay_out(&b, &(layout){ .base = bolt->scratch, .fits = true });
    choose_kernels(&b);
    b.clearance = CLEARANCE + 1e-6 * frame.way;
    b.seed = mix(desc->seed + UINT64_C(0x9E3779B97F4A7C15));
    qx_random_seed(&b.random, desc->seed, 3);
    b.obstacles = obstacle_set_of(&frame, desc, (double)desc->cell, b.obstacle_room);
    set_targets(&b, &frame, bolt->ends);

    begin(&b);
    while (b.left_count > 0 && b.sites.count > 0 && b.tree.count < b.tree.room) grow_one(&b);
    bolt_breakdown_finish(bolt, &frame, &b.obstacles, b.targets, &b.tree, &b.strands);
}
