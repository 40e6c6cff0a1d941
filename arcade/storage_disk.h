// SPDX-License-Identifier: MIT
// The steps on the disk that storage is made of, each of which can fail: the one place that speaks
// to the operating system, and the one place where tests make a step fail.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum disk_kind { DISK_MISSING, DISK_FILE, DISK_OTHER, DISK_REFUSED } disk_kind;

// Every function that can fail leaves the reason in errno.

// What lies at a path; *size is set for DISK_FILE.
disk_kind disk_look(const char *path, uint64_t *size);
FILE *disk_open(const char *path);
// Fails where the file exists already.
FILE *disk_create(const char *path);
bool disk_read(FILE *file, void *bytes, size_t size);
bool disk_write(FILE *file, const void *bytes, size_t size);
// To the medium, not only to the system's cache.
bool disk_flush(FILE *file);
// Closes in any case.
bool disk_close(FILE *file);
// An existing file of the new name is replaced in one step.
bool disk_rename(const char *from, const char *to);
void disk_remove(const char *path);
// True where it exists already.
bool disk_make_folder(const char *path);
// Best effort: brings a rename in this folder to the medium where the system offers that.
void disk_flush_folder(const char *path);
// A number that no other running process uses.
unsigned long disk_process(void);

// The n-th step from now fails; 0 switches that off.
void disk_fail_after(uint32_t steps);
