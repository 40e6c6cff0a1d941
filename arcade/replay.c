// SPDX-License-Identifier: MIT
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC "QXRP"
#define NEWEST 1u

struct recording {
    char scene[RECORDING_NAME_SIZE];
    uint32_t version;
    scene_setup setup;
    char options[RECORDING_OPTIONS][RECORDING_OPTION_SIZE];
    const char *option_list[RECORDING_OPTIONS];
    uint32_t ticks;
    uint64_t hash;

    uint8_t *runs;
    size_t runs_size, runs_capacity;
    bool cut;                // memory or RECORDING_MOST_BYTES ran out
    tick_input written, now; // last run in `runs`, and the one that still grows
    uint32_t now_ticks;
};

// --- the fields of a tick, one after the other

typedef enum field_kind { FIELD_I16, FIELD_U16, FIELD_I32, FIELD_U32 } field_kind;

#define FIELD_COUNT (10u + 3u * POINTER_COUNT)
#define POINTER_FIELDS(i)                                                                          \
    { offsetof(tick_input, pointers[i].x), FIELD_I32 },                                            \
        { offsetof(tick_input, pointers[i].y), FIELD_I32 },                                        \
    {                                                                                              \
        offsetof(tick_input, pointers[i].buttons), FIELD_U32                                       \
    }

static const struct {
    size_t offset;
    field_kind kind;
} fields[FIELD_COUNT] = {
    { offsetof(tick_input, move_x), FIELD_I16 },
    { offsetof(tick_input, move_y), FIELD_I16 },
    { offsetof(tick_input, aim_x), FIELD_I16 },
    { offsetof(tick_input, aim_y), FIELD_I16 },
    { offsetof(tick_input, view_width), FIELD_I16 },
    { offsetof(tick_input, view_height), FIELD_I16 },
    { offsetof(tick_input, wheel), FIELD_I16 },
    { offsetof(tick_input, aim_by_pointer), FIELD_U16 },
    { offsetof(tick_input, held), FIELD_U32 },
    { offsetof(tick_input, pressed), FIELD_U32 },
    POINTER_FIELDS(0),
    POINTER_FIELDS(1),
    POINTER_FIELDS(2),
    POINTER_FIELDS(3),
    POINTER_FIELDS(4),
};

static int64_t get_field(const tick_input *input, uint32_t index)
{
    const char *place = (const char *)input + fields[index].offset;
    switch (fields[index].kind) {
    case FIELD_I16: return *(const int16_t *)(const void *)place;
    case FIELD_U16: return *(const uint16_t *)(const void *)place;
    case FIELD_I32: return *(const int32_t *)(const void *)place;
    default: return *(const uint32_t *)(const void *)place;
    }
}

// False where the value does not fit the field.
static bool set_field(tick_input *input, uint32_t index, int64_t value)
{
    char *place = (char *)input + fields[index].offset;
    switch (fields[index].kind) {
    case FIELD_I16: *(int16_t *)(void *)place = (int16_t)value; break;
    case FIELD_U16: *(uint16_t *)(void *)place = (uint16_t)value; break;
    case FIELD_I32: *(int32_t *)(void *)place = (int32_t)value; break;
    default: *(uint32_t *)(void *)place = (uint32_t)value; break;
    }
    return get_field(input, index) == value;
}

static bool axes_valid(int32_t x, int32_t y)
{
    return (int64_t)x * x + (int64_t)y * y <= (int64_t)AXIS_FULL * AXIS_FULL;
}

static bool place_valid(int32_t place)
{
    return place >= -PLACE_MOST && place <= PLACE_MOST;
}

