// SPDX-License-Identifier: MIT
#include "particles.h"

#include <math.h>

#define WIDE ((float)ARENA_WIDTH)
#define TALL ((float)ARENA_HEIGHT)

#define KEEP_QUICK 0.94f
#define KEEP_LEAST 0.96f
#define KEEP_SPREAD 0.04f // above KEEP_LEAST

#define PULL 10000.0f // 10,000 n / (d² + 10,000)
#define SWIRL 45.0f   // 45 / (d + 100) across
#define SWIRL_ADD 100.0f
#define SWIRL_REACH 400.0f

#define LENGTH 24.0f // of the longest, pixels
#define BREADTH 1.6f
#define DOT 7.0f

// --- adding

static bool is_fit(const particle *one)
{
    const float sum = one->at.x + one->at.y + one->velocity.x + one->velocity.y + one->life;
    return isfinite(sum) && one->life >= 1.0f && (uint32_t)one->kind < PARTICLE_KINDS;
}

// To the front, in order. Every array moves on its own, so that no line of the cache is fetched for
// one value of it.
static void move_floats(float *values, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) values[i] = values[first + i];
}

static void move_to_front(particles *p)
{
    float *const values[] = { p->x, p->y, p->vx, p->vy, p->left, p->fade, p->keep, p->pull };
    for (uint32_t i = 0; i < sizeof values / sizeof values[0]; i++)
        move_floats(values[i], p->first, p->count);
    for (uint32_t i = 0; i < p->count; i++) p->look[i] = p->look[p->first + i];
    p->first = 0;
}

static uint32_t make_room(particles *p)
{
    if (p->count == PARTICLES_MAX) {
        p->first++;
        p->count--;
    }
    if (p->first + p->count == PARTICLES_ROOM) move_to_front(p);
    return p->first + p->count++;
}

// Ranks are spread evenly over what is added one after another: a share of all is a share of every
// burst.
static uint32_t next_rank(particles *p)
{
    return (p->made++ * 0x9E3779B9u) >> 27;
}

void particles_add(particles *p, const particle *one)
{
    if (!is_fit(one)) return;
    const uint32_t i = make_room(p);
    const bool quick = one->kind == PARTICLE_SPARK || one->kind == PARTICLE_GLOW;
    p->x[i] = one->at.x;
    p->y[i] = one->at.y;
    p->vx[i] = one->velocity.x;
    p->vy[i] = one->velocity.y;
    p->left[i] = 1.0f;
    p->fade[i] = 1.0f / one->life;
    p->keep[i] = quick ? KEEP_QUICK : KEEP_LEAST;
    p->pull[i] = one->kind == PARTICLE_RING ? 0.0f : 1.0f;
    p->look[i] = (one->colour & 0xFFFFFF00u) | next_rank(p) << 3 | (uint32_t)one->kind;
}

// --- a tick

static void move(float *restrict x, float *restrict v, float most, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const float at = x[i] + v[i], speed = fabsf(v[i]);
        x[i] = at;
        v[i] = at < 0.0f ? speed : at > most ? -speed : v[i];
    }
}

// Exactly on a hole there is no way to be drawn: (dx, dy) is (0, 0) there, and the least distance
// keeps it finite.
static void draw_in(particles *p, place to, uint32_t first, uint32_t end)
{
    const float *restrict x = p->x, *restrict y = p->y, *restrict pull = p->pull;
    float *restrict vx = p->vx, *restrict vy = p->vy;
    for (uint32_t i = first; i < end; i++) {
        const float dx = to.x - x[i], dy = to.y - y[i];
        const float d2 = dx * dx + dy * dy, d = sqrtf(d2);
        const float unit = pull[i] / (d > 1e-3f ? d : 1e-3f);
        const float inward = unit * PULL / (d2 + PULL);
        const float reached = d < SWIRL_REACH ? unit : 0.0f;
        const float across = reached * SWIRL / (d + SWIRL_ADD);
        vx[i] += inward * dx + across * dy;
        vy[i] += inward * dy - across * dx;
    }
}

// What is kept differs by place instead of by chance: no random numbers here, and the same look.
// Velocities too small to be seen become 0, because what lies near the smallest floats takes a
// hundred times as long.
static void slow(particles *p, uint32_t first, uint32_t end)
{
    const float *restrict x = p->x, *restrict keep = p->keep;
    float *restrict vx = p->vx, *restrict vy = p->vy;
    for (uint32_t i = first; i < end; i++) {
        const float steps = fabsf(x[i]) / KEEP_SPREAD;
        const float part = steps - (float)(int32_t)steps;
        const float spread = keep[i] < KEEP_LEAST ? 0.0f : KEEP_SPREAD;
        const float moving = fabsf(vx[i]) + fabsf(vy[i]) < 1e-11f ? 0.0f : 1.0f;
        const float factor = moving * (keep[i] + spread * part);
        vx[i] *= factor;
        vy[i] *= factor;
    }
}

