// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <quincunx/quincunx.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// --- results, instruction sets

static void every_result_has_its_own_words(void **state)
{
    (void)state;
    for (int a = QX_OK; a <= QX_FILE_ERROR; a++)
        for (int b = a + 1; b <= QX_FILE_ERROR; b++)
            assert_string_not_equal(qx_result_text((qx_result)a), qx_result_text((qx_result)b));
    assert_string_equal(qx_result_text((qx_result)99), "unknown result");
}

static void best_instruction_set_is_one_that_can_be_forced(void **state)
{
    (void)state;
    qx_simd best = QX_SIMD_BEST;
    assert_int_equal(qx_simd_resolve(QX_SIMD_BEST, &best), QX_OK);
    assert_int_not_equal(best, QX_SIMD_BEST);
    qx_simd forced = QX_SIMD_BEST;
    assert_int_equal(qx_simd_resolve(best, &forced), QX_OK);
    assert_int_equal(forced, best);
    assert_int_equal(qx_simd_resolve(QX_SIMD_SCALAR, &forced), QX_OK);
    assert_int_equal(forced, QX_SIMD_SCALAR);
}

static void refused_instruction_sets_leave_the_answer_alone(void **state)
{
    (void)state;
    qx_simd found = QX_SIMD_SCALAR;
#if defined(__x86_64__)
    assert_int_equal(qx_simd_resolve(QX_SIMD_NEON, &found), QX_UNSUPPORTED);
#else
    assert_int_equal(qx_simd_resolve(QX_SIMD_AVX2, &found), QX_UNSUPPORTED);
#endif
    assert_int_equal(qx_simd_resolve((qx_simd)(QX_SIMD_NEON + 1), &found), QX_BAD_VALUE);
    assert_int_equal(qx_simd_resolve((qx_simd)1000, &found), QX_BAD_VALUE);
    assert_int_equal(found, QX_SIMD_SCALAR);
}

static void instruction_sets_have_names(void **state)
{
    (void)state;
    static const char *const names[] = { "best", "scalar", "sse2", "avx2", "avx512", "neon" };
    for (size_t i = 0; i < COUNT(names); i++)
        assert_string_equal(qx_simd_text((qx_simd)i), names[i]);
}

// --- memory

static void sizes_do_not_wrap(void **state)
{
    (void)state;
    size_t out = 7;
    assert_true(size_multiply(0, SIZE_MAX, &out) && out == 0);
    assert_true(size_multiply(SIZE_MAX, 1, &out) && out == SIZE_MAX);
    assert_true(size_multiply(SIZE_MAX / 3, 3, &out) && out == SIZE_MAX / 3 * 3);
    assert_true(size_add(SIZE_MAX - 1, 1, &out) && out == SIZE_MAX);
    assert_true(size_align(0, 64, &out) && out == 0);
    assert_true(size_align(65, 64, &out) && out == 128);
    assert_true(size_align(SIZE_MAX - 63, 64, &out) && out == SIZE_MAX - 63);
    out = 7;
    assert_false(size_multiply(SIZE_MAX, 2, &out));
    assert_false(size_multiply(SIZE_MAX / 2 + 1, 2, &out));
    assert_false(size_add(SIZE_MAX, 1, &out));
    assert_false(size_align(SIZE_MAX, 64, &out));
    assert_int_equal(out, 7);
}

static void checked_products_agree_with_wider_arithmetic(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 1, 1);
    for (int i = 0; i < 100000; i++) {
        const uint64_t a = (uint64_t)qx_random_next(&random) >> qx_random_below(&random, 32);
        const uint64_t b = (uint64_t)qx_random_next(&random) >> qx_random_below(&random, 32);
        size_t product = 0;
        const bool fits = size_multiply((size_t)a, (size_t)b, &product);
        assert_int_equal(fits, a * b <= SIZE_MAX); // both below 2^32: a * b cannot wrap in 64 bits
        if (fits) assert_true(product == a * b);
    }
}

