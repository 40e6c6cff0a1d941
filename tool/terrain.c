// SPDX-License-Identifier: MIT
#include "terrain.h"

#include "subcommands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static qx_result save(const terrain_options *options, const terrain_source *source,
                      terrain_output *output, qx_error *error)
{
    if (options->format <= TERRAIN_PLY) return terrain_mesh_save(options, source, output, error);
    if (options->format == TERRAIN_STL) return terrain_print_save(options, source, output, error);
    return terrain_picture_save(options, source, output, error);
}

static bool is_several(const terrain_options *options)
{
    return options->tiles > 0 || options->bed[0] > 0.0;
}

static void report(const terrain_options *options, const terrain_source *source,
                   const terrain_output *output)
{
    const qx_terrain_info *info = &source->info;
    fprintf(stderr, "qx terrain: %u x %u samples", info->columns, info->rows);
    if (info->holes > 0) fprintf(stderr, ", %" PRIu64 " of them holes", info->holes);
    if (!terrain_keeps_samples(options))
        fprintf(stderr, ", %.6g x %.6g, %.6g to %.6g high", (double)info->width,
                (double)info->depth, (double)info->lowest, (double)info->highest);
    if (output->said[0]) fprintf(stderr, "; %s", output->said);
    fprintf(stderr, "%s%s\n", is_several(options) ? ": files named as " : ": ",
            strcmp(options->output, "-") == 0 ? "standard output" : options->output);
}

static int write_out(const terrain_options *options, const terrain_source *source)
{
    terrain_output output = { 0 };
    qx_error error = { 0 };
    const uint64_t samples = (uint64_t)source->info.columns * source->info.rows;
    if (source->info.holes == samples) {
        fprintf(stderr, "qx terrain: %s: every sample is a hole: see --no-data and --alpha-mask\n",
                options->input ? options->input : "the map");
        return EXIT_BAD_INPUT;
    }
    if (save(options, source, &output, &error) != QX_OK) {
        fprintf(stderr, "qx terrain: %s: %s\n",
                strcmp(output.failed, "-") == 0 ? "standard output" : output.failed, error.message);
        return EXIT_BAD_INPUT;
    }
    if (!options->quiet) report(options, source, &output);
    return EXIT_DONE;
}

int subcommand_terrain(int count, char **words)
{
    terrain_options options;
    terrain_source source;
    terrain_task task;
    int status;
    if (terrain_options_read(count, words, &options, &task, &status) != ARGUMENTS_READ)
        return status;
    status = terrain_source_create(&options, task, &source);
    if (status == EXIT_DONE)
        status = task == TERRAIN_INFO ? terrain_info_print(&options, &source)
                                      : write_out(&options, &source);
    qx_terrain_destroy(source.terrain);
    return status;
}
