// SPDX-License-Identifier: MIT
#include <quincunx/base.h>

const char *qx_result_text(qx_result result)
{
    switch (result) {
    case QX_OK: return "ok";
    case QX_BAD_VALUE: return "a value is out of range";
    case QX_NO_MEMORY: return "out of memory";
    case QX_TOO_LARGE: return "too large";
    case QX_BAD_DATA: return "the data is damaged";
    case QX_TRUNCATED: return "the data ends too early";
    case QX_UNSUPPORTED: return "not supported";
    case QX_NOT_FOUND: return "not found";
    case QX_FILE_ERROR: return "the system refused the file";
    }
    return "unknown result";
}
