// SPDX-License-Identifier: MIT
// SDL's audio device, fed by the synthesiser. No device means silence and is never an error.
#pragma once

#include "sound.h"

#include <SDL_audio.h>
#include <SDL_events.h>

#define AUDIO_RATE 48000u

typedef struct audio {
    sound *sound;
    SDL_AudioDeviceID device; // 0 while there is none
} audio;

// True where something is to be heard. source must outlive the device; NULL opens nothing.
bool audio_open(audio *a, sound *source);
void audio_close(audio *a);

// Follows devices that come and go.
void audio_handle(audio *a, const SDL_AudioDeviceEvent *event);

// Once a frame: without a device the sounds go nowhere, so that none wait for the one that is
// plugged in.
void audio_frame(audio *a);
