// SPDX-License-Identifier: MIT
// What mouse, cursor, fingers and keys do.
#include "lightning_room.h"

#include "cursor.h"
#include "sound_lightning.h"

#include <math.h>
#include <stdio.h>

#define CURSOR_SPEED 9.0f // world units a tick
#define PULL_EASE 0.08f   // a tick
#define STEER_TICKS 9u    // between two steps of the aim stick
#define STEER_LEAST (AXIS_FULL / 2)

// --- reading the input

static bool mouse_moved(const lightning_play *r)
{
    const pointer *mouse = &r->input.pointers[0];
    return mouse->x != r->rules.mouse_x || mouse->y != r->rules.mouse_y;
}

static void move_cursor(lightning_play *r, lightning_hand *h)
{
    lightning_rules *rules = &r->rules;
    cursor c = { h->x, h->y, rules->cursor_vx, rules->cursor_vy };
    cursor_move(&c, &r->input, mouse_moved(r), CURSOR_SPEED, r->rules.width, r->rules.height);
    h->x = c.x;
    h->y = c.y;
    rules->cursor_vx = c.vx;
    rules->cursor_vy = c.vy;
}

static void note_touch(lightning_play *r)
{
    const bool moved = mouse_moved(r);
    r->rules.untouched = cursor_rest(r->rules.untouched, cursor_room_is_used(&r->input, moved));
    r->quiet = r->rules.untouched;
    r->cursor_awake = cursor_awake(r->cursor_awake, cursor_is_used(&r->input, moved));
}

// A pointer that moves or presses draws filaments; one that rests lets go.
static void pull(lightning_play *r)
{
    lightning_rules *rules = &r->rules;
    const lightning_hand *by = &rules->hands[0];
    for (uint32_t i = 1; i < LIGHTNING_HANDS; i++)
        if (rules->hands[i].down > 0 && rules->hands[0].down == 0) by = &rules->hands[i];
    const bool draws = by->down > 0 || (rules->untouched < 120 && r->cursor_awake > 0);
    rules->pull += PULL_EASE * ((draws ? 1.0f : 0.0f) - rules->pull);
    const qx_vec2 to = lightning_in_room(r, by->x, by->y);
    rules->pull_x += 0.3f * (to.x - rules->pull_x);
    rules->pull_y += 0.3f * (to.y - rules->pull_y);
}

static void read_fingers(lightning_play *r)
{
    for (uint32_t i = 1; i < LIGHTNING_HANDS; i++) {
        const pointer *p = &r->input.pointers[i];
        lightning_hand *h = &r->rules.hands[i];
        if (!(p->buttons & POINTER_LEFT)) continue;
        h->x = cursor_place(p->x, r->rules.width);
        h->y = cursor_place(p->y, r->rules.height);
    }
}

void lightning_move_hands(lightning_play *r)
{
    for (uint32_t i = 0; i < LIGHTNING_HANDS; i++) {
        r->rules.hands[i].last_x = r->rules.hands[i].x;
        r->rules.hands[i].last_y = r->rules.hands[i].y;
    }
    note_touch(r);
    move_cursor(r, &r->rules.hands[0]);
    read_fingers(r);
    pull(r);
    r->rules.mouse_x = r->input.pointers[0].x;
    r->rules.mouse_y = r->input.pointers[0].y;
}

// --- what a hand does

static void click(const lightning_play *r, float x, float pitch)
{
    const float pan = fminf(fmaxf(1.6f * (x / r->rules.width - 0.5f), -0.8f), 0.8f);
    sound_play(r->sound, &sound_lightning[LIGHTNING_CLICK], pan, pitch, 0.8f);
}

static void add(lightning_play *r, lightning_hand *h, lightning_kind kind)
{
    const qx_vec2 place = lightning_in_room(r, h->x, h->y);
    if (lightning_add_mark(r, kind, place.x, place.y) == LIGHTNING_MARKS) {
        lightning_notice(r, "No more marks than these");
        return;
    }
    click(r, h->x, 1.5f);
    if (kind == MARK_TARGET) return;
    if ((uint32_t)r->rules.values[PARAM_GROWTH] == QX_BOLT_BREAKDOWN) return;
    r->rules.values[PARAM_GROWTH] = QX_BOLT_BREAKDOWN;
    lightning_notice(r, "Breakdown: the way to grow that goes around obstacles");
}

// The last start stays: there would be no bolt without one; likewise the last target where there is
// any.
static bool is_needed(const lightning_play *r, const lightning_mark *m)
{
    return !lightning_is_obstacle(m) && lightning_count_marks(r, (lightning_kind)m->kind) == 1;
}

static void take_away(lightning_play *r, lightning_hand *h, uint32_t which)
{
    lightning_mark *m = &r->rules.marks[which];
    if (is_needed(r, m)) {
        lightning_notice(r, "The last one stays");
        return;
    }
    for (uint32_t i = 0; i < LIGHTNING_HANDS; i++)
        if (r->rules.hands[i].act == ACT_MARK && r->rules.hands[i].which == which)
            r->rules.hands[i].act = ACT_NONE;
    *m = (lightning_mark){ 0 };
    click(r, h->x, 0.75f);
}

