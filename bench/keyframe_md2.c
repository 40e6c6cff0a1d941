// SPDX-License-Identifier: MIT
#include "keyframe_md2.h"

#include <quincunx/math.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AROUND 8u // columns of the tube
#define ROWS (BENCH_MD2_VERTICES / AROUND)
#define TRIANGLES (2 * AROUND * (ROWS - 1))
#define CLIP 18u // frames in one

enum { HEAD = 68, COORDINATE = 4, TRIANGLE = 12, FRAME = 40 + 4 * BENCH_MD2_VERTICES };

static void put_16(uint8_t *to, uint32_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

static void put_32(uint8_t *to, uint32_t value)
{
    put_16(to, value);
    put_16(to + 2, value >> 16);
}

static void put_float(uint8_t *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_32(to, bits);
}

static void put_triangle(uint8_t *to, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t corners[] = { a, b, c };
    for (uint32_t i = 0; i < 3; i++) {
        put_16(to + 2 * i, corners[i]);
        put_16(to + 6 + 2 * i, corners[i]);
    }
}

static void put_triangles(uint8_t *to)
{
    for (uint32_t row = 0; row + 1 < ROWS; row++) {
        for (uint32_t i = 0; i < AROUND; i++) {
            const uint32_t a = row * AROUND + i, b = row * AROUND + (i + 1) % AROUND;
            put_triangle(to, a, b, a + AROUND);
            put_triangle(to + TRIANGLE, b, b + AROUND, a + AROUND);
            to += 2 * TRIANGLE;
        }
    }
}

static uint8_t byte_of(double value)
{
    return (uint8_t)(127.5 + 127.0 * value);
}

static void put_frame(uint8_t *to, uint32_t frame)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        put_float(to + 4 * axis, 0.2f + 0.001f * (float)frame);
        put_float(to + 12 + 4 * axis, -25.0f);
    }
    snprintf((char *)to + 24, 16, "clip%c%02u", (int)('a' + frame / CLIP), frame % CLIP + 1);
    for (uint32_t i = 0; i < BENCH_MD2_VERTICES; i++) {
        uint8_t *v = to + 40 + 4 * i;
        const double height = (double)(i / AROUND) / (ROWS - 1);
        const double angle = 6.2831853 * (i % AROUND) / AROUND;
        const double swing = 0.5 * height * qx_sin(0.35 * frame + 2.0 * height);
        v[0] = byte_of(0.4 * qx_cos(angle) + swing);
        v[1] = byte_of(0.4 * qx_sin(angle));
        v[2] = byte_of(2.0 * height - 1.0);
        v[3] = (uint8_t)((i * 7 + frame) % 162);
    }
}

uint8_t *bench_md2(size_t *size)
{
    const uint32_t coordinates = HEAD, triangles = coordinates + COORDINATE * BENCH_MD2_VERTICES;
    const uint32_t frames = triangles + TRIANGLE * TRIANGLES;
    const uint32_t end = frames + FRAME * BENCH_MD2_FRAMES;
    const uint32_t head[] = { 844121161,
                              8,
                              256,
                              256,
                              FRAME,
                              0,
                              BENCH_MD2_VERTICES,
                              BENCH_MD2_VERTICES,
                              TRIANGLES,
                              0,
                              BENCH_MD2_FRAMES,
                              HEAD,
                              coordinates,
                              triangles,
                              frames,
                              end,
                              end };
    uint8_t *bytes = calloc(1, end);
    if (!bytes) return NULL;
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++) put_32(bytes + 4 * i, head[i]);
    for (uint32_t i = 0; i < BENCH_MD2_VERTICES; i++) put_32(bytes + coordinates + 4 * i, i);
    put_triangles(bytes + triangles);
    for (uint32_t i = 0; i < BENCH_MD2_FRAMES; i++) put_frame(bytes + frames + i * FRAME, i);
    *size = end;
    return bytes;
}
