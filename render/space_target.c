// SPDX-License-Identifier: MIT
#include "state.h"

// Where a space is drawn: a multisampled copy of the scene with a depth buffer; where the context
// has none, the scene itself with a depth buffer beside it.

enum { MOST_SAMPLES = 4 };

static GLenum colour_format(const qx_render *render)
{
    return render->half_float ? GL_RGBA16F : GL_SRGB8_ALPHA8;
}

static GLuint make_buffer(GLenum format, GLsizei samples, uint32_t width, uint32_t height)
{
    GLuint name;
    glGenRenderbuffers(1, &name);
    glBindRenderbuffer(GL_RENDERBUFFER, name);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, (GLsizei)width,
                                     (GLsizei)height);
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    return name;
}

static bool make_target(const qx_render *render, qx_space_target *target)
{
    const uint32_t width = target->width;
    const uint32_t height = target->height;
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    target->depth = make_buffer(GL_DEPTH_COMPONENT24, target->samples, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target->depth);
    if (target->samples > 0) {
        target->colour = make_buffer(colour_format(render), target->samples, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  target->colour);
    } else {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                               render->scene.texture, 0);
    }
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

// Trying is surer than asking, as for half floats.
GLsizei qx_space_samples(const qx_render *render)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    for (GLsizei samples = most < MOST_SAMPLES ? most : MOST_SAMPLES; samples > 1; samples /= 2) {
        qx_space_target trial = { .width = 4, .height = 4, .samples = samples };
        const bool made = make_target(render, &trial);
        qx_space_target_free(&trial);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        qx_forget_errors();
        if (made) return samples;
    }
    return 0;
}

static bool make_with(const qx_render *render, qx_space_target *target, GLsizei samples)
{
    qx_space_target_free(target);
    target->width = render->scene.width;
    target->height = render->scene.height;
    target->samples = samples;
    if (make_target(render, target)) return true;
    qx_space_target_free(target);
    qx_forget_errors();
    return false;
}

static bool is_right(const qx_render *render, const qx_space_target *target, GLsizei samples)
{
    return target->width == render->scene.width && target->height == render->scene.height &&
           target->samples == samples;
}

bool qx_space_target_fit(qx_render *render, qx_space_target *target, bool rough)
{
    const GLsizei samples = rough ? 0 : render->space.samples;
    if (!is_right(render, target, samples)) {
        if (make_with(render, target, samples)) return true;
        render->space.samples = 0; // no memory at this size: jagged rather than nothing
        return make_with(render, target, 0);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    if (samples == 0) { // the scene's texture may be another of the same size
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                               render->scene.texture, 0);
    }
    return true;
}

void qx_space_target_free(qx_space_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteRenderbuffers(1, &target->colour);
    glDeleteRenderbuffers(1, &target->depth);
    *target = (qx_space_target){ 0 };
}
