// SPDX-License-Identifier: MIT
// Maze Cube as a scene: the page of levels, the game, and the page after it.
#include "mazecube_scene.h"

#include <quincunx/hash.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DONE_TICKS = 70,      // after the ball is out, until the page with its time
    DEAF_TICKS = 20,      // of that page: the last press of the game was not for it
    BOT_WAIT_TICKS = 200, // until the bot goes on
    SURE_TICKS = 180,     // between the two presses that give up
    NOTICE_TICKS = 200,
    TOUCHED_TICKS = 600 // that the buttons for fingers show after the last one
};

// --- levels

static level_desc propose(const mazecube_play *m)
{
    switch (m->mode) {
    case MODE_ENDLESS: return level_endless(m->seed + m->skipped, m->solved);
    case MODE_DAILY:
        return level_daily(m->options.day.year, m->options.day.month, m->options.day.day);
    case MODE_FREE:
        return (level_desc){ .size = m->options.cells,
                             .algorithm = QX_MAZE_ELLER,
                             .seed = m->seed + m->skipped };
    default: return level_get(m->level);
    }
}

// What was begun while the page showed is only finished here.
static bool plan_it(mazecube_play *m, level_desc *level)
{
    const bool begun = m->making && plan_making_is_of(m->making, level);
    const bool certain =
        begun ? plan_making_take(m->making, &m->plan, level) : plan_certify(&m->plan, level);
    plan_making_drop(m->making);
    m->making = NULL;
    return certain;
}

// A cube whose size was asked for keeps it, if need be without a par.
static void certify(mazecube_play *m, level_desc *level)
{
    level_desc certain = *level;
    m->plan.count = m->plan.ticks = 0;
    if (!plan_it(m, &certain)) return;
    if (m->mode != MODE_FREE || m->options.bot || certain.size == level->size) *level = certain;
}

mazecube_record *mazecube_record_of(mazecube_play *m)
{
    if (m->mode == MODE_LEVELS) return &m->records.of[m->level - 1];
    return m->mode == MODE_DAILY ? records_of_day(&m->records, m->options.day) : NULL;
}

uint32_t mazecube_best_of(const mazecube_play *m)
{
    const day *d = &m->options.day, *kept = &m->records.day;
    if (m->mode == MODE_LEVELS) return m->records.of[m->level - 1].time;
    if (m->mode != MODE_DAILY || d->year != kept->year || d->month != kept->month ||
        d->day != kept->day)
        return 0;
    return m->records.of[RECORDS_DAY].time;
}

static void call_rival(mazecube_play *m)
{
    const mazecube_record *record = mazecube_record_of(m);
    ghost_start(m->rival);
    if (record && record->ghost) ghost_unpack(m->rival, record->ghost, record->ghost_size);
}

static void notice(mazecube_play *m, const char *words)
{
    m->notice = words;
    m->notice_left = NOTICE_TICKS;
}

// The game before stays where there is no memory for this one.
static bool start_level(mazecube_play *m, const level_desc *level)
{
    mazecube next;
    if (!mazecube_start(&next, level, m->options.rule)) {
        notice(m, "Not enough memory for this cube");
        return false;
    }
    mazecube_stop(&m->game);
    m->game = next;
    m->screen = SCREEN_PLAY;
    m->give_up_left = 0;
    m->gives_up = false;
    m->begun = true;
    hands_begin(&m->hands);
    m->pose[0] = m->pose[1] = mazecube_pose_of(&m->game);
    m->outcome = (mazecube_outcome){ 0 };
    m->notice_left = 0;
    m->reached = UINT32_MAX / 2;
    ghost_start(m->track);
    call_rival(m);
    return true;
}

// Where the player goes on another day.
static void note_level(mazecube_play *m)
{
    if (m->mode != MODE_LEVELS || m->records.latest == m->level) return;
    m->records.latest = m->level;
    m->records.changes++;
}

// What is being played.
typedef struct course {
    mazecube_mode mode;
    uint32_t level, solved, skipped;
    day day;
} course;

static course course_of(const mazecube_play *m)
{
    return (course){ m->mode, m->level, m->solved, m->skipped, m->options.day };
}

