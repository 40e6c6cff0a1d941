// SPDX-License-Identifier: MIT
#include "mazecube_records.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST (1000u * 60u * 60u) // ticks of a time that is believed

static void drop(mazecube_record *record)
{
    free(record->ghost);
    *record = (mazecube_record){ 0 };
}

void records_clear(mazecube_records *r)
{
    for (uint32_t i = 0; i < RECORDS_COUNT; i++) drop(&r->of[i]);
    *r = (mazecube_records){ .changes = r->changes };
}

// A time without a ghost is worth keeping, too.
static void keep_ghost(mazecube_record *record, const ghost_track *way)
{
    uint8_t *bytes = malloc(GHOST_BOUND);
    const size_t size = bytes && way ? ghost_pack(way, bytes) : 0;
    uint8_t *shorter = size ? realloc(bytes, size) : NULL;
    free(record->ghost);
    record->ghost = shorter ? shorter : size ? bytes : NULL;
    record->ghost_size = (uint32_t)size;
    if (size == 0) free(bytes);
}

bool records_add(mazecube_records *r, mazecube_record *record, uint32_t stars, uint32_t time,
                 const ghost_track *way)
{
    const bool best = record->time == 0 || time < record->time;
    if (time == 0 || time > LONGEST) return false;
    if (stars > record->stars) record->stars = stars < 3 ? stars : 3;
    if (best) {
        record->time = time;
        keep_ghost(record, way);
    }
    r->changes++;
    return best;
}

mazecube_record *records_of_day(mazecube_records *r, day of)
{
    if (r->day.year != of.year || r->day.month != of.month || r->day.day != of.day) {
        drop(&r->of[RECORDS_DAY]);
        r->day = of;
    }
    return &r->of[RECORDS_DAY];
}

uint32_t records_stars(const mazecube_records *r)
{
    uint32_t stars = 0;
    for (uint32_t i = 0; i < LEVEL_COUNT; i++) stars += r->of[i].stars;
    return stars;
}

// --- bytes

static void put(uint8_t **at, uint32_t value, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++) *(*at)++ = (uint8_t)(value >> 8 * i);
}

static void put_record(uint8_t **at, const mazecube_record *record)
{
    put(at, record->stars, 1);
    put(at, record->time, 4);
    put(at, record->ghost_size, 4);
    if (record->ghost_size) memcpy(*at, record->ghost, record->ghost_size);
    *at += record->ghost_size;
}

size_t records_encode(const mazecube_records *r, uint8_t *bytes)
{
    uint8_t *at = bytes;
    put(&at, r->latest, 1);
    put(&at, r->endless, 4);
    put(&at, r->day.year, 4);
    put(&at, r->day.month, 1);
    put(&at, r->day.day, 1);
    put(&at, RECORDS_COUNT, 1);
    for (uint32_t i = 0; i < RECORDS_COUNT; i++) put_record(&at, &r->of[i]);
    return (size_t)(at - bytes);
}

typedef struct reader {
    const uint8_t *bytes;
    size_t size, at;
    const char *reason; // what was wrong first; NULL while all is well
    bool no_memory;
} reader;

static void complain(reader *r, const char *reason)
{
    if (!r->reason) r->reason = reason;
}

static uint32_t get(reader *r, uint32_t bytes)
{
    uint32_t value = 0;
    if (r->size - r->at < bytes) complain(r, "it ends too early");
    if (r->reason) return 0;
    for (uint32_t i = 0; i < bytes; i++) value |= (uint32_t)r->bytes[r->at++] << 8 * i;
    return value;
}

static uint32_t get_within(reader *r, uint32_t bytes, uint32_t most, const char *otherwise)
{
    const uint32_t value = get(r, bytes);
    if (value <= most) return value;
    complain(r, otherwise);
    return 0;
}

static void get_ghost(reader *r, mazecube_record *record, ghost_track *track)
{
    const uint32_t size = get_within(r, 4, GHOST_BOUND, "a ghost is too long");
    if (r->size - r->at < size) complain(r, "it ends too early");
    if (r->reason || size == 0) return;
    if (!ghost_unpack(track, r->bytes + r->at, size)) complain(r, "a ghost takes no way");
    if (r->reason) return;
    record->ghost = malloc(size);
    r->no_memory = r->no_memory || !record->ghost;
    if (record->ghost) memcpy(record->ghost, r->bytes + r->at, size);
    record->ghost_size = record->ghost ? size : 0;
    r->at += size;
}

static void get_record(reader *r, mazecube_record *record, ghost_track *track)
{
    record->stars = get_within(r, 1, 3, "a level has too many stars");
    record->time = get_within(r, 4, LONGEST, "a time is too long");
    if (record->time == 0 && record->stars > 0) complain(r, "stars without a time");
    get_ghost(r, record, track);
}

static void get_all(reader *r, mazecube_records *read, ghost_track *track)
{
    read->latest = get_within(r, 1, LEVEL_COUNT, "there is no such level");
    read->endless = get(r, 4);
    read->day.year = get_within(r, 4, 9999, "a date is none");
    read->day.month = get_within(r, 1, 12, "a date is none");
    read->day.day = get_within(r, 1, 31, "a date is none");
    if (get(r, 1) != RECORDS_COUNT) complain(r, "it has another number of levels");
    for (uint32_t i = 0; i < RECORDS_COUNT && !r->reason; i++) get_record(r, &read->of[i], track);
    if (r->at < r->size) complain(r, "something was added at its end");
}

bool records_decode(mazecube_records *r, const uint8_t *bytes, size_t size, const char **reason)
{
    reader from = { bytes, size, 0, NULL, false };
    ghost_track *track = malloc(sizeof *track);
    mazecube_records *read = malloc(sizeof *read);
    if (read) *read = (mazecube_records){ 0 };
    if (track && read) get_all(&from, read, track);
    const bool good = track && read && !from.reason && !from.no_memory;
    if (good) {
        records_clear(r);
        read->changes = r->changes;
        *r = *read;
    } else if (read) {
        records_clear(read);
    }
    *reason = from.reason;
    free(track);
    free(read);
    return good;
}

uint32_t records_peek(const uint8_t *bytes, size_t size)
{
    return size > 0 && bytes[0] <= LEVEL_COUNT ? bytes[0] : 0;
}
