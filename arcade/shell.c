// SPDX-License-Identifier: MIT
#include "shell_state.h"

#include "interrupt.h"
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool shell_is_playing(const shell *s)
{
    return s->stage.scene && !s->attract;
}

bool shell_menu_is_open(const shell *s)
{
    return menu_get_page(s->menu) != MENU_CLOSED;
}

void shell_tell(shell *s, const char *sentence)
{
    report("%s", sentence);
    if (s->options->ticks > 0) return; // a run of a given length waits for nobody
    menu_report(s->menu, sentence);
}

// --- settings

static bool wants_fullscreen(const shell *s)
{
    switch (s->options->screen) {
    case SCREEN_FULL: return true;
    case SCREEN_WINDOW: return false;
    default: return s->settings.fullscreen;
    }
}

static void apply_volumes(shell *s)
{
    const sound_volumes volumes = { s->settings.volume_master, s->settings.volume_effects,
                                    s->settings.volume_music };
    if (s->sound) sound_set_volumes(s->sound, volumes);
}

static void set_fullscreen(shell *s, bool fullscreen)
{
    s->fullscreen = fullscreen;
    window_set_fullscreen(&s->window, fullscreen);
}

static void apply_settings(shell *s)
{
    if (s->settings.fullscreen != s->applied.fullscreen) set_fullscreen(s, s->settings.fullscreen);
    if (s->settings.vsync != s->applied.vsync) window_set_vsync(&s->window, s->settings.vsync);
    apply_volumes(s);
    s->applied = s->settings;
}

static void save_settings(shell *s)
{
    storage_problem problem = { 0 };
    if (!s->settings_changed) return;
    s->settings_changed = false;
    if (!s->keep_settings || settings_save(&s->settings, &problem) == STORAGE_OK) return;
    shell_tell(s, problem.text);
    s->keep_settings = false; // said once; play goes on
}

static void change_settings(shell *s)
{
    s->settings_changed = true;
    apply_settings(s);
}

static void toggle_fullscreen(shell *s)
{
    set_fullscreen(s, !s->fullscreen);
    s->settings.fullscreen = s->applied.fullscreen = s->fullscreen;
    s->settings_changed = true;
}

// --- scenes

// Plays where a scene has no music of its own: quiet behind the menu, a little fuller in play.
static const music calm = { .tempo = 72.0f, .root = 55.0f, .mode = 1, .seed = 5 };

static void add_word(shell *s, uint32_t *count, const char *word)
{
    if (*count < OPTIONS_SCENE_WORDS) s->words[(*count)++] = word;
}

// Words of the command line are for the scene that it named; the setting's own word is for all that
// know it. The day and where the player goes on come first: who names others is heard.
static uint32_t gather_words(shell *s, const scene *which)
{
    const options *o = s->options;
    uint32_t count = 0;
    const uint32_t given = which == o->scene ? o->scene_word_count : 0;
    if (options_day_word(o, which, s->day)) add_word(s, &count, s->day);
    const uint32_t going_on = progress_words(&s->progress, which, s->going_on);
    for (uint32_t i = 0; i < going_on; i++) add_word(s, &count, s->going_on[i]);
    for (uint32_t i = 0; i < given; i++) add_word(s, &count, o->scene_words[i]);
    if (s->settings.one_stick && which->assist_word) add_word(s, &count, which->assist_word);
    return count;
}

static scene_setup setup_of(shell *s, const scene *which)
{
    uint32_t width, height;
    window_get_size(&s->window, &width, &height);
    const qx_view view = stage_view(which, width, height);
    return (scene_setup){ .seed = s->options->seed + s->starts,
                          .view_width = (int16_t)view.width,
                          .view_height = (int16_t)view.height,
                          .option_count = gather_words(s, which),
                          .options = s->words };
}

