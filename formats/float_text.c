// SPDX-License-Identifier: MIT
#include "buffer.h"

#include <assert.h>

// printf's %.9g would do but for the locale's decimal point, and would write 0.1 as 0.100000001.
// Here a number of n digits is taken when it reads back as the same float; nine always do. Powers
// of ten are rounded beyond 10^22, by less than 1e-14 for any float: the margin sees to it that no
// reader, however exact, comes out on the other side of a tie.
static const double margin = 1e-13;

static double power_of_ten(int exponent)
{
    static const double exact[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    double power = exact[exponent < 22 ? exponent : 22];
    for (int i = 22; i < exponent; i++) power *= 10.0;
    return power;
}

static double scaled(double value, int exponent)
{
    return exponent < 0 ? value / power_of_ten(-exponent) : value * power_of_ten(exponent);
}

// The power of ten of the first digit.
static int magnitude(double value)
{
    int exponent = 0;
    double power = 1.0;
    for (; value >= power * 10.0; exponent++) power *= 10.0;
    for (; value < power; exponent--) power /= 10.0;
    return exponent;
}

static bool reads_back(uint64_t digits, int exponent, float value)
{
    const double read = scaled((double)digits, exponent);
    return (float)(read * (1.0 - margin)) == value && (float)(read * (1.0 + margin)) == value;
}

// The fewest digits; the number is digits * 10^*exponent.
static uint64_t fewest_digits(float value, int *exponent)
{
    const int first = magnitude((double)value);
    uint64_t digits = 0;
    for (int count = 1; count <= 9; count++) {
        *exponent = first - count + 1;
        digits = (uint64_t)(scaled((double)value, -*exponent) + 0.5);
        if (reads_back(digits, *exponent, value)) break;
    }
    for (; digits % 10 == 0; digits /= 10) ++*exponent;
    return digits;
}

static int count_digits(uint64_t number)
{
    int count = 1;
    while (number /= 10) count++;
    return count;
}

static void add_zeros(qx_buffer *buffer, int count)
{
    for (int i = 0; i < count; i++) qx_buffer_text(buffer, "0");
}

// The last `count` digits of a number, with zeros in front where it has fewer.
static void add_digits(qx_buffer *buffer, uint64_t number, int count)
{
    char text[20];
    for (int i = count; i-- > 0; number /= 10) text[i] = (char)('0' + number % 10);
    qx_buffer_add(buffer, text, (size_t)count);
}

static void add_plain(qx_buffer *buffer, uint64_t digits, int count, int exponent)
{
    const int whole = count + exponent; // digits in front of the point
    if (exponent >= 0) {
        add_digits(buffer, digits, count);
        add_zeros(buffer, exponent);
        return;
    }
    const int behind = whole > 0 ? -exponent : count;
    const uint64_t cut = (uint64_t)power_of_ten(behind);
    if (whole > 0)
        add_digits(buffer, digits / cut, whole);
    else
        qx_buffer_text(buffer, "0");
    qx_buffer_text(buffer, ".");
    add_zeros(buffer, -whole);
    add_digits(buffer, digits, behind);
}

static void add_with_exponent(qx_buffer *buffer, uint64_t digits, int count, int exponent)
{
    const int power = exponent + count - 1;
    add_plain(buffer, digits, count, 1 - count);
    qx_buffer_text(buffer, power < 0 ? "e-" : "e");
    const uint64_t size = (uint64_t)(power < 0 ? -power : power);
    add_digits(buffer, size, count_digits(size));
}

void qx_buffer_float(qx_buffer *buffer, float value)
{
    assert(value >= -1e37f && value <= 1e37f);
    if (value == 0.0f) {
        qx_buffer_text(buffer, "0");
        return;
    }
    if (value < 0.0f) qx_buffer_text(buffer, "-");
    int exponent;
    const uint64_t digits = fewest_digits(value < 0.0f ? -value : value, &exponent);
    const int count = count_digits(digits);
    const int power = exponent + count - 1;
    if (power >= -5 && power < 9)
        add_plain(buffer, digits, count, exponent);
    else
        add_with_exponent(buffer, digits, count, exponent);
}
