// SPDX-License-Identifier: MIT
#include "terrain.h"

#include "progress.h"

#include <quincunx/gltf.h>
#include <quincunx/obj.h>
#include <quincunx/ply.h>
#include <quincunx/terrain_mesh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A mesh's vertices are always those of the whole field, so what two tiles share has the same bits.

typedef struct surface {
    qx_vec3 *positions, *normals;
    qx_vec2 *places;
    uint32_t *indices;
    uint32_t vertices;
    size_t index_count;
    terrain_format format; // it will be written as
} surface;

static void release(surface *s)
{
    free(s->positions);
    free(s->normals);
    free(s->places);
    free(s->indices);
}

// With the file of a glb, which lies in memory before it is written.
static double bytes_of(terrain_format format, double vertices, double indices)
{
    const double mesh = 32.0 * vertices + 4.0 * indices;
    return format == TERRAIN_GLB ? 2.0 * mesh : mesh;
}

static qx_result reserve(surface *s, uint64_t vertices, uint64_t indices, qx_error *error)
{
    if (vertices > UINT32_MAX || indices > SIZE_MAX / 8)
        return terrain_fail(error, QX_TOO_LARGE,
                            "more vertices than a mesh can number: see --error and --tile");
    const qx_result result = terrain_check_memory(
        bytes_of(s->format, (double)vertices, (double)indices), "see --error and --tile", error);
    if (result != QX_OK) return result;
    s->positions = malloc(vertices * sizeof *s->positions);
    s->normals = malloc(vertices * sizeof *s->normals);
    s->places = malloc(vertices * sizeof *s->places);
    s->indices = malloc((indices + 1) * sizeof *s->indices);
    if (!s->positions || !s->normals || !s->places || !s->indices)
        return terrain_fail(error, QX_NO_MEMORY, "out of memory");
    s->vertices = (uint32_t)vertices;
    s->index_count = (size_t)indices;
    return QX_OK;
}

static qx_terrain_layout layout_from(const surface *s, uint32_t vertex)
{
    return (qx_terrain_layout){ .positions = &s->positions[vertex].x,
                                .normals = &s->normals[vertex].x,
                                .texture_places = &s->places[vertex].x };
}

// --- all triangles of an area

// Leaves out vertices that no triangle has: those of holes.
static void drop_unused(surface *s, uint32_t *numbers)
{
    uint32_t kept = 0;
    memset(numbers, 0, s->vertices * sizeof *numbers);
    for (size_t i = 0; i < s->index_count; i++) numbers[s->indices[i]] = 1;
    for (uint32_t i = 0; i < s->vertices; i++) {
        if (!numbers[i]) continue;
        s->positions[kept] = s->positions[i];
        s->normals[kept] = s->normals[i];
        s->places[kept] = s->places[i];
        numbers[i] = kept++;
    }
    for (size_t i = 0; i < s->index_count; i++) s->indices[i] = numbers[s->indices[i]];
    s->vertices = kept;
}

static qx_result build_all(const terrain_source *source, const qx_terrain_area *area, surface *s,
                           qx_error *error)
{
    const qx_terrain_mesh_desc desc = { .area = area };
    const qx_terrain_mesh_counts counts = qx_terrain_mesh_bound(source->terrain, &desc);
    qx_result result = reserve(s, counts.vertices, counts.indices, error);
    if (result != QX_OK) return result;
    const qx_terrain_layout layout = layout_from(s, 0);
    uint64_t written;
    result = qx_terrain_build_vertices(source->terrain, &desc, &layout, NULL);
    if (result == QX_OK)
        result = qx_terrain_build_indices(source->terrain, &desc, NULL, s->indices, &written);
    if (result != QX_OK) return terrain_fail(error, result, "%s", qx_result_text(result));
    if (source->info.holes == 0) return QX_OK;
    uint32_t *numbers = malloc(s->vertices * sizeof *numbers);
    if (!numbers) return terrain_fail(error, QX_NO_MEMORY, "out of memory");
    drop_unused(s, numbers);
    free(numbers);
    return QX_OK;
}

// --- few triangles

// Vertex by vertex: normals of the whole field for a fraction of its samples.
static qx_result build_places(const terrain_source *source, const uint32_t *places, surface *s)
{
    qx_result result = QX_OK;
    for (uint32_t i = 0; i < s->vertices && result == QX_OK; i++) {
        const uint32_t column = places[i] & 0xFFFF, row = places[i] >> 16;
        const qx_terrain_area area = { column, row, column, row };
        const qx_terrain_mesh_desc desc = { .area = &area };
        const qx_terrain_layout layout = layout_from(s, i);
        result = qx_terrain_build_vertices(source->terrain, &desc, &layout, NULL);
    }
    return result;
}