static void keep_recording(shell *s)
{
    storage_problem problem = { 0 };
    if (!s->stage.record || !s->options->record) return;
    if (recording_save(s->stage.record, s->hash, s->options->record, &problem) == STORAGE_OK)
        return;
    shell_tell(s, problem.text);
    s->status = STATUS_FAILED;
}

void shell_leave_scene(shell *s)
{
    storage_problem problem = { 0 };
    if (shell_is_playing(s)) {
        s->hash = stage_hash(&s->stage);
        s->has_hash = true;
        if (!keep_leave(&s->keep, &s->stage, &problem)) shell_tell(s, problem.text);
        if (!progress_leave(&s->progress, &s->stage, &problem)) shell_tell(s, problem.text);
        keep_recording(s);
    }
    stage_release(&s->stage, s->render);
    stage_stop(&s->stage);
    s->attract = s->demo = false;
    sound_pause(s->sound, false);
}

bool shell_start_scene(shell *s, const scene *which, char *problem, size_t problem_size)
{
    const bool replayed = s->playback.recording;
    storage_problem unread = { 0 };
    shell_leave_scene(s);
    if (!replayed) progress_read(&s->progress, which, &unread);
    const scene_setup setup = replayed ? s->playback.info.setup : setup_of(s, which);
    if (replayed) playback_rewind(&s->playback);
    const bool counts = shell_game_counts(s, which, &setup), game = keep_is_game(which) && counts;
    const bool record = game || (s->options->record && !replayed);
    if (!stage_start(&s->stage, which, &setup, record, problem, problem_size)) return false;
    keep_begin(&s->keep, which, game);
    progress_begin(&s->progress, &s->stage, counts, &unread);
    s->starts++;
    s->lingers = 0;
    s->last = (tick_input){ .view_width = setup.view_width, .view_height = setup.view_height };
    sound_set_music(s->sound, &calm, 0.5f);
    menu_set_paused_scene(s->menu, which);
    menu_open(s->menu, MENU_CLOSED);
    input_release(&s->input);
    s->clock = (tick_clock){ 0 };
    if (unread.text[0]) shell_tell(s, unread.text);
    return true;
}

// Where it does not start, the menu does without.
void shell_start_attract(shell *s, const scene *which)
{
    char problem[256];
    scene_setup setup = setup_of(s, which);
    setup.option_count = which->attract_word ? 1 : 0;
    setup.options = &which->attract_word;
    shell_leave_scene(s);
    s->attract = stage_start(&s->stage, which, &setup, false, problem, sizeof problem);
    s->last = (tick_input){ .view_width = setup.view_width, .view_height = setup.view_height };
    sound_set_music(s->sound, &calm, 0.3f);
    menu_set_paused_scene(s->menu, NULL);
}

void shell_open_main_menu(shell *s)
{
    shell_start_attract(s, scenes[0]);
    menu_open(s->menu, MENU_MAIN);
}

void shell_start_from_menu(shell *s, const scene *which)
{
    char problem[512];
    if (shell_start_scene(s, which, problem, sizeof problem)) return;
    shell_open_main_menu(s);
    menu_report(s->menu, problem);
}

static void pause_scene(shell *s)
{
    if (!shell_is_playing(s) || shell_menu_is_open(s)) return;
    menu_open(s->menu, MENU_PAUSE);
    sound_pause(s->sound, true);
    input_release(&s->input);
    s->devices.menu = (menu_input){ 0 }; // the press that paused is not one in the menu
}

static void resume_scene(shell *s)
{
    menu_open(s->menu, MENU_CLOSED);
    sound_pause(s->sound, false);
    input_release(&s->input);
}

// --- one frame

