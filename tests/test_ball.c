// SPDX-License-Identifier: MIT
// The ball of Maze Cube: never in a wall and never through one, whatever acts on it; the sweep
// against distances; seams, slopes, energy, rest, bounces, the turn's own forces, the way out.
#include "mazecube/walls.h"

#include "mazecube/cube.h"

#include <quincunx/hash.h>
#include <quincunx/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STEPS_A_SECOND (60 * BALL_STEPS)
#define DEEPEST 1e-4
#define ROLLING (5.0 / 7.0)

// Ten million steps take a tenth of a minute, but not with assertions or a sanitizer. A longer run,
// of a hundred million: QX_TEST_LONG=1 in the environment.
static uint32_t violent_steps(void)
{
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__)
    return getenv("QX_TEST_LONG") ? 100000000u : 10000000u;
#else
    return 1000000u;
#endif
}

typedef struct place {
    qx_maze *maze;
    lattice walls;
} place;

static place place_of(const qx_maze_desc *desc, const qx_maze_opening *exits, uint32_t count)
{
    place p;
    assert_int_equal(qx_maze_create(desc, NULL, &p.maze), QX_OK);
    assert_int_equal(lattice_open(&p.walls, p.maze, exits, count), QX_OK);
    return p;
}

static void leave(place *p)
{
    lattice_close(&p->walls);
    qx_maze_destroy(p->maze);
}

// All walls within the box are gone; posts and beams stay.
static place hall(uint32_t width, uint32_t height, uint32_t depth)
{
    const qx_maze_desc desc = { .width = width, .height = height, .depth = depth };
    place p;
    assert_int_equal(qx_maze_create(&desc, NULL, &p.maze), QX_OK);
    for (uint64_t cell = 0; cell < (uint64_t)width * height * depth; cell++)
        for (uint32_t face = 0; face < 6; face++)
            (void)qx_maze_set_open(p.maze, cell, (qx_maze_face)face, true);
    assert_int_equal(lattice_open(&p.walls, p.maze, NULL, 0), QX_OK);
    return p;
}

static void assert_near(double value, double wanted, double within)
{
    const double off = value > wanted ? value - wanted : wanted - value;
    if (!(off <= within)) fail_msg("%.17g is not %.17g", value, wanted);
}

static double unit(qx_random *random)
{
    return qx_random_range(random, -1.0f, 1.0f);
}

static vec random_vec(qx_random *random, double size)
{
    const vec v = { unit(random), unit(random), unit(random) };
    return vec_scale(v, size);
}

static vec random_direction(qx_random *random)
{
    for (;;) {
        const vec v = random_vec(random, 1.0);
        const double length = vec_length(v);
        if (length > 0.1 && length <= 1.0) return vec_scale(v, 1.0 / length);
    }
}

static qx_maze_desc random_desc(qx_random *random, uint32_t most)
{
    return (qx_maze_desc){ .width = 1 + qx_random_below(random, most),
                           .height = 1 + qx_random_below(random, most),
                           .depth = 1 + qx_random_below(random, most),
                           .seed = qx_random_next(random),
                           .algorithm = (qx_maze_algorithm)qx_random_below(random, 7),
                           .braid = (float)qx_random_below(random, 3) * 0.5f };
}

static ball ball_in(qx_random *random, const place *p)
{
    const uint32_t *size = p->walls.size;
    const vec at = { qx_random_below(random, size[0]) + 0.5 + 0.11 * unit(random),
                     qx_random_below(random, size[1]) + 0.5 + 0.11 * unit(random),
                     qx_random_below(random, size[2]) + 0.5 + 0.11 * unit(random) };
    return (ball){ .at = at };
}

static vec middle(const place *p)
{
    return (vec){ 0.5 * p->walls.size[0], 0.5 * p->walls.size[1], 0.5 * p->walls.size[2] };
}

