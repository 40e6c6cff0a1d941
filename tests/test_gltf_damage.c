// SPDX-License-Identifier: MIT
// What is wrong with glTF files: faults are named, damage does no harm.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <quincunx/file.h>
#include <quincunx/random.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "gltf_files.h"

static bool warns_of(const qx_model *model, const char *words)
{
    for (uint32_t i = 0; i < model->warning_count; i++)
        if (strstr(model->warnings[i].text, words)) return true;
    return false;
}

// --- what is refused, and how it is said

static const struct {
    const char *from, *to;
    qx_result code;
    const char *words;
} faults[] = {
    { "'asset':{'version':'2.0'}", "'asset':{}", QX_BAD_DATA, "asset/version" },
    { "'2.0'", "'1.0'", QX_UNSUPPORTED, "not 2" },
    { "'2.0'", "'2.1','minVersion':'2.1'", QX_UNSUPPORTED, "minVersion" },
    { "'scene':0,", "'extensionsRequired':['KHR_draco_mesh_compression'],", QX_UNSUPPORTED,
      "KHR_draco_mesh_compression" },
    { "'scene':0", "'scene':1", QX_BAD_DATA, "scene" },
    { "'nodes':[0]", "'nodes':[1]", QX_BAD_DATA, "scenes[0]/nodes" },
    { "'mesh':0", "'mesh':1", QX_BAD_DATA, "nodes[0]/mesh" },
    { "'mesh':0", "'mesh':0,'children':[0.5]", QX_BAD_DATA, "nodes[0]/children" },
    { "'mesh':0", "'mesh':0,'weights':[1,2]", QX_BAD_DATA, "nodes[0]/weights: 2 numbers" },
    { "'mesh':0", "'mesh':0,'scale':[1,2]", QX_BAD_DATA, "nodes[0]/scale: 2 numbers" },
    { "'mesh':0", "'mesh':0,'rotation':[0,0,0,0]", QX_BAD_DATA, "nodes[0]/rotation" },
    { "'mesh':0", "'mesh':0,'translation':[0,1e10,0]", QX_BAD_DATA, "nodes[0]/translation" },
    { "'mesh':0", "'mesh':0,'matrix':[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]", QX_BAD_DATA,
      "nodes[0]/matrix" },
    { "'mesh':0", "'mesh':0,'scale':[1e9,1e9,1e9]", QX_BAD_DATA, "beyond 1e9" },
    { "'primitives':[{", "'primitives':[],'x':[{", QX_BAD_DATA, "meshes[0]: no primitives" },
    { "'attributes':", "'others':", QX_BAD_DATA, "meshes[0]/primitives[0]/attributes" },
    { "'POSITION':0", "'POSITION':7", QX_BAD_DATA, "meshes[0]/primitives[0]/POSITION" },
    { "'POSITION':0", "'POSITION':-1", QX_BAD_DATA, "meshes[0]/primitives[0]/POSITION" },
    { "'POSITION':0", "'POSITION':4", QX_BAD_DATA, "another type" },
    { "'NORMAL':1", "'NORMAL':7", QX_BAD_DATA, "meshes[0]/primitives[0]/NORMAL" },
    { "'indices':6", "'indices':7", QX_BAD_DATA, "meshes[0]/primitives[0]/indices" },
    { "'indices':6", "'indices':4", QX_BAD_DATA, "holds no indices" },
    { "'indices':6", "'indices':6,'mode':7", QX_BAD_DATA, "meshes[0]/primitives[0]/mode" },
    { "'material':0", "'material':1", QX_BAD_DATA, "meshes[0]/primitives[0]/material" },
    { "'targets':[{'POSITION':2", "'targets':[{'POSITION':8", QX_BAD_DATA, "targets[0]/POSITION" },
    { "'NORMAL':1}", "'X':1}", QX_BAD_DATA, "targets[0]/NORMAL: it has no base" },
    { "'targets':[", "'targets':[],'x':[", QX_BAD_DATA, "targets" },
    { "'weights':[0.5]", "'weights':[0.5,1]", QX_BAD_DATA, "meshes[0]/weights: 2 numbers" },
    { "'weights':[0.5]", "'weights':['a']", QX_BAD_DATA, "meshes[0]/weights" },
    { "'weights':[0.5]", "'weights':[1e7]", QX_BAD_DATA, "beyond 1e6" },
    { "'baseColorTexture':{'index':0}", "'baseColorTexture':{'index':1}", QX_BAD_DATA,
      "materials[0]" },
    { "'source':0", "'source':1", QX_BAD_DATA, "textures[0]/source" },
    { "'input':4", "'input':9", QX_BAD_DATA, "animations[0]/samplers[0]: its input" },
    { "'input':4", "'input':6", QX_BAD_DATA, "holds no floats" },
    { "'output':5", "'output':9", QX_BAD_DATA, "animations[0]/samplers[0]: its output" },
    { "'output':5", "'output':6", QX_BAD_DATA, "holds no weights" },
    { "'output':5", "'output':0", QX_BAD_DATA, "another type" },
    { "'output':5", "'output':5,'interpolation':'CUBICSPLINE'", QX_BAD_DATA,
      "3 elements in its output where 9 belong" },
    { "'channels':[{'sampler':0", "'channels':[{'sampler':1", QX_BAD_DATA,
      "animations[0]/channels[0]: its sampler" },
    { "'node':0", "'node':1", QX_BAD_DATA, "animations[0]/channels[0]: its node" },
    { "'channels':[", "'channels':[{'sampler':0,'target':{'node':0,'path':'weights'}},",
      QX_BAD_DATA, "animations[0]/channels[1]: another" },
    { "'byteOffset':144,'byteLength':12", "'byteOffset':0,'byteLength':12", QX_BAD_DATA,
      "time 1 does not rise" },
    { "'byteOffset':144,'byteLength':12", "'byteOffset':168,'byteLength':12", QX_BAD_DATA,
      "a time is below 0" },
    { "'componentType':5126", "'componentType':5124", QX_BAD_DATA, "accessors[0]/componentType" },
    { "'count':3", "'count':0", QX_BAD_DATA, "accessors[0]/count" },
    { "'count':3", "'count':3.5", QX_BAD_DATA, "accessors[0]/count" },
    { "'count':3", "'count':1e300", QX_BAD_DATA, "accessors[0]/count" },
    { "'count':3", "'count':4294967299", QX_TOO_LARGE, "accessors[0]/count" },
    { "'count':3", "'count':14", QX_BAD_DATA, "accessors[0]: 24 bytes behind the view's end" },
    { "'VEC3'", "'VEC9'", QX_BAD_DATA, "accessors[0]/type" },
    { "'bufferView':1", "'bufferView':6", QX_BAD_DATA, "accessors[4]/bufferView" },
    { "'byteOffset':36", "'byteOffset':-36", QX_BAD_DATA, "accessors[1]/byteOffset" },
    { "'byteOffset':36", "'byteOffset':9007199254740992", QX_BAD_DATA, "accessors[1]/byteOffset" },
    { "'byteStride':12", "'byteStride':8", QX_BAD_DATA, "elements of 12 bytes, 8 apart" },
    { "'byteStride':12", "'byteStride':256", QX_BAD_DATA, "bufferViews[0]/byteStride" },
    { "'byteLength':144", "'byteLength':0", QX_BAD_DATA, "bufferViews[0]" },
    { "'byteLength':36}", "'byteLength':99}", QX_BAD_DATA,
      "bufferViews[2]: 31 bytes behind the buffer's end" },
    { "{'buffer':0,", "{'buffer':1,", QX_BAD_DATA, "bufferViews[0]/buffer" },
    { "'byteLength':224", "'byteLength':0", QX_BAD_DATA, "buffers[0]/byteLength" },
    { "'byteLength':224", "'byteLength':225", QX_TRUNCATED, "buffers[0]: 224 bytes" },
    { "'byteLength':224}", "'byteLength':224},{'byteLength':1}", QX_BAD_DATA, "buffers[1]" },
    { "'byteLength':224", "'byteLength':224,'uri':7", QX_BAD_DATA, "buffers[0]" },
    { "'byteLength':224", "'byteLength':3,'uri':'data:,abc'", QX_UNSUPPORTED, "base64" },
    { "'byteLength':224", "'byteLength':3,'uri':'data:;base64,AA*A'", QX_BAD_DATA,
      "character 2 of its base64" },
    { "'byteLength':224", "'byteLength':3,'uri':'there.bin'", QX_NOT_FOUND, "there.bin" },
    { "'nodes':[{", "'nodes':[7,{", QX_BAD_DATA, "nodes[0]: it is no object" },
    { "'accessors':[", "'accessors':7,'x':[", QX_BAD_DATA, "accessors: it is no array" },
    { "'count':3,'type':'VEC3'},{",
      "'count':3,'type':'VEC3','sparse':{'count':4,'indices':{'bufferView':4,'componentType':"
      "5121},"
      "'values':{'bufferView':2}}},{",
      QX_BAD_DATA, "accessors[0]/sparse/count" },
    { "'count':3,'type':'VEC3'},{",
      "'count':3,'type':'VEC3','sparse':{'count':2,'indices':{'bufferView':4,'componentType':"
      "5121},"
      "'values':{'bufferView':2}}},{",
      QX_BAD_DATA, "accessors[0]/sparse/indices: 128 of 3" },
    { "'count':3,'type':'VEC3'},{",
      "'count':3,'type':'VEC3','sparse':{'count':2,'indices':{'bufferView':4,'byteOffset':6,"
      "'componentType':5121},'values':{'bufferView':2}}},{",
      QX_BAD_DATA, "number 1 does not rise" },
    { "'count':3,'type':'VEC3'},{",
      "'count':3,'type':'VEC3','sparse':{'count':2,'indices':{'bufferView':4,'byteOffset':6,"
      "'componentType':5123},'values':{'bufferView':3}}},{",
      QX_BAD_DATA, "accessors[0]/sparse/values: 16 bytes behind" },
    { "'count':3,'type':'VEC3'},{",
      "'count':3,'type':'VEC3','sparse':{'count':1,'indices':{'bufferView':4,'componentType':"
      "5126},"
      "'values':{'bufferView':2}}},{",
      QX_BAD_DATA, "no kind of index" },
};

