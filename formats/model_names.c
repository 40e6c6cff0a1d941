// SPDX-License-Identifier: MIT
#include "model_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void put(const char *name, size_t length, const char *digits, char *text, size_t room)
{
    const size_t left = room - 1 - strlen(digits);
    snprintf(text, room, "%.*s%s", (int)(length < left ? length : left), name, digits);
}

void model_name_key(const qx_model_clip *clip, uint32_t number, char *text, size_t room)
{
    char digits[12];
    int width = 2;
    for (uint32_t most = clip->count; most >= 100; most /= 10) width++;
    snprintf(digits, sizeof digits, "%0*" PRIu32, width, number + 1);
    put(clip->name, strlen(clip->name), digits, text, room);
}

void model_shorten_name(const char *name, char *text, size_t room)
{
    const size_t length = strlen(name);
    size_t digits = 0;
    while (digits < length && digits < room - 1 && name[length - 1 - digits] >= '0' &&
           name[length - 1 - digits] <= '9')
        digits++;
    put(name, length - digits, name + length - digits, text, room);
}
