// SPDX-License-Identifier: MIT
// The same bits: mirrored and transposed, on any number of workers, with any instruction set,
// however ticks come.
#include "grid_cases.h"

// --- symmetry

typedef enum symmetry {
    MIRRORED_X,
    MIRRORED_Y,
    TRANSPOSED,
    TURNED, // by half a turn
    SYMMETRIES
} symmetry;

static void swap(float *a, float *b)
{
    const float kept = *a;
    *a = *b;
    *b = kept;
}

// A push on the net as a mirror shows it. Mirrors turn vortices round.
static qx_grid_push image_of(qx_grid_push push, symmetry s, float width, float height)
{
    if (s == MIRRORED_X || s == TURNED) {
        push.x = width - push.x;
        push.to_x = width - push.to_x;
        push.direction.x = -push.direction.x;
    }
    if (s == MIRRORED_Y || s == TURNED) {
        push.y = height - push.y;
        push.to_y = height - push.to_y;
        push.direction.y = -push.direction.y;
    }
    if (s == TRANSPOSED) {
        swap(&push.x, &push.y);
        swap(&push.to_x, &push.to_y);
        swap(&push.direction.x, &push.direction.y);
    }
    if (push.kind == QX_GRID_VORTEX && s != TURNED) push.strength = -push.strength;
    return push;
}

// Coordinates whose images are exact: multiples of 1/8 in a field of whole numbers.
static float exact(float value)
{
    return (float)(int32_t)(value * 8.0f) / 8.0f;
}

static qx_grid_push exact_push(qx_random *random, const qx_grid *grid, float strength)
{
    qx_grid_push push = random_push(random, grid, strength);
    push.x = exact(push.x);
    push.y = exact(push.y);
    push.to_x = exact(push.to_x);
    push.to_y = exact(push.to_y);
    return push;
}

// Equal numbers; zeros of either sign are equal.
static bool is_same(float a, float b)
{
    return !(a < b) && !(a > b);
}

static bool is_image(const qx_grid *grid, const qx_grid *image, symmetry s)
{
    const uint32_t columns = qx_grid_get_info(grid).columns, rows = qx_grid_get_info(grid).rows;
    const bool flip_x = s == MIRRORED_X || s == TURNED, flip_y = s == MIRRORED_Y || s == TURNED;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++) {
            const uint32_t c = s == TRANSPOSED ? row : flip_x ? columns - 1 - column : column;
            const uint32_t r = s == TRANSPOSED ? column : flip_y ? rows - 1 - row : row;
            for (uint32_t field = GRID_UX; field <= GRID_VX; field += GRID_VX - GRID_UX) {
                float x = field_of(image, c, r, field), y = field_of(image, c, r, field + 1);
                if (s == TRANSPOSED) swap(&x, &y);
                x = flip_x ? -x : x;
                y = flip_y ? -y : y;
                if (!is_same(field_of(grid, column, row, field), x)) return false;
                if (!is_same(field_of(grid, column, row, field + 1), y)) return false;
                if (!is_same(field_of(grid, column, row, field + 2),
                             field_of(image, c, r, field + 2)))
                    return false;
            }
        }
    return true;
}

static qx_grid_desc symmetric_desc(qx_random *random, symmetry s)
{
    qx_grid_desc desc = { .width = (float)(100 + qx_random_below(random, 1500)) };
    desc.height = (float)(100 + qx_random_below(random, 1500));
    desc.columns = 2 + qx_random_below(random, 60);
    desc.rows = 2 + qx_random_below(random, 40);
    desc.material = (qx_grid_material)qx_random_below(random, 2);
    desc.border = (qx_grid_border)qx_random_below(random, 2);
    if (s == TRANSPOSED) {
        desc.height = desc.width;
        desc.rows = desc.columns;
    }
    const float cell = desc.width / (float)desc.columns, tall = desc.height / (float)desc.rows;
    desc.wave_scale = (cell < tall ? cell : tall) * qx_random_range(random, 0.5f, 3.0f);
    return desc;
}