static void faults_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        qx_model *model = (qx_model *)1;
        qx_error error = { .code = QX_OK };
        char *json = gltf_change(gltf_usual, faults[i].from, faults[i].to);
        const qx_result result = gltf_try(json, NULL, 0, &model, &error);
        if (result != faults[i].code || !strstr(error.message, faults[i].words))
            fail_msg("%s: %d %s", faults[i].to, result, error.message);
        assert_int_equal(error.code, result);
        assert_null(model);
        free(json);
    }
}

static void damaged_numbers_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint32_t bits;
        const char *words;
    } cases[] = {
        { 4, 0x7FC00000, "POSITION" },  { 8, 0x7F800000, "POSITION" }, { 36, 0x7FC00000, "NORMAL" },
        { 80, 0xFF800000, "POSITION" }, { 108, 0x7FC00000, "NORMAL" }, { 144, 0x7FC00000, "time" },
        { 156, 0x7FC00000, "weight" },  { 156, 0x4E6E6B28, "weight" }, { 192, 0x00030000, "index" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        qx_model *model;
        qx_error error;
        gltf_data d = gltf_usual_data();
        gltf_put_number(d.bytes + cases[i].at, cases[i].bits);
        assert_int_equal(gltf_try(gltf_usual, &d, 0, &model, &error), QX_BAD_DATA);
        assert_non_null(strstr(error.message, cases[i].words));
    }
}

