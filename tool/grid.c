// SPDX-License-Identifier: MIT
#include "grid.h"

#include "arguments.h"
#include "numbered.h"
#include "progress.h"
#include "subcommands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PUSHES = 4096 };

typedef struct grid_options {
    double size[2];
    uint64_t points, columns, rows;
    int material, border;
    qx_grid_push pushes[MOST_PUSHES];
    uint32_t push_count;
    uint64_t seed, random;
    uint64_t tick, frames;
    int format;
    grid_picture picture;
    const char *output;
    bool seeded, quiet;
} grid_options;

// --- pushes

typedef enum second_place { NEVER, MAYBE, ALWAYS } second_place;

typedef struct push_name {
    const char *name;
    qx_grid_push_kind kind;
    second_place second; // whether X2,Y2 follow
} push_name;

static const push_name push_names[] = {
    { "explode", QX_GRID_EXPLODE, NEVER },   { "implode", QX_GRID_IMPLODE, NEVER },
    { "directed", QX_GRID_DIRECTED, MAYBE }, { "vortex", QX_GRID_VORTEX, NEVER },
    { "ring", QX_GRID_RING, NEVER },         { "line", QX_GRID_LINE, ALWAYS },
    { "wave", QX_GRID_WAVE, MAYBE },
};

static const push_name *find_push(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof push_names / sizeof push_names[0]; i++)
        if (strlen(push_names[i].name) == length && memcmp(push_names[i].name, name, length) == 0)
            return &push_names[i];
    return NULL;
}

// A band and a ring need a breadth, a directed push a direction; both follow from the same numbers.
static void shape_push(qx_grid_push *push, bool second)
{
    if (push->kind == QX_GRID_RING) push->width = push->radius / 4;
    if (push->kind == QX_GRID_WAVE) push->width = push->radius;
    if (push->kind == QX_GRID_DIRECTED && second)
        push->direction = (qx_vec3){ push->to_x - push->x, push->to_y - push->y, 0.0f };
}

static bool is_complete(const push_name *name, int count)
{
    return (count == 4 && name->second != ALWAYS) || (count == 6 && name->second != NEVER);
}

static bool take_push(void *place, const char *word)
{
    grid_options *options = place;
    const size_t length = strcspn(word, ",");
    const push_name *name = find_push(word, length);
    double values[6];
    const bool listed = name && word[length] == ',';
    const int count = listed ? arguments_list(word + length + 1, values, 6) : -1;
    if (count < 0 || !is_complete(name, count) || options->push_count == MOST_PUSHES) return false;
    for (int i = 0; i < count; i++)
        if (values[i] < -1e6 || values[i] > 1e6) return false;
    qx_grid_push push = { .kind = name->kind,
                          .x = (float)values[0],
                          .y = (float)values[1],
                          .radius = (float)values[2],
                          .strength = (float)values[3] };
    push.to_x = count == 6 ? (float)values[4] : push.x;
    push.to_y = count == 6 ? (float)values[5] : push.y;
    shape_push(&push, count == 6);
    options->pushes[options->push_count++] = push;
    return push.radius >= 0.0f;
}

static bool take_seed(void *place, const char *word)
{
    grid_options *options = place;
    options->seeded = true;
    return arguments_whole(word, &options->seed);
}

// As large as suits the net: a tenth to a quarter of its shorter side, a push that shows.
static qx_grid_push random_push(const grid_options *options, qx_random *random)
{
    static const qx_grid_push_kind kinds[] = { QX_GRID_EXPLODE, QX_GRID_EXPLODE, QX_GRID_IMPLODE,
                                               QX_GRID_VORTEX, QX_GRID_RING };
    const float width = (float)options->size[0], height = (float)options->size[1];
    const float shorter = width < height ? width : height;
    qx_grid_push push = { .kind = kinds[qx_random_below(random, sizeof kinds / sizeof kinds[0])] };
    push.x = qx_random_range(random, 0.1f * width, 0.9f * width);
    push.y = qx_random_range(random, 0.1f * height, 0.9f * height);
    push.radius = qx_random_range(random, 0.1f * shorter, 0.25f * shorter);
    push.strength = push.radius * qx_random_range(random, 0.08f, 0.16f);
    shape_push(&push, false);
    return push;
}

