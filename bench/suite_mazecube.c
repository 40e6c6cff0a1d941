// SPDX-License-Identifier: MIT
// Maze Cube: a step of the ball in a maze of 15 x 15 x 15, on its walls nearly all the time; the last
// level played by its plan, tick by tick; and how long levels and plans take to make.
#include "bench.h"

#include "mazecube/plan.h"

#include <quincunx/random.h>

#include <stdio.h>
#include <stdlib.h>

#define SIDE 15u
#define STEPS 200000u
#define ROUNDS 9u

typedef struct bowl {
    qx_maze *maze;
    lattice walls;
    ball ball;
    uint64_t touched; // steps
} bowl;

static bool open_bowl(bowl *b)
{
    const qx_maze_desc desc = { .width = SIDE, .height = SIDE, .depth = SIDE, .seed = 1 };
    *b = (bowl){ .ball = { .at = { 0.5, 0.5, 0.5 } } };
    if (qx_maze_create(&desc, NULL, &b->maze) != QX_OK) return false;
    if (lattice_open(&b->walls, b->maze, NULL, 0) == QX_OK) return true;
    qx_maze_destroy(b->maze);
    return false;
}

// The cube tips every half second, and turns.
static double time_steps(bowl *b, qx_random *random)
{
    ball_forces forces = { .centre = { 0.5 * SIDE, 0.5 * SIDE, 0.5 * SIDE } };
    const double start = bench_seconds();
    for (uint32_t step = 0; step < STEPS; step++) {
        if (step % (30 * BALL_STEPS) == 0) {
            const double g = BALL_GRAVITY;
            forces.gravity = (vec){ qx_random_range(random, -1.0f, 1.0f) * g,
                                    qx_random_range(random, -1.0f, 1.0f) * g,
                                    qx_random_range(random, -1.0f, 1.0f) * g };
            forces.spin = (vec){ qx_random_range(random, -2.0f, 2.0f), 0.0, 1.0 };
        }
        ball_step(&b->ball, &b->walls, &forces);
        b->touched += b->ball.contacts != 0;
    }
    return bench_seconds() - start;
}

// The quietest of some rounds counts: others use the machine.
static void time_ball(void)
{
    bowl b;
    qx_random random;
    qx_random_seed(&random, 1, 0);
    if (!open_bowl(&b)) return;
    double least = 1e9;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        const double seconds = time_steps(&b, &random);
        if (seconds < least) least = seconds;
    }
    bench_metric("ball.step_us", least / STEPS * 1e6, "us");
    bench_metric("ball.in_contact", (double)b.touched / (STEPS * ROUNDS), "1");
    lattice_close(&b.walls);
    qx_maze_destroy(b.maze);
}

// --- the game

#define PLAYS 5u
#define PLAY_TICKS 20000u // no plan of a level is longer

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Of some plays the quietest counts.
static void time_ticks(const level_desc *level, const plan *p)
{
    static double seconds[PLAY_TICKS];
    static mazecube game;
    double middle = 1e9, worst = 1e9;
    for (uint32_t play = 0; play < PLAYS; play++) {
        uint32_t count = 0;
        if (!mazecube_start(&game, level, SLICE_CLEAN)) return;
        while (!game.over && count < PLAY_TICKS) {
            const orders given = plan_orders(p, &game);
            const double start = bench_seconds();
            mazecube_tick(&game, &given);
            seconds[count++] = bench_seconds() - start;
        }
        mazecube_stop(&game);
        qsort(seconds, count, sizeof seconds[0], compare);
        if (seconds[count / 2] < middle) middle = seconds[count / 2];
        if (seconds[count * 99 / 100] < worst) worst = seconds[count * 99 / 100];
    }
    bench_metric("mazecube.tick.p50_ms", 1e3 * middle, "ms");
    bench_metric("mazecube.tick.p99_ms", 1e3 * worst, "ms");
}

static void time_game(void)
{
    static plan p;
    const level_desc level = level_get(LEVEL_COUNT);
    const double start = bench_seconds();
    if (!plan_solve(&p, &level, 0)) return;
    bench_metric("mazecube.plan_ms", 1e3 * (bench_seconds() - start), "ms");
    time_ticks(&level, &p);
}

// What is waited for when a level is chosen or started over.
static void time_starts(void)
{
    static mazecube game;
    double longest = 0.0;
    for (uint32_t number = 1; number <= LEVEL_COUNT; number++) {
        const level_desc level = level_get(number);
        const double start = bench_seconds();
        if (!mazecube_start(&game, &level, SLICE_CLEAN)) return;
        const double taken = bench_seconds() - start;
        if (taken > longest) longest = taken;
        mazecube_stop(&game);
    }
    bench_metric("mazecube.start.worst_ms", 1e3 * longest, "ms");
}

// From the proposal to the plan, as before a round of the endless mode.
static void time_certify(void)
{
    static plan p;
    double longest = 0.0;
    for (uint32_t solved = 0; solved < 40; solved++) {
        level_desc level = level_endless(1, solved);
        const double start = bench_seconds();
        if (!plan_certify(&p, &level)) fputs("mazecube.certify: not solved\n", stderr);
        const double taken = bench_seconds() - start;
        if (taken > longest) longest = taken;
    }
    bench_metric("mazecube.certify.worst_ms", 1e3 * longest, "ms");
}

// The same as the endless mode does it: the longest slice is what a tick pays.
static void time_slices(void)
{
    double longest = 0.0, most = 0.0;
    for (uint32_t solved = 0; solved < 40; solved++) {
        const level_desc level = level_endless(1, solved);
        plan_making *m = plan_making_begin(&level);
        double slices = 0.0;
        for (bool more = m != NULL; more; slices++) {
            const double start = bench_seconds();
            more = plan_making_run(m, PLAN_SLICE);
            const double taken = bench_seconds() - start;
            if (taken > longest) longest = taken;
        }
        if (slices > most) most = slices;
        plan_making_drop(m);
    }
    bench_metric("mazecube.certify.slice_worst_ms", 1e3 * longest, "ms");
    bench_metric("mazecube.certify.slices", most, "ticks");
}

void suite_mazecube(void)
{
    time_ball();
    time_game();
    time_starts();
    time_certify();
    time_slices();
}
