// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <errno.h>
#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int arguments_complain(const char *command, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fprintf(stderr, "%s: ", command);
    vfprintf(stderr, format, values);
    fprintf(stderr, "\n%s --help is the manual\n", command);
    va_end(values);
    return EXIT_BAD_COMMAND;
}

// --- values

static bool begins_as_number(char first)
{
    return (first >= '0' && first <= '9') || first == '-' || first == '.';
}

bool arguments_number(const char *word, double *number)
{
    char *end;
    if (!begins_as_number(word[0])) return false; // strtod would skip spaces
    *number = strtod(word, &end);
    return *end == '\0' && *number >= -DBL_MAX && *number <= DBL_MAX;
}

bool arguments_whole(const char *word, uint64_t *number)
{
    char *end;
    if (word[0] < '0' || word[0] > '9') return false; // strtoull would take "-1" and spaces
    const bool hexadecimal = word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    errno = 0;
    *number = strtoull(word, &end, hexadecimal ? 16 : 10);
    return *end == '\0' && errno == 0;
}

int arguments_list(const char *word, double *numbers, int most)
{
    for (int count = 0;;) {
        char number[40];
        const size_t length = strcspn(word, ",");
        if (count == most || length >= sizeof number) return -1;
        memcpy(number, word, length);
        number[length] = '\0';
        if (!arguments_number(number, &numbers[count++])) return -1;
        word += length;
        if (*word++ == '\0') return count;
    }
}

static bool read_count(const argument_spec *argument, const char *word, uint64_t *count)
{
    return arguments_whole(word, count) && (double)*count >= argument->low &&
           (double)*count <= argument->high;
}

static bool read_number(const argument_spec *argument, const char *word, double *number)
{
    return arguments_number(word, number) && *number >= argument->low && *number <= argument->high;
}

static bool read_size(const argument_spec *argument, const char *word, double *size)
{
    char width[32];
    const char *cross = strchr(word, 'x');
    const size_t length = cross ? (size_t)(cross - word) : 0;
    if (length == 0 || length >= sizeof width) return false;
    memcpy(width, word, length);
    width[length] = '\0';
    return read_number(argument, width, &size[0]) && read_number(argument, cross + 1, &size[1]);
}

static bool read_place(const argument_spec *argument, const char *word, argument_place *place)
{
    double values[3] = { 0 };
    const int count = arguments_list(word, values, 3);
    for (int i = 0; i < count; i++)
        if (!(values[i] >= argument->low && values[i] <= argument->high)) return false;
    *place = (argument_place){ values[0], values[1], values[2], true };
    return count >= 2;
}

static bool read_choice(const argument_spec *argument, const char *word, int *choice)
{
    for (*choice = 0; argument->choices[*choice]; ++*choice)
        if (strcmp(argument->choices[*choice], word) == 0) return true;
    return false;
}

static bool read_colour(const char *word, uint32_t *colour)
{
    *colour = 0;
    if (strcmp(word, "none") == 0) return true;
    const size_t digits = strlen(word);
    if ((digits != 6 && digits != 8) || strspn(word, "0123456789abcdefABCDEF") != digits)
        return false;
    const uint32_t value = (uint32_t)strtoul(word, NULL, 16);
    *colour = digits == 6 ? value << 8 | 0xFF : value;
    return true;
}

static bool read_value(const argument_spec *argument, const char *word, void *options)
{
    void *place = (char *)options + argument->offset;
    switch (argument->kind) {
    case ARGUMENT_FLAG: *(bool *)place = true; return true;
    case ARGUMENT_COUNT: return read_count(argument, word, place);
    case ARGUMENT_NUMBER: return read_number(argument, word, place);
    case ARGUMENT_SIZE: return read_size(argument, word, place);
    case ARGUMENT_PLACE: return read_place(argument, word, place);
    case ARGUMENT_CHOICE: return read_choice(argument, word, place);
    case ARGUMENT_COLOUR: return read_colour(word, place);
    case ARGUMENT_TEXT: *(const char **)place = word; return word[0] != '\0';
    case ARGUMENT_TAKE: return argument->take(options, word);
    }
    return false;
}

// --- what is wrong

