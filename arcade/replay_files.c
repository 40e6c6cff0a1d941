// SPDX-License-Identifier: MIT
#include "replay_files.h"

#include "storage_disk.h"

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
