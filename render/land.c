// SPDX-License-Identifier: MIT
#include "land.h"

#include <math.h>

enum {
    SHADE = 1024,
    MOST_SHADE = 8192,
    PATCHES = 2048,
    LEAST_PATCHES = 64,
    MOST_PATCHES = 1000000
};
enum { MOST_COPIES = 31, ROWS = 1 << 20 };

static uint32_t or_else(uint32_t value, uint32_t otherwise)
{
    return value != 0 ? value : otherwise;
}

static bool is_good(const qx_land_desc *used)
{
    return used->shade_samples >= 2 && used->shade_samples <= MOST_SHADE &&
           used->patches >= LEAST_PATCHES && used->patches <= MOST_PATCHES;
}

static uint32_t at_most(uint32_t value, uint32_t most)
{
    return value < most ? value : most;
}

static land_shade plan_shade(const qx_terrain_info *info, uint32_t most)
{
    const uint32_t columns = at_most(info->columns, most), rows = at_most(info->rows, most);
    return (land_shade){ .columns = columns,
                         .rows = rows,
                         .cell_x = info->width / (float)(columns - 1),
                         .cell_z = info->depth / (float)(rows - 1),
                         .wraps = info->periodic };
}

// Where things lie in the one block of a land.
typedef struct layout {
    size_t patches, instances, heights, rows, texels, end;
} layout;

static layout lay_out(const qx_land *plan)
{
    layout at = { .patches = sizeof *plan };
    at.instances = at.patches + plan->capacity * sizeof *plan->patches;
    at.heights = at.instances + plan->capacity * sizeof *plan->instances;
    at.rows = at.heights + land_shade_floats(&plan->shade) * sizeof(float);
    at.texels = at.rows + plan->rows_bytes;
    at.end = at.texels + 2 * (size_t)plan->shade.columns * plan->shade.rows;
    return at;
}

static qx_result allocate(qx_render *render, const qx_land *plan, qx_land **out)
{
    const layout at = lay_out(plan);
    qx_land *land = qx_allocate(&render->allocator, at.end, QX_CACHE_LINE);
    if (!land) return QX_NO_MEMORY;
    char *memory = (char *)land;
    *land = *plan;
    land->bytes = at.end;
    land->patches = (qx_terrain_patch *)(void *)(memory + at.patches);
    land->instances = (land_instance *)(void *)(memory + at.instances);
    land->shade.heights = (float *)(void *)(memory + at.heights);
    land->shade.scratch = land->shade.heights + (size_t)plan->shade.columns * plan->shade.rows;
    land->rows = memory + at.rows;
    land->shade.texels = (uint8_t *)memory + at.texels;
    *out = land;
    return QX_OK;
}

// At least one row; a piece that holds the painted texture too, before anything else is on its way.
static size_t size_of_rows(const qx_terrain_info *info)
{
    const size_t row = 4 * (size_t)info->columns;
    return row > ROWS ? row : ROWS;
}

static qx_result make_programs(qx_render *render)
{
    for (int i = QX_PROGRAM_EARLY; i < QX_PROGRAM_COUNT; i++) {
        if (render->programs[i].name != 0) continue;
        qx_program made = { 0 };
        const qx_result result = qx_program_create((qx_program_name)i, render->es, &made, NULL);
        if (result != QX_OK) {
            glDeleteProgram(made.name);
            return result;
        }
        static const char *const names[LAND_TEXTURES] = { "heights", "normals", "shade", "detail",
                                                          "present" };
        glUseProgram(made.name);
        for (int k = 0; k < LAND_TEXTURES; k++)
            glUniform1i(glGetUniformLocation(made.name, names[k]), 2 + k);
        glUseProgram(0);
        render->programs[i] = made;
    }
    return QX_OK;
}

static bool is_lt_rb(land_grid grid, uint32_t column, uint32_t row)
{
    return grid == LAND_LT_RB || (grid == LAND_ALTERNATING && ((column + row) & 1));
}

