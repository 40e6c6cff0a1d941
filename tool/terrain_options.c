// SPDX-License-Identifier: MIT
#include "terrain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const formats[] = {
    "obj", "glb", "ply", "stl", "png", "pgm", "r16", "r32", NULL
};
static const char *const encodings[] = { "auto", "grey", "rgb", "terrain-rgb", "terrarium", NULL };
static const char *const diagonals[] = { "rt-lb", "lt-rb", "alternating", NULL };
static const char *const turns[] = { "as-is",     "90",         "180",        "270", "mirror",
                                     "mirror-90", "mirror-180", "mirror-270", NULL };
static const char *const pictures[] = { "height", "normal", "hillshade", NULL };
static const char *const simplifiers[] = { "tin", "rtin", NULL };
static const char *const shapes[] = { "hills", "ridges", "island", "dunes", NULL };

_Static_assert(sizeof shapes / sizeof shapes[0] == QX_TERRAIN_SHAPE_COUNT + 1,
               "terrain_make.h has more shapes");

// --- values of their own kinds

static bool read_axis(const char *word, size_t length, uint32_t *samples)
{
    char number[16];
    uint64_t value;
    if (length >= sizeof number) return false;
    memcpy(number, word, length);
    number[length] = '\0';
    if (!arguments_whole(number, &value) || value > UINT32_MAX) return false;
    *samples = (uint32_t)value;
    return true;
}

// "512x512" or "512x512:f32be".
static bool take_raw(void *place, const char *word)
{
    static const char *const kinds[] = { "u16le", "u16be", "f32le", "f32be", NULL };
    terrain_options *options = place;
    const size_t width = strcspn(word, "x"), whole = strcspn(word, ":");
    if (width >= whole || !read_axis(word, width, &options->file.columns) ||
        !read_axis(word + width + 1, whole - width - 1, &options->file.rows))
        return false;
    options->file.raw = QX_HEIGHT_RAW_U16_LITTLE;
    if (word[whole] == '\0') return true;
    for (int i = 0; kinds[i]; i++) {
        options->file.raw = (qx_height_raw)(QX_HEIGHT_RAW_U16_LITTLE + i);
        if (strcmp(word + whole + 1, kinds[i]) == 0) return true;
    }
    return false;
}

static bool take_seed(void *place, const char *word)
{
    return arguments_whole(word, &((terrain_options *)place)->make.seed);
}

static bool take_sun(void *place, const char *word)
{
    terrain_options *options = place;
    double *sun = options->sun;
    return arguments_list(word, sun, 2) == 2 && fabs(sun[0]) <= 360.0 && sun[1] >= 0.0 &&
           sun[1] <= 90.0;
}

// --- the table

#define AT(member) .offset = offsetof(terrain_options, member)

// Each task takes a run of it: `info` all up to COMMON's end, converting from READING to WRITING's
// end, `make` from COMMON on.
enum { INFO = 0, READING = 2, COMMON = 9, WRITING = 13, MAKING = 26 };

