// SPDX-License-Identifier: MIT
#include "maze.h"

#include <stdlib.h>

// Lines come by ink, walls in runs as long as they go, so that a drawing has few strokes.

typedef struct slice_pen {
    const maze_puzzle *puzzle;
    qx_maze_info info;
    uint32_t z;
    slice_lines out;
} slice_pen;

static void add(slice_pen *slice, slice_ink ink, float x0, float y0, float x1, float y1)
{
    slice_lines *out = &slice->out;
    if (out->count == out->capacity && !out->failed) {
        const size_t capacity = out->capacity ? 2 * out->capacity : 256;
        slice_line *lines = realloc(out->lines, capacity * sizeof *lines);
        out->failed = !lines;
        if (!lines) return;
        out->lines = lines;
        out->capacity = capacity;
    }
    if (out->failed) return;
    out->lines[out->count++] = (slice_line){ { x0, y0 }, { x1, y1 }, ink };
}

// --- places: cells (x, y), of which y runs up the page

static uint64_t cell_at(const slice_pen *slice, uint32_t x, uint32_t y)
{
    return qx_maze_get_cell(slice->puzzle->file.maze, x, y, slice->z);
}

static qx_vec2 middle_of(const slice_pen *slice, uint64_t cell)
{
    const qx_maze_info *info = &slice->info;
    return (qx_vec2){ (float)(cell % info->width) + 0.5f,
                      (float)info->height - (float)(cell / info->width % info->height) - 0.5f };
}

static bool is_way(const slice_pen *slice, uint64_t cell, qx_maze_face face)
{
    const qx_maze_file *file = &slice->puzzle->file;
    const qx_maze_opening *ways[] = { &file->route.entrance, &file->route.exit };
    for (int i = 0; i < 2 && file->has_route; i++)
        if (ways[i]->cell == cell && ways[i]->face == face) return true;
    return false;
}

// Cells of a mask that are not there have no ways, and no walls of their own.
static bool is_there(const slice_pen *slice, uint64_t cell)
{
    return slice->info.present == slice->info.cells ||
           qx_maze_get_faces(slice->puzzle->file.maze, cell) != 0;
}

static bool has_wall(const slice_pen *slice, uint64_t cell, qx_maze_face face)
{
    const qx_maze *maze = slice->puzzle->file.maze;
    const uint64_t other = qx_maze_get_neighbour(maze, cell, face);
    if (is_way(slice, cell, face)) return false;
    const bool here = is_there(slice, cell),
               there = other != QX_MAZE_NONE && is_there(slice, other);
    return (here || there) && !qx_maze_get_open(maze, cell, face);
}

// --- walls

// The wall below cell (x, row), row being counted down the page: the last row has one above it.
static bool is_flat_wall(const slice_pen *slice, uint32_t x, uint32_t row)
{
    const uint32_t height = slice->info.height;
    if (row == 0) return has_wall(slice, cell_at(slice, x, height - 1), QX_MAZE_HIGH_Y);
    return has_wall(slice, cell_at(slice, x, height - row), QX_MAZE_LOW_Y);
}

static bool is_upright_wall(const slice_pen *slice, uint32_t column, uint32_t row)
{
    const uint32_t y = slice->info.height - 1 - row;
    if (column == 0) return has_wall(slice, cell_at(slice, 0, y), QX_MAZE_LOW_X);
    return has_wall(slice, cell_at(slice, column - 1, y), QX_MAZE_HIGH_X);
}

static void add_flat_walls(slice_pen *slice, uint32_t row)
{
    for (uint32_t x = 0; x < slice->info.width; x++) {
        const uint32_t first = x;
        while (x < slice->info.width && is_flat_wall(slice, x, row)) x++;
        if (x > first) add(slice, INK_WALL, (float)first, (float)row, (float)x, (float)row);
    }
}

