// SPDX-License-Identifier: MIT
#include "input.h"

#include <SDL_gamecontroller.h>
#include <math.h>

// Floor of AXIS_FULL / sqrt(2): a diagonal of keys is as long as a straight.
#define DIAGONAL 23169

// A trigger goes down and up at different places, so that it does not chatter on the way.
#define TRIGGER_DOWN 14000
#define TRIGGER_UP 9000

void input_start(input *in, const settings *s)
{
    *in = (input){ .settings = s, .active_pad = -1 };
}

// --- actions

static bool pad_has(const gamepad *p, int32_t binding)
{
    if (binding == BUTTON_TRIGGER_LEFT) return p->triggers[0];
    if (binding == BUTTON_TRIGGER_RIGHT) return p->triggers[1];
    return binding >= 1 && binding <= 32 && (p->buttons >> (binding - 1) & 1);
}

bool input_key_down(const input *in, int32_t scancode)
{
    return scancode > 0 && scancode < INPUT_KEYS && in->keys[scancode];
}

static bool is_bound(const settings *s, int32_t button)
{
    for (uint32_t a = 0; a < ACTION_COUNT; a++)
        if (s->buttons[a] == button) return true;
    return false;
}

static bool free_trigger_down(const input *in, const gamepad *p)
{
    return (p->triggers[0] && !is_bound(in->settings, BUTTON_TRIGGER_LEFT)) ||
           (p->triggers[1] && !is_bound(in->settings, BUTTON_TRIGGER_RIGHT));
}

static bool action_down(const input *in, action a)
{
    for (uint32_t i = 0; i < BINDINGS_PER_ACTION; i++)
        if (input_key_down(in, in->settings->keys[a][i])) return true;
    for (uint32_t i = 0; i < INPUT_PADS; i++) {
        if (pad_has(&in->pads[i], in->settings->buttons[a])) return true;
        if (a == ACTION_PRIMARY && free_trigger_down(in, &in->pads[i])) return true;
    }
    return false;
}

// Edges belong to actions, not to keys: the second key of an action that is down already presses
// nothing.
static void note_changes(input *in)
{
    uint32_t held = 0;
    for (uint32_t a = 0; a < ACTION_COUNT; a++)
        if (action_down(in, (action)a)) held |= ACTION_BIT(a);
    in->pressed |= held & ~in->held;
    in->held = held;
}

void input_key(input *in, int32_t scancode, bool down)
{
    if (scancode <= 0 || scancode >= INPUT_KEYS) return;
    in->keys[scancode] = down;
    in->touch_last = false;
    note_changes(in);
}

// --- gamepads

static gamepad *find_pad(input *in, int32_t id)
{
    for (uint32_t i = 0; i < INPUT_PADS; i++)
        if (in->pads[i].present && in->pads[i].id == id) return &in->pads[i];
    return NULL;
}

void input_pad_added(input *in, int32_t id)
{
    if (find_pad(in, id)) return;
    for (uint32_t i = 0; i < INPUT_PADS; i++) {
        if (in->pads[i].present) continue;
        in->pads[i] = (gamepad){ .present = true, .id = id };
        return;
    }
}

bool input_pad_removed(input *in, int32_t id)
{
    gamepad *p = find_pad(in, id);
    if (!p) return false;
    *p = (gamepad){ 0 };
    note_changes(in);
    if (in->active_pad != id) return false;
    in->active_pad = -1;
    return true;
}

static void make_active(input *in, int32_t id)
{
    in->active_pad = id;
    in->touch_last = false;
}

void input_pad_button(input *in, int32_t id, uint32_t button, bool down)
{
    gamepad *p = find_pad(in, id);
    if (!p || button >= 32) return;
    if (down)
        p->buttons |= UINT32_C(1) << button;
    else
        p->buttons &= ~(UINT32_C(1) << button);
    make_active(in, id);
    note_changes(in);
}

