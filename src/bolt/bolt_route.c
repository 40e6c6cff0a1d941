// SPDX-License-Identifier: MIT
#include "bolt_route.h"

#include "base/exact.h"

#include <math.h>

// Lazy Theta* (Nash, Koenig and Tovey 2010) from all targets at once: Dijkstra's search in which a
// node hangs straight from the farthest thing it sees on its way, so that distances do not depend
// on the directions of the net. Whether a line is free is asked of the obstacles themselves, so
// walls thinner than the net's spacing are walls all the same.

#define NOWHERE UINT32_MAX
#define SETTLED (UINT32_MAX - 1)
#define FAR 1e300
// A place that the net says is cut off counts as this much farther away than it looks, in cells.
#define DETOUR 40.0

static double gap(place3 from, place3 to)
{
    const place3 way = place3_between(from, to);
    return sqrt(place3_dot(way, way));
}

static place3 node_place(const bolt_route *r, uint32_t node)
{
    const uint32_t column = node % r->columns, row = node / r->columns % r->rows;
    const uint32_t layer = node / r->columns / r->rows;
    return (place3){ r->low.x + r->spacing * column, r->low.y + r->spacing * row,
                     r->low.z + r->spacing * layer };
}

static place3 anchor_place(const bolt_route *r, uint32_t anchor)
{
    return anchor < r->count ? node_place(r, anchor) : r->targets[anchor - r->count];
}

static double anchor_distance(const bolt_route *r, uint32_t anchor)
{
    return anchor < r->count ? r->distance[anchor] : 0.0;
}

static bool sees(const bolt_route *r, place3 from, place3 to)
{
    return !obstacle_set_blocks(r->obstacles, from, to, 0.0);
}

// --- the net

typedef struct span3 {
    place3 low, high;
} span3;

static void widen(span3 *s, place3 place, double by)
{
    s->low.x = exact_min(s->low.x, place.x - by), s->high.x = exact_max(s->high.x, place.x + by);
    s->low.y = exact_min(s->low.y, place.y - by), s->high.y = exact_max(s->high.y, place.y + by);
    s->low.z = exact_min(s->low.z, place.z - by), s->high.z = exact_max(s->high.z, place.z + by);
}

static double breadth(const span3 *s)
{
    return exact_max(exact_max(s->high.x - s->low.x, s->high.y - s->low.y), s->high.z - s->low.z);
}

static double within(double value, double low, double high)
{
    return exact_min(exact_max(value, low), high);
}

// Around all ends, and all obstacles as far as they are no farther away than the ends are apart.
static span3 span_of(const obstacle_set *obstacles, const place3 *targets, uint32_t count)
{
    span3 span = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };
    for (uint32_t i = 0; i < count; i++) widen(&span, targets[i], 0.0);
    span3 most = span;
    const double apart = exact_max(breadth(&span), 8.0);
    widen(&most, span.low, apart);
    widen(&most, span.high, apart);
    for (uint32_t i = 0; i < obstacles->count; i++)
        widen(&span, obstacles->all[i].centre, obstacles->all[i].reach);
    const place3 a = span.low, b = span.high, c = most.low, d = most.high;
    return (span3){ { within(a.x, c.x, d.x), within(a.y, c.y, d.y), within(a.z, c.z, d.z) },
                    { within(b.x, c.x, d.x), within(b.y, c.y, d.y), within(b.z, c.z, d.z) } };
}

static uint32_t steps_in(double length, double spacing)
{
    return (uint32_t)(length / spacing) + 1;
}

static bool fits(bolt_route *r, const span3 *s, double spacing, bool flat)
{
    const double x = s->high.x - s->low.x, y = s->high.y - s->low.y, z = s->high.z - s->low.z;
    if (breadth(s) / spacing >= ROUTE_NODES) return false;
    r->columns = steps_in(x, spacing) + 4; // two more on each side, to go around the outermost
    r->rows = steps_in(y, spacing) + 4;
    r->layers = flat ? 1 : steps_in(z, spacing) + 4;
    if (r->columns * r->rows > ROUTE_NODES) return false;
    r->count = r->columns * r->rows * r->layers;
    return r->count <= ROUTE_NODES;
}

