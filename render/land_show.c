// SPDX-License-Identifier: MIT
#include "camera.h"
#include "land.h"

#include <math.h>
#include <string.h>

// What a frame does: patches are chosen for each copy of the field, their quarters become instances,
// and all of them are one call to the GPU, or two where the finest level is cut otherwise.

// As qx_land_block has it.
typedef struct block {
    int32_t eye_cell[4];
    float eye_rest[4], cell[4], eye_clip[4];
    float morph[QX_TERRAIN_MAX_LEVELS][4];
    float eye_spot[4], shade_form[4], texel[4];
    float grass[4], rock[4], sand[4], snow[4], water[4];
    float fades[4];
    int32_t flags[4];
} block;

// Who looks, at one copy of the field.
static qx_terrain_view view_of(const qx_render *render, float error)
{
    const qx_camera *camera = &render->space.used.camera;
    const float aspect = (float)render->frame.width / (float)render->frame.height;
    const float half = tanf(0.5f * camera->field);
    qx_terrain_view view = { .eye = camera->eye,
                             .field = 2.0f * atanf(aspect < 1.0f ? half / aspect : half),
                             .pixels = (float)render->height,
                             .error = error,
                             .farthest = camera->farthest };
    qx_camera_planes(camera, aspect, view.planes);
    return view;
}

static qx_terrain_view moved(const qx_terrain_view *view, float x, float z)
{
    qx_terrain_view seen = *view;
    seen.eye.x -= x;
    seen.eye.z -= z;
    for (int i = 0; i < 6; i++) {
        float *plane = seen.planes[i];
        plane[3] += plane[0] * x + plane[2] * z;
    }
    return seen;
}

// Patches of one copy of the field.
static uint32_t choose_copy(const qx_land *land, const qx_terrain_view *view, int32_t x, int32_t z)
{
    const qx_terrain_view seen =
        moved(view, (float)x * land->info.width, (float)z * land->info.depth);
    const qx_terrain_ranges ranges = qx_terrain_lod_sample_ranges(land->lod, &seen);
    return qx_terrain_lod_build(land->lod, &seen, &ranges, land->patches, land->capacity);
}

static uint32_t quarters_of(const qx_terrain_patch *p)
{
    return (uint32_t)((p->quarters & 1) + (p->quarters >> 1 & 1) + (p->quarters >> 2 & 1) +
                      (p->quarters >> 3));
}

// Whether all that an error of so many pixels takes is no more than allowed.
static bool fits(const qx_render *render, const qx_land *land, float error)
{
    const qx_terrain_view view = view_of(render, error);
    const int32_t across = (int32_t)land->look.copies_x / 2,
                  down = (int32_t)land->look.copies_z / 2;
    uint32_t sum = 0;
    for (int32_t z = -down; z <= down; z++) {
        for (int32_t x = -across; x <= across; x++) {
            const uint32_t count = choose_copy(land, &view, x, z);
            if (count > land->capacity) return false;
            for (uint32_t i = 0; i < count; i++) sum += quarters_of(&land->patches[i]);
            if (sum > land->look.patches) return false;
        }
    }
    return true;
}

// The error asked for, or the least that fits: to a hundredth, so that what changes from frame to
// frame are the lengths of morphs and nothing jumps.
static float allowed_error(const qx_render *render, const qx_land *land)
{
    float low = land->look.error, factor = 2.0f;
    if (fits(render, land, low)) return low;
    while (low < 1e6f && !fits(render, land, low * 2.0f)) low *= 2.0f;
    for (int halves = 0; halves < 6; halves++) {
        factor = sqrtf(factor);
        if (!fits(render, land, low * factor)) low *= factor;
    }
    return low * factor;
}

// Quarters of patches, of level 0 or of the others.
static void take_patches(qx_land *land, uint32_t count, bool finest, int32_t right, int32_t down)
{
    for (uint32_t i = 0; i < count; i++) {
        const qx_terrain_patch *p = &land->patches[i];
        if ((p->level == 0) != finest) continue;
        for (int32_t q = 0; q < 4; q++) {
            if (!(p->quarters >> q & 1) || land->count.patches == land->capacity) continue;
            const int32_t half = (int32_t)LAND_SIDE << p->level;
            land->instances[land->count.patches++] =
                (land_instance){ .column = (int32_t)p->column + (q & 1) * half,
                                 .row = (int32_t)p->row + (q >> 1) * half,
                                 .level = p->level,
                                 .right = right,
                                 .down = down };
        }
    }
}

static void take_copies(qx_land *land, const qx_terrain_view *view, bool finest)
{
    const int32_t across = (int32_t)land->look.copies_x / 2,
                  down = (int32_t)land->look.copies_z / 2;
    for (int32_t z = -down; z <= down; z++) {
        for (int32_t x = -across; x <= across; x++) {
            const uint32_t count = choose_copy(land, view, x, z);
            take_patches(land, count < land->capacity ? count : land->capacity, finest,
                         x * (int32_t)(land->info.columns - 1), z * (int32_t)(land->info.rows - 1));
        }
    }
}

