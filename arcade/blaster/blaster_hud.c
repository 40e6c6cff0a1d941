// SPDX-License-Identifier: MIT
// Score, multiplier, lives, the score to beat, messages, first hints, touch pads. Drawn sharp,
// after the glow.
#include "blaster_scene.h"

#include <inttypes.h>
#include <stdio.h>

#define MARGIN 16.0f
#define SIDE 156.0f       // the numbers stand no farther from the arena than this
#define LEAST_PIXELS 7.0f // of a capital letter
#define STACK 10.2f       // height of all numbers, in sizes
#define TEXT_COLOUR 0xC9CEF5FFu
#define QUIET_COLOUR 0x8A90C8FFu

enum {
    HINT_TICKS = 480, // that hints stay for one who does nothing
    HINT_ENOUGH = 70, // ticks of flying and of firing after which they go
    HINT_FADE = 60,
    MESSAGE_TICKS = 110,
    ICONS_MOST = 6
};

typedef struct writing {
    const scene_canvas *canvas;
    float size;        // of a capital, world units
    float least;       // width of a stroke
    float left, right; // where the numbers stand
    float top;
    float alpha; // of all
} writing;

static writing writing_for(const scene_canvas *canvas)
{
    const float scale_px = qx_view_scale(&canvas->view, canvas->width, canvas->height);
    const float side = 0.5f * (canvas->view.width - ARENA_WIDTH) - SIDE;
    const float left = fmaxf(MARGIN, side), size = fmaxf(13.0f, LEAST_PIXELS / scale_px);
    const float above =
        0.5f * (canvas->view.height - ARENA_HEIGHT) - STACK * size; // where a tall picture has room
    return (writing){ .canvas = canvas,
                      .size = size,
                      .least = 1.25f / scale_px,
                      .left = left,
                      .right = canvas->view.width - left,
                      .top = fmaxf(MARGIN, above),
                      .alpha = 1.0f };
}

static uint32_t faded(uint32_t colour, float alpha)
{
    const float bounded = fminf(fmaxf(alpha, 0.0f), 1.0f);
    return (colour & 0xFFFFFF00u) | (uint32_t)(bounded * (float)(colour & 255u) + 0.5f);
}

// y is the base line. A dark copy under it keeps it legible over anything.
static void write(const writing *w, const char *words, float x, float y, float share,
                  uint32_t colour, float alpha, qx_align align)
{
    const float size = share * w->size, width = fmaxf(size / 8.0f, w->least);
    qx_text text = { .words = words,
                     .x = x,
                     .y = y,
                     .size = size,
                     .width = 2.6f * width,
                     .colour = faded(0x04050CA0, alpha * w->alpha),
                     .align = align };
    if (alpha * w->alpha <= 0.0f) return;
    qx_render_words(w->canvas->render, QX_BLEND_ALPHA, &text);
    text.width = width;
    text.colour = faded(colour, alpha * w->alpha);
    qx_render_words(w->canvas->render, QX_BLEND_ALPHA, &text);
}

