// SPDX-License-Identifier: MIT
#include "keep.h"

#include "replay_files.h"

#include <stdlib.h>
#include <string.h>

bool keep_is_game(const scene *which)
{
    return which && which->result;
}

bool keep_open(keep *k)
{
    *k = (keep){ .place = SCORES_MAX };
    k->tables = calloc(scene_count, sizeof *k->tables);
    k->closed = calloc(scene_count, sizeof *k->closed);
    if (!k->tables || !k->closed) {
        keep_close(k);
        return false;
    }
    for (uint32_t i = 0; i < scene_count; i++) score_table_start(&k->tables[i]);
    return true;
}

void keep_close(keep *k)
{
    free(k->tables);
    free(k->closed);
    *k = (keep){ 0 };
}

storage_result keep_load(keep *k, uint32_t row, storage_problem *problem)
{
    problem->text[0] = '\0';
    if (!keep_is_game(scenes[row])) return STORAGE_OK;
    const storage_result result = scores_load(&k->tables[row], scenes[row]->name, problem);
    k->closed[row] = result == STORAGE_NEWER || result == STORAGE_FAILED;
    return result;
}

void keep_begin(keep *k, const scene *which, bool counts)
{
    k->row = 0;
    while (k->row + 1 < scene_count && scenes[k->row] != which) k->row++;
    k->counts = counts && keep_is_game(which) && scenes[k->row] == which;
    k->written = 0;
    k->place = SCORES_MAX;
    k->replay[0] = k->named[0] = '\0';
    k->failed = k->told = false;
    k->over_ticks = 0;
}

bool keep_has_entry(const keep *k)
{
    return k->place < SCORES_MAX;
}

const char *keep_last_name(const keep *k)
{
    return k->tables[k->row].last_name;
}

// --- writing

// The file before goes only where the table on the disk does not name it.
static storage_result write_replay(keep *k, const stage *s, uint64_t score,
                                   storage_problem *problem)
{
    char before[SCORE_FILE_BYTES];
    memcpy(before, k->replay, sizeof before);
    const storage_result result =
        replay_file_save(s->record, stage_hash(s), score, before, k->replay, problem);
    const bool replaced = result == STORAGE_OK && strcmp(before, k->replay) != 0;
    if (replaced && strcmp(before, k->named) != 0) replay_file_remove(before);
    return result;
}

static storage_result save_table(keep *k, storage_problem *problem)
{
    if (k->closed[k->row]) return STORAGE_OK; // told when it was loaded
    const storage_result result = scores_save(&k->tables[k->row], scenes[k->row]->name, problem);
    if (result != STORAGE_OK) return result;
    if (strcmp(k->named, k->replay) != 0) replay_file_remove(k->named);
    memcpy(k->named, k->replay, sizeof k->named);
    return STORAGE_OK;
}

static storage_result write_entry(keep *k, const stage *s, uint64_t score, storage_problem *problem)
{
    score_table *t = &k->tables[k->row];
    score_entry entry = { .score = score, .seed = recording_get(s->record).setup.seed };
    entry.ticks = s->ticks < RECORDING_MOST_TICKS ? s->ticks : RECORDING_MOST_TICKS;
    memcpy(entry.name, t->last_name, sizeof entry.name);
    memcpy(entry.replay, k->replay, sizeof entry.replay);
    if (keep_has_entry(k)) score_remove(t, k->place);
    k->place = score_insert(t, &entry);
    return save_table(k, problem);
}

static bool belongs(const keep *k, uint64_t score)
{
    return keep_has_entry(k) || score_belongs(&k->tables[k->row], score);
}

// Even where the replay cannot be kept the score is. True where all is on the disk.
static bool write_game(keep *k, const stage *s, uint64_t score, storage_problem *problem)
{
    storage_problem second = { 0 };
    if (storage_folder()[0] == '\0') { // told when the program started
        write_entry(k, s, score, &second);
        return true;
    }
    const bool entered = belongs(k, score);
    const bool replay_kept = write_replay(k, s, score, problem) == STORAGE_OK;
    const bool table_kept = !entered || write_entry(k, s, score, &second) == STORAGE_OK;
    k->failed = !replay_kept || !table_kept;
    k->written = score;
    if (replay_kept && !table_kept) *problem = second;
    return !k->failed;
}

static bool write_end(keep *k, const stage *s, uint64_t score, storage_problem *problem)
{
    const bool done = write_game(k, s, score, problem);
    if (!done) k->told = true;
    return done;
}

// A full disk in the middle of a game is told at its end, where it does not disturb.
static void write_rest(keep *k, const stage *s, uint64_t score)
{
    storage_problem quiet = { 0 };
    if (score > k->written && belongs(k, score)) write_game(k, s, score, &quiet);
}

uint32_t keep_tick(keep *k, const stage *s, storage_problem *problem)
{
    uint32_t asked = 0;
    if (!keep_is_game(s->scene)) return 0;
    const scene_result r = s->scene->result(s->state);
    if (r.over) k->over_ticks++;
    if (k->counts && r.over && k->over_ticks == 1 && !write_end(k, s, r.score, problem))
        asked |= KEEP_PROBLEM;
    if (k->counts && r.rest && !r.over) write_rest(k, s, r.score);
    const bool name_due = keep_has_entry(k) && k->over_ticks <= KEEP_NAME_TICKS;
    if (name_due && k->over_ticks == KEEP_NAME_TICKS) asked |= KEEP_ASK_NAME;
    if (r.restart && !name_due) asked |= KEEP_RESTART;
    return asked;
}

bool keep_leave(keep *k, const stage *s, storage_problem *problem)
{
    if (!k->counts) return true;
    const scene_result r = s->scene->result(s->state);
    const bool earned = r.score > k->written && belongs(k, r.score);
    const bool due = k->over_ticks == 0 ? r.over || earned || k->failed : k->failed;
    const bool told = k->told;
    k->counts = false;
    return !due || write_end(k, s, r.score, problem) || told;
}

storage_result keep_rename(keep *k, const char *name, storage_problem *problem)
{
    char clean[SCORE_NAME_BYTES];
    score_table *t = &k->tables[k->row];
    problem->text[0] = '\0';
    score_name_clean(clean, name, strlen(name));
    if (!keep_has_entry(k) || clean[0] == '\0') return STORAGE_OK;
    if (strcmp(t->entries[k->place].name, clean) == 0 && strcmp(t->last_name, clean) == 0)
        return STORAGE_OK;
    memcpy(t->entries[k->place].name, clean, sizeof clean);
    memcpy(t->last_name, clean, sizeof clean);
    if (storage_folder()[0] == '\0') return STORAGE_OK;
    return save_table(k, problem);
}

keep_rivals keep_get_rivals(const keep *k, uint64_t score)
{
    keep_rivals found = { 0 };
    const score_table *t = &k->tables[k->row];
    for (uint32_t i = t->count; i-- > 0;) {
        const score_entry *e = &t->entries[i];
        if (i == k->place) continue;
        found.best = e->score;
        if (found.next > 0 || e->score <= score) continue;
        found.next = e->score;
        found.name = e->name;
    }
    return found;
}
