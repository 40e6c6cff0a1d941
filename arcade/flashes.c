// SPDX-License-Identifier: MIT
#include "flashes.h"

#include <math.h>

static float linear(uint32_t byte)
{
    const float c = (float)byte / 255.0f;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

// Light beyond white stays as it is: held back, it has the farther to go.
void flash_wish_add(flash_wish *wish, uint32_t colour, float intensity, float area)
{
    const float r = linear(colour >> 24), g = linear(colour >> 16 & 255u);
    const float b = linear(colour >> 8 & 255u);
    const float luminance = intensity * (0.2126f * r + 0.7152f * g + 0.0722f * b);
    const bool saturated = r >= 0.8f * (r + g + b);
    const float red = saturated ? intensity * fmaxf(r - g - b, 0.0f) : 0.0f;
    if (!(luminance > 0.0f && area > 0.0f)) return;
    if (area < QX_FLASH_AREA) {
        wish->small_area += area;
        wish->small_light += luminance * area;
        wish->small_red += red * area;
        return;
    }
    wish->large_area += area;
    wish->large_light += luminance;
    wish->large_red += red;
}

// Small ones lie side by side and have a mean; where they count they may lie over large ones, and
// those over each other: their light adds up.
static qx_flash_sample sample_of(const flash_wish *wish, double time)
{
    qx_flash_sample sample = { .time = time,
                               .luminance = wish->large_light,
                               .red = wish->large_red,
                               .area = wish->large_area + wish->small_area };
    if (wish->small_area < QX_FLASH_AREA) return sample;
    const float covered = fminf(wish->small_area, 1.0f);
    sample.luminance += wish->small_light / covered;
    sample.red += wish->small_red / covered;
    return sample;
}

static float ask(flashes *f, const flash_wish *wish)
{
    const qx_flash_sample sample = sample_of(wish, f->time);
    f->asked = true;
    f->allowed = qx_flash_limiter_step(&f->limiter, &sample);
    return f->allowed;
}

void flashes_begin(flashes *f, double time, bool limited)
{
    static const flash_wish dark = { 0 };
    if (f->limited && !f->asked) ask(f, &dark);
    // Switched on, or a film begun again: what was before is not known.
    if (!f->limited || time < f->time) f->limiter = (qx_flash_limiter){ 0 };
    f->time = time;
    f->limited = limited;
    f->asked = false;
}

float flashes_allow(flashes *f, const flash_wish *wish)
{
    if (!f || !f->limited) return 1.0f;
    return f->asked ? f->allowed : ask(f, wish);
}
