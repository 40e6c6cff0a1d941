// SPDX-License-Identifier: MIT
#include "error.h"
#include "height_read.h"

#include <string.h>

// Netpbm's PGM: "P5" (binary, 16 bits big-endian) or "P2" (text), width, height and greatest value,
// comments from # to the line's end between them.
typedef struct pgm_reader {
    const height_source *source;
    size_t at;
    uint32_t line;
    uint32_t columns, rows, greatest;
    bool is_text;
} pgm_reader;

static qx_result refuse(const pgm_reader *reader, qx_result code, const char *what)
{
    qx_error_set(reader->source->error, code, reader->at, "%s", what);
    if (reader->source->error) reader->source->error->line = reader->line;
    return code;
}

static bool is_at_end(const pgm_reader *reader)
{
    return reader->at == reader->source->size;
}

static uint8_t peek(const pgm_reader *reader)
{
    return reader->source->bytes[reader->at];
}

static bool is_space(uint8_t c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

static void skip_space(pgm_reader *reader)
{
    bool comment = false;
    for (; !is_at_end(reader); reader->at++) {
        const uint8_t c = peek(reader);
        if (c == '#') comment = true;
        if (!comment && !is_space(c)) return;
        if (c == '\n' || c == '\r') comment = false;
        if (c == '\n') reader->line++;
    }
}

static qx_result read_number(pgm_reader *reader, uint32_t *number)
{
    skip_space(reader);
    if (is_at_end(reader))
        return refuse(reader, QX_TRUNCATED,
                      "the file ends too early: fetch or export it once more");
    if (peek(reader) < '0' || peek(reader) > '9')
        return refuse(reader, QX_BAD_DATA, "a number was expected here");
    uint64_t value = 0;
    for (; !is_at_end(reader) && peek(reader) >= '0' && peek(reader) <= '9'; reader->at++) {
        value = value * 10 + (peek(reader) - '0');
        if (value > UINT32_MAX) return refuse(reader, QX_BAD_DATA, "this number is too large");
    }
    *number = (uint32_t)value;
    return QX_OK;
}

static qx_result read_head(pgm_reader *reader)
{
    const uint8_t kind = reader->source->bytes[1];
    if (kind != '2' && kind != '5')
        return refuse(reader, QX_UNSUPPORTED,
                      "this is Netpbm, but not grey (P2 or P5): convert it to PGM");
    reader->is_text = kind == '2';
    reader->at = 2;
    qx_result result = read_number(reader, &reader->columns);
    if (result == QX_OK) result = read_number(reader, &reader->rows);
    if (result == QX_OK) result = read_number(reader, &reader->greatest);
    if (result != QX_OK) return result;
    if (reader->greatest < 1 || reader->greatest > 65535)
        return refuse(reader, QX_BAD_DATA, "the greatest value must be 1 to 65535");
    if (is_at_end(reader))
        return refuse(reader, QX_TRUNCATED,
                      "the file ends too early: fetch or export it once more");
    if (!is_space(peek(reader)))
        return refuse(reader, QX_BAD_DATA, "white space is missing after the greatest value");
    if (peek(reader) == '\n') reader->line++;
    reader->at++; // exactly one: the next byte may be a sample
    return QX_OK;
}

// Whether the samples can be there, before memory is taken: a digit and a space each, or bytes.
static qx_result check_bytes(const pgm_reader *reader)
{
    const uint64_t count = (uint64_t)reader->columns * reader->rows;
    const uint64_t expected =
        reader->is_text ? 2 * count - 1 : count * (reader->greatest > 255 ? 2 : 1);
    const size_t found = reader->source->size - reader->at;
    if (found >= expected) return QX_OK;
    return qx_error_set(reader->source->error, QX_TRUNCATED, reader->source->size,
                        "%u x %u samples take %s%llu bytes, and %zu are there",
                        (unsigned)reader->columns, (unsigned)reader->rows,
                        reader->is_text ? "at least " : "", (unsigned long long)expected, found);
}

static qx_result read_sample(pgm_reader *reader, uint32_t *value)
{
    if (reader->is_text) return read_number(reader, value);
    const uint8_t *at = reader->source->bytes + reader->at; // check_bytes has counted them
    *value = reader->greatest > 255 ? (uint32_t)at[0] << 8 | at[1] : at[0];
    reader->at += reader->greatest > 255 ? 2 : 1;
    return QX_OK;
}

// To 16 bits, rounded; 65,535 stays as it is.
static uint16_t scaled(const pgm_reader *reader, uint32_t value)
{
    return (uint16_t)((value * 65535u + reader->greatest / 2) / reader->greatest);
}

static qx_result read_row(pgm_reader *reader, uint32_t row)
{
    uint8_t *bytes = qx_height_row(reader->source, row);
    uint16_t *words = qx_height_row(reader->source, row);
    for (uint32_t i = 0; i < reader->columns; i++) {
        uint32_t value;
        const qx_result result = read_sample(reader, &value);
        if (result != QX_OK) return result;
        if (value > reader->greatest)
            return refuse(reader, QX_BAD_DATA, "a sample is above the greatest value stated");
        if (reader->greatest == 255)
            bytes[i] = (uint8_t)value;
        else
            words[i] = scaled(reader, value);
    }
    return QX_OK;
}

qx_result qx_height_read_pgm(const height_source *source)
{
    pgm_reader reader = { .source = source, .line = 1 };
    qx_result result = read_head(&reader);
    if (result != QX_OK) return result;
    const qx_terrain_kind kind = reader.greatest == 255 ? QX_TERRAIN_U8 : QX_TERRAIN_U16;
    result = qx_height_check_size(source, reader.columns, reader.rows, kind);
    if (result == QX_OK) result = check_bytes(&reader);
    if (result == QX_OK) result = qx_height_begin(source, reader.columns, reader.rows, kind);
    for (uint32_t row = 0; result == QX_OK && row < reader.rows; row++)
        result = read_row(&reader, row);
    source->map->bits = reader.greatest > 255 ? 16 : 8;
    source->map->format = "PGM";
    return result;
}
