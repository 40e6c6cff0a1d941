// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

#include <stdbool.h>

/// @file
/// The light of glowing lines: one law in two forms, and a rasteriser for pictures without a GPU.
///
/// Does: say how bright a glowing line is at any distance; draw lines into planes of floats; turn
/// those into bytes for a screen or a file.
/// Does not: draw with OpenGL (render.h does, by the same law), know bolts (bolt.h makes the
/// lines).
///
///     const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, 16);          // a halo of 16 units
///     const qx_glow_picture picture = { planes, 640, 360, .scale = 1 };  // 3 * 640 * 360 zeros
///     qx_glow_build(&glow, QX_GLOW_MAX, lines, line_count, &picture, NULL);
///     qx_glow_build_bytes(&picture, NULL, rgb);                          // for qx_png_save_file
///
/// Space: x right, y down; z is not looked at.
/// Law: a line is three lights, one inside the other, each with a radius r, a colour and a
/// strength. At the distance d from the line each gives strength * colour * (1 - d²/r²)^(5/2)
/// inside of r and nothing beyond: 5/2 as that is what (1 - d²/r²)² in every point adds up to
/// along a straight line. The radii hold for lines of scale 1.
/// Units: world units; colours 0xRRGGBBAA in sRGB (alpha is not used), light linear.
/// Threads: every function may be called from any thread at any time; two calls must not write the
/// same picture together.
/// Same bits: the same lines give the same floats on every compiler, processor, instruction set and
/// number of workers.

/// A straight glowing line.
typedef struct qx_glow_line {
    qx_vec3 from, to; ///< World units.
    float scale;      ///< Factor on all three radii, above 0, at most 1e4: 1 for a trunk, less for
                      ///< twigs.
    float brightness; ///< Factor on the light, 0 to 1e6.
} qx_glow_line;

/// How a line glows. Zero means the default.
typedef struct qx_glow {
    float core;             ///< Radius of the hot core, world units, 1e-4 to 1e6. Default 1/10 of
                            ///< halo.
    float middle;           ///< Radius of the light between, world units. Default 2/5 of halo.
    float halo;             ///< Radius where the light ends, world units. Default 16.
    uint32_t core_colour;   ///< Default nearly white.
    uint32_t middle_colour; ///< Default light blue.
    uint32_t halo_colour;   ///< Default deep blue.
    float core_light;       ///< Strength, 0 to 1e4. Default 2; negative: none.
    float middle_light;     ///< Default 0.6; negative: none.
    float halo_light;       ///< Default 0.2; negative: none.
} qx_glow;

/// Colour ramps from the core to the edge, made for dark ground.
typedef enum qx_glow_ramp {
    QX_GLOW_STORM = 0, ///< White, light blue, deep blue. The default.
    QX_GLOW_PLASMA,    ///< Rose, magenta, violet.
    QX_GLOW_EMBER,     ///< Yellow, orange, dark red.
    QX_GLOW_ACID,      ///< Pale, green, teal.
    QX_GLOW_GOLD,      ///< White, gold, brown.
    QX_GLOW_RAMP_COUNT
} qx_glow_ramp;

/// A glow with this ramp's colours and this halo radius (0: the default), all defaults filled in.
QX_API qx_glow qx_glow_get_ramp(qx_glow_ramp ramp, float halo);

/// "storm", "plasma", "ember", "acid", "gold"; NULL beyond them.
QX_API const char *qx_glow_ramp_text(qx_glow_ramp ramp);

/// Returns the glow with every default filled in; fields out of range come back as they are.
QX_API qx_glow qx_glow_resolve(const qx_glow *glow);

/// How lines that overlap meet.
typedef enum qx_glow_form {
    QX_GLOW_MAX = 0, ///< Each colour channel keeps the brightest line's: nothing adds up, however
                     ///< finely a line is cut. Ends are round.
    QX_GLOW_SUM      ///< Light adds up; each line gives the integral of the law's point light along
                     ///< it, so that a straight line cut in pieces is as bright as in one. Ends
                     ///< fade.
} qx_glow_form;

/// Light at a place, one line's, linear RGB in x, y, z: the law itself, for checks and for the
/// curious. 0 where the glow, the line or the place is out of range.
QX_API qx_vec3 qx_glow_sample(const qx_glow *glow, qx_glow_form form, const qx_glow_line *line,
                              qx_vec2 place);

/// Where light is gathered: three planes of floats, red, green and blue, each row by row from the
/// top. The caller clears them (all 0 is dark).
typedef struct qx_glow_picture {
    float *planes;          ///< 3 * width * height floats; see qx_glow_build on alignment.
    uint32_t width, height; ///< Pixels, 1 to 16,384.
    qx_vec2 origin;         ///< World place of the left top corner, within 1e9.
    float scale;            ///< Pixels a world unit, 1e-6 to 1e6. Default 1.
    qx_simd simd;           ///< Default: the widest this processor has.
} qx_glow_picture;

/// Draws lines into the picture, in order; what lies outside is cut off. A radius below one pixel
/// is drawn one pixel wide and fainter in proportion. Never allocates; takes up to 64 KiB of stack.
/// Planes that begin at a multiple of 64 bytes, with widths that are multiples of 16, are up to a
/// fifth quicker. Rows that lie a multiple of 2 KiB apart (widths of 1,024, 2,048, ...) push one
/// another out of the cache: a bolt takes up to twice as long then, the less the wider its halo,
/// lines strewn about up to four times; 16 pixels more cure that.
/// @param workers  Runs bands of rows in parallel; NULL for this thread alone. The result is the
///                 same.
/// @return QX_OK, QX_BAD_VALUE (a glow, picture or line out of range or not finite; the picture is
///         unchanged), QX_UNSUPPORTED (picture.simd is not there).
QX_API qx_result qx_glow_build(const qx_glow *glow, qx_glow_form form, const qx_glow_line *lines,
                               size_t count, const qx_glow_picture *picture,
                               const qx_workers *workers);

/// From light to bytes. Zero means the default.
typedef struct qx_glow_tone {
    float exposure;      ///< Factor on the light. Default 1.
    uint32_t background; ///< 0xRRGGBBAA, light is added to it. 0 is the house's near-black blue,
                         ///< 0x05060FFF.
    bool transparent;    ///< Writes RGBA with straight alpha instead, and no background: to be laid
                         ///< over other pictures.
} qx_glow_tone;

/// Tone maps the light as qx_render_compose does and writes sRGB bytes, row by row from the top,
/// tightly packed. Noise of one step, the same in every run, keeps wide halos from banding; an even
/// background stays even.
/// @param tone    NULL: all defaults.
/// @param pixels  width * height * 3 bytes, or * 4 where tone->transparent.
QX_API void qx_glow_build_bytes(const qx_glow_picture *picture, const qx_glow_tone *tone,
                                uint8_t *pixels);
