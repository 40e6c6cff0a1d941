// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "maze.h"

#include "progress.h"

#include <quincunx/file.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Ctrl-C: the half file is given up first, then the signal does what it always does. Where who
// started us ignores it, so do we.

static volatile sig_atomic_t caught;

static void catch (int number)
{
    caught = number;
}

static void watch(int number, void (*handler)(int))
{
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(number, &action, NULL);
}

static void watch_all(void (*handler)(int))
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) watch(numbers[i], handler);
}

// --- layers

typedef struct layer_writer {
    const qx_maze_desc *desc;
    qx_maze_stream *stream;
    qx_file *file;
    uint8_t *bytes; // of a layer
    size_t size;
} layer_writer;

static qx_result write_head(const layer_writer *writer, qx_error *error)
{
    uint8_t head[QX_MAZE_FILE_HEAD];
    qx_maze_file_build_head(writer->desc, head);
    return qx_file_write(writer->file, head, sizeof head, error);
}

static qx_result write_layers(const layer_writer *writer, qx_error *error)
{
    const qx_maze_desc *desc = writer->desc;
    progress_line progress = progress_start("layer");
    progress.unit = "Mcells";
    progress.per = (double)desc->width * desc->height * 1e-6;
    qx_result result = write_head(writer, error);
    for (qx_maze_layer layer;
         result == QX_OK && !caught && qx_maze_stream_step(writer->stream, &layer);) {
        qx_maze_file_build_layer(&layer, desc->width, desc->height, writer->bytes);
        result = qx_file_write(writer->file, writer->bytes, writer->size, error);
        progress_show(&progress, layer.z + 1, desc->depth);
    }
    progress_end(&progress);
    return result;
}

static qx_result prepare(layer_writer *writer, qx_error *error)
{
    const qx_maze_desc *desc = writer->desc;
    writer->size = qx_maze_file_bound_layer(desc->width, desc->height);
    const qx_result result = qx_maze_stream_create(desc, &writer->stream);
    if (result == QX_TOO_LARGE)
        return maze_fail(error, result, "a layer has at most 4294967231 cells");
    if (result != QX_OK) return maze_fail(error, result, qx_result_text(result));
    writer->bytes = writer->size ? malloc(writer->size) : NULL;
    return writer->bytes ? QX_OK : maze_fail(error, QX_NO_MEMORY, "out of memory");
}

// A file whose writing was interrupted is given up like one that could not be written.
static qx_result write_file(layer_writer *writer, const char *path, qx_error *error)
{
    qx_result result = qx_file_create(path, NULL, &writer->file, error);
    if (result != QX_OK) return result;
    result = write_layers(writer, error);
    if (result == QX_OK && !caught) return qx_file_commit(writer->file, error);
    qx_file_destroy(writer->file);
    return result;
}

static void report(const maze_options *options, const layer_writer *writer)
{
    const qx_maze_desc *desc = writer->desc;
    const double cells = (double)desc->width * desc->height * desc->depth;
    const double bytes = QX_MAZE_FILE_HEAD + (double)writer->size * desc->depth;
    if (options->quiet) return;
    fprintf(stderr, "qx maze: %ux%ux%u, %.6g cells in %.6g bytes: %s\n", desc->width, desc->height,
            desc->depth, cells, bytes,
            strcmp(options->output, "-") == 0 ? "standard output" : options->output);
}

int maze_stream_run(const maze_options *options)
{
    layer_writer writer = { .desc = &options->desc };
    qx_error error = { 0 };
    watch_all(catch);
    qx_result result = prepare(&writer, &error);
    if (result == QX_OK) result = write_file(&writer, options->output, &error);
    qx_maze_stream_destroy(writer.stream);
    free(writer.bytes);
    watch_all(SIG_DFL);
    if (caught) raise((int)caught);
    if (result == QX_OK) report(options, &writer);
    if (result != QX_OK) fprintf(stderr, "qx maze: %s: %s\n", options->output, error.message);
    return result == QX_OK ? EXIT_DONE : EXIT_BAD_INPUT;
}
