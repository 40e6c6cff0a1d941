// SPDX-License-Identifier: MIT
#include "report.h"

#include <stdarg.h>
#include <stdio.h>

void report(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("quincunx: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}