static void boxes_are_the_walls_of_the_maze(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 0);
    for (int round = 0; round < 50; round++) {
        const qx_maze_desc desc = random_desc(&random, 6);
        place p = place_of(&desc, NULL, 0);
        const lattice *l = &p.walls;
        for (int z = -1; z <= (int)l->count[2]; z++)
            for (int y = -1; y <= (int)l->count[1]; y++)
                for (int x = -1; x <= (int)l->count[0]; x++) {
                    const int at[3] = { x, y, z };
                    int planes = 0, across = 0;
                    bool inside = true;
                    for (int axis = 0; axis < 3; axis++) {
                        inside &= at[axis] >= 0 && at[axis] < (int)l->count[axis];
                        if (at[axis] % 2 == 0) across = axis;
                        planes += at[axis] % 2 == 0;
                    }
                    const uint64_t behind =
                        qx_maze_get_cell(p.maze, (uint32_t)(x / 2), (uint32_t)(y / 2),
                                         (uint32_t)(z / 2)); // of a wall, what is above it
                    const bool open = planes == 1 && inside &&
                                      qx_maze_get_open(p.maze, behind, (qx_maze_face)(2 * across));
                    const bool solid = inside && planes > 0 && !open;
                    assert_int_equal(lattice_solid(l, x, y, z), solid);
                }
        leave(&p);
    }
}

// The linker leads the memory of lattices and mazes through here (--wrap).
static bool no_memory;
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size)
{
    return no_memory ? NULL : __real_malloc(size);
}

static void a_lattice_without_memory_says_so(void **state)
{
    (void)state;
    qx_maze *maze;
    const qx_maze_desc desc = { .width = 3, .height = 3, .depth = 3 };
    assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_OK);
    lattice l;
    no_memory = true;
    const qx_result result = lattice_open(&l, maze, NULL, 0);
    no_memory = false;
    assert_int_equal(result, QX_NO_MEMORY);
    assert_null(l.solid);
    qx_maze_destroy(maze);
}

static void bad_lattices_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint32_t width;
        qx_maze_opening opening;
    } bad[] = {
        { 3, { 0, QX_MAZE_HIGH_X } }, // not to the outside
        { 3, { 0, (qx_maze_face)6 } },          { 3, { 27, QX_MAZE_LOW_X } },
        { 3, { QX_MAZE_NONE, QX_MAZE_LOW_X } }, { LATTICE_MAX + 1, { 0, QX_MAZE_LOW_X } },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        qx_maze *maze;
        const qx_maze_desc desc = { .width = bad[i].width, .height = 3, .depth = 3 };
        assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_OK);
        lattice l;
        assert_int_equal(lattice_open(&l, maze, &bad[i].opening, 1), QX_BAD_VALUE);
        assert_null(l.solid);
        lattice_close(&l);
        qx_maze_destroy(maze);
    }
}

static double any_number(qx_random *random)
{
    static const double odd[] = { NAN, INFINITY, -INFINITY, 1e308, -1e308, 1e-308, 0.0 };
    return odd[qx_random_below(random, 7)];
}

// What a player, a program or a broken one may do to the ball.
static void change_forces(qx_random *random, ball_forces *f, ball *b)
{
    const uint32_t kind = qx_random_below(random, 16);
    f->gravity = vec_scale(random_direction(random), BALL_GRAVITY);
    f->spin = random_vec(random, kind < 8 ? 6.0 : kind < 12 ? 100.0 : 1e4);
    f->spin_change = random_vec(random, kind < 8 ? 100.0 : 1e5);
    if (kind == 13) f->gravity.y = any_number(random);
    if (kind == 14) f->spin.x = any_number(random), f->spin_change.z = any_number(random);
    if (kind == 15) f->centre.z = any_number(random);
    if (kind != 15) f->centre.z = 2.0;
    if (kind % 4 == 0) b->velocity = vec_scale(random_direction(random), 2.0 * BALL_MAX_SPEED);
}

// From one cell to the next only where there is no wall; false once it is out.
static bool came_by_a_way(const place *p, const qx_maze_opening *exit, const ball *b,
                          uint32_t before[3])
{
    uint32_t now[3];
    const uint64_t from = qx_maze_get_cell(p->maze, before[0], before[1], before[2]);
    if (!ball_cell(&p->walls, b, now)) {
        assert_true(from == exit->cell);
        return false;
    }
    for (int axis = 0; axis < 3; axis++) {
        if (now[axis] == before[axis]) continue;
        const uint32_t face = 2 * (uint32_t)axis + (now[axis] > before[axis]);
        const uint64_t to = qx_maze_get_cell(p->maze, now[0], now[1], now[2]);
        assert_true(qx_maze_get_neighbour(p->maze, from, (qx_maze_face)face) == to);
        assert_true(qx_maze_get_open(p->maze, from, (qx_maze_face)face));
    }
    memcpy(before, now, sizeof now);
    return true;
}

