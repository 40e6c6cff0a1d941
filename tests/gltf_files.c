// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf_files.h"

const float gltf_positions[9] = { 0, 0, 0, 2, 0, 0, 0, 2, 0 };
const float gltf_normals[9] = { 0, 0, 1, 0, 0, 1, 0, 0, 1 };
const float gltf_deltas[9] = { 0, 0, 1, 0, 0, 2, 0, 0, -3 };
const float gltf_turns[9] = { 1, 0, 0, 0, 0, 0, 0, 1, -1 };
const float gltf_times[3] = { 1, 2, 4 };
const float gltf_weights[9] = { 0.0f, 0.25f, 0.5f, -0.5f, 1.0f, 2.0f, 1.0f, 0.5f, 0.0f };
static const uint16_t indices[4] = { 0, 1, 2, 0 };
static const uint8_t bytes8[12] = { 0x80, 0x81, 0x00, 0x7F, 0xFF, 0x01 };
static const int16_t words16[6] = { -32768, -32767, 16384, 32767, -1, 0 };

void gltf_push(gltf_data *d, const void *bytes, size_t size)
{
    memcpy(d->bytes + d->size, bytes, size);
    d->size += (size + 3) / 4 * 4;
}

gltf_data gltf_usual_data(void)
{
    gltf_data d = { .size = 0 };
    gltf_push(&d, gltf_positions, sizeof gltf_positions); // 0
    gltf_push(&d, gltf_normals, sizeof gltf_normals);     // 36
    gltf_push(&d, gltf_deltas, sizeof gltf_deltas);       // 72
    gltf_push(&d, gltf_turns, sizeof gltf_turns);         // 108
    gltf_push(&d, gltf_times, sizeof gltf_times);         // 144
    gltf_push(&d, gltf_weights, sizeof gltf_weights);     // 156
    gltf_push(&d, indices, sizeof indices);               // 192
    gltf_push(&d, bytes8, sizeof bytes8);                 // 200
    gltf_push(&d, words16, sizeof words16);               // 212
    return d;                                             // 224
}

const char gltf_usual[] =
    "{'asset':{'version':'2.0'},'scene':0,'scenes':[{'nodes':[0]}],"
    "'nodes':[{'name':'body','mesh':0}],"
    "'meshes':[{'name':'triangle','primitives':[{'attributes':{'POSITION':0,'NORMAL':1},"
    "'indices':6,'material':0,'targets':[{'POSITION':2,'NORMAL':3}]}],'weights':[0.5],"
    "'extras':{'targetNames':['up']}}],"
    "'materials':[{'pbrMetallicRoughness':{'baseColorFactor':[1,0,0.2158605,0.5],"
    "'baseColorTexture':{'index':0}}}],"
    "'textures':[{'source':0}],'images':[{'uri':'red%20skin.png'}],"
    "'animations':[{'name':'wave','samplers':[{'input':4,'output':5}],"
    "'channels':[{'sampler':0,'target':{'node':0,'path':'weights'}}]}],"
    "'accessors':["
    "{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"
    "{'bufferView':0,'byteOffset':36,'componentType':5126,'count':3,'type':'VEC3'},"
    "{'bufferView':0,'byteOffset':72,'componentType':5126,'count':3,'type':'VEC3'},"
    "{'bufferView':0,'byteOffset':108,'componentType':5126,'count':3,'type':'VEC3'},"
    "{'bufferView':1,'componentType':5126,'count':3,'type':'SCALAR'},"
    "{'bufferView':2,'componentType':5126,'count':3,'type':'SCALAR'},"
    "{'bufferView':3,'componentType':5123,'count':3,'type':'SCALAR'}],"
    "'bufferViews':["
    "{'buffer':0,'byteLength':144,'byteStride':12},"
    "{'buffer':0,'byteOffset':144,'byteLength':12},"
    "{'buffer':0,'byteOffset':156,'byteLength':36},"
    "{'buffer':0,'byteOffset':192,'byteLength':8},"
    "{'buffer':0,'byteOffset':200,'byteLength':12},"
    "{'buffer':0,'byteOffset':212,'byteLength':12}],"
    "'buffers':[{'byteLength':224}]}";

void gltf_put_number(uint8_t *at, size_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

gltf_glb gltf_make(const char *json, const gltf_data *d)
{
    const size_t text = strlen(json), padded = (text + 3) / 4 * 4;
    gltf_glb f = { .size = 12 + 8 + padded + (d ? 8 + d->size : 0) };
    f.bytes = malloc(f.size);
    assert_non_null(f.bytes);
    memcpy(f.bytes, "glTF\2\0\0\0", 8);
    gltf_put_number(f.bytes + 8, f.size);
    gltf_put_number(f.bytes + 12, padded);
    memcpy(f.bytes + 16, "JSON", 4);
    memset(f.bytes + 20, ' ', padded);
    for (size_t i = 0; i < text; i++) f.bytes[20 + i] = (uint8_t)(json[i] == '\'' ? '"' : json[i]);
    if (!d) return f;
    gltf_put_number(f.bytes + 20 + padded, d->size);
    memcpy(f.bytes + 24 + padded, "BIN", 4);
    memcpy(f.bytes + 28 + padded, d->bytes, d->size);
    return f;
}

char *gltf_change(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (!at) fail_msg("there is no %s", from);
    char *changed = malloc(strlen(text) + strlen(to) + 1);
    assert_non_null(changed);
    sprintf(changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return changed;
}

qx_result gltf_try(const char *json, const gltf_data *data, size_t limit, qx_model **model,
                   qx_error *error)
{
    const gltf_data there = gltf_usual_data();
    const gltf_glb f = gltf_make(json, data ? data : &there);
    const qx_model_options options = { .limit = limit };
    const qx_result result =
        qx_model_load_memory(f.bytes, f.size, NULL, &options, NULL, model, error);
    free(f.bytes);
    return result;
}

qx_model *gltf_good(const char *json, const gltf_data *d)
{
    qx_model *model;
    qx_error error = { .code = QX_OK };
    if (gltf_try(json, d, 0, &model, &error) != QX_OK) fail_msg("%s", error.message);
    assert_int_equal(error.code, QX_OK);
    return model;
}

qx_model *gltf_changed(const char *const pairs[], int count)
{
    char *json = gltf_change(gltf_usual, pairs[0], pairs[1]);
    for (int i = 1; i < count; i++) {
        char *next = gltf_change(json, pairs[2 * i], pairs[2 * i + 1]);
        free(json);
        json = next;
    }
    qx_model *model = gltf_good(json, NULL);
    free(json);
    return model;
}
