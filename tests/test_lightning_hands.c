// SPDX-License-Identifier: MIT
// Hands in the lightning room: marks dragged, set and taken away by every device, in one picture
// and in two side by side, and the column.
#include "lightning_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

// --- hands

static const struct {
    const char *name;
    void (*hold)(room_play *, float, float);
    void (*lift)(room_play *);
} devices[] = { { "mouse", room_hold_mouse, room_lift_mouse },
                { "finger", room_hold_finger, room_lift_finger } };

static void marks_follow_a_drag_and_stay_there(void **state)
{
    (void)state;
    for (size_t d = 0; d < COUNT(devices); d++) {
        room_play p = room_open(&lightning_room, "--preset=cage");
        for (uint32_t kind = MARK_START; kind <= MARK_BOX; kind++) {
            const lightning_mark *m = lightning_mark_of(p.lightning, (lightning_kind)kind, 0);
            const float x = m->x, y = m->y;
            for (int i = 0; i <= 40; i++) {
                devices[d].hold(&p, x + 2.0f * (float)i, y - 1.0f * (float)i);
                room_tick(&p, 1);
            }
            assert_int_equal(m->held, 1);
            devices[d].lift(&p);
            room_tick(&p, 2);
            assert_int_equal(m->held, 0);
            print_message("%s: mark %u went to %.0f %.0f\n", devices[d].name, kind, (double)m->x,
                          (double)m->y);
            assert_true(fabsf(m->x - x - 80.0f) < 45.0f); // obstacles may be in the way of ends
            assert_true(fabsf(m->y - y + 40.0f) < 45.0f);
        }
        room_close(&p);
    }
}

static void bolts_end_at_the_hand_that_drags(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=strike");
    const lightning_mark *m = lightning_mark_of(p.lightning, MARK_TARGET, 0);
    room_hold_mouse(&p, m->x, m->y);
    room_tick(&p, 1);
    for (int t = 0; t < 400; t++) {
        const float x = 900.0f + 0.5f * (float)t;
        room_hold_mouse(&p, x, 500.0f);
        room_tick(&p, 1);
        for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
            const lightning_strike *s = &p.lightning->strikes[i];
            if (!s->used || !s->alive) continue;
            assert_true(fabsf(s->ends[1].x - x) < 0.1f && fabsf(s->ends[1].y - 500.0f) < 0.1f);
        }
    }
    room_close(&p);
}

static void the_cursor_drags_as_well(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=arc");
    const lightning_mark *m = lightning_mark_of(p.lightning, MARK_START, 0);
    room_put(&p, 0, m->x, m->y, 0);
    room_tick(&p, 1);
    const float x = m->x;
    p.input.held = ACTION_BIT(ACTION_PRIMARY);
    room_tick(&p, 1);
    p.input.move_x = AXIS_FULL;
    room_tick(&p, 30);
    print_message("from %.0f to %.0f\n", (double)x, (double)m->x);
    assert_true(m->x > x + 100.0f);
    p.input.held = 0;
    p.input.move_x = 0;
    room_tick(&p, 1);
    assert_int_equal(m->held, 0);
    room_close(&p);
}

static void the_second_button_sets_obstacles_and_takes_them_away(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=strike");
    room_put(&p, 0, 700.0f, 400.0f, 2);
    room_tick(&p, 5);
    assert_int_equal(lightning_count_marks(p.lightning, MARK_BALL), 1);
    assert_true(p.lightning->rules.values[PARAM_GROWTH] == (float)QX_BOLT_BREAKDOWN);
    room_lift_mouse(&p);
    room_tick(&p, 1);
    room_put(&p, 0, 705.0f, 396.0f, 2);
    room_tick(&p, 5);
    assert_int_equal(lightning_count_marks(p.lightning, MARK_BALL), 0);
    room_lift_mouse(&p);
    room_close(&p);
}

