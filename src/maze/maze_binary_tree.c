// SPDX-License-Identifier: MIT
#include "maze_internal.h"

// Each cell opens one way, toward low x, y or z, and so leads to cell 0 without ever coming back: a
// tree. Coins are hashes of a word's number, 64 cells at a time whatever the width; bands of words
// go to workers.
//
// Coins say which way a cell opens, planes say it of the cell on the other side. So words are made
// as they fall, and then each plane moves down by its step: in one pass, in place.

#define COIN_BITS 8u // in which a chance is told: to 1/512, well within what shares are kept to
#define BAND_WORDS 4096u

// Chances of a cell by the ways it has. Cells with one way need none.
typedef struct chances {
    uint32_t x_of_all, x_of_xy, x_of_xz, y_of_yz;
} chances;

typedef struct tree {
    qx_maze *maze;
    uint64_t seed;
    uint64_t row, layer; // cells
    chances chances;
    uint64_t band; // words
} tree;

// 64 coins that fall with a chance of `chance` / 256, out of COIN_BITS random words: from the
// lowest digit of the chance on, a 1 halves the way to certainty, a 0 the chance.
static inline uint64_t coins(const uint64_t *random, uint32_t chance)
{
    uint64_t word = 0;
    if (chance >> COIN_BITS) return ~UINT64_C(0);
    for (uint32_t i = 0; i < COIN_BITS; i++) {
        const uint64_t digit = 0 - (uint64_t)(chance >> i & 1u);
        word = (word & random[i]) | (digit & (word | random[i]));
    }
    return word;
}

// Bits of the cells from `first` to before `end` in the word that begins at `base`.
static uint64_t span(uint64_t base, uint64_t first, uint64_t end)
{
    if (end <= base || first >= base + 64) return 0;
    const uint64_t from = first > base ? ~UINT64_C(0) << (first - base) : ~UINT64_C(0);
    const uint64_t to = end < base + 64 ? (UINT64_C(1) << (end - base)) - 1 : ~UINT64_C(0);
    return from & to;
}

// Where x, y and z are 0, followed from word to word.
typedef struct borders {
    uint64_t next_row, layer; // first cell of a row not met yet, of the layer that is not past
    uint64_t x, y, z;         // bits of the word
} borders;

static borders borders_from(const tree *t, uint64_t base)
{
    return (borders){ .next_row = (base + t->row - 1) / t->row * t->row,
                      .layer = base / t->layer * t->layer };
}

static inline void meet(const tree *t, borders *b, uint64_t base)
{
    b->x = b->y = 0;
    for (; b->next_row < base + 64; b->next_row += t->row)
        b->x |= UINT64_C(1) << (b->next_row - base);
    while (b->layer < base + 64) {
        b->y |= span(base, b->layer, b->layer + t->row);
        if (b->layer + t->row > base + 64) break; // the row goes on in the next word
        b->layer += t->layer;
    }
    b->z = span(base, 0, t->layer);
}

static inline uint64_t coins_along_x(const chances *c, const uint64_t *random, const borders *b)
{
    const uint64_t all = coins(random, c->x_of_all);
    if (!(b->y | b->z)) return all;
    const uint64_t xy = coins(random, c->x_of_xy), xz = coins(random, c->x_of_xz);
    return (all & ~b->y & ~b->z) | (xy & b->z & ~b->y) | (xz & b->y & ~b->z) | (b->y & b->z);
}

static inline void make_word(const tree *t, const borders *b, size_t word)
{
    uint64_t random[2 * COIN_BITS];
    for (uint32_t i = 0; i < 2 * COIN_BITS; i++)
        random[i] = maze_mix(t->seed, (uint64_t)word * 2 * COIN_BITS + i);
    const uint64_t x = coins_along_x(&t->chances, random, b) & ~b->x;
    const uint64_t y = (coins(random + COIN_BITS, t->chances.y_of_yz) | b->z) & ~b->y;
    t->maze->planes[0][word] = x;
    t->maze->planes[1][word] = ~x & y;
    t->maze->planes[2][word] = ~x & ~y;
}

static void make_band(void *context, uint32_t index)
{
    const tree *t = context;
    const uint64_t first = index * t->band, words = t->maze->words;
    const uint64_t end = words - first < t->band ? words : first + t->band;
    borders b = borders_from(t, first * 64);
    for (uint64_t word = first; word < end; word++) {
        meet(t, &b, word * 64);
        make_word(t, &b, (size_t)word);
    }
}

