// SPDX-License-Identifier: MIT
// Ears for tests: what a rendered sound is like, in numbers. Sounds are stereo, two floats a frame.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Largest absolute value.
double hearing_peak(const float *stereo, uint32_t frames);

// Root of the mean square of both sides together.
double hearing_rms(const float *stereo, uint32_t frames);

// RMS of the loudest tenth of a second, in dB below full scale.
double hearing_loudness(const float *stereo, uint32_t frames, uint32_t rate);

// Largest second difference: how sharp the sharpest corner is. A click is a corner far sharper than
// the wave's own.
double hearing_corner(const float *stereo, uint32_t frames);

// Amplitude of one partial, both sides added and halved, through a Blackman-Harris window.
double hearing_partial(const float *stereo, uint32_t frames, uint32_t rate, double hz);

// Where the power lies on average, in Hz, 20 Hz to 16 kHz.
double hearing_centroid(const float *stereo, uint32_t frames, uint32_t rate);

// Seconds until it stays more than 40 dB below its loudest hundredth of a second.
double hearing_length(const float *stereo, uint32_t frames, uint32_t rate);

bool hearing_is_silent(const float *stereo, uint32_t frames);

// Finite and below 1 everywhere.
bool hearing_is_in_bounds(const float *stereo, uint32_t frames);
