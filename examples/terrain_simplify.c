// SPDX-License-Identifier: MIT
// The same hills in few triangles, none farther than 12 m from any sample: halved right triangles
// at the left, a Delaunay triangulation at the right: terrain_simplify [FILE.png]
#include <math.h>
#include <quincunx/png.h>
#include <quincunx/terrain_make.h>
#include <quincunx/terrain_simplify.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 257, PANEL = 512, GAP = 8, WIDTH = 2 * PANEL + GAP };

static const float high = 500, cell = 12, error = 12; // metres
static float heights[SIDE * SIDE];
static uint8_t pixels[PANEL * WIDTH * 3];

// A corner on the picture, and its height.
typedef struct corner {
    float x, y, height;
} corner;

static corner corner_at(uint32_t place)
{
    const uint32_t column = place & 0xFFFF, row = place >> 16;
    const float scale = (float)PANEL / (SIDE - 1);
    return (corner){ (float)column * scale, (float)row * scale, heights[row * SIDE + column] };
}

// Twice the area of a, b and a pixel; positive inside.
static float area(const corner *a, const corner *b, float x, float y)
{
    return (b->y - a->y) * (x - a->x) - (b->x - a->x) * (y - a->y);
}

// Meadows below, rock above, in the light of a low sun from the left top.
static void paint(uint8_t *pixel, float height, float light)
{
    static const float low[3] = { 52, 112, 74 }, rock[3] = { 226, 206, 176 };
    const float share = height / high;
    for (int i = 0; i < 3; i++) {
        const float value = (low[i] + (rock[i] - low[i]) * share) * light;
        pixel[i] = (uint8_t)(value < 255 ? value : 255);
    }
}

static float light_of(const corner t[3], float whole)
{
    const float metres = cell * (SIDE - 1) / PANEL; // a pixel
    const float x = ((t[1].height - t[0].height) * (t[2].y - t[0].y) -
                     (t[2].height - t[0].height) * (t[1].y - t[0].y)) /
                    (-whole * metres);
    const float y = ((t[2].height - t[0].height) * (t[1].x - t[0].x) -
                     (t[1].height - t[0].height) * (t[2].x - t[0].x)) /
                    (-whole * metres);
    const float facing = (x * 0.5f + y * 0.35f + 0.79f) / sqrtf(x * x + y * y + 1);
    return 0.3f + 0.95f * (facing > 0 ? facing : 0);
}

// Flat, with a thin dark seam along its sides.
static void draw(const corner t[3], uint32_t left)
{
    const float whole = area(&t[0], &t[1], t[2].x, t[2].y), light = light_of(t, whole);
    const float top = fminf(t[0].y, fminf(t[1].y, t[2].y));
    const float bottom = fmaxf(t[0].y, fmaxf(t[1].y, t[2].y));
    const float first = fminf(t[0].x, fminf(t[1].x, t[2].x));
    const float last = fmaxf(t[0].x, fmaxf(t[1].x, t[2].x));
    for (int y = (int)top; y < (int)ceilf(bottom); y++)
        for (int x = (int)first; x < (int)ceilf(last); x++) {
            float inside = 1e9f, height = 0;
            for (int i = 0; i < 3; i++) {
                const corner *a = &t[i], *b = &t[(i + 1) % 3];
                const float part = area(a, b, (float)x + 0.5f, (float)y + 0.5f);
                inside = fminf(inside, part / hypotf(b->x - a->x, b->y - a->y));
                height += part / whole * t[(i + 2) % 3].height;
            }
            if (inside < 0) continue;
            paint(pixels + 3 * (y * WIDTH + x + (int)left), height,
                  inside < 0.7f ? light * 0.7f : light);
        }
}

static void draw_all(const uint32_t *places, const uint32_t *indices, uint32_t triangles,
                     uint32_t left)
{
    for (uint32_t i = 0; i < 3 * triangles; i += 3) {
        const corner t[3] = { corner_at(places[indices[i]]), corner_at(places[indices[i + 1]]),
                              corner_at(places[indices[i + 2]]) };
        draw(t, left);
    }
}

