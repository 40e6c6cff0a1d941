// SPDX-License-Identifier: MIT
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const formats[] = { "md2", "glb", "obj", "stl", "ply", NULL };
static const char *const curves[] = { "linear", "step", "catmull-rom", NULL };
static const char *const loops[] = { "once", "repeat", "ping-pong", NULL };

// --- the tables

#define AT(member) .offset = offsetof(model_options, member)

#define RATE                                                                                       \
    {                                                                                              \
        "--rate", "F", "Keys a second that an MD2 or OBJ series has. Default 10.",                 \
            ARGUMENT_NUMBER, AT(rate), .low = 0.001, .high = 10000                                 \
    }
#define CLIP(help)                                                                                 \
    {                                                                                              \
        "--clip", "NAME|N", help, ARGUMENT_TEXT, AT(clip)                                          \
    }
#define OUTPUT(help)                                                                               \
    {                                                                                              \
        "-o", "FILE", help, ARGUMENT_TEXT, AT(output)                                              \
    }
#define FORMAT(help)                                                                               \
    {                                                                                              \
        "--format", "NAME", help, ARGUMENT_CHOICE, AT(format), .choices = formats                  \
    }
#define QUIET                                                                                      \
    {                                                                                              \
        "--quiet", NULL, "Says nothing about what it did.", ARGUMENT_FLAG, AT(quiet)               \
    }
#define CURVE(help)                                                                                \
    {                                                                                              \
        "--curve", "NAME", help, ARGUMENT_CHOICE, AT(curve), .choices = curves                     \
    }

// What is written of a whole model, read or made.
#define WRITING                                                                                    \
    { "--fps",                                                                                     \
      "F",                                                                                         \
      "Plays its clips into about so many keys a second that end\nin their last keys. Default: "   \
      "keys stay; of morph targets\n10 for MD2 and OBJ.",                                          \
      ARGUMENT_NUMBER,                                                                             \
      AT(frames),                                                                                  \
      .low = 0.1,                                                                                  \
      .high = 1000 },                                                                              \
        CURVE("With --fps, between keys: linear (default), step or\ncatmull-rom."),                \
        { "--repeat", NULL, "With --fps, also from a clip's last key on to its first.",            \
          ARGUMENT_FLAG, AT(repeats) },                                                            \
        { "--max-error",                                                                           \
          "E",                                                                                     \
          "glb: leaves out what moves by no more than E. MD2: is not\nwritten where a vertex "     \
          "moves by more.",                                                                        \
          ARGUMENT_NUMBER,                                                                         \
          AT(max_error),                                                                           \
          .low = 0,                                                                                \
          .high = 1e9 },                                                                           \
        OUTPUT("Where to; - is standard output."),                                                 \
        FORMAT("md2, glb or obj. Default: by the file's name."), QUIET

static const argument_spec info_arguments[] = {
    { "--json", NULL, "As JSON.", ARGUMENT_FLAG, AT(json) },
    RATE,
};

static const argument_spec convert_arguments[] = {
    CLIP("Only this clip, by name or number from 1."),
    RATE,
    WRITING,
};

static const argument_spec pose_arguments[] = {
    CLIP("Of this clip, by name or number from 1. Default: the first."),
    { "--time", "S", "Seconds from the clip's start. Default 0.", ARGUMENT_NUMBER, AT(time),
      .low = -1e9, .high = 1e9 },
    { "--loop", "NAME",
      "What comes after the clip's end and before its start: once\n(default: its last and first "
      "pose), repeat or ping-pong.",
      ARGUMENT_CHOICE, AT(loop), .choices = loops },
    CURVE("Between keys: linear (default), step or catmull-rom.\nMorph targets have their own."),
    RATE,
    OUTPUT("Where to; - is standard output."),
    FORMAT("obj, glb, stl or ply. Default: by the file's name."),
    QUIET,
};

