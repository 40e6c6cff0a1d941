// SPDX-License-Identifier: MIT
#include "maze_rounds.h"

#include <string.h>

// Eller's algorithm in three dimensions. Before each layer two of its cells carry the same label
// exactly when they hang together through the layers below:
//
// 1. Walls along x and y fall where a coin says so and both sides are different sets still, which
//    are united at once. Each joins two parts, so no cycle comes to be.
// 2. Openings up are drawn; a set that has none by chance gets one, at any of its cells alike.
// 3. In the next layer a cell above an opening keeps its set, all others begin new ones.
// 4. The last layer tries every wall, so that one set is left.
//
// Each wall that falls inside a layer joins two parts, each opening up adds one cell that is new,
// all sets go up and the last layer is one: a spanning tree.
//
// What is quick about it: labels are numbers of sets, given in scan order, and not cells. A row's
// coins make runs of cells; a cell that begins no set and is no old one simply takes the label of
// the one before it, without union-find, which is left with walls between two labels.

static size_t padded(size_t words)
{
    return (words + 7) / 8 * 8; // whole cache lines of words and of labels
}

bool maze_layers_bound(const qx_maze_desc *desc, size_t *bytes)
{
    const uint64_t cells = (uint64_t)desc->width * desc->height;
    if (cells > UINT32_MAX - 64) return false; // labels are of 32 bits, in whole words of cells
    const size_t words = padded((size_t)(cells / 64 + 2));
    return size_multiply(words, 3 * (64 * sizeof(uint32_t) + sizeof(uint64_t)), bytes);
}

void maze_layers_lay_out(maze_layers *layers, const qx_maze_desc *desc, void *memory)
{
    *layers = (maze_layers){ .seed = desc->seed, .width = desc->width };
    layers->cells = desc->width * desc->height;
    layers->words = layers->cells / 64 + (layers->cells % 64 != 0);
    const size_t words = padded((size_t)layers->cells / 64 + 2);
    layers->room = words * 64;
    layers->label = memory;
    layers->parent = layers->label + words * 64;
    layers->scratch = layers->parent + words * 64;
    layers->inner = (uint64_t *)(void *)(layers->scratch + words * 64);
    layers->untried[0] = layers->inner + words;
    layers->untried[1] = layers->untried[0] + words;
    for (uint32_t k = 0; k < layers->words; k++)
        layers->inner[k] = maze_word_cells(layers->cells, k);
    for (uint64_t c = desc->width - 1; c < layers->cells; c += desc->width)
        layers->inner[c / 64] &= ~(UINT64_C(1) << c % 64);
}

void maze_layers_begin(maze_layers *layers, const qx_maze_desc *desc)
{
    layers->plan = maze_plan_of(desc, desc->depth, false);
    layers->tally = maze_tally_begin(&layers->plan);
    layers->z = layers->first = 0;
    layers->end = desc->depth;
    layers->sets = 0;
    layers->below = NULL;
    memset(layers->label, 0, (size_t)layers->words * 64 * sizeof(uint32_t));
}

// All below is one set, label 0.
void maze_layers_begin_above(maze_layers *layers, const qx_maze_desc *desc, uint64_t first,
                             uint64_t end, const uint64_t *floor)
{
    maze_layers_begin(layers, desc);
    layers->plan = maze_plan_of(desc, end - first, first > 0);
    layers->tally = maze_tally_begin(&layers->plan);
    layers->z = layers->first = first;
    layers->end = end;
    layers->sets = first > 0;
    layers->below = first > 0 ? floor : NULL;
}

// What hangs together from below, and cells on their own.
static uint32_t parts_of(const maze_layers *layers)
{
    uint32_t above = 0;
    for (uint32_t k = 0; k < layers->words && layers->below; k++)
        above += bits_count(layers->below[k]);
    return layers->cells - above + layers->sets;
}

static void throw_walls(maze_layers *layers, uint32_t axis, uint32_t chance)
{
    const uint64_t key = maze_layer_key(layers, layers->z, axis ? MAZE_FOR_Y : MAZE_FOR_X);
    for (uint32_t k = 0; k < layers->words; k++)
        layers->untried[axis][k] = maze_throw(key, k, chance) & maze_word_walls(layers, axis, k);
}

// Those walls along x that are tried first: three in four. Where coins have chosen all there are,
// all of them, or walls along y would get in the way of a wish for x alone.
static void take_runs(maze_layers *layers, uint32_t coin, uint64_t *plane)
{
    const uint64_t key = maze_layer_key(layers, layers->z, MAZE_FOR_RUNS);
    const uint32_t chance = coin > 255 ? 256 : 192;
    for (uint32_t k = 0; k < layers->words; k++) {
        plane[k] = layers->untried[0][k] & maze_throw(key, k, chance);
        layers->untried[0][k] ^= plane[k];
    }
}