static void default_memory_is_aligned(void **state)
{
    (void)state;
    for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
        for (size_t size = 0; size < 300; size += 37) {
            unsigned char *bytes = qx_allocate_zeroed(NULL, size, alignment);
            assert_non_null(bytes);
            assert_int_equal((uintptr_t)bytes % alignment, 0);
            for (size_t i = 0; i < size; i++) assert_int_equal(bytes[i], 0);
            qx_release(NULL, bytes, size);
        }
    }
    free(qx_allocate(NULL, 10, alignof(max_align_t))); // as the headers of the loaders promise
    qx_release(NULL, NULL, 10);
}

static void impossible_sizes_give_null(void **state)
{
    (void)state;
    assert_null(qx_allocate(NULL, SIZE_MAX, QX_CACHE_LINE));
}

typedef struct ledger {
    size_t size, alignment;
    int allocations, frees;
} ledger;

static void *ledger_alloc(void *user, size_t size, size_t alignment)
{
    ledger *book = user;
    book->allocations++;
    book->size = size;
    book->alignment = alignment;
    return malloc(size);
}

static void ledger_free(void *user, void *pointer, size_t size)
{
    ledger *book = user;
    book->frees++;
    assert_int_equal(size, book->size);
    free(pointer);
}

static void callers_allocator_sees_every_request(void **state)
{
    (void)state;
    ledger book = { 0 };
    const qx_allocator allocator = { ledger_alloc, ledger_free, &book };
    void *pointer = qx_allocate(&allocator, 24, 8);
    assert_int_equal(book.size, 24);
    assert_int_equal(book.alignment, 8);
    qx_release(&allocator, pointer, 24);
    qx_release(&allocator, NULL, 24);
    assert_int_equal(book.allocations, 1);
    assert_int_equal(book.frees, 1);
    const qx_allocator kept = qx_allocator_resolve(&allocator);
    assert_true(kept.alloc == ledger_alloc && kept.free == ledger_free && kept.user == &book);
}

// --- random numbers

static void generator_gives_the_published_sequence(void **state)
{
    (void)state;
    static const uint32_t published[] = { 0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                          0x83d2f293, 0xbfa4784b, 0xcbed606e };
    qx_random random;
    qx_random_seed(&random, 42, 54);
    for (size_t i = 0; i < COUNT(published); i++)
        assert_int_equal(qx_random_next(&random), published[i]);
}

static void a_copied_generator_goes_on_alike(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 4);
    qx_random copy = random;
    for (int i = 0; i < 100; i++) assert_int_equal(qx_random_next(&random), qx_random_next(&copy));
}

static void streams_and_seeds_differ(void **state)
{
    (void)state;
    int equal = 0;
    qx_random a, b, c;
    qx_random_seed(&a, 7, 1);
    qx_random_seed(&b, 7, 2);
    qx_random_seed(&c, 8, 1);
    for (int i = 0; i < 10000; i++) {
        const uint32_t x = qx_random_next(&a), y = qx_random_next(&b), z = qx_random_next(&c);
        equal += (x == y) + (x == z) + (y == z);
    }
    assert_true(equal <= 1);
}

// Chi-square over `count` bins: mean count - 1, deviation sqrt(2 (count - 1)). Seeds are fixed, so
// five deviations never fail by chance, only by a change.
static void assert_even(const uint32_t *bins, uint32_t count, uint32_t draws)
{
    const double expected = (double)draws / count;
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++)
        sum += (bins[i] - expected) * (bins[i] - expected) / expected;
    const double freedom = count - 1.0;
    assert_true(fabs(sum - freedom) < 5.0 * sqrt(2.0 * freedom) + 3.0);
}

