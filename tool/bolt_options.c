// SPDX-License-Identifier: MIT
#include "bolt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double farthest = 1e7; // bolt.h's own limit

// --- values that may be given several times

static bool take_values(const char *word, int least, int most, double *values, int *count)
{
    *count = arguments_list(word, values, most);
    for (int i = 0; i < *count; i++)
        if (!(values[i] >= -farthest && values[i] <= farthest)) return false;
    return *count >= least;
}

static bool take_place(const char *word, qx_vec3 *places, uint32_t *place_count, uint32_t most)
{
    double values[3] = { 0 };
    int count;
    if (!take_values(word, 2, 3, values, &count) || *place_count == most) return false;
    places[(*place_count)++] = (qx_vec3){ (float)values[0], (float)values[1], (float)values[2] };
    return true;
}

static bool take_seed(void *place, const char *word)
{
    bolt_options *options = place;
    return arguments_whole(word, &options->seed);
}

static bool take_path(void *place, const char *word)
{
    bolt_options *options = place;
    return take_place(word, options->path, &options->path_count, BOLT_MOST_PLACES);
}

static bool take_target(void *place, const char *word)
{
    bolt_options *options = place;
    return take_place(word, options->targets, &options->target_count, QX_BOLT_MAX_TARGETS);
}

static bool take_obstacle(bolt_options *options, qx_bolt_obstacle obstacle)
{
    if (options->obstacle_count == QX_BOLT_MAX_OBSTACLES) return false;
    options->obstacles[options->obstacle_count++] = obstacle;
    return true;
}

// The centre of what is written with `count` numbers, of which `sizes` are no place.
static qx_vec3 centre_of(const double *values, int count, int sizes)
{
    const float z = count - sizes == 3 ? (float)values[2] : 0.0f;
    return (qx_vec3){ (float)values[0], (float)values[1], z };
}

static bool take_ball(void *place, const char *word)
{
    double values[4];
    int count;
    if (!take_values(word, 3, 4, values, &count)) return false;
    const float radius = (float)values[count - 1];
    return radius > 0.0f &&
           take_obstacle(place, (qx_bolt_obstacle){ .centre = centre_of(values, count, 1),
                                                    .radius = radius });
}

static bool take_box(void *place, const char *word)
{
    double values[6];
    int count;
    if (!take_values(word, 4, 6, values, &count) || count == 5) return false;
    const double *sizes = values + count / 2;
    const double depth = count == 6 ? sizes[2] : sizes[0];
    if (!(sizes[0] > 0.0 && sizes[1] > 0.0 && depth > 0.0)) return false;
    return take_obstacle(place,
                         (qx_bolt_obstacle){ .centre = centre_of(values, count, count / 2),
                                             .half = { (float)(sizes[0] / 2), (float)(sizes[1] / 2),
                                                       (float)(depth / 2) } });
}

static bool take_circle(void *place, const char *word)
{
    bolt_options *options = place;
    double values[4];
    int count;
    if (!take_values(word, 3, 4, values, &count) || !(values[count - 1] > 0.0)) return false;
    options->shape = (qx_bolt_shape){ .kind = QX_BOLT_CIRCLE,
                                      .centre = centre_of(values, count, 1),
                                      .radius = (float)values[count - 1] };
    options->shaped = true;
    return true;
}

static bool take_rectangle(void *place, const char *word)
{
    bolt_options *options = place;
    double values[5];
    int count;
    if (!take_values(word, 4, 5, values, &count)) return false;
    const double width = values[count - 2], height = values[count - 1];
    options->shape = (qx_bolt_shape){ .kind = QX_BOLT_RECTANGLE,
                                      .centre = centre_of(values, count, 2),
                                      .half = { (float)(width / 2), (float)(height / 2) } };
    options->shaped = true;
    return width > 0.0 && height > 0.0;
}

// Zero seconds are "at once", which bolt.h writes as a negative number.
static float or_at_once(double seconds)
{
    return seconds > 0.0 ? (float)seconds : -1.0f;
}

