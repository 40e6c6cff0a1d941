// SPDX-License-Identifier: MIT
#include "state.h"

struct qx_texture {
    GLuint name;
};

qx_result qx_texture_create(qx_render *render, const uint8_t *pixels, uint32_t width,
                            uint32_t height, bool repeat, qx_texture **out)
{
    *out = NULL;
    if (!pixels || width == 0 || height == 0) return QX_BAD_VALUE;
    if (width > render->texture_limit || height > render->texture_limit) return QX_TOO_LARGE;
    qx_texture *texture =
        qx_allocate_zeroed(&render->allocator, sizeof *texture, _Alignof(qx_texture));
    if (!texture) return QX_NO_MEMORY;

    const GLint wrap = repeat ? GL_REPEAT : GL_CLAMP_TO_EDGE;
    glGenTextures(1, &texture->name);
    glBindTexture(GL_TEXTURE_2D, texture->name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, (GLsizei)width, (GLsizei)height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
    if (glGetError() == GL_OUT_OF_MEMORY) {
        qx_texture_destroy(render, texture);
        return QX_NO_MEMORY;
    }
    *out = texture;
    return QX_OK;
}

void qx_texture_destroy(qx_render *render, qx_texture *texture)
{
    if (!texture) return;
    glDeleteTextures(1, &texture->name);
    qx_release(&render->allocator, texture, sizeof *texture);
}

GLuint qx_texture_name(const qx_texture *texture)
{
    return texture->name;
}
