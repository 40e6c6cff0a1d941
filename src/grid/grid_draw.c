// SPDX-License-Identifier: MIT
#include "grid_internal.h"

#include <math.h>
#include <string.h>

static qx_vec3 position(const qx_grid *grid, uint32_t column, uint32_t row)
{
    const float *at = grid_row_fields(grid, row) + column;
    const float middle_x = grid->desc.width * 0.5f, middle_y = grid->desc.height * 0.5f;
    return (qx_vec3){ (middle_x + grid->rest_x[column]) + at[0],
                      (middle_y + grid->rest_y[row]) + at[grid->stride],
                      at[2 * (size_t)grid->stride] };
}

// The usual case, three floats a point and nothing between: pointers stand still within a row, so
// that compilers vectorise the sums.
static void build_packed_row(const qx_grid *grid, uint32_t row, float *restrict out)
{
    const float *fields = grid_row_fields(grid, row);
    const float *u = fields, *v = fields + grid->stride, *w = fields + 2 * (size_t)grid->stride;
    const float *rest_x = grid->rest_x, middle_x = grid->desc.width * 0.5f;
    const float y = grid->desc.height * 0.5f + grid->rest_y[row];
    for (size_t c = 0; c < grid->desc.columns; c++) {
        out[3 * c] = (middle_x + rest_x[c]) + u[c];
        out[3 * c + 1] = y + v[c];
        out[3 * c + 2] = w[c];
    }
}

void qx_grid_build_positions(const qx_grid *grid, void *positions, size_t stride)
{
    char *out = positions;
    for (uint32_t row = 0; row < grid->desc.rows; row++) {
        if (stride == sizeof(qx_vec3)) {
            build_packed_row(grid, row, (float *)(void *)out);
            out += stride * grid->desc.columns;
            continue;
        }
        for (uint32_t column = 0; column < grid->desc.columns; column++) {
            const qx_vec3 place = position(grid, column, row);
            memcpy(out, &place, sizeof place);
            out += stride;
        }
    }
}

// A place on one axis: the point before it and how far it is to the next, 0..1.
typedef struct axis {
    uint32_t index;
    float share;
} axis;

static axis find(float place, float spacing, uint32_t count)
{
    const float cells = (float)(count - 1);
    const float over = place / spacing, at = over < cells ? over : cells;
    const uint32_t index = (uint32_t)at < count - 2 ? (uint32_t)at : count - 2;
    return (axis){ index, at - (float)index };
}

static qx_vec3 displacement(const qx_grid *grid, uint32_t column, uint32_t row)
{
    const float *at = grid_row_fields(grid, row) + column;
    return (qx_vec3){ at[0], at[grid->stride], at[2 * (size_t)grid->stride] };
}

static qx_vec3 mix(qx_vec3 a, qx_vec3 b, float share)
{
    const float rest = 1.0f - share;
    return (qx_vec3){ a.x * rest + b.x * share, a.y * rest + b.y * share,
                      a.z * rest + b.z * share };
}

static qx_vec3 sample(const qx_grid *grid, axis x, axis y)
{
    const qx_vec3 top = mix(displacement(grid, x.index, y.index),
                            displacement(grid, x.index + 1, y.index), x.share);
    const qx_vec3 bottom = mix(displacement(grid, x.index, y.index + 1),
                               displacement(grid, x.index + 1, y.index + 1), x.share);
    return mix(top, bottom, y.share);
}

static float into(float place, float length)
{
    if (!(place > 0.0f)) return 0.0f;
    return place < length ? place : length;
}

static qx_vec2 into_net(const qx_grid *grid, float x, float y)
{
    if (!isfinite(x) || !isfinite(y)) return (qx_vec2){ 0.0f, 0.0f };
    return (qx_vec2){ into(x, grid->desc.width), into(y, grid->desc.height) };
}

qx_vec3 qx_grid_sample_displacement(const qx_grid *grid, float x, float y)
{
    const qx_vec2 at = into_net(grid, x, y);
    return sample(grid, find(at.x, grid->info.spacing_x, grid->desc.columns),
                  find(at.y, grid->info.spacing_y, grid->desc.rows));
}

qx_vec3 qx_grid_sample_position(const qx_grid *grid, float x, float y)
{
    const qx_vec2 at = into_net(grid, x, y);
    const qx_vec3 moved = qx_grid_sample_displacement(grid, at.x, at.y);
    return (qx_vec3){ at.x + moved.x, at.y + moved.y, moved.z };
}

typedef struct pen {
    const qx_grid *grid;
    float thick, thin, middle, smooth;
    qx_grid_line *lines;
    uint32_t count;
} pen;