#define ROUNDS 3u      // of walls that coins have chosen
#define MORE_ROUNDS 8u // of others, at most

// Tries all walls that coins have chosen. Walls along x come first, as they cost least, and last:
// so x and y fare alike, and corridors along both are equally long. With all along x first they
// differ by up to 5 %.
static void open_chosen(maze_layers *layers, uint64_t *const planes[3], uint32_t opened[2],
                        uint32_t tried[2])
{
    static const struct {
        uint32_t axis, chance; // of what is left
    } rounds[ROUNDS] = { { 1, 128 }, { 1, 256 }, { 0, 256 } };
    memset(planes[1], 0, layers->words * sizeof(uint64_t));
    opened[0] = maze_open_runs(layers, planes[0], &tried[0]);
    for (uint32_t i = 0; i < ROUNDS; i++) {
        const uint32_t axis = rounds[i].axis;
        opened[axis] +=
            maze_open_round(layers, axis, rounds[i].chance, i, planes[axis], &tried[axis]);
    }
}

// Tries walls that coins have passed over, by a chance that takes about `count` of all. Returns how
// many fell.
static uint32_t open_passed_over(maze_layers *layers, uint32_t count, uint32_t round,
                                 uint64_t *const planes[3])
{
    uint64_t walls = 0;
    uint32_t opened = 0, tried = 0;
    for (uint32_t axis = 0; axis < 2; axis++) {
        uint64_t *const untried = layers->untried[axis];
        for (uint32_t k = 0; k < layers->words; k++)
            untried[k] = maze_word_walls(layers, axis, k) & ~planes[axis][k];
        walls += bits_count_all(untried, layers->words);
    }
    const uint64_t chance = 256 * (uint64_t)count / (walls + 1) + 1;
    for (uint32_t axis = 0; axis < 2; axis++) {
        const uint32_t fallen = maze_open_round(layers, axis, chance < 256 ? (uint32_t)chance : 256,
                                                round, planes[axis], &tried);
        layers->tally.opened[axis] += fallen;
        opened += fallen;
    }
    return opened;
}

// A layer that is not the last: about `parts` - `sets` walls. Chance may leave a small one more
// sets than shall go up; then more walls fall.
static void open_inside(maze_layers *layers, uint32_t sets, uint32_t up, uint64_t *const planes[3])
{
    maze_tally *tally = &layers->tally;
    const uint32_t parts = parts_of(layers), inside = parts > sets ? parts - sets : 0;
    const uint32_t x = maze_plan_x(&layers->plan, tally, inside);
    uint32_t opened[2] = { 0, 0 }, tried[2] = { 0, 0 };
    const uint32_t coin = maze_plan_coin(&layers->plan, tally, 0, x);
    throw_walls(layers, 0, coin);
    throw_walls(layers, 1, maze_plan_coin(&layers->plan, tally, 1, inside - x));
    take_runs(layers, coin, planes[0]);
    open_chosen(layers, planes, opened, tried);
    maze_tally_walls(&layers->plan, tally, layers->z == 0, opened, tried);
    uint32_t left = parts - opened[0] - opened[1];
    for (uint32_t i = 0; i < MORE_ROUNDS && left > up; i++)
        left -= open_passed_over(layers, left - sets, ROUNDS + i, planes);
}

// Numbers the sets from 0 and gives every cell the number of its own.
static uint32_t number_sets(maze_layers *layers)
{
    uint32_t *const number = layers->scratch, sets = 0;
    for (uint32_t i = 0; i < layers->labels; i++) {
        const uint32_t above = layers->parent[i];
        number[i] = sets; // which a root finds again
        number[i] = number[above];
        sets += above == i;
    }
    for (size_t c = 0; c < (size_t)layers->words * 64; c++)
        layers->label[c] = number[layers->label[c]];
    return sets;
}

// Highest priority of a set's cells so far; one is open already above this.
#define HAS_OPENING UINT32_MAX

// Opens upward by chance. Returns how many.
static uint32_t throw_up(maze_layers *layers, uint32_t chance, uint64_t *plane)
{
    const uint64_t key = maze_layer_key(layers, layers->z, MAZE_FOR_Z);
    uint32_t count = 0;
    for (uint32_t k = 0; k < layers->words; k++) {
        const uint64_t coins = maze_throw(key, k, chance) & maze_word_cells(layers->cells, k);
        plane[k] = coins;
        count += bits_count(coins);
        for (uint64_t bits = coins; bits; bits &= bits - 1)
            layers->scratch[layers->label[k * 64 + bits_lowest(bits)]] = HAS_OPENING;
    }
    return count;
}

// The cell of highest priority is any of them alike.
static inline void compete(maze_layers *layers, uint64_t key, uint32_t cell)
{
    const uint32_t set = layers->label[cell];
    uint32_t *const best = layers->scratch + set, *const chosen = layers->parent + set;
    const uint32_t priority = (uint32_t)(maze_mix(key, cell) >> 33) | 1;
    const bool better = priority > *best;
    *best = better ? priority : *best;
    *chosen = better ? cell : *chosen;
}

