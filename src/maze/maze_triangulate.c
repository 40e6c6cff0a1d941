// SPDX-License-Identifier: MIT
#include "maze_triangulate.h"

#include "base/bits.h"

// A sweep over one plane, line by line and in each from left to right, cuts its regions into
// monotone pieces (Lee and Preparata, 1977) and those into triangles (Garey, Johnson, Preparata and
// Tarjan, 1978), both in one pass. All borders lie on the lattice, so that the four faces around a
// corner say what kind of corner it is. In this order of the sweep a border along the line is
// one that rises: above a region, it belongs to its left side, below it to its right side.
//
// No triangle is flat: ears are cut where they are strictly convex, and a fan goes to a corner
// strictly to the other side of the chain. Regions that touch in a corner alone are two.

enum { LEFT = 0, RIGHT = 1 };

// The highest bit that is set; of a word that is not 0.
static uint32_t bits_highest(uint64_t word)
{
#if defined(__GNUC__)
    return 63 - (uint32_t)__builtin_clzll(word);
#else
    for (uint32_t shift = 1; shift < 64; shift *= 2) word |= word >> shift;
    return bits_count(word) - 1;
#endif
}

static uint32_t new_node(maze_triangulator *at, maze_node corner)
{
    uint32_t node = at->free;
    if (node == MAZE_NO_NODE)
        node = at->used++;
    else
        at->free = at->nodes[node].below;
    at->nodes[node] = corner;
    return node;
}

static void drop_node(maze_triangulator *at, uint32_t node)
{
    at->nodes[node].below = at->free;
    at->free = node;
}

// Two corners of a chain and one above both.
static void emit(maze_triangulator *at, uint32_t side, const maze_node *below,
                 const maze_node *above, const maze_node *corner)
{
    const uint32_t turned = side ^ at->flip;
    at->out[0] = below->vertex;
    at->out[1 + turned] = corner->vertex;
    at->out[2 - turned] = above->vertex;
    at->out += 3;
}

static bool is_ear(uint32_t side, const maze_node *below, const maze_node *top,
                   const maze_node *corner)
{
    const int64_t x = (int64_t)top->x - below->x, y = (int64_t)top->y - below->y;
    const int64_t turn = x * ((int64_t)corner->y - top->y) - y * ((int64_t)corner->x - top->x);
    return side == LEFT ? turn < 0 : turn > 0;
}

static void cut_ears(maze_triangulator *at, maze_chain *chain, const maze_node *corner)
{
    for (;;) {
        const maze_node *top = &at->nodes[chain->top];
        if (top->below == MAZE_NO_NODE) return;
        const uint32_t below = top->below;
        if (!is_ear(chain->side, &at->nodes[below], top, corner)) return;
        emit(at, chain->side, &at->nodes[below], top, corner);
        drop_node(at, chain->top);
        chain->top = below;
    }
}

// Triangles from a corner of the other side to the whole chain, of which the top is left.
static void fan(maze_triangulator *at, const maze_chain *chain, const maze_node *corner)
{
    maze_node *const nodes = at->nodes;
    uint32_t above = chain->top, below = nodes[above].below;
    nodes[above].below = MAZE_NO_NODE;
    while (below != MAZE_NO_NODE) {
        const uint32_t next = nodes[below].below;
        emit(at, chain->side, &nodes[below], &nodes[above], corner);
        if (above != chain->top) drop_node(at, above);
        above = below;
        below = next;
    }
    if (above != chain->top) drop_node(at, above);
}

static void add(maze_triangulator *at, maze_chain *chain, const maze_node *corner, uint32_t side)
{
    if (chain->side == side) {
        cut_ears(at, chain, corner);
    } else {
        fan(at, chain, corner);
        chain->side = side;
    }
    maze_node node = *corner;
    node.below = chain->top;
    chain->top = new_node(at, node);
}

static void close_chain(maze_triangulator *at, const maze_chain *chain, const maze_node *corner)
{
    fan(at, chain, corner);
    drop_node(at, chain->top);
}

static maze_chain begin(maze_triangulator *at, const maze_node *corner)
{
    maze_node node = *corner;
    node.below = MAZE_NO_NODE;
    return (maze_chain){ .top = new_node(at, node), .side = LEFT };
}

