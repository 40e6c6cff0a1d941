// SPDX-License-Identifier: MIT
#include "print.h"

#include "error.h"

qx_vec3 qx_print_position(const qx_mesh_set *set, const qx_mesh *mesh, uint32_t vertex)
{
    const qx_vec3 v = qx_mesh_position(set, mesh, vertex); // y up, z toward the viewer
    return (qx_vec3){ v.x, 0.0f - v.z, v.y };
}

uint64_t qx_print_triangles(const qx_mesh_set *set)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < set->count; i++) count += qx_mesh_index_count(&set->meshes[i]) / 3;
    return count;
}

qx_result qx_print_check(const qx_mesh_set *set, uint64_t most, qx_error *error)
{
    const qx_result result = qx_mesh_check(set, error);
    if (result != QX_OK) return result;
    for (uint32_t i = 0; i < set->count; i++)
        if (set->meshes[i].kind != QX_MESH_TRIANGLES)
            return qx_error_set(error, QX_BAD_VALUE, 0, "mesh %u: lines cannot be printed",
                                (unsigned)i);
    if (qx_print_triangles(set) > most)
        return qx_error_set(error, QX_TOO_LARGE, 0, "more triangles than the format can count");
    return qx_mesh_check_values(set, error);
}
