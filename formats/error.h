// SPDX-License-Identifier: MIT
#pragma once

#include <quincunx/base.h>

/// Fills an error, where there is one to fill. Longer messages are cut.
/// @return `code`, so that a function can fail in one line.
qx_result qx_error_set(qx_error *error, qx_result code, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
