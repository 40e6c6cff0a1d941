// SPDX-License-Identifier: MIT
// What is heard: the wind by the speed of the air, steps, and what rolls, knocks and is moved.
#include "sound_terrain.h"
#include "terrain_room.h"

#include <math.h>

enum { KEY_WIND = 0x300, KEY_GUST, KEY_ROLL, KEY_BRUSH };

static float within(float value, float low, float high)
{
    return value > low ? value < high ? value : high : low; // NaN is low
}

static void play(sound *s, terrain_voice voice, float pan, float pitch, float gain)
{
    sound_play(s, &sound_terrain[voice], pan, pitch, gain);
}

static void hold(sound *s, uint32_t key, terrain_voice voice, float pitch, float gain)
{
    if (gain > 0.01f) sound_hold(s, key, &sound_terrain[voice], 0.0f, pitch, gain);
}

// A walker hears the wind of the place, who flies that of the speed.
static float wind_of(const terrain_play *r)
{
    const spot v = r->rules.camera.speed;
    const float speed = (float)sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    const bool walks = terrain_choice(r, PARAM_WAY) == WAY_WALK && !r->rules.alone;
    if (walks) return 0.1f + 0.5f * within(speed / (60.0f * r->map.human), 0.0f, 1.0f);
    return 0.14f + 0.86f * within(speed / (0.06f * r->map.side), 0.0f, 1.0f);
}

static void blow(terrain_play *r, sound *s)
{
    r->wind += 0.04f * (wind_of(r) - r->wind);
    hold(s, KEY_WIND, TERRAIN_WIND, 0.7f + 1.1f * r->wind, 0.15f + 0.75f * r->wind);
    hold(s, KEY_GUST, TERRAIN_GUST, 0.8f + 0.9f * r->wind, 0.9f * (r->wind - 0.25f));
}

// Left or right of the eye, and quieter far away.
static void bear(const terrain_play *r, qx_vec3 at, float *pan, float *near)
{
    const terrain_axes a = terrain_camera_axes(&r->rules.camera);
    const spot eye = r->rules.camera.eye;
    const double x = (double)at.x - eye.x, y = (double)at.y - eye.y, z = (double)at.z - eye.z;
    const double far = sqrt(x * x + y * y + z * z) + 1e-6;
    *pan =
        within(0.8f * (float)((x * a.right.x + y * a.right.y + z * a.right.z) / far), -1.0f, 1.0f);
    *near = 1.0f / (1.0f + (float)far / (0.06f * r->map.side));
}

static void knock(const terrain_play *r, sound *s)
{
    float pan, near;
    if (!r->news.knocked) return;
    bear(r, r->news.at, &pan, &near);
    play(s, TERRAIN_KNOCK, pan, 1.25f - 0.5f * r->news.knock, (0.3f + r->news.knock) * near);
}

void terrain_be_heard(terrain_play *r, sound *s)
{
    static const float steps[] = { 1.0f, 0.92f, 1.05f, 0.97f };
    const terrain_news *news = &r->news;
    if (!s) return;
    blow(r, s);
    knock(r, s);
    const float rolling = within(news->rolling / 0.02f, 0.0f, 1.0f);
    hold(s, KEY_ROLL, TERRAIN_ROLL, 0.7f + 0.9f * rolling, 0.9f * sqrtf(rolling));
    hold(s, KEY_BRUSH, TERRAIN_BRUSH, 1.0f, news->painted ? 0.8f : 0.0f);
    if (news->stepped)
        play(s, TERRAIN_STEP, r->rules.tick % 2 ? 0.12f : -0.12f, steps[r->rules.tick % 4], 0.7f);
    if (news->landed) play(s, TERRAIN_LAND, 0.0f, 1.0f, 0.8f);
    if (news->jumped) play(s, TERRAIN_JUMP, 0.0f, 1.0f, 0.8f);
    if (news->splashed) play(s, TERRAIN_SPLASH, 0.0f, 1.0f, 0.8f);
    if (news->placed) play(s, TERRAIN_PLACE, 0.0f, 1.0f, 0.8f);
}
