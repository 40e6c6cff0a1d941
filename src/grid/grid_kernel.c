// SPDX-License-Identifier: MIT
#include "grid_kernel.h"

#include "base/hints.h"

#include <math.h>
#include <string.h>

// Compiled several times, QX_KERNELS being the name of the table. Every loop body is a fixed
// sequence of single operations, so each instruction set gives the same bits. Selects instead of
// branches let compilers vectorise.

// Columns at a time: all of a chunk's rows stay in the first cache. Where rows are fetched ahead
// fewer, so that what is asked for comes evenly; measured on Sapphire Rapids, a million points gain
// a tenth.
#define CHUNK 256u
#define FETCHING_CHUNK 64u

// Squares of what a few sub-steps leave of values this small are still normal numbers. Denormal
// ones made a tick up to 2.8 times as long while waves ran into a net at rest (Sapphire Rapids).
// Waves that show are 1e11 larger.
#define TINY 1e-14f

// The tutorial stops points slower than this.
#define CLASSIC_CUTOFF 1e-6f

typedef struct force {
    float x, y, z;
} force;

// A spring pulls where it is longer than its rest length and never pushes. `end` minus `start` of
// place and velocity.
static inline force pull(const grid_spring *spring, float x, float y, float z, float vx, float vy,
                         float vz)
{
    const float length = sqrtf((x * x + y * y) + z * z);
    const float taut = spring->stiffness - spring->tension / length;
    const float stiffness = length > spring->rest ? taut : 0.0f;
    const float damping = length > spring->rest ? spring->damping : 0.0f;
    return (force){ stiffness * x + damping * vx, stiffness * y + damping * vy,
                    stiffness * z + damping * vz };
}

// Forces of the springs from `count` columns of a row to the row below, on the upper one.
static inline void springs_below(const grid_spring *law, const float *a, const float *b, size_t n,
                                 size_t count, float *fx)
{
    const grid_spring spring = *law;
    float *fy = fx + n, *fz = fx + 2 * n;
    EACH_ALONE
    for (size_t i = 0; i < count; i++) {
        const force f = pull(&spring, b[i] - a[i], spring.length + (b[n + i] - a[n + i]),
                             b[2 * n + i] - a[2 * n + i], b[3 * n + i] - a[3 * n + i],
                             b[4 * n + i] - a[4 * n + i], b[5 * n + i] - a[5 * n + i]);
        fx[i] = f.x;
        fy[i] = f.y;
        fz[i] = f.z;
    }
}

static void springs_down(const grid_law *law, const float *upper, const float *lower,
                         uint32_t stride, float *out)
{
    springs_below(&law->down, upper, lower, stride, stride, out);
}

// The row after the next comes from memory while this one is reckoned.
static inline void fetch_ahead(const float *fields, size_t stride, size_t count)
{
    for (size_t field = 0; field < GRID_FIELDS; field++)
        for (size_t i = 0; i < count; i += GRID_BLOCK) FETCH_TO_WRITE(fields + field * stride + i);
}

// Forces of the springs to the right of the columns first .. first + count - 1 on those columns.
static void springs_across(const grid_spring *law, const float *fields, size_t stride, size_t first,
                           size_t count, float *fx, float *fy, float *fz)
{
    const grid_spring spring = *law;
    const float *u = fields + first;
    const size_t n = stride;
    EACH_ALONE
    for (size_t i = 0; i < count; i++) {
        const force f = pull(&spring, spring.length + (u[i + 1] - u[i]), u[n + i + 1] - u[n + i],
                             u[2 * n + i + 1] - u[2 * n + i], u[3 * n + i + 1] - u[3 * n + i],
                             u[4 * n + i + 1] - u[4 * n + i], u[5 * n + i + 1] - u[5 * n + i]);
        fx[i] = f.x;
        fy[i] = f.y;
        fz[i] = f.z;
    }
}

// Bits of the largest |displacement|, ordered as the values are.
typedef struct farthest {
    int32_t x, y;
} farthest;

static inline int32_t magnitude(float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x7FFFFFFF;
}

