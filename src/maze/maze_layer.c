// SPDX-License-Identifier: MIT
#include "maze_layer.h"

#include "maze_bits.h"

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
// the one before it, without union-find, which is left with edges between two labels. Those are
// tried in batches from far apart places, roots first and unions then: what waits for memory waits
// together, and hardly ever does a union change what the batch has looked up. Sets are united
// toward the lower label, so one pass in rising order resolves all. Paths are not compressed:
// writes whose addresses depend on reads hold up all reads behind them, and cost more than the
// steps they save.

#define BATCH 8u

// Each edge of a batch in code of its own: processors then learn of each how far its roots are.
#if defined(__clang__)
#define UNROLLED _Pragma("unroll")
#elif defined(__GNUC__)
#define UNROLLED _Pragma("GCC unroll 8")
#else
#define UNROLLED
#endif

// What the random bits of a layer are for.
enum { FOR_X = 0, FOR_Y, FOR_Z, FOR_MORE_X, FOR_MORE_Z, FOR_BARE, FOR_KINDS };

static uint64_t layer_key(const maze_layers *layers, uint64_t z, uint64_t purpose)
{
    return maze_mix(layers->seed, z * FOR_KINDS + purpose + 1);
}

// 64 coins at once: a binary fraction of 8 places compared with the chance from its lowest place
// upward.
static inline uint64_t throw_coins(uint64_t key, uint64_t word, uint32_t chance)
{
    if (chance > 255) return ~UINT64_C(0);
    uint64_t heads = 0;
    for (uint64_t place = 0; place < 8; place++) {
        const uint64_t random = maze_mix(key, word * 8 + place);
        const uint64_t set = 0 - (uint64_t)(chance >> place & 1);
        heads = (heads & random) | (set & (heads | random));
    }
    return heads;
}

// Bits of the word that are cells at all.
static inline uint64_t word_cells(uint32_t cells, uint32_t word)
{
    const uint32_t left = cells - word * 64;
    return left >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << left) - 1;
}

static size_t padded(size_t words)
{
    return (words + 7) / 8 * 8; // whole cache lines of words and of labels
}

bool maze_layers_bound(const qx_maze_desc *desc, size_t *bytes)
{
    const uint64_t cells = (uint64_t)desc->width * desc->height;
    if (cells > UINT32_MAX - 64) return false; // labels are of 32 bits, in whole words of cells
    const size_t words = padded((size_t)(cells / 64 + 1));
    return size_multiply(words, 3 * 64 * sizeof(uint32_t) + sizeof(uint64_t), bytes);
}

