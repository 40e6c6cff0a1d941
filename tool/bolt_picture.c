// SPDX-License-Identifier: MIT
#include "bolt.h"

#include <inttypes.h>
#include <math.h>
#include <quincunx/png.h>
#include <quincunx/svg.h>
#include <stdio.h>
#include <stdlib.h>

// Both pictures are drawn in pixels: lines and radii are scaled first, so that worlds of any size
// meet the same limits.

static qx_result no_memory(qx_error *error)
{
    *error = (qx_error){ .code = QX_NO_MEMORY, .message = "out of memory" };
    return QX_NO_MEMORY;
}

// --- what is drawn, and where

qx_glow bolt_picture_glow(const bolt_look *look, float width)
{
    const float core = width / 2.0f;
    const float halo = look->halo > 0.0 ? (float)look->halo : 10.0f * core;
    qx_glow glow = qx_glow_get_ramp((qx_glow_ramp)look->ramp, fmaxf(halo, core));
    glow.core = core;
    glow.middle = fmaxf(glow.middle, core);
    return glow;
}

static float default_scale(float width, float height)
{
    const float longer = fmaxf(width, height);
    return longer >= 64.0f && longer <= 4096.0f ? 1.0f : 1280.0f / longer;
}

static bolt_box box_around(const bolt_look *look, const qx_glow *glow, const qx_bolt_bounds *bounds)
{
    const float margin = look->margin >= 0.0 ? (float)look->margin : glow->halo;
    const float least = 1e-6f * fmaxf(1.0f, fabsf(bounds->low.x)); // a dot without a margin
    return (bolt_box){ .left = bounds->low.x - margin,
                       .top = bounds->low.y - margin,
                       .width = fmaxf(bounds->high.x - bounds->low.x + 2.0f * margin, least),
                       .height = fmaxf(bounds->high.y - bounds->low.y + 2.0f * margin, least) };
}

// Makes the box as large as the picture, the bolt in its middle.
static void fit(bolt_box *box, float width, float height)
{
    box->scale = fminf(width / box->width, height / box->height);
    box->left -= (width / box->scale - box->width) / 2.0f;
    box->top -= (height / box->scale - box->height) / 2.0f;
    box->pixels[0] = width;
    box->pixels[1] = height;
}

bolt_box bolt_picture_box(const bolt_look *look, const qx_glow *glow, const qx_bolt_bounds *bounds)
{
    const float *view = (const float[]){ (float)look->view[0], (float)look->view[1],
                                         (float)look->view[2], (float)look->view[3] };
    bolt_box box = box_around(look, glow, bounds);
    if (view[2] > 0.0f) box = (bolt_box){ view[0], view[1], view[2], view[3], 0.0f, { 0 } };
    if (look->size[0] > 0.0) {
        fit(&box, ceilf((float)look->size[0]), ceilf((float)look->size[1]));
        return box;
    }
    box.scale = look->scale > 0.0 ? (float)look->scale : default_scale(box.width, box.height);
    box.pixels[0] = fmaxf(ceilf(box.width * box.scale), 1.0f);
    box.pixels[1] = fmaxf(ceilf(box.height * box.scale), 1.0f);
    return box;
}

// The writers take places up to a million.
#define FARTHEST_PIXEL 1e6

static qx_vec2 to_pixels(const bolt_box *box, qx_vec3 place)
{
    return (qx_vec2){ (place.x - box->left) * box->scale, (place.y - box->top) * box->scale };
}

// Narrows the part first..last of a way to what is within reach; false where nothing is.
static bool narrow(double from, double way, double *first, double *last)
{
    if (way == 0.0) return fabs(from) <= FARTHEST_PIXEL;
    const double low = (-FARTHEST_PIXEL - from) / way, high = (FARTHEST_PIXEL - from) / way;
    *first = fmax(*first, fmin(low, high));
    *last = fmin(*last, fmax(low, high));
    return *first <= *last;
}

// What reaches farther is cut along its own way. False where nothing is left.
static bool put_line(const bolt_box *box, qx_glow_line *line)
{
    const qx_vec2 a = to_pixels(box, line->from), b = to_pixels(box, line->to);
    const double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double first = 0.0, last = 1.0;
    if (!narrow((double)a.x, x, &first, &last) || !narrow((double)a.y, y, &first, &last))
        return false;
    line->from = (qx_vec3){ (float)((double)a.x + first * x), (float)((double)a.y + first * y), 0 };
    line->to = last < 1.0 ? (qx_vec3){ (float)((double)a.x + last * x),
                                       (float)((double)a.y + last * y), 0 }
                          : (qx_vec3){ b.x, b.y, 0 };
    return true;
}

// The moment's lines in pixels, to be freed; none where nothing is to be seen.
static qx_glow_line *lines_in_pixels(const bolt_box *box, const bolt_moment *moment,
                                     uint32_t *count)
{
    uint32_t built, kept = 0;
    qx_glow_line *lines = bolt_lines_build(moment, &built, NULL);
    for (uint32_t i = 0; moment->visible && i < built; i++) {
        qx_glow_line line = lines[i];
        if (put_line(box, &line)) lines[kept++] = line;
    }
    *count = kept;
    return lines;
}

