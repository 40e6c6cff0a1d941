// SPDX-License-Identifier: MIT
#include "bolt.h"

#include "numbered.h"
#include "progress.h"
#include "subcommands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- growing

static int explain_refusal(const qx_bolt_desc *desc, qx_result result)
{
    const uint64_t links = desc->path_count > 1 ? desc->path_count - 1 : 1;
    const uint64_t trunk = links << desc->generations;
    if (desc->growth == QX_BOLT_BREAKDOWN)
        return arguments_complain("qx bolt",
                                  "the bolt: %s; no end or target may lie inside an obstacle, and "
                                  "--cell must suit the way",
                                  qx_result_text(result));
    if (trunk > desc->segments)
        return arguments_complain("qx bolt",
                                  "its trunk alone has %" PRIu64 " segments, more than the cap of "
                                  "%" PRIu32 ": see --generations and --cap",
                                  trunk, desc->segments);
    return arguments_complain("qx bolt", "the bolt: %s", qx_result_text(result));
}

static int create(const qx_bolt_desc *desc, qx_bolt **bolt)
{
    const qx_result result = qx_bolt_create(desc, bolt);
    if (result == QX_OK) return EXIT_DONE;
    if (result != QX_NO_MEMORY) return explain_refusal(desc, result);
    fprintf(stderr, "qx bolt: the bolt: %s\n", qx_result_text(result));
    return EXIT_BAD_INPUT;
}

// --- moments and files

static bool is_picture(const bolt_options *options)
{
    return options->look.format == BOLT_SVG || options->look.format == BOLT_PNG;
}

static uint32_t find_strikes(const bolt_options *options, double time, qx_bolt_strike *strikes)
{
    const float period = (float)options->storm;
    const float life = period < 1e3f ? period : 1e3f; // full light, then dimmed: two overlap
    const qx_bolt_schedule schedule = { .seed = options->seed,
                                        .period = period,
                                        .jitter = (float)options->jitter,
                                        .full = life,
                                        .dim = life,
                                        .flashes = (uint32_t)options->flashes };
    const double exposure = options->frames ? 1.0 / options->fps : 0.0;
    return qx_bolt_sample_schedule(&schedule, time, exposure, strikes);
}

static bolt_moment moment_of(const bolt_options *options, qx_bolt *bolt, const qx_bolt_desc *desc,
                             uint64_t frame)
{
    bolt_moment moment = { .bolt = bolt, .desc = desc, .visible = true };
    moment.pose.time = options->time + (double)frame / options->fps;
    moment.pose.in_turn = options->in_turn;
    if (options->lives)
        moment.visible = qx_bolt_sample_life(&options->life, moment.pose.time, &moment.pose);
    moment.storm = options->storm > 0.0;
    if (moment.storm) moment.strike_count = find_strikes(options, moment.pose.time, moment.strikes);
    return moment;
}

// Adds where the whole bolt is at this moment. False without memory.
static bool include_moment(bolt_moment moment, qx_bolt_bounds *all, bool *any)
{
    moment.pose.unborn = 0.0f;
    qx_bolt_bounds bounds;
    uint32_t count;
    qx_glow_line *lines = bolt_lines_build(&moment, &count, &bounds);
    free(lines);
    if (!lines || count == 0) return lines != NULL;
    if (!*any) *all = bounds;
    *any = true;
    bolt_lines_include(all, &bounds);
    return true;
}

// The box that holds the whole bolt in every frame, so that films do not jump; where there is
// nothing in any of them, the bolt as it was grown.
static bool find_box(const bolt_options *options, qx_bolt *bolt, const qx_bolt_desc *desc,
                     bolt_box *box)
{
    const uint64_t frames = options->frames ? options->frames : 1;
    qx_bolt_bounds all = { 0 };
    bool any = false;
    for (uint64_t frame = 0; frame < frames; frame++)
        if (!include_moment(moment_of(options, bolt, desc, frame), &all, &any)) return false;
    if (!any && !include_moment((bolt_moment){ .bolt = bolt, .desc = desc }, &all, &any))
        return false;
    const qx_glow glow = bolt_picture_glow(&options->look, qx_bolt_get_info(bolt).width);
    *box = bolt_picture_box(&options->look, &glow, &all);
    return true;
}

static qx_result save(const bolt_options *options, const bolt_box *box, const bolt_moment *moment,
                      const char *path, qx_error *error)
{
    switch ((bolt_format)options->look.format) {
    case BOLT_SVG:
    case BOLT_PNG: return bolt_picture_save(&options->look, box, moment, path, error);
    case BOLT_OBJ:
    case BOLT_GLB: return bolt_mesh_save(&options->look, moment, path, error);
    case BOLT_JSON:
    case BOLT_BY_NAME: break;
    }
    return bolt_tree_save(moment, path, error);
}

