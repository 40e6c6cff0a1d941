// SPDX-License-Identifier: MIT
#include "devices.h"

#include <stdlib.h>
#include <string.h>

#define NAV_REACH 20000     // of a stick, to count as a direction in the menu
#define NAV_FIRST_WAIT 0.4f // seconds until a held direction repeats, and from then on
#define NAV_NEXT_WAIT 0.11f
#define CURSOR_SECONDS 2.0f

void devices_start(devices *d)
{
    *d = (devices){ 0 };
    // Fingers and the mouse are told apart here; nothing is to arrive twice.
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
    SDL_SetHint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0");
    // Without it there are no gamepads, which is no reason not to play.
    SDL_InitSubSystem(SDL_INIT_EVENTS | SDL_INIT_GAMECONTROLLER);
}

void devices_stop(devices *d)
{
    for (uint32_t i = 0; i < INPUT_PADS; i++)
        if (d->pads[i]) SDL_GameControllerClose(d->pads[i]);
    *d = (devices){ 0 };
}

// --- gamepads

static SDL_JoystickID id_of(SDL_GameController *pad)
{
    return SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pad));
}

static void add_pad(devices *d, input *in, int index)
{
    for (uint32_t i = 0; i < INPUT_PADS; i++) {
        if (d->pads[i]) continue;
        d->pads[i] = SDL_GameControllerOpen(index);
        if (d->pads[i]) input_pad_added(in, id_of(d->pads[i]));
        return;
    }
}

static uint32_t remove_pad(devices *d, input *in, SDL_JoystickID id)
{
    for (uint32_t i = 0; i < INPUT_PADS; i++) {
        if (!d->pads[i] || id_of(d->pads[i]) != id) continue;
        SDL_GameControllerClose(d->pads[i]);
        d->pads[i] = NULL;
    }
    return input_pad_removed(in, id) ? DEVICES_PAUSE : 0;
}

static uint32_t press_button(devices *d, int button)
{
    menu_input *m = &d->menu;
    if (d->binding) {
        m->button = button + 1;
        return 0;
    }
    switch (button) {
    case SDL_CONTROLLER_BUTTON_A: m->confirm = true; return 0;
    case SDL_CONTROLLER_BUTTON_B: m->back = true; return 0;
    case SDL_CONTROLLER_BUTTON_X: m->erase = d->typing; return 0;
    case SDL_CONTROLLER_BUTTON_START: m->pause = true; return DEVICES_PAUSE;
    default: return 0;
    }
}

static uint32_t handle_button(devices *d, input *in, const SDL_ControllerButtonEvent *e)
{
    const bool down = e->state == SDL_PRESSED;
    input_pad_button(in, e->which, e->button, down);
    return down ? press_button(d, e->button) : 0;
}

static bool trigger_down(const input *in, uint32_t trigger)
{
    for (uint32_t i = 0; i < INPUT_PADS; i++)
        if (in->pads[i].triggers[trigger]) return true;
    return false;
}

static void handle_axis(devices *d, input *in, const SDL_ControllerAxisEvent *e)
{
    const uint32_t trigger = e->axis == SDL_CONTROLLER_AXIS_TRIGGERRIGHT;
    const bool before = trigger_down(in, trigger);
    input_pad_axis(in, e->which, e->axis, e->value);
    if (d->binding && e->axis >= SDL_CONTROLLER_AXIS_TRIGGERLEFT && !before &&
        trigger_down(in, trigger))
        d->menu.button = trigger ? BUTTON_TRIGGER_RIGHT : BUTTON_TRIGGER_LEFT;
}

// --- keyboard

static void navigate(menu_input *m, SDL_Scancode key)
{
    switch (key) {
    case SDL_SCANCODE_LEFT:
    case SDL_SCANCODE_A: m->dx = -1; break;
    case SDL_SCANCODE_RIGHT:
    case SDL_SCANCODE_D: m->dx = 1; break;
    case SDL_SCANCODE_UP:
    case SDL_SCANCODE_W: m->dy = -1; break;
    case SDL_SCANCODE_DOWN:
    case SDL_SCANCODE_S: m->dy = 1; break;
    default: break;
    }
}

static uint32_t press_key(menu_input *m, const SDL_Keysym *key)
{
    switch (key->scancode) {
    case SDL_SCANCODE_RETURN:
        if (key->mod & KMOD_ALT) return DEVICES_FULLSCREEN;
        m->confirm = true;
        return 0;
    case SDL_SCANCODE_KP_ENTER:
    case SDL_SCANCODE_SPACE: m->confirm = true; return 0;
    case SDL_SCANCODE_BACKSPACE: m->back = true; return 0;
    case SDL_SCANCODE_ESCAPE:
    case SDL_SCANCODE_AC_BACK: m->back = true; return DEVICES_PAUSE;
    case SDL_SCANCODE_F11: return DEVICES_FULLSCREEN;
    default: return 0;
    }
}

