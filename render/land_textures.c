// SPDX-License-Identifier: MIT
#include "land.h"

// What a field looks like to the GPU: heights as they are (16 bits, or the bits of floats), normals
// of 2 x 8 bits with smaller copies, where it is not a hole, sun and shade, paint.

enum { CODES = GL_R16UI, FLOATS = GL_R32UI };

static GLuint make_texture(GLint inner, uint32_t columns, uint32_t rows, GLenum format, GLenum type,
                           const void *texels)
{
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, inner, (GLsizei)columns, (GLsizei)rows, 0, format, type, texels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    return name;
}

static void filter(GLint small, GLint large, GLint wrap)
{
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, small);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, large);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
}

static void put_rows(const qx_terrain_area *a, GLenum format, GLenum type, const void *texels)
{
    glTexSubImage2D(GL_TEXTURE_2D, 0, (GLint)a->first_column, (GLint)a->first_row,
                    (GLsizei)(a->last_column - a->first_column + 1),
                    (GLsizei)(a->last_row - a->first_row + 1), format, type, texels);
}

// A few rows of one kind of texel.
static void send_rows(qx_land *land, land_texture which, const qx_terrain_area *a)
{
    qx_terrain_texels texels = { 0 };
    glBindTexture(GL_TEXTURE_2D, land->textures[which]);
    if (which == LAND_NORMALS) {
        texels.normals = land->rows;
        qx_terrain_lod_build_texels(land->lod, a, &texels);
        put_rows(a, GL_RG, GL_BYTE, land->rows);
    } else if (which == LAND_PRESENT) {
        texels.present = land->rows;
        qx_terrain_lod_build_texels(land->lod, a, &texels);
        put_rows(a, GL_RED, GL_UNSIGNED_BYTE, land->rows);
    } else if (land->info.coded) {
        texels.codes = land->rows;
        qx_terrain_lod_build_texels(land->lod, a, &texels);
        put_rows(a, GL_RED_INTEGER, GL_UNSIGNED_SHORT, land->rows);
    } else {
        texels.heights = land->rows;
        qx_terrain_lod_build_texels(land->lod, a, &texels);
        put_rows(a, GL_RED_INTEGER, GL_UNSIGNED_INT, land->rows);
    }
}

static void send(qx_land *land, const qx_terrain_area *area)
{
    const uint32_t width = area->last_column - area->first_column + 1;
    const uint32_t most = (uint32_t)(land->rows_bytes / (4 * (size_t)width));
    const land_texture last = land->textures[LAND_PRESENT] ? LAND_PRESENT : LAND_NORMALS;
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (uint32_t row = area->first_row; row <= area->last_row; row += most) {
        qx_terrain_area some = *area;
        some.first_row = row;
        if (area->last_row - row >= most) some.last_row = row + most - 1;
        send_rows(land, LAND_HEIGHTS, &some);
        send_rows(land, LAND_NORMALS, &some);
        if (last == LAND_PRESENT) send_rows(land, LAND_PRESENT, &some);
    }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, land->textures[LAND_NORMALS]);
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
}

// The sample nearest to a texel of the shade.
static uint32_t nearest(uint32_t texel, uint32_t texels, uint32_t samples)
{
    return (uint32_t)(((uint64_t)texel * (samples - 1) * 2 + (texels - 1)) / (2 * (texels - 1)));
}

// The texels that take their height from a run of samples; one too many at either end does no harm.
static void texels_of(uint32_t *first, uint32_t *last, uint32_t texels, uint32_t samples)
{
    const uint64_t from = (uint64_t)*first * (texels - 1) / (samples - 1),
                   to = (uint64_t)*last * (texels - 1) / (samples - 1) + 1;
    *first = from > 0 ? (uint32_t)from - 1 : 0;
    *last = to < texels - 1 ? (uint32_t)to : texels - 1;
}

static void read_heights(qx_land *land, const qx_terrain_area *area)
{
    land_shade *s = &land->shade;
    qx_terrain_area a = *area;
    texels_of(&a.first_column, &a.last_column, s->columns, land->info.columns);
    texels_of(&a.first_row, &a.last_row, s->rows, land->info.rows);
    for (uint32_t r = a.first_row; r <= a.last_row; r++) {
        for (uint32_t c = a.first_column; c <= a.last_column; c++) {
            const uint32_t column = nearest(c, s->columns, land->info.columns),
                           row = nearest(r, s->rows, land->info.rows);
            const qx_terrain_area one = { column, row, column, row };
            qx_terrain_lod_build_texels(
                land->lod, &one,
                &(qx_terrain_texels){ .heights = s->heights + (size_t)r * s->columns + c });
        }
    }
    land_shade_open(s, &a);
}

static void make_present(qx_land *land)
{
    if (land->info.holes == 0 || land->textures[LAND_PRESENT]) return;
    land->textures[LAND_PRESENT] =
        make_texture(GL_R8, land->info.columns, land->info.rows, GL_RED, GL_UNSIGNED_BYTE, NULL);
    filter(GL_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
}

static void make_paint(qx_land *land, uint64_t seed)
{
    land_paint(land->rows, seed);
    land->textures[LAND_PAINT] =
        make_texture(GL_RGBA8, LAND_DETAIL, LAND_DETAIL, GL_RGBA, GL_UNSIGNED_BYTE, land->rows);
    filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR, GL_REPEAT);
    glGenerateMipmap(GL_TEXTURE_2D);
}

bool land_textures_make(qx_land *land, uint64_t seed)
{
    const uint32_t columns = land->info.columns, rows = land->info.rows;
    land->textures[LAND_HEIGHTS] =
        make_texture(land->info.coded ? CODES : FLOATS, columns, rows, GL_RED_INTEGER,
                     land->info.coded ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT, NULL);
    filter(GL_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
    land->textures[LAND_NORMALS] = make_texture(GL_RG8_SNORM, columns, rows, GL_RG, GL_BYTE, NULL);
    filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR, GL_CLAMP_TO_EDGE);
    land->textures[LAND_SHADE] =
        make_texture(GL_RG8, land->shade.columns, land->shade.rows, GL_RG, GL_UNSIGNED_BYTE, NULL);
    filter(GL_LINEAR, GL_LINEAR, GL_CLAMP_TO_EDGE);
    make_paint(land, seed);
    if (glGetError() == GL_OUT_OF_MEMORY) return false;
    make_present(land);
    const qx_terrain_area all = { 0, 0, columns - 1, rows - 1 };
    send(land, &all);
    read_heights(land, &all);
    return glGetError() != GL_OUT_OF_MEMORY;
}

void land_textures_update(qx_land *land, const qx_terrain_area *area)
{
    land->info = qx_terrain_get_info(land->terrain);
    const bool first_holes = land->info.holes > 0 && !land->textures[LAND_PRESENT];
    make_present(land);
    const qx_terrain_area all = { 0, 0, land->info.columns - 1, land->info.rows - 1 };
    const qx_terrain_area reach = qx_terrain_lod_get_reach(land->lod, area);
    send(land, first_holes ? &all : &reach);
    read_heights(land, &reach);
}

void land_shade_upload(const qx_land *land)
{
    glBindTexture(GL_TEXTURE_2D, land->textures[LAND_SHADE]);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)land->shade.columns, (GLsizei)land->shade.rows,
                    GL_RG, GL_UNSIGNED_BYTE, land->shade.texels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D, 0);
}