static bool take_life(void *place, const char *word)
{
    bolt_options *options = place;
    double values[3];
    if (arguments_list(word, values, 3) != 3) return false;
    for (int i = 0; i < 3; i++)
        if (!(values[i] >= 0.0 && values[i] <= 1e6)) return false;
    options->life = (qx_bolt_life){ .birth = or_at_once(values[0]),
                                    .steady = or_at_once(values[1]),
                                    .vanish = or_at_once(values[2]) };
    options->lives = true;
    return values[0] + values[1] + values[2] > 0.0;
}

static bool take_view(void *place, const char *word)
{
    bolt_options *options = place;
    double *view = options->look.view;
    int count;
    return take_values(word, 4, 4, view, &count) && view[2] > 0.0 && view[3] > 0.0;
}

// --- the table

static const char *const growths[] = { "midpoint", "offsets", "breakdown", NULL };
static const char *const formats[] = { "svg", "png", "json", "obj", "glb", NULL };
static const char *const forms[] = { "max", "sum", NULL };
static const char *const meshes[] = { "ribbon", "tube", "lines", NULL };
static const char *const ramps[] = { "storm", "plasma", "ember", "acid", "gold", NULL };

_Static_assert(sizeof ramps / sizeof ramps[0] == QX_GLOW_RAMP_COUNT + 1, "glow.h has more ramps");

#define AT(member) .offset = offsetof(bolt_options, member)

