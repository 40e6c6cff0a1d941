// SPDX-License-Identifier: MIT
// A slice through the midst of a world of 2^30 cells an axis, chunk by chunk, and a walk through a
// thousand chunks toward where the world begins: maze_chunks [FILE.png]
#include <quincunx/maze.h>
#include <quincunx/png.h>
#include <stdio.h>

enum { ACROSS = 5, DOWN = 3, CELL = 3, SIDE = QX_MAZE_CHUNK * CELL };
enum { WIDTH = 480, HEIGHT = 270, LAYER = 16, STEPS = 1000 };

static const qx_maze_world world = { QX_MAZE_MAX_AXIS, QX_MAZE_MAX_AXIS, QX_MAZE_MAX_AXIS, 21 };
static const uint32_t from[3] = { 1u << 24, 1u << 24, 1u << 24 }; // of 2^25 chunks an axis

// By the axis along which a chunk hangs on the one before it.
static const uint8_t colours[3][3] = { { 30, 105, 145 }, { 150, 100, 10 }, { 90, 66, 175 } };

static uint8_t pixels[3 * WIDTH * HEIGHT];

typedef struct door {
    int axis, count; // toward low x, y or z; how many
    uint32_t x, y;   // the cell that has it
} door;

static door find_door(const qx_maze_chunk *chunk)
{
    door d = { 0 };
    for (int axis = 0; axis < 3; axis++) {
        for (uint32_t row = 0; row < QX_MAZE_CHUNK; row++) {
            for (uint32_t bit = 0; bit < QX_MAZE_CHUNK; bit++) {
                if (!(chunk->low[axis][row] >> bit & 1)) continue;
                d.axis = axis;
                d.count++;
                d.x = axis == 0 ? 0 : bit;
                d.y = axis == 0 ? bit : axis == 1 ? 0 : row;
            }
        }
    }
    return d;
}

static void paint(int left, int top, int width, int height, const uint8_t *colour)
{
    for (int y = top < 0 ? 0 : top; y < top + height && y < HEIGHT; y++)
        for (int x = left < 0 ? 0 : left; x < left + width && x < WIDTH; x++)
            for (int i = 0; i < 3; i++) pixels[3 * (y * WIDTH + x) + i] = colour[i];
}

// Cells are two pixels each way, and a third one where there is no wall.
static void paint_cells(const qx_maze_chunk *chunk, int left, int top, const uint8_t *colour)
{
    for (int y = 0; y < (int)QX_MAZE_CHUNK; y++) {
        for (int x = 0; x < (int)QX_MAZE_CHUNK; x++) {
            const int open_x = (int)(chunk->planes[0][LAYER][y] >> x & 1);
            const int open_y = (int)(chunk->planes[1][LAYER][y] >> x & 1);
            paint(left + x * CELL, top + y * CELL, 2 + open_x, 2, colour);
            paint(left + x * CELL, top + y * CELL, 2, 2 + open_y, colour);
        }
    }
}

// The door is marked whatever layer it is in.
static int draw_chunk(int column, int row)
{
    static const uint8_t white[3] = { 255, 244, 214 }, black[3] = { 0, 0, 0 };
    const int left = column * SIDE, top = row * SIDE;
    qx_maze_chunk chunk;
    if (qx_maze_chunk_build(&world, from[0] + (uint32_t)column, from[1] + (uint32_t)row, from[2],
                            &chunk) != QX_OK)
        return 0;
    const door d = find_door(&chunk);
    const int x = left + (int)d.x * CELL, y = top + (int)d.y * CELL;
    paint_cells(&chunk, left, top, colours[d.axis]);
    paint(x - 4, y - 4, 9, 9, black);
    paint(x - 3, y - 3, 7, 7, white);
    if (d.axis == 2) paint(x - 1, y - 1, 3, 3, black);
    return d.count == 1;
}

// What this chunk has for a door toward high is what the next one has toward low.
static int agree(const qx_maze_chunk *low, const qx_maze_chunk *high, int axis)
{
    for (uint32_t i = 0; i < QX_MAZE_CHUNK; i++) {
        uint32_t bits = 0;
        if (axis == 0)
            for (uint32_t y = 0; y < QX_MAZE_CHUNK; y++) bits |= (low->planes[0][i][y] >> 31) << y;
        else
            bits = axis == 1 ? low->planes[1][i][QX_MAZE_CHUNK - 1]
                             : low->planes[2][QX_MAZE_CHUNK - 1][i];
        if (bits != high->low[axis][i]) return 0;
    }
    return 1;
}

// Through the only door toward low of each chunk, and nothing but two chunks in memory.
static int walk(void)
{
    qx_maze_chunk chunk, before;
    uint32_t at[3] = { from[0], from[1], from[2] };
    if (qx_maze_chunk_build(&world, at[0], at[1], at[2], &chunk) != QX_OK) return 0;
    for (int step = 0; step < STEPS; step++) {
        const door d = find_door(&chunk);
        if (d.count != 1) return 0;
        at[d.axis]--;
        if (qx_maze_chunk_build(&world, at[0], at[1], at[2], &before) != QX_OK) return 0;
        if (!agree(&before, &chunk, d.axis)) return 0;
        chunk = before;
    }
    printf("%d chunks on: %u, %u, %u\n", STEPS, at[0], at[1], at[2]);
    return 1;
}

int main(int count, char **words)
{
    const char *path = count > 1 ? words[1] : "maze_chunks.png";
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    qx_error error;
    for (int i = 0; i < ACROSS * DOWN; i++)
        if (!draw_chunk(i % ACROSS, i / ACROSS)) return 1;
    if (qx_png_save_file(&image, path, NULL, &error) == QX_OK) return walk() ? 0 : 1;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return 1;
}
