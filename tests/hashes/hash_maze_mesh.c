// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/maze_mesh.h>

#define MOST_VERTICES 4000u
#define MOST_INDICES (6u * MOST_VERTICES)
#define MOST_EDGES 1000u
#define MOST_RANGES 32u

// Mazes of a simple rule, so that this hash changes with meshes alone.
static qx_maze *make(uint32_t width, uint32_t height, uint32_t depth)
{
    static const uint64_t none[8] = { 0 };
    const uint64_t *const planes[] = { none, none, none };
    const qx_maze_desc desc = { .width = width, .height = height, .depth = depth };
    qx_maze *maze;
    if (qx_maze_create_from(&desc, planes, &maze) != QX_OK) return NULL;
    for (uint64_t cell = 0, i = 1; cell < qx_maze_get_info(maze).cells; cell++, i = i * 5 + 3)
        (void)qx_maze_set_open(maze, cell, (qx_maze_face)(i / 4 % 6), true); // or there is no other
    return maze;
}

static uint64_t add_mesh(uint64_t hash, const qx_maze *maze, const qx_maze_mesh_desc *desc)
{
    static qx_vec3 positions[MOST_VERTICES];
    static uint32_t indices[MOST_INDICES];
    static qx_maze_mesh_range ranges[MOST_RANGES];
    qx_maze_mesh_counts counts;
    if (qx_maze_mesh_bound(maze, desc, &counts) != QX_OK) return 0;
    if (counts.vertices > MOST_VERTICES || counts.indices > MOST_INDICES) return 0;
    for (uint32_t i = 0; i < MOST_RANGES; i++) ranges[i] = (qx_maze_mesh_range){ 0, 0 };
    if (qx_maze_mesh_build(maze, desc, positions, indices, ranges) != QX_OK) return 0;
    for (uint32_t i = 0; i < counts.vertices; i++)
        hash = qx_hash_floats(hash,
                              (const float[]){ positions[i].x, positions[i].y, positions[i].z }, 3);
    hash = qx_hash_bytes(hash, indices, counts.indices * sizeof indices[0]);
    return qx_hash_bytes(hash, ranges, sizeof ranges);
}

static uint64_t add_edges(uint64_t hash, const qx_maze *maze, uint32_t axis, uint32_t slice)
{
    static qx_maze_edge edges[MOST_EDGES];
    if (qx_maze_bound_edges(maze) > MOST_EDGES) return 0;
    const uint64_t count = qx_maze_build_edges(maze, axis, slice, edges);
    for (uint64_t i = 0; i < count; i++) {
        const qx_vec3 a = edges[i].from, b = edges[i].to;
        hash = qx_hash_floats(hash, (const float[]){ a.x, a.y, a.z, b.x, b.y, b.z }, 6);
    }
    return hash;
}

static uint64_t add_maze(uint64_t hash, uint32_t width, uint32_t height, uint32_t depth)
{
    qx_maze *maze = make(width, height, depth);
    if (!maze) return 0;
    const qx_maze_opening openings[] = { { 0, QX_MAZE_LOW_Y },
                                         { qx_maze_get_info(maze).cells - 1, QX_MAZE_HIGH_Z } };
    for (uint32_t i = 0; i < 20; i++) {
        const qx_maze_mesh_desc desc = { .part = (qx_maze_part)(i / 4),
                                         .slice_axis = i % 4,
                                         .wall = 0.7f + 0.3f * (float)i,
                                         .openings = openings,
                                         .opening_count = 2 };
        hash = add_mesh(hash, maze, &desc);
    }
    for (uint32_t axis = 0; axis < 4; axis++) hash = add_edges(hash, maze, axis, 1);
    qx_maze_destroy(maze);
    return hash;
}

uint64_t hash_maze_mesh(qx_simd simd)
{
    (void)simd; // one form for all
    uint64_t hash = QX_HASH_START;
    hash = add_maze(hash, 5, 4, 3);
    hash = add_maze(hash, 2, 3, 9);
    return add_maze(hash, 11, 2, 2);
}