void bolt_route_begin(bolt_route *r, const obstacle_set *obstacles, bool flat,
                      const place3 *targets, uint32_t count)
{
    const span3 span = span_of(obstacles, targets, count);
    double spacing = 0.75;
    while (!fits(r, &span, spacing, flat)) spacing *= 1.09375;
    r->obstacles = obstacles;
    r->spacing = spacing;
    const double x = (r->columns - 1) * spacing, y = (r->rows - 1) * spacing;
    const double z = (r->layers - 1) * spacing;
    r->low = (place3){ (span.low.x + span.high.x - x) / 2, (span.low.y + span.high.y - y) / 2,
                       flat ? 0.0 : (span.low.z + span.high.z - z) / 2 };
}

// --- the heap: a node's distance only falls while it is in there

static bool is_nearer(const bolt_route *r, uint32_t a, uint32_t b)
{
    return r->distance[a] < r->distance[b] || (r->distance[a] == r->distance[b] && a < b);
}

static void put(bolt_route *r, uint32_t slot, uint32_t node)
{
    r->heap[slot] = node;
    r->slot[node] = slot;
}

static void rise(bolt_route *r, uint32_t slot)
{
    const uint32_t node = r->heap[slot];
    while (slot > 0 && is_nearer(r, node, r->heap[(slot - 1) / 2])) {
        put(r, slot, r->heap[(slot - 1) / 2]);
        slot = (slot - 1) / 2;
    }
    put(r, slot, node);
}

static void sink(bolt_route *r, uint32_t slot)
{
    const uint32_t node = r->heap[slot];
    for (;;) {
        uint32_t child = 2 * slot + 1;
        if (child >= r->heap_count) break;
        if (child + 1 < r->heap_count && is_nearer(r, r->heap[child + 1], r->heap[child])) child++;
        if (!is_nearer(r, r->heap[child], node)) break;
        put(r, slot, r->heap[child]);
        slot = child;
    }
    put(r, slot, node);
}

static uint32_t take_nearest(bolt_route *r)
{
    const uint32_t node = r->heap[0];
    r->slot[node] = NOWHERE;
    r->heap_count--;
    if (r->heap_count > 0) {
        r->heap[0] = r->heap[r->heap_count];
        sink(r, 0);
    }
    return node;
}

static void offer(bolt_route *r, uint32_t node, uint32_t anchor)
{
    if (r->slot[node] == SETTLED) return;
    const double distance =
        anchor_distance(r, anchor) + gap(anchor_place(r, anchor), node_place(r, node));
    if (distance >= r->distance[node]) return;
    r->distance[node] = distance;
    r->anchor[node] = anchor;
    if (r->slot[node] == NOWHERE) put(r, r->heap_count++, node);
    rise(r, r->slot[node]);
}

// --- the search

// The nodes up to `reach` steps away from one, 2 at most, without it.
typedef struct neighbours {
    uint32_t node[125];
    uint32_t count;
} neighbours;

static uint32_t low_end(uint32_t at, uint32_t reach)
{
    return at > reach ? at - reach : 0;
}

static uint32_t high_end(uint32_t at, uint32_t reach, uint32_t count)
{
    return at + reach < count ? at + reach : count - 1;
}

static void find_neighbours(const bolt_route *r, uint32_t node, uint32_t reach, neighbours *found)
{
    const uint32_t x = node % r->columns, y = node / r->columns % r->rows;
    const uint32_t z = node / r->columns / r->rows;
    found->count = 0;
    for (uint32_t k = low_end(z, reach); k <= high_end(z, reach, r->layers); k++)
        for (uint32_t j = low_end(y, reach); j <= high_end(y, reach, r->rows); j++)
            for (uint32_t i = low_end(x, reach); i <= high_end(x, reach, r->columns); i++) {
                const uint32_t other = (k * r->rows + j) * r->columns + i;
                if (other != node) found->node[found->count++] = other;
            }
}

