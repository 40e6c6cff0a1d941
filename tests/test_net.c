// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gl_picture.h"

#include <math.h>
#include <stdlib.h>

// The renderer's net, against the grid's own lines and by what must be seen.

enum { BLACK = 0x000000FF };

typedef struct points {
    uint32_t columns, rows;
    qx_vec3 *at;
} points;

static qx_render *render_of(void **state)
{
    return ((gl_stage *)*state)->render;
}

static points resting(uint32_t columns, uint32_t rows, const qx_view *over)
{
    points made = { columns, rows, malloc((size_t)columns * rows * sizeof(qx_vec3)) };
    assert_non_null(made.at);
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            made.at[(size_t)row * columns + column] = (qx_vec3){
                over->x + over->width * (float)column / (float)(columns - 1),
                over->y + over->height * (float)row / (float)(rows - 1),
                0,
            };
        }
    }
    return made;
}

static void draw_net(qx_render *render, const void *user)
{
    qx_render_net(render, user);
}

static picture take_net(void **state, uint32_t width, uint32_t height, const qx_view *view,
                        const qx_net *net)
{
    const qx_frame frame = { .width = width, .height = height, .view = *view, .background = BLACK };
    return picture_take(render_of(state), frame, draw_net, NULL, net);
}

static qx_net net_of(const points *shown)
{
    static uint64_t version;
    return (qx_net){
        .positions = shown->at, .columns = shown->columns, .rows = shown->rows, .version = ++version
    };
}

static void net_reaches_all_borders_at_any_shape(void **state)
{
    static const uint32_t sizes[][2] = { { 320, 240 }, { 1280, 720 }, { 3440, 1440 } };
    const qx_view view = { 0, 0, 1280, 720 };
    for (size_t i = 0; i < 3; i++) {
        const uint32_t width = sizes[i][0], height = sizes[i][1];
        const qx_view cover = qx_view_cover(&view, width, height);
        points rest = resting((uint32_t)(cover.width / 20), (uint32_t)(cover.height / 20), &cover);
        const qx_net net = net_of(&rest);
        picture taken = take_net(state, width, height, &view, &net);
        assert_true(picture_mean(&taken, 0, 0, width, 1) > 0.01);
        assert_true(picture_mean(&taken, 0, height - 1, width, 1) > 0.01);
        assert_true(picture_mean(&taken, 0, 0, 1, height) > 0.01);
        assert_true(picture_mean(&taken, width - 1, 0, 1, height) > 0.01);
        const double mean = picture_mean(&taken, 0, 0, width, height);
        assert_true(mean > 0.005 && mean < 0.2);
        picture_free(&taken);
        free(rest.at);
    }
}

static void net_at_rest_is_symmetric(void **state)
{
    const qx_view view = { 0, 0, 320, 200 };
    for (uint32_t columns = 20; columns < 24; columns++) {
        points rest = resting(columns, columns - 5, &view);
        const qx_net net = net_of(&rest);
        picture taken = take_net(state, 640, 400, &view, &net);
        for (uint32_t y = 0; y < 400; y += 7) {
            for (uint32_t x = 0; x < 320; x++) {
                assert_true(fabs(picture_top(&taken, x, y) - picture_top(&taken, 639 - x, y)) <
                            0.02);
                assert_true(fabs(picture_top(&taken, x, y) - picture_top(&taken, x, 399 - y)) <
                            0.02);
            }
        }
        picture_free(&taken);
        free(rest.at);
    }
}

static void every_third_line_from_the_middle_is_thick(void **state)
{
    const qx_view view = { 0, 0, 220, 200 };
    for (uint32_t columns = 10; columns < 14; columns++) {
        points rest = resting(columns, 6, &view);
        qx_net net = net_of(&rest);
        net.middle = -1;
        net.colour = 0xFFFFFF66;
        picture taken = take_net(state, 880, 800, &view, &net);
        for (uint32_t column = 1; column + 1 < columns; column++) {
            const uint32_t x = column * 880 / (columns - 1);
            const double cover =
                picture_mean(&taken, x - 20, 100, 40, 1) * 40 / 0.4; // between two rows
            assert_true(fabs(cover - (qx_grid_is_thick(column, columns) ? 12 : 4)) < 0.5);
        }
        picture_free(&taken);
        free(rest.at);
    }
}

static qx_grid *pushed_grid(void)
{
    qx_grid *grid;
    const qx_grid_desc desc = { .width = 640, .height = 360, .columns = 17, .rows = 10 };
    assert_int_equal(qx_grid_create(&desc, &grid), QX_OK);
    const qx_grid_push push = {
        .kind = QX_GRID_VORTEX, .x = 330, .y = 190, .radius = 150, .strength = 14
    };
    assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
    for (int tick = 0; tick < 6; tick++) {
        qx_grid_step(grid, NULL);
    }
    return grid;
}