static maze_span single(maze_chain chain)
{
    return (maze_span){ .left = chain, .right = { .top = MAZE_NO_NODE, .side = LEFT } };
}

static bool is_double(const maze_span *span)
{
    return span->right.top != MAZE_NO_NODE;
}

static void add_left(maze_triangulator *at, maze_span *span, const maze_node *corner)
{
    if (is_double(span)) {
        close_chain(at, &span->left, corner);
        *span = single(span->right);
    }
    add(at, &span->left, corner, LEFT);
}

static void add_right(maze_triangulator *at, maze_span *span, const maze_node *corner)
{
    if (is_double(span)) {
        close_chain(at, &span->right, corner);
        *span = single(span->left);
    }
    add(at, &span->left, corner, RIGHT);
}

static void close_span(maze_triangulator *at, const maze_span *span, const maze_node *corner)
{
    close_chain(at, &span->left, corner);
    if (is_double(span)) close_chain(at, &span->right, corner);
}

static maze_span merge(maze_triangulator *at, maze_span left, maze_span right,
                       const maze_node *corner)
{
    add_right(at, &left, corner);
    add_left(at, &right, corner);
    return (maze_span){ .left = left.left, .right = right.left };
}

// Where a border begins in the midst of a span, the corner is joined with the one that was met
// last: the one that waits, or the top of the only chain. Leaves the left span, returns the right
// one.
static maze_span split(maze_triangulator *at, maze_span *span, const maze_node *corner)
{
    maze_span right;
    if (is_double(span)) {
        right = single(span->right);
        *span = single(span->left);
        add(at, &span->left, corner, RIGHT);
        add(at, &right.left, corner, LEFT);
        return right;
    }
    maze_chain fresh = begin(at, &at->nodes[span->left.top]);
    if (span->left.side == LEFT) {
        right = *span;
        *span = single(fresh);
    } else {
        right = single(fresh);
    }
    add(at, &span->left, corner, RIGHT);
    add(at, &right.left, corner, LEFT);
    return right;
}

// The first column of the run of faces that ends with the one before `column`.
static uint32_t run_start(const uint64_t *faces, uint32_t column)
{
    size_t word = column / 64; // bit i + 1 is face i, and bit 0 never set
    uint64_t gaps = ~faces[word];
    if (column % 64 < 63) gaps &= (UINT64_C(1) << (column % 64 + 1)) - 1;
    while (!gaps) gaps = ~faces[--word];
    return (uint32_t)(word * 64) + bits_highest(gaps);
}

static uint32_t vertex_of(const maze_triangulator *at, uint32_t column)
{
    const bool along = at->row == 0;
    const size_t word = at->base + (along ? column / 64 : column * at->step);
    const uint32_t bit = along ? column % 64 : at->bit;
    const uint64_t before = at->corners->bits.bits[word] & ((UINT64_C(1) << bit) - 1);
    return at->corners->ranks[word] + bits_count(before);
}

// Which of the four faces around a corner there are.
enum { BELOW_LEFT = 1, BELOW_RIGHT = 2, ABOVE_LEFT = 4, ABOVE_RIGHT = 8 };

// One corner. `edge` is the span whose upper border the sweep runs along, from one corner of a line
// to the next.
static void meet(maze_triangulator *at, uint32_t kind, uint32_t column, const maze_node *corner,
                 maze_span *edge)
{
    maze_span *const here = &at->spans[column];
    maze_span *const before =
        kind & ABOVE_LEFT ? &at->spans[run_start(at->faces[1], column)] : NULL;
    switch (kind) {
    case ABOVE_RIGHT: *here = single(begin(at, corner)); break;
    case BELOW_LEFT: close_span(at, edge, corner); break;
    case BELOW_LEFT | ABOVE_RIGHT:
        close_span(at, edge, corner);
        *here = single(begin(at, corner));
        break;
    case ABOVE_LEFT:
    case ABOVE_LEFT | ABOVE_RIGHT:
    case ABOVE_LEFT | BELOW_LEFT:
    case ABOVE_LEFT | BELOW_LEFT | ABOVE_RIGHT: add_right(at, before, corner); break;
    case BELOW_RIGHT | ABOVE_LEFT:
        add_right(at, before, corner); // and the other region
    // fall through
    case BELOW_RIGHT:
        *edge = *here;
        add_left(at, edge, corner);
        break;
    case BELOW_LEFT | BELOW_RIGHT: add_left(at, edge, corner); break;
    case BELOW_LEFT | BELOW_RIGHT | ABOVE_RIGHT:
        add_left(at, edge, corner);
        *here = *edge;
        break;
    case BELOW_RIGHT | ABOVE_RIGHT: add_left(at, here, corner); break;
    case BELOW_LEFT | BELOW_RIGHT | ABOVE_LEFT: *edge = split(at, before, corner); break;
    case BELOW_RIGHT | ABOVE_LEFT | ABOVE_RIGHT: *before = merge(at, *before, *here, corner); break;
    default: break; // no face, or no corner of a region
    }
}

