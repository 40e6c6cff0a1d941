// SPDX-License-Identifier: MIT
#include "state.h"

#include <math.h>

// Cells smaller than these (pixels) are drawn otherwise; see docs/render.md.
#define LEAST_CELL 2.0f        // every third line only, and every third of those, …
#define LEAST_CELL_MIDDLE 4.0f // without the middle lines
#define LEAST_CELL_BENT 5.0f   // straight

// Widest lines, shares of a cell, and the most light, as a share of the picture that is covered.
#define MOST_THICK 0.35f
#define MOST_THIN 0.2f
#define MOST_INK 0.3f

// Of the net's smaller side: a point pushed so far is half way to the highlight.
#define HIGHLIGHT_SHARE 0.06f

enum { DEFAULT_COLOUR = 0x1E1E8B55 };

// How the net is drawn at this size.
typedef struct net_plan {
    uint32_t step;                   // points from drawn line to drawn line: a power of 3
    int32_t first_column, first_row; // below 0: the border, then on as if it lay there
    uint32_t columns, rows;          // lines drawn
    float thick, thin, middle;       // pixels; middle below 0 where left out
    float intensity;
    bool bends;
} net_plan;

static GLuint make_texture(void)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

// Points lie one after the other in a texture about as high as it is wide: no side is above 4,096
// for the largest net.
static uint32_t fold_bits(uint32_t points)
{
    uint32_t bits = 0;
    while (((uint64_t)1 << (2 * bits)) < points) {
        bits++;
    }
    return bits;
}

static void upload(GLuint *texture, uint32_t *has_width, uint32_t *has_height,
                   const qx_vec3 *points, uint32_t count)
{
    const uint32_t width = 1u << fold_bits(count);
    const uint32_t full = count / width;
    const uint32_t rest = count % width;
    const uint32_t height = full + (rest > 0 ? 1 : 0);
    if (*texture == 0) *texture = make_texture();
    glBindTexture(GL_TEXTURE_2D, *texture);
    if (*has_width != width || *has_height < height) {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB32F, (GLsizei)width, (GLsizei)height, 0, GL_RGB,
                     GL_FLOAT, NULL);
        *has_width = width;
        *has_height = height;
    }
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)width, (GLsizei)full, GL_RGB, GL_FLOAT,
                    points);
    if (rest > 0) {
        const qx_vec3 *last = points + (size_t)full * width;
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, (GLint)full, (GLsizei)rest, 1, GL_RGB, GL_FLOAT, last);
    }
}

// At rest the net is a regular lattice between its corners; those hardly move, so they tell where
// it lies.
static void find_rest(qx_net_cache *cache, const qx_net *net)
{
    const qx_vec3 *p = net->positions;
    const size_t right = net->columns - 1;
    const size_t last_row = (size_t)(net->rows - 1) * net->columns;
    const float left_x = 0.5f * (p[0].x + p[last_row].x);
    const float right_x = 0.5f * (p[right].x + p[last_row + right].x);
    const float top_y = 0.5f * (p[0].y + p[right].y);
    const float low_y = 0.5f * (p[last_row].y + p[last_row + right].y);
    cache->rest = (qx_vec2){ left_x, top_y };
    cache->spacing.x = (right_x - left_x) / (float)(net->columns - 1);
    cache->spacing.y = (low_y - top_y) / (float)(net->rows - 1);
    const float side = fminf(fabsf(right_x - left_x), fabsf(low_y - top_y));
    cache->highlight_scale = side > 0.0f ? 1.0f / (HIGHLIGHT_SHARE * side) : 0.0f;
}

static bool is_filled(const qx_net_cache *cache, const qx_net *net)
{
    return cache->filled && cache->version == net->version && cache->columns == net->columns &&
           cache->rows == net->rows && cache->positions_from == net->positions &&
           cache->before_from == net->before;
}

