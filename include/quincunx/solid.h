// SPDX-License-Identifier: MIT
#pragma once

#include "render.h"

/// @file
/// Meshes, lines and sprites in perspective, with a depth buffer, inside a frame of render.h: lit,
/// textured, shaded by the sun, in fog. Part of the library `render`.
///
/// Does: keep meshes and textures on the GPU; draw them lit by a sun with one shadow map and by sky
/// light; morph between two meshes; draw thin bright lines and sprites at depth or through
/// everything.
/// Does not: know scenes, sort, cull, load files.
///
///     qx_render_begin(render, &frame);
///     qx_space_begin(render, &(qx_space){ .camera = camera, .sun = { 0.4f, 0.8f, 0.4f } });
///     qx_space_solid(render, ball, &(qx_solid_look){ .place = qx_mat4_place(at, 1.0f),
///                                                    .colour = 0xFF8040FF });
///     qx_space_end(render);
///     qx_render_compose(render);
///
/// Space: right-handed, y up, any unit. Front: counter-clockwise.
/// Where: between begin and compose of a frame, any number of spaces one after another, each with a
/// fresh depth buffer over what is there; multisampled where the context can. Elsewhere, and where
/// the scene found no memory, a space draws nothing. Inside one, only what stands here is drawn.
/// Order: solids wait until lines, sprites or the end of the space; then those that cover are
/// drawn, then the sky, then those that are blended, each in the order of the calls. So all solids
/// that shall throw shadows on one another come first (up to 1,024), and none of them, nor a
/// texture, is set or destroyed before the space ends.
/// Memory: create allocates. OpenGL's own is taken when the picture's size or `rough_edges` changes
/// and with the first shadow.
/// Threads: as render.h.

/// Column by column: m[4 * column + row], as OpenGL takes it.
typedef struct qx_mat4 {
    float m[16];
} qx_mat4;

QX_API qx_mat4 qx_mat4_multiply(const qx_mat4 *a, const qx_mat4 *b);

/// Moved to `at`, sized by `scale`, not turned.
QX_API qx_mat4 qx_mat4_place(qx_vec3 at, float scale);

/// Turned by a unit quaternion (x, y, z, w) first.
QX_API qx_mat4 qx_mat4_turn(qx_vec3 at, float scale, const float quaternion[4]);

/// A perspective camera. Zero means the default.
typedef struct qx_camera {
    qx_vec3 eye, target;
    qx_vec3 up;      ///< Default (0, 1, 0).
    float field;     ///< Vertical angle of view, radians, to 3. Default 0.9. Narrow pictures
                     ///< (width below height) keep it across instead.
    float nearest, farthest; ///< Distances, 0 < nearest < farthest. Default 1/1000 and 4 times the
                             ///< distance to the target.
} qx_camera;

/// World to clip space for a picture of this shape (width over height).
QX_API qx_mat4 qx_camera_matrix(const qx_camera *camera, float aspect);

/// Where a place is seen: x and y in pixels from the left top, z its distance along the line of
/// sight. False, with z alone, behind the eye.
QX_API bool qx_camera_project(const qx_camera *camera, uint32_t width, uint32_t height,
                              qx_vec3 place, qx_vec3 *pixel);

/// The direction, of length 1, from the eye through a pixel.
QX_API qx_vec3 qx_camera_ray(const qx_camera *camera, uint32_t width, uint32_t height,
                             qx_vec2 pixel);

/// The six planes of what is seen: left, right, bottom, top, near, far. a x + b y + c z + d is the
/// distance from one, 0 or more inside.
QX_API void qx_camera_planes(const qx_camera *camera, float aspect, float planes[6][4]);

/// What holds for all of a space. Zero means the default. Colours 0xRRGGBBAA.
typedef struct qx_space {
    qx_camera camera;
    qx_vec3 sun;            ///< Toward the sun; any length. Default (0.4, 0.8, 0.45).
    uint32_t sun_colour;    ///< Default white.
    float sun_light;        ///< Default 1: white that faces it is 0.8 bright. Negative: none.
    uint32_t sky, ground;   ///< Light from above and from below. Defaults 0x28304AFF, 0x100C14FF.
    uint32_t fog;           ///< Colour of fog. Default the horizon's with a clear sky, else the
                            ///< frame's background.
    float fog_density;      ///< Share left at distance d: exp(-(d * density)^2). Default 0: none.
    float shadow_reach;     ///< Half the side of the square around the camera's target that the
                            ///< shadow map covers. Default 0: no shadows.
    bool clear_sky;         ///< Paints the background, over what is there: from `horizon` to
                            ///< `zenith`, with a sun.
    uint32_t horizon, zenith; ///< Defaults 0x39466BFF, 0x070A18FF.
    bool rough_edges;       ///< Not multisampled: half the time where there is no graphics
                            ///< processor. Lines and sprites are smooth all the same.
} qx_space;