// The corners of the line between the faces below and above.
static void sweep_line(maze_triangulator *at, const uint64_t *corners, size_t words, int32_t y)
{
    maze_span edge = { { MAZE_NO_NODE, LEFT }, { MAZE_NO_NODE, LEFT } };
    const uint64_t *below = at->faces[0], *above = at->faces[1];
    for (size_t word = 0; word < words; word++) {
        const bool more = word + 1 < words;
        const uint64_t bl = below[word], al = above[word];
        const uint64_t br = bl >> 1 | (more ? below[word + 1] << 63 : 0);
        const uint64_t ar = al >> 1 | (more ? above[word + 1] << 63 : 0);
        for (uint64_t bits = corners[word] & (bl | br | al | ar); bits; bits &= bits - 1) {
            const uint32_t bit = bits_lowest(bits), column = (uint32_t)(word * 64) + bit;
            const uint32_t kind = (uint32_t)((bl >> bit & 1) | (br >> bit & 1) << 1 |
                                             (al >> bit & 1) << 2 | (ar >> bit & 1) << 3);
            const maze_node corner = { at->columns[column], y, vertex_of(at, column),
                                       MAZE_NO_NODE };
            meet(at, kind, column, &corner, &edge);
        }
    }
}

static void read_faces(const maze_volume *boxes, const maze_plane *plane, size_t line,
                       uint64_t *faces)
{
    const uint64_t *low = boxes->bits + (line + 1) * boxes->stride[plane->line] +
                          plane->at * boxes->stride[plane->normal];
    const uint64_t *high = low + boxes->stride[plane->normal];
    for (size_t word = 0; word < boxes->words; word++) {
        const uint64_t box = plane->high ? low[word] : high[word];
        const uint64_t behind = plane->high ? high[word] : low[word];
        faces[word] = plane->all ? box : box & ~behind;
    }
}

static void clear(uint64_t *faces, size_t words)
{
    for (size_t word = 0; word < words; word++) faces[word] = 0;
}

// Where the ranks of the corners of a line are found.
static void aim(maze_triangulator *at, const maze_plane *plane, size_t line)
{
    const maze_volume *ranks = &at->corners->bits;
    const size_t across = plane->normal == 0 ? plane->at : line; // of what is not the row, the x
    at->base = line * ranks->stride[plane->line] + plane->at * ranks->stride[plane->normal];
    at->step = ranks->stride[plane->row];
    at->row = plane->row;
    if (plane->row == 0) return;
    at->base += across / 64;
    at->bit = across % 64;
}

void maze_triangulate(maze_triangulator *at, const maze_plane *plane)
{
    const maze_volume *boxes = &at->boxes[plane->row], *bits = &at->bits[plane->row];
    const int32_t *lines = at->solid->axes[plane->line].planes;
    const bool cyclic = (plane->row + 1) % 3 == plane->line;
    at->columns = at->solid->axes[plane->row].planes;
    at->flip = cyclic != plane->high;
    at->free = MAZE_NO_NODE;
    at->used = 0;
    clear(at->faces[1], boxes->words);
    for (size_t line = plane->first; line <= plane->last; line++) {
        uint64_t *const below = at->faces[1];
        at->faces[1] = at->faces[0];
        at->faces[0] = below;
        if (line < plane->last)
            read_faces(boxes, plane, line, at->faces[1]);
        else
            clear(at->faces[1], boxes->words);
        aim(at, plane, line);
        const uint64_t *corners =
            bits->bits + line * bits->stride[plane->line] + plane->at * bits->stride[plane->normal];
        sweep_line(at, corners, boxes->words, lines[line]);
    }
}
