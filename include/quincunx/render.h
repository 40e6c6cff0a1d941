// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"
#include "bolt.h"
#include "glow.h"
#include "grid.h"

/// @file
/// Neon drawing with OpenGL 3.3 core, OpenGL ES 3.0 or WebGL 2: glowing lines, nets, sprites and
/// stroke text in high dynamic range, bloom, tone mapping. Part of the library `render`.
///
/// Does: draw into a frame buffer of the context that is current; read frames back.
/// Does not: open windows or make contexts (SDL, GLFW, EGL do), load files, know any game.
///
///     qx_render *render;
///     if (qx_render_create(NULL, &render, &error) != QX_OK) return puts(error.message), 1;
///     qx_render_begin(render, &(qx_frame){ .width = 1280, .height = 720,
///                                          .view = { 0, 0, 1280, 720 } });
///     qx_render_lines(render, QX_BLEND_ADD, lines, line_count);
///     qx_render_compose(render);                             // glow and tone mapping; what
                                                               // follows lies on top
///     qx_render_lines(render, QX_BLEND_ALPHA, score_lines, score_line_count);
///     qx_render_end(render);
///
/// Space: as grid.h, x right, y down, z toward the viewer; the view says which rectangle of it
/// fills the picture.
/// Colours: 0xRRGGBBAA in sRGB, times `intensity` in linear light; above 1 glows.
/// Threads: all calls on the thread whose context is current.
/// OpenGL's state: begin sets all it relies on. Between begin and end it is the renderer's; put it
/// back where you draw yourself in between. After end: frame.framebuffer is bound and its whole
/// size the viewport; no program, vertex array, array buffer or 2D texture of units 0 and 1 is
/// bound, unit 0 is active; blending, depth, stencil, scissor and face culling are off, blend
/// equation and colour mask as in a new context, unpack alignment 4.

typedef struct qx_render qx_render;

/// Zero means the default.
typedef struct qx_render_desc {
    uint32_t stream_bytes;         ///< Size of one instance buffer; longer calls are cut. Default 4
                                   ///< MiB.
    const qx_allocator *allocator; ///< Copied. Default malloc.
} qx_render_desc;

/// Compiles the shaders and makes the buffers in the current context. Allocates; later calls take
/// no memory of the program's own, and of OpenGL's only when the frame's size changes, the first
/// beam or a larger net is drawn.
/// @return QX_OK, QX_UNSUPPORTED (no context, or one that lacks what is needed; error->message
///         names it), QX_NO_MEMORY, QX_BAD_DATA (a shader did not compile; the driver's words are
///         in error->message).
QX_API qx_result qx_render_create(const qx_render_desc *desc, qx_render **render, qx_error *error);

/// Frees it with all its GL objects; the context it was made in must be current. NULL is allowed.
QX_API void qx_render_destroy(qx_render *render);

/// One line about the context: "OpenGL ES 3.2, llvmpipe, RGBA16F". Valid until destroy.
QX_API const char *qx_render_text(const qx_render *render);

/// Which rectangle of the world is fitted, centred, into the picture. More shows at two sides where
/// shapes differ.
typedef struct qx_view {
    float x, y;          ///< Left top corner, world units.
    float width, height; ///< World units, above 0.
} qx_view;

/// World units to pixels: the factor a view gives in a picture of this size.
QX_API float qx_view_scale(const qx_view *view, uint32_t width, uint32_t height);

/// The world place under a pixel place (both from the left top).
QX_API qx_vec2 qx_view_place(const qx_view *view, uint32_t width, uint32_t height, qx_vec2 pixel);

/// The whole rectangle that shows, view and what lies at its sides.
QX_API qx_view qx_view_cover(const qx_view *view, uint32_t width, uint32_t height);

