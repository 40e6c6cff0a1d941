// SPDX-License-Identifier: MIT
#include "model_corners.h"

#include "base/memory.h"

#include <stdalign.h>
#include <string.h>

// Corners are sorted by counting, the last kind first, so that equal ones come to lie side by side.
// Hashing is no shorter, and files can be made in which every hash falls together.

static uint32_t largest_range(const model_corner_key *keys, uint32_t key_count)
{
    uint32_t range = 1;
    for (uint32_t i = 0; i < key_count; i++) range = keys[i].range > range ? keys[i].range : range;
    return range;
}

// Stable. `starts` has room for the range.
static void sort_by(const model_corner_key *key, uint32_t corners, const uint32_t *from,
                    uint32_t *to, uint32_t *starts)
{
    memset(starts, 0, key->range * sizeof *starts);
    for (uint32_t i = 0; i < corners; i++) starts[key->numbers[i]]++;
    uint32_t start = 0;
    for (uint32_t i = 0; i < key->range; i++) {
        const uint32_t count = starts[i];
        starts[i] = start;
        start += count;
    }
    for (uint32_t i = 0; i < corners; i++) to[starts[key->numbers[from[i]]]++] = from[i];
}

static bool alike(const model_corner_key *keys, uint32_t key_count, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < key_count; i++)
        if (keys[i].numbers[a] != keys[i].numbers[b]) return false;
    return true;
}

static uint32_t number_them(const model_corner_key *keys, uint32_t key_count, uint32_t corners,
                            const uint32_t *order, uint32_t *vertices, uint32_t *examples)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < corners; i++) {
        if (i == 0 || !alike(keys, key_count, order[i - 1], order[i])) examples[count++] = order[i];
        vertices[order[i]] = count - 1;
    }
    return count;
}

bool model_corners_join(const model_corner_key *keys, uint32_t key_count, uint32_t corners,
                        const qx_allocator *allocator, uint32_t *vertices, uint32_t *examples,
                        uint32_t *count)
{
    const size_t numbers = 2 * (size_t)corners + largest_range(keys, key_count);
    uint32_t *memory = qx_allocate(allocator, numbers * sizeof *memory, alignof(uint32_t));
    if (!memory) return false;
    uint32_t *order = memory, *next = memory + corners, *starts = next + corners;
    for (uint32_t i = 0; i < corners; i++) order[i] = i;
    for (uint32_t i = key_count; i-- > 0;) {
        sort_by(&keys[i], corners, order, next, starts);
        uint32_t *other = order;
        order = next;
        next = other;
    }
    *count = number_them(keys, key_count, corners, order, vertices, examples);
    qx_release(allocator, memory, numbers * sizeof *memory);
    return true;
}
