// SPDX-License-Identifier: MIT
#pragma once

// Keys at random, rooms for poses, and what is asserted of them; for tests of poses.

#include <quincunx/keyframe_pose.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define KEYS 9u

// Keys as they were given.
typedef struct given {
    uint32_t count;
    float *positions, *normals; // KEYS * count * 3
} given;

// A pose, tightly packed.
typedef struct room {
    float *positions, *normals;
    qx_keyframe_layout layout;
} room;

given give(uint32_t count, uint64_t seed);
void drop(given *g);
const float *key_of(const given *g, const float *values, uint32_t key);
qx_keyframe_keys *make(const given *g, qx_keyframe_storage storage, qx_simd simd);

// Full of NaN.
room make_room(uint32_t count);
void drop_room(room *r);

qx_keyframe_mix two(uint32_t a, uint32_t b, float share);
void pose(const qx_keyframe_keys *keys, const qx_keyframe_mix *mix, room *r);

double length_of(const float *v);
void assert_same_floats(const float *a, const float *b, size_t count);
void assert_unit(const float *normals, uint32_t count);

// Mixes of every kind: one key, two, of another sum, three, Catmull-Rom's, any.
#define MIXES 6u
extern const qx_keyframe_mix mixes[MIXES];