/// What holds for one frame.
typedef struct qx_frame {
    uint32_t width, height; ///< Pixels of the output, 1 to 16,384.
    uint32_t framebuffer;   ///< GL name of where it goes; 0 is the window.
    qx_view view;
    uint32_t background;    ///< 0xRRGGBBAA; the output is opaque. 0 is the house's near-black blue,
                            ///< 0x05060FFF.
    float bloom;            ///< Strength of the glow around bright things, 0 (none) to 2. 1 is
                            ///< ordinary.
    float exposure;         ///< Linear factor before tone mapping. Default 1.
    float resolution;       ///< Share of width and height the scene is drawn at, 0.25 to 1. Default
                            ///< 1.
    float perspective;      ///< Distance of the eye by which z enlarges: factor (z + p) / p.
                            ///< Default 2000.
} qx_frame;

/// Starts a frame and clears it. Everything until compose is drawn in high dynamic range; where
/// OpenGL has no memory for that at this size, straight into the output and without glow. Draws
/// outside of a frame are ignored.
QX_API void qx_render_begin(qx_render *render, const qx_frame *frame);

/// Ends the scene: bolts are added once, bloom, tone map, into the output. What is drawn after it
/// lies on top, sharp.
QX_API void qx_render_compose(qx_render *render);

/// Ends the frame; composes where that was not done.
QX_API void qx_render_end(qx_render *render);

/// How a draw meets what is there.
typedef enum qx_blend {
    QX_BLEND_ADD = 0, ///< Light on light.
    QX_BLEND_ALPHA,   ///< Covers by its alpha.
    QX_BLEND_MAX      ///< The brighter wins, in a layer of its own that is added once: beams that
                      ///< do not add up.
} qx_blend;

/// A straight line with round ends. With QX_BLEND_ADD the ends fade over their caps, so that a
/// curve of many lines adds up to an even one; a line much shorter than wide is faint then, and one
/// of length 0 is nothing.
typedef struct qx_line {
    qx_vec3 from, to;  ///< World units.
    float width;       ///< World units; negative: pixels of a 720-line picture, scaled to this one.
                       ///< Below one pixel it is drawn one pixel wide and fainter.
    float intensity;   ///< Linear factor on the colour.
    uint32_t colour;   ///< 0xRRGGBBAA.
} qx_line;

/// Draws lines in order, in one call to the GPU for each stream_bytes.
QX_API void qx_render_lines(qx_render *render, qx_blend blend, const qx_line *lines, size_t count);

/// Draws glowing lines by the law of glow.h, in one call to the GPU for each stream_bytes.
/// @param form  QX_GLOW_MAX: into the layer of QX_BLEND_MAX, added once when the scene is composed;
///              QX_GLOW_SUM: light on light.
QX_API void qx_render_glow(qx_render *render, qx_glow_form form, const qx_glow *glow,
                           const qx_glow_line *lines, size_t count);

/// Draws ribbons, triangles of three indices each, by the same law: the ribbon's edge is where the
/// halo ends, the other radii keep their share of it.
QX_API void qx_render_ribbon(qx_render *render, qx_glow_form form, const qx_glow *glow,
                             const qx_bolt_vertex *vertices, uint32_t vertex_count,
                             const uint32_t *indices, uint32_t index_count);

typedef enum qx_sprite_shape {
    QX_SPRITE_GLOW = 0, ///< A soft dot that fades to nothing at its edge.
    QX_SPRITE_DISC,     ///< Filled, anti-aliased.
    QX_SPRITE_RING,     ///< A circle line, a tenth of the half width broad.
    QX_SPRITE_BOX       ///< A filled rectangle.
} qx_sprite_shape;

/// A flat shape facing the viewer.
typedef struct qx_sprite {
    qx_vec3 centre;              ///< World units.
    float half_width;            ///< World units.
    float half_height;           ///< World units.
    float angle;                 ///< Radians, clockwise on screen.
    float intensity;             ///< Linear factor on the colour.
    uint32_t colour;             ///< 0xRRGGBBAA.
    uint32_t shape;              ///< A qx_sprite_shape.
} qx_sprite;

