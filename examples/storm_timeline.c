// SPDX-License-Identifier: MIT
// Three seconds of a storm: what is heard of it as a list, what is seen of it as a drawing, once as
// it wishes to flash and once as the limiter lets it: storm_timeline [FILE.svg]
#include <quincunx/quincunx.h>
#include <quincunx/svg.h>
#include <stdbool.h>
#include <stdio.h>

enum { FRAMES = 180, RATE = 60, EVENTS = 64, LEFT = 10, STEP = 4, HIGH = 70, GAP = 16 };
enum { WIDTH = 2 * LEFT + STEP * FRAMES, HEIGHT = 2 * (HIGH + GAP) + 50 };

// Strikes about every third of a second; each flares up three times.
static const qx_bolt_schedule storm = { .seed = 5,
                                        .period = 0.34f,
                                        .jitter = 0.6f,
                                        .full = 0.2f,
                                        .dim = 0.1f,
                                        .dimmed = 0.7f,
                                        .flashes = 3 };
static const float metres = 350; // to the listener

typedef struct drawing {
    qx_svg_line lines[4 * FRAMES + EVENTS];
    size_t count;
} drawing;

static void add(drawing *d, float x, float from, float to, float width, uint32_t colour)
{
    d->lines[d->count++] = (qx_svg_line){ { x, from }, { x, to }, width, colour };
}

// The brightest strike lights all of a dark landscape.
static float wished_light(double now)
{
    qx_bolt_strike strikes[QX_BOLT_MAX_STRIKES];
    const uint32_t count = qx_bolt_sample_schedule(&storm, now, 1.0 / RATE, strikes);
    float light = 0;
    for (uint32_t i = 0; i < count; i++)
        if (1 - strikes[i].dimmed > light) light = 1 - strikes[i].dimmed;
    return light;
}

// What was counted in the worst second.
typedef struct counts {
    uint32_t wished, shown;
} counts;

static counts watch(drawing *d)
{
    qx_flash_limiter limiter = { 0 };
    qx_flash_meter wished = { 0 }, shown = { 0 };
    counts most = { 0 };
    for (int frame = 0; frame < FRAMES; frame++) {
        const double now = (double)frame / RATE;
        const float light = wished_light(now);
        qx_flash_sample sample = { .time = now, .luminance = 0.8f * light, .area = 1 };
        const float factor = qx_flash_limiter_step(&limiter, &sample);
        const uint32_t before = qx_flash_meter_step(&wished, &sample);
        sample.luminance *= factor;
        const uint32_t after = qx_flash_meter_step(&shown, &sample);
        if (before > most.wished) most.wished = before;
        if (after > most.shown) most.shown = after;
        const float x = LEFT + STEP * (float)frame, upper = GAP + HIGH, lower = 2 * upper;
        add(d, x, upper, upper - HIGH * light, 3, 0x5C6FB5FF);
        add(d, x, lower, lower - HIGH * light * factor, 3, 0x4FD8FFFF);
    }
    return most;
}

static void listen(drawing *d)
{
    static const char *const words[] = { "strike", "flash", "thunder" };
    static const uint32_t colours[] = { 0xFFFFFFFF, 0x4FD8FFFF, 0xFFB000FF };
    qx_bolt_event events[EVENTS];
    const double end = (double)FRAMES / RATE;
    const uint32_t count = qx_bolt_build_events(&storm, metres, -1, end, events, EVENTS);
    for (uint32_t i = 0; i < count && i < EVENTS; i++) {
        const qx_bolt_event *e = &events[i];
        printf("%5.3f s  %-7s of strike %u\n", e->time, words[e->kind], (unsigned)e->strike);
        const float x = LEFT + STEP * RATE * (float)e->time;
        const float y = 2 * (GAP + HIGH) + 12 + 12 * (float)e->kind;
        add(d, x, y, y + 6, 3, colours[e->kind]);
    }
}

int main(int count, char **words)
{
    static drawing d;
    const counts most = watch(&d);
    listen(&d);
    printf("flashes in the worst second: %u wished, %u shown\n", most.wished, most.shown);
    const qx_svg picture = { .width = WIDTH,
                             .height = HEIGHT,
                             .background = 0x05060FFF,
                             .decimals = 1,
                             .title = "A storm, its flashes held back, its events",
                             .lines = d.lines,
                             .count = d.count };
    qx_error error;
    const char *path = count > 1 ? words[1] : "storm_timeline.svg";
    const bool saved = qx_svg_save_file(&picture, path, NULL, &error) == QX_OK;
    if (!saved) fprintf(stderr, "%s: %s\n", path, error.message);
    return saved && most.wished > 3 && most.shown <= 3 ? 0 : 1;
}
