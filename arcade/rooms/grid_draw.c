// SPDX-License-Identifier: MIT
// The net and its lights.
#include "grid_room.h"

#include <quincunx/math.h>

#include <math.h>

#define KNOT_SPACING 72.0f // world units between points that shine where the net is displaced
#define KNOT_FULL 34.0f    // so far off its place a knot shines fully
#define RING_PIECES 72
#define LEAST_MIDDLE 16.0f // spacing below which the lines through cells only make the net grey

enum { KNOT_ROOM = 512 };

// --- colours

static uint32_t to_byte(float linear)
{
    const float value = sqrtf(linear < 0.0f ? 0.0f : linear > 1.0f ? 1.0f : linear);
    return (uint32_t)(255.0f * value + 0.5f);
}

// The room's tint, moved toward white by `white`.
static uint32_t tint_of(const grid_play *r, float white, uint32_t alpha)
{
    const float a = r->tint[0], b = r->tint[1], c = r->tint[2];
    return to_byte(a + white * (1.0f - a)) << 24 | to_byte(b + white * (1.0f - b)) << 16 |
           to_byte(c + white * (1.0f - c)) << 8 | alpha;
}

// Dims while the density changes, so that nothing jumps.
static float presence(const grid_play *r)
{
    const float left = (float)r->rules.fade, out = GRID_FADE_OUT, in = GRID_FADE_TICKS - out;
    return left > in ? (left - in) / out : 1.0f - left / in;
}

// --- net

static void draw_net(const grid_play *r, const scene_canvas *canvas)
{
    const qx_grid_info info = qx_grid_get_info(r->net.grid);
    const bool is_coarse = info.spacing_x > LEAST_MIDDLE;
    qx_render_net(canvas->render, &(qx_net){ .positions = r->net.positions,
                                             .before = r->net.before,
                                             .blend = canvas->blend,
                                             .columns = info.columns,
                                             .rows = info.rows,
                                             .version = r->version + 1,
                                             .colour = 0x2B20C842,
                                             .highlight = tint_of(r, 0.0f, 0xD0),
                                             .intensity = 1.15f * presence(r),
                                             .thick = 2.6f,
                                             .thin = 0.9f,
                                             .middle = is_coarse ? 0.7f : -1.0f });
}

// --- knots

static qx_vec3 blended(const grid_play *r, size_t index, float blend)
{
    const qx_vec3 now = r->net.positions[index];
    if (!r->net.before) return now;
    const qx_vec3 then = r->net.before[index];
    return (qx_vec3){ then.x + blend * (now.x - then.x), then.y + blend * (now.y - then.y),
                      then.z + blend * (now.z - then.z) };
}

static bool make_knot(const grid_play *r, const qx_grid_info *info, uint32_t column, uint32_t row,
                      const scene_canvas *canvas, qx_sprite *out)
{
    const qx_vec3 p = blended(r, (size_t)row * info->columns + column, canvas->blend);
    const float dx = p.x - info->spacing_x * (float)column, dy = p.y - info->spacing_y * (float)row;
    const float moved = sqrtf(dx * dx + dy * dy + p.z * p.z);
    const float share = moved / KNOT_FULL < 1.0f ? moved / KNOT_FULL : 1.0f;
    if (share < 0.06f) return false;
    const float size = 2.0f + 2.5f * share;
    *out = (qx_sprite){ .centre = p,
                        .half_width = size,
                        .half_height = size,
                        .intensity = 0.8f * share * share * presence(r) * canvas->particles,
                        .colour = tint_of(r, 0.35f, 0xFF),
                        .shape = QX_SPRITE_GLOW };
    return true;
}

static uint32_t knot_step(float spacing)
{
    const uint32_t step = (uint32_t)(KNOT_SPACING / spacing + 0.5f);
    return step > 0 ? step : 1;
}

// Points about as far apart as thick lines shine where they are displaced.
static void draw_knots(const grid_play *r, const scene_canvas *canvas)
{
    qx_sprite knots[KNOT_ROOM];
    size_t count = 0;
    const qx_grid_info info = qx_grid_get_info(r->net.grid);
    const uint32_t step_x = knot_step(info.spacing_x), step_y = knot_step(info.spacing_y);
    const uint32_t first_x = (info.columns - 1) / 2 % step_x;
    const uint32_t first_y = (info.rows - 1) / 2 % step_y;
    for (uint32_t row = first_y; row < info.rows; row += step_y)
        for (uint32_t column = first_x; column < info.columns; column += step_x)
            if (count < KNOT_ROOM && make_knot(r, &info, column, row, canvas, &knots[count]))
                count++;
    qx_render_sprites(canvas->render, QX_BLEND_ADD, knots, count);
}

// --- lights