static void handle_request(shell *s, uint32_t request)
{
    if (request & DEVICES_QUIT) s->quit = true;
    if (request & DEVICES_TOUCHED) s->touched = true;
    if (s->demo) return;
    if (request & DEVICES_FULLSCREEN) toggle_fullscreen(s);
    if (request & DEVICES_PAUSE && s->watching && !shell_menu_is_open(s)) shell_end_watching(s);
    if (request & (DEVICES_PAUSE | DEVICES_FOCUS_LOST)) pause_scene(s);
    if (!(request & DEVICES_FOCUS_LOST)) return;
    input_release(&s->input);
    s->devices.pointer_held = false;
}

static void handle_events(shell *s)
{
    SDL_Event event;
    if (interrupt_asked()) s->quit = true;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_AUDIODEVICEADDED || event.type == SDL_AUDIODEVICEREMOVED)
            audio_handle(&s->audio, &event.adevice);
        handle_request(s, devices_handle(&s->devices, &s->input, &s->window, &event));
    }
}

static void obey(shell *s, menu_command command)
{
    switch (command) {
    case MENU_START: shell_start_from_menu(s, scenes[menu_get_scene(s->menu)]); break;
    case MENU_RESTART: shell_start_from_menu(s, s->stage.scene); break;
    case MENU_RESUME: resume_scene(s); break;
    case MENU_LEAVE: shell_leave_for_menu(s); break;
    case MENU_WATCH: shell_start_watching(s); break;
    case MENU_NAMED:
        shell_take_name(s);
        if (!shell_menu_is_open(s)) resume_scene(s);
        break;
    case MENU_NAMED_AGAIN:
        shell_take_name(s);
        if (!shell_menu_is_open(s)) shell_start_from_menu(s, s->stage.scene);
        break;
    case MENU_SETTINGS_CHANGED: change_settings(s); break;
    case MENU_SAVE_SETTINGS: save_settings(s); break;
    case MENU_QUIT: s->quit = true; break;
    case MENU_NOTHING: break;
    }
}

static void switch_typing(shell *s)
{
    const bool typing = menu_wants_text(s->menu);
    if (typing == s->devices.typing) return;
    s->devices.typing = typing;
    // A keyboard on the screen would hide the page, which has letters of its own.
    if (typing && !SDL_HasScreenKeyboardSupport()) SDL_StartTextInput();
    if (!typing) SDL_StopTextInput();
}

static void step_menu(shell *s, float seconds)
{
    menu_input in = devices_take_menu(&s->devices, &s->input, &s->window, seconds);
    if (shell_step_demo(s, seconds))
        in = (menu_input){ .width = in.width, .height = in.height }; // the touch does nothing else
    s->devices.playing = !shell_menu_is_open(s);
    if (!shell_menu_is_open(s)) return;
    obey(s, menu_step(s->menu, &in, seconds));
    s->devices.binding = menu_wants_binding(s->menu);
    s->devices.playing = !shell_menu_is_open(s);
    switch_typing(s);
}

static input_view view_of(const shell *s, uint32_t width, uint32_t height)
{
    return (input_view){ stage_view(s->stage.scene, width, height), width, height,
                         0.12f * (float)height };
}

// False where a recording is over.
static bool next_input(shell *s, tick_input *tick)
{
    uint32_t width, height;
    if (shell_is_playing(s) && s->playback.recording)
        return playback_next(&s->playback, tick) || shell_linger(s, tick);
    window_get_size(&s->window, &width, &height);
    const input_view view = view_of(s, width, height);
    if (shell_is_playing(s))
        *tick = input_take(&s->input, &view);
    else
        *tick = (tick_input){ .view_width = (int16_t)view.view.width,
                              .view_height = (int16_t)view.view.height };
    return true;
}

static bool run_is_over(const shell *s)
{
    return shell_is_playing(s) && s->options->ticks > 0 && s->stage.ticks >= s->options->ticks;
}

