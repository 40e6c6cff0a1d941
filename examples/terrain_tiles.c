// SPDX-License-Identifier: MIT
// A world of 3 x 3 tiles, each a field of its own: positions and normals agree bit for bit where
// two meet, so that no seam shows: terrain_tiles [FILE.png]
#include <quincunx/png.h>
#include <quincunx/terrain_make.h>
#include <quincunx/terrain_mesh.h>
#include <stdio.h>
#include <string.h>

enum { TILES = 3, CELLS = 128, SIDE = CELLS + 1, WORLD = TILES * CELLS + 1 };
enum { GAP = 10, PICTURE = TILES * SIDE + (TILES + 1) * GAP };

static float heights[WORLD * WORLD];
static qx_terrain *tiles[TILES + 2][TILES + 2]; // nothing lies around them
static qx_vec3 normals[TILES][TILES][SIDE * SIDE];
static uint8_t pixels[PICTURE * PICTURE * 3];

// Neighbouring tiles share a line of samples.
static int cut(int x, int y)
{
    const qx_terrain_desc desc = { .samples = { .data = heights + y * CELLS * WORLD + x * CELLS,
                                                .kind = QX_TERRAIN_F32,
                                                .columns = SIDE,
                                                .rows = SIDE,
                                                .stride = WORLD * sizeof heights[0] } };
    return qx_terrain_create(&desc, NULL, &tiles[y + 1][x + 1]) == QX_OK;
}

static void light(int x, int y)
{
    const qx_terrain_neighbours around = { .left = tiles[y + 1][x],
                                           .right = tiles[y + 1][x + 2],
                                           .up = tiles[y][x + 1],
                                           .down = tiles[y + 2][x + 1] };
    qx_terrain_build_normals(tiles[y + 1][x + 1], QX_TERRAIN_SMOOTH_NORMALS, &around, normals[y][x],
                             NULL);
}

static int count_differences(void)
{
    int differences = 0;
    for (int i = 0; i < TILES * (TILES - 1); i++) {
        const int x = i % (TILES - 1), y = i / (TILES - 1);
        for (int k = 0; k < SIDE; k++) {
            const qx_vec3 *a = normals[y][x], *b = normals[y][x + 1];
            const qx_vec3 *c = normals[x][y], *d = normals[x + 1][y];
            differences += memcmp(&a[k * SIDE + CELLS], &b[k * SIDE], sizeof *a) != 0;
            differences += memcmp(&c[CELLS * SIDE + k], &d[k], sizeof *c) != 0;
        }
    }
    return differences;
}

static void draw(int x, int y)
{
    for (int i = 0; i < SIDE * SIDE; i++) {
        const qx_vec3 n = normals[y][x][i];
        const float facing = 0.6f * n.y - 0.6f * n.x - 0.5f * n.z, bright = facing > 0 ? facing : 0;
        const int column = GAP + x * (SIDE + GAP) + i % SIDE,
                  row = GAP + y * (SIDE + GAP) + i / SIDE;
        uint8_t *pixel = pixels + 3 * (row * PICTURE + column);
        pixel[0] = (uint8_t)(30 + 200 * bright);
        pixel[1] = (uint8_t)(36 + 180 * bright);
        pixel[2] = (uint8_t)(58 + 130 * bright);
    }
}

int main(int count, char **words)
{
    const qx_terrain_make make = {
        .columns = WORLD, .rows = WORLD, .seed = 5, .features = 2, .rain = 15000
    };
    if (qx_terrain_generate(&make, NULL, heights) != QX_OK) return 1;
    for (int i = 0; i < WORLD * WORLD; i++) heights[i] *= 50;
    for (int i = 0; i < TILES * TILES; i++)
        if (!cut(i % TILES, i / TILES)) return 1;
    for (int i = 0; i < TILES * TILES; i++) light(i % TILES, i / TILES);
    for (int i = 0; i < PICTURE * PICTURE; i++) memcpy(pixels + 3 * i, "\x05\x06\x0f", 3);
    for (int i = 0; i < TILES * TILES; i++) draw(i % TILES, i / TILES);
    for (int i = 0; i < TILES * TILES; i++) qx_terrain_destroy(tiles[i / TILES + 1][i % TILES + 1]);
    const int differences = count_differences();
    printf("%d tiles of %d x %d, %d normals differ on their borders\n", TILES * TILES, SIDE, SIDE,
           differences);

    const qx_image image = { pixels, PICTURE, PICTURE, 3 };
    qx_error error;
    const char *path = count > 1 ? words[1] : "terrain_tiles.png";
    const qx_result saved = qx_png_save_file(&image, path, NULL, &error);
    if (saved != QX_OK) fprintf(stderr, "%s: %s\n", path, error.message);
    return saved == QX_OK && differences == 0 ? 0 : 1;
}