bool tick_input_valid(const tick_input *input)
{
    const uint32_t known = ACTION_BIT(ACTION_COUNT) - 1;
    if (!axes_valid(input->move_x, input->move_y) || !axes_valid(input->aim_x, input->aim_y))
        return false;
    if (input->view_width < 1 || input->view_height < 1 || input->aim_by_pointer > 1) return false;
    if ((input->held | input->pressed) & ~known) return false;
    for (uint32_t i = 0; i < POINTER_COUNT; i++) {
        const pointer *p = &input->pointers[i];
        if (!place_valid(p->x) || !place_valid(p->y) || p->buttons > 7) return false;
    }
    return true;
}

// --- bytes

typedef struct writer {
    uint8_t *bytes;
    size_t size, capacity;
    bool failed;
} writer;

static bool make_room(writer *w, size_t more)
{
    if (w->failed) return false;
    if (w->capacity - w->size >= more) return true;
    size_t capacity = w->capacity < 256 ? 256 : w->capacity;
    while (capacity - w->size < more)
        capacity *= 2; // no overflow: all that is written stays far below 4 GiB
    uint8_t *bytes = realloc(w->bytes, capacity);
    w->failed = !bytes;
    if (!bytes) return false;
    w->bytes = bytes;
    w->capacity = capacity;
    return true;
}

static void put_bytes(writer *w, const void *bytes, size_t size)
{
    if (size == 0 || !make_room(w, size)) return;
    memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
}

static void put_number(writer *w, uint64_t value)
{
    uint8_t bytes[10];
    size_t size = 0;
    do {
        bytes[size++] = (uint8_t)((value & 127) | (value > 127 ? 128 : 0));
        value >>= 7;
    } while (value > 0);
    put_bytes(w, bytes, size);
}

static void put_signed(writer *w, int64_t value)
{
    put_number(w, value < 0 ? ~((uint64_t)value << 1) : (uint64_t)value << 1);
}

static void put_string(writer *w, const char *string)
{
    const size_t size = strlen(string);
    put_number(w, size);
    put_bytes(w, string, size);
}

typedef struct reader {
    const uint8_t *bytes;
    size_t size, at;
    const char *problem; // what was wrong first; NULL while all is well
} reader;

static void complain(reader *r, const char *problem)
{
    if (!r->problem) r->problem = problem;
}

static uint8_t get_byte(reader *r)
{
    if (r->problem) return 0;
    if (r->at < r->size) return r->bytes[r->at++];
    complain(r, "it ends too early");
    return 0;
}

static uint64_t get_number(reader *r, uint64_t most)
{
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 64; shift += 7) {
        const uint64_t byte = get_byte(r);
        if (shift == 63 && byte > 1) break;
        value |= (byte & 127) << shift;
        if (byte < 128) {
            if (value > most) complain(r, "a number is out of range");
            return r->problem ? 0 : value;
        }
    }
    complain(r, "a number is too long");
    return 0;
}

static int64_t get_signed(reader *r)
{
    const uint64_t value = get_number(r, UINT64_C(1) << 34); // differences of 32-bit fields fit
    return value & 1 ? -(int64_t)(value >> 1) - 1 : (int64_t)(value >> 1);
}

static void get_string(reader *r, char *string, size_t room)
{
    const size_t size = (size_t)get_number(r, room - 1);
    for (size_t i = 0; i < size; i++) {
        string[i] = (char)get_byte(r);
        if ((uint8_t)string[i] < 32) complain(r, "a name holds control characters");
    }
    string[size] = '\0';
}

// --- runs

static void put_run(writer *w, uint32_t ticks, const tick_input *input, const tick_input *before)
{
    uint32_t changed = 0;
    for (uint32_t i = 0; i < FIELD_COUNT; i++)
        if (get_field(input, i) != get_field(before, i)) changed |= UINT32_C(1) << i;
    put_number(w, ticks);
    put_number(w, changed);
    for (uint32_t i = 0; i < FIELD_COUNT; i++)
        if (changed >> i & 1) put_signed(w, get_field(input, i) - get_field(before, i));
}

