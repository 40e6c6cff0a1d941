// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

progress_line progress_start(const char *what)
{
    return (
        progress_line){ .what = what, .started = seconds(), .on_terminal = isatty(STDERR_FILENO) };
}

void progress_show(progress_line *progress, uint64_t done, uint64_t all)
{
    if (!progress->on_terminal) return;
    const double now = seconds();
    if (now - progress->started < 1.0 || now - progress->shown < 0.1) return;
    progress->shown = now;
    progress->visible = true;
    const double rate = (double)done / (now - progress->started);
    const double left = rate > 0.0 && done < all ? (double)(all - done) / rate : 0.0;
    fprintf(stderr, "\r%s %" PRIu64 " of %" PRIu64 ", ", progress->what, done, all);
    if (progress->unit)
        fprintf(stderr, "%.3g %s/s", rate * progress->per, progress->unit);
    else
        fprintf(stderr, "%.3g/s", rate);
    fprintf(stderr, ", %.0f s left   ", left);
    fflush(stderr);
}

void progress_wait(progress_line *progress)
{
    if (!progress->on_terminal) return;
    progress->visible = true;
    fprintf(stderr, "%s…", progress->what);
    fflush(stderr);
}

void progress_end(progress_line *progress)
{
    if (progress->visible) fprintf(stderr, "\r%*s\r", 78, "");
}
