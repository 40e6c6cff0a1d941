// SPDX-License-Identifier: MIT
#include "maze.h"

#include "progress.h"
#include "raster.h"

#include <inttypes.h>
#include <math.h>
#include <quincunx/png.h>
#include <quincunx/svg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Paper takes dark lines; the screen takes bright ones, with a glow.
typedef struct maze_inks {
    uint32_t colours[INK_NUMBER + 1], background;
    float widths[INK_NUMBER + 1]; // in cells
} maze_inks;

static const maze_inks paper = {
    .colours = { 0x1B2033FF, 0xE0457BFF, 0xE0457BFF, 0x8D97B4FF, 0x2A6FDBFF, 0x8D97B4FF },
    .widths = { 0.1f, 0.16f, 0.1f, 0.06f, 0.08f, 0.05f },
    .background = 0xFFFFFFFF,
};
static const maze_inks screen = {
    .colours = { 0x6F8CFFFF, 0xFFD24AFF, 0xFFD24AFF, 0x56639CFF, 0xFF5C9EFF, 0x7E8AB8FF },
    .widths = { 0.1f, 0.15f, 0.1f, 0.07f, 0.1f, 0.07f },
    .background = 0x05060FFF,
};

static maze_inks inks_of(const maze_look *look, maze_inks inks)
{
    if (look->walls != MAZE_COLOUR_BY_FORMAT) inks.colours[INK_WALL] = look->walls;
    if (look->trail != MAZE_COLOUR_BY_FORMAT)
        inks.colours[INK_TRAIL] = inks.colours[INK_STEP] = look->trail;
    if (look->background != MAZE_COLOUR_BY_FORMAT) inks.background = look->background;
    return inks;
}

static void name_failed(maze_output *output, const char *path)
{
    snprintf(output->failed, sizeof output->failed, "%s", path);
}

// --- SVG: a page a layer, in millimetres

static qx_svg_line *strokes_of(const maze_look *look, const slice_lines *slice)
{
    const maze_inks inks = inks_of(look, paper);
    const float cell = (float)look->cell;
    qx_svg_line *strokes = calloc(slice->count + 1, sizeof *strokes);
    for (size_t i = 0; strokes && i < slice->count; i++) {
        const slice_line *line = &slice->lines[i];
        strokes[i] = (qx_svg_line){
            .from = { (line->from.x + SLICE_MARGIN) * cell, (line->from.y + SLICE_MARGIN) * cell },
            .to = { (line->to.x + SLICE_MARGIN) * cell, (line->to.y + SLICE_MARGIN) * cell },
            .width = inks.widths[line->ink] * cell,
            .colour = inks.colours[line->ink],
        };
    }
    return strokes;
}

static qx_result save_page(const maze_look *look, const maze_puzzle *puzzle, uint32_t z,
                           const char *path, qx_error *error)
{
    const qx_maze_info info = qx_maze_get_info(puzzle->file.maze);
    char title[96];
    snprintf(title, sizeof title, "Maze of seed %" PRIu64 ", layer %u of %u",
             puzzle->file.desc.seed, z + 1, info.depth);
    slice_lines slice = maze_slice_build(puzzle, z, look->solution);
    qx_svg_line *strokes = slice.failed ? NULL : strokes_of(look, &slice);
    const qx_svg drawing = {
        .width = ((float)info.width + 2.0f * SLICE_MARGIN) * (float)look->cell,
        .height = ((float)info.height + 2.0f * SLICE_MARGIN) * (float)look->cell,
        .unit = QX_SVG_MILLIMETRE,
        .background = inks_of(look, paper).background,
        .title = title,
        .lines = strokes,
        .count = slice.count,
    };
    qx_result result = QX_NO_MEMORY;
    if (strokes)
        result = qx_svg_save_file(&drawing, path, NULL, error);
    else
        maze_fail(error, QX_NO_MEMORY, "out of memory");
    if (result == QX_BAD_VALUE)
        maze_fail(error, result, "a page this large is none: at most 1 km a side, see --cell");
    free(strokes);
    free(slice.lines);
    return result;
}

static qx_result save_pages(const maze_look *look, const maze_puzzle *puzzle, maze_output *output,
                            qx_error *error)
{
    const uint32_t depth = qx_maze_get_info(puzzle->file.maze).depth;
    qx_result result = QX_OK;
    name_failed(output, output->path);
    if (depth > 1 && strcmp(output->path, "-") == 0)
        return maze_fail(error, QX_BAD_VALUE, "a file a layer needs files, not standard output");
    progress_line progress = progress_start("layer");
    for (uint32_t z = 0; z < depth && result == QX_OK; z++) {
        char numbered[NUMBERED_BYTES];
        const char *path = output->path;
        if (depth > 1) path = numbered_path(path, z + 1, numbered) ? numbered : "";
        name_failed(output, path);
        result = save_page(look, puzzle, z, path, error);
        progress_show(&progress, z + 1, depth);
    }
    progress_end(&progress);
    if (depth > 1) snprintf(output->said, sizeof output->said, "%u numbered files", depth);
    return result;
}