static void what_is_not_read_is_warned_of(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *words;
    } cases[] = {
        { "'scene':0,", "'extensionsUsed':['KHR_texture_transform'],", "KHR_texture_transform" },
        { "'mesh':0", "'mesh':0,'skin':0", "skeletons" },
        { "'path':'weights'", "'path':'other'", "moves no weights" },
        { "'output':5", "'output':5,'interpolation':'SLERP'", "LINEAR" },
        { "['up']", "['up','down']", "targetNames" },
        { "'uri':'red%20skin.png'", "'bufferView':0", "embedded" },
        { "red%20skin.png", "../skin.png", "folder" },
        { "'nodes':[0]", "'nodes':[]", "all nodes are read" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        qx_model *model = GLTF_CHANGED(cases[i].from, cases[i].to);
        if (!warns_of(model, cases[i].words)) fail_msg("no warning of %s", cases[i].words);
        qx_model_destroy(model);
    }
}

// --- containers and other files

static char *base64(const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = calloc(1, size * 2 + 8), *to = text;
    assert_non_null(text);
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) bits = bits << 8 | (i + k < size ? bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            *to++ = i + k > size ? '=' : digits[bits >> (18 - 6 * k) & 63];
    }
    return text;
}

static void assert_usual(const qx_model *model)
{
    assert_memory_equal(model->meshes[0].positions, gltf_positions, sizeof gltf_positions);
    assert_memory_equal(model->meshes[0].targets[0].positions, gltf_deltas, sizeof gltf_deltas);
    assert_memory_equal(model->clips[0].tracks[0].values, gltf_weights, 12);
}

