// SPDX-License-Identifier: MIT
#include "bolt.h"

#include <inttypes.h>
#include <quincunx/file.h>
#include <stdio.h>
#include <stdlib.h>

// The tree as it stands at this moment, always whole: what is unborn or dimmed is said beside it.

enum { HEAD_BYTES = 1024, SEGMENT_BYTES = 384 }; // a float takes at most 15 characters

static int print_head(char *text, const bolt_moment *moment)
{
    static const char *const growths[] = { "midpoint", "offsets", "breakdown" };
    const qx_bolt_info info = qx_bolt_get_info(moment->bolt);
    const double unborn = moment->visible ? (double)moment->pose.unborn : 1.0;
    return snprintf(text, HEAD_BYTES,
                    "{\n\"growth\": \"%s\",\n\"solid\": %s,\n\"seed\": \"%" PRIu64 "\",\n"
                    "\"hash\": \"0x%016" PRIx64 "\",\n\"time\": %.17g,\n\"unborn\": %.9g,\n"
                    "\"dimmed\": %.9g,\n\"links\": %" PRIu32 ",\n\"strands\": %" PRIu32 ",\n"
                    "\"capped\": %" PRIu32 ",\n\"targets_reached\": %" PRIu32 ",\n"
                    "\"reach\": %.9g,\n\"width\": %.9g,\n\"segments\": [\n",
                    growths[moment->desc->growth],
                    moment->desc->space == QX_BOLT_SOLID ? "true" : "false", moment->desc->seed,
                    qx_bolt_hash(moment->bolt), moment->pose.time, unborn,
                    (double)moment->pose.dimmed, info.links, info.strands, info.capped,
                    info.targets_reached, (double)info.reach, (double)info.width);
}

static int print_parent(char *text, const qx_bolt_segment *segment)
{
    if (segment->parent == QX_BOLT_NONE) return snprintf(text, SEGMENT_BYTES, "{\"parent\":null");
    return snprintf(text, SEGMENT_BYTES, "{\"parent\":%" PRIu32, segment->parent);
}

static int print_segment(char *text, const qx_bolt_segment *segment, const qx_glow_line *line)
{
    int used = print_parent(text, segment);
    used +=
        snprintf(text + used, SEGMENT_BYTES,
                 ",\"strand\":%" PRIu32 ",\"link\":%" PRIu32 ",\"depth\":%" PRIu32
                 ",\"power\":%.9g,\"width\":%.9g,\"brightness\":%.9g,\"distance\":%.9g",
                 segment->strand, segment->link, segment->depth, (double)segment->power,
                 (double)segment->width, (double)segment->brightness, (double)segment->distance);
    used +=
        snprintf(text + used, SEGMENT_BYTES,
                 ",\"length\":%.9g,\"from\":[%.9g,%.9g,%.9g],\"to\":[%.9g,%.9g,%.9g]}",
                 (double)segment->length, (double)line->from.x, (double)line->from.y,
                 (double)line->from.z, (double)line->to.x, (double)line->to.y, (double)line->to.z);
    return used;
}

static size_t print_tree(char *text, const bolt_moment *moment, const qx_glow_line *lines,
                         uint32_t count)
{
    const qx_bolt_segment *segments = qx_bolt_get_segments(moment->bolt);
    size_t used = (size_t)print_head(text, moment);
    for (uint32_t i = 0; i < count; i++) {
        used += (size_t)print_segment(text + used, &segments[i], &lines[i]);
        used += (size_t)snprintf(text + used, 4, "%s\n", i + 1 < count ? "," : "");
    }
    return used + (size_t)snprintf(text + used, HEAD_BYTES, "]\n}\n");
}

qx_result bolt_tree_save(const bolt_moment *moment, const char *path, qx_error *error)
{
    bolt_moment whole = *moment;
    whole.pose.unborn = 0.0f; // then line i is segment i
    uint32_t count;
    qx_glow_line *lines = bolt_lines_build(&whole, &count, NULL);
    char *text = malloc(2 * HEAD_BYTES + ((size_t)count + 2) * SEGMENT_BYTES);
    qx_result result = QX_NO_MEMORY;
    if (lines && text)
        result = qx_file_save(path, text, print_tree(text, moment, lines, count), error);
    else
        *error = (qx_error){ .code = QX_NO_MEMORY, .message = "out of memory" };
    free(text);
    free(lines);
    return result;
}
