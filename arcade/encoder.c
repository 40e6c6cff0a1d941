// SPDX-License-Identifier: MIT
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L // posix_spawn, pipe, kill
#endif
#include "encoder.h"

#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#ifdef _WIN32

// Films are numbered pictures there.
encoder_result encoder_open(encoder *e, const char *path, uint32_t width, uint32_t height,
                            uint32_t fps)
{
    (void)e, (void)path, (void)width, (void)height, (void)fps;
    return ENCODER_MISSING;
}

bool encoder_write(encoder *e, const uint8_t *pixels, size_t size)
{
    (void)e, (void)pixels, (void)size;
    return false;
}

bool encoder_close(encoder *e, bool keep)
{
    (void)e, (void)keep;
    return false;
}

#else

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool is_pipe(const encoder *e)
{
    return strcmp(e->path, "-") == 0;
}

// ffmpeg goes by the ending, so the unfinished file keeps it: "film.mp4" is made as
// "film.unfinished-123.mp4".
static bool name_files(encoder *e, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    const size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    const int whole = snprintf(e->path, sizeof e->path, "%s", path);
    const int part = snprintf(e->unfinished, sizeof e->unfinished, "%.*s.unfinished-%ld%s",
                              (int)stem, path, (long)getpid(), dot ? dot : "");
    if (whole >= 0 && part >= 0 && (size_t)part < sizeof e->unfinished) return true;
    report("the path of the film is too long; name another place with -o");
    return false;
}

// Found out before anything is drawn, and in our own words.
static bool can_write(const encoder *e)
{
    const int file = is_pipe(e)
                         ? STDOUT_FILENO
                         : open(e->unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        report("%s: %s; name another place with -o", e->path, strerror(errno));
        return false;
    }
    if (!is_pipe(e)) close(file);
    return true;
}

static void discard(const encoder *e)
{
    if (!is_pipe(e)) unlink(e->unfinished);
}

// Returns an errno value.
static int spawn(encoder *e, int read_end, char *const words[])
{
    posix_spawn_file_actions_t actions;
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason != 0) return reason;
    reason = posix_spawn_file_actions_adddup2(&actions, read_end, STDIN_FILENO);
    pid_t process = 0;
    if (reason == 0) reason = posix_spawnp(&process, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    e->process = (int)process;
    return reason;
}

enum { MOST_WORDS = 40 };

static size_t append(const char *words[MOST_WORDS], size_t count, const char *const more[])
{
    while (*more) words[count++] = *more++;
    return count;
}

// Sides are made even and colours those of HD video: what players expect. A pipe cannot be gone
// back in, so its MP4 comes in fragments. Without -xerror ffmpeg calls a film done that the full
// disk has cut.
static void compose(const encoder *e, const char *size, const char *rate,
                    const char *words[MOST_WORDS])
{
    // clang-format off
    const char *const input[] = {
        "ffmpeg", "-hide_banner", "-loglevel", "error", "-xerror", "-y",
        "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", size, "-framerate", rate,
        "-i", "pipe:0", "-an", NULL };
    static const char *const look[] = {
        "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709,format=yuv420p",
        "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", NULL };
    static const char *const to_pipe[] = {
        "-f", "mp4", "-movflags", "frag_keyframe+empty_moov", "pipe:1", NULL };
    // clang-format on
    const char *const to_file[] = { e->unfinished, NULL };
    size_t count = append(words, 0, input);
    count = append(words, count, look);
    count = append(words, count, is_pipe(e) ? to_pipe : to_file);
    words[count] = NULL;
}

// Returns an errno value.
static int start(encoder *e, const char *size, const char *rate)
{
    const char *words[MOST_WORDS];
    int ends[2];
    compose(e, size, rate, words);
    if (pipe(ends) != 0) return errno;
    fcntl(ends[1], F_SETFD, FD_CLOEXEC); // or ffmpeg would wait for its own copy to close
    const int reason = spawn(e, ends[0], (char *const *)(const void *)words);
    close(ends[0]);
    if (reason != 0) close(ends[1]);
    e->pipe = ends[1];
    return reason;
}

encoder_result encoder_open(encoder *e, const char *path, uint32_t width, uint32_t height,
                            uint32_t fps)
{
    char size[32], rate[16];
    *e = (encoder){ .pipe = -1 };
    if (!name_files(e, path) || !can_write(e)) return ENCODER_FAILED;
    snprintf(size, sizeof size, "%" PRIu32 "x%" PRIu32, width, height);
    snprintf(rate, sizeof rate, "%" PRIu32, fps);
    signal(SIGPIPE, SIG_IGN); // an ffmpeg that gave up is noticed by the failing write
    const int reason = start(e, size, rate);
    if (reason == 0) return ENCODER_OK;
    discard(e);
    if (reason == ENOENT) return ENCODER_MISSING;
    report("ffmpeg cannot be started: %s", strerror(reason));
    return ENCODER_FAILED;
}

bool encoder_write(encoder *e, const uint8_t *pixels, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(e->pipe, pixels, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false; // encoder_close says why
        pixels += written;
        size -= (size_t)written;
    }
    return true;
}

static bool await_success(const encoder *e)
{
    int status = 0;
    pid_t done;
    do done = waitpid((pid_t)e->process, &status, 0);
    while (done < 0 && errno == EINTR);
    return done == (pid_t)e->process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool encoder_close(encoder *e, bool keep)
{
    close(e->pipe);
    const bool good = await_success(e);
    if (!keep || !good) discard(e);
    if (!keep) return true;
    if (!good) {
        report(
            "%s: ffmpeg could not make it (see above); check the ending and the space on the disk",
            e->path);
        return false;
    }
    if (is_pipe(e) || rename(e->unfinished, e->path) == 0) return true;
    report("%s: %s; name another place with -o", e->path, strerror(errno));
    discard(e);
    return false;
}

#endif