static void describe_choices(const argument_spec *argument, char *text, size_t size)
{
    size_t used = 0;
    for (int i = 0; argument->choices[i] && used < size; i++) {
        const char *between = i == 0 ? "" : argument->choices[i + 1] ? ", " : " or ";
        used += (size_t)snprintf(text + used, size - used, "%s%s", between, argument->choices[i]);
    }
}

static void describe_wanted(const argument_spec *argument, char *text, size_t size)
{
    const double low = argument->low, high = argument->high;
    switch (argument->kind) {
    case ARGUMENT_COUNT:
        snprintf(text, size, "a whole number from %.0f to %.0f", low, high);
        return;
    case ARGUMENT_NUMBER: snprintf(text, size, "a number from %g to %.10g", low, high); return;
    case ARGUMENT_SIZE: snprintf(text, size, "WxH, each from %g to %.10g", low, high); return;
    case ARGUMENT_PLACE:
        snprintf(text, size, "X,Y or X,Y,Z, each from %.10g to %.10g", low, high);
        return;
    case ARGUMENT_CHOICE: describe_choices(argument, text, size); return;
    case ARGUMENT_COLOUR: snprintf(text, size, "RRGGBB, RRGGBBAA or none"); return;
    case ARGUMENT_TAKE: snprintf(text, size, "%s", argument->wanted); return;
    case ARGUMENT_TEXT:
    case ARGUMENT_FLAG: snprintf(text, size, "something"); return;
    }
}

static arguments_result complain_about(const command_manual *manual, const argument_spec *argument,
                                       const char *word)
{
    char wanted[160];
    describe_wanted(argument, wanted, sizeof wanted);
    arguments_complain(manual->command, "%s \"%s\": it takes %s", argument->name, word, wanted);
    return ARGUMENTS_BAD;
}

// --- the manual

static void print_help_of(const argument_spec *argument)
{
    char head[64];
    snprintf(head, sizeof head, "%s %s", argument->name, argument->value ? argument->value : "");
    const char *line = argument->help;
    printf("  %-20s", head);
    if (strlen(head) > 20) printf("\n%22s", "");
    for (const char *end; (end = strchr(line, '\n')); line = end + 1)
        printf("%.*s\n%22s", (int)(end - line), line, "");
    puts(line);
}

static void print_manual(const command_manual *manual)
{
    printf("%s %s\n\n%s\n\n", manual->command, manual->usage, manual->purpose);
    for (size_t i = 0; i < manual->count; i++) print_help_of(&manual->arguments[i]);
    puts("  --help              Prints this.");
    printf("\n%s\n", manual->notes);
}

// --- reading

// Finds the option a word names; "--name=value" leaves the value in *value.
static const argument_spec *find(const command_manual *manual, const char *word, const char **value)
{
    *value = NULL;
    for (size_t i = 0; i < manual->count; i++) {
        const argument_spec *argument = &manual->arguments[i];
        const size_t length = strlen(argument->name);
        if (strncmp(word, argument->name, length) != 0) continue;
        if (word[length] == '\0') return argument;
        if (word[length] != '=' || argument->kind == ARGUMENT_FLAG || length < 3) continue;
        *value = word + length + 1;
        return argument;
    }
    return NULL;
}

static bool asks_for_help(int count, char **words)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) return true;
    return false;
}

arguments_result arguments_read(const command_manual *manual, int count, char **words,
                                void *options)
{
    if (asks_for_help(count, words)) {
        print_manual(manual);
        return ARGUMENTS_HELP;
    }
    for (int i = 0; i < count; i++) {
        const char *value;
        const argument_spec *argument = find(manual, words[i], &value);
        if (!argument) {
            const char *what = words[i][0] == '-' ? "there is no option" : "what is";
            arguments_complain(manual->command, "%s \"%s\"", what, words[i]);
            return ARGUMENTS_BAD;
        }
        const bool takes_next = argument->kind != ARGUMENT_FLAG && !value;
        if (takes_next && i + 1 == count) {
            arguments_complain(manual->command, "%s lacks its %s", argument->name, argument->value);
            return ARGUMENTS_BAD;
        }
        if (takes_next) value = words[++i];
        if (!read_value(argument, value, options)) return complain_about(manual, argument, value);
    }
    return ARGUMENTS_READ;
}
