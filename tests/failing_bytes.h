// SPDX-License-Identifier: MIT
// Files in memory that are made with the allocator of failing.h.
#pragma once

#include "failing.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdint.h>

// What is made is there whole or not at all, and given back leaves nothing behind.
static inline void failing_bytes_settle(failing *book, qx_result result, uint8_t *bytes,
                                        size_t size)
{
    assert_true(result == QX_OK || result == QX_NO_MEMORY);
    assert_int_equal(result == QX_OK, bytes != NULL);
    if (bytes)
        failing_free(book, bytes, size);
    else
        assert_int_equal(size, 0);
    assert_int_equal(book->live, 0);
    assert_int_equal(book->live_bytes, 0);
}
