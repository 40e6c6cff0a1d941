// SPDX-License-Identifier: MIT
// Keyframe animation under the player's hands: the article's ball, or any file.
#include "model_room.h"

#include <quincunx/hash.h>

#include <inttypes.h>
#include <stdio.h>

enum { NOTICE_TICKS = 300, SHOW_TICKS = 420 };

_Static_assert(sizeof(model_rules) ==
                   16 + POINTER_COUNT * sizeof(model_hand) + PARAM_COUNT * 4 + 17 * 4,
               "no padding: hashed as a whole");

void model_notice(model_play *r, const char *words)
{
    snprintf(r->notice, sizeof r->notice, "%s", words);
    r->notice_left = NOTICE_TICKS;
}

// --- the scene

void model_start_over(model_play *r)
{
    model_rules *rules = &r->rules;
    const model_options *o = &r->options;
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        rules->values[i] = model_param_clamp(&r->source, i, o->values[i]);
    rules->yaw = r->yaw_before = o->yaw;
    rules->pitch = r->pitch_before = o->pitch;
    rules->zoom = r->zoom_before = o->zoom;
    rules->playing = !o->paused;
    model_source_loop(&r->source, (uint32_t)rules->values[PARAM_LOOP]);
    model_begin_clip(r, (uint32_t)rules->values[PARAM_CLIP], true);
    if (o->has_time) model_scrub(r, o->time);
}

static bool find_clips(model_play *r, char *problem, size_t size)
{
    uint32_t clip = 0;
    model_options *o = &r->options;
    if (o->clip && !model_source_find(&r->source, o->clip, &clip, problem, size)) return false;
    o->values[PARAM_CLIP] = (int32_t)clip;
    o->values[PARAM_WITH] = 0;
    if (!o->with) return true;
    if (!model_source_find(&r->source, o->with, &clip, problem, size)) return false;
    o->values[PARAM_WITH] = (int32_t)clip + 1;
    return true;
}

static bool is_stamped(const model_play *r, char *problem, size_t size)
{
    if (!r->options.has_stamp || r->options.stamp == r->source.stamp) return true;
    snprintf(problem, size, "%.200s is not the file it was when this was recorded",
             r->options.path);
    return false;
}

static void quit(void *state)
{
    model_play *r = state;
    model_picture_destroy(r->picture);
    model_source_close(&r->source);
    r->picture = NULL;
}

static bool open_all(model_play *r, char *problem, size_t size)
{
    if (!model_source_open(&r->source, &r->options, problem, size)) return false;
    if (!find_clips(r, problem, size) || !is_stamped(r, problem, size)) return false;
    r->options.clip = r->options.with = NULL; // words of the setup, which does not last
    r->picture = model_picture_create(&r->source);
    if (!r->picture) snprintf(problem, size, "no memory for the model");
    return r->picture;
}

static bool init(void *state, const scene_setup *setup, char *problem, size_t problem_size)
{
    model_play *r = state;
    if (!model_options_read(&r->options, setup, problem, problem_size)) return false;
    if (!open_all(r, problem, problem_size)) {
        quit(r);
        return false;
    }
    r->rules.seed = setup->seed;
    r->rules.width = (float)setup->view_width;
    r->rules.height = (float)setup->view_height;
    r->rules.show = r->options.show;
    model_start_over(r);
    const qx_model *m = r->source.model;
    if (m->warning_count > 0) model_notice(r, m->warnings[0].text);
    return true;
}

static void stamp(const void *state, char *word, size_t room)
{
    const model_play *r = state;
    word[0] = '\0';
    if (r->source.file) snprintf(word, room, "--stamp=%016" PRIx64, r->source.stamp);
}

static void input(void *state, const tick_input *in)
{
    ((model_play *)state)->input = *in;
}

// One clip after the other while nobody touches anything; one that is over has less time.
static void go_on_with_the_show(model_play *r)
{
    const uint32_t clips = r->source.model->clip_count;
    const uint32_t shown = model_phase(r, r->rules.now).ended ? SHOW_TICKS / 3 : SHOW_TICKS;
    if (!r->rules.show || r->rules.untouched < SHOW_TICKS || clips == 0) return;
    if (r->rules.tick - r->rules.show_tick < shown) return;
    r->rules.show_tick = r->rules.tick;
    model_begin_clip(r, (model_clip_now(r) + 1) % clips, false);
}

static bool time_is_held(const model_play *r)
{
    for (uint32_t i = 0; i < POINTER_COUNT; i++) {
        const uint32_t act = r->rules.hands[i].act;
        if (act == ACT_TIME || act == ACT_SCRUB) return true;
    }
    return false;
}

static void tick(void *state, const scene_services *services)
{
    model_play *r = state;
    r->sound = services->sound;
    r->yaw_before = r->rules.yaw;
    r->pitch_before = r->rules.pitch;
    r->zoom_before = r->rules.zoom;
    if (r->notice_left > 0) r->notice_left--;
    if (r->input.view_width > 0) r->rules.width = (float)r->input.view_width;
    if (r->input.view_height > 0) r->rules.height = (float)r->input.view_height;
    model_use_hands(r);
    go_on_with_the_show(r);
    r->before = r->rules.now;
    model_run_time(r, time_is_held(r));
    model_be_heard(r, r->before);
    r->rules.tick++;
    r->sound = NULL;
}

// Field by field: there is padding between them.
static uint64_t hash_layer(uint64_t hash, const qx_keyframe_layer *layer)
{
    const qx_keyframe_clock *c = &layer->clock;
    const int64_t fields[] = { layer->clip, layer->since, layer->fade, c->loop, c->duration,
                               c->since,    c->at,        c->at_part,  c->speed };
    return qx_hash_bytes(hash, fields, sizeof fields);
}

static uint64_t hash(const void *state)
{
    const model_play *r = state;
    uint64_t sum = qx_hash_bytes(QX_HASH_START, &r->rules, sizeof r->rules);
    sum = qx_hash_bytes(sum, &r->player.count, sizeof r->player.count);
    for (uint32_t i = 0; i < r->player.count; i++) sum = hash_layer(sum, &r->player.layers[i]);
    return sum;
}

static void draw(const void *state, const scene_canvas *canvas)
{
    model_draw(state, canvas);
    model_draw_hud(state, canvas);
}

static void release(void *state, qx_render *render)
{
    model_picture_release(((model_play *)state)->picture, render);
}

const scene model_room = {
    .name = "model",
    .title = "Keyframes",
    .summary = "Poses, eases and clips of a model",
    .options_help = model_options_help,
    .controls_help = "Drag: look around; wheel, two fingers: nearer\n"
                     "Right drag, time line: scrub\n"
                     "Space, A: play, pause; Shift, B: backward\n"
                     "M, Y, list: another clip\n"
                     "W A S D, stick: look around\n"
                     "1 to 8: onion skin, wireframe, normals, loop, curve, ease, blend, path\n"
                     "Q E, arrows, right stick: a row of the column\n"
                     "+ -, wheel: change it\n"
                     "R, X: as it was\n",
    .attract_word = "--show",
    .file_help = "a model: .md2, .gltf, .glb, or the first of a series NAME_0001.obj",
    .accent = 0xFFD24AFF,
    .world_height = 720.0f,
    .version = 1,
    .state_size = sizeof(model_play),
    .init = init,
    .stamp = stamp,
    .input = input,
    .tick = tick,
    .draw = draw,
    .hash = hash,
    .release = release,
    .quit = quit,
};
