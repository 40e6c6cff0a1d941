// SPDX-License-Identifier: MIT
// A folder of its own for each test, as storage_open's; gone afterwards with all that is in it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// For cmocka's setup and teardown.
int fresh_folder_open(void **state);
int fresh_folder_remove(void **state);
#define IN_FOLDER(test)                                                                            \
    cmocka_unit_test_setup_teardown(test, fresh_folder_open, fresh_folder_remove)

// Valid until the next call of fresh_folder_open; ends without a separator.
const char *fresh_folder(void);
// Path of a file in it; valid until the next call.
const char *fresh_path(const char *name);
bool fresh_exists(const char *name);
// Files in a folder of it; "" is the folder itself, folders not counted.
uint32_t fresh_count(const char *name);
size_t fresh_read(const char *name, uint8_t *bytes, size_t room);
void fresh_write(const char *name, const void *bytes, size_t size);
