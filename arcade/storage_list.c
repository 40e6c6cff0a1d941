// SPDX-License-Identifier: MIT
// POSIX and, in a few lines, Windows.
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#endif

#include "storage_list.h"

#include <stdio.h>

#ifdef _WIN32

#include <windows.h>

bool storage_list(const char *folder, void (*visit)(void *user, const char *name, int64_t changed),
                  void *user)
{
    char pattern[4200];
    WIN32_FIND_DATAA found;
    snprintf(pattern, sizeof pattern, "%s*", folder);
    HANDLE search = FindFirstFileA(pattern, &found);
    if (search == INVALID_HANDLE_VALUE) return false;
    do {
        const uint64_t time = (uint64_t)found.ftLastWriteTime.dwHighDateTime << 32 |
                              found.ftLastWriteTime.dwLowDateTime;
        visit(user, found.cFileName, (int64_t)(time / 10000000));
    } while (FindNextFileA(search, &found));
    FindClose(search);
    return true;
}

#else

#include <dirent.h>
#include <sys/stat.h>

static int64_t time_of(const char *folder, const char *name)
{
    char path[4200];
    struct stat info;
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    const bool known = length > 0 && (size_t)length < sizeof path && stat(path, &info) == 0;
    return known ? (int64_t)info.st_mtime : 0;
}

bool storage_list(const char *folder, void (*visit)(void *user, const char *name, int64_t changed),
                  void *user)
{
    DIR *all = opendir(folder);
    if (!all) return false;
    for (struct dirent *entry = readdir(all); entry; entry = readdir(all))
        visit(user, entry->d_name, time_of(folder, entry->d_name));
    closedir(all);
    return true;
}

#endif