static const argument_spec arguments[] = {
    { "--from", "X,Y[,Z]", "Where it begins: x right, y down, z toward you.", ARGUMENT_PLACE,
      AT(from), .low = -1e7, .high = 1e7 },
    { "--to", "X,Y[,Z]", "Where it strikes.", ARGUMENT_PLACE, AT(to), .low = -1e7, .high = 1e7 },
    { "--path", "X,Y[,Z]",
      "A chain through points, this being the next; after\n--from and before --to where those are "
      "given.",
      ARGUMENT_TAKE, .take = take_path, .wanted = "X,Y or X,Y,Z within 1e7, at most 4096 times" },
    { "--spline", NULL, "The chain follows a curve through its points.", ARGUMENT_FLAG,
      AT(spline) },
    { "--closed", NULL, "The chain comes back to its first point.", ARGUMENT_FLAG, AT(closed) },
    { "--circle", "X,Y[,Z],R", "A chain around a circle instead.", ARGUMENT_TAKE,
      .take = take_circle, .wanted = "X,Y,R or X,Y,Z,R within 1e7, R above 0" },
    { "--rectangle", "X,Y[,Z],W,H", "A chain around a rectangle with this centre instead.",
      ARGUMENT_TAKE, .take = take_rectangle,
      .wanted = "X,Y,W,H or X,Y,Z,W,H within 1e7, W and H above 0" },
    { "--steps", "N", "Links between two points of a curve, around a circle, or\na side.",
      ARGUMENT_COUNT, AT(steps), .low = 1, .high = 65536 },

    { "--growth", "NAME",
      "midpoint (default); offsets: a trunk of points at sorted\nplaces; breakdown: grows as "
      "charge "
      "would, around obstacles.",
      ARGUMENT_CHOICE, AT(growth), .choices = growths },
    { "--solid", NULL, "Leaves the plane of x and y.", ARGUMENT_FLAG, AT(solid) },
    { "--seed", "S", "Another bolt for each S. Default 1.", ARGUMENT_TAKE, .take = take_seed,
      .wanted = "a whole number" },
    { "--generations", "N", "Halvings of a link. Default 7.", ARGUMENT_COUNT, AT(generations),
      .low = 1, .high = QX_BOLT_MAX_GENERATIONS },
    { "--roughness", "X", "1 is as jagged at every size, less is smoother. Default\n0.95.",
      ARGUMENT_NUMBER, AT(roughness), .low = 0.001, .high = 1 },
    { "--straightness", "X", "0 (default) is wild, 1 straight.", ARGUMENT_NUMBER, AT(straightness),
      .low = 0, .high = 1 },
    { "--branches", "P", "Chance of a branch at a split.", ARGUMENT_NUMBER, AT(branches), .low = 0,
      .high = 1 },
    { "--branch-scale", "X", "Length of a branch against the stretch before it.", ARGUMENT_NUMBER,
      AT(branch_scale), .low = 0.05, .high = 1 },
    { "--branch-angle", "DEG", "Greatest turn of a branch. Default 35.", ARGUMENT_NUMBER,
      AT(branch_angle), .low = 0.01, .high = 90 },
    { "--depth", "N", "Branches of branches of ... Default 3.", ARGUMENT_COUNT, AT(depth), .low = 1,
      .high = 15 },
    { "--cap", "N", "Most segments; the longest branches are kept.", ARGUMENT_COUNT, AT(cap),
      .low = 1, .high = QX_BOLT_MAX_SEGMENTS },
    { "--width", "X", "Of the trunk, world units. Default 1/120 of the length.", ARGUMENT_NUMBER,
      AT(width), .low = 1e-6, .high = 1e6 },
    { "--taper", "X", "Share of its width that a branch loses to its tip.\nDefault 0.8.",
      ARGUMENT_NUMBER, AT(taper), .low = 0, .high = 1 },
    { "--power", "X", "Brightness at the start. Default 1.", ARGUMENT_NUMBER, AT(power),
      .low = 0.001, .high = 100 },
    { "--trunk-share", "X", "Share of the power that reaches the end. Default 0.6.",
      ARGUMENT_NUMBER, AT(trunk_share), .low = 0.001, .high = 1 },
    { "--sway", "X", "How far it sways in time, in lengths.", ARGUMENT_NUMBER, AT(sway), .low = 0,
      .high = 1 },
    { "--crackle", "X", "How far each point moves, in segments.", ARGUMENT_NUMBER, AT(crackle),
      .low = 0, .high = 1 },
    { "--rate", "X", "How quickly, in new places a second. Default 6.", ARGUMENT_NUMBER, AT(rate),
      .low = 0.001, .high = 1000 },
    { "--target", "X,Y[,Z]", "breakdown: one more end to reach; may be given often.", ARGUMENT_TAKE,
      .take = take_target, .wanted = "X,Y or X,Y,Z within 1e7, at most 64 times" },
    { "--ball", "X,Y[,Z],R", "breakdown: something to go around; may be given often.",
      ARGUMENT_TAKE, .take = take_ball,
      .wanted = "X,Y,R or X,Y,Z,R within 1e7, R above 0, at most 256 obstacles" },
    { "--box", "X,Y,W,H", "As --ball, around this centre; or X,Y,Z,W,H,D.", ARGUMENT_TAKE,
      .take = take_box,
      .wanted = "X,Y,W,H or X,Y,Z,W,H,D within 1e7, sizes above 0, at most 256 obstacles" },
    { "--eta", "X", "breakdown: 1 is bushy, 10 nearly one line. Default 4.", ARGUMENT_NUMBER,
      AT(eta), .low = 0.1, .high = 16 },
    { "--cell", "X", "breakdown: length of a segment. Default 1/40 of the way.", ARGUMENT_NUMBER,
      AT(cell), .low = 1e-6, .high = 1e7 },
    { "--particles", "N",
      "breakdown: most that grow. Default 1000. Time goes\nwith its square: 16000 take up to a "
      "second.",
      ARGUMENT_COUNT, AT(particles), .low = 1, .high = QX_BOLT_MAX_SEGMENTS },

    { "--time", "S", "The moment in seconds. Default 0.", ARGUMENT_NUMBER, AT(time), .low = -1e9,
      .high = 1e9 },
    { "--frames", "N", "Writes N files: bolt-0001.png, ...", ARGUMENT_COUNT, AT(frames), .low = 1,
      .high = 1e6 },
    { "--fps", "F", "Frames a second. Default 60.", ARGUMENT_NUMBER, AT(fps), .low = 0.001,
      .high = 1e6 },
    { "--life", "B,S,V",
      "Seconds from time 0 on in which it grows, stays, fades.\nDefault: it is "
      "always there.",
      ARGUMENT_TAKE, .take = take_life,
      .wanted = "BIRTH,STEADY,VANISH in seconds, 0 to 1e6, not all 0" },
    { "--in-turn", NULL, "Links of a chain grow one after the other.", ARGUMENT_FLAG, AT(in_turn) },

    { "--storm", "S",
      "SVG, PNG: another bolt every S seconds from time 0 on, full\nfor S, dimmed "
      "for another S.",
      ARGUMENT_NUMBER, AT(storm), .low = 0.01, .high = 1e6 },
    { "--jitter", "X", "Share of S by which bolts of a storm may come later.", ARGUMENT_NUMBER,
      AT(jitter), .low = 0, .high = 1 },
    { "--flashes", "N", "Times each bolt of a storm flares up. Default 1.", ARGUMENT_COUNT,
      AT(flashes), .low = 1, .high = 8 },

    { "--ramp", "NAME", "Colours: storm (default), plasma, ember, acid, gold.", ARGUMENT_CHOICE,
      AT(look.ramp), .choices = ramps },
    { "--halo", "X", "SVG, PNG: radius of the glow. Default 5 times the width.", ARGUMENT_NUMBER,
      AT(look.halo), .low = 1e-3, .high = 1e6 },
    { "--form", "NAME", "PNG: max (default): nothing adds up; sum: light does.", ARGUMENT_CHOICE,
      AT(look.form), .choices = forms },
    { "--exposure", "X", "SVG, PNG: factor on the light. Default 1.", ARGUMENT_NUMBER,
      AT(look.exposure), .low = 0.001, .high = 1000 },
    { "--layers", "N", "SVG: strokes of each line that make its glow. Default 8;\n1 for plotters.",
      ARGUMENT_COUNT, AT(look.layers), .low = 1, .high = 64 },
    { "--background", "C", "SVG, PNG: RRGGBB, default 05060F; \"none\" is transparent.",
      ARGUMENT_COLOUR, AT(look.background) },
    { "--size", "WxH", "SVG, PNG: the bolt is scaled to fit in.", ARGUMENT_SIZE, AT(look.size),
      .low = 1, .high = 1e6 },
    { "--scale", "X", "SVG, PNG: pixels a world unit instead.", ARGUMENT_NUMBER, AT(look.scale),
      .low = 1e-6, .high = 1e6 },
    { "--margin", "X", "SVG, PNG: world units around it. Default: the glow.", ARGUMENT_NUMBER,
      AT(look.margin), .low = 0, .high = 1e7 },
    { "--view", "X,Y,W,H", "SVG, PNG: exactly this part of the world.", ARGUMENT_TAKE,
      .take = take_view, .wanted = "X,Y,W,H within 1e7, W and H above 0" },
    { "--mesh", "NAME",
      "OBJ, glb: ribbon, facing z (default), tube (default with\n--solid), or lines.",
      ARGUMENT_CHOICE, AT(look.mesh), .choices = meshes },
    { "--emission", "X", "glb: gives light of this strength. Default: unlit.", ARGUMENT_NUMBER,
      AT(look.emission), .low = 0.001, .high = 1e4 },
    { "--metres", "X", "glb: how many a world unit is. Default 1.", ARGUMENT_NUMBER,
      AT(look.metres), .low = 1e-9, .high = 1e6 },

    { "--format", "NAME", "svg, png, json, obj or glb. Default: by the file's name.",
      ARGUMENT_CHOICE, AT(look.format), .choices = formats },
    { "-o", "FILE", "Where to; \"-\" is standard output.", ARGUMENT_TEXT, AT(output) },
    { "--quiet", NULL, "Says nothing about what it did.", ARGUMENT_FLAG, AT(quiet) },
};

