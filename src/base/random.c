// SPDX-License-Identifier: MIT
#include <quincunx/random.h>

// PCG32: a 64-bit linear congruential generator whose top bits are permuted on the way out (xor
// the high half down, rotate by the five top bits).

uint32_t qx_random_next(qx_random *random)
{
    const uint64_t old = random->state;
    random->state = old * UINT64_C(6364136223846793005) + random->increment;
    const uint32_t folded = (uint32_t)(((old >> 18) ^ old) >> 27);
    const uint32_t rotation = (uint32_t)(old >> 59);
    return (folded >> rotation) | (folded << (-rotation & 31));
}

void qx_random_seed(qx_random *random, uint64_t seed, uint64_t stream)
{
    random->state = 0;
    random->increment = stream << 1 | 1;
    qx_random_next(random);
    random->state += seed;
    qx_random_next(random);
}

// The high half of next * count is uniform once the first 2^32 mod count values of the low half
// are drawn again (Lemire, "Fast Random Integer Generation in an Interval", 2019). The remainder
// is only computed in the rare case that could need it.
uint32_t qx_random_below(qx_random *random, uint32_t count)
{
    if (count == 0) return 0;
    uint64_t product = (uint64_t)qx_random_next(random) * count;
    if ((uint32_t)product < count) {
        const uint32_t surplus = -count % count;
        while ((uint32_t)product < surplus) product = (uint64_t)qx_random_next(random) * count;
    }
    return (uint32_t)(product >> 32);
}

float qx_random_unit(qx_random *random)
{
    return (float)(qx_random_next(random) >> 8) * 0x1p-24f;
}

// In double, because high - low may not fit a float. Rounding back can still reach `high`, which
// does not belong to the range.
float qx_random_range(qx_random *random, float low, float high)
{
    const double span = (double)high - (double)low;
    const float value = (float)((double)low + span * (double)qx_random_unit(random));
    return value == high ? low : value;
}
