// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

/// @file
/// A 64-bit hash of state: to compare two runs, to guard a file against damage. Not cryptographic.
///
///     uint64_t hash = QX_HASH_START;
///     hash = qx_hash_bytes(hash, &score, sizeof score);
///     hash = qx_hash_floats(hash, positions, 3 * count);
///
/// Threads: every function here may be called from any thread at any time.

/// What a hash begins with.
#define QX_HASH_START UINT64_C(0x9E3779B97F4A7C15)

/// Adds bytes to a hash. The same bytes in one call or in several give different hashes: keep the
/// calls the same.
QX_API uint64_t qx_hash_bytes(uint64_t hash, const void *bytes, size_t size);

/// Adds floats by their bits. NaN has no portable bits: asserted against in debug builds, hashed as
/// 0x7FC00000.
QX_API uint64_t qx_hash_floats(uint64_t hash, const float *values, size_t count);
