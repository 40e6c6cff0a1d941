// SPDX-License-Identifier: MIT
// Recordings: what a scene started from and every tick's input, run-length encoded, with the hash
// of the state at the end. A file is taken for hostile: everything in it is checked before any of
// it is used.
//
// Layout of the payload (storage.h puts magic, version and checksum around it); numbers are LEB128
// varints, signed ones zigzag:
//   scene name, rules version, seed, view width, view height, option count, options; strings as length and bytes
//   tick count, hash of the state after the last tick (8 bytes, low first)
//   runs until the end: how many ticks, which of the 25 fields of tick_input differ from the run before (bit mask),
//   then the difference of each of those, signed
#pragma once

#include "scene.h"
#include "storage.h"

#define RECORDING_NAME_SIZE 32
#define RECORDING_OPTIONS 32
#define RECORDING_OPTION_SIZE 256
#define RECORDING_MOST_TICKS 67108864u // twelve days

// Beyond this many bytes of runs recording stops and says so: most of a day of the busiest play,
// and less than STORAGE_MAX_BYTES.
#define RECORDING_MOST_BYTES (48u << 20)

typedef struct recording recording;

// What a recording starts from; the pointers stay valid until it is destroyed.
typedef struct recording_info {
    const char *scene;
    uint32_t version;
    scene_setup setup;
    uint32_t ticks;
    uint64_t hash;
} recording_info;

// An empty one. NULL where memory lacks, or the options are more or longer than a file can hold.
recording *recording_create(const char *name, uint32_t version, const scene_setup *setup);
void recording_destroy(recording *r);

// Appends a tick. Where memory lacks the recording ends at this tick, and recording_save says so.
void recording_add(recording *r, const tick_input *input);

recording_info recording_get(const recording *r);

// Found out before anything is played: can a file be written there? What is there stays as it is.
bool recording_can_save(const char *path, storage_problem *problem);

// hash is that of the state after the last tick added.
storage_result recording_save(recording *r, uint64_t hash, const char *path,
                              storage_problem *problem);
storage_result recording_load(const char *path, recording **r, storage_problem *problem);

// The payload alone, for recording_load and for tests. NULL with a sentence in problem where it is
// damaged.
recording *recording_decode(const uint8_t *bytes, size_t size, storage_problem *problem);
// malloc'ed; NULL where memory lacks.
uint8_t *recording_encode(recording *r, uint64_t hash, size_t *size);

// Reads the ticks of a recording one after the other; start with { .recording = r }.
typedef struct replay_cursor {
    const recording *recording;
    size_t offset;
    uint32_t left; // ticks of this run still to come
    tick_input input;
} replay_cursor;

// False after the last tick.
bool replay_next(replay_cursor *cursor, tick_input *input);

// True where every field is in the range that scenes rely on.
bool tick_input_valid(const tick_input *input);
