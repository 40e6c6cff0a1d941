// SPDX-License-Identifier: MIT
#include "state.h"

// The depth of what the sun sees. Comparing is done where it is read, over four texels.

static void make_texture(qx_shadow_map *shadow)
{
    glGenTextures(1, &shadow->texture);
    glBindTexture(GL_TEXTURE_2D, shadow->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, (GLsizei)shadow->size,
                 (GLsizei)shadow->size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glBindTexture(GL_TEXTURE_2D, 0);
}

static bool make_framebuffer(qx_shadow_map *shadow)
{
    const GLenum none = GL_NONE;
    glGenFramebuffers(1, &shadow->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, shadow->texture, 0);
    glDrawBuffers(1, &none);
    glReadBuffer(GL_NONE);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool qx_shadow_fit(qx_shadow_map *shadow, uint32_t size)
{
    if (shadow->size == size) return true;
    qx_shadow_free(shadow);
    shadow->size = size;
    make_texture(shadow);
    if (make_framebuffer(shadow)) return true;
    qx_shadow_free(shadow);
    return false;
}

void qx_shadow_free(qx_shadow_map *shadow)
{
    glDeleteFramebuffers(1, &shadow->framebuffer);
    glDeleteTextures(1, &shadow->texture);
    *shadow = (qx_shadow_map){ 0 };
}
