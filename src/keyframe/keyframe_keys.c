// SPDX-License-Identifier: MIT
#include "keyframe_keys.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

// Key meshes as they are kept. Positions as floats lie as they go out. Normals lie in blocks of
// 16 x, 16 y and 16 z, so that lengths need no shuffling; so does all that is packed.

static const keyframe_kernels *kernels_of(qx_simd simd)
{
    switch (simd) {
#if defined(__x86_64__)
    case QX_SIMD_SSE2: return &keyframe_kernels_sse2;
    case QX_SIMD_AVX2: return &keyframe_kernels_avx2;
    case QX_SIMD_AVX512: return &keyframe_kernels_avx512;
#elif defined(__aarch64__)
    case QX_SIMD_NEON: return &keyframe_kernels_neon;
#endif
    default: return &keyframe_kernels_scalar;
    }
}

qx_result keyframe_kernels_find(qx_simd simd, const keyframe_kernels **kernels)
{
    qx_simd found;
    const qx_result result = qx_simd_resolve(simd, &found);
    if (result == QX_OK) *kernels = kernels_of(found);
    return result;
}

bool keyframe_stride_resolve(size_t stride, size_t *used)
{
    *used = stride ? stride : 3 * sizeof(float);
    return *used % sizeof(float) == 0 && *used >= 3 * sizeof(float);
}

bool keyframe_values_are_good(const float *values, size_t stride, uint32_t count)
{
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        const float *v = vertex_at(values, stride, i);
        good &= fabsf(v[0]) <= KEYFRAME_MOST_VALUE && fabsf(v[1]) <= KEYFRAME_MOST_VALUE &&
                fabsf(v[2]) <= KEYFRAME_MOST_VALUE; // false for NaN
    }
    return good;
}

void keyframe_normal_keep(const float *normal, float kept[3])
{
    const double x = (double)normal[0], y = (double)normal[1], z = (double)normal[2];
    const double length = sqrt(x * x + y * y + z * z);
    if (fabs(length - 1.0) <= 1.5e-7) {
        memcpy(kept, normal, 3 * sizeof *kept);
    } else if (length > 0.0) {
        kept[0] = (float)(x / length);
        kept[1] = (float)(y / length);
        kept[2] = (float)(z / length);
    } else {
        kept[0] = kept[1] = 0.0f;
        kept[2] = 1.0f;
    }
}

// --- making

// Places of the parts in one piece of memory.
typedef struct plan {
    size_t block, blocks, positions, normals, codes, frames, all;
} plan;

static bool reserve(plan *p, size_t count, size_t size, size_t *at)
{
    size_t bytes;
    *at = p->all;
    return size_multiply(count, size, &bytes) && size_align(bytes, QX_CACHE_LINE, &bytes) &&
           size_add(p->all, bytes, &p->all);
}

// False where no memory is that large.
static bool make_plan(const qx_keyframe_keys_desc *d, plan *p)
{
    size_t blocks;
    *p = (plan){ .blocks = keyframe_blocks_of(d->vertex_count) };
    p->block = d->storage == QX_KEYFRAME_FLOATS ? KEYFRAME_TRIPLES
               : d->normals                     ? KEYFRAME_CODES_NORMALS
                                                : KEYFRAME_CODES;
    if (!size_align(sizeof(qx_keyframe_keys), QX_CACHE_LINE, &p->all)) return false;
    if (!size_multiply(p->blocks, d->key_count, &blocks)) return false;
    if (d->storage == QX_KEYFRAME_PACKED)
        return reserve(p, blocks, p->block * sizeof(uint16_t), &p->codes) &&
               reserve(p, d->key_count, sizeof(keyframe_frame), &p->frames);
    return reserve(p, blocks, p->block * sizeof(float), &p->positions) &&
           reserve(p, d->normals ? blocks : 0, p->block * sizeof(float), &p->normals);
}

static void lay_out(qx_keyframe_keys *keys, const plan *p)
{
    char *memory = (char *)keys;
    if (keys->info.storage == QX_KEYFRAME_PACKED) {
        keys->codes = (uint16_t *)(void *)(memory + p->codes);
        keys->frames = (keyframe_frame *)(void *)(memory + p->frames);
        return;
    }
    keys->positions = (float *)(void *)(memory + p->positions);
    if (keys->info.normals) keys->normals = (float *)(void *)(memory + p->normals);
}

