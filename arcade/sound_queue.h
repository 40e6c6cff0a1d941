// SPDX-License-Identifier: MIT
// Commands on their way from the playing thread to the mixing one: a ring without locks for one
// writer and one reader.
#pragma once

#include "sound.h"

#include <stdatomic.h>

#define SOUND_QUEUE_SIZE 1024u // a power of two

typedef enum sound_command_kind {
    SOUND_PLAY,
    SOUND_HOLD,
    SOUND_VOLUMES,
    SOUND_MUSIC,
    SOUND_PAUSE
} sound_command_kind;

typedef struct sound_command {
    sound_command_kind kind;
    union {
        struct {
            const patch *patch;
            uint32_t key; // held ones only
            float pan, pitch, gain;
        } note;
        sound_volumes volumes;
        struct {
            music music;
            float intensity;
        } music;
        bool paused;
    } of;
} sound_command;

// The two counts are kept on cache lines of their own, or each side would slow the other down.
typedef struct sound_queue {
    sound_command commands[SOUND_QUEUE_SIZE];
    char apart[64];
    atomic_uint written; // counts on for ever; the place is the count modulo the size
    char apart_too[64];
    atomic_uint taken;
} sound_queue;

// False where the command was dropped because the ring is full. The last places are kept for what
// is not a note, so that a storm of notes never loses a pause or a volume.
bool sound_queue_put(sound_queue *q, const sound_command *command);

// False where there is none.
bool sound_queue_take(sound_queue *q, sound_command *command);
