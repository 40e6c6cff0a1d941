// SPDX-License-Identifier: MIT
#include "error.h"
#include "gltf_load.h"
#include "md2_load.h"

#include <quincunx/file.h>

#include "base/memory.h"

#define DEFAULT_LIMIT ((size_t)1 << 30)

static qx_result read_by_kind(const uint8_t *bytes, size_t size, const char *folder,
                              const qx_model_options *options, model_arena *arena, qx_error *error)
{
    if (md2_is(bytes, size)) return md2_load(bytes, size, options, arena, error);
    if (gltf_is(bytes, size)) return gltf_load(bytes, size, folder, options, arena, error);
    return qx_error_set(error, size == 0 ? QX_TRUNCATED : QX_UNSUPPORTED, 0,
                        size == 0 ? "the file is empty" : "neither MD2 nor glTF nor OBJ");
}

qx_result qx_model_load_memory(const void *bytes, size_t size, const char *folder,
                               const qx_model_options *options, const qx_allocator *allocator,
                               qx_model **model, qx_error *error)
{
    *model = NULL;
    if (error) *error = (qx_error){ .code = QX_OK };
    model_arena *arena = model_arena_create(allocator);
    if (!arena) return qx_error_set(error, QX_NO_MEMORY, 0, "out of memory");
    const qx_result result = read_by_kind(bytes, size, folder, options, arena, error);
    if (result == QX_OK) {
        *model = model_finish(arena);
    } else {
        model_arena_destroy(arena);
    }
    return result;
}
