// SPDX-License-Identifier: MIT
// What the menu looks like, measured: lit where something stands, dark where nothing does, never a
// flash.
#include "gl_context.h"
#include "menu_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t sizes[][2] = {
    { 1280, 720 }, { 640, 360 }, { 320, 240 }, { 3440, 1440 }, { 540, 960 }
};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static gl_context context;
static qx_render *render;

// The linker leads our malloc and calloc through here (--wrap); the driver's are its own.
static uint32_t allocations;
static uint32_t failing = UINT32_MAX;

void *__real_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_calloc(size_t count, size_t size)
{
    return allocations++ == failing ? NULL : __real_calloc(count, size);
}

void *__wrap_malloc(size_t size)
{
    return allocations++ == failing ? NULL : __real_malloc(size);
}

static int open_context(void **state)
{
    (void)state;
    return gl_context_open(&context, GL_DIALECT_CORE) &&
                   qx_render_create(NULL, &render, NULL) == QX_OK
               ? 0
               : 1;
}

static int close_context(void **state)
{
    (void)state;
    qx_render_destroy(render);
    gl_context_close(&context);
    return 0;
}

// A menu and the picture it is drawn into
typedef struct screen {
    menu_drive drive;
    qx_target *target;
    uint8_t *pixels;
    uint32_t width, height;
} screen;

static void open_screen(screen *s, const uint32_t size[2])
{
    s->width = size[0];
    s->height = size[1];
    drive_start(&s->drive, s->width, s->height);
    s->pixels = malloc((size_t)s->width * s->height * 3);
    assert_non_null(s->pixels);
    assert_int_equal(qx_target_create(render, s->width, s->height, &s->target), QX_OK);
}

static void close_screen(screen *s)
{
    qx_target_destroy(render, s->target);
    free(s->pixels);
    drive_stop(&s->drive);
}

// The view is a scene's and as odd as one: the menu must not care.
static void draw_screen(screen *s, uint32_t background)
{
    const qx_frame frame = { .width = s->width,
                             .height = s->height,
                             .framebuffer = qx_target_framebuffer(s->target),
                             .view = { -100.0f, 50.0f, 300.0f, 400.0f },
                             .background = background,
                             .bloom = 1.0f };
    const scene_canvas canvas = {
        .render = render, .view = frame.view, .width = s->width, .height = s->height
    };
    qx_render_begin(render, &frame);
    menu_draw_scene(s->drive.menu, &canvas);
    qx_render_compose(render);
    menu_draw_overlay(s->drive.menu, &canvas);
    qx_render_end(render);
    qx_target_read(render, s->target, s->pixels);
}

static float light_at(const screen *s, uint32_t x, uint32_t y)
{
    const uint8_t *p = s->pixels + 3 * ((size_t)y * s->width + x);
    return (0.2126f * (float)p[0] + 0.7152f * (float)p[1] + 0.0722f * (float)p[2]) / 255.0f;
}

// Of a rectangle in layout units.
typedef struct light {
    float mean, most;
} light;

static light measure(const screen *s, float x0, float y0, float x1, float y1)
{
    const layout l = menu_layout(s->drive.menu, s->width, s->height);
    const float unit = l.zoom * (float)s->height / 720.0f;
    const uint32_t left = (uint32_t)fmaxf(x0 * unit, 0.0f), top = (uint32_t)fmaxf(y0 * unit, 0.0f);
    const uint32_t right = (uint32_t)fminf(x1 * unit, (float)s->width);
    const uint32_t bottom = (uint32_t)fminf(y1 * unit, (float)s->height);
    light found = { 0.0f, 0.0f };
    assert_true(left < right && top < bottom);
    for (uint32_t y = top; y < bottom; y++) {
        for (uint32_t x = left; x < right; x++) {
            found.mean += light_at(s, x, y);
            found.most = fmaxf(found.most, light_at(s, x, y));
        }
    }
    found.mean /= (float)((right - left) * (bottom - top));
    return found;
}

static light measure_all(const screen *s)
{
    const layout l = menu_layout(s->drive.menu, s->width, s->height);
    return measure(s, 0.0f, 0.0f, l.width, l.height);
}

static light measure_row(const screen *s, uint32_t index)
{
    const layout l = menu_layout(s->drive.menu, s->width, s->height);
    const row_info r = menu_row(s->drive.menu, index);
    const float top =
        l.content_top - s->drive.menu->motion.scroll + menu_row_top(s->drive.menu, &l, index);
    return measure(s, l.left, top, l.right, top + menu_row_height(&l, &r));
}

static void open_page(screen *s, menu_page page)
{
    menu_drive *d = &s->drive;
    if (page == MENU_PAUSE) menu_set_paused_scene(d->menu, scenes[0]);
    menu_open(d->menu, page == MENU_PAUSE ? MENU_PAUSE : MENU_MAIN);
    if (page == MENU_SETTINGS || page == MENU_KEYS) drive_choose(d, "Settings");
    if (page == MENU_KEYS) drive_choose(d, "Keys and buttons");
    if (page == MENU_SCORES) drive_choose(d, "Scores");
    if (page == MENU_NAME) menu_ask_name(d->menu, scenes[2], 2, 1234567, "Ada Lovelace", MENU_MAIN);
    if (page == MENU_PROBLEM)
        menu_report(
            d->menu,
            "/home/player/of/a/rather/long/name/.local/share/quincunx/settings was damaged: its "
            "checksum does not fit. It was set aside and a new one will be made.");
    drive_wait(d, 1.5f);
}

static const menu_page pages[] = { MENU_MAIN,   MENU_PAUSE, MENU_SETTINGS, MENU_KEYS,
                                   MENU_SCORES, MENU_NAME,  MENU_PROBLEM };
