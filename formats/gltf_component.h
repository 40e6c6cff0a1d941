// SPDX-License-Identifier: MIT
#pragma once

/// glTF's componentType.
enum {
    GLTF_INT8 = 5120,
    GLTF_UINT8 = 5121,
    GLTF_INT16 = 5122,
    GLTF_UINT16 = 5123,
    GLTF_UINT32 = 5125,
    GLTF_FLOAT = 5126
};
