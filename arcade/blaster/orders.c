// SPDX-License-Identifier: MIT
// From what a player's devices say to what the ship is told.
#include "parts.h"
#include "place.h"

#define RIGHT_BUTTON 2u
#define NEARLY_FULL 0.999f // keys pressed diagonally fall short of full by their rounding

static place stick_of(int16_t x, int16_t y)
{
    const place raw = { (float)x / (float)AXIS_FULL, (float)y / (float)AXIS_FULL };
    return length(raw) >= NEARLY_FULL ? unit(raw) : raw;
}

static place in_arena(const pointer *p, place view)
{
    const place at = { (float)p->x / (float)PLACE_SCALE, (float)p->y / (float)PLACE_SCALE };
    return sub(at, view);
}

// --- touch pads

static uint32_t fingers_down(const tick_input *input)
{
    uint32_t fingers = 0;
    for (uint32_t i = 1; i < POINTER_COUNT; i++)
        if (input->pointers[i].buttons != 0) fingers |= UINT32_C(1) << i;
    return input->pointers[0].buttons & RIGHT_BUTTON ? fingers | 1u : fingers;
}

static bool is_on_button(place at)
{
    return within(at, (place){ TOUCH_STRIKE_X, TOUCH_STRIKE_Y }, TOUCH_STRIKE_RADIUS);
}

// A finger that comes down while another has its pad stays without one until it lifts.
static void choose_pad(blaster *game, uint32_t index, place at)
{
    if (is_on_button(at)) return;
    const bool left = at.x < ARENA_WIDTH / 2.0f || game->steering == STEERING_ONE;
    finger_pad *pad = left ? &game->move_pad : &game->aim_pad;
    if (pad->pointer == 0) *pad = (finger_pad){ index, at, at };
}

static void follow(finger_pad *pad, const tick_input *input, uint32_t fingers, place view)
{
    if (pad->pointer > 0 && fingers >> pad->pointer & 1)
        pad->at = in_arena(&input->pointers[pad->pointer], view);
    else
        *pad = (finger_pad){ 0 };
}

// Returns those that came down in this tick.
static uint32_t take_fingers(blaster *game, const tick_input *input, place view)
{
    const uint32_t fingers = fingers_down(input);
    const uint32_t fresh = fingers & ~game->fingers;
    follow(&game->move_pad, input, fingers, view);
    follow(&game->aim_pad, input, fingers, view);
    for (uint32_t i = 1; i < POINTER_COUNT; i++)
        if (fresh >> i & 1) choose_pad(game, i, in_arena(&input->pointers[i], view));
    game->fingers = fingers;
    return fresh;
}

static place pad_stick(const finger_pad *pad)
{
    const place moved = sub(pad->at, pad->middle);
    const float share = length(moved) / TOUCH_RADIUS;
    const float push = clamp((share - TOUCH_DEAD) / (1.0f - TOUCH_DEAD), 0.0f, 1.0f);
    return scale(unit(moved), push);
}

// --- aim

static place facing(const blaster *game)
{
    return toward(game->ship.facing);
}

static bool trigger_held(const tick_input *input)
{
    return (input->held | input->pressed) & ACTION_BIT(ACTION_PRIMARY);
}

static place trigger_aim(const blaster *game, const tick_input *input, place view)
{
    const bool clicked = input->pointers[0].buttons & 1;
    if (input->aim_by_pointer && (clicked || trigger_held(input))) {
        const place aim = unit(sub(in_arena(&input->pointers[0], view), game->ship.at));
        return is_zero(aim) ? facing(game) : aim;
    }
    return trigger_held(input) ? facing(game) : (place){ 0.0f, 0.0f };
}

static place aim_of(const blaster *game, const tick_input *input, place view)
{
    if (game->steering == STEERING_ONE) return blaster_aim(game);
    place aim = unit(stick_of(input->aim_x, input->aim_y));
    if (is_zero(aim)) aim = unit(pad_stick(&game->aim_pad));
    return is_zero(aim) ? trigger_aim(game, input, view) : aim;
}

// --- the button

static bool strike_pressed(const tick_input *input, uint32_t fresh, place view)
{
    if (input->pressed & ACTION_BIT(ACTION_SECONDARY) || fresh & 1u) return true;
    for (uint32_t i = 1; i < POINTER_COUNT; i++)
        if (fresh >> i & 1 && is_on_button(in_arena(&input->pointers[i], view))) return true;
    return false;
}

orders blaster_orders(blaster *game, const tick_input *input, float view_x, float view_y)
{
    const place view = { view_x, view_y };
    const uint32_t fresh = take_fingers(game, input, view);
    place move = stick_of(input->move_x, input->move_y);
    if (is_zero(move)) move = pad_stick(&game->move_pad);
    return (orders){ move, aim_of(game, input, view), strike_pressed(input, fresh, view) };
}
