// SPDX-License-Identifier: MIT
#define SDL_MAIN_HANDLED
#include "film.h"
#include "headless.h"
#include "options.h"
#include "report.h"
#include "scores_print.h"
#include "shell.h"
#include "window.h"

#include <SDL.h>
#include <quincunx/random.h>
#include <time.h>

static int do_job(const options *o)
{
    switch (o->job) {
    case JOB_HELP: options_print_manual(stdout); return STATUS_DONE;
    case JOB_VERSION:
        printf("quincunx %d.%d.%d\n", QX_VERSION_MAJOR, QX_VERSION_MINOR, QX_VERSION_PATCH);
        return STATUS_DONE;
    case JOB_SCENES: options_print_scenes(stdout); return STATUS_DONE;
    case JOB_SCORES: return scores_print(o, stdout);
    case JOB_CHECK_DISPLAY: return window_has_display() ? STATUS_DONE : STATUS_FAILED;
    case JOB_HEADLESS: return headless_run(o);
    case JOB_SHOT: return headless_shot(o);
    case JOB_FILM: return film_run(o);
    default: return shell_run(o);
    }
}

// Every evening begins with another game. The seed stands in recordings and in the table of scores,
// so each of them can be had again.
static uint64_t seed_by_chance(void)
{
    qx_random random;
    qx_random_seed(&random, (uint64_t)time(NULL), SDL_GetPerformanceCounter());
    return qx_random_next(&random);
}

// Of the player's own calendar. Stands in recordings, like the seed.
static void read_calendar(char today[OPTIONS_DAY_SIZE])
{
    const time_t now = time(NULL);
    const struct tm *day = localtime(&now);
    if (!day || strftime(today, OPTIONS_DAY_SIZE, "%Y-%m-%d", day) == 0) today[0] = '\0';
}

// What was printed is not lost silently either, as on a full disk.
static int flush_output(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    report("standard output cannot be written to");
    return status == STATUS_DONE ? STATUS_FAILED : status;
}

int main(int count, char *words[])
{
    options o;
    char problem[OPTIONS_PROBLEM_SIZE];
    SDL_SetMainReady();
    if (!options_read(&o, count, words, problem)) {
        report("%s\nquincunx --help tells everything.", problem);
        return STATUS_BAD_COMMAND;
    }
    read_calendar(o.today);
    if (o.any_seed) o.seed = seed_by_chance();
    return flush_output(do_job(&o));
}