static void below_is_even_for_every_small_count(void **state)
{
    (void)state;
    static uint32_t bins[64];
    for (uint32_t count = 2; count <= COUNT(bins); count++) {
        memset(bins, 0, sizeof bins);
        qx_random random;
        qx_random_seed(&random, count, 9);
        for (uint32_t draw = 0; draw < 1000 * count; draw++) {
            const uint32_t value = qx_random_below(&random, count);
            assert_true(value < count);
            bins[value]++;
        }
        assert_even(bins, count, 1000 * count);
    }
}

// With count = 3 * 2^30 a plain remainder or multiply-shift gives a third of the values twice.
static void below_is_unbiased_for_huge_counts(void **state)
{
    (void)state;
    const uint32_t count = UINT32_C(3) << 30;
    uint32_t bins[12] = { 0 };
    uint32_t last_bits[3] = { 0 };
    qx_random random;
    qx_random_seed(&random, 5, 5);
    for (uint32_t draw = 0; draw < 300000; draw++) {
        const uint32_t value = qx_random_below(&random, count);
        assert_true(value < count);
        bins[value / (count / 12)]++;
        last_bits[value % 3]++;
    }
    assert_even(bins, 12, 300000);
    assert_even(last_bits, 3, 300000);
}

static void below_takes_every_count(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 6, 6);
    assert_int_equal(qx_random_below(&random, 0), 0);
    assert_int_equal(qx_random_below(&random, 1), 0);
    for (int i = 0; i < 100000; i++) {
        const uint32_t count = qx_random_next(&random) >> qx_random_below(&random, 32);
        const uint32_t value = qx_random_below(&random, count);
        assert_true(value < count || (count == 0 && value == 0));
    }
}

static void unit_is_even_and_never_one(void **state)
{
    (void)state;
    uint32_t bins[256] = { 0 };
    qx_random random;
    qx_random_seed(&random, 10, 10);
    for (uint32_t draw = 0; draw < 512000; draw++) {
        const float value = qx_random_unit(&random);
        assert_true(value >= 0.0f && value < 1.0f);
        assert_true(value * 0x1p24f == floorf(value * 0x1p24f));
        bins[(uint32_t)(value * 256.0f)]++;
    }
    assert_even(bins, 256, 512000);
}

static void range_keeps_its_half_open_ends(void **state)
{
    (void)state;
    static const float ranges[][2] = {
        { -0.04f, 0.04f },     { 1.0f, 1.0f + FLT_EPSILON },   { 16777216.0f, 16777218.0f },
        { -FLT_MAX, FLT_MAX }, { 0.0f, FLT_MIN / 8388608.0f },
    };
    qx_random random;
    qx_random_seed(&random, 11, 11);
    for (size_t i = 0; i < COUNT(ranges); i++) {
        for (int draw = 0; draw < 20000; draw++) {
            const float value = qx_random_range(&random, ranges[i][0], ranges[i][1]);
            assert_true(value >= ranges[i][0] && value < ranges[i][1]);
        }
    }
    assert_true(qx_random_range(&random, 2.5f, 2.5f) == 2.5f);
}

// --- hashing

static int bits_set(uint64_t value)
{
    int count = 0;
    for (; value; value &= value - 1) count++;
    return count;
}

// Flipping any one bit of the input flips about half of the hash: never fewer than 10 of 64 bits
// in these fixed cases, and each bit of the hash in 30 to 70 of 100 flips.
static void one_flipped_bit_flips_half_of_the_hash(void **state)
{
    (void)state;
    unsigned char bytes[41];
    uint32_t flips[64] = { 0 };
    uint32_t cases = 0;
    qx_random random;
    qx_random_seed(&random, 12, 12);
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (unsigned char)(round == 0 ? 0 : qx_random_next(&random));
        const uint64_t before = qx_hash_bytes(QX_HASH_START, bytes, sizeof bytes);
        for (size_t bit = 0; bit < 8 * sizeof bytes; bit++, cases++) {
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            const uint64_t change = before ^ qx_hash_bytes(QX_HASH_START, bytes, sizeof bytes);
            bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            assert_true(bits_set(change) >= 10);
            for (int k = 0; k < 64; k++) flips[k] += (unsigned)(change >> k & 1);
        }
    }
    for (int k = 0; k < 64; k++)
        assert_true(flips[k] > cases * 45 / 100 && flips[k] < cases * 55 / 100);
}

