// SPDX-License-Identifier: MIT
// Writes the corpus: an 8 x 8 picture of every PNG type, depth and interlacing, straight with
// libpng, since our own writer makes only two of them. Usage: make_png_corpus FOLDER

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 8 };

typedef struct png_kind {
    const char *name;
    int type, depth;
    int transparent; // with a tRNS chunk
} png_kind;

static const png_kind kinds[] = {
    { "grey1", PNG_COLOR_TYPE_GRAY, 1, 0 },
    { "grey2", PNG_COLOR_TYPE_GRAY, 2, 1 },
    { "grey4", PNG_COLOR_TYPE_GRAY, 4, 0 },
    { "grey8", PNG_COLOR_TYPE_GRAY, 8, 1 },
    { "grey16", PNG_COLOR_TYPE_GRAY, 16, 0 },
    { "palette1", PNG_COLOR_TYPE_PALETTE, 1, 0 },
    { "palette2", PNG_COLOR_TYPE_PALETTE, 2, 1 },
    { "palette4", PNG_COLOR_TYPE_PALETTE, 4, 0 },
    { "palette8", PNG_COLOR_TYPE_PALETTE, 8, 1 },
    { "rgb8", PNG_COLOR_TYPE_RGB, 8, 0 },
    { "rgb16", PNG_COLOR_TYPE_RGB, 16, 1 },
    { "greyalpha8", PNG_COLOR_TYPE_GRAY_ALPHA, 8, 0 },
    { "greyalpha16", PNG_COLOR_TYPE_GRAY_ALPHA, 16, 0 },
    { "rgba8", PNG_COLOR_TYPE_RGBA, 8, 0 },
    { "rgba16", PNG_COLOR_TYPE_RGBA, 16, 0 },
};

static void add_palette(png_structp png, png_infop info, const png_kind *kind)
{
    png_color colours[256];
    png_byte alphas[256];
    const int count = 1 << kind->depth;
    for (int i = 0; i < count; i++) {
        colours[i] = (png_color){ (png_byte)(i * 37), (png_byte)(i * 91), (png_byte)(255 - i) };
        alphas[i] = (png_byte)(i * 53);
    }
    png_set_PLTE(png, info, colours, count);
    if (kind->transparent) png_set_tRNS(png, info, alphas, count, NULL);
}

static void add_transparent_colour(png_structp png, png_infop info)
{
    const png_color_16 colour = { .red = 1, .green = 2, .blue = 3, .gray = 1 };
    png_set_tRNS(png, info, NULL, 0, &colour);
}

static void write_rows(png_structp png, int passes)
{
    png_byte row[SIDE * 8];
    for (int pass = 0; pass < passes; pass++) {
        for (int y = 0; y < SIDE; y++) {
            for (size_t i = 0; i < sizeof row; i++) row[i] = (png_byte)(i * 29 + (size_t)y * 61);
            png_write_row(png, row);
        }
    }
}

static int write_picture(FILE *file, const png_kind *kind, int interlace)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_init_io(png, file);
    png_set_IHDR(png, info, SIDE, SIDE, kind->depth, kind->type, interlace,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (kind->type == PNG_COLOR_TYPE_PALETTE)
        add_palette(png, info, kind);
    else if (kind->transparent)
        add_transparent_colour(png, info);
    png_write_info(png, info);
    write_rows(png, png_set_interlace_handling(png));
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return 1;
}

static int write_file(const char *folder, const png_kind *kind, int interlace)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s.png", folder, kind->name, interlace ? "_interlaced" : "");
    FILE *file = fopen(path, "wb");
    if (!file) return 0;
    const int written = write_picture(file, kind, interlace);
    return fclose(file) == 0 && written;
}

int main(int count, char **arguments)
{
    if (count != 2) return 2;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (!write_file(arguments[1], &kinds[i], PNG_INTERLACE_NONE) ||
            !write_file(arguments[1], &kinds[i], PNG_INTERLACE_ADAM7))
            return 1;
    return 0;
}
