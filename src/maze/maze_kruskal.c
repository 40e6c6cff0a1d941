// SPDX-License-Identifier: MIT
#include "maze_chance.h"
#include "maze_internal.h"

#include "base/bits.h"
#include "base/hints.h"

#include <string.h>

// Kruskal's algorithm: edges in random order, each opened where it joins two parts. The axis of
// each opening comes from a deck that holds as many cards of each axis as openings are wanted, so
// shares are met and not hoped for.
//
// Most edges are drawn with putting back: one drawn again closes a cycle and does no harm. That
// needs no shuffled list of all edges, 24 bytes a cell. When as many have been drawn as there are
// edges, few parts are left, and what still joins two of them is listed and shuffled.

// How far off its share an axis may be, of all openings; one opening besides, for small mazes.
#define CLOSE_ENOUGH 0.004

// Edges drawn ahead of their turn, so that what they read comes from memory meanwhile.
#define AHEAD 16u

typedef struct kruskal {
    qx_maze *maze;
    uint32_t limits[3];
    uint64_t *parent; // of each cell, union-find
    uint64_t parts;
    uint64_t cards[3];
    uint64_t draws; // left, before edges are listed
    uint64_t drawn[3][AHEAD];
    uint64_t *edges;  // listed: the lower cell, axis by axis
    uint64_t left[3]; // of them
    uint64_t *next[3];
    uint64_t edge_count;
    qx_random random;
} kruskal;

static uint64_t find(uint64_t *parent, uint64_t cell)
{
    while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
    return cell;
}

static bool open_if_apart(kruskal *k, uint32_t axis, uint64_t cell)
{
    const uint64_t a = find(k->parent, cell);
    const uint64_t b = find(k->parent, cell + maze_step(k->maze, axis));
    if (a == b) return false;
    k->parent[a > b ? a : b] = a > b ? b : a;
    k->parts--;
    maze_open(k->maze->planes[axis], cell);
    return true;
}

// The lower cell of an edge. Its parents are called for from memory.
static uint64_t draw_edge(kruskal *k, uint32_t axis)
{
    uint64_t cell = 0;
    for (uint32_t i = 3; i-- > 0;)
        cell = cell * k->limits[i] + qx_random_below(&k->random, k->limits[i] - (i == axis));
    FETCH_TO_WRITE(&k->parent[cell]);
    FETCH_TO_WRITE(&k->parent[cell + maze_step(k->maze, axis)]);
    return cell;
}

static void draw_ahead(kruskal *k)
{
    for (uint32_t axis = 0; axis < 3; axis++)
        for (uint32_t i = 0; i < AHEAD && k->limits[axis] > 1; i++)
            k->drawn[axis][i] = draw_edge(k, axis);
}

// Tries drawn edges of an axis until one joins two parts; false when all draws are used up.
static bool draw(kruskal *k, uint32_t axis)
{
    const qx_maze *maze = k->maze;
    while (k->draws > 0) {
        uint64_t *drawn = &k->drawn[axis][k->draws-- % AHEAD];
        const uint64_t cell = *drawn;
        *drawn = draw_edge(k, axis);
        if (!maze_is_there(maze, cell) || !maze_is_there(maze, cell + maze_step(maze, axis)))
            continue;
        if (open_if_apart(k, axis, cell)) return true;
    }
    return false;
}

static bool take(kruskal *k, uint32_t axis)
{
    while (k->left[axis] > 0) {
        k->left[axis]--;
        if (open_if_apart(k, axis, *k->next[axis]++)) return true;
    }
    return false;
}

static bool joins(kruskal *k, uint32_t axis, uint64_t cell)
{
    const uint64_t other = cell + maze_step(k->maze, axis);
    if (!maze_is_there(k->maze, cell) || !maze_is_there(k->maze, other)) return false;
    return find(k->parent, cell) != find(k->parent, other);
}

// Writes the edges of an axis that join two parts where `to` is not NULL, and counts them.
static uint64_t list_axis(kruskal *k, uint32_t axis, uint64_t *to)
{
    uint64_t count = 0, cell = 0;
    for (uint32_t z = 0; z < k->limits[2]; z++) {
        for (uint32_t y = 0; y < k->limits[1]; y++) {
            for (uint32_t x = 0; x < k->limits[0]; x++, cell++) {
                const uint32_t at[] = { x, y, z };
                if (at[axis] + 1 == k->limits[axis] || !joins(k, axis, cell)) continue;
                if (to) to[count] = cell;
                count++;
            }
        }
    }
    return count;
}

static qx_result list_edges(kruskal *k)
{
    k->edge_count = 0;
    for (uint32_t axis = 0; axis < 3; axis++)
        k->edge_count += k->left[axis] = list_axis(k, axis, NULL);
    size_t bytes;
    if (k->edge_count > SIZE_MAX || !size_multiply((size_t)k->edge_count, 8, &bytes))
        return QX_NO_MEMORY;
    k->edges = qx_allocate(&k->maze->allocator, bytes, QX_CACHE_LINE);
    if (!k->edges) return QX_NO_MEMORY;
    uint64_t *at = k->edges;
    for (uint32_t axis = 0; axis < 3; axis++) {
        k->next[axis] = at;
        at += list_axis(k, axis, at);
        maze_shuffle(&k->random, k->next[axis], k->left[axis]);
    }
    return QX_OK;
}

