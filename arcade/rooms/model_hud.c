// SPDX-License-Identifier: MIT
// The column, the list of clips, the time line, and the numbers.
#include "column.h"
#include "model_room.h"
#include "rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ACCENT 0xFFD24AFFu
#define BRIGHT 0xE4ECFFFFu
#define QUIET 0x8A90C8FFu
#define VALUE 0xA6ACE0FFu
#define TRACK 0x323E86FFu
#define INERT 0.4f // of a row that changes nothing here

enum { NUMBERS = 5, STROKES = 160, MOST_KEY_MARKS = 256 };

typedef struct strokes {
    qx_line lines[STROKES];
    uint32_t count;
} strokes;

static void stroke(strokes *s, float x0, float y0, float x1, float y1, float width, uint32_t colour,
                   float alpha)
{
    const uint32_t faded = (colour & 0xFFFFFF00u) | (uint32_t)(255.0f * fminf(alpha, 1.0f));
    if (s->count == STROKES) return;
    s->lines[s->count++] = (qx_line){ { x0, y0, 0.0f }, { x1, y1, 0.0f }, width, 1.0f, faded };
}

static void finish(const column *c, strokes *s)
{
    qx_render_lines(c->canvas->render, QX_BLEND_ALPHA, s->lines, s->count);
    s->count = 0;
}

// --- the column

static const rows_look look = { .left = MODEL_ROW_LEFT,
                                .top = MODEL_ROW_TOP,
                                .width = MODEL_ROW_WIDTH,
                                .step = MODEL_ROW_STEP,
                                .size = 16.0f,
                                .part = 0.55f,
                                .over = 16.0f,
                                .alone = 19.0f,
                                .slide = 22.0f,
                                .accent = ACCENT,
                                .bright = BRIGHT,
                                .quiet = QUIET,
                                .value = VALUE,
                                .track = TRACK,
                                .inert = INERT,
                                .shade = 1.3f };

static void draw_column(const model_play *r, const column *c, float shown)
{
    rows_row rows[PARAM_COUNT];
    for (uint32_t i = 0; i < PARAM_COUNT; i++) {
        const int32_t value = r->rules.values[i];
        rows[i] = (rows_row){ .slides = !model_param_is_choice(i),
                              .matters = model_param_matters(r, i),
                              .along = model_param_share(&r->source, i, value) };
        snprintf(rows[i].title, sizeof rows[i].title, "%s", model_param_title(i));
        model_param_write(&r->source, i, value, rows[i].value);
    }
    rows_draw(c, &look, rows, PARAM_COUNT, r->rules.row, shown);
}

// --- the list of clips

// How much of the pose is this clip's.
static float weight_of(const model_play *r, uint32_t clip, int64_t now)
{
    qx_keyframe_share shares[QX_KEYFRAME_LAYERS];
    const uint32_t count = qx_keyframe_player_sample(&r->player, now, shares);
    const int32_t *v = r->rules.values;
    const float second = v[PARAM_WITH] > 0 ? (float)v[PARAM_SHARE] / 100.0f : 0.0f;
    float weight = v[PARAM_WITH] == (int32_t)clip + 1 ? second : 0.0f;
    for (uint32_t i = 0; i < count; i++)
        if (shares[i].clip == clip) weight += (1.0f - second) * shares[i].weight;
    return weight;
}

static void draw_list(const model_play *r, const column *c, int64_t now, float shown)
{
    const model_list list = model_list_of(r);
    const float right = list.left + list.width, size = fminf(c->size, 14.0f);
    strokes s = { .count = 0 };
    if (list.count == 0) return;
    column_shade(c, list.left - 10.0f, 0.0f, list.width + 40.0f,
                 list.top + list.step * (float)list.count + 8.0f, 1.1f * shown);
    for (uint32_t i = 0; i < list.count; i++) {
        const uint32_t clip = list.first + i;
        const float weight = weight_of(r, clip, now), y = list.top + list.step * ((float)i + 0.62f);
        column_write_fitted(c, r->source.model->clips[clip].name, right, y, size, list.width,
                            clip == model_clip_now(r) ? ACCENT
                            : weight > 0.0f           ? BRIGHT
                                                      : QUIET,
                            shown, QX_ALIGN_RIGHT);
        if (weight > 0.0f)
            stroke(&s, right - list.width * weight, y + 5.0f, right, y + 5.0f, 1.6f, ACCENT,
                   0.8f * shown);
    }
    finish(c, &s);
}