static const argument_spec arguments[] = {
    { "--json", NULL, "As JSON.", ARGUMENT_FLAG, AT(json) },
    { "--bins", "N", "Parts of the histogram. Default 16.", ARGUMENT_COUNT, AT(bins), .low = 1,
      .high = 4096 },

    { "--raw", "WxH[:KIND]",
      "FILE is bare samples, so many: u16le (default), u16be,\nf32le or f32be.", ARGUMENT_TAKE,
      .take = take_raw, .wanted = "WxH or WxH:KIND, KIND u16le, u16be, f32le or f32be" },
    { "--encoding", "NAME",
      "How colours are taken: auto (default), grey, rgb,\nterrain-rgb or terrarium.",
      ARGUMENT_CHOICE, AT(encoding), .choices = encodings },
    { "--alpha-mask", NULL, "Pixels of alpha 0 are holes.", ARGUMENT_FLAG, AT(file.alpha_is_mask) },
    { "--no-data", "V",
      "Samples of this value are holes: of 255, 65535 or\n16777215, whichever is white, or a "
      "height.",
      ARGUMENT_NUMBER, AT(no_data), .low = -1e300, .high = 1e300 },
    { "--size", "WxD", "World units across and down. Default: the file's, or 1 a\ncell.",
      ARGUMENT_SIZE, AT(size), .low = 1e-3, .high = 1e9 },
    { "--turn", "NAME",
      "as-is, 90, 180, 270 (counter-clockwise seen from above),\nmirror, mirror-90, mirror-180 or "
      "mirror-270.",
      ARGUMENT_CHOICE, AT(turn), .choices = turns },
    { "--periodic", NULL,
      "The last column repeats the first, and the last row: light\ngoes on across the border.",
      ARGUMENT_FLAG, AT(periodic) },

    { "--min", "Y", "Height of black. Default 0, or what a TIFF says.", ARGUMENT_NUMBER, AT(low),
      .low = -1e9, .high = 1e9 },
    { "--max", "Y",
      "Height of white; below --min turns it upside down.\nDefault: a tenth of the longer side "
      "above --min.",
      ARGUMENT_NUMBER, AT(high), .low = -1e9, .high = 1e9 },
    { "--diagonal", "NAME", "How cells are cut: rt-lb (default), lt-rb or alternating.",
      ARGUMENT_CHOICE, AT(diagonal), .choices = diagonals },
    { "--quiet", NULL, "Says nothing about what it did.", ARGUMENT_FLAG, AT(quiet) },

    { "--exaggerate", "X", "Heights times X. Default 1.", ARGUMENT_NUMBER, AT(exaggerate),
      .low = 1e-6, .high = 1e6 },
    { "--error", "E",
      "Meshes: few triangles, none farther than E above or below\nany sample; in units of what is "
      "written.",
      ARGUMENT_NUMBER, AT(error), .low = 0, .high = 1e9 },
    { "--simplify", "NAME",
      "How: tin (default; fewest triangles, any size) or rtin\n(quick; m * 2^k + 1 samples).",
      ARGUMENT_CHOICE, AT(simplify), .choices = simplifiers },
    { "--tile", "N",
      "OBJ, glb, PLY: N x N files, name-COLUMN-ROW, that share\ntheir borders bit for bit.",
      ARGUMENT_COUNT, AT(tiles), .low = 1, .high = 1024 },
    { "--base", "MM", "STL: thickness below the lowest place. Default 2.", ARGUMENT_NUMBER,
      AT(base), .low = 0.01, .high = 10000 },
    { "--width", "MM", "STL: how wide. Default: the longer side 100.", ARGUMENT_NUMBER, AT(width),
      .low = 0.1, .high = 1e5 },
    { "--scale", "X", "STL: millimetres a world unit, instead of --width.", ARGUMENT_NUMBER,
      AT(scale), .low = 1e-9, .high = 1e6 },
    { "--bed", "WxH", "STL: parts of at most so many millimetres, name-0001, ….", ARGUMENT_SIZE,
      AT(bed), .low = 1, .high = 1e5 },
    { "--map", "NAME",
      "PNG: height (default; 16-bit grey), normal (green is up\nthe picture) or hillshade.",
      ARGUMENT_CHOICE, AT(picture), .choices = pictures },
    { "--sun", "A,H",
      "hillshade: degrees clockwise from north, and above the\nhorizon. Default 315,45: from the "
      "left top.",
      ARGUMENT_TAKE, .take = take_sun, .wanted = "A,H: -360 to 360 and 0 to 90 degrees" },
    { "--sky", "X",
      "hillshade: share of the light that comes straight from\nabove, so that shadows have a "
      "shape. "
      "Default 0.25.",
      ARGUMENT_NUMBER, AT(sky), .low = 0, .high = 1 },
    { "--format", "NAME", "obj, glb, ply, stl, png, pgm, r16 or r32. Default: by the\nfile's name.",
      ARGUMENT_CHOICE, AT(format), .choices = formats },
    { "-o", "FILE", "Where to; \"-\" is standard output.", ARGUMENT_TEXT, AT(output) },

    { "--size", "WxH", "Samples. Default 513x513.", ARGUMENT_SIZE, AT(samples), .low = 2,
      .high = 65536 },
    { "--cell", "X", "World units a cell. Default 1.", ARGUMENT_NUMBER, AT(cell), .low = 1e-3,
      .high = 1e6 },
    { "--shape", "NAME", "hills (default), ridges, island or dunes.", ARGUMENT_CHOICE, AT(shape),
      .choices = shapes },
    { "--seed", "S", "Another map for each S. Default 1.", ARGUMENT_TAKE, .take = take_seed,
      .wanted = "a whole number" },
    { "--features", "X", "Largest hills along the longer side. Default 4.", ARGUMENT_NUMBER,
      AT(features), .low = 0.1, .high = 1000 },
    { "--octaves", "N", "How often finer noise is added. Default: down to 2 samples.",
      ARGUMENT_COUNT, AT(octaves), .low = 1, .high = 16 },
    { "--gain", "X", "Height of each octave over the one before. Default 0.5.", ARGUMENT_NUMBER,
      AT(gain), .low = 0.001, .high = 1 },
    { "--warp", "X", "How far noise displaces noise. Default 0.3; 0: not at all.", ARGUMENT_NUMBER,
      AT(warp), .low = 0, .high = 1 },
    { "--tileable", NULL, "The last column repeats the first, and the last row.", ARGUMENT_FLAG,
      AT(make.tileable) },
    { "--rain", "N", "Drops that carry soil away; a tenth of the samples makes\nvalleys.",
      ARGUMENT_COUNT, AT(rain), .low = 0, .high = 4294967295.0 },
    { "--slides", "N", "Rounds in which what is too steep slides down.", ARGUMENT_COUNT, AT(slides),
      .low = 0, .high = 1e6 },
    { "--rest", "X",
      "Slope that stays then: height gained over a cell, times\ncolumns, of a map 1 high. Default "
      "4.",
      ARGUMENT_NUMBER, AT(rest), .low = 1e-6, .high = 1e6 },
};

