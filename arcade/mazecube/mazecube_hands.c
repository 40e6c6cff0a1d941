// SPDX-License-Identifier: MIT
#include "mazecube_hands.h"

#include <quincunx/math.h>

#define TICKS 60.0
#define RIGHT_BUTTON 2u
#define MIDDLE_BUTTON 4u
#define ORBIT_A_VIEW 4.0 // radians that a drag over the view's smaller side turns the camera
#define RETURN 0.12      // share of its way a tick
#define NEAR_ENOUGH 0.002
#define WHEEL 0.1
#define PINCH 2.0
#define HALF_TURN 3.14159265358979323846

static double within(double value, double low, double high)
{
    return value > low ? value < high ? value : high : low;
}

// --- where things are

hands_disc hands_button_place(float view_width, float view_height, hands_button which)
{
    const float most = view_width / (2.6f * (float)BUTTON_COUNT);
    const float radius = most < 36.0f ? most : 36.0f;
    const float off = (float)which - 0.5f * (float)(BUTTON_COUNT - 1);
    return (hands_disc){ 0.5f * view_width + 2.6f * radius * off, view_height - 1.35f * radius,
                         radius };
}

typedef struct place {
    double x, y; // world units from the middle of the view, y up
} place;

static place place_of(const tick_input *in, uint32_t index)
{
    const pointer *p = &in->pointers[index];
    return (place){ (double)p->x / PLACE_SCALE - 0.5 * in->view_width,
                    0.5 * in->view_height - (double)p->y / PLACE_SCALE };
}

static double smaller_side(const tick_input *in)
{
    const double side = in->view_width < in->view_height ? in->view_width : in->view_height;
    return side > 1.0 ? side : 1.0;
}

// --- the camera's axes, in the world

typedef struct axes {
    vec right, up, back;
} axes;

static axes axes_at(double yaw, double pitch)
{
    const double s = qx_sin(yaw), c = qx_cos(yaw), sp = qx_sin(pitch), cp = qx_cos(pitch);
    return (axes){ { c, 0.0, -s }, { -s * sp, cp, -c * sp }, { s * cp, sp, c * cp } };
}

static vec combine(const axes *a, vec v)
{
    return vec_add(vec_add(vec_scale(a->right, v.x), vec_scale(a->up, v.y)),
                   vec_scale(a->back, v.z));
}

// --- fingers and buttons

static bool find_button(const tick_input *in, uint32_t index, hands_button *found)
{
    const float x = (float)in->pointers[index].x / PLACE_SCALE;
    const float y = (float)in->pointers[index].y / PLACE_SCALE;
    for (uint32_t i = 0; i < BUTTON_COUNT; i++) {
        const hands_disc d = hands_button_place(in->view_width, in->view_height, (hands_button)i);
        const float dx = x - d.x, dy = y - d.y, reach = 1.2f * d.radius;
        if (dx * dx + dy * dy > reach * reach) continue;
        *found = (hands_button)i;
        return true;
    }
    return false;
}

static uint32_t pointers_down(const tick_input *in)
{
    uint32_t down = 0;
    for (uint32_t i = 0; i < POINTER_COUNT; i++)
        if (in->pointers[i].buttons) down |= UINT32_C(1) << i;
    return down;
}

// Returns the buttons that were pressed in this tick, a bit each.
static uint32_t take_buttons(mazecube_hands *h, const tick_input *in)
{
    const uint32_t down = pointers_down(in), fresh = down & ~h->down;
    uint32_t pressed = 0;
    h->on_button &= down;
    for (uint32_t i = 1; i < POINTER_COUNT; i++) {
        if (!(fresh >> i & 1) || !find_button(in, i, &h->buttons[i])) continue;
        h->on_button |= UINT32_C(1) << i;
        pressed |= UINT32_C(1) << h->buttons[i];
    }
    h->down = down;
    return pressed;
}

static bool button_held(const mazecube_hands *h, hands_button which)
{
    for (uint32_t i = 1; i < POINTER_COUNT; i++)
        if (h->on_button >> i & 1 && h->buttons[i] == which) return true;
    return false;
}

// --- turning

