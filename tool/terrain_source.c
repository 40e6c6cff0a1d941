// SPDX-License-Identifier: MIT
#include "terrain.h"

#include "machine.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool terrain_has_heights(qx_terrain_kind kind)
{
    return kind >= QX_TERRAIN_F32;
}

bool terrain_keeps_samples(const terrain_options *options)
{
    if (options->format == TERRAIN_PNG) return options->picture == PICTURE_HEIGHT;
    return options->format >= TERRAIN_PGM && options->format <= TERRAIN_R32;
}

// --- sizes and ranges

// Samples that are written as they are: their height is their share of white.
static bool keeps_codes(const terrain_options *options, qx_terrain_kind kind)
{
    return terrain_keeps_samples(options) && options->format != TERRAIN_R32 &&
           !terrain_has_heights(kind);
}

typedef struct world {
    double width, depth, low, high;
} world;

// Of the file where the command line says nothing; as laid down.
static world world_of(const terrain_options *options, const qx_height_map *map)
{
    const qx_terrain_samples *s = &map->samples;
    const double cell_x = map->cell_x > 0.0 ? map->cell_x : 1.0;
    const double cell_z = map->cell_z > 0.0 ? map->cell_z : 1.0;
    const double across = (s->columns - 1.0) * cell_x, down = (s->rows - 1.0) * cell_z;
    const bool turned = options->turn & 1;
    world w = { turned ? down : across, turned ? across : down, options->low, options->high };
    if (options->size[0] > 0.0) {
        w.width = options->size[0];
        w.depth = options->size[1];
    }
    if (keeps_codes(options, s->kind)) {
        w.low = 0.0;
        w.high = 1.0;
    }
    const bool told = map->low != map->high;
    if (isnan(w.low)) w.low = told ? map->low : 0.0;
    if (isnan(w.high)) w.high = told ? map->high : w.low + fmax(w.width, w.depth) / 10.0;
    return w;
}

static int check_world(const terrain_options *options, const qx_height_map *map, const world *w)
{
    const bool ranged = !isnan(options->low) || !isnan(options->high);
    if (ranged && terrain_has_heights(map->samples.kind) && !terrain_keeps_samples(options))
        return arguments_complain(
            "qx terrain",
            "%s holds heights of its own: --min and --max are for grey and RGB samples",
            options->input);
    if ((float)w->low == (float)w->high)
        return arguments_complain(
            "qx terrain", "black and white are both %g high: --min and --max say how high", w->low);
    const double least = fmin(w->width, w->depth), most = fmax(w->width, w->depth);
    if (!(least >= 1e-3 && most <= 1e9))
        return arguments_complain("qx terrain",
                                  "%s is %g x %g units large, and 0.001 to 1000000000 are taken: "
                                  "see --size",
                                  options->input, w->width, w->depth);
    if (!(fabs(w->low) <= 1e9 && fabs(w->high) <= 1e9))
        return arguments_complain("qx terrain",
                                  "heights of %g to %g are beyond 1000000000: see --min and --max",
                                  w->low, w->high);
    return EXIT_DONE;
}

// --- fields

static int explain(const char *name, qx_result result)
{
    fprintf(stderr, "qx terrain: %s: %s\n", name, qx_result_text(result));
    return EXIT_BAD_INPUT;
}

static qx_terrain_desc describe(const terrain_options *options, const qx_height_map *map,
                                const world *w)
{
    qx_terrain_desc desc = { .samples = map->samples,
                             .low = (float)w->low,
                             .high = (float)w->high,
                             .width = (float)w->width,
                             .depth = (float)w->depth,
                             .diagonal = (qx_terrain_diagonal)options->diagonal,
                             .turn = (qx_terrain_turn)options->turn,
                             .periodic = options->periodic,
                             .mask = map->mask,
                             .has_no_data = map->has_no_data,
                             .no_data = map->no_data };
    if (!isnan(options->no_data)) {
        desc.has_no_data = true;
        desc.no_data = options->no_data;
    }
    return desc;
}

