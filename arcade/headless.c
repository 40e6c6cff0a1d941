// SPDX-License-Identifier: MIT
#include "headless.h"

#include "interrupt.h"
#include "picture.h"
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_TICKS 600u
#define DEFAULT_SHOT_TICK 300u

static void add_word(headless *h, uint32_t *count, const char *word)
{
    if (*count < OPTIONS_SCENE_WORDS) h->words[(*count)++] = word;
}

// The day comes first: who names another one is heard. Nobody plays in a picture or film: a game
// that was told nothing plays by itself.
static uint32_t gather_words(headless *h)
{
    const options *o = h->options;
    uint32_t count = 0;
    const bool alone = o->job != JOB_HEADLESS && o->scene_word_count == 0;
    if (options_day_word(o, o->scene, h->day)) add_word(h, &count, h->day);
    if (alone && o->scene->attract_word) add_word(h, &count, o->scene->attract_word);
    for (uint32_t i = 0; i < o->scene_word_count; i++) add_word(h, &count, o->scene_words[i]);
    return count;
}

static scene_setup setup_of(headless *h)
{
    const options *o = h->options;
    const qx_view view = stage_view(o->scene, o->width, o->height);
    return (scene_setup){ .seed = o->seed,
                          .view_width = (int16_t)view.width,
                          .view_height = (int16_t)view.height,
                          .option_count = gather_words(h),
                          .options = h->words };
}

static int start_stage(headless *h, const scene *which, const scene_setup *setup)
{
    char problem[512];
    h->input = (tick_input){ .view_width = setup->view_width, .view_height = setup->view_height };
    if (stage_start(&h->stage, which, setup, h->options->record, problem, sizeof problem))
        return STATUS_DONE;
    report("%s: %s", which->name, problem);
    return h->options->scene_word_count > 0 && !h->options->replay ? STATUS_BAD_COMMAND
                                                                   : STATUS_FAILED;
}

static int open_stage(headless *h)
{
    const options *o = h->options;
    storage_problem problem = { 0 };
    if (o->record && !recording_can_save(o->record, &problem)) {
        report("%s", problem.text);
        return STATUS_FAILED;
    }
    if (!o->replay) {
        const scene_setup setup = setup_of(h);
        return start_stage(h, o->scene, &setup);
    }
    if (playback_open(&h->playback, o->replay, o->scene, &problem))
        return start_stage(h, h->playback.scene, &h->playback.info.setup);
    report("%s", problem.text);
    return STATUS_FAILED;
}

static void load_settings(headless *h)
{
    storage_problem problem = { 0 };
    settings_defaults(&h->settings);
    if (!h->options->data) return;
    const bool opened = storage_open(h->options->data, &problem);
    if (opened && settings_load(&h->settings, &problem) == STORAGE_MISSING) return;
    if (problem.text[0]) report("%s", problem.text);
}

int headless_open(headless *h, const options *o)
{
    *h = (headless){ .options = o };
    load_settings(h);
    const int status = open_stage(h);
    if (status != STATUS_DONE) {
        playback_close(&h->playback);
        return status;
    }
    h->workers = workers_create(o->threads); // without them the ticks only take longer
    h->services.workers = workers_get(h->workers);
    interrupt_watch();
    return STATUS_DONE;
}

bool headless_tick(headless *h)
{
    if (h->playback.recording && !playback_next(&h->playback, &h->input)) return false;
    stage_tick(&h->stage, &h->input, &h->services);
    return true;
}

qx_view headless_view(const headless *h)
{
    return (qx_view){ 0.0f, 0.0f, h->input.view_width, h->input.view_height };
}

static int save_recording(headless *h, uint64_t hash)
{
    storage_problem problem = { 0 };
    if (!h->stage.record) return STATUS_DONE;
    if (recording_save(h->stage.record, hash, h->options->record, &problem) == STORAGE_OK)
        return STATUS_DONE;
    report("%s", problem.text);
    return STATUS_FAILED;
}

// A film's tick range may end before the recording does; only a run of ticks alone promises to
// compare.
static int compare(headless *h, uint64_t hash, FILE *file)
{
    const options *o = h->options;
    const bool all = h->stage.ticks == h->playback.info.ticks;
    if (!h->playback.recording || (!all && (o->ticks > 0 || o->job != JOB_HEADLESS)))
        return STATUS_DONE;
    return playback_compare(&h->playback, h->stage.ticks, hash, file) ? STATUS_DONE : STATUS_FAILED;
}

int headless_close(headless *h)
{
    const options *o = h->options;
    const bool piped = o->output && strcmp(o->output, "-") == 0;
    FILE *file = piped ? stderr : stdout;
    const uint64_t hash = stage_hash(&h->stage);
    const int saved = save_recording(h, hash);
    const int compared = compare(h, hash, file);
    if (o->hash) fprintf(file, "hash 0x%016" PRIx64 "\n", hash);
    stage_stop(&h->stage);
    playback_close(&h->playback);
    workers_destroy(h->workers);
    return saved != STATUS_DONE ? saved : compared;
}

static void run_ticks(headless *h, uint32_t most)
{
    while (h->stage.ticks < most && !interrupt_asked() && headless_tick(h)) {
    }
}

static uint32_t ticks_or(const headless *h, uint32_t preset)
{
    if (h->options->ticks > 0) return h->options->ticks;
    return h->playback.recording ? UINT32_MAX : preset;
}

int headless_run(const options *o)
{
    headless h;
    const int status = headless_open(&h, o);
    if (status != STATUS_DONE) return status;
    run_ticks(&h, ticks_or(&h, DEFAULT_TICKS));
    if (interrupt_asked()) report("interrupted after %" PRIu32 " ticks", h.stage.ticks);
    const int closed = headless_close(&h);
    return interrupt_asked() ? STATUS_FAILED : closed;
}

static int save_shot(headless *h)
{
    picture p;
    if (!picture_open(&p, h->options, &h->settings)) return STATUS_FAILED;
    const qx_view view = headless_view(h);
    picture_draw(&p, &h->stage, &view, 1.0f);
    const int status = picture_save(&p, h->options->output) ? STATUS_DONE : STATUS_FAILED;
    picture_close(&p, &h->stage);
    return status;
}

int headless_shot(const options *o)
{
    headless h;
    int status = headless_open(&h, o);
    if (status != STATUS_DONE) return status;
    run_ticks(&h, ticks_or(&h, DEFAULT_SHOT_TICK));
    if (interrupt_asked()) report("interrupted; no picture was written");
    status = interrupt_asked() ? STATUS_FAILED : save_shot(&h);
    const int closed = headless_close(&h);
    return status != STATUS_DONE ? status : closed;
}
