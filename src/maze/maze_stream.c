// SPDX-License-Identifier: MIT
#include "maze_layer.h"

#include <quincunx/hash.h>

#include <string.h>

struct qx_maze_stream {
    qx_allocator allocator;
    size_t bytes; // all told
    uint64_t description;
    uint64_t *planes[3];
    maze_layers layers;
};

// What stands before a copied state. Labels of the cells follow, then the openings below them.
typedef struct state_head {
    uint64_t magic, description, checksum;
    uint64_t z, sets;
    maze_tally tally;
} state_head;

#define MAGIC UINT64_C(0x32657A616D7871) // "qxmaze2"

static uint64_t hash_description(const qx_maze_desc *desc)
{
    const uint64_t numbers[] = { desc->width, desc->height, desc->depth, desc->seed };
    const float shares[] = { desc->share_x, desc->share_y, desc->share_z };
    return qx_hash_floats(qx_hash_bytes(QX_HASH_START, numbers, sizeof numbers), shares, 3);
}

// The depth takes no memory here.
static qx_result check(const qx_maze_desc *resolved)
{
    qx_maze_desc layer = *resolved;
    layer.depth = 1;
    if (resolved->algorithm != QX_MAZE_ELLER || resolved->mask || resolved->slab_height ||
        resolved->braid != 0.0f || resolved->depth > QX_MAZE_MAX_AXIS)
        return QX_BAD_VALUE;
    return maze_check_desc(&layer);
}

static bool bound(const qx_maze_desc *desc, size_t *layers, size_t *planes, size_t *bytes)
{
    const size_t words = (size_t)((uint64_t)desc->width * desc->height / 64 + 1);
    size_t head;
    return maze_layers_bound(desc, layers) && size_multiply(words, 3 * sizeof(uint64_t), planes) &&
           size_align(sizeof(qx_maze_stream), QX_CACHE_LINE, &head) &&
           size_add(head, *layers, bytes) && size_add(*bytes, *planes, bytes);
}

qx_result qx_maze_stream_create(const qx_maze_desc *desc, qx_maze_stream **out)
{
    *out = NULL;
    const qx_maze_desc used = qx_maze_desc_resolve(desc);
    const qx_result result = check(&used);
    if (result != QX_OK) return result;
    size_t layers, planes, bytes;
    if (!bound(&used, &layers, &planes, &bytes)) return QX_TOO_LARGE;
    qx_maze_stream *stream = qx_allocate(used.allocator, bytes, QX_CACHE_LINE);
    if (!stream) return QX_NO_MEMORY;
    *stream = (qx_maze_stream){ .allocator = qx_allocator_resolve(used.allocator),
                                .bytes = bytes,
                                .description = hash_description(&used) };
    char *at = (char *)stream + (bytes - layers - planes);
    maze_layers_lay_out(&stream->layers, &used, at);
    for (size_t axis = 0; axis < 3; axis++)
        stream->planes[axis] = (uint64_t *)(void *)(at + layers + axis * (planes / 3));
    maze_layers_begin(&stream->layers, &used);
    *out = stream;
    return QX_OK;
}

void qx_maze_stream_destroy(qx_maze_stream *stream)
{
    if (!stream) return;
    const qx_allocator allocator = stream->allocator;
    qx_release(&allocator, stream, stream->bytes);
}

bool qx_maze_stream_step(qx_maze_stream *stream, qx_maze_layer *layer)
{
    maze_layers *layers = &stream->layers;
    if (layers->end && layers->z == layers->end) return false;
    layer->z = layers->z;
    for (size_t axis = 0; axis < 3; axis++) layer->planes[axis] = stream->planes[axis];
    maze_layers_step(layers, stream->planes);
    return true;
}

static size_t label_bytes(const qx_maze_stream *stream)
{
    return (size_t)stream->layers.cells * sizeof(uint32_t);
}

static size_t plane_bytes(const qx_maze_stream *stream)
{
    return (size_t)stream->layers.words * sizeof(uint64_t);
}

size_t qx_maze_stream_bound_state(const qx_maze_stream *stream)
{
    return sizeof(state_head) + label_bytes(stream) + plane_bytes(stream);
}

