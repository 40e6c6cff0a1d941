// SPDX-License-Identifier: MIT
#include "make_internal.h"

#include "base/exact.h"

#include <string.h>

// --- octaves

// Independent fields of one seed.
typedef enum field { FIELD_MAIN = 0, FIELD_WARP_X, FIELD_WARP_Y, FIELD_SECOND, FIELD_THIRD } field;

static uint64_t mix(uint64_t value) // the finaliser of SplitMix64
{
    value = (value ^ value >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ value >> 27) * UINT64_C(0x94D049BB133111EB);
    return value ^ value >> 31;
}

static noise_octave octave_of(const make_job *job, field which, uint32_t number)
{
    const uint64_t key = ((uint64_t)which << 32 | number) + 1;
    const uint64_t bits = mix(job->make->seed + key * UINT64_C(0x9E3779B97F4A7C15));
    const uint64_t places = mix(bits + UINT64_C(0x9E3779B97F4A7C15));
    return (noise_octave){
        .seed = (uint32_t)(bits >> 32),
        .doublings = number,
        .period_x = job->lattice.period_x << number,
        .period_y = job->lattice.period_y << number,
        .shift_x = (float)(places >> 40) * 0x1p-24f,
        .shift_y = (float)(places & 0xFFFFFF) * 0x1p-24f,
    };
}

static void get_noise(const make_job *job, const make_piece *p, field which, uint32_t number,
                      float *out)
{
    const noise_octave octave = octave_of(job, which, number);
    const noise_row row = { p->count, p->cell_x, p->x, p->cell_y, p->y };
    job->kernels->noise(&octave, &row, out);
}

// A fractal sum; its first octave has height 1.
static void sum_octaves(const make_job *job, const make_piece *p, field which, uint32_t octaves,
                        float *sum)
{
    float height = 1.0f, noise[MAKE_PIECE];
    memset(sum, 0, p->count * sizeof sum[0]);
    for (uint32_t number = 0; number < octaves; number++) {
        get_noise(job, p, which, number, noise);
        for (uint32_t i = 0; i < p->count; i++) sum[i] += height * noise[i];
        height *= job->make->gain;
    }
}

// Musgrave's ridged multifractal ("Texturing and Modeling", 3rd edition, chapter 16): detail grows
// on ridges and not in valleys.
static void sum_ridges(const make_job *job, const make_piece *p, field which, float *sum)
{
    float height = 1.0f, noise[MAKE_PIECE], weight[MAKE_PIECE];
    memset(sum, 0, p->count * sizeof sum[0]);
    for (uint32_t i = 0; i < p->count; i++) weight[i] = 1.0f;
    for (uint32_t number = 0; number < job->lattice.octaves; number++) {
        get_noise(job, p, which, number, noise);
        for (uint32_t i = 0; i < p->count; i++) {
            const float ridge = 1.0f - (noise[i] < 0.0f ? -noise[i] : noise[i]);
            const float signal = ridge * ridge * weight[i];
            sum[i] += height * signal;
            weight[i] = signal < 0.5f ? 2.0f * signal : 1.0f;
        }
        height *= job->make->gain;
    }
}

// --- places

static void place(double at, int32_t *cell, float *within)
{
    const double whole = exact_floor(at);
    *cell = (int32_t)whole;
    *within = (float)(at - whole);
}

static void lay_piece(const make_job *job, make_piece *p)
{
    float y;
    place(p->row * job->lattice.step_y, &p->cell_y, &y);
    for (uint32_t i = 0; i < p->count; i++) {
        place((p->first + i) * job->lattice.step_x, &p->cell_x[i], &p->x[i]);
        p->y[i] = y;
    }
}

// Below 1 cell to either side: the kernel wraps no more than that.
static float displaced(float by)
{
    return by < -0.99f ? -0.99f : by > 0.99f ? 0.99f : by;
}

// By one octave alone: with more the ground is folded, and looks like marble.
static void warp(const make_job *job, make_piece *p)
{
    if (job->make->warp < 0.0f) return;
    float x[MAKE_PIECE], y[MAKE_PIECE];
    get_noise(job, p, FIELD_WARP_X, 0, x);
    get_noise(job, p, FIELD_WARP_Y, 0, y);
    for (uint32_t i = 0; i < p->count; i++) {
        p->x[i] += displaced(job->make->warp * x[i]);
        p->y[i] += displaced(job->make->warp * y[i]);
    }
}

// --- shapes

static float smooth(float t)
{
    return t * t * (3.0f - 2.0f * t);
}

static float clamp_to_1(float t)
{
    return t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
}

static void hills(const make_job *job, make_piece *p, float *out)
{
    warp(job, p);
    sum_octaves(job, p, FIELD_MAIN, job->lattice.octaves, out);
}