static uint32_t get_run(reader *r, tick_input *input)
{
    const uint32_t ticks = (uint32_t)get_number(r, RECORDING_MOST_TICKS);
    const uint32_t changed = (uint32_t)get_number(r, (UINT32_C(1) << FIELD_COUNT) - 1);
    if (ticks == 0) complain(r, "a run is empty");
    for (uint32_t i = 0; i < FIELD_COUNT && !r->problem; i++) {
        if (!(changed >> i & 1)) continue;
        if (!set_field(input, i, get_field(input, i) + get_signed(r)))
            complain(r, "an input is out of range");
    }
    if (!tick_input_valid(input)) complain(r, "an input is out of range");
    return ticks;
}

static writer writer_of_runs(const recording *r)
{
    return (writer){ r->runs, r->runs_size, r->runs_capacity, false };
}

static void end_run(recording *r)
{
    if (r->now_ticks == 0) return;
    writer w = writer_of_runs(r);
    put_run(&w, r->now_ticks, &r->now, &r->written);
    r->runs = w.bytes;
    r->runs_capacity = w.capacity;
    r->cut = w.failed || w.size > RECORDING_MOST_BYTES;
    if (r->cut) return;
    r->runs_size = w.size;
    r->written = r->now;
    r->now_ticks = 0;
}

void recording_add(recording *r, const tick_input *input)
{
    if (r->ticks == RECORDING_MOST_TICKS) r->cut = true;
    if (r->cut) return;
    if (r->now_ticks > 0 && memcmp(&r->now, input, sizeof *input) != 0) end_run(r);
    r->now = *input;
    r->now_ticks++;
    r->ticks++;
}

bool replay_next(replay_cursor *cursor, tick_input *input)
{
    if (cursor->left == 0) {
        const recording *from = cursor->recording;
        reader r = { from->runs, from->runs_size, cursor->offset, NULL };
        if (r.at == r.size) return false;
        cursor->left = get_run(&r, &cursor->input);
        cursor->offset = r.at;
        if (r.problem) return false;
    }
    cursor->left--;
    *input = cursor->input;
    return true;
}

// --- whole recordings

static bool copy_options(recording *r, const scene_setup *setup)
{
    if (setup->option_count > RECORDING_OPTIONS) return false;
    for (uint32_t i = 0; i < setup->option_count; i++) {
        if (strlen(setup->options[i]) >= RECORDING_OPTION_SIZE) return false;
        strcpy(r->options[i], setup->options[i]);
    }
    return true;
}

static void list_options(recording *r)
{
    for (uint32_t i = 0; i < r->setup.option_count; i++) r->option_list[i] = r->options[i];
    r->setup.options = r->option_list;
}

recording *recording_create(const char *name, uint32_t version, const scene_setup *setup)
{
    if (strlen(name) >= RECORDING_NAME_SIZE) return NULL;
    recording *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    strcpy(r->scene, name);
    r->version = version;
    r->setup = *setup;
    if (!copy_options(r, setup)) {
        recording_destroy(r);
        return NULL;
    }
    list_options(r);
    return r;
}

void recording_destroy(recording *r)
{
    if (!r) return;
    free(r->runs);
    free(r);
}

recording_info recording_get(const recording *r)
{
    return (recording_info){ r->scene, r->version, r->setup, r->ticks, r->hash };
}

uint8_t *recording_encode(recording *r, uint64_t hash, size_t *size)
{
    end_run(r);
    r->hash = hash;
    writer w = { 0 };
    put_string(&w, r->scene);
    put_number(&w, r->version);
    put_number(&w, r->setup.seed);
    put_number(&w, (uint64_t)r->setup.view_width);
    put_number(&w, (uint64_t)r->setup.view_height);
    put_number(&w, r->setup.option_count);
    for (uint32_t i = 0; i < r->setup.option_count; i++) put_string(&w, r->options[i]);
    put_number(&w, r->ticks);
    for (uint32_t i = 0; i < 8; i++) put_bytes(&w, &(uint8_t){ (uint8_t)(hash >> 8 * i) }, 1);
    put_bytes(&w, r->runs, r->runs_size);
    *size = w.size;
    if (!w.failed && !r->cut) return w.bytes;
    free(w.bytes);
    return NULL;
}

