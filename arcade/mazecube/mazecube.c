// SPDX-License-Identifier: MIT
// Start, the order of a tick, and the hash.
#include "mazecube.h"

#include <quincunx/hash.h>

#include <stdlib.h>
#include <string.h>

#define TICKS_A_SECOND 60.0

// --- start

// Steps from every cell to the exit lead along the path; the lowest face of equals, where loops
// offer several.
static bool lay_path(mazecube *game, uint32_t *distances, void *scratch)
{
    game->path_count = game->route.length + 1;
    game->path = malloc(game->path_count * sizeof *game->path);
    if (!game->path) return false;
    qx_maze_solve_distances(game->maze, game->route.exit.cell, distances, scratch);
    return qx_maze_solve_path(game->maze, 0, distances, game->path, game->path_count) ==
           game->path_count;
}

static uint32_t ways_of(const qx_maze *maze, uint64_t cell)
{
    uint32_t ways = 0;
    for (uint32_t faces = qx_maze_get_faces(maze, cell); faces; faces &= faces - 1) ways++;
    return ways;
}

// Junctions of the solution; the start and the exit aside.
static bool lay_checkpoints(mazecube *game)
{
    game->checkpoints = malloc(game->path_count * sizeof *game->checkpoints);
    if (!game->checkpoints) return false;
    for (uint32_t place = 1; place + 1 < game->path_count; place++)
        if (ways_of(game->maze, game->path[place]) > 2)
            game->checkpoints[game->checkpoint_count++] = place;
    return true;
}

// A wave from the whole path at once: who is off it learns where it left. `queue` has room for
// every cell.
static bool lay_places(mazecube *game, uint32_t *queue)
{
    const uint64_t cells = qx_maze_get_info(game->maze).cells;
    game->places = malloc(cells * sizeof *game->places);
    if (!game->places) return false;
    uint32_t first = 0, last = 0;
    memset(game->places, 0xFF, cells * sizeof *game->places); // UINT32_MAX: not reached
    for (uint32_t place = 0; place < game->path_count; place++) {
        game->places[game->path[place]] = place;
        queue[last++] = (uint32_t)game->path[place];
    }
    for (; first < last; first++) {
        for (uint32_t face = 0; face < 6; face++) {
            const uint64_t cell = queue[first];
            if (!qx_maze_get_open(game->maze, cell, (qx_maze_face)face)) continue;
            const uint64_t next = qx_maze_get_neighbour(game->maze, cell, (qx_maze_face)face);
            if (game->places[next] != UINT32_MAX) continue;
            game->places[next] = game->places[cell];
            queue[last++] = (uint32_t)next;
        }
    }
    return true;
}

static bool lay_way(mazecube *game)
{
    const uint64_t cells = qx_maze_get_info(game->maze).cells;
    uint32_t *numbers = malloc(cells * sizeof *numbers);
    void *scratch = aligned_alloc(16, (qx_maze_bound_scratch(game->maze) + 15) / 16 * 16);
    const bool laid = numbers && scratch && lay_path(game, numbers, scratch) &&
                      lay_checkpoints(game) && lay_places(game, numbers);
    free(numbers);
    free(scratch);
    return laid;
}

static bool build(mazecube *game)
{
    if (level_build(&game->level, &game->maze, &game->route) != QX_OK) return false;
    if (lattice_open(&game->walls, game->maze, &game->route.exit, 1) != QX_OK) return false;
    return lay_way(game);
}

bool mazecube_start(mazecube *game, const level_desc *level, slice_rule rule)
{
    *game = (mazecube){ .level = *level, .rule = rule, .cube = { .turn = { .w = 1.0 } } };
    if (!build(game)) {
        mazecube_stop(game);
        return false;
    }
    game->ball.at = (vec){ 0.5, 0.5 * WALL + BALL_RADIUS, 0.5 };
    for (uint32_t i = 0; i < MAZECUBE_TRAIL; i++) game->trail[i] = game->ball.at;
    slice_start(&game->slice, rule, cube_down(&game->cube), game->ball.at, game->walls.size);
    return true;
}

void mazecube_stop(mazecube *game)
{
    qx_maze_destroy(game->maze);
    lattice_close(&game->walls);
    free(game->path);
    free(game->checkpoints);
    free(game->places);
    *game = (mazecube){ .rule = game->rule };
}

void mazecube_change_rule(mazecube *game, slice_rule rule)
{
    game->rule = rule;
    if (!game->over)
        slice_start(&game->slice, rule, cube_down(&game->cube), game->ball.at, game->walls.size);
}

// --- what is asked for

static void tell(mazecube *game, mazecube_event_kind kind, double value)
{
    if (game->event_count < MAZECUBE_EVENTS)
        game->events[game->event_count++] = (mazecube_event){ kind, value };
}

static void rest(mazecube *game)
{
    game->ball.velocity = (vec){ 0.0, 0.0, 0.0 };
    game->cube.spin = game->cube.before = (vec){ 0.0, 0.0, 0.0 };
}