// Until it has fallen off, or the steps are over.
static uint32_t be_violent(qx_random *random, const place *p, const qx_maze_opening *exit,
                           uint32_t steps)
{
    ball b = ball_in(random, p);
    ball_forces forces = { .centre = middle(p) };
    uint32_t cell[3], step = 0;
    assert_true(ball_cell(&p->walls, &b, cell));
    bool inside = true;
    while (step < steps) {
        if (qx_random_below(random, 30) == 0) change_forces(random, &forces, &b);
        const vec from = b.at;
        ball_step(&b, &p->walls, &forces);
        step++;
        if (!(ball_depth(&p->walls, b.at) <= DEEPEST))
            fail_msg("%g deep", ball_depth(&p->walls, b.at));
        const double way = vec_length(vec_sub(b.at, from));
        assert_true(way > 0.0 || vec_length(b.velocity) < 0.01); // never stuck
        assert_true(way <= BALL_MAX_SPEED / STEPS_A_SECOND + 1e-9);
        assert_true(vec_length(b.velocity) <= BALL_MAX_SPEED + 1e-9);
        if (inside) inside = came_by_a_way(p, exit, &b, cell);
        if (!inside && vec_length(vec_sub(b.at, middle(p))) > 20.0) break;
    }
    return step;
}

static void never_in_a_wall_nor_through_one(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 0);
    const uint32_t all = violent_steps(), of_maze = all / 500;
    for (uint32_t done = 0; done < all;) {
        const qx_maze_desc desc = random_desc(&random, qx_random_below(&random, 8) ? 5 : 15);
        const uint32_t x = qx_random_below(&random, 2) ? desc.width - 1 : 0;
        qx_maze_opening exit = { .cell = x, .face = x ? QX_MAZE_HIGH_X : QX_MAZE_LOW_X };
        place p = place_of(&desc, &exit, 1);
        for (uint32_t of_this = 0; of_this < of_maze;)
            of_this += be_violent(&random, &p, &exit, of_maze - of_this);
        done += of_maze;
        leave(&p);
    }
}

// The sweep against distances that share no code with it: nothing is in the way before it says so,
// and what it met is there.
static void the_sweep_stops_at_the_first_wall(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 0);
    uint32_t hits = 0;
    for (int round = 0; round < 200; round++) {
        const qx_maze_desc desc = random_desc(&random, 4);
        const qx_maze_opening exit = { 0, QX_MAZE_LOW_Y };
        place p = place_of(&desc, &exit, 1);
        const vec outer = vec_add(vec_scale(middle(&p), 2.0), (vec){ 1.0, 1.0, 1.0 });
        for (int i = 0; i < 2000; i++) {
            const vec from = { qx_random_unit(&random) * outer.x - 0.5,
                               qx_random_unit(&random) * outer.y - 0.5,
                               qx_random_unit(&random) * outer.z - 0.5 };
            if (ball_depth(&p.walls, from) > 0.0) continue;
            const vec way = vec_scale(random_direction(&random), 0.2 * qx_random_unit(&random));
            walls w;
            vec at = from;
            walls_find(&w, &p.walls, from, vec_length(way));
            const double share = walls_sweep(&w, &at, way);
            for (int k = 0; k <= 20; k++) {
                const vec there = vec_add(from, vec_scale(way, share * k / 20.0));
                assert_true(ball_depth(&p.walls, there) < 1e-12);
            }
            if (share == 1.0) continue;
            hits++;
            assert_true(ball_depth(&p.walls, at) > -1e-12);
            assert_true(vec_length(vec_sub(at, vec_add(from, vec_scale(way, share)))) < 1e-12);
        }
        leave(&p);
    }
    assert_true(hits > 5000);
}

