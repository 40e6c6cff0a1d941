// SPDX-License-Identifier: MIT
#include "grid_push_kernel.h"

#include "base/bits.h"
#include "base/lanes.h"

// Plain loops over arrays lose here: compilers keep the sums of an inner loop in memory, and then
// loading and storing them costs more than the push.

// The value where `test` is above 0, elsewhere 0.
static inline lanes where_above(lanes test, lanes value)
{
#if LANES == 1
    return test > 0.0f ? value : 0.0f;
#else
    return (lanes)((masks)value & (test > (lanes){ 0 }));
#endif
}

// What pushes add up to, in registers.
typedef struct sums {
    lanes ax, ay, az, slow;
} sums;

// (s - d²)² where that is inside, else 0: reaches 0 with zero slope, and needs no root.
static inline lanes weigh(lanes inside)
{
    const lanes kept = most_lanes(inside, spread(0.0f));
    return kept * kept;
}

static inline lanes squared(lanes x, lanes y, lanes z)
{
    return (x * x + y * y) + z * z;
}

static inline void slow_down(const grid_push *p, lanes weight, sums *s)
{
    s->slow -= weight * p->slow;
}

static inline void add_radial(lanes g, lanes x, lanes y, lanes z, sums *s)
{
    s->ax += g * x;
    s->ay += g * y;
    s->az += g * z;
}

static inline void add_along(const grid_push *p, lanes weight, sums *s)
{
    s->ax += weight * p->ax;
    s->ay += weight * p->ay;
    s->az += weight * p->az;
}

static inline void radial_even(const grid_push *p, lanes x, lanes y, lanes z, sums *s)
{
    const lanes weight = weigh(p->square - squared(x, y, z));
    add_radial(weight * p->a, x, y, z, s);
    slow_down(p, weight, s);
}

static inline void radial_core(const grid_push *p, lanes x, lanes y, lanes z, sums *s)
{
    const lanes d2 = squared(x, y, z);
    const lanes weight = weigh(p->square - d2);
    add_radial(weight * p->a / (p->b + d2), x, y, z, s);
    slow_down(p, weight, s);
}

static inline void radial_tutorial(const grid_push *p, lanes x, lanes y, lanes z, sums *s)
{
    const lanes d2 = squared(x, y, z);
    const lanes inside = p->square - d2;
    add_radial(where_above(inside, p->a / (p->b + d2)), x, y, z, s);
    s->slow = s->slow - where_above(inside, s->slow * p->slow);
}

static inline void along_direction(const grid_push *p, lanes x, lanes y, lanes z, sums *s)
{
    add_along(p, weigh(p->square - squared(x, y, z)), s);
}

static inline void along_tutorial(const grid_push *p, lanes x, lanes y, lanes z, sums *s)
{
    const lanes d2 = squared(x, y, z);
    add_along(p, where_above(p->square - d2, 10.0f / (10.0f + root(d2))), s);
}

static inline void around(const grid_push *p, lanes x, lanes y, lanes z, sums *s)
{
    const lanes weight = weigh(p->square - squared(x, y, z));
    const lanes g = weight * p->a;
    s->ax -= g * y;
    s->ay += g * x;
    slow_down(p, weight, s);
}

static inline void shell(const grid_push *p, lanes x, lanes y, lanes z, sums *s)
{
    const lanes d = root(squared(x, y, z));
    const lanes off = d - p->radius;
    const lanes g = weigh(p->square - off * off) * p->a / d;
    const lanes safe = where_above(d, g); // the centre itself has no direction
    add_radial(safe, x, y, z, s);
}

static inline void capsule(const grid_push *p, lanes x, lanes y, lanes z, sums *s)
{
    const lanes share = (x * p->edge_x + y * p->edge_y) * p->inverse_edge; // from the middle
    const lanes over = share - 0.5f, under = -0.5f - share;
    const lanes t = (share - where_above(over, over)) + where_above(under, under);
    const lanes nx = x - t * p->edge_x, ny = y - t * p->edge_y;
    const lanes weight = weigh(p->square - squared(nx, ny, z));
    add_radial(weight * p->a, nx, ny, z, s);
    slow_down(p, weight, s);
}

