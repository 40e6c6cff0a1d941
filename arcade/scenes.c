// SPDX-License-Identifier: MIT
// Every game and room, in the order of the menu. A new one is one more row.
#include "scene.h"

#include <string.h>

extern const scene blaster_scene, mazecube_scene, grid_room, lightning_room, terrain_room,
    model_room;

const scene *const scenes[] = {
    &blaster_scene, &mazecube_scene, &grid_room, &lightning_room, &terrain_room, &model_room,
};
const uint32_t scene_count = sizeof scenes / sizeof scenes[0];

const scene *scene_find(const char *name)
{
    for (uint32_t i = 0; i < scene_count; i++)
        if (strcmp(scenes[i]->name, name) == 0) return scenes[i];
    return NULL;
}
