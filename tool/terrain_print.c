// SPDX-License-Identifier: MIT
#include "terrain.h"

#include "progress.h"

#include <math.h>
#include <quincunx/stl.h>
#include <quincunx/terrain_base.h>
#include <stdio.h>
#include <stdlib.h>

// Millimetres, standing on 0. Parts are cut along samples, which both neighbours then have; each
// lies around its own middle, as it will on the bed.

typedef struct press {
    const terrain_options *options;
    const terrain_source *source;
    double across, up;      // millimetres a world unit
    float bottom;           // world units
    uint64_t columns, rows; // of parts
    double error;           // measured, world units
    uint64_t triangles, files, empty;
} press;

// --- sizes

static void choose_scale(press *p)
{
    const qx_terrain_info *info = &p->source->info;
    const terrain_options *options = p->options;
    p->across = 100.0 / fmax((double)info->width, (double)info->depth);
    if (!isnan(options->width)) p->across = options->width / (double)info->width;
    if (!isnan(options->scale)) p->across = options->scale;
    p->up = p->across * options->exaggerate;
}

enum { MOST_PARTS = 1000 }; // nobody glues more; a bed in the wrong unit asks for them

// How many parts an axis takes; 0 where not even one cell fits.
static uint64_t parts_of(uint32_t samples, double length, double most)
{
    if (!(most > 0.0)) return 1;
    const uint32_t cells = samples - 1;
    const double fit = floor(most / (length / cells) * (1.0 + 1e-9));
    if (fit < 1.0) return 0;
    return fit >= cells ? 1 : (uint64_t)ceil(cells / fit);
}

static qx_result choose_parts(press *p, qx_error *error)
{
    const qx_terrain_info *info = &p->source->info;
    const double width = (double)info->width * p->across, depth = (double)info->depth * p->across;
    p->columns = parts_of(info->columns, width, p->options->bed[0]);
    p->rows = parts_of(info->rows, depth, p->options->bed[1]);
    if (p->columns * p->rows > MOST_PARTS)
        return terrain_fail(
            error, QX_BAD_VALUE,
            "%.4g x %.4g mm take %llu parts of the --bed, more than %d: see --width", width, depth,
            (unsigned long long)(p->columns * p->rows), MOST_PARTS);
    if (p->columns > 0 && p->rows > 0) return QX_OK;
    return terrain_fail(error, QX_BAD_VALUE,
                        "a cell of %.4g x %.4g mm is larger than the --bed: see --width",
                        width / (info->columns - 1), depth / (info->rows - 1));
}

static qx_result choose_bottom(press *p, qx_error *error)
{
    const qx_terrain_info *info = &p->source->info;
    const double bottom = (double)info->lowest - p->options->base / p->up;
    p->bottom = (float)bottom;
    if (p->bottom < info->lowest && bottom >= -1e9) return QX_OK;
    return terrain_fail(error, QX_BAD_VALUE,
                        "a base of %.4g mm does not go with %.4g mm a unit: see --base and --scale",
                        p->options->base, p->up);
}

// --- solids

typedef struct solid {
    qx_vec3 *positions;
    uint32_t *indices;
    void *scratch;
    qx_terrain_base_counts counts;
} solid;

static void release(solid *s)
{
    free(s->positions);
    free(s->indices);
    free(s->scratch);
}

static qx_result reserve(solid *s, qx_error *error)
{
    const double wanted = 12.0 * (double)s->counts.vertices + 4.0 * (double)s->counts.indices +
                          (double)s->counts.scratch;
    const qx_result result = terrain_check_memory(wanted, "see --error and --bed", error);
    if (result != QX_OK) return result;
    s->positions = malloc(s->counts.vertices * sizeof *s->positions);
    s->indices = malloc(s->counts.indices * sizeof *s->indices);
    s->scratch = malloc(s->counts.scratch + 1);
    if (s->positions && s->indices && s->scratch) return QX_OK;
    return terrain_fail(error, QX_NO_MEMORY, "out of memory");
}

static qx_result build_solid(const press *p, const qx_terrain *terrain,
                             const terrain_ground *ground, solid *s, qx_error *error)
{
    const qx_terrain_base_desc desc = { .bottom = p->bottom,
                                        .places = ground->places,
                                        .vertex_count = ground->counts.vertices,
                                        .indices = ground->indices,
                                        .index_count = 3 * (size_t)ground->counts.triangles };
    qx_result result = qx_terrain_base_bound(terrain, &desc, &s->counts);
    if (result == QX_NOT_FOUND) return result;
    if (result == QX_OK) result = reserve(s, error);
    if (result == QX_OK)
        result =
            qx_terrain_base_build(terrain, &desc, s->positions, s->indices, s->scratch, &s->counts);
    if (result != QX_OK && !error->message[0])
        terrain_fail(error, result, "the block: %s", qx_result_text(result));
    return result;
}

