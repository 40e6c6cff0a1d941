// SPDX-License-Identifier: MIT
// A height map becomes a field, is asked, and is drawn from above in the light of a morning:
// terrain_hello [FILE.png]
#include <quincunx/png.h>
#include <quincunx/terrain_make.h>
#include <quincunx/terrain_mesh.h>
#include <stdio.h>

#define SIDE 513
#define SEA 10.0f // metres

static float heights[SIDE * SIDE];
static qx_vec3 normals[SIDE * SIDE];
static uint8_t pixels[SIDE * SIDE * 3];

static const float sun[3] = { -0.62f, 0.6f, -0.5f };

static float least(float a, float b)
{
    return a < b ? a : b;
}

// Of each pair by a share from 0 to 1.
static float mix(float from, float to, float share)
{
    return from + (to - from) * (share < 0 ? 0 : least(share, 1));
}

// Sea, sand, grass; rock where it is steep, snow where it is high; what the sun and sky give to it.
static void shade(int i, float height)
{
    static const float deep[3] = { 0.02f, 0.10f, 0.20f }, shallow[3] = { 0.10f, 0.42f, 0.48f },
                       sand[3] = { 0.78f, 0.70f, 0.48f }, grass[3] = { 0.26f, 0.42f, 0.20f },
                       rock[3] = { 0.45f, 0.40f, 0.37f }, snow[3] = { 0.95f, 0.97f, 1.0f };
    static const float warm[3] = { 1.1f, 0.98f, 0.82f }, sky[3] = { 0.30f, 0.36f, 0.46f };
    const bool wet = height < SEA;
    const qx_vec3 up = { 0, 1, 0 }, n = wet ? up : normals[i];
    const float facing = n.x * sun[0] + n.y * sun[1] + n.z * sun[2],
                light = facing > 0 ? facing : 0;
    for (int k = 0; k < 3; k++) {
        float colour = mix(sand[k], grass[k], (height - SEA - 1) / 3);
        colour = mix(colour, rock[k], (1 - n.y - 0.08f) * 8);
        colour = mix(colour, snow[k], (height - 60) / 15 - (1 - n.y) * 2);
        if (wet) colour = mix(deep[k], shallow[k], 1 - (SEA - height) / 9);
        pixels[3 * i + k] = (uint8_t)(255 * least(colour * (warm[k] * light + sky[k] * n.y), 1));
    }
}

int main(int count, char **words)
{
    const qx_terrain_make make = { .columns = SIDE,
                                   .rows = SIDE,
                                   .seed = 11,
                                   .shape = QX_TERRAIN_ISLAND,
                                   .features = 2,
                                   .rain = 30000 };
    if (qx_terrain_generate(&make, NULL, heights) != QX_OK) return 1;
    for (int i = 0; i < SIDE * SIDE; i++) heights[i] *= 90;

    qx_terrain *terrain;
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = SIDE, .rows = SIDE },
        .width = 900,
        .depth = 900
    };
    if (qx_terrain_create(&desc, NULL, &terrain) != QX_OK) return 1;
    const qx_terrain_info info = qx_terrain_get_info(terrain);
    float middle = 0;
    const qx_terrain_where where = qx_terrain_sample_height(terrain, 0, 0, &middle);
    printf("%u x %u samples in %zu bytes, %g to %g m high, %g in the middle\n", info.columns,
           info.rows, info.bytes, info.lowest, info.highest, middle);

    qx_terrain_build_normals(terrain, QX_TERRAIN_SMOOTH_NORMALS, NULL, normals, NULL);
    for (int i = 0; i < SIDE * SIDE; i++) shade(i, heights[i]);
    qx_terrain_destroy(terrain);

    const qx_image image = { pixels, SIDE, SIDE, 3 };
    qx_error error;
    const char *path = count > 1 ? words[1] : "terrain_hello.png";
    const qx_result saved = qx_png_save_file(&image, path, NULL, &error);
    if (saved != QX_OK) fprintf(stderr, "%s: %s\n", path, error.message);
    return saved == QX_OK && where == QX_TERRAIN_ON ? 0 : 1;
}
