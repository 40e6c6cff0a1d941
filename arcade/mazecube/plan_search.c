// SPDX-License-Identifier: MIT
// Best first: of all states reached, go on from the one that promises the shortest time in all.
// From a state each face is brought down in turn and the ball rolled until it rests; states on the
// way are kept, so that a later turn can begin at any of them. That is how a ball is braked, and
// led into an opening in the middle of a corridor.
#include "plan_search.h"

#include <stdlib.h>

#define NODES (1u << 16)
#define KEYS (NODES * 4) // a power of two
#define NONE UINT32_MAX
#define LONGEST 72u // ticks that a face is held in one go
#define SAMPLE 6u   // ticks between states that are kept

// What is left is thought to take this: twice what it does, which makes the search hasty and the
// plan a tenth longer. At 20 most cubes are not solved at all.
#define TICKS_A_CELL 50.0
// Each state kept in a cell makes the next one there dearer, so that a cell where nothing leads on
// does not hold up the search.
#define TICKS_A_VISIT 1.0

#define ASTRAY 1.5      // cells farther away than it was before: no use to look on
#define REST_SPEED 0.02 // cells / s
#define REST_COSINE 0.9998
#define SLOW 0.5 // cells / s
#define FAST 2.5
#define OPPOSITE (-0.8) // of down and a face: half turns have no fixed way

typedef struct node {
    mazecube_motion motion;
    uint32_t parent, tick;
    uint16_t held; // ticks of the face since the parent
    uint8_t face;
} node;

// A face to bring down from a state.
typedef struct entry {
    double cost;
    uint32_t node, face;
} entry;

struct search {
    const mazecube *game;
    uint32_t *distances; // of each cell, to the exit
    uint8_t *next;       // and the face toward it
    uint8_t *turn;       // and the first other one on the way
    uint32_t *visits;    // states kept there
    node *nodes;
    entry *heap;
    uint64_t *keys; // of states that are kept, 0 none
    uint32_t node_count, heap_count;
    uint32_t spent, budget;
    uint32_t goal;
};

// --- how far it is

static vec face_of(uint32_t face)
{
    const double sign = face & 1 ? 1.0 : -1.0;
    const uint32_t axis = face / 2;
    return (vec){ axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0 };
}

static uint32_t cell_at(const search *s, vec at)
{
    const uint32_t size = s->game->level.size;
    return ((uint32_t)at.z * size + (uint32_t)at.y) * size + (uint32_t)at.x;
}

static double toward(const search *s, uint32_t cell, vec at)
{
    const vec way = face_of(s->next[cell]);
    const int axis = s->next[cell] / 2;
    const double x = vec_axis(at, axis);
    return (x - (double)(uint32_t)x - 0.5) * vec_axis(way, axis);
}

// In cells.
static double left_to_go(const search *s, vec at)
{
    const uint32_t cell = cell_at(s, at);
    return s->distances[cell] - toward(s, cell, at);
}

static bool is_inside(const search *s, const ball *b)
{
    uint32_t cell[3];
    return ball_cell(&s->game->walls, b, cell);
}

// --- the heap

static bool is_before(entry a, entry b)
{
    if (a.cost != b.cost) return a.cost < b.cost;
    return a.node != b.node ? a.node > b.node : a.face < b.face; // of equals the newest
}

