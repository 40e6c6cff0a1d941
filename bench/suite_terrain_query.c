// SPDX-License-Identifier: MIT
// What terrain answers: heights, rays, spheres; part of the suite `terrain`. A generated map of
// 4,097 x 4,097 samples, cells of 10 m. The quickest of several runs counts.
#include "bench.h"

#include <quincunx/random.h>
#include <quincunx/terrain.h>
#include <quincunx/terrain_make.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 4097u
#define CELL 10.0f
#define TALL 2500.0f // about as alps are
#define PLACES (1u << 20)
#define RAYS (1u << 17)
#define SPHERES (1u << 14)
#define STEPS (1u << 14)
#define RUNS 20

typedef struct ground {
    qx_terrain *terrain;
    qx_vec2 *places;
    float *heights;
    qx_terrain_ray *rays;
    uint32_t hits;
} ground;

static uint16_t *make_codes(void)
{
    float *heights = malloc((size_t)SIDE * SIDE * sizeof *heights);
    uint16_t *codes = malloc((size_t)SIDE * SIDE * sizeof *codes);
    const qx_terrain_make make = { .columns = SIDE, .rows = SIDE, .seed = 7 };
    if (heights && codes && qx_terrain_generate(&make, NULL, heights) == QX_OK) {
        for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
            codes[i] = (uint16_t)(heights[i] * 65535.0f);
        free(heights);
        return codes;
    }
    free(heights);
    free(codes);
    return NULL;
}

static bool ground_make(ground *g)
{
    *g = (ground){ .terrain = NULL };
    uint16_t *codes = make_codes();
    if (!codes) return false;
    const float size = CELL * (float)(SIDE - 1);
    const qx_terrain_desc desc = {
        .samples = { .data = codes, .kind = QX_TERRAIN_U16, .columns = SIDE, .rows = SIDE },
        .high = TALL,
        .width = size,
        .depth = size
    };
    const qx_result result = qx_terrain_create(&desc, NULL, &g->terrain);
    free(codes);
    g->places = malloc(PLACES * sizeof *g->places);
    g->heights = malloc(PLACES * sizeof *g->heights);
    g->rays = malloc(RAYS * sizeof *g->rays);
    return result == QX_OK && g->places && g->heights && g->rays;
}

static void ground_free(ground *g)
{
    qx_terrain_destroy(g->terrain);
    free(g->places);
    free(g->heights);
    free(g->rays);
}

static void places_by_chance(ground *g)
{
    qx_random random;
    qx_random_seed(&random, 1, 1);
    const float half = 0.5f * CELL * (float)(SIDE - 1);
    for (uint32_t i = 0; i < PLACES; i++)
        g->places[i] = (qx_vec2){ qx_random_range(&random, -half, half),
                                  qx_random_range(&random, -half, half) };
}

// As a picture seen from above asks: row by row, a third of a cell apart.
static void places_in_order(ground *g)
{
    const uint32_t side = 1024;
    for (uint32_t i = 0; i < PLACES; i++)
        g->places[i] =
            (qx_vec2){ -1700.0f + (float)(i % side) * 3.3f, -1700.0f + (float)(i / side) * 3.3f };
}

static void ask_heights(ground *g)
{
    qx_terrain_sample_heights(g->terrain, g->places, PLACES, g->heights, NULL);
}

static void ask_heights_alone(ground *g)
{
    for (uint32_t i = 0; i < PLACES; i++)
        (void)qx_terrain_sample_height(g->terrain, g->places[i].x, g->places[i].y, &g->heights[i]);
}

// Rays of 1 km from up to 250 m over the ground, down at 2 to 20 degrees: most of them hit.
static void rays_oblique(ground *g)
{
    qx_random random;
    qx_random_seed(&random, 2, 2);
    const float half = 0.5f * CELL * (float)(SIDE - 1) - 1000.0f;
    for (uint32_t i = 0; i < RAYS; i++) {
        const float x = qx_random_range(&random, -half, half);
        const float z = qx_random_range(&random, -half, half);
        const float turn = qx_random_range(&random, 0.0f, 6.2831853f);
        const float down = qx_random_range(&random, 0.035f, 0.35f);
        float height;
        (void)qx_terrain_sample_height(g->terrain, x, z, &height);
        g->rays[i] =
            (qx_terrain_ray){ .origin = { x, height + qx_random_range(&random, 1.0f, 250.0f), z },
                              .direction = { cosf(turn) * cosf(down), -sinf(down),
                                             sinf(turn) * cosf(down) },
                              .reach = 1000.0f };
    }
}

