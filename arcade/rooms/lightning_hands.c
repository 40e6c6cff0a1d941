// SPDX-License-Identifier: MIT
// What mouse, cursor, fingers and keys do.
#include "lightning_room.h"

#include "sound_lightning.h"

#include <math.h>
#include <stdio.h>

#define CURSOR_SPEED 9.0f // world units a tick
#define CURSOR_EASE 0.22f
#define CURSOR_TICKS 180u // that it stays visible
#define PULL_EASE 0.08f   // a tick
#define STEER_TICKS 9u    // between two steps of the aim stick
#define STEER_LEAST (AXIS_FULL / 2)

enum { LEFT = 1, RIGHT = 2 };

// --- reading the input

static float place_of(int32_t place, float most)
{
    const float world = (float)place / (float)PLACE_SCALE;
    return world < 0.0f ? 0.0f : world > most ? most : world;
}

static uint32_t cursor_down(const tick_input *in)
{
    const uint32_t keys = in->held | in->pressed, buttons = in->pointers[0].buttons;
    if ((buttons & LEFT) || (keys & ACTION_BIT(ACTION_PRIMARY))) return 1;
    return (buttons & RIGHT) || (keys & ACTION_BIT(ACTION_SECONDARY)) ? 2 : 0;
}

static bool mouse_moved(const lightning_play *r)
{
    const pointer *mouse = &r->input.pointers[0];
    return mouse->x != r->rules.mouse_x || mouse->y != r->rules.mouse_y;
}

static void follow_mouse(lightning_play *r, lightning_hand *h)
{
    const pointer *mouse = &r->input.pointers[0];
    if (mouse->buttons == 0 && !(r->input.aim_by_pointer && mouse_moved(r))) return;
    h->x = place_of(mouse->x, r->rules.width);
    h->y = place_of(mouse->y, r->rules.height);
    r->rules.cursor_vx = r->rules.cursor_vy = 0.0f;
}

static float eased(float speed, int16_t axis)
{
    const float wanted = CURSOR_SPEED * (float)axis / (float)AXIS_FULL;
    const float next = speed + CURSOR_EASE * (wanted - speed);
    return fabsf(next) < 0.01f ? 0.0f : next;
}

static void follow_stick(lightning_play *r, lightning_hand *h)
{
    lightning_rules *rules = &r->rules;
    rules->cursor_vx = eased(rules->cursor_vx, r->input.move_x);
    rules->cursor_vy = eased(rules->cursor_vy, r->input.move_y);
    h->x = fminf(fmaxf(h->x + rules->cursor_vx, 0.0f), rules->width);
    h->y = fminf(fmaxf(h->y + rules->cursor_vy, 0.0f), rules->height);
}

static bool fingers_touch(const tick_input *in)
{
    for (uint32_t i = 1; i < POINTER_COUNT; i++)
        if (in->pointers[i].buttons & LEFT) return true;
    return false;
}

static void note_touch(lightning_play *r)
{
    const tick_input *in = &r->input;
    const bool moves = in->move_x != 0 || in->move_y != 0;
    const bool cursor = moves || cursor_down(in) > 0 || (mouse_moved(r) && in->aim_by_pointer);
    const bool touched = cursor || in->aim_x != 0 || in->aim_y != 0 || in->pressed || in->held ||
                         in->wheel != 0 || fingers_touch(in);
    r->rules.untouched = touched ? 0 : r->rules.untouched + (r->rules.untouched < UINT32_MAX);
    r->quiet = r->rules.untouched;
    if (cursor)
        r->cursor_awake = CURSOR_TICKS;
    else if (r->cursor_awake > 0)
        r->cursor_awake--;
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
        if (!(p->buttons & LEFT)) continue;
        h->x = place_of(p->x, r->rules.width);
        h->y = place_of(p->y, r->rules.height);
    }
}

void lightning_move_hands(lightning_play *r)
{
    for (uint32_t i = 0; i < LIGHTNING_HANDS; i++) {
        r->rules.hands[i].last_x = r->rules.hands[i].x;
        r->rules.hands[i].last_y = r->rules.hands[i].y;
    }
    note_touch(r);
    follow_mouse(r, &r->rules.hands[0]);
    follow_stick(r, &r->rules.hands[0]);
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
        use(r, &r->rules.hands[i], r->input.pointers[i].buttons & LEFT);
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
