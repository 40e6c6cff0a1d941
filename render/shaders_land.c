// SPDX-License-Identifier: MIT
#include "shaders.h"

// Land at its level of detail, and water. A quarter of a patch is an instance; its 17 x 17 vertices
// are told apart by gl_VertexID alone. Places are relative to the eye from the start, from whole
// columns, so they are exact where it matters.

// clang-format off: one line of GLSL a line, from the left

// Filled once a draw by land_show.c, which has the same struct.
const char qx_land_block[] =
    "layout(std140) uniform land_block {\n"
    "    ivec4 eye_cell;\n"  // its column and row; last column and row
    "    vec4 eye_rest;\n"   // of a cell, right and down; above all heights; the eye's height
    "    vec4 cell;\n"       // size in x and z; height of code 0, of 65,535 over it
    "    vec4 eye_clip;\n"   // the eye in clip space
    "    vec4 morph[12];\n"  // from, to
    "    vec4 eye_spot;\n"   // the eye in textures, repeated after 16; textures a unit
    "    vec4 shade_form;\n" // from columns and rows to the map of sun and shade
    "    vec4 texel;\n"      // of normals: 1 / columns, 1 / rows; least wave, time
    "    vec4 grass_light;\n"
    "    vec4 rock_light;\n"
    "    vec4 sand_light;\n"  // and the height it ends at
    "    vec4 snow_light;\n"  // and the height it begins at
    "    vec4 water_light;\n" // and the level
    "    vec4 fades;\n"       // breadth of height bands; copies in x and z; far end of the water
    "    ivec4 flags;\n"      // floats; hues for levels; holes; diagonal
    "};\n"
    "\n"
    "uniform highp usampler2D heights;\n"
    "\n"
    "float height_at(ivec2 at)\n"
    "{\n"
    "    uint value = texelFetch(heights, at, 0).r;\n"
    "    if (flags.x != 0) return uintBitsToFloat(value);\n"
    "    return cell.z + cell.w * (float(value) / 65535.0);\n"
    "}\n";

// As qx_terrain_lod_sample_vertex has it.
const char qx_land_vertex[] =
    "layout(location = 0) in ivec4 form;\n" // first column and row, level
    "layout(location = 1) in ivec2 copy;\n" // columns and rows to this copy of the field
    "out vec3 way;\n"                       // from the eye
    "out vec2 spot;\n"                      // column and row
    "flat out int level;\n"
    "\n"
    "vec2 across(ivec2 at)\n"
    "{\n"
    "    return (vec2(at + copy - eye_cell.xy) - eye_rest.xy) * cell.xy;\n"
    "}\n"
    "\n"
    "float share_of(vec2 from_eye)\n"
    "{\n"
    "    float distance = sqrt(dot(from_eye, from_eye) + eye_rest.z * eye_rest.z);\n"
    "    vec2 range = morph[form.z].xy;\n"
    "    if (distance <= range.x) return 0.0;\n"
    "    return distance >= range.y ? 1.0 : (distance - range.x) / (range.y - range.x);\n"
    "}\n"
    "\n"
    "void main()\n"
    "{\n"
    "    level = form.z;\n"
    "    ivec2 own = ivec2(gl_VertexID % 17, gl_VertexID / 17);\n"
    "    ivec2 even = own - (own & 1);\n"
    "    ivec2 a = min(form.xy + (own << level), eye_cell.zw);\n"
    "    ivec2 b = min(form.xy + (even << level), eye_cell.zw);\n"
    "    vec2 here = across(a), there = across(b);\n"
    "    float share = share_of(here);\n"
    "    way = vec3(here.x, height_at(a) - eye_rest.w, here.y);\n"
    "    spot = vec2(a);\n"
    "    if (share >= 1.0) {\n"
    "        way = vec3(there.x, height_at(b) - eye_rest.w, there.y);\n"
    "        spot = vec2(b);\n"
    "    } else if (share > 0.0) {\n"
    "        vec3 toward = vec3(there.x, height_at(b) - eye_rest.w, there.y);\n"
    "        way += (toward - way) * share;\n"
    "        spot += (vec2(b) - spot) * share;\n"
    "    }\n"
    "#ifdef WIRE\n"
    "    way *= 0.998;\n" // nearer, at the same pixel
    "#endif\n"
    "    gl_Position = world_to_clip * vec4(way, 0.0) + eye_clip;\n"
    "}\n";

