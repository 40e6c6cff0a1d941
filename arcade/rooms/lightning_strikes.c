// SPDX-License-Identifier: MIT
// The bolts that live now. Each source's schedule says which; what is new is grown in memory that
// was made at the start, and what it was grown from is remembered, so that a parameter that changes
// grows it anew.
#include "lightning_room.h"

#include <quincunx/hash.h>

#include <math.h>
#include <string.h>

#define TO_RADIANS 0.017453293f
#define AROUND 6.0f      // bolts keep so far from obstacles, for they crackle
#define CALM_RATE 2.0f   // at most, of bolts that light much of the picture
#define BROAD 60.0f      // halo from which on they also move by
#define BROAD_SHARE 0.1f // of their halo at most
#define LINK 500.0f      // world units of most bolts

enum {
    GROWN_A_TICK = 2, // trees: they take a millisecond each
    OF_A_SOURCE = 6,  // strikes at most
    SETTLED_TICKS = 12
};

static bool wants_trees(const lightning_play *r)
{
    return (uint32_t)r->rules.values[PARAM_GROWTH] == QX_BOLT_BREAKDOWN;
}

// --- memory

static qx_result open_bolt(qx_bolt **bolt)
{
    qx_vec3 path[LIGHTNING_ENDS];
    for (uint32_t i = 0; i < LIGHTNING_ENDS; i++) path[i] = (qx_vec3){ (float)i, 0.0f, 0.0f };
    return qx_bolt_create(&(qx_bolt_desc){ .path = path,
                                           .path_count = LIGHTNING_ENDS,
                                           .generations = 1,
                                           .segments = LIGHTNING_SEGMENTS },
                          bolt);
}

static qx_result open_tree(qx_bolt **tree)
{
    qx_bolt_obstacle obstacles[LIGHTNING_MARKS];
    qx_vec3 targets[LIGHTNING_ENDS - 2];
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++) // far away
        obstacles[i] =
            (qx_bolt_obstacle){ .centre = { 0.0f, 1e4f + 10.0f * (float)i, 0.0f }, .radius = 1.0f };
    for (uint32_t i = 0; i < LIGHTNING_ENDS - 2; i++) targets[i] = (qx_vec3){ 4.0f, 1.0f, 0.0f };
    return qx_bolt_create(&(qx_bolt_desc){ .growth = QX_BOLT_BREAKDOWN,
                                           .space = QX_BOLT_SOLID,
                                           .to = { 4.0f, 0.0f, 0.0f },
                                           .cell = 1.0f,
                                           .targets = targets,
                                           .target_count = LIGHTNING_ENDS - 2,
                                           .obstacles = obstacles,
                                           .obstacle_count = LIGHTNING_MARKS,
                                           .particles = LIGHTNING_PARTICLES,
                                           .segments = LIGHTNING_SEGMENTS },
                          tree);
}

qx_result lightning_open_bolts(lightning_play *r)
{
    qx_result result = QX_OK;
    for (uint32_t i = 0; i < LIGHTNING_STRIKES && result == QX_OK; i++)
        result = open_bolt(&r->bolts[i]);
    for (uint32_t i = 0; i < LIGHTNING_TREES && result == QX_OK; i++)
        result = open_tree(&r->trees[i]);
    if (result != QX_OK) lightning_close_bolts(r);
    return result;
}

void lightning_close_bolts(lightning_play *r)
{
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) qx_bolt_destroy(r->bolts[i]);
    for (uint32_t i = 0; i < LIGHTNING_TREES; i++) qx_bolt_destroy(r->trees[i]);
    memset(r->bolts, 0, sizeof r->bolts);
    memset(r->trees, 0, sizeof r->trees);
}

static qx_bolt *bolt_in(const lightning_play *r, uint32_t place, bool tree)
{
    return tree ? r->trees[place] : r->bolts[place];
}

const qx_bolt *lightning_bolt_of(const lightning_play *r, const lightning_strike *s)
{
    return bolt_in(r, (uint32_t)(s - r->strikes), s->tree);
}

void lightning_forget_strikes(lightning_play *r)
{
    memset(r->strikes, 0, sizeof r->strikes);
}

// --- growing

static float or_none(float value)
{
    return value > 0.0f ? value : -1.0f;
}

// As many halvings as were asked for, or as the memory holds with as much again for branches.
static uint32_t generations_for(const lightning_play *r, uint32_t ends)
{
    uint32_t generations = (uint32_t)r->rules.values[PARAM_GENERATIONS];
    while (generations > 1 && (ends - 1) << generations > LIGHTNING_SEGMENTS / 2) generations--;
    return generations;
}