static void take_course(mazecube_play *m, const course *c)
{
    m->mode = c->mode;
    m->level = c->level;
    m->solved = c->solved;
    m->skipped = c->skipped;
    m->options.day = c->day;
}

// Where it cannot, the game before stays, and so does what it is called and counts for.
static bool begin(mazecube_play *m, const course *next)
{
    const course before = course_of(m);
    take_course(m, next);
    level_desc level = propose(m);
    if (m->mode != MODE_LEVELS) {
        certify(m, &level);
    } else if (m->options.bot && !plan_solve(&m->plan, &level, 0)) {
        m->plan.count = m->plan.ticks = 0;
    }
    if (!start_level(m, &level)) {
        take_course(m, &before);
        return false;
    }
    note_level(m);
    return true;
}

static void play_again(mazecube_play *m)
{
    const level_desc level = m->game.level;
    start_level(m, &level);
}

// --- start and end

static void quit(void *state)
{
    mazecube_play *m = state;
    mazecube_stop(&m->game);
    plan_making_drop(m->making);
    mazecube_picture_destroy(m->picture);
    records_clear(&m->records);
    free(m->track);
    free(m->rival);
    m->making = NULL;
    m->picture = NULL;
    m->track = m->rival = NULL;
}

static bool make_room(mazecube_play *m)
{
    m->picture = mazecube_picture_create();
    m->track = malloc(sizeof *m->track);
    m->rival = malloc(sizeof *m->rival);
    return m->picture && m->track && m->rival;
}

static uint32_t tile_of(const mazecube_play *m)
{
    if (m->mode == MODE_ENDLESS) return TILE_ENDLESS;
    return m->mode == MODE_DAILY ? TILE_DAILY : m->level - 1;
}

static void open_levels(mazecube_play *m)
{
    m->screen = SCREEN_LEVELS;
    mazecube_page_open(&m->page, tile_of(m));
}

static bool init(void *state, const scene_setup *setup, char *problem, size_t problem_size)
{
    mazecube_play *m = state;
    if (!mazecube_options_read(&m->options, setup, problem, problem_size)) return false;
    m->seed = setup->seed;
    m->ears.music_seed = (uint32_t)setup->seed;
    m->input = (tick_input){ .view_width = setup->view_width, .view_height = setup->view_height };
    const course first = { .mode = m->options.mode,
                           .level = m->options.level,
                           .day = m->options.day };
    if (!make_room(m) || !begin(m, &first)) {
        snprintf(problem, problem_size, "not enough memory for Maze Cube; close other programs");
        quit(m);
        return false;
    }
    if (!m->options.page) return true;
    m->records.latest = m->records.changes = 0; // nobody chose yet
    m->begun = false;
    open_levels(m);
    return true;
}

// --- the game

static void tell_events(mazecube_play *m)
{
    for (uint32_t i = 0; i < m->game.event_count; i++) {
        switch (m->game.events[i].kind) {
        case MAZECUBE_CHECKPOINT: m->reached = 0; break;
        case MAZECUBE_HINT: notice(m, "The next three cells glow: 5 seconds more"); break;
        case MAZECUBE_UNDO:
            notice(m, m->game.checkpoint ? "Back at the latest checkpoint" : "Back at the start");
            break;
        case MAZECUBE_SHOWN: notice(m, "The way is shown: this run earns no star"); break;
        default: break;
        }
    }
}

// The first press asks, the second is sure. What cannot be the rules refuse.
static bool is_sure(mazecube_play *m, bool pressed)
{
    const bool asked = m->give_up_left > 0;
    if (asked) m->give_up_left--;
    if (!pressed) return false;
    m->give_up_left = 0;
    if (asked || m->game.gave_up || m->game.over) return true;
    m->give_up_left = SURE_TICKS;
    notice(m, "Show the way? Press again: this run earns no star then");
    return false;
}

// Without memory for it the next cube is made at once, when it is asked for.
static void begin_making(mazecube_play *m)
{
    const level_desc next = propose(m);
    plan_making_drop(m->making);
    m->making = plan_making_begin(&next);
}

// It is there before the page after the level hears anybody.
static void go_on_making(mazecube_play *m)
{
    if (m->making && m->game.over) plan_making_run(m->making, PLAN_SLICE);
}

