// SPDX-License-Identifier: MIT
#include "maze_openings.h"
#include "maze_wave.h"

uint64_t maze_path_next(const qx_maze *maze, const uint32_t *distances, uint64_t cell)
{
    static const uint8_t by_index[] = { QX_MAZE_LOW_Z,  QX_MAZE_LOW_Y,  QX_MAZE_LOW_X,
                                        QX_MAZE_HIGH_X, QX_MAZE_HIGH_Y, QX_MAZE_HIGH_Z };
    const uint32_t faces = qx_maze_get_faces(maze, cell);
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t face = by_index[i];
        if (!(faces >> face & 1)) continue;
        const uint64_t step = maze_step(maze, face / 2);
        const uint64_t other = face % 2 ? cell + step : cell - step;
        if (distances[other] == distances[cell] - 1) return other;
    }
    return QX_MAZE_NONE;
}

uint64_t qx_maze_solve_path(const qx_maze *maze, uint64_t from, const uint32_t *distances,
                            uint64_t *cells, uint64_t capacity)
{
    if (!maze_is_there(maze, from) || distances[from] == QX_MAZE_FAR) return 0;
    const uint64_t count = (uint64_t)distances[from] + 1;
    uint64_t cell = from;
    for (uint64_t i = 0; i < count && i < capacity; i++) {
        if (cell == QX_MAZE_NONE) return 0; // not this maze's distances
        cells[i] = cell;
        if (distances[cell]) cell = maze_path_next(maze, distances, cell);
    }
    return count;
}
