// SPDX-License-Identifier: MIT
#include "model_square.h"

#include <string.h>

void make_square(square *s)
{
    static const float corners[6][2] = {
        { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 0 }, { 1, 1 }, { 0, 1 }
    };
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < 6; i++) {
        s->indices[i] = i;
        for (int axis = 0; axis < 2; axis++) {
            s->places[i][axis] = corners[i][axis] / 3.0f;
            for (int key = 0; key < 2; key++) s->positions[key][i][axis] = corners[i][axis];
        }
        s->positions[1][i][2] = 3.0f;
        s->normals[0][i][2] = s->normals[1][i][2] = 1.0f;
    }
    s->times[1] = QX_KEYFRAME_SECOND / 10;
    s->clip = (qx_model_clip){ .name = "a_name_of_more_than_fifteen",
                               .duration = s->times[1],
                               .period = 2 * s->times[1],
                               .count = 2,
                               .times = s->times };
    s->mesh = (qx_model_mesh){ .name = "square",
                               .kind = QX_MODEL_KEYS,
                               .vertex_count = 6,
                               .index_count = 6,
                               .indices = s->indices,
                               .key_count = 2,
                               .positions = &s->positions[0][0][0],
                               .normals = &s->normals[0][0][0],
                               .colour = 0xFFFFFFFF };
    s->model = (qx_model){
        .format = "none", .mesh_count = 1, .clip_count = 1, .meshes = &s->mesh, .clips = &s->clip
    };
}
