// SPDX-License-Identifier: MIT
// The column of buttons at the left: what fingers have in place of keys. Places are world units,
// so that a recording means the same in any window.
#include "grid_room.h"

#include <math.h>
#include <stdio.h>

#define LEFT_EDGE 34.0f
#define TOP_EDGE 36.0f
#define STEP 43.0f

// Tools below one another, and two by two what changes the net.
void grid_button_place(uint32_t button, float *x, float *y)
{
    const bool is_tool = button < GRID_TOOLS;
    const uint32_t extra = is_tool ? 0 : button - GRID_TOOLS;
    *x = LEFT_EDGE + STEP * (float)(extra % 2);
    *y = TOP_EDGE + STEP * (float)(is_tool ? button : GRID_TOOLS + extra / 2);
}

uint32_t grid_button_at(float x, float y)
{
    for (uint32_t i = 0; i < BUTTON_COUNT; i++) {
        float cx, cy;
        grid_button_place(i, &cx, &cy);
        if (fabsf(x - cx) <= GRID_BUTTON_REACH && fabsf(y - cy) <= GRID_BUTTON_REACH) return i;
    }
    return BUTTON_COUNT;
}

void grid_write_count(char text[16], uint32_t count)
{
    if (count >= 1000000)
        snprintf(text, 16, "%u,%03u,%03u", count / 1000000, count / 1000 % 1000, count % 1000);
    else if (count >= 1000)
        snprintf(text, 16, "%u,%03u", count / 1000, count % 1000);
    else
        snprintf(text, 16, "%u", count);
}

static void go_denser(grid_play *r)
{
    const uint32_t now = r->rules.wanted_points, next = grid_denser(now);
    const bool classic = next > GRID_MOST_WORLD;
    if (next == now) {
        grid_notice(r, "No denser net than this");
        return;
    }
    if (classic && r->rules.wanted_material == QX_GRID_WORLD)
        grid_notice(r, "So many points move by the classic law only");
    grid_choose_density(r, next, classic ? QX_GRID_CLASSIC : r->rules.wanted_material);
}

static void go_sparser(grid_play *r)
{
    const uint32_t now = r->rules.wanted_points, next = grid_sparser(now);
    if (next == now)
        grid_notice(r, "No sparser net than this");
    else
        grid_choose_density(r, next, r->rules.wanted_material);
}

static void change_material(grid_play *r)
{
    const bool to_world = r->rules.wanted_material == QX_GRID_CLASSIC;
    uint32_t points = r->rules.wanted_points;
    if (to_world && points > GRID_MOST_WORLD) {
        points = GRID_MOST_WORLD;
        grid_notice(r, "60,000 points are the most with the world law");
    }
    grid_choose_density(r, points, to_world ? QX_GRID_WORLD : QX_GRID_CLASSIC);
}

static void swap_hands(grid_play *r)
{
    r->rules.swapped = !r->rules.swapped;
    grid_notice(r, r->rules.swapped ? "Push and pull are swapped" : "Push and pull as usual");
}

void grid_press_button(grid_play *r, uint32_t button)
{
    switch (button) {
    case BUTTON_LESS: go_sparser(r); break;
    case BUTTON_MORE: go_denser(r); break;
    case BUTTON_MATERIAL: change_material(r); break;
    case BUTTON_SWAP: swap_hands(r); break;
    default: grid_choose_tool(r, button); break;
    }
}
