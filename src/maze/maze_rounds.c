// SPDX-License-Identifier: MIT
#include "maze_rounds.h"

// The order in which walls are tried shows: those tried late fail oftener, for what they would join
// hangs together by then. A scan leaves a pattern along its way and seams where it begins and ends.
// So each round takes walls at random all over the layer, too few to get in each other's way.
// Within a round the order is one that suits memory: through the layer from BATCH far apart places
// at once, roots first and unions then. What waits for memory waits together, and hardly ever does
// a union change what the batch has looked up. Where it begins and whether it goes up or down is
// drawn for each round, so that what is left of seams and slants lies elsewhere each time.
//
// Sets are united toward the lower label, so one pass in rising order resolves all. Paths are not
// compressed: writes whose addresses depend on reads hold up all reads behind them, and cost more
// than the steps they save.

#define BATCH 8u

// Each wall of a batch in code of its own: processors then learn of each how far its roots are.
#if defined(__clang__)
#define UNROLLED _Pragma("unroll")
#elif defined(__GNUC__)
#define UNROLLED _Pragma("GCC unroll 8")
#else
#define UNROLLED
#endif

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

static uint64_t below_at(const maze_layers *layers, uint32_t word)
{
    return layers->below && word < layers->words ? layers->below[word] : 0;
}

// A wall toward an old cell does not lengthen a run, but may join two sets: it is closed again and
// listed.
static uint32_t label_runs(maze_layers *layers, uint64_t *plane, maze_list *list)
{
    uint32_t before = 0, labels = layers->sets, kept = 0;
    uint64_t carried = 0;
    for (uint32_t k = 0; k < layers->words; k++) {
        const uint64_t old = below_at(layers, k), joined = plane[k] << 1 | carried;
        const uint64_t fresh = ~(old | joined) & maze_word_cells(layers->cells, k);
        const uint64_t met = plane[k] & (old >> 1 | below_at(layers, k + 1) << 63);
        carried = plane[k] >> 63;
        before = label_word(layers->label + (size_t)k * 64, old, fresh, before, &labels);
        list->end = maze_list_word(list->end, list->step, met, k);
        plane[k] ^= met;
        kept += bits_count(plane[k]);
    }
    layers->labels = labels;
    return kept;
}

uint32_t maze_open_runs(maze_layers *layers, uint64_t *plane, uint32_t *tried)
{
    const uint64_t key = maze_layer_key(layers, layers->z, MAZE_FOR_RUNS);
    maze_list list = maze_list_begin(layers, key);
    const uint32_t kept = label_runs(layers, plane, &list);
    for (uint32_t i = 0; i < layers->labels; i++) layers->parent[i] = i;
    *tried += kept + maze_list_count(&list);
    return kept + maze_open_listed(layers, &list, 0, key, plane);
}

typedef struct ring {
    const uint32_t *walls;
    size_t count, start;
} ring;

static inline uint32_t wall_at(const ring *all, size_t i)
{
    const size_t at = all->start + i;
    return all->walls[at < all->count ? at : at - all->count];
}

static inline void open_where(uint64_t *plane, uint32_t cell, uint32_t united)
{
    plane[cell / 64] |= (uint64_t)united << cell % 64;
}

// One wall from each of BATCH stretches of the ring. Finding is two steps without a look whether
// they were needed; most are there by then.
static inline uint32_t open_batch(maze_layers *layers, const ring *all, size_t first, uint32_t step,
                                  uint64_t *plane)
{
    const size_t stretch = all->count / BATCH;
    uint32_t *const parent = layers->parent, opened = 0;
    uint32_t cells[BATCH], from[BATCH], to[BATCH];
    for (uint32_t i = 0; i < BATCH; i++) {
        cells[i] = wall_at(all, first + i * stretch);
        from[i] = parent[parent[layers->label[cells[i]]]];
        to[i] = parent[parent[layers->label[cells[i] + step]]];
    }
    UNROLLED
    for (uint32_t i = 0; i < BATCH; i++) {
        const uint32_t united = maze_unite(parent, from[i], to[i]);
        open_where(plane, cells[i], united);
        opened += united;
    }
    return opened;
}

uint32_t maze_open_listed(maze_layers *layers, const maze_list *list, uint32_t axis, uint64_t key,
                          uint64_t *plane)
{
    const uint32_t step = maze_layer_step(layers, axis), count = maze_list_count(list);
    const ring all = { list->step > 0 ? list->begin : list->end + 1, count,
                       maze_draw(key, UINT64_MAX, count) };
    const size_t stretch = count / BATCH;
    uint32_t opened = 0;
    for (size_t i = 0; i < stretch; i++) opened += open_batch(layers, &all, i, step, plane);
    for (size_t i = stretch * BATCH; i < count; i++) {
        const uint32_t c = wall_at(&all, i);
        const uint32_t united =
            maze_unite(layers->parent, layers->label[c], layers->label[c + step]);
        open_where(plane, c, united);
        opened += united;
    }
    return opened;
}

uint32_t maze_open_round(maze_layers *layers, uint32_t axis, uint32_t chance, uint32_t round,
                         uint64_t *plane, uint32_t *tried)
{
    const uint64_t rounds = maze_layer_key(layers, layers->z, MAZE_FOR_ROUNDS);
    const uint64_t key = maze_mix(rounds, 2 * (uint64_t)round + axis);
    uint64_t *const untried = layers->untried[axis];
    maze_list list = maze_list_begin(layers, key);
    for (uint32_t k = 0; k < layers->words; k++) {
        const uint64_t taken = untried[k] & maze_throw(key, k, chance);
        untried[k] ^= taken;
        list.end = maze_list_word(list.end, list.step, taken, k);
    }
    *tried += maze_list_count(&list);
    return maze_open_listed(layers, &list, axis, key, plane);
}
