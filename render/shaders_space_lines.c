// SPDX-License-Identifier: MIT
#include "shaders.h"

// Lines and sprites that face the eye, at the depth of their places. Coordinates called "px" are
// pixels from the middle of the target, y up.

// clang-format off: one line of GLSL a line, from the left

// adds: above 0.5 where fog only takes light away, as what is drawn is light itself.
const char qx_space_pixels[] =
    "uniform vec4 picture;\n" // half the target's size, unused, px of a 720-line picture's pixel
    "uniform float adds;\n"
    "\n"
    "float breadth(float width, float distance)\n" // px
    "{\n"
    "    return width < 0.0 ? -width * picture.w : width * lens.x / distance;\n"
    "}\n"
    "\n"
    "vec3 fogged(vec3 light, vec3 place)\n"
    "{\n"
    "    float share = fog_light.w > 0.0 ? fog_share(distance(place, eye.xyz)) : 1.0;\n"
    "    return adds > 0.5 ? light * share : mix(fog_light.rgb, light, share);\n"
    "}\n"
    "\n"
    // Depth of a place brought nearer to the eye by so many px in breadth.
    "float nearer(vec4 clip, float px)\n"
    "{\n"
    "    float kept = max(1.0 - px / lens.x, 0.5);\n"
    "    return max(lens.y + (clip.z / clip.w - lens.y) / kept, -1.0);\n"
    "}\n";

// A line is drawn somewhat nearer than it is, by two and a half times its radius and a pixel and a
// half, so that on the faces of solids it shows whole, down to a slant of about 20 degrees, and
// along their edges. It is clipped here and not by the GPU, whose corners would be those of a strip
// with the wrong breadth.
const char qx_space_lines_vertex[] =
    "layout(location = 0) in vec3 line_from;\n"
    "layout(location = 1) in vec3 line_to;\n"
    "layout(location = 2) in vec2 line_shape;\n" // width, intensity
    "layout(location = 3) in uint line_colour;\n"
    "out vec2 spot;\n"        // px along and across the line
    "flat out vec3 extent;\n" // length and the widths at both ends in px
    "out vec4 colour;\n"
    "\n"
    // Cuts the part of a line, from and to in shares of it, down to where f, linear, is above 0.
    "vec2 cut(vec2 part, float f_from, float f_to)\n"
    "{\n"
    "    float at = f_from / (f_from - f_to + (f_from == f_to ? 1.0 : 0.0));\n"
    "    if (f_from < 0.0 && f_to < 0.0) return vec2(1.0, 0.0);\n"
    "    if (f_from < 0.0) part.x = max(part.x, at);\n"
    "    if (f_to < 0.0) part.y = min(part.y, at);\n"
    "    return part;\n"
    "}\n"
    "\n"
    "vec2 visible(vec4 a, vec4 b)\n"
    "{\n"
    "    vec2 part = cut(vec2(0.0, 1.0), a.z + a.w, b.z + b.w);\n"
    "    float near = min(mix(a.w, b.w, part.x), mix(a.w, b.w, part.y));\n"
    "    vec2 most = 1.0 + (breadth(line_shape.x, near) + 4.0) / picture.xy;\n"
    "    part = cut(part, most.x * a.w + a.x, most.x * b.w + b.x);\n"
    "    part = cut(part, most.x * a.w - a.x, most.x * b.w - b.x);\n"
    "    part = cut(part, most.y * a.w + a.y, most.y * b.w + b.y);\n"
    "    return cut(part, most.y * a.w - a.y, most.y * b.w - b.y);\n"
    "}\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec4 a = world_to_clip * vec4(line_from, 1.0);\n"
    "    vec4 b = world_to_clip * vec4(line_to, 1.0);\n"
    "    vec2 part = visible(a, b);\n"
    "    if (!(part.x <= part.y)) {\n"
    "        spot = vec2(0.0);\n"
    "        extent = vec3(0.0);\n"
    "        colour = vec4(0.0);\n"
    "        gl_Position = vec4(0.0, 0.0, 2.0, 1.0);\n" // nothing of it shows
    "        return;\n"
    "    }\n"
    "    vec4 first = mix(a, b, part.x);\n"
    "    vec4 last = mix(a, b, part.y);\n"
    "    vec2 from = first.xy / first.w * picture.xy;\n"
    "    vec2 way = last.xy / last.w * picture.xy - from;\n"
    "    float reach = length(way);\n"
    "    way = reach > 1e-6 ? way / reach : vec2(1.0, 0.0);\n"
    "    extent = vec3(reach, breadth(line_shape.x, first.w), breadth(line_shape.x, last.w));\n"
    "    float rim = 0.5 * max(max(extent.y, extent.z), 1.0) + 0.5;\n"
    "    bool begins = (gl_VertexID & 1) == 0;\n"
    "    spot.x = begins ? -rim : reach + rim;\n"
    "    spot.y = (gl_VertexID & 2) == 0 ? -rim : rim;\n"
    "    float z_first = nearer(first, 1.25 * extent.y + 1.5);\n"
    "    float z_last = nearer(last, 1.25 * extent.z + 1.5);\n"
    "    float beyond = min(rim / max(reach, 1e-6), 0.25);\n"
    "    float z = begins ? mix(z_first, z_last, -beyond) : mix(z_last, z_first, -beyond);\n"
    "    z = clamp(z, -1.0, max(max(z_first, z_last), 1.0));\n" // caps are not cut off
    "    colour = unpack(line_colour);\n"
    "    vec3 place = mix(line_from, line_to, begins ? part.x : part.y);\n"
    "    colour.rgb = fogged(colour.rgb * line_shape.y, place);\n"
    "    colour = paint(colour);\n"
    "    vec2 px = from + way * spot.x + vec2(-way.y, way.x) * spot.y;\n"
    "    gl_Position = vec4(px / picture.xy, z, 1.0);\n"
    "}\n";

