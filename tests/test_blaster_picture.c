// SPDX-License-Identifier: MIT
// Blaster's pictures, measured: the ship in the midst of explosions, legible numbers, outlines
// without any glow.
#include "blaster/blaster_scene.h"
#include "gl_picture.h"
#include "stage.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct {
    uint32_t width, height;
} sizes[] = { { 640, 360 }, { 1280, 720 }, { 800, 600 }, { 540, 960 }, { 1720, 480 } };

typedef struct shown {
    const blaster_play *play;
    qx_view view;
    uint32_t width, height;
    float particles, bloom;
    bool hud;
    uint64_t best, rival;
} shown;

static const scene *blaster_row(void)
{
    return scene_find("blaster");
}

static blaster_play *open_play(uint32_t width, uint32_t height)
{
    char problem[256];
    const qx_view view = stage_view(blaster_row(), width, height);
    const scene_setup setup = { .seed = 5,
                                .view_width = (int16_t)view.width,
                                .view_height = (int16_t)view.height };
    blaster_play *b = calloc(1, blaster_row()->state_size);
    assert_non_null(b);
    assert_true(blaster_row()->init(b, &setup, problem, sizeof problem));
    return b;
}

static void close_play(blaster_play *b)
{
    blaster_row()->quit(b);
    free(b);
}

static void draw(qx_render *render, const void *user)
{
    const shown *s = user;
    const scene_canvas canvas = { .render = render,
                                  .view = s->view,
                                  .width = s->width,
                                  .height = s->height,
                                  .blend = 1.0f,
                                  .particles = s->particles,
                                  .flash = 1.0f,
                                  .hud = s->hud,
                                  .best = s->best,
                                  .rival = s->rival,
                                  .rival_name = s->rival > 0 ? "Ada" : NULL };
    blaster_row()->draw(s->play, &canvas);
}

static picture take(qx_render *render, const blaster_play *b, uint32_t width, uint32_t height,
                    float share, float bloom, bool hud)
{
    const shown s = { .play = b,
                      .view = stage_view(blaster_row(), width, height),
                      .width = width,
                      .height = height,
                      .particles = share,
                      .bloom = bloom,
                      .hud = hud };
    const qx_frame frame = { .width = width, .height = height, .view = s.view, .bloom = bloom };
    return picture_take(render, frame, draw, NULL, &s);
}

typedef struct pixel {
    uint32_t x, y;
} pixel;

static pixel pixel_of(uint32_t width, uint32_t height, float x, float y)
{
    const qx_view view = stage_view(blaster_row(), width, height);
    const float scale_px = qx_view_scale(&view, width, height);
    return (pixel){ (uint32_t)((0.5f * (view.width - ARENA_WIDTH) + x) * scale_px),
                    (uint32_t)((0.5f * (view.height - ARENA_HEIGHT) + y) * scale_px) };
}

static void happen(blaster_play *b, event_kind kind, float x, float y, uint32_t ticks)
{
    b->game.event_count = 1;
    b->game.events[0] = (event){ .kind = kind, .at = { x, y }, .value = 2 };
    spectacle_tick(&b->spectacle, &b->game, &b->net);
    b->game.event_count = 0;
    for (uint32_t i = 1; i < ticks; i++) spectacle_tick(&b->spectacle, &b->game, &b->net);
}

// Pixels near a place of the arena that are nearly this colour.
static uint32_t count_colour(const picture *p, pixel at, uint32_t reach, uint32_t colour,
                             int tolerance)
{
    uint32_t count = 0;
    const uint32_t left = at.x > reach ? at.x - reach : 0, top = at.y > reach ? at.y - reach : 0;
    for (uint32_t y = top; y < at.y + reach && y < p->height; y++)
        for (uint32_t x = left; x < at.x + reach && x < p->width; x++) {
            bool near = true;
            for (int c = 0; c < 3; c++)
                near = near && abs((int)picture_byte(p, x, y, c) -
                                   (int)(colour >> (24 - 8 * c) & 255)) <= tolerance;
            count += near;
        }
    return count;
}

