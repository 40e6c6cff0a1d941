// SPDX-License-Identifier: MIT
#include "lightning_drive.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

uint32_t lightning_count_lit(const room_play *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++) {
        const lightning_strike *s = &p->lightning->strikes[i];
        count += s->used && s->grown && s->wish.light > 0.01f;
    }
    return count;
}

static void check_strike(const room_play *p, const lightning_strike *s)
{
    assert_true(s->wish.light >= 0.0f && s->wish.light <= 1.0f);
    assert_true(s->held.light >= 0.0f && s->held.light <= 1.0f);
    assert_true(s->wish.unborn >= 0.0f && s->wish.unborn <= 1.0f);
    assert_true(s->end_count <= LIGHTNING_ENDS);
    for (uint32_t i = 0; i < s->end_count; i++)
        assert_true(isfinite(s->ends[i].x) && isfinite(s->ends[i].y) && isfinite(s->ends[i].z));
    if (s->grown)
        assert_true(qx_bolt_get_info(lightning_bolt_of(p->lightning, s)).segments <=
                    LIGHTNING_SEGMENTS);
}

void lightning_assert_sound(const room_play *p)
{
    const lightning_rules *rules = &p->lightning->rules;
    for (uint32_t i = 0; i < PARAM_COUNT; i++)
        assert_true(rules->values[i] >= lightning_param_low(i) &&
                    rules->values[i] <= lightning_param_high(i));
    for (uint32_t i = 0; i < LIGHTNING_MARKS; i++) {
        const lightning_mark *m = &rules->marks[i];
        assert_true(m->kind < MARK_KINDS && isfinite(m->x) && isfinite(m->y));
        assert_true(m->held <= LIGHTNING_HANDS);
    }
    for (uint32_t i = 0; i < LIGHTNING_STRIKES; i++)
        if (p->lightning->strikes[i].used) check_strike(p, &p->lightning->strikes[i]);
    assert_true(rules->page < LIGHTNING_PAGES && rules->row < lightning_row_count(p->lightning));
    assert_true(rules->tool < TOOL_COUNT && rules->preset < LIGHTNING_PRESETS);
}
