// SPDX-License-Identifier: MIT
#include "replay_files.h"

#include "storage_disk.h"
#include "storage_list.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "replays"
#define MOST_TWINS 999u // games of one seed and one score

bool replay_file_path(char path[REPLAY_PATH_BYTES], const char *name)
{
    const char *folder = storage_folder();
    if (folder[0] == '\0' || !score_file_valid(name)) return false;
    const int length = snprintf(path, REPLAY_PATH_BYTES, "%s" FOLDER "/%s", folder, name);
    return length > 0 && length < REPLAY_PATH_BYTES;
}

static void make_name(const recording_info *info, uint64_t score, uint32_t twin,
                      char name[SCORE_FILE_BYTES])
{
    const int length = snprintf(name, SCORE_FILE_BYTES, "%s-%" PRIu64 "-%" PRIx64, info->scene,
                                score, info->setup.seed);
    char *end = name + length;
    const size_t room = SCORE_FILE_BYTES - (size_t)length;
    if (twin > 1)
        snprintf(end, room, "-%" PRIu32 ".qxrp", twin);
    else
        snprintf(end, room, ".qxrp");
}

static storage_result fail(storage_problem *problem, const char *reason)
{
    snprintf(problem->text, sizeof problem->text,
             "The replay of this game could not be kept: %s. Free some space, or choose another "
             "folder with --data FOLDER.",
             reason);
    return STORAGE_FAILED;
}

// The first name that is free, or the game's own.
static bool find_name(const recording_info *info, uint64_t score, const char *own,
                      char name[SCORE_FILE_BYTES], char path[REPLAY_PATH_BYTES])
{
    uint64_t size;
    for (uint32_t twin = 1; twin <= MOST_TWINS; twin++) {
        make_name(info, score, twin, name);
        errno = ENAMETOOLONG;
        if (!replay_file_path(path, name)) return false;
        if (strcmp(name, own) == 0) return true;
        switch (disk_look(path, &size)) {
        case DISK_MISSING: return true;
        case DISK_REFUSED: return false;
        default: break;
        }
    }
    errno = EEXIST;
    return false;
}

storage_result replay_file_save(recording *r, uint64_t hash, uint64_t score, const char *own,
                                char name[SCORE_FILE_BYTES], storage_problem *problem)
{
    char found[SCORE_FILE_BYTES], path[REPLAY_PATH_BYTES];
    const recording_info info = recording_get(r);
    if (storage_folder()[0] == '\0') return fail(problem, "there is no folder for it");
    if (!storage_make_folder(FOLDER, problem)) return STORAGE_FAILED;
    if (!find_name(&info, score, own, found, path)) return fail(problem, strerror(errno));
    const storage_result result = recording_save(r, hash, path, problem);
    if (result == STORAGE_OK) memcpy(name, found, sizeof found);
    return result;
}

void replay_file_remove(const char *name)
{
    char path[REPLAY_PATH_BYTES];
    if (name[0] && replay_file_path(path, name)) disk_remove(path);
}

// --- pruning

typedef struct old_file {
    char name[SCORE_FILE_BYTES];
    int64_t changed;
} old_file;

typedef struct old_files {
    const char *game;
    const score_table *named;
    old_file newest[REPLAY_FILES_KEPT]; // newest first
    uint32_t count;
} old_files;

// SCENE-digits-hexadecimal, and -digits of twins: what a player put there under a name of his own
// is none of ours.
static bool is_name_of(const char *game, const char *name)
{
    const size_t length = strlen(game);
    if (!score_file_valid(name) || strncmp(name, game, length) != 0 || name[length] != '-')
        return false;
    const char *at = name + length + 1;
    const size_t score = strspn(at, "0123456789");
    if (score == 0 || at[score] != '-') return false;
    at += score + 1;
    const size_t seed = strspn(at, "0123456789abcdef");
    if (seed == 0) return false;
    at += seed;
    if (at[0] == '-') at += 1 + strspn(at + 1, "0123456789");
    return strcmp(at, ".qxrp") == 0;
}

static bool is_named(const score_table *t, const char *name)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (strcmp(t->entries[i].replay, name) == 0) return true;
    return false;
}

// Whether a is newer; in the same second the name decides, so that the order does not matter.
static bool is_newer(const old_file *a, const old_file *b)
{
    if (a->changed != b->changed) return a->changed > b->changed;
    return strcmp(a->name, b->name) > 0;
}

// Keeps the newest in order; what does not find room among them is removed.
static void visit(void *user, const char *name, int64_t changed)
{
    old_files *all = user;
    if (!is_name_of(all->game, name) || is_named(all->named, name)) return;
    old_file file = { .changed = changed };
    strcpy(file.name, name);
    uint32_t place = all->count;
    while (place > 0 && is_newer(&file, &all->newest[place - 1])) place--;
    if (all->count == REPLAY_FILES_KEPT) {
        replay_file_remove(place < all->count ? all->newest[all->count - 1].name : name);
        if (place == all->count) return;
        all->count--;
    }
    memmove(&all->newest[place + 1], &all->newest[place],
            (all->count - place) * sizeof all->newest[0]);
    all->newest[place] = file;
    all->count++;
}

void replay_files_prune(const char *game, const score_table *named)
{
    char folder[REPLAY_PATH_BYTES];
    old_files all = { .game = game, .named = named };
    snprintf(folder, sizeof folder, "%s" FOLDER "/", storage_folder());
    if (storage_folder()[0] != '\0') storage_list(folder, visit, &all);
}
