// SPDX-License-Identifier: MIT
#pragma once

// What the files of the library share. Not installed.

#include "shaders.h"

#include <quincunx/render.h>

#include <base/memory.h>

// 16,384 pixels halve ten times before fewer than 16 are left.
#define QX_BLOOM_LEVELS 10

// Makes the glow of strength 1 as bright as it should be.
#define QX_BLOOM_GAIN 0.24f

// Light stored in 8 bits is divided by this, so that what is brighter than the screen's white still
// has room to glow.
#define QX_HEADROOM 3.0f

// Whether the context renders to half floats; tests take it away to try the other path.
typedef enum qx_precision { QX_PRECISION_BEST = 0, QX_PRECISION_BYTES } qx_precision;

// A texture to draw into.
typedef struct qx_surface {
    GLuint texture, framebuffer;
    uint32_t width, height; // 0 where there is none
} qx_surface;

typedef enum qx_stage {
    QX_STAGE_IDLE = 0, // between frames; draws are ignored
    QX_STAGE_SCENE,    // high dynamic range
    QX_STAGE_OVER      // straight into the output
} qx_stage;

// Instances on their way to the GPU: a ring that is thrown away and begun anew when it is full.
typedef struct qx_stream {
    GLuint buffer;
    size_t size, used;
} qx_stream;

typedef struct qx_net_cache {
    GLuint now, before;
    uint32_t now_width, now_height, before_width, before_height; // of the textures
    const qx_vec3 *positions_from, *before_from;
    uint32_t columns, rows;
    uint64_t version;
    qx_vec2 rest, spacing;
    float highlight_scale;
    bool filled;
} qx_net_cache;

struct qx_render {
    qx_allocator allocator;
    bool es;
    bool half_float;
    uint32_t texture_limit, renderbuffer_limit;
    char text[128];

    qx_program programs[QX_PROGRAM_COUNT];
    GLuint lines_array, sprites_array, glow_array, ribbon_array, empty_array;
    qx_stream stream;
    qx_net_cache net;

    qx_surface scene, beams;
    qx_surface glow[QX_BLOOM_LEVELS];
    uint32_t glow_levels;
    bool beams_used; // this frame

    qx_frame frame; // with every default filled in
    qx_stage stage;
    uint32_t width, height; // of what is drawn into now
    bool bytes_out;         // it takes sRGB bytes
};

qx_result qx_render_create_with(const qx_render_desc *desc, qx_precision precision,
                                qx_render **render, qx_error *error);

// frame.c
bool qx_surface_fit(qx_render *render, qx_surface *surface, uint32_t width, uint32_t height);
void qx_surface_free(qx_surface *surface);
// Makes the program current and tells it about view and output.
const qx_program *qx_render_use(const qx_render *render, qx_program_name which);
// Sends drawing where this blend belongs and sets blending; qx_render_blend_done sends it back.
void qx_render_blend(qx_render *render, qx_blend blend);
void qx_render_blend_done(qx_render *render, qx_blend blend);
void qx_bind_to_unit(GLenum unit, GLuint texture);
// Linear light of an sRGB byte, the lowest 8 bits.
float qx_light_of(uint32_t byte);

// bloom.c
// Spreads what is bright in the scene; the result is glow[0]. False where there is nothing to add.
bool qx_bloom_build(qx_render *render);
// Draws one triangle over the whole of what is bound.
void qx_render_cover(const qx_render *render);

// stream.c
bool qx_stream_create(qx_stream *stream, size_t size);
void qx_stream_destroy(qx_stream *stream);
// Makes room for `size` bytes, at most the stream's, that are written from `used` on in any number
// of pieces; the buffer stays bound.
void qx_stream_reserve(qx_stream *stream, size_t size);
// Copies instances in and returns where they begin; the buffer stays bound.
size_t qx_stream_write(qx_stream *stream, const void *data, size_t size);

// net.c
void qx_net_cache_free(qx_net_cache *cache);
