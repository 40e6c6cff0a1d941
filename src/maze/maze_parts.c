// SPDX-License-Identifier: MIT
#include "maze_solid.h"

#include <string.h>

// A part is the whole on one side of a seam, on a finer lattice: boxes that a pin or a hole goes
// through are cut in three along x and y, so that these are boxes themselves.

// Cells of a side from one pin to the next, about.
#define CELLS_A_PIN 8u

// A pin or hole, by the boxes of the whole that it stands on.
typedef struct pin {
    uint32_t x, y;
} pin;

typedef struct fitting {
    const maze_solid *whole;
    uint32_t cells[3];
    uint32_t seam;      // plane across z
    int32_t size, play; // of a pin; around it and above
    pin *pins;
    uint32_t count;
} fitting;

// Pins to a side: one more on the low sides, so that nothing fits when one part is turned.
static uint32_t pins_along(uint32_t cells, bool low)
{
    return cells / CELLS_A_PIN + low;
}

static bool fits(const fitting *fit, uint32_t axis, uint32_t box)
{
    const int32_t *planes = fit->whole->axes[axis].planes;
    return planes[box + 1] - planes[box] >= fit->size + 2 * fit->play + 2;
}

// Material under the pin, and around all of its hole.
static bool has_ground(const fitting *fit, uint32_t x, uint32_t y)
{
    const maze_axis *z = &fit->whole->axes[2];
    const int32_t end = z->planes[fit->seam] + fit->size + fit->play;
    for (uint32_t box = fit->seam - 1; box < z->boxes && z->planes[box] < end; box++)
        if (!maze_solid_get(&fit->whole->bits, x, y, box)) return false;
    return true;
}

static bool put_pin(fitting *fit, uint32_t x, uint32_t y)
{
    if (!fits(fit, 0, x) || !fits(fit, 1, y) || !has_ground(fit, x, y)) return false;
    fit->pins[fit->count++] = (pin){ x, y };
    return true;
}

// Along x (axis 0) or y, in the outer wall whose box across it is `wall`; beside an opening where
// one is in the way.
static void put_along(fitting *fit, uint32_t axis, uint32_t wall, uint32_t count)
{
    const uint32_t cells = fit->cells[axis];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t middle = (uint32_t)((2 * i + 1) * (uint64_t)cells / (2 * count));
        const uint32_t tries[] = { middle, middle + 1, middle - 1 }; // 0 - 1 is beyond all cells
        for (size_t j = 0; j < 3; j++) {
            const uint32_t box = 2 * tries[j] + 1;
            if (tries[j] >= cells) continue;
            if (axis == 0 ? put_pin(fit, box, wall) : put_pin(fit, wall, box)) break;
        }
    }
}

static qx_result choose_pins(fitting *fit, maze_solid *whole)
{
    const uint32_t *cells = fit->cells;
    const size_t most = 4 + 2 * (size_t)(pins_along(cells[0], true) + pins_along(cells[1], true));
    void *memory;
    const qx_result result = maze_solid_take(whole, most, sizeof(pin), &memory);
    if (result != QX_OK) return result;
    fit->pins = memory;
    for (uint32_t corner = 0; corner < 4; corner++)
        put_pin(fit, corner % 2 ? 2 * cells[0] : 0, corner / 2 ? 2 * cells[1] : 0);
    for (uint32_t axis = 0; axis < 2; axis++) {
        put_along(fit, axis, 0, pins_along(cells[axis], true));
        put_along(fit, axis, 2 * cells[1 - axis], pins_along(cells[axis], false));
    }
    return QX_OK;
}

static qx_result take_axis(maze_solid *solid, uint32_t boxes, maze_axis *axis)
{
    void *planes, *layer;
    qx_result result = maze_solid_take(solid, (size_t)boxes + 1, sizeof(int32_t), &planes);
    if (result == QX_OK) result = maze_solid_take(solid, boxes, sizeof(uint32_t), &layer);
    if (result == QX_OK) *axis = (maze_axis){ boxes, planes, layer };
    return result;
}

// Where each box of the whole begins on the finer axis, and behind the last; returns that.
static uint32_t count_boxes(const fitting *fit, uint32_t axis, uint32_t *start)
{
    const uint32_t whole = fit->whole->axes[axis].boxes;
    uint32_t boxes = 0;
    for (uint32_t i = 0; i < fit->count; i++) start[axis ? fit->pins[i].y : fit->pins[i].x] = 2;
    for (uint32_t i = 0; i < whole; i++) {
        const uint32_t more = start[i] + 1;
        start[i] = boxes;
        boxes += more;
    }
    return start[whole] = boxes;
}

// The finer axis, x or y. Pins and holes are as wide as `width`, in the middle of their box.
static qx_result refine(maze_solid *solid, const fitting *fit, uint32_t axis, int32_t width,
                        maze_axis *fine, uint32_t **first)
{
    const maze_axis *whole = &fit->whole->axes[axis];
    void *memory;
    qx_result result = maze_solid_take(solid, (size_t)whole->boxes + 1, sizeof(uint32_t), &memory);
    if (result != QX_OK) return result;
    uint32_t *const start = *first = memory;
    result = take_axis(solid, count_boxes(fit, axis, start), fine);
    if (result != QX_OK) return result;
    for (uint32_t i = 0; i < whole->boxes; i++) {
        const int32_t low = whole->planes[i], high = whole->planes[i + 1];
        const int32_t margin = (high - low - width) / 2;
        const int32_t planes[] = { low, low + margin, low + margin + width };
        for (uint32_t j = start[i]; j < start[i + 1]; j++) {
            fine->planes[j] = planes[j - start[i]];
            fine->layer[j] = i;
        }
    }
    fine->planes[fine->boxes] = whole->planes[whole->boxes];
    return QX_OK;
}

