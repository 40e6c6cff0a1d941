// SPDX-License-Identifier: MIT
// The triangles of a bolt's ribbon, as a drawing: mitres, bevels, caps and forks:
// bolt_ribbon [FILE.svg]
#include <quincunx/bolt.h>
#include <quincunx/svg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 720, HEIGHT = 260 };

static qx_bolt *grow(void)
{
    qx_bolt *bolt;
    const qx_bolt_desc desc = { .from = { 45, 130, 0 },
                                .to = { 675, 120, 0 },
                                .seed = 728,
                                .generations = 4,
                                .branch_chance = 0.2f,
                                .depth = 1,
                                .width = 36,
                                .taper = 0.4f };
    return qx_bolt_create(&desc, &bolt) == QX_OK ? bolt : NULL;
}

// The ribbon as a GPU would get it.
typedef struct mesh {
    qx_bolt_vertex *vertices;
    uint32_t *indices;
    qx_bolt_counts counts;
    qx_bolt_bounds bounds;
} mesh;

static bool build(const qx_bolt *bolt, mesh *m)
{
    const qx_bolt_counts bound = qx_bolt_bound_ribbon(bolt);
    m->vertices = malloc(bound.vertices * sizeof *m->vertices);
    m->indices = malloc(bound.indices * sizeof *m->indices);
    if (!m->vertices || !m->indices) return false;
    m->counts = qx_bolt_build_ribbon(bolt, NULL, NULL, m->vertices, m->indices, 0, &m->bounds);
    return m->counts.indices > 0;
}

// Caps are gold, bodies blue; lines across a body or down its middle are fainter than its edges.
static uint32_t colour_of(const qx_bolt_vertex *a, const qx_bolt_vertex *b)
{
    if (a->along || b->along) return 0xFFB000FF;
    const bool edge = a->across && a->across == b->across;
    return edge ? 0x4FD8FFFF : 0x5A55D6FF;
}

static bool is_same_place(const qx_bolt_vertex *a, const qx_bolt_vertex *b)
{
    return memcmp(a, b, 3 * sizeof a->x) == 0;
}

// But for the empty triangles from strand to strand, of which two corners are one.
static uint32_t draw(const mesh *m, qx_svg_line *lines)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->counts.indices; i += 3) {
        const qx_bolt_vertex *v[3];
        for (uint32_t k = 0; k < 3; k++) v[k] = &m->vertices[m->indices[i + k]];
        if (is_same_place(v[0], v[1]) || is_same_place(v[1], v[2]) || is_same_place(v[2], v[0]))
            continue;
        for (uint32_t k = 0; k < 3; k++) {
            const qx_bolt_vertex *a = v[k], *b = v[(k + 1) % 3];
            lines[count++] = (qx_svg_line){ { a->x, a->y }, { b->x, b->y }, 1, colour_of(a, b) };
        }
    }
    return count;
}

// The trunk's and branches' own lines, on which nothing was moved.
static uint32_t draw_spine(const qx_bolt *bolt, qx_glow_line *spine, qx_svg_line *lines)
{
    const uint32_t count = qx_bolt_build_lines(bolt, NULL, spine, NULL);
    for (uint32_t i = 0; i < count; i++)
        lines[i] = (qx_svg_line){
            { spine[i].from.x, spine[i].from.y }, { spine[i].to.x, spine[i].to.y }, 2.5f, 0xFFFFFFFF
        };
    return count;
}

static bool save(const qx_svg_line *lines, size_t count, const char *path)
{
    const qx_svg drawing = { .width = WIDTH,
                             .height = HEIGHT,
                             .background = 0x05060FFF,
                             .decimals = 1,
                             .title = "The triangles of a bolt's ribbon",
                             .lines = lines,
                             .count = count };
    qx_error error;
    if (qx_svg_save_file(&drawing, path, NULL, &error) == QX_OK) return true;
    fprintf(stderr, "%s: %s\n", path, error.message);
    return false;
}

// Every vertex is within the bounds that came with it.
static bool holds(const mesh *m)
{
    for (uint32_t i = 0; i < m->counts.vertices; i++) {
        const qx_bolt_vertex *v = &m->vertices[i];
        if (v->x < m->bounds.low.x || v->x > m->bounds.high.x) return false;
        if (v->y < m->bounds.low.y || v->y > m->bounds.high.y) return false;
    }
    return true;
}

int main(int count, char **words)
{
    qx_bolt *bolt = grow();
    mesh m = { 0 };
    bool done = bolt && build(bolt, &m) && holds(&m);
    if (done) {
        const size_t room = m.counts.indices + qx_bolt_bound_lines(bolt);
        qx_svg_line *lines = malloc(room * sizeof *lines);
        qx_glow_line *spine = malloc(qx_bolt_bound_lines(bolt) * sizeof *spine);
        done = lines && spine;
        if (done) {
            size_t used = draw(&m, lines);
            used += draw_spine(bolt, spine, lines + used);
            done = save(lines, used, count > 1 ? words[1] : "bolt_ribbon.svg");
            printf("%u vertices, %u triangles\n", m.counts.vertices, m.counts.indices / 3);
        }
        free(spine);
        free(lines);
    }
    free(m.vertices);
    free(m.indices);
    qx_bolt_destroy(bolt);
    return done ? 0 : 1;
}