// All but places and seed.
static qx_bolt_desc desc_of(const lightning_play *r, const lightning_strike *s)
{
    const float *v = r->rules.values;
    const bool vast = r->light.vast && v[PARAM_RATE] > CALM_RATE;
    const float halo = v[PARAM_HALO] * v[PARAM_WIDTH];
    const float most = halo > BROAD ? BROAD_SHARE * halo / LINK : 1.0f; // in lengths of a link
    const float pieces = (float)(1u << generations_for(r, s->end_count));
    return (qx_bolt_desc){ .growth = (qx_bolt_growth)v[PARAM_GROWTH],
                           .space = (qx_bolt_space)v[PARAM_SPACE],
                           .generations = generations_for(r, s->end_count),
                           .roughness = v[PARAM_ROUGHNESS],
                           .straightness = v[PARAM_STRAIGHTNESS],
                           .branch_chance = or_none(v[PARAM_CHANCE]),
                           .branch_scale = v[PARAM_BRANCH],
                           .branch_angle = fminf(v[PARAM_ANGLE] * TO_RADIANS, 1.5707f),
                           .depth = (uint32_t)v[PARAM_DEPTH],
                           .segments = LIGHTNING_SEGMENTS,
                           .width = 2.0f * v[PARAM_HALO],
                           .taper = or_none(v[PARAM_TAPER]),
                           .power = v[PARAM_POWER] * s->power,
                           .trunk_share = v[PARAM_TRUNK],
                           .sway = or_none(fminf(v[PARAM_SWAY], most)),
                           .crackle = or_none(fminf(v[PARAM_CRACKLE], most * pieces)),
                           .rate = vast ? CALM_RATE : v[PARAM_RATE],
                           .eta = v[PARAM_ETA],
                           .cell = v[PARAM_CELL],
                           .particles = (uint32_t)v[PARAM_PARTICLES] };
}

static uint32_t list_obstacles(const lightning_play *r, qx_bolt_obstacle *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++) {
        const lightning_mark *m = &r->rules.marks[i];
        if (!lightning_is_obstacle(m)) continue;
        list[count] = (qx_bolt_obstacle){ .centre = { m->x, m->y, 0.0f } };
        if (m->kind == MARK_BALL)
            list[count].radius = m->radius + AROUND;
        else
            list[count].half =
                (qx_vec3){ m->radius + AROUND, m->radius + AROUND, m->radius + AROUND };
        count++;
    }
    return count;
}

static uint64_t add_number(uint64_t hash, uint64_t number)
{
    return qx_hash_bytes(hash, &number, sizeof number);
}

// Of all that a shape comes from. Ends are not among it: bolts follow them.
static uint64_t key_of(const lightning_play *r, const qx_bolt_desc *d, uint32_t ends)
{
    qx_bolt_obstacle obstacles[LIGHTNING_MARKS];
    uint64_t hash = qx_hash_floats(QX_HASH_START, r->rules.values, PARAM_SWAY);
    const float motion[] = { d->width, d->power, d->sway, d->crackle, d->rate };
    hash = add_number(qx_hash_floats(hash, motion, 5), ends);
    if (d->growth != QX_BOLT_BREAKDOWN) return hash;
    const uint32_t count = list_obstacles(r, obstacles);
    for (uint32_t i = 0; i < count; i++) {
        const qx_bolt_obstacle *o = &obstacles[i];
        const float place[] = { o->centre.x, o->centre.y, o->radius };
        hash = qx_hash_floats(hash, place, 3);
    }
    return hash;
}

static uint64_t seed_of(const lightning_play *r, const lightning_strike *s)
{
    const uint64_t numbers[] = { r->rules.seed, r->sources[s->source].salt, s->epoch, s->index };
    return qx_hash_bytes(QX_HASH_START, numbers, sizeof numbers);
}

static bool grow(lightning_play *r, lightning_strike *s, qx_bolt_desc *desc)
{
    qx_bolt_obstacle obstacles[LIGHTNING_MARKS];
    desc->seed = seed_of(r, s);
    desc->from = s->ends[0];
    desc->to = s->ends[1];
    if (s->tree) {
        desc->targets = s->ends + 2;
        desc->target_count = s->end_count - 2;
        desc->obstacles = obstacles;
        desc->obstacle_count = list_obstacles(r, obstacles);
    } else if (s->end_count > 2) {
        desc->path = s->ends;
        desc->path_count = s->end_count;
    }
    return qx_bolt_generate(bolt_in(r, (uint32_t)(s - r->strikes), s->tree), desc) == QX_OK;
}

// A hand that pulls an obstacle about asks for other trees at every tick; some wait.
static void keep_grown(lightning_play *r, lightning_strike *s, uint32_t *trees)
{
    qx_bolt_desc desc = desc_of(r, s);
    const uint64_t key = key_of(r, &desc, s->end_count);
    if (s->key == key) return;
    if (s->tree && *trees == GROWN_A_TICK) return;
    *trees += s->tree;
    s->key = key;
    s->grown = grow(r, s, &desc);
}

// --- which live

