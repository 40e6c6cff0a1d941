// SPDX-License-Identifier: MIT
// Blaster as a scene: options, memory, starting over, and a hash that knows the game alone.
#include "blaster/blaster_scene.h"

#include <quincunx/random.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// --- the linker leads memory through here (--wrap)

static uint32_t allocations, failing = UINT32_MAX;

void *__real_malloc(size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    return allocations++ == failing ? NULL : __real_malloc(size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return allocations++ == failing ? NULL : __real_aligned_alloc(alignment, size);
}

// --- a scene being played

static const scene *blaster_row(void)
{
    const scene *found = scene_find("blaster");
    assert_non_null(found);
    return found;
}

static bool try_open(blaster_play **b, int16_t width, int16_t height, const char *const *words,
                     uint32_t count, char problem[256])
{
    const scene_setup setup = { .seed = 11,
                                .view_width = width,
                                .view_height = height,
                                .option_count = count,
                                .options = words };
    *b = calloc(1, blaster_row()->state_size);
    assert_non_null(*b);
    problem[0] = '\0';
    if (blaster_row()->init(*b, &setup, problem, 256)) return true;
    free(*b);
    *b = NULL;
    return false;
}

static blaster_play *open_play(int16_t width, int16_t height, const char *word)
{
    char problem[256];
    blaster_play *b;
    assert_true(try_open(&b, width, height, &word, word ? 1 : 0, problem));
    return b;
}

static void close_play(blaster_play *b)
{
    blaster_row()->quit(b);
    free(b);
}

static void play_tick(blaster_play *b, const tick_input *in)
{
    const scene_services services = { 0 };
    blaster_row()->input(b, in);
    blaster_row()->tick(b, &services);
}

// Sticks of someone who is busy.
static tick_input busy(uint32_t tick, int16_t width, int16_t height)
{
    qx_random random;
    qx_random_seed(&random, tick / 20, 3);
    return (tick_input){ .view_width = width,
                         .view_height = height,
                         .move_x = (int16_t)qx_random_range(&random, -23000, 23000),
                         .move_y = (int16_t)qx_random_range(&random, -23000, 23000),
                         .aim_x = (int16_t)qx_random_range(&random, -23000, 23000),
                         .aim_y = (int16_t)qx_random_range(&random, -23000, 23000) };
}

static uint64_t hash_after(blaster_play *b, uint32_t ticks, int16_t width, int16_t height)
{
    for (uint32_t i = 0; i < ticks; i++) {
        const tick_input in = busy(i, width, height);
        play_tick(b, &in);
    }
    const uint64_t hash = blaster_row()->hash(b);
    close_play(b);
    return hash;
}

// --- the hash

static void the_hash_is_the_same_in_every_view(void **state)
{
    (void)state;
    static const struct {
        int16_t width, height;
        const char *word;
    } cases[] = { { 1138, 640, NULL },
                  { 853, 640, NULL },
                  { 840, 1493, NULL },
                  { 2276, 640, NULL },
                  { 1138, 640, "--material=world" } };
    const uint64_t expected = hash_after(open_play(1138, 640, NULL), 300, 1138, 640);
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_true(hash_after(open_play(cases[i].width, cases[i].height, cases[i].word), 300,
                               cases[i].width, cases[i].height) == expected);
}

static void a_view_that_changes_changes_nothing(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(open_play(1138, 640, NULL), 300, 1138, 640);
    blaster_play *b = open_play(1138, 640, NULL);
    for (uint32_t i = 0; i < 300; i++) {
        const int16_t width = (int16_t)(840 + 7 * (i / 30));
        const tick_input in = busy(i, width, 640);
        play_tick(b, &in);
        assert_int_equal(b->net.width, width);
    }
    assert_true(blaster_row()->hash(b) == expected);
    close_play(b);
}

static void particles_are_not_in_the_hash(void **state)
{
    (void)state;
    const uint64_t expected = hash_after(open_play(1138, 640, NULL), 300, 1138, 640);
    blaster_play *b = open_play(1138, 640, NULL);
    for (uint32_t i = 0; i < 300; i++) {
        const tick_input in = busy(i, 1138, 640);
        play_tick(b, &in);
        for (uint32_t k = 0; k < 100; k++)
            particles_add(&b->spectacle.particles,
                          &(particle){ { 100, 100 }, { 3, 4 }, 100, 0, PARTICLE_FREE });
        b->spectacle.shake = 9.0f;
    }
    assert_true(blaster_row()->hash(b) == expected);
    close_play(b);
}

static void the_bot_plays_by_itself(void **state)
{
    (void)state;
    const tick_input nothing = { .view_width = 1138, .view_height = 640 };
    blaster_play *idle = open_play(1138, 640, NULL), *bot = open_play(1138, 640, "--bot");
    for (uint32_t i = 0; i < 1500; i++) {
        play_tick(idle, &nothing);
        play_tick(bot, &nothing);
    }
    assert_int_equal(idle->game.score, 0);
    assert_true(bot->game.score > 20);
    close_play(idle);
    close_play(bot);
}

// --- what is seen of it

static bool is_finite_play(const blaster_play *b)
{
    const particles *p = &b->spectacle.particles;
    for (uint32_t i = p->first; i < p->first + p->count; i++)
        if (!isfinite(p->x[i] + p->y[i] + p->vx[i] + p->vy[i] + p->left[i])) return false;
    const uint32_t points = qx_grid_get_info(b->net.grid).points;
    for (uint32_t i = 0; i < points; i++)
        if (!isfinite(b->net.positions[i].x + b->net.positions[i].y + b->net.positions[i].z))
            return false;
    return isfinite(b->spectacle.shaken.x + b->spectacle.shaken.y);
}

static void all_stays_finite_over_minutes(void **state)
{
    (void)state;
    static const char *const words[] = { "--bot", "--material=world" };
    char problem[256];
    blaster_play *b;
    const tick_input nothing = { .view_width = 1138, .view_height = 640 };
    for (uint32_t law = 1; law <= 2; law++) {
        assert_true(try_open(&b, 1138, 640, words, law, problem));
        for (uint32_t i = 0; i < (law == 1 ? 4000u : 200u); i++) play_tick(b, &nothing);
        assert_true(is_finite_play(b));
        assert_true(b->spectacle.particles.made > 1000);
        close_play(b);
    }
}

// The bot hardly ever dies by itself.
static void deaths_and_new_games_stay_finite(void **state)
{
    (void)state;
    enum { TICKS = 8000, BETWEEN = 300 };
    blaster_play *b = open_play(1138, 640, "--bot");
    const tick_input nothing = { .view_width = 1138, .view_height = 640 };
    uint32_t deaths = 0, returns = 0;
    for (uint32_t i = 1; i <= TICKS; i++) {
        blaster *g = &b->game;
        if (i % BETWEEN == 0 && g->ship.dead == 0) {
            g->enemies[0] = (enemy){ .at = g->ship.at, .age = ENEMY_FADE_TICKS, .id = 900 + i };
            if (g->enemy_count == 0) g->enemy_count = 1;
        }
        play_tick(b, &nothing);
        for (uint32_t k = 0; k < g->event_count; k++) {
            deaths += g->events[k].kind == EVENT_SHIP_DEAD;
            returns += g->events[k].kind == EVENT_SHIP_RETURN;
        }
        if (i % 50 == 0) assert_true(is_finite_play(b));
    }
    assert_true(deaths > 15 && returns > 10 && b->runs > 3);
    assert_true(b->spectacle.particles.count <= PARTICLES_MAX);
    close_play(b);
}

static uint32_t particles_for(event_kind kind, uint32_t what)
{
    blaster_play *b = open_play(1138, 640, NULL);
    b->game.event_count = 1;
    b->game.events[0] = (event){
        .kind = kind, .what = what, .at = { 400, 300 }, .direction = { 1, 0 }, .value = 2
    };
    spectacle_tick(&b->spectacle, &b->game, &b->net);
    const uint32_t count = b->spectacle.particles.made;
    close_play(b);
    return count;
}

static void bursts_have_their_counts(void **state)
{
    (void)state;
    static const struct {
        event_kind kind;
        uint32_t what, count;
    } cases[] = { { EVENT_SHIP_DEAD, 0, 1200 },
                  { EVENT_ENEMY_DEAD, ENEMY_SEEKER, 120 },
                  { EVENT_ENEMY_DEAD, ENEMY_WANDERER, 120 },
                  { EVENT_ENEMY_SWALLOWED, ENEMY_SEEKER, 120 },
                  { EVENT_BULLET_GONE, 0, 30 },
                  { EVENT_HOLE_HIT, EVENT_HOLE, 150 },
                  { EVENT_SHOT, 0, 0 },
                  { EVENT_SPAWN, ENEMY_SEEKER, 0 },
                  { EVENT_MULTIPLIER, 0, 0 } };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(particles_for(cases[i].kind, cases[i].what), cases[i].count);
}

static void a_flying_ship_leaves_six_a_tick(void **state)
{
    (void)state;
    blaster_play *b = open_play(1138, 640, NULL);
    const tick_input still = { .view_width = 1138, .view_height = 640 };
    const tick_input flying = { .view_width = 1138, .view_height = 640, .move_x = AXIS_FULL };
    for (uint32_t i = 0; i < 10; i++) play_tick(b, &still);
    assert_int_equal(b->spectacle.particles.made, 0);
    for (uint32_t i = 0; i < 10; i++) play_tick(b, &flying);
    assert_int_equal(b->spectacle.particles.made, 60);
    close_play(b);
}

static void holes_spray_half_of_the_time(void **state)
{
    (void)state;
    blaster_play *b = open_play(1138, 640, NULL);
    b->game.hole_count = 1;
    b->game.holes[0] = (hole){ .at = { 200, 200 }, .hits = HOLE_HITS };
    b->game.event_count = 0;
    for (uint32_t i = 0; i < 300; i++) spectacle_tick(&b->spectacle, &b->game, &b->net);
    assert_int_equal(b->spectacle.particles.made, 150);
    close_play(b);
}

static float moved_near(const blaster_play *b, float x, float y)
{
    const qx_vec3 moved =
        qx_grid_sample_displacement(b->net.grid, b->net.arena.x + x, b->net.arena.y + y);
    return sqrtf(moved.x * moved.x + moved.y * moved.y + moved.z * moved.z);
}

static void the_net_feels_bullets_holes_and_the_return(void **state)
{
    (void)state;
    for (uint32_t law = 0; law < 2; law++) {
        blaster_play *b =
            open_play(1138, 640, law == 0 ? "--material=classic" : "--material=world");
        blaster_net_bullet(&b->net, &(bullet){ { 200, 300 }, { BULLET_SPEED, 0 } });
        blaster_net_hole(&b->net, &(hole){ .at = { 400, 150 } });
        blaster_net_return(&b->net, (place){ 600, 300 });
        for (uint32_t i = 0; i < 3; i++) blaster_net_step(&b->net, NULL);
        assert_true(moved_near(b, 170, 300) > 0.3f);
        assert_true(moved_near(b, 430, 150) > 0.3f);
        assert_true(moved_near(b, 600, 300) > 10.0f);
        assert_true(moved_near(b, 400, 500) < 0.2f);
        close_play(b);
    }
}

// Apart to both sides of a link, and nowhere else.
static void the_net_parts_along_a_bolt(void **state)
{
    (void)state;
    for (uint32_t law = 0; law < 2; law++) {
        blaster_play *b =
            open_play(1138, 640, law == 0 ? "--material=classic" : "--material=world");
        blaster_net_bolt(&b->net, (place){ 200, 300 }, (place){ 600, 300 }, 1.0f);
        for (uint32_t i = 0; i < 3; i++) blaster_net_step(&b->net, NULL);
        for (float x = 250; x < 600; x += 60) {
            const float left = b->net.arena.x + x, top = b->net.arena.y;
            assert_true(qx_grid_sample_displacement(b->net.grid, left, top + 270).y < -3.0f);
            assert_true(qx_grid_sample_displacement(b->net.grid, left, top + 330).y > 3.0f);
        }
        assert_true(moved_near(b, 400, 500) < 0.5f && moved_near(b, 400, 100) < 0.5f);
        close_play(b);
    }
}

static void put_fleet(blaster *g, uint32_t count)
{
    qx_random random;
    qx_random_seed(&random, 3, 5);
    for (uint32_t i = 0; i < count; i++)
        g->enemies[g->enemy_count++] =
            (enemy){ .kind = i % 2 ? ENEMY_SEEKER : ENEMY_WANDERER,
                     .at = { qx_random_range(&random, 30, 770), qx_random_range(&random, 30, 570) },
                     .age = 1,
                     .id = g->next_id++ };
    g->strike.charge = g->strike.need;
}

// However many are struck: the net stays whole, and sparks leave the lightning to be seen.
static void a_large_strike_is_no_storm(void **state)
{
    (void)state;
    static const uint32_t counts[] = { 4, 20, 60, 190 };
    const scene_services services = { 0 };
    for (size_t i = 0; i < COUNT(counts); i++) {
        blaster_play *b = open_play(1138, 640, NULL);
        tick_input in = { .view_width = 1138, .view_height = 640 };
        in.pressed = ACTION_BIT(ACTION_SECONDARY);
        put_fleet(&b->game, counts[i]);
        float farthest = 0.0f;
        for (uint32_t t = 0; t < 60; t++, in.pressed = 0) {
            blaster_row()->input(b, &in);
            blaster_row()->tick(b, &services);
            for (float x = 20; x < 800; x += 40)
                for (float y = 20; y < 600; y += 40)
                    farthest = fmaxf(farthest, moved_near(b, x, y));
        }
        assert_true(b->game.kills >= counts[i]);
        assert_true(farthest > 8.0f && farthest < 110.0f);
        assert_true(b->spectacle.particles.made <= 20 * 120 + 200);
        close_play(b);
    }
}

// --- starting over

static void lose(blaster_play *b)
{
    const tick_input nothing = { .view_width = 1138, .view_height = 640 };
    for (uint32_t i = 0; i < 60000 && !b->game.over; i++) play_tick(b, &nothing);
    assert_true(b->game.over);
}

static void wait(blaster_play *b, uint32_t ticks, const tick_input *in)
{
    for (uint32_t i = 0; i < ticks; i++) play_tick(b, in);
}

// The shell starts it, with a recording of its own.
static void a_press_asks_for_another_round(void **state)
{
    (void)state;
    const tick_input nothing = { .view_width = 1138, .view_height = 640 };
    tick_input press = nothing, click = nothing, finger = nothing;
    press.pressed = press.held = ACTION_BIT(ACTION_PRIMARY);
    click.pointers[0].buttons = 1;
    finger.pointers[2].buttons = 1;
    const tick_input *const ways[] = { &press, &click, &finger };
    for (size_t i = 0; i < COUNT(ways); i++) {
        blaster_play *b = open_play(1138, 640, NULL);
        lose(b);
        wait(b, 10, ways[i]); // too early, and still held later: no fresh press
        assert_false(blaster_row()->result(b).restart);
        wait(b, 60, &nothing);
        assert_false(blaster_row()->result(b).restart);
        wait(b, 1, ways[i]);
        assert_true(blaster_row()->result(b).restart);
        assert_true(blaster_row()->result(b).over);
        close_play(b);
    }
}

static void the_result_tells_scores_and_lives(void **state)
{
    (void)state;
    const tick_input nothing = { .view_width = 1138, .view_height = 640 };
    blaster_play *b = open_play(1138, 640, NULL);
    uint32_t rests = 0;
    b->game.score = 77;
    for (uint32_t i = 0; i < 60000 && !b->game.over; i++) {
        const uint32_t lives = b->game.lives;
        play_tick(b, &nothing);
        const scene_result r = blaster_row()->result(b);
        assert_int_equal(r.rest, b->game.lives < lives);
        assert_int_equal(r.over, b->game.over);
        assert_int_equal(r.score, 77);
        rests += r.rest;
    }
    assert_int_equal(rests, LIVES_START);
    close_play(b);
}

static void the_bot_goes_on_with_another_game(void **state)
{
    (void)state;
    const tick_input nothing = { .view_width = 1138, .view_height = 640 };
    blaster_play *b = open_play(1138, 640, "--bot");
    wait(b, 1, &nothing);
    const uint64_t first = blaster_row()->hash(b);
    b->game.over = true; // it is too good to wait for
    b->game.ship.dead = GAME_OVER_TICKS;
    for (uint32_t i = 0; i < 600 && b->game.over; i++) play_tick(b, &nothing);
    assert_false(b->game.over);
    assert_int_equal(b->game.lives, LIVES_START);
    assert_int_equal(b->runs, 1);
    assert_true(blaster_row()->hash(b) != first);
    assert_false(blaster_row()->result(b).restart);
    close_play(b);
}

// --- options and memory

static void options_are_understood_or_refused(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        bool good;
    } cases[] = { { "--bot", true },
                  { "--one-stick", true },
                  { "--material=world", true },
                  { "--material=classic", true },
                  { "--material=", false },
                  { "--material=World", false },
                  { "--bots", false },
                  { "--points=5", false },
                  { "", false },
                  { "-", false },
                  { "bot", false } };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char problem[256];
        blaster_play *b;
        const bool opened = try_open(&b, 1138, 640, &cases[i].word, 1, problem);
        assert_int_equal(opened, cases[i].good);
        if (opened)
            close_play(b);
        else
            assert_non_null(strstr(problem, "--one-stick"));
    }
}

