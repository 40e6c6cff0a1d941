// SPDX-License-Identifier: MIT
// Loads anything as a maze; what loads must come back from a saved copy unchanged, and be asked
// without harm. Once as it is, once without its hash: with it, hardly a mutation of the openings
// would reach the maze.

#include "fuzz.h"

#include <quincunx/maze_file.h>
#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition) abort();
}

static bool same_way(const qx_maze_opening *a, const qx_maze_opening *b)
{
    return a->cell == b->cell && a->face == b->face;
}

static void save_and_reload(const qx_maze_file *file)
{
    uint8_t *bytes;
    size_t size;
    const qx_result saved = qx_maze_save_memory(file, NULL, &bytes, &size);
    if (saved == QX_UNSUPPORTED) return; // closed cells beside missing ones
    require(saved == QX_OK);
    qx_maze_file back;
    require(qx_maze_load_memory(bytes, size, NULL, &back, NULL) == QX_OK);
    uint8_t *again;
    size_t again_size;
    require(qx_maze_save_memory(&back, NULL, &again, &again_size) == QX_OK);
    require(again_size == size && memcmp(again, bytes, size) == 0);
    require(back.has_route == file->has_route);
    require(same_way(&back.route.entrance, &file->route.entrance));
    require(same_way(&back.route.exit, &file->route.exit));
    qx_maze_destroy(back.maze);
    free(again);
    free(bytes);
}

// No opening leads to where nothing is.
static void ask(const qx_maze *maze)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    const uint64_t cells = info.cells < 4096 ? info.cells : 4096;
    uint64_t openings = 0;
    for (uint64_t cell = 0; cell < cells; cell++)
        for (int face = QX_MAZE_HIGH_X; face <= QX_MAZE_HIGH_Z; face += 2) {
            if (!qx_maze_get_open(maze, cell, (qx_maze_face)face)) continue;
            require(qx_maze_get_neighbour(maze, cell, (qx_maze_face)face) != QX_MAZE_NONE);
            openings++;
        }
    require(cells < info.cells || openings == info.openings);
}

static void load(const uint8_t *data, size_t size)
{
    qx_maze_file file;
    qx_error error = { .code = QX_OK };
    const qx_result result = qx_maze_load_memory(data, size, NULL, &file, &error);
    require((result == QX_OK) == (file.maze != NULL));
    require(result == QX_OK || (error.code == result && error.message[0] != '\0'));
    if (result != QX_OK) return;
    ask(file.maze);
    save_and_reload(&file);
    qx_maze_destroy(file.maze);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char name[] = "\"hash\"";
    load(data, size);
    uint8_t *without = malloc(size ? size : 1);
    require(without != NULL);
    if (size) memcpy(without, data, size);
    for (size_t at = 0; at + sizeof name <= size; at++)
        if (memcmp(without + at, name, sizeof name - 1) == 0) without[at + 1] = '_';
    load(without, size);
    free(without);
    return 0;
}
