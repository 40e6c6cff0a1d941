// SPDX-License-Identifier: MIT
// Meshes of mazes: how many triangles a second are written, how many merging leaves, and lines.
#include "bench.h"

#include <quincunx/maze_mesh.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 64u
#define ROUNDS 10
#define ACROSS (2 * SIDE + 1)

static double least(double a, double b)
{
    return a < b ? a : b;
}

// A box of the lattice of cells, walls, beams and posts.
static int is_solid(const qx_maze *maze, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t box[] = { x, y, z };
    uint32_t walls = 0, axis = 0;
    for (uint32_t i = 0; i < 3; i++) {
        if (box[i] >= ACROSS) return 0; // outside, below 0 too
        if (box[i] % 2) continue;
        walls++;
        axis = i;
    }
    if (walls != 1) return walls > 1;
    const uint64_t cell = qx_maze_get_cell(maze, x / 2, y / 2, z / 2); // above the wall
    return !qx_maze_get_open(maze, cell, (qx_maze_face)(2 * axis));
}

static double count_faces(const qx_maze *maze)
{
    uint64_t faces = 0;
    for (uint32_t z = 0; z <= ACROSS; z++)
        for (uint32_t y = 0; y <= ACROSS; y++)
            for (uint32_t x = 0; x <= ACROSS; x++) {
                const int here = is_solid(maze, x, y, z);
                faces += here != is_solid(maze, x - 1, y, z);
                faces += here != is_solid(maze, x, y - 1, z);
                faces += here != is_solid(maze, x, y, z - 1);
            }
    return (double)faces;
}

static void measure_mesh(const qx_maze *maze, uint32_t slice_axis, const char *name)
{
    const qx_maze_mesh_desc desc = { .slice_axis = slice_axis };
    qx_maze_mesh_counts counts;
    char metric[64];
    if (qx_maze_mesh_bound(maze, &desc, &counts) != QX_OK) return;
    qx_vec3 *positions = malloc(counts.vertices * sizeof *positions);
    uint32_t *indices = malloc(counts.indices * sizeof *indices);
    double best = INFINITY;
    for (int round = 0; round < ROUNDS && positions && indices; round++) {
        const double start = bench_seconds();
        if (qx_maze_mesh_bound(maze, &desc, &counts) != QX_OK) break;
        if (qx_maze_mesh_build(maze, &desc, positions, indices, NULL) != QX_OK) break;
        best = least(best, bench_seconds() - start);
    }
    free(indices);
    free(positions);
    const double triangles = counts.indices / 3;
    snprintf(metric, sizeof metric, "maze.%s.mtriangles_per_s", name);
    bench_metric(metric, triangles / best * 1e-6, "Mtriangles/s");
    snprintf(metric, sizeof metric, "maze.%s.triangles_share", name);
    bench_metric(metric, triangles / (2.0 * count_faces(maze)), "x"); // of two a face of a box
}

static void measure_edges(const qx_maze *maze)
{
    qx_maze_edge *edges = malloc(qx_maze_bound_edges(maze) * sizeof *edges);
    double best = INFINITY;
    for (int round = 0; round < ROUNDS && edges; round++) {
        const double start = bench_seconds();
        const uint64_t count = qx_maze_build_edges(maze, 0, 0, edges);
        best = least(best, (bench_seconds() - start) / (double)count);
    }
    free(edges);
    bench_metric("maze.edges.medges_per_s", 1e-6 / best, "Medges/s");
}

void suite_maze_mesh(void)
{
    qx_maze *maze;
    const qx_maze_desc desc = { .width = SIDE, .height = SIDE, .depth = SIDE };
    const qx_result result = qx_maze_create(&desc, NULL, &maze);
    if (result != QX_OK) {
        fprintf(stderr, "maze.mesh: %s\n", qx_result_text(result));
        return;
    }
    measure_mesh(maze, 0, "mesh");
    measure_mesh(maze, 3, "mesh_slices");
    measure_edges(maze);
    qx_maze_destroy(maze);
}
