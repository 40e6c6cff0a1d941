// SPDX-License-Identifier: MIT
#include "bolt_cases.h"

static qx_vec3 place_by_chance(qx_random *random, float reach)
{
    qx_vec3 place;
    place.x = qx_random_range(random, -reach, reach);
    place.y = qx_random_range(random, -reach, reach);
    place.z = qx_random_range(random, -reach, reach);
    return place;
}

static void add_path(bolt_case *c, qx_random *random)
{
    c->desc.path_count = 2 + qx_random_below(random, PATH_ROOM - 1);
    c->desc.path = c->path;
    for (uint32_t i = 0; i < c->desc.path_count; i++) c->path[i] = place_by_chance(random, 900.0f);
}

static void add_breakdown(bolt_case *c, qx_random *random)
{
    c->desc.targets = c->targets;
    c->desc.target_count = qx_random_below(random, 4);
    c->desc.obstacles = c->obstacles;
    c->desc.obstacle_count = qx_random_below(random, 3);
    c->desc.particles = 20 + qx_random_below(random, 60);
    c->desc.eta = qx_random_range(random, 1.0f, 8.0f);
    for (uint32_t i = 0; i < 3; i++) c->targets[i] = place_by_chance(random, 900.0f);
    // Out of the way of all ends.
    for (uint32_t i = 0; i < 2; i++)
        c->obstacles[i] =
            (qx_bolt_obstacle){ .centre = { 2000.0f, (float)i, 0.0f }, .radius = 50.0f };
}

void bolt_case_by_chance(bolt_case *c, uint64_t seed)
{
    qx_random random;
    qx_random_seed(&random, seed, 11);
    qx_bolt_desc *d = &c->desc;
    *d = (qx_bolt_desc){ .seed = seed };
    d->growth = (qx_bolt_growth)qx_random_below(&random, 3);
    d->space = (qx_bolt_space)qx_random_below(&random, 2);
    d->from = place_by_chance(&random, 900.0f);
    d->to = place_by_chance(&random, 900.0f);
    d->generations = 1 + qx_random_below(&random, 7);
    d->roughness = qx_random_range(&random, 0.1f, 1.0f);
    d->straightness = qx_random_range(&random, 0.0f, 1.0f);
    d->branch_chance = qx_random_range(&random, -0.2f, 1.0f);
    d->branch_scale = qx_random_range(&random, 0.05f, 1.0f);
    d->branch_angle = qx_random_range(&random, 0.01f, 1.57f);
    d->depth = 1 + qx_random_below(&random, 6);
    d->taper = qx_random_range(&random, -0.3f, 1.0f);
    d->trunk_share = qx_random_range(&random, 0.01f, 1.0f);
    d->sway = qx_random_range(&random, -0.1f, 1.0f);
    d->crackle = qx_random_range(&random, -0.1f, 1.0f);
    const uint32_t kind = qx_random_below(&random, 8);
    if (kind == 0) d->to = d->from;
    if (d->growth == QX_BOLT_BREAKDOWN)
        add_breakdown(c, &random);
    else if (kind < 4)
        add_path(c, &random);
    d->segments = (bolt_link_count(d) << d->generations) + qx_random_below(&random, 1500);
    if (d->segments < d->particles) d->segments = d->particles;
}

qx_bolt *bolt_of(const qx_bolt_desc *desc)
{
    qx_bolt *bolt;
    assert_int_equal(qx_bolt_create(desc, &bolt), QX_OK);
    return bolt;
}

uint64_t hash_of(const qx_bolt_desc *desc)
{
    qx_bolt *bolt = bolt_of(desc);
    const uint64_t hash = qx_bolt_hash(bolt);
    qx_bolt_destroy(bolt);
    return hash;
}

void tally_add(tally *t, double value)
{
    t->sum += value;
    t->squares += value * value;
    t->count++;
}

void assert_mean(const tally *t, double expected, double errors)
{
    const double mean = t->sum / t->count;
    const double spread = sqrt((t->squares / t->count - mean * mean) / t->count);
    if (fabs(mean - expected) > errors * spread)
        fail_msg("mean %g of %u is not %g within %g times %g", mean, t->count, expected, errors,
                 spread);
}