static pen pen_for(const qx_grid *grid, const qx_grid_line_desc *desc, qx_grid_line *lines)
{
    static const qx_grid_line_desc ordinary = { 0 };
    const qx_grid_line_desc *d = desc ? desc : &ordinary;
    return (pen){ .grid = grid,
                  .thick = d->thick == 0.0f ? 3.0f : d->thick,
                  .thin = d->thin == 0.0f ? 1.0f : d->thin,
                  .middle = d->middle == 0.0f ? 1.0f : d->middle,
                  .smooth = d->smooth == 0.0f ? 1.0f : d->smooth,
                  .lines = lines };
}

static void draw(pen *p, qx_vec3 from, qx_vec3 to, float width)
{
    p->lines[p->count++] = (qx_grid_line){ from, to, width };
}

static float catmull_rom_middle(float a, float b, float c, float d)
{
    return 0.5625f * (b + c) - 0.0625f * (a + d);
}

static qx_vec3 bent_middle(qx_vec3 a, qx_vec3 b, qx_vec3 c, qx_vec3 d)
{
    return (qx_vec3){ catmull_rom_middle(a.x, b.x, c.x, d.x),
                      catmull_rom_middle(a.y, b.y, c.y, d.y),
                      catmull_rom_middle(a.z, b.z, c.z, d.z) };
}

// Past its ends a string goes on straight: doubling the end instead would bend a resting net there.
static qx_vec3 beyond(qx_vec3 end, qx_vec3 before)
{
    return (qx_vec3){ 2.0f * end.x - before.x, 2.0f * end.y - before.y, 2.0f * end.z - before.z };
}

static float distance(qx_vec3 a, qx_vec3 b)
{
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return sqrtf((x * x + y * y) + z * z);
}

// One row (step 1 0) or column (0 1), bent where it bends enough.
static void draw_string(pen *p, uint32_t column, uint32_t row, uint32_t dx, uint32_t dy,
                        float width)
{
    const uint32_t last = dx ? p->grid->desc.columns - 1 : p->grid->desc.rows - 1;
    qx_vec3 b = position(p->grid, column, row), c = position(p->grid, column + dx, row + dy);
    qx_vec3 a = beyond(b, c);
    for (uint32_t i = 0; i < last; i++) {
        const uint32_t next = i + 2;
        const qx_vec3 d =
            next <= last ? position(p->grid, column + dx * next, row + dy * next) : beyond(c, b);
        const qx_vec3 straight = mix(b, c, 0.5f), bent = bent_middle(a, b, c, d);
        if (p->smooth >= 0.0f && distance(straight, bent) > p->smooth) {
            draw(p, b, bent, width);
            draw(p, bent, c, width);
        } else {
            draw(p, b, c, width);
        }
        a = b;
        b = c;
        c = d;
    }
}

static void draw_middles(pen *p)
{
    for (uint32_t row = 0; row + 1 < p->grid->desc.rows; row++)
        for (uint32_t column = 0; column + 1 < p->grid->desc.columns; column++) {
            const qx_vec3 lt = position(p->grid, column, row),
                          rt = position(p->grid, column + 1, row);
            const qx_vec3 lb = position(p->grid, column, row + 1),
                          rb = position(p->grid, column + 1, row + 1);
            draw(p, mix(lt, rt, 0.5f), mix(lb, rb, 0.5f), p->middle);
            draw(p, mix(lt, lb, 0.5f), mix(rt, rb, 0.5f), p->middle);
        }
}

uint32_t qx_grid_bound_lines(const qx_grid *grid, const qx_grid_line_desc *desc)
{
    const pen p = pen_for(grid, desc, NULL);
    const uint32_t columns = grid->desc.columns, rows = grid->desc.rows;
    const uint32_t segments = (columns - 1) * rows + (rows - 1) * columns;
    const uint32_t middles = p.middle < 0.0f ? 0 : 2 * (columns - 1) * (rows - 1);
    return (p.smooth < 0.0f ? 1 : 2) * segments + middles;
}

uint32_t qx_grid_build_lines(const qx_grid *grid, const qx_grid_line_desc *desc,
                             qx_grid_line *lines)
{
    pen p = pen_for(grid, desc, lines);
    const uint32_t columns = grid->desc.columns, rows = grid->desc.rows;
    for (uint32_t row = 0; row < rows; row++)
        draw_string(&p, 0, row, 1, 0, qx_grid_is_thick(row, rows) ? p.thick : p.thin);
    for (uint32_t column = 0; column < columns; column++)
        draw_string(&p, column, 0, 0, 1, qx_grid_is_thick(column, columns) ? p.thick : p.thin);
    if (p.middle >= 0.0f) draw_middles(&p);
    return p.count;
}