static const argument_spec ball_arguments[] = {
    { "--keys", "2|5",
      "2: up, and on the floor. 5: up, stretched by its fall, on\nthe floor, stretched, up. "
      "Default 2.",
      ARGUMENT_COUNT, AT(keys), .low = 2, .high = 5 },
    { "--detail", "N", "20 * 4^N triangles. Default 3.", ARGUMENT_COUNT, AT(detail), .low = 1,
      .high = 6 },
    { "--radius", "R", "Default 1.", ARGUMENT_NUMBER, AT(radius), .low = 1e-6, .high = 1e6 },
    { "--height", "H", "Of its middle over the floor at first. Default 3 radii.", ARGUMENT_NUMBER,
      AT(height), .low = 1e-6, .high = 1e6 },
    { "--squash", "X", "Its height on the floor, of its own. Default 0.6.", ARGUMENT_NUMBER,
      AT(squash), .low = 0.2, .high = 1 },
    WRITING,
};

#define TABLE(table) .arguments = table, .count = sizeof table / sizeof table[0]

static const command_manual manuals[] = {
    [MODEL_INFO] = { .command = "qx model info",
                     .usage = "FILE [OPTION...]",
                     .purpose =
                         "Says what a model is like: its meshes, its clips, how large it is, which "
                         "pictures\nit names, and what was odd about its file.",
                     .notes = "FILE may be MD2, .gltf, .glb or OBJ; - is standard input. Of "
                              "NAME_0001.obj all that follow\nin number are keys.\n\n"
                              "  qx model info knight.md2\n"
                              "  qx model info face.glb --json | jq .clips[].name",
                     TABLE(info_arguments) },
    [MODEL_CONVERT] = { .command = "qx model convert",
                        .usage = "FILE -o FILE [OPTION...]",
                        .purpose =
                            "Writes an animated model in another format: .md2, .glb, or a series "
                            "NAME_0001.obj …\n(a model that stands still: NAME.obj). Says what "
                            "that costs in precision.",
                        .notes = "FILE is what `qx model info` takes. Keys become morph targets of "
                                 "glb; morph targets are played\ninto keys of MD2 and OBJ, all "
                                 "meshes in one.\n\n"
                                 "  qx model convert knight.md2 -o knight.glb\n"
                                 "  qx model convert knight.md2 --clip run --fps 30 --repeat -o "
                                 "run.obj\n"
                                 "  qx model convert face.glb --max-error 0.01 -o face.md2",
                        TABLE(convert_arguments) },
    [MODEL_POSE] = { .command = "qx model pose",
                     .usage = "FILE -o FILE [OPTION...]",
                     .purpose = "Writes one pose of a model: .obj, .glb, .stl (z up) or .ply.",
                     .notes = "FILE is what `qx model info` takes.\n\n"
                              "  qx model pose knight.md2 --clip run --time 0.35 -o pose.obj\n"
                              "  qx model pose knight.md2 --clip 2 --time 7.25 --loop repeat -o "
                              "pose.stl",
                     TABLE(pose_arguments) },
    [MODEL_BALL] = { .command = "qx model ball",
                     .usage = "-o FILE [OPTION...]",
                     .purpose = "Makes a ball that bounces and is squashed against the floor.",
                     .notes = "  qx model ball -o ball.glb\n"
                              "  qx model ball --keys 5 --fps 10 --curve catmull-rom -o ball.md2",
                     TABLE(ball_arguments) },
};

static const command_manual overview = {
    .command = "qx model",
    .usage = "info|convert|pose|ball [OPTION...]",
    .purpose = "Animated models as files: MD2, glTF with morph targets, series of OBJ.",
    .notes = "  qx model info FILE              What a model is like.\n"
             "  qx model convert FILE -o FILE   Writes it in another format.\n"
             "  qx model pose FILE -o FILE      Writes one pose of it.\n"
             "  qx model ball -o FILE           Makes the ball that bounces.\n\n"
             "  qx model info --help is the manual of each.",
};

// --- checks

static int complain(model_task task, const char *what)
{
    return arguments_complain(manuals[task].command, "%s", what);
}

static int format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && formats[i]; i++)
        if (strcmp(dot + 1, formats[i]) == 0) return i;
    return MODEL_BY_NAME;
}

static bool can_write(model_task task, int format)
{
    if (format == MODEL_GLB || format == MODEL_OBJ) return true;
    return task == MODEL_POSE ? format != MODEL_MD2 && format != MODEL_BY_NAME
                              : format == MODEL_MD2;
}

