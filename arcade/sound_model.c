// SPDX-License-Identifier: MIT
#include "sound_model.h"
#include "notes.h"

const patch sound_model[MODEL_VOICES] = {
    // Rubber: a short low note that falls, and the slap of the skin.
    [MODEL_BOUNCE] = { .wave = WAVE_SINE,
                       .noise = 0.1f,
                       .attack = 0.003f,
                       .decay = 0.22f,
                       .pitch = A3,
                       .pitch_end = A2,
                       .fm_ratio = 1.5f,
                       .fm_depth = 0.5f,
                       .cutoff = 2600.0f,
                       .cutoff_end = 300.0f,
                       .gain = 0.6f,
                       .echo = 0.18f },
    [MODEL_KEY] = { .wave = WAVE_SINE,
                    .attack = 0.002f,
                    .decay = 0.05f,
                    .pitch = A5,
                    .gain = 0.1f,
                    .echo = 0.2f },
    [MODEL_END] = { .wave = WAVE_TRIANGLE,
                    .attack = 0.002f,
                    .decay = 0.08f,
                    .pitch = E5,
                    .gain = 0.14f,
                    .echo = 0.25f },
    [MODEL_CLICK] = { .wave = WAVE_TRIANGLE,
                      .attack = 0.002f,
                      .decay = 0.09f,
                      .pitch = A4,
                      .pitch_end = A3,
                      .gain = 0.3f,
                      .echo = 0.15f },
};
