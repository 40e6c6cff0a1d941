// SPDX-License-Identifier: MIT
#pragma once

// What compilers are told where they cannot know it; others than gcc and clang do without.

// Small pieces that have to become part of the loop they stand in: passing vectors costs more than
// what is done to them.
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

// Says that no turn of a loop touches what another one writes. (Compilers heed `restrict` on
// parameters alone, and a row written in place could not have it.)
#if defined(__clang__)
#define EACH_ALONE _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define EACH_ALONE _Pragma("GCC ivdep")
#else
#define EACH_ALONE
#endif

// Memory that is read, or written, soon.
#if defined(__GNUC__)
#define FETCH(at) __builtin_prefetch(at)
#define FETCH_TO_WRITE(at) __builtin_prefetch(at, 1)
#else
#define FETCH(at) (void)(at)
#define FETCH_TO_WRITE(at) (void)(at)
#endif
