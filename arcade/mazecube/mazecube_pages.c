// SPDX-License-Identifier: MIT
// The page of levels and the one after a level: where their choices stand, and how one is chosen by
// keys, stick, mouse or finger.
#include "mazecube_scene.h"

#define MARGIN 14.0f
#define TITLES 250.0f // breadth of the worlds' titles, where there is room for them
#define WIDE 920.0f   // a view that has it
#define TOP 80.0f
#define FOOT 128.0f
#define GAP 3.0f // of a tile, to each side
#define COLUMN_MOST 76.0f
#define HALF (AXIS_FULL / 2)

enum {
    COLUMNS = LEVELS_OF_WORLD,
    ROWS = LEVEL_WORLDS + 1,
    WIDE_TILES = TILE_COUNT - LEVEL_COUNT,
    WAIT_TICKS = 20, // until a held direction repeats
    STEP_TICKS = 7
};

// --- places

bool mazecube_titles_fit(float view_width)
{
    return view_width >= WIDE;
}

mazecube_box mazecube_tile_box(float view_width, float view_height, uint32_t tile)
{
    const float titles = mazecube_titles_fit(view_width) ? TITLES : 0.0f;
    const float room = (view_width - 2.0f * MARGIN - titles) / (float)COLUMNS;
    const float across = room < COLUMN_MOST ? room : COLUMN_MOST;
    const float down = (view_height - TOP - FOOT) / (float)ROWS;
    const float left = 0.5f * (view_width - titles - across * (float)COLUMNS) + titles;
    const bool level = tile < LEVEL_COUNT;
    const uint32_t row = level ? tile / COLUMNS : LEVEL_WORLDS;
    const uint32_t place = level ? tile % COLUMNS : tile - LEVEL_COUNT;
    const float breadth = level ? across : across * (float)COLUMNS / (float)WIDE_TILES;
    return (mazecube_box){ left + breadth * (float)place + GAP, TOP + down * (float)row + GAP,
                           breadth - 2.0f * GAP, down - 2.0f * GAP };
}

mazecube_box mazecube_done_box(float view_width, float view_height, uint32_t choice)
{
    const float room = (view_width - 2.0f * MARGIN) / (float)DONE_COUNT;
    const float across = room < 210.0f ? room : 210.0f;
    const float left = 0.5f * (view_width - across * (float)DONE_COUNT);
    return (mazecube_box){ left + across * (float)choice + GAP, 0.74f * view_height,
                           across - 2.0f * GAP, 54.0f };
}

static mazecube_box box_of(mazecube_screen which, const tick_input *in, uint32_t choice)
{
    return which == SCREEN_LEVELS ? mazecube_tile_box(in->view_width, in->view_height, choice)
                                  : mazecube_done_box(in->view_width, in->view_height, choice);
}

// --- keys and sticks

static int32_t sign_of(int32_t move, int32_t aim)
{
    const int32_t value = move > HALF || move < -HALF ? move : aim;
    return value > HALF ? 1 : value < -HALF ? -1 : 0;
}

static int32_t within(int32_t value, int32_t most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

// A tile of the row below has the levels over its middle above it.
static uint32_t tile_below(int32_t column)
{
    return LEVEL_COUNT + (uint32_t)column * WIDE_TILES / COLUMNS;
}

static int32_t column_above(uint32_t tile)
{
    return (int32_t)((2 * (tile - LEVEL_COUNT) + 1) * COLUMNS / (2 * WIDE_TILES));
}

static void move_tile(mazecube_page *p, int32_t x, int32_t y)
{
    if (p->chosen >= LEVEL_COUNT) {
        const int32_t place = within((int32_t)p->chosen - LEVEL_COUNT + x, WIDE_TILES - 1);
        p->chosen = LEVEL_COUNT + (uint32_t)place;
        if (y < 0) p->chosen = (uint32_t)((LEVEL_WORLDS - 1) * COLUMNS + column_above(p->chosen));
        return;
    }
    const int32_t row = within((int32_t)p->chosen / COLUMNS + y, ROWS - 1);
    const int32_t column = within((int32_t)p->chosen % COLUMNS + x, COLUMNS - 1);
    p->chosen = row < LEVEL_WORLDS ? (uint32_t)(row * COLUMNS + column) : tile_below(column);
}

static void move_choice(mazecube_page *p, mazecube_screen which, int32_t x, int32_t y)
{
    if (which == SCREEN_LEVELS)
        move_tile(p, x, y);
    else
        p->chosen = (uint32_t)within((int32_t)p->chosen + x + y, DONE_COUNT - 1);
}

static void step_by_keys(mazecube_page *p, mazecube_screen which, const tick_input *in)
{
    const int32_t x = sign_of(in->move_x, in->aim_x), y = sign_of(in->move_y, in->aim_y);
    const bool fresh = x != p->step_x || y != p->step_y;
    p->step_x = x, p->step_y = y;
    if (fresh) p->step_ticks = WAIT_TICKS;
    if (!fresh && p->step_ticks > 0) p->step_ticks--;
    const bool due = fresh || p->step_ticks == 0;
    if (due && (x || y)) move_choice(p, which, x, y);
    if (due && !fresh) p->step_ticks = STEP_TICKS;
    if (in->pressed & ACTION_BIT(ACTION_NEXT)) move_choice(p, which, 0, 1);
    if (in->pressed & ACTION_BIT(ACTION_PREVIOUS)) move_choice(p, which, 0, -1);
}

// --- mouse and fingers

static bool find_choice(mazecube_screen which, const tick_input *in, const pointer *at,
                        uint32_t *found)
{
    const float x = (float)at->x / PLACE_SCALE, y = (float)at->y / PLACE_SCALE;
    const uint32_t count = which == SCREEN_LEVELS ? (uint32_t)TILE_COUNT : (uint32_t)DONE_COUNT;
    for (uint32_t i = 0; i < count; i++) {
        const mazecube_box b = box_of(which, in, i);
        if (x < b.x - GAP || y < b.y - GAP || x >= b.x + b.width + GAP || y >= b.y + b.height + GAP)
            continue;
        *found = i;
        return true;
    }
    return false;
}

// A mouse that rests chooses nothing, so that keys can.
static bool step_by_pointers(mazecube_page *p, mazecube_screen which, const tick_input *in)
{
    const pointer *mouse = &in->pointers[0];
    bool down = false, taken = false;
    if (p->opened && (mouse->x != p->hover_x || mouse->y != p->hover_y))
        find_choice(which, in, mouse, &p->chosen);
    p->opened = true;
    p->hover_x = mouse->x, p->hover_y = mouse->y;
    for (uint32_t i = 0; i < POINTER_COUNT; i++) {
        if (!(in->pointers[i].buttons & 1)) continue;
        down = true;
        if (!p->down) taken = find_choice(which, in, &in->pointers[i], &p->chosen) || taken;
    }
    p->down = down;
    return taken;
}

void mazecube_page_open(mazecube_page *p, uint32_t chosen)
{
    *p = (mazecube_page){ .chosen = chosen, .step_ticks = WAIT_TICKS, .down = true };
}

bool mazecube_page_step(mazecube_page *p, mazecube_screen which, const tick_input *in)
{
    step_by_keys(p, which, in);
    const bool clicked = step_by_pointers(p, which, in);
    return clicked || in->pressed & ACTION_BIT(ACTION_PRIMARY);
}
