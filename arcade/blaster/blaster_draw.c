// SPDX-License-Identifier: MIT
// Net, particles and things, in thin lines that are told apart by their outline alone. What moves
// is drawn between its place of the tick before and that of this one.
#include "blaster_scene.h"

#define TURN 6.28318530717958647692
#define WIDTH 2.0f       // of lines
#define GLOWING 1.6f     // intensity of things
#define DARK 0x04050CB8u // what things cover lies under this
#define DARK_WIDTH 5.5f
#define RING_PIECES 48u
#define BORDER_COLOUR 0x6A5CFFFFu
#define SKY_EVEN 0.012f // light of a strike over all, at its brightest
#define SKY_NEAR 0.07f  // more of it around the ship
#define SKY_REACH 620.0f
#define SKY_COLOUR 0x7C98FFFFu
#define BOLT_HALO 24.0f
#define WARM_TICKS 8u

// What things are drawn in, a row for each palette of the settings. The second keeps apart, in lightness and along the
// blue to yellow axis, what eyes without red or green see alike, and dims the net.
typedef struct colours {
    uint32_t seeker, wanderer, hole, bullet;
    float net;
} colours;

static const colours palettes[] = {
    { SEEKER_COLOUR, WANDERER_COLOUR, HOLE_COLOUR, BULLET_COLOUR, 0.8f },
    { 0xFF6A1AFFu, 0x4FA8FFFFu, 0xFFF04AFFu, 0xFFF6D8FFu, 0.5f },
};

static const colours *colours_of(const scene_canvas *canvas)
{
    const uint32_t count = sizeof palettes / sizeof palettes[0];
    return &palettes[canvas->palette < count ? canvas->palette : 0];
}

place blaster_origin(const blaster_play *b, const scene_canvas *canvas)
{
    const spectacle *s = &b->spectacle;
    const float share = canvas->reduced_motion ? 0.0f : canvas->shake;
    const place moved = add(s->before, scale(sub(s->shaken, s->before), canvas->blend));
    return (place){ 0.5f * (canvas->view.width - ARENA_WIDTH) + share * moved.x,
                    0.5f * (canvas->view.height - ARENA_HEIGHT) + share * moved.y };
}

// --- shapes

// What a thing is drawn with.
typedef struct pose {
    place at;
    float cx, cy, sx, sy; // what (1, 0) and (0, 1) of the shape become
} pose;

static pose pose_of(place at, float angle, float wide, float tall)
{
    const float c = (float)qx_cos((double)angle), s = (float)qx_sin((double)angle);
    return (pose){ at, wide * c, wide * s, -tall * s, tall * c };
}

static qx_vec3 posed(const pose *p, const float xy[2])
{
    return (qx_vec3){ p->at.x + xy[0] * p->cx + xy[1] * p->sx,
                      p->at.y + xy[0] * p->cy + xy[1] * p->sy, 0.0f };
}

typedef float shape_line[4]; // from, to

static uint32_t write_shape(qx_line *lines, const shape_line *shape, uint32_t count, const pose *p,
                            float intensity, uint32_t colour)
{
    for (uint32_t i = 0; i < count; i++)
        lines[i] =
            (qx_line){ posed(p, shape[i]), posed(p, shape[i] + 2), WIDTH, intensity, colour };
    return count;
}

// A claw that opens ahead.
static const shape_line ship_shape[] = {
    { 18, -8, 2, -15 }, { 2, -15, -14, 0 }, { -14, 0, 2, 15 }, { 2, 15, 18, 8 },
    { 18, 8, 3, 6 },    { 3, 6, -4, 0 },    { -4, 0, 3, -6 },  { 3, -6, 18, -8 },
};

// A diamond in a diamond.
static const shape_line seeker_shape[] = {
    { 18, 0, 0, 18 }, { 0, 18, -18, 0 }, { -18, 0, 0, -18 }, { 0, -18, 18, 0 },
    { 8, 0, 0, 8 },   { 0, 8, -8, 0 },   { -8, 0, 0, -8 },   { 0, -8, 8, 0 },
};

// Four vanes.
static const shape_line wanderer_shape[] = {
    { 0, 0, 18, 0 },    { 18, 0, 11, 11 }, { 11, 11, 0, 0 },    { 0, 0, 0, 18 },
    { 0, 18, -11, 11 }, { -11, 11, 0, 0 }, { 0, 0, -18, 0 },    { -18, 0, -11, -11 },
    { -11, -11, 0, 0 }, { 0, 0, 0, -18 },  { 0, -18, 11, -11 }, { 11, -11, 0, 0 },
};

