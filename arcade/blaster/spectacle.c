// SPDX-License-Identifier: MIT
// Counts, speeds, lives and colours of the bursts are the tutorial's.
#include "spectacle.h"

#include <math.h>

#define TURN 6.28318530717958647692
#define NEVER 100000u    // ticks ago
#define SKY_KEEP 0.9f    // a tick
#define FEW_STRUCK 20.0f // so many show in full

enum {
    SHIP_SPARKS = 1200,
    ENEMY_SPARKS = 120,
    RING_SPARKS = 150,
    BULLET_SPARKS = 30,
    WISP_SPARKS = 16,
    BURST_LIFE = 190,
    BULLET_LIFE = 50,
    RING_LIFE = 90,
    EXHAUST_LIFE = 60,
    SPRAY_TICKS = 15, // on, and off
    POPUP_LIFE = 42
};

// --- chance

static place polar(double angle, float radius)
{
    return (place){ radius * (float)qx_cos(angle), radius * (float)qx_sin(angle) };
}

static place any_way(spectacle *s, float least, float most)
{
    const double angle = TURN * (double)qx_random_unit(&s->random);
    return polar(angle, qx_random_range(&s->random, least, most));
}

// --- colours

static float hue_channel(float hue, float centre)
{
    const float turned = hue - centre;
    const float away = fabsf(turned - 6.0f * floorf((turned + 3.0f) / 6.0f));
    return fminf(fmaxf(2.0f - away, 0.0f), 1.0f);
}

static uint32_t byte_of(float hue, float centre, float saturation, float value)
{
    const float pure = hue_channel(hue, centre);
    return (uint32_t)(255.0f * value * (1.0f - saturation * (1.0f - pure)) + 0.5f);
}

uint32_t spectacle_hue(float hue, float saturation, float value)
{
    return byte_of(hue, 0.0f, saturation, value) << 24 |
           byte_of(hue, 2.0f, saturation, value) << 16 |
           byte_of(hue, 4.0f, saturation, value) << 8 | 0xFFu;
}

static uint32_t mix(uint32_t a, uint32_t b, float share)
{
    uint32_t mixed = 0;
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        const float from = (float)(a >> shift & 255u), to = (float)(b >> shift & 255u);
        mixed |= (uint32_t)(from + share * (to - from) + 0.5f) << shift;
    }
    return mixed;
}

// --- lights, points, shaking

static void shine(spectacle *s, light l)
{
    s->lights[s->next_light] = l;
    s->next_light = (s->next_light + 1) % LIGHTS_MAX;
}

static void glimmer(spectacle *s, place at, uint32_t colour, float radius, float intensity,
                    uint32_t life)
{
    shine(s, (light){ at, radius, 0.0f, intensity, colour, 0, life, false, true });
}

static void shock(spectacle *s, place at, uint32_t colour, float growth, float intensity,
                  uint32_t life)
{
    shine(s, (light){ at, 12.0f, growth, intensity, colour, 0, life, true, false });
}

static void pop_up(spectacle *s, place at, uint32_t points)
{
    s->popups[s->next_popup] = (popup){ at, points, 0, POPUP_LIFE };
    s->next_popup = (s->next_popup + 1) % POPUPS_MAX;
}

static void shake(spectacle *s, float by)
{
    s->shake = fmaxf(s->shake, by);
}

static void grow_old(spectacle *s)
{
    for (uint32_t i = 0; i < LIGHTS_MAX; i++)
        if (s->lights[i].life > 0 && ++s->lights[i].age >= s->lights[i].life) s->lights[i].life = 0;
    for (uint32_t i = 0; i < POPUPS_MAX; i++)
        if (s->popups[i].life > 0 && ++s->popups[i].age >= s->popups[i].life) s->popups[i].life = 0;
    if (s->step_age < NEVER) s->step_age++;
    if (s->life_age < NEVER) s->life_age++;
    if (s->ready_age < NEVER) s->ready_age++;
    if (s->refused_age < NEVER) s->refused_age++;
    s->sky = s->sky < 0.01f ? 0.0f : SKY_KEEP * s->sky;
}

// A smooth swing of two frequencies that dies away; jumping at random makes people ill.
static void swing(spectacle *s)
{
    const double t = (double)s->tick;
    s->before = s->shaken;
    s->shaken =
        (place){ s->shake * (float)qx_sin(0.83 * t), s->shake * (float)qx_sin(1.09 * t + 1.0) };
    s->shake = s->shake < 0.05f ? 0.0f : 0.92f * s->shake;
}

// --- bursts

// Most fly fast, some slowly: the tutorial's 18 (1 - 1 / u).
static place burst_velocity(spectacle *s)
{
    const float speed = 18.0f * (1.0f - 1.0f / qx_random_range(&s->random, 1.0f, 10.0f));
    return any_way(s, speed, speed);
}

