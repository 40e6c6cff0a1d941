// SPDX-License-Identifier: MIT
// Which slice of the cube is shown.
#include "cube.h"

static double along_face(vec direction, uint32_t face)
{
    const double part = vec_axis(direction, (int)(face / 2));
    return face % 2 ? part : -part;
}

uint32_t slice_face(vec direction)
{
    uint32_t best = 0;
    for (uint32_t face = 1; face < 6; face++)
        if (along_face(direction, face) > along_face(direction, best)) best = face;
    return best;
}

static double sum(vec a)
{
    return a.x + a.y + a.z;
}

// An arrow's distance from the pivot falls as the pivot's component along it grows, and spot1 is
// nearer than spot2 where the sum of all is negative. So the arrow that is not among the two nearest
// is that of the smallest component, the one not among the two farthest that of the largest.
uint32_t slice_article(vec pivot, bool *ceiling)
{
    *ceiling = !(sum(pivot) < 0.0);
    const double toward = *ceiling ? 1.0 : -1.0;
    int best = 0;
    for (int axis = 1; axis < 3; axis++)
        if (toward * vec_axis(pivot, axis) > toward * vec_axis(pivot, best)) best = axis;
    return (uint32_t)(2 * best) + *ceiling;
}

static uint32_t face_of(slice_rule rule, vec direction)
{
    bool ceiling;
    return rule == SLICE_ARTICLE ? slice_article(direction, &ceiling) : slice_face(direction);
}

// By how much a face is ahead of the one that is shown.
static double lead(slice_rule rule, vec direction, uint32_t face, uint32_t shown)
{
    if (rule == SLICE_ARTICLE && face % 2 != shown % 2)
        return face % 2 ? sum(direction) : -sum(direction);
    return along_face(direction, face) - along_face(direction, shown);
}

static uint32_t cell_of(double at, uint32_t size)
{
    if (!(at > 0.0) || size == 0) return 0;
    return at < size ? (uint32_t)at : size - 1;
}

static void show(slice *s, uint32_t face, uint32_t index)
{
    if (face == s->face && index == s->index) return;
    const bool back = face == s->face_before && index == s->index_before;
    s->fade = back ? 1.0 - s->fade : 0.0;
    s->face_before = s->face;
    s->index_before = s->index;
    s->face = face;
    s->index = index;
}

void slice_start(slice *s, slice_rule rule, vec direction, vec ball, const uint32_t size[3])
{
    const uint32_t face = face_of(rule, direction);
    const uint32_t index = cell_of(vec_axis(ball, (int)(face / 2)), size[face / 2]);
    *s = (slice){ .face = face,
                  .index = index,
                  .ceiling = rule == SLICE_ARTICLE && face % 2 != 0,
                  .face_before = face,
                  .index_before = index,
                  .fade = 1.0,
                  .wanted = face };
}

static uint32_t next_face(slice *s, slice_rule rule, vec direction)
{
    const double length = vec_length(direction);
    if (!(length > 1e-9) || !(length < 1e100)) return s->face;
    const vec unit = vec_scale(direction, 1.0 / length);
    const uint32_t wanted = face_of(rule, unit);
    if (wanted != s->wanted || lead(rule, unit, wanted, s->face) < SLICE_LEAD) s->waited = 0;
    s->wanted = wanted;
    if (wanted == s->face || lead(rule, unit, wanted, s->face) < SLICE_LEAD) return s->face;
    if (++s->waited < SLICE_DWELL_TICKS) return s->face;
    s->waited = 0;
    return wanted;
}

void slice_step(slice *s, slice_rule rule, vec direction, vec ball, const uint32_t size[3])
{
    if (s->fade < 1.0) s->fade += 1.0 / SLICE_FADE_TICKS;
    if (s->fade > 1.0 - 1e-9) s->fade = 1.0;
    const uint32_t face = next_face(s, rule, direction);
    const double at = vec_axis(ball, (int)(face / 2));
    const bool same_axis = face / 2 == s->face / 2;
    const bool within = at >= s->index - SLICE_MARGIN && at <= s->index + 1.0 + SLICE_MARGIN;
    show(s, face, same_axis && within ? s->index : cell_of(at, size[face / 2]));
    s->ceiling = rule == SLICE_ARTICLE && face % 2 != 0;
}
