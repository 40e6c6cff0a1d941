// SPDX-License-Identifier: MIT
// What mouse, cursor and fingers do to the net.
#include "grid_room.h"

#include "cursor.h"
#include "sound_grid.h"

#include <math.h>

#define CURSOR_SPEED 11.0f // world units a tick
#define SHOT_TICKS 4u
#define SHOT_SPEED 15.0f
#define BRUSH_MOST 40.0f // a hovering mouse that jumps farther in a tick brushes nothing

// --- reading the input

static bool mouse_moved(const grid_play *r)
{
    const pointer *mouse = &r->input.pointers[0];
    return mouse->x != r->rules.mouse_x || mouse->y != r->rules.mouse_y;
}

static void move_cursor(grid_play *r, grid_hand *h)
{
    grid_rules *rules = &r->rules;
    cursor c = { h->x, h->y, rules->cursor_vx, rules->cursor_vy };
    cursor_move(&c, &r->input, mouse_moved(r), CURSOR_SPEED, r->net.width, r->net.height);
    h->x = c.x;
    h->y = c.y;
    rules->cursor_vx = c.vx;
    rules->cursor_vy = c.vy;
}

// A mouse that only hovers counts too: it brushes over the net.
static void note_touch(grid_play *r)
{
    const tick_input *in = &r->input;
    const bool moved = mouse_moved(r), touched = cursor_room_is_used(in, moved);
    const bool shoots = in->aim_x != 0 || in->aim_y != 0; // from the cursor
    r->rules.untouched = cursor_rest(r->rules.untouched, touched);
    r->quiet = cursor_rest(r->quiet, touched);
    r->cursor_awake = cursor_awake(r->cursor_awake, shoots || cursor_is_used(in, moved));
}

static void read_fingers(grid_play *r)
{
    for (uint32_t i = 1; i < GRID_HANDS; i++) {
        const pointer *p = &r->input.pointers[i];
        grid_hand *h = &r->rules.hands[i];
        if (!(p->buttons & POINTER_LEFT)) continue;
        h->x = cursor_place(p->x, r->net.width);
        h->y = cursor_place(p->y, r->net.height);
    }
}

void grid_move_hands(grid_play *r)
{
    for (uint32_t i = 0; i < GRID_HANDS; i++) {
        r->rules.hands[i].last_x = r->rules.hands[i].x;
        r->rules.hands[i].last_y = r->rules.hands[i].y;
    }
    note_touch(r);
    move_cursor(r, &r->rules.hands[0]);
    read_fingers(r);
    r->rules.mouse_x = r->input.pointers[0].x;
    r->rules.mouse_y = r->input.pointers[0].y;
}

// --- forces; each is told when a hand comes down, every tick it stays, and when it lifts

static float sign_of(const grid_hand *h)
{
    return h->down == 2 ? -1.0f : 1.0f;
}

// Comes in over a third of a second, so that nothing jerks.
static float ease_in(const grid_hand *h)
{
    const float share = h->age < 20 ? (float)(h->age + 1) / 20.0f : 1.0f;
    return share * (2.0f - share);
}

static void say(grid_play *r, const grid_hand *h, float pitch, float gain)
{
    grid_sound(r, &sound_grid[h->kind], h->x, pitch, gain);
}

static void hum(grid_play *r, const grid_hand *h, float gain)
{
    const uint32_t which = (uint32_t)(h - r->rules.hands);
    grid_sound_held(r, 100 + which, &sound_grid_held[h->kind], h->x, gain);
}

static void spot(grid_play *r, const grid_hand *h, float radius, float intensity)
{
    grid_shine(r, &(grid_light){ .x = h->x,
                                 .y = h->y,
                                 .vx = h->x - h->last_x,
                                 .vy = h->y - h->last_y,
                                 .radius = radius,
                                 .intensity = intensity,
                                 .glow = GLOW_SPOT,
                                 .colour = grid_tool_colour(h->kind) });
}

static void hold_explode(grid_play *r, grid_hand *h)
{
    if (h->age % 14 == 0) {
        grid_start(r, &(grid_event){ .push = { .kind = QX_GRID_EXPLODE,
                                               .x = h->x,
                                               .y = h->y,
                                               .radius = 190.0f,
                                               .strength = 8.0f * sign_of(h) },
                                     .life = 9,
                                     .envelope = ENVELOPE_FADE,
                                     .glow = GLOW_SPOT,
                                     .colour = grid_tool_colour(h->kind) });
        say(r, h, h->down == 2 ? 0.75f : 1.0f, h->age == 0 ? 1.0f : 0.55f);
    }
    hum(r, h, 0.5f);
}