static void the_last_ends_cannot_be_taken_away(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=strike");
    for (uint32_t kind = MARK_START; kind <= MARK_TARGET; kind++) {
        const lightning_mark *m = lightning_mark_of(p.lightning, (lightning_kind)kind, 0);
        room_put(&p, 0, m->x, m->y, 2);
        room_tick(&p, 3);
        room_lift_mouse(&p);
        room_tick(&p, 1);
        assert_int_equal(lightning_count_marks(p.lightning, (lightning_kind)kind), 1);
    }
    room_close(&p);
}

static void the_chain_takes_in_new_targets(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=chain");
    const uint32_t before = lightning_count_marks(p.lightning, MARK_TARGET);
    room_put(&p, 0, 1000.0f, 640.0f, 2);
    room_tick(&p, 1);
    room_lift_mouse(&p);
    assert_int_equal(lightning_count_marks(p.lightning, MARK_TARGET), before + 1);
    room_tick(&p, 120);
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &p.lightning->strikes[i];
        if (!s->used || !s->alive) continue;
        assert_int_equal(s->end_count, before + 2);
        assert_true(fabsf(s->ends[before + 1].x - 1000.0f) < 1.0f);
    }
    room_close(&p);
}

static void marks_run_out_without_harm(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=chain");
    for (int i = 0; i < 150; i++) {
        room_put(&p, 0, 300.0f + 61.0f * (float)(i % 15), 70.0f + 62.0f * (float)(i / 15), 2);
        room_tick(&p, 1);
        room_lift_mouse(&p);
        room_tick(&p, 1);
    }
    room_tick(&p, 120);
    lightning_assert_sound(&p);
    assert_true(lightning_count_lit(&p) > 0);
    room_close(&p);
}

static void a_press_on_empty_ground_strikes_there(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=strike");
    room_hold_mouse(&p, 900.0f, 300.0f);
    room_tick(&p, 3);
    bool found = false;
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &p.lightning->strikes[i];
        if (!s->used || s->source != LIGHTNING_HAND_SOURCE) continue;
        found = true;
        assert_true(s->ends[1].x == 900.0f && s->ends[1].y == 300.0f);
    }
    assert_true(found);
    room_lift_mouse(&p);
    room_tick(&p, 60);
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++)
        assert_false(p.lightning->strikes[i].used &&
                     p.lightning->strikes[i].source == LIGHTNING_HAND_SOURCE);
    room_close(&p);
}

// The sine of how far the nearest filament's end is off the direction to a place.
static float off_direction(const room_play *p, float x, float y)
{
    float nearest = 2.0f;
    const lightning_mark *m = lightning_mark_of(p->lightning, MARK_START, 0);
    const float length = sqrtf((x - m->x) * (x - m->x) + (y - m->y) * (y - m->y));
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &p->lightning->strikes[i];
        if (!s->used || !s->alive) continue;
        const float ex = s->ends[1].x - m->x, ey = s->ends[1].y - m->y;
        const float reach = sqrtf(ex * ex + ey * ey);
        if (ex * (x - m->x) + ey * (y - m->y) <= 0.0f) continue;
        nearest = fminf(nearest, fabsf(ex * (y - m->y) - ey * (x - m->x)) / (reach * length));
    }
    return nearest;
}

static void filaments_follow_the_pointer(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=globe");
    for (int turn = 0; turn < 8; turn++) {
        const float x = 691.0f + 200.0f * cosf(0.785f * (float)turn);
        const float y = 338.0f + 200.0f * sinf(0.785f * (float)turn);
        room_hold_mouse(&p, x, y);
        room_tick(&p, 90);
        assert_true(off_direction(&p, x, y) < 0.12f);
    }
    room_lift_mouse(&p);
    room_close(&p);
}

// --- two pictures side by side

