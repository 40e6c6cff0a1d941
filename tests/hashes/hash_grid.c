// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/grid.h>
#include <quincunx/hash.h>
#include <quincunx/random.h>

#define MOST_POINTS 1500u
#define MOST_LINES (6u * MOST_POINTS)

static uint64_t add_word(uint64_t hash, uint64_t word)
{
    return qx_hash_bytes(hash, &word, sizeof word);
}

static uint64_t add_vector(uint64_t hash, qx_vec3 v)
{
    const float values[] = { v.x, v.y, v.z };
    return qx_hash_floats(hash, values, 3);
}

static qx_grid_push next_push(qx_random *random, const qx_grid_info *info, uint32_t kind)
{
    const float w = info->width, h = info->height;
    const uint32_t shape = kind % (QX_GRID_WAVE + 1);
    qx_grid_push push = { .kind = (qx_grid_push_kind)shape };
    // One statement a draw: the expressions of an initializer are evaluated in any order.
    if (shape <= QX_GRID_DIRECTED && kind % 2) push.law = QX_GRID_TUTORIAL;
    push.x = qx_random_range(random, -0.2f * w, 1.2f * w);
    push.y = qx_random_range(random, -0.2f * h, 1.2f * h);
    if (kind % 3 == 0) push.z = qx_random_range(random, -40.0f, 40.0f);
    push.to_x = qx_random_range(random, 0.0f, w);
    push.to_y = qx_random_range(random, 0.0f, h);
    push.direction.x = qx_random_range(random, -1.0f, 1.0f);
    push.direction.y = qx_random_range(random, -1.0f, 1.0f);
    push.direction.z = qx_random_range(random, -1.0f, 1.0f);
    push.radius = qx_random_range(random, 0.0f, 0.6f * w);
    push.width = qx_random_range(random, 0.0f, 0.2f * w);
    push.strength = qx_random_range(random, -30.0f, 30.0f);
    return push;
}

// Pushes that wait are hashed too: each tick before it steps and after.
static uint64_t add_ticks(uint64_t hash, qx_grid *grid, qx_random *random)
{
    const qx_grid_info info = qx_grid_get_info(grid);
    for (uint32_t tick = 0; tick < 12; tick++) {
        for (uint32_t i = 0; i < 5 && tick < 9; i++) {
            const qx_grid_push push = next_push(random, &info, tick * 5 + i);
            hash = add_word(hash, (uint64_t)qx_grid_apply(grid, &push));
        }
        hash = add_word(hash, qx_grid_hash(grid));
        qx_grid_step(grid, NULL);
        hash = add_word(hash, qx_grid_hash(grid));
    }
    return hash;
}

static uint64_t add_views(uint64_t hash, const qx_grid *grid, qx_random *random)
{
    static qx_vec3 places[MOST_POINTS];
    static qx_grid_line lines[MOST_LINES];
    const qx_grid_info info = qx_grid_get_info(grid);
    if (info.points > MOST_POINTS || qx_grid_bound_lines(grid, NULL) > MOST_LINES) return 0;
    qx_grid_build_positions(grid, places, sizeof places[0]);
    for (uint32_t i = 0; i < info.points; i++) hash = add_vector(hash, places[i]);
    const uint32_t count = qx_grid_build_lines(grid, NULL, lines);
    for (uint32_t i = 0; i < count; i++) {
        hash = add_vector(add_vector(hash, lines[i].from), lines[i].to);
        hash = qx_hash_floats(hash, &lines[i].width, 1);
    }
    for (int i = 0; i < 100; i++) {
        const float x = qx_random_range(random, -0.1f, 1.1f) * info.width;
        const float y = qx_random_range(random, -0.1f, 1.1f) * info.height;
        hash = add_vector(hash, qx_grid_sample_position(grid, x, y));
        hash = add_vector(hash, qx_grid_sample_displacement(grid, x, y));
    }
    const double energy = qx_grid_energy(grid);
    return qx_hash_bytes(hash, &energy, sizeof energy);
}

static uint64_t add_net(uint64_t hash, const qx_grid_desc *desc, uint64_t seed)
{
    qx_grid *grid;
    qx_random random;
    qx_random_seed(&random, seed, 7);
    if (qx_grid_create(desc, &grid) != QX_OK) return 0;
    const qx_grid_info info = qx_grid_get_info(grid);
    hash = add_word(hash, (uint64_t)info.columns << 32 | info.rows);
    hash = add_word(hash, info.substeps);
    hash = add_views(add_ticks(hash, grid, &random), grid, &random);
    hash = add_word(hash, qx_grid_settle(grid, 0.5f, 5, NULL));
    hash = add_word(hash, qx_grid_hash(grid));
    qx_grid_destroy(grid);
    return hash;
}

// Volleys of equal shots, more than one call of a kernel takes, whose waves run into a net at rest.
static uint64_t add_volleys(uint64_t hash, const qx_grid_desc *desc)
{
    qx_grid *grid;
    qx_random random;
    qx_random_seed(&random, 1, 8);
    if (qx_grid_create(desc, &grid) != QX_OK) return 0;
    for (uint32_t i = 0; i < 200; i++) {
        qx_grid_push shot = { .radius = 40.0f, .strength = i < 150 ? 1.5f : -2.5f };
        shot.x = qx_random_range(&random, 100.0f, 160.0f);
        shot.y = qx_random_range(&random, 100.0f, 200.0f);
        hash = add_word(hash, (uint64_t)qx_grid_apply(grid, &shot));
    }
    for (uint32_t tick = 0; tick < 30; tick++) {
        qx_grid_step(grid, NULL);
        hash = add_word(hash, qx_grid_hash(grid));
    }
    qx_grid_destroy(grid);
    return hash;
}

uint64_t hash_grid(qx_simd simd)
{
    static const qx_grid_desc nets[] = {
        { .width = 1280, .height = 720, .points = 1000 },
        { .width = 333.25f, .height = 517.5f, .columns = 17, .rows = 35 },
        { .width = 640, .height = 96, .columns = 259, .rows = 3, .wave_scale = 5 },
        { .width = 200, .height = 200, .columns = 2, .rows = 2 },
    };
    uint64_t hash = QX_HASH_START;
    for (size_t i = 0; i < 4 * sizeof nets / sizeof nets[0]; i++) {
        qx_grid_desc desc = nets[i / 4];
        desc.material = i & 1 ? QX_GRID_CLASSIC : QX_GRID_WORLD;
        desc.border = i & 2 ? QX_GRID_BORDER_ANCHORED : QX_GRID_BORDER_FIXED;
        desc.simd = simd;
        hash = add_net(hash, &desc, i);
    }
    for (int material = QX_GRID_WORLD; material <= QX_GRID_CLASSIC; material++)
        hash = add_volleys(hash, &(qx_grid_desc){ .width = 1280,
                                                  .height = 720,
                                                  .points = 6000,
                                                  .material = (qx_grid_material)material,
                                                  .simd = simd });
    return hash;
}