typedef struct line_list {
    qx_line *lines;
    uint32_t count;
} line_list;

static line_list lines_of(const qx_grid *grid, float smooth)
{
    const qx_grid_line_desc desc = { .smooth = smooth };
    const uint32_t bound = qx_grid_bound_lines(grid, &desc);
    qx_grid_line *built = malloc(bound * sizeof *built);
    line_list list = { malloc(bound * sizeof *list.lines), 0 };
    assert_true(built && list.lines);
    list.count = qx_grid_build_lines(grid, &desc, built);
    for (uint32_t i = 0; i < list.count; i++) {
        list.lines[i] = (qx_line){ built[i].from, built[i].to, built[i].width, 1, 0x1E1E8B55 };
    }
    free(built);
    return list;
}

static void draw_list(qx_render *render, const void *user)
{
    const line_list *list = user;
    qx_render_lines(render, QX_BLEND_ADD, list->lines, list->count);
}

static picture take_grid_lines(void **state, const qx_grid *grid, const qx_view *view, float smooth)
{
    const qx_frame frame = { .width = 640, .height = 360, .view = *view, .background = BLACK };
    line_list list = lines_of(grid, smooth);
    picture taken = picture_take(render_of(state), frame, draw_list, NULL, &list);
    free(list.lines);
    return taken;
}

static void net_looks_like_the_grids_own_lines(void **state)
{
    qx_grid *grid = pushed_grid();
    const qx_view view = { 0, 0, 640, 360 };
    points moved = resting(17, 10, &view);
    qx_grid_build_positions(grid, moved.at, sizeof *moved.at);
    qx_net net = net_of(&moved);
    picture bent = take_net(state, 640, 360, &view, &net);
    net.smooth = -1;
    picture straight = take_net(state, 640, 360, &view, &net);
    picture bent_lines = take_grid_lines(state, grid, &view, 0);
    picture straight_lines = take_grid_lines(state, grid, &view, -1);
    assert_true(picture_mean(&bent, 0, 0, 640, 360) > 0.005);
    assert_true(picture_apart(&bent, &straight) > 0.2);
    assert_true(picture_apart(&bent, &bent_lines) < 0.02 * picture_apart(&bent, &straight));
    assert_true(picture_apart(&straight, &straight_lines) < 0.02 * picture_apart(&bent, &straight));
    picture_free(&bent);
    picture_free(&straight);
    picture_free(&bent_lines);
    picture_free(&straight_lines);
    free(moved.at);
    qx_grid_destroy(grid);
}

static void positions_go_up_when_the_version_moves(void **state)
{
    const qx_view view = { 0, 0, 320, 180 };
    points shown = resting(12, 8, &view);
    qx_net net = net_of(&shown);
    picture first = take_net(state, 320, 180, &view, &net);
    shown.at[3 * 12 + 5].x += 12;
    picture same = take_net(state, 320, 180, &view, &net);
    net.version = net_of(&shown).version;
    picture moved = take_net(state, 320, 180, &view, &net);
    assert_int_equal(picture_worst(&first, &same), 0);
    assert_true(picture_worst(&first, &moved) > 20);
    picture_free(&first);
    picture_free(&same);
    picture_free(&moved);
    free(shown.at);
}

static void blend_goes_from_before_to_positions(void **state)
{
    const qx_view view = { 0, 0, 320, 180 };
    points old = resting(12, 8, &view);
    points now = resting(12, 8, &view);
    points half = resting(12, 8, &view);
    now.at[3 * 12 + 5].y += 16;
    half.at[3 * 12 + 5].y += 8;
    static const float blends[] = { 0, 0.5f, 1 };
    const points *const expected[] = { &old, &half, &now };
    for (int i = 0; i < 3; i++) {
        const qx_net plain = net_of(expected[i]);
        qx_net blended = net_of(&now);
        blended.before = old.at;
        blended.blend = blends[i];
        picture a = take_net(state, 320, 180, &view, &plain);
        picture b = take_net(state, 320, 180, &view, &blended);
        assert_true(picture_worst(&a, &b) <= 2);
        picture_free(&a);
        picture_free(&b);
    }
    free(old.at);
    free(now.at);
    free(half.at);
}

