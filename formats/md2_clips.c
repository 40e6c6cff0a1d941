// SPDX-License-Identifier: MIT
#include "md2_clips.h"

#include "model_clips.h"

#include <string.h>

// "run1" to "run6", "pain101" to "pain104" and then "pain201": the games number frames with two
// digits and clips with a third. But "frame099" goes on with "frame100", so a number that follows
// the one before, all its digits taken, never begins a clip; nor does the same name without any.

// A name in front of digits, and what they say.
typedef struct numbered {
    size_t length;   // without digits
    size_t digits;   // at its end
    uint64_t number; // 0 where there are none
} numbered;

// At most `most` digits are taken.
static numbered split(const char *name, size_t most)
{
    const size_t length = strlen(name);
    size_t digits = 0;
    while (digits < length && digits < most && name[length - 1 - digits] >= '0' &&
           name[length - 1 - digits] <= '9')
        digits++;
    numbered n = { length - digits, digits, 0 };
    for (size_t i = n.length; i < length; i++) n.number = n.number * 10 + (uint64_t)(name[i] - '0');
    return n;
}

static bool same_name(const char *a, numbered as, const char *b, numbered bs)
{
    return as.length == bs.length && memcmp(a, b, as.length) == 0;
}

// Whether a frame goes on with the clip of the one before it.
static bool follows(const char *before, const char *name)
{
    const numbered all = split(name, 15), all_before = split(before, 15);
    const bool same = same_name(name, all, before, all_before);
    if (same && all.digits == 0 && all_before.digits == 0) return true;
    if (same && all.digits > 0 && all.number == all_before.number + 1) return true;
    const numbered two = split(name, 2), two_before = split(before, 2);
    return two.digits > 0 && same_name(name, two, before, two_before) &&
           two.number > two_before.number;
}

// A clip's name is its first frame's without two digits; without all of them where it counts on
// beyond a hundred, or where a third is a 0 in front; and without what sets digits off. Numbers
// alone are frames.
static const char *title_of(model_arena *arena, const char *first, const char *last)
{
    numbered n = split(first, 2);
    const numbered end = split(last, 2);
    const bool padded = n.length > 0 && first[n.length - 1] == '0';
    if (!same_name(first, n, last, end) || n.length == 0 || padded) n = split(first, 15);
    while (n.length > 0 && strchr("_-. ", first[n.length - 1])) n.length--;
    if (n.length == 0) return model_take_name(arena, "frames", 6);
    return model_take_name(arena, first, n.length);
}

static uint32_t count_clips(const char *const *names, uint32_t keys)
{
    uint32_t clips = 1;
    for (uint32_t i = 1; i < keys; i++) clips += !follows(names[i - 1], names[i]);
    return clips;
}

bool md2_clips_find(model_arena *arena, double frames_a_second)
{
    const qx_model_mesh *mesh = &arena->model.meshes[0];
    const char *const *names = mesh->key_names;
    const uint32_t keys = mesh->key_count, count = count_clips(names, keys);
    const int64_t spacing = model_clip_spacing(frames_a_second);
    qx_model_clip *clips = model_take(arena, count, sizeof *clips);
    int64_t *times = model_take(arena, keys, sizeof *times);
    if (!clips || !times) return false;
    for (uint32_t i = 0; i < keys; i++) times[i] = (int64_t)i * spacing; // every clip's from 0 on
    uint32_t first = 0;
    for (uint32_t clip = 0; clip < count; clip++) {
        uint32_t end = first + 1;
        while (end < keys && follows(names[end - 1], names[end])) end++;
        clips[clip] = (qx_model_clip){ .name = title_of(arena, names[first], names[end - 1]),
                                       .duration = (int64_t)(end - first - 1) * spacing,
                                       .period = (int64_t)(end - first) * spacing,
                                       .first = first,
                                       .count = end - first,
                                       .times = times };
        if (!clips[clip].name) return false;
        first = end;
    }
    arena->model.clips = clips;
    arena->model.clip_count = count;
    return true;
}