// Of all that a state says, but for the sum itself.
static uint64_t sum_state(state_head head, const char *rest, size_t size)
{
    head.checksum = 0;
    return qx_hash_bytes(qx_hash_bytes(QX_HASH_START, &head, sizeof head), rest, size);
}

// Those of cells with an opening below: others have no set yet.
static void copy_labels(const maze_layers *layers, char *out)
{
    for (uint32_t c = 0; c < layers->cells; c++) {
        const bool known = layers->below && maze_bit(layers->below, c);
        const uint32_t label = known ? layers->label[c] : 0;
        memcpy(out + c * sizeof label, &label, sizeof label);
    }
}

void qx_maze_stream_copy_state(const qx_maze_stream *stream, void *state)
{
    const maze_layers *layers = &stream->layers;
    const size_t labels = label_bytes(stream), plane = plane_bytes(stream);
    state_head head = { .magic = MAGIC,
                        .description = stream->description,
                        .z = layers->z,
                        .sets = layers->sets,
                        .tally = layers->tally };
    char *rest = (char *)state + sizeof head;
    copy_labels(layers, rest);
    if (layers->below)
        memcpy(rest + labels, layers->below, plane);
    else
        memset(rest + labels, 0, plane);
    head.checksum = sum_state(head, rest, labels + plane);
    memcpy(state, &head, sizeof head);
}

static bool is_within(double value, double most)
{
    return value >= 0.0 && value <= most; // which NaN is not
}

static bool is_head(const qx_maze_stream *stream, const state_head *head)
{
    const maze_layers *layers = &stream->layers;
    const maze_tally *tally = &head->tally;
    return head->magic == MAGIC && head->description == stream->description &&
           (!layers->end || head->z <= layers->end) && head->sets <= layers->cells &&
           is_within(tally->yield[0], 1.0) && is_within(tally->yield[1], 1.0) &&
           is_within(tally->bare, (double)layers->cells);
}

static uint64_t word_of(const char *plane, uint32_t word)
{
    uint64_t bits;
    memcpy(&bits, plane + word * sizeof bits, sizeof bits);
    return bits;
}

// Labels are places in memory, and sets without cells would have nothing to rise by: every cell
// above an opening has a set, no other one has, and every set has a cell, whatever the checksum
// says. Above a last layer there are no cells.
static bool are_sets(const maze_layers *layers, const state_head *head, const char *labels,
                     const char *plane)
{
    uint32_t *const seen = layers->parent, found = 0; // not in use between two layers
    memset(seen, 0, (size_t)head->sets * sizeof *seen);
    for (uint32_t c = 0; c < layers->cells; c++) {
        uint32_t label;
        memcpy(&label, labels + c * sizeof label, sizeof label);
        if (!(word_of(plane, c / 64) >> c % 64 & 1)) {
            if (label) return false;
            continue;
        }
        if (label >= head->sets) return false;
        found += !seen[label];
        seen[label] = 1;
    }
    if (layers->cells % 64 && word_of(plane, layers->cells / 64) >> layers->cells % 64)
        return false;
    return found == (head->z == layers->end && layers->end ? 0 : head->sets);
}

qx_result qx_maze_stream_restore_state(qx_maze_stream *stream, const void *state, size_t size)
{
    maze_layers *layers = &stream->layers;
    const size_t labels = label_bytes(stream), plane = plane_bytes(stream);
    state_head head;
    if (size != qx_maze_stream_bound_state(stream)) return QX_BAD_DATA;
    memcpy(&head, state, sizeof head);
    const char *rest = (const char *)state + sizeof head;
    if (!is_head(stream, &head) || head.checksum != sum_state(head, rest, labels + plane) ||
        !are_sets(layers, &head, rest, rest + labels))
        return QX_BAD_DATA;
    memcpy(layers->label, rest, labels);
    memcpy(stream->planes[2], rest + labels, plane);
    layers->z = head.z;
    layers->sets = (uint32_t)head.sets;
    layers->tally = head.tally;
    layers->below = stream->planes[2];
    return QX_OK;
}
