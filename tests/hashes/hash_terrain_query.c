// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/random.h>
#include <quincunx/terrain.h>

#include <math.h>
#include <stddef.h>

#define SIDE 33u
#define PLACES 300u

static uint64_t add_word(uint64_t hash, uint64_t word)
{
    return qx_hash_bytes(hash, &word, sizeof word);
}

static uint64_t add_hit(uint64_t hash, bool found, const qx_terrain_hit *hit)
{
    const float values[] = { hit->distance, hit->place.x,  hit->place.y, hit->place.z,
                             hit->normal.x, hit->normal.y, hit->normal.z };
    hash = qx_hash_floats(hash, values, sizeof values / sizeof values[0]);
    return add_word(add_word(hash, found), hit->column * 65536u + hit->row * 2u + hit->triangle);
}

static qx_vec3 point_by_chance(qx_random *random)
{
    const float x = qx_random_range(random, -40.0f, 40.0f);
    const float y = qx_random_range(random, -5.0f, 20.0f);
    return (qx_vec3){ x, y, qx_random_range(random, -30.0f, 30.0f) };
}

static uint64_t add_heights(uint64_t hash, const qx_terrain *t, qx_random *random)
{
    qx_vec2 places[PLACES];
    float heights[PLACES];
    uint8_t where[PLACES];
    for (uint32_t i = 0; i < PLACES; i++) {
        const qx_vec3 p = point_by_chance(random);
        qx_vec3 normal;
        float slope;
        places[i] = (qx_vec2){ p.x, p.z };
        (void)qx_terrain_sample_normal(t, p.x, p.z, &normal, &slope);
        hash = qx_hash_floats(hash, (const float[]){ normal.x, normal.y, normal.z, slope }, 4);
    }
    qx_terrain_sample_heights(t, places, PLACES, heights, where);
    return qx_hash_bytes(qx_hash_floats(hash, heights, PLACES), where, sizeof where);
}

static uint64_t add_hits(uint64_t hash, const qx_terrain *t, qx_random *random)
{
    for (uint32_t i = 0; i < PLACES; i++) {
        qx_terrain_ray ray = { .origin = point_by_chance(random), .reach = 3.0f };
        const qx_vec3 to = point_by_chance(random);
        ray.direction = (qx_vec3){ to.x - ray.origin.x, to.y - ray.origin.y, to.z - ray.origin.z };
        if (i % 4 == 0) ray.direction.x = ray.direction.z = 0.0f;
        if (i % 5 == 0) ray.reach = INFINITY;
        qx_terrain_hit hit;
        const bool found = qx_terrain_solve_ray(t, &ray, &hit);
        hash = add_hit(hash, found, &hit);
        hash = add_word(hash, qx_terrain_solve_any(t, &ray));
        const bool touched = qx_terrain_solve_sphere(t, &ray, 0.02f * (float)i, &hit);
        hash = add_hit(hash, touched, &hit);
    }
    return hash;
}

static uint64_t add_walk(uint64_t hash, const qx_terrain *t, qx_random *random)
{
    qx_terrain_walker w = { .feet = { 0.0f, 20.0f, 0.0f }, .radius = 0.4f, .height = 1.8f };
    for (uint32_t i = 0; i < PLACES; i++) {
        if (i % 30 == 0) w.velocity.x = qx_random_range(random, -9.0f, 9.0f);
        if (i % 40 == 0) w.velocity.z = qx_random_range(random, -9.0f, 9.0f);
        w.velocity.y -= 0.16f;
        qx_terrain_step_walker(t, &w, 1.0f / 60.0f);
        const float values[] = { w.feet.x,     w.feet.y,     w.feet.z,
                                 w.velocity.x, w.velocity.y, w.velocity.z };
        hash = add_word(qx_hash_floats(hash, values, 6), w.standing);
    }
    return hash;
}

uint64_t hash_terrain_query(qx_simd simd)
{
    uint64_t hash = QX_HASH_START;
    qx_random random;
    qx_random_seed(&random, 11, 1);
    for (uint32_t i = 0; i < 12; i++) {
        static uint16_t codes[SIDE * SIDE];
        static float heights[SIDE * SIDE];
        for (uint32_t k = 0; k < SIDE * SIDE; k++) {
            codes[k] = (uint16_t)(qx_random_next(&random) >> (i % 3 ? 16 : 17));
            heights[k] = (float)codes[k] / 5000.0f;
            if (i % 4 == 1 && qx_random_below(&random, 20) == 0) heights[k] = NAN;
        }
        const qx_terrain_desc desc = { .samples = { .data = i % 2 ? (const void *)heights : codes,
                                                    .kind = i % 2 ? QX_TERRAIN_F32 : QX_TERRAIN_U16,
                                                    .columns = SIDE,
                                                    .rows = SIDE },
                                       .low = i % 3 ? 0.0f : 9.1f,
                                       .high = i % 3 ? 12.7f : -3.3f,
                                       .width = 70.0f,
                                       .depth = 50.0f,
                                       .diagonal = (qx_terrain_diagonal)(i % 3),
                                       .simd = simd };
        qx_terrain *t;
        if (qx_terrain_create(&desc, NULL, &t) != QX_OK) return 0;
        hash = add_heights(hash, t, &random);
        hash = add_hits(hash, t, &random);
        hash = add_walk(hash, t, &random);
        qx_terrain_destroy(t);
    }
    return hash;
}
