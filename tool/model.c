// SPDX-License-Identifier: MIT
#include "model.h"

#include "subcommands.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(const char *path, const char *standard)
{
    return strcmp(path, "-") == 0 ? standard : path;
}

const char *model_output_name(const model_options *options)
{
    return name_of(options->output, "standard output");
}

int model_complain(const char *path, qx_result result, const qx_error *error)
{
    char place[40] = "";
    if (error->line > 0)
        snprintf(place, sizeof place, "line %" PRIu32 ": ", error->line);
    else if (error->offset > 0)
        snprintf(place, sizeof place, "byte %" PRIu64 ": ", error->offset);
    fprintf(stderr, "qx model: %s: %s%s\n", path, place,
            error->message[0] ? error->message : qx_result_text(result));
    return EXIT_BAD_INPUT;
}

void model_say_warnings(const model_options *options, const char *path, const qx_model *model)
{
    for (uint32_t i = 0; i < model->warning_count && !options->quiet; i++)
        fprintf(stderr, "qx model: %s: note: %s\n", name_of(path, "standard input"),
                model->warnings[i].text);
}

// --- clips

// All of them, however many: the one that was meant may be the last.
static int list_clips(const model_options *options, const qx_model *model)
{
    fprintf(stderr, "qx model: %s: there is no clip \"%s\"",
            options->input ? name_of(options->input, "standard input") : "the ball", options->clip);
    if (model->clip_count == 0) fputs(": it has none, it stands still", stderr);
    for (uint32_t i = 0; i < model->clip_count; i++)
        fprintf(stderr, "%s%s", i == 0 ? "; there are " : ", ", model->clips[i].name);
    fputc('\n', stderr);
    return EXIT_BAD_INPUT;
}

int model_find_clip(const model_options *options, const qx_model *model, uint32_t *clip)
{
    uint64_t number;
    *clip = 0;
    if (!options->clip) return EXIT_DONE;
    for (; *clip < model->clip_count; ++*clip)
        if (strcmp(model->clips[*clip].name, options->clip) == 0) return EXIT_DONE;
    if (!arguments_whole(options->clip, &number) || number < 1 || number > model->clip_count)
        return list_clips(options, model);
    *clip = (uint32_t)(number - 1);
    return EXIT_DONE;
}

// --- running

static int run(const model_options *options, model_task task, const qx_model *model)
{
    if (task == MODEL_INFO) {
        model_info_print(options, model);
        return EXIT_DONE;
    }
    model_say_warnings(options, options->input, model);
    return task == MODEL_CONVERT ? model_convert_write(options, model)
                                 : model_pose_write(options, model);
}

int subcommand_model(int count, char **words)
{
    model_options options;
    model_task task;
    qx_model *model;
    qx_error error = { 0 };
    int status;
    if (model_options_read(count, words, &options, &task, &status) != ARGUMENTS_READ) return status;
    if (task == MODEL_BALL) return model_ball_write(&options);
    const qx_result result = qx_model_load_file(options.input, &options.file, NULL, &model, &error);
    if (result != QX_OK)
        return model_complain(name_of(options.input, "standard input"), result, &error);
    status = run(&options, task, model);
    qx_model_destroy(model);
    return status;
}