static void embedded_buffers_are_as_good(void **state)
{
    (void)state;
    const gltf_data d = gltf_usual_data();
    for (size_t cut = 0; cut < 3; cut++) { // base64 ends three ways
        char *text = base64(d.bytes, d.size - cut), *uri = malloc(strlen(text) + 99);
        assert_non_null(uri);
        sprintf(uri, "'byteLength':%zu,'uri':'data:application/octet-stream;base64,%s'",
                d.size - cut, text);
        char *json = gltf_change(gltf_usual, "'byteLength':224", uri);
        char *shorter = gltf_change(json, "'byteOffset':212,'byteLength':12",
                                    "'byteOffset':212,"
                                    "'byteLength':8");
        for (char *at = shorter; *at; at++)
            if (*at == '\'') *at = '"';
        qx_model *model;
        qx_error error;
        if (qx_model_load_memory(shorter, strlen(shorter), NULL, NULL, NULL, &model, &error) !=
            QX_OK)
            fail_msg("%s", error.message);
        assert_usual(model);
        qx_model_destroy(model);
        free(text);
        free(uri);
        free(json);
        free(shorter);
    }
}

// Of this process, beside the test's other files.
static void save_beside(const char *name, const void *bytes, size_t size)
{
    qx_error error;
    assert_int_equal(qx_file_save(name, bytes, size, &error), QX_OK);
}

