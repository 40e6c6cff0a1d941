// SPDX-License-Identifier: MIT
#pragma once

// What the formats of 3D printing share: triangles alone, z up.

#include "mesh.h"

/// As qx_mesh_check and qx_mesh_check_values, and no lines.
/// @param most  Most triangles of a mesh, and of all.
/// @return QX_OK, QX_BAD_VALUE, QX_TOO_LARGE; the mesh and its fault are in error->message.
qx_result qx_print_check(const qx_mesh_set *set, uint64_t most, qx_error *error);

/// A position with x right, y away, z up; 0 is never -0.
qx_vec3 qx_print_position(const qx_mesh_set *set, const qx_mesh *mesh, uint32_t vertex);

/// Triangles of all meshes.
uint64_t qx_print_triangles(const qx_mesh_set *set);
