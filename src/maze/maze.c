// SPDX-License-Identifier: MIT
#include "maze_internal.h"

#include "base/bits.h"

#include <quincunx/hash.h>

#include <string.h>

// Words of a plane; one more stands behind each.
static size_t words_of(uint64_t cells)
{
    return (size_t)(cells / 64 + (cells % 64 != 0));
}

// The maze and its planes in one piece, the planes' rows of bits on cache lines.
static size_t bytes_of(const qx_maze_desc *desc, size_t words)
{
    const size_t head = (sizeof(qx_maze) + QX_CACHE_LINE - 1) & ~(size_t)(QX_CACHE_LINE - 1);
    return head + (desc->mask ? 4 : 3) * (words + 1) * sizeof(uint64_t);
}

static void lay_out(qx_maze *maze, const qx_maze_desc *desc)
{
    const size_t whole = bytes_of(desc, maze->words);
    const size_t planes = (desc->mask ? 4 : 3) * (maze->words + 1) * sizeof(uint64_t);
    char *bytes = (char *)maze + (whole - planes);
    for (size_t i = 0; i < 3; i++)
        maze->planes[i] = (uint64_t *)(void *)(bytes + i * (maze->words + 1) * sizeof(uint64_t));
    if (desc->mask) maze->mask = maze->planes[2] + maze->words + 1;
}

static void count_openings(qx_maze *maze)
{
    maze->info.openings = 0;
    for (size_t axis = 0; axis < 3; axis++) {
        maze->info.opened[axis] = bits_count_all(maze->planes[axis], maze->words);
        maze->info.openings += maze->info.opened[axis];
    }
}

static void take_mask(qx_maze *maze, const uint64_t *mask)
{
    maze->info.present = maze->info.cells;
    if (!mask) return;
    memcpy(maze->mask, mask, maze->words * sizeof *mask);
    maze->mask[maze->words - 1] &= maze_last_bits(maze);
    maze->info.present = bits_count_all(maze->mask, maze->words);
}

// A maze of walls alone. `desc` is checked.
static qx_result create_closed(const qx_maze_desc *desc, qx_maze **out)
{
    const uint64_t cells = (uint64_t)desc->width * desc->height * desc->depth;
    const size_t words = words_of(cells), bytes = bytes_of(desc, words);
    qx_maze *maze = qx_allocate_zeroed(desc->allocator, bytes, QX_CACHE_LINE);
    if (!maze) return QX_NO_MEMORY;
    maze->allocator = qx_allocator_resolve(desc->allocator);
    maze->words = words;
    maze->info = (qx_maze_info){ .width = desc->width,
                                 .height = desc->height,
                                 .depth = desc->depth,
                                 .cells = cells,
                                 .bytes = bytes };
    lay_out(maze, desc);
    take_mask(maze, desc->mask);
    *out = maze;
    return maze->info.present ? QX_OK : QX_BAD_VALUE;
}

static qx_result make(qx_maze *maze, const qx_maze_desc *desc, const qx_workers *workers)
{
    switch (desc->algorithm) {
    case QX_MAZE_ELLER: return maze_make_eller(maze, desc, workers);
    case QX_MAZE_BACKTRACKER: return maze_make_backtracker(maze, desc);
    case QX_MAZE_KRUSKAL: return maze_make_kruskal(maze, desc);
    case QX_MAZE_WILSON: return maze_make_wilson(maze, desc);
    case QX_MAZE_GROWING_TREE: return maze_make_growing_tree(maze, desc);
    case QX_MAZE_BINARY_TREE: return maze_make_binary_tree(maze, desc, workers);
    case QX_MAZE_SIDEWINDER: return maze_make_sidewinder(maze, desc);
    default: return QX_BAD_VALUE;
    }
}

static qx_result finish(qx_result result, qx_maze **maze)
{
    if (result == QX_OK) {
        count_openings(*maze);
        return QX_OK;
    }
    qx_maze_destroy(*maze);
    *maze = NULL;
    return result;
}

qx_result qx_maze_create(const qx_maze_desc *desc, const qx_workers *workers, qx_maze **maze)
{
    *maze = NULL;
    const qx_maze_desc used = qx_maze_desc_resolve(desc);
    qx_result result = maze_check_desc(&used);
    if (result == QX_OK) result = create_closed(&used, maze);
    if (result == QX_OK) result = maze_check_mask(*maze);
    if (result == QX_OK) result = make(*maze, &used, workers);
    if (result == QX_OK) result = maze_braid(*maze, &used);
    return finish(result, maze);
}

// Shifts a plane so that each cell finds the bit of the cell `step` after it in its own place.
static uint64_t bits_after(const uint64_t *plane, size_t words, size_t word, uint64_t step)
{
    const uint64_t at = word * UINT64_C(64) + step;
    const size_t low = (size_t)(at / 64);
    const uint32_t shift = at % 64;
    const uint64_t first = low < words ? plane[low] : 0;
    if (!shift) return first;
    const uint64_t second = low + 1 < words ? plane[low + 1] : 0;
    return first >> shift | second << (64 - shift);
}

