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

static void draw_batch(qx_render *render, const qx_line *lines, size_t count)
{
    qx_lines_attributes(qx_stream_write(&render->stream, lines, count * sizeof *lines));
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)count);
}

void qx_render_lines(qx_render *render, qx_blend blend, const qx_line *lines, size_t count)
{
    if (render->stage == QX_STAGE_IDLE || count == 0) return;
    qx_render_blend(render, blend);
    const qx_program *program = qx_render_use(render, QX_PROGRAM_LINES);
    glUniform1f(program->at[QX_UNIFORM_FADE_ENDS], blend == QX_BLEND_ADD ? 1.0f : 0.0f);
    glBindVertexArray(render->lines_array);
    const size_t most = render->stream.size / sizeof *lines;
    for (size_t done = 0; done < count; done += most) {
        draw_batch(render, lines + done, count - done < most ? count - done : most);
    }
    glBindVertexArray(0);
    qx_render_blend_done(render, blend);
}
