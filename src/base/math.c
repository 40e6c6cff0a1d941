// SPDX-License-Identifier: MIT
#include <quincunx/math.h>

#include <float.h>
#include <stdbool.h>
#include <string.h>

// Taylor polynomials on intervals short enough that a few more terms than a minimax fit needs are
// the whole price; in return every coefficient can be checked by reading it. Compiled without
// contraction to FMA, so each operation below is one IEEE operation, in the order written.

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const double pi_high = 0x1.921fb54442d18p+1;
static const double pi_low = 0x1.1a62633145c07p-53;

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool is_negative(double value)
{
    return bits_of(value) >> 63;
}

static double magnitude(double value)
{
    return from_bits(bits_of(value) & INT64_MAX);
}

// coefficients[0] + x * (coefficients[1] + x * (...)), innermost first.
static double polynomial(double x, const double *coefficients, size_t count)
{
    double sum = coefficients[count - 1];
    for (size_t i = count - 1; i-- > 0;) sum = coefficients[i] + x * sum;
    return sum;
}

// An angle less a whole number of quarter turns: |high| <= pi/4, high + low the exact difference
// to 2^-90.
typedef struct turned {
    double high, low;
    uint32_t quarter; // 0 to 3
} turned;

// pi/2 in three pieces of 23 bits and a rest. An angle of at most 2^30 holds fewer than 2^30
// quarter turns, so the products with the pieces are exact, and so are the first two differences;
// the third is taken with its rounding error. Of large angles the rest is many units of the third
// difference, hence the last two lines: the kernels expect a low part below half a unit.
static turned turn(double angle)
{
    const double pieces[] = { 0x1.921fb4p+0, 0x1.4442dp-24, 0x1.846988p-48, 0x1.8cc51701b839ap-72 };
    const double turns = angle * 0x1.45f306dc9c883p-1;
    const int64_t nearest = (int64_t)(turns + (turns < 0.0 ? -0.5 : 0.5));
    const double n = (double)nearest;
    const double rest = (angle - n * pieces[0]) - n * pieces[1];
    const double third = n * pieces[2];
    const double difference = rest - third;
    const double back = difference - rest;
    const double error = (rest - (difference - back)) - (third + back);
    const double fourth = error - n * pieces[3];
    const double high = difference + fourth;
    const double low = fourth - (high - difference);
    return (turned){ high, low, (uint32_t)((uint64_t)nearest & 3) };
}

static double sin_kernel(double x, double low)
{
    static const double terms[] = {
        -1.0 / 6.0,        1.0 / 120.0,        -1.0 / 5040.0,          1.0 / 362880.0,
        -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0, 1.0 / 355687428096000.0,
    };
    const double square = x * x;
    const double bend = square * x * polynomial(square, terms, COUNT(terms));
    return x + (bend + low * (1.0 - 0.5 * square));
}

static double cos_kernel(double x, double low)
{
    static const double terms[] = {
        1.0 / 24.0,        -1.0 / 720.0,         1.0 / 40320.0,          -1.0 / 3628800.0,
        1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0,
    };
    const double square = x * x;
    const double half = 0.5 * square;
    const double head = 1.0 - half;
    const double lost = (1.0 - head) - half;
    const double bend = square * square * polynomial(square, terms, COUNT(terms));
    return head + (lost + (bend - x * low));
}

static double sin_of_turned(turned part, uint32_t quarters_ahead)
{
    const uint32_t quarter = (part.quarter + quarters_ahead) & 3;
    const double value =
        quarter & 1 ? cos_kernel(part.high, part.low) : sin_kernel(part.high, part.low);
    return quarter & 2 ? -value : value;
}

static bool is_turnable(double angle)
{
    return magnitude(angle) <= 0x1p30; // false for NaN
}

double qx_sin(double angle)
{
    if (!is_turnable(angle)) return 0.0;
    if (magnitude(angle) < 0x1p-27) return angle; // keeps -0 and denormals
    return sin_of_turned(turn(angle), 0);
}

double qx_cos(double angle)
{
    if (!is_turnable(angle)) return 1.0;
    return sin_of_turned(turn(angle), 1);
}

static double atan_series(double x)
{
    static const double terms[] = {
        -1.0 / 3.0,  1.0 / 5.0,  -1.0 / 7.0,  1.0 / 9.0,  -1.0 / 11.0, 1.0 / 13.0,
        -1.0 / 15.0, 1.0 / 17.0, -1.0 / 19.0, 1.0 / 21.0, -1.0 / 23.0,
    };
    const double square = x * x;
    return x * square * polynomial(square, terms, COUNT(terms)); // without x itself
}

