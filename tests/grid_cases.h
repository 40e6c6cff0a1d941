// SPDX-License-Identifier: MIT
#pragma once

// Nets, pushes and workers that the tests of the net share.

#include "grid/grid_internal.h" // rows of the state are read where they lie
#include "simds_here.h"
#include "threads.h"

#include <quincunx/quincunx.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// How many of `release` cases to run here: fewer where a sanitizer or -O0 makes each slow.
uint32_t cases(uint32_t release);

// A net that must come to be.
qx_grid *make_grid(const qx_grid_desc *desc);

// Any material, border, shape and density, with at most `points` points and sub-steps enough to be
// quick.
qx_grid_desc random_desc(qx_random *random, uint32_t points);

// Any kind and law, in and around the net, reaching from less than a cell to the whole of it.
// Accelerations up to `strength`, times a few for the tutorial's laws.
qx_grid_push random_push(qx_random *random, const qx_grid *grid, float strength);

void push_at_random(qx_grid *grid, qx_random *random, uint32_t count, float strength);
void step_times(qx_grid *grid, uint32_t ticks);

// Strays the net's points by up to about `cells` cells of their own in every direction.
void displace(qx_grid *grid, qx_random *random, float cells);

// 19 by 11 points, 50 apart, bent by up to a cell and a half.
qx_grid *bent_net(uint64_t seed);

// GRID_UX … GRID_VZ of one point.
float field_of(const qx_grid *grid, uint32_t column, uint32_t row, uint32_t field);
// No place or speed is infinite or NaN.
bool is_finite_grid(const qx_grid *grid);
// Every point lies at its place and does not move.
bool is_resting_grid(const qx_grid *grid);

uint64_t hash_positions(const qx_grid *grid);

// Workers of one thread, last task first.
void run_backward(void *user, uint32_t count, void (*task)(void *context, uint32_t index),
                  void *context);
