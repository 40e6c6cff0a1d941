// SPDX-License-Identifier: MIT
#pragma once

// A subcommand's options as a table: read into a struct, checked, and printed as its manual.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the whole program ends with.
enum { EXIT_DONE = 0, EXIT_BAD_INPUT = 1, EXIT_BAD_COMMAND = 2 };

typedef enum argument_kind {
    ARGUMENT_FLAG,   ///< bool: there or not.
    ARGUMENT_COUNT,  ///< uint64_t from low to high, decimal or 0x…
    ARGUMENT_NUMBER, ///< double from low to high.
    ARGUMENT_SIZE,   ///< double[2], WxH, each from low to high.
    ARGUMENT_PLACE,  ///< argument_place, X,Y or X,Y,Z, each from low to high.
    ARGUMENT_CHOICE, ///< int: index into `choices`.
    ARGUMENT_COLOUR, ///< uint32_t 0xRRGGBBAA from RRGGBB, RRGGBBAA or "none", which is 0.
    ARGUMENT_TEXT,   ///< const char *: the word itself.
    ARGUMENT_TAKE    ///< Calls `take`; may be given several times.
} argument_kind;

typedef struct argument_place {
    double x, y, z;
    bool given;
} argument_place;

typedef struct argument_spec {
    const char *name;  ///< With its dashes.
    const char *value; ///< What the manual calls the value; NULL for a flag.
    const char *help;  ///< Lines of the manual, at most 56 characters each.
    argument_kind kind;
    size_t offset;                                  ///< Where the value goes in the options.
    double low, high;                               ///< Range, both included.
    const char *const *choices;                     ///< Ends with NULL.
    bool (*take)(void *options, const char *value); ///< False: the value is not `wanted`.
    const char *wanted; ///< ARGUMENT_TAKE: what the value should have been.
} argument_spec;

typedef struct command_manual {
    const char *command; ///< "qx grid".
    const char *usage;   ///< What follows it.
    const char *purpose; ///< What it does, and examples below the options.
    const char *notes;
    const argument_spec *arguments;
    size_t count;
} command_manual;

typedef enum arguments_result { ARGUMENTS_READ, ARGUMENTS_HELP, ARGUMENTS_BAD } arguments_result;

/// Reads options into `options`, which holds the defaults. Prints the manual for --help
/// (ARGUMENTS_HELP) and one line about what is wrong (ARGUMENTS_BAD).
arguments_result arguments_read(const command_manual *manual, int count, char **words,
                                void *options);

/// Prints "qx grid: …" and where the manual is; returns EXIT_BAD_COMMAND.
int arguments_complain(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// A whole number that is the whole word, decimal or 0x…
bool arguments_whole(const char *word, uint64_t *number);

/// Numbers between commas that are the whole word, up to `most`.
/// @return How many there are; -1 where one is no number or there are too many.
int arguments_list(const char *word, double *numbers, int most);

/// A number that is the whole word, finite, in C's notation whatever the locale.
bool arguments_number(const char *word, double *number);
