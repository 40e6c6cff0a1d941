// SPDX-License-Identifier: MIT
#include "hashes.h"

#include <quincunx/hash.h>
#include <quincunx/random.h>
#include <quincunx/terrain_mesh.h>

#define COLUMNS 53u
#define ROWS 41u
#define MOST (COLUMNS * ROWS)

static float buffer[16 * MOST];
static uint32_t indices[6 * MOST];

static uint64_t add_vertices(uint64_t hash, const qx_terrain *t, const qx_terrain_mesh_desc *desc)
{
    const qx_terrain_layout layout = { .positions = buffer,
                                       .normals = buffer + 3 * MOST,
                                       .texture_places = buffer + 6 * MOST,
                                       .tangents = buffer + 8 * MOST };
    uint64_t count = 0;
    if (qx_terrain_build_vertices(t, desc, &layout, NULL) != QX_OK) return 0;
    if (qx_terrain_build_indices(t, desc, NULL, indices, &count) != QX_OK) return 0;
    hash = qx_hash_floats(hash, buffer, 12 * (size_t)MOST);
    return qx_hash_bytes(hash, indices, count * sizeof indices[0]);
}

static uint64_t add_compact(uint64_t hash, const qx_terrain *t, qx_terrain_normals rule)
{
    static qx_terrain_compact vertices[MOST];
    qx_terrain_build_compact(t, rule, NULL, vertices, NULL);
    hash = qx_hash_bytes(hash, vertices, sizeof vertices);
    for (uint32_t i = 0; i < MOST; i += 7) {
        const qx_vec3 n = qx_terrain_sample_octahedral(vertices[i].normal);
        const qx_vec3 w = qx_terrain_sample_triplanar(n, (float)(i % 9));
        hash = qx_hash_floats(hash, (const float[]){ n.x, n.y, n.z, w.x, w.y, w.z }, 6);
    }
    return hash;
}

static uint64_t add_edits(uint64_t hash, qx_terrain *t, qx_random *random)
{
    for (uint32_t i = 0; i < 10; i++) {
        qx_terrain_edit edit = { .kind = (qx_terrain_edit_kind)(i % 5), .hardness = 0.3f };
        // One statement a draw: the expressions of an initializer are evaluated in any order.
        edit.x = qx_random_range(random, -30, 30);
        edit.z = qx_random_range(random, -30, 30);
        edit.radius = qx_random_range(random, 1, 20);
        edit.amount = qx_random_unit(random);
        qx_terrain_area area;
        (void)qx_terrain_apply(t, &edit, &area); // beside the field it does nothing
        hash = qx_hash_bytes(hash, &area, sizeof area);
        const uint64_t now = qx_terrain_hash(t);
        hash = qx_hash_bytes(hash, &now, sizeof now);
    }
    return hash;
}

static uint64_t add_field(uint64_t hash, const qx_terrain_desc *desc, qx_random *random)
{
    qx_terrain *t;
    if (qx_terrain_create(desc, NULL, &t) != QX_OK) return 0;
    hash = add_edits(hash, t, random);
    for (int rule = 0; rule < 2; rule++) {
        const qx_terrain_mesh_desc how = { .normals = (qx_terrain_normals)rule,
                                           .repeat = 3.3f,
                                           .copies_x = 3,
                                           .copies_z = 2,
                                           .copy_x = 1 };
        hash = add_vertices(hash, t, &how);
        hash = add_compact(hash, t, (qx_terrain_normals)rule);
    }
    qx_terrain_destroy(t);
    return hash;
}

uint64_t hash_terrain(qx_simd simd)
{
    static uint8_t bytes[4 * MOST], mask[MOST];
    static float heights[MOST];
    qx_random random;
    qx_random_seed(&random, 31, 1);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)qx_random_next(&random);
    for (size_t i = 0; i < MOST; i++) {
        mask[i] = qx_random_below(&random, 30) > 0;
        heights[i] = qx_random_range(&random, -300, 800);
    }
    uint64_t hash = QX_HASH_START;
    for (uint32_t i = 0; i < 24; i++) {
        const qx_terrain_kind kind = (qx_terrain_kind)(i % 6);
        const qx_terrain_desc desc = {
            .samples = { .data = kind == QX_TERRAIN_F32 ? (const void *)heights : bytes,
                         .kind = kind,
                         .columns = i & 1 ? ROWS : COLUMNS,
                         .rows = i & 1 ? COLUMNS : ROWS },
            .low = -7,
            .high = 31.3f,
            .width = 70.7f,
            .depth = 61,
            .diagonal = (qx_terrain_diagonal)(i % 3),
            .turn = (qx_terrain_turn)(i % 8),
            .periodic = i / 3 % 2,
            .mask = i / 6 % 2 ? mask : NULL,
            .simd = simd
        };
        hash = add_field(hash, &desc, &random);
    }
    return hash;
}