static uint32_t reach_of(uint32_t width, uint32_t height, float world)
{
    const qx_view view = stage_view(blaster_row(), width, height);
    return (uint32_t)(world * qx_view_scale(&view, width, height)) + 1;
}

static double light_at(const picture *taken, const qx_vec3 *world)
{
    const pixel at = pixel_of(taken->width, taken->height, world->x, world->y);
    return picture_light(taken, at.x, at.y);
}

// The middle of each of the ship's lines, and beside it the dark rim.
static void assert_ship_is_outlined(const picture *taken, float x, float y)
{
    qx_line lines[SHAPE_LINES];
    const uint32_t count =
        blaster_ship_shape(lines, (place){ x, y }, -0.5f * HALF_TURN, 1.0f, 1.0f, 1.0f, 0);
    for (uint32_t i = 0; i < count; i++) {
        const qx_vec3 a = lines[i].from, b = lines[i].to;
        const float dx = b.x - a.x, dy = b.y - a.y, far = sqrtf(dx * dx + dy * dy);
        const qx_vec3 on = { 0.5f * (a.x + b.x), 0.5f * (a.y + b.y), 0.0f };
        const qx_vec3 beside = { on.x + 2.4f * dy / far, on.y - 2.4f * dx / far, 0.0f };
        assert_true(light_at(taken, &on) > 0.7);
        assert_true(light_at(taken, &beside) < 0.62 * light_at(taken, &on));
    }
}

// Whatever shines behind it.
static void the_ship_shows_inside_an_explosion(void **state)
{
    const gl_stage *gl = *state;
    for (uint32_t age = 1; age <= 25; age += 6) {
        blaster_play *b = open_play(1920, 1080);
        happen(b, EVENT_SHIP_DEAD, 400, 300, age);
        picture taken = take(gl->render, b, 1920, 1080, 1.0f, 1.0f, true);
        assert_ship_is_outlined(&taken, 400, 300);
        picture_free(&taken);
        close_play(b);
    }
}

// The outline covers a good part of the ship's square, and not all of it, in every picture.
static void the_ship_shows_at_every_size(void **state)
{
    const gl_stage *gl = *state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        const uint32_t w = sizes[i].width, h = sizes[i].height, reach = reach_of(w, h, 22.0f);
        blaster_play *b = open_play(w, h);
        happen(b, EVENT_SHIP_DEAD, 400, 300, 25);
        picture taken = take(gl->render, b, w, h, 1.0f, 1.0f, true);
        const uint32_t lit = count_colour(&taken, pixel_of(w, h, 400, 300), reach, SHIP_COLOUR, 30);
        assert_in_range(lit, 4 * reach * reach / 20, 4 * reach * reach / 2);
        picture_free(&taken);
        close_play(b);
    }
}

// Bright pixels of the right half's top third: what there is to beat.
static uint32_t count_marks(qx_render *render, const blaster_play *b, const uint32_t size[2],
                            uint64_t best, uint64_t rival)
{
    const shown s = { .play = b,
                      .view = stage_view(blaster_row(), size[0], size[1]),
                      .width = size[0],
                      .height = size[1],
                      .bloom = 1.0f,
                      .hud = true,
                      .best = best,
                      .rival = rival };
    const qx_frame frame = { .width = size[0], .height = size[1], .view = s.view, .bloom = 1.0f };
    picture taken = picture_take(render, frame, draw, NULL, &s);
    uint32_t lit = 0;
    for (uint32_t y = 0; y < size[1] / 3; y++)
        for (uint32_t x = size[0] / 2 + 40; x < size[0]; x++)
            lit += picture_light(&taken, x, y) > 0.5;
    picture_free(&taken);
    return lit;
}

static void the_best_and_the_next_to_pass_are_in_view(void **state)
{
    const gl_stage *gl = *state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        const uint32_t size[2] = { sizes[i].width, sizes[i].height };
        blaster_play *b = open_play(size[0], size[1]);
        const uint32_t none = count_marks(gl->render, b, size, 0, 0);
        const uint32_t best = count_marks(gl->render, b, size, 88888, 88888);
        const uint32_t both = count_marks(gl->render, b, size, 88888, 4444);
        assert_true(best > none + 40);
        assert_true(both > best + 20);
        close_play(b);
    }
}

