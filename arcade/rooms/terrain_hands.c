// SPDX-License-Identifier: MIT
// What mouse, fingers, keys and sticks do. A pointer that comes down on the column belongs to it
// until it lifts; elsewhere it holds the picture or uses the tool.
#include "terrain_room.h"

#include "cursor.h"

#include <math.h>

#define PAD_REACH 0.14f // of the view's height: two fingers' full deflection
#define ZOOM_NOTCH 0.9
#define WHEEL_STEP 1.12f
#define TAP_TICKS 12u

static bool is_held(const terrain_play *r, action a)
{
    return (r->input.held | r->input.pressed) & ACTION_BIT(a);
}

static double axis(int16_t value)
{
    return (double)value / AXIS_FULL;
}

static bool mouse_moved(const terrain_play *r)
{
    const pointer *mouse = &r->input.pointers[0];
    return mouse->x != r->rules.mouse_x || mouse->y != r->rules.mouse_y;
}

// --- pointers

static uint32_t button_of(const pointer *p)
{
    return p->buttons & POINTER_LEFT ? 1 : p->buttons & POINTER_RIGHT ? 2 : 0;
}

static void come_down(terrain_play *r, terrain_hand *h, uint32_t down, const qx_workers *workers)
{
    const uint32_t row = terrain_row_at(r, h->x, h->y), tool = terrain_choice(r, PARAM_TOOL);
    *h = (terrain_hand){ .down = down, .row = row, .x = h->x, .y = h->y };
    h->last_x = h->x;
    h->last_y = h->y;
    if (row < PARAM_COUNT) {
        h->act = ACT_ROW;
        terrain_press_row(r, row, h->x, workers);
    } else {
        h->act = down == 2 || tool == TOOL_LOOK ? ACT_LOOK : ACT_TOOL;
    }
}

// A finger that only tapped jumps, where one walks.
static void lift(terrain_hand *h, uint32_t which)
{
    const bool tapped = which > 0 && h->act == ACT_LOOK && h->age < TAP_TICKS;
    h->act = tapped ? ACT_TAP : ACT_NONE;
    h->down = 0;
}

static void move_hand(terrain_play *r, uint32_t which, const qx_workers *workers)
{
    const pointer *p = &r->input.pointers[which];
    terrain_hand *h = &r->rules.hands[which];
    const uint32_t down = button_of(p);
    h->last_x = h->x;
    h->last_y = h->y;
    if (down || which == 0) {
        h->x = cursor_place(p->x, r->rules.width);
        h->y = cursor_place(p->y, r->rules.height);
    }
    if (down == 0)
        lift(h, which);
    else if (h->down != down)
        come_down(r, h, down, workers);
    else
        h->age++;
    if (h->act == ACT_ROW && h->age > 0) terrain_slide_row(r, h->row, h->x, workers);
}

// --- two fingers

static uint32_t fingers_of(const terrain_play *r, const terrain_hand *pair[2])
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < POINTER_COUNT; i++) {
        const terrain_hand *h = &r->rules.hands[i];
        if (h->down && h->act != ACT_ROW && count++ < 2) pair[count - 1] = h;
    }
    return count;
}

static double unit(double value)
{
    return value > -1.0 ? value < 1.0 ? value : 1.0 : -1.0;
}

static void move_by_pair(terrain_play *r, terrain_wishes *w, float x, float y, float spread)
{
    const float height = fmaxf(r->rules.height, 1.0f);
    if (terrain_choice(r, PARAM_WAY) == WAY_ORBIT) {
        w->slide_x += (double)((x - r->rules.pair_x) / height);
        w->slide_y += (double)((y - r->rules.pair_y) / height);
        w->zoom *= (double)(r->rules.spread / fmaxf(spread, 1.0f));
        r->rules.pair_x = x;
        r->rules.pair_y = y;
        return;
    }
    w->right = unit(w->right + (double)((x - r->rules.pair_x) / (PAD_REACH * height)));
    w->ahead = unit(w->ahead - (double)((y - r->rules.pair_y) / (PAD_REACH * height)));
}

// True while two fingers are down: neither looks nor uses the tool then.
static bool take_pair(terrain_play *r, terrain_wishes *w)
{
    const terrain_hand *pair[2] = { NULL, NULL };
    if (fingers_of(r, pair) < 2) {
        r->rules.paired = 0;
        return false;
    }
    const float dx = pair[1]->x - pair[0]->x, dy = pair[1]->y - pair[0]->y;
    const float x = 0.5f * (pair[0]->x + pair[1]->x), y = 0.5f * (pair[0]->y + pair[1]->y);
    const float spread = fmaxf(sqrtf(dx * dx + dy * dy), 1.0f);
    if (r->rules.paired++ == 0) {
        r->rules.pair_x = x;
        r->rules.pair_y = y;
    } else {
        move_by_pair(r, w, x, y, spread);
    }
    r->rules.spread = spread;
    return true;
}

// --- looking and using

static void look_by(const terrain_play *r, const terrain_hand *h, terrain_wishes *w)
{
    const float side = fmaxf(fminf(r->rules.width, r->rules.height), 1.0f);
    const double x = (double)((h->x - h->last_x) / side), y = (double)((h->y - h->last_y) / side);
    if (terrain_choice(r, PARAM_WAY) != WAY_ORBIT) {
        w->yaw -= TERRAIN_FIELD * x;
        w->pitch += TERRAIN_FIELD * y;
    } else if (h->down == 2) {
        w->slide_x += x;
        w->slide_y += y;
    } else {
        w->yaw -= 3.5 * x;
        w->pitch -= 2.5 * y;
    }
}

