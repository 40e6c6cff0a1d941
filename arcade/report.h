// SPDX-License-Identifier: MIT
// What the program says to the person at the terminal.
#pragma once

// The exit statuses.
enum { STATUS_DONE = 0, STATUS_FAILED = 1, STATUS_BAD_COMMAND = 2 };

// "quincunx: " and the text, as printf, on standard error.
void report(const char *format, ...);