// --- PNG: all layers on one sheet

enum { MOST_ACROSS = 16384, USUAL_ACROSS = 1600 };

typedef struct maze_sheet {
    uint32_t columns, rows;
    float tile_width, tile_height; // cells
    float scale;                   // pixels a cell
    uint32_t width, height;        // pixels
} maze_sheet;

// How ill it looks: far from a page that lies, or with holes at its end.
static float blame(const maze_sheet *sheet, uint32_t columns, uint32_t depth)
{
    const uint32_t rows = (depth + columns - 1) / columns;
    const float across = (float)columns * sheet->tile_width;
    const float down = 1.5f * (float)rows * sheet->tile_height;
    return fmaxf(across, down) * (float)columns * (float)rows;
}

static void choose_columns(maze_sheet *sheet, uint32_t depth)
{
    sheet->columns = 1;
    for (uint32_t columns = 2; columns <= depth && columns <= MOST_ACROSS; columns++)
        if (blame(sheet, columns, depth) < blame(sheet, sheet->columns, depth))
            sheet->columns = columns;
    sheet->rows = (depth + sheet->columns - 1) / sheet->columns;
}

static bool lay_out(const maze_look *look, const qx_maze_info *info, maze_sheet *sheet)
{
    *sheet = (maze_sheet){ .tile_width = (float)info->width + 2.0f * SLICE_MARGIN,
                           .tile_height = (float)info->height + 2.0f * SLICE_MARGIN };
    choose_columns(sheet, info->depth);
    const float across = (float)sheet->columns * sheet->tile_width;
    const float down = (float)sheet->rows * sheet->tile_height;
    sheet->scale = fminf(fmaxf(floorf(USUAL_ACROSS / fmaxf(across, down)), 4.0f), 48.0f);
    if (look->scale > 0.0) sheet->scale = (float)look->scale;
    if (!(across * sheet->scale <= MOST_ACROSS && down * sheet->scale <= MOST_ACROSS)) return false;
    sheet->width = (uint32_t)ceilf(across * sheet->scale);
    sheet->height = (uint32_t)ceilf(down * sheet->scale);
    return true;
}

static bool draw_layer(const maze_look *look, const maze_puzzle *puzzle, const maze_sheet *sheet,
                       uint32_t z, line_raster *raster)
{
    const maze_inks inks = inks_of(look, screen);
    const float left = (float)(z % sheet->columns) * sheet->tile_width + SLICE_MARGIN;
    const float top = (float)(z / sheet->columns) * sheet->tile_height + SLICE_MARGIN;
    slice_lines slice = maze_slice_build(puzzle, z, look->solution);
    for (size_t i = 0; i < slice.count && !slice.failed; i++) {
        const slice_line *line = &slice.lines[i];
        const qx_vec2 from = { (left + line->from.x) * sheet->scale,
                               (top + line->from.y) * sheet->scale };
        const qx_vec2 to = { (left + line->to.x) * sheet->scale,
                             (top + line->to.y) * sheet->scale };
        raster_line(raster, from, to, inks.widths[line->ink] * sheet->scale, 0.3f * sheet->scale,
                    inks.colours[line->ink]);
    }
    free(slice.lines);
    return !slice.failed;
}

static qx_result save_raster(const maze_look *look, const line_raster *raster, const char *path,
                             qx_error *error)
{
    qx_image image = { malloc((size_t)raster->width * raster->height * 3), raster->width,
                       raster->height, 3 };
    if (!image.pixels) return maze_fail(error, QX_NO_MEMORY, "out of memory");
    raster_build(raster, inks_of(look, screen).background, image.pixels);
    const qx_result result = qx_png_save_file(&image, path, NULL, error);
    free(image.pixels);
    return result;
}

static qx_result save_sheet(const maze_look *look, const maze_puzzle *puzzle, maze_output *output,
                            qx_error *error)
{
    const qx_maze_info info = qx_maze_get_info(puzzle->file.maze);
    maze_sheet sheet;
    name_failed(output, output->path);
    if (!lay_out(look, &info, &sheet))
        return maze_fail(error, QX_TOO_LARGE,
                         "its layers need more than 16384 pixels a side: see --scale");
    line_raster raster;
    bool drawn = raster_create(&raster, sheet.width, sheet.height);
    progress_line progress = progress_start("layer");
    for (uint32_t z = 0; z < info.depth && drawn; z++) {
        drawn = draw_layer(look, puzzle, &sheet, z, &raster);
        progress_show(&progress, z + 1, info.depth);
    }
    progress_end(&progress);
    const qx_result result = drawn ? save_raster(look, &raster, output->path, error)
                                   : maze_fail(error, QX_NO_MEMORY, "out of memory");
    raster_destroy(&raster);
    snprintf(output->said, sizeof output->said, "%ux%u pixels", sheet.width, sheet.height);
    return result;
}

qx_result maze_picture_save(const maze_look *look, const maze_puzzle *puzzle, maze_output *output,
                            qx_error *error)
{
    if (look->format == MAZE_PNG) return save_sheet(look, puzzle, output, error);
    return save_pages(look, puzzle, output, error);
}
