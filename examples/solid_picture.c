// SPDX-License-Identifier: MIT
// A ball lands in five steps, under the sun, without a window: solid_picture FILE.png
#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <quincunx/math.h>
#include <quincunx/png.h>
#include <quincunx/solid.h>
#include <stdlib.h>

enum { WIDTH = 720, HEIGHT = 405, RINGS = 32, COLUMNS = 2 * RINGS, TILE = 64 };
enum { CORNERS = (RINGS + 1) * (COLUMNS + 1), INDICES = 6 * RINGS * COLUMNS };

static const uint32_t hues[] = { 0x30C8FFFF, 0xFF4FA0FF, 0xFFB000FF, 0x50FF80FF, 0xB070FFFF };

typedef struct things {
    qx_solid *ball, *flat, *floor;
    qx_texture *tiles;
} things;

// SDL's offscreen driver gives a context where there is no display.
static SDL_Window *open_context(void)
{
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return NULL;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_Window *window = SDL_CreateWindow("solids", 0, 0, 64, 64, SDL_WINDOW_OPENGL);
    return window && SDL_GL_CreateContext(window) ? window : NULL;
}

// A ball, so wide and so high.
static qx_result make_ball(qx_render *render, float wide, float high, qx_solid **solid)
{
    static float places[CORNERS][3], normals[CORNERS][3];
    static uint32_t indices[INDICES];
    for (int i = 0; i < CORNERS; i++) {
        const double down = 3.14159265 * (i / (COLUMNS + 1)) / RINGS;
        const double around = 6.2831853 * (i % (COLUMNS + 1)) / COLUMNS;
        const float n[] = { (float)(qx_sin(down) * qx_cos(around)), (float)qx_cos(down),
                            (float)(-qx_sin(down) * qx_sin(around)) };
        for (int k = 0; k < 3; k++) {
            places[i][k] = n[k] * (k == 1 ? high : wide);
            normals[i][k] = n[k] / (k == 1 ? high : wide);
        }
    }
    for (uint32_t i = 0; i < INDICES; i++) { // two triangles for each square of the ball
        static const uint32_t corner[] = { 0, COLUMNS + 1, 1, 1, COLUMNS + 1, COLUMNS + 2 };
        const uint32_t cell = i / 6;
        indices[i] = cell / COLUMNS * (COLUMNS + 1) + cell % COLUMNS + corner[i % 6];
    }
    qx_solid_desc desc = { .positions = places[0], .normals = normals[0], .indices = indices };
    desc.vertex_count = CORNERS;
    desc.index_count = INDICES;
    return qx_solid_create(render, &desc, solid);
}

// Without normals: each triangle is flat. Tiled with one picture.
static qx_result make_floor(qx_render *render, qx_solid **solid, qx_texture **texture)
{
    static const float places[] = { -60, 0, 60, 60, 0, 60,  60,  0, -60,
                                    -60, 0, 60, 60, 0, -60, -60, 0, -60 };
    static const float spots[] = { 0, 60, 60, 60, 60, 0, 0, 60, 60, 0, 0, 0 };
    static uint32_t pixels[TILE * TILE];
    for (int i = 0; i < TILE * TILE; i++) {
        pixels[i] = i % TILE < 2 || i / TILE < 2 ? 0xFF55453E : 0xFF7D6964;
    }
    const qx_solid_desc desc = { .positions = places, .texture_places = spots, .vertex_count = 6 };
    const qx_result result = qx_solid_create(render, &desc, solid);
    if (result != QX_OK) return result;
    return qx_texture_create(render, (const uint8_t *)pixels, TILE, TILE, true, texture);
}

static const float feet[][2] = { { -4, -3 }, { 4, -3 }, { 0, 0 }, { -4, 3 }, { 4, 3 } };

static void draw_step(qx_render *render, const things *all, int i)
{
    static const float up[] = { 2.2f, 1, 0, 0, 0 }, mix[] = { 0, 0, 0.3f, 0.6f, 1 };
    const qx_vec3 at = { feet[i][0], 1 + up[i] - 0.5f * mix[i], feet[i][1] };
    qx_solid_look look = { qx_mat4_place(at, 1), hues[i], .gloss = 0.6f, .mix = mix[i] };
    look.toward = all->flat;
    qx_space_solid(render, all->ball, &look);
}

// Where they land, as lines of light.
static void draw_edges(qx_render *render)
{
    static const float s[] = { -1.3f, -1.3f, 1.3f, 1.3f, -1.3f, -1.3f }; // corners: s[k], s[k+1]
    qx_line lines[20];
    for (int i = 0; i < 20; i++) {
        const float *at = feet[i / 4], *k = s + i % 4;
        const qx_vec3 from = { at[0] + k[1], 0, at[1] + k[0] };
        const qx_vec3 to = { at[0] + k[2], 0, at[1] + k[1] };
        lines[i] = (qx_line){ from, to, .width = 0.06f, .intensity = 2, .colour = hues[i / 4] };
    }
    qx_space_lines(render, QX_BLEND_ADD, QX_SPACE_BEHIND, lines, 20);
}

static void draw(qx_render *render, const things *all)
{
    qx_space space = { .sun = { -0.6f, 0.7f, 0.35f }, .sun_colour = 0xFFE8D0FF };
    space.camera = (qx_camera){ { -3, 6, 14 }, { 0, 1.3f, 0 }, .field = 0.62f, .farthest = 120 };
    space.shadow_reach = 11, space.fog_density = 0.03f, space.clear_sky = true;
    qx_space_begin(render, &space);
    qx_space_solid(render, all->floor, &(qx_solid_look){ .texture = all->tiles });
    for (int i = 0; i < 5; i++) draw_step(render, all, i);
    draw_edges(render);
    qx_space_end(render);
}

static void destroy(qx_render *render, qx_target *target, const things *all)
{
    qx_solid_destroy(render, all->ball);
    qx_solid_destroy(render, all->flat);
    qx_solid_destroy(render, all->floor);
    qx_texture_destroy(render, all->tiles);
    qx_target_destroy(render, target);
    qx_render_destroy(render);
}

int main(int count, char **words)
{
    qx_render *render = NULL;
    qx_target *target = NULL;
    things all;
    qx_error error = { .message = "usage: solid_picture FILE.png, with OpenGL" };
    qx_image image = { .width = WIDTH, .height = HEIGHT, .channels = 3 };
    image.pixels = malloc(WIDTH * HEIGHT * 3);
    if (count != 2 || !image.pixels || !open_context() ||
        qx_render_create(NULL, &render, &error) != QX_OK ||
        qx_target_create(render, WIDTH, HEIGHT, &target) != QX_OK ||
        make_ball(render, 1, 1, &all.ball) != QX_OK ||
        make_ball(render, 1.3f, 0.5f, &all.flat) != QX_OK ||
        make_floor(render, &all.floor, &all.tiles) != QX_OK)
        return SDL_Log("%s", error.message), 1;

    const uint32_t output = qx_target_framebuffer(target);
    qx_render_begin(render, &(qx_frame){ WIDTH, HEIGHT, output, .bloom = 0.3f });
    draw(render, &all);
    qx_render_end(render);
    qx_target_read(render, target, image.pixels);
    const qx_result result = qx_png_save_file(&image, words[1], NULL, &error);
    if (result != QX_OK) SDL_Log("%s", error.message);
    destroy(render, target, &all);
    free(image.pixels);
    return result != QX_OK;
}
