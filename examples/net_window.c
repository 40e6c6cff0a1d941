// SPDX-License-Identifier: MIT
// A net in a window, pushed with the mouse: net_window [--frames N [FILE.png]]
// With --frames it pushes by itself and ends; SDL_VIDEODRIVER=offscreen needs no display.
#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <quincunx/render.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 540 };

typedef struct net_app {
    SDL_Window *window;
    SDL_GLContext context;
    qx_render *render;
    qx_grid *net;
    qx_vec3 *positions;
    uint64_t frame;
    Uint64 before; // when time was last looked at
    double ahead;  // time that has not been stepped yet, in ticks
} net_app;

static bool fail(const char *words)
{
    SDL_Log("%s", words);
    return false;
}

static bool open_window(net_app *app)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return fail(SDL_GetError());
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    const int anywhere = (int)SDL_WINDOWPOS_UNDEFINED;
    app->window = SDL_CreateWindow("net", anywhere, anywhere, WIDTH, HEIGHT, SDL_WINDOW_OPENGL);
    if (app->window) app->context = SDL_GL_CreateContext(app->window);
    if (!app->context) return fail(SDL_GetError());
    SDL_GL_SetSwapInterval(1);
    return true;
}

static bool make_net(net_app *app)
{
    qx_error error;
    if (qx_render_create(NULL, &app->render, &error) != QX_OK) return fail(error.message);
    const qx_grid_desc desc = { .width = WIDTH, .height = HEIGHT, .points = 700 };
    const qx_result result = qx_grid_create(&desc, &app->net);
    if (result != QX_OK) return fail(qx_result_text(result));
    app->positions = calloc(qx_grid_get_info(app->net).points, sizeof *app->positions);
    return app->positions || fail("out of memory");
}

static void push(net_app *app, float x, float y)
{
    const qx_grid_push hand = { QX_GRID_EXPLODE, .x = x, .y = y, .radius = 90, .strength = 3 };
    qx_grid_apply(app->net, &hand);
}

// False when the window is to be closed.
static bool take_input(net_app *app)
{
    for (SDL_Event event; SDL_PollEvent(&event);) {
        if (event.type == SDL_QUIT) return false;
        if (event.type == SDL_MOUSEMOTION) push(app, (float)event.motion.x, (float)event.motion.y);
    }
    return true;
}

static void draw(net_app *app, uint32_t framebuffer, uint32_t width, uint32_t height)
{
    const qx_grid_info info = qx_grid_get_info(app->net);
    qx_grid_build_positions(app->net, app->positions, sizeof *app->positions);
    qx_frame frame = { .width = width, .height = height, .framebuffer = framebuffer };
    frame.view = (qx_view){ 0, 0, WIDTH, HEIGHT };
    frame.bloom = 0.8f;
    qx_render_begin(app->render, &frame);
    qx_net net = { .positions = app->positions, .columns = info.columns, .rows = info.rows };
    net.version = ++app->frame;
    net.colour = 0x2A2690C0;
    net.highlight = 0x4FD8FFFF;
    qx_render_net(app->render, &net);
    qx_render_end(app->render);
}

// Whole ticks for the time that went by since the last call; never more than five, after a pause.
static void step(net_app *app)
{
    const Uint64 now = SDL_GetPerformanceCounter();
    const double seconds = (double)(now - app->before) / (double)SDL_GetPerformanceFrequency();
    app->ahead = SDL_min(app->ahead + 60.0 * seconds, 5.0);
    app->before = now;
    for (; app->ahead >= 1.0; app->ahead -= 1.0) qx_grid_step(app->net, NULL);
}

// One tick a frame whatever the clock says, and a hand that goes round.
static void step_alone(net_app *app, long frame)
{
    const double angle = (double)frame / 9;
    push(app, (float)(WIDTH / 2 + 250 * qx_cos(angle)), (float)(HEIGHT / 2 + 130 * qx_sin(angle)));
    qx_grid_step(app->net, NULL);
}

// Until the window is closed, or for so many frames where that is not negative.
static void play(net_app *app, long frames)
{
    for (long i = 0; i != frames && take_input(app); i++) {
        if (frames < 0)
            step(app);
        else
            step_alone(app, i);
        draw(app, 0, WIDTH, HEIGHT);
        SDL_GL_SwapWindow(app->window);
    }
}

// The same frame once more, half as large, into a picture.
static bool save(net_app *app, const char *path)
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
    net_app app = { 0 };
    bool done = open_window(&app) && make_net(&app);
    if (done) play(&app, alone ? strtol(arguments[2], NULL, 10) : -1);
    if (done && count > 3) done = save(&app, arguments[3]);
    free(app.positions);
    qx_grid_destroy(app.net);
    qx_render_destroy(app.render);
    if (app.context) SDL_GL_DeleteContext(app.context);
    if (app.window) SDL_DestroyWindow(app.window);
    SDL_Quit();
    return done ? 0 : 1;
}