static inline float from_magnitude(int32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float without_tiny(float value)
{
    return fabsf(value) < TINY ? 0.0f : value;
}

// Forces across, with that of the column before the chunk in front.
typedef struct across {
    float x[CHUNK + GRID_BLOCK], y[CHUNK + GRID_BLOCK], z[CHUNK + GRID_BLOCK];
} across;

// What a loop over columns has to do: a loop of its own for each of the sets that occur.
enum {
    PUSHED = 1,   // take pushes in
    CLASSIC = 2,  // a tick is one step, and slow points stop
    ANCHORED = 4, // springs hold points to their places
    TIDY = 8      // set tiny values to 0, and measure the reach
};

// Semi-implicit Euler for the columns first .. end - 1; `lead` is the index of `first` in `right`.
// Sums are ordered (right + left) + (below + above) + anchor + push: mirrored nets then give
// mirrored bits.
static inline void integrate(const grid_law *law, const grid_row *row, const across *right,
                             size_t lead, size_t first, size_t end, const int what, farthest *reach)
{
    const size_t n = row->stride;
    float *u = row->fields + first, *v = row->fields + 3 * n + first;
    const float *above = row->above + first, *below = row->below + first;
    const float *k = row->anchor_stiffness + first, *c = row->anchor_damping + first;
    const float *time = row->time + first, *push = row->push + first;
    const float *rx = right->x + lead, *ry = right->y + lead;
    const float *rz = right->z + lead;
    const float step = what & CLASSIC ? 1.0f : law->time, damping = law->damping;
    const float least_kept = row->slow ? law->slow_floor : 1.0f; // GRID_SLOW is at most 1
    int32_t mx = reach->x, my = reach->y;
    EACH_ALONE
    for (size_t i = 0; i < end - first; i++) {
        float ax = (rx[i + 1] - rx[i]) + (below[i] - above[i]);
        float ay = (ry[i + 1] - ry[i]) + (below[n + i] - above[n + i]);
        float az = (rz[i + 1] - rz[i]) + (below[2 * n + i] - above[2 * n + i]);
        if (what & ANCHORED) {
            ax -= k[i] * u[i] + c[i] * v[i];
            ay -= k[i] * u[n + i] + c[i] * v[n + i];
            az -= k[i] * u[2 * n + i] + c[i] * v[2 * n + i];
        }
        float keep = damping;
        if (what & PUSHED) {
            ax += push[i];
            ay += push[n + i];
            az += push[2 * n + i];
            const float slow = push[3 * n + i] > least_kept ? push[3 * n + i] : least_kept;
            keep *= (slow * slow) * (slow * slow);
        }
        float vx = v[i] + time[i] * ax;
        float vy = v[n + i] + time[i] * ay;
        float vz = v[2 * n + i] + time[i] * az;
        const float x = u[i] + step * vx, y = u[n + i] + step * vy, z = u[2 * n + i] + step * vz;
        if (what & CLASSIC) {
            const float speed = (vx * vx + vy * vy) + vz * vz;
            vx = speed < CLASSIC_CUTOFF ? 0.0f : vx;
            vy = speed < CLASSIC_CUTOFF ? 0.0f : vy;
            vz = speed < CLASSIC_CUTOFF ? 0.0f : vz;
        }
        const bool tidy = what & TIDY;
        v[i] = tidy ? without_tiny(vx * keep) : vx * keep;
        v[n + i] = tidy ? without_tiny(vy * keep) : vy * keep;
        v[2 * n + i] = tidy ? without_tiny(vz * keep) : vz * keep;
        u[i] = tidy ? without_tiny(x) : x;
        u[n + i] = tidy ? without_tiny(y) : y;
        u[2 * n + i] = tidy ? without_tiny(z) : z;
        if (tidy) {
            mx = magnitude(x) > mx ? magnitude(x) : mx;
            my = magnitude(y) > my ? magnitude(y) : my;
        }
    }
    reach->x = mx;
    reach->y = my;
}

static inline void integrate_range(const grid_law *law, const grid_row *row, const across *right,
                                   size_t chunk, size_t first, size_t end, const int pushed,
                                   farthest *reach)
{
    if (first >= end) return;
    const size_t lead = first - chunk + GRID_BLOCK - 1;
#define INTEGRATE(WHAT) integrate(law, row, right, lead, first, end, pushed | (WHAT), reach)
    if (law->classic && row->anchored)
        INTEGRATE(CLASSIC | ANCHORED | TIDY);
    else if (law->classic)
        INTEGRATE(CLASSIC | TIDY);
    else if (row->tidy)
        INTEGRATE(ANCHORED | TIDY);
    else
        INTEGRATE(ANCHORED);
#undef INTEGRATE
}

static inline size_t clamp_index(size_t value, size_t low, size_t high)
{
    return value < low ? low : value > high ? high : value;
}

static void advance(const grid_law *law, grid_row *row)
{
    across right;
    const size_t stride = row->stride;
    farthest reach = { 0, 0 };
    right.x[GRID_BLOCK - 1] = right.y[GRID_BLOCK - 1] = right.z[GRID_BLOCK - 1] = 0.0f;
    const size_t most = row->ahead ? FETCHING_CHUNK : CHUNK;
    for (size_t chunk = 0; chunk < stride; chunk += most) {
        const size_t end = chunk + most < stride ? chunk + most : stride;
        const size_t count = end - chunk;
        if (row->lower)
            springs_below(&law->down, row->fields + chunk, row->lower + chunk, stride, count,
                          row->below + chunk);
        if (row->ahead) fetch_ahead(row->ahead + chunk, stride, count);
        springs_across(&law->across, row->fields, stride, chunk, count, right.x + GRID_BLOCK,
                       right.y + GRID_BLOCK, right.z + GRID_BLOCK);
        if (row->columns - 1 < end &&
            row->columns > chunk) { // the last column has none to its right
            const size_t last = GRID_BLOCK + row->columns - 1 - chunk;
            right.x[last] = right.y[last] = right.z[last] = 0.0f;
        }
        const size_t first_pushed = clamp_index(row->push_first, chunk, end);
        const size_t end_pushed = clamp_index(row->push_end, first_pushed, end);
        integrate_range(law, row, &right, chunk, chunk, first_pushed, 0, &reach);
        integrate_range(law, row, &right, chunk, first_pushed, end_pushed, PUSHED, &reach);
        integrate_range(law, row, &right, chunk, end_pushed, end, 0, &reach);
        right.x[GRID_BLOCK - 1] = right.x[GRID_BLOCK + count - 1];
        right.y[GRID_BLOCK - 1] = right.y[GRID_BLOCK + count - 1];
        right.z[GRID_BLOCK - 1] = right.z[GRID_BLOCK + count - 1];
    }
    row->reach_x = from_magnitude(reach.x);
    row->reach_y = from_magnitude(reach.y);
}

const grid_kernels QX_KERNELS = {
    .springs_down = springs_down,
    .advance = advance,
};