enum { ALL = sizeof arguments / sizeof arguments[0] };

static const char notes[] =
    "FILE is a PNG of any type, a PGM, a TIFF (where built with libtiff) or, with --raw, bare\n"
    "samples; \"-\" is standard input. Black is exactly --min, white exactly --max; floats,\n"
    "terrain-rgb and terrarium are heights already. Meshes have x to the right, y up and z down "
    "the\n"
    "picture; STL is millimetres, z up, closed, standing on 0. Holes stay open.\n\n"
    "qx terrain info FILE   Prints what a map is like: qx terrain info --help.\n"
    "qx terrain make        Makes a map up: qx terrain make --help.\n\n"
    "Examples:\n"
    "  qx terrain alps.png --max 4000 --size 20000x20000 -o alps.glb\n"
    "  qx terrain alps.png --max 4000 --size 20000x20000 --error 15 --tile 4 -o alps.obj\n"
    "  qx terrain fuji.tif --width 180 --exaggerate 1.5 --error 0.05 -o fuji.stl\n"
    "  qx terrain fuji.tif --map hillshade -o - --format png | display\n"
    "  qx terrain level.r16 --raw 1025x1025 -o level.png\n\n"
    "Exit status: 0 done, 1 the input was bad or the output could not be written, 2 the command\n"
    "line was bad.";

static const command_manual manuals[] = {
    { .command = "qx terrain",
      .usage = "FILE [OPTION...] -o FILE",
      .purpose = "Turns a height map into a mesh to look at (OBJ, glTF, PLY) or to print (STL), "
                 "into a\npicture (PNG) or into samples of another kind (PNG, PGM, r16, r32).",
      .arguments = arguments + READING,
      .count = MAKING - READING,
      .notes = notes },
    { .command = "qx terrain info",
      .usage = "FILE [OPTION...]",
      .purpose = "Prints what a height map is like: size, range, holes, slopes, histogram.",
      .arguments = arguments + INFO,
      .count = WRITING - INFO,
      .notes = "FILE is a PNG, PGM, TIFF or, with --raw, bare samples; \"-\" is standard input." },
    { .command = "qx terrain make",
      .usage = "[OPTION...] -o FILE",
      .purpose = "Makes a height map up and writes it as anything that qx terrain writes.",
      .arguments = arguments + COMMON,
      .count = ALL - COMMON,
      .notes = "The same options give the same map on every machine.\n\n"
               "Examples:\n"
               "  qx terrain make --shape island --seed 11 --rain 30000 -o island.png\n"
               "  qx terrain make --size 1025x1025 --shape ridges --map hillshade -o alps.png\n"
               "  qx terrain make --tileable --cell 10 --max 400 -o hills.glb" },
};

// --- checks that concern more than one option

static int complain(terrain_task task, const char *what)
{
    return arguments_complain(manuals[task].command, "%s", what);
}

static bool was_given(double number)
{
    return !isnan(number);
}

static int check_print(terrain_task task, const terrain_options *options)
{
    const bool given = was_given(options->base) || was_given(options->width) ||
                       was_given(options->scale) || options->bed[0] > 0.0;
    if (options->format != TERRAIN_STL)
        return given ? complain(task, "--base, --width, --scale and --bed are for STL") : EXIT_DONE;
    if (was_given(options->width) && was_given(options->scale))
        return complain(task, "either --width or --scale");
    if (options->bed[0] > 0.0 && strcmp(options->output, "-") == 0)
        return complain(task, "--bed needs files, not standard output");
    return EXIT_DONE;
}

static int check_mesh(terrain_task task, const terrain_options *options)
{
    if (options->tiles > 0 && options->format > TERRAIN_PLY)
        return complain(task, "--tile is for OBJ, glb and PLY; STL has --bed");
    if (options->tiles > 0 && strcmp(options->output, "-") == 0)
        return complain(task, "--tile needs files, not standard output");
    if (was_given(options->error) && options->format > TERRAIN_STL)
        return complain(task, "--error is for meshes");
    if (options->simplify >= 0 && !was_given(options->error))
        return complain(task, "--simplify needs an --error");
    if (options->picture != PICTURE_HEIGHT && options->format != TERRAIN_PNG)
        return complain(task, "--map is for PNG");
    if ((was_given(options->sun[0]) || was_given(options->sky)) &&
        options->picture != PICTURE_HILLSHADE)
        return complain(task, "--sun and --sky are for --map hillshade");
    if (terrain_keeps_samples(options) && options->exaggerate != 1.0)
        return complain(task, "--exaggerate is for meshes and pictures, not for samples");
    return check_print(task, options);
}

