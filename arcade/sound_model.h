// SPDX-License-Identifier: MIT
// What the model room sounds like. What has a pitch belongs to A minor pentatonic as all the
// house's effects do.
#pragma once

#include "sound.h"

typedef enum sound_model_voice {
    MODEL_BOUNCE, // a key that comes down on the floor
    MODEL_KEY,    // any other
    MODEL_END,    // a way ends: it repeats or turns back
    MODEL_CLICK,  // a row, a clip, the time line
    MODEL_VOICES
} sound_model_voice;

extern const patch sound_model[MODEL_VOICES];
