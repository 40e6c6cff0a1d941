// SPDX-License-Identifier: MIT
#include "options.h"

#include "nearest.h"
#include "replay.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
    options *o;
    char *problem;
    const char *scene_name; // as it was written, once there is one
    const char *just_kept;  // the word before this one, where it was kept for the scene
    bool seed_given, size_given, fps_given, file_given;
} reading;

static bool say(reading *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->problem, OPTIONS_PROBLEM_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static void append(char *text, size_t size, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

// --- values

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Digits alone, or 0x and hexadecimal ones; strtoull would take signs and blanks too.
static bool read_whole(const char *text, uint64_t *value)
{
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = hexadecimal ? text + 2 : text;
    const char *allowed = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
    if (digits[0] == '\0' || digits[strspn(digits, allowed)] != '\0') return false;
    errno = 0;
    *value = strtoull(digits, NULL, hexadecimal ? 16 : 10);
    return errno == 0;
}

static bool read_number(reading *r, const char *name, const char *text, uint64_t least,
                        uint64_t most, uint64_t *value)
{
    if (read_whole(text, value) && *value >= least && *value <= most) return true;
    return say(r, "%s needs a whole number from %" PRIu64 " to %" PRIu64 ", not \"%.100s\"", name,
               least, most, text);
}

static bool read_small(reading *r, const char *name, const char *text, uint32_t most,
                       uint32_t *value)
{
    uint64_t number = 0;
    if (!read_number(r, name, text, 1, most, &number)) return false;
    *value = (uint32_t)number;
    return true;
}

static bool read_seed(reading *r, const char *name, const char *text)
{
    r->seed_given = true;
    return read_number(r, name, text, 0, UINT64_MAX, &r->o->seed);
}

static bool read_ticks(reading *r, const char *name, const char *text)
{
    return read_small(r, name, text, RECORDING_MOST_TICKS, &r->o->ticks);
}

static bool read_fps(reading *r, const char *name, const char *text)
{
    r->fps_given = true;
    return read_small(r, name, text, 240, &r->o->fps);
}

static bool read_threads(reading *r, const char *name, const char *text)
{
    return read_small(r, name, text, 64, &r->o->threads);
}

static bool read_seconds(reading *r, const char *name, const char *text)
{
    char *end;
    const double value = is_digit(text[0]) || text[0] == '.' ? strtod(text, &end) : 0.0;
    if (value > 0.0 && *end == '\0' && value <= 36000.0) {
        r->o->seconds = value;
        return true;
    }
    return say(r, "%s needs seconds above 0 and up to 36000, such as 10 or 2.5, not \"%.100s\"",
               name, text);
}

static bool read_size(reading *r, const char *name, const char *text)
{
    char width[8] = "";
    uint64_t x = 0, y = 0;
    const char *cross = strchr(text, 'x');
    if (cross && (size_t)(cross - text) < sizeof width) memcpy(width, text, (size_t)(cross - text));
    if (read_whole(width, &x) && read_whole(cross + 1, &y) && x >= 320 && x <= 7680 && y >= 240 &&
        y <= 4320) {
        r->o->width = (uint32_t)x;
        r->o->height = (uint32_t)y;
        r->size_given = true;
        return true;
    }
    return say(r,
               "%s needs WIDTHxHEIGHT from 320x240 to 7680x4320, such as 1280x720, not \"%.100s\"",
               name, text);
}

static bool take_path(reading *r, const char *name, const char *text, const char **path)
{
    if (text[0] == '\0') return say(r, "%s needs a path, and got an empty one", name);
    *path = text;
    return true;
}

static bool read_output(reading *r, const char *name, const char *text)
{
    return take_path(r, name, text, &r->o->output);
}

static bool read_record(reading *r, const char *name, const char *text)
{
    return take_path(r, name, text, &r->o->record);
}

static bool read_replay(reading *r, const char *name, const char *text)
{
    return take_path(r, name, text, &r->o->replay);
}

static bool read_data(reading *r, const char *name, const char *text)
{
    return take_path(r, name, text, &r->o->data);
}

// --- the table

// Either reads a value, or sets a switch or the job.
typedef struct option_row {
    const char *name;
    bool (*read)(reading *r, const char *name, const char *text);
    size_t flag; // offset of a bool in options, where read is NULL and job is JOB_PLAY
    job job;
    screen screen;
} option_row;

static const option_row rows[] = {
    { .name = "--seed", .read = read_seed },
    { .name = "--size", .read = read_size },
    { .name = "--ticks", .read = read_ticks },
    { .name = "--seconds", .read = read_seconds },
    { .name = "--fps", .read = read_fps },
    { .name = "--output", .read = read_output },
    { .name = "-o", .read = read_output },
    { .name = "--record", .read = read_record },
    { .name = "--replay", .read = read_replay },
    { .name = "--data", .read = read_data },
    { .name = "--threads", .read = read_threads },
    { .name = "--hash", .flag = offsetof(options, hash) },
    { .name = "--hud", .flag = offsetof(options, hud) },
    { .name = "--mute", .flag = offsetof(options, mute) },
    { .name = "--verbose", .flag = offsetof(options, verbose) },
    { .name = "--fullscreen", .screen = SCREEN_FULL },
    { .name = "--windowed", .screen = SCREEN_WINDOW },
    { .name = "--headless", .job = JOB_HEADLESS },
    { .name = "--scenes", .job = JOB_SCENES },
    { .name = "--check-display", .job = JOB_CHECK_DISPLAY },
    { .name = "--version", .job = JOB_VERSION },
    { .name = "--help", .job = JOB_HELP },
    { .name = "-h", .job = JOB_HELP },
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

static const option_row *find_row(const char *word, size_t length)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (strlen(rows[i].name) == length && strncmp(rows[i].name, word, length) == 0)
            return &rows[i];
    return NULL;
}

static bool set_job(reading *r, const char *name, job wanted)
{
    if (r->o->job == JOB_PLAY || r->o->job == JOB_HELP || wanted == JOB_HELP ||
        r->o->job == wanted) {
        if (r->o->job != JOB_HELP) r->o->job = wanted;
        return true;
    }
    return say(r, "%s does not go together with what was asked for before it", name);
}

static bool apply_switch(reading *r, const option_row *row)
{
    if (row->job != JOB_PLAY) return set_job(r, row->name, row->job);
    if (row->screen != SCREEN_AS_SET)
        r->o->screen = row->screen;
    else
        *(bool *)((char *)r->o + row->flag) = true;
    return true;
}

// --- the scene's own options

// The word at the start of a line of options_help, "--density" of "--density=N  how many points".
static size_t help_word(const char *line)
{
    return strncmp(line, "--", 2) == 0 ? strcspn(line, "=[ \t\n") : 0;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static bool is_file(const char *word)
{
    return word[0] != '-' || word[1] == '\0';
}

static bool scene_has_option(const scene *which, const char *word)
{
    const size_t length = strcspn(word, "=");
    if (is_file(word)) return which->file_help != NULL;
    const char *line = which->options_help ? which->options_help : "";
    for (; *line; line = next_line(line))
        if (help_word(line) == length && strncmp(line, word, length) == 0) return true;
    return false;
}

static void list_scene_options(const scene *which, char *text, size_t size)
{
    const char *line = which->options_help ? which->options_help : "";
    for (; *line; line = next_line(line))
        if (help_word(line) > 0) append(text, size, " %.*s", (int)help_word(line), line);
}

// The words lie in room, which has to last as long as `best` does.
static void offer_scene_options(const scene *which, nearest *best, const char *wrong, char room[],
                                size_t size)
{
    const char *line = which && which->options_help ? which->options_help : "";
    for (; *line && size > 0; line = next_line(line)) {
        const size_t length = help_word(line);
        if (length == 0 || length + 1 > size) continue;
        memcpy(room, line, length);
        room[length] = '\0';
        nearest_offer(best, wrong, room);
        room += length + 1;
        size -= length + 1;
    }
}

static bool unknown_option(const scene *which, const char *word, char *problem)
{
    char wrong[64], room[1024];
    nearest best = { 0 };
    snprintf(wrong, sizeof wrong, "%.*s", (int)strcspn(word, "="), word);
    for (size_t i = 0; i < ROW_COUNT; i++) nearest_offer(&best, wrong, rows[i].name);
    offer_scene_options(which, &best, wrong, room, sizeof room);
    snprintf(problem, OPTIONS_PROBLEM_SIZE, "unknown option \"%s\"", wrong);
    if (best.word) append(problem, OPTIONS_PROBLEM_SIZE, "; did you mean \"%s\"?", best.word);
    append(problem, OPTIONS_PROBLEM_SIZE, "\nKnown options:");
    for (size_t i = 0; i < ROW_COUNT; i++)
        append(problem, OPTIONS_PROBLEM_SIZE, " %s", rows[i].name);
    if (which && which->options_help) {
        append(problem, OPTIONS_PROBLEM_SIZE, "\nAnd of the scene %s:", which->name);
        list_scene_options(which, problem, OPTIONS_PROBLEM_SIZE);
    }
    return false;
}

bool options_fit_scene(const options *o, const scene *which, char problem[OPTIONS_PROBLEM_SIZE])
{
    for (uint32_t i = 0; i < o->scene_word_count; i++)
        if (!scene_has_option(which, o->scene_words[i]))
            return unknown_option(which, o->scene_words[i], problem);
    return true;
}

static bool keep_for_scene(reading *r, const char *word)
{
    if (r->o->scene_word_count == OPTIONS_SCENE_WORDS)
        return say(r, "more than %d options for the scene", OPTIONS_SCENE_WORDS);
    if (strlen(word) >= RECORDING_OPTION_SIZE)
        return say(r, "the option \"%.40s...\" is too long", word);
    r->o->scene_words[r->o->scene_word_count++] = word;
    r->just_kept = word;
    return true;
}

static bool keep_file(reading *r, const char *word)
{
    if (word[0] == '\0') return say(r, "the name of a file is empty");
    if (r->file_given) return say(r, "one file is enough, and \"%.60s\" is a second", word);
    r->file_given = true;
    return keep_for_scene(r, word);
}

// --- words

static bool unknown_scene(reading *r, const char *word)
{
    nearest best = { 0 };
    for (uint32_t i = 0; i < scene_count; i++) nearest_offer(&best, word, scenes[i]->name);
    nearest_offer(&best, word, "shot");
    nearest_offer(&best, word, "film");
    nearest_offer(&best, word, "scores");
    say(r, "unknown scene \"%.60s\"", word);
    if (best.word) append(r->problem, OPTIONS_PROBLEM_SIZE, "; did you mean \"%s\"?", best.word);
    append(r->problem, OPTIONS_PROBLEM_SIZE, "\nScenes:");
    for (uint32_t i = 0; i < scene_count; i++)
        append(r->problem, OPTIONS_PROBLEM_SIZE, " %s", scenes[i]->name);
    return false;
}

// A word that is no scene behind an option that is not ours was meant as that option's value.
static bool not_a_name(reading *r, const char *word)
{
    const scene *which = r->o->scene;
    if (r->just_kept && !(which && scene_has_option(which, r->just_kept)))
        return unknown_option(which, r->just_kept, r->problem);
    if (which && which->file_help) return keep_file(r, word);
    if (r->just_kept)
        return say(r, "a scene's option takes its value with =: %.60s=%.60s", r->just_kept, word);
    if (which)
        return say(r, "\"%.60s\" is one word too many: the scene is %s already", word, which->name);
    return unknown_scene(r, word);
}

static bool take_name(reading *r, const char *word)
{
    const bool first = !r->scene_name && (r->o->job == JOB_PLAY || r->o->job == JOB_HELP);
    if (first && strcmp(word, "shot") == 0) return set_job(r, word, JOB_SHOT);
    if (first && strcmp(word, "film") == 0) return set_job(r, word, JOB_FILM);
    if (first && strcmp(word, "scores") == 0) return set_job(r, word, JOB_SCORES);
    const scene *found = r->scene_name ? NULL : scene_find(word);
    if (!found) return not_a_name(r, word);
    r->o->scene = found;
    r->scene_name = word;
    return true;
}

// Takes the option at words[*at] and its value, if that stands in the next word.
static bool take_option(reading *r, int count, char *const words[], int *at)
{
    const char *word = words[*at];
    const size_t length = strcspn(word, "=");
    const option_row *row = find_row(word, length);
    if (!row) return keep_for_scene(r, word);
    const char *value = word[length] == '=' ? word + length + 1 : NULL;
    r->just_kept = NULL;
    if (!row->read && value) return say(r, "%s takes no value", row->name);
    if (!row->read) return apply_switch(r, row);
    if (!value && *at + 1 == count) return say(r, "%s needs a value behind it", row->name);
    return row->read(r, row->name, value ? value : words[++*at]);
}

static bool take_words(reading *r, int count, char *const words[])
{
    for (int at = 1; at < count; at++) {
        const bool is_option = !is_file(words[at]) && words[at][0] != '\0';
        if (!is_option && !take_name(r, words[at])) return false;
        if (is_option && !take_option(r, count, words, &at)) return false;
        if (!is_option) r->just_kept = NULL;
    }
    return true;
}

// --- what goes together

static bool check_replay(reading *r)
{
    const options *o = r->o;
    if (!o->replay) return true;
    if (r->seed_given || o->scene_word_count > 0)
        return say(r, "%s does not go with --replay: a recording brings its own",
                   r->seed_given ? "--seed" : o->scene_words[0]);
    if (o->record)
        return say(r, "--record does not go with --replay: there is a recording already");
    return true;
}

static bool check_pictures(reading *r)
{
    const options *o = r->o;
    const bool film = o->job == JOB_FILM, picture = film || o->job == JOB_SHOT;
    if (picture && !o->output)
        return say(r, "where to? Name a file: quincunx %s %s -o %s", film ? "film" : "shot",
                   r->scene_name ? r->scene_name : "SCENE", film ? "FILE.mp4" : "FILE.png");
    if (!picture && o->output) return say(r, "-o belongs to shot and film");
    if (!film && (o->seconds > 0.0 || r->fps_given))
        return say(r, "%s belongs to film", r->fps_given ? "--fps" : "--seconds");
    if (picture && o->record) return say(r, "--record belongs to play and --headless");
    return true;
}

static bool check_scores(reading *r)
{
    const options *o = r->o;
    if (o->job != JOB_SCORES) return true;
    if (o->replay || o->record)
        return say(r, "%s does not go with scores", o->replay ? "--replay" : "--record");
    if (!o->scene || o->scene->result) return true;
    say(r, "the scene %s keeps no scores\nGames:", o->scene->name);
    for (uint32_t i = 0; i < scene_count; i++)
        if (scenes[i]->result) append(r->problem, OPTIONS_PROBLEM_SIZE, " %s", scenes[i]->name);
    return false;
}

static bool check_scene(reading *r)
{
    const options *o = r->o;
    const bool runs = o->job == JOB_SHOT || o->job == JOB_FILM || o->job == JOB_HEADLESS;
    if (o->scene) return options_fit_scene(o, o->scene, r->problem);
    if (o->scene_word_count > 0) return unknown_option(NULL, o->scene_words[0], r->problem);
    if (!runs || o->replay) return true;
    say(r, "which scene?\nScenes:");
    for (uint32_t i = 0; i < scene_count; i++)
        append(r->problem, OPTIONS_PROBLEM_SIZE, " %s", scenes[i]->name);
    return false;
}

bool options_read(options *o, int count, char *const words[], char problem[OPTIONS_PROBLEM_SIZE])
{
    *o = (options){ .seed = 1, .width = 1280, .height = 720, .fps = 30 };
    reading r = { .o = o, .problem = problem };
    problem[0] = '\0';
    if (!take_words(&r, count, words)) return false;
    if (o->job == JOB_HELP) return true;
    o->any_seed = o->job == JOB_PLAY && !r.seed_given;
    return check_scene(&r) && check_scores(&r) && check_pictures(&r) && check_replay(&r);
}

bool options_day_word(const options *o, const scene *which, char word[OPTIONS_DAY_WORD_SIZE])
{
    if (!which->day_word || o->today[0] == '\0') return false;
    const int length = snprintf(word, OPTIONS_DAY_WORD_SIZE, "%s=%s", which->day_word, o->today);
    return length > 0 && length < OPTIONS_DAY_WORD_SIZE;
}

void options_print_scenes(FILE *file)
{
    for (uint32_t i = 0; i < scene_count; i++) fprintf(file, "%s\n", scenes[i]->name);
}
