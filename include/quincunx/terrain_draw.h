// SPDX-License-Identifier: MIT
#pragma once

#include "solid.h"
#include "terrain_lod.h"

/// @file
/// Land in perspective: a height field at its level of detail, inside a space of solid.h, with
/// grass, rock, sand and snow, the shadows of its own mountains, fog, water. Part of the library
/// `render`.
///
/// Does: keep a field on the GPU, choose and draw its patches, paint them, shade them by the sun,
/// follow edits, repeat the field side by side.
/// Does not: change the field, draw trees, cast its shadows on solids (qx_land_sample_sun tells how
/// much sun a place has).
///
///     qx_land_create(render, lod, NULL, &land);
///     qx_space_begin(render, &(qx_space){ .camera = camera, .sun = { 0.6f, 0.3f, 0.2f },
///                                         .clear_sky = true, .fog_density = 0.0004f });
///     qx_space_land(render, land, &(qx_land_look){ .water = true, .water_level = 20 });
///     qx_space_end(render);
///
/// Space: as the field's, around the origin. Order: as solids; water covers what is below it and
/// was drawn before, so the land comes after the solids that are to be seen in it.
/// Memory: create allocates; later calls do not.
/// Threads: as render.h.

typedef struct qx_land qx_land;

/// Zero means the default.
typedef struct qx_land_desc {
    uint64_t seed;          ///< Of its textures.
    uint32_t shade_samples; ///< Most samples along an axis that sun and shade are reckoned for, 2
                            ///< to 8,192. Default 1,024.
    uint32_t patches;       ///< Room for so many quarters of patches, 64 to 1,000,000. Default
                            ///< 2,048: a million triangles.
} qx_land_desc;

/// @param lod  Must outlive it, as its field.
/// @return QX_OK, QX_BAD_VALUE, QX_TOO_LARGE (more samples along an axis than the context's textures
///         have), QX_NO_MEMORY, QX_BAD_DATA (a shader did not compile).
QX_API qx_result qx_land_create(qx_render *render, const qx_terrain_lod *lod,
                                const qx_land_desc *desc, qx_land **land);
/// NULL is allowed.
QX_API void qx_land_destroy(qx_render *render, qx_land *land);

/// Takes over an edit of the field, after qx_terrain_lod_update. Not between qx_space_land and the
/// end of the space.
/// @param area  As qx_terrain_apply gave it.
QX_API void qx_land_update(qx_render *render, qx_land *land, const qx_terrain_area *area);

/// How land looks. Zero means the default. Colours 0xRRGGBBAA.
typedef struct qx_land_look {
    float error;             ///< Pixels by which its shape may be wrong. Default 2.
    uint32_t patches;        ///< Most quarters of patches, of 512 triangles each: where there would
                             ///< be more, all get coarser, smoothly. Default, and at most, those
                             ///< of the description.
    uint32_t copies_x, copies_z; ///< Side by side, the middle ones around the origin; odd numbers,
                             ///< 1 to 31. Default 1.
    float texture_size;      ///< World units after which a texture repeats. Default 16 cells.
    uint32_t grass, rock, sand, snow; ///< Default the project's own.
    bool no_sand, no_snow;
    float sand_below, snow_above; ///< Heights. Both 0: a little above the water, or the
                             ///< field's lowest 6 hundredths; its highest 25.
    bool water;              ///< A level sheet as far as one sees.
    float water_level;       ///< Its height.
    uint32_t water_colour;   ///< Of deep water.
    float seconds;           ///< Moves the water's waves.
    bool wire;               ///< The edges of all triangles on top.
    bool level_colours;      ///< Each level of detail in a hue of its own.
} qx_land_look;

/// Draws it once; a second call for the same land within a space takes the place of the first.
/// Outside a space nothing happens.
QX_API void qx_space_land(qx_render *render, qx_land *land, const qx_land_look *look);

/// What the last frame took.
typedef struct qx_land_count {
    uint32_t patches, triangles; ///< Quarters of patches.
    float error;                 ///< Pixels really allowed: more than asked where patches ran out.
} qx_land_count;
QX_API qx_land_count qx_land_get_count(const qx_land *land);

/// How much of the sun of the last frame reaches the ground, or water over it, at a place: 0 to 1;
/// 1 outside.
QX_API float qx_land_sample_sun(const qx_land *land, float x, float z);
