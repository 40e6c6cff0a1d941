// SPDX-License-Identifier: MIT
// A maze without end, made row by row in the memory of one; stopped, stored, and gone on with by
// another stream: maze_endless [FILE.svg]
#include <quincunx/maze.h>
#include <quincunx/svg.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 79, ROWS = 44, STOP = 18, CELL = 6, MARGIN = 3, LINES = 2 * COLUMNS * ROWS };
enum { WIDTH = COLUMNS * CELL + 2 * MARGIN, HEIGHT = ROWS * CELL + MARGIN };

// A flat maze that grows along z: each layer is a row. No depth: no end.
static const qx_maze_desc desc = { .width = COLUMNS, .height = 1, .seed = 11 };

typedef struct drawing {
    qx_svg_line lines[LINES];
    size_t count;
    uint32_t colour;
} drawing;

static int is_open(const qx_maze_layer *row, int axis, uint32_t x)
{
    return (int)(row->planes[axis][x / 64] >> x % 64 & 1);
}

static void add(drawing *d, uint32_t x0, uint64_t y0, uint32_t x1, uint64_t y1)
{
    const qx_vec2 from = { (float)(x0 * CELL + MARGIN), (float)(y0 * CELL + MARGIN) };
    const qx_vec2 to = { (float)(x1 * CELL + MARGIN), (float)(y1 * CELL + MARGIN) };
    d->lines[d->count++] = (qx_svg_line){ from, to, 1.4f, d->colour };
}

// The walls to the right of each cell and below it, these in runs.
static void draw_row(drawing *d, const qx_maze_layer *row)
{
    for (uint32_t x = 0; x < COLUMNS; x++)
        if (!is_open(row, 0, x)) add(d, x + 1, row->z, x + 1, row->z + 1);
    add(d, 0, row->z, 0, row->z + 1);
    for (uint32_t x = 0; x < COLUMNS; x++) {
        const uint32_t first = x;
        while (x < COLUMNS && !is_open(row, 2, x)) x++;
        if (x > first) add(d, first, row->z + 1, x, row->z + 1);
    }
}

// Steps `stream` up to row `end`, and `whole` beside it: what was stopped gives the same rows.
static int go_on(qx_maze_stream *stream, qx_maze_stream *whole, uint64_t end, drawing *d)
{
    qx_maze_layer row = { 0 }, same = { 0 };
    while (row.z + 1 < end) {
        if (!qx_maze_stream_step(stream, &row) || !qx_maze_stream_step(whole, &same)) return 0;
        for (int axis = 0; axis < 3; axis++)
            for (uint32_t x = 0; x < COLUMNS; x++)
                if (is_open(&row, axis, x) != is_open(&same, axis, x)) return 0;
        draw_row(d, &row);
    }
    return 1;
}

// Ends a stream and begins another one where it stood, by what could lie in a file meanwhile.
static qx_result replace(qx_maze_stream **stream)
{
    const size_t size = qx_maze_stream_bound_state(*stream);
    void *state = malloc(size);
    if (!state) return QX_NO_MEMORY;
    qx_maze_stream_copy_state(*stream, state);
    qx_maze_stream_destroy(*stream);
    qx_result result = qx_maze_stream_create(&desc, stream);
    if (result == QX_OK) result = qx_maze_stream_restore_state(*stream, state, size);
    printf("stopped after %d rows: %zu bytes\n", STOP, size);
    free(state);
    return result;
}

static int save(const drawing *d, const char *path)
{
    qx_error error;
    const qx_svg picture = { .width = WIDTH,
                             .height = HEIGHT,
                             .background = 0x05060FFF,
                             .decimals = 1,
                             .title = "A maze without end, stopped and gone on with",
                             .lines = d->lines,
                             .count = d->count };
    if (qx_svg_save_file(&picture, path, NULL, &error) == QX_OK) return 1;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return 0;
}

int main(int count, char **words)
{
    static drawing d;
    qx_maze_stream *stream = NULL, *whole = NULL;
    int good = qx_maze_stream_create(&desc, &stream) == QX_OK &&
               qx_maze_stream_create(&desc, &whole) == QX_OK;
    d.colour = 0x4FD8FFFF;
    add(&d, 0, 0, COLUMNS, 0);
    good = good && go_on(stream, whole, STOP, &d) && replace(&stream) == QX_OK;
    d.colour = 0xFFB000FF;
    good = good && go_on(stream, whole, ROWS, &d);
    qx_maze_stream_destroy(stream);
    qx_maze_stream_destroy(whole);
    return good && save(&d, count > 1 ? words[1] : "maze_endless.svg") ? 0 : 1;
}
