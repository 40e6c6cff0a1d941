// SPDX-License-Identifier: MIT
#include "maze_rounds.h"

#include <string.h>

// The last layer of a maze or a slab, and all of a flat maze: walls fall in random order, as in
// Kruskal's algorithm, until one set is left, and exactly as many along x and along y as the plan
// wants.
//
// When one axis has had its number the other has to do the rest, and that has to be possible. So
// what each axis has to open in any case comes first: walls along x that join what all walls along
// y leave apart, and the other way round. Together they make no cycle: in one, the walls along x
// would be a closed way through the columns, which they join without a cycle; so for y.
//
// Columns are joined through the layers below by the sets that rise into them. What is still apart
// is joined by one wall between two neighbours, at any height alike. So for rows.

// Columns (axis 0, joined by walls along x) or rows (axis 1).
typedef struct lines {
    uint32_t axis, count, length;
    uint32_t *parent, *order;
} lines;

// In scratch: lines are of two cells at least, so there is room for both arrays.
static lines lines_of(const maze_layers *layers, uint32_t axis)
{
    const uint32_t height = layers->cells / layers->width;
    lines all = { .axis = axis,
                  .count = axis ? height : layers->width,
                  .length = axis ? layers->width : height,
                  .parent = layers->scratch };
    all.order = all.parent + all.count;
    for (uint32_t i = 0; i < all.count; i++) all.parent[i] = all.order[i] = i;
    return all;
}

#define NO_LINE UINT32_MAX

// Joins lines that one set rises into. Labels have no parents yet, so there is room for a line a
// set.
static void join_through_below(const maze_layers *layers, lines *all)
{
    uint32_t *const risen = layers->parent, parts = all->count, c = 0;
    for (uint32_t i = 0; i <= layers->sets; i++) risen[i] = NO_LINE;
    for (uint32_t y = 0; c < layers->cells && parts > 1; y++) {
        for (uint32_t x = 0; x < layers->width; x++, c++) {
            if (!maze_bit(layers->below, c)) continue;
            uint32_t *const line = &risen[layers->label[c]];
            if (*line == NO_LINE) *line = all->axis ? y : x;
            parts -= maze_unite(all->parent, *line, all->axis ? y : x);
        }
    }
}

// Neighbours are joined in random order, for not all may be needed. Returns how many walls fell.
static uint32_t open_needed(const maze_layers *layers, uint32_t axis, uint64_t *plane)
{
    const maze_purpose purpose = axis ? MAZE_FOR_ROWS : MAZE_FOR_COLUMNS;
    const uint64_t key = maze_layer_key(layers, layers->z, purpose);
    lines all = lines_of(layers, axis);
    uint32_t opened = 0;
    if (layers->below) join_through_below(layers, &all);
    for (uint32_t left = all.count - 1; left > 0; left--) {
        uint32_t *const drawn = &all.order[maze_draw(key, 2 * (uint64_t)left, left)];
        const uint32_t line = *drawn, at = maze_draw(key, 2 * (uint64_t)left + 1, all.length);
        *drawn = all.order[left - 1];
        if (!maze_unite(all.parent, line, line + 1)) continue;
        maze_open(plane, axis ? line * layers->width + at : at * layers->width + line);
        opened++;
    }
    return opened;
}

typedef struct last {
    maze_layers *layers;
    uint64_t *const *planes;
    uint32_t left[2];  // walls to open along each axis
    uint32_t count[2]; // of walls that may be tried
    uint32_t round;
} last;

static void unite_y(maze_layers *layers, const uint64_t *plane)
{
    for (uint32_t k = 0; k < layers->words; k++) {
        for (uint64_t bits = plane[k]; bits; bits &= bits - 1) {
            const uint32_t *label = &layers->label[k * 64 + bits_lowest(bits)];
            maze_unite(layers->parent, label[0], label[layers->width]);
        }
    }
}

// Opens what is needed in any case. Where all cells are in one line, all of them are.
static last begin(maze_layers *layers, uint32_t inside, uint64_t *const planes[3])
{
    last all = { .layers = layers, .planes = planes };
    uint32_t needed[2] = { 0, 0 }, tried = 0;
    const bool both = layers->width > 1 && layers->cells > layers->width;
    for (uint32_t axis = 0; axis < 2; axis++) {
        memset(planes[axis], 0, layers->words * sizeof(uint64_t));
        if (both) needed[axis] = open_needed(layers, axis, planes[axis]);
    }
    maze_open_runs(layers, planes[0], &tried);
    unite_y(layers, planes[1]);
    const uint32_t most = inside - needed[1];
    uint32_t x = maze_plan_x(&layers->plan, &layers->tally, inside);
    x = x < needed[0] ? needed[0] : x > most ? most : x;
    if (!both) x = layers->width > 1 ? inside : 0;
    all.left[0] = x - needed[0];
    all.left[1] = most - x;
    layers->tally.opened[0] += x;
    layers->tally.opened[1] += inside - x;
    return all;
}

static void begin_untried(last *all)
{
    maze_layers *const layers = all->layers;
    for (uint32_t axis = 0; axis < 2; axis++) {
        uint64_t *const untried = layers->untried[axis];
        for (uint32_t k = 0; k < layers->words; k++)
            untried[k] = maze_word_walls(layers, axis, k) & ~all->planes[axis][k];
        all->count[axis] = (uint32_t)bits_count_all(untried, layers->words);
    }
}