// 12,345
static void write_count(char text[28], uint64_t count)
{
    char digits[24];
    const int length_all = snprintf(digits, sizeof digits, "%" PRIu64, count);
    uint32_t used = 0;
    for (int i = 0; i < length_all; i++) {
        if (i > 0 && (length_all - i) % 3 == 0) text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = '\0';
}

// --- numbers

static void draw_multiplier(const blaster_play *b, const writing *w, float y)
{
    char words[16];
    const blaster *game = &b->game;
    if (game->multiplier < 2) return;
    const float step = fminf((float)b->spectacle.step_age / 10.0f, 1.0f);
    const float share = 1.35f + 0.35f * (1.0f - step);
    const bool most = game->multiplier == MULTIPLIER_MAX;
    snprintf(words, sizeof words, "x%u", game->multiplier);
    write(w, words, w->left, y, share, most ? SEEKER_COLOUR : BULLET_COLOUR, 1.0f, QX_ALIGN_LEFT);
    const float left = (float)game->multiplier_left / (float)MULTIPLIER_TICKS;
    const float reach = 6.0f * w->size, under = y + 0.75f * w->size,
                thick = fmaxf(0.22f * w->size, w->least);
    const qx_line bar[] = {
        { { w->left, under, 0.0f },
          { w->left + reach, under, 0.0f },
          thick,
          1.0f,
          faded(QUIET_COLOUR, 0.25f * w->alpha) },
        { { w->left, under, 0.0f },
          { w->left + reach * left, under, 0.0f },
          thick,
          1.0f,
          faded(most ? SEEKER_COLOUR : BULLET_COLOUR, w->alpha) },
    };
    qx_render_lines(w->canvas->render, QX_BLEND_ALPHA, bar, left > 0.0f ? 2 : 1);
}

// An icon a life; of many one and their number.
static void draw_lives(const blaster_play *b, const writing *w, float y)
{
    const uint32_t lives = b->game.lives, icons = lives > ICONS_MOST ? 1 : lives;
    const float size = 0.046f * w->size, step = 1.75f * w->size;
    const float glow = b->spectacle.life_age < MESSAGE_TICKS ? 1.0f : 0.88f;
    for (uint32_t i = 0; i < icons; i++) {
        qx_line lines[SHAPE_LINES];
        const place at = { w->left + 0.7f * w->size + step * (float)i, y };
        const uint32_t count =
            blaster_ship_shape(lines, at, -0.5f * HALF_TURN, size, fmaxf(1.7f, w->least), 1.0f,
                               faded(SHIP_COLOUR, glow * w->alpha));
        qx_render_lines(w->canvas->render, QX_BLEND_ALPHA, lines, count);
    }
    if (lives <= ICONS_MOST) return;
    char words[16];
    snprintf(words, sizeof words, "x %u", lives);
    write(w, words, w->left + 1.15f * step, y + 0.5f * w->size, 1.0f, TEXT_COLOUR, 1.0f,
          QX_ALIGN_LEFT);
}

// --- the button

static bool is_full(const blaster *game)
{
    return game->strike.charge == game->strike.need;
}

static float charge_share(const blaster *game)
{
    return (float)game->strike.charge / (float)game->strike.need;
}

// Between 0 and 1, once a second: slow enough for everyone.
static float pulse(const blaster_play *b, const writing *w)
{
    if (w->canvas->reduced_motion) return 1.0f;
    const double seconds = ((double)b->spectacle.tick + (double)w->canvas->blend) / 60.0;
    return 0.5f + 0.5f * (float)qx_cos(2.0 * (double)HALF_TURN * seconds);
}

// A flash of lightning, closed, about as high as a ship is long. Returns how many lines.
static uint32_t write_flash(qx_line *lines, place at, float size, float width, uint32_t colour)
{
    static const float corners[][2] = { { 4, -16 }, { -9, 3 }, { -1, 3 },
                                        { -5, 16 }, { 9, -4 }, { 1, -4 } };
    const uint32_t count = sizeof corners / sizeof corners[0];
    for (uint32_t i = 0; i < count; i++) {
        const float *from = corners[i], *to = corners[(i + 1) % count];
        lines[i] = (qx_line){ { at.x + size * from[0], at.y + size * from[1], 0.0f },
                              { at.x + size * to[0], at.y + size * to[1], 0.0f },
                              width,
                              1.0f,
                              colour };
    }
    return count;
}

// Pressed in vain it shakes its head.
static float refusal(const blaster_play *b, const writing *w)
{
    const float age = (float)b->spectacle.refused_age + w->canvas->blend;
    if (age > 20.0f || w->canvas->reduced_motion) return 0.0f;
    return 0.35f * w->size * (1.0f - age / 20.0f) * (float)qx_sin(0.9 * (double)age);
}

// A flash and a bar that fills; full, a word instead. y is their middle.
static void draw_charge(const blaster_play *b, const writing *w, float y)
{
    qx_line lines[SHAPE_LINES];
    const blaster *game = &b->game;
    const float left = w->left + refusal(b, w), beat = pulse(b, w);
    const float lit = is_full(game) ? 0.75f + 0.25f * beat : 0.6f;
    const place icon = { left + 0.7f * w->size, y };
    const uint32_t count = write_flash(lines, icon, 0.05f * w->size, fmaxf(1.7f, w->least),
                                       faded(STRIKE_COLOUR, lit * w->alpha));
    qx_render_lines(w->canvas->render, QX_BLEND_ALPHA, lines, count);
    const float from = left + 1.75f * w->size, reach = 4.25f * w->size;
    if (is_full(game)) {
        const float fresh = fmaxf(1.0f - (float)b->spectacle.ready_age / 20.0f, 0.0f);
        write(w, "READY", from, y + 0.5f * w->size, 1.0f + 0.3f * fresh, STRIKE_COLOUR, lit,
              QX_ALIGN_LEFT);
        return;
    }
    const float thick = fmaxf(0.22f * w->size, w->least);
    const qx_line bar[] = {
        { { from, y, 0.0f },
          { from + reach, y, 0.0f },
          thick,
          1.0f,
          faded(QUIET_COLOUR, 0.25f * w->alpha) },
        { { from, y, 0.0f },
          { from + reach * charge_share(game), y, 0.0f },
          thick,
          1.0f,
          faded(STRIKE_COLOUR, w->alpha) },
    };
    qx_render_lines(w->canvas->render, QX_BLEND_ALPHA, bar, game->strike.charge > 0 ? 2 : 1);
}

// For fingers: a ring that fills as the charge does.
static void draw_button(const blaster_play *b, const writing *w)
{
    enum { PIECES = 40 };
    qx_line ring[PIECES], flash[SHAPE_LINES];
    if (b->touched == 0 || b->game.over) return;
    const qx_view *view = &w->canvas->view;
    const place at = { 0.5f * (view->width - ARENA_WIDTH) + TOUCH_STRIKE_X,
                       0.5f * (view->height - ARENA_HEIGHT) + TOUCH_STRIKE_Y };
    const bool full = is_full(&b->game);
    const float lit = full ? 0.7f + 0.3f * pulse(b, w) : 0.4f, width = fmaxf(1.8f, w->least);
    blaster_circle(ring, PIECES, at, 0.8f * TOUCH_STRIKE_RADIUS, width, 1.0f, 0);
    for (uint32_t i = 0; i < PIECES; i++) {
        const bool filled = (float)i < (float)PIECES * charge_share(&b->game);
        ring[i].colour = faded(STRIKE_COLOUR, filled ? fmaxf(lit, 0.6f) : 0.3f);
    }
    qx_render_lines(w->canvas->render, QX_BLEND_ALPHA, ring, PIECES);
    const uint32_t count = write_flash(flash, at, 1.25f, width, faded(STRIKE_COLOUR, lit));
    qx_render_lines(w->canvas->render, QX_BLEND_ALPHA, flash, count);
}

// --- what is to be beaten

// Two lines at the right: a title, and a score below it.
static void draw_mark(const writing *w, float y, const char *title, uint32_t colour, uint64_t score,
                      float share)
{
    char words[28];
    write_count(words, score);
    write(w, title, w->right, y, 0.85f, colour, 1.0f, QX_ALIGN_RIGHT);
    write(w, words, w->right, y + 1.9f * w->size, share, TEXT_COLOUR, 1.0f, QX_ALIGN_RIGHT);
}

// The best of the table, and below it whom to pass next, while that is somebody else.
static void draw_rival(const blaster_play *b, const writing *w)
{
    char title[96];
    const scene_canvas *canvas = w->canvas;
    const bool beaten = b->game.score > canvas->best;
    if (canvas->best == 0) return;
    draw_mark(w, w->top + w->size, beaten ? "NEW BEST" : "BEST",
              beaten ? BULLET_COLOUR : QUIET_COLOUR, beaten ? b->game.score : canvas->best, 1.2f);
    if (canvas->rival == 0 || canvas->rival == canvas->best) return;
    snprintf(title, sizeof title, "NEXT: %s", canvas->rival_name ? canvas->rival_name : "");
    draw_mark(w, w->top + 5.2f * w->size, canvas->rival_name ? title : "NEXT", QUIET_COLOUR,
              canvas->rival, 1.0f);
}

// Where numbers lie over the arena they step back while the ship is under them.
static float presence(const blaster_play *b, const writing *w)
{
    const place o = blaster_origin(b, w->canvas);
    const float depth = w->top + STACK * w->size - o.y, breadth = w->left + 11.0f * w->size - o.x;
    const place at = b->game.ship.at;
    if (b->game.ship.dead > 0 || at.y > depth) return 1.0f;
    return at.x < breadth || ARENA_WIDTH - at.x < breadth ? 0.4f : 1.0f;
}

static void draw_numbers(const blaster_play *b, writing w)
{
    char words[28];
    w.alpha *= presence(b, &w);
    write_count(words, b->game.score);
    write(&w, words, w.left, w.top + 1.7f * w.size, 1.7f, SHIP_COLOUR, 1.0f, QX_ALIGN_LEFT);
    draw_lives(b, &w, w.top + 3.3f * w.size);
    draw_charge(b, &w, w.top + 5.5f * w.size);
    draw_multiplier(b, &w, w.top + 8.4f * w.size);
    draw_rival(b, &w);
}

// --- over the field

static void draw_popups(const blaster_play *b, const writing *w)
{
    const place o = blaster_origin(b, w->canvas);
    for (uint32_t i = 0; i < POPUPS_MAX; i++) {
        const popup *p = &b->spectacle.popups[i];
        if (p->life == 0) continue;
        char words[28];
        const float age = ((float)p->age + w->canvas->blend) / (float)p->life;
        write_count(words, p->points);
        write(w, words, o.x + p->at.x, o.y + p->at.y - 10.0f - 22.0f * age,
              p->points >= 20 ? 0.95f : 0.8f, p->points >= 20 ? BULLET_COLOUR : TEXT_COLOUR,
              0.9f * (1.0f - age * age), QX_ALIGN_CENTRE);
    }
}

static float middle_of(const writing *w)
{
    return 0.5f * w->canvas->view.width;
}

static void draw_message(const blaster_play *b, const writing *w)
{
    const uint32_t age = b->spectacle.life_age;
    if (age >= MESSAGE_TICKS || b->game.over) return;
    const float left = 1.0f - (float)age / (float)MESSAGE_TICKS;
    const float y = 0.5f * (w->canvas->view.height - ARENA_HEIGHT) + 96.0f - 10.0f * (1.0f - left);
    write(w, "EXTRA LIFE", middle_of(w), y, 1.5f, BULLET_COLOUR, fminf(3.0f * left, 1.0f),
          QX_ALIGN_CENTRE);
}

// How it is let go, until that was done once.
static void draw_first_charge(const blaster_play *b, const writing *w)
{
    const blaster *game = &b->game;
    if (b->options.bot || !is_full(game) || game->strike.need != STRIKE_FIRST) return;
    if (game->over || game->ship.dead > 0) return;
    const float y = 0.5f * (w->canvas->view.height - ARENA_HEIGHT) + 62.0f;
    write(w,
          b->touched > 0 ? "Lightning is ready: press the button"
                         : "Lightning is ready: Shift, B or the right mouse button",
          middle_of(w), y, 1.05f, STRIKE_COLOUR, 0.9f, QX_ALIGN_CENTRE);
}

static void draw_end(const blaster_play *b, const writing *w)
{
    char words[64], score[28];
    const blaster *game = &b->game;
    if (!game->over) return;
    const float y = 0.5f * w->canvas->view.height, age = (float)game->over_ticks;
    const float first = fminf(fmaxf((age - 20.0f) / 30.0f, 0.0f), 1.0f);
    const float then = fminf(fmaxf((age - 60.0f) / 30.0f, 0.0f), 1.0f);
    write_count(score, game->score);
    write(w, "GAME OVER", middle_of(w), y - 4.0f * w->size, 2.6f, SHIP_COLOUR, first,
          QX_ALIGN_CENTRE);
    write(w, score, middle_of(w), y + 0.2f * w->size, 3.0f, BULLET_COLOUR, first, QX_ALIGN_CENTRE);
    snprintf(words, sizeof words, "%u kills   best multiplier x%u", game->kills,
             game->best_multiplier);
    write(w, words, middle_of(w), y + 2.8f * w->size, 1.0f, TEXT_COLOUR, then, QX_ALIGN_CENTRE);
    if (w->canvas->best > 0 && game->score > w->canvas->best)
        write(w, "A NEW BEST", middle_of(w), y + 5.0f * w->size, 1.0f, SEEKER_COLOUR, then,
              QX_ALIGN_CENTRE);
    if (!b->options.bot)
        write(w, "FIRE TO PLAY AGAIN", middle_of(w), y + 7.6f * w->size, 1.2f, SHIP_COLOUR, then,
              QX_ALIGN_CENTRE);
}

// --- hints and pads

// Whoever stands in the table knows how it is played.
static float hint_share(const blaster_play *b, const scene_canvas *canvas)
{
    if (b->options.bot || canvas->best > 0 || b->game.ship.dead > 0) return 0.0f;
    const uint32_t known = b->moved < b->shot ? b->moved : b->shot;
    const bool one = b->options.steering == STEERING_ONE;
    const float learnt = (float)(one ? b->moved : known) - (float)HINT_ENOUGH;
    const float waited = (float)b->hint_age - (float)HINT_TICKS;
    const float over = fmaxf(learnt, waited);
    return fminf(fmaxf(1.0f - over / (float)HINT_FADE, 0.0f), 1.0f) *
           fminf((float)b->hint_age / 30.0f, 1.0f);
}

static void draw_hints(const blaster_play *b, const writing *w)
{
    const float shown = hint_share(b, w->canvas);
    const float y = 0.5f * (w->canvas->view.height + ARENA_HEIGHT) - 3.2f * w->size;
    const bool one = b->options.steering == STEERING_ONE;
    if (shown <= 0.0f) return;
    const char *const fly = "Fly: W A S D, left stick, left thumb";
    const char *const fire = one ? "It aims and fires by itself"
                                 : "Fire: arrows, mouse button, right stick, right thumb";
    write(w, fly, middle_of(w), y, 1.05f, TEXT_COLOUR, shown, QX_ALIGN_CENTRE);
    write(w, fire, middle_of(w), y + 1.9f * w->size, 1.05f, TEXT_COLOUR, shown, QX_ALIGN_CENTRE);
}

// A ring where the finger came down, a disc where it is, no farther out than counts.
static void draw_pad(const finger_pad *pad, const writing *w, uint32_t colour)
{
    enum { PIECES = 40 };
    qx_line ring[PIECES];
    if (pad->pointer == 0) return;
    const qx_view *view = &w->canvas->view;
    const place arena = { 0.5f * (view->width - ARENA_WIDTH),
                          0.5f * (view->height - ARENA_HEIGHT) };
    const place away = sub(pad->at, pad->middle), middle = add(arena, pad->middle);
    const place knob = add(middle, scale(unit(away), fminf(length(away), TOUCH_RADIUS)));
    const qx_sprite disc = { { knob.x, knob.y, 0.0f }, 20.0f,         20.0f, 0.0f, 1.0f,
                             faded(colour, 0.45f),     QX_SPRITE_DISC };
    blaster_circle(ring, PIECES, middle, TOUCH_RADIUS + 12.0f, fmaxf(1.8f, w->least), 1.0f,
                   faded(colour, 0.45f));
    qx_render_lines(w->canvas->render, QX_BLEND_ALPHA, ring, PIECES);
    qx_render_sprites(w->canvas->render, QX_BLEND_ALPHA, &disc, 1);
}

void blaster_draw_hud(const blaster_play *b, const scene_canvas *canvas)
{
    const writing w = writing_for(canvas);
    draw_popups(b, &w);
    draw_pad(&b->game.move_pad, &w, SHIP_COLOUR);
    draw_pad(&b->game.aim_pad, &w, BULLET_COLOUR);
    draw_button(b, &w);
    draw_numbers(b, w);
    draw_message(b, &w);
    draw_first_charge(b, &w);
    draw_end(b, &w);
    draw_hints(b, &w);
}