// While a name is typed arrows still move, and letters and blanks come as text. These may repeat.
static bool press_editing_key(menu_input *m, SDL_Scancode key)
{
    switch (key) {
    case SDL_SCANCODE_LEFT:
    case SDL_SCANCODE_RIGHT:
    case SDL_SCANCODE_UP:
    case SDL_SCANCODE_DOWN: navigate(m, key); return true;
    case SDL_SCANCODE_BACKSPACE: m->erase = true; return true;
    case SDL_SCANCODE_SPACE: return true;
    default: return false;
    }
}

// A key held since before the menu was opened does not move about in it.
static void repeat_key(devices *d, const input *in, SDL_Scancode key)
{
    d->stale_key = !input_key_down(in, (int32_t)key);
    if (d->stale_key || d->binding) return;
    if (d->typing)
        press_editing_key(&d->menu, key);
    else
        navigate(&d->menu, key);
}

static void handle_text(devices *d, const char *text)
{
    char *to = d->menu.text;
    const size_t used = strlen(to), more = strlen(text);
    if (d->typing && !d->stale_key && used + more < sizeof d->menu.text)
        memcpy(to + used, text, more + 1);
}

static uint32_t handle_key(devices *d, input *in, const SDL_KeyboardEvent *e)
{
    const SDL_Scancode key = e->keysym.scancode;
    const bool down = e->state == SDL_PRESSED;
    if (e->repeat) {
        repeat_key(d, in, key);
        return 0;
    }
    input_key(in, (int32_t)key, down);
    if (!down) return 0;
    d->stale_key = false;
    if (d->binding) {
        d->menu.key = (int32_t)key;
        return 0;
    }
    if (!d->typing)
        navigate(&d->menu, key);
    else if (press_editing_key(&d->menu, key))
        return 0;
    return press_key(&d->menu, &e->keysym);
}

// --- pointers

static void point(devices *d, const window *w, float x, float y)
{
    uint32_t width, height;
    window_get_size(w, &width, &height);
    d->menu.pointer_x = x * 720.0f / (float)height;
    d->menu.pointer_y = y * 720.0f / (float)height;
    d->menu.pointer_moved = true;
}

static void handle_motion(devices *d, input *in, const window *w, float x, float y)
{
    window_to_pixels(w, &x, &y);
    if (d->mouse_seen) {
        input_mouse_move(in, x, y);
        point(d, w, x, y);
        d->mouse_rest = 0.0f;
    }
    d->mouse_seen = true;
}

static void handle_mouse_button(devices *d, input *in, const window *w,
                                const SDL_MouseButtonEvent *e)
{
    static const uint32_t buttons[] = { 0, 2, 1 }; // SDL's order is left, middle, right
    const bool down = e->state == SDL_PRESSED;
    float x = (float)e->x, y = (float)e->y;
    if (e->button < SDL_BUTTON_LEFT || e->button > SDL_BUTTON_RIGHT) return;
    const uint32_t button = buttons[e->button - SDL_BUTTON_LEFT];
    window_to_pixels(w, &x, &y);
    input_mouse_button(in, button, down, x, y);
    point(d, w, x, y);
    d->mouse_rest = 0.0f;
    if (button != 0) return;
    d->pointer_held = down;
    d->menu.pointer_clicked |= down;
}

static void handle_wheel(devices *d, input *in, const SDL_MouseWheelEvent *e)
{
    const bool flipped = e->direction == SDL_MOUSEWHEEL_FLIPPED;
    input_wheel(in, flipped ? -e->preciseY : e->preciseY);
    d->menu.wheel += flipped ? -e->y : e->y;
}

static touch_pad pad_under(const devices *d, float share_x)
{
    if (!d->touch_pads) return PAD_NONE;
    return share_x < 0.5f ? PAD_MOVE : PAD_AIM;
}

static uint32_t handle_finger(devices *d, input *in, const window *w, const SDL_TouchFingerEvent *e)
{
    uint32_t width, height;
    window_get_size(w, &width, &height);
    const float x = e->x * (float)width, y = e->y * (float)height;
    const float corner = DEVICES_CORNER * (float)height / 720.0f;
    const bool down = e->type == SDL_FINGERDOWN;
    in->touch_last = true;
    point(d, w, x, y);
    if (down && d->playing && x > (float)width - corner && y < corner) return DEVICES_PAUSE;
    if (down)
        touch_down(&in->touch, e->fingerId, pad_under(d, e->x), x, y);
    else if (e->type == SDL_FINGERUP)
        touch_up(&in->touch, e->fingerId, x, y);
    else
        touch_move(&in->touch, e->fingerId, x, y);
    d->pointer_held = e->type != SDL_FINGERUP;
    d->menu.pointer_clicked |= down;
    return 0;
}

// --- all