static void either_picture_is_dragged_where_it_shows(void **state)
{
    (void)state;
    for (uint32_t side = 0; side < 2; side++) {
        lightning_pane panes[2];
        room_play p = room_open(&lightning_room, "--preset=arc");
        p.lightning->rules.compare = 1;
        room_tick(&p, 1);
        assert_int_equal(lightning_panes(p.lightning, true, panes), 2);
        const lightning_pane *pane = &panes[side];
        const lightning_mark *m = lightning_mark_of(p.lightning, MARK_TARGET, 0);
        room_hold_mouse(&p, pane->x + pane->scale * m->x, pane->y + pane->scale * m->y);
        room_tick(&p, 1);
        assert_int_equal(m->held, 1);
        room_hold_mouse(&p, pane->x + pane->scale * 800.0f, pane->y + pane->scale * 200.0f);
        room_tick(&p, 2);
        assert_true(fabsf(m->x - 800.0f) < 0.2f && fabsf(m->y - 200.0f) < 0.2f);
        room_lift_mouse(&p);
        room_tick(&p, 1);
        room_close(&p);
    }
}

static void beside_the_pictures_the_nearest_place_counts(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=strike");
    p.lightning->rules.compare = 1;
    room_hold_mouse(&p, 300.0f, 700.0f);
    room_tick(&p, 1);
    const lightning_strike *s = p.lightning->strikes;
    while (!s->used || s->source != LIGHTNING_HAND_SOURCE) s++;
    assert_true(s->ends[1].x > 0.0f && s->ends[1].x < 300.0f);
    assert_true(s->ends[1].y == (float)HEIGHT);
    room_lift_mouse(&p);
    room_tick(&p, 1);
    room_close(&p);
}

// --- the column

static void rows_are_pressed_and_drawn_by_hand(void **state)
{
    (void)state;
    for (size_t d = 0; d < COUNT(devices); d++) {
        room_play p = room_open(&lightning_room, "--preset=storm");
        const float y = LIGHTNING_ROW_TOP + LIGHTNING_ROW_STEP * (ROW_PARAM + 2 + 0.5f);
        assert_int_equal(lightning_row_param(p.lightning, ROW_PARAM + 2), PARAM_GENERATIONS);
        devices[d].hold(&p, LIGHTNING_ROW_LEFT, y);
        room_tick(&p, 1);
        assert_true(p.lightning->rules.values[PARAM_GENERATIONS] == 1.0f);
        devices[d].hold(&p, 900.0f, 300.0f); // beyond the end, and off the row
        room_tick(&p, 1);
        assert_true(p.lightning->rules.values[PARAM_GENERATIONS] == 10.0f);
        assert_int_equal(p.lightning->rules.row, ROW_PARAM + 2);
        devices[d].lift(&p);
        room_tick(&p, 1);
        room_close(&p);
    }
}

static void every_parameter_is_reached_by_keys_alone(void **state)
{
    (void)state;
    bool changed[PARAM_COUNT] = { false };
    room_play p = room_open(&lightning_room, "--preset=storm");
    for (uint32_t page = 0; page < LIGHTNING_PAGES; page++) {
        for (uint32_t row = 0; row < lightning_row_count(p.lightning); row++) {
            const uint32_t param = lightning_row_param(p.lightning, p.lightning->rules.row);
            if (param < PARAM_COUNT) {
                const float before = p.lightning->rules.values[param];
                room_press(&p, ACTION_MORE);
                room_press(&p, ACTION_LESS);
                room_press(&p, ACTION_LESS);
                changed[param] = p.lightning->rules.values[param] < before ||
                                 p.lightning->rules.values[param] > before ||
                                 before == lightning_param_low(param);
            }
            room_press(&p, ACTION_NEXT);
        }
        while (p.lightning->rules.row != ROW_PAGE) room_press(&p, ACTION_PREVIOUS);
        room_press(&p, ACTION_MORE);
    }
    assert_int_equal(p.lightning->rules.page, 0);
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        if (!changed[i]) fail_msg("%s stayed", lightning_param_title(i));
    room_close(&p);
}

