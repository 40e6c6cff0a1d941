// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/random.h>

// Uniform in 0 .. count - 1, of more than 32 bits too: a remainder of 64 is even enough there.
static inline uint64_t maze_random_below(qx_random *random, uint64_t count)
{
    if (count <= UINT32_MAX) return qx_random_below(random, (uint32_t)count);
    const uint64_t high = qx_random_next(random);
    return (high << 32 | qx_random_next(random)) % count;
}

// Every order as likely (Fisher and Yates).
static inline void maze_shuffle(qx_random *random, uint64_t *values, uint64_t count)
{
    for (uint64_t i = count; i > 1; i--) {
        const uint64_t j = maze_random_below(random, i), value = values[i - 1];
        values[i - 1] = values[j];
        values[j] = value;
    }
}
