// SPDX-License-Identifier: MIT
#include <quincunx/flash.h>

#include <string.h>

// Two frames a second apart by their numbers are so by their times too.
#define SECOND (1.0 + 1e-6)
#define MOST_LIMIT 8u

// Changes from this size on count.
typedef struct thresholds {
    float general, red;
    float dark; // the darker end of a general change is below
} thresholds;

static const thresholds criterion = { 0.1f, 20.0f / 320.0f, 0.8f };
// What limiters count by, and how far light may rise that must not flash.
static const thresholds strict = { 0.095f, 0.95f * 20.0f / 320.0f, 0.805f };
#define HEADROOM 0.94f // of a strict threshold

// Red has no darker end that would be bright enough.
#define ANY_DARK 2.0f

// Held light that stays comes up in this many times a second: quickly, and not with a jump that
// nothing in the picture explains.
#define RELEASE 4.0

static bool is_finite(double value)
{
    return value - value == 0.0;
}

static float clamp_unit(float value)
{
    return value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f;
}

// --- one kind of change

static void forget_old(qx_flash_track *track, double time)
{
    uint32_t old = 0;
    while (old < track->count && time - track->times[old] > SECOND) old++;
    track->count -= old;
    memmove(track->times, track->times + old, track->count * sizeof track->times[0]);
}

static void add_change(qx_flash_track *track, int direction, float value, double time)
{
    if (track->count == QX_FLASH_MEMORY) {
        track->count--;
        memmove(track->times, track->times + 1, track->count * sizeof track->times[0]);
    }
    track->times[track->count++] = time;
    track->direction = direction;
    track->low = track->high = value;
}

// Extremes move with the value until it turns by a threshold: steps on the way there, and wiggles
// smaller than that, are no changes of their own.
static void follow(qx_flash_track *track, float value, double time, float threshold, float dark)
{
    if (value < track->low) track->low = value;
    if (value > track->high) track->high = value;
    if (track->direction <= 0 && value - track->low >= threshold && track->low < dark)
        add_change(track, 1, value, time);
    else if (track->direction >= 0 && track->high - value >= threshold && value < dark)
        add_change(track, -1, value, time);
}

// --- meter

// Times and values in range.
static void look(qx_flash_meter *meter, const qx_flash_sample *sample, const thresholds *by)
{
    const bool counts = sample->area >= QX_FLASH_AREA;
    const float luminance = counts ? clamp_unit(sample->luminance) : 0.0f;
    const float red = counts ? clamp_unit(sample->red) : 0.0f;
    if (!meter->started) {
        meter->general.low = meter->general.high = luminance;
        meter->red.low = meter->red.high = red;
        meter->started = true;
    }
    meter->time = sample->time;
    forget_old(&meter->general, sample->time);
    forget_old(&meter->red, sample->time);
    follow(&meter->general, luminance, sample->time, by->general, by->dark);
    follow(&meter->red, red, sample->time, by->red, ANY_DARK);
}

static bool is_light(const qx_flash_sample *sample)
{
    return is_finite((double)sample->luminance) && is_finite((double)sample->red) &&
           is_finite((double)sample->area);
}

uint32_t qx_flash_meter_step(qx_flash_meter *meter, const qx_flash_sample *sample)
{
    const bool late = meter->started && sample->time < meter->time;
    if (is_light(sample) && is_finite(sample->time) && !late) look(meter, sample, &criterion);
    const uint32_t general = meter->general.count, red = meter->red.count;
    return (general > red ? general : red) / 2;
}

// --- limiter

// A rise is allowed only where the fall that may follow at any moment is within the limit too: light
// cannot be kept up that is no longer wished for.
static bool is_spent(const qx_flash_track *track, uint32_t limit)
{
    return track->direction <= 0 && track->count > 2 * limit - 2;
}

// How bright it may be without a rise that counts. Up to half the headroom nothing changes; above,
// ever less of the wish comes through, and more of a greater one.
static float glimmer(const qx_flash_track *track, float value, float threshold)
{
    const float half = 0.5f * HEADROOM * threshold, above = value - track->low - half;
    return above > 0.0f ? track->low + half + half * above / (above + half) : value;
}

// What share of the wish one kind of change leaves.
static float share_of(const qx_flash_track *track, float wish, uint32_t limit, float threshold,
                      float dark)
{
    const float value = clamp_unit(wish);
    if (!is_spent(track, limit) || track->low >= dark) return 1.0f;
    const float shown = glimmer(track, value, threshold);
    return shown < value ? shown / wish : 1.0f;
}

// No brighter than what may be shown anyway: a flash that was held is over, and the next one is
// judged for itself.
static bool is_over(const qx_flash_track *track, float wish, float threshold)
{
    return track->direction <= 0 && clamp_unit(wish) - track->low < threshold;
}

static float release(float held, double seconds)
{
    const double left = (double)held - RELEASE * seconds;
    return left > 0.0 ? (float)left : 0.0f;
}

static uint32_t limit_of(const qx_flash_limiter *limiter)
{
    if (limiter->limit == 0) return 3;
    return limiter->limit < MOST_LIMIT ? limiter->limit : MOST_LIMIT;
}

// Of a wish that counts, `seconds` after the last look.
static float let_through(const qx_flash_limiter *limiter, const qx_flash_sample *wish,
                         double seconds)
{
    const qx_flash_track *general = &limiter->meter.general, *red = &limiter->meter.red;
    const uint32_t limit = limit_of(limiter);
    const float share = share_of(general, wish->luminance, limit, strict.general, strict.dark);
    const float red_share = share_of(red, wish->red, limit, strict.red, ANY_DARK);
    if (share < 1.0f || red_share < 1.0f) return share < red_share ? share : red_share;
    if (is_over(general, wish->luminance, strict.general) && is_over(red, wish->red, strict.red))
        return 1.0f;
    return 1.0f - release(limiter->held, seconds);
}

float qx_flash_limiter_step(qx_flash_limiter *limiter, const qx_flash_sample *wish)
{
    qx_flash_meter *meter = &limiter->meter;
    const bool goes_on = is_finite(wish->time) && (!meter->started || wish->time > meter->time);
    const double time = goes_on ? wish->time : meter->time;
    const double seconds = meter->started ? time - meter->time : 0.0;
    qx_flash_sample shown = { .time = time };
    float share = 0.0f;
    forget_old(&meter->general, time);
    forget_old(&meter->red, time);
    if (is_light(wish)) {
        share = wish->area >= QX_FLASH_AREA ? let_through(limiter, wish, seconds) : 1.0f;
        shown = (qx_flash_sample){ time, share * wish->luminance, share * wish->red, wish->area };
    }
    limiter->held = 1.0f - share;
    look(meter, &shown, &strict);
    return share;
}
