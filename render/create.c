// SPDX-License-Identifier: MIT
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_STREAM_BYTES = 4 << 20, LEAST_STREAM_BYTES = 4096 };

static qx_result refuse(qx_error *error, qx_result result, const char *message)
{
    if (error) {
        *error = (qx_error){ .code = result };
        snprintf(error->message, sizeof error->message, "%s", message);
    }
    return result;
}

// "OpenGL ES 3.2 Mesa …", "3.3 (Core Profile) …", "OpenGL ES 3.0 (WebGL 2.0 …)": major * 10 +
// minor.
static int version_of(const char *words, bool *es)
{
    static const char prefix[] = "OpenGL ES ";
    *es = strncmp(words, prefix, sizeof prefix - 1) == 0;
    if (*es) words += sizeof prefix - 1;
    char *rest;
    const long major = strtol(words, &rest, 10);
    const long minor = *rest == '.' ? strtol(rest + 1, NULL, 10) : 0;
    return (int)(major * 10 + minor);
}

static bool context_is_current(void)
{
#ifdef __EMSCRIPTEN__
    return glGetString(GL_VERSION) != NULL;
#else
    return epoxy_gl_version() != 0; // any other call would end the program where there is none
#endif
}

static qx_result check_context(qx_render *render, qx_error *error)
{
    if (!context_is_current())
        return refuse(error, QX_UNSUPPORTED, "no OpenGL context is current on this thread");
    const char *words = (const char *)glGetString(GL_VERSION);
    const int version = words ? version_of(words, &render->es) : 0;
    if (version >= (render->es ? 30 : 33)) return QX_OK;

    char message[160];
    snprintf(message, sizeof message, "OpenGL%s %d.%d is too old: 3.3, or OpenGL ES 3.0, is needed",
             render->es ? " ES" : "", version / 10, version % 10);
    return refuse(error, QX_UNSUPPORTED, message);
}

static void look_at_limits(qx_render *render)
{
    GLint texture = 0;
    GLint renderbuffer = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &renderbuffer);
    render->texture_limit = (uint32_t)texture;
    render->renderbuffer_limit = (uint32_t)renderbuffer;
}

// A context that was lost reports that without end.
void qx_forget_errors(void)
{
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; i++) {
    }
}

// Extensions promise it, drivers keep it or not: trying is surer than asking.
static void choose_format(qx_render *render, qx_precision precision)
{
    render->half_float = precision == QX_PRECISION_BEST;
    if (!render->half_float) return;
    qx_surface trial = { 0 };
    render->half_float = qx_surface_fit(render, &trial, 4, 4);
    qx_surface_free(&trial);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    qx_forget_errors(); // refusals of the trial are no one else's business
}

static void describe(qx_render *render)
{
    const char *version = (const char *)glGetString(GL_VERSION);
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    bool es;
    const int number = version_of(version, &es);
    const int length = renderer ? (int)strcspn(renderer, "(/") : 0;
    snprintf(render->text, sizeof render->text, "OpenGL%s %d.%d, %.*s", es ? " ES" : "",
             number / 10, number % 10, length < 60 ? length : 60, renderer ? renderer : "");
    size_t end = strlen(render->text);
    while (end > 0 && render->text[end - 1] == ' ') {
        end--;
    }
    snprintf(render->text + end, sizeof render->text - end, ", %s",
             render->half_float ? "RGBA16F" : "RGBA8");
}

static GLuint make_array(GLuint attributes, GLuint divisor)
{
    GLuint name;
    glGenVertexArrays(1, &name);
    glBindVertexArray(name);
    for (GLuint attribute = 0; attribute < attributes; attribute++) {
        glEnableVertexAttribArray(attribute);
        glVertexAttribDivisor(attribute, divisor);
    }
    glBindVertexArray(0);
    return name;
}

static void make_arrays(qx_render *render)
{
    render->empty_array = make_array(0, 0);
    render->lines_array = make_array(4, 1);
    render->sprites_array = make_array(4, 1);
    render->glow_array = make_array(3, 1);
    render->ribbon_array = make_array(3, 0);
}

static qx_result make_programs(qx_render *render, qx_error *error)
{
    for (int i = 0; i < QX_PROGRAM_EARLY; i++) {
        const qx_result result =
            qx_program_create((qx_program_name)i, render->es, &render->programs[i], error);
        if (result != QX_OK) return result;
    }
    return QX_OK;
}

static qx_result make_everything(qx_render *render, size_t stream_bytes, qx_precision precision,
                                 qx_error *error)
{
    qx_forget_errors(); // what others left behind must not look like our own failure
    look_at_limits(render);
    choose_format(render, precision);
    describe(render);
    const qx_result result = make_programs(render, error);
    if (result != QX_OK) return result;
    make_arrays(render);
    if (!qx_stream_create(&render->stream, stream_bytes)) {
        return refuse(error, QX_NO_MEMORY, "no memory for the instance buffer");
    }
    if (!qx_space_create(render)) return refuse(error, QX_NO_MEMORY, "no memory for spaces");
    return QX_OK;
}

static size_t stream_bytes_of(const qx_render_desc *desc)
{
    if (!desc || desc->stream_bytes == 0) return DEFAULT_STREAM_BYTES;
    return desc->stream_bytes < LEAST_STREAM_BYTES ? LEAST_STREAM_BYTES : desc->stream_bytes;
}

qx_result qx_render_create_with(const qx_render_desc *desc, qx_precision precision, qx_render **out,
                                qx_error *error)
{
    *out = NULL;
    if (error) *error = (qx_error){ .code = QX_OK };
    const qx_allocator allocator = qx_allocator_resolve(desc ? desc->allocator : NULL);
    qx_render *render = qx_allocate_zeroed(&allocator, sizeof *render, _Alignof(qx_render));
    if (!render) return refuse(error, QX_NO_MEMORY, "no memory for the renderer");
    render->allocator = allocator;

    qx_result result = check_context(render, error);
    if (result != QX_OK) { // without a context there is nothing of OpenGL to free, and no way to
        qx_release(&allocator, render, sizeof *render);
        return result;
    }
    result = make_everything(render, stream_bytes_of(desc), precision, error);
    if (result != QX_OK) {
        qx_render_destroy(render);
        return result;
    }
    *out = render;
    return QX_OK;
}

qx_result qx_render_create(const qx_render_desc *desc, qx_render **render, qx_error *error)
{
    return qx_render_create_with(desc, QX_PRECISION_BEST, render, error);
}

void qx_render_destroy(qx_render *render)
{
    if (!render) return;
    for (int i = 0; i < QX_PROGRAM_COUNT; i++) {
        glDeleteProgram(render->programs[i].name);
    }
    const GLuint arrays[] = { render->empty_array, render->lines_array, render->sprites_array,
                              render->glow_array, render->ribbon_array };
    glDeleteVertexArrays(5, arrays);
    qx_stream_destroy(&render->stream);
    qx_net_cache_free(&render->net);
    qx_surface_free(&render->scene);
    qx_surface_free(&render->beams);
    qx_space_free(render);
    for (int i = 0; i < QX_BLOOM_LEVELS; i++) {
        qx_surface_free(&render->glow[i]);
    }
    const qx_allocator allocator = render->allocator;
    qx_release(&allocator, render, sizeof *render);
}

const char *qx_render_text(const qx_render *render)
{
    return render->text;
}