// --- the time line

static void draw_button(strokes *s, const model_line *line, bool playing, float shown)
{
    const float x = line->button, y = line->y;
    if (playing) {
        stroke(s, x - 4.0f, y - 7.0f, x - 4.0f, y + 7.0f, 2.6f, ACCENT, shown);
        stroke(s, x + 4.0f, y - 7.0f, x + 4.0f, y + 7.0f, 2.6f, ACCENT, shown);
        return;
    }
    stroke(s, x - 5.0f, y - 8.0f, x + 8.0f, y, 2.2f, ACCENT, shown);
    stroke(s, x + 8.0f, y, x - 5.0f, y + 8.0f, 2.2f, ACCENT, shown);
    stroke(s, x - 5.0f, y + 8.0f, x - 5.0f, y - 8.0f, 2.2f, ACCENT, shown);
}

// A key is a small lozenge.
static void draw_key(strokes *s, float x, float y, float half, uint32_t colour, float shown)
{
    stroke(s, x - half, y, x, y - half, 1.6f, colour, shown);
    stroke(s, x, y - half, x + half, y, 1.6f, colour, shown);
    stroke(s, x + half, y, x, y + half, 1.6f, colour, shown);
    stroke(s, x, y + half, x - half, y, 1.6f, colour, shown);
}

static float place_on(const model_line *line, double place, int64_t duration)
{
    const float share = duration > 0 ? (float)(place / (double)duration) : 0.0f;
    return line->left + (line->right - line->left) * fminf(fmaxf(share, 0.0f), 1.0f);
}

// Of many, short strokes.
static void draw_keys(const column *c, strokes *s, const model_line *line,
                      const qx_keyframe_clip *clip, float shown)
{
    const float room = (line->right - line->left) / (float)(clip->count > 0 ? clip->count : 1);
    const float half = fminf(5.0f, 0.3f * room);
    const bool many = half < 2.0f;
    const uint32_t step = 1 + clip->count / MOST_KEY_MARKS;
    for (uint32_t i = 0; i < clip->count; i += step) {
        const float x = place_on(line, (double)clip->times[i], clip->duration);
        if (s->count > STROKES - 16) finish(c, s);
        if (many)
            stroke(s, x, line->y - 4.0f, x, line->y + 4.0f, 1.2f, VALUE, 0.7f * shown);
        else
            draw_key(s, x, line->y, half, VALUE, shown);
    }
}

static void write_time(const qx_keyframe_phase *phase, int64_t duration, char words[48])
{
    const double second = (double)QX_KEYFRAME_SECOND;
    snprintf(words, 48, "%.2f / %.2f s %s", phase->place / second, (double)duration / second,
             phase->ended      ? "end"
             : phase->backward ? "<"
                               : ">");
}

static void draw_line(const model_play *r, const column *c, int64_t now, float shown)
{
    const model_line line = model_line_of(r);
    const qx_keyframe_clip *clip = &r->source.clips[model_clip_now(r)];
    const qx_keyframe_phase phase = model_phase(r, now);
    const float at = place_on(&line, phase.place, clip->duration);
    const float full = r->rules.height - MODEL_LINE_HEIGHT;
    char words[48];
    strokes s = { .count = 0 };
    if (r->source.model->clip_count == 0) return;
    column_shade(c, 0.0f, full, r->rules.width, MODEL_LINE_HEIGHT, 0.9f * shown);
    draw_button(&s, &line, r->rules.playing && !phase.ended, shown);
    stroke(&s, line.left, line.y, line.right, line.y, 1.5f, TRACK, shown);
    stroke(&s, line.left, line.y, at, line.y, 2.2f, ACCENT, 0.8f * shown);
    draw_keys(c, &s, &line, clip, shown);
    stroke(&s, at, line.y - 11.0f, at, line.y + 11.0f, 2.4f, BRIGHT, shown);
    finish(c, &s);
    write_time(&phase, clip->duration, words);
    column_write_fitted(c, words, r->rules.width - 16.0f, line.y + 0.36f * c->size,
                        fminf(c->size, 15.0f), r->rules.width - line.right - 34.0f, VALUE, shown,
                        QX_ALIGN_RIGHT);
}