static void long_words_fit_into_the_problem(void **state)
{
    (void)state;
    char word[1001], problem[256];
    const char *words = word;
    blaster_play *b;
    memset(word, 'x', 1000);
    word[1000] = '\0';
    assert_false(try_open(&b, 1138, 640, &words, 1, problem));
    assert_true(strlen(problem) < 255);
}

static void without_memory_it_says_so(void **state)
{
    (void)state;
    char problem[256];
    blaster_play *b;
    uint32_t refused = 0;
    for (uint32_t i = 0;; i++, refused++) {
        allocations = 0;
        failing = i;
        const bool opened = try_open(&b, 1138, 640, NULL, 0, problem);
        failing = UINT32_MAX;
        if (opened) break;
        assert_non_null(strstr(problem, "memory"));
    }
    assert_true(refused >= 4);
    close_play(b);
}

static void without_memory_for_another_view_it_plays_on(void **state)
{
    (void)state;
    blaster_play *b = open_play(1138, 640, NULL);
    const tick_input other = { .view_width = 1500, .view_height = 640 };
    for (uint32_t i = 0; i < 3; i++) {
        allocations = 0;
        failing = i;
        play_tick(b, &other);
        failing = UINT32_MAX;
        assert_int_equal(b->net.width, 1138);
    }
    play_tick(b, &other);
    assert_int_equal(b->net.width, 1500);
    close_play(b);
}