static int check_output(model_task task, model_options *options)
{
    const char *names = task == MODEL_POSE ? ".obj, .glb, .stl and .ply" : ".md2, .glb and .obj";
    if (!options->output) return complain(task, "where to? -o FILE is missing");
    const bool named = options->format != MODEL_BY_NAME;
    if (!named) options->format = format_of(options->output);
    if (can_write(task, options->format)) return EXIT_DONE;
    if (named)
        return arguments_complain(manuals[task].command, "--format %s: it writes %s",
                                  formats[options->format], names);
    return arguments_complain(manuals[task].command,
                              "\"%s\" ends in none of %s: --format says what to write",
                              options->output, names);
}

static int check_values(model_task task, const model_options *options)
{
    if (task != MODEL_POSE && options->curve >= 0 && isnan(options->frames))
        return complain(task, "--curve needs --fps: else nothing between keys is written");
    if (options->repeats && isnan(options->frames))
        return complain(task, "--repeat needs --fps: else nothing between keys is written");
    if (options->keys != 2 && options->keys != 5) return complain(task, "--keys are 2 or 5");
    return EXIT_DONE;
}

static int check(model_task task, model_options *options)
{
    if (task != MODEL_BALL && (!options->input || options->input[0] == '\0'))
        return complain(task, "which model? FILE is missing");
    if (task == MODEL_INFO) return EXIT_DONE;
    const int status = check_output(task, options);
    return status == EXIT_DONE ? check_values(task, options) : status;
}

static void fill_in(model_options *options)
{
    static const qx_keyframe_curve of[] = { QX_KEYFRAME_LINEAR, QX_KEYFRAME_STEP,
                                            QX_KEYFRAME_CATMULL_ROM };
    options->curve = (int)of[options->curve < 0 ? 0 : options->curve];
    if (options->loop < 0) options->loop = QX_KEYFRAME_ONCE;
    options->file.frames_a_second = options->rate;
}

// --- reading

// The task first, then FILE, before the options. False where there is no such task.
static bool take_task(int *count, char ***words, model_options *options, model_task *task)
{
    static const char *const names[] = { "info", "convert", "pose", "ball", NULL };
    int found = 0;
    while (*count > 0 && names[found] && strcmp((*words)[0], names[found]) != 0) found++;
    if (*count == 0 || !names[found]) return false;
    *task = (model_task)found;
    --*count;
    ++*words;
    const bool file = *count > 0 && ((*words)[0][0] != '-' || (*words)[0][1] == '\0');
    if (*task == MODEL_BALL || !file) return true;
    options->input = (*words)[0];
    --*count;
    ++*words;
    return true;
}

static arguments_result read_overview(int count, char **words, model_options *options, int *status)
{
    *status = EXIT_BAD_COMMAND;
    if (count == 0) {
        arguments_complain(overview.command, "what of it? info, convert, pose or ball");
        return ARGUMENTS_BAD;
    }
    const arguments_result result = arguments_read(&overview, count, words, options);
    if (result == ARGUMENTS_HELP) *status = EXIT_DONE;
    return result == ARGUMENTS_READ ? ARGUMENTS_BAD : result;
}

arguments_result model_options_read(int count, char **words, model_options *options,
                                    model_task *task, int *status)
{
    *options = (model_options){ .rate = 10,
                                .frames = NAN,
                                .max_error = NAN,
                                .curve = -1,
                                .loop = -1,
                                .keys = 2,
                                .detail = 3,
                                .radius = 1,
                                .height = NAN,
                                .squash = 0.6,
                                .format = MODEL_BY_NAME };
    if (!take_task(&count, &words, options, task))
        return read_overview(count, words, options, status);
    const arguments_result result = arguments_read(&manuals[*task], count, words, options);
    *status = result == ARGUMENTS_HELP ? EXIT_DONE : EXIT_BAD_COMMAND;
    if (result != ARGUMENTS_READ) return result;
    *status = check(*task, options);
    if (*status != EXIT_DONE) return ARGUMENTS_BAD;
    fill_in(options);
    return ARGUMENTS_READ;
}
