// SPDX-License-Identifier: MIT
// What a benchmark suite is made of. A module adds suite_<module>.c, its declaration below and its
// row in main.c.
#pragma once

#include <quincunx/base.h>
#include <stddef.h>

// Prints one line "name<TAB>value<TAB>unit" and keeps it for --csv. `name` starts with the suite's
// name and a dot; `unit` is "ns", "ms", "x" (a ratio), "GB/s", "1" (a plain number) …
void bench_metric(const char *name, double value, const char *unit);

// A steady clock.
double bench_seconds(void);

// One pass a[i] = b[i] + 3 c[i] over `count` floats each; returns the seconds it took. It moves 12
// bytes a value, the way STREAM counts. For suites that measure against memory bandwidth,
// interleaved with their own work.
double bench_triad(float *a, const float *b, const float *c, size_t count);

// Counts its requests.
qx_allocator bench_counting(unsigned *count);

// The suites. Each prints its metrics; what cannot be had (memory, a file) is said on stderr and
// left out.
void suite_blaster(void);
void suite_blaster_soak(void); // minutes: runs when it is named, not with the others
void suite_bolt(void);
void suite_grid(void);
void suite_keyframe(void);
void suite_machine(void);
void suite_maze(void);
void suite_maze_long(void);  // a minute: runs when it is named
void suite_maze_mesh(void);  // part of suite_maze
void suite_maze_solve(void); // part of suite_maze
void suite_maze_ways(void);  // part of suite_maze
void suite_mazecube(void);
void suite_peers(void); // needs node and npm: runs when it is named
void suite_terrain(void);
void suite_terrain_lod(void);      // part of suite_terrain
void suite_terrain_make(void);     // part of suite_terrain
void suite_terrain_query(void);    // part of suite_terrain
void suite_terrain_simplify(void); // part of suite_terrain
