// SPDX-License-Identifier: MIT
#include <quincunx/base.h>

#include <stdbool.h>

// Which sets exist follows from the architecture alone: each kernel file is compiled for all of
// them. The compiler's own check also asks whether the operating system saves the wide registers.
#if defined(__x86_64__) || defined(_M_X64)

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

static bool is_supported(qx_simd simd)
{
    switch (simd) {
    case QX_SIMD_SCALAR:
    case QX_SIMD_SSE2: return true;
    case QX_SIMD_AVX2: return __builtin_cpu_supports("avx2");
    case QX_SIMD_AVX512: return has_avx512();
    default: return false;
    }
}

#elif defined(__aarch64__) || defined(_M_ARM64)

static bool is_supported(qx_simd simd)
{
    return simd == QX_SIMD_SCALAR || simd == QX_SIMD_NEON;
}

#else

static bool is_supported(qx_simd simd)
{
    return simd == QX_SIMD_SCALAR;
}

#endif

static qx_simd widest(void)
{
    static const qx_simd order[] = { QX_SIMD_AVX512, QX_SIMD_AVX2, QX_SIMD_SSE2, QX_SIMD_NEON };
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (is_supported(order[i])) return order[i];
    return QX_SIMD_SCALAR;
}

qx_result qx_simd_resolve(qx_simd wanted, qx_simd *found)
{
    const int value = (int)wanted; // compared as a number: callers may pass what is no enumerator
    if (value < QX_SIMD_BEST || value > QX_SIMD_NEON) return QX_BAD_VALUE;
    const qx_simd simd = wanted == QX_SIMD_BEST ? widest() : wanted;
    if (!is_supported(simd)) return QX_UNSUPPORTED;
    *found = simd;
    return QX_OK;
}

const char *qx_simd_text(qx_simd simd)
{
    switch (simd) {
    case QX_SIMD_BEST: return "best";
    case QX_SIMD_SCALAR: return "scalar";
    case QX_SIMD_SSE2: return "sse2";
    case QX_SIMD_AVX2: return "avx2";
    case QX_SIMD_AVX512: return "avx512";
    case QX_SIMD_NEON: return "neon";
    }
    return "unknown";
}
