// SPDX-License-Identifier: MIT
#include "mazecube_ghost.h"

#define FARTHEST 1024 // of any place, in steps: outside of the widest cube

void ghost_start(ghost_track *t)
{
    t->count = 0;
    t->cut = false;
}

static int16_t step_of(double cells)
{
    const double steps = cells * GHOST_STEPS;
    if (!(steps > -FARTHEST)) return -FARTHEST; // also NaN
    return (int16_t)(steps < FARTHEST ? steps + (steps < 0.0 ? -0.5 : 0.5) : FARTHEST);
}

void ghost_add(ghost_track *t, vec at)
{
    t->cut = t->cut || t->count == GHOST_SAMPLES;
    if (t->cut) return;
    int16_t *place = t->at[t->count++];
    place[0] = step_of(at.x);
    place[1] = step_of(at.y);
    place[2] = step_of(at.z);
}

static vec place_of(const ghost_track *t, uint32_t index)
{
    const int16_t *at = t->at[index];
    return vec_scale((vec){ at[0], at[1], at[2] }, 1.0 / GHOST_STEPS);
}

bool ghost_find(const ghost_track *t, double age, vec *at)
{
    const double along = age / GHOST_EVERY;
    if (t->count == 0 || !(along >= 0.0) || along > t->count - 1) return false;
    const uint32_t index = (uint32_t)along;
    const uint32_t next = index + 1 < t->count ? index + 1 : index;
    const vec from = place_of(t, index), way = vec_sub(place_of(t, next), from);
    *at = vec_add(from, vec_scale(way, vec_length(way) < 4.0 ? along - index : 0.0)); // undo jumps
    return true;
}

// --- packing

static size_t put(uint8_t *bytes, uint32_t value)
{
    size_t size = 0;
    for (; value >= 128; value >>= 7) bytes[size++] = (uint8_t)(value | 128);
    bytes[size++] = (uint8_t)value;
    return size;
}

static uint32_t zigzag(int32_t value)
{
    return value < 0 ? (uint32_t)(-2 * value - 1) : (uint32_t)(2 * value);
}

static void get_step(const ghost_track *t, uint32_t index, int32_t step[3])
{
    for (uint32_t i = 0; i < 3; i++)
        step[i] = t->at[index][i] - (index > 0 ? t->at[index - 1][i] : 0);
}

static bool is_step(const ghost_track *t, uint32_t index, const int32_t step[3])
{
    int32_t own[3];
    get_step(t, index, own);
    return own[0] == step[0] && own[1] == step[1] && own[2] == step[2];
}

size_t ghost_pack(const ghost_track *t, uint8_t *bytes)
{
    size_t size = 0;
    uint32_t next = 0;
    if (t->cut) return 0;
    while (next < t->count) {
        int32_t step[3];
        const uint32_t first = next++;
        get_step(t, first, step);
        while (next < t->count && is_step(t, next, step)) next++;
        size += put(bytes + size, next - first);
        for (uint32_t i = 0; i < 3; i++) size += put(bytes + size, zigzag(step[i]));
    }
    return size;
}

typedef struct reader {
    const uint8_t *bytes;
    size_t size, at;
    bool bad;
} reader;

// Of at most 14 bits: nothing in a track is larger.
static uint32_t get(reader *r)
{
    uint32_t value = 0;
    for (uint32_t shift = 0; shift < 14; shift += 7) {
        if (r->at == r->size) break;
        const uint32_t byte = r->bytes[r->at++];
        value |= (byte & 127) << shift;
        if (byte < 128) return value;
    }
    r->bad = true;
    return 0;
}

static int32_t get_signed(reader *r)
{
    const uint32_t value = get(r);
    return value & 1 ? -(int32_t)(value / 2) - 1 : (int32_t)(value / 2);
}

static bool add_run(ghost_track *t, reader *r)
{
    const uint32_t run = get(r);
    const int32_t step[3] = { get_signed(r), get_signed(r), get_signed(r) };
    if (r->bad || run == 0 || run > GHOST_SAMPLES - t->count) return false;
    for (uint32_t k = 0; k < run; k++, t->count++) {
        for (uint32_t i = 0; i < 3; i++) {
            const int32_t at = (t->count > 0 ? t->at[t->count - 1][i] : 0) + step[i];
            if (at < -FARTHEST || at > FARTHEST) return false;
            t->at[t->count][i] = (int16_t)at;
        }
    }
    return true;
}

bool ghost_unpack(ghost_track *t, const uint8_t *bytes, size_t size)
{
    reader r = { bytes, size, 0, false };
    ghost_start(t);
    while (r.at < size) {
        if (add_run(t, &r)) continue;
        ghost_start(t);
        return false;
    }
    return true;
}
