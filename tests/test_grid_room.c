// SPDX-License-Identifier: MIT
// The grid room under scripted hands: every force by every device, buttons, sounds, and the same
// hash for the same input.
#include "net_drive.h"
#include "sound_grid.h"
#include "workers.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <inttypes.h>
#include <math.h>

// --- hands

// Pushes for half a second while moving a little to the right, lifts, and waits for what is
// launched on lifting.
static void assert_moves_net(room_play *p, void (*hold)(room_play *, float x, float y),
                             void (*lift)(room_play *), float x, float y)
{
    assert_true(net_moved_near(p, x, y, 100.0f) < 0.01f);
    for (int i = 0; i < 30; i++) {
        hold(p, x + 2.0f * (float)i, y);
        room_tick(p, 1);
    }
    lift(p);
    room_tick(p, 12);
    assert_true(net_moved_near(p, x + 30.0f, y, 120.0f) > 3.0f);
    assert_true(net_moved_near(p, 1200.0f, 660.0f, 20.0f) <
                net_moved_near(p, x + 30.0f, y, 120.0f));
    net_assert_finite(p);
}

static void hold_right(room_play *p, float x, float y)
{
    room_put(p, 0, x, y, 2);
}

// The cursor starts in the middle and moves as the stick says.
static void hold_key(room_play *p, float x, float y)
{
    (void)x, (void)y;
    p->input.held = ACTION_BIT(ACTION_PRIMARY);
    p->input.move_x = AXIS_FULL / 6;
}

static void lift_key(room_play *p)
{
    p->input.held = 0;
    p->input.move_x = 0;
}

static const struct {
    const char *name;
    void (*hold)(room_play *, float, float);
    void (*lift)(room_play *);
    float x, y;
} devices[] = {
    { "left button", room_hold_mouse, room_lift_mouse, 400.0f, 300.0f },
    { "right button", hold_right, room_lift_mouse, 400.0f, 300.0f },
    { "finger", room_hold_finger, room_lift_finger, 400.0f, 300.0f },
    { "key and stick", hold_key, lift_key, WIDTH / 2.0f, HEIGHT / 2.0f },
};

static void every_force_moves_the_net_by_every_device(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < GRID_KINDS; kind++)
        for (size_t d = 0; d < COUNT(devices); d++) {
            room_play p = room_open(&grid_room, "--calm");
            room_press(&p, (action)(ACTION_OPTION_1 + kind));
            assert_int_equal(p.grid->rules.tool, kind);
            print_message("%s by %s\n", grid_tool_title(kind), devices[d].name);
            assert_moves_net(&p, devices[d].hold, devices[d].lift, devices[d].x, devices[d].y);
            room_close(&p);
        }
}

// Mean motion away from a place, of points around it.
static float outward(const room_play *p, float x, float y, float radius)
{
    float sum = 0.0f;
    for (int i = 0; i < 16; i++) {
        const float ux = cosf(0.3926991f * (float)i), uy = sinf(0.3926991f * (float)i);
        const qx_vec3 d =
            qx_grid_sample_displacement(p->grid->net.grid, x + radius * ux, y + radius * uy);
        sum += d.x * ux + d.y * uy;
    }
    return sum / 16.0f;
}

static float outward_after(uint32_t kind, uint32_t button, bool swap)
{
    room_play p = room_open(&grid_room, "--calm");
    room_press(&p, (action)(ACTION_OPTION_1 + kind));
    if (swap) grid_press_button(p.grid, BUTTON_SWAP);
    room_put(&p, 0, 640.0f, 360.0f, button);
    room_tick(&p, 8);
    const float result = outward(&p, 640.0f, 360.0f, 60.0f);
    room_close(&p);
    return result;
}

