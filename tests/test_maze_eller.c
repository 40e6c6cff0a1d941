// SPDX-License-Identifier: MIT
// Eller's algorithm in three dimensions: perfect at every size, seed and share; shares met;
// openings of sets that have none uniform; openings of a layer level, whatever the place and the
// direction; and what goes wrong where a step of it is read otherwise.
#include "maze_plain.h"

#include <math.h>
#include <string.h>

// A longer run: QX_TEST_LONG=1 in the environment.
static uint32_t cases(uint32_t ordinary)
{
    return getenv("QX_TEST_LONG") ? 10 * ordinary : ordinary;
}

static uint32_t one_to(qx_random *random, uint32_t most)
{
    return 1 + qx_random_below(random, most);
}

// A wish now and then is none, and now and then wild.
static float random_share(qx_random *random)
{
    const uint32_t kind = qx_random_below(random, 8);
    const float share = qx_random_unit(random);
    return kind == 0 ? 0.0f : kind == 1 ? 1e30f * share : kind == 2 ? 1e-30f * share : share;
}

static qx_maze_desc random_desc(qx_random *random)
{
    const uint32_t most = qx_random_below(random, 50) == 0 ? 20 : 6;
    qx_maze_desc desc = { .seed = (uint64_t)qx_random_next(random) << 32 | qx_random_next(random) };
    desc.width = one_to(random, most);
    desc.height = one_to(random, most);
    desc.depth = one_to(random, most);
    const uint32_t odd = qx_random_below(random, 60);
    if (odd == 0) desc.width = one_to(random, 300);
    if (odd == 1) desc.height = one_to(random, 300);
    if (odd == 2) desc.depth = one_to(random, 300);
    if (qx_random_below(random, 2)) return desc;
    desc.share_x = random_share(random);
    desc.share_y = random_share(random);
    desc.share_z = random_share(random);
    if (qx_random_below(random, 3) == 0) desc.slab_height = one_to(random, desc.depth);
    return desc;
}

// By the library's own check and by the plain one, which have to agree.
static bool is_perfect(const qx_maze *maze)
{
    void *scratch = malloc(qx_maze_bound_scratch(maze));
    assert_non_null(scratch);
    const bool perfect = qx_maze_is_perfect(maze, scratch);
    free(scratch);
    assert_int_equal(perfect, plain_is_perfect(maze, NULL));
    return perfect;
}

static void assert_perfect(const qx_maze_desc *desc)
{
    qx_maze *maze = maze_of(desc);
    if (!is_perfect(maze))
        fail_msg("%u x %u x %u, seed %llu, shares %g %g %g, slabs of %u", desc->width, desc->height,
                 desc->depth, (unsigned long long)desc->seed, (double)desc->share_x,
                 (double)desc->share_y, (double)desc->share_z, desc->slab_height);
    qx_maze_destroy(maze);
}

static void mazes_are_perfect(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 5, 1);
    for (uint32_t i = 0; i < cases(100000); i++) {
        const qx_maze_desc desc = random_desc(&random);
        assert_perfect(&desc);
    }
}

static void odd_sizes_are_perfect(void **state)
{
    (void)state;
    static const uint32_t sizes[][3] = {
        { 1, 1, 1 },     { 1, 1, 2 },     { 2, 1, 1 },    { 1, 2, 1 },    { 1, 1, 10000 },
        { 10000, 1, 1 }, { 1, 10000, 1 }, { 2, 2, 2 },    { 255, 3, 7 },  { 3, 255, 7 },
        { 3, 7, 255 },   { 64, 1, 2 },    { 63, 1, 2 },   { 65, 1, 2 },   { 64, 64, 3 },
        { 63, 65, 3 },   { 128, 2, 9 },   { 1, 64, 64 },  { 64, 1, 64 },  { 300, 300, 1 },
        { 100, 100, 2 }, { 33, 31, 29 },  { 1000, 2, 2 }, { 2, 1000, 2 }, { 2, 2, 1000 },
    };
    for (size_t i = 0; i < QX_COUNT(sizes); i++)
        for (uint32_t slab = 0; slab < 4; slab++)
            assert_perfect(&(qx_maze_desc){ .width = sizes[i][0],
                                            .height = sizes[i][1],
                                            .depth = sizes[i][2],
                                            .seed = i,
                                            .slab_height = slab * slab });
}

