// SPDX-License-Identifier: MIT
#include "maze_internal.h"
#include "maze_solid.h"

#include <assert.h>

#define MOST_PLANES (1u << 24) // more cannot differ

qx_result maze_solid_take(maze_solid *solid, size_t count, size_t size, void **memory)
{
    size_t bytes;
    assert(solid->block_count < MAZE_SOLID_BLOCKS);
    if (!size_multiply(count, size, &bytes)) return QX_TOO_LARGE;
    *memory = qx_allocate_zeroed(solid->allocator, bytes, QX_CACHE_LINE);
    if (!*memory) return QX_NO_MEMORY;
    solid->blocks[solid->block_count].memory = *memory;
    solid->blocks[solid->block_count++].size = bytes;
    return QX_OK;
}

void maze_solid_release(maze_solid *solid)
{
    while (solid->block_count) {
        solid->block_count--;
        qx_release(solid->allocator, solid->blocks[solid->block_count].memory,
                   solid->blocks[solid->block_count].size);
    }
}

qx_result maze_volume_take(maze_solid *solid, const uint32_t boxes[3], uint32_t along,
                           maze_volume *volume)
{
    volume->along = along;
    volume->words = ((size_t)boxes[along] + 2 + 63) / 64;
    size_t words = volume->words;
    for (uint32_t axis = 0; axis < 3; axis++) {
        volume->stride[axis] = axis == along ? 0 : words;
        if (axis != along && !size_multiply(words, (size_t)boxes[axis] + 2, &words))
            return QX_TOO_LARGE;
    }
    void *memory;
    const qx_result result = maze_solid_take(solid, words, sizeof(uint64_t), &memory);
    if (result == QX_OK) volume->bits = memory;
    return result;
}

// From cells to lattice: where a plane of an axis of so many cells lies.
static double place_of(const qx_maze_mesh_desc *desc, uint32_t cells, uint32_t plane)
{
    const double shell = (double)desc->shell, cell = (double)desc->cell, wall = (double)desc->wall;
    if (plane == 0) return 0.0;
    if (plane == 2 * cells + 1) return shell + (double)cells * cell - wall + shell;
    return shell + (double)(plane / 2) * cell - (plane % 2 ? 0.0 : wall);
}

static double choose_unit(const qx_maze_mesh_desc *desc, const uint32_t cells[3])
{
    double longest = 0.0, unit = 1.0;
    for (size_t axis = 0; axis < 3; axis++) {
        const double length = place_of(desc, cells[axis], 2 * cells[axis] + 1);
        if (length > longest) longest = length;
    }
    while (longest > unit * 16777216.0) unit *= 2.0;
    while (longest <= unit * 8388608.0) unit *= 0.5;
    return unit;
}

static qx_result lay_planes(const qx_maze_mesh_desc *desc, uint32_t cells, maze_solid *solid,
                            maze_axis *axis)
{
    void *planes, *layer;
    axis->boxes = 2 * cells + 1;
    qx_result result = maze_solid_take(solid, (size_t)axis->boxes + 1, sizeof(int32_t), &planes);
    if (result != QX_OK) return result;
    result = maze_solid_take(solid, axis->boxes, sizeof(uint32_t), &layer);
    if (result != QX_OK) return result;
    axis->planes = planes;
    axis->layer = layer;
    for (uint32_t i = 0; i < axis->boxes; i++) axis->layer[i] = i;
    for (uint32_t i = 0; i <= axis->boxes; i++) {
        axis->planes[i] = (int32_t)(place_of(desc, cells, i) / solid->unit + 0.5);
        if (i && axis->planes[i] <= axis->planes[i - 1]) return QX_TOO_LARGE;
    }
    return QX_OK;
}

// 32 bits to the odd places of 64.
static uint64_t spread(uint32_t bits)
{
    uint64_t x = bits;
    x = (x | x << 16) & UINT64_C(0x0000FFFF0000FFFF);
    x = (x | x << 8) & UINT64_C(0x00FF00FF00FF00FF);
    x = (x | x << 4) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    x = (x | x << 2) & UINT64_C(0x3333333333333333);
    return ((x | x << 1) & UINT64_C(0x5555555555555555)) << 1;
}

// The 32 cells from `at` on of the row of cells (y, z); 0 past its end. Each plane has a word to
// spare behind it.
static uint32_t read_cells(const qx_maze *maze, const uint64_t *plane, uint64_t row, uint64_t at)
{
    if (at >= maze->info.width) return 0;
    const uint64_t first = row * maze->info.width + at, left = maze->info.width - at;
    const uint32_t shift = first % 64;
    uint64_t bits = plane[first / 64] >> shift;
    if (shift) bits |= plane[first / 64 + 1] << (64 - shift);
    return (uint32_t)(left < 32 ? bits & ((UINT64_C(1) << left) - 1) : bits);
}

// Rows of cells beside one lattice row: one for a row of cells, two beside a wall, four along a
// beam.
typedef struct cell_rows {
    const qx_maze *maze;
    uint64_t row[4];
    uint32_t count;
    const uint64_t *opened; // walls of the first row that are open, NULL along beams
    uint32_t shift;         // these lie so many bits after their cells
} cell_rows;

