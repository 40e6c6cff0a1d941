// SPDX-License-Identifier: MIT
#pragma once

/// @file
/// The whole core library in one include. File formats (png.h, svg.h) and drawing (render.h) have
/// their own headers and libraries.

#include "base.h"
#include "bolt.h"
#include "flash.h"
#include "glow.h"
#include "grid.h"
#include "hash.h"
#include "keyframe.h"
#include "keyframe_pose.h"
#include "math.h"
#include "maze.h"
#include "maze_mesh.h"
#include "random.h"
#include "terrain.h"
#include "terrain_base.h"
#include "terrain_lod.h"
#include "terrain_make.h"
#include "terrain_mesh.h"
#include "terrain_simplify.h"
