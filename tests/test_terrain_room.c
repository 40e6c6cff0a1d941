// SPDX-License-Identifier: MIT
// The terrain room: files and words, controls, any input at all, recordings.
#include "fresh_folder.h"
#include "options.h"
#include "sound_terrain.h"
#include "stage.h"
#include "terrain_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- words

static void words_set_what_they_name(void **state)
{
    (void)state;
    static const char *const words[] = { "--samples=65", "--shape=island", "--sun=40.5",
                                         "--repeat=5",   "--tool=smooth",  "--way=orbit",
                                         "--width=300",  "--high=60",      "--low=-20",
                                         "--chance=17",  "--still" };
    char problem[256];
    room_play p;
    assert_true(room_try_open(&p, &terrain_room, words, COUNT(words), problem));
    const terrain_play *r = terrain_of(&p);
    assert_int_equal(r->map.info.columns, 65);
    assert_true(r->map.info.width == 300.0f);
    assert_true(r->map.info.lowest == -20.0f && r->map.info.highest == 60.0f);
    assert_true(r->rules.values[PARAM_SUN] == 40.5f);
    assert_int_equal(terrain_choice(r, PARAM_SHAPE), QX_TERRAIN_ISLAND);
    assert_int_equal(terrain_choice(r, PARAM_TOOL), TOOL_SMOOTH);
    assert_int_equal(terrain_choice(r, PARAM_WAY), WAY_ORBIT);
    assert_int_equal(terrain_copies(r), 2);
    assert_int_equal(r->rules.alone, 0);
    room_close(&p);
}

static void wrong_words_are_told_why(void **state)
{
    (void)state;
    static const room_refusal bad[] = {
        { "--raw=65x65", "belongs to a file" },
        { "--raw", "lacks its value" },
        { "--raw=1x9", "2 to 65536" },
        { "--raw=65537x9", "2 to 65536" },
        { "--raw=9", "2 to 65536" },
        { "--format=r16", "--raw=1025x1025" },
        { "--format=png", "r16be" },
        { "--encoding=hue", "terrarium" },
        { "--diagonal=no", "lt-rb" },
        { "--width=0", "0.1 to" },
        { "--width=inf", "0.1 to" },
        { "--low=nan", "within 1000000 m" },
        { "--high=1e9", "within 1000000 m" },
        { "--no-data=", "is a number" },
        { "--samples=32", "33 to 4097" },
        { "--samples=4098", "33 to 4097" },
        { "--shape=file", "belongs to a file" },
        { "--shape=cube", "hills, ridges" },
        { "--sun=86", "1 to 85" },
        { "--sun=0x1F", "1 to 85" },
        { "--repeat=2", "1, 3, 5" },
        { "--chance=1.5", "a whole number" },
        { "--fog=-1", "0 to 1" },
        { "--flabbergast", "--help lists" },
        { "--map-hash=xyz", "is called" },
    };
    room_assert_refuses(&terrain_room, bad, COUNT(bad));
}

