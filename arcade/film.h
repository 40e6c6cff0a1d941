// SPDX-License-Identifier: MIT
// A scene as a film: through ffmpeg, or as numbered pictures.
#pragma once

#include "options.h"

// film. Returns the exit status.
int film_run(const options *o);