static void freeze(mazecube *game)
{
    game->frozen = !game->frozen;
    rest(game);
    tell(game, game->frozen ? MAZECUBE_FREEZE : MAZECUBE_THAW, 0.0);
}

static vec middle_of(const mazecube *game, uint64_t cell)
{
    const uint32_t size = game->level.size;
    return (vec){ (double)(cell % size) + 0.5, (double)(cell / size % size) + 0.5,
                  (double)(cell / size / size) + 0.5 };
}

static void undo(mazecube *game)
{
    const uint32_t place = game->checkpoint ? game->checkpoints[game->checkpoint - 1] : 0;
    game->ball = (ball){ .at = middle_of(game, game->path[place]) };
    game->undos++;
    tell(game, MAZECUBE_UNDO, game->checkpoint);
}

// Its cell's index; false outside.
static bool find_cell(const mazecube *game, uint64_t *index)
{
    uint32_t cell[3];
    if (!ball_cell(&game->walls, &game->ball, cell)) return false;
    *index = qx_maze_get_cell(game->maze, cell[0], cell[1], cell[2]);
    return true;
}

// On the path the next cells glow, off it the cell where it was left and those after.
static void hint(mazecube *game)
{
    uint64_t cell;
    if (game->hint_left || game->gave_up || !find_cell(game, &cell)) {
        tell(game, MAZECUBE_REFUSED, 0.0);
        return;
    }
    const uint32_t place = game->places[cell];
    const uint32_t from = game->path[place] == cell ? place + 1 : place;
    const uint32_t left = from < game->path_count ? game->path_count - from : 0;
    game->hint_from = from;
    game->hint_count = left < MAZECUBE_HINT_CELLS ? left : MAZECUBE_HINT_CELLS;
    game->hint_left = MAZECUBE_HINT_TICKS;
    game->hints++;
    tell(game, MAZECUBE_HINT, from);
}

static void give_up(mazecube *game)
{
    if (game->gave_up) {
        tell(game, MAZECUBE_REFUSED, 0.0);
        return;
    }
    game->gave_up = true;
    game->hint_left = 0;
    tell(game, MAZECUBE_SHOWN, 0.0);
}

static void obey(mazecube *game, const orders *given)
{
    if (game->over) {
        if (given->freeze || given->hint || given->undo || given->give_up)
            tell(game, MAZECUBE_REFUSED, 0.0);
        return;
    }
    if (given->freeze) freeze(game);
    if (given->undo) undo(game);
    if (given->hint) hint(game);
    if (given->give_up) give_up(game);
}

// --- what moves

static double number_of(double value)
{
    return value > -1e6 && value < 1e6 ? value : 0.0; // also NaN
}

// No faster than hands are allowed to.
static vec within_spin(vec spin)
{
    const vec v = { number_of(spin.x), number_of(spin.y), number_of(spin.z) };
    const double length = vec_length(v);
    return length > CUBE_MAX_SPIN ? vec_scale(v, CUBE_MAX_SPIN / length) : v;
}

void mazecube_roll(mazecube_motion *m, const lattice *walls, vec spin)
{
    cube_step(&m->cube, spin);
    const vec change = vec_scale(vec_sub(m->cube.spin, m->cube.before), TICKS_A_SECOND);
    const ball_forces forces = { .gravity = vec_scale(cube_down(&m->cube), BALL_GRAVITY),
                                 .spin = m->cube.spin,
                                 .spin_change = change,
                                 .centre = { 0.5 * walls->size[0], 0.5 * walls->size[1],
                                             0.5 * walls->size[2] } };
    m->hit = m->rolled = 0.0;
    for (int step = 0; step < BALL_STEPS; step++) {
        ball_step(&m->ball, walls, &forces);
        if (m->ball.hit > m->hit) m->hit = m->ball.hit;
        m->rolled += m->ball.rolled;
    }
}

static vec wanted_spin(const mazecube *game, const orders *given)
{
    return within_spin(given->snap ? cube_snap(&game->cube) : given->spin);
}

static void move(mazecube *game, vec spin)
{
    mazecube_motion m = { .cube = game->cube, .ball = game->ball };
    mazecube_roll(&m, &game->walls, spin);
    game->cube = m.cube;
    game->ball = m.ball;
    game->hit = m.hit;
    game->rolled = m.rolled;
    if (game->hit >= MAZECUBE_SOFTEST) tell(game, MAZECUBE_HIT, game->hit);
}

// --- what comes of it

static void reach(mazecube *game, uint32_t place)
{
    if (place <= game->farthest) return;
    game->farthest = place;
    while (game->checkpoint < game->checkpoint_count &&
           game->checkpoints[game->checkpoint] <= place)
        tell(game, MAZECUBE_CHECKPOINT, ++game->checkpoint);
}

