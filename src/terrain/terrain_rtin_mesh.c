// SPDX-License-Identifier: MIT
#include "terrain_rtin.h"
#include "terrain_unit.h"

#include "base/bits.h"

#include <string.h>

// A mesh follows from one bit a sample, whether its error is larger than asked: those samples are
// its vertices. The bits of a large map lie in the second cache, where walking down the hierarchy
// over the errors themselves would wait for memory at each step. A vertex's number is the count of
// bits before it.

static bool get_bit(const uint64_t *bits, size_t at)
{
    return bits[at >> 6] >> (at & 63) & 1;
}

static void set_bit(uint64_t *bits, size_t at)
{
    bits[at >> 6] |= UINT64_C(1) << (at & 63);
}

static bool is_hole(const qx_terrain_rtin *r, size_t at)
{
    uint32_t word;
    memcpy(&word, &r->errors[at], sizeof word);
    return word >> 31;
}

// A corner of a triangle: its sample and its number.
typedef struct corner {
    size_t at;
    uint32_t number;
} corner;

typedef struct walk {
    const qx_terrain_rtin *r;
    uint32_t *next; // three indices a triangle; NULL: mark corners of those that are there
    uint32_t triangles;
} walk;

static corner corner_at(const walk *w, size_t at)
{
    const qx_terrain_rtin *r = w->r;
    if (!w->next) return (corner){ at, 0 };
    const uint64_t before = (UINT64_C(1) << (at & 63)) - 1;
    return (corner){ at, r->ranks[at >> 6] + bits_count(r->used[at >> 6] & before) };
}

static void end_at(walk *w, corner a, corner b, corner c)
{
    const qx_terrain_rtin *r = w->r;
    if (r->has_holes && (is_hole(r, a.at) || is_hole(r, b.at) || is_hole(r, c.at))) return;
    w->triangles++;
    if (w->next) {
        *w->next++ = a.number;
        *w->next++ = b.number;
        *w->next++ = c.number;
    } else {
        set_bit(r->used, a.at);
        set_bit(r->used, b.at);
        set_bit(r->used, c.at);
    }
}

// The long side is a to b; places are sums of row * columns and column, so halfway between two is
// halfway between the samples too. At most 31 calls deep.
static void descend(walk *w, corner a, corner b, corner c, uint32_t level)
{
    const size_t middle = (a.at + b.at) / 2;
    if (level == 0 || !get_bit(w->r->split, middle)) {
        end_at(w, a, b, c);
        return;
    }
    const corner m = corner_at(w, middle);
    descend(w, c, a, m, level - 1);
    descend(w, b, c, m, level - 1);
}

static void walk_block(walk *w, uint32_t column, uint32_t row)
{
    const qx_terrain_rtin *r = w->r;
    const uint32_t side = r->block;
    const size_t at = (size_t)row * r->columns + column, down = (size_t)side * r->columns;
    const corner lt = corner_at(w, at), rt = corner_at(w, at + side);
    const corner lb = corner_at(w, at + down), rb = corner_at(w, at + down + side);
    uint32_t level = 0;
    while (UINT32_C(1) << (level / 2) < side) level += 2;
    if (rtin_rises(column, row, side)) {
        descend(w, lb, rt, lt, level);
        descend(w, rt, lb, rb, level);
    } else {
        descend(w, lt, rb, rt, level);
        descend(w, rb, lt, lb, level);
    }
}

static void walk_all(walk *w)
{
    for (uint32_t row = 0; row + 1 < w->r->rows; row += w->r->block)
        for (uint32_t column = 0; column + 1 < w->r->columns; column += w->r->block)
            walk_block(w, column, row);
}

static void choose_vertices(qx_terrain_rtin *r, float most)
{
    r->kernels->above(r->errors, most, rtin_word_count(r), r->split);
    for (uint32_t row = 0; row < r->rows; row += r->block)
        for (uint32_t column = 0; column < r->columns; column += r->block)
            set_bit(r->split, (size_t)row * r->columns + column);
}

static uint32_t number_vertices(qx_terrain_rtin *r)
{
    uint32_t before = 0;
    for (size_t i = 0; i < rtin_word_count(r); i++) {
        r->ranks[i] = before;
        before += bits_count(r->used[i]);
    }
    return before;
}

static uint32_t count_border(const qx_terrain_rtin *r)
{
    const size_t columns = r->columns, last = (r->rows - 1) * columns;
    uint32_t count = 0;
    for (size_t i = 0; i < columns; i++)
        count += get_bit(r->split, i) + get_bit(r->split, last + i);
    for (size_t i = columns; i < last; i += columns)
        count += get_bit(r->split, i) + get_bit(r->split, i + columns - 1);
    return count;
}

// Without holes, triangles follow from Euler's formula for a mesh like a disc.
static void take_notes(qx_terrain_rtin *r, float most)
{
    choose_vertices(r, most);
    walk marking = { .r = r };
    if (r->has_holes) {
        memset(r->used, 0, rtin_word_count(r) * sizeof *r->used);
        walk_all(&marking);
    }
    r->counts.vertices = number_vertices(r);
    r->counts.triangles =
        r->has_holes ? marking.triangles : 2 * r->counts.vertices - 2 - count_border(r);
    r->noted = most;
}

qx_terrain_simple_counts qx_terrain_rtin_bound(qx_terrain_rtin *rtin, float error)
{
    const float most = terrain_unit_error(rtin->unit, error);
    if (most != rtin->noted) take_notes(rtin, most);
    return rtin->counts;
}

static void write_places(const qx_terrain_rtin *r, uint32_t *places)
{
    size_t row_start = 0;
    uint32_t row = 0;
    for (size_t i = 0; i < rtin_word_count(r); i++)
        for (uint64_t word = r->used[i]; word; word &= word - 1) {
            const size_t at = i * 64 + bits_lowest(word);
            while (at - row_start >= r->columns) {
                row_start += r->columns;
                row++;
            }
            *places++ = (uint32_t)(at - row_start) | row << 16;
        }
}

qx_terrain_simple_counts qx_terrain_rtin_build(qx_terrain_rtin *rtin, float error, uint32_t *places,
                                               uint32_t *indices)
{
    const qx_terrain_simple_counts counts = qx_terrain_rtin_bound(rtin, error);
    walk writing = { .r = rtin, .next = indices };
    write_places(rtin, places);
    walk_all(&writing);
    return counts;
}
