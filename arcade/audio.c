// SPDX-License-Identifier: MIT
#include "audio.h"

#include <SDL.h>
#include <string.h>

// 512 frames are 11 milliseconds: short enough to be felt as at once, long enough for slow
// machines.
#define FRAMES 512

static void mix(void *user, Uint8 *stream, int size)
{
    sound_mix(user, (float *)(void *)stream, (uint32_t)size / (2 * sizeof(float)));
}

// Asking first keeps some systems' libraries from complaining at length that there is none.
static void open_device(audio *a)
{
    if (SDL_GetNumAudioDevices(0) == 0) {
        SDL_SetError("no device was found");
        return;
    }
    const SDL_AudioSpec wanted = { .freq = (int)AUDIO_RATE,
                                   .format = AUDIO_F32SYS,
                                   .channels = 2,
                                   .samples = FRAMES,
                                   .callback = mix,
                                   .userdata = a->sound };
    a->device =
        SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0); // SDL converts to what the device has
    if (a->device) SDL_PauseAudioDevice(a->device, 0);
}

bool audio_open(audio *a, sound *source)
{
    *a = (audio){ .sound = source };
    if (!source || SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return false;
    open_device(a);
    return a->device != 0;
}

void audio_close(audio *a)
{
    if (a->device) SDL_CloseAudioDevice(a->device);
    *a = (audio){ 0 };
}

void audio_handle(audio *a, const SDL_AudioDeviceEvent *event)
{
    if (!a->sound || event->iscapture) return;
    if (event->type == SDL_AUDIODEVICEREMOVED && event->which == a->device) {
        SDL_CloseAudioDevice(a->device);
        a->device = 0;
    }
    if (a->device == 0) open_device(a); // the default one of those that are left, or the new one
}

void audio_frame(audio *a)
{
    float nowhere[2 * FRAMES];
    if (a->sound && a->device == 0) sound_mix(a->sound, nowhere, FRAMES);
}
