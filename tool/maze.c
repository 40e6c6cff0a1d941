// SPDX-License-Identifier: MIT
#include "maze.h"

#include "machine.h"
#include "subcommands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// --- making

// Openings and what is written take about a byte a cell, distances and the search five.
static double memory_wanted(const qx_maze_desc *desc)
{
    return 6.0 * (double)desc->width * desc->height * desc->depth;
}

static int refuse_size(const qx_maze_desc *desc, const char *advice)
{
    fprintf(stderr,
            "qx maze: %ux%ux%u are %.4g cells, for which about %.3g GB of memory are wanted: too "
            "many for here%s\n",
            desc->width, desc->height, desc->depth,
            (double)desc->width * desc->height * desc->depth, memory_wanted(desc) * 1e-9, advice);
    return EXIT_BAD_INPUT;
}

static bool is_too_large(const qx_maze_desc *desc)
{
    const double here = machine_memory();
    return here > 0.0 && memory_wanted(desc) > here;
}

static int create(const maze_options *options, maze_puzzle *puzzle)
{
    static const char advice[] = " (--stream writes layers of any number)";
    if (is_too_large(&options->desc)) return refuse_size(&options->desc, advice);
    const qx_result result = qx_maze_create(&options->desc, NULL, &puzzle->file.maze);
    puzzle->file.desc = options->desc;
    if (result == QX_OK) return EXIT_DONE;
    if (result == QX_NO_MEMORY || result == QX_TOO_LARGE)
        return refuse_size(&options->desc, advice);
    fprintf(stderr, "qx maze: the maze: %s\n", qx_result_text(result));
    return EXIT_BAD_INPUT;
}

static int solve(const maze_options *options, maze_puzzle *puzzle)
{
    const qx_result result = maze_puzzle_solve(puzzle, options);
    if (result == QX_OK) return EXIT_DONE;
    fprintf(stderr, "qx maze: %s\n",
            result == QX_NOT_FOUND ? "there is no way from the entrance to the exit"
                                   : qx_result_text(result));
    return EXIT_BAD_INPUT;
}

// --- reading

static int load(const maze_options *options, maze_puzzle *puzzle)
{
    qx_error error = { 0 };
    if (qx_maze_load_file(options->input, NULL, &puzzle->file, &error) == QX_OK)
        return is_too_large(&puzzle->file.desc) ? refuse_size(&puzzle->file.desc, "") : EXIT_DONE;
    fprintf(stderr, "qx maze: %s", options->input);
    if (error.line > 0)
        fprintf(stderr, ", line %" PRIu32, error.line);
    else if (error.offset > 0)
        fprintf(stderr, ", byte %" PRIu64, error.offset);
    fprintf(stderr, ": %s\n", error.message);
    return EXIT_BAD_INPUT;
}

// --- writing

static qx_result save(const maze_look *look, const maze_puzzle *puzzle, maze_output *output,
                      qx_error *error)
{
    switch ((maze_format)look->format) {
    case MAZE_STL:
    case MAZE_3MF:
    case MAZE_OBJ:
    case MAZE_GLB: return maze_print_save(look, puzzle, output, error);
    case MAZE_SVG:
    case MAZE_PNG: return maze_picture_save(look, puzzle, output, error);
    case MAZE_TEXT: return maze_text_save(look, puzzle, output, error);
    case MAZE_JSON:
    case MAZE_BY_NAME: break;
    }
    snprintf(output->failed, sizeof output->failed, "%s", output->path);
    return qx_maze_save_file(&puzzle->file, output->path, NULL, error);
}

static void report(const maze_puzzle *puzzle, const maze_output *output)
{
    const qx_maze_info info = qx_maze_get_info(puzzle->file.maze);
    fprintf(stderr, "qx maze: %ux%ux%u by %s", info.width, info.height, info.depth,
            maze_algorithm_name(puzzle->file.desc.algorithm));
    if (puzzle->file.measures)
        fprintf(stderr, ", %" PRIu32 " steps to the exit, %" PRIu32 " of them with a choice",
                puzzle->measures.length, puzzle->measures.route_junctions);
    if (output->said[0]) fprintf(stderr, ", %s", output->said);
    fprintf(stderr, ": %s\n", strcmp(output->path, "-") == 0 ? "standard output" : output->path);
}