// How many instances there are of level 0; they come first.
static uint32_t choose(const qx_render *render, qx_land *land)
{
    const float error = allowed_error(render, land);
    const qx_terrain_view view = view_of(render, error);
    land->count = (qx_land_count){ .error = error };
    take_copies(land, &view, true);
    const uint32_t finest = land->count.patches;
    take_copies(land, &view, false);
    return finest;
}

static void put_colour(float to[4], uint32_t colour, float last)
{
    to[0] = qx_light_of(colour >> 24);
    to[1] = qx_light_of(colour >> 16);
    to[2] = qx_light_of(colour >> 8);
    to[3] = last;
}

// The eye through a matrix whose numbers are large and cancel out.
static void put_eye_clip(float to[4], const qx_mat4 *m, qx_vec3 eye)
{
    for (int i = 0; i < 4; i++)
        to[i] = (float)((double)m->m[i] * (double)eye.x + (double)m->m[4 + i] * (double)eye.y +
                        (double)m->m[8 + i] * (double)eye.z + (double)m->m[12 + i]);
}

static void put_ranges(block *to, const qx_terrain_ranges *r, const qx_terrain_info *info)
{
    to->eye_cell[0] = r->eye_column;
    to->eye_cell[1] = r->eye_row;
    to->eye_cell[2] = (int32_t)info->columns - 1;
    to->eye_cell[3] = (int32_t)info->rows - 1;
    to->eye_rest[0] = r->eye_right;
    to->eye_rest[1] = r->eye_down;
    to->eye_rest[2] = r->above;
    to->cell[0] = r->cell_x;
    to->cell[1] = r->cell_z;
    to->cell[2] = info->low;
    to->cell[3] = info->high - info->low;
    for (uint32_t l = 0; l < r->levels; l++) {
        to->morph[l][0] = r->morph_from[l];
        to->morph[l][1] = r->morph_to[l];
    }
}

static float level_of(const qx_land_look *look)
{
    return look->water ? look->water_level : -1e30f;
}

// In textures, counted again after 16 of them: the wider copy of the texture repeats then too.
static float spot_of(float place, float size)
{
    return (float)fmod((double)place / (double)size, 16.0);
}

static void put_paint(block *to, const qx_land *land, const qx_camera *camera)
{
    const qx_land_look *look = &land->look;
    const qx_terrain_info *info = &land->info;
    const float size = look->texture_size, columns = (float)info->columns, rows = (float)info->rows;
    const float texels_x = (float)land->shade.columns, texels_z = (float)land->shade.rows;
    to->eye_spot[0] = spot_of(camera->eye.x, size);
    to->eye_spot[1] = spot_of(camera->eye.y, size);
    to->eye_spot[2] = spot_of(camera->eye.z, size);
    to->eye_spot[3] = 1.0f / size;
    to->shade_form[0] = (texels_x - 1.0f) / ((columns - 1.0f) * texels_x);
    to->shade_form[1] = (texels_z - 1.0f) / ((rows - 1.0f) * texels_z);
    to->shade_form[2] = 0.5f / texels_x;
    to->shade_form[3] = 0.5f / texels_z;
    to->texel[0] = 1.0f / columns;
    to->texel[1] = 1.0f / rows;
    to->texel[2] = 0.05f / size;
    to->texel[3] = (float)fmod((double)look->seconds, 1000.0); // all waves are where they were
    put_colour(to->grass, look->grass, 0.0f);
    put_colour(to->rock, look->rock, 0.0f);
    put_colour(to->sand, look->sand, look->sand_below);
    put_colour(to->snow, look->snow, look->snow_above);
    put_colour(to->water, look->water_colour, level_of(look));
    to->fades[0] = 0.012f * fmaxf(info->highest - info->lowest, 1e-6f);
    to->fades[1] = (float)(look->copies_x / 2);
    to->fades[2] = (float)(look->copies_z / 2);
    to->fades[3] = camera->farthest;
    to->flags[0] = !info->coded;
    to->flags[1] = look->level_colours;
    to->flags[2] = land->textures[LAND_PRESENT] != 0;
    to->flags[3] = (int32_t)info->diagonal;
}

static void fill_block(const qx_render *render, const qx_land *land)
{
    const qx_camera *camera = &render->space.used.camera;
    const qx_terrain_view view = view_of(render, land->count.error);
    const qx_terrain_ranges ranges = qx_terrain_lod_sample_ranges(land->lod, &view);
    const qx_mat4 clip =
        qx_camera_matrix(camera, (float)render->frame.width / (float)render->frame.height);
    block filled = { 0 };
    put_ranges(&filled, &ranges, &land->info);
    filled.eye_rest[3] = camera->eye.y;
    put_eye_clip(filled.eye_clip, &clip, camera->eye);
    put_paint(&filled, land, camera);
    glBindBuffer(GL_UNIFORM_BUFFER, land->block);
    glBufferData(GL_UNIFORM_BUFFER, sizeof filled, &filled, GL_STREAM_DRAW);
    glBindBuffer(GL_UNIFORM_BUFFER, 0);
    glBindBufferBase(GL_UNIFORM_BUFFER, 1, land->block);
}

