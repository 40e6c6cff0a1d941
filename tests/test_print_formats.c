// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <quincunx/random.h>
#include <quincunx/stl.h>
#include <quincunx/threemf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "failing_bytes.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

typedef qx_result (*save_memory)(const qx_mesh_set *set, const qx_allocator *allocator,
                                 uint8_t **bytes, size_t *size);

static const save_memory writers[] = { qx_stl_save_memory, qx_threemf_save_memory };

// --- meshes: a tetrahedron whose triangles run counter-clockwise seen from outside, in a space
// with z up, and a random soup.

static const float tetrahedron[] = { 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5 };
static const uint32_t sides[] = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 };

static qx_mesh solid_mesh(void)
{
    return (qx_mesh){
        .vertex_count = 4, .positions = tetrahedron, .indices = sides, .index_count = COUNT(sides)
    };
}

enum { SOUP = 300 };

static qx_mesh soup_mesh(qx_vec3 places[SOUP], uint64_t seed)
{
    qx_random random;
    qx_random_seed(&random, seed, 1);
    for (int i = 0; i < SOUP; i++)
        places[i] = (qx_vec3){ qx_random_range(&random, -9, 9), qx_random_range(&random, -9, 9),
                               qx_random_range(&random, -9, 9) };
    return (qx_mesh){ .vertex_count = SOUP, .positions = &places[0].x };
}

// --- reading STL

typedef struct facet {
    float normal[3], corners[3][3];
} facet;

static uint32_t word_at(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static facet *read_stl(const qx_mesh_set *set, uint32_t *count)
{
    uint8_t *bytes;
    size_t size;
    assert_int_equal(qx_stl_save_memory(set, NULL, &bytes, &size), QX_OK);
    assert_true(size >= 84);
    assert_memory_not_equal(bytes, "solid", 5);
    *count = word_at(bytes + 80);
    assert_int_equal(size, 84 + 50 * (size_t)*count);
    facet *facets = calloc(*count, sizeof *facets);
    assert_non_null(facets);
    for (uint32_t i = 0; i < *count; i++) {
        uint32_t words[12];
        for (size_t k = 0; k < 12; k++) words[k] = word_at(bytes + 84 + 50 * (size_t)i + 4 * k);
        memcpy(&facets[i], words, sizeof words);
        assert_int_equal(bytes[84 + 50 * (size_t)i + 48] | bytes[84 + 50 * (size_t)i + 49], 0);
    }
    free(bytes);
    return facets;
}

static void check_normal(const facet *one)
{
    double a[3], b[3], n[3], dot = 0, squared = 0, length = 0;
    for (int i = 0; i < 3; i++) {
        a[i] = (double)one->corners[1][i] - (double)one->corners[0][i];
        b[i] = (double)one->corners[2][i] - (double)one->corners[0][i];
    }
    for (int i = 0; i < 3; i++) {
        n[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
        squared += n[i] * n[i];
        dot += n[i] * (double)one->normal[i];
        length += (double)one->normal[i] * (double)one->normal[i];
    }
    assert_true(fabs(length - 1.0) < 1e-6);
    assert_true(dot / sqrt(squared) > 1.0 - 1e-6);
}

static double volume_of(const facet *facets, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const float *a = facets[i].corners[0], *b = facets[i].corners[1],
                        *c = facets[i].corners[2];
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            sum += (double)a[k] * ((double)b[l] * (double)c[m] - (double)b[m] * (double)c[l]);
        }
    return sum / 6.0;
}

static void stl_normals_are_true(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        qx_vec3 places[SOUP];
        const qx_mesh mesh = soup_mesh(places, seed);
        const qx_mesh_set set = { .meshes = &mesh, .count = 1, .axes = (qx_mesh_axes)(seed % 3) };
        uint32_t count;
        facet *facets = read_stl(&set, &count);
        assert_int_equal(count, SOUP / 3);
        for (uint32_t i = 0; i < count; i++) check_normal(&facets[i]);
        free(facets);
    }
}

