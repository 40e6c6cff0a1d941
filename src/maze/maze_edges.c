// SPDX-License-Identifier: MIT
#include "maze_internal.h"

#include <quincunx/maze_mesh.h>

// Cells whose walls count: all that are there, or those of one slice.
typedef struct looked_at {
    const qx_maze *maze;
    uint32_t low[3], high[3]; // first cell and the one after the last, along each axis
} looked_at;

// Below 0 wraps to more than any size.
static bool is_cell(const looked_at *look, const uint32_t at[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        if (at[axis] < look->low[axis] || at[axis] >= look->high[axis]) return false;
    if (!look->maze->mask) return true;
    return maze_bit(look->maze->mask, qx_maze_get_cell(look->maze, at[0], at[1], at[2]));
}

// Whether there is a wall across the axis at the low side of a cell, which may be outside itself.
static bool is_wall(const looked_at *look, uint32_t axis, const uint32_t cell[3])
{
    uint32_t before[] = { cell[0], cell[1], cell[2] };
    before[axis]--;
    if (!is_cell(look, before) && !is_cell(look, cell)) return false;
    const uint64_t low = qx_maze_get_cell(look->maze, before[0], before[1], before[2]);
    return low == QX_MAZE_NONE || !maze_bit(look->maze->planes[axis], low);
}

// Whether walls around the lattice edge that starts along the axis at `at` are more, or less, than
// one flat plane.
static bool is_edge(const looked_at *look, uint32_t axis, const uint32_t at[3])
{
    const uint32_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    uint32_t before_u[] = { at[0], at[1], at[2] }, before_v[] = { at[0], at[1], at[2] };
    before_u[u]--;
    before_v[v]--;
    const bool u_here = is_wall(look, u, at), u_before = is_wall(look, u, before_v);
    const bool v_here = is_wall(look, v, at), v_before = is_wall(look, v, before_u);
    return u_here != u_before || v_here != v_before || (u_here && v_here);
}

static float *part_of(qx_vec3 *place, uint32_t axis)
{
    return axis == 0 ? &place->x : axis == 1 ? &place->y : &place->z;
}

static qx_maze_edge edge_from(const uint32_t at[3], uint32_t axis, uint32_t end)
{
    const qx_vec3 from = { (float)at[0], (float)at[1], (float)at[2] };
    qx_maze_edge edge = { from, from };
    *part_of(&edge.to, axis) = (float)end;
    return edge;
}

// The runs of edges along one line of the lattice; returns where the next one goes.
static qx_maze_edge *write_line(const looked_at *look, uint32_t axis, const uint32_t start[3],
                                qx_maze_edge *out)
{
    uint32_t at[] = { start[0], start[1], start[2] };
    for (uint32_t end = look->low[axis]; end < look->high[axis];) {
        at[axis] = end++;
        if (!is_edge(look, axis, at)) continue;
        uint32_t next[] = { at[0], at[1], at[2] };
        while (end < look->high[axis] && (next[axis] = end, is_edge(look, axis, next))) end++;
        *out++ = edge_from(at, axis, end);
    }
    return out;
}

uint64_t qx_maze_build_edges(const qx_maze *maze, uint32_t axis, uint32_t slice,
                             qx_maze_edge *edges)
{
    const uint32_t size[] = { maze->info.width, maze->info.height, maze->info.depth };
    looked_at look = { .maze = maze, .high = { size[0], size[1], size[2] } };
    if (axis > 3 || (axis && slice >= size[axis - 1])) return 0;
    if (axis) look.low[axis - 1] = slice;
    if (axis) look.high[axis - 1] = slice + 1;
    qx_maze_edge *out = edges;
    for (uint32_t along = 0; along < 3; along++) {
        const uint32_t u = (along + 1) % 3, v = (along + 2) % 3;
        uint32_t at[3] = { 0, 0, 0 };
        for (at[v] = look.low[v]; at[v] <= look.high[v]; at[v]++)
            for (at[u] = look.low[u]; at[u] <= look.high[u]; at[u]++)
                out = write_line(&look, along, at, out);
    }
    return (uint64_t)(out - edges);
}

// A line of n edges has at most n / 2 runs, rounded up.
uint64_t qx_maze_bound_edges(const qx_maze *maze)
{
    const uint64_t size[] = { maze->info.width, maze->info.height, maze->info.depth };
    uint64_t runs = 0;
    for (size_t axis = 0; axis < 3; axis++)
        runs += (size[axis] + 1) / 2 * (size[(axis + 1) % 3] + 1) * (size[(axis + 2) % 3] + 1);
    return runs;
}