static void send_instances(const qx_land *land)
{
    const size_t bytes = land->count.patches * sizeof(land_instance);
    glBindBuffer(GL_ARRAY_BUFFER, land->stream);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(land->capacity * sizeof(land_instance)), NULL,
                 GL_STREAM_DRAW); // fresh memory where the old is still being drawn from
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)bytes, land->instances);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

// Instances from `first` on.
static void draw_instances(const qx_land *land, uint32_t first, uint32_t end, const GLuint *grids,
                           land_grid grid, GLenum kind)
{
    if (first == end) return;
    const size_t at = first * sizeof(land_instance);
    glBindBuffer(GL_ARRAY_BUFFER, land->stream);
    glVertexAttribIPointer(0, 4, GL_INT, sizeof(land_instance), (const void *)at);
    glVertexAttribIPointer(1, 2, GL_INT, sizeof(land_instance),
                           (const void *)(at + offsetof(land_instance, right)));
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, grids[grid]);
    glDrawElementsInstanced(kind, LAND_TRIANGLE_INDICES, GL_UNSIGNED_SHORT, NULL,
                            (GLsizei)(end - first));
}

static void draw_all(const qx_land *land, uint32_t finest, const GLuint *grids, GLenum kind)
{
    const qx_terrain_diagonal diagonal = land->info.diagonal;
    const land_grid near = diagonal == QX_TERRAIN_LT_RB         ? LAND_LT_RB
                           : diagonal == QX_TERRAIN_ALTERNATING ? LAND_ALTERNATING
                                                                : LAND_RT_LB;
    const land_grid far = diagonal == QX_TERRAIN_LT_RB ? LAND_LT_RB : LAND_RT_LB;
    glBindVertexArray(land->array);
    draw_instances(land, 0, finest, grids, near, kind);
    draw_instances(land, finest, land->count.patches, grids, far, kind);
    glBindVertexArray(0);
}

static void show_ground(qx_render *render, const qx_land *land, uint32_t finest)
{
    const bool shadowed = render->space.used.shadow_reach > 0.0f;
    qx_render_use(render, shadowed ? QX_PROGRAM_LAND_SHADOWED : QX_PROGRAM_LAND);
    glEnable(GL_CULL_FACE);
    draw_all(land, finest, land->grids, GL_TRIANGLES);
    glDisable(GL_CULL_FACE);
}

static void show_wire(qx_render *render, const qx_land *land, uint32_t finest)
{
    qx_render_use(render, QX_PROGRAM_LAND_WIRE);
    glDepthMask(GL_FALSE);
    qx_render_blend(render, QX_BLEND_ALPHA);
    draw_all(land, finest, land->lines, GL_LINES);
    qx_render_blend_done(render, QX_BLEND_ALPHA);
    glDepthMask(GL_TRUE);
}

static void show_water(qx_render *render)
{
    qx_render_use(render, QX_PROGRAM_LAND_WATER);
    qx_render_blend(render, QX_BLEND_ALPHA);
    glBindVertexArray(render->empty_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBindVertexArray(0);
    qx_render_blend_done(render, QX_BLEND_ALPHA);
}

static void bind_textures(const GLuint textures[LAND_TEXTURES])
{
    for (uint32_t i = 0; i < LAND_TEXTURES; i++)
        qx_bind_to_unit(GL_TEXTURE2 + i, textures ? textures[i] : 0);
    glActiveTexture(GL_TEXTURE0);
}

static void take_light(const qx_render *render, qx_land *land)
{
    const qx_vec3 sun = render->space.used.sun;
    if (land_shade_light(&land->shade, sun, level_of(&land->look))) land_shade_upload(land);
}

// It casts no shadow into the map of the space: its own is kept apart, as far as the land goes.
void land_show(qx_render *render, qx_space_pass pass, const void *user)
{
    // Taken as const by the queue, which asks for it while it is ours to change.
    qx_land *land = (qx_land *)(uintptr_t)user;
    if (pass != QX_SPACE_SHOW) return;
    land->queued = false;
    take_light(render, land);
    const uint32_t finest = choose(render, land);
    land->count.triangles = 2 * LAND_SIDE * LAND_SIDE * land->count.patches;
    fill_block(render, land);
    send_instances(land);
    bind_textures(land->textures);
    show_ground(render, land, finest);
    if (land->look.water) show_water(render);
    if (land->look.wire) show_wire(render, land, finest);
    bind_textures(NULL);
    glUseProgram(0);
    glBindBufferBase(GL_UNIFORM_BUFFER, 1, 0);
}
