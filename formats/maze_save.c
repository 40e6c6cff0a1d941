// SPDX-License-Identifier: MIT
#include "maze_text.h"

#include "base/memory.h"
#include "buffer.h"
#include "error.h"

#include <quincunx/file.h>
#include <quincunx/hash.h>
#include <string.h>

const char *const qx_maze_algorithm_names[QX_MAZE_ALGORITHM_COUNT] = {
    "eller", "backtracker", "kruskal", "wilson", "growing-tree", "binary-tree", "sidewinder",
};

const char *const qx_maze_face_names[6] = {
    "low_x", "high_x", "low_y", "high_y", "low_z", "high_z"
};

bool qx_maze_is_outer(const qx_maze_info *info, const qx_maze_opening *opening)
{
    const int face = (int)opening->face;
    if (opening->cell >= info->cells || face < 0 || face > QX_MAZE_HIGH_Z) return false;
    const uint64_t limits[] = { info->width, info->height, info->depth };
    const uint64_t steps[] = { 1, info->width, (uint64_t)info->width * info->height };
    const uint64_t at = opening->cell / steps[face / 2] % limits[face / 2];
    return face % 2 ? at + 1 == limits[face / 2] : at == 0;
}

uint64_t qx_maze_hash_told(const qx_maze *maze)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    if (info.present != info.cells) return qx_maze_hash(maze);
    const uint64_t size[] = { info.width, info.height, info.depth, 0 };
    const size_t bytes = (size_t)(info.cells / 64 + (info.cells % 64 != 0)) * sizeof(uint64_t);
    uint64_t hash = qx_hash_bytes(QX_HASH_START, size, sizeof size);
    for (uint32_t axis = 0; axis < 3; axis++)
        hash = qx_hash_bytes(hash, qx_maze_get_plane(maze, axis), bytes);
    return hash;
}

// --- values

static void add(qx_buffer *buffer, const char *text)
{
    qx_buffer_text(buffer, text);
}

static void add_whole(qx_buffer *buffer, uint64_t number)
{
    char text[20];
    char *first = text + sizeof text;
    do *--first = (char)('0' + number % 10);
    while (number /= 10);
    qx_buffer_add(buffer, first, (size_t)(text + sizeof text - first));
}

static void add_named_whole(qx_buffer *buffer, const char *before, uint64_t number)
{
    add(buffer, before);
    add_whole(buffer, number);
}

static void add_named_float(qx_buffer *buffer, const char *before, float value)
{
    add(buffer, before);
    qx_buffer_float(buffer, value);
}

static void add_hash(qx_buffer *buffer, uint64_t hash)
{
    static const char digits[] = "0123456789abcdef";
    add(buffer, ",\n\"hash\": \"0x");
    for (int shift = 60; shift >= 0; shift -= 4)
        qx_buffer_add(buffer, &digits[hash >> shift & 15], 1);
    add(buffer, "\"");
}

static void add_cell(qx_buffer *buffer, const qx_maze_info *info, uint64_t cell)
{
    add_named_whole(buffer, "[", cell % info->width);
    add_named_whole(buffer, ",", cell / info->width % info->height);
    add_named_whole(buffer, ",", cell / info->width / info->height);
    add(buffer, "]");
}

// --- planes: two digits a byte, eight cells, the lowest bit first.

static void add_plane(qx_buffer *buffer, const char *before, const uint64_t *plane, uint64_t cells)
{
    static const char digits[] = "0123456789abcdef";
    add(buffer, before);
    const size_t bytes = (size_t)(cells / 8 + (cells % 8 != 0));
    if (qx_buffer_reserve(buffer, 2 * bytes))
        for (size_t i = 0; i < bytes; i++) {
            const uint32_t byte = plane[i / 8] >> (8 * (i % 8)) & 255;
            buffer->bytes[buffer->size++] = (uint8_t)digits[byte >> 4];
            buffer->bytes[buffer->size++] = (uint8_t)digits[byte & 15];
        }
    add(buffer, "\"");
}

