// SPDX-License-Identifier: MIT
// How the ball moves. Within a step forces are constant, so free flight and rolling are exact; the
// arc of a step is swept as its chord, at most 4e-4 cells off, which makes every piece exact in
// energy and loses a little where a wall cuts it short.
#include "ball.h"

#include "walls.h"

#define STEP (1.0 / (60.0 * BALL_STEPS))
#define PIECES 8 // of a step between walls; what is left of it then is dropped: the ball is late
#define FARTHEST 1e6 // a ball that fell out stays within numbers
#define ROLLING (5.0 / 7.0)
#define TINY 1e-11 // a speed or an acceleration that is none
#define APART 1e-9 // cells / s: a speed away from a wall that rounding can make

static void mend(ball *b)
{
    b->at = vec_limit(b->at, FARTHEST);
    b->velocity = vec_limit(b->velocity, BALL_MAX_SPEED);
    if (!(b->roll >= 0.0)) b->roll = 0.0;
    if (b->roll > BALL_MAX_SPEED) b->roll = BALL_MAX_SPEED;
    b->contacts = 0;
    b->hit = 0.0;
    b->rolled = 0.0;
}

static vec acceleration(const ball *b, const ball_forces *forces)
{
    const double fastest = 1e6;
    const vec spin = vec_limit(forces->spin, fastest);
    const vec change = vec_limit(forces->spin_change, fastest);
    const vec arm = vec_sub(b->at, vec_limit(forces->centre, FARTHEST));
    const vec euler = vec_cross(change, arm);
    const vec centrifugal = vec_cross(spin, vec_cross(spin, arm));
    const vec coriolis = vec_scale(vec_cross(spin, b->velocity), 2.0);
    const vec turn = vec_add(vec_add(euler, centrifugal), coriolis);
    return vec_sub(vec_limit(forces->gravity, BALL_GRAVITY_CAP), vec_limit(turn, BALL_TURN_CAP));
}

static bool allowed(const touches *t, vec a)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (vec_dot(a, t->normal[i]) < -TINY) return false;
    return true;
}

static bool better(const touches *t, vec a, double *best)
{
    const double square = vec_dot(a, a);
    if (square <= *best || !allowed(t, a)) return false;
    *best = square;
    return true;
}

// The nearest to a vector among those that lead into no wall: itself, or its foot on a wall, in a
// groove of two, or nothing. Pushing it out of one wall after the other instead never ends in a
// narrow groove.
static vec hold_out(const touches *t, vec a)
{
    if (allowed(t, a)) return a;
    vec found = { 0.0, 0.0, 0.0 };
    double best = 0.0;
    for (uint32_t i = 0; i < t->count; i++) {
        const vec n = t->normal[i];
        const vec foot = vec_sub(a, vec_scale(n, vec_dot(a, n)));
        if (better(t, foot, &best)) found = foot;
    }
    for (uint32_t i = 0; i < t->count; i++)
        for (uint32_t k = i + 1; k < t->count; k++) {
            const vec groove = vec_cross(t->normal[i], t->normal[k]);
            const double square = vec_dot(groove, groove);
            if (square < 1e-40) continue;
            const vec foot = vec_scale(groove, vec_dot(a, groove) / square);
            if (better(t, foot, &best)) found = foot;
        }
    return found;
}

// The wall takes hold of the ball: its way along the wall and its spin become one. It is never
// sped up by that; a spin that does not fit is lost.
static double grip(double along, double *roll)
{
    const double together = *roll < along ? (5.0 * along + 2.0 * *roll) / 7.0 : along;
    *roll = together;
    return together;
}

static void bounce(ball *b, vec normal, double into)
{
    const double back = into > BALL_SOFT ? BALL_RESTITUTION * (into - BALL_SOFT) : 0.0;
    const vec along = vec_add(b->velocity, vec_scale(normal, into));
    const double fast = vec_length(along);
    const double held = grip(fast, &b->roll);
    const vec kept = held < fast ? vec_scale(along, held / fast) : along;
    b->velocity = vec_add(kept, vec_scale(normal, back));
    if (into > b->hit) b->hit = into;
}

static void note(ball *b, vec normal)
{
    for (int axis = 0; axis < 3; axis++) {
        const double n = vec_axis(normal, axis);
        if (n > 0.5) b->contacts |= 1u << (2 * axis);
        if (n < -0.5) b->contacts |= 2u << (2 * axis);
    }
}

