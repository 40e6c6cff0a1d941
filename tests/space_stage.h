// SPDX-License-Identifier: MIT
#pragma once

// Pictures of spaces for tests: what they are drawn in, and a few solids to draw.

#include "gl_picture.h"

#include <quincunx/solid.h>

typedef void space_draw(qx_render *render, const void *user);

// A black picture without glow.
qx_frame space_frame(uint32_t width, uint32_t height);
// Seen from `distance` along z, the picture `height` units high at the origin; no sun, no sky.
qx_space space_dark(float distance, float height);

// One frame with one space in it; `below` is drawn before it, and may be NULL.
picture space_take(qx_render *render, qx_frame frame, const qx_space *space, picture_draw *below,
                   space_draw *draw, const void *user);

// A rectangle in x and y that faces z, with normals and texture places from its left top.
qx_solid *space_card(qx_render *render, float width, float height);
// Without normals, from -1 to 1.
qx_solid *space_box(qx_render *render);
// Of radius 1, with `rings` * 2 * `rings` squares and smooth normals, sized along each axis.
qx_solid *space_ball(qx_render *render, uint32_t rings, qx_vec3 size);