#define LINES_OF(shape) ((uint32_t)(sizeof(shape) / sizeof(shape)[0]))

uint32_t blaster_ship_shape(qx_line *lines, place at, float angle, float size, float width,
                            float intensity, uint32_t colour)
{
    const pose p = pose_of(at, angle, size, size);
    const uint32_t count =
        write_shape(lines, ship_shape, LINES_OF(ship_shape), &p, intensity, colour);
    for (uint32_t i = 0; i < count; i++) lines[i].width = width;
    return count;
}

#define RIM_AT 8192u // where the rims of outlines are kept in the lines' room

// Outlines on a dark rim, so that they keep their shape over bright particles. All rims lie under
// all outlines. The lines stand at the head of the play's room.
static void draw_outlines(const blaster_play *b, const scene_canvas *canvas, uint32_t count,
                          qx_blend blend)
{
    qx_line *rims = b->lines + RIM_AT;
    for (uint32_t i = 0; i < count; i++) {
        rims[i] = b->lines[i];
        rims[i].width = DARK_WIDTH;
        rims[i].intensity = 1.0f;
        rims[i].colour = (DARK & 0xFFFFFF00u) | (DARK & 255u) * (b->lines[i].colour & 255u) / 255u;
    }
    qx_render_lines(canvas->render, QX_BLEND_ALPHA, rims, count);
    qx_render_lines(canvas->render, blend, b->lines, count);
}

// --- net and border

static void draw_net(const blaster_play *b, const scene_canvas *canvas)
{
    const qx_grid_info info = qx_grid_get_info(b->net.grid);
    // A fabric: only where it gives way does it shine.
    const bool is_dense = b->net.material != QX_GRID_CLASSIC;
    qx_render_net(canvas->render, &(qx_net){ .positions = b->net.positions,
                                             .before = b->net.before,
                                             .blend = canvas->blend,
                                             .columns = info.columns,
                                             .rows = info.rows,
                                             .version = b->net.version,
                                             .colour = is_dense ? 0x2B20C832 : 0x2B20C84A,
                                             .highlight = is_dense ? 0x4C70F0A0 : 0x4A62E880,
                                             .intensity = colours_of(canvas)->net,
                                             .thick = is_dense ? 1.5f : 2.4f,
                                             .thin = is_dense ? 0.5f : 0.9f,
                                             .middle = is_dense ? -1.0f : 0.7f });
}

static qx_sprite box(float x0, float y0, float x1, float y1)
{
    return (qx_sprite){ { 0.5f * (x0 + x1), 0.5f * (y0 + y1), 0.0f },
                        0.5f * (x1 - x0),
                        0.5f * (y1 - y0),
                        0.0f,
                        1.0f,
                        0x02030880,
                        QX_SPRITE_BOX };
}

// What lies outside the arena is there, but dim.
static void draw_shade(const scene_canvas *canvas, place o)
{
    const qx_view all = qx_view_cover(&canvas->view, canvas->width, canvas->height);
    const float left = all.x - 20.0f, top = all.y - 20.0f; // no slit while it shakes
    const float right = all.x + all.width + 20.0f, bottom = all.y + all.height + 20.0f;
    const float x = o.x + ARENA_WIDTH, y = o.y + ARENA_HEIGHT;
    const qx_sprite boxes[] = { box(left, top, right, o.y), box(left, y, right, bottom),
                                box(left, o.y, o.x, y), box(x, o.y, right, y) };
    qx_render_sprites(canvas->render, QX_BLEND_ALPHA, boxes, 4);
}

static void frame(qx_line *lines, place o, float out, float width, float intensity)
{
    const float l = o.x - out, t = o.y - out;
    const float r = o.x + ARENA_WIDTH + out, d = o.y + ARENA_HEIGHT + out;
    const float corners[5][2] = { { l, t }, { r, t }, { r, d }, { l, d }, { l, t } };
    for (uint32_t i = 0; i < 4; i++)
        lines[i] = (qx_line){ { corners[i][0], corners[i][1], 0.0f },
                              { corners[i + 1][0], corners[i + 1][1], 0.0f },
                              width,
                              intensity,
                              BORDER_COLOUR };
}

static void draw_border(const scene_canvas *canvas, place o)
{
    qx_line lines[8];
    frame(lines, o, 1.0f, 2.4f, 0.9f);
    frame(lines + 4, o, 6.0f, 1.0f, 0.3f);
    qx_render_lines(canvas->render, QX_BLEND_ADD, lines, 8);
}

// --- particles and lights

