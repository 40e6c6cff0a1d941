// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <quincunx/random.h>
#include <quincunx/solid.h>

#include <math.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { WIDTH = 1280, HEIGHT = 720 };

static float within(qx_random *random, float least, float most)
{
    return least + (most - least) * qx_random_unit(random);
}

static qx_vec3 place_within(qx_random *random, float reach)
{
    return (qx_vec3){ within(random, -reach, reach), within(random, -reach, reach),
                      within(random, -reach, reach) };
}

static qx_camera camera_at_random(qx_random *random)
{
    return (qx_camera){
        .eye = place_within(random, 10),
        .target = place_within(random, 10),
        .up = place_within(random, 1),
        .field = within(random, 0.2f, 2.0f),
    };
}

static void to_clip(const qx_mat4 *matrix, qx_vec3 place, float clip[4])
{
    const float *m = matrix->m;
    for (int row = 0; row < 4; row++) {
        clip[row] = m[row] * place.x + m[4 + row] * place.y + m[8 + row] * place.z + m[12 + row];
    }
}

static bool is_near(float a, float b, float allowed)
{
    return fabsf(a - b) <= allowed;
}

static float distance_of(qx_vec3 a, qx_vec3 b)
{
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static void the_target_is_in_the_middle(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 0);
    for (int i = 0; i < 1000; i++) {
        const qx_camera camera = camera_at_random(&random);
        qx_vec3 pixel;
        assert_true(qx_camera_project(&camera, WIDTH, HEIGHT, camera.target, &pixel));
        assert_true(is_near(pixel.x, WIDTH / 2, 0.02f) && is_near(pixel.y, HEIGHT / 2, 0.02f));
        const float far = distance_of(camera.eye, camera.target);
        assert_true(is_near(pixel.z, far, 1e-4f * far));
    }
}

static void the_matrix_and_the_projection_agree(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 2, 0);
    int seen = 0;
    for (int i = 0; i < 10000; i++) {
        const qx_camera camera = camera_at_random(&random);
        const qx_mat4 matrix = qx_camera_matrix(&camera, (float)WIDTH / HEIGHT);
        const qx_vec3 place = place_within(&random, 20);
        float clip[4];
        qx_vec3 pixel;
        to_clip(&matrix, place, clip);
        const bool ahead = qx_camera_project(&camera, WIDTH, HEIGHT, place, &pixel);
        assert_true(is_near(pixel.z, clip[3], 1e-3f));
        if (!ahead || clip[3] < 0.5f || fabsf(clip[0]) > clip[3] || fabsf(clip[1]) > clip[3]) {
            continue;
        }
        seen++;
        assert_true(is_near(pixel.x, (1 + clip[0] / clip[3]) * WIDTH / 2, 0.05f));
        assert_true(is_near(pixel.y, (1 - clip[1] / clip[3]) * HEIGHT / 2, 0.05f));
    }
    assert_true(seen > 500);
}

static void a_ray_meets_what_its_pixel_shows(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = { { 1280, 720 }, { 360, 640 }, { 500, 500 } };
    qx_random random;
    qx_random_seed(&random, 3, 0);
    for (int i = 0; i < 3000; i++) {
        const uint32_t *size = sizes[i % 3];
        const qx_camera camera = camera_at_random(&random);
        const qx_vec3 place = place_within(&random, 20);
        qx_vec3 pixel;
        if (!qx_camera_project(&camera, size[0], size[1], place, &pixel) || pixel.z < 0.5f) {
            continue;
        }
        const qx_vec3 way = qx_camera_ray(&camera, size[0], size[1], (qx_vec2){ pixel.x, pixel.y });
        const float far = distance_of(camera.eye, place);
        const qx_vec3 met = { camera.eye.x + far * way.x, camera.eye.y + far * way.y,
                              camera.eye.z + far * way.z };
        assert_true(distance_of(met, place) < 1e-4f * far);
        assert_true(is_near(distance_of(way, (qx_vec3){ 0, 0, 0 }), 1, 1e-5f));
    }
}

static void planes_hold_what_the_picture_shows(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 4, 0);
    int inside = 0;
    for (int i = 0; i < 20000; i++) {
        const qx_camera camera = camera_at_random(&random);
        const qx_vec3 place = place_within(&random, 20);
        const qx_mat4 matrix = qx_camera_matrix(&camera, 1.5f);
        float planes[6][4], clip[4];
        qx_camera_planes(&camera, 1.5f, planes);
        to_clip(&matrix, place, clip);
        for (int k = 0; k < 6; k++) {
            const float *p = planes[k];
            const float off = p[0] * place.x + p[1] * place.y + p[2] * place.z + p[3];
            const float in_clip = clip[3] + (k % 2 == 0 ? clip[k / 2] : -clip[k / 2]);
            assert_true(is_near(p[0] * p[0] + p[1] * p[1] + p[2] * p[2], 1, 1e-4f));
            if (fabsf(off) > 2e-2f) assert_true((off > 0) == (in_clip > 0));
            inside += off > 0;
        }
    }
    assert_true(inside > 20000 && inside < 100000);
}