static void no_place_has_more_parts_than_there_is_room_for(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 4, 0);
    uint32_t most = 0;
    for (int round = 0; round < 300; round++) {
        qx_maze_desc desc = random_desc(&random, 4);
        uint64_t mask = 0; // cells one by one, walls and corners on every side
        const uint32_t cells = desc.width * desc.height * desc.depth;
        for (uint32_t i = 0; i < cells; i++) mask |= (uint64_t)qx_random_below(&random, 2) << i;
        const uint64_t none[1] = { 0 };
        const uint64_t *const planes[3] = { none, none, none };
        desc = (qx_maze_desc){ desc.width, desc.height, desc.depth, .mask = &mask };
        place p = { 0 };
        if (mask == 0 || qx_maze_create_from(&desc, planes, &p.maze) != QX_OK) continue;
        assert_int_equal(lattice_open(&p.walls, p.maze, NULL, 0), QX_OK);
        for (int i = 0; i < 3000; i++) {
            const vec at = vec_add(middle(&p), random_vec(&random, 2.6));
            walls w;
            walls_find(&w, &p.walls, at, 0.2);
            if (w.count > most) most = w.count;
        }
        leave(&p);
    }
    assert_true(most < WALL_PARTS / 2);
}

static ball_forces tilted(double degrees)
{
    const double angle = degrees * 3.14159265358979323846 / 180.0;
    const vec down = { qx_sin(angle), 0.0, -qx_cos(angle) };
    return (ball_forces){ .gravity = vec_scale(down, BALL_GRAVITY) };
}

#define FLOOR (0.5 * WALL + BALL_RADIUS) // where a ball lies on the lowest floor

// Along a floor of cells, walls and beams, next to nothing, in a groove, and aslant.
static void seams_are_not_felt(void **state)
{
    (void)state;
    place p = hall(60, 2, 1);
    static const struct {
        double y, side;
    } ways[] = { { 0.5, 0.0 }, { FLOOR, 0.0 }, { 0.39, 0.004 }, { 1.6, -0.0031 } };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        ball b = { .at = { 0.5, ways[i].y, FLOOR }, .velocity = { 3.0, 3.0 * ways[i].side, 0.0 } };
        b.roll = vec_length(b.velocity);
        const double speed = b.roll;
        const ball_forces none = { .gravity = { 0.0, 0.0, 0.0 } };
        while (b.at.x < 55.0) {
            ball_step(&b, &p.walls, &none);
            assert_true(vec_length(b.velocity) == speed);
            assert_true(b.at.z == FLOOR && b.velocity.z == 0.0);
            assert_int_equal(b.contacts & 16u, 16u);
        }
    }
    leave(&p);
}

// A floor has no edge between its boxes: nothing but plates is under a ball.
static void seams_are_no_edges(void **state)
{
    (void)state;
    place p = hall(9, 1, 1);
    for (double x = 0.5; x < 8.5; x += 0.003) {
        walls w;
        walls_find(&w, &p.walls, (vec){ x, 0.5, FLOOR }, 0.01);
        assert_true(w.count > 0);
        for (uint32_t i = 0; i < w.count; i++) assert_int_equal(w.part[i].passed, 4);
    }
    leave(&p);
}

// The same with weight: every step adds the same.
static void seams_are_not_felt_under_weight(void **state)
{
    (void)state;
    place p = hall(60, 1, 1);
    const ball_forces forces = tilted(15.0);
    const double gain = ROLLING * forces.gravity.x / STEPS_A_SECOND;
    for (int groove = 0; groove < 2; groove++) {
        ball b = { .at = { 0.5, groove ? FLOOR : 0.5, FLOOR } };
        ball_forces pressing = forces;
        if (groove) pressing.gravity.y = -5.0;
        while (b.at.x < 55.0) {
            const double before = b.velocity.x;
            ball_step(&b, &p.walls, &pressing);
            assert_near(b.velocity.x - before, gain, 1e-12);
            assert_true(b.at.z == FLOOR && b.velocity.z == 0.0 && b.hit == 0.0);
            assert_int_equal(b.contacts, groove ? 16 | 4 : 16);
        }
    }
    leave(&p);
}

static void rolls_down_slopes_by_the_law(void **state)
{
    (void)state;
    place p = hall(20, 1, 1);
    static const double angles[] = { 5.0, 15.0, 30.0, 45.0, 75.0 };
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
        const ball_forces forces = tilted(angles[i]);
        const double law = ROLLING * forces.gravity.x;
        ball b = { .at = { 0.5, 0.5, FLOOR } };
        double rolled = 0.0;
        for (int step = 1; b.at.x < 15.0; step++) {
            ball_step(&b, &p.walls, &forces);
            rolled += b.rolled;
            const double time = (double)step / STEPS_A_SECOND;
            assert_near(b.velocity.x / time, law, 0.001 * law);
            assert_near(b.at.x - 0.5, 0.5 * law * time * time, 0.001 * law * time * time);
            assert_near(rolled, b.at.x - 0.5, 1e-9);
        }
    }
    leave(&p);
}

