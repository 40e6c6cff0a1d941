// SPDX-License-Identifier: MIT
// The field: from a file or made up, alone or repeated side by side, and asked for its ground.
#include "terrain_room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELL 8.0f               // metres, where nobody says
#define USUAL_CELLS 1024.0f     // of a map that is made up: fewer samples do not make it smaller
#define STEEPNESS (1.0f / 7.0f) // height over width, where nobody says
#define HUMAN_SIDE 400.0f       // metres of a map below which people are smaller

// --- from a file

static bool say(char *problem, size_t size, const char *path, const char *what)
{
    snprintf(problem, size, "%s: %s", path, what);
    return false;
}

// What the reader's words leave open: how it is said here.
static const char *remedy(const char *why, qx_result result)
{
    if (strstr(why, "raw samples need")) return ": --raw=COLUMNSxROWS --format=r16";
    if (strstr(why, "this size or kind does not fit")) return "; --raw and --format say what it is";
    switch (result) {
    case QX_NOT_FOUND: return "; look at how the name is spelled, and in which folder it is";
    case QX_NO_MEMORY: return "; make the map smaller";
    default: return "";
    }
}

static bool load(const terrain_options *o, qx_height_map *map, char *problem, size_t size)
{
    qx_error error = { 0 };
    const qx_result result = qx_height_load_file(o->path, &o->height, NULL, map, &error);
    if (result == QX_OK) return true;
    const char *why = error.message[0] ? error.message : qx_result_text(result);
    snprintf(problem, size, "%s: %s%s", o->path, why, remedy(why, result));
    return false;
}

static float file_width(const terrain_options *o, const qx_height_map *map)
{
    const float cells = (float)(map->samples.columns - 1);
    if (o->width > 0.0f) return o->width;
    return map->cell_x > 0.0 ? cells * (float)map->cell_x : CELL * cells;
}

static float file_depth(const terrain_options *o, const qx_height_map *map, float width)
{
    const float cells = (float)(map->samples.rows - 1);
    const float shape = cells / (float)(map->samples.columns - 1);
    if (o->width > 0.0f || !(map->cell_z > 0.0)) return width * shape;
    return cells * (float)map->cell_z;
}

static qx_result make_field(const terrain_options *o, const qx_height_map *map,
                            const qx_workers *workers, qx_terrain **field)
{
    const bool asked = o->low < o->high || o->low > o->high;
    const bool told = map->low < map->high || map->low > map->high;
    qx_terrain_desc desc = { .samples = map->samples,
                             .width = file_width(o, map),
                             .low = o->low,
                             .high = o->high,
                             .diagonal = o->diagonal,
                             .has_no_data = o->has_no_data || map->has_no_data,
                             .no_data = o->has_no_data ? o->no_data : map->no_data,
                             .mask = map->mask };
    desc.depth = file_depth(o, map, desc.width);
    if (!asked && told) {
        desc.low = (float)map->low;
        desc.high = (float)map->high;
    } else if (!asked) {
        desc.high = desc.low + STEEPNESS * desc.width;
    }
    return qx_terrain_create(&desc, workers, field);
}

static bool open_file(const terrain_options *o, const qx_workers *workers, qx_terrain **field,
                      char *problem, size_t size)
{
    qx_height_map map;
    if (!load(o, &map, problem, size)) return false;
    const qx_result result = make_field(o, &map, workers, field);
    qx_height_destroy(&map, NULL);
    if (result == QX_OK) return true;
    if (result == QX_NO_MEMORY)
        return say(problem, size, o->path,
                   "not enough memory for this map; close other programs or make it smaller");
    return say(problem, size, o->path,
               "its size or heights are out of range: give others with --width, --low and --high");
}

// --- made up

// Heights over the width: what each shape is worth looking at with.
static float steepness(uint32_t shape)
{
    static const float of[] = { 0.135f, 0.15f, 0.13f, 0.03f };
    return of[shape];
}

static qx_terrain_make recipe(const terrain_options *o, const terrain_wish *wish)
{
    const uint32_t n = o->samples;
    const bool dunes = wish->shape == QX_TERRAIN_DUNES;
    return (qx_terrain_make){ .columns = n,
                              .rows = n,
                              .seed = wish->seed,
                              .shape = (qx_terrain_shape)wish->shape,
                              .features = dunes ? 9.0f : 4.0f,
                              .tileable = true,
                              .rain = dunes ? 0 : n * n / 12,
                              .slides = dunes ? 0 : 12,
                              .rest = 7.0f };
}

static qx_result make_up(const terrain_options *o, const terrain_wish *wish,
                         const qx_workers *workers, qx_terrain **field)
{
    const qx_terrain_make make = recipe(o, wish);
    float *heights = malloc((size_t)make.columns * make.rows * sizeof *heights);
    if (!heights) return QX_NO_MEMORY;
    const float width = o->width > 0.0f ? o->width : CELL * USUAL_CELLS;
    const bool asked = o->low < o->high || o->low > o->high;
    const float low = o->low, high = asked ? o->high : low + steepness(wish->shape) * width;
    qx_result result = qx_terrain_generate(&make, workers, heights);
    for (size_t i = 0; result == QX_OK && i < (size_t)make.columns * make.rows; i++)
        heights[i] = low + (high - low) * heights[i];
    const qx_terrain_desc desc = { .samples = { .data = heights,
                                                .kind = QX_TERRAIN_F32,
                                                .columns = make.columns,
                                                .rows = make.rows },
                                   .width = width,
                                   .depth = width,
                                   .diagonal = o->diagonal,
                                   .periodic = true };
    if (result == QX_OK) result = qx_terrain_create(&desc, workers, field);
    free(heights);
    return result;
}