// Takes the speed into walls, hardest first.
static void land(ball *b, const touches *t)
{
    for (uint32_t i = 0; i < t->count; i++) note(b, t->normal[i]);
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t hardest = 0;
        double into = TINY;
        for (uint32_t k = 0; k < t->count; k++) {
            const double speed = -vec_dot(b->velocity, t->normal[k]);
            if (speed <= into) continue;
            into = speed;
            hardest = k;
        }
        if (into <= TINY) return;
        bounce(b, t->normal[hardest], into);
    }
    b->velocity = hold_out(t, b->velocity);
}

// The walls that the ball may be pressed to within a time. One that it leaves so slowly that it could
// be back before then holds it at once: the chord of so low a hop would lead into the wall.
static touches pressed_walls(ball *b, const touches *t, vec a, double time)
{
    const double apart = APART + 0.5 * vec_length(a) * time;
    touches pressed = { 0 };
    for (uint32_t i = 0; i < t->count; i++) {
        const double away = vec_dot(b->velocity, t->normal[i]);
        if (away > apart) continue;
        pressed.normal[pressed.count++] = t->normal[i];
        if (away > 0.0) b->velocity = vec_sub(b->velocity, vec_scale(t->normal[i], away));
    }
    b->velocity = hold_out(&pressed, b->velocity);
    return pressed;
}

// What is left of an acceleration between walls, and the brake of rolling friction.
typedef struct drive {
    vec along;
    double brake; // cells / s^2
    bool rolling;
} drive;

static drive find_drive(ball *b, const touches *t, vec a, double time)
{
    const touches pressed = pressed_walls(b, t, a, time);
    if (allowed(&pressed, a)) return (drive){ .along = a };
    const vec along = hold_out(&pressed, a);
    const double press = vec_length(vec_sub(a, along));
    const double share = 1.0 - vec_length(along) / (BALL_LEVEL * press);
    return (drive){ .along = vec_scale(along, ROLLING),
                    .brake = share > 0.0 ? BALL_FRICTION * press * share : 0.0,
                    .rolling = true };
}

// The speed after a time. Where friction brakes, a ball that turns back comes to rest first: it is
// held there if the drive is weaker than the brake.
static vec speed_after(ball *b, const drive *d, double time)
{
    vec after = vec_add(b->velocity, vec_scale(d->along, time));
    if (d->brake > 0.0 && vec_dot(b->velocity, after) <= 0.0) {
        b->velocity = (vec){ 0.0, 0.0, 0.0 };
        after = vec_scale(d->along, time);
    }
    const double speed = vec_length(after), less = d->brake * time;
    if (speed <= less) return (vec){ 0.0, 0.0, 0.0 };
    if (less > 0.0) after = vec_scale(after, 1.0 - less / speed);
    return vec_limit(after, BALL_MAX_SPEED);
}

// Moves for a time or to the next wall; returns the share that took.
static double move(ball *b, const walls *w, const drive *d, double time)
{
    if (d->rolling) {
        const double speed = vec_length(b->velocity);
        const double held = grip(speed, &b->roll);
        if (held < speed) b->velocity = vec_scale(b->velocity, held / speed);
    }
    const vec after = speed_after(b, d, time);
    const vec way = vec_scale(vec_add(b->velocity, after), 0.5 * time);
    const double share = walls_sweep(w, &b->at, way);
    if (share < 1.0)
        b->velocity = vec_add(b->velocity, vec_scale(vec_sub(after, b->velocity), share));
    else
        b->velocity = after;
    if (!d->rolling) return share;
    b->rolled += share * vec_length(way);
    b->roll = vec_length(b->velocity);
    return share;
}

void ball_step(ball *b, const lattice *l, const ball_forces *forces)
{
    mend(b);
    const vec a = acceleration(b, forces);
    const double fastest = vec_length(b->velocity) + vec_length(a) * STEP;
    walls w;
    walls_find(&w, l, b->at, fastest * STEP + WALL_TOUCH);

    double left = STEP;
    touches t;
    for (int piece = 0; piece < PIECES && left > 0.0; piece++) {
        walls_touch(&w, &b->at, &t);
        land(b, &t);
        const drive d = find_drive(b, &t, a, left);
        left -= left * move(b, &w, &d, left);
    }
}

double ball_energy(const ball *b, vec gravity)
{
    return 0.5 * vec_dot(b->velocity, b->velocity) + 0.2 * b->roll * b->roll -
           vec_dot(gravity, b->at);
}