static void move_trigger(input *in, gamepad *p, uint32_t trigger, int16_t value)
{
    const bool was = p->triggers[trigger];
    const bool now = value >= (was ? TRIGGER_UP : TRIGGER_DOWN);
    // Coming from below only: a trigger that was held while the input was released stays up until
    // let go.
    const int16_t before = p->axes[4 + trigger];
    p->triggers[trigger] = now && (was || before < TRIGGER_DOWN);
    if (now) make_active(in, p->id);
    note_changes(in);
}

static bool outside_dead_zone(const input *in, int32_t x, int32_t y)
{
    int16_t out[2];
    input_stick(x, y, in->settings->stick_dead_zone, 1.0f, out);
    return out[0] != 0 || out[1] != 0;
}

void input_pad_axis(input *in, int32_t id, uint32_t axis, int16_t value)
{
    gamepad *p = find_pad(in, id);
    if (!p || axis >= 6) return;
    if (axis >= 4) move_trigger(in, p, axis - 4, value);
    p->axes[axis] = value;
    if (axis >= 4) return;
    const uint32_t first = axis & 2;
    if (outside_dead_zone(in, p->axes[first], p->axes[first + 1])) make_active(in, id);
}

void input_stick(int32_t x, int32_t y, float dead_zone, float curve, int16_t out[2])
{
    const float fx = (float)x / 32767.0f, fy = (float)y / 32767.0f;
    const float length = sqrtf(fx * fx + fy * fy);
    out[0] = out[1] = 0;
    if (length <= dead_zone || length <= 0.0f) return;
    const float reach = fminf((length - dead_zone) / (1.0f - dead_zone), 1.0f);
    // Cut, not rounded, and a hair short: both keep the length within AXIS_FULL.
    const float factor = powf(reach, curve) * ((float)AXIS_FULL - 0.01f) / length;
    out[0] = (int16_t)(fx * factor);
    out[1] = (int16_t)(fy * factor);
}

// --- mouse

static void pointer_aims(input *in)
{
    in->aim_by_pointer = true;
    in->touch_last = false;
}

void input_mouse_move(input *in, float x, float y)
{
    in->mouse_x = x;
    in->mouse_y = y;
    pointer_aims(in);
}

void input_mouse_button(input *in, uint32_t button, bool down, float x, float y)
{
    if (button > 2) return;
    // A click that is over before its tick is shown to that tick where it was.
    const bool keep_place = !down && (in->mouse_clicked >> button & 1);
    if (!keep_place) input_mouse_move(in, x, y);
    const uint32_t bit = UINT32_C(1) << button;
    if (down) in->mouse_clicked |= bit;
    in->mouse_down = down ? in->mouse_down | bit : in->mouse_down & ~bit;
}

void input_wheel(input *in, float notches)
{
    if (isfinite(notches)) in->wheel = fminf(fmaxf(in->wheel + notches, -1000.0f), 1000.0f);
}

void input_release(input *in)
{
    for (uint32_t i = 0; i < INPUT_KEYS; i++) in->keys[i] = false;
    for (uint32_t i = 0; i < INPUT_PADS; i++) {
        in->pads[i].buttons = 0;
        in->pads[i].triggers[0] = in->pads[i].triggers[1] = false;
    }
    touch_release(&in->touch);
    in->mouse_down = in->mouse_clicked = 0;
    in->wheel = 0.0f;
    in->held = in->pressed = 0;
}

// --- one tick

static int32_t direction(uint32_t held, action less, action more)
{
    return (int32_t)(held >> more & 1) - (int32_t)(held >> less & 1);
}

static bool key_stick(uint32_t held, action left, int16_t out[2])
{
    const int32_t x = direction(held, left, left + 1), y = direction(held, left + 2, left + 3);
    const int32_t length = x != 0 && y != 0 ? DIAGONAL : AXIS_FULL;
    out[0] = (int16_t)(x * length);
    out[1] = (int16_t)(y * length);
    return x != 0 || y != 0;
}

