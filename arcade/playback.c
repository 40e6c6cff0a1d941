// SPDX-License-Identifier: MIT
#include "playback.h"

#include <inttypes.h>

static bool match_scene(const playback *p, const char *path, const scene *wanted,
                        storage_problem *problem)
{
    char *text = problem->text;
    const size_t size = sizeof problem->text;
    if (!p->scene) {
        snprintf(
            text, size,
            "%.300s: a run of the scene \"%s\", which this version does not have; play it with the "
            "version that recorded it",
            path, p->info.scene);
        return false;
    }
    if (wanted && wanted != p->scene) {
        snprintf(text, size, "%.300s: a run of the scene %s, not of %s; leave the scene's name out",
                 path, p->info.scene, wanted->name);
        return false;
    }
    if (p->info.version == p->scene->version) return true;
    snprintf(text, size,
             "%.300s: recorded with version %" PRIu32
             " of the rules of %s, and this is version %" PRIu32
             "; play it with the version that recorded it",
             path, p->info.version, p->scene->name, p->scene->version);
    return false;
}

static bool missing(const char *path, storage_problem *problem)
{
    snprintf(problem->text, sizeof problem->text,
             "%.300s: there is no such recording; make one with --record FILE", path);
    return false;
}

bool playback_open(playback *p, const char *path, const scene *wanted, storage_problem *problem)
{
    *p = (playback){ 0 };
    const storage_result result = recording_load(path, &p->recording, problem);
    if (result == STORAGE_MISSING) return missing(path, problem);
    if (result != STORAGE_OK) return false;
    p->info = recording_get(p->recording);
    p->scene = scene_find(p->info.scene);
    playback_rewind(p);
    if (match_scene(p, path, wanted, problem)) return true;
    playback_close(p);
    return false;
}

void playback_rewind(playback *p)
{
    p->cursor = (replay_cursor){ .recording = p->recording };
}

bool playback_next(playback *p, tick_input *input)
{
    return replay_next(&p->cursor, input);
}

bool playback_compare(const playback *p, uint32_t ticks, uint64_t hash, FILE *file)
{
    if (ticks < p->info.ticks) {
        fprintf(file, "replay: left after %" PRIu32 " of %" PRIu32 " ticks\n", ticks,
                p->info.ticks);
        return false;
    }
    const bool same = hash == p->info.hash;
    fprintf(file, "replay: hash 0x%016" PRIx64, hash);
    if (same)
        fputs(" matches\n", file);
    else
        fprintf(file, " is not the recorded 0x%016" PRIx64 "\n", p->info.hash);
    return same;
}

void playback_close(playback *p)
{
    recording_destroy(p->recording);
    *p = (playback){ 0 };
}