static void add_openings(qx_buffer *buffer, const qx_maze *maze)
{
    const uint64_t cells = qx_maze_get_info(maze).cells;
    add_plane(buffer, ",\n\"openings\": {\n\"x\": \"", qx_maze_get_plane(maze, 0), cells);
    add_plane(buffer, ",\n\"y\": \"", qx_maze_get_plane(maze, 1), cells);
    add_plane(buffer, ",\n\"z\": \"", qx_maze_get_plane(maze, 2), cells);
    add(buffer, "}");
}

// A maze does not show its mask; but a cell that is there hangs together with others.
static bool is_there(const qx_maze *maze, const qx_maze_info *info, uint64_t cell)
{
    return cell < info->cells && (qx_maze_get_faces(maze, cell) != 0 || info->cells == 1);
}

static qx_result add_mask(qx_buffer *buffer, const qx_maze *maze)
{
    const qx_maze_info info = qx_maze_get_info(maze);
    if (info.present == info.cells) return QX_OK;
    static const char digits[] = "0123456789abcdef";
    uint64_t found = 0;
    add(buffer, ",\n\"cells\": \"");
    for (uint64_t cell = 0; cell < info.cells && !buffer->failed; cell += 8) {
        uint32_t byte = 0;
        for (uint32_t bit = 0; bit < 8; bit++) {
            const bool there = is_there(maze, &info, cell + bit);
            byte |= (uint32_t)there << bit;
            found += there;
        }
        qx_buffer_add(buffer, &digits[byte >> 4], 1);
        qx_buffer_add(buffer, &digits[byte & 15], 1);
    }
    add(buffer, "\"");
    return found == info.present || buffer->failed ? QX_OK : QX_UNSUPPORTED;
}

// --- the parts of the text

static void add_making(qx_buffer *buffer, const qx_maze_desc *desc)
{
    add(buffer, ",\n\"algorithm\": \"");
    add(buffer, qx_maze_algorithm_names[desc->algorithm]);
    add_named_whole(buffer, "\",\n\"seed\": \"", desc->seed);
    add_named_float(buffer, "\",\n\"shares\": [", desc->share_x);
    add_named_float(buffer, ", ", desc->share_y);
    add_named_float(buffer, ", ", desc->share_z);
    add_named_float(buffer, "],\n\"braid\": ", desc->braid);
    add_named_float(buffer, ",\n\"newest\": ", desc->newest);
    add_named_whole(buffer, ",\n\"slab_height\": ", desc->slab_height);
}

static void add_way(qx_buffer *buffer, const char *name, const qx_maze_info *info,
                    const qx_maze_opening *opening)
{
    add(buffer, ",\n\"");
    add(buffer, name);
    add(buffer, "\": {\"cell\": ");
    add_cell(buffer, info, opening->cell);
    add(buffer, ", \"face\": \"");
    add(buffer, qx_maze_face_names[opening->face]);
    add(buffer, "\"}");
}

static void add_solution(qx_buffer *buffer, const qx_maze_info *info, const qx_maze_file *file)
{
    add(buffer, ",\n\"solution\": [");
    for (size_t i = 0; i < file->solution_count && !buffer->failed; i++) {
        if (i > 0) add(buffer, i % 8 ? ", " : ",\n");
        add_cell(buffer, info, file->solution[i]);
    }
    add(buffer, "]");
}

static void add_measures(qx_buffer *buffer, const qx_maze_measures *measures)
{
    add_named_whole(buffer, ",\n\"measures\": {\"dead_ends\": ", measures->dead_ends);
    add_named_whole(buffer, ", \"corridors\": ", measures->corridors);
    add_named_whole(buffer, ", \"junctions\": ", measures->junctions);
    add_named_whole(buffer, ", \"turns\": ", measures->turns);
    add_named_whole(buffer, ",\n\"length\": ", measures->length);
    add_named_whole(buffer, ", \"route_turns\": ", measures->route_turns);
    add_named_whole(buffer, ", \"route_junctions\": ", measures->route_junctions);
    add_named_whole(buffer, ", \"longest_detour\": ", measures->longest_detour);
    add_named_float(buffer, ", \"difficulty\": ", (float)measures->difficulty);
    add(buffer, "}");
}

