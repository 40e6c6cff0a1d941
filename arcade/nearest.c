// SPDX-License-Identifier: MIT
#include "nearest.h"

#include <string.h>

#define LONGEST 63

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static size_t length_of(const char *word)
{
    const size_t length = strlen(word);
    return length < LONGEST ? length : LONGEST;
}

// Optimal string alignment; two rows back for the swaps.
uint32_t nearest_distance(const char *a, const char *b)
{
    const size_t rows = length_of(a), columns = length_of(b);
    uint32_t table[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= rows; i++) table[i][0] = (uint32_t)i;
    for (size_t j = 0; j <= columns; j++) table[0][j] = (uint32_t)j;
    for (size_t i = 1; i <= rows; i++) {
        for (size_t j = 1; j <= columns; j++) {
            const uint32_t replace = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            table[i][j] = smaller(replace, 1 + smaller(table[i - 1][j], table[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                table[i][j] = smaller(table[i][j], table[i - 2][j - 2] + 1);
        }
    }
    return table[rows][columns];
}

void nearest_offer(nearest *best, const char *wrong, const char *known)
{
    const uint32_t distance = nearest_distance(wrong, known);
    const uint32_t close = 1 + (uint32_t)strlen(wrong) / 3;
    if (distance > close || (best->word && distance >= best->distance)) return;
    *best = (nearest){ known, distance };
}
