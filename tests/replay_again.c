// SPDX-License-Identifier: MIT
#include "replay_again.h"
#include "playback.h"
#include "replay_files.h"
#include "stage.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

uint64_t replay_again(const char *name, const scene *which, uint32_t *ticks)
{
    char path[REPLAY_PATH_BYTES], text[256];
    const scene_services services = { 0 };
    storage_problem problem;
    playback p;
    stage again;
    tick_input in;
    assert_true(replay_file_path(path, name));
    assert_true(playback_open(&p, path, which, &problem));
    assert_true(stage_start(&again, p.scene, &p.info.setup, false, text, sizeof text));
    while (playback_next(&p, &in)) stage_tick(&again, &in, &services);
    const uint64_t hash = stage_hash(&again);
    assert_true(hash == p.info.hash);
    if (ticks) *ticks = again.ticks;
    stage_stop(&again);
    playback_close(&p);
    return hash;
}
