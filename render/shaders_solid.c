// SPDX-License-Identifier: MIT
#include "shaders.h"

// clang-format off: one line of GLSL a line, from the left

// share: of the second solid's places and normals. turn: object to world for normals. tint: linear
// light and alpha. The morph is written as on the CPU, a * (1 - share) + b * share.
const char qx_solid_vertex[] =
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 1) in vec3 normal;\n"
    "layout(location = 2) in vec3 position_toward;\n"
    "layout(location = 3) in vec3 normal_toward;\n"
    "layout(location = 4) in vec2 texture_place;\n"
    "layout(location = 5) in uint vertex_colour;\n"
    "uniform mat4 place;\n"
    "uniform mat3 turn;\n"
    "uniform float share;\n"
    "uniform vec4 tint;\n"
    "out vec3 way;\n"    // from the eye
    "out vec3 facing;\n" // normal
    "out vec2 spot;\n"
    "out vec4 colour;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec3 at = position * (1.0 - share) + position_toward * share;\n"
    "    vec3 up = normal * (1.0 - share) + normal_toward * share;\n"
    "    if (dot(up, up) < 1e-12) up = normal;\n" // half-way between opposites
    "    vec3 world = (place * vec4(at, 1.0)).xyz;\n"
    "    way = world - eye.xyz;\n"
    "    facing = turn * up;\n"
    "    facing /= max(length(facing), 1e-20);\n"
    "    spot = texture_place;\n"
    "    colour = unpack(vertex_colour) * tint;\n"
    "    gl_Position = world_to_clip * vec4(world, 1.0);\n"
    "}\n";

// Put before the fragment shader below: which of the four it is.
const char qx_solid_textured[] = "#define TEXTURED\n";
const char qx_solid_shadowed[] = "#define SHADOWED\n";
const char qx_solid_both[] = "#define TEXTURED\n#define SHADOWED\n";

// finish: gloss, glow, rim light, above 0.5 where the triangles themselves are the normals.
// opaque: 1 where alpha does not count.
const char qx_solid_fragment[] =
    "uniform vec4 finish;\n"
    "uniform float opaque;\n"
    "in vec3 way;\n"
    "in vec3 facing;\n"
    "in vec2 spot;\n"
    "in vec4 colour;\n"
    "out vec4 result;\n"
    "#ifdef TEXTURED\n"
    "uniform sampler2D source;\n"
    "#endif\n"
    "\n"
    "void main()\n"
    "{\n"
    "    float distance = length(way);\n"
    "    vec3 to_eye = way / -distance;\n"
    "    vec3 normal = facing;\n"
    "    if (finish.w > 0.5) {\n"
    "        normal = cross(dFdx(way), dFdy(way));\n"
    "        if (dot(normal, to_eye) < 0.0) normal = -normal;\n"
    "    } else if (!gl_FrontFacing) {\n"
    "        normal = -normal;\n"
    "    }\n"
    "    normal /= max(length(normal), 1e-20);\n"
    "    vec4 own = colour;\n"
    "#ifdef TEXTURED\n"
    "    own *= texture(source, spot);\n"
    "#endif\n"
    "    float sun = 1.0;\n"
    "#ifdef SHADOWED\n"
    "    sun = sun_share(way, normal);\n"
    "#endif\n"
    "    vec3 light = lit(own.rgb, normal, to_eye, finish.x, sun);\n"
    "    float turned = 1.0 - clamp(dot(normal, to_eye), 0.0, 1.0);\n"
    "    light += own.rgb * (finish.y + finish.z * turned * turned * turned);\n"
    "    result = stored(in_fog(light, distance), max(own.a, opaque));\n"
    "}\n";

// Into the shadow map: what is before its near side is pressed flat against it, as it still casts.
const char qx_cast_vertex[] =
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 2) in vec3 position_toward;\n"
    "uniform mat4 place;\n"
    "uniform float share;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec3 at = position * (1.0 - share) + position_toward * share;\n"
    "    vec4 world = place * vec4(at, 1.0);\n"
    "    gl_Position = vec4((world_to_shadow * world).xyz * 2.0 - 1.0, 1.0);\n"
    "    gl_Position.z = max(gl_Position.z, -1.0);\n"
    "}\n";

const char qx_cast_fragment[] = "void main()\n"
                                "{\n"
                                "}\n";

// clang-format on
