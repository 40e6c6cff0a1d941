// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>
#include <string.h>

// The least float that is not below a value of 0 or more.
static inline float round_up(double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    bits += (double)rounded < value;
    memcpy(&rounded, &bits, sizeof rounded);
    return rounded;
}

// The largest float below a value above 0.
static inline float round_below(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits--;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// The largest float that is not above a value of 0 or more.
static inline float round_down(double value)
{
    const float rounded = (float)value;
    return (double)rounded > value ? round_below(rounded) : rounded;
}
