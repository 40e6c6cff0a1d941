// SPDX-License-Identifier: MIT
#include "height_tiff_tags.h"

#include <string.h>

enum {
    PIXEL_SCALE = 33550,
    TRANSFORMATION = 34264,
    GEO_KEYS = 34735,
    METADATA = 42112,
    NO_DATA = 42113
};

// --- numbers

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static double scaled_by_ten(double value, int exponent)
{
    double power = 1.0, square = 10.0;
    for (int left = exponent < 0 ? -exponent : exponent; left; left >>= 1, square *= square)
        if (left & 1) power *= square;
    return exponent < 0 ? value / power : value * power;
}

// The exponent, in -400 to 400; more makes no difference.
static int parse_exponent(const char *text, size_t size, size_t at)
{
    if (at >= size || (text[at] != 'e' && text[at] != 'E')) return 0;
    at++;
    const bool negative = at < size && text[at] == '-';
    if (at < size && (text[at] == '-' || text[at] == '+')) at++;
    int value = 0;
    for (; at < size && is_digit(text[at]); at++)
        if (value < 400) value = value * 10 + (text[at] - '0');
    if (value > 400) value = 400;
    return negative ? -value : value;
}

bool qx_height_parse_number(const char *text, size_t size, double *number)
{
    size_t at = 0, digits = 0;
    while (at < size && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n')) at++;
    const bool negative = at < size && text[at] == '-';
    if (at < size && (text[at] == '-' || text[at] == '+')) at++;
    uint64_t value = 0;
    int exponent = 0;
    bool fraction = false;
    for (; at < size && (is_digit(text[at]) || (text[at] == '.' && !fraction)); at++) {
        if (text[at] == '.') {
            fraction = true;
            continue;
        }
        digits++;
        if (value < UINT64_C(100000000000000000)) { // 18 digits are more than a double has
            value = value * 10 + (uint64_t)(text[at] - '0');
            exponent -= fraction;
        } else if (exponent < 400) {
            exponent += !fraction;
        }
    }
    if (digits == 0) return false;
    const double size_of = scaled_by_ten((double)value, exponent + parse_exponent(text, size, at));
    *number = negative ? -size_of : size_of;
    return *number - *number == 0.0;
}

// --- tags that libtiff does not know

// Values of a tag if they are of this type; their number.
static uint32_t get(TIFF *tiff, uint32_t tag, TIFFDataType type, const void **values)
{
    const TIFFField *field = TIFFFindField(tiff, tag, TIFF_ANY);
    if (!field || TIFFFieldDataType(field) != type || !TIFFFieldPassCount(field)) return 0;
    void *found = NULL;
    if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
        uint32_t count = 0;
        if (!TIFFGetField(tiff, tag, &count, &found)) return 0;
        *values = found;
        return found ? count : 0;
    }
    uint16_t count = 0;
    if (!TIFFGetField(tiff, tag, &count, &found)) return 0;
    *values = found;
    return found ? count : 0;
}

static bool is_cell(double size)
{
    return size > 0.0 && size < 1e12;
}

static void read_scale(TIFF *tiff, height_tags *tags)
{
    const void *values;
    if (get(tiff, PIXEL_SCALE, TIFF_DOUBLE, &values) >= 2) {
        double cell[2];
        memcpy(cell, values, sizeof cell);
        tags->cell_x = is_cell(cell[0]) ? cell[0] : 0.0;
        tags->cell_z = is_cell(cell[1]) ? cell[1] : 0.0;
        tags->is_ground = true;
    }
    if (get(tiff, TRANSFORMATION, TIFF_DOUBLE, &values) || get(tiff, GEO_KEYS, TIFF_SHORT, &values))
        tags->is_ground = true;
}

// Where a text occurs in another that need not end with 0; its length where it does not.
static size_t find(const char *text, size_t size, size_t from, const char *wanted)
{
    const size_t length = strlen(wanted);
    for (size_t at = from; at + length <= size; at++)
        if (memcmp(text + at, wanted, length) == 0) return at;
    return size;
}

// <Item name="SCALE" sample="0" role="scale">0.1</Item>
static bool read_item(const char *text, size_t size, const char *role, double *number)
{
    const size_t start = find(text, size, 0, role);
    const size_t end = find(text, size, start, ">");
    return end < size && qx_height_parse_number(text + end + 1, size - end - 1, number);
}

static void read_metadata(TIFF *tiff, height_tags *tags)
{
    const void *text;
    const uint32_t size = get(tiff, METADATA, TIFF_ASCII, &text);
    if (size == 0) return;
    const bool scale = read_item(text, size, "role=\"scale\"", &tags->scale);
    const bool offset = read_item(text, size, "role=\"offset\"", &tags->offset);
    tags->has_scale = scale || offset;
}

height_tags qx_height_read_tags(TIFF *tiff)
{
    height_tags tags = { .scale = 1.0 };
    read_scale(tiff, &tags);
    read_metadata(tiff, &tags);
    const void *text;
    const uint32_t size = get(tiff, NO_DATA, TIFF_ASCII, &text);
    tags.has_no_data = size && qx_height_parse_number(text, size, &tags.no_data);
    return tags;
}