static uint32_t nearest_step(double offset, double spacing, uint32_t count)
{
    const double step = offset / spacing + 0.5;
    return (uint32_t)within(step, 0.0, count - 1);
}

static uint32_t nearest_node(const bolt_route *r, place3 place)
{
    const uint32_t i = nearest_step(place.x - r->low.x, r->spacing, r->columns);
    const uint32_t j = nearest_step(place.y - r->low.y, r->spacing, r->rows);
    const uint32_t k = nearest_step(place.z - r->low.z, r->spacing, r->layers);
    return (k * r->rows + j) * r->columns + i;
}

static void start_at(bolt_route *r, uint32_t target)
{
    const place3 place = r->targets[target];
    const uint32_t node = nearest_node(r, place);
    neighbours around;
    find_neighbours(r, node, 2, &around);
    around.node[around.count++] = node;
    for (uint32_t i = 0; i < around.count; i++)
        if (sees(r, place, node_place(r, around.node[i])))
            offer(r, around.node[i], r->count + target);
}

// A node's anchor may be out of sight: then it hangs from the best settled neighbour it sees.
static bool settle(bolt_route *r, uint32_t node, const neighbours *around)
{
    const place3 place = node_place(r, node);
    if (sees(r, anchor_place(r, r->anchor[node]), place)) return true;
    r->distance[node] = FAR;
    for (uint32_t i = 0; i < around->count; i++) {
        const uint32_t other = around->node[i];
        if (r->slot[other] != SETTLED) continue;
        const double distance = r->distance[other] + gap(node_place(r, other), place);
        if (distance >= r->distance[node] || !sees(r, node_place(r, other), place)) continue;
        r->distance[node] = distance;
        r->anchor[node] = other;
    }
    return r->distance[node] < FAR;
}

// --- asking

static double by_node(const bolt_route *r, uint32_t node, place3 place)
{
    const uint32_t anchor = r->anchor[node];
    const double straight = anchor_distance(r, anchor) + gap(anchor_place(r, anchor), place);
    if (sees(r, anchor_place(r, anchor), place)) return straight;
    return r->distance[node] + gap(node_place(r, node), place);
}

static double by_neighbours(const bolt_route *r, uint32_t node, place3 place)
{
    neighbours around;
    find_neighbours(r, node, 1, &around);
    double best = FAR;
    for (uint32_t i = 0; i < around.count; i++) {
        const uint32_t other = around.node[i];
        if (r->slot[other] != SETTLED) continue;
        const double distance = r->distance[other] + gap(node_place(r, other), place);
        if (distance < best && sees(r, node_place(r, other), place)) best = distance;
    }
    return best;
}

// FAR where the net knows none.
static double known_distance(const bolt_route *r, place3 place)
{
    const uint32_t node = nearest_node(r, place);
    if (r->slot[node] == SETTLED && sees(r, node_place(r, node), place))
        return by_node(r, node, place);
    return by_neighbours(r, node, place);
}

// --- solving

void bolt_route_solve(bolt_route *r, const place3 *targets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) r->targets[i] = targets[i];
    r->target_count = count;
    r->heap_count = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        r->distance[i] = FAR;
        r->slot[i] = NOWHERE;
    }
    for (uint32_t i = 0; i < count; i++) start_at(r, i);
    while (r->heap_count > 0) {
        const uint32_t node = take_nearest(r);
        neighbours around;
        find_neighbours(r, node, 1, &around);
        if (!settle(r, node, &around)) continue;
        r->slot[node] = SETTLED;
        for (uint32_t i = 0; i < around.count; i++) offer(r, around.node[i], r->anchor[node]);
    }
    r->open = known_distance(r, (place3){ 0 }) < FAR;
}
static double straight_distance(const bolt_route *r, place3 place)
{
    double best = FAR;
    for (uint32_t i = 0; i < r->target_count; i++)
        best = exact_min(best, gap(place, r->targets[i]));
    return best;
}

double bolt_route_distance(const bolt_route *r, place3 place)
{
    const double straight = straight_distance(r, place);
    if (!r->open) return straight;
    const double known = known_distance(r, place);
    return known < FAR ? known : straight + DETOUR;
}