// Gives each set without an opening one. Returns how many.
static uint32_t open_bare(maze_layers *layers, uint32_t sets, uint64_t *plane)
{
    const uint64_t key = maze_layer_key(layers, layers->z, MAZE_FOR_BARE);
    uint32_t count = 0;
    for (uint32_t k = 0; k < layers->words; k++) {
        const uint32_t *label = layers->label + (size_t)k * 64;
        uint64_t bare = 0;
        for (uint32_t b = 0; b < 64; b++)
            bare |= (uint64_t)(layers->scratch[label[b]] != HAS_OPENING) << b;
        bare &= maze_word_cells(layers->cells, k);
        for (; bare; bare &= bare - 1) compete(layers, key, k * 64 + bits_lowest(bare));
    }
    for (uint32_t i = 0; i < sets; i++) {
        if (layers->scratch[i] == HAS_OPENING) continue;
        maze_open(plane, layers->parent[i]);
        count++;
    }
    return count;
}

// Adds openings until there are `wanted`, at random places.
static uint32_t open_more(const maze_layers *layers, uint64_t key, uint32_t opened, uint32_t wanted,
                          uint64_t *plane)
{
    const uint64_t draws = opened < wanted ? 64 * (uint64_t)(wanted - opened) : 0;
    for (uint64_t i = 0; i < draws && opened < wanted; i++) {
        const uint32_t c = maze_draw(key, i, layers->cells);
        opened += !maze_bit(plane, c);
        maze_open(plane, c);
    }
    uint32_t c = maze_draw(key, draws, layers->cells);
    for (uint32_t i = 0; i < layers->cells && opened < wanted; i++) {
        opened += !maze_bit(plane, c);
        maze_open(plane, c);
        c = c + 1 < layers->cells ? c + 1 : 0;
    }
    return opened;
}

static void open_up(maze_layers *layers, uint32_t sets, uint32_t up, uint64_t *plane)
{
    maze_tally *tally = &layers->tally;
    memset(layers->scratch, 0, sets * sizeof *layers->scratch);
    const uint32_t chance = maze_plan_coin_up(&layers->plan, tally, up, sets);
    uint32_t opened = throw_up(layers, chance, plane);
    const double alone = (double)sets * (1.0 - (double)opened / (double)layers->cells);
    const uint32_t bare = open_bare(layers, sets, plane);
    if (alone > 0.0) tally->bare = 0.5 * (tally->bare + (double)bare / alone);
    opened += bare;
    opened =
        open_more(layers, maze_layer_key(layers, layers->z, MAZE_FOR_MORE_Z), opened, up, plane);
    tally->opened[2] += opened;
    layers->sets = sets;
    layers->below = plane;
}

void maze_layers_draw_floor(const maze_layers *layers, uint64_t z, uint64_t *floor)
{
    const uint32_t wanted = maze_plan_floor(&layers->plan);
    const uint32_t chance = maze_plan_coin_up(&layers->plan, &layers->tally, wanted, 0);
    const uint64_t key = maze_layer_key(layers, z - 1, MAZE_FOR_Z);
    uint32_t count = 0;
    for (uint32_t k = 0; k < layers->words; k++) {
        floor[k] = maze_throw(key, k, chance) & maze_word_cells(layers->cells, k);
        count += bits_count(floor[k]);
    }
    open_more(layers, maze_layer_key(layers, z - 1, MAZE_FOR_MORE_Z), count, wanted, floor);
}

void maze_layers_step(maze_layers *layers, uint64_t *const planes[3])
{
    if (layers->z + 1 == layers->end) {
        maze_open_last(layers, parts_of(layers) - 1, planes);
    } else {
        const uint32_t up = maze_plan_up(&layers->plan, &layers->tally, layers->z - layers->first);
        open_inside(layers, maze_plan_sets(&layers->plan, up), up, planes);
        open_up(layers, number_sets(layers), up, planes[2]);
    }
    layers->z++;
}

static void put_word(uint64_t *plane, size_t word, uint64_t bits, const maze_head *head)
{
    uint64_t *const to = head && head->word == word ? head->bits : plane + word;
    if (bits) *to |= bits; // a word that gets nothing may be another's
}

void maze_put_bits(uint64_t *plane, uint64_t bit, const uint64_t *from, size_t words,
                   const maze_head *head)
{
    const size_t first = (size_t)(bit / 64);
    const uint32_t shift = bit % 64;
    for (size_t k = 0; k < words; k++) {
        put_word(plane, first + k, from[k] << shift, head);
        if (shift) put_word(plane, first + k + 1, from[k] >> (64 - shift), head);
    }
}