static void run_ticks(shell *s, uint64_t nanoseconds)
{
    const bool frozen = !s->stage.scene || (shell_is_playing(s) && shell_menu_is_open(s));
    const scene_services services = { s->attract ? NULL : s->sound, workers_get(s->workers) };
    for (uint32_t due = frozen ? 0 : tick_clock_advance(&s->clock, nanoseconds); due > 0; due--) {
        if (!next_input(s, &s->last)) {
            if (s->watching)
                shell_end_watching(s);
            else
                s->quit = true;
            return;
        }
        stage_tick(&s->stage, &s->last, &services);
        if (run_is_over(s)) s->quit = true;
        if (s->quit || shell_follow_game(s) || !s->stage.scene) return;
    }
}

static void measure(shell *s, double ms)
{
    const uint32_t refresh = window_get_refresh(&s->window);
    const uint32_t cap = s->settings.frame_cap;
    const uint32_t rate = cap > 0 && cap < refresh ? cap : refresh;
    s->frame_ms = s->frame_ms > 0.0 ? s->frame_ms + 0.05 * (ms - s->frame_ms) : ms;
    if (s->settings.quality == QUALITY_AUTO)
        quality_step(&s->quality, (float)ms, 1000.0f / (float)rate);
    s->resolution = quality_resolution(&s->quality, s->settings.quality);
}

bool shell_frame(shell *s, uint64_t nanoseconds)
{
    const float seconds = (float)((double)nanoseconds / 1e9);
    handle_events(s);
    step_menu(s, seconds < 0.1f ? seconds : 0.1f);
    run_ticks(s, nanoseconds);
    devices_show_cursor(&s->devices, seconds);
    audio_frame(&s->audio);
    measure(s, (double)nanoseconds / 1e6);
    s->shown += (double)nanoseconds / 1e9;
    shell_draw(s);
    SDL_GL_SwapWindow(s->window.handle);
    return !s->quit;
}

// --- start and end

static void load_settings(shell *s, storage_problem *problem)
{
    settings_defaults(&s->settings);
    s->keep_settings = storage_open(s->options->data, problem);
    if (!s->keep_settings) return;
    const storage_result result = settings_load(&s->settings, problem);
    if (result == STORAGE_MISSING) problem->text[0] = '\0';
    s->keep_settings = result != STORAGE_NEWER;
}

static bool open_picture(shell *s)
{
    char problem[512];
    qx_error error = { 0 };
    s->applied = s->settings;
    s->fullscreen = wants_fullscreen(s);
    const window_desc desc = { "Quincunx",    s->options->width, s->options->height,
                               s->fullscreen, s->settings.vsync, false };
    if (!window_open(&s->window, &desc, problem, sizeof problem)) {
        report("%s", problem);
        return false;
    }
    if (qx_render_create(NULL, &s->render, &error) == QX_OK) return true;
    report("%s", error.message);
    return false;
}

static void open_sound(shell *s)
{
    if (s->options->mute) return;
    s->sound = sound_create(AUDIO_RATE, s->options->seed);
    const bool heard = audio_open(&s->audio, s->sound);
    if (!heard && s->options->verbose) report("no sound: %s", SDL_GetError());
    apply_volumes(s);
}

static bool check_record(const shell *s)
{
    storage_problem problem = { 0 };
    if (!s->options->record || recording_can_save(s->options->record, &problem)) return true;
    report("%s", problem.text);
    return false;
}

static bool open_replay(shell *s)
{
    storage_problem problem = { 0 };
    const options *o = s->options;
    if (!o->replay || playback_open(&s->playback, o->replay, o->scene, &problem)) return true;
    report("%s", problem.text);
    return false;
}

static bool no_memory(void)
{
    report("not enough memory; close other programs");
    return false;
}

// Straight into the scene that was asked for, else the menu.
static int start_first(shell *s)
{
    char problem[512];
    const scene *first = s->playback.recording ? s->playback.scene : s->options->scene;
    if (!first) {
        shell_open_main_menu(s);
        return STATUS_DONE;
    }
    if (shell_start_scene(s, first, problem, sizeof problem)) return STATUS_DONE;
    report("%s: %s", first->name, problem);
    return s->options->scene_word_count > 0 ? STATUS_BAD_COMMAND : STATUS_FAILED;
}