// Put before the shaders: which they are.
const char qx_land_wire[] = "#define WIRE\n";
const char qx_land_shadowed[] = "#define SHADOWED\n";

// What land and water share: normals, sun and shade, hues of levels.
const char qx_land_ground[] =
    "uniform sampler2D shade;\n"  // sun, openness to the sky
    "uniform sampler2D detail;\n" // tones of grass and of rock, rock's slope
    "\n"
    "vec3 hue(int level)\n"
    "{\n"
    "    vec3 turn = fract(vec3(0.0, 0.6667, 0.3333) + float(level) * 0.381966);\n"
    "    return clamp(abs(turn * 6.0 - 3.0) - 1.0, 0.04, 1.0);\n"
    "}\n";

// Weights of the three sides a texture is seen from are the normal's fourth powers, as
// qx_terrain_sample_triplanar has them: cliffs do not stretch. Four sizes of one texture hide that
// it repeats, and keep grain near the eye; on cliffs the fine one is seen from the side that faces
// them more, whose slopes are taken before the choice. Bands of height begin and end where the
// large one says.
const char qx_land_fragment[] =
    "uniform sampler2D normals;\n"
    "uniform sampler2D present;\n"
    "in vec3 way;\n"
    "in vec2 spot;\n"
    "flat in int level;\n"
    "out vec4 result;\n"
    "\n"
    "bool is_there(ivec2 at)\n"
    "{\n"
    "    return texelFetch(present, at, 0).r > 0.5;\n"
    "}\n"
    "\n"
    "bool in_hole()\n" // a triangle of the finest level with a corner missing
    "{\n"
    "    ivec2 at = clamp(ivec2(floor(spot)), ivec2(0), eye_cell.zw - 1);\n"
    "    vec2 within = spot - vec2(at);\n"
    "    bool falls = flags.w == 1 || (flags.w == 2 && ((at.x + at.y) & 1) == 1);\n"
    "    bool first = falls ? within.x <= within.y : within.x + within.y <= 1.0;\n"
    "    ivec2 own = falls ? (first ? ivec2(0, 1) : ivec2(1, 0)) : (first ? ivec2(0) : ivec2(1));\n"
    "    ivec2 one = falls ? ivec2(0) : ivec2(1, 0);\n"
    "    ivec2 other = falls ? ivec2(1) : ivec2(0, 1);\n"
    "    return !(is_there(at + own) && is_there(at + one) && is_there(at + other));\n"
    "}\n"
    "\n"
    "vec3 normal_at()\n"
    "{\n"
    "    vec2 n = texture(normals, (spot + 0.5) * texel.xy).rg;\n"
    "    return normalize(vec3(n.x, max(1.0 - abs(n.x) - abs(n.y), 0.0), n.y));\n"
    "}\n"
    "\n"
    "void main()\n"
    "{\n"
    "    if (flags.z != 0 && in_hole()) discard;\n"
    "    float distance = length(way), height = way.y + eye_rest.w;\n"
    "    vec3 normal = normal_at();\n"
    "    vec3 at = way * eye_spot.w + eye_spot.xyz;\n"
    "    vec4 top = texture(detail, at.xz, -0.7);\n" // sharper: slopes are seen at flat angles
    "    vec4 wide = texture(detail, at.zx * 0.1875);\n"
    "    vec4 fine = texture(detail, at.xz * 9.0, -0.7);\n"
    "    vec4 east = texture(detail, at.zy, -0.7), south = texture(detail, at.xy, -0.7);\n"
    "    vec3 sides = normal * normal;\n"
    "    sides *= sides;\n"
    "    sides /= sides.x + sides.y + sides.z;\n"
    "    vec3 tone = east.gba * sides.x + top.gba * sides.y + south.gba * sides.z;\n"
    "    float grain = texture(detail, at.xz * 97.0, -1.2).r;\n"
    "    tone.x += 0.5 * (grain - 0.5) * sides.y;\n"
    "    vec3 right = dFdx(at) * 5.3, down = dFdy(at) * 5.3;\n"
    "    bool east_wall = sides.x > sides.z;\n"
    "    vec4 stone = textureGrad(detail, (east_wall ? at.zy : at.xy) * 5.3,\n"
    "                             east_wall ? right.zy : right.xy, east_wall ? down.zy : down.xy);\n"
    "    tone += vec3(0.7, 0.6, 0.6) * (stone.gba - 0.5) * (1.0 - sides.y);\n"
    "    float rough = wide.r + 0.5 * top.r + 0.25 * fine.r - 0.875;\n"
    "\n"
    "    float steep = smoothstep(0.80, 0.66, normal.y + 0.35 * rough);\n"
    "    float snowy = smoothstep(-fades.x, fades.x, height - snow_light.w + 4.0 * fades.x * "
    "rough);\n"
    "    snowy *= smoothstep(0.55, 0.72, normal.y + 0.3 * rough);\n"
    "    float sandy = smoothstep(fades.x, -fades.x, height - sand_light.w + 2.0 * fades.x * "
    "rough);\n"
    "    float blade = 0.5 * fine.r + 0.35 * top.r + 0.7 * grain - 0.275;\n"
    "    vec3 grass = grass_light.rgb * (0.45 + 1.1 * blade);\n"
    "    vec3 dry = vec3(dot(grass, vec3(0.45, 0.5, 0.05))) * vec3(1.25, 1.05, 0.5);\n"
    "    grass = mix(grass, dry, 0.7 * smoothstep(0.35, 0.75, wide.r));\n"
    "    vec3 rock = rock_light.rgb * (0.3 + 1.1 * tone.x + 0.5 * (wide.g - 0.5));\n"
    "    vec3 sand = sand_light.rgb * (0.7 + 0.3 * fine.r + 0.3 * grain);\n"
    "    vec3 own = mix(grass, sand, sandy * (1.0 - steep));\n"
    "    own = mix(own, rock, steep);\n"
    "    own = mix(own, snow_light.rgb * (0.78 + 0.12 * top.r + 0.1 * grain), snowy);\n"
    "    float under = max(water_light.w - height, 0.0) / fades.x;\n"
    "    own *= mix(vec3(1.0), vec3(0.22, 0.42, 0.46), 1.0 - exp(-1.4 * under));\n" // wet
    "    if (flags.y != 0) own = mix(own, hue(level), 0.6);\n"
    "\n"
    "    float bumps = (0.35 + 0.65 * steep) * (1.0 - 0.75 * snowy);\n"
    "    vec2 slope = (tone.yz - 0.5) * (1.6 * bumps);\n"
    "    vec3 bent = normalize(normal + vec3(-slope.x, 0.0, -slope.y) * sides.y +\n"
    "                          vec3(0.0, -slope.y, -slope.x) * sides.x +\n"
    "                          vec3(-slope.x, -slope.y, 0.0) * sides.z);\n"
    "    vec2 lightness = texture(shade, spot * shade_form.xy + shade_form.zw).rg;\n"
    "    float sun = lightness.r;\n"
    "#ifdef SHADOWED\n"
    "    sun *= sun_share(way, normal);\n"
    "#endif\n"
    "    float facing = max(dot(bent, sun_way.xyz), 0.0) * sun;\n"
    "    vec3 around = mix(ground_light.rgb, sky_light.rgb, 0.5 + 0.5 * bent.y) * lightness.g;\n"
    "    vec3 light = own * (around + sun_light.rgb * facing);\n"
    "    result = stored(in_fog(light, distance), 1.0);\n"
    "}\n";

