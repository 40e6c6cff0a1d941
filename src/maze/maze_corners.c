// SPDX-License-Identifier: MIT
#include "maze_solid.h"

#include "base/bits.h"

// A corner of the lattice has eight boxes around it. Where these are the same along an axis, the
// surface there is flat, or one straight edge: no triangle needs a corner. Where they differ along
// all three, two or more edges that are not in line meet. Between slices flat faces end as well, so
// that a straight edge across has corners there.

// The eight boxes around 64 corners of a row: [y][z], at the low and at the high side in x.
typedef struct boxes_around {
    uint64_t low[2][2], high[2][2];
} boxes_around;

static boxes_around read_boxes(const maze_volume *bits, size_t y, size_t z, size_t word)
{
    boxes_around around;
    for (size_t i = 0; i < 4; i++) {
        const uint64_t *row = bits->bits + maze_row(bits, 0, y + i % 2, z + i / 2) + word;
        const uint64_t next = word + 1 < bits->words ? row[1] : 0;
        around.low[i % 2][i / 2] = row[0];
        around.high[i % 2][i / 2] = row[0] >> 1 | next << 63;
    }
    return around;
}

// Where the boxes differ along each axis.
typedef struct differences {
    uint64_t x, y, z;
} differences;

static differences differ(const boxes_around *a)
{
    differences d = { 0, 0, 0 };
    for (size_t i = 0; i < 2; i++) {
        d.x |= (a->low[i][0] ^ a->high[i][0]) | (a->low[i][1] ^ a->high[i][1]);
        d.y |= (a->low[0][i] ^ a->low[1][i]) | (a->high[0][i] ^ a->high[1][i]);
        d.z |= (a->low[i][0] ^ a->low[i][1]) | (a->high[i][0] ^ a->high[i][1]);
    }
    return d;
}

// Where four boxes around an edge are not all alike.
static uint64_t is_edge(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return (a ^ b) | (b ^ c) | (c ^ d);
}

// Corners - edges + faces of the surface: each counted at its lowest corner.
static int32_t count_euler(const boxes_around *a, const differences *d)
{
    const uint64_t(*const l)[2] = a->low, (*const h)[2] = a->high;
    const uint32_t corners = bits_count(d->x | d->y | d->z);
    const uint32_t edges = bits_count(is_edge(h[0][0], h[1][0], h[0][1], h[1][1])) +
                           bits_count(is_edge(l[1][0], h[1][0], l[1][1], h[1][1])) +
                           bits_count(is_edge(l[0][1], h[0][1], l[1][1], h[1][1]));
    const uint32_t faces = bits_count(l[1][1] ^ h[1][1]) + bits_count(h[0][1] ^ h[1][1]) +
                           bits_count(h[1][0] ^ h[1][1]);
    return (int32_t)corners - (int32_t)edges + (int32_t)faces;
}

// Which planes are cut: of the 64 along x in a word, and of one along y and z.
typedef struct cuts {
    uint64_t x, y, z;
} cuts;

static uint64_t cut_word(const maze_axis *axis, size_t word)
{
    uint64_t cut = 0;
    for (uint32_t bit = 0; bit < 64; bit++) {
        const size_t plane = word * 64 + bit;
        if (plane <= axis->boxes && maze_is_cut(axis, (uint32_t)plane)) cut |= UINT64_C(1) << bit;
    }
    return cut;
}

static uint64_t cut_all(const maze_axis *axis, uint32_t plane)
{
    return maze_is_cut(axis, plane) ? ~UINT64_C(0) : 0;
}

static cuts cuts_of(const maze_solid *solid, uint32_t slice_axis, uint32_t y, uint32_t z,
                    size_t word)
{
    cuts cut = { 0, 0, 0 };
    if (slice_axis == 1) cut.x = cut_word(&solid->axes[0], word);
    if (slice_axis == 2) cut.y = cut_all(&solid->axes[1], y);
    if (slice_axis == 3) cut.z = cut_all(&solid->axes[2], z);
    return cut;
}

static uint64_t corners_needed(const differences *d, const cuts *cut)
{
    return (d->x | cut->x) & (d->y | cut->y) & (d->z | cut->z);
}

// Triangles that close a surface of V corners and Euler characteristic X are 2 (V - X), however
// they lie. This is what a word of corners adds to V - X.
static int64_t count_closing(const boxes_around *around, const differences *d, uint64_t needed)
{
    return (int64_t)bits_count(needed) - count_euler(around, d);
}

// The boxes of the slice at the low side of a cut, those at its high side being another's; or of
// the slice at the high side. Where there is no cut, all are of the first.
static boxes_around take_slice(const boxes_around *all, uint32_t slice_axis, uint64_t cut,
                               bool high)
{
    boxes_around slice;
    const uint64_t near = high ? 0 : ~UINT64_C(0), far = high ? cut : ~cut;
    for (size_t y = 0; y < 2; y++) {
        for (size_t z = 0; z < 2; z++) {
            const bool side = slice_axis == 2 ? y : z; // where slices do not lie along x
            slice.low[y][z] = all->low[y][z] & (slice_axis != 1 && side ? far : near);
            slice.high[y][z] = all->high[y][z] & (slice_axis == 1 || side ? far : near);
        }
    }
    return slice;
}

