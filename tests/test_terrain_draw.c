// SPDX-License-Identifier: MIT
// Land in pictures: where it lies, that it is closed, its holes, sun, fog, water and edits; and the
// shader's vertices beside those of the core.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing.h"
#include "gl_told.h"
#include "land.h"
#include "space_stage.h"

#include <quincunx/terrain_make.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

enum { WIDTH = 160, HEIGHT = 120, SIDE = 257 };

static qx_render *render_of(void **state)
{
    return ((gl_stage *)*state)->render;
}

// A field with everything that is made from it.
typedef struct ground {
    qx_terrain *terrain;
    qx_terrain_lod *lod;
    qx_land *land;
    qx_land_look look;
} ground;

static float *make_heights(uint64_t seed, bool tileable)
{
    float *heights = malloc(SIDE * SIDE * sizeof *heights);
    assert_non_null(heights);
    const qx_terrain_make make = {
        .columns = SIDE, .rows = SIDE, .seed = seed, .tileable = tileable
    };
    assert_int_equal(qx_terrain_generate(&make, NULL, heights), QX_OK);
    for (int i = 0; i < SIDE * SIDE; i++) heights[i] *= 40;
    return heights;
}

static ground ground_of(void **state, const qx_terrain_desc *desc)
{
    ground g = { .look = { .error = 3 } };
    assert_int_equal(qx_terrain_create(desc, NULL, &g.terrain), QX_OK);
    assert_int_equal(qx_terrain_lod_create(g.terrain, NULL, NULL, &g.lod), QX_OK);
    assert_int_equal(qx_land_create(render_of(state), g.lod, NULL, &g.land), QX_OK);
    return g;
}

static void ground_free(void **state, ground *g)
{
    qx_land_destroy(render_of(state), g->land);
    qx_terrain_lod_destroy(g->lod);
    qx_terrain_destroy(g->terrain);
}

static qx_terrain_desc described(const float *heights)
{
    return (qx_terrain_desc){
        .samples = { .data = heights, .kind = QX_TERRAIN_F32, .columns = SIDE, .rows = SIDE }
    };
}

static ground hills(void **state, qx_terrain_desc like)
{
    float *heights = make_heights(4, like.periodic);
    uint16_t *codes = malloc(SIDE * SIDE * sizeof *codes);
    assert_non_null(codes);
    for (int i = 0; i < SIDE * SIDE; i++) codes[i] = (uint16_t)(heights[i] * 1638);
    like.samples = (qx_terrain_samples){ .data = like.high > 0 ? (const void *)codes : heights,
                                         .kind = like.high > 0 ? QX_TERRAIN_U16 : QX_TERRAIN_F32,
                                         .columns = SIDE,
                                         .rows = SIDE };
    const ground g = ground_of(state, &like);
    free(codes);
    free(heights);
    return g;
}

static void draw_land(qx_render *render, const void *user)
{
    const ground *g = user;
    qx_space_land(render, g->land, &g->look);
}

// In front of a background that is nowhere else.
static picture take(void **state, const qx_space *space, const ground *g)
{
    qx_frame frame = space_frame(WIDTH, HEIGHT);
    frame.background = 0xFF00FFFF;
    return space_take(render_of(state), frame, space, NULL, draw_land, g);
}

static bool is_background(const picture *p, uint32_t x, uint32_t y)
{
    return picture_byte(p, x, y, 0) > 200 && picture_byte(p, x, y, 1) < 90 &&
           picture_byte(p, x, y, 2) > 200;
}

static uint32_t count_background(const picture *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->width * p->height; i++)
        count += is_background(p, i % p->width, i / p->width);
    return count;
}

static qx_space seen(qx_vec3 eye, qx_vec3 target)
{
    return (qx_space){ .camera = { .eye = eye, .target = target, .nearest = 0.5f, .farthest = 900 },
                       .sun = { 0.3f, 0.8f, 0.2f },
                       .rough_edges = true };
}

