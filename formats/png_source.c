// SPDX-License-Identifier: MIT
#include "png_source.h"

#include <string.h>

enum { MOST_CHUNK_BYTES = 8 << 20 };

static void give_bytes(png_structp png, png_bytep out, size_t size)
{
    png_source *source = png_get_io_ptr(png);
    if (size > source->size - source->offset) {
        source->ended = true;
        source->offset = source->size;
        png_error(png, "the file ends too early");
    }
    memcpy(out, source->bytes + source->offset, size);
    source->offset += size;
}

void qx_png_read_from(png_structp png, png_source *source, uint32_t most)
{
    static const png_byte names[] = "iCCP\0tEXt\0zTXt\0iTXt\0sPLT\0eXIf\0hIST";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names, (int)(sizeof names / 5));
    png_set_chunk_malloc_max(png, MOST_CHUNK_BYTES);
    png_set_user_limits(png, most, most);
    png_set_read_fn(png, source, give_bytes);
}

void qx_png_ignore_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}