static qx_result build_ground(const terrain_source *source, const terrain_ground *ground,
                              surface *s, qx_error *error)
{
    qx_result result =
        reserve(s, ground->counts.vertices, 3 * (uint64_t)ground->counts.triangles, error);
    if (result != QX_OK) return result;
    memcpy(s->indices, ground->indices, s->index_count * sizeof *s->indices);
    result = build_places(source, ground->places, s);
    return result == QX_OK ? QX_OK : terrain_fail(error, result, "%s", qx_result_text(result));
}

// --- tiles of few triangles

typedef struct tiling {
    const terrain_options *options;
    const terrain_source *source;
    uint64_t tiles;       // along a side
    double most;          // error, world units
    terrain_ground whole; // of an RTIN, which is cut along its blocks
    double error;         // the largest that was measured
    uint64_t triangles, files, empty;
} tiling;

static bool contains(const qx_terrain_area *area, const terrain_ground *g, const uint32_t *corners)
{
    uint32_t column = UINT32_MAX, row = UINT32_MAX;
    for (int i = 0; i < 3; i++) {
        const uint32_t place = g->places[corners[i]];
        if ((place & 0xFFFF) < column) column = place & 0xFFFF;
        if (place >> 16 < row) row = place >> 16;
    }
    return column >= area->first_column && column < area->last_column && row >= area->first_row &&
           row < area->last_row;
}

// The triangles within an area; of an RTIN of smaller blocks each lies in one tile.
static qx_result pick(const terrain_ground *whole, const qx_terrain_area *area,
                      terrain_ground *part, qx_error *error)
{
    const size_t count = 3 * (size_t)whole->counts.triangles;
    uint32_t *numbers = malloc((whole->counts.vertices + (size_t)1) * sizeof *numbers);
    part->places = malloc((whole->counts.vertices + (size_t)1) * sizeof *part->places);
    part->indices = malloc((count + 1) * sizeof *part->indices);
    if (!numbers || !part->places || !part->indices) {
        free(numbers);
        return terrain_fail(error, QX_NO_MEMORY, "out of memory");
    }
    memset(numbers, 0xFF, whole->counts.vertices * sizeof *numbers);
    size_t used = 0;
    for (size_t i = 0; i < count; i += 3) {
        if (!contains(area, whole, whole->indices + i)) continue;
        for (size_t k = 0; k < 3; k++) {
            uint32_t *number = &numbers[whole->indices[i + k]];
            if (*number == UINT32_MAX) {
                *number = part->counts.vertices++;
                part->places[*number] = whole->places[whole->indices[i + k]];
            }
            part->indices[used++] = *number;
        }
    }
    part->counts.triangles = (uint32_t)(used / 3);
    part->error = whole->error;
    free(numbers);
    return QX_OK;
}

static qx_result cut_and_simplify(const tiling *t, const qx_terrain_area *area,
                                  terrain_ground *part, qx_error *error)
{
    qx_terrain *field;
    qx_result result = terrain_cut(t->options, t->source, area, &field, error);
    if (result == QX_OK)
        result = terrain_ground_build(t->options, field, t->most, terrain_shared_border(t->source),
                                      0, part, error);
    qx_terrain_destroy(field);
    const uint32_t corner = area->first_column | area->first_row << 16;
    for (uint32_t i = 0; result == QX_OK && i < part->counts.vertices; i++)
        part->places[i] += corner;
    return result;
}

static qx_result simplify_tile(const tiling *t, const qx_terrain_area *area, terrain_ground *part,
                               qx_error *error)
{
    if (t->whole.places) return pick(&t->whole, area, part, error);
    if (t->tiles > 1) return cut_and_simplify(t, area, part, error);
    return terrain_ground_build(t->options, t->source->terrain, t->most, QX_TERRAIN_BORDER_FREE, 0,
                                part, error);
}

// The largest power of two that divides the cells of every tile.
static qx_result prepare_rtin(tiling *t, qx_error *error)
{
    const uint32_t columns = t->source->info.columns - 1, rows = t->source->info.rows - 1;
    uint32_t block = 1;
    while (block < 32768 && columns % (2 * t->tiles * block) == 0 &&
           rows % (2 * t->tiles * block) == 0)
        block *= 2;
    if (block == 1 && t->tiles > 1)
        return terrain_fail(error, QX_BAD_VALUE,
                            "%u x %u cells cannot be cut into %u x %u tiles of m * 2^k cells, as "
                            "rtin needs: --simplify tin takes any",
                            columns, rows, (unsigned)t->tiles, (unsigned)t->tiles);
    return terrain_ground_build(t->options, t->source->terrain, t->most, QX_TERRAIN_BORDER_FREE,
                                t->tiles > 1 ? block : 0, &t->whole, error);
}

// --- files

static void exaggerate(surface *s, double factor)
{
    if (factor == 1.0) return;
    for (uint32_t i = 0; i < s->vertices; i++) {
        s->positions[i].y = (float)((double)s->positions[i].y * factor);
        s->normals[i].x = (float)((double)s->normals[i].x * factor); // writers make its length 1
        s->normals[i].z = (float)((double)s->normals[i].z * factor);
    }
}

