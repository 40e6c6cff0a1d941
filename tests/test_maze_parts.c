// SPDX-License-Identifier: MIT
#include "maze_solids.h"

#include <quincunx/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define MOST_PINS 256

// Even differences, so that pins stand on whole numbers.
static const qx_maze_mesh_desc sizes[] = {
    { .cell = 20, .wall = 4, .shell = 12, .pin = 4, .play = 1 },  // ends in a wall
    { .cell = 20, .wall = 6, .shell = 16, .pin = 6, .play = 2 },  // a hole deeper than a wall
    { .cell = 20, .wall = 8, .shell = 14, .pin = 6, .play = 2 },  // as deep as one
    { .cell = 10, .wall = 2, .shell = 32, .pin = 16, .play = 2 }, // wider than a corridor
    { .cell = 10, .wall = 2, .shell = 6, .pin = 2, .play = 1 },
};

static qx_maze *make(uint32_t width, uint32_t height, uint32_t depth, uint64_t seed)
{
    qx_maze *maze;
    const qx_maze_desc desc = {
        .width = width, .height = height, .depth = depth, .seed = seed, .braid = 0.2f
    };
    assert_int_equal(qx_maze_create(&desc, NULL, &maze), QX_OK);
    return maze;
}

typedef struct peg {
    float low[2], high[2]; // in x and y
} peg;

// Rectangles of vertices at one height where nothing else of the part is: tops of pins, or ends of
// holes. They come in order of y, then of x; each is two vertices at its low y, two at its high y.
static uint32_t find_pegs(const solid_mesh *mesh, float z, peg *pegs)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i + 1 < mesh->counts.vertices; i++) {
        const qx_vec3 a = mesh->positions[i], b = mesh->positions[i + 1];
        if (a.z != z) continue;
        assert_true(b.z == z && a.y == b.y && a.x < b.x);
        uint32_t k = 0; // closes the one whose low side it is as wide as, or opens another
        while (k < found &&
               !(pegs[k].high[1] < 0 && pegs[k].low[0] == a.x && pegs[k].high[0] == b.x))
            k++;
        assert_true(k < MOST_PINS);
        if (k < found)
            pegs[k].high[1] = a.y;
        else
            pegs[found++] = (peg){ { a.x, a.y }, { b.x, -1 } };
        i++;
    }
    return found;
}

static void assert_fits(const peg *pin, const peg *hole, float play)
{
    for (size_t i = 0; i < 2; i++) {
        assert_true(pin->high[i] > pin->low[i] && hole->high[i] > hole->low[i]);
        assert_true(pin->low[i] - hole->low[i] == play);
        assert_true(hole->high[i] - pin->high[i] == play);
    }
}

typedef struct halves {
    solid_case low, high;
    uint32_t seam, boxes; // layers of the lattice
    solid_mesh pins, holes;
} halves;

static halves make_halves(const qx_maze *maze, const qx_maze_mesh_desc *desc, bool lid,
                          const qx_maze_opening *openings)
{
    const uint32_t depth = qx_maze_get_info(maze).depth;
    halves both = { .low = { .maze = maze, .desc = *desc }, .boxes = 2 * depth + 1 };
    both.low.desc.openings = openings;
    both.low.desc.opening_count = 2;
    both.high = both.low;
    both.low.desc.part = lid ? QX_MAZE_PART_BOX : QX_MAZE_PART_LOW;
    both.high.desc.part = lid ? QX_MAZE_PART_LID : QX_MAZE_PART_HIGH;
    both.seam = lid ? 2 * depth : depth / 2 * 2;
    both.pins = solid_mesh_make(&both.low);
    both.holes = solid_mesh_make(&both.high);
    return both;
}

static void free_halves(halves *both)
{
    solid_mesh_free(&both->pins);
    solid_mesh_free(&both->holes);
}

// Each pin stands in a hole with the room that was asked for, so that the parts touch at the seam
// and nowhere else; returns how many there are.
static uint32_t check_pins(const halves *both)
{
    static peg pins[MOST_PINS], holes[MOST_PINS];
    const qx_maze_mesh_desc *desc = &both->low.desc;
    const float seam = (float)solid_plane(&both->low, 2, both->seam);
    const uint32_t count = find_pegs(&both->pins, seam + desc->pin, pins);
    for (uint32_t i = 0; i < both->pins.counts.vertices; i++) {
        const float z = both->pins.positions[i].z;
        assert_true(z <= seam || z == seam + desc->pin);
    }
    for (uint32_t i = 0; i < both->holes.counts.vertices; i++)
        assert_true(both->holes.positions[i].z >= seam);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(pins[i].high[0] - pins[i].low[0] == desc->pin);
        assert_true(pins[i].high[1] - pins[i].low[1] == desc->pin);
    }
    // Where a hole ends in a plane of the lattice, other vertices are there too.
    for (uint32_t plane = both->seam; plane <= both->boxes; plane++)
        if ((float)solid_plane(&both->low, 2, plane) == seam + desc->pin + desc->play) return count;
    assert_int_equal(find_pegs(&both->holes, seam + desc->pin + desc->play, holes), count);
    for (uint32_t i = 0; i < count; i++) assert_fits(&pins[i], &holes[i], desc->play);
    return count;
}

