// SPDX-License-Identifier: MIT
// qx_hashes: prints the golden hash of every module, "name 0x…" a line. Needs no test library, so
// that it can be built for any processor.
#include "hashes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct module {
    const char *name;
    uint64_t (*hash)(qx_simd simd);
} module;

static const module modules[] = {
    { "base", hash_base },
    { "glow", hash_glow },
    { "grid", hash_grid },
    { "bolt", hash_bolt },
    { "bolt_time", hash_bolt_time },
    { "flash", hash_flash },
    { "keyframe", hash_keyframe },
    { "maze", hash_maze },
    { "maze_mesh", hash_maze_mesh },
    { "maze_solve", hash_maze_solve },
    { "maze_ways", hash_maze_ways },
    { "terrain", hash_terrain },
    { "terrain_base", hash_terrain_base },
    { "terrain_lod", hash_terrain_lod },
    { "terrain_make", hash_terrain_make },
    { "terrain_query", hash_terrain_query },
    { "terrain_simplify", hash_terrain_simplify },
    { "blaster", hash_blaster },
    { "mazecube", hash_mazecube },
};

static const qx_simd simds[] = { QX_SIMD_SCALAR, QX_SIMD_SSE2, QX_SIMD_AVX2, QX_SIMD_AVX512,
                                 QX_SIMD_NEON };

static int is_there(qx_simd simd)
{
    qx_simd found;
    return qx_simd_resolve(simd, &found) == QX_OK;
}

static void print_simds(void)
{
    for (size_t i = 0; i < sizeof simds / sizeof simds[0]; i++) {
        if (is_there(simds[i])) puts(qx_simd_text(simds[i]));
    }
}

static void print_hashes(qx_simd simd)
{
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
        printf("%s 0x%016" PRIx64 "\n", modules[i].name, modules[i].hash(simd));
    }
}

static int print_hashes_of(const char *name)
{
    for (size_t i = 0; i < sizeof simds / sizeof simds[0]; i++) {
        if (strcmp(qx_simd_text(simds[i]), name) != 0 || !is_there(simds[i])) continue;
        print_hashes(simds[i]);
        return 0;
    }
    fprintf(stderr, "qx_hashes: this processor has no \"%s\"; --simds lists what there is\n", name);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        print_hashes(QX_SIMD_BEST);
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--simds") == 0) {
        print_simds();
        return 0;
    }
    if (argc == 3 && strcmp(argv[1], "--simd") == 0) return print_hashes_of(argv[2]);
    fputs("usage: qx_hashes [--simd NAME | --simds]\n", stderr);
    return 2;
}