// From the ground towards a low sun, as far as the map reaches.
static void rays_to_the_sun(ground *g)
{
    rays_oblique(g);
    for (uint32_t i = 0; i < RAYS; i++) {
        qx_terrain_ray *r = &g->rays[i];
        float height;
        (void)qx_terrain_sample_height(g->terrain, r->origin.x, r->origin.z, &height);
        r->origin.y = height + 0.1f;
        r->direction = (qx_vec3){ 0.9f, 0.25f, 0.36f };
        r->reach = INFINITY;
    }
}

static void ask_rays(ground *g)
{
    g->hits = 0;
    for (uint32_t i = 0; i < RAYS; i++) {
        qx_terrain_hit hit;
        g->hits += qx_terrain_solve_ray(g->terrain, &g->rays[i], &hit);
    }
}

static void ask_any(ground *g)
{
    g->hits = 0;
    for (uint32_t i = 0; i < RAYS; i++) g->hits += qx_terrain_solve_any(g->terrain, &g->rays[i]);
}

// Of 2 m, along the same rays.
static void ask_spheres(ground *g)
{
    g->hits = 0;
    for (uint32_t i = 0; i < SPHERES; i++) {
        qx_terrain_hit hit;
        g->hits += qx_terrain_solve_sphere(g->terrain, &g->rays[i], 2.0f, &hit);
    }
}

// One walker, at 5 m/s and 60 ticks a second.
static void walk(ground *g)
{
    qx_terrain_walker walker = { .radius = 0.4f, .height = 1.8f };
    (void)qx_terrain_sample_height(g->terrain, 0.0f, 0.0f, &walker.feet.y);
    for (uint32_t i = 0; i < STEPS; i++) {
        walker.velocity.x = i & 2048 ? 4.0f : -4.0f;
        walker.velocity.y -= 9.81f / 60.0f;
        walker.velocity.z = 3.0f;
        qx_terrain_step_walker(g->terrain, &walker, 1.0f / 60.0f);
    }
}

static void time_questions(const char *name, ground *g, void (*ask)(ground *g), uint32_t count)
{
    double best = INFINITY;
    for (int i = 0; i < RUNS; i++) {
        const double start = bench_seconds();
        ask(g);
        best = fmin(best, bench_seconds() - start);
    }
    bench_metric(name, count / best * 1e-6, "M/s");
}

void suite_terrain_query(void)
{
    ground g;
    if (ground_make(&g)) {
        places_by_chance(&g);
        time_questions("terrain.height.random_mps", &g, ask_heights, PLACES);
        time_questions("terrain.height.random_alone_mps", &g, ask_heights_alone, PLACES);
        places_in_order(&g);
        time_questions("terrain.height.coherent_mps", &g, ask_heights, PLACES);
        time_questions("terrain.height.coherent_alone_mps", &g, ask_heights_alone, PLACES);
        rays_oblique(&g);
        time_questions("terrain.ray.oblique_mps", &g, ask_rays, RAYS);
        bench_metric("terrain.ray.oblique_hits", (double)g.hits / RAYS, "1");
        time_questions("terrain.ray.any_mps", &g, ask_any, RAYS);
        time_questions("terrain.sphere.mps", &g, ask_spheres, SPHERES);
        time_questions("terrain.walker.steps_mps", &g, walk, STEPS);
        rays_to_the_sun(&g);
        time_questions("terrain.ray.sun_mps", &g, ask_any, RAYS);
        bench_metric("terrain.ray.sun_hits", (double)g.hits / RAYS, "1");
    } else {
        fprintf(stderr, "terrain: no memory for a map of %u x %u samples\n", SIDE, SIDE);
    }
    ground_free(&g);
}
