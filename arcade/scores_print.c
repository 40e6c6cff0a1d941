// SPDX-License-Identifier: MIT
#include "scores_print.h"

#include "keep.h"
#include "replay_files.h"
#include "report.h"

#include <inttypes.h>

static void print_entry(FILE *file, const char *game, uint32_t place, const score_entry *e)
{
    char path[REPLAY_PATH_BYTES] = "";
    replay_file_path(path, e->replay);
    fprintf(file, "%s\t%" PRIu32 "\t%" PRIu64 "\t%s\t%" PRIu32 "\t%" PRIu64 "\t%s\n", game,
            place + 1, e->score, e->name, e->ticks, e->seed, path);
}

static int print_table(FILE *file, const char *game)
{
    score_table table;
    storage_problem problem;
    scores_load(&table, game, &problem);
    for (uint32_t i = 0; i < table.count; i++) print_entry(file, game, i, &table.entries[i]);
    if (problem.text[0] == '\0') return STATUS_DONE;
    report("%s", problem.text);
    return STATUS_FAILED;
}

int scores_print(const options *o, FILE *file)
{
    storage_problem problem;
    int status = STATUS_DONE;
    if (!storage_open(o->data, &problem)) {
        report("%s", problem.text);
        return STATUS_FAILED;
    }
    for (uint32_t i = 0; i < scene_count; i++) {
        if (!keep_is_game(scenes[i]) || (o->scene && o->scene != scenes[i])) continue;
        if (print_table(file, scenes[i]->name) != STATUS_DONE) status = STATUS_FAILED;
    }
    return status;
}
