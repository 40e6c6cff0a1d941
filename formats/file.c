// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700 // realpath

#include <quincunx/file.h>

#include "base/memory.h"
#include "buffer.h"
#include "error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdalign.h>
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

// `target` is what is replaced in the end, `beside` what is written until then; both empty where
// the place itself is written: devices, pipes, standard output.
struct qx_file {
    qx_allocator allocator;
    int file;
    bool direct, replaces;
    mode_t mode; // of what is replaced
    char target[PATH_MAX], beside[PATH_MAX];
};

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

static qx_result open_directly(qx_file *writer, const char *path, qx_error *error)
{
    writer->direct = true;
    writer->file = open(path, O_WRONLY | O_CLOEXEC);
    return writer->file >= 0 ? QX_OK : cannot_write(error, "cannot open for writing", errno);
}

// Opens a new file in the folder of the target. The name is short and hidden, so that it fits
// wherever the target itself fits.
static int open_beside(qx_file *writer)
{
    const char *slash = strrchr(writer->target, '/');
    const int folder = slash ? (int)(slash - writer->target) + 1 : 0;
    for (int attempt = 0; attempt < 1000; attempt++) {
        const int length = snprintf(writer->beside, PATH_MAX, "%.*s.qx-%ld-%d.part", folder,
                                    writer->target, (long)getpid(), attempt);
        if (length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        const int file = open(writer->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

static qx_result open_replacement(qx_file *writer, qx_error *error)
{
    if (writer->replaces && access(writer->target, W_OK) != 0)
        return cannot_write(error, "cannot replace", errno);
    writer->file = open_beside(writer);
    if (writer->file >= 0) return QX_OK;
    return cannot_write(error, "cannot create a file in its folder", errno);
}

static qx_result begin(qx_file *writer, const char *path, qx_error *error)
{
    if (strcmp(path, "-") == 0) {
        writer->direct = true;
        writer->file = STDOUT_FILENO;
        return QX_OK;
    }
    struct stat about;
    writer->replaces = stat(path, &about) == 0;
    if (!writer->replaces) {
        if (strlen(path) >= PATH_MAX) return cannot_write(error, "cannot create", ENAMETOOLONG);
        strcpy(writer->target, path);
        return open_replacement(writer, error);
    }
    writer->mode = about.st_mode;
    if (S_ISDIR(about.st_mode)) return cannot_write(error, "cannot replace", EISDIR);
    if (!S_ISREG(about.st_mode)) return open_directly(writer, path, error);
    if (!realpath(path, writer->target)) return cannot_write(error, "cannot find", errno);
    return open_replacement(writer, error);
}

static bool close_output(int file)
{
    return file == STDOUT_FILENO || close(file) == 0;
}

// The file in its place with its permissions. False with errno set.
static bool settle(qx_file *writer)
{
    bool done = true;
    if (!writer->direct && writer->replaces) done = fchmod(writer->file, writer->mode & 07777) == 0;
    if (!writer->direct && done) done = fsync(writer->file) == 0;
    const int reason = errno;
    const bool closed = close_output(writer->file);
    if (!done) errno = reason;
    return done && closed && (writer->direct || rename(writer->beside, writer->target) == 0);
}

static qx_result finish(qx_file *writer, qx_error *error)
{
    if (settle(writer)) return QX_OK;
    const int reason = errno;
    if (!writer->direct) unlink(writer->beside);
    return cannot_write(error, "cannot write", reason);
}

static void abandon(qx_file *writer)
{
    close_output(writer->file);
    if (!writer->direct) unlink(writer->beside);
}

qx_result qx_file_write(qx_file *file, const void *bytes, size_t size, qx_error *error)
{
    if (write_all(file->file, bytes, size)) return QX_OK;
    const bool standard = file->file == STDOUT_FILENO;
    return cannot_write(error, standard ? "cannot write to standard output" : "cannot write",
                        errno);
}

// Whoever ends the program waits until the file is whole or gone, else the half of it would stay.
// Not where a reader may let us wait as long as it likes.
static void hold_signals(const char *path, sigset_t *before)
{
    struct stat about;
    sigset_t ends;
    const bool direct =
        strcmp(path, "-") == 0 || (stat(path, &about) == 0 && !S_ISREG(about.st_mode));
    sigemptyset(&ends);
    if (!direct) {
        sigaddset(&ends, SIGINT);
        sigaddset(&ends, SIGTERM);
        sigaddset(&ends, SIGHUP);
    }
    pthread_sigmask(SIG_BLOCK, &ends, before);
}

static qx_result save(const char *path, const void *bytes, size_t size, qx_error *error)
{
    qx_file writer = { 0 };
    qx_result result = begin(&writer, path, error);
    if (result != QX_OK) return result;
    result = qx_file_write(&writer, bytes, size, error);
    if (result == QX_OK) return finish(&writer, error);
    abandon(&writer);
    return result;
}

qx_result qx_file_save(const char *path, const void *bytes, size_t size, qx_error *error)
{
    sigset_t before;
    hold_signals(path, &before);
    const qx_result result = save(path, bytes, size, error);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

qx_result qx_file_create(const char *path, const qx_allocator *allocator, qx_file **file,
                         qx_error *error)
{
    *file = NULL;
    qx_file *writer = qx_allocate_zeroed(allocator, sizeof *writer, alignof(qx_file));
    if (!writer) return qx_error_set(error, QX_NO_MEMORY, 0, "out of memory");
    writer->allocator = qx_allocator_resolve(allocator);
    const qx_result result = begin(writer, path, error);
    if (result == QX_OK)
        *file = writer;
    else
        qx_release(allocator, writer, sizeof *writer);
    return result;
}

static void release_file(qx_file *file)
{
    const qx_allocator allocator = file->allocator;
    qx_release(&allocator, file, sizeof *file);
}

qx_result qx_file_commit(qx_file *file, qx_error *error)
{
    const qx_result result = finish(file, error);
    release_file(file);
    return result;
}

void qx_file_destroy(qx_file *file)
{
    if (!file) return;
    abandon(file);
    release_file(file);
}
