// SPDX-License-Identifier: MIT
#include "blaster_stage.h"

#include <math.h>
#include <stddef.h>

void stage_start(blaster *game, float ship_x, float ship_y)
{
    blaster_start(game, 7, STEERING_TWIN);
    game->ship.at = (place){ ship_x, ship_y };
}

enemy *stage_enemy(blaster *game, enemy_kind kind, float x, float y, uint32_t age)
{
    enemy *e = &game->enemies[game->enemy_count++];
    *e = (enemy){ .kind = kind, .at = { x, y }, .age = age, .id = game->next_id++ };
    return e;
}

hole *stage_hole(blaster *game, float x, float y)
{
    hole *h = &game->holes[game->hole_count++];
    *h = (hole){ .at = { x, y }, .hits = HOLE_HITS, .id = game->next_id++ };
    return h;
}

bullet *stage_bullet(blaster *game, float x, float y, float speed_x, float speed_y)
{
    bullet *b = &game->bullets[game->bullet_count++];
    *b = (bullet){ { x, y }, { speed_x, speed_y } };
    return b;
}

// The spawner comes last in a tick and adds at the end, so what is new is of age 0 there.
void stage_tick(blaster *game, orders given)
{
    blaster_tick(game, &given);
    while (game->enemy_count > 0 && game->enemies[game->enemy_count - 1].age == 0)
        game->enemy_count--;
    while (game->hole_count > 0 && game->holes[game->hole_count - 1].age == 0) game->hole_count--;
}

uint32_t stage_count(const blaster *game, event_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < game->event_count; i++) count += game->events[i].kind == kind;
    return count;
}

const event *stage_find(const blaster *game, event_kind kind)
{
    for (uint32_t i = 0; i < game->event_count; i++)
        if (game->events[i].kind == kind) return &game->events[i];
    return NULL;
}

static bool is_in(place at, float border)
{
    return at.x >= border && at.x <= ARENA_WIDTH - border && at.y >= border &&
           at.y <= ARENA_HEIGHT - border;
}

static bool is_finite(place p)
{
    return isfinite(p.x) && isfinite(p.y);
}

static bool ship_is_sound(const ship *s)
{
    return is_in(s->at, SHIP_HALF) && is_finite(s->velocity) && is_finite(s->aim) &&
           isfinite(s->facing) && hypotf(s->velocity.x, s->velocity.y) <= SHIP_SPEED + 1e-3f;
}

static bool counts_are_sound(const blaster *game)
{
    return game->bullet_count <= BULLETS_MAX && game->hole_count <= HOLES_MAX &&
           1 + game->enemy_count + game->hole_count <= THINGS_MAX &&
           game->event_count <= EVENTS_MAX && game->multiplier >= 1 &&
           game->multiplier <= MULTIPLIER_MAX && game->over == (game->lives == 0);
}

bool stage_is_sound(const blaster *game)
{
    if (!counts_are_sound(game) || !ship_is_sound(&game->ship)) return false;
    for (uint32_t i = 0; i < game->bullet_count; i++) {
        const bullet *b = &game->bullets[i];
        if (!is_finite(b->at) || !is_finite(b->velocity)) return false;
    }
    for (uint32_t i = 0; i < game->enemy_count; i++) {
        const enemy *e = &game->enemies[i];
        if (!is_in(e->at, ENEMY_RADIUS) || !is_finite(e->velocity)) return false;
        if (!isfinite(e->heading) || !isfinite(e->spin)) return false;
    }
    for (uint32_t i = 0; i < game->hole_count; i++)
        if (!is_in(game->holes[i].at, 0.0f) || !isfinite(game->holes[i].spray)) return false;
    for (uint32_t i = 0; i < game->event_count; i++)
        if (!is_finite(game->events[i].at) || !is_finite(game->events[i].direction)) return false;
    return isfinite(game->spawn_chance);
}