// The shader

typedef struct told {
    float way[3];
} told;

static GLuint program_that_tells(void **state)
{
    static const char *const names[] = { "way" };
    const GLuint program = gl_told_program(*state, QX_PROGRAM_LAND, names, 1);
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "space_block"), 0);
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "land_block"), 1);
    return program;
}

// The vertices of the last frame's instance, in the order of gl_VertexID.
static void run_instance(const ground *g, const qx_render *render, GLuint program,
                         uint32_t instance, told *found)
{
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, render->space.block);
    glBindBufferBase(GL_UNIFORM_BUFFER, 1, g->land->block);
    qx_bind_to_unit(GL_TEXTURE2, g->land->textures[LAND_HEIGHTS]);
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "heights"), 2);
    glBindVertexArray(g->land->array);
    glBindBuffer(GL_ARRAY_BUFFER, g->land->stream);
    const size_t at = instance * sizeof(land_instance);
    glVertexAttribIPointer(0, 4, GL_INT, sizeof(land_instance), (const void *)at);
    glVertexAttribIPointer(1, 2, GL_INT, sizeof(land_instance), (const void *)(at + 16));
    gl_told_draw(LAND_CORNERS, found, LAND_CORNERS * sizeof *found);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, 0);
    glBindBufferBase(GL_UNIFORM_BUFFER, 1, 0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindVertexArray(0);
    glUseProgram(0);
    qx_bind_to_unit(GL_TEXTURE2, 0);
    glActiveTexture(GL_TEXTURE0);
}

static void check_instance(const ground *g, const qx_terrain_ranges *ranges, qx_vec3 eye,
                           const land_instance *at, const told *found)
{
    const qx_terrain_patch patch = {
        (uint32_t)at->column, (uint32_t)at->row, (uint8_t)at->level, 1, 0, 0
    };
    for (uint32_t v = 0; v < LAND_CORNERS; v++) {
        const qx_vec3 p = qx_terrain_lod_sample_vertex(g->lod, ranges, &patch, v % (LAND_SIDE + 1),
                                                       v / (LAND_SIDE + 1));
        assert_true(fabsf(found[v].way[0] - (p.x - eye.x)) < 1e-3f);
        assert_true(fabsf(found[v].way[1] - (p.y - eye.y)) < 1e-3f);
        assert_true(fabsf(found[v].way[2] - (p.z - eye.z)) < 1e-3f);
    }
}

static void the_shader_morphs_as_the_core_does(void **state)
{
    static const qx_terrain_desc kinds[] = { { .high = 40 }, { .depth = 300 } };
    const GLuint program = program_that_tells(state);
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        ground g = hills(state, kinds[k]);
        g.look.error = 12;
        const qx_space space = seen((qx_vec3){ 10.3f, 30, 70 }, (qx_vec3){ 0, 5, 0 });
        picture taken = take(state, &space, &g);
        const qx_land_count count = qx_land_get_count(g.land);
        const qx_terrain_view view = {
            .eye = space.camera.eye, .field = 0.9f, .pixels = HEIGHT, .error = count.error
        };
        const qx_terrain_ranges ranges = qx_terrain_lod_sample_ranges(g.lod, &view);
        uint32_t levels = 0;
        assert_true(count.patches > 4 && count.triangles == 512 * count.patches);
        for (uint32_t i = 0; i < count.patches; i++) {
            told found[LAND_CORNERS];
            run_instance(&g, render_of(state), program, i, found);
            check_instance(&g, &ranges, space.camera.eye, &g.land->instances[i], found);
            levels |= 1u << g.land->instances[i].level;
        }
        assert_true((levels & (levels - 1)) != 0);
        picture_free(&taken);
        ground_free(state, &g);
    }
    glDeleteProgram(program);
}

// Pictures

