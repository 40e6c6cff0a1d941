// SPDX-License-Identifier: MIT
// Golden hashes: one function a module, the same number from every compiler, optimisation level,
// instruction set and processor. A module adds hash_<module>.c here, its declaration below, its row
// in main.c and its line in golden.txt.
#pragma once

#include <quincunx/base.h>

// Runs the module over a fixed, varied piece of work and hashes the bytes of every result (never
// padding, never a NaN). Takes well under a second at -O0, for an emulated processor runs it too.
// `simd` is one this processor has; a module without kernels ignores it.
uint64_t hash_base(qx_simd simd);
uint64_t hash_glow(qx_simd simd);
uint64_t hash_grid(qx_simd simd);
uint64_t hash_bolt(qx_simd simd);
uint64_t hash_bolt_time(qx_simd simd);
uint64_t hash_flash(qx_simd simd);
uint64_t hash_keyframe(qx_simd simd);
uint64_t hash_maze(qx_simd simd);
uint64_t hash_maze_mesh(qx_simd simd);
uint64_t hash_maze_solve(qx_simd simd);
uint64_t hash_maze_ways(qx_simd simd);
uint64_t hash_terrain(qx_simd simd);
uint64_t hash_terrain_base(qx_simd simd);
uint64_t hash_terrain_lod(qx_simd simd);
uint64_t hash_terrain_make(qx_simd simd);
uint64_t hash_terrain_query(qx_simd simd);
uint64_t hash_terrain_simplify(qx_simd simd);
uint64_t hash_blaster(qx_simd simd);
uint64_t hash_mazecube(qx_simd simd);