static void get_head(reader *in, recording *r)
{
    get_string(in, r->scene, sizeof r->scene);
    r->version = (uint32_t)get_number(in, UINT32_MAX);
    r->setup.seed = get_number(in, UINT64_MAX);
    r->setup.view_width = (int16_t)get_number(in, INT16_MAX);
    r->setup.view_height = (int16_t)get_number(in, INT16_MAX);
    if (r->setup.view_width < 1 || r->setup.view_height < 1) complain(in, "its view has no size");
    r->setup.option_count = (uint32_t)get_number(in, RECORDING_OPTIONS);
    for (uint32_t i = 0; i < r->setup.option_count; i++)
        get_string(in, r->options[i], sizeof r->options[i]);
    list_options(r);
    r->ticks = (uint32_t)get_number(in, RECORDING_MOST_TICKS);
    for (uint32_t i = 0; i < 8; i++) r->hash |= (uint64_t)get_byte(in) << 8 * i;
}

// Walks all runs once, so that whoever plays them need not doubt them.
static void check_runs(reader *in, uint32_t ticks)
{
    tick_input input = { 0 };
    uint64_t sum = 0;
    while (in->at < in->size && !in->problem) sum += get_run(in, &input);
    if (sum != ticks) complain(in, "its runs do not add up to its ticks");
}

static void get_runs(reader *in, recording *r)
{
    const size_t start = in->at;
    check_runs(in, r->ticks);
    if (in->problem || in->at == start) return;
    r->runs = malloc(in->at - start);
    if (!r->runs) {
        complain(in, "there is not enough memory to read it");
        return;
    }
    r->runs_size = r->runs_capacity = in->at - start;
    memcpy(r->runs, in->bytes + start, r->runs_size);
}

recording *recording_decode(const uint8_t *bytes, size_t size, storage_problem *problem)
{
    reader in = { bytes, size, 0, NULL };
    recording *r = calloc(1, sizeof *r);
    if (!r) {
        complain(&in, "there is not enough memory to read it");
    } else {
        get_head(&in, r);
        get_runs(&in, r);
    }
    if (!in.problem) return r;
    snprintf(problem->text, sizeof problem->text, "%s (byte %zu of its contents)", in.problem,
             in.at);
    recording_destroy(r);
    return NULL;
}

bool recording_can_save(const char *path, storage_problem *problem)
{
    return storage_can_save(path, MAGIC, NEWEST, problem) == STORAGE_OK;
}

storage_result recording_save(recording *r, uint64_t hash, const char *path,
                              storage_problem *problem)
{
    size_t size = 0;
    uint8_t *bytes = recording_encode(r, hash, &size);
    if (!bytes) {
        snprintf(problem->text, sizeof problem->text,
                 "%s: the recording grew too long and was not written; record a shorter run", path);
        return STORAGE_FAILED;
    }
    const storage_result result = storage_save(path, MAGIC, NEWEST, bytes, size, problem);
    free(bytes);
    return result;
}

storage_result recording_load(const char *path, recording **r, storage_problem *problem)
{
    uint32_t version = 0;
    void *bytes = NULL;
    size_t size = 0;
    *r = NULL;
    const storage_result result =
        storage_load(path, MAGIC, NEWEST, &version, &bytes, &size, problem);
    if (result != STORAGE_OK) return result;
    storage_problem why = { 0 };
    *r = recording_decode(bytes, size, &why);
    free(bytes);
    if (*r) return STORAGE_OK;
    snprintf(problem->text, sizeof problem->text,
             "%s: the recording does not make sense: %.300s; record it again", path, why.text);
    return STORAGE_DAMAGED;
}