static void draw_particles(const blaster_play *b, const scene_canvas *canvas, place o)
{
    const particles_view view = { .x = o.x,
                                  .y = o.y,
                                  .back = 1.0f - canvas->blend,
                                  .share = canvas->particles,
                                  .intensity = 1.0f };
    const particles_drawn drawn =
        particles_build(&b->spectacle.particles, &view, b->lines, b->dots);
    qx_render_sprites(canvas->render, QX_BLEND_ADD, b->dots, drawn.dots);
    qx_render_lines(canvas->render, QX_BLEND_ADD, b->lines, drawn.lines);
}

void blaster_circle(qx_line *lines, uint32_t pieces, place at, float radius, float width,
                    float intensity, uint32_t colour)
{
    qx_vec3 from = { at.x + radius, at.y, 0.0f };
    for (uint32_t i = 0; i < pieces; i++) {
        const double angle = TURN * (i + 1) / pieces;
        const qx_vec3 to = { at.x + radius * (float)qx_cos(angle),
                             at.y + radius * (float)qx_sin(angle), 0.0f };
        lines[i] = (qx_line){ from, to, width, intensity, colour };
        from = to;
    }
}

static float light_radius(const light *l, float blend)
{
    return l->radius + l->growth * ((float)l->age + blend);
}

static float light_level(const light *l, float blend)
{
    const float left = fmaxf(1.0f - ((float)l->age + blend) / (float)l->life, 0.0f);
    return l->intensity * left * left;
}

// A glow's bright part as a share of the picture.
static float glow_share(const qx_view *all, float radius)
{
    return fminf(0.25f * HALF_TURN * radius * radius / (all->width * all->height), 1.0f);
}

// What all lights of this frame that may be dimmed are to be drawn with: the setting, and what the
// limit of flashes lets through.
static float flash_factor(const spectacle *s, const scene_canvas *canvas)
{
    const float wanted = canvas->flash * (canvas->reduced_motion ? 0.4f : 1.0f);
    const qx_view all = qx_view_cover(&canvas->view, canvas->width, canvas->height);
    flash_wish wish = { 0 };
    for (uint32_t i = 0; i < LIGHTS_MAX; i++) {
        const light *l = &s->lights[i];
        if (l->life == 0 || !l->flash) continue;
        flash_wish_add(&wish, l->colour, wanted * light_level(l, canvas->blend),
                       glow_share(&all, light_radius(l, canvas->blend)));
    }
    flash_wish_add(&wish, SKY_COLOUR, wanted * SKY_EVEN * s->sky, 1.0f);
    flash_wish_add(&wish, SKY_COLOUR, wanted * SKY_NEAR * s->sky, glow_share(&all, SKY_REACH));
    return wanted * flashes_allow(canvas->flashes, &wish);
}

static void draw_light(const light *l, const scene_canvas *canvas, place o, float flash)
{
    const float radius = light_radius(l, canvas->blend);
    const float level = light_level(l, canvas->blend) * (l->flash ? flash : 1.0f);
    const place at = add(o, l->at);
    if (l->ring) {
        qx_line lines[RING_PIECES];
        blaster_circle(lines, RING_PIECES, at, radius, 1.6f, level, l->colour);
        qx_render_lines(canvas->render, QX_BLEND_ADD, lines, RING_PIECES);
        return;
    }
    const qx_sprite spot = { { at.x, at.y, 0.0f }, radius, radius, 0.0f, level, l->colour,
                             QX_SPRITE_GLOW };
    qx_render_sprites(canvas->render, QX_BLEND_ADD, &spot, 1);
}

// --- the button

// Brightest around the ship, so that the edges keep their depth.
static void draw_sky(const spectacle *s, const scene_canvas *canvas, place o, float flash)
{
    const float level = s->sky * flash;
    if (level <= 0.0f) return;
    const qx_view all = qx_view_cover(&canvas->view, canvas->width, canvas->height);
    const place at = add(o, s->sky_at);
    qx_sprite sky[] = { box(all.x, all.y, all.x + all.width, all.y + all.height),
                        { { at.x, at.y, 0.0f },
                          SKY_REACH,
                          SKY_REACH,
                          0.0f,
                          SKY_NEAR * level,
                          SKY_COLOUR,
                          QX_SPRITE_GLOW } };
    sky[0].colour = SKY_COLOUR;
    sky[0].intensity = SKY_EVEN * level;
    qx_render_sprites(canvas->render, QX_BLEND_ADD, sky, 2);
}

