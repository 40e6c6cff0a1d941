// SPDX-License-Identifier: MIT
#pragma once

// What the readers of height maps share.

#include <quincunx/height.h>

typedef struct height_source {
    const uint8_t *bytes;
    size_t size;
    const qx_height_options *options; // resolved
    const qx_allocator *allocator;
    qx_height_map *map; // what a reader leaves behind when it fails is given back by its caller
    qx_error *error;
} height_source;

/// Whether a map may have this size and be kept: at least 2 x 2, within the limit.
qx_result qx_height_check_size(const height_source *source, uint32_t columns, uint32_t rows,
                               qx_terrain_kind kind);

/// As above, and takes memory for its samples.
qx_result qx_height_begin(const height_source *source, uint32_t columns, uint32_t rows,
                          qx_terrain_kind kind);

/// Takes memory for the mask, after qx_height_begin.
qx_result qx_height_begin_mask(const height_source *source);

/// Gives samples and mask back.
void qx_height_drop(const height_source *source);

/// The samples, to be written.
void *qx_height_row(const height_source *source, uint32_t row);

qx_result qx_height_read_raw(const height_source *source);
qx_result qx_height_read_png(const height_source *source);
qx_result qx_height_read_pgm(const height_source *source);
qx_result qx_height_read_tiff(const height_source *source);
