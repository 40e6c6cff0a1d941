// SPDX-License-Identifier: MIT
#pragma once

// Meshes of mazes for tests: made, counted, and compared with the material box by box.

#include <quincunx/maze_mesh.h>
#include <stdbool.h>

// A mesh whose positions are whole numbers, as those of all descriptions here are.
typedef struct solid_mesh {
    qx_maze_mesh_counts counts;
    qx_vec3 *positions;
    uint32_t *indices;
    qx_maze_mesh_range *ranges; // NULL without a slice axis
    uint32_t range_count;
} solid_mesh;

// What it is of. Sizes of the description are whole numbers.
typedef struct solid_case {
    const qx_maze *maze;
    const uint64_t *mask; // as the maze was made with
    qx_maze_mesh_desc desc;
} solid_case;

solid_mesh solid_mesh_make(const solid_case *of);
void solid_mesh_free(solid_mesh *mesh);

// Fails unless every edge has two faces that run along it in opposite directions, every vertex is
// used, all of a vertex's faces hang together around it, and no triangle is flat or folded back.
void solid_mesh_assert_closed(const solid_mesh *mesh);

// Fails when a vertex lies inside an edge. Slow: looks at all pairs.
void solid_mesh_assert_no_junctions(const solid_mesh *mesh);

// Vertices - edges + faces, and how many surfaces there are.
int64_t solid_mesh_euler(const solid_mesh *mesh);
uint32_t solid_mesh_surfaces(const solid_mesh *mesh);

// Six times what the surface encloses, exactly.
int64_t solid_mesh_volume6(const solid_mesh *mesh);

// The material of a maze by definition: box (i, j, k) of its lattice.
bool solid_box(const solid_case *of, const uint32_t box[3]);
// Where the plane of an axis is.
int64_t solid_plane(const solid_case *of, uint32_t axis, uint32_t plane);
// The volume of all boxes from the layer `low` to before `high` along z.
int64_t solid_boxes(const solid_case *of, uint32_t low, uint32_t high);

// Fails unless, plane by plane, the triangles that look one way cover as much as the faces of the
// boxes do. For the whole alone.
void solid_mesh_assert_faces(const solid_mesh *mesh, const solid_case *of);

// Two different openings in the outside, by the seed. Every box has at least six.
void solid_openings(const qx_maze *maze, uint64_t seed, qx_maze_opening openings[2]);
