// SPDX-License-Identifier: MIT
#include "replay_again.h"
#include "playback.h"
#include "replay_files.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <quincunx/hash.h>

uint64_t course_follow(uint64_t course, const stage *s)
{
    const uint64_t hash = stage_hash(s);
    return qx_hash_bytes(course, &hash, sizeof hash);
}

// How a recording comes out.
typedef struct outcome {
    uint64_t course, hash;
    uint32_t ticks;
} outcome;

static outcome play(const char *path, const scene *which)
{
    char text[256];
    const scene_services services = { 0 };
    storage_problem problem;
    playback p;
    stage s;
    tick_input in;
    outcome o = { .course = QX_HASH_START };
    assert_true(playback_open(&p, path, which, &problem));
    assert_true(stage_start(&s, p.scene, &p.info.setup, false, text, sizeof text));
    while (playback_next(&p, &in)) {
        stage_tick(&s, &in, &services);
        o.course = course_follow(o.course, &s);
    }
    o.hash = stage_hash(&s);
    o.ticks = s.ticks;
    assert_true(o.hash == p.info.hash);
    stage_stop(&s);
    playback_close(&p);
    return o;
}

uint64_t course_again(const char *path)
{
    return play(path, NULL).course;
}

uint64_t replay_again(const char *name, const scene *which, uint32_t *ticks)
{
    char path[REPLAY_PATH_BYTES];
    assert_true(replay_file_path(path, name));
    const outcome o = play(path, which);
    if (ticks) *ticks = o.ticks;
    return o.hash;
}
