// SPDX-License-Identifier: MIT
// qx_bench: runs the suites and prints one metric a line.
#define _POSIX_C_SOURCE 199309L // C17's own clock follows the calendar and may jump

#include "bench.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct suite {
    const char *name;
    void (*run)(void);
    bool when_named; // takes too long, or needs more, than the others
} suite;

static const suite suites[] = {
#ifdef QX_BENCH_WORKERS
    { "blaster", suite_blaster, false },   { "blaster_soak", suite_blaster_soak, true },
#endif
    { "bolt", suite_bolt, false },         { "grid", suite_grid, false },
    { "keyframe", suite_keyframe, false }, { "machine", suite_machine, false },
    { "maze", suite_maze, false },         { "maze_long", suite_maze_long, true },
#ifdef QX_BENCH_WORKERS
    { "mazecube", suite_mazecube, false },
#endif
#ifdef QX_PEERS_FOLDER
    { "peers", suite_peers, true },
#endif
    { "terrain", suite_terrain, false },
};
static const size_t suite_count = sizeof suites / sizeof suites[0];

static FILE *csv;

void bench_metric(const char *name, double value, const char *unit)
{
    printf("%s\t%.6g\t%s\n", name, value, unit);
    fflush(stdout);
    if (csv) fprintf(csv, "%s,%.9g,%s\n", name, value, unit);
}

double bench_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static const suite *find_suite(const char *name)
{
    for (size_t i = 0; i < suite_count; i++) {
        if (strcmp(suites[i].name, name) == 0) return &suites[i];
    }
    return NULL;
}

static void print_usage(FILE *to)
{
    fputs("usage: qx_bench [--suite NAME] [--csv FILE]\n"
          "Prints one metric a line: name, value and unit with tabs between.\n"
          "suites:",
          to);
    for (size_t i = 0; i < suite_count; i++) fprintf(to, " %s", suites[i].name);
    fputc('\n', to);
}

static int finish_csv(const char *path)
{
    if (!csv) return 0;
    const bool written = !ferror(csv);
    if (fclose(csv) == 0 && written) return 0;
    fprintf(stderr, "qx_bench: %s: could not be written whole; is the disk full?\n", path);
    return 1;
}

static int run(const suite *only, const char *csv_path)
{
    if (csv_path) {
        csv = fopen(csv_path, "w");
        if (!csv) {
            fprintf(stderr, "qx_bench: %s: %s\n", csv_path, strerror(errno));
            return 1;
        }
        fputs("name,value,unit\n", csv);
    }
    for (size_t i = 0; i < suite_count; i++) {
        if (only ? only == &suites[i] : !suites[i].when_named) suites[i].run();
    }
    return finish_csv(csv_path);
}

// False where the command line is wrong; what is wrong has then been said.
static bool read_arguments(int argc, char **argv, const suite **only, const char **csv_path)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--csv") == 0) {
            *csv_path = argv[i + 1];
        } else if (strcmp(argv[i], "--suite") == 0) {
            *only = find_suite(argv[i + 1]);
            if (*only) continue;
            fprintf(stderr, "qx_bench: there is no suite \"%s\"\n", argv[i + 1]);
            return false;
        } else {
            fprintf(stderr, "qx_bench: there is no option \"%s\"\n", argv[i]);
            return false;
        }
    }
    if (argc % 2 == 1) return true;
    fprintf(stderr, "qx_bench: \"%s\" is no option, or its value is missing\n", argv[argc - 1]);
    return false;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        print_usage(stdout);
        return 0;
    }
    const suite *only = NULL;
    const char *csv_path = NULL;
    if (read_arguments(argc, argv, &only, &csv_path)) return run(only, csv_path);
    print_usage(stderr);
    return 2;
}