// As for flat lines, with a width that changes along the line.
const char qx_space_lines_fragment[] =
    "uniform float fade_ends;\n"
    "in vec2 spot;\n"
    "flat in vec3 extent;\n"
    "in vec4 colour;\n"
    "out vec4 result;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    float along = clamp(spot.x / max(extent.x, 1e-6), 0.0, 1.0);\n"
    "    float wide = mix(extent.y, extent.z, along);\n"
    "    float radius = 0.5 * max(wide, 1.0);\n"
    "    float cover;\n"
    "    if (fade_ends > 0.5) {\n"
    "        float cap = 0.5 / max(sqrt(max(radius * radius - spot.y * spot.y, 0.0)), 0.5);\n"
    "        vec2 ends = clamp(vec2(spot.x, spot.x - extent.x) * cap + 0.5, 0.0, 1.0);\n"
    "        cover = clamp(radius + 0.5 - abs(spot.y), 0.0, 1.0) * (ends.x - ends.y);\n"
    "    } else {\n"
    "        float beyond = max(max(-spot.x, spot.x - extent.x), 0.0);\n"
    "        cover = clamp(radius + 0.5 - length(vec2(beyond, spot.y)), 0.0, 1.0);\n"
    "    }\n"
    "    result = colour * (cover * min(wide, 1.0));\n"
    "}\n";

const char qx_space_sprites_vertex[] =
    "void main()\n"
    "{\n"
    "    vec4 place = world_to_clip * vec4(centre, 1.0);\n"
    "    bool seen = place.z > -place.w;\n" // not nearer than the camera sees
    "    float far = seen ? place.w : 1.0;\n"
    "    vec2 wanted = vec2(breadth(form.x, far), breadth(form.y, far));\n"
    "    extent = max(wanted, vec2(0.5));\n"
    "    vec2 rim = extent + 1.0;\n"
    "    spot.x = (gl_VertexID & 1) == 0 ? -rim.x : rim.x;\n"
    "    spot.y = (gl_VertexID & 2) == 0 ? -rim.y : rim.y;\n"
    "    shape = int(sprite_shape);\n"
    "    vec2 fade = min(wanted * 2.0, vec2(1.0));\n"
    "    colour = unpack(sprite_colour);\n"
    "    colour.rgb = fogged(colour.rgb * form.w, centre);\n"
    "    colour.a *= fade.x * fade.y;\n"
    "    colour = paint(colour);\n"
    "    float c = cos(form.z);\n"
    "    float s = sin(form.z);\n"
    "    vec2 px = vec2(c * spot.x - s * spot.y, -s * spot.x - c * spot.y);\n" // turned as in a
                                                                               // picture, y down
    "    vec2 ndc = place.xy / far + px / picture.xy;\n"
    "    gl_Position = seen ? vec4(ndc, nearer(place, 1.0), 1.0) : vec4(0.0, 0.0, 2.0, 1.0);\n"
    "}\n";

// clang-format on