static void push(search *s, entry e)
{
    uint32_t at = s->heap_count++;
    for (; at > 0 && is_before(e, s->heap[(at - 1) / 2]); at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = e;
}

static entry pop(search *s)
{
    const entry top = s->heap[0];
    const entry last = s->heap[--s->heap_count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < s->heap_count; child = 2 * at + 1) {
        if (child + 1 < s->heap_count && is_before(s->heap[child + 1], s->heap[child])) child++;
        if (!is_before(s->heap[child], last)) break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

// --- states that are alike

// Where it heads and how fast: 0 slow, then by axis, sign and haste.
static uint64_t heading_of(vec v)
{
    const double speed = vec_length(v);
    if (speed < SLOW) return 0;
    uint64_t axis = 0;
    for (uint64_t i = 1; i < 3; i++)
        if (fabs(vec_axis(v, (int)i)) > fabs(vec_axis(v, (int)axis))) axis = i;
    const uint64_t forward = vec_axis(v, (int)axis) > 0.0, hasty = speed > FAST;
    return 1 + 4 * axis + 2 * forward + hasty;
}

// Thirds of its cell along each axis: beside a wall, or in the middle.
static uint64_t third_of(vec at)
{
    uint64_t third = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double x = vec_axis(at, axis);
        const double part = x - (double)(uint32_t)x;
        third = third * 3 + (part > 0.59 ? 2 : part > 0.41 ? 1 : 0);
    }
    return third;
}

static uint64_t key_of(const search *s, const mazecube_motion *m, uint32_t face)
{
    uint64_t key = cell_at(s, m->ball.at) + 1;
    key = key * 27 + third_of(m->ball.at);
    key = key * 13 + heading_of(m->ball.velocity);
    key = key * 6 + slice_face(cube_down(&m->cube));
    return key * 6 + face;
}

// True for the first of its kind.
static bool is_new(search *s, uint64_t key)
{
    uint64_t at = key * UINT64_C(0x9E3779B97F4A7C15) >> 32 & (KEYS - 1);
    for (; s->keys[at]; at = (at + 1) & (KEYS - 1))
        if (s->keys[at] == key) return false;
    s->keys[at] = key;
    return true;
}

// --- rolling

static uint32_t add(search *s, const mazecube_motion *m, uint32_t parent, uint32_t face,
                    uint32_t held)
{
    const uint32_t tick = parent == NONE ? 0 : s->nodes[parent].tick + held;
    s->nodes[s->node_count] = (node){ *m, parent, tick, (uint16_t)held, (uint8_t)face };
    return s->node_count++;
}

// Ahead, then where the way turns, then back, then all others.
static double doubt_of(const search *s, uint32_t cell, uint32_t face)
{
    const uint32_t ahead = s->next[cell], turn = s->turn[cell];
    if (face == ahead) return 0.0;
    if (face == turn) return 20.0;
    return face == (ahead ^ 1) ? 50.0 : 80.0;
}

static void keep(search *s, const mazecube_motion *m, uint32_t parent, uint32_t face, uint32_t held)
{
    if (s->node_count + 1 >= NODES || !is_new(s, key_of(s, m, face))) return;
    const uint32_t n = add(s, m, parent, face, held), cell = cell_at(s, m->ball.at);
    const double cost = s->nodes[n].tick + TICKS_A_CELL * left_to_go(s, m->ball.at) +
                        TICKS_A_VISIT * s->visits[cell]++;
    for (uint32_t next = 0; next < 6; next++)
        if (next != face || held == 0 || held == LONGEST) // else it has been looked at
            push(s, (entry){ cost + doubt_of(s, cell, next), n, next });
}

static bool is_at_rest(const mazecube_motion *m, double cosine)
{
    return cosine > REST_COSINE &&
           vec_dot(m->ball.velocity, m->ball.velocity) < REST_SPEED * REST_SPEED;
}

static void roll(search *s, uint32_t from, uint32_t face)
{
    const vec way = face_of(face);
    mazecube_motion m = s->nodes[from].motion;
    double nearest = left_to_go(s, m.ball.at);
    if (vec_dot(cube_down(&m.cube), way) < OPPOSITE) return;
    for (uint32_t held = 1; held <= LONGEST && s->spent < s->budget; held++) {
        mazecube_roll(&m, &s->game->walls, plan_turn(&m.cube, face));
        s->spent++;
        if (!is_inside(s, &m.ball)) {
            s->goal = add(s, &m, from, face, held);
            return;
        }
        const double left = left_to_go(s, m.ball.at);
        const bool rests = is_at_rest(&m, vec_dot(cube_down(&m.cube), way));
        if (held % SAMPLE == 0 || rests) keep(s, &m, from, face, held);
        if (left < nearest) nearest = left;
        if (rests || left > nearest + ASTRAY) return;
    }
}

bool search_run(search *s, uint32_t pause, uint32_t budget)
{
    s->budget = budget;
    while (s->heap_count && s->goal == NONE && s->spent < budget && s->node_count + 1 < NODES) {
        if (s->spent >= pause) return true;
        const entry next = pop(s);
        roll(s, next.node, next.face);
    }
    return false;
}

uint32_t search_spent(const search *s)
{
    return s->spent;
}

// --- the plan

static uint32_t count_moves(const search *s)
{
    uint32_t count = 0;
    for (uint32_t n = s->goal; s->nodes[n].parent != NONE; n = s->nodes[n].parent) count++;
    return count;
}

bool search_plan(const search *s, plan *p)
{
    if (s->goal == NONE) return false;
    const uint32_t count = count_moves(s);
    if (count > PLAN_MOVES) return false;
    p->count = count;
    p->ticks = s->nodes[s->goal].tick;
    uint32_t at = count;
    for (uint32_t n = s->goal; at > 0; n = s->nodes[n].parent)
        p->moves[--at] = (plan_move){ s->nodes[n].face, s->nodes[n].held };
    return true;
}

// --- memory

static uint8_t turn_after(const search *s, uint64_t cell)
{
    const uint8_t ahead = s->next[cell];
    while (s->next[cell] == ahead && s->distances[cell] > 0)
        cell = qx_maze_get_neighbour(s->game->maze, cell, (qx_maze_face)ahead);
    return s->next[cell];
}

// Toward the exit from every cell; from the exit's own, out.
static bool lay_ways(search *s)
{
    const qx_maze *maze = s->game->maze;
    const uint64_t cells = qx_maze_get_info(maze).cells;
    void *scratch = aligned_alloc(16, (qx_maze_bound_scratch(maze) + 15) / 16 * 16);
    if (!scratch) return false;
    qx_maze_solve_distances(maze, s->game->route.exit.cell, s->distances, scratch);
    free(scratch);
    for (uint64_t cell = 0; cell < cells; cell++) {
        s->next[cell] = (uint8_t)s->game->route.exit.face;
        for (uint32_t face = 0; face < 6; face++) {
            if (!qx_maze_get_open(maze, cell, (qx_maze_face)face)) continue;
            const uint64_t n = qx_maze_get_neighbour(maze, cell, (qx_maze_face)face);
            if (s->distances[n] < s->distances[cell]) s->next[cell] = (uint8_t)face;
        }
    }
    for (uint64_t cell = 0; cell < cells; cell++) s->turn[cell] = turn_after(s, cell);
    return true;
}

static bool make_room(search *s)
{
    const uint64_t cells = qx_maze_get_info(s->game->maze).cells;
    s->distances = malloc(cells * sizeof *s->distances);
    s->next = malloc(cells);
    s->turn = malloc(cells);
    s->visits = calloc(cells, sizeof *s->visits);
    s->nodes = malloc(NODES * sizeof *s->nodes);
    s->heap = malloc(6 * NODES * sizeof *s->heap);
    s->keys = calloc(KEYS, sizeof *s->keys);
    return s->distances && s->next && s->turn && s->visits && s->nodes && s->heap && s->keys &&
           lay_ways(s);
}

void search_close(search *s)
{
    if (!s) return;
    free(s->distances);
    free(s->next);
    free(s->turn);
    free(s->visits);
    free(s->nodes);
    free(s->heap);
    free(s->keys);
    free(s);
}

search *search_open(const mazecube *game)
{
    search *s = malloc(sizeof *s);
    if (!s) return NULL;
    *s = (search){ .game = game, .goal = NONE };
    if (!make_room(s)) {
        search_close(s);
        return NULL;
    }
    const mazecube_motion start = { .cube = game->cube, .ball = game->ball };
    keep(s, &start, NONE, QX_MAZE_LOW_Y, 0);
    return s;
}
