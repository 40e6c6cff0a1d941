// SPDX-License-Identifier: MIT
// Blaster's command-line words.
#include "blaster_scene.h"

#include <stdio.h>
#include <string.h>

const char blaster_options_help[] =
    "--material=NAME    the net: classic (default), or world, of 60,000 points\n"
    "--bot              the game plays itself\n"
    "--one-stick        you fly, it aims and fires by itself\n";

static bool read_word(blaster_options *o, const char *word)
{
    if (strcmp(word, "--bot") == 0)
        o->bot = true;
    else if (strcmp(word, "--one-stick") == 0)
        o->steering = STEERING_ONE;
    else if (strcmp(word, "--material=classic") == 0)
        o->material = QX_GRID_CLASSIC;
    else if (strcmp(word, "--material=world") == 0)
        o->material = QX_GRID_WORLD;
    else
        return false;
    return true;
}

bool blaster_options_read(blaster_options *o, const scene_setup *setup, char *problem,
                          size_t problem_size)
{
    *o = (blaster_options){ .steering = STEERING_TWIN, .material = QX_GRID_CLASSIC };
    for (uint32_t i = 0; i < setup->option_count; i++) {
        if (read_word(o, setup->options[i])) continue;
        snprintf(problem, problem_size,
                 "\"%.60s\" is not understood; there are --material=classic|world, --bot and "
                 "--one-stick",
                 setup->options[i]);
        return false;
    }
    return true;
}
