// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700 // realpath

#include <quincunx/file.h>

#include "buffer.h"
#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

static qx_result refused(qx_error *error, const char *what, int reason)
{
    char words[96];
    if (strerror_r(reason, words, sizeof words) != 0) words[0] = '\0';
    const bool missing = reason == ENOENT || reason == ENOTDIR;
    const qx_result code = missing ? QX_NOT_FOUND : QX_FILE_ERROR;
    return qx_error_set(error, code, 0, "%s: %s", what, words);
}

static qx_result cannot_write(qx_error *error, const char *what, int reason)
{
    refused(error, what, reason);
    if (error) error->code = QX_FILE_ERROR; // a missing folder is no missing input
    return QX_FILE_ERROR;
}

// --- reading

static qx_result open_to_read(const char *path, int *file, qx_error *error)
{
    *file = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (*file < 0) return refused(error, "cannot open", errno);
    return QX_OK;
}

static void close_input(int file)
{
    if (file != STDIN_FILENO) close(file);
}

// How much to ask for at first: what a regular file holds, and one byte to meet its end.
static size_t first_share(int file, size_t limit)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size < 0) return 1 << 16;
    return ((uint64_t)about.st_size < limit ? (size_t)about.st_size : limit) + 1;
}

// Up to `limit` bytes and one more, by which a file that is too large shows itself.
static qx_result read_all(int file, size_t limit, qx_buffer *buffer, qx_error *error)
{
    size_t share = first_share(file, limit);
    for (;;) {
        if (!qx_buffer_reserve(buffer, share))
            return qx_error_set(error, QX_NO_MEMORY, 0, "out of memory");
        const size_t room = buffer->capacity - buffer->size;
        const size_t wanted = room < INT_MAX ? room : INT_MAX;
        const ssize_t got = read(file, buffer->bytes + buffer->size, wanted);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return refused(error, "cannot read", errno);
        if (got == 0) return QX_OK;
        buffer->size += (size_t)got;
        if (buffer->size > limit)
            return qx_error_set(error, QX_TOO_LARGE, limit, "the file has more than %zu bytes",
                                limit);
        share = buffer->size == buffer->capacity ? 1 : 0;
    }
}

qx_result qx_file_load(const char *path, size_t limit, const qx_allocator *allocator,
                       uint8_t **bytes, size_t *size, qx_error *error)
{
    *bytes = NULL;
    *size = 0;
    int file;
    qx_result result = open_to_read(path, &file, error);
    if (result != QX_OK) return result;

    qx_buffer buffer = { .allocator = allocator };
    result = read_all(file, limit, &buffer, error);
    close_input(file);
    if (result != QX_OK) {
        qx_buffer_release(&buffer);
        return result;
    }
    result = qx_buffer_finish(&buffer, bytes, size);
    if (result != QX_OK) qx_error_set(error, result, 0, "out of memory");
    return result;
}

// --- writing

static bool write_all(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(file, bytes, size < INT_MAX ? size : INT_MAX);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static qx_result write_directly(const char *path, const void *bytes, size_t size, qx_error *error)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return cannot_write(error, "cannot open for writing", errno);
    const int failure = write_all(file, bytes, size) ? 0 : errno;
    if (close(file) != 0 && failure == 0) return cannot_write(error, "cannot write", errno);
    return failure == 0 ? QX_OK : cannot_write(error, "cannot write", failure);
}

// Opens a new file in the folder of `path`. The name is short and hidden, so that it fits wherever
// the path itself fits.
static int open_beside(const char *path, char beside[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash - path) + 1 : 0;
    for (int attempt = 0; attempt < 1000; attempt++) {
        const int length = snprintf(beside, PATH_MAX, "%.*s.qx-%ld-%d.part", folder, path,
                                    (long)getpid(), attempt);
        if (length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        const int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

// `about` describes what has the name now, or is NULL; its permissions are kept.
static bool fill(int file, const struct stat *about, const void *bytes, size_t size)
{
    bool done = write_all(file, bytes, size);
    if (done && about) done = fchmod(file, about->st_mode & 07777) == 0;
    if (done) done = fsync(file) == 0;
    const int reason = errno;
    const bool closed = close(file) == 0;
    if (!done) errno = reason;
    return done && closed;
}

static qx_result replace(const char *path, const struct stat *about, const void *bytes, size_t size,
                         qx_error *error)
{
    if (about && access(path, W_OK) != 0) return cannot_write(error, "cannot replace", errno);
    char beside[PATH_MAX];
    const int file = open_beside(path, beside);
    if (file < 0) return cannot_write(error, "cannot create a file in its folder", errno);
    if (fill(file, about, bytes, size) && rename(beside, path) == 0) return QX_OK;
    const int reason = errno;
    unlink(beside);
    return cannot_write(error, "cannot write", reason);
}

qx_result qx_file_save(const char *path, const void *bytes, size_t size, qx_error *error)
{
    if (strcmp(path, "-") == 0) {
        if (write_all(STDOUT_FILENO, bytes, size)) return QX_OK;
        return cannot_write(error, "cannot write to standard output", errno);
    }
    struct stat about;
    if (stat(path, &about) != 0) return replace(path, NULL, bytes, size, error);
    if (S_ISDIR(about.st_mode)) return cannot_write(error, "cannot replace", EISDIR);
    if (!S_ISREG(about.st_mode)) return write_directly(path, bytes, size, error);
    char target[PATH_MAX];
    if (!realpath(path, target)) return cannot_write(error, "cannot find", errno);
    return replace(target, &about, bytes, size, error);
}
