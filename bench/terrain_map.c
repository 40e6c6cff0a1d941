// SPDX-License-Identifier: MIT
#include "terrain_map.h"

#include <quincunx/terrain_make.h>

#include <stdlib.h>

#define HIGH 3000.0f

static qx_terrain *make_field(uint32_t side, const uint16_t *codes)
{
    const qx_terrain_desc desc = {
        .samples = { .data = codes, .kind = QX_TERRAIN_U16, .columns = side, .rows = side },
        .high = HIGH,
    };
    qx_terrain *terrain;
    return qx_terrain_create(&desc, NULL, &terrain) == QX_OK ? terrain : NULL;
}

qx_terrain *bench_terrain(uint32_t side, float *heights)
{
    const size_t count = (size_t)side * side;
    const qx_terrain_make make = { .columns = side, .rows = side, .seed = 7 };
    float *made = malloc(count * sizeof *made);
    uint16_t *codes = malloc(count * sizeof *codes);
    qx_terrain *terrain = NULL;
    if (made && codes && qx_terrain_generate(&make, NULL, made) == QX_OK) {
        for (size_t i = 0; i < count; i++) codes[i] = (uint16_t)(made[i] * 65535.0f);
        terrain = make_field(side, codes);
    }
    for (size_t i = 0; terrain && heights && i < count; i++)
        (void)qx_terrain_get_height(terrain, (uint32_t)(i % side), (uint32_t)(i / side),
                                    &heights[i]);
    free(codes);
    free(made);
    return terrain;
}

#define KEPT 64

static struct kept {
    void *pointer;
    size_t size;
} kept[KEPT];

static void *reusing_alloc(void *user, size_t size, size_t alignment)
{
    (void)user;
    for (int i = 0; i < KEPT; i++) {
        void *pointer = kept[i].pointer;
        if (!pointer || kept[i].size != size) continue;
        kept[i].pointer = NULL;
        return pointer;
    }
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void reusing_free(void *user, void *pointer, size_t size)
{
    (void)user;
    for (int i = 0; i < KEPT; i++) {
        if (kept[i].pointer) continue;
        kept[i] = (struct kept){ pointer, size };
        return;
    }
    free(pointer);
}

qx_allocator bench_reusing(void)
{
    return (qx_allocator){ reusing_alloc, reusing_free, NULL };
}

void bench_reusing_end(void)
{
    for (int i = 0; i < KEPT; i++) {
        free(kept[i].pointer);
        kept[i].pointer = NULL;
    }
}
