// SPDX-License-Identifier: MIT
// Lightning from the sky to the mouse, in a window: bolt_window [--frames N [FILE.png]]
// With --frames it follows a hand of its own and ends; SDL_VIDEODRIVER=offscreen needs no display.
#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <quincunx/render.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 540, SLOTS = 2 };

static const qx_vec3 sky = { WIDTH / 2, 20, 0 };

typedef struct bolt_app {
    SDL_Window *window;
    SDL_GLContext context;
    qx_render *render;
    qx_bolt *bolts[SLOTS];  // a strike lives in the slot of its index, odd or even
    uint64_t struck[SLOTS]; // index + 1 of the strike that the slot's bolt was grown for
    qx_glow_line *lines;
    qx_vec3 hand;
    double now, before; // seconds of this frame and of the one before
    qx_flash_limiter limiter;
} bolt_app;

static bool fail(const char *words)
{
    SDL_Log("%s", words);
    return false;
}

static bool open_window(bolt_app *app)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return fail(SDL_GetError());
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    app->window = SDL_CreateWindow("bolt", 0, 0, WIDTH, HEIGHT, SDL_WINDOW_OPENGL);
    if (app->window) app->context = SDL_GL_CreateContext(app->window);
    if (!app->context) return fail(SDL_GetError());
    SDL_GL_SetSwapInterval(1);
    return true;
}

static bool make_bolts(bolt_app *app)
{
    qx_error error;
    if (qx_render_create(NULL, &app->render, &error) != QX_OK) return fail(error.message);
    app->hand = (qx_vec3){ WIDTH / 2, HEIGHT - 80, 0 };
    for (int i = 0; i < SLOTS; i++)
        if (qx_bolt_create(&(qx_bolt_desc){ .to = sky }, &app->bolts[i]) != QX_OK)
            return fail("no bolt");
    app->lines = calloc(qx_bolt_bound_lines(app->bolts[0]), sizeof *app->lines);
    return app->lines || fail("out of memory");
}

static bool take_input(bolt_app *app)
{
    for (SDL_Event event; SDL_PollEvent(&event);) {
        if (event.type == SDL_QUIT) return false;
        if (event.type == SDL_MOUSEMOTION)
            app->hand = (qx_vec3){ (float)event.motion.x, (float)event.motion.y, 0 };
    }
    return true;
}

// A bolt keeps its shape while its end follows the hand; only a new strike grows another.
static void draw_strike(bolt_app *app, const qx_bolt_strike *strike)
{
    const size_t slot = strike->index % SLOTS;
    qx_bolt *bolt = app->bolts[slot];
    const qx_bolt_desc desc = { .from = sky, .to = app->hand, .seed = strike->seed };
    if (app->struck[slot] != strike->index + 1 && qx_bolt_generate(bolt, &desc) != QX_OK) return;
    app->struck[slot] = strike->index + 1;
    const qx_vec3 ends[] = { sky, app->hand };
    const qx_bolt_pose pose = { .ends = ends, .time = app->now, .dimmed = strike->dimmed };
    const uint32_t count = qx_bolt_build_lines(bolt, &pose, app->lines, NULL);
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, 26);
    qx_render_glow(app->render, QX_GLOW_MAX, &glow, app->lines, count);
}

// The sky lights up with each strike: as large a light as that is shown as the limiter allows.
static void draw_sky(bolt_app *app, float light)
{
    const qx_flash_sample wish = { .time = app->now, .luminance = 0.15f * light, .area = 0.6f };
    const float factor = qx_flash_limiter_step(&app->limiter, &wish);
    const qx_sprite cloud = {
        sky, 620, 420, 0, 0.16f * light * factor, 0x5A55D6FF, QX_SPRITE_GLOW
    };
    qx_render_sprites(app->render, QX_BLEND_ADD, &cloud, 1);
}

static void draw(bolt_app *app, uint32_t framebuffer, uint32_t width, uint32_t height)
{
    qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
    const qx_bolt_schedule schedule = { .seed = 3 };
    const double past = app->now - app->before;
    const uint32_t count = qx_bolt_sample_schedule(&schedule, app->now, past, strikes);
    const qx_frame frame = { width, height, framebuffer, { 0, 0, WIDTH, HEIGHT }, .bloom = 0.6f };
    qx_render_begin(app->render, &frame);
    draw_sky(app, count ? 1 - strikes[0].dimmed : 0);
    for (uint32_t i = 0; i < count && i < SLOTS; i++) draw_strike(app, &strikes[i]);
    qx_render_end(app->render);
}

// Until the window is closed, or for so many frames where that is not negative.
static void play(bolt_app *app, long frames)
{
    for (long i = 0; i != frames && take_input(app); i++) {
        app->before = app->now;
        app->now = frames < 0 ? SDL_GetTicks() * 1e-3 : (double)i / 60;
        if (frames >= 0) app->hand.x = WIDTH / 2 + 300 * (float)qx_sin(app->now * 2);
        draw(app, 0, WIDTH, HEIGHT);
        SDL_GL_SwapWindow(app->window);
    }
}

// The last frame once more, half as large.
static bool save(bolt_app *app, const char *path)
{
    static uint8_t pixels[WIDTH / 2 * HEIGHT / 2 * 3];
    const qx_image image = { pixels, WIDTH / 2, HEIGHT / 2, 3 };
    qx_target *target;
    if (qx_target_create(app->render, image.width, image.height, &target) != QX_OK) return false;
    draw(app, qx_target_framebuffer(target), image.width, image.height);
    qx_target_read(app->render, target, pixels);
    qx_target_destroy(app->render, target);
    qx_error error;
    return qx_png_save_file(&image, path, NULL, &error) == QX_OK || fail(error.message);
}

int main(int count, char **arguments)
{
    const bool alone = count > 2 && strcmp(arguments[1], "--frames") == 0;
    bolt_app app = { 0 };
    bool done = open_window(&app) && make_bolts(&app);
    if (done) play(&app, alone ? strtol(arguments[2], NULL, 10) : -1);
    if (done && count > 3) done = save(&app, arguments[3]);
    free(app.lines);
    for (int i = 0; i < SLOTS; i++) qx_bolt_destroy(app.bolts[i]);
    qx_render_destroy(app.render);
    if (app.context) SDL_GL_DeleteContext(app.context);
    if (app.window) SDL_DestroyWindow(app.window);
    SDL_Quit();
    return done ? 0 : 1;
}