static void count_solved(mazecube_play *m)
{
    if (m->mode != MODE_ENDLESS) return;
    m->solved = m->game.gave_up ? 0 : m->solved + 1;
    if (!m->game.gave_up) begin_making(m);
    if (m->options.bot || m->solved <= m->records.endless) return;
    m->records.endless = m->solved;
    m->records.changes++;
}

static void record(mazecube_play *m)
{
    const uint32_t stars = mazecube_stars(&m->game);
    m->outcome = (mazecube_outcome){ .stars = stars,
                                     .time = m->game.time,
                                     .best_before = mazecube_best_of(m) };
    mazecube_record *kept = mazecube_record_of(m);
    if (kept && !m->options.bot && !m->game.gave_up)
        m->outcome.new_best = records_add(&m->records, kept, stars, m->game.time, m->track);
}

static bool left_now(const mazecube *game)
{
    return game->over && game->over_ticks == 0;
}

// The clock of both ways begins when the cube is first turned.
static void follow_ball(mazecube_play *m, uint32_t moved_before)
{
    const mazecube *g = &m->game;
    if (left_now(g) || (g->moved != moved_before && (g->moved - 1) % GHOST_EVERY == 0))
        ghost_add(m->track, g->ball.at);
}

static void advance(mazecube_play *m, const orders *given)
{
    const uint32_t moved = m->game.moved;
    mazecube_tick(&m->game, given);
    if (!m->game.over || left_now(&m->game)) follow_ball(m, moved);
    if (left_now(&m->game)) {
        count_solved(m);
        record(m);
    }
    tell_events(m);
}

// After the last level comes the page of levels, for the bot the first.
static void skip(mazecube_play *m, int32_t by)
{
    course next = course_of(m);
    if (m->mode == MODE_LEVELS) {
        const int32_t level = (int32_t)m->level + by;
        if ((level < 1 || level > LEVEL_COUNT) && !m->options.bot) {
            open_levels(m);
            return;
        }
        next.level = level > LEVEL_COUNT ? 1 : (uint32_t)level;
    } else if (m->mode == MODE_DAILY) {
        open_levels(m);
        return;
    } else if (m->mode == MODE_FREE || !m->game.over || m->game.gave_up) {
        next.skipped += (uint32_t)by;
    }
    begin(m, &next);
}

static void open_done(mazecube_play *m)
{
    m->screen = SCREEN_DONE;
    m->done_age = 0;
    mazecube_page_open(&m->page, m->game.gave_up ? DONE_AGAIN : DONE_NEXT);
}

// True where the level that is on is left for something else.
static bool leave_level(mazecube_play *m, const hands_wishes *w)
{
    if (m->options.bot) return false;
    if (w->levels)
        open_levels(m);
    else if (w->again)
        play_again(m);
    else if (w->next)
        skip(m, 1);
    else if (w->before)
        skip(m, -1);
    else
        return false;
    return true;
}

static void play(mazecube_play *m)
{
    hands_wishes w = hands_take(&m->hands, &m->input);
    if (w.touched) m->touched = TOUCHED_TICKS;
    if (leave_level(m, &w)) return;
    w.orders.give_up = is_sure(m, w.orders.give_up) || m->gives_up;
    m->gives_up = false;
    if (m->options.bot) w.orders = plan_orders(&m->plan, &m->game);
    advance(m, &w.orders);
    if (m->game.over && m->game.over_ticks >= DONE_TICKS) open_done(m);
}

// --- pages

bool mazecube_offers(const mazecube_play *m, uint32_t tile)
{
    if (tile == TILE_DAILY) return m->options.day.year > 0 || m->options.today.year > 0;
    if (tile == TILE_SOLUTION) return m->begun && !m->game.over && !m->game.gave_up;
    return true;
}

// Of the cube that is on, too: who tries it out sees it at once.
static void change_rule(mazecube_play *m)
{
    m->options.rule = m->options.rule == SLICE_CLEAN ? SLICE_ARTICLE : SLICE_CLEAN;
    mazecube_change_rule(&m->game, m->options.rule);
    m->records.rule = m->options.rule;
    m->records.changes++;
}