static void hold_implode(grid_play *r, grid_hand *h)
{
    grid_net_push(&r->net, &(qx_grid_push){ .kind = QX_GRID_IMPLODE,
                                            .x = h->x,
                                            .y = h->y,
                                            .radius = 300.0f,
                                            .strength = 3.4f * sign_of(h) * ease_in(h) });
    spot(r, h, 46.0f, 0.5f * ease_in(h));
    if (h->age == 0) say(r, h, 1.0f, 0.9f);
    hum(r, h, 0.8f);
}

// Along the motion; a hand that rests dents the net instead.
static void hold_directed(grid_play *r, grid_hand *h)
{
    const float dx = h->x - h->last_x, dy = h->y - h->last_y;
    const float speed = sqrtf(dx * dx + dy * dy);
    qx_grid_push push = { .kind = QX_GRID_DIRECTED, .x = h->x, .y = h->y, .radius = 130.0f };
    push.direction = (qx_vec3){ dx, dy, 0.0f };
    push.strength = sign_of(h) * fminf(0.16f * speed, 2.4f);
    if (speed < 0.5f) {
        push.direction = (qx_vec3){ 0.0f, 0.0f, -1.0f };
        push.strength = 0.7f * sign_of(h) * ease_in(h);
    }
    grid_net_push(&r->net, &push);
    spot(r, h, 36.0f, 0.4f);
    if (h->age == 0) say(r, h, 1.0f, 0.9f);
    hum(r, h, fminf(0.35f + 0.03f * speed, 1.0f));
}

static void hold_vortex(grid_play *r, grid_hand *h)
{
    grid_net_push(&r->net, &(qx_grid_push){ .kind = QX_GRID_VORTEX,
                                            .x = h->x,
                                            .y = h->y,
                                            .radius = 280.0f,
                                            .strength = 1.15f * sign_of(h) * ease_in(h) });
    spot(r, h, 40.0f, 0.4f * ease_in(h));
    if (h->age == 0) say(r, h, 1.0f, 0.9f);
    hum(r, h, 0.8f);
}

static void hold_ring(grid_play *r, grid_hand *h)
{
    if (h->age % 30 == 0) {
        grid_start_shock(r, h->x, h->y, sign_of(h), 1.0f);
        say(r, h, h->down == 2 ? 0.75f : 1.0f, h->age == 0 ? 1.0f : 0.6f);
    }
    hum(r, h, 0.35f);
}

// A line, and the drag that gives a wave its direction.
static void hold_stroke(grid_play *r, grid_hand *h)
{
    grid_shine(r, &(grid_light){ .x = h->press_x,
                                 .y = h->press_y,
                                 .to_x = h->x,
                                 .to_y = h->y,
                                 .radius = 3.0f,
                                 .intensity = 0.35f,
                                 .glow = GLOW_STROKE,
                                 .colour = grid_tool_colour(h->kind) });
    hum(r, h, 0.5f);
}

static void end_line(grid_play *r, grid_hand *h)
{
    grid_start(r, &(grid_event){ .push = { .kind = QX_GRID_LINE,
                                           .x = h->press_x,
                                           .y = h->press_y,
                                           .to_x = h->x,
                                           .to_y = h->y,
                                           .radius = 150.0f,
                                           .strength = 8.0f * sign_of(h) },
                                 .life = 16,
                                 .envelope = ENVELOPE_FADE,
                                 .glow = GLOW_STROKE,
                                 .colour = grid_tool_colour(h->kind) });
    say(r, h, 1.0f, 1.0f);
}

// In the direction of the drag; a click without one sends it to the farther side.
static void end_wave(grid_play *r, grid_hand *h)
{
    float dx = h->x - h->press_x, dy = h->y - h->press_y;
    float length = sqrtf(dx * dx + dy * dy);
    if (length < 8.0f) {
        dx = h->press_x < 0.5f * r->net.width ? 1.0f : -1.0f;
        dy = 0.0f;
        length = 1.0f;
    }
    dx /= length, dy /= length;
    grid_start(r, &(grid_event){ .push = { .kind = QX_GRID_WAVE,
                                           .x = h->press_x,
                                           .y = h->press_y,
                                           .to_x = h->press_x + dx,
                                           .to_y = h->press_y + dy,
                                           .direction = { dx, dy, 0.0f },
                                           .width = 70.0f,
                                           .strength = 0.8f * sign_of(h) },
                                 .vx = 9.0f * dx,
                                 .vy = 9.0f * dy,
                                 .life = 260,
                                 .envelope = ENVELOPE_STEADY });
    say(r, h, 1.0f, 0.8f);
}