// atan for 0 <= x <= 1: near c = k/8, atan(x) = atan(c) + atan((x - c) / (1 + c x)). Small x take
// the series alone, because there the error of the quotient would weigh most.
static double atan_unit(double x)
{
    static const double high[] = {
        0.0,
        0x1.fd5ba9aac2f6ep-4,
        0x1.f5b75f92c80ddp-3,
        0x1.6f61941e4def1p-2,
        0x1.dac670561bb4fp-2,
        0x1.1e00babdefeb4p-1,
        0x1.4978fa3269ee1p-1,
        0x1.700a7c5784634p-1,
        0x1.921fb54442d18p-1,
    };
    static const double low[] = {
        0.0,
        -0x1.cd37686760c17p-59,
        0x1.8ab6e3cf7afbdp-57,
        -0x1.c63aae6f6e918p-56,
        0x1.a2b7f222f65e2p-56,
        -0x1.928df287a668fp-58,
        0x1.2419a87f2a458p-56,
        -0x1.8c34d25aadef6p-56,
        0x1.1a62633145c07p-55,
    };
    if (x < 0x1.8p-3) return x + atan_series(x);
    const uint32_t k = (uint32_t)(x * 8.0 + 0.5);
    const double c = (double)k / 8.0;
    const double rest = (x - c) / (1.0 + c * x);
    return high[k] + (rest + (low[k] + atan_series(rest)));
}

// Small over large without NaN from infinity over infinity.
static double proportion(double small, double large)
{
    return small == large ? 1.0 : small / large;
}

double qx_atan2(double y, double x)
{
    if (x != x || y != y || (x == 0.0 && y == 0.0)) return 0.0;
    const double up = magnitude(y);
    const double along = magnitude(x);
    const bool steep = up > along;
    double angle = atan_unit(steep ? proportion(along, up) : proportion(up, along));
    if (steep)
        angle = is_negative(x) ? 0.5 * pi_high + (angle + 0.5 * pi_low)
                               : 0.5 * pi_high - (angle - 0.5 * pi_low);
    else if (is_negative(x))
        angle = pi_high - (angle - pi_low);
    return is_negative(y) ? -angle : angle;
}

static const double ln2_high = 0x1.62e42feep-1; // 32 bits: times an exponent it is exact
static const double ln2_low = 0x1.a39ef35793c76p-33;

static double power_of_two(int exponent)
{
    return from_bits((uint64_t)(exponent + 1023) << 52);
}

double qx_exp(double x)
{
    static const double terms[] = {
        1.0 / 2.0,       1.0 / 6.0,        1.0 / 24.0,        1.0 / 120.0,
        1.0 / 720.0,     1.0 / 5040.0,     1.0 / 40320.0,     1.0 / 362880.0,
        1.0 / 3628800.0, 1.0 / 39916800.0, 1.0 / 479001600.0, 1.0 / 6227020800.0,
    };
    if (x != x || x < -745.0) return 0.0;
    if (x > 709.78) return DBL_MAX;
    const double exponents = x * 0x1.71547652b82fep+0;
    const int k = (int)(exponents + (exponents < 0.0 ? -0.5 : 0.5));
    const double high = x - k * ln2_high;
    const double low = k * ln2_low;
    const double rest = high - low;
    const double lost = (high - rest) - low;
    const double value =
        1.0 + (rest + (rest * rest * polynomial(rest, terms, COUNT(terms)) + lost));
    const int half = k / 2; // 2^k itself may lie beyond the range that the product keeps
    return value * power_of_two(half) * power_of_two(k - half);
}

// A positive number as fraction * 2^exponent with the fraction between sqrt(1/2) and sqrt(2).
static double split_exponent(double x, int *exponent)
{
    const bool denormal = x < DBL_MIN;
    const uint64_t bits = bits_of(denormal ? x * 0x1p54 : x);
    *exponent = (int)(bits >> 52) - 1023 - (denormal ? 54 : 0);
    const double fraction = from_bits((bits & UINT64_C(0xFFFFFFFFFFFFF)) | UINT64_C(1023) << 52);
    if (fraction < 0x1.6a09e667f3bcdp+0) return fraction;
    *exponent += 1;
    return 0.5 * fraction;
}

// With f = fraction - 1 and s = f / (2 + f): log(1 + f) = 2 s + s R, R = 2/3 s^2 + 2/5 s^4 + ...
// Written as f - (f^2/2 - s (f^2/2 + R)), so that the exact f carries the leading digits.
double qx_log(double x)
{
    static const double terms[] = {
        2.0 / 3.0,  2.0 / 5.0,  2.0 / 7.0,  2.0 / 9.0,  2.0 / 11.0,
        2.0 / 13.0, 2.0 / 15.0, 2.0 / 17.0, 2.0 / 19.0, 2.0 / 21.0,
    };
    if (!(x > 0.0)) return -745.0;
    int exponent;
    const double f = split_exponent(x <= DBL_MAX ? x : DBL_MAX, &exponent) - 1.0;
    const double s = f / (2.0 + f);
    const double square = s * s;
    const double half = 0.5 * f * f;
    const double bend = s * (half + square * polynomial(square, terms, COUNT(terms)));
    return exponent * ln2_high + (f - (half - (bend + exponent * ln2_low)));
}
