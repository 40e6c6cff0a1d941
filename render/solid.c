// SPDX-License-Identifier: MIT
#include "state.h"

#include <math.h>
#include <string.h>

enum { PIECE = 512 }; // vertices or indices that are packed at a time

typedef enum buffer { POSITIONS, NORMALS, TEXTURE_PLACES, COLOURS, INDICES, BUFFERS } buffer;

struct qx_solid {
    GLuint array;
    GLuint buffers[BUFFERS]; // 0 where there is none
    uint32_t vertex_count, index_count;
    bool short_indices;
};

static const void *element(const void *first, size_t stride, size_t index)
{
    return (const char *)first + stride * index;
}

static bool are_finite(const float *first, size_t stride, size_t size, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        float values[3] = { 0 };
        memcpy(values, element(first, stride, i), size);
        if (!isfinite(values[0]) || !isfinite(values[1]) || !isfinite(values[2])) return false;
    }
    return true;
}

static size_t stride_or(size_t stride, size_t otherwise)
{
    return stride != 0 ? stride : otherwise;
}

static qx_solid_desc resolve(const qx_solid_desc *desc)
{
    qx_solid_desc used = *desc;
    used.position_stride = stride_or(desc->position_stride, 12);
    used.normal_stride = stride_or(desc->normal_stride, 12);
    used.texture_stride = stride_or(desc->texture_stride, 8);
    used.colour_stride = stride_or(desc->colour_stride, 4);
    if (!desc->indices) used.index_count = desc->vertex_count;
    return used;
}

static bool indices_are_good(const qx_solid_desc *used)
{
    if (used->index_count == 0 || used->index_count % 3 != 0) return false;
    for (uint32_t i = 0; used->indices && i < used->index_count; i++) {
        if (used->indices[i] >= used->vertex_count) return false;
    }
    return true;
}

static bool is_good(const qx_solid_desc *used)
{
    const uint32_t count = used->vertex_count;
    if (!used->positions || count == 0 || count > INT32_MAX / 16) return false;
    if (used->index_count > INT32_MAX / 4 || !indices_are_good(used)) return false;
    if (used->position_stride < 12 || used->normal_stride < 12) return false;
    if (used->texture_stride < 8 || used->colour_stride < 4) return false;
    if (!are_finite(used->positions, used->position_stride, 12, count)) return false;
    if (used->normals && !are_finite(used->normals, used->normal_stride, 12, count)) return false;
    return !used->texture_places ||
           are_finite(used->texture_places, used->texture_stride, 8, count);
}

// Into the bound buffer, tightly.
static void pack(const void *first, size_t stride, size_t size, uint32_t count)
{
    if (stride == size) {
        glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(size * count), first);
        return;
    }
    char piece[PIECE * 12];
    for (uint32_t done = 0; done < count; done += PIECE) {
        const uint32_t some = count - done < PIECE ? count - done : PIECE;
        for (uint32_t i = 0; i < some; i++) {
            memcpy(piece + size * i, element(first, stride, done + i), size);
        }
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)(size * done), (GLsizeiptr)(size * some), piece);
    }
}

static void make_buffer(qx_solid *solid, buffer which, const void *first, size_t stride,
                        size_t size)
{
    if (!first) return;
    glGenBuffers(1, &solid->buffers[which]);
    glBindBuffer(GL_ARRAY_BUFFER, solid->buffers[which]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(size * solid->vertex_count), NULL, GL_STATIC_DRAW);
    pack(first, stride, size, solid->vertex_count);
}

static void pack_indices(const uint32_t *indices, uint32_t count)
{
    uint16_t piece[PIECE];
    for (uint32_t done = 0; done < count; done += PIECE) {
        const uint32_t some = count - done < PIECE ? count - done : PIECE;
        for (uint32_t i = 0; i < some; i++) piece[i] = (uint16_t)indices[done + i];
        glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (GLintptr)(2 * (size_t)done),
                        (GLsizeiptr)(2 * some), piece);
    }
}

// 65,535 is no index but a mark in WebGL, so a vertex less can be told apart by two bytes.
static void make_indices(qx_solid *solid, const uint32_t *indices)
{
    if (!indices) return;
    solid->short_indices = solid->vertex_count < 65536;
    const size_t bytes = (size_t)solid->index_count * (solid->short_indices ? 2 : 4);
    glGenBuffers(1, &solid->buffers[INDICES]);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, solid->buffers[INDICES]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)bytes, solid->short_indices ? NULL : indices,
                 GL_STATIC_DRAW);
    if (solid->short_indices) pack_indices(indices, solid->index_count);
}