static const char notes[] =
    "World units are yours: ends, widths and radii are all in the same. Values that are not\n"
    "given are chosen to look good.\n\n"
    "Examples:\n"
    "  qx bolt --from 40,40 --to 600,300 -o bolt.png\n"
    "  qx bolt --from 0,0 --to 0,400 --seed 9 --ramp plasma --size 512x512 -o bolt.svg\n"
    "  qx bolt --growth breakdown --from 0,0 --to 300,0 --target 200,150 --ball 150,0,40 \\\n"
    "          -o around.png\n"
    "  qx bolt --from 0,0,0 --to 0,8,0 --solid --emission 8 -o bolt.glb\n"
    "  qx bolt --path 0,0 --path 200,80 --path 420,10 --life 0.05,0.3,0.2 --frames 40 \\\n"
    "          -o chain.png\n"
    "  qx bolt --from 0,0 --to 9,9 --format json -o - | jq '.segments | length'\n\n"
    "The same options give the same bolt on every machine. Exit status: 0 done, 1 the file\n"
    "could not be written or memory ran out, 2 the command line was bad.";

static const command_manual manual_page = {
    .command = "qx bolt",
    .usage = "--from X,Y[,Z] --to X,Y[,Z] [OPTION...] -o FILE",
    .purpose = "Grows lightning and writes it as a drawing (SVG), a picture (PNG), a mesh (OBJ,\n"
               "glTF) or a tree of segments (JSON).",
    .arguments = arguments,
    .count = sizeof arguments / sizeof arguments[0],
    .notes = notes,
};

