// SPDX-License-Identifier: MIT
#include "base/exact.h"
#include "grid_internal.h"

#include <quincunx/math.h>

#include <math.h>

#define MIN_SIZE 1e-3f
#define MAX_SIZE 1e6f
#define MAX_SUBSTEPS 1000u
#define MAX_PUSHES 65536u

// The tutorial's constants per tick.
#define NEIGHBOUR_STIFFNESS 0.28f
#define NEIGHBOUR_DAMPING 0.06f
#define REST_SHARE 0.95f
#define POINT_DAMPING 0.98

static bool is_size(float value)
{
    return value >= MIN_SIZE && value <= MAX_SIZE; // false for NaN
}

static uint32_t points_along(double length, double per_unit)
{
    const double wanted = length * per_unit;
    if (!(wanted < (double)UINT32_MAX - 2.0)) return UINT32_MAX;
    const double cells = exact_floor(wanted + 0.5);
    return cells < 1.0 ? 2 : (uint32_t)cells + 1;
}

// The density at which (w q + 1)(h q + 1) = points, q being points a unit of length.
static double density_for(double w, double h, double points)
{
    const double sum = w + h;
    return (sqrt(sum * sum + 4.0 * w * h * (points - 1.0)) - sum) / (2.0 * w * h);
}

static void choose_counts(qx_grid_desc *desc)
{
    if (!is_size(desc->width) || !is_size(desc->height) || desc->points > QX_GRID_MAX_POINTS)
        return;
    const double w = (double)desc->width, h = (double)desc->height;
    const double density =
        desc->points ? density_for(w, h, desc->points) : 1.0 / (double)desc->spacing;
    if (!(density > 0.0)) return;
    desc->columns = points_along(w, density);
    desc->rows = points_along(h, density);
    // Rounding up may step over the limit where the wish does not.
    while (desc->points && (uint64_t)desc->columns * desc->rows > QX_GRID_MAX_POINTS)
        *(desc->columns > desc->rows ? &desc->columns : &desc->rows) -= 1;
}

qx_grid_desc qx_grid_desc_resolve(const qx_grid_desc *desc)
{
    qx_grid_desc used = *desc;
    const bool exact = used.columns && used.rows;
    if (!exact) {
        if (used.points == 0 && used.spacing == 0.0f) used.points = 1600;
        choose_counts(&used);
    }
    const uint64_t points = (uint64_t)used.columns * used.rows;
    if (points) {
        used.points = points > UINT32_MAX ? UINT32_MAX : (uint32_t)points;
        used.spacing = used.width / (float)(used.columns - (used.columns > 1));
    }
    if (used.wave_scale == 0.0f) used.wave_scale = 24.0f;
    if (used.damping_floor == 0.0f && used.material == QX_GRID_WORLD) used.damping_floor = 0.35f;
    if (used.pushes == 0) used.pushes = 1024;
    return used;
}

qx_result grid_check_desc(const qx_grid_desc *desc)
{
    if (!is_size(desc->width) || !is_size(desc->height)) return QX_BAD_VALUE;
    if (!is_size(desc->wave_scale)) return QX_BAD_VALUE;
    if (!(desc->damping_floor >= 0.0f && desc->damping_floor <= 1.0f)) return QX_BAD_VALUE;
    if (desc->material != QX_GRID_WORLD && desc->material != QX_GRID_CLASSIC) return QX_BAD_VALUE;
    if (desc->border != QX_GRID_BORDER_FIXED && desc->border != QX_GRID_BORDER_ANCHORED)
        return QX_BAD_VALUE;
    if (desc->points > QX_GRID_MAX_POINTS) return QX_TOO_LARGE;
    if (desc->columns < 2 || desc->rows < 2) return QX_BAD_VALUE;
    if (desc->pushes > MAX_PUSHES) return QX_TOO_LARGE;
    const grid_law law = grid_law_of(desc);
    return grid_substeps(desc, &law) > MAX_SUBSTEPS ? QX_TOO_LARGE : QX_OK;
}

static grid_spring spring_of(const qx_grid_desc *desc, float spacing)
{
    const float ratio = desc->material == QX_GRID_WORLD ? desc->wave_scale / spacing : 1.0f;
    const float scale = ratio * ratio;
    grid_spring spring = { .length = spacing,
                           .rest = REST_SHARE * spacing,
                           .stiffness = NEIGHBOUR_STIFFNESS * scale,
                           .damping = NEIGHBOUR_DAMPING * scale };
    spring.tension = spring.stiffness * spring.rest;
    return spring;
}

// The explicit integrator is stable while a + 2b <= 4 for every wave the net can carry (a, b:
// stiffness and damping of one sub-step times 8, the largest eigenvalue of the four-neighbour
// stencil). Solving for the number of sub-steps gives n >= 2c + sqrt(4c² + 2k). An implicit step
// would need none, but it couples all points: no plain stencil, and no equal bits for every width
// and number of workers.
uint32_t grid_substeps(const qx_grid_desc *desc, const grid_law *law)
{
    if (desc->material == QX_GRID_CLASSIC) return 1;
    const double c = ((double)law->across.damping + (double)law->down.damping) * 0.5;
    const double k = ((double)law->across.stiffness + (double)law->down.stiffness) * 0.5;
    const double bound = 2.0 * c + sqrt(4.0 * c * c + 2.0 * k);
    if (!(bound < 1e6)) return 1000000;
    return bound < 1.0 ? 1 : (uint32_t)exact_ceil(bound);
}

grid_law grid_law_of(const qx_grid_desc *desc)
{
    grid_law law = { .across = spring_of(desc, desc->width / (float)(desc->columns - 1)),
                     .down = spring_of(desc, desc->height / (float)(desc->rows - 1)),
                     .slow_floor = (float)sqrt(sqrt((double)desc->damping_floor)),
                     .classic = desc->material == QX_GRID_CLASSIC };
    const uint32_t n = grid_substeps(desc, &law);
    law.time = 1.0f / (float)n;
    law.damping = n == 1 ? (float)POINT_DAMPING : (float)qx_exp(qx_log(POINT_DAMPING) / (double)n);
    return law;
}
