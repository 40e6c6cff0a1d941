// SPDX-License-Identifier: MIT
#include "md2_files.h"

#include "foreign_file.h"

#include <quincunx/file.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

int32_t md2_get(const uint8_t *file, int field)
{
    const uint8_t *at = file + 4 * field;
    return (int32_t)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

void md2_set(uint8_t *file, int field, int32_t value)
{
    put_32(file + 4 * field, (uint32_t)value);
}

void md2_set_float(uint8_t *at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_32(at, bits);
}

void md2_set_16(uint8_t *at, int value)
{
    at[0] = (uint8_t)(value & 0xFF);
    at[1] = (uint8_t)(value >> 8 & 0xFF);
}

uint8_t *md2_frame(uint8_t *file, int32_t number)
{
    return file + md2_get(file, MD2_AT_FRAMES) +
           (size_t)number * (size_t)md2_get(file, MD2_FRAME_SIZE);
}

uint8_t *md2_vertex(uint8_t *file, int32_t frame, int32_t number)
{
    return md2_frame(file, frame) + 40 + 4 * (size_t)number;
}

uint8_t *md2_triangle(uint8_t *file, int32_t number)
{
    return file + md2_get(file, MD2_AT_TRIANGLES) + 12 * (size_t)number;
}

uint8_t *md2_coordinate(uint8_t *file, int32_t number)
{
    return file + md2_get(file, MD2_AT_COORDINATES) + 4 * (size_t)number;
}

static void fill_head(uint8_t *file, const md2_recipe *r, int32_t end)
{
    memcpy(file, "IDP2", 4);
    md2_set(file, 1, 8);
    md2_set(file, MD2_SKIN_WIDTH, 64);
    md2_set(file, MD2_SKIN_HEIGHT, 32);
    md2_set(file, MD2_FRAME_SIZE, 40 + 4 * r->vertices + r->padding);
    md2_set(file, MD2_SKINS, r->skins);
    md2_set(file, MD2_VERTICES, r->vertices);
    md2_set(file, MD2_COORDINATES, r->coordinates);
    md2_set(file, MD2_TRIANGLES, r->triangles);
    md2_set(file, MD2_COMMANDS, r->commands);
    md2_set(file, MD2_FRAMES, r->frames);
    const int32_t coordinates = 68 + 64 * r->skins, triangles = coordinates + 4 * r->coordinates;
    md2_set(file, MD2_AT_SKINS, 68);
    md2_set(file, MD2_AT_COORDINATES, coordinates);
    md2_set(file, MD2_AT_TRIANGLES, triangles);
    md2_set(file, MD2_AT_FRAMES, triangles + 12 * r->triangles);
    md2_set(file, MD2_AT_COMMANDS, end - 4 * r->commands);
    md2_set(file, MD2_AT_END, end);
}

static void fill_frame(uint8_t *file, const md2_recipe *r, int32_t number)
{
    static const float box[6] = { 0.5f, 0.25f, 2.0f, -8.0f, 4.0f, 0.0f };
    uint8_t *frame = md2_frame(file, number);
    for (int i = 0; i < 6; i++) md2_set_float(frame + 4 * i, i < 5 ? box[i] : (float)number);
    char name[32];
    if (r->names)
        snprintf(name, sizeof name, "%.31s", r->names[number]);
    else
        snprintf(name, sizeof name, "frame%d", (int)number + 1);
    memcpy(frame + 24, name, strlen(name) < 16 ? strlen(name) : 16);
    for (int32_t i = 0; i < r->vertices; i++) {
        uint8_t *v = md2_vertex(file, number, i);
        v[0] = (uint8_t)(3 * i + number);
        v[1] = (uint8_t)(5 * i + number);
        v[2] = (uint8_t)(7 * i + 2 * number);
        v[3] = (uint8_t)((i + 40 * number) % 162);
    }
}

static void fill_rest(uint8_t *file, const md2_recipe *r)
{
    for (int32_t i = 0; i < r->skins; i++)
        snprintf((char *)file + 68 + 64 * i, 64, "skin%d.png", (int)i);
    for (int32_t i = 0; i < r->coordinates; i++) {
        md2_set_16(md2_coordinate(file, i), 16 * i % 65);
        md2_set_16(md2_coordinate(file, i) + 2, 8 * (i / 2) % 33);
    }
    for (int32_t i = 0; i < r->triangles; i++)
        for (int k = 0; k < 3; k++) {
            md2_set_16(md2_triangle(file, i) + 2 * k, (i + k) % r->vertices);
            if (r->coordinates > 0)
                md2_set_16(md2_triangle(file, i) + 6 + 2 * k, (i + k) % r->coordinates);
        }
}

uint8_t *md2_make(const md2_recipe *recipe, size_t *size)
{
    md2_recipe r = *recipe;
    if (r.vertices == 0) r.vertices = 4;
    if (r.coordinates == 0) r.coordinates = 4;
    if (r.coordinates < 0) r.coordinates = 0;
    if (r.triangles == 0) r.triangles = 2;
    if (r.frames == 0) r.frames = 2;
    *size = 68 + 64 * (size_t)r.skins + 4 * (size_t)r.coordinates + 12 * (size_t)r.triangles +
            (size_t)r.frames * (size_t)(40 + 4 * r.vertices + r.padding) + 4 * (size_t)r.commands;
    uint8_t *file = calloc(1, *size);
    if (!file) abort();
    fill_head(file, &r, (int32_t)*size);
    fill_rest(file, &r);
    for (int32_t i = 0; i < r.frames; i++) fill_frame(file, &r, i);
    memset(file + *size - 4 * (size_t)r.commands, 0xA5, 4 * (size_t)r.commands);
    return file;
}

qx_model *md2_loaded(const uint8_t *bytes, size_t size)
{
    qx_model *model;
    qx_error error = { .code = QX_OK };
    if (qx_model_load_memory(bytes, size, NULL, NULL, NULL, &model, &error) == QX_OK) return model;
    fprintf(stderr, "%s\n", error.message);
    abort();
}

qx_model *md2_made(const md2_recipe *recipe)
{
    size_t size;
    uint8_t *file = md2_make(recipe, &size);
    qx_model *model = md2_loaded(file, size);
    free(file);
    return model;
}

uint8_t *md2_foreign(const char *name, size_t *size)
{
    char path[1024];
    uint8_t *bytes;
    if (foreign_file_path("md2", name, path) &&
        qx_file_load(path, SIZE_MAX, NULL, &bytes, size, NULL) == QX_OK)
        return bytes;
    printf("skipped: %s (not in $QX_TEST_DATA/md2)\n", name);
    return NULL;
}
