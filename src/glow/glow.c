// SPDX-License-Identifier: MIT
#include "glow_internal.h"

#include <quincunx/math.h>

#include <math.h>

#define LEAST_RADIUS 1e-4f
#define MOST_RADIUS 1e6f
#define MOST_LIGHT 1e4f
#define MOST_SCALE 1e4f
#define MOST_BRIGHTNESS 1e6f
#define HALO 16.0f

typedef struct ramp {
    const char *name;
    uint32_t core, middle, halo;
} ramp;

// Chosen so that they stay apart for protanopes, deuteranopes and tritanopes too: what hue no
// longer tells, the halo's lightness does.
static const ramp ramps[QX_GLOW_RAMP_COUNT] = {
    { "storm", 0xF6FAFFFF, 0x6FB1FFFF, 0x2148E8FF },
    { "plasma", 0xFFF4FAFF, 0xFF3C9CFF, 0x8A18B4FF },
    { "ember", 0xFFF8DCFF, 0xFF7A1EFF, 0xB01E0AFF },
    { "acid", 0xF4FFEFFF, 0x4FEE86FF, 0x07907EFF },
    { "gold", 0xFFFDF2FF, 0xFFCC4AFF, 0x8F6414FF },
};

qx_glow qx_glow_get_ramp(qx_glow_ramp which, float halo)
{
    const int value = (int)which; // callers may pass what is no enumerator
    const ramp *found = &ramps[value > 0 && value < QX_GLOW_RAMP_COUNT ? value : 0];
    return qx_glow_resolve(&(qx_glow){
        .halo = halo,
        .core_colour = found->core,
        .middle_colour = found->middle,
        .halo_colour = found->halo,
    });
}

const char *qx_glow_ramp_text(qx_glow_ramp which)
{
    const int value = (int)which;
    return value >= 0 && value < QX_GLOW_RAMP_COUNT ? ramps[value].name : NULL;
}

static float or_default(float value, float otherwise)
{
    return value == 0.0f ? otherwise : value;
}

static uint32_t or_colour(uint32_t colour, uint32_t otherwise)
{
    return colour == 0 ? otherwise : colour;
}

qx_glow qx_glow_resolve(const qx_glow *glow)
{
    qx_glow used = *glow;
    used.halo = or_default(glow->halo, HALO);
    used.core = or_default(glow->core, 0.1f * used.halo);
    used.middle = or_default(glow->middle, 0.4f * used.halo);
    used.core_colour = or_colour(glow->core_colour, ramps[QX_GLOW_STORM].core);
    used.middle_colour = or_colour(glow->middle_colour, ramps[QX_GLOW_STORM].middle);
    used.halo_colour = or_colour(glow->halo_colour, ramps[QX_GLOW_STORM].halo);
    used.core_light = or_default(glow->core_light, 2.0f);
    used.middle_light = or_default(glow->middle_light, 0.6f);
    used.halo_light = or_default(glow->halo_light, 0.2f);
    return used;
}

float glow_light_of(uint32_t byte)
{
    const double c = (double)(byte & 255) / 255.0;
    return (float)(c <= 0.04045 ? c / 12.92 : qx_exp(2.4 * qx_log((c + 0.055) / 1.055)));
}

static bool radius_is_good(float radius)
{
    return radius >= LEAST_RADIUS && radius <= MOST_RADIUS; // false for NaN
}

static glow_light light_of(float radius, uint32_t colour, float strength)
{
    const float shines = strength > 0.0f ? strength : 0.0f;
    return (glow_light){
        .radius = (double)radius,
        .red = shines * glow_light_of(colour >> 24),
        .green = shines * glow_light_of(colour >> 16),
        .blue = shines * glow_light_of(colour >> 8),
    };
}

static void add_sorted(glow_light lights[GLOW_LIGHTS], int count, glow_light light)
{
    int at = count;
    for (; at > 0 && lights[at - 1].radius < light.radius; at--) lights[at] = lights[at - 1];
    lights[at] = light;
}

