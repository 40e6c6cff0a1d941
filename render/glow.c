// SPDX-License-Identifier: MIT
#include "state.h"

// Glowing lines as instances of a quad that covers the light's reach, ribbons as triangles; both by
// the law of glow.h.

enum { CHUNK = 1023 }; // corners of a ribbon copied at a time, whole triangles

// The rasteriser knows what is in range; with no lines it only looks.
static bool is_good(const qx_glow *glow)
{
    float nothing[3] = { 0 };
    const qx_glow_picture picture = { .planes = nothing, .width = 1, .height = 1 };
    return qx_glow_build(glow, QX_GLOW_MAX, NULL, 0, &picture, NULL) == QX_OK;
}

static void tell_light(GLint at, uint32_t colour, float strength)
{
    const float shines = strength > 0.0f ? strength : 0.0f;
    glUniform3f(at, shines * qx_light_of(colour >> 24), shines * qx_light_of(colour >> 16),
                shines * qx_light_of(colour >> 8));
}

static void tell_glow(const qx_program *program, const qx_glow *glow)
{
    const qx_glow used = qx_glow_resolve(glow);
    glUniform3f(program->at[QX_UNIFORM_RADII], used.core, used.middle, used.halo);
    tell_light(program->at[QX_UNIFORM_CORE_LIGHT], used.core_colour, used.core_light);
    tell_light(program->at[QX_UNIFORM_MIDDLE_LIGHT], used.middle_colour, used.middle_light);
    tell_light(program->at[QX_UNIFORM_HALO_LIGHT], used.halo_colour, used.halo_light);
}

static qx_blend blend_of(qx_glow_form form)
{
    return form == QX_GLOW_SUM ? QX_BLEND_ADD : QX_BLEND_MAX;
}

static void point_at_lines(size_t at)
{
    const GLsizei stride = sizeof(qx_glow_line);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride,
                          (const void *)(at + offsetof(qx_glow_line, from)));
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride,
                          (const void *)(at + offsetof(qx_glow_line, to)));
    glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, stride,
                          (const void *)(at + offsetof(qx_glow_line, scale)));
}

void qx_render_glow(qx_render *render, qx_glow_form form, const qx_glow *glow,
                    const qx_glow_line *lines, size_t count)
{
    if (render->stage == QX_STAGE_IDLE || count == 0 || !is_good(glow)) return;
    qx_render_blend(render, blend_of(form));
    const qx_program *program = qx_render_use(render, QX_PROGRAM_GLOW);
    tell_glow(program, glow);
    glUniform1f(program->at[QX_UNIFORM_SUMS], form == QX_GLOW_SUM ? 1.0f : 0.0f);
    glBindVertexArray(render->glow_array);
    qx_stream_draw_quads(&render->stream, lines, count, sizeof *lines, point_at_lines);
    glBindVertexArray(0);
    qx_render_blend_done(render, blend_of(form));
}

typedef struct ribbon {
    const qx_bolt_vertex *vertices;
    uint32_t vertex_count;
    const uint32_t *indices;
} ribbon;

static void point_at_corners(size_t at)
{
    const GLsizei stride = sizeof(qx_bolt_vertex);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride,
                          (const void *)(at + offsetof(qx_bolt_vertex, x)));
    glVertexAttribPointer(1, 2, GL_BYTE, GL_TRUE, stride,
                          (const void *)(at + offsetof(qx_bolt_vertex, across)));
    glVertexAttribPointer(2, 1, GL_UNSIGNED_SHORT, GL_TRUE, stride,
                          (const void *)(at + offsetof(qx_bolt_vertex, brightness)));
}

// Copies the corners of `count` / 3 triangles; one with an index out of range is left out.
static size_t gather(const ribbon *of, uint32_t first, uint32_t count, qx_bolt_vertex *corners)
{
    size_t written = 0;
    for (uint32_t i = first; i < first + count; i += 3) {
        const uint32_t *index = of->indices + i;
        if (index[0] >= of->vertex_count || index[1] >= of->vertex_count ||
            index[2] >= of->vertex_count)
            continue;
        for (int corner = 0; corner < 3; corner++) corners[written++] = of->vertices[index[corner]];
    }
    return written;
}

// Corners are written out triangle by triangle: a call of any size and order of indices can then be
// cut anywhere, and the stream stays one buffer (WebGL has indices in buffers of their own).
static void draw_triangles(qx_stream *stream, const ribbon *of, uint32_t first, uint32_t count)
{
    qx_bolt_vertex corners[CHUNK];
    qx_stream_reserve(stream, count * sizeof *corners);
    const size_t at = stream->used;
    size_t drawn = 0;
    for (uint32_t done = 0; done < count; done += CHUNK) {
        const uint32_t some = count - done < CHUNK ? count - done : CHUNK;
        const size_t written = gather(of, first + done, some, corners);
        if (written > 0) qx_stream_write(stream, corners, written * sizeof *corners);
        drawn += written;
    }
    point_at_corners(at);
    if (drawn > 0) glDrawArrays(GL_TRIANGLES, 0, (GLsizei)drawn);
}

void qx_render_ribbon(qx_render *render, qx_glow_form form, const qx_glow *glow,
                      const qx_bolt_vertex *vertices, uint32_t vertex_count,
                      const uint32_t *indices, uint32_t index_count)
{
    const uint32_t count = index_count / 3 * 3;
    if (render->stage == QX_STAGE_IDLE || count == 0 || !is_good(glow)) return;
    qx_render_blend(render, blend_of(form));
    tell_glow(qx_render_use(render, QX_PROGRAM_RIBBON), glow);
    glBindVertexArray(render->ribbon_array);
    const ribbon all = { vertices, vertex_count, indices };
    const size_t fit = render->stream.size / (3 * sizeof *vertices);
    const uint32_t most = (uint32_t)(fit < UINT32_MAX / 6 ? fit : UINT32_MAX / 6) * 3;
    for (uint32_t done = 0; done < count;) {
        const uint32_t some = count - done < most ? count - done : most;
        draw_triangles(&render->stream, &all, done, some);
        done += some;
    }
    glBindVertexArray(0);
    qx_render_blend_done(render, blend_of(form));
}
