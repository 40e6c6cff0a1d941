// SPDX-License-Identifier: MIT
// Pictures of a model: PNG files beside it. A skin of another kind (PCX, TGA, JPEG) is looked for
// as a PNG of the same stem; first where the name says, below the model's folder, then in that
// folder itself. Names that lead out of it count as a mere name.
#include "model_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool leads_out(const char *name)
{
    if (name[0] == '/' || strchr(name, '\\') || strchr(name, ':')) return true;
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += part[0] == '/';
        if (part[0] == '.' && part[1] == '.' && (part[2] == '/' || part[2] == '\0')) return true;
    }
    return false;
}

static const char *last_part(const char *name)
{
    const char *at = name;
    for (const char *c = name; *c; c++)
        if (*c == '/' || *c == '\\' || *c == ':') at = c + 1;
    return at;
}

// FOLDER/NAME with .png for what stands behind its last dot. False where it is too long.
static bool write_path(const char *folder, const char *name, char path[2 * MODEL_PATH_SIZE])
{
    const char *dot = strrchr(last_part(name), '.');
    const int length = dot ? (int)(dot - name) : (int)strlen(name);
    const int used = snprintf(path, 2 * MODEL_PATH_SIZE, "%s%.*s.png", folder, length, name);
    return length > 0 && used > 0 && used < 2 * MODEL_PATH_SIZE;
}

static qx_result load(const model_source *s, const char *name, qx_image *image, qx_error *error)
{
    char path[2 * MODEL_PATH_SIZE];
    qx_result result = QX_NOT_FOUND;
    if (!leads_out(name) && write_path(s->folder, name, path))
        result = qx_png_load_file(path, 4, NULL, image, error);
    if (result != QX_OK && write_path(s->folder, last_part(name), path))
        result = qx_png_load_file(path, 4, NULL, image, error);
    return result;
}

static uint32_t find(const model_source *s, const char *name)
{
    uint32_t i = 0;
    while (i < s->skin_count && strcmp(s->skins[i].name, name) != 0) i++;
    return i;
}

static void take_skin(model_source *s, uint32_t mesh, const char *name)
{
    const uint32_t which = find(s, name);
    qx_error error;
    if (which == s->skin_count) {
        model_skin *skin = &s->skins[which];
        if (load(s, name, &skin->image, &error) != QX_OK) return;
        skin->name = name;
        s->skin_count++;
    }
    s->bodies[mesh].skin = which;
}

static bool take_given(model_source *s, const char *given, char *problem, size_t size)
{
    qx_error error;
    const qx_result result = qx_png_load_file(given, 4, NULL, &s->skins[0].image, &error);
    if (result != QX_OK) {
        snprintf(problem, size, "--skin=%.200s: %s", given,
                 error.message[0] ? error.message : qx_result_text(result));
        return false;
    }
    s->skins[0].name = "";
    s->skin_count = 1;
    for (uint32_t i = 0; i < s->model->mesh_count; i++)
        if (s->model->meshes[i].texture_places) s->bodies[i].skin = 0;
    return true;
}

bool model_skins_open(model_source *s, const char *given, char *problem, size_t size)
{
    if (given[0]) return take_given(s, given, problem, size);
    for (uint32_t i = 0; i < s->model->mesh_count; i++) {
        const qx_model_mesh *mesh = &s->model->meshes[i];
        if (mesh->texture_places && mesh->skin) take_skin(s, i, mesh->skin);
    }
    return true;
}

void model_skins_close(model_source *s)
{
    for (uint32_t i = 0; i < s->skin_count; i++) free(s->skins[i].image.pixels);
    s->skin_count = 0;
}