static void add_random_pushes(grid_options *options)
{
    qx_random random;
    qx_random_seed(&random, options->seed, 1);
    for (uint64_t i = 0; i < options->random && options->push_count < MOST_PUSHES; i++)
        options->pushes[options->push_count++] = random_push(options, &random);
}

// --- options

static const char *const materials[] = { "world", "classic", NULL };
static const char *const borders[] = { "fixed", "anchored", NULL };
static const char *const formats[] = { "svg", "png", "json", NULL };

#define AT(member) .offset = offsetof(grid_options, member)

static const argument_spec arguments[] = {
    { "--size", "WxH", "World units. Default 1280x720.", ARGUMENT_SIZE, AT(size), .low = 1,
      .high = 1e6 },
    { "--points", "N", "About how many points. Default 1600.", ARGUMENT_COUNT, AT(points), .low = 4,
      .high = QX_GRID_MAX_POINTS },
    { "--columns", "N", "Exactly how many points across; with --rows.", ARGUMENT_COUNT, AT(columns),
      .low = 2, .high = 8388608 },
    { "--rows", "N", "Exactly how many points down; with --columns.", ARGUMENT_COUNT, AT(rows),
      .low = 2, .high = 8388608 },
    { "--material", "NAME",
      "world (default): waves travel alike at any density;\nclassic: constants per cell, dense "
      "nets are softer.",
      ARGUMENT_CHOICE, AT(material), .choices = materials },
    { "--border", "NAME", "fixed (default) or anchored on springs.", ARGUMENT_CHOICE, AT(border),
      .choices = borders },
    { "--push", "PUSH",
      "KIND,X,Y,RADIUS,STRENGTH[,X2,Y2] before the first tick;\nmay be given often. See below.",
      ARGUMENT_TAKE, .take = take_push,
      .wanted = "KIND,X,Y,RADIUS,STRENGTH with numbers up to 1e6, then X2,Y2 for line, wave and "
                "directed" },
    { "--seed", "S", "Adds random pushes, the same for the same S.", ARGUMENT_TAKE,
      .take = take_seed, .wanted = "a whole number" },
    { "--random", "N", "How many random pushes. Default 6 with --seed.", ARGUMENT_COUNT, AT(random),
      .low = 0, .high = MOST_PUSHES },
    { "--tick", "N", "Ticks of 1/60 s before the (first) picture. Default 24.", ARGUMENT_COUNT,
      AT(tick), .low = 0, .high = 1e6 },
    { "--frames", "N", "Writes N files, one a tick: net-0001.svg, ...", ARGUMENT_COUNT, AT(frames),
      .low = 1, .high = 1e6 },
    { "--format", "NAME", "svg, png or json. Default: by the file's name.", ARGUMENT_CHOICE,
      AT(format), .choices = formats },
    { "--colour", "C", "Lines at rest: RRGGBB or RRGGBBAA. Default 3A35A8.", ARGUMENT_COLOUR,
      AT(picture.colour) },
    { "--highlight", "C", "Lines far from rest. Default 4FD8FF.", ARGUMENT_COLOUR,
      AT(picture.highlight) },
    { "--background", "C", "Default 05060F; \"none\" leaves an SVG transparent.", ARGUMENT_COLOUR,
      AT(picture.background) },
    { "--line-width", "X", "World units; every third line is broader. Default 1.", ARGUMENT_NUMBER,
      AT(picture.line_width), .low = 0.01, .high = 1000 },
    { "--scale", "X", "PNG: pixels a world unit. Default 1.", ARGUMENT_NUMBER, AT(picture.scale),
      .low = 0.001, .high = 1000 },
    { "--glow", "X", "PNG: how far lines glow, world units. Default 7.", ARGUMENT_NUMBER,
      AT(picture.glow), .low = 0, .high = 1000 },
    { "-o", "FILE", "Where to; \"-\" is standard output.", ARGUMENT_TEXT, AT(output) },
    { "--quiet", NULL, "Says nothing about what it did.", ARGUMENT_FLAG, AT(quiet) },
};

