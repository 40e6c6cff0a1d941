// SPDX-License-Identifier: MIT
// SDL's threads, because C11's are missing on some platforms and unknown to the thread sanitizer;
// C11's atomics, because SDL's hide inside its library where the sanitizer does not see them.
#include "workers.h"

#include <SDL.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define MOST_THREADS 64u
#define MOST_BY_DEFAULT 16u

// About 50 microseconds on a processor of today; the sub-steps of one tick follow each other faster
// than that.
#define SPINS 2000u

typedef void task_function(void *context, uint32_t index);

struct workers {
    qx_workers interface;
    uint32_t thread_count; // without the caller
    SDL_Thread *threads[MOST_THREADS];
    SDL_mutex *lock;
    SDL_cond *wake; // a job is open, or the end has come
    SDL_cond *done; // the last task has finished

    // Job number in the high half, next task in the low half: one compare-and-swap claims a task of
    // exactly this job, so a thread that comes late can never take a task of the next one by
    // mistake.
    _Atomic uint64_t ticket;
    _Atomic(task_function *) task;
    _Atomic(void *) context;
    _Atomic uint32_t count;
    _Atomic uint32_t finished;
    _Atomic uint32_t sleepers;
    _Atomic bool caller_sleeps;
    _Atomic bool quit;
};

// No task is ever claimed from a ticket with this low half: the job's fields may be written.
#define CLOSED UINT64_C(0xFFFFFFFF)

static uint64_t job_of(uint64_t ticket)
{
    return ticket >> 32;
}

static void rest_a_moment(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

static void tell_caller(workers *w)
{
    if (!atomic_load(&w->caller_sleeps)) return;
    SDL_LockMutex(w->lock);
    SDL_CondSignal(w->done);
    SDL_UnlockMutex(w->lock);
}

// False when nothing of this job is left to claim. The fields are read before the claim and count
// only when it succeeds: had they been overwritten meanwhile, the ticket would have changed first.
static bool run_one(workers *w, uint64_t job)
{
    uint64_t ticket = atomic_load(&w->ticket);
    for (;;) {
        const uint32_t index = (uint32_t)(ticket & CLOSED);
        task_function *task = atomic_load(&w->task);
        void *context = atomic_load(&w->context);
        const uint32_t count = atomic_load(&w->count);
        if (job_of(ticket) != job || index >= count) return false;
        if (!atomic_compare_exchange_weak(&w->ticket, &ticket, ticket + 1)) continue;
        task(context, index);
        if (atomic_fetch_add(&w->finished, 1) + 1 == count) tell_caller(w);
        return true;
    }
}

// Returns the number of a job other than `job`, or the same one when the end has come.
static uint64_t await_job(workers *w, uint64_t job)
{
    for (uint32_t spin = 0; spin < SPINS; spin++) {
        const uint64_t now = job_of(atomic_load(&w->ticket));
        if (now != job || atomic_load(&w->quit)) return now;
        rest_a_moment();
    }
    SDL_LockMutex(w->lock);
    atomic_fetch_add(&w->sleepers, 1);
    while (job_of(atomic_load(&w->ticket)) == job && !atomic_load(&w->quit))
        SDL_CondWait(w->wake, w->lock);
    atomic_fetch_sub(&w->sleepers, 1);
    SDL_UnlockMutex(w->lock);
    return job_of(atomic_load(&w->ticket));
}

static int work(void *data)
{
    workers *w = data;
    uint64_t job = 0;
    while (!atomic_load(&w->quit)) {
        job = await_job(w, job);
        while (run_one(w, job)) {
        }
    }
    return 0;
}

static void open_job(workers *w, uint64_t job, uint32_t count, task_function *task, void *context)
{
    atomic_store(&w->ticket, job << 32 | CLOSED);
    atomic_store(&w->task, task);
    atomic_store(&w->context, context);
    atomic_store(&w->count, count);
    atomic_store(&w->finished, 0);
    atomic_store(&w->ticket, job << 32);
    if (atomic_load(&w->sleepers) == 0) return;
    SDL_LockMutex(w->lock);
    SDL_CondBroadcast(w->wake);
    SDL_UnlockMutex(w->lock);
}

// Spins first: the last tile of another thread is usually a few microseconds away.
static void await_end(workers *w, uint32_t count)
{
    for (uint32_t spin = 0; spin < SPINS; spin++) {
        if (atomic_load(&w->finished) == count) return;
        rest_a_moment();
    }
    SDL_LockMutex(w->lock);
    atomic_store(&w->caller_sleeps, true);
    while (atomic_load(&w->finished) != count) SDL_CondWait(w->done, w->lock);
    atomic_store(&w->caller_sleeps, false);
    SDL_UnlockMutex(w->lock);
}

static void run_all(uint32_t count, task_function *task, void *context)
{
    for (uint32_t i = 0; i < count; i++) task(context, i);
}

static void parallel_for(void *user, uint32_t count, task_function *task, void *context)
{
    workers *w = user;
    if (w->thread_count == 0 || count < 2 || count == UINT32_MAX) {
        run_all(count, task, context);
        return;
    }
    const uint64_t job = (job_of(atomic_load(&w->ticket)) + 1) & CLOSED;
    open_job(w, job, count, task, context);
    while (run_one(w, job)) {
    }
    await_end(w, count);
}

static uint32_t thread_count_for(uint32_t threads)
{
    if (threads > 0) return threads < MOST_THREADS ? threads : MOST_THREADS;
    const int processors = SDL_GetCPUCount();
    if (processors < 1) return 1;
    return (uint32_t)processors < MOST_BY_DEFAULT ? (uint32_t)processors : MOST_BY_DEFAULT;
}

static bool start_threads(workers *w, uint32_t count)
{
    for (; w->thread_count < count; w->thread_count++) {
        w->threads[w->thread_count] = SDL_CreateThread(work, "worker", w);
        if (!w->threads[w->thread_count]) return false;
    }
    return true;
}

workers *workers_create(uint32_t threads)
{
    workers *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->interface = (qx_workers){ parallel_for, w };
    w->lock = SDL_CreateMutex();
    w->wake = SDL_CreateCond();
    w->done = SDL_CreateCond();
    if (w->lock && w->wake && w->done && start_threads(w, thread_count_for(threads) - 1)) return w;
    workers_destroy(w);
    return NULL;
}

void workers_destroy(workers *w)
{
    if (!w) return;
    atomic_store(&w->quit, true);
    if (w->lock && w->wake) {
        SDL_LockMutex(w->lock);
        SDL_CondBroadcast(w->wake);
        SDL_UnlockMutex(w->lock);
    }
    for (uint32_t i = 0; i < w->thread_count; i++) SDL_WaitThread(w->threads[i], NULL);
    SDL_DestroyCond(w->done);
    SDL_DestroyCond(w->wake);
    SDL_DestroyMutex(w->lock);
    free(w);
}

const qx_workers *workers_get(const workers *w)
{
    return w ? &w->interface : NULL;
}

uint32_t workers_count(const workers *w)
{
    return w ? w->thread_count + 1 : 1;
}
