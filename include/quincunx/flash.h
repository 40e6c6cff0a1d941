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
///     qx_flash_limiter limiter = { 0 };                         // kept from frame to frame
///     const qx_flash_sample wish = { .time = now, .luminance = 0.8f, .area = 0.5f };
///     const float factor = qx_flash_limiter_step(&limiter, &wish);   // every frame, dark or not
///     draw_sky(factor * brightness);
///
/// A change is a rise or fall of relative luminance by 0.1 or more, however many steps it takes,
/// whose darker end is below 0.8; a flash is two of them, up and down or down and up. It counts
/// where it covers a quarter of any ten degrees of the visual field: 21,824 pixels of a 1024 x 768
/// picture, QX_FLASH_AREA of it. Changes to and from saturated red by 20/320 count apart, at any
/// luminance.
/// Several things that flash at once are one region: their areas add up, and all of them are drawn
/// with the one factor.
/// State is plain data in the caller's struct: zero it to begin, copy it to go back. Nothing
/// allocates.
/// Threads: one call at a time for one struct; different structs are independent.
/// Same bits: the same looks give the same answers on every compiler and processor.
/// Source: W3C, WCAG 2.2, success criterion 2.3.1 and its definition of "general flash and red
/// flash thresholds"; red by the measure of WCAG 2.0, which shrinks with brightness as it should
/// for a limiter.

/// Least share of the picture that counts.
#define QX_FLASH_AREA (21824.0f / (1024.0f * 768.0f))

/// Changes of a second that are remembered; of more, the latest. Half as many flashes are the most
/// a meter tells.
#define QX_FLASH_MEMORY 64u

/// One look at the region.
typedef struct qx_flash_sample {
    double time;     ///< Seconds, never less than at the last look. Real ones, of the screen.
    float luminance; ///< Relative luminance of what is lit, with all that is drawn there: 0 black
                     ///< to 1 the screen's white, linear. More is taken as 1, less as 0.
    float red;       ///< Saturated red, 0 to 1: R - G - B of linear colours where R is at least 0.8
                     ///< of R + G + B, else 0. Factors on the light scale it too.
    float area;      ///< Share of the picture that is lit, 0 to 1; less than QX_FLASH_AREA is taken
                     ///< as dark.
} qx_flash_sample;

/// One kind of change being followed. Private in meaning, public for its size.
typedef struct qx_flash_track {
    float low, high; ///< Extremes since the last change.
    int direction;   ///< Of the last change: 1 brighter, -1 darker, 0 none yet.
    uint32_t count;  ///< Changes kept in `times`, the oldest first.
    double times[QX_FLASH_MEMORY];
} qx_flash_track;

/// Counts flashes of one region.
typedef struct qx_flash_meter {
    qx_flash_track general, red;
    double time; ///< Of the last look.
    bool started;
} qx_flash_meter;

/// Takes a look.
/// @return The flashes of the second that ends with it (both its ends within), general or red,
///         whichever are more. A sample that is not finite or goes back in time is passed over and
///         gives the same number as the last one.
QX_API uint32_t qx_flash_meter_step(qx_flash_meter *meter, const qx_flash_sample *sample);

/// Holds one region's brightness so that it flashes at most `limit` times in any second: no second
/// has more than 2 * limit changes. The first flashes pass as they are; what comes too soon is
/// dimmed until it is no flash any more, and shows as a glimmer of less than a tenth. Light that
/// stays comes up by itself as soon as it may.
typedef struct qx_flash_limiter {
    uint32_t limit;       ///< Flashes a second. 0 means 3, WCAG's own; more than 8 are taken as 8.
    float held;           ///< Share of the wish that was held back at the last look, 0 to 1.
    qx_flash_meter meter; ///< Of what was let through; a little stricter than the criterion, so
                          ///< that no rounding matters.
} qx_flash_limiter;

/// What share of the wished-for light may be drawn now, 0 to 1: never more light than was wished
/// for. A meter that looks at the light times this never counts more than the limit. To be called
/// once for every frame that is shown, also where nothing flashes.
/// A time that goes back or is not finite is taken as that of the last look; a light that is not
/// finite as none, for which the answer is 0.
QX_API float qx_flash_limiter_step(qx_flash_limiter *limiter, const qx_flash_sample *wish);