// --- either

static void take(terrain_map *m, qx_terrain *field)
{
    const uint32_t number = m->number + 1;
    terrain_map_close(m);
    *m = (terrain_map){ .field = field, .number = number };
    m->info = qx_terrain_get_info(field);
    m->base = m->info.lowest;
    m->range = m->info.highest - m->info.lowest;
    m->side = fmaxf(m->info.width, m->info.depth);
    m->human = fminf(1.0f, m->side / HUMAN_SIDE);
    m->hash = qx_terrain_hash(field);
}

bool terrain_map_open(terrain_map *m, const terrain_options *o, const terrain_wish *wish,
                      const qx_workers *workers, char *problem, size_t size)
{
    qx_terrain *field = NULL;
    if (wish->shape == SHAPE_FILE) {
        if (!open_file(o, workers, &field, problem, size)) return false;
    } else {
        const qx_result result = make_up(o, wish, workers, &field);
        if (result != QX_OK) {
            snprintf(problem, size, "no map of %u x %u: %s; choose fewer with --samples=N",
                     o->samples, o->samples, qx_result_text(result));
            return false;
        }
    }
    take(m, field);
    return true;
}

void terrain_map_close(terrain_map *m)
{
    qx_terrain_destroy(m->field);
    m->field = NULL;
}

// --- ground, copies side by side

int32_t terrain_copies(const terrain_play *r)
{
    return (int32_t)r->rules.values[PARAM_REPEAT];
}

static int32_t within(double value, int32_t most)
{
    const double nearest = floor(value + 0.5);
    return nearest > -most ? nearest < most ? (int32_t)nearest : most : -most;
}

terrain_copy terrain_copy_at(const terrain_play *r, double x, double z)
{
    const int32_t most = terrain_copies(r);
    return (terrain_copy){ within(x / (double)r->map.info.width, most),
                           within(z / (double)r->map.info.depth, most) };
}

spot terrain_copy_offset(const terrain_play *r, terrain_copy copy)
{
    return (spot){ (double)copy.column * (double)r->map.info.width, 0.0,
                   (double)copy.row * (double)r->map.info.depth };
}

spot terrain_world(const terrain_play *r, terrain_copy copy, qx_vec3 local)
{
    const spot off = terrain_copy_offset(r, copy);
    return (spot){ (double)local.x + off.x, (double)local.y, (double)local.z + off.z };
}

static void cross(float *at, int32_t *copy, float size, int32_t most)
{
    const float half = 0.5f * size;
    if (*at > half && *copy < most) {
        *at -= size;
        (*copy)++;
    } else if (*at<-half && * copy> - most) {
        *at += size;
        (*copy)--;
    }
}

void terrain_cross(const terrain_play *r, qx_vec3 *local, terrain_copy *copy)
{
    const int32_t most = terrain_copies(r);
    cross(&local->x, &copy->column, r->map.info.width, most);
    cross(&local->z, &copy->row, r->map.info.depth, most);
}

bool terrain_ground(const terrain_play *r, double x, double z, double *height)
{
    const spot off = terrain_copy_offset(r, terrain_copy_at(r, x, z));
    float found;
    const qx_terrain_where where =
        qx_terrain_sample_height(r->map.field, (float)(x - off.x), (float)(z - off.z), &found);
    *height = (double)found;
    return where == QX_TERRAIN_ON;
}

static bool cast(const terrain_play *r, spot from, spot way, terrain_copy copy, double *reach)
{
    const spot off = terrain_copy_offset(r, copy);
    qx_terrain_hit hit;
    const qx_terrain_ray ray = { .origin = { (float)(from.x - off.x), (float)from.y,
                                             (float)(from.z - off.z) },
                                 .direction = { (float)way.x, (float)way.y, (float)way.z },
                                 .reach = (float)*reach };
    if (!qx_terrain_solve_ray(r->map.field, &ray, &hit)) return false;
    *reach = (double)hit.distance;
    return true;
}

bool terrain_ray(const terrain_play *r, spot from, spot way, double reach, spot *hit)
{
    const int32_t most = terrain_copies(r);
    bool found = false;
    for (int32_t row = -most; row <= most; row++)
        for (int32_t column = -most; column <= most; column++)
            found |= cast(r, from, way, (terrain_copy){ column, row }, &reach);
    if (found)
        *hit = (spot){ from.x + reach * way.x, from.y + reach * way.y, from.z + reach * way.z };
    return found;
}

bool terrain_water(const terrain_play *r, double *level)
{
    const float share = r->rules.values[PARAM_WATER];
    *level = (double)(r->map.base + share * r->map.range);
    return share > 0.0f;
}
