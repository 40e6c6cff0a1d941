// SPDX-License-Identifier: MIT
#include "grid_internal.h"

#include <quincunx/hash.h>

#include <math.h>
#include <string.h>

// What stands before a copied state, so that only a net of the same description takes it back.
typedef struct state_head {
    uint64_t description;
    uint32_t pushes;
    uint32_t reserved;
} state_head;

static uint64_t hash_description(const qx_grid *grid)
{
    const float sizes[] = { grid->desc.width, grid->desc.height, grid->desc.wave_scale,
                            grid->desc.damping_floor };
    const uint32_t kinds[] = {
        grid->desc.columns,          grid->desc.rows,   (uint32_t)grid->desc.material,
        (uint32_t)grid->desc.border, grid->desc.pushes, grid->stride
    };
    return qx_hash_bytes(qx_hash_floats(QX_HASH_START, sizes, 4), kinds, sizeof kinds);
}

void qx_grid_reset(qx_grid *grid)
{
    memset(grid->rows, 0, grid_state_floats(grid) * sizeof(float));
    grid->push_count = 0;
    grid_measure_reach(grid);
}

uint64_t qx_grid_hash(const qx_grid *grid)
{
    uint64_t hash = qx_hash_floats(hash_description(grid), grid->rows, grid_state_floats(grid));
    return qx_hash_bytes(hash, grid->waiting, grid->push_count * sizeof *grid->waiting);
}

size_t qx_grid_bound_state(const qx_grid *grid)
{
    return sizeof(state_head) + grid_state_floats(grid) * sizeof(float) +
           grid->desc.pushes * sizeof(qx_grid_push);
}

void qx_grid_copy_state(const qx_grid *grid, void *state)
{
    const state_head head = { .description = hash_description(grid), .pushes = grid->push_count };
    const size_t rows = grid_state_floats(grid) * sizeof(float),
                 pushes = grid->desc.pushes * sizeof(qx_grid_push);
    char *out = state;
    memcpy(out, &head, sizeof head);
    memcpy(out + sizeof head, grid->rows, rows);
    memset(out + sizeof head + rows, 0, pushes);
    memcpy(out + sizeof head + rows, grid->waiting, grid->push_count * sizeof(qx_grid_push));
}

// No sequence of pushes takes a net so far, and squares of such values are still finite in what
// follows.
#define LARGEST_STATE 1e18f

static bool all_within(const char *bytes, size_t count, float limit)
{
    uint32_t largest = 0, allowed;
    memcpy(&allowed, &limit, sizeof allowed);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, bytes + i * sizeof bits, sizeof bits);
        const uint32_t magnitude = bits & 0x7FFFFFFFu;
        largest = magnitude > largest ? magnitude : largest;
    }
    return largest <= allowed; // magnitudes are ordered as their bits, infinity and NaN last
}

qx_result qx_grid_restore_state(qx_grid *grid, const void *state, size_t size)
{
    state_head head;
    const char *in = state;
    const size_t rows = grid_state_floats(grid) * sizeof(float);
    if (size != qx_grid_bound_state(grid)) return QX_BAD_DATA;
    memcpy(&head, in, sizeof head);
    if (head.description != hash_description(grid) || head.pushes > grid->desc.pushes)
        return QX_BAD_DATA;
    if (!all_within(in + sizeof head, grid_state_floats(grid), LARGEST_STATE)) return QX_BAD_DATA;
    for (uint32_t i = 0; i < head.pushes; i++) {
        qx_grid_push push;
        memcpy(&push, in + sizeof head + rows + i * sizeof push, sizeof push);
        if (!grid_push_is_good(&push)) return QX_BAD_DATA;
    }
    memcpy(grid->rows, in + sizeof head, rows);
    memcpy(grid->waiting, in + sizeof head + rows, head.pushes * sizeof(qx_grid_push));
    grid->push_count = head.pushes;
    grid_measure_reach(grid);
    return QX_OK;
}

typedef struct point {
    double x, y, z;
} point;

static point difference(const float *a, const float *b, size_t stride, uint32_t field)
{
    return (point){ (double)b[field * stride] - (double)a[field * stride],
                    (double)b[(field + 1) * stride] - (double)a[(field + 1) * stride],
                    (double)b[(field + 2) * stride] - (double)a[(field + 2) * stride] };
}

static double square(point p)
{
    return p.x * p.x + p.y * p.y + p.z * p.z;
}

static double stretched(const grid_spring *spring, point ends)
{
    const double over = sqrt(square(ends)) - (double)spring->rest;
    return over > 0.0 ? 0.5 * (double)spring->stiffness * over * over : 0.0;
}

static double anchored(const qx_grid *grid, uint32_t row, uint32_t column, const float *at)
{
    const grid_anchors *anchors = grid_row_anchors(grid, row);
    const point u = { (double)at[0], (double)at[grid->stride],
                      (double)at[2 * (size_t)grid->stride] };
    return 0.5 * (double)anchors->stiffness[column] * square(u);
}

double qx_grid_energy(const qx_grid *grid)
{
    const size_t stride = grid->stride;
    double energy = 0.0;
    for (uint32_t row = 0; row < grid->desc.rows; row++) {
        const float *fields = grid_row_fields(grid, row);
        for (uint32_t c = 0; c < grid->desc.columns; c++) {
            const float *at = fields + c;
            const point v = { (double)at[3 * stride], (double)at[4 * stride],
                              (double)at[5 * stride] };
            energy += 0.5 * square(v) + anchored(grid, row, c, at);
            if (c + 1 < grid->desc.columns) {
                point ends = difference(at, at + 1, stride, GRID_UX);
                ends.x += (double)grid->law.across.length;
                energy += stretched(&grid->law.across, ends);
            }
            if (row + 1 < grid->desc.rows) {
                point ends = difference(at, grid_row_fields(grid, row + 1) + c, stride, GRID_UX);
                ends.y += (double)grid->law.down.length;
                energy += stretched(&grid->law.down, ends);
            }
        }
    }
    return energy;
}
