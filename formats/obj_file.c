// SPDX-License-Identifier: MIT
#include "obj_file.h"

#include "error.h"

#include <inttypes.h>
#include <string.h>

// One line after the other, each word read where it lies. Numbers are read here: strtod would take
// the locale's decimal point for the only one, and wants a zero behind the text.

typedef struct obj_reader {
    const char *at, *end;
    const char *start;
    uint32_t line;
    size_t limit;
    obj_file *file;
    qx_error *error;
} obj_reader;

static qx_result refuse(const obj_reader *r, qx_result code, const char *reason)
{
    qx_error_set(r->error, code, (uint64_t)(r->at - r->start), "%s", reason);
    if (r->error) r->error->line = r->line;
    return code;
}

// --- words

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// A backslash at a line's end lets it go on in the next; 0 where there is none.
static size_t continuation(const obj_reader *r)
{
    const size_t left = (size_t)(r->end - r->at);
    if (left >= 2 && r->at[0] == '\\' && r->at[1] == '\n') return 2;
    if (left >= 3 && r->at[0] == '\\' && r->at[1] == '\r' && r->at[2] == '\n') return 3;
    return 0;
}

static void skip_space(obj_reader *r)
{
    while (r->at < r->end) {
        const size_t more = continuation(r);
        if (more == 0 && !is_space(*r->at)) return;
        r->line += more > 0;
        r->at += more > 0 ? more : 1;
    }
}

static bool at_line_end(const obj_reader *r)
{
    return r->at == r->end || *r->at == '\n' || *r->at == '#';
}

static bool at_word_end(const obj_reader *r)
{
    return at_line_end(r) || is_space(*r->at) || continuation(r) > 0;
}

static void skip_line(obj_reader *r)
{
    const char *end = r->at < r->end ? memchr(r->at, '\n', (size_t)(r->end - r->at)) : NULL;
    if (end) {
        r->line++;
        r->at = end + 1;
    } else {
        r->at = r->end;
    }
}

static bool take_word(obj_reader *r, const char *word)
{
    const size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) return false;
    obj_reader behind = *r;
    behind.at += length;
    if (!at_word_end(&behind)) return false;
    r->at += length;
    return true;
}

// --- numbers

