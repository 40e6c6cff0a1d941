// SPDX-License-Identifier: MIT
// An island made of nothing, in the evening sun, without a window: land_picture FILE.png
#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <quincunx/png.h>
#include <quincunx/terrain_draw.h>
#include <quincunx/terrain_make.h>
#include <stdlib.h>

enum { WIDTH = 960, HEIGHT = 400, SIDE = 513 };

typedef struct things {
    qx_render *render;
    qx_target *target;
    qx_terrain *terrain;
    qx_terrain_lod *lod;
    qx_land *land;
} things;

// SDL's offscreen driver gives a context where there is no display.
static SDL_Window *open_context(void)
{
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return NULL;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_Window *window = SDL_CreateWindow("land", 0, 0, 64, 64, SDL_WINDOW_OPENGL);
    return window && SDL_GL_CreateContext(window) ? window : NULL;
}

// 5 km of island, 600 m high, worn by rain.
static qx_result make_terrain(qx_terrain **terrain)
{
    static float heights[SIDE * SIDE];
    const qx_terrain_make make = {
        .columns = SIDE, .rows = SIDE, .seed = 12, .shape = QX_TERRAIN_ISLAND, .rain = 30000
    };
    const qx_result result = qx_terrain_generate(&make, NULL, heights);
    if (result != QX_OK) return result;
    for (int i = 0; i < SIDE * SIDE; i++) heights[i] *= 600;
    const qx_terrain_desc desc = {
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = SIDE, .rows = SIDE },
        .width = 5000,
        .depth = 5000
    };
    return qx_terrain_create(&desc, NULL, terrain);
}

static qx_result make_all(things *all, qx_error *error)
{
    qx_result result = qx_render_create(NULL, &all->render, error);
    if (result == QX_OK) result = qx_target_create(all->render, WIDTH, HEIGHT, &all->target);
    if (result == QX_OK) result = make_terrain(&all->terrain);
    if (result == QX_OK) result = qx_terrain_lod_create(all->terrain, NULL, NULL, &all->lod);
    if (result == QX_OK) result = qx_land_create(all->render, all->lod, NULL, &all->land);
    return result;
}

static void draw(const things *all)
{
    qx_space space = { .sun = { -0.8f, 0.42f, 0.25f },
                       .sun_colour = 0xFFD9A8FF,
                       .sun_light = 1.35f };
    space.camera = (qx_camera){ { 350, 330, 2700 }, { -150, 130, 0 }, .field = 0.6f };
    space.camera.nearest = 5, space.camera.farthest = 25000;
    space.sky = 0x50648CFF, space.ground = 0x302C24FF;
    space.clear_sky = true, space.horizon = 0xA9B2C4FF, space.zenith = 0x243F74FF;
    space.fog_density = 0.00011f;
    qx_space_begin(all->render, &space);
    qx_space_land(all->render, all->land, &(qx_land_look){ .water = true, .water_level = 55 });
    qx_space_end(all->render);
}

static void destroy(const things *all)
{
    qx_land_destroy(all->render, all->land);
    qx_terrain_lod_destroy(all->lod);
    qx_terrain_destroy(all->terrain);
    qx_target_destroy(all->render, all->target);
    qx_render_destroy(all->render);
}

int main(int count, char **words)
{
    things all = { 0 };
    qx_error error = { .message = "usage: land_picture FILE.png, with OpenGL" };
    qx_image image = { .width = WIDTH, .height = HEIGHT, .channels = 3 };
    image.pixels = malloc(WIDTH * HEIGHT * 3);
    if (count != 2 || !image.pixels || !open_context() || make_all(&all, &error) != QX_OK)
        return SDL_Log("%s", error.message), 1;

    const uint32_t output = qx_target_framebuffer(all.target);
    qx_render_begin(all.render, &(qx_frame){ WIDTH, HEIGHT, output, .bloom = 0.25f });
    draw(&all);
    qx_render_end(all.render);
    qx_target_read(all.render, all.target, image.pixels);
    const qx_result result = qx_png_save_file(&image, words[1], NULL, &error);
    if (result != QX_OK) SDL_Log("%s", error.message);
    destroy(&all);
    free(image.pixels);
    return result != QX_OK;
}
