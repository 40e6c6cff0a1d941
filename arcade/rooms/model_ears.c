// SPDX-License-Identifier: MIT
// What is heard of a tick: keys that were crossed, and ends of ways.
#include "model_room.h"

#include "sound_model.h"

#include <math.h>

enum { EVENTS = 8 };

static float loudness(const model_play *r)
{
    const float speed = (float)r->rules.values[PARAM_SPEED] / 100.0f;
    return fminf(0.35f + 0.65f * speed, 1.3f);
}

// Where the middle of the model is on the strip.
static float pan_of(const model_play *r)
{
    const qx_keyframe_phase at = model_phase(r, r->rules.now);
    if (model_strip(r) <= 0.0f) return 0.0f;
    return 0.8f * (float)(model_cycle_share(r, &at) - 0.5);
}

static void say(const model_play *r, sound_model_voice voice, float pitch, float gain)
{
    sound_play(r->sound, &sound_model[voice], pan_of(r), pitch, gain);
}

static bool lands(const model_play *r, uint32_t key)
{
    const qx_model *m = r->source.model;
    return m->meshes[0].kind == QX_MODEL_KEYS && key < m->meshes[0].key_count &&
           r->source.lands[key];
}

// A bounce is heard alone; other keys are of four pitches, in turn.
void model_be_heard(model_play *r, int64_t before)
{
    static const float pitches[] = { 1.0f, 1.189207f, 1.498307f, 1.781797f }; // A C E G
    qx_keyframe_event events[EVENTS];
    const qx_keyframe_clip *clips = r->source.clips;
    const int64_t now = r->rules.now;
    if (now <= before || r->player.count == 0) return;
    uint64_t count = qx_keyframe_player_cross(&r->player, clips, before, now, events, EVENTS);
    const uint32_t first = clips[model_clip_now(r)].first;
    bool bounced = false;
    if (count > EVENTS) count = EVENTS;
    for (uint64_t i = 0; i < count && !bounced; i++) bounced = lands(r, first + events[i].key);
    if (bounced)
        say(r, MODEL_BOUNCE, 1.0f, loudness(r));
    else if (model_phase(r, before).turn != model_phase(r, now).turn)
        say(r, MODEL_END, 1.0f, loudness(r));
    else if (count > 0)
        say(r, MODEL_KEY, pitches[events[0].key % 4], 0.8f * loudness(r));
}
