// SPDX-License-Identifier: MIT
// All that is known of each setting but keys and buttons: what it is called in the file, its range
// and its default. What is kept, repaired and moved in the menu follows this table.
#pragma once

#include "settings.h"

typedef enum setting_kind {
    SETTING_FLOAT,
    SETTING_BOOL,
    SETTING_NUMBER, // where 0 is in range whatever the lowest is
    SETTING_QUALITY
} setting_kind;

typedef struct setting {
    const char *name;
    size_t offset; // in settings
    setting_kind kind;
    float lowest, highest, preset;
} setting;

// In the order of their lines in the file.
extern const setting settings_table[];
extern const uint32_t settings_table_size;

// The one whose field lies at an offset in settings, of which there must be one.
const setting *setting_at(size_t offset);

void setting_set_default(const setting *what, settings *s);
// 1 where the value was out of range and had to be changed, as settings_repair says.
uint32_t setting_repair(const setting *what, settings *s);
