// SPDX-License-Identifier: MIT
#include "shaders.h"

// Written for what GLSL 330 and GLSL ES 300 have in common. Coordinates called "px" are pixels of
// the target, y down.

// clang-format off: one line of GLSL a line, from the left

static const char head_gl[] = "#version 330 core\n";

static const char head_es[] = "#version 300 es\n"
                              "precision highp float;\n"
                              "precision highp int;\n"
                              "precision highp sampler2D;\n"
                              "precision highp sampler2DShadow;\n";

// view: centre of the view (world), pixels a world unit in x and y. picture: half the target's size
// (px), 1 / distance of the eye, pixels a pixel of a 720-line picture.
static const char shared_vertex[] =
    "uniform vec4 view;\n"
    "uniform vec4 picture;\n"
    "\n"
    "vec3 project(vec3 place)\n" // px from the picture's centre, and the factor by which z enlarges
    "{\n"
    "    float factor = max(1.0 + place.z * picture.z, 0.0);\n"
    "    return vec3((place.xy - view.xy) * view.zw * factor, factor);\n"
    "}\n"
    "\n"
    "vec4 clip(vec2 px)\n"
    "{\n"
    "    return vec4(px.x / picture.x, -px.y / picture.y, 0.0, 1.0);\n"
    "}\n"
    "\n"
    "float breadth(float width, float factor)\n" // a qx_line's width in px
    "{\n"
    "    return width < 0.0 ? -width * picture.w : width * factor * 0.5 * (view.z + view.w);\n"
    "}\n";

static const char shared_colour[] =
    "vec3 linear_light(vec3 c)\n"
    "{\n"
    "    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));\n"
    "}\n"
    "\n"
    "vec4 unpack(uint colour)\n" // 0xRRGGBBAA to linear light and alpha
    "{\n"
    "    vec4 c = vec4(uvec4(colour >> 24u, colour >> 16u, colour >> 8u, colour) & 255u) / 255.0;\n"
    "    return vec4(linear_light(c.rgb), c.a);\n"
    "}\n";

static const char shared_display[] =
    "vec3 display(vec3 light)\n" // linear light to sRGB
    "{\n"
    "    vec3 c = clamp(light, 0.0, 1.0);\n"
    "    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));\n"
    "}\n";

// out_scale: factor on light that is stored, above 0.5 where sRGB bytes are written, the most that
// can be stored: what is brighter is dimmed as a whole, so that its hue stays. A line or sprite has
// one colour, so all of this is done for its corners and not for its pixels.
static const char shared_paint[] =
    "uniform vec3 out_scale;\n"
    "\n"
    "vec4 paint(vec4 colour)\n"
    "{\n"
    "    vec3 light = min(colour.rgb, vec3(1e6)) * out_scale.x;\n" // infinity would become NaN
                                                                   // below
    "    light /= max(1.0, max(light.r, max(light.g, light.b)) / out_scale.z);\n"
    "    if (out_scale.y > 0.5) light = display(light);\n"
    "    return vec4(light, 1.0) * colour.a;\n" // premultiplied, as all three blends want it
    "}\n";

static const char lines_vertex[] =
    "layout(location = 0) in vec3 line_from;\n"
    "layout(location = 1) in vec3 line_to;\n"
    "layout(location = 2) in vec2 line_shape;\n" // width, intensity
    "layout(location = 3) in uint line_colour;\n"
    "out vec2 spot;\n"        // px along and across the line
    "flat out vec2 extent;\n" // length and half width in px
    "out vec4 colour;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec3 a = project(line_from);\n"
    "    vec3 b = project(line_to);\n"
    "    float wide = breadth(line_shape.x, 0.5 * (a.z + b.z));\n"
    "    float radius = 0.5 * max(wide, 1.0);\n"
    "    vec2 way = b.xy - a.xy;\n"
    "    float reach = length(way);\n"
    "    way = reach > 1e-6 ? way / reach : vec2(1.0, 0.0);\n"
    "    float rim = radius + 0.5;\n"
    "    spot.x = (gl_VertexID & 1) == 0 ? -rim : reach + rim;\n"
    "    spot.y = (gl_VertexID & 2) == 0 ? -rim : rim;\n"
    "    extent = vec2(reach, radius);\n"
    "    colour = unpack(line_colour);\n"
    "    colour.rgb *= line_shape.y;\n"
    "    colour.a *= min(wide, 1.0);\n"
    "    colour = paint(colour);\n"
    "    gl_Position = clip(a.xy + way * spot.x + vec2(-way.y, way.x) * spot.y);\n"
    "}\n";

