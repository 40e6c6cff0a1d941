// SPDX-License-Identifier: MIT
#include "state.h"

#include <string.h>

static void begin_anew(qx_stream *stream)
{
    // The driver hands out fresh memory where the old is still being drawn from: no waiting.
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)stream->size, NULL, GL_STREAM_DRAW);
    stream->used = 0;
}

bool qx_stream_create(qx_stream *stream, size_t size)
{
    stream->size = size;
    glGenBuffers(1, &stream->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, stream->buffer);
    begin_anew(stream);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return glGetError() == GL_NO_ERROR;
}

void qx_stream_destroy(qx_stream *stream)
{
    glDeleteBuffers(1, &stream->buffer);
}

// What lies in the ring before `used` may still be read by draws under way and is never written
// again, so nothing has to wait for them. WebGL cannot map buffers.
static void put(size_t at, const void *data, size_t size)
{
#ifndef __EMSCRIPTEN__
    const GLbitfield how =
        GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT;
    void *mapped = glMapBufferRange(GL_ARRAY_BUFFER, (GLintptr)at, (GLsizeiptr)size, how);
    if (mapped) {
        memcpy(mapped, data, size);
        if (glUnmapBuffer(GL_ARRAY_BUFFER)) return;
    }
#endif
    glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)at, (GLsizeiptr)size, data);
}

void qx_stream_reserve(qx_stream *stream, size_t size)
{
    glBindBuffer(GL_ARRAY_BUFFER, stream->buffer);
    if (size > stream->size - stream->used) begin_anew(stream);
}

size_t qx_stream_write(qx_stream *stream, const void *data, size_t size)
{
    qx_stream_reserve(stream, size);
    const size_t at = stream->used;
    put(at, data, size);
    stream->used = at + size;
    return at;
}

void qx_stream_draw_quads(qx_stream *stream, const void *things, size_t count, size_t size,
                          void (*point_at)(size_t at))
{
    const char *all = things;
    const size_t most = stream->size / size;
    for (size_t done = 0; done < count; done += most) {
        const size_t some = count - done < most ? count - done : most;
        point_at(qx_stream_write(stream, all + done * size, some * size));
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)some);
    }
}