static uint32_t free_fingers(const mazecube_hands *h)
{
    return h->down & ~h->on_button & ~1u;
}

static uint32_t count_bits(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

// The pointer that holds the cube: the mouse's left button, or the only finger.
static uint32_t holder_of(const mazecube_hands *h, const tick_input *in)
{
    const uint32_t fingers = free_fingers(h);
    if (in->pointers[0].buttons == 1) return 1;
    if (count_bits(fingers) != 1) return 0;
    for (uint32_t i = 1; i < POINTER_COUNT; i++)
        if (fingers >> i & 1) return i + 1;
    return 0;
}

// The hand goes toward the pointer, no faster than the cube can turn. Angles are no lengths, so the
// share of the way is found in a few steps.
static vec reach(mazecube_hands *h, place to, double radius)
{
    const double most = CUBE_MAX_SPIN / TICKS, from_x = h->hold_x, from_y = h->hold_y;
    double share = 1.0;
    vec arc = { 0.0, 0.0, 0.0 };
    for (uint32_t i = 0; i < 4; i++) {
        h->hold_x = from_x + share * (to.x - from_x);
        h->hold_y = from_y + share * (to.y - from_y);
        arc = cube_arc(from_x, from_y, h->hold_x, h->hold_y, radius);
        const double length = vec_length(arc);
        if (!(length > most)) break;
        share *= most / length;
    }
    return vec_limit(arc, most);
}

// What is behind a quick hand is made up for while it holds on.
static vec drag(mazecube_hands *h, const tick_input *in)
{
    const vec none = { 0.0, 0.0, 0.0 };
    const uint32_t holder = holder_of(h, in);
    const bool taken = holder && holder != h->holder;
    h->holder = holder;
    if (!holder) return none;
    const place now = place_of(in, holder - 1);
    if (taken) h->hold_x = now.x, h->hold_y = now.y;
    const vec arc = reach(h, now, HANDS_ARCBALL * smaller_side(in));
    const axes a = axes_at(h->yaw, HANDS_PITCH + h->pitch);
    return combine(&a, vec_scale(arc, TICKS));
}

static double side_of(const tick_input *in, action more, action less)
{
    return (double)(in->held >> more & 1) - (double)(in->held >> less & 1);
}

// Keys and stick: right tips the cube to the right, up away from the player; next turns it as a
// hand that pushes its front to the right.
static vec tip(const mazecube_hands *h, const tick_input *in)
{
    const axes a = axes_at(h->yaw, 0.0);
    const vec asked = { (double)in->move_y / AXIS_FULL, side_of(in, ACTION_NEXT, ACTION_PREVIOUS),
                        -(double)in->move_x / AXIS_FULL };
    return combine(&a, vec_scale(asked, HANDS_RATE));
}

// --- the camera

static bool is_orbiting(const mazecube_hands *h, const tick_input *in, uint32_t *count)
{
    const uint32_t fingers = free_fingers(h);
    *count = in->pointers[0].buttons & RIGHT_BUTTON ? 1 : count_bits(fingers);
    return in->pointers[0].buttons & RIGHT_BUTTON || *count > 1;
}

// The middle of what moves the camera, and how far the fingers are from it on average.
static place gather(const mazecube_hands *h, const tick_input *in, double *spread)
{
    const uint32_t which = in->pointers[0].buttons & RIGHT_BUTTON ? 1u : free_fingers(h);
    const double count = count_bits(which);
    place middle = { 0.0, 0.0 };
    *spread = 0.0;
    for (uint32_t i = 0; i < POINTER_COUNT; i++) {
        if (!(which >> i & 1)) continue;
        const place at = place_of(in, i);
        middle.x += at.x / count;
        middle.y += at.y / count;
    }
    for (uint32_t i = 0; i < POINTER_COUNT; i++) {
        if (!(which >> i & 1)) continue;
        const place at = place_of(in, i);
        const vec away = { at.x - middle.x, at.y - middle.y, 0.0 };
        *spread += vec_length(away) / count;
    }
    return middle;
}

static void orbit_by_hand(mazecube_hands *h, const tick_input *in, double *yaw, double *pitch)
{
    uint32_t count;
    double spread;
    const bool orbits = is_orbiting(h, in, &count);
    const place now = gather(h, in, &spread);
    if (orbits && count == h->orbiting) {
        const double scale = ORBIT_A_VIEW / smaller_side(in);
        *yaw -= scale * (now.x - h->orbit_x);
        *pitch -= scale * (now.y - h->orbit_y);
        h->nearer += PINCH * (spread - h->spread) / smaller_side(in);
    }
    h->orbiting = orbits ? count : 0;
    h->orbit_x = now.x, h->orbit_y = now.y, h->spread = spread;
}

static void come_back(mazecube_hands *h)
{
    h->yaw -= RETURN * h->yaw;
    h->pitch -= RETURN * h->pitch;
    h->nearer -= RETURN * h->nearer;
    const vec left = { h->yaw, h->pitch, h->nearer };
    if (vec_length(left) > NEAR_ENOUGH) return;
    h->yaw = h->pitch = h->nearer = 0.0;
    h->returning = false;
}

static void move_camera(mazecube_hands *h, const tick_input *in)
{
    double yaw = HANDS_ORBIT / TICKS * (double)in->aim_x / AXIS_FULL;
    double pitch = -HANDS_ORBIT / TICKS * (double)in->aim_y / AXIS_FULL;
    orbit_by_hand(h, in, &yaw, &pitch);
    if (in->pressed & ACTION_BIT(ACTION_OPTION_6)) h->returning = true;
    if (yaw != 0.0 || pitch != 0.0 || in->wheel != 0) h->returning = false;
    h->yaw += yaw;
    if (h->yaw > HALF_TURN) h->yaw -= 2.0 * HALF_TURN;
    if (h->yaw < -HALF_TURN) h->yaw += 2.0 * HALF_TURN;
    h->pitch = within(h->pitch + pitch, HANDS_PITCH_LOW, HANDS_PITCH_HIGH);
    h->nearer = within(h->nearer + WHEEL * in->wheel, -1.0, 1.0);
    if (h->returning) come_back(h);
}

// --- a tick

static bool is_pressed(const tick_input *in, action a)
{
    return in->pressed & ACTION_BIT(a);
}

static bool wants_snap(mazecube_hands *h, const tick_input *in)
{
    const bool key =
        in->held & ACTION_BIT(ACTION_PRIMARY) || in->pointers[0].buttons & MIDDLE_BUTTON;
    h->snap_waits = h->snap_waits && key;
    return (key && !h->snap_waits) || button_held(h, BUTTON_SNAP);
}

hands_wishes hands_take(mazecube_hands *h, const tick_input *in)
{
    const uint32_t buttons = take_buttons(h, in);
    hands_wishes w = { .touched = h->down >> 1 };
    w.orders.spin = vec_add(drag(h, in), tip(h, in));
    w.orders.snap = wants_snap(h, in);
    move_camera(h, in);
    w.orders.freeze = is_pressed(in, ACTION_SECONDARY) || is_pressed(in, ACTION_OPTION_1) ||
                      buttons >> BUTTON_FREEZE & 1;
    w.orders.hint = is_pressed(in, ACTION_MORE) || is_pressed(in, ACTION_OPTION_2) ||
                    buttons >> BUTTON_HINT & 1;
    w.orders.undo = is_pressed(in, ACTION_LESS) || is_pressed(in, ACTION_OPTION_3) ||
                    buttons >> BUTTON_UNDO & 1;
    w.again = is_pressed(in, ACTION_RESET) || is_pressed(in, ACTION_OPTION_4);
    w.orders.give_up = is_pressed(in, ACTION_OPTION_5);
    w.before = is_pressed(in, ACTION_OPTION_7);
    w.next = is_pressed(in, ACTION_OPTION_8);
    w.levels = is_pressed(in, ACTION_MODE) || buttons >> BUTTON_LEVELS & 1;
    return w;
}

void hands_let_go(mazecube_hands *h, const tick_input *in)
{
    h->holder = h->orbiting = h->on_button = 0;
    h->down = pointers_down(in);
}

void hands_begin(mazecube_hands *h)
{
    h->holder = 0;
    h->snap_waits = true;
}