static int check_make(const terrain_options *options)
{
    for (int i = 0; i < 2; i++)
        if (options->samples[i] != floor(options->samples[i]))
            return complain(TERRAIN_MAKE, "--size counts samples: whole numbers");
    return EXIT_DONE;
}

static int check_output(terrain_task task, const terrain_options *options)
{
    if (!options->output) return complain(task, "where to? -o FILE is missing");
    if (options->format == TERRAIN_BY_NAME)
        return arguments_complain(manuals[task].command,
                                  "\"%s\" ends in none of .obj, .glb, .ply, .stl, .png, .pgm, "
                                  ".r16 and .r32: --format says what to write",
                                  options->output);
    return check_mesh(task, options);
}

static int check_range(terrain_task task, const terrain_options *options)
{
    if (was_given(options->low) && was_given(options->high) &&
        (float)options->low == (float)options->high)
        return complain(task, "--min and --max are the same: that leaves no heights between them");
    return EXIT_DONE;
}

// --- reading

static int format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && formats[i]; i++)
        if (strcmp(dot + 1, formats[i]) == 0) return i;
    return TERRAIN_BY_NAME;
}

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

// "info" and "make" first, then FILE, before the options.
static terrain_task take_task(int *count, char ***words, terrain_options *options)
{
    terrain_task task = TERRAIN_CONVERT;
    if (*count > 0 && strcmp((*words)[0], "info") == 0) task = TERRAIN_INFO;
    if (*count > 0 && strcmp((*words)[0], "make") == 0) task = TERRAIN_MAKE;
    const int taken = task != TERRAIN_CONVERT;
    *count -= taken;
    *words += taken;
    if (task == TERRAIN_MAKE || *count == 0 || is_option((*words)[0])) return task;
    options->input = (*words)[0];
    --*count;
    ++*words;
    return task;
}

static int check(terrain_task task, terrain_options *options)
{
    if (task != TERRAIN_MAKE && (!options->input || options->input[0] == '\0'))
        return complain(task, "which map? FILE is missing");
    int status = check_range(task, options);
    if (status != EXIT_DONE || task == TERRAIN_INFO) return status;
    if (options->format == TERRAIN_BY_NAME && options->output)
        options->format = format_of(options->output);
    if (task == TERRAIN_MAKE) status = check_make(options);
    return status == EXIT_DONE ? check_output(task, options) : status;
}

static void fill_in(terrain_options *options)
{
    if (options->simplify < 0) options->simplify = SIMPLIFY_TIN;
    if (isnan(options->sun[0])) options->sun[0] = 315.0, options->sun[1] = 45.0;
    if (isnan(options->sky)) options->sky = 0.25;
    if (isnan(options->base)) options->base = 2.0;
    options->file.encoding = (qx_height_encoding)options->encoding;
    qx_terrain_make *make = &options->make;
    make->columns = (uint32_t)options->samples[0];
    make->rows = (uint32_t)options->samples[1];
    make->shape = (qx_terrain_shape)options->shape;
    make->features = (float)options->features;
    make->octaves = (uint32_t)options->octaves;
    make->gain = (float)options->gain;
    make->warp = isnan(options->warp) ? 0.0f : options->warp > 0.0 ? (float)options->warp : -1.0f;
    make->rain = (uint32_t)options->rain;
    make->slides = (uint32_t)options->slides;
    make->rest = (float)options->rest;
}

arguments_result terrain_options_read(int count, char **words, terrain_options *options,
                                      terrain_task *task, int *status)
{
    *options = (terrain_options){ .low = NAN,
                                  .high = NAN,
                                  .no_data = NAN,
                                  .samples = { 513, 513 },
                                  .cell = 1,
                                  .warp = NAN,
                                  .make = { .seed = 1 },
                                  .format = TERRAIN_BY_NAME,
                                  .simplify = -1,
                                  .exaggerate = 1,
                                  .error = NAN,
                                  .sun = { NAN, NAN },
                                  .sky = NAN,
                                  .base = NAN,
                                  .width = NAN,
                                  .scale = NAN,
                                  .bins = 16 };
    *task = take_task(&count, &words, options);
    const arguments_result result = arguments_read(&manuals[*task], count, words, options);
    *status = result == ARGUMENTS_HELP ? EXIT_DONE : EXIT_BAD_COMMAND;
    if (result != ARGUMENTS_READ) return result;
    *status = check(*task, options);
    if (*status != EXIT_DONE) return ARGUMENTS_BAD;
    fill_in(options);
    return ARGUMENTS_READ;
}
