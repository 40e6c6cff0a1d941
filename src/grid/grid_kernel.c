// SPDX-License-Identifier: MIT
#include "grid_kernel.h"

#include "base/hints.h"

#include <math.h>
#include <string.h>

// Compiled several times, QX_KERNELS being the name of the table. Every loop body is a fixed
// sequence of single operations, so each instruction set gives the same bits. Selects instead of
// branches let compilers vectorise.

#define CHUNK 256u // columns at a time: all of a chunk's rows stay in the first cache

// What one sub-step leaves of velocities this small is denormal soon; the smallest waves that show
// are 1e17 larger.
#define TINY 1e-20f

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

// Semi-implicit Euler for the columns first .. end - 1; `lead` is the index of `first` in `right`.
// Sums are ordered (right + left) + (below + above) + anchor + push: mirrored nets then give
// mirrored bits.
static inline void integrate(const grid_law *law, grid_row *row, const across *right, size_t lead,
                             size_t first, size_t end, const bool pushed, const bool classic,
                             int32_t *reach_x, int32_t *reach_y)
{
    const size_t n = row->stride;
    float *u = row->fields + first, *v = row->fields + 3 * n + first;
    const float *above = row->above + first, *below = row->below + first;
    const float *k = row->anchor_stiffness + first, *c = row->anchor_damping + first;
    const float *time = row->time + first, *push = row->push + first;
    const float *rx = right->x + lead, *ry = right->y + lead;
    const float *rz = right->z + lead;
    const float step = law->time, damping = law->damping;
    const float least_kept =
        row->slow ? law->damping_floor : 1.0f; // pushes slow by factors up to 1
    int32_t mx = *reach_x, my = *reach_y;
    EACH_ALONE
    for (size_t i = 0; i < end - first; i++) {
        float ax = (rx[i + 1] - rx[i]) + (below[i] - above[i]) - (k[i] * u[i] + c[i] * v[i]);
        float ay = (ry[i + 1] - ry[i]) + (below[n + i] - above[n + i]) -
                   (k[i] * u[n + i] + c[i] * v[n + i]);
        float az = (rz[i + 1] - rz[i]) + (below[2 * n + i] - above[2 * n + i]) -
                   (k[i] * u[2 * n + i] + c[i] * v[2 * n + i]);
        float keep = damping;
        if (pushed) {
            ax += push[i];
            ay += push[n + i];
            az += push[2 * n + i];
            keep *= push[3 * n + i] > least_kept ? push[3 * n + i] : least_kept;
        }
        float vx = v[i] + time[i] * ax;
        float vy = v[n + i] + time[i] * ay;
        float vz = v[2 * n + i] + time[i] * az;
        const float x = u[i] + step * vx, y = u[n + i] + step * vy, z = u[2 * n + i] + step * vz;
        if (classic) {
            const float speed = (vx * vx + vy * vy) + vz * vz;
            vx = speed < CLASSIC_CUTOFF ? 0.0f : vx;
            vy = speed < CLASSIC_CUTOFF ? 0.0f : vy;
            vz = speed < CLASSIC_CUTOFF ? 0.0f : vz;
        }
        v[i] = without_tiny(vx * keep);
        v[n + i] = without_tiny(vy * keep);
        v[2 * n + i] = without_tiny(vz * keep);
        u[i] = without_tiny(x);
        u[n + i] = without_tiny(y);
        u[2 * n + i] = without_tiny(z);
        mx = magnitude(x) > mx ? magnitude(x) : mx;
        my = magnitude(y) > my ? magnitude(y) : my;
    }
    *reach_x = mx;
    *reach_y = my;
}

static inline void integrate_range(const grid_law *law, grid_row *row, const across *right,
                                   size_t chunk, size_t first, size_t end, const bool pushed,
                                   int32_t *reach_x, int32_t *reach_y)
{
    if (first >= end) return;
    const size_t lead = first - chunk + GRID_BLOCK - 1;
    if (law->classic)
        integrate(law, row, right, lead, first, end, pushed, true, reach_x, reach_y);
    else
        integrate(law, row, right, lead, first, end, pushed, false, reach_x, reach_y);
}

static inline size_t clamp_index(size_t value, size_t low, size_t high)
{
    return value < low ? low : value > high ? high : value;
}

static void advance(const grid_law *law, grid_row *row)
{
    across right;
    const size_t stride = row->stride;
    int32_t reach_x = 0, reach_y = 0;
    right.x[GRID_BLOCK - 1] = right.y[GRID_BLOCK - 1] = right.z[GRID_BLOCK - 1] = 0.0f;
    for (size_t chunk = 0; chunk < stride; chunk += CHUNK) {
        const size_t end = chunk + CHUNK < stride ? chunk + CHUNK : stride;
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
        integrate_range(law, row, &right, chunk, chunk, first_pushed, false, &reach_x, &reach_y);
        integrate_range(law, row, &right, chunk, first_pushed, end_pushed, true, &reach_x,
                        &reach_y);
        integrate_range(law, row, &right, chunk, end_pushed, end, false, &reach_x, &reach_y);
        right.x[GRID_BLOCK - 1] = right.x[GRID_BLOCK + count - 1];
        right.y[GRID_BLOCK - 1] = right.y[GRID_BLOCK + count - 1];
        right.z[GRID_BLOCK - 1] = right.z[GRID_BLOCK + count - 1];
    }
    row->reach_x = from_magnitude(reach_x);
    row->reach_y = from_magnitude(reach_y);
}

const grid_kernels QX_KERNELS = {
    .springs_down = springs_down,
    .advance = advance,
};