static void use(terrain_play *r, const terrain_hand *h, float sign)
{
    if (terrain_choice(r, PARAM_TOOL) == TOOL_SUN)
        terrain_move_sun(r, h->x - h->last_x, h->y - h->last_y);
    else
        terrain_use_tool(r, h->x, h->y, sign, h->age == 0);
}

static void act(terrain_play *r, terrain_wishes *w)
{
    const float sign = is_held(r, ACTION_SECONDARY) ? -1.0f : 1.0f;
    for (uint32_t i = 0; i < POINTER_COUNT; i++) {
        const terrain_hand *h = &r->rules.hands[i];
        if (h->act == ACT_LOOK) look_by(r, h, w);
        if (h->act == ACT_TOOL) use(r, h, sign);
        w->jump |= h->act == ACT_TAP;
    }
}

// --- keys and sticks

// Where keys and gamepads use the tool: at the mouse, or in the middle.
static void tool_place(const terrain_play *r, float *x, float *y)
{
    const bool mouse = r->input.aim_by_pointer;
    *x = mouse ? r->rules.hands[0].x : 0.5f * r->rules.width;
    *y = mouse ? r->rules.hands[0].y : 0.5f * r->rules.height;
}

static void use_by_key(terrain_play *r)
{
    const uint32_t both = ACTION_BIT(ACTION_PRIMARY) | ACTION_BIT(ACTION_SECONDARY);
    const bool opposite = is_held(r, ACTION_SECONDARY);
    const uint32_t held = r->input.held | r->input.pressed;
    float x, y;
    tool_place(r, &x, &y);
    if ((held & both) && r->rules.hands[0].act != ACT_TOOL)
        terrain_use_tool(r, x, y, opposite ? -1.0f : 1.0f, r->input.pressed & both);
    terrain_aim(r, x, y);
}

static void take_keys(terrain_play *r, terrain_wishes *w)
{
    const uint32_t tool = terrain_choice(r, PARAM_TOOL);
    const bool first = is_held(r, ACTION_PRIMARY), second = is_held(r, ACTION_SECONDARY);
    w->right = axis(r->input.move_x);
    w->ahead = -axis(r->input.move_y);
    w->turn = axis(r->input.aim_x);
    w->tilt = -axis(r->input.aim_y);
    if (terrain_tool_paints(tool) || tool == TOOL_BALL) return;
    w->up = (first ? 1.0 : 0.0) - (second ? 1.0 : 0.0);
    w->jump = first;
    w->run = second;
}

static void take_wheel(terrain_play *r, terrain_wishes *w)
{
    const uint32_t tool = terrain_choice(r, PARAM_TOOL);
    const bool brush = terrain_tool_paints(tool) || tool == TOOL_BALL;
    const bool orbit = terrain_choice(r, PARAM_WAY) == WAY_ORBIT;
    const uint32_t param = brush ? PARAM_BRUSH : PARAM_SPEED;
    float *value = &r->rules.values[param];
    const int notches = r->input.wheel < -20 ? -20 : r->input.wheel > 20 ? 20 : r->input.wheel;
    for (int i = notches < 0 ? -notches : notches; i > 0; i--) {
        if (orbit && !brush)
            w->zoom *= notches > 0 ? ZOOM_NOTCH : 1.0 / ZOOM_NOTCH;
        else
            *value =
                terrain_param_clamp(param, notches > 0 ? *value * WHEEL_STEP : *value / WHEEL_STEP);
    }
}

// --- whether somebody is there

// What takes the flight by itself away from it: not the column, not the sun.
static bool takes_over(const terrain_play *r)
{
    const uint32_t keys = ACTION_BIT(ACTION_PRIMARY) | ACTION_BIT(ACTION_SECONDARY) |
                          ACTION_BIT(ACTION_MODE) | ACTION_BIT(ACTION_RESET);
    const tick_input *in = &r->input;
    if (in->move_x || in->move_y || in->aim_x || in->aim_y) return true;
    if ((in->held | in->pressed) & keys) return true;
    for (uint32_t i = 0; i < POINTER_COUNT; i++) {
        const terrain_hand *h = &r->rules.hands[i];
        if (h->act == ACT_LOOK) return true;
        if (h->act == ACT_TOOL && terrain_choice(r, PARAM_TOOL) != TOOL_SUN) return true;
    }
    return false;
}

static void note_touch(terrain_play *r, bool moved)
{
    const bool used = cursor_room_is_used(&r->input, false);
    r->rules.untouched = cursor_rest(r->rules.untouched, used);
    r->quiet = cursor_rest(r->quiet, cursor_room_is_used(&r->input, moved));
    if (r->rules.alone && takes_over(r)) {
        r->rules.alone = 0;
        terrain_choose_way(r, terrain_choice(r, PARAM_WAY));
    } else if (!r->rules.still && r->rules.untouched >= TERRAIN_IDLE_TICKS) {
        r->rules.alone = 1;
    }
}

terrain_wishes terrain_take_hands(terrain_play *r, const qx_workers *workers)
{
    terrain_wishes w = { .zoom = 1.0 };
    const bool moved = mouse_moved(r);
    if (r->rules.wait > 0) r->rules.wait--;
    for (uint32_t i = 0; i < POINTER_COUNT; i++) move_hand(r, i, workers);
    note_touch(r, moved);
    r->rules.mouse_x = r->input.pointers[0].x;
    r->rules.mouse_y = r->input.pointers[0].y;
    take_keys(r, &w);
    take_wheel(r, &w);
    if (!take_pair(r, &w)) act(r, &w);
    use_by_key(r);
    return w;
}