static void land_is_closed(void **state)
{
    static const qx_terrain_diagonal diagonals[] = { QX_TERRAIN_RT_LB, QX_TERRAIN_LT_RB,
                                                     QX_TERRAIN_ALTERNATING };
    for (size_t d = 0; d < COUNT_OF(diagonals); d++) {
        ground g = hills(state, (qx_terrain_desc){ .high = 40, .diagonal = diagonals[d] });
        for (int i = 0; i < 24; i++) {
            const float a = 0.9f * (float)i, far = 10 + 1.5f * (float)i;
            g.look.error = i % 2 ? 2 : 25;
            const qx_space space =
                seen((qx_vec3){ far * cosf(a), 75, far * sinf(a) },
                     (qx_vec3){ -0.3f * far * cosf(a), 0, 0.2f * far * sinf(a) });
            picture taken = take(state, &space, &g);
            assert_int_equal(count_background(&taken), 0);
            picture_free(&taken);
        }
        ground_free(state, &g);
    }
}

static void land_lies_where_the_field_says(void **state)
{
    float *heights = malloc(SIDE * SIDE * sizeof *heights);
    assert_non_null(heights);
    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = i % SIDE < 200 ? 0 : 20; // a step at the right
    const qx_terrain_desc desc = described(heights);
    ground g = ground_of(state, &desc);
    const qx_space space = seen((qx_vec3){ 0, 30, 250 }, (qx_vec3){ 0, 30, 0 });
    picture taken = take(state, &space, &g);
    const float ends[][3] = { { -100, 0, 1 }, { -100, 0, 0 }, { 110, 20, 1 }, { 110, 20, 0 } };
    for (int i = 0; i < 4; i++) { // above and below the far edge, left and right
        qx_vec3 pixel;
        const qx_vec3 at = { ends[i][0], ends[i][1], -128 };
        assert_true(qx_camera_project(&space.camera, WIDTH, HEIGHT, at, &pixel));
        const uint32_t y = (uint32_t)(pixel.y + (ends[i][2] > 0 ? -2 : 2));
        assert_int_equal(is_background(&taken, (uint32_t)pixel.x, y), ends[i][2] > 0);
    }
    picture_free(&taken);
    ground_free(state, &g);
    free(heights);
}

static void holes_are_seen_through(void **state)
{
    static uint8_t mask[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE - 128, y = i / SIDE - 128;
        mask[i] = x * x + y * y > 30 * 30;
    }
    for (int k = 0; k < 2; k++) {
        ground g = hills(state, (qx_terrain_desc){ .mask = mask, .high = k ? 40 : 0 });
        qx_space space = seen((qx_vec3){ 0, 200, 0 }, (qx_vec3){ 0, 0, 0 });
        space.camera.up = (qx_vec3){ 0, 0, -1 };
        picture taken = take(state, &space, &g);
        assert_true(is_background(&taken, WIDTH / 2, HEIGHT / 2));
        assert_false(is_background(&taken, WIDTH / 2 - 45, HEIGHT / 2));
        assert_false(is_background(&taken, WIDTH / 2, HEIGHT / 2 + 45));
        const double across =
            60 * (0.5 * HEIGHT) / tan(0.45) / 180; // pixels, a little below its middle
        const double area = 3.14159 * 0.25 * across * across;
        assert_true(fabs(count_background(&taken) - area) < 0.2 * area);
        picture_free(&taken);
        ground_free(state, &g);
    }
}