// A dark line in the first pictures of a game: OpenGL then has what bolts need before one strikes.
static uint32_t warm_up(const blaster_play *b, place at)
{
    if (b->game.tick > WARM_TICKS) return 0;
    const qx_vec3 there = { at.x, at.y, 0.0f };
    b->sparks[0] = (qx_glow_line){ there, there, 1.0f, 0.0f };
    return 1;
}

static void draw_volley(const blaster_play *b, const scene_canvas *canvas, place o, float flash)
{
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, BOLT_HALO);
    const place from = trace_ship(&b->trace, &b->game, canvas->blend);
    uint32_t count = volley_build_lines(&b->volley, canvas->blend, o, from, flash, b->sparks);
    if (count == 0) count = warm_up(b, add(o, from));
    qx_render_glow(canvas->render, QX_GLOW_MAX, &glow, b->sparks, count);
}

// --- things

// An outer circle of ten pieces, one lit a hit left, and an inner one. Returns how many lines.
static uint32_t write_hole(qx_line *lines, const hole *h, place at, float radius, float intensity,
                           uint32_t colour)
{
    const uint32_t pieces = 3 * HOLE_HITS;
    blaster_circle(lines, pieces, at, radius, 3.0f, intensity, colour);
    for (uint32_t i = 0; i < pieces; i++) { // a third of each tenth is a gap
        if (i % 3 == 2) lines[i].intensity = 0.0f;
        if (i % 3 == 2 || i / 3 >= h->hits)
            lines[i].colour = (colour & 0xFFFFFF00u) | (i % 3 == 2 ? 0 : 0x40);
    }
    blaster_circle(lines + pieces, 10, at, 0.45f * radius, 1.8f, intensity, colour);
    return pieces + 10;
}

static float hole_radius(const hole *h, float blend)
{
    return HOLE_RADIUS *
           (1.0f + 0.1f * (float)qx_sin((double)((float)h->age - 1.0f + blend) / 6.0));
}

static void draw_disc(const scene_canvas *canvas, place at, float radius, uint32_t colour)
{
    const qx_sprite disc = { { at.x, at.y, 0.0f }, radius, radius, 0.0f, 1.0f, colour,
                             QX_SPRITE_DISC };
    qx_render_sprites(canvas->render, QX_BLEND_ALPHA, &disc, 1);
}

static void draw_hole(const hole *h, const scene_canvas *canvas, place o)
{
    qx_line lines[SHAPE_LINES];
    const uint32_t colour = colours_of(canvas)->hole;
    const place at = add(o, h->at);
    const float radius = hole_radius(h, canvas->blend);
    const qx_sprite glow = {
        { at.x, at.y, 0.0f }, 3.2f * radius, 3.2f * radius, 0.0f, 0.22f, colour, QX_SPRITE_GLOW
    };
    qx_render_sprites(canvas->render, QX_BLEND_ADD, &glow, 1);
    draw_disc(canvas, at, 1.25f * radius, 0x020206E8);
    qx_render_lines(canvas->render, QX_BLEND_ADD, lines,
                    write_hole(lines, h, at, radius, 2.0f, colour));
}

// From large and faint to its own size. Its alpha says how much of it is there.
static uint32_t write_enemy(const blaster_play *b, uint32_t index, const scene_canvas *canvas,
                            place o, float intensity, qx_line *lines)
{
    const enemy *e = &b->game.enemies[index];
    const place at = add(o, trace_enemy(&b->trace, &b->game, index, canvas->blend));
    const float age = (float)e->age - 1.0f + canvas->blend;
    const float shown = fminf(fmaxf(age / (float)ENEMY_FADE_TICKS, 0.0f), 1.0f);
    const float size = 1.0f + 0.9f * (1.0f - shown) * (1.0f - shown);
    const uint32_t alpha = (uint32_t)(255.0f * (age > 0.0f ? 0.2f + 0.8f * shown : 0.0f));
    if (e->kind == ENEMY_SEEKER) {
        const float squash = 0.13f * (float)qx_sin(0.16 * (double)age);
        const pose p = pose_of(at, 0.0f, size * (1.0f + squash), size * (1.0f - squash));
        return write_shape(lines, seeker_shape, LINES_OF(seeker_shape), &p, intensity,
                           (colours_of(canvas)->seeker & 0xFFFFFF00u) | alpha);
    }
    const float spin = e->spin - (1.0f - canvas->blend) * WANDERER_SPIN;
    const pose p = pose_of(at, spin, size, size);
    return write_shape(lines, wanderer_shape, LINES_OF(wanderer_shape), &p, intensity,
                       (colours_of(canvas)->wanderer & 0xFFFFFF00u) | alpha);
}