static const char notes[] =
    "Pushes: places and radii in world units, x to the right, y down; strength is the\n"
    "greatest acceleration in world units per tick squared and may be negative.\n"
    "  explode, implode    Away from X,Y; toward it.\n"
    "  vortex              Around X,Y, clockwise.\n"
    "  ring                Away from a circle of RADIUS, a quarter of it to either side.\n"
    "  line                Away from the segment X,Y to X2,Y2.\n"
    "  directed            Toward the viewer; with X2,Y2 that way.\n"
    "  wave                Toward the viewer, in a band through X,Y at right angles to the\n"
    "                      way to X2,Y2 (or to the x axis), RADIUS to either side.\n\n"
    "Examples:\n"
    "  qx grid --push explode,640,360,200,20 -o net.svg\n"
    "  qx grid --size 640x360 --seed 7 --tick 40 --scale 2 -o net.png\n"
    "  qx grid --push vortex,640,360,250,12 --frames 90 -o frames/net.png\n"
    "  qx grid --columns 40 --rows 30 --format json -o - | jq .hash\n\n"
    "The same options give the same net on every machine. Exit status: 0 done, 1 the file\n"
    "could not be written or memory ran out, 2 the command line was bad.";

static const command_manual manual_page = {
    .command = "qx grid",
    .usage = "[OPTION...] -o FILE",
    .purpose = "Pushes a net about and writes what it looks like some ticks later: a drawing\n"
               "(SVG), a picture (PNG) or positions (JSON).",
    .arguments = arguments,
    .count = sizeof arguments / sizeof arguments[0],
    .notes = notes,
};

// --- checks that concern more than one option

static grid_format format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (strcmp(path, "-") == 0) return GRID_SVG;
    for (int i = 0; dot && formats[i]; i++)
        if (strcmp(dot + 1, formats[i]) == 0) return (grid_format)i;
    return GRID_BY_NAME;
}

static int check_picture(const grid_options *options)
{
    const double scale = options->picture.scale;
    if (options->picture.format == GRID_PNG &&
        (options->size[0] * scale > 16384 || options->size[1] * scale > 16384))
        return arguments_complain("qx grid",
                                  "a picture of %.0fx%.0f pixels is too large: at most "
                                  "16384x16384, see --size and --scale",
                                  options->size[0] * scale, options->size[1] * scale);
    return EXIT_DONE;
}

static int check(const grid_options *options)
{
    if (!options->output) return arguments_complain("qx grid", "where to? -o FILE is missing");
    if ((options->columns == 0) != (options->rows == 0))
        return arguments_complain("qx grid", "--columns and --rows go together");
    if (options->columns && options->points)
        return arguments_complain("qx grid", "either --points, or --columns and --rows");
    if (options->picture.format == GRID_BY_NAME)
        return arguments_complain("qx grid",
                                  "\"%s\" ends in none of .svg, .png and .json: --format "
                                  "says what to write",
                                  options->output);
    if (options->frames && strcmp(options->output, "-") == 0)
        return arguments_complain("qx grid", "--frames needs files, not standard output");
    return check_picture(options);
}

static void fill_in(grid_options *options)
{
    if (options->seeded && options->random == 0) options->random = 6;
    add_random_pushes(options);
    options->picture.format = options->format;
    if (options->format == GRID_BY_NAME && options->output)
        options->picture.format = (int)format_of(options->output);
    options->picture.width = options->size[0];
    options->picture.height = options->size[1];
}

// --- the net

static qx_grid_desc describe(const grid_options *options)
{
    return (qx_grid_desc){
        .width = (float)options->size[0],
        .height = (float)options->size[1],
        .points = (uint32_t)options->points,
        .columns = (uint32_t)options->columns,
        .rows = (uint32_t)options->rows,
        .material = (qx_grid_material)options->material,
        .border = (qx_grid_border)options->border,
        .pushes = options->push_count ? options->push_count : 1,
    };
}