// Of the ground, or of the water's surface over it.
static void check_sun(void **state, const ground *g, qx_vec3 sun, bool wet)
{
    qx_space space = seen((qx_vec3){ 0, 90, 100 }, (qx_vec3){ 0, 0, 0 });
    space.sun = sun;
    picture taken = take(state, &space, g);
    int wrong = 0, all = 0, dark = 0;
    for (int i = 0; i < 90 * 90; i++) {
        qx_terrain_ray ray = { .direction = sun, .reach = 2000 };
        ray.origin = (qx_vec3){ (float)(i % 90) * 2.7f - 120, 0, (float)(i / 90) * 2.7f - 120 };
        qx_terrain_sample_height(g->terrain, ray.origin.x, ray.origin.z, &ray.origin.y);
        if (wet) ray.origin.y = fmaxf(ray.origin.y, g->look.water_level);
        ray.origin.y += 0.05f;
        const float light = qx_land_sample_sun(g->land, ray.origin.x, ray.origin.z);
        const bool shaded = sun.y <= 0 || qx_terrain_solve_any(g->terrain, &ray);
        wrong += shaded ? light > 0.75f : light < 0.25f;
        dark += shaded;
        all++;
    }
    assert_true(wrong * 20 <= all);
    assert_true(sun.y == 1 ? dark == 0 : dark * 20 > all);
    picture_free(&taken);
}

static void the_sun_reaches_what_it_sees(void **state)
{
    ground g = hills(state, (qx_terrain_desc){ .high = 40 });
    static const qx_vec3 suns[] = { { 1, 0.25f, 0 },   { -1, 0.3f, 0.4f },
                                    { 0.2f, 0.3f, 1 }, { -0.7f, 0.3f, -0.7f },
                                    { 0, 1, 0 },       { 0.1f, -0.5f, 0.3f } };
    for (size_t s = 0; s < COUNT_OF(suns); s++) check_sun(state, &g, suns[s], false);
    g.look.water = true;
    g.look.water_level = 16;
    for (size_t s = 0; s < COUNT_OF(suns); s++) check_sun(state, &g, suns[s], true);
    g.look.water = false;
    check_sun(state, &g, suns[0], false);
    assert_true(qx_land_sample_sun(g.land, 1e6f, 0) == 1 &&
                qx_land_sample_sun(g.land, NAN, 0) == 1);
    ground_free(state, &g);
}

static void shade_is_darker_than_sun(void **state)
{
    float *heights = calloc(SIDE * SIDE, sizeof *heights);
    assert_non_null(heights);
    for (int i = 0; i < SIDE * SIDE; i++) // a wall across the middle
        heights[i] = abs(i % SIDE - 128) < 3 ? 30 : 0;
    const qx_terrain_desc desc = described(heights);
    ground g = ground_of(state, &desc);
    g.look.no_snow = true;
    qx_space space = seen((qx_vec3){ 0, 200, 0.1f }, (qx_vec3){ 0, 0, 0 });
    space.sun = (qx_vec3){ 1, 0.7f, 0 };
    picture taken = take(state, &space, &g);
    const double sunny = picture_mean(&taken, 95, 40, 10, 40),
                 shaded = picture_mean(&taken, 65, 40, 8, 40);
    assert_true(shaded < 0.5 * sunny && shaded > 0);
    picture_free(&taken);
    ground_free(state, &g);
    free(heights);
}

static void thick_fog_is_the_sky_at_the_horizon(void **state)
{
    ground g = hills(state, (qx_terrain_desc){ .high = 40 });
    g.look.water = true;
    qx_space space = seen((qx_vec3){ 0, 40, 127 }, (qx_vec3){ 0, 40, 0 });
    space.clear_sky = true;
    space.sun = (qx_vec3){ 0, 0.5f, 1 };
    space.fog_density = 0.2f;
    picture taken = take(state, &space, &g);
    for (uint32_t y = HEIGHT / 2; y < HEIGHT / 2 + 10; y++)
        for (int c = 0; c < 3; c++)
            assert_true(abs(picture_byte(&taken, 80, y, c) - picture_byte(&taken, 80, 58, c)) <= 3);
    picture_free(&taken);
    ground_free(state, &g);
}