/// Draws sprites in order.
QX_API void qx_render_sprites(qx_render *render, qx_blend blend, const qx_sprite *sprites,
                              size_t count);

/// A net's picture. Zero means the default. Light is added. Where cells are small on the screen,
/// lines are no wider than a share of their cell, below 4 pixels middle lines are left out and
/// below 2 pixels all but every third line (and of those again), with the same light in all; see
/// docs/render.md.
typedef struct qx_net {
    const qx_vec3 *positions; ///< columns * rows as qx_grid_build_positions writes them, tightly
                              ///< packed.
    const qx_vec3 *before;    ///< Positions one tick earlier to blend from, or NULL. Uploaded
                              ///< together with `positions`.
    float blend;              ///< 0 shows `before`, 1 `positions`; used with `before`.
    uint32_t columns, rows;   ///< 2 or more each; their product at most QX_GRID_MAX_POINTS.
    uint64_t version;         ///< Positions are uploaded again only when this, a pointer or a count
                              ///< differs from the last draw's.
    uint32_t colour;          ///< 0xRRGGBBAA. Default 0x1E1E8B55.
    uint32_t highlight;       ///< Colour that points pushed far from rest take on, half of it at 6
                              ///< % of the net's smaller side. Default: none.
    float intensity;          ///< Default 1.
    float thick, thin;        ///< Widths as in qx_line. Defaults 3 and 1 world units.
    float middle;             ///< Width of the extra lines through each cell, world units. Default
                              ///< 1; negative leaves them out.
    float smooth;             ///< 0: a segment bends at its Catmull-Rom middle where that is more
                              ///< than a pixel off the straight one; negative: straight.
} qx_net;

/// Draws a net: positions go to a float texture, one instanced call fetches them and bends each
/// segment.
QX_API void qx_render_net(qx_render *render, const qx_net *net);

/// Where text stands relative to its place.
typedef enum qx_align { QX_ALIGN_LEFT = 0, QX_ALIGN_CENTRE, QX_ALIGN_RIGHT } qx_align;

/// A line of stroke text.
typedef struct qx_text {
    const char *words;  ///< UTF-8; characters the font lacks show as a box.
    float x, y;         ///< World units: the alignment point on the base line.
    float size;         ///< Height of a capital letter, world units.
    float width;        ///< Stroke width as in qx_line. Default size / 8.
    float intensity;    ///< Default 1.
    uint32_t colour;    ///< 0xRRGGBBAA. Default white.
    qx_align align;
} qx_text;

/// Breadth of a text of this size, world units.
QX_API float qx_text_breadth(const char *words, float size);

/// Most lines a text can take.
QX_API size_t qx_text_bound(const char *words);

/// Writes the text's strokes as lines. Needs no context.
/// @param lines  Room for qx_text_bound of them.
/// @return How many were written.
QX_API size_t qx_text_build(const qx_text *text, qx_line *lines);

/// Draws text.
QX_API void qx_render_words(qx_render *render, qx_blend blend, const qx_text *text);

/// An off-screen frame buffer of 8 bits a channel for frames that are read back.
typedef struct qx_target qx_target;

/// @return QX_OK, QX_BAD_VALUE (size 0 or above the context's limit), QX_NO_MEMORY.
QX_API qx_result qx_target_create(qx_render *render, uint32_t width, uint32_t height,
                                  qx_target **target);

/// NULL is allowed.
QX_API void qx_target_destroy(qx_render *render, qx_target *target);

/// The GL name for qx_frame.framebuffer.
QX_API uint32_t qx_target_framebuffer(const qx_target *target);

/// Reads the target as RGB, row by row from the top: width * height * 3 bytes. Not between begin
/// and end.
QX_API void qx_target_read(qx_render *render, const qx_target *target, uint8_t *pixels);
