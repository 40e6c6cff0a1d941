// SPDX-License-Identifier: MIT
// The lightning room's command-line words.
#include "lightning_room.h"
#include "word.h"

#include <stdio.h>
#include <string.h>

const char lightning_options_help[] =
    "--preset=NAME       strike, arc, chain, storm, globe, cage; default storm\n"
    "--compare           the same bolts twice: glow by MAX at the left, by SUM at the right\n"
    "--show              one preset after the other\n"
    "--growth=NAME       midpoint, offsets, breakdown\n"
    "--space=NAME        flat, solid\n"
    "--generations=N     halvings of a bolt, 1 to 10\n"
    "--roughness=N       0.05 to 1\n"
    "--straightness=N    0 to 1\n"
    "--chance=N          of a branch, 0 to 1\n"
    "--length=N          of a branch, 0.05 to 1\n"
    "--angle=DEGREES     of a branch, 2 to 90\n"
    "--depth=N           branches of branches, 1 to 6\n"
    "--taper=N           of branches, 0 to 1\n"
    "--trunk=N           share of power that reaches its end, 0.05 to 1\n"
    "--eta=N             breakdown: bushy to one line, 0.1 to 16\n"
    "--cell=N            breakdown: length of a segment, 6 to 60\n"
    "--particles=N       breakdown: 50 to 2000\n"
    "--sway=N            of the whole bolt, 0 to 0.5\n"
    "--crackle=N         of each point, 0 to 1\n"
    "--rate=N            new places a second, 0.1 to 30\n"
    "--birth=SECONDS     0 to 1\n"
    "--vanish=SECONDS    0 to 2\n"
    "--period=SECONDS    from strike to strike, 0.05 to 8\n"
    "--jitter=N          share of the period, 0 to 1\n"
    "--full=SECONDS      in full light, 0.02 to 8\n"
    "--dim=SECONDS       dimmed after that, 0 to 2\n"
    "--dimmed=N          light that is gone then, 0.01 to 1\n"
    "--flashes=N         return strokes, 1 to 8\n"
    "--scatter=N         of places, 0 to 1\n"
    "--width=N           factor on all radii, 0.2 to 3\n"
    "--power=N           0.1 to 4\n"
    "--halo=N            radius of the glow, 6 to 160\n"
    "--core=N            share of the halo, 0.02 to 0.5\n"
    "--ramp=NAME         storm, plasma, ember, acid, gold\n"
    "--form=NAME         of glow: max, sum\n"
    "--drawn=NAME        lines, ribbon\n";

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
    char range[PARAMETER_RANGE_SIZE];
    o->given[param] = lightning_param_read(param, value, &o->values[param]);
    if (o->given[param]) return true;
    lightning_param_range(param, range);
    snprintf(problem, size, "--%s is %s%s, not \"%.60s\"", lightning_param_word(param),
             lightning_param_is_choice(param) ? "one of " : "", range, value);
    return false;
}

static bool read_word(lightning_options *o, const char *word, char *problem, size_t size)
{
    const char *value = word_value(word, "preset");
    if (value) return read_preset(o, value, problem, size);
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        if ((value = word_value(word, lightning_param_word(i))))
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
