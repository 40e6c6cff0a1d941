// SPDX-License-Identifier: MIT
// An island without its sea, in few triangles, closed with walls and an underside as printers want
// it, and drawn as it will lie there: terrain_block [FILE.png [FILE.stl]]
#include <float.h>
#include <math.h>
#include <quincunx/png.h>
#include <quincunx/stl.h>
#include <quincunx/terrain_base.h>
#include <quincunx/terrain_make.h>
#include <quincunx/terrain_simplify.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 257, WIDTH = 720, HEIGHT = 420 };

static const float high = 24, sea = 3, size = 120, error = 0.1f; // millimetres
static float heights[SIDE * SIDE], depths[WIDTH * HEIGHT];
static uint8_t pixels[WIDTH * HEIGHT * 3];

// --- a picture of triangles, seen from the left front and above

// Across and down the picture, and how near.
static qx_vec3 seen(qx_vec3 p)
{
    const float across = 0.83f * p.x - 0.56f * p.z, away = 0.56f * p.x + 0.83f * p.z;
    return (qx_vec3){ WIDTH / 2 + 5.2f * across, 235 + 5.2f * (0.55f * away - 0.84f * p.y),
                      0.84f * away + 0.55f * p.y };
}

static float area(qx_vec3 a, qx_vec3 b, float x, float y)
{
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

static float light_of(const qx_vec3 t[3])
{
    const qx_vec3 u = { t[1].x - t[0].x, t[1].y - t[0].y, t[1].z - t[0].z };
    const qx_vec3 v = { t[2].x - t[0].x, t[2].y - t[0].y, t[2].z - t[0].z };
    const qx_vec3 n = { u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x };
    const float length = sqrtf(n.x * n.x + n.y * n.y + n.z * n.z);
    const float facing = (-0.74f * n.x + 0.62f * n.y - 0.26f * n.z) / length;
    return 0.22f + 0.22f * n.y / length + 0.85f * (facing > 0 ? facing : 0);
}

static void paint(const qx_vec3 t[3])
{
    static const float colour[3] = { 214, 196, 168 };
    const qx_vec3 a = seen(t[0]), b = seen(t[2]), c = seen(t[1]); // y runs down the picture
    const float whole = area(a, b, c.x, c.y), light = light_of(t);
    if (whole <= 0) return; // from behind
    for (int y = (int)fminf(a.y, fminf(b.y, c.y)); y <= (int)fmaxf(a.y, fmaxf(b.y, c.y)); y++)
        for (int x = (int)fminf(a.x, fminf(b.x, c.x)); x <= (int)fmaxf(a.x, fmaxf(b.x, c.x)); x++) {
            const float px = (float)x + 0.5f, py = (float)y + 0.5f;
            const float of_c = area(a, b, px, py) / whole, of_a = area(b, c, px, py) / whole,
                        of_b = 1 - of_a - of_c;
            if (of_a < 0 || of_b < 0 || of_c < 0) continue;
            if (x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT) continue;
            const float near = of_a * a.z + of_b * b.z + of_c * c.z;
            if (near <= depths[y * WIDTH + x]) continue;
            depths[y * WIDTH + x] = near;
            for (int k = 0; k < 3; k++)
                pixels[3 * (y * WIDTH + x) + k] = (uint8_t)fminf(colour[k] * light * 1.1f, 255);
        }
}

static void paint_all(const qx_vec3 *positions, const uint32_t *indices, uint64_t count)
{
    static const uint8_t night[3] = { 10, 12, 26 };
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        depths[i] = -FLT_MAX;
        for (int k = 0; k < 3; k++) pixels[3 * i + k] = night[k];
    }
    for (uint64_t i = 0; i < count; i += 3)
        paint((const qx_vec3[]){ positions[indices[i]], positions[indices[i + 1]],
                                 positions[indices[i + 2]] });
}

// --- the block

static qx_result make_island(qx_terrain **terrain)
{
    const qx_terrain_make make = { .columns = SIDE,
                                   .rows = SIDE,
                                   .seed = 5,
                                   .shape = QX_TERRAIN_ISLAND,
                                   .features = 3,
                                   .rain = 9000 };
    const qx_result result = qx_terrain_generate(&make, NULL, heights);
    if (result != QX_OK) return result;
    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = heights[i] * high > sea ? heights[i] * high : NAN; // the sea is a hole
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = SIDE, .rows = SIDE },
        .width = size,
        .depth = size,
    };
    return qx_terrain_create(&desc, NULL, terrain);
}

static qx_result save(const qx_vec3 *positions, const uint32_t *indices,
                      qx_terrain_base_counts counts, int count, char **words)
{
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    const qx_mesh mesh = { .vertex_count = (uint32_t)counts.vertices,
                           .positions = &positions[0].x,
                           .indices = indices,
                           .index_count = (size_t)counts.indices };
    const qx_mesh_set set = { .meshes = &mesh, .count = 1, .axes = QX_MESH_Y_UP };
    paint_all(positions, indices, counts.indices);
    printf("%llu triangles\n", (unsigned long long)counts.indices / 3);
    if (count > 2 && qx_stl_save_file(&set, words[2], NULL, NULL) != QX_OK) return QX_FILE_ERROR;
    return qx_png_save_file(&image, count > 1 ? words[1] : "terrain_block.png", NULL, NULL);
}

int main(int count, char **words)
{
    qx_terrain *terrain;
    qx_terrain_tin *tin;
    if (make_island(&terrain) != QX_OK) return 1;
    if (qx_terrain_tin_create(terrain, &(qx_terrain_tin_desc){ .error = error }, &tin) != QX_OK)
        return 1;
    const qx_terrain_simple_counts few = qx_terrain_tin_get_info(tin).counts;
    uint32_t *places = malloc(few.vertices * sizeof *places);
    uint32_t *ground = malloc(3 * (size_t)few.triangles * sizeof *ground);
    if (!places || !ground) return 1;
    qx_terrain_tin_build(tin, places, ground);

    const qx_terrain_base_desc desc = { 0, places, few.vertices, ground,
                                        3 * (size_t)few.triangles };
    qx_terrain_base_counts counts;
    if (qx_terrain_base_bound(terrain, &desc, &counts) != QX_OK) return 1;
    qx_vec3 *positions = malloc((size_t)counts.vertices * sizeof *positions);
    uint32_t *indices = malloc((size_t)counts.indices * sizeof *indices);
    void *scratch = malloc(counts.scratch);
    if (!positions || !indices || !scratch) return 1;
    qx_result result = qx_terrain_base_build(terrain, &desc, positions, indices, scratch, &counts);
    if (result == QX_OK) result = save(positions, indices, counts, count, words);
    free(scratch), free(indices), free(positions), free(ground), free(places);
    qx_terrain_tin_destroy(tin);
    qx_terrain_destroy(terrain);
    return result == QX_OK ? 0 : 1;
}
