// SPDX-License-Identifier: MIT
// Notes of equal temperament in Hz, for tables of voices.
#pragma once

#define A1 55.0f
#define A2 110.0f
#define D2 73.42f
#define D3 146.83f
#define E3 164.81f
#define A3 220.0f
#define C4 261.63f
#define D4 293.66f
#define E4 329.63f
#define F4 349.23f
#define G4 392.0f
#define A4 440.0f
#define C5 523.25f
#define D5 587.33f
#define E5 659.26f
#define A5 880.0f
