// SPDX-License-Identifier: MIT
// Names of players, made from whatever bytes there are.
#include "scores.h"

#include <string.h>

// Reads one character; returns its bytes, 0 where these are none in UTF-8 (RFC 3629).
static size_t read_character(const uint8_t *bytes, size_t size, uint32_t *code)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 }; // shorter forms are refused
    const uint8_t first = bytes[0];
    const size_t length = first < 0x80   ? 1
                          : first < 0xC0 ? 0
                          : first < 0xE0 ? 2
                          : first < 0xF0 ? 3
                          : first < 0xF8 ? 4
                                         : 0;
    if (length == 0 || length > size) return 0;
    *code = length == 1 ? first : first & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) return 0;
        *code = *code << 6 | (bytes[i] & 0x3Fu);
    }
    if (*code < least[length] || *code > 0x10FFFF) return 0;
    return *code >= 0xD800 && *code <= 0xDFFF ? 0 : length;
}

// Left out: what no font shows and what changes how the rest is shown.
static bool is_shown(uint32_t code)
{
    static const uint32_t unseen[][2] = {
        { 0x00, 0x1F },     { 0x7F, 0x9F },     { 0xAD, 0xAD },     { 0x61C, 0x61C },
        { 0x200B, 0x200F }, { 0x2028, 0x202E }, { 0x2060, 0x206F }, { 0xE000, 0xF8FF },
        { 0xFDD0, 0xFDEF }, { 0xFEFF, 0xFEFF }, { 0xFFF0, 0xFFFB }, { 0xE0000, 0x10FFFF },
    };
    for (size_t i = 0; i < sizeof unseen / sizeof unseen[0]; i++)
        if (code >= unseen[i][0] && code <= unseen[i][1]) return false;
    return (code & 0xFFFE) != 0xFFFE;
}

static bool is_blank(uint32_t code)
{
    return code == ' ' || code == 0xA0 || code == 0x3000 || (code >= 0x2000 && code <= 0x200A);
}

void score_name_clean(char name[SCORE_NAME_BYTES], const char *bytes, size_t size)
{
    size_t used = 0, end = 0; // end: behind the last character that is no blank
    uint32_t count = 0, code = 0;
    for (size_t at = 0, length; at < size && count < SCORE_NAME_CHARACTERS; at += length) {
        const uint8_t *from = (const uint8_t *)bytes + at;
        length = read_character(from, size - at, &code);
        const bool kept = length > 0 && is_shown(code) && !(used == 0 && is_blank(code));
        if (length == 0) length = 1;
        if (!kept) continue;
        memcpy(name + used, from, length);
        used += length;
        count++;
        if (!is_blank(code)) end = used;
    }
    name[end] = '\0';
}
