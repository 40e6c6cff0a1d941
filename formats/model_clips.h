// SPDX-License-Identifier: MIT
#pragma once

// Formats that hold keys but no times.

#include <quincunx/keyframe.h>

/// Ticks from key to key.
/// @param frames_a_second  Out of 0.001 to 10,000: 10, which is MD2's.
static inline int64_t model_clip_spacing(double frames_a_second)
{
    const bool good = frames_a_second >= 1e-3 && frames_a_second <= 1e4; // false for NaN
    return qx_keyframe_ticks(1.0 / (good ? frames_a_second : 10.0));
}