static void files_beside_are_found_and_no_others(void **state)
{
    (void)state;
    static const struct {
        const char *uri;
        qx_result code;
        const char *words;
    } cases[] = {
        { "some data.bin", QX_OK, "" },
        { "some%20data.bin", QX_OK, "" },
        { "./some%20data.bin", QX_OK, "" },
        { "short.bin", QX_TRUNCATED, "buffers[0]: 5 bytes where byteLength says 224" },
        { "missing.bin", QX_NOT_FOUND, "missing.bin" },
        { "", QX_BAD_DATA, "buffers[0]" },
        { "../some%20data.bin", QX_BAD_DATA, "buffers[0]" },
        { "%2e%2e/some%20data.bin", QX_BAD_DATA, "buffers[0]" },
        { "x/../../y.bin", QX_BAD_DATA, "buffers[0]" },
        { "/etc/passwd", QX_BAD_DATA, "buffers[0]" },
        { "%2Fetc/passwd", QX_BAD_DATA, "buffers[0]" },
        { "..\\\\up.bin", QX_BAD_DATA, "buffers[0]" },
        { "c:data.bin", QX_BAD_DATA, "buffers[0]" },
        { "http://example.org/data.bin", QX_BAD_DATA, "buffers[0]" },
        { "some%20data.bin%00.png", QX_BAD_DATA, "buffers[0]" },
    };
    const gltf_data d = gltf_usual_data();
    save_beside("some data.bin", d.bytes, d.size);
    save_beside("short.bin", d.bytes, 5);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char uri[200];
        snprintf(uri, sizeof uri, "'byteLength':224,'uri':'%s'", cases[i].uri);
        char *json = gltf_change(gltf_usual, "'byteLength':224", uri);
        const gltf_glb f = gltf_make(json, NULL);
        qx_model *model;
        qx_error error = { .code = QX_OK };
        const qx_result result =
            qx_model_load_memory(f.bytes, f.size, ".", NULL, NULL, &model, &error);
        if (result != cases[i].code || !strstr(error.message, cases[i].words))
            fail_msg("%s: %d %s", cases[i].uri, result, error.message);
        if (model) assert_usual(model);
        qx_model_destroy(model);
        free(f.bytes);
        free(json);
    }
    remove("some data.bin");
    remove("short.bin");
}

static void containers_are_checked(void **state)
{
    (void)state;
    const gltf_data d = gltf_usual_data();
    const gltf_glb good = gltf_make(gltf_usual, &d);
    static const struct {
        size_t at;
        uint32_t value;
        qx_result code;
    } cases[] = {
        { 4, 1, QX_UNSUPPORTED },        { 8, 0xFFFFFFFF, QX_TRUNCATED },
        { 8, 11, QX_BAD_DATA },          { 8, 12, QX_TRUNCATED },
        { 8, 16, QX_TRUNCATED },         { 12, 0xFFFFFFF0, QX_TRUNCATED },
        { 16, 0x004E4942, QX_BAD_DATA }, { 12, 4, QX_TRUNCATED },
    };
    qx_model *model;
    qx_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gltf_glb f = gltf_make(gltf_usual, &d);
        gltf_put_number(f.bytes + cases[i].at, cases[i].value);
        const qx_result result =
            qx_model_load_memory(f.bytes, f.size, NULL, NULL, NULL, &model, &error);
        if (result != cases[i].code) fail_msg("case %zu: %d %s", i, result, error.message);
        free(f.bytes);
    }
    for (size_t size = 0; size < good.size; size++) {
        uint8_t *cut =
            malloc(size ? size : 1); // of its own size, so that reading behind it is seen
        assert_non_null(cut);
        memcpy(cut, good.bytes, size);
        assert_int_not_equal(qx_model_load_memory(cut, size, NULL, NULL, NULL, &model, &error),
                             QX_OK);
        assert_null(model);
        free(cut);
    }
    free(good.bytes);
}