static void water_covers_what_is_low(void **state)
{
    float *heights = malloc(SIDE * SIDE * sizeof *heights);
    assert_non_null(heights);
    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = (float)(i % SIDE) * 0.2f; // rises to the right
    const qx_terrain_desc desc = described(heights);
    ground g = ground_of(state, &desc);
    qx_space space = seen((qx_vec3){ 0, 250, 0.1f }, (qx_vec3){ 0, 0, 0 });
    g.look.no_sand = g.look.no_snow = true;
    picture dry = take(state, &space, &g);
    g.look.water = true;
    g.look.water_level = 20; // column 100
    picture wet = take(state, &space, &g);
    const uint32_t shore = (uint32_t)(80 + (100 - 128) * (0.5f * HEIGHT) / tanf(0.45f) / 230);
    for (uint32_t y = 30; y < 90; y++) {
        assert_true(picture_byte(&wet, shore - 12, y, 2) > picture_byte(&dry, shore - 12, y, 2));
        for (int c = 0; c < 3; c++)
            assert_true(abs(picture_byte(&wet, shore + 8, y, c) -
                            picture_byte(&dry, shore + 8, y, c)) <= 1);
    }
    assert_true(count_background(&dry) > 0 && count_background(&wet) == 0); // as far as one sees
    picture_free(&dry);
    picture_free(&wet);
    ground_free(state, &g);
    free(heights);
}

static void wire_and_hues_show_the_levels(void **state)
{
    ground g = hills(state, (qx_terrain_desc){ .high = 40 });
    const qx_space space = seen((qx_vec3){ 0, 50, 120 }, (qx_vec3){ 0, 0, 0 });
    g.look.error = 20;
    picture plain = take(state, &space, &g);
    g.look.wire = true;
    picture wire = take(state, &space, &g);
    g.look.wire = false;
    g.look.level_colours = true;
    picture hues = take(state, &space, &g);
    assert_true(picture_apart(&plain, &wire) > 3 && picture_apart(&plain, &hues) > 3);
    picture_free(&plain);
    picture_free(&wire);
    picture_free(&hues);
    ground_free(state, &g);
}

static void copies_join_without_a_gap(void **state)
{
    ground g = hills(state, (qx_terrain_desc){ .high = 40, .periodic = true });
    g.look.copies_x = g.look.copies_z = 3;
    for (int i = 0; i < 16; i++) {
        const float a = 0.4f * (float)i;
        g.look.error = i % 2 ? 4 : 20;
        const qx_space space =
            seen((qx_vec3){ 128 + 30 * cosf(a), 60 + (float)i, -128 + 30 * sinf(a) },
                 (qx_vec3){ 128, 0, -128 });
        picture taken = take(state, &space, &g);
        assert_int_equal(count_background(&taken), 0);
        picture_free(&taken);
    }
    g.look.copies_x = 1;
    const qx_space space = seen((qx_vec3){ 128, 90, -100 }, (qx_vec3){ 128, 0, -128 });
    picture taken = take(state, &space, &g);
    assert_true(count_background(&taken) > 1000);
    picture_free(&taken);
    ground_free(state, &g);
}

static void edits_look_like_new_land(void **state)
{
    for (int k = 0; k < 2; k++) {
        ground g = hills(state, (qx_terrain_desc){ .high = k ? 40 : 0 });
        const qx_space space = seen((qx_vec3){ 0, 70, 100 }, (qx_vec3){ 0, 0, 0 });
        picture first = take(state, &space, &g);
        static const qx_terrain_edit edits[] = {
            { .kind = QX_TERRAIN_RAISE, .x = 10, .z = 5, .radius = 25, .amount = 15 },
            { .kind = QX_TERRAIN_FLATTEN, .x = -40, .z = 30, .radius = 20, .amount = 20 },
            { .kind = QX_TERRAIN_CUT, .x = 0, .z = -30, .radius = 15 },
        };
        for (size_t i = 0; i < COUNT_OF(edits); i++) {
            qx_terrain_area area;
            assert_int_equal(qx_terrain_apply(g.terrain, &edits[i], &area), QX_OK);
            qx_terrain_lod_update(g.lod, &area);
            qx_land_update(render_of(state), g.land, &area);
        }
        picture edited = take(state, &space, &g);
        ground anew = g;
        assert_int_equal(qx_land_create(render_of(state), g.lod, NULL, &anew.land), QX_OK);
        picture fresh = take(state, &space, &anew);
        assert_true(picture_apart(&first, &edited) > 1);
        assert_int_equal(picture_worst(&edited, &fresh), 0);
        assert_true(count_background(&edited) > 20);
        picture_free(&first);
        picture_free(&edited);
        picture_free(&fresh);
        qx_land_destroy(render_of(state), anew.land);
        ground_free(state, &g);
    }
}