int glow_get_lights(const qx_glow *glow, glow_light lights[GLOW_LIGHTS])
{
    const qx_glow used = qx_glow_resolve(glow);
    const float radii[] = { used.halo, used.middle, used.core };
    const float strengths[] = { used.halo_light, used.middle_light, used.core_light };
    const uint32_t colours[] = { used.halo_colour, used.middle_colour, used.core_colour };
    int count = 0;
    for (int i = 0; i < GLOW_LIGHTS; i++) {
        if (!radius_is_good(radii[i]) || !(strengths[i] <= MOST_LIGHT)) return -1;
        const glow_light light = light_of(radii[i], colours[i], strengths[i]);
        if (light.red > 0.0f || light.green > 0.0f || light.blue > 0.0f)
            add_sorted(lights, count++, light);
    }
    return count;
}

static bool is_finite(float value)
{
    return value - value == 0.0f;
}

bool glow_line_is_good(const qx_glow_line *line)
{
    const qx_vec3 a = line->from, b = line->to;
    return is_finite(a.x) && is_finite(a.y) && is_finite(a.z) && is_finite(b.x) && is_finite(b.y) &&
           is_finite(b.z) && line->scale > 0.0f && line->scale <= MOST_SCALE &&
           line->brightness >= 0.0f && line->brightness <= MOST_BRIGHTNESS;
}

// Where a place lies against a line: along it from its start, across it; and the line's length.
typedef struct foot {
    double along, across, length;
} foot;

static foot find_foot(const qx_glow_line *line, qx_vec2 place)
{
    const double x = (double)line->to.x - (double)line->from.x;
    const double y = (double)line->to.y - (double)line->from.y;
    const double px = (double)place.x - (double)line->from.x;
    const double py = (double)place.y - (double)line->from.y;
    const double length = sqrt(x * x + y * y);
    const double dx = length > 0.0 ? x / length : 1.0;
    const double dy = length > 0.0 ? y / length : 0.0;
    return (foot){ px * dx + py * dy, px * dy - py * dx, length };
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double nearest(foot at, double radius)
{
    const double beyond = at.along - clamp(at.along, 0.0, at.length);
    const double q = (beyond * beyond + at.across * at.across) / (radius * radius);
    const double rest = clamp(1.0 - q, 0.0, 1.0);
    return rest * rest * sqrt(rest);
}

// The integral of (h² - s²)² from 0 to s.
static double integral(double square, double s)
{
    return s * (square * square + s * s * (s * s / 5.0 - square * (2.0 / 3.0)));
}

// Of (1 - r²)² along the line, radius 1, times 15/16: an endless line's is (1 - d²)^(5/2) then.
static double summed(foot at, double radius)
{
    const double square = clamp(1.0 - at.across * at.across / (radius * radius), 0.0, 1.0);
    const double h = sqrt(square);
    const double low = clamp(-at.along / radius, -h, h);
    const double high = clamp((at.length - at.along) / radius, -h, h);
    return (integral(square, high) - integral(square, low)) * (15.0 / 16.0);
}

qx_vec3 qx_glow_sample(const qx_glow *glow, qx_glow_form form, const qx_glow_line *line,
                       qx_vec2 place)
{
    qx_vec3 light = { 0 };
    glow_light lights[GLOW_LIGHTS];
    const int count = glow_get_lights(glow, lights);
    if (!glow_line_is_good(line) || !is_finite(place.x) || !is_finite(place.y)) return light;
    const foot at = find_foot(line, place);
    for (int i = 0; i < count; i++) {
        const double radius = lights[i].radius * (double)line->scale;
        const double share = form == QX_GLOW_SUM ? summed(at, radius) : nearest(at, radius);
        const float amount = (float)share * line->brightness;
        light.x += amount * lights[i].red;
        light.y += amount * lights[i].green;
        light.z += amount * lights[i].blue;
    }
    return light;
}