static bool is_digit(const obj_reader *r)
{
    return r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

static bool take(obj_reader *r, char c)
{
    if (r->at == r->end || *r->at != c) return false;
    r->at++;
    return true;
}

// Nineteen digits fit; those behind them only move the point.
typedef struct decimal {
    uint64_t digits;
    int taken, exponent;
    bool any;
} decimal;

static void take_digits(obj_reader *r, decimal *d, bool behind_point)
{
    for (; is_digit(r); r->at++) {
        d->any = true;
        const bool fits = d->taken < 19;
        if (fits) d->digits = d->digits * 10 + (uint64_t)(*r->at - '0');
        if (fits && d->digits > 0) d->taken++;
        if (fits && behind_point && d->exponent > -100000) d->exponent--;
        if (!fits && !behind_point && d->exponent < 100000) d->exponent++;
    }
}

static bool take_exponent(obj_reader *r, decimal *d)
{
    if (!take(r, 'e') && !take(r, 'E')) return true;
    const bool negative = take(r, '-');
    if (!negative) take(r, '+');
    if (!is_digit(r)) return false;
    int exponent = 0;
    for (; is_digit(r); r->at++)
        if (exponent < 100000) exponent = exponent * 10 + (*r->at - '0');
    d->exponent += negative ? -exponent : exponent;
    return true;
}

// Exact to the last bit for numbers of up to fifteen digits and 22 places; no float needs more.
static double value_of(const decimal *d)
{
    static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    double value = (double)d->digits;
    int exponent = d->exponent;
    for (; exponent > 22 && value > 0.0 && value < 1e300; exponent -= 22) value *= 1e22;
    for (; exponent < -22 && value > 0.0; exponent += 22) value /= 1e22;
    if (exponent > 22 || exponent < -22) return value; // 0, or too large in any case
    return exponent < 0 ? value / powers[-exponent] : value * powers[exponent];
}

static qx_result read_number(obj_reader *r, float *number)
{
    skip_space(r);
    decimal d = { 0 };
    const bool negative = take(r, '-');
    if (!negative) take(r, '+');
    take_digits(r, &d, false);
    if (take(r, '.')) take_digits(r, &d, true);
    if (!d.any || !take_exponent(r, &d) || !at_word_end(r))
        return refuse(r, QX_BAD_DATA, "a number is missing, or is none");
    const double value = value_of(&d);
    if (!(value <= 1e9)) return refuse(r, QX_BAD_DATA, "a number is beyond 1e9");
    *number = (float)(negative ? -value : value);
    return QX_OK;
}

static qx_result out_of_memory(const obj_reader *r)
{
    return refuse(r, QX_NO_MEMORY, "out of memory");
}

// `least` numbers must be there, up to `count` are read, and any behind them may be: weights,
// colours.
static qx_result read_numbers(obj_reader *r, int least, int count, qx_buffer *array)
{
    float numbers[3] = { 0.0f, 0.0f, 0.0f };
    for (int i = 0; i < count; i++) {
        skip_space(r);
        if (i >= least && at_line_end(r)) break;
        const qx_result result = read_number(r, &numbers[i]);
        if (result != QX_OK) return result;
    }
    qx_buffer_add(array, numbers, (size_t)count * sizeof *numbers);
    return array->failed ? out_of_memory(r) : QX_OK;
}

// --- faces

uint32_t obj_file_count(const qx_buffer *array, size_t each)
{
    return (uint32_t)(array->size / each);
}

// A number from 1, or from -1 backward. Those that are too large are found when all are known.
static qx_result read_index(obj_reader *r, const qx_buffer *array, size_t each, uint32_t *index)
{
    const bool negative = take(r, '-');
    if (!is_digit(r)) return refuse(r, QX_BAD_DATA, "a face needs numbers of vertices");
    uint64_t number = 0;
    for (; is_digit(r); r->at++)
        if (number < OBJ_NONE) number = number * 10 + (uint64_t)(*r->at - '0');
    const uint64_t count = obj_file_count(array, each);
    if (number == 0 || number >= OBJ_NONE || (negative && number > count))
        return refuse(r, QX_BAD_DATA, "a face names a vertex that is not there");
    *index = (uint32_t)(negative ? count - number : number - 1);
    return QX_OK;
}

// "7", "7/7", "7//7", "7/7/7"; also "7/" and "7/7/", which some programs write.
static qx_result read_corner(obj_reader *r, obj_corner *corner)
{
    *corner = (obj_corner){ OBJ_NONE, OBJ_NONE, OBJ_NONE };
    qx_result result = read_index(r, &r->file->places, 12, &corner->place);
    if (result == QX_OK && take(r, '/')) {
        if (!at_word_end(r) && *r->at != '/')
            result = read_index(r, &r->file->texture_places, 8, &corner->texture_place);
        if (result == QX_OK && take(r, '/') && !at_word_end(r))
            result = read_index(r, &r->file->normals, 12, &corner->normal);
    }
    if (result == QX_OK && !at_word_end(r)) return refuse(r, QX_BAD_DATA, "a face is no face");
    return result;
}

static qx_result add_triangle(obj_reader *r, const obj_corner corners[3])
{
    if (r->file->corners.size + 3 * sizeof *corners > r->limit ||
        obj_file_count(&r->file->corners, sizeof *corners) > OBJ_NONE - 6)
        return refuse(r, QX_TOO_LARGE, "more triangles than the limit allows");
    qx_buffer_add(&r->file->corners, corners, 3 * sizeof *corners);
    return r->file->corners.failed ? out_of_memory(r) : QX_OK;
}

static qx_result read_face(obj_reader *r)
{
    obj_corner fan[3];
    uint32_t count = 0;
    for (skip_space(r); !at_line_end(r); skip_space(r), count++) {
        if (count >= 3) fan[1] = fan[2];
        qx_result result = read_corner(r, &fan[count < 2 ? count : 2]);
        if (result == QX_OK && count >= 2) result = add_triangle(r, fan);
        if (result != QX_OK) return result;
    }
    return count >= 3 ? QX_OK : refuse(r, QX_BAD_DATA, "a face of fewer than three corners");
}

static const obj_corner *corners_of(const obj_file *file)
{
    return (const obj_corner *)(const void *)file->corners.bytes;
}

static bool is_there(uint32_t index, uint32_t count)
{
    return index == OBJ_NONE || index < count;
}

static qx_result check_corners(const obj_reader *r)
{
    const obj_file *file = r->file;
    const obj_corner *corners = corners_of(file);
    const uint32_t count = obj_file_count(&file->corners, sizeof *corners);
    const uint32_t places = obj_file_count(&file->places, 12);
    const uint32_t texture_places = obj_file_count(&file->texture_places, 8);
    const uint32_t normals = obj_file_count(&file->normals, 12);
    if (count == 0) return qx_error_set(r->error, QX_BAD_DATA, 0, "there are no faces");
    for (uint32_t i = 0; i < count; i++) {
        const obj_corner *c = &corners[i];
        if (c->place < places && is_there(c->texture_place, texture_places) &&
            is_there(c->normal, normals))
            continue;
        return qx_error_set(r->error, QX_BAD_DATA, 0,
                            "triangle %" PRIu32 " names a vertex that is not there: %" PRIu32
                            " places, %" PRIu32 " texture places, %" PRIu32 " normals",
                            i / 3, places, texture_places, normals);
    }
    return QX_OK;
}

// --- the file

static qx_result read_line(obj_reader *r)
{
    skip_space(r);
    if (take_word(r, "v")) return read_numbers(r, 3, 3, &r->file->places);
    if (take_word(r, "vt")) return read_numbers(r, 1, 2, &r->file->texture_places);
    if (take_word(r, "vn")) return read_numbers(r, 3, 3, &r->file->normals);
    if (take_word(r, "f")) return read_face(r);
    return QX_OK;
}

static void skip_mark(obj_reader *r)
{
    if (r->end - r->at >= 3 && memcmp(r->at, "\xEF\xBB\xBF", 3) == 0) r->at += 3;
}

bool obj_is(const uint8_t *bytes, size_t size)
{
    static const char *const words[] = { "v", "vt", "vn", "vp", "f",      "o",
                                         "g", "s",  "l",  "p",  "usemtl", "mtllib" };
    if (size == 0) return false;
    const char *text = (const char *)bytes;
    obj_reader r = { .at = text, .end = text + size, .start = text };
    skip_mark(&r);
    for (skip_space(&r); r.at < r.end && at_line_end(&r); skip_space(&r)) skip_line(&r);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (take_word(&r, words[i])) return true;
    return false;
}

qx_result obj_file_read(const uint8_t *bytes, size_t size, size_t limit,
                        const qx_allocator *allocator, obj_file *file, qx_error *error)
{
    const qx_buffer empty = { .allocator = allocator };
    *file = (obj_file){ empty, empty, empty, empty };
    const char *text = (const char *)bytes;
    obj_reader r = { .at = text,
                     .end = text + size,
                     .start = text,
                     .line = 1,
                     .limit = limit,
                     .file = file,
                     .error = error };
    skip_mark(&r);
    while (r.at < r.end) {
        const qx_result result = read_line(&r);
        if (result != QX_OK) return result;
        skip_line(&r);
    }
    return check_corners(&r);
}

qx_result obj_file_compare(const obj_file *first, const obj_file *other, qx_error *error)
{
    const uint32_t places = obj_file_count(&first->places, 12);
    const uint32_t places_here = obj_file_count(&other->places, 12);
    const uint32_t corners = obj_file_count(&first->corners, sizeof(obj_corner));
    const uint32_t corners_here = obj_file_count(&other->corners, sizeof(obj_corner));
    const obj_corner *a = corners_of(first), *b = corners_of(other);
    if (places_here != places)
        return qx_error_set(error, QX_BAD_DATA, 0,
                            "%" PRIu32 " vertices, those before it have %" PRIu32, places_here,
                            places);
    if (corners_here != corners)
        return qx_error_set(error, QX_BAD_DATA, 0,
                            "%" PRIu32 " triangles, those before it have %" PRIu32,
                            corners_here / 3, corners / 3);
    for (uint32_t i = 0; i < corners; i++)
        if (a[i].place != b[i].place || a[i].texture_place != b[i].texture_place)
            return qx_error_set(error, QX_BAD_DATA, 0,
                                "triangle %" PRIu32 " is another one than in those before it",
                                i / 3);
    return QX_OK;
}

void obj_file_release(obj_file *file)
{
    qx_buffer_release(&file->places);
    qx_buffer_release(&file->texture_places);
    qx_buffer_release(&file->normals);
    qx_buffer_release(&file->corners);
}
