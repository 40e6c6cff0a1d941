// SPDX-License-Identifier: MIT
#include "maze.h"

#include <stdio.h>
#include <string.h>

static const char *const algorithms[] = { "eller",        "backtracker", "kruskal",    "wilson",
                                          "growing-tree", "binary-tree", "sidewinder", NULL };
static const char *const formats[] = {
    "stl", "3mf", "obj", "glb", "svg", "png", "json", "txt", NULL
};

_Static_assert(sizeof algorithms / sizeof algorithms[0] == QX_MAZE_ALGORITHM_COUNT + 1,
               "maze.h has more algorithms");

const char *maze_algorithm_name(qx_maze_algorithm algorithm)
{
    return algorithms[algorithm];
}

// --- values of their own kinds

// "8x8x8" or "8x8", which is one layer.
static bool take_size(void *place, const char *word)
{
    maze_options *options = place;
    uint32_t *const axes[] = { &options->desc.width, &options->desc.height, &options->desc.depth };
    options->desc.depth = 1;
    options->sized = true;
    for (int i = 0; i < 3; i++) {
        char number[16];
        uint64_t cells;
        const size_t length = strcspn(word, "x");
        if (length >= sizeof number) return false;
        memcpy(number, word, length);
        number[length] = '\0';
        if (!arguments_whole(number, &cells) || cells < 1 || cells > QX_MAZE_MAX_AXIS) return false;
        *axes[i] = (uint32_t)cells;
        word += length;
        if (*word == '\0') return i >= 1;
        word++;
    }
    return false;
}

static bool take_seed(void *place, const char *word)
{
    maze_options *options = place;
    return arguments_whole(word, &options->desc.seed);
}

static bool take_bias(void *place, const char *word)
{
    maze_options *options = place;
    double shares[3];
    if (arguments_list(word, shares, 3) != 3) return false;
    for (int i = 0; i < 3; i++)
        if (!(shares[i] >= 0.0 && shares[i] <= 1e6)) return false;
    options->desc.share_x = (float)shares[0];
    options->desc.share_y = (float)shares[1];
    options->desc.share_z = (float)shares[2];
    options->biased = true;
    return shares[0] + shares[1] + shares[2] > 0.0;
}

static bool take_exit(void *place, const char *word)
{
    maze_options *options = place;
    uint64_t length;
    options->has_exit = true;
    options->closed = strcmp(word, "none") == 0;
    options->exit = (qx_maze_exit_desc){ .rule = QX_MAZE_EXIT_DIAMETER };
    if (options->closed || strcmp(word, "diameter") == 0) return true;
    options->exit.rule = QX_MAZE_EXIT_ARTICLE;
    if (strcmp(word, "article") == 0) return true;
    options->exit.rule = QX_MAZE_EXIT_LENGTH;
    if (strncmp(word, "length:", 7) != 0 || !arguments_whole(word + 7, &length)) return false;
    options->exit.length = (uint32_t)length;
    return length < QX_MAZE_FAR;
}

// "10mm", "1cm", "0.1m" or "10", which is millimetres.
static bool read_length(const char *word, double *millimetres)
{
    static const struct {
        const char *name;
        double millimetres;
    } units[] = { { "", 1 }, { "mm", 1 }, { "cm", 10 }, { "m", 1000 } };
    char number[32];
    const size_t length = strcspn(word, "cm");
    if (length >= sizeof number) return false;
    memcpy(number, word, length);
    number[length] = '\0';
    if (!arguments_number(number, millimetres)) return false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(word + length, units[i].name) != 0) continue;
        *millimetres *= units[i].millimetres;
        return *millimetres >= 0.01 && *millimetres <= 10000.0;
    }
    return false;
}

static bool take_cell(void *place, const char *word)
{
    return read_length(word, &((maze_options *)place)->look.cell);
}

static bool take_wall(void *place, const char *word)
{
    return read_length(word, &((maze_options *)place)->look.wall);
}

static bool take_ball(void *place, const char *word)
{
    return read_length(word, &((maze_options *)place)->look.ball);
}

// --- the tables

#define AT(member) .offset = offsetof(maze_options, member)
static const char length_wanted[] = "a length as 10mm, 1cm or 10, from 0.01 mm to 10 m";