static void no_more_patches_than_allowed(void **state)
{
    ground g = hills(state, (qx_terrain_desc){ .high = 40 });
    const qx_space space = seen((qx_vec3){ 0, 50, 120 }, (qx_vec3){ 0, 0, 0 });
    g.look.error = 0.2f;
    picture all = take(state, &space, &g);
    const qx_land_count fine = qx_land_get_count(g.land);
    assert_true(fine.error == 0.2f && fine.patches > 60);
    g.look.patches = 40;
    picture few = take(state, &space, &g);
    const qx_land_count coarse = qx_land_get_count(g.land);
    assert_true(coarse.error > 0.2f && coarse.patches <= 40 && coarse.patches > 8);
    assert_true(picture_apart(&all, &few) < 12); // still the same land
    picture_free(&all);
    picture_free(&few);
    ground_free(state, &g);
}

// The house

static void bad_descriptions_are_refused(void **state)
{
    static const qx_land_desc bad[] = {
        { .shade_samples = 1 }, { .shade_samples = 8193 }, { .patches = 63 }, { .patches = 1000001 }
    };
    ground g = hills(state, (qx_terrain_desc){ .high = 40 });
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        qx_land *land = (qx_land *)1;
        assert_int_equal(qx_land_create(render_of(state), g.lod, &bad[i], &land), QX_BAD_VALUE);
        assert_null(land);
    }
    ground_free(state, &g);
    qx_land_destroy(render_of(state), NULL);
}

static void more_samples_than_textures_have_are_refused(void **state)
{
    qx_render *render = render_of(state);
    const uint32_t limit = render->texture_limit;
    ground g = hills(state, (qx_terrain_desc){ .high = 40 });
    render->texture_limit = SIDE - 1;
    qx_land *land = (qx_land *)1;
    assert_int_equal(qx_land_create(render, g.lod, NULL, &land), QX_TOO_LARGE);
    assert_null(land);
    render->texture_limit = limit;
    ground_free(state, &g);
}

static void creation_survives_missing_memory_and_drawing_takes_none(void **state)
{
    qx_render *render = render_of(state);
    ground g = hills(state, (qx_terrain_desc){ .high = 40 });
    const qx_allocator own = render->allocator;
    failing book;
    render->allocator = failing_after(&book, 0);
    ground other = g;
    assert_int_equal(qx_land_create(render, g.lod, NULL, &other.land), QX_NO_MEMORY);
    assert_null(other.land);
    render->allocator = failing_after(&book, 1);
    assert_int_equal(qx_land_create(render, g.lod, NULL, &other.land), QX_OK);
    const qx_space space = seen((qx_vec3){ 0, 50, 120 }, (qx_vec3){ 0, 0, 0 });
    other.look.water = other.look.wire = true;
    const qx_allocator counted = render->allocator;
    render->allocator = own; // the picture's target
    picture taken = take(state, &space, &other);
    render->allocator = counted;
    qx_land_update(render, other.land, &(qx_terrain_area){ 3, 3, 90, 90 });
    assert_int_equal(book.requests, 1);
    qx_land_destroy(render, other.land);
    assert_int_equal(book.live, 0);
    render->allocator = own;
    picture_free(&taken);
    ground_free(state, &g);
}

