// SPDX-License-Identifier: MIT
#pragma once

// What the tests of bolts share: includes, descriptions by chance, checks of bits.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bolt/bolt_internal.h"

#include <math.h>
#include <quincunx/random.h>
#include <stdlib.h>
#include <string.h>

#define QX_COUNT(array) (sizeof(array) / sizeof(array)[0])

// Most points of a path by chance.
#define PATH_ROOM 9u

// What a description by chance points to.
typedef struct bolt_case {
    qx_bolt_desc desc;
    qx_vec3 path[PATH_ROOM];
    qx_vec3 targets[3];
    qx_bolt_obstacle obstacles[2];
} bolt_case;

// Any growth, space, path and parameters, small enough for thousands.
void bolt_case_by_chance(bolt_case *c, uint64_t seed);

qx_bolt *bolt_of(const qx_bolt_desc *desc);
uint64_t hash_of(const qx_bolt_desc *desc);

// Numbers of which the mean is asked for.
typedef struct tally {
    double sum, squares;
    uint32_t count;
} tally;

void tally_add(tally *t, double value);

// The mean is `expected` within `errors` standard errors of it.
void assert_mean(const tally *t, double expected, double errors);