// `kind` of each push, or any where it is none.
static void expect_symmetry(symmetry s, uint32_t seed, int kind, uint32_t pushes)
{
    qx_random random;
    qx_random_seed(&random, seed, 30 + (uint32_t)s);
    const qx_grid_desc desc = symmetric_desc(&random, s);
    qx_grid *grid = make_grid(&desc), *image = make_grid(&desc);
    const float cell = qx_grid_get_info(grid).spacing_x;
    for (int tick = 0; tick < 12; tick++) {
        for (uint32_t i = 0; i < pushes && tick < 6; i++) {
            qx_grid_push push = exact_push(&random, grid, cell * (seed % 4 == 0 ? 10.0f : 1.0f));
            if (kind >= 0) push.kind = (qx_grid_push_kind)kind;
            if (push.kind > QX_GRID_DIRECTED) push.law = QX_GRID_SMOOTH;
            const qx_grid_push mirrored = image_of(push, s, desc.width, desc.height);
            assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
            assert_int_equal(qx_grid_apply(image, &mirrored), QX_OK);
        }
        qx_grid_step(grid, NULL);
        qx_grid_step(image, NULL);
    }
    const bool same = is_image(grid, image, s);
    if (!same) print_message("symmetry %d, seed %u, kind %d\n", s, seed, kind);
    assert_true(same);
    assert_false(is_resting_grid(grid) && desc.columns > 2 && desc.rows > 2 && pushes > 20);
    qx_grid_destroy(grid);
    qx_grid_destroy(image);
}

static void one_push_gives_the_mirrors_answer(void **state)
{
    (void)state;
    for (int s = MIRRORED_X; s < SYMMETRIES; s++)
        for (int kind = QX_GRID_EXPLODE; kind <= QX_GRID_WAVE; kind++)
            for (uint32_t seed = 0; seed < cases(60); seed++)
                expect_symmetry((symmetry)s, seed, kind, 1);
}

static void many_pushes_give_the_mirrors_answer(void **state)
{
    (void)state;
    for (int s = MIRRORED_X; s < SYMMETRIES; s++)
        for (uint32_t seed = 0; seed < cases(300); seed++)
            expect_symmetry((symmetry)s, seed, -1,
                            2 + qx_random_below(&(qx_random){ seed, 1 }, 30));
}

// A push that is its own mirror image leaves a net that is.
static void symmetric_pushes_leave_symmetric_nets(void **state)
{
    (void)state;
    static const qx_grid_push pushes[] = {
        { .kind = QX_GRID_EXPLODE, .x = 640, .y = 360, .radius = 300, .strength = 20 },
        { .kind = QX_GRID_EXPLODE,
          .law = QX_GRID_TUTORIAL,
          .x = 640,
          .y = 360,
          .radius = 80,
          .strength = 20 },
        { .kind = QX_GRID_IMPLODE, .x = 640, .y = 360, .radius = 200, .strength = 30 },
        { .kind = QX_GRID_DIRECTED, .x = 640, .y = 360, .radius = 100, .strength = 50 },
        { .kind = QX_GRID_RING, .x = 640, .y = 360, .radius = 150, .width = 40, .strength = 9 },
        { .kind = QX_GRID_LINE,
          .x = 340,
          .y = 360,
          .to_x = 940,
          .to_y = 360,
          .radius = 60,
          .strength = 9 },
    };
    for (size_t i = 0; i < COUNT(pushes); i++)
        for (int material = QX_GRID_WORLD; material <= QX_GRID_CLASSIC; material++) {
            qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 1280,
                                                       .height = 720,
                                                       .points = 5000,
                                                       .material = (qx_grid_material)material });
            for (int tick = 0; tick < 100; tick++) {
                if (tick % 10 == 0) assert_int_equal(qx_grid_apply(grid, &pushes[i]), QX_OK);
                qx_grid_step(grid, NULL);
                assert_true(is_image(grid, grid, MIRRORED_X));
                assert_true(is_image(grid, grid, MIRRORED_Y));
            }
            qx_grid_destroy(grid);
        }
}

