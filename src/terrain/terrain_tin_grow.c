// SPDX-License-Identifier: MIT
#include "terrain_tin.h"
#include "terrain_unit.h"

#include <string.h>

// Incremental Delaunay triangulation (Lawson): a new vertex splits the triangle or side it is in;
// then each side opposite to it is flipped where the corner beyond lies within the circle. All
// predicates are exact: places are whole numbers of 16 bits.

static void *grow(const qx_allocator *allocator, void *old, size_t size, uint32_t count,
                  uint32_t room)
{
    void *fresh = qx_allocate(allocator, size * room, QX_CACHE_LINE);
    if (!fresh) return NULL;
    if (old) {
        memcpy(fresh, old, size * count);
        qx_release(allocator, old, size * count);
    }
    return fresh;
}

static qx_result reserve_vertices(tin_build *b)
{
    if (b->vertex_count < b->vertex_room) return QX_OK;
    const uint32_t room = b->vertex_room ? 2 * b->vertex_room : 1024;
    void *fresh = grow(&b->allocator, b->vertices, sizeof *b->vertices, b->vertex_room, room);
    if (!fresh) return QX_NO_MEMORY;
    b->vertices = fresh;
    b->vertex_room = room;
    return QX_OK;
}

static qx_result reserve_triangles(tin_build *b)
{
    if (b->triangle_room - b->triangle_count >= 2) return QX_OK;
    if (b->triangle_room == TIN_MOST_TRIANGLES) return QX_TOO_LARGE;
    const uint32_t room = b->triangle_room ? 2 * b->triangle_room : 2048;
    void *queue = grow(&b->allocator, NULL, sizeof *b->queue, 0, room);
    if (!queue) return QX_NO_MEMORY;
    void *fresh = grow(&b->allocator, b->triangles, sizeof *b->triangles, b->triangle_room, room);
    if (!fresh) {
        qx_release(&b->allocator, queue, sizeof *b->queue * room);
        return QX_NO_MEMORY;
    }
    if (b->queue) memcpy(queue, b->queue, sizeof *b->queue * b->queue_count);
    qx_release(&b->allocator, b->queue, sizeof *b->queue * b->triangle_room);
    b->queue = queue;
    b->triangles = fresh;
    b->triangle_room = room;
    return QX_OK;
}

qx_result tin_reserve(tin_build *b)
{
    const qx_result result = reserve_vertices(b);
    return result == QX_OK ? reserve_triangles(b) : result;
}

static uint32_t add_vertex(tin_build *b, uint32_t place)
{
    const size_t at = tin_index(b->t, place);
    if (b->must) b->must[at >> 6] &= ~(UINT64_C(1) << (at & 63));
    b->vertices[b->vertex_count] = (tin_vertex){ place, (float)terrain_unit(b->t, at) };
    return b->vertex_count++;
}

static uint32_t add_triangle(tin_build *b)
{
    b->triangles[b->triangle_count].queued = TIN_NONE;
    return b->triangle_count++;
}

static void join(tin_build *b, uint32_t edge, uint32_t twin)
{
    b->triangles[edge / 3].twins[edge % 3] = twin;
    if (twin != TIN_NONE) b->triangles[twin / 3].twins[twin % 3] = edge;
}

// Corners `p`, `x`, `y`; `beyond` is the half-edge on the other side of x to y. The sides at `p` are
// joined by who calls.
static void set_triangle(tin_build *b, uint32_t triangle, uint32_t p, uint32_t x, uint32_t y,
                         uint32_t beyond)
{
    tin_triangle *t = &b->triangles[triangle];
    t->corners[0] = p;
    t->corners[1] = x;
    t->corners[2] = y;
    join(b, 3 * triangle + 1, beyond);
}

qx_result tin_begin(tin_build *b)
{
    qx_result result = QX_OK;
    const uint32_t right = b->t->columns - 1, bottom = (b->t->rows - 1) << 16;
    const uint32_t places[4] = { 0, right, bottom, right | bottom };
    for (int i = 0; i < 4; i++) {
        result = tin_reserve(b);
        if (result != QX_OK) return result;
        add_vertex(b, places[i]);
    }
    const uint32_t first = add_triangle(b), second = add_triangle(b);
    set_triangle(b, first, 0, 2, 1, TIN_NONE);
    set_triangle(b, second, 3, 1, 2, 3 * first + 1);
    for (uint32_t k = 0; k < 3; k += 2) {
        join(b, 3 * first + k, TIN_NONE);
        join(b, 3 * second + k, TIN_NONE);
    }
    return QX_OK;
}

static uint32_t corner_of(const tin_build *b, uint32_t edge)
{
    return b->triangles[edge / 3].corners[edge % 3];
}

static uint32_t twin_of(const tin_build *b, uint32_t edge)
{
    return b->triangles[edge / 3].twins[edge % 3];
}

static scan_point point_of(const tin_build *b, uint32_t vertex)
{
    return tin_point(b->vertices[vertex].place);
}

typedef struct offset {
    int64_t x, y, square;
} offset;

static offset offset_of(scan_point from, scan_point to)
{
    const int64_t x = to.column - from.column, y = to.row - from.row;
    return (offset){ x, y, x * x + y * y };
}

static int64_t cross(offset a, offset b)
{
    return a.y * b.x - a.x * b.y;
}

