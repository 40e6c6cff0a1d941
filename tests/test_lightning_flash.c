// SPDX-License-Identifier: MIT
// The flash limit, measured on rendered frames: ten seconds of the worst storm that the sliders
// give, at 60 frames a second, seen through a lattice of cells as WCAG 2.3.1 counts.
#include "lightning_drive.h"
#include "room_picture.h"

#include "flashes.h"

#include <quincunx/flash.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

enum {
    PICTURE_WIDTH = 160,
    PICTURE_HEIGHT = 90,
    COLUMNS = 32,
    ROWS = 18,
    CELLS = COLUMNS * ROWS,
    FRAMES = 660, // eleven seconds
    SHORT = 200,
    TOGETHER = 6 // frames: changes so near to each other happen at once
};

#define LEAST_CHANGE 0.1f
#define BRIGHT 0.8f

// --- an eye of its own: nothing here is the limiter's

// Extremes of a cell since its latest change.
typedef struct cell {
    float low, high;
    int direction;
} cell;

typedef struct eye {
    cell cells[CELLS];
    uint32_t up[FRAMES], down[FRAMES]; // cells that completed a change, by frame
    uint32_t frames;
} eye;

static float linear(uint8_t byte)
{
    const float c = (float)byte / 255.0f;
    return c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
}

static float luminance_of(const picture *t, uint32_t column, uint32_t row, const float table[256])
{
    float sum = 0.0f;
    const uint32_t wide = PICTURE_WIDTH / COLUMNS, high = PICTURE_HEIGHT / ROWS;
    for (uint32_t y = row * high; y < (row + 1) * high; y++)
        for (uint32_t x = column * wide; x < (column + 1) * wide; x++) {
            const uint8_t *p = t->rgb + 3 * ((size_t)y * t->width + x);
            sum += 0.2126f * table[p[0]] + 0.7152f * table[p[1]] + 0.0722f * table[p[2]];
        }
    return sum / (float)(wide * high);
}

// 1 brighter, -1 darker, 0 where no change was completed. The darker end must be below 0.8.
static int follow(cell *c, float now)
{
    if (now > c->high) c->high = now;
    if (now < c->low) c->low = now;
    if (c->direction <= 0 && now - c->low >= LEAST_CHANGE && c->low < BRIGHT) {
        c->direction = 1;
        c->high = c->low = now;
        return 1;
    }
    if (c->direction >= 0 && c->high - now >= LEAST_CHANGE && now < BRIGHT) {
        c->direction = -1;
        c->high = c->low = now;
        return -1;
    }
    return 0;
}

static void look(eye *e, const picture *t, const float table[256])
{
    const uint32_t frame = e->frames++;
    for (uint32_t i = 0; i < CELLS; i++) {
        cell *c = &e->cells[i];
        const float now = luminance_of(t, i % COLUMNS, i / COLUMNS, table);
        if (frame == 0) *c = (cell){ now, now, 0 };
        const int change = follow(c, now);
        e->up[frame] += change > 0;
        e->down[frame] += change < 0;
    }
}

static uint32_t recent(const uint32_t *counts, uint32_t frame, uint32_t since)
{
    uint32_t sum = 0;
    for (uint32_t i = frame + 1; i-- > since && frame - i < TOGETHER;) sum += counts[i];
    return sum;
}

typedef struct changes {
    uint32_t frames[2 * FRAMES];
    uint32_t count;
} changes;

// Changes of the picture: enough cells in one direction at once, up and down in turn.
static void list_changes(const eye *e, changes *c)
{
    int direction = 0;
    uint32_t since = 0; // cells counted for one change do not count for the next
    c->count = 0;
    for (uint32_t frame = 1; frame < e->frames; frame++)
        for (int side = 1; side >= -1; side -= 2) {
            const uint32_t cells = recent(side > 0 ? e->up : e->down, frame, since);
            if (direction == side || (float)cells < QX_FLASH_AREA * CELLS) continue;
            direction = side;
            since = frame;
            c->frames[c->count++] = frame;
        }
}

