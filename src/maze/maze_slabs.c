// SPDX-License-Identifier: MIT
#include "maze_layer.h"

// Slabs of layers, made each on its own. The last layer of a slab is connected, as a maze's last
// one is, so all of its cells are one set, whatever happened below them. Hence the openings to the
// slab above can be drawn without knowing either: any number of any cells, by a hash of the seed
// and the place, but at least one. The slab above begins with this one set above the openings and
// with fresh cells elsewhere, and goes on as Eller does.
//
// So the whole is what Eller's algorithm makes if its coins happen to connect the last layer of
// each slab, and a spanning tree for the same reason: inside, walls fall between different sets
// only, where the slab below counts as one, which it is; each opening up, the floors' too, adds one
// cell that is new; each set reaches its slab's top and is united there with all others; the
// openings through a floor join the cells above them through the connected layer below, and the
// walls of the slab above never join those once more, for they are one set from the start.
//
// Nothing of a slab depends on another, so any number of workers makes the same maze. Slabs are
// dealt to LANES lanes, each with memory for one layer.

#define LANES 16u

typedef struct lane {
    maze_layers layers;
    uint64_t *floor;     // openings from the slab below
    uint64_t *planes[3]; // of the layer being made
} lane;

typedef struct slabs {
    qx_maze *maze;
    const qx_maze_desc *desc;
    uint32_t count, lanes, words;
    uint64_t (*heads)[3]; // of each slab bits of the word that it shares with the slab before
    lane lane[LANES];
} slabs;

static void put_layer(const slabs *all, const lane *in, uint32_t slab, uint64_t z)
{
    const uint64_t cells = in->layers.cells;
    const uint64_t begin = (uint64_t)slab * all->desc->slab_height * cells;
    for (size_t axis = 0; axis < 3; axis++) {
        maze_head head = { .word = (size_t)(begin / 64), .bits = &all->heads[slab][axis] };
        maze_put_bits(all->maze->planes[axis], z * cells, in->planes[axis], all->words, &head);
    }
}

static void make_slab(const slabs *all, lane *in, uint32_t slab)
{
    const qx_maze_desc *desc = all->desc;
    const uint64_t first = (uint64_t)slab * desc->slab_height;
    const uint64_t end =
        first + desc->slab_height < desc->depth ? first + desc->slab_height : desc->depth;
    maze_layers_begin_above(&in->layers, desc, first, end, in->floor);
    if (first > 0) maze_layers_draw_floor(&in->layers, first, in->floor);
    for (uint64_t z = first; z < end; z++) {
        maze_layers_step(&in->layers, in->planes);
        if (z + 1 == end && end < desc->depth)
            maze_layers_draw_floor(&in->layers, end, in->planes[2]);
        put_layer(all, in, slab, z);
    }
}

static void make_lane(void *context, uint32_t index)
{
    slabs *all = context;
    for (uint32_t slab = index; slab < all->count; slab += all->lanes)
        make_slab(all, &all->lane[index], slab);
}

static void make_all(slabs *all, const qx_workers *workers)
{
    if (workers)
        workers->parallel_for(workers->user, all->lanes, make_lane, all);
    else
        for (uint32_t i = 0; i < all->lanes; i++) make_lane(all, i);
}

// The words that slabs share.
static void put_heads(const slabs *all)
{
    const uint64_t cells = (uint64_t)all->desc->width * all->desc->height;
    for (uint32_t i = 0; i < all->count; i++) {
        const size_t word = (size_t)(i * cells * all->desc->slab_height / 64);
        for (size_t axis = 0; axis < 3; axis++)
            all->maze->planes[axis][word] |= all->heads[i][axis];
    }
}

static void lay_out(slabs *all, char *memory, size_t layer_bytes, size_t lane_bytes)
{
    for (uint32_t i = 0; i < all->lanes; i++) {
        lane *in = &all->lane[i];
        char *at = memory + i * lane_bytes;
        maze_layers_lay_out(&in->layers, all->desc, at);
        in->floor = (uint64_t *)(void *)(at + layer_bytes);
        for (size_t axis = 0; axis < 3; axis++)
            in->planes[axis] = in->floor + (axis + 1) * all->words;
    }
    all->heads = (uint64_t(*)[3])(void *)(memory + all->lanes * lane_bytes);
    for (uint32_t i = 0; i < all->count; i++)
        for (size_t axis = 0; axis < 3; axis++) all->heads[i][axis] = 0;
}

qx_result maze_make_slabs(qx_maze *maze, const qx_maze_desc *desc, const qx_workers *workers)
{
    const uint32_t height = desc->slab_height;
    slabs all = { .maze = maze, .desc = desc };
    all.count = desc->depth / height + (desc->depth % height != 0);
    all.lanes = all.count < LANES ? all.count : LANES;
    size_t layer_bytes, lane_bytes, lanes, heads, bytes;
    if (!maze_layers_bound(desc, &layer_bytes)) return QX_TOO_LARGE;
    const uint32_t cells = desc->width * desc->height;
    all.words = cells / 64 + (cells % 64 != 0);
    if (!size_add(layer_bytes, 4 * (size_t)all.words * sizeof(uint64_t), &lane_bytes) ||
        !size_align(lane_bytes, QX_CACHE_LINE, &lane_bytes) ||
        !size_multiply(lane_bytes, all.lanes, &lanes) ||
        !size_multiply(all.count, sizeof *all.heads, &heads) || !size_add(lanes, heads, &bytes))
        return QX_TOO_LARGE;
    char *memory = qx_allocate(&maze->allocator, bytes, QX_CACHE_LINE);
    if (!memory) return QX_NO_MEMORY;
    lay_out(&all, memory, layer_bytes, lane_bytes);
    make_all(&all, workers);
    put_heads(&all);
    qx_release(&maze->allocator, memory, bytes);
    return QX_OK;
}
