// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

/// @file
/// Seeded random numbers: small independent streams with the same values on every machine.
///
/// Does: give integers and floats from a generator of 16 bytes that can be copied, stored and
/// compared.
/// Does not: read a clock, keep a global, serve cryptography.
///
///     qx_random random;
///     qx_random_seed(&random, 42, 1);                  // seed 42, stream 1
///     float angle = qx_random_range(&random, -0.04f, 0.04f);
///
/// Threads: one call at a time for one generator; different generators are independent.
/// Source: O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms"
/// (2014), PCG32.

typedef struct qx_random {
    uint64_t state;
    uint64_t increment; ///< Odd; which stream.
} qx_random;

/// Starts a generator. Different streams of one seed never repeat each other's sequence.
QX_API void qx_random_seed(qx_random *random, uint64_t seed, uint64_t stream);

/// The next 32 bits.
QX_API uint32_t qx_random_next(qx_random *random);

/// Uniform in 0 .. count - 1, without bias; 0 when count is 0.
QX_API uint32_t qx_random_below(qx_random *random, uint32_t count);

/// Uniform in [0, 1), a multiple of 2^-24.
QX_API float qx_random_unit(qx_random *random);

/// Uniform in [low, high); low when both are equal.
QX_API float qx_random_range(qx_random *random, float low, float high);
