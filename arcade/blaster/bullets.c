// SPDX-License-Identifier: MIT
#include "parts.h"
#include "place.h"

void blaster_bullet_add(blaster *game, place at, place velocity)
{
    if (game->bullet_count == BULLETS_MAX) return;
    game->bullets[game->bullet_count++] = (bullet){ at, velocity };
}

void blaster_bullet_remove(blaster *game, uint32_t index)
{
    game->bullets[index] = game->bullets[--game->bullet_count];
}

static void leave(blaster *game, uint32_t index)
{
    const bullet *b = &game->bullets[index];
    blaster_tell(game, (event){ .kind = EVENT_BULLET_GONE,
                                .at = inside(b->at, 0.0f),
                                .direction = unit(b->velocity) });
    blaster_bullet_remove(game, index);
}

void blaster_bullets_tick(blaster *game)
{
    for (uint32_t i = game->bullet_count; i-- > 0;) {
        bullet *b = &game->bullets[i];
        b->at = add(b->at, b->velocity);
        if (!is_inside(b->at, 0.0f)) leave(game, i);
    }
}