static uint32_t handle_window(const SDL_WindowEvent *e)
{
    switch (e->event) {
    case SDL_WINDOWEVENT_FOCUS_LOST:
    case SDL_WINDOWEVENT_MINIMIZED:
    case SDL_WINDOWEVENT_HIDDEN: return DEVICES_FOCUS_LOST;
    default: return 0;
    }
}

// A stick that drifts is nobody, and so is a mouse of which only the place became known.
static bool is_somebody(const SDL_Event *event)
{
    switch (event->type) {
    case SDL_KEYDOWN:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEWHEEL:
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_CONTROLLERBUTTONDOWN: return true;
    case SDL_MOUSEMOTION: return event->motion.xrel != 0 || event->motion.yrel != 0;
    case SDL_CONTROLLERAXISMOTION: return abs(event->caxis.value) > NAV_REACH;
    default: return false;
    }
}

static uint32_t handle_event(devices *d, input *in, const window *w, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT: return DEVICES_QUIT;
    case SDL_WINDOWEVENT: return handle_window(&event->window);
    case SDL_KEYDOWN:
    case SDL_KEYUP: return handle_key(d, in, &event->key);
    case SDL_TEXTINPUT: handle_text(d, event->text.text); return 0;
    case SDL_MOUSEMOTION:
        handle_motion(d, in, w, (float)event->motion.x, (float)event->motion.y);
        return 0;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: handle_mouse_button(d, in, w, &event->button); return 0;
    case SDL_MOUSEWHEEL: handle_wheel(d, in, &event->wheel); return 0;
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP: return handle_finger(d, in, w, &event->tfinger);
    case SDL_CONTROLLERDEVICEADDED: add_pad(d, in, event->cdevice.which); return 0;
    case SDL_CONTROLLERDEVICEREMOVED: return remove_pad(d, in, event->cdevice.which);
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP: return handle_button(d, in, &event->cbutton);
    case SDL_CONTROLLERAXISMOTION: handle_axis(d, in, &event->caxis); return 0;
    default: return 0;
    }
}

uint32_t devices_handle(devices *d, input *in, const window *w, const SDL_Event *event)
{
    return handle_event(d, in, w, event) | (is_somebody(event) ? DEVICES_TOUCHED : 0);
}

static bool holds(const gamepad *p, int button)
{
    return p->buttons >> button & 1;
}

static int nav_direction(const gamepad *p, uint32_t axis, int less, int more)
{
    if (holds(p, less) || p->axes[axis] < -NAV_REACH) return -1;
    return holds(p, more) || p->axes[axis] > NAV_REACH;
}

static void read_nav(const input *in, int *x, int *y)
{
    *x = *y = 0;
    for (uint32_t i = 0; i < INPUT_PADS && *x == 0 && *y == 0; i++) {
        const gamepad *p = &in->pads[i];
        *x = nav_direction(p, SDL_CONTROLLER_AXIS_LEFTX, SDL_CONTROLLER_BUTTON_DPAD_LEFT,
                           SDL_CONTROLLER_BUTTON_DPAD_RIGHT);
        *y = nav_direction(p, SDL_CONTROLLER_AXIS_LEFTY, SDL_CONTROLLER_BUTTON_DPAD_UP,
                           SDL_CONTROLLER_BUTTON_DPAD_DOWN);
        if (*x != 0 && *y != 0) { // a stick held at a slant moves along its longer side
            if (abs(p->axes[0]) > abs(p->axes[1]))
                *y = 0;
            else
                *x = 0;
        }
    }
}

static void repeat_nav(devices *d, const input *in, float seconds)
{
    int x, y;
    read_nav(in, &x, &y);
    const bool changed = x != d->nav_x || y != d->nav_y;
    d->nav_x = x;
    d->nav_y = y;
    d->nav_wait = changed ? NAV_FIRST_WAIT : d->nav_wait - seconds;
    if ((x == 0 && y == 0) || (!changed && d->nav_wait > 0.0f)) return;
    if (!changed) d->nav_wait += NAV_NEXT_WAIT;
    d->menu.dx = x;
    d->menu.dy = y;
}

menu_input devices_take_menu(devices *d, const input *in, const window *w, float seconds)
{
    if (!d->binding) repeat_nav(d, in, seconds);
    menu_input taken = d->menu;
    taken.pointer_held = d->pointer_held;
    window_get_size(w, &taken.width, &taken.height);
    d->menu = (menu_input){ .pointer_x = taken.pointer_x, .pointer_y = taken.pointer_y };
    return taken;
}

void devices_show_cursor(devices *d, float seconds)
{
    d->mouse_rest += seconds;
    const bool show = !d->playing || d->mouse_rest < CURSOR_SECONDS;
    if ((SDL_ShowCursor(SDL_QUERY) == SDL_ENABLE) != show)
        SDL_ShowCursor(show ? SDL_ENABLE : SDL_DISABLE);
}
