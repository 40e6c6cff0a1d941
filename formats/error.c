// SPDX-License-Identifier: MIT
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

qx_result qx_error_set(qx_error *error, qx_result code, uint64_t offset, const char *format, ...)
{
    if (!error) return code;
    *error = (qx_error){ .code = code, .offset = offset };
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return code;
}