// Behind the last word of a plane stands one of zeros.
static void move_plane(void *context, uint32_t axis)
{
    const tree *t = context;
    uint64_t *plane = t->maze->planes[axis];
    const size_t words = t->maze->words;
    const uint64_t step = maze_step(t->maze, axis);
    const size_t by = step / 64 < words ? (size_t)(step / 64) : words;
    const uint32_t shift = step % 64;
    for (size_t i = 0; i + by < words; i++) {
        const uint64_t low = plane[i + by] >> shift;
        plane[i] = shift ? low | plane[i + by + 1] << (64 - shift) : low;
    }
    for (size_t i = words - by; i < words; i++) plane[i] = 0;
}

static void run(const qx_workers *workers, uint32_t count,
                void (*task)(void *context, uint32_t index), void *context)
{
    if (workers) {
        workers->parallel_for(workers->user, count, task, context);
        return;
    }
    for (uint32_t i = 0; i < count; i++) task(context, i);
}

// Cell 0 has no way to open, bits behind the last cell are none.
static void clear_ends(const tree *t)
{
    const qx_maze *maze = t->maze;
    for (uint32_t axis = 0; axis < 3; axis++) {
        maze->planes[axis][0] &= ~UINT64_C(1);
        maze->planes[axis][maze->words - 1] &= maze_last_bits(maze);
    }
}

// What inner cells give to each axis, and those of the borders, when each of their ways is as
// likely as its weight is among them. Cells with one way count as they must.
typedef struct census {
    double all, xy, xz, yz; // cells by the ways they have
    double wanted[3];       // openings, without those of cells with one way
} census;

static census count_cells(const qx_maze_desc *desc)
{
    const double w = (double)desc->width - 1.0, h = (double)desc->height - 1.0,
                 d = (double)desc->depth - 1.0;
    const double shares[] = { w > 0.0 ? (double)desc->share_x : 0.0,
                              h > 0.0 ? (double)desc->share_y : 0.0,
                              d > 0.0 ? (double)desc->share_z : 0.0 };
    const double sum = shares[0] + shares[1] + shares[2];
    const double openings = (w + 1.0) * (h + 1.0) * (d + 1.0) - 1.0, single[] = { w, h, d };
    census c = { .all = w * h * d, .xy = w * h, .xz = w * d, .yz = h * d };
    for (uint32_t i = 0; i < 3; i++) {
        const double share = sum > 0.0 ? shares[i] / sum : 1.0 / 3.0;
        c.wanted[i] = openings * share - single[i];
    }
    return c;
}

// Weights that give the wanted openings: as fitted to choices among several (Hunter, "MM algorithms
// for generalized Bradley-Terry models", 2004). What the borders do not let through stays near 0.
static void fit(const census *c, double weights[3])
{
    const double least = 1e-6;
    for (uint32_t i = 0; i < 3; i++) weights[i] = 1.0;
    for (uint32_t round = 0; round < 200; round++) {
        const double x = weights[0], y = weights[1], z = weights[2], sum = x + y + z;
        const double all = c->all / sum, xy = c->xy / (x + y), xz = c->xz / (x + z),
                     yz = c->yz / (y + z);
        const double each[] = { all + xy + xz, all + xy + yz, all + xz + yz };
        double total = 0.0;
        for (uint32_t i = 0; i < 3; i++) {
            weights[i] = each[i] > 0.0 ? c->wanted[i] / each[i] : least;
            if (!(weights[i] > least)) weights[i] = least;
            total += weights[i];
        }
        for (uint32_t i = 0; i < 3; i++) weights[i] /= total;
    }
}

static uint32_t chance_of(double weight, double other)
{
    return (uint32_t)(weight / (weight + other) * (double)(1u << COIN_BITS) + 0.5);
}

static chances find_chances(const qx_maze_desc *desc)
{
    const census c = count_cells(desc);
    double w[3];
    fit(&c, w);
    return (chances){ .x_of_all = chance_of(w[0], w[1] + w[2]),
                      .x_of_xy = chance_of(w[0], w[1]),
                      .x_of_xz = chance_of(w[0], w[2]),
                      .y_of_yz = chance_of(w[1], w[2]) };
}

qx_result maze_make_binary_tree(qx_maze *maze, const qx_maze_desc *desc, const qx_workers *workers)
{
    tree t = { .maze = maze,
               .seed = maze_mix(desc->seed, QX_MAZE_BINARY_TREE),
               .row = desc->width,
               .layer = (uint64_t)desc->width * desc->height,
               .chances = find_chances(desc) };
    t.band = maze->words >> 20 > BAND_WORDS ? maze->words >> 20 : BAND_WORDS;
    run(workers, (uint32_t)((maze->words + t.band - 1) / t.band), make_band, &t);
    clear_ends(&t);
    run(workers, 3, move_plane, &t);
    return QX_OK;
}
