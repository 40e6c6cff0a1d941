// SPDX-License-Identifier: MIT
// In place of height_tiff.c where libtiff is not there.
#include "error.h"
#include "height_read.h"

bool qx_height_has_tiff(void)
{
    return false;
}

qx_result qx_height_read_tiff(const height_source *source)
{
    return qx_error_set(source->error, QX_UNSUPPORTED, 0,
                        "this is a TIFF, and this build has no libtiff 4.5: build with it, or "
                        "convert the map to 16-bit PNG");
}
