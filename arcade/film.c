// SPDX-License-Identifier: MIT
#include "film.h"

#include "encoder.h"
#include "headless.h"
#include "interrupt.h"
#include "picture.h"
#include "report.h"
#include "tick_clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_SECONDS 10.0

typedef struct film {
    headless run;
    picture picture;
    encoder encoder;
    bool encodes;    // else numbered pictures
    uint32_t frames; // how many there shall be
    uint32_t first;  // tick of the first
} film;

static bool ends_in_png(const char *path)
{
    const size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ".png") == 0;
}

static uint32_t count_frames(const film *f, const options *o)
{
    const uint32_t first = f->first;
    double seconds = o->seconds > 0.0 ? o->seconds : DEFAULT_SECONDS;
    if (f->run.playback.recording) {
        const uint32_t ticks = f->run.playback.info.ticks;
        const double whole = ticks > first ? (double)(ticks - first) / TICKS_PER_SECOND : 0.0;
        if (o->seconds <= 0.0 || seconds > whole) seconds = whole;
    }
    const double frames = ceil(seconds * o->fps);
    return frames < 1.0 ? 1 : (uint32_t)frames;
}

static bool name_picture(char *name, size_t size, const char *path, uint32_t number)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    const size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    const int length = snprintf(name, size, "%.*s_%04" PRIu32 ".png", (int)stem, path, number);
    return length > 0 && (size_t)length < size;
}

static bool save_frame(film *f, const options *o, uint32_t number)
{
    char name[ENCODER_PATH_SIZE];
    const size_t size = (size_t)f->picture.width * f->picture.height * 3;
    if (f->encodes) return encoder_write(&f->encoder, f->picture.pixels, size);
    if (name_picture(name, sizeof name, o->output, number)) return picture_save(&f->picture, name);
    report("the path of the film is too long; name another place with -o");
    return false;
}

// The frame at k / fps seconds shows that very moment, between two ticks where it falls there.
static void run_to_frame(film *f, const options *o, uint32_t frame)
{
    const uint64_t moment = (uint64_t)frame * TICKS_PER_SECOND;
    const uint64_t due = f->first + moment / o->fps;
    while (f->run.stage.ticks < due && headless_tick(&f->run)) {
    }
    const qx_view view = headless_view(&f->run);
    picture_draw(&f->picture, &f->run.stage, &view, (float)(moment % o->fps) / (float)o->fps);
}

static bool make_frames(film *f, const options *o)
{
    for (uint32_t frame = 0; frame < f->frames; frame++) {
        if (interrupt_asked()) {
            report("interrupted");
            return false;
        }
        run_to_frame(f, o, frame);
        if (!save_frame(f, o, frame + 1)) return false;
        if (o->verbose && (frame + 1) % o->fps == 0)
            report("%" PRIu32 " of %" PRIu32 " pictures", frame + 1, f->frames);
    }
    return true;
}

static bool open_output(film *f, const options *o)
{
    if (ends_in_png(o->output)) return true;
    const encoder_result result = encoder_open(&f->encoder, o->output, o->width, o->height, o->fps);
    f->encodes = result == ENCODER_OK;
    if (result != ENCODER_MISSING) return f->encodes;
    if (strcmp(o->output, "-") == 0) {
        report("a film on standard output needs ffmpeg, which is not installed");
        return false;
    }
    report("ffmpeg is not installed: writing numbered pictures instead");
    return true;
}

static int make_film(film *f, const options *o)
{
    if (!picture_open(&f->picture, o, &f->run.settings)) return STATUS_FAILED;
    bool good = open_output(f, o);
    if (good) {
        good = make_frames(f, o);
        if (f->encodes) {
            // A frame that did not get through is ffmpeg's failure, and closing tells of it.
            const bool kept = encoder_close(&f->encoder, !interrupt_asked());
            good = good && kept;
        }
    }
    picture_close(&f->picture, &f->run.stage);
    return good ? STATUS_DONE : STATUS_FAILED;
}

int film_run(const options *o)
{
    film f = { .first = o->ticks };
    int status = headless_open(&f.run, o);
    if (status != STATUS_DONE) return status;
    f.frames = count_frames(&f, o);
    status = make_film(&f, o);
    const int closed = headless_close(&f.run);
    return status != STATUS_DONE ? status : closed;
}
