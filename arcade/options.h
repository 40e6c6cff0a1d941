// SPDX-License-Identifier: MIT
// The command line, read into one struct.
#pragma once

#include "scene.h"

#include <stdio.h>

typedef enum job {
    JOB_PLAY,     // a window
    JOB_SHOT,     // one picture into a file
    JOB_FILM,     // many
    JOB_HEADLESS, // ticks alone
    JOB_HELP,
    JOB_VERSION,
    JOB_SCENES,
    JOB_SCORES, // high scores as text
    JOB_CHECK_DISPLAY
} job;

typedef enum screen { SCREEN_AS_SET, SCREEN_FULL, SCREEN_WINDOW } screen;

#define OPTIONS_SCENE_WORDS 32
#define OPTIONS_DAY_SIZE 11
#define OPTIONS_DAY_WORD_SIZE 40

typedef struct options {
    job job;
    const scene *scene; // NULL: the menu, or what the recording names
    uint64_t seed;
    uint32_t width, height;
    uint32_t ticks; // 0 where none are given
    double seconds; // of a film; 0 where none are given
    uint32_t fps;
    uint32_t threads; // 0: one a processor
    const char *output, *record, *replay, *data;
    screen screen;
    bool hash, mute, hud, verbose;
    bool any_seed;                // play, and nobody asked for a seed
    char today[OPTIONS_DAY_SIZE]; // YYYY-MM-DD; "" where nobody looked at a calendar
    uint32_t scene_word_count;
    const char *scene_words[OPTIONS_SCENE_WORDS]; // the scene's own options as they were written
} options;

#define OPTIONS_PROBLEM_SIZE 1024

// False with a text in problem that names the word, the known ones and the remedy; the exit status
// is 2 then.
bool options_read(options *o, int count, char *const words[], char problem[OPTIONS_PROBLEM_SIZE]);

// False where the scene knows no such option; problem lists those it has.
bool options_fit_scene(const options *o, const scene *which, char problem[OPTIONS_PROBLEM_SIZE]);

// The scene's own option that tells it the day, into word; false where it has none or the day is
// not known.
bool options_day_word(const options *o, const scene *which, char word[OPTIONS_DAY_WORD_SIZE]);

void options_print_manual(FILE *file);
void options_print_scenes(FILE *file);