// --- checks that concern more than one option

static int complain(const char *what)
{
    return arguments_complain("qx bolt", "%s", what);
}

static int check_ends(const bolt_options *options)
{
    const bool breakdown = options->growth == QX_BOLT_BREAKDOWN;
    const uint32_t points = options->path_count + options->from.given + options->to.given;
    const bool ends = options->from.given && options->to.given;
    if (options->shaped && points > 0)
        return complain("--circle and --rectangle take no --from, --to and --path");
    if (!options->shaped && options->path_count == 0 && !ends)
        return complain("from where to where? --from X,Y and --to X,Y are missing");
    if (!options->shaped && points < 2) return complain("a chain has at least two points");
    if (breakdown && (options->shaped || options->path_count || options->closed))
        return complain("--growth breakdown goes from --from to --to and --target, not in chains");
    if (!breakdown && (options->target_count || options->obstacle_count))
        return complain("--target, --ball and --box need --growth breakdown");
    return EXIT_DONE;
}

static int check_output(const bolt_options *options)
{
    if (!options->output) return complain("where to? -o FILE is missing");
    if (options->look.format == BOLT_BY_NAME)
        return arguments_complain("qx bolt",
                                  "\"%s\" ends in none of .svg, .png, .json, .obj and .glb: "
                                  "--format says what to write",
                                  options->output);
    if (options->frames && strcmp(options->output, "-") == 0)
        return complain("--frames needs files, not standard output");
    if (options->look.size[0] > 0.0 && options->look.scale > 0.0)
        return complain("either --size or --scale");
    if (options->storm > 0.0 && options->lives) return complain("either --storm or --life");
    if (options->in_turn && !options->lives) return complain("--in-turn needs a --life");
    if (options->storm > 0.0 && options->look.format > BOLT_PNG)
        return complain("a --storm is drawn as SVG or PNG");
    if (options->storm == 0.0 && (options->jitter > 0.0 || options->flashes))
        return complain("--jitter and --flashes need a --storm");
    if (options->time + (double)options->frames / options->fps > 1e9)
        return complain("time ends after 1e9 seconds");
    return EXIT_DONE;
}

static int format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (strcmp(path, "-") == 0) return BOLT_SVG;
    for (int i = 0; dot && formats[i]; i++)
        if (strcmp(dot + 1, formats[i]) == 0) return i;
    return BOLT_BY_NAME;
}

arguments_result bolt_options_read(int count, char **words, bolt_options *options, int *status)
{
    *options = (bolt_options){ .seed = 1,
                               .branches = -1,
                               .taper = -1,
                               .sway = -1,
                               .crackle = -1,
                               .fps = 60,
                               .look = { .format = BOLT_BY_NAME,
                                         .mesh = BOLT_MESH_BY_SPACE,
                                         .exposure = 1,
                                         .layers = 8,
                                         .margin = -1,
                                         .background = 0x05060FFF,
                                         .metres = 1 } };
    const arguments_result result = arguments_read(&manual_page, count, words, options);
    *status = result == ARGUMENTS_HELP ? EXIT_DONE : EXIT_BAD_COMMAND;
    if (result != ARGUMENTS_READ) return result;
    bolt_look *look = &options->look;
    if (look->format == BOLT_BY_NAME && options->output) look->format = format_of(options->output);
    if (look->mesh == BOLT_MESH_BY_SPACE) look->mesh = options->solid ? BOLT_TUBE : BOLT_RIBBON;
    *status = check_output(options);
    if (*status == EXIT_DONE) *status = check_ends(options);
    return *status == EXIT_DONE ? ARGUMENTS_READ : ARGUMENTS_BAD;
}