static qx_glow glow_in_pixels(const bolt_look *look, const bolt_box *box, const qx_bolt *bolt)
{
    qx_glow glow = bolt_picture_glow(look, qx_bolt_get_info(bolt).width);
    float *radii[] = { &glow.core, &glow.middle, &glow.halo };
    for (int i = 0; i < 3; i++) *radii[i] = fminf(fmaxf(*radii[i] * box->scale, 0.01f), 1e6f);
    return glow;
}

static qx_glow_tone tone_of(const bolt_look *look)
{
    return (qx_glow_tone){ .exposure = (float)look->exposure,
                           .background = look->background,
                           .transparent = look->background == 0 };
}

// --- PNG

static qx_result save_pixels(const bolt_look *look, const qx_glow_picture *picture,
                             const char *path, qx_error *error)
{
    const qx_glow_tone tone = tone_of(look);
    const uint32_t channels = tone.transparent ? 4 : 3;
    qx_image image = { malloc((size_t)picture->width * picture->height * channels), picture->width,
                       picture->height, channels };
    if (!image.pixels) return no_memory(error);
    qx_glow_build_bytes(picture, &tone, image.pixels);
    const qx_result result = qx_png_save_file(&image, path, NULL, error);
    free(image.pixels);
    return result;
}

static qx_result draw(const bolt_look *look, const bolt_box *box, const bolt_moment *moment,
                      const qx_glow_picture *picture, qx_error *error)
{
    const qx_glow glow = glow_in_pixels(look, box, moment->bolt);
    uint32_t count;
    qx_glow_line *lines = lines_in_pixels(box, moment, &count);
    if (!lines) return no_memory(error);
    const qx_result result =
        qx_glow_build(&glow, (qx_glow_form)look->form, lines, count, picture, NULL);
    free(lines);
    if (result != QX_OK) {
        *error = (qx_error){ .code = result };
        snprintf(error->message, sizeof error->message, "the glow: %s", qx_result_text(result));
    }
    return result;
}

static qx_result save_png(const bolt_look *look, const bolt_box *box, const bolt_moment *moment,
                          const char *path, qx_error *error)
{
    qx_glow_picture picture = { .width = (uint32_t)box->pixels[0],
                                .height = (uint32_t)box->pixels[1] };
    picture.planes = calloc((size_t)picture.width * picture.height, 3 * sizeof(float));
    if (!picture.planes) return no_memory(error);
    qx_result result = draw(look, box, moment, &picture, error);
    if (result == QX_OK) result = save_pixels(look, &picture, path, error);
    free(picture.planes);
    return result;
}

// --- SVG: every line is stroked several times, the widest and dimmest first, each stroke in the
// opaque colour that the glow has at its edge over this background. So nothing adds up, as in the
// glow's own maximum, where translucent strokes would show a bead at every joint.

enum { BRIGHTNESSES = 16, MOST_LAYERS = 64 };

typedef struct stroke_look { // of a layer
    float radius;
    uint32_t colours[BRIGHTNESSES + 1];
} stroke_look;

// Lines that look alike stand together, so that they become one path.
typedef struct svg_stroke {
    uint32_t brightness; // 0 to BRIGHTNESSES of the brightest
    int32_t step;        // of width
    uint32_t line;
} svg_stroke;

static const float steps_an_octave = 6.0f;