const char qx_land_wire_fragment[] =
    "in vec3 way;\n"
    "in vec2 spot;\n"
    "flat in int level;\n"
    "out vec4 result;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec3 light = flags.y != 0 ? hue(level) : vec3(0.25, 0.7, 1.0);\n"
    "    result = stored(light * fog_share(length(way)), 0.45);\n"
    "}\n";

const char qx_land_water_vertex[] =
    "out vec3 way;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;\n"
    "    way = vec3(corner.x * fades.w, water_light.w - eye_rest.w, corner.y * fades.w);\n"
    "    gl_Position = world_to_clip * vec4(way, 0.0) + eye_clip;\n"
    "}\n";

// Light that comes from the ground is lost with depth, what the sky throws back comes with the flat
// angle (Schlick). Beyond the field the ground falls away from its border.
const char qx_land_water_fragment[] =
    "in vec3 way;\n"
    "out vec4 result;\n"
    "\n"
    "float ground(vec2 at)\n" // height
    "{\n"
    "    ivec2 first = clamp(ivec2(floor(at)), ivec2(0), eye_cell.zw - 1);\n"
    "    vec2 within = clamp(at - vec2(first), 0.0, 1.0);\n"
    "    float a = mix(height_at(first), height_at(first + ivec2(1, 0)), within.x);\n"
    "    float b = mix(height_at(first + ivec2(0, 1)), height_at(first + ivec2(1)), within.x);\n"
    "    return mix(a, b, within.y);\n"
    "}\n"
    "\n"
    "vec3 sky(vec3 toward)\n"
    "{\n"
    "    float low = 1.0 - clamp(toward.y, 0.0, 1.0);\n"
    "    low *= low;\n"
    "    return mix(zenith_light.rgb, horizon_light.rgb, low * low);\n"
    "}\n"
    "\n"
    "void main()\n"
    "{\n"
    "    float distance = length(way);\n"
    "    vec3 to_eye = way / -distance;\n"
    "    vec2 at = way.xz / cell.xy + eye_rest.xy + vec2(eye_cell.xy);\n"
    "    vec2 field = vec2(eye_cell.zw);\n"
    "    vec2 inside = clamp(at, -fades.yz * field, (fades.yz + 1.0) * field);\n"
    "    float beyond = length((at - inside) * cell.xy);\n"
    "    at = inside - min(floor(inside / field), fades.yz) * field;\n"
    "    float depth = water_light.w - ground(at);\n"
    "    if (depth <= 0.0 && beyond == 0.0) discard;\n" // seen through a hole
    "    depth = max(depth, 0.0) + 0.15 * beyond;\n"
    "    vec2 place = way.xz * eye_spot.w + eye_spot.xz;\n"
    "    float time = texel.w;\n"
    "    vec2 wave = texture(detail, place * 3.0 + vec2(0.011, 0.023) * time, 1.0).ba +\n"
    "                texture(detail, place.yx * 2.0 - vec2(0.017, 0.012) * time, 1.0).ba - 1.0;\n"
    "    wave *= 0.45 / (1.0 + distance * texel.z);\n"
    "    vec3 normal = normalize(vec3(wave.x, 1.0, wave.y));\n"
    "    float flat_share = 1.0 - clamp(dot(normal, to_eye), 0.0, 1.0);\n"
    "    float squared = flat_share * flat_share;\n"
    "    float mirror = 0.02 + 0.75 * squared * squared * flat_share;\n"
    "    float sun = beyond > 0.0 ? 1.0 : texture(shade, at * shade_form.xy + shade_form.zw).r;\n"
    "    vec3 back = reflect(-to_eye, normal);\n"
    "    float glint = pow(max(dot(back, sun_way.xyz), 1e-4), 320.0) * sun;\n"
    "    float facing = max(sun_way.y, 0.0) * sun;\n"
    "    vec3 light = water_light.rgb * (sky_light.rgb + sun_light.rgb * facing);\n"
    "    float clear = exp(-depth / (2.2 * fades.x));\n"
    "    float alpha = 1.0 - clear * (1.0 - mirror);\n"
    "    light = mix(light, sky(back), mirror) * alpha + sun_light.rgb * (1.2 * glint * alpha);\n"
    "    float shore = smoothstep(0.35 * fades.x, 0.0, depth);\n"
    "    alpha *= 1.0 - shore;\n"
    "    light = light * (1.0 - shore) / max(alpha, 1e-4);\n"
    "    result = stored(in_fog(light, distance), alpha);\n"
    "}\n";

// clang-format on
