// SPDX-License-Identifier: MIT
#include "terrain_internal.h"

#include <quincunx/terrain_mesh.h>

#define MOST_VERTICES 65536u // that 16-bit indices reach
#define SIDE 256u

// Blocks share the samples between them: each takes one fewer cell than it has samples.
typedef struct blocks {
    uint32_t columns, rows; // cells of a block
    uint32_t across, down;  // blocks
} blocks;

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// Squares, or as long as may be where the field is narrow.
static blocks blocks_of(const qx_terrain *t)
{
    uint32_t columns = least(t->columns, SIDE);
    const uint32_t rows = least(t->rows, MOST_VERTICES / columns);
    columns = least(t->columns, MOST_VERTICES / rows);
    return (blocks){ columns - 1, rows - 1, (t->columns - 2) / (columns - 1) + 1,
                     (t->rows - 2) / (rows - 1) + 1 };
}

uint32_t qx_terrain_count_blocks(const qx_terrain *terrain)
{
    const blocks b = blocks_of(terrain);
    return b.across * b.down;
}

qx_terrain_area qx_terrain_get_block(const qx_terrain *terrain, uint32_t block)
{
    const blocks b = blocks_of(terrain);
    const uint32_t wanted = least(block, b.across * b.down - 1);
    const uint32_t column = wanted % b.across * b.columns, row = wanted / b.across * b.rows;
    return (qx_terrain_area){ column, row, least(column + b.columns, terrain->columns - 1),
                              least(row + b.rows, terrain->rows - 1) };
}
