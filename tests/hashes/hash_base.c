// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/math.h>
#include <quincunx/random.h>

static uint64_t add_double(uint64_t hash, double value)
{
    return qx_hash_bytes(hash, &value, sizeof value);
}

static uint64_t add_mathematics(uint64_t hash, qx_random *random)
{
    for (int i = 0; i < 4000; i++) {
        const double x = qx_random_range(random, -30.0f, 30.0f);
        const double y = qx_random_range(random, -30.0f, 30.0f);
        hash = add_double(hash, qx_sin(x * 1e6));
        hash = add_double(hash, qx_cos(x));
        hash = add_double(hash, qx_atan2(y, x));
        hash = add_double(hash, qx_exp(x * 20.0));
        hash = add_double(hash, qx_log(y * y));
    }
    return hash;
}

static uint64_t add_random(uint64_t hash, qx_random *random)
{
    for (uint32_t i = 0; i < 4000; i++) {
        const uint32_t below = qx_random_below(random, i * i * 256);
        const unsigned char bytes[4] = { (unsigned char)below, (unsigned char)(below >> 8),
                                         (unsigned char)(below >> 16),
                                         (unsigned char)(below >> 24) };
        hash = qx_hash_bytes(hash, bytes, i % 5);
        const float values[] = { qx_random_unit(random), qx_random_range(random, -1.0f, 2.0f) };
        hash = qx_hash_floats(hash, values, 2);
    }
    return hash;
}

uint64_t hash_base(qx_simd simd)
{
    (void)simd; // no kernels here
    qx_random random;
    qx_random_seed(&random, 42, 54);
    return add_random(add_mathematics(QX_HASH_START, &random), &random);
}