// --- numbers

static void write_pose(const model_play *r, int64_t now, char words[COLUMN_WORDS])
{
    const qx_model_mesh *mesh = &r->source.model->meshes[0];
    const qx_keyframe_mix mix = model_mix_now(r, now);
    const bool gpu = r->rules.values[PARAM_PATH] == PATH_GPU && model_mix_is_pair(&mix);
    if (mesh->kind == QX_MODEL_MORPH)
        snprintf(words, COLUMN_WORDS, "CPU: weights of targets");
    else if (mesh->kind == QX_MODEL_STILL || mix.count == 1)
        snprintf(words, COLUMN_WORDS, "%s: key %u", gpu ? "GPU" : "CPU", mix.key[0]);
    else if (mix.count == 2)
        snprintf(words, COLUMN_WORDS, "%s: keys %u and %u, mix %.3f", gpu ? "GPU" : "CPU",
                 mix.key[0], mix.key[1], (double)mix.weight[1]);
    else
        snprintf(words, COLUMN_WORDS, "CPU: %u keys", mix.count);
}

static void draw_numbers(const model_play *r, const column *c, int64_t now, float shown)
{
    char rows[NUMBERS][COLUMN_WORDS];
    const model_source *s = &r->source;
    const qx_model_mesh *mesh = &s->model->meshes[0];
    const bool morphs = mesh->kind == QX_MODEL_MORPH;
    const uint32_t keys = morphs ? mesh->target_count : mesh->key_count;
    memset(rows, 0, sizeof rows);
    snprintf(rows[0], COLUMN_WORDS, "%s", s->title);
    snprintf(rows[1], COLUMN_WORDS, "%u vertices, %u triangle%s", model_source_vertices(s),
             model_source_triangles(s), model_source_triangles(s) == 1 ? "" : "s");
    snprintf(rows[2], COLUMN_WORDS, "%u %s%s, %u clip%s", keys, morphs ? "target" : "key",
             keys == 1 ? "" : "s", s->model->clip_count, s->model->clip_count == 1 ? "" : "s");
    write_pose(r, now, rows[3]);
    if (c->canvas->frame_ms > 0.0)
        snprintf(rows[4], COLUMN_WORDS, "Frame %.1f ms", c->canvas->frame_ms);
    column_numbers(c, rows, NUMBERS, ACCENT, shown);
}

// Numbers and hints stand above the time line.
void model_draw_hud(const model_play *r, const scene_canvas *canvas)
{
    static const char *const hints[] = {
        "Drag look   wheel nearer",   "Right drag: scrub",          "Space play   Shift backward",
        "M clip   1 2 3 onion, wire", "Q E rows   + - change them", "R as it was",
    };
    const float shown = column_hint_share(r->quiet);
    const int64_t now = model_moment(r, canvas);
    scene_canvas above = *canvas;
    above.view.height -= MODEL_LINE_HEIGHT - 8.0f;
    const column c = column_begin(canvas);
    const column lifted = { &above, c.size, c.width };
    qx_render_compose(canvas->render);
    if (!canvas->hud) return;
    draw_column(r, &c, 0.5f + 0.5f * shown);
    draw_list(r, &c, now, 0.6f + 0.4f * shown);
    draw_line(r, &c, now, 0.65f + 0.35f * shown);
    draw_numbers(r, &lifted, now, 0.6f + 0.4f * shown);
    column_hints(&lifted, hints, sizeof hints / sizeof hints[0], shown);
    column_notice(&c, r->notice, r->notice_left);
}