static int create(const grid_options *options, qx_grid **grid)
{
    const qx_grid_desc desc = describe(options);
    const qx_result result = qx_grid_create(&desc, grid);
    if (result == QX_OK) return EXIT_DONE;
    if (result == QX_NO_MEMORY) {
        fprintf(stderr, "qx grid: the net: %s\n", qx_result_text(result));
        return EXIT_BAD_INPUT;
    }
    return arguments_complain("qx grid",
                              "the net: %s; at most %u points, and with --material world "
                              "at most 1000 steps a tick (fewer points, larger --size)",
                              qx_result_text(result), QX_GRID_MAX_POINTS);
}

static int push(const grid_options *options, qx_grid *grid)
{
    for (uint32_t i = 0; i < options->push_count; i++) {
        const qx_result result = qx_grid_apply(grid, &options->pushes[i]);
        if (result != QX_OK)
            return arguments_complain("qx grid", "push %u: %s", i + 1, qx_result_text(result));
    }
    return EXIT_DONE;
}

// --- files

static int save(const grid_options *options, const qx_grid *grid, uint64_t tick, uint64_t frame)
{
    char numbered[NUMBERED_BYTES];
    const char *path = options->output;
    if (frame > 0) path = numbered_path(options->output, frame, numbered) ? numbered : "";
    grid_picture picture = options->picture;
    picture.tick = tick;
    qx_error error;
    if (grid_picture_save(&picture, grid, path, &error) == QX_OK) return EXIT_DONE;
    fprintf(stderr, "qx grid: %s: %s\n", path, error.message);
    return EXIT_BAD_INPUT;
}

static void report(const grid_options *options, const qx_grid *grid)
{
    if (options->quiet) return;
    const qx_grid_info info = qx_grid_get_info(grid);
    fprintf(stderr, "qx grid: %" PRIu32 " x %" PRIu32 " points, %" PRIu32 " pushes, tick %" PRIu64,
            info.columns, info.rows, options->push_count, options->tick);
    const char *name = strcmp(options->output, "-") == 0 ? "standard output" : options->output;
    if (options->frames)
        fprintf(stderr, " and on: %" PRIu64 " files numbered as %s\n", options->frames, name);
    else
        fprintf(stderr, ": %s\n", name);
}

// The ticks up to the first picture, then one a picture.
static int simulate(const grid_options *options, qx_grid *grid)
{
    const uint64_t pictures = options->frames ? options->frames : 1;
    const uint64_t ticks = options->tick + pictures - 1;
    progress_line progress = progress_start("tick");
    int status = EXIT_DONE;
    for (uint64_t tick = 0; status == EXIT_DONE && tick <= ticks; tick++) {
        if (tick > 0) qx_grid_step(grid, NULL);
        const uint64_t frame = options->frames ? tick - options->tick + 1 : 0;
        if (tick >= options->tick) status = save(options, grid, tick, frame);
        progress_show(&progress, tick, ticks);
    }
    progress_end(&progress);
    if (status == EXIT_DONE) report(options, grid);
    return status;
}

static int run(grid_options *options)
{
    qx_grid *grid;
    int status = create(options, &grid);
    if (status == EXIT_DONE) status = push(options, grid);
    if (status == EXIT_DONE) status = simulate(options, grid);
    qx_grid_destroy(grid);
    return status;
}

int subcommand_grid(int count, char **words)
{
    static const grid_options defaults = {
        .size = { 1280, 720 },
        .tick = 24,
        .seed = 1,
        .format = GRID_BY_NAME,
        .picture = { .colour = 0x3A35A8FF,
                     .highlight = 0x4FD8FFFF,
                     .background = 0x05060FFF,
                     .line_width = 1,
                     .scale = 1,
                     .glow = 7 },
    };
    grid_options *options = malloc(sizeof *options);
    if (!options) return EXIT_BAD_INPUT;
    *options = defaults;
    const arguments_result result = arguments_read(&manual_page, count, words, options);
    int status = result == ARGUMENTS_HELP ? EXIT_DONE : EXIT_BAD_COMMAND;
    if (result == ARGUMENTS_READ) {
        fill_in(options);
        status = check(options);
        if (status == EXIT_DONE) status = run(options);
    }
    free(options);
    return status;
}
