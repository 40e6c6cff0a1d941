// SPDX-License-Identifier: MIT
#include "maze.h"

#include "machine.h"

#include <math.h>
#include <quincunx/gltf.h>
#include <quincunx/obj.h>
#include <quincunx/stl.h>
#include <quincunx/threemf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Meshes lie in the maze's own space: z up, millimetres.

enum { MOST_PARTS = 2 };

static const float gap = 10.0f; // between parts side by side

typedef struct part_list {
    qx_maze_part parts[MOST_PARTS];
    const char *names[MOST_PARTS];
    uint32_t count;
} part_list;

static part_list parts_of(const maze_look *look)
{
    if (look->halves)
        return (part_list){ { QX_MAZE_PART_LOW, QX_MAZE_PART_HIGH }, { "low", "high" }, 2 };
    if (look->lid)
        return (part_list){ { QX_MAZE_PART_BOX, QX_MAZE_PART_LID }, { "box", "lid" }, 2 };
    return (part_list){ { QX_MAZE_PART_WHOLE }, { "maze" }, 1 };
}

// `ways` must live as long as the description.
static qx_maze_mesh_desc describe(const maze_look *look, const maze_puzzle *puzzle,
                                  qx_maze_part part, qx_maze_opening ways[2])
{
    ways[0] = puzzle->file.route.entrance;
    ways[1] = puzzle->file.route.exit;
    return (qx_maze_mesh_desc){ .part = part,
                                .cell = (float)look->cell,
                                .wall = (float)look->wall,
                                .openings = ways,
                                .opening_count = puzzle->file.has_route ? 2 : 0 };
}

// --- whether it can be printed and played

static const double least_wall = 1.2, least_ball = 3.0, most_ball = 16.0, ball_room = 2.0;
static const double slack = 1e-4; // floats of tenths of millimetres