static void the_near_and_far_planes_are_at_their_distances(void **state)
{
    (void)state;
    const qx_camera camera = {
        .eye = { 1, 2, 3 }, .target = { 1, 2, -5 }, .nearest = 0.5f, .farthest = 40
    };
    float planes[6][4];
    qx_camera_planes(&camera, 1, planes);
    assert_true(is_near(planes[4][2], -1, 1e-5f) && is_near(planes[4][3], 2.5f, 1e-4f));
    assert_true(is_near(planes[5][2], 1, 1e-4f) && is_near(planes[5][3], 37, 1e-2f));
}

static void narrow_pictures_keep_the_field_across(void **state)
{
    (void)state;
    const qx_camera camera = { .target = { 0, 0, -1 }, .field = 1 };
    const float edge = tanf(0.5f);
    qx_vec3 pixel;
    qx_camera_project(&camera, 1000, 500, (qx_vec3){ 0, edge, -1 }, &pixel);
    assert_true(is_near(pixel.y, 0, 0.01f));
    qx_camera_project(&camera, 500, 1000, (qx_vec3){ edge, 0, -1 }, &pixel);
    assert_true(is_near(pixel.x, 500, 0.01f));
}

static void behind_the_eye_is_no_pixel(void **state)
{
    (void)state;
    const qx_camera camera = { .target = { 0, 0, -1 } };
    qx_vec3 pixel;
    assert_false(qx_camera_project(&camera, 100, 100, (qx_vec3){ 0.5f, 0, 2 }, &pixel));
    assert_true(is_near(pixel.z, -2, 1e-6f));
    assert_false(qx_camera_project(&camera, 100, 100, (qx_vec3){ 5, 5, 0 }, &pixel));
}

static void strange_cameras_still_see(void **state)
{
    (void)state;
    const qx_camera strange[] = {
        { .field = 0 },
        { .eye = { 1, 1, 1 }, .target = { 1, 1, 1 } },
        { .eye = { 0, 5, 0 }, .target = { 0, 0, 0 } },
        { .target = { 0, 0, -1 }, .up = { 0, 0, 1 } },
        { .target = { 0, 0, -1 }, .up = { NAN, 0, 1 } },
        { .target = { 0, 0, -1 }, .field = NAN, .nearest = INFINITY },
        { .target = { 0, 0, -1 }, .field = -1, .nearest = 5, .farthest = 1 },
        { .target = { 0, 0, -1 }, .field = 100 },
    };
    for (size_t i = 0; i < COUNT_OF(strange); i++) {
        const qx_mat4 matrix = qx_camera_matrix(&strange[i], 1.5f);
        float planes[6][4];
        qx_camera_planes(&strange[i], 1.5f, planes);
        for (int k = 0; k < 16; k++) assert_true(isfinite(matrix.m[k]));
        for (int k = 0; k < 24; k++) assert_true(isfinite(planes[k / 4][k % 4]));
    }
}

static void turns_are_the_quaternions(void **state)
{
    (void)state;
    const float half = 0.5f * 0.7f;
    const float about_y[4] = { 0, sinf(half), 0, cosf(half) };
    const qx_mat4 turned = qx_mat4_turn((qx_vec3){ 10, 20, 30 }, 2, about_y);
    float found[4];
    to_clip(&turned, (qx_vec3){ 1, 3, 0 }, found); // counter-clockwise, seen from above
    assert_true(is_near(found[0], 10 + 2 * cosf(0.7f), 1e-5f));
    assert_true(is_near(found[1], 26, 1e-5f));
    assert_true(is_near(found[2], 30 - 2 * sinf(0.7f), 1e-5f));
    assert_true(is_near(found[3], 1, 0));
}

static void products_apply_the_right_one_first(void **state)
{
    (void)state;
    const qx_mat4 moved = qx_mat4_place((qx_vec3){ 1, 0, 0 }, 1);
    const qx_mat4 larger = qx_mat4_place((qx_vec3){ 0, 0, 0 }, 3);
    const qx_mat4 both = qx_mat4_multiply(&larger, &moved);
    float found[4];
    to_clip(&both, (qx_vec3){ 1, 2, 0 }, found);
    assert_true(is_near(found[0], 6, 0) && is_near(found[1], 6, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_target_is_in_the_middle),
        cmocka_unit_test(the_matrix_and_the_projection_agree),
        cmocka_unit_test(a_ray_meets_what_its_pixel_shows),
        cmocka_unit_test(planes_hold_what_the_picture_shows),
        cmocka_unit_test(the_near_and_far_planes_are_at_their_distances),
        cmocka_unit_test(narrow_pictures_keep_the_field_across),
        cmocka_unit_test(behind_the_eye_is_no_pixel),
        cmocka_unit_test(strange_cameras_still_see),
        cmocka_unit_test(turns_are_the_quaternions),
        cmocka_unit_test(products_apply_the_right_one_first),
    };
    return cmocka_run_group_tests_name("camera", tests, NULL, NULL);
}
