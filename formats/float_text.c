// SPDX-License-Identifier: MIT
#include "buffer.h"

#include <assert.h>
#include <float.h>

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

// The fewest digits; the number is digits * 10^*exponent. Any six digits or fewer that read back
// are the first of the number's own, as floats lie closer together than that: tries begin at six,
// and zeros at the end go. Only among the smallest floats may fewer do that are not.
static uint64_t fewest_digits(float value, int *exponent)
{
    const int first = magnitude((double)value);
    uint64_t digits = 0;
    for (int count = value < FLT_MIN ? 1 : 6; count <= 9; count++) {
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

// Text is put together here and goes to the buffer in one piece.
typedef struct float_text {
    char bytes[32];
    size_t size;
} float_text;

static void put(float_text *text, char byte)
{
    text->bytes[text->size++] = byte;
}

static void put_zeros(float_text *text, int count)
{
    for (int i = 0; i < count; i++) put(text, '0');
}

// The last `count` digits of a number, with zeros in front where it has fewer.
static void put_digits(float_text *text, uint64_t number, int count)
{
    for (int i = count; i-- > 0; number /= 10)
        text->bytes[text->size + (size_t)i] = (char)('0' + number % 10);
    text->size += (size_t)count;
}

static void put_plain(float_text *text, uint64_t digits, int count, int exponent)
{
    const int whole = count + exponent; // digits in front of the point
    if (exponent >= 0) {
        put_digits(text, digits, count);
        put_zeros(text, exponent);
        return;
    }
    const int behind = whole > 0 ? -exponent : count;
    const uint64_t cut = (uint64_t)power_of_ten(behind);
    put_digits(text, digits / cut, whole > 0 ? whole : 1);
    put(text, '.');
    put_zeros(text, -whole);
    put_digits(text, digits, behind);
}

static void put_with_exponent(float_text *text, uint64_t digits, int count, int exponent)
{
    const int power = exponent + count - 1;
    const uint64_t size = (uint64_t)(power < 0 ? -power : power);
    put_plain(text, digits, count, 1 - count);
    put(text, 'e');
    if (power < 0) put(text, '-');
    put_digits(text, size, count_digits(size));
}

void qx_buffer_float(qx_buffer *buffer, float value)
{
    assert(value >= -1e37f && value <= 1e37f);
    float_text text = { .size = 0 };
    if (value < 0.0f) put(&text, '-');
    if (value == 0.0f) {
        put(&text, '0');
    } else {
        int exponent;
        const uint64_t digits = fewest_digits(value < 0.0f ? -value : value, &exponent);
        const int count = count_digits(digits), power = exponent + count - 1;
        if (power >= -5 && power < 9)
            put_plain(&text, digits, count, exponent);
        else
            put_with_exponent(&text, digits, count, exponent);
    }
    qx_buffer_add(buffer, text.bytes, text.size);
}
