// SPDX-License-Identifier: MIT
#include "scores.h"

#include "bytes.h"
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char scores_magic[4] = { 'Q', 'X', 'S', 'C' };

enum { SCORES_VERSION = 1, PATH_ROOM = 4200 };

// --- the table

void score_table_start(score_table *t)
{
    *t = (score_table){ .last_name = SCORE_NAME_DEFAULT };
}

static uint32_t place_for(const score_table *t, uint64_t score)
{
    uint32_t place = t->count;
    while (place > 0 && t->entries[place - 1].score < score) place--;
    return score > 0 ? place : SCORES_MAX;
}

bool score_belongs(const score_table *t, uint64_t score)
{
    return place_for(t, score) < SCORES_MAX;
}

uint32_t score_insert(score_table *t, const score_entry *entry)
{
    const uint32_t place = place_for(t, entry->score);
    if (place == SCORES_MAX) return place;
    if (t->count < SCORES_MAX) t->count++;
    memmove(&t->entries[place + 1], &t->entries[place],
            (t->count - 1 - place) * sizeof t->entries[0]);
    t->entries[place] = *entry;
    return place;
}

void score_remove(score_table *t, uint32_t place)
{
    if (place >= t->count) return;
    t->count--;
    memmove(&t->entries[place], &t->entries[place + 1], (t->count - place) * sizeof t->entries[0]);
    t->entries[t->count] = (score_entry){ 0 };
}

bool score_file_valid(const char *name)
{
    const size_t length = strlen(name);
    if (length < 6 || length >= SCORE_FILE_BYTES || strcmp(name + length - 5, ".qxrp") != 0)
        return false;
    return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length - 5;
}

// --- bytes

static void put_string(byte_writer *w, const char *string)
{
    const size_t size = strlen(string);
    bytes_put(w, size, 1);
    bytes_put_block(w, string, size);
}

_Static_assert(RECORDING_NAME_SIZE + SCORE_NAME_BYTES + 3 +
                       SCORES_MAX * (22 + SCORE_NAME_BYTES + SCORE_FILE_BYTES) <=
                   SCORES_BOUND,
               "a full table fits");

size_t scores_encode(const score_table *t, const char *game, uint8_t bytes[SCORES_BOUND])
{
    byte_writer w = { bytes, 0 };
    put_string(&w, game);
    put_string(&w, t->last_name);
    bytes_put(&w, t->count, 1);
    for (uint32_t i = 0; i < t->count; i++) {
        const score_entry *e = &t->entries[i];
        bytes_put(&w, e->score, 8);
        bytes_put(&w, e->seed, 8);
        bytes_put(&w, e->ticks, 4);
        put_string(&w, e->name);
        put_string(&w, e->replay);
    }
    return w.size;
}

static void get_string(byte_reader *r, char *string, size_t room)
{
    const size_t size = (size_t)bytes_get(r, 1);
    string[0] = '\0';
    if (size >= room) bytes_complain(r, "a name is too long");
    const uint8_t *from = bytes_get_block(r, size);
    if (!from || size >= room) return;
    memcpy(string, from, size);
    string[size] = '\0';
    if (strlen(string) != size) bytes_complain(r, "a name holds a zero byte");
}

static void get_name(byte_reader *r, char name[SCORE_NAME_BYTES])
{
    char clean[SCORE_NAME_BYTES];
    get_string(r, name, SCORE_NAME_BYTES);
    score_name_clean(clean, name, strlen(name));
    if (name[0] == '\0' || strcmp(clean, name) != 0) bytes_complain(r, "a name is not one");
}

static void get_entry(byte_reader *r, score_table *t)
{
    score_entry e = { .score = bytes_get(r, 8) };
    e.seed = bytes_get(r, 8);
    e.ticks = (uint32_t)bytes_get(r, 4);
    get_name(r, e.name);
    get_string(r, e.replay, sizeof e.replay);
    if (e.score == 0 || (t->count > 0 && t->entries[t->count - 1].score < e.score))
        bytes_complain(r, "its scores are out of order");
    if (e.ticks > RECORDING_MOST_TICKS) bytes_complain(r, "a game is too long");
    if (e.replay[0] && !score_file_valid(e.replay)) bytes_complain(r, "a replay's name is not one");
    if (!r->reason) t->entries[t->count++] = e;
}

bool scores_decode(score_table *t, const char *game, const uint8_t *bytes, size_t size,
                   const char **reason)
{
    char name[RECORDING_NAME_SIZE];
    byte_reader r = { bytes, size, 0, NULL };
    score_table_start(t);
    get_string(&r, name, sizeof name);
    if (strcmp(name, game) != 0) bytes_complain(&r, "it holds the scores of another game");
    get_name(&r, t->last_name);
    const uint64_t count = bytes_get(&r, 1);
    if (count > SCORES_MAX) bytes_complain(&r, "it has too many entries");
    for (uint64_t i = 0; i < count && !r.reason; i++) get_entry(&r, t);
    const bool good = bytes_end(&r);
    *reason = r.reason;
    if (!good) score_table_start(t);
    return good;
}

// --- the file

// False where there is no folder or its path is too long to append a name.
static bool scores_path(char path[PATH_ROOM], const char *game)
{
    const char *folder = storage_folder();
    if (folder[0] == '\0') return false;
    const int length = snprintf(path, PATH_ROOM, "%sscores-%s", folder, game);
    return length > 0 && length < PATH_ROOM;
}

storage_result scores_load(score_table *t, const char *game, storage_problem *problem)
{
    char path[PATH_ROOM];
    const char *reason;
    uint32_t version;
    void *bytes;
    size_t size;
    score_table_start(t);
    problem->text[0] = '\0';
    if (!scores_path(path, game)) return STORAGE_MISSING;
    const storage_result result =
        storage_load(path, scores_magic, SCORES_VERSION, &version, &bytes, &size, problem);
    if (result == STORAGE_MISSING) problem->text[0] = '\0';
    if (result != STORAGE_OK) return result;
    const bool good = scores_decode(t, game, bytes, size, &reason);
    free(bytes);
    return good ? STORAGE_OK : storage_set_aside(path, reason, problem);
}

storage_result scores_save(const score_table *t, const char *game, storage_problem *problem)
{
    char path[PATH_ROOM];
    uint8_t bytes[SCORES_BOUND];
    if (!scores_path(path, game)) {
        snprintf(problem->text, sizeof problem->text,
                 "Scores are not saved: no folder for them could be made at the start. Choose one "
                 "with --data FOLDER.");
        return STORAGE_FAILED;
    }
    const size_t size = scores_encode(t, game, bytes);
    return storage_save(path, scores_magic, SCORES_VERSION, bytes, size, problem);
}