// Most flashes, each of two opposing changes, in any second.
static uint32_t most_flashes(const eye *e)
{
    static changes c;
    uint32_t most = 0;
    list_changes(e, &c);
    for (uint32_t first = 0, last = 0; last < c.count; last++) {
        while (c.frames[last] - c.frames[first] >= 60) first++;
        if (last - first + 1 > most) most = last - first + 1;
    }
    return most / 2;
}

// The library's meter on the parts of the picture that change: the mean of each quarter.
static uint32_t most_of_meters(const float quarters[][4], uint32_t frames)
{
    uint32_t most = 0;
    for (uint32_t q = 0; q < 4; q++) {
        qx_flash_meter meter = { 0 };
        for (uint32_t i = 0; i < frames; i++) {
            const qx_flash_sample sample = { .time = i / 60.0,
                                             .luminance = quarters[i][q],
                                             .area = 0.25f };
            const uint32_t count = qx_flash_meter_step(&meter, &sample);
            if (count > most) most = count;
        }
    }
    return most;
}

// --- the storm

// Software draws each line of a broad glow over much of the picture; few lines light it up as well.
#define FEW "--generations=4", "--depth=1", "--chance=0.1"

static const char *const worst[] = {
    "--preset=storm", "--period=0.05", "--jitter=1",  "--full=0.1", "--dim=0",    "--flashes=8",
    "--dimmed=1",     "--power=4",     "--width=3",   "--halo=160", "--vanish=0", "--birth=0",
    "--rate=30",      "--sway=0.5",    "--crackle=1", "--form=sum", "--core=0.5", FEW,
};

static const char *const busy[] = {
    "--preset=storm", "--period=0.3", "--full=0.15", "--dim=0.1",    "--flashes=3",
    "--power=4",      "--width=2",    "--halo=120",  "--birth=0.03", FEW,
};

// Strikes one at a time, each with return strokes: no two changes ever overlap.
static const char *const flares[] = {
    "--preset=strike", "--period=0.4", "--full=0.3", "--dim=0",    "--flashes=8",
    "--dimmed=1",      "--power=4",    "--width=3",  "--halo=160", FEW,
};

static const char *const swinging[] = {
    "--preset=arc", "--power=4", "--width=3", "--halo=160", "--rate=30", "--sway=0.5", FEW,
};

static void add_quarters(const picture *t, float quarters[4], const float table[256])
{
    for (uint32_t q = 0; q < 4; q++) quarters[q] = 0.0f;
    for (uint32_t i = 0; i < CELLS; i++) {
        const uint32_t column = i % COLUMNS, row = i / COLUMNS;
        const uint32_t q = column / (COLUMNS / 2) + 2 * (row / (ROWS / 2));
        quarters[q] += 4.0f * luminance_of(t, column, row, table) / CELLS;
    }
}

typedef struct seen {
    uint32_t lattice, meter;
    float brightest; // of any quarter, on average over all frames
} seen;

static seen watch(void **state, const char *const *words, uint32_t count, uint32_t frames,
                  bool limited)
{
    static eye e;
    static float quarters[FRAMES][4];
    float table[256];
    flashes held = { 0 };
    seen result = { 0 };
    memset(&e, 0, sizeof e);
    for (uint32_t i = 0; i < 256; i++) table[i] = linear((uint8_t)i);
    room_play p = room_open_with(&lightning_room, words, count);
    scene_canvas canvas = room_canvas(&p, PICTURE_WIDTH, PICTURE_HEIGHT);
    canvas.blend = 1.0f;
    canvas.flashes = &held;
    for (uint32_t i = 0; i < frames; i++) {
        room_tick(&p, 1);
        flashes_begin(&held, i / 60.0, limited);
        picture t = room_take(*state, &p, &canvas);
        look(&e, &t, table);
        add_quarters(&t, quarters[i], table);
        for (uint32_t q = 0; q < 4; q++)
            result.brightest += quarters[i][q] / (4.0f * (float)frames);
        picture_free(&t);
    }
    room_close(&p);
    result.lattice = most_flashes(&e);
    result.meter = most_of_meters((const float(*)[4])quarters, frames);
    return result;
}