static void use_tool(lightning_play *r, lightning_hand *h)
{
    switch (r->rules.tool) {
    case TOOL_BALL: add(r, h, MARK_BALL); break;
    case TOOL_BOX: add(r, h, MARK_BOX); break;
    case TOOL_TARGET: add(r, h, MARK_TARGET); break;
    default: h->act = ACT_STRIKE; break;
    }
}

static void touch_ground(lightning_play *r, lightning_hand *h)
{
    const uint32_t mark = lightning_mark_at(r, lightning_in_room(r, h->x, h->y));
    if (h->down == 2 && mark < LIGHTNING_MARKS) {
        take_away(r, h, mark);
    } else if (h->down == 2) {
        add(r, h, lightning_preset_adds(r));
    } else if (mark < LIGHTNING_MARKS) {
        h->act = ACT_MARK;
        h->which = mark;
        r->rules.marks[mark].held++;
        click(r, h->x, 1.0f);
    } else {
        use_tool(r, h);
    }
}

static void come_down(lightning_play *r, lightning_hand *h, uint32_t down)
{
    const uint32_t row = lightning_row_at(r, h->x, h->y);
    h->down = down;
    h->act = ACT_NONE;
    h->began = r->rules.tick;
    if (row == lightning_row_count(r)) {
        touch_ground(r, h);
        return;
    }
    h->act = ACT_ROW;
    h->which = row;
    lightning_press_row(r, row, h->x);
}

static void lift(lightning_play *r, lightning_hand *h)
{
    if (h->act == ACT_MARK && r->rules.marks[h->which].held > 0) r->rules.marks[h->which].held--;
    h->act = ACT_NONE;
    h->down = 0;
}

static void use(lightning_play *r, lightning_hand *h, uint32_t down)
{
    if (h->down > 0 && h->down != down) lift(r, h);
    if (down == 0) return;
    if (h->down == 0) come_down(r, h, down);
    const qx_vec2 place = lightning_in_room(r, h->x, h->y);
    if (h->act == ACT_MARK) lightning_move_mark(r, h->which, place.x, place.y);
    if (h->act == ACT_ROW) lightning_slide_row(r, h->which, h->x);
}

void lightning_use_hands(lightning_play *r)
{
    use(r, &r->rules.hands[0], cursor_down(&r->input));
    for (uint32_t i = 1; i < LIGHTNING_HANDS; i++)
        use(r, &r->rules.hands[i], r->input.pointers[i].buttons & POINTER_LEFT);
}

// --- keys

static bool is_pressed(const lightning_play *r, action a)
{
    return r->input.pressed & ACTION_BIT(a);
}

static void choose_row(lightning_play *r, int direction)
{
    const uint32_t count = lightning_row_count(r);
    r->rules.row = (r->rules.row + count + (uint32_t)direction) % count;
}

static int sign_of(int16_t axis)
{
    return axis > STEER_LEAST ? 1 : axis < -STEER_LEAST ? -1 : 0;
}

// The aim stick and the arrows walk about in the column.
static void steer(lightning_play *r)
{
    const int along = sign_of(r->input.aim_x), down = sign_of(r->input.aim_y);
    if (along == 0 && down == 0) r->rules.steer_wait = 0;
    if (r->rules.steer_wait > 0) {
        r->rules.steer_wait--;
        return;
    }
    if (along == 0 && down == 0) return;
    if (down != 0)
        choose_row(r, down);
    else
        lightning_step_row(r, r->rules.row, along);
    r->rules.steer_wait = STEER_TICKS;
}

static void choose_preset_by_key(lightning_play *r, uint32_t preset)
{
    lightning_choose_preset(r, preset);
    r->rules.show = 0;
}

void lightning_obey_keys(lightning_play *r)
{
    for (uint32_t i = 0; i < LIGHTNING_PRESETS; i++)
        if (is_pressed(r, (action)(ACTION_OPTION_1 + i))) choose_preset_by_key(r, i);
    if (is_pressed(r, ACTION_OPTION_7)) r->rules.compare = !r->rules.compare;
    if (is_pressed(r, ACTION_OPTION_8))
        r->rules.values[PARAM_DRAWN] =
            lightning_param_step(PARAM_DRAWN, r->rules.values[PARAM_DRAWN], 1);
    if (is_pressed(r, ACTION_NEXT)) choose_row(r, 1);
    if (is_pressed(r, ACTION_PREVIOUS)) choose_row(r, -1);
    if (is_pressed(r, ACTION_MORE) || r->input.wheel > 0) lightning_step_row(r, r->rules.row, 1);
    if (is_pressed(r, ACTION_LESS) || r->input.wheel < 0) lightning_step_row(r, r->rules.row, -1);
    if (is_pressed(r, ACTION_MODE))
        r->rules.values[PARAM_GROWTH] =
            lightning_param_step(PARAM_GROWTH, r->rules.values[PARAM_GROWTH], 1);
    if (is_pressed(r, ACTION_RESET)) choose_preset_by_key(r, r->rules.preset);
    steer(r);
}