/// Begins a space; ends one that was left open.
QX_API void qx_space_begin(qx_render *render, const qx_space *space);
/// Ends it: what is on top of the scene now is part of it. qx_render_compose does it, too.
QX_API void qx_space_end(qx_render *render);

/// A mesh on the GPU.
typedef struct qx_solid qx_solid;

/// Copied. Strides are bytes from one vertex to the next; all values are finite. Zero means the
/// default.
typedef struct qx_solid_desc {
    const float *positions;      ///< x, y, z.
    size_t position_stride;      ///< Default 12.
    const float *normals;        ///< Of any length. NULL: flat, from the triangles as drawn, also
                                 ///< when they are morphed.
    size_t normal_stride;        ///< Default 12.
    const float *texture_places; ///< u, v: 0, 0 is the left top of a picture. NULL: none.
    size_t texture_stride;       ///< Default 8.
    const uint32_t *colours;     ///< 0xRRGGBBAA; NULL: white.
    size_t colour_stride;        ///< Default 4.
    uint32_t vertex_count;
    const uint32_t *indices;     ///< Of triangles, each below vertex_count. NULL: in order.
    uint32_t index_count;        ///< A multiple of 3, above 0.
} qx_solid_desc;

/// @return QX_OK, QX_BAD_VALUE, QX_NO_MEMORY.
QX_API qx_result qx_solid_create(qx_render *render, const qx_solid_desc *desc, qx_solid **solid);
/// Other positions and normals for the same vertices, in place. NULL leaves them; normals count
/// only where it was made with some. Takes no memory of the program's own.
QX_API void qx_solid_set(qx_render *render, qx_solid *solid, const float *positions,
                         size_t position_stride, const float *normals, size_t normal_stride);
/// NULL is allowed.
QX_API void qx_solid_destroy(qx_render *render, qx_solid *solid);

/// A picture on the GPU, with smaller copies for the distance.
typedef struct qx_texture qx_texture;

/// RGBA8 in sRGB; repeats where `repeat`.
/// @return QX_OK, QX_BAD_VALUE, QX_TOO_LARGE (the context's limit), QX_NO_MEMORY.
QX_API qx_result qx_texture_create(qx_render *render, const uint8_t *pixels, uint32_t width,
                                   uint32_t height, bool repeat, qx_texture **texture);
/// NULL is allowed.
QX_API void qx_texture_destroy(qx_render *render, qx_texture *texture);

/// How one draw of a solid looks. Zero means the default.
typedef struct qx_solid_look {
    qx_mat4 place;          ///< Object to world: moved, turned, sized, mirrored. All zero: as it
                            ///< is.
    uint32_t colour;        ///< Times the vertices' and the texture's. Default white.
    float alpha;            ///< 0 to 1, times colour's; below 1 it is blended, by the vertices' and
                            ///< the texture's alpha as well, writes no depth and casts no shadow.
                            ///< Default (0): 1.
    float gloss;            ///< Of highlights, 0 (matt) to 1.
    float glow;             ///< Linear factor of its colour given off as light.
    float rim;              ///< Light of its own colour where the surface turns away, linear
                            ///< factor.
    const qx_texture *texture;
    const qx_solid *toward; ///< Morphs positions and normals to this solid's, of as many vertices:
    float mix;              ///< a * (1 - mix) + b * mix, normals made of length 1 again. 0 to 1.
    uint32_t first, count;  ///< Indices. Default all.
    bool two_sided;         ///< Seen from behind too.
    bool no_shadow;         ///< Casts none.
} qx_solid_look;

QX_API void qx_space_solid(qx_render *render, const qx_solid *solid, const qx_solid_look *look);

/// How lines and sprites meet solids.
typedef enum qx_space_depth {
    QX_SPACE_BEHIND = 0, ///< Hidden by what is nearer.
    QX_SPACE_THROUGH     ///< Seen through everything.
} qx_space_depth;

/// Lines in space: as qx_render_lines, but with a width in pixels of a 720-line picture (negative)
/// or in the space's units at the place (positive), and drawn at their depth: as tubes, a little
/// nearer than their middle, so that lines on the faces and edges of solids show whole. They write
/// no depth. QX_BLEND_MAX: the brighter of the line and of what is there.
QX_API void qx_space_lines(qx_render *render, qx_blend blend, qx_space_depth depth,
                           const qx_line *lines, size_t count);

/// Sprites that face the eye, all of one at the depth of its centre; sizes likewise, negative in
/// pixels.
QX_API void qx_space_sprites(qx_render *render, qx_blend blend, qx_space_depth depth,
                             const qx_sprite *sprites, size_t count);