static void the_score_is_legible(void **state)
{
    const gl_stage *gl = *state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        const uint32_t w = sizes[i].width, h = sizes[i].height;
        blaster_play *b = open_play(w, h);
        b->game.lives = 0; // they stand below the score
        picture none = take(gl->render, b, w, h, 1.0f, 1.0f, false);
        b->game.score = 88888;
        picture with = take(gl->render, b, w, h, 1.0f, 1.0f, true);
        uint32_t lit = 0, top = h, bottom = 0;
        for (uint32_t y = 0; y < h / 2; y++)
            for (uint32_t x = 0; x < w / 2 - 40; x++) {
                const bool bright =
                    picture_light(&with, x, y) > 0.5 && picture_light(&none, x, y) < 0.3;
                if (!bright) continue;
                lit++;
                top = y < top ? y : top;
                bottom = y > bottom ? y : bottom;
            }
        assert_true(lit > 100);
        assert_true(bottom > top + 11); // the digits are 12 pixels high or more
        picture_free(&none);
        picture_free(&with);
        close_play(b);
    }
}

static void put_things(blaster_play *b)
{
    b->game.enemy_count = 2;
    b->game.enemies[0] = (enemy){ .kind = ENEMY_SEEKER, .at = { 200, 150 }, .age = 200, .id = 901 };
    b->game.enemies[1] =
        (enemy){ .kind = ENEMY_WANDERER, .at = { 600, 450 }, .age = 200, .id = 902 };
    b->game.hole_count = 1;
    b->game.holes[0] = (hole){ .at = { 600, 150 }, .hits = HOLE_HITS, .age = 30, .id = 903 };
    b->game.bullet_count = 1;
    b->game.bullets[0] = (bullet){ { 200, 450 }, { BULLET_SPEED, 0 } };
}

// With the glow and the particles turned off, and in clean pictures too.
static void things_keep_their_outline_without_glow(void **state)
{
    const gl_stage *gl = *state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        const uint32_t w = sizes[i].width, h = sizes[i].height;
        blaster_play *b = open_play(w, h);
        picture empty = take(gl->render, b, w, h, 0.0f, 0.0f, false);
        put_things(b);
        for (uint32_t hud = 0; hud < 2; hud++) {
            picture taken = take(gl->render, b, w, h, 0.0f, 0.0f, hud == 1);
            static const float places[][2] = {
                { 200, 150 }, { 600, 450 }, { 600, 150 }, { 200, 450 }
            };
            for (size_t k = 0; k < COUNT(places); k++) {
                const pixel at = pixel_of(w, h, places[k][0], places[k][1]);
                const uint32_t reach = reach_of(w, h, k == 3 ? 8.0f : 20.0f);
                const double before =
                    picture_mean(&empty, at.x - reach, at.y - reach, 2 * reach, 2 * reach);
                const double after =
                    picture_mean(&taken, at.x - reach, at.y - reach, 2 * reach, 2 * reach);
                assert_true(after > before + 0.05);
            }
            picture_free(&taken);
        }
        picture_free(&empty);
        close_play(b);
    }
}

static void enemies_stand_out_of_a_burst(void **state)
{
    const gl_stage *gl = *state;
    blaster_play *b = open_play(1280, 720);
    put_things(b);
    happen(b, EVENT_SHIP_DEAD, 600, 450, 20);
    picture taken = take(gl->render, b, 1280, 720, 1.0f, 1.0f, true);
    const uint32_t lit = count_colour(&taken, pixel_of(1280, 720, 600, 450),
                                      reach_of(1280, 720, 20), WANDERER_COLOUR, 40);
    assert_true(lit > 80);
    picture_free(&taken);
    close_play(b);
}

// --- pictures of play