static void the_worst_storm_flashes_three_times_a_second(void **state)
{
    const seen held = watch(state, worst, COUNT(worst), FRAMES, true);
    const seen wild = watch(state, worst, COUNT(worst), SHORT, false);
    print_message("%u flashes a second in the lattice, %u by the meter; without the limit %u and "
                  "%u; mean luminance %.3f and %.3f\n",
                  held.lattice, held.meter, wild.lattice, wild.meter, (double)held.brightest,
                  (double)wild.brightest);
    assert_true(held.lattice <= 3 && held.meter <= 3);
    assert_true(wild.lattice > 3 && wild.meter > 3); // the eyes see what the limiter takes away
}

static void assert_limited(void **state, const char *const *words, uint32_t count)
{
    const seen held = watch(state, words, count, SHORT, true);
    print_message("%u flashes a second in the lattice, %u by the meter; mean luminance %.3f\n",
                  held.lattice, held.meter, (double)held.brightest);
    assert_true(held.lattice <= 3 && held.meter <= 3);
}

static void a_busy_storm_flashes_three_times_a_second(void **state)
{
    assert_limited(state, busy, COUNT(busy));
}

static void return_strokes_flash_three_times_a_second(void **state)
{
    assert_limited(state, flares, COUNT(flares));
}

static void a_broad_arc_that_swings_does_not_flash(void **state)
{
    assert_limited(state, swinging, COUNT(swinging));
}

// --- the eye itself

static picture grey_picture(uint8_t *bytes, uint8_t left, uint8_t right)
{
    for (uint32_t i = 0; i < PICTURE_WIDTH * PICTURE_HEIGHT; i++)
        memset(bytes + 3 * (size_t)i, i % PICTURE_WIDTH < PICTURE_WIDTH / 8 ? left : right, 3);
    return (picture){ PICTURE_WIDTH, PICTURE_HEIGHT, bytes };
}

// An eighth of the picture blinks at so many hertz.
static uint32_t blinks_seen(uint32_t hertz, uint8_t bright)
{
    static eye e;
    static uint8_t bytes[3 * PICTURE_WIDTH * PICTURE_HEIGHT];
    float table[256];
    memset(&e, 0, sizeof e);
    for (uint32_t i = 0; i < 256; i++) table[i] = linear((uint8_t)i);
    for (uint32_t i = 0; i < 300; i++) {
        const bool on = 2 * i * hertz / 60 % 2 == 1;
        const picture t = grey_picture(bytes, on ? bright : 0, 0);
        look(&e, &t, table);
    }
    return most_flashes(&e);
}

static void the_eye_counts_right(void **state)
{
    (void)state;
    assert_int_equal(blinks_seen(2, 255), 2);
    assert_int_equal(blinks_seen(3, 255), 3);
    assert_int_equal(blinks_seen(5, 255), 5);
    assert_int_equal(blinks_seen(10, 120), 10);
    assert_int_equal(blinks_seen(10, 80), 0); // a luminance of 0.08
}

int main(void)
{
#define DRAWN(test) cmocka_unit_test_teardown(test, gl_stage_check)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_eye_counts_right),
        DRAWN(the_worst_storm_flashes_three_times_a_second),
        DRAWN(a_busy_storm_flashes_three_times_a_second),
        DRAWN(return_strokes_flash_three_times_a_second),
        DRAWN(a_broad_arc_that_swings_does_not_flash),
    };
    return cmocka_run_group_tests(tests, gl_stage_core, gl_stage_close);
}
