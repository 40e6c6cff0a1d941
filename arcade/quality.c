// SPDX-License-Identifier: MIT
#include "quality.h"

#include <math.h>

static const float steps[] = { 1.0f, 0.85f, 0.7f, 0.5f };
#define LOWEST (sizeof steps / sizeof steps[0] - 1)

#define TOO_SLOW 1.15f // times the budget
#define GOOD 1.05f
#define LOWER_AFTER 0.5f // seconds
#define RAISE_AFTER 8.0f
#define MOST_PATIENCE 240.0f
#define FAILED_WITHIN 5.0f // a raise that lasts no longer was a mistake

void quality_start(auto_quality *q)
{
    *q = (auto_quality){ .patience = RAISE_AFTER, .since_raise = 1e9f };
}

static void change_level(auto_quality *q, uint32_t level)
{
    q->level = level;
    q->over = q->under = 0.0f;
    q->smoothed_ms = 0.0f; // the old level's times say nothing about the new one
}

static void lower(auto_quality *q)
{
    if (q->since_raise < FAILED_WITHIN) q->patience = fminf(q->patience * 2.0f, MOST_PATIENCE);
    if (q->level < LOWEST) change_level(q, q->level + 1);
}

static void raise_again(auto_quality *q)
{
    if (q->level == 0) return;
    change_level(q, q->level - 1);
    q->since_raise = 0.0f;
}

float quality_step(auto_quality *q, float frame_ms, float budget_ms)
{
    const float ms = fminf(frame_ms, 4.0f * budget_ms); // one hitch is no trend
    const float seconds = ms / 1000.0f;
    q->smoothed_ms = q->smoothed_ms > 0.0f ? q->smoothed_ms + 0.1f * (ms - q->smoothed_ms) : ms;
    q->since_raise += seconds;
    q->over = q->smoothed_ms > TOO_SLOW * budget_ms ? q->over + seconds : 0.0f;
    q->under = q->smoothed_ms < GOOD * budget_ms ? q->under + seconds : 0.0f;
    if (q->over > LOWER_AFTER) lower(q);
    if (q->under > q->patience) raise_again(q);
    return steps[q->level];
}

float quality_resolution(const auto_quality *q, quality setting)
{
    switch (setting) {
    case QUALITY_LOW: return 0.5f;
    case QUALITY_MEDIUM: return 0.75f;
    case QUALITY_HIGH: return 1.0f;
    default: return steps[q->level];
    }
}