static double farthest_share(const qx_maze_desc *desc)
{
    qx_maze *maze = maze_of(desc);
    const qx_maze_info info = qx_maze_get_info(maze);
    const qx_maze_desc used = qx_maze_desc_resolve(desc);
    const double wishes[] = { (double)used.share_x, (double)used.share_y, (double)used.share_z };
    double farthest = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        const double wish = wishes[axis] / (wishes[0] + wishes[1] + wishes[2]);
        const double off = fabs((double)info.opened[axis] / (double)info.openings - wish);
        farthest = off > farthest ? off : farthest;
    }
    qx_maze_destroy(maze);
    return farthest;
}

static void shares_come_out(void **state)
{
    (void)state;
    static const qx_maze_desc wishes[] = {
        { .width = 8, .height = 8, .depth = 8 },
        { .width = 5, .height = 7, .depth = 6 },
        { .width = 64, .height = 64, .depth = 64 },
        { .width = 256, .height = 256, .depth = 5 },
        { .width = 100, .height = 100, .depth = 2 },
        { .width = 300, .height = 200, .depth = 1 },
        { .width = 200, .height = 2, .depth = 1 },
        { .width = 2, .height = 200, .depth = 1 },
        { .width = 1, .height = 60, .depth = 60 },
        { .width = 60, .height = 1, .depth = 60 },
        { .width = 100, .height = 3, .depth = 100 },
        { .width = 3, .height = 100, .depth = 100 },
        { .width = 9, .height = 9, .depth = 1000 },
        { .width = 40, .height = 40, .depth = 40, .share_x = 8, .share_y = 1, .share_z = 1 },
        { .width = 40, .height = 40, .depth = 40, .share_x = 1, .share_y = 8, .share_z = 1 },
        { .width = 40, .height = 40, .depth = 40, .share_x = 1, .share_y = 1, .share_z = 8 },
        { .width = 40, .height = 40, .depth = 40, .share_x = 49, .share_y = 49, .share_z = 2 },
        { .width = 40, .height = 40, .depth = 40, .share_x = 10, .share_y = 45, .share_z = 45 },
        { .width = 40, .height = 40, .depth = 40, .share_x = 45, .share_y = 10, .share_z = 45 },
        { .width = 300, .height = 200, .depth = 1, .share_x = 9, .share_y = 1 },
        { .width = 300, .height = 200, .depth = 1, .share_x = 1, .share_y = 9 },
        { .width = 64, .height = 64, .depth = 64, .slab_height = 16 },
        { .width = 50,
          .height = 60,
          .depth = 70,
          .slab_height = 8,
          .share_x = 1,
          .share_y = 2,
          .share_z = 3 },
    };
    for (size_t i = 0; i < QX_COUNT(wishes); i++) {
        for (uint64_t seed = 0; seed < 5; seed++) {
            qx_maze_desc desc = wishes[i];
            desc.seed = seed;
            const double off = farthest_share(&desc);
            if (off > 0.01) fail_msg("wish %zu, seed %zu: off by %g", i, (size_t)seed, off);
        }
    }
}

// Most of what no size forbids comes out to an opening or to 1 %.
static void shares_of_small_mazes_come_out(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 6, 1);
    uint32_t off = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        qx_maze_desc desc = { .seed = i };
        desc.width = 3 + qx_random_below(&random, 10);
        desc.height = 3 + qx_random_below(&random, 10);
        desc.depth = 3 + qx_random_below(&random, 10);
        const double openings = (double)desc.width * desc.height * desc.depth - 1.0;
        off += farthest_share(&desc) > (openings < 100.0 ? 1.0 / openings : 0.01);
    }
    assert_true(off < 30);
}

// Wishes beyond what a size can give are met as nearly as it can be.
static void shares_out_of_reach_are_approached(void **state)
{
    (void)state;
    static const struct {
        qx_maze_desc desc;
        uint32_t axis;
        double least, most; // share that comes out
    } reach[] = {
        { { .width = 32, .height = 32, .depth = 32, .share_x = 1 }, 0, 0.968, 0.97 },
        { { .width = 32, .height = 32, .depth = 32, .share_y = 1 }, 1, 0.968, 0.97 },
        { { .width = 32, .height = 32, .depth = 32, .share_z = 1 }, 2, 0.968, 0.97 },
        { { .width = 32, .height = 32, .depth = 1, .share_z = 1 }, 0, 0.4, 0.6 },
        { { .width = 1, .height = 1, .depth = 32, .share_x = 1 }, 2, 1.0, 1.0 },
        { { .width = 1, .height = 32, .depth = 32, .share_x = 1e38f, .share_z = 1 },
          2,
          0.96,
          0.97 },
    };
    for (size_t i = 0; i < QX_COUNT(reach); i++) {
        qx_maze *maze = maze_of(&reach[i].desc);
        const qx_maze_info info = qx_maze_get_info(maze);
        const double share = (double)info.opened[reach[i].axis] / (double)info.openings;
        if (share < reach[i].least || share > reach[i].most) fail_msg("%zu: %g", i, share);
        assert_true(is_perfect(maze));
        qx_maze_destroy(maze);
    }
}

