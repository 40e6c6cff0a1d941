// SPDX-License-Identifier: MIT
// Blaster's tick at its worst: 200 enemies, all 20,480 particles, the net of 60,000 points in the
// material law; and the soak: a hundred games of ten minutes by the bot.
#include "bench.h"

#include "blaster/blaster_volley.h"
#include "blaster/spectacle.h"
#include "workers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define VIEW_WIDTH 1138
#define VIEW_HEIGHT 640
#define ROUNDS 12u
#define TICKS 200u
#define WARM_UP 120u
#define SOAK_GAMES 100u
#define SOAK_TICKS 36000u
#define TURN 6.28318530717958647692

// The linker leads memory through here (--wrap).
static uint32_t allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    allocations++;
    return __real_aligned_alloc(alignment, size);
}

typedef struct fight {
    blaster game;
    spectacle spectacle;
    blaster_net net;
    volley volley;
} fight;

static fight *open_fight(qx_grid_material material)
{
    fight *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    blaster_start(&f->game, 1, STEERING_TWIN);
    spectacle_start(&f->spectacle, 1);
    if (volley_open(&f->volley, 1) == QX_OK &&
        blaster_net_open(&f->net, material, VIEW_WIDTH, VIEW_HEIGHT) == QX_OK)
        return f;
    volley_close(&f->volley);
    free(f);
    return NULL;
}

static void close_fight(fight *f)
{
    blaster_net_close(&f->net);
    volley_close(&f->volley);
    free(f);
}

// The ship can not be hit here, so that the field stays full: enemies crowd around it, always about
// to become harmful.
static void fill_enemies(fight *f)
{
    blaster *game = &f->game;
    for (uint32_t i = 0; i < ENEMIES_MAX; i++) {
        const double angle = TURN * i / ENEMIES_MAX;
        const float far = 120.0f + (float)(i % 7) * 20.0f;
        enemy *e = &game->enemies[i];
        if (i < game->enemy_count) continue;
        *e = (enemy){ .kind = i % 2 ? ENEMY_SEEKER : ENEMY_WANDERER,
                      .id = game->next_id++,
                      .at = { 400.0f + far * (float)qx_cos(angle),
                              300.0f + far * (float)qx_sin(angle) } };
    }
    game->enemy_count = ENEMIES_MAX;
    for (uint32_t i = 0; i < ENEMIES_MAX; i++)
        if (game->enemies[i].age >= ENEMY_FADE_TICKS && i % 8 != 0) game->enemies[i].age = 0;
}

static void fill_holes(fight *f)
{
    blaster *game = &f->game;
    for (uint32_t i = game->hole_count; i < HOLES_MAX; i++)
        game->holes[i] = (hole){ .at = { 150.0f + 500.0f * (float)i, 150.0f },
                                 .hits = HOLE_HITS,
                                 .id = game->next_id++ };
    game->hole_count = HOLES_MAX;
}

static void fill_particles(fight *f)
{
    particles *p = &f->spectacle.particles;
    for (uint32_t i = p->count; i < PARTICLES_MAX; i++) {
        const float x = (float)(i * 37 % 800), y = (float)(i * 61 % 600);
        particles_add(
            p, &(particle){
                   { x, y }, { 5.0f, 3.0f }, 190.0f, 0, (particle_kind)(i % PARTICLE_KINDS) });
    }
}

static double time_tick(fight *f, uint32_t tick, bool press, const qx_workers *on)
{
    const orders given = { .aim = { (float)qx_cos(0.1 * tick), (float)qx_sin(0.1 * tick) },
                           .strike = press };
    fill_enemies(f);
    fill_holes(f);
    fill_particles(f);
    f->game.lives = LIVES_START;
    if (press) f->game.strike.charge = f->game.strike.need;
    const double start = bench_seconds();
    blaster_tick(&f->game, &given);
    spectacle_tick(&f->spectacle, &f->game, &f->net);
    volley_tick(&f->volley, &f->game);
    blaster_net_step(&f->net, on);
    return bench_seconds() - start;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Sorted.
static void time_round(fight *f, const qx_workers *on, double seconds[TICKS])
{
    for (uint32_t i = 0; i < TICKS; i++) seconds[i] = time_tick(f, i, false, on);
    qsort(seconds, TICKS, sizeof seconds[0], compare);
}

// With the shell's workers and without them in turn; of all rounds the quietest counts, since what
// else the machine does can only add to a tick.
static void time_ticks(void)
{
    static double seconds[TICKS];
    double middle = INFINITY, worst = INFINITY;
    fight *f = open_fight(QX_GRID_WORLD);
    workers *pool = workers_create(0);
    if (f) {
        for (uint32_t i = 0; i < WARM_UP; i++) time_tick(f, i, false, workers_get(pool));
        allocations = 0;
        for (uint32_t round = 0; round < ROUNDS; round++) {
            time_round(f, round % 2 == 0 ? workers_get(pool) : NULL, seconds);
            middle = fmin(middle, seconds[TICKS / 2]);
            worst = fmin(worst, seconds[TICKS * 99 / 100]);
        }
        bench_metric("blaster.tick.allocations", allocations, "1");
        bench_metric("blaster.tick.p50_ms", 1e3 * middle, "ms");
        bench_metric("blaster.tick.p99_ms", 1e3 * worst, "ms");
        close_fight(f);
    } else {
        fputs("blaster.tick: no memory for it\n", stderr);
    }
    workers_destroy(pool);
}

// A press that strikes 200: all are put in order and four bolts of fifty links grow in that tick;
// then 14 a tick are struck. Of all rounds the quietest, of its 15 ticks the longest.
static void time_strike(void)
{
    double quietest = INFINITY;
    fight *f = open_fight(QX_GRID_WORLD);
    if (!f) return;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        double longest = 0.0;
        for (uint32_t i = 0; i < WARM_UP; i++) {
            const double taken = time_tick(f, i, i == WARM_UP - STRIKE_TICKS, NULL);
            if (i >= WARM_UP - STRIKE_TICKS) longest = fmax(longest, taken);
        }
        quietest = fmin(quietest, longest);
    }
    bench_metric("blaster.strike.worst_ms", 1e3 * quietest, "ms");
    close_fight(f);
}

