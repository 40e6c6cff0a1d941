// SPDX-License-Identifier: MIT
#include "maze_internal.h"
#include "maze_solid.h"

static bool is_part(qx_maze_part part)
{
    const int value = (int)part; // as a number: callers may pass what is no enumerator
    return value >= 0 && value <= QX_MAZE_PART_LID;
}

static bool has_seam(qx_maze_part part)
{
    return part != QX_MAZE_PART_WHOLE;
}

// Above 0 and finite; false for NaN.
static bool is_size(float value)
{
    return value > 0.0f && value <= 1e6f;
}

static float default_shell(const qx_maze_mesh_desc *desc)
{
    if (!has_seam(desc->part)) return desc->wall;
    if (desc->pin == 0.0f) return 3.0f * desc->wall;
    const float play = desc->play == 0.0f ? 0.1f * desc->pin : desc->play;
    return desc->pin + 2.0f * play + 2.0f * desc->wall;
}

qx_maze_mesh_desc qx_maze_mesh_desc_resolve(const qx_maze_mesh_desc *desc)
{
    qx_maze_mesh_desc used = *desc;
    if (used.cell == 0.0f) used.cell = 10.0f;
    if (used.wall == 0.0f) used.wall = 0.16f * used.cell;
    if (used.shell == 0.0f) used.shell = default_shell(&used);
    if (used.pin == 0.0f) used.pin = 0.4f * used.shell;
    if (used.play == 0.0f) used.play = 0.1f * used.pin;
    return used;
}

static bool is_present(const qx_maze *maze, uint64_t cell)
{
    return cell < maze->info.cells && (!maze->mask || maze_bit(maze->mask, cell));
}

static bool is_outside(const qx_maze *maze, const qx_maze_opening *opening)
{
    const int face = (int)opening->face;
    if (face < 0 || face > QX_MAZE_HIGH_Z || !is_present(maze, opening->cell)) return false;
    return !is_present(maze, qx_maze_get_neighbour(maze, opening->cell, opening->face));
}

static bool are_openings(const qx_maze *maze, const qx_maze_mesh_desc *desc)
{
    if (desc->opening_count && !desc->openings) return false;
    for (uint32_t i = 0; i < desc->opening_count; i++)
        if (!is_outside(maze, &desc->openings[i])) return false;
    return true;
}

static qx_result check(const qx_maze *maze, const qx_maze_mesh_desc *desc)
{
    if (!is_part(desc->part) || desc->slice_axis > 3) return QX_BAD_VALUE;
    if (!is_size(desc->cell) || desc->cell < 1e-3f) return QX_BAD_VALUE;
    if (!is_size(desc->wall) || !(desc->wall < desc->cell)) return QX_BAD_VALUE;
    if (!is_size(desc->shell) || !is_size(desc->pin) || !is_size(desc->play)) return QX_BAD_VALUE;
    if (has_seam(desc->part) && !(desc->pin + 2.0f * desc->play < desc->shell)) return QX_BAD_VALUE;
    if (maze_part_seam(desc->part, maze->info.depth) == 0) return QX_BAD_VALUE;
    return are_openings(maze, desc) ? QX_OK : QX_BAD_VALUE;
}

// The part as a solid, and what its surface comes to. Release the solid in any case.
static qx_result plan(const qx_maze *maze, const qx_maze_mesh_desc *desc, maze_solid *solid,
                      qx_maze_mesh_counts *counts)
{
    *solid = (maze_solid){ .block_count = 0 };
    const qx_maze_mesh_desc used = qx_maze_mesh_desc_resolve(desc);
    qx_result result = check(maze, &used);
    if (result == QX_OK) result = maze_lattice_build(maze, &used, solid);
    if (result == QX_OK && has_seam(used.part)) result = maze_parts_cut(&used, solid);
    if (result != QX_OK) return result;
    uint64_t vertices, triangles;
    maze_corners_count(solid, used.slice_axis, used.slice_closed, &vertices, &triangles);
    if (vertices > UINT32_MAX || triangles > UINT32_MAX / 3) return QX_TOO_LARGE;
    *counts = (qx_maze_mesh_counts){ (uint32_t)vertices, (uint32_t)(3 * triangles) };
    return QX_OK;
}

