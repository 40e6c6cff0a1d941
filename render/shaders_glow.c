// SPDX-License-Identifier: MIT
#include "shaders.h"

// The law of glow.h for the GPU: three lights at once in the parts of a vec3, core, middle, halo.

// clang-format off: one line of GLSL a line, from the left

// radii: world units at scale 1. What lies farther outside of the picture than the light reaches is
// cut off before anything is reckoned along the line: places on lines that end far away stay exact.
const char qx_glow_vertex[] =
    "layout(location = 0) in vec3 line_from;\n"
    "layout(location = 1) in vec3 line_to;\n"
    "layout(location = 2) in vec2 line_shape;\n" // scale, brightness
    "uniform vec3 radii;\n"
    "out vec2 spot;\n"          // px along and across the line
    "flat out float extent;\n"  // length in px
    "flat out vec3 thinness;\n" // 1 / radius in px
    "flat out vec3 share;\n"    // of each light that shines
    "\n"
    "void main()\n"
    "{\n"
    "    vec3 a = project(line_from);\n"
    "    vec3 b = project(line_to);\n"
    "    float unit = line_shape.x * 0.25 * (a.z + b.z) * (view.z + view.w);\n"
    "    vec3 wanted = clamp(radii * unit, 0.0, 1e15);\n"
    "    vec3 used = max(wanted, vec3(1.0));\n"
    "    float rim = max(used.x, max(used.y, used.z));\n"
    "    vec2 way = b.xy - a.xy;\n"
    "    float reach = length(way);\n"
    "    way = reach > 1e-6 ? way / reach : vec2(1.0, 0.0);\n"
    "    vec2 bound = picture.xy + rim;\n"
    "    vec2 pace = 1.0 / mix(way, vec2(1e-6), lessThan(abs(way), vec2(1e-6)));\n"
    "    vec2 one = (-bound - a.xy) * pace;\n"
    "    vec2 other = (bound - a.xy) * pace;\n"
    "    vec2 low = min(one, other);\n"
    "    vec2 high = max(one, other);\n"
    "    float start = clamp(max(low.x, low.y), 0.0, reach);\n"
    "    extent = clamp(min(high.x, high.y), start, reach) - start;\n"
    "    spot.x = (gl_VertexID & 1) == 0 ? -rim : extent + rim;\n"
    "    spot.y = (gl_VertexID & 2) == 0 ? -rim : rim;\n"
    "    thinness = 1.0 / used;\n"
    "    share = min(wanted, vec3(1.0)) * clamp(line_shape.y, 0.0, 1e6);\n"
    "    vec2 from = a.xy + way * start;\n"
    "    gl_Position = clip(from + way * spot.x + vec2(-way.y, way.x) * spot.y);\n"
    "}\n";

// Light is limited as in shared_paint, but here for every pixel: it is the sum of three colours.
const char qx_glow_shine[] =
    "uniform vec3 out_scale;\n"
    "uniform vec3 core_light;\n"
    "uniform vec3 middle_light;\n"
    "uniform vec3 halo_light;\n"
    "out vec4 result;\n"
    "\n"
    "void shine(vec3 amount)\n"
    "{\n"
    "    vec3 light = core_light * amount.x + middle_light * amount.y + halo_light * amount.z;\n"
    "    light = min(light, vec3(1e6)) * out_scale.x;\n"
    "    light /= max(1.0, max(light.r, max(light.g, light.b)) / out_scale.z);\n"
    "    if (out_scale.y > 0.5) light = display(light);\n"
    "    result = vec4(light, 0.0);\n"
    "}\n"
    "\n"
    "vec3 profile(vec3 q)\n" // (1 - q)^(5/2)
    "{\n"
    "    vec3 rest = max(1.0 - q, vec3(0.0));\n"
    "    return rest * rest * sqrt(rest);\n"
    "}\n"
    "\n";

const char qx_glow_fragment[] =
    "uniform float sums;\n"
    "in vec2 spot;\n"
    "flat in float extent;\n"
    "flat in vec3 thinness;\n"
    "flat in vec3 share;\n"
    "\n"
    "vec3 integral(vec3 square, vec3 s)\n" // of (square - s^2)^2 from 0 to s
    "{\n"
    "    return s * (square * square + s * s * (s * s * 0.2 - square * (2.0 / 3.0)));\n"
    "}\n"
    "\n"
    "void main()\n"
    "{\n"
    "    if (sums > 0.5) {\n"
    "        vec3 across = spot.y * thinness;\n"
    "        vec3 square = max(1.0 - across * across, vec3(0.0));\n"
    "        vec3 h = sqrt(square);\n"
    "        vec3 low = clamp(-spot.x * thinness, -h, h);\n"
    "        vec3 high = clamp((extent - spot.x) * thinness, -h, h);\n"
    "        shine((integral(square, high) - integral(square, low)) * (15.0 / 16.0) * share);\n"
    "    } else {\n"
    "        float beyond = max(max(-spot.x, spot.x - extent), 0.0);\n"
    "        float square = beyond * beyond + spot.y * spot.y;\n"
    "        shine(profile(square * thinness * thinness) * share);\n"
    "    }\n"
    "}\n";

const char qx_ribbon_vertex[] = "layout(location = 0) in vec3 corner;\n"
                                "layout(location = 1) in vec2 corner_edge;\n" // across, along
                                "layout(location = 2) in float corner_brightness;\n"
                                "out vec2 edge;\n"
                                "out float brightness;\n"
                                "\n"
                                "void main()\n"
                                "{\n"
                                "    edge = corner_edge;\n"
                                "    brightness = corner_brightness;\n"
                                "    gl_Position = clip(project(corner).xy);\n"
                                "}\n";

// How many pixels broad a ribbon is follows from how quickly it is crossed. Inner lights narrower
// than a pixel are drawn one wide and fainter, like lines. Triangles of hardly any area come with
// wild or no numbers: one such pixel would outshine the picture.
const char qx_ribbon_fragment[] =
    "uniform vec3 radii;\n"
    "in vec2 edge;\n"
    "in float brightness;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec2 across = vec2(dFdx(edge.x), dFdy(edge.x));\n"
    "    vec2 along = vec2(dFdx(edge.y), dFdy(edge.y));\n"
    "    float slope = max(dot(across, across), dot(along, along));\n"
    "    float far = dot(edge, edge);\n"
    "    bool sound = slope > 1e-12 && slope < 1e4 && far < 2.1;\n" // false for NaN
    "    sound = sound && brightness >= 0.0 && brightness < 1.01;\n"
    "    if (!sound) discard;\n"
    "    float breadth = inversesqrt(slope);\n" // half of it in px
    "    vec3 wanted = radii / radii.z * breadth;\n"
    "    vec3 thinness = breadth / max(wanted, vec3(1.0));\n"
    "    vec3 amount = profile(far * thinness * thinness) * min(wanted, vec3(1.0));\n"
    "    shine(amount * brightness);\n"
    "}\n";

// clang-format on
