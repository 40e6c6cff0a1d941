// SPDX-License-Identifier: MIT
#include "settings_table.h"

// A field is called in the file as it is called here, so these names stay the same for ever.
#define FIELD(field) #field, offsetof(settings, field)

const setting settings_table[] = {
    { FIELD(volume_master), SETTING_FLOAT, 0.0f, 1.0f, 0.8f },
    { FIELD(volume_effects), SETTING_FLOAT, 0.0f, 1.0f, 0.8f },
    { FIELD(volume_music), SETTING_FLOAT, 0.0f, 1.0f, 0.6f },
    { FIELD(shake), SETTING_FLOAT, 0.0f, 1.0f, 0.5f },
    { FIELD(flash), SETTING_FLOAT, 0.0f, 1.0f, 0.5f },
    { FIELD(limit_flashes), SETTING_BOOL, false, true, true },
    { FIELD(bloom), SETTING_FLOAT, 0.0f, 1.0f, 1.0f },
    { FIELD(particles), SETTING_FLOAT, 0.0f, 1.0f, 1.0f },
    { FIELD(reduced_motion), SETTING_BOOL, false, true, false },
    { FIELD(fullscreen), SETTING_BOOL, false, true, false },
    { FIELD(vsync), SETTING_BOOL, false, true, true },
    // A lower one makes a game unplayable, a higher one is none.
    { FIELD(frame_cap), SETTING_NUMBER, 30, 1000, 0 },
    { FIELD(quality), SETTING_QUALITY, QUALITY_AUTO, QUALITY_HIGH, QUALITY_AUTO },
    { FIELD(palette), SETTING_NUMBER, 0, 1, 0 },
    { FIELD(one_stick), SETTING_BOOL, false, true, false },
    { FIELD(stick_dead_zone), SETTING_FLOAT, 0.0f, 0.9f, 0.2f },
    { FIELD(stick_curve), SETTING_FLOAT, 1.0f, 3.0f, 1.5f },
};

const uint32_t settings_table_size = sizeof settings_table / sizeof settings_table[0];

const setting *setting_at(size_t offset)
{
    const setting *found = settings_table;
    while (found->offset != offset) found++;
    return found;
}

void setting_set_default(const setting *what, settings *s)
{
    void *const value = (char *)s + what->offset;
    switch (what->kind) {
    case SETTING_FLOAT: *(float *)value = what->preset; break;
    case SETTING_BOOL: *(bool *)value = what->preset != 0.0f; break;
    case SETTING_NUMBER: *(uint32_t *)value = (uint32_t)what->preset; break;
    case SETTING_QUALITY: *(quality *)value = (quality)what->preset; break;
    }
}

// NaN fails both comparisons the right way round.
static uint32_t repair_float(const setting *what, float *value)
{
    if (*value >= what->lowest && *value <= what->highest) return 0;
    if (*value > what->highest)
        *value = what->highest;
    else if (*value < what->lowest)
        *value = what->lowest;
    else
        *value = what->preset;
    return 1;
}

static uint32_t repair_number(const setting *what, uint32_t *value)
{
    const uint32_t before = *value;
    const uint32_t lowest = (uint32_t)what->lowest, highest = (uint32_t)what->highest;
    if (*value > 0 && *value < lowest) *value = lowest;
    if (*value > highest) *value = highest;
    return *value != before;
}

// A word has no nearest one.
static uint32_t repair_quality(const setting *what, quality *value)
{
    if ((uint32_t)*value <= (uint32_t)what->highest) return 0;
    *value = (quality)what->preset;
    return 1;
}

uint32_t setting_repair(const setting *what, settings *s)
{
    void *const value = (char *)s + what->offset;
    switch (what->kind) {
    case SETTING_FLOAT: return repair_float(what, value);
    case SETTING_BOOL: return 0;
    case SETTING_NUMBER: return repair_number(what, value);
    case SETTING_QUALITY: return repair_quality(what, value);
    }
    return 0;
}