static void ridges(const make_job *job, make_piece *p, float *out)
{
    warp(job, p);
    sum_ridges(job, p, FIELD_MAIN, out);
}

// The square of how far a sample is from the middle: 1 at the borders.
static float off_middle(uint32_t at, uint32_t samples)
{
    const float t = 2.0f * (float)at / (float)(samples - 1) - 1.0f;
    return t * t;
}

// 1 in the middle of the map, 0 from the ellipse on that touches its borders, both with slope 0.
static float shelter(float square)
{
    const float inside = clamp_to_1(1.0f - square * square);
    return inside * inside;
}

// Ridges where the land is high, hills at the coast, and all of it under the sea at the borders.
// Slow noise moves the coast inward, by up to half the way.
static void island(const make_job *job, make_piece *p, float *out)
{
    float rough[MAKE_PIECE], coast[MAKE_PIECE];
    warp(job, p);
    sum_octaves(job, p, FIELD_SECOND, job->lattice.octaves, out);
    sum_octaves(job, p, FIELD_THIRD, job->lattice.octaves < 3 ? job->lattice.octaves : 3, coast);
    sum_ridges(job, p, FIELD_MAIN, rough);
    const float down = off_middle(p->row, job->make->rows);
    for (uint32_t i = 0; i < p->count; i++) {
        const float inward = 1.0f + 1.6f * clamp_to_1(0.5f + 0.8f * coast[i]);
        const float land = shelter(inward * (down + off_middle(p->first + i, job->make->columns)));
        const float shore = clamp_to_1(6.0f * land);
        const float inland = smooth(clamp_to_1(1.5f * land + 0.5f * shore * out[i] - 0.2f));
        const float hill = land + smooth(shore) * (0.4f * out[i] + 0.05f);
        out[i] = (hill > 0.0f ? hill : 0.0f) + 0.6f * inland * rough[i]; // no pits off the coast
    }
}

// A dune of a train of them: rises slowly with the wind, falls down steeply.
static float dune(float phase)
{
    const float t = phase - (float)exact_floor((double)phase);
    return smooth(t < 0.74f ? t / 0.74f : (1.0f - t) / 0.26f);
}

// Crests lie across the wind; slow noise bends and breaks them, a second train rides on the first.
static void dunes(const make_job *job, make_piece *p, float *out)
{
    float bend[MAKE_PIECE], size[MAKE_PIECE];
    const uint32_t octaves = job->lattice.octaves < 3 ? job->lattice.octaves : 3;
    sum_octaves(job, p, FIELD_SECOND, octaves, bend);
    sum_octaves(job, p, FIELD_THIRD, octaves, size);
    const float y = (float)p->cell_y;
    for (uint32_t i = 0; i < p->count; i++) {
        const float at_x = (float)p->cell_x[i] + p->x[i], at_y = y + p->y[i];
        const float large = smooth(clamp_to_1(0.55f + 0.7f * size[i]));
        const float first = dune(3.0f * at_x + at_y + 1.1f * bend[i]);
        const float second = dune(7.0f * at_x - 2.0f * at_y + 1.7f * bend[i] - 1.2f * size[i]);
        out[i] = (0.25f + 0.75f * large) * first + 0.22f * (1.2f - large) * second + 0.5f * size[i];
    }
}

// --- all of it

static void make_one_piece(const make_job *job, make_piece *p, float *out)
{
    static void (*const shapes[QX_TERRAIN_SHAPE_COUNT])(const make_job *, make_piece *, float *) = {
        [QX_TERRAIN_HILLS] = hills,
        [QX_TERRAIN_RIDGES] = ridges,
        [QX_TERRAIN_ISLAND] = island,
        [QX_TERRAIN_DUNES] = dunes,
    };
    lay_piece(job, p);
    shapes[job->make->shape](job, p, out);
}

static void make_band(void *context, uint32_t band)
{
    const make_job *job = context;
    make_piece piece;
    const uint32_t first = band * MAKE_BAND;
    const uint32_t end = job->rows - first < MAKE_BAND ? job->rows : first + MAKE_BAND;
    for (piece.row = first; piece.row < end; piece.row++) {
        float *row = job->heights + (size_t)piece.row * job->make->columns;
        for (piece.first = 0; piece.first < job->columns; piece.first += MAKE_PIECE) {
            const uint32_t left = job->columns - piece.first;
            piece.count = left < MAKE_PIECE ? left : MAKE_PIECE;
            make_one_piece(job, &piece, row + piece.first);
        }
    }
}

void make_shape(const make_job *job, const qx_workers *workers)
{
    make_for_bands(workers, job->rows, make_band, (void *)job);
    make_close(job->make, job->heights);
}