static void add_upright_walls(slice_pen *slice, uint32_t column)
{
    for (uint32_t row = 0; row < slice->info.height; row++) {
        const uint32_t first = row;
        while (row < slice->info.height && is_upright_wall(slice, column, row)) row++;
        if (row > first)
            add(slice, INK_WALL, (float)column, (float)first, (float)column, (float)row);
    }
}

// --- the trail

static bool is_straight(const uint64_t *cells)
{
    return cells[1] - cells[0] == cells[2] - cells[1];
}

static bool is_here(const slice_pen *slice, uint64_t cell)
{
    return cell / slice->info.width / slice->info.height == slice->z;
}

static void add_trail(slice_pen *slice)
{
    const uint64_t *cells = slice->puzzle->file.solution;
    const size_t count = slice->puzzle->file.solution_count;
    for (size_t i = 0; i < count; i++) {
        if (!is_here(slice, cells[i])) continue;
        const size_t first = i;
        while (i + 1 < count && is_here(slice, cells[i + 1]) &&
               (i == first || is_straight(cells + i - 1)))
            i++;
        const qx_vec2 from = middle_of(slice, cells[first]), to = middle_of(slice, cells[i]);
        add(slice, INK_TRAIL, from.x, from.y, to.x, to.y);
        if (i > first && i + 1 < count && is_here(slice, cells[i + 1])) i--; // a corner begins too
    }
}

// --- marks: roofs that point up or down where a way leads to the next layer

static void add_roof(slice_pen *slice, slice_ink ink, qx_vec2 at, float side)
{
    const float low = at.y + side * 0.14f, high = at.y + side * 0.3f;
    add(slice, ink, at.x - 0.16f, low, at.x, high);
    add(slice, ink, at.x, high, at.x + 0.16f, low);
}

// Whether the trail goes between this cell and the one above or below it.
static bool is_taken(const slice_pen *slice, size_t step)
{
    const uint64_t *cells = slice->puzzle->file.solution;
    return cells && step + 1 < slice->puzzle->file.solution_count &&
           is_here(slice, cells[step]) != is_here(slice, cells[step + 1]);
}

static void add_marks(slice_pen *slice)
{
    for (uint32_t y = 0; y < slice->info.height; y++)
        for (uint32_t x = 0; x < slice->info.width; x++) {
            const uint64_t cell = cell_at(slice, x, y);
            const qx_vec2 at = middle_of(slice, cell);
            const uint32_t faces = qx_maze_get_faces(slice->puzzle->file.maze, cell);
            if (faces >> QX_MAZE_HIGH_Z & 1) add_roof(slice, INK_MARK, at, -1.0f);
            if (faces >> QX_MAZE_LOW_Z & 1) add_roof(slice, INK_MARK, at, 1.0f);
        }
}

// Over the plain marks, in the trail's ink.
static void add_taken_marks(slice_pen *slice)
{
    const uint64_t *cells = slice->puzzle->file.solution;
    for (size_t i = 0; cells && i + 1 < slice->puzzle->file.solution_count; i++) {
        if (!is_taken(slice, i)) continue;
        const uint64_t here = is_here(slice, cells[i]) ? cells[i] : cells[i + 1];
        const uint64_t other = here == cells[i] ? cells[i + 1] : cells[i];
        add_roof(slice, INK_STEP, middle_of(slice, here), other > here ? -1.0f : 1.0f);
    }
}

// --- entrance and exit: an arrow through the outer wall; a ring where they lead up or down, two
// for the exit.

static void add_ring(slice_pen *slice, qx_vec2 at, float radius)
{
    static const float cosines[] = { 1,  0.70710678f,  0, -0.70710678f,
                                     -1, -0.70710678f, 0, 0.70710678f };
    for (int i = 0; i < 8; i++) {
        const int next = (i + 1) % 8;
        add(slice, INK_WAY, at.x + radius * cosines[i], at.y + radius * cosines[(i + 6) % 8],
            at.x + radius * cosines[next], at.y + radius * cosines[(next + 6) % 8]);
    }
}