// The same solid told in each of the three spaces: z up comes out, and outside stays outside.
static void axes_are_turned_to_z_up(void **state)
{
    (void)state;
    for (int axes = QX_MESH_SCREEN; axes <= QX_MESH_Z_UP; axes++) {
        float places[12];
        for (int i = 0; i < 12; i += 3) {
            const float x = tetrahedron[i], y = tetrahedron[i + 1], z = tetrahedron[i + 2];
            places[i] = x;
            places[i + 1] = axes == QX_MESH_Z_UP ? y : axes == QX_MESH_Y_UP ? z : -z;
            places[i + 2] = axes == QX_MESH_Z_UP ? z : -y;
        }
        qx_mesh mesh = solid_mesh();
        mesh.positions = places;
        uint32_t count;
        facet *facets = read_stl(
            &(qx_mesh_set){ .meshes = &mesh, .count = 1, .axes = (qx_mesh_axes)axes }, &count);
        assert_int_equal(count, 4);
        assert_true(fabs(volume_of(facets, count) - 10.0) < 1e-6);
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < 3; k++)
                assert_memory_equal(facets[i].corners[k], tetrahedron + 3 * sides[3 * i + k], 12);
        free(facets);
    }
}

static void meshes_follow_each_other_and_slivers_get_no_normal(void **state)
{
    (void)state;
    static const float flat[] = { 1, 1, 1, 2, 2, 2, 3, 3, 3 };
    const qx_mesh meshes[] = { solid_mesh(),
                               { .vertex_count = 3, .positions = flat },
                               solid_mesh() };
    uint32_t count;
    facet *facets =
        read_stl(&(qx_mesh_set){ .meshes = meshes, .count = 3, .axes = QX_MESH_Z_UP }, &count);
    assert_int_equal(count, 9);
    assert_memory_equal(&facets[0], &facets[5], sizeof(facet));
    for (int i = 0; i < 3; i++) assert_true(facets[4].normal[i] == 0.0f);
    free(facets);
}

// --- reading 3MF

static char *unpack(zip_t *archive, const char *name)
{
    zip_stat_t about;
    assert_int_equal(zip_stat(archive, name, 0, &about), 0);
    char *text = malloc(about.size + 1);
    assert_non_null(text);
    zip_file_t *file = zip_fopen(archive, name, 0);
    assert_non_null(file);
    assert_int_equal(zip_fread(file, text, about.size), about.size);
    assert_int_equal(zip_fclose(file), 0); // checks the CRC
    text[about.size] = '\0';
    return text;
}

// Tags close in the order in which they opened, attributes are quoted, no stray characters.
static void assert_well_formed(const char *xml)
{
    char open[32][64];
    int depth = 0;
    for (const char *at = strchr(xml, '<'); at && *at; at = strchr(at, '<')) {
        const char *end = at;
        for (bool quoted = false; *end && (quoted || *end != '>'); end++) {
            if (*end == '"') quoted = !quoted;
            assert_false(quoted && *end == '<');
        }
        assert_int_equal(*end, '>');
        char name[64];
        const size_t length = strcspn(at + 1, " />?");
        assert_true(length < sizeof name && depth < 31);
        if (at[1] == '/') {
            const size_t closing = (size_t)(end - at) - 2;
            assert_true(depth > 0 && strlen(open[--depth]) == closing);
            assert_memory_equal(open[depth], at + 2, closing);
        } else if (at[1] != '?' && end[-1] != '/') {
            memcpy(name, at + 1, length);
            name[length] = '\0';
            strcpy(open[depth++], name);
        }
        at = end;
    }
    assert_int_equal(depth, 0);
    for (const char *at = xml; *at; at++) {
        assert_true((unsigned char)*at >= 0x20 || *at == '\n');
        if (*at == '&') assert_true(strcspn(at, ";") <= 5);
    }
}

typedef struct package {
    uint8_t *bytes;
    zip_t *archive;
    char *model;
} package;

static package open_package(const qx_mesh_set *set)
{
    package opened;
    size_t size;
    assert_int_equal(qx_threemf_save_memory(set, NULL, &opened.bytes, &size), QX_OK);
    zip_source_t *source = zip_source_buffer_create(opened.bytes, size, 0, NULL);
    assert_non_null(source);
    opened.archive = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, NULL);
    assert_non_null(opened.archive);
    opened.model = unpack(opened.archive, "3D/3dmodel.model");
    return opened;
}

static void close_package(package *opened)
{
    zip_discard(opened->archive);
    free(opened->model);
    free(opened->bytes);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part)) count++;
    return count;
}