static void json_alone_is_checked(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        qx_result code;
    } cases[] = {
        { "{", QX_BAD_DATA },
        { "{}", QX_BAD_DATA },
        { "\xEF\xBB\xBF {\"asset\":{\"version\":\"2.0\"}}", QX_UNSUPPORTED }, // no mesh
        { "{\"asset\":{\"version\":\"2.0\"}} x", QX_BAD_DATA },
        { "{\"asset\":{\"version\":2}}", QX_BAD_DATA },
        { "{\"asset\":[[[[", QX_BAD_DATA },
    };
    qx_model *model;
    qx_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = cases[i].text;
        const qx_result result =
            qx_model_load_memory(text, strlen(text), NULL, NULL, NULL, &model, &error);
        if (result != cases[i].code) fail_msg("%s: %d %s", text, result, error.message);
    }
    char *deep = malloc(1 << 20);
    assert_non_null(deep);
    memset(deep, '[', 1 << 20);
    memcpy(deep, "{\"a\":", 5);
    assert_int_equal(qx_model_load_memory(deep, 1 << 20, NULL, NULL, NULL, &model, &error),
                     QX_BAD_DATA);
    const qx_model_options small = { .limit = 1 << 20 };
    assert_int_equal(qx_model_load_memory(deep, 1 << 20, NULL, &small, NULL, &model, &error),
                     QX_TOO_LARGE);
    free(deep);
}

// A few bytes that would become gigabytes.
static void little_files_stay_little(void **state)
{
    (void)state;
    static const char zeros[] =
        "{'asset':{'version':'2.0'},'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],"
        "'accessors':[{'componentType':5126,'count':200000000,'type':'VEC3'}]}";
    static const char many[] =
        "{'asset':{'version':'2.0'},'meshes':[{'primitives':[{'attributes':{'POSITION':0}@}]}],"
        "'accessors':[{'componentType':5126,'count':300000,'type':'VEC3','sparse':{'count':1,'"
        "indices':"
        "{'bufferView':0,'componentType':5121},'values':{'bufferView':0}}}],"
        "'bufferViews':[{'buffer':0,'byteLength':12}],'buffers':[{'byteLength':12}]}";
    const gltf_data d = gltf_usual_data();
    qx_model *model;
    qx_error error;
    assert_int_equal(gltf_try(zeros, &d, 64 << 20, &model, &error), QX_TOO_LARGE);
    assert_non_null(strstr(error.message, "67108864 bytes"));
    char *targets = malloc(200000), *at = targets;
    assert_non_null(targets);
    at += sprintf(at, ",'targets':[");
    for (int i = 0; i < 5000; i++) at += sprintf(at, "{'POSITION':0},");
    strcpy(at - 1, "]");
    char *json = gltf_change(many, "@", targets);
    assert_int_equal(gltf_try(json, &d, 64 << 20, &model, &error),
                     QX_TOO_LARGE); // every corner would move
    free(json);
    free(targets);
}

// --- damage

// Reads all of what was loaded, so that the sanitizers see what lies outside.
static void use(const qx_model *model)
{
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        const qx_model_mesh *mesh = &model->meshes[i];
        double sum = 0.0;
        for (uint32_t k = 0; k < mesh->index_count; k++) {
            assert_true(mesh->indices[k] < mesh->vertex_count);
            sum += (double)mesh->positions[3 * mesh->indices[k]] +
                   (double)mesh->normals[3 * mesh->indices[k]];
        }
        for (uint32_t k = 0; k < mesh->target_count; k++)
            for (uint32_t j = 0; j < mesh->targets[k].count; j++) {
                if (mesh->targets[k].indices)
                    assert_true(mesh->targets[k].indices[j] < mesh->vertex_count);
                if (mesh->targets[k].positions)
                    sum += (double)mesh->targets[k].positions[3 * j + 2];
                if (mesh->targets[k].normals) sum += (double)mesh->targets[k].normals[3 * j + 2];
            }
        assert_true(isfinite(sum));
        for (uint32_t k = 0; k < model->clip_count; k++) {
            const qx_keyframe_track *track = &model->clips[k].tracks[i];
            float values[64];
            if (track->count == 0 || track->width > 64) continue;
            qx_keyframe_track_sample(track, 1e8, values);
            assert_true(isfinite(values[track->width - 1]));
        }
    }
}