static void add_arrow(slice_pen *slice, qx_vec2 from, qx_vec2 along)
{
    const qx_vec2 aside = { along.y, along.x };
    const qx_vec2 tip = { from.x + 0.6f * along.x, from.y + 0.6f * along.y };
    add(slice, INK_WAY, from.x, from.y, tip.x, tip.y);
    for (int side = -1; side <= 1; side += 2)
        add(slice, INK_WAY, tip.x - 0.2f * along.x + 0.2f * (float)side * aside.x,
            tip.y - 0.2f * along.y + 0.2f * (float)side * aside.y, tip.x, tip.y);
}

static void add_way(slice_pen *slice, const qx_maze_opening *opening, bool exit, bool solution)
{
    static const qx_vec2 outward[] = { { -1, 0 }, { 1, 0 }, { 0, 1 }, { 0, -1 } };
    if (!is_here(slice, opening->cell)) return;
    const qx_vec2 middle = middle_of(slice, opening->cell);
    if (opening->face >= QX_MAZE_LOW_Z) {
        add_ring(slice, middle, 0.36f);
        if (exit) add_ring(slice, middle, 0.24f);
        return;
    }
    const qx_vec2 out = outward[opening->face];
    if (solution)
        add(slice, INK_TRAIL, middle.x, middle.y, middle.x + 0.5f * out.x, middle.y + 0.5f * out.y);
    const float start = exit ? 0.25f : 0.85f, side = exit ? 1.0f : -1.0f;
    const qx_vec2 from = { middle.x + (0.5f + start - 0.1f) * out.x,
                           middle.y + (0.5f + start - 0.1f) * out.y };
    add_arrow(slice, from, (qx_vec2){ side * out.x, side * out.y });
}

// --- the layer's number, in seven strokes a digit, above the box

static void add_digit(slice_pen *slice, int digit, float x, float y)
{
    static const unsigned char strokes[] = { 0x77, 0x24, 0x5D, 0x6D, 0x2E,
                                             0x6B, 0x7B, 0x25, 0x7F, 0x6F };
    static const float ends[7][4] = { { 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { 1, 0, 1, 1 },
                                      { 0, 1, 1, 1 }, { 0, 1, 0, 2 }, { 1, 1, 1, 2 },
                                      { 0, 2, 1, 2 } };
    for (int i = 0; i < 7; i++)
        if (strokes[digit] >> i & 1)
            add(slice, INK_NUMBER, x + 0.2f * ends[i][0], y + 0.2f * ends[i][1],
                x + 0.2f * ends[i][2], y + 0.2f * ends[i][3]);
}

static void add_number(slice_pen *slice, uint32_t number)
{
    uint32_t scale = 1;
    while (number / scale >= 10) scale *= 10;
    for (float x = 0.0f; scale > 0; scale /= 10, x += 0.35f)
        add_digit(slice, (int)(number / scale % 10), x, -0.75f);
}

slice_lines maze_slice_build(const maze_puzzle *puzzle, uint32_t z, bool solution)
{
    slice_pen slice = { .puzzle = puzzle, .info = qx_maze_get_info(puzzle->file.maze), .z = z };
    for (uint32_t row = 0; row <= slice.info.height; row++) add_flat_walls(&slice, row);
    for (uint32_t column = 0; column <= slice.info.width; column++)
        add_upright_walls(&slice, column);
    add_marks(&slice);
    if (solution) add_trail(&slice);
    if (solution) add_taken_marks(&slice);
    if (puzzle->file.has_route) add_way(&slice, &puzzle->file.route.entrance, false, solution);
    if (puzzle->file.has_route) add_way(&slice, &puzzle->file.route.exit, true, solution);
    if (slice.info.depth > 1) add_number(&slice, z + 1);
    return slice.out;
}