static void odd_looks_and_sizes_draw_something(void **state)
{
    static const float flat[4] = { 1, 1, 1, 1 };
    const qx_terrain_desc desc = {
        .samples = { .data = flat, .kind = QX_TERRAIN_F32, .columns = 2, .rows = 2 },
        .width = 100,
        .depth = 100
    };
    ground g = ground_of(state, &desc);
    const qx_space space = seen((qx_vec3){ 0, 20, 60 }, (qx_vec3){ 0, 0, 0 });
    const qx_land_look looks[] = {
        { .error = NAN },
        { .texture_size = -1 },
        { .water = true, .water_level = NAN },
        { .copies_x = 4000000000u },
        { .seconds = INFINITY },
        { .sand_below = NAN, .snow_above = -1e38f },
    };
    for (size_t i = 0; i < COUNT_OF(looks); i++) {
        g.look = looks[i];
        picture taken = take(state, &space, &g);
        assert_false(is_background(&taken, WIDTH / 2, HEIGHT / 2));
        picture_free(&taken);
    }
    qx_space_land(render_of(state), g.land, &g.look); // outside a space
    ground_free(state, &g);
}

typedef struct guest {
    const ground *g;
    const qx_solid *ball;
} guest;

static void draw_guest(qx_render *render, const void *user)
{
    const guest *it = user;
    if (it->ball)
        qx_space_solid(render, it->ball,
                       &(qx_solid_look){ .place = qx_mat4_place((qx_vec3){ -30, 30, 0 }, 12) });
    draw_land(render, it->g);
}

static void shadows_of_solids_fall_on_land(void **state)
{
    float *heights = calloc(SIDE * SIDE, sizeof *heights);
    assert_non_null(heights);
    const qx_terrain_desc desc = described(heights);
    ground g = ground_of(state, &desc);
    qx_solid *ball = space_ball(render_of(state), 12, (qx_vec3){ 1, 1, 1 });
    qx_space space = seen((qx_vec3){ 0, 150, 0.1f }, (qx_vec3){ 0, 0, 0 });
    space.sun = (qx_vec3){ -1, 1, 0 };
    space.shadow_reach = 80;
    const guest with = { &g, ball }, without = { &g, NULL };
    const qx_frame frame = space_frame(WIDTH, HEIGHT);
    picture a = space_take(render_of(state), frame, &space, NULL, draw_guest, &with);
    picture b = space_take(render_of(state), frame, &space, NULL, draw_guest, &without);
    assert_true(picture_mean(&a, 78, 58, 4, 4) < 0.6 * picture_mean(&b, 78, 58, 4, 4));
    assert_true(fabs(picture_mean(&a, 120, 58, 4, 4) - picture_mean(&b, 120, 58, 4, 4)) < 0.01);
    picture_free(&a);
    picture_free(&b);
    qx_solid_destroy(render_of(state), ball);
    ground_free(state, &g);
    free(heights);
}

#define TEST(name) cmocka_unit_test_teardown(name, gl_stage_check)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_shader_morphs_as_the_core_does),
        TEST(land_is_closed),
        TEST(land_lies_where_the_field_says),
        TEST(holes_are_seen_through),
        TEST(the_sun_reaches_what_it_sees),
        TEST(shade_is_darker_than_sun),
        TEST(thick_fog_is_the_sky_at_the_horizon),
        TEST(water_covers_what_is_low),
        TEST(wire_and_hues_show_the_levels),
        TEST(copies_join_without_a_gap),
        TEST(edits_look_like_new_land),
        TEST(no_more_patches_than_allowed),
        TEST(bad_descriptions_are_refused),
        TEST(more_samples_than_textures_have_are_refused),
        TEST(creation_survives_missing_memory_and_drawing_takes_none),
        TEST(odd_looks_and_sizes_draw_something),
        TEST(shadows_of_solids_fall_on_land),
    };
    int failed =
        cmocka_run_group_tests_name("land, OpenGL core", tests, gl_stage_core, gl_stage_close);
    failed += cmocka_run_group_tests_name("land, OpenGL ES, bytes", tests, gl_stage_es_bytes,
                                          gl_stage_close);
    return failed;
}