static int write_out(const maze_options *options, const maze_puzzle *puzzle)
{
    maze_output output = { .path = options->output };
    qx_error error = { 0 };
    if (options->look.format <= MAZE_GLB && !maze_print_check(&options->look, puzzle))
        return EXIT_BAD_INPUT;
    if (save(&options->look, puzzle, &output, &error) != QX_OK) {
        fprintf(stderr, "qx maze: %s: %s\n", output.failed, error.message);
        return EXIT_BAD_INPUT;
    }
    if (!options->quiet) report(puzzle, &output);
    return EXIT_DONE;
}

// --- info

static void print_opening(const char *name, const qx_maze_info *info,
                          const qx_maze_opening *opening)
{
    static const char *const faces[] = { "low x", "high x", "low y", "high y", "low z", "high z" };
    printf("%-16s%" PRIu64 ",%" PRIu64 ",%" PRIu64 " through %s\n", name,
           opening->cell % info->width, opening->cell / info->width % info->height,
           opening->cell / info->width / info->height, faces[opening->face]);
}

static void print_count(const char *name, uint64_t count)
{
    printf("%-16s%" PRIu64 "\n", name, count);
}

static void print_measures(const qx_maze_measures *measures)
{
    print_count("dead ends", measures->dead_ends);
    print_count("corridors", measures->corridors);
    print_count("junctions", measures->junctions);
    print_count("turns", measures->turns);
    printf("%-16s%" PRIu32 " steps, %" PRIu32 " turns, %" PRIu32 " with a choice\n", "way",
           measures->length, measures->route_turns, measures->route_junctions);
    printf("%-16s%" PRIu32 " steps\n", "deepest detour", measures->longest_detour);
    printf("%-16s%.1f\n", "difficulty", measures->difficulty);
}

static int print_info(const maze_puzzle *puzzle)
{
    const qx_maze_file *file = &puzzle->file;
    const qx_maze_info info = qx_maze_get_info(file->maze);
    bool perfect;
    if (maze_puzzle_check(puzzle, &perfect) != QX_OK) {
        fprintf(stderr, "qx maze: %s\n", qx_result_text(QX_NO_MEMORY));
        return EXIT_BAD_INPUT;
    }
    printf("%-16s%ux%ux%u, %" PRIu64 " cells\n", "size", info.width, info.height, info.depth,
           info.present);
    printf("%-16s%s, seed %" PRIu64 "\n", "made by", maze_algorithm_name(file->desc.algorithm),
           file->desc.seed);
    printf("%-16s%" PRIu64 ": %" PRIu64 " along x, %" PRIu64 " along y, %" PRIu64 " along z\n",
           "openings", info.openings, info.opened[0], info.opened[1], info.opened[2]);
    printf("%-16s%s\n", "perfect", perfect ? "yes" : "no");
    printf("%-16s%016" PRIx64 "\n", "hash", qx_maze_hash(file->maze));
    if (!file->has_route) return EXIT_DONE;
    print_opening("entrance", &info, &file->route.entrance);
    print_opening("exit", &info, &file->route.exit);
    print_measures(&puzzle->measures);
    return EXIT_DONE;
}

static int run(const maze_options *options, maze_task task)
{
    maze_puzzle puzzle = { 0 };
    if (task == MAZE_MAKE && options->stream) return maze_stream_run(options);
    int status = task == MAZE_MAKE ? create(options, &puzzle) : load(options, &puzzle);
    if (status == EXIT_DONE) status = solve(options, &puzzle);
    if (status == EXIT_DONE)
        status = task == MAZE_INFO ? print_info(&puzzle) : write_out(options, &puzzle);
    maze_puzzle_release(&puzzle);
    return status;
}

int subcommand_maze(int count, char **words)
{
    maze_options options;
    maze_task task;
    int status;
    if (maze_options_read(count, words, &options, &task, &status) != ARGUMENTS_READ) return status;
    return run(&options, task);
}
