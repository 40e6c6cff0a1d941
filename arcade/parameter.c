// SPDX-License-Identifier: MIT
#include "parameter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool parameter_is_whole(const parameter *p)
{
    return p->scale >= SCALE_WHOLE;
}

float parameter_clamp(const parameter *p, float value)
{
    if (!(value > p->low)) return p->low; // NaN too
    if (value > p->high) return p->high;
    return parameter_is_whole(p) ? (float)(int32_t)(value + 0.5f) : value;
}

float parameter_share(const parameter *p, float value)
{
    const float share = (parameter_clamp(p, value) - p->low) / (p->high - p->low);
    return p->scale == SCALE_SQUARE ? sqrtf(share) : share;
}

float parameter_at(const parameter *p, float share)
{
    const float along = !(share > 0.0f) ? 0.0f : share > 1.0f ? 1.0f : share;
    const float part = p->scale == SCALE_SQUARE ? along * along : along;
    return parameter_clamp(p, p->low + (p->high - p->low) * part);
}

float parameter_next_notch(const parameter *p, float value, int direction)
{
    const float notch = floorf(parameter_share(p, value) * PARAMETER_NOTCHES + 0.5f);
    return (notch + (float)direction) / PARAMETER_NOTCHES;
}

float parameter_go_round(const parameter *p, float value)
{
    return value > p->high ? p->low : value < p->low ? p->high : value;
}

// --- words of the command line

static bool read_choice(const parameter *p, const char *text, float *value)
{
    for (uint32_t i = 0; i <= (uint32_t)p->high; i++) {
        if (strcmp(p->names[i], text) != 0) continue;
        *value = (float)i;
        return true;
    }
    return false;
}

// Plain decimals only: strtod would also take hexadecimal, "inf", "nan", and another country's
// comma.
static bool read_decimal(const char *text, float *value)
{
    double number = 0.0, place = 0.0;
    const size_t length = strlen(text);
    if (length == 0 || length > 12) return false;
    for (const char *c = text; *c; c++) {
        if (*c == '.' && place == 0.0 && length > 1) {
            place = 1.0;
        } else if (*c >= '0' && *c <= '9') {
            number = 10.0 * number + (double)(*c - '0');
            place *= 10.0;
        } else {
            return false;
        }
    }
    *value = (float)(place > 0.0 ? number / place : number);
    return true;
}

bool parameter_read(const parameter *p, const char *text, float *value)
{
    if (p->scale == SCALE_CHOICE) return read_choice(p, text, value);
    if (!read_decimal(text, value) || *value < p->low || *value > p->high) return false;
    return p->scale != SCALE_WHOLE || !(*value > floorf(*value));
}

void parameter_range(const parameter *p, char text[PARAMETER_RANGE_SIZE])
{
    int used = 0;
    if (p->scale != SCALE_CHOICE) {
        snprintf(text, PARAMETER_RANGE_SIZE, "%s from %g to %g",
                 p->scale == SCALE_WHOLE ? "a whole number" : "a number", (double)p->low,
                 (double)p->high);
        return;
    }
    for (uint32_t i = 0; i <= (uint32_t)p->high && used >= 0 && used < PARAMETER_RANGE_SIZE; i++)
        used += snprintf(text + used, PARAMETER_RANGE_SIZE - (size_t)used, "%s%s",
                         i > 0 ? ", " : "", p->names[i]);
}
