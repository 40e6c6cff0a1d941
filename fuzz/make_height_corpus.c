// SPDX-License-Identifier: MIT
// Writes the corpus of TIFF elevation: an 8 x 8 map of several kinds, straight with libtiff. PGM and
// raw files of it were written by hand, PNG are those of make_png_corpus.c.
// Usage: make_height_corpus FOLDER

#include <stdio.h>
#include <tiffio.h>

enum { SIDE = 8, TILE = 16 };

typedef struct tiff_kind {
    const char *name, *mode;
    int format, bits, compression, predictor, tiled, tags;
} tiff_kind;

static const tiff_kind kinds[] = {
    { "u8_strips", "wl", SAMPLEFORMAT_UINT, 8, COMPRESSION_NONE, 0, 0, 0 },
    { "u16_tiles", "wb", SAMPLEFORMAT_UINT, 16, COMPRESSION_NONE, 0, 1, 0 },
    { "i16_lzw", "wl", SAMPLEFORMAT_INT, 16, COMPRESSION_LZW, 2, 0, 1 },
    { "i32_packbits", "wb8", SAMPLEFORMAT_INT, 32, COMPRESSION_PACKBITS, 0, 0, 0 },
    { "f32_deflate", "wl", SAMPLEFORMAT_IEEEFP, 32, COMPRESSION_ADOBE_DEFLATE, 3, 1, 1 },
    { "f64_strips", "wl8", SAMPLEFORMAT_IEEEFP, 64, COMPRESSION_NONE, 0, 0, 1 },
};

static const TIFFFieldInfo own_tags[] = {
    { 33550, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"ModelPixelScale" },
    { 42112, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALMetadata" },
    { 42113, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALNoData" },
};

static void add_tags(TIFF *tiff)
{
    static const double cell[3] = { 10.0, 10.0, 0.0 };
    TIFFSetField(tiff, 33550, 3, cell);
    TIFFSetField(tiff, 42112, "<Item role=\"scale\">0.5</Item><Item role=\"offset\">-3</Item>");
    TIFFSetField(tiff, 42113, "-9999");
}

static void describe(TIFF *tiff, const tiff_kind *kind)
{
    TIFFMergeFieldInfo(tiff, own_tags, sizeof own_tags / sizeof own_tags[0]);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, SIDE);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, SIDE);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, kind->format);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, kind->bits);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind->compression);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    if (kind->predictor) TIFFSetField(tiff, TIFFTAG_PREDICTOR, kind->predictor);
    if (kind->tags) add_tags(tiff);
    if (kind->tiled) {
        TIFFSetField(tiff, TIFFTAG_TILEWIDTH, TILE);
        TIFFSetField(tiff, TIFFTAG_TILELENGTH, TILE);
    } else {
        TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 3);
    }
}

static int write_samples(TIFF *tiff, const tiff_kind *kind)
{
    unsigned char bytes[TILE * TILE * 8];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i % 4 ? i / 9 : i * 29);
    if (kind->tiled) return TIFFWriteTile(tiff, bytes, 0, 0, 0, 0) > 0;
    for (uint32_t row = 0; row < SIDE; row++)
        if (TIFFWriteScanline(tiff, bytes + row * SIDE * (unsigned)kind->bits / 8, row, 0) != 1)
            return 0;
    return 1;
}

static int write_file(const char *folder, const tiff_kind *kind)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.tif", folder, kind->name);
    TIFF *tiff = TIFFOpen(path, kind->mode);
    if (!tiff) return 0;
    describe(tiff, kind);
    const int written = write_samples(tiff, kind);
    TIFFClose(tiff);
    return written;
}

int main(int count, char **arguments)
{
    if (count != 2) return 2;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (!write_file(arguments[1], &kinds[i])) return 1;
    return 0;
}