static void damage_text(uint8_t *bytes, size_t size, qx_random *random)
{
    static const char pieces[][8] = { "0", "9", "-1", "1e9",  ":",   ",",
                                      "[", "}", "\"", "null", "5121" };
    const char *piece = pieces[qx_random_next(random) % 11];
    const size_t at = 20 + qx_random_next(random) % (size - 28);
    memcpy(bytes + at, piece, strlen(piece));
}

// Another digit in the place of one: JSON stays JSON, and says something else.
static void damage_number(uint8_t *bytes, size_t size, qx_random *random)
{
    for (int i = 0; i < 200; i++) {
        const size_t at = 20 + qx_random_next(random) % (size - 20);
        if (bytes[at] < '0' || bytes[at] > '9') continue;
        bytes[at] = (uint8_t)('0' + qx_random_next(random) % 10);
        return;
    }
}

static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    gltf_data d = gltf_usual_data();
    const gltf_glb good = gltf_make(gltf_usual, &d);
    const size_t text = good.size - 8 - d.size;
    const qx_model_options options = { .limit = 4 << 20 };
    int read = 0;
    for (uint64_t seed = 0; seed < 6000; seed++) {
        qx_random random;
        qx_random_seed(&random, seed, 3);
        uint8_t *bytes = malloc(good.size);
        assert_non_null(bytes);
        memcpy(bytes, good.bytes, good.size);
        for (uint32_t i = qx_random_next(&random) % 3; i < 3; i++) {
            const uint32_t kind = qx_random_next(&random) % 4;
            if (kind == 0) damage_text(bytes, text, &random);
            if (kind == 1) bytes[qx_random_next(&random) % good.size] ^= (uint8_t)(1 << seed % 8);
            if (kind == 2)
                bytes[text + 8 + qx_random_next(&random) % d.size] = (uint8_t)(seed * 37);
            if (kind == 3) damage_number(bytes, text, &random);
        }
        qx_model *model;
        qx_error error = { .code = QX_OK };
        const qx_result result =
            qx_model_load_memory(bytes, good.size, NULL, &options, NULL, &model, &error);
        assert_true((result == QX_OK) == (model != NULL));
        assert_true(error.code == result);
        if (model) use(model);
        read += model != NULL;
        qx_model_destroy(model);
        free(bytes);
    }
    assert_in_range(read, 500, 5500); // of both kinds there are many
    free(good.bytes);
}

static void memory_may_end_anywhere(void **state)
{
    (void)state;
    const gltf_data d = gltf_usual_data();
    char *flat = gltf_change(gltf_usual, "'POSITION':0,'NORMAL':1", "'POSITION':0");
    char *simple = gltf_change(flat, ",'NORMAL':3", "");
    const char *const texts[] = { gltf_usual, simple };
    for (int text = 0; text < 2; text++) {
        const gltf_glb f = gltf_make(texts[text], &d);
        qx_result result = QX_NO_MEMORY;
        for (long allowed = 0; result == QX_NO_MEMORY; allowed++) {
            failing book;
            const qx_allocator allocator = failing_after(&book, allowed);
            qx_model *model;
            qx_error error;
            result = qx_model_load_memory(f.bytes, f.size, NULL, NULL, &allocator, &model, &error);
            assert_int_equal(error.code, result);
            assert_true((result == QX_OK) == (model != NULL));
            qx_model_destroy(model);
            assert_int_equal(book.live, 0);
            assert_int_equal(book.live_bytes, 0);
            assert_true(result != QX_OK || allowed > 20);
        }
        assert_int_equal(result, QX_OK);
        free(f.bytes);
    }
    free(flat);
    free(simple);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_named),
        cmocka_unit_test(damaged_numbers_are_refused),
        cmocka_unit_test(what_is_not_read_is_warned_of),
        cmocka_unit_test(embedded_buffers_are_as_good),
        cmocka_unit_test(files_beside_are_found_and_no_others),
        cmocka_unit_test(containers_are_checked),
        cmocka_unit_test(json_alone_is_checked),
        cmocka_unit_test(little_files_stay_little),
        cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
