// SPDX-License-Identifier: MIT
#pragma once

#include "base.h"

/// @file
/// Trigonometry and exponentials that give the same bits on every compiler, processor and C
/// library.
///
/// Does: sin, cos, atan2, exp, log in double with +, -, *, / and integer steps alone, in a fixed
/// order.
/// Does not: replace libm where equal bits do not matter; errors stay below 2 units in the last
/// place, not 0.5.
///
/// Threads: every function here may be called from any thread at any time.

/// Sine of an angle in radians, as exact near 2^30 as near 0; beyond 2^30, for NaN and for infinity
/// 0.
QX_API double qx_sin(double angle);

/// Cosine of an angle in radians; range as qx_sin, and 1 outside of it.
QX_API double qx_cos(double angle);

/// Angle of the point (x, y) in radians, -pi to pi, signs as C's atan2. 0 for (0, 0) and for NaN.
QX_API double qx_atan2(double y, double x);

/// e to the power x: 0 below -745, the largest finite double above 709.78, NaN gives 0.
QX_API double qx_exp(double x);

/// Natural logarithm of a positive number; -745 for 0, negative numbers and NaN, infinity as the
/// largest finite double.
QX_API double qx_log(double x);
