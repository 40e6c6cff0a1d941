// SPDX-License-Identifier: MIT
#include "error.h"
#include "obj_load.h"

#include <quincunx/file.h>

#include "base/memory.h"

#include <stdalign.h>
#include <string.h>

// A series is its first file and what is found by counting on in its name, up to the first number
// that is missing.

// Where a path's name begins, its digits, and its suffix.
typedef struct path_parts {
    size_t name, digits, suffix;
} path_parts;

typedef struct series {
    model_arena *arena;
    qx_error *error;
    size_t limit, used; // bytes of files
    char *path;
    path_parts parts;
    qx_buffer files, names; // obj_file, const char *
} series;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static path_parts parts_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    path_parts parts = { .name = slash ? (size_t)(slash - path) + 1 : 0 };
    const char *dot = strrchr(path + parts.name, '.');
    parts.suffix = dot && dot > path + parts.name ? (size_t)(dot - path) : strlen(path);
    parts.digits = parts.suffix;
    while (parts.digits > parts.name && is_digit(path[parts.digits - 1])) parts.digits--;
    return parts;
}

// 0009 becomes 0010, and 9999 becomes 10000: the path has room for that.
static void count_on(series *s)
{
    char *path = s->path;
    size_t at = s->parts.suffix;
    while (at > s->parts.digits && path[at - 1] == '9') path[--at] = '0';
    if (at > s->parts.digits) {
        path[at - 1]++;
        return;
    }
    memmove(path + at + 1, path + at, strlen(path + at) + 1);
    path[at] = '1';
    s->parts.suffix++;
}

static qx_result no_memory(const series *s)
{
    return qx_error_set(s->error, QX_NO_MEMORY, 0, "out of memory");
}

// Failures of files after the first name them: the caller only knows the first.
static qx_result name_it(const series *s, qx_result result)
{
    if (!s->error || result == QX_OK || s->files.size <= sizeof(obj_file)) return result;
    const qx_error reason = *s->error;
    qx_error_set(s->error, result, reason.offset, "%.60s: %.90s", s->path + s->parts.name,
                 reason.message);
    s->error->line = reason.line;
    return result;
}

static qx_result add_name(series *s)
{
    const char *first = s->path + s->parts.name;
    const char *name = model_take_name(s->arena, first, s->parts.suffix - s->parts.name);
    qx_buffer_add(&s->names, &name, sizeof name);
    return name && !s->names.failed ? QX_OK : no_memory(s);
}

static qx_result add_file(series *s, const uint8_t *bytes, size_t size)
{
    const qx_buffer empty = { .allocator = &s->arena->allocator };
    const obj_file none = { empty, empty, empty, empty };
    s->used += size;
    if (obj_file_count(&s->files, sizeof none) == 1 << 24)
        return qx_error_set(s->error, QX_TOO_LARGE, 0, "more than 2^24 files");
    qx_buffer_add(&s->files, &none, sizeof none);
    if (s->files.failed) return no_memory(s);
    obj_file *file = (obj_file *)(void *)(s->files.bytes + s->files.size) - 1;
    qx_result result = obj_file_read(bytes, size, s->limit, &s->arena->allocator, file, s->error);
    const obj_file *first = (const obj_file *)(const void *)s->files.bytes;
    if (result == QX_OK) result = obj_file_compare(first, file, s->error);
    if (result == QX_OK) result = add_name(s);
    return name_it(s, result);
}

// QX_NOT_FOUND: the series is at its end.
static qx_result add_next(series *s)
{
    uint8_t *bytes;
    size_t size;
    count_on(s);
    qx_result result =
        qx_file_load(s->path, s->limit - s->used, &s->arena->allocator, &bytes, &size, s->error);
    if (result == QX_NOT_FOUND) return result;
    if (result == QX_OK) {
        result = add_file(s, bytes, size);
        qx_release(&s->arena->allocator, bytes, size ? size : 1);
        return result;
    }
    if (s->error && result != QX_NO_MEMORY) {
        const qx_error reason = *s->error;
        qx_error_set(s->error, result, 0, "%.60s: %.90s", s->path + s->parts.name, reason.message);
    }
    return result;
}

static qx_result read_files(series *s, const uint8_t *bytes, size_t size)
{
    qx_result result = add_file(s, bytes, size);
    while (result == QX_OK && s->parts.digits < s->parts.suffix) result = add_next(s);
    if (result != QX_NOT_FOUND) return result;
    if (s->error) *s->error = (qx_error){ .code = QX_OK };
    return QX_OK;
}

static qx_result make_model(series *s, const qx_model_options *options)
{
    const uint32_t count = obj_file_count(&s->files, sizeof(obj_file));
    const char **names = model_take(s->arena, count, sizeof *names);
    if (!names) return no_memory(s);
    memcpy(names, s->names.bytes, count * sizeof *names);
    const obj_file *files = (const obj_file *)(const void *)s->files.bytes;
    return obj_load(files, names, count, options, s->arena, s->error);
}

static void release(series *s)
{
    obj_file *files = (obj_file *)(void *)s->files.bytes;
    for (uint32_t i = 0; i < obj_file_count(&s->files, sizeof *files); i++)
        obj_file_release(&files[i]);
    qx_buffer_release(&s->files);
    qx_buffer_release(&s->names);
}

qx_result obj_load_series(const char *path, const uint8_t *bytes, size_t size,
                          const qx_model_options *options, model_arena *arena, qx_error *error)
{
    const char *used = path ? path : "obj";
    const size_t room = strlen(used) + 16; // digits grow one by one, and 2^24 ends them
    const qx_buffer empty = { .allocator = &arena->allocator };
    series s = { .arena = arena, .error = error, .files = empty, .names = empty };
    s.limit = options && options->limit ? options->limit : MODEL_LIMIT;
    s.parts = parts_of(used);
    s.path = qx_allocate(&arena->allocator, room, alignof(char));
    if (!s.path) return no_memory(&s);
    strcpy(s.path, used);
    qx_result result = read_files(&s, bytes, size);
    if (result == QX_OK) result = make_model(&s, options);
    release(&s);
    qx_release(&arena->allocator, s.path, room);
    return result;
}