static void check_volumes(const halves *both, uint32_t count)
{
    const int64_t pin = (int64_t)both->low.desc.pin, play = (int64_t)both->low.desc.play;
    const int64_t hole = (pin + 2 * play) * (pin + 2 * play) * (pin + play);
    const int64_t low = solid_boxes(&both->low, 0, both->seam) + count * pin * pin * pin;
    const int64_t high = solid_boxes(&both->low, both->seam, both->boxes) - count * hole;
    assert_true(solid_mesh_volume6(&both->pins) == 6 * low);
    assert_true(solid_mesh_volume6(&both->holes) == 6 * high);
}

static void check_halves(const qx_maze *maze, const qx_maze_mesh_desc *desc, bool lid,
                         uint64_t seed)
{
    qx_maze_opening openings[2];
    solid_openings(maze, seed, openings);
    halves both = make_halves(maze, desc, lid, openings);
    solid_mesh_assert_closed(&both.pins);
    solid_mesh_assert_closed(&both.holes);
    const uint32_t count = check_pins(&both);
    assert_true(count >= 4); // at the corners, always
    check_volumes(&both, count);
    free_halves(&both);
}

static void parts_are_closed_and_fit(void **state)
{
    (void)state;
    qx_random random;
    qx_random_seed(&random, 3, 1);
    for (uint64_t seed = 0; seed < 150; seed++) {
        const uint32_t w = 1 + qx_random_below(&random, 20), h = 1 + qx_random_below(&random, 6),
                       d = 2 + qx_random_below(&random, 5);
        qx_maze_mesh_desc desc = sizes[seed % COUNT(sizes)];
        desc.slice_axis = (uint32_t)seed / 5 % 4;
        qx_maze *maze = make(w, h, d, seed);
        check_halves(maze, &desc, seed % 2, seed);
        qx_maze_destroy(maze);
    }
}

static void a_flat_maze_has_a_lid(void **state)
{
    (void)state;
    for (uint32_t size = 1; size < 12; size++) {
        qx_maze *maze = make(size, 12 - size, 1, size);
        check_halves(maze, &sizes[size % COUNT(sizes)], true, size);
        qx_maze_destroy(maze);
    }
}

static uint32_t pins_of(const qx_maze *maze, const qx_maze_mesh_desc *desc, peg *pins)
{
    solid_case of = { .maze = maze, .desc = *desc };
    of.desc.part = QX_MAZE_PART_LOW;
    solid_mesh mesh = solid_mesh_make(&of);
    const uint32_t depth = qx_maze_get_info(maze).depth;
    const uint32_t count =
        find_pegs(&mesh, (float)solid_plane(&of, 2, depth / 2 * 2) + desc->pin, pins);
    solid_mesh_free(&mesh);
    return count;
}

static bool is_among(const peg *pins, uint32_t count, float x, float y)
{
    for (uint32_t i = 0; i < count; i++)
        if (pins[i].low[0] + pins[i].high[0] == x && pins[i].low[1] + pins[i].high[1] == y)
            return true;
    return false;
}

// Turned by a half or a quarter, some pin finds no hole.
static void halves_fit_in_one_way_only(void **state)
{
    static const uint32_t boxes[][2] = { { 1, 1 }, { 2, 2 }, { 3, 3 },   { 7, 7 },
                                         { 8, 8 }, { 4, 9 }, { 20, 20 }, { 33, 2 } };
    static peg pins[MOST_PINS];
    (void)state;
    for (size_t i = 0; i < COUNT(boxes); i++) {
        qx_maze *maze = make(boxes[i][0], boxes[i][1], 4, i);
        const uint32_t count = pins_of(maze, &sizes[0], pins);
        const float w = 2 * (float)(boxes[i][0] * 20 + 20), h = 2 * (float)(boxes[i][1] * 20 + 20);
        uint32_t half = 0, quarter = 0, back = 0;
        for (uint32_t k = 0; k < count; k++) { // twice the middles; the box is w / 2 by h / 2 long
            const float x = pins[k].low[0] + pins[k].high[0], y = pins[k].low[1] + pins[k].high[1];
            half += is_among(pins, count, w - x, h - y);
            quarter += is_among(pins, count, y, w - x);
            back += is_among(pins, count, h - y, x);
        }
        assert_true(half < count);
        if (w == h) assert_true(quarter < count && back < count);
        qx_maze_destroy(maze);
    }
}

