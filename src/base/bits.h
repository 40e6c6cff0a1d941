// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

// Bits of a word counted and found.

// In words of their own: without the processor's instruction compilers call a function for it.
static inline uint32_t bits_count(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

// The lowest bit that is set; of a word that is not 0.
#if defined(__GNUC__)
static inline uint32_t bits_lowest(uint64_t word)
{
    return (uint32_t)__builtin_ctzll(word);
}
#else
static inline uint32_t bits_lowest(uint64_t word)
{
    return bits_count(~word & (word - 1));
}
#endif

static inline uint64_t bits_count_all(const uint64_t *words, size_t count)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++) bits += bits_count(words[i]);
    return bits;
}
