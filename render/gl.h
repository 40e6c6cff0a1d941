// SPDX-License-Identifier: MIT
#pragma once

// The one place that knows where OpenGL's entry points come from.

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif
