// SPDX-License-Identifier: MIT
#include "bolt_pose.h"

#include "base/exact.h"

// The law: place = frame(rest + sway * S(distance, t) + crackle * N(key, t)), S and N value noise
// with zero mean. S is hashed from the seed, the link, a lattice along the distance and time knots;
// N from the seed, the point's key and time knots. Whatever a fork's copies share, they share bit
// for bit.

#define LIMIT 1e7f
#define LONGEST_TIME 1e9
#define WIDEST_SCALE 1e6f
// Lattice cells of the sway in a length of the link.
#define SWAY_CELLS 1.5f
// New places of the sway for one of the crackle: what is long moves slowly.
#define SWAY_PACE 0.25

const bolt_kernels *bolt_kernels_of(qx_simd simd)
{
    switch (simd) {
#if defined(__x86_64__)
    case QX_SIMD_SSE2: return &bolt_kernels_sse2;
    case QX_SIMD_AVX2: return &bolt_kernels_avx2;
    case QX_SIMD_AVX512: return &bolt_kernels_avx512;
#elif defined(__aarch64__)
    case QX_SIMD_NEON: return &bolt_kernels_neon;
#endif
    default: return &bolt_kernels_scalar;
    }
}

// --- noise

// A time in whole knots and a rest.
typedef struct moment_knot {
    int64_t whole;
    float rest; // 0..1
} moment_knot;

static moment_knot knot_of(double places)
{
    const double whole = exact_floor(places);
    return (moment_knot){ (int64_t)whole, (float)(places - whole) };
}

static uint64_t mix_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0xD6E8FEB86659FD93);
    hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

// -1..1, twenty bits from `shift` on; never 0, and with mean 0.
static float signed_part(uint64_t bits, unsigned shift)
{
    const int32_t part = (int32_t)(bits >> shift & 0xFFFFF);
    return ((float)(part - 0x80000) + 0.5f) * 0x1p-19f;
}

static float blend(float a, float b, float share)
{
    return a + (b - a) * share;
}

// The sway at one place of the lattice. Each has a phase, so that the bolt never stands still.
static void sway_at(bolt_move *move, uint64_t seed, double places, uint32_t cell)
{
    const uint64_t own = mix_word(seed, cell);
    const double phase = (double)(own >> 40) * 0x1p-24;
    const moment_knot now = knot_of(places * SWAY_PACE + phase);
    const uint64_t a = mix_word(own, (uint64_t)now.whole);
    const uint64_t b = mix_word(own, (uint64_t)now.whole + 1);
    const float share = now.rest * now.rest * (3.0f - 2.0f * now.rest);
    for (unsigned axis = 0; axis < 3; axis++)
        move->sway[axis][cell] = blend(signed_part(a, 20 * axis), signed_part(b, 20 * axis), share);
}

static void set_sway(bolt_move *move, uint64_t seed, double places, float reach)
{
    const float most = (float)(BOLT_CELLS - 1);
    move->per_length = reach * SWAY_CELLS < most ? SWAY_CELLS : most / reach;
    move->cells = (uint32_t)(reach * move->per_length) + 1;
    if (move->cells > BOLT_CELLS) move->cells = BOLT_CELLS;
    for (uint32_t i = 0; i <= move->cells; i++) sway_at(move, seed, places, i);
}

static void set_crackle(bolt_move *move, uint64_t seed, double places)
{
    const moment_knot now = knot_of(places);
    for (uint32_t i = 0; i < 3; i++)
        move->knots[i] = (uint32_t)(mix_word(seed, (uint64_t)now.whole + i) >> 32);
    move->fraction = now.rest;
}

// --- frames and ends

static void enter_link(bolt_moment *moment, uint32_t link)
{
    const qx_bolt *bolt = moment->bolt;
    moment->link = link;
    moment->move.frame =
        bolt_frame_between(moment->ends[link], moment->ends[link + 1], bolt->desc.space);
    set_sway(&moment->move, mix_word(bolt->desc.seed, link), moment->places, bolt->info.reach);
}

// The end of the pose that a point lies on, or QX_BOLT_NONE: a start, or a fork at one.
static uint32_t end_at(const qx_bolt *bolt, const bolt_strand *strand, uint32_t point)
{
    for (;;) {
        if (point == strand->count - 1 && strand->target != QX_BOLT_NONE) return strand->target;
        if (point != 0) return QX_BOLT_NONE;
        if (strand->parent == QX_BOLT_NONE) return strand->link;
        point = strand->fork;
        strand = &bolt->strands[strand->parent];
    }
}

// --- stretching toward several targets

static qx_vec3 at_distance(const bolt_stretch *stretch, float distance)
{
    const float way = distance - stretch->distance;
    return (qx_vec3){ stretch->start.x + stretch->slope.x * way,
                      stretch->start.y + stretch->slope.y * way,
                      stretch->start.z + stretch->slope.z * way };
}

// A strand that leads nowhere moves as the point of the way to a target that it hangs on.
static bolt_stretch stretch_where_it_begins(const bolt_moment *moment, const bolt_strand *strand)
{
    const qx_bolt *bolt = moment->bolt;
    bolt_stretch result = { 0 };
    while (strand->parent != QX_BOLT_NONE) {
        const bolt_strand *parent = &bolt->strands[strand->parent];
        if (parent->target != QX_BOLT_NONE) {
            const float distance = bolt->points.distance[parent->first + strand->fork];
            result.start = at_distance(&moment->stretches[parent->target], distance);
            break;
        }
        strand = parent;
    }
    return result;
}

static bolt_stretch stretch_of(const bolt_moment *moment, const bolt_strand *strand)
{
    if (strand->target != QX_BOLT_NONE) return moment->stretches[strand->target];
    return stretch_where_it_begins(moment, strand);
}

static qx_vec3 resting_place(const bolt_moment *moment, uint32_t point)
{
    const bolt_points *p = &moment->bolt->points;
    const bolt_frame *f = &moment->move.frame;
    const float x = p->x[point], y = p->y[point];
    const float z = moment->bolt->desc.space == QX_BOLT_SOLID ? p->z[point] : 0.0f;
    return (qx_vec3){ f->origin.x + x * f->along.x + y * f->across.x + z * f->up.x,
                      f->origin.y + x * f->along.y + y * f->across.y + z * f->up.y,
                      f->origin.z + x * f->along.z + y * f->across.z + z * f->up.z };
}

static void set_stretch(bolt_moment *moment, const bolt_strand *strand)
{
    const qx_bolt *bolt = moment->bolt;
    bolt_stretch *stretch = &moment->stretches[strand->target];
    *stretch = stretch_where_it_begins(moment, strand);
    const uint32_t last = strand->first + strand->count - 1;
    stretch->distance = bolt->points.distance[strand->first];
    const float length = bolt->points.distance[last] - stretch->distance;
    if (!(length > 0.0f)) return;
    const qx_vec3 there = resting_place(moment, last), end = moment->ends[strand->target];
    stretch->slope.x = (end.x - there.x - stretch->start.x) / length;
    stretch->slope.y = (end.y - there.y - stretch->start.y) / length;
    stretch->slope.z = (end.z - there.z - stretch->start.z) / length;
}

static void set_stretches(bolt_moment *moment)
{
    const qx_bolt *bolt = moment->bolt;
    for (uint32_t i = 0; i < bolt->info.strands; i++)
        if (bolt->strands[i].target != QX_BOLT_NONE) set_stretch(moment, &bolt->strands[i]);
}

// --- a moment

static bool is_within(float value, float limit)
{
    return value >= -limit && value <= limit; // false for NaN
}

static bool are_ends_fit(const qx_vec3 *ends, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!is_within(ends[i].x, LIMIT) || !is_within(ends[i].y, LIMIT) ||
            !is_within(ends[i].z, LIMIT))
            return false;
    return true;
}

static bool is_fit(const qx_bolt *bolt, const qx_bolt_pose *pose)
{
    if (!(pose->time >= -LONGEST_TIME && pose->time <= LONGEST_TIME)) return false;
    if (!is_within(pose->unborn, LIMIT) || !is_within(pose->dimmed, LIMIT)) return false;
    if (!(pose->scale >= 0.0f && pose->scale <= WIDEST_SCALE)) return false;
    return !pose->ends || are_ends_fit(pose->ends, bolt->info.ends);
}

static float unit(float value)
{
    return value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value;
}

static bool set_moment(bolt_moment *moment, const qx_bolt *bolt, const qx_bolt_pose *pose)
{
    if (!is_fit(bolt, pose) || pose->unborn >= 1.0f || bolt->info.strands == 0) return false;
    moment->bolt = bolt;
    moment->ends = pose->ends ? pose->ends : bolt->ends;
    moment->places = pose->time * (double)bolt->desc.rate;
    moment->cut = pose->unborn > 0.0f;
    moment->front = (1.0f - unit(pose->unborn)) * bolt->info.reach;
    moment->in_turn = pose->in_turn && bolt->way > 0.0;
    moment->way = (1.0 - (double)unit(pose->unborn)) * bolt->way;
    moment->move.scale = pose->scale > 0.0f ? pose->scale : 1.0f;
    moment->move.light = 1.0f - unit(pose->dimmed);
    moment->stretched = bolt->info.links == 1 && bolt->info.ends > 2;
    set_crackle(&moment->move, bolt->desc.seed, moment->places);
    enter_link(moment, bolt->strands[0].link);
    if (moment->stretched) set_stretches(moment);
    return true;
}

bool bolt_read_start(bolt_reader *reader, const qx_bolt *bolt, const qx_bolt_pose *pose)
{
    static const qx_bolt_pose whole = { 0 };
    reader->strand = reader->point = 0;
    return set_moment(&reader->moment, bolt, pose ? pose : &whole);
}

// --- chunks

// Where a chunk ends that can take no more.
#define FULL (BOLT_FIRST + BOLT_CHUNK)

// How far a link has grown, in its lengths. By shares of its trunk: where the next one begins, its
// own end is met to the last bit.
static float front_of(const bolt_moment *moment, uint32_t link)
{
    const qx_bolt *bolt = moment->bolt;
    if (!moment->in_turn) return moment->front;
    const double start = bolt->starts[link], span = bolt->starts[link + 1] - start;
    const bolt_strand *trunk = &bolt->strands[link];
    const double whole = (double)bolt->points.distance[trunk->first + trunk->count - 1];
    const double way = whole * (moment->way - start);
    if (!(way > 0.0)) return 0.0f;
    return way < (double)bolt->info.reach * span ? (float)(way / span) : bolt->info.reach;
}

// How many of a strand's points there are, the last one being where it is cut.
static uint32_t born_points(const bolt_moment *moment, const bolt_strand *strand)
{
    if (!moment->cut) return strand->count;
    const float *distance = moment->bolt->points.distance + strand->first;
    const float front = front_of(moment, strand->link);
    uint32_t low = 0, high = strand->count; // points before the front: at least low, below high + 1
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (distance[middle] < front)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? 0 : low < strand->count ? low + 1 : low;
}

// A run of points that is moved in one go: strands that lie one after the other in a link.
typedef struct run {
    uint32_t first, count, slot;
} run;

static void move_run(bolt_reader *reader, run *pending)
{
    const bolt_moment *moment = &reader->moment;
    const qx_bolt *bolt = moment->bolt;
    if (pending->count == 0) return;
    bolt->kernels->move(&moment->move, &bolt->points, pending->first, pending->count,
                        &reader->chunk, pending->slot, bolt->desc.space == QX_BOLT_SOLID,
                        moment->stretched);
    pending->count = 0;
}

static void move_piece(bolt_reader *reader, const bolt_strand *strand, const bolt_piece *piece,
                       run *pending)
{
    bolt_moment *moment = &reader->moment;
    const uint32_t first = strand->first + piece->from - piece->leads;
    const uint32_t slot = piece->slot - piece->leads;
    const uint32_t count = piece->count + piece->leads + piece->trails;
    if (strand->link != moment->link) {
        move_run(reader, pending);
        enter_link(moment, strand->link);
    }
    if (moment->stretched) {
        move_run(reader, pending);
        const bolt_stretch stretch = stretch_of(moment, strand);
        moment->move.start = stretch.start;
        moment->move.slope = stretch.slope;
        moment->move.distance = stretch.distance;
    }
    if (pending->count != 0 && pending->first + pending->count == first) {
        pending->count += count;
        return;
    }
    move_run(reader, pending);
    *pending = (run){ first, count, slot };
}

static void put_place(bolt_chunk *chunk, uint32_t slot, qx_vec3 place)
{
    chunk->x[slot] = place.x;
    chunk->y[slot] = place.y;
    chunk->z[slot] = place.z;
}

static void put_end(bolt_reader *reader, const bolt_strand *strand, uint32_t point, uint32_t slot)
{
    const uint32_t end = end_at(reader->moment.bolt, strand, point);
    if (end != QX_BOLT_NONE) put_place(&reader->chunk, slot, reader->moment.ends[end]);
}

// The last point moves back along its segment to the front.
static void cut_at_front(bolt_reader *reader, const bolt_strand *strand, uint32_t point,
                         uint32_t slot)
{
    const float *distance = reader->moment.bolt->points.distance + strand->first + point;
    const float length = distance[0] - distance[-1],
                front = front_of(&reader->moment, strand->link);
    const float share = length > 0.0f ? (front - distance[-1]) / length : 1.0f;
    if (!(share < 1.0f)) return;
    bolt_chunk *c = &reader->chunk;
    float *const fields[] = { c->x, c->y, c->z, c->half, c->light };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        fields[i][slot] = blend(fields[i][slot - 1], fields[i][slot], share);
}

// Ends are met to the last bit, whatever rounding did to them.
static void finish_piece(bolt_reader *reader, const bolt_piece *piece)
{
    const bolt_strand *strand = &reader->moment.bolt->strands[piece->strand];
    const uint32_t from = piece->from - piece->leads;
    const uint32_t slot = piece->slot - piece->leads;
    const uint32_t count = piece->count + piece->leads + piece->trails;
    if (from == 0) put_end(reader, strand, 0, slot);
    const uint32_t last = from + count - 1;
    if (last == 0) return;
    if (last == strand->count - 1) put_end(reader, strand, last, slot + count - 1);
    if (reader->moment.cut && last == born_points(&reader->moment, strand) - 1)
        cut_at_front(reader, strand, last, slot + count - 1);
}

// Whether an end of the pose may lie in a strand.
static bool is_special(const qx_bolt *bolt, const bolt_strand *strand)
{
    if (strand->parent == QX_BOLT_NONE || strand->target != QX_BOLT_NONE) return true;
    return strand->fork == 0 || strand->fork == bolt->strands[strand->parent].count - 1;
}

// Takes whole strands that lie one after the other, as most do, up to one that wants more care.
static void take_strands(bolt_reader *reader, run *pending)
{
    const bolt_moment *moment = &reader->moment;
    const qx_bolt *bolt = moment->bolt;
    if (moment->cut || moment->stretched || reader->point != 0 || pending->count == 0) return;
    uint32_t at = reader->strand, slot = reader->chunk.end, pieces = reader->piece_count;
    uint32_t next = pending->first + pending->count;
    for (; at < bolt->info.strands; at++) {
        const bolt_strand *strand = &bolt->strands[at];
        const uint32_t count = strand->count;
        if (strand->link != moment->link || strand->first != next || count > FULL - slot) break;
        if (is_special(bolt, strand)) reader->specials[reader->special_count++] = pieces;
        reader->pieces[pieces++] = (bolt_piece){
            .strand = at, .slot = slot, .count = count, .begins = true, .ends = true
        };
        reader->chunk.begins[slot] = reader->chunk.ends[slot + count - 1] = -1;
        slot += count;
        next += count;
    }
    reader->strand = at;
    reader->piece_count = pieces;
    reader->chunk.end = slot;
    pending->count = next - pending->first;
}

// Takes of the strand that is next what the chunk has room for.
static void take_piece(bolt_reader *reader, uint32_t born, run *pending)
{
    const bolt_moment *moment = &reader->moment;
    bolt_chunk *chunk = &reader->chunk;
    const bolt_strand *strand = &moment->bolt->strands[reader->strand];
    const uint32_t left = born - reader->point, room = FULL - chunk->end;
    const uint32_t count = left < room ? left : room;
    bolt_piece *piece = &reader->pieces[reader->piece_count++];
    *piece = (bolt_piece){ .strand = reader->strand,
                           .from = reader->point,
                           .slot = chunk->end,
                           .count = count,
                           .begins = reader->point == 0,
                           .ends = count == left,
                           .leads = reader->point != 0,
                           .trails = count != left };
    move_piece(reader, strand, piece, pending);
    if (piece->begins) chunk->begins[piece->slot] = -1;
    if (piece->ends) chunk->ends[piece->slot + count - 1] = -1;
    if (moment->cut || is_special(moment->bolt, strand))
        reader->specials[reader->special_count++] = reader->piece_count - 1;
    chunk->end += count;
    reader->point += count;
}

// What kernels read before and beyond the points.
static void pad(bolt_reader *reader)
{
    bolt_chunk *chunk = &reader->chunk;
    const bolt_piece *last = &reader->pieces[reader->piece_count - 1];
    const uint32_t first = BOLT_FIRST;
    if (!reader->pieces[0].leads)
        put_place(chunk, first - 1, (qx_vec3){ chunk->x[first], chunk->y[first], chunk->z[first] });
    reader->moment.bolt->kernels->pad(chunk, chunk->end + last->trails);
}

bool bolt_read_chunk(bolt_reader *reader)
{
    const qx_bolt *bolt = reader->moment.bolt;
    bolt_chunk *chunk = &reader->chunk;
    run pending = { 0 };
    bolt->kernels->clear(chunk);
    chunk->end = BOLT_FIRST;
    reader->piece_count = reader->special_count = 0;
    while (reader->strand < bolt->info.strands && chunk->end < FULL) {
        const uint32_t born = born_points(&reader->moment, &bolt->strands[reader->strand]);
        if (reader->point < born) take_piece(reader, born, &pending);
        if (reader->point < born) break;
        reader->strand++;
        reader->point = 0;
        take_strands(reader, &pending);
    }
    move_run(reader, &pending);
    if (chunk->end == BOLT_FIRST) return false;
    for (uint32_t i = 0; i < reader->special_count; i++)
        finish_piece(reader, &reader->pieces[reader->specials[i]]);
    pad(reader);
    return true;
}
