// SPDX-License-Identifier: MIT
#include "maze.h"

#include <quincunx/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A cell is three letters wide and one high; walls lie between. Seen from above, y up the page:
//   +---+---+
//   S *   v |    up and down stand left and right of the trail's star
//   +---+---+

enum { CELL_WIDTH = 4, CELL_HEIGHT = 2, HEAD_BYTES = 64 };

typedef struct text_sheet {
    const maze_puzzle *puzzle;
    qx_maze_info info;
    size_t width, height; // letters of a layer, its line ends included
    char *layer;
} text_sheet;

static char *letter(const text_sheet *sheet, uint32_t x, uint32_t y, int right, int down)
{
    const size_t row = (size_t)(sheet->info.height - 1 - y) * CELL_HEIGHT + (size_t)(1 + down);
    return sheet->layer + row * sheet->width + (size_t)x * CELL_WIDTH + (size_t)(2 + right);
}

// Everything closed: posts, walls and empty cells.
static void draw_block(const text_sheet *sheet)
{
    for (size_t row = 0; row < sheet->height; row++) {
        char *line = sheet->layer + row * sheet->width;
        for (size_t i = 0; i + 1 < sheet->width; i++) {
            const bool post = i % CELL_WIDTH == 0;
            line[i] = row % CELL_HEIGHT == 0 ? (post ? '+' : '-') : (post ? '|' : ' ');
        }
        line[sheet->width - 1] = '\n';
    }
}

static void open_right(const text_sheet *sheet, uint32_t x, uint32_t y)
{
    *letter(sheet, x, y, 2, 0) = ' ';
}

static void open_up(const text_sheet *sheet, uint32_t x, uint32_t y)
{
    for (int i = -1; i <= 1; i++) *letter(sheet, x, y, i, -1) = ' ';
}

static void draw_cell(const text_sheet *sheet, uint32_t x, uint32_t y, uint32_t z)
{
    const qx_maze *maze = sheet->puzzle->file.maze;
    const uint64_t cell = qx_maze_get_cell(maze, x, y, z);
    if (qx_maze_get_open(maze, cell, QX_MAZE_HIGH_X)) open_right(sheet, x, y);
    if (qx_maze_get_open(maze, cell, QX_MAZE_HIGH_Y)) open_up(sheet, x, y);
    if (qx_maze_get_open(maze, cell, QX_MAZE_HIGH_Z)) *letter(sheet, x, y, -1, 0) = '^';
    if (qx_maze_get_open(maze, cell, QX_MAZE_LOW_Z)) *letter(sheet, x, y, 1, 0) = 'v';
}

// A letter in the gap of the outer wall, or in the cell where it opens up or down.
static void draw_way(const text_sheet *sheet, const qx_maze_opening *opening, uint32_t z, char name)
{
    static const int right[] = { -2, 2, 0, 0, 0, 0 }, down[] = { 0, 0, 1, -1, 0, 0 };
    const qx_maze_info *info = &sheet->info;
    if (opening->cell / info->width / info->height != z) return;
    const uint32_t x = (uint32_t)(opening->cell % info->width);
    const uint32_t y = (uint32_t)(opening->cell / info->width % info->height);
    if (opening->face == QX_MAZE_HIGH_Y) open_up(sheet, x, y);
    for (int i = -1; i <= 1 && opening->face == QX_MAZE_LOW_Y; i++)
        *letter(sheet, x, y, i, 1) = ' ';
    *letter(sheet, x, y, right[opening->face], down[opening->face]) = name;
}

// A star in every cell of the trail and in every gap it goes through.
static void draw_trail(const text_sheet *sheet, uint32_t z)
{
    const qx_maze_file *file = &sheet->puzzle->file;
    const uint64_t layer = (uint64_t)sheet->info.width * sheet->info.height;
    for (size_t i = 0; i < file->solution_count; i++) {
        const uint64_t cell = file->solution[i],
                       next = file->solution[i + (i + 1 < file->solution_count)];
        if (cell / layer != z) continue;
        const uint32_t x = (uint32_t)(cell % sheet->info.width);
        const uint32_t y = (uint32_t)(cell / sheet->info.width % sheet->info.height);
        *letter(sheet, x, y, 0, 0) = '*';
        if (next / layer != z) continue;
        const int right = (int)(next % sheet->info.width) - (int)x;
        const int up = (int)(next / sheet->info.width % sheet->info.height) - (int)y;
        *letter(sheet, x, y, 2 * right, -up) = '*';
    }
}

static void draw_layer(const text_sheet *sheet, uint32_t z, bool solution)
{
    draw_block(sheet);
    for (uint32_t y = 0; y < sheet->info.height; y++)
        for (uint32_t x = 0; x < sheet->info.width; x++) draw_cell(sheet, x, y, z);
    if (solution) draw_trail(sheet, z);
    if (!sheet->puzzle->file.has_route) return;
    draw_way(sheet, &sheet->puzzle->file.route.entrance, z, 'S');
    draw_way(sheet, &sheet->puzzle->file.route.exit, z, 'E');
}

static size_t print_head(char *text, const text_sheet *sheet, uint32_t z)
{
    if (sheet->info.depth == 1) return 0;
    return (size_t)snprintf(text, HEAD_BYTES, "%slayer %u of %u\n", z ? "\n" : "", z + 1,
                            sheet->info.depth);
}

static size_t print_foot(char *text, const text_sheet *sheet)
{
    const char *layers = sheet->info.depth > 1 ? "^ up  v down" : "";
    const char *ways = sheet->puzzle->file.has_route ? "S start  E exit" : "";
    if (!*layers && !*ways) return 0;
    return (size_t)snprintf(text, HEAD_BYTES, "\n%s%s%s\n", layers, *layers && *ways ? "  " : "",
                            ways);
}

static char *allocate_sheet(text_sheet *sheet)
{
    const uint64_t layer = (uint64_t)sheet->width * sheet->height + HEAD_BYTES;
    if (layer > SIZE_MAX / 2 / ((uint64_t)sheet->info.depth + 1)) return NULL;
    return malloc((size_t)(layer * ((uint64_t)sheet->info.depth + 1)));
}

qx_result maze_text_save(const maze_look *look, const maze_puzzle *puzzle, maze_output *output,
                         qx_error *error)
{
    text_sheet sheet = { .puzzle = puzzle, .info = qx_maze_get_info(puzzle->file.maze) };
    sheet.width = (size_t)sheet.info.width * CELL_WIDTH + 2;
    sheet.height = (size_t)sheet.info.height * CELL_HEIGHT + 1;
    char *text = allocate_sheet(&sheet), *at = text;
    snprintf(output->failed, sizeof output->failed, "%s", output->path);
    if (!text) return maze_fail(error, QX_NO_MEMORY, "out of memory");
    for (uint32_t z = 0; z < sheet.info.depth; z++) {
        at += print_head(at, &sheet, z);
        sheet.layer = at;
        draw_layer(&sheet, z, look->solution);
        at += sheet.width * sheet.height;
    }
    at += print_foot(at, &sheet);
    const qx_result result = qx_file_save(output->path, text, (size_t)(at - text), error);
    free(text);
    return result;
}