// Across, coverage is that of a box one pixel wide slid over the line, so its sum over pixels is
// the width wherever the line lies. Where light adds up, ends fade over the round cap in such a way
// that the two halves of a line cut anywhere sum to the uncut line; full round caps would leave a
// bright bead at every joint of a curve.
static const char lines_fragment[] =
    "uniform float fade_ends;\n"
    "in vec2 spot;\n"
    "flat in vec2 extent;\n"
    "in vec4 colour;\n"
    "out vec4 result;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    float cover;\n"
    "    if (fade_ends > 0.5) {\n"
    "        float cap = 0.5 / max(sqrt(max(extent.y * extent.y - spot.y * spot.y, 0.0)), 0.5);\n"
    "        vec2 ends = clamp(vec2(spot.x, spot.x - extent.x) * cap + 0.5, 0.0, 1.0);\n"
    "        cover = clamp(extent.y + 0.5 - abs(spot.y), 0.0, 1.0) * (ends.x - ends.y);\n"
    "    } else {\n"
    "        float beyond = max(max(-spot.x, spot.x - extent.x), 0.0);\n"
    "        cover = clamp(extent.y + 0.5 - length(vec2(beyond, spot.y)), 0.0, 1.0);\n"
    "    }\n"
    "    result = colour * cover;\n"
    "}\n";

// In two parts, because C promises no string longer than 4,095 characters. fold: texture width - 1
// and its logarithm. counts: columns and rows there are, columns and rows of lines drawn. stride:
// points between two drawn lines, the first drawn column and row (may lie below 0: the border
// then), vertices a segment has beyond 4. look: blend, intensity, how far off the middle bends, 1 /
// distance that highlights. widths: thick, thin, middle, in px.
static const char net_points[] =
    "uniform sampler2D now;\n"
    "uniform sampler2D before;\n"
    "uniform ivec2 fold;\n"
    "uniform ivec4 counts;\n"
    "uniform ivec4 stride;\n"
    "uniform vec4 look;\n"
    "uniform vec3 widths;\n"
    "uniform vec4 rest;\n" // left, top, spacing in x and y
    "uniform vec4 net_colour;\n"
    "uniform vec4 net_highlight;\n"
    "out vec2 spot;\n"
    "flat out vec2 extent;\n"
    "out vec4 colour;\n"
    "\n"
    // Of the drawn lines, to a point; the borders are always drawn.
    "ivec2 node(int column, int row)\n"
    "{\n"
    "    return clamp(stride.yz + ivec2(column, row) * stride.x, ivec2(0), counts.xy - 1);\n"
    "}\n"
    "\n"
    "vec3 point(ivec2 at)\n"
    "{\n"
    "    int index = at.y * counts.x + at.x;\n"
    "    ivec2 texel = ivec2(index & fold.x, index >> fold.y);\n"
    "    vec3 place = texelFetch(now, texel, 0).xyz;\n"
    "    if (look.x < 1.0) place = mix(texelFetch(before, texel, 0).xyz, place, look.x);\n"
    "    return place;\n"
    "}\n"
    "\n"
    // The rule of qx_grid_is_thick, over the lines that are drawn.
    "float thickness(int index, int count)\n"
    "{\n"
    "    int off_middle = abs(2 * index - (count - 1));\n"
    "    bool thick = off_middle % (6 * stride.x) == ((count & 1) == 1 ? 0 : 3 * stride.x);\n"
    "    return thick ? widths.x : widths.y;\n"
    "}\n"
    "\n"
    "vec4 light(vec3 place, vec2 at)\n" // colour of the point with these (fractional) indices
    "{\n"
    "    vec3 moved = (place - vec3(rest.xy + at * rest.zw, 0.0)) * look.w;\n"
    "    float far = dot(moved, moved);\n"
    "    return mix(net_colour, net_highlight, far / (1.0 + far));\n"
    "}\n"
    "\n"
    "vec4 light_along(vec4 from, vec4 to, int corner)\n"
    "{\n"
    "    vec4 found = mix(from, to, 0.5 * float(corner >> 1));\n"
    "    return vec4(found.rgb * look.y, found.a);\n"
    "}\n"
    "\n";