#define CHI_CELLS 12

// Counts over the places, all equally likely. The limit is 5 deviations above the mean: by chance
// once in some 10^4, and seeds are fixed.
static void assert_uniform(const uint32_t *counts, uint32_t places)
{
    double sum = 0.0, chi = 0.0;
    for (uint32_t i = 0; i < places; i++) sum += counts[i];
    for (uint32_t i = 0; i < places; i++) {
        const double off = counts[i] - sum / places;
        chi += off * off / (sum / places);
    }
    const double free = places - 1.0;
    if (chi > free + 5.0 * sqrt(2.0 * free)) fail_msg("%u places: chi-square %g", places, chi);
    assert_true(sum > 1000.0);
}

// A row of one set, which goes up once.
static void sole_openings_are_uniform(void **state)
{
    (void)state;
    for (uint32_t width = 2; width <= CHI_CELLS; width++) {
        uint32_t counts[CHI_CELLS] = { 0 };
        for (uint64_t seed = 0; seed < 5000; seed++) {
            qx_maze *maze = maze_of(&(qx_maze_desc){
                .width = width, .height = 1, .depth = 2, .share_x = 1, .seed = seed });
            const uint64_t *up = qx_maze_get_plane(maze, 2);
            assert_int_equal(qx_maze_get_info(maze).opened[2], 1);
            for (uint32_t x = 0; x < width; x++) counts[x] += plain_bit(up, x);
            qx_maze_destroy(maze);
        }
        assert_uniform(counts, width);
    }
}

static uint32_t find(uint32_t *parent, uint32_t cell)
{
    while (parent[cell] != cell) cell = parent[cell] = parent[parent[cell]];
    return cell;
}

// Cells of a maze's first layer in sets as that layer alone joins them.
static void join_first_layer(const qx_maze *maze, uint32_t *parent, uint32_t cells, uint32_t width)
{
    for (uint32_t c = 0; c < cells; c++) parent[c] = c;
    for (uint32_t c = 0; c < cells; c++) {
        if (plain_bit(qx_maze_get_plane(maze, 0), c)) parent[find(parent, c)] = find(parent, c + 1);
        if (plain_bit(qx_maze_get_plane(maze, 1), c))
            parent[find(parent, c)] = find(parent, c + width);
    }
}

// Among sets of other kinds: of those that go up once, the cell is any of theirs.
static void openings_of_sets_are_uniform(void **state)
{
    (void)state;
    enum { WIDTH = 16, CELLS = 256, LARGEST = 6 };
    static uint32_t counts[LARGEST + 1][LARGEST], parent[CELLS];
    memset(counts, 0, sizeof counts);
    for (uint64_t seed = 0; seed < 8000; seed++) {
        qx_maze *maze =
            maze_of(&(qx_maze_desc){ .width = WIDTH, .height = WIDTH, .depth = 3, .seed = seed });
        uint32_t size[CELLS] = { 0 }, up[CELLS] = { 0 }, place[CELLS] = { 0 };
        join_first_layer(maze, parent, CELLS, WIDTH);
        for (uint32_t c = 0; c < CELLS; c++) {
            const uint32_t root = find(parent, c);
            if (plain_bit(qx_maze_get_plane(maze, 2), c)) up[root]++, place[root] = size[root];
            size[root]++;
        }
        for (uint32_t c = 0; c < CELLS; c++)
            if (parent[c] == c && up[c] == 1 && size[c] <= LARGEST) counts[size[c]][place[c]]++;
        qx_maze_destroy(maze);
    }
    for (uint32_t size = 2; size <= 4; size++) assert_uniform(counts[size], size);
}

