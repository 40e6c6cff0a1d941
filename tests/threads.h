// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

// Workers on `user` points to a uint32_t: that many threads of their own a call, 17 at the most.
void run_on_threads(void *user, uint32_t count, void (*task)(void *context, uint32_t index),
                    void *context);
