// SPDX-License-Identifier: MIT
#include "model_merge.h"

#include <quincunx/hash.h>

#include "base/memory.h"

#include <stdalign.h>
#include <string.h>

#define FREE UINT32_MAX

// Open addressing; at least half of the slots stay free.
typedef struct table {
    const uint8_t *records;
    size_t size;
    uint32_t *slots; // numbers
    size_t mask;
    uint32_t *examples;
} table;

static uint32_t *slot_of(const table *t, uint32_t record)
{
    const uint8_t *bytes = t->records + record * t->size;
    size_t slot = (size_t)qx_hash_bytes(QX_HASH_START, bytes, t->size) & t->mask;
    while (t->slots[slot] != FREE &&
           memcmp(t->records + t->examples[t->slots[slot]] * t->size, bytes, t->size) != 0)
        slot = (slot + 1) & t->mask;
    return &t->slots[slot];
}

bool model_merge(const uint8_t *records, size_t size, uint32_t count, const qx_allocator *allocator,
                 uint32_t *numbers, uint32_t *examples, uint32_t *distinct)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)count) slots *= 2;
    const size_t bytes = slots * sizeof(uint32_t);
    uint32_t *memory = qx_allocate(allocator, bytes, alignof(uint32_t));
    if (!memory) return false;
    memset(memory, 0xFF, bytes); // FREE
    const table t = { records, size, memory, slots - 1, examples };
    *distinct = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *slot = slot_of(&t, i);
        if (*slot == FREE) {
            *slot = (*distinct)++;
            examples[*slot] = i;
        }
        numbers[i] = *slot;
    }
    qx_release(allocator, memory, bytes);
    return true;
}