// Counter-clockwise from above, as qx_terrain_diagonal lists them.
static GLuint make_grid(land_grid grid)
{
    uint16_t indices[LAND_TRIANGLE_INDICES], *to = indices;
    for (uint32_t i = 0; i < LAND_SIDE * LAND_SIDE; i++) {
        const uint32_t column = i % LAND_SIDE, row = i / LAND_SIDE;
        const uint16_t lt = (uint16_t)(row * (LAND_SIDE + 1) + column), rt = (uint16_t)(lt + 1);
        const uint16_t lb = (uint16_t)(lt + LAND_SIDE + 1), rb = (uint16_t)(lb + 1);
        const bool falls = is_lt_rb(grid, column, row);
        const uint16_t corners[] = {
            lt, lb, falls ? rb : rt, falls ? lt : rt, falls ? rb : lb, falls ? rt : rb
        };
        for (int k = 0; k < 6; k++) *to++ = corners[k];
    }
    GLuint name;
    glGenBuffers(1, &name);
    glBindBuffer(GL_ARRAY_BUFFER, name); // no array's index buffer must change
    glBufferData(GL_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return name;
}

// Upper and left edge and diagonal of each cell; its other edges are the neighbours'.
static GLuint make_lines(land_grid grid)
{
    uint16_t indices[LAND_LINE_INDICES], *to = indices;
    for (uint32_t i = 0; i < LAND_SIDE * LAND_SIDE; i++) {
        const uint32_t column = i % LAND_SIDE, row = i / LAND_SIDE;
        const uint16_t lt = (uint16_t)(row * (LAND_SIDE + 1) + column), rt = (uint16_t)(lt + 1);
        const uint16_t lb = (uint16_t)(lt + LAND_SIDE + 1), rb = (uint16_t)(lb + 1);
        const bool falls = is_lt_rb(grid, column, row);
        const uint16_t ends[] = { lt, rt, lt, lb, falls ? lt : rt, falls ? rb : lb };
        for (int k = 0; k < 6; k++) *to++ = ends[k];
    }
    GLuint name;
    glGenBuffers(1, &name);
    glBindBuffer(GL_ARRAY_BUFFER, name);
    glBufferData(GL_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return name;
}

static void make_buffers(qx_land *land)
{
    for (int i = 0; i < LAND_GRIDS; i++) {
        land->grids[i] = make_grid((land_grid)i);
        land->lines[i] = make_lines((land_grid)i);
    }
    glGenBuffers(1, &land->block);
    glGenBuffers(1, &land->stream);
    glGenVertexArrays(1, &land->array);
    glBindVertexArray(land->array);
    glBindBuffer(GL_ARRAY_BUFFER, land->stream);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(land->capacity * sizeof(land_instance)), NULL,
                 GL_STREAM_DRAW);
    for (GLuint i = 0; i < 2; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribDivisor(i, 1);
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

qx_result qx_land_create(qx_render *render, const qx_terrain_lod *lod, const qx_land_desc *desc,
                         qx_land **out)
{
    *out = NULL;
    qx_land_desc used = desc ? *desc : (qx_land_desc){ 0 };
    used.shade_samples = or_else(used.shade_samples, SHADE);
    used.patches = or_else(used.patches, PATCHES);
    if (!is_good(&used)) return QX_BAD_VALUE;
    qx_land plan = { .lod = lod,
                     .terrain = qx_terrain_lod_get_terrain(lod),
                     .capacity = used.patches };
    plan.info = qx_terrain_get_info(plan.terrain);
    plan.rows_bytes = size_of_rows(&plan.info);
    plan.shade = plan_shade(&plan.info, at_most(used.shade_samples, render->texture_limit));
    if (plan.info.columns > render->texture_limit || plan.info.rows > render->texture_limit)
        return QX_TOO_LARGE;
    qx_result result = make_programs(render);
    if (result != QX_OK) return result;
    qx_land *land = NULL;
    result = allocate(render, &plan, &land);
    if (result != QX_OK) return result;
    make_buffers(land);
    if (!land_textures_make(land, used.seed)) {
        qx_land_destroy(render, land);
        return QX_NO_MEMORY;
    }
    *out = land;
    return QX_OK;
}

void qx_land_destroy(qx_render *render, qx_land *land)
{
    if (!land) return;
    glDeleteTextures(LAND_TEXTURES, land->textures);
    glDeleteBuffers(LAND_GRIDS, land->grids);
    glDeleteBuffers(LAND_GRIDS, land->lines);
    glDeleteBuffers(1, &land->stream);
    glDeleteBuffers(1, &land->block);
    glDeleteVertexArrays(1, &land->array);
    qx_release(&render->allocator, land, land->bytes);
}

void qx_land_update(qx_render *render, qx_land *land, const qx_terrain_area *area)
{
    (void)render;
    land_textures_update(land, area);
}

static uint32_t copies_of(uint32_t wanted)
{
    return at_most(or_else(wanted, 1) | 1, MOST_COPIES);
}

static float positive_or(float value, float otherwise)
{
    return value > 0.0f && isfinite(value) ? value : otherwise;
}

static float finite(float value)
{
    return isfinite(value) ? value : 0.0f;
}

static qx_land_look resolve(const qx_land *land, const qx_land_look *look)
{
    qx_land_look used = *look;
    const qx_terrain_info *info = &land->info;
    const float span = info->highest - info->lowest;
    used.error = positive_or(look->error, 2.0f);
    used.patches = at_most(or_else(look->patches, land->capacity), land->capacity);
    used.copies_x = copies_of(look->copies_x);
    used.copies_z = copies_of(look->copies_z);
    used.texture_size =
        positive_or(look->texture_size, 16.0f * info->width / (float)(info->columns - 1));
    used.grass = or_else(look->grass, 0x55622EFF);
    used.rock = or_else(look->rock, 0x7C7268FF);
    used.sand = or_else(look->sand, 0xB9A274FF);
    used.snow = or_else(look->snow, 0xEEF2F8FF);
    used.water_colour = or_else(look->water_colour, 0x14505AFF);
    used.sand_below = finite(look->sand_below);
    used.snow_above = finite(look->snow_above);
    if (used.sand_below == 0.0f && used.snow_above == 0.0f) {
        used.sand_below =
            look->water ? finite(look->water_level) + 0.012f * span : info->lowest + 0.06f * span;
        used.snow_above = info->lowest + 0.75f * span;
    }
    if (used.no_sand) used.sand_below = -1e30f;
    if (used.no_snow) used.snow_above = 1e30f;
    used.water_level = finite(look->water_level);
    used.seconds = finite(look->seconds);
    return used;
}

void qx_space_land(qx_render *render, qx_land *land, const qx_land_look *look)
{
    if (!land || !render->space.open) return;
    land->look = resolve(land, look);
    if (land->queued) return;
    land->queued = true;
    qx_space_add(render, &(qx_space_draw){ .callback = land_show, .user = land });
}

qx_land_count qx_land_get_count(const qx_land *land)
{
    return land->count;
}

float qx_land_sample_sun(const qx_land *land, float x, float z)
{
    const qx_terrain_info *info = &land->info;
    const float u = x / info->width + 0.5f, v = z / info->depth + 0.5f;
    if (!land->shade.lit || !(u >= 0.0f && u <= 1.0f && v >= 0.0f && v <= 1.0f)) return 1.0f;
    return land_shade_sun(&land->shade, u * (float)(land->shade.columns - 1),
                          v * (float)(land->shade.rows - 1));
}
