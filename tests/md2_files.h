// SPDX-License-Identifier: MIT
#pragma once

// MD2 files made by hand: every field can be made to lie afterwards.

#include <quincunx/model.h>

#include <stddef.h>
#include <stdint.h>

enum {
    MD2_SKIN_WIDTH = 2,
    MD2_SKIN_HEIGHT,
    MD2_FRAME_SIZE,
    MD2_SKINS,
    MD2_VERTICES,
    MD2_COORDINATES,
    MD2_TRIANGLES,
    MD2_COMMANDS,
    MD2_FRAMES,
    MD2_AT_SKINS,
    MD2_AT_COORDINATES,
    MD2_AT_TRIANGLES,
    MD2_AT_FRAMES,
    MD2_AT_COMMANDS,
    MD2_AT_END
};

typedef struct md2_recipe {
    int32_t skins, vertices, coordinates, triangles, frames; // default 0, 4, 4 (-1: none), 2, 2
    int32_t commands;                                        // words, after the frames
    int32_t padding;                                         // bytes behind each frame's vertices
    const char *const *names;                                // of frames; default "frame1" …
} md2_recipe;

/// Sections lie in the head's order without gaps, commands last: without them frames end the file.
/// A skin is 64 x 32; place i of frame k is (3i + k, 5i + k, 7i + 2k) modulo 256 and has normal
/// (i + 40k) % 162; scale is (0.5, 0.25, 2), translate (-8, 4, k).
/// @return Memory of exactly `size` bytes, to be freed.
uint8_t *md2_make(const md2_recipe *recipe, size_t *size);

int32_t md2_get(const uint8_t *file, int field);
void md2_set(uint8_t *file, int field, int32_t value);
void md2_set_float(uint8_t *at, float value);

/// Where things lie, by the head.
uint8_t *md2_frame(uint8_t *file, int32_t number);
uint8_t *md2_vertex(uint8_t *file, int32_t frame, int32_t number);
uint8_t *md2_triangle(uint8_t *file, int32_t number);
uint8_t *md2_coordinate(uint8_t *file, int32_t number);
void md2_set_16(uint8_t *at, int value);

/// A model of bytes that are good; aborts, with the reason, where they are not.
qx_model *md2_loaded(const uint8_t *bytes, size_t size);
/// The model of a recipe.
qx_model *md2_made(const md2_recipe *recipe);

/// A file of others, from $QX_TEST_DATA/md2, to be freed. NULL, and said so, where it is not there.
uint8_t *md2_foreign(const char *name, size_t *size);