// An opening where a pin would stand moves it aside.
static void pins_keep_off_openings(void **state)
{
    static peg pins[MOST_PINS], moved[MOST_PINS];
    (void)state;
    qx_maze *maze = make(5, 5, 4, 1);
    qx_maze_mesh_desc desc = sizes[1];
    const uint32_t count = pins_of(maze, &desc, pins);
    assert_int_equal(count, 6);                     // corners, and one on each low side
    for (uint32_t layer = 1; layer <= 2; layer++) { // below the seam, and where its hole would be
        const qx_maze_opening openings[] = {
            { qx_maze_get_cell(maze, 2, 0, layer), QX_MAZE_LOW_Y },
            { qx_maze_get_cell(maze, 0, 2, layer), QX_MAZE_LOW_X },
        };
        desc.openings = openings;
        desc.opening_count = 2;
        assert_int_equal(pins_of(maze, &desc, moved), count);
        uint32_t same = 0;
        for (uint32_t i = 0; i < count; i++)
            same += is_among(moved, count, pins[i].low[0] + pins[i].high[0],
                             pins[i].low[1] + pins[i].high[1]);
        assert_int_equal(same, 4);
        check_halves(maze, &desc, false, layer);
    }
    qx_maze_destroy(maze);
}

// A shape without outer walls at some corners has pins where there is something to stand on.
static void parts_of_masked_mazes_are_closed(void **state)
{
    (void)state;
    uint32_t made = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        uint64_t mask[6 * 6 * 6 / 64 + 1] = { 0 };
        for (uint64_t i = 0; i < 6 * 6 * 6; i++) {
            const bool pillar = i % 36 == 14; // holds the layers together
            const bool cross = (i % 6 == 2 || i / 6 % 6 == 2) && (i + seed * 7) % 11 > 2;
            if (pillar || cross) mask[i / 64] |= UINT64_C(1) << i % 64;
        }
        const qx_maze_desc desc = { .width = 6,
                                    .height = 6,
                                    .depth = 6,
                                    .seed = seed,
                                    .algorithm = QX_MAZE_KRUSKAL,
                                    .mask = mask };
        qx_maze *maze;
        if (qx_maze_create(&desc, NULL, &maze) != QX_OK) continue; // does not hang together
        made++;
        for (int part = QX_MAZE_PART_LOW; part <= QX_MAZE_PART_LID; part++) {
            solid_case of = { .maze = maze, .mask = mask, .desc = sizes[seed % COUNT(sizes)] };
            of.desc.part = (qx_maze_part)part;
            solid_mesh mesh = solid_mesh_make(&of);
            solid_mesh_assert_closed(&mesh);
            solid_mesh_free(&mesh);
        }
        qx_maze_destroy(maze);
    }
    assert_true(made > 10);
}

// What a maker gets who says nothing: pins and walls of 1.2 mm or more.
static void default_parts_can_be_printed(void **state)
{
    (void)state;
    qx_maze *maze = make(8, 8, 8, 1);
    for (int part = QX_MAZE_PART_LOW; part <= QX_MAZE_PART_LID; part++) {
        const qx_maze_mesh_desc desc = { .part = (qx_maze_part)part };
        qx_maze_fit fit;
        assert_int_equal(qx_maze_mesh_measure(maze, &desc, &fit), QX_OK);
        assert_true(fit.thinnest >= 1.2f && fit.corridor >= 8);
        solid_mesh mesh = solid_mesh_make(&(solid_case){ .maze = maze, .desc = desc });
        float low = 1e9f, high = -1e9f;
        for (uint32_t i = 0; i < mesh.counts.vertices; i++) {
            const float z = mesh.positions[i].z;
            low = z < low ? z : low;
            high = z > high ? z : high;
        }
        assert_float_equal(high - low, fit.size.z, 1e-4);
        solid_mesh_free(&mesh);
    }
    qx_maze_destroy(maze);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_closed_and_fit),
        cmocka_unit_test(a_flat_maze_has_a_lid),
        cmocka_unit_test(halves_fit_in_one_way_only),
        cmocka_unit_test(pins_keep_off_openings),
        cmocka_unit_test(parts_of_masked_mazes_are_closed),
        cmocka_unit_test(default_parts_can_be_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
