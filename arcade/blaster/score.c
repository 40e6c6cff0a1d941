// SPDX-License-Identifier: MIT
// Points, the multiplier and lives.
#include "parts.h"

void blaster_score_start(blaster *game)
{
    game->lives = LIVES_START;
    game->next_life = LIFE_POINTS;
    game->multiplier = game->best_multiplier = 1;
}

static void set_multiplier(blaster *game, uint32_t value)
{
    game->multiplier = value;
    if (value > game->best_multiplier) game->best_multiplier = value;
    blaster_tell(game, (event){ .kind = EVENT_MULTIPLIER, .at = game->ship.at, .value = value });
}

// In ticks like all else: the original counted seconds of the display here.
void blaster_score_tick(blaster *game)
{
    if (game->multiplier_left == 0 || --game->multiplier_left > 0) return;
    set_multiplier(game, 1);
}

static void extra_lives(blaster *game)
{
    while (game->score >= game->next_life) {
        game->lives++;
        game->next_life += LIFE_POINTS;
        blaster_tell(
            game, (event){ .kind = EVENT_EXTRA_LIFE, .at = game->ship.at, .value = game->lives });
    }
}

uint32_t blaster_score_kill(blaster *game, uint32_t points)
{
    const uint32_t brought = points * game->multiplier;
    game->kills++;
    game->score += brought;
    game->multiplier_left = MULTIPLIER_TICKS;
    if (game->multiplier < MULTIPLIER_MAX) set_multiplier(game, game->multiplier + 1);
    extra_lives(game);
    return brought;
}