static lightning_strike *find(lightning_play *r, uint32_t source, uint64_t index)
{
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        lightning_strike *s = &r->strikes[i];
        if (s->used && s->source == source && s->index == index && s->epoch == r->rules.epoch)
            return s;
    }
    return NULL;
}

// Of more than there is memory for, the later ones are not drawn.
static lightning_strike *find_free(lightning_play *r)
{
    const uint32_t count = wants_trees(r) ? LIGHTNING_TREES : LIGHTNING_STRIKES;
    for (uint32_t i = 0; i < count; i++)
        if (!r->strikes[i].used) return &r->strikes[i];
    return NULL;
}

static lightning_strike *begin(lightning_play *r, uint32_t source, uint64_t index)
{
    lightning_strike *s = find_free(r);
    if (!s) return NULL;
    *s = (lightning_strike){ .used = true,
                             .tree = wants_trees(r),
                             .source = source,
                             .epoch = r->rules.epoch,
                             .index = index,
                             .scale = r->sources[source].scale,
                             .power = r->sources[source].power,
                             .wish = { 0.0f, 1.0f },
                             .held = { 0.0f, 1.0f } };
    s->end_count = lightning_aim(r, source, index, s->ends);
    memcpy(s->before, s->ends, sizeof s->before);
    return s;
}

static qx_bolt_life life_of(const lightning_play *r, const qx_bolt_schedule *schedule)
{
    const float birth = r->rules.values[PARAM_BIRTH], vanish = r->rules.values[PARAM_VANISH];
    const float whole = schedule->full + fmaxf(schedule->dim, 0.0f);
    const float steady = whole - birth - vanish;
    return (qx_bolt_life){ .birth = or_none(birth),
                           .steady = fmaxf(steady, 0.001f),
                           .vanish = or_none(vanish) };
}

// The schedule's light and the life's together.
static lightning_look look_at(const lightning_play *r, const lightning_source *source,
                              const qx_bolt_strike *strike)
{
    const qx_bolt_life life = life_of(r, &source->schedule);
    qx_bolt_pose pose = { 0 };
    qx_bolt_sample_life(&life, strike->age > 0.0 ? strike->age : 0.0, &pose);
    return (lightning_look){ (1.0f - pose.dimmed) * (1.0f - strike->dimmed), pose.unborn };
}

static void follow_ends(lightning_play *r, lightning_strike *s)
{
    qx_vec3 ends[LIGHTNING_ENDS];
    const uint32_t count = lightning_aim(r, s->source, s->index, ends);
    memcpy(s->before, s->ends, sizeof s->before);
    if (count == 0) return;
    memcpy(s->ends, ends, count * sizeof ends[0]);
    if (count != s->end_count) memcpy(s->before, ends, count * sizeof ends[0]);
    s->end_count = count;
}

static void live(lightning_play *r, uint32_t source, const qx_bolt_strike *now, uint32_t *trees)
{
    lightning_strike *s = find(r, source, now->index);
    if (!s)
        s = begin(r, source, now->index);
    else
        follow_ends(r, s);
    if (!s || s->end_count == 0) return;
    if (s->tree != wants_trees(r)) return; // another way to grow was chosen: the next one will
    s->alive = true;
    s->wish = look_at(r, &r->sources[source], now);
    keep_grown(r, s, trees);
}

static void run_source(lightning_play *r, uint32_t source, uint32_t *trees)
{
    qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
    const lightning_source *from = &r->sources[source];
    if (!from->active) return;
    const uint32_t count =
        qx_bolt_sample_schedule(&from->schedule, from->time, 1.0 / 60.0, strikes);
    for (uint32_t i = 0; i < count && i < OF_A_SOURCE; i++) live(r, source, &strikes[i], trees);
}

static void grow_older(lightning_strike *s)
{
    s->alive = false;
    s->wish_before = s->wish;
    s->held_before = s->held;
    s->wish = (lightning_look){ 0.0f, s->wish.unborn };
}

// Strikes follow a slider of their times once it rests: else each of its steps would be a strike.
static void follow_timing(lightning_play *r)
{
    bool same = true;
    lightning_rules *rules = &r->rules;
    for (uint32_t i = PARAM_PERIOD; i <= PARAM_FLASHES; i++)
        same =
            same && !(rules->timing[i] < rules->values[i] || rules->timing[i] > rules->values[i]);
    rules->settled = same ? 0 : rules->settled + 1;
    if (rules->settled < SETTLED_TICKS) return;
    memcpy(rules->timing, rules->values, sizeof rules->timing);
    rules->epoch = rules->tick;
    rules->settled = 0;
}

void lightning_run_strikes(lightning_play *r)
{
    uint32_t trees = 0;
    follow_timing(r);
    lightning_lay_sources(r);
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) grow_older(&r->strikes[i]);
    for (uint32_t i = 0; i < LIGHTNING_SOURCES; i++) run_source(r, i, &trees);
}