// Codes of 0 are (0, 0, 1) too.
static void come_to_rest(qx_keyframe_keys *keys)
{
    if (!keys->normals) return;
    const size_t blocks = keys->blocks * keys->info.key_count;
    for (size_t block = 0; block < blocks; block++) {
        float *z = keys->normals + block * KEYFRAME_TRIPLES + 2 * KEYFRAME_BLOCK;
        for (size_t i = 0; i < KEYFRAME_BLOCK; i++) z[i] = 1.0f;
    }
}

static qx_result check_desc(const qx_keyframe_keys_desc *desc)
{
    const int storage = (int)desc->storage; // callers may pass what is no enumerator
    if (desc->vertex_count == 0 || desc->vertex_count > KEYFRAME_MOST_VERTICES) return QX_BAD_VALUE;
    if (desc->key_count == 0) return QX_BAD_VALUE;
    if (storage != QX_KEYFRAME_FLOATS && storage != QX_KEYFRAME_PACKED) return QX_BAD_VALUE;
    return QX_OK;
}

qx_result qx_keyframe_keys_create(const qx_keyframe_keys_desc *desc, qx_keyframe_keys **out)
{
    *out = NULL;
    const keyframe_kernels *kernels = NULL;
    qx_result result = check_desc(desc);
    if (result == QX_OK) result = keyframe_kernels_find(desc->simd, &kernels);
    if (result != QX_OK) return result;
    plan p;
    if (!make_plan(desc, &p)) return QX_NO_MEMORY;
    qx_keyframe_keys *keys = qx_allocate_zeroed(desc->allocator, p.all, QX_CACHE_LINE);
    if (!keys) return QX_NO_MEMORY;
    keys->allocator = qx_allocator_resolve(desc->allocator);
    keys->kernels = kernels;
    keys->info = (qx_keyframe_keys_info){ .vertex_count = desc->vertex_count,
                                          .key_count = desc->key_count,
                                          .storage = desc->storage,
                                          .normals = desc->normals,
                                          .bytes = p.all };
    keys->blocks = p.blocks;
    keys->block = p.block;
    lay_out(keys, &p);
    come_to_rest(keys);
    *out = keys;
    return QX_OK;
}

void qx_keyframe_keys_destroy(qx_keyframe_keys *keys)
{
    if (!keys) return;
    const qx_allocator allocator = keys->allocator;
    qx_release(&allocator, keys, keys->info.bytes);
}

qx_keyframe_keys_info qx_keyframe_keys_get_info(const qx_keyframe_keys *keys)
{
    return keys->info;
}

// --- setting

static void set_floats(qx_keyframe_keys *keys, uint32_t key, const float *positions,
                       size_t position_stride, const float *normals, size_t normal_stride)
{
    const size_t at = keys->blocks * keys->block * key;
    for (uint32_t i = 0; i < keys->info.vertex_count; i++) {
        memcpy(keys->positions + at + 3 * (size_t)i, vertex_at(positions, position_stride, i),
               3 * sizeof *positions);
        if (!keys->normals) continue;
        float normal[3];
        keyframe_normal_keep(vertex_at(normals, normal_stride, i), normal);
        float *to = keys->normals + at + i / KEYFRAME_BLOCK * KEYFRAME_TRIPLES + i % KEYFRAME_BLOCK;
        for (size_t axis = 0; axis < 3; axis++) to[axis * KEYFRAME_BLOCK] = normal[axis];
    }
}

static float greater(float a, float b)
{
    return a > b ? a : b;
}

qx_result qx_keyframe_keys_set(qx_keyframe_keys *keys, uint32_t key, const float *positions,
                               size_t position_stride, const float *normals, size_t normal_stride,
                               float *error)
{
    const uint32_t count = keys->info.vertex_count;
    size_t from, normals_from;
    float position_error = 0.0f, normal_error = 0.0f;
    if (error) *error = 0.0f;
    if (key >= keys->info.key_count || !positions || (keys->info.normals && !normals))
        return QX_BAD_VALUE;
    if (!keyframe_stride_resolve(position_stride, &from) ||
        !keyframe_stride_resolve(normal_stride, &normals_from))
        return QX_BAD_VALUE;
    if (!keyframe_values_are_good(positions, from, count)) return QX_BAD_VALUE;
    if (keys->info.normals && !keyframe_values_are_good(normals, normals_from, count))
        return QX_BAD_VALUE;
    if (keys->codes) {
        keyframe_pack(keys, key, positions, from, normals, normals_from, &position_error,
                      &normal_error);
    } else {
        set_floats(keys, key, positions, from, normals, normals_from);
    }
    keys->info.position_error = greater(keys->info.position_error, position_error);
    keys->info.normal_error = greater(keys->info.normal_error, normal_error);
    if (error) *error = position_error;
    return QX_OK;
}
