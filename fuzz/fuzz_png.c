// SPDX-License-Identifier: MIT
// Loads anything as RGB and as RGBA; what loads must come back from a saved copy unchanged. Once as
// it is, once with its checksums mended: without that, hardly a mutation would reach the decoder.

#include "fuzz.h"
#include "png_checks.h"

#include <quincunx/png.h>
#include <stdlib.h>
#include <string.h>

static void require(bool condition)
{
    if (!condition) abort();
}

static void save_and_reload(const qx_image *image)
{
    uint8_t *bytes;
    size_t size;
    require(qx_png_save_memory(image, NULL, &bytes, &size) == QX_OK);
    qx_image back;
    require(qx_png_load_memory(bytes, size, image->channels, NULL, &back, NULL) == QX_OK);
    require(back.width == image->width && back.height == image->height);
    const size_t pixels = (size_t)image->width * image->height;
    require(memcmp(back.pixels, image->pixels, pixels * image->channels) == 0);
    free(back.pixels);
    free(bytes);
}

static void load_both_ways(const uint8_t *data, size_t size)
{
    for (uint32_t channels = 3; channels <= 4; channels++) {
        qx_image image;
        qx_error error = { .code = QX_OK };
        const qx_result result = qx_png_load_memory(data, size, channels, NULL, &image, &error);
        require((result == QX_OK) == (image.pixels != NULL));
        require(result == QX_OK || (error.code == result && error.message[0] != '\0'));
        if (result == QX_OK) save_and_reload(&image);
        free(image.pixels);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    load_both_ways(data, size);
    uint8_t *mended = malloc(size ? size : 1);
    require(mended != NULL);
    if (size) memcpy(mended, data, size);
    png_mend_checks(mended, size);
    load_both_ways(mended, size);
    free(mended);
    return 0;
}
