// SPDX-License-Identifier: MIT
#include "md2_normals.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

// The order of the numbers is that in which a program met them: faces one by one, each split into
// four, and each of these again, repeats left out. The first list of corners is that of the OpenGL
// Programming Guide's icosahedron, in its version whose faces begin with {0, 4, 1}.

#define X 0.525731112119133606
#define Z 0.850650808352039932

static const double corners[12][3] = {
    { -X, 0, Z }, { X, 0, Z },   { -X, 0, -Z }, { X, 0, -Z }, { 0, Z, X },  { 0, Z, -X },
    { 0, -Z, X }, { 0, -Z, -X }, { Z, X, 0 },   { -Z, X, 0 }, { Z, -X, 0 }, { -Z, -X, 0 },
};

static const uint8_t faces[20][3] = {
    { 0, 4, 1 }, { 0, 9, 4 },  { 9, 5, 4 },  { 4, 5, 8 },  { 4, 8, 1 },  { 8, 10, 1 }, { 8, 3, 10 },
    { 5, 3, 8 }, { 5, 2, 3 },  { 2, 7, 3 },  { 7, 10, 3 }, { 7, 6, 10 }, { 7, 11, 6 }, { 11, 0, 6 },
    { 0, 1, 6 }, { 6, 1, 10 }, { 9, 0, 11 }, { 9, 11, 2 }, { 9, 2, 5 },  { 7, 2, 11 },
};

typedef struct place {
    double x, y, z;
} place;

// Points met so far, and where they were met: their coordinates rounded to 256ths tell them apart.
enum { SLOTS = 512, FREE = 0xFF };

typedef struct list {
    float (*normals)[3];
    uint32_t count;
    uint8_t slots[SLOTS];
    place places[MD2_NORMALS];
} list;

static place middle(place a, place b)
{
    return (place){ 0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z) };
}

static bool same(place a, place b)
{
    return fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z) < 1e-6;
}

static uint32_t step_of(double value)
{
    return (uint32_t)(int32_t)(value * 256.0 + (value < 0.0 ? -0.5 : 0.5));
}

// The slot a point is in, or the free one it goes to.
static uint8_t *slot_of(list *l, place p)
{
    uint32_t slot = step_of(p.x) * 73u + step_of(p.y) * 179u + step_of(p.z) * 283u;
    while (l->slots[slot % SLOTS] != FREE && !same(l->places[l->slots[slot % SLOTS]], p)) slot++;
    return &l->slots[slot % SLOTS];
}

static void meet(list *l, place p)
{
    uint8_t *slot = slot_of(l, p);
    if (*slot != FREE || l->count == MD2_NORMALS) return;
    *slot = (uint8_t)l->count;
    l->places[l->count] = p;
    const double by = 1.0 / sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
    float *normal = l->normals[l->count++];
    normal[0] = (float)(p.x * by);
    normal[1] = (float)(p.y * by);
    normal[2] = (float)(p.z * by);
}

// Corners and middles of the sides, in the order p, pq, pr, q, qr, r.
static void meet_triangle(list *l, place p, place q, place r)
{
    meet(l, p);
    meet(l, middle(p, q));
    meet(l, middle(p, r));
    meet(l, q);
    meet(l, middle(q, r));
    meet(l, r);
}

static place corner(uint8_t which)
{
    return (place){ corners[which][0], corners[which][1], corners[which][2] };
}

void md2_normals_build(float normals[MD2_NORMALS][3])
{
    list l = { .normals = normals, .count = 0 };
    memset(l.slots, FREE, sizeof l.slots);
    for (int face = 0; face < 20; face++) {
        const place a = corner(faces[face][0]), b = corner(faces[face][1]);
        const place c = corner(faces[face][2]);
        const place ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
        meet_triangle(&l, a, ab, ca);
        meet_triangle(&l, b, ab, bc);
        meet_triangle(&l, c, ca, bc);
        meet_triangle(&l, ab, bc, ca);
    }
}

// --- the nearest

// No direction is further than 10.8123 degrees from all of them, which is the circle around their
// widest gap; this is its cosine, squared, and a little less.
#define NEAR_SQUARED 0.9645

// The nearest direction of an octant is the normal without its components of the other sign, and
// the length of what remains is the cosine of the angle between the two.
static bool is_near(const float normal[3], int octant)
{
    double squared = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        const double value = octant >> axis & 1 ? -(double)normal[axis] : (double)normal[axis];
        if (value > 0.0) squared += value * value;
    }
    return squared > NEAR_SQUARED;
}

void md2_finder_build(md2_finder *finder)
{
    md2_normals_build(finder->normals);
    for (int octant = 0; octant < 8; octant++) {
        finder->counts[octant] = 0;
        for (uint8_t i = 0; i < MD2_NORMALS; i++)
            if (is_near(finder->normals[i], octant))
                finder->near[octant][finder->counts[octant]++] = i;
    }
}

uint8_t md2_finder_find(const md2_finder *finder, const float direction[3])
{
    const int octant =
        (direction[0] < 0.0f) | (direction[1] < 0.0f) << 1 | (direction[2] < 0.0f) << 2;
    uint8_t best = finder->near[octant][0];
    float most = -INFINITY;
    for (int i = 0; i < finder->counts[octant]; i++) {
        const float *normal = finder->normals[finder->near[octant][i]];
        const float along =
            normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
        if (!(along > most)) continue;
        most = along;
        best = finder->near[octant][i];
    }
    return best;
}