// Layers whose openings have to be alike at all places: a flat maze, which is a last layer alone;
// others at the bottom, within, at the top; the same of slabs.
static const struct {
    uint32_t side, depth, z, slab_height;
} layers[] = {
    { 40, 1, 0, 0 }, { 64, 1, 0, 0 },  { 40, 8, 7, 0 }, { 40, 8, 0, 0 },   { 40, 8, 1, 0 },
    { 40, 8, 3, 0 }, { 64, 12, 6, 0 }, { 40, 8, 3, 4 }, { 40, 20, 16, 8 },
};

#define MOST_SIDE 64u
#define LEVEL_SEEDS 300u
// Rims aside: random trees open more walls across to them, Kruskal's and Wilson's too.
#define RIM 5u

typedef struct level {
    uint32_t side, seeds;
    double sum[2][MOST_SIDE], squares[2][MOST_SIDE]; // of openings along an axis, by that axis
    uint32_t places[2][MOST_SIDE][MOST_SIDE];        // [axis][y][x]
} level;

static bool is_open(const qx_maze *maze, uint32_t axis, uint32_t x, uint32_t y, uint32_t z)
{
    return plain_bit(qx_maze_get_plane(maze, axis), qx_maze_get_cell(maze, x, y, z));
}

static void count_lines(level *all, const qx_maze *maze, uint32_t z)
{
    for (uint32_t axis = 0; axis < 2; axis++) {
        for (uint32_t line = 0; line < all->side; line++) {
            double open = 0.0;
            for (uint32_t i = 0; i < all->side; i++) {
                const uint32_t x = axis ? i : line, y = axis ? line : i;
                const bool is = is_open(maze, axis, x, y, z);
                all->places[axis][y][x] += is;
                open += is;
            }
            all->sum[axis][line] += open;
            all->squares[axis][line] += open * open;
        }
    }
    all->seeds++;
}

// Chi-square of the lines' means, each against what its own mazes differ by.
static double unlike_lines(const level *all, uint32_t axis, uint32_t *free)
{
    const double n = all->seeds;
    double mean = 0.0, chi = 0.0;
    *free = all->side - 2 * RIM - 1;
    for (uint32_t i = RIM; i < all->side - RIM; i++) mean += all->sum[axis][i] / n / (*free + 1);
    for (uint32_t i = RIM; i < all->side - RIM; i++) {
        const double own = all->sum[axis][i] / n;
        const double variance = (all->squares[axis][i] / n - own * own) / n;
        chi += (own - mean) * (own - mean) / variance;
    }
    return chi;
}

static double unlike_places(const level *all, uint32_t axis, uint32_t *free)
{
    const uint32_t across = all->side - 2 * RIM;
    double mean = 0.0, chi = 0.0;
    *free = across * across - 1;
    for (uint32_t y = RIM; y < all->side - RIM; y++)
        for (uint32_t x = RIM; x < all->side - RIM; x++) mean += all->places[axis][y][x];
    mean /= *free + 1;
    for (uint32_t y = RIM; y < all->side - RIM; y++) {
        for (uint32_t x = RIM; x < all->side - RIM; x++) {
            const double off = all->places[axis][y][x] - mean;
            chi += off * off / (mean * (1.0 - mean / all->seeds));
        }
    }
    return chi;
}

static void assert_chance(double chi, uint32_t free, size_t layer, uint32_t axis, const char *what)
{
    if (chi > free + 5.0 * sqrt(2.0 * free))
        fail_msg("layer %zu, %s along %c: chi-square %g of %u", layer, what, "xy"[axis], chi, free);
}

static qx_maze *maze_of_layer(size_t i, uint64_t seed)
{
    return maze_of(&(qx_maze_desc){ .width = layers[i].side,
                                    .height = layers[i].side,
                                    .depth = layers[i].depth,
                                    .slab_height = layers[i].slab_height,
                                    .seed = seed });
}

// Walls tried in scan order, from a few places or from one, fail here by a factor of ten to
// a hundred.
static void openings_are_level(void **state)
{
    (void)state;
    static level all;
    for (size_t i = 0; i < QX_COUNT(layers); i++) {
        memset(&all, 0, sizeof all);
        all.side = layers[i].side;
        for (uint64_t seed = 0; seed < LEVEL_SEEDS; seed++) {
            qx_maze *maze = maze_of_layer(i, seed);
            count_lines(&all, maze, layers[i].z);
            qx_maze_destroy(maze);
        }
        for (uint32_t axis = 0; axis < 2; axis++) {
            uint32_t free;
            const double lines = unlike_lines(&all, axis, &free);
            assert_chance(lines, free, i, axis, "lines");
            const double places = unlike_places(&all, axis, &free);
            assert_chance(places, free, i, axis, "places");
        }
    }
}