static uint64_t read_present(const cell_rows *rows, uint64_t at)
{
    uint64_t present = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        if (rows->maze->mask)
            present |= read_cells(rows->maze, rows->maze->mask, rows->row[i], at);
        else if (at < rows->maze->info.width)
            present |= rows->maze->info.width - at < 32
                           ? (UINT64_C(1) << (rows->maze->info.width - at)) - 1
                           : UINT32_MAX;
    }
    return spread((uint32_t)present);
}

static uint64_t read_opened(const cell_rows *rows, uint64_t at)
{
    return rows->opened ? spread(read_cells(rows->maze, rows->opened, rows->row[0], at)) : 0;
}

static cell_rows rows_beside(const qx_maze *maze, uint32_t y, uint32_t z)
{
    cell_rows rows = { .maze = maze };
    const uint32_t limits[] = { maze->info.height, maze->info.depth };
    for (uint32_t i = 0; i < 4; i++) { // the cells below and above of an even index, one of an odd
        const uint32_t up = i % 2, far = i / 2;
        if ((y % 2 && up) || (z % 2 && far)) continue;
        const uint32_t cy = y % 2 ? y / 2 : y / 2 - 1 + up, cz = z % 2 ? z / 2 : z / 2 - 1 + far;
        if (cy < limits[0] && cz < limits[1]) // 0 - 1 is no cell either
            rows.row[rows.count++] = (uint64_t)cz * limits[0] + cy;
    }
    const bool wall = rows.count == 2 && (y % 2 || z % 2);
    if (y % 2 && z % 2) {
        rows.opened = maze->planes[0];
        rows.shift = 1;
    } else if (wall) {
        rows.opened = maze->planes[z % 2 ? 1 : 2];
    }
    return rows;
}

// All beside a cell that is there is solid, but the cells themselves and what is open.
static void fill_row(const cell_rows *rows, bool of_cells, size_t words, uint64_t *out)
{
    // Bit 0 is border, bit 1 the first wall, bit 2 the first cell: `spread` puts cells where the
    // walls before them belong.
    uint64_t before = 0, opened_before = 0, here = read_present(rows, 0);
    for (size_t i = 0; i < words; i++) {
        const uint64_t next = read_present(rows, (i + 1) * UINT64_C(32));
        const uint64_t opened = read_opened(rows, i * UINT64_C(32));
        const uint64_t cells = here << 1 | before >> 63;
        const uint64_t beside = here | (here << 2 | before >> 62);
        uint64_t solid = beside | (of_cells ? 0 : cells);
        solid &= ~(opened << (1 + rows->shift) | opened_before >> (63 - rows->shift));
        out[i] = solid;
        before = here;
        opened_before = opened;
        here = next;
    }
}

static void fill(const qx_maze *maze, maze_solid *solid)
{
    const maze_axis *axes = solid->axes;
    for (uint32_t z = 0; z < axes[2].boxes; z++) {
        for (uint32_t y = 0; y < axes[1].boxes; y++) {
            const cell_rows rows = rows_beside(maze, y, z);
            uint64_t *out = solid->bits.bits + maze_row(&solid->bits, 0, y + 1, z + 1);
            fill_row(&rows, y % 2 && z % 2, solid->bits.words, out);
        }
    }
}

static void pierce(const qx_maze *maze, const qx_maze_opening *opening, maze_volume *bits)
{
    const uint64_t width = maze->info.width, height = maze->info.height, cell = opening->cell;
    size_t at[] = { (size_t)(cell % width), (size_t)(cell / width % height),
                    (size_t)(cell / width / height) };
    for (size_t axis = 0; axis < 3; axis++) at[axis] = 2 * at[axis] + 1;
    const uint32_t face = (uint32_t)opening->face;
    at[face / 2] = face % 2 ? at[face / 2] + 1 : at[face / 2] - 1;
    maze_solid_set(bits, at[0], at[1], at[2], false);
}

qx_result maze_lattice_build(const qx_maze *maze, const qx_maze_mesh_desc *desc, maze_solid *solid)
{
    const uint32_t cells[] = { maze->info.width, maze->info.height, maze->info.depth };
    *solid = (maze_solid){ .allocator = desc->allocator };
    for (size_t axis = 0; axis < 3; axis++)
        if (cells[axis] >= MOST_PLANES / 2) return QX_TOO_LARGE;
    solid->unit = choose_unit(desc, cells);
    qx_result result = QX_OK;
    for (size_t axis = 0; axis < 3 && result == QX_OK; axis++)
        result = lay_planes(desc, cells[axis], solid, &solid->axes[axis]);
    const uint32_t boxes[] = { solid->axes[0].boxes, solid->axes[1].boxes, solid->axes[2].boxes };
    if (result == QX_OK) result = maze_volume_take(solid, boxes, 0, &solid->bits);
    if (result != QX_OK) return result;
    fill(maze, solid);
    for (uint32_t i = 0; i < desc->opening_count; i++)
        pierce(maze, &desc->openings[i], &solid->bits);
    return QX_OK;
}
