// SPDX-License-Identifier: MIT
// Writes a glb file of every kind into a folder, for the validator.

#include <quincunx/gltf.h>
#include <quincunx/random.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 260, POINTS = SIDE * SIDE, QUADS = (SIDE - 1) * (SIDE - 1) }; // beyond 65,535 points

typedef struct sample_sheet {
    qx_vec3 points[POINTS], normals[POINTS];
    qx_vec2 places[POINTS];
    uint32_t colours[POINTS], triangles[6 * QUADS], lines[2 * POINTS];
} sample_sheet;

static void fill_points(sample_sheet *sheet)
{
    qx_random random;
    qx_random_seed(&random, 1, 1);
    for (uint32_t i = 0; i < POINTS; i++) {
        const float x = (float)(i % SIDE), y = (float)(i / SIDE);
        sheet->points[i] = (qx_vec3){ x, y, qx_random_range(&random, -1, 1) };
        sheet->normals[i] = (qx_vec3){ qx_random_range(&random, -1, 1), 0, 3 };
        sheet->places[i] = (qx_vec2){ x / SIDE, y / SIDE };
        sheet->colours[i] = qx_random_next(&random) | 0xFF;
    }
}

static void fill_indices(sample_sheet *sheet)
{
    uint32_t *at = sheet->triangles;
    for (uint32_t i = 0; i < QUADS; i++) {
        const uint32_t corner = i / (SIDE - 1) * SIDE + i % (SIDE - 1);
        const uint32_t quad[] = { corner,     corner + SIDE, corner + 1,
                                  corner + 1, corner + SIDE, corner + SIDE + 1 };
        for (int k = 0; k < 6; k++) *at++ = quad[k];
    }
    for (uint32_t i = 0; i < 2 * POINTS; i++) sheet->lines[i] = (i + 1) / 2 % POINTS;
}

static bool save(const char *folder, const char *name, const qx_mesh_set *set)
{
    char path[1024];
    qx_error error;
    snprintf(path, sizeof path, "%s/%s.glb", folder, name);
    if (qx_gltf_save_file(set, path, NULL, &error) == QX_OK) return true;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return false;
}

// Bits of `what`: normals, texture places, colours, lines, no indices, finish, axes, two sides.
static qx_mesh describe(const sample_sheet *sheet, unsigned what, uint32_t points)
{
    qx_mesh mesh = { .vertex_count = points, .positions = &sheet->points[0].x };
    if (what & 1) mesh.normals = &sheet->normals[0].x;
    if (what & 2) mesh.texture_places = &sheet->places[0].x;
    if (what & 4) mesh.colours = sheet->colours;
    if (what & 8) mesh.kind = QX_MESH_LINES;
    mesh.finish = (qx_mesh_finish)(what % 3);
    mesh.glow = (float)(what % 5);
    mesh.two_sided = what % 7 == 0;
    mesh.colour = what % 2 ? 0x4FD8FF80 : 0;
    if (what & 16) return mesh;
    mesh.indices = what & 8 ? sheet->lines : sheet->triangles;
    mesh.index_count = what & 8 ? 2 * (points - 1) : 6 * (points / SIDE - 1) * (SIDE - 1);
    return mesh;
}

int main(int count, char **words)
{
    sample_sheet *sheet = calloc(1, sizeof *sheet);
    if (count != 2 || !sheet) return 1;
    fill_points(sheet);
    fill_indices(sheet);
    qx_mesh meshes[33];
    bool done = true;
    for (unsigned i = 0; i < 32; i++) {
        char name[16];
        meshes[i] = describe(sheet, i, i & 16 ? 6 : 3 * SIDE);
        snprintf(name, sizeof name, "kind%02u", i);
        done &= save(words[1], name,
                     &(qx_mesh_set){ .meshes = &meshes[i],
                                     .count = 1, //
                                     .axes = (qx_mesh_axes)(i % 3),
                                     .metres = 0.013f });
    }
    meshes[32] = describe(sheet, 7, POINTS); // 32-bit indices
    meshes[32].name = "\xc3\xa4 \"quoted\" \\ \n name";
    done &= save(words[1], "all", &(qx_mesh_set){ .meshes = meshes, .count = 33 });
    free(sheet);
    return done ? 0 : 1;
}
