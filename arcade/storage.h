// SPDX-License-Identifier: MIT
// Files the arcade keeps: found in the platform's own place, written whole or not at all, checked
// when read.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum storage_result {
    STORAGE_OK,
    STORAGE_MISSING, // no such file: the ordinary first start
    // Magic, length or checksum do not fit. Set aside where it lies in our folder, as NAME.damaged
    // or, when that is taken, NAME.damaged-2 and so on; left alone elsewhere: a file named on the
    // command line may be anything of the player's.
    STORAGE_DAMAGED,
    STORAGE_NEWER, // written by a later version; left as it is, and not to be overwritten
    STORAGE_FAILED // the system refused; problem says what and what to do
} storage_result;

typedef struct storage_problem {
    char text[512];
} storage_problem;

// The folder for settings, scores and recordings: --data DIR, else SDL's preference path. Made when
// it is missing. problem is set and false returned where it cannot be made; the arcade then plays
// on without saving.
bool storage_open(const char *folder_or_null, storage_problem *problem);

// Ends in a separator, ready for a file name; "" where no folder could be had.
const char *storage_folder(void);

// What a file may hold at most, header and checksum included.
#define STORAGE_MAX_BYTES (64u << 20)

// Writes magic, version, size, payload and checksum to a temporary file beside it, flushes,
// renames. The old file stays until the new one is complete. A file of the same magic and a later
// version is not overwritten.
storage_result storage_save(const char *path, const char magic[4], uint32_t version,
                            const void *payload, size_t size, storage_problem *problem);

// Before there is anything to lose: would storage_save be let write there? Leaves everything as it
// is.
storage_result storage_can_save(const char *path, const char magic[4], uint32_t version,
                                storage_problem *problem);

// Reads it back; *payload is malloc'ed. newest is the highest version the caller understands;
// *version is what it was.
storage_result storage_load(const char *path, const char magic[4], uint32_t newest,
                            uint32_t *version, void **payload, size_t *size,
                            storage_problem *problem);

// For who finds out only from the payload that a file is none of its own: away with it as
// storage_load does with damage. The reason is a part of a sentence. Returns STORAGE_DAMAGED.
storage_result storage_set_aside(const char *path, const char *reason, storage_problem *problem);

// Makes a folder inside storage_folder(), where it is missing; name has no separator. False with a
// text in problem where it cannot be made.
bool storage_make_folder(const char *name, storage_problem *problem);

// Tests: the n-th step on the disk from now fails as a full disk would; 0 switches that off.
void storage_fail_after(uint32_t calls);