// The array buffer's name becomes the attribute's; without one every vertex has the same value.
static void point_at(GLuint attribute, GLuint name, GLint count)
{
    if (name == 0) {
        glDisableVertexAttribArray(attribute);
        return;
    }
    glBindBuffer(GL_ARRAY_BUFFER, name);
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, count, GL_FLOAT, GL_FALSE, 0, NULL);
}

static void make_array(qx_solid *solid)
{
    point_at(0, solid->buffers[POSITIONS], 3);
    point_at(1, solid->buffers[NORMALS], 3);
    point_at(4, solid->buffers[TEXTURE_PLACES], 2);
    if (solid->buffers[COLOURS] == 0) return;
    glBindBuffer(GL_ARRAY_BUFFER, solid->buffers[COLOURS]);
    glEnableVertexAttribArray(5);
    glVertexAttribIPointer(5, 1, GL_UNSIGNED_INT, 0, NULL);
}

static bool fill(qx_solid *solid, const qx_solid_desc *used)
{
    solid->vertex_count = used->vertex_count;
    solid->index_count = used->index_count;
    glGenVertexArrays(1, &solid->array);
    glBindVertexArray(solid->array);
    make_buffer(solid, POSITIONS, used->positions, used->position_stride, 12);
    make_buffer(solid, NORMALS, used->normals, used->normal_stride, 12);
    make_buffer(solid, TEXTURE_PLACES, used->texture_places, used->texture_stride, 8);
    make_buffer(solid, COLOURS, used->colours, used->colour_stride, 4);
    make_array(solid);
    make_indices(solid, used->indices);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    return glGetError() != GL_OUT_OF_MEMORY;
}

qx_result qx_solid_create(qx_render *render, const qx_solid_desc *desc, qx_solid **out)
{
    *out = NULL;
    const qx_solid_desc used = resolve(desc);
    if (!is_good(&used)) return QX_BAD_VALUE;
    qx_solid *solid = qx_allocate_zeroed(&render->allocator, sizeof *solid, _Alignof(qx_solid));
    if (!solid) return QX_NO_MEMORY;
    if (!fill(solid, &used)) {
        qx_solid_destroy(render, solid);
        return QX_NO_MEMORY;
    }
    *out = solid;
    return QX_OK;
}

static void replace(const qx_solid *solid, buffer which, const float *first, size_t stride)
{
    if (!first || solid->buffers[which] == 0) return;
    glBindBuffer(GL_ARRAY_BUFFER, solid->buffers[which]);
    // Fresh memory where the old is still being drawn from: no waiting.
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(12 * (size_t)solid->vertex_count), NULL,
                 GL_STREAM_DRAW);
    pack(first, stride_or(stride, 12), 12, solid->vertex_count);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void qx_solid_set(qx_render *render, qx_solid *solid, const float *positions,
                  size_t position_stride, const float *normals, size_t normal_stride)
{
    (void)render;
    replace(solid, POSITIONS, positions, position_stride);
    replace(solid, NORMALS, normals, normal_stride);
}

void qx_solid_destroy(qx_render *render, qx_solid *solid)
{
    if (!solid) return;
    glDeleteVertexArrays(1, &solid->array);
    glDeleteBuffers(BUFFERS, solid->buffers);
    qx_release(&render->allocator, solid, sizeof *solid);
}

void qx_space_solid(qx_render *render, const qx_solid *solid, const qx_solid_look *look)
{
    if (!solid || look->first >= solid->index_count) return;
    qx_space_draw draw = { .solid = solid, .look = *look };
    qx_solid_look *used = &draw.look;
    const uint32_t most = solid->index_count - used->first;
    if (used->count == 0 || used->count > most) used->count = most;
    if (used->colour == 0) used->colour = UINT32_MAX;
    if (!(used->alpha > 0.0f) || used->alpha > 1.0f) used->alpha = 1.0f;
    if (used->toward && used->toward->vertex_count != solid->vertex_count) used->toward = NULL;
    if (!used->toward || !(used->mix > 0.0f)) used->mix = 0.0f;
    if (used->mix > 1.0f) used->mix = 1.0f;
    static const qx_mat4 nowhere = { { 0 } };
    if (memcmp(&used->place, &nowhere, sizeof nowhere) == 0) {
        used->place = qx_mat4_place((qx_vec3){ 0, 0, 0 }, 1.0f);
    }
    qx_space_add(render, &draw);
}

bool qx_solid_is_blended(const qx_solid_look *look)
{
    return look->alpha < 1.0f || (look->colour & 255) < 255;
}

