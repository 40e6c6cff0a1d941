// SPDX-License-Identifier: MIT
// Large flashes on screen, held to three a second (WCAG 2.3.1) unless the settings say otherwise.
// Cosmetic: no tick knows of it, so that neither hashes nor replays depend on it.
//
// A scene that lights up large parts of the picture adds up in draw all that it is going to light,
// asks once a frame, and draws all of it times the answer:
//
//     flash_wish wish = { 0 };
//     for (each light) flash_wish_add(&wish, colour, intensity, area);
//     const float factor = flashes_allow(canvas->flashes, &wish);
//     for (each light) draw it with factor * intensity;
//
// The setting for flash intensity is a factor of the scene's own, applied before. Frames in which a
// scene does not ask count as dark.
#pragma once

#include <quincunx/flash.h>

#include <stdbool.h>
#include <stdint.h>

// All lights of a frame. Zero is none. Small ones count together or not at all, and a faint large
// one does not thin them out.
typedef struct flash_wish {
    float small_area, small_light, small_red; // shares of the picture; luminance times area
    float large_area, large_light, large_red; // luminance of those that count by themselves
} flash_wish;

// A light of this colour (0xRRGGBBAA, alpha is not used) and intensity, as the renderer takes them,
// over a share of the picture, 0 to 1, that it lights evenly. One that fades outward counts with its
// bright part: of a QX_SPRITE_GLOW half the radius, a quarter of its area.
void flash_wish_add(flash_wish *wish, uint32_t colour, float intensity, float area);

// One a screen or film: what was shown of late.
typedef struct flashes {
    qx_flash_limiter limiter;
    double time;   // of the frame that is being drawn
    float allowed; // in this frame, once it was asked for
    bool limited, asked;
} flashes;

// The shell's, before each frame is drawn: the time in seconds that it is shown at.
void flashes_begin(flashes *f, double time, bool limited);

// What share of its lights a scene may draw in this frame, 0 to 1; asked again it says the same.
// NULL lets everything pass.
float flashes_allow(flashes *f, const flash_wish *wish);
