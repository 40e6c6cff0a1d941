// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// Rounding and choosing without libm, whose calls differ in speed and signs of zero; for |value| <
// 2^62.

static inline double exact_floor(double value)
{
    const double whole = (double)(int64_t)value;
    return whole > value ? whole - 1.0 : whole;
}

static inline double exact_ceil(double value)
{
    return -exact_floor(-value);
}

static inline double exact_min(double a, double b)
{
    return a < b ? a : b;
}

static inline double exact_max(double a, double b)
{
    return a > b ? a : b;
}