static qx_result save(const tiling *t, const surface *s, const char *name, const char *path,
                      qx_error *error)
{
    const qx_mesh mesh = { .name = name,
                           .vertex_count = s->vertices,
                           .positions = &s->positions[0].x,
                           .normals = &s->normals[0].x,
                           .texture_places = &s->places[0].x,
                           .indices = s->indices,
                           .index_count = s->index_count };
    const qx_mesh_set set = { .meshes = &mesh, .count = 1, .axes = QX_MESH_Y_UP };
    switch ((terrain_format)t->options->format) {
    case TERRAIN_OBJ: return qx_obj_save_file(&set, path, NULL, error);
    case TERRAIN_PLY: return qx_ply_save_file(&set, path, NULL, error);
    default: return qx_gltf_save_file(&set, path, NULL, error);
    }
}

static qx_result build(tiling *t, const qx_terrain_area *area, surface *s, qx_error *error)
{
    if (!(t->most >= 0.0)) return build_all(t->source, area, s, error);
    terrain_ground ground = { 0 };
    qx_result result = simplify_tile(t, area, &ground, error);
    if (result == QX_OK) result = build_ground(t->source, &ground, s, error);
    if (ground.error > t->error) t->error = ground.error;
    terrain_ground_release(&ground);
    return result;
}

static qx_result save_area(tiling *t, const qx_terrain_area *area, const char *name,
                           const char *path, qx_error *error)
{
    surface s = { .format = (terrain_format)t->options->format };
    qx_result result = build(t, area, &s, error);
    if (result == QX_OK && s.index_count > 0) {
        exaggerate(&s, t->options->exaggerate);
        result = save(t, &s, name, path, error);
        t->triangles += s.index_count / 3;
        t->files++;
    } else if (result == QX_OK) {
        t->empty++;
    }
    release(&s);
    return result;
}

static qx_result save_tile(tiling *t, uint64_t column, uint64_t row, terrain_output *output,
                           qx_error *error)
{
    char name[64] = "terrain";
    const qx_terrain_info *info = &t->source->info;
    const qx_terrain_area area = { terrain_part_start(info->columns, t->tiles, column),
                                   terrain_part_start(info->rows, t->tiles, row),
                                   terrain_part_start(info->columns, t->tiles, column + 1),
                                   terrain_part_start(info->rows, t->tiles, row + 1) };
    if (t->options->tiles == 0) return save_area(t, &area, name, t->options->output, error);
    snprintf(name, sizeof name, "%u-%u", (unsigned)column, (unsigned)row);
    if (!named_path(t->options->output, name, output->failed))
        return terrain_fail(error, QX_FILE_ERROR, "the path is too long");
    return save_area(t, &area, name, output->failed, error);
}

static void say(const tiling *t, terrain_output *output)
{
    size_t used = 0;
    char *said = output->said;
    const size_t size = sizeof output->said;
    if (t->options->tiles > 0)
        used += (size_t)snprintf(said, size, "%llu tiles, ", (unsigned long long)t->files);
    if (t->empty > 0)
        used += (size_t)snprintf(said + used, size - used, "%llu of holes alone left out, ",
                                 (unsigned long long)t->empty);
    used += (size_t)snprintf(said + used, size - used, "%llu triangles",
                             (unsigned long long)t->triangles);
    if (t->most >= 0.0)
        snprintf(said + used, size - used, ", at most %.6g off", t->error * t->options->exaggerate);
}

qx_result terrain_mesh_save(const terrain_options *options, const terrain_source *source,
                            terrain_output *output, qx_error *error)
{
    tiling t = { .options = options,
                 .source = source,
                 .tiles = options->tiles > 0 ? options->tiles : 1,
                 .most = options->error / options->exaggerate };
    const uint32_t shorter =
        source->info.columns < source->info.rows ? source->info.columns : source->info.rows;
    snprintf(output->failed, sizeof output->failed, "%s", options->output);
    if (t.tiles > shorter - 1)
        return terrain_fail(error, QX_BAD_VALUE, "%u cells cannot be cut into %u tiles: see --tile",
                            shorter - 1, (unsigned)t.tiles);
    qx_result result = QX_OK;
    if (t.most >= 0.0 && options->simplify == SIMPLIFY_RTIN) result = prepare_rtin(&t, error);
    progress_line progress = progress_start("tile");
    for (uint64_t i = 0; i < t.tiles * t.tiles && result == QX_OK; i++) {
        result = save_tile(&t, i % t.tiles, i / t.tiles, output, error);
        progress_show(&progress, i + 1, t.tiles * t.tiles);
    }
    progress_end(&progress);
    terrain_ground_release(&t.whole);
    if (result == QX_OK && t.files == 0)
        result = terrain_fail(error, QX_NOT_FOUND, "no triangle is left beside the holes");
    if (result == QX_OK) say(&t, output);
    return result;
}
