// SPDX-License-Identifier: MIT
#include <quincunx/bolt.h>

static bool is_finite(double value)
{
    return value - value == 0.0;
}

static double seconds(float given, double preset)
{
    if (given == 0.0f) return preset;
    return given > 0.0f ? (double)given : 0.0;
}

// Slow at both ends, so that nothing is seen to begin or to stop fading.
static float smooth(double share)
{
    return (float)(share * share * (3.0 - 2.0 * share));
}

bool qx_bolt_sample_life(const qx_bolt_life *life, double age, qx_bolt_pose *pose)
{
    const double birth = seconds(life->birth, 0.05);
    const double steady = birth + seconds(life->steady, 0.25);
    const double vanish = seconds(life->vanish, 0.2), end = steady + vanish;
    pose->unborn = pose->dimmed = 1.0f;
    if (!is_finite(end) || !(age >= 0.0 && age < end)) return false;
    pose->unborn = age < birth ? (float)(1.0 - age / birth) : 0.0f;
    pose->dimmed = age > steady ? smooth((age - steady) / vanish) : 0.0f;
    return true;
}