static void the_right_button_does_the_opposite(void **state)
{
    (void)state;
    assert_true(outward_after(QX_GRID_EXPLODE, 1, false) > 1.0f);
    assert_true(outward_after(QX_GRID_EXPLODE, 2, false) < -1.0f);
    assert_true(outward_after(QX_GRID_IMPLODE, 1, false) < -1.0f);
    assert_true(outward_after(QX_GRID_IMPLODE, 2, false) > 1.0f);
    assert_true(outward_after(QX_GRID_EXPLODE, 1, true) < -1.0f);
    assert_true(outward_after(QX_GRID_IMPLODE, 2, true) < -1.0f);
}

static void a_drag_goes_along_the_motion(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    room_press(&p, ACTION_OPTION_3);
    for (int i = 0; i < 20; i++) {
        room_put(&p, 0, 500.0f, 300.0f + 8.0f * (float)i, 1);
        room_tick(&p, 1);
    }
    const qx_vec3 d = qx_grid_sample_displacement(p.grid->net.grid, 500.0f, 400.0f);
    assert_true(d.y > 5.0f);
    assert_true(fabsf(d.x) < 0.2f * d.y);
    room_close(&p);
}

static void several_fingers_push_at_once(void **state)
{
    (void)state;
    static const float places[4][2] = { { 250, 200 }, { 1000, 200 }, { 250, 520 }, { 1000, 520 } };
    room_play p = room_open(&grid_room, "--calm");
    for (uint32_t i = 0; i < 4; i++) room_put(&p, i + 1, places[i][0], places[i][1], 1);
    room_tick(&p, 6);
    for (uint32_t i = 0; i < 4; i++)
        assert_true(net_moved_near(&p, places[i][0], places[i][1], 60.0f) > 5.0f);
    assert_true(net_moved_near(&p, 640.0f, 360.0f, 40.0f) < 1.0f);
    room_close(&p);
}

static void a_shock_runs_outward_by_itself(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    room_press(&p, ACTION_OPTION_5);
    room_put(&p, 0, 640.0f, 360.0f, 1);
    room_tick(&p, 1);
    room_lift_mouse(&p);
    assert_true(net_moved_at(&p, 640.0f, 110.0f) < 0.01f);
    room_tick(&p, 34);
    assert_true(net_moved_near(&p, 640.0f, 110.0f, 40.0f) > 1.0f);
    room_close(&p);
}

static void a_wave_crosses_the_net_in_the_direction_of_the_drag(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    room_press(&p, ACTION_OPTION_7);
    room_put(&p, 0, 300.0f, 360.0f, 1);
    room_tick(&p, 2);
    room_put(&p, 0, 400.0f, 360.0f, 1);
    room_tick(&p, 2);
    room_lift_mouse(&p);
    room_tick(&p, 60);
    assert_true(qx_grid_sample_displacement(p.grid->net.grid, 700.0f, 360.0f).x > 5.0f);
    assert_true(fabsf(qx_grid_sample_displacement(p.grid->net.grid, 700.0f, 360.0f).y) < 1.0f);
    room_close(&p);
}

static uint32_t count_events(const room_play *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < GRID_EVENTS; i++) count += p->grid->rules.events[i].life > 0;
    return count;
}

static void the_aim_stick_shoots_and_bullets_leave(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    p.input.aim_x = AXIS_FULL;
    room_tick(&p, 20);
    assert_int_equal(count_events(&p), 5);
    assert_true(net_moved_near(&p, 800.0f, 360.0f, 60.0f) > 2.0f);
    p.input.aim_x = 0;
    room_tick(&p, 120);
    assert_int_equal(count_events(&p), 0);
    room_close(&p);
}

static void a_hovering_mouse_brushes_over_the_net(void **state)
{
    (void)state;
    room_play p = room_open(&grid_room, "--calm");
    for (int i = 0; i < 20; i++) {
        room_put(&p, 0, 500.0f + 12.0f * (float)i, 360.0f, 0);
        room_tick(&p, 1);
    }
    assert_true(net_moved_near(&p, 700.0f, 360.0f, 60.0f) > 1.0f);
    assert_true(net_moved_near(&p, 700.0f, 360.0f, 60.0f) < 20.0f);
    room_close(&p);
}

