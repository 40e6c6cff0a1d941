// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/glow.h>
#include <quincunx/hash.h>
#include <quincunx/random.h>

enum { WIDTH = 75, HEIGHT = 90, LINES = 24 };

static qx_glow_line next_line(qx_random *random)
{
    qx_glow_line line = { .scale = 1 };
    line.from.x = qx_random_range(random, -30.0f, 110.0f);
    line.from.y = qx_random_range(random, -30.0f, 120.0f);
    line.to.x = line.from.x + qx_random_range(random, -50.0f, 50.0f);
    line.to.y = line.from.y + qx_random_range(random, -50.0f, 50.0f);
    line.scale = qx_random_range(random, 0.02f, 1.2f);
    line.brightness = qx_random_range(random, 0.0f, 1.5f);
    return line;
}

static uint64_t add_picture(uint64_t hash, uint32_t kind, qx_simd simd)
{
    static float planes[3 * WIDTH * HEIGHT];
    static uint8_t bytes[4 * WIDTH * HEIGHT];
    qx_glow_line lines[LINES];
    qx_random random;
    qx_random_seed(&random, kind, 11);
    for (int i = 0; i < LINES; i++) lines[i] = next_line(&random);
    lines[3].to = lines[3].from;
    lines[4].from.x = -1e7f;
    const qx_glow glow =
        qx_glow_get_ramp((qx_glow_ramp)(kind % QX_GLOW_RAMP_COUNT), kind % 3 == 0 ? 40.0f : 9.0f);
    const qx_glow_form form = kind % 2 ? QX_GLOW_SUM : QX_GLOW_MAX;
    const qx_glow_picture picture = { .planes = planes,
                                      .width = WIDTH,
                                      .height = HEIGHT,
                                      .origin = { (float)kind, -0.25f },
                                      .simd = simd,
                                      .scale = kind % 4 == 0 ? 0.5f : 1.25f };
    for (int i = 0; i < 3 * WIDTH * HEIGHT; i++) planes[i] = 0.0f;
    if (qx_glow_build(&glow, form, lines, LINES, &picture, NULL) != QX_OK) return 0;
    const qx_vec3 light = qx_glow_sample(&glow, form, &lines[0], (qx_vec2){ 20, 20 });
    const float sampled[] = { light.x, light.y, light.z };
    hash = qx_hash_floats(qx_hash_floats(hash, sampled, 3), planes, 3 * WIDTH * HEIGHT);
    qx_glow_build_bytes(&picture, NULL, bytes);
    hash = qx_hash_bytes(hash, bytes, 3 * WIDTH * HEIGHT);
    qx_glow_build_bytes(&picture, &(qx_glow_tone){ .transparent = true }, bytes);
    return qx_hash_bytes(hash, bytes, 4 * WIDTH * HEIGHT);
}

uint64_t hash_glow(qx_simd simd)
{
    uint64_t hash = QX_HASH_START;
    for (uint32_t kind = 0; kind < 8; kind++) hash = add_picture(hash, kind, simd);
    return hash;
}