// The same where each slice is closed. Corners on a cut are of those slices that have an edge
// there.
static int64_t count_slices_closing(const boxes_around *all, uint32_t slice_axis, const cuts *cut,
                                    uint64_t needed)
{
    const uint64_t planes = cut->x | cut->y | cut->z; // one of them at most
    int64_t closing = 0;
    for (uint32_t high = 0; high < 2; high++) {
        const boxes_around slice = take_slice(all, slice_axis, planes, high);
        const differences d = differ(&slice);
        const uint64_t across[] = { d.y | d.z, d.x | d.z, d.x | d.y };
        closing += count_closing(&slice, &d, needed & across[slice_axis - 1]);
    }
    return closing;
}

void maze_corners_count(const maze_solid *solid, uint32_t slice_axis, bool slice_closed,
                        uint64_t *vertices, uint64_t *triangles)
{
    uint64_t corners = 0;
    int64_t closing = 0;
    for (uint32_t z = 0; z <= solid->axes[2].boxes; z++) {
        for (uint32_t y = 0; y <= solid->axes[1].boxes; y++) {
            for (size_t word = 0; word < solid->bits.words; word++) {
                const boxes_around around = read_boxes(&solid->bits, y, z, word);
                const differences d = differ(&around);
                const cuts cut = cuts_of(solid, slice_axis, y, z, word);
                const uint64_t needed = corners_needed(&d, &cut);
                corners += bits_count(needed);
                closing += slice_axis && slice_closed
                               ? count_slices_closing(&around, slice_axis, &cut, needed)
                               : count_closing(&around, &d, needed);
            }
        }
    }
    *vertices = corners;
    *triangles = 2 * (uint64_t)closing;
}

// The corners of one row, in x; returns how many.
static uint32_t find_row(const maze_solid *solid, uint32_t slice_axis, uint32_t y, uint32_t z,
                         maze_corners *corners)
{
    const size_t row = maze_row(&corners->bits, 0, y, z);
    uint32_t found = 0;
    for (size_t word = 0; word < solid->bits.words; word++) {
        const boxes_around around = read_boxes(&solid->bits, y, z, word);
        const differences d = differ(&around);
        const cuts cut = cuts_of(solid, slice_axis, y, z, word);
        const uint64_t bits = corners_needed(&d, &cut);
        corners->bits.bits[row + word] = bits;
        corners->ranks[row + word] = (uint32_t)(corners->count + found);
        found += bits_count(bits);
    }
    return found;
}

static uint64_t most_of(const uint32_t *counts, uint32_t boxes)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i <= boxes; i++)
        if (counts[i] > most) most = counts[i];
    return most;
}

static qx_result take(maze_solid *solid, maze_corners *corners, uint32_t *counts[3])
{
    const uint32_t boxes[] = { solid->axes[0].boxes, solid->axes[1].boxes, solid->axes[2].boxes };
    void *memory = NULL;
    qx_result result = maze_volume_take(solid, boxes, 0, &corners->bits);
    const size_t words = corners->bits.stride[2] * ((size_t)boxes[2] + 2);
    if (result == QX_OK) result = maze_solid_take(solid, words, sizeof(uint32_t), &memory);
    corners->ranks = memory;
    for (size_t axis = 0; axis < 3 && result == QX_OK; axis++) {
        result = maze_solid_take(solid, (size_t)boxes[axis] + 1, sizeof(uint32_t), &memory);
        counts[axis] = memory;
    }
    return result;
}

static void count_columns(const maze_corners *corners, size_t row, uint32_t *counts)
{
    for (size_t word = 0; word < corners->bits.words; word++)
        for (uint64_t bits = corners->bits.bits[row + word]; bits; bits &= bits - 1)
            counts[word * 64 + bits_lowest(bits)]++;
}

qx_result maze_corners_find(maze_solid *solid, uint32_t slice_axis, maze_corners *corners)
{
    uint32_t *counts[3];
    *corners = (maze_corners){ .count = 0 };
    const qx_result result = take(solid, corners, counts);
    if (result != QX_OK) return result;
    for (uint32_t z = 0; z <= solid->axes[2].boxes; z++) {
        for (uint32_t y = 0; y <= solid->axes[1].boxes; y++) {
            const uint32_t found = find_row(solid, slice_axis, y, z, corners);
            count_columns(corners, maze_row(&corners->bits, 0, y, z), counts[0]);
            counts[1][y] += found;
            counts[2][z] += found;
            corners->count += found;
        }
    }
    for (size_t axis = 0; axis < 3; axis++)
        corners->most[axis] = most_of(counts[axis], solid->axes[axis].boxes);
    return QX_OK;
}

static qx_vec3 *write_row(const maze_solid *solid, const uint64_t *bits, size_t words, qx_vec3 at,
                          qx_vec3 *positions)
{
    for (size_t word = 0; word < words; word++) {
        for (uint64_t left = bits[word]; left; left &= left - 1) {
            const int32_t x = solid->axes[0].planes[word * 64 + bits_lowest(left)];
            at.x = (float)((double)x * solid->unit);
            *positions++ = at;
        }
    }
    return positions;
}

void maze_corners_write(const maze_solid *solid, const maze_corners *corners, qx_vec3 *positions)
{
    for (uint32_t z = 0; z <= solid->axes[2].boxes; z++) {
        for (uint32_t y = 0; y <= solid->axes[1].boxes; y++) {
            const uint64_t *bits = corners->bits.bits + maze_row(&corners->bits, 0, y, z);
            const qx_vec3 at = { 0.0f, (float)(solid->axes[1].planes[y] * solid->unit),
                                 (float)(solid->axes[2].planes[z] * solid->unit) };
            positions = write_row(solid, bits, corners->bits.words, at, positions);
        }
    }
}