static void what_is_pushed_far_takes_the_highlight(void **state)
{
    const qx_view view = { 0, 0, 320, 180 };
    points shown = resting(17, 10, &view);
    shown.at[4 * 17 + 8].y += 10;
    shown.at[4 * 17 + 8].z = 40;
    qx_net net = net_of(&shown);
    picture plain = take_net(state, 640, 360, &view, &net);
    net.highlight = 0xFF2020FF;
    picture lit = take_net(state, 640, 360, &view, &net);
    int red_near = 0, red_far = 0;
    for (uint32_t y = 0; y < 360; y++) {
        for (uint32_t x = 0; x < 640; x++) {
            const int more = picture_byte(&lit, x, y, 0) - picture_byte(&plain, x, y, 0);
            const bool near = abs((int)x - 320) < 70 && abs((int)y - 180) < 70;
            if (near && more > red_near) red_near = more;
            if (!near && more > red_far) red_far = more;
        }
    }
    assert_true(red_near > 80);
    assert_true(red_far < 3);
    picture_free(&plain);
    picture_free(&lit);
    free(shown.at);
}

static void dense_nets_keep_their_light_and_their_border(void **state)
{
    static const uint32_t columns[] = { 61, 160, 326, 700, 1333, 2600 };
    const qx_view view = { 0, 0, 1280, 720 };
    double first = 0;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        points rest = resting(columns[i], columns[i] * 9 / 16, &view);
        const qx_net net = net_of(&rest);
        picture taken = take_net(state, 640, 360, &view, &net);
        const double mean = picture_mean(&taken, 40, 40, 560, 280);
        if (i == 0) first = mean;
        assert_true(mean > 0.7 * first && mean < 1.4 * first);
        assert_true(picture_mean(&taken, 0, 0, 640, 1) > 0.005);
        assert_true(picture_mean(&taken, 0, 359, 640, 1) > 0.005);
        assert_true(picture_mean(&taken, 0, 0, 1, 360) > 0.005);
        assert_true(picture_mean(&taken, 639, 0, 1, 360) > 0.005);
        picture_free(&taken);
        free(rest.at);
    }
}

static void small_and_narrow_nets_are_drawn(void **state)
{
    static const uint32_t counts[][2] = { { 2, 2 },    { 2, 3 }, { 1000, 2 },
                                          { 2, 5000 }, { 3, 3 }, { 4, 4 } };
    const qx_view view = { 0, 0, 100, 100 };
    for (size_t i = 0; i < 6; i++) {
        points rest = resting(counts[i][0], counts[i][1], &view);
        const qx_net net = net_of(&rest);
        picture taken = take_net(state, 100, 100, &view, &net);
        assert_true(picture_mean(&taken, 0, 0, 100, 1) > 0.0005);
        assert_true(picture_mean(&taken, 0, 0, 1, 100) > 0.0005);
        picture_free(&taken);
        free(rest.at);
    }
}

static void impossible_nets_are_ignored(void **state)
{
    const qx_view view = { 0, 0, 100, 100 };
    points rest = resting(4, 4, &view);
    const qx_net bad[] = {
        { .positions = NULL, .columns = 4, .rows = 4, .version = 1 },
        { .positions = rest.at, .columns = 1, .rows = 4, .version = 1 },
        { .positions = rest.at, .columns = 4, .rows = 0, .version = 1 },
        { .positions = rest.at, .columns = 65536, .rows = 65536, .version = 1 },
        { .positions = rest.at, .columns = 4097, .rows = 4096, .version = 1 },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        picture taken = take_net(state, 100, 100, &view, &bad[i]);
        assert_true(picture_mean(&taken, 0, 0, 100, 100) < 1e-3);
        picture_free(&taken);
    }
    free(rest.at);
}

int main(void)
{
#define DRAWN(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest tests[] = {
        DRAWN(net_reaches_all_borders_at_any_shape),
        DRAWN(net_at_rest_is_symmetric),
        DRAWN(every_third_line_from_the_middle_is_thick),
        DRAWN(net_looks_like_the_grids_own_lines),
        DRAWN(positions_go_up_when_the_version_moves),
        DRAWN(blend_goes_from_before_to_positions),
        DRAWN(what_is_pushed_far_takes_the_highlight),
        DRAWN(dense_nets_keep_their_light_and_their_border),
        DRAWN(small_and_narrow_nets_are_drawn),
        DRAWN(impossible_nets_are_ignored),
    };
    return cmocka_run_group_tests_name("core", tests, gl_stage_core, gl_stage_close) +
           cmocka_run_group_tests_name("ES", tests, gl_stage_es, gl_stage_close) +
           cmocka_run_group_tests_name("core, bytes", tests, gl_stage_core_bytes, gl_stage_close) +
           cmocka_run_group_tests_name("ES, bytes", tests, gl_stage_es_bytes, gl_stage_close);
}
