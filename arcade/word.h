// SPDX-License-Identifier: MIT
// A word of the command line, as rooms and games get them.
#pragma once

#include <stddef.h>
#include <string.h>

// The value where the word is --name=value, else NULL.
static inline const char *word_value(const char *word, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, name, length) != 0) return NULL;
    return word[2 + length] == '=' ? word + 3 + length : NULL;
}