static void the_aim_stick_walks_about_in_the_column(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=storm");
    p.input.aim_y = AXIS_FULL;
    room_tick(&p, 1);
    assert_int_equal(p.lightning->rules.row, 1);
    room_tick(&p, 8);
    assert_int_equal(p.lightning->rules.row, 1); // held, it goes on only after a while
    room_tick(&p, 12);
    assert_true(p.lightning->rules.row > 1);
    p.input.aim_y = 0;
    room_tick(&p, 1);
    p.input.aim_x = AXIS_FULL;
    const float before =
        p.lightning->rules.values[lightning_row_param(p.lightning, p.lightning->rules.row)];
    room_tick(&p, 1);
    assert_true(
        p.lightning->rules.values[lightning_row_param(p.lightning, p.lightning->rules.row)] !=
        before);
    room_close(&p);
}

static void keys_do_what_the_hints_say(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=storm");
    room_press(&p, ACTION_OPTION_7);
    assert_int_equal(p.lightning->rules.compare, 1);
    room_press(&p, ACTION_OPTION_8);
    assert_true(p.lightning->rules.values[PARAM_DRAWN] == (float)DRAWN_RIBBON);
    const float growth = p.lightning->rules.values[PARAM_GROWTH];
    room_press(&p, ACTION_MODE);
    assert_true(p.lightning->rules.values[PARAM_GROWTH] ==
                lightning_param_step(PARAM_GROWTH, growth, 1));
    p.lightning->rules.values[PARAM_HALO] = 7.0f;
    room_press(&p, ACTION_RESET);
    assert_true(p.lightning->rules.values[PARAM_HALO] > 20.0f);
    assert_true(p.lightning->rules.values[PARAM_DRAWN] == (float)DRAWN_RIBBON); // stays as chosen
    room_close(&p);
}

// A slider of the times in the hand does not strike at each of its steps.
static void strikes_wait_until_a_slider_of_times_rests(void **state)
{
    (void)state;
    room_play p = room_open(&lightning_room, "--preset=storm");
    p.lightning->rules.page = 4;
    const uint32_t epoch = p.lightning->rules.epoch;
    const float y = LIGHTNING_ROW_TOP + LIGHTNING_ROW_STEP * (ROW_PARAM + 0.5f);
    assert_int_equal(lightning_row_param(p.lightning, ROW_PARAM), PARAM_PERIOD);
    for (int t = 0; t < 60; t++) {
        room_hold_mouse(&p, LIGHTNING_ROW_LEFT + 3.0f * (float)t, y);
        room_tick(&p, 1);
    }
    assert_int_equal(p.lightning->rules.epoch, epoch);
    room_lift_mouse(&p);
    room_tick(&p, 20);
    assert_true(p.lightning->rules.epoch > epoch);
    assert_true(p.lightning->rules.timing[PARAM_PERIOD] == p.lightning->rules.values[PARAM_PERIOD]);
    room_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_follow_a_drag_and_stay_there),
        cmocka_unit_test(bolts_end_at_the_hand_that_drags),
        cmocka_unit_test(the_cursor_drags_as_well),
        cmocka_unit_test(the_second_button_sets_obstacles_and_takes_them_away),
        cmocka_unit_test(the_last_ends_cannot_be_taken_away),
        cmocka_unit_test(the_chain_takes_in_new_targets),
        cmocka_unit_test(marks_run_out_without_harm),
        cmocka_unit_test(a_press_on_empty_ground_strikes_there),
        cmocka_unit_test(filaments_follow_the_pointer),
        cmocka_unit_test(either_picture_is_dragged_where_it_shows),
        cmocka_unit_test(beside_the_pictures_the_nearest_place_counts),
        cmocka_unit_test(rows_are_pressed_and_drawn_by_hand),
        cmocka_unit_test(every_parameter_is_reached_by_keys_alone),
        cmocka_unit_test(the_aim_stick_walks_about_in_the_column),
        cmocka_unit_test(keys_do_what_the_hints_say),
        cmocka_unit_test(strikes_wait_until_a_slider_of_times_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
