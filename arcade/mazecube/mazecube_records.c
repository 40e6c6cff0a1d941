// SPDX-License-Identifier: MIT
#include "mazecube_records.h"

#include "bytes.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST (1000u * 60u * 60u) // ticks of a time that is believed
#define ARTICLE 128u                // in the byte of the level chosen last

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

static void put_record(byte_writer *w, const mazecube_record *record)
{
    bytes_put(w, record->stars, 1);
    bytes_put(w, record->time, 4);
    bytes_put(w, record->ghost_size, 4);
    bytes_put_block(w, record->ghost, record->ghost_size);
}

size_t records_encode(const mazecube_records *r, uint8_t *bytes)
{
    byte_writer w = { bytes, 0 };
    bytes_put(&w, r->latest | (r->rule == SLICE_ARTICLE ? ARTICLE : 0), 1);
    bytes_put(&w, r->endless, 4);
    bytes_put(&w, r->day.year, 4);
    bytes_put(&w, r->day.month, 1);
    bytes_put(&w, r->day.day, 1);
    bytes_put(&w, RECORDS_COUNT, 1);
    for (uint32_t i = 0; i < RECORDS_COUNT; i++) put_record(&w, &r->of[i]);
    return w.size;
}

typedef struct reading {
    byte_reader from;
    ghost_track *track; // a ghost that is looked at
    bool no_memory;
} reading;

static uint32_t get_within(reading *r, uint32_t count, uint32_t most, const char *otherwise)
{
    const uint32_t value = (uint32_t)bytes_get(&r->from, count);
    if (value <= most) return value;
    bytes_complain(&r->from, otherwise);
    return 0;
}

static void get_ghost(reading *r, mazecube_record *record)
{
    const uint32_t size = get_within(r, 4, GHOST_BOUND, "a ghost is too long");
    const uint8_t *bytes = bytes_get_block(&r->from, size);
    if (!bytes || size == 0) return;
    if (!ghost_unpack(r->track, bytes, size)) {
        bytes_complain(&r->from, "a ghost takes no way");
        return;
    }
    record->ghost = malloc(size);
    r->no_memory = r->no_memory || !record->ghost;
    if (record->ghost) memcpy(record->ghost, bytes, size);
    record->ghost_size = record->ghost ? size : 0;
}

static void get_record(reading *r, mazecube_record *record)
{
    record->stars = get_within(r, 1, 3, "a level has too many stars");
    record->time = get_within(r, 4, LONGEST, "a time is too long");
    if (record->time == 0 && record->stars > 0) bytes_complain(&r->from, "stars without a time");
    get_ghost(r, record);
}

static void get_all(reading *r, mazecube_records *read)
{
    const uint32_t first = (uint32_t)bytes_get(&r->from, 1);
    read->latest = first & ~ARTICLE;
    read->rule = first & ARTICLE ? SLICE_ARTICLE : SLICE_CLEAN;
    if (read->latest > LEVEL_COUNT) bytes_complain(&r->from, "there is no such level");
    read->endless = (uint32_t)bytes_get(&r->from, 4);
    read->day.year = get_within(r, 4, 9999, "a date is none");
    read->day.month = get_within(r, 1, 12, "a date is none");
    read->day.day = get_within(r, 1, 31, "a date is none");
    if (bytes_get(&r->from, 1) != RECORDS_COUNT)
        bytes_complain(&r->from, "it has another number of levels");
    for (uint32_t i = 0; i < RECORDS_COUNT && !r->from.reason; i++) get_record(r, &read->of[i]);
}

bool records_decode(mazecube_records *r, const uint8_t *bytes, size_t size, const char **reason)
{
    reading from = { .from = { .bytes = bytes, .size = size },
                     .track = malloc(sizeof *from.track) };
    mazecube_records *read = malloc(sizeof *read);
    if (read) *read = (mazecube_records){ 0 };
    if (from.track && read) get_all(&from, read);
    const bool good = from.track && read && !from.no_memory && bytes_end(&from.from);
    if (good) {
        records_clear(r);
        read->changes = r->changes;
        *r = *read;
    } else if (read) {
        records_clear(read);
    }
    *reason = from.from.reason;
    free(from.track);
    free(read);
    return good;
}

uint32_t records_peek(const uint8_t *bytes, size_t size, slice_rule *rule)
{
    const uint32_t first = size > 0 ? bytes[0] : 0, latest = first & ~ARTICLE;
    *rule = first & ARTICLE && latest <= LEVEL_COUNT ? SLICE_ARTICLE : SLICE_CLEAN;
    return latest <= LEVEL_COUNT ? latest : 0;
}