static void any_input_at_all_leaves_the_net_finite(void **state)
{
    (void)state;
    static const char *const words[] = { NULL, "--material=classic", "--points=16",
                                         "--preset=storm" };
    for (uint64_t seed = 0; seed < 12; seed++) {
        room_play p = room_open(&grid_room, words[seed % COUNT(words)]);
        qx_random random;
        qx_random_seed(&random, seed, 2);
        for (int t = 0; t < 400; t++) {
            for (uint32_t i = 0; i < POINTER_COUNT; i++)
                p.input.pointers[i] = (pointer){ (int32_t)qx_random_next(&random) >> (9 + i),
                                                 (int32_t)qx_random_next(&random) >> (9 + i),
                                                 qx_random_next(&random) & 7 };
            p.input.held = qx_random_next(&random) & qx_random_next(&random);
            p.input.pressed = qx_random_next(&random) & qx_random_next(&random) &
                              qx_random_next(&random) & ~ACTION_BIT(ACTION_MORE);
            p.input.move_x = (int16_t)qx_random_next(&random);
            p.input.aim_y = (int16_t)qx_random_next(&random);
            p.input.aim_by_pointer = qx_random_next(&random) & 1;
            room_tick(&p, 1);
        }
        net_assert_finite(&p);
        room_close(&p);
    }
}

// --- buttons

static void buttons_do_what_they_show_and_spare_the_net(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < GRID_KINDS; i++) {
        float x, y;
        room_play p = room_open(&grid_room, "--calm");
        grid_button_place(i, &x, &y);
        assert_int_equal(grid_button_at(x, y), i);
        room_put(&p, 1, x, y, 1);
        room_tick(&p, 10);
        assert_int_equal(p.grid->rules.tool, i);
        assert_true(net_unrest(&p) == 0.0);
        room_close(&p);
    }
    assert_int_equal(grid_button_at(640.0f, 360.0f), BUTTON_COUNT);
}

static void density_buttons_work_by_touch(void **state)
{
    (void)state;
    float x, y;
    room_play p = room_open(&grid_room, "--calm");
    grid_button_place(BUTTON_MORE, &x, &y);
    room_put(&p, 2, x, y, 1);
    room_tick(&p, 40);
    assert_int_equal(p.grid->net.points, 15000);
    p.input.pointers[2] = (pointer){ 0 };
    room_tick(&p, 1);
    grid_button_place(BUTTON_MATERIAL, &x, &y);
    room_put(&p, 2, x, y, 1);
    room_tick(&p, 40);
    assert_int_equal(p.grid->net.material, QX_GRID_CLASSIC);
    room_close(&p);
}

// --- sound

static void every_force_is_heard(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < GRID_KINDS; kind++) {
        room_play p = room_open(&grid_room, "--calm");
        p.services.sound = (sound *)&p; // never looked into: the calls end here
        room_press(&p, (action)(ACTION_OPTION_1 + kind));
        room_heard = (room_sounds){ 0 };
        room_hold_mouse(&p, 200.0f, 300.0f);
        room_tick(&p, 10);
        room_lift_mouse(&p);
        room_tick(&p, 2);
        assert_true(room_heard.played >= 1);
        assert_ptr_equal(room_heard.latest, &sound_grid[kind]);
        assert_true(room_heard.latest_pan < 0.0f);
        assert_int_equal(room_heard.held, 10);
        room_hold_mouse(&p, 1100.0f, 300.0f);
        room_tick(&p, 10);
        room_lift_mouse(&p);
        room_tick(&p, 2);
        assert_true(room_heard.latest_pan > 0.0f);
        assert_null(p.grid->sound); // not kept beyond the tick
        room_close(&p);
    }
}

// --- the same hash for the same input