// On a level wall it slows by its friction, and it stays at rest where the tilt is slight.
static void rolling_friction_brakes_and_holds(void **state)
{
    (void)state;
    place p = hall(20, 1, 1);
    const ball_forces level = tilted(0.0);
    ball b = { .at = { 0.5, 0.5, FLOOR }, .velocity = { 2.0, 0.0, 0.0 }, .roll = 2.0 };
    for (int step = 0; step < STEPS_A_SECOND; step++) ball_step(&b, &p.walls, &level);
    assert_near(b.velocity.x, 2.0 - BALL_FRICTION * BALL_GRAVITY, 1e-9);
    for (int step = 0; step < 10 * STEPS_A_SECOND; step++) ball_step(&b, &p.walls, &level);
    assert_true(b.velocity.x == 0.0);
    assert_near(b.at.x - 0.5, 4.0 / (2.0 * BALL_FRICTION * BALL_GRAVITY), 1e-3);
    static const struct {
        double degrees;
        bool moves;
    } tilts[] = { { 1.0, false }, { 1.5, false }, { 1.7, true }, { 3.0, true } };
    for (size_t i = 0; i < sizeof tilts / sizeof tilts[0]; i++) {
        const ball_forces forces = tilted(tilts[i].degrees);
        const double from = b.at.x;
        b.velocity = (vec){ 0.0, 0.0, 0.0 };
        for (int step = 0; step < STEPS_A_SECOND; step++) ball_step(&b, &p.walls, &forces);
        assert_int_equal(b.at.x != from, tilts[i].moves);
    }
    leave(&p);
}

static void energy_never_grows_in_a_still_cube(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 5, 0);
    for (int round = 0; round < 400; round++) {
        const qx_maze_desc desc = random_desc(&random, 5);
        place p = place_of(&desc, NULL, 0);
        ball b = ball_in(&random, &p);
        b.velocity = vec_scale(random_direction(&random), 15.0 * qx_random_unit(&random));
        b.roll = 15.0 * qx_random_unit(&random);
        const double weight = round % 10 == 0 ? 0.0 : BALL_GRAVITY;
        vec down = random_direction(&random);
        if (round % 4 == 0) down = (vec){ 0.02 * unit(&random), -1.0, 0.02 * unit(&random) };
        const ball_forces forces = { .gravity = vec_scale(down, weight) };
        double before = ball_energy(&b, forces.gravity);
        for (int step = 0; step < 5 * STEPS_A_SECOND; step++) {
            ball_step(&b, &p.walls, &forces);
            const double now = ball_energy(&b, forces.gravity);
            if (now > before + 1e-11) fail_msg("grew by %g, step %d", now - before, step);
            before = now;
        }
        leave(&p);
    }
}

// Wherever it falls, it lies still to the last bit before long.
static void comes_to_rest_and_stays(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 6, 0);
    for (int round = 0; round < 300; round++) {
        const qx_maze_desc desc = random_desc(&random, 4);
        place p = place_of(&desc, NULL, 0);
        ball b = ball_in(&random, &p);
        vec down = random_direction(&random);
        if (round % 3 == 0) down = (vec){ 0.01 * unit(&random), -1.0, 0.01 * unit(&random) };
        const ball_forces forces = { .gravity = vec_scale(down, BALL_GRAVITY) };
        for (int step = 0; step < 30 * STEPS_A_SECOND; step++) ball_step(&b, &p.walls, &forces);
        const ball rests = b;
        for (int step = 0; step < 10 * STEPS_A_SECOND; step++) {
            ball_step(&b, &p.walls, &forces);
            assert_memory_equal(&b.at, &rests.at, sizeof b.at);
            assert_true(vec_length(b.velocity) == 0.0 && b.hit == 0.0 && b.rolled == 0.0);
            assert_true(b.contacts != 0);
        }
        leave(&p);
    }
}