static void threemf_is_a_package_of_objects(void **state)
{
    (void)state;
    qx_mesh meshes[] = { solid_mesh(), solid_mesh(), solid_mesh() };
    meshes[0].name = "low";
    meshes[1].name = "a <\"&\"> \x01 \xc3\xa4 \xef\xbf\xbf";
    meshes[1].colour = 0x6FB1FF80;
    package opened = open_package(
        &(qx_mesh_set){ .meshes = meshes, .count = 3, .axes = QX_MESH_Z_UP, .metres = 0.001f });
    static const char *const names[] = { "[Content_Types].xml", "_rels/.rels" };
    static const char *const parts[] = { "3dmanufacturing-3dmodel+xml",
                                         "Target=\"/3D/3dmodel.model\"" };
    assert_int_equal(zip_get_num_entries(opened.archive, 0), 3);
    for (size_t i = 0; i < COUNT(names); i++) {
        assert_string_equal(zip_get_name(opened.archive, i, 0), names[i]);
        char *text = unpack(opened.archive, names[i]);
        assert_well_formed(text);
        assert_non_null(strstr(text, parts[i]));
        free(text);
    }
    assert_well_formed(opened.model);
    static const char *const said[] = {
        "unit=\"millimeter\"",
        "<object id=\"2\" type=\"model\" name=\"low\" pid=\"1\" pindex=\"0\">",
        "name=\"a &lt;&quot;&amp;&quot;> _ \xc3\xa4 _\" pid=\"1\" pindex=\"1\">",
        "name=\"mesh2\"",
        "displaycolor=\"#6FB1FF80\"",
        "<vertex x=\"3\" y=\"0\" z=\"0\"/>",
        "<vertex x=\"0\" y=\"0\" z=\"5\"/>",
        "<triangle v1=\"0\" v2=\"2\" v3=\"1\"/>",
        "<item objectid=\"4\"/>",
    };
    for (size_t i = 0; i < COUNT(said); i++)
        if (!strstr(opened.model, said[i])) fail_msg("no %s in %s", said[i], opened.model);
    assert_int_equal(count_of(opened.model, "<vertex "), 12);
    assert_int_equal(count_of(opened.model, "<triangle "), 12);
    assert_int_equal(count_of(opened.model, "<item "), 3);
    close_package(&opened);
}

