// SPDX-License-Identifier: MIT
#include "gl_picture.h"

#include "gl.h"
#include "state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int open_stage(void **state, gl_dialect dialect, bool bytes)
{
    gl_stage *stage = calloc(1, sizeof *stage);
    *state = stage;
    stage->dialect = dialect;
    stage->bytes = bytes;
    if (!gl_context_open(&stage->context, dialect)) return -1;
    qx_error error;
    const qx_precision precision = bytes ? QX_PRECISION_BYTES : QX_PRECISION_BEST;
    if (qx_render_create_with(NULL, precision, &stage->render, &error) != QX_OK) {
        fprintf(stderr, "%s\n", error.message);
        return -1;
    }
    fprintf(stderr, "%s\n", qx_render_text(stage->render));
    return 0;
}

int gl_stage_core(void **state)
{
    return open_stage(state, GL_DIALECT_CORE, false);
}

int gl_stage_core_bytes(void **state)
{
    return open_stage(state, GL_DIALECT_CORE, true);
}

int gl_stage_es(void **state)
{
    return open_stage(state, GL_DIALECT_ES, false);
}

int gl_stage_es_bytes(void **state)
{
    return open_stage(state, GL_DIALECT_ES, true);
}

int gl_stage_close(void **state)
{
    gl_stage *stage = *state;
    qx_render_destroy(stage->render);
    gl_context_close(&stage->context);
    free(stage);
    return 0;
}

int gl_stage_check(void **state)
{
    (void)state;
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) return 0;
    fprintf(stderr, "OpenGL error 0x%x\n", error);
    return -1;
}

picture picture_take(qx_render *render, qx_frame frame, picture_draw *scene, picture_draw *over,
                     const void *user)
{
    qx_target *target;
    assert_int_equal(qx_target_create(render, frame.width, frame.height, &target), QX_OK);
    frame.framebuffer = qx_target_framebuffer(target);
    qx_render_begin(render, &frame);
    if (scene) scene(render, user);
    qx_render_compose(render);
    if (over) over(render, user);
    qx_render_end(render);
    picture taken = { frame.width, frame.height, malloc((size_t)frame.width * frame.height * 3) };
    assert_non_null(taken.rgb);
    qx_target_read(render, target, taken.rgb);
    qx_target_destroy(render, target);
    return taken;
}

void picture_free(picture *taken)
{
    free(taken->rgb);
    taken->rgb = NULL;
}

uint8_t picture_byte(const picture *taken, uint32_t x, uint32_t y, int channel)
{
    return taken->rgb[3 * ((size_t)y * taken->width + x) + (size_t)channel];
}

static double linear(uint8_t byte)
{
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

double picture_light(const picture *taken, uint32_t x, uint32_t y)
{
    return linear(picture_byte(taken, x, y, 1));
}

double picture_top(const picture *taken, uint32_t x, uint32_t y)
{
    const uint8_t *rgb = &taken->rgb[3 * ((size_t)y * taken->width + x)];
    const uint8_t top = rgb[0] > rgb[1] ? rgb[0] : rgb[1];
    return linear(top > rgb[2] ? top : rgb[2]);
}

double picture_mean(const picture *taken, uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    double sum = 0;
    for (uint32_t row = y; row < y + height; row++) {
        for (uint32_t column = x; column < x + width; column++) {
            sum += picture_top(taken, column, row);
        }
    }
    return sum / ((double)width * height);
}

static size_t size_of(const picture *a, const picture *b)
{
    assert_true(a->width == b->width && a->height == b->height);
    return (size_t)a->width * a->height * 3;
}

double picture_white_share(const picture *taken)
{
    size_t white = 0;
    for (uint32_t y = 0; y < taken->height; y++)
        for (uint32_t x = 0; x < taken->width; x++)
            white += picture_byte(taken, x, y, 0) > 245 && picture_byte(taken, x, y, 1) > 245 &&
                     picture_byte(taken, x, y, 2) > 245;
    return (double)white / ((double)taken->width * taken->height);
}

int picture_worst(const picture *a, const picture *b)
{
    int worst = 0;
    for (size_t i = 0, size = size_of(a, b); i < size; i++) {
        const int apart = abs(a->rgb[i] - b->rgb[i]);
        if (apart > worst) worst = apart;
    }
    return worst;
}

double picture_apart(const picture *a, const picture *b)
{
    double sum = 0;
    const size_t size = size_of(a, b);
    for (size_t i = 0; i < size; i++) {
        sum += abs(a->rgb[i] - b->rgb[i]);
    }
    return sum / (double)size;
}
