// SPDX-License-Identifier: MIT
// Spelling help: the known word that is closest to one that is not.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Letters to insert, delete, replace or swap with their neighbour until both words are equal. Only
// the first 63 of each word count.
uint32_t nearest_distance(const char *a, const char *b);

typedef struct nearest {
    const char *word; // NULL while nothing was close enough
    uint32_t distance;
} nearest;

// Offers one known word; it is kept when it is closer to `wrong` than what is there, and close at
// all.
void nearest_offer(nearest *best, const char *wrong, const char *known);
