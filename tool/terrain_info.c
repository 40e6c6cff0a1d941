// SPDX-License-Identifier: MIT
#include "terrain.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct measures {
    double mean, steepest; // degrees
    uint64_t triangles;
    uint32_t block; // cells of an RTIN's largest block; 1: none
    uint64_t bins, most, *counts;
} measures;

static const char *const kinds[] = { "8-bit grey",    "16-bit grey", "RGB",
                                     "float heights", "terrain-rgb", "terrarium" };

// --- measuring

static void count_row(const terrain_source *source, uint32_t row, measures *m, double *sum)
{
    const qx_terrain_info *info = &source->info;
    const double low = (double)info->lowest, span = (double)info->highest - low;
    for (uint32_t column = 0; column < info->columns; column++) {
        float height;
        if (!qx_terrain_get_height(source->terrain, column, row, &height)) continue;
        const double share = span > 0.0 ? ((double)height - low) / span : 0.0;
        const uint64_t bin = (uint64_t)(share * (double)m->bins);
        m->counts[bin < m->bins ? bin : m->bins - 1]++;
        *sum += (double)height;
    }
}

// Twice the tangent's parts of a triangle, by the side along x and the side along z.
static void look_at(double dx, double dz, double x, double z, measures *m)
{
    const double slope = sqrt(x * x / (dx * dx) + z * z / (dz * dz));
    if (slope > m->steepest) m->steepest = slope;
    m->triangles++;
}

// Each triangle of a cell has a side along x and one along z.
static void look_at_cell(const terrain_source *source, uint32_t column, uint32_t row, double dx,
                         double dz, measures *m)
{
    float h[4]; // left top, right top, left bottom, right bottom
    bool there[4];
    for (uint32_t i = 0; i < 4; i++)
        there[i] = qx_terrain_get_height(source->terrain, column + (i & 1), row + (i >> 1), &h[i]);
    const double top = (double)h[1] - (double)h[0], bottom = (double)h[3] - (double)h[2];
    const double left = (double)h[2] - (double)h[0], right = (double)h[3] - (double)h[1];
    const qx_terrain_diagonal diagonal = source->info.diagonal;
    const bool lt_rb = diagonal == QX_TERRAIN_LT_RB ||
                       (diagonal == QX_TERRAIN_ALTERNATING && ((column + row) & 1));
    if (lt_rb) {
        if (there[0] && there[2] && there[3]) look_at(dx, dz, bottom, left, m);
        if (there[0] && there[3] && there[1]) look_at(dx, dz, top, right, m);
    } else {
        if (there[0] && there[2] && there[1]) look_at(dx, dz, top, left, m);
        if (there[1] && there[2] && there[3]) look_at(dx, dz, bottom, right, m);
    }
}

static uint32_t largest_block(const qx_terrain_info *info)
{
    uint32_t block = 1;
    while (block < 32768 && (info->columns - 1) % (2 * block) == 0 &&
           (info->rows - 1) % (2 * block) == 0)
        block *= 2;
    return block;
}

static void measure(const terrain_source *source, measures *m)
{
    const qx_terrain_info *info = &source->info;
    const double dx = (double)info->width / (info->columns - 1);
    const double dz = (double)info->depth / (info->rows - 1);
    double sum = 0.0;
    for (uint32_t row = 0; row < info->rows; row++) {
        count_row(source, row, m, &sum);
        for (uint32_t column = 0; row + 1 < info->rows && column + 1 < info->columns; column++)
            look_at_cell(source, column, row, dx, dz, m);
    }
    const uint64_t there = (uint64_t)info->columns * info->rows - info->holes;
    m->mean = there > 0 ? sum / (double)there : 0.0;
    m->steepest = atan(m->steepest) * 180.0 / 3.14159265358979323846;
    m->block = largest_block(info);
    for (uint64_t i = 0; i < m->bins; i++)
        if (m->counts[i] > m->most) m->most = m->counts[i];
}

