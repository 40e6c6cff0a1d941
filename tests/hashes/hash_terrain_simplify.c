// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/random.h>
#include <quincunx/terrain_simplify.h>

#include <stdbool.h>

#define SIDE 129u

// Hills of whole numbers, a little noise, and some holes.
static void make_samples(uint16_t *codes, float *heights, uint8_t *mask)
{
    qx_random random;
    qx_random_seed(&random, 23, 0);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t x = i % SIDE, y = i / SIDE;
        const uint32_t hill = (x * (SIDE - x) * 3 + (y % 50) * (50 - y % 50) * 11) % 50000;
        codes[i] = (uint16_t)(hill + qx_random_below(&random, 900));
        heights[i] = (float)codes[i] * 0.37f;
        mask[i] = qx_random_below(&random, 1000) > 0;
    }
}

static uint64_t add_mesh(uint64_t hash, const uint32_t *places, const uint32_t *indices,
                         qx_terrain_simple_counts counts)
{
    hash = qx_hash_bytes(hash, &counts, sizeof counts);
    hash = qx_hash_bytes(hash, places, counts.vertices * sizeof *places);
    return qx_hash_bytes(hash, indices, 3 * (size_t)counts.triangles * sizeof *indices);
}

static uint64_t add_rtin(uint64_t hash, const qx_terrain *t, const qx_terrain_rtin_desc *desc,
                         uint32_t *places, uint32_t *indices)
{
    qx_terrain_rtin *rtin;
    if (qx_terrain_rtin_create(t, desc, NULL, &rtin) != QX_OK) return 0;
    for (float error = 0.0f; error < 9000.0f; error += 700.0f)
        hash = add_mesh(hash, places, indices, qx_terrain_rtin_build(rtin, error, places, indices));
    qx_terrain_rtin_destroy(rtin);
    return hash;
}

static uint64_t add_tin(uint64_t hash, const qx_terrain *t, qx_terrain_border border,
                        uint32_t *places, uint32_t *indices)
{
    qx_terrain_tin *tin;
    const qx_terrain_tin_desc desc = { .error = 500, .border = border };
    if (qx_terrain_tin_create(t, &desc, &tin) != QX_OK) return 0;
    const qx_terrain_tin_info info = qx_terrain_tin_get_info(tin);
    qx_terrain_tin_build(tin, places, indices);
    hash = qx_hash_floats(add_mesh(hash, places, indices, info.counts), &info.error, 1);
    qx_terrain_tin_destroy(tin);
    return hash;
}

static uint64_t add_field(uint64_t hash, const qx_terrain *t, uint32_t *places, uint32_t *indices)
{
    hash = add_rtin(hash, t, &(qx_terrain_rtin_desc){ .block = 32 }, places, indices);
    hash = add_rtin(hash, t, &(qx_terrain_rtin_desc){ 0 }, places, indices);
    hash = add_rtin(hash, t, &(qx_terrain_rtin_desc){ .error = QX_TERRAIN_ERROR_MIDPOINT }, places,
                    indices);
    for (int border = 0; border <= QX_TERRAIN_BORDER_LOCKED; border++)
        hash = add_tin(hash, t, (qx_terrain_border)border, places, indices);
    return hash;
}

uint64_t hash_terrain_simplify(qx_simd simd)
{
    static uint16_t codes[SIDE * SIDE];
    static float heights[SIDE * SIDE];
    static uint8_t mask[SIDE * SIDE];
    static uint32_t places[SIDE * SIDE], indices[6 * SIDE * SIDE];
    uint64_t hash = QX_HASH_START;
    make_samples(codes, heights, mask);
    for (int kind = 0; kind < 4; kind++) {
        const bool floats = kind % 2;
        const qx_terrain_desc desc = {
            .samples = { .data = floats ? (const void *)heights : (const void *)codes,
                         .kind = floats ? QX_TERRAIN_F32 : QX_TERRAIN_U16,
                         .columns = SIDE,
                         .rows = SIDE },
            .high = 30000,
            .mask = kind >= 2 ? mask : NULL,
            .simd = simd,
        };
        qx_terrain *t;
        if (qx_terrain_create(&desc, NULL, &t) != QX_OK) return 0;
        hash = add_field(hash, t, places, indices);
        qx_terrain_destroy(t);
    }
    return hash;
}
