// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

/// @file
/// What every module shares: result codes, the allocator, workers, the choice of instruction set,
/// small vectors.
///
/// Does: name the vocabulary of the other headers.
/// Does not: hold state, print, keep a last error, start threads.
///
///     qx_result result = qx_grid_create(&desc, &grid);
///     if (result != QX_OK) fprintf(stderr, "net: %s\n", qx_result_text(result));
///
/// Threads: every function here may be called from any thread at any time.

#ifdef __cplusplus
#define QX_EXTERN extern "C"
#else
#define QX_EXTERN extern
#endif

#if defined(QX_SHARED) && defined(_WIN32)
#ifdef QX_BUILDING
#define QX_API QX_EXTERN __declspec(dllexport)
#else
#define QX_API QX_EXTERN __declspec(dllimport)
#endif
#elif defined(QX_SHARED)
#define QX_API QX_EXTERN __attribute__((visibility("default")))
#else
#define QX_API QX_EXTERN
#endif

#define QX_VERSION_MAJOR 0
#define QX_VERSION_MINOR 1
#define QX_VERSION_PATCH 0

/// Why a call failed. Whatever can fail through input, memory or files returns one of these.
typedef enum qx_result {
    QX_OK = 0,
    QX_BAD_VALUE,   ///< An argument or description field is out of its stated range, or not finite.
    QX_NO_MEMORY,   ///< The allocator returned NULL.
    QX_TOO_LARGE,   ///< Beyond a stated limit: more than fits, more than was reserved.
    QX_BAD_DATA,    ///< A file or stream contradicts itself or its format.
    QX_TRUNCATED,   ///< A file or stream ends too early.
    QX_UNSUPPORTED, ///< Well formed, but of a version or kind that is not read, or a processor
                    ///< feature that is missing.
    QX_NOT_FOUND,   ///< No file of this name, no thing of this name in it.
    QX_FILE_ERROR   ///< The system refused to open, read, write or rename.
} qx_result;

/// One short English phrase for a result, such as "out of memory". Never NULL.
QX_API const char *qx_result_text(qx_result result);

/// What a loader found wrong, for the person who has to mend the file. Optional everywhere: pass
/// NULL to do without.
typedef struct qx_error {
    qx_result code;    ///< The value the call returned.
    uint64_t offset;   ///< Byte in the file, 0 where it has no meaning.
    uint32_t line;     ///< Line from 1 in text formats, 0 elsewhere.
    char message[160]; ///< One English sentence without a line end, always terminated.
} qx_error;

/// Where memory comes from. Copied at create; called only on the thread that makes the call.
typedef struct qx_allocator {
    /// Returns memory aligned to `alignment` (a power of two), or NULL.
    void *(*alloc)(void *user, size_t size, size_t alignment);
    /// Takes back what alloc gave; `size` is what was asked for. Never called with NULL.
    void (*free)(void *user, void *pointer, size_t size);
    void *user; ///< Handed to both.
} qx_allocator;

/// Runs tasks in parallel on the caller's own threads. NULL workers everywhere mean "on this thread
/// alone"; the result is the same bits for any number of workers and any order of tasks.
typedef struct qx_workers {
    /// Calls task(context, i) once for every i below count, in any order, and returns when all are
    /// done. Never nested.
    void (*parallel_for)(void *user, uint32_t count, void (*task)(void *context, uint32_t index),
                         void *context);
    void *user; ///< Handed to parallel_for.
} qx_workers;

/// Which instruction set the kernels use. All give the same bits; forcing one is for tests and
/// measurements.
typedef enum qx_simd {
    QX_SIMD_BEST = 0, ///< The widest this processor has.
    QX_SIMD_SCALAR,   ///< One value at a time.
    QX_SIMD_SSE2,     ///< x86-64's baseline.
    QX_SIMD_AVX2,
    QX_SIMD_AVX512,
    QX_SIMD_NEON ///< arm64's baseline.
} qx_simd;

/// Resolves QX_SIMD_BEST and refuses what this processor lacks.
/// @param wanted  What to use.
/// @param found   Receives the set that will be used; unchanged on failure.
/// @return QX_OK, QX_UNSUPPORTED (this processor or build has no such set), QX_BAD_VALUE (not an
///         enumerator).
QX_API qx_result qx_simd_resolve(qx_simd wanted, qx_simd *found);

/// "scalar", "sse2", "avx2", "avx512", "neon"; "best" for the unresolved value.
QX_API const char *qx_simd_text(qx_simd simd);

typedef struct qx_vec2 {
    float x, y;
} qx_vec2;

typedef struct qx_vec3 {
    float x, y, z;
} qx_vec3;
