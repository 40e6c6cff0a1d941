// SPDX-License-Identifier: MIT
// Two clips of one ball: it bounces, and while it does, a sway takes over within half a second.
// Below each moment, how much of the pose each clip has: keyframe_blend [FILE.png]
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOMENTS = 12, COLUMN = 80, WIDTH = MOMENTS * COLUMN, HEIGHT = 240, KEYS = 8, LINES = 4000 };

static float planes[3 * WIDTH * HEIGHT];
static uint8_t pixels[3 * WIDTH * HEIGHT];
static const qx_glow_picture picture = { .planes = planes, .width = WIDTH, .height = HEIGHT };

// Keys 0 to 4 are the ball's bounce, 5 to 7 its sway.
static int64_t bounce_times[5], sway_times[3];
static qx_keyframe_clip clips[2] = {
    { .first = 0, .count = 5, .times = bounce_times, .loop = QX_KEYFRAME_REPEAT },
    { .first = 5, .count = 3, .times = sway_times, .loop = QX_KEYFRAME_PING_PONG },
};

static void set_times(void)
{
    for (int i = 0; i < 5; i++) bounce_times[i] = qx_keyframe_ticks(0.15 * i);
    for (int i = 0; i < 3; i++) sway_times[i] = qx_keyframe_ticks(0.3 * i);
    clips[0].duration = bounce_times[4];
    clips[1].duration = sway_times[2];
}

// A ball on the floor that leans by so much.
static bool set_leaning(qx_keyframe_keys *keys, uint32_t key, float lean, const qx_vec3 *ball,
                        const qx_vec3 *normals, uint32_t count)
{
    qx_vec3 *leaning = malloc(sizeof *leaning * count);
    if (!leaning) return false;
    for (uint32_t i = 0; i < count; i++) {
        leaning[i] = ball[i];
        leaning[i].y -= 2; // of 3 radii above the floor
        leaning[i].x += lean * leaning[i].y;
    }
    const qx_result result =
        qx_keyframe_keys_set(keys, key, &leaning[0].x, 0, &normals[0].x, 0, NULL);
    free(leaning);
    return result == QX_OK;
}

static qx_keyframe_keys *make_keys(const qx_vec3 *positions, const qx_vec3 *normals, uint32_t count)
{
    qx_keyframe_keys *keys;
    const qx_keyframe_keys_desc desc = {
        .vertex_count = count, .key_count = KEYS, .storage = QX_KEYFRAME_PACKED, .normals = true
    };
    if (qx_keyframe_keys_create(&desc, &keys) != QX_OK) return NULL;
    bool good = true;
    for (uint32_t key = 0; key < 5; key++)
        good &= qx_keyframe_keys_set(keys, key, &positions[key * count].x, 0,
                                     &normals[key * count].x, 0, NULL) == QX_OK;
    for (uint32_t key = 5; key < KEYS; key++)
        good &= set_leaning(keys, key, 0.4f * ((float)key - 6), positions, normals, count);
    if (good) return keys;
    qx_keyframe_keys_destroy(keys);
    return NULL;
}

// Two keys of each clip that has a share.
static qx_keyframe_mix mix_of(const qx_keyframe_share *shares, uint32_t count)
{
    qx_keyframe_mix mix = { 0 };
    for (uint32_t i = 0; i < count; i++) {
        const qx_keyframe_clip *clip = &clips[shares[i].clip];
        const qx_keyframe_span span = qx_keyframe_span_find(
            clip->times, clip->count, QX_KEYFRAME_LINEAR, 0, shares[i].phase.place);
        for (int k = 1; k < 3; k++) {
            mix.key[mix.count] = clip->first + span.key[k];
            mix.weight[mix.count++] = span.weight[k] * shares[i].weight;
        }
    }
    return mix;
}

// Edges of the side that is seen, along z.
static void draw(const qx_vec3 *p, const qx_vec3 *n, const uint32_t *indices, uint32_t count,
                 float x)
{
    static qx_glow_line lines[LINES];
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_PLASMA, 3.5f);
    uint32_t used = 0;
    for (uint32_t i = 0; i < count && used < LINES; i++) {
        const uint32_t a = indices[i], b = indices[i % 3 == 2 ? i - 2 : i + 1];
        if (a > b || n[a].z + n[b].z < 0) continue;
        const float facing = -0.45f * n[a].x + 0.65f * n[a].y + 0.6f * n[a].z;
        lines[used++] = (qx_glow_line){ .from = { x + 30 * p[a].x, 190 - 30 * p[a].y, 0 },
                                        .to = { x + 30 * p[b].x, 190 - 30 * p[b].y, 0 },
                                        .scale = 1,
                                        .brightness = 0.15f + (facing > 0 ? facing : 0) };
    }
    qx_glow_build(&glow, QX_GLOW_MAX, lines, used, &picture, NULL);
}

static void draw_share(const qx_keyframe_share *share, float x)
{
    const qx_glow glow = qx_glow_get_ramp(share->clip ? QX_GLOW_ACID : QX_GLOW_GOLD, 6);
    const float y = share->clip ? 224.0f : 212.0f;
    const qx_glow_line line = { { x - 30, y, 0 }, { x - 30 + 60 * share->weight, y, 0 }, 1, 0.7f };
    qx_glow_build(&glow, QX_GLOW_MAX, &line, 1, &picture, NULL);
}

int main(int argc, char **argv)
{
    const qx_keyframe_ball_desc desc = { .detail = 2, .keys = 5 };
    const qx_keyframe_ball_counts counts = qx_keyframe_ball_bound(&desc);
    qx_vec3 *positions = malloc(sizeof *positions * counts.vertices * 6); // keys, and the pose
    qx_vec3 *normals = malloc(sizeof *normals * counts.vertices * 6);
    uint32_t *indices = malloc(sizeof *indices * counts.indices);
    if (!positions || !normals || !indices) return 1;
    if (qx_keyframe_ball_build(&desc, positions, normals, indices) != QX_OK) return 1;
    qx_keyframe_keys *keys = make_keys(positions, normals, counts.vertices);
    if (!keys) return 1;

    set_times();
    qx_keyframe_player player = { 0 };
    qx_keyframe_player_play(&player, clips, 0, QX_KEYFRAME_SPEED_1, 0, 0);
    qx_vec3 *pose = positions + 5 * counts.vertices, *turned = normals + 5 * counts.vertices;
    for (int moment = 0; moment < MOMENTS; moment++) {
        const int64_t now = qx_keyframe_ticks(0.1 * moment);
        if (moment == 4)
            qx_keyframe_player_play(&player, clips, 1, QX_KEYFRAME_SPEED_1, qx_keyframe_ticks(0.5),
                                    now);
        qx_keyframe_share shares[QX_KEYFRAME_LAYERS];
        const uint32_t count = qx_keyframe_player_sample(&player, now, shares);
        const qx_keyframe_mix mix = mix_of(shares, count);
        const qx_keyframe_layout out = { .positions = &pose->x, .normals = &turned->x };
        if (qx_keyframe_pose_build(keys, &mix, &out, NULL) != QX_OK) return 1;
        const float x = ((float)moment + 0.5f) * COLUMN;
        draw(pose, turned, indices, counts.indices, x);
        for (uint32_t i = 0; i < count; i++) draw_share(&shares[i], x);
    }
    qx_glow_build_bytes(&picture, NULL, pixels);
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    const qx_result saved =
        qx_png_save_file(&image, argc > 1 ? argv[1] : "keyframe_blend.png", NULL, NULL);
    qx_keyframe_keys_destroy(keys);
    free(positions);
    free(normals);
    free(indices);
    return saved != QX_OK;
}