// The first are for making alone, the next one for `info` too, the rest for `solve` too.
enum { MAKE_ALONE = 10 };

static const argument_spec arguments[] = {
    { "--size", "WxHxD", "Cells; WxH is a flat maze.", ARGUMENT_TAKE, .take = take_size,
      .wanted = "WxHxD or WxH, whole numbers from 1 to 1073741824" },
    { "--algorithm", "NAME",
      "eller (default), backtracker, kruskal, wilson,\ngrowing-tree, binary-tree or sidewinder.",
      ARGUMENT_CHOICE, AT(algorithm), .choices = algorithms },
    { "--seed", "S", "Another maze for each S. Default 1.", ARGUMENT_TAKE, .take = take_seed,
      .wanted = "a whole number" },
    { "--bias", "X,Y,Z", "Shares of the ways along each axis, any sum.", ARGUMENT_TAKE,
      .take = take_bias, .wanted = "X,Y,Z, each from 0 to 1000000, not all 0" },
    { "--braid", "X", "Share of the dead ends that are opened again.", ARGUMENT_NUMBER, AT(braid),
      .low = 0, .high = 1 },
    { "--newest", "X", "growing-tree: how often it goes on from its newest cell.\nDefault 0.5.",
      ARGUMENT_NUMBER, AT(newest), .low = 0, .high = 1 },
    { "--halves", NULL, "Meshes: as two halves with pins and holes.", ARGUMENT_FLAG,
      AT(look.halves) },
    { "--lid", NULL, "Meshes: as a box and its lid, with pins and holes.", ARGUMENT_FLAG,
      AT(look.lid) },
    { "--solution", NULL, "SVG, PNG, txt, OBJ, glb: shows the way too.", ARGUMENT_FLAG,
      AT(look.solution) },
    { "--stream", NULL, "Writes raw layers in the memory of one, of any depth.", ARGUMENT_FLAG,
      AT(stream) },

    { "--exit", "RULE",
      "diameter (default): the longest way between two cells at\nthe outside; article: from the "
      "first cell the farthest;\nlength:N: about N steps from the first cell; none: sealed.",
      ARGUMENT_TAKE, .take = take_exit, .wanted = "diameter, article, length:N or none" },

    { "--cell", "L", "From wall to wall, middle to middle. Default 10mm.", ARGUMENT_TAKE,
      .take = take_cell, .wanted = length_wanted },
    { "--wall", "L", "Thickness of the walls. Default 1.6mm.", ARGUMENT_TAKE, .take = take_wall,
      .wanted = length_wanted },
    { "--ball", "L", "Diameter of the ball that shall pass. Default 6mm.", ARGUMENT_TAKE,
      .take = take_ball, .wanted = length_wanted },
    { "--force", NULL, "Writes what neither ball nor printer will like.", ARGUMENT_FLAG,
      AT(look.force) },
    { "--scale", "X", "PNG: pixels a cell.", ARGUMENT_NUMBER, AT(look.scale), .low = 2,
      .high = 1000 },
    { "--colour", "C", "SVG, PNG, glb, 3MF: RRGGBB, of the walls.", ARGUMENT_COLOUR,
      AT(look.walls) },
    { "--trail", "C", "SVG, PNG, glb: RRGGBB, of the solution.", ARGUMENT_COLOUR, AT(look.trail) },
    { "--background", "C", "SVG, PNG: RRGGBB; \"none\" is no paper, or black.", ARGUMENT_COLOUR,
      AT(look.background) },
    { "--format", "NAME",
      "stl, 3mf, obj, glb, svg, png, json or txt. Default: by the\nfile's name.", ARGUMENT_CHOICE,
      AT(look.format), .choices = formats },
    { "-o", "FILE", "Where to; \"-\" is standard output.", ARGUMENT_TEXT, AT(output) },
    { "--quiet", NULL, "Says nothing about what it did.", ARGUMENT_FLAG, AT(quiet) },
};

enum { ALL = sizeof arguments / sizeof arguments[0] };

