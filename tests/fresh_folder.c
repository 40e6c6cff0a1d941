// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "fresh_folder.h"

#include "storage.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

const char *fresh_folder(void)
{
    return folder;
}

const char *fresh_path(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

int fresh_folder_open(void **state)
{
    (void)state;
    storage_problem problem;
    strcpy(folder, "/tmp/qx-test-XXXXXX");
    return mkdtemp(folder) && storage_open(folder, &problem) ? 0 : 1;
}

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// Visits the files of a folder; folders in it first, where all is removed.
static uint32_t visit(const char *path, bool and_remove)
{
    uint32_t count = 0;
    DIR *all = opendir(path);
    if (!all) return 0;
    for (struct dirent *entry = readdir(all); entry; entry = readdir(all)) {
        char name[800];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (is_folder(name)) {
            if (and_remove) visit(name, true);
            continue;
        }
        count++;
        if (and_remove) remove(name);
    }
    closedir(all);
    if (and_remove) rmdir(path);
    return count;
}

int fresh_folder_remove(void **state)
{
    (void)state;
    storage_fail_after(0);
    visit(folder, true);
    return is_folder(folder) ? 1 : 0;
}

bool fresh_exists(const char *name)
{
    struct stat info;
    return stat(fresh_path(name), &info) == 0;
}

uint32_t fresh_count(const char *name)
{
    return visit(fresh_path(name), false);
}

size_t fresh_read(const char *name, uint8_t *bytes, size_t room)
{
    FILE *file = fopen(fresh_path(name), "rb");
    if (!file) return 0;
    const size_t size = fread(bytes, 1, room, file);
    fclose(file);
    return size;
}

void fresh_write(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(fresh_path(name), "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) abort();
}