static const char net_vertex[] =
    // A point on the strip: `corner` 0 to 5 is which of the six vertices, from a over m to b.
    "void strip(vec3 a, vec2 m, vec3 b, float width, int corner)\n"
    "{\n"
    "    float wide = width * 0.5 * (a.z + b.z);\n"
    "    float radius = 0.5 * max(wide, 1.0);\n"
    "    float rim = radius + 0.5;\n"
    "    vec2 first = m - a.xy;\n"
    "    vec2 second = b.xy - m;\n"
    "    float first_reach = length(first);\n"
    "    float second_reach = length(second);\n"
    "    first = first_reach > 1e-6 ? first / first_reach : vec2(1.0, 0.0);\n"
    "    second = second_reach > 1e-6 ? second / second_reach : first;\n"
    "    int part = corner >> 1;\n"
    "    spot.y = (corner & 1) == 0 ? -rim : rim;\n"
    "    extent = vec2(first_reach + second_reach, radius);\n"
    "    colour.a *= min(wide, 1.0);\n"
    "    colour = paint(colour);\n"
    "    vec2 place = a.xy - first * rim;\n"
    "    vec2 side = vec2(-first.y, first.x);\n"
    "    spot.x = -rim;\n"
    "    if (part == 1) {\n"
    // A mitre, so that distance across stays exact on both pieces; limited where the bend is sharp.
    "        place = m;\n"
    "        side = side + vec2(-second.y, second.x);\n"
    "        side /= max(0.5 * dot(side, side), 0.25);\n"
    "        spot.x = first_reach;\n"
    "    } else if (part == 2) {\n"
    "        place = b.xy + second * rim;\n"
    "        side = vec2(-second.y, second.x);\n"
    "        spot.x = extent.x + rim;\n"
    "    }\n"
    "    gl_Position = clip(place + side * spot.y);\n"
    "}\n"
    "\n"
    // Which of the strip's six corners this vertex is: of a straight strip only the outer four, the
    // first two twice where there are six vertices, which makes triangles of no area.
    "int corner_of(bool bends)\n"
    "{\n"
    "    int late = gl_VertexID - stride.w;\n"
    "    return bends ? gl_VertexID : late < 2 ? gl_VertexID & 1 : late + 2;\n"
    "}\n"
    "\n"
    // A piece of a row or column from drawn line to drawn line.
    "void segment(ivec2 at, ivec2 way, float width)\n"
    "{\n"
    "    ivec2 at_a = node(at.x, at.y);\n"
    "    ivec2 at_b = node(at.x + way.x, at.y + way.y);\n"
    "    vec3 place_a = point(at_a);\n"
    "    vec3 place_b = point(at_b);\n"
    "    vec3 a = project(place_a);\n"
    "    vec3 b = project(place_b);\n"
    "    vec2 m = 0.5 * (a.xy + b.xy);\n"
    "    bool bends = false;\n"
    "    if (stride.w > 0) {\n"
    "        ivec2 at_c = at_a - (at_b - at_a);\n"
    "        ivec2 at_d = at_b + (at_b - at_a);\n"
    "        bool has_c = all(greaterThanEqual(at_c, ivec2(0)));\n"
    "        bool has_d = all(lessThan(at_d, counts.xy));\n"
    "        vec2 c = has_c ? project(point(at_c)).xy : 2.0 * a.xy - b.xy;\n"
    "        vec2 d = has_d ? project(point(at_d)).xy : 2.0 * b.xy - a.xy;\n"
    "        vec2 bent = (9.0 * (a.xy + b.xy) - c - d) / 16.0;\n"
    "        bends = distance(bent, m) > look.z;\n"
    "        if (bends) m = bent;\n"
    "    }\n"
    "    int corner = corner_of(bends);\n"
    "    vec4 light_a = light(place_a, vec2(at_a));\n"
    "    vec4 light_b = light(place_b, vec2(at_b));\n"
    "    colour = light_along(light_a, light_b, corner);\n"
    "    strip(a, m, b, width, corner);\n"
    "}\n"
    "\n"
    // A line through the middle of a cell; way leads along it, across to its other side.
    "void middle(ivec2 at, ivec2 way)\n"
    "{\n"
    "    ivec2 across = ivec2(1) - way;\n"
    "    ivec2 at_a = node(at.x, at.y);\n"
    "    ivec2 at_b = node(at.x + across.x, at.y + across.y);\n"
    "    ivec2 at_c = node(at.x + way.x, at.y + way.y);\n"
    "    ivec2 at_d = node(at.x + 1, at.y + 1);\n"
    "    vec3 place_a = 0.5 * (point(at_a) + point(at_b));\n"
    "    vec3 place_b = 0.5 * (point(at_c) + point(at_d));\n"
    "    vec3 a = project(place_a);\n"
    "    vec3 b = project(place_b);\n"
    "    int corner = corner_of(false);\n"
    "    vec4 light_a = light(place_a, 0.5 * vec2(at_a + at_b));\n"
    "    vec4 light_b = light(place_b, 0.5 * vec2(at_c + at_d));\n"
    "    colour = light_along(light_a, light_b, corner);\n"
    "    strip(a, 0.5 * (a.xy + b.xy), b, widths.z, corner);\n"
    "}\n"
    "\n"
    "void main()\n"
    "{\n"
    "    int index = gl_InstanceID;\n"
    "    ivec2 cells = counts.zw - 1;\n"
    "    int in_rows = cells.x * counts.w;\n"
    "    int in_columns = cells.y * counts.z;\n"
    "    if (index < in_rows) {\n"
    "        int row = index / cells.x;\n"
    "        float width = thickness(node(0, row).y, counts.y);\n"
    "        segment(ivec2(index - row * cells.x, row), ivec2(1, 0), width);\n"
    "    } else if (index < in_rows + in_columns) {\n"
    "        index -= in_rows;\n"
    "        int row = index / counts.z;\n"
    "        int column = index - row * counts.z;\n"
    "        segment(ivec2(column, row), ivec2(0, 1), thickness(node(column, 0).x, counts.x));\n"
    "    } else {\n"
    "        index -= in_rows + in_columns;\n"
    "        int cell = index >> 1;\n"
    "        int row = cell / cells.x;\n"
    "        ivec2 way = (index & 1) == 0 ? ivec2(1, 0) : ivec2(0, 1);\n"
    "        middle(ivec2(cell - row * cells.x, row), way);\n"
    "    }\n"
    "}\n";