static void complain(bool *well, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(bool *well, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("qx maze: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    *well = false;
}

static void check_ball(const maze_look *look, const qx_maze_fit *fit, bool exit, bool *well)
{
    const double ball = look->ball, corridor = (double)fit->corridor;
    if (ball < least_ball - slack || ball > most_ball + slack)
        complain(well, "a ball of %.4g mm: from %.4g to %.4g mm can be had and rolls", ball,
                 least_ball, most_ball);
    if (corridor < ball + ball_room - slack)
        complain(well,
                 "a ball of %.4g mm wants corridors of %.4g mm, these have %.4g mm: see --cell, "
                 "--wall and --ball",
                 ball, ball + ball_room, corridor);
    if (exit && (double)fit->opening < ball + slack)
        complain(well, "a ball of %.4g mm does not pass the exit of %.4g mm", ball,
                 (double)fit->opening);
}

static void check_walls(const qx_maze_fit *fit, const char *name, bool half, bool *well)
{
    if ((double)fit->thinnest < least_wall - slack)
        complain(well,
                 "the thinnest place of the %s%s has %.4g mm, printers want %.4g mm: see --wall",
                 name, half ? " half" : "", (double)fit->thinnest, least_wall);
}

bool maze_print_check(const maze_look *look, const maze_puzzle *puzzle)
{
    const part_list list = parts_of(look);
    bool well = true;
    if (!(look->wall < look->cell)) {
        complain(&well, "walls of %.4g mm leave nothing of cells of %.4g mm", look->wall,
                 look->cell);
        return false; // there is no such mesh, forced or not
    }
    for (uint32_t i = 0; i < list.count; i++) {
        qx_maze_opening ways[2];
        const qx_maze_mesh_desc desc = describe(look, puzzle, list.parts[i], ways);
        qx_maze_fit fit;
        if (qx_maze_mesh_measure(puzzle->file.maze, &desc, &fit) != QX_OK) continue; // build tells
        if (i == 0) check_ball(look, &fit, puzzle->file.has_route, &well);
        check_walls(&fit, list.names[i], look->halves, &well);
    }
    if (!well && look->force) fputs("qx maze: written all the same, as --force says\n", stderr);
    if (!well && !look->force) fputs("qx maze: nothing was written; --force does\n", stderr);
    return well || look->force;
}

// --- meshes

typedef struct maze_solid {
    qx_mesh mesh;
    qx_vec3 *places;
    uint32_t *indices;
} maze_solid;

static void release(maze_solid *solid)
{
    free(solid->places);
    free(solid->indices);
}

static bool reserve(maze_solid *solid, size_t vertices, size_t indices)
{
    if (vertices > UINT32_MAX || indices > UINT32_MAX) return false;
    solid->places = malloc(vertices * sizeof *solid->places);
    solid->indices = malloc(indices * sizeof *solid->indices);
    if (!solid->places || !solid->indices) return false;
    solid->mesh.positions = &solid->places[0].x;
    solid->mesh.indices = solid->indices;
    solid->mesh.vertex_count = (uint32_t)vertices;
    solid->mesh.index_count = indices;
    return true;
}

// The mesh, and at least 17 bytes an index for the file; rather that than to be ended by a system
// that gave what it does not have.
static qx_result check_memory(const qx_maze_mesh_counts *counts, qx_error *error)
{
    const double here = machine_memory();
    const double wanted =
        (double)sizeof(qx_vec3) * counts->vertices + (sizeof(uint32_t) + 17.0) * counts->indices;
    char words[100];
    if (!(here > 0.0 && wanted > here)) return QX_OK;
    snprintf(words, sizeof words, "%u triangles want about %.3g GB of memory: too many for here",
             counts->indices / 3, wanted * 1e-9);
    return maze_fail(error, QX_TOO_LARGE, words);
}

static qx_result build_walls(const maze_look *look, const maze_puzzle *puzzle, qx_maze_part part,
                             const char *name, maze_solid *solid, qx_error *error)
{
    qx_maze_opening ways[2];
    const qx_maze_mesh_desc desc = describe(look, puzzle, part, ways);
    qx_maze_mesh_counts counts;
    qx_result result = qx_maze_mesh_bound(puzzle->file.maze, &desc, &counts);
    if (result == QX_OK) result = check_memory(&counts, error);
    if (result != QX_OK) return result;
    if (!reserve(solid, counts.vertices, counts.indices)) return QX_NO_MEMORY;
    solid->mesh.name = name;
    if (look->walls != MAZE_COLOUR_BY_FORMAT) solid->mesh.colour = look->walls;
    return qx_maze_mesh_build(puzzle->file.maze, &desc, solid->places, solid->indices, NULL);
}

// Parts are printed on the side that is closed, open side up: the upper ones are turned over.
static void turn_over(maze_solid *solid)
{
    for (uint32_t i = 0; i < solid->mesh.vertex_count; i++) {
        solid->places[i].y = -solid->places[i].y;
        solid->places[i].z = -solid->places[i].z;
    }
}

// To where it stands on the plate, beside what is there already.
static float put_down(maze_solid *solid, float left)
{
    qx_vec3 low = solid->places[0], high = low;
    for (uint32_t i = 1; i < solid->mesh.vertex_count; i++) {
        const qx_vec3 at = solid->places[i];
        low = (qx_vec3){ fminf(low.x, at.x), fminf(low.y, at.y), fminf(low.z, at.z) };
        high.x = fmaxf(high.x, at.x);
    }
    for (uint32_t i = 0; i < solid->mesh.vertex_count; i++) {
        solid->places[i].x += left - low.x;
        solid->places[i].y -= low.y;
        solid->places[i].z -= low.z;
    }
    return left + high.x - low.x + gap;
}

// --- the trail: a square rod for each straight run, from half a rod before to half a rod behind

static bool is_straight(const uint64_t *cells)
{
    return cells[1] - cells[0] == cells[2] - cells[1];
}

static uint32_t count_runs(const maze_puzzle *puzzle)
{
    uint32_t runs = 1;
    for (size_t i = 2; i < puzzle->file.solution_count; i++)
        runs += !is_straight(puzzle->solution + i - 2);
    return runs;
}

static qx_vec3 place_of(const qx_maze_info *info, const qx_maze_mesh_desc *desc, uint64_t cell)
{
    const float first = desc->shell + (desc->cell - desc->wall) / 2.0f;
    return (qx_vec3){ first + (float)(cell % info->width) * desc->cell,
                      first + (float)(cell / info->width % info->height) * desc->cell,
                      first + (float)(cell / info->width / info->height) * desc->cell };
}

static void add_rod(maze_solid *solid, uint32_t number, qx_vec3 a, qx_vec3 b, float half)
{
    static const uint32_t sides[36] = { 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                        2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5 };
    const qx_vec3 low = { fminf(a.x, b.x) - half, fminf(a.y, b.y) - half, fminf(a.z, b.z) - half };
    const qx_vec3 high = { fmaxf(a.x, b.x) + half, fmaxf(a.y, b.y) + half, fmaxf(a.z, b.z) + half };
    for (uint32_t i = 0; i < 8; i++)
        solid->places[8 * number + i] =
            (qx_vec3){ i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z };
    for (uint32_t i = 0; i < 36; i++) solid->indices[36 * number + i] = 8 * number + sides[i];
}

static qx_result build_trail(const maze_look *look, const maze_puzzle *puzzle, maze_solid *solid)
{
    qx_maze_opening ways[2];
    const qx_maze_mesh_desc given = describe(look, puzzle, QX_MAZE_PART_WHOLE, ways);
    const qx_maze_mesh_desc desc = qx_maze_mesh_desc_resolve(&given);
    const qx_maze_info info = qx_maze_get_info(puzzle->file.maze);
    const uint64_t *cells = puzzle->solution;
    const size_t count = puzzle->file.solution_count;
    const uint32_t runs = count_runs(puzzle);
    if (!reserve(solid, 8 * (size_t)runs, 36 * (size_t)runs)) return QX_NO_MEMORY;
    uint32_t run = 0;
    for (size_t i = 0; run < runs; run++) {
        const size_t first = i;
        while (i + 1 < count && (i == first || is_straight(cells + i - 1))) i++;
        add_rod(solid, run, place_of(&info, &desc, cells[first]), place_of(&info, &desc, cells[i]),
                0.12f * (desc.cell - desc.wall));
    }
    solid->mesh.name = "solution";
    solid->mesh.colour = look->trail == MAZE_COLOUR_BY_FORMAT ? 0xFFD24AFF : look->trail;
    solid->mesh.finish = QX_MESH_GLOWING;
    return QX_OK;
}

// --- files

static qx_result save_set(const maze_look *look, const qx_mesh *meshes, uint32_t count,
                          const char *path, qx_error *error)
{
    const qx_mesh_set set = {
        .meshes = meshes, .count = count, .axes = QX_MESH_Z_UP, .metres = 0.001f
    };
    switch ((maze_format)look->format) {
    case MAZE_STL: return qx_stl_save_file(&set, path, NULL, error);
    case MAZE_3MF: return qx_threemf_save_file(&set, path, NULL, error);
    case MAZE_OBJ: return qx_obj_save_file(&set, path, NULL, error);
    default: return qx_gltf_save_file(&set, path, NULL, error);
    }
}

static qx_result save_one_by_one(const maze_look *look, const part_list *list,
                                 const qx_mesh *meshes, maze_output *output, qx_error *error)
{
    qx_result result = QX_OK;
    for (uint32_t i = 0; i < list->count && result == QX_OK; i++)
        result = named_path(output->path, list->names[i], output->failed)
                     ? save_set(look, &meshes[i], 1, output->failed, error)
                     : maze_fail(error, QX_FILE_ERROR, "the path is too long");
    return result;
}

static void say(const part_list *list, const maze_solid *solids, maze_output *output)
{
    size_t triangles = 0;
    for (uint32_t i = 0; i < list->count; i++) triangles += solids[i].mesh.index_count / 3;
    snprintf(output->said, sizeof output->said, "%u %s, %zu triangles", list->count,
             list->count == 1 ? "part" : "parts", triangles);
}

static qx_result build(const maze_look *look, const maze_puzzle *puzzle, const part_list *list,
                       maze_solid *solids, qx_error *error)
{
    qx_result result = QX_OK;
    float left = 0.0f;
    for (uint32_t i = 0; i < list->count && result == QX_OK; i++) {
        result = build_walls(look, puzzle, list->parts[i], list->names[i], &solids[i], error);
        if (result != QX_OK || list->count == 1) continue;
        if (list->parts[i] == QX_MAZE_PART_HIGH || list->parts[i] == QX_MAZE_PART_LID)
            turn_over(&solids[i]);
        left = put_down(&solids[i], left);
        if (look->format == MAZE_STL) left = 0.0f; // each has a file of its own
    }
    if (result == QX_OK && look->solution) result = build_trail(look, puzzle, &solids[list->count]);
    // So that the trail shows through them.
    if (look->solution && solids[0].mesh.colour == 0) solids[0].mesh.colour = 0x8FA4FF50;
    return result;
}

qx_result maze_print_save(const maze_look *look, const maze_puzzle *puzzle, maze_output *output,
                          qx_error *error)
{
    const part_list list = parts_of(look);
    maze_solid solids[MOST_PARTS + 1] = { 0 };
    qx_mesh meshes[MOST_PARTS + 1];
    const uint32_t count = list.count + look->solution;
    snprintf(output->failed, sizeof output->failed, "%s", output->path);
    qx_result result = build(look, puzzle, &list, solids, error);
    if (result != QX_OK && !error->message[0]) maze_fail(error, result, qx_result_text(result));
    for (uint32_t i = 0; i < count; i++) meshes[i] = solids[i].mesh;
    if (result == QX_OK && look->format == MAZE_STL && list.count > 1)
        result = save_one_by_one(look, &list, meshes, output, error);
    else if (result == QX_OK)
        result = save_set(look, meshes, count, output->path, error);
    say(&list, solids, output);
    for (uint32_t i = 0; i < count; i++) release(&solids[i]);
    return result;
}
