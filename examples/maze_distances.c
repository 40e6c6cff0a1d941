// SPDX-License-Identifier: MIT
// How far every cell of a flat maze is from its middle, in false colours:
// maze_distances [FILE.png [ALGORITHM]], 0 (Eller's) to 6 (sidewinder)
#include <quincunx/maze.h>
#include <quincunx/png.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELL = 3, COLUMNS = 159, ROWS = 89, CELLS = COLUMNS * ROWS };
enum { WIDTH = 480, HEIGHT = 270, COLOURS = 6 };

static uint32_t distances[CELLS];
static uint8_t pixels[3 * WIDTH * HEIGHT];

// From near to far.
static const float ramp[COLOURS][3] = { { 255, 244, 214 }, { 255, 176, 0 }, { 220, 38, 127 },
                                        { 120, 94, 240 },  { 50, 90, 200 }, { 16, 28, 84 } };

static void paint(uint32_t x, uint32_t y, float share)
{
    const float at = share * (COLOURS - 1) * 0.9999f;
    const int step = (int)at;
    for (int i = 0; i < 3; i++) {
        const float from = ramp[step][i], to = ramp[step + 1][i];
        pixels[(y * WIDTH + x) * 3 + (uint32_t)i] =
            (uint8_t)(from + (to - from) * (at - (float)step));
    }
}

// A cell has two pixels each way, and the third where there is no wall.
static void paint_cell(const qx_maze *maze, uint32_t column, uint32_t row, uint32_t most)
{
    const uint64_t cell = qx_maze_get_cell(maze, column, row, 0);
    const float share = (float)distances[cell] / (float)most;
    const uint32_t left = 1 + CELL * column, top = 1 + CELL * row;
    for (uint32_t y = 0; y < CELL; y++)
        for (uint32_t x = 0; x < CELL; x++)
            if ((x < CELL - 1 || (y < CELL - 1 && qx_maze_get_open(maze, cell, QX_MAZE_HIGH_X))) &&
                (y < CELL - 1 || (x < CELL - 1 && qx_maze_get_open(maze, cell, QX_MAZE_HIGH_Y))))
                paint(left + x, top + y, share);
}

// Behind an opening it is one step nearer or farther: in a perfect maze never just as far.
static int is_true(const qx_maze *maze)
{
    for (uint64_t cell = 0; cell < CELLS; cell++) {
        for (int face = QX_MAZE_LOW_X; face <= QX_MAZE_HIGH_Z; face++) {
            if (!qx_maze_get_open(maze, cell, (qx_maze_face)face)) continue;
            const uint64_t other = qx_maze_get_neighbour(maze, cell, (qx_maze_face)face);
            const uint32_t a = distances[cell], b = distances[other];
            if (a != b + 1 && b != a + 1) return 0;
        }
    }
    return 1;
}

static int save(const char *path)
{
    qx_error error;
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    if (qx_png_save_file(&image, path, NULL, &error) == QX_OK) return 1;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return 0;
}

int main(int count, char **words)
{
    const int algorithm = count > 2 ? atoi(words[2]) : QX_MAZE_BACKTRACKER;
    const qx_maze_desc desc = { .width = COLUMNS,
                                .height = ROWS,
                                .depth = 1,
                                .seed = 5,
                                .algorithm = (qx_maze_algorithm)algorithm };
    qx_maze *maze;
    const qx_result result = qx_maze_create(&desc, NULL, &maze);
    void *scratch = result == QX_OK ? malloc(qx_maze_bound_scratch(maze)) : NULL;
    int good = scratch != NULL;
    if (good) {
        const uint64_t middle = qx_maze_get_cell(maze, COLUMNS / 2, ROWS / 2, 0);
        const uint64_t farthest = qx_maze_solve_distances(maze, middle, distances, scratch);
        printf("up to %u steps from the middle\n", distances[farthest]);
        for (uint32_t row = 0; row < ROWS; row++)
            for (uint32_t column = 0; column < COLUMNS; column++)
                paint_cell(maze, column, row, distances[farthest]);
        good = is_true(maze) && save(count > 1 ? words[1] : "maze_distances.png");
    }
    free(scratch);
    qx_maze_destroy(maze);
    return good ? 0 : 1;
}