// How normals turn: the place's cofactors, which are right for any scale and for mirrors, too.
static bool tell_turn(GLint at, const float *m)
{
    float turn[9];
    for (int column = 0; column < 3; column++) {
        const float *b = m + 4 * ((column + 1) % 3);
        const float *c = m + 4 * ((column + 2) % 3);
        turn[3 * column] = b[1] * c[2] - b[2] * c[1];
        turn[3 * column + 1] = b[2] * c[0] - b[0] * c[2];
        turn[3 * column + 2] = b[0] * c[1] - b[1] * c[0];
    }
    const bool mirrored = m[0] * turn[0] + m[1] * turn[1] + m[2] * turn[2] < 0.0f;
    for (int i = 0; mirrored && i < 9; i++) turn[i] = -turn[i];
    glUniformMatrix3fv(at, 1, GL_FALSE, turn);
    return mirrored;
}

static void tell_tint(const qx_program *program, const qx_solid_look *look)
{
    const uint32_t colour = look->colour;
    glUniform4f(program->at[QX_UNIFORM_TINT], qx_light_of(colour >> 24), qx_light_of(colour >> 16),
                qx_light_of(colour >> 8), look->alpha * (float)(colour & 255) / 255.0f);
}

static float at_least_0(float value)
{
    return value > 0.0f ? value : 0.0f;
}

static void tell_finish(const qx_program *program, const qx_solid *solid, const qx_solid_look *look)
{
    const float flat = solid->buffers[NORMALS] == 0 ? 1.0f : 0.0f;
    glUniform4f(program->at[QX_UNIFORM_FINISH], fminf(at_least_0(look->gloss), 1.0f),
                at_least_0(look->glow), at_least_0(look->rim), flat);
    glUniform1f(program->at[QX_UNIFORM_OPAQUE], qx_solid_is_blended(look) ? 0.0f : 1.0f);
}

static void point_at_toward(const qx_solid *solid, const qx_solid_look *look)
{
    const qx_solid *toward = look->toward ? look->toward : solid;
    point_at(2, toward->buffers[POSITIONS], 3);
    point_at(3,
             solid->buffers[NORMALS] && toward->buffers[NORMALS] ? toward->buffers[NORMALS]
                                                                 : solid->buffers[NORMALS],
             3);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    if (solid->buffers[COLOURS] == 0) glVertexAttribI4ui(5, UINT32_MAX, 0, 0, 0);
}

static void draw_elements(const qx_solid *solid, const qx_solid_look *look)
{
    if (solid->buffers[INDICES] == 0) {
        glDrawArrays(GL_TRIANGLES, (GLint)look->first, (GLsizei)look->count);
        return;
    }
    const GLenum type = solid->short_indices ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
    const size_t at = (size_t)look->first * (solid->short_indices ? 2 : 4);
    glDrawElements(GL_TRIANGLES, (GLsizei)look->count, type, (const void *)at);
}

static void draw_array(const qx_solid *solid, const qx_solid_look *look)
{
    glBindVertexArray(solid->array);
    point_at_toward(solid, look);
    draw_elements(solid, look);
    glBindVertexArray(0);
}

static qx_program_name program_for(const qx_render *render, const qx_solid *solid,
                                   const qx_solid_look *look)
{
    int which = QX_PROGRAM_SOLID;
    if (look->texture && solid->buffers[TEXTURE_PLACES] != 0) which += 1;
    if (render->space.used.shadow_reach > 0.0f) which += 2;
    return (qx_program_name)which;
}

void qx_solid_draw(qx_render *render, const qx_space_draw *draw)
{
    const qx_solid_look *look = &draw->look;
    const qx_program *program = qx_render_use(render, program_for(render, draw->solid, look));
    glUniformMatrix4fv(program->at[QX_UNIFORM_PLACE], 1, GL_FALSE, look->place.m);
    const bool mirrored = tell_turn(program->at[QX_UNIFORM_TURN], look->place.m);
    glUniform1f(program->at[QX_UNIFORM_SHARE], look->mix);
    tell_tint(program, look);
    tell_finish(program, draw->solid, look);
    if (look->texture) glBindTexture(GL_TEXTURE_2D, qx_texture_name(look->texture));
    if (!look->two_sided) glEnable(GL_CULL_FACE);
    glFrontFace(mirrored ? GL_CW : GL_CCW);
    draw_array(draw->solid, look);
    glFrontFace(GL_CCW);
    glDisable(GL_CULL_FACE);
    if (look->texture) glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
}

void qx_solid_cast(qx_render *render, const qx_space_draw *draw)
{
    const qx_program *program = qx_render_use(render, QX_PROGRAM_CAST);
    glUniformMatrix4fv(program->at[QX_UNIFORM_PLACE], 1, GL_FALSE, draw->look.place.m);
    glUniform1f(program->at[QX_UNIFORM_SHARE], draw->look.mix);
    draw_array(draw->solid, &draw->look);
    glUseProgram(0);
}