void maze_layers_lay_out(maze_layers *layers, const qx_maze_desc *desc, void *memory)
{
    *layers = (maze_layers){ .seed = desc->seed, .width = desc->width };
    layers->cells = desc->width * desc->height;
    layers->words = layers->cells / 64 + (layers->cells % 64 != 0);
    const size_t words = padded((size_t)layers->cells / 64 + 1);
    layers->label = memory;
    layers->parent = layers->label + words * 64;
    layers->scratch = layers->parent + words * 64;
    layers->inner = (uint64_t *)(void *)(layers->scratch + words * 64);
    for (uint32_t k = 0; k < layers->words; k++) layers->inner[k] = word_cells(layers->cells, k);
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

// Labels of one word: cells in `old` keep theirs, those in `fresh` begin sets from `next` on,
// others belong to the one before. Selected by masks: coins are what no processor foresees.
static uint32_t label_word(uint32_t *label, uint64_t old, uint64_t fresh, uint32_t before,
                           uint32_t *next)
{
    uint32_t count = *next;
    for (uint32_t b = 0; b < 64; b++) {
        const uint32_t is_old = 0 - (uint32_t)(old >> b & 1);
        const uint32_t is_fresh = 0 - (uint32_t)(fresh >> b & 1);
        const uint32_t begun = (label[b] & is_old) | (count & is_fresh);
        before = begun | (before & ~(is_old | is_fresh));
        count -= is_fresh;
        label[b] = before;
    }
    *next = count;
    return before;
}

typedef struct runs {
    uint32_t edges; // listed: between a run and an old set that follows in it
    uint32_t tried;
} runs;

// Opens the x-edges of `plane`, gives every cell its label, and lists the edges that need a look.
static runs label_runs(maze_layers *layers, const uint64_t *plane)
{
    runs found = { 0 };
    uint32_t before = 0, labels = layers->sets;
    uint64_t carried = 0;
    for (uint32_t k = 0; k < layers->words; k++) {
        const uint64_t old = layers->below ? layers->below[k] : 0;
        const uint64_t joined = plane[k] << 1 | carried;
        const uint64_t fresh = ~(old | joined) & word_cells(layers->cells, k);
        carried = plane[k] >> 63;
        found.tried += bits_count(plane[k]);
        before = label_word(layers->label + (size_t)k * 64, old, fresh, before, &labels);
        for (uint64_t bits = joined & old; bits; bits &= bits - 1)
            layers->scratch[found.edges++] = k * 64 + bits_lowest(bits) - 1;
    }
    for (uint32_t i = 0; i < labels; i++) layers->parent[i] = i;
    layers->labels = labels;
    return found;
}

// A root is its own parent, others are lower. Asked so, and not for equality: gcc would take what
// it read for what it asked about, and everything after would wait for memory.
static inline uint32_t root_of(const uint32_t *parent, uint32_t label)
{
    while (parent[label] < label) label = parent[label];
    return label;
}

// 1 where they were two sets.
static inline uint32_t unite(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = root_of(parent, a);
    b = root_of(parent, b);
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    parent[high] = low;
    return a != b;
}

static inline void keep_or_close(uint64_t *plane, uint32_t cell, uint32_t opened)
{
    plane[cell / 64] ^= (uint64_t)(opened ^ 1) << cell % 64;
}

// One edge from each of BATCH stretches of the list. Finding is two steps without a look whether
// they were needed; most are there by then.
static inline uint32_t open_batch(maze_layers *layers, const uint32_t *edges, uint32_t stretch,
                                  uint32_t step, uint64_t *plane)
{
    uint32_t *const parent = layers->parent, opened = 0;
    uint32_t cells[BATCH], from[BATCH], to[BATCH];
    for (uint32_t i = 0; i < BATCH; i++) {
        cells[i] = edges[(size_t)i * stretch];
        from[i] = parent[parent[layers->label[cells[i]]]];
        to[i] = parent[parent[layers->label[cells[i] + step]]];
    }
    UNROLLED
    for (uint32_t i = 0; i < BATCH; i++) {
        const uint32_t united = unite(parent, from[i], to[i]);
        keep_or_close(plane, cells[i], united);
        opened += united;
    }
    return opened;
}

// Keeps those of `count` listed edges open that join two sets. Returns how many.
static uint32_t open_edges(maze_layers *layers, uint32_t count, uint32_t step, uint64_t *plane)
{
    const uint32_t stretch = count / BATCH, *edges = layers->scratch;
    uint32_t opened = 0;
    for (uint32_t i = 0; i < stretch; i++)
        opened += open_batch(layers, edges + i, stretch, step, plane);
    for (uint32_t i = stretch * BATCH; i < count; i++) {
        const uint32_t c = edges[i];
        const uint32_t united = unite(layers->parent, layers->label[c], layers->label[c + step]);
        keep_or_close(plane, c, united);
        opened += united;
    }
    return opened;
}

// Opens the x-edges of `plane` but for cycles. Returns how many, `tried` receives how many there
// were.
static uint32_t open_x(maze_layers *layers, uint64_t *plane, uint32_t *tried)
{
    const runs found = label_runs(layers, plane);
    *tried = found.tried;
    return found.tried - found.edges + open_edges(layers, found.edges, 1, plane);
}

static void throw_x(const maze_layers *layers, uint32_t chance, uint64_t *plane)
{
    const uint64_t key = layer_key(layers, layers->z, FOR_X);
    for (uint32_t k = 0; k < layers->words; k++)
        plane[k] |= throw_coins(key, k, chance) & layers->inner[k];
}

// Opens y-edges by chance but for cycles.
static uint32_t open_y(maze_layers *layers, uint32_t chance, uint64_t *plane, uint32_t *tried)
{
    const uint64_t key = layer_key(layers, layers->z, FOR_Y);
    const uint32_t edges = layers->cells - layers->width;
    uint32_t count = 0;
    memset(plane, 0, layers->words * sizeof *plane);
    for (uint32_t k = 0; (uint64_t)k * 64 < edges; k++) {
        plane[k] = throw_coins(key, k, chance) & word_cells(edges, k);
        for (uint64_t bits = plane[k]; bits; bits &= bits - 1)
            layers->scratch[count++] = k * 64 + bits_lowest(bits);
    }
    *tried = count;
    return open_edges(layers, count, layers->width, plane);
}

static double yield_of(uint32_t opened, uint32_t tried, double before)
{
    return tried && opened ? (double)opened / (double)tried : before;
}

// What hangs together from below, and cells on their own.
static uint32_t parts_of(const maze_layers *layers)
{
    uint32_t above = 0;
    for (uint32_t k = 0; k < layers->words && layers->below; k++)
        above += bits_count(layers->below[k]);
    return layers->cells - above + layers->sets;
}

// A layer that is not the last: about `parts` - `sets` walls.
static void open_inside(maze_layers *layers, uint32_t sets, uint64_t *const planes[3])
{
    maze_tally *tally = &layers->tally;
    const uint32_t parts = parts_of(layers), inside = parts > sets ? parts - sets : 0;
    const uint32_t wish = maze_plan_x(&layers->plan, tally, inside);
    uint32_t tried;
    memset(planes[0], 0, layers->words * sizeof(uint64_t));
    throw_x(layers, maze_plan_coin(&layers->plan, tally, 0, wish), planes[0]);
    const uint32_t x = open_x(layers, planes[0], &tried);
    tally->yield[0] = yield_of(x, tried, tally->yield[0]);
    const uint32_t left = inside > x ? inside - x : 0;
    const uint32_t chance = maze_plan_coin(&layers->plan, tally, 1, left);
    const uint32_t y = open_y(layers, chance, planes[1], &tried);
    tally->yield[1] = yield_of(y, tried, tally->yield[1]);
    tally->opened[0] += x;
    tally->opened[1] += y;
}

// What x has to open even when all y-edges have been tried: without them no share of y comes out.
static uint32_t open_needed_x(maze_layers *layers, uint64_t *const planes[3])
{
    uint32_t tried, count = 0;
    memset(planes[0], 0, layers->words * sizeof(uint64_t));
    open_x(layers, planes[0], &tried);
    open_y(layers, 256, planes[1], &tried);
    for (uint32_t k = 0; k < layers->words; k++) {
        planes[0][k] = layers->inner[k];
        for (uint64_t bits = planes[0][k]; bits; bits &= bits - 1)
            layers->scratch[count++] = k * 64 + bits_lowest(bits);
    }
    return open_edges(layers, count, 1, planes[0]);
}

static uint32_t open_one_x(maze_layers *layers, uint32_t c, uint64_t *plane)
{
    if (!maze_bit(layers->inner, c) || maze_bit(plane, c)) return 0;
    const uint32_t united = unite(layers->parent, layers->label[c], layers->label[c + 1]);
    plane[c / 64] |= (uint64_t)united << c % 64;
    return united;
}

// A cell by the number of a draw: uniform as far as 2^32 over the number of cells goes.
static uint32_t draw_cell(const maze_layers *layers, uint64_t key, uint64_t draw)
{
    return (uint32_t)((maze_mix(key, draw) >> 32) * layers->cells >> 32);
}

// Opens x-edges until there are `wanted`: at random places, then, where luck was out, one after the
// other from a random one on.
static uint32_t open_more_x(maze_layers *layers, uint32_t opened, uint32_t wanted, uint64_t *plane)
{
    const uint64_t key = layer_key(layers, layers->z, FOR_MORE_X);
    const uint64_t draws = opened < wanted ? 4 * (uint64_t)(wanted - opened) : 0;
    for (uint64_t i = 0; i < draws && opened < wanted; i++)
        opened += open_one_x(layers, draw_cell(layers, key, i), plane);
    uint32_t c = draw_cell(layers, key, draws);
    for (uint32_t i = 0; i < layers->cells && opened < wanted; i++) {
        opened += open_one_x(layers, c, plane);
        c = c + 1 < layers->cells ? c + 1 : 0;
    }
    return opened;
}

// A last layer: one set is left, and as many walls fall along x as are wished for. Those that x
// needs in any case are opened with the coins; the rest is y's.
static void open_last(maze_layers *layers, uint64_t *const planes[3])
{
    maze_tally *tally = &layers->tally;
    const uint32_t inside = parts_of(layers) - 1;
    const uint32_t wish = maze_plan_x(&layers->plan, tally, inside);
    const uint32_t needed = open_needed_x(layers, planes);
    uint32_t tried;
    const uint32_t coins = maze_plan_coins_of(&layers->plan, wish > needed ? wish - needed : 0);
    throw_x(layers, maze_plan_coin(&layers->plan, tally, 0, coins), planes[0]);
    const uint32_t x = open_more_x(layers, open_x(layers, planes[0], &tried), wish, planes[0]);
    tally->opened[0] += x;
    tally->opened[1] += open_y(layers, 256, planes[1], &tried);
    memset(planes[2], 0, layers->words * sizeof(uint64_t));
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
    const uint64_t key = layer_key(layers, layers->z, FOR_Z);
    uint32_t count = 0;
    for (uint32_t k = 0; k < layers->words; k++) {
        const uint64_t coins = throw_coins(key, k, chance) & word_cells(layers->cells, k);
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
    const uint64_t key = layer_key(layers, layers->z, FOR_BARE);
    uint32_t count = 0;
    for (uint32_t k = 0; k < layers->words; k++) {
        const uint32_t *label = layers->label + (size_t)k * 64;
        uint64_t bare = 0;
        for (uint32_t b = 0; b < 64; b++)
            bare |= (uint64_t)(layers->scratch[label[b]] != HAS_OPENING) << b;
        bare &= word_cells(layers->cells, k);
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
    const uint64_t draws = opened < wanted ? 4 * (uint64_t)(wanted - opened) : 0;
    for (uint64_t i = 0; i < draws && opened < wanted; i++) {
        const uint32_t c = draw_cell(layers, key, i);
        opened += !maze_bit(plane, c);
        maze_open(plane, c);
    }
    uint32_t c = draw_cell(layers, key, draws);
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
    opened = open_more(layers, layer_key(layers, layers->z, FOR_MORE_Z), opened, up, plane);
    tally->opened[2] += opened;
    layers->sets = sets;
    layers->below = plane;
}

void maze_layers_draw_floor(const maze_layers *layers, uint64_t z, uint64_t *floor)
{
    const uint32_t wanted = maze_plan_floor(&layers->plan);
    const uint32_t chance = maze_plan_coin_up(&layers->plan, &layers->tally, wanted, 0);
    const uint64_t key = layer_key(layers, z - 1, FOR_Z);
    uint32_t count = 0;
    for (uint32_t k = 0; k < layers->words; k++) {
        floor[k] = throw_coins(key, k, chance) & word_cells(layers->cells, k);
        count += bits_count(floor[k]);
    }
    open_more(layers, layer_key(layers, z - 1, FOR_MORE_Z), count, wanted, floor);
}

void maze_layers_step(maze_layers *layers, uint64_t *const planes[3])
{
    if (layers->z + 1 == layers->end) {
        open_last(layers, planes);
    } else {
        const uint32_t up = maze_plan_up(&layers->plan, &layers->tally, layers->z - layers->first);
        open_inside(layers, maze_plan_sets(up), planes);
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
