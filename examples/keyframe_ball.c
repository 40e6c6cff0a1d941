// SPDX-License-Identifier: MIT
// A ball of two key meshes, up in the air and squashed on the floor, played to and fro; each column
// is a moment, 0.06 s after the one before: keyframe_ball [FILE.png]
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOMENTS = 11, COLUMN = 88, WIDTH = MOMENTS * COLUMN, HEIGHT = 220, MOST_LINES = 4000 };

static float planes[3 * WIDTH * HEIGHT];
static uint8_t pixels[3 * WIDTH * HEIGHT];

static float shade(qx_vec3 n)
{
    const float facing = -0.45f * n.x + 0.65f * n.y + 0.6f * n.z;
    return 0.12f + 0.9f * (facing > 0 ? facing : 0);
}

// Edges of the side that is seen, along z.
static uint32_t draw(const qx_vec3 *p, const qx_vec3 *n, const uint32_t *indices, uint32_t count,
                     float x, qx_glow_line *lines)
{
    const float scale = 34, floor = HEIGHT - 18;
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t a = indices[i], b = indices[i % 3 == 2 ? i - 2 : i + 1];
        if (a > b || n[a].z + n[b].z < 0) continue;
        lines[used++] = (qx_glow_line){ .from = { x + scale * p[a].x, floor - scale * p[a].y, 0 },
                                        .to = { x + scale * p[b].x, floor - scale * p[b].y, 0 },
                                        .scale = 1,
                                        .brightness = shade(n[a]) };
    }
    return used;
}

int main(int argc, char **argv)
{
    const qx_keyframe_ball_desc desc = { .detail = 2, .height = 4.2f };
    const qx_keyframe_ball_counts counts = qx_keyframe_ball_bound(&desc);
    const uint32_t vertices = counts.vertices;
    qx_vec3 *positions = malloc(sizeof *positions * vertices * 3); // two keys, and the pose
    qx_vec3 *normals = malloc(sizeof *normals * vertices * 3);
    uint32_t *indices = malloc(sizeof *indices * counts.indices);
    qx_glow_line *lines = malloc(sizeof *lines * MOST_LINES);
    if (!positions || !normals || !indices || !lines) return 1;
    if (qx_keyframe_ball_build(&desc, positions, normals, indices) != QX_OK) return 1;

    qx_keyframe_keys *keys;
    if (qx_keyframe_keys_create(
            &(qx_keyframe_keys_desc){ .vertex_count = vertices, .key_count = 2, .normals = true },
            &keys) != QX_OK)
        return 1;
    for (uint32_t key = 0; key < 2; key++)
        if (qx_keyframe_keys_set(keys, key, &positions[key * vertices].x, 0,
                                 &normals[key * vertices].x, 0, NULL) != QX_OK)
            return 1;

    qx_vec3 *pose = positions + 2 * vertices, *turned = normals + 2 * vertices;
    const qx_keyframe_layout out = { .positions = &pose->x, .normals = &turned->x };
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_EMBER, 3.5f);
    const qx_glow_picture picture = { .planes = planes, .width = WIDTH, .height = HEIGHT };
    qx_keyframe_clock clock;
    qx_keyframe_clock_start(&clock, QX_KEYFRAME_PING_PONG, qx_keyframe_ticks(0.3), 0);
    for (int moment = 0; moment < MOMENTS; moment++) {
        const int64_t now = qx_keyframe_ticks(moment * 0.06);
        const qx_keyframe_phase phase = qx_keyframe_clock_sample(&clock, now);
        const float fallen = (float)qx_keyframe_ease(QX_EASE_IN_QUAD, phase.fraction);
        const qx_keyframe_mix mix = { 2, { 0, 1 }, { 1 - fallen, fallen } };
        if (qx_keyframe_pose_build(keys, &mix, &out, NULL) != QX_OK) return 1;
        const float x = ((float)moment + 0.5f) * COLUMN;
        const uint32_t used = draw(pose, turned, indices, counts.indices, x, lines);
        qx_glow_build(&glow, QX_GLOW_MAX, lines, used, &picture, NULL);
        printf("%.3f s: %.0f %% of the way %s, lowest point %.2f\n", moment * 0.06,
               100 * phase.fraction, phase.backward ? "up again" : "down",
               (double)qx_keyframe_pose_bounds(&pose->x, 0, vertices).low.y);
    }
    const qx_glow_line floor = { { 0, HEIGHT - 14, 0 }, { WIDTH, HEIGHT - 14, 0 }, 1, 0.5f };
    const qx_glow blue = qx_glow_get_ramp(QX_GLOW_STORM, 8);
    qx_glow_build(&blue, QX_GLOW_MAX, &floor, 1, &picture, NULL);
    qx_glow_build_bytes(&picture, NULL, pixels);
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    const qx_result saved =
        qx_png_save_file(&image, argc > 1 ? argv[1] : "keyframe_ball.png", NULL, NULL);
    qx_keyframe_keys_destroy(keys);
    free(positions);
    free(normals);
    free(indices);
    free(lines);
    return saved != QX_OK;
}