// A moment in which nothing is to be seen has no mesh, and its number stays free.
static int save_frame(const bolt_options *options, const bolt_box *box, const bolt_moment *moment,
                      uint64_t frame, uint64_t *written)
{
    char numbered[NUMBERED_BYTES];
    const char *path = options->output;
    if (options->frames) path = numbered_path(options->output, frame + 1, numbered) ? numbered : "";
    qx_error error = { 0 };
    const qx_result result = save(options, box, moment, path, &error);
    *written += result == QX_OK;
    if (result == QX_OK || (result == QX_NOT_FOUND && options->frames)) return EXIT_DONE;
    fprintf(stderr, "qx bolt: %s: %s\n", path, error.message);
    return EXIT_BAD_INPUT;
}

// --- what was done

static void report_growth(const qx_bolt *bolt, const qx_bolt_desc *desc)
{
    const qx_bolt_info info = qx_bolt_get_info(bolt);
    fprintf(stderr, "qx bolt: %" PRIu32 " segments in %" PRIu32 " strands", info.segments,
            info.strands);
    if (info.links > 1) fprintf(stderr, ", %" PRIu32 " links", info.links);
    if (info.capped) fprintf(stderr, ", %" PRIu32 " more left out by the cap", info.capped);
    if (desc->growth == QX_BOLT_BREAKDOWN)
        fprintf(stderr, ", %" PRIu32 " of %" PRIu32 " targets reached", info.targets_reached,
                desc->target_count + 1);
}

static void report(const bolt_options *options, const bolt_box *box, const qx_bolt *bolt,
                   const qx_bolt_desc *desc, uint64_t written)
{
    if (options->quiet) return;
    report_growth(bolt, desc);
    if (is_picture(options))
        fprintf(stderr, ", %.6gx%.6g", (double)box->pixels[0], (double)box->pixels[1]);
    const char *name = strcmp(options->output, "-") == 0 ? "standard output" : options->output;
    if (options->frames)
        fprintf(stderr, ": %" PRIu64 " files numbered as %s\n", written, name);
    else
        fprintf(stderr, ": %s\n", name);
}

static int check_box(const bolt_options *options, const bolt_box *box)
{
    const float most = options->look.format == BOLT_PNG ? 16384.0f : 1e6f;
    if (box->pixels[0] <= most && box->pixels[1] <= most) return EXIT_DONE;
    return arguments_complain("qx bolt",
                              "a picture of %.0fx%.0f is too large: at most %.0f a side, see "
                              "--size, --scale and --margin",
                              (double)box->pixels[0], (double)box->pixels[1], (double)most);
}

static int write_frames(const bolt_options *options, qx_bolt *bolt, const qx_bolt_desc *desc)
{
    bolt_box box = { 0 };
    if (is_picture(options) && !find_box(options, bolt, desc, &box)) {
        fprintf(stderr, "qx bolt: %s: %s\n", options->output, qx_result_text(QX_NO_MEMORY));
        return EXIT_BAD_INPUT;
    }
    int status = check_box(options, &box);
    const uint64_t frames = options->frames ? options->frames : 1;
    uint64_t written = 0;
    progress_line progress = progress_start("frame");
    for (uint64_t frame = 0; status == EXIT_DONE && frame < frames; frame++) {
        const bolt_moment moment = moment_of(options, bolt, desc, frame);
        status = save_frame(options, &box, &moment, frame, &written);
        progress_show(&progress, frame + 1, frames);
    }
    progress_end(&progress);
    if (status == EXIT_DONE) report(options, &box, bolt, desc, written);
    return status;
}

static int run(const bolt_options *options)
{
    qx_bolt_desc desc;
    qx_vec3 *path;
    qx_bolt *bolt = NULL;
    int status = bolt_options_describe(options, &desc, &path);
    if (status == EXIT_DONE) {
        desc = qx_bolt_desc_resolve(&desc);
        status = create(&desc, &bolt);
    }
    if (status == EXIT_DONE) status = write_frames(options, bolt, &desc);
    qx_bolt_destroy(bolt);
    free(path);
    return status;
}

int subcommand_bolt(int count, char **words)
{
    bolt_options *options = malloc(sizeof *options);
    if (!options) return EXIT_BAD_INPUT;
    int status;
    if (bolt_options_read(count, words, options, &status) == ARGUMENTS_READ) status = run(options);
    free(options);
    return status;
}
