// SPDX-License-Identifier: MIT
#include "sound_queue.h"

#define KEPT_FOR_SETTINGS 64u

static bool is_note(const sound_command *command)
{
    return command->kind == SOUND_PLAY || command->kind == SOUND_HOLD;
}

bool sound_queue_put(sound_queue *q, const sound_command *command)
{
    const uint32_t written = atomic_load_explicit(&q->written, memory_order_relaxed);
    const uint32_t taken = atomic_load_explicit(&q->taken, memory_order_acquire);
    const uint32_t room = SOUND_QUEUE_SIZE - (is_note(command) ? KEPT_FOR_SETTINGS : 0u);
    if (written - taken >= room) return false;
    q->commands[written % SOUND_QUEUE_SIZE] = *command;
    atomic_store_explicit(&q->written, written + 1u, memory_order_release);
    return true;
}

bool sound_queue_take(sound_queue *q, sound_command *command)
{
    const uint32_t taken = atomic_load_explicit(&q->taken, memory_order_relaxed);
    const uint32_t written = atomic_load_explicit(&q->written, memory_order_acquire);
    if (taken == written) return false;
    *command = q->commands[taken % SOUND_QUEUE_SIZE];
    atomic_store_explicit(&q->taken, taken + 1u, memory_order_release);
    return true;
}