static uint32_t write_enemies(const blaster_play *b, const scene_canvas *canvas, place o,
                              float intensity)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->game.enemy_count; i++)
        count += write_enemy(b, i, canvas, o, intensity, b->lines + count);
    return count;
}

// A dart.
static uint32_t write_bullet(qx_line *lines, const bullet *shot, place o, float back,
                             uint32_t colour)
{
    const place at = add(o, sub(shot->at, scale(shot->velocity, back)));
    const place way = unit(shot->velocity);
    const qx_vec3 nose = { at.x + 9.0f * way.x, at.y + 9.0f * way.y, 0.0f };
    for (uint32_t i = 0; i < 2; i++) {
        const float aside = i == 0 ? 2.6f : -2.6f;
        const qx_vec3 end = { at.x - 7.0f * way.x - aside * way.y,
                              at.y - 7.0f * way.y + aside * way.x, 0.0f };
        lines[i] = (qx_line){ nose, end, 2.2f, 1.5f, colour };
    }
    return 2;
}

static void draw_bullets(const blaster_play *b, const scene_canvas *canvas, place o)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->game.bullet_count; i++)
        count += write_bullet(b->lines + count, &b->game.bullets[i], o, 1.0f - canvas->blend,
                              colours_of(canvas)->bullet);
    draw_outlines(b, canvas, count, QX_BLEND_ADD);
}

// --- ship

static uint32_t write_ship(const blaster_play *b, const scene_canvas *canvas, qx_line *lines,
                           float width, float intensity, uint32_t colour)
{
    const place at = add(blaster_origin(b, canvas), trace_ship(&b->trace, &b->game, canvas->blend));
    const float angle = trace_facing(&b->trace, &b->game, canvas->blend);
    return blaster_ship_shape(lines, at, angle, 1.0f, width, intensity, colour);
}

// Last of all that glows.
static void draw_ship(const blaster_play *b, const scene_canvas *canvas)
{
    if (b->game.ship.dead > 0) return;
    draw_outlines(b, canvas, write_ship(b, canvas, b->lines, 2.4f, 1.4f, SHIP_COLOUR),
                  QX_BLEND_ADD);
}

static void draw_ship_on_top(const blaster_play *b, const scene_canvas *canvas)
{
    qx_line lines[SHAPE_LINES];
    if (b->game.ship.dead > 0) return;
    const uint32_t count = write_ship(b, canvas, lines, 5.6f, 1.0f, 0x04050C90);
    qx_render_lines(canvas->render, QX_BLEND_ALPHA, lines, count);
    write_ship(b, canvas, lines, 2.4f, 1.0f, SHIP_COLOUR);
    qx_render_lines(canvas->render, QX_BLEND_ALPHA, lines, count);
}

// --- the whole

void blaster_draw(const blaster_play *b, const scene_canvas *canvas)
{
    const place o = blaster_origin(b, canvas);
    const spectacle *s = &b->spectacle;
    const float flash = flash_factor(s, canvas);
    draw_net(b, canvas);
    draw_shade(canvas, o);
    draw_border(canvas, o);
    draw_sky(s, canvas, o, flash);
    for (uint32_t i = 0; i < LIGHTS_MAX; i++)
        if (s->lights[i].life > 0) draw_light(&s->lights[i], canvas, o, flash);
    draw_particles(b, canvas, o);
    draw_volley(b, canvas, o, flash);
    draw_bullets(b, canvas, o);
    for (uint32_t i = 0; i < b->game.hole_count; i++) draw_hole(&b->game.holes[i], canvas, o);
    draw_outlines(b, canvas, write_enemies(b, canvas, o, GLOWING), QX_BLEND_ADD);
    draw_ship(b, canvas);
}

static void draw_hole_on_top(const hole *h, const scene_canvas *canvas, place o)
{
    qx_line lines[SHAPE_LINES];
    const place at = add(o, h->at);
    const float radius = hole_radius(h, canvas->blend);
    draw_disc(canvas, at, 1.15f * radius, 0x020206A0);
    qx_render_lines(canvas->render, QX_BLEND_ALPHA, lines,
                    write_hole(lines, h, at, radius, 1.0f, colours_of(canvas)->hole));
}

void blaster_draw_on_top(const blaster_play *b, const scene_canvas *canvas)
{
    const place o = blaster_origin(b, canvas);
    for (uint32_t i = 0; i < b->game.hole_count; i++)
        draw_hole_on_top(&b->game.holes[i], canvas, o);
    draw_outlines(b, canvas, write_enemies(b, canvas, o, 1.0f), QX_BLEND_ALPHA);
    draw_ship_on_top(b, canvas);
}