static void take_tile(mazecube_play *m, uint32_t tile)
{
    if (tile == TILE_RULE) {
        change_rule(m);
        return;
    }
    if (tile == TILE_SOLUTION) {
        m->screen = SCREEN_PLAY;
        m->gives_up = true;
        hands_begin(&m->hands);
        return;
    }
    course next = course_of(m);
    if (tile == TILE_DAILY && next.day.year == 0) next.day = m->options.today;
    next.mode = tile == TILE_ENDLESS ? MODE_ENDLESS : tile == TILE_DAILY ? MODE_DAILY : MODE_LEVELS;
    if (tile == TILE_ENDLESS) next.solved = 0;
    if (tile < LEVEL_COUNT) next.level = tile + 1;
    begin(m, &next);
}

static bool is_pressed(const mazecube_play *m, action a)
{
    return m->input.pressed & ACTION_BIT(a);
}

static void choose_level(mazecube_play *m, sound *out)
{
    const uint32_t before = m->page.chosen;
    const bool taken = mazecube_page_step(&m->page, SCREEN_LEVELS, &m->input);
    const bool back = is_pressed(m, ACTION_MODE) || is_pressed(m, ACTION_SECONDARY);
    hands_let_go(&m->hands, &m->input);
    if (m->page.chosen != before) sound_play(out, &sound_menu_move, 0.0f, 1.0f, 0.6f);
    if (taken && mazecube_offers(m, m->page.chosen)) {
        sound_play(out, &sound_menu_confirm, 0.0f, 1.0f, 0.8f);
        take_tile(m, m->page.chosen);
    } else if (back && m->begun) {
        sound_play(out, &sound_menu_back, 0.0f, 1.0f, 0.8f);
        m->screen = m->game.over ? SCREEN_DONE : SCREEN_PLAY;
        if (m->game.over) open_done(m);
        hands_begin(&m->hands);
    }
}

static void take_choice(mazecube_play *m, uint32_t choice)
{
    if (choice == DONE_AGAIN)
        play_again(m);
    else if (choice == DONE_LEVELS)
        open_levels(m);
    else
        skip(m, 1);
}

// The bot: a day has one cube alone.
static void go_on(mazecube_play *m)
{
    if (m->mode == MODE_DAILY)
        play_again(m);
    else
        skip(m, 1);
}

// The ball falls on behind it.
static void finish(mazecube_play *m, sound *out)
{
    const uint32_t before = m->page.chosen;
    m->done_age++;
    advance(m, &(orders){ .snap = false });
    bool taken = mazecube_page_step(&m->page, SCREEN_DONE, &m->input);
    hands_let_go(&m->hands, &m->input);
    if (m->page.chosen != before) sound_play(out, &sound_menu_move, 0.0f, 1.0f, 0.6f);
    if (m->options.bot && m->done_age >= BOT_WAIT_TICKS) go_on(m);
    if (m->options.bot || m->done_age < DEAF_TICKS) return;
    if (is_pressed(m, ACTION_RESET)) m->page.chosen = DONE_AGAIN, taken = true;
    if (is_pressed(m, ACTION_MODE)) m->page.chosen = DONE_LEVELS, taken = true;
    if (!taken) return;
    sound_play(out, &sound_menu_confirm, 0.0f, 1.0f, 0.8f);
    take_choice(m, m->page.chosen);
}

// --- what is seen and heard

static bool somebody_is_there(const tick_input *in)
{
    uint32_t down = 0;
    for (uint32_t i = 0; i < POINTER_COUNT; i++) down |= in->pointers[i].buttons;
    return in->held || in->pressed || in->move_x || in->move_y || in->aim_x || in->aim_y ||
           in->wheel || down;
}

