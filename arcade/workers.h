// SPDX-License-Identifier: MIT
// A few threads that run a simulation's tiles. Between jobs they spin for some microseconds, so
// that the many short jobs of one tick cost little, and then sleep until the next tick.
#pragma once

#include <quincunx/base.h>

typedef struct workers workers;

// threads counts the caller too: 1 makes no thread. 0 is one for each processor, at most 16. NULL
// where memory or threads lack.
workers *workers_create(uint32_t threads);
void workers_destroy(workers *w);

// What a simulation takes; valid until destroy. Only one thread may use it at a time.
const qx_workers *workers_get(const workers *w);

// Threads that take part, the caller included.
uint32_t workers_count(const workers *w);