static void assert_things_show(const picture *taken, const blaster *g)
{
    const uint32_t w = taken->width, h = taken->height, reach = reach_of(w, h, 20.0f);
    const uint32_t square = 4 * reach * reach;
    const pixel middle = pixel_of(w, h, g->ship.at.x, g->ship.at.y);
    assert_true(count_colour(taken, middle, reach, SHIP_COLOUR, 40) > square / 20);
    for (uint32_t i = 0; i < g->enemy_count; i++) {
        const enemy *e = &g->enemies[i];
        const uint32_t colour = e->kind == ENEMY_SEEKER ? SEEKER_COLOUR : WANDERER_COLOUR;
        if (e->age <= ENEMY_FADE_TICKS) continue;
        assert_true(count_colour(taken, pixel_of(w, h, e->at.x, e->at.y), reach, colour, 50) >
                    square / 50);
    }
    for (uint32_t i = 0; i < g->hole_count; i++)
        assert_true(count_colour(taken, pixel_of(w, h, g->holes[i].at.x, g->holes[i].at.y), reach,
                                 HOLE_COLOUR, 50) > square / 50);
}

// The border from corner to corner, and the net in all of the picture, in it and beyond.
static void assert_arena_fits(const picture *taken)
{
    const uint32_t w = taken->width, h = taken->height;
    const pixel from = pixel_of(w, h, -1.0f, -1.0f), to = pixel_of(w, h, 801.0f, 601.0f);
    assert_true(to.x < w && to.y < h && from.x < to.x && from.y < to.y);
    for (uint32_t i = 1; i < 10; i++) {
        const uint32_t x = from.x + i * (to.x - from.x) / 10, y = from.y + i * (to.y - from.y) / 10;
        assert_true(picture_mean(taken, x - 3, from.y - 1, 6, 3) > 0.15);
        assert_true(picture_mean(taken, x - 3, to.y - 1, 6, 3) > 0.15);
        assert_true(picture_mean(taken, from.x - 1, y - 3, 3, 6) > 0.15);
        assert_true(picture_mean(taken, to.x - 1, y - 3, 3, 6) > 0.15);
    }
    for (uint32_t y = 0; y < 4; y++)
        for (uint32_t x = 0; x < 4; x++) {
            int least = 255, most = 0;
            for (uint32_t k = 0; k < w / 4 * (h / 4); k++) {
                const int blue =
                    picture_byte(taken, x * (w / 4) + k % (w / 4), y * (h / 4) + k / (w / 4), 2);
                least = blue < least ? blue : least;
                most = blue > most ? blue : most;
            }
            assert_true(most > least + 25); // its lines are blue
        }
}

// By the bot, with a full field, all its particles and the glow.
static void play_shows_what_there_is_at_every_size(void **state)
{
    const gl_stage *gl = *state;
    const scene_services services = { 0 };
    for (size_t i = 0; i < COUNT(sizes); i++) {
        const uint32_t w = sizes[i].width, h = sizes[i].height;
        blaster_play *b = open_play(w, h);
        const tick_input nothing = { .view_width = b->net.width, .view_height = b->net.height };
        uint32_t enemies = 0, holes = 0;
        b->options.bot = true;
        for (uint32_t tick = 1; tick <= 4200; tick++) {
            blaster_row()->input(b, &nothing);
            blaster_row()->tick(b, &services);
            if (tick < 2400 || tick % 200 != 0) continue;
            picture taken = take(gl->render, b, w, h, 1.0f, 1.0f, true);
            assert_things_show(&taken, &b->game);
            assert_arena_fits(&taken);
            enemies += b->game.enemy_count;
            holes += b->game.hole_count;
            picture_free(&taken);
        }
        assert_true(enemies > 8 && holes > 0);
        close_play(b);
    }
}

