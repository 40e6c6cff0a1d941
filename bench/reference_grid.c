// SPDX-License-Identifier: MIT
#include "reference_grid.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct vector {
    float x, y, z;
} vector;

typedef struct mass {
    vector position, velocity, acceleration;
    float inverse_mass, damping;
} mass;

typedef struct spring {
    mass *end1, *end2;
    float rest, stiffness, damping;
} spring;

struct reference_grid {
    uint32_t columns, rows;
    mass *points, *fixed;
    spring *springs;
    size_t spring_count;
};

static vector subtract(vector a, vector b)
{
    return (vector){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static vector scale(vector a, float s)
{
    return (vector){ a.x * s, a.y * s, a.z * s };
}

static float length_squared(vector a)
{
    return a.x * a.x + a.y * a.y + a.z * a.z;
}

static void apply_force(mass *m, vector force)
{
    m->acceleration.x += force.x * m->inverse_mass;
    m->acceleration.y += force.y * m->inverse_mass;
    m->acceleration.z += force.z * m->inverse_mass;
}

static void update_spring(const spring *s)
{
    vector x = subtract(s->end1->position, s->end2->position);
    const float length = sqrtf(length_squared(x));
    if (length <= s->rest) return;
    x = scale(x, (length - s->rest) / length);
    const vector dv = subtract(s->end2->velocity, s->end1->velocity);
    const vector force = subtract(scale(x, s->stiffness), scale(dv, s->damping));
    apply_force(s->end1, scale(force, -1.0f));
    apply_force(s->end2, force);
}

static void update_mass(mass *m)
{
    m->velocity.x += m->acceleration.x;
    m->velocity.y += m->acceleration.y;
    m->velocity.z += m->acceleration.z;
    m->position.x += m->velocity.x;
    m->position.y += m->velocity.y;
    m->position.z += m->velocity.z;
    m->acceleration = (vector){ 0 };
    if (length_squared(m->velocity) < 0.001f * 0.001f) m->velocity = (vector){ 0 };
    m->velocity = scale(m->velocity, m->damping);
    m->damping = 0.98f;
}

void reference_grid_step(reference_grid *grid)
{
    for (size_t i = 0; i < grid->spring_count; i++) update_spring(&grid->springs[i]);
    const size_t count = (size_t)grid->columns * grid->rows;
    for (size_t i = 0; i < count; i++) update_mass(&grid->points[i]);
}

void reference_grid_explode(reference_grid *grid, float force, float x, float y, float radius)
{
    const size_t count = (size_t)grid->columns * grid->rows;
    for (size_t i = 0; i < count; i++) {
        mass *m = &grid->points[i];
        const vector away = subtract(m->position, (vector){ x, y, 0.0f });
        const float square = length_squared(away);
        if (square >= radius * radius) continue;
        apply_force(m, scale(away, 100.0f * force / (10000.0f + square)));
        m->damping *= 0.6f;
    }
}

static void add_spring(reference_grid *grid, mass *a, mass *b, float stiffness, float damping)
{
    const float rest = 0.95f * sqrtf(length_squared(subtract(a->position, b->position)));
    grid->springs[grid->spring_count++] = (spring){ a, b, rest, stiffness, damping };
}

static void add_springs(reference_grid *grid)
{
    const uint32_t columns = grid->columns, rows = grid->rows;
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++) {
            const size_t i = (size_t)y * columns + x;
            if (x == 0 || y == 0 || x == columns - 1 || y == rows - 1)
                add_spring(grid, &grid->fixed[i], &grid->points[i], 0.1f, 0.1f);
            else if (x % 3 == 0 && y % 3 == 0)
                add_spring(grid, &grid->fixed[i], &grid->points[i], 0.002f, 0.02f);
            if (x > 0) add_spring(grid, &grid->points[i - 1], &grid->points[i], 0.28f, 0.06f);
            if (y > 0) add_spring(grid, &grid->points[i - columns], &grid->points[i], 0.28f, 0.06f);
        }
}

static void place_points(reference_grid *grid, float width, float height)
{
    for (uint32_t y = 0; y < grid->rows; y++)
        for (uint32_t x = 0; x < grid->columns; x++) {
            const size_t i = (size_t)y * grid->columns + x;
            const vector at = { width * (float)x / (float)(grid->columns - 1),
                                height * (float)y / (float)(grid->rows - 1), 0.0f };
            grid->points[i] = (mass){ .position = at, .inverse_mass = 1.0f, .damping = 0.98f };
            grid->fixed[i] = (mass){ .position = at, .damping = 0.98f };
        }
}

reference_grid *reference_grid_create(float width, float height, uint32_t columns, uint32_t rows)
{
    reference_grid *grid = calloc(1, sizeof *grid);
    if (!grid) return NULL;
    const size_t count = (size_t)columns * rows;
    grid->columns = columns;
    grid->rows = rows;
    grid->points = calloc(count, sizeof *grid->points);
    grid->fixed = calloc(count, sizeof *grid->fixed);
    grid->springs = calloc(3 * count, sizeof *grid->springs);
    if (!grid->points || !grid->fixed || !grid->springs) {
        reference_grid_destroy(grid);
        return NULL;
    }
    place_points(grid, width, height);
    add_springs(grid);
    return grid;
}

void reference_grid_destroy(reference_grid *grid)
{
    if (!grid) return;
    free(grid->points);
    free(grid->fixed);
    free(grid->springs);
    free(grid);
}

uint32_t reference_grid_points(const reference_grid *grid)
{
    return grid->columns * grid->rows;
}

void reference_grid_get(const reference_grid *grid, uint32_t column, uint32_t row, float *x,
                        float *y, float *z)
{
    const vector at = grid->points[(size_t)row * grid->columns + column].position;
    *x = at.x;
    *y = at.y;
    *z = at.z;
}