// --- workers and instruction sets

static uint64_t hash_after(const qx_grid_desc *desc, uint64_t seed, const qx_workers *workers)
{
    qx_random random;
    qx_random_seed(&random, seed, 40);
    qx_grid *grid = make_grid(desc);
    const float cell = qx_grid_get_info(grid).spacing_x;
    uint64_t hash = QX_HASH_START;
    for (int tick = 0; tick < 8; tick++) {
        if (tick < 6) push_at_random(grid, &random, qx_random_below(&random, 40), 3.0f * cell);
        qx_grid_step(grid, workers);
        const uint64_t now = qx_grid_hash(grid);
        hash = qx_hash_bytes(hash, &now, sizeof now);
    }
    qx_grid_destroy(grid);
    return hash;
}

// Odd sizes around blocks of columns and bands of rows, thin nets, tall ones.
static qx_grid_desc odd_desc(uint32_t i)
{
    static const uint32_t counts[][2] = { { 2, 2 },    { 16, 16 },  { 17, 33 },  { 15, 31 },
                                          { 257, 40 }, { 33, 300 }, { 2, 130 },  { 300, 2 },
                                          { 48, 49 },  { 64, 17 },  { 255, 16 }, { 19, 515 } };
    qx_grid_desc desc = { .columns = counts[i % COUNT(counts)][0],
                          .rows = counts[i % COUNT(counts)][1] };
    desc.width = 20.0f * (float)(desc.columns - 1);
    desc.height = 21.0f * (float)(desc.rows - 1);
    desc.material = (qx_grid_material)(i / COUNT(counts) % 2);
    desc.border = (qx_grid_border)(i / COUNT(counts) / 2 % 2);
    desc.wave_scale = i % 3 == 0 ? 50.0f : 20.0f;
    return desc;
}

#define ODD_DESCS 48u

// All of them, or under sanitizers every fifth, which meets all sizes' kinds.
static uint32_t odd_step(void)
{
    return cases(2) > 1 ? 1 : 5;
}

static void any_number_of_workers_gives_the_same_bits(void **state)
{
    (void)state;
    static const uint32_t threads[] = { 1, 2, 3, 7 };
    for (uint32_t i = 0; i < ODD_DESCS; i += odd_step()) {
        const qx_grid_desc desc = odd_desc(i);
        const uint64_t alone = hash_after(&desc, i, NULL);
        assert_true(hash_after(&desc, i, &(qx_workers){ run_backward, NULL }) == alone);
        for (size_t t = 0; t < COUNT(threads); t++) {
            uint32_t count = threads[t];
            assert_true(hash_after(&desc, i, &(qx_workers){ run_on_threads, &count }) == alone);
        }
    }
}

