// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

#include <stdbool.h>

/// @file
/// Flashes counted and held back as WCAG 2.3.1 asks: no more than three in any second.
///
/// Does: count flashes of a region of the picture from its luminance over time; say how bright it
/// may be so that the count stays within a limit.
/// Does not: look at pixels (the caller knows what lights up, how large and how bright), draw, keep
/// time.
///
///     qx_flash_limiter limiter = { 0 };
///     const qx_flash_sample wish = { .time = now, .luminance = 0.8f, .area = 0.5f };
///     const float factor = qx_flash_limiter_step(&limiter, &wish);   // draw the flash times this
///
/// A flash is a pair of opposing changes of relative luminance by 0.1 or more, the darker of each
/// below 0.8, over a quarter of any ten degrees of the visual field: 21,824 pixels of a 1024 x 768
/// picture, QX_FLASH_AREA of it. Changes to and from saturated red count apart, at any luminance.
/// Several small steps in one direction are one change.
/// State is plain data in the caller's struct: zero it to begin, copy it to go back.
/// Threads: one call at a time for one struct; different structs are independent.
/// Source: W3C, WCAG 2.2, success criterion 2.3.1 and its definition of "general flash and red
/// flash thresholds".

/// Least share of the picture that counts.
#define QX_FLASH_AREA (21824.0f / (1024.0f * 768.0f))

/// Flashes that are remembered: more in a second than any limit.
#define QX_FLASH_MEMORY 16

/// One look at the region.
typedef struct qx_flash_sample {
    double time;     ///< Seconds, never less than at the last look.
    float luminance; ///< Relative luminance, 0 black to 1 the screen's white.
    float red;       ///< Saturated red, 0 to 1: WCAG's (R - G - B) * 320 / 320 where R is at least
                     ///< 0.8 of R + G + B, else 0; linear.
    float area;      ///< Share of the picture, 0 to 1; below QX_FLASH_AREA nothing counts.
} qx_flash_sample;

/// One kind of change being followed. Private in meaning, public for its size.
typedef struct qx_flash_track {
    float low, high; ///< Extremes since the last change.
    int direction;   ///< Of the last change: 1 brighter, -1 darker, 0 none yet.
    bool half;       ///< A first change waits for the opposing one.
    uint32_t count;  ///< Flashes kept in `times`.
    double times[QX_FLASH_MEMORY];
} qx_flash_track;

/// Counts flashes of one region.
typedef struct qx_flash_meter {
    qx_flash_track general, red;
    double time;
    bool started;
} qx_flash_meter;

/// Takes a look and returns the flashes of the second that ends with it, general or red, whichever
/// are more. A sample that is not finite or goes back in time is passed over.
QX_API uint32_t qx_flash_meter_step(qx_flash_meter *meter, const qx_flash_sample *sample);

/// Holds one region's brightness so that it flashes at most `limit` times in any second.
typedef struct qx_flash_limiter {
    uint32_t limit;       ///< 0 means 3, WCAG's own; at most 8.
    qx_flash_meter meter; ///< Of what has been let through.
    float held;           ///< Luminance of the last look that was let through.
    float held_red;
} qx_flash_limiter;

/// What share of the wished-for luminance may be drawn now, 0 to 1; a meter that looks at the
/// result never counts more than the limit. Never asks for more light than was wished for.
QX_API float qx_flash_limiter_step(qx_flash_limiter *limiter, const qx_flash_sample *wish);
