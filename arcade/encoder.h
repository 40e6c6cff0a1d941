// SPDX-License-Identifier: MIT
// A film file made by ffmpeg, which is fed raw pictures through a pipe. The file appears when it is
// complete.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ENCODER_PATH_SIZE 4096

typedef struct encoder {
    int pipe;
    int process;
    char path[ENCODER_PATH_SIZE];
    char unfinished[ENCODER_PATH_SIZE]; // what ffmpeg writes to
} encoder;

typedef enum encoder_result {
    ENCODER_OK,
    ENCODER_MISSING, // no ffmpeg here
    ENCODER_FAILED   // reported
} encoder_result;

// path "-" is standard output.
encoder_result encoder_open(encoder *e, const char *path, uint32_t width, uint32_t height,
                            uint32_t fps);
// RGB, row by row from the top. False, reported, where ffmpeg takes no more.
bool encoder_write(encoder *e, const uint8_t *pixels, size_t size);
// keep: false throws away what there is. False, reported, where ffmpeg or the disk failed.
bool encoder_close(encoder *e, bool keep);