static void few_pixels_are_blown_out(void **state)
{
    const gl_stage *gl = *state;
    blaster_play *b = open_play(1280, 720);
    b->options.bot = true;
    const tick_input nothing = { .view_width = 1138, .view_height = 640 };
    const scene_services services = { 0 };
    for (uint32_t i = 1; i <= 2400; i++) {
        blaster_row()->input(b, &nothing);
        blaster_row()->tick(b, &services);
        if (i % 200 != 0) continue;
        picture taken = take(gl->render, b, 1280, 720, 1.0f, 1.0f, false);
        uint32_t white = 0;
        for (uint32_t k = 0; k < 1280 * 720; k++) {
            const uint8_t *rgb = &taken.rgb[3 * (size_t)k];
            white += rgb[0] > 235 && rgb[1] > 235 && rgb[2] > 235;
        }
        assert_true(white < 1280 * 720 / 100);
        picture_free(&taken);
    }
    close_play(b);
}

// Each pad stands where its finger came down, its knob where the finger is now.
static void fingers_show_their_pads(void **state)
{
    const gl_stage *gl = *state;
    static const float downs[2][2] = { { 60, 500 }, { 740, 500 } };
    blaster_play *b = open_play(1280, 720);
    const scene_services services = { 0 };
    tick_input in = { .view_width = 1138, .view_height = 640 };
    picture before = take(gl->render, b, 1280, 720, 0.0f, 0.0f, true);
    for (uint32_t i = 0; i < 10; i++) {
        for (uint32_t k = 0; k < 2; k++)
            in.pointers[k + 1] =
                (pointer){ (int32_t)((169.0f + downs[k][0] + (float)i * 4.0f) * PLACE_SCALE),
                           (int32_t)((20.0f + downs[k][1]) * PLACE_SCALE), 1 };
        blaster_row()->input(b, &in);
        blaster_row()->tick(b, &services);
    }
    picture after = take(gl->render, b, 1280, 720, 0.0f, 0.0f, true);
    for (uint32_t k = 0; k < 2; k++) {
        const pixel knob = pixel_of(1280, 720, downs[k][0] + 36.0f, downs[k][1]);
        assert_true(picture_mean(&after, knob.x - 8, knob.y - 8, 16, 16) >
                    picture_mean(&before, knob.x - 8, knob.y - 8, 16, 16) + 0.1);
    }
    picture_free(&before);
    picture_free(&after);
    close_play(b);
}

// --- the button

// A fleet around the ship, struck; so many ticks after the press.
static blaster_play *open_strike(uint32_t width, uint32_t height, uint32_t ticks)
{
    static const float places[][2] = { { 120, 90 },  { 300, 80 },  { 520, 120 }, { 690, 200 },
                                       { 650, 480 }, { 420, 520 }, { 160, 470 }, { 90, 280 } };
    const qx_view view = stage_view(blaster_row(), width, height);
    const scene_services services = { 0 };
    tick_input in = { .view_width = (int16_t)view.width, .view_height = (int16_t)view.height };
    blaster_play *b = open_play(width, height);
    for (uint32_t i = 0; i < COUNT(places); i++)
        b->game.enemies[b->game.enemy_count++] = (enemy){
            .kind = i % 2, .at = { places[i][0], places[i][1] }, .age = 1, .id = b->game.next_id++
        };
    b->game.strike.charge = b->game.strike.need;
    in.pressed = ACTION_BIT(ACTION_SECONDARY);
    for (uint32_t i = 0; i < ticks; i++, in.pressed = 0) {
        blaster_row()->input(b, &in);
        blaster_row()->tick(b, &services);
    }
    return b;
}

// From the ship through each of the fleet there is light that was not there before.
static void assert_chains_shine(const picture *before, const picture *after, const strike *s)
{
    for (uint32_t i = 0; i < s->struck; i++) {
        const place from = blaster_strike_before(s, i), to = s->targets[i].at;
        uint32_t lit = 0;
        for (uint32_t k = 1; k < 10; k++) {
            const float share = (float)k / 10.0f;
            const pixel at = pixel_of(after->width, after->height, from.x + share * (to.x - from.x),
                                      from.y + share * (to.y - from.y));
            const uint32_t reach = reach_of(after->width, after->height, 45.0f); // it wanders
            double most = 0.0;
            for (uint32_t y = at.y > reach ? at.y - reach : 0;
                 y < at.y + reach && y < after->height; y++)
                for (uint32_t x = at.x > reach ? at.x - reach : 0;
                     x < at.x + reach && x < after->width; x++)
                    most = fmax(most, picture_light(after, x, y) - picture_light(before, x, y));
            lit += most > 0.4;
        }
        assert_true(lit >= 8);
    }
}

