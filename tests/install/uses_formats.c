// SPDX-License-Identifier: MIT
#include <quincunx/png.h>

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    uint8_t pixels[2 * 2 * 3] = { 255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9 };
    const qx_image image = { .pixels = pixels, .width = 2, .height = 2, .channels = 3 };
    uint8_t *bytes;
    size_t size;
    if (qx_png_save_memory(&image, NULL, &bytes, &size) != QX_OK) return 1;
    const int is_png = size > 8 && bytes[1] == 'P' && bytes[2] == 'N' && bytes[3] == 'G';
    free(bytes);
    puts(is_png ? "formats works" : "these bytes are no PNG");
    return !is_png;
}
