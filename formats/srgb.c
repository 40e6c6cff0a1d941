// SPDX-License-Identifier: MIT
#include "srgb.h"

#include <quincunx/math.h>

double qx_linear_from_srgb(uint32_t channel)
{
    const double value = channel / 255.0;
    if (value <= 0.04045) return value / 12.92;
    return qx_exp(2.4 * qx_log((value + 0.055) / 1.055));
}

double qx_srgb_from_linear(double light)
{
    if (light <= 0.0031308) return 12.92 * light;
    return 1.055 * qx_exp(qx_log(light) / 2.4) - 0.055;
}