static void bounces_by_its_restitution(void **state)
{
    (void)state;
    place p = hall(1, 1, 12);
    const ball_forces forces = { .gravity = { 0.0, 0.0, -BALL_GRAVITY } };
    ball b = { .at = { 0.5, 0.5, 10.0 } };
    while (b.hit == 0.0) ball_step(&b, &p.walls, &forces);
    assert_near(b.hit, sqrt(2.0 * BALL_GRAVITY * (10.0 - FLOOR)), 0.01);
    assert_int_equal(b.contacts, 16);
    double top = 0.0;
    b.hit = 0.0;
    const double back = BALL_RESTITUTION * (sqrt(2.0 * BALL_GRAVITY * (10.0 - FLOOR)) - BALL_SOFT);
    while (b.hit == 0.0) {
        ball_step(&b, &p.walls, &forces);
        if (b.at.z > top) top = b.at.z;
    }
    assert_near(top, FLOOR + back * back / (2.0 * BALL_GRAVITY), 0.01);
    uint32_t bounces = 2;
    for (int step = 0; step < 3 * STEPS_A_SECOND; step++) {
        ball_step(&b, &p.walls, &forces);
        bounces += b.hit > 0.0;
    }
    assert_true(b.at.z == FLOOR && b.velocity.z == 0.0);
    assert_in_range(bounces, 3, 6);
    leave(&p);
}

// A ball that slides onto a wall without spin keeps 5/7 of its speed; one that rolls, all; one that
// spins faster gains none.
static void a_wall_takes_hold_of_the_ball(void **state)
{
    (void)state;
    place p = hall(20, 1, 1);
    const ball_forces forces = tilted(0.0);
    static const struct {
        double roll, speed;
    } spins[] = { { 0.0, 3.0 * ROLLING }, { 1.4, 2.543 }, { 3.0, 3.0 }, { 20.0, 3.0 } };
    for (size_t i = 0; i < sizeof spins / sizeof spins[0]; i++) {
        ball b = { .at = { 0.5, 0.5, FLOOR }, .velocity = { 3.0, 0.0, 0.0 } };
        b.roll = spins[i].roll;
        ball_step(&b, &p.walls, &forces);
        assert_near(b.velocity.x, spins[i].speed, 0.005);
        assert_near(b.roll, b.velocity.x, 1e-12);
    }
    leave(&p);
}

// Outside of the cube nothing else acts.
static void the_turn_acts_up_to_its_cap(void **state)
{
    (void)state;
    place p = hall(2, 2, 2);
    qx_random random;
    qx_random_seed(&random, 7, 0);
    uint32_t capped = 0;
    for (int i = 0; i < 20000; i++) {
        const ball_forces f = { .gravity = random_vec(&random, 10.0),
                                .spin = random_vec(&random, i % 2 ? 0.5 : 6.0),
                                .spin_change = random_vec(&random, i % 2 ? 0.2 : 100.0),
                                .centre = { 1.0, 1.0, 1.0 } };
        ball b = { .at = { -4.0, 6.0, -5.0 }, .velocity = random_vec(&random, 3.0) };
        const vec before = b.velocity, arm = vec_sub(b.at, f.centre), w = f.spin;
        ball_step(&b, &p.walls, &f);
        const vec gained = vec_scale(vec_sub(b.velocity, before), STEPS_A_SECOND);
        const vec turn = vec_sub(gained, f.gravity);
        assert_true(vec_length(turn) <= BALL_TURN_CAP + 1e-9);
        // Euler, centrifugal, Coriolis: written out by components.
        const double square = vec_dot(w, w), along = vec_dot(w, arm);
        const vec a = f.spin_change, v = before;
        const vec law = { -(a.y * arm.z - a.z * arm.y) + square * arm.x - along * w.x -
                              2.0 * (w.y * v.z - w.z * v.y),
                          -(a.z * arm.x - a.x * arm.z) + square * arm.y - along * w.y -
                              2.0 * (w.z * v.x - w.x * v.z),
                          -(a.x * arm.y - a.y * arm.x) + square * arm.z - along * w.z -
                              2.0 * (w.x * v.y - w.y * v.x) };
        const double size = vec_length(law);
        capped += size > BALL_TURN_CAP;
        const vec want = size > BALL_TURN_CAP ? vec_scale(law, BALL_TURN_CAP / size) : law;
        assert_true(vec_length(vec_sub(turn, want)) < 1e-9);
    }
    assert_in_range(capped, 5000, 15000);
    leave(&p);
}