static void draw_ring(const grid_light *l, float x, float y, float radius,
                      const scene_canvas *canvas)
{
    qx_line lines[RING_PIECES];
    qx_vec3 from = { x, y - radius, 0.0f };
    for (uint32_t i = 0; i < RING_PIECES; i++) {
        const double angle = 6.283185307179586 * (i + 1) / RING_PIECES;
        const qx_vec3 to = { x + radius * (float)qx_sin(angle), y - radius * (float)qx_cos(angle),
                             0.0f };
        lines[i] = (qx_line){ from, to, 1.2f, 0.55f * l->intensity, l->colour };
        from = to;
    }
    qx_render_lines(canvas->render, QX_BLEND_MAX, lines, RING_PIECES);
}

static void draw_spot(const grid_light *l, float x, float y, const scene_canvas *canvas)
{
    const float share = l->flashes ? 1.4f * canvas->flash : 0.7f;
    const float wide = l->radius < 60.0f ? l->radius : 60.0f, level = l->intensity * share;
    if (level <= 0.0f) return;
    const qx_sprite sprites[] = {
        { { x, y, 0.0f }, wide, wide, 0.0f, 0.10f * level, l->colour, QX_SPRITE_GLOW },
        { { x, y, 0.0f }, 0.4f * wide, 0.4f * wide, 0.0f, 0.4f * level, l->colour, QX_SPRITE_GLOW },
        { { x, y, 0.0f },
          0.12f * wide,
          0.12f * wide,
          0.0f,
          1.6f * level,
          l->colour,
          QX_SPRITE_GLOW },
    };
    qx_render_sprites(canvas->render, QX_BLEND_ADD, sprites, 3);
}

static void draw_head(const grid_light *l, float x, float y, const scene_canvas *canvas)
{
    const float speed = sqrtf(l->vx * l->vx + l->vy * l->vy);
    const float scale = speed > 0.0f ? 11.0f / speed : 0.0f;
    qx_line tail[3];
    for (uint32_t i = 0; i < 3; i++) { // longer and fainter from the head on
        const float length = scale * (float)(1u << i);
        tail[i] = (qx_line){ { x - length * l->vx, y - length * l->vy, 0.0f },
                             { x, y, 0.0f },
                             3.0f - 0.7f * (float)i,
                             l->intensity / (float)(1u << i),
                             l->colour };
    }
    const qx_sprite glow = { { x, y, 0.0f },      13.0f,     13.0f,         0.0f,
                             0.5f * l->intensity, l->colour, QX_SPRITE_GLOW };
    qx_render_sprites(canvas->render, QX_BLEND_ADD, &glow, 1);
    qx_render_lines(canvas->render, QX_BLEND_ADD, tail, 3);
}

static void draw_stroke(const grid_light *l, const scene_canvas *canvas)
{
    const qx_line stroke = { { l->x, l->y, 0.0f },
                             { l->to_x, l->to_y, 0.0f },
                             l->radius < 4.0f ? l->radius : 2.4f,
                             1.4f * l->intensity,
                             l->colour };
    qx_render_lines(canvas->render, QX_BLEND_MAX, &stroke, 1);
}

static void draw_light(const grid_light *l, const scene_canvas *canvas)
{
    const float back = 1.0f - canvas->blend;
    const float x = l->x - back * l->vx, y = l->y - back * l->vy;
    const float radius = l->radius - back * l->growth;
    switch (l->glow) {
    case GLOW_SPOT: draw_spot(l, x, y, canvas); break;
    case GLOW_HEAD: draw_head(l, x, y, canvas); break;
    case GLOW_RING: draw_ring(l, x, y, radius, canvas); break;
    case GLOW_STROKE: draw_stroke(l, canvas); break;
    default: break;
    }
}

// --- cursor

static void draw_cursor(const grid_play *r, const scene_canvas *canvas)
{
    const grid_hand *h = &r->rules.hands[0];
    const float shown = r->cursor_awake > 60 ? 1.0f : (float)r->cursor_awake / 60.0f;
    if (shown <= 0.0f) return;
    const float back = 1.0f - canvas->blend, size = h->down ? 11.0f : 14.0f;
    const float x = h->x - back * (h->x - h->last_x), y = h->y - back * (h->y - h->last_y);
    const uint32_t colour = grid_tool_colour(r->rules.tool);
    qx_line ticks[4];
    for (uint32_t i = 0; i < 4; i++) {
        const float ux = i == 0 ? 1.0f : i == 1 ? -1.0f : 0.0f;
        const float uy = i == 2 ? 1.0f : i == 3 ? -1.0f : 0.0f;
        ticks[i] = (qx_line){ { x + size * ux, y + size * uy, 0.0f },
                              { x + 0.45f * size * ux, y + 0.45f * size * uy, 0.0f },
                              2.0f,
                              1.2f * shown,
                              colour };
    }
    qx_render_lines(canvas->render, QX_BLEND_ADD, ticks, 4);
}

void grid_draw(const grid_play *r, const scene_canvas *canvas)
{
    draw_net(r, canvas);
    draw_knots(r, canvas);
    for (uint32_t i = 0; i < r->light_count; i++) draw_light(&r->lights[i], canvas);
    draw_cursor(r, canvas);
}
