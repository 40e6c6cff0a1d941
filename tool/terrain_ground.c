// SPDX-License-Identifier: MIT
#include "terrain.h"

#include "machine.h"
#include "progress.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

qx_result terrain_fail(qx_error *error, qx_result code, const char *format, ...)
{
    va_list values;
    *error = (qx_error){ .code = code };
    va_start(values, format);
    vsnprintf(error->message, sizeof error->message, format, values);
    va_end(values);
    return code;
}

qx_result terrain_check_memory(double bytes, const char *advice, qx_error *error)
{
    const double here = machine_memory();
    if (!(here > 0.0 && bytes > here)) return QX_OK;
    return terrain_fail(error, QX_TOO_LARGE,
                        "about %.3g GB of memory are wanted, too many for here: %s", bytes * 1e-9,
                        advice);
}

// --- few triangles

static qx_result reserve(terrain_ground *ground, qx_terrain_simple_counts counts, qx_error *error)
{
    ground->counts = counts;
    ground->places = malloc((counts.vertices + (size_t)1) * sizeof *ground->places);
    ground->indices = malloc((3 * (size_t)counts.triangles + 1) * sizeof *ground->indices);
    if (ground->places && ground->indices) return QX_OK;
    return terrain_fail(error, QX_NO_MEMORY, "out of memory");
}

static qx_result build_tin(const qx_terrain *terrain, double most, qx_terrain_border border,
                           terrain_ground *ground, qx_error *error)
{
    qx_terrain_tin *tin;
    const qx_terrain_tin_desc desc = { .error = (float)most, .border = border };
    qx_result result = qx_terrain_tin_create(terrain, &desc, &tin);
    if (result != QX_OK)
        return terrain_fail(error, result, "simplifying: %s", qx_result_text(result));
    result = reserve(ground, qx_terrain_tin_get_info(tin).counts, error);
    if (result == QX_OK) qx_terrain_tin_build(tin, ground->places, ground->indices);
    qx_terrain_tin_destroy(tin);
    return result;
}

static qx_result refuse_size(const qx_terrain *terrain, qx_error *error)
{
    const qx_terrain_info info = qx_terrain_get_info(terrain);
    return terrain_fail(error, QX_BAD_VALUE,
                        "%u x %u samples in these parts are not m * 2^k + 1 each, as rtin needs: "
                        "--simplify tin takes any",
                        info.columns, info.rows);
}

static qx_result build_rtin(const qx_terrain *terrain, double most, uint32_t block,
                            terrain_ground *ground, qx_error *error)
{
    qx_terrain_rtin *rtin;
    const qx_terrain_rtin_desc desc = { .block = block };
    qx_result result = qx_terrain_rtin_create(terrain, &desc, NULL, &rtin);
    if (result == QX_BAD_VALUE) return refuse_size(terrain, error);
    if (result != QX_OK)
        return terrain_fail(error, result, "simplifying: %s", qx_result_text(result));
    result = reserve(ground, qx_terrain_rtin_bound(rtin, (float)most), error);
    if (result == QX_OK) qx_terrain_rtin_build(rtin, (float)most, ground->places, ground->indices);
    qx_terrain_rtin_destroy(rtin);
    return result;
}

static bool is_long(const qx_terrain *terrain)
{
    const qx_terrain_info info = qx_terrain_get_info(terrain);
    return (uint64_t)info.columns * info.rows > 1u << 21; // more than about a second
}

qx_result terrain_ground_build(const terrain_options *options, const qx_terrain *terrain,
                               double error, qx_terrain_border border, uint32_t block,
                               terrain_ground *ground, qx_error *error_out)
{
    *ground = (terrain_ground){ 0 };
    progress_line progress = progress_start("simplifying");
    if (is_long(terrain) && !options->quiet) progress_wait(&progress);
    const float rounded = (float)error; // never above what was asked
    const double most = (double)rounded > error ? (double)nextafterf(rounded, 0.0f) : error;
    qx_result result = options->simplify == SIMPLIFY_RTIN
                           ? build_rtin(terrain, most, block, ground, error_out)
                           : build_tin(terrain, most, border, ground, error_out);
    progress_end(&progress);
    qx_terrain_measured measured = { 0 };
    if (result == QX_OK)
        result =
            qx_terrain_measure(terrain, ground->places, ground->counts.vertices, ground->indices,
                               3 * (size_t)ground->counts.triangles, NULL, &measured);
    if (result != QX_OK) {
        terrain_ground_release(ground);
        if (!error_out->message[0]) terrain_fail(error_out, result, "%s", qx_result_text(result));
    }
    ground->error = measured.error;
    return result;
}

void terrain_ground_release(terrain_ground *ground)
{
    free(ground->places);
    free(ground->indices);
    *ground = (terrain_ground){ 0 };
}

qx_terrain_border terrain_shared_border(const terrain_source *source)
{
    return source->info.holes > 0 ? QX_TERRAIN_BORDER_LOCKED : QX_TERRAIN_BORDER_SHARED;
}

// --- parts

uint32_t terrain_part_start(uint32_t samples, uint64_t parts, uint64_t i)
{
    return (uint32_t)((samples - 1) * i / parts);
}

static void copy_heights(const qx_terrain *terrain, const qx_terrain_area *area, float *heights)
{
    for (uint32_t row = area->first_row; row <= area->last_row; row++)
        for (uint32_t column = area->first_column; column <= area->last_column; column++)
            if (!qx_terrain_get_height(terrain, column, row, heights++)) heights[-1] = NAN;
}

qx_result terrain_cut(const terrain_options *options, const terrain_source *source,
                      const qx_terrain_area *area, qx_terrain **part, qx_error *error)
{
    const uint32_t columns = area->last_column - area->first_column + 1;
    const uint32_t rows = area->last_row - area->first_row + 1;
    const qx_terrain_info *info = &source->info;
    float *heights = malloc((size_t)columns * rows * sizeof *heights);
    *part = NULL;
    if (!heights) return terrain_fail(error, QX_NO_MEMORY, "out of memory");
    copy_heights(source->terrain, area, heights);
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = columns, .rows = rows },
        .width = (float)((double)info->width * (columns - 1) / (info->columns - 1)),
        .depth = (float)((double)info->depth * (rows - 1) / (info->rows - 1)),
        .diagonal = (qx_terrain_diagonal)options->diagonal,
    };
    const qx_result result = qx_terrain_create(&desc, NULL, part);
    free(heights);
    if (result != QX_OK) terrain_fail(error, result, "a part: %s", qx_result_text(result));
    return result;
}