// The axis of the next opening, by the cards left, or alike where those that may still be taken
// have none. Its card is gone.
static uint32_t draw_card(kruskal *k, const bool out[3])
{
    uint64_t cards[3], all = 0;
    for (uint32_t i = 0; i < 3; i++) all += cards[i] = out[i] ? 0 : k->cards[i];
    for (uint32_t i = 0; i < 3 && !all; i++) cards[i] = !out[i] && k->limits[i] > 1;
    uint64_t card = maze_random_below(&k->random, all ? all : cards[0] + cards[1] + cards[2]);
    uint32_t axis = 0;
    while (axis < 2 && card >= cards[axis]) card -= cards[axis++];
    k->cards[axis] -= k->cards[axis] > 0;
    return axis;
}

static qx_result join_all(kruskal *k)
{
    bool out[3] = { k->limits[0] == 1, k->limits[1] == 1, k->limits[2] == 1 };
    while (k->parts > 1) {
        const uint32_t axis = draw_card(k, out);
        if (draw(k, axis)) continue;
        if (!k->edges && list_edges(k) != QX_OK) return QX_NO_MEMORY;
        if (!take(k, axis)) out[axis] = true;
    }
    return QX_OK;
}

static double sum(const double values[3])
{
    return values[0] + values[1] + values[2];
}

// Whole cards for each axis; what rounding leaves goes to the axes by chance.
static void deal(kruskal *k, const double weights[3])
{
    const double all = sum(weights);
    double rest[3] = { 0, 0, 0 };
    for (uint32_t i = 0; i < 3; i++) {
        const double wanted = all > 0.0 ? (double)(k->parts - 1) * (weights[i] / all) : 0.0;
        k->cards[i] = (uint64_t)wanted;
        rest[i] = wanted - (double)k->cards[i];
    }
    for (double left = sum(rest); left > 0.5; left -= 1.0) {
        double at = sum(rest) * (double)qx_random_unit(&k->random);
        uint32_t axis = 0;
        while (axis < 2 && at >= rest[axis]) at -= rest[axis++];
        k->cards[axis]++;
        rest[axis] = 0.0;
    }
}

static qx_result join_from_nothing(kruskal *k, const double weights[3])
{
    const qx_maze_info *info = &k->maze->info;
    for (uint64_t cell = 0; cell < info->cells; cell++) k->parent[cell] = cell;
    for (size_t i = 0; i < 3; i++) memset(k->maze->planes[i], 0, k->maze->words * 8);
    k->parts = info->present;
    k->draws = 0;
    for (uint32_t axis = 0; axis < 3; axis++)
        k->draws += info->cells / k->limits[axis] * (k->limits[axis] - 1);
    deal(k, weights);
    draw_ahead(k);
    const qx_result result = join_all(k);
    qx_release(&k->maze->allocator, k->edges, (size_t)k->edge_count * sizeof *k->edges);
    k->edges = NULL;
    return result;
}

// Weights toward the shares, by what the last ones gave; returns how far off those were.
static double mend(const kruskal *k, const double shares[3], double weights[3])
{
    const double all = (double)(k->maze->info.present - 1);
    double most = 0.0;
    for (uint32_t i = 0; i < 3; i++) {
        const double got = (double)bits_count_all(k->maze->planes[i], k->maze->words) / all;
        const double off = got - shares[i];
        if (off > most) most = off;
        if (-off > most) most = -off;
        if (got > 0.0) weights[i] *= (shares[i] / got) * (shares[i] / got);
    }
    return most;
}

// In a box thinner than its share asks for, an axis runs out of edges before its cards are played.
// It gets its share when it is asked for more often, so all begins again, as long as that helps.
static qx_result join_by_shares(kruskal *k, const qx_maze_desc *desc)
{
    const float wanted[] = { desc->share_x, desc->share_y, desc->share_z };
    double shares[3], weights[3], off = 2.0, before;
    for (uint32_t i = 0; i < 3; i++) shares[i] = k->limits[i] > 1 ? (double)wanted[i] : 0.0;
    const double all = sum(shares);
    for (uint32_t i = 0; i < 3; i++) weights[i] = shares[i] = all > 0.0 ? shares[i] / all : 0.0;
    do {
        before = off;
        if (join_from_nothing(k, weights) != QX_OK) return QX_NO_MEMORY;
        if (k->maze->info.present == 1) break;
        off = mend(k, shares, weights) - 1.0 / (double)(k->maze->info.present - 1);
    } while (off > CLOSE_ENOUGH && off < 0.9 * before);
    return QX_OK;
}

qx_result maze_make_kruskal(qx_maze *maze, const qx_maze_desc *desc)
{
    kruskal k = { .maze = maze, .limits = { desc->width, desc->height, desc->depth } };
    size_t bytes;
    if (!size_multiply((size_t)maze->info.cells, sizeof *k.parent, &bytes)) return QX_NO_MEMORY;
    k.parent = qx_allocate(&maze->allocator, bytes, QX_CACHE_LINE);
    if (!k.parent) return QX_NO_MEMORY;
    qx_random_seed(&k.random, desc->seed, QX_MAZE_KRUSKAL);
    const qx_result result = join_by_shares(&k, desc);
    qx_release(&maze->allocator, k.parent, bytes);
    return result;
}
