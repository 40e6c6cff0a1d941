// SPDX-License-Identifier: MIT
// What mouse, fingers, keys and sticks do.
#include "model_room.h"

#include "cursor.h"
#include "sound_model.h"

#include <math.h>

#define YAW_DRAG 0.006f // radians a world unit of the view
#define KEYS_TURN 0.03f // radians a tick
#define KEYS_EASE 0.2f
#define PITCH_LEAST (-0.35f)
#define PITCH_MOST 1.5f
#define ZOOM_LEAST 0.25f
#define ZOOM_MOST 4.0f
#define ZOOM_NOTCH 0.9f
#define TURN 6.2831853f

enum { STEER_TICKS = 9, STEER_LEAST = AXIS_FULL / 2 };

static bool is_pressed(const model_play *r, action a)
{
    return r->input.pressed & ACTION_BIT(a);
}

static void click(const model_play *r, float pitch)
{
    sound_play(r->sound, &sound_model[MODEL_CLICK], 0.0f, pitch, 0.7f);
}

// --- the eye

static void look(model_play *r, float yaw, float pitch)
{
    model_rules *rules = &r->rules;
    rules->yaw += yaw;
    rules->yaw -= TURN * floorf(rules->yaw / TURN + 0.5f);
    rules->pitch = fminf(fmaxf(rules->pitch + pitch, PITCH_LEAST), PITCH_MOST);
}

static void zoom(model_play *r, float factor)
{
    r->rules.zoom = fminf(fmaxf(r->rules.zoom * factor, ZOOM_LEAST), ZOOM_MOST);
}

static float toward(float now, int16_t axis)
{
    const float next = now + KEYS_EASE * (KEYS_TURN * (float)axis / (float)AXIS_FULL - now);
    return fabsf(next) < 1e-5f ? 0.0f : next;
}

static void look_by_keys(model_play *r)
{
    r->rules.yaw_speed = toward(r->rules.yaw_speed, r->input.move_x);
    r->rules.pitch_speed = toward(r->rules.pitch_speed, (int16_t)-r->input.move_y);
    look(r, r->rules.yaw_speed, r->rules.pitch_speed);
}

static void turn_table(model_play *r)
{
    look(r, (float)r->rules.values[PARAM_TURN] * TURN / 360.0f / 60.0f, 0.0f);
}

// --- hands

static void scrub_to(model_play *r, float x)
{
    const model_line line = model_line_of(r);
    const float share = fminf(fmaxf((x - line.left) / (line.right - line.left), 0.0f), 1.0f);
    const uint32_t clip = model_clip_now(r);
    model_scrub(r, (int64_t)((double)share * (double)r->source.clips[clip].duration + 0.5));
}

static void scrub_by(model_play *r, float distance)
{
    const model_line line = model_line_of(r);
    const double share = (double)(distance / (line.right - line.left));
    const uint32_t clip = model_clip_now(r);
    const qx_keyframe_phase at = model_phase(r, r->rules.now);
    model_scrub(r, (int64_t)(at.place + share * (double)r->source.clips[clip].duration));
}

static void touch_line(model_play *r, model_hand *h)
{
    const model_line line = model_line_of(r);
    if (h->x < 0.5f * (line.button + line.left)) {
        model_toggle_play(r);
        click(r, r->rules.playing ? 1.5f : 1.0f);
        return;
    }
    h->act = ACT_TIME;
    click(r, 1.25f);
}

static void come_down(model_play *r, model_hand *h)
{
    const uint32_t row = model_row_at(r, h->x, h->y), clip = model_list_at(r, h->x, h->y);
    h->act = ACT_NONE;
    if (row < PARAM_COUNT) {
        h->act = ACT_ROW;
        h->row = row;
        model_press_row(r, row, h->x);
    } else if (clip != UINT32_MAX) {
        h->act = ACT_CLIP;
        model_begin_clip(r, clip, false);
        click(r, 1.0f);
    } else if (h->y > r->rules.height - MODEL_LINE_HEIGHT) {
        touch_line(r, h);
    } else {
        h->act = h->down == 2 ? ACT_SCRUB : ACT_LOOK;
    }
}

static void use(model_play *r, model_hand *h, uint32_t down)
{
    const bool fresh = down > 0 && h->down != down;
    h->down = down;
    if (fresh) come_down(r, h);
    if (down == 0) h->act = ACT_NONE;
    if (h->act == ACT_ROW && !fresh) model_slide_row(r, h->row, h->x);
    if (h->act == ACT_TIME) scrub_to(r, h->x);
    if (h->act == ACT_SCRUB && !fresh) scrub_by(r, h->x - h->last_x);
    if (h->act == ACT_LOOK && !fresh && !(r->rules.spread > 0.0f))
        look(r, -YAW_DRAG * (h->x - h->last_x), YAW_DRAG * (h->y - h->last_y));
}

static uint32_t down_of(const pointer *p)
{
    return p->buttons & POINTER_LEFT ? 1 : p->buttons & POINTER_RIGHT ? 2 : 0;
}