static const char make_notes[] =
    "Meshes are millimetres, z up. The ball needs 2 mm of room beside it; walls need 1.2 mm:\n"
    "where that fails nothing is written, unless with --force. STL writes each part into a file "
    "of\n"
    "its own, name-low.stl and name-high.stl or name-box.stl and name-lid.stl. SVG writes a file "
    "a\n"
    "layer, name-0001.svg, …, PNG one sheet of all. Layers are seen from above, y up the page:\n"
    "^ leads up, v leads down.\n\n"
    "qx maze info FILE      Prints the measures of a JSON or raw maze.\n"
    "qx maze solve FILE     Writes its solution: qx maze solve --help.\n\n"
    "Examples:\n"
    "  qx maze --size 8x8x8 --halves -o cube.3mf\n"
    "  qx maze --size 40x25 --algorithm backtracker --seed 7 -o paper.svg\n"
    "  qx maze --size 6x6x6 --seed 3 --solution -o sheet.png\n"
    "  qx maze --size 5x5x5 -o - --format txt\n"
    "  qx maze --size 1024x1024x1024 --stream -o huge.qxm\n\n"
    "The same options give the same maze on every machine. Exit status: 0 done, 1 the maze cannot\n"
    "be printed or held in memory, a file was bad or could not be written, 2 the command line was\n"
    "bad.";

static const command_manual manuals[] = {
    { .command = "qx maze",
      .usage = "--size WxHxD [OPTION...] -o FILE",
      .purpose = "Makes a maze in two or three dimensions and writes it as something to print\n"
                 "(STL, 3MF), to show (OBJ, glTF, SVG, PNG, text) or to read again (JSON).",
      .arguments = arguments,
      .count = ALL,
      .notes = make_notes },
    { .command = "qx maze info",
      .usage = "FILE [OPTION...]",
      .purpose = "Prints what a maze is like; FILE is JSON or raw, \"-\" standard input.",
      .arguments = arguments + MAKE_ALONE,
      .count = 1,
      .notes = "Without entrance and exit in the file, --exit says how to choose them." },
    { .command = "qx maze solve",
      .usage = "FILE [OPTION...] [-o FILE]",
      .purpose = "Writes the solution of a JSON or raw maze; \"-\" is standard input. Default:\n"
                 "text to standard output.",
      .arguments = arguments + MAKE_ALONE,
      .count = ALL - MAKE_ALONE,
      .notes = "Without entrance and exit in the file, --exit says how to choose them." },
};

// --- checks that concern more than one option

static int complain(maze_task task, const char *what)
{
    return arguments_complain(manuals[task].command, "%s", what);
}

static bool is_mesh(const maze_look *look)
{
    return look->format <= MAZE_GLB;
}

static int check_making(const maze_options *options)
{
    const int algorithm = options->algorithm;
    if (!options->sized) return complain(MAZE_MAKE, "how large? --size WxHxD is missing");
    if (options->biased && algorithm != QX_MAZE_ELLER && algorithm != QX_MAZE_KRUSKAL &&
        algorithm != QX_MAZE_BINARY_TREE)
        return complain(MAZE_MAKE, "--bias is for eller, kruskal and binary-tree");
    if (options->newest >= 0.0 && algorithm != QX_MAZE_GROWING_TREE)
        return complain(MAZE_MAKE, "--newest is for growing-tree");
    return EXIT_DONE;
}

static int check_stream(const maze_options *options)
{
    const maze_look *look = &options->look;
    if (options->algorithm != QX_MAZE_ELLER || options->braid > 0.0)
        return complain(MAZE_MAKE, "--stream is for eller, without --braid");
    if (look->format != MAZE_BY_NAME || look->solution || look->halves || look->lid)
        return complain(MAZE_MAKE, "--stream writes raw layers and nothing else");
    if (options->has_exit && !options->closed)
        return complain(MAZE_MAKE, "--stream knows no --exit: qx maze info finds one");
    return EXIT_DONE;
}

