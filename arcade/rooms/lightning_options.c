// SPDX-License-Identifier: MIT
// The lightning room's command-line words.
#include "lightning_room.h"

#include <stdio.h>
#include <string.h>

const char lightning_options_help[] =
    "--preset=NAME       strike, arc, chain, storm, globe, cage; default storm\n"
    "--compare           the same bolts twice: glow by MAX at the left, by SUM at the right\n"
    "--show              one preset after the other\n"
    "--growth=NAME       midpoint, offsets, breakdown\n"
    "--space=NAME        flat, solid\n"
    "--generations=N     1 to 10;  --roughness=N 0.05 to 1;  --straightness=N 0 to 1\n"
    "--chance=N          of a branch, 0 to 1;  --length=N 0.05 to 1;  --angle=DEGREES 2 to 90\n"
    "--depth=N           of branches, 1 to 6;  --taper=N 0 to 1;  --trunk=N 0.05 to 1\n"
    "--eta=N             of breakdown, 0.1 to 16;  --cell=N 6 to 60;  --particles=N 50 to 2000\n"
    "--sway=N            0 to 0.5;  --crackle=N 0 to 1;  --rate=N 0.1 to 30\n"
    "--birth=SECONDS     0 to 1;  --vanish=SECONDS 0 to 2\n"
    "--period=SECONDS    0.05 to 8;  --jitter=N 0 to 1;  --full=SECONDS 0.02 to 8\n"
    "--dim=SECONDS       0 to 2;  --dimmed=N 0.01 to 1;  --flashes=N 1 to 8;  --scatter=N 0 to 1\n"
    "--width=N           0.2 to 3;  --power=N 0.1 to 4;  --halo=N 6 to 160;  --core=N 0.02 to 0.5\n"
    "--ramp=NAME         storm, plasma, ember, acid, gold\n"
    "--form=NAME         of glow: max, sum\n"
    "--drawn=NAME        lines, ribbon\n";

// The value where word is --name=value, else NULL.
static const char *value_of(const char *word, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, name, length) != 0) return NULL;
    return word[2 + length] == '=' ? word + 3 + length : NULL;
}

static bool read_preset(lightning_options *o, const char *value, char *problem, size_t size)
{
    for (o->preset = 0; o->preset < LIGHTNING_PRESETS; o->preset++)
        if (strcmp(value, lightning_preset_word(o->preset)) == 0) return true;
    snprintf(problem, size,
             "--preset is one of strike, arc, chain, storm, globe, cage; not \"%.60s\"", value);
    return false;
}

static bool read_param(lightning_options *o, uint32_t param, const char *value, char *problem,
                       size_t size)
{
    char range[96];
    o->given[param] = lightning_param_read(param, value, &o->values[param]);
    if (o->given[param]) return true;
    lightning_param_range(param, range);
    snprintf(problem, size, "--%s is %s%s, not \"%.60s\"", lightning_param_word(param),
             lightning_param_is_choice(param) ? "one of " : "", range, value);
    return false;
}

static bool read_word(lightning_options *o, const char *word, char *problem, size_t size)
{
    const char *value = value_of(word, "preset");
    if (value) return read_preset(o, value, problem, size);
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        if ((value = value_of(word, lightning_param_word(i))))
            return read_param(o, i, value, problem, size);
    o->compare |= strcmp(word, "--compare") == 0;
    o->show |= strcmp(word, "--show") == 0;
    if (strcmp(word, "--compare") == 0 || strcmp(word, "--show") == 0) return true;
    snprintf(problem, size,
             "\"%.60s\" is not understood; there are --preset=NAME, --compare, --show, and "
             "--PARAMETER=VALUE as --help lists them",
             word);
    return false;
}

bool lightning_options_read(lightning_options *o, const scene_setup *setup, char *problem,
                            size_t problem_size)
{
    *o = (lightning_options){ .preset = PRESET_STORM };
    for (uint32_t i = 0; i < setup->option_count; i++)
        if (!read_word(o, setup->options[i], problem, problem_size)) return false;
    return true;
}