static double bin_start(const terrain_source *source, const measures *m, uint64_t bin)
{
    const double low = (double)source->info.lowest, high = (double)source->info.highest;
    return low + (high - low) * (double)bin / (double)m->bins;
}

// --- words

static void print_histogram(const terrain_source *source, const measures *m)
{
    puts("histogram");
    for (uint64_t i = 0; i < m->bins; i++) {
        char bar[41];
        const uint64_t length = m->most > 0 ? (40 * m->counts[i] + m->most - 1) / m->most : 0;
        memset(bar, '#', sizeof bar);
        bar[length] = '\0';
        printf("  from %-10.6g%12" PRIu64 "  %s\n", bin_start(source, m, i), m->counts[i], bar);
    }
}

static void print_words(const terrain_source *source, const measures *m)
{
    const qx_terrain_info *info = &source->info;
    printf("%-16s%u x %u samples\n", "size", info->columns, info->rows);
    printf("%-16s%s, %u bits a channel, as %s\n", "file", source->format, source->bits,
           kinds[source->kind]);
    printf("%-16s%.9g x %.9g, cells of %.6g x %.6g\n", "world", (double)info->width,
           (double)info->depth, (double)info->width / (info->columns - 1),
           (double)info->depth / (info->rows - 1));
    printf("%-16s%.9g to %.9g, mean %.6g\n", "heights", (double)info->lowest, (double)info->highest,
           m->mean);
    if (!terrain_has_heights(source->kind))
        printf("%-16s%.9g to %.9g\n", "black to white", (double)info->low, (double)info->high);
    printf("%-16s%" PRIu64 "\n", "holes", info->holes);
    printf("%-16s%" PRIu64 "\n", "triangles", m->triangles);
    printf("%-16s%.4g degrees\n", "steepest", m->steepest);
    if (m->block > 1)
        printf("%-16sin blocks of %u cells\n", "rtin", m->block);
    else
        printf("%-16sno: neither side is m * 2^k + 1\n", "rtin");
    printf("%-16s%016" PRIx64 "\n", "hash", qx_terrain_hash(source->terrain));
    print_histogram(source, m);
}

// --- JSON

static void print_json(const terrain_source *source, const measures *m)
{
    const qx_terrain_info *info = &source->info;
    printf("{\n\"columns\": %u,\n\"rows\": %u,\n", info->columns, info->rows);
    printf("\"format\": \"%s\",\n\"bits\": %u,\n\"samples\": \"%s\",\n", source->format,
           source->bits, kinds[source->kind]);
    printf("\"width\": %.9g,\n\"depth\": %.9g,\n", (double)info->width, (double)info->depth);
    printf("\"lowest\": %.9g,\n\"highest\": %.9g,\n\"mean\": %.17g,\n", (double)info->lowest,
           (double)info->highest, m->mean);
    printf("\"low\": %.9g,\n\"high\": %.9g,\n", (double)info->low, (double)info->high);
    printf("\"holes\": %" PRIu64 ",\n\"triangles\": %" PRIu64 ",\n", info->holes, m->triangles);
    printf("\"steepest\": %.6g,\n\"rtin_block\": %u,\n", m->steepest, m->block);
    printf("\"hash\": \"%016" PRIx64 "\",\n\"histogram\": [", qx_terrain_hash(source->terrain));
    for (uint64_t i = 0; i < m->bins; i++) printf("%s%" PRIu64, i > 0 ? ", " : "", m->counts[i]);
    puts("]\n}");
}

int terrain_info_print(const terrain_options *options, const terrain_source *source)
{
    measures m = { .bins = options->bins };
    m.counts = calloc(m.bins, sizeof *m.counts);
    if (!m.counts) {
        fputs("qx terrain: out of memory\n", stderr);
        return EXIT_BAD_INPUT;
    }
    measure(source, &m);
    if (options->json)
        print_json(source, &m);
    else
        print_words(source, &m);
    free(m.counts);
    return EXIT_DONE;
}
