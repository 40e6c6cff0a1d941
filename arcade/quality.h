// SPDX-License-Identifier: MIT
// Automatic quality: the share of the picture's size that the scene is drawn at, lowered quickly
// while frames take too long, raised slowly again. What has just failed is tried again later and
// later, so that it does not swing.
#pragma once

#include "settings.h"

typedef struct auto_quality {
    uint32_t level;    // into the steps: 0 is full size
    float smoothed_ms; // frame time
    float over, under; // seconds it has been too slow, or good
    float patience;    // seconds of good frames before the next try
    float since_raise; // seconds since the last try
} auto_quality;

void quality_start(auto_quality *q);

// Takes the time of one frame and what it may take; returns the resolution to draw the next at.
float quality_step(auto_quality *q, float frame_ms, float budget_ms);

// What a fixed setting asks for; QUALITY_AUTO is what q has found.
float quality_resolution(const auto_quality *q, quality setting);