static void burst(spectacle *s, place at, uint32_t count, particle_kind kind, uint32_t from,
                  uint32_t to)
{
    for (uint32_t i = 0; i < count; i++)
        particles_add(&s->particles,
                      &(particle){ at, burst_velocity(s), BURST_LIFE,
                                   mix(from, to, qx_random_unit(&s->random)), kind });
}

static void ship_bursts(spectacle *s, const event *e)
{
    burst(s, e->at, SHIP_SPARKS, PARTICLE_FREE, 0xFFFFFFFF, 0xCCCC66FF);
    glimmer(s, e->at, 0xFFD890FF, 150.0f, 0.4f, 30);
    shock(s, e->at, 0xFFF0C8FF, 9.0f, 0.9f, 40);
    shake(s, 9.0f);
}

static bool is_struck(const spectacle *s, const event *e)
{
    return s->struck != 0 && e->id == s->struck;
}

// A fleet that dies by one strike shares its sparks, else they would hide the lightning.
static uint32_t enemy_sparks(const spectacle *s, const event *e)
{
    return is_struck(s, e) ? (uint32_t)(ENEMY_SPARKS * s->volley_share) : ENEMY_SPARKS;
}

// Two hues near the enemy's own, so that a burst still says who it was.
static void enemy_bursts(spectacle *s, const event *e)
{
    const bool seeker = e->what == ENEMY_SEEKER;
    const float own = seeker ? 5.4f : 2.9f, first = own + qx_random_range(&s->random, -0.5f, 0.5f);
    const float second = first + qx_random_range(&s->random, 0.0f, 2.0f) * (seeker ? 0.6f : 0.5f);
    const uint32_t colour = seeker ? SEEKER_COLOUR : WANDERER_COLOUR;
    burst(s, e->at, enemy_sparks(s, e), PARTICLE_SPARK, spectacle_hue(first, 0.65f, 1.0f),
          spectacle_hue(second, 0.65f, 1.0f));
    glimmer(s, e->at, colour, 62.0f, 0.42f, 14);
}

static void bullet_bursts(spectacle *s, const event *e)
{
    for (uint32_t i = 0; i < BULLET_SPARKS; i++)
        particles_add(&s->particles, &(particle){ e->at, any_way(s, 0.0f, 9.0f), BULLET_LIFE,
                                                  0xADD8E6FF, PARTICLE_BULLET });
}

// The hits of lightning come all at once, and share a ring.
static void hole_rings(spectacle *s, const event *e)
{
    const uint32_t sparks = is_struck(s, e) ? RING_SPARKS / STRIKE_HOLE_HITS : RING_SPARKS;
    const uint32_t colour = spectacle_hue(3.0f * (float)s->tick / 60.0f, 0.25f, 1.0f);
    const double start = TURN / sparks * (double)qx_random_unit(&s->random);
    for (uint32_t i = 0; i < sparks; i++) {
        const double angle = start + TURN * i / sparks;
        const place velocity = polar(angle, qx_random_range(&s->random, 8.0f, 16.0f));
        particles_add(&s->particles, &(particle){ add(e->at, scale(velocity, 2.0f)), velocity,
                                                  RING_LIFE, colour, PARTICLE_RING });
    }
}

static void hole_ends(spectacle *s, const event *e, blaster_net *net)
{
    burst(s, e->at, 2 * ENEMY_SPARKS, PARTICLE_FREE, HOLE_COLOUR, 0xFFD24AFF);
    glimmer(s, e->at, HOLE_COLOUR, 130.0f, 0.7f, 24);
    shock(s, e->at, HOLE_COLOUR, 8.0f, 0.8f, 30);
    shake(s, 4.0f);
    blaster_net_blast(net, e->at, 0.5f);
}

static void ship_returns(spectacle *s, const event *e, blaster_net *net)
{
    blaster_net_return(net, e->at);
    shock(s, e->at, SHIP_COLOUR, 6.0f, 0.6f, 28);
    glimmer(s, e->at, 0xA8C8FFFF, 90.0f, 0.4f, 20);
}

// --- what goes on

static void puff(spectacle *s, place at, place velocity, uint32_t colour)
{
    particles_add(&s->particles,
                  &(particle){ at, velocity, EXHAUST_LIFE, 0xB29A80FF, PARTICLE_SPARK });
    particles_add(&s->particles, &(particle){ at, velocity, EXHAUST_LIFE, colour, PARTICLE_GLOW });
}

