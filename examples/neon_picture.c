// SPDX-License-Identifier: MIT
// Everything the renderer draws, in one picture and without a window: neon_picture FILE.png
#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <quincunx/render.h>
#include <stdlib.h>

enum { WIDTH = 720, HEIGHT = 405, SPARKS = 150, BEAM = 40 };

static const uint32_t hues[] = { 0x30C8FFFF, 0xFF4FA0FF, 0xFFB000FF, 0x50FF80FF, 0xB070FFFF };

// SDL's offscreen driver gives a context where there is no display.
static SDL_Window *open_context(void)
{
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return NULL;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_Window *window = SDL_CreateWindow("neon", 0, 0, 64, 64, SDL_WINDOW_OPENGL);
    return window && SDL_GL_CreateContext(window) ? window : NULL;
}

static qx_vec3 on_circle(float x, float y, float radius, double angle)
{
    return (qx_vec3){ x + radius * (float)qx_cos(angle), y + radius * (float)qx_sin(angle), 0 };
}

// A curve is many lines: with added light their ends meet without beads.
static void draw_polygon(qx_render *render, float x, float y, float radius, int corners,
                         uint32_t hue)
{
    qx_line lines[64];
    for (int i = 0; i < corners; i++) {
        const double turn = 6.2831853 / corners;
        lines[i] =
            (qx_line){ on_circle(x, y, radius, turn * i), on_circle(x, y, radius, turn * (i + 1)),
                       .width = 3, .intensity = 2.5f, .colour = hue };
    }
    qx_render_lines(render, QX_BLEND_ADD, lines, (size_t)corners);
}

static void draw_sparks(qx_render *render, qx_random *random, float x, float y, uint32_t hue)
{
    qx_line lines[SPARKS];
    for (int i = 0; i < SPARKS; i++) {
        const double angle = 6.2831853 * (double)qx_random_unit(random);
        const float far = 12 + 58 * qx_random_unit(random);
        const float length = 5 + 14 * qx_random_unit(random);
        lines[i] = (qx_line){ on_circle(x, y, far, angle), on_circle(x, y, far + length, angle),
                              .width = 2, .intensity = 0.5f + 2.5f * qx_random_unit(random),
                              .colour = hue };
    }
    qx_render_lines(render, QX_BLEND_ADD, lines, SPARKS);
}

// Where the two beams cross the brighter one wins; added light would make a knot.
static void draw_beam(qx_render *render, qx_random *random, float y, float to_y)
{
    qx_line lines[BEAM];
    qx_vec3 from = { 40, y, 0 };
    for (int i = 0; i < BEAM; i++) {
        const float share = (float)(i + 1) / BEAM;
        const float jump = i + 1 < BEAM ? 24 * (qx_random_unit(random) - 0.5f) : 0;
        const qx_vec3 to = { 40 + 880 * share, y + (to_y - y) * share + jump, 0 };
        lines[i] = (qx_line){ from, to, .width = 2.5f, .intensity = 4, .colour = 0x90B8FFFF };
        from = to;
    }
    qx_render_lines(render, QX_BLEND_MAX, lines, BEAM);
}

// A quincunx: five things laid out in a pattern.
static void draw_mark(qx_render *render, float x, float y)
{
    static const float places[][2] = { { -1, -1 }, { 1, -1 }, { 0, 0 }, { -1, 1 }, { 1, 1 } };
    for (int i = 0; i < 5; i++) {
        const qx_vec3 at = { x + 26 * places[i][0], y + 26 * places[i][1], 0 };
        const qx_sprite sprites[] = {
            { at, 26, 26, 0, 0.25f, hues[i], QX_SPRITE_GLOW },
            { at, 7, 7, 0, 1.5f, hues[i], QX_SPRITE_DISC },
        };
        qx_render_sprites(render, QX_BLEND_ADD, sprites, 2);
    }
}

static void draw_scene(qx_render *render)
{
    qx_random random;
    qx_random_seed(&random, 5, 0);
    draw_mark(render, 190, 130);
    const qx_text title = { "Quincunx",          .x = 270,      .y = 156,
                            .size = 58,          .width = 4.5f, .intensity = 2,
                            .colour = 0x60A0FFFF };
    qx_render_words(render, QX_BLEND_ADD, &title);
    for (int i = 0; i < 5; i++) {
        draw_polygon(render, 200 + 140 * (float)i, 250, 30, i < 4 ? i + 3 : 48, hues[i]);
        draw_sparks(render, &random, 200 + 140 * (float)i, 420, hues[i]);
    }
    draw_beam(render, &random, 300, 350);
    draw_beam(render, &random, 350, 300);
}

static int save(qx_render *render, qx_target *target, const char *path)
{
    qx_image image = {
        .pixels = malloc(WIDTH * HEIGHT * 3), .width = WIDTH, .height = HEIGHT, .channels = 3
    };
    if (!image.pixels) return 1;
    qx_target_read(render, target, image.pixels);
    qx_error error;
    const qx_result result = qx_png_save_file(&image, path, NULL, &error);
    if (result != QX_OK) SDL_Log("%s", error.message);
    free(image.pixels);
    return result != QX_OK;
}

int main(int count, char **words)
{
    qx_render *render = NULL;
    qx_target *target = NULL;
    qx_error error = { .message = "usage: neon_picture FILE.png, with OpenGL" };
    if (count != 2 || !open_context() || qx_render_create(NULL, &render, &error) != QX_OK ||
        qx_target_create(render, WIDTH, HEIGHT, &target) != QX_OK) {
        SDL_Log("%s", error.message);
        return 1;
    }
    const qx_frame frame = {
        WIDTH, HEIGHT, qx_target_framebuffer(target), { 0, 0, 960, 540 }, .bloom = 1
    };
    qx_render_begin(render, &frame);
    draw_scene(render);
    qx_render_compose(render);
    const qx_text note = {
        "drawn after compose: sharp, on top, without glow \xC2\xB7 9 pixels high",
        .x = 480,
        .y = 525,
        .size = 12,
        .colour = 0xA0B0D0FF,
        .align = QX_ALIGN_CENTRE
    };
    qx_render_words(render, QX_BLEND_ALPHA, &note);
    qx_render_end(render);
    const int status = save(render, target, words[1]);
    qx_target_destroy(render, target);
    qx_render_destroy(render);
    return status;
}