static const char sprite_parts[] =
    "layout(location = 0) in vec3 centre;\n"
    "layout(location = 1) in vec4 form;\n" // half width, half height, angle, intensity
    "layout(location = 2) in uint sprite_colour;\n"
    "layout(location = 3) in uint sprite_shape;\n"
    "out vec2 spot;\n"        // px from the centre, turned with the sprite
    "flat out vec2 extent;\n" // half sizes in px
    "flat out int shape;\n"
    "out vec4 colour;\n"
    "\n";

static const char sprites_vertex[] =
    "void main()\n"
    "{\n"
    "    vec3 place = project(centre);\n"
    "    vec2 wanted = max(form.xy * place.z * 0.5 * (view.z + view.w), vec2(0.0));\n"
    "    extent = max(wanted, vec2(0.5));\n"
    "    vec2 rim = extent + 1.0;\n"
    "    spot.x = (gl_VertexID & 1) == 0 ? -rim.x : rim.x;\n"
    "    spot.y = (gl_VertexID & 2) == 0 ? -rim.y : rim.y;\n"
    "    shape = int(sprite_shape);\n"
    "    vec2 fade = min(wanted * 2.0, vec2(1.0));\n"
    "    colour = unpack(sprite_colour);\n"
    "    colour.rgb *= form.w;\n"
    "    colour.a *= fade.x * fade.y;\n"
    "    colour = paint(colour);\n"
    "    float c = cos(form.z);\n"
    "    float s = sin(form.z);\n"
    "    gl_Position = clip(place.xy + vec2(c * spot.x - s * spot.y, s * spot.x + c * spot.y));\n"
    "}\n";

