// SPDX-License-Identifier: MIT
// The net as the tutorial has it, word for word in C: an array of point structs, a list of springs
// with pointers to their ends, each force over all points. Floats and the same compiler flags as
// ours; only here to be compared with.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct reference_grid reference_grid;

// NULL where memory lacks.
reference_grid *reference_grid_create(float width, float height, uint32_t columns, uint32_t rows);
void reference_grid_destroy(reference_grid *grid);
uint32_t reference_grid_points(const reference_grid *grid);
void reference_grid_explode(reference_grid *grid, float force, float x, float y, float radius);
void reference_grid_step(reference_grid *grid);
// Position of a point, for checking that both simulate the same net.
void reference_grid_get(const reference_grid *grid, uint32_t column, uint32_t row, float *x,
                        float *y, float *z);