// With workers in one tick and without in the next.
static void workers_may_come_and_go(void **state)
{
    (void)state;
    uint32_t threads = 3;
    const qx_workers workers = { run_on_threads, &threads };
    for (uint32_t i = 0; i < ODD_DESCS; i += odd_step()) {
        const qx_grid_desc desc = odd_desc(i);
        qx_random random;
        qx_random_seed(&random, i, 41);
        qx_grid *grid = make_grid(&desc), *other = make_grid(&desc);
        for (int tick = 0; tick < 9; tick++) {
            for (int hit = 0; hit < 3; hit++) {
                const qx_grid_push push = random_push(&random, grid, 30.0f);
                assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
                assert_int_equal(qx_grid_apply(other, &push), QX_OK);
            }
            qx_grid_step(grid, tick % 2 ? &workers : NULL);
            qx_grid_step(other, tick % 3 ? NULL : &workers);
            assert_true(qx_grid_hash(grid) == qx_grid_hash(other));
        }
        assert_int_equal(qx_grid_settle(grid, 0.0f, 2, &workers),
                         qx_grid_settle(other, 0.0f, 2, NULL));
        assert_true(qx_grid_hash(grid) == qx_grid_hash(other));
        qx_grid_destroy(grid);
        qx_grid_destroy(other);
    }
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    qx_simd simds[8];
    const uint32_t count = simds_here(simds);
    for (uint32_t i = 0; i < cases(4 * ODD_DESCS); i++) {
        qx_grid_desc desc = odd_desc(i);
        desc.simd = QX_SIMD_SCALAR;
        const uint64_t scalar = hash_after(&desc, i, NULL);
        for (uint32_t k = 0; k < count; k++) {
            desc.simd = simds[k];
            const bool same = hash_after(&desc, i, NULL) == scalar;
            if (!same) print_message("%s, case %u\n", qx_simd_text(simds[k]), i);
            assert_true(same);
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        qx_grid *grid = make_grid(
            &(qx_grid_desc){ .width = 9, .height = 9, .simd = simds[k], .wave_scale = 1 });
        assert_int_equal(qx_grid_get_info(grid).simd, simds[k]);
        qx_grid_destroy(grid);
    }
}

// --- ticks

// What a game does: whole ticks as real time has passed, at any rate of frames and however it
// stutters.
static uint64_t play(uint32_t ticks, uint32_t stutter, uint64_t frame_microseconds)
{
    qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 1280, .height = 720 });
    qx_random random;
    qx_random_seed(&random, 5, 42);
    const uint64_t tick_microseconds = 1000000 / 60;
    uint64_t waiting = 0;
    for (uint32_t done = 0; done < ticks;) {
        waiting += stutter ? 1000 + qx_random_below(&random, stutter) : frame_microseconds;
        uint32_t due = (uint32_t)(waiting / tick_microseconds);
        due = due > 5 ? 5 : due;
        waiting = due == 5 ? 0 : waiting - due * tick_microseconds;
        for (; due > 0 && done < ticks; due--, done++) {
            const qx_grid_push push = { .x = 300.0f + (float)(done * 7 % 600),
                                        .y = 200.0f + (float)(done * 3 % 300),
                                        .radius = 80,
                                        .strength = 3 };
            assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
            qx_grid_step(grid, NULL);
        }
        if (qx_random_below(&random, 4) == 0) hash_positions(grid); // looking changes nothing
    }
    assert_true(is_finite_grid(grid));
    const uint64_t hash = qx_grid_hash(grid);
    qx_grid_destroy(grid);
    return hash;
}

static void uneven_frames_give_the_same_state(void **state)
{
    (void)state;
    static const uint64_t frames[] = { 1000000 / 30, 1000000 / 144, 1000000 / 240, 1000, 250000 };
    const uint64_t steady = play(600, 0, 1000000 / 60);
    for (size_t i = 0; i < COUNT(frames); i++) assert_true(play(600, 0, frames[i]) == steady);
    assert_true(play(600, 249000, 0) == steady); // 1 to 250 ms
    assert_true(play(600, 40000, 0) == steady);
}

static void different_states_have_different_hashes(void **state)
{
    (void)state;
    qx_grid *grid = make_grid(&(qx_grid_desc){ .width = 640, .height = 360 });
    uint64_t last = qx_grid_hash(grid);
    const qx_grid_push push = { .x = 300, .y = 200, .radius = 80, .strength = 3 };
    for (int tick = 0; tick < 50; tick++) {
        assert_int_equal(qx_grid_apply(grid, &push), QX_OK);
        assert_true(qx_grid_hash(grid) != last); // what waits counts
        qx_grid_step(grid, NULL);
        assert_true(qx_grid_hash(grid) != last);
        last = qx_grid_hash(grid);
        assert_true(qx_grid_hash(grid) == last);
    }
    qx_grid_destroy(grid);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_push_gives_the_mirrors_answer),
        cmocka_unit_test(many_pushes_give_the_mirrors_answer),
        cmocka_unit_test(symmetric_pushes_leave_symmetric_nets),
        cmocka_unit_test(any_number_of_workers_gives_the_same_bits),
        cmocka_unit_test(workers_may_come_and_go),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(uneven_frames_give_the_same_state),
        cmocka_unit_test(different_states_have_different_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
