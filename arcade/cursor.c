// SPDX-License-Identifier: MIT
#include "cursor.h"

#include <math.h>

#define EASE 0.22f
#define AWAKE_TICKS 180u

float cursor_place(int32_t place, float most)
{
    const float world = (float)place / (float)PLACE_SCALE;
    return world < 0.0f ? 0.0f : world > most ? most : world;
}

uint32_t cursor_down(const tick_input *in)
{
    const uint32_t keys = in->held | in->pressed, buttons = in->pointers[0].buttons;
    if ((buttons & POINTER_LEFT) || (keys & ACTION_BIT(ACTION_PRIMARY))) return 1;
    return (buttons & POINTER_RIGHT) || (keys & ACTION_BIT(ACTION_SECONDARY)) ? 2 : 0;
}

static void follow_mouse(cursor *c, const tick_input *in, bool mouse_moved, float width,
                         float height)
{
    const pointer *mouse = &in->pointers[0];
    if (mouse->buttons == 0 && !(in->aim_by_pointer && mouse_moved)) return;
    *c = (cursor){ cursor_place(mouse->x, width), cursor_place(mouse->y, height), 0.0f, 0.0f };
}

static float eased(float now, int16_t axis, float speed)
{
    const float wanted = speed * (float)axis / (float)AXIS_FULL;
    const float next = now + EASE * (wanted - now);
    return fabsf(next) < 0.01f ? 0.0f : next;
}

void cursor_move(cursor *c, const tick_input *in, bool mouse_moved, float speed, float width,
                 float height)
{
    follow_mouse(c, in, mouse_moved, width, height);
    c->vx = eased(c->vx, in->move_x, speed);
    c->vy = eased(c->vy, in->move_y, speed);
    c->x = fminf(fmaxf(c->x + c->vx, 0.0f), width);
    c->y = fminf(fmaxf(c->y + c->vy, 0.0f), height);
}

static bool fingers_touch(const tick_input *in)
{
    for (uint32_t i = 1; i < POINTER_COUNT; i++)
        if (in->pointers[i].buttons & POINTER_LEFT) return true;
    return false;
}

bool cursor_is_used(const tick_input *in, bool mouse_moved)
{
    const bool moves = in->move_x != 0 || in->move_y != 0;
    return moves || cursor_down(in) > 0 || (mouse_moved && in->aim_by_pointer);
}

bool cursor_room_is_used(const tick_input *in, bool mouse_moved)
{
    const bool aims = in->aim_x != 0 || in->aim_y != 0;
    return cursor_is_used(in, mouse_moved) || aims || in->pressed || in->held || in->wheel != 0 ||
           fingers_touch(in);
}

uint32_t cursor_rest(uint32_t ticks, bool used)
{
    return used ? 0 : ticks + (ticks < UINT32_MAX);
}

uint32_t cursor_awake(uint32_t ticks, bool used)
{
    return used ? AWAKE_TICKS : ticks - (ticks > 0);
}