static qx_result add_all(qx_buffer *buffer, const qx_maze_file *file)
{
    const qx_maze_info info = qx_maze_get_info(file->maze);
    add_named_whole(buffer, "{\n\"format\": \"" MAZE_FORMAT "\",\n\"version\": ", MAZE_VERSION);
    add_named_whole(buffer, ",\n\"size\": [", info.width);
    add_named_whole(buffer, ", ", info.height);
    add_named_whole(buffer, ", ", info.depth);
    add(buffer, "]");
    add_making(buffer, &file->desc);
    add_hash(buffer, qx_maze_hash_told(file->maze));
    add_openings(buffer, file->maze);
    const qx_result result = add_mask(buffer, file->maze);
    if (file->has_route) {
        add_way(buffer, "entrance", &info, &file->route.entrance);
        add_way(buffer, "exit", &info, &file->route.exit);
    }
    if (file->solution) add_solution(buffer, &info, file);
    if (file->measures) add_measures(buffer, file->measures);
    add(buffer, "\n}\n");
    return result;
}

// --- checks

static bool is_number(float value)
{
    return value >= -1e30f && value <= 1e30f; // false for NaN
}

static const char *fault_of(const qx_maze_file *file)
{
    const qx_maze_desc *desc = &file->desc;
    const int algorithm = (int)desc->algorithm;
    if (algorithm < 0 || algorithm >= QX_MAZE_ALGORITHM_COUNT) return "no such algorithm";
    if (!is_number(desc->share_x) || !is_number(desc->share_y) || !is_number(desc->share_z) ||
        !is_number(desc->braid) || !is_number(desc->newest))
        return "a value of the description is not finite";
    if (file->measures && !is_number((float)file->measures->difficulty))
        return "the difficulty is not finite";
    const qx_maze_info info = qx_maze_get_info(file->maze);
    if (file->has_route && (!qx_maze_is_outer(&info, &file->route.entrance) ||
                            !qx_maze_is_outer(&info, &file->route.exit)))
        return "entrance or exit do not lead outside";
    for (size_t i = 0; file->solution && i < file->solution_count; i++)
        if (file->solution[i] >= info.cells) return "the solution leaves the maze";
    return NULL;
}

static qx_result save(const qx_maze_file *file, const qx_allocator *allocator, uint8_t **bytes,
                      size_t *size, qx_error *error)
{
    *bytes = NULL;
    *size = 0;
    const char *fault = fault_of(file);
    if (fault) return qx_error_set(error, QX_BAD_VALUE, 0, "%s", fault);
    qx_buffer buffer = { .allocator = allocator };
    qx_result result = add_all(&buffer, file);
    if (result != QX_OK) {
        qx_buffer_release(&buffer);
        return qx_error_set(error, result, 0, "closed cells cannot be told from missing ones");
    }
    result = qx_buffer_finish(&buffer, bytes, size);
    if (result != QX_OK) qx_error_set(error, result, 0, "%s", qx_result_text(result));
    return result;
}

qx_result qx_maze_save_memory(const qx_maze_file *file, const qx_allocator *allocator,
                              uint8_t **bytes, size_t *size)
{
    return save(file, allocator, bytes, size, NULL);
}

qx_result qx_maze_save_file(const qx_maze_file *file, const char *path,
                            const qx_allocator *allocator, qx_error *error)
{
    uint8_t *bytes;
    size_t size;
    qx_result result = save(file, allocator, &bytes, &size, error);
    if (result != QX_OK) return result;
    result = qx_file_save(path, bytes, size, error);
    qx_release(allocator, bytes, size);
    return result;
}
