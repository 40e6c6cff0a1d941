// SPDX-License-Identifier: MIT
// The clock of the room: it stands while the room is paused or a hand is on the time line, and goes
// on by whole ticks else. Where a clip is follows from it alone.
#include "model_room.h"

static int32_t speed_of(const model_play *r)
{
    const int32_t percent = r->rules.values[PARAM_SPEED];
    const int32_t speed = (int32_t)((int64_t)percent * QX_KEYFRAME_SPEED_1 / 100);
    return r->rules.values[PARAM_WAY] == WAY_BACKWARD ? -speed : speed;
}

static qx_keyframe_layer *latest(model_play *r)
{
    return r->player.count > 0 ? &r->player.layers[r->player.count - 1] : NULL;
}

uint32_t model_clip_now(const model_play *r)
{
    return r->player.count > 0 ? r->player.layers[r->player.count - 1].clip : 0;
}

// While the room's clock stands nothing could fade.
void model_begin_clip(model_play *r, uint32_t clip, bool at_once)
{
    const bool fades = r->rules.playing && !at_once;
    const int64_t fade = fades ? r->rules.values[PARAM_FADE] * (QX_KEYFRAME_SECOND / 1000) : 0;
    if (clip >= r->source.model->clip_count) return;
    r->rules.values[PARAM_CLIP] = (int32_t)clip;
    qx_keyframe_player_play(&r->player, r->source.clips, clip, speed_of(r), fade, r->rules.now);
}

// A clip played once that is over begins again.
void model_toggle_play(model_play *r)
{
    const bool over = model_phase(r, r->rules.now).ended;
    if (r->rules.playing && !over) {
        r->rules.playing = 0;
        return;
    }
    r->rules.playing = 1;
    if (over) model_begin_clip(r, model_clip_now(r), true);
}

void model_run_time(model_play *r, bool held)
{
    if (r->rules.playing && !held) r->rules.now += MODEL_TICK;
}

void model_follow_speed(model_play *r)
{
    for (uint32_t i = 0; i < r->player.count; i++)
        qx_keyframe_clock_set_speed(&r->player.layers[i].clock, speed_of(r), r->rules.now);
}

// Goes on from the same place, and in the same direction where it was on its way back.
static void follow_loop(model_play *r, qx_keyframe_layer *layer)
{
    const int64_t now = r->rules.now;
    const qx_keyframe_clip *clip = &r->source.clips[layer->clip];
    const qx_keyframe_phase at = qx_keyframe_clock_sample(&layer->clock, now);
    const bool back = at.backward != (layer->clock.speed < 0);
    int64_t place = (int64_t)(at.place + 0.5);
    if (place > clip->duration) place = clip->duration;
    if (back && clip->loop == QX_KEYFRAME_PING_PONG) place = 2 * clip->duration - place;
    qx_keyframe_clock_start(&layer->clock, clip->loop, clip->duration, now);
    qx_keyframe_clock_set_place(&layer->clock, place, now);
    qx_keyframe_clock_set_speed(&layer->clock, speed_of(r), now);
}

void model_follow_loop(model_play *r)
{
    model_source_loop(&r->source, (uint32_t)r->rules.values[PARAM_LOOP]);
    for (uint32_t i = 0; i < r->player.count; i++) follow_loop(r, &r->player.layers[i]);
}

// Ends any fade: what is under the hand is seen alone.
void model_scrub(model_play *r, int64_t place)
{
    const uint32_t clip = model_clip_now(r);
    if (r->source.model->clip_count == 0) return;
    const int64_t most = r->source.clips[clip].duration;
    model_begin_clip(r, clip, true);
    qx_keyframe_clock_set_place(&latest(r)->clock,
                                place < 0      ? 0
                                : place > most ? most
                                               : place,
                                r->rules.now);
}

qx_keyframe_phase model_phase(const model_play *r, int64_t now)
{
    if (r->player.count == 0) return (qx_keyframe_phase){ 0 };
    return qx_keyframe_clock_sample(&r->player.layers[r->player.count - 1].clock, now);
}

// --- the cycle

static const qx_keyframe_clip *clip_of(const model_play *r)
{
    return &r->source.clips[model_clip_now(r)]; // there is room for one even where there is none
}

int64_t model_cycle(const model_play *r)
{
    const qx_keyframe_clip *clip = clip_of(r);
    return clip->loop == QX_KEYFRAME_PING_PONG ? 2 * clip->duration : clip->duration;
}

double model_cycle_share(const model_play *r, const qx_keyframe_phase *phase)
{
    if (clip_of(r)->loop != QX_KEYFRAME_PING_PONG) return phase->fraction;
    const bool back = phase->turn % 2 != 0;
    return back ? 1.0 - 0.5 * phase->fraction : 0.5 * phase->fraction;
}

int64_t model_cycle_place(const model_play *r, double share)
{
    const qx_keyframe_clip *clip = clip_of(r);
    const bool folds = clip->loop == QX_KEYFRAME_PING_PONG;
    const double along = !folds ? share : share < 0.5 ? 2.0 * share : 2.0 - 2.0 * share;
    return (int64_t)(along * (double)clip->duration + 0.5);
}
