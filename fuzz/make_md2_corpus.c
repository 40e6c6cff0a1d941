// SPDX-License-Identifier: MIT
// Writes the corpus of MD2: small files, one for each thing that a file may have or lack.
// Usage: make_md2_corpus FOLDER

#include "md2_files.h"

#include <quincunx/file.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const clips[] = { "stand1", "stand2", "run1", "sixteen_letters1" };

static const struct {
    const char *name;
    md2_recipe recipe;
} files[] = {
    { "plain", { 0 } },
    { "still", { .frames = 1 } },
    { "clips", { .vertices = 3, .triangles = 1, .frames = 4, .names = clips } },
    { "skins_and_commands", { .skins = 1, .vertices = 3, .triangles = 1, .commands = 3 } },
    { "untextured_with_padding", { .vertices = 3, .coordinates = -1, .padding = 5 } },
};

static void save(const char *folder, const char *name, const uint8_t *bytes, size_t size)
{
    char path[512];
    qx_error error;
    snprintf(path, sizeof path, "%s/%s.md2", folder, name);
    if (qx_file_save(path, bytes, size, &error) == QX_OK) return;
    fprintf(stderr, "%s: %s\n", path, error.message);
    exit(1);
}

int main(int count, char **arguments)
{
    if (count != 2) return 2;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        size_t size;
        uint8_t *bytes = md2_make(&files[i].recipe, &size);
        save(arguments[1], files[i].name, bytes, size);
        free(bytes);
    }
    size_t size;
    uint8_t *bytes = md2_make(&(md2_recipe){ 0 }, &size);
    md2_set_float(md2_frame(bytes, 1), -0.5f); // mirrored, flat, and without known normals
    md2_set_float(md2_frame(bytes, 1) + 4, 0.0f);
    for (int i = 0; i < 4; i++) md2_vertex(bytes, 1, i)[3] = (uint8_t)(160 + i);
    save(arguments[1], "odd_frame", bytes, size);
    free(bytes);
    return 0;
}