static int create(const terrain_options *options, const qx_height_map *map, const char *name,
                  terrain_source *source)
{
    const world w = world_of(options, map);
    const int status = check_world(options, map, &w);
    if (status != EXIT_DONE) return status;
    const qx_terrain_desc desc = describe(options, map, &w);
    const qx_result result = qx_terrain_create(&desc, NULL, &source->terrain);
    if (result != QX_OK) return explain(name, result);
    source->info = qx_terrain_get_info(source->terrain);
    source->format = map->format;
    source->bits = map->bits;
    source->kind = map->samples.kind;
    return EXIT_DONE;
}

// --- files

static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

// "Needs its kind and size told": how that is done here.
static const char *advice_for(const qx_error *error)
{
    if (strstr(error->message, "raw samples need"))
        return " (--raw WxH:u16le, u16be, f32le or f32be)";
    if (strstr(error->message, "this size or kind does not fit")) return " (see --raw)";
    return "";
}

static int complain_of_file(const char *path, const qx_error *error)
{
    fprintf(stderr, "qx terrain: %s", name_of(path));
    if (error->line > 0)
        fprintf(stderr, ", line %" PRIu32, error->line);
    else if (error->offset > 0)
        fprintf(stderr, ", byte %" PRIu64, error->offset);
    fprintf(stderr, ": %s%s\n", error->message, advice_for(error));
    return EXIT_BAD_INPUT;
}

static int load(const terrain_options *options, terrain_source *source)
{
    qx_height_map map;
    qx_height_options file = options->file;
    qx_error error = { 0 };
    const double here = machine_memory() / 4.0; // samples, a field of as much again, and room
    if (here > 0.0 && here < (double)SIZE_MAX) file.limit = (size_t)here;
    if (qx_height_load_file(options->input, &file, NULL, &map, &error) != QX_OK)
        return complain_of_file(options->input, &error);
    const int status = create(options, &map, name_of(options->input), source);
    qx_height_destroy(&map, NULL);
    return status;
}

// --- made up

// As samples are decoded: in double, rounded once, and the top exactly.
static void stretch(float *heights, size_t count, const world *w)
{
    for (size_t i = 0; i < count; i++)
        heights[i] = heights[i] == 1.0f ? (float)w->high
                                        : (float)(w->low + (w->high - w->low) * (double)heights[i]);
}

static int generate(const terrain_options *options, terrain_source *source)
{
    const qx_terrain_make *make = &options->make;
    const size_t count = (size_t)make->columns * make->rows;
    qx_error error = { 0 };
    if (terrain_check_memory(12.0 * (double)count, "see --size", &error) != QX_OK) {
        fprintf(stderr, "qx terrain: the map: %s\n", error.message);
        return EXIT_BAD_INPUT;
    }
    float *heights = malloc(count * sizeof *heights);
    qx_result result = heights ? qx_terrain_generate(make, NULL, heights) : QX_NO_MEMORY;
    if (result != QX_OK) {
        free(heights);
        return explain("the map", result);
    }
    qx_height_map map = { .samples = { .data = heights,
                                       .kind = QX_TERRAIN_F32,
                                       .columns = make->columns,
                                       .rows = make->rows },
                          .cell_x = options->cell,
                          .cell_z = options->cell };
    terrain_options used = *options;
    const world w = world_of(options, &map);
    stretch(heights, count, &w);
    used.low = used.high = NAN; // they are in the heights now
    used.periodic = make->tileable;
    used.input = "the map";
    int status = check_world(&used, &map, &w);
    if (status == EXIT_DONE) status = create(&used, &map, "the map", source);
    free(heights);
    return status;
}

int terrain_source_create(const terrain_options *options, terrain_task task, terrain_source *source)
{
    *source = (terrain_source){ 0 };
    return task == TERRAIN_MAKE ? generate(options, source) : load(options, source);
}