static int check_parts(maze_task task, const maze_options *options)
{
    const maze_look *look = &options->look;
    const bool parts = look->halves || look->lid;
    const bool standard = strcmp(options->output, "-") == 0;
    if (look->halves && look->lid) return complain(task, "either --halves or --lid");
    if (parts && !is_mesh(look)) return complain(task, "--halves and --lid are for meshes");
    if (parts && look->solution) return complain(task, "--solution is for the maze as a whole");
    if (look->halves && options->desc.depth == 1)
        return complain(task, "one layer has no --halves: use --lid");
    if (parts && standard && look->format == MAZE_STL)
        return complain(task, "parts as STL need files, not standard output");
    if (look->format == MAZE_SVG && standard && options->desc.depth > 1)
        return complain(task, "SVG is a file a layer: it needs files, not standard output");
    if (look->solution && look->format <= MAZE_3MF)
        return complain(task, "STL and 3MF hold walls alone, no --solution");
    if (look->solution && options->closed)
        return complain(task, "without an exit there is no --solution");
    return EXIT_DONE;
}

static int check_output(maze_task task, const maze_options *options)
{
    if (!options->output) return complain(task, "where to? -o FILE is missing");
    if (task == MAZE_MAKE && options->stream) return check_stream(options);
    if (options->look.format == MAZE_BY_NAME)
        return arguments_complain(manuals[task].command,
                                  "\"%s\" ends in none of .stl, .3mf, .obj, .glb, .svg, .png, "
                                  ".json and .txt: --format says what to write",
                                  options->output);
    return check_parts(task, options);
}

// --- reading

static int format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (strcmp(path, "-") == 0) return MAZE_TEXT;
    for (int i = 0; dot && formats[i]; i++)
        if (strcmp(dot + 1, formats[i]) == 0) return i;
    return MAZE_BY_NAME;
}

static maze_task task_of(const char *word)
{
    if (strcmp(word, "info") == 0) return MAZE_INFO;
    return strcmp(word, "solve") == 0 ? MAZE_SOLVE : MAZE_MAKE;
}

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

// "info FILE" and "solve FILE", before the options.
static void take_task(int *count, char ***words, maze_options *options, maze_task *task)
{
    *task = *count > 0 ? task_of((*words)[0]) : MAZE_MAKE;
    if (*task == MAZE_MAKE) return;
    ++*words;
    --*count;
    if (*count == 0 || is_option((*words)[0])) return;
    options->input = (*words)[0];
    ++*words;
    --*count;
}

static int check(maze_task task, maze_options *options)
{
    if (task != MAZE_MAKE && !options->input) return complain(task, "which maze? FILE is missing");
    if (task == MAZE_INFO) return EXIT_DONE;
    if (task == MAZE_SOLVE) {
        options->look.solution = true;
        if (!options->output) options->output = "-";
    }
    maze_look *look = &options->look;
    const bool by_name = look->format == MAZE_BY_NAME && options->output && !options->stream;
    if (by_name) look->format = format_of(options->output);
    const int status = task == MAZE_MAKE ? check_making(options) : EXIT_DONE;
    return status == EXIT_DONE ? check_output(task, options) : status;
}

arguments_result maze_options_read(int count, char **words, maze_options *options, maze_task *task,
                                   int *status)
{
    *options = (maze_options){ .desc = { .seed = 1 },
                               .newest = -1,
                               .look = { .format = MAZE_BY_NAME,
                                         .cell = 10,
                                         .wall = 1.6,
                                         .ball = 6,
                                         .walls = MAZE_COLOUR_BY_FORMAT,
                                         .trail = MAZE_COLOUR_BY_FORMAT,
                                         .background = MAZE_COLOUR_BY_FORMAT } };
    take_task(&count, &words, options, task);
    const arguments_result result = arguments_read(&manuals[*task], count, words, options);
    *status = result == ARGUMENTS_HELP ? EXIT_DONE : EXIT_BAD_COMMAND;
    if (result != ARGUMENTS_READ) return result;
    options->desc.algorithm = (qx_maze_algorithm)options->algorithm;
    options->desc.braid = (float)options->braid;
    if (options->newest >= 0.0)
        options->desc.newest = options->newest > 0.0 ? (float)options->newest : -1.0f;
    options->exit.seed = options->desc.seed;
    *status = check(*task, options);
    return *status == EXIT_DONE ? ARGUMENTS_READ : ARGUMENTS_BAD;
}