static double white_share(const picture *p)
{
    uint32_t white = 0;
    for (uint32_t k = 0; k < p->width * p->height; k++) {
        const uint8_t *rgb = &p->rgb[3 * (size_t)k];
        white += rgb[0] > 235 && rgb[1] > 235 && rgb[2] > 235;
    }
    return (double)white / (p->width * p->height);
}

static void lightning_runs_through_the_fleet_and_the_ship_stays_on_top(void **state)
{
    const gl_stage *gl = *state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        const uint32_t w = sizes[i].width, h = sizes[i].height, reach = reach_of(w, h, 22.0f);
        blaster_play *calm = open_strike(w, h, 0);
        picture before = take(gl->render, calm, w, h, 1.0f, 1.0f, true);
        for (uint32_t ticks = 1; ticks <= 16; ticks += 5) {
            blaster_play *b = open_strike(w, h, ticks);
            picture after = take(gl->render, b, w, h, 1.0f, 1.0f, true);
            assert_true(b->game.strike.struck > 0);
            if (ticks < 12) assert_chains_shine(&before, &after, &b->game.strike);
            assert_true(white_share(&after) < 0.02);
            const uint32_t lit =
                count_colour(&after, pixel_of(w, h, 400, 300), reach, SHIP_COLOUR, 30);
            assert_in_range(lit, 4 * reach * reach / 20, 4 * reach * reach / 2);
            picture_free(&after);
            close_play(b);
        }
        picture_free(&before);
        close_play(calm);
    }
}

static double luminance_of(const picture *p)
{
    double sum = 0.0;
    for (uint32_t y = 0; y < p->height; y += 2)
        for (uint32_t x = 0; x < p->width; x += 2) {
            const double r = pow(picture_byte(p, x, y, 0) / 255.0, 2.2);
            const double b = pow(picture_byte(p, x, y, 2) / 255.0, 2.2);
            sum += 0.2126 * r + 0.7152 * picture_light(p, x, y) + 0.0722 * b;
        }
    return 4.0 * sum / (p->width * p->height);
}

// All in all by less than the tenth that WCAG calls a flash, from the first tick to the last.
static void the_picture_lights_up_softly(void **state)
{
    const gl_stage *gl = *state;
    blaster_play *calm = open_strike(640, 360, 0);
    picture before = take(gl->render, calm, 640, 360, 1.0f, 1.0f, false);
    const double dark = luminance_of(&before);
    double most = 0.0;
    for (uint32_t ticks = 1; ticks < 12; ticks++) {
        blaster_play *b = open_strike(640, 360, ticks);
        picture after = take(gl->render, b, 640, 360, 1.0f, 1.0f, false);
        most = fmax(most, luminance_of(&after));
        picture_free(&after);
        close_play(b);
    }
    assert_true(most > dark + 0.01);
    if (most > dark + 0.1) fail_msg("from %.3f to %.3f", dark, most);
    picture_free(&before);
    close_play(calm);
}

// Bright pixels of the left half that a full charge brings, none of them lower than the numbers.
static void a_full_charge_is_told_at_every_size(void **state)
{
    const gl_stage *gl = *state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        const uint32_t w = sizes[i].width, h = sizes[i].height;
        blaster_play *b = open_play(w, h);
        picture none = take(gl->render, b, w, h, 0.0f, 0.0f, true);
        b->game.strike.charge = b->game.strike.need;
        b->options.bot = true; // no words in the middle
        picture full = take(gl->render, b, w, h, 0.0f, 0.0f, true);
        uint32_t lit = 0, top = h, bottom = 0;
        for (uint32_t y = 0; y < h / 2; y++)
            for (uint32_t x = 0; x < w / 2; x++) {
                if (picture_light(&full, x, y) < picture_light(&none, x, y) + 0.25) continue;
                lit++;
                top = y < top ? y : top;
                bottom = y > bottom ? y : bottom;
            }
        assert_true(lit > 60);
        assert_in_range(bottom - top, 6, 40); // a capital letter or the flash beside it
        picture_free(&none);
        picture_free(&full);
        close_play(b);
    }
}

