// SPDX-License-Identifier: MIT
// What each parameter of a bolt does: five values of one of them in a row, a picture each:
// bolt_parameters PREFIX writes PREFIXroughness.png and so on.
#include <quincunx/png.h>
#include <quincunx/quincunx.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { VALUES = 5, WIDE = 136, HIGH = 84, WIDTH = VALUES * WIDE };

// A way to set one field; the rest is the same in all pictures.
typedef struct parameter {
    const char *name;
    void (*set)(qx_bolt_desc *desc, qx_bolt_pose *pose, float value);
    float values[VALUES];
} parameter;

#define SET(FIELD, TYPE)                                                                           \
    static void set_##FIELD(qx_bolt_desc *desc, qx_bolt_pose *pose, float value)                   \
    {                                                                                              \
        (void)pose;                                                                                \
        desc->FIELD = (TYPE)value;                                                                 \
    }
#define SET_POSE(FIELD)                                                                            \
    static void set_##FIELD(qx_bolt_desc *desc, qx_bolt_pose *pose, float value)                   \
    {                                                                                              \
        (void)desc;                                                                                \
        pose->FIELD = value;                                                                       \
    }
SET(generations, uint32_t)
SET(roughness, float)
SET(straightness, float)
SET(branch_chance, float)
SET(branch_scale, float)
SET(branch_angle, float)
SET(trunk_share, float)
SET_POSE(time)
SET_POSE(unborn)

// Breakdown's parameter wants its growth.
static void set_eta(qx_bolt_desc *desc, qx_bolt_pose *pose, float value)
{
    (void)pose;
    desc->growth = QX_BOLT_BREAKDOWN;
    desc->eta = value;
}

static const parameter parameters[] = {
    { "generations", set_generations, { 3, 4, 5, 6, 8 } },
    { "roughness", set_roughness, { 0.3f, 0.5f, 0.7f, 0.85f, 1 } },
    { "straightness", set_straightness, { 0, 0.25f, 0.5f, 0.75f, 1 } },
    { "branch_chance", set_branch_chance, { -1, 0.15f, 0.3f, 0.5f, 1 } },
    { "branch_scale", set_branch_scale, { 0.2f, 0.4f, 0.7f, 0.85f, 1 } },
    { "branch_angle", set_branch_angle, { 0.1f, 0.3f, 0.61f, 1, 1.5f } },
    { "trunk_share", set_trunk_share, { 0.05f, 0.2f, 0.4f, 0.6f, 0.95f } },
    { "eta", set_eta, { 1, 2, 4, 8, 16 } },
    { "time", set_time, { 0, 0.2f, 0.4f, 0.6f, 0.8f } },
    { "unborn", set_unborn, { 0.9f, 0.7f, 0.5f, 0.25f, 0 } },
};

static bool draw(const parameter *p, int value, const qx_glow_picture *picture)
{
    qx_bolt_desc desc = { .from = { 10, 36, 0 },
                          .to = { 126, 50, 0 },
                          .seed = 4,
                          .growth = QX_BOLT_OFFSETS,
                          .branch_chance = 0.3f };
    qx_bolt_pose pose = { 0 };
    p->set(&desc, &pose, p->values[value]);
    qx_bolt *bolt;
    if (qx_bolt_create(&desc, &bolt) != QX_OK) return false;
    qx_glow_line *lines = malloc(qx_bolt_bound_lines(bolt) * sizeof *lines);
    const qx_glow glow = qx_glow_get_ramp(QX_GLOW_STORM, 7);
    bool done = lines;
    if (done) {
        const uint32_t count = qx_bolt_build_lines(bolt, &pose, lines, NULL);
        done = qx_glow_build(&glow, QX_GLOW_MAX, lines, count, picture, NULL) == QX_OK;
    }
    free(lines);
    qx_bolt_destroy(bolt);
    return done;
}

static bool save(const qx_glow_picture *picture, const char *prefix, const char *name)
{
    static uint8_t pixels[3 * WIDTH * HIGH];
    char path[1024];
    qx_error error;
    qx_glow_build_bytes(picture, NULL, pixels);
    snprintf(path, sizeof path, "%s%s.png", prefix, name);
    const qx_image image = { pixels, WIDTH, HIGH, 3 };
    if (qx_png_save_file(&image, path, NULL, &error) == QX_OK) return true;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return false;
}

int main(int count, char **words)
{
    const char *prefix = count > 1 ? words[1] : "bolt_";
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++) {
        float *planes = calloc(3 * WIDTH * HIGH, sizeof *planes);
        bool done = planes;
        for (int value = 0; value < VALUES && done; value++) {
            const qx_vec2 origin = { (float)(-WIDE * value), 0 };
            const qx_glow_picture tile = { planes, WIDTH, HIGH, origin, .scale = 1 };
            done = draw(&parameters[i], value, &tile);
        }
        const qx_glow_picture strip = { planes, WIDTH, HIGH, .scale = 1 };
        done = done && save(&strip, prefix, parameters[i].name);
        free(planes);
        if (!done) return 1;
    }
    return 0;
}
