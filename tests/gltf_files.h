// SPDX-License-Identifier: MIT
#pragma once

// glTF files made by the tests: one small morphing triangle, and whatever a test changes of it.

#include <quincunx/model.h>
#include <stddef.h>
#include <stdint.h>

// What lies where in the binary chunk.
extern const float gltf_positions[9]; // at 0
extern const float gltf_normals[9];   // 36
extern const float gltf_deltas[9];    // 72
extern const float gltf_turns[9];     // 108, deltas of normals
extern const float gltf_times[3];     // 144
extern const float gltf_weights[9];   // 156
// Three indices of 16 bits at 192, bytes at 200, words of 16 bits at 212.

typedef struct gltf_data {
    uint8_t bytes[512];
    size_t size;
} gltf_data;

// Appends, up to a multiple of 4.
void gltf_push(gltf_data *data, const void *bytes, size_t size);
gltf_data gltf_usual_data(void);

// JSON; quotes stand as ' in it, and in all texts of these tests.
extern const char gltf_usual[];

typedef struct gltf_glb {
    uint8_t *bytes;
    size_t size;
} gltf_glb;

void gltf_put_number(uint8_t *at, size_t value); // 32 bits

// Without data: without a binary chunk.
gltf_glb gltf_make(const char *json, const gltf_data *data);

// `text` with its first `from` as `to`; to be freed.
char *gltf_change(const char *text, const char *from, const char *to);

// Without data: the usual.
qx_result gltf_try(const char *json, const gltf_data *data, size_t limit, qx_model **model,
                   qx_error *error);

// The same, which must be fine.
qx_model *gltf_good(const char *json, const gltf_data *data);

// The usual file with `count` changes, from and to each.
qx_model *gltf_changed(const char *const pairs[], int count);

#define GLTF_CHANGED(...)                                                                          \
    gltf_changed((const char *const[]){ __VA_ARGS__ },                                             \
                 (int)(sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *) / 2))