static void tell(const qx_terrain *terrain, const char *name, const uint32_t *places,
                 const uint32_t *indices, qx_terrain_simple_counts counts)
{
    qx_terrain_measured measured;
    if (qx_terrain_measure(terrain, places, counts.vertices, indices, 3 * (size_t)counts.triangles,
                           NULL, &measured) == QX_OK)
        printf("%s: %u triangles of %u, at most %.2f m off\n", name, counts.triangles,
               2 * (SIDE - 1) * (SIDE - 1), measured.error);
}

static qx_result draw_rtin(const qx_terrain *terrain)
{
    qx_terrain_rtin *rtin;
    const qx_result result = qx_terrain_rtin_create(terrain, NULL, NULL, &rtin);
    if (result != QX_OK) return result;
    const qx_terrain_simple_counts counts = qx_terrain_rtin_bound(rtin, error);
    uint32_t *places = malloc(counts.vertices * sizeof *places);
    uint32_t *indices = malloc(3 * (size_t)counts.triangles * sizeof *indices);
    if (places && indices) {
        qx_terrain_rtin_build(rtin, error, places, indices);
        tell(terrain, "halved right triangles", places, indices, counts);
        draw_all(places, indices, counts.triangles, 0);
    }
    const qx_result drawn = places && indices ? QX_OK : QX_NO_MEMORY;
    free(indices);
    free(places);
    qx_terrain_rtin_destroy(rtin);
    return drawn;
}

static qx_result draw_tin(const qx_terrain *terrain)
{
    qx_terrain_tin *tin;
    const qx_terrain_tin_desc desc = { .error = error };
    const qx_result result = qx_terrain_tin_create(terrain, &desc, &tin);
    if (result != QX_OK) return result;
    const qx_terrain_simple_counts counts = qx_terrain_tin_get_info(tin).counts;
    uint32_t *places = malloc(counts.vertices * sizeof *places);
    uint32_t *indices = malloc(3 * (size_t)counts.triangles * sizeof *indices);
    if (places && indices) {
        qx_terrain_tin_build(tin, places, indices);
        tell(terrain, "Delaunay triangulation", places, indices, counts);
        draw_all(places, indices, counts.triangles, PANEL + GAP);
    }
    const qx_result drawn = places && indices ? QX_OK : QX_NO_MEMORY;
    free(indices);
    free(places);
    qx_terrain_tin_destroy(tin);
    return drawn;
}

static qx_result make_hills(qx_terrain **terrain)
{
    const qx_terrain_make make = {
        .columns = SIDE, .rows = SIDE, .seed = 11, .features = 2, .gain = 0.4f
    };
    const qx_result result = qx_terrain_generate(&make, NULL, heights);
    if (result != QX_OK) return result;
    for (int i = 0; i < SIDE * SIDE; i++) heights[i] *= high;
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = SIDE, .rows = SIDE },
        .width = cell * (SIDE - 1),
        .depth = cell * (SIDE - 1),
    };
    return qx_terrain_create(&desc, NULL, terrain);
}

int main(int count, char **words)
{
    const char *path = count > 1 ? words[1] : "terrain_simplify.png";
    qx_terrain *terrain = NULL;
    qx_result result = make_hills(&terrain);
    if (result == QX_OK) result = draw_rtin(terrain);
    if (result == QX_OK) result = draw_tin(terrain);
    qx_terrain_destroy(terrain);
    if (result != QX_OK) {
        fprintf(stderr, "terrain_simplify: %s\n", qx_result_text(result));
        return 1;
    }
    qx_error wrong;
    const qx_image image = { .pixels = pixels, .width = WIDTH, .height = PANEL, .channels = 3 };
    if (qx_png_save_file(&image, path, NULL, &wrong) == QX_OK) return 0;
    fprintf(stderr, "%s: %s\n", path, wrong.message);
    return 1;
}