static bool leads_inside(const qx_maze *maze, uint32_t axis)
{
    const uint64_t limits[] = { maze->info.width, maze->info.height, maze->info.depth };
    const uint64_t step = maze_step(maze, axis);
    for (size_t i = 0; i < maze->words; i++) {
        for (uint64_t bits = maze->planes[axis][i]; bits; bits &= bits - 1) {
            const uint64_t cell = i * UINT64_C(64) + bits_lowest(bits);
            if (cell >= maze->info.cells || cell / step % limits[axis] + 1 == limits[axis])
                return false;
        }
    }
    return true;
}

static bool stays_on_mask(const qx_maze *maze, uint32_t axis)
{
    const uint64_t step = maze_step(maze, axis);
    for (size_t i = 0; i < maze->words && maze->mask; i++) {
        const uint64_t there = maze->mask[i] & bits_after(maze->mask, maze->words, i, step);
        if (maze->planes[axis][i] & ~there) return false;
    }
    return true;
}

static qx_result take_planes(qx_maze *maze, const uint64_t *const planes[3])
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        memcpy(maze->planes[axis], planes[axis], maze->words * sizeof(uint64_t));
        if (!leads_inside(maze, axis) || !stays_on_mask(maze, axis)) return QX_BAD_DATA;
    }
    return QX_OK;
}

qx_result qx_maze_create_from(const qx_maze_desc *desc, const uint64_t *const planes[3],
                              qx_maze **maze)
{
    *maze = NULL;
    qx_result result = maze_check_box(desc);
    if (result == QX_OK) result = create_closed(desc, maze);
    if (result == QX_OK) result = take_planes(*maze, planes);
    return finish(result, maze);
}

void qx_maze_destroy(qx_maze *maze)
{
    if (!maze) return;
    const qx_allocator allocator = maze->allocator;
    qx_release(&allocator, maze, maze->info.bytes);
}

qx_maze_info qx_maze_get_info(const qx_maze *maze)
{
    return maze->info;
}

uint64_t qx_maze_get_cell(const qx_maze *maze, uint32_t x, uint32_t y, uint32_t z)
{
    const qx_maze_info *info = &maze->info;
    if (x >= info->width || y >= info->height || z >= info->depth) return QX_MAZE_NONE;
    return ((uint64_t)z * info->height + y) * info->width + x;
}

uint64_t qx_maze_get_neighbour(const qx_maze *maze, uint64_t cell, qx_maze_face face)
{
    const uint64_t limits[] = { maze->info.width, maze->info.height, maze->info.depth };
    const uint32_t kind = (uint32_t)face;
    if (cell >= maze->info.cells || kind > QX_MAZE_HIGH_Z) return QX_MAZE_NONE;
    const uint64_t step = maze_step(maze, kind / 2), at = cell / step % limits[kind / 2];
    if (kind % 2 == 0) return at ? cell - step : QX_MAZE_NONE;
    return at + 1 < limits[kind / 2] ? cell + step : QX_MAZE_NONE;
}

bool qx_maze_get_present(const qx_maze *maze, uint64_t cell)
{
    return maze_is_there(maze, cell);
}

bool qx_maze_get_open(const qx_maze *maze, uint64_t cell, qx_maze_face face)
{
    const uint64_t other = qx_maze_get_neighbour(maze, cell, face);
    if (other == QX_MAZE_NONE) return false;
    return maze_bit(maze->planes[(uint32_t)face / 2], cell < other ? cell : other);
}

// No bit is ever set toward the outside, so the cell before the first of a row, in the row before,
// is closed too: only the very first cells need care.
uint32_t qx_maze_get_faces(const qx_maze *maze, uint64_t cell)
{
    uint32_t faces = 0;
    if (cell >= maze->info.cells) return 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint64_t *plane = maze->planes[axis], step = maze_step(maze, axis);
        const bool low = cell >= step && maze_bit(plane, cell - step), high = maze_bit(plane, cell);
        faces |= ((uint32_t)low | (uint32_t)high << 1) << (2 * axis);
    }
    return faces;
}

qx_result qx_maze_set_open(qx_maze *maze, uint64_t cell, qx_maze_face face, bool open)
{
    const uint64_t other = qx_maze_get_neighbour(maze, cell, face);
    if (!maze_is_there(maze, cell) || !maze_is_there(maze, other)) return QX_BAD_VALUE;
    const uint32_t axis = (uint32_t)face / 2;
    uint64_t *word = &maze->planes[axis][(cell < other ? cell : other) / 64];
    const uint64_t bit = UINT64_C(1) << (cell < other ? cell : other) % 64;
    const bool was = *word & bit;
    *word = open ? *word | bit : *word & ~bit;
    maze->info.opened[axis] += (uint64_t)open - (uint64_t)was;
    maze->info.openings += (uint64_t)open - (uint64_t)was;
    return QX_OK;
}

const uint64_t *qx_maze_get_plane(const qx_maze *maze, uint32_t axis)
{
    return axis < 3 ? maze->planes[axis] : NULL;
}

uint64_t qx_maze_hash(const qx_maze *maze)
{
    const uint64_t size[] = { maze->info.width, maze->info.height, maze->info.depth,
                              maze->mask != NULL };
    uint64_t hash = qx_hash_bytes(QX_HASH_START, size, sizeof size);
    const size_t bytes = maze->words * sizeof(uint64_t);
    if (maze->mask) hash = qx_hash_bytes(hash, maze->mask, bytes);
    for (size_t axis = 0; axis < 3; axis++) hash = qx_hash_bytes(hash, maze->planes[axis], bytes);
    return hash;
}