static void leaves_through_the_exit(void **state)
{
    (void)state;
    for (uint32_t face = 0; face < 6; face++) {
        const qx_maze_desc desc = { .width = 1, .height = 1, .depth = 1 };
        const qx_maze_opening exit = { 0, (qx_maze_face)face };
        place p = place_of(&desc, &exit, 1);
        const double down = face % 2 ? BALL_GRAVITY : -BALL_GRAVITY;
        const ball_forces forces = { .gravity = { face / 2 == 0 ? down : 0.3,
                                                  face / 2 == 1 ? down : -0.2,
                                                  face / 2 == 2 ? down : 0.1 } };
        ball b = { .at = { 0.55, 0.45, 0.5 } };
        uint32_t cell[3];
        assert_true(ball_cell(&p.walls, &b, cell));
        for (int step = 0; step < 2 * STEPS_A_SECOND; step++) ball_step(&b, &p.walls, &forces);
        assert_false(ball_cell(&p.walls, &b, cell));
        assert_true(vec_length(b.at) > 10.0);
        for (int step = 0; step < 3600 * STEPS_A_SECOND; step++) ball_step(&b, &p.walls, &forces);
        assert_true(vec_length(b.at) < 1e6 && vec_length(b.velocity) < BALL_MAX_SPEED + 1e-9);
        leave(&p);
    }
}

// From one run of cube and ball together: the same on every compiler and at every optimisation.
static void the_same_bits_everywhere(void **state)
{
    (void)state;
    const qx_maze_desc desc = { .width = 5, .height = 5, .depth = 5, .seed = 11, .braid = 0.5f };
    place p = place_of(&desc, NULL, 0);
    qx_random random;
    qx_random_seed(&random, 8, 0);
    cube c = { .turn = { 0.0, 0.0, 0.0, 1.0 } };
    ball b = { .at = { 0.5, 0.5, 0.5 } };
    vec hands = { 0.0, 0.0, 0.0 };
    uint64_t hash = QX_HASH_START;
    for (int tick = 0; tick < 20000; tick++) {
        if (tick % 40 == 0) hands = random_vec(&random, 4.0);
        if (tick % 120 > 60) hands = cube_snap(&c);
        cube_step(&c, hands);
        const ball_forces forces = { vec_scale(cube_down(&c), BALL_GRAVITY), c.spin,
                                     vec_scale(vec_sub(c.spin, c.before), 60.0), middle(&p) };
        for (int i = 0; i < BALL_STEPS; i++) ball_step(&b, &p.walls, &forces);
        const double told[] = { c.turn.x, c.turn.y, c.turn.z,     c.turn.w,     b.at.x,
                                b.at.y,   b.at.z,   b.velocity.x, b.velocity.y, b.velocity.z,
                                b.roll,   b.hit,    b.rolled };
        hash = qx_hash_bytes(hash, told, sizeof told);
        hash = qx_hash_bytes(hash, &b.contacts, sizeof b.contacts);
    }
    leave(&p);
    if (hash != UINT64_C(0xfe42877fbc1179d1)) fail_msg("0x%016llx", (unsigned long long)hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_the_walls_of_the_maze),
        cmocka_unit_test(a_lattice_without_memory_says_so),
        cmocka_unit_test(bad_lattices_are_refused),
        cmocka_unit_test(never_in_a_wall_nor_through_one),
        cmocka_unit_test(the_sweep_stops_at_the_first_wall),
        cmocka_unit_test(no_place_has_more_parts_than_there_is_room_for),
        cmocka_unit_test(seams_are_not_felt),
        cmocka_unit_test(seams_are_no_edges),
        cmocka_unit_test(seams_are_not_felt_under_weight),
        cmocka_unit_test(rolls_down_slopes_by_the_law),
        cmocka_unit_test(rolling_friction_brakes_and_holds),
        cmocka_unit_test(energy_never_grows_in_a_still_cube),
        cmocka_unit_test(comes_to_rest_and_stays),
        cmocka_unit_test(bounces_by_its_restitution),
        cmocka_unit_test(a_wall_takes_hold_of_the_ball),
        cmocka_unit_test(the_turn_acts_up_to_its_cap),
        cmocka_unit_test(leaves_through_the_exit),
        cmocka_unit_test(the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
