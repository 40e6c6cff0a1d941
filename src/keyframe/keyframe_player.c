// SPDX-License-Identifier: MIT
#include "keyframe_internal.h"

// A layer takes over from all below it: its own share of the pose, and what it leaves goes down. So
// a fade that is cut short by another clip goes on below it, and nothing jumps.

// How far a layer has taken over, eased at both ends.
static double risen(const qx_keyframe_layer *layer, int64_t now)
{
    const int64_t passed = keyframe_moment(now) - layer->since;
    if (layer->fade <= 0 || passed >= layer->fade) return 1.0;
    const double t = (double)passed / (double)layer->fade;
    return qx_keyframe_ease(QX_EASE_IN_OUT_SINE, t);
}

// The lowest layer takes what is left. Sum 1.
static void weigh(const qx_keyframe_player *player, int64_t now, double *weights)
{
    double left = 1.0;
    for (uint32_t i = player->count; i-- > 0;) {
        const double own = i == 0 ? 1.0 : risen(&player->layers[i], now);
        weights[i] = left * own;
        left -= weights[i];
    }
}

static void drop(qx_keyframe_player *player, uint32_t which)
{
    player->count--;
    for (uint32_t i = which; i < player->count; i++) player->layers[i] = player->layers[i + 1];
}

// What nobody sees any more, and the faintest where there is no room.
static void make_room(qx_keyframe_player *player, int64_t now)
{
    double weights[QX_KEYFRAME_LAYERS];
    weigh(player, now, weights);
    uint32_t faintest = 0;
    for (uint32_t i = 1; i < player->count; i++)
        if (weights[i] < weights[faintest]) faintest = i;
    if (player->count == QX_KEYFRAME_LAYERS) {
        drop(player, faintest);
        weigh(player, now, weights);
    }
    for (uint32_t i = player->count; i-- > 0;)
        if (weights[i] == 0.0) drop(player, i);
}

void qx_keyframe_player_play(qx_keyframe_player *player, const qx_keyframe_clip *clips,
                             uint32_t clip, int32_t speed, int64_t fade, int64_t now)
{
    if (fade <= 0) player->count = 0;
    if (player->count > 0) make_room(player, now);
    qx_keyframe_layer *layer = &player->layers[player->count++];
    *layer = (qx_keyframe_layer){ .clip = clip, .since = keyframe_moment(now), .fade = fade };
    qx_keyframe_clock_start(&layer->clock, clips[clip].loop, clips[clip].duration, now);
    if (speed < 0) qx_keyframe_clock_set_place(&layer->clock, layer->clock.duration, now);
    qx_keyframe_clock_set_speed(&layer->clock, speed, now);
}

uint32_t qx_keyframe_player_sample(const qx_keyframe_player *player, int64_t now,
                                   qx_keyframe_share shares[QX_KEYFRAME_LAYERS])
{
    double weights[QX_KEYFRAME_LAYERS];
    weigh(player, now, weights);
    uint32_t count = 0;
    for (uint32_t i = 0; i < player->count; i++) {
        if (!((float)weights[i] > 0.0f)) continue;
        const qx_keyframe_layer *layer = &player->layers[i];
        shares[count++] =
            (qx_keyframe_share){ .clip = layer->clip,
                                 .phase = qx_keyframe_clock_sample(&layer->clock, now),
                                 .weight = (float)weights[i] };
    }
    return count;
}

uint64_t qx_keyframe_player_cross(const qx_keyframe_player *player, const qx_keyframe_clip *clips,
                                  int64_t before, int64_t now, qx_keyframe_event *events,
                                  uint32_t capacity)
{
    if (player->count == 0) return 0;
    const qx_keyframe_layer *layer = &player->layers[player->count - 1];
    const qx_keyframe_clip *clip = &clips[layer->clip];
    if (!clip->times) return 0;
    return qx_keyframe_clock_cross(&layer->clock, before > layer->since ? before : layer->since,
                                   now, clip->times, clip->count, events, capacity);
}