static int start_all(shell *s)
{
    storage_problem problem = { 0 };
    load_settings(s, &problem);
    if (!check_record(s) || !open_replay(s) || !open_picture(s)) return STATUS_FAILED;
    devices_start(&s->devices);
    input_start(&s->input, &s->settings);
    open_sound(s);
    s->workers = workers_create(s->options->threads); // without them the ticks only take longer
    s->menu = menu_create(&s->settings, s->sound);
    if ((!s->menu || !keep_open(&s->keep)) && !no_memory()) return STATUS_FAILED;
    quality_start(&s->quality);
    s->resolution = 1.0f;
    const int status = start_first(s);
    if (problem.text[0] && s->options->ticks == 0) menu_report(s->menu, problem.text);
    shell_load_scores(s);
    return status;
}

static void say_what_runs(const shell *s)
{
    if (!s->options->verbose) return;
    report("drawing with %s on %s", qx_render_text(s->render), SDL_GetCurrentVideoDriver());
    report("%" PRIu32 " threads; settings in %s", workers_count(s->workers), storage_folder());
}

static void close_all(shell *s)
{
    audio_close(&s->audio);
    menu_destroy(s->menu);
    keep_close(&s->keep);
    progress_close(&s->progress);
    sound_destroy(s->sound);
    workers_destroy(s->workers);
    devices_stop(&s->devices);
    qx_render_destroy(s->render);
    window_close(&s->window);
    playback_close(&s->playback);
    free(s);
    SDL_Quit();
}

shell *shell_create(const options *o, int *status)
{
    shell *s = calloc(1, sizeof *s);
    if (!s) {
        no_memory();
        *status = STATUS_FAILED;
        return NULL;
    }
    s->options = o;
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); // interrupt.c has them
    interrupt_watch();
    *status = start_all(s);
    if (*status != STATUS_DONE) {
        close_all(s);
        return NULL;
    }
    say_what_runs(s);
    return s;
}

static void compare_replay(shell *s, uint32_t ticks)
{
    if (!s->playback.recording || !s->has_hash) return;
    if (!playback_compare(&s->playback, ticks, s->hash, stdout)) s->status = STATUS_FAILED;
}

int shell_destroy(shell *s)
{
    const uint32_t ticks = s->stage.ticks;
    shell_leave_scene(s);
    if (!s->watching) compare_replay(s, ticks);
    save_settings(s);
    if (s->options->hash && s->has_hash) printf("hash 0x%016" PRIx64 "\n", s->hash);
    const int status = s->status;
    close_all(s);
    return status;
}

shell_info shell_get(const shell *s)
{
    const bool playing = shell_is_playing(s);
    return (shell_info){ playing ? s->stage.scene : NULL, shell_menu_is_open(s),
                         playing ? s->stage.ticks : 0, playing ? stage_hash(&s->stage) : s->hash,
                         s->resolution };
}

// Without vsync, and where nothing moves fast, frames keep to the display's rate; unseen ones are
// few.
static uint32_t rate_limit(const shell *s)
{
    const Uint32 unseen = SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN;
    if (SDL_GetWindowFlags(s->window.handle) & unseen) return 10;
    const uint32_t refresh = window_get_refresh(&s->window);
    if (s->settings.frame_cap > 0) return s->settings.frame_cap;
    const bool asked_for_all = !s->settings.vsync && !shell_menu_is_open(s);
    return asked_for_all || s->window.vsync ? 0 : refresh;
}

int shell_run(const options *o)
{
    int status;
    shell *s = shell_create(o, &status);
    if (!s) return status;
    pacing_start(&s->pacing);
    while (shell_frame(s, pacing_next(&s->pacing, rate_limit(s)))) {
    }
    return shell_destroy(s);
}
