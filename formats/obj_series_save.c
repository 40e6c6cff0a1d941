// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "error.h"

#include <quincunx/file.h>
#include <quincunx/model.h>
#include <quincunx/obj.h>

#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// All files are written into a hidden folder beside their places; then each file that is in the way
// goes into that folder and the new one out of it. Until the last one is in place every step can be
// taken back. A series may have more files than a process may hold open, so none is.

typedef struct series {
    const qx_model_mesh *mesh;
    const qx_allocator *allocator;
    qx_error *error;
    int folder;       // length of the path to it, with its slash
    int stem;         // length of the path without its suffix
    const char *path; // NAME.obj
    char hidden[48];  // the folder's name
    char *target, *made, *old;
    size_t room; // of each of the three
} series;

// --- paths

static void set_paths(const series *s, uint32_t number)
{
    snprintf(s->target, s->room, "%.*s_%04" PRIu32 "%s", s->stem, s->path, number + 1,
             s->path + s->stem);
    snprintf(s->made, s->room, "%.*s%s/%" PRIu32, s->folder, s->path, s->hidden, number);
    snprintf(s->old, s->room, "%.*s%s/%" PRIu32 ".old", s->folder, s->path, s->hidden, number);
}

static void measure(series *s, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    s->path = path;
    s->folder = (int)(name - path);
    s->stem = (int)((dot && dot > name ? dot : name + strlen(name)) - path);
    s->room = strlen(path) + 80;
}

static qx_result refuse(const series *s, const char *what, int reason)
{
    char words[96];
    if (strerror_r(reason, words, sizeof words) != 0) words[0] = '\0';
    return qx_error_set(s->error, QX_FILE_ERROR, 0, "%.70s: %s", what, words);
}

static qx_result refuse_target(const series *s, int reason)
{
    return refuse(s, s->target + s->folder, reason);
}

// --- before

// Also a file behind the last: readers would count on to it.
static qx_result look_around(const series *s)
{
    struct stat about;
    for (uint32_t i = 0; i < s->mesh->key_count; i++) {
        set_paths(s, i);
        if (lstat(s->target, &about) == 0 && !S_ISREG(about.st_mode))
            return refuse_target(s, S_ISDIR(about.st_mode) ? EISDIR : EEXIST);
    }
    set_paths(s, s->mesh->key_count);
    if (lstat(s->target, &about) != 0) return QX_OK;
    return qx_error_set(s->error, QX_FILE_ERROR, 0,
                        "%.70s is there already and would count as one more of the series",
                        s->target + s->folder);
}

// The folder's path takes the place of a file's for as long as it is needed.
static void set_folder_path(const series *s)
{
    snprintf(s->made, s->room, "%.*s%s", s->folder, s->path, s->hidden);
}

static qx_result make_folder(series *s)
{
    for (int attempt = 0; attempt < 1000; attempt++) {
        snprintf(s->hidden, sizeof s->hidden, ".qx-%ld-%d.part", (long)getpid(), attempt);
        set_folder_path(s);
        if (mkdir(s->made, 0777) == 0) return QX_OK;
        if (errno != EEXIST) break;
    }
    return refuse(s, "cannot create a folder beside it", errno);
}

// --- writing

static qx_result write_key(const series *s, uint32_t key)
{
    const size_t first = 3 * (size_t)key * s->mesh->vertex_count;
    const qx_mesh mesh = { .name = s->mesh->name && s->mesh->name[0] ? s->mesh->name : NULL,
                           .vertex_count = s->mesh->vertex_count,
                           .positions = s->mesh->positions + first,
                           .normals = s->mesh->flat ? NULL : s->mesh->normals + first,
                           .texture_places = s->mesh->texture_places,
                           .indices = s->mesh->indices,
                           .index_count = s->mesh->index_count };
    const qx_mesh_set set = { .meshes = &mesh, .count = 1, .axes = QX_MESH_Y_UP };
    set_paths(s, key);
    return qx_obj_save_file(&set, s->made, s->allocator, s->error);
}

static qx_result write_all(const series *s)
{
    for (uint32_t key = 0; key < s->mesh->key_count; key++) {
        const qx_result result = write_key(s, key);
        if (result != QX_OK) return result;
    }
    return QX_OK;
}

// --- into their places

static qx_result put_in_place(const series *s, uint32_t number)
{
    set_paths(s, number);
    if (rename(s->target, s->old) != 0 && errno != ENOENT) return refuse_target(s, errno);
    if (rename(s->made, s->target) == 0) return QX_OK;
    const qx_result result = refuse_target(s, errno);
    rename(s->old, s->target); // where there was one
    return result;
}

// The old one back in place of the new, or nothing where there was none.
static void take_back(const series *s, uint32_t number)
{
    set_paths(s, number);
    if (rename(s->old, s->target) != 0) unlink(s->target);
}

static qx_result put_all_in_place(const series *s)
{
    for (uint32_t i = 0; i < s->mesh->key_count; i++) {
        const qx_result result = put_in_place(s, i);
        if (result == QX_OK) continue;
        while (i-- > 0) take_back(s, i);
        return result;
    }
    return QX_OK;
}

static void remove_folder(const series *s)
{
    for (uint32_t i = 0; i < s->mesh->key_count; i++) {
        set_paths(s, i);
        unlink(s->made);
        unlink(s->old);
    }
    set_folder_path(s);
    rmdir(s->made);
}

static qx_result save(series *s)
{
    qx_result result = look_around(s);
    if (result == QX_OK) result = make_folder(s);
    if (result != QX_OK) return result;
    result = write_all(s);
    if (result == QX_OK) result = put_all_in_place(s);
    remove_folder(s);
    return result;
}

qx_result qx_model_save_obj_series(const qx_model *model, const char *path,
                                   const qx_allocator *allocator, qx_error *error)
{
    if (error) *error = (qx_error){ .code = QX_OK };
    if (model->mesh_count == 0) return qx_error_set(error, QX_BAD_VALUE, 0, "there is no mesh");
    if (model->meshes[0].kind == QX_MODEL_MORPH)
        return qx_error_set(error, QX_UNSUPPORTED, 0, "files of a series are keys, not targets");
    series s = { .mesh = model->meshes, .allocator = allocator, .error = error };
    measure(&s, path);
    char *memory = qx_allocate(allocator, 3 * s.room, alignof(char));
    if (!memory) return qx_error_set(error, QX_NO_MEMORY, 0, "out of memory");
    s.target = memory;
    s.made = s.target + s.room;
    s.old = s.made + s.room;
    const qx_result result = save(&s);
    qx_release(allocator, memory, 3 * s.room);
    return result;
}