typedef void act(grid_play *r, grid_hand *h);

static const struct {
    act *hold, *end;
} forces[GRID_KINDS] = {
    [QX_GRID_EXPLODE] = { hold_explode, NULL },   [QX_GRID_IMPLODE] = { hold_implode, NULL },
    [QX_GRID_DIRECTED] = { hold_directed, NULL }, [QX_GRID_VORTEX] = { hold_vortex, NULL },
    [QX_GRID_RING] = { hold_ring, NULL },         [QX_GRID_LINE] = { hold_stroke, end_line },
    [QX_GRID_WAVE] = { hold_stroke, end_wave },
};

// --- what each hand does in a tick

static void come_down(grid_play *r, grid_hand *h, uint32_t down)
{
    const uint32_t button = grid_button_at(h->x, h->y);
    *h = (grid_hand){ .down = down,
                      .kind = r->rules.tool,
                      .x = h->x,
                      .y = h->y,
                      .last_x = h->x,
                      .last_y = h->y,
                      .press_x = h->x,
                      .press_y = h->y };
    h->idle = button != BUTTON_COUNT || r->rules.tool == GRID_TOOL_PRESET;
    if (button != BUTTON_COUNT) {
        grid_press_button(r, button);
    } else if (h->idle) {
        const uint32_t count = grid_preset_count(), step = down == 2 ? count - 1 : 1;
        grid_choose_preset(r, (r->rules.preset + step) % count);
    }
    if (h->idle) h->kind = 0;
}

static void lift(grid_play *r, grid_hand *h)
{
    if (!h->idle && forces[h->kind].end) forces[h->kind].end(r, h);
    h->down = h->age = 0;
}

static uint32_t swapped(const grid_play *r, uint32_t down)
{
    return r->rules.swapped && down > 0 ? 3 - down : down;
}

static void use(grid_play *r, grid_hand *h, uint32_t down)
{
    if (h->down > 0 && h->down != down) lift(r, h);
    if (down == 0) return;
    if (h->down == 0)
        come_down(r, h, down);
    else
        h->age++;
    if (!h->idle) forces[h->kind].hold(r, h);
}

// The right stick shoots as in Blaster, whatever the tool is.
static void shoot(grid_play *r, const grid_hand *h)
{
    const float x = (float)r->input.aim_x / (float)AXIS_FULL;
    const float y = (float)r->input.aim_y / (float)AXIS_FULL;
    const float length = sqrtf(x * x + y * y);
    if (r->rules.shot_wait > 0) r->rules.shot_wait--;
    if (length < 0.15f || r->rules.shot_wait > 0) return;
    const float speed = SHOT_SPEED / length;
    grid_start_bullet(r, h->x, h->y, speed * x, speed * y, 0.5f + 0.5f * fminf(length, 1.0f));
    grid_sound(r, &sound_grid[QX_GRID_DIRECTED], h->x, r->rules.tick % 8 < 4 ? 2.0f : 1.5f, 0.3f);
    r->rules.shot_wait = SHOT_TICKS;
}

static void brush(grid_play *r, const grid_hand *h)
{
    const float dx = h->x - h->last_x, dy = h->y - h->last_y;
    const float speed = sqrtf(dx * dx + dy * dy);
    if (h->down > 0 || speed < 0.5f || speed > BRUSH_MOST) return;
    grid_net_push(&r->net, &(qx_grid_push){ .kind = QX_GRID_DIRECTED,
                                            .x = h->x,
                                            .y = h->y,
                                            .radius = 90.0f,
                                            .direction = { dx, dy, 0.0f },
                                            .strength = fminf(0.02f * speed, 0.32f) });
}

void grid_use_hands(grid_play *r)
{
    use(r, &r->rules.hands[0], swapped(r, cursor_down(&r->input)));
    for (uint32_t i = 1; i < GRID_HANDS; i++)
        use(r, &r->rules.hands[i], swapped(r, r->input.pointers[i].buttons & POINTER_LEFT));
    brush(r, &r->rules.hands[0]);
    shoot(r, &r->rules.hands[0]);
}
