// SPDX-License-Identifier: MIT
#include "bolt_box.h"
#include "bolt_pose.h"

typedef struct writer {
    const bolt_reader *reader;
    qx_glow_line *lines;
    uint32_t count;
    float per_width, power;
} writer;

static void write_line(writer *w, uint32_t slot, uint32_t segment)
{
    const bolt_chunk *c = &w->reader->chunk;
    const qx_bolt_segment *s = &w->reader->moment.bolt->segments[segment];
    w->lines[w->count++] = (qx_glow_line){
        .from = { c->x[slot], c->y[slot], c->z[slot] },
        .to = { c->x[slot + 1], c->y[slot + 1], c->z[slot + 1] },
        .scale = s->width * w->per_width,
        .brightness = s->brightness * w->power,
    };
}

static void write_piece(writer *w, const bolt_piece *piece)
{
    const bolt_strand *strand = &w->reader->moment.bolt->strands[piece->strand];
    const uint32_t segment = strand->segment + piece->from;
    const uint32_t count = piece->count - 1 + piece->trails;
    for (uint32_t i = 0; i < count; i++) write_line(w, piece->slot + i, segment + i);
}

uint32_t qx_bolt_bound_lines(const qx_bolt *bolt)
{
    return bolt->segment_room;
}

uint32_t qx_bolt_build_lines(const qx_bolt *bolt, const qx_bolt_pose *pose, qx_glow_line *lines,
                             qx_bolt_bounds *bounds)
{
    bolt_reader reader;
    writer w = { .reader = &reader, .lines = lines };
    bolt_box box = bolt_box_empty();
    if (bolt_read_start(&reader, bolt, pose)) {
        const bolt_move *move = &reader.moment.move;
        w.per_width = move->scale / bolt->info.width;
        w.power = bolt->desc.power * move->light;
        while (bolt_read_chunk(&reader))
            for (uint32_t i = 0; i < reader.piece_count; i++) write_piece(&w, &reader.pieces[i]);
    }
    if (!bounds) return w.count;
    *bounds = (qx_bolt_bounds){ 0 };
    if (w.count == 0) return 0;
    for (uint32_t i = 0; i < w.count; i++) {
        bolt_box_add(&box, lines[i].from);
        bolt_box_add(&box, lines[i].to);
    }
    *bounds = bolt_box_bounds(&box);
    return w.count;
}
