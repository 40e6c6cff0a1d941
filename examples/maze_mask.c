// SPDX-License-Identifier: MIT
// A maze in the shape of a quincunx, and the longest way in it: maze_mask [FILE.svg]
#include <quincunx/maze.h>
#include <quincunx/svg.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 59, ROWS = 59, CELLS = COLUMNS * ROWS, CELL = 8, MARGIN = 4 };

static uint64_t mask[(CELLS + 63) / 64];

typedef struct drawing {
    qx_svg_line lines[4 * CELLS];
    size_t count;
} drawing;

// Within one of five discs, or one of the two bars that join them.
static int is_inside(int x, int y)
{
    const int u = x - COLUMNS / 2, v = y - ROWS / 2, a = abs(u), b = abs(v);
    const int corner = (a - 19) * (a - 19) + (b - 19) * (b - 19);
    return u * u + v * v < 110 || corner < 110 || (abs(a - b) < 3 && a < 19);
}

static void cut_out(void)
{
    for (int i = 0; i < CELLS; i++)
        mask[i / 64] |= (uint64_t)is_inside(i % COLUMNS, i / COLUMNS) << i % 64;
}

static void add(drawing *d, float x0, float y0, float x1, float y1, float width, uint32_t colour)
{
    d->lines[d->count++] = (qx_svg_line){ { MARGIN + CELL * x0, MARGIN + CELL * y0 },
                                          { MARGIN + CELL * x1, MARGIN + CELL * y1 },
                                          width,
                                          colour };
}

// The wall at the low side of a place, where one of the two cells is there and there is no way.
static int has_wall(const qx_maze *maze, int x, int y, qx_maze_face low)
{
    const int before = low == QX_MAZE_LOW_X ? is_inside(x - 1, y) : is_inside(x, y - 1);
    const int here = is_inside(x, y);
    const uint64_t cell = (uint64_t)(y * COLUMNS + x);
    return here != before || (here && !qx_maze_get_open(maze, cell, low));
}

static void draw_walls(drawing *d, const qx_maze *maze)
{
    for (int y = 0; y <= ROWS; y++) {
        for (int x = 0; x <= COLUMNS; x++) {
            const float u = (float)x, v = (float)y;
            if (has_wall(maze, x, y, QX_MAZE_LOW_X)) add(d, u, v, u, v + 1, 1.6f, 0x4FD8FFFF);
            if (has_wall(maze, x, y, QX_MAZE_LOW_Y)) add(d, u, v, u + 1, v, 1.6f, 0x4FD8FFFF);
        }
    }
}

// In a tree, the cell farthest from any cell is an end of a longest way.
static uint64_t find_longest(const qx_maze *maze, uint64_t *cells)
{
    static uint32_t distances[CELLS];
    void *scratch = malloc(qx_maze_bound_scratch(maze));
    if (!scratch) return 0;
    const uint64_t any = CELLS / 2; // the middle of the middle disc
    const uint64_t first = qx_maze_solve_distances(maze, any, distances, scratch);
    const uint64_t last = qx_maze_solve_distances(maze, first, distances, scratch);
    const uint64_t count = qx_maze_solve_path(maze, last, distances, cells, CELLS);
    free(scratch);
    return count;
}

static void draw_way(drawing *d, const uint64_t *cells, uint64_t count)
{
    for (uint64_t i = 1; i < count; i++) {
        const uint64_t a = cells[i - 1], b = cells[i];
        add(d, (float)(a % COLUMNS) + 0.5f, (float)(a / COLUMNS) + 0.5f,
            (float)(b % COLUMNS) + 0.5f, (float)(b / COLUMNS) + 0.5f, 2.4f, 0xFFB000FF);
    }
}

int main(int count, char **words)
{
    static drawing d;
    static uint64_t way[CELLS];
    qx_maze *maze;
    const qx_maze_desc desc = { .width = COLUMNS,
                                .height = ROWS,
                                .depth = 1,
                                .seed = 2,
                                .algorithm = QX_MAZE_WILSON,
                                .mask = mask };
    cut_out();
    if (qx_maze_create(&desc, NULL, &maze) != QX_OK) return 1;
    const qx_maze_info info = qx_maze_get_info(maze);
    const uint64_t length = find_longest(maze, way);
    draw_walls(&d, maze);
    draw_way(&d, way, length);
    qx_maze_destroy(maze);
    printf("%llu cells, %llu on the longest way\n", (unsigned long long)info.present,
           (unsigned long long)length);
    const qx_svg picture = { .width = COLUMNS * CELL + 2 * MARGIN,
                             .height = ROWS * CELL + 2 * MARGIN,
                             .background = 0x05060FFF,
                             .decimals = 1,
                             .title = "A maze in the shape of a quincunx",
                             .lines = d.lines,
                             .count = d.count };
    qx_error error;
    const char *path = count > 1 ? words[1] : "maze_mask.svg";
    const qx_result saved = qx_svg_save_file(&picture, path, NULL, &error);
    if (saved != QX_OK) fprintf(stderr, "%s: %s\n", path, error.message);
    return saved == QX_OK && length > 2 && info.openings == info.present - 1 ? 0 : 1;
}