// Three streams of a spark and a dot each; those at the sides swing.
static void run_exhaust(spectacle *s, const ship *flying)
{
    const float speed = length(flying->velocity);
    if (flying->dead > 0 || speed <= 0.01f) return;
    const place back = scale(flying->velocity, -3.0f / speed);
    const place at = add(flying->at, scale(back, 22.0f / 3.0f));
    const float aside = 0.6f * (float)qx_sin((double)s->tick / 6.0);
    const place across = { aside * back.y, -aside * back.x };
    puff(s, at, add(back, any_way(s, 0.0f, 1.0f)), 0xFFBB1EFF);
    puff(s, at, add(add(back, across), any_way(s, 0.0f, 0.3f)), 0xC82609FF);
    puff(s, at, add(sub(back, across), any_way(s, 0.0f, 0.3f)), 0xC82609FF);
}

static void run_spray(spectacle *s, const hole *h)
{
    if (s->tick / SPRAY_TICKS % 2 != 0) return;
    const place way = polar((double)h->spray, qx_random_range(&s->random, 12.0f, 15.0f));
    const place aside = { 2.0f * way.y, -2.0f * way.x };
    particles_add(&s->particles,
                  &(particle){ add(add(h->at, aside), any_way(s, 4.0f, 8.0f)), way, BURST_LIFE,
                               spectacle_hue(5.0f, 0.5f, 0.8f), PARTICLE_SPARK });
}

// Enemies and holes that leave with the ship go quietly.
static void wisp(spectacle *s, const event *e)
{
    const uint32_t colour = e->what == ENEMY_SEEKER     ? SEEKER_COLOUR
                            : e->what == ENEMY_WANDERER ? WANDERER_COLOUR
                                                        : HOLE_COLOUR;
    for (uint32_t i = 0; i < WISP_SPARKS; i++)
        particles_add(&s->particles, &(particle){ e->at, any_way(s, 0.5f, 5.0f), 2 * EXHAUST_LIFE,
                                                  colour, PARTICLE_FREE });
}

static void strike_begins(spectacle *s, const event *e)
{
    s->sky = 1.0f;
    s->volley_share = FEW_STRUCK / fmaxf((float)e->value, FEW_STRUCK);
    s->sky_at = e->at;
    glimmer(s, e->at, STRIKE_COLOUR, 110.0f, 0.5f, 20);
    shake(s, 3.0f + 0.2f * fminf((float)e->value, 20.0f));
}

static void link_strikes(spectacle *s, const event *e, blaster_net *net)
{
    s->struck = e->id;
    blaster_net_bolt(net, e->direction, e->at, sqrtf(s->volley_share));
    glimmer(s, e->at, STRIKE_COLOUR, 46.0f, 0.5f * s->volley_share, 10);
}

static void show_event(spectacle *s, const event *e, blaster_net *net)
{
    switch (e->kind) {
    case EVENT_BULLET_GONE: bullet_bursts(s, e); break;
    case EVENT_ENEMY_DEAD:
        enemy_bursts(s, e);
        pop_up(s, e->at, e->value);
        break;
    case EVENT_ENEMY_SWALLOWED: enemy_bursts(s, e); break;
    case EVENT_HOLE_HIT: hole_rings(s, e); break;
    case EVENT_HOLE_DEAD:
        hole_ends(s, e, net);
        pop_up(s, e->at, e->value);
        break;
    case EVENT_SHIP_DEAD:
        ship_bursts(s, e);
        blaster_net_blast(net, e->at, 1.0f);
        break;
    case EVENT_SHIP_RETURN: ship_returns(s, e, net); break;
    case EVENT_EXTRA_LIFE: s->life_age = 0; break;
    case EVENT_MULTIPLIER:
        if (e->value > 1) s->step_age = 0;
        break;
    case EVENT_VANISHED: wisp(s, e); break;
    case EVENT_STRIKE_READY: s->ready_age = 0; break;
    case EVENT_STRIKE: strike_begins(s, e); break;
    case EVENT_STRIKE_LINK: link_strikes(s, e, net); break;
    case EVENT_STRIKE_REFUSED: s->refused_age = 0; break;
    case EVENT_SHOT:
    case EVENT_SPAWN:
    case EVENT_GAME_OVER: break;
    }
}

// --- the whole

void spectacle_start(spectacle *s, uint64_t seed)
{
    *s = (spectacle){
        .step_age = NEVER, .life_age = NEVER, .ready_age = NEVER, .refused_age = NEVER
    };
    qx_random_seed(&s->random, seed, 0x5BEC);
}

void spectacle_tick(spectacle *s, const blaster *game, blaster_net *net)
{
    s->tick++;
    s->struck = 0;
    grow_old(s);
    for (uint32_t i = 0; i < game->event_count; i++) show_event(s, &game->events[i], net);
    for (uint32_t i = 0; i < game->bullet_count; i++) blaster_net_bullet(net, &game->bullets[i]);
    for (uint32_t i = 0; i < game->hole_count; i++) {
        blaster_net_hole(net, &game->holes[i]);
        run_spray(s, &game->holes[i]);
    }
    run_exhaust(s, &game->ship);
    particles_tick(&s->particles, game->holes, game->hole_count);
    swing(s);
}