static inline void band(const grid_push *p, lanes x, lanes y, lanes z, sums *s)
{
    const lanes off = x * p->edge_x + y * p->edge_y;
    (void)z;
    add_along(p, weigh(p->square - off * off), s);
}

// A row of the group.
typedef struct row {
    const float *fields;
    float *out;
    float rest_y;
} row;

// Too short a group does its last row again.
static inline row find_row(const grid_pass *pass, uint32_t index)
{
    const size_t i = index < pass->rows ? index : pass->rows - 1;
    return (row){ pass->fields + i * GRID_FIELDS * pass->stride,
                  pass->out + i * GRID_PUSH_FIELDS * pass->stride, pass->rest_y[i] };
}

// A point a lane.
typedef struct place {
    lanes x, y, z;
} place;

static inline place find_place(const grid_pass *pass, const row *r, size_t i)
{
    const size_t n = pass->stride;
    return (place){ load(pass->rest_x + i) + load(r->fields + i),
                    r->rest_y + load(r->fields + n + i), load(r->fields + 2 * n + i) };
}

static inline sums load_sums(const grid_pass *pass, const row *r, size_t i, bool fresh)
{
    const size_t n = pass->stride;
    const float *at = r->out + i;
    if (fresh) return (sums){ spread(0.0f), spread(0.0f), spread(0.0f), spread(1.0f) };
    return (sums){ load(at), load(at + n), load(at + 2 * n), load(at + 3 * n) };
}

static inline void store_sums(const grid_pass *pass, const row *r, size_t i, sums s)
{
    const size_t n = pass->stride;
    float *at = r->out + i;
    store(at, s.ax);
    store(at + n, s.ay);
    store(at + 2 * n, s.az);
    store(at + 3 * n, s.slow);
}

static inline const grid_push *first_of(const grid_pass *pass, uint64_t reach)
{
    return pass->hits[bits_lowest(reach)];
}

// Goes over the blocks LANES columns at a time and all rows at once: the loop over the pushes is
// short, and a processor guesses its end wrong so often that it should end seldom. ADD gets the
// rows, the first of the columns, the hits that reach them and whether there are no sums yet.
#define FOR_BLOCKS(NAME, ADD)                                                                      \
    static void NAME(const grid_pass *pass)                                                        \
    {                                                                                              \
        const row rows[GRID_GROUP] = { find_row(pass, 0), find_row(pass, 1), find_row(pass, 2),    \
                                       find_row(pass, 3) };                                        \
        uint64_t reach = 0;                                                                        \
        for (uint32_t block = pass->blocks.first; block < pass->blocks.end; block++) {             \
            const bool fresh = block < pass->summed.first || block >= pass->summed.end;            \
            reach ^= pass->turns[block];                                                           \
            if (!reach && !fresh) continue;                                                        \
            for (size_t i = 0; i < GRID_BLOCK; i += LANES)                                         \
                ADD(pass, rows, block *GRID_BLOCK + i, reach, fresh);                              \
        }                                                                                          \
    }