static const char sprites_fragment[] =
    "in vec2 spot;\n"
    "flat in vec2 extent;\n"
    "flat in int shape;\n"
    "in vec4 colour;\n"
    "out vec4 result;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec2 q = spot / extent;\n"
    "    float far = length(q);\n"
    // Pixels outside the ellipse, exact near its rim.
    "    float edge = (far - 1.0) * far / max(length(q / extent), 1e-6);\n"
    "    float cover;\n"
    "    if (shape == 0) {\n"
    "        float soft = max(1.0 - far * far, 0.0);\n"
    "        cover = soft * soft;\n"
    "    } else if (shape == 1) {\n"
    "        cover = clamp(0.5 - edge, 0.0, 1.0);\n"
    "    } else if (shape == 2) {\n"
    "        float wide = 0.1 * min(extent.x, extent.y);\n"
    "        float half_wide = 0.5 * max(wide, 1.0);\n"
    "        cover = clamp(half_wide + 0.5 - abs(edge + half_wide), 0.0, 1.0) * min(wide, 1.0);\n"
    "    } else {\n"
    "        vec2 inside = clamp(extent + 0.5 - abs(spot), 0.0, 1.0);\n"
    "        cover = inside.x * inside.y;\n"
    "    }\n"
    "    result = colour * cover;\n"
    "}\n";

// One triangle that covers the target.
static const char screen_vertex[] = "out vec2 place;\n"
                                    "\n"
                                    "void main()\n"
                                    "{\n"
                                    "    place = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);\n"
                                    "    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);\n"
                                    "}\n";

// texel: one texel of the source, in texture coordinates. amount: threshold, its softness, factor
// out of the stored. The threshold is applied after averaging, so that a thin line glows alike
// wherever it lies between pixels.
static const char bright_fragment[] =
    "uniform sampler2D source;\n"
    "uniform vec2 texel;\n"
    "uniform vec4 amount;\n"
    "in vec2 place;\n"
    "out vec4 result;\n"
    "\n"
    "vec3 tap(float x, float y)\n" // cut off, so that one infinite pixel cannot blacken the picture
    "{\n"
    "    return min(texture(source, place + texel * vec2(x, y)).rgb, vec3(4096.0));\n"
    "}\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec3 c = 0.25 * (tap(-1.0, -1.0) + tap(1.0, -1.0) + tap(-1.0, 1.0) + tap(1.0, 1.0));\n"
    "    c *= amount.z;\n"
    "    float top = max(c.r, max(c.g, c.b));\n"
    "    float soft = clamp(top - amount.x + amount.y, 0.0, 2.0 * amount.y);\n"
    "    soft = soft * soft / (4.0 * amount.y + 1e-6);\n"
    "    c *= max(soft, top - amount.x) / max(top, 1e-6);\n"
    "    result = vec4(c * amount.w, 1.0);\n"
    "}\n";