static void time_particles(void)
{
    fight *f = open_fight(QX_GRID_CLASSIC);
    if (!f) return;
    double best = INFINITY;
    fill_holes(f);
    for (uint32_t round = 0; round < 300; round++) {
        fill_particles(f);
        const double start = bench_seconds();
        particles_tick(&f->spectacle.particles, f->game.holes, HOLES_MAX);
        const double taken = bench_seconds() - start;
        best = taken < best ? taken : best;
    }
    bench_metric("blaster.particles.ns_each", best * 1e9 / PARTICLES_MAX, "ns");
    close_fight(f);
}

void suite_blaster(void)
{
    time_ticks();
    time_strike();
    time_particles();
}

// --- soak

static int is_finite_fight(const fight *f)
{
    const particles *p = &f->spectacle.particles;
    const blaster *g = &f->game;
    float sum = g->ship.at.x + g->ship.at.y + g->ship.facing;
    for (uint32_t i = 0; i < g->enemy_count; i++)
        sum += g->enemies[i].at.x + g->enemies[i].at.y + g->enemies[i].velocity.x +
               g->enemies[i].velocity.y;
    for (uint32_t i = 0; i < g->bullet_count; i++) sum += g->bullets[i].at.x + g->bullets[i].at.y;
    for (uint32_t i = p->first; i < p->first + p->count; i++)
        sum += p->x[i] + p->y[i] + p->vx[i] + p->vy[i];
    const uint32_t points = qx_grid_get_info(f->net.grid).points;
    for (uint32_t i = 0; i < points; i++)
        sum += f->net.positions[i].x + f->net.positions[i].y + f->net.positions[i].z;
    return isfinite(sum);
}

static bool has_died(const blaster *game)
{
    for (uint32_t i = 0; i < game->event_count; i++)
        if (game->events[i].kind == EVENT_SHIP_DEAD) return true;
    return false;
}

// Returns how many looks, one a second, found something that was not finite. The bot hardly ever
// dies: in every fourth game it rests its hands for half of each minute, so that deaths, returns
// and game over are soaked too.
static uint32_t play_ten_minutes(fight *f, uint64_t seed, uint32_t *deaths)
{
    const orders resting = { 0 };
    uint32_t bad = 0;
    uint64_t next = seed << 16;
    blaster_start(&f->game, next, STEERING_TWIN);
    for (uint32_t tick = 1; tick <= SOAK_TICKS; tick++) {
        if (f->game.over && f->game.over_ticks >= GAME_OVER_TICKS)
            blaster_start(&f->game, ++next, STEERING_TWIN);
        const bool rests = seed % 4 == 3 && tick / 1800 % 2 == 1;
        const orders given = rests ? resting : blaster_bot(&f->game);
        blaster_tick(&f->game, &given);
        *deaths += has_died(&f->game);
        spectacle_tick(&f->spectacle, &f->game, &f->net);
        blaster_net_step(&f->net, NULL);
        if (tick % 60 == 0) bad += !is_finite_fight(f);
    }
    return bad;
}

void suite_blaster_soak(void)
{
    fight *f = open_fight(QX_GRID_CLASSIC);
    if (!f) return;
    uint32_t bad = 0, deaths = 0;
    allocations = 0;
    const double start = bench_seconds();
    for (uint64_t game = 0; game < SOAK_GAMES; game++) bad += play_ten_minutes(f, game, &deaths);
    bench_metric("blaster.soak.deaths", deaths, "1");
    bench_metric("blaster.soak.not_finite", bad, "1");
    bench_metric("blaster.soak.allocations", allocations, "1");
    bench_metric("blaster.soak.seconds", bench_seconds() - start, "s");
    close_fight(f);
}