static void script(tick_input *in, uint32_t t)
{
    *in = (tick_input){ .view_width = t < 500 ? WIDTH : 1000, .view_height = HEIGHT };
    in->pointers[0] = (pointer){ (int32_t)(3000 + 23 * t), (int32_t)(9000 - 7 * t), t / 40 % 3 };
    in->pointers[2] = (pointer){ (int32_t)(16000 - 20 * t), 5000, t / 60 % 2 };
    in->aim_by_pointer = t / 100 % 2;
    if (t % 45 == 44) in->pressed = ACTION_BIT(ACTION_NEXT);
    if (t == 120) in->pressed = ACTION_BIT(ACTION_MORE);
    if (t == 300) in->pressed = ACTION_BIT(ACTION_MODE);
    if (t / 50 % 4 == 3) in->aim_x = AXIS_FULL / 2, in->aim_y = -AXIS_FULL / 3;
    if (t / 70 % 3 == 2) in->move_x = -AXIS_FULL;
}

static uint64_t play_script(const qx_workers *given)
{
    room_play p = room_open(&grid_room, NULL);
    p.services.workers = given;
    for (uint32_t t = 0; t < 700; t++) {
        script(&p.input, t);
        room_tick(&p, 1);
    }
    net_assert_finite(&p);
    const uint64_t hash = room_hash(&p);
    room_close(&p);
    return hash;
}

// Whatever compiles it: where the rules change, this changes, and the scene's version with it.
#define SCRIPTED UINT64_C(0x623F476839F64225)

static void the_same_input_gives_the_same_hash(void **state)
{
    (void)state;
    workers *pool = workers_create(3);
    const uint64_t alone = play_script(NULL);
    if (alone != SCRIPTED) fail_msg("the script's hash is 0x%016" PRIX64, alone);
    assert_int_equal(play_script(NULL), alone);
    assert_int_equal(play_script(workers_get(pool)), alone);
    workers_destroy(pool);
}

static void the_hash_tells_rooms_apart(void **state)
{
    (void)state;
    room_play a = room_open(&grid_room, "--calm"), b = room_open(&grid_room, "--calm");
    room_tick(&a, 5), room_tick(&b, 5);
    assert_int_equal(room_hash(&a), room_hash(&b));
    b.input.move_x = 100;
    room_tick(&a, 1), room_tick(&b, 1);
    assert_true(room_hash(&a) != room_hash(&b));
    room_close(&a), room_close(&b);
}

static void counts_are_written_with_commas(void **state)
{
    (void)state;
    static const struct {
        uint32_t count;
        const char *text;
    } cases[] = { { 0, "0" },          { 999, "999" },           { 1000, "1,000" },
                  { 59984, "59,984" }, { 1000000, "1,000,000" }, { 1002003, "1,002,003" } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[16];
        grid_write_count(text, cases[i].count);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    room_gain_most = 1.5f; // nothing here is louder
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_force_moves_the_net_by_every_device),
        cmocka_unit_test(the_right_button_does_the_opposite),
        cmocka_unit_test(a_drag_goes_along_the_motion),
        cmocka_unit_test(several_fingers_push_at_once),
        cmocka_unit_test(a_shock_runs_outward_by_itself),
        cmocka_unit_test(a_wave_crosses_the_net_in_the_direction_of_the_drag),
        cmocka_unit_test(the_aim_stick_shoots_and_bullets_leave),
        cmocka_unit_test(a_hovering_mouse_brushes_over_the_net),
        cmocka_unit_test(any_input_at_all_leaves_the_net_finite),
        cmocka_unit_test(buttons_do_what_they_show_and_spare_the_net),
        cmocka_unit_test(density_buttons_work_by_touch),
        cmocka_unit_test(every_force_is_heard),
        cmocka_unit_test(the_same_input_gives_the_same_hash),
        cmocka_unit_test(the_hash_tells_rooms_apart),
        cmocka_unit_test(counts_are_written_with_commas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
