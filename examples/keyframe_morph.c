// SPDX-License-Identifier: MIT
// Morph targets: a ball that can grow a nose and horns and stretch, each by a weight of its
// own; from left to right more nose and horns, the lower row stretched: keyframe_morph [FILE.png]
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACROSS = 5, TILE = 170, WIDTH = ACROSS * TILE, HEIGHT = 2 * TILE, LINES = 9000 };
enum { NOSE, HORNS, STRETCH, TARGETS };

static float planes[3 * WIDTH * HEIGHT];
static uint8_t pixels[3 * WIDTH * HEIGHT];
static const qx_glow_picture picture = { .planes = planes, .width = WIDTH, .height = HEIGHT };

// How much of a bump at a direction a place has: 1 in its middle, 0 beyond its rim.
static float bump(qx_vec3 n, qx_vec3 at, float rim)
{
    const float along = n.x * at.x + n.y * at.y + n.z * at.z, inside = (along - rim) / (1 - rim);
    return inside > 0 ? inside * inside : 0;
}

// Where each target takes a place of the ball.
static qx_vec3 target_of(int target, qx_vec3 n)
{
    const qx_vec3 nose = { 0.93f, 0, 0.367f }, left = { -0.5f, 0.83f, 0.25f };
    const qx_vec3 right = { 0.5f, 0.83f, 0.25f };
    const float by = target == NOSE ? 0.7f * bump(n, nose, 0.85f)
                                    : 0.6f * (bump(n, left, 0.9f) + bump(n, right, 0.9f));
    if (target == STRETCH) return (qx_vec3){ -0.25f * n.x, 0.35f * n.y, -0.25f * n.z };
    return (qx_vec3){ by * n.x, by * n.y, by * n.z };
}

// Edges of the side that is seen, along z; light from normals that the pose's triangles give.
static void draw(const qx_vec3 *p, const qx_vec3 *n, const uint32_t *indices, uint32_t count,
                 qx_vec2 at)
{
    static qx_glow_line lines[LINES];
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_ACID, 3);
    uint32_t used = 0;
    for (uint32_t i = 0; i < count && used < LINES; i++) {
        const uint32_t a = indices[i], b = indices[i % 3 == 2 ? i - 2 : i + 1];
        if (a > b || n[a].z + n[b].z < 0) continue;
        const float facing = -0.45f * n[a].x + 0.65f * n[a].y + 0.6f * n[a].z;
        lines[used++] = (qx_glow_line){ .from = { at.x + 52 * p[a].x, at.y + 10 - 52 * p[a].y, 0 },
                                        .to = { at.x + 52 * p[b].x, at.y + 10 - 52 * p[b].y, 0 },
                                        .scale = 1,
                                        .brightness = 0.1f + (facing > 0 ? facing : 0) };
    }
    qx_glow_build(&glow, QX_GLOW_MAX, lines, used, &picture, NULL);
}

int main(int argc, char **argv)
{
    const qx_keyframe_ball_desc desc = { .detail = 3, .height = 1.0f };
    const qx_keyframe_ball_counts counts = qx_keyframe_ball_bound(&desc);
    const uint32_t vertices = counts.vertices;
    qx_vec3 *positions = malloc(sizeof *positions * vertices * 2);
    qx_vec3 *normals = malloc(sizeof *normals * vertices * 2);
    qx_vec3 *deltas = malloc(sizeof *deltas * vertices * TARGETS);
    uint32_t *indices = malloc(sizeof *indices * counts.indices);
    if (!positions || !normals || !deltas || !indices) return 1;
    if (qx_keyframe_ball_build(&desc, positions, normals, indices) != QX_OK) return 1;

    qx_keyframe_target targets[TARGETS] = { 0 };
    for (int t = 0; t < TARGETS; t++) {
        targets[t].positions = &deltas[(uint32_t)t * vertices].x;
        for (uint32_t i = 0; i < vertices; i++)
            deltas[(uint32_t)t * vertices + i] = target_of(t, normals[i]);
    }
    for (uint32_t i = 0; i < vertices; i++) positions[i] = normals[i]; // around the middle
    qx_keyframe_morph *morph;
    const qx_keyframe_morph_desc made = { .vertex_count = vertices,
                                          .target_count = TARGETS,
                                          .positions = &positions->x,
                                          .normals = &normals->x,
                                          .targets = targets };
    if (qx_keyframe_morph_create(&made, &morph) != QX_OK) return 1;
    const qx_keyframe_morph_info info = qx_keyframe_morph_get_info(morph);
    printf("%u vertices, %u targets, %u of them sparse, %llu deltas in %zu bytes\n",
           info.vertex_count, info.target_count, info.sparse_count, (unsigned long long)info.deltas,
           info.bytes);

    qx_vec3 *pose = positions + vertices, *turned = normals + vertices;
    for (int tile = 0; tile < 2 * ACROSS; tile++) {
        const float more = (float)(tile % ACROSS) / (ACROSS - 1);
        const float weights[TARGETS] = {
            [NOSE] = more, [HORNS] = more * more, [STRETCH] = tile < ACROSS ? 0.0f : 1.0f
        };
        const qx_keyframe_layout out = { .positions = &pose->x };
        if (qx_keyframe_morph_build(morph, weights, &out) != QX_OK) return 1;
        qx_keyframe_normals_build(&pose->x, 0, vertices, indices, counts.indices, true, &turned->x,
                                  0);
        const qx_vec2 at = { ((float)(tile % ACROSS) + 0.5f) * TILE,
                             ((float)(tile / ACROSS) + 0.5f) * TILE };
        draw(pose, turned, indices, counts.indices, at);
    }
    qx_glow_build_bytes(&picture, NULL, pixels);
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    const qx_result saved =
        qx_png_save_file(&image, argc > 1 ? argv[1] : "keyframe_morph.png", NULL, NULL);
    qx_keyframe_morph_destroy(morph);
    free(positions);
    free(normals);
    free(deltas);
    free(indices);
    return saved != QX_OK;
}
