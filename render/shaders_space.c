// SPDX-License-Identifier: MIT
#include "shaders.h"

// What all shaders of a space share, and the sky. Places are worked with relative to the eye where
// they are of a pixel: their differences keep their precision far from the origin.

// clang-format off: one line of GLSL a line, from the left

// Filled once a space by space.c, which has the same struct. lens: pixels a unit has at distance 1,
// depth infinitely far away. shadow_form: texel in the space's units, texel in texture coordinates,
// 1 where there are shadows, depth kept free.
const char qx_space_block[] =
    "layout(std140) uniform space_block {\n"
    "    mat4 world_to_clip;\n"
    "    mat4 world_to_shadow;\n" // texture coordinates and depth, 0 to 1
    "    vec4 eye;\n"
    "    vec4 ray_ahead;\n" // of a pixel: ahead + x * right + y * up, x and y from -1 to 1
    "    vec4 ray_right;\n"
    "    vec4 ray_up;\n"
    "    vec4 lens;\n"
    "    vec4 shadow_form;\n"
    "    vec4 sun_way;\n"
    "    vec4 sun_light;\n"
    "    vec4 sky_light;\n"
    "    vec4 ground_light;\n"
    "    vec4 fog_light;\n" // and the density
    "    vec4 horizon_light;\n"
    "    vec4 zenith_light;\n"
    "};\n"
    "\n"
    "float fog_share(float distance)\n" // that is left of what is seen
    "{\n"
    "    float thick = distance * fog_light.w;\n"
    "    return exp(-thick * thick);\n"
    "}\n";

// out_scale: see paint(). A space is always drawn into the scene, which takes no sRGB bytes.
const char qx_space_light[] =
    "uniform vec3 out_scale;\n"
    "\n"
    "vec4 stored(vec3 light, float alpha)\n"
    "{\n"
    "    light = min(light, vec3(1e6)) * out_scale.x;\n"
    "    light /= max(1.0, max(light.r, max(light.g, light.b)) / out_scale.z);\n"
    "    return vec4(light, 1.0) * alpha;\n"
    "}\n"
    "\n"
    "vec3 in_fog(vec3 light, float distance)\n"
    "{\n"
    "    if (fog_light.w <= 0.0) return light;\n"
    "    return mix(fog_light.rgb, light, fog_share(distance));\n"
    "}\n"
    "\n"
    // What a surface gives back of sun and sky; both directions of length 1. The highlight is
    // Blinn's, made stronger as it gets smaller.
    "vec3 lit(vec3 albedo, vec3 normal, vec3 to_eye, float gloss, float sun)\n"
    "{\n"
    "    float facing = max(dot(normal, sun_way.xyz), 0.0) * sun;\n"
    "    vec3 around = mix(ground_light.rgb, sky_light.rgb, 0.5 + 0.5 * normal.y);\n"
    "    vec3 light = albedo * (around + sun_light.rgb * facing);\n"
    "    if (gloss > 0.0) {\n"
    "        vec3 middle = normalize(sun_way.xyz + to_eye);\n"
    "        float power = exp2(2.0 + 7.0 * gloss);\n"
    "        float shine = pow(max(dot(normal, middle), 1e-4), power) * (power + 8.0) / 64.0;\n"
    "        light += sun_light.rgb * (facing * gloss * min(shine, 3.0));\n"
    "        float grazing = 1.0 - max(dot(normal, to_eye), 0.0);\n"
    "        grazing *= grazing;\n"
    "        light += around * (gloss * (0.04 + 0.6 * grazing * grazing));\n"
    "    }\n"
    "    return light;\n"
    "}\n";

// Where the sun does not reach. The place asked for is moved off the surface by about a texel, more
// where the sun only grazes it: no surface shades itself, and no shadow comes loose. Four filtered
// taps, turned against the texels, soften the edge over four of them.
const char qx_space_shadow[] =
    "uniform sampler2DShadow shadow_map;\n"
    "\n"
    "float shadow_tap(vec3 at, float x, float y)\n"
    "{\n"
    "    return texture(shadow_map, vec3(at.xy + vec2(x, y) * shadow_form.y, at.z));\n"
    "}\n"
    "\n"
    "float sun_share(vec3 way, vec3 normal)\n" // way: from the eye
    "{\n"
    "    if (shadow_form.z < 0.5) return 1.0;\n"
    "    float facing = clamp(dot(normal, sun_way.xyz), 0.0, 1.0);\n"
    "    float off = shadow_form.x * (0.7 + 2.2 * sqrt(1.0 - facing * facing));\n"
    "    vec3 at = (world_to_shadow * vec4(way + eye.xyz + normal * off, 1.0)).xyz;\n"
    "    at.z -= shadow_form.w;\n"
    "    vec3 rim = abs(at * 2.0 - 1.0);\n"
    "    float inside = 1.0 - smoothstep(0.85, 0.98, max(rim.x, max(rim.y, rim.z)));\n"
    "    float lit = shadow_tap(at, -1.1, -0.45) + shadow_tap(at, 0.45, -1.1) +\n"
    "                shadow_tap(at, -0.45, 1.1) + shadow_tap(at, 1.1, 0.45);\n"
    "    return mix(1.0, 0.25 * lit, inside);\n"
    "}\n";

const char qx_sky_vertex[] =
    "out vec3 ray;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec2 place = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;\n"
    "    ray = ray_ahead.xyz + place.x * ray_right.xyz + place.y * ray_up.xyz;\n"
    "    gl_Position = vec4(place, 1.0, 1.0);\n" // as far away as can be
    "}\n";

const char qx_sky_fragment[] =
    "in vec3 ray;\n"
    "out vec4 result;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec3 way = normalize(ray);\n"
    "    float low = 1.0 - clamp(way.y, 0.0, 1.0);\n"
    "    low *= low;\n"
    "    vec3 light = mix(zenith_light.rgb, horizon_light.rgb, low * low);\n"
    "    float near = max(dot(way, sun_way.xyz), 1e-4);\n"
    "    float disc = smoothstep(0.99955, 0.99975, near);\n"
    "    light += sun_light.rgb * (3.0 * disc + 0.25 * pow(near, 300.0) + 0.06 * pow(near, "
    "12.0));\n"
    "    result = stored(light, 1.0);\n"
    "}\n";

// clang-format on
