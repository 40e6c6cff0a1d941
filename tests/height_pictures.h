// SPDX-License-Identifier: MIT
#pragma once

// PNG pictures of every type, written straight with libpng, and samples of maps as numbers.

#include <quincunx/height.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A picture of heights: `code` gives 16 bits for each place.
typedef struct height_picture {
    uint32_t columns, rows;
    int type, depth; // libpng's
    bool interlaced;
    bool transparent; // alpha is 0 where picture_is_hole; else as little as there is
    uint16_t (*code)(uint32_t column, uint32_t row);
    bool coloured; // green is the code inverted, blue 7
} height_picture;

typedef struct height_bytes {
    uint8_t *bytes;
    size_t size;
} height_bytes;

// Unlike its mirror images, and with all 16 bits in use.
uint16_t slanted_code(uint32_t column, uint32_t row);

// Where transparent pictures have holes.
bool picture_is_hole(uint32_t column, uint32_t row);

// The file; to be freed.
height_bytes picture_save(const height_picture *picture);

// What a code is at fewer bits, as 16 bits again.
uint16_t code_of_bits(uint16_t code, int bits);

// A sample of a map of U8 or U16 as 16 bits.
uint16_t map_code(const qx_height_map *map, uint32_t column, uint32_t row);

float map_float(const qx_height_map *map, uint32_t column, uint32_t row);