static void move_hands(model_play *r)
{
    for (uint32_t i = 0; i < POINTER_COUNT; i++) {
        const pointer *p = &r->input.pointers[i];
        model_hand *h = &r->rules.hands[i];
        const bool fresh = i > 0 && h->down == 0;
        h->last_x = h->x;
        h->last_y = h->y;
        h->x = cursor_place(p->x, r->rules.width);
        h->y = cursor_place(p->y, r->rules.height);
        if (fresh) {
            h->last_x = h->x;
            h->last_y = h->y;
        }
        use(r, h, i > 0 ? p->buttons & POINTER_LEFT : down_of(p));
    }
}

// Two fingers on the model: nearer and farther.
static void spread(model_play *r)
{
    const model_hand *two[2] = { NULL, NULL };
    uint32_t count = 0;
    for (uint32_t i = 1; i < POINTER_COUNT; i++)
        if (r->rules.hands[i].act == ACT_LOOK && count < 2) two[count++] = &r->rules.hands[i];
    if (count < 2) {
        r->rules.spread = 0.0f;
        return;
    }
    const float x = two[0]->x - two[1]->x, y = two[0]->y - two[1]->y;
    const float now = fmaxf(sqrtf(x * x + y * y), 1.0f);
    if (r->rules.spread > 0.0f) zoom(r, r->rules.spread / now);
    r->rules.spread = now;
}

// --- keys

static void choose_row(model_play *r, int direction)
{
    r->rules.row = (r->rules.row + PARAM_COUNT + (uint32_t)direction) % PARAM_COUNT;
}

static void step(model_play *r, uint32_t param, int direction)
{
    model_set(r, param, model_param_step(&r->source, param, r->rules.values[param], direction));
    click(r, direction > 0 ? 1.25f : 1.0f);
}

static int sign_of(int16_t axis)
{
    return axis > STEER_LEAST ? 1 : axis < -STEER_LEAST ? -1 : 0;
}

// The aim stick and the arrows walk about in the column.
static void steer(model_play *r)
{
    const int along = sign_of(r->input.aim_x), down = sign_of(r->input.aim_y);
    if (along == 0 && down == 0) r->rules.wait = 0;
    if (r->rules.wait > 0) {
        r->rules.wait--;
        return;
    }
    if (along == 0 && down == 0) return;
    if (down != 0)
        choose_row(r, down);
    else
        step(r, r->rules.row, along);
    r->rules.wait = STEER_TICKS;
}

// Over the column it changes a row, elsewhere it brings the eye nearer.
static void turn_wheel(model_play *r)
{
    const model_hand *mouse = &r->rules.hands[0];
    const uint32_t row = model_row_at(r, mouse->x, mouse->y);
    const int16_t notches = r->input.wheel;
    if (notches == 0) return;
    if (row < PARAM_COUNT) {
        r->rules.row = row;
        step(r, row, notches > 0 ? 1 : -1);
        return;
    }
    for (int16_t i = 0; i < 8 && i < (notches > 0 ? notches : -notches); i++)
        zoom(r, notches > 0 ? ZOOM_NOTCH : 1.0f / ZOOM_NOTCH);
}

static void obey_keys(model_play *r)
{
    static const uint32_t options[8] = { PARAM_ONION, PARAM_WIRE, PARAM_NORMALS, PARAM_LOOP,
                                         PARAM_CURVE, PARAM_EASE, PARAM_WITH,    PARAM_PATH };
    for (uint32_t i = 0; i < 8; i++)
        if (is_pressed(r, (action)(ACTION_OPTION_1 + i))) step(r, options[i], 1);
    if (is_pressed(r, ACTION_PRIMARY)) {
        model_toggle_play(r);
        click(r, r->rules.playing ? 1.5f : 1.0f);
    }
    if (is_pressed(r, ACTION_SECONDARY)) step(r, PARAM_WAY, 1);
    if (is_pressed(r, ACTION_MODE)) step(r, PARAM_CLIP, 1);
    if (is_pressed(r, ACTION_NEXT)) choose_row(r, 1);
    if (is_pressed(r, ACTION_PREVIOUS)) choose_row(r, -1);
    if (is_pressed(r, ACTION_MORE)) step(r, r->rules.row, 1);
    if (is_pressed(r, ACTION_LESS)) step(r, r->rules.row, -1);
    if (is_pressed(r, ACTION_RESET)) model_start_over(r);
}

static void note_touch(model_play *r)
{
    const pointer *mouse = &r->input.pointers[0];
    const bool moved = mouse->x != r->rules.mouse_x || mouse->y != r->rules.mouse_y;
    r->rules.untouched = cursor_rest(r->rules.untouched, cursor_room_is_used(&r->input, moved));
    r->quiet = r->rules.untouched;
    r->rules.mouse_x = mouse->x;
    r->rules.mouse_y = mouse->y;
}

void model_use_hands(model_play *r)
{
    note_touch(r);
    move_hands(r);
    spread(r);
    obey_keys(r);
    turn_wheel(r);
    steer(r);
    look_by_keys(r);
    turn_table(r);
}
