// SPDX-License-Identifier: MIT
#pragma once

// sRGB's curve (IEC 61966-2-1) in the core's own mathematics.

#include <stdint.h>

/// Light, 0 to 1, of a channel of 8 bits.
double qx_linear_from_srgb(uint32_t channel);

/// What is shown for a light, both 0 to 1.
double qx_srgb_from_linear(double light);
