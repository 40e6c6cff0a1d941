// SPDX-License-Identifier: MIT
// Loads anything as OBJ, writes the model as OBJ, and reads that again: the same corners, bit for
// bit but for normals, which are made unit twice.

#include "fuzz.h"

#include <math.h>
#include <quincunx/model.h>
#include <quincunx/obj.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 22 };

static void require(bool condition)
{
    if (!condition) abort();
}

static void check(const qx_model *model)
{
    const qx_model_mesh *mesh = model->meshes;
    require(model->mesh_count == 1 && mesh->vertex_count > 0 && mesh->key_count == 1);
    require(mesh->index_count > 0 && mesh->index_count % 3 == 0);
    for (uint32_t i = 0; i < mesh->index_count; i++) require(mesh->indices[i] < mesh->vertex_count);
    for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; i++)
        require(fabsf(mesh->positions[i]) <= 1e9f && fabsf(mesh->normals[i]) <= 1.000001f);
}

static void compare(const qx_model_mesh *a, const qx_model_mesh *b)
{
    require(a->index_count == b->index_count && a->flat == b->flat);
    require((a->texture_places == NULL) == (b->texture_places == NULL));
    for (uint32_t i = 0; i < a->index_count; i++)
        for (size_t axis = 0; axis < 3; axis++) {
            const size_t from = 3 * (size_t)a->indices[i] + axis;
            const size_t to = 3 * (size_t)b->indices[i] + axis;
            require(a->positions[from] == b->positions[to]);
            require(fabsf(a->normals[from] - b->normals[to]) < 1e-6f);
        }
}

static void save_and_reload(const qx_model_mesh *mesh)
{
    const qx_mesh plain = { .vertex_count = mesh->vertex_count,
                            .positions = mesh->positions,
                            .normals = mesh->flat ? NULL : mesh->normals,
                            .texture_places = mesh->texture_places,
                            .indices = mesh->indices,
                            .index_count = mesh->index_count };
    const qx_mesh_set set = { .meshes = &plain, .count = 1, .axes = QX_MESH_Y_UP };
    uint8_t *bytes;
    size_t size;
    qx_model *again;
    require(qx_obj_save_memory(&set, NULL, &bytes, &size) == QX_OK);
    require(qx_model_load_memory(bytes, size, NULL, NULL, NULL, &again, NULL) == QX_OK);
    check(again);
    compare(mesh, again->meshes);
    qx_model_destroy(again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const others[] = { "IDP2", "glTF", "{" };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const size_t length = strlen(others[i]);
        if (size >= length && memcmp(data, others[i], length) == 0) return 0;
    }
    qx_model *model;
    qx_error error = { .code = QX_OK };
    const qx_model_options options = { .limit = LIMIT };
    const qx_result result = qx_model_load_memory(data, size, NULL, &options, NULL, &model, &error);
    require((result == QX_OK) == (model != NULL));
    require(result == QX_OK || (error.code == result && error.message[0] != '\0'));
    if (!model || strcmp(model->format, "OBJ") != 0) {
        qx_model_destroy(model);
        return 0;
    }
    check(model);
    save_and_reload(model->meshes);
    qx_model_destroy(model);
    return 0;
}