// --- the description

static qx_vec3 place_of(const argument_place *place)
{
    return (qx_vec3){ (float)place->x, (float)place->y, (float)place->z };
}

// Where 0 means none to the user, it is a negative number to bolt.h, and what was not given is 0.
static float or_none(double value)
{
    return value < 0.0 ? 0.0f : value == 0.0 ? -1.0f : (float)value;
}

static uint32_t gather_points(const bolt_options *options, qx_vec3 points[BOLT_MOST_PLACES + 2])
{
    uint32_t count = 0;
    if (options->from.given) points[count++] = place_of(&options->from);
    for (uint32_t i = 0; i < options->path_count; i++) points[count++] = options->path[i];
    if (options->to.given) points[count++] = place_of(&options->to);
    return count;
}

static int build_path(const qx_bolt_shape *shape, qx_bolt_desc *desc, qx_vec3 **path)
{
    const uint32_t bound = qx_bolt_bound_path(shape);
    *path = bound ? malloc(bound * sizeof **path) : NULL;
    if (bound && !*path) {
        fprintf(stderr, "qx bolt: the chain: %s\n", qx_result_text(QX_NO_MEMORY));
        return EXIT_BAD_INPUT;
    }
    const qx_result result =
        bound ? qx_bolt_build_path(shape, *path, &desc->path_count) : QX_BAD_VALUE;
    desc->path = *path;
    if (result == QX_OK) return EXIT_DONE;
    return arguments_complain("qx bolt", "the chain: %s; at most %u links", qx_result_text(result),
                              QX_BOLT_MAX_LINKS);
}

static int describe_path(const bolt_options *options, qx_bolt_desc *desc, qx_vec3 **path)
{
    qx_vec3 points[BOLT_MOST_PLACES + 2];
    qx_bolt_shape shape = options->shape;
    if (!options->shaped)
        shape = (qx_bolt_shape){ .kind = options->spline ? QX_BOLT_SPLINE : QX_BOLT_POLYLINE,
                                 .points = points,
                                 .point_count = gather_points(options, points),
                                 .closed = options->closed };
    shape.steps = (uint32_t)options->steps;
    return build_path(&shape, desc, path);
}

static qx_bolt_desc describe_growth(const bolt_options *options)
{
    return (qx_bolt_desc){
        .from = place_of(&options->from),
        .to = place_of(&options->to),
        .growth = (qx_bolt_growth)options->growth,
        .space = options->solid ? QX_BOLT_SOLID : QX_BOLT_FLAT,
        .seed = options->seed,
        .generations = (uint32_t)options->generations,
        .roughness = (float)options->roughness,
        .straightness = (float)options->straightness,
        .branch_chance = or_none(options->branches),
        .branch_scale = (float)options->branch_scale,
        .branch_angle = (float)(options->branch_angle / 57.295779513082323),
        .depth = (uint32_t)options->depth,
        .segments = (uint32_t)options->cap,
        .width = (float)options->width,
        .taper = or_none(options->taper),
        .power = (float)options->power,
        .trunk_share = (float)options->trunk_share,
        .sway = or_none(options->sway),
        .crackle = or_none(options->crackle),
        .rate = (float)options->rate,
        .targets = options->targets,
        .target_count = options->target_count,
        .obstacles = options->obstacles,
        .obstacle_count = options->obstacle_count,
        .eta = (float)options->eta,
        .cell = (float)options->cell,
        .particles = (uint32_t)options->particles,
    };
}

int bolt_options_describe(const bolt_options *options, qx_bolt_desc *desc, qx_vec3 **path)
{
    *desc = describe_growth(options);
    *path = NULL;
    if (!options->shaped && options->path_count == 0 && !options->closed) return EXIT_DONE;
    return describe_path(options, desc, path);
}
