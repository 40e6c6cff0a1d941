// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct shared_tasks {
    void (*task)(void *context, uint32_t index);
    void *context;
    uint32_t count;
    atomic_uint next;
} shared_tasks;

static void *take_tasks(void *shared)
{
    shared_tasks *tasks = shared;
    for (;;) {
        const uint32_t index = atomic_fetch_add(&tasks->next, 1u);
        if (index >= tasks->count) return NULL;
        tasks->task(tasks->context, index);
    }
}

void run_on_threads(void *user, uint32_t count, void (*task)(void *context, uint32_t index),
                    void *context)
{
    const uint32_t threads = *(const uint32_t *)user;
    shared_tasks tasks = { .task = task, .context = context, .count = count };
    pthread_t others[16];
    uint32_t started = 0;
    while (started + 1 < threads && pthread_create(&others[started], NULL, take_tasks, &tasks) == 0)
        started++;
    take_tasks(&tasks);
    for (uint32_t i = 0; i < started; i++) pthread_join(others[i], NULL);
}