// Whether `d` lies inside the circle through a, b and c, which run counter-clockwise. The
// determinant has up to 68 bits: squares are summed in halves of 17 bits, high and low.
static bool is_inside(scan_point a, scan_point b, scan_point c, scan_point d)
{
    const int64_t half = 1 << 17;
    const offset da = offset_of(d, a), db = offset_of(d, b), dc = offset_of(d, c);
    const int64_t bc = cross(db, dc), ca = cross(dc, da), ab = cross(da, db);
    const int64_t high = da.square / half * bc + db.square / half * ca + dc.square / half * ab;
    const int64_t low = da.square % half * bc + db.square % half * ca + dc.square % half * ab;
    const int64_t carried = high + low / half, rest = low % half;
    return carried > 0 || (carried == 0 && rest > 0);
}

// `edge` goes out of the new vertex; the side opposite to it, in the same triangle, is flipped: the
// new vertex is then joined to the corner beyond.
static void flip(tin_build *b, uint32_t edge)
{
    const uint32_t across = tin_next(edge), beyond = twin_of(b, across);
    const uint32_t here = edge / 3, there = beyond / 3;
    const uint32_t p = corner_of(b, edge), x = corner_of(b, across);
    const uint32_t y = corner_of(b, beyond), z = corner_of(b, tin_before(beyond));
    const uint32_t out = twin_of(b, edge), in = twin_of(b, tin_before(edge));
    const uint32_t x_z = twin_of(b, tin_next(beyond)), z_y = twin_of(b, tin_before(beyond));
    set_triangle(b, here, p, x, z, x_z);
    set_triangle(b, there, p, z, y, z_y);
    join(b, 3 * here, out);
    join(b, 3 * here + 2, 3 * there);
    join(b, 3 * there + 2, in);
}

static bool wants_flip(const tin_build *b, uint32_t edge)
{
    const uint32_t across = tin_next(edge), beyond = twin_of(b, across);
    if (beyond == TIN_NONE) return false;
    return is_inside(point_of(b, corner_of(b, edge)), point_of(b, corner_of(b, across)),
                     point_of(b, corner_of(b, beyond)),
                     point_of(b, corner_of(b, tin_before(beyond))));
}

// Once around the new vertex: flips leave its first side alone, and what they join comes next.
// Returns the first half-edge.
static uint32_t mend(tin_build *b, uint32_t edge)
{
    const uint32_t start = corner_of(b, tin_next(edge));
    uint32_t first = TIN_NONE;
    do {
        while (wants_flip(b, edge)) {
            const uint32_t here = edge / 3;
            flip(b, edge);
            edge = 3 * here;
        }
        if (first == TIN_NONE) first = edge;
        edge = tin_turn(b, edge);
    } while (edge != TIN_NONE && corner_of(b, tin_next(edge)) != start);
    return first;
}

static uint32_t split_inside(tin_build *b, uint32_t triangle, uint32_t p)
{
    const tin_triangle old = b->triangles[triangle];
    uint32_t parts[3] = { triangle, 0, 0 };
    parts[1] = add_triangle(b);
    parts[2] = add_triangle(b);
    for (uint32_t k = 0; k < 3; k++)
        set_triangle(b, parts[k], p, old.corners[k], old.corners[(k + 1) % 3], old.twins[k]);
    for (uint32_t k = 0; k < 3; k++) join(b, 3 * parts[k] + 2, 3 * parts[(k + 1) % 3]);
    return 3 * triangle;
}

// The triangle left of a side becomes two: (p, y, w) and (p, w, x) of the side x to y and corner w.
// Returns the second.
static uint32_t split_half(tin_build *b, uint32_t edge, uint32_t p)
{
    const uint32_t triangle = edge / 3, fresh = add_triangle(b);
    const uint32_t x = corner_of(b, edge), y = corner_of(b, tin_next(edge));
    const uint32_t w = corner_of(b, tin_before(edge));
    const uint32_t y_w = twin_of(b, tin_next(edge)), w_x = twin_of(b, tin_before(edge));
    set_triangle(b, triangle, p, y, w, y_w);
    set_triangle(b, fresh, p, w, x, w_x);
    join(b, 3 * triangle + 2, 3 * fresh);
    join(b, 3 * triangle, TIN_NONE);
    join(b, 3 * fresh + 2, TIN_NONE);
    return fresh;
}

static uint32_t split_side(tin_build *b, uint32_t edge, uint32_t p)
{
    const uint32_t twin = twin_of(b, edge), near = edge / 3;
    const uint32_t near_fresh = split_half(b, edge, p);
    if (twin == TIN_NONE) return 3 * near;
    const uint32_t far = twin / 3, far_fresh = split_half(b, twin, p);
    join(b, 3 * near_fresh + 2, 3 * far);
    join(b, 3 * far_fresh + 2, 3 * near);
    return 3 * near;
}

uint32_t tin_insert(tin_build *b, uint32_t triangle, uint32_t place)
{
    const uint32_t p = add_vertex(b, place);
    const scan_point at = tin_point(place);
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t edge = 3 * triangle + k;
        if (scan_area(point_of(b, corner_of(b, edge)), point_of(b, corner_of(b, tin_next(edge))),
                      at) == 0)
            return mend(b, split_side(b, edge, p));
    }
    return mend(b, split_inside(b, triangle, p));
}