static void the_button_shows_for_fingers_alone(void **state)
{
    const gl_stage *gl = *state;
    blaster_play *b = open_play(640, 360);
    const scene_services services = { 0 };
    const pixel at = pixel_of(640, 360, TOUCH_STRIKE_X, TOUCH_STRIKE_Y);
    tick_input in = { .view_width = 1138, .view_height = 640 };
    picture none = take(gl->render, b, 640, 360, 0.0f, 0.0f, true);
    in.pointers[1] = (pointer){ 300 * PLACE_SCALE, 400 * PLACE_SCALE, 1 };
    blaster_row()->input(b, &in);
    blaster_row()->tick(b, &services);
    picture low = take(gl->render, b, 640, 360, 0.0f, 0.0f, true);
    b->game.strike.charge = b->game.strike.need;
    picture full = take(gl->render, b, 640, 360, 0.0f, 0.0f, true);
    picture *const taken[] = { &none, &low, &full };
    double lights[3];
    for (int i = 0; i < 3; i++) lights[i] = picture_mean(taken[i], at.x - 26, at.y - 26, 52, 52);
    assert_true(lights[1] > lights[0] + 0.008);
    assert_true(lights[2] > lights[1] + 0.03);
    in.pointers[1].buttons = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        blaster_row()->input(b, &in);
        blaster_row()->tick(b, &services);
    }
    assert_int_equal(b->touched, 0);
    for (int i = 0; i < 3; i++) picture_free(taken[i]);
    close_play(b);
}

static void drawing_does_not_change_the_game(void **state)
{
    const gl_stage *gl = *state;
    blaster_play *drawn = open_play(640, 360), *alone = open_play(640, 360);
    const tick_input busy = {
        .view_width = 1138, .view_height = 640, .move_x = 20000, .aim_y = 20000
    };
    const scene_services services = { 0 };
    spectacle *before = malloc(sizeof *before); // bytes, for a copy by value may drop padding
    assert_non_null(before);
    for (uint32_t i = 0; i < 240; i++) {
        blaster_row()->input(drawn, &busy);
        blaster_row()->tick(drawn, &services);
        blaster_row()->input(alone, &busy);
        blaster_row()->tick(alone, &services);
        if (i % 20 != 0) continue;
        memcpy(before, &drawn->spectacle, sizeof *before);
        picture taken = take(gl->render, drawn, 640, 360, 0.5f, 1.0f, i % 40 == 0);
        picture_free(&taken);
        assert_memory_equal(&drawn->spectacle, before, sizeof *before);
    }
    assert_true(blaster_row()->hash(drawn) == blaster_row()->hash(alone));
    free(before);
    close_play(drawn);
    close_play(alone);
}

#define CASE(name) cmocka_unit_test_teardown(name, gl_stage_check)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(the_ship_shows_inside_an_explosion),
        CASE(the_ship_shows_at_every_size),
        CASE(the_score_is_legible),
        CASE(the_best_and_the_next_to_pass_are_in_view),
        CASE(things_keep_their_outline_without_glow),
        CASE(enemies_stand_out_of_a_burst),
        CASE(play_shows_what_there_is_at_every_size),
        CASE(few_pixels_are_blown_out),
        CASE(fingers_show_their_pads),
        CASE(lightning_runs_through_the_fleet_and_the_ship_stays_on_top),
        CASE(the_picture_lights_up_softly),
        CASE(a_full_charge_is_told_at_every_size),
        CASE(the_button_shows_for_fingers_alone),
        CASE(drawing_does_not_change_the_game),
    };
    return cmocka_run_group_tests(tests, gl_stage_core, gl_stage_close);
}
