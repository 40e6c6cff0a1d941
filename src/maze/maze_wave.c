// SPDX-License-Identifier: MIT
#include "maze_wave.h"

#include "maze_openings.h"

#include "base/hints.h"

#include <assert.h>

// Cells whose neighbours are called for before the first of them is looked at. Fewer wait for
// memory more often, more fall out of the first cache again.
#define CHUNK 128

size_t maze_wave_bound(const qx_maze *maze)
{
    return (size_t)(maze->info.cells + 1) * sizeof(uint64_t);
}

// An entry added to one of these gives the neighbour, and for its ways all but the one back.
static void make_tables(maze_wave *wave)
{
    for (uint32_t ways = 0; ways < 64; ways++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < 8; i++) wave->beside[ways][i] = 0;
        for (uint32_t face = 0; face < 6; face++) {
            if (!(ways >> face & 1)) continue;
            const uint64_t step = maze_step(wave->maze, face / 2);
            const uint64_t on = face % 2 ? step : UINT64_C(0) - step;
            wave->beside[ways][count++] = on * 64 + (63u ^ 1u << (face ^ 1u));
        }
        wave->counts[ways] = (uint8_t)count;
    }
}

void maze_wave_begin(maze_wave *wave, const qx_maze *maze, uint32_t *distances, void *scratch)
{
    assert(distances && scratch && (uintptr_t)scratch % 16 == 0);
    wave->maze = maze;
    wave->distances = distances;
    wave->queue = scratch;
    make_tables(wave);
}

// Eight rows of eight bits, a row a byte, become columns (Warren, "Hacker's Delight", 7-3).
static inline uint64_t transpose(uint64_t x)
{
    uint64_t swap = (x ^ x >> 7) & UINT64_C(0x00AA00AA00AA00AA);
    x ^= swap ^ swap << 7;
    swap = (x ^ x >> 14) & UINT64_C(0x0000CCCC0000CCCC);
    x ^= swap ^ swap << 14;
    swap = (x ^ x >> 28) & UINT64_C(0x00000000F0F0F0F0);
    return x ^ swap ^ swap << 28;
}

// The marks of eight cells of a word, a byte each.
static inline uint64_t marks_of(const uint64_t faces[6], uint32_t eight, bool watched)
{
    uint64_t rows = UINT64_C(1) << 63;
    if (watched) rows |= UINT64_C(1) << 55;
    rows = (rows >> 7) * 255; // whole rows
    for (uint32_t face = 0; face < 6; face++) rows |= (faces[face] >> 8 * eight & 255) << 8 * face;
    return transpose(rows);
}

static void mark_word(const maze_wave *wave, size_t word, bool watched)
{
    uint64_t faces[6], marks[8];
    uint32_t *to = wave->distances + word * 64;
    const uint64_t left = wave->maze->info.cells - word * UINT64_C(64);
    maze_openings_word(wave->maze, word, faces);
    for (uint32_t i = 0; i < 8; i++) marks[i] = marks_of(faces, i, watched);
    if (left >= 64) {
        for (uint32_t i = 0; i < 64; i++)
            to[i] = MAZE_WAVE_FRESH | (uint32_t)(marks[i / 8] >> 8 * (i % 8) & 127);
    } else {
        for (uint32_t i = 0; i < left; i++)
            to[i] = MAZE_WAVE_FRESH | (uint32_t)(marks[i / 8] >> 8 * (i % 8) & 127);
    }
}

void maze_wave_prepare(maze_wave *wave, bool watched)
{
    for (size_t i = 0; i < wave->maze->words; i++) mark_word(wave, i, watched);
    maze_wave_start(wave);
}

void maze_wave_start(maze_wave *wave)
{
    wave->count = wave->arrived = wave->met = wave->ways = 0;
    wave->level = wave->farthest = 0;
    wave->farthest_cell = QX_MAZE_NONE;
    wave->high = false;
}

