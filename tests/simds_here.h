// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/base.h>

// Instruction sets this processor has, the plain one first; gives their count.
static inline uint32_t simds_here(qx_simd simds[8])
{
    uint32_t count = 0;
    for (int simd = QX_SIMD_SCALAR; simd <= QX_SIMD_NEON; simd++) {
        qx_simd found;
        if (qx_simd_resolve((qx_simd)simd, &found) == QX_OK) simds[count++] = found;
    }
    return count;
}
