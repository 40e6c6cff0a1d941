// SPDX-License-Identifier: MIT
#include "arguments.h"
#include "subcommands.h"

#include <quincunx/base.h>
#include <stdio.h>
#include <string.h>

typedef struct subcommand {
    const char *name, *summary;
    int (*run)(int count, char **words);
} subcommand;

static const subcommand subcommands[] = {
    { "bolt", "Lightning: SVG, PNG, OBJ, glTF or its tree.", subcommand_bolt },
    { "grid", "A net, pushed about: SVG, PNG or positions.", subcommand_grid },
    { "maze", "Mazes: STL, 3MF, OBJ, glTF, SVG, PNG, text or JSON.", subcommand_maze },
    { "model", "Animated models: MD2, glTF, series of OBJ; one pose of them.", subcommand_model },
    { "terrain", "Height maps: OBJ, glTF, PLY, STL, PNG or raw samples.", subcommand_terrain },
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof subcommands[0] };

static void print_manual(void)
{
    puts("qx SUBCOMMAND [OPTION...]\n\n"
         "Quincunx's effects as files, without a window.\n");
    for (int i = 0; i < SUBCOMMANDS; i++)
        printf("  %-20s%s\n", subcommands[i].name, subcommands[i].summary);
    puts("\n"
         "  qx SUBCOMMAND --help is the manual of each.\n"
         "  qx --version        Prints the version.\n\n"
         "Files are written whole or not at all; \"-\" is standard output. What was done is said "
         "on\n"
         "standard error. Exit status: 0 done, 1 the input was bad or the output could not be\n"
         "written, 2 the command line was bad.");
}

// Results on standard output count only once they have left: a full disk shows here.
static int finish(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    perror("qx: standard output");
    return status == EXIT_DONE ? EXIT_BAD_INPUT : status;
}

static int run(int count, char **words)
{
    if (count == 0) return arguments_complain("qx", "which subcommand?");
    if (strcmp(words[0], "--help") == 0 || strcmp(words[0], "-h") == 0) {
        print_manual();
        return EXIT_DONE;
    }
    if (strcmp(words[0], "--version") == 0) {
        printf("qx %d.%d.%d\n", QX_VERSION_MAJOR, QX_VERSION_MINOR, QX_VERSION_PATCH);
        return EXIT_DONE;
    }
    for (int i = 0; i < SUBCOMMANDS; i++)
        if (strcmp(words[0], subcommands[i].name) == 0)
            return subcommands[i].run(count - 1, words + 1);
    return arguments_complain("qx", "there is no subcommand \"%s\"", words[0]);
}

int main(int count, char **words)
{
    return finish(run(count - 1, words + 1));
}