// The chance of a round's walls, so that no more are taken than may fall: an eighth, or less where
// an axis has few to open; none where a round does not pay.
#define ROUND_CHANCE 32u
#define ROUND_LEAST 512u

static uint32_t chance_of(const last *all, uint32_t axis)
{
    const uint32_t count = all->count[axis], left = all->left[axis];
    if (left == 0 || count < ROUND_LEAST) return 0;
    for (uint32_t chance = ROUND_CHANCE; chance > 2; chance /= 2)
        if ((uint64_t)count * chance / 256 * 5 / 4 + 64 <= left) return chance;
    return 0;
}

// Every label gets its root as its parent, in rising order.
static void settle(maze_layers *layers)
{
    uint32_t *const parent = layers->parent;
    for (uint32_t i = 0; i < layers->labels; i++) parent[i] = parent[parent[i]];
}

// Walls within a set are out, and all along an axis that has had its number.
static void drop_axis(last *all, uint32_t axis)
{
    const uint32_t *const label = all->layers->label, *const parent = all->layers->parent;
    const uint32_t step = maze_layer_step(all->layers, axis);
    uint64_t *const untried = all->layers->untried[axis];
    all->count[axis] = 0;
    for (uint32_t k = 0; k < all->layers->words; k++) {
        uint64_t part = 0;
        for (uint64_t bits = all->left[axis] ? untried[k] : 0; bits; bits &= bits - 1) {
            const uint32_t b = bits_lowest(bits), *at = &label[k * 64 + b];
            part |= (uint64_t)(parent[at[0]] != parent[at[step]]) << b;
        }
        untried[k] = part;
        all->count[axis] += bits_count(part);
    }
}

// Returns whether any are left.
static bool drop(last *all)
{
    settle(all->layers);
    for (uint32_t axis = 0; axis < 2; axis++) drop_axis(all, axis);
    return all->count[0] | all->count[1];
}

// So many rounds find hardly any wall within a set.
#define FREE_ROUNDS 4u

// The axes take turns at being first. Returns whether there was one to take.
static bool take_round(last *all)
{
    const uint32_t chance[] = { chance_of(all, 0), chance_of(all, 1) };
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t axis = (all->round + i) % 2;
        uint32_t tried = 0;
        if (!chance[axis]) continue;
        all->left[axis] -=
            maze_open_round(all->layers, axis, chance[axis], all->round, all->planes[axis], &tried);
        all->count[axis] -= tried;
    }
    all->round++;
    return chance[0] | chance[1];
}

static uint32_t list_some(last *all, uint32_t axis, uint32_t chance, uint32_t *list)
{
    const uint64_t rounds = maze_layer_key(all->layers, all->layers->z, MAZE_FOR_ROUNDS);
    const uint64_t key = maze_mix(rounds, 2 * (uint64_t)all->round + axis);
    uint64_t *const untried = all->layers->untried[axis];
    uint32_t *end = list;
    for (uint32_t k = 0; k < all->layers->words; k++) {
        const uint64_t taken = untried[k] & maze_throw(key, k, chance);
        untried[k] ^= taken;
        end = maze_list_word(end, 1, taken, k);
    }
    return (uint32_t)(end - list);
}

static void try_one(last *all, uint32_t axis, uint32_t c)
{
    maze_layers *const layers = all->layers;
    const uint32_t *const label = &layers->label[c];
    const uint32_t united =
        maze_unite(layers->parent, label[0], label[maze_layer_step(layers, axis)]);
    all->planes[axis][c / 64] |= (uint64_t)united << c % 64;
    all->left[axis] -= united;
}

// One by one, drawn from those along both axes; where scratch has no room for all, from a part of
// them, and the rest comes next time.
static void take_shuffled(last *all)
{
    const uint32_t chance = (uint64_t)all->count[0] + all->count[1] > all->layers->cells ? 96 : 256;
    const uint64_t shuffle = maze_layer_key(all->layers, all->layers->z, MAZE_FOR_SHUFFLE);
    const uint64_t key = maze_mix(shuffle, all->round);
    uint32_t *const list = all->layers->scratch;
    const uint32_t along_x = list_some(all, 0, chance, list);
    uint32_t left[2] = { along_x, list_some(all, 1, chance, list + along_x) };
    for (uint64_t i = 0; left[0] + left[1] > 0; i++) {
        const uint32_t drawn = maze_draw(key, i, left[0] + left[1]);
        const uint32_t axis = drawn >= left[0];
        uint32_t *const walls = list + (axis ? along_x : 0);
        uint32_t *const at = &walls[axis ? drawn - left[0] : drawn];
        try_one(all, axis, *at);
        *at = walls[--left[axis]];
        if (all->left[axis] == 0) left[axis] = 0;
    }
    all->round++;
}

void maze_open_last(maze_layers *layers, uint32_t inside, uint64_t *const planes[3])
{
    last all = begin(layers, inside, planes);
    begin_untried(&all);
    while (take_round(&all))
        if (all.round >= FREE_ROUNDS) drop(&all);
    while (drop(&all)) take_shuffled(&all);
    memset(planes[2], 0, layers->words * sizeof(uint64_t));
}
