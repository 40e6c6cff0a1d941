// SPDX-License-Identifier: MIT
#include "space_stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

qx_frame space_frame(uint32_t width, uint32_t height)
{
    return (qx_frame){
        .width = width,
        .height = height,
        .view = { 0, 0, (float)width, (float)height },
        .background = 0x000000FF,
    };
}

qx_space space_dark(float distance, float height)
{
    return (qx_space){
        .camera = { .eye = { 0, 0, distance }, .field = 2 * atanf(0.5f * height / distance) },
        .sun_light = -1,
        .sky = 0x000000FF,
        .ground = 0x000000FF,
    };
}

typedef struct order {
    const qx_space *space;
    picture_draw *below;
    space_draw *draw;
    const void *user;
} order;

static void draw_space(qx_render *render, const void *user)
{
    const order *all = user;
    if (all->below) all->below(render, all->user);
    qx_space_begin(render, all->space);
    if (all->draw) all->draw(render, all->user);
    qx_space_end(render);
}

picture space_take(qx_render *render, qx_frame frame, const qx_space *space, picture_draw *below,
                   space_draw *draw, const void *user)
{
    const order all = { space, below, draw, user };
    return picture_take(render, frame, draw_space, NULL, &all);
}

static qx_solid *make(qx_render *render, const qx_solid_desc *desc)
{
    qx_solid *solid;
    assert_int_equal(qx_solid_create(render, desc, &solid), QX_OK);
    return solid;
}

qx_solid *space_card(qx_render *render, float width, float height)
{
    const float x = 0.5f * width, y = 0.5f * height;
    const float positions[] = { -x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0 };
    static const float normals[] = { 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1 };
    static const float texture_places[] = { 0, 1, 1, 1, 1, 0, 0, 0 };
    static const uint32_t indices[] = { 0, 1, 2, 0, 2, 3 };
    return make(render, &(qx_solid_desc){ .positions = positions,
                                          .normals = normals,
                                          .texture_places = texture_places,
                                          .vertex_count = 4,
                                          .indices = indices,
                                          .index_count = 6 });
}

qx_solid *space_box(qx_render *render)
{
    static const float positions[] = { -1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                       -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1 };
    static const uint32_t indices[] = { 0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                        2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7, 3 };
    return make(render, &(qx_solid_desc){ .positions = positions,
                                          .vertex_count = 8,
                                          .indices = indices,
                                          .index_count = 36 });
}

static void put_ball(float *positions, float *normals, uint32_t rings, qx_vec3 size)
{
    for (uint32_t i = 0; i <= rings; i++) {
        for (uint32_t j = 0; j <= 2 * rings; j++) {
            const float a = 3.14159265f * (float)i / (float)rings;
            const float b = 3.14159265f * (float)j / (float)rings;
            const float at[3] = { sinf(a) * cosf(b), cosf(a), -sinf(a) * sinf(b) };
            const float sizes[3] = { size.x, size.y, size.z };
            for (int k = 0; k < 3; k++) {
                *positions++ = at[k] * sizes[k];
                *normals++ = at[k] / sizes[k];
            }
        }
    }
}

static void put_squares(uint32_t *indices, uint32_t rings)
{
    for (uint32_t i = 0; i < rings; i++) {
        for (uint32_t j = 0; j < 2 * rings; j++) {
            const uint32_t a = i * (2 * rings + 1) + j, b = a + 2 * rings + 1;
            const uint32_t corners[] = { a, b, a + 1, a + 1, b, b + 1 };
            for (int k = 0; k < 6; k++) *indices++ = corners[k];
        }
    }
}

qx_solid *space_ball(qx_render *render, uint32_t rings, qx_vec3 size)
{
    const uint32_t count = (rings + 1) * (2 * rings + 1);
    const uint32_t index_count = 12 * rings * rings;
    float *positions = malloc(count * 3 * sizeof *positions);
    float *normals = malloc(count * 3 * sizeof *normals);
    uint32_t *indices = malloc(index_count * sizeof *indices);
    assert_true(positions && normals && indices);
    put_ball(positions, normals, rings, size);
    put_squares(indices, rings);
    qx_solid *solid = make(render, &(qx_solid_desc){ .positions = positions,
                                                     .normals = normals,
                                                     .vertex_count = count,
                                                     .indices = indices,
                                                     .index_count = index_count });
    free(positions);
    free(normals);
    free(indices);
    return solid;
}