// The camera goes a little toward the side from which the shown slice is seen squarely.
static void lean(mazecube_play *m)
{
    static const vec faces[6] = { { -1, 0, 0 }, { 1, 0, 0 },  { 0, -1, 0 },
                                  { 0, 1, 0 },  { 0, 0, -1 }, { 0, 0, 1 } };
    const slice *s = &m->game.slice;
    const vec out = quat_apply(m->game.cube.turn, faces[s->face % 6]);
    const vec up = vec_scale(out, s->ceiling ? 1.0 : -1.0); // from the floor that is shown
    const double yaw = m->hands.yaw;
    const double right = qx_cos(yaw) * up.x - qx_sin(yaw) * up.z;
    const double near = qx_sin(yaw) * up.x + qx_cos(yaw) * up.z;
    const bool held = m->game.frozen || m->screen != SCREEN_PLAY;
    m->lean_yaw += 0.03 * ((held ? 0.0 : 0.35 * right) - m->lean_yaw);
    m->lean_pitch += 0.03 * ((held ? 0.0 : -0.4 * near) - m->lean_pitch);
}

mazecube_look mazecube_look_of(const mazecube_play *m, const scene_canvas *canvas)
{
    const bool still = !canvas || canvas->reduced_motion;
    mazecube_look look = { .before = m->pose[0],
                           .now = m->pose[1],
                           .yaw = (float)(m->hands.yaw + (still ? 0.0 : m->lean_yaw)),
                           .pitch_more = (float)(m->hands.pitch + (still ? 0.0 : m->lean_pitch)),
                           .nearer = (float)m->hands.nearer,
                           .backdrop = m->screen == SCREEN_LEVELS };
    if (look.backdrop && !still) look.yaw += 0.002f * (float)(m->ticks % 100000u);
    const double age = (double)m->game.moved - 1.0 + (canvas ? (double)canvas->blend - 1.0 : 0.0);
    look.ghost_shown = m->screen == SCREEN_PLAY && !m->game.over && m->game.moved > 1 &&
                       ghost_find(m->rival, age, &look.ghost);
    return look;
}

static vec exit_place(const mazecube *game)
{
    const uint32_t size = game->level.size;
    const uint64_t cell = game->route.exit.cell;
    return (vec){ (double)(cell % size) + 0.5, (double)(cell / size % size) + 0.5,
                  (double)(cell / size / size) + 0.5 };
}

static mazecube_bearing bearing_of(const mazecube_play *m)
{
    const mazecube_look look = mazecube_look_of(m, NULL);
    const uint32_t width = (uint32_t)(m->input.view_width > 0 ? m->input.view_width : 1);
    const uint32_t height = (uint32_t)(m->input.view_height > 0 ? m->input.view_height : 1);
    const qx_camera camera = mazecube_camera(&m->game, &look);
    const vec at = exit_place(&m->game);
    const vec way = vec_sub(at, m->game.ball.at);
    qx_vec3 pixel;
    const bool seen = qx_camera_project(&camera, width, height,
                                        mazecube_world(&m->game, &m->pose[1], at), &pixel);
    const float half = 0.5f * (float)(width < height ? width : height);
    return (mazecube_bearing){ seen ? (pixel.x - 0.5f * (float)width) / half : 0.0f,
                               (float)vec_length(way) };
}

static void be_heard(mazecube_play *m, sound *out, bool moved)
{
    if (!out) return;
    if (moved)
        mazecube_sound(out, &m->game, bearing_of(m), &m->ears);
    else
        mazecube_sound_rest(out, &m->ears);
}

static void age(mazecube_play *m)
{
    m->ticks++;
    m->quiet = somebody_is_there(&m->input) ? 0 : m->quiet + 1;
    if (m->notice_left > 0) m->notice_left--;
    if (m->touched > 0) m->touched--;
    m->reached++;
}

// --- the scene's functions

static void input(void *state, const tick_input *in)
{
    ((mazecube_play *)state)->input = *in;
}

static void tick(void *state, const scene_services *services)
{
    mazecube_play *m = state;
    const mazecube_screen before = m->screen;
    const uint32_t played = m->game.tick;
    m->pose[0] = m->pose[1];
    age(m);
    switch (before) {
    case SCREEN_PLAY: play(m); break;
    case SCREEN_LEVELS: choose_level(m, services->sound); break;
    case SCREEN_DONE: finish(m, services->sound); break;
    }
    go_on_making(m);
    m->pose[1] = mazecube_pose_next(&m->pose[0], &m->game);
    lean(m);
    be_heard(m, services->sound, before != SCREEN_LEVELS && m->game.tick == played + 1);
}