static int compare_hashes(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void small_inputs_do_not_collide(void **state)
{
    (void)state;
    enum { INPUTS = 200000 };
    uint64_t *hashes = malloc(INPUTS * sizeof *hashes);
    assert_non_null(hashes);
    for (uint32_t i = 0; i < INPUTS; i++) {
        const unsigned char bytes[4] = { (unsigned char)i, (unsigned char)(i >> 8),
                                         (unsigned char)(i >> 16), 0 };
        hashes[i] = qx_hash_bytes(QX_HASH_START, bytes, sizeof bytes);
    }
    qsort(hashes, INPUTS, sizeof *hashes, compare_hashes);
    for (size_t i = 1; i < INPUTS; i++) assert_true(hashes[i] != hashes[i - 1]);
    free(hashes);
}

static void zeros_of_different_length_differ(void **state)
{
    (void)state;
    static const unsigned char zeros[64];
    uint64_t hashes[65];
    for (size_t size = 0; size <= 64; size++) {
        hashes[size] = qx_hash_bytes(QX_HASH_START, zeros, size);
        for (size_t other = 0; other < size; other++) assert_true(hashes[size] != hashes[other]);
    }
}

static void floats_are_hashed_by_their_bits(void **state)
{
    (void)state;
    const float values[] = { 1.0f, -2.5f, 0.0f, 1e-42f, 3.0f };
    for (size_t count = 0; count <= COUNT(values); count++)
        assert_true(qx_hash_floats(1, values, count) ==
                    qx_hash_bytes(1, values, count * sizeof(float)));
    assert_true(qx_hash_floats(1, (float[]){ 0.0f }, 1) !=
                qx_hash_floats(1, (float[]){ -0.0f }, 1));
}

#ifdef NDEBUG
static void every_nan_hashes_alike_in_release_builds(void **state)
{
    (void)state;
    const float quiet[] = { nanf("1"), -nanf("2") };
    assert_true(qx_hash_floats(1, &quiet[0], 1) == qx_hash_floats(1, &quiet[1], 1));
}
#endif

// --- mathematics

// Distance in units in the last place of a double of the reference's size.
static double error_in_ulp(double value, long double reference)
{
    const double near = fabs((double)reference);
    const double unit = near < DBL_MIN ? DBL_TRUE_MIN : nextafter(near, INFINITY) - near;
    return (double)(fabsl((long double)value - reference) / (long double)unit);
}

// Even in the exponent as well as in the fraction: small arguments are where series go wrong.
static double random_of_any_size(qx_random *random, int lowest, int highest)
{
    const double fraction =
        1.0 + qx_random_next(random) * 0x1p-32 + qx_random_next(random) * 0x1p-52;
    const int exponent = lowest + (int)qx_random_below(random, (uint32_t)(highest - lowest));
    const double value = ldexp(fraction, exponent);
    return qx_random_next(random) & 1 ? -value : value;
}

static void sine_and_cosine_are_close(void **state)
{
    (void)state;
    double worst = 0.0;
    qx_random random;
    qx_random_seed(&random, 20, 1);
    for (int i = 0; i < 300000; i++) {
        const double angle = random_of_any_size(&random, i % 2 ? -40 : -3, i % 2 ? 30 : 4);
        worst = fmax(worst, error_in_ulp(qx_sin(angle), sinl((long double)angle)));
        worst = fmax(worst, error_in_ulp(qx_cos(angle), cosl((long double)angle)));
    }
    print_message("sin, cos: at most %.3f ulp off\n", worst);
    assert_true(worst < 2.0);
}

// Doubles next to a multiple of pi/2 are where the reduction loses digits.
static void sine_and_cosine_are_close_beside_quarter_turns(void **state)
{
    (void)state;
    double worst = 0.0;
    qx_random random;
    qx_random_seed(&random, 21, 1);
    for (int i = 0; i < 100000; i++) {
        const double quarters = 1.0 + qx_random_below(&random, i % 2 ? 100 : 683565275);
        const double angle = quarters * 1.57079632679489661923;
        worst = fmax(worst, error_in_ulp(qx_sin(angle), sinl((long double)angle)));
        worst = fmax(worst, error_in_ulp(qx_cos(angle), cosl((long double)angle)));
    }
    print_message("sin, cos beside quarter turns: at most %.3f ulp off\n", worst);
    assert_true(worst < 2.0);
}

static void arc_tangent_is_close(void **state)
{
    (void)state;
    double worst = 0.0;
    qx_random random;
    qx_random_seed(&random, 22, 1);
    for (int i = 0; i < 400000; i++) {
        const double y = random_of_any_size(&random, i % 2 ? -4 : -60, i % 2 ? 4 : 60);
        const double x = random_of_any_size(&random, i % 2 ? -4 : -60, i % 2 ? 4 : 60);
        worst = fmax(worst, error_in_ulp(qx_atan2(y, x), atan2l((long double)y, (long double)x)));
    }
    print_message("atan2: at most %.3f ulp off\n", worst);
    assert_true(worst < 2.0);
}

static void exponential_is_close(void **state)
{
    (void)state;
    double worst = 0.0;
    qx_random random;
    qx_random_seed(&random, 23, 1);
    for (int i = 0; i < 300000; i++) {
        const double part = qx_random_next(&random) * 0x1p-32;
        const double x = i % 3 == 0 ? random_of_any_size(&random, -60, 6) : part * 1454.7 - 745.0;
        worst = fmax(worst, error_in_ulp(qx_exp(x), expl((long double)x)));
    }
    print_message("exp: at most %.3f ulp off\n", worst);
    assert_true(worst < 2.0);
}

static void logarithm_is_close(void **state)
{
    (void)state;
    double worst = 0.0;
    qx_random random;
    qx_random_seed(&random, 24, 1);
    for (int i = 0; i < 400000; i++) {
        double x = fabs(random_of_any_size(&random, i % 2 ? -1070 : -2, i % 2 ? 1023 : 2));
        if (i % 4 == 0) x = 1.0 + random_of_any_size(&random, -50, -1);
        worst = fmax(worst, error_in_ulp(qx_log(x), logl((long double)x)));
    }
    print_message("log: at most %.3f ulp off\n", worst);
    assert_true(worst < 2.0);
}

static void assert_same_bits(double value, double expected)
{
    assert_memory_equal(&value, &expected, sizeof value);
}

static void sine_and_cosine_have_their_stated_ends(void **state)
{
    (void)state;
    static const double beyond[] = { 1073741825.0, -1073741825.0, 1e300, INFINITY, -INFINITY, NAN };
    for (size_t i = 0; i < COUNT(beyond); i++) {
        assert_same_bits(qx_sin(beyond[i]), 0.0);
        assert_same_bits(qx_cos(beyond[i]), 1.0);
    }
    assert_same_bits(qx_sin(0.0), 0.0);
    assert_same_bits(qx_sin(-0.0), -0.0);
    assert_same_bits(qx_cos(-0.0), 1.0);
    assert_same_bits(qx_sin(DBL_TRUE_MIN), DBL_TRUE_MIN);
    assert_true(fabs(qx_sin(0x1p30) - sin(0x1p30)) < 1e-10);
}

static void arc_tangent_has_the_signs_of_c(void **state)
{
    (void)state;
    static const double places[] = { -INFINITY, -1e308, -1.0, -1e-310, -0.0,
                                     0.0,       1e-310, 1.0,  1e308,   INFINITY };
    for (size_t i = 0; i < COUNT(places); i++) {
        for (size_t j = 0; j < COUNT(places); j++) {
            const double y = places[i], x = places[j];
            if (x == 0.0 && y == 0.0) continue;
            const double value = qx_atan2(y, x), expected = atan2(y, x);
            assert_int_equal(signbit(value) != 0, signbit(expected) != 0);
            assert_true(fabs(value - expected) <= 4.5e-16);
        }
    }
    assert_same_bits(qx_atan2(0.0, 0.0), 0.0);
    assert_same_bits(qx_atan2(-0.0, -0.0), 0.0);
    assert_same_bits(qx_atan2(NAN, 1.0), 0.0);
    assert_same_bits(qx_atan2(1.0, NAN), 0.0);
}

static void exponential_and_logarithm_have_their_stated_ends(void **state)
{
    (void)state;
    assert_same_bits(qx_exp(0.0), 1.0);
    assert_same_bits(qx_exp(-745.01), 0.0);
    assert_same_bits(qx_exp(-745.0), DBL_TRUE_MIN);
    assert_same_bits(qx_exp(-INFINITY), 0.0);
    assert_same_bits(qx_exp(709.79), DBL_MAX);
    assert_same_bits(qx_exp(INFINITY), DBL_MAX);
    assert_same_bits(qx_exp(NAN), 0.0);
    assert_true(qx_exp(709.78) > 1e308 && qx_exp(709.78) < DBL_MAX);
    assert_same_bits(qx_log(1.0), 0.0);
    assert_same_bits(qx_log(0.0), -745.0);
    assert_same_bits(qx_log(-0.0), -745.0);
    assert_same_bits(qx_log(-1.0), -745.0);
    assert_same_bits(qx_log(-INFINITY), -745.0);
    assert_same_bits(qx_log(NAN), -745.0);
    assert_same_bits(qx_log(INFINITY), qx_log(DBL_MAX));
    assert_true(qx_log(DBL_TRUE_MIN) > -745.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_result_has_its_own_words),
        cmocka_unit_test(best_instruction_set_is_one_that_can_be_forced),
        cmocka_unit_test(refused_instruction_sets_leave_the_answer_alone),
        cmocka_unit_test(instruction_sets_have_names),
        cmocka_unit_test(sizes_do_not_wrap),
        cmocka_unit_test(checked_products_agree_with_wider_arithmetic),
        cmocka_unit_test(default_memory_is_aligned),
        cmocka_unit_test(impossible_sizes_give_null),
        cmocka_unit_test(callers_allocator_sees_every_request),
        cmocka_unit_test(generator_gives_the_published_sequence),
        cmocka_unit_test(a_copied_generator_goes_on_alike),
        cmocka_unit_test(streams_and_seeds_differ),
        cmocka_unit_test(below_is_even_for_every_small_count),
        cmocka_unit_test(below_is_unbiased_for_huge_counts),
        cmocka_unit_test(below_takes_every_count),
        cmocka_unit_test(unit_is_even_and_never_one),
        cmocka_unit_test(range_keeps_its_half_open_ends),
        cmocka_unit_test(one_flipped_bit_flips_half_of_the_hash),
        cmocka_unit_test(small_inputs_do_not_collide),
        cmocka_unit_test(zeros_of_different_length_differ),
        cmocka_unit_test(floats_are_hashed_by_their_bits),
#ifdef NDEBUG
        cmocka_unit_test(every_nan_hashes_alike_in_release_builds),
#endif
        cmocka_unit_test(sine_and_cosine_are_close),
        cmocka_unit_test(sine_and_cosine_are_close_beside_quarter_turns),
        cmocka_unit_test(arc_tangent_is_close),
        cmocka_unit_test(exponential_is_close),
        cmocka_unit_test(logarithm_is_close),
        cmocka_unit_test(sine_and_cosine_have_their_stated_ends),
        cmocka_unit_test(arc_tangent_has_the_signs_of_c),
        cmocka_unit_test(exponential_and_logarithm_have_their_stated_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
