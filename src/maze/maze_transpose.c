// SPDX-License-Identifier: MIT
#include "maze_solid.h"

// 64 rows of 64 bits to 64 columns, by halves, quarters … (Warren, "Hacker's Delight", 7-3).
static void transpose(uint64_t block[64])
{
    uint64_t mask = UINT64_C(0x00000000FFFFFFFF);
    for (uint32_t half = 32; half; half >>= 1, mask ^= mask << half) {
        for (uint32_t i = 0; i < 64; i = (i + half + 1) & ~half) {
            const uint64_t swap = (block[i] >> half ^ block[i + half]) & mask;
            block[i] ^= swap << half;
            block[i + half] ^= swap;
        }
    }
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// One layer across the third axis.
static void turn_layer(const maze_volume *from, const uint32_t rows[3], uint32_t third, size_t at,
                       maze_volume *to)
{
    const uint32_t along = to->along, length = rows[along], width = rows[0];
    const uint64_t *read = from->bits + at * from->stride[third];
    uint64_t *written = to->bits + at * to->stride[third];
    for (uint32_t j = 0; j < length; j += 64) {
        for (uint32_t i = 0; i < width; i += 64) {
            uint64_t block[64] = { 0 };
            for (uint32_t k = 0; k < least(64, length - j); k++)
                block[k] = read[(j + k) * from->stride[along] + i / 64];
            transpose(block);
            for (uint32_t k = 0; k < least(64, width - i); k++)
                written[(i + k) * to->stride[0] + j / 64] = block[k];
        }
    }
}

void maze_volume_turn(const maze_volume *from, const uint32_t boxes[3], maze_volume *to)
{
    const uint32_t rows[] = { boxes[0] + 2, boxes[1] + 2, boxes[2] + 2 };
    const uint32_t third = 3 - to->along; // of 1 and 2 the other
    for (uint32_t at = 0; at < rows[third]; at++) turn_layer(from, rows, third, at, to);
}
