// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Each harness defines this one; libFuzzer or replay.c calls it. It aborts on what must not happen.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
