// SPDX-License-Identifier: MIT
// A cube to print and to roll a ball through, as two halves, and a drawing of the triangles along
// their seam: maze_print [FILE.svg [FILE.3mf]]
#include <quincunx/hash.h>
#include <quincunx/maze_mesh.h>
#include <quincunx/svg.h>
#include <quincunx/threemf.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 6, CELLS = SIDE * SIDE * SIDE };

static const float cell = 10, wall = 1.6f, ball = 6; // millimetres, as everything here

typedef struct half {
    qx_vec3 *places;
    uint32_t *indices;
    qx_mesh mesh;
} half;

// Border to border, the longest way there is.
static qx_result find_ways(const qx_maze *maze, qx_maze_opening ways[2])
{
    static uint32_t distances[CELLS];
    const qx_maze_exit_desc rule = { .rule = QX_MAZE_EXIT_DIAMETER, .seed = 1 };
    qx_maze_route route;
    void *scratch = malloc(qx_maze_bound_scratch(maze));
    if (!scratch) return QX_NO_MEMORY;
    const qx_result result = qx_maze_solve_exit(maze, &rule, distances, scratch, &route);
    ways[0] = route.entrance;
    ways[1] = route.exit;
    printf("%u steps from hole to hole\n", route.length);
    free(scratch);
    return result;
}

// The ball wants 2 mm beside it, printers want walls of 1.2 mm.
static int can_be_printed(const qx_maze *maze, const qx_maze_mesh_desc *desc)
{
    qx_maze_fit fit;
    if (qx_maze_mesh_measure(maze, desc, &fit) != QX_OK) return 0;
    printf("corridors %.1f mm, holes %.1f mm, thinnest %.2f mm; %.1f x %.1f x %.1f mm\n",
           (double)fit.corridor, (double)fit.opening, (double)fit.thinnest, (double)fit.size.x,
           (double)fit.size.y, (double)fit.size.z);
    return fit.corridor >= ball + 2 && fit.opening > ball && fit.thinnest >= 1.2f;
}

static qx_result build(const qx_maze *maze, const qx_maze_mesh_desc *desc, half *h)
{
    qx_maze_mesh_counts counts;
    const qx_result result = qx_maze_mesh_bound(maze, desc, &counts);
    if (result != QX_OK) return result;
    h->places = malloc(counts.vertices * sizeof *h->places);
    h->indices = malloc(counts.indices * sizeof *h->indices);
    if (!h->places || !h->indices) return QX_NO_MEMORY;
    h->mesh = (qx_mesh){ .name = desc->part == QX_MAZE_PART_LOW ? "low" : "high",
                         .vertex_count = counts.vertices,
                         .positions = &h->places[0].x,
                         .indices = h->indices,
                         .index_count = counts.indices };
    return qx_maze_mesh_build(maze, desc, h->places, h->indices, NULL);
}

// A surface is closed where each edge is run along as often in one direction as in the other: then
// what edges are hashed to adds up to nothing.
static int is_closed(const half *h)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < h->mesh.index_count; i++) {
        const uint32_t from = h->indices[i], to = h->indices[i % 3 == 2 ? i - 2 : i + 1];
        const uint32_t edge[2] = { from < to ? from : to, from < to ? to : from };
        const uint64_t hash = qx_hash_bytes(QX_HASH_START, edge, sizeof edge);
        sum += from < to ? hash : 0 - hash;
    }
    return sum == 0;
}

// The triangles of the low half that lie in its seam.
static qx_result draw_seam(const half *h, float side, float seam, const char *path)
{
    qx_svg_line *lines = malloc(h->mesh.index_count * sizeof *lines);
    if (!lines) return QX_NO_MEMORY;
    size_t count = 0;
    for (size_t i = 0; i < h->mesh.index_count; i++) {
        const size_t first = i - i % 3;
        int flat = 1;
        for (size_t k = first; k < first + 3; k++) {
            const float above = h->places[h->indices[k]].z - seam;
            flat = flat && above > -0.01f && above < 0.01f;
        }
        const qx_vec3 a = h->places[h->indices[i]], b = h->places[h->indices[first + (i + 1) % 3]];
        if (flat) lines[count++] = (qx_svg_line){ { a.x, a.y }, { b.x, b.y }, 0.2f, 0x4FD8FFFF };
    }
    const qx_svg drawing = {
        side,           side,          .unit = QX_SVG_MILLIMETRE, .background = 0x05060FFF,
        .lines = lines, .count = count
    };
    const qx_result result = qx_svg_save_file(&drawing, path, NULL, NULL);
    free(lines);
    return result;
}

// On its closed side as well, turned over, beside the other one.
static void put_down(half *high, float side)
{
    for (uint32_t i = 0; i < high->mesh.vertex_count; i++) {
        high->places[i].y = 2 * side + 10 - high->places[i].y;
        high->places[i].z = side - high->places[i].z;
    }
}

static int print(const qx_maze *maze, half halves[2], const char *drawing, const char *model)
{
    qx_maze_opening ways[2];
    qx_maze_mesh_desc desc = { .part = QX_MAZE_PART_LOW, .cell = cell, .wall = wall };
    desc.openings = ways;
    desc.opening_count = 2;
    if (find_ways(maze, ways) != QX_OK) return 1;
    for (int i = 0; i < 2; i++, desc.part = QX_MAZE_PART_HIGH)
        if (!can_be_printed(maze, &desc) || build(maze, &desc, &halves[i]) != QX_OK ||
            !is_closed(&halves[i]))
            return 1;
    const float shell = qx_maze_mesh_desc_resolve(&desc).shell;
    const float side = SIDE * cell - wall + 2 * shell, seam = SIDE / 2 * cell - wall + shell;
    if (draw_seam(&halves[0], side, seam, drawing) != QX_OK) return 1;
    put_down(&halves[1], side);
    const qx_mesh meshes[2] = { halves[0].mesh, halves[1].mesh };
    const qx_mesh_set set = { meshes, 2, .axes = QX_MESH_Z_UP, .metres = 0.001f };
    return qx_threemf_save_file(&set, model, NULL, NULL) != QX_OK;
}

int main(int count, char **words)
{
    const char *drawing = count > 1 ? words[1] : "maze_print.svg";
    const char *model = count > 2 ? words[2] : "maze_print.3mf";
    qx_maze *maze;
    half halves[2] = { 0 };
    const qx_maze_desc desc = { .width = SIDE, .height = SIDE, .depth = SIDE, .seed = 3 };
    if (qx_maze_create(&desc, NULL, &maze) != QX_OK) return 1;
    const int status = print(maze, halves, drawing, model);
    for (int i = 0; i < 2; i++) {
        free(halves[i].places);
        free(halves[i].indices);
    }
    qx_maze_destroy(maze);
    return status;
}
