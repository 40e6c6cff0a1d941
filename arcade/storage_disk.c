// SPDX-License-Identifier: MIT
// POSIX and, in a few lines, Windows.
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#endif

#include "storage_disk.h"

#include <errno.h>
#include <sys/stat.h>

#ifdef _WIN32
#include <direct.h>
#include <io.h>
#include <process.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

// Storage is used by one thread, and only tests set this.
static uint32_t steps_until_failure;

void disk_fail_after(uint32_t steps)
{
    steps_until_failure = steps;
}

// Counts a step; false where it is the one that shall fail.
static bool step(void)
{
    if (steps_until_failure == 0 || --steps_until_failure > 0) return true;
    errno = ENOSPC;
    return false;
}

#ifdef _WIN32

static bool flush_to_medium(FILE *file)
{
    return _commit(_fileno(file)) == 0;
}

static bool replace(const char *from, const char *to)
{
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING)) return true;
    errno = EACCES;
    return false;
}

static int make_folder(const char *path)
{
    return _mkdir(path);
}

void disk_flush_folder(const char *path)
{
    (void)path; // MoveFileEx has no such need
}

unsigned long disk_process(void)
{
    return (unsigned long)_getpid();
}

static bool is_regular(const struct stat *info)
{
    return (info->st_mode & _S_IFMT) == _S_IFREG;
}

static bool is_folder(const struct stat *info)
{
    return (info->st_mode & _S_IFMT) == _S_IFDIR;
}

#else

static bool flush_to_medium(FILE *file)
{
    return fsync(fileno(file)) == 0 ||
           errno == EINVAL; // EINVAL: this file system has no such thing
}

static bool replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

static int make_folder(const char *path)
{
    return mkdir(path, 0755);
}

// Not a counted failure: by now the rename has happened, and only a power cut could still bring the
// old file back.
void disk_flush_folder(const char *path)
{
    if (!step()) return;
    const int folder = open(path, O_RDONLY);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
}

unsigned long disk_process(void)
{
    return (unsigned long)getpid();
}

static bool is_regular(const struct stat *info)
{
    return S_ISREG(info->st_mode);
}

static bool is_folder(const struct stat *info)
{
    return S_ISDIR(info->st_mode);
}

#endif

disk_kind disk_look(const char *path, uint64_t *size)
{
    struct stat info;
    if (!step()) return DISK_REFUSED;
    if (stat(path, &info) != 0) return errno == ENOENT ? DISK_MISSING : DISK_REFUSED;
    if (!is_regular(&info)) return DISK_OTHER;
    *size = (uint64_t)info.st_size;
    return DISK_FILE;
}

FILE *disk_open(const char *path)
{
    return step() ? fopen(path, "rb") : NULL;
}

FILE *disk_create(const char *path)
{
    return step() ? fopen(path, "wbx") : NULL;
}

bool disk_read(FILE *file, void *bytes, size_t size)
{
    if (!step()) return false;
    errno = 0;
    if (fread(bytes, 1, size, file) == size) return true;
    if (errno == 0) errno = EIO; // shorter than it was a moment ago
    return false;
}

bool disk_write(FILE *file, const void *bytes, size_t size)
{
    if (step()) return fwrite(bytes, 1, size, file) == size;
    (void)fwrite(bytes, 1, size / 2, file); // what a full disk leaves behind
    errno = ENOSPC;
    return false;
}

bool disk_flush(FILE *file)
{
    if (!step() || fflush(file) != 0) return false;
    return step() && flush_to_medium(file);
}

bool disk_close(FILE *file)
{
    const bool allowed = step();
    const bool closed = fclose(file) == 0;
    if (!allowed) errno = ENOSPC;
    return allowed && closed;
}

bool disk_rename(const char *from, const char *to)
{
    return step() && replace(from, to);
}

void disk_remove(const char *path)
{
    (void)remove(path);
}

bool disk_make_folder(const char *path)
{
    if (!step()) return false;
    if (make_folder(path) == 0) return true;
    struct stat info;
    if (errno != EEXIST && errno != EACCES && errno != EROFS) return false;
    const int reason = errno;
    if (stat(path, &info) == 0) {
        if (is_folder(&info)) return true;
        errno = ENOTDIR;
        return false;
    }
    errno = reason;
    return false;
}