// Both arrays go up when the version moves. That `before` is the last `positions` is likely but
// nothing the renderer could know; copying it again is cheap beside drawing it.
static void fill(qx_net_cache *cache, const qx_net *net)
{
    const uint32_t count = net->columns * net->rows;
    upload(&cache->now, &cache->now_width, &cache->now_height, net->positions, count);
    if (net->before)
        upload(&cache->before, &cache->before_width, &cache->before_height, net->before, count);
    glBindTexture(GL_TEXTURE_2D, 0);
    find_rest(cache, net);
    cache->positions_from = net->positions;
    cache->before_from = net->before;
    cache->columns = net->columns;
    cache->rows = net->rows;
    cache->version = net->version;
    cache->filled = true;
}

// The lines that are drawn lie `step` apart and symmetric about the middle, so that the thick ones
// stay where they are; the border comes on top where it is not among them.
static void plan_lines(uint32_t points, uint32_t step, int32_t *first, uint32_t *lines)
{
    const uint32_t phase = points % 2 == 1 ? 0 : step;
    uint32_t inner = 0;
    while (inner + 1 < points / 2 && (points - 1 - 2 * inner) % (2 * step) != phase) {
        inner++;
    }
    const bool found = step == 1 || (points - 1 - 2 * inner) % (2 * step) == phase;
    *first = inner > 0 && found ? (int32_t)inner - (int32_t)step : 0;
    if (step == 1) {
        *lines = points;
    } else if (!found) { // smaller than one step
        *lines = 2;
    } else {
        *lines = (points - 1 - 2 * inner) / step + 1 + (inner > 0 ? 2 : 0);
    }
}

static float breadth(const qx_render *render, float width, float scale)
{
    return width < 0.0f ? -width * (float)render->height / 720.0f : width * scale;
}

static float unless_zero(float value, float otherwise)
{
    return value == 0.0f ? otherwise : value;
}

// Share of the picture that lines cover where cells are so wide (pixels): rows and columns, and the
// middle lines.
static float ink(float thick, float thin, float middle, float cell)
{
    const float lines = 2.0f * (thick + 2.0f * thin) / 3.0f + 2.0f * fmaxf(middle, 0.0f);
    return cell > 0.0f ? lines / cell : 0.0f;
}

// A dense net drawn as asked for would be a solid sheet. So lines are no wider than a share of
// their cell, some are left out, and the light is that of the net as asked for, but of no more than
// MOST_INK.
static net_plan plan(const qx_render *render, const qx_net *net)
{
    const qx_frame *frame = &render->frame;
    const float scale = qx_view_scale(&frame->view, frame->width, frame->height) *
                        (float)render->height / (float)frame->height;
    const qx_vec2 spacing = render->net.spacing;
    float cell = fminf(fabsf(spacing.x), fabsf(spacing.y)) * scale;
    const float thick = breadth(render, unless_zero(net->thick, 3.0f), scale);
    const float thin = breadth(render, unless_zero(net->thin, 1.0f), scale);
    const bool has_middle = !(net->middle < 0.0f);
    const float middle = has_middle ? unless_zero(net->middle, 1.0f) * scale : 0.0f;
    const float asked = fminf(ink(thick, thin, middle, cell), MOST_INK);

    net_plan made = { .step = 1 };
    while (cell < LEAST_CELL && made.step < 6561) {
        made.step *= 3;
        cell *= 3.0f;
    }
    made.thick = fminf(thick, MOST_THICK * cell);
    made.thin = fminf(thin, MOST_THIN * cell);
    made.middle = has_middle && cell >= LEAST_CELL_MIDDLE ? fminf(middle, MOST_THIN * cell) : -1.0f;
    made.bends = net->smooth >= 0.0f && cell >= LEAST_CELL_BENT;
    const float drawn = ink(made.thick, made.thin, made.middle, cell);
    made.intensity = unless_zero(net->intensity, 1.0f) * (drawn > 0.0f ? asked / drawn : 1.0f);
    plan_lines(net->columns, made.step, &made.first_column, &made.columns);
    plan_lines(net->rows, made.step, &made.first_row, &made.rows);
    return made;
}

