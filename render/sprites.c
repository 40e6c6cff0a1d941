// SPDX-License-Identifier: MIT
#include "state.h"

void qx_sprites_attributes(size_t at)
{
    const GLsizei stride = sizeof(qx_sprite);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride,
                          (const void *)(at + offsetof(qx_sprite, centre)));
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, stride,
                          (const void *)(at + offsetof(qx_sprite, half_width)));
    glVertexAttribIPointer(2, 1, GL_UNSIGNED_INT, stride,
                           (const void *)(at + offsetof(qx_sprite, colour)));
    glVertexAttribIPointer(3, 1, GL_UNSIGNED_INT, stride,
                           (const void *)(at + offsetof(qx_sprite, shape)));
}

void qx_render_sprites(qx_render *render, qx_blend blend, const qx_sprite *sprites, size_t count)
{
    if (render->stage == QX_STAGE_IDLE || count == 0) return;
    qx_render_blend(render, blend);
    qx_render_use(render, QX_PROGRAM_SPRITES);
    glBindVertexArray(render->sprites_array);
    qx_stream_draw_quads(&render->stream, sprites, count, sizeof *sprites, qx_sprites_attributes);
    glBindVertexArray(0);
    qx_render_blend_done(render, blend);
}