static void a_tick_takes_no_memory(void **state)
{
    (void)state;
    blaster_play *b = open_play(1138, 640, "--bot");
    const tick_input nothing = { .view_width = 1138, .view_height = 640 };
    play_tick(b, &nothing);
    allocations = 0;
    for (uint32_t i = 0; i < 3000; i++) play_tick(b, &nothing);
    assert_int_equal(allocations, 0);
    assert_true(b->game.strike.need > STRIKE_FIRST); // lightning struck meanwhile
    close_play(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_is_the_same_in_every_view),
        cmocka_unit_test(a_view_that_changes_changes_nothing),
        cmocka_unit_test(particles_are_not_in_the_hash),
        cmocka_unit_test(the_bot_plays_by_itself),
        cmocka_unit_test(all_stays_finite_over_minutes),
        cmocka_unit_test(deaths_and_new_games_stay_finite),
        cmocka_unit_test(bursts_have_their_counts),
        cmocka_unit_test(a_flying_ship_leaves_six_a_tick),
        cmocka_unit_test(holes_spray_half_of_the_time),
        cmocka_unit_test(the_net_feels_bullets_holes_and_the_return),
        cmocka_unit_test(the_net_parts_along_a_bolt),
        cmocka_unit_test(a_large_strike_is_no_storm),
        cmocka_unit_test(a_press_asks_for_another_round),
        cmocka_unit_test(the_result_tells_scores_and_lives),
        cmocka_unit_test(the_bot_goes_on_with_another_game),
        cmocka_unit_test(options_are_understood_or_refused),
        cmocka_unit_test(long_words_fit_into_the_problem),
        cmocka_unit_test(without_memory_it_says_so),
        cmocka_unit_test(without_memory_for_another_view_it_plays_on),
        cmocka_unit_test(a_tick_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