#define FOR_SHAPE(SHAPE)                                                                           \
    INLINE void reach_##SHAPE(const grid_pass *pass, const row *rows, size_t i, uint64_t reach,    \
                              bool fresh)                                                          \
    {                                                                                              \
        const place a = find_place(pass, rows, i), b = find_place(pass, rows + 1, i);              \
        const place c = find_place(pass, rows + 2, i), d = find_place(pass, rows + 3, i);          \
        sums sa = load_sums(pass, rows, i, fresh), sb = load_sums(pass, rows + 1, i, fresh);       \
        sums sc = load_sums(pass, rows + 2, i, fresh), sd = load_sums(pass, rows + 3, i, fresh);   \
        for (; reach; reach &= reach - 1) {                                                        \
            const grid_push *p = first_of(pass, reach);                                            \
            SHAPE(p, a.x - p->x, a.y - p->y, a.z - p->z, &sa);                                     \
            SHAPE(p, b.x - p->x, b.y - p->y, b.z - p->z, &sb);                                     \
            SHAPE(p, c.x - p->x, c.y - p->y, c.z - p->z, &sc);                                     \
            SHAPE(p, d.x - p->x, d.y - p->y, d.z - p->z, &sd);                                     \
        }                                                                                          \
        store_sums(pass, rows, i, sa);                                                             \
        store_sums(pass, rows + 1, i, sb);                                                         \
        store_sums(pass, rows + 2, i, sc);                                                         \
        store_sums(pass, rows + 3, i, sd);                                                         \
    }                                                                                              \
    FOR_BLOCKS(add_##SHAPE, reach_##SHAPE)

FOR_SHAPE(radial_even)
FOR_SHAPE(radial_core)
FOR_SHAPE(radial_tutorial)
FOR_SHAPE(along_direction)
FOR_SHAPE(along_tutorial)
FOR_SHAPE(around)
FOR_SHAPE(shell)
FOR_SHAPE(capsule)
FOR_SHAPE(band)

// The push that games use most: centres at z = 0, and often many of the same radius and strength.
// What those share is reckoned once for all of them.
typedef struct flat_place {
    lanes x, y, room; // square - z²
    lanes weights, wx, wy;
} flat_place;

static inline flat_place find_flat(const grid_pass *pass, const row *r, size_t i,
                                   const grid_push *run)
{
    const place at = find_place(pass, r, i);
    const lanes none = spread(0.0f);
    return (flat_place){ at.x, at.y, run->square - at.z * at.z, none, none, none };
}

static inline void add_flat(const grid_push *p, flat_place *at)
{
    const lanes x = at->x - p->x, y = at->y - p->y;
    const lanes weight = weigh(at->room - (x * x + y * y));
    at->weights += weight;
    at->wx += weight * x;
    at->wy += weight * y;
}

static inline sums sum_flat(const grid_pass *pass, const row *r, size_t i, bool fresh,
                            const grid_push *run, const flat_place *at)
{
    sums s = load_sums(pass, r, i, fresh);
    s.ax += at->wx * run->a;
    s.ay += at->wy * run->a;
    s.az += at->weights * run->a * find_place(pass, r, i).z;
    slow_down(run, at->weights, &s);
    return s;
}

// Adds the first run of the hits and returns the others.
INLINE uint64_t add_run(const grid_pass *pass, const row *rows, size_t i, uint64_t reach,
                        bool fresh)
{
    const grid_push *p = first_of(pass, reach), *run = p;
    flat_place a = find_flat(pass, rows, i, run), b = find_flat(pass, rows + 1, i, run);
    flat_place c = find_flat(pass, rows + 2, i, run), d = find_flat(pass, rows + 3, i, run);
    do {
        add_flat(p, &a);
        add_flat(p, &b);
        add_flat(p, &c);
        add_flat(p, &d);
        reach &= reach - 1;
        if (!reach) break;
        p = first_of(pass, reach);
    } while (p->run == run->run);
    const sums sa = sum_flat(pass, rows, i, fresh, run, &a);
    const sums sb = sum_flat(pass, rows + 1, i, fresh, run, &b);
    const sums sc = sum_flat(pass, rows + 2, i, fresh, run, &c);
    const sums sd = sum_flat(pass, rows + 3, i, fresh, run, &d);
    store_sums(pass, rows, i, sa);
    store_sums(pass, rows + 1, i, sb);
    store_sums(pass, rows + 2, i, sc);
    store_sums(pass, rows + 3, i, sd);
    return reach;
}

INLINE void reach_flat(const grid_pass *pass, const row *rows, size_t i, uint64_t reach, bool fresh)
{
    if (!reach)
        for (int r = 0; r < 4; r++)
            store_sums(pass, rows + r, i, load_sums(pass, rows + r, i, true));
    for (; reach; fresh = false) reach = add_run(pass, rows, i, reach, fresh);
}

FOR_BLOCKS(add_radial_flat, reach_flat)

const grid_push_kernels QX_KERNELS = {
    .add = { [GRID_RADIAL_FLAT] = add_radial_flat,
             [GRID_RADIAL_EVEN] = add_radial_even,
             [GRID_RADIAL_CORE] = add_radial_core,
             [GRID_RADIAL_TUTORIAL] = add_radial_tutorial,
             [GRID_ALONG] = add_along_direction,
             [GRID_ALONG_TUTORIAL] = add_along_tutorial,
             [GRID_AROUND] = add_around,
             [GRID_SHELL] = add_shell,
             [GRID_CAPSULE] = add_capsule,
             [GRID_BAND] = add_band },
};