static int compare_strokes(const void *left, const void *right)
{
    const svg_stroke *a = left, *b = right;
    if (a->brightness != b->brightness) return a->brightness < b->brightness ? -1 : 1;
    if (a->step != b->step) return a->step < b->step ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

static float brightest_of(const qx_glow_line *lines, uint32_t count)
{
    float most = 1e-6f;
    for (uint32_t i = 0; i < count; i++) most = fmaxf(most, lines[i].brightness);
    return most;
}

static int32_t width_step(float scale)
{
    const double octaves = qx_log((double)fmaxf(scale, 1e-3f)) / qx_log(2.0);
    return (int32_t)floor(octaves * (double)steps_an_octave + 0.5);
}

static float width_of_step(int32_t step)
{
    return (float)qx_exp(step / (double)steps_an_octave * qx_log(2.0));
}

static void sort_strokes(const qx_glow_line *lines, uint32_t count, svg_stroke *strokes)
{
    const float brightest = brightest_of(lines, count);
    for (uint32_t i = 0; i < count; i++)
        strokes[i] = (svg_stroke){
            .brightness = (uint32_t)ceilf(lines[i].brightness / brightest * BRIGHTNESSES),
            .step = width_step(lines[i].scale),
            .line = i,
        };
    qsort(strokes, count, sizeof *strokes, compare_strokes);
}

// Radii fall by equal factors from the halo's into the core.
static float layer_radius(const qx_glow *glow, uint32_t layer, uint32_t layers)
{
    const double outer = 0.8 * (double)glow->halo, inner = 0.6 * (double)glow->core;
    if (layers == 1) return glow->core;
    const double share = (double)layer / (double)(layers - 1);
    return (float)(outer * qx_exp(share * qx_log(inner / outer)));
}

// The colour between this layer's edge and the next one's, for each brightness.
static void fill_colours(const bolt_look *look, const qx_glow *glow, float brightest,
                         float distance, stroke_look *layer)
{
    float planes[3][BRIGHTNESSES + 1];
    uint8_t bytes[3 * (BRIGHTNESSES + 1)];
    for (int i = 0; i <= BRIGHTNESSES; i++) {
        const float brightness = brightest * (float)i / BRIGHTNESSES;
        const qx_glow_line line = { { -1, 0, 0 }, { 1, 0, 0 }, 1, brightness };
        const qx_vec3 light = qx_glow_sample(glow, QX_GLOW_MAX, &line, (qx_vec2){ 0, distance });
        planes[0][i] = light.x;
        planes[1][i] = light.y;
        planes[2][i] = light.z;
    }
    const qx_glow_tone tone = tone_of(look);
    qx_glow_build_bytes(
        &(qx_glow_picture){ .planes = planes[0], .width = BRIGHTNESSES + 1, .height = 1 }, &tone,
        bytes);
    for (int i = 0; i <= BRIGHTNESSES; i++)
        layer->colours[i] = (uint32_t)bytes[3 * i] << 24 | (uint32_t)bytes[3 * i + 1] << 16 |
                            (uint32_t)bytes[3 * i + 2] << 8 | 0xFF;
}

// Without a background there is nothing to mix with: plain strokes in a colour for any paper.
static uint32_t plain_layer(const qx_glow *glow, stroke_look *layer)
{
    layer->radius = glow->core;
    for (int i = 0; i <= BRIGHTNESSES; i++) layer->colours[i] = glow->middle_colour | 0xFF;
    return 1;
}

static uint32_t fill_layers(const bolt_look *look, const qx_glow *glow, float brightest,
                            stroke_look layers[MOST_LAYERS])
{
    if (look->background == 0) return plain_layer(glow, &layers[0]);
    const uint32_t count = (uint32_t)look->layers;
    for (uint32_t i = 0; i < count; i++) {
        const float radius = layer_radius(glow, i, count);
        const float next = i + 1 < count ? layer_radius(glow, i + 1, count) : radius / 4.0f;
        layers[i].radius = radius;
        fill_colours(look, glow, brightest, sqrtf(radius * next), &layers[i]);
    }
    return count;
}

static qx_svg_line *stroke_all(const bolt_look *look, const qx_glow *glow,
                               const qx_glow_line *lines, const svg_stroke *strokes, uint32_t count,
                               size_t *stroke_count)
{
    stroke_look layers[MOST_LAYERS];
    const uint32_t layer_count = fill_layers(look, glow, brightest_of(lines, count), layers);
    qx_svg_line *out = calloc((size_t)count * layer_count + 1, sizeof *out), *at = out;
    for (uint32_t layer = 0; out && layer < layer_count; layer++)
        for (uint32_t i = 0; i < count; i++) {
            const qx_glow_line *line = &lines[strokes[i].line];
            const float width = 2.0f * layers[layer].radius * width_of_step(strokes[i].step);
            *at++ = (qx_svg_line){ .from = { line->from.x, line->from.y },
                                   .to = { line->to.x, line->to.y },
                                   .width = fminf(width, 1e6f),
                                   .colour = layers[layer].colours[strokes[i].brightness] };
        }
    *stroke_count = out ? (size_t)(at - out) : 0;
    return out;
}

static qx_result save_drawing(const bolt_look *look, const bolt_box *box, const bolt_moment *moment,
                              const qx_svg_line *lines, size_t count, const char *path,
                              qx_error *error)
{
    char title[64];
    snprintf(title, sizeof title, "Lightning of seed %" PRIu64, moment->desc->seed);
    const qx_svg drawing = { .width = box->pixels[0],
                             .height = box->pixels[1],
                             .background = look->background,
                             .title = title,
                             .lines = lines,
                             .count = count };
    return qx_svg_save_file(&drawing, path, NULL, error);
}

static qx_result save_svg(const bolt_look *look, const bolt_box *box, const bolt_moment *moment,
                          const char *path, qx_error *error)
{
    const qx_glow glow = glow_in_pixels(look, box, moment->bolt);
    uint32_t count;
    size_t stroke_count = 0;
    qx_glow_line *lines = lines_in_pixels(box, moment, &count);
    svg_stroke *strokes = calloc((size_t)count + 1, sizeof *strokes);
    qx_svg_line *out = NULL;
    if (lines && strokes) {
        sort_strokes(lines, count, strokes);
        out = stroke_all(look, &glow, lines, strokes, count, &stroke_count);
    }
    const qx_result result =
        out ? save_drawing(look, box, moment, out, stroke_count, path, error) : no_memory(error);
    free(out);
    free(strokes);
    free(lines);
    return result;
}

qx_result bolt_picture_save(const bolt_look *look, const bolt_box *box, const bolt_moment *moment,
                            const char *path, qx_error *error)
{
    if (look->format == BOLT_PNG) return save_png(look, box, moment, path, error);
    return save_svg(look, box, moment, path, error);
}