static void look_where(mazecube *game)
{
    uint64_t cell;
    if (game->over) return;
    if (!find_cell(game, &cell)) {
        game->over = true;
        game->hint_left = 0;
        tell(game, MAZECUBE_LEFT, game->time);
        return;
    }
    const uint32_t place = game->places[cell];
    if (game->path[place] == cell) reach(game, place);
}

static void leave_trail(mazecube *game)
{
    const vec latest = game->trail[(game->trail_next + MAZECUBE_TRAIL - 1) % MAZECUBE_TRAIL];
    const vec way = vec_sub(game->ball.at, latest);
    if (vec_dot(way, way) < MAZECUBE_TRAIL_STEP * MAZECUBE_TRAIL_STEP) return;
    game->trail[game->trail_next] = game->ball.at;
    game->trail_next = (game->trail_next + 1) % MAZECUBE_TRAIL;
}

static void show_slice(mazecube *game)
{
    const slice before = game->slice;
    slice_step(&game->slice, game->rule, cube_down(&game->cube), game->ball.at, game->walls.size);
    if (game->slice.face != before.face || game->slice.index != before.index)
        tell(game, MAZECUBE_SLICE, game->slice.face);
}

static void count_time(mazecube *game, vec spin)
{
    const bool turned = vec_dot(spin, spin) > MAZECUBE_TURN * MAZECUBE_TURN;
    if (game->moved || (turned && !game->frozen)) game->moved++;
    game->time = game->moved + MAZECUBE_PENALTY * game->hints;
}

void mazecube_tick(mazecube *game, const orders *given)
{
    game->event_count = 0;
    game->hit = game->rolled = 0.0;
    game->tick++;
    obey(game, given);
    if (game->over && ++game->over_ticks > MAZECUBE_FALL) return;
    const vec spin = wanted_spin(game, given);
    if (!game->over) count_time(game, spin);
    if (game->hint_left) game->hint_left--;
    if (!game->frozen) move(game, spin);
    look_where(game);
    leave_trail(game);
    if (!game->over) show_slice(game);
}

uint32_t mazecube_stars_of(uint32_t time, uint32_t par)
{
    const uint32_t tenths = time / MAZECUBE_TENTH;
    if (par == 0) return 1;
    if (tenths <= par / MAZECUBE_TENTH) return 3;
    return tenths <= 2 * par / MAZECUBE_TENTH ? 2 : 1;
}

uint32_t mazecube_stars(const mazecube *game)
{
    if (!game->over || game->gave_up) return 0;
    return mazecube_stars_of(game->time, game->level.par);
}

// --- hash: field by field, for structs have gaps

static uint64_t hash_whole(uint64_t hash, uint64_t value)
{
    return qx_hash_bytes(hash, &value, sizeof value);
}

static uint64_t hash_pair(uint64_t hash, uint32_t high, uint32_t low)
{
    return hash_whole(hash, (uint64_t)high << 32 | low);
}

static uint64_t hash_vec(uint64_t hash, vec v)
{
    const double values[] = { v.x, v.y, v.z };
    return qx_hash_bytes(hash, values, sizeof values);
}

static uint64_t hash_level(uint64_t hash, const mazecube *game)
{
    hash = hash_whole(hash, qx_maze_hash(game->maze));
    hash = hash_whole(hash, game->route.exit.cell);
    hash = hash_pair(hash, game->route.exit.face, game->level.par);
    return hash_pair(hash, game->level.number, game->rule);
}

static uint64_t hash_motion(uint64_t hash, const mazecube *game)
{
    const quat *q = &game->cube.turn;
    const double turn[] = { q->x, q->y, q->z, q->w, game->slice.fade };
    hash = qx_hash_bytes(hash, turn, sizeof turn);
    hash = hash_vec(hash_vec(hash, game->cube.spin), game->cube.before);
    hash = hash_vec(hash_vec(hash, game->ball.at), game->ball.velocity);
    hash = qx_hash_bytes(hash, &game->ball.roll, sizeof game->ball.roll);
    hash = hash_whole(hash, game->ball.contacts);
    hash = hash_pair(hash, game->slice.face, game->slice.index);
    hash = hash_pair(hash, game->slice.face_before, game->slice.index_before);
    return hash_pair(hash, game->slice.wanted, game->slice.waited << 1 | game->slice.ceiling);
}

static uint64_t hash_course(uint64_t hash, const mazecube *game)
{
    const uint32_t flags =
        (uint32_t)game->frozen | (uint32_t)game->gave_up << 1 | (uint32_t)game->over << 2;
    hash = hash_pair(hash, game->tick, game->time);
    hash = hash_pair(hash, game->moved, flags);
    hash = hash_pair(hash, game->over_ticks, game->hint_left);
    hash = hash_pair(hash, game->hints, game->undos);
    hash = hash_pair(hash, game->hint_from, game->hint_count);
    return hash_pair(hash, game->checkpoint, game->farthest);
}

uint64_t mazecube_hash(const mazecube *game)
{
    return hash_course(hash_motion(hash_level(QX_HASH_START, game), game), game);
}
