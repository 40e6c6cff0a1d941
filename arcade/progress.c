// SPDX-License-Identifier: MIT
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>

static const char progress_magic[4] = { 'Q', 'X', 'P', 'G' };

enum { PATH_ROOM = 4200 };

void progress_close(progress *p)
{
    free(p->bytes);
    *p = (progress){ 0 };
}

// False where there is no folder or its path is too long to append a name.
static bool progress_path(char path[PATH_ROOM], const scene *which)
{
    const char *folder = storage_folder();
    if (folder[0] == '\0') return false;
    const int length = snprintf(path, PATH_ROOM, "%sprogress-%s", folder, which->name);
    return length > 0 && length < PATH_ROOM;
}

// --- reading

static storage_result read_file(progress *p, const char *path, storage_problem *problem)
{
    uint32_t version;
    void *bytes = NULL;
    const storage_result result = storage_load(path, progress_magic, p->scene->progress->version,
                                               &version, &bytes, &p->size, problem);
    p->closed = result == STORAGE_NEWER || result == STORAGE_FAILED;
    if (result == STORAGE_MISSING) problem->text[0] = '\0';
    if (result != STORAGE_OK) return result;
    p->bytes = bytes;
    return STORAGE_OK;
}

storage_result progress_read(progress *p, const scene *which, storage_problem *problem)
{
    char path[PATH_ROOM];
    problem->text[0] = '\0';
    if (!which->progress || p->scene == which) return STORAGE_OK;
    progress_close(p);
    p->scene = which;
    return progress_path(path, which) ? read_file(p, path, problem) : STORAGE_MISSING;
}

uint32_t progress_words(const progress *p, const scene *which,
                        char words[PROGRESS_WORDS][PROGRESS_WORD_SIZE])
{
    uint32_t count = 0;
    if (!p->bytes || p->scene != which) return 0;
    for (; count < PROGRESS_WORDS; count++) {
        which->progress->word(p->bytes, p->size, count, words[count], PROGRESS_WORD_SIZE);
        if (words[count][0] == '\0') break;
    }
    return count;
}

// Without a reason it is memory that lacks: the file is good, and stays.
static storage_result set_aside(progress *p, const char *reason, storage_problem *problem)
{
    char path[PATH_ROOM];
    p->closed = !reason;
    if (p->closed) {
        snprintf(problem->text, sizeof problem->text,
                 "Not enough memory to read what was reached before; nothing will be saved. Close "
                 "other programs and start again.");
        return STORAGE_FAILED;
    }
    free(p->bytes);
    p->bytes = NULL;
    p->size = 0;
    if (!progress_path(path, p->scene)) return STORAGE_DAMAGED;
    return storage_set_aside(path, reason, problem);
}

storage_result progress_begin(progress *p, const stage *s, bool counts, storage_problem *problem)
{
    const char *reason = "";
    const scene_progress *kept = s->scene->progress;
    p->counts = counts && kept && p->scene == s->scene;
    if (!p->counts) return STORAGE_OK;
    const bool good = !p->bytes || kept->load(s->state, p->bytes, p->size, &reason);
    p->count = 0;
    return good ? STORAGE_OK : set_aside(p, reason, problem);
}

// --- writing

// The bytes first: they outlast a disk that is full for a while.
static storage_result take_bytes(progress *p, const stage *s, storage_problem *problem)
{
    uint8_t *bytes = malloc(p->scene->progress->bound);
    if (!bytes) {
        snprintf(problem->text, sizeof problem->text,
                 "Not enough memory to keep what was reached; close other programs.");
        return STORAGE_FAILED;
    }
    const size_t size = p->scene->progress->save(s->state, bytes);
    uint8_t *shorter = realloc(bytes, size ? size : 1);
    free(p->bytes);
    p->bytes = shorter ? shorter : bytes;
    p->size = size;
    return STORAGE_OK;
}

// Where there is no folder that was told when the program started.
static storage_result write_file(const progress *p, storage_problem *problem)
{
    char path[PATH_ROOM];
    if (p->closed || !progress_path(path, p->scene)) return STORAGE_OK;
    return storage_save(path, progress_magic, p->scene->progress->version, p->bytes, p->size,
                        problem);
}

// False where it failed and the player does not know yet.
static bool keep(progress *p, const stage *s, storage_problem *problem)
{
    const bool taken = take_bytes(p, s, problem) == STORAGE_OK;
    p->failed = !taken || write_file(p, problem) != STORAGE_OK;
    const bool known = !p->failed || p->told;
    p->told = p->failed;
    return known;
}

bool progress_tick(progress *p, const stage *s, storage_problem *problem)
{
    if (!p->counts) return true;
    const uint32_t count = p->scene->progress->count(s->state);
    if (count == p->count) return true;
    p->count = count;
    return keep(p, s, problem);
}

bool progress_leave(progress *p, const stage *s, storage_problem *problem)
{
    const bool due = p->counts && p->failed;
    p->counts = false;
    return !due || keep(p, s, problem);
}