static void add_box(maze_axis *axis, uint32_t layer, int32_t low, int32_t high)
{
    axis->layer[axis->boxes++] = layer;
    axis->planes[axis->boxes - 1] = low;
    axis->planes[axis->boxes] = high;
}

// Below the seam, with one more layer for pins.
static qx_result stretch_below(maze_solid *solid, const fitting *fit, maze_axis *fine)
{
    const maze_axis *whole = &fit->whole->axes[2];
    const int32_t seam = whole->planes[fit->seam];
    const qx_result result = take_axis(solid, fit->seam + 1, fine);
    if (result != QX_OK) return result;
    fine->boxes = 0;
    for (uint32_t box = 0; box < fit->seam; box++)
        add_box(fine, box, whole->planes[box], whole->planes[box + 1]);
    if (fit->count) add_box(fine, fit->seam, seam, seam + fit->size);
    return QX_OK;
}

// Above the seam, with one more plane where holes end.
static qx_result stretch_above(maze_solid *solid, const fitting *fit, maze_axis *fine)
{
    const maze_axis *whole = &fit->whole->axes[2];
    const int32_t end = whole->planes[fit->seam] + fit->size + fit->play;
    const qx_result result = take_axis(solid, whole->boxes - fit->seam + 1, fine);
    if (result != QX_OK) return result;
    fine->boxes = 0;
    for (uint32_t box = fit->seam; box < whole->boxes; box++) {
        const int32_t low = whole->planes[box], high = whole->planes[box + 1];
        const bool ends = low < end && end < high;
        add_box(fine, box, low, ends ? end : high);
        if (ends) add_box(fine, box, end, high);
    }
    return QX_OK;
}

static void copy_row(const maze_solid *whole, const maze_axis *axis, size_t row, uint64_t *out)
{
    const uint64_t *in = whole->bits.bits + row;
    for (uint32_t x = 0; x < axis->boxes; x++) {
        const uint32_t bit = axis->layer[x] + 1;
        out[(x + 1) / 64] |= (in[bit / 64] >> bit % 64 & 1) << (x + 1) % 64;
    }
}

static void copy_boxes(const maze_solid *whole, const fitting *fit, const maze_axis axes[3],
                       bool pins, maze_volume *bits)
{
    for (uint32_t z = 0; z < axes[2].boxes; z++) {
        if (pins && axes[2].layer[z] >= fit->seam) continue;
        for (uint32_t y = 0; y < axes[1].boxes; y++) {
            const size_t row = maze_row(&whole->bits, 0, (size_t)axes[1].layer[y] + 1,
                                        (size_t)axes[2].layer[z] + 1);
            copy_row(whole, &axes[0], row, bits->bits + maze_row(bits, 0, y + 1, z + 1));
        }
    }
}

static void set_pins(const fitting *fit, const maze_axis axes[3], uint32_t *const first[2],
                     bool pins, maze_volume *bits)
{
    const int32_t seam = fit->whole->axes[2].planes[fit->seam];
    const int32_t end = seam + fit->size + (pins ? 0 : fit->play);
    for (uint32_t z = 0; z < axes[2].boxes; z++) {
        if (axes[2].planes[z] < seam || axes[2].planes[z] >= end) continue;
        for (uint32_t i = 0; i < fit->count; i++)
            maze_solid_set(bits, first[0][fit->pins[i].x] + 1, first[1][fit->pins[i].y] + 1, z,
                           pins);
    }
}

static fitting measure(const qx_maze_mesh_desc *desc, const maze_solid *whole)
{
    fitting fit = { .whole = whole };
    for (size_t axis = 0; axis < 3; axis++) fit.cells[axis] = whole->axes[axis].boxes / 2;
    fit.seam = maze_part_seam(desc->part, fit.cells[2]);
    fit.size = (int32_t)((double)desc->pin / whole->unit + 0.5);
    fit.play = (int32_t)((double)desc->play / whole->unit + 0.5);
    return fit;
}

// What thickness has no room for in whole units: a shell that floats cannot divide.
static bool has_room(const fitting *fit)
{
    return fit->size > 0 && fits(fit, 0, 0) && fits(fit, 1, 0);
}

qx_result maze_parts_cut(const qx_maze_mesh_desc *desc, maze_solid *solid)
{
    const maze_solid whole = *solid;
    const bool pins = maze_part_has_pins(desc->part);
    fitting fit = measure(desc, &whole);
    if (!has_room(&fit)) return QX_TOO_LARGE;
    maze_axis axes[3];
    uint32_t *first[2];
    const int32_t width = fit.size + (pins ? 0 : 2 * fit.play);
    qx_result result = choose_pins(&fit, solid);
    for (uint32_t axis = 0; axis < 2 && result == QX_OK; axis++)
        result = refine(solid, &fit, axis, width, &axes[axis], &first[axis]);
    if (result == QX_OK)
        result = pins ? stretch_below(solid, &fit, &axes[2]) : stretch_above(solid, &fit, &axes[2]);
    if (result != QX_OK) return result;
    const uint32_t boxes[] = { axes[0].boxes, axes[1].boxes, axes[2].boxes };
    maze_volume bits;
    result = maze_volume_take(solid, boxes, 0, &bits);
    if (result != QX_OK) return result;
    copy_boxes(&whole, &fit, axes, pins, &bits);
    set_pins(&fit, axes, first, pins, &bits);
    memcpy(solid->axes, axes, sizeof axes);
    solid->bits = bits;
    return QX_OK;
}