static void a_bare_word_behind_the_scene_is_a_file(void **state)
{
    (void)state;
    static const struct {
        int count;
        const char *words[6], *says; // NULL: taken
    } cases[] = {
        { 3, { "q", "terrain", "alps.png" }, NULL },
        { 3, { "q", "terrain", "-" }, NULL },
        { 5, { "q", "terrain", "--still", "alps.png", "--mute" }, NULL },
        { 6, { "q", "shot", "terrain", "alps.png", "-o", "x.png" }, NULL },
        { 4, { "q", "terrain", "a", "b" }, "one file is enough" },
        { 3, { "q", "terrain", "" }, "name of a file is empty" },
        { 3, { "q", "grid", "alps.png" }, "one word too many" },
        { 2, { "q", "alps.png" }, "unknown scene" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char texts[6][16], problem[OPTIONS_PROBLEM_SIZE], *words[6];
        options o;
        for (int k = 0; k < cases[i].count; k++) words[k] = strcpy(texts[k], cases[i].words[k]);
        const bool taken = options_read(&o, cases[i].count, words, problem);
        assert_int_equal(taken, cases[i].says == NULL);
        if (!taken && !strstr(problem, cases[i].says)) fail_msg("\"%s\"", problem);
        if (taken) assert_string_equal(o.scene->name, "terrain");
    }
}

// --- files

static void files_of_every_kind_are_flown_over(void **state)
{
    (void)state;
    uint16_t samples[40 * 30];
    static const char pgm[] = "P2 3 3 255\n0 10 20 30 40 50 60 70 255\n";
    for (uint32_t i = 0; i < COUNT(samples); i++) samples[i] = (uint16_t)(i * 50);
    fresh_write("alps.r16", samples, sizeof samples);
    fresh_write("tiny.pgm", pgm, strlen(pgm));
    terrain_write_slope("slope.png", 40, 30);
    static const struct {
        const char *name, *word;
        uint32_t columns, rows;
    } cases[] = { { "alps.r16", "--raw=40x30", 40, 30 },
                  { "tiny.pgm", NULL, 3, 3 },
                  { "slope.png", NULL, 40, 30 } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        room_play p = terrain_file(cases[i].name, cases[i].word, NULL);
        const qx_terrain_info info = terrain_of(&p)->map.info;
        assert_int_equal(info.columns, cases[i].columns);
        assert_int_equal(info.rows, cases[i].rows);
        assert_true(info.width == 8.0f * (float)(info.columns - 1));
        room_tick(&p, 200);
        terrain_assert_sound(&p);
        room_close(&p);
    }
}

static void broken_files_are_named_with_a_remedy(void **state)
{
    (void)state;
    uint8_t bytes[4096];
    uint16_t thin[8] = { 0 };
    static const char letter[] = "Dear friend, this is no picture at all.";
    terrain_write_slope("good.png", 40, 30);
    const size_t size = fresh_read("good.png", bytes, sizeof bytes);
    fresh_write("cut.png", bytes, size / 2);
    fresh_write("letter.png", letter, strlen(letter));
    fresh_write("empty.png", letter, 0);
    fresh_write("raw.r16", bytes + 8, 500); // without a PNG's first bytes
    fresh_write("thin.r16", thin, sizeof thin);
    static const struct {
        const char *name, *word, *says, *remedy;
    } cases[] = {
        { "nowhere.png", NULL, "nowhere.png: ", "look at how the name is spelled" },
        { "cut.png", NULL, "cut.png: ", "once more" },
        { "letter.png", NULL, "letter.png: this is text", "--raw=COLUMNSxROWS" },
        { "empty.png", NULL, "empty.png: ", "export it once more" },
        { "raw.r16", NULL, "raw.r16: ", "--raw=COLUMNSxROWS" },
        { "raw.r16", "--raw=40x30", "does not fit", "--raw and --format say" },
        { "good.png", "--raw=40x30", "good.png: ", "" },
        { "good.png", "--shape=ridges", "there is a file", "leave one of them out" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char problem[256];
        if (terrain_try_file(cases[i].name, cases[i].word, problem))
            fail_msg("%s was taken", cases[i].name);
        if (!strstr(problem, cases[i].says) || !strstr(problem, cases[i].remedy))
            fail_msg("%s: \"%s\"", cases[i].name, problem);
    }
}

static void two_by_two_is_a_map(void **state)
{
    (void)state;
    static const uint16_t samples[4] = { 0, 65535, 30000, 9000 };
    static const char *const ways[] = { "--way=fly", "--way=orbit", "--way=walk" };
    terrain_write_png("two.png", 2, 2, samples);
    for (size_t i = 0; i < COUNT(ways); i++) {
        room_play p = terrain_file("two.png", ways[i], "--tool=raise");
        p.input.move_y = -AXIS_FULL;
        for (uint32_t t = 0; t < 300; t++) {
            if (t == 100) room_hold_mouse(&p, 640.0f, 500.0f);
            room_tick(&p, 1);
            terrain_assert_sound(&p);
        }
        room_close(&p);
    }
}

static void a_map_of_holes_alone_is_flown_over_but_not_walked_on(void **state)
{
    (void)state;
    uint16_t samples[30 * 30];
    for (uint32_t i = 0; i < COUNT(samples); i++) samples[i] = 7;
    terrain_write_png("holes.png", 30, 30, samples);
    room_play p = terrain_file("holes.png", "--no-data=7", "--way=walk");
    const terrain_play *r = terrain_of(&p);
    assert_int_equal(r->map.info.holes, 900);
    assert_int_equal(terrain_choice(r, PARAM_WAY), WAY_FLY);
    assert_non_null(strstr(r->notice, "no ground"));
    for (uint32_t i = 0; i < TOOL_COUNT; i++) {
        room_press(&p, (action)(ACTION_OPTION_1 + i));
        room_hold_mouse(&p, 700.0f, 500.0f);
        room_tick(&p, 30);
        room_lift_mouse(&p);
        room_press(&p, ACTION_MODE);
        terrain_assert_sound(&p);
    }
    room_close(&p);
}

// --- controls

static void keys_and_sticks_move_the_eye(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=fly", "--still", NULL);
    const terrain_camera *c = &terrain_of(&p)->rules.camera;
    const terrain_camera start = *c;
    p.input.move_y = -AXIS_FULL;
    room_tick(&p, 60);
    const terrain_axes a = terrain_camera_axes(&start);
    const double ahead =
        (c->eye.x - start.eye.x) * a.ahead.x + (c->eye.z - start.eye.z) * a.ahead.z;
    assert_true(ahead > 20.0);
    p.input.move_y = 0;
    p.input.aim_x = AXIS_FULL;
    room_tick(&p, 30);
    assert_true(terrain_turn_between(start.yaw, c->yaw) > 0.3);
    p.input.aim_x = 0;
    const double height = c->eye.y;
    p.input.held = ACTION_BIT(ACTION_PRIMARY);
    room_tick(&p, 60);
    assert_true(c->eye.y > height + 20.0);
    room_close(&p);
}

static void following_keeps_the_height_above_the_ground(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=fly", "--still", "--follow=on");
    const terrain_play *r = terrain_of(&p);
    p.input.move_y = -AXIS_FULL / 2;
    double lowest = INFINITY, highest = -INFINITY;
    for (uint32_t t = 0; t < 1200; t++) {
        double ground;
        room_tick(&p, 1);
        terrain_assert_sound(&p);
        if (t < 200 || !terrain_ground(r, r->rules.camera.eye.x, r->rules.camera.eye.z, &ground))
            continue;
        const double up = r->rules.camera.eye.y - ground;
        lowest = fmin(lowest, up);
        highest = fmax(highest, up);
    }
    assert_true(lowest > 0.25 * r->rules.camera.hover);
    assert_true(highest < r->rules.camera.hover + (double)r->map.range);
    room_close(&p);
}

static void the_number_keys_and_rows_choose_tools_and_values(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=fly", "--still", NULL);
    const terrain_play *r = terrain_of(&p);
    for (uint32_t i = 0; i < TOOL_COUNT; i++) {
        room_press(&p, (action)(ACTION_OPTION_1 + i));
        assert_int_equal(terrain_choice(r, PARAM_TOOL), i);
    }
    for (uint32_t row = 0; row < PARAM_COUNT; row++) {
        const float y = TERRAIN_ROW_TOP + TERRAIN_ROW_STEP * ((float)row + 0.5f);
        const float before = r->rules.values[row];
        room_hold_finger(&p, TERRAIN_ROW_LEFT + 0.9f * TERRAIN_ROW_WIDTH, y);
        room_tick(&p, 2);
        room_lift_finger(&p);
        room_tick(&p, 1);
        assert_int_equal(r->rules.row, row);
        if (row != PARAM_TOOL) assert_true(r->rules.values[row] != before);
        terrain_assert_sound(&p);
    }
    const uint32_t row = r->rules.row;
    room_press(&p, ACTION_NEXT);
    assert_int_equal(r->rules.row, (row + 1) % PARAM_COUNT);
    room_close(&p);
}

static void ways_go_round(void **state)
{
    (void)state;
    room_play p = terrain_small("--still", "--way=fly", NULL);
    static const uint32_t expected[] = { WAY_ORBIT, WAY_WALK, WAY_FLY };
    for (uint32_t i = 0; i < 3; i++) {
        room_press(&p, ACTION_MODE);
        assert_int_equal(terrain_choice(terrain_of(&p), PARAM_WAY), expected[i]);
        room_tick(&p, 20);
        terrain_assert_sound(&p);
    }
    room_close(&p);
}

static void a_drag_holds_what_is_seen(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=fly", "--still", NULL);
    const terrain_play *r = terrain_of(&p);
    room_hold_mouse(&p, 700.0f, 360.0f);
    room_tick(&p, 1);
    const double yaw = r->rules.camera.yaw;
    room_hold_mouse(&p, 600.0f, 360.0f);
    room_tick(&p, 1);
    assert_true(terrain_turn_between(yaw, r->rules.camera.yaw) > 0.1);
    room_close(&p);
}

static void two_fingers_move(void **state)
{
    (void)state;
    room_play p = terrain_small("--way=fly", "--still", NULL);
    const terrain_play *r = terrain_of(&p);
    const terrain_camera start = r->rules.camera;
    room_put(&p, 1, 600.0f, 400.0f, 1);
    room_put(&p, 2, 800.0f, 400.0f, 1);
    room_tick(&p, 2);
    room_put(&p, 1, 600.0f, 250.0f, 1);
    room_put(&p, 2, 800.0f, 250.0f, 1);
    room_tick(&p, 60);
    assert_float_equal(r->rules.camera.yaw, start.yaw, 1e-9);
    const terrain_axes a = terrain_camera_axes(&start);
    assert_true((r->rules.camera.eye.x - start.eye.x) * a.ahead.x +
                    (r->rules.camera.eye.z - start.eye.z) * a.ahead.z >
                10.0);
    room_close(&p);
}

static void the_sun_is_dragged(void **state)
{
    (void)state;
    room_play p = terrain_small("--tool=sun", "--still", "--azimuth=350");
    const float *v = terrain_of(&p)->rules.values;
    const float sun = v[PARAM_SUN];
    room_hold_mouse(&p, 600.0f, 360.0f);
    room_tick(&p, 1);
    room_hold_mouse(&p, 900.0f, 200.0f);
    room_tick(&p, 1);
    assert_true(v[PARAM_SUN] > sun + 5.0f);
    assert_true(v[PARAM_AZIMUTH] < 180.0f); // past north
    room_close(&p);
}

// Rules and renderer see the same place under a pixel.
static void rays_are_those_of_the_camera(void **state)
{
    (void)state;
    static const uint32_t shapes[][2] = { { 1280, 720 }, { 405, 720 }, { 1720, 720 } };
    for (size_t i = 0; i < COUNT(shapes); i++) {
        room_play p = terrain_small("--way=fly", "--still", NULL);
        terrain_play *r = terrain_of(&p);
        const uint32_t width = shapes[i][0], height = shapes[i][1];
        p.input.view_width = (int16_t)width;
        p.input.view_height = (int16_t)height;
        p.input.aim_x = AXIS_FULL; // leaning
        room_tick(&p, 40);
        const qx_camera camera = terrain_camera_between(r, 1.0f);
        for (uint32_t k = 0; k < 20; k++) {
            const qx_vec2 pixel = { (float)(width * k) / 20.0f,
                                    (float)(height * (k * 7 % 20)) / 20 };
            const qx_vec3 ray = qx_camera_ray(&camera, width, height, pixel);
            const spot way = terrain_camera_way(r, pixel.x, pixel.y);
            const double length = sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
            assert_true(fabs(way.x / length - (double)ray.x) < 2e-3);
            assert_true(fabs(way.y / length - (double)ray.y) < 2e-3);
            assert_true(fabs(way.z / length - (double)ray.z) < 2e-3);
        }
        room_close(&p);
    }
}

// --- by itself

static void it_flies_by_itself_until_somebody_takes_over(void **state)
{
    (void)state;
    room_play p = terrain_small(NULL, NULL, NULL);
    const terrain_play *r = terrain_of(&p);
    const spot start = r->rules.camera.eye;
    assert_int_equal(r->rules.alone, 1);
    for (uint32_t t = 0; t < 4000; t++) {
        double level;
        room_tick(&p, 1);
        terrain_assert_sound(&p);
        assert_true(!terrain_water(r, &level) || r->rules.camera.eye.y > level);
    }
    assert_true(hypot(r->rules.camera.eye.x - start.x, r->rules.camera.eye.z - start.z) > 100.0);
    room_put(&p, 0, 100.0f, 250.0f, 1); // the column leaves it alone
    room_tick(&p, 1);
    assert_int_equal(r->rules.alone, 1);
    room_lift_mouse(&p);
    room_tick(&p, 1);
    p.input.move_y = -AXIS_FULL;
    room_tick(&p, 1);
    assert_int_equal(r->rules.alone, 0);
    p.input.move_y = 0;
    room_tick(&p, TERRAIN_IDLE_TICKS + 1);
    assert_int_equal(r->rules.alone, 1);
    room_close(&p);
}

// --- any input at all

static uint64_t shaken(const char *a, const char *b, uint64_t seed, uint32_t ticks)
{
    room_play p = terrain_small(a, b, NULL);
    qx_random random;
    qx_random_seed(&random, seed, 3);
    for (uint32_t t = 0; t < ticks; t++) {
        room_shake(&p, &random);
        room_tick(&p, 1);
        terrain_assert_sound(&p);
    }
    const uint64_t hash = room_hash(&p);
    room_close(&p);
    return hash;
}

static void any_input_at_all_leaves_the_room_sound(void **state)
{
    (void)state;
    static const char *const ways[] = { "--way=fly", "--way=orbit", "--way=walk" };
    for (uint64_t seed = 0; seed < 6; seed++) shaken(ways[seed % 3], NULL, seed, 500);
    shaken("--repeat=3", "--way=walk", 9, 400);
}

static void the_same_input_comes_out_the_same(void **state)
{
    (void)state;
    const uint64_t hash = shaken("--way=walk", NULL, 21, 300);
    assert_true(shaken("--way=walk", NULL, 21, 300) == hash);
    assert_true(shaken("--way=walk", NULL, 22, 300) != hash);
}

// --- recordings

static recording *record_on(const char *name, uint64_t *hash)
{
    const char *word = fresh_path(name);
    const scene_setup setup = {
        .seed = 3, .view_width = WIDTH, .view_height = HEIGHT, .option_count = 1, .options = &word
    };
    const scene_services services = { 0 };
    char problem[256];
    uint8_t *bytes;
    size_t size;
    storage_problem trouble = { 0 };
    stage s;
    if (!stage_start(&s, &terrain_room, &setup, true, problem, sizeof problem))
        fail_msg("%s", problem);
    for (int16_t t = 0; t < 200; t++) {
        const tick_input in = { .view_width = WIDTH,
                                .view_height = HEIGHT,
                                .move_x = (int16_t)(150 * t),
                                .held = ACTION_BIT(ACTION_PRIMARY) };
        stage_tick(&s, &in, &services);
    }
    *hash = stage_hash(&s);
    bytes = recording_encode(s.record, *hash, &size);
    assert_non_null(bytes);
    stage_stop(&s);
    recording *r = recording_decode(bytes, size, &trouble);
    free(bytes);
    assert_non_null(r);
    return r;
}

static bool replay(const recording *r, uint64_t *hash, char problem[256])
{
    const recording_info info = recording_get(r);
    const scene_services services = { 0 };
    replay_cursor cursor = { .recording = r };
    tick_input in;
    stage s;
    if (!stage_start(&s, &terrain_room, &info.setup, false, problem, 256)) return false;
    while (replay_next(&cursor, &in)) stage_tick(&s, &in, &services);
    *hash = stage_hash(&s);
    stage_stop(&s);
    return true;
}

static void a_recording_wants_the_map_it_was_made_on(void **state)
{
    (void)state;
    uint64_t hash, again;
    char problem[256];
    terrain_write_slope("map.png", 40, 30);
    recording *r = record_on("map.png", &hash);
    assert_true(replay(r, &again, problem));
    assert_true(again == hash);
    terrain_write_slope("map.png", 40, 31);
    assert_false(replay(r, &again, problem));
    assert_non_null(strstr(problem, "map.png: not the map this was recorded on"));
    recording_destroy(r);
}

static void a_file_that_changes_meanwhile_is_not_taken(void **state)
{
    (void)state;
    terrain_write_slope("map.png", 40, 30);
    room_play p = terrain_file("map.png", "--still", NULL);
    const terrain_play *r = terrain_of(&p);
    room_press(&p, ACTION_RESET);
    assert_non_null(strstr(r->notice, "as it was"));
    const uint64_t before = qx_terrain_hash(r->map.field);
    terrain_write_slope("map.png", 41, 30);
    room_press(&p, ACTION_RESET);
    assert_non_null(strstr(r->notice, "has changed"));
    assert_true(qx_terrain_hash(r->map.field) == before);
    terrain_set(terrain_of(&p), PARAM_SHAPE, QX_TERRAIN_DUNES, NULL); // and back
    terrain_set(terrain_of(&p), PARAM_SHAPE, SHAPE_FILE, NULL);
    assert_int_equal(terrain_choice(r, PARAM_SHAPE), QX_TERRAIN_DUNES);
    room_close(&p);
}

// --- memory and sounds

static void missing_memory_is_told_and_nothing_is_left(void **state)
{
    (void)state;
    terrain_write_slope("slope.png", 20, 20);
    for (uint32_t file = 0; file < 2; file++)
        for (uint32_t fails = 0;; fails++) {
            const char *words[] = { file ? fresh_path("slope.png") : "--samples=33" };
            char problem[256];
            room_play p;
            room_allocations = 0;
            room_failing = fails;
            const bool opened = room_try_open(&p, &terrain_room, words, 1, problem);
            const bool failed = room_allocations > fails;
            room_failing = UINT32_MAX;
            if (!opened) assert_non_null(strstr(problem, "memory"));
            if (opened) room_close(&p);
            if (!failed) break;
            assert_true(fails < 200);
        }
}

static bool was_heard(terrain_voice voice)
{
    for (uint32_t i = 0; i < room_heard.played && i < HEARD_MOST; i++)
        if (room_heard.patches[i] == &sound_terrain[voice]) return true;
    return false;
}

static void steps_jumps_and_balls_are_heard(void **state)
{
    (void)state;
    sound *s = sound_create(8000, 1);
    room_play p = terrain_small("--way=walk", "--shape=dunes", "--water=0");
    memset(&room_heard, 0, sizeof room_heard);
    p.services.sound = s;
    p.input.move_y = -AXIS_FULL;
    room_tick(&p, 200);
    assert_true(was_heard(TERRAIN_STEP));
    assert_true(room_heard.held > 100); // the wind
    room_press(&p, ACTION_PRIMARY);
    room_tick(&p, 150);
    assert_true(was_heard(TERRAIN_JUMP) && was_heard(TERRAIN_LAND));
    memset(&room_heard, 0, sizeof room_heard);
    room_press(&p, ACTION_OPTION_7);
    room_hold_mouse(&p, 640.0f, 600.0f);
    room_tick(&p, 1);
    assert_true(was_heard(TERRAIN_PLACE));
    room_close(&p);
    sound_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_set_what_they_name),
        cmocka_unit_test(wrong_words_are_told_why),
        cmocka_unit_test(a_bare_word_behind_the_scene_is_a_file),
        IN_FOLDER(files_of_every_kind_are_flown_over),
        IN_FOLDER(broken_files_are_named_with_a_remedy),
        IN_FOLDER(two_by_two_is_a_map),
        IN_FOLDER(a_map_of_holes_alone_is_flown_over_but_not_walked_on),
        cmocka_unit_test(keys_and_sticks_move_the_eye),
        cmocka_unit_test(following_keeps_the_height_above_the_ground),
        cmocka_unit_test(the_number_keys_and_rows_choose_tools_and_values),
        cmocka_unit_test(ways_go_round),
        cmocka_unit_test(a_drag_holds_what_is_seen),
        cmocka_unit_test(two_fingers_move),
        cmocka_unit_test(the_sun_is_dragged),
        cmocka_unit_test(rays_are_those_of_the_camera),
        cmocka_unit_test(it_flies_by_itself_until_somebody_takes_over),
        cmocka_unit_test(any_input_at_all_leaves_the_room_sound),
        cmocka_unit_test(the_same_input_comes_out_the_same),
        IN_FOLDER(a_recording_wants_the_map_it_was_made_on),
        IN_FOLDER(a_file_that_changes_meanwhile_is_not_taken),
        IN_FOLDER(missing_memory_is_told_and_nothing_is_left),
        cmocka_unit_test(steps_jumps_and_balls_are_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
