// SPDX-License-Identifier: MIT
#include <quincunx/hash.h>

#include <assert.h>
#include <string.h>

// Eight bytes a step: xor them in, multiply by an odd constant, fold the high half down. Each step
// is a bijection of the state, so no two hashes ever merge on equal input, and of the input, so a
// changed word always changes the state. The two multiplications at the end of a call carry a
// single flipped bit to about half of the result. Words are little-endian on every machine.

static const uint64_t step_factor = UINT64_C(0xD6E8FEB86659FD93);

static uint64_t add_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * step_factor;
    return hash ^ hash >> 32;
}

// The length goes in too: a tail of zeros is not the same as none.
static uint64_t finish(uint64_t hash, uint64_t length)
{
    hash = add_word(hash, length);
    hash *= UINT64_C(0xFF51AFD7ED558CCD);
    hash ^= hash >> 29;
    hash *= UINT64_C(0xC4CEB9FE1A85EC53);
    return hash ^ hash >> 32;
}

// Written byte by byte; compilers make one load of it where the machine is little-endian.
static uint64_t read_word(const unsigned char *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 |
           (uint64_t)bytes[3] << 24 | (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 |
           (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

uint64_t qx_hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *next = bytes;
    for (size_t words = size / 8; words > 0; words--, next += 8)
        hash = add_word(hash, read_word(next));
    if (size % 8 != 0) {
        unsigned char tail[8] = { 0 };
        memcpy(tail, next, size % 8);
        hash = add_word(hash, read_word(tail));
    }
    return finish(hash, size);
}

static uint64_t float_bits(float value)
{
    assert(value == value);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value == value ? bits : UINT32_C(0x7FC00000);
}

uint64_t qx_hash_floats(uint64_t hash, const float *values, size_t count)
{
    size_t i = 0;
    for (; i + 2 <= count; i += 2)
        hash = add_word(hash, float_bits(values[i]) | float_bits(values[i + 1]) << 32);
    if (i < count) hash = add_word(hash, float_bits(values[i]));
    return finish(hash, (uint64_t)count * sizeof(float));
}
