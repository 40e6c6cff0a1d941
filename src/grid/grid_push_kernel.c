// SPDX-License-Identifier: MIT
#include "grid_push_kernel.h"

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
    lanes ax, ay, az, keep;
} sums;

// (s - d²)² where that is inside, else 0: reaches 0 with zero slope, and needs no root.
static inline lanes weigh(lanes inside)
{
    const lanes kept = where_above(inside, inside);
    return kept * kept;
}

static inline lanes squared(lanes x, lanes y, lanes z)
{
    return (x * x + y * y) + z * z;
}

static inline void slow_down(const grid_push *p, lanes weight, sums *s)
{
    s->keep *= 1.0f - weight * p->slow;
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
    const lanes weight = where_above(p->square - d2, spread(1.0f));
    add_radial(weight * p->a / (p->b + d2), x, y, z, s);
    slow_down(p, weight, s);
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

static inline sums start(const float *out, size_t n, bool fresh)
{
    if (fresh) return (sums){ spread(0.0f), spread(0.0f), spread(0.0f), spread(1.0f) };
    return (sums){ load(out), load(out + n), load(out + 2 * n), load(out + 3 * n) };
}

static inline void finish(float *out, size_t n, sums s)
{
    store(out, s.ax);
    store(out + n, s.ay);
    store(out + 2 * n, s.az);
    store(out + 3 * n, s.keep);
}

// A point a lane, of one row of a patch, with what pushes add up to there.
typedef struct place {
    lanes x, y, z;
    lanes z2, g; // of GRID_RADIAL_FLAT: z², and what z is to be multiplied by in the end
    sums s;
} place;

static inline size_t row_of(const grid_patch *patch, size_t row)
{
    return row < patch->rows ? row : patch->rows - 1; // too short a group does its last row again
}

static inline place find_place(const grid_patch *patch, size_t row, size_t i)
{
    const size_t n = patch->stride;
    const float *at = patch->fields + row * GRID_FIELDS * n + i;
    const lanes z = load(at + 2 * n);
    return (place){ load(patch->rest_x + i) + load(at),
                    patch->rest_y[row] + load(at + n),
                    z,
                    z * z,
                    spread(0.0f),
                    start(patch->out + row * GRID_PUSH_FIELDS * n + i, n, patch->fresh) };
}

static inline void keep_place(const grid_patch *patch, size_t row, size_t i, place *at)
{
    at->s.az += at->g * at->z;
    finish(patch->out + row * GRID_PUSH_FIELDS * patch->stride + i, patch->stride, at->s);
}

// The one that games use most: z counts once for all pushes of a patch.
static inline void radial_flat(const grid_push *p, place *at)
{
    const lanes x = at->x - p->x, y = at->y - p->y;
    const lanes weight = weigh((p->square - at->z2) - (x * x + y * y));
    const lanes g = weight * p->a;
    at->s.ax += g * x;
    at->s.ay += g * y;
    at->g += g;
    slow_down(p, weight, &at->s);
}

// Goes over a patch LANES columns at a time and all rows at once: the loop over the pushes is
// short, and a processor guesses its end wrong so often that it should end seldom.
#define FOR_PATCH(NAME, STEP)                                                                      \
    static void NAME(const grid_patch *patch, const grid_push *const *pushes, uint32_t count)      \
    {                                                                                              \
        const size_t r1 = row_of(patch, 1), r2 = row_of(patch, 2), r3 = row_of(patch, 3);          \
        for (size_t i = 0; i < GRID_BLOCK; i += LANES) {                                           \
            place a = find_place(patch, 0, i), b = find_place(patch, r1, i);                       \
            place c = find_place(patch, r2, i), d = find_place(patch, r3, i);                      \
            for (uint32_t k = 0; k < count; k++) {                                                 \
                const grid_push *p = pushes[k];                                                    \
                STEP(p, a);                                                                        \
                STEP(p, b);                                                                        \
                STEP(p, c);                                                                        \
                STEP(p, d);                                                                        \
            }                                                                                      \
            keep_place(patch, 0, i, &a);                                                           \
            keep_place(patch, r1, i, &b);                                                          \
            keep_place(patch, r2, i, &c);                                                          \
            keep_place(patch, r3, i, &d);                                                          \
        }                                                                                          \
    }

#define AT(SHAPE, p, at) SHAPE(p, at.x - p->x, at.y - p->y, at.z - p->z, &at.s)
#define EVEN(p, at) AT(radial_even, p, at)
#define CORE(p, at) AT(radial_core, p, at)
#define TUTORIAL(p, at) AT(radial_tutorial, p, at)
#define ALONG(p, at) AT(along_direction, p, at)
#define ALONG_TUTORIAL(p, at) AT(along_tutorial, p, at)
#define AROUND(p, at) AT(around, p, at)
#define SHELL(p, at) AT(shell, p, at)
#define CAPSULE(p, at) AT(capsule, p, at)
#define BAND(p, at) AT(band, p, at)
#define FLAT(p, at) radial_flat(p, &at)

FOR_PATCH(add_radial_flat, FLAT)
FOR_PATCH(add_radial_even, EVEN)
FOR_PATCH(add_radial_core, CORE)
FOR_PATCH(add_radial_tutorial, TUTORIAL)
FOR_PATCH(add_along_direction, ALONG)
FOR_PATCH(add_along_tutorial, ALONG_TUTORIAL)
FOR_PATCH(add_around, AROUND)
FOR_PATCH(add_shell, SHELL)
FOR_PATCH(add_capsule, CAPSULE)
FOR_PATCH(add_band, BAND)

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
