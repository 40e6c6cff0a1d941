// SPDX-License-Identifier: MIT
#include "grid.h"

#include "raster.h"

#include <inttypes.h>
#include <math.h>
#include <quincunx/file.h>
#include <quincunx/png.h>
#include <quincunx/svg.h>
#include <stdio.h>
#include <stdlib.h>

static const float eye = 2000.0f;         // distance of the viewer, world units, as the renderer's
static const float full_highlight = 0.8f; // displacement that takes all of it, in spacings

static qx_result no_memory(qx_error *error)
{
    *error = (qx_error){ .code = QX_NO_MEMORY, .message = "out of memory" };
    return QX_NO_MEMORY;
}

// --- lines

static qx_vec2 project(const grid_picture *picture, qx_vec3 place)
{
    const float centre_x = (float)picture->width / 2, centre_y = (float)picture->height / 2;
    const float factor = fmaxf(place.z + eye, 0.0f) / eye;
    const float x = centre_x + (place.x - centre_x) * factor;
    const float y = centre_y + (place.y - centre_y) * factor;
    // The writers take places up to a million; a line that long has left the picture anyway.
    return (qx_vec2){ fminf(fmaxf(x, -1e6f), 1e6f), fminf(fmaxf(y, -1e6f), 1e6f) };
}

// How far the net has moved where this line lies now. The net answers for resting places, so one
// step back along the displacement finds the resting place closely enough for a colour.
static float displacement_at(const qx_grid *grid, const qx_grid_line *line)
{
    const float x = (line->from.x + line->to.x) / 2, y = (line->from.y + line->to.y) / 2;
    const qx_vec3 guess = qx_grid_sample_displacement(grid, x, y);
    const qx_vec3 moved = qx_grid_sample_displacement(grid, x - guess.x, y - guess.y);
    return sqrtf(moved.x * moved.x + moved.y * moved.y + moved.z * moved.z);
}

// In 16 steps, so that neighbours look alike and become one path.
static uint32_t mix_colours(uint32_t from, uint32_t to, float share)
{
    const uint32_t step = (uint32_t)(fminf(share, 1.0f) * 16.0f + 0.5f);
    uint32_t mixed = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        const uint32_t a = from >> shift & 255, b = to >> shift & 255;
        mixed |= (a * (16 - step) + b * step) / 16 << shift;
    }
    return mixed;
}

static void convert(const grid_picture *picture, const qx_grid *grid, const qx_grid_line *line,
                    qx_svg_line *out)
{
    const qx_grid_info info = qx_grid_get_info(grid);
    const float reach = full_highlight * (info.spacing_x + info.spacing_y) / 2;
    *out = (qx_svg_line){
        .from = project(picture, line->from),
        .to = project(picture, line->to),
        .width = line->width,
        .colour =
            mix_colours(picture->colour, picture->highlight, displacement_at(grid, line) / reach),
    };
}

// The net's lines, projected and coloured; to be freed. NULL without memory.
static qx_svg_line *build_lines(const grid_picture *picture, const qx_grid *grid, size_t *count)
{
    const float width = (float)picture->line_width;
    const qx_grid_line_desc desc = { .thick = 2.5f * width, .thin = width, .middle = 0.5f * width };
    const uint32_t bound = qx_grid_bound_lines(grid, &desc);
    qx_grid_line *lines = calloc(bound, sizeof *lines);
    qx_svg_line *out = calloc(bound, sizeof *out);
    *count = 0;
    if (lines && out) {
        *count = qx_grid_build_lines(grid, &desc, lines);
        for (size_t i = 0; i < *count; i++) convert(picture, grid, &lines[i], &out[i]);
    } else {
        free(out);
        out = NULL;
    }
    free(lines);
    return out;
}

// --- SVG

static qx_result save_svg(const grid_picture *picture, const qx_grid *grid, const char *path,
                          qx_error *error)
{
    char title[64];
    snprintf(title, sizeof title, "Net at tick %" PRIu64, picture->tick);
    qx_svg drawing = { .width = (float)picture->width,
                       .height = (float)picture->height,
                       .background = picture->background,
                       .title = title };
    qx_svg_line *lines = build_lines(picture, grid, &drawing.count);
    if (!lines) return no_memory(error);
    drawing.lines = lines;
    const qx_result result = qx_svg_save_file(&drawing, path, NULL, error);
    free(lines);
    return result;
}

