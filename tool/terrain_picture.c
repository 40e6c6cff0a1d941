// SPDX-License-Identifier: MIT
#include "terrain.h"

#include "progress.h"

#include <math.h>
#include <quincunx/math.h>
#include <quincunx/png.h>
#include <quincunx/terrain_mesh.h>
#include <stdio.h>
#include <stdlib.h>

// --- samples, row by row

typedef struct row_giver {
    const qx_terrain *terrain;
    uint32_t columns, rows;
    double black, white;
    bool has_holes;
    progress_line progress;
} row_giver;

static void give_floats(void *user, uint32_t row, void *samples)
{
    row_giver *g = user;
    float *out = samples;
    for (uint32_t i = 0; i < g->columns; i++)
        if (!qx_terrain_get_height(g->terrain, i, row, &out[i])) out[i] = NAN;
    progress_show(&g->progress, row + 1, g->rows);
}

// A hole is 0, and nothing else is where there are any.
static void give_codes(void *user, uint32_t row, void *samples)
{
    row_giver *g = user;
    uint16_t *out = samples;
    const double scale = 65535.0 / (g->white - g->black), least = g->has_holes ? 1.0 : 0.0;
    for (uint32_t i = 0; i < g->columns; i++) {
        float height;
        const bool there = qx_terrain_get_height(g->terrain, i, row, &height);
        const double code = floor(((double)height - g->black) * scale + 0.5);
        out[i] = there ? (uint16_t)fmin(fmax(code, least), 65535.0) : 0;
    }
    progress_show(&g->progress, row + 1, g->rows);
}

// Of heights the lowest is black and the highest white, unless --min and --max say otherwise.
static void choose_range(const terrain_options *options, const terrain_source *source, row_giver *g)
{
    const bool heights = terrain_has_heights(source->kind);
    g->black = heights ? (double)source->info.lowest : 0.0;
    g->white = heights ? (double)source->info.highest : 1.0;
    if (heights && !isnan(options->low)) g->black = options->low;
    if (heights && !isnan(options->high)) g->white = options->high;
    if (g->black == g->white) g->white = g->black + 1.0; // a flat map is black
}

static qx_height_format samples_of(const terrain_options *options)
{
    switch ((terrain_format)options->format) {
    case TERRAIN_PGM: return QX_HEIGHT_PGM16;
    case TERRAIN_R16: return QX_HEIGHT_R16;
    case TERRAIN_R32: return QX_HEIGHT_R32;
    default: return QX_HEIGHT_PNG16;
    }
}

static qx_result save_samples(const terrain_options *options, const terrain_source *source,
                              terrain_output *output, qx_error *error)
{
    row_giver g = { .terrain = source->terrain,
                    .columns = source->info.columns,
                    .rows = source->info.rows,
                    .has_holes = source->info.holes > 0,
                    .progress = progress_start("row") };
    const qx_height_format format = samples_of(options);
    const bool floats = format == QX_HEIGHT_R32;
    choose_range(options, source, &g);
    const qx_result result =
        qx_height_save_file(options->output, format, g.columns, g.rows,
                            floats ? give_floats : give_codes, &g, NULL, error);
    progress_end(&g.progress);
    if (g.has_holes)
        snprintf(output->said, sizeof output->said,
                 floats ? "holes as NaN" : "holes as 0, for --no-data 0");
    if (!floats && terrain_has_heights(source->kind))
        snprintf(output->said, sizeof output->said, "black is %.9g and white %.9g high%s", g.black,
                 g.white, g.has_holes ? ", holes are 0" : "");
    return result;
}

// --- pictures of normals

typedef struct painter {
    const terrain_source *source;
    double exaggerate, sky;
    bool hillshade;
    double sun[3]; // the way to it; x right, y up, z down the picture
    uint32_t channels;
    qx_vec3 *normals; // of a row
    uint8_t *pixels;
} painter;