static void age(particles *p, uint32_t first, uint32_t end)
{
    float *restrict left = p->left;
    const float *restrict fade = p->fade;
    for (uint32_t i = first; i < end; i++) left[i] -= fade[i];
}

static uint32_t first_faded(const particles *p)
{
    uint32_t i = p->first;
    while (i < p->first + p->count && p->left[i] > 0.0f) i++;
    return i;
}

static void move_one(particles *p, uint32_t to, uint32_t from)
{
    p->x[to] = p->x[from], p->y[to] = p->y[from];
    p->vx[to] = p->vx[from], p->vy[to] = p->vy[from];
    p->left[to] = p->left[from], p->fade[to] = p->fade[from];
    p->keep[to] = p->keep[from], p->pull[to] = p->pull[from];
    p->look[to] = p->look[from];
}

// In order, so that the oldest stay first.
static void remove_faded(particles *p)
{
    const uint32_t end = p->first + p->count;
    uint32_t kept = first_faded(p);
    for (uint32_t i = kept; i < end; i++)
        if (p->left[i] > 0.0f) move_one(p, kept++, i);
    p->count = kept - p->first;
    if (p->count == 0) p->first = 0;
}

void particles_tick(particles *p, const hole *holes, uint32_t hole_count)
{
    const uint32_t first = p->first, end = p->first + p->count;
    move(p->x + first, p->vx + first, WIDE, p->count);
    move(p->y + first, p->vy + first, TALL, p->count);
    for (uint32_t i = 0; i < hole_count; i++) draw_in(p, holes[i].at, first, end);
    slow(p, first, end);
    age(p, first, end);
    remove_faded(p);
}

// --- the picture

float particle_opacity(float left, float speed)
{
    const float least = fminf(1.0f, fminf(2.0f * left, speed));
    return least * least;
}

float particle_stretch(particle_kind kind, float speed, float opacity)
{
    const float grows = kind == PARTICLE_BULLET ? 0.1f : 0.2f;
    return fminf(fminf(1.0f, grows * speed + 0.1f), opacity);
}

// Of many that fill the field each is fainter, so that enemies stand out from them.
static const float shine[PARTICLE_KINDS] = { 0.75f, 0.55f, 0.55f, 0.36f, 0.34f };

static qx_sprite dot_of(const particles *p, uint32_t i, const particles_view *view, float opacity)
{
    return (qx_sprite){ .centre = { view->x + p->x[i] - view->back * p->vx[i],
                                    view->y + p->y[i] - view->back * p->vy[i], 0.0f },
                        .half_width = DOT,
                        .half_height = DOT,
                        .intensity = shine[PARTICLE_GLOW] * view->intensity * opacity,
                        .colour = p->look[i] | 0xFFu,
                        .shape = QX_SPRITE_GLOW };
}

static qx_line line_of(const particles *p, uint32_t i, const particles_view *view, float speed,
                       float opacity)
{
    const particle_kind kind = (particle_kind)(p->look[i] & 7u);
    const float half = 0.5f * LENGTH * particle_stretch(kind, speed, opacity) / fmaxf(speed, 1e-6f);
    const float hx = half * p->vx[i], hy = half * p->vy[i];
    const float x = view->x + p->x[i] - view->back * p->vx[i];
    const float y = view->y + p->y[i] - view->back * p->vy[i];
    return (qx_line){ { x - hx, y - hy, 0.0f },
                      { x + hx, y + hy, 0.0f },
                      BREADTH,
                      shine[kind] * view->intensity * opacity,
                      p->look[i] | 0xFFu };
}

particles_drawn particles_build(const particles *p, const particles_view *view, qx_line *lines,
                                qx_sprite *dots)
{
    particles_drawn drawn = { 0, 0 };
    const uint32_t below = (uint32_t)(32.0f * fminf(fmaxf(view->share, 0.0f), 1.0f) + 0.5f);
    for (uint32_t i = p->first; i < p->first + p->count; i++) {
        if ((p->look[i] >> 3 & 31u) >= below) continue;
        const float speed = sqrtf(p->vx[i] * p->vx[i] + p->vy[i] * p->vy[i]);
        const float opacity = particle_opacity(p->left[i], speed);
        if (opacity < 0.004f) continue;
        const bool dot = (p->look[i] & 7u) == PARTICLE_GLOW;
        if (dot)
            dots[drawn.dots++] = dot_of(p, i, view, opacity);
        else
            lines[drawn.lines++] = line_of(p, i, view, speed, opacity);
    }
    return drawn;
}