// --- PNG

static qx_vec2 scaled(qx_vec2 place, float scale)
{
    return (qx_vec2){ place.x * scale, place.y * scale };
}

static void draw_lines(const grid_picture *picture, const qx_svg_line *lines, size_t count,
                       line_raster *raster)
{
    const float scale = (float)picture->scale, glow = (float)(picture->glow * picture->scale);
    for (size_t i = 0; i < count; i++)
        raster_line(raster, scaled(lines[i].from, scale), scaled(lines[i].to, scale),
                    lines[i].width * scale, glow, lines[i].colour);
}

static qx_result save_pixels(const grid_picture *picture, const line_raster *raster,
                             const char *path, qx_error *error)
{
    qx_image image = { malloc((size_t)raster->width * raster->height * 3), raster->width,
                       raster->height, 3 };
    if (!image.pixels) return no_memory(error);
    raster_build(raster, picture->background, image.pixels);
    const qx_result result = qx_png_save_file(&image, path, NULL, error);
    free(image.pixels);
    return result;
}

static qx_result save_png(const grid_picture *picture, const qx_grid *grid, const char *path,
                          qx_error *error)
{
    size_t count;
    qx_svg_line *lines = build_lines(picture, grid, &count);
    if (!lines) return no_memory(error);
    line_raster raster;
    const double width = ceil(picture->width * picture->scale);
    const double height = ceil(picture->height * picture->scale);
    const bool created = raster_create(&raster, (uint32_t)width, (uint32_t)height);
    if (created) draw_lines(picture, lines, count, &raster);
    free(lines);
    const qx_result result =
        created ? save_pixels(picture, &raster, path, error) : no_memory(error);
    raster_destroy(&raster);
    return result;
}

// --- JSON

static int print_head(char *text, size_t size, const grid_picture *picture, const qx_grid *grid)
{
    const qx_grid_info info = qx_grid_get_info(grid);
    return snprintf(text, size,
                    "{\n\"columns\": %" PRIu32 ",\n\"rows\": %" PRIu32 ",\n\"width\": %.9g,\n"
                    "\"height\": %.9g,\n\"tick\": %" PRIu64 ",\n\"hash\": \"0x%016" PRIx64 "\",\n"
                    "\"positions\": [\n",
                    info.columns, info.rows, (double)info.width, (double)info.height, picture->tick,
                    qx_grid_hash(grid));
}

enum { HEAD_BYTES = 256, POINT_BYTES = 64 }; // a float takes at most 15 characters

static size_t print_positions(char *text, const grid_picture *picture, const qx_grid *grid,
                              const qx_vec3 *positions, size_t count)
{
    size_t used = (size_t)print_head(text, HEAD_BYTES, picture, grid);
    for (size_t i = 0; i < count; i++) {
        const qx_vec3 *place = &positions[i];
        used += (size_t)snprintf(text + used, POINT_BYTES, "[%.9g,%.9g,%.9g]%s\n", (double)place->x,
                                 (double)place->y, (double)place->z, i + 1 < count ? "," : "");
    }
    used += (size_t)snprintf(text + used, HEAD_BYTES, "]\n}\n");
    return used;
}

static qx_result save_json(const grid_picture *picture, const qx_grid *grid, const char *path,
                           qx_error *error)
{
    const size_t count = qx_grid_get_info(grid).points;
    qx_vec3 *positions = calloc(count, sizeof *positions);
    char *text = malloc(2 * HEAD_BYTES + count * POINT_BYTES);
    qx_result result = QX_NO_MEMORY;
    if (positions && text) {
        qx_grid_build_positions(grid, positions, sizeof *positions);
        const size_t size = print_positions(text, picture, grid, positions, count);
        result = qx_file_save(path, text, size, error);
    } else {
        no_memory(error);
    }
    free(text);
    free(positions);
    return result;
}

qx_result grid_picture_save(const grid_picture *picture, const qx_grid *grid, const char *path,
                            qx_error *error)
{
    switch ((grid_format)picture->format) {
    case GRID_PNG: return save_png(picture, grid, path, error);
    case GRID_JSON: return save_json(picture, grid, path, error);
    case GRID_SVG:
    case GRID_BY_NAME: break;
    }
    return save_svg(picture, grid, path, error);
}
