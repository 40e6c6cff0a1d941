// SPDX-License-Identifier: MIT
#include "grid_cases.h"

#include <math.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLOWED 16
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOWED 16
#elif !defined(SLOWED) && !defined(__OPTIMIZE__)
#define SLOWED 4
#elif !defined(SLOWED)
#define SLOWED 1
#endif

uint32_t cases(uint32_t release)
{
    const uint32_t count = release / SLOWED;
    return count > 0 ? count : 1;
}

qx_grid *make_grid(const qx_grid_desc *desc)
{
    qx_grid *grid = NULL;
    assert_int_equal(qx_grid_create(desc, &grid), QX_OK);
    assert_non_null(grid);
    return grid;
}

static float random_power(qx_random *random, double low, double high)
{
    const double share = (double)qx_random_unit(random);
    return (float)qx_exp(qx_log(low) + share * (qx_log(high) - qx_log(low)));
}

// One statement a draw, here and below: the expressions of an initializer are evaluated in any
// order.
qx_grid_desc random_desc(qx_random *random, uint32_t points)
{
    const float scale = random_power(random, 0.1, 100.0); // of the whole world
    qx_grid_desc desc = { .width = random_power(random, 100.0, 3000.0) * scale };
    desc.height = random_power(random, 100.0, 3000.0) * scale;
    desc.material = qx_random_below(random, 2) ? QX_GRID_WORLD : QX_GRID_CLASSIC;
    desc.border = qx_random_below(random, 2) ? QX_GRID_BORDER_FIXED : QX_GRID_BORDER_ANCHORED;
    if (qx_random_below(random, 3) == 0) { // any shape of cells
        desc.columns = 2 + qx_random_below(random, 60);
        const uint32_t most = points / desc.columns;
        desc.rows = most < 2 ? 2 : 2 + qx_random_below(random, most - 1);
    } else {
        desc.points = 4 + qx_random_below(random, points - points / 5 - 4);
    }
    const qx_grid_desc used = qx_grid_desc_resolve(&desc);
    const float across = desc.width / (float)(used.columns - 1);
    const float down = desc.height / (float)(used.rows - 1);
    desc.wave_scale = (across < down ? across : down) * random_power(random, 0.3, 6.0);
    return desc;
}

static float around(qx_random *random, float length)
{
    return qx_random_range(random, -0.3f * length, 1.3f * length);
}

static qx_vec3 random_direction(qx_random *random)
{
    qx_vec3 direction = { 0 };
    if (qx_random_below(random, 4) == 0) return direction;
    direction.x = qx_random_range(random, -2.0f, 2.0f);
    direction.y = qx_random_range(random, -2.0f, 2.0f);
    direction.z = qx_random_range(random, -2.0f, 2.0f);
    return direction;
}

qx_grid_push random_push(qx_random *random, const qx_grid *grid, float strength)
{
    const qx_grid_info info = qx_grid_get_info(grid);
    const float cell = info.spacing_x < info.spacing_y ? info.spacing_x : info.spacing_y;
    const float size = info.width < info.height ? info.width : info.height;
    qx_grid_push push = { .kind = (qx_grid_push_kind)qx_random_below(random, QX_GRID_WAVE + 1) };
    push.x = around(random, info.width);
    push.y = around(random, info.height);
    if (qx_random_below(random, 2)) push.z = qx_random_range(random, -3.0f, 3.0f) * cell;
    push.to_x = around(random, info.width);
    push.to_y = around(random, info.height);
    push.radius = random_power(random, 0.5 * (double)cell, 2.0 * (double)(size + cell));
    push.width = random_power(random, 0.5 * (double)cell, (double)(size + cell));
    push.strength = qx_random_range(random, -strength, strength);
    if (push.kind <= QX_GRID_DIRECTED && qx_random_below(random, 3) == 0)
        push.law = QX_GRID_TUTORIAL;
    push.direction = random_direction(random);
    return push;
}

void push_at_random(qx_grid *grid, qx_random *random, uint32_t count, float strength)
{
    for (uint32_t i = 0; i < count; i++) {
        const qx_grid_push push = random_push(random, grid, strength);
        assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
    }
}

void step_times(qx_grid *grid, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) qx_grid_step(grid, NULL);
}

void displace(qx_grid *grid, qx_random *random, float cells)
{
    const qx_grid_info info = qx_grid_get_info(grid);
    const float cell = info.spacing_x < info.spacing_y ? info.spacing_x : info.spacing_y;
    for (int tick = 0; tick < 6; tick++) {
        push_at_random(grid, random, 1 + qx_random_below(random, 4), 0.5f * cells * cell);
        qx_grid_step(grid, NULL);
    }
}

qx_grid *bent_net(uint64_t seed)
{
    qx_random random;
    qx_random_seed(&random, seed, 8);
    qx_grid *grid =
        make_grid(&(qx_grid_desc){ .width = 900, .height = 500, .columns = 19, .rows = 11 });
    displace(grid, &random, 1.5f);
    return grid;
}

float field_of(const qx_grid *grid, uint32_t column, uint32_t row, uint32_t field)
{
    return grid_row_fields(grid, row)[(size_t)field * grid->stride + column];
}

bool is_finite_grid(const qx_grid *grid)
{
    for (uint32_t row = 0; row < grid->desc.rows; row++)
        for (uint32_t column = 0; column < grid->desc.columns; column++)
            for (uint32_t field = 0; field < GRID_FIELDS; field++)
                if (!isfinite(field_of(grid, column, row, field))) return false;
    return true;
}

bool is_resting_grid(const qx_grid *grid)
{
    for (uint32_t row = 0; row < grid->desc.rows; row++)
        for (uint32_t column = 0; column < grid->desc.columns; column++)
            for (uint32_t field = 0; field < GRID_FIELDS; field++) {
                const float value = field_of(grid, column, row, field);
                if (value < 0.0f || value > 0.0f) return false;
            }
    return true;
}

uint64_t hash_positions(const qx_grid *grid)
{
    const uint32_t points = qx_grid_get_info(grid).points;
    float *places = malloc(points * sizeof(qx_vec3));
    assert_non_null(places);
    qx_grid_build_positions(grid, places, sizeof(qx_vec3));
    const uint64_t hash = qx_hash_floats(QX_HASH_START, places, 3 * (size_t)points);
    free(places);
    return hash;
}

void run_backward(void *user, uint32_t count, void (*task)(void *context, uint32_t index),
                  void *context)
{
    (void)user;
    for (uint32_t i = count; i-- > 0;) task(context, i);
}