static void draw(const void *state, const scene_canvas *canvas)
{
    const mazecube_play *m = state;
    const mazecube_look look = mazecube_look_of(m, canvas);
    mazecube_draw(&m->game, m->picture, &look, canvas);
    if (!canvas->hud) return; // a menu may lie over it, and glows with it
    qx_render_compose(canvas->render);
    if (m->screen == SCREEN_LEVELS) {
        mazecube_draw_levels(m, canvas);
        return;
    }
    mazecube_draw_map(&m->game, &look, canvas);
    mazecube_draw_hud(m, canvas);
    if (m->screen == SCREEN_DONE) mazecube_draw_done(m, canvas);
}

static uint64_t hash(const void *state)
{
    const mazecube_play *m = state;
    const uint32_t numbers[] = { m->mode,       m->level,           m->solved,
                                 m->skipped,    m->screen,          m->page.chosen,
                                 m->begun,      m->done_age,        m->give_up_left,
                                 m->gives_up,   m->hands.holder,    m->hands.orbiting,
                                 m->hands.down, m->hands.on_button, m->options.rule };
    const double places[] = { m->hands.hold_x, m->hands.hold_y, m->hands.yaw, m->hands.pitch,
                              m->hands.nearer };
    const uint64_t game = mazecube_hash(&m->game);
    return qx_hash_bytes(qx_hash_bytes(game, numbers, sizeof numbers), places, sizeof places);
}

static void release(void *state, qx_render *render)
{
    mazecube_picture_release(((mazecube_play *)state)->picture, render);
}

// --- what outlasts a session

static bool load_progress(void *state, const uint8_t *bytes, size_t size, const char **reason)
{
    mazecube_play *m = state;
    if (!records_decode(&m->records, bytes, size, reason)) return false;
    call_rival(m);
    if (m->begun) note_level(m);
    return true;
}

static size_t save_progress(const void *state, uint8_t *bytes)
{
    return records_encode(&((const mazecube_play *)state)->records, bytes);
}

static uint32_t count_progress(const void *state)
{
    return ((const mazecube_play *)state)->records.changes;
}

static void word_of_progress(const uint8_t *bytes, size_t size, uint32_t which, char *word,
                             size_t room)
{
    slice_rule rule;
    const uint32_t level = records_peek(bytes, size, &rule);
    const bool article = rule == SLICE_ARTICLE;
    word[0] = '\0';
    if (which == 0 && article) snprintf(word, room, "--rule=article");
    if (which == (article ? 1 : 0) && level > 0) snprintf(word, room, "--page=%u", (unsigned)level);
}

static const scene_progress progress = { .version = 2,
                                         .bound = RECORDS_BOUND,
                                         .load = load_progress,
                                         .save = save_progress,
                                         .count = count_progress,
                                         .word = word_of_progress };

const scene mazecube_scene = {
    .name = "maze",
    .title = "Maze Cube",
    .summary = "Roll a ball out of a cube full of maze",
    .options_help = mazecube_options_help,
    .controls_help = "Mouse, one finger: drag the cube to turn it\n"
                     "W A S D, left stick: tip the cube\n"
                     "Q E, LB RB: turn it round\n"
                     "Space, A, middle button: hold, and the nearest face goes down\n"
                     "Right drag, two fingers, arrows, right stick: look around; wheel: nearer\n"
                     "Shift, B, 1: freeze the ball, and let go\n"
                     "+, 2, pad up: hint, for 5 seconds\n"
                     "-, 3, pad down: back to the latest checkpoint\n"
                     "R, X, 4: start over\n"
                     "5, twice: show the way; 6: camera back\n"
                     "7 8: level before, next\n"
                     "M, Tab, Y: levels\n",
    .attract_word = "--bot",
    .day_word = "--today",
    .accent = MAZECUBE_ACCENT,
    .world_height = 720.0f,
    .world_width = 480.0f,
    .version = 2,
    .state_size = sizeof(mazecube_play),
    .init = init,
    .input = input,
    .tick = tick,
    .draw = draw,
    .hash = hash,
    .progress = &progress,
    .release = release,
    .quit = quit,
};
