// SPDX-License-Identifier: MIT
// A small maze in letters, layer by layer, with its way out: maze_text [SEED]
#include <quincunx/maze.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 7, HEIGHT = 4, DEPTH = 3, CELLS = WIDTH * HEIGHT * DEPTH };

typedef struct puzzle {
    qx_maze *maze;
    qx_maze_route route;
    uint64_t way[CELLS];
    uint64_t length; // cells of the way
    char marks[CELLS];
} puzzle;

// The two border cells that lie farthest apart, and the cells between.
static qx_result find_way(puzzle *p, uint64_t seed)
{
    static uint32_t distances[CELLS];
    void *scratch = malloc(qx_maze_bound_scratch(p->maze));
    if (!scratch) return QX_NO_MEMORY;
    const qx_maze_exit_desc desc = { .rule = QX_MAZE_EXIT_DIAMETER, .seed = seed };
    const qx_result result = qx_maze_solve_exit(p->maze, &desc, distances, scratch, &p->route);
    // The distances are those from the entrance, so the way is walked from the exit.
    if (result == QX_OK)
        p->length = qx_maze_solve_path(p->maze, p->route.exit.cell, distances, p->way, CELLS);
    free(scratch);
    return result;
}

static void mark(puzzle *p)
{
    for (int i = 0; i < CELLS; i++) p->marks[i] = ' ';
    for (uint64_t i = 0; i < p->length; i++) p->marks[p->way[i]] = '*';
    p->marks[p->route.entrance.cell] = 'S';
    p->marks[p->route.exit.cell] = 'E';
}

// Every step leads to a neighbour, and no wall is in the way.
static int is_walkable(const puzzle *p)
{
    for (uint64_t i = 1; i < p->length; i++) {
        int steps = 0;
        for (int face = QX_MAZE_LOW_X; face <= QX_MAZE_HIGH_Z; face++)
            if (qx_maze_get_neighbour(p->maze, p->way[i - 1], (qx_maze_face)face) == p->way[i])
                steps += qx_maze_get_open(p->maze, p->way[i - 1], (qx_maze_face)face);
        if (steps != 1) return 0;
    }
    return p->length == (uint64_t)p->route.length + 1;
}

// A way up, down or both, beside the mark.
static char stairs(const qx_maze *maze, uint64_t cell)
{
    const int up = qx_maze_get_open(maze, cell, QX_MAZE_HIGH_Z);
    const int down = qx_maze_get_open(maze, cell, QX_MAZE_LOW_Z);
    return " ^vx"[up + 2 * down];
}

// y runs up the page, so the row of the highest y comes first.
static void print_layer(const puzzle *p, uint32_t z)
{
    printf("layer %u\n", z + 1);
    for (uint32_t y = HEIGHT; y-- > 0;) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            const uint64_t cell = qx_maze_get_cell(p->maze, x, y, z);
            printf(qx_maze_get_open(p->maze, cell, QX_MAZE_HIGH_Y) ? "+   " : "+---");
        }
        printf("+\n");
        for (uint32_t x = 0; x < WIDTH; x++) {
            const uint64_t cell = qx_maze_get_cell(p->maze, x, y, z);
            const char wall = qx_maze_get_open(p->maze, cell, QX_MAZE_LOW_X) ? ' ' : '|';
            printf("%c%c%c ", wall, p->marks[cell], stairs(p->maze, cell));
        }
        printf("|\n");
    }
    for (uint32_t x = 0; x < WIDTH; x++) printf("+---");
    printf("+\n\n");
}

int main(int count, char **words)
{
    static puzzle p;
    const qx_maze_desc desc = { .width = WIDTH,
                                .height = HEIGHT,
                                .depth = DEPTH,
                                .seed = count > 1 ? strtoull(words[1], NULL, 10) : 3 };
    if (qx_maze_create(&desc, NULL, &p.maze) != QX_OK) return 1;
    const qx_result result = find_way(&p, desc.seed);
    const int good = result == QX_OK && is_walkable(&p);
    if (good) {
        mark(&p);
        for (uint32_t z = 0; z < DEPTH; z++) print_layer(&p, z);
        printf("^ up  v down  x both: %u steps from S to E\n", p.route.length);
    }
    qx_maze_destroy(p.maze);
    return good ? 0 : 1;
}
