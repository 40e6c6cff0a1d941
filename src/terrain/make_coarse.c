// SPDX-License-Identifier: MIT
#include "make_internal.h"

#include "base/exact.h"

// Where samples of one grid lie in another one over the same ground.
typedef struct axis {
    uint32_t samples; // of the grid looked at
    bool tileable;
    double step; // its samples for one of the grid asked for
} axis;

static axis axis_of(uint32_t asked, uint32_t looked_at, bool tileable)
{
    return (axis){ looked_at, tileable, (double)(looked_at - 1) / (double)(asked - 1) };
}

static uint32_t neighbour(const axis *a, int64_t at)
{
    const int64_t last = (int64_t)a->samples - 1;
    if (a->tileable) return (uint32_t)((at % last + last) % last);
    return (uint32_t)(at < 0 ? 0 : at > last ? last : at);
}

// --- down

static float between(float a, float b, float t)
{
    return a + (b - a) * t;
}

void make_coarse_take(const qx_terrain_make *fine, const float *heights,
                      const qx_terrain_make *coarse, float factor, float *out)
{
    const axis x = axis_of(coarse->columns, fine->columns, fine->tileable);
    const axis y = axis_of(coarse->rows, fine->rows, fine->tileable);
    for (uint32_t row = 0; row < coarse->rows; row++) {
        const double at_y = row * y.step, top = exact_floor(at_y);
        const float *above = heights + (size_t)neighbour(&y, (int64_t)top) * fine->columns;
        const float *below = heights + (size_t)neighbour(&y, (int64_t)top + 1) * fine->columns;
        for (uint32_t column = 0; column < coarse->columns; column++) {
            const double at_x = column * x.step, first = exact_floor(at_x);
            const uint32_t left = neighbour(&x, (int64_t)first);
            const uint32_t right = neighbour(&x, (int64_t)first + 1);
            const float u = (float)(at_x - first), v = (float)(at_y - top);
            *out++ = factor * between(between(above[left], above[right], u),
                                      between(below[left], below[right], u), v);
        }
    }
}

// --- up

// A cubic B-spline's weights: smooth to the second derivative, so that no lattice shows.
typedef struct spline {
    uint32_t at[4];
    float weights[4];
} spline;

static spline spline_at(const axis *a, uint32_t index)
{
    const double at = index * a->step, whole = exact_floor(at);
    const float t = (float)(at - whole), s = 1.0f - t;
    spline found;
    for (int i = 0; i < 4; i++) found.at[i] = neighbour(a, (int64_t)whole + i - 1);
    found.weights[0] = s * s * s / 6.0f;
    found.weights[1] = (4.0f - 6.0f * t * t + 3.0f * t * t * t) / 6.0f;
    found.weights[2] = (4.0f - 6.0f * s * s + 3.0f * s * s * s) / 6.0f;
    found.weights[3] = t * t * t / 6.0f;
    return found;
}

static void mix_rows(const spline *down, const float *change, uint32_t columns, float *line)
{
    const float *rows[4];
    for (int i = 0; i < 4; i++) rows[i] = change + (size_t)down->at[i] * columns;
    const float *w = down->weights;
    for (size_t i = 0; i < columns; i++)
        line[i] = (w[0] * rows[0][i] + w[1] * rows[1][i]) + (w[2] * rows[2][i] + w[3] * rows[3][i]);
}

void make_coarse_add(const qx_terrain_make *fine, float *heights, const qx_terrain_make *coarse,
                     float factor, const float *change, float *line)
{
    const axis x = axis_of(fine->columns, coarse->columns, fine->tileable);
    const axis y = axis_of(fine->rows, coarse->rows, fine->tileable);
    for (uint32_t row = 0; row < fine->rows; row++) {
        const spline down = spline_at(&y, row);
        mix_rows(&down, change, coarse->columns, line);
        for (uint32_t column = 0; column < fine->columns; column++) {
            const spline across = spline_at(&x, column);
            float sum = 0.0f;
            for (int i = 0; i < 4; i++) sum += across.weights[i] * line[across.at[i]];
            *heights++ += factor * sum;
        }
    }
}
