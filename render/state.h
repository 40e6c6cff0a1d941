// SPDX-License-Identifier: MIT
#pragma once

// What the files of the library share. Not installed.

#include "shaders.h"

#include <quincunx/render.h>
#include <quincunx/solid.h>

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

// Solids of one space that cast shadows on one another; more are drawn in lots of so many.
#define QX_SPACE_DRAWS 1024

typedef enum qx_space_pass {
    QX_SPACE_CAST, // depth alone, as the sun sees it: qx_program QX_PROGRAM_CAST or one of your own
    QX_SPACE_SHOW  // what is seen, opaque
} qx_space_pass;

// Draws in a space with a program of its own, once a pass. Depth test and target are set; it leaves
// them, unit 1, which has the shadow map, and no program bound. Its shaders begin with
// qx_space_block; in the fragment shader qx_space_light gives lit(), in_fog() and stored(), and
// qx_space_shadow sun_share(). qx_render_use() tells out_scale. What is seen: space.used.camera.
typedef void qx_space_callback(qx_render *render, qx_space_pass pass, const void *user);

typedef struct qx_space_draw {
    qx_space_callback *callback; // NULL: a solid
    const void *user;
    const qx_solid *solid;
    qx_solid_look look;
} qx_space_draw;

typedef struct qx_space_target {
    GLuint framebuffer, colour, depth; // no colour of its own without multisampling
    uint32_t width, height;            // 0 where there is none
    GLsizei samples;                   // 0: straight into the scene
} qx_space_target;

typedef struct qx_shadow_map {
    GLuint texture, framebuffer;
    uint32_t size; // 0 where there is none
} qx_shadow_map;

typedef struct qx_space_state {
    bool open;
    bool cast;       // the shadow map holds something of this space
    qx_space used;   // with every default filled in
    GLuint block;    // uniform buffer of qx_space_block
    GLsizei samples; // that the context can have, 0 or 2 to 4
    qx_space_target target;
    qx_shadow_map shadow;
    uint32_t draw_count;
    qx_space_draw draws[QX_SPACE_DRAWS];
} qx_space_state;

struct qx_render {
    qx_allocator allocator;
    bool es;
    bool half_float;
    uint32_t texture_limit, renderbuffer_limit;
    char text[128];

    qx_program programs[QX_PROGRAM_COUNT];
    GLuint lines_array, sprites_array, glow_array, ribbon_array, empty_array;
    GLuint scene_framebuffer; // what is drawn into while the stage is the scene
    qx_stream stream;
    qx_net_cache net;

    qx_surface scene, beams;
    qx_surface glow[QX_BLOOM_LEVELS];
    uint32_t glow_levels;
    bool beams_used; // this frame

    qx_space_state space;

    qx_frame frame; // with every default filled in
    qx_stage stage;
    uint32_t width, height; // of what is drawn into now
    bool bytes_out;         // it takes sRGB bytes
};

qx_result qx_render_create_with(const qx_render_desc *desc, qx_precision precision,
                                qx_render **render, qx_error *error);

// create.c
// Refusals of something tried are no one else's business.
void qx_forget_errors(void);

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
// Draws `count` things of `size` bytes by the program and the array in use, each as a strip of four
// vertices, in as many goes as the stream needs; point_at sets the attributes where they lie.
void qx_stream_draw_quads(qx_stream *stream, const void *things, size_t count, size_t size,
                          void (*point_at)(size_t at));

// net.c
void qx_net_cache_free(qx_net_cache *cache);

// lines.c, sprites.c
// Where the instances' attributes are found from `at` on in the stream's buffer.
void qx_lines_attributes(size_t at);
void qx_sprites_attributes(size_t at);

// space.c
bool qx_space_create(qx_render *render);
void qx_space_free(qx_render *render);
// Queues a draw; where there is no open space it is ignored.
void qx_space_add(qx_render *render, const qx_space_draw *draw);
// Draws what is queued, opaque things first.
void qx_space_flush(qx_render *render);

// space_target.c
// How many samples a target of the scene's format can have.
GLsizei qx_space_samples(const qx_render *render);
// Sized as the scene, with its own depth; false where there is no memory.
bool qx_space_target_fit(qx_render *render, qx_space_target *target, bool rough);
void qx_space_target_free(qx_space_target *target);

// space_shadow.c
bool qx_shadow_fit(qx_shadow_map *shadow, uint32_t size);
void qx_shadow_free(qx_shadow_map *shadow);

// solid.c
// Which of its draws' alpha counts.
bool qx_solid_is_blended(const qx_solid_look *look);
void qx_solid_draw(qx_render *render, const qx_space_draw *draw);
void qx_solid_cast(qx_render *render, const qx_space_draw *draw);

// texture.c
GLuint qx_texture_name(const qx_texture *texture);
