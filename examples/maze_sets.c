// SPDX-License-Identifier: MIT
// What Eller's algorithm knows: the third layer of a maze, cells of one set in one colour, as it
// begins, when its walls have fallen, with its ways up, and the layer above: maze_sets [FILE.png]
#include <quincunx/maze.h>
#include <quincunx/png.h>
#include <stdio.h>

enum {
    COLUMNS = 14,
    ROWS = 9,
    LAYER = COLUMNS * ROWS,
    SHOWN = 2,
    DEPTH = 6,
    CELLS = LAYER * DEPTH
};
enum {
    CELL = 16,
    WALL = 2,
    GAP = 8,
    PANEL_X = COLUMNS * CELL + WALL,
    PANEL_Y = ROWS * CELL + WALL
};
enum { WIDTH = 2 * PANEL_X + 3 * GAP, HEIGHT = 2 * PANEL_Y + 3 * GAP };

static uint8_t pixels[3 * WIDTH * HEIGHT];
static uint32_t parent[CELLS], size[CELLS]; // union-find over all layers made so far

static uint32_t find(uint32_t cell)
{
    while (parent[cell] != cell) cell = parent[cell];
    return cell;
}

// The larger set gives the name, so that colours stay. 0 where both were one: a cycle.
static int unite(uint32_t a, uint32_t b)
{
    a = find(a);
    b = find(b);
    if (a == b) return 0;
    const uint32_t high = size[a] >= size[b] ? a : b, low = high == a ? b : a;
    parent[low] = high;
    size[high] += size[low];
    return 1;
}

static void paint(uint32_t left, uint32_t top, uint32_t width, uint32_t height, uint32_t colour)
{
    for (uint32_t y = top; y < top + height; y++)
        for (uint32_t x = left; x < left + width; x++)
            for (uint32_t i = 0; i < 3; i++)
                pixels[3 * (y * WIDTH + x) + i] = (uint8_t)(colour >> (16 - 8 * i));
}

// Cells on their own are dark; sets have colours that differ from their neighbours' mostly.
static uint32_t colour_of(uint32_t cell)
{
    static const uint32_t colours[] = {
        0xFFB000, 0x2F9BD0, 0xDC267F, 0x785EF0, 0x34B27B, 0xFE6100,
        0xB9C4FF, 0x8C2F55, 0x2C5FB3, 0xA8862B, 0x1F6F5C, 0xE58FB6
    };
    const uint32_t root = find(cell);
    return size[root] == 1 ? 0x23264A : colours[(root * 2654435761u >> 8) % 12];
}

static int is_open(const qx_maze *maze, uint32_t cell, qx_maze_face face)
{
    return qx_maze_get_open(maze, cell, face);
}

static void draw_panel(const qx_maze *maze, uint32_t number, uint32_t z, int walls, int up)
{
    const uint32_t left = GAP + number % 2 * (PANEL_X + GAP) + WALL;
    const uint32_t top = GAP + number / 2 * (PANEL_Y + GAP) + WALL;
    for (uint32_t i = 0; i < LAYER; i++) {
        const uint32_t cell = z * LAYER + i, inner = CELL - WALL;
        const uint32_t x = left + i % COLUMNS * CELL, y = top + i / COLUMNS * CELL;
        const uint32_t right = walls && is_open(maze, cell, QX_MAZE_HIGH_X) ? WALL : 0;
        const uint32_t below = walls && is_open(maze, cell, QX_MAZE_HIGH_Y) ? WALL : 0;
        paint(x, y, inner + right, inner, colour_of(cell));
        paint(x, y, inner, inner + below, colour_of(cell));
        if (up && is_open(maze, cell, QX_MAZE_HIGH_Z))
            paint(x + inner / 2 - 2, y + inner / 2 - 2, 5, 5, 0xFFFFFF);
    }
}

// Opens what a layer has of walls along an axis; false at a cycle.
static int open_along(const qx_maze *maze, uint32_t z, qx_maze_face face, uint32_t step)
{
    for (uint32_t cell = z * LAYER; cell < (z + 1) * LAYER; cell++)
        if (is_open(maze, cell, face) && !unite(cell, cell + step)) return 0;
    return 1;
}

// Every set must go up somewhere.
static int all_rise(const qx_maze *maze, uint32_t z)
{
    static int rises[CELLS];
    for (uint32_t cell = z * LAYER; cell < (z + 1) * LAYER; cell++)
        if (is_open(maze, cell, QX_MAZE_HIGH_Z)) rises[find(cell)] = (int)z + 1;
    for (uint32_t cell = z * LAYER; cell < (z + 1) * LAYER; cell++)
        if (rises[find(cell)] != (int)z + 1) return 0;
    return 1;
}

static int follow(const qx_maze *maze)
{
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        parent[cell] = cell;
        size[cell] = 1;
    }
    for (uint32_t z = 0; z < DEPTH; z++) {
        if (z == SHOWN) draw_panel(maze, 0, z, 0, 0);
        if (!open_along(maze, z, QX_MAZE_HIGH_X, 1)) return 0;
        if (!open_along(maze, z, QX_MAZE_HIGH_Y, COLUMNS)) return 0;
        if (z == SHOWN) draw_panel(maze, 1, z, 1, 0);
        if (z + 1 < DEPTH && !all_rise(maze, z)) return 0;
        if (z == SHOWN) draw_panel(maze, 2, z, 1, 1);
        if (!open_along(maze, z, QX_MAZE_HIGH_Z, LAYER)) return 0;
        if (z == SHOWN) draw_panel(maze, 3, z + 1, 0, 0);
    }
    return size[find(0)] == CELLS;
}

int main(int count, char **words)
{
    qx_maze *maze;
    const qx_maze_desc desc = { .width = COLUMNS, .height = ROWS, .depth = DEPTH, .seed = 4 };
    if (qx_maze_create(&desc, NULL, &maze) != QX_OK) return 1;
    paint(0, 0, WIDTH, HEIGHT, 0x05060F);
    const int good = follow(maze);
    qx_maze_destroy(maze);
    if (!good) return 1;
    qx_error error;
    const char *path = count > 1 ? words[1] : "maze_sets.png";
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    if (qx_png_save_file(&image, path, NULL, &error) == QX_OK) return 0;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return 1;
}