// 13 taps in five overlapping boxes, the middle one with half the weight (Jimenez, "Next generation
// post processing in Call of Duty: Advanced Warfare", 2014): does not flicker when small bright
// things move.
static const char down_fragment[] =
    "uniform sampler2D source;\n"
    "uniform vec2 texel;\n"
    "in vec2 place;\n"
    "out vec4 result;\n"
    "\n"
    "vec3 tap(float x, float y)\n"
    "{\n"
    "    return texture(source, place + texel * vec2(x, y)).rgb;\n"
    "}\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec3 near = tap(-1.0, -1.0) + tap(1.0, -1.0) + tap(-1.0, 1.0) + tap(1.0, 1.0);\n"
    "    vec3 sides = tap(-2.0, 0.0) + tap(2.0, 0.0) + tap(0.0, -2.0) + tap(0.0, 2.0);\n"
    "    vec3 corners = tap(-2.0, -2.0) + tap(2.0, -2.0) + tap(-2.0, 2.0) + tap(2.0, 2.0);\n"
    "    vec3 c = near * 0.125 + sides * 0.0625 + corners * 0.03125 + tap(0.0, 0.0) * 0.125;\n"
    "    result = vec4(c, 1.0);\n"
    "}\n";

// Four linear taps half a texel off make the 3x3 tent of the usual nine.
static const char up_fragment[] =
    "uniform sampler2D source;\n"
    "uniform vec2 texel;\n"
    "uniform vec4 amount;\n"
    "in vec2 place;\n"
    "out vec4 result;\n"
    "\n"
    "vec3 tap(float x, float y)\n"
    "{\n"
    "    return texture(source, place + texel * vec2(x, y)).rgb;\n"
    "}\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec3 c = tap(-0.5, -0.5) + tap(0.5, -0.5) + tap(-0.5, 0.5) + tap(0.5, 0.5);\n"
    "    result = vec4(c * 0.25 * amount.x, 1.0);\n"
    "}\n";

static const char add_fragment[] =
    "uniform sampler2D source;\n"
    "out vec4 result;\n"
    "\n"
    "void main()\n"
    "{\n"
    "    result = vec4(texelFetch(source, ivec2(gl_FragCoord.xy), 0).rgb, 0.0);\n"
    "}\n";

// amount: factor on the scene, factor on the glow. The curve leaves dark colours as they are and
// bends what is above `knee` toward 1; it works on the largest channel alone, so hues stay, and
// only many times overexposed cores lose some of theirs. Ordered noise below one step of the output
// keeps wide glows from banding.
static const char compose_fragment[] =
    "uniform sampler2D source;\n"
    "uniform sampler2D glow;\n"
    "uniform vec4 amount;\n"
    "in vec2 place;\n"
    "out vec4 result;\n"
    "\n"
    "const float knee = 0.6;\n"
    "\n"
    "vec3 tone(vec3 c)\n"
    "{\n"
    "    float top = max(c.r, max(c.g, c.b));\n"
    "    if (top <= knee) return c;\n"
    "    float bent = 1.0 - (1.0 - knee) * exp((knee - top) / (1.0 - knee));\n"
    "    float heat = top * top / (top * top + 160.0);\n"
    "    return mix(c * (bent / top), vec3(bent), 0.85 * heat);\n"
    "}\n"
    "\n"
    "float noise(vec2 px)\n"
    "{\n"
    "    return fract(52.9829189 * fract(dot(px, vec2(0.06711056, 0.00583715))));\n"
    "}\n"
    "\n"
    "void main()\n"
    "{\n"
    "    vec3 c = texture(source, place).rgb * amount.x;\n"
    "    if (amount.y > 0.0) c += texture(glow, place).rgb * amount.y;\n"
    "    c = tone(min(c, vec3(4096.0)));\n"
    "    result = vec4(display(c) + (noise(floor(gl_FragCoord.xy)) - 0.5) / 255.0, 1.0);\n"
    "}\n";

// clang-format on

typedef struct source {
    const char *name;
    const char *parts[QX_SHADER_PARTS - 1];
} source;