static int32_t squared(const int16_t v[2])
{
    return v[0] * v[0] + v[1] * v[1];
}

// The stick that is pushed farthest, of all gamepads.
static void pad_stick(const input *in, uint32_t first_axis, int16_t out[2])
{
    out[0] = out[1] = 0;
    for (uint32_t i = 0; i < INPUT_PADS; i++) {
        int16_t one[2];
        const int16_t *axes = in->pads[i].axes + first_axis;
        input_stick(axes[0], axes[1], in->settings->stick_dead_zone, in->settings->stick_curve,
                    one);
        if (squared(one) <= squared(out)) continue;
        out[0] = one[0];
        out[1] = one[1];
    }
}

static bool finger_stick(const input *in, touch_pad pad, float radius, int16_t out[2])
{
    float x, y;
    if (!touch_stick(&in->touch, pad, &x, &y) || radius <= 0.0f) return false;
    const float factor = (float)AXIS_FULL / radius, most = 1e6f;
    input_stick((int32_t)fminf(fmaxf(x * factor, -most), most),
                (int32_t)fminf(fmaxf(y * factor, -most), most), 0.1f, 1.0f, out);
    return true;
}

static void take_stick(const input *in, touch_pad pad, float radius, int16_t out[2])
{
    const action left = pad == PAD_MOVE ? ACTION_MOVE_LEFT : ACTION_AIM_LEFT;
    if (key_stick(in->held | in->pressed, left, out)) return;
    if (finger_stick(in, pad, radius, out)) return;
    pad_stick(in, pad == PAD_MOVE ? SDL_CONTROLLER_AXIS_LEFTX : SDL_CONTROLLER_AXIS_RIGHTX, out);
}

static int32_t place(float world)
{
    const float most = (float)PLACE_MOST;
    if (!(world > -most)) return -PLACE_MOST; // also NaN
    const float scaled = world * (float)PLACE_SCALE;
    return (int32_t)fminf(fmaxf(scaled, -most), most);
}

static pointer pointer_at(const input_view *v, float x, float y, uint32_t buttons)
{
    const qx_vec2 at = qx_view_place(&v->view, v->width, v->height, (qx_vec2){ x, y });
    return (pointer){ place(at.x), place(at.y), buttons };
}

static void take_pointers(input *in, const input_view *view, tick_input *tick)
{
    tick->pointers[0] =
        pointer_at(view, in->mouse_x, in->mouse_y, in->mouse_down | in->mouse_clicked);
    for (uint32_t i = 0; i < FINGER_COUNT; i++) {
        const finger *f = &in->touch.fingers[i];
        if (!(f->down || f->fresh) || f->pad != PAD_NONE) continue;
        tick->pointers[i + 1] = pointer_at(view, f->x, f->y, 1);
    }
    in->mouse_clicked = 0;
    touch_tick_done(&in->touch);
}

static int16_t take_wheel(input *in)
{
    const float whole = truncf(in->wheel);
    in->wheel -= whole;
    return (int16_t)whole;
}

tick_input input_take(input *in, const input_view *view)
{
    tick_input tick = { .view_width = (int16_t)view->view.width,
                        .view_height = (int16_t)view->view.height };
    int16_t move[2], aim[2];
    take_stick(in, PAD_MOVE, view->pad_radius, move);
    take_stick(in, PAD_AIM, view->pad_radius, aim);
    if (aim[0] != 0 || aim[1] != 0) in->aim_by_pointer = false;
    tick.move_x = move[0], tick.move_y = move[1];
    tick.aim_x = aim[0], tick.aim_y = aim[1];
    tick.aim_by_pointer = in->aim_by_pointer;
    tick.held = in->held;
    tick.pressed = in->pressed;
    tick.wheel = take_wheel(in);
    take_pointers(in, view, &tick);
    in->pressed = 0;
    return tick;
}