static void threemf_counts_in_millimetres(void **state)
{
    (void)state;
    static const struct {
        float metres;
        const char *vertex;
    } cases[] = {
        { 0, "<vertex x=\"3000\" y=\"0\" z=\"0\"/>" },
        { 1, "<vertex x=\"3000\" y=\"0\" z=\"0\"/>" },
        { 0.001f, "<vertex x=\"3\" y=\"0\" z=\"0\"/>" },
        { 0.01f, "<vertex x=\"30\" y=\"0\" z=\"0\"/>" },
        { 0.0254f, "<vertex x=\"76.2\" y=\"0\" z=\"0\"/>" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        const qx_mesh mesh = solid_mesh();
        package opened = open_package(&(qx_mesh_set){
            .meshes = &mesh, .count = 1, .axes = QX_MESH_Z_UP, .metres = cases[i].metres });
        if (!strstr(opened.model, cases[i].vertex)) fail_msg("no %s", cases[i].vertex);
        assert_null(strstr(opened.model, "basematerials")); // none has a colour
        close_package(&opened);
    }
}

// Neither the clock nor the time zone shows.
static void same_meshes_give_the_same_bytes(void **state)
{
    (void)state;
    qx_vec3 places[SOUP];
    const qx_mesh mesh = soup_mesh(places, 3);
    const qx_mesh_set set = { .meshes = &mesh, .count = 1 };
    for (size_t i = 0; i < COUNT(writers); i++) {
        uint8_t *bytes[2];
        size_t sizes[2];
        for (int k = 0; k < 2; k++)
            assert_int_equal(writers[i](&set, NULL, &bytes[k], &sizes[k]), QX_OK);
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(bytes[0], bytes[1], sizes[0]);
        free(bytes[0]);
        free(bytes[1]);
    }
    package opened = open_package(&set);
    assert_memory_equal(opened.bytes + 10, "\0\0\x21\0", 4); // 1980, January the first, 0:00
    close_package(&opened);
}

// --- bad input

static void bad_meshes_are_refused(void **state)
{
    (void)state;
    static const float lost[] = { 0, 0, 0, 1, 0, NAN, 0, 1, 0 },
                       far[] = { 2e9f, 0, 0, 1, 0, 0, 0, 1, 0 };
    static const uint32_t beyond[] = { 0, 1, 4 };
    static const struct {
        qx_mesh mesh;
        const char *fault;
    } bad[] = {
        { { 0 }, "no vertices" },
        { { .vertex_count = 3 }, "no vertices" },
        { { .vertex_count = 4, .positions = tetrahedron }, "no whole triangles" },
        { { .vertex_count = 4, .positions = tetrahedron, .kind = QX_MESH_LINES }, "lines" },
        { { .vertex_count = 3, .positions = lost }, "not finite" },
        { { .vertex_count = 3, .positions = far }, "too far" },
        { { .vertex_count = 4, .positions = tetrahedron, .indices = beyond, .index_count = 3 },
          "beyond its vertices" },
        { { .vertex_count = 3, .positions = tetrahedron, .position_stride = 8 }, "stride" },
        { { .vertex_count = 3, .positions = tetrahedron, .name = "\xff" }, "UTF-8" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        const qx_mesh_set set = { .meshes = &bad[i].mesh, .count = 1 };
        qx_error error = { 0 };
        for (size_t k = 0; k < COUNT(writers); k++) {
            uint8_t *bytes = (uint8_t *)1;
            size_t size = 1;
            assert_int_equal(writers[k](&set, NULL, &bytes, &size), QX_BAD_VALUE);
            assert_null(bytes);
            assert_int_equal(size, 0);
        }
        assert_int_equal(qx_stl_save_file(&set, "/dev/null", NULL, &error), QX_BAD_VALUE);
        if (!strstr(error.message, bad[i].fault)) fail_msg("%zu: %s", i, error.message);
        assert_int_equal(qx_threemf_save_file(&set, "/dev/null", NULL, &error), QX_BAD_VALUE);
        if (!strstr(error.message, bad[i].fault)) fail_msg("%zu: %s", i, error.message);
    }
}

static void bad_sets_are_refused(void **state)
{
    (void)state;
    const qx_mesh mesh = solid_mesh();
    const qx_mesh_set bad[] = {
        { 0 },
        { .meshes = &mesh },
        { .count = 1 },
        { .meshes = &mesh, .count = 1, .axes = (qx_mesh_axes)3 },
        { .meshes = &mesh, .count = 1, .metres = NAN },
        { .meshes = &mesh, .count = 1, .metres = -1 },
    };
    for (size_t i = 0; i < COUNT(bad); i++)
        for (size_t k = 0; k < COUNT(writers); k++) {
            uint8_t *bytes;
            size_t size;
            assert_int_equal(writers[k](&bad[i], NULL, &bytes, &size), QX_BAD_VALUE);
        }
}

// A triangle that uses a corner twice has no place in 3MF; STL shrugs.
static void corners_used_twice_are_no_3mf(void **state)
{
    (void)state;
    static const uint32_t twice[] = { 0, 1, 2, 3, 1, 3 };
    qx_mesh mesh = solid_mesh();
    mesh.indices = twice;
    mesh.index_count = COUNT(twice);
    const qx_mesh_set set = { .meshes = &mesh, .count = 1 };
    qx_error error;
    assert_int_equal(qx_threemf_save_file(&set, "/dev/null", NULL, &error), QX_BAD_VALUE);
    assert_non_null(strstr(error.message, "a corner twice"));
    assert_int_equal(qx_stl_save_file(&set, "/dev/null", NULL, &error), QX_OK);
}

static void files_that_cannot_be_written_say_why(void **state)
{
    (void)state;
    const qx_mesh mesh = solid_mesh();
    const qx_mesh_set set = { .meshes = &mesh, .count = 1 };
    qx_error error;
    assert_int_equal(qx_stl_save_file(&set, "/dev/full", NULL, &error), QX_FILE_ERROR);
    assert_int_equal(qx_threemf_save_file(&set, "/dev/full", NULL, &error), QX_FILE_ERROR);
    assert_non_null(strchr(error.message, ':'));
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    qx_vec3 places[SOUP];
    const qx_mesh meshes[] = { soup_mesh(places, 1), solid_mesh() };
    const qx_mesh_set set = { .meshes = meshes, .count = 2 };
    for (size_t i = 0; i < COUNT(writers); i++) {
        long allowed = 0;
        for (qx_result result = QX_NO_MEMORY; result != QX_OK; allowed++) {
            failing book;
            const qx_allocator allocator = failing_after(&book, allowed);
            uint8_t *bytes;
            size_t size;
            result = writers[i](&set, &allocator, &bytes, &size);
            failing_bytes_settle(&book, result, bytes, size);
        }
        assert_true(allowed > 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stl_normals_are_true),
        cmocka_unit_test(axes_are_turned_to_z_up),
        cmocka_unit_test(meshes_follow_each_other_and_slivers_get_no_normal),
        cmocka_unit_test(threemf_is_a_package_of_objects),
        cmocka_unit_test(threemf_counts_in_millimetres),
        cmocka_unit_test(same_meshes_give_the_same_bytes),
        cmocka_unit_test(bad_meshes_are_refused),
        cmocka_unit_test(bad_sets_are_refused),
        cmocka_unit_test(corners_used_twice_are_no_3mf),
        cmocka_unit_test(files_that_cannot_be_written_say_why),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
