// SPDX-License-Identifier: MIT
#include "terrain_drive.h"

#include "fresh_folder.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <string.h>

terrain_play *terrain_of(const room_play *p)
{
    return p->state;
}

static uint32_t gather(const char **words, uint32_t count, const char *a, const char *b,
                       const char *c)
{
    if (a) words[count++] = a;
    if (b) words[count++] = b;
    if (c) words[count++] = c;
    return count;
}

room_play terrain_small(const char *a, const char *b, const char *c)
{
    const char *words[4] = { "--samples=65" };
    return room_open_with(&terrain_room, words, gather(words, 1, a, b, c));
}

room_play terrain_file(const char *name, const char *a, const char *b)
{
    const char *words[3] = { fresh_path(name) };
    return room_open_with(&terrain_room, words, gather(words, 1, a, b, NULL));
}

bool terrain_try_file(const char *name, const char *a, char problem[256])
{
    const char *words[2] = { fresh_path(name), a };
    room_play p;
    const bool opened = room_try_open(&p, &terrain_room, words, a ? 2 : 1, problem);
    if (opened) room_close(&p);
    return opened;
}

// --- files

typedef struct map_rows {
    const uint16_t *samples;
    uint32_t columns;
} map_rows;

static void give_row(void *user, uint32_t row, void *samples)
{
    const map_rows *m = user;
    memcpy(samples, m->samples + (size_t)row * m->columns, m->columns * sizeof *m->samples);
}

void terrain_write_png(const char *name, uint32_t columns, uint32_t rows, const uint16_t *samples)
{
    map_rows m = { samples, columns };
    qx_error error;
    assert_int_equal(qx_height_save_file(fresh_path(name), QX_HEIGHT_PNG16, columns, rows, give_row,
                                         &m, NULL, &error),
                     QX_OK);
}

void terrain_write_slope(const char *name, uint32_t columns, uint32_t rows)
{
    enum { MOST = 64 * 64 };
    uint16_t samples[MOST];
    assert_true(columns * rows <= MOST);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++)
            samples[row * columns + column] =
                (uint16_t)(60000 * column / columns + 5000 * row / rows);
    terrain_write_png(name, columns, rows, samples);
}

// --- what must hold at any time

static void assert_spot(spot at)
{
    assert_true(isfinite(at.x) && isfinite(at.y) && isfinite(at.z));
}

static void assert_vec(qx_vec3 at)
{
    assert_true(isfinite(at.x) && isfinite(at.y) && isfinite(at.z));
}

static void assert_eye_above(const terrain_play *r)
{
    const terrain_camera *c = &r->rules.camera;
    double ground;
    if (terrain_choice(r, PARAM_WAY) == WAY_WALK && !r->rules.alone) return;
    if (terrain_ground(r, c->eye.x, c->eye.z, &ground)) assert_true(c->eye.y > ground);
}

void terrain_assert_sound(const room_play *p)
{
    const terrain_play *r = terrain_of(p);
    const terrain_camera *c = &r->rules.camera;
    assert_spot(c->eye);
    assert_spot(c->speed);
    assert_spot(c->target);
    assert_true(isfinite(c->distance) && isfinite(c->hover) && isfinite(c->roll));
    assert_true(fabs(c->yaw) < 3.2 && fabs(c->pitch) <= 1.51);
    assert_eye_above(r);
    assert_vec(r->rules.person.feet);
    assert_vec(r->rules.person.velocity);
    if (terrain_choice(r, PARAM_WAY) == WAY_WALK) assert_true(terrain_feet_above(p) >= 0.0);
    for (uint32_t i = 0; i < TERRAIN_BALLS; i++) {
        assert_vec(r->rules.balls[i].at);
        assert_vec(r->rules.balls[i].velocity);
        assert_true(terrain_ball_above(p, i) >= 0.0);
    }
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        assert_true(r->rules.values[i] == terrain_param_clamp(i, r->rules.values[i]));
    assert_true(r->rules.row < PARAM_COUNT);
}

static double above(const terrain_play *r, qx_vec3 at)
{
    float ground;
    const qx_terrain_where where = qx_terrain_sample_height(r->map.field, at.x, at.z, &ground);
    return where == QX_TERRAIN_ON ? (double)at.y - (double)ground : INFINITY;
}

double terrain_feet_above(const room_play *p)
{
    return above(terrain_of(p), terrain_of(p)->rules.person.feet);
}

double terrain_ball_above(const room_play *p, uint32_t ball)
{
    const terrain_ball *b = &terrain_of(p)->rules.balls[ball];
    return b->alive ? above(terrain_of(p), b->at) : INFINITY;
}
