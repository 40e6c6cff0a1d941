// SPDX-License-Identifier: MIT
#include "maze.h"

#include <stdlib.h>

// In a maze of one layer every cell has the outside above and below it, and to qx_maze_solve_exit
// is one to leave by. But a flat maze is left at its rim. So the same cells are laid into the
// middle of a box of three layers that holds nothing else, in which only the rim is at the outside;
// and so for each axis that is one cell long.

typedef struct padding {
    uint32_t size[3], before[3]; // of the box; cells before the maze's own along each axis
    uint64_t cells;
} padding;

static bool pad(const qx_maze_info *info, padding *box)
{
    const uint32_t size[] = { info->width, info->height, info->depth };
    box->cells = 1;
    for (int axis = 0; axis < 3; axis++) {
        box->before[axis] = size[axis] == 1 && info->cells > 1;
        box->size[axis] = size[axis] + 2 * box->before[axis];
        if (box->cells > SIZE_MAX / 64 / box->size[axis]) return false;
        box->cells *= box->size[axis];
    }
    return true;
}

static uint64_t into_box(const padding *box, const qx_maze_info *info, uint64_t cell)
{
    const uint64_t x = cell % info->width, y = cell / info->width % info->height;
    const uint64_t z = cell / info->width / info->height;
    return ((z + box->before[2]) * box->size[1] + y + box->before[1]) * box->size[0] + x +
           box->before[0];
}

static uint64_t out_of_box(const padding *box, const qx_maze *maze, uint64_t cell)
{
    const uint64_t row = cell / box->size[0];
    return qx_maze_get_cell(maze, (uint32_t)(cell % box->size[0]) - box->before[0],
                            (uint32_t)(row % box->size[1]) - box->before[1],
                            (uint32_t)(row / box->size[1]) - box->before[2]);
}

static void copy_ways(const qx_maze *maze, const padding *box, qx_maze *padded)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    for (uint64_t cell = 0; cell < info.cells; cell++)
        for (int face = QX_MAZE_HIGH_X; face <= QX_MAZE_HIGH_Z; face += 2)
            if (qx_maze_get_open(maze, cell, (qx_maze_face)face))
                qx_maze_set_open(padded, into_box(box, &info, cell), (qx_maze_face)face, true);
}

static qx_result create_padded(const qx_maze *maze, const padding *box, qx_maze **padded)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    const size_t words = (size_t)(box->cells / 64 + 1);
    uint64_t *mask = calloc(2 * words, sizeof *mask), *closed = mask + words;
    if (!mask) return QX_NO_MEMORY;
    for (uint64_t cell = 0; cell < info.cells; cell++) {
        const bool there = info.present == info.cells || qx_maze_get_faces(maze, cell) != 0;
        const uint64_t at = into_box(box, &info, cell);
        mask[at / 64] |= (uint64_t)there << (at % 64);
    }
    const qx_maze_desc desc = {
        .width = box->size[0], .height = box->size[1], .depth = box->size[2], .mask = mask
    };
    const qx_result result =
        qx_maze_create_from(&desc, (const uint64_t *const[]){ closed, closed, closed }, padded);
    free(mask);
    if (result == QX_OK) copy_ways(maze, box, *padded);
    return result;
}

// The article's start, cell 0, is another one in the box: from there, as far as can be.
static qx_maze_exit_desc rule_in_box(const qx_maze_exit_desc *desc, const padding *box,
                                     const qx_maze_info *info)
{
    qx_maze_exit_desc rule = *desc;
    rule.from = into_box(box, info, desc->rule == QX_MAZE_EXIT_LENGTH ? desc->from : 0);
    if (desc->rule != QX_MAZE_EXIT_ARTICLE) return rule;
    rule.rule = QX_MAZE_EXIT_LENGTH;
    rule.length = QX_MAZE_FAR - 1;
    return rule;
}

static qx_result solve(const qx_maze *padded, const qx_maze_exit_desc *rule, qx_maze_route *route)
{
    const uint64_t cells = qx_maze_get_info(padded).cells;
    uint32_t *distances = calloc((size_t)cells, sizeof *distances);
    void *scratch = malloc(qx_maze_bound_scratch(padded));
    qx_result result = QX_NO_MEMORY;
    if (distances && scratch) result = qx_maze_solve_exit(padded, rule, distances, scratch, route);
    free(distances);
    free(scratch);
    return result;
}

qx_result maze_rim_solve(const qx_maze *maze, const qx_maze_exit_desc *desc, qx_maze_route *route)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    padding box;
    qx_maze *padded;
    if (!pad(&info, &box)) return QX_NO_MEMORY;
    if (box.cells == info.cells) return solve(maze, desc, route);
    qx_result result = create_padded(maze, &box, &padded);
    if (result != QX_OK) return result;
    const qx_maze_exit_desc rule = rule_in_box(desc, &box, &info);
    result = solve(padded, &rule, route);
    if (result == QX_OK) {
        route->entrance.cell = out_of_box(&box, maze, route->entrance.cell);
        route->exit.cell = out_of_box(&box, maze, route->exit.cell);
    }
    qx_maze_destroy(padded);
    return result;
}