static void aim(painter *p, const double sun[2])
{
    const double turn = 3.14159265358979323846 / 180.0;
    const double azimuth = sun[0] * turn, altitude = sun[1] * turn;
    p->sun[0] = qx_sin(azimuth) * qx_cos(altitude);
    p->sun[1] = qx_sin(altitude);
    p->sun[2] = -qx_cos(azimuth) * qx_cos(altitude);
}

static uint8_t byte_of(double share)
{
    return (uint8_t)(fmin(fmax(share, 0.0), 1.0) * 255.0 + 0.5);
}

static void paint(const painter *p, qx_vec3 normal, uint8_t *pixel)
{
    double n[3] = { (double)normal.x * p->exaggerate, (double)normal.y,
                    (double)normal.z * p->exaggerate };
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3; i++) n[i] /= length;
    if (p->hillshade) {
        const double light = n[0] * p->sun[0] + n[1] * p->sun[1] + n[2] * p->sun[2];
        const double all = (1.0 - p->sky) * fmax(light, 0.0) + p->sky * n[1];
        pixel[0] = pixel[1] = pixel[2] = byte_of(all);
        return;
    }
    pixel[0] = byte_of(0.5 + 0.5 * n[0]);
    pixel[1] = byte_of(0.5 - 0.5 * n[2]); // up the picture
    pixel[2] = byte_of(0.5 + 0.5 * n[1]);
}

static void paint_row(painter *p, uint32_t row)
{
    const qx_terrain_info *info = &p->source->info;
    const qx_terrain_area area = { 0, row, info->columns - 1, row };
    const qx_terrain_mesh_desc desc = { .area = &area };
    const qx_terrain_layout layout = { .normals = &p->normals[0].x };
    (void)qx_terrain_build_vertices(p->source->terrain, &desc, &layout, NULL); // cannot fail
    uint8_t *pixel = p->pixels + (size_t)row * info->columns * p->channels;
    for (uint32_t i = 0; i < info->columns; i++, pixel += p->channels) {
        float height;
        const bool there = qx_terrain_get_height(p->source->terrain, i, row, &height);
        for (uint32_t k = 0; k < p->channels; k++) pixel[k] = 0;
        if (there) paint(p, p->normals[i], pixel);
        if (there && p->channels == 4) pixel[3] = 255;
    }
}

static qx_result paint_all(painter *p, const char *path, qx_error *error)
{
    const qx_terrain_info *info = &p->source->info;
    progress_line progress = progress_start("row");
    for (uint32_t row = 0; row < info->rows; row++) {
        paint_row(p, row);
        progress_show(&progress, row + 1, info->rows);
    }
    progress_end(&progress);
    const qx_image image = { p->pixels, info->columns, info->rows, p->channels };
    return qx_png_save_file(&image, path, NULL, error);
}

static qx_result save_picture(const terrain_options *options, const terrain_source *source,
                              qx_error *error)
{
    painter p = { .source = source,
                  .exaggerate = options->exaggerate,
                  .sky = options->sky,
                  .hillshade = options->picture == PICTURE_HILLSHADE,
                  .channels = source->info.holes > 0 ? 4 : 3 };
    const size_t bytes = (size_t)source->info.columns * source->info.rows * p.channels;
    qx_result result = terrain_check_memory(1.5 * (double)bytes, "cut the map", error);
    if (result != QX_OK) return result;
    aim(&p, options->sun);
    p.normals = malloc(source->info.columns * sizeof *p.normals);
    p.pixels = malloc(bytes);
    result = p.normals && p.pixels ? paint_all(&p, options->output, error)
                                   : terrain_fail(error, QX_NO_MEMORY, "out of memory");
    free(p.normals);
    free(p.pixels);
    return result;
}

qx_result terrain_picture_save(const terrain_options *options, const terrain_source *source,
                               terrain_output *output, qx_error *error)
{
    snprintf(output->failed, sizeof output->failed, "%s", options->output);
    if (terrain_keeps_samples(options)) return save_samples(options, source, output, error);
    return save_picture(options, source, error);
}