static void tell_colour(GLint place, uint32_t colour)
{
    glUniform4f(place, qx_light_of(colour >> 24), qx_light_of(colour >> 16),
                qx_light_of(colour >> 8), (float)(colour & 255) / 255.0f);
}

static void tell(const qx_render *render, const qx_program *program, const qx_net *net,
                 const net_plan *made)
{
    const qx_net_cache *cache = &render->net;
    const GLint bits = (GLint)fold_bits(net->columns * net->rows);
    const float blend = net->before ? net->blend : 1.0f;
    const uint32_t colour = net->colour ? net->colour : DEFAULT_COLOUR;
    glUniform1f(program->at[QX_UNIFORM_FADE_ENDS], 1.0f);
    glUniform2i(program->at[QX_UNIFORM_FOLD], (1 << bits) - 1, bits);
    glUniform4i(program->at[QX_UNIFORM_COUNTS], (GLint)net->columns, (GLint)net->rows,
                (GLint)made->columns, (GLint)made->rows);
    glUniform4i(program->at[QX_UNIFORM_STRIDE], (GLint)made->step, made->first_column,
                made->first_row, made->bends ? 2 : 0);
    glUniform4f(program->at[QX_UNIFORM_LOOK], blend, made->intensity, 1.0f, cache->highlight_scale);
    glUniform3f(program->at[QX_UNIFORM_WIDTHS], made->thick, made->thin, made->middle);
    glUniform4f(program->at[QX_UNIFORM_REST], cache->rest.x, cache->rest.y, cache->spacing.x,
                cache->spacing.y);
    tell_colour(program->at[QX_UNIFORM_COLOUR], colour);
    tell_colour(program->at[QX_UNIFORM_HIGHLIGHT], net->highlight ? net->highlight : colour);
}

static void draw(const qx_render *render, const net_plan *made)
{
    const uint32_t in_rows = made->rows * (made->columns - 1);
    const uint32_t in_columns = made->columns * (made->rows - 1);
    const uint32_t middles = made->middle < 0.0f ? 0 : 2 * (made->columns - 1) * (made->rows - 1);
    glBindVertexArray(render->empty_array);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, made->bends ? 6 : 4,
                          (GLsizei)(in_rows + in_columns + middles));
    glBindVertexArray(0);
}

static bool can_draw(const qx_render *render, const qx_net *net)
{
    if (render->stage == QX_STAGE_IDLE || !net->positions || net->columns < 2 || net->rows < 2)
        return false;
    const uint64_t points = (uint64_t)net->columns * net->rows;
    return points <= QX_GRID_MAX_POINTS &&
           1u << fold_bits((uint32_t)points) <= render->texture_limit;
}

void qx_render_net(qx_render *render, const qx_net *net)
{
    if (!can_draw(render, net)) return;
    if (!is_filled(&render->net, net)) fill(&render->net, net);
    const net_plan made = plan(render, net);
    qx_render_blend(render, QX_BLEND_ADD);
    tell(render, qx_render_use(render, QX_PROGRAM_NET), net, &made);
    qx_bind_to_unit(GL_TEXTURE1, net->before ? render->net.before : render->net.now);
    qx_bind_to_unit(GL_TEXTURE0, render->net.now);
    draw(render, &made);
    qx_bind_to_unit(GL_TEXTURE1, 0);
    qx_bind_to_unit(GL_TEXTURE0, 0);
    qx_render_blend_done(render, QX_BLEND_ADD);
}

void qx_net_cache_free(qx_net_cache *cache)
{
    glDeleteTextures(1, &cache->now);
    glDeleteTextures(1, &cache->before);
    *cache = (qx_net_cache){ 0 };
}
