// SPDX-License-Identifier: MIT
#pragma once

// The generated map that simplification and its peers are measured on.

#include <quincunx/terrain.h>

// A field of side x side samples from 0 to 3,000 m, kept as codes; NULL where there is no memory.
// `heights` receives the same heights where it is not NULL: room for side * side.
qx_terrain *bench_terrain(uint32_t side, float *heights);

// Hands out again what was given back: buffers that were touched before. One thread.
qx_allocator bench_reusing(void);
void bench_reusing_end(void); // frees what is kept
