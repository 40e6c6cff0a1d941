// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// 64 bits that look independent for every seed and index, also for those in a row (Steele, Lea and
// Flood, "Fast Splittable Pseudorandom Number Generators", 2014; constants of SplitMix64).
static inline uint64_t bolt_chance(uint64_t seed, uint64_t index)
{
    uint64_t bits = seed + (index + 1) * UINT64_C(0x9E3779B97F4A7C15);
    bits = (bits ^ bits >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94D049BB133111EB);
    return bits ^ bits >> 31;
}
