// SPDX-License-Identifier: MIT
#include "state.h"

// Lines and sprites at their depth, which they are measured against and do not change.

static const qx_program *begin(qx_render *render, qx_program_name which, qx_blend blend,
                               qx_space_depth depth)
{
    qx_space_flush(render);
    if (depth == QX_SPACE_BEHIND) glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, blend == QX_BLEND_ALPHA ? GL_ONE_MINUS_SRC_ALPHA : GL_ONE);
    if (blend == QX_BLEND_MAX) glBlendEquation(GL_MAX);
    const qx_program *program = qx_render_use(render, which);
    glUniform1f(program->at[QX_UNIFORM_ADDS], blend == QX_BLEND_ALPHA ? 0.0f : 1.0f);
    return program;
}

static void end(void)
{
    glBindVertexArray(0);
    glUseProgram(0);
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
}

void qx_space_lines(qx_render *render, qx_blend blend, qx_space_depth depth, const qx_line *lines,
                    size_t count)
{
    if (!render->space.open || count == 0) return;
    const qx_program *program = begin(render, QX_PROGRAM_SPACE_LINES, blend, depth);
    glUniform1f(program->at[QX_UNIFORM_FADE_ENDS], blend == QX_BLEND_ADD ? 1.0f : 0.0f);
    glBindVertexArray(render->lines_array);
    qx_stream_draw_quads(&render->stream, lines, count, sizeof *lines, qx_lines_attributes);
    end();
}

void qx_space_sprites(qx_render *render, qx_blend blend, qx_space_depth depth,
                      const qx_sprite *sprites, size_t count)
{
    if (!render->space.open || count == 0) return;
    begin(render, QX_PROGRAM_SPACE_SPRITES, blend, depth);
    glBindVertexArray(render->sprites_array);
    qx_stream_draw_quads(&render->stream, sprites, count, sizeof *sprites, qx_sprites_attributes);
    end();
}