static void to_millimetres(const press *p, solid *s)
{
    for (uint64_t i = 0; i < s->counts.vertices; i++) {
        qx_vec3 *v = &s->positions[i];
        v->x = (float)((double)v->x * p->across);
        v->z = (float)((double)v->z * p->across);
        v->y = (float)(((double)v->y - (double)p->bottom) * p->up);
    }
}

// --- parts

static qx_result simplify(press *p, const qx_terrain *terrain, terrain_ground *ground,
                          qx_error *error)
{
    if (isnan(p->options->error)) return QX_OK;
    const bool alone = p->columns * p->rows == 1;
    const qx_result result = terrain_ground_build(
        p->options, terrain, p->options->error / p->up,
        alone ? QX_TERRAIN_BORDER_FREE : terrain_shared_border(p->source), 0, ground, error);
    if (ground->error > p->error) p->error = ground->error;
    return result;
}

static qx_result save_field(press *p, const qx_terrain *terrain, const char *path, qx_error *error)
{
    terrain_ground ground = { 0 };
    solid s = { 0 };
    qx_result result = simplify(p, terrain, &ground, error);
    const bool simplified = ground.places != NULL;
    if (result == QX_OK)
        result = simplified && ground.counts.triangles == 0
                     ? QX_NOT_FOUND
                     : build_solid(p, terrain, &ground, &s, error);
    if (result == QX_OK) {
        to_millimetres(p, &s);
        const qx_mesh mesh = { .vertex_count = (uint32_t)s.counts.vertices,
                               .positions = &s.positions[0].x,
                               .indices = s.indices,
                               .index_count = (size_t)s.counts.indices };
        const qx_mesh_set set = { .meshes = &mesh, .count = 1, .axes = QX_MESH_Y_UP };
        result = qx_stl_save_file(&set, path, NULL, error);
        p->triangles += s.counts.indices / 3;
        p->files++;
    } else if (result == QX_NOT_FOUND) {
        p->empty++;
        result = QX_OK;
    }
    release(&s);
    terrain_ground_release(&ground);
    return result;
}

static qx_result save_part(press *p, uint64_t column, uint64_t row, terrain_output *output,
                           qx_error *error)
{
    const qx_terrain_info *info = &p->source->info;
    const qx_terrain_area area = { terrain_part_start(info->columns, p->columns, column),
                                   terrain_part_start(info->rows, p->rows, row),
                                   terrain_part_start(info->columns, p->columns, column + 1),
                                   terrain_part_start(info->rows, p->rows, row + 1) };
    if (!numbered_path(p->options->output, row * p->columns + column + 1, output->failed))
        return terrain_fail(error, QX_FILE_ERROR, "the path is too long");
    qx_terrain *part;
    qx_result result = terrain_cut(p->options, p->source, &area, &part, error);
    if (result == QX_OK) result = save_field(p, part, output->failed, error);
    qx_terrain_destroy(part);
    return result;
}

static qx_result save_parts(press *p, terrain_output *output, qx_error *error)
{
    const uint64_t parts = p->columns * p->rows;
    qx_result result = QX_OK;
    progress_line progress = progress_start("part");
    for (uint64_t i = 0; i < parts && result == QX_OK; i++) {
        result = save_part(p, i % p->columns, i / p->columns, output, error);
        progress_show(&progress, i + 1, parts);
    }
    progress_end(&progress);
    return result;
}

static void say(const press *p, terrain_output *output)
{
    const qx_terrain_info *info = &p->source->info;
    size_t used = (size_t)snprintf(output->said, sizeof output->said, "%.4g x %.4g x %.4g mm",
                                   (double)info->width * p->across, (double)info->depth * p->across,
                                   ((double)info->highest - (double)p->bottom) * p->up);
    if (p->options->bed[0] > 0.0)
        used += (size_t)snprintf(output->said + used, sizeof output->said - used,
                                 " in %llu parts of %llu x %llu", (unsigned long long)p->files,
                                 (unsigned long long)p->columns, (unsigned long long)p->rows);
    used += (size_t)snprintf(output->said + used, sizeof output->said - used, ", %llu triangles",
                             (unsigned long long)p->triangles);
    if (!isnan(p->options->error))
        snprintf(output->said + used, sizeof output->said - used, ", at most %.6g mm off",
                 p->error * p->up);
}

qx_result terrain_print_save(const terrain_options *options, const terrain_source *source,
                             terrain_output *output, qx_error *error)
{
    press p = { .options = options, .source = source };
    snprintf(output->failed, sizeof output->failed, "%s", options->output);
    choose_scale(&p);
    qx_result result = choose_parts(&p, error);
    if (result == QX_OK) result = choose_bottom(&p, error);
    if (result == QX_OK)
        result = options->bed[0] > 0.0 ? save_parts(&p, output, error)
                                       : save_field(&p, source->terrain, options->output, error);
    if (result == QX_OK && p.files == 0)
        result = terrain_fail(error, QX_NOT_FOUND, "no triangle is left beside the holes");
    if (result == QX_OK) say(&p, output);
    return result;
}
