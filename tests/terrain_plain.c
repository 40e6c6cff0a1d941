// SPDX-License-Identifier: MIT
#include "terrain_plain.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
// cmocka wants the four above it
#include <cmocka.h>

static plain_point minus(plain_point a, plain_point b)
{
    return (plain_point){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static double dot(plain_point a, plain_point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static plain_point cross(plain_point a, plain_point b)
{
    return (plain_point){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static plain_point plus(plain_point a, plain_point b, double by)
{
    return (plain_point){ a.x + b.x * by, a.y + b.y * by, a.z + b.z * by };
}

static bool corner(const plain_field *f, uint32_t column, uint32_t row, plain_point *p)
{
    float height;
    const bool there = qx_terrain_get_height(f->terrain, column, row, &height);
    const double across = (double)column / (double)(f->info.columns - 1) - 0.5;
    const double along = (double)row / (double)(f->info.rows - 1) - 0.5;
    *p = (plain_point){ (double)f->info.width * across, (double)height,
                        (double)f->info.depth * along };
    return there;
}

static void add_triangle(plain_field *f, uint32_t column, uint32_t row, uint32_t triangle,
                         const uint32_t corners[3])
{
    plain_triangle *t = &f->triangles[f->count];
    *t = (plain_triangle){ .column = column, .row = row, .triangle = triangle };
    for (int i = 0; i < 3; i++)
        if (!corner(f, column + (corners[i] & 1), row + (corners[i] >> 1), &t->corner[i])) return;
    f->count++;
}

plain_field plain_of(const qx_terrain_desc *desc)
{
    plain_field f = { .terrain = NULL };
    assert_int_equal(qx_terrain_create(desc, NULL, &f.terrain), QX_OK);
    f.info = qx_terrain_get_info(f.terrain);
    const uint32_t columns = f.info.columns - 1, rows = f.info.rows - 1;
    f.triangles = malloc((size_t)columns * rows * 2 * sizeof *f.triangles);
    assert_non_null(f.triangles);
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t c = 0; c < columns; c++) {
            const bool lt_rb = f.info.diagonal == QX_TERRAIN_LT_RB ||
                               (f.info.diagonal == QX_TERRAIN_ALTERNATING && (c + r) % 2 == 1);
            // corners: 0 left top, 1 right top, 2 left bottom, 3 right bottom
            add_triangle(&f, c, r, 0, lt_rb ? (uint32_t[]){ 0, 2, 3 } : (uint32_t[]){ 0, 2, 1 });
            add_triangle(&f, c, r, 1, lt_rb ? (uint32_t[]){ 0, 3, 1 } : (uint32_t[]){ 1, 2, 3 });
        }
    }
    f.range = fmax((double)f.info.highest - (double)f.info.lowest, 1e-3);
    f.cell = fmax((double)f.info.width / columns, (double)f.info.depth / rows);
    return f;
}

void plain_free(plain_field *field)
{
    qx_terrain_destroy(field->terrain);
    free(field->triangles);
}

static void fill(qx_random *random, uint32_t columns, uint32_t rows, bool gentle, bool holes,
                 float *samples)
{
    const float wave = qx_random_range(random, 0.05f, 0.6f);
    const float rough = gentle ? 0.02f : qx_random_range(random, 0.0f, 1.0f);
    for (uint32_t i = 0; i < columns * rows; i++) {
        const float x = (float)(i % columns), z = (float)(i / columns);
        samples[i] = 0.5f + 0.2f * sinf(wave * x) + 0.2f * cosf(wave * z) +
                     rough * (qx_random_unit(random) - 0.5f);
        if (holes && qx_random_below(random, 12) == 0) samples[i] = NAN;
        if (!gentle && qx_random_below(random, 4) == 0) samples[i] = 0.5f; // flat places as well
    }
}

plain_field plain_by_chance(uint64_t seed, uint32_t most, plain_kind kind)
{
    qx_random random;
    qx_random_seed(&random, seed, 77);
    const uint32_t columns = 2 + qx_random_below(&random, most - 1);
    const uint32_t rows = 2 + qx_random_below(&random, most - 1);
    const bool holes = kind == PLAIN_ANY && qx_random_below(&random, 3) == 0;
    const bool coded = qx_random_below(&random, 2) == 0;
    float *samples = malloc((size_t)columns * rows * sizeof *samples);
    uint16_t *codes = malloc((size_t)columns * rows * sizeof *codes);
    uint8_t *mask = malloc((size_t)columns * rows);
    assert_true(samples && codes && mask);
    fill(&random, columns, rows, kind == PLAIN_GENTLE, holes, samples);
    const float size = qx_random_range(&random, 0.5f, 20.0f);
    const float tall = kind == PLAIN_GENTLE ? size * 4.0f : qx_random_range(&random, 0.1f, 60.0f);
    const float base = qx_random_range(&random, -50.0f, 50.0f);
    for (uint32_t i = 0; i < columns * rows; i++) {
        mask[i] = isfinite(samples[i]) ? 1 : 0;
        codes[i] = (uint16_t)(mask[i] ? fminf(fmaxf(samples[i], 0.0f), 1.0f) * 65535.0f : 0.0f);
        samples[i] = base + tall * samples[i];
    }
    qx_terrain_desc desc = {
        .samples = { .data = coded ? (const void *)codes : samples,
                     .kind = coded ? QX_TERRAIN_U16 : QX_TERRAIN_F32,
                     .columns = columns,
                     .rows = rows },
        .low = base,
        .high = base + tall,
        .width = size * (float)(columns - 1),
        .depth = size * (float)(rows - 1) * (seed % 3 == 0 ? 1.7f : 1.0f),
        .diagonal = (qx_terrain_diagonal)qx_random_below(&random, 3),
        .mask = holes ? mask : NULL,
    };
    if (kind == PLAIN_ANY && seed % 5 == 0) desc.high = base - tall;
    const plain_field f = plain_of(&desc);
    free(samples);
    free(codes);
    free(mask);
    return f;
}

// Twice the areas from above, counter-clockwise positive: how much of each corner a place is.
static void shares(const plain_triangle *t, double x, double z, double share[3])
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const plain_point a = t->corner[(i + 1) % 3], b = t->corner[(i + 2) % 3];
        share[i] = (a.z - z) * (b.x - x) - (a.x - x) * (b.z - z);
        sum += share[i];
    }
    for (int i = 0; i < 3; i++) share[i] /= sum;
}

qx_terrain_where plain_height(const plain_field *f, double x, double z, double *height)
{
    *height = 0.0;
    if (fabs(x) * 2.0 > (double)f->info.width || fabs(z) * 2.0 > (double)f->info.depth)
        return QX_TERRAIN_OUTSIDE;
    for (uint32_t i = 0; i < f->count; i++) {
        const plain_triangle *t = &f->triangles[i];
        double s[3];
        shares(t, x, z, s);
        if (fmin(s[0], fmin(s[1], s[2])) < -1e-9) continue;
        *height = s[0] * t->corner[0].y + s[1] * t->corner[1].y + s[2] * t->corner[2].y;
        return QX_TERRAIN_ON;
    }
    return QX_TERRAIN_HOLE;
}

plain_point plain_at(const qx_terrain_ray *ray, double distance)
{
    const plain_point o = { (double)ray->origin.x, (double)ray->origin.y, (double)ray->origin.z };
    const plain_point d = { (double)ray->direction.x, (double)ray->direction.y,
                            (double)ray->direction.z };
    return plus(o, d, distance);
}

// Möller and Trumbore's test, closed.
static bool meet(const plain_triangle *t, plain_point o, plain_point d, double *distance)
{
    const plain_point a = minus(t->corner[1], t->corner[0]), b = minus(t->corner[2], t->corner[0]);
    const plain_point p = cross(d, b), from = minus(o, t->corner[0]);
    const double volume = dot(a, p);
    if (fabs(volume) < 1e-7 * sqrt(dot(a, a) * dot(b, b) * dot(d, d))) return false; // grazes
    const double u = dot(from, p) / volume;
    const plain_point q = cross(from, a);
    const double v = dot(d, q) / volume;
    if (u < -1e-13 || v < -1e-13 || u + v > 1.0 + 1e-13) return false;
    *distance = dot(b, q) / volume;
    return true;
}

bool plain_ray(const plain_field *f, const qx_terrain_ray *ray, double *distance)
{
    const plain_point o = plain_at(ray, 0.0);
    const plain_point d = { (double)ray->direction.x, (double)ray->direction.y,
                            (double)ray->direction.z };
    *distance = HUGE_VAL;
    for (uint32_t i = 0; i < f->count; i++) {
        double at;
        if (meet(&f->triangles[i], o, d, &at) && at >= 0.0 && at <= (double)ray->reach)
            *distance = fmin(*distance, at);
    }
    return *distance < HUGE_VAL;
}

static double segment_distance(plain_point p, plain_point a, plain_point b)
{
    const plain_point e = minus(b, a), m = minus(p, a);
    const double s = fmin(fmax(dot(m, e) / dot(e, e), 0.0), 1.0);
    const plain_point off = minus(m, (plain_point){ e.x * s, e.y * s, e.z * s });
    return sqrt(dot(off, off));
}

static double triangle_distance(const plain_triangle *t, plain_point p)
{
    const plain_point n =
        cross(minus(t->corner[1], t->corner[0]), minus(t->corner[2], t->corner[0]));
    double best = HUGE_VAL;
    bool over = true;
    for (int i = 0; i < 3; i++) {
        const plain_point a = t->corner[i], b = t->corner[(i + 1) % 3];
        best = fmin(best, segment_distance(p, a, b));
        over = over && dot(cross(minus(b, a), minus(p, a)), n) >= 0.0;
    }
    return over ? fmin(best, fabs(dot(minus(p, t->corner[0]), n)) / sqrt(dot(n, n))) : best;
}

double plain_distance(const plain_field *f, plain_point place)
{
    double best = HUGE_VAL;
    for (uint32_t i = 0; i < f->count; i++)
        best = fmin(best, triangle_distance(&f->triangles[i], place));
    return best;
}