static const source sources[QX_SHADER_COUNT] = {
    { "lines.vert", { shared_vertex, shared_colour, shared_display, shared_paint, lines_vertex } },
    { "lines.frag", { lines_fragment } },
    { "net.vert",
      { shared_vertex, shared_colour, shared_display, shared_paint, net_points, net_vertex } },
    { "net.frag", { lines_fragment } },
    { "glow.vert", { shared_vertex, shared_colour, qx_glow_vertex } },
    { "glow.frag", { shared_display, qx_glow_shine, qx_glow_fragment } },
    { "ribbon.vert", { shared_vertex, shared_colour, qx_ribbon_vertex } },
    { "ribbon.frag", { shared_display, qx_glow_shine, qx_ribbon_fragment } },
    { "sprites.vert",
      { shared_vertex, shared_colour, shared_display, shared_paint, sprite_parts,
        sprites_vertex } },
    { "sprites.frag", { sprites_fragment } },
    { "bright.vert", { screen_vertex } },
    { "bright.frag", { bright_fragment } },
    { "down.vert", { screen_vertex } },
    { "down.frag", { down_fragment } },
    { "up.vert", { screen_vertex } },
    { "up.frag", { up_fragment } },
    { "add.vert", { screen_vertex } },
    { "add.frag", { add_fragment } },
    { "compose.vert", { screen_vertex } },
    { "compose.frag", { shared_display, compose_fragment } },
    { "solid.vert", { qx_space_block, shared_colour, qx_solid_vertex } },
    { "solid.frag", { qx_space_block, qx_space_light, qx_solid_fragment } },
    { "solid_textured.vert", { qx_space_block, shared_colour, qx_solid_vertex } },
    { "solid_textured.frag",
      { qx_solid_textured, qx_space_block, qx_space_light, qx_solid_fragment } },
    { "solid_shadowed.vert", { qx_space_block, shared_colour, qx_solid_vertex } },
    { "solid_shadowed.frag",
      { qx_solid_shadowed, qx_space_block, qx_space_light, qx_space_shadow, qx_solid_fragment } },
    { "solid_both.vert", { qx_space_block, shared_colour, qx_solid_vertex } },
    { "solid_both.frag",
      { qx_solid_both, qx_space_block, qx_space_light, qx_space_shadow, qx_solid_fragment } },
    { "cast.vert", { qx_space_block, qx_cast_vertex } },
    { "cast.frag", { qx_cast_fragment } },
    { "sky.vert", { qx_space_block, qx_sky_vertex } },
    { "sky.frag", { qx_space_block, qx_space_light, qx_sky_fragment } },
    { "space_lines.vert",
      { qx_space_block, shared_colour, shared_display, shared_paint, qx_space_pixels,
        qx_space_lines_vertex } },
    { "space_lines.frag", { qx_space_lines_fragment } },
    { "space_sprites.vert",
      { qx_space_block, shared_colour, shared_display, shared_paint, qx_space_pixels, sprite_parts,
        qx_space_sprites_vertex } },
    { "space_sprites.frag", { sprites_fragment } },
    { "land.vert", { qx_space_block, qx_land_block, qx_land_vertex } },
    { "land.frag",
      { qx_space_block, qx_space_light, qx_land_block, qx_land_ground, qx_land_fragment } },
    { "land_shadowed.vert", { qx_space_block, qx_land_block, qx_land_vertex } },
    { "land_shadowed.frag",
      { qx_land_shadowed, qx_space_block, qx_space_light, qx_space_shadow, qx_land_block,
        qx_land_ground, qx_land_fragment } },
    { "land_wire.vert", { qx_land_wire, qx_space_block, qx_land_block, qx_land_vertex } },
    { "land_wire.frag",
      { qx_space_block, qx_space_light, qx_land_block, qx_land_ground, qx_land_wire_fragment } },
    { "land_water.vert", { qx_space_block, qx_land_block, qx_land_water_vertex } },
    { "land_water.frag",
      { qx_space_block, qx_space_light, qx_land_block, qx_land_ground, qx_land_water_fragment } },
};

qx_shader_text qx_render_shader(uint32_t index, bool es)
{
    const source *found = &sources[index];
    qx_shader_text text = { found->name, { es ? head_es : head_gl } };
    for (int i = 1; i < QX_SHADER_PARTS; i++) {
        text.parts[i] = found->parts[i - 1] ? found->parts[i - 1] : "";
    }
    return text;
}
