// SPDX-License-Identifier: MIT
#pragma once

// The animated model that keyframes and their peers are measured on: as large as models of the
// format are.

#include <stddef.h>
#include <stdint.h>

#define BENCH_MD2_VERTICES 344u
#define BENCH_MD2_FRAMES 198u

// An MD2 file: a tube that swings, for free(). NULL without memory.
uint8_t *bench_md2(size_t *size);
