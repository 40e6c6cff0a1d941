// SPDX-License-Identifier: MIT
// From a proposal to a level that can be solved, in slices: draws of mazes until one will do, the
// search, its plan played by the rules; and the next proposal where it fails.
#include "plan_search.h"

#include <stdlib.h>

#define GENEROUS 6000000u // simulated ticks
#define TRIES_A_SIZE 2u
#define TRY (PLAN_CERTIFY_TICKS / 4) // most plans take a tenth of this
#define CELLS_A_TICK 8u              // a draw takes as long as a simulated tick for so many cells

typedef enum work { WORK_DRAW, WORK_SEARCH, WORK_PLAY, WORK_SOLVED, WORK_FAILED } work;

// One level that is being solved.
typedef struct solving {
    work work;
    level_desc level; // its seed becomes the one that was drawn
    uint32_t drawn;
    uint32_t budget; // of simulated ticks, for the search
    mazecube *game;  // NULL until the maze is there
    search *search;
    plan *plan;
    uint32_t spent; // by the search
} solving;

// --- one level

static void start_game(solving *s)
{
    s->game = malloc(sizeof *s->game);
    s->work = WORK_FAILED;
    if (!s->game) return;
    if (mazecube_start(s->game, &s->level, SLICE_CLEAN)) s->search = search_open(s->game);
    if (s->search) s->work = WORK_SEARCH;
}

// Returns the effort it took.
static uint32_t draw(solving *s)
{
    const uint32_t cells = s->level.size * s->level.size * s->level.size;
    const qx_result result = s->drawn < LEVEL_DRAWS ? level_draw(&s->level, s->drawn++) : QX_OK;
    if (result == QX_OK)
        start_game(s);
    else if (result != QX_NOT_FOUND)
        s->work = WORK_FAILED;
    return cells / CELLS_A_TICK + 1;
}

static uint32_t look_on(solving *s, uint32_t effort)
{
    const uint32_t before = search_spent(s->search);
    const uint32_t pause = effort < UINT32_MAX - before ? before + effort : UINT32_MAX;
    const bool more = search_run(s->search, pause, s->budget);
    s->spent = search_spent(s->search);
    if (!more) s->work = search_plan(s->search, s->plan) ? WORK_PLAY : WORK_FAILED;
    if (!more) search_close(s->search), s->search = NULL;
    return s->spent - before;
}

static uint32_t play(solving *s, uint32_t effort)
{
    mazecube *game = s->game;
    uint32_t played = 0;
    for (; played < effort && !game->over && game->tick < s->plan->ticks; played++) {
        const orders given = plan_orders(s->plan, game);
        mazecube_tick(game, &given);
    }
    if (game->over || game->tick >= s->plan->ticks)
        s->work = game->over && game->tick == s->plan->ticks ? WORK_SOLVED : WORK_FAILED;
    return played;
}

// True while there is more to be done.
static bool go_on(solving *s, uint32_t effort)
{
    uint32_t done = 0;
    while (done < effort && s->work < WORK_SOLVED) {
        const uint32_t left = effort - done;
        if (s->work == WORK_DRAW)
            done += draw(s);
        else
            done += s->work == WORK_SEARCH ? look_on(s, left) : play(s, left);
    }
    return s->work < WORK_SOLVED;
}

static void give_back(solving *s)
{
    search_close(s->search);
    if (s->game) mazecube_stop(s->game);
    free(s->game);
    s->search = NULL;
    s->game = NULL;
}

static void begin(solving *s, const level_desc *level, uint32_t budget)
{
    s->work = WORK_DRAW;
    s->level = *level;
    s->budget = budget;
    s->drawn = s->spent = 0;
    s->plan->count = s->plan->ticks = 0;
}

bool plan_solve(plan *p, const level_desc *level, uint32_t budget)
{
    solving s = { .plan = p };
    begin(&s, level, budget ? budget : GENEROUS);
    while (go_on(&s, UINT32_MAX)) {
    }
    give_back(&s);
    return s.work == WORK_SOLVED;
}

// --- proposals, one after the other

struct plan_making {
    solving solving;
    level_desc proposed, tried;
    uint32_t tries; // of this size
    uint32_t spent; // by those before
    bool failed;    // with all of them
    plan plan;
};

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void try_it(plan_making *m)
{
    begin(&m->solving, &m->tried, least(TRY, PLAN_CERTIFY_TICKS - m->spent));
}

plan_making *plan_making_begin(const level_desc *level)
{
    plan_making *m = malloc(sizeof *m);
    if (!m) return NULL;
    *m = (plan_making){ .proposed = *level, .tried = *level };
    m->solving.plan = &m->plan;
    m->failed = level->size < LEVEL_SIZE_MIN;
    if (!m->failed) try_it(m);
    return m;
}

// False where there is no more to be tried.
static bool try_another(plan_making *m)
{
    m->spent += m->solving.spent;
    give_back(&m->solving);
    m->tried = level_another(&m->tried);
    if (++m->tries == TRIES_A_SIZE) m->tried.size--, m->tries = 0;
    m->failed = m->tried.size < LEVEL_SIZE_MIN || m->spent >= PLAN_CERTIFY_TICKS;
    if (!m->failed) try_it(m);
    return !m->failed;
}

bool plan_making_run(plan_making *m, uint32_t effort)
{
    if (m->failed) return false;
    if (go_on(&m->solving, effort)) return true;
    return m->solving.work == WORK_FAILED && try_another(m);
}

bool plan_making_is_of(const plan_making *m, const level_desc *level)
{
    const level_desc *own = &m->proposed;
    return own->size == level->size && own->algorithm == level->algorithm &&
           own->braid == level->braid && own->seed == level->seed;
}

bool plan_making_take(plan_making *m, plan *p, level_desc *level)
{
    while (plan_making_run(m, UINT32_MAX)) {
    }
    if (m->solving.work != WORK_SOLVED) return false;
    *p = m->plan;
    *level = m->solving.level;
    level->par = plan_par(p);
    return true;
}

void plan_making_drop(plan_making *m)
{
    if (!m) return;
    give_back(&m->solving);
    free(m);
}

bool plan_certify(plan *p, level_desc *level)
{
    plan_making *m = plan_making_begin(level);
    const bool certain = m && plan_making_take(m, p, level);
    plan_making_drop(m);
    return certain;
}