enum { PAGES = sizeof pages / sizeof pages[0] };

static void every_page_is_drawn_inside_the_picture(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SIZES * PAGES; i++) {
        screen s;
        open_screen(&s, sizes[i / PAGES]);
        open_page(&s, pages[i % PAGES]);
        draw_screen(&s, 0);
        const layout l = menu_layout(s.drive.menu, s.width, s.height);
        const light all = measure_all(&s);
        assert_true(all.most > 0.75f);                     // words are bright
        assert_true(all.mean > 0.015f && all.mean < 0.3f); // on a dark ground
        const float rim = 8.0f;
        assert_true(measure(&s, 0.0f, 0.0f, rim, l.height).most < 0.2f);
        assert_true(measure(&s, l.width - rim, 0.0f, l.width, l.height).most < 0.2f);
        assert_true(measure(&s, 0.0f, 0.0f, l.width, rim).most < 0.2f);
        assert_true(measure(&s, 0.0f, l.height - rim, l.width, l.height).most < 0.2f);
        close_screen(&s);
    }
}

static void the_name_is_lit(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SIZES; i++) {
        screen s;
        open_screen(&s, sizes[i]);
        open_page(&s, MENU_MAIN);
        draw_screen(&s, 0);
        const layout l = menu_layout(s.drive.menu, s.width, s.height);
        const light name =
            l.wide ? measure(&s, l.side_left, 0.5f * l.height, l.side_right, 0.8f * l.height)
                   : measure(&s, l.left, l.top - 94.0f, l.right, l.top - 10.0f);
        assert_true(name.most > 0.85f);
        assert_true(name.mean > 0.03f);
        close_screen(&s);
    }
}

static void the_selected_row_is_the_brightest(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SIZES; i++) {
        screen s;
        open_screen(&s, sizes[i]);
        open_page(&s, MENU_PAUSE);
        for (uint32_t chosen = 0; chosen < menu_row_count(s.drive.menu); chosen++) {
            draw_screen(&s, 0);
            const light selected = measure_row(&s, chosen);
            for (uint32_t other = 0; other < menu_row_count(s.drive.menu); other++)
                if (other != chosen)
                    assert_true(selected.mean > 1.5f * measure_row(&s, other).mean);
            drive_move(&s.drive, 0, 1);
            drive_wait(&s.drive, 1.0f);
        }
        close_screen(&s);
    }
}

static void a_bright_scene_behind_leaves_words_legible(void **state)
{
    (void)state;
    for (uint32_t p = 1; p < PAGES; p++) {
        screen s;
        open_screen(&s, sizes[1]);
        open_page(&s, pages[p]);
        draw_screen(&s, 0xFFFFFFFF);
        const layout l = menu_layout(s.drive.menu, s.width, s.height);
        assert_true(measure(&s, 0.0f, 0.0f, 6.0f, l.height).most < 0.4f);
        assert_true(measure_all(&s).most > 0.8f);
        close_screen(&s);
    }
}

// What is pressed in which frame; everything between is waiting.
static void press_in_frame(menu_drive *d, int frame)
{
    if (frame % 30 == 20) d->input.dy = 1;
    if (frame == 115) d->menu->selected = drive_find(d, "Settings");
    if (frame == 120) d->input.confirm = true;
    if (frame == 160) d->input.dx = -1;
    if (frame == 200) d->input.back = true;
    if (frame == 240) menu_report(d->menu, "A word in between.");
    if (frame == 280) d->input.confirm = true;
}

// From one sixtieth of a second to the next the picture as a whole hardly changes, whatever is
// pressed.
static void nothing_flashes(void **state)
{
    (void)state;
    screen s;
    float before = -1.0f;
    open_screen(&s, sizes[2]);
    menu_open(s.drive.menu, MENU_MAIN);
    for (int frame = 0; frame < 320; frame++) {
        press_in_frame(&s.drive, frame);
        drive_step(&s.drive);
        draw_screen(&s, 0);
        const float now = measure_all(&s).mean;
        if (before >= 0.0f) assert_true(fabsf(now - before) < 0.02f);
        before = now;
    }
    close_screen(&s);
}

static void a_frame_allocates_nothing(void **state)
{
    (void)state;
    for (uint32_t p = 0; p < PAGES; p++) {
        screen s;
        open_screen(&s, sizes[1]);
        open_page(&s, pages[p]);
        draw_screen(&s, 0);
        allocations = 0;
        for (int i = 0; i < 3; i++) {
            drive_move(&s.drive, i - 1, 1);
            draw_screen(&s, 0);
        }
        assert_int_equal(allocations, 0);
        close_screen(&s);
    }
}

static void memory_that_lacks_gives_null(void **state)
{
    (void)state;
    settings some;
    settings_defaults(&some);
    allocations = 0;
    menu_destroy(menu_create(&some, NULL));
    const uint32_t needed = allocations;
    assert_true(needed > 0);
    for (uint32_t n = 0; n < needed; n++) {
        allocations = 0;
        failing = n;
        menu *m = menu_create(&some, NULL);
        failing = UINT32_MAX;
        assert_null(m);
    }
    menu_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_page_is_drawn_inside_the_picture),
        cmocka_unit_test(the_name_is_lit),
        cmocka_unit_test(the_selected_row_is_the_brightest),
        cmocka_unit_test(a_bright_scene_behind_leaves_words_legible),
        cmocka_unit_test(nothing_flashes),
        cmocka_unit_test(a_frame_allocates_nothing),
        cmocka_unit_test(memory_that_lacks_gives_null),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
