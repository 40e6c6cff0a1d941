// SPDX-License-Identifier: MIT
#include "state.h"

// Attributes begin anew for every draw: the common subset has no base instance.
void qx_lines_attributes(size_t at)
{
    const GLsizei stride = sizeof(qx_line);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride,
                          (const void *)(at + offsetof(qx_line, from)));
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride,
                          (const void *)(at + offsetof(qx_line, to)));
    glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, stride,
                          (const void *)(at + offsetof(qx_line, width)));
    glVertexAttribIPointer(3, 1, GL_UNSIGNED_INT, stride,
                           (const void *)(at + offsetof(qx_line, colour)));
}

void qx_render_lines(qx_render *render, qx_blend blend, const qx_line *lines, size_t count)
{
    if (render->stage == QX_STAGE_IDLE || count == 0) return;
    qx_render_blend(render, blend);
    const qx_program *program = qx_render_use(render, QX_PROGRAM_LINES);
    glUniform1f(program->at[QX_UNIFORM_FADE_ENDS], blend == QX_BLEND_ADD ? 1.0f : 0.0f);
    glBindVertexArray(render->lines_array);
    qx_stream_draw_quads(&render->stream, lines, count, sizeof *lines, qx_lines_attributes);
    glBindVertexArray(0);
    qx_render_blend_done(render, blend);
}
