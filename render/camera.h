// SPDX-License-Identifier: MIT
#pragma once

// What drawing in space needs of cameras beyond the public functions.

#include <quincunx/solid.h>

// Three directions of length 1 at right angles.
typedef struct qx_axes {
    qx_vec3 right, up, ahead;
} qx_axes;

// Of length 1; `otherwise` where there is no direction to be had.
qx_vec3 qx_direction(qx_vec3 of, qx_vec3 otherwise);
// `along` of length 1; up as near to `up` as can be.
qx_axes qx_axes_along(qx_vec3 along, qx_vec3 up);
// World to what `eye` sees: x right, y up, z toward the viewer.
qx_mat4 qx_axes_matrix(const qx_axes *axes, qx_vec3 eye);
// With every default filled in.
qx_camera qx_camera_resolve(const qx_camera *camera);
