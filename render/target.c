// SPDX-License-Identifier: MIT
#include "state.h"

#include <string.h>

struct qx_target {
    GLuint framebuffer, renderbuffer;
    uint32_t width, height;
    uint8_t *pixels; // RGBA, the one layout every context reads back
};

static size_t bytes_of(uint32_t width, uint32_t height)
{
    return (size_t)width * height * 4;
}

static bool make_buffers(qx_target *target)
{
    glGenRenderbuffers(1, &target->renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, target->renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, (GLsizei)target->width,
                          (GLsizei)target->height);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              target->renderbuffer);
    const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return complete && glGetError() == GL_NO_ERROR;
}

qx_result qx_target_create(qx_render *render, uint32_t width, uint32_t height, qx_target **out)
{
    *out = NULL;
    const uint32_t limit = render->renderbuffer_limit;
    if (width == 0 || height == 0 || width > limit || height > limit) return QX_BAD_VALUE;

    qx_target *target = qx_allocate_zeroed(&render->allocator, sizeof *target, _Alignof(qx_target));
    if (!target) return QX_NO_MEMORY;
    target->width = width;
    target->height = height;
    target->pixels = qx_allocate(&render->allocator, bytes_of(width, height), _Alignof(uint32_t));
    if (!target->pixels || !make_buffers(target)) {
        qx_target_destroy(render, target);
        return QX_NO_MEMORY;
    }
    *out = target;
    return QX_OK;
}

void qx_target_destroy(qx_render *render, qx_target *target)
{
    if (!target) return;
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteRenderbuffers(1, &target->renderbuffer);
    qx_release(&render->allocator, target->pixels, bytes_of(target->width, target->height));
    qx_release(&render->allocator, target, sizeof *target);
}

uint32_t qx_target_framebuffer(const qx_target *target)
{
    return target->framebuffer;
}

static void drop_alpha(uint8_t *rgb, const uint8_t *rgba, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        memcpy(rgb + 3 * (size_t)i, rgba + 4 * (size_t)i, 3);
    }
}

void qx_target_read(qx_render *render, const qx_target *target, uint8_t *pixels)
{
    (void)render;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->framebuffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glReadPixels(0, 0, (GLsizei)target->width, (GLsizei)target->height, GL_RGBA, GL_UNSIGNED_BYTE,
                 target->pixels);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    for (uint32_t y = 0; y < target->height; y++) { // OpenGL's first row is the lowest
        const size_t from = (size_t)(target->height - 1 - y) * target->width;
        drop_alpha(pixels + (size_t)y * target->width * 3, target->pixels + from * 4,
                   target->width);
    }
}