bool maze_wave_add(maze_wave *wave, uint64_t cell)
{
    const uint32_t mark = wave->distances[cell];
    if (mark < MAZE_WAVE_FRESH) return false;
    wave->distances[cell] = 0;
    wave->queue[wave->count++] = cell * 64 + (mark & 63);
    wave->arrived = ++wave->met;
    if (mark & MAZE_WAVE_WATCHED && cell < wave->farthest_cell) wave->farthest_cell = cell;
    return true;
}

// Writes the neighbours of some cells, each by one row of the table, whose length is then skipped:
// a loop over openings would be foreseen wrongly almost every time.
static size_t look_around(const maze_wave *wave, const uint64_t *cells, size_t count,
                          uint64_t *found)
{
    size_t ways = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t open = cells[i] % 64, cell = cells[i] - open;
        const uint64_t *beside = wave->beside[open];
        for (size_t j = 0; j < 8; j++) found[ways + j] = cell + beside[j];
        ways += wave->counts[open];
    }
    for (size_t i = 0; i < ways; i++) FETCH_TO_WRITE(&wave->distances[found[i] / 64]);
    return ways;
}

// Where a level is written to.
typedef struct next_level {
    uint64_t *end;
    ptrdiff_t step;
    uint64_t met, lowest; // lowest watched cell
} next_level;

// Keeps those that are met the first time; dead ends have their distance and need no place. No
// branch depends on a cell.
static void meet(const maze_wave *wave, const uint64_t *found, size_t count, next_level *next)
{
    const uint32_t level = wave->level + 1;
    uint32_t *distances = wave->distances;
    next_level n = *next;
    for (size_t i = 0; i < count; i++) {
        const uint64_t cell = found[i] / 64;
        const uint32_t mark = distances[cell];
        const bool fresh = mark >= MAZE_WAVE_FRESH;
        const uint64_t ways = found[i] & mark & 63;
        distances[cell] = fresh ? level : mark;
        *n.end = cell * 64 + ways;
        n.end += (fresh & (ways != 0)) ? n.step : 0;
        n.met += fresh;
        const uint64_t watched = fresh & (mark >> 6 & 1) ? cell : QX_MAZE_NONE;
        n.lowest = watched < n.lowest ? watched : n.lowest;
    }
    *next = n;
}

bool maze_wave_step(maze_wave *wave)
{
    uint64_t found[6 * CHUNK + 8];
    uint64_t *low = wave->queue, *high = low + wave->maze->info.cells;
    const uint64_t *level = wave->high ? high + 1 - wave->count : low;
    if (!wave->count || wave->level + 1 >= MAZE_WAVE_BLOCKED) return false;
    next_level next = { .end = wave->high ? low : high,
                        .step = wave->high ? 1 : -1,
                        .lowest = QX_MAZE_NONE };
    for (uint64_t i = 0; i < wave->count; i += CHUNK) {
        const uint64_t left = wave->count - i;
        const size_t ways =
            look_around(wave, level + i, left < CHUNK ? (size_t)left : CHUNK, found);
        meet(wave, found, ways, &next);
        wave->ways += ways;
    }
    wave->count = (uint64_t)(wave->high ? next.end - low : high - next.end);
    wave->high = !wave->high;
    wave->level++;
    wave->arrived = next.met;
    wave->met += next.met;
    if (next.lowest != QX_MAZE_NONE) {
        wave->farthest = wave->level;
        wave->farthest_cell = next.lowest;
    }
    return next.met != 0;
}

void maze_wave_run(maze_wave *wave)
{
    while (maze_wave_step(wave)) continue;
}

void maze_wave_finish(maze_wave *wave)
{
    const uint64_t cells = wave->maze->info.cells;
    uint32_t *distances = wave->distances;
    for (uint64_t i = 0; i < cells && wave->met < cells; i++)
        distances[i] = distances[i] >= MAZE_WAVE_BLOCKED ? QX_MAZE_FAR : distances[i];
}

void maze_wave_run_from(maze_wave *wave, uint64_t cell)
{
    maze_wave_prepare(wave, true);
    maze_wave_add(wave, cell);
    maze_wave_run(wave);
}