typedef struct corridors {
    double cells, runs;
} corridors;

// Straight stretches of openings along an axis.
static void count_runs(corridors *along, const qx_maze *maze, uint32_t axis, uint32_t side,
                       uint32_t z)
{
    for (uint32_t line = 0; line < side; line++) {
        bool before = false;
        for (uint32_t i = 0; i < side; i++) {
            const bool open = is_open(maze, axis, axis ? line : i, axis ? i : line, z);
            along->cells += open;
            along->runs += open && !before;
            before = open;
        }
    }
}

// Corridors are as long along x as along y, in every layer.
static void corridors_are_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < QX_COUNT(layers); i++) {
        corridors along[2] = { { 0.0, 0.0 }, { 0.0, 0.0 } };
        for (uint64_t seed = 0; seed < 100; seed++) {
            qx_maze *maze = maze_of_layer(i, seed);
            for (uint32_t axis = 0; axis < 2; axis++)
                count_runs(&along[axis], maze, axis, layers[i].side, layers[i].z);
            qx_maze_destroy(maze);
        }
        const double x = along[0].cells / along[0].runs, y = along[1].cells / along[1].runs;
        if (fabs(x / y - 1.0) > 0.03) fail_msg("layer %zu: %g along x, %g along y", i, x, y);
    }
}

// Ways out of the two ends of corridors along an axis, toward higher x or y.
static void count_ends(double ends[2], const qx_maze *maze, uint32_t axis, uint32_t side,
                       uint32_t z)
{
    for (uint32_t line = RIM; line < side - RIM; line++) {
        for (uint32_t i = RIM; i < side - RIM; i++) {
            const uint32_t x = axis ? line : i, y = axis ? i : line;
            if (!is_open(maze, !axis, x, y, z)) continue;
            const bool low = is_open(maze, axis, x - !axis, y - axis, z);
            const bool high = is_open(maze, axis, x, y, z);
            ends[0] += high && !low;
            ends[1] += low && !high;
        }
    }
}

// A maze and its mirror image are alike: a corridor's two ends have as many ways out.
static void mirrored_mazes_are_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < QX_COUNT(layers); i++) {
        double ends[2][2] = { { 0.0, 0.0 }, { 0.0, 0.0 } };
        for (uint64_t seed = 0; seed < LEVEL_SEEDS; seed++) {
            qx_maze *maze = maze_of_layer(i, seed);
            for (uint32_t axis = 0; axis < 2; axis++)
                count_ends(ends[axis], maze, axis, layers[i].side, layers[i].z);
            qx_maze_destroy(maze);
        }
        for (uint32_t axis = 0; axis < 2; axis++)
            if (fabs(ends[axis][0] / ends[axis][1] - 1.0) > 0.06)
                fail_msg("layer %zu, along %c: %g ways at low ends, %g at high ones", i, "xy"[axis],
                         ends[axis][0], ends[axis][1]);
    }
}

// The last layer counts as it goes: flat mazes have their shares to the opening.
static void flat_shares_are_exact(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 7, 1);
    for (uint32_t i = 0; i < 3000; i++) {
        qx_maze_desc desc = { .depth = 1, .seed = i };
        desc.width = 2 + qx_random_below(&random, i % 100 ? 20 : 200);
        desc.height = 2 + qx_random_below(&random, i % 100 ? 20 : 200);
        qx_maze *maze = maze_of(&desc);
        const qx_maze_info info = qx_maze_get_info(maze);
        const double off = (double)info.opened[0] - (double)info.opened[1];
        if (fabs(off) > 1.0) fail_msg("%u x %u: off by %g", desc.width, desc.height, off);
        qx_maze_destroy(maze);
    }
}

typedef enum reading {
    RIGHT,
    ONE_NEIGHBOUR, // uniting relabels the neighbour cell alone
    FROZEN,        // labels are looked up as they were when the layer began
    OWN_INDEX,     // a cell that is cut off takes its index, which an old set may have
    NO_UNITING,    // walls of the last layer fall between different labels that stay different
    COPIED,        // the last layer is the finished one again
    READINGS
} reading;

#define SIDE 8u
#define LAYER (SIDE * SIDE)

