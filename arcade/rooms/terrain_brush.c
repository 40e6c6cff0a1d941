// SPDX-License-Identifier: MIT
// The tools, under a place of the picture: they change the ground, set balls, move the sun.
#include "terrain_room.h"

#include <math.h>

#define BALL_TICKS 12u // between two balls while the hand stays down
#define REACH 6.0      // sides of the map that a hand reaches

float terrain_brush_radius(const terrain_play *r)
{
    return r->rules.values[PARAM_BRUSH] * r->map.side;
}

bool terrain_tool_paints(uint32_t tool)
{
    return tool >= TOOL_RAISE && tool <= TOOL_HOLE;
}

// Where the ray meets a hole, at the level at which the hand was on ground.
static bool find_hole(const terrain_play *r, spot way, spot *at)
{
    const terrain_camera *c = &r->rules.camera;
    const double down = (double)r->rules.level - c->eye.y, reach = REACH * (double)r->map.side;
    double height;
    if (!(down * way.y > 0.0) || down / way.y > reach) return false;
    const double far = down / way.y;
    *at = (spot){ c->eye.x + far * way.x, (double)r->rules.level, c->eye.z + far * way.z };
    return !terrain_ground(r, at->x, at->z, &height);
}

// The opposite of a hole is made in one.
static bool find_place(const terrain_play *r, float x, float y, float sign, spot *at)
{
    const spot way = terrain_camera_way(r, x, y);
    if (terrain_choice(r, PARAM_TOOL) == TOOL_HOLE && sign < 0.0f && find_hole(r, way, at))
        return true;
    return terrain_ray(r, r->rules.camera.eye, way, REACH * (double)r->map.side, at);
}

void terrain_aim(terrain_play *r, float x, float y)
{
    const uint32_t tool = terrain_choice(r, PARAM_TOOL);
    r->aims =
        (terrain_tool_paints(tool) || tool == TOOL_BALL) && find_place(r, x, y, 1.0f, &r->aim);
}

// --- painting

static qx_terrain_edit edit_of(const terrain_play *r, float sign)
{
    const uint32_t tool = terrain_choice(r, PARAM_TOOL);
    const float force = r->rules.values[PARAM_FORCE], radius = terrain_brush_radius(r);
    qx_terrain_edit edit = { .radius = radius, .amount = r->rules.level };
    switch (tool) {
    case TOOL_RAISE: edit.amount = 0.02f * sign * force * radius; break;
    case TOOL_LOWER: edit.amount = -0.02f * sign * force * radius; break;
    case TOOL_FLATTEN:
        edit.kind = QX_TERRAIN_FLATTEN;
        edit.hardness = 0.5f * force;
        break;
    case TOOL_SMOOTH:
        edit.kind = QX_TERRAIN_SMOOTH;
        edit.amount = force;
        break;
    default: edit.kind = sign > 0.0f ? QX_TERRAIN_CUT : QX_TERRAIN_FILL; break;
    }
    return edit;
}

// Ground goes no farther up or down than the map is wide.
static bool goes_too_far(const terrain_play *r, const qx_terrain_edit *edit, double height)
{
    const double off = height - (double)r->map.base;
    if (edit->kind != QX_TERRAIN_RAISE) return false;
    return edit->amount > 0.0f ? off > (double)r->map.side : off < -(double)r->map.side;
}

static void paint(terrain_play *r, spot at, float sign)
{
    const spot off = terrain_copy_offset(r, terrain_copy_at(r, at.x, at.z));
    qx_terrain_edit edit = edit_of(r, sign);
    qx_terrain_area area;
    edit.x = (float)(at.x - off.x);
    edit.z = (float)(at.z - off.z);
    if (goes_too_far(r, &edit, at.y)) return;
    const qx_result result = qx_terrain_apply(r->map.field, &edit, &area);
    if (result == QX_NO_MEMORY) terrain_notice(r, "Not enough memory for a hole");
    if (result != QX_OK) return;
    r->map.areas[r->map.edits++ % TERRAIN_AREAS] = area;
    r->map.info = qx_terrain_get_info(r->map.field);
    r->news.painted = true;
}

// --- the sun

void terrain_move_sun(terrain_play *r, float x, float y)
{
    const float width = fmaxf(r->rules.width, 1.0f), height = fmaxf(r->rules.height, 1.0f);
    float *v = r->rules.values;
    const float azimuth = v[PARAM_AZIMUTH] + 120.0f * x / width;
    v[PARAM_AZIMUTH] =
        terrain_param_clamp(PARAM_AZIMUTH, azimuth - 360.0f * floorf(azimuth / 360.0f));
    v[PARAM_SUN] = terrain_param_clamp(PARAM_SUN, v[PARAM_SUN] - 70.0f * y / height);
}

static void set_ball(terrain_play *r, spot at, bool fresh)
{
    if (!fresh && r->rules.wait > 0) return;
    terrain_place_ball(r, at);
    r->rules.wait = BALL_TICKS;
}

static void take_balls(terrain_play *r)
{
    for (uint32_t i = 0; i < TERRAIN_BALLS; i++) r->rules.balls[i].alive = 0;
}

void terrain_use_tool(terrain_play *r, float x, float y, float sign, bool fresh)
{
    const uint32_t tool = terrain_choice(r, PARAM_TOOL);
    spot at;
    if (tool == TOOL_BALL && sign < 0.0f) {
        if (fresh) take_balls(r);
        return;
    }
    if (!find_place(r, x, y, sign, &at)) return;
    if (fresh) r->rules.level = (float)at.y;
    if (tool == TOOL_BALL)
        set_ball(r, at, fresh);
    else if (terrain_tool_paints(tool))
        paint(r, at, sign);
}
