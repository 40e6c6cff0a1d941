// SPDX-License-Identifier: MIT
// One bolt through five targets that fly about: six moments of its life, one below the other, and
// a look at whether it meets every target exactly: bolt_chain FILE.png
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TARGETS = 5, MOMENTS = 6, ACROSS = 3, WIDE = 210, HIGH = 130 };
enum { WIDTH = ACROSS * WIDE, HEIGHT = MOMENTS / ACROSS * HIGH };

// Where a target is: each flies on a circle of its own around its place in the chain.
static qx_vec3 target_at(int target, double time)
{
    static const qx_vec3 places[TARGETS] = {
        { 24, 64, 0 }, { 66, 38, 0 }, { 104, 92, 0 }, { 146, 44, 0 }, { 186, 78, 0 }
    };
    const double angle = 1.7 * target + (target % 2 ? -7 : 5) * time;
    const float radius = target ? 16 : 0; // the first one is who casts it
    return (qx_vec3){ places[target].x + radius * (float)qx_cos(angle),
                      places[target].y + radius * (float)qx_sin(angle), 0 };
}

static qx_bolt *grow(void)
{
    qx_vec3 path[TARGETS];
    for (int i = 0; i < TARGETS; i++) path[i] = target_at(i, 0);
    qx_bolt *bolt;
    const qx_bolt_desc desc = {
        .path = path, .path_count = TARGETS, .seed = 3, .generations = 5, .width = 1
    };
    return qx_bolt_create(&desc, &bolt) == QX_OK ? bolt : NULL;
}

// With nothing unborn, line i is segment i: a link's trunk begins at its target, to the last bit.
static bool meets_targets(const qx_bolt *bolt, const qx_glow_line *lines, const qx_vec3 *ends)
{
    const qx_bolt_segment *segments = qx_bolt_get_segments(bolt);
    int met = 0;
    for (uint32_t i = 0; i < qx_bolt_get_info(bolt).segments; i++) {
        const bool first = segments[i].depth == 0 && segments[i].distance == 0;
        if (!first) continue;
        if (memcmp(&lines[i].from, &ends[segments[i].link], sizeof *ends) != 0) return false;
        met++;
    }
    return met == TARGETS - 1;
}

// The moment's tile of the picture: both lines and targets are moved there.
static qx_result draw(qx_glow_line *lines, uint32_t count, const qx_vec3 *ends, int moment,
                      const qx_glow_picture *picture)
{
    const qx_glow light = qx_glow_get_ramp(QX_GLOW_STORM, 6);
    const qx_glow ball = qx_glow_get_ramp(QX_GLOW_PLASMA, 9);
    qx_glow_picture tile = *picture;
    tile.origin =
        (qx_vec2){ (float)(-WIDE * (moment % ACROSS)), (float)(-HIGH * (moment / ACROSS)) };
    qx_result result = qx_glow_build(&light, QX_GLOW_MAX, lines, count, &tile, NULL);
    for (int i = 0; i < TARGETS && result == QX_OK; i++) {
        const qx_glow_line dot = { ends[i], ends[i], .scale = 1, .brightness = 0.8f };
        result = qx_glow_build(&ball, QX_GLOW_MAX, &dot, 1, &tile, NULL);
    }
    return result;
}

// It grows for 0.1 s, stays for 0.2, fades in 0.15; the targets fly on all the while.
static bool film(const qx_bolt *bolt, qx_glow_line *lines, const qx_glow_picture *picture)
{
    static const double moments[MOMENTS] = { 0.03, 0.07, 0.15, 0.25, 0.35, 0.42 };
    const qx_bolt_life life = { .birth = 0.1f, .steady = 0.2f, .vanish = 0.15f };
    for (int i = 0; i < MOMENTS; i++) {
        qx_vec3 ends[TARGETS];
        for (int k = 0; k < TARGETS; k++) ends[k] = target_at(k, moments[i]);
        qx_bolt_pose pose = { .ends = ends, .time = moments[i], .in_turn = true };
        if (!qx_bolt_sample_life(&life, moments[i], &pose)) return false;
        const uint32_t count = qx_bolt_build_lines(bolt, &pose, lines, NULL);
        printf("%.2f s: %4u lines, %3.0f %% of the light\n", moments[i], count,
               100 * (1 - (double)pose.dimmed));
        if (pose.unborn == 0 && !meets_targets(bolt, lines, ends)) return false;
        if (draw(lines, count, ends, i, picture) != QX_OK) return false;
    }
    return true;
}

static bool save(const qx_glow_picture *picture, const char *path)
{
    static uint8_t pixels[WIDTH * HEIGHT * 3];
    qx_glow_build_bytes(picture, NULL, pixels);
    qx_error error;
    const qx_image image = { pixels, WIDTH, HEIGHT, 3 };
    if (qx_png_save_file(&image, path, NULL, &error) == QX_OK) return true;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return false;
}

int main(int count, char **words)
{
    static float planes[3 * WIDTH * HEIGHT];
    const qx_glow_picture picture = { planes, WIDTH, HEIGHT, .scale = 1 };
    qx_bolt *bolt = grow();
    if (!bolt) return 1;
    qx_glow_line *lines = malloc(qx_bolt_bound_lines(bolt) * sizeof *lines);
    const bool met = lines && film(bolt, lines, &picture);
    if (!met) fprintf(stderr, "a target was missed\n");
    const bool done = met && save(&picture, count > 1 ? words[1] : "bolt_chain.png");
    free(lines);
    qx_bolt_destroy(bolt);
    return done ? 0 : 1;
}
