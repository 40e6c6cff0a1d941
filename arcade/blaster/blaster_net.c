// SPDX-License-Identifier: MIT
#include "blaster_net.h"

#include <stdlib.h>

// The classic law has the tutorial's formulas and forces. In the material law a push is an
// acceleration that reaches points far closer together; its strengths were chosen by eye to move
// the net as far.
typedef struct push_law {
    qx_grid_law law;
    float bullet, bullet_radius; // explosive, times the bullet's speed
    float hole, hole_swing, hole_radius;
    float back, back_radius; // directed at the viewer
    float blast, blast_radius;
    float bolt, bolt_radius; // away from a line; by the smooth law in both
} push_law;

static const push_law classic = { QX_GRID_TUTORIAL, 0.5f,  80.0f, 20.0f,  10.0f, 200.0f,
                                  5000.0f,          50.0f, 60.0f, 180.0f, 24.0f, 70.0f };
static const push_law world = { QX_GRID_SMOOTH, 0.26f, 80.0f, 3.6f,   1.8f,  220.0f,
                                60.0f,          90.0f, 16.0f, 180.0f, 24.0f, 70.0f };

static const push_law *law_of(const blaster_net *net)
{
    return net->material == QX_GRID_CLASSIC ? &classic : &world;
}

// --- making it

static bool make_positions(blaster_net *net)
{
    const uint32_t points = qx_grid_get_info(net->grid).points;
    net->positions = malloc(points * sizeof *net->positions);
    net->before = malloc(points * sizeof *net->before);
    if (!net->positions || !net->before) return false;
    qx_grid_build_positions(net->grid, net->positions, sizeof *net->positions);
    qx_grid_build_positions(net->grid, net->before, sizeof *net->before);
    return true;
}

qx_result blaster_net_open(blaster_net *net, qx_grid_material material, int16_t width,
                           int16_t height)
{
    blaster_net made = {
        .material = material, .width = width, .height = height, .version = net->version + 1
    };
    made.arena =
        (place){ 0.5f * (float)(width - ARENA_WIDTH), 0.5f * (float)(height - ARENA_HEIGHT) };
    const qx_grid_desc desc = {
        .width = width,
        .height = height,
        .points = material == QX_GRID_CLASSIC ? NET_CLASSIC_POINTS : NET_WORLD_POINTS,
        .material = material,
        .damping_floor = 0.35f // ten bullets in one place must not freeze it
    };
    const qx_result result = qx_grid_create(&desc, &made.grid);
    if (result != QX_OK) return result;
    if (!make_positions(&made)) {
        blaster_net_close(&made);
        return QX_NO_MEMORY;
    }
    blaster_net_close(net);
    *net = made;
    return QX_OK;
}

void blaster_net_close(blaster_net *net)
{
    qx_grid_destroy(net->grid);
    free(net->positions);
    free(net->before);
    *net = (blaster_net){ 0 };
}

// --- pushing

// What is more than one tick can take is left out: with so many at once none is missed.
static void push(blaster_net *net, qx_grid_push_kind kind, place at, float radius, float strength)
{
    qx_grid_apply(net->grid, &(qx_grid_push){ .kind = kind,
                                              .law = law_of(net)->law,
                                              .x = net->arena.x + at.x,
                                              .y = net->arena.y + at.y,
                                              .direction = { 0.0f, 0.0f, 1.0f },
                                              .radius = radius,
                                              .strength = strength });
}

void blaster_net_bullet(blaster_net *net, const bullet *b)
{
    const push_law *law = law_of(net);
    push(net, QX_GRID_EXPLODE, b->at, law->bullet_radius, law->bullet * length(b->velocity));
}

void blaster_net_hole(blaster_net *net, const hole *h)
{
    const push_law *law = law_of(net);
    const float swing = (float)qx_sin(0.5 * (double)h->spray);
    push(net, QX_GRID_IMPLODE, h->at, law->hole_radius, law->hole + law->hole_swing * swing);
}

void blaster_net_return(blaster_net *net, place at)
{
    const push_law *law = law_of(net);
    push(net, QX_GRID_DIRECTED, at, law->back_radius, law->back);
}

void blaster_net_blast(blaster_net *net, place at, float level)
{
    const push_law *law = law_of(net);
    push(net, QX_GRID_EXPLODE, at, law->blast_radius, law->blast * level);
}

void blaster_net_bolt(blaster_net *net, place from, place to, float level)
{
    const push_law *law = law_of(net);
    qx_grid_apply(net->grid, &(qx_grid_push){ .kind = QX_GRID_LINE,
                                              .x = net->arena.x + from.x,
                                              .y = net->arena.y + from.y,
                                              .to_x = net->arena.x + to.x,
                                              .to_y = net->arena.y + to.y,
                                              .radius = law->bolt_radius,
                                              .strength = law->bolt * level });
}

void blaster_net_step(blaster_net *net, const qx_workers *workers)
{
    qx_vec3 *oldest = net->before;
    net->before = net->positions;
    net->positions = oldest;
    qx_grid_step(net->grid, workers);
    qx_grid_build_positions(net->grid, net->positions, sizeof *net->positions);
    net->version++;
}