qx_result qx_maze_mesh_bound(const qx_maze *maze, const qx_maze_mesh_desc *desc,
                             qx_maze_mesh_counts *counts)
{
    maze_solid solid;
    *counts = (qx_maze_mesh_counts){ 0, 0 };
    const qx_result result = plan(maze, desc, &solid, counts);
    maze_solid_release(&solid);
    return result;
}

static void clear_ranges(const qx_maze *maze, uint32_t slice_axis, qx_maze_mesh_range *ranges)
{
    const uint32_t cells[] = { maze->info.width, maze->info.height, maze->info.depth };
    for (uint32_t i = 0; i <= 2 * cells[slice_axis - 1]; i++)
        ranges[i] = (qx_maze_mesh_range){ 0, 0 };
}

static qx_result build(const qx_maze *maze, const qx_maze_mesh_desc *desc, maze_solid *solid,
                       qx_vec3 *positions, uint32_t *indices, qx_maze_mesh_range *ranges)
{
    qx_maze_mesh_counts counts;
    maze_corners corners;
    maze_triangulator *triangulator;
    qx_result result = plan(maze, desc, solid, &counts);
    if (result == QX_OK) result = maze_corners_find(solid, desc->slice_axis, &corners);
    if (result == QX_OK)
        result = maze_faces_prepare(solid, desc->slice_axis, &corners, &triangulator);
    if (result != QX_OK) return result;
    if (ranges && desc->slice_axis) clear_ranges(maze, desc->slice_axis, ranges);
    maze_corners_write(solid, &corners, positions);
    maze_faces_build(triangulator, desc->slice_axis, desc->slice_closed, indices, ranges);
    return QX_OK;
}

qx_result qx_maze_mesh_build(const qx_maze *maze, const qx_maze_mesh_desc *desc, qx_vec3 *positions,
                             uint32_t *indices, qx_maze_mesh_range *ranges)
{
    maze_solid solid;
    const qx_result result = build(maze, desc, &solid, positions, indices, ranges);
    maze_solid_release(&solid);
    return result;
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float thinnest_of(const qx_maze_mesh_desc *used)
{
    const float thin = least(used->wall, used->shell);
    if (!has_seam(used->part)) return thin;
    const float beside = 0.5f * (used->shell - used->pin) - used->play;
    return least(least(thin, used->pin), beside);
}

static float length_of(const qx_maze_mesh_desc *used, uint32_t cells)
{
    return (float)((double)cells * (double)used->cell - (double)used->wall +
                   2.0 * (double)used->shell);
}

// Along z: planes from the bottom to the seam, pins on it, or from the seam to the top.
static float height_of(const qx_maze_mesh_desc *used, uint32_t depth)
{
    const double whole = (double)length_of(used, depth);
    const uint32_t layers = maze_part_seam(used->part, depth) / 2;
    const double seam =
        (double)used->shell + (double)layers * (double)used->cell - (double)used->wall;
    if (maze_part_has_pins(used->part)) return (float)(seam + (double)used->pin);
    return (float)(maze_part_has_holes(used->part) ? whole - seam : whole);
}

qx_result qx_maze_mesh_measure(const qx_maze *maze, const qx_maze_mesh_desc *desc, qx_maze_fit *fit)
{
    *fit = (qx_maze_fit){ .corridor = 0.0f };
    const qx_maze_mesh_desc used = qx_maze_mesh_desc_resolve(desc);
    const qx_result result = check(maze, &used);
    if (result != QX_OK) return result;
    fit->corridor = fit->opening = used.cell - used.wall;
    fit->thinnest = thinnest_of(&used);
    fit->size = (qx_vec3){ length_of(&used, maze->info.width), length_of(&used, maze->info.height),
                           height_of(&used, maze->info.depth) };
    return QX_OK;
}