typedef struct plain_eller {
    reading as;
    qx_random random;
    uint32_t label[LAYER], then[LAYER], next_label;
    uint64_t planes[3][LAYER * SIDE / 64];
} plain_eller;

static void relabel(plain_eller *e, uint32_t cell, uint32_t label)
{
    const uint32_t old = e->label[cell];
    for (uint32_t c = 0; c < LAYER; c++)
        if (e->label[c] == old && (e->as != ONE_NEIGHBOUR || c == cell)) e->label[c] = label;
}

static void try_wall(plain_eller *e, uint32_t z, uint32_t c, uint32_t axis)
{
    const bool last = z + 1 == SIDE;
    const uint32_t other = axis ? c + SIDE : c + 1;
    const uint32_t *looked_up = e->as == FROZEN ? e->then : e->label;
    if ((axis ? c / SIDE : c % SIDE) + 1 == SIDE) return;
    if (!last && qx_random_below(&e->random, 2)) return;
    if (looked_up[c] == looked_up[other]) return;
    const uint32_t at = z * LAYER + c;
    e->planes[axis][at / 64] |= UINT64_C(1) << at % 64;
    if (!(last && e->as == NO_UNITING)) relabel(e, other, e->label[c]);
}

static void open_up(plain_eller *e, uint32_t z)
{
    uint64_t *up = &e->planes[2][z];
    for (uint32_t c = 0; c < LAYER; c++)
        if (qx_random_below(&e->random, 10) < 3) *up |= UINT64_C(1) << c;
    for (uint32_t c = 0; c < LAYER; c++) {
        uint32_t members[LAYER], count = 0;
        bool open = false;
        for (uint32_t other = 0; other < LAYER; other++) {
            if (e->label[other] != e->label[c]) continue;
            members[count++] = other;
            open |= *up >> other & 1;
        }
        if (!open) *up |= UINT64_C(1) << members[qx_random_below(&e->random, count)];
    }
    for (uint32_t c = 0; c < LAYER; c++)
        if (!(*up >> c & 1)) e->label[c] = e->as == OWN_INDEX ? c : e->next_label++;
}

static void make_plain(plain_eller *e, reading as, uint64_t seed)
{
    *e = (plain_eller){ .as = as, .next_label = LAYER };
    qx_random_seed(&e->random, seed, 3);
    for (uint32_t c = 0; c < LAYER; c++) e->label[c] = c;
    for (uint32_t z = 0; z < SIDE; z++) {
        if (z + 1 == SIDE && as == COPIED) {
            e->planes[0][z] = e->planes[0][z - 1];
            e->planes[1][z] = e->planes[1][z - 1];
            return;
        }
        memcpy(e->then, e->label, sizeof e->then);
        for (uint32_t c = 0; c < LAYER; c++) {
            try_wall(e, z, c, 0);
            try_wall(e, z, c, 1);
        }
        if (z + 1 < SIDE) open_up(e, z);
    }
}

// None of the wrong readings makes a single perfect maze; the right one, by the same plain code,
// does.
static void wrong_readings_are_caught(void **state)
{
    (void)state;
    static plain_eller e;
    for (uint32_t as = RIGHT; as < READINGS; as++) {
        for (uint64_t seed = 0; seed < 100; seed++) {
            qx_maze *maze;
            make_plain(&e, (reading)as, seed);
            const uint64_t *const planes[] = { e.planes[0], e.planes[1], e.planes[2] };
            const qx_maze_desc desc = { .width = SIDE, .height = SIDE, .depth = SIDE };
            assert_int_equal(qx_maze_create_from(&desc, planes, &maze), QX_OK);
            assert_int_equal(is_perfect(maze), as == RIGHT);
            qx_maze_destroy(maze);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mazes_are_perfect),
        cmocka_unit_test(odd_sizes_are_perfect),
        cmocka_unit_test(shares_come_out),
        cmocka_unit_test(shares_of_small_mazes_come_out),
        cmocka_unit_test(shares_out_of_reach_are_approached),
        cmocka_unit_test(sole_openings_are_uniform),
        cmocka_unit_test(openings_of_sets_are_uniform),
        cmocka_unit_test(openings_are_level),
        cmocka_unit_test(corridors_are_alike),
        cmocka_unit_test(mirrored_mazes_are_alike),
        cmocka_unit_test(flat_shares_are_exact),
        cmocka_unit_test(wrong_readings_are_caught),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
