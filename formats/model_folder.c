// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "model_folder.h"

#include "error.h"

#include <quincunx/file.h>

#include "base/memory.h"

#include <stdalign.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

// Names come out of files that anyone may have made. Symbolic links in the folder are the user's
// own and are followed.

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// In place: it only becomes shorter. "%" without two digits behind it stays what it is.
static void decode(char *name)
{
    char *to = name;
    for (const char *from = name; *from; from++) {
        const int high = *from == '%' ? digit_of(from[1]) : -1;
        const int low = high >= 0 ? digit_of(from[2]) : -1;
        *to++ = low >= 0 ? (char)(high * 16 + low) : *from;
        if (low >= 0) from += 2;
    }
    *to = '\0';
}

// A drive's letter ends with ":" as a scheme does, and no system needs one in a name.
static bool has_odd_characters(const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || *name == '\\' || *name == ':') return true;
    return false;
}

static bool steps_up(const char *name)
{
    for (;;) {
        const size_t length = strcspn(name, "/");
        if (length == 2 && name[0] == '.' && name[1] == '.') return true;
        if (name[length] == '\0') return false;
        name += length + 1;
    }
}

static bool hides_zero(const char *name)
{
    return strstr(name, "%00") != NULL;
}

static bool stays_inside(const char *name)
{
    return name[0] != '\0' && name[0] != '/' && !has_odd_characters(name) && !steps_up(name);
}

static void join(char *path, const char *folder, const char *name)
{
    const size_t length = strlen(folder);
    memcpy(path, folder, length);
    path[length] = '/';
    strcpy(path + length + 1, name);
}

qx_result model_folder_find(const char *folder, const char *name, const qx_allocator *allocator,
                            char **path, size_t *size, qx_error *error)
{
    *path = NULL;
    *size = strlen(folder) + strlen(name) + 2;
    char *joined = qx_allocate(allocator, *size, alignof(char));
    if (!joined) return qx_error_set(error, QX_NO_MEMORY, 0, "out of memory");
    join(joined, folder, name);
    char *inside = joined + strlen(folder) + 1;
    const bool cut = hides_zero(inside);
    decode(inside);
    if (!cut && stays_inside(inside)) {
        *path = joined;
        return QX_OK;
    }
    qx_release(allocator, joined, *size);
    return qx_error_set(error, QX_BAD_DATA, 0, "\"%.80s\" does not lie in the model's folder",
                        name);
}

static qx_result name_it(const char *name, qx_result result, qx_error *error)
{
    if (!error || result == QX_OK) return result;
    const qx_error reason = *error;
    return qx_error_set(error, result, reason.offset, "%.60s: %.90s", name, reason.message);
}

// A pipe would keep its reader waiting for ever. Of what is not there, the reader tells.
static bool can_wait(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

qx_result model_folder_load(const char *folder, const char *name, size_t limit,
                            const qx_allocator *allocator, uint8_t **bytes, size_t *size,
                            qx_error *error)
{
    *bytes = NULL;
    *size = 0;
    char *path;
    size_t path_size;
    qx_result result = model_folder_find(folder, name, allocator, &path, &path_size, error);
    if (result != QX_OK) return result;
    result = can_wait(path)
                 ? qx_error_set(error, QX_FILE_ERROR, 0, "it is no file but a pipe or device")
                 : qx_file_load(path, limit, allocator, bytes, size, error);
    qx_release(allocator, path, path_size);
    return name_it(name, result, error);
}
