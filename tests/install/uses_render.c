// SPDX-License-Identifier: MIT
// What render does without a context.
#include <quincunx/render.h>

#include <stdio.h>

int main(void)
{
    const qx_view view = { .width = 1280, .height = 720 };
    const int fits = qx_view_scale(&view, 640, 360) == 0.5f;
    const int has_strokes = qx_text_bound("quincunx") > 0;
    puts(fits && has_strokes ? "render works" : "render gives wrong answers");
    return !(fits && has_strokes);
}
