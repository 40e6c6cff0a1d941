// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/flash.h>
#include <quincunx/hash.h>
#include <quincunx/random.h>

// Flashes that come and go in all ways: sudden and slow, large and small, red and white.
static qx_flash_sample next_sample(qx_random *random, double time, float *level)
{
    const uint32_t kind = qx_random_below(random, 8);
    const float step = qx_random_range(random, -0.3f, 0.3f);
    *level = kind == 0 ? 0.0f : kind == 1 ? 1.1f : *level + (kind < 5 ? step : 0.1f * step);
    qx_flash_sample sample = { .time = time, .luminance = *level };
    sample.red = qx_random_unit(random) < 0.3f ? *level : 0.0f;
    sample.area = qx_random_unit(random) < 0.1f ? 0.01f : 0.4f;
    return sample;
}

static uint64_t add_run(uint64_t hash, uint64_t seed, uint32_t limit)
{
    qx_random random;
    qx_flash_limiter limiter = { .limit = limit };
    qx_flash_meter meter = { 0 };
    double time = 0.0;
    float level = 0.0f;
    qx_random_seed(&random, seed, 8);
    for (uint32_t i = 0; i < 2000; i++) {
        time += (double)qx_random_range(&random, 0.0f, 0.04f);
        const qx_flash_sample sample = next_sample(&random, time, &level);
        const uint64_t flashes = qx_flash_meter_step(&meter, &sample);
        const float share = qx_flash_limiter_step(&limiter, &sample);
        hash = qx_hash_bytes(hash, &flashes, sizeof flashes);
        hash = qx_hash_floats(hash, &share, 1);
    }
    return hash;
}

uint64_t hash_flash(qx_simd simd)
{
    (void)simd;
    uint64_t hash = QX_HASH_START;
    for (uint32_t i = 0; i < 9; i++) hash = add_run(hash, i, i);
    return hash;
}
