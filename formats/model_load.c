// SPDX-License-Identifier: MIT
#include "error.h"
#include "gltf_load.h"
#include "md2_load.h"
#include "model_bounds.h"
#include "obj_load.h"

#include <quincunx/file.h>

#include "base/memory.h"

#include <stdalign.h>
#include <string.h>

// `path` is NULL for bytes that no file is known of, `folder` where none may be read from.
static qx_result read_by_kind(const uint8_t *bytes, size_t size, const char *path,
                              const char *folder, const qx_model_options *options,
                              model_arena *arena, qx_error *error)
{
    if (size == 0) return qx_error_set(error, QX_TRUNCATED, 0, "the file is empty");
    if (md2_is(bytes, size)) return md2_load(bytes, size, options, arena, error);
    if (gltf_is(bytes, size)) return gltf_load(bytes, size, folder, options, arena, error);
    if (obj_is(bytes, size)) return obj_load_series(path, bytes, size, options, arena, error);
    return qx_error_set(error, QX_UNSUPPORTED, 0, "neither MD2 nor glTF nor OBJ");
}

static qx_result load(const uint8_t *bytes, size_t size, const char *path, const char *folder,
                      const qx_model_options *options, const qx_allocator *allocator,
                      qx_model **model, qx_error *error)
{
    if (error) *error = (qx_error){ .code = QX_OK };
    model_arena *arena = model_arena_create(allocator);
    if (!arena) return qx_error_set(error, QX_NO_MEMORY, 0, "out of memory");
    qx_result result = read_by_kind(bytes, size, path, folder, options, arena, error);
    if (result == QX_OK && !model_bounds_find(arena, MODEL_BOUNDS_WORK))
        result = qx_error_set(error, QX_NO_MEMORY, 0, "out of memory");
    if (result == QX_OK) {
        *model = model_finish(arena);
    } else {
        model_arena_destroy(arena);
    }
    return result;
}

qx_result qx_model_load_memory(const void *bytes, size_t size, const char *folder,
                               const qx_model_options *options, const qx_allocator *allocator,
                               qx_model **model, qx_error *error)
{
    *model = NULL;
    return load(bytes, size, NULL, folder, options, allocator, model, error);
}

// "." for names without one, "/" for the root.
static void set_folder(char *folder, const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash && slash != path ? (size_t)(slash - path) : 1;
    memcpy(folder, slash ? path : ".", length);
    folder[length] = '\0';
}

static qx_result load_beside(const uint8_t *bytes, size_t size, const char *path,
                             const qx_model_options *options, const qx_allocator *allocator,
                             qx_model **model, qx_error *error)
{
    const size_t room = strlen(path) + 2;
    char *folder = qx_allocate(allocator, room, alignof(char));
    if (!folder) return qx_error_set(error, QX_NO_MEMORY, 0, "out of memory");
    set_folder(folder, path);
    const qx_result result = load(bytes, size, path, folder, options, allocator, model, error);
    qx_release(allocator, folder, room);
    return result;
}

qx_result qx_model_load_file(const char *path, const qx_model_options *options,
                             const qx_allocator *allocator, qx_model **model, qx_error *error)
{
    *model = NULL;
    const size_t limit = options && options->limit ? options->limit : MODEL_LIMIT;
    uint8_t *bytes;
    size_t size;
    qx_result result = qx_file_load(path, limit, allocator, &bytes, &size, error);
    if (result != QX_OK) return result;
    if (strcmp(path, "-") == 0) {
        result = load(bytes, size, NULL, NULL, options, allocator, model, error);
    } else {
        result = load_beside(bytes, size, path, options, allocator, model, error);
    }
    qx_release(allocator, bytes, size ? size : 1);
    return result;
}
